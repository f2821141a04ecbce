"""The kernel of Piquet, read from top to bottom like the rules: deal, exchange, declare, play, score.

Importing this module compiles it (or loads it from the cache).
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types
from numba.typed import List

from simulator import melds
from simulator.bits import NONE, ONE
from simulator.compiled import ACCEPT, decision, helper, kernel
from simulator.contract import ILLEGAL, MOST_TRIES, NOBODY, REFUSED
from simulator.dealing import shuffle, shuffle_around
from simulator.games.piquet import GAME
from simulator.games.piquet.calls import declare
from simulator.games.piquet.declare import lowest_set_rank, score_carte_blanche
from simulator.games.piquet.exchange import deal_cards, exchange, sit_down
from simulator.games.piquet.match import begin_match, count_deal, leave_match, next_deal, play_alone
from simulator.games.piquet.outcome import MATCH_COLUMNS
from simulator.games.piquet.play import BONUS_PIQUE, play_tricks, score_play

_RECORD = {name: numba.from_dtype(dtype) for name, dtype in {
    "view": GAME.view,
    "job": GAME.jobs_dtype(),
    "rules": GAME.rulebook.dtype,
    "table": GAME.table,
    "row": GAME.columns.dtype,
    "match": MATCH_COLUMNS.dtype,
}.items()}  # fmt: skip

SIGNATURE = types.uint64(_RECORD["view"], types.uint64[::1])
_FUNCTION = types.FunctionType(SIGNATURE)
_ACCEPT = types.FunctionType(ACCEPT)
_PLAY = types.int64(
    _RECORD["job"][::1],
    types.uint8[:, ::1],
    types.uint64,
    _RECORD["rules"][::1],
    types.ListType(_FUNCTION),
    types.ListType(_ACCEPT),
    _RECORD["view"][::1],
    types.uint64[:, ::1],
    _RECORD["table"][::1],
    _RECORD["row"][::1],
    _RECORD["match"][::1],
    types.int64[::1],
)

_MAJORITY, _ALL = np.int64(7), np.int64(12)
_FIRST_CODE = np.array([-1, 0, 0, 1, 7, 12, 16, 19, 21])


@helper
def sequence_code(sequence: Any) -> Any:
    """Return the position of a sequence in ``outcome.SEQUENCES``."""
    length = sequence >> 3
    return _FIRST_CODE[length] + (sequence & 7) - length + 1


@helper
def set_code(held: Any) -> Any:
    """Return the position of a set in ``outcome.SETS``."""
    return held - 23 if held else 0


@helper
def ahead(tricks: Any, enough: Any) -> Any:
    """Return who has `enough` of the twelve tricks when elder has `tricks`: 0 nobody, 1 elder, 2 younger."""
    return np.int64(tricks >= enough) + 2 * np.int64(12 - tricks >= enough)


@helper
def write_row(table: Any, rule: Any, row: Any) -> None:
    """Write the outcome of a finished deal."""
    low = lowest_set_rank(rule)
    row.deal = table.number
    row.score_elder, row.score_younger = table.score[0], table.score[1]
    row.exchanged_elder, row.exchanged_younger = table.exchanged[0], table.exchanged[1]
    row.tricks_elder, row.tricks_younger = table.tricks[0], table.tricks[1]
    row.cards = ahead(table.tricks[0], _MAJORITY)
    row.capot = ahead(table.tricks[0], _ALL)
    row.last_trick = table.last_trick
    row.carte_blanche = table.carte_blanche
    row.dealt_point_elder = melds.best_point(table.dealt[0])
    row.dealt_point_younger = melds.best_point(table.dealt[1])
    row.dealt_sequence_elder = sequence_code(melds.best_sequence(table.dealt[0]))
    row.dealt_sequence_younger = sequence_code(melds.best_sequence(table.dealt[1]))
    row.dealt_set_elder = set_code(melds.best_set(table.dealt[0], low))
    row.dealt_set_younger = set_code(melds.best_set(table.dealt[1], low))
    row.point_elder, row.point_younger = table.best_point[0], table.best_point[1]
    row.sequence_elder, row.sequence_younger = (
        sequence_code(table.best_sequence[0]),
        sequence_code(table.best_sequence[1]),
    )
    row.set_elder, row.set_younger = set_code(table.best_set[0]), set_code(table.best_set[1])
    row.point_winner, row.sequence_winner, row.set_winner = table.winners[0], table.winners[1], table.winners[2]
    row.point_points, row.sequence_points, row.set_points = table.worth[0], table.worth[1], table.worth[2]
    row.play_elder, row.play_younger = table.play[0], table.play[1]
    row.repique = table.bonus if table.bonus < BONUS_PIQUE else 0
    row.pique = 1 if table.bonus == BONUS_PIQUE else 0
    row.sunk_elder, row.sunk_younger = table.sunk[0], table.sunk[1]
    row.left_shown = table.looked


@helper
def find_pack(table: Any, job: Any, packs: Any, spare: Any, seed: Any) -> None:
    """Write the pack of the table's deal: given whole, shuffled around fixed cards, or shuffled."""
    deal = np.uint64(table.number)
    if job.pack >= 0:
        for k in range(32):
            table.pack[k] = packs[job.pack, k]
    elif job.fixed >= 0:
        shuffle_around(table.pack, spare, packs[job.fixed], seed, deal, table.attempt)
    else:
        shuffle(table.pack, seed, deal, table.attempt)


@helper
def begin(table: Any, rule: Any, job: Any, packs: Any, spare: Any, accepts: Any, hands: Any, seed: Any) -> Any:
    """Deal a pack that the predicate of the job accepts, if it has one; False when none of many tries was."""
    table.attempt = NONE
    while True:
        find_pack(table, job, packs, spare, seed)
        deal_cards(table, rule)
        if job.accept == 0:
            return True
        table.turn = NOBODY
        hands[0, 0], hands[1, 0] = table.dealt[0], table.dealt[1]
        hands[2, 0] = table.above[8]
        if accepts(hands):
            return True
        table.attempt += ONE
        if table.attempt == MOST_TRIES:
            return False


@helper
def clear(table: Any) -> None:
    """Clear what the last deal left on the table."""
    for seat in range(2):
        table.score[seat] = 0
        table.play[seat] = 0
        table.tricks[seat] = 0
        table.exchanged[seat] = 0
        table.sunk[seat] = 0
        table.shown[seat] = NONE
        table.final[seat] = 0
    table.reached = 0
    table.bonus = 0
    table.events = 0
    table.form = 0


@helper
def play_jobs(
    jobs: Any,
    packs: Any,
    seed: Any,
    rules: Any,
    decisions: Any,
    accepts: Any,
    views: Any,
    scratch: Any,
    tables: Any,
    rows: Any,
    matches: Any,
    done: Any,
    spare: Any,
    hands: Any,
) -> Any:
    """Play the jobs with the decisions of each player; see `play`."""
    table, rule = tables[0], rules[0]
    discards, plays, calls, looks = decisions
    at, over = 0, 0
    for j in range(len(jobs)):
        job = jobs[j]
        play_alone(table)
        for i in range(job.count):
            table.number = job.first + i
            if job.match:
                if at + rule.max_deals > len(rows):
                    break
                begin_match(table, rule, seed, job.first + i)
            while True:
                if job.match:
                    next_deal(table, rule, views)
                clear(table)
                if not begin(table, rule, job, packs, spare, accepts, hands, seed):
                    return REFUSED
                score_carte_blanche(table, rule)
                sit_down(table, views, seed)
                if not exchange(table, rule, job, views, discards, scratch):
                    return ILLEGAL
                if not declare(table, rule, views, calls, scratch):
                    return ILLEGAL
                if not play_tricks(table, rule, views, plays, looks, scratch):
                    return ILLEGAL
                score_play(table, rule)
                write_row(table, rule, rows[at])
                at += 1
                if job.match == 0:
                    break
                if count_deal(table, rule, matches[over]):
                    over += 1
                    break
                if job.until == table.match_deal - 1:
                    break
            done[0], done[1] = at, over
        if job.match:
            leave_match(table, views)
    return 0


@kernel(types.ListType(_FUNCTION)(types.UniTuple(_FUNCTION, 2 * len(GAME.decisions))))
def listed(functions: Any) -> Any:
    """Return the decisions as the list that `play` takes: handing over a list costs microseconds."""
    made = List.empty_list(_FUNCTION)
    for function in functions:
        made.append(function)
    return made


@kernel(types.ListType(_ACCEPT)(types.UniTuple(_ACCEPT, 1)))
def accepting(functions: Any) -> Any:
    """Return a predicate as the list that `play` takes."""
    made = List.empty_list(_ACCEPT)
    for function in functions:
        made.append(function)
    return made


@kernel(_PLAY)
def play(
    jobs: Any,
    packs: Any,
    seed: Any,
    rules: Any,
    decisions: Any,
    accepts: Any,
    views: Any,
    scratch: Any,
    tables: Any,
    rows: Any,
    matches: Any,
    done: Any,
) -> Any:
    """Play every deal of every job, one row each.

    Return 0, or 1 when an action was not legal (told in the table), or 2 when the predicate took no pack. An exception
    raised in a decision leaves the kernel as it is; ``tables[0]`` holds the deal and the turn.

    Parameters
    ----------
    jobs : record array
        Ranges of deals or of matches; see `simulator.game.Game.jobs_dtype`.
    packs : uint8, shape (p, 32)
        Given packs and fixed cards, for jobs that name one.
    seed : uint64
    rules : record array of one
    decisions : list of functions
        Each decision of the game for each player: in a single deal player 0 is elder.
    accepts : list of one function
        The predicate, for jobs that have one.
    views : record array of two
        One a seat; ``params`` are set.
    scratch : uint64, shape (slots, words)
    tables : record array of one
    rows : record array
        As long as the jobs' deals together. A match begins only where the longest would find room.
    matches : record array
        As long as the jobs' matches together.
    done : int64, shape (2,)
        Written: rows and matches that are finished.
    """
    of = decisions
    return play_jobs(
        jobs,
        packs,
        seed,
        rules,
        (((of[0], of[1]), (of[2], of[3])), (of[4], of[5]), (of[6], of[7]), (of[8], of[9])),
        accepts[0],
        views,
        scratch,
        tables,
        rows,
        matches,
        done,
        np.empty(32, np.uint8),
        np.zeros((3, 2), np.uint64),
    )


@decision
def declare_best(view: Any, scratch: Any) -> Any:
    """Call the best: what a strategy without `declare` does."""
    return view.holdings[0]


@decision
def leave_hidden(view: Any, scratch: Any) -> Any:
    """Leave hidden what was left: what a strategy without `look_left` does."""
    return NONE


DEFAULTS = {"declare": declare_best, "look_left": leave_hidden}
