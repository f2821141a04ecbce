"""Match rows: who wins, by how much and after how many deals, as plain counting has it."""

from __future__ import annotations

from statistics import median

import numpy as np
import pandas as pd
import pytest

from analyses.estimates import Estimate
from analyses.matches import matches
from analyses.sums import Context, Sums
from tests.analyses.naive import find, is_mean, is_share
from tests.analyses.naive_matches import ENDINGS, PLAYERS, match_frame, match_rows

ANALYSIS = matches(PLAYERS)
DRAWN = Context("any", {"first_dealer": "random"})
OF_GAME_POINTS = {"match_margin", "game_points", "rubicon"}


def told(frame: pd.DataFrame, context: Context = DRAWN) -> list[Estimate]:
    return ANALYSIS.estimates(ANALYSIS.sums(frame[list(ANALYSIS.columns)]), context)


@pytest.fixture(scope="module", params=[True, False], ids=["partie", "target"])
def frame(request: pytest.FixtureRequest) -> pd.DataFrame:
    """Matches of either kind."""
    return match_frame(match_rows(800, 5, request.param))


def test_every_estimate_is_what_counting_says(frame: pd.DataFrame) -> None:
    found = told(frame)
    keys = [(item.name, tuple(item.group.items())) for item in found]
    assert len(set(keys)) == len(keys)
    for player in PLAYERS:
        is_share(find(found, "match_wins", player=player), frame["winner"] == player)
        is_mean(find(found, "match_points", player=player), frame[f"points_{player}"])
        middle = find(found, "match_points_median", player=player)
        ordered = sorted(frame[f"points_{player}"])
        assert middle.value == ordered[(len(ordered) + 1) // 2 - 1]
        assert abs((middle.value or 0) - median(ordered)) <= 1
    for ending in ENDINGS:
        is_share(find(found, "match_ending", value=ending), frame["ending"] == ending)
    is_mean(find(found, "match_deals"), frame["deals"])
    for deals in sorted(set(frame["deals"])):
        is_share(find(found, "match_length", deals=int(deals)), frame["deals"] == deals)
    assert sum(item.value or 0 for item in found if item.name == "match_length") == pytest.approx(1)
    assert sum(item.value or 0 for item in found if item.name == "match_ending") == pytest.approx(1)


def test_game_points_are_told_where_there_are_any(frame: pd.DataFrame) -> None:
    found = told(frame)
    if not frame["game_points"].any():
        assert not OF_GAME_POINTS & {item.name for item in found}
        return
    for player, other in (PLAYERS, PLAYERS[::-1]):
        rows = zip(frame["winner"], frame["game_points"], strict=True)
        signed = [points if winner == player else -points if winner == other else 0 for winner, points in rows]
        is_mean(find(found, "match_margin", player=player), signed)
        is_mean(find(found, "game_points", player=player), frame["game_points"][frame["winner"] == player])
        is_share(find(found, "rubicon", player=player), frame["rubicon"] == player)
    is_share(find(found, "rubicon"), frame["rubicon"] != "none")
    margins = [find(found, "match_margin", player=player).value or 0 for player in PLAYERS]
    assert margins[0] == -margins[1] != 0


def test_a_drawn_first_dealer_stands_beside_one_half(frame: pd.DataFrame) -> None:
    for player in PLAYERS:
        item = find(told(frame), "first_dealer", player=player)
        is_share(item, frame["first_dealer"] == player)
        assert item.exact == 0.5
        assert item.agrees()
        assert find(told(frame, Context("any", {"first_dealer": 0})), "first_dealer", player=player).exact is None


def test_sums_of_pieces_are_the_sums_of_the_whole(frame: pd.DataFrame) -> None:
    total = Sums()
    for first in (700, 0, 123):
        total = total + ANALYSIS.sums(frame.iloc[first : {0: 123, 123: 700, 700: 800}[first]])
    assert total == ANALYSIS.sums(frame)


def test_many_lengths_are_told_by_their_mean_alone() -> None:
    rows = match_rows(50, 1, partie=False)
    rows["deals"] = np.arange(50) % 13 + 1
    found = told(match_frame(rows))
    assert find(found, "match_deals").n == 50
    assert "match_length" not in {item.name for item in found}


def test_one_match_has_values_and_no_errors() -> None:
    rows = match_rows(1, 3, partie=True)
    rows["winner"], rows["ending"], rows["rubicon"], rows["game_points"] = 2, 1, 0, 120
    found = told(match_frame(rows))
    assert find(found, "match_wins", player="player1").value == 1
    assert find(found, "match_margin", player="player0").value == -120
    assert find(found, "match_margin", player="player0").se is None
    never = find(found, "game_points", player="player0")
    assert (never.value, never.n) == (None, 0)
