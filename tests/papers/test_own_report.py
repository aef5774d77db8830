"""Reports on experiments of one's own: nothing was published, so the results come first."""

from __future__ import annotations

import re

from mulligan.arena.campaign import plan, run_campaign
from mulligan.arena.experiment import parse_experiment
from mulligan.arena.jobs import ThreadWorkers
from mulligan.arena.store import Store
from mulligan.papers.build import find_files
from mulligan.papers.findings import Findings
from mulligan.papers.markdown import markdown_page
from mulligan.papers.page import html_page
from mulligan.papers.plots import drawings

OWN = """
title = "Mine"
game = "nim"
games = 20

[design]
kind = "grid"
player = "{kind}:sims={sims}"
against = "uniform"
factors = { kind = ["uct", "flat"], sims = [5, 80] }
"""
CLAIM = """
[[claims]]
text = "more is better"
left = "uct, 80"
right = "uct, 5"
relation = "greater"
by = 1
"""


def own(text: str) -> Findings:
    """The findings on an experiment of somebody's own."""
    experiment = parse_experiment(text, "mine")
    with Store(":memory:") as store:
        run_campaign(store, plan(store, [experiment], 1.0), ThreadWorkers(1))
        return find_files([experiment], store)


def order(page: str) -> list[str]:
    """What stands on a page, from top to bottom."""
    return re.findall(r"<(h1|h2|figure|table)\b", page)


def test_without_published_figures_a_report_begins_with_its_results() -> None:
    findings = own(OWN)
    page = html_page(findings)
    assert order(page)[:4] == ["h1", "h2", "figure", "table"]
    assert "Results</h2>" in page and "Overview" not in page and 'class="badge' not in page
    assert "80" in page and "kind flat" in page
    text = markdown_page(findings)
    assert text.startswith("# Mine\n\n## Results\n\n") and "Overview" not in text


def test_statements_of_ones_own_are_judged_after_the_results() -> None:
    page = html_page(own(OWN + CLAIM))
    assert order(page)[:4] == ["h1", "h2", "figure", "table"]
    assert page.index("Results</h2>") < page.index("more is better") < page.index("Overview</h2>")


def test_published_figures_are_judged_first() -> None:
    findings = own(OWN + '[paper]\ngames = 100\n[paper.values]\n"uct, 5" = 50\n')
    page = html_page(findings)
    assert page.index("Overview</h2>") < page.index("Mine</h2>")


def test_a_file_may_want_no_drawing_or_another() -> None:
    assert "<figure" not in html_page(own(OWN + '[plot]\nkind = "none"\n'))
    met = (
        OWN.partition("[design]")[0] + 'design = { kind = "round_robin", players = ["uct:sims=5", "flat", "uniform"] }'
    )
    assert "average win rate" in html_page(own(met))
    words = OWN.replace("sims={sims}", "sims=9").replace(", sims = [5, 80]", "")
    assert [point.x for point in drawings(own(words).sections[0])[0].chart.points()] == [0, 1], "a dot for each"
