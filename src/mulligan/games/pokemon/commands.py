"""Commands for decks and cards of the Pokemon TCG as people have them: import, export and check them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mulligan.cli.app import OPTIONS, one_line
from mulligan.core.errors import UsageError

if TYPE_CHECKING:
    from .cards.decklists import Deck

pokemon = typer.Typer(
    name="pokemon",
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Decks and cards of the Pokemon TCG: import, export, check.",
    context_settings=OPTIONS,
)
deck = typer.Typer(
    name="deck",
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Deck lists: import those of other programs, export, check.",
    context_settings=OPTIONS,
)
pokemon.add_typer(deck)

Cards = Annotated[
    str, typer.Option("--cards", metavar="FILE", help="A file with cards of yours that the deck may name.")
]
Out = Annotated[str, typer.Option("--out", "-o", metavar="FILE", help="Write to a file instead of the screen.")]


def _put(text: str, out: str, read: str) -> None:
    """Show a text, or write it to a file that is not the one that was read."""
    from mulligan.core.output import refuse_clashes, write_text

    if not out:
        typer.echo(text, nl=False)
        return
    refuse_clashes({"out": out}, {"list that is read": read} if read else {})
    write_text(out, text)
    typer.echo(f"written to {one_line(out)}", err=True)


def _summary(found: Deck) -> str:
    from .cards.vocabulary import ENERGY, POKEMON

    kinds = [(found.library[card].kind, n) for card, n in found.counts]
    pokemon = sum(n for kind, n in kinds if kind == POKEMON)
    energy = sum(n for kind, n in kinds if kind == ENERGY)
    trainers = sum(n for _, n in kinds) - pokemon - energy
    parts = f"{pokemon} Pokemon ({found.basics} Basic), {trainers} Trainers, {energy} Energy"
    return f"{found.title}: {parts}, era {found.era}"


@deck.command("import", short_help="Turn a list of another program into one of ours.")
def import_(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The list, as it was exported.", show_default=False)],
    out: Out = "",
    name: Annotated[str, typer.Option(metavar="NAME", help="What the deck is called; by default like the file.")] = "",
    era: Annotated[str, typer.Option(metavar="bw|xy", help="Whose rules it is played by.")] = "xy",
    by_name: Annotated[
        bool, typer.Option("--by-name", help="Take another Pokemon of the same name if there is but one.")
    ] = False,
    cards: Cards = "",
) -> None:
    """Read a deck list of Pokemon TCG Live, Limitless or Pokemon TCG Online, and write it in our own form.

    Trainers and Energy are found by name, Pokemon by set and number.  Cards that are not there are all told at once.

    \b
    Examples:
      mulligan pokemon deck import ptcgl.txt
      mulligan pokemon deck import ptcgl.txt -o mine.deck
      mulligan match pokemon expert scripted --setup decks:deck1=mine.deck,deck2=night_striker
    """
    import re
    from dataclasses import replace

    from .cards.decklists import ERAS, deck_of
    from .cards.files import read_text
    from .cards.forms import read_form, write_ours
    from .cards.pools import everything

    path = Path(file)
    called = name or re.sub("[^a-zA-Z0-9_-]+", "-", path.stem).strip("-_")[:40] or "mine"
    if not re.fullmatch("[a-zA-Z0-9][a-zA-Z0-9_-]{0,39}", called):
        raise UsageError(f"name: '{called}' should be letters, digits, - and _, at most 40")
    if era not in ERAS:
        raise UsageError(f"era: '{era}' should be {' or '.join(ERAS)}")
    library = everything(cards)
    lines = read_form(read_text(path, file, "deck file"), file, library, by_name=by_name)
    found = replace(deck_of(lines, file, library, called), era=era)
    _put(write_ours(found), out, file)
    typer.echo(_summary(found), err=True)


@deck.command(short_help="Write a deck as other programs read it.")
def export(
    name: Annotated[str, typer.Argument(metavar="DECK", help="A deck by name or from a file.", show_default=False)],
    form: Annotated[
        str, typer.Option(metavar="FORM", help="live (also Limitless), online (Pokemon TCG Online), or mulligan.")
    ] = "live",
    out: Out = "",
    cards: Cards = "",
) -> None:
    """Write a deck as Pokemon TCG Live, Limitless or Pokemon TCG Online read it, or in our own form.

    \b
    Examples:
      mulligan pokemon deck export night_striker
      mulligan pokemon deck export mine.deck --form online -o mine.txt
    """
    from .cards.forms import FORMS, write_form, write_ours
    from .cards.pools import everything, find_deck

    if form not in (*FORMS, "mulligan"):
        raise UsageError(f"form: '{form}' should be {', '.join(FORMS)} or mulligan")
    found = find_deck(name, everything(cards))
    _put(write_ours(found) if form == "mulligan" else write_form(found, form), out, name.partition("#")[0])


@deck.command(short_help="Say whether decks can be played.")
def check(
    names: Annotated[
        list[str], typer.Argument(metavar="DECK", help="Decks by name or from files.", show_default=False)
    ],
    cards: Cards = "",
) -> None:
    """Read decks, in our own form or in that of another program, and say what each is, or what is wrong with it.

    Exit code 1 says that something is wrong with one.

    \b
    Examples:
      mulligan pokemon deck check mine.deck ptcgl.txt
      mulligan pokemon deck check mine.deck --cards my-cards.txt
    """
    from .cards.pools import everything, find_deck

    library, good = everything(cards), True
    for name in names:
        try:
            typer.echo(one_line(f"{name}: {_summary(find_deck(name, library))}"))
        except UsageError as error:
            good = False
            typer.echo(one_line(str(error)))
    if not good:
        raise typer.Exit(1)


@deck.command("list", short_help="Show the decks that come with the game.")
def list_() -> None:
    """Show the decks that come with the game, each with what it is and where it is from.

    \b
    Examples:
      mulligan pokemon deck list
    """
    from .cards.pools import all_decks

    for name, found in all_decks().items():
        typer.echo(f"{name}: {_summary(found)}")
        typer.echo(f"    {found.about}")


@pokemon.command(short_help="Say how many printed cards can be written, and write them.")
def cards(
    data: Annotated[
        str,
        typer.Argument(
            metavar="DATA",
            envvar="MULLIGAN_POKEMON_DATA",
            help="A copy of the repository pokemon-tcg-data, or of its folder cards/en.",
            show_default=False,
        ),
    ],
    out: Out = "",
) -> None:
    """Count the different cards of the public card data that can be written in the words of our card files.

    With --out, those that are not ours yet are written to a file, which a setup can name: cards=FILE.  What a card does
    is recognised by its printed sentences; a card whose sentences are not all known is left out.

    \b
    Examples:
      mulligan pokemon cards path/to/pokemon-tcg-data
      mulligan pokemon cards path/to/pokemon-tcg-data -o printed.txt
    """
    from .cards.phrases import account_for, complete_lines, read_data
    from .cards.pools import everything

    library = everything()
    account = account_for(read_data(data), library)
    typer.echo(f"{account.written:,} of {account.cards:,} different cards can be written")
    for kind, (written, there) in sorted(account.kinds.items()):
        typer.echo(f"  {kind:8} {written:5,} of {there:5,}")
    typer.echo(f"{len(library.cards) - 1} of them come with the game")
    if out:
        entries = complete_lines(account.entries, library)
        _put("# Made from the public card data by: mulligan pokemon cards\n\n" + "\n".join(entries), out, "")
        typer.echo(f"{len(entries):,} cards, those whose whole line of evolution can be written", err=True)
