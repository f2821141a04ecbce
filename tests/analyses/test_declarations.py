"""What is dealt is what counting says; what was held, good, equal and scored is what the rows say."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pandas as pd
import pytest

import quatorze as qz
from analyses.declarations import declarations
from analyses.estimates import Estimate
from analyses.sums import Context
from simulator.errors import RequestError
from simulator.games import game
from simulator.games.piquet import holdings
from simulator.games.piquet.outcome import SEQUENCES, SETS
from tests.analyses.naive import CARDS, find, frame_of, is_mean, is_share, point
from tests.tables import by_lane

PIQUET = game("piquet")
RULES = PIQUET.rulebook.resolve("seed")
ROLES = PIQUET.roles
SEATS = {"elder": "greedy", "younger": "random"}

# The exact facts of section 5 of the specification, by number.
FOUR_OF_A_RANK = Fraction(99, 7192)  # 4
THREE_OF_A_RANK = Fraction(110, 899)  # 5
QUATORZE = Fraction(3086855, 45158568)  # 6
TRIO = Fraction(950202, 1881607)  # 7
NO_SET = Fraction(19266865, 45158568)  # 8
POINTS = {  # 9 to 12
    "3 cards": Fraction(175616, 4032015),
    "4 cards": Fraction(444724, 806403),
    "5 cards": Fraction(446208, 1344005),
    "6 cards": Fraction(269108, 4032015),
    "7 cards": Fraction(352, 58435),
    "8 cards": Fraction(11, 58435),
}
NO_SEQUENCE = Fraction(5742859, 16128060)  # 13
SEQUENCES_BY_LENGTH = {  # 14 to 17
    "tierce": Fraction(9862973, 22579284),
    "quatrieme": Fraction(3533657, 22579284),
    "quinte": Fraction(378702, 9408035),
    "seizieme": Fraction(65171, 7526428),
    "dix-septieme": Fraction(88, 58435),
    "dix-huitieme": Fraction(11, 58435),
}


def by_word(chances: dict[str, Fraction]) -> dict[str, Fraction]:
    """Chances added over ranks: by the first word of the holding."""
    found: Counter[str] = Counter()
    for holding, chance in chances.items():
        found[holding.partition(" ")[0]] += chance  # type: ignore[assignment]
    return dict(found)  # type: ignore[arg-type]


def test_chances_of_points_are_those_of_the_specification() -> None:
    assert holdings.point_chances(RULES) == POINTS
    assert sum(POINTS.values()) == 1


def test_chances_of_sequences_are_those_of_the_specification() -> None:
    assert by_word(holdings.sequence_chances(RULES)) == {"none": NO_SEQUENCE, **SEQUENCES_BY_LENGTH}
    assert set(holdings.sequence_chances(RULES)) == set(SEQUENCES)


def test_chances_of_sets_are_those_of_the_specification() -> None:
    assert by_word(holdings.set_chances(RULES)) == {"none": NO_SET, "trio": TRIO, "quatorze": QUATORZE}
    assert NO_SET + TRIO + QUATORZE == 1
    # Nothing beats four aces, so that four of the given rank are always the best set.
    assert holdings.set_chances(RULES)["quatorze A"] == FOUR_OF_A_RANK
    low = holdings.set_chances({**RULES, "set_min_rank": "7"})
    assert set(low) == set(SETS)
    assert low["quatorze A"] == FOUR_OF_A_RANK
    assert sum(low.values()) == 1


def test_chances_of_one_rank_are_those_of_the_specification() -> None:
    found = holdings._count(8, 4, lambda cards, part: sum(cards) if part == 5 else 0)
    assert (found[3], found[4]) == (THREE_OF_A_RANK, FOUR_OF_A_RANK)
    assert sum(found.values()) == 1


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    """Rows of a run that was played."""
    return frame_of(SEATS, by_lane(30_000, 100), seed=3)


@pytest.fixture(scope="module")
def found(frame: pd.DataFrame) -> list[Estimate]:
    """The estimates of the same run."""
    return qz.declarations("piquet", strategies=SEATS, deals=len(frame), seed=3).estimates


def naive(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame with points told by their number of cards."""
    told = frame.copy()
    for role in ROLES:
        for stem in ("point", "dealt_point"):
            told[f"{stem}_{role}"] = frame[f"{stem}_{role}"].map(point)
    return told


def test_dealt_holdings_come_as_often_as_counting_says() -> None:
    answer = qz.declarations("piquet", strategies="greedy", deals=by_lane(300_000, 300), seed=11)
    dealt = [item for item in answer.estimates if item.name == "dealt"]
    assert len(dealt) == 2 * (6 + len(SEQUENCES) + 11)
    for item in dealt:
        assert item.agrees(4.5), item
    chances = {
        **{("point", name): chance for name, chance in POINTS.items()},
        ("sequence", "none"): NO_SEQUENCE,
        ("set", "none"): NO_SET,
        ("set", "quatorze A"): FOUR_OF_A_RANK,
    }
    for role in ROLES:
        for (kind, holding), chance in chances.items():
            assert find(dealt, "dealt", role=role, kind=kind, holding=holding).exact == float(chance)
        for kind in ("point", "sequence", "set"):
            whole = [item for item in dealt if item.group["role"] == role and item.group["kind"] == kind]
            assert sum(item.value or 0 for item in whole) == pytest.approx(1)
            assert sum(item.exact or 0 for item in whole) == pytest.approx(1)


def test_dealt_is_the_share_of_the_rows(frame: pd.DataFrame, found: list[Estimate]) -> None:
    rows = naive(frame)
    count = 0
    for item in found:
        if item.name == "dealt":
            is_share(item, rows[f"dealt_{item.group['kind']}_{item.group['role']}"] == item.group["holding"])
            count += 1
    assert count == 2 * (6 + len(SEQUENCES) + 11)


def test_held_good_equal_and_points_are_those_of_the_rows(frame: pd.DataFrame, found: list[Estimate]) -> None:
    rows = naive(frame)
    seen = set()
    for item in found:
        role, kind = item.group["role"], item.group["kind"]
        winner, scored = rows[f"{kind}_winner"], rows[f"{kind}_points"]
        own = scored.where(winner == role, 0)
        if item.name == "won":
            is_share(item, winner == role)
        elif item.name == "class_points":
            is_mean(item, own)
        elif item.name != "dealt":
            held = rows[f"{kind}_{role}"] == item.group["holding"]
            seen.add((role, kind, item.group["holding"]))
            if item.name == "held":
                is_share(item, held)
            elif item.name == "good":
                is_share(item, (winner == role)[held])
            elif item.name == "equal":
                is_share(item, (winner == "equal")[held])
            else:
                assert item.name == "points"
                is_mean(item, own[held])
    assert seen == {
        (role, kind, holding)
        for role in ROLES
        for kind in ("point", "sequence", "set")
        for holding in rows[f"{kind}_{role}"].unique()
    }


def test_nothing_is_never_good(found: list[Estimate]) -> None:
    assert not [item for item in found if item.group.get("holding") == "none" and item.name not in ("dealt", "held")]


def test_the_classes_and_the_play_add_up_to_the_score(frame: pd.DataFrame, found: list[Estimate]) -> None:
    for role in ROLES:
        classes = sum(
            find(found, "class_points", role=role, kind=kind).value or 0 for kind in ("point", "sequence", "set")
        )
        rest = frame[f"play_{role}"] + 10 * (frame["carte_blanche"] == role)
        assert classes + rest.mean() == pytest.approx(frame[f"score_{role}"].mean())


def test_sums_of_chunks_are_the_sums_of_the_whole(frame: pd.DataFrame) -> None:
    analysis = declarations(PIQUET)
    typed = frame_of_categories(frame)
    total = analysis.sums(typed)
    assert len(total) == 12
    for cuts in ([7], [1, 2, len(frame) // 2], list(range(13, len(frame), max(1, len(frame) // 5)))):
        parts = [typed.iloc[first:end] for first, end in zip([0, *cuts], [*cuts, len(frame)], strict=True)]
        for order in (parts, parts[::-1]):
            added = analysis.sums(order[0])
            for part in order[1:]:
                added = added + analysis.sums(part)
            for name, table in total.items():
                rows = table[table["n"] > 0]
                assert added[name][added[name]["n"] > 0].equals(rows)
            context = Context("piquet", RULES)
            assert analysis.estimates(added, context) == analysis.estimates(total, context)


def frame_of_categories(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame as an analysis is given it: words as categories."""
    words = {
        column.name: pd.Categorical(frame[column.name], categories=list(column.words), ordered=True)
        for column in PIQUET.columns.columns
        if column.words
    }
    return frame.assign(**words)


def test_a_stored_run_is_told_as_it_was_played(tmp_path: Path) -> None:
    run = qz.run("piquet", strategies=SEATS, deals=100, seed=3, out=tmp_path / "run")
    played = qz.declarations("piquet", strategies=SEATS, deals=100, seed=3)
    assert qz.declarations(run).estimates == qz.declarations(qz.open(tmp_path / "run")).estimates == played.estimates
    assert list(played.frame()["name"]) == [item.name for item in played.estimates]


def test_lower_sets_count_where_the_rules_say_so() -> None:
    rules = "set_min_rank=7"
    found = qz.declarations("piquet", rules, "random", by_lane(20_000, 100), seed=5).estimates
    frame = frame_of(dict.fromkeys(ROLES, "random"), by_lane(20_000, 100), 5, rules)
    assert {item.group["holding"] for item in found if item.name == "dealt" and item.group["kind"] == "set"} == set(
        SETS
    )
    for item in found:
        if item.name == "dealt" and item.group["kind"] == "set":
            is_share(item, frame[f"dealt_set_{item.group['role']}"] == item.group["holding"])
            assert item.agrees(4.5)


def test_a_game_without_announcements_is_refused() -> None:
    with pytest.raises(RequestError, match="has no announcements"):
        declarations(replace(PIQUET, contests=()))


def test_points_are_told_by_their_number_of_cards() -> None:
    found = {int(pips): holdings.point_holding(int(pips)) for span in CARDS for pips in span}
    assert len(found) == 37
    assert found == {pips: point(pips) for pips in found}
    assert holdings.point_holding(0) == point(0) == "none"
