"""Files of networks: they come back whole, and whatever is wrong with one is told in one line."""

from __future__ import annotations

import io
import json
import pickle
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mulligan.core.errors import UsageError
from mulligan.core.outside import refuse_files
from mulligan.core.registry import find_game
from mulligan.nets import Network, find_net, read_net, write_net
from mulligan.nets.files import ARRAYS

from ..helpers.nets_help import drawn_arrays, drawn_net

LEDUC = find_game("leduc")


def members(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def rewrite(path: Path, **changed: bytes | None) -> None:
    found = {**members(path), **{name.replace("_DOT_", "."): data for name, data in changed.items()}}
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in found.items():
            if data is not None:
                archive.writestr(name, data)


def as_npy(array: Any) -> bytes:
    raw = io.BytesIO()
    np.save(raw, array)
    return raw.getvalue()


def test_what_is_written_is_read(tmp_path: Path) -> None:
    net = drawn_net(LEDUC)
    write_net(tmp_path / "folder" / "a.npz", net)
    found = read_net(tmp_path / "folder" / "a.npz")
    assert found.header() == net.header() and found.mark == net.mark
    assert all(np.array_equal(found.arrays[name], net.arrays[name]) for name in ARRAYS)
    write_net(tmp_path / "b.npz", found)
    assert (tmp_path / "b.npz").read_bytes() == (tmp_path / "folder" / "a.npz").read_bytes()
    assert [one.name for one in tmp_path.iterdir()] and not list(tmp_path.rglob("*.tmp"))


def test_the_mark_is_of_what_it_computes() -> None:
    one, same, other = (drawn_net(LEDUC, seed=seed) for seed in (1, 1, 2))
    assert one.mark == same.mark != other.mark
    assert Network(one.game, "other", one.features, one.kind, one.arrays, {"hours": 9}).mark == one.mark


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"header_DOT_json": b"{"}, "no file of a network"),
        ({"header_DOT_json": b"[]"}, "no table"),
        ({"header_DOT_json": None}, "a header and the arrays"),
        ({"evil_DOT_py": b""}, "more than it should"),
        ({"rows_DOT_npy": pickle.dumps([1])}, "no file of a network"),
        ({"rows_DOT_npy": as_npy(np.array([{"a": 1}], dtype=object))}, "no file of a network"),
        ({"rows_DOT_npy": as_npy(np.zeros((2, 3)))}, "float64, and should be of float32"),
        ({"rows_DOT_npy": as_npy(np.zeros((2, 999), np.float32))}, "too large"),
        ({"bias_DOT_npy": as_npy(np.full(5, np.nan, np.float32))}, "no number"),
        ({"bias_DOT_npy": as_npy(np.zeros(4, np.float32))}, "bias has the shape"),
        ({"bias_DOT_npy": as_npy(np.zeros(5, np.float32))}, "checksum"),
        ({"step_DOT_npy": as_npy(np.zeros(len(drawn_arrays(LEDUC)["step"]), np.int64))}, "steps should be"),
    ],
)
def test_whatever_is_wrong_is_told(tmp_path: Path, changed: dict[str, bytes | None], told: str) -> None:
    path = tmp_path / "a.npz"
    write_net(path, drawn_net(LEDUC))
    rewrite(path, **changed)
    with pytest.raises(UsageError, match=told):
        read_net(path)


def test_a_changed_header_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    write_net(path, drawn_net(LEDUC))
    header = json.loads(members(path)["header.json"])
    rewrite(path, header_DOT_json=json.dumps({**header, "history": {"hours": 1000}}).encode())
    with pytest.raises(UsageError, match="damaged or changed"):
        read_net(path)


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    write_net(path, drawn_net(LEDUC))
    found = members(path)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {**found, "rows.npy": bytes(100_000_000)}.items():
            archive.writestr(name, data)
    assert path.stat().st_size < 1_000_000
    with pytest.raises(UsageError, match="larger than"):
        read_net(path)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_damaged_file_is_told_or_harmless(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    path = tmp_path_factory.getbasetemp() / "damaged.npz"
    net = drawn_net(LEDUC)
    write_net(path, net)
    whole = bytearray(path.read_bytes())
    if data.draw(st.booleans()):
        whole = whole[: data.draw(st.integers(0, len(whole) - 1))]
    else:
        for _ in range(data.draw(st.integers(1, 4))):
            whole[data.draw(st.integers(0, len(whole) - 1))] ^= data.draw(st.integers(1, 255))
    path.write_bytes(bytes(whole))
    with suppress(UsageError):
        assert read_net(path).mark == net.mark  # what was damaged means nothing, such as a date


def test_others_name_no_files(tmp_path: Path) -> None:
    write_net(tmp_path / "a.npz", drawn_net(LEDUC))
    assert find_net(f"net:{tmp_path}/a.npz").mark == drawn_net(LEDUC).mark
    with refuse_files(), pytest.raises(UsageError, match="command line only"):
        find_net(f"net:{tmp_path}/a.npz")
