"""The file that says what a run is: ``manifest.json``, everything needed to play it again.

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
from simulator.request import Request
from simulator.spans import MATCH_DEALS

FORMAT = 1
NAME = "manifest.json"

Told = tuple[str, int]
"""What a manifest tells of a file: its digest and how many rows it has."""

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
    "deals": (int, type(None)),
    "matches": (int, type(None)),
    "conditions": (dict,),
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
class Part:
    """One whole part: a range of deals, or of matches with their deals.

    Attributes
    ----------
    first, rows : int
        The first deal, and how many deals there are.
    digest : str
        SHA-256 of the file of the deals, in hexadecimal.
    matches : int or None
        How many matches the deals are; None in a run of deals.
    matches_digest : str
        SHA-256 of the file of the matches.
    spare : int
        Matches in that file that have no deals: its writer died between the two. Such a part is never listed.
    """

    first: int
    rows: int
    digest: str
    matches: int | None = None
    matches_digest: str = ""
    spare: int = 0

    @property
    def begin(self) -> int:
        """Its first deal or match."""
        return self.first if self.matches is None else self.first // MATCH_DEALS

    @property
    def end(self) -> int:
        """The deal or match after its last."""
        return self.begin + (self.rows if self.matches is None else self.matches)

    @property
    def file(self) -> Told:
        """What must be true of the file of the deals."""
        return self.digest, self.rows

    @property
    def match_file(self) -> Told:
        """What must be true of the file of the matches."""
        return self.matches_digest, (self.matches or 0) + self.spare

    def as_dict(self) -> dict[str, Any]:
        """Return its entry in the document."""
        entry = {"file": file_of(self.first), "first": self.first, "rows": self.rows, "digest": self.digest}
        more = {"matches": self.matches, "matches_digest": self.matches_digest}
        return entry if self.matches is None else entry | more


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
        return tile((part for _, part in sorted(self.parts.items())), self.request)

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
            "matches": request.matches,
            "conditions": request.conditions,
            "parts": [part.as_dict() for _, part in sorted(self.parts.items())],
            "complete": self.complete,
            "environment": self.environment,
            "seconds": self.seconds,
        }

    def text(self) -> str:
        """Return the file's text: the same for the same content."""
        return json.dumps(self.as_dict(), indent=2, sort_keys=True, allow_nan=False, default=operator.index) + "\n"


def tile(parts: Iterable[Part], request: Request) -> bool:
    """Return whether `parts`, in order, hold every deal or match of `request` exactly once."""
    reached = request.first
    for part in parts:
        if part.begin != reached:
            return False
        reached = part.end
    return reached == request.end


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
    parts = {entry["first"]: _part_of(entry) for entry in document["parts"]}
    return Manifest(_request_of(document), document["version"], parts, document["environment"], document["seconds"])


def _check(document: Any) -> None:
    """Raise ``ValueError`` with the reason when the document is not a manifest."""
    if not isinstance(document, dict):
        raise ValueError("it is not a JSON object")
    if type(document.get("format")) is not int:
        raise ValueError("it has no format number")
    if document["format"] != FORMAT:
        return
    document.setdefault("matches", None)  # manifests of before there were matches and conditions have neither
    document.setdefault("conditions", {})
    for name, types in _KEYS.items():
        if name not in document:
            raise ValueError(f"{name} is missing")
        if type(document[name]) not in types:
            raise ValueError(f"{name} is not what it should be")
    for name in ("strategies", "sources", "conditions"):
        if not all(isinstance(value, str) for value in document[name].values()):
            raise ValueError(f"{name} holds what is not a text")
    if not 0 <= document["seconds"] < float("inf"):
        raise ValueError("seconds is out of range")
    request = _request_of(document)
    try:
        request.check()
    except RequestError as problem:
        raise ValueError(str(problem)) from None
    reached = request.first
    for entry in document["parts"]:
        part = _check_part(entry, request.matches is not None)
        if part.begin < reached or part.end > request.end:
            raise ValueError(f"{entry['file']} is out of order or out of range")
        reached = part.end


def _check_part(entry: Any, of_matches: bool) -> Part:
    """Check one entry of ``parts`` for itself, and return what it says."""
    numbers = ["first", "rows", "matches"] if of_matches else ["first", "rows"]
    if not isinstance(entry, dict) or not all(type(entry.get(name)) is int for name in numbers):
        raise ValueError(f"an entry of parts has no {', '.join(numbers[:-1])} or {numbers[-1]}")
    file = entry.get("file")
    # The name is held to the pattern, so that a manifest from a stranger leads nowhere outside its folder.
    if not isinstance(file, str) or first_of(file) != entry["first"]:
        raise ValueError(f"{file!r} is not the name of the part of deal {entry['first']}")
    for name in ("digest", "matches_digest") if of_matches else ("digest",):
        if not isinstance(entry.get(name), str) or not _DIGEST.fullmatch(entry[name]):
            raise ValueError(f"{file} has no {name}")
    if not of_matches and ("matches" in entry or "matches_digest" in entry):
        raise ValueError(f"{file} tells of matches, in a run of deals")
    part = _part_of(entry)
    if part.rows < 1:
        raise ValueError(f"{file} is out of order or out of range")
    if part.matches is not None:
        if part.first % MATCH_DEALS:
            raise ValueError(f"{file} does not begin with a match")
        if not part.matches <= part.rows <= part.matches * MATCH_DEALS:
            raise ValueError(f"{file} cannot hold {part.rows} deals of {part.matches} matches")
    return part


def _part_of(entry: Mapping[str, Any]) -> Part:
    more = (entry.get("matches"), entry.get("matches_digest", ""))
    return Part(entry["first"], entry["rows"], entry["digest"], *more)


def _request_of(document: Mapping[str, Any]) -> Request:
    return Request(**{field.name: document[field.name] for field in fields(Request)})


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")
