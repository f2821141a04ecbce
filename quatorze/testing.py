"""Tests of a strategy of one's own, to inherit: legal play everywhere, and the declared traits proven.

Examples
--------
A file ``test_mine.py`` beside ``mine.py``, for pytest::

    import quatorze as qz


    class TestMine(qz.testing.StrategyBattery):
        strategy = "mine.py:Mine"
"""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any, ClassVar

from simulator.games import GAMES
from strategies import battery
from strategies.load import is_file


class StrategyBattery:
    """Inherit it, say which strategy, and run pytest.

    Attributes
    ----------
    strategy : str or class
        A specification, or a class derived from ``Strategy``. The path of a file may be written from the folder of the
        test, or from the one that pytest is called in.
    game : str
        The game; by default the one that the class names, else the first there is.
    """

    strategy: ClassVar[Any] = ""
    game: ClassVar[str] = ""

    def bench(self) -> battery.Bench:
        """Return the strategy, loaded and checked."""
        strategy = self.strategy
        if is_file(strategy):
            beside = Path(inspect.getfile(type(self))).parent / strategy
            strategy = str(beside) if is_file_there(beside) else strategy
        return battery.bench(self.game or getattr(strategy, "game", "") or next(iter(GAMES)), strategy)

    def test_legal_everywhere(self) -> None:
        """Every action is legal under all rules, in every seat."""
        battery.legal_everywhere(self.bench())

    def test_legal_when_counts_are_forced(self) -> None:
        """Every action is legal where one number of cards is left."""
        battery.legal_when_counts_are_forced(self.bench())

    def test_legal_with_every_parameter(self) -> None:
        """Every action is legal at the ends of every parameter."""
        battery.legal_with_every_parameter(self.bench())

    def test_reproducible(self) -> None:
        """What was played before changes nothing."""
        battery.reproducible(self.bench())

    def test_deterministic(self) -> None:
        """Declared deterministic, it draws no random numbers."""
        battery.deterministic(self.bench())

    def test_memoryless(self) -> None:
        """Declared memoryless, it writes to no memory."""
        battery.memoryless(self.bench())

    def test_not_clairvoyant(self) -> None:
        """Not declared clairvoyant, it does not look at all hands."""
        battery.not_clairvoyant(self.bench())


def is_file_there(specification: Path) -> bool:
    """Tell whether the file of a specification is there; what stands behind ``.py`` is not of the path."""
    return Path(str(specification).partition(".py:")[0] + ".py").is_file()
