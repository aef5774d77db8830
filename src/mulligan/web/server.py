"""The server: all pages of a house, on this computer only unless somebody wants otherwise."""

from __future__ import annotations

import asyncio
import gc
import importlib.util
import os
import secrets
import socket
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from mulligan.errors import UsageError
from mulligan.registry import all_games

from .guard import Guard, is_loopback, names_of
from .house import STORE, House
from .limits import Limits

HOST = "127.0.0.1"
PORT = 8123
PAGES = ("lobby", "playing", "analysis", "replays", "dashboard")
TEN_YEARS = 10 * 365 * 24 * 3600


def default_saves() -> Path:
    """Where games are kept unless somebody says otherwise."""
    if given := os.environ.get("MULLIGAN_SAVES"):
        return Path(given)
    data = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(data) if data else Path.home() / ".local" / "share") / "mulligan" / "games"


def build(house: House) -> None:
    """Register all pages, and what they need."""
    from fastapi import Response
    from nicegui import app

    from .frame import STATIC, asset

    for name, kind in (("style.css", "text/css"), ("table.js", "text/javascript")):

        def send(name: str = name, kind: str = kind) -> Response:
            return Response(asset(name), media_type=kind, headers={"Cache-Control": "no-cache"})

        app.add_api_route(f"{STATIC}/{name}", send, methods=["GET"], include_in_schema=False)
    for page in PAGES:
        if importlib.util.find_spec(f"{__package__}.{page}") is not None:
            import_module(f"{__package__}.{page}").register(house)

    tasks: list[asyncio.Task[Any]] = []

    def begin() -> None:
        house.preparing.listen()
        loop = asyncio.get_running_loop()
        tasks.extend((loop.create_task(house.watch()), loop.create_task(house.fetch(all_games))))

    app.on_startup(begin)
    app.on_shutdown(house.shut)


def secret_in(folder: Path) -> str:
    """The key that signs the cookies of visitors: made once, and readable by nobody else."""
    path = folder / ".secret"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            found = path.read_text(encoding="ascii").strip()
            if len(found) >= 32:
                return found
            raise UsageError(f"'{path}' does not hold a secret: delete it, and a new one is made") from None
        made = secrets.token_urlsafe(32)
        with os.fdopen(file, "w", encoding="ascii") as out:
            out.write(made)
        return made
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot keep games in '{folder}': {getattr(error, 'strerror', None) or error}") from None


def refuse_port(host: str, port: int) -> None:
    """Make sure that a port is free."""
    if not 0 < port < 65536:
        raise UsageError(f"port {port}: should be between 1 and 65535")
    try:
        kind, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(kind, socket.SOCK_STREAM) as trial:
            if sys.platform != "win32":  # there it would let two servers have the same port
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as error:
        raise UsageError(f"cannot serve on {host}, port {port}: {error.strerror or error}") from None


def serve(
    host: str = HOST,
    port: int = PORT,
    saves: Path | None = None,
    store: str = STORE,
    limits: Limits | None = None,
    show: bool = False,
) -> None:
    """Serve until somebody ends it; `show` opens a browser."""
    refuse_port(host, port)
    folder = (saves or default_saves()).expanduser()
    secret = secret_in(folder)
    try:
        from nicegui import app, ui
    except ImportError:
        raise UsageError("the table in a browser needs NiceGUI: pip install 'mulligan[web]'") from None
    from .frame import logo

    # Commands start fast by hardly looking for garbage; a server lasts, and every page it has shown is some.
    gc.freeze()
    gc.set_threshold(700, 10, 10)
    house = House(limits, folder, store)
    house.any_agent = is_loopback(host)
    build(house)
    app.add_middleware(Guard, names=names_of(host, port), largest=house.limits.upload)
    shown = f"[{host}]" if ":" in host else host
    app.on_startup(lambda: print(f"Mulligan is served at http://{shown}:{port}/ (end it with Ctrl-C)", flush=True))
    ui.run(
        host=host,
        port=port,
        title="Mulligan",
        favicon=logo(64),
        dark=None,
        language="en-US",
        reload=False,
        show=show,
        show_welcome_message=False,
        storage_secret=secret,
        # Cookies do not know ports: another server on this computer must not take ours for its own.
        session_middleware_kwargs={
            "session_cookie": f"mulligan-{port}",
            "max_age": TEN_YEARS,
            "same_site": "strict",
        },
        reconnect_timeout=30.0,  # shorter, a busy server would take slow answers for lost browsers
    )
