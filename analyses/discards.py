"""The profile of k: what a role makes when it exchanges exactly k cards, for every k, on the same deals.

Younger can take no more than elder left. So his value for k is that of the deals where k cards were there for him, and
it is also told by what elder took: only values of the same group are of the same deals. ``one_more`` is the paired
difference to the count before, on the deals where both were possible.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from analyses.estimates import Estimate, mean
from analyses.metrics import metric
from analyses.sums import Sums, groups, sums_of
from simulator.game import Game

METRICS = ("score", "score_difference")


def measure_counts(game: Game, role: str, counts: Sequence[int]) -> Callable[[list[np.ndarray]], Sums]:
    """Return the measure of a profile: rows with `role` held to each of `counts` -> sums.

    The tables are ``<metric> <k>`` by what the roles before exchanged, and ``one_more <k>``.
    """
    before = game.roles[: game.roles.index(role)]

    def measure(arms: list[np.ndarray]) -> Sums:
        tables: dict[str, pd.DataFrame] = {}
        last: tuple[np.ndarray, np.ndarray] | None = None
        for k, rows in zip(counts, arms, strict=True):
            possible = np.asarray(rows[f"exchanged_{role}"]) == k
            lead = own_lead(game, role, rows)
            groups_ = {f"exchanged_{other}": np.asarray(rows[f"exchanged_{other}"])[possible] for other in before}
            frame = pd.DataFrame({name: values.astype(np.int64) for name, values in groups_.items()})
            frame.index = pd.RangeIndex(int(possible.sum()))
            for name, values in (("score", metric(game, f"score_{role}", rows)), ("score_difference", lead)):
                tables[f"{name} {k}"] = sums_of(frame, list(groups_), values[possible])
            if last is not None:
                both = possible & last[0]
                tables[f"one_more {k}"] = sums_of(
                    pd.DataFrame(index=range(int(both.sum()))), (), (lead - last[1])[both]
                )
            last = (possible, lead)
        return Sums(tables)

    return measure


def own_lead(game: Game, role: str, rows: np.ndarray) -> np.ndarray:
    """Return the score of `role` less that of the best other role, int64."""
    others = [metric(game, f"score_{other}", rows) for other in game.roles if other != role]
    lead: np.ndarray = metric(game, f"score_{role}", rows) - np.maximum.reduce(others)
    return lead


def profile(total: Sums, role: str, counts: Sequence[int]) -> list[Estimate]:
    """Return the estimates of a profile.

    ``score`` and ``score_difference`` (own less the other's) for each k over all deals where k was possible, then for
    what the roles before took where that varies, and ``one_more``.
    """
    found: list[Estimate] = []
    for k in counts:
        for name in METRICS:
            cells = list(groups(total[f"{name} {k}"]))
            whole = {key: sum(cell[key] for _, cell in cells) for key in ("n", "total", "squares")}
            group: dict[str, str | int] = {"role": role, "k": k}
            found.append(mean(name, group, **whole))
            found += [mean(name, {**group, **by}, **cell) for by, cell in cells if by]
        if f"one_more {k}" in total:
            for _, cell in groups(total[f"one_more {k}"]):
                found.append(mean("one_more", {"role": role, "k": k}, **cell))
    return found
