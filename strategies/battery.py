"""The battery: tests that a strategy plays legally everywhere and that the traits its class declares are true.

Each test is a function from a `Bench` that returns nothing, or raises AssertionError with one sentence. They are what
`quatorze.testing.StrategyBattery` runs; built-in strategies pass the same ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from simulator.compiled import COMPILING
from simulator.contract import Player
from simulator.engine import Engine, Narrow
from simulator.errors import PlayError, RequestError
from simulator.game import Game
from simulator.games import game as game_named
from simulator.rules import Value
from strategies.load import player

#: Deals of a test where code is compiled, and where it is not.
DEALS = 2000 if COMPILING else 40
SEED = 20


class _Watched(Engine):
    """A table whose views can be looked at after playing."""

    seen: np.ndarray

    def _check_untouched(self, views: np.ndarray) -> None:
        self.seen = views
        super()._check_untouched(views)


@dataclass(frozen=True)
class Bench:
    """A strategy under test: the game, and the player that its specification names."""

    game: Game
    player: Player

    def rules(self) -> Iterator[dict[str, Value]]:
        """Yield the rules of every preset, and of the first preset with each parameter at each other value."""
        book = self.game.rulebook
        changed = [
            f"{item.name}={value}"
            for item in book.parameters
            for value in dict.fromkeys([*item.values, *item.worth, *([] if item.values else [item.low, item.high])])
        ]
        for specification in [*book.presets, *(f"{book.default},{change}" for change in changed)]:
            try:
                resolved = book.resolve(specification)
            except RequestError:
                continue  # it goes with another value only, or with a later version
            yield resolved

    def table(self, rules: Mapping[str, Value] | None = None, one: Player | None = None, **others: Player) -> _Watched:
        """Return a table with the player (or `one`) in every seat but those of `others`."""
        resolved = self.game.rulebook.resolve(self.game.rulebook.default) if rules is None else rules
        seats = {role: others.get(role, one or self.player) for role in self.game.roles}
        return _Watched(self.game, resolved, seats)

    def play(self, table: Engine, ranges: list[tuple[int, int]], *narrow: Narrow, record: Any = None) -> np.ndarray:
        """Return the rows of some ranges of deals."""
        try:
            return table.play(SEED, table.jobs(ranges, narrow), table=record)
        except PlayError as problem:
            raise AssertionError(str(problem)) from problem


def bench(game: str, strategy: Any) -> Bench:
    """Return the bench for a specification or a class."""
    return Bench(game_named(game), player(game, strategy))


def legal_everywhere(on: Bench) -> None:
    """Prove that every action is legal: under all rules, in every seat, against itself and against random choices."""
    chance = player(on.game.name, "random")
    for number, rules in enumerate(on.rules()):
        deals = DEALS if number == 0 else DEALS // 20
        on.play(on.table(rules), [(0, deals)])
        for role in on.game.roles:
            on.play(on.table(rules, **{role: chance}), [(0, deals)])


def legal_when_counts_are_forced(on: Bench) -> None:
    """Prove that every action is legal where ``view.least`` and ``view.most`` leave a single number of cards."""
    table = on.table()
    for role in on.game.bounded:
        for count in on.game.counts(table.rules, role):
            on.play(table, [(0, DEALS // 10)], Narrow(role, count, count))


def legal_with_every_parameter(on: Bench) -> None:
    """Prove that every action is legal with each parameter at its lowest, its highest and its default value."""
    settings = on.player.strategy.settings
    for place, setting in enumerate(settings):
        for value in dict.fromkeys((setting.low, setting.high, setting.default)):
            values = tuple(float(value) if i == place else item for i, item in enumerate(on.player.values))
            named = f"{on.player.specification.partition('=')[0]} with {setting.name}={value:g}"
            on.play(on.table(one=replace(on.player, values=values, specification=named)), [(0, DEALS // 4)])


def reproducible(on: Bench) -> None:
    """Prove that the row of a deal does not depend on what was played before: cutting and order change nothing."""
    deals = DEALS // 4
    table = on.table()
    whole = on.play(table, [(0, deals)])
    again = on.play(table, [(0, deals)])
    assert again.tobytes() == whole.tobytes(), (
        f"{on.player.specification} plays the same deals differently the second time: it keeps something between "
        f"calls, or draws from a stream other than its own"
    )
    single = [(deal, 1) for deal in reversed(range(deals))]
    assert on.play(table, single)[::-1].tobytes() == whole.tobytes(), (
        f"{on.player.specification} plays a deal differently after other deals: what scratch holds when a decision "
        f"begins is not defined"
    )


def deterministic(on: Bench) -> None:
    """Prove what is declared deterministic: the private stream changes nothing, and no number is drawn from it."""
    if not on.player.deterministic:
        return
    table = on.table()
    keyed = table.table()
    keyed["private"][0] = 1
    for deal in range(DEALS // 10):
        without = on.play(table, [(deal, 1)])
        steady = not table.seen["position"].any()
        steady = steady and on.play(table, [(deal, 1)], record=keyed).tobytes() == without.tobytes()
        assert steady, (
            f"{on.player.specification} declares deterministic = True and draws random numbers (deal {deal} of seed "
            f"{SEED})"
        )


def memoryless(on: Bench) -> None:
    """Prove what is declared memoryless: nothing is written to ``view.memory``."""
    if not all(part.strategy.memoryless for part in on.player.parts):
        return
    table = on.table()
    for deal in range(DEALS // 10):
        on.play(table, [(deal, 1)])
        assert not table.seen["memory"].any(), (
            f"{on.player.specification} declares memoryless = True and writes to view.memory (deal {deal} of seed "
            f"{SEED})"
        )


def not_clairvoyant(on: Bench) -> None:
    """Prove what is not declared clairvoyant: with all hands open it plays the same, since it does not look."""
    if on.player.clairvoyant:
        return
    table = on.table()
    opened = table.table()
    opened["open"][0] = 1
    closed = on.play(table, [(0, DEALS)])
    assert on.play(table, [(0, DEALS)], record=opened).tobytes() == closed.tobytes(), (
        f"{on.player.specification} looks at view.open_..., which is empty for it; declare clairvoyant = True"
    )


TESTS = (
    legal_everywhere,
    legal_when_counts_are_forced,
    legal_with_every_parameter,
    reproducible,
    deterministic,
    memoryless,
    not_clairvoyant,
)
