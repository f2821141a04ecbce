"""The golden cases of the specification on the compiled stages, and on whole deals with given packs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simulator import compiled
from simulator.batch import Chunk
from simulator.bits import popcount
from simulator.cards import PACK_32, mask, members
from simulator.compiled import decision
from simulator.contract import Strategy
from simulator.engine import Engine
from simulator.games import game
from simulator.games.piquet.declare import score_carte_blanche
from simulator.games.piquet.exchange import deal_cards, discard_bounds, may_discard
from simulator.games.piquet.play import score_play
from simulator.transcript import transcript
from simulator.tricks import higher_in_suit, legal_replies
from strategies.load import player
from strategies.piquet.greedy import Greedy
from tests.games.stages import cards, declared, fresh_table, rules
from tests.referees import piquet_cards
from tests.referees.golden_piquet import (
    CARTE_BLANCHE,
    GOLDEN,
    LEGAL,
    NEAR,
    P0_TABLES,
    PI21_DEALT,
    PI21_DISCARDS,
    PI21_DRAWN,
    PI21_TALON,
    PLAY_POINTS,
    TAKES,
    GoldenCase,
)
from tests.tables import by_lane

GAME = game("piquet")
CASES = [*GOLDEN, *NEAR]
NO_COURT = mask(PACK_32.cards("s:A987 h:97 d:987 c:987"))


def table_of(case: GoldenCase) -> Any:
    """A record array with the deal just before the announcements."""
    tables = fresh_table()
    tables["hands"][0] = [cards(case.elder), cards(case.younger)]
    for seat, role in enumerate(GAME.roles):
        blanche = role in case.carte_blanche
        tables["dealt"][0][seat] = NO_COURT if blanche else tables["hands"][0][seat] | cards("Ks")
    return tables


class Stand(Strategy):
    """Exchanges nothing, plays by the test policy."""

    game = "piquet"
    deterministic = memoryless = True

    @decision
    def discard_elder(view: Any, scratch: Any) -> Any:
        return np.uint64(0)

    @decision
    def discard_younger(view: Any, scratch: Any) -> Any:
        return np.uint64(0)

    play_card = staticmethod(Greedy.play_card)


class StandAndCall(Stand):
    """The same, calling the best in so many words."""

    @decision
    def declare(view: Any, scratch: Any) -> Any:
        return view.holdings[0]


class Pi21(Strategy):
    """The exchanges of PI-21, then the test policy."""

    game = "piquet"
    deterministic = memoryless = True

    @decision
    def discard_elder(view: Any, scratch: Any) -> Any:
        return np.uint64(PI21[0])

    @decision
    def discard_younger(view: Any, scratch: Any) -> Any:
        return np.uint64(PI21[1])

    play_card = staticmethod(Greedy.play_card)


PI21 = tuple(int(cards(text)) for text in PI21_DISCARDS)


def engine(strategy: type[Strategy], specification: str) -> Engine:
    seated = player("piquet", strategy)
    return Engine(GAME, GAME.rulebook.resolve(specification), dict.fromkeys(GAME.roles, seated))


def pack_of(elder: str, younger: str, talon: str | None = None) -> list[int]:
    """The pack that deals these hands, two cards at a time."""
    hands = [PACK_32.cards(elder), PACK_32.cards(younger)]
    dealt = [hands[i // 2 % 2][i // 4 * 2 + i % 2] for i in range(24)]
    rest = [card for card in range(32) if card not in dealt] if talon is None else PACK_32.cards(talon)
    return [*dealt, *rest]


@pytest.mark.lanes
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_golden_hands_on_the_stages(case: GoldenCase) -> None:
    for specification, wanted in (("seed", case.seed_hand), ("classic", case.classic_hand)):
        tables, views = table_of(case), compiled.records(2, GAME.view)
        table = tables[0]
        score_carte_blanche(table, rules(specification))
        declared(tables, specification, views)
        assert tuple(int(points) for points in table["score"]) == wanted, specification
        codes = {None: {0, 3}, "elder": {1}, "younger": {2}}
        for number, winner in enumerate((case.point, case.sequence, case.set)):
            assert int(table["winners"][number]) in codes[winner]
        if case.points:
            assert tuple(int(pips) for pips in table["point"]) == tuple(pips for _, pips in case.points)
        for view in views if specification == "seed" else views[1:]:
            assert (view["score"] == table["score"]).all()
            assert specification == "classic" or (view["point"] == table["point"]).all()


@pytest.mark.parametrize("case", [case for case in CASES if case.seed_final], ids=lambda case: case.id)
def test_golden_deals_whole(case: GoldenCase) -> None:
    pack = pack_of(case.elder, case.younger)
    for specification, wanted in (("seed", case.seed_final), ("classic", case.classic_final)):
        specification += ",elder_min_discard=0,younger_min_discard=0"
        told = transcript(engine(StandAndCall, specification), 0, 0, pack)
        assert transcript(engine(Stand, specification), 0, 0, pack)["scoring"] == told["scoring"]
        assert (told["score"]["elder"], told["score"]["younger"]) == wanted, specification
        if case.tricks:
            assert (told["outcome"]["tricks_elder"], told["outcome"]["tricks_younger"]) == case.tricks
        if case.last_trick:
            assert told["outcome"]["last_trick"] == case.last_trick


def test_pi_01_two_cards_at_a_time() -> None:
    order = [f"{rank}{suit}" for suit in "shdc" for rank in "AKQJT987"]
    tables = fresh_table()
    tables["pack"][0] = [PACK_32.card(name) for name in order]
    deal_cards(tables[0], rules("seed"))
    assert PACK_32.hand(members(tables["dealt"][0][0])) == "s:AKT9 h:AKT9 d:AKT9"
    assert PACK_32.hand(members(tables["dealt"][0][1])) == "s:QJ87 h:QJ87 d:QJ87"
    assert [members(card) for card in tables["talon"][0]] == [PACK_32.cards(f"{rank}c") for rank in "AKQJT987"]


@pytest.mark.parametrize(("hand", "wanted"), CARTE_BLANCHE)
def test_pi_02_carte_blanche(hand: str, wanted: bool) -> None:
    for seat in range(2):
        tables = fresh_table()
        tables["dealt"][0] = [cards("Ks"), cards("Ks")]
        tables["dealt"][0][seat] = cards(hand)
        score_carte_blanche(tables[0], rules("seed"))
        assert int(tables["score"][0][seat]) == (10 if wanted else 0)
        assert int(tables["carte_blanche"][0]) == (1 + seat if wanted else 0)


@pytest.mark.parametrize(("x", "most"), [(1, 7), (3, 5), (5, 3)])
def test_pi_03_younger_may_take_what_is_left(x: int, most: int) -> None:
    tables = fresh_table()
    tables["exchanged"][0][0] = x
    jobs = engine(Stand, "seed").jobs([(0, 1)])
    assert tuple(map(int, discard_bounds(tables[0], rules("seed"), 1, jobs[0]))) == (1, most)
    assert tuple(map(int, discard_bounds(tables[0], rules("seed"), 0, jobs[0]))) == (1, 5)


def test_pi_03_nothing_and_too_many_are_illegal() -> None:
    hand = cards("s:AK8 h:A8 d:AKJ8 c:KQT")
    assert not may_discard(np.uint64(0), hand, 1, 5)
    assert not may_discard(cards("As Ks 8s Ah 8h Ad"), hand, 1, 5)
    assert not may_discard(cards("7c"), hand, 1, 5)
    assert may_discard(cards("8s 8h 8d Tc"), hand, 1, 5)


@pytest.mark.parametrize(("elder", "younger", "last", "split", "points"), PLAY_POINTS)
def test_pi_14_points_of_the_play(elder: int, younger: int, last: str, split: str, points: tuple[int, int]) -> None:
    tables = fresh_table()
    tables["tricks"][0] = [elder, younger]
    tables["last_trick"] = GAME.roles.index(last)
    score_play(tables[0], rules(f"seed,split_last_trick={split}"))
    assert tuple(int(made) for made in tables["score"][0]) == points


@pytest.mark.parametrize(("specification", "final"), [("seed", (17, 0)), ("classic", (32, 6))])
def test_pi_21_a_full_deal_with_exchange(specification: str, final: tuple[int, int]) -> None:
    told = transcript(engine(Pi21, specification), 0, 0, pack_of(*PI21_DEALT, PI21_TALON))
    assert [exchange["drawn"] for exchange in told["exchanges"]] == [drawn.split() for drawn in PI21_DRAWN]
    assert (told["score"]["elder"], told["score"]["younger"]) == final
    assert told["outcome"]["tricks_elder"] == 7


@pytest.mark.parametrize(("held", "lead", "legal"), [case for case in LEGAL if case[1]])
def test_pi_25_legal_cards(held: str, lead: str, legal: str) -> None:
    assert int(legal_replies(cards(held), cards(lead), True, False)) == int(cards(legal))


@pytest.mark.parametrize(("lead", "reply", "takes"), TAKES)
def test_pi_25_higher_cards_of_the_suit_take(lead: str, reply: str, takes: bool) -> None:
    assert bool(higher_in_suit(cards(lead)) & cards(reply)) is takes


def test_the_ways_to_exchange_are_the_legal_counts_and_no_others() -> None:
    chunk = Chunk(
        "piquet",
        tuple(GAME.rulebook.resolve("seed").items()),
        (("elder", "random"), ("younger", "random")),
        4,
        0,
        50_000,
    )
    table = chunk.engine()
    rows = table.play(4, table.jobs([(0, 50_000)]))
    assert set(rows["exchanged_elder"].tolist()) == {1, 2, 3, 4, 5}
    assert set(rows["exchanged_younger"].tolist()) == {1, 2, 3, 4, 5, 6, 7}
    assert (rows["exchanged_elder"].astype(int) + rows["exchanged_younger"] <= 8).all()


def test_two_cartes_blanches_cannot_be_dealt() -> None:
    assert popcount(~np.uint64(0x0FFF0000) & np.uint64(0xFFFFFFFF)) == 20


@pytest.mark.parametrize(("case_id", "told"), P0_TABLES, ids=[name for name, _ in P0_TABLES])
def test_the_running_count_of_the_classic_play(case_id: str, told: Any) -> None:
    """PI-18 (pique at the seventh lead) and PI-21: every card, and the score after every trick."""
    case = next(case for case in GOLDEN if case.id == case_id)
    specification = "classic,elder_min_discard=0,younger_min_discard=0"
    trace = transcript(engine(Stand, specification), 0, 0, pack_of(case.elder, case.younger))
    assert ["/".join(trick["cards"]) for trick in trace["tricks"]] == [cards for cards, *_ in told]
    assert [trick["winner"] for trick in trace["tricks"]] == [winner for _, winner, *_ in told]
    score, after = {"elder": 0, "younger": 0}, []
    for event in trace["scoring"]:
        if event["reason"] in ("lead", "cards"):
            after.append((score["elder"], score["younger"]))
        score[event["role"]] += event["points"]
    assert after[1:] == [(elder, younger) for *_, elder, younger in told]


def test_pi_20_the_repique_is_told_where_it_falls() -> None:
    case = next(case for case in GOLDEN if case.id == "PI-20")
    specification = "classic,elder_min_discard=0,younger_min_discard=0"
    trace = transcript(engine(Stand, specification), 0, 0, pack_of(case.elder, case.younger))
    assert [(event["reason"], event["points"]) for event in trace["scoring"]] == [
        ("point", 3), *[("sequence", 3)] * 4, ("set", 14), ("set", 14), ("repique", 60), ("set", 14),
        *[("lead", 1)] * 12, ("last_trick", 1), ("capot", 40),
    ]  # fmt: skip
    assert trace["score"] == {"elder": 170, "younger": 0}


def test_three_cards_at_a_time() -> None:
    tables = fresh_table()
    tables["pack"][0] = [PACK_32.card(f"{rank}{suit}") for suit in "shdc" for rank in "AKQJT987"]
    deal_cards(tables[0], rules("seed,deal_batch=3"))
    assert PACK_32.hand(members(tables["dealt"][0][0])) == "s:AKQ87 h:AT98 d:QJT"
    assert PACK_32.hand(members(tables["dealt"][0][1])) == "s:JT9 h:KQJ7 d:AK987"
    assert [members(card) for card in tables["talon"][0]] == [PACK_32.cards(f"{rank}c") for rank in "AKQJT987"]


@pytest.mark.lanes
@pytest.mark.parametrize("follow", [False, True], ids=["any_suit", "follow_suit"])
@pytest.mark.parametrize("win", [False, True], ids=["may_lose", "must_win"])
def test_legal_cards_are_the_referees_in_random_positions(follow: bool, win: bool) -> None:
    rng = np.random.default_rng(22)
    for _ in range(by_lane(10_000, 500)):
        lead, *hand = rng.permutation(32)[: rng.integers(2, 14)].tolist()
        legal = legal_replies(np.uint64(mask(hand)), np.uint64(1 << lead), follow, win)
        names = piquet_cards.legal_cards(PACK_32.names_of(hand), PACK_32.name(lead), follow, win)
        assert members(legal) == sorted(PACK_32.card(name) for name in names)
