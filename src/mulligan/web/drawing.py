"""A table as HTML: the others above, what nobody owns in the middle, one's own side below.

Several others sit side by side, in the order in which they follow: the first is one's neighbour on the left.

Cards carry their keys and the board carries its moves, as data; `table.js` makes clicks, drags and keys of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace

from mulligan.core.faces import clean, face
from mulligan.core.scene import OPEN, Card, Counter, Zone
from mulligan.play.view import Move, View, around

from .acting import actions, assembly_data, clickable, listed_apart, takes_part

FAN = 12  # face-down cards of a hand that are drawn one by one


def draw(
    view: View,
    names: Sequence[str] = (),
    *,
    live: bool = False,
    glow: bool = True,
    stamp: int = 0,
    hint: Move | None = None,
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
    return f'<div class="b{" b-live" if live and view.moves else ""}"{data}>{"".join(sides)}</div>'


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
    zones = [(i, zone) for i, zone in enumerate(view.zones) if zone.owner == owner]
    counters = [counter for counter in view.counters if counter.owner == owner]
    if not zones and not counters and not name:
        return ""
    hands = [_zone(i, zone, view, glow, hint, place) for i, zone in zones if zone.layout == "hand"]
    piles = [_pile(i, zone, view, glow, hint) for i, zone in zones if zone.layout == "pile"]
    rows = [_zone(i, zone, view, glow, hint, place) for i, zone in zones if zone.layout not in ("hand", "pile")]
    if place == "far":
        rows.reverse()  # so that the foremost rows face each other
    plate = _plate(name, counters, view.actor == owner and owner is not None)
    table = f'<div class="b-rows">{"".join(rows)}</div>' if rows else ""
    stacks = f'<div class="b-piles">{"".join(piles)}</div>' if piles else ""
    held = f'<div class="b-hands">{"".join(hands)}</div>' if hands else ""
    if place == "near":
        plate += actions(view) if glow else ""
    middle = f'<div class="b-middle">{table}{stacks}</div>' if table or stacks else ""
    far = f'<div class="b-head">{plate}{held}</div>'
    order = (far, middle) if place == "far" else (middle, held, plate) if place == "near" else (plate, middle)
    label = f' aria-label="{clean(name or "The middle of the table")}"'
    return f'<section class="b-side b-{place}"{label}>{"".join(order)}</section>'


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
    return f'<span class="k"><span class="k-title">{clean(counter.title)}</span>{value}{bar}</span>'


def _title(zone: Zone) -> str:
    size = f' <span class="z-size">{zone.size}</span>' if zone.size else ""
    return f'<h3 class="z-title">{clean(zone.title)}{size}</h3>'


def _zone(index: int, zone: Zone, view: View, glow: bool, hint: Move | None, place: str) -> str:
    if zone.layout == "text":
        lines = "".join(f"<p>{clean(words)}</p>" for card in zone.cards for words in card.lines)
        return f'<section class="z z-text" aria-label="{clean(zone.title)}">{lines}</section>'
    shown = zone.cards
    fan = FAN if view.players < 3 else 0
    if zone.layout == "hand" and len(shown) == 1 and not shown[0].name and shown[0].count <= fan:
        one = replace(shown[0], count=1)
        shown = tuple(replace(one, key=f"{one.key}#{i}" if i else one.key) for i in range(shown[0].count))
    width = 132 if zone.layout == "hand" and place == "near" else 116
    many = f" z-many-{min(3, len(shown) // 7)}" if len(shown) > 6 else ""
    cards = "".join(_card(card, view, width, glow, hint, i) for i, card in enumerate(shown))
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
    label = clean(f"{zone.title}: {zone.size} card{'s' if zone.size != 1 else ''}")
    return (
        f'<section class="z z-{"hand" if zone.layout == "hand" else "row"}{own}{many}{empty}" aria-label="{label}" '
        f'style="--n:{len(shown)}">{_title(zone)}<div class="z-cards">{cards}</div></section>'
    )


def _pile(index: int, zone: Zone, view: View, glow: bool, hint: Move | None) -> str:
    label = clean(f"{zone.title}: {zone.size} card{'s' if zone.size != 1 else ''}")
    if not zone.cards:
        inner = '<div class="z-cards"></div>'
        return f'<section class="z z-pile z-empty" aria-label="{label}">{_title(zone)}{inner}</section>'
    top = zone.cards[0]
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


def _card(card: Card, view: View, width: int, glow: bool, hint: Move | None, i: int = 0) -> str:
    handle = view.handles.get(card.key, card.key)
    key = clean(handle)
    joins, meets = takes_part(view, card) if glow else (False, False)
    plain = clickable(view) if glow else ()
    live = joins or any(handle in (move.source, *move.others, move.target if not move.source else "") for move in plain)
    goal = any(handle == move.target for move in plain)
    hinted = hint is not None and bool(card.key) and card.key in (hint.source, hint.target, *hint.others)
    classes = f"c{' c-live' if live else ''}{' c-hint' if hinted else ''}"
    style = f'style="--i:{i}"'
    if live or goal or joins or meets:
        drag = " data-drag" if live or joins else ""
        part = f' data-part="{clean(card.key)}"' if joins or meets else ""
        part += ' aria-pressed="false"' if joins else ""
        may = ", may take part" if joins else ", may be played" if live else ""
        return (
            f'<button type="button" class="{classes}" data-key="{key}"{drag}{part} {style} '
            f'aria-label="{clean(card.words)}{may}">{face(card, width)}</button>'
        )
    return f'<div class="{classes}" data-key="{key}" tabindex="-1" {style}>{face(card, width)}</div>'
