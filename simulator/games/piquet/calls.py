"""Calling: what may be called, what is called, and what each player learns of it (specification section 3).

Under the record `totals` both announcements are public. Under `call_and_answer` elder says a number or a length,
younger answers, and only what is good or equal is shown: elder's at once, younger's after elder has led.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulator import melds
from simulator.bits import NONE, popcount
from simulator.compiled import helper, one_of_two
from simulator.games.piquet.declare import (
    call_all,
    hold,
    lowest_set_rank,
    score_point,
    score_sequences,
    score_sets,
)
from simulator.games.piquet.exchange import open_cards
from simulator.tricks import suit_mask, suit_of

FIRST_CALL = 4
ONE_OF_CHOICES = 1
_LENGTH = np.int64(8)


@helper
def find_holdings(table: Any, rule: Any, view: Any, kind: Any, seat: Any) -> None:
    """Write the whole suits, runs or sets of a hand that may be called, the best first."""
    rest = table.kept[seat]
    for i in range(4):
        cards = NONE
        if kind == 0:
            cards = melds.point_suit(rest)
            if popcount(cards) < rule.point_min_cards:
                cards = NONE
        elif kind == 1:
            cards = melds.sequence_mask(rest, melds.best_sequence(rest))
        else:
            cards = melds.set_mask(rest, melds.best_set(rest, lowest_set_rank(rule)))
        view.holdings[i] = cards
        table.choices[i] = cards
        rest &= ~cards


@helper
def call(table: Any, rule: Any, views: Any, calls: Any, scratch: Any, kind: Any, seat: Any) -> Any:
    """Ask a seat what it calls of a class; False when it may not. Who holds nothing is not asked."""
    view = views[seat]
    find_holdings(table, rule, view, kind, seat)
    cards = NONE
    if view.holdings[0] != NONE:
        view.kind = kind
        view.legal = table.kept[seat]
        view.least, view.most = 0, 12
        table.turn, table.form = FIRST_CALL + seat, ONE_OF_CHOICES
        open_cards(table, view, seat)
        cards = one_of_two(calls, seat ^ table.swap)(view, scratch[FIRST_CALL + seat])
        held = cards == NONE
        for i in range(4):
            held = held or cards == table.choices[i]
        if not held:
            table.action = cards
            return False
        table.form = 0
        view.kind = 0
        for i in range(4):
            view.holdings[i] = NONE
    table.called[kind, seat] = cards
    if kind == 0:
        table.point[seat] = melds.best_point(cards)
        sunk = table.point[seat] < table.best_point[seat]
    elif kind == 1:
        table.sequence[seat] = melds.best_sequence(cards)
        sunk = table.sequence[seat] < table.best_sequence[seat]
    else:
        table.sets[seat] = melds.best_set(cards, lowest_set_rank(rule))
        sunk = table.sets[seat] < table.best_set[seat]
    if sunk:
        table.sunk[seat] += 1
    return True


@helper
def score_class(table: Any, rule: Any, kind: Any) -> None:
    """Decide one of the three contests (R12) and score it."""
    if kind == 0:
        score_point(table, rule)
    elif kind == 1:
        score_sequences(table, rule)
    else:
        score_sets(table, rule)


@helper
def declare(table: Any, rule: Any, views: Any, calls: Any, scratch: Any) -> Any:
    """R12: the three contests in their order, each called by elder, then by younger; False if a call is not legal."""
    hold(table, rule)
    if rule.declare_mode:
        for seat in range(2):
            table.point[seat] = table.sequence[seat] = table.sets[seat] = 0
        for kind in range(3):
            table.winners[kind] = 0
            for seat in range(2):
                table.called[kind, seat] = NONE
    elif rule.declaration_record or table.telling or rule.sequence_extra or rule.set_extra:
        call_all(table)
    for kind in range(3):
        if rule.declare_mode:
            for seat in range(2):
                tell_one(table, rule, views[seat], seat, False)
                if not call(table, rule, views, calls, scratch, kind, seat):
                    return False
        score_class(table, rule, kind)
    tell(table, rule, views, False)
    return True


@helper
def tell(table: Any, rule: Any, views: Any, led: Any) -> None:
    """Let both players know what the record of the announcements tells so far; `led` after elder's first card."""
    for seat in range(2):
        tell_one(table, rule, views[seat], seat, led)


@helper
def tell_one(table: Any, rule: Any, view: Any, seat: Any, led: Any) -> None:
    """Let one player know what the record of the announcements tells so far."""
    if rule.declaration_record:
        tell_calls(table, rule, view, seat, led)
    else:
        for side in range(2):
            view.point_cards[side] = melds.point_cards(table.point[side])
            view.point[side] = table.point[side]
            view.sequence[side] = table.sequence[side]
            view.sets[side] = table.sets[side]
            view.score[side] = table.score[side]
        for kind in range(3):
            view.answers[kind] = table.winners[kind]


@helper
def tell_calls(table: Any, rule: Any, view: Any, seat: Any, led: Any) -> None:
    """Let one player know what calls and answers tell (`call_and_answer`).

    A number of cards that is equal is told with the pips, a length with the top card. What is good or equal is shown
    with its suit, elder's at once, younger's once elder has led.
    """
    public = led or seat == 1
    own, other = seat, 1 - seat
    for kind in range(3):
        called = table.called[kind, 0] != NONE
        view.answers[kind] = table.winners[kind] if public or called else 0
    equal_point = table.point[0] == table.point[1]
    equal_cards = melds.point_cards(table.point[0]) == melds.point_cards(table.point[1])
    equal_length = table.sequence[0] >> 3 == table.sequence[1] >> 3
    equal_sequence = table.sequence[0] == table.sequence[1]
    for side in range(2):
        mine = side == own
        heard = side == 0 or led  # what is good is shown
        good_point = heard and (table.winners[0] == 1 + side or equal_point)
        good_sequence = heard and (table.winners[1] == 1 + side) or equal_sequence
        said = side == 0  # the number or length is said whoever is better
        known = mine or said or good_point or equal_cards
        view.point_cards[side] = melds.point_cards(table.point[side]) if known else 0
        view.point[side] = table.point[side] if mine or equal_point or equal_cards and (said or good_point) else 0
        view.point_suit[side] = NONE
        if good_point and table.called[0, side] != NONE:
            view.point_suit[side] = suit_mask(suit_of(table.called[0, side] & ~(table.called[0, side] - np.uint64(1))))
        length = table.sequence[side] & ~(_LENGTH - 1)
        view.sequence[side] = 0
        if mine or good_sequence or said and equal_length:
            view.sequence[side] = table.sequence[side]
        elif said or equal_length:
            view.sequence[side] = length
        view.sets[side] = table.sets[side] if mine or said or led and table.winners[2] == 1 + side else 0
        view.shown[side] = table.shown[side] if heard else NONE
        view.score[side] = table.score[side]
    if not public:
        view.score[other] = table.open_score[other]
        # Whether he made repique would tell him what younger holds in a class before it in which he called nothing.
        made, unanswered = table.open_score[own], False
        for kind in range(3):
            if made < 30:
                unanswered = unanswered or table.called[kind, 0] == NONE
                made += table.worth[kind] if table.winners[kind] == 1 else 0
        if unanswered and table.bonus == 1:
            view.score[own] -= rule.repique
