"""The summary of a run: means of all numbers, shares of all codes, medians of scores, who came out ahead."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pandas as pd

from analyses.estimates import Estimate, mean, quantile, share
from analyses.sums import Analysis, Context, Sums, groups, histogram, sums_of
from simulator.game import Game

_AHEAD = "ahead"
_DIFFERENCE = "score_difference"


def summary(game: Game) -> Analysis:
    """Return the analysis behind ``run`` and ``summary``: one histogram a column, from which everything follows."""
    names = tuple(column.name for column in game.columns.columns if column.brief and column.name != "deal")
    scores = [f"score_{role}" for role in game.roles]

    def sums(frame: pd.DataFrame) -> Sums:
        tables = {name: histogram(frame, (), name) for name in names}
        wide = frame[scores].astype("int64")
        best = wide.max(axis=1)
        tied = (wide.eq(best, axis=0)).sum(axis=1) > 1
        for role, score in zip(game.roles, scores, strict=True):
            tables[f"{_AHEAD}_{role}"] = histogram(pd.DataFrame({"wins": (wide[score] == best) & ~tied}), (), "wins")
        tables[_AHEAD] = histogram(pd.DataFrame({"ties": tied}), (), "ties")
        if len(scores) == 2:
            tables[_DIFFERENCE] = sums_of(frame, (), wide[scores[0]] - wide[scores[1]])
        return Sums(tables)

    def estimates(total: Sums, context: Context) -> list[Estimate]:
        return _estimates(game, names, total, context)

    return Analysis("summary", (*names,), sums, estimates)


def _estimates(game: Game, names: tuple[str, ...], total: Sums, context: Context) -> list[Estimate]:
    chances = game.exact.chances if game.exact else {}
    found: list[Estimate] = []
    for role in game.roles:
        score = f"score_{role}"
        found.append(_mean("score", {"role": role}, counts(total[score])))
        found.append(quantile("score_median", {"role": role}, counts(total[score]), Fraction(1, 2)))
    if _DIFFERENCE in total:
        found += [mean(_DIFFERENCE, {}, **values) for _, values in groups(total[_DIFFERENCE])]
    for role in game.roles:
        found.append(_share("wins", {"role": role}, total[f"{_AHEAD}_{role}"], True))
    found.append(_share("ties", {}, total[_AHEAD], True))
    for name in names:
        stem, whose = game.columns.stem(name, game.roles)
        group: dict[str, str | int] = {} if whose is None else {"role": whose}
        words = game.columns.by_name[name].words
        if words:
            known = chances[name](context.rules) if name in chances else {}
            shares = {word: _share(stem, {**group, "value": word}, total[name], word) for word in words}
            found += [item.against(known[word]) if word in known else item for word, item in shares.items()]
        elif stem != "score":
            found.append(_mean(stem, group, counts(total[name])))
    return found


def counts(table: pd.DataFrame) -> dict[Any, int]:
    """Return a histogram table as {value: number of rows}."""
    return {value: int(n) for value, n in zip(table.index.tolist(), table["n"].tolist(), strict=True)}


def _mean(name: str, group: dict[str, str | int], histogram_: dict[int, int]) -> Estimate:
    n = sum(histogram_.values())
    total = sum(value * rows for value, rows in histogram_.items())
    squares = sum(value * value * rows for value, rows in histogram_.items())
    return mean(name, group, n, total, squares)


def _share(name: str, group: dict[str, str | int], table: pd.DataFrame, value: Any) -> Estimate:
    rows = counts(table)
    return share(name, group, rows.get(value, 0), sum(rows.values()))
