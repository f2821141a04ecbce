"""The summary of a run: means of all numbers, shares of all codes, medians of scores, who came out ahead."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pandas as pd

from analyses.clusters import Clusters, by_match, rank_sums, ratio_sums, share_sums
from analyses.estimates import Estimate, mean, quantile, share
from analyses.ratios import Base, ratio_mean, ratio_quantile, ratio_share
from analyses.sums import Analysis, Context, Sums, groups, histogram, sums_of
from simulator.game import Game

_AHEAD = "ahead"
_DIFFERENCE = "score_difference"
_MATCHES = "matches"


def summary(game: Game, matches: bool = False) -> Analysis:
    """Return the analysis behind ``run`` and ``summary``: one histogram a column, from which everything follows.

    With `matches` the deals come in matches, which are the independent units (`analyses.clusters`): the estimates have
    the same names and groups, and errors that know it. Each histogram then has two more columns, and a number whose
    mean is told a second table, ``<column> ratio``.
    """
    names = tuple(column.name for column in game.columns.columns if column.brief and column.name != "deal")
    scores = [f"score_{role}" for role in game.roles]

    def sums(frame: pd.DataFrame) -> Sums:
        clusters = by_match(frame["deal"]) if matches else None
        tables = _columns(game, names, frame, clusters)
        wide = frame[scores].astype("int64")
        best = wide.max(axis=1)
        tied = (wide.eq(best, axis=0)).sum(axis=1) > 1
        for role, score in zip(game.roles, scores, strict=True):
            tables[f"{_AHEAD}_{role}"] = _events(((wide[score] == best) & ~tied).rename("wins"), clusters)
        tables[_AHEAD] = _events(tied.rename("ties"), clusters)
        if len(scores) == 2:
            lead = wide[scores[0]] - wide[scores[1]]
            tables[_DIFFERENCE] = ratio_sums(clusters, lead) if clusters else sums_of(frame, (), lead)
        return Sums(tables)

    def estimates(total: Sums, context: Context) -> list[Estimate]:
        chances = game.exact.chances if game.exact and context.uniform else {}
        known = {name: chances[name](context.rules) for name in names if name in chances}
        return _estimates(game, names, _InMatches(total) if matches else _Alone(total), known)

    return Analysis("summary", ("deal", *names) if matches else names, sums, estimates)


def _columns(
    game: Game, names: tuple[str, ...], frame: pd.DataFrame, clusters: Clusters | None
) -> dict[str, pd.DataFrame]:
    if clusters is None:
        return {name: histogram(frame, (), name) for name in names}
    tables = {_MATCHES: clusters.table()}
    for name in names:
        if game.columns.by_name[name].words:
            tables[name] = share_sums(clusters, frame[name])
            continue
        score = game.columns.stem(name, game.roles)[0] == "score"
        tables[name] = rank_sums(clusters, frame[name]) if score else histogram(frame, (), name)
        tables[f"{name} ratio"] = ratio_sums(clusters, frame[name])
    return tables


def _events(happened: pd.Series, clusters: Clusters | None) -> pd.DataFrame:
    return share_sums(clusters, happened) if clusters else histogram(happened.to_frame(), (), str(happened.name))


class _Alone:
    """Estimates from the sums of deals that are units."""

    def __init__(self, total: Sums) -> None:
        self.total = total

    def mean(self, name: str, group: dict[str, str | int], column: str) -> Estimate:
        return _mean(name, group, counts(self.total[column]))

    def difference(self) -> Estimate:
        ((_, values),) = groups(self.total[_DIFFERENCE])
        return mean(_DIFFERENCE, {}, **values)

    def median(self, name: str, group: dict[str, str | int], column: str) -> Estimate:
        return quantile(name, group, counts(self.total[column]), Fraction(1, 2))

    def share(self, name: str, group: dict[str, str | int], column: str, value: Any) -> Estimate:
        rows = counts(self.total[column])
        return share(name, group, rows.get(value, 0), sum(rows.values()))


class _InMatches:
    """The same estimates from the sums of deals that come in matches."""

    def __init__(self, total: Sums) -> None:
        self.total, self.base = total, Base.of(total[_MATCHES])

    def mean(self, name: str, group: dict[str, str | int], column: str) -> Estimate:
        return self._ratio(name, group, f"{column} ratio")

    def difference(self) -> Estimate:
        return self._ratio(_DIFFERENCE, {}, _DIFFERENCE)

    def median(self, name: str, group: dict[str, str | int], column: str) -> Estimate:
        return ratio_quantile(name, group, self.base, self.total[column], Fraction(1, 2))

    def share(self, name: str, group: dict[str, str | int], column: str, value: Any) -> Estimate:
        table = self.total[column]
        n, n2, cross = (int(x) for x in table.loc[value]) if value in table.index else (0, 0, 0)
        return ratio_share(name, group, self.base, n, n2, cross)

    def _ratio(self, name: str, group: dict[str, str | int], table: str) -> Estimate:
        ((_, values),) = groups(self.total[table])
        return ratio_mean(name, group, self.base, **values)


def _estimates(
    game: Game, names: tuple[str, ...], told: _Alone | _InMatches, chances: Mapping[str, Mapping[str, Fraction]]
) -> list[Estimate]:
    found: list[Estimate] = []
    for role in game.roles:
        score = f"score_{role}"
        found.append(told.mean("score", {"role": role}, score))
        found.append(told.median("score_median", {"role": role}, score))
    if _DIFFERENCE in told.total:
        found.append(told.difference())
    for role in game.roles:
        found.append(told.share("wins", {"role": role}, f"{_AHEAD}_{role}", True))
    found.append(told.share("ties", {}, _AHEAD, True))
    for name in names:
        stem, whose = game.columns.stem(name, game.roles)
        group: dict[str, str | int] = {} if whose is None else {"role": whose}
        words = game.columns.by_name[name].words
        if words:
            known = chances.get(name, {})
            shares = {word: told.share(stem, {**group, "value": word}, name, word) for word in words}
            found += [item.against(known[word]) if word in known else item for word, item in shares.items()]
        elif stem != "score":
            found.append(told.mean(stem, group, name))
    return found


def counts(table: pd.DataFrame) -> dict[Any, int]:
    """Return a histogram table as {value: number of rows}."""
    return {value: int(n) for value, n in zip(table.index.tolist(), table["n"].tolist(), strict=True)}


def _mean(name: str, group: dict[str, str | int], histogram_: dict[int, int]) -> Estimate:
    n = sum(histogram_.values())
    total = sum(value * rows for value, rows in histogram_.items())
    squares = sum(value * value * rows for value, rows in histogram_.items())
    return mean(name, group, n, total, squares)
