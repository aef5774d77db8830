"""The little grammar that names players and setups: `name:key=value,flag`, read and printed without loss."""

from __future__ import annotations

from .errors import UsageError, quoted

DEEPEST = 20  # parentheses within parentheses
LONGEST = 20_000  # characters of a name with all its words


def split_words(text: str, what: str = "text") -> tuple[str, dict[str, str]]:
    """The name and the words after it; a flag is a word with an empty value.

    >>> split_words("ensemble:trees=40,binary")
    ('ensemble', {'trees': '40', 'binary': ''})
    >>> split_words("cowling2012/BA")
    ('cowling2012/BA', {})
    >>> split_words("staged:attack=expert,cards=(ensemble:trees=4,sims=9)")
    ('staged', {'attack': 'expert', 'cards': 'ensemble:trees=4,sims=9'})
    """
    if len(text) > LONGEST:
        raise UsageError(f"{what} {quoted(text)}: longer than a name can be ({LONGEST:,} characters)")
    name, colon, rest = text.strip().partition(":")
    words: dict[str, str] = {}
    if colon and not rest.strip():
        raise UsageError(f"{what} {quoted(text)}: nothing stands after the colon")
    for word in _at_commas(rest, text, what) if rest else []:
        key, _, value = (part.strip() for part in word.partition("="))
        if _wrapped(value):
            value = value[1:-1]
        if not key:
            raise UsageError(f"{what} {quoted(text)}: an empty word; expected {name[:40]}:key=value,flag")
        if key in words:
            raise UsageError(f"{what} {quoted(text)}: {quoted(key)} is given twice")
        words[key] = value
    return name.strip(), words


def join_words(name: str, words: dict[str, str]) -> str:
    """The inverse of `split_words`.

    >>> join_words("ensemble", {"trees": "40", "binary": ""})
    'ensemble:trees=40,binary'
    """
    shown = {key: f"({value})" if "," in value or _wrapped(value) else value for key, value in words.items()}
    listed = ",".join(f"{key}={value}" if value else key for key, value in shown.items())
    return f"{name}:{listed}" if listed else name


def _wrapped(value: str) -> bool:
    """Whether one pair of parentheses holds the whole value."""
    depth = 0
    for i, letter in enumerate(value):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth == 0 and i < len(value) - 1:
            return False
    return value.startswith("(") and value.endswith(")")


def _at_commas(rest: str, text: str, what: str) -> list[str]:
    """Split at the commas outside parentheses."""
    cuts, depth = [-1], 0
    for i, letter in enumerate(rest):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth > DEEPEST:
            raise UsageError(f"{what} {quoted(text)}: parentheses may be {DEEPEST} deep at most")
        if depth < 0:
            break
        if letter == "," and depth == 0:
            cuts.append(i)
    if depth != 0:
        raise UsageError(f"{what} {quoted(text)}: unbalanced parentheses")
    return [rest[start + 1 : end] for start, end in zip(cuts, [*cuts[1:], len(rest)])]
