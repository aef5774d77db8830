"""Who may come in, when others than this computer can reach the server: whoever knows its secret.

The secret is a random token that is printed as a link, or a password from a file.  Whoever shows it once gets a cookie,
from which the secret cannot be found; wrong ones are counted, and after a few of them an address has to wait.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import stat
from collections.abc import Iterable
from html import escape
from pathlib import Path
from urllib.parse import parse_qs, quote

from mulligan.core.errors import UsageError

from .limits import Limits
from .pace import Pace

SHORTEST, LONGEST = 12, 200  # characters of a password
LASTS = 30 * 24 * 3600  # seconds that a cookie is good for
TOKEN = "token"
FORM = "/enter"
"""Where the password is sent to."""
ALL = "all"  # wrong passwords are counted for all addresses together, too


def new_token() -> str:
    """A secret that nobody can guess."""
    return secrets.token_urlsafe(32)


def password_in(file: Path) -> str:
    """The password in a file that nobody else can read."""
    try:
        mode = file.stat().st_mode
        with file.open(encoding="utf-8") as text:
            found = text.read(LONGEST + 2).strip("\r\n")
    except (OSError, ValueError) as error:
        raise UsageError(f"password file '{file}': {getattr(error, 'strerror', None) or 'not a text'}") from None
    if os.name == "posix" and mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise UsageError(f"password file '{file}': others can read it; chmod 600 makes it private")
    if not SHORTEST <= len(found) <= LONGEST or not found.isprintable():
        raise UsageError(f"password file '{file}': should be one line of {SHORTEST} to {LONGEST} characters")
    return found


def cookies_in(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """The cookies of a request; those of other servers on this computer come along, and may be anything.

    >>> cookies_in([(b"cookie", b'odd; a=1=; x="{;}"; b=2')])["b"]
    '2'
    """
    lines = [value.decode("latin-1") for name, value in headers if name.lower() == b"cookie"]
    pairs = [part.partition("=") for line in lines for part in line.split(";")]
    return {name.strip(): value.strip() for name, _, value in pairs}


class Entry:
    """The secret of a server, and how often it may be guessed at.

    `key` signs the cookies: those of another server, or of another secret, are worth nothing.
    """

    def __init__(self, secret: str, key: str, port: int, limits: Limits) -> None:
        self.cookie = f"mulligan-entry-{port}"
        self._secret = _digest(secret)
        self._pass = hmac.new(key.encode(), b"entry " + self._secret, "sha256").hexdigest()
        self._tries = Pace(limits.tries_per_second, limits.tries_burst)
        self._all_tries = Pace(10 * limits.tries_per_second, 10 * limits.tries_burst)

    def admits(self, cookies: dict[str, str]) -> bool:
        """Whether somebody has shown the secret before."""
        return hmac.compare_digest(cookies.get(self.cookie, "").encode(), self._pass.encode())

    def wait(self, address: str) -> float:
        """Seconds after which an address may try again; a try is counted, until it was right."""
        return self._tries.wait(address) or self._all_tries.wait(ALL)

    def opens(self, given: str, address: str) -> bool:
        """Whether this is the secret."""
        right = hmac.compare_digest(_digest(given), self._secret)
        if right:
            self._tries.wait(address, -1.0)  # those who know it need not be slowed down
            self._all_tries.wait(ALL, -1.0)
        return right

    def set_cookie(self) -> tuple[bytes, bytes]:
        """The header that gives the cookie."""
        return b"set-cookie", f"{self.cookie}={self._pass}; Max-Age={LASTS}; Path=/; HttpOnly; SameSite=Strict".encode()


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest()


def token_in(query: bytes) -> str | None:
    """The token in an address, if there is one.

    >>> token_in(b"token=abc&x=1"), token_in(b"x=1")
    ('abc', None)
    """
    return parse_qs(query.decode("latin-1")).get(TOKEN, [None])[0] if TOKEN.encode() in query else None


def password_of(body: bytes) -> str:
    """What somebody typed into the form."""
    return parse_qs(body.decode("latin-1"), encoding="utf-8").get("password", [""])[0]


def clean_place(path: str) -> str:
    """An address of this server without a token; nothing in it leads to another one.

    >>> clean_place("/play/x"), clean_place("//evil.example"), clean_place("/\\\\evil.example")
    ('/play/x', '/evil.example', '/%5Cevil.example')
    """
    return "/" + quote(path.lstrip("/"))


def moved(place: str) -> str:
    """A page that leads to another: a redirect would lose the new cookie if the link stood on another site."""
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        f'<meta http-equiv="refresh" content="0;url={escape(place)}">'
        f'<title>Mulligan</title><a href="{escape(place)}">Mulligan</a></html>'
    )


def asked(problem: str = "") -> str:
    """A page that asks for the secret."""
    told = f'<p role="alert">{escape(problem)}</p>' if problem else ""
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Mulligan</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:26rem;margin:4rem auto;padding:0 1rem}"
        "input,button{font:inherit;padding:.4rem .6rem}</style><h1>Mulligan</h1>"
        "<p>This server is for those who know its password, or have the link that was printed when it was started.</p>"
        f'{told}<form method="post" action="{FORM}"><label>Password or token <input type="password" name="password" '
        'autofocus autocomplete="current-password"></label> <button>Enter</button></form></html>'
    )
