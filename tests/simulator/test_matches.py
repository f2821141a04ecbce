"""Matches at the table: the same rows however they are cut, and each deal that of its number."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from simulator.errors import RequestError
from simulator.games import game
from simulator.transcript import match_transcripts
from tests.players import Sinker
from tests.simulator.recipe import first_dealer, shuffled
from tests.tables import by_lane, indices, matched, seated

pytestmark = pytest.mark.lanes

GAME = game("piquet")
PAIRS: list[tuple[Any, Any]] = [("greedy", "random"), (Sinker, "greedy:keep_rank=5")]


def joined(parts: list[tuple[np.ndarray, np.ndarray]]) -> tuple[bytes, bytes]:
    """Rows of deals and of matches, one part behind the other."""
    return tuple(np.concatenate(rows).tobytes() for rows in zip(*parts, strict=True))  # type: ignore[return-value]


@pytest.mark.parametrize("rules", [
    "classic", "seed", "classic_cent,match_end=end_of_deal", "seed,max_deals=3", "seed,target=100000,max_deals=40",
])  # fmt: skip
@pytest.mark.parametrize("pair", PAIRS, ids=["greedy-random", "sinker-greedy"])
def test_rows_are_the_same_however_matches_are_cut(rules: str, pair: tuple[Any, Any]) -> None:
    engine = matched(rules, *pair)
    first, count = 995, by_lane(60, 3)
    whole = joined([engine.play_matches(6, first, count)])
    assert joined([engine.play_matches(6, first + number, 1) for number in range(count)]) == whole
    cut = count // 3
    assert joined([engine.play_matches(6, first, cut), engine.play_matches(6, first + cut, count - cut)]) == whole


@pytest.mark.jit_only
def test_a_thousand_matches_at_once_are_those_played_one_by_one_and_by_threads() -> None:
    engine = matched("classic", Sinker, "greedy")
    whole = joined([engine.play_matches(1 << 63, 0, 1000)])
    with ThreadPoolExecutor(2) as pool:
        parts = list(pool.map(lambda first: engine.play_matches(1 << 63, first, 10), range(0, 1000, 10)))
    assert joined(parts) == whole


def test_the_numbers_and_packs_of_the_deals_are_those_of_the_recipe() -> None:
    engine = matched("classic", *PAIRS[0])
    for match in (0, 3, 1 << 40):
        for number, trace in enumerate(match_transcripts(engine, 9, match)):
            assert trace["deal"] == 4096 * match + number
            assert indices(trace["pack"]) == shuffled(9, trace["deal"])[0]
            dealer = (first_dealer(9, match) + number) % 2
            assert trace["players"] == {"elder": f"player{1 - dealer}", "younger": f"player{dealer}"}


def test_one_deal_of_a_match_is_told_like_all_of_them() -> None:
    engine = matched("classic", *PAIRS[1])
    every = list(match_transcripts(engine, 9, 4))
    rows, ends = engine.play_matches(9, 4, 1)
    assert [trace["outcome"] for trace in every] == GAME.columns.table(rows).to_pylist()
    assert GAME.match_columns is not None
    assert [trace["match_result"] for trace in every if trace["match_result"]] == GAME.match_columns.table(
        ends
    ).to_pylist()
    for number, trace in enumerate(every):
        assert list(match_transcripts(engine, 9, 4, number)) == [trace]
    with pytest.raises(RequestError, match=f"match 4 has {len(every)} deals, 0 to {len(every) - 1}; it has no deal 99"):
        list(match_transcripts(engine, 9, 4, 99))


def role_played(player: Any, other: Any, match: int, deal: int, swap: bool) -> bytes:
    """The row of the same deal outside a match."""
    seats = (other, player) if swap else (player, other)
    engine = seated("classic", *seats)
    return engine.play(9, engine.jobs([(4096 * match + deal, 1)])).tobytes()


def test_a_deal_of_a_match_is_the_deal_of_its_number_with_the_players_in_their_seats() -> None:
    for one, two in PAIRS:
        rows, ends = matched("classic", one, two).play_matches(9, 30, by_lane(20, 2))
        at = 0
        for end in ends:
            for number in range(int(end["deals"])):
                elder_is_one = (int(end["first_dealer"]) + number) % 2 == 1
                alone = role_played(one, two, int(end["match"]), number, not elder_is_one)
                assert rows[at : at + 1].tobytes() == alone
                at += 1
        assert at == len(rows)


def test_the_first_dealer_is_each_player_about_as_often() -> None:
    count = by_lane(4000, 200)
    _, ends = matched("seed,max_deals=1", "greedy", "greedy").play_matches(77, 0, count)
    dealers = ends["first_dealer"].astype(int)
    assert dealers.tolist() == [first_dealer(77, match) for match in range(count)]
    assert abs(dealers.sum() - count / 2) < 4 * count**0.5 / 2


def test_matches_of_equal_players_who_change_seats_are_mirrored() -> None:
    """With the first dealer named, player0 and player1 change places altogether."""
    columns = ("deals", "ending", "game_points")
    one = matched("classic,first_dealer=0", "greedy", "random").play_matches(5, 0, by_lane(40, 4))
    two = matched("classic,first_dealer=1", "random", "greedy").play_matches(5, 0, by_lane(40, 4))
    assert one[0].tobytes() == two[0].tobytes()
    assert all((one[1][name] == two[1][name]).all() for name in columns)
    assert (one[1]["points_player0"] == two[1]["points_player1"]).all()
    mirrored = np.array([0, 2, 1])
    assert (mirrored[one[1]["winner"]] == two[1]["winner"]).all()
    assert (mirrored[one[1]["rubicon"]] == two[1]["rubicon"]).all()
