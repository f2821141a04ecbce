"""A decision that never returns ends the process in one line, with what replays it."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulator.compiled import COMPILING
from tests.quatorze.calling import spawned

BOT = """
import quatorze as qz

class Loop(qz.Strategy):
    game = "piquet"
    deterministic = True

    @qz.decision
    def discard_elder(view, scratch):
        return qz.bits.lowest_bit(view.hand)

    @qz.decision
    def discard_younger(view, scratch):
        return qz.bits.lowest_bit(view.hand)

    @qz.decision
    def play_card(view, scratch):
        x = view.legal
        while view.trick == 7:
            x = x * 3 + 1
            view.memory[0] = x
            if x == 0:
                break
        return qz.bits.lowest_bit(view.legal)
"""


@pytest.mark.jit_only
@pytest.mark.parametrize("command", ["run", "trace"])
def test_a_decision_that_never_returns_is_told_and_the_process_ends(command: str, tmp_path: Path) -> None:
    assert COMPILING
    (tmp_path / "loop.py").write_text(BOT)
    seats = ["-s", "elder=loop.py:Loop", "-s", "younger=greedy", "--seed", "1", "--stall", "0.5"]
    words = ["-m", "quatorze", command, "piquet", *seats, *(["--out", "kept", "-n", "3"] if command == "run" else [])]
    done = spawned(words, tmp_path)
    assert done.code == 1
    assert done.out == ""
    assert done.err.splitlines()[-1] == (
        "quatorze: the strategy loop.py:Loop as elder, decision play_card, deal 0, has not returned for 0.5 seconds; "
        "to see it again: quatorze trace piquet --rules seed -s elder=loop.py:Loop -s younger=greedy --seed 1 --deal 0"
    )
    if command == "run":
        assert (tmp_path / "kept" / "manifest.json").exists()


@pytest.mark.parametrize("given", ["nope", "0", "-1", "1e9", "nan"])
def test_a_limit_that_is_none_is_refused(given: str, tmp_path: Path) -> None:
    done = spawned(["-m", "quatorze", "run", "piquet", "-n", "3", "--stall", given], tmp_path)
    assert (done.code, done.out) == (2, "")
    assert (
        done.err == f"quatorze: --stall {given} is not a number of seconds above 0, 86,400 at most; write --stall 60\n"
    )
