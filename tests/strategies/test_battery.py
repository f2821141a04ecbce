"""The battery: built-in strategies and the template pass it, a bot that breaks one promise fails that test."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import quatorze as qz
from quatorze import catalogue
from simulator.games import GAMES
from strategies import battery
from strategies.battery import bench
from strategies.load import strategies_of
from tests.strategies.bots import bot, playing
from tests.tables import by_lane

EVERY = [(game, name) for game in GAMES for name in strategies_of(game)]
TRAITS = "deterministic = memoryless = True\n"
SETTING = 'settings = (qz.Setting("a", 1, 0, 2, "which"),)\n'


@pytest.mark.parametrize("proof", battery.TESTS, ids=lambda proof: proof.__name__)
@pytest.mark.parametrize(("game", "name"), EVERY)
def test_built_in_strategies_pass(game: str, name: str, proof: Callable[[battery.Bench], None]) -> None:
    proof(bench(game, name))


@pytest.mark.parametrize("proof", battery.TESTS, ids=lambda proof: proof.__name__)
@pytest.mark.parametrize("game", GAMES)
def test_the_template_passes(game: str, proof: Callable[[battery.Bench], None], tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(catalogue.template(game))
    proof(bench(game, f"{tmp_path}/mine.py:Mine"))


@pytest.mark.parametrize("game", GAMES)
def test_the_template_is_short_and_beats_random(game: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(catalogue.template(game))
    found = qz.compare(game, strategies=["random", f"{tmp_path}/mine.py:Mine"], deals=by_lane(5000, 60), seed=3)
    assert found.comparisons[0].metric == "score"
    assert found.comparisons[0].verdict == "higher"
    assert len([line for line in catalogue.template(game).splitlines() if line.strip()]) <= 45


BROKEN: dict[str, tuple[tuple[tuple[str, str], ...], str]] = {
    "legal_everywhere": (
        (playing("return view.legal if view.trick == 11 else qz.highest_bit(view.hand)"),),
        "allowed: 1 of",
    ),
    "legal_when_counts_are_forced": ((), "allowed: 2 of"),
    "legal_with_every_parameter": (
        (
            (TRAITS, f"{TRAITS}    {SETTING}"),
            playing("return qz.lowest_bit(view.legal if view.params[0] < 2 else view.hand)"),
        ),
        "tame.py:Tame with a=2",
    ),
    "reproducible": (
        (
            (TRAITS, f"{TRAITS}    scratch = 1\n"),
            playing(
                "scratch[0] += np.uint64(1)\n"
                "        return qz.nth_bit(view.legal, scratch[0] % np.uint64(qz.popcount(view.legal)))"
            ),
        ),
        "plays a deal differently after other deals",
    ),
    "deterministic": ((playing("return qz.draw_card(view, view.legal)"),), "declares deterministic = True and draws"),
    "memoryless": (
        (playing("view.memory[0] = view.legal\n        return qz.lowest_bit(view.legal)"),),
        "declares memoryless = True and writes to view.memory",
    ),
    "not_clairvoyant": (
        (
            playing(
                "seen = qz.popcount(view.open_hands[0] | view.open_hands[1])\n"
                "        return qz.nth_bit(view.legal, seen % qz.popcount(view.legal))"
            ),
        ),
        "looks at view.open_..., which is empty for it; declare clairvoyant = True",
    ),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_a_bot_that_breaks_a_promise_fails_the_test_of_it(broken: str, tmp_path: Path) -> None:
    changes, said = BROKEN[broken]
    on = bench("piquet", f"{bot(tmp_path, *changes)}:Tame")
    with pytest.raises(AssertionError) as failed:
        getattr(battery, broken)(on)
    assert said in str(failed.value)
    if broken not in {"legal_everywhere", "legal_when_counts_are_forced"}:
        battery.legal_everywhere(on)


def test_what_is_not_declared_need_not_be_proven(tmp_path: Path) -> None:
    changes = (
        (f"    {TRAITS}", ""),
        playing("view.memory[0] = view.legal\n        return qz.draw_card(view, view.legal)"),
    )
    on = bench("piquet", f"{bot(tmp_path, *changes)}:Tame")
    for proof in battery.TESTS[:1] + battery.TESTS[3:]:
        proof(on)


class TestGreedy(qz.testing.StrategyBattery):
    """The class that users inherit, on a name."""

    strategy = "greedy"


def test_a_file_is_found_beside_its_test(tmp_path: Path) -> None:
    bot(tmp_path / "bots")
    (tmp_path / "bots" / "test_tame.py").write_text(
        "import quatorze as qz\n\nclass TestTame(qz.testing.StrategyBattery):\n    strategy = 'tame.py:Tame'\n"
    )
    space: dict[str, type[qz.testing.StrategyBattery]] = {}
    text = (tmp_path / "bots" / "test_tame.py").read_text()
    exec(compile(text, str(tmp_path / "bots" / "test_tame.py"), "exec"), {"__name__": "beside"}, space)
    space["TestTame"].__module__ = "beside"
    module = ModuleType("beside")
    module.__file__ = str(tmp_path / "bots" / "test_tame.py")
    sys.modules["beside"] = module
    try:
        assert space["TestTame"]().bench().player.specification == f"{tmp_path}/bots/tame.py:Tame"
    finally:
        del sys.modules["beside"]
