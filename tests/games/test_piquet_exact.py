"""The exact values of Piquet: the fractions of the specification, counted in three ways that do not share code."""

from __future__ import annotations

import itertools
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest

from benchmarks.exact import verdicts
from simulator.errors import RequestError
from simulator.exact import Exact
from simulator.games import game
from simulator.games.piquet import holdings
from simulator.games.piquet.exact import contests, draws, enumeration
from simulator.games.piquet.outcome import SEQUENCES, SETS
from tests.simulator.test_melds import naive_point, naive_sequence, naive_set

PIQUET = game("piquet")
FACTS = {
    "PI-1": "323/578956",
    "PI-2": "323/289478",
    "PI-3": "0/1",
    "PI-4": "99/7192",
    "PI-5": "110/899",
    "PI-6": "3086855/45158568",
    "PI-7": "950202/1881607",
    "PI-8": "19266865/45158568",
    "PI-9": "175616/4032015",
    "PI-10": "444724/806403",
    "PI-11": "446208/1344005",
    "PI-12a": "269108/4032015",
    "PI-12b": "352/58435",
    "PI-12c": "11/58435",
    "PI-13": "5742859/16128060",
    "PI-14": "9862973/22579284",
    "PI-15": "3533657/22579284",
    "PI-16": "378702/9408035",
    "PI-17a": "65171/7526428",
    "PI-17b": "88/58435",
    "PI-17c": "11/58435",
    "PI-18": "265092623963/568862481096",
    "PI-19": "19338616585/284431240548",
    "PI-20": "5820316939583/14221562027400",
    "PI-21": "505395814669/14221562027400",
    "PI-22": "415106466713/2844312405480",
    "PI-23": "32087795743/79008677930",
    "PI-24a": "3085762321/47405206758",
    "PI-24b": "40417287812/118513016895",
    "PI-25": "7416543222/39504338965",
    "PI-26": "255070279031/114690016350",
    "PI-27": "22287579232291/14221562027400",
    "PI-28": "2129436426757/1093966309800",
    "PI-29": "229253544671/118513016895",
    "PI-30": "232/323",
    "PI-31a": "1/4",
    "PI-31b": "3/20",
    "PI-32": "969/7192",
    "PI-33": "14843/310155",
}
CONTESTS = {f"PI-{row}" for row in range(18, 30)} | {"PI-24a", "PI-24b"}
jit_only = pytest.mark.jit_only


def values(topic: str | None, rules: str = "seed") -> dict[str, Exact]:
    """The values of a topic by their ids, which are unique."""
    assert PIQUET.exact is not None
    found = PIQUET.exact.values(PIQUET.rulebook.resolve(rules), topic)
    assert len({value.id for value in found}) == len(found)
    return {value.id: value for value in found}


def fractions(found: Mapping[str, Exact]) -> dict[str, str]:
    return {name: value.as_dict()["fraction"] for name, value in found.items() if name.startswith("PI-")}


@pytest.fixture(scope="module")
def all_values() -> dict[str, Exact]:
    """Everything under the rules of the source; the hands are enumerated here, once for this file."""
    return values(None)


@jit_only
def test_every_fact_of_the_specification(all_values: dict[str, Exact]) -> None:
    assert fractions(all_values) == FACTS


def test_the_facts_of_two_hands_and_of_draws_need_no_compilation() -> None:
    found = fractions({**values("contests"), **values("draws")})
    assert found == {name: FACTS[name] for name in FACTS if name in CONTESTS or name in ("PI-30", "PI-31a", "PI-31b")}


@jit_only
def test_the_topics_are_all_there_is(all_values: dict[str, Exact]) -> None:
    assert PIQUET.exact is not None
    parts = [values(topic) for topic in PIQUET.exact.topics]
    assert [value for part in parts for value in part.values()] == list(all_values.values())


@jit_only
@pytest.mark.parametrize("set_min_rank", ["T", "7"])
def test_enumeration_and_dynamic_programming_agree_on_every_holding(set_min_rank: str) -> None:
    rules = PIQUET.rulebook.resolve(f"seed,set_min_rank={set_min_rank}")
    found = values("holdings", f"seed,set_min_rank={set_min_rank}")
    kinds: dict[str, dict[str, Fraction]] = {"point": {}, "sequence": {}, "set": {}}
    points: Counter[str] = Counter()
    for value in found.values():
        kinds[str(value.group["kind"])][str(value.group["holding"])] = value.fraction
    for word, chance in kinds["point"].items():
        points[holdings.point_holding(int(word.split()[0]))] += chance  # type: ignore[assignment]
    assert points == holdings.point_chances(rules)
    assert kinds["sequence"] == holdings.sequence_chances(rules)
    assert kinds["set"] == holdings.set_chances(rules)
    assert set(kinds["sequence"]) == set(SEQUENCES)
    assert set(kinds["set"]) <= set(SETS)


@jit_only
def test_the_expected_announcements_of_a_hand(all_values: dict[str, Exact]) -> None:
    total = sum(all_values[name].fraction for name in ("PI-26", "PI-27", "PI-29"))
    assert float(total) == pytest.approx(5.7255820, abs=5e-8)


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_enumeration_is_every_hand_once(cards: int) -> None:
    found = enumeration.count(cards, 3)
    hands = [list(hand) for hand in itertools.combinations(range(32), cards)]
    assert found.hands == comb(32, cards) == len(hands)
    for counts, judge in (
        (found.points, naive_point),
        (found.sequences, naive_sequence),
        (found.sets, lambda hand: naive_set(hand, 3)),
        (found.aces, lambda hand: sum(card >= 28 for card in hand)),
    ):
        assert {strength: int(n) for strength, n in enumerate(counts) if n} == Counter(map(judge, hands))
    assert found.blank == sum(not any(16 <= card < 28 for card in hand) for hand in hands)
    assert found.void == sum(len({card % 4 for card in hand}) < 4 for hand in hands)


def test_without_compilation_the_enumeration_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enumeration, "COMPILING", False)
    with pytest.raises(RequestError, match="unset NUMBA_DISABLE_JIT"):
        enumeration.dealt.__wrapped__(3)


@pytest.mark.parametrize("kind", ["point", "sequence", "set"])
def test_one_of_two_hands_is_a_dealt_hand(kind: str) -> None:
    """The sums over the other hand are the chances that dynamic programming over one hand gives."""
    found = contests.under(PIQUET.rulebook.resolve("seed"))[kind]
    assert int(found.ways.sum()) == contests.PAIRS
    assert (found.ways == found.ways.T).all()
    rules = PIQUET.rulebook.resolve("seed")
    (contest,) = [contest for contest in holdings.CONTESTS if contest.kind == kind]
    own = [Fraction(int(n), contests.PAIRS) for n in found.ways.sum(axis=1)]
    if kind == "point":
        by_cards: Counter[str] = Counter()
        for pips, chance in zip(found.strengths, own, strict=True):
            by_cards[holdings.point_holding(pips)] += chance  # type: ignore[assignment]
        assert +by_cards == contest.chances(rules)
    else:
        assert sorted(chance for chance in own if chance) == sorted(contest.chances(rules).values())


def test_the_joint_distribution_of_a_small_pack_by_brute_force(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three suits of four cards, hands of four cards each: every pair of hands judged one by one."""
    monkeypatch.setattr(contests, "HAND", 4)

    def judge(cards: tuple[bool, ...], part: int) -> tuple[int, int]:
        worth = sum(1 << place for place, held in enumerate(cards) if held)
        return worth // 4, worth * (part + 1)

    found = contests.joint(3, 4, judge)
    ways: Counter[tuple[int, int]] = Counter()
    worth: Counter[tuple[int, int]] = Counter()
    for own in itertools.combinations(range(12), 4):
        for other in itertools.combinations(sorted(set(range(12)) - set(own)), 4):
            sides = [
                [judge(tuple(4 * part + i in hand for i in range(4)), part) for part in range(3)]
                for hand in (own, other)
            ]
            bests = max(best for best, _ in sides[0]), max(best for best, _ in sides[1])
            ways[bests] += 1
            worth[bests] += sum(more for _, more in sides[0])
    for table, wanted in ((found.ways, ways), (found.worth, worth)):
        cells = {(a, b): int(table[i, j]) for i, a in enumerate(found.strengths) for j, b in enumerate(found.strengths)}
        assert {cell: n for cell, n in cells.items() if n} == {cell: n for cell, n in wanted.items() if n}


@pytest.mark.parametrize(
    ("rules", "gone", "new"),
    [
        ("seed,point_tie=elder", {"PI-26"}, {"score-point-elder", "score-point-younger"}),
        ("seed,quinte_points=15", set(), set()),
        ("seed,sequence_extra=all", set(), {"score-sequence-all"}),
        ("seed,set_extra=all", set(), {"score-set-all"}),
        (
            "seed,point_min_cards=5",
            {"PI-18", "PI-19", "PI-26"},
            {"contest-point-better", "contest-point-equal", "contest-point-neither", "score-point"},
        ),
        (
            "seed,set_min_rank=7",
            {"PI-23", "PI-24a", "PI-24b", "PI-25", "PI-29"},
            {f"contest-set-{case}" for case in ("better", "quatorze", "trio", "neither", "score")},
        ),
    ],
)
def test_an_id_of_the_specification_never_names_another_value(rules: str, gone: set[str], new: set[str]) -> None:
    usual, found = values("contests"), values("contests", rules)
    assert set(found) == (set(usual) - gone) | new
    assert all(found[name] == usual[name] for name in set(usual) - gone)
    assert all(value.fraction > 0 for value in found.values())


@jit_only
def test_sets_of_low_ranks_go_by_their_own_names() -> None:
    found = values(None, "seed,set_min_rank=7")
    assert not {"PI-6", "PI-7", "PI-8"} & set(found)
    assert sum(found[f"set-{case}"].fraction for case in ("quatorze", "trio", "none")) == 1
    assert found["set-quatorze"].fraction > Fraction(FACTS["PI-6"])


@pytest.mark.parametrize(
    "rules",
    [
        "seed,point_min_cards=5,point_tie=elder",
        "seed,set_min_rank=7,set_extra=all",
        "seed,sequence_extra=all,quinte_points=15",
    ],
)
def test_other_rules_against_dealt_hands(rules: str) -> None:
    """The contests under rules of which the specification gives no fraction, against hands judged by plain lists."""
    resolved: dict[str, Any] = PIQUET.rulebook.resolve(rules)
    low = contests.LOW[resolved["set_min_rank"]]
    scored: dict[str, list[int]] = {}
    for own, other in random_hands(6_000):
        point, answer = naive_point(own), naive_point(other)
        point, answer = (p if (p + 6) // 10 >= resolved["point_min_cards"] else 0 for p in (point, answer))
        cards = (point + 6) // 10
        best, reply = naive_sequence(own), naive_sequence(other)
        mine, yours = naive_set(own, low), naive_set(other, low)
        runs = [
            length
            for suit in range(4)
            for length, _ in contests.runs(tuple(4 * rank + suit in own for rank in range(8)))
        ]
        ranks = [sum(4 * rank + suit in own for suit in range(4)) for rank in range(low, 8)]
        for name, points in (
            ("contest-point-better", int(point > answer)),
            ("contest-point-equal", int(point == answer > 0)),
            ("contest-point-neither", int(point == answer == 0)),
            ("score-point-elder", cards * (point >= answer)),
            ("score-point-younger", cards * (point > answer)),
            ("contest-set-better", int(mine > yours)),
            ("contest-set-score", (14 if mine >= 32 else 3) * (mine > yours)),
            ("score-set-all", sum({3: 3, 4: 14}.get(n, 0) for n in ranks) * (mine > yours)),
            ("score-sequence-all", sum({3: 3, 4: 4, 5: 15}.get(n, n + 10) for n in runs) * (best > reply)),
        ):
            scored.setdefault(name, []).append(points)
    checked = 0
    for name, value in values("contests", rules).items():
        if name in scored:
            numbers = np.array(scored[name])
            error = numbers.std(ddof=1) / len(numbers) ** 0.5
            assert abs(numbers.mean() - float(value.fraction)) < 4 * error, name
            checked += 1
    assert checked >= 1


def random_hands(count: int) -> list[tuple[list[int], list[int]]]:
    """Pairs of dealt hands, the same on every run."""
    chance = random.Random(14)
    packs = [chance.sample(range(32), 24) for _ in range(count)]
    return [(pack[:12], pack[12:]) for pack in packs]


def test_draws_are_the_draws_of_all_talons() -> None:
    """Twenty unseen cards, the named ones first: every set of drawn cards one by one."""
    for number in (1, 2, 3, 5):
        for named in range(1, 5):
            taken = Counter(sum(card < named for card in drawn) for drawn in itertools.combinations(range(20), number))
            for least in range(1, named + 1):
                wanted = Fraction(sum(n for k, n in taken.items() if k >= least), comb(20, number))
                assert draws.taken(number, named, least) == wanted


def test_the_table_of_draws_answers_the_old_questions() -> None:
    found = values("draws")
    for name, percent in (("draw-7-1of4", 85.24), ("draw-3-1of4", 50.88), ("draw-5-1of4", 71.83), ("draw-5-1of1", 25)):
        assert round(100 * float(found[name].fraction), 2) == percent
    assert round(float(1 / found["PIQ-CB-1"].fraction), 1) == 1792.4
    for value in found.values():
        if value.id.startswith("draw-"):
            group = value.group
            assert value.id == f"draw-{group['draws']}-{group['at_least']}of{group['named']}"
    assert {value.group["draws"] for value in found.values() if "draws" in value.group} == set(range(1, 8))


@pytest.mark.parametrize(
    ("name", "fraction", "printed", "remark"),
    [
        ("PIQ-DRAW-01", "1/4", "3 to 1 against", "exact"),
        ("PIQ-DRAW-02", "1/19", "18 to 1 against", "exact"),
        ("PIQ-DRAW-03", "1/114", "113 to 1 against", "exact"),
        ("PIQ-DRAW-04", "1/969", "968 to 1 against", "exact"),
        ("PIQ-DRAW-06", "17/38", "5 to 4 against", "rounded: exactly 21 to 17 against"),
        ("PIQ-DRAW-07", "137/228", "3 to 2 on", "rounded: exactly 137 to 91 on"),
        ("PIQ-DRAW-08", "8/57", "6 to 1 against", "rounded: exactly 49 to 8 against"),
        ("PIQ-DRAW-09", "232/323", "5 to 2 on", "rounded: exactly 232 to 91 on"),
        ("PIQ-DRAW-12", "3/20", "17 to 3 against", "exact"),
        ("PIQ-DRAW-13", "3/190", "62 to 1 against", "rounded: exactly 187 to 3 against"),
        ("PIQ-DRAW-15", "27/95", "5 to 2 against", "rounded: exactly 68 to 27 against"),
        ("PIQ-DRAW-16", "23/57", "3 to 2 against", "rounded: exactly 34 to 23 against"),
        ("PIQ-DRAW-17", "13/285", "21 to 1 against", "rounded: exactly 272 to 13 against"),
        ("PIQ-DRAW-18", "29/57", "29 to 28 on", "exact"),
        ("PIQ-DRAW-29", "3/20", "17 to 1 against", "wrong: a misprint for 17 to 3 against"),
        ("PIQ-CB-1", "323/578956", "1791 to 1 against", "right to the unit: exactly 1791.43 to 1 against"),
    ],
)
def test_what_old_books_print(name: str, fraction: str, printed: str, remark: str) -> None:
    told = values("draws")[name].as_dict()
    assert (told["fraction"], told["printed"], told["remark"]) == (fraction, printed, remark)
    assert told["group"]["book"]


def test_only_printed_values_have_a_remark() -> None:
    keys = ["id", "name", "group", "fraction", "decimal", "method"]
    for value in {**values("contests"), **values("draws")}.values():
        told: dict[str, Any] = value.as_dict()
        assert list(told) == keys + (["printed", "remark"] if value.printed else [])
        assert told["decimal"] == float(Fraction(told["fraction"]))
        assert len(value.method) > 10


@jit_only
def test_dealt_hands_agree_with_every_value() -> None:
    """All values against 300,000 dealt packs judged with plain NumPy."""
    found = verdicts(300_000, 1)
    assert len(found) > 150
    assert [(item.value.id, item.z) for item in found if not item.good] == []


def test_the_game_imports_nothing_of_it() -> None:
    code = (
        "import sys, simulator.games.piquet as p; p.GAME.exact.chances['carte_blanche']({});"
        "print([n for n in sys.modules if n.startswith('simulator.games.piquet.exact')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
