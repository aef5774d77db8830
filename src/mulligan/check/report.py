"""What a check found: clauses, counterexamples, and the report that prints them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Counterexample:
    """Where a clause does not hold: a deal, the moves that lead there, the position, and what is wrong with it.

    `Position.deal(game, setup, seed)` and then `play(move, seed)` for each of the moves leads to the position.
    """

    problem: str
    setup: str = ""
    seed: int | None = None
    moves: tuple[str, ...] = ()
    position: str = ""

    def __str__(self) -> str:
        lines = [self.problem]
        if self.seed is not None:
            moves = ", ".join(f"'{move}'" for move in self.moves)
            where = f"after {moves}" if moves else "before the first move"
            lines = [f"setup {self.setup}, seed {self.seed}, {where}:", self.position, *lines]
        return "\n".join(line for line in lines if line)


@dataclass(frozen=True)
class Clause:
    """One clause of the contract and how it fared."""

    name: str
    states: str
    passed: bool
    tried: int
    counterexample: Counterexample | None = None
    detail: str = ""
    """What was tried, where the number of positions alone does not tell."""


@dataclass(frozen=True)
class Report:
    """All clauses of a check; `str(report)` is the text for people."""

    subject: str
    clauses: tuple[Clause, ...]

    @property
    def passed(self) -> bool:
        """Whether every clause holds."""
        return all(clause.passed for clause in self.clauses)

    @property
    def failed(self) -> list[str]:
        """The names of the clauses that do not hold."""
        return [clause.name for clause in self.clauses if not clause.passed]

    def clause(self, name: str) -> Clause:
        """A clause by its name."""
        return next(clause for clause in self.clauses if clause.name == name)

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON knows it."""
        return {"subject": self.subject, "passed": self.passed, "clauses": [asdict(clause) for clause in self.clauses]}

    def in_a_line(self) -> str:
        """What was tried, and how often."""
        most = max((clause.tried for clause in self.clauses), default=0)
        return f"{self.subject}: {', '.join(clause.name for clause in self.clauses if clause.tried)} ({most} times)"

    def __str__(self) -> str:
        width = max((len(clause.name) for clause in self.clauses), default=0)
        tried = [clause for clause in self.clauses if clause.tried or not clause.passed]
        lines = [f"{self.subject}: {sum(clause.passed for clause in tried)} of {len(tried)} clauses hold"]
        if len(tried) < len(self.clauses):
            lines[0] += f"; {len(self.clauses) - len(tried)} found nothing to try"
        for clause in self.clauses:
            mark = "FAIL" if not clause.passed else "ok  " if clause.tried else "--  "
            detail = f" ({clause.detail})" if clause.detail else ""
            lines.append(f"  {mark}  {clause.name:{width}}  {clause.tried:5}  {clause.states}{detail}")
            if clause.counterexample:
                lines += [" " * (width + 17) + line for line in str(clause.counterexample).splitlines()]
        return "\n".join(lines)
