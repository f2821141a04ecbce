"""The leak audit: does anything in a view depend on a card that its player may not know?

Run without compilation, since it records the views: ``NUMBA_DISABLE_JIT=1 python -m tests.games.leak_audit 40``. It
prints one JSON document: how many pairs of worlds were compared at each decision, and what differed.

Two worlds: a deal as it was played, and the same deal with one card of the opponent's hand exchanged for one that the
player cannot see either (in the opponent's discards or in the rest of the talon), the opponent doing the same in both.
Where the announcements and the carte blanche are the same in both worlds and all that was played is legal in both, the
player has seen the same, and every view shown to that player up to then must be the same to the byte.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from typing import Any

import numpy as np

from simulator import compiled
from simulator.games import game
from simulator.games.piquet import kernel

GAME = game("piquet")
SLOTS = ("discard_elder", "discard_younger", "play_elder", "play_younger")


class World:
    """One deal played from a script of actions; where the script ends, at random. Every view is recorded.

    With `until` it is broken off, by an action that is not legal, when decision number `until` has been seen.
    """

    def __init__(
        self,
        pack: list[int],
        script: dict[int, list[int]],
        draw: random.Random,
        seed: int = 5,
        deal: int = 3,
        until: int = 99,
    ):
        self.until = until
        self.actions: dict[int, list[int]] = {slot: [] for slot in range(4)}
        self.seen: list[tuple[int, bytes]] = []
        self.script, self.draw = script, draw
        self.table = compiled.records(1, GAME.table)
        self.table["private"][0] = [1, 1] if seed == 5 else [0, 0]
        views = compiled.records(2, GAME.view)
        views["seat"] = [0, 1]
        self.rules = GAME.rulebook.lower(GAME.rulebook.resolve("seed,count_in_play=true")).view(np.recarray)
        views["rules"] = self.rules[0]
        jobs = compiled.records(1, GAME.jobs_dtype())
        jobs["first"], jobs["count"], jobs["most"] = deal, 1, 99
        kernel.play(
            jobs,
            np.array([pack], np.uint8),
            np.uint64(seed),
            self.rules,
            [self.decide(slot) for slot in range(4)],
            views,
            np.zeros((4, 1), np.uint64),
            self.table,
            compiled.records(1, GAME.columns.dtype),
        )

    def decide(self, slot: int) -> Any:
        def decision(view: Any, scratch: Any) -> Any:
            self.seen.append((slot, bytes(view)))
            if len(self.seen) > self.until:
                return np.uint64(0xFFFFFFFFFFFFFFFF)
            done = len(self.actions[slot])
            if done < len(self.script.get(slot, [])):
                action = self.script[slot][done]
            else:
                held = [card for card in range(32) if int(view.legal) >> card & 1]
                chosen = self.draw.sample(held, self.draw.randint(int(view.least), int(view.most)))
                action = sum(1 << card for card in chosen)
            self.actions[slot].append(action)
            return np.uint64(action)

        return decision

    def public(self) -> list[Any]:
        """What the announcements and the carte blanche told."""
        record = self.table[0]
        return [record[name].tolist() for name in ("point", "sequence", "sets", "carte_blanche")]


def exchanged(action: int, one: int, other: int) -> int:
    """The action with two cards in each other's place."""
    first, second = action >> one & 1, action >> other & 1
    return action & ~(1 << one | 1 << other) | first << other | second << one


def audit(deals: int) -> dict[str, Any]:
    """Compare many pairs of worlds."""
    compared: Counter[str] = Counter()
    faults: Counter[str] = Counter()
    draw = random.Random(14)
    for _ in range(deals):
        pack = draw.sample(range(32), 32)
        world = World(pack, {}, draw)
        for at, (slot, _) in enumerate(world.seen):
            for _ in range(4):
                twin = another(world, pack, at, slot % 2, draw)
                if twin is None:
                    continue
                compared[SLOTS[slot]] += 1
                mine = [view for s, view in world.seen[: at + 1] if s % 2 == slot % 2]
                theirs = [view for s, view in twin.seen[: at + 1] if s % 2 == slot % 2]
                for one, other in zip(mine, theirs, strict=True):
                    faults.update(name for name in fields(one, other))
    return {"compared": dict(compared), "faults": dict(faults), "other_deal": same_pack_other_deal(draw)}


def another(world: World, pack: list[int], at: int, seat: int, draw: random.Random) -> World | None:
    """Another world in which this seat has seen the same up to decision number `at`; None where the draw gave none."""
    record = world.table[0]
    opponent = 1 - seat
    before = [slot for slot, _ in world.seen[:at]]
    script = {slot: world.actions[slot][: before.count(slot)] for slot in range(4)}
    played = sum(script[2 + opponent])
    hidden = [card for card in range(32) if not int(record["dealt"][seat]) >> card & 1]
    own = sum(script[seat]) and int(record["drawn"][seat])
    free = [card for card in hidden if not (played | own) >> card & 1]
    if len(free) < 2:  # all but one card are known by now
        return None
    one, other = draw.sample(free, 2)
    swapped = [other if card == one else one if card == other else card for card in pack]
    for slot in (opponent, 2 + opponent):
        script[slot] = [exchanged(action, one, other) for action in script[slot]]
    twin = World(swapped, script, random.Random(1), until=at)
    if [slot for slot, _ in twin.seen] != [slot for slot, _ in world.seen[: at + 1]]:
        return None
    told = slice(None) if at >= 2 else slice(3, None)
    if world.public()[told] != twin.public()[told] or not led_alike(world, twin, before):
        return None
    return twin


def led_alike(world: World, twin: World, before: list[int]) -> bool:
    """Tell whether what was played so far is the same in both worlds, in tricks won too."""
    tricks = (len(before) - 2) // 2
    for name in ("led", "followed"):
        if tricks > 0 and (world.table[name][0][:tricks] != twin.table[name][0][:tricks]).any():
            return False
    return True


def fields(one: bytes, other: bytes) -> list[str]:
    """Name the fields in which two views differ."""
    a, b = (np.frombuffer(view, GAME.view)[0] for view in (one, other))
    assert GAME.view.names is not None
    found = [name for name in GAME.view.names if a[name].tobytes() != b[name].tobytes()]
    return found if found or one == other else ["between the fields"]


def same_pack_other_deal(draw: random.Random) -> list[str]:
    """Name the fields by which a strategy without a key could tell one deal of the same pack from another."""
    pack = draw.sample(range(32), 32)
    world = World(pack, {}, random.Random(2), seed=6, deal=3)
    other = World(pack, {}, random.Random(2), seed=2**63 + 9, deal=77)
    return [name for (_, a), (_, b) in zip(world.seen, other.seen, strict=True) for name in fields(a, b)]


def plant() -> None:
    """Let the kernel leak: the number of kings that younger was dealt, in elder's view."""
    whole = vars(kernel)["sit_down"]

    def leaking(table: Any, views: Any, seed: Any) -> None:
        whole(table, views, seed)
        views[0].talon = 8 + int(table.dealt[1] >> np.uint64(24) & np.uint64(15)).bit_count()

    vars(kernel)["sit_down"] = leaking


if __name__ == "__main__":
    assert not compiled.COMPILING, "run it with NUMBA_DISABLE_JIT=1"
    if "--planted" in sys.argv:
        plant()
    print(json.dumps(audit(int(sys.argv[1]))))
