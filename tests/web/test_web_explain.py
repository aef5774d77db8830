"""The explained search in a real browser: the tree grows, the numbers are the search's own, and limits hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from mulligan.agents import make_player
from mulligan.agents.asking import view_of
from mulligan.core.position import Position
from mulligan.core.registry import find_game

from ..helpers import web_help
from ..helpers.web_help import Visitor

pytest.importorskip("nicegui")
pytest.importorskip("playwright.sync_api")
pytestmark = web_help.needs_chromium

# Texts of a drawing that reach beyond their own box, or over another text.
OUTSIDE = """() => [...document.querySelectorAll('.x-tree svg g')].flatMap(g => {
  const box = g.querySelector('.b').getBBox();
  return [...g.querySelectorAll('text')].filter(text => {
    const own = text.getBBox();
    return own.x < box.x || own.x + own.width > box.x + box.width || own.y < box.y - 1
      || own.y + own.height > box.y + box.height + 1;
  }).map(text => text.textContent);
})"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with web_help.server(tmp_path_factory.mktemp("web") / "saves", explained=3) as found:
        yield found


def press(visitor: Visitor, name: str) -> None:
    visitor.page.get_by_role("button", name=name, exact=True).click()


def steps(visitor: Visitor) -> list[str]:
    return [found.inner_text().lower() for found in visitor.page.query_selector_all(".x-steps h3")]


def test_steps_simulations_and_the_decision_of_the_player(ann: Visitor) -> None:
    ann.go("/explain/guess?setup=4&agent=ismcts&seed=5&sims=60")
    ann.reads(".x-steps", "60 simulations", "Press Step")
    ann.reads(".x-world", "what player 1 sees")
    press(ann, "Step")
    ann.reads(".x-steps", "Simulation 1")
    assert steps(ann) == ["deal"]
    ann.reads(".x-tree", "Nothing has grown yet")
    ann.reads(".x-world", "all cards as this simulation takes them to be")
    press(ann, "Simulation")
    ann.page.wait_for_selector(".x-tree svg")
    assert steps(ann) == ["deal", "expand", "simulate", "back up"]
    press(ann, "10")
    ann.reads("[role=status]", "11 of 60")
    press(ann, "Simulation")
    ann.reads(".x-steps", "Simulation 12")
    assert "select" in steps(ann)
    ann.reads(".x-table", "exploration", "available")
    assert ann.page.query_selector(".x-tree svg .seen") is not None
    press(ann, "Decide")
    ann.reads(".x-steps", "The decision after 60 simulations")
    game = find_game("guess")
    player = make_player(game, "ismcts:sims=60")
    here = Position.deal(game, "4", "5")
    decision = player.decide(view_of(player, here, 0, ("5", "explain")), "5")
    for choice in decision.choices:
        ann.reads(".x-steps pre", f"{choice.visits} visits  mean {choice.mean:.3f}  {here.text(choice.move)}")


@pytest.mark.parametrize("width", [1280, 390])
def test_everything_can_be_read(address: str, chrome: Any, width: int) -> None:
    visitor = Visitor(chrome, address, viewport={"width": width, "height": 844})
    visitor.go("/explain/magic?sims=200&seed=3")
    visitor.reads(".x-steps", "Press Step")
    press(visitor, "100")
    visitor.page.wait_for_selector(".x-tree svg text")
    press(visitor, "Simulation")
    visitor.page.wait_for_selector(".x-steps li")
    assert visitor.page.evaluate(OUTSIDE) == []
    assert len(visitor.page.query_selector_all(".x-tree svg text")) > 20
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert visitor.errors == []
    visitor.close()


def test_what_does_not_work_is_told(ann: Visitor) -> None:
    for place, said in (
        ("guess?sims=1000000", "from 1 to 1000"),
        ("guess?sims=x", "from 1 to 1000"),
        ("guess?agent=uniform", "grows no tree"),
        ("guess?agent=nonsense", "nonsense"),
        ("guess?setup=99", "99"),
        ("guess?agent=ensemble:trees=900&sims=100", "in all trees"),
    ):
        ann.go(f"/explain/{place}")
        ann.reads("[role=status]", said)
    ann.page.goto(f"{ann.address}/explain/nonsense")
    ann.reads("[role=alert]", "no game 'nonsense'")
    ann.errors.clear()  # the browser says that this page is not there


def test_the_way_there(ann: Visitor) -> None:
    ann.go("/")
    ann.page.get_by_role("link", name="Explain").click()
    ann.page.wait_for_url("**/explain")
    ann.page.click("a[href='/explain/nim']")
    ann.reads(".x-steps", "by uct")


def test_memory_is_limited(address: str, chrome: Any) -> None:
    visitors = [Visitor(chrome, address) for _ in range(3)]
    first, second, third = visitors
    first.go("/explain/nim")
    first.reads(".x-steps", "Press Step")
    pages = [first.context.new_page() for _ in range(2)]
    for page in pages:  # a visitor has two searches at most: the oldest gives way
        page.goto(f"{address}/explain/nim")
        page.locator(".x-steps").filter(has_text="Press Step").wait_for()
    first.reads("[role=status]", "Another search of yours")
    second.go("/explain/nim")
    second.reads(".x-steps", "Press Step")
    third.go("/explain/nim")
    third.reads("[role=status]", "as many searches as it can")
    for visitor in visitors:
        assert visitor.errors == []
        visitor.close()
