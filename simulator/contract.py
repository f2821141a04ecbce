"""The contract between a game and a strategy: what a player sees, what it answers, and what is checked.

For each decision of a game there is one signature, ``decision(view, scratch) -> action``. ``view`` is one record that
holds what that player may legally know; the kernel writes it and reads nothing back. Every view has the fields of
`COMMON` besides those of its game. No seed and no deal number is in a view: the private stream is keyed by two words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from simulator.errors import RequestError

PARAMETERS = 16
MEMORY = 4

ILLEGAL, REFUSED = 1, 2
"""What a kernel returns when it stopped: an action was not legal; a predicate took no pack."""

NOBODY = -1
"""The turn in a table while a predicate is asked."""

MOST_TRIES = np.uint64(10_000_000)
"""Tries of one deal, after which a predicate that takes none of them ends the run."""

COMMON: tuple[tuple[str, str, int, str], ...] = (
    ("seat", "i8", 1, "own seat; seat 0 leads first"),
    ("least", "i8", 1, "least number of cards this decision may choose"),
    ("most", "i8", 1, "greatest number of cards this decision may choose"),
    ("legal", "u8", 1, "mask of the cards this decision may choose from"),
    ("memory", "u8", MEMORY, "four words of the strategy's own; zero when a deal begins"),
    ("key", "u8", 2, "key of the private random stream; zero for a strategy that declares itself deterministic"),
    ("position", "u8", 1, "position in the private random stream; zero when a deal begins"),
    ("params", "f8", PARAMETERS, "the strategy's parameters in the order in which its class declares them"),
)


def view_dtype(fields: tuple[tuple[str, str, int, str], ...], rules: np.dtype[np.void]) -> np.dtype[np.void]:
    """Return the record of a view: the common fields, the game's own `fields`, and ``rules``, the resolved rules.

    Parameters
    ----------
    fields : tuple of (name, type, length, meaning)
        Types are ``i8``, ``u8`` or ``f8``; a length above 1 makes an array.
    rules : dtype
        The record of the rules.
    """
    described: list[Any] = [
        (name, kind) if length == 1 else (name, kind, (length,)) for name, kind, length, _ in (*COMMON, *fields)
    ]
    return np.dtype([*described, ("rules", rules)], align=True)


@dataclass(frozen=True)
class Slot:
    """One decision of one role.

    An `optional` one may be left out by a strategy; the kernel's module holds what is then played.
    """

    role: str
    seat: int
    decision: str
    optional: bool = False


@dataclass(frozen=True)
class Setting:
    """A parameter of a strategy: its name, its value when nothing is said, its range and its meaning."""

    name: str
    default: float
    low: float
    high: float
    doc: str


class Strategy:
    """The base of every strategy: a class with one function a decision, marked by `simulator.compiled.decision`.

    Attributes
    ----------
    game : str
        The game it plays.
    name : str
        How it is called on the command line; the class name in lower case by default.
    settings : tuple of Setting
        Its parameters, at most 16; a decision finds their values in ``view.params``.
    scratch : int
        How many ``uint64`` words of working space its decisions want; what they hold when a decision begins is not
        defined.
    deterministic, memoryless, clairvoyant : bool
        Declared traits: draws no random numbers; writes nothing to ``view.memory``; sees ``view.open_...``.
    """

    game: ClassVar[str] = ""
    name: ClassVar[str] = ""
    settings: ClassVar[tuple[Setting, ...]] = ()
    scratch: ClassVar[int] = 0
    deterministic: ClassVar[bool] = False
    memoryless: ClassVar[bool] = False
    clairvoyant: ClassVar[bool] = False

    @classmethod
    def called(cls) -> str:
        """Return the name on the command line."""
        return cls.name or cls.__name__.lower()

    @classmethod
    def traits(cls) -> list[str]:
        """Return the names of the traits that the class declares."""
        return [trait for trait in ("deterministic", "memoryless", "clairvoyant") if getattr(cls, trait)]


@dataclass(frozen=True)
class Player:
    """A strategy ready to sit down: its class, the values of its parameters, and what names it in files.

    Attributes
    ----------
    strategy : type of Strategy
    values : tuple of float
        One value a setting.
    specification : str
        ``NAME`` or ``NAME:key=value,key=value``, only what differs from the defaults.
    digest : str
        Digest of the source that the strategy was read from.
    replaced : tuple of (decision, Player)
        Decisions that another strategy makes.
    """

    strategy: type[Strategy]
    values: tuple[float, ...]
    specification: str
    digest: str
    replaced: tuple[tuple[str, Player], ...] = ()

    @property
    def parts(self) -> tuple[Player, ...]:
        """The player itself, and those that make some of its decisions."""
        return (self, *(player for _, player in self.replaced))

    @property
    def deterministic(self) -> bool:
        """Whether no part draws random numbers."""
        return all(part.strategy.deterministic for part in self.parts)

    @property
    def clairvoyant(self) -> bool:
        """Whether any part sees all hands."""
        return any(part.strategy.clairvoyant for part in self.parts)

    @property
    def scratch(self) -> int:
        """How many words of working space the decisions want."""
        return max(part.strategy.scratch for part in self.parts)

    def part(self, decision: str) -> Player:
        """Return who makes a decision."""
        return dict(self.replaced).get(decision, self)

    def has(self, decision: str) -> bool:
        """Tell whether a decision is there; an optional one may be missing."""
        return getattr(self.part(decision).strategy, decision, None) is not None

    def function(self, decision: str) -> Callable[..., Any]:
        """Return the plain function of a decision.

        Raises
        ------
        RequestError
            When the class has no such decision.
        """
        if (part := self.part(decision)) is not self:
            return part.function(decision)
        function = getattr(self.strategy, decision, None)
        if function is None:
            raise RequestError(
                f"the strategy {self.strategy.called()} has no decision {decision}; "
                f"give the class {self.strategy.__name__} a function {decision}(view, scratch)"
            )
        return function  # type: ignore[no-any-return]

    def parameters(self) -> np.ndarray:
        """Return the values as the ``params`` of a view: float64, shape (16,)."""
        padded = np.zeros(PARAMETERS)
        values = next((part.values for part in self.parts if part.values), ())
        padded[: len(values)] = values
        return padded


def player_names(roles: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the players of a match, who change roles from deal to deal."""
    return tuple(f"player{number}" for number in range(len(roles)))


def seat_players(slots: tuple[Slot, ...], roles: tuple[str, ...], players: Mapping[str, Player]) -> dict[str, Player]:
    """Return the players in order: one a role in single deals, or ``player0``, ``player1``, ... in a match.

    Raises
    ------
    RequestError
        When a role or a player has no strategy, or a strategy lacks a decision that it will be asked for.
    """
    names = player_names(roles) if set(players) & set(player_names(roles)) else roles
    for name in names:
        if name not in players:
            raise RequestError(f"no strategy for {name}; give one with -s {name}=NAME or one for all with -s NAME")
    for slot in slots:
        for name in names if names != roles else (slot.role,):
            if not slot.optional:
                players[name].function(slot.decision)
    return {name: players[name] for name in names}


def described(players: Mapping[str, Player]) -> dict[str, str]:
    """Return who sits where: {role: specification}, and {role.decision: specification} for what another decides."""
    told = {role: player.specification for role, player in players.items()}
    for role, player in players.items():
        told |= {f"{role}.{decision}": part.specification for decision, part in player.replaced}
    return told
