"""The leak audit: does anything in a view depend on a card that its player may not know?

Run without compilation, since it records the views: ``NUMBA_DISABLE_JIT=1 python -m tests.games.leak_audit 40``,
with rules behind the number of deals. It prints one JSON document: how many pairs of worlds were compared at each
decision, and what differed.

Two worlds: a deal as it was played, and the same deal with one card of the opponent's hand exchanged for one that the
player cannot see either (in the opponent's discards or in the rest of the talon), the opponent doing the same in both.
Where all that the player has heard and been shown is the same in both worlds (`heard`) and all that was done is legal
in both, every view shown to that player up to then must be the same to the byte.
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
from simulator.games.piquet import calls, kernel
from simulator.games.piquet.outcome import MATCH_COLUMNS

GAME = game("piquet")
SLOTS = (
    "discard_elder", "discard_younger", "play_elder", "play_younger", "declare_elder", "declare_younger", "look_younger"
)  # fmt: skip
DECLARE, LOOK = 4, 6
#: Which slot each entry of the kernel's list of decisions serves: decision by decision, for elder and for younger.
SERVES = (0, 0, 1, 1, 2, 3, DECLARE, DECLARE + 1, LOOK, LOOK)
SEED_RULES = "seed,count_in_play=true"


def seat_of(slot: int) -> int:
    """The seat that takes the decisions of a slot."""
    return 1 if slot == LOOK else slot % 2


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
        rules: str = SEED_RULES,
    ):
        self.until = until
        self.actions: dict[int, list[int]] = {slot: [] for slot in range(len(SLOTS))}
        self.seen: list[tuple[int, bytes]] = []
        self.told: list[Any] = []
        self.script, self.draw = script, draw
        self.table = compiled.records(1, GAME.table)
        self.table["private"][0] = [1, 1] if seed == 5 else [0, 0]
        views = compiled.records(2, GAME.view)
        views["seat"] = [0, 1]
        self.rules = GAME.rulebook.lower(GAME.rulebook.resolve(rules)).view(np.recarray)
        views["rules"] = self.rules[0]
        jobs = compiled.records(1, GAME.jobs_dtype())
        jobs["first"], jobs["count"], jobs["most"], jobs["fixed"] = deal, 1, 99, -1
        kernel.play(
            jobs,
            np.array([pack], np.uint8),
            np.uint64(seed),
            self.rules,
            [self.decide(slot) for slot in SERVES],
            [lambda hands: True],
            views,
            np.zeros((len(SLOTS), 1), np.uint64),
            self.table,
            compiled.records(1, GAME.columns.dtype),
            compiled.records(0, MATCH_COLUMNS.dtype),
            np.zeros(2, np.int64),
        )

    def decide(self, slot: int) -> Any:
        def decision(view: Any, scratch: Any) -> Any:
            self.seen.append((slot, bytes(view)))
            self.told.append(heard(self.table[0], self.rules[0], slot, bool(self.actions[2])))
            if len(self.seen) > self.until:
                return np.uint64(0xFFFFFFFFFFFFFFFF)
            done = len(self.actions[slot])
            if done < len(self.script.get(slot, [])):
                action = self.script[slot][done]
            elif slot == LOOK:
                action = self.draw.randint(0, 1)
            elif slot >= DECLARE:
                action = int(self.draw.choice(view.holdings))
            else:
                held = [card for card in range(32) if int(view.legal) >> card & 1]
                chosen = self.draw.sample(held, self.draw.randint(int(view.least), int(view.most)))
                action = sum(1 << card for card in chosen)
            self.actions[slot].append(action)
            return np.uint64(action)

        return decision


def heard(record: Any, rules: Any, slot: int, led: bool) -> list[Any]:
    """What the player who decides has heard of the other's holdings, and been shown, up to now (section 3).

    Under `totals` every announcement; under `call_and_answer` elder's numbers, the answers, what is good or equal, and
    what the equality of two numbers tells; younger's good ones once elder has `led`.
    """
    seat = seat_of(slot)
    public: list[Any] = [int(record["carte_blanche"]), record["open_score"].tolist()]
    if slot < 2:
        return public
    points, runs, sets = (record[name].tolist() for name in ("point", "sequence", "sets"))
    called, winners = record["called"].tolist(), record["winners"].tolist()
    if not rules["declaration_record"]:
        return [*public, points, runs, sets, winners, record["score"].tolist()]
    numbers = [[len_of(cards) for cards in kind] for kind in called]
    for kind, values in enumerate((points, runs, sets)):
        decided = winners[kind] > 0
        if seat == 0 and not led and not called[kind][0]:
            continue
        public.append((kind, winners[kind]))
        equal = decided and 0 < numbers[kind][0] == numbers[kind][1] and kind < 2
        other = 1 - seat
        if seat == 1:
            public.append(values[0] if equal or kind == 2 else numbers[kind][0])
        elif equal:
            public.append(numbers[kind][1])
        good = winners[kind] in (1 + other, 3) or (decided and values[0] == values[1] > 0)
        if good and (seat == 1 or led):
            suit = 0x11111111 << ((called[kind][other] & -called[kind][other]).bit_length() - 1) % 4
            public.append((numbers[kind][other], suit) if kind == 0 else called[kind][other])
    if seat == 1 or led:
        public += [int(record["shown"][1 - seat]), record["score"].tolist()]
    return public


def len_of(cards: int) -> int:
    """How many cards there are in a mask."""
    return int(cards).bit_count()


def exchanged(action: int, one: int, other: int) -> int:
    """The action with two cards in each other's place."""
    first, second = action >> one & 1, action >> other & 1
    return action & ~(1 << one | 1 << other) | first << other | second << one


def audit(deals: int, rules: str = SEED_RULES) -> dict[str, Any]:
    """Compare many pairs of worlds."""
    compared: Counter[str] = Counter()
    faults: Counter[str] = Counter()
    draw = random.Random(14)
    for _ in range(deals):
        pack = draw.sample(range(32), 32)
        world = World(pack, {}, draw, rules=rules)
        for at, (slot, _) in enumerate(world.seen):
            for _ in range(4):
                twin = another(world, pack, at, seat_of(slot), draw, rules)
                if twin is None:
                    continue
                compared[SLOTS[slot]] += 1
                mine = [view for s, view in world.seen[: at + 1] if seat_of(s) == seat_of(slot)]
                theirs = [view for s, view in twin.seen[: at + 1] if seat_of(s) == seat_of(slot)]
                for one, other in zip(mine, theirs, strict=True):
                    faults.update(name for name in fields(one, other))
    return {"compared": dict(compared), "faults": dict(faults), "other_deal": same_pack_other_deal(draw, rules)}


def shown_cards(world: World, seat: int, done: set[int]) -> int:
    """The cards that the rules have shown to a seat: of the talon, and the other's twelve for a carte blanche.

    `done` are the slots that have decided.
    """
    record, rules = world.table[0], world.rules[0]
    talon = [int(card) for card in record["talon"]]
    elder, both = int(record["exchanged"][0]), int(record["exchanged"].sum())
    shown = 0
    if seat == 0 and 0 in done and rules["elder_sees_left"]:
        shown |= sum(talon[elder:5])
    if LOOK in done and any(world.actions[LOOK]):
        shown |= sum(card for card in talon[both:] if not shown & card)
    if seat in done and rules["carte_blanche_reveal"] and int(record["carte_blanche"]) == 2 - seat:
        shown |= int(record["dealt"][1 - seat])
    return shown


def another(
    world: World, pack: list[int], at: int, seat: int, draw: random.Random, rules: str = SEED_RULES
) -> World | None:
    """Another world in which this seat has seen the same up to decision number `at`; None where the draw gave none."""
    record = world.table[0]
    opponent = 1 - seat
    before = [slot for slot, _ in world.seen[:at]]
    script = {slot: world.actions[slot][: before.count(slot)] for slot in range(len(SLOTS))}
    played = sum(script[2 + opponent])
    hidden = [card for card in range(32) if not int(record["dealt"][seat]) >> card & 1]
    own = int(record["drawn"][seat]) if seat in before else 0
    known = played | own | shown_cards(world, seat, set(before))
    free = [card for card in hidden if not known >> card & 1]
    if len(free) < 2:  # all but one card are known by now
        return None
    one, other = draw.sample(free, 2)
    swapped = [other if card == one else one if card == other else card for card in pack]
    for slot in (opponent, 2 + opponent, DECLARE + opponent):
        script[slot] = [exchanged(action, one, other) for action in script[slot]]
    twin = World(swapped, script, random.Random(1), until=at, rules=rules)
    if [slot for slot, _ in twin.seen] != [slot for slot, _ in world.seen[: at + 1]]:
        return None
    mine = [number for number, (slot, _) in enumerate(twin.seen) if seat_of(slot) == seat]
    if any(world.told[number] != twin.told[number] for number in mine) or not led_alike(world, twin, before):
        return None
    return twin


def led_alike(world: World, twin: World, before: list[int]) -> bool:
    """Tell whether what was played so far is the same in both worlds, in tricks won too."""
    tricks = (before.count(2) + before.count(3)) // 2
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


def same_pack_other_deal(draw: random.Random, rules: str) -> list[str]:
    """Name the fields by which a strategy without a key could tell one deal of the same pack from another."""
    pack = draw.sample(range(32), 32)
    world = World(pack, {}, random.Random(2), seed=6, deal=3, rules=rules)
    other = World(pack, {}, random.Random(2), seed=2**63 + 9, deal=77, rules=rules)
    return [name for (_, a), (_, b) in zip(world.seen, other.seen, strict=True) for name in fields(a, b)]


def plant() -> None:
    """Let the kernel leak: the number of kings that younger was dealt, in elder's view."""
    whole = vars(kernel)["sit_down"]

    def leaking(table: Any, views: Any, seed: Any) -> None:
        whole(table, views, seed)
        views[0].talon = 8 + int(table.dealt[1] >> np.uint64(24) & np.uint64(15)).bit_count()

    vars(kernel)["sit_down"] = leaking


def plant_in_calls() -> None:
    """Let the calls leak: the pips of elder's point, to younger, who has not asked for them."""
    whole = vars(calls)["tell_calls"]

    def leaking(table: Any, rule: Any, view: Any, seat: Any, led: Any) -> None:
        whole(table, rule, view, seat, led)
        if seat == 1:
            view.point[0] = table.point[0]

    vars(calls)["tell_calls"] = leaking


PLANTED = {"--planted": plant, "--planted-in-calls": plant_in_calls}

if __name__ == "__main__":
    assert not compiled.COMPILING, "run it with NUMBA_DISABLE_JIT=1"
    for argument in sys.argv[2:]:
        PLANTED.get(argument, lambda: None)()
    chosen = [argument for argument in sys.argv[2:] if argument not in PLANTED]
    print(json.dumps(audit(int(sys.argv[1]), *chosen)))
