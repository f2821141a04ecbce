"""What the tests of the command line share."""

from __future__ import annotations

import pytest

import quatorze as qz
from tests.quatorze import calling


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """Nobody is told that the game is being compiled: it is already."""
    qz.run("piquet", deals=1, seed=1)


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> int:
    """Runs are cut into parts of so many deals."""
    calling.small_parts(monkeypatch.setattr)
    return calling.PART
