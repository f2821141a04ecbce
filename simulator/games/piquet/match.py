"""Matches: who deals, when a match is over, and who has won it (R4, R16, R22).

Players keep their numbers while they change roles; ``table.swap`` is 1 while player1 is elder.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulator.bits import NONE
from simulator.compiled import helper
from simulator.dealing import first_of_two
from simulator.spans import MATCH_DEALS

OUT_OF_REACH = np.int64(1 << 40)
TARGET, PARTIE, DRAWN, UNFINISHED = 0, 1, 2, 3
_GAME = 100
_MATCH_DEALS = np.int64(MATCH_DEALS)


@helper
def play_alone(table: Any) -> None:
    """Prepare the table for deals that belong to no match."""
    table.match = 0
    table.match_deal = 0
    table.swap = 0
    for player in range(2):
        table.totals[player] = 0
        table.goal[player] = OUT_OF_REACH


@helper
def begin_match(table: Any, rule: Any, seed: Any, number: Any) -> None:
    """Begin match `number`: nobody has a point, and it is settled who deals first."""
    table.match = 1
    table.match_deal = 0
    table.number = _MATCH_DEALS * number
    table.totals[0] = table.totals[1] = 0
    if rule.first_dealer:
        table.first_dealer = rule.first_dealer - 1
    else:
        table.first_dealer = first_of_two(seed, np.uint64(table.number))


@helper
def next_deal(table: Any, rule: Any, views: Any) -> None:
    """R4: the deal alternates, and the one who does not deal is elder. Seat the players of this deal."""
    swap = 1 - (table.first_dealer + table.match_deal) % 2
    table.swap = table.shift = swap
    in_order = rule.match_mode == 0 and rule.match_end == 0
    for seat in range(2):
        player = seat ^ swap
        table.goal[seat] = rule.target - table.totals[player] if in_order else OUT_OF_REACH
        view = views[seat]
        view.in_match = 1
        view.match_deal = table.match_deal
        for side in range(2):  # a clairvoyant may have sat here in the deal before
            view.open_hands[side] = NONE
        for i in range(8):
            view.open_talon[i] = NONE
        for i in range(len(view.params)):
            view.params[i] = table.params[player, i]
        for side in range(2):
            view.match_score[side] = table.totals[side ^ swap]
        table.before[seat] = table.totals[seat]


@helper
def leave_match(table: Any, views: Any) -> None:
    """Give both views back as they were before the match."""
    play_alone(table)
    for seat in range(2):
        view = views[seat]
        view.in_match = view.match_deal = 0
        for i in range(len(view.params)):
            view.params[i] = table.params[seat, i]
        for side in range(2):
            view.match_score[side] = 0


@helper
def _ended(table: Any, rule: Any, played: Any) -> Any:
    """Return how a match ends after `played` deals, -1 while it goes on. The totals hold the last deal."""
    one, two = table.totals[0], table.totals[1]
    if rule.match_mode:
        if played == rule.n_deals and one != two:
            return PARTIE
        if played == rule.n_deals + 2:
            return DRAWN if one == two else PARTIE
    elif table.reached or max(one, two) >= rule.target and one != two:
        return TARGET
    return UNFINISHED if played == rule.max_deals else -1


@helper
def count_deal(table: Any, rule: Any, row: Any) -> Any:
    """Count a finished deal; write the row of the match and return True when the match is over.

    Where the target was reached within the deal, what was scored after that is not counted (R16).
    """
    swap, reached = table.swap, table.reached
    for seat in range(2):
        table.totals[seat ^ swap] += table.final[seat] if reached else table.score[seat]
    played = table.match_deal + 1
    ending = _ended(table, rule, played)
    if ending < 0:
        table.match_deal = played
        table.number += 1
        return False
    one, two = table.totals[0], table.totals[1]
    winner = 0
    if ending == TARGET and reached:
        winner = 1 + ((reached - 1) ^ swap)
    elif ending <= PARTIE:
        winner = 1 if one > two else 2
    row.match = table.number // _MATCH_DEALS
    row.deals = played
    row.first_dealer = table.first_dealer
    row.winner = winner
    row.ending = ending
    row.points_player0, row.points_player1 = one, two
    row.game_points = 0
    row.rubicon = 0
    if ending == PARTIE:
        rubicon = min(one, two) < rule.rubicon
        row.game_points = _GAME + (one + two if rubicon else abs(one - two))
        row.rubicon = 3 - winner if rubicon else 0
    return True
