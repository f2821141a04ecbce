"""Summary and declarations of deals in matches: the same estimates as of deals, errors by the loop over matches."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

from analyses.declarations import declarations
from analyses.estimates import Estimate
from analyses.summary import counts, summary
from analyses.sums import Analysis, Context, Sums
from simulator.games import game
from tests.analyses.naive import find, frame_of, point
from tests.analyses.naive_matches import cut, is_ratio, pieces
from tests.tables import by_lane

PIQUET = game("piquet")
ROLES = PIQUET.roles
CONTEXT = Context("piquet", PIQUET.rulebook.resolve("seed"))


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    """Deals that were played, cut into matches of one to seven."""
    return cut(frame_of({"elder": "greedy", "younger": "random"}, by_lane(4000, 150), seed=12), 2)


def told(analysis: Analysis, frame: pd.DataFrame) -> list[Estimate]:
    return analysis.estimates(analysis.sums(frame[list(analysis.columns)]), CONTEXT)


def keys(estimates: list[Estimate]) -> list[tuple[str, tuple[tuple[str, str | int], ...], str]]:
    return [(item.name, tuple(item.group.items()), item.kind) for item in estimates]


def test_the_summary_is_that_of_the_loop(frame: pd.DataFrame) -> None:
    found = told(summary(PIQUET, matches=True), frame)
    lead = frame["score_elder"] - frame["score_younger"]
    is_ratio(find(found, "score_difference"), frame, lead)
    is_ratio(find(found, "ties"), frame, lead == 0)
    for role, sign in zip(ROLES, (1, -1), strict=True):
        is_ratio(find(found, "score", role=role), frame, frame[f"score_{role}"])
        is_ratio(find(found, "wins", role=role), frame, sign * lead > 0)
        middle = find(found, "score_median", role=role)
        ordered = np.sort(frame[f"score_{role}"])
        assert middle.value == ordered[(len(ordered) + 1) // 2 - 1]
        assert middle.low is not None
        assert middle.value is not None
        assert middle.high is not None
        assert middle.low <= middle.value <= middle.high
    for column in PIQUET.columns.columns:
        stem, whose = PIQUET.columns.stem(column.name, ROLES)
        group: dict[str, str | int] = {} if whose is None else {"role": whose}
        for word in column.words if column.brief else ():
            is_ratio(find(found, stem, **group, value=word), frame, frame[column.name] == word)
        if column.brief and not column.words and column.name != "deal":
            is_ratio(find(found, stem, **group), frame, frame[column.name])


def test_declarations_are_those_of_the_loop(frame: pd.DataFrame) -> None:
    found = told(declarations(PIQUET, matches=True), frame)
    for contest in PIQUET.contests:
        for role in ROLES:
            own, best = frame[f"{contest.held}_{role}"], frame[f"{contest.dealt}_{role}"]
            if contest.kind == "point":
                own, best = own.map(point), best.map(point)
            won = frame[contest.winner] == role
            group: dict[str, str | int] = {"role": role, "kind": contest.kind}
            is_ratio(find(found, "won", **group), frame, won)
            is_ratio(find(found, "class_points", **group), frame, frame[contest.points] * won)
            dealt = [item for item in found if item.name == "dealt" and item.group.items() >= group.items()]
            assert {item.group["holding"] for item in dealt} >= set(best)
            for item in dealt:
                is_ratio(item, frame, best == item.group["holding"])
                assert item.exact is not None
                assert item.agrees(5) is not False
            for holding in sorted(set(own)):
                whole = {**group, "holding": holding}
                is_ratio(find(found, "held", **whole), frame, own == holding)
                if holding != "none":
                    is_ratio(find(found, "good", **whole), frame, won, own == holding)
                    is_ratio(find(found, "equal", **whole), frame, frame[contest.winner] == "equal", own == holding)
                    is_ratio(find(found, "points", **whole), frame, frame[contest.points] * won, own == holding)


@pytest.mark.parametrize("of", [summary, declarations])
def test_matches_of_one_deal_are_told_as_deals_are(of: Callable[..., Analysis], frame: pd.DataFrame) -> None:
    alone = frame.assign(deal=4096 * np.arange(len(frame)))
    deals, inmatches = told(of(PIQUET), alone), told(of(PIQUET, matches=True), alone)
    assert sorted(keys(deals)) == sorted(keys(inmatches))
    for item in deals:
        other = find(inmatches, item.name, **item.group)
        assert (other.value, other.n, other.exact) == (item.value, item.n, item.exact)
        if item.kind == "quantile":
            assert (other.low, other.high) == pytest.approx((item.low, item.high), abs=3)
        elif item.n > 1:
            assert (other.low, other.high) == pytest.approx((item.low, item.high), rel=1e-9, abs=1e-12)
            # A share of n deals has n in its error, one of n matches n - 1.
            factor = np.sqrt(item.n / (item.n - 1)) if item.kind == "share" else 1
            assert other.se == pytest.approx((item.se or 0) * factor, rel=1e-9, abs=1e-12)


def test_names_groups_and_their_order_are_those_of_deals(frame: pd.DataFrame) -> None:
    assert keys(told(summary(PIQUET), frame)) == keys(told(summary(PIQUET, matches=True), frame))


@pytest.mark.parametrize("of", [summary, declarations])
def test_sums_do_not_depend_on_where_matches_are_cut(of: Callable[..., Analysis], frame: pd.DataFrame) -> None:
    analysis = of(PIQUET, matches=True)
    total = Sums()
    for piece in reversed(pieces(frame, seed=1)):
        total = total + analysis.sums(piece)
    assert total == analysis.sums(frame)


def test_the_histogram_of_a_column_holds_every_deal(frame: pd.DataFrame) -> None:
    sums = summary(PIQUET, matches=True).sums(frame)
    for name in ("score_elder", "exchanged_younger", "point_winner"):
        assert counts(sums[name]) == frame[name].value_counts().to_dict()
