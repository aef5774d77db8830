"""The trees of a decision as objects: equal to the search's own memory, and drawn so that everything can be read."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mulligan.agents import make_player
from mulligan.core.errors import UsageError
from mulligan.core.position import Position
from mulligan.core.registry import find_game
from mulligan.search import Decision, Searcher, Settings
from mulligan.search.grown import CHANCE, MOVE, SearchTree, TreeNode
from mulligan.search.treedrawing import lay_out, style_of

KINDS = [
    ("nim", "", "uct:sims=300"),
    ("guess", "4", "uct:sims=300"),
    ("guess", "4", "ismcts:sims=300"),
    ("race", "", "chance:sims=300"),
    ("guess", "4", "ensemble:trees=3,sims=100"),
    ("race", "", "uct:sims=200,outcomes=open"),
    ("swap", "", "ismcts:sims=200,binary"),
]


def decided(game: str, setup: str, agent: str) -> Decision:
    rules = find_game(game)
    return make_player(rules, agent).decide(Position.deal(rules, setup, seed=2), seed=1)


@pytest.mark.parametrize(("game", "setup", "agent"), KINDS)
def test_the_root_has_the_choices_of_the_decision(game: str, setup: str, agent: str) -> None:
    decision = decided(game, setup, agent)
    tree = decision.tree(depth=2, width=1000, nodes=100_000, trees=1000)
    found: dict[str, list[TreeNode]] = {}
    for root in tree.roots:
        assert root.visits == sum(child.visits for child in root.children)
        for child in root.children:
            found.setdefault(child.move, []).append(child)
    root = decision.position
    assert set(found) == {root.text(choice.move) for choice in decision.choices}
    for choice in decision.choices:
        nodes = found[root.text(choice.move)]
        assert sum(node.visits for node in nodes) == choice.visits
        total = sum((node.mean or 0.0) * node.visits for node in nodes)
        assert total / choice.visits == pytest.approx(choice.mean)
        assert max(node.best or 0.0 for node in nodes) == choice.best
        if not decision_is_closed(agent):
            assert sum(node.available or 0 for node in nodes) == choice.available


def decision_is_closed(agent: str) -> bool:
    return agent.startswith(("uct:sims=300", "ensemble"))


@pytest.mark.parametrize(("game", "setup", "agent"), KINDS)
def test_every_node_of_a_whole_tree_is_read_and_named(game: str, setup: str, agent: str) -> None:
    rules = find_game(game)
    player = make_player(rules, agent)
    decision = player.decide(Position.deal(rules, setup, seed=2), seed=1)
    tree = decision.tree(depth=1000, width=1000, nodes=100_000, trees=1000)
    shape = player.shape()
    assert shape is not None
    nodes = [node for root in tree.roots for node in root.walk()]
    assert len(nodes) == shape.nodes
    assert not [node for node in nodes if re.fullmatch(r"move \d+", node.move)]
    for node in nodes:
        assert sum(child.visits for child in node.children) + node.left_out_visits <= node.visits
        assert [child.visits for child in node.children] == sorted((c.visits for c in node.children), reverse=True)
    assert any(node.kind == CHANCE for node in nodes) == (agent.startswith("chance"))


@pytest.mark.parametrize("agent", ["uct:sims=200", "ismcts:sims=200", "ensemble:trees=2,sims=50"])
def test_interpreted_trees_read_the_same(agent: str) -> None:
    game = find_game("guess")
    words = make_player(game, agent)
    compiled = words.decide(Position.deal(game, "4", seed=5), seed=3).tree()
    plain = Searcher(game.interpreted(), words.settings, agent).decide(  # type: ignore[attr-defined]
        Position.deal(game.interpreted(), "4", seed=5), seed=3
    )
    assert plain.tree() == compiled


def test_moves_of_cards_that_the_searcher_does_not_hold_are_named() -> None:
    rules = find_game("magic")
    here = Position.read(
        rules,
        "magic turn 9 player 1 attack | life 14 9"
        " | 1: lands 4 hand land 2/2(2) 4/4(5) ready 2/3(3) 3/3(4)"
        " | 2: lands 4 hand land 3/3(4) ready 2/2(2) 4/3(5)",
    )
    tree = make_player(rules, "ismcts:sims=400").decide(here, seed=1).tree(depth=3, width=4)
    moves = [node.move for node in tree.root.walk() if node.kind == MOVE]
    assert len(moves) > 10
    assert not [move for move in moves if re.fullmatch(r"move \d+", move)]


def test_limits() -> None:
    decision = decided("nim", "", "uct:sims=300")
    assert decision.tree(depth=1, width=2).root.left_out == 1
    assert len(list(decision.tree(nodes=7, depth=50, width=50).root.walk())) == 7
    for wrong in ({"depth": 0}, {"width": 0}, {"nodes": 0}, {"trees": -1}):
        with pytest.raises(UsageError, match="should be a whole number"):
            decision.tree(**wrong)


def test_a_tree_is_a_copy_and_is_gone_with_the_next_decision() -> None:
    game = find_game("nim")
    searcher = Searcher(game, Settings(sims=100))
    first = searcher.decide(Position.deal(game), seed=1)
    kept, same = first.tree(), first.tree()
    searcher.decide(Position.deal(game), seed=2)
    assert kept == same
    with pytest.raises(UsageError, match="before the same player decides again"):
        first.tree()


def test_players_without_trees_say_so() -> None:
    game = find_game("nim")
    decision = make_player(game, "uniform").decide(Position.deal(game), seed=1)
    with pytest.raises(UsageError, match="grew no tree"):
        decision.tree()


def test_watching_shows_growing_trees() -> None:
    game = find_game("nim").interpreted()
    seen = list[int]()

    def watch(decision: Decision) -> bool:
        seen.append(decision.tree().root.visits)
        return len(seen) < 2

    last = Searcher(game, Settings(sims=4000)).decide(Position.deal(game), seed=1, watch=watch)
    assert seen == sorted(set(seen))
    assert last.tree().root.visits == last.simulations


# --- drawings ---------------------------------------------------------------------------------------------------------

MOVES = st.text(alphabet="abcdefgh 0123456789/()WMi", min_size=1, max_size=90)


def nodes(depth: int) -> st.SearchStrategy[TreeNode]:
    below = st.just(()) if depth == 0 else st.lists(nodes(depth - 1), max_size=3).map(tuple)
    return st.builds(
        TreeNode,
        kind=st.sampled_from((MOVE, CHANCE)),
        move=MOVES,
        mover=st.one_of(st.none(), st.integers(0, 7)),
        visits=st.integers(0, 10**9),
        mean=st.one_of(st.none(), st.floats(-100, 100)),
        best=st.none(),
        available=st.one_of(st.none(), st.integers(0, 10**9)),
        children=below,
        left_out=st.integers(0, 99),
        left_out_visits=st.integers(0, 10**6),
    )


@settings(max_examples=60, deadline=None)
@given(st.lists(nodes(3), min_size=1, max_size=3))
def test_no_boxes_touch(roots: list[TreeNode]) -> None:
    boxes, width, height = lay_out(SearchTree("g", "a", 0, tuple(roots), 3))
    flat = [box for root in boxes for box in root.walk()]
    for box in flat:
        assert box.x >= 0 and box.y >= 0
        assert box.x + box.width <= width + 0.01 and box.y + box.height <= height + 0.01
    for one, other in combinations(flat, 2):
        apart = (
            one.x + one.width <= other.x
            or other.x + other.width <= one.x
            or one.y + one.height <= other.y + 0.01
            or other.y + other.height <= one.y + 0.01
        )
        assert apart, (one, other)


def test_a_drawing_is_whole_xml_with_everything_in_it() -> None:
    from xml.etree import ElementTree

    tree = decided("guess", "4", "ismcts:sims=300").tree(depth=3, width=3)
    for theme in ("auto", "light", "dark", "none"):
        drawn = tree.svg(theme=theme)
        root = ElementTree.fromstring(drawn)
        texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
        for node in tree.root.walk():
            assert node.numbers[0] in texts
        assert any("more" in (text or "") for text in texts)
    assert "prefers-color-scheme" in tree.svg() and "prefers-color-scheme" not in tree.svg(theme="dark")
    assert tree._repr_svg_() == tree.svg() and tree.svg() in tree._repr_html_()
    with pytest.raises(UsageError, match="theme"):
        style_of("pink")


def test_names_of_moves_are_text() -> None:
    node = TreeNode("root", "", 0, 1, None, None, None, (TreeNode(MOVE, "<script>&", 0, 1, 0.5, 1.0, None),))
    drawn = SearchTree("<g>", '"a"', 0, (node,), 1).svg()
    assert "<script>" not in drawn and "&lt;script&gt;&amp;" in drawn


def test_as_data() -> None:
    import json

    tree = decided("nim", "", "uct:sims=50").tree(depth=2, width=2)
    data = json.loads(json.dumps(tree.to_dict()))
    assert data["roots"][0]["children"][0]["visits"] == tree.root.children[0].visits
    assert data["trees"] == 1
