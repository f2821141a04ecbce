"""Quatorze: a Monte Carlo laboratory for French card games.

Everything that the command line does, under the same names; and what a strategy is written with. Nothing heavy is
imported before it is used.

Examples
--------
>>> import quatorze as qz
>>> run = qz.run("piquet", strategies="greedy", deals=1000, seed=1)
>>> run.deals().shape[0]
1000
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from quatorze import house

try:
    house.check()
except ImportError as problem:
    if sys.argv[:1] != ["-m"]:
        raise
    # `python -m quatorze` comes through here before it has a command line that could say it.
    sys.stderr.write(f"{problem}\n")
    raise SystemExit(2) from None

__version__ = "0.1.0"

if TYPE_CHECKING:
    from quatorze import testing as testing
    from quatorze.answers import compare as compare
    from quatorze.answers import declarations as declarations
    from quatorze.answers import discards as discards
    from quatorze.pages import report as report
    from quatorze.running import Run as Run
    from quatorze.running import open_run
    from quatorze.running import run as run
    from quatorze.telling import trace as trace
    from simulator import bits as bits
    from simulator import cards as cards
    from simulator import chance as chance
    from simulator import melds as melds
    from simulator import tricks as tricks
    from simulator.bits import bit as bit
    from simulator.bits import highest as highest
    from simulator.bits import highest_bit as highest_bit
    from simulator.bits import lowest as lowest
    from simulator.bits import lowest_bit as lowest_bit
    from simulator.bits import nth_bit as nth_bit
    from simulator.bits import popcount as popcount
    from simulator.bits import without_lowest as without_lowest
    from simulator.chance import draw_below as draw_below
    from simulator.chance import draw_card as draw_card
    from simulator.chance import draw_subset as draw_subset
    from simulator.compiled import decision as decision
    from simulator.compiled import helper as helper
    from simulator.contract import Setting as Setting
    from simulator.contract import Strategy as Strategy
    from simulator.errors import PlayError as PlayError
    from simulator.errors import QuatorzeError as QuatorzeError
    from simulator.errors import RequestError as RequestError
    from simulator.melds import best_point as best_point
    from simulator.melds import best_sequence as best_sequence
    from simulator.melds import best_set as best_set
    from simulator.melds import pips_by_suit as pips_by_suit
    from simulator.melds import point_cards as point_cards
    from simulator.melds import point_suit as point_suit
    from simulator.melds import sequence_mask as sequence_mask
    from simulator.melds import set_mask as set_mask
    from simulator.tricks import higher_in_suit as higher_in_suit
    from simulator.tricks import legal_replies as legal_replies
    from simulator.tricks import rank_of as rank_of
    from simulator.tricks import suit_mask as suit_mask
    from simulator.tricks import suit_of as suit_of

    open = open_run

#: Name -> module, or module and name there.
_PUBLIC = {
    "run": "quatorze.running:run",
    "Run": "quatorze.running:Run",
    "open": "quatorze.running:open_run",
    "compare": "quatorze.answers:compare",
    "declarations": "quatorze.answers:declarations",
    "discards": "quatorze.answers:discards",
    "trace": "quatorze.telling:trace",
    "report": "quatorze.pages:report",
    "Strategy": "simulator.contract:Strategy",
    "Setting": "simulator.contract:Setting",
    "decision": "simulator.compiled:decision",
    "helper": "simulator.compiled:helper",
    "bits": "simulator.bits",
    "cards": "simulator.cards",
    "chance": "simulator.chance",
    "melds": "simulator.melds",
    "tricks": "simulator.tricks",
    "testing": "quatorze.testing",
    "QuatorzeError": "simulator.errors:QuatorzeError",
    "RequestError": "simulator.errors:RequestError",
    "PlayError": "simulator.errors:PlayError",
}
#: What a strategy is written with, by the module that it comes from: compiled code finds these as ``qz.popcount``.
_FOR_BOTS = {
    "bits": "bit highest highest_bit lowest lowest_bit nth_bit popcount without_lowest",
    "chance": "draw_below draw_card draw_subset",
    "melds": "best_point best_sequence best_set pips_by_suit point_cards point_suit sequence_mask set_mask",
    "tricks": "higher_in_suit legal_replies rank_of suit_mask suit_of",
}
_PUBLIC |= {name: f"simulator.{module}:{name}" for module, names in _FOR_BOTS.items() for name in names.split()}

__all__ = ["__version__", *_PUBLIC]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        raise AttributeError(f"module 'quatorze' has no attribute {name!r}")
    module, _, attribute = _PUBLIC[name].partition(":")
    found = import_module(module)
    value = getattr(found, attribute) if attribute else found
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
