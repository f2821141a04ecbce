"""What a page needs to know of one run; whoever reads the run fills it in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from analyses.estimates import Estimate


@dataclass(frozen=True)
class Chapter:
    """One run, ready to be shown.

    Attributes
    ----------
    title : str
        One line, e.g. ``Piquet: greedy against greedy``.
    about : str
        What the game is, one line.
    roles : tuple of str
        The seats of a deal.
    head : mapping
        As ``run --json`` prints it, estimates aside: game, rules, strategies, seed, first, deals, seconds,
        deals_per_second.
    rules : str
        The rules specification, e.g. ``seed,quinte_points=15``.
    parameters : sequence of (name, value, preset value, meaning)
        Every parameter in force.
    summary : sequence of Estimate
        The summary of the run.
    declarations : sequence of Estimate
        What was held, good and scored; empty for a game without announcements.
    awards : sequence of Estimate
        ``award`` {role, for}: mean points a deal that are neither announced nor made in play, e.g. a bonus.
    histograms : mapping
        Column -> {value: number of deals}, exact counts.
    columns : mapping
        Column -> meaning and unit.
    players : tuple of str
        Who plays a match, whatever roles they have in its deals; empty for a run of single deals.
    matches : sequence of Estimate
        The summary of the matches (`analyses.matches`); all other estimates are of deals.
    match_histograms, match_columns : mapping
        The same as `histograms` and `columns` for the rows of matches.
    reproduce : sequence of str
        The commands that make this run and its page again.
    """

    title: str
    about: str
    roles: tuple[str, ...]
    head: Mapping[str, Any]
    rules: str
    parameters: Sequence[tuple[str, Any, Any, str]]
    summary: Sequence[Estimate]
    declarations: Sequence[Estimate] = ()
    awards: Sequence[Estimate] = ()
    histograms: Mapping[str, Mapping[int | str, int]] = field(default_factory=dict)
    columns: Mapping[str, str] = field(default_factory=dict)
    reproduce: Sequence[str] = ()
    players: tuple[str, ...] = ()
    matches: Sequence[Estimate] = ()
    match_histograms: Mapping[str, Mapping[int | str, int]] = field(default_factory=dict)
    match_columns: Mapping[str, str] = field(default_factory=dict)
