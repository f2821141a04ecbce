"""What is asked for, which identifies a run, and in what two requests differ."""

from __future__ import annotations

import json
import operator
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from simulator.errors import RequestError
from simulator.spans import MATCH_DEALS

END = 10**16
"""Deal numbers are below it: a part's name has 16 digits."""
MOST = 10**11
"""Deals in one folder: some 400,000 files, two terabytes. More than that is a slip, or several runs."""
MOST_MATCHES = 10**10
"""Matches in one folder: some 300,000 pairs of files."""


@dataclass(frozen=True)
class Request:
    """What is asked for; all of it but the number of deals or matches identifies a run.

    A run is a range of deals, or a range of matches; match m plays the deals 4096 m, 4096 m + 1, ..., at least one.

    Attributes
    ----------
    game : str
        Name of the game.
    rules : dict
        Every parameter, resolved, JSON-able.
    strategies : dict of str to str
        Role, or ``role.decision``, to strategy specification.
    sources : dict of str to str
        Strategy specification to digest of its source.
    seed : int
        0 to 2**64 - 1.
    first : int
        The first deal; of a run of matches, the first match.
    deals : int or None
        The deals `first` ... `first` + `deals` - 1; None for a run of matches.
    matches : int or None
        The matches `first` ... `first` + `matches` - 1; None for a run of deals.
    conditions : dict of str to str
        What else decides which deals are played, in plain words: fixed cards, say.
    """

    game: str
    rules: dict[str, Any]
    strategies: dict[str, str]
    sources: dict[str, str]
    seed: int
    first: int
    deals: int | None
    matches: int | None = None
    conditions: dict[str, str] = field(default_factory=dict)

    @property
    def unit(self) -> str:
        """What is counted: ``deal`` or ``match``."""
        return "deal" if self.matches is None else "match"

    @property
    def units(self) -> str:
        """The unit in the plural, the name of its folder: ``deals`` or ``matches``."""
        return "deals" if self.matches is None else "matches"

    @property
    def count(self) -> int:
        """How many units are asked for."""
        return (self.deals if self.matches is None else self.matches) or 0

    @property
    def end(self) -> int:
        """The unit after the last."""
        return self.first + self.count

    def deal(self, unit: int) -> int:
        """Return the first deal of a unit."""
        return unit if self.matches is None else unit * MATCH_DEALS

    def check(self) -> None:
        """Raise ``RequestError`` when a number is out of range."""
        if (self.deals is None) == (self.matches is None):
            raise RequestError("a run is so many deals or so many matches; exactly one of the two numbers is needed")
        most = MOST if self.matches is None else MOST_MATCHES
        if not 0 <= self.seed < 1 << 64:
            raise RequestError(f"the seed {self.seed} is out of range; allowed: 0 to {(1 << 64) - 1}")
        if self.first < 0:
            raise RequestError(f"the first {self.unit} {self.first} is negative; {self.units} are numbered from 0")
        if self.count < 1:
            raise RequestError(f"{self.count} {self.units} are asked for; a run folder holds at least 1")
        if self.count > most:
            raise RequestError(f"{self.count} {self.units} are asked for; a run folder holds at most {most}")
        last = END // self.deal(1) - 1
        if self.end > last + 1:
            raise RequestError(f"{self.unit} numbers end at {last}, and the run would reach {self.end - 1}")


def differences(here: Request, stored: Request) -> list[str]:
    """Return one phrase for each thing in which two requests are different runs; none if they are the same run."""
    if here.game != stored.game:
        return [f"game: {here.game} here and {stored.game} in the folder"]
    if here.unit != stored.unit:
        return [f"a run of {here.units} here and of {stored.units} in the folder"]
    told = []
    for kind in ("rules", "strategies", "conditions"):
        ours, theirs = getattr(here, kind), getattr(stored, kind)
        for name in [*ours, *(name for name in theirs if name not in ours)]:
            mine, other = _written(ours, name), _written(theirs, name)
            if mine != other:
                if kind != "conditions":  # which are words with spaces in them
                    mine, other = mine.strip('"'), other.strip('"')
                told.append(f"{kind}: {name} is {mine} here and {other} in the folder")
    for name, digest in here.sources.items():
        if name in stored.sources and stored.sources[name] != digest:
            told.append(f"sources: the source of {name} has changed since the folder was made")
    if not told and here.sources.keys() != stored.sources.keys():
        names = [", ".join(sorted(of)) or "none" for of in (here.sources, stored.sources)]
        told.append(f"sources: {names[0]} here and {names[1]} in the folder")
    for name in ("seed", "first"):
        if getattr(here, name) != getattr(stored, name):
            told.append(f"{name}: {getattr(here, name)} here and {getattr(stored, name)} in the folder")
    return told


def _written(values: Mapping[str, Any], name: str) -> str:
    """Return a value as it stands in the file, where a list and a tuple are the same and ``true`` is not 1."""
    if name not in values:
        return "not set"
    return json.dumps(values[name], sort_keys=True, ensure_ascii=False, default=operator.index)
