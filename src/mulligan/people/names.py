"""Names that people choose: of studies, which become files, and of themselves, which are shown."""

from __future__ import annotations

import re
import secrets
import unicodedata

from mulligan.core.errors import UsageError, quoted

LONGEST = 40  # characters of either
_STUDY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is taken for another


def study_name(name: str) -> str:
    """The name itself, if a study may be called so; it becomes the name of a file, and is never a path.

    >>> study_name("expert-2026")
    'expert-2026'
    >>> study_name("../x")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    mulligan.core.errors.UsageError: study '../x': a name has letters, digits, - and _, up to 40, ...
    """
    if len(name) > LONGEST or not _STUDY.fullmatch(name):
        rule = f"a name has letters, digits, - and _, up to {LONGEST}, and no mark comes first"
        raise UsageError(f"study {quoted(name, LONGEST)}: {rule}")
    return name


def person_name(name: str) -> str:
    """The name of a person as it is kept, of letters of any language; a random one for whoever gives none.

    No name begins with a mark: spreadsheets take some of them for the beginning of a formula.

    >>> person_name("  Ann   of Nim "), person_name("").startswith("guest-")
    ('Ann of Nim', True)
    >>> person_name("=1+1")
    Traceback (most recent call last):
    mulligan.core.errors.UsageError: '=1+1': a name begins with a letter or a digit, and has up to 40 that can be seen
    """
    if len(name) <= 10 * LONGEST:
        name = " ".join(unicodedata.normalize("NFC", name).split())
        if not name:
            return "guest-" + "".join(secrets.choice(_LETTERS) for _ in range(6))
        if len(name) <= LONGEST and name.isprintable() and name[0].isalnum():
            return name
    raise UsageError(
        f"{quoted(name, LONGEST)}: a name begins with a letter or a digit, and has up to {LONGEST} that can be seen"
    )
