"""What tests of pages share: a server for each file of them, a browser, and a visitor who met nothing wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    from ..helpers import web_help

    with web_help.server(tmp_path_factory.mktemp("web") / "saves") as found:
        yield found


@pytest.fixture(scope="module")
def chrome() -> Iterator[Any]:
    from ..helpers import web_help

    with web_help.browser() as running:
        yield running


@pytest.fixture
def ann(address: str, chrome: Any) -> Iterator[Any]:
    from ..helpers.web_help import Visitor

    visitor = Visitor(chrome, address)
    yield visitor
    assert visitor.errors == []
    assert visitor.strangers() == []
    visitor.close()
