"""A small made-up paper with every kind of section that a report can have."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mulligan.papers.findings import Claim, Effect, Figure, Findings, Joint, Row, Section, Verdict


def rate(value: float, games: int = 400) -> Figure:
    """A rate with the plain interval of so many games."""
    half = round(1.96 * math.sqrt(value * (1 - value) / games), 4)
    return Figure(value, round(value - half, 4), round(value + half, 4), games)


def row(label: str, place: Mapping[str, str], ours: Figure | None, paper: Figure | None = None, **other: Any) -> Row:
    """A cell of which half the games were won, and its command."""
    count = ours.games or 0 if ours else 0
    wins = round(count * ours.value) if ours and ours.value <= 1 else count // 2
    verdict: Verdict = "not played" if ours is None else "no figure" if paper is None else "agrees"
    given: dict[str, Any] = {
        "players": ("search", "expert"),
        "setup": "standard",
        "verdict": verdict,
        "goal": 400,
        "pairs": count // 2,
        "wins": wins,
        "draws": 0,
        "losses": count - wins,
        "turns": 12.5 if count else None,
        "seconds": 0.25 * count,
        "seconds_per_decision": 0.0021 if count else None,
        "command": f"mulligan reproduce madeup2000 --cell '{label}'",
    }
    return Row(label, place, ours=ours, paper=paper, **given | other)


def curves() -> Section:
    """Lines in two panels, with controls and cells that are not as the others."""
    rows = []
    for trees, theirs in (("1", 0.31), ("10", 0.44), ("100", 0.56)):
        for rollouts in ("expert", "reduced"):
            for against in ("reduced", "expert"):
                value = round(
                    theirs + (0.02 if rollouts == "reduced" else -0.05) - (0.08 if against == "expert" else 0), 3
                )
                label = f"{trees}, {rollouts}, {against}"
                place = {"trees": trees, "rollouts": rollouts, "against": against}
                rows.append(row(label, place, rate(value), rate(theirs, 100)))
    rows[3] = row(rows[3].label, rows[3].place, None, rate(0.31, 100))
    rows[6] = row(
        rows[6].label,
        rows[6].place,
        rate(0.5, 100),
        rate(0.44, 100),
        verdict="too few games",
        note="the paper's 100 games allow no more",
    )
    rows[9] = row(rows[9].label, rows[9].place, rate(0.3), rate(0.56, 100), verdict="differs")
    rows.append(row("random v expert", {}, rate(0.05), control="random", players=("random", "expert")))
    rows.append(row("twice the search", {}, rate(0.55), control="doubling", players=("search:sims=20", "search")))
    return Section(
        name="table2",
        title="Table II and Fig. 6: how many trees",
        about="A search with `n` trees, *as in the paper*.",
        measure="rate",
        rows=tuple(rows),
        across=("rollouts", "against"),
        plot={"kind": "line", "x": "trees", "log": True, "line": True},
        claims=(
            Claim("more trees are better", "agrees", "56.0 against 31.0: +25.0 [+18.1, +31.9]"),
            Claim("Expert rollouts are worse", "too few games", "first: 44.0 against 46.0\nsecond: 30.0 | 41.0"),
        ),
        why="**The shape agrees.** Two cells differ:\n\n- `10` trees, as 3 < 4;\n- `100` trees.\n\nNobody knows why.",
        command="mulligan reproduce madeup2000 table2",
        margin=7,
        joint=(Joint("ours against the paper", 11, 30.25, 0.0014, 0.021, -0.004, 0.046, 7, 4),),
    )


def robin() -> Section:
    """A cross-table of three players, one pair of which has not met."""
    return Section(
        name="table3",
        title="Table III: round robin",
        about="Everybody against everybody.",
        measure="rate",
        rows=(
            row("A v B", {"player": "A", "against": "B"}, rate(0.6)),
            row("A v C", {"player": "A", "against": "C"}, rate(0.7)),
            row("B v C", {"player": "B", "against": "C"}, None),
        ),
        matrix=True,
        average=True,
        plot={"kind": "none", "x": "", "log": False, "line": True},
        claims=(Claim("A beats B", "agrees", "60.0 against 50.0: +10.0 [+5.2, +14.8]"),),
        command="mulligan reproduce madeup2000 table3",
    )


def times() -> Section:
    """Seconds, compared as multiples of a base."""
    found = (("BA", 0.004, 0.75), ("IL", 0.02, 9.81), ("BT", 0.001, 1.0))
    rows = tuple(
        row(
            f"{player}, expert",
            {"player": player, "against": "expert"},
            Figure(ours, games=100, spread=0.45),
            Figure(theirs, spread=0.7 if player == "IL" else None),
            goal=100,
            players=(player, "expert"),
            base=player == "BA",
            verdict="no figure" if player == "BA" else "differs",
        )
        for player, ours, theirs in found
    )
    plot = {"kind": "bars", "x": "player", "log": False, "line": False}
    return Section("table4", "Table IV: time", "Seconds.", "seconds per decision", rows, plot=plot)


def factorial() -> Section:
    """Two factors on and off, with an analysis of variance."""
    found = {"BT+MP": (0.52, 0.495), "BT": (0.49, 0.47), "MP": (0.5, 0.505), "BA": (0.44, 0.439)}
    rows = []
    for label, (ours, theirs) in found.items():
        place = {part: "+" if part in label else "-" for part in ("BT", "MP")}
        rows.append(row(label, place, rate(ours, 4000), rate(theirs, 10000)))
    return Section(
        name="table5",
        title="Table V: combinations",
        about="",
        measure="rate",
        rows=tuple(rows),
        plot={"kind": "bars", "x": "", "log": False, "line": True},
        effects=(Effect("BT", 3.5, 122.5, 1, 15.31, 0.00012), Effect("MP", -0.25, 4.5, 1, 0.56, 0.4544)),
        paper_effects={"BT": "+2.7, significant at 99 %", "BT:MP": "significant at 99 %"},
    )


def mixtures() -> Section:
    """Bars of two series, only one of which the paper has."""
    rows = []
    for mixture, theirs, ours, repaired in (("3-2-2", 0.981, 0.97, 0.985), ("3-3-3", 0.204, 0.25, 0.954)):
        place = {"mixture": mixture, "rules": "as reconstructed"}
        more: dict[str, Any] = {
            "original": rate(theirs + 0.01, 2000),
            "extra": {"cards destroyed": Figure(3.25, 3.1, 3.4)},
        }
        rows.append(
            row(f"{mixture}, as reconstructed", place, rate(ours), rate(theirs, 1000), players=(mixture,), **more)
        )
        place = {"mixture": mixture, "rules": "repaired"}
        rows.append(row(f"{mixture}, repaired", place, rate(repaired), players=(mixture,)))
    plot = {"kind": "bars", "x": "mixture", "log": False, "line": False}
    made = Section("mixtures", "Table 2: mixtures", "Mixed.", "rate", tuple(rows), ("rules",), plot=plot)
    return replace(made, original="Run by nobody, on no machine.")


def plain() -> Section:
    """Cells that have no place but their label, and nothing drawn."""
    told: dict[str, Any] = {"verdict": "not comparable", "note": "it counts draws", "kept": "2000-01-02, magic/1"}
    extra = {"cards destroyed": Figure(3.25, 3.1, 3.4)}
    rows = (
        row("Expert v Reduced", {}, rate(0.64, 10000), rate(0.637, 10000), original=rate(0.65, 50), extra=extra),
        row("AP v Expert", {}, rate(0.25)),
        row("Random v Expert", {}, Figure(0.00013, 0.00004, 0.0005, 15_000), Figure(0.004, games=1000), **told),
    )
    return Section("rules", "Expert against Reduced", "", "rate", rows)


def madeup() -> Findings:
    """All of them."""
    return Findings(
        name="madeup2000",
        title="A paper that nobody wrote",
        reference="A. Nobody: On Nothing. Journal of Made-up Results 1(1), 2000, 1-2.",
        summary="First **paragraph**.\n\nSecond paragraph.",
        sections=(curves(), robin(), times(), factorial(), mixtures(), plain()),
        provenance={"Mulligan": "0.1.0", "seed": "7", "machine": "two cores"},
        commands=("mulligan reproduce madeup2000", "mulligan reproduce madeup2000 table2 --games 400"),
    )


def hostile() -> Findings:
    """Text that would be HTML, Markdown or mathematics, everywhere that text can be."""
    bad = "<script>alert('1')</script> & \"q\" $x^2$ |*a*| `b` </svg>"
    rows = tuple(
        row(
            f"{bad} {level}",
            {"f|<b>": f"<i>{level}</i>", bad: "<u>"},
            rate(0.4),
            rate(0.5),
            command=bad,
            control=control,
        )
        for level, control in (("1", ""), ("2", ""), ("3", bad))
    )
    section = Section(
        name="../<x> y",
        title=bad,
        about=bad,
        measure="rate",
        rows=rows,
        plot={"kind": "bars", "x": "f|<b>"},
        claims=(Claim(bad, "differs", bad),),
        effects=(Effect(bad, 1.0, 1.0, 1, 1.0, 0.5),),
        paper_effects={bad: bad},
        why=bad,
        command=bad,
    )
    return Findings(bad, bad, bad, bad, (section, section), {bad: bad}, (bad,))
