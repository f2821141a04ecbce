"""A run folder: ``manifest.json`` and ``deals/``, rows as Parquet parts that are complete or absent.

Whoever dies while writing leaves a folder that can be read and resumed: a part is written under a temporary name, made
durable, then renamed; the manifest likewise. A part that was renamed but not yet listed is found again by reading it.
"""

from __future__ import annotations

import hashlib
import os
import re
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from simulator import manifest as manifests
from simulator import parts
from simulator.columns import Columns
from simulator.durable import LOCK, Lock, cannot_write, make_folder, remove_folders, temporary, write_whole
from simulator.errors import RequestError
from simulator.manifest import Manifest, Part, Request, environment
from simulator.spans import CHUNK, ranges
from simulator.stored import DEALS, StoredRun, open_run

__all__ = ["Request", "StoredRun", "Writer", "environment", "open_run"]

PAUSE = 1.0
"""Seconds between two rewritings of the manifest, at least: rewriting it for each of n parts would take n squared."""

_TEMPORARY = re.compile(r"\.part-[0-9]{16}\.parquet\.tmp")


class Writer:
    """Makes, resumes or extends a run folder. What is stored does not depend on how often or in what order.

    ``open``, then ``store`` for each range that it returned, then ``close``; as a context manager it lets go of the
    folder however the block is left.

    Parameters
    ----------
    folder : Path
        The run folder; it need not exist.
    request : Request
        What is asked for.
    columns : Columns
        The columns of a row.
    version : str
        The version of the program. A folder made by another version is refused: its numbers may differ.
    environment : dict
        What else the manifest should tell: versions of libraries, platform.
    part : int
        Deals in a part.
    """

    def __init__(
        self,
        folder: Path,
        request: Request,
        columns: Columns,
        version: str,
        environment: dict[str, Any],
        part: int = CHUNK,
    ) -> None:
        self.folder = Path(folder)
        self.request = request
        self.columns = columns
        self._deals = self.folder / DEALS
        self._part = part
        self._manifest = Manifest(request, version, {}, environment)
        self._missing: dict[int, int] = {}
        self._mutex = threading.Lock()
        self._lock: Lock | None = None
        self._text = ""
        self._next = 0.0

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._mutex:
            self._release()

    def open(self) -> list[tuple[int, int]]:
        """Lock the folder, making it if need be, and return what is still to be played.

        Returns
        -------
        list of (first, count)
            Ranges of deals, one a part, in order.

        Raises
        ------
        RequestError
            When the folder cannot be used for this request: it holds another run, more deals, something else or a
            damaged part, it cannot be written, or another process writes it. Then nothing in it has changed.
        QuatorzeError
            When the disk is full.
        """
        self.request.check()
        self._stored()  # refuse what can be refused before anything is made
        made = make_folder(self.folder)
        lock = None
        try:
            lock = Lock(self.folder)
            kept, leftovers = self._inspect(self._stored())
        except BaseException:
            if lock is not None:
                lock.release(remove=lock.made)
            remove_folders(made)
            raise
        self._lock = lock
        self._manifest.parts = kept
        wanted = list(ranges(self.request.first, self.request.deals, self._part))
        self._missing = {first: count for first, count in wanted if first not in kept}
        try:
            # The manifest goes first: a folder that has `deals` has a manifest, and a short last part is off the list
            # before its replacement takes its name.
            self._tell()
            self._deals.mkdir(exist_ok=True)
            for leftover in leftovers:
                leftover.unlink(missing_ok=True)
        except OSError as problem:
            self._release()
            remove_folders(made)
            raise cannot_write(self.folder, problem, RequestError) from None
        return list(self._missing.items())

    def store(self, first: int, rows: np.ndarray) -> None:
        """Store the rows of one range that ``open`` returned, as one part; in any order, from any thread.

        Parameters
        ----------
        first : int
            The first deal.
        rows : ndarray of ``columns.dtype``, shape (count,)
            One row a deal, in order.

        Raises
        ------
        QuatorzeError
            When the part cannot be written, above all when the disk is full; what is whole is kept.
        """
        with self._mutex:
            count = self._missing.get(first)
            if self._lock is None or count is None or len(rows) != count:
                raise ValueError(f"{len(rows)} rows from deal {first} are not a range that is still to be played")
            if not np.array_equal(rows["deal"], np.arange(first, first + count)):
                raise ValueError(f"the rows from deal {first} are not one a deal, in order")
            content = parts.encoded(self.columns, rows)
            path = self._deals / manifests.file_of(first)
            try:
                write_whole(path, content)
            except OSError as problem:
                raise cannot_write(path, problem) from None
            self._manifest.parts[first] = Part(first, count, hashlib.sha256(content).hexdigest())
            del self._missing[first]
            if not self._missing or time.monotonic() >= self._next:
                self._tell_safely()

    def close(self, seconds: float = 0.0) -> None:
        """Add `seconds` of work to the manifest and let go of the folder; a second call does nothing.

        Raises
        ------
        QuatorzeError
            When the manifest cannot be written; the parts are kept.
        """
        with self._mutex:
            if self._lock is None:
                return
            try:
                self._manifest.seconds = round(self._manifest.seconds + seconds, 3)
                self._tell_safely()
            finally:
                self._release()

    @property
    def seconds(self) -> float:
        """The seconds of work in the manifest, those of earlier sessions included."""
        return self._manifest.seconds

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _tell(self) -> None:
        """Write the manifest, unless the file says the same already."""
        began = time.monotonic()
        text = self._manifest.text()
        if text != self._text:
            write_whole(self.folder / manifests.NAME, text.encode())
            self._text = text
        ended = time.monotonic()
        self._next = ended + max(PAUSE, 20 * (ended - began))

    def _tell_safely(self) -> None:
        try:
            self._tell()
        except OSError as problem:
            raise cannot_write(self.folder / manifests.NAME, problem) from None

    def _stored(self) -> Manifest | None:
        """Return the manifest of the folder, None where there is none yet; refuse a folder that is not this run's."""
        try:
            names = set(os.listdir(self.folder))
        except FileNotFoundError:
            return None
        except NotADirectoryError:
            raise RequestError(f"{self.folder} cannot be a folder, a file is in the way; choose another path") from None
        except OSError as problem:
            raise RequestError(f"{self.folder} cannot be read ({problem.strerror}); choose another folder") from None
        if manifests.NAME not in names:
            if names <= {LOCK, temporary(manifests.NAME)}:
                return None
            raise RequestError(
                f"{self.folder} is not empty and not a run folder (it has no {manifests.NAME}); choose another folder"
            )
        stored = manifests.read_manifest(self.folder)
        told = manifests.differences(self.request, stored.request)
        if not told and stored.version != self._manifest.version:
            told = [f"version: {self._manifest.version} here and {stored.version} in the folder"]
        if told:
            raise RequestError(f"{self.folder} holds another run; {'; '.join(told)}; choose another folder")
        return stored

    def _inspect(self, stored: Manifest | None) -> tuple[dict[int, Part], list[Path]]:
        """Return the parts to keep and the temporaries to remove; refuse what cannot be kept. Nothing is changed."""
        for path in (self.folder, self._deals):
            if path.is_dir() and not os.access(path, os.W_OK | os.X_OK):
                raise RequestError(f"{path} cannot be written; choose another folder")
        if stored is None:
            return {}, []
        first, end = self.request.first, self.request.first + self.request.deals
        schema = self.columns.table(np.zeros(0, self.columns.dtype)).schema
        kept, leftovers, reached = {}, [], first
        for name in parts.listed(self._deals):
            path = self._deals / name
            if name.startswith("."):
                if _TEMPORARY.fullmatch(name):
                    leftovers.append(path)
                continue
            start = manifests.first_of(name)
            if start is None or start < first or start != first and start % self._part:
                raise parts.foreign(path)
            found = parts.checked(path, start, stored.parts.get(start), schema)
            whole = (start // self._part + 1) * self._part
            if found.end > whole:
                raise parts.foreign(path)
            reached = max(reached, found.end)
            # A short last part of a shorter run stays until the whole one takes its name.
            if found.end == min(whole, end):
                kept[start] = found
        if reached > end:
            least = reached - first
            raise RequestError(
                f"{self.folder} holds {least} deals, more than the {self.request.deals} asked for; "
                f"ask for at least {least} (-n {least}), or choose another folder"
            )
        self._manifest.seconds = stored.seconds
        if len(kept) == len(list(ranges(first, end - first, self._part))):
            self._manifest.environment = stored.environment  # nothing will be played in this one
        self._text = (self.folder / manifests.NAME).read_text(encoding="utf-8")
        return kept, leftovers
