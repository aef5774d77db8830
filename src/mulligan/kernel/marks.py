"""The marks of compiled functions: what they are, and what a type checker takes them for.

Numba finds the types of a compiled function from the arguments that it meets.  A type checker should leave such
functions out, and nothing else that stands beside them: it does so for whatever bears `typing.no_type_check`, by
whatever name that was imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import no_type_check as compiled
    from typing import no_type_check as entry
    from typing import no_type_check as hurried
    from typing import no_type_check as inlined
else:
    from .compiling import compiled, entry, hurried, inlined

__all__ = ["compiled", "entry", "hurried", "inlined"]
