"""Who wins matches and by how much: estimates over match rows, one row a match; matches are independent.

The columns: ``match`` (number), ``deals``, ``first_dealer`` (a player), ``winner`` and ``rubicon`` (a player or
``none``), ``ending`` (`ENDINGS`), ``points_<player>`` (totals when the match ended), ``game_points`` (of the winner of
a partie, else 0).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pandas as pd

from analyses.estimates import Estimate, mean, quantile, share
from analyses.summary import counts
from analyses.sums import Analysis, Context, Sums, groups, histogram, sums_of

NOBODY = "none"
ENDINGS = ("target", "partie", "drawn", "unfinished")
FEW_LENGTHS = 12  # up to so many different numbers of deals each has its share
_WORDS = ("first_dealer", "winner", "ending", "rubicon")


def matches(players: Sequence[str]) -> Analysis:
    """Return the analysis of matches.

    Estimates, all over all matches unless said otherwise:

    - ``match_wins`` {player}, ``match_ending`` {value}, ``first_dealer`` {player}: shares; the last beside its exact
      value where the rules draw the dealer;
    - ``match_points`` {player}, ``match_points_median`` {player}: totals when the match ended;
    - ``match_deals``: mean number of deals; ``match_length`` {deals}: shares, where there are at most 12 lengths;
    - only where game points were won: ``match_margin`` {player}, game points won less game points lost, 0 in a match
      without a winner; ``game_points`` {player}, over the matches that the player won; ``rubicon`` {} and {player},
      shares of matches that a loser, or this player, lost below the rubicon.

    Parameters
    ----------
    players : sequence of str
        Names as the columns have them: ``player0``, ``player1``.
    """
    points = [f"points_{player}" for player in players]

    def sums(frame: pd.DataFrame) -> Sums:
        tables = {name: histogram(frame, (), name) for name in ("deals", *_WORDS, *points)}
        won = frame["game_points"].to_numpy().astype(np.int64)
        for player in players:
            tables[f"margin {player}"] = sums_of(frame, (), margin(frame["winner"].to_numpy(), won, player))
        tables["game_points"] = sums_of(frame, "winner", won)
        return Sums(tables)

    def estimates(total: Sums, context: Context) -> list[Estimate]:
        found = _outcomes(total, players)
        if any(sums["squares"] for _, sums in groups(total["game_points"])):
            found += _game_points(total, players)
        drawn = context.rules.get("first_dealer") == "random"
        for player in players:
            dealt = _share(total, "first_dealer", {"player": player}, "first_dealer", player)
            found.append(dealt.against(Fraction(1, len(players))) if drawn else dealt)
        return found

    return Analysis("matches", ("deals", *_WORDS, *points, "game_points"), sums, estimates, of="matches")


def margin(winner: np.ndarray, game_points: np.ndarray, player: str | int, nobody: str | int = NOBODY) -> np.ndarray:
    """Return the game points that `player` won, negative where lost: int64, one a match.

    Parameters
    ----------
    winner : ndarray
        Who won each match, as words or as codes; `player` and `nobody` are of the same kind.
    game_points : ndarray of int64
        Of the winner.
    """
    found: np.ndarray = np.where(winner == player, game_points, np.where(winner == nobody, 0, -game_points))
    return found.astype(np.int64)


def _outcomes(total: Sums, players: Sequence[str]) -> list[Estimate]:
    found = [_share(total, "match_wins", {"player": player}, "winner", player) for player in players]
    found += [_share(total, "match_ending", {"value": ending}, "ending", ending) for ending in ENDINGS]
    for player in players:
        table = counts(total[f"points_{player}"])
        found.append(_mean("match_points", {"player": player}, table))
        found.append(quantile("match_points_median", {"player": player}, table, Fraction(1, 2)))
    lengths = counts(total["deals"])
    found.append(_mean("match_deals", {}, lengths))
    if len(lengths) <= FEW_LENGTHS:
        found += [_share(total, "match_length", {"deals": deals}, "deals", deals) for deals in lengths]
    return found


def _game_points(total: Sums, players: Sequence[str]) -> list[Estimate]:
    found = []
    for player in players:
        ((_, sums),) = groups(total[f"margin {player}"])
        found.append(mean("match_margin", {"player": player}, **sums))
    won = {group["winner"]: sums for group, sums in groups(total["game_points"])}
    for player in players:
        sums = won.get(player, {"n": 0, "total": 0, "squares": 0})
        found.append(mean("game_points", {"player": player}, **sums))
    below = counts(total["rubicon"])
    n = sum(below.values())
    found.append(share("rubicon", {}, n - below.get(NOBODY, 0), n))
    found += [_share(total, "rubicon", {"player": player}, "rubicon", player) for player in players]
    return found


def _mean(name: str, group: dict[str, str | int], table: dict[int, int]) -> Estimate:
    n, total = sum(table.values()), sum(value * rows for value, rows in table.items())
    return mean(name, group, n, total, sum(value * value * rows for value, rows in table.items()))


def _share(total: Sums, name: str, group: dict[str, str | int], column: str, value: str | int) -> Estimate:
    table = counts(total[column])
    return share(name, group, table.get(value, 0), sum(table.values()))
