"""The server: all pages of a server, on this computer only unless somebody wants otherwise."""

from __future__ import annotations

import asyncio
import gc
import importlib.util
import os
import secrets
import socket
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from mulligan.agents import name_of
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.outside import offer
from mulligan.core.registry import show as show_game
from mulligan.people.study import Study

from .entry import Entry, new_token, password_in
from .guard import Guard, is_loopback, names_of
from .limits import Limits
from .manager import STORE, Manager

HOST = "127.0.0.1"
PORT = 8123
PAGES = ("lobby", "playing", "analysis", "replays", "dashboard", "people", "explaining")
TEN_YEARS = 10 * 365 * 24 * 3600


def default_saves() -> Path:
    """Where games are kept unless somebody says otherwise."""
    if given := os.environ.get("MULLIGAN_SAVES"):
        return Path(given)
    data = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(data) if data else Path.home() / ".local" / "share") / "mulligan" / "games"


def build(manager: Manager) -> None:
    """Register all pages, and what they need."""
    from fastapi import Response
    from nicegui import app, core

    from .frame import ASSETS, STATIC, asset, mark_of

    core.sio.eio.cors_allowed_origins = []  # who may speak to us is the guard's to say, and nobody's at other sites

    def sender(name: str, kind: str) -> Callable[[str], Response]:
        def send(v: str = "") -> Response:  # nothing but `v` may be asked for: all parameters come from the address
            lasting = "private, max-age=31536000, immutable" if v == mark_of(name) else "no-cache"
            return Response(asset(name), media_type=kind, headers={"Cache-Control": lasting})

        return send

    for name, kind in ASSETS.items():
        app.add_api_route(f"{STATIC}/{name}", sender(name, kind), methods=["GET"], include_in_schema=False)
    for page in PAGES:
        if importlib.util.find_spec(f"{__package__}.{page}") is not None:
            import_module(f"{__package__}.{page}").register(manager)

    tasks: list[asyncio.Task[Any]] = []

    def begin() -> None:
        manager.preparing.listen()
        loop = asyncio.get_running_loop()
        tasks.extend((loop.create_task(manager.watch()), loop.create_task(manager.games())))

    app.on_startup(begin)
    app.on_shutdown(manager.shut)


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


def room_for_files(wanted: int) -> None:
    """Let this process have so many files and connections open, if it may."""
    try:
        import resource
    except ImportError:  # not there on Windows, nor is the limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))


def own_address() -> str:
    """The address at which others most likely reach this computer; nothing is sent to find it."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
            trial.connect(("192.0.2.1", 9))
            return str(trial.getsockname()[0])
    except OSError:  # there is no way out, and so none in
        return "127.0.0.1"


def greeting(host: str, port: int, names: Sequence[str], token: str, locked: bool) -> str:
    """What is said when the server begins.

    >>> print(greeting("127.0.0.1", 8123, (), "", False))
    Mulligan is served at http://127.0.0.1:8123/ (end it with Ctrl-C)
    """
    everywhere = host in ("", "0.0.0.0", "::")
    shown = names[0] if names else own_address() if everywhere else host
    place = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"
    lines = [f"Mulligan is served at {place} (end it with Ctrl-C)"]
    if locked:
        lines.append(
            f"Whoever has this link may come in: {place}?token={token}" if token else "It asks for the password."
        )
    if not is_loopback(host):
        called = " and ".join(("its address", *names))
        lines.append(f"It answers to {called} only (--name adds a name). What is sent is not encrypted.")
    return "\n".join(lines)


def serve(
    host: str = HOST,
    port: int = PORT,
    saves: Path | None = None,
    store: str = STORE,
    limits: Limits | None = None,
    show: bool = False,
    names: Sequence[str] = (),
    password_file: Path | None = None,
    study: str = "",
    studies: Path | None = None,
    agents: Sequence[Any] = (),
    games: Sequence[Game | str] = (),
) -> None:
    """Serve until somebody ends it; `show` opens a browser.  With a `study`, visitors are asked to take part in it.
    `agents` are offered to them besides those that are known by name: names of files and programs, or objects and
    classes with a method `choose`.  `games` are shown besides ours: in files, of other engines, or objects.

    Beyond this computer, visitors must know a secret: the password in a file, or a token that is printed as a link.
    """
    refuse_port(host, port)
    for agent in agents:
        offer(name_of(agent))
    for game in games:
        offer(show_game(game).name)
    password = password_in(password_file.expanduser()) if password_file is not None else ""
    token = new_token() if not password and not is_loopback(host) else ""
    folder = (saves or default_saves()).expanduser()
    secret = secret_in(folder)
    kept = Study(study, studies, make=True) if study else None
    try:
        from nicegui import app, ui
    except ImportError:
        raise UsageError("the table in a browser needs NiceGUI: pip install 'mulligan[web]'") from None
    from .door import door_of
    from .frame import logo
    from .pages import room_in, visitor_reader

    # Commands start fast by hardly looking for garbage; a server lasts, and every page it has shown is some.
    gc.freeze()
    gc.set_threshold(700, 10, 10)
    manager = Manager(limits, folder, store, kept)
    manager.any_agent = is_loopback(host)
    build(manager)
    cookie = f"mulligan-{port}"  # cookies do not know ports: another server on this computer must not take ours
    entry = Entry(password or token, secret, port, manager.limits) if password or token else None

    called, reader = names_of(host, port, names), visitor_reader(secret, cookie, TEN_YEARS)

    def guarded(whole: Any) -> Guard:
        if isinstance(whole, Guard):
            return whole
        return Guard(whole, called, manager.limits, entry, reader, room_in(manager.limits))

    room_for_files(manager.limits.connections + manager.limits.pages + 1_000)
    said = [greeting(host, port, names, token, entry is not None)]
    if kept is not None:
        said.append(f"Visitors are asked to take part in the study '{kept.name}', kept in {kept.path}")
    app.on_startup(lambda: print("\n".join(said), flush=True))
    ui.run(
        host=host,
        port=port,
        title="Mulligan",
        favicon=logo(64),
        dark=None,
        language="en-US",
        reload=False,
        show=(f"/?token={token}" if token else True) if show else False,
        show_welcome_message=False,
        storage_secret=secret,
        session_middleware_kwargs={"session_cookie": cookie, "max_age": TEN_YEARS, "same_site": "strict"},
        reconnect_timeout=30.0,  # shorter, a busy server would take slow answers for lost browsers
        http=door_of(manager.limits, guarded),
        ws_max_size=manager.limits.upload,
        proxy_headers=False,  # anybody on this computer could give himself any address
        server_header=False,
        uvicorn_logging_level="error",  # a warning for each request that is not understood helps nobody
    )
