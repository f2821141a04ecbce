"""The built-in strategies: declared traits proven, behaviour as described, specifications read and refused."""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator import compiled
from simulator.cards import PACK_32, mask, members
from simulator.compiled import COMPILING
from simulator.engine import Engine
from simulator.errors import RequestError
from simulator.games import game
from simulator.transcript import transcript
from strategies.load import player, strategies_of
from tests.referees.piquet_cards import (
    SUITS,
    height,
    point_total,
    replay_p0,
    sequences_held,
    sets_held,
    suits_held,
)
from tests.tables import by_lane, seated

GAME = game("piquet")
RULES = GAME.rulebook.resolve("seed")
BUILT_IN = strategies_of("piquet")
SCRATCH = np.zeros(max(item.scratch for item in strategies_of("piquet").values()), np.uint64)


def cards(text: str) -> np.uint64:
    return np.uint64(mask(PACK_32.cards(text)))


def view_of(hand: str, legal: str = "", lead: str = "", least: int = 1, most: int = 5, **fields: Any) -> Any:
    views = compiled.records(1, GAME.view)
    lowered = GAME.rulebook.lower(RULES)
    views["rules"] = lowered[0]
    views["hand"] = cards(hand)
    views["legal"] = cards(legal or hand)
    views["lead"] = cards(lead)
    views["least"], views["most"] = least, most
    for name, value in fields.items():
        views[name][0] = value
    return views[0]


def decided(strategy: str, decision: str, view: Any) -> int:
    one = player("piquet", strategy)
    view["params"] = one.parameters()
    module = GAME.load()
    return int(compiled.compile_decision(one.function(decision), module.SIGNATURE)(view, SCRATCH))


@pytest.mark.lanes
@pytest.mark.parametrize("name", BUILT_IN)
def test_declared_traits_hold_at_every_decision(name: str) -> None:
    strategy = BUILT_IN[name]
    rng = np.random.default_rng(5)
    for _ in range(300 if COMPILING else 60):
        hand = [int(card) for card in rng.choice(32, 12, replace=False)]
        text = " ".join(PACK_32.names_of(hand))
        for decision in ("discard_elder", "discard_younger", "play_card"):
            views = [view_of(text, key=key) for key in ([1, 2], [3, 4])]
            actions = [decided(name, decision, view) for view in views]
            if strategy.deterministic:
                assert actions[0] == actions[1]
                assert [int(view["position"]) for view in views] == [0, 0]
            if strategy.memoryless:
                assert not any(view["memory"].any() for view in views)
            for action in actions:
                count = action.bit_count()
                assert action & ~mask(hand) == 0
                assert count == 1 if decision == "play_card" else 1 <= count <= 5


def test_strategies_that_declare_nothing_random_play_the_same_whatever_the_seed_of_their_stream() -> None:
    engine = Engine(GAME, RULES, {role: player("piquet", "greedy") for role in GAME.roles})
    table = engine.table()
    table["private"][0] = [1, 1]
    jobs = engine.jobs([(0, 500)])
    assert engine.play(7, jobs, table=table).tobytes() == engine.play(7, jobs).tobytes()


def test_random_exchanges_every_legal_set_as_often() -> None:
    """Elder's 1,585 exchanges of a hand, drawn 160,000 times; chi-square below its 99.9 % point."""
    assert sum(comb(12, k) for k in range(1, 6)) == 1585
    hand = "s:AKT h:98 d:QJ87 c:KT7"
    chosen = compiled.compile_decision(player("piquet", "random").function("discard_elder"), GAME.load().SIGNATURE)
    view = view_of(hand, key=[11, 12])
    found, counts = np.unique([int(chosen(view, SCRATCH)) for _ in range(160_000)], return_counts=True)
    assert len(found) == 1585
    expected = 160_000 / 1585
    degrees = 1584
    limit = degrees * (1 - 2 / (9 * degrees) + 3.0902 * (2 / (9 * degrees)) ** 0.5) ** 3  # Wilson and Hilferty
    assert ((counts - expected) ** 2 / expected).sum() < limit


def test_random_plays_every_legal_card_as_often() -> None:
    chosen = compiled.compile_decision(player("piquet", "random").function("play_card"), GAME.load().SIGNATURE)
    view = view_of("s:AKT h:98 d:QJ87 c:KT7", legal="d:QJ87", lead="9d", key=[1, 12])
    found, counts = np.unique([int(chosen(view, SCRATCH)) for _ in range(8_000)], return_counts=True)
    assert sorted(members(sum(map(int, found)))) == sorted(PACK_32.cards("d:QJ87"))
    assert ((counts - 2000) ** 2 / 2000).sum() < 16.27  # 99.9 % of chi-square, 3 degrees of freedom


@pytest.mark.parametrize(
    ("hand", "most", "thrown"),
    [
        # The point in clubs, the quinte there and the three queens stay; of the rest the lowest go.
        ("s:Q87 h:Q9 d:Q8 c:KQJT9", 5, "8s 7s 9h 8d"),
        ("s:Q87 h:Q9 d:Q8 c:KQJT9", 2, "7s 8s"),
        # Aces stay though they score nothing.
        ("s:A87 h:A9 d:K8 c:KQJT9", 5, "7s 8s 8d 9h Kd"),
    ],
)
def test_greedy_throws_its_lowest_idle_cards(hand: str, most: int, thrown: str) -> None:
    assert decided("greedy", "discard_elder", view_of(hand, most=most)) == int(cards(thrown))


def test_greedy_throws_more_when_it_must_and_kings_stay_when_told() -> None:
    whole = view_of("s:AKQJT987 h:AKQJ", least=3, most=3)
    assert decided("greedy", "discard_elder", whole).bit_count() == 3
    kept = decided("greedy:keep_rank=6", "discard_elder", view_of("s:A87 h:A9 d:K8 c:KQJT9"))
    assert kept == int(cards("7s 8s 8d 9h"))


@pytest.mark.parametrize(
    ("legal", "lead", "played"),
    [
        ("s:K7 h:AQ d:A", "", "Ah"),
        ("s:K97", "8s", "9s"),
        ("s:97", "Ts", "7s"),
        ("h:AQ d:9", "8s", "9d"),
    ],
)
def test_greedy_leads_high_and_wins_cheaply(legal: str, lead: str, played: str) -> None:
    assert decided("greedy", "play_card", view_of(legal, legal, lead)) == int(cards(played))


def test_a_specification_tells_what_differs_and_no_more() -> None:
    assert player("piquet", "greedy:keep_rank=7").specification == "greedy"
    assert player("piquet", "greedy: keep_rank = 6 ").specification == "greedy:keep_rank=6"
    assert player("piquet", "greedy:keep_rank=6").values == (6.0,)
    assert player("piquet", "greedy:keep_rank=8e0").specification == "greedy:keep_rank=8"
    assert player("piquet", "greedy:keep_rank=2.5").specification == "greedy:keep_rank=2.5"
    assert player("piquet", "greedy").digest == player("piquet", BUILT_IN["greedy"]).digest


@pytest.mark.parametrize(
    ("specification", "sentence"),
    [
        ("gredy", "unknown strategy of piquet 'gredy'; did you mean greedy?"),
        ("", "unknown strategy of piquet ''"),
        ("greedy:keep=1", "unknown parameter of the strategy greedy 'keep'; did you mean keep_rank?"),
        ("greedy:keep_rank=9", "greedy:keep_rank=9 is not allowed; it takes a number from 0 to 8"),
        ("greedy:keep_rank=nan", "greedy:keep_rank=nan is not allowed"),
        ("greedy:keep_rank=high", "greedy:keep_rank=high is not allowed"),
        ("greedy:keep_rank", "'keep_rank' is not key=value"),
        ("greedy:keep_rank=6,keep_rank=7", "greedy:keep_rank is given twice"),
        ("random:x=1", "unknown parameter of the strategy random 'x'"),
        ("bots/mine.py:Mine", "there is no strategy file bots/mine.py (paths begin at "),
    ],
)
def test_a_wrong_specification_is_refused_in_one_sentence(specification: str, sentence: str) -> None:
    with pytest.raises(RequestError) as refused:
        player("piquet", specification)
    assert sentence in str(refused.value)


@given(st.floats(0, 8))
def test_a_specification_gives_back_the_very_same_player(value: float) -> None:
    """All digits are kept: a run folder and a replay are read from what is written here."""
    one = player("piquet", f"greedy:keep_rank={value!r}")
    again = player("piquet", one.specification)
    assert (again, again.values) == (one, (value,))


def naive_greedy(hand: list[str], least: int, most: int) -> list[str]:
    """What greedy throws, by its description: the lowest cards that are neither in a holding nor aces."""

    def first_best(holdings: list[list[str]], strength: Callable[[list[str]], Any]) -> list[str]:
        """The best, and of equal ones that of the first suit."""
        best = max((strength(cards) for cards in holdings), default=None)
        return min((cards for cards in holdings if strength(cards) == best), key=suit, default=[])

    def suit(cards: list[str]) -> int:
        return SUITS.index(cards[0][1])

    def low_first(card: str) -> tuple[int, int]:
        return height(card), SUITS.index(card[1])

    kept = {
        *first_best(suits_held(hand), point_total),
        *first_best(sequences_held(hand), lambda cards: (len(cards), height(cards[0]))),
        *first_best(sets_held(hand), lambda cards: (len(cards), height(cards[0]))),
        *(card for card in hand if card[0] == "A"),
    }
    spare = sorted((card for card in hand if card not in kept), key=low_first)[:most]
    return spare + sorted(kept, key=low_first)[: max(0, least - len(spare))]


@pytest.mark.lanes
def test_greedy_does_what_its_description_says_on_random_deals() -> None:
    table = seated("seed", "greedy", "greedy")
    for deal in range(by_lane(400, 40)):
        trace = transcript(table, 17, deal)
        hands, left = {}, 8
        for exchange in trace["exchanges"]:
            dealt = trace["hands"][exchange["role"]]
            thrown = exchange["discarded"]
            assert sorted(thrown) == sorted(naive_greedy(dealt, 1, min(left, 5 if exchange["role"] == "elder" else 8)))
            hands[exchange["role"]] = [card for card in dealt if card not in thrown] + exchange["drawn"]
            left -= len(thrown)
        assert trace["tricks"] == replay_p0(hands["elder"], hands["younger"])
