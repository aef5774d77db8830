"""A real server: what its addresses give, what it keeps to itself, and how it ends what nobody looks at."""

from __future__ import annotations

import http.client
import re
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest

from mulligan.core.errors import UsageError
from mulligan.web.entry import Entry, password_in
from mulligan.web.limits import Limits
from mulligan.web.server import greeting

from ..helpers import web_help
from ..helpers.web_help import Visitor

pytest.importorskip("nicegui")
PASSWORD = "open sesame, please"
looked_at = pytest.mark.skipif(web_help.chromium() is None, reason="there is no Chromium on this computer")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with web_help.server(folder / "saves") as found:
        yield found


@pytest.fixture(scope="module")
def locked(folder: Path) -> Iterator[str]:
    file = folder / "password"
    file.touch(0o600)
    file.write_text(PASSWORD + "\n")
    with web_help.server(folder / "locked", file) as found:
        yield found


@pytest.fixture(scope="module")
def chrome() -> Iterator[Any]:
    pytest.importorskip("playwright.sync_api")
    with web_help.browser() as running:
        yield running


def get(address: str, path: str, **headers: str) -> tuple[http.client.HTTPResponse, str]:
    place = urlsplit(address)
    with closing(http.client.HTTPConnection(str(place.hostname), place.port, 120)) as line:
        line.request("GET", path, headers={key.replace("_", "-"): value for key, value in headers.items()})
        answer = line.getresponse()
        return answer, answer.read().decode()


# --- files of its own -------------------------------------------------------------------------------------------------


def test_styles_and_scripts_are_kept_for_good_under_an_address_of_their_contents(address: str) -> None:
    _, page = get(address, "/replays")
    places = re.findall(r'(?:href|src)="(/mulligan/[^"]+)"', page)
    assert {place.partition("?")[0] for place in places} == {
        *("/mulligan/style.css", "/mulligan/board.css", "/mulligan/study.css"),
        *("/mulligan/table.js", "/mulligan/assemble.js", "/mulligan/drag.js", "/mulligan/motion.js"),
        "/mulligan/study.js",
    }
    for place in places:
        answer, text = get(address, place)
        assert answer.status == 200 and text
        assert "immutable" in str(answer.getheader("cache-control"))
        old = get(address, place.partition("=")[0] + "=0123456789abcdef")[0]
        assert old.getheader("cache-control") == "no-cache"


@pytest.mark.parametrize("key", ["name", "kind", "v", "asset"])
def test_no_address_reads_other_files(address: str, folder: Path, key: str) -> None:
    right = get(address, "/mulligan/style.css")[1]
    secret = folder / "saves" / ".secret"
    assert secret.exists()
    for wanted in (str(secret), "../cli/serve.py", "server.py", "/etc/passwd"):
        answer, text = get(address, f"/mulligan/style.css?{key}={quote(wanted)}")
        assert (text, answer.getheader("content-type")) == (right, "text/css; charset=utf-8")
    for path in ("/mulligan/server.py", "/mulligan/../cli/serve.py", "/mulligan/%2e%2e/cli/serve.py", "/mulligan/"):
        assert get(address, path)[0].status == 404


# --- statuses, origins ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/play/x", "/analysis/x", "/replays/x", "/analysis/saved/x", "/replays/saved/x", "/x"]
)
def test_what_is_not_there_has_the_status_404(address: str, path: str) -> None:
    assert get(address, path)[0].status == 404


def test_pages_are_there(address: str) -> None:
    for path in ("/", "/replays", "/analysis", "/experiments"):
        assert get(address, path)[0].status == 200


def test_other_sites_are_told_nothing(address: str) -> None:
    polling = "/_nicegui_ws/socket.io/?EIO=4&transport=polling"
    refused, text = get(address, polling, Origin="http://evil.example")
    assert refused.status == 403 and "sid" not in text
    assert refused.getheader("access-control-allow-origin") is None
    own, text = get(address, polling, Origin=address)
    assert own.status == 200 and "sid" in text
    assert own.getheader("access-control-allow-origin") is None


# --- pages ------------------------------------------------------------------------------------------------------------


def test_pages_that_no_browser_opens_are_few(folder: Path) -> None:
    with web_help.server(folder / "few", unopened=1, pages=4) as address:
        for _ in range(3):
            assert [get(address, "/replays")[0].status for _ in range(2)] == [200, 200]  # older ones were deleted
            time.sleep(1.1)  # those in the making are left alone


def test_too_many_pages_are_refused(folder: Path) -> None:
    with web_help.server(folder / "none", pages=0) as address:
        answer, text = get(address, "/replays")
        assert answer.status == 429 and "as many open pages as it can have" in text
        assert get(address, "/mulligan/style.css")[0].status == 200


@looked_at
def test_one_visitor_has_so_many_pages(folder: Path, chrome: Any) -> None:
    with web_help.server(folder / "two", pages_per_visitor=2) as address:
        ann, bob = Visitor(chrome, address), Visitor(chrome, address)
        ann.go("/replays")
        second = ann.context.new_page()
        second.goto(address + "/analysis")
        third = ann.context.new_page()
        for _ in range(100):
            answer = third.goto(address + "/analysis")
            if answer.status == 429:
                break
            third.goto("about:blank")
            third.wait_for_timeout(100)
        assert answer.status == 429 and "you have 2 pages open" in third.content()
        bob.go("/replays")
        second.close()
        for _ in range(100):
            answer = third.goto(address + "/analysis")
            if answer.status == 200:
                break
            third.wait_for_timeout(100)
        assert answer.status == 200
        ann.close()
        bob.close()


# --- what a page does not tell ----------------------------------------------------------------------------------------


@looked_at
def test_the_seed_is_nowhere_while_the_game_goes_on(address: str, folder: Path, chrome: Any) -> None:
    ann = Visitor(chrome, address)
    page, heard = ann.page, []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    ann.deal("guess", agent="uniform")
    assert ann.my_move()
    page.get_by_label("Settings of this game").click()
    page.get_by_text("told when the game has ended").wait_for()
    page.keyboard.press("Escape")
    page.wait_for_selector(".q-dialog", state="detached")
    page.get_by_role("button", name="Save").click()
    name = page.get_by_label("Name").input_value()
    page.locator(".q-dialog").get_by_role("button", name="Save").click()
    page.get_by_text("Kept as").wait_for()
    page.wait_for_selector(".q-dialog", state="detached")
    (file,) = (folder / "saves").rglob(f"{name}.game")
    seed = re.search(r"^seed: (.+)$", file.read_text(), re.M)
    assert seed is not None and len(seed[1]) >= 32
    assert heard and not [text for text in (*heard, *ann.requests, page.content(), name) if seed[1] in text]
    page.get_by_role("button", name="Save").click()
    page.locator(".q-dialog").get_by_role("button", name="Download").click()
    page.get_by_text("The game will be marked as open").wait_for()
    assert not [text for text in heard if seed[1] in text]
    with page.expect_download() as sent:
        page.get_by_role("button", name="Download it").click()
    text = Path(sent.value.path()).read_text()
    assert seed[1] in text and "# the opponent's thoughts were open" in text
    page.wait_for_function("document.querySelector('.m-say').innerText.includes('open game')")
    ann.close()


# --- strangers --------------------------------------------------------------------------------------------------------


def test_a_locked_server_tells_strangers_nothing(locked: str) -> None:
    polling = "/_nicegui_ws/socket.io/?EIO=4&transport=polling"
    for path in ("/", "/play/x", "/mulligan/style.css", "/favicon.ico", polling):
        answer, text = get(locked, path)
        assert answer.status == 401 and "nicegui" not in text.lower() and "sid" not in text


@looked_at
def test_a_locked_server_lets_in_who_knows_its_password(locked: str, chrome: Any) -> None:
    ann = Visitor(chrome, locked)
    ann.page.goto(f"{locked}/")
    ann.page.get_by_label("Password").fill("wrong")
    ann.page.get_by_role("button", name="Enter").click()
    ann.page.get_by_text("That is not the password.").wait_for()
    ann.page.get_by_label("Password").fill(PASSWORD)
    ann.page.get_by_role("button", name="Enter").click()
    ann.page.wait_for_selector("#m-main")
    assert ann.page.url == f"{locked}/"
    ann.deal("nim", agent="uniform", seed="5")
    assert ann.my_move()
    ann.close()
    bob = Visitor(chrome, locked)
    bob.page.goto(f"{locked}/replays?token={quote(PASSWORD)}")
    bob.page.wait_for_selector("#m-main")
    assert bob.page.url == f"{locked}/replays"
    assert bob.errors == []
    (cookie,) = [one for one in bob.context.cookies() if "entry" in one["name"]]
    assert cookie["httpOnly"] and cookie["sameSite"] == "Strict" and PASSWORD not in cookie["value"]
    bob.close()


def test_password_files(tmp_path: Path) -> None:
    file = tmp_path / "password"
    with pytest.raises(UsageError, match="No such file"):
        password_in(file)
    file.touch(0o600)
    for text in ("", "short", "two lines\nof a password", "x" * 201, "\0" * 20):
        file.write_text(text)
        with pytest.raises(UsageError, match="one line of 12 to 200 characters"):
            password_in(file)
    file.write_bytes(b"\xff" * 20)
    with pytest.raises(UsageError, match="not a text"):
        password_in(file)
    file.write_text(PASSWORD + "\n")
    assert password_in(file) == PASSWORD
    file.chmod(0o644)
    with pytest.raises(UsageError, match="chmod 600"):
        password_in(file)


def test_what_is_said_when_it_begins() -> None:
    assert greeting("127.0.0.1", 8123, (), "", False).count("\n") == 0
    said = greeting("192.0.2.7", 8123, (), "t0ken", True)
    assert "http://192.0.2.7:8123/?token=t0ken" in said and "its address only" in said and "not encrypted" in said
    said = greeting("0.0.0.0", 8123, ("cards.example",), "", True)
    assert "http://cards.example:8123/" in said and "asks for the password" in said and "cards.example only" in said
    assert "http://[2001:db8::1]:80/" in greeting("2001:db8::1", 80, (), "x", True)


def test_wrong_secrets_are_counted_for_all_addresses_together() -> None:
    entry = Entry(PASSWORD, "key", 1, Limits(tries_burst=2, tries_per_second=0.001))
    waits = [entry.wait(f"192.0.2.{i}") for i in range(30)]
    assert waits[:20] == [0.0] * 20 and min(waits[20:]) > 0
