"""The summary of a run is what plain pandas makes of its rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import quatorze as qz
from analyses.estimates import Estimate
from analyses.summary import counts, summary
from analyses.sums import Context
from simulator.games import game
from tests.analyses.naive import find, frame_of, is_mean, is_share
from tests.tables import by_lane

PIQUET = game("piquet")
ROLES = PIQUET.roles
SEATS = {"elder": "random", "younger": "greedy"}


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    """Rows of a run that was played."""
    return frame_of(SEATS, by_lane(20_000, 120), seed=8)


@pytest.fixture(scope="module")
def found(frame: pd.DataFrame) -> list[Estimate]:
    """The estimates of the same run."""
    return qz.run("piquet", strategies=SEATS, deals=len(frame), seed=8).estimates()


def test_scores_are_those_of_the_rows(frame: pd.DataFrame, found: list[Estimate]) -> None:
    for role in ROLES:
        is_mean(find(found, "score", role=role), frame[f"score_{role}"])
        median = find(found, "score_median", role=role)
        ordered = np.sort(frame[f"score_{role}"])
        assert median.value == ordered[(len(ordered) + 1) // 2 - 1]
        assert median.low is not None
        assert median.value is not None
        assert median.high is not None
        assert median.low <= median.value <= median.high
        assert (frame[f"score_{role}"] < median.low).mean() < 0.5 < (frame[f"score_{role}"] <= median.high).mean()
    is_mean(find(found, "score_difference"), frame["score_elder"] - frame["score_younger"])


def test_who_came_out_ahead_is_counted(frame: pd.DataFrame, found: list[Estimate]) -> None:
    lead = frame["score_elder"] - frame["score_younger"]
    is_share(find(found, "wins", role="elder"), lead > 0)
    is_share(find(found, "wins", role="younger"), lead < 0)
    is_share(find(found, "ties"), lead == 0)
    assert sum(item.value or 0 for item in found if item.name in ("wins", "ties")) == pytest.approx(1)


def test_every_brief_column_is_told_once(frame: pd.DataFrame, found: list[Estimate]) -> None:
    told: list[tuple[str, Any]] = [(item.name, tuple(sorted(item.group.items()))) for item in found]
    assert len(set(told)) == len(told)
    for column in PIQUET.columns.columns:
        if not column.brief or column.name == "deal":
            continue
        stem, role = PIQUET.columns.stem(column.name, ROLES)
        group: dict[str, str | int] = {} if role is None else {"role": role}
        if column.words:
            shares = [find(found, stem, **group, value=word) for word in column.words]
            for word, item in zip(column.words, shares, strict=True):
                is_share(item, frame[column.name] == word)
            assert sum(item.value or 0 for item in shares) == pytest.approx(1)
        else:
            is_mean(find(found, stem, **group), frame[column.name])
    hidden = {"dealt_point", "dealt_sequence", "dealt_set", "point", "sequence", "set"}
    assert not hidden & {item.name for item in found}


def test_the_histogram_of_a_column_holds_every_deal(frame: pd.DataFrame) -> None:
    run = qz.run("piquet", strategies=SEATS, deals=len(frame), seed=8)
    for name in ("score_elder", "exchanged_younger", "point_winner"):
        wanted = frame[name].value_counts()
        found = counts(run.sums["summary"][name])
        assert {value: n for value, n in found.items() if n} == wanted.to_dict()


def test_sums_of_chunks_are_the_sums_of_the_whole(frame: pd.DataFrame) -> None:
    analysis = summary(PIQUET)
    typed = qz.run("piquet", strategies=SEATS, deals=len(frame), seed=8).deals()
    context = Context("piquet")
    total = analysis.estimates(analysis.sums(typed), context)
    for size in (1 + len(frame) // 3, 1 + len(frame) // 40):
        parts = [typed.iloc[first : first + size] for first in range(0, len(typed), size)]
        added = analysis.sums(parts[-1])
        for part in reversed(parts[:-1]):
            added = added + analysis.sums(part)
        assert analysis.estimates(added, context) == total


def test_one_deal_has_values_and_no_errors() -> None:
    found = qz.run("piquet", deals=1, seed=4).estimates()
    for role in ROLES:
        item = find(found, "score", role=role)
        assert (item.se, item.low, item.high, item.n) == (None, None, None, 1)
        assert item.value is not None


def test_ten_million_large_scores_do_not_wrap() -> None:
    rows = np.zeros(1000, PIQUET.columns.dtype)
    rows["score_elder"], rows["score_younger"] = 32_000, -32_000
    analysis = summary(PIQUET)
    sums = analysis.sums(PIQUET.columns.frame(rows, analysis.columns, wide=False))
    total = sums
    for _ in range(13):  # 8,192,000 deals
        total = total + total
    found = analysis.estimates(total, Context("piquet"))
    assert find(found, "score", role="elder").value == 32_000
    assert find(found, "score_difference").value == 64_000
    assert find(found, "score_difference").se == 0
    assert find(found, "score_difference").n == 8_192_000
