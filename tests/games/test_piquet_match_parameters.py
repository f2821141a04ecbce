"""The parameters of a match: what each changes in the rows of matches and their lengths, and nothing else."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from simulator.games.piquet.outcome import ENDINGS
from tests.simulator.recipe import first_dealer
from tests.tables import by_lane, matched

pytestmark = pytest.mark.lanes

SEED = 12
COUNT = by_lane(400, 12)
TARGET, PARTIE, DRAWN, UNFINISHED = range(4)


@cache
def played(rules: str) -> tuple[list[np.ndarray], np.ndarray]:
    """The rows of the deals of each match, and the rows of the matches."""
    deals, matches = matched(rules, "greedy", "random").play_matches(SEED, 50, COUNT)
    assert matches["match"].tolist() == list(range(50, 50 + COUNT))
    cut = np.split(deals, np.cumsum(matches["deals"])[:-1])
    for number, rows in zip(matches["match"].tolist(), cut, strict=True):
        assert rows["deal"].tolist() == [4096 * number + k for k in range(len(rows))]
    return cut, matches


def lengths(rules: str) -> np.ndarray:
    """How many deals each match has."""
    return played(rules)[1]["deals"].astype(int)


def begin_alike(one: str, two: str) -> bool:
    """Whether every match has the same deals under both rules, as far as the shorter goes."""
    pairs = zip(played(one)[0], played(two)[0], strict=True)
    return all(a[: len(b)].tobytes() == b[: len(a)].tobytes() for a, b in pairs)


def scores(rows: np.ndarray, dealer: int) -> list[list[int]]:
    """The points of player0 and player1 in each deal; who deals is younger, and the deal alternates."""
    swapped = [(dealer + number) % 2 == 0 for number in range(len(rows))]
    pairs = zip(rows["score_elder"].tolist(), rows["score_younger"].tolist(), strict=True)
    return [[two, one] if swap else [one, two] for swap, (one, two) in zip(swapped, pairs, strict=True)]


def test_the_first_dealer_is_drawn_by_the_recipe_or_is_the_one_named() -> None:
    drawn = played("seed")[1]["first_dealer"].tolist()
    assert drawn == [first_dealer(SEED, match) for match in range(50, 50 + COUNT)]
    assert set(drawn) == {0, 1}
    for name in (0, 1):
        deals, matches = played(f"seed,first_dealer={name}")
        assert set(matches["first_dealer"].tolist()) == {name}
        for number, dealer in enumerate(drawn):
            assert (deals[number].tobytes() == played("seed")[0][number].tobytes()) or dealer != name


def test_the_roles_alternate_so_that_equal_players_see_other_deals_of_the_same_packs() -> None:
    """Whoever deals first: the packs are those of the deal numbers, so the dealt hands of the roles stay."""
    for one, two in zip(played("seed,first_dealer=0")[0], played("seed,first_dealer=1")[0], strict=True):
        for name in ("dealt_point_elder", "dealt_set_younger", "dealt_sequence_elder", "carte_blanche"):
            shared = min(len(one), len(two))
            assert (one[name][:shared] == two[name][:shared]).all()


@pytest.mark.parametrize("target", [1, 30, 150, 400])
def test_a_match_goes_on_until_its_target(target: int) -> None:
    base, other = "seed", f"seed,target={target}"
    assert begin_alike(base, other)
    longer = lengths(other) - lengths(base)
    assert (longer >= 0).all() if target > 100 else (longer <= 0).all()
    assert longer.any()
    _, matches = played(other)
    most = np.maximum(matches["points_player0"], matches["points_player1"])
    least = np.minimum(matches["points_player0"], matches["points_player1"])
    assert (most >= target).all()
    assert (least < target).all()  # the first to reach it has won
    assert set(matches["ending"].tolist()) == {TARGET}
    assert (matches["winner"] == np.where(matches["points_player0"] >= target, 1, 2)).all()


def test_at_the_end_of_the_deal_everything_counts_and_the_higher_total_wins() -> None:
    rules = "seed,match_end=end_of_deal"
    assert begin_alike("seed", rules)
    assert (lengths(rules) >= lengths("seed")).all()
    deals, matches = played(rules)
    for rows, match in zip(deals, matches, strict=True):
        made = np.cumsum(scores(rows, int(match["first_dealer"])), axis=0)
        over = [max(pair) >= 100 and pair[0] != pair[1] for pair in made.tolist()]
        assert over == [False] * (len(rows) - 1) + [True]
        assert made[-1].tolist() == [match["points_player0"], match["points_player1"]]
        assert match["winner"] == 1 + int(np.argmax(made[-1]))
    before = played("seed")[1]
    changed = {name for name in matches.dtype.names or () if (matches[name] != before[name]).any()}
    assert changed <= {"deals", "winner", "points_player0", "points_player1"}
    assert changed & {"points_player0", "points_player1"}


@pytest.mark.parametrize("n", [2, 4, 6, 12])
def test_a_partie_has_its_number_of_deals_or_two_more(n: int) -> None:
    rules = f"seed,match_mode=partie,n_deals={n}"
    assert begin_alike("seed,target=100000,max_deals=14", rules)
    deals, matches = played(rules)
    for rows, match in zip(deals, matches, strict=True):
        made = np.cumsum(scores(rows, int(match["first_dealer"])), axis=0)
        level = bool(made[n - 1][0] == made[n - 1][1])
        assert len(rows) == (n + 2 if level else n)
        one, two = made[-1].tolist()
        assert [one, two] == [match["points_player0"], match["points_player1"]]
        drawn = one == two
        assert ENDINGS[match["ending"]] == ("drawn" if drawn else "partie")
        assert match["winner"] == (0 if drawn else 1 if one > two else 2)
        low = min(one, two) < 100 and not drawn
        assert match["game_points"] == (0 if drawn else 100 + (one + two if low else abs(one - two)))
        assert match["rubicon"] == ((2 if one > two else 1) if low else 0)


def test_the_rubicon_changes_the_game_points_and_nothing_else() -> None:
    base = played("classic")[1]
    changes = 0
    for rubicon in (0, 50, 200):
        other = played(f"classic,rubicon={rubicon}")[1]
        assert begin_alike("classic", f"classic,rubicon={rubicon}")
        names = [name for name in base.dtype.names or () if name not in ("game_points", "rubicon")]
        assert all((base[name] == other[name]).all() for name in names)
        loser = np.minimum(base["points_player0"], base["points_player1"])
        decided = base["ending"] == PARTIE
        assert ((other["rubicon"] > 0) == (decided & (loser < rubicon))).all()
        changed = base["rubicon"] != other["rubicon"]
        changes += int(changed.sum())
        more = other["game_points"] - base["game_points"]
        assert (more[changed] == 2 * loser[changed] * (1 if rubicon > 100 else -1)).all()
        assert not more[~changed].any()
    assert changes


@pytest.mark.parametrize("most", [1, 2, 5])
def test_a_match_is_left_unfinished_after_its_most_deals(most: int) -> None:
    rules = f"seed,max_deals={most}"
    assert begin_alike("seed", rules)
    assert (lengths(rules) == np.minimum(lengths("seed"), most)).all()
    cut = lengths("seed") > most
    assert cut.any()
    matches = played(rules)[1]
    assert (matches["ending"] == np.where(cut, UNFINISHED, TARGET)).all()
    assert not matches["winner"][cut].any()
    assert (np.maximum(matches["points_player0"], matches["points_player1"])[cut] < 100).all()


def test_the_mode_decides_what_a_match_is() -> None:
    assert set(played("classic")[1]["ending"].tolist()) <= {PARTIE, DRAWN}
    assert set(played("classic,match_mode=target")[1]["ending"].tolist()) == {TARGET}
    assert not played("classic,match_mode=target")[1]["game_points"].any()
    assert begin_alike("classic", "classic,match_mode=target")
