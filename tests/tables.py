"""Tables for tests: engines from specifications, and Piquet players that do as a script says."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from simulator.bits import NONE, ONE
from simulator.cards import PACK_32
from simulator.compiled import COMPILING, decision, helper
from simulator.contract import Setting, Strategy
from simulator.engine import Engine
from simulator.errors import PlayError
from simulator.games import game
from strategies.load import player
from strategies.piquet.greedy import Greedy
from strategies.piquet.greedy import worst_cards as greedy_exchange
from tests.referees.piquet_cards import deal

CHECKED = os.environ.get("NUMBA_BOUNDSCHECK", "0") != "0"
ALL = np.uint64((1 << 64) - 1)
NEVER = -1

THREE = np.uint64(3)

test_policy = helper(Greedy.play_card)


def by_lane(compiled: int, otherwise: int) -> int:
    """How many deals to play: many where code is compiled without checks, few in the two slower lanes."""
    return compiled if COMPILING and not CHECKED else otherwise


@cache
def seated(
    rules: str = "seed", elder: str | type[Strategy] = "greedy", younger: str | type[Strategy] = "greedy"
) -> Engine:
    """A table of Piquet."""
    piquet = game("piquet")
    players = {"elder": player("piquet", elder), "younger": player("piquet", younger)}
    return Engine(piquet, piquet.rulebook.resolve(rules), players)


@cache
def matched(
    rules: str = "classic", one: str | type[Strategy] = "greedy", two: str | type[Strategy] = "greedy"
) -> Engine:
    """A table of Piquet at which matches are played."""
    piquet = game("piquet")
    players = {"player0": player("piquet", one), "player1": player("piquet", two)}
    return Engine(piquet, piquet.rulebook.resolve(rules), players)


def rows_of(table: Engine, seed: int, *ranges: tuple[int, int]) -> np.ndarray:
    """The rows of some ranges (first deal, count)."""
    return table.play(seed, table.jobs(ranges))


def indices(cards: Sequence[str] | str) -> list[int]:
    """Card indices of names, or of a hand in the notation of the specification."""
    return PACK_32.cards(cards if isinstance(cards, str) else " ".join(cards))


def mask_of(cards: Sequence[str] | str) -> int:
    """The mask of cards."""
    return sum(1 << card for card in indices(cards))


def pack_for(elder: Sequence[str] | str, younger: Sequence[str] | str, talon: Sequence[str] | str = "") -> list[int]:
    """A pack that deals these hands by twos; a talon that is not given is what is left, in the order of the pack."""
    hands = (indices(elder), indices(younger))
    rest = indices(talon) or [card for card in range(32) if card not in hands[0] + hands[1]]
    pack = [card for turn in range(6) for hand in hands for card in hand[2 * turn : 2 * turn + 2]] + rest
    dealt, left = deal([PACK_32.names[card] for card in pack])
    assert [indices(dealt["elder"]), indices(dealt["younger"]), indices(left)] == [*hands, rest]
    return pack


SCRIPT = ("discard", "first", "second", "length", "stop", "calls", "look")
DECLARE, LOOK = 13, 16
NOTHING = 4


class Scripted(Strategy):
    """Discards and plays what its parameters say, then by P0; at decision number `stop` it breaks off the deal.

    Decision 0 is the exchange, decision 1 + t the card to trick t, decision 13 + k the call of class k, decision 16
    whether to look at what was left. Cards are five bits each, six of them in ``first`` and six in ``second``. Calls
    are three bits a class: the place of what is called among ``view.holdings``, or 4 for nothing.
    """

    game = "piquet"
    deterministic = True
    memoryless = True
    settings = tuple(Setting(name, 0, NEVER, 1 << 32, "part of the script") for name in SCRIPT)

    @decision
    def discard_elder(view: Any, scratch: Any) -> Any:
        return ALL if view.params[4] == 0 else np.uint64(np.int64(view.params[0]))

    @decision
    def discard_younger(view: Any, scratch: Any) -> Any:
        return ALL if view.params[4] == 0 else np.uint64(np.int64(view.params[0]))

    @decision
    def play_card(view: Any, scratch: Any) -> Any:
        number = view.trick
        if view.params[4] == number + 1:
            return ALL
        if number < view.params[3]:
            six = np.int64(view.params[1 + number // 6])
            return ONE << np.uint64(six >> 5 * (number % 6) & 31)
        return test_policy(view, scratch)

    @decision
    def declare(view: Any, scratch: Any) -> Any:
        if view.params[4] == 13 + view.kind:
            return ALL
        place = np.int64(view.params[5]) >> 3 * view.kind & 7
        return view.holdings[place] if place < 4 else NONE

    @decision
    def look_left(view: Any, scratch: Any) -> Any:
        return ALL if view.params[4] == 16 else np.uint64(np.int64(view.params[6]))


def script(
    discard: int, cards: Sequence[int] = (), stop: int = NEVER, calls: Sequence[int] = (0, 0, 0), look: int = 0
) -> list[float]:
    """The parameters of `Scripted` for a mask to discard, the cards (indices) to play first, and what is called."""
    first, second = (sum(card << 5 * i for i, card in enumerate(cards[at : at + 6])) for at in (0, 6))
    called = sum(place << 3 * kind for kind, place in enumerate(calls))
    return [float(part) for part in (discard, first, second, len(cards), stop, called, look)]


class Seer(Scripted):
    """The same, seeing all hands."""

    clairvoyant = True


class Keyed(Scripted):
    """The same, with a private stream that it does not use."""

    deterministic = False


class Halting(Strategy):
    """Greedy, calling and looking as its hand has it; in deal `halt_deal` it breaks off at decision `halt_at`."""

    game = "piquet"
    deterministic = memoryless = True
    settings = (
        *Greedy.settings,
        Setting("halt_deal", NEVER, NEVER, 4096, "the deal of the match"),
        Setting("halt_at", NEVER, NEVER, 99, "the decision, numbered as those of a script"),
    )

    @decision
    def discard_elder(view: Any, scratch: Any) -> Any:
        return ALL if halts(view, 0) else greedy_exchange(view)

    @decision
    def discard_younger(view: Any, scratch: Any) -> Any:
        return ALL if halts(view, 0) else greedy_exchange(view)

    @decision
    def play_card(view: Any, scratch: Any) -> Any:
        return ALL if halts(view, view.trick + 1) else test_policy(view, scratch)

    @decision
    def declare(view: Any, scratch: Any) -> Any:
        return ALL if halts(view, view.kind + 13) else view.holdings[view.hand >> np.uint64(4 * view.kind) & THREE]

    @decision
    def look_left(view: Any, scratch: Any) -> Any:
        return ALL if halts(view, 16) else view.hand & ONE


@helper
def halts(view: Any, number: Any) -> Any:
    """Whether this is the decision at which a halting player breaks off."""
    return view.params[1] == view.match_deal and view.params[2] == number


class HaltingSeer(Halting):
    """The same, seeing all hands."""

    clairvoyant = True


class Watched(Engine):
    """A table whose views are kept in ``seen``."""

    seen: np.ndarray

    def views(self) -> np.ndarray:
        """Fresh views."""
        self.seen = super().views()
        return self.seen


class ScriptedTable(Watched):
    """A table of two scripted players whose scripts may be changed, and whose views are kept."""

    def __init__(self, rules: str, elder: type[Scripted] = Scripted, younger: type[Scripted] = Scripted) -> None:
        piquet = game("piquet")
        players = {"elder": player("piquet", elder), "younger": player("piquet", younger)}
        super().__init__(piquet, piquet.rulebook.resolve(rules), players)
        self.scripts: list[list[float]] = [script(0), script(0)]

    def views(self) -> np.ndarray:
        """Fresh views with the scripts in force."""
        super().views()
        for seat in range(2):
            self.seen["params"][seat][: len(SCRIPT)] = self.scripts[seat]
        return self.seen

    def stopped(self, seat: int, number: int, pack: Sequence[int], seed: int = 1, deal: int = 0) -> Any:
        """The view with which a seat is asked for its decision of this number, in a deal of this pack."""
        self.scripts[seat][SCRIPT.index("stop")] = number
        try:
            self.play(seed, self.jobs([(deal, 1)], pack=0), np.array([pack], np.uint8))
        except PlayError:
            return self.seen[seat]
        finally:
            self.scripts[seat][SCRIPT.index("stop")] = NEVER
        raise AssertionError(f"seat {seat} was not asked for decision {number}")
