"""The door and the guard with real sockets: what is too long, too slow, too much or from elsewhere is refused."""

from __future__ import annotations

import asyncio
import http.client
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

uvicorn = pytest.importorskip("uvicorn")
pytest.importorskip("nicegui")

from mulligan.web import door  # noqa: E402
from mulligan.web import guard as guarding  # noqa: E402
from mulligan.web import pages as counting  # noqa: E402
from mulligan.web.door import Connections, Door, door_of, network_of  # noqa: E402
from mulligan.web.entry import Entry  # noqa: E402
from mulligan.web.guard import Guard, names_of  # noqa: E402
from mulligan.web.limits import Limits  # noqa: E402
from mulligan.web.pages import room_in  # noqa: E402

PATIENCE = 60.0  # seconds that nothing here comes near, on any machine
OTHER = "127.0.0.2"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarding, "HELD", 0.0)
    monkeypatch.setattr(door, "LINGER", 0.1)


class Site:
    """A small application: it tells what it was asked for, and can be told to wait."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.heard: list[str] = []
        self.ended: list[str] = []
        self.go = threading.Event()

    async def __call__(self, scope: Any, receive: Callable[[], Any], send: Callable[[Any], Any]) -> None:
        path = scope["path"]
        self.asked.append(path)
        if scope["type"] == "websocket":
            await self._talk(receive, send)
            return
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if message["type"] == "http.disconnect" or not message.get("more_body"):
                break
        while path == "/wait" and not self.go.is_set():
            await asyncio.sleep(0.01)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"x-length", str(len(body)).encode())]})
        if path == "/endless":
            while (await _sent(send, b"x" * 100_000)) and len(self.ended) == 0:
                message = None
                try:
                    message = await asyncio.wait_for(receive(), 0.001)
                except TimeoutError:
                    continue
                if message["type"] == "http.disconnect":
                    break
            self.ended.append(path)
        await send({"type": "http.response.body", "body": b"fine"})

    async def _talk(self, receive: Callable[[], Any], send: Callable[[Any], Any]) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            self.heard.append(message["text"])


async def _sent(send: Callable[[Any], Any], body: bytes) -> bool:
    await send({"type": "http.response.body", "body": body, "more_body": True})
    return True


@dataclass
class Served:
    """A server in a thread."""

    port: int
    site: Site
    connections: Connections

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def open(self, source: str = "127.0.0.1") -> socket.socket:
        try:
            return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE, source_address=(source, 0))
        except OSError:
            if source != "127.0.0.1":
                pytest.skip("this system has one loopback address only")
            raise

    def ask(self, text: str, source: str = "127.0.0.1") -> str:
        """Send something, and read until the connection is closed or nothing more can come."""
        with self.open(source) as line:
            with suppress(OSError):
                line.sendall(text.encode("latin-1"))
            return read_all(line)

    def get(self, path: str = "/", source: str = "127.0.0.1", **headers: str) -> http.client.HTTPResponse:
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, PATIENCE, source_address=(source, 0))) as line:
            try:
                line.request("GET", path, headers={key.replace("_", "-"): value for key, value in headers.items()})
            except OSError:
                pytest.skip("this system has one loopback address only")
            answer = line.getresponse()
            answer.read()
            return answer

    def head(self, path: str = "/", *lines: str) -> str:
        return "\r\n".join((f"GET {path} HTTP/1.1", f"Host: {self.host}", *lines, "", ""))


def read_all(line: socket.socket) -> str:
    found = b""
    try:
        while piece := line.recv(65_536):
            found += piece
    except ConnectionError:
        pass
    return found.decode("latin-1")


def until(reached: Callable[[], Any]) -> None:
    end = time.monotonic() + PATIENCE
    while not reached():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


@contextmanager
def serving(limits: Limits, **guard: Any) -> Iterator[Served]:
    site = Site()
    made: list[Guard] = []
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port = int(trial.getsockname()[1])

    def guarded(app: Any) -> Guard:
        if isinstance(app, Guard):
            return app
        made.append(Guard(app, names_of("127.0.0.1", port), limits, **guard))
        return made[-1]

    kind = door_of(limits, guarded)
    config = uvicorn.Config(
        site, host="127.0.0.1", port=port, http=kind, ws="wsproto", lifespan="off", log_level="critical"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        until(lambda: server.started)
        yield Served(port, site, kind.connections_of_all)
        assert len(made) <= 1, "the application is guarded once"
    finally:
        site.go.set()
        server.should_exit = True
        thread.join(PATIENCE)


# --- too long ---------------------------------------------------------------------------------------------------------


def test_a_head_is_refused_while_it_comes() -> None:
    with serving(Limits(head=2_000)) as served:
        endless = served.head()[:-2] + "X-Long: " + "a" * 100_000  # and no end of it
        assert served.ask(endless).startswith("HTTP/1.1 431 ")
        many = served.head("/", *(f"X-{i}: {i}" for i in range(1_000)))
        assert served.ask(many).startswith("HTTP/1.1 431 ")
        whole = served.head("/", "X-Long: " + "a" * 3_000)
        assert served.ask(whole).startswith("HTTP/1.1 431 ")
        assert served.site.asked == []
        assert served.get("/", X_Long="a" * 1_000).status == 200


def test_a_long_address_is_refused_while_it_comes() -> None:
    with serving(Limits(line=1_000)) as served:
        assert served.ask("GET /" + "a" * 50_000).startswith("HTTP/1.1 414 ")
        assert served.ask(served.head("/" + "a" * 1_500)).startswith("HTTP/1.1 414 ")
        assert served.site.asked == []
        assert served.get("/" + "a" * 500).status == 200


def test_a_body_that_is_too_large() -> None:
    with serving(Limits(upload=1_000)) as served:
        head = f"POST / HTTP/1.1\r\nHost: {served.host}\r\nConnection: close\r\n"
        assert served.ask(head + "Content-Length: 99999999\r\n\r\n").startswith("HTTP/1.1 413 ")
        assert served.ask(head + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n").startswith("HTTP/1.1 400 ")
        assert "x-length: 500" in served.ask(head + f"Content-Length: 500\r\n\r\n{'b' * 500}")


@pytest.mark.parametrize(
    "text", ["\x16\x03\x01\x02", "GET\r\n\r\n", "\r\n\r\nnonsense\r\n\r\n", "GET / HTTP/9.9\r\n\r\n"]
)
def test_what_is_no_request(text: str) -> None:
    with serving(Limits()) as served:
        assert served.ask(text).startswith("HTTP/1.1 400 ")
        assert served.get().status == 200


def test_good_requests_pass() -> None:
    with serving(Limits(head=2_000)) as served:
        line = http.client.HTTPConnection("127.0.0.1", served.port, PATIENCE)
        for size in (0, 10, 300_000):  # over one connection, with bodies longer than any head
            line.request("POST", "/", body=b"b" * size)
            answer = line.getresponse()
            assert (answer.status, answer.getheader("x-length"), answer.read()) == (200, str(size), b"fine")
        line.close()
        three = served.head() + served.head("/2") + served.head("/3", "Connection: close")
        assert served.ask(three).count("HTTP/1.1 200") == 3
        assert served.site.asked[-3:] == ["/", "/2", "/3"]
        until(lambda: served.connections.count == 0)


# --- too slow ---------------------------------------------------------------------------------------------------------


def test_a_head_that_does_not_come() -> None:
    with serving(Limits(head_seconds=0.3)) as served:
        with served.open() as silent, served.open() as slow:
            slow.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
            stop = threading.Event()

            def drip() -> None:
                while not stop.wait(0.02):
                    try:
                        slow.sendall(b"a")
                    except OSError:
                        return

            thread = threading.Thread(target=drip)
            thread.start()
            assert read_all(silent) == ""
            assert read_all(slow).startswith("HTTP/1.1 408 ")
            stop.set()
            thread.join()
        until(lambda: served.connections.count == 0)
        assert served.get().status == 200


def test_a_second_head_that_does_not_come() -> None:
    with serving(Limits(head_seconds=0.3)) as served, served.open() as line:
        line.sendall(served.head().encode())
        found = b""
        while not found.endswith(b"0\r\n\r\n"):
            found += line.recv(65_536)
        line.sendall(b"GET / HT")
        assert read_all(line).startswith("HTTP/1.1 408 ")


def test_a_body_that_does_not_come() -> None:
    with serving(Limits(body_seconds=0.3)) as served, served.open() as line:
        line.sendall(f"POST / HTTP/1.1\r\nHost: {served.host}\r\nContent-Length: 100\r\n\r\nabc".encode())
        read_all(line)
        until(lambda: served.connections.count == 0)


def test_an_answer_that_nobody_takes() -> None:
    with serving(Limits(body_seconds=0.3)) as served, served.open() as line:
        line.sendall(served.head("/endless").encode())
        until(lambda: served.site.asked)
        until(lambda: served.connections.count == 0)  # without a byte of it being read


# --- too many connections ---------------------------------------------------------------------------------------------


def test_the_oldest_idle_connection_makes_room() -> None:
    with serving(Limits(connections_per_address=3)) as served:
        lines = [served.open() for _ in range(3)]
        lines[0].sendall(b"GET / HTTP/1.1\r\nX-Half: open")
        until(lambda: served.connections.count == 3)
        assert served.get().status == 200
        assert read_all(lines[0]) == ""
        for line in lines[1:]:
            line.sendall(served.head("/", "Connection: close").encode())
            assert read_all(line).startswith("HTTP/1.1 200 ")
        for line in lines:
            line.close()


def test_when_all_connections_are_busy_a_new_one_is_refused() -> None:
    with serving(Limits(connections_per_address=2)) as served:
        lines = [served.open() for _ in range(2)]
        for line in lines:
            line.sendall(served.head("/wait", "Connection: close").encode())
        until(lambda: len(served.site.asked) == 2)
        assert served.ask(served.head()).startswith("HTTP/1.1 503 ")
        assert served.get(source=OTHER).status == 200
        served.site.go.set()
        for line in lines:
            assert read_all(line).startswith("HTTP/1.1 200 ")
            line.close()


def test_whoever_has_most_connections_makes_room_for_others() -> None:
    with serving(Limits(connections=4)) as served:
        own = served.open(OTHER)
        lines = [served.open() for _ in range(3)]
        until(lambda: served.connections.count == 4)
        assert served.get(source="127.0.0.3").status == 200
        assert read_all(lines[0]) == ""
        own.sendall(served.head("/", "Connection: close").encode())
        assert read_all(own).startswith("HTTP/1.1 200 ")
        for line in (own, *lines):
            line.close()


def test_those_who_leave_are_counted_no_more() -> None:
    with serving(Limits()) as served:
        for _ in range(20):
            served.open().close()
            served.ask("nonsense\r\n\r\n")
        until(lambda: served.connections.count == 0 and served.connections.lingering == 0)


# --- from elsewhere ---------------------------------------------------------------------------------------------------


def test_two_hosts() -> None:
    with serving(Limits()) as served:
        for hosts in (("evil.example", served.host), (served.host, "evil.example"), (served.host, served.host)):
            lines = "".join(f"Host: {host}\r\n" for host in hosts)
            assert served.ask(f"GET / HTTP/1.1\r\n{lines}Connection: close\r\n\r\n").startswith("HTTP/1.1 400 ")
        assert served.ask("GET / HTTP/1.1\r\nConnection: close\r\n\r\n").startswith("HTTP/1.1 403 ")
        assert served.site.asked == []


def test_other_names_and_addresses() -> None:
    with serving(Limits()) as served:
        assert served.get(Host=f"localhost:{served.port}").status == 200
        for host in ("evil.example", f"192.0.2.7:{served.port}", "127.0.0.1", f"127.0.0.9:{served.port}"):
            assert served.get(Host=host).status == 403
    assert "cards.example" in names_of("0.0.0.0", 8123, ["Cards.example"])
    assert "cards.example:8123" in names_of("0.0.0.0", 8123, ["cards.example"])
    assert "evil.example" not in names_of("0.0.0.0", 8123)


def test_a_server_for_others_answers_to_the_address_at_which_it_was_reached() -> None:
    async def ask(host: str) -> int:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        async def receive() -> Any:
            return {"type": "http.request"}

        scope = {
            "type": "http",
            "method": "GET",
            "path": "/",
            "headers": [(b"host", host.encode())],
            "server": ("192.0.2.7", 8123),
            "client": ("192.0.2.9", 5555),
        }
        await Guard(Site(), names_of("0.0.0.0", 8123, ["cards.example"]))(scope, receive, send)
        return int(sent[0]["status"])

    for host, status in {
        "192.0.2.7:8123": 200,
        "cards.example": 200,
        "CARDS.example:8123": 200,
        "192.0.2.8:8123": 403,
        "evil.example": 403,
        "localhost:8123": 403,
        "": 403,
    }.items():
        assert asyncio.run(ask(host)) == status, host


# --- too fast ---------------------------------------------------------------------------------------------------------


def test_pages_have_a_pace_and_files_hardly_any() -> None:
    with serving(Limits(pages_per_second=0.001, pages_burst=3)) as served:
        assert [served.get("/play/x").status for _ in range(3)] == [200, 200, 200]
        refused = served.get("/play/x")
        assert refused.status == 429 and int(refused.getheader("retry-after", "0")) > 100
        assert served.get("/", source=OTHER).status == 200
        assert served.get("/_nicegui/x.js", source=OTHER).status == 200
        statuses = [served.get("/mulligan/x.css", source="127.0.0.3").status for _ in range(100)]
        assert statuses == [200] * 100


def test_known_visitors_have_a_pace_of_their_own_and_share_that_of_their_address() -> None:
    limits = Limits(pages_per_second=0.001, pages_burst=2, crowd=2)
    with serving(limits, visitor_of=lambda cookies: cookies.get("who", "")) as served:
        assert [served.get(Cookie="who=ann").status for _ in range(3)] == [200, 200, 429]
        assert [served.get(Cookie="who=bob").status for _ in range(3)] == [200, 200, 429]
        assert served.get(Cookie="who=cyd").status == 429
        assert served.get(Cookie="who=cyd", source=OTHER).status == 200


def test_pages_for_one_address_are_made_one_after_the_other() -> None:
    with serving(Limits(making=2)) as served:
        lines = [served.open() for _ in range(5)]
        for line in lines:
            line.sendall(served.head("/wait", "Connection: close").encode())
        until(lambda: len(served.site.asked) == 2)
        assert served.get("/mulligan/x.css").status == 200  # files do not wait
        assert served.get("/", source=OTHER).status == 200
        assert served.site.asked.count("/wait") == 2
        lines.pop().close()  # whoever leaves while he waits takes nobody's turn
        served.site.go.set()
        for line in lines:
            assert read_all(line).startswith("HTTP/1.1 200 ")
            line.close()
        assert served.get("/").status == 200


def test_a_page_that_nobody_takes_keeps_nobody_waiting() -> None:
    with serving(Limits(making=1, body_seconds=600)) as served, served.open() as line:
        line.sendall(served.head("/endless").encode())
        until(lambda: served.site.asked)
        assert served.get("/").status == 200


def test_pages_that_there_is_no_room_for() -> None:
    asked: list[tuple[str, str]] = []

    def room_for(visitor: str, address: str) -> str:
        asked.append((visitor, address))
        return "you have 20 pages open: close one first" if visitor == "ann" else ""

    with serving(Limits(), visitor_of=lambda cookies: cookies.get("who", ""), room_for=room_for) as served:
        assert served.get(Cookie="who=ann").status == 429
        assert served.get(Cookie="who=bob").status == 200
        assert served.get("/_nicegui/x.js", Cookie="who=ann").status == 200
    assert asked == [("ann", "127.0.0.1"), ("bob", "127.0.0.1")]


def shake_hands(served: Served, line: socket.socket, *lines: str) -> str:
    upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
    line.sendall(served.head("/_nicegui_ws/socket.io/", *upgrade, key, *lines).encode())
    found = b""
    while b"\r\n" not in found:
        piece = line.recv(1)
        if not piece:
            break
        found += piece
    return found.decode()


def frame(text: str) -> bytes:
    body = text.encode()
    return bytes((0x81, 0x80 | len(body), 0, 0, 0, 0)) + body


def test_sockets_have_a_number() -> None:
    limits = Limits(pages_per_visitor=1, sockets_per_address=4)
    with serving(limits, visitor_of=lambda cookies: cookies.get("who", "")) as served:
        lines = []

        def try_one(who: str, source: str = "127.0.0.1") -> bool:
            lines.append(served.open(source))
            return " 101 " in shake_hands(served, lines[-1], f"Cookie: who={who}")

        assert [try_one("ann") for _ in range(3)] == [True, True, False]  # two: an old page closes when a new one opens
        assert [try_one("") for _ in range(3)] == [True, True, False]
        assert try_one("bob", OTHER)
        lines[0].close()
        until(lambda: try_one("ann"))
        assert served.connections.count <= len(lines)
        for line in lines:
            line.close()


def test_sockets_of_other_sites_are_refused() -> None:
    with serving(Limits()) as served, served.open() as line:
        assert " 403 " in shake_hands(served, line, "Origin: http://evil.example")
    assert served.site.asked == []


def test_messages_that_come_too_fast_wait_and_none_is_lost() -> None:
    with serving(Limits(messages_burst=5, messages_per_second=100.0)) as served, served.open() as line:
        assert " 101 " in shake_hands(served, line)
        began = time.monotonic()
        line.sendall(b"".join(frame(str(i)) for i in range(50)))
        until(lambda: len(served.site.heard) == 50)
        assert time.monotonic() - began > 0.4  # 45 of them at 100 per second
        assert served.site.heard == [str(i) for i in range(50)]


# --- strangers --------------------------------------------------------------------------------------------------------

SECRET = "open sesame, please"


def locked(limits: Limits | None = None) -> tuple[Limits, Entry]:
    limits = limits or Limits()
    return limits, Entry(SECRET, "key", 8123, limits)


def test_strangers_get_nothing() -> None:
    limits, entry = locked()
    with serving(limits, entry=entry) as served:
        for path in (
            "/",
            "/play/x",
            "/mulligan/style.css",
            "/_nicegui/x.js",
            "/_nicegui_ws/socket.io/?EIO=4",
            "/enter",
        ):
            assert served.get(path).status == 401
            assert served.get(path, Cookie=f"{entry.cookie}=wrong").status == 401
        with served.open() as line:
            assert " 403 " in shake_hands(served, line)
        assert served.ask(
            f"POST /x HTTP/1.1\r\nHost: {served.host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        ).startswith("HTTP/1.1 401 ")
        assert served.site.asked == []


def test_the_link_gives_a_cookie_and_leads_to_a_clean_address() -> None:
    limits, entry = locked()
    with serving(limits, entry=entry) as served:
        answer = served.ask(served.head("/play/x?token=open%20sesame%2C%20please", "Connection: close"))
        assert answer.startswith("HTTP/1.1 200 ") and "url=/play/x" in answer and "sesame" not in answer
        cookie = next(row for row in answer.split("\r\n") if row.lower().startswith("set-cookie: "))
        assert all(word in cookie for word in ("HttpOnly", "SameSite=Strict", "Path=/"))
        pair = cookie.partition(": ")[2].partition(";")[0]
        assert served.site.asked == []
        assert served.get("/play/x", Cookie=f"other=1; {pair}").status == 200
        with served.open() as line:
            assert " 101 " in shake_hands(served, line, f"Cookie: {pair}")
        again = served.ask(served.head("//evil.example/?token=wrong", f"Cookie: {pair}", "Connection: close"))
        assert "url=/evil.example" in again and "token" not in again
        other = Entry(SECRET, "another key", 8123, limits)
        assert not other.admits({entry.cookie: pair.partition("=")[2]})
        assert not Entry("another secret", "key", 8123, limits).admits({entry.cookie: pair.partition("=")[2]})


def test_the_form_gives_a_cookie() -> None:
    limits, entry = locked()
    with serving(limits, entry=entry) as served:

        def send(password: str, *lines: str) -> str:
            body = f"password={password}"
            head = ("POST /enter HTTP/1.1", f"Host: {served.host}", f"Content-Length: {len(body)}", *lines)
            return served.ask("\r\n".join((*head, "Connection: close", "", body)))

        assert "That is not the password" in send("open+sesame")
        assert "set-cookie" in send("open+sesame%2C+please", f"Origin: http://{served.host}").lower()
        assert send("open+sesame%2C+please", "Origin: http://evil.example").startswith("HTTP/1.1 403 ")


def test_secrets_are_not_guessed_at_for_long() -> None:
    limits, entry = locked(Limits(tries_burst=3, tries_per_second=0.001))
    with serving(limits, entry=entry) as served:
        assert [served.get(f"/?token={i}").status for i in range(5)] == [401, 401, 401, 429, 429]
        right = "/?token=open%20sesame%2C%20please"
        assert served.get(right).status == 429
        assert [served.get(right, source=OTHER).status for _ in range(9)] == [200] * 9


def test_a_door_of_its_own_for_every_server() -> None:
    one, other = door_of(Limits()), door_of(Limits(head=5))
    assert issubclass(one, Door) and one.connections_of_all is not other.connections_of_all
    assert (one.limits.head, other.limits.head) == (Limits().head, 5)


def test_one_address_that_guesses_keeps_nobody_else_out() -> None:
    entry = Entry(SECRET, "key", 8123, Limits())
    waits = [entry.wait("192.0.2.1") for _ in range(1000)]
    assert waits[0] == 0 < waits[-1]
    assert entry.wait("192.0.2.2") == 0


@pytest.mark.parametrize(("pages", "left"), [(0, 0), (3, 3), (4, 4), (5, 4), (9, 4)])
def test_pages_make_room_only_where_there_are_too_many(monkeypatch: pytest.MonkeyPatch, pages: int, left: int) -> None:
    class Page:
        has_socket_connection, ip, created = False, "192.0.2.1", 0.0

        def __init__(self, number: int) -> None:
            self.number = number

        def delete(self) -> None:
            del instances[self.number]

    instances = {number: Page(number) for number in range(pages)}
    monkeypatch.setattr(counting, "Client", SimpleNamespace(instances=instances))
    assert room_in(Limits(unopened=5))("", network_of("192.0.2.1")) == ""
    assert len(instances) == left


def test_an_origin_that_is_none_is_refused_and_no_fault() -> None:
    assert guarding._place_of("http://[") == "" and guarding._place_of("http://Here:80") == "here:80"
