"""What a run folder holds when a writer comes to it: the parts to keep, and what a dead writer left. It only looks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from simulator import manifest as manifests
from simulator import pairs, parts
from simulator.errors import RequestError
from simulator.manifest import Manifest, Part
from simulator.request import Request
from simulator.stored import DEALS, MATCHES

_TEMPORARY = re.compile(r"\.part-[0-9]{16}\.parquet\.tmp")


def survey(
    folder: Path, request: Request, stored: Manifest, size: int, schemas: tuple[Any, Any]
) -> tuple[dict[int, Part], list[Path]]:
    """Return the parts to keep, by their first deal, and the files to remove.

    Parameters
    ----------
    folder : Path
        The run folder.
    request : Request
        What is asked for.
    stored : Manifest
        What the folder tells of itself.
    size : int
        Deals or matches in a part.
    schemas : pair of pyarrow.Schema
        The columns of the deals, and of the matches if there are any.

    Raises
    ------
    RequestError
        When a file is damaged or not this run's, or there is more than was asked for.
    """
    deals, leftovers = _sorted_out(folder / DEALS, request, size)
    matches: dict[int, Path] = {}
    if request.matches is not None:
        matches, more = _sorted_out(folder / MATCHES, request, size)
        # Their deals were not written any more. Beyond the end of a run that is shorter now they would stay for ever.
        orphans = [path for first, path in matches.items() if first not in deals]
        for path in orphans:
            parts.refuse_irregular(path)
        leftovers += [*more, *orphans]
    kept: dict[int, Part] = {}
    reached = request.first
    for first, path in deals.items():
        told = stored.parts.get(first)
        if request.matches is None:
            found = parts.checked(path, first, told, schemas[0])
        elif first in matches:
            found = pairs.checked(path, matches[first], first, told, schemas)
        else:
            reached = max(reached, pairs.reach(path, told, schemas[0]))
            continue
        whole = (found.begin // size + 1) * size
        if found.end > whole:
            raise parts.foreign(path)
        reached = max(reached, found.end)
        # A short last part of a shorter run stays until the whole one takes its name.
        if found.end == min(whole, request.end) and not found.spare:
            kept[first] = found
    if reached > request.end:
        least = reached - request.first
        option = f"-n {least}" if request.matches is None else f"--matches {least}"
        raise RequestError(
            f"{folder} holds {least} {request.units}, more than the {request.count} asked for; "
            f"ask for at least {least} ({option}), or choose another folder"
        )
    return kept, leftovers


def _sorted_out(place: Path, request: Request, size: int) -> tuple[dict[int, Path], list[Path]]:
    """Return the files of parts by their first deal, in order, and the temporaries; refuse what is neither."""
    found: dict[int, Path] = {}
    temporaries: list[Path] = []
    scale = request.deal(1)
    for name in parts.listed(place):
        path = place / name
        if name.startswith("."):
            if _TEMPORARY.fullmatch(name):
                temporaries.append(path)
            continue
        first = manifests.first_of(name)
        if first is None or first % scale:
            raise parts.foreign(path)
        begin = first // scale
        if begin < request.first or begin != request.first and begin % size:
            raise parts.foreign(path)
        found[first] = path
    return found, temporaries
