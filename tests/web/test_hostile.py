"""The hostile clients of the benchmarks: whom they attack, and that they find what is wrong."""

from __future__ import annotations

import importlib.util
import time
from pathlib import Path
from typing import Any

import pytest

from ..helpers import web_help

pytest.importorskip("nicegui")
FILE = Path(__file__).parents[2] / "benchmarks" / "hostile.py"


@pytest.fixture(scope="module")
def hostile() -> Any:
    spec = importlib.util.spec_from_file_location("hostile_clients", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "url",
    [
        "http://192.0.2.1:8123",
        "http://example.org:80",
        "http://localhost.example.org:80",
        "https://127.0.0.1:443",
        "http://127.0.0.1",
        "http://0.0.0.0:80",
        "http://[2001:db8::1]:80",
        "127.0.0.1:80",
        "",
    ],
)
def test_only_this_computer_is_attacked(hostile: Any, url: str) -> None:
    with pytest.raises(ValueError, match="only servers at a loopback address"):
        hostile.hostile(url, 1)


def quiet(**attack: Any) -> dict[str, Any]:
    return {
        "attack": attack,
        "visits": {"visits": 5, "failed": {}},
        "server": {"megabytes before": 100, "megabytes at most": 150},
    }


def test_faults_are_found(hostile: Any) -> None:
    good = {
        "quiet": quiet(),
        "header": quiet(**{"megabytes sent": 3.3}),
        "half-open": quiet(**{"still open": 0}),
        "flood": quiet(),
        "broken": quiet(**{"no host": {"answer": "403", "right": "403"}}),
    }
    assert hostile.faults_of(good) == []
    failed, none, grown = quiet(), quiet(), quiet()
    failed["visits"]["failed"] = {"TimeoutError: timed out": 2}
    none["visits"]["visits"] = 0
    grown["server"]["megabytes at most"] = 1_000
    for name, part, told in (
        ("flood", failed, "a visit failed: TimeoutError: timed out (2 times)"),
        ("flood", none, "nobody else was served"),
        ("flood", grown, "the server grew by 900 MB"),
        ("header", quiet(**{"megabytes sent": 60.0}), "it was read to the end"),
        ("half-open", quiet(**{"still open": 7}), "requests were left open"),
        (
            "broken",
            quiet(**{"no host": {"answer": "200", "right": "403"}}),
            "no host: answered with '200', not with 403",
        ),
    ):
        assert hostile.faults_of({**good, name: part}) == [f"{name}: {told}"]


def test_a_real_server_refuses_what_it_should(hostile: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with web_help.server(tmp_path / "saves", head_seconds=1.0) as address:
        place = hostile.checked(address)
        found = hostile.broken(place, 60.0)
        assert {what: got["answer"] for what, got in found.items()} == {
            what: got["right"] for what, got in found.items()
        }
        monkeypatch.setattr(hostile, "HALF_OPEN", 30)
        found = hostile.half_open(place, 60.0)
        assert (found["opened"] + found["refused"], found["still open"]) == (30, 0)
        found = hostile.header(place, 60.0)
        assert found["megabytes sent"] < 20 and found["answer"] == "HTTP/1.1 431"
        with hostile.Visits(place) as visits:
            while not visits.times and not visits.failed:
                time.sleep(0.01)
        assert visits.told()["visits"] and not visits.failed
