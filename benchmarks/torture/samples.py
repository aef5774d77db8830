"""Valid texts to begin with: what the games print, and what comes with Mulligan."""

from __future__ import annotations

import json
import random
from importlib.resources import files

from mulligan.agents import agent_kinds
from mulligan.core.game import Game
from mulligan.core.position import Position, make_stream
from mulligan.games.tribute.traces.recording import Bots, record
from mulligan.play.record import write_record
from mulligan.play.session import Session

from .games import setups_of

_WORDS = (
    *("sims=50", "trees=4", "c=0.7", "seconds=0.5", "reuse", "binary", "deal=every", "outcomes=open", "availability"),
    *("depth=3", "final=mean", "cut=2turns", "discount=0.99", "threads=2", "fpu=0.9", "order=listed", "commit=stage"),
    *("turn_seconds=1", "decay=0.5", "votes=best", "backup=max", "mast", "redraw", "skip", "settle=no", "share=each"),
)
_DECK = """\
lands = 17
creatures = { "1/1(1)" = 3, "2/2(2)" = 4, "2/3(3)" = 5, "4/4(5)" = 6, "6/6(7)" = 5 }
"""
_TWO_DECKS = """\
[weak]
about = "small ones"
lands = 20
creatures = { "1/1(1)" = 20 }

[strong]
lands = 24
creatures = { "6/6(7)" = 16 }
"""
_EXPERIMENTS = (
    """
title = "Budgets"
game = "nim"
seed = 3
games = 100
design = { kind = "sweep", player = "uct:sims={budget}", against = "uniform", budgets = [10, 100] }
controls = [{ kind = "random" }, { kind = "doubling", games = 10 }]
[paper]
games = 1000
values = { "10" = 55.5 }
""",
    """
title = "Rules"
game = "guess"
games = 20
margin = 2.5
measure = "rate"
claims = [{ text = "one beats the other", left = "halve - hasty", right = 50, by = 2.0 }]
[design]
kind = "round_robin"
players = ["uniform", "halve", "hasty"]
[plot]
kind = "bars"
""",
    """
title = "Parts"
game = "swap"
games = 8
design = { kind = "factorial", player = "search:sims=5{parts}", parts = [",binary", ",reuse"], join = "", none = "" }
anova = { replication = 2 }
""",
    """
title = "Grid"
game = "race"
games = 4
setup = "20"
[design]
kind = "grid"
player = "uct:sims={sims},c={c}"
against = "uniform"
[design.factors]
sims = [5, 10]
c = [0.5, { label = "much", c = 2.0 }]
""",
)
_DEALS = 'game = "nim"\nseed = 2012\nnumbers = [3, 8, 11, 4611686018427387903]\n'


def walk(game: Game, setup: str, dice: random.Random) -> Position:
    """A position somewhere in a game."""
    position = Position.deal(game, setup, dice.randrange(1 << 30))
    rng = make_stream(game, "walk", dice.random())
    for _ in range(dice.choice((0, 1, 3, 10, 40, 150))):
        if position.over:
            break
        if dice.random() < 0.5:
            position.play(dice.choice(position.options(chain=game.chains and dice.random() < 0.3)))
        else:
            position.act(dice.choice(game.styles[:4]), rng)
    return position


def positions(game: Game, dice: random.Random, count: int) -> list[tuple[str, Position]]:
    """Positions of all setups, with their setups."""
    setups = setups_of(game)
    return [(setup, walk(game, setup, dice)) for setup in (setups * count)[:count]]


def agents(game: Game, dice: random.Random) -> list[str]:
    """Names of players: all kinds, and searches with words of every sort."""
    kinds = list(agent_kinds(game))
    made = [f"{name}:{','.join(dice.sample(_WORDS, dice.randrange(1, 6)))}" for name in kinds for _ in range(3)]
    staged = [
        "staged:" + ",".join(f"{stage}={dice.choice(game.styles)}" for stage in game.stages),
        f"staged:{game.stages[0]}=(search:sims=9,c=1)",
        f"staged:{game.stages[-1]}=(staged:{game.stages[0]}=(uct:sims=5),{game.stages[-1]}=uniform)",
    ]
    return [*kinds, *made, *staged]


def setups(game: Game) -> list[str]:
    """Names of setups, with words."""
    more = {
        "magic": [
            "M:deck=M8",
            "literal:life=15,skip_first_draw",
            "C:deck1=M8,deck2=M15,max_hand=7,hand=5",
            "L:one_pass",
        ],
        "pokemon": ["night_striker:belief=pool", "decks:deck1=dragonsnarl,deck2=darkrai_laser,start=flip,sudden=draw"],
        "tribute": ["fixed:patrons=PELIN+ANSEI+RAJHIN+HLAALU", "fixed:traced", "draft:traced"],
        "lotr": [
            "paper:runner=tree,K1,K18=no",
            "simulator:level=easy,K7=no,hand=7",
            "clean:level=hard",
            "full:level=easy",
        ],
    }
    return [*game.setups, *more.get(game.name, [])]


def saves(game: Game, dice: random.Random, count: int) -> list[str]:
    """Files of games, a few moves long."""
    found = []
    for number in range(count):
        table = Session(game, dice.choice(setups_of(game)), seed=str(number))
        for _ in range(dice.choice((0, 2, 8, 20))):
            if not table.over:
                table.play(dice.choice(table.position.options_text()))
        if number % 5 == 1:
            table.resign(0)
        made = write_record(table.record())
        if number % 4 == 3:
            made = write_record(table.branch(len(table.moves)).record()).replace("\n\n", "\n# a remark\n\n")
        found.append(made)
    return found


def traces(count: int) -> list[str]:
    """Traces of short beginnings of games of Tribute, in full steps and in hashes, and a whole one."""
    found = []
    for seed in range(1, count + 1):
        steps = [json.dumps(line) for line in record(seed, Bots("first", "random"), hashes=seed % 3 == 0)]
        short = [*steps[: 3 + 2 * seed], steps[-1]] if seed % 3 else steps
        found.append("\n".join(short) + "\n")
    return found


def experiments() -> list[str]:
    """Experiments of all designs, and those of the papers."""
    shipped = [
        path.read_text(encoding="utf-8")
        for paper in sorted(files("mulligan.papers").iterdir(), key=lambda place: place.name)
        if paper.is_dir()
        for path in sorted(paper.iterdir(), key=lambda place: place.name)
        if path.name.endswith(".toml") and path.name not in ("paper.toml", "deals.toml")
    ]
    return [*_EXPERIMENTS * 4, *shipped]


def magic_decks() -> list[str]:
    """Deck files of Magic."""
    return [_DECK, _TWO_DECKS, (files("mulligan.games.magic") / "decks.toml").read_text(encoding="utf-8")]


def pokemon_decks() -> list[str]:
    """Deck files of Pokemon, one deck each."""
    text = (files("mulligan.games.pokemon.cards") / "decks.txt").read_text(encoding="utf-8")
    return ["deck" + part for part in ("\n" + text).split("\ndeck")[1:]]


def pokemon_cards() -> list[str]:
    """Card files of Pokemon: a handful of cards each, and all of them."""
    text = (files("mulligan.games.pokemon.cards") / "cards.txt").read_text(encoding="utf-8")
    entries = [part + "\n" for part in text.split("\n\n") if part.strip() and not part.lstrip().startswith("#")]
    return ["\n".join(entries[i : i + 6]) for i in range(0, len(entries), 6)]


def deals() -> list[str]:
    """Lists of deals."""
    return [_DEALS, (files("mulligan.papers") / "cowling2012" / "deals.toml").read_text(encoding="utf-8")]
