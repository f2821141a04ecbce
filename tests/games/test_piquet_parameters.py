"""Every parameter changes a result, and only where it applies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from analyses.compare import differing
from simulator.batch import Chunk, play_chunk
from simulator.errors import RequestError
from simulator.games import game
from simulator.rules import written

BOOK = game("piquet").rulebook
DEALS = 20_000
#: Where the preset itself leaves a parameter without work: what else must hold for it to matter.
GROUND = {"pique": "count_in_play=true,quinte_points=15,sequence_extra=all,set_extra=all"}
#: The deals that a parameter can touch, from the rows under the preset.
TOUCHES: dict[str, Callable[[Any], Any]] = {
    "carte_blanche_points": lambda rows: rows["carte_blanche"] > 0,
    "point_tie": lambda rows: rows["point_winner"] == 3,
    "quinte_points": lambda rows: rows["sequence_winner"] > 0,
    "sequence_extra": lambda rows: rows["sequence_winner"] > 0,
    "set_extra": lambda rows: rows["set_winner"] > 0,
    "split_last_trick": lambda rows: rows["tricks_elder"] == 6,
    "capot": lambda rows: (rows["tricks_elder"] == 0) | (rows["tricks_elder"] == 12),
    "majority_points": lambda rows: (rows["tricks_elder"] % 12 != 0) & (rows["tricks_elder"] != 6),
    "last_trick_points": lambda rows: (rows["tricks_elder"] % 12 != 0) & (rows["tricks_elder"] != 6),
}


def played(specification: str) -> Any:
    players = (("elder", "greedy"), ("younger", "random"))
    return play_chunk(Chunk("piquet", tuple(BOOK.resolve(specification).items()), players, 2, 0, DEALS))


def values() -> list[Any]:
    found = []
    for parameter in BOOK.parameters:
        for value in parameter.offered or parameter.values or parameter.worth:
            if value != BOOK.presets["seed"][parameter.name]:
                found.append(pytest.param(parameter.name, written(value), id=f"{parameter.name}={written(value)}"))
    return found


@pytest.mark.parametrize(("name", "value"), values())
def test_a_parameter_changes_results_and_only_where_it_applies(name: str, value: str) -> None:
    ground = "seed" + (f",{GROUND[name]}" if name in GROUND else "")
    before, after = played(ground), played(f"{ground},{name}={value}")
    changed = differing(before, after)
    assert changed.any()
    if name in TOUCHES:
        touched = np.asarray(TOUCHES[name](before))
        assert not (changed & ~touched).any()


def test_off_is_the_base_rule() -> None:
    base = played("seed")
    every = ",".join(f"{name}={written(value)}" for name, value in BOOK.presets["seed"].items())
    assert not differing(base, played(f"seed,{every}")).any()


@pytest.mark.parametrize("fact", BOOK.facts, ids=lambda fact: fact.name)
def test_a_fact_cannot_be_set(fact: Any) -> None:
    with pytest.raises(RequestError, match=f"{fact.name} is a fact"):
        BOOK.resolve(f"seed,{fact.name}=something")


def test_every_value_that_waits_is_refused_with_what_it_waits_for() -> None:
    refused = 0
    for parameter in BOOK.parameters:
        for value in parameter.values:
            if parameter.offered and value not in parameter.offered:
                with pytest.raises(RequestError, match="not offered by this version yet"):
                    BOOK.resolve(f"seed,{parameter.name}={written(value)}")
                refused += 1
    assert refused >= 7
