"""A run folder: ``manifest.json`` and ``deals/``, rows as Parquet parts that are complete or absent; also ``matches/``.

Whoever dies while writing leaves a folder that can be read and resumed: a part is written under a temporary name, made
durable, then renamed; the manifest likewise. A part that was renamed but not yet listed is found again by reading it.
A part of a run of matches is two files, that of the matches written first; it is there once both are.
"""

from __future__ import annotations

import hashlib
import os
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from simulator import manifest as manifests
from simulator import pairs, parts
from simulator.columns import Columns
from simulator.durable import LOCK, Lock, cannot_write, make_folder, remove_folders, temporary, write_whole
from simulator.errors import RequestError
from simulator.manifest import Manifest, Part, environment
from simulator.request import Request, differences
from simulator.spans import CHUNK, MATCHES_A_PART, ranges
from simulator.stored import DEALS, MATCHES, StoredRun, open_run
from simulator.survey import survey

__all__ = ["Request", "StoredRun", "Writer", "environment", "open_run"]

PAUSE = 1.0
"""Seconds between two rewritings of the manifest, at least: rewriting it for each of n parts would take n squared."""


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
    part : int, optional
        Deals in a part, of a run of matches: matches; `CHUNK` and `MATCHES_A_PART` by default.
    match_columns : Columns, optional
        The columns of a match, ``match`` the first and ``deals`` among them: of a run of matches, and of no other.
    """

    def __init__(
        self,
        folder: Path,
        request: Request,
        columns: Columns,
        version: str,
        environment: dict[str, Any],
        part: int | None = None,
        *,
        match_columns: Columns | None = None,
    ) -> None:
        if (match_columns is None) != (request.matches is None):
            raise ValueError("the columns of a match are told if and only if matches are asked for")
        if match_columns is not None and (
            match_columns.names[0] != pairs.NUMBER or pairs.COUNT not in match_columns.names
        ):
            raise ValueError(f"the columns of a match are `{pairs.NUMBER}`, the first, `{pairs.COUNT}`, and others")
        self.folder = Path(folder)
        self.request = request
        self.columns = columns
        self.match_columns = match_columns
        self._folders = [self.folder / place for place in (DEALS, MATCHES)[: 1 if match_columns is None else 2]]
        self._part = part or (CHUNK if match_columns is None else MATCHES_A_PART)
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
            Ranges of deals, or of matches in a run of matches, one a part, in order.

        Raises
        ------
        RequestError
            When the folder cannot be used for this request: it holds another run, more of it, something else or a
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
        self._missing = {first: count for first, count in self._wanted() if self.request.deal(first) not in kept}
        try:
            # The manifest goes first: a folder that has `deals` has a manifest, and a short last part is off the list
            # before its replacement takes its name.
            self._tell()
            for place in self._folders:
                place.mkdir(exist_ok=True)
            for leftover in leftovers:
                leftover.unlink(missing_ok=True)
        except OSError as problem:
            self._release()
            remove_folders(made)
            raise cannot_write(self.folder, problem, RequestError) from None
        return list(self._missing.items())

    def store(self, first: int, rows: np.ndarray, match_rows: np.ndarray | None = None) -> None:
        """Store the rows of one range that ``open`` returned, as one part; in any order, from any thread.

        Parameters
        ----------
        first : int
            The first deal, of a run of matches the first match.
        rows : ndarray of ``columns.dtype``, shape (n,)
            One row a deal, in order.
        match_rows : ndarray of ``match_columns.dtype``, shape (count,), optional
            Of a run of matches, one row a match, in order.

        Raises
        ------
        QuatorzeError
            When the part cannot be written, above all when the disk is full; what is whole is kept.
        """
        with self._mutex:
            count = self._missing.get(first)
            if self._lock is None or count is None or count != len(rows if match_rows is None else match_rows):
                told = f"{len(rows)} rows from {self.request.unit} {first}"
                raise ValueError(f"{told} are not a range that is still to be played")
            self._refuse_others(first, count, rows, match_rows)
            at = self.request.deal(first)
            matches: tuple[int | None, str] = (None, "")
            if self.match_columns is not None and match_rows is not None:
                matches = (count, self._write(MATCHES, at, self.match_columns, match_rows))
            self._manifest.parts[at] = Part(at, len(rows), self._write(DEALS, at, self.columns, rows), *matches)
            del self._missing[first]
            if not self._missing or time.monotonic() >= self._next:
                self._tell_safely()

    def _refuse_others(self, first: int, count: int, rows: np.ndarray, match_rows: np.ndarray | None) -> None:
        """Raise ``ValueError`` when the rows are not those of the range."""
        if (match_rows is None) != (self.match_columns is None):
            raise ValueError("rows of matches are stored if and only if matches are asked for")
        numbers = np.arange(first, first + count)
        if match_rows is not None:
            counts = match_rows[pairs.COUNT].astype(np.int64)
            if not np.array_equal(match_rows[pairs.NUMBER], numbers) or not pairs.possible(counts):
                raise ValueError(f"the rows of matches from match {first} are not one a match, in order")
            numbers = pairs.deals_of(first, counts)
        if not np.array_equal(rows["deal"], numbers):
            raise ValueError(f"the rows from {self.request.unit} {first} are not one a deal, in order")

    def _write(self, place: str, first: int, columns: Columns, rows: np.ndarray) -> str:
        """Write one file and return its digest."""
        path = self.folder / place / manifests.file_of(first)
        content = parts.encoded(columns, rows)
        try:
            write_whole(path, content)
        except OSError as problem:
            raise cannot_write(path, problem) from None
        return hashlib.sha256(content).hexdigest()

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
        told = differences(self.request, stored.request)
        if not told and stored.version != self._manifest.version:
            told = [f"version: {self._manifest.version} here and {stored.version} in the folder"]
        if told:
            raise RequestError(f"{self.folder} holds another run; {'; '.join(told)}; choose another folder")
        return stored

    def _wanted(self) -> list[tuple[int, int]]:
        return list(ranges(self.request.first, self.request.count, self._part))

    def _inspect(self, stored: Manifest | None) -> tuple[dict[int, Part], list[Path]]:
        """Return the parts to keep and the files to remove; refuse what cannot be kept. Nothing is changed."""
        for path in (self.folder, *self._folders):
            if path.is_dir() and not os.access(path, os.W_OK | os.X_OK):
                raise RequestError(f"{path} cannot be written; choose another folder")
        if stored is None:
            return {}, []
        both = (self.columns, self.match_columns)
        schemas = [columns and columns.table(np.zeros(0, columns.dtype)).schema for columns in both]
        kept, leftovers = survey(self.folder, self.request, stored, self._part, (schemas[0], schemas[1]))
        self._manifest.seconds = stored.seconds
        if len(kept) == len(self._wanted()):
            self._manifest.environment = stored.environment  # nothing will be played in this one
        self._text = (self.folder / manifests.NAME).read_text(encoding="utf-8")
        return kept, leftovers
