"""A game, its rules and its players, compiled and ready: jobs in, rows out."""

from __future__ import annotations

import shlex
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulator import compiled
from simulator.contract import Player, Slot, described, seat_players
from simulator.errors import PlayError, QuatorzeError, RequestError
from simulator.explained import explained
from simulator.game import Game
from simulator.rules import Value

MOST = 1 << 30


@dataclass(frozen=True)
class Narrow:
    """Hold a role to exchanging `least` to `most` cards, or as many of them as the rules allow."""

    role: str
    least: int
    most: int


class Engine:
    """One compiled table. Playing is a pure function of the jobs; several threads may play at once.

    Parameters
    ----------
    game : Game
    rules : mapping
        Resolved rules.
    players : mapping
        A `Player` for every role.
    """

    def __init__(self, game: Game, rules: Mapping[str, Value], players: Mapping[str, Player]) -> None:
        self.game = game
        self.rules = dict(rules)
        self.players = seat_players(game.slots, game.roles, players)
        self._module = game.load()
        self._lowered = _readable(game.rulebook.lower(rules))
        functions = [self._compiled(slot) for slot in game.slots]
        self._functions = compiled.function_list(functions, self._module.listed)
        self._words = max([1, *(player.scratch for player in self.players.values())])

    def _compiled(self, slot: Slot) -> Callable[..., Any]:
        player = self.players[slot.role]
        try:
            return compiled.compile_decision(player.function(slot.decision), self._module.SIGNATURE)
        except QuatorzeError:
            raise
        except Exception as problem:
            part = player.part(slot.decision)
            said = explained(problem, part.function(slot.decision), self.game.view.names or ())
            raise RequestError(
                f"the decision {slot.decision} of the strategy {part.specification} does not compile: {said}"
            ) from problem

    def jobs(self, ranges: Sequence[tuple[int, int]], narrow: Sequence[Narrow] = (), pack: int = -1) -> np.ndarray:
        """Return the jobs for ranges (first deal, count), each narrowed in the same way."""
        jobs = compiled.records(len(ranges), self.game.jobs_dtype())
        jobs["first"] = [first for first, _ in ranges]
        jobs["count"] = [count for _, count in ranges]
        jobs["pack"] = pack
        jobs["most"] = MOST
        for held in narrow:
            slot = self.game.bounded[held.role]
            jobs["least"][:, slot] = held.least
            jobs["most"][:, slot] = held.most
        return jobs

    def views(self) -> np.ndarray:
        """Return fresh views, one a seat, with what is written once: seat, parameters and rules."""
        views = compiled.records(len(self.game.roles), self.game.view)
        for seat, role in enumerate(self.game.roles):
            views["seat"][seat] = seat
            views["params"][seat] = self.players[role].parameters()
            views["rules"][seat] = self._lowered[0]
        return views

    def table(self, telling: bool = False) -> np.ndarray:
        """Return a fresh record of a deal."""
        table = compiled.records(1, self.game.table)
        players = [self.players[role] for role in self.game.roles]
        table["private"][0] = [not player.deterministic for player in players]
        table["open"][0] = [player.clairvoyant for player in players]
        table["telling"] = telling
        return table

    def play(self, seed: int, jobs: np.ndarray, packs: np.ndarray | None = None, table: Any = None) -> np.ndarray:
        """Return the rows of all deals of the jobs, a record array of the game's outcome.

        Raises
        ------
        PlayError
            When a strategy returned an illegal action or raised; with the command that replays the deal.
        """
        given = np.zeros((0, self.game.pack.size), np.uint8) if packs is None else packs
        table = self.table() if table is None else table
        rows = compiled.records(int(jobs["count"].sum()), self.game.columns.dtype)
        scratch = np.zeros((len(self.game.slots), self._words), np.uint64)
        views = self.views()
        try:
            failed = self._module.play(
                jobs, given, np.uint64(seed), self._lowered, self._functions, views, scratch, table, rows
            )
        except Exception as problem:
            raise self._failure(seed, table, f"raised {type(problem).__name__}: {problem}") from problem
        if failed:
            raise self._failure(seed, table, self._illegal(table, views))
        self._check_untouched(views)
        return rows

    def _check_untouched(self, views: np.ndarray) -> None:
        """Refuse rows of a strategy that wrote where it may only read: its later deals would depend on earlier ones."""
        whole = self.views()
        for name in ("seat", "params", "rules"):
            for seat, role in enumerate(self.game.roles):
                if views[name][seat].tobytes() != whole[name][seat].tobytes():
                    raise PlayError(
                        f"the strategy {self.players[role].specification} as {role} wrote to view.{name}, which is the "
                        f"same for all deals; it may write to view.memory alone"
                    )

    def _illegal(self, table: np.ndarray, views: np.ndarray) -> str:
        """Say what was returned and what was allowed."""
        slot = self.game.slots[int(table["turn"][0])]
        view = views[slot.seat]
        pack = self.game.pack

        def shown(cards: Any) -> str:
            number = int(cards)
            names = pack.names_of(card for card in range(min(pack.size, 64)) if number >> card & 1)
            return " ".join(names) if number < 1 << pack.size and names else f"{number:#x}"

        least, most = int(view["least"]), int(view["most"])
        count = f"{least}" if least == most else f"{least} to {most}"
        return f"returned {shown(table['action'][0])}; allowed: {count} of {shown(table['legal'][0])}"

    def _failure(self, seed: int, table: np.ndarray, what: str) -> PlayError:
        slot = self.game.slots[int(table["turn"][0])]
        deal = int(table["number"][0])
        player = self.players[slot.role].part(slot.decision)
        message = f"the strategy {player.specification} as {slot.role}, decision {slot.decision}, deal {deal}, {what}"
        return PlayError(message, self.replay(seed, deal))

    def replay(self, seed: int, deal: int) -> str:
        """Return the command that tells one deal."""
        seats = " ".join(f"-s {shlex.quote(f'{role}={name}')}" for role, name in described(self.players).items())
        rules = self.game.rulebook.described(self.rules)
        return f"quatorze trace {self.game.name} --rules {rules} {seats} --seed {seed} --deal {deal}"


_ENGINES: dict[Any, Engine] = {}
_COMPILING = threading.Lock()


def engine(game: Game, rules: Mapping[str, Value], players: Mapping[str, Player]) -> Engine:
    """Return the engine of a table, compiled once a process; numba compiles in one thread at a time."""
    key = (game.name, tuple(rules.items()), tuple((role, players[role]) for role in sorted(players)))
    with _COMPILING:
        if key not in _ENGINES:
            _ENGINES[key] = Engine(game, rules, players)
        return _ENGINES[key]


def _readable(record: np.ndarray) -> np.ndarray:
    """Let fields be read as attributes when nothing is compiled."""
    return record if compiled.COMPILING else record.view(np.recarray)
