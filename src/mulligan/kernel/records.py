"""States and nodes: one named layout, held either as packed records or as ordinary Python objects.

Compiled code works on numpy structured arrays.  Interpreted code works on objects with the same field names whose
arrays are nested lists, which Python handles thirty times faster than numpy scalars.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np


def record(**fields: Any) -> np.dtype[Any]:
    """A record layout: each field is `"i8"` or another layout, or one of these with a shape, as in `("i8", 2)`.

    >>> record(life=("i8", 2), turn="i8").names
    ('life', 'turn')
    """
    parts: list[Any] = []
    for name, kind in fields.items():
        parts.append((name, *kind) if isinstance(kind, tuple) else (name, kind))
    return np.dtype(parts, align=True)


def records(layout: np.dtype[Any], count: int, *, packed: bool = True) -> Any:
    """`count` zeroed records, packed for compiled code or as objects for interpreted code.

    >>> pile = records(record(cards=("i8", 3)), 2, packed=False)
    >>> pile[0].cards[1] = 5
    >>> pile[1] = pile[0]
    >>> pile[1].cards
    [0, 5, 0]
    """
    if packed:
        return np.zeros(count, layout)
    kind = plain_class(layout)
    return Slots(kind() for _ in range(count))


def integers(count: int, *, packed: bool = True) -> Any:
    """A buffer of `count` zeroed whole numbers for moves and paths."""
    return np.zeros(count, np.int64) if packed else [0] * count


def floats(count: int, *, packed: bool = True) -> Any:
    """A buffer of `count` zeroed real numbers."""
    return np.zeros(count, np.float64) if packed else [0.0] * count


class Slots(list[Any]):
    """A list of records with numpy's meaning of assignment: `slots[1] = slots[0]` copies the contents."""

    def __setitem__(self, index: Any, value: Any) -> None:
        self[index].assign(value)


def _zeros(layout: np.dtype[Any], shape: Sequence[int]) -> Any:
    if shape:
        row = Slots if layout.names and len(shape) == 1 else list
        return row(_zeros(layout, shape[1:]) for _ in range(shape[0]))
    if layout.names:
        return plain_class(layout)()
    return 0.0 if layout.kind == "f" else 0


def _copy_into(target: list[Any], source: list[Any]) -> None:
    if target and isinstance(target[0], list):
        for inner, other in zip(target, source, strict=True):
            _copy_into(inner, other)
    elif target and hasattr(target[0], "assign"):
        for inner, other in zip(target, source, strict=True):
            inner.assign(other)
    else:
        target[:] = source


@cache
def plain_class(layout: np.dtype[Any]) -> type[Any]:
    """The class of ordinary objects with the fields of `layout`."""
    assert layout.fields is not None and layout.names is not None
    names = layout.names
    kinds = {name: layout.fields[name][0] for name in names}

    class Plain:
        __slots__ = names
        layout: Any

        def __init__(self) -> None:
            for name, kind in kinds.items():
                setattr(self, name, _zeros(kind.base, kind.shape))

        def __getitem__(self, name: str) -> Any:
            return getattr(self, name)

        def assign(self, other: Any) -> None:
            for name in names:
                value = getattr(other, name)
                if isinstance(value, list):
                    _copy_into(getattr(self, name), value)
                elif hasattr(value, "assign"):
                    getattr(self, name).assign(value)
                else:
                    setattr(self, name, value)

        def __repr__(self) -> str:
            return "(" + ", ".join(f"{name}={getattr(self, name)!r}" for name in names) + ")"

    Plain.layout = layout
    return Plain


def plain(item: Any) -> Any:
    """A packed record as an ordinary object."""
    made = object.__new__(plain_class(item.dtype))
    for name in item.dtype.names:
        setattr(made, name, _plain_value(item[name]))
    return made


def _plain_value(value: Any) -> Any:
    if not getattr(getattr(value, "dtype", None), "names", None):
        return value.tolist() if hasattr(value, "tolist") else value
    if not value.shape:
        return plain(value)
    row = Slots if len(value.shape) == 1 else list
    return row(_plain_value(part) for part in value)


def pack(items: Any) -> Any:
    """Ordinary objects as packed records.

    >>> pack(records(record(life=("i8", 2)), 1, packed=False))["life"].tolist()
    [[0, 0]]
    """
    layout = items[0].layout
    made = np.zeros(len(items), layout)
    for row, item in zip(made, items, strict=True):
        for name in layout.names:
            row[name] = _packed_value(getattr(item, name))
    return made


def _packed_value(value: Any) -> Any:
    if isinstance(value, list):
        return [_packed_value(part) for part in value]
    return tuple(_packed_value(getattr(value, name)) for name in value.__slots__) if hasattr(value, "assign") else value


def as_dict(item: Any) -> dict[str, Any]:
    """The fields of a record of either kind, as ordinary values.

    >>> as_dict(np.zeros(1, record(life=("i8", 2)))[0])
    {'life': [0, 0]}
    """
    if hasattr(item, "dtype"):
        item = plain(item)
    return {name: _dict_value(getattr(item, name)) for name in item.__slots__}


def _dict_value(value: Any) -> Any:
    if isinstance(value, list):
        return [_dict_value(part) for part in value]
    return as_dict(value) if hasattr(value, "assign") else value
