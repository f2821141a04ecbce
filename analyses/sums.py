"""Sums that add: what an analysis keeps of each chunk of rows, exact whatever the chunks and their order.

An analysis is three things: the columns it reads, a function from a frame of rows to exact integer sums by group, and
a function from summed sums to estimates. Grouping is done with `numpy.bincount` and `numpy.add.at` on codes, which are
four times as fast as a pandas groupby here and give the same sums (a test compares them).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from analyses.estimates import Estimate

MAX = np.iinfo(np.int64).max


class Sums(Mapping[str, pd.DataFrame]):
    """Named tables of integer sums, each indexed by its groups; ``+`` adds them, a missing group or table being zero.

    The tables come from `sums_of`, `histogram` and `pair_sums`: integer columns, groups in ascending order. A column is
    int64; one whose sums do not fit any more holds Python integers instead, so that no sum ever wraps or turns into a
    float. Do not change the tables in place.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, tables: Mapping[str, pd.DataFrame] | None = None) -> None:
        self._tables = {name: _checked(name, table) for name, table in (tables or {}).items()}

    def __getitem__(self, name: str) -> pd.DataFrame:
        return self._tables[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)

    def __add__(self, other: Sums) -> Sums:
        if not isinstance(other, Sums):
            return NotImplemented
        both = {name: _added(name, self[name], other[name]) for name in self if name in other}
        return Sums({**self, **other, **both})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sums):
            return NotImplemented
        return set(self) == set(other) and all(
            self[name].reset_index().equals(other[name].reset_index()) for name in self
        )

    def __repr__(self) -> str:
        return f"Sums({', '.join(f'{name}: {len(table)}' for name, table in self.items())})"


@dataclass(frozen=True)
class Context:
    """What an analysis may know of the run besides its rows.

    Attributes
    ----------
    game, rules, strategies
        Name of the game, every parameter with its value, strategy specification by role.
    uniform : bool
        Whether every deal is equally likely: no card is fixed and no predicate chooses. Exact chances hold only then.
    """

    game: str
    rules: Mapping[str, Any] = field(default_factory=dict)
    strategies: Mapping[str, str] = field(default_factory=dict)
    uniform: bool = True


@dataclass(frozen=True)
class Analysis:
    """One question asked of rows.

    Attributes
    ----------
    name, columns
        Its name, and the columns it reads; frames need no others.
    sums : callable
        Frame of rows -> `Sums`. The sums of two frames must add up to the sums of both.
    estimates : callable
        (`Sums` of all rows, `Context`) -> list of `Estimate`.
    of : str
        Which rows it reads: ``deals``, one a deal, or ``matches``, one a match.
    """

    name: str
    columns: tuple[str, ...]
    sums: Callable[[pd.DataFrame], Sums]
    estimates: Callable[[Sums, Context], list[Estimate]]
    of: str = "deals"


def run_over(analysis: Analysis, frames: Iterable[pd.DataFrame]) -> Sums:
    """Return the sums of all `frames`, one frame in memory at a time."""
    total = Sums()
    for frame in frames:
        total = total + analysis.sums(frame)
    return total


def sums_of(
    frame: pd.DataFrame, by: str | Sequence[str] = (), metric: pd.Series | np.ndarray | str | None = None
) -> pd.DataFrame:
    """Return a table of ``n`` and, with a metric, its ``total`` and ``squares`` in each group that occurs.

    Parameters
    ----------
    frame : DataFrame
        Rows.
    by : str or sequence of str
        Grouping columns: categories (fast), whole numbers, booleans or strings. A missing value is refused: leave such
        rows out first, and say so in the name of the rate. Without any, all rows are one group (index 0).
    metric : Series, ndarray or str, optional
        Whole numbers or booleans, one a row in the order of `frame`, or the name of a column.

    Returns
    -------
    DataFrame
        int64 (Python integers where a sum does not fit), in ascending order of the groups.
    """
    columns = [by] if isinstance(by, str) else list(by)
    key, cells, levels = _cells(frame, columns)
    n = np.bincount(key, minlength=len(cells)) if columns else np.array([len(frame)])
    table = {"n": n}
    if metric is not None:
        values = whole_numbers(frame[metric] if isinstance(metric, str) else metric, len(frame))
        table["total"], table["squares"] = _totals(key, len(cells), values)
    if not columns:
        return narrow(pd.DataFrame(table))
    used = np.flatnonzero(n)
    index = _index(cells[used], levels, columns)
    return narrow(pd.DataFrame({name: sums[used] for name, sums in table.items()}, index=index)).sort_index()


def histogram(frame: pd.DataFrame, by: str | Sequence[str], column: str) -> pd.DataFrame:
    """Return a table of ``n`` by the columns `by` and the value of `column`."""
    return sums_of(frame, [*([by] if isinstance(by, str) else by), column])


def pair_sums(
    baseline: pd.Series | np.ndarray, variant: pd.Series | np.ndarray, changed: np.ndarray | None = None
) -> pd.DataFrame:
    """Return one row of sums over the units that two arms both played, named as `analyses.paired.paired` takes them.

    Parameters
    ----------
    baseline, variant : Series or ndarray
        The metric in each arm, whole numbers, the same units in the same order.
    changed : ndarray of bool, optional
        Which units the variant changed at all; by default those whose metric differs.
    """
    a, b = whole_numbers(baseline, len(baseline)), whole_numbers(variant, len(baseline))
    d = b - a if bound(a) + bound(b) <= MAX else b.astype(object) - a.astype(object)
    row = {"n": len(a), "sum_d": inner(d), "sum_d2": inner(d, d), "sum_a": inner(a), "sum_a2": inner(a, a)}
    row |= {"sum_b": inner(b), "sum_b2": inner(b, b), "sum_ab": inner(a, b)}
    row["changed"] = int(np.count_nonzero(d if changed is None else changed))
    return narrow(pd.DataFrame({name: np.array([value], dtype=object) for name, value in row.items()}))


def groups(table: pd.DataFrame) -> Iterator[tuple[dict[str, str | int], dict[str, int]]]:
    """Yield each group of a table as the ``group`` of an estimate, with its sums as Python integers by column.

    Examples
    --------
    >>> from analyses.estimates import mean
    >>> rows = pd.DataFrame({"seat": [0, 0, 1], "score": [3, 5, 9]})
    >>> [mean("score", group, **sums).value for group, sums in groups(sums_of(rows, "seat", "score"))]
    [4.0, 9.0]
    """
    names = [] if list(table.index.names) == [None] else [str(name) for name in table.index.names]
    columns = [[int(value) for value in table[name]] for name in table.columns]
    for label, *sums in zip(table.index.tolist(), *columns, strict=True):
        values = label if len(names) > 1 else (label,) * len(names)
        yield dict(zip(names, values, strict=True)), dict(zip(map(str, table.columns), sums, strict=True))


def codes_of(column: pd.Series) -> tuple[np.ndarray, pd.Index]:
    """Return a code from 0 for each row, and the value of each code."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        codes, values = column.cat.codes.to_numpy(), pd.Index(column.cat.categories.tolist())
    elif column.dtype.kind == "b":
        codes, values = column.to_numpy().astype(np.int8), pd.Index([False, True])
    elif column.dtype.kind in "iu":
        numbers = whole_numbers(column, len(column))
        low, high = (int(numbers.min()), int(numbers.max())) if len(numbers) else (0, -1)
        if high - low < _dense(len(numbers)):
            return numbers - low, pd.Index(np.arange(low, high + 1))
        found, codes = np.unique(numbers, return_inverse=True)
        return codes, pd.Index(found)
    else:
        codes, values = pd.factorize(column)
    if len(codes) and codes.min() < 0:
        raise ValueError(f"column {column.name!r} has missing values: leave those rows out before grouping")
    return codes, values


def _cells(frame: pd.DataFrame, by: list[str]) -> tuple[np.ndarray, np.ndarray, list[pd.Index]]:
    """Return the cell of each row, the mixed-radix number of each cell, and the values of each column's codes."""
    key, size, levels = np.zeros(len(frame), np.intp), 1, []
    for name in by:
        codes, values = codes_of(frame[name])
        size *= len(values)
        if size > MAX:
            raise ValueError(f"too many groups: {', '.join(by)}")
        levels.append(values)
        key = key * len(values) + codes if len(levels) > 1 else codes.astype(np.intp, copy=False)
    if size <= _dense(len(frame)):
        return key, np.arange(size), levels
    cells, key = np.unique(key, return_inverse=True)
    return key, cells, levels


def _dense(rows: int) -> int:
    """Return up to how many cells a table of all cells is cheaper than sorting."""
    return 4 * rows + 2**16


def _index(cells: np.ndarray, levels: list[pd.Index], names: list[str]) -> pd.Index:
    if len(levels) == 1:
        return levels[0].take(cells).rename(names[0])
    codes = np.unravel_index(cells, [max(len(level), 1) for level in levels])
    return pd.MultiIndex.from_arrays([level.take(code) for level, code in zip(levels, codes, strict=True)], names=names)


def whole_numbers(values: pd.Series | np.ndarray, rows: int) -> np.ndarray:
    """Return whole numbers widened to int64, before any arithmetic can wrap."""
    array = np.asarray(values)
    if len(array) != rows:
        raise ValueError(f"a metric of {len(array)} values for {rows} rows")
    if array.dtype.kind not in "iub":
        raise TypeError(f"sums are of whole numbers, not of {array.dtype}")
    if array.dtype == np.uint64 and rows and int(array.max()) > MAX:
        raise ValueError("a number of 2**63 or more: a negative number was stored without its sign")
    return array.astype(np.int64, copy=False)


def bound(x: np.ndarray) -> int:
    """Return the greatest absolute value."""
    return max(-int(x.min()), int(x.max())) if len(x) else 0


def _totals(key: np.ndarray, cells: int, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return sum and sum of squares in each cell: int64 where no order of adding can leave it, else objects."""
    if cells == 1:
        return np.array([inner(x)], dtype=object), np.array([inner(x, x)], dtype=object)
    if len(x) * bound(x) ** 2 > MAX:
        x = x.astype(object)
    total, squares = np.zeros(cells, x.dtype), np.zeros(cells, x.dtype)
    np.add.at(total, key, x)
    np.add.at(squares, key, x * x)
    return total, squares


def inner(x: np.ndarray, y: np.ndarray | None = None) -> int:
    """Return the sum of x, or of x * y, as a Python integer."""
    if len(x) * bound(x) * (1 if y is None else bound(y)) > MAX:
        x, y = x.astype(object), y if y is None else y.astype(object)
    return int(x.sum() if y is None else np.dot(x, y))


def narrow(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table with each column as int64 if it fits, so that the type depends on the sums alone."""
    columns = {}
    for name, column in table.items():
        values = column.to_numpy()
        if values.dtype == object:
            if any(isinstance(value, float) for value in values):
                raise TypeError(f"sums are whole numbers: {name}")
            columns[name] = values if any(abs(int(value)) > MAX for value in values) else values.astype(np.int64)
        else:
            columns[name] = whole_numbers(values, len(values))
    return pd.DataFrame(columns, index=table.index, columns=table.columns)


def _checked(name: str, table: pd.DataFrame) -> pd.DataFrame:
    """Return the table in its one form: whole numbers, groups unique and in ascending order."""
    if not table.index.is_unique:
        raise ValueError(f"table {name!r} has a group twice")
    table = narrow(table)
    return table if table.index.is_monotonic_increasing else table.sort_index()


def _added(name: str, one: pd.DataFrame, two: pd.DataFrame) -> pd.DataFrame:
    """Return the sum of two tables over all groups that occur in either."""
    if list(one.columns) != list(two.columns) or list(one.index.names) != list(two.index.names):
        raise ValueError(f"tables {name!r} of different columns or groups do not add")
    if not (len(one) and len(two)):
        return one if len(one) else two
    if not one.index.equals(two.index):
        index = one.index.union(two.index)
        one, two = one.reindex(index, fill_value=0), two.reindex(index, fill_value=0)
    columns = {}
    for column in one.columns:
        x, y = one[column].to_numpy(), two[column].to_numpy()
        if object not in {x.dtype, y.dtype} and bound(x) + bound(y) > MAX:
            x = x.astype(object)
        columns[column] = x + y
    return pd.DataFrame(columns, index=one.index, columns=one.columns)
