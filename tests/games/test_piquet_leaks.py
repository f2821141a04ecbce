"""No field of a view depends on a hidden card: worlds that a player cannot tell apart look the same to the byte."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.games.leak_audit import SLOTS

ROOT = Path(__file__).resolve().parent.parent.parent


def audited(*arguments: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-m", "tests.games.leak_audit", *arguments],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


#: What is asked under every preset, and what under the classic rules only.
ALWAYS, CLASSIC = SLOTS[:4], SLOTS


def test_a_view_stays_the_same_when_hidden_cards_change() -> None:
    told = audited("15")
    assert told["faults"] == {}
    assert min(told["compared"].get(slot, 0) for slot in ALWAYS) >= 60
    assert sum(told["compared"].values()) >= 1000


@pytest.mark.parametrize("rules", ["classic", "classic,declaration_record=totals", "classic,declare_mode=forced"])
def test_a_classic_view_stays_the_same_when_hidden_cards_change(rules: str) -> None:
    told = audited("16", rules)
    assert told["faults"] == {}
    asked = [slot for slot in CLASSIC if "declare" not in slot or "forced" not in rules]
    assert min(told["compared"].get(slot, 0) for slot in asked) >= 20
    assert sum(told["compared"].values()) >= 1000


@pytest.mark.parametrize("rules", ["seed", "classic"])
def test_a_view_does_not_tell_seed_or_deal(rules: str) -> None:
    assert audited("0", rules)["other_deal"] == []


def test_a_planted_leak_is_found() -> None:
    assert set(audited("5", "--planted")["faults"]) == {"talon"}


def test_a_leak_planted_in_the_calls_is_found() -> None:
    assert set(audited("20", "classic", "--planted-in-calls")["faults"]) == {"point"}
