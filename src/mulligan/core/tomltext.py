"""TOML that people wrote: a table, or one line that says what is wrong with it."""

from __future__ import annotations

import tomllib
from typing import Any

from .errors import UsageError


def read_toml(text: str, place: str) -> dict[str, Any]:
    """The table that a text holds; `place` begins the message about one that holds none.

    >>> read_toml("lands = 17", "my.toml")
    {'lands': 17}
    >>> read_toml(f"lands = {'1' * 5000}", "my.toml")
    Traceback (most recent call last):
    mulligan.core.errors.UsageError: my.toml: a number has too many digits
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{place}: {error}") from None
    except RecursionError:
        raise UsageError(f"{place}: its brackets are nested too deeply") from None
    except ValueError:  # what Python says of a number that it will not read
        raise UsageError(f"{place}: a number has too many digits") from None
