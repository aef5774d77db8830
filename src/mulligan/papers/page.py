"""The report as one HTML file that needs nothing else: no script, no font, no picture from anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from .findings import Findings, Section, Verdict
from .plots import FONT, drawings
from .sheets import (
    NBSP,
    anchors,
    compares,
    cost_sheet,
    detail_sheet,
    further_sheets,
    headings,
    main_sheet,
    overview_sheets,
    provenance_sheet,
    section_lines,
)
from .tables import SIGNS, Cell, Sheet

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"  # data: for the empty icon
SHORT = 12  # letters of a line's head that are not broken
STYLE = """
:root {
  color-scheme: light;
  --page: #ffffff; --ink: #1b1f24; --muted: #59616c; --faint: #cfd4da; --shade: #f4f6f8; --link: #0b57a4;
  --good: #0a5c36; --good-back: #dff3e7; --bad: #932b10; --bad-back: #fde8e0;
  --near: #0f4c75; --near-back: #e0eefa; --open: #6b4b00; --open-back: #fdf1cf; --none: #4b535e; --none-back: #eceff2;
  --series-1: #0b65a8; --series-2: #c2500c; --series-3: #00775a; --series-4: #94487c; --series-5: #7d5a00;
  --series-6: #555b66;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    color-scheme: dark;
    --page: #14171b; --ink: #e7eaee; --muted: #a7afba; --faint: #3a414a; --shade: #1d2126; --link: #7db8f2;
    --good: #8fdcb0; --good-back: #123524; --bad: #ffb199; --bad-back: #43180c;
    --near: #9accf5; --near-back: #10304a; --open: #f0cd78; --open-back: #3a2c05; --none: #b9c0ca; --none-back: #2a2f36;
    --series-1: #62b2ef; --series-2: #f18d50; --series-3: #45c79d; --series-4: #dd93c5; --series-5: #e0b34a;
    --series-6: #aab1bc;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.55 FONT; }
main, header, footer { max-width: 68rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2rem; }
footer { padding-top: 1rem; padding-bottom: 3rem; color: var(--muted); font-size: .875rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.4rem; line-height: 1.25; margin: 3rem 0 .75rem; padding-top: 1rem;
  border-top: 2px solid var(--faint); }
h3 { font-size: 1.05rem; margin: 1.75rem 0 .5rem; }
p, ul, ol { max-width: 46rem; margin: .6rem 0; }
li { margin: .25rem 0; }
a { color: var(--link); }
.reference { color: var(--muted); }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: .875em; }
p code, li code, td code { background: var(--shade); border-radius: .2em; padding: .05em .3em;
  overflow-wrap: anywhere; }
pre { background: var(--shade); border: 1px solid var(--faint); border-radius: .35rem; padding: .65rem .9rem;
  overflow-x: auto; margin: .6rem 0; }
.scroll { overflow-x: auto; margin: .9rem 0; }
.scroll:focus-visible, pre:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
table { border-collapse: collapse; font-size: .875rem; line-height: 1.35; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--muted); }
.held { display: block; position: sticky; left: 0; width: max-content;
  max-width: min(50rem, 100vw - 2rem); padding-bottom: .4rem; }
th, td { padding: .35rem .6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--faint); }
thead th { vertical-align: bottom; border-bottom: 2px solid var(--muted); }
thead tr:not(:last-child) th { border-bottom: 1px solid var(--faint); }
thead td { border: 0; padding: 0; }
th[scope=row] { font-weight: 600; }
th.whole { white-space: nowrap; }
th[scope=row].text { min-width: 3rem; max-width: 20rem; }
tbody th.prose { font-weight: 400; min-width: 14rem; max-width: 32rem; }
th.number { white-space: normal; min-width: 3.5rem; }
th[scope=colgroup] { border-left: 1px solid var(--faint); }
td.number, th.number { text-align: right; }
td.number { white-space: nowrap; }
td.prose, td.text { min-width: 5rem; max-width: 32rem; }
td.code { min-width: 22rem; }
td.code code { background: none; padding: 0; }
tbody tr:hover > * { background: var(--shade); }
small { color: var(--muted); font-size: .8125rem; font-weight: 400; }
.note { display: block; color: var(--muted); font-size: .8125rem; }
.narrow .note { white-space: normal; }
.badge { display: inline-block; border-radius: .7em; padding: 0 .5em; font-size: .8125rem; white-space: nowrap; }
.agrees { color: var(--good); background: var(--good-back); }
.near { color: var(--near); background: var(--near-back); }
.differs { color: var(--bad); background: var(--bad-back); }
.too-few-games { color: var(--open); background: var(--open-back); }
.no-figure, .not-played, .not-comparable { color: var(--none); background: var(--none-back); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
figure { margin: 1rem 0; }
figure .scroll { margin: 0; }
figure svg { display: block; width: 100%; height: auto; }
figcaption { color: var(--muted); font-size: .875rem; }
details { margin: .9rem 0; }
summary { cursor: pointer; color: var(--link); }
@media screen {
  tbody th.text:first-child, tbody th.whole:first-child { position: sticky; left: 0; background: var(--page); }
}
@media (max-width: 45rem) {
  main, header, footer { padding-left: 1rem; padding-right: 1rem; }
  h1 { font-size: 1.5rem; }
  th[scope=row].text { max-width: 8rem; overflow-wrap: break-word; }
  tbody th.prose, td.prose { min-width: 11rem; }
}
@media print {
  body { font-size: 10pt; }
  main, header, footer { max-width: none; padding: 0; }
  h1 { font-size: 18pt; } h2 { font-size: 14pt; margin-top: 1.5rem; } h3 { font-size: 11pt; }
  h2, h3, caption, thead { break-after: avoid; }
  tr, figure, pre, li { break-inside: avoid; }
  p { orphans: 3; widows: 3; }
  .scroll { overflow: visible; }
  table { font-size: 8pt; } th, td { padding: .2rem .4rem; }
  small, .note, .badge { font-size: 7.5pt; } figcaption { font-size: 8.5pt; }
  .badge { border: 1px solid currentColor; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  figure svg { min-width: 0 !important; }
  details { display: none; }
  a { color: inherit; text-decoration: none; }
}
"""


def html_page(findings: Findings) -> str:
    """The whole report as a page for browsers and for paper."""
    names = anchors(findings)
    body = [
        "<header>",
        f"<h1>{escape(findings.title)}</h1>",
        f'<p class="reference">{escape(findings.reference)}</p>' if findings.reference else "",
        prose(findings.summary),
        "</header>",
        "<main>",
    ]
    overview = _overview(findings, names)
    results = [
        part
        for section, name, title in zip(findings.sections, names, headings(findings))
        for part in _section(section, name, title)
    ]
    # Verdicts are what a reproduction is read for; an experiment of one's own, for its results.
    body += [*overview, *results] if compares(findings) else [*results, *overview]
    body += _closing(findings, names)
    return document(findings.title, body)


def _overview(findings: Findings, names: Sequence[str]) -> list[str]:
    """How many verdicts of each kind there are, and what they mean."""
    sheets = overview_sheets(findings)
    if not sheets:
        return []
    head = '<section id="overview" aria-labelledby="overview--title">'
    return [
        head,
        '<h2 id="overview--title">Overview</h2>',
        *(table(sheet, names) for sheet in sheets),
        "</section>",
    ]


def document(title: str, body: Iterable[str]) -> str:
    """The frame of the page, which forbids browsers to ask anyone for anything."""
    head = [
        "<!DOCTYPE html>",
        '<html lang="en-GB">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<link rel="icon" href="data:,">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE.replace('FONT', FONT)}</style>",
        "</head>",
        "<body>",
    ]
    return "\n".join([*head, *filter(None, body), "</body>", "</html>", ""])


def _section(section: Section, name: str, title: str) -> list[str]:
    """One published table or figure."""
    parts = [
        f'<section id="{name}" aria-labelledby="{name}--title">',
        f'<h2 id="{name}--title">{escape(title)}</h2>',
    ]
    parts.append(prose(section.about))
    if lines := section_lines(section):
        parts.append(f'<ul class="told">{"".join(f"<li>{escape(line)}</li>" for line in lines)}</ul>')
    for drawing in drawings(section, name):
        parts += [
            "<figure>",
            # A drawing that is made smaller than this cannot be read: it scrolls instead.
            f'<div class="scroll" tabindex="0" role="region" aria-label="Drawing: {escape(section.title)}">',
            drawing.inline().replace(
                "<svg ", f'<svg style="min-width: {0.72 * drawing.width():.1f}rem; max-width: {drawing.width()}rem" ', 1
            ),
            "</div>",
            f"<figcaption>{escape(drawing.caption)}</figcaption>",
            "</figure>",
        ]
    if (sheet := main_sheet(section)) is not None:
        parts.append(table(sheet))
    for head, sheet in further_sheets(section):
        parts += [f"<h3>{head}</h3>", table(sheet)]
    if section.why.strip():
        parts += ["<h3>What differs and why</h3>", prose(section.why)]
    if section.command:
        parts += ["<h3>To play it again</h3>", commands([section.command])]
    if (sheet := detail_sheet(section)) is not None:
        parts += ["<details>", "<summary>Each cell, its games and its command</summary>", table(sheet), "</details>"]
    return [*parts, "</section>"]


def _closing(findings: Findings, names: Sequence[str]) -> list[str]:
    """Where the numbers come from, and how to get them again."""
    parts = [
        '<section id="provenance" aria-labelledby="provenance--title">',
        '<h2 id="provenance--title">Provenance</h2>',
    ]
    if (sheet := provenance_sheet(findings)) is not None:
        parts.append(table(sheet))
    parts += [table(cost_sheet(findings), names), "</section>"]
    if findings.commands:
        parts += ['<section id="commands" aria-labelledby="commands--title">', '<h2 id="commands--title">Commands</h2>']
        parts += [commands(findings.commands), "</section>"]
    return [*parts, "</main>", f"<footer><p>Mulligan, report {escape(findings.name)}</p></footer>"]


def commands(lines: Iterable[str]) -> str:
    """Commands as they are typed."""
    return f'<pre tabindex="0"><code>{escape(chr(10).join(lines))}</code></pre>'


def badge(verdict: Verdict, wordy: bool = True, hint: str = "") -> str:
    """A verdict in a sign, a colour and a word, which is there for screen readers even where it does not show.

    >>> badge("differs")
    '<span class="badge differs">≠ differs</span>'
    """
    name = verdict.replace(" ", "-")
    title = escape(f"{verdict}: {hint}" if hint else verdict)
    if wordy:
        told = f' title="{title}"' if hint else ""
        return f'<span class="badge {name}"{told}>{SIGNS[verdict]} {verdict}</span>'
    sign = f'<span aria-hidden="true">{SIGNS[verdict]}</span><span class="unseen">{verdict}</span>'
    return f'<span class="badge {name}" title="{title}">{sign}</span>'


def table(sheet: Sheet, names: Sequence[str] = ()) -> str:
    """A table that scrolls by itself where it is too wide."""
    caption = escape(sheet.caption)
    parts = [f'<div class="scroll" tabindex="0" role="region" aria-label="{caption}">']
    parts.append('<table class="narrow">' if sheet.narrow else "<table>")
    parts += [f'<caption><span class="{"unseen" if sheet.quiet else "held"}">{caption}</span></caption>', "<thead>"]
    for group in sheet.groups:
        heads = [f'<th scope="colgroup" colspan="{span}">{escape(text)}</th>' for text, span in group]
        parts.append(f'<tr><td colspan="{sheet.stubs}"></td>{"".join(heads)}</tr>')
    first = sheet.lines[0] if sheet.lines else ()
    kinds = [cell.kind for cell in first] or ["text"] * len(sheet.heads)
    heads = [f'<th scope="col" class="{kind}">{escape(text)}</th>' for text, kind in zip(sheet.heads, kinds)]
    parts += [f"<tr>{''.join(heads)}</tr>", "</thead>", "<tbody>"]
    for line in sheet.lines:
        made = [_cell(cell, at < sheet.stubs, names) for at, cell in enumerate(line)]
        parts.append(f"<tr>{''.join(made)}</tr>")
    return "\n".join([*parts, "</tbody>", "</table>", "</div>"])


def _cell(cell: Cell, head: bool, names: Sequence[str]) -> str:
    if cell.kind == "code":
        text = f"<code>{escape(cell.main)}</code>" if cell.main else ""
    elif cell.kind == "prose":
        text = "<br>".join(inline(line) for line in cell.main.splitlines())
    else:
        text = escape(cell.main)
    if cell.link:
        text = f'<a href="#{names[int(cell.link)]}">{text}</a>'
    inner = f"{text} <small>{escape(cell.small)}</small>" if cell.small else text
    mark = "" if cell.verdict is None else badge(cell.verdict, cell.wordy, cell.hint)
    # A verdict is on the paper's figure, so it stands beside that one; and our figures stay in line.
    notes = [escape(note).replace(", ", f",{NBSP}").replace("paper ", f"paper{NBSP}") for note in cell.notes]
    if mark:
        *before, last = notes or [""]
        notes = [*before, f"{last}{NBSP}{mark}" if last else mark]
    inner += "".join(f'<span class="note">{note}</span>' for note in notes) if cell.main else " ".join(notes)
    if not head:
        return f'<td class="{cell.kind}">{inner}</td>'
    whole = cell.kind == "text" and len(cell.main) <= SHORT
    return f'<th scope="row" class="{"whole" if whole else cell.kind}">{inner}</th>'


# Light Markdown


def inline(text: str) -> str:
    """One line of light Markdown: `code`, **bold**, *emphasis*, links to the web; all else stands for itself.

    >>> print(inline("**2 < 3**, see `a<b` and [this](https://example.org/?a=1&b=2)"))
    <strong>2 &lt; 3</strong>, see <code>a&lt;b</code> and <a href="https://example.org/?a=1&amp;b=2">this</a>
    """
    parts = []
    for at, part in enumerate(re.split(r"`([^`]+)`", text)):
        if at % 2:
            parts.append(f"<code>{escape(part)}</code>")
            continue
        safe = escape(part)
        safe = re.sub(r"\[([^\]]+)\]\((https?://[^\s)]+)\)", r'<a href="\2">\1</a>', safe)
        safe = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", safe)
        parts.append(re.sub(r"(?<![\w*])\*(?!\s)([^*]+?)(?<!\s)\*(?![\w*])", r"<em>\1</em>", safe))
    return "".join(parts)


def prose(text: str) -> str:
    """Paragraphs and lists of light Markdown.

    >>> print(prose("One\\nline.\\n\\nTwo:\\n- a\\n- b,\\n  still b\\n\\n1. c"))
    <p>One line.</p>
    <p>Two:</p>
    <ul><li>a</li><li>b, still b</li></ul>
    <ol><li>c</li></ol>
    """
    blocks: list[tuple[str, list[str]]] = []  # p, ul or ol, with its paragraphs or items
    fresh = True  # whether the next plain line starts a paragraph
    for line in text.splitlines():
        item = re.match(r"\s*(?:([-*])|\d+[.)])\s+(.*)", line)
        if not line.strip():
            fresh = True
        elif item:
            tag = "ul" if item[1] else "ol"
            if not blocks or blocks[-1][0] != tag:
                blocks.append((tag, []))
            blocks[-1][1].append(item[2])
            fresh = False
        elif fresh or not blocks:
            blocks.append(("p", [line.strip()]))
            fresh = False
        else:
            blocks[-1][1][-1] += " " + line.strip()
    made = []
    for tag, parts in blocks:
        inner = [inline(part) for part in parts]
        made.append(f"<p>{inner[0]}</p>" if tag == "p" else f"<{tag}>{''.join(f'<li>{i}</li>' for i in inner)}</{tag}>")
    return "\n".join(made)
