"""The answers: declarations, the profile of discards, comparisons."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from analyses.arms import Measure, Span, play_arms
from analyses.compare import comparisons, measure_variants
from analyses.compare_matches import (
    default_match_metrics,
    known_match_metrics,
    match_comparisons,
    match_pair_comparisons,
    measure_match_pair,
    measure_matches,
)
from analyses.declarations import declarations as declarations_of
from analyses.discards import measure_counts, profile
from analyses.duplicate import measure_pair, pair_comparisons
from analyses.estimates import Estimate
from analyses.metrics import default_metrics, known_metrics
from analyses.paired import Comparison
from analyses.sums import Sums
from quatorze.planning import Plan, Strategies, plan, seat_specifications
from quatorze.running import Progress, Run, play, tidy
from simulator.batch import Chunk, Rows
from simulator.contract import player_names
from simulator.engine import Narrow
from simulator.errors import RequestError, unknown
from simulator.games import game as game_named
from simulator.rules import Value
from strategies.load import pinned, player

Stopped = Callable[[], bool]


def _never() -> bool:
    return False


def _ignore(deals: int) -> None:
    return None


class Told(ABC):
    """What an answer shows of itself: a line in a console, a table in a notebook."""

    head: Mapping[str, Any]

    @property
    def units(self) -> int:
        """How many deals were played, or matches."""
        return int(self.head.get("matches", self.head["deals"]))

    @abstractmethod
    def frame(self) -> pd.DataFrame:
        """Return the answer as a DataFrame."""

    def __repr__(self) -> str:
        rows = len(self.frame())
        return f"<{type(self).__name__} on {self.head['game']}: {self.head['deals']:,} deals, {rows} rows in .frame()>"

    def _repr_html_(self) -> str:
        return str(self.frame().to_html(index=False))


@dataclass(frozen=True, repr=False)
class Answer(Told):
    """Estimates with what they were made from."""

    head: Mapping[str, Any]
    estimates: list[Estimate]

    def as_dict(self) -> dict[str, Any]:
        """Return what ``--json`` prints."""
        return {**self.head, "estimates": [estimate.as_dict() for estimate in self.estimates]}

    def frame(self) -> pd.DataFrame:
        """Return the estimates as a tidy DataFrame, one row each."""
        return tidy(self.estimates)


@dataclass(frozen=True, repr=False)
class Compared(Told):
    """Comparisons with what they were made from."""

    head: Mapping[str, Any]
    comparisons: list[Comparison]

    def as_dict(self) -> dict[str, Any]:
        """Return what ``--json`` prints."""
        return {**self.head, "comparisons": [item.as_dict() for item in self.comparisons]}

    def frame(self) -> pd.DataFrame:
        """Return the comparisons as a DataFrame, one row each."""
        return pd.DataFrame([item.as_dict() for item in self.comparisons])


def declarations(
    game: str | Run,
    rules: str | Mapping[str, Value] | None = None,
    strategies: Strategies | None = None,
    deals: Any = None,
    *,
    matches: Any = None,
    first: Any = 0,
    seed: Any = None,
    workers: Any = None,
    progress: Progress = _ignore,
    stopped: Stopped = _never,
    **conditions: Any,
) -> Answer:
    """Tell how often each holding is dealt, held after the exchange, good, equal, and what it scores, by role.

    Parameters
    ----------
    game : str or Run
        A game, played as `quatorze.run` does; or a run, which is read and not played.
    **conditions
        ``hand``, ``pack``, ``accept``, ``notation``; see `quatorze.planning.plan`.

    Returns
    -------
    Answer
        ``dealt`` (share of deals, beside the exact chance), ``held`` (share of deals), ``good`` and ``equal`` (shares
        of the deals where it was held), ``points`` (mean scored in the class where it was held), and for each class
        ``won`` (share of deals) and ``class_points`` (mean a deal).
    """
    if isinstance(game, Run):
        done = game
    else:
        request = plan(game, rules, strategies, deals, first, seed, workers, matches=matches, **conditions)
        wanted = declarations_of(request.game, request.matches)
        done = play(request, analyses=[wanted], progress=progress, stopped=stopped)
    found = done.answer(declarations_of(done.plan.game, done.plan.matches)) if done.played else []
    return Answer(done.head(), found)


def discards(
    game: str,
    rules: str | Mapping[str, Value] | None = None,
    strategies: Strategies | None = None,
    deals: Any = None,
    *,
    matches: Any = None,
    role: str | None = None,
    first: Any = 0,
    seed: Any = None,
    workers: Any = None,
    progress: Progress = _ignore,
    stopped: Stopped = _never,
    **conditions: Any,
) -> Answer:
    """Tell what a role makes when it exchanges exactly k cards, for every k, on the same deals.

    Parameters
    ----------
    role : str, optional
        One role; all that exchange by default.
    **conditions
        ``hand``, ``pack``, ``accept``, ``notation``; see `quatorze.planning.plan`.

    Returns
    -------
    Answer
        ``score`` and ``score_difference`` (own less the other's) by role and k, also by what the roles before took, and
        ``one_more``, the paired difference to k - 1 where both were possible.
    """
    if matches is not None:
        raise RequestError("discards are studied deal by deal; ask for deals with -n instead of --matches")
    request = plan(game, rules, strategies, deals, first, seed, workers, **conditions)
    bounded = request.game.bounded
    if not bounded:
        raise RequestError(f"nothing is exchanged at {game}; there are no discards to study")
    if role is not None and role not in bounded:
        raise unknown(f"role of {game}", role, bounded)
    found: list[Estimate] = []
    done, seconds = 0, 0.0
    for wanted in [role] if role is not None else bounded:
        counts = request.game.counts(request.rules, wanted)
        arms = [replace(request.chunk(), narrow=(Narrow(wanted, k, k),)) for k in counts]
        measure = measure_counts(request.game, wanted, counts)
        total, spent = _played(request, arms, measure, progress, stopped)
        if not total:
            continue
        seconds += spent
        found += profile(total, wanted, counts)
        done = sum(int(table["n"].sum()) for name, table in total.items() if name == f"score {counts[0]}")
    return Answer(request.head(seconds, done), found)


def how_many_arms(game: str, rules: str | None, role: str | None) -> int:
    """Return how many times `discards` plays each deal."""
    found = game_named(game)
    resolved = found.rulebook.resolve(rules or found.rulebook.default)
    return sum(len(found.counts(resolved, wanted)) for wanted in ([role] if role else found.bounded))


def _played(
    request: Plan, arms: list[Chunk], measure: Measure, progress: Progress, stopped: Stopped
) -> tuple[Sums, float]:
    """Play the arms; return the sums and the seconds of playing, compilation aside."""
    progress(0)
    for arm in arms:
        arm.engine()
    begun = time.perf_counter()
    span = Span(request.first, request.deals, request.matches)
    total = play_arms(arms, span, measure, request.workers, stopped=stopped, played=progress)
    return total, time.perf_counter() - begun


def arms_of(
    game: str, rules: Sequence[str] | str | None, strategies: Sequence[Any] | Strategies | None
) -> tuple[list[str], list[Any]]:
    """Return the rules and the strategies that are compared: two or more of one, one of the other."""
    variants = [rules] if isinstance(rules, str) else list(rules or [])
    bare = list(strategies) if isinstance(strategies, list | tuple) else []
    if len(variants) > 1 and len(bare) > 1:
        raise RequestError("two or more --rules and two or more bare -s at once; compare one thing at a time")
    if len(variants) < 2 and len(bare) < 2:
        raise RequestError(
            f"nothing to compare; give two or more --rules, or two or more bare -s: "
            f"quatorze compare {game} --rules SPEC --rules SPEC"
        )
    return variants, bare


def compare(
    game: str,
    rules: Sequence[str] | str | None = None,
    strategies: Sequence[Any] | Strategies | None = None,
    deals: Any = None,
    *,
    metrics: Sequence[str] = (),
    progress: Progress = _ignore,
    stopped: Stopped = _never,
    **asked: Any,
) -> Compared:
    """Compare rule variants, or strategies, on the same deals or matches; the first is the baseline.

    Parameters
    ----------
    rules : list of str, or str
        Two or more specifications are the arms; one, or none, when strategies are compared.
    strategies : list of str, or as in `quatorze.run`
        Two or more in a list are the arms, played in duplicate: every deal (or match) twice, the seats exchanged.
    metrics : sequence of str
        For rules: ``score_difference``, ``wins_ROLE`` or number columns of the outcome; the scores by default. In
        matches ``match_wins_PLAYER``, ``match_points_PLAYER``, ``match_points_difference``, ``match_margin_PLAYER``,
        ``match_deals``.
    **asked
        ``matches``, ``first``, ``seed``, ``workers``, ``hand``, ``pack``, ``accept``; see `quatorze.planning.plan`.

    Returns
    -------
    Compared
        The difference is always variant minus baseline.
    """
    game_named(game)
    variants, bare = arms_of(game, rules, strategies)
    if len(bare) > 1:
        if metrics:
            raise RequestError("--metric belongs to comparing rules; strategies are compared by their scores")
        return _duplicate(game, variants[0] if variants else None, bare, deals, asked, progress, stopped)
    seats: Any = strategies if not isinstance(strategies, list | tuple) else bare[0] if bare else None
    plans = [plan(game, variant, seats, deals, **asked) for variant in variants]
    baseline = plans[0]
    plans = [replace(item, seed=baseline.seed) for item in plans]
    names = [item.game.rulebook.described(item.rules) for item in plans]
    for name in names[1:]:
        if names.count(name) > 1 or name == names[0]:
            raise RequestError(f"the rules {name} are compared with themselves; give each variant once")
    players = player_names(baseline.game.roles)
    known = known_match_metrics(players) if baseline.matches else known_metrics(baseline.game)
    default = default_match_metrics(players) if baseline.matches else default_metrics(baseline.game)
    wanted = list(dict.fromkeys(metrics)) or default
    for name in wanted:
        if name not in known:
            raise unknown(f"metric of {'matches' if baseline.matches else game}", name, known)
    if baseline.matches:
        measure: Measure = measure_matches(players, wanted, names[1:])
    else:
        measure = measure_variants(baseline.game, wanted, names[1:])
    dealt: list[int] = []
    total, seconds = _played(baseline, [item.chunk() for item in plans], _counting(measure, dealt), progress, stopped)
    compared = match_comparisons if baseline.matches else comparisons
    found = compared(total, wanted, names[1:]) if total else []
    head = _head(baseline, seconds, found, sum(dealt), names[0], baseline.unit)
    return Compared({**head, "variants": {name: item.rules for name, item in zip(names, plans, strict=True)}}, found)


def _duplicate(
    game: str,
    rules: str | None,
    strategies: list[Any],
    deals: Any,
    asked: Mapping[str, Any],
    progress: Progress,
    stopped: Stopped,
) -> Compared:
    """Compare strategies with the first of them, in duplicate."""
    request = plan(game, rules, strategies[0], deals, **asked)
    seated = [player(game, item) for item in strategies]
    strategies = [pinned(item, found) for item, found in zip(strategies, seated, strict=True)]
    names = [item.specification for item in seated]
    for name in names:
        if names.count(name) > 1:
            raise RequestError(f"the strategy {name} is compared with itself; give each one once")
    one, other = request.players
    total, seconds = Sums(), 0.0
    dealt: list[int] = []
    for name, strategy in zip(names[1:], strategies[1:], strict=True):
        if request.matches:
            measure: Measure = measure_match_pair(player_names(request.game.roles), name)
        else:
            measure = measure_pair(request.game, name)
        arms = []
        for seats in ({one: strategies[0], other: strategy}, {one: strategy, other: strategies[0]}):
            places = seat_specifications(request.game, seats, request.matches)
            arms.append(replace(request.chunk(), players=tuple(places.items())))
        sums, spent = _played(request, arms, _counting(measure, dealt), progress, stopped)
        total, seconds = total + sums, seconds + spent
    if not total:
        found = []
    elif request.matches:
        found = match_pair_comparisons(total, names[1:])
    else:
        found = pair_comparisons(request.game, total, names[1:])
    head = _head(request, seconds, found, sum(dealt), names[0], "pair")
    return Compared({**head, "strategies": {"baseline": names[0], "variants": names[1:]}}, found)


def _counting(measure: Measure, dealt: list[int]) -> Measure:
    """Return `measure`, noting how many deals the matches of a chunk had, all arms together."""

    def counted(arms: list[Any]) -> Sums:
        dealt.append(sum(len(rows.deals) for rows in arms if isinstance(rows, Rows)))
        return measure(arms)

    return counted


def _head(
    request: Plan, seconds: float, found: list[Comparison], dealt: int, baseline: str, unit: str
) -> dict[str, Any]:
    """Return what a comparison begins with; a match is counted once, its deals wherever they were played."""
    units = max((item.n for item in found), default=0)
    deals, matches = (dealt, units) if request.matches else (units, None)
    return {**request.head(seconds, deals, matches), "baseline": baseline, "unit": unit}
