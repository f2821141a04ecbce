"""Specifications of rules: what is read, what is refused, and that nothing is lost on the way."""

from __future__ import annotations

import random

import numpy as np
import pytest

from simulator.errors import RequestError
from simulator.games import game
from simulator.games.piquet.rules import RULEBOOK
from simulator.rules import Value, written
from tests.referees.piquet import RULES_CLASSIC, RULES_CLASSIC_CENT, RULES_SEED


def test_the_seed_is_the_specification_s_seed() -> None:
    assert RULEBOOK.resolve("seed") == RULES_SEED


def test_the_presets_are_those_of_the_specification() -> None:
    for name, wanted in (("classic", RULES_CLASSIC), ("classic_cent", RULES_CLASSIC_CENT)):
        resolved = RULEBOOK.resolve(name)
        assert {key: resolved[key] for key in wanted if key != "point_compare"} == {
            key: value for key, value in wanted.items() if key != "point_compare"
        }


def test_a_short_match_to_a_target_needs_no_room_for_a_partie() -> None:
    assert RULEBOOK.resolve("seed,max_deals=1")["n_deals"] == 6
    assert RULEBOOK.resolve("classic,max_deals=6")["max_deals"] == 6


def test_names_are_those_of_the_record_in_order() -> None:
    assert RULEBOOK.dtype.names == tuple(parameter.name for parameter in RULEBOOK.parameters)
    assert {RULEBOOK.dtype[name] for name in RULEBOOK.dtype.names} == {np.dtype(np.int64)}


@pytest.mark.parametrize(
    ("specification", "sentence"),
    [
        ("sead", "unknown preset of piquet 'sead'; did you mean seed?"),
        ("", "unknown preset of piquet '(nothing)'; known: seed, classic, classic_cent"),
        ("classical", "unknown preset of piquet 'classical'; did you mean classic or classic_cent?"),
        ("seed,quinte_point=15", "unknown parameter of piquet 'quinte_point'; did you mean quinte_points"),
        ("seed,quinte_points=16", "quinte_points=16 is not allowed; quinte_points takes 5, 15"),
        ("seed,majority_points=-1", "majority_points takes a whole number from 0 to 200"),
        ("seed,majority_points=ten", "majority_points=ten is not allowed"),
        ("seed,majority_points=1.5", "majority_points=1.5 is not allowed"),
        ("seed,quinte_points", "'quinte_points' is not NAME=VALUE"),
        ("seed,quinte_points=15,quinte_points=5", "quinte_points is given twice"),
        ("seed,point_compare=count_then_pips", "point_compare is a fact of piquet, always pips"),
        ("seed,declare_mode=sink", "declare_mode=sink is not allowed; declare_mode takes forced, may_sink"),
        ("seed,target=0", "target=0 is not allowed; target takes a whole number from 1 to 100000"),
        ("seed,first_dealer=2", "first_dealer=2 is not allowed; first_dealer takes random, 0, 1"),
        ("seed,max_deals=4097", "max_deals=4097 is not allowed; max_deals takes a whole number from 1 to 4096"),
        ("seed,n_deals=1", "n_deals=1 is not allowed; n_deals takes a whole number from 2 to 1000"),
        ("seed,n_deals=7", "n_deals=7 is not allowed; each player deals equally often, so n_deals is even"),
        ("classic,n_deals=7", "n_deals=7 is not allowed; each player deals equally often, so n_deals is even"),
        ("classic,max_deals=5", "n_deals=6 and max_deals=5 exclude each other; max_deals is at least n_deals"),
        ("classic,n_deals=12,max_deals=11", "n_deals=12 and max_deals=11 exclude each other"),
        ("match_mode=partie,max_deals=1", "n_deals=6 and max_deals=1 exclude each other"),
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
            choices = list(parameter.values) or [parameter.low, parameter.high]
            overrides[parameter.name] = draw.choice(choices)
    if overrides.get("match_mode") == "partie" and overrides.get("max_deals") == 1:
        overrides["max_deals"] = 4096  # a partie of one deal is refused
    preset = draw.choice(list(RULEBOOK.presets))
    if preset == "classic" and overrides.get("max_deals") == 1:
        overrides["match_mode"] = "target"
    text = ",".join([preset, *(f"{name}={written(value)}" for name, value in overrides.items())])
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
