"""Writing reports: files that are there whole or not at all."""

from __future__ import annotations

from pathlib import Path

from mulligan.core.output import refuse_target, write_text

from .findings import Findings


def ready_to_write(page: str | None, markdown: str | None) -> None:
    """Make sure that the reports can be written, before anybody works an hour for them."""
    wanted = [target for target in (page, markdown) if target is not None]
    if wanted:
        from . import plots

        plots.require()
    for target in wanted:
        refuse_target(target)


def publish(findings: Findings, page: str | None, markdown: str | None = None) -> None:
    """Write the HTML page, and if wanted the Markdown one with its figures in a folder beside it."""
    from .markdown import figures, markdown_page
    from .page import html_page

    if page is not None:
        write_text(page, html_page(findings))
    if markdown is None:
        return
    folder = Path(markdown).with_suffix("")
    for name, drawing in figures(findings).items():
        folder.mkdir(parents=True, exist_ok=True)
        write_text(str(folder / f"{name}.svg"), drawing)
    write_text(markdown, markdown_page(findings, lambda name: f"{folder.name}/{name}.svg"))
