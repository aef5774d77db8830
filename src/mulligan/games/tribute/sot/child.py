"""The program in which a bot of Scripts of Tribute runs: it loads the bot's file and lets its own package serve it.

It is run by its path, so it knows nothing of Mulligan.  Its first line of output, after a mark, is the port that the
bot listens on, or what went wrong; it ends when its standard input does, so that no bot outlives its table.
"""

from __future__ import annotations

import importlib.util
import inspect
import json
import logging
import os
import sys
import threading
import traceback
from concurrent.futures import ThreadPoolExecutor
from typing import Any

MARK = "mulligan-bot "


def load(path: str, name: str) -> Any:
    """The bot: what a name in a file stands for, a class of bots or one of them."""
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    spec = importlib.util.spec_from_file_location("sot_bot_file", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["sot_bot_file"] = module
    spec.loader.exec_module(module)
    if not hasattr(module, name):
        offered = ", ".join(key for key in vars(module) if not key.startswith("_"))
        raise LookupError(f"there is no {name} in {os.path.basename(path)}; there is: {offered}")
    thing: Any = getattr(module, name)
    if not inspect.isclass(thing):
        return thing
    needed = [
        one
        for one in inspect.signature(thing).parameters.values()
        if one.default is one.empty and one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)
    ]
    arguments = [name] if needed else []
    return thing(*arguments)


def serve(path: str, name: str, engine: int, most_bytes: int) -> None:
    """Load the bot and serve it until the table says that it is over."""
    import grpc
    from scripts_of_tribute import server as theirs
    from scripts_of_tribute.base_ai import BaseAI
    from scripts_of_tribute.protos import main_pb2_grpc

    bot = load(path, name)
    if not isinstance(bot, BaseAI):
        raise TypeError(f"{name} is a {type(bot).__name__}, and should be a scripts_of_tribute.base_ai.BaseAI")
    options = [("grpc.max_receive_message_length", most_bytes), ("grpc.max_send_message_length", most_bytes)]
    holder = theirs.Server()
    holder.server = grpc.server(ThreadPoolExecutor(max_workers=5), options=options)
    holder.add_bot()
    main_pb2_grpc.add_AIServiceServicer_to_server(theirs.AIService(bot, holder, engine), holder.server)
    port = holder.server.add_insecure_port("localhost:0")
    holder.server.start()
    report({"port": port, "name": str(bot.bot_name)})
    holder.server.wait_for_termination()


def report(found: dict[str, Any]) -> None:
    """Tell the table."""
    print(MARK + json.dumps(found), flush=True)


def watch() -> None:
    """End with the table."""
    sys.stdin.buffer.read()
    os._exit(0)


def main(arguments: list[str]) -> None:
    """Serve the bot that the arguments name."""
    path, name, engine, most_bytes = arguments
    logging.basicConfig(format="%(message)s")  # what a bot raises is told there, with the lines it was raised in
    threading.Thread(target=watch, daemon=True).start()
    try:
        serve(path, name, int(engine), int(most_bytes))
    except BaseException as error:
        lines = [step.lineno for step in traceback.extract_tb(error.__traceback__) if step.filename == path]
        at = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
        place = f"{os.path.basename(path)}, line {at}: " if at else ""
        report({"problem": f"{place}{type(error).__name__}: {error}"})
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
