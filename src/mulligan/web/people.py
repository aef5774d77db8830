"""The study of a server: visitors are asked, told what is kept and how it stands, and may withdraw."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from mulligan.core.errors import UsageError
from mulligan.core.faces import clean
from mulligan.people.consent import ABOUT, KEPT, NOT_KEPT, QUESTION, WHO, WITHDRAW
from mulligan.people.figures import NOTE, Figures, Line, by_seat, figures
from mulligan.people.names import LONGEST
from mulligan.people.report import HEADS, SEAT_HEADS, cells_of, published_cells, seat_label
from mulligan.people.study import ENDS, Person, Study, StudyGame

from .frame import frame, visitor
from .manager import Manager
from .viewer import add_assets

FEWEST = 3  # people: the figures of fewer would tell each of them about the others
NO = "no"
DOTS = 'style="list-style:disc;padding-left:1.4rem;margin:0"'
CAPTION = 'style="text-align:left;font-weight:600;padding:.7rem 0 .2rem"'


def register(manager: Manager) -> None:
    """Add the page, if there is a study."""
    study = manager.study
    if study is None:
        return

    reader = _Reader(study)

    @ui.page("/study")
    async def page() -> None:
        who = visitor()
        with frame("Study", manager):
            add_assets()
            try:
                person, games = await manager.fetch(lambda: (study.person(who), reader.games()))
            except UsageError as error:
                ui.label(str(error)).classes("m-warn").props("role=alert")
                return
            ui.label(f"The study '{study.name}'").classes("m-title").props("role=heading aria-level=1")
            if study.problem:
                ui.label(f"Some games wait to be written: {study.problem}").classes("m-warn").props("role=alert")
            if person is None:
                ask(manager, who)
            else:
                _own(manager, who, person, [game for game in games if game.person == person.number])
            _all(figures(games))


class _Reader:
    """Reads the games of a study again only when its file has changed: many may look, and few write."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self._known: tuple[tuple[int, int], list[StudyGame]] | None = None

    def games(self) -> list[StudyGame]:
        """All games of the study."""
        try:
            now = self.study.path.stat()
        except OSError as error:
            raise UsageError(f"study '{self.study.name}': {error.strerror}") from None
        state, known = (now.st_mtime_ns, now.st_size), self._known
        if known is None or known[0] != state:
            self._known = known = state, self.study.games()
        return known[1]


# --- the question -----------------------------------------------------------------------------------------------------


def _taste(study: Study) -> str:
    return f"study {study.name}"


def to_be_asked(manager: Manager, who: str) -> bool:
    """Whether a visitor has not said yet whether he takes part."""
    if manager.study is None or manager.taste(who, _taste(manager.study)) == NO:
        return False
    try:
        return manager.study.person(who) is None
    except UsageError:  # nobody could take part now
        return False


def ask(manager: Manager, who: str) -> None:
    """What a visitor is told and asked; then he goes to the games."""
    study = manager.study
    assert study is not None
    with ui.card().classes("m-panel m-full").props("flat data-consent"):
        ui.label(QUESTION).classes("m-subtitle").props("role=heading aria-level=2")
        ui.label(ABOUT)
        ui.label("If you take part, this is kept:")
        ui.html(f"<ul {DOTS}>{''.join(f'<li>{clean(one)}</li>' for one in KEPT)}</ul>", sanitize=False)
        for words in (NOT_KEPT, WHO, WITHDRAW):
            ui.label(words)
        name = ui.input("A name of your choice; left empty, a random one").props(f"outlined dense maxlength={LONGEST}")
        name.classes("m-full")

        def yes() -> None:
            def join() -> None:
                study.join(who, str(name.value or ""))
                manager.set_taste(who, _taste(study), "yes")
                ui.navigate.to("/")

            _try(manager, who, join)

        def no() -> None:
            def leave() -> None:
                manager.set_taste(who, _taste(study), NO)
                ui.navigate.to("/")

            _try(manager, who, leave)

        with ui.row():
            ui.button("Take part", icon="how_to_reg", on_click=yes).props("no-caps")
            ui.button("Play without taking part", on_click=no).props("outline no-caps")


def _try(manager: Manager, who: str, work: Callable[[], None]) -> None:
    try:
        manager.pace(who)
        work()
    except UsageError as error:
        ui.notify(str(error), type="warning", position="bottom", multi_line=True)


# --- what the page tells ----------------------------------------------------------------------------------------------


def _own(manager: Manager, who: str, person: Person, games: list[StudyGame]) -> None:
    """What a visitor has given to the study, and the way out of it."""
    study, found = manager.study, figures(games)
    assert study is not None
    with ui.card().classes("m-panel m-full").props("flat data-own") as card:
        ui.label(f"You take part as {person.name} (person {person.number}).").classes("m-subtitle")
        ui.label(f"Since {person.agreed.replace('T', ' ').rstrip('Z')} UTC. Your games so far: {len(games)}.")
        if found.counted:
            _table("Your games without help: how often the agent won", by_seat(found.counted), 0)
        if found.helped:
            _table("Your games with help", by_seat(found.helped), 0)
        ui.label(WITHDRAW).classes("m-soft")

        async def withdraw() -> None:
            with ui.dialog() as dialog, ui.card().classes("m-panel"):
                ui.label("Withdraw, and delete all your games from the study?").classes("m-subtitle")
                ui.label("This cannot be undone. Games that you have kept for yourself stay.").classes("m-soft")
                with ui.row():
                    ui.button("Withdraw and delete", color="negative", on_click=lambda: dialog.submit(True)).props(
                        "no-caps"
                    )
                    ui.button("Stay", on_click=lambda: dialog.submit(False)).props("flat no-caps")
            wanted = await dialog
            dialog.delete()
            if wanted:
                _try(manager, who, leave)

        def leave() -> None:
            games = manager.withdraw(who)
            manager.set_taste(who, _taste(study), NO)
            card.clear()
            with card:
                ui.label("You have withdrawn.").classes("m-subtitle").props("role=status")
                ui.label(f"Deleted from the study: your name and {games} game{'' if games == 1 else 's'}.")
                ui.link("To the games", "/")

        ui.button("Withdraw", icon="person_remove", on_click=withdraw).props("outline no-caps")


def _all(found: Figures) -> None:
    """The study so far, in totals that tell of nobody."""
    people = len({game.person for game in found.games})
    ui.html('<h2 class="m-subtitle" style="margin-top:1.2rem">So far</h2>', sanitize=False)
    ends = ", ".join(f"{count} {how}" for how, count in found.ends.items() if count)
    ui.label(f"People: {people}. Games: {len(found.games)}" + (f" ({ends})." if ends else "."))
    if not found.games:
        return
    _table("Games without help: how often the agent won", by_seat(found.counted), FEWEST)
    if found.helped:
        _table("Games with help (hints, moves taken back and the like)", by_seat(found.helped), FEWEST)
    for one in found.published:
        rows = [_row(cells) for cells in published_cells(one)]
        _html(f"{one.found.source}: their player against people", rows)
        ui.label(one.found.about).classes("m-soft")
    ui.label(NOTE).classes("m-soft")
    words = "; ".join(f"{how or 'under way'}: {about}" for how, about in ENDS.items())
    ui.label(f"How games are counted: {words}.").classes("m-soft")


def _table(caption: str, lines: list[Line], fewest: int) -> None:
    """Rates, as far as enough people have made them; what is not told must not follow from what is."""
    few = {one.label[:-1] for one in lines if 0 < one.people < fewest}
    rows = []
    for one in lines:
        hidden = one.people < fewest or (one.label[:-1] in few and one.label[-1] in ("first", "second"))
        cells = ("", "", f"from {fewest} people on", "", "", "") if hidden else cells_of(one)
        rows.append(_row((*seat_label(one.label), *cells)))
    _html(caption, rows)


def _row(cells: tuple[str, ...]) -> str:
    kinds = ["<td>" if at < len(SEAT_HEADS) else '<td class="s-num">' for at in range(len(cells))]
    return f"<tr>{''.join(f'{kind}{clean(cell)}</td>' for kind, cell in zip(kinds, cells))}</tr>"


def _html(caption: str, rows: list[str]) -> None:
    heads = "".join(f"<th>{head}</th>" for head in SEAT_HEADS)
    heads += "".join(f'<th class="s-num">{head}</th>' for head in HEADS)
    body = "".join(rows) or f'<tr><td colspan="{len(SEAT_HEADS) + len(HEADS)}">none yet</td></tr>'
    ui.html(
        f'<table class="s-table"><caption {CAPTION}>{clean(caption)}</caption><thead><tr>{heads}</tr></thead>'
        f"<tbody>{body}</tbody></table>",
        sanitize=False,
    ).classes("s-scroll m-full")
