"""A run: what is asked for, playing it, keeping it in a folder, and what it says."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from analyses.estimates import Estimate
from analyses.matches import matches
from analyses.summary import summary
from analyses.sums import Analysis, Sums
from quatorze.planning import Plan, Strategies, plan, plan_of, seed_of
from simulator import batch
from simulator.batch import Chunk, Rows
from simulator.columns import Columns
from simulator.contract import described, player_names
from simulator.errors import RequestError, unknown
from simulator.game import Game
from simulator.rules import Value
from simulator.runs import Request, StoredRun, Writer, environment
from simulator.runs import open_run as open_stored
from simulator.spans import MATCH_DEALS, ranges

Progress = Callable[[int], None]


@dataclass(frozen=True, repr=False)
class Run:
    """A run that was played or opened.

    Attributes
    ----------
    plan : Plan
        What was asked for.
    sums : dict
        Name of an analysis -> its sums over all deals played, as far as they were asked for.
    seconds : float
        Time spent playing, in all sessions together.
    played : int
        How many units there are, deals or matches; fewer than planned after an interruption.
    dealt : int
        How many deals there are: in a run of matches, those of all matches.
    folder : Path or None
        Where the rows are kept.
    """

    plan: Plan
    sums: dict[str, Sums]
    seconds: float
    played: int
    dealt: int
    folder: Path | None = None

    def __repr__(self) -> str:
        where = f", kept in {self.folder}" if self.folder is not None else ""
        units = f"{self.played:,} matches of {self.dealt:,} deals" if self.plan.matches else f"{self.played:,} deals"
        return f"<Run of {self.plan.game.name}: {units}, seed {self.plan.seed}{where}>"

    def _repr_html_(self) -> str:
        return str(self.frame().to_html(index=False))

    def deals(self, columns: list[str] | None = None) -> pd.DataFrame:
        """Return the rows as a DataFrame, one a deal, numbers as int64, codes as categories.

        Without a folder the deals are played again, which gives the same rows: nothing is kept in memory for it.
        """
        return self._frame(self.plan.game.columns, columns, (rows.deals for rows in self.rows()))

    def matches(self, columns: list[str] | None = None) -> pd.DataFrame:
        """Return one row a match as a DataFrame; see `deals`.

        Raises
        ------
        RequestError
            When the run is one of single deals.
        """
        outcome = self.plan.game.match_columns
        if not self.plan.matches or outcome is None:
            raise RequestError(f"{self!r} has no matches; ask for them with matches=")
        return self._frame(outcome, columns, (rows.matches for rows in self.rows() if rows.matches is not None))

    def _frame(self, outcome: Columns, columns: list[str] | None, parts: Iterable[np.ndarray]) -> pd.DataFrame:
        for name in columns or ():
            if name not in outcome.by_name:
                raise unknown(f"column of {self.plan.game.name}", name, outcome.names)
        frames = [outcome.frame(rows, columns) for rows in parts]
        whole: pd.DataFrame = pd.concat(frames, ignore_index=True) if len(frames) > 1 else frames[0]
        return whole

    def rows(self) -> Iterator[Rows]:
        """Yield the rows chunk by chunk, record arrays in the order of the deals."""
        if self.folder is not None:
            for _, rows in _stored_rows(self.plan.game, open_stored(self.folder)):
                yield rows
            return
        spans = ranges(self.plan.first, self.played, self.plan.size)
        for _, rows in batch.simulate(_chunks(self.plan, spans), self.plan.workers, play=batch.play_rows):
            yield rows

    def summed(self, analysis: Analysis) -> Sums:
        """Return the sums of an analysis; the rows are gone through for one that was not summed as they passed."""
        if analysis.name not in self.sums:
            total = Sums()
            for rows in self.rows():
                total = total + measure(self.plan.game, [analysis], rows)[analysis.name]
            self.sums[analysis.name] = total
        return self.sums[analysis.name]

    def answer(self, analysis: Analysis) -> list[Estimate]:
        """Return the estimates of an analysis."""
        return analysis.estimates(self.summed(analysis), self.plan.context())

    def estimates(self) -> list[Estimate]:
        """Return the estimates of the summary, those of matches first; none where nothing was played."""
        told = summaries(self.plan)[::-1] if self.played else []
        return [estimate for analysis in told for estimate in self.answer(analysis)]

    def head(self) -> dict[str, Any]:
        """Return what every answer made of this run begins with in JSON."""
        return self.plan.head(self.seconds, self.dealt, self.played if self.plan.matches else None)

    def summary(self) -> dict[str, Any]:
        """Return the summary as ``run --json`` prints it."""
        head = self.head()
        return {**head, "estimates": [estimate.as_dict() for estimate in self.estimates()]}

    def frame(self) -> pd.DataFrame:
        """Return the estimates of the summary as a tidy DataFrame, one row each."""
        return tidy(self.estimates())


def summaries(request: Plan) -> list[Analysis]:
    """Return what the summary of a run is made of: its deals, then its matches."""
    deals = summary(request.game, request.matches)
    return [deals, matches(player_names(request.game.roles))] if request.matches else [deals]


def tidy(estimates: list[Estimate]) -> pd.DataFrame:
    """Return estimates as a DataFrame: name, one column for each key of the groups, then the numbers.

    The word of a share (``group["value"]`` in JSON) is the column ``which``.
    """
    rows = []
    for estimate in estimates:
        told = estimate.as_dict()
        # A share's word stands beside its share, which has the better right to the name `value`.
        group = {"which" if key == "value" else key: value for key, value in told.pop("group").items()}
        rows.append({"name": told.pop("name"), **group, **told})
    return pd.DataFrame(rows)


def rows_of(outcome: Columns, table: Any) -> np.ndarray:
    """Return an Arrow table of stored rows as the record array that was written.

    Raises
    ------
    RequestError
        For a column or a word that the outcome does not have: the folder is another version's.
    """
    rows = np.zeros(table.num_rows, outcome.dtype)
    missing = [name for name in outcome.names if name not in table.column_names]
    if missing:
        raise RequestError(f"the run folder has no column {missing[0]}; another version made it, play it again")
    for column in outcome.columns:
        stored = table.column(column.name).combine_chunks()
        if not column.words:
            rows[column.name] = stored.to_numpy()
            continue
        codes = {word: code for code, word in enumerate(column.words)}
        words = stored.dictionary.to_pylist()
        if not set(words) <= set(codes):
            raise RequestError(f"the run folder has words in {column.name} that are not known here; play it again")
        rows[column.name] = np.array([codes[word] for word in words], np.int8)[stored.indices.to_numpy()]
    return rows


def _stored_rows(game: Game, stored: StoredRun) -> Iterator[tuple[int, Rows]]:
    """Yield the first unit and the rows of each part of a folder."""
    matches = stored.match_tables() if stored.matches is not None else itertools.repeat(None)
    for (first, _), table, ends in zip(stored.parts(), stored.tables(), matches, strict=False):
        if ends is None or game.match_columns is None:
            yield first, Rows(rows_of(game.columns, table), None)
        else:
            yield first // MATCH_DEALS, Rows(rows_of(game.columns, table), rows_of(game.match_columns, ends))


def measure(game: Game, analyses: Sequence[Analysis], rows: Rows) -> dict[str, Sums]:
    """Return the sums of one chunk of rows, one an analysis."""
    found: dict[str, Sums] = {}
    for outcome, part in ((game.columns, rows.deals), (game.match_columns, rows.matches)):
        wanted = [analysis for analysis in analyses if (analysis.of == "matches") == (outcome is game.match_columns)]
        if not wanted or part is None or outcome is None:
            continue
        columns = list(dict.fromkeys(column for analysis in wanted for column in analysis.columns))
        frame = outcome.frame(part, columns, wide=False)
        found |= {analysis.name: analysis.sums(frame) for analysis in wanted}
    return found


def added(total: Mapping[str, Sums], more: Mapping[str, Sums]) -> dict[str, Sums]:
    """Return two sets of sums added."""
    return {name: total.get(name, Sums()) + sums for name, sums in more.items()}


def _chunks(request: Plan, spans: Iterable[tuple[int, int]]) -> Iterator[Chunk]:
    """Yield the chunk of each span (first, count) of a plan."""
    whole = request.chunk()
    return (replace(whole, first=first, count=count) for first, count in spans)


def run(
    game: str,
    rules: str | Mapping[str, Value] | None = None,
    strategies: Strategies | None = None,
    deals: Any = None,
    *,
    matches: Any = None,
    first: Any = 0,
    seed: Any = None,
    hand: Mapping[str, str] | None = None,
    pack: str | None = None,
    accept: str | None = None,
    out: str | Path | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Progress = lambda deals: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Run:
    """Play a batch of deals, or of matches.

    Parameters
    ----------
    game, rules, strategies, deals, matches, first, seed, hand, pack, accept, workers
        See `quatorze.planning.plan`.
    out : path, optional
        A run folder. Run again to go on where it stopped, or with more deals to extend it.
    executor : concurrent.futures.Executor, optional
        Where chunks are played; threads of this process by default.
    progress : callable
        Told 0 when the request is accepted and playing begins, then after each chunk how many deals (or matches) are
        done more (those found in the folder too).
    stopped : callable
        Asked before each chunk; once it says yes, what is under way is finished and kept.

    Returns
    -------
    Run

    Raises
    ------
    RequestError
        When the request cannot be carried out as it stands.
    PlayError
        When a strategy failed.
    """
    stored = seed_of(out) if seed is None and out is not None else None
    number = seed if stored is None else stored
    fixed = {"matches": matches, "hand": hand, "pack": pack, "accept": accept}
    return play(
        plan(game, rules, strategies, deals, first, number, workers, **fixed),
        None if out is None else Path(out),
        executor=executor,
        progress=progress,
        stopped=stopped,
    )


def play(
    request: Plan,
    out: Path | None = None,
    *,
    analyses: Sequence[Analysis] | None = None,
    executor: Executor | None = None,
    progress: Progress = lambda deals: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Run:
    """Play a plan, keep its rows in the run folder `out` if there is one, and sum them as they pass; see `run`.

    Parameters
    ----------
    analyses : sequence of Analysis, optional
        What is summed; the summary by default.
    """
    analyses = summaries(request) if analyses is None else analyses
    writer = _writer(request, out) if out is not None else None
    missing = [] if writer is None else writer.open()
    coming = _chunks(request, ranges(request.first, request.deals, request.size) if writer is None else missing)
    total: dict[str, Sums] = {}
    done = dealt = 0
    begun = time.perf_counter()
    try:
        progress(0)
        request.chunk().engine()
        begun = time.perf_counter()
        for rows in iter(()) if writer is None else _kept(request, writer, missing):
            units = len(rows.deals if rows.matches is None else rows.matches)
            total, done = added(total, measure(request.game, analyses, rows)), done + units
            dealt += len(rows.deals)
            progress(units)

        def settled(chunk: Chunk, rows: Rows) -> tuple[dict[str, Sums], int]:
            if writer is not None:
                writer.store(chunk.first, rows.deals, rows.matches)
            return measure(request.game, analyses, rows), len(rows.deals)

        if executor is None:
            played = batch.simulate(
                coming, request.workers, play=lambda chunk: settled(chunk, batch.play_rows(chunk)), stopped=stopped
            )
        else:
            sent = batch.simulate(coming, request.workers, executor, play=batch.play_rows, stopped=stopped)
            played = ((chunk, settled(chunk, rows)) for chunk, rows in sent)
        for chunk, (sums, count) in played:
            total, done = added(total, sums), done + chunk.count
            dealt += count
            progress(chunk.count)
    finally:
        seconds = time.perf_counter() - begun
        if writer is not None:
            writer.close(seconds)
            # All sessions together: a rate made of every deal and the last session alone would flatter.
            seconds = writer.seconds
    return Run(request, total, seconds, done, dealt, out)


def _writer(request: Plan, out: Path) -> Writer:
    from quatorze import __version__

    wanted = Request(
        game=request.game.name,
        rules=dict(request.rules),
        strategies=described(request.players),
        sources={part.specification: part.digest for seated in request.players.values() for part in seated.parts},
        seed=request.seed,
        first=request.first,
        deals=None if request.matches else request.deals,
        matches=request.deals if request.matches else None,
        conditions=request.conditions.written(request.game),
    )
    ends = request.game.match_columns if request.matches else None
    return Writer(out, wanted, request.game.columns, __version__, environment(), part=request.size, match_columns=ends)


def _kept(request: Plan, writer: Writer, missing: list[tuple[int, int]]) -> Iterator[Rows]:
    """Yield the rows that the folder already holds, those of parts that will be replaced aside."""
    again = {first for first, _ in missing}
    for first, rows in _stored_rows(request.game, open_stored(writer.folder)):
        if first not in again:
            yield rows


def open_run(folder: str | Path) -> Run:
    """Open a run folder; its summary is made from its rows, nothing is played.

    Raises
    ------
    RequestError
        When it is no run folder, or damaged.
    """
    stored = open_stored(Path(folder))
    request = plan_of(stored)
    if stored.deals == 0:
        raise RequestError(f"{folder} holds no finished deals yet; go on with the command that began it")
    units = stored.deals if stored.matches is None else stored.matches
    return Run(request, {}, float(stored.manifest["seconds"]), units, stored.deals, Path(folder))
