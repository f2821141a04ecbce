"""The declarations of deals that come in matches: the same estimates, with the match as the independent unit."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import pandas as pd

from analyses.clusters import Clusters, by_match, domain_sums, ratio_sums, share_sums
from analyses.estimates import Estimate
from analyses.ratios import Base, ratio_mean, ratio_share
from analyses.sums import Sums, codes_of, groups
from simulator.game import Contest, Game

NOTHING = "none"
_MATCHES = "matches"


def sums(game: Game, frame: pd.DataFrame) -> Sums:
    """Return the sums of a frame of whole matches.

    Holdings are named before anything is summed: the squares of two values that share a name would not add up to that
    of the name.
    """
    clusters = by_match(frame["deal"])
    tables = {_MATCHES: clusters.table()}
    for contest in game.contests:
        for role in game.roles:
            dealt = _named(contest, frame[f"{contest.dealt}_{role}"])
            tables[f"{contest.kind} dealt {role}"] = share_sums(clusters, dealt)
            tables |= _held_tables(contest, role, frame, clusters)
    return Sums(tables)


def dealt(contest: Contest, role: str, total: Sums, chances: Mapping[str, Fraction], uniform: bool) -> list[Estimate]:
    """Return the share of deals in which each holding is the best one dealt, beside its exact chance where it holds."""
    base = Base.of(total[_MATCHES])
    rows = {group["holding"]: values for group, values in groups(total[f"{contest.kind} dealt {role}"])}
    none = {"n": 0, "n2": 0, "cross": 0}
    found = {
        holding: ratio_share("dealt", group_of(role, contest, holding), base, *rows.get(holding, none).values())
        for holding in chances
    }
    return [item.against(chances[holding]) if uniform else item for holding, item in found.items()]


def held(contest: Contest, role: str, total: Sums) -> list[Estimate]:
    """Return what became of each holding (of the deals with it), and of the class as a whole (of all deals)."""
    base = Base.of(total[_MATCHES])
    found: list[Estimate] = []
    for group, cell in groups(total[f"{contest.kind} held {role}"]):
        holding = str(group["holding"])
        group_ = group_of(role, contest, holding)
        found.append(ratio_share("held", group_, base, cell["n"], cell["n2"], cell["cross"]))
        if holding == NOTHING:
            continue
        part = Base(cell["clusters"], cell["n"], cell["n2"])
        for name, estimate in (("good", ratio_share), ("equal", ratio_share), ("points", ratio_mean)):
            found.append(estimate(name, group_, part, *(cell[f"{name}{kind}"] for kind in ("", "2", "_cross"))))
    whole: dict[str, str | int] = {"role": role, "kind": contest.kind}
    for name, one in (("won", ratio_share), ("class_points", ratio_mean)):
        ((_, values),) = groups(total[f"{contest.kind} {name} {role}"])
        found.append(one(name, whole, base, **values))
    return found


def group_of(role: str, contest: Contest, holding: str) -> dict[str, str | int]:
    """Return the group of an estimate about one holding."""
    return {"role": role, "kind": contest.kind, "holding": holding}


def _held_tables(contest: Contest, role: str, frame: pd.DataFrame, clusters: Clusters) -> dict[str, pd.DataFrame]:
    won = (frame[contest.winner] == role).to_numpy()
    points = frame[contest.points].to_numpy().astype(np.int64) * won
    numerators = {"good": won, "equal": (frame[contest.winner] == "equal").to_numpy(), "points": points}
    named = _named(contest, frame[f"{contest.held}_{role}"])
    return {
        f"{contest.kind} held {role}": domain_sums(clusters, named, numerators),
        f"{contest.kind} won {role}": ratio_sums(clusters, won),
        f"{contest.kind} class_points {role}": ratio_sums(clusters, points),
    }


def _named(contest: Contest, column: pd.Series) -> pd.Series:
    """Return a column of holdings by their names, as categories."""
    codes, values = codes_of(column)
    used = np.flatnonzero(np.bincount(codes, minlength=len(values)))
    names = [contest.holding(value) for value in values[used].tolist()]
    words = list(dict.fromkeys(names))
    recoded = np.zeros(len(values), np.int64)
    recoded[used] = [words.index(name) for name in names]
    return pd.Series(pd.Categorical.from_codes(recoded[codes], categories=pd.Index(words)), name="holding")
