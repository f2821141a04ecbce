"""How often each holding is dealt, held after the exchange, good, equal, and what it scores, by role."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

import pandas as pd

from analyses import declarations_matches as in_matches
from analyses.declarations_matches import NOTHING, group_of
from analyses.estimates import Estimate, mean, share
from analyses.sums import Analysis, Context, Sums, groups, sums_of
from simulator.errors import RequestError
from simulator.game import Contest, Game


def declarations(game: Game, matches: bool = False) -> Analysis:
    """Return the analysis behind ``declarations``.

    With `matches` the deals come in matches, which are the independent units: same estimates, errors that know it.

    Raises
    ------
    RequestError
        For a game without announcements.
    """
    if not game.contests:
        raise RequestError(f"{game.name} has no announcements; there is nothing to tell about them")
    columns = [
        name
        for contest in game.contests
        for name in (
            *(f"{stem}_{role}" for role in game.roles for stem in (contest.dealt, contest.held)),
            contest.winner,
            contest.points,
        )
    ]

    def sums(frame: pd.DataFrame) -> Sums:
        if matches:
            return in_matches.sums(game, frame)
        tables: dict[str, pd.DataFrame] = {}
        for contest in game.contests:
            points = frame[contest.points].to_numpy().astype("int64")
            for role in game.roles:
                tables[f"{contest.kind} dealt {role}"] = sums_of(frame, f"{contest.dealt}_{role}")
                own = points * (frame[contest.winner] == role).to_numpy()
                by = [f"{contest.held}_{role}", contest.winner]
                tables[f"{contest.kind} held {role}"] = sums_of(frame, by, own)
        return Sums(tables)

    def estimates(total: Sums, context: Context) -> list[Estimate]:
        found: list[Estimate] = []
        for contest in game.contests:
            chances = contest.chances(context.rules)
            told = context.uniform
            for role in game.roles:
                found += (in_matches.dealt if matches else _dealt)(contest, role, total, chances, told)
            for role in game.roles:
                found += (in_matches.held if matches else _held)(contest, role, total)
        return found

    read = ["deal", *columns] if matches else columns
    return Analysis("declarations", tuple(dict.fromkeys(read)), sums, estimates)


def _dealt(contest: Contest, role: str, total: Sums, chances: Mapping[str, Fraction], uniform: bool) -> list[Estimate]:
    """Return the share of deals in which each holding is the best one dealt, beside its exact chance where it holds."""
    rows: Counter[str] = Counter()
    for group, sums in groups(total[f"{contest.kind} dealt {role}"]):
        rows[contest.holding(group[f"{contest.dealt}_{role}"])] += sums["n"]
    n = sum(rows.values())
    found = {holding: share("dealt", group_of(role, contest, holding), rows[holding], n) for holding in chances}
    return [item.against(chances[holding]) if uniform else item for holding, item in found.items()]


def _held(contest: Contest, role: str, total: Sums) -> list[Estimate]:
    """Return what became of each holding, and of the class as a whole."""
    cells: dict[str, Counter[str]] = {}
    for group, sums in groups(total[f"{contest.kind} held {role}"]):
        holding = contest.holding(group[f"{contest.held}_{role}"])
        cell = cells.setdefault(holding, Counter())
        cell["n"] += sums["n"]
        cell["total"] += sums["total"]
        cell["squares"] += sums["squares"]
        cell[f"winner {group[contest.winner]}"] += sums["n"]
    n = _sum(cells, "n")
    found: list[Estimate] = []
    for holding, cell in cells.items():
        group_ = group_of(role, contest, holding)
        found.append(share("held", group_, cell["n"], n))
        if holding != NOTHING:
            found.append(share("good", group_, cell[f"winner {role}"], cell["n"]))
            found.append(share("equal", group_, cell["winner equal"], cell["n"]))
            found.append(mean("points", group_, cell["n"], cell["total"], cell["squares"]))
    whole: dict[str, str | int] = {"role": role, "kind": contest.kind}
    found.append(share("won", whole, _sum(cells, f"winner {role}"), n))
    found.append(mean("class_points", whole, n, _sum(cells, "total"), _sum(cells, "squares")))
    return found


def _sum(cells: dict[str, Counter[str]], key: str) -> int:
    return sum(cell[key] for cell in cells.values())
