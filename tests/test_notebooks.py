"""The notebooks under `examples/notebooks` run from top to bottom.

Their cells are run one after the other in a new process, as a notebook's are, and what stands last in a cell is shown:
plain Python does it, so that the tests need no Jupyter.  Where there is one, a real kernel runs them too.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .helpers.outside_help import SOURCE

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))
RUNNER = """
import ast, json, sys
space = {"__name__": "__main__"}
for number, source in enumerate(json.load(sys.stdin), 1):
    if source.startswith("%%writefile "):
        name, _, text = source.removeprefix("%%writefile ").partition("\\n")
        open(name.strip(), "w", encoding="utf-8").write(text)
        continue
    body = ast.parse(source)
    last = body.body.pop() if body.body and isinstance(body.body[-1], ast.Expr) else None
    exec(compile(body, f"cell {number}", "exec"), space)
    if last is not None:
        value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), space)
        html = getattr(value, "_repr_html_", None)
        print(f"[{number}] {value!r}" if value is not None else "", len(html()) if html is not None else "")
print("to the end")
"""


def cells(notebook: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(notebook.read_text("utf-8"))["cells"]
    return found


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_stored_as_they_were_written(notebook: Path) -> None:
    """Without results of some machine, and with words for what they do."""
    found = cells(notebook)
    assert all(not cell["outputs"] and cell["execution_count"] is None for cell in found if cell["cell_type"] == "code")
    assert found[0]["cell_type"] == "markdown" and len({cell["id"] for cell in found}) == len(found)
    assert sum(cell["cell_type"] == "markdown" for cell in found) >= 5


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run_from_top_to_bottom(notebook: Path, tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    sources = ["".join(cell["source"]) for cell in cells(notebook) if cell["cell_type"] == "code"]
    done = subprocess.run(
        [sys.executable, "-c", RUNNER],
        input=json.dumps(sources),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": SOURCE},
    )
    assert done.returncode == 0 and done.stdout.endswith("to the end\n"), done.stderr
    assert " object at 0x" not in done.stdout, "everything shows itself"


@pytest.mark.slow
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run_in_a_real_kernel(notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    monkeypatch.setenv("PYTHONPATH", SOURCE)
    made = nbformat.read(notebook, as_version=4)
    nbformat.validate(made)
    client = nbclient.NotebookClient(
        made, timeout=None, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    )
    client.execute()


def test_there_are_three() -> None:
    assert {path.stem for path in NOTEBOOKS} == {"first-match", "experiment", "your-own-part"}
