"""What a run estimates and no strategy can change stands beside its exact value."""

from __future__ import annotations

from fractions import Fraction

import pytest

import quatorze as qz
from analyses.estimates import share
from simulator.games import game
from tests.analyses.naive import find
from tests.tables import by_lane

ONE = Fraction(323, 578956)


def test_carte_blanche_has_its_exact_chance() -> None:
    found = qz.run("piquet", strategies="greedy", deals=by_lane(300_000, 60), seed=3).estimates()
    wanted = {"elder": ONE, "younger": ONE, "none": 1 - 2 * ONE}
    for word, chance in wanted.items():
        item = find(found, "carte_blanche", value=word)
        assert item.exact == float(chance)
        assert item == share("carte_blanche", {"value": word}, round((item.value or 0) * item.n), item.n).against(
            chance
        )
        assert item.agrees()
    assert {item.name for item in found if item.exact is not None} == {"carte_blanche"}


def test_every_chance_is_that_of_a_column_of_words_and_they_sum_to_one() -> None:
    piquet = game("piquet")
    rules = piquet.rulebook.resolve("seed")
    assert piquet.exact is not None
    assert piquet.exact.chances
    for column, chances in piquet.exact.chances.items():
        assert set(chances(rules)) == set(piquet.columns.by_name[column].words)
        assert sum(chances(rules).values()) == 1


@pytest.mark.parametrize("rules", ["seed", "seed,carte_blanche_points=0", "seed,set_min_rank=7,point_min_cards=5"])
def test_rules_do_not_change_it(rules: str) -> None:
    found = qz.run("piquet", rules=rules, strategies="random", deals=40, seed=3).estimates()
    assert find(found, "carte_blanche", value="elder").exact == float(ONE)
