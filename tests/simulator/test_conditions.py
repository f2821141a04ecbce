"""Fixed cards, a given pack and predicates: which deals are played, by the recipe and nothing else."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from simulator.cards import PACK_32
from simulator.compiled import COMPILING
from simulator.conditions import Conditions, conditions
from simulator.contract import MOST_TRIES
from simulator.engine import Engine
from simulator.errors import PlayError, RequestError
from simulator.games import game
from simulator.games.piquet import kernel
from simulator.transcript import match_transcripts, transcript
from strategies.load import player
from tests.players import Sinker
from tests.referees.piquet import deal, judge
from tests.referees.piquet_cards import ROLES
from tests.simulator import recipe
from tests.tables import Keyed, Watched, by_lane, indices, pack_for, script

lanes = pytest.mark.lanes

GAME = game("piquet")
TOP = (1 << 64) - 1


def places(role: str, batch: int) -> list[int]:
    """Where the twelve cards of a role lie in the pack, in dealing order."""
    dealt, _ = deal([str(place) for place in range(32)], batch)
    return [int(place) for place in dealt[role]]


def table_of(fixed: Conditions, rules: str = "seed", accept: Any = None, strategy: Any = "random") -> Engine:
    seated = dict.fromkeys(ROLES, player("piquet", strategy))
    return Engine(GAME, GAME.rulebook.resolve(rules), seated, fixed, accept)


def fixed_places(hands: dict[str, str], batch: int) -> dict[int, int]:
    """Position -> card: ascending cards on the first positions of their role."""
    return {
        place: card
        for role, text in hands.items()
        for place, card in zip(places(role, batch), sorted(indices(text)), strict=False)
    }


def packs_played(engine: Engine, seed: int, deals: list[int]) -> list[list[int]]:
    """The packs that the table really plays."""
    table = engine.table()
    packs = []
    for number in deals:
        engine.play(seed, engine.jobs([(number, 1)]), table=table)
        packs.append(table["pack"][0].tolist())
    return packs


HANDS: list[dict[str, str]] = [
    {"elder": "As"}, {"younger": "7c Ah"}, {"elder": "s:AKQJT987 h:AKQJ"}, {"younger": "s:AKQJT987 h:AKQJ"},
    {"elder": "s:AKQ h:A", "younger": "d:AKQ c:987"}, {"elder": "s:AKQJT987 h:AKQJ", "younger": "d:AKQJT987 c:AKQJ"},
    {"elder": "d:7", "younger": "s:AKQJT987 h:AKQ"},
]  # fmt: skip


@lanes
@pytest.mark.parametrize("batch", [2, 3])
@pytest.mark.parametrize("hands", HANDS, ids=str)
def test_fixed_cards_take_their_places_and_the_rest_is_shuffled_by_the_recipe(
    hands: dict[str, str], batch: int
) -> None:
    rules = f"seed,deal_batch={batch}"
    fixed = conditions(GAME, GAME.rulebook.resolve(rules), hands)
    engine = table_of(fixed, rules)
    where = fixed_places(hands, batch)
    for seed in (0, 7, TOP):
        deals = [0, 1, 123456, 1 << 40][: by_lane(4, 2)]
        assert packs_played(engine, seed, deals) == [recipe.shuffled(seed, one, fixed=where)[0] for one in deals]
    trace = transcript(engine, 7, 1)
    assert judge(trace) == []
    for role, text in hands.items():
        assert set(indices(text)) <= set(indices(trace["hands"][role]))


@lanes
def test_any_fixed_cards_are_dealt_by_the_recipe() -> None:
    draw = random.Random(8)
    for number in range(by_lane(60, 10)):
        batch = draw.choice([2, 3])
        order = draw.sample(range(32), 32)
        counts = draw.randint(0, 12), draw.randint(0, 12)
        cut = {"elder": order[: counts[0]], "younger": order[12 : 12 + counts[1]]}
        hands = {role: " ".join(PACK_32.names_of(cards)) for role, cards in cut.items() if cards}
        rules = GAME.rulebook.resolve(f"seed,deal_batch={batch}")
        engine = table_of(conditions(GAME, rules, hands), f"seed,deal_batch={batch}")
        wanted = recipe.shuffled(number, 5, fixed=fixed_places(hands, batch))[0]
        assert packs_played(engine, number, [5]) == [wanted]


@lanes
def test_no_fixed_card_is_the_plain_shuffle() -> None:
    fixed = conditions(GAME, GAME.rulebook.resolve("seed"), {})
    assert fixed == Conditions()
    assert packs_played(table_of(fixed), 7, [123456]) == [recipe.shuffled(7, 123456)[0]]


@lanes
def test_a_given_pack_is_dealt_as_it_is_in_every_deal() -> None:
    pack = pack_for("s:A987 h:97 d:987 c:987", "s:KQJ h:AKJT d:AK c:QJT")
    fixed = conditions(GAME, GAME.rulebook.resolve("seed"), pack=" ".join(PACK_32.names_of(pack)))
    assert packs_played(table_of(fixed), 9, [0, 5, 77]) == [pack] * 3
    seated = {name: player("piquet", "greedy") for name in ("player0", "player1")}
    engine = Engine(GAME, GAME.rulebook.resolve("classic"), seated, fixed)
    assert {tuple(indices(trace["pack"])) for trace in match_transcripts(engine, 4, 2)} == {tuple(pack)}


@lanes
def test_fixed_cards_belong_to_the_role_in_every_deal_of_a_match() -> None:
    hands = {"younger": "s:AKQ h:AKQ"}
    rules = GAME.rulebook.resolve("classic,n_deals=4")
    seated = {name: player("piquet", "greedy") for name in ("player0", "player1")}
    engine = Engine(GAME, rules, seated, conditions(GAME, rules, hands))
    for trace in match_transcripts(engine, 4, 2):
        wanted = recipe.shuffled(4, trace["deal"], fixed=fixed_places(hands, 2))[0]
        assert indices(trace["pack"]) == wanted


def four_aces(hands: Any) -> Any:
    """Elder is dealt three aces or more."""
    aces = hands[0, 0] >> np.uint64(28)
    count = 0
    for card in range(4):
        count += (aces >> np.uint64(card)) & np.uint64(1)
    return count >= 3


def black_talon(hands: Any) -> Any:
    """The ace of spades lies in the talon and the second words are empty."""
    return (hands[2, 0] >> np.uint64(28)) & np.uint64(1) == 1 and hands[:, 1].sum() == 0


def nothing(hands: Any) -> Any:
    """No deal."""
    return hands[0, 0] == np.uint64(0)


def fails(hands: Any) -> Any:
    """Raises at an ace of spades."""
    if hands[0, 0] & np.uint64(1 << 28):
        raise ValueError("cannot judge")
    return True


def first_attempt(seed: int, number: int, test: Any, fixed: dict[int, int] | None = None) -> tuple[int, list[int]]:
    """The first attempt whose pack passes, and the pack, by the recipe."""
    attempt = 0
    while True:
        pack = recipe.shuffled(seed, number, attempt=attempt, fixed=fixed)[0]
        if test(pack):
            return attempt, pack
        attempt += 1


def has_three_aces(pack: list[int]) -> bool:
    return sum(pack[place] >= 28 for place in places("elder", 2)) >= 3


@lanes
@pytest.mark.parametrize(("accept", "test"), [
    (four_aces, has_three_aces), (black_talon, lambda pack: 28 in pack[24:]),
], ids=["aces", "talon"])  # fmt: skip
def test_a_predicate_takes_the_first_attempt_that_passes(accept: Any, test: Any) -> None:
    engine = table_of(Conditions(accept="f.py:f"), accept=accept, strategy=Sinker, rules="classic")
    deals = by_lane(12, 3)
    told = [transcript(engine, 11, number) for number in range(40, 40 + deals)]
    found = [first_attempt(11, number, test) for number in range(40, 40 + deals)]
    assert [(trace.get("attempt", 0), indices(trace["pack"])) for trace in told] == found
    assert ["attempt" in trace for trace in told] == [attempt > 0 for attempt, _ in found]
    assert any(attempt for attempt, _ in found)
    assert [fault for trace in told for fault in judge(trace)] == []
    rows = engine.play(11, engine.jobs([(40, deals)]))
    assert GAME.columns.table(rows).to_pylist() == [trace["outcome"] for trace in told]
    assert rows["deal"].tolist() == list(range(40, 40 + deals))


@lanes
def test_a_predicate_that_takes_everything_changes_nothing() -> None:
    plain = table_of(Conditions(), "classic", strategy=Sinker)
    asked = table_of(Conditions(accept="f.py:all"), "classic", lambda hands: True, Sinker)
    rows = [table.play(3, table.jobs([(0, by_lane(500, 20))])) for table in (plain, asked)]
    assert rows[0].tobytes() == rows[1].tobytes()
    assert "attempt" not in transcript(asked, 3, 4)


@lanes
def test_fixed_cards_and_a_predicate_work_together() -> None:
    rules = GAME.rulebook.resolve("seed")
    fixed = conditions(GAME, rules, {"elder": "As Ah"}, accept="f.py:four_aces")
    engine = table_of(fixed, accept=four_aces)
    attempts = set()
    for number in range(by_lane(12, 4)):
        trace = transcript(engine, 6, number)
        attempt, pack = first_attempt(6, number, has_three_aces, fixed_places({"elder": "As Ah"}, 2))
        assert (trace.get("attempt", 0), indices(trace["pack"])) == (attempt, pack)
        attempts.add(attempt)
    assert attempts != {0}


@lanes
def test_in_a_match_every_deal_is_tried_until_it_passes() -> None:
    rules = GAME.rulebook.resolve("classic,n_deals=2")
    seated = {name: player("piquet", Sinker) for name in ("player0", "player1")}
    engine = Engine(GAME, rules, seated, Conditions(accept="f.py:f"), black_talon)
    for trace in match_transcripts(engine, 4, 2):
        found = first_attempt(4, trace["deal"], lambda pack: 28 in pack[24:])
        assert (trace.get("attempt", 0), indices(trace["pack"])) == found


class WatchedAt(Watched):
    """A table whose players break off at their exchange."""

    def views(self) -> np.ndarray:
        views = super().views()
        views["params"][:, :7] = script(0, stop=0)
        return views


@lanes
def test_the_private_keys_follow_the_attempt() -> None:
    seated = dict.fromkeys(ROLES, player("piquet", Keyed))
    engine = WatchedAt(GAME, GAME.rulebook.resolve("seed"), seated, Conditions(accept="f.py:f"), four_aces)
    attempts = set()
    for number in range(2, 2 + by_lane(6, 2)):
        with pytest.raises(PlayError):
            engine.play(9, engine.jobs([(number, 1)]))
        attempt, _ = first_attempt(9, number, has_three_aces)
        assert [view["key"].tolist() for view in engine.seen] == [
            recipe.private_key(9, number, seat, attempt) for seat in range(2)
        ]
        attempts.add(attempt)
    assert attempts != {0}


@lanes
def test_a_predicate_that_takes_nothing_ends_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten million tries take two seconds compiled; without compilation the limit is set lower."""
    assert int(MOST_TRIES) == 10_000_000
    if not COMPILING:
        monkeypatch.setitem(vars(kernel), "MOST_TRIES", np.uint64(50))
    engine = table_of(Conditions(accept="rare.py:nothing"), accept=nothing, strategy="greedy")
    table = engine.table()
    with pytest.raises(PlayError) as failed:
        engine.play(3, engine.jobs([(17, 2)]), table=table)
    assert str(failed.value) == (
        "the predicate rare.py:nothing took none of 10,000,000 tries of deal 17; ask for something more frequent, or "
        "fix cards with --hand; to see it again: quatorze trace piquet --rules seed -s elder=greedy -s younger=greedy "
        "--accept rare.py:nothing --seed 3 --deal 17"
    )
    assert int(table["attempt"][0]) == (10_000_000 if COMPILING else 50)


@lanes
@pytest.mark.parametrize("matches", [False, True], ids=["deals", "match"])
def test_a_predicate_that_raises_is_named_and_no_strategy_is_blamed(matches: bool) -> None:
    names = ("player0", "player1") if matches else ROLES
    seated = dict.fromkeys(names, player("piquet", "greedy"))
    engine = Engine(GAME, GAME.rulebook.resolve("classic"), seated, Conditions(accept="mine.py:f"), fails)
    with pytest.raises(PlayError) as failed:
        engine.play_matches(3, 0, 40) if matches else engine.play(3, engine.jobs([(0, 40)]))
    message = str(failed.value)
    assert message.startswith("the predicate mine.py:f, deal ")
    assert ", raised ValueError: cannot judge; to see it again: quatorze trace piquet --rules classic" in message
    assert "--accept mine.py:f" in message
    assert "strategy" not in message
    assert "\n" not in message


def muddled(hands: Any) -> Any:
    return hands.no_such_thing


@pytest.mark.jit_only
def test_a_predicate_that_does_not_compile_is_refused_in_one_line() -> None:
    with pytest.raises(RequestError, match=r"the predicate mine\.py:muddled does not compile: ") as refused:
        table_of(Conditions(accept="mine.py:muddled"), accept=muddled)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("given", "sentence"), [
    ({"hands": {"elder": "As", "younger": "As"}}, "--hand gives As to elder and to younger; there is one As"),
    ({"hands": {"dealer": "As"}}, "unknown role of piquet 'dealer'"),
    ({"hands": {"elder": "s:AKQJT987 h:AKQJT"}}, "--hand elder has 13 cards; elder is dealt 12"),
    ({"hands": {"elder": "As As"}}, "As"),
    ({"hands": {"elder": "1s"}}, "1s"),
    ({"pack": "As Ks"}, "--pack has 2 of the 32 cards of piquet; missing: 7s, 7h, 7d, 7c, 8s ..."),
    ({"pack": "As", "hands": {"elder": "Ks"}}, "--pack gives every card"),
    ({"pack": "As", "accept": "f.py:f"}, "--pack gives every card"),
])  # fmt: skip
def test_what_cannot_be_fixed_is_refused_in_one_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RequestError) as refused:
        conditions(GAME, GAME.rulebook.resolve("seed"), **given)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_conditions_are_written_as_options_that_give_them_back() -> None:
    fixed = conditions(GAME, GAME.rulebook.resolve("seed"), {"younger": "Ac 7s", "elder": "Kh"}, accept="f.py:f")
    assert fixed.options(GAME) == ["--hand", "younger=7s Ac", "--hand", "elder=Kh", "--accept", "f.py:f"]
    assert fixed.written(GAME) == {"hand younger": "7s Ac", "hand elder": "Kh", "accept": "f.py:f"}
    replay = table_of(fixed, accept=four_aces).replay(5, 6)
    assert "--hand 'younger=7s Ac' --hand elder=Kh --accept f.py:f --seed 5 --deal 6" in replay
