"""Twelve tricks and what they score (R13..R15, R18, R19, R21)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulator.bits import NONE, ONE
from simulator.compiled import helper, one_of_two
from simulator.games.piquet.calls import tell
from simulator.games.piquet.declare import gain
from simulator.games.piquet.exchange import open_cards, turn_up
from simulator.tricks import higher_in_suit, legal_replies

# Positions in `outcome.REASONS`, int64 like those of `declare`.
LEAD, WIN, LAST_TRICK, CARDS, CAPOT = np.int64(4), np.int64(5), np.int64(6), np.int64(7), np.int64(8)
PIQUE = np.int64(10)
BONUS_PIQUE = 3
TRICKS = 12
_ELDER, _YOUNGER = np.int64(0), np.int64(1)
LOOK = 6
ZERO_OR_ONE = 2
_A_POINT, _SMALL_CAPOT, _GREAT_CAPOT = np.int64(1), np.int64(20), np.int64(40)


@helper
def is_one_of(card: Any, legal: Any) -> Any:
    """Tell whether `card` is exactly one card and one of `legal`."""
    return card != NONE and card & (card - ONE) == NONE and card & ~legal == NONE


@helper
def count(table: Any, rule: Any, seat: Any, reason: Any, points: Any, card: Any) -> None:
    """R18: count in play; R21: elder at 30 before the other has scored makes pique, unless he made repique."""
    gain(table, seat, reason, points, card)
    table.play[seat] += points
    if rule.pique and seat == 0 and table.bonus == 0 and table.score[0] >= 30 and table.score[1] == 0:
        table.bonus = BONUS_PIQUE
        gain(table, _ELDER, PIQUE, rule.pique, NONE)


@helper
def offer_look(table: Any, rule: Any, views: Any, looks: Any, scratch: Any) -> Any:
    """Ask younger whether he turns up what he left, once elder's first card is chosen; False if the answer is neither.

    1 turns the cards up for both, 0 leaves them; nothing is asked where nothing was left.
    """
    table.looked = 0
    if rule.younger_left_view and table.exchanged[0] + table.exchanged[1] < 8:
        view = views[1]
        table.turn, table.form = LOOK, ZERO_OR_ONE
        view.least, view.most = 0, 1
        open_cards(table, view, _YOUNGER)
        answer = one_of_two(looks, _YOUNGER ^ table.swap)(view, scratch[LOOK])
        if answer > ONE:
            table.action = answer
            return False
        table.form = 0
        if answer == ONE:
            table.looked = 1
            turn_up(table, views)
    return True


@helper
def trick(table: Any, rule: Any, views: Any, plays: Any, looks: Any, scratch: Any, number: Any, leader: Any) -> Any:
    """Play one trick (R13) and return who won it, or -1 when an action was not legal (told in `table`)."""
    follower = 1 - leader
    view, other = views[leader], views[follower]
    legal = table.hands[leader]
    view.hand, view.legal, view.lead = legal, legal, NONE
    view.trick = other.trick = number
    view.least = view.most = 1
    table.turn = 2 + leader
    open_cards(table, view, leader)
    led = one_of_two(plays, leader ^ table.swap)(view, scratch[2 + leader])
    if not is_one_of(led, legal):
        table.action, table.legal = led, legal
        return -1
    table.hands[leader] ^= led
    if rule.count_in_play:
        count(table, rule, leader, LEAD, _A_POINT, led)
        other.score[0], other.score[1] = table.score[0], table.score[1]

    legal = legal_replies(table.hands[follower], led, rule.follow_suit, rule.must_win)
    other.hand, other.legal, other.lead = table.hands[follower], legal, led
    if number == 0:
        if rule.declaration_record:
            tell(table, rule, views, True)
        if not offer_look(table, rule, views, looks, scratch):
            return -1
    other.least = other.most = 1
    table.turn = 2 + follower
    open_cards(table, other, follower)
    followed = one_of_two(plays, follower ^ table.swap)(other, scratch[2 + follower])
    if not is_one_of(followed, legal):
        table.action, table.legal = followed, legal
        return -1
    table.hands[follower] ^= followed

    # Arithmetic, since half of all guesses at a branch here would be wrong.
    winner = leader ^ np.int64(followed & higher_in_suit(led) != NONE)
    table.led[number], table.followed[number], table.leaders[number] = led, followed, leader
    table.tricks[winner] += 1
    if rule.count_in_play:
        if winner == follower:
            count(table, rule, winner, WIN, _A_POINT, followed)
        if number == TRICKS - 1:
            count(table, rule, winner, LAST_TRICK, _A_POINT, NONE)
    for seat in range(2):
        seen = views[seat]
        seen.led[number], seen.followed[number] = led, followed
        seen.played[leader] |= led
        seen.played[follower] |= followed
        seen.tricks[winner] += 1
        if rule.count_in_play:
            seen.score[0], seen.score[1] = table.score[0], table.score[1]
    return winner


@helper
def award(table: Any, seat: Any, reason: Any, points: Any) -> None:
    """Score after the play; nothing is told for nothing."""
    if points:
        gain(table, seat, reason, points, NONE)
        table.play[seat] += points


@helper
def score_play(table: Any, rule: Any) -> None:
    """R14, R15, R19: the cards or capot, and the last trick; at six each the last trick only if it is kept."""
    elder, last = table.tricks[0], table.last_trick
    if elder == TRICKS or elder == 0:
        seat = 0 if elder == TRICKS else 1
        if rule.capot:
            award(table, seat, CAPOT, _GREAT_CAPOT)
            award(table, last, LAST_TRICK, rule.last_trick_points)
        else:
            award(table, seat, CAPOT, _SMALL_CAPOT)
    elif 2 * elder == TRICKS:
        if rule.split_last_trick:
            award(table, last, LAST_TRICK, rule.last_trick_points)
    else:
        award(table, 0 if 2 * elder > TRICKS else 1, CARDS, rule.majority_points)
        award(table, last, LAST_TRICK, rule.last_trick_points)


@helper
def play_tricks(table: Any, rule: Any, views: Any, plays: Any, looks: Any, scratch: Any) -> Any:
    """Twelve tricks, elder leading to the first; False when an action was not legal."""
    leader = _ELDER
    for number in range(TRICKS):
        leader = trick(table, rule, views, plays, looks, scratch, number, leader)
        if leader < 0:
            return False
    table.last_trick = leader
    return True
