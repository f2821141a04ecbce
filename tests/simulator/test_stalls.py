"""A kernel whose record does not move is told; one that moves, or is done, is not."""

from __future__ import annotations

import threading

import numpy as np

from simulator.errors import PlayError
from simulator.stalls import at_work, standing, watched


def failure(what: str) -> PlayError:
    return PlayError(f"deal 7 {what}", "quatorze trace piquet --deal 7")


def test_what_does_not_move_is_told_once() -> None:
    told: list[str] = []
    found = threading.Event()

    def stalled(problem: PlayError) -> None:
        told.append(str(problem))
        found.set()

    with at_work(np.zeros(3), failure), watched(0.05, stalled):
        assert found.wait(30)
    assert told == ["deal 7 has not returned for 0.05 seconds; to see it again: quatorze trace piquet --deal 7"]


def test_what_moves_is_left_alone() -> None:
    told: list[PlayError] = []
    table = np.zeros(3)
    with at_work(table, failure), watched(5, told.append):
        for _ in range(20):
            table[1] += 1
            threading.Event().wait(0.01)
    assert told == []


def test_where_everybody_stands_can_be_asked() -> None:
    assert standing() == []
    with at_work(np.zeros(1), failure):
        assert [str(problem) for problem in standing()] == [
            "deal 7 was not finished; to see it again: quatorze trace piquet --deal 7"
        ]
    assert standing() == []
