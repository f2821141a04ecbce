"""Announcements: the three contests, what they score, and the count in hand (R5, R9..R12, R17, R20).

What may be called, and what each player learns of it, is in `calls`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulator import melds
from simulator.bits import NONE
from simulator.compiled import helper

# Positions in `outcome.REASONS`; compiled code takes numbers. They are int64, not int: numba would compile the helper
# that takes one anew for every int constant.
CARTE_BLANCHE, POINT, SEQUENCE, SET = np.int64(0), np.int64(1), np.int64(2), np.int64(3)
REPIQUE = np.int64(9)
_COURT = np.uint64(0x0FFF0000)
_TEN = 3


@helper
def gain(table: Any, seat: Any, reason: Any, points: Any, cards: Any) -> None:
    """Add `points` to a seat's score and, when the deal is told, note the event in its order.

    The first to reach the goal of a match in the order of these events has won it (R16); outside such a match the goal
    is out of reach.
    """
    table.score[seat] += points
    if table.score[seat] >= table.goal[seat] and table.reached == 0:
        table.reached = 1 + seat
        table.final[0], table.final[1] = table.score[0], table.score[1]
    if table.telling:
        event = table.events
        table.event_seat[event] = seat
        table.event_reason[event] = reason
        table.event_points[event] = points
        table.event_cards[event] = cards
        table.events = event + 1


@helper
def gain_in_hand(table: Any, rule: Any, seat: Any, reason: Any, points: Any, cards: Any) -> None:
    """Score in hand, and repique (R20): 30 before anything that the other scores in the order of R17."""
    if points == 0:
        return
    gain(table, seat, reason, points, cards)
    if rule.repique and table.bonus == 0 and table.score[seat] >= 30 and table.score[1 - seat] == 0:
        table.bonus = 1 + seat
        gain(table, seat, REPIQUE, rule.repique, NONE)


@helper
def score_carte_blanche(table: Any, rule: Any) -> None:
    """R5: a dealt hand without king, queen and jack scores at once. Two in one deal are impossible."""
    table.carte_blanche = 0
    for seat in range(2):
        if table.dealt[seat] & _COURT == NONE:
            table.carte_blanche = 1 + seat
            gain_in_hand(table, rule, seat, CARTE_BLANCHE, rule.carte_blanche_points, table.dealt[seat])
    table.open_score[0], table.open_score[1] = table.score[0], table.score[1]


@helper
def contest(elder: Any, younger: Any) -> Any:
    """Return who wins: 0 nobody holds one, 1 elder, 2 younger, 3 equal."""
    higher = 1 if elder > younger else 2
    equal = 3 if elder > 0 else 0
    return equal if elder == younger else higher


@helper
def point_of(hand: Any, rule: Any) -> Any:
    """Return the point of a hand in pips (R9); 0 when its best suit has fewer than ``point_min_cards``."""
    pips = melds.best_point(hand)
    return pips if melds.point_cards(pips) >= rule.point_min_cards else np.int64(0)


@helper
def lowest_set_rank(rule: Any) -> Any:
    """Return the lowest rank that makes a set (R11): the ten, or the seven with ``set_min_rank = 7``."""
    return 0 if rule.set_min_rank else _TEN


@helper
def hold(table: Any, rule: Any) -> None:
    """Find the best of each class in both hands of twelve, and let it be what is called."""
    low = lowest_set_rank(rule)
    for seat in range(2):
        kept = table.hands[seat]
        table.kept[seat] = kept
        table.best_point[seat] = table.point[seat] = point_of(kept, rule)
        table.best_sequence[seat] = table.sequence[seat] = melds.best_sequence(kept)
        table.best_set[seat] = table.sets[seat] = melds.best_set(kept, low)


@helper
def call_all(table: Any) -> None:
    """Name the cards of the best of each class, where somebody will ask for them."""
    for seat in range(2):
        kept = table.kept[seat]
        table.called[0, seat] = melds.point_suit(kept) if table.point[seat] > 0 else NONE
        table.called[1, seat] = melds.sequence_mask(kept, table.sequence[seat])
        table.called[2, seat] = melds.set_mask(kept, table.sets[seat])


@helper
def score_point(table: Any, rule: Any) -> None:
    """R9: the higher total scores the number of its cards; with ``point_tie = elder`` equality is elder's."""
    winner = contest(table.point[0], table.point[1])
    if winner == 3 and rule.point_tie:
        winner = 1
    table.winners[0] = winner
    table.worth[0] = 0
    if winner == 1 or winner == 2:
        seat = winner - 1
        points = melds.point_cards(table.point[seat])
        table.worth[0] = points
        gain_in_hand(table, rule, seat, POINT, points, table.called[0, seat])


@helper
def sequence_points(sequence: Any, rule: Any) -> Any:
    """R10: 3, 4, `quinte_points`, 16, 17, 18 for three to eight cards."""
    length = sequence >> 3
    if length < 5:
        return length
    return rule.quinte_points if length == 5 else length + 10


@helper
def score_sequences(table: Any, rule: Any) -> None:
    """R10: the best sequence called wins the class; equal best ones void it.

    With ``sequence_extra = all`` the winner's other ones score too, the best first, also one better than was called.
    """
    winner = contest(table.sequence[0], table.sequence[1])
    table.winners[1] = winner
    table.worth[1] = 0
    if winner == 1 or winner == 2:
        seat = winner - 1
        held, cards = table.sequence[seat], table.called[1, seat]
        rest = table.kept[seat]
        while held > 0:
            points = sequence_points(held, rule)
            table.worth[1] += points
            gain_in_hand(table, rule, seat, SEQUENCE, points, cards)
            table.shown[seat] |= cards
            if not rule.sequence_extra:
                break
            rest &= ~cards
            held = melds.best_sequence(rest)
            cards = melds.sequence_mask(rest, held)
    elif winner == 3:
        for seat in range(2):
            table.shown[seat] |= table.called[1, seat]


@helper
def score_sets(table: Any, rule: Any) -> None:
    """R11: any four beat any three, then the rank decides. Extra ones score by ``set_extra``, as with sequences."""
    winner = contest(table.sets[0], table.sets[1])
    table.winners[2] = winner
    table.worth[2] = 0
    if winner == 1 or winner == 2:
        low = lowest_set_rank(rule)
        seat = winner - 1
        held, cards = table.sets[seat], table.called[2, seat]
        rest = table.kept[seat]
        while held > 0:
            points = 14 if held >= 32 else 3
            table.worth[2] += points
            gain_in_hand(table, rule, seat, SET, points, cards)
            table.shown[seat] |= cards
            if not rule.set_extra:
                break
            rest &= ~cards
            held = melds.best_set(rest, low)
            cards = melds.set_mask(rest, held)
