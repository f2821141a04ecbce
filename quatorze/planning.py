"""A request, understood: every name resolved, every number in its range, before anything is played."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from analyses.sums import Context
from quatorze.counts import MOST_DEALS, whole_number
from simulator.batch import Chunk
from simulator.conditions import NOTHING_FIXED, Conditions, conditions, conditions_of
from simulator.contract import Player, Strategy, described, player_names
from simulator.errors import RequestError, unknown
from simulator.game import Game
from simulator.games import game as game_named
from simulator.request import MOST_MATCHES
from simulator.rules import Value
from simulator.runs import StoredRun
from simulator.runs import open_run as open_stored
from simulator.spans import part_size
from strategies.load import Composed, is_file, pinned, player, strategies_of
from strategies.predicates import predicate_digest

DEALS = 100_000
"""Deals played when nothing is said."""

Specification = Any
Strategies = str | type[Strategy] | Mapping[str, Specification]


@dataclass(frozen=True)
class Plan:
    """A request that has been understood: every name resolved, every number in its range.

    Attributes
    ----------
    game : Game
    rules : dict
        Resolved rules.
    players : dict
        A player for every role.
    specifications : dict
        What was asked for, by role; what a chunk carries.
    seed, first, workers : int
    deals : int
        How many units: deals, or matches where `matches` is true. Then players and specifications are those of
        ``player0``, ``player1``, ..., who change roles, and `first` is the first match.
    matches : bool
    conditions : Conditions
        What is fixed before the shuffle.
    """

    game: Game
    rules: dict[str, Value]
    players: dict[str, Player]
    specifications: dict[str, Specification]
    seed: int
    first: int
    deals: int
    workers: int
    matches: bool = False
    conditions: Conditions = NOTHING_FIXED

    @property
    def unit(self) -> str:
        """What is counted: ``deal`` or ``match``."""
        return "match" if self.matches else "deal"

    @property
    def size(self) -> int:
        """How many units a chunk has."""
        return part_size(self.matches)

    def chunk(self) -> Chunk:
        """Return the plain specification of all deals of the plan."""
        return Chunk(
            self.game.name,
            tuple(self.rules.items()),
            tuple((role, pinned(item, self.players[role])) for role, item in self.specifications.items()),
            self.seed,
            self.first,
            self.deals,
            conditions=self.conditions,
        )

    def head(self, seconds: float, deals: int, matches: int | None = None) -> dict[str, Any]:
        """Return what every answer begins with in JSON; `deals` were played, in `matches` of them."""
        fixed = self.conditions.written(self.game)
        return {
            "game": self.game.name,
            "rules": self.rules,
            "strategies": described(self.players),
            "seed": self.seed,
            "first": self.first,
            **({"matches": matches} if matches is not None else {}),
            **({"conditions": fixed} if fixed else {}),
            "deals": deals,
            "seconds": round(seconds, 6),
            "deals_per_second": round(deals / seconds, 1) if seconds > 0 else None,
        }

    def context(self) -> Context:
        """Return what an analysis may know besides the rows."""
        return Context(self.game.name, self.rules, described(self.players), self.conditions == NOTHING_FIXED)


def plan(
    game: str,
    rules: str | Mapping[str, Value] | None = None,
    strategies: Strategies | None = None,
    deals: Any = None,
    first: Any = 0,
    seed: Any = None,
    workers: Any = None,
    *,
    matches: Any = None,
    hand: Mapping[str, str] | None = None,
    pack: str | None = None,
    accept: str | None = None,
    notation: str = "en",
) -> Plan:
    """Understand a request.

    Parameters
    ----------
    game : str
    rules : str or mapping, optional
        A rules specification; the game's first preset by default.
    strategies : str or mapping, optional
        One specification for all seats, or one for each role (``""`` is the one for the rest); with `matches` one for
        each player. The game's first strategy but ``random`` by default.
    deals, first : int or str
        How many deals, 100,000 by default, and the number of the first; ``"1e6"``, ``"250k"`` are read as well.
    seed : int, optional
        0..2^64-1; drawn when none is given.
    workers : int, optional
        Threads; as many as there are processors by default.
    matches : int or str, optional
        How many matches, instead of deals; `first` is then the first match.
    hand : mapping, optional
        Role to cards that it is dealt; the rest of the pack is shuffled.
    pack : str, optional
        The whole pack in dealing order; then one deal is played.
    accept : str, optional
        ``FILE:FUNCTION``, a predicate that a deal must pass; the file is executed.
    notation : str
        How the cards of `hand` and `pack` are written.

    Raises
    ------
    RequestError
        When anything in it is unknown or out of range.
    """
    found = game_named(game)
    resolved = found.rulebook.resolve(rules if rules is not None else found.rulebook.default)
    in_matches = matches is not None
    count = units(deals, matches, pack)
    if in_matches and found.match_columns is None:
        raise RequestError(f"{game} has no matches; ask for deals with -n")
    fixed = conditions(found, resolved, hand, pack, accept, notation)
    seats = seat_specifications(found, strategies, in_matches)
    players = {role: player(game, specification) for role, specification in seats.items()}
    start = whole_number("first", first, 0, MOST_MATCHES if in_matches else MOST_DEALS)
    number = secrets.randbits(64) if seed is None else whole_number("seed", seed, 0, (1 << 64) - 1)
    threads = workers_of(workers) or available()
    if accept is not None:
        fixed = replace(fixed, source=predicate_digest(accept))
    return Plan(found, resolved, players, seats, number, start, count, threads, in_matches, fixed)


def units(deals: Any, matches: Any = None, pack: str | None = None) -> int:
    """Return how many deals, or matches, are asked for: one with a given pack, 100,000 deals when nothing is said.

    Raises
    ------
    RequestError
        When it is no such number, or both are asked for.
    """
    if matches is not None and deals is not None:
        raise RequestError("deals (-n) and --matches at once; ask for one of them")
    count = whole_number("matches", matches, 1, MOST_MATCHES) if matches is not None else 0
    if deals is not None or not count:
        count = whole_number("deals", (DEALS if pack is None else 1) if deals is None else deals, 1, MOST_DEALS)
    if pack is not None and (matches is not None or count > 1):
        raise RequestError("--pack gives the cards of one deal; leave out -n and --matches")
    return count


def workers_of(workers: Any) -> int | None:
    """Return a number of workers; None stays None."""
    return None if workers is None else whole_number("workers", workers, 1, 1024)


def available() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def seat_specifications(game: Game, strategies: Strategies | None, matches: bool = False) -> dict[str, Specification]:
    """Return the specification for each role, or for each player of matches.

    Raises
    ------
    RequestError
        For a role that the game does not have, or one without a strategy.
    """
    names = player_names(game.roles) if matches else game.roles
    if strategies is None:
        known = list(strategies_of(game.name))
        strategies = next((name for name in known if name != "random"), known[0])
    if isinstance(strategies, list | tuple):
        raise RequestError("a list of strategies has no seats; give one for all, or a mapping of roles to strategies")
    if not isinstance(strategies, Mapping):
        return dict.fromkeys(names, strategies)
    rest = strategies.get("")
    for place in strategies:
        name, _, decision = place.partition(".")
        if place:
            _check_place(game, names, name, decision, matches)
    seats = {name: strategies.get(name, rest) for name in names}
    for name, specification in seats.items():
        if specification is None:
            raise RequestError(f"no strategy for {name}; give one with -s {name}=NAME, or one for all with -s NAME")
    return {name: _with_decisions(name, specification, strategies) for name, specification in seats.items()}


def _check_place(game: Game, names: tuple[str, ...], name: str, decision: str, matches: bool) -> None:
    """Refuse a role, player or decision that is not there."""
    if matches and name in game.roles:
        raise RequestError(
            f"{name} is a role of one deal, and players change roles in a match; "
            f"name the players: -s {names[0]}=NAME -s {names[1]}=NAME"
        )
    if not matches and name in player_names(game.roles):
        raise RequestError(f"{name} is a player of a match; add --matches M, or name a role: {', '.join(game.roles)}")
    if name not in names:
        raise unknown(f"{'player' if matches else 'role'} of {game.name}", name, names)
    own = list(dict.fromkeys(slot.decision for slot in game.slots if matches or slot.role == name))
    if decision and decision not in own:
        raise unknown(f"decision of {name} at {game.name}", decision, own)


def _with_decisions(role: str, specification: Specification, strategies: Mapping[str, Specification]) -> Specification:
    """Return a specification with the decisions of its role that are taken from others."""
    others = [(place.partition(".")[2], other) for place, other in strategies.items() if place.startswith(f"{role}.")]
    return Composed(specification, tuple(others)) if others else specification


def is_run(folder: str | Path) -> bool:
    """Tell whether there is a run folder of that name."""
    return os.path.isfile(Path(folder) / "manifest.json")  # which, unlike Path's, bears any name


def seed_of(folder: str | Path) -> int | None:
    """Return the seed of a run folder that is there already, so that the same command goes on with it."""
    return int(open_stored(Path(folder)).manifest["seed"]) if is_run(folder) else None


def command_of(request: Plan, out: str | Path | None) -> list[str]:
    """Return the words of the command that plays a plan."""
    words = ["quatorze", "run", request.game.name, "--rules", request.game.rulebook.described(request.rules)]
    specifications = described(request.players)
    if len(specifications) == len(request.players) and len(set(specifications.values())) == 1:
        words += ["-s", next(iter(specifications.values()))]
    else:
        for role, name in specifications.items():
            words += ["-s", f"{role}={name}"]
    words += request.conditions.options(request.game)
    words += ["--matches" if request.matches else "-n", str(request.deals), "--seed", str(request.seed)]
    words += ["--first", str(request.first)] if request.first else []
    return words + (["--out", str(out)] if out is not None else [])


def _known(game: Game, specification: str, digest: str) -> Player:
    """Return the player of a stored run; of one that is not here (a class of the user's own), its name at least."""
    if is_file(specification):  # reading a run executes nobody's file
        return Player(Strategy, (), specification, digest)
    try:
        return player(game.name, specification)
    except RequestError:
        return Player(Strategy, (), specification, digest)


def _again(seated: Player) -> Specification:
    """Return the specification of a player."""
    others = tuple((decision, part.specification) for decision, part in seated.replaced)
    return Composed(seated.specification, others) if others else seated.specification


def plan_of(stored: StoredRun) -> Plan:
    """Return the plan that a run folder was made by. Strategies are looked up by name; no file is executed."""
    manifest = stored.manifest
    game = game_named(manifest["game"])
    facts = {fact.name for fact in game.rulebook.facts}
    rules = game.rulebook.resolve({name: value for name, value in manifest["rules"].items() if name not in facts})
    sources = manifest["sources"]
    known = {place: _known(game, name, sources.get(name, "")) for place, name in manifest["strategies"].items()}
    players = {
        role: replace(
            known[role],
            replaced=tuple(
                (place[len(role) + 1 :], part) for place, part in known.items() if place.startswith(f"{role}.")
            ),
        )
        for role in (player_names(game.roles) if manifest["matches"] is not None else game.roles)
    }
    return Plan(
        game,
        rules,
        players,
        {role: _again(seated) for role, seated in players.items()},
        int(manifest["seed"]),
        int(manifest["first"]),
        int(manifest["matches"] or manifest["deals"]),
        available(),
        manifest["matches"] is not None,
        conditions_of(game, rules, manifest["conditions"]),
    )
