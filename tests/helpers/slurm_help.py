"""As much of SLURM as the scripts in examples/cluster see of it: `sbatch` and `srun`, on this machine.

Tests start it as a program: `python slurm_help.py sbatch --array=1-3 script words...` runs one task after the other.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path


def indices(text: str) -> list[int]:
    """The tasks of an array, such as 1-3,7."""
    found = []
    for span in text.split(","):
        first, _, last = span.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def sbatch(words: list[str]) -> int:
    """Run a script as its own lines and the options say; what it prints goes to a file, as with SLURM."""
    given = []
    while words[0].startswith("-"):
        given.append(words.pop(0))
    lines = Path(words[0]).read_text().splitlines()
    given = [line.removeprefix("#SBATCH ") for line in lines if line.startswith("#SBATCH ")] + given
    options = dict(option.removeprefix("--").split("=", 1) for option in given)
    with tempfile.TemporaryDirectory() as spool:
        script = shutil.copy(words[0], Path(spool) / "slurm_script")  # it does not know where it comes from
        shared = {"SLURM_JOB_ID": "4711", "SLURM_NTASKS": options.get("ntasks", "1")}
        shared["SLURM_CPUS_PER_TASK"] = options["cpus-per-task"]
        for index in indices(options["array"]) if "array" in options else [None]:
            own = {} if index is None else {"SLURM_ARRAY_JOB_ID": "4711", "SLURM_ARRAY_TASK_ID": str(index)}
            log = "slurm-4711.out" if index is None else f"slurm-4711_{index}.out"
            with open(log, "wb") as out:
                variables = {**os.environ, **shared, **own}
                command = ["bash", script, *words[1:]]
                job = subprocess.Popen(command, env=variables, stdout=out, stderr=out, start_new_session=True)
                job.wait()
                with suppress(ProcessLookupError):  # a job ends with its script, and nobody stays behind
                    os.killpg(job.pid, signal.SIGKILL)
    print("Submitted batch job 4711")
    return 0


def srun(words: list[str]) -> int:
    """Run a program as often as the job has tasks; whoever ends this ends them."""
    tasks = [
        subprocess.Popen(words, env={**os.environ, "SLURM_PROCID": str(i)})
        for i in range(int(os.environ["SLURM_NTASKS"]))
    ]

    def end(number: int, frame: object) -> None:
        for task in tasks:
            task.terminate()

    signal.signal(signal.SIGTERM, end)
    return max(abs(task.wait()) for task in tasks)


if __name__ == "__main__":
    sys.exit({"sbatch": sbatch, "srun": srun}[sys.argv[1]](sys.argv[2:]))
