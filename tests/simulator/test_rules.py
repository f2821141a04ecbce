"""Specifications of rules: what is read, what is refused, and that nothing is lost on the way."""

from __future__ import annotations

import random

import numpy as np
import pytest

from simulator.errors import RequestError
from simulator.games import game
from simulator.games.piquet.rules import RULEBOOK
from simulator.rules import Value, written
from tests.referees.piquet import RULES_SEED


def test_the_seed_is_the_specification_s_seed() -> None:
    assert RULEBOOK.resolve("seed") == RULES_SEED


def test_names_are_those_of_the_record_in_order() -> None:
    assert RULEBOOK.dtype.names == tuple(parameter.name for parameter in RULEBOOK.parameters)
    assert {RULEBOOK.dtype[name] for name in RULEBOOK.dtype.names} == {np.dtype(np.int64)}


@pytest.mark.parametrize(
    ("specification", "sentence"),
    [
        ("sead", "unknown preset of piquet 'sead'; did you mean seed?"),
        ("", "unknown preset of piquet '(nothing)'; known: seed, classic, classic_cent"),
        ("classic", "the preset classic of piquet is not offered by this version yet"),
        ("seed,quinte_point=15", "unknown parameter of piquet 'quinte_point'; did you mean quinte_points"),
        ("seed,quinte_points=16", "quinte_points=16 is not allowed; quinte_points takes 5, 15"),
        ("seed,majority_points=-1", "majority_points takes a whole number from 0 to 200"),
        ("seed,majority_points=ten", "majority_points=ten is not allowed"),
        ("seed,majority_points=1.5", "majority_points=1.5 is not allowed"),
        ("seed,quinte_points", "'quinte_points' is not NAME=VALUE"),
        ("seed,quinte_points=15,quinte_points=5", "quinte_points is given twice"),
        ("seed,point_compare=count_then_pips", "point_compare is a fact of piquet, always pips"),
        ("seed,declare_mode=may_sink", "declare_mode=may_sink is not offered by this version yet"),
        ("seed,target=150", "target=150 is not offered by this version yet (matches come later); it plays 100"),
        ("seed,follow_suit=maybe", "follow_suit takes false, true"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(specification: str, sentence: str) -> None:
    with pytest.raises(RequestError) as refused:
        RULEBOOK.resolve(specification)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("text", ["true", "True", "yes", "on", "1"])
def test_yes_is_read_in_many_ways(text: str) -> None:
    assert RULEBOOK.resolve(f"seed,must_win={text}")["must_win"] is True


def test_overrides_alone_stand_on_the_default_preset() -> None:
    assert RULEBOOK.resolve("quinte_points=15") == RULEBOOK.resolve("seed, quinte_points = 15")


@pytest.mark.parametrize("number", range(40))
def test_any_rules_survive_being_written_and_read(number: int) -> None:
    draw = random.Random(number)
    overrides: dict[str, Value] = {}
    for parameter in RULEBOOK.parameters:
        if draw.random() < 0.4:
            choices = list(parameter.offered or parameter.values) or [parameter.low, parameter.high]
            overrides[parameter.name] = draw.choice(choices)
    text = ",".join(["seed", *(f"{name}={written(value)}" for name, value in overrides.items())])
    resolved = RULEBOOK.resolve(text)
    assert {name: resolved[name] for name in overrides} == overrides
    assert RULEBOOK.resolve(RULEBOOK.described(resolved)) == resolved
    assert RULEBOOK.resolve(resolved) == resolved
    lowered = RULEBOOK.lower(resolved)[0]
    for parameter in RULEBOOK.parameters:
        value = resolved[parameter.name]
        expected = value if isinstance(value, int) and "random" not in parameter.values else None
        assert expected is None or int(lowered[parameter.name]) == int(expected)


def test_no_two_values_of_a_parameter_are_lowered_to_one_number() -> None:
    for parameter in game("piquet").rulebook.parameters:
        assert len({parameter.lowered(value) for value in parameter.values}) == len(parameter.values)
