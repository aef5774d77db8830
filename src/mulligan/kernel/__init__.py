"""Compiled Python: marks, records, random streams, bit sets, caching and warm-up.  Knows no game."""

from .bits import lowest, pick, size
from .codecache import cache_directory, keeps_code
from .compiling import interpret, is_compiled
from .fingerprint import Unseen, fingerprint
from .marks import compiled, entry, hurried, inlined
from .records import as_dict, floats, integers, pack, plain, record, records
from .streams import Stream, below, draw, fork, restart, seed_of, seeds_of, shuffle_part, stream, uniform

__all__ = [
    "Stream",
    "Unseen",
    "as_dict",
    "below",
    "cache_directory",
    "compiled",
    "draw",
    "entry",
    "fingerprint",
    "floats",
    "fork",
    "hurried",
    "inlined",
    "integers",
    "interpret",
    "is_compiled",
    "keeps_code",
    "lowest",
    "pack",
    "pick",
    "plain",
    "record",
    "records",
    "restart",
    "seed_of",
    "seeds_of",
    "shuffle_part",
    "size",
    "stream",
    "uniform",
]
