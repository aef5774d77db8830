"""Reports say what the findings say, to everyone who reads them: in HTML, in Markdown, in SVG.

The golden pages have no drawings, since these change with matplotlib; what a drawing must have is tested by itself.
If a page was changed on purpose, write the files anew with `python -m tests.papers.test_report`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from mulligan.core.errors import UsageError
from mulligan.papers.findings import Figure, Findings
from mulligan.papers.markdown import figures, markdown_page
from mulligan.papers.page import STYLE, html_page, prose
from mulligan.papers.plots import INK, PAPER, VARIABLES, drawings
from mulligan.papers.sheets import anchors, main_sheet
from mulligan.papers.tables import cross, grid
from mulligan.papers.verdict import MEANINGS

from ..helpers.clock_help import HANGING
from ..helpers.report_help import curves, factorial, hostile, madeup, mixtures, plain, rate, robin, row, times
from ..helpers.web_help import chromium, needs_chromium

FOLDER = Path(__file__).parents[1] / "golden" / "report"
EMPTY = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


def bare(page: str) -> str:
    """A page without its drawings."""
    return re.sub(r"<svg.*?</svg>", "<svg></svg>", page, flags=re.DOTALL)


def pages() -> dict[str, str]:
    """The golden files, as they should be now."""
    return {
        "page.html": bare(html_page(madeup())),
        "page.md": markdown_page(madeup(), lambda name: f"page/{name}.svg"),
    }


class Reader(HTMLParser):
    """Reads a page as a strict reader would."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: Counter[str] = Counter()
        self.targets: list[str] = []  # what the page refers to
        self.heads: list[int] = []
        self.tags: Counter[str] = Counter()
        self.text: list[str] = []
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), (tag, names)
        for name, value in attrs:
            assert not name.startswith("on"), name
            if name == "id":
                self.ids[value or ""] += 1
            if name in ("href", "src", "srcset", "action", "data", "poster", "xlink:href"):
                self.targets.append(value or "")
            if name in ("style", "clip-path", "fill", "stroke"):
                self.targets += re.findall(r"url\(([^)]*)\)", value or "")
            if name in ("aria-labelledby", "aria-describedby"):
                self.targets.append(f"#{value}")
        if re.fullmatch(r"h[1-6]", tag):
            self.heads.append(int(tag[1]))
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in EMPTY:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.fixture(scope="module")
def page() -> str:
    return html_page(madeup())


@pytest.fixture(scope="module")
def hostile_page() -> str:
    return html_page(hostile())


# The pages


def test_the_html_page_is_as_it_was(page: str) -> None:
    assert bare(page) == (FOLDER / "page.html").read_text("utf-8")


def test_the_markdown_page_is_as_it_was() -> None:
    made = markdown_page(madeup(), lambda name: f"page/{name}.svg")
    assert made == (FOLDER / "page.md").read_text("utf-8")


def test_the_same_findings_make_the_same_page(page: str) -> None:
    assert html_page(madeup()) == page


@pytest.mark.parametrize("kind", ["page", "hostile_page"])
def test_the_page_is_sound(kind: str, request: pytest.FixtureRequest) -> None:
    read = Reader(request.getfixturevalue(kind))
    assert set(read.ids.values()) == {1}, "an id stands twice"
    assert all(target[1:] in read.ids for target in read.targets if target.startswith("#"))
    assert read.heads[0] == 1 and read.heads.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(read.heads, read.heads[1:]))
    assert read.tags["caption"] == read.tags["table"]
    assert read.tags["script"] == 0


def test_the_page_asks_nobody_for_anything(page: str) -> None:
    read = Reader(page)
    assert all(target.startswith("#") or target == "data:," for target in read.targets)
    assert "@import" not in page and "url(" not in STYLE
    assert "default-src 'none'" in page
    for address in re.findall(r"https?://[^\s\"<]+", page):
        assert address == "http://www.w3.org/2000/svg"  # a name, not an address


def test_all_that_was_found_is_on_the_page(page: str) -> None:
    found = madeup()
    text = " ".join(" ".join(Reader(page).text).split())
    for section in found.sections:
        for words in (section.title, section.command, *(claim.text for claim in section.claims)):
            assert words in text
        for cell in section.rows:
            assert cell.label in text and cell.command in text
    meanings = [
        words for meaning in MEANINGS.values() for words in (meaning.figures, meaning.statements, meaning.times)
    ]
    for words in (found.title, found.reference, *found.commands, *found.provenance.values(), *meanings):
        assert words in text
    notes = (
        "allow no more",
        "it counts draws",
        "Run by nobody",
        "cards destroyed",
        "Kept from earlier games (2000-01-02",
    )
    for words in (*notes, "margin 7 points", "χ² = 30.2 with 11 d.f., p = 0.0014", "0.013 [0.0040, 0.050]", "spread"):
        assert words in text, words


def test_hostile_text_stays_text(hostile_page: str) -> None:
    read = Reader(hostile_page)
    assert "alert('1')" in "".join(read.text)
    assert read.tags["u"] == read.tags["i"] == 0
    made = markdown_page(hostile(), lambda name: f"{name}.svg")
    outside = re.sub(r"```.*?```|`[^`]*`", "", made, flags=re.DOTALL)
    assert "<script" not in outside and "<u>" not in outside
    blocks = re.findall(r"(?:^\|.*\n)+", made, flags=re.MULTILINE)
    assert len(blocks) > 5
    for block in blocks:
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}) == 1, block


def test_sections_of_one_name_are_kept_apart() -> None:
    assert anchors(hostile()) == ["x-y", "x-y-2"]
    assert anchors(replace(madeup(), sections=(replace(plain(), name="overview"),))) == ["overview-2"]


def test_links_only_lead_to_the_web() -> None:
    assert prose("[a](javascript:b) [c](https://d.e/f)") == '<p>[a](javascript:b) <a href="https://d.e/f">c</a></p>'


def test_a_report_on_nothing_can_be_read(page: str) -> None:
    nothing = Findings("", "Nothing", "", "", (), {}, ())
    Reader(html_page(nothing))
    assert markdown_page(nothing).startswith("# Nothing\n")
    unplayed = replace(plain(), rows=tuple(replace(each, ours=None, verdict="not played") for each in plain().rows))
    Reader(html_page(replace(nothing, sections=(unplayed, replace(plain(), rows=())))))


# The tables


def test_groups_of_columns_stand_together() -> None:
    shuffled = replace(curves(), rows=curves().rows[::-1])
    made = grid(shuffled)
    assert [column[0] for column in made.columns] == sorted((column[0] for column in made.columns), reverse=True)
    assert sum(cell is not None for _, line in made.lines for cell in line) == 12  # the controls stand elsewhere


def test_no_cell_is_lost_where_two_have_one_place() -> None:
    one, other = row("one", {"a": "1"}, rate(0.5)), row("other", {"a": "1"}, rate(0.6))
    made = grid(replace(plain(), rows=(one, other)))
    assert made.heads == ("a", "cell")
    assert [line for line, _ in made.lines] == [("1", "one"), ("1", "other")]


def test_a_round_robin_is_seen_from_both_sides() -> None:
    found = cross(robin())
    assert found.players == ("A", "B", "C")
    mirrored = found.meetings["B", "A"]
    assert mirrored.ours is not None and mirrored.ours.value == pytest.approx(0.4)
    assert (mirrored.ours.low, mirrored.ours.high) == pytest.approx((0.352, 0.448))
    average = found.average("A")
    assert average is not None and average.value == pytest.approx(0.65) and average.games == 800
    # Half the width of a mean of two is that of each over the root of two.
    assert average.high is not None and average.high - 0.65 == pytest.approx((0.048**2 + 0.0449**2) ** 0.5 / 2)
    assert found.opponents("C") == 1


def test_times_are_compared_as_multiples() -> None:
    sheet = main_sheet(times())
    assert sheet is not None
    slow = dict(zip(sheet.heads, sheet.lines[1]))
    assert (slow["ours, × BA"].main, slow["paper, × BA"].main) == ("×5.00", "×13.1")
    assert sheet.lines[0][-1].main == "base"
    assert sheet.lines[2][4].main == "1.00"  # as many decimals as the paper has printed elsewhere


# The drawings


def parts(svg: str, name: str) -> Iterator[ElementTree.Element]:
    root = ElementTree.fromstring(svg)
    return (group for group in root.iter() if group.get("class") == name)


def count(svg: str, name: str, tag: str) -> int:
    """How many such shapes the groups of a class have."""
    shape = f"{{http://www.w3.org/2000/svg}}{tag}"
    return sum(len([each for each in group.iter(shape) if each.get("id") is None]) for group in parts(svg, name))


def words(svg: str) -> set[str]:
    return {"".join(text.itertext()) for text in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")}


def drawn(section_drawings: tuple[object, ...], at: int = 0) -> str:
    svg = section_drawings[at].svg  # type: ignore[attr-defined]
    assert isinstance(svg, str)
    return svg


def test_curves_have_every_point() -> None:
    svg = drawn(drawings(curves()))
    assert count(svg, "ours", "use") == 11 and count(svg, "ours-whiskers", "path") == 11
    assert count(svg, "paper", "use") == 12
    assert {"against reduced", "against expert", "trees", "1", "10", "100", "win rate, %"} <= words(svg)
    assert {"rollouts expert, ours", "rollouts expert, paper", "rollouts reduced, ours"} <= words(svg)


def test_bars_have_every_figure() -> None:
    svg = drawn(drawings(mixtures()))
    assert count(svg, "ours", "path") == 4 and count(svg, "ours-whiskers", "path") == 4
    assert count(svg, "paper", "use") == 2 and count(svg, "paper-whiskers", "path") == 2
    assert {"3-2-2", "3-3-3", "97.0", "95.4", "rules repaired, ours", "paper"} <= words(svg)


def test_averages_are_bars() -> None:
    (drawing,) = drawings(robin())
    assert drawing.name == "table3-average"
    svg = drawn((drawing,))
    assert count(svg, "ours", "path") == 3 and count(svg, "ours-whiskers", "path") == 3
    assert {"A", "B", "C", "65.0", "average win rate, %"} <= words(svg)


def test_long_names_and_far_figures_get_dots() -> None:
    svg = drawn(drawings(factorial()))
    assert count(svg, "ours", "use") == 4 and count(svg, "ours-whiskers", "path") == 4
    assert {"BT+MP", "BA"} <= words(svg)
    svg = drawn(drawings(times()))
    assert count(svg, "ours", "use") == count(svg, "paper", "use") == 3 and "ours-whiskers" not in svg
    assert {"IL", "10", "seconds per decision, times BA"} <= words(svg)


def test_nothing_is_drawn_of_nothing() -> None:
    assert drawings(plain()) == ()
    unplayed = tuple(replace(each, ours=None, paper=None) for each in mixtures().rows)
    assert drawings(replace(mixtures(), rows=unplayed)) == ()
    with pytest.raises(ValueError, match="unknown kind"):
        drawings(replace(plain(), plot={"kind": "pie"}))


def test_drawings_are_sound() -> None:
    for findings in (madeup(), hostile()):
        for name, svg in figures(findings).items():
            root = ElementTree.fromstring(svg)
            assert root.get("role") == "img" and root.get("aria-label")
            ids = [each.get("id") for each in root.iter() if each.get("id") is not None]
            assert len(ids) == len(set(ids)) and all(each and each.startswith(f"{name}--") for each in ids)
            for target in re.findall(r"(?:href=\"|url\()([^\")]*)", svg):
                assert target.removeprefix("#") in ids
            assert PAPER in svg and INK in svg  # alone, it brings its page and its ink
            assert "<style" not in svg and "<!DOCTYPE" not in svg and "currentColor" not in svg
    assert list(figures(madeup())) == ["table2", "table3-average", "table4", "table5", "mixtures"]


def test_on_a_page_every_colour_is_the_pages(page: str) -> None:
    inside = "".join(re.findall(r"<svg.*?</svg>", page, flags=re.DOTALL))
    assert inside.count("<svg") == 5
    assert not re.search(r"(?:fill|stroke): #", inside)
    for variable in VARIABLES.values():
        name = variable.removeprefix("var(").removesuffix(")")
        assert name == "currentColor" or STYLE.count(f"{name}: #") == 2  # in the light and in the dark


def test_settings_of_matplotlib_have_no_say() -> None:
    import matplotlib

    before = drawn(drawings(mixtures()))
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red", "svg.fonttype": "path"}):
        assert drawn(drawings(mixtures())) == before
        assert matplotlib.rcParams["font.size"] == 30


def test_without_matplotlib_the_user_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UsageError, match="pip install matplotlib"):
        html_page(madeup())
    assert "![" in markdown_page(madeup(), lambda name: name)  # words need no drawings


def test_axes_of_odd_figures() -> None:
    one = row("one", {"n": "0"}, Figure(0.0, 0.0, 0.01, 400))
    section = replace(plain(), rows=(one,), plot={"kind": "line", "x": "n", "log": True})
    assert count(drawn(drawings(section)), "ours", "use") == 1
    named = replace(section, rows=(one, row("two", {"n": "many"}, rate(0.5))))
    assert {"0", "many"} <= words(drawn(drawings(named)))


# A browser


@needs_chromium
def test_a_browser_shows_it(page: str, tmp_path: Path) -> None:
    browser = chromium()
    assert browser is not None
    (tmp_path / "page.html").write_text(page, "utf-8")
    options = "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-sync"
    options += " --disable-component-update --disable-quic --virtual-time-budget=2000"
    options += f" --dump-dom --user-data-dir={tmp_path / 'user'} {(tmp_path / 'page.html').as_uri()}"
    done = subprocess.run([browser, *options.split()], capture_output=True, text=True, timeout=HANGING, check=False)
    assert done.returncode == 0 and done.stdout, f"Chromium does not run here: {done.stderr[-400:]}"
    assert done.stdout.count("<svg") == page.count("<svg") and done.stdout.count("<table") == page.count("<table")
    assert "Provenance" in done.stdout


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for each, text in pages().items():
        (FOLDER / each).write_text(text, "utf-8")
