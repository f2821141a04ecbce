"""What the laboratory knows of a game. Batches, run folders, comparisons and reports are written against this alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from simulator.cards import Pack
from simulator.columns import Columns
from simulator.contract import Slot
from simulator.exact import ExactValues
from simulator.rules import Rulebook


@dataclass(frozen=True)
class Contest:
    """One class of announcements, as the rows hold it.

    Attributes
    ----------
    kind : str
        Its name, e.g. ``sequence``.
    dealt, held : str
        Stems of the columns of each role (``<stem>_<role>``): the best holding dealt, and held when announcing.
    winner, points : str
        Columns: who won (a role, ``equal`` or ``none``), and what the winner scored.
    holding : callable
        A value of those columns -> how it is called; ``none`` for nothing.
    chances : callable
        Resolved rules -> {holding: chance that it is the best one dealt to a player}, exact.
    """

    kind: str
    dealt: str
    held: str
    winner: str
    points: str
    holding: Callable[[Any], str]
    chances: Callable[[Mapping[str, Any]], Mapping[str, Fraction]]


@dataclass(frozen=True)
class Game:
    """One game.

    Attributes
    ----------
    name, title : str
        The name on the command line, and one line that says what it is.
    roles : tuple of str
        The seats of a deal, in playing order.
    pack : Pack
        The cards.
    rulebook : Rulebook
        Parameters, facts, presets.
    slots : tuple of Slot
        The decisions, in the order in which the kernel takes its functions.
    view : dtype
        The record that a decision sees; ``view_fields`` documents its own fields.
    table : dtype
        The record of one deal in play: what the kernel knows, and what a transcript is told from. Its fields
        ``number`` (deal), ``attempt`` (of a predicate), ``turn`` (slot), ``action``, ``legal``, ``form`` and
        ``choices`` say where play stands and what was allowed (form 0: cards of ``legal``; 1: one of ``choices`` or
        nothing; 2: zero or one); ``swap`` by how many seats the players have moved on, ``shift`` the same for the last
        deal of a match, ``before`` their points then; ``private``, ``open`` and
        ``params`` (one a player) who needs a random key, who sees all hands, and the parameters; ``telling`` whether
        events are kept.
    columns : Columns
        The outcome: one row a deal.
    match_columns : Columns or None
        One row a match; None for a game without matches.
    places : callable
        Resolved rules and a role -> the positions in the pack of the cards dealt to it, in dealing order.
    load : callable
        Returns the module with ``SIGNATURE`` (of a decision), ``play`` (the kernel), ``listed`` and ``accepting``
        (which make the lists that it takes), and ``DEFAULTS`` (optional decisions); importing it compiles.
    bounded : mapping
        For each decision that chooses a number of cards that a run may force: role -> slot.
    counts : callable
        Resolved rules and a role -> the numbers of cards that a run may force.
    contests : tuple of Contest
        The classes of announcements, in their order; empty for a game without.
    tell : callable
        ``tell(table, rules, row)``: the game's part of a transcript, as a JSON-able dict.
    text : callable
        ``text(transcript, notation)``: the lines of a transcript for people.
    exact : ExactValues, optional
        What can be told exactly of the game; None for a game without.
    awards : mapping
        Points that are neither announced nor in ``play_<role>``: a column that names the role that scores them -> the
        parameter that says how many. With the contests and the play they make up the score.
    """

    name: str
    title: str
    roles: tuple[str, ...]
    pack: Pack
    rulebook: Rulebook
    slots: tuple[Slot, ...]
    view: np.dtype[np.void]
    view_fields: tuple[tuple[str, str, int, str], ...]
    table: np.dtype[np.void]
    columns: Columns
    match_columns: Columns | None
    places: Callable[[Mapping[str, Any], str], list[int]]
    load: Callable[[], Any]
    bounded: Mapping[str, int]
    counts: Callable[[Mapping[str, Any], str], range]
    contests: tuple[Contest, ...]
    tell: Callable[[Any, Mapping[str, Any], Mapping[str, Any]], dict[str, Any]]
    text: Callable[[Mapping[str, Any], str], list[str]]
    exact: ExactValues | None = None
    awards: Mapping[str, str] = field(default_factory=dict)

    @property
    def decisions(self) -> list[str]:
        """The names of the decisions, each once, in order."""
        return list(dict.fromkeys(slot.decision for slot in self.slots))

    def jobs_dtype(self) -> np.dtype[np.void]:
        """Return the record of one job: deals `first`, `first` + 1, ..., `count` of them.

        ``pack`` is -1 for the shuffled pack of each deal, else the row of ``packs`` that all its deals are played
        with; ``fixed`` likewise the row of fixed cards around which is shuffled; ``accept`` is 1 where the predicate is
        asked. With ``match`` 1 the job is of matches instead of deals, each ended after its deal number ``until``
        unless that is -1. ``least`` and ``most`` narrow, slot by slot, how many cards a decision may choose.
        """
        slots = len(self.slots)
        return np.dtype(
            [
                ("first", np.int64),
                ("count", np.int64),
                ("pack", np.int64),
                ("fixed", np.int64),
                ("accept", np.int64),
                ("match", np.int64),
                ("until", np.int64),
                ("least", np.int64, (slots,)),
                ("most", np.int64, (slots,)),
            ]
        )
