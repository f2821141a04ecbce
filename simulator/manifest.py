"""What identifies a run, and the file that says so: ``manifest.json``, everything needed to play the run again.

A manifest may come from a stranger or from an interrupted machine: nothing in it is believed before it is checked.
"""

from __future__ import annotations

import json
import operator
import platform
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from importlib.metadata import version
from pathlib import Path
from typing import Any

from simulator.errors import RequestError

FORMAT = 1
NAME = "manifest.json"
END = 10**16
"""Deal numbers are below it: a part's name has 16 digits."""
MOST = 10**11
"""Deals in one folder: some 400,000 files, two terabytes. More than that is a slip, or several runs."""

_FILE = re.compile(r"part-([0-9]{16})\.parquet")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_KEYS: dict[str, tuple[type, ...]] = {
    "version": (str,),
    "game": (str,),
    "rules": (dict,),
    "strategies": (dict,),
    "sources": (dict,),
    "seed": (int,),
    "first": (int,),
    "deals": (int,),
    "parts": (list,),
    "complete": (bool,),
    "environment": (dict,),
    "seconds": (int, float),
}


def file_of(first: int) -> str:
    """Return the name of the part whose first deal is `first`."""
    return f"part-{first:016d}.parquet"


def first_of(file: str) -> int | None:
    """Return the first deal of the part of that name, or None for a name that no part has."""
    match = _FILE.fullmatch(file)
    return int(match[1]) if match else None


def environment() -> dict[str, str]:
    """Return what a manifest tells of this machine: versions and platform."""
    libraries = {name: version(name) for name in ("numba", "numpy", "pyarrow")}
    return {"platform": platform.platform(), "python": platform.python_version(), **libraries}


@dataclass(frozen=True)
class Request:
    """What is asked for; all of it but `deals` identifies a run.

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
    first, deals : int
        The deals `first` ... `first` + `deals` - 1.
    """

    game: str
    rules: dict[str, Any]
    strategies: dict[str, str]
    sources: dict[str, str]
    seed: int
    first: int
    deals: int

    def check(self) -> None:
        """Raise ``RequestError`` when a number is out of range."""
        if not 0 <= self.seed < 1 << 64:
            raise RequestError(f"the seed {self.seed} is out of range; allowed: 0 to {(1 << 64) - 1}")
        if self.first < 0:
            raise RequestError(f"the first deal {self.first} is negative; deals are numbered from 0")
        if self.deals < 1:
            raise RequestError(f"{self.deals} deals are asked for; a run folder holds at least 1")
        if self.deals > MOST:
            raise RequestError(f"{self.deals} deals are asked for; a run folder holds at most {MOST}")
        if self.first + self.deals > END:
            raise RequestError(f"deal numbers end at {END - 1}, and the run would reach {self.first + self.deals - 1}")


def differences(here: Request, stored: Request) -> list[str]:
    """Return one phrase for each thing in which two requests are different runs; none if they are the same run."""
    if here.game != stored.game:
        return [f"game: {here.game} here and {stored.game} in the folder"]
    told = []
    for kind, ours, theirs in (("rules", here.rules, stored.rules), ("strategies", here.strategies, stored.strategies)):
        for name in [*ours, *(name for name in theirs if name not in ours)]:
            if _written(ours, name) != _written(theirs, name):
                mine, other = (_written(values, name).strip('"') for values in (ours, theirs))
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


@dataclass(frozen=True)
class Part:
    """One whole part: `rows` deals from `first`, and the SHA-256 digest of its file in hexadecimal."""

    first: int
    rows: int
    digest: str

    @property
    def end(self) -> int:
        """The deal after its last."""
        return self.first + self.rows


@dataclass
class Manifest:
    """The content of ``manifest.json``; ``parts`` by their first deal, in any order."""

    request: Request
    version: str
    parts: dict[int, Part]
    environment: dict[str, Any]
    seconds: float = 0.0

    @property
    def complete(self) -> bool:
        """Whether the parts hold every deal."""
        return tile(((part.first, part.rows) for _, part in sorted(self.parts.items())), self.request)

    def as_dict(self) -> dict[str, Any]:
        """Return the document."""
        request = self.request
        return {
            "format": FORMAT,
            "version": self.version,
            "game": request.game,
            "rules": request.rules,
            "strategies": request.strategies,
            "sources": request.sources,
            "seed": request.seed,
            "first": request.first,
            "deals": request.deals,
            "parts": [
                {"file": file_of(part.first), "first": part.first, "rows": part.rows, "digest": part.digest}
                for _, part in sorted(self.parts.items())
            ],
            "complete": self.complete,
            "environment": self.environment,
            "seconds": self.seconds,
        }

    def text(self) -> str:
        """Return the file's text: the same for the same content."""
        return json.dumps(self.as_dict(), indent=2, sort_keys=True, allow_nan=False, default=operator.index) + "\n"


def tile(parts: Iterable[tuple[int, int]], request: Request) -> bool:
    """Return whether `parts`, pairs (first, rows) in order, hold every deal of `request` exactly once."""
    reached = request.first
    for first, rows in parts:
        if first != reached:
            return False
        reached += rows
    return reached == request.first + request.deals


def read_manifest(folder: Path) -> Manifest:
    """Read ``manifest.json`` in `folder`.

    Raises
    ------
    RequestError
        When it cannot be read, is damaged, or was written by a later version.
    """
    path = folder / NAME
    try:
        text = path.read_bytes()
    except OSError as problem:
        raise RequestError(f"{path} cannot be read ({problem.strerror})") from None
    try:
        document = json.loads(text, parse_constant=_refuse_constant)
        _check(document)
    except (ValueError, RecursionError) as problem:
        why = "it is not JSON" if isinstance(problem, (json.JSONDecodeError, UnicodeDecodeError)) else str(problem)
        raise RequestError(
            f"{path} is damaged ({why}); restore it from a copy, or play the run again into another folder"
        ) from None
    if document["format"] != FORMAT:
        raise RequestError(
            f"{path} has format {document['format']}, and this version reads format {FORMAT}; "
            f"use the version that wrote it"
        )
    parts = {entry["first"]: Part(entry["first"], entry["rows"], entry["digest"]) for entry in document["parts"]}
    return Manifest(_request_of(document), document["version"], parts, document["environment"], document["seconds"])


def _check(document: Any) -> None:
    """Raise ``ValueError`` with the reason when the document is not a manifest."""
    if not isinstance(document, dict):
        raise ValueError("it is not a JSON object")
    if type(document.get("format")) is not int:
        raise ValueError("it has no format number")
    if document["format"] != FORMAT:
        return
    for name, types in _KEYS.items():
        if name not in document:
            raise ValueError(f"{name} is missing")
        if type(document[name]) not in types:
            raise ValueError(f"{name} is not what it should be")
    for name in ("strategies", "sources"):
        if not all(isinstance(value, str) for value in document[name].values()):
            raise ValueError(f"{name} holds what is not a text")
    if not 0 <= document["seconds"] < float("inf"):
        raise ValueError("seconds is out of range")
    try:
        _request_of(document).check()
    except RequestError as problem:
        raise ValueError(str(problem)) from None
    reached, end = document["first"], document["first"] + document["deals"]
    for entry in document["parts"]:
        reached = _check_part(entry, reached, end)


def _check_part(entry: Any, reached: int, end: int) -> int:
    """Check one entry of ``parts``, which starts at `reached` or later and ends by `end`; return where it ends."""
    if not isinstance(entry, dict) or not all(type(entry.get(name)) is int for name in ("first", "rows")):
        raise ValueError("an entry of parts has no first or rows")
    file = entry.get("file")
    first: int = entry["first"]
    rows: int = entry["rows"]
    # The name is held to the pattern, so that a manifest from a stranger leads nowhere outside its folder.
    if not isinstance(file, str) or first_of(file) != first:
        raise ValueError(f"{file!r} is not the name of the part of deal {first}")
    if not isinstance(entry.get("digest"), str) or not _DIGEST.fullmatch(entry["digest"]):
        raise ValueError(f"{file} has no digest")
    if first < reached or rows < 1 or first + rows > end:
        raise ValueError(f"{file} is out of order or out of range")
    return first + rows


def _request_of(document: Mapping[str, Any]) -> Request:
    return Request(**{field.name: document[field.name] for field in fields(Request)})


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def _written(values: Mapping[str, Any], name: str) -> str:
    """Return a value as it stands in the file, where a list and a tuple are the same and ``true`` is not 1."""
    if name not in values:
        return "not set"
    return json.dumps(values[name], sort_keys=True, ensure_ascii=False, default=operator.index)
