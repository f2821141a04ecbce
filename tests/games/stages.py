"""The stages of a deal, called one by one: compiled entries where a stage takes decisions, and prepared tables."""

from __future__ import annotations

from functools import cache
from typing import Any

import numba
import numpy as np
from numba import types

from simulator import compiled
from simulator.cards import PACK_32, mask
from simulator.compiled import kernel
from simulator.games import game
from simulator.games.piquet.calls import declare
from simulator.games.piquet.kernel import DEFAULTS, SIGNATURE, listed
from simulator.games.piquet.match import play_alone

GAME = game("piquet")
_RECORD = {name: numba.from_dtype(dtype)[::1] for name, dtype in {
    "table": GAME.table, "rules": GAME.rulebook.dtype, "view": GAME.view,
}.items()}  # fmt: skip
_FUNCTIONS = types.ListType(types.FunctionType(SIGNATURE))


@kernel(types.boolean(_RECORD["table"], _RECORD["rules"], _RECORD["view"], _FUNCTIONS, types.uint64[:, ::1]))
def _declare(tables: Any, rules: Any, views: Any, functions: Any, scratch: Any) -> Any:
    return declare(tables[0], rules[0], views, (functions[0], functions[1]), scratch)


@cache
def _best() -> Any:
    function = getattr(DEFAULTS["declare"], "__func__", DEFAULTS["declare"])
    chosen = compiled.compile_decision(function, SIGNATURE)
    return compiled.function_list([chosen] * 2 * len(GAME.decisions), listed)


def declared(tables: Any, specification: str, views: Any) -> None:
    """The stage of the announcements, each player calling the best."""
    assert _declare(tables, rule_array(specification), views, _best(), np.zeros((len(GAME.slots), 1), np.uint64))


def rule_array(specification: str) -> Any:
    """Resolved rules as the kernel takes them."""
    lowered = GAME.rulebook.lower(GAME.rulebook.resolve(specification))
    return lowered if compiled.COMPILING else lowered.view(np.recarray)


def rules(specification: str) -> Any:
    """Resolved rules as a stage takes them."""
    return rule_array(specification)[0]


def cards(text: str) -> np.uint64:
    """The mask of cards."""
    return np.uint64(mask(PACK_32.cards(text)))


def fresh_table() -> Any:
    """A record array of one deal that belongs to no match."""
    tables = compiled.records(1, GAME.table)
    play_alone(tables[0])
    return tables
