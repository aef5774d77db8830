"""A table as HTML: the others above, what nobody owns in the middle, one's own side below.

Several others sit side by side, in the order in which they follow: the first is one's neighbour on the left.

Cards carry their keys and the board carries its moves, as data; `table.js` makes clicks, drags and keys of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace

from mulligan.core.emblems import number_sign
from mulligan.core.events import Event
from mulligan.core.faces import clean, face
from mulligan.core.scene import OPEN, PLACES, Card, Counter, Zone
from mulligan.core.tiles import tile
from mulligan.play.view import Move, View, around

from .acting import actions, assembly_data, clickable, listed_apart, takes_part

FAN = 12  # face-down cards of a hand that are drawn one by one
SIDES = ("left", "right")
DOWN = "face down"  # the mark of cards that somebody knows, though they lie face down
_WEIGHTS = {"front": 1.15, "back": 0.95}  # of the lines of a side, of equal height for equal weight
_HELD, _CROWDED = 1.85, 1.5  # of the own hand; the second, where many lines share the table


def draw(
    view: View,
    names: Sequence[str] = (),
    *,
    live: bool = False,
    glow: bool = True,
    stamp: int = 0,
    hint: Move | None = None,
    events: Sequence[Event] = (),
) -> str:
    """The whole table; `live` if its moves may be played, `names` are those of the seats."""
    near = max(view.seat, 0)
    owners = {zone.owner for zone in view.zones} | {counter.owner for counter in view.counters}
    others = around(near, view.players, {*owners, *range(len(names))})
    sides = [_side(view, owner, "far", _name(names, view, owner), live and glow, hint) for owner in others]
    if len(others) > 1:
        sides = [f'<div class="b-others" style="--others:{len(others)}">{"".join(sides)}</div>']
    sides.append(_side(view, None, "mid", "", live and glow, hint))
    sides.append(_side(view, near, "near", _name(names, view, near), live and glow, hint))
    data = ""
    if live:
        rows = [[move.number, move.source, move.target, move.text, move.others] for move in view.moves]
        data = f' data-moves="{clean(json.dumps(rows))}" data-stamp="{stamp}"'
        if view.assembly is not None:
            data += f' data-assembly="{clean(json.dumps(assembly_data(view, view.assembly)))}"'
    if events:
        told = [[event.kind, event.keys, event.amount] for event in events if event.keys]
        data += f' data-events="{clean(json.dumps(told))}"'
    classes = f"b{' b-live' if live and view.moves else ''}{' b-many' if len(others) > 1 else ''}"
    classes += "" if view.zones else " b-bare"  # nothing but numbers
    heights = _heights(view, near, len(others) > 1)
    return f'<div class="{classes}" style="{heights}"{data}>{_top(view)}{"".join(sides)}</div>'


def list_moves(view: View, hint: Move | None = None) -> str:
    """All moves as numbered buttons."""
    if not view.moves:
        return '<p class="m-none">There is nothing to choose now.</p>'
    rows = "".join(
        f'<li><button type="button" data-move="{move.number}" class="m-move{" m-hinted" if move == hint else ""}">'
        f'<span class="m-number">{move.number}</span><span>{clean(move.text)}</span></button></li>'
        for move in view.moves
    )
    listed = f'<ol class="m-moves">{rows}</ol>'
    return listed_apart(view.assembly, len(view.moves), listed) if view.assembly is not None else listed


def look_through(zone: Zone, view: View, live: bool, hint: Move | None = None) -> str:
    """All cards of a pile side by side."""
    cards = "".join(_card(card, view, 130, live, hint) for card in zone.cards)
    return f'<div class="z-cards z-spread">{cards}</div>'


def _name(names: Sequence[str], view: View, owner: int) -> str:
    if owner < len(names):
        return names[owner]
    if owner == view.seat:
        return "You"
    return f"Player {owner + 1}" if view.seat == OPEN or view.players > 2 else "The opponent"


def _side(view: View, owner: int | None, place: str, name: str, glow: bool, hint: Move | None) -> str:
    """The lines of one side, from the far end to the near one, with what lies at its left and right."""
    zones = [(i, zone) for i, zone in enumerate(view.zones) if zone.owner == owner]
    counters = [counter for counter in view.counters if counter.owner == owner]
    if not zones and not counters and not name:
        return ""
    drawn = dict.fromkeys((*PLACES, "hand"), "")
    for i, zone in zones:
        where = place_of_zone(zone)
        one = _pile(i, zone, view, glow, hint) if zone.layout == "pile" else _zone(i, zone, view, glow, hint, place)
        drawn[where] += one
    plate = _plate(name, counters, view.actor == owner and owner is not None)
    lines = [f'<div class="f-line f-{where}">{drawn[where]}</div>' for where in ("back", "front") if drawn[where]]
    if place == "near":
        lines.reverse()
    wide = " f-wide" if len(lines) < 2 else ""
    flanks = "".join(f'<div class="f-flank f-{where}{wide}">{drawn[where]}</div>' for where in SIDES if drawn[where])
    table = f'<div class="f-table"><div class="f-lines">{"".join(lines)}</div>{flanks}</div>' if lines or flanks else ""
    held = f'<div class="b-hands">{drawn["hand"]}</div>' if drawn["hand"] else ""
    offer = f'<div class="f-offer">{drawn["offer"]}</div>' if drawn["offer"] else ""
    parts: tuple[str, ...]
    if place == "far":
        parts = (f'<div class="b-head">{plate}{held}</div>', table)
    elif place == "near":
        parts = (table, f'<div class="b-head">{plate}{actions(view) if glow else ""}</div>', held)
    else:
        parts = (table,)
        place += " b-slim" if lines and not drawn["front"] else ""
    label = f' aria-label="{clean(name or "The middle of the table")}"'
    return f'<section class="b-side b-{place}"{label}>{"".join(parts)}</section>{offer}'


def place_of_zone(zone: Zone) -> str:
    """Where a zone lies, if its game does not say so."""
    if zone.layout == "hand":
        return "hand"
    return zone.place or ("right" if zone.layout == "pile" else "front")


def _heights(view: View, near: int, several: bool) -> str:
    """How the height of the table is shared among its sides: by their lines, and the own hand."""
    places = {(zone.owner, place_of_zone(zone)) for zone in view.zones if place_of_zone(zone) in ("front", "back")}
    held = _HELD if len(places) < 4 else _CROWDED
    found = [f"--held:{held:g}"]
    for owner in sorted({zone.owner for zone in view.zones}, key=lambda owner: (owner == near, owner is None)):
        lines = {place_of_zone(zone) for zone in view.zones if zone.owner == owner}
        weight = sum(_WEIGHTS[where] for where in lines & {"front", "back"}) or (0.9 if lines & {*SIDES} else 0)
        if owner is None and lines <= {"back", "offer"}:
            weight = 0.0  # between the sides there is room enough for one or two cards
        side = "near" if owner == near else "mid" if owner is None else "far"
        if side == "near":
            weight += held * ("hand" in lines)
        if side != "far" or not several:
            found.append(f"--{side}:{weight:g}")
    return ";".join(found)


def _top(view: View) -> str:
    """The bar of phases, with the turn."""
    whose = "" if view.over else "Your turn" if view.actor == view.seat else "Their turn"
    if view.seat < 0 or view.players != 2:
        whose = "" if view.over or view.actor < 0 else f"Player {view.actor + 1} is to move"
    if view.actor == view.seat >= 0:
        whose = "Your move" if view.players != 2 else whose
    phases = "".join(
        f"<li{' aria-current=step' if phase == view.phase else ''}>{clean(phase)}</li>" for phase in view.phases
    )
    bar = f'<ol class="f-phases" aria-label="Phases">{phases}</ol>' if phases else ""
    turn = f'<span class="f-turn">{"The end" if view.over else f"Turn {view.turn}"}</span>'
    mine = " f-mine" if view.actor == view.seat >= 0 and not view.over else ""
    told = "".join(_counter(counter) for counter in view.counters if counter.owner is None)
    return f'<div class="f-top{mine}">{turn}{bar}{told}<span class="f-whose">{whose}</span></div>'


def _plate(name: str, counters: Iterable[Counter], to_move: bool) -> str:
    chips = "".join(_counter(counter) for counter in counters)
    if not name and not chips:
        return ""
    mark = '<span class="b-turn">to move</span>' if to_move else ""
    title = f'<h2 class="b-name">{clean(name)}{mark}</h2>' if name else ""
    return f'<div class="b-plate{" b-active" if to_move else ""}">{title}{chips}</div>'


def _counter(counter: Counter) -> str:
    bar, most = "", ""
    if counter.most and isinstance(counter.value, int):
        share = max(0.0, min(1.0, counter.value / counter.most))
        bar = f'<span class="k-bar" aria-hidden="true"><span style="width:{share:.1%}"></span></span>'
        most = f'<span class="k-most">/{counter.most}</span>'
    value = f'<span class="k-value">{clean(str(counter.value))}{most}</span>'
    sign = number_sign(counter.title)
    icon = f'<svg class="k-sign" viewBox="0 0 24 24" aria-hidden="true"><path d="{sign}"/></svg>' if sign else ""
    return f'<span class="k">{icon}<span class="k-title">{clean(counter.title)}</span>{value}{bar}</span>'


def _title(zone: Zone) -> str:
    size = f' <span class="z-size">{zone.size}</span>' if zone.size else ""
    return f'<h3 class="z-title"><span class="z-name">{clean(zone.title)}</span>{size}</h3>'


def _zone(index: int, zone: Zone, view: View, glow: bool, hint: Move | None, place: str) -> str:
    if zone.layout == "text":
        told = [words for card in zone.cards for words in card.lines]
        lines = "".join(f"<p>{clean(words)}</p>" for words in told)
        columns = " z-columns" if any("  " in words for words in told) else ""  # of a table drawn in characters
        return f'<section class="z z-text{columns}" aria-label="{clean(zone.title)}">{lines}</section>'
    shown = zone.cards
    fan = FAN if view.players < 3 else 0
    if zone.layout == "hand" and len(shown) == 1 and not shown[0].name and shown[0].count <= fan:
        one = replace(shown[0], count=1)
        shown = tuple(replace(one, key=f"{one.key}#{i}" if i else one.key) for i in range(shown[0].count))
    width = 132 if zone.layout == "hand" and place == "near" else 116
    flat = zone.layout == "row" and place_of_zone(zone) != "offer"
    cards = "".join(_card(card, view, width, glow, hint, i, flat) for i, card in enumerate(shown))
    if zone.layout == "trick":
        captions = [clean(", ".join(card.marks)) for card in shown]
        cards = "".join(
            f'<figure class="z-laid">{_card(replace(card, marks=()), view, width, glow, hint, i)}'
            f"<figcaption>{words}</figcaption></figure>"
            for i, (card, words) in enumerate(zip(shown, captions, strict=True))
        )
    empty = "" if shown else " z-empty"
    own = " z-own" if zone.layout == "hand" and place == "near" else ""
    own += " z-backs" if shown and not any(card.name for card in shown) else ""
    own += f" z-{zone.layout}" if zone.layout in ("stack", "trick") else ""
    own += " z-flat" if flat else ""
    label = clean(f"{zone.title}: {zone.size} card{'s' if zone.size != 1 else ''}")
    return (
        f'<section class="z z-{"hand" if zone.layout == "hand" else "row"}{own}{empty}" aria-label="{label}" '
        f'style="--n:{len(shown)}">{_title(zone)}<div class="z-cards">{cards}</div></section>'
    )


def _pile(index: int, zone: Zone, view: View, glow: bool, hint: Move | None) -> str:
    label = clean(f"{zone.title}: {zone.size} card{'s' if zone.size != 1 else ''}")
    if not zone.cards:
        inner = '<div class="z-cards"></div>'
        return f'<section class="z z-pile z-empty" aria-label="{label}">{_title(zone)}{inner}</section>'
    top = zone.cards[0]
    if DOWN in top.marks:
        top = Card(top.key, count=zone.size)
    if len(zone.cards) == 1 and not top.name:
        inner = _card(top, view, 84, glow, hint)
    else:
        keys = {card.key for card in zone.cards}
        live = glow and any(move.source in keys or move.target in keys for move in view.moves)
        hinted = hint is not None and (hint.source in keys or hint.target in keys)
        classes = f"c c-pile{' c-live' if live else ''}{' c-hint' if hinted else ''}"
        badge = f'<span class="z-badge" aria-hidden="true">{zone.size}</span>'
        inner = (
            f'<button type="button" class="{classes}" data-pile="{index}" aria-label="look through {label}, '
            f'first {clean(top.words)}">{face(top, 84)}{badge}</button>'
        )
    return f'<section class="z z-pile" aria-label="{label}">{_title(zone)}<div class="z-cards">{inner}</div></section>'


def _card(card: Card, view: View, width: int, glow: bool, hint: Move | None, i: int = 0, flat: bool = False) -> str:
    handle = view.handles.get(card.key, card.key)
    key = clean(handle)
    picture = face(card, width)
    if flat and card.name:  # the whole card is shown when somebody looks at it closely
        picture = f"{tile(card, width)}<template>{picture}</template>"
    joins, meets = takes_part(view, card) if glow else (False, False)
    plain = clickable(view) if glow else ()
    live = joins or any(handle in (move.source, *move.others, move.target if not move.source else "") for move in plain)
    goal = any(handle == move.target for move in plain)
    hinted = hint is not None and bool(card.key) and card.key in (hint.source, hint.target, *hint.others)
    classes = f"c{' c-live' if live else ''}{' c-hint' if hinted else ''}"
    style = f'data-card="{clean(card.key)}" style="--i:{i}"'
    if live or goal or joins or meets:
        drag = " data-drag" if live or joins else ""
        part = f' data-part="{clean(card.key)}"' if joins or meets else ""
        part += ' aria-pressed="false"' if joins else ""
        may = ", may take part" if joins else ", may be played" if live else ""
        return (
            f'<button type="button" class="{classes}" data-key="{key}"{drag}{part} {style} '
            f'aria-label="{clean(card.words)}{may}">{picture}</button>'
        )
    return f'<div class="{classes}" data-key="{key}" tabindex="-1" {style}>{picture}</div>'
