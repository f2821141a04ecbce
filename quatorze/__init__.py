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
    from quatorze.answers import compare as compare
    from quatorze.answers import declarations as declarations
    from quatorze.answers import discards as discards
    from quatorze.exact_values import exact as exact
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
    from simulator.compiled import decision as decision
    from simulator.compiled import helper as helper
    from simulator.contract import Setting as Setting
    from simulator.contract import Strategy as Strategy
    from simulator.errors import PlayError as PlayError
    from simulator.errors import QuatorzeError as QuatorzeError
    from simulator.errors import RequestError as RequestError

    open = open_run

#: Name -> module, or module and name there.
_PUBLIC = {
    "run": "quatorze.running:run",
    "Run": "quatorze.running:Run",
    "open": "quatorze.running:open_run",
    "compare": "quatorze.answers:compare",
    "declarations": "quatorze.answers:declarations",
    "discards": "quatorze.answers:discards",
    "exact": "quatorze.exact_values:exact",
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
    "QuatorzeError": "simulator.errors:QuatorzeError",
    "RequestError": "simulator.errors:RequestError",
    "PlayError": "simulator.errors:PlayError",
}

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
