"""How effects become programs: lists of instructions of six numbers."""

from __future__ import annotations

from . import vocabulary as v
from .effects import Effect

Row = tuple[int, int, int, int, int, int]


class Code:
    """Instructions, and the filters that they name by number.

    >>> from .effects import read_effects
    >>> code = Code()
    >>> code.add(read_effects("damage 40, heal self dealt"))
    1
    >>> code.rows[1][:3], code.rows[2][:3], code.rows[3][0]
    ((1, 40, 0), (2, 0, -2), 0)
    """

    def __init__(self) -> None:
        self.rows: list[Row] = [(v.STOP, 0, 0, 0, 0, 0)]
        self.filters: list[str] = []

    def filter(self, text: str) -> int:
        """The number of a filter."""
        if text not in self.filters:
            self.filters.append(text)
        return self.filters.index(text)

    def add(self, effects: tuple[Effect, ...], attack: int = 0) -> int:
        """Append the program of some effects; where it begins, or 0 if there are none.  `attack` is its number."""
        if not effects:
            return 0
        start = len(self.rows)
        self._list(effects, attack)
        self._put(v.STOP)
        return start

    def _put(self, word: int, *args: int) -> int:
        a, b, c, d, e = (*args, 0, 0, 0, 0, 0)[:5]
        self.rows.append((word, a, b, c, d, e))
        return len(self.rows) - 1

    def _goes_here(self, row: int, place: int = 0) -> None:
        """Let an instruction that was written before lead to the one that comes next."""
        changed = list(self.rows[row])
        changed[1 + place] = len(self.rows)
        word, a, b, c, d, e = changed
        self.rows[row] = (word, a, b, c, d, e)

    def _list(self, effects: tuple[Effect, ...], attack: int) -> None:
        for effect in effects:
            if effect.word == v.FLIP:
                self._flip(effect, attack)
            elif effect.word == v.CHOOSE:
                self._two_ways(effect, self._put(v.CHOOSE), 0, attack)
            elif effect.word == v.UNLESS:
                chosen = self.filter(str(effect.args[0]))
                self._two_ways(effect, self._put(v.UNLESS, v.IF_HELD, 0, chosen), 1, attack)
            elif effect.word == v.SWITCH and effect.parts:
                self._two_ways(effect, self._put(v.SWITCH, *(int(arg) for arg in effect.args)), 1, attack)
            else:
                args = [self.filter(arg) if isinstance(arg, str) else arg for arg in effect.args]
                if effect.word == v.MARK and args[1] == v.LOCK and args[3] != v.EVERY:
                    args[3] = attack
                self._put(effect.word, *args)

    def _flip(self, effect: Effect, attack: int) -> None:
        self._put(v.FLIP, *(int(arg) for arg in effect.args))
        if effect.how == "per_head":
            loop = self._put(v.EACH_HEAD)
            self._list(effect.parts[0], attack)
            self._put(v.JUMP, loop)
            self._goes_here(loop)
        else:
            test = {"heads": v.IF_HEADS, "tails": v.IF_TAILS, "all_heads": v.IF_ALL_HEADS}[effect.how]
            self._two_ways(effect, self._put(v.UNLESS, test), 1, attack)

    def _two_ways(self, effect: Effect, fork: int, place: int, attack: int) -> None:
        """The first part, and after it perhaps a second, to which argument `place` of the fork leads."""
        self._list(effect.parts[0], attack)
        if len(effect.parts) == 1:
            self._goes_here(fork, place)
            return
        jump = self._put(v.JUMP)
        self._goes_here(fork, place)
        self._list(effect.parts[1], attack)
        self._goes_here(jump)
