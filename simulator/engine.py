"""A game, its rules and its players, compiled and ready: jobs in, rows out."""

from __future__ import annotations

import shlex
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulator import compiled
from simulator.columns import Columns
from simulator.conditions import Conditions
from simulator.contract import MOST_TRIES, NOBODY, REFUSED, Player, described, seat_players
from simulator.errors import PlayError, QuatorzeError, RequestError
from simulator.explained import explained
from simulator.game import Game
from simulator.rules import Value
from simulator.spans import MATCH_DEALS
from simulator.stalls import at_work

MOST = 1 << 30

_DEALS_A_MATCH = 12
"""Room for the rows of a match; where that is not enough, the rest of the matches is played in another call."""


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
        A `Player` for every role; or for ``player0``, ``player1``, ..., who change roles: then matches are played.
    conditions : Conditions
        What is fixed before the shuffle.
    accept : callable, optional
        The predicate that the conditions name: ``accept(hands) -> bool``, hands uint64 of shape (seats + 1, 2).
    """

    def __init__(
        self,
        game: Game,
        rules: Mapping[str, Value],
        players: Mapping[str, Player],
        conditions: Conditions | None = None,
        accept: Callable[..., Any] | None = None,
    ) -> None:
        self.game = game
        self.rules = dict(rules)
        self.players = seat_players(game.slots, game.roles, players)
        self.matches = list(self.players) != list(game.roles)
        self.conditions = conditions or Conditions()
        self._module = game.load()
        self._lowered = _readable(game.rulebook.lower(rules))
        self._functions = compiled.function_list(self._decisions(), self._module.listed)
        self._accepts = compiled.function_list([self._predicate(accept)], self._module.accepting)
        self._packs = self.conditions.packs(game, self.rules)
        self._words = max([1, *(player.scratch for player in self.players.values())])

    def _decisions(self) -> list[Callable[..., Any]]:
        """Return every decision of the game for every player, in the order of the kernel.

        In single deals a player has one seat; where that seat is never asked for a decision, another's stands in.
        """
        functions = []
        for decision in self.game.decisions:
            seats = [slot.seat for slot in self.game.slots if slot.decision == decision]
            for number, player in enumerate(self.players.values()):
                seated = player if self.matches or number in seats else list(self.players.values())[seats[0]]
                functions.append(self._compiled(seated, decision))
        return functions

    def _compiled(self, player: Player, decision: str) -> Callable[..., Any]:
        optional = any(slot.optional for slot in self.game.slots if slot.decision == decision)
        if optional and not player.has(decision):
            function = self._module.DEFAULTS[decision]
            function = getattr(function, "__func__", function)
        else:
            function = player.function(decision)
        try:
            return compiled.compile_decision(function, self._module.SIGNATURE)
        except QuatorzeError:
            raise
        except Exception as problem:
            part = player.part(decision)
            said = explained(problem, part.function(decision), self.game.view.names or ())
            raise RequestError(
                f"the decision {decision} of the strategy {part.specification} does not compile: {said}"
            ) from problem

    def _predicate(self, accept: Callable[..., Any] | None) -> Callable[..., Any]:
        if accept is None:
            from simulator.dealing import take_all  # compiled code, for which reading a run has no use

            return take_all
        try:
            return compiled.compile_predicate(accept)
        except QuatorzeError:
            raise
        except Exception as problem:
            said = explained(problem, accept, ())
            raise RequestError(f"the predicate {self.conditions.accept} does not compile: {said}") from problem

    def jobs(self, ranges: Sequence[tuple[int, int]], narrow: Sequence[Narrow] = (), pack: int = -1) -> np.ndarray:
        """Return the jobs for ranges (first, count) of deals, or of matches, each narrowed in the same way."""
        jobs = compiled.records(len(ranges), self.game.jobs_dtype())
        jobs["first"] = [first for first, _ in ranges]
        jobs["count"] = [count for _, count in ranges]
        jobs["pack"] = 0 if self.conditions.pack else pack
        jobs["fixed"] = 0 if self.conditions.hands else -1
        jobs["accept"] = bool(self.conditions.accept) and pack < 0
        jobs["match"] = self.matches
        jobs["until"] = -1
        jobs["most"] = MOST
        for held in narrow:
            slot = self.game.bounded[held.role]
            jobs["least"][:, slot] = held.least
            jobs["most"][:, slot] = held.most
        return jobs

    def views(self) -> np.ndarray:
        """Return fresh views, one a seat, with what is written once: seat, parameters and rules."""
        views = compiled.records(len(self.game.roles), self.game.view)
        for seat, player in enumerate(self.players.values()):
            views["seat"][seat] = seat
            views["params"][seat] = player.parameters()
            views["rules"][seat] = self._lowered[0]
        return views

    def table(self, telling: bool = False) -> np.ndarray:
        """Return a fresh record of a deal."""
        table = compiled.records(1, self.game.table)
        players = list(self.players.values())
        table["private"][0] = [not player.deterministic for player in players]
        table["open"][0] = [player.clairvoyant for player in players]
        table["params"][0] = [player.parameters() for player in players]
        table["telling"] = telling
        return table

    def play(self, seed: int, jobs: np.ndarray, packs: np.ndarray | None = None, table: Any = None) -> np.ndarray:
        """Return the rows of all deals of the jobs, a record array of the game's outcome.

        Raises
        ------
        PlayError
            When a strategy returned an illegal action or raised, or a predicate took no deal; with the command that
            replays the deal.
        """
        if self.matches:
            raise ValueError("this table plays matches; see play_matches")
        rows = compiled.records(int(jobs["count"].sum()), self.game.columns.dtype)
        self._play(seed, jobs, packs, table, rows, np.zeros(0, np.int8))
        return rows

    def play_matches(
        self, seed: int, first: int, count: int, until: int = -1, table: Any = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the rows of all deals of the matches, and one row a match.

        With `until` one match is played up to that deal of it; its row is missing unless it is then over.
        """
        longest = int(self.rules["max_deals"])
        deals, matches = [], []
        end = first + count
        while first < end:
            rows = compiled.records(
                longest + (0 if until >= 0 else _DEALS_A_MATCH * (end - first)), self.game.columns.dtype
            )
            ends = compiled.records(end - first, self._match_columns().dtype)
            jobs = self.jobs([(first, end - first)])
            jobs["until"] = until
            played, over = self._play(seed, jobs, None, table, rows, ends)
            deals.append(rows[:played])
            matches.append(ends[:over])
            first = end if until >= 0 else first + over
        return np.concatenate(deals), np.concatenate(matches)

    def _match_columns(self) -> Columns:
        if self.game.match_columns is None:
            raise RequestError(f"{self.game.name} has no matches; ask for deals")
        return self.game.match_columns

    def _play(
        self, seed: int, jobs: np.ndarray, packs: np.ndarray | None, table: Any, rows: np.ndarray, ends: np.ndarray
    ) -> tuple[int, int]:
        """Call the kernel; return how many rows and matches it finished."""
        given = self._packs if packs is None else packs
        table = self.table() if table is None else table
        if not len(ends):
            ends = compiled.records(0, self._match_columns().dtype)
        scratch = np.zeros((len(self.game.slots), self._words), np.uint64)
        views = self.views()
        done = np.zeros(2, np.int64)
        kernel = self._module.play
        tables = (self._lowered, self._functions, self._accepts, views, scratch, table, rows, ends, done)
        try:
            with at_work(table, lambda what: self._failure(seed, table, what)):
                failed = kernel(jobs, given, np.uint64(seed), *tables)
        except Exception as problem:
            raise self._failure(seed, table, f"raised {type(problem).__name__}: {problem}") from problem
        if failed == REFUSED:
            raise self._refused(seed, table)
        if failed:
            raise self._failure(seed, table, self._illegal(table, views))
        self._check_untouched(views)
        return int(done[0]), int(done[1])

    def _check_untouched(self, views: np.ndarray) -> None:
        """Refuse rows of a strategy that wrote where it may only read: its later deals would depend on earlier ones."""
        whole = self.views()
        for name in ("seat", "params", "rules"):
            for seat, (who, player) in enumerate(self.players.items()):
                if views[name][seat].tobytes() != whole[name][seat].tobytes():
                    raise PlayError(
                        f"the strategy {player.specification} as {who} wrote to view.{name}, which is the "
                        f"same for all deals; it may write to view.memory alone"
                    )

    def _illegal(self, table: np.ndarray, views: np.ndarray) -> str:
        """Say what was returned and what was allowed."""
        record = table[0]
        slot = self.game.slots[int(record["turn"])]
        view = views[slot.seat]
        pack = self.game.pack
        action = int(record["action"])

        def shown(cards: Any) -> str:
            number = int(cards)
            names = pack.names_of(card for card in range(min(pack.size, 64)) if number >> card & 1)
            return " ".join(names) if number < 1 << pack.size and names else f"{number:#x}"

        if record["form"] == 2:
            return f"returned {action}; allowed: 0 or 1"
        if record["form"] == 1:
            choices = " or ".join(shown(cards) for cards in record["choices"] if cards)
            return f"returned {shown(action)}; allowed: {choices}, or 0 for nothing"
        least, most = int(view["least"]), int(view["most"])
        count = f"{least}" if least == most else f"{least} to {most}"
        return f"returned {shown(action)}; allowed: {count} of {shown(record['legal'])}"

    def _failure(self, seed: int, table: np.ndarray, what: str) -> PlayError:
        deal = int(table["number"][0])
        if int(table["turn"][0]) == NOBODY:
            return PlayError(f"the predicate {self.conditions.accept}, deal {deal}, {what}", self.replay(seed, deal))
        slot = self.game.slots[int(table["turn"][0])]
        who = (slot.seat + int(table["swap"][0])) % len(self.players)
        player = list(self.players.values())[who].part(slot.decision)
        message = f"the strategy {player.specification} as {slot.role}, decision {slot.decision}, deal {deal}, {what}"
        return PlayError(message, self.replay(seed, deal))

    def _refused(self, seed: int, table: np.ndarray) -> PlayError:
        deal = int(table["number"][0])
        return PlayError(
            f"the predicate {self.conditions.accept} took none of {int(MOST_TRIES):,} tries of deal {deal}; "
            f"ask for something more frequent, or fix cards with --hand",
            self.replay(seed, deal),
        )

    def replay(self, seed: int, deal: int) -> str:
        """Return the command that tells one deal."""
        rules = self.game.rulebook.described(self.rules)
        words = ["quatorze", "trace", self.game.name, "--rules", rules]
        for who, name in described(self.players).items():
            words += ["-s", f"{who}={name}"]
        words += [*self.conditions.options(self.game), "--seed", str(seed)]
        if self.matches:
            words += ["--match", str(deal // MATCH_DEALS), "--deal", str(deal % MATCH_DEALS)]
        else:
            words += ["--deal", str(deal)]
        return shlex.join(words)


_ENGINES: dict[Any, Engine] = {}
_COMPILING = threading.Lock()


def engine(
    game: Game,
    rules: Mapping[str, Value],
    players: Mapping[str, Player],
    conditions: Conditions | None = None,
    accept: Callable[..., Any] | None = None,
) -> Engine:
    """Return the engine of a table, compiled once a process; numba compiles in one thread at a time."""
    seated = tuple((role, players[role]) for role in sorted(players))
    key = (game.name, tuple(rules.items()), seated, conditions or Conditions(), accept)
    with _COMPILING:
        if key not in _ENGINES:
            _ENGINES[key] = Engine(game, rules, players, conditions, accept)
        return _ENGINES[key]


def _readable(record: np.ndarray) -> np.ndarray:
    """Let fields be read as attributes when nothing is compiled."""
    return record if compiled.COMPILING else record.view(np.recarray)
