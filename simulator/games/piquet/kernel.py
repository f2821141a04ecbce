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
from simulator.bits import NONE
from simulator.compiled import helper, kernel
from simulator.dealing import shuffle
from simulator.games.piquet import GAME
from simulator.games.piquet.declare import declare, lowest_set_rank, score_carte_blanche
from simulator.games.piquet.exchange import deal_cards, exchange, sit_down
from simulator.games.piquet.play import BONUS_PIQUE, play_tricks, score_play

_RECORD = {name: numba.from_dtype(dtype) for name, dtype in {
    "view": GAME.view,
    "job": GAME.jobs_dtype(),
    "rules": GAME.rulebook.dtype,
    "table": GAME.table,
    "row": GAME.columns.dtype,
}.items()}  # fmt: skip

SIGNATURE = types.uint64(_RECORD["view"], types.uint64[::1])
_FUNCTION = types.FunctionType(SIGNATURE)
_PLAY = types.int64(
    _RECORD["job"][::1],
    types.uint8[:, ::1],
    types.uint64,
    _RECORD["rules"][::1],
    types.ListType(_FUNCTION),
    _RECORD["view"][::1],
    types.uint64[:, ::1],
    _RECORD["table"][::1],
    _RECORD["row"][::1],
)

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
def write_row(table: Any, rule: Any, row: Any) -> None:
    """Write the outcome of a finished deal."""
    low = lowest_set_rank(rule)
    row.deal = table.number
    row.score_elder, row.score_younger = table.score[0], table.score[1]
    row.exchanged_elder, row.exchanged_younger = table.exchanged[0], table.exchanged[1]
    row.tricks_elder, row.tricks_younger = table.tricks[0], table.tricks[1]
    row.last_trick = table.last_trick
    row.carte_blanche = table.carte_blanche
    row.dealt_point_elder = melds.best_point(table.dealt[0])
    row.dealt_point_younger = melds.best_point(table.dealt[1])
    row.dealt_sequence_elder = sequence_code(melds.best_sequence(table.dealt[0]))
    row.dealt_sequence_younger = sequence_code(melds.best_sequence(table.dealt[1]))
    row.dealt_set_elder = set_code(melds.best_set(table.dealt[0], low))
    row.dealt_set_younger = set_code(melds.best_set(table.dealt[1], low))
    row.point_elder, row.point_younger = table.point[0], table.point[1]
    row.sequence_elder, row.sequence_younger = sequence_code(table.sequence[0]), sequence_code(table.sequence[1])
    row.set_elder, row.set_younger = set_code(table.sets[0]), set_code(table.sets[1])
    row.point_winner, row.sequence_winner, row.set_winner = table.winners[0], table.winners[1], table.winners[2]
    row.point_points, row.sequence_points, row.set_points = table.worth[0], table.worth[1], table.worth[2]
    row.play_elder, row.play_younger = table.play[0], table.play[1]
    row.repique = table.bonus if table.bonus < BONUS_PIQUE else 0
    row.pique = 1 if table.bonus == BONUS_PIQUE else 0


@helper
def begin(table: Any, rule: Any, views: Any, seed: Any) -> None:
    """Deal the pack of the table and clear what the last deal left."""
    for seat in range(2):
        table.score[seat] = 0
        table.play[seat] = 0
        table.tricks[seat] = 0
        table.exchanged[seat] = 0
    table.bonus = 0
    table.events = 0
    deal_cards(table, rule)
    score_carte_blanche(table, rule)
    sit_down(table, views, seed)


@helper
def play_jobs(
    jobs: Any,
    packs: Any,
    seed: Any,
    rules: Any,
    discards: Any,
    plays: Any,
    views: Any,
    scratch: Any,
    tables: Any,
    rows: Any,
) -> Any:
    """Play the jobs with the decisions of each seat; see `play`."""
    table, rule = tables[0], rules[0]
    at = 0
    for j in range(len(jobs)):
        job = jobs[j]
        for i in range(job.count):
            table.number = job.first + i
            if job.pack < 0:
                shuffle(table.pack, seed, np.uint64(table.number), NONE)
            else:
                for k in range(32):
                    table.pack[k] = packs[job.pack, k]
            begin(table, rule, views, seed)
            if not exchange(table, rule, job, views, discards, scratch):
                return 1
            declare(table, rule, views)
            if not play_tricks(table, rule, views, plays, scratch):
                return 1
            score_play(table, rule)
            write_row(table, rule, rows[at])
            at += 1
    return 0


@kernel(types.ListType(_FUNCTION)(types.UniTuple(_FUNCTION, len(GAME.slots))))
def listed(functions: Any) -> Any:
    """Return the decisions, one a slot, as the list that `play` takes: handing over a list costs microseconds."""
    made = List.empty_list(_FUNCTION)
    for function in functions:
        made.append(function)
    return made


@kernel(_PLAY)
def play(
    jobs: Any, packs: Any, seed: Any, rules: Any, decisions: Any, views: Any, scratch: Any, tables: Any, rows: Any
) -> Any:
    """Play every deal of every job, one row each; return 0, or 1 when an action was not legal (told in the table).

    An exception raised in a decision leaves the kernel as it is; ``tables[0]`` holds the deal and the turn.

    Parameters
    ----------
    jobs : record array
        Ranges of deals; see `simulator.game.Game.jobs_dtype`.
    packs : uint8, shape (p, 32)
        Given packs, for jobs that name one.
    seed : uint64
    rules : record array of one
    decisions : list of functions
        One a slot.
    views : record array of two
        One a seat; ``params`` are set.
    scratch : uint64, shape (slots, words)
    tables : record array of one
    rows : record array
        As long as the jobs' deals together.
    """
    return play_jobs(
        jobs,
        packs,
        seed,
        rules,
        (decisions[0], decisions[1]),
        (decisions[2], decisions[3]),
        views,
        scratch,
        tables,
        rows,
    )
