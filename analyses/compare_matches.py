"""Two arms in matches: rule variants on the same matches, and strategies in duplicate, every match played twice.

An arm is a pair of record arrays as the kernel writes them: rows of deals, and rows of matches (codes: a player is
1 + his place among the players, 0 is nobody). The unit of rules is the match, that of strategies the pair of matches
with the players exchanged. Arms share the cards of a match as long as neither has ended it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from analyses.clusters import by_match
from analyses.compare import differing
from analyses.matches import margin
from analyses.paired import Comparison, holm, paired
from analyses.sums import Sums, groups, pair_sums
from simulator.errors import RequestError, unknown

Arm = tuple[np.ndarray, np.ndarray]
Measure = Callable[[Sequence[Arm]], Sums]

#: Metrics of a pair of matches: sums of both, so that the estimates are halved.
PAIR_METRICS = ("match_wins", "match_points", "match_margin")


def default_match_metrics(players: Sequence[str]) -> list[str]:
    """Return the metrics of a comparison of rules when none is named."""
    return [
        *(f"match_wins_{player}" for player in players),
        "match_points_difference",
        f"match_margin_{players[0]}",
        "match_deals",
    ]


def known_match_metrics(players: Sequence[str]) -> list[str]:
    """Return every metric of a match that can be named."""
    return [*default_match_metrics(players), *(f"match_points_{player}" for player in players)]


def match_metric(players: Sequence[str], name: str, rows: np.ndarray) -> np.ndarray:
    """Return a metric of match rows as int64, one a match.

    ``match_wins_PLAYER`` is 1 where the player won, ``match_points_PLAYER`` the total when the match ended,
    ``match_points_difference`` the first player's less the second's, ``match_margin_PLAYER`` the game points won less
    those lost (all 0 where the rules have none), ``match_deals`` the number of deals.

    Raises
    ------
    RequestError
        For an unknown metric.
    """
    known = known_match_metrics(players)
    if name not in known:
        raise unknown("metric of matches", name, known)
    if name == "match_deals":
        return _wide(rows, "deals")
    if name == "match_points_difference":
        lead: np.ndarray = _points(players, rows, 0) - _points(players, rows, 1)
        return lead
    stem, _, player = name.rpartition("_")
    own = list(players).index(player)
    found: np.ndarray = _OF_A_PLAYER[stem](players, rows, own)
    return found


def measure_matches(players: Sequence[str], metrics: Sequence[str], variants: Sequence[str]) -> Measure:
    """Return the measure of rule variants: the baseline's rows, then those of each variant -> sums.

    Raises
    ------
    RequestError
        For other than two players, or an unknown metric.
    """
    _two(players)
    for wanted in metrics:
        if wanted not in known_match_metrics(players):
            raise unknown("metric of matches", wanted, known_match_metrics(players))

    def measure(arms: Sequence[Arm]) -> Sums:
        baseline, *others = arms
        tables: dict[str, pd.DataFrame] = {}
        for name, arm in zip(variants, others, strict=True):
            changed = differing_matches(baseline, arm)
            for wanted in metrics:
                one, other = (match_metric(players, wanted, rows) for _, rows in (baseline, arm))
                tables[f"{name}\n{wanted}"] = pair_sums(one, other, changed)
        return Sums(tables)

    return measure


def measure_match_pair(players: Sequence[str], variant: str) -> Measure:
    """Return the measure of one strategy against the baseline: both matches of every pair -> sums.

    In the first arm the baseline is the first player and the variant the second, in the second arm the other way
    round. `analyses.compare_matches.match_pair_comparisons` reads the sums.

    Raises
    ------
    RequestError
        For other than two players.
    """
    _two(players)

    def measure(arms: Sequence[Arm]) -> Sums:
        before, after = arms
        changed = differing_matches(before, after)
        tables = {}
        for name in PAIR_METRICS:
            one = _OF_A_PLAYER[name]
            baseline = one(players, before[1], 0) + one(players, after[1], 1)
            other = one(players, before[1], 1) + one(players, after[1], 0)
            tables[f"{variant}\n{name}"] = pair_sums(baseline, other, changed)
        return Sums(tables)

    return measure


def match_comparisons(total: Sums, metrics: Sequence[str], variants: Sequence[str]) -> list[Comparison]:
    """Return every variant of the rules against the baseline; margins are left out where no arm has game points."""
    return _comparisons(total, metrics, variants, scale=1)


def match_pair_comparisons(total: Sums, variants: Sequence[str]) -> list[Comparison]:
    """Return every strategy against the baseline: a match, the mean of both places."""
    return _comparisons(total, PAIR_METRICS, variants, scale=2)


def differing_matches(one: Arm, other: Arm) -> np.ndarray:
    """Return for each match whether its row or any of its deals differs; the arms hold the same matches in order."""
    (deals, rows), (other_deals, other_rows) = one, other
    if not np.array_equal(rows["match"], other_rows["match"]):
        raise ValueError("the arms hold different matches")
    changed = differing(rows, other_rows)
    first, second = by_match(deals["deal"]), by_match(other_deals["deal"])
    # Deals are compared where both arms have as many; the rows of all other matches differ in `deals` anyway.
    same = first.sizes == second.sizes
    deals_differ = differing(deals[same[first.index]], other_deals[same[second.index]])
    changed[first.index[same[first.index]][deals_differ]] = True
    return changed


def _comparisons(total: Sums, metrics: Sequence[str], variants: Sequence[str], scale: int) -> list[Comparison]:
    found = []
    for wanted in metrics:
        tables = {name: [sums for _, sums in groups(total[f"{name}\n{wanted}"])] for name in variants}
        empty = all(sums["sum_a2"] == sums["sum_b2"] == 0 for table in tables.values() for sums in table)
        if wanted.startswith("match_margin") and empty:
            continue
        found += [paired(name, wanted, scale=scale, **sums) for name, table in tables.items() for sums in table]
    order = {name: place for place, name in enumerate(variants)}
    return holm(sorted(found, key=lambda one: order[one.variant]))


def _wins(players: Sequence[str], rows: np.ndarray, own: int) -> np.ndarray:
    won: np.ndarray = np.asarray(rows["winner"]) == own + 1
    return won.astype(np.int64)


def _points(players: Sequence[str], rows: np.ndarray, own: int) -> np.ndarray:
    return _wide(rows, f"points_{players[own]}")


def _margin(players: Sequence[str], rows: np.ndarray, own: int) -> np.ndarray:
    return margin(np.asarray(rows["winner"]), _wide(rows, "game_points"), own + 1, 0)


def _wide(rows: np.ndarray, name: str) -> np.ndarray:
    found: np.ndarray = np.asarray(rows[name]).astype(np.int64)
    return found


def _two(players: Sequence[str]) -> None:
    if len(players) != 2:
        raise RequestError(f"matches of {len(players)} players; they are compared in games of two so far")


_OF_A_PLAYER: dict[str, Callable[[Sequence[str], np.ndarray, int], np.ndarray]] = {
    "match_wins": _wins,
    "match_points": _points,
    "match_margin": _margin,
}
