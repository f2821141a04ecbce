"""The referee of Piquet gives the literal values of the golden cases (specification, section 4) and of known faults."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from tests.referees.golden_piquet import (
    CARTE_BLANCHE,
    GOLDEN,
    LEGAL,
    NEAR,
    P0_TABLES,
    PLAY_POINTS,
    TAKES,
    GoldenCase,
)
from tests.referees.piquet import (
    RULES_CLASSIC,
    RULES_CLASSIC_CENT,
    RULES_SEED,
    best_claims,
    contest,
    deal,
    final_scores,
    hand_scores,
    has_carte_blanche,
    holdings,
    legal_cards,
    parse_hand,
    replay_p0,
    trick_winner,
    with_bonuses,
)
from tests.referees.piquet_cards import PACK, RANKS, point_total, suits_held, tricks_won
from tests.referees.piquet_rules import ALLOWED, rules_faults
from tests.referees.piquet_scoring import count_events, result_events, totals, worth

ALL_CASES = GOLDEN + NEAR
PRESETS = {"seed": RULES_SEED, "classic": RULES_CLASSIC, "classic_cent": RULES_CLASSIC_CENT}
CASES = {case.id: case for case in ALL_CASES}
every_case = pytest.mark.parametrize("case", ALL_CASES, ids=lambda case: case.id)
played_cases = pytest.mark.parametrize("case", [c for c in ALL_CASES if c.seed_final], ids=lambda case: case.id)


def hands_of(case: GoldenCase) -> dict[str, list[str]]:
    """Both hands of a case as lists of cards."""
    return {"elder": parse_hand(case.elder), "younger": parse_hand(case.younger)}


def winner_of(kind: str, hands: dict[str, list[str]], rules: dict[str, Any]) -> str | None:
    """Winner of a class when both call their best."""
    return contest(kind, best_claims(kind, hands, rules), rules)


@every_case
def test_golden_hands_are_two_times_twelve_different_cards(case: GoldenCase) -> None:
    hands = hands_of(case)
    assert len(hands["elder"]) == len(hands["younger"]) == 12
    assert len({*hands["elder"], *hands["younger"]}) == 24


@every_case
@pytest.mark.parametrize("preset", PRESETS)
def test_golden_hands_have_their_winners(case: GoldenCase, preset: str) -> None:
    won = tuple(winner_of(kind, hands_of(case), PRESETS[preset]) for kind in ("point", "sequence", "set"))
    assert won == (case.point, case.sequence, case.set)


@every_case
def test_golden_hands_score_their_declarations_under_both_presets(case: GoldenCase) -> None:
    assert hand_scores(hands_of(case), RULES_SEED, case.carte_blanche) == case.seed_hand
    assert hand_scores(hands_of(case), RULES_CLASSIC, case.carte_blanche) == case.classic_hand
    assert hand_scores(hands_of(case), RULES_CLASSIC_CENT, case.carte_blanche) == case.classic_hand


@pytest.mark.parametrize("case", [c for c in ALL_CASES if c.points], ids=lambda case: case.id)
def test_golden_points_have_their_cards_and_pips(case: GoldenCase) -> None:
    best = [suits_held(hand)[0] for hand in hands_of(case).values()]
    assert tuple((len(cards), point_total(cards)) for cards in best) == case.points


@played_cases
def test_golden_replays_end_with_their_scores(case: GoldenCase) -> None:
    hands = hands_of(case)
    tricks = replay_p0(hands["elder"], hands["younger"])
    assert tuple(tricks_won(tricks).values()) == case.tricks
    assert case.last_trick in (None, tricks[-1]["winner"])
    assert final_scores(hands, tricks, RULES_SEED, case.carte_blanche)[:2] == case.seed_final
    assert final_scores(hands, tricks, RULES_CLASSIC, case.carte_blanche)[:2] == case.classic_final


@pytest.mark.parametrize(("case_id", "table"), P0_TABLES, ids=lambda value: value if isinstance(value, str) else "")
def test_golden_replays_count_as_in_their_tables(case_id: str, table: tuple[tuple[str, str, int, int], ...]) -> None:
    hands = hands_of(CASES[case_id])
    tricks = replay_p0(hands["elder"], hands["younger"])
    assert [("/".join(trick["cards"]), trick["winner"]) for trick in tricks] == [row[:2] for row in table]
    _, _, events = final_scores(hands, tricks, RULES_CLASSIC)
    leads = [place for place, event in enumerate(events) if event[1] == "lead"]
    ends = [*leads[1:], next(place for place, event in enumerate(events) if event[1] == "cards")]
    assert [totals(events[:end]) for end in ends] == [row[2:] for row in table]


def test_pi01_the_pack_is_dealt_by_twos_elder_first() -> None:
    hands, talon = deal(PACK, 2)
    assert sorted(hands["elder"]) == sorted(parse_hand("s:AKT9 h:AKT9 d:AKT9 c:-"))
    assert sorted(hands["younger"]) == sorted(parse_hand("s:QJ87 h:QJ87 d:QJ87 c:-"))
    assert talon == ["Ac", "Kc", "Qc", "Jc", "Tc", "9c", "8c", "7c"]


def test_the_pack_can_be_dealt_by_threes() -> None:
    hands, talon = deal(PACK, 3)
    assert sorted(hands["elder"]) == sorted(parse_hand("s:AKQ87 h:AT98 d:QJT"))
    assert sorted(hands["younger"]) == sorted(parse_hand("s:JT9 h:KQJ7 d:AK987"))
    assert talon == ["Ac", "Kc", "Qc", "Jc", "Tc", "9c", "8c", "7c"]


@pytest.mark.parametrize(("hand", "white"), CARTE_BLANCHE)
def test_pi02_aces_are_no_obstacle_to_a_carte_blanche_and_courts_are(hand: str, white: bool) -> None:
    assert has_carte_blanche(parse_hand(hand)) is white


@pytest.mark.parametrize(("elder", "younger", "last", "split", "points"), PLAY_POINTS)
def test_pi14_the_play_scores_majority_last_trick_and_capot(
    elder: int, younger: int, last: str, split: str, points: tuple[int, int]
) -> None:
    rules = {**RULES_SEED, "split_last_trick": split}
    assert totals(result_events({"elder": elder, "younger": younger}, last, rules)) == points


def test_a_capot_is_told_as_one_event_of_twenty_and_forty_stands_for_the_majority_alone() -> None:
    won = {"elder": 12, "younger": 0}
    assert result_events(won, "elder", RULES_SEED) == [("elder", "capot", 20)]
    assert result_events(won, "elder", RULES_CLASSIC) == [("elder", "capot", 40)]
    mixed = {**RULES_SEED, "capot": "40_instead_of_majority"}
    assert result_events(won, "elder", mixed) == [("elder", "capot", 40), ("elder", "last_trick", 2)]


def test_counts_made_in_play_stay_beside_a_capot_of_twenty_and_a_split() -> None:
    mixed = {**RULES_SEED, "count_in_play": True}
    capot = hands_of(CASES["PI-20"])
    tricks = replay_p0(capot["elder"], capot["younger"])
    assert final_scores(capot, tricks, mixed)[:2] == (20 + 13 + 20, 0)
    split = hands_of(CASES["PI-15"])
    tricks = replay_p0(split["elder"], split["younger"])
    # 103 - 96 and 7 - 0 are the classic counts of this deal; the seed's two points for the last trick are void.
    assert final_scores(split, tricks, mixed)[:2] == (22 + 7, 0 + 7)


def test_under_the_seed_the_cards_come_before_the_last_trick() -> None:
    hands = hands_of(CASES["PI-21"])
    _, _, events = final_scores(hands, replay_p0(hands["elder"], hands["younger"]), RULES_SEED)
    assert events == [
        ("elder", "point", 4),
        ("elder", "sequence", 3),
        ("elder", "set", 3),
        ("elder", "cards", 5),
        ("elder", "last_trick", 2),
    ]


def test_a_repique_follows_the_event_that_brings_it() -> None:
    hands = hands_of(CASES["PI-20"])
    _, _, events = final_scores(hands, replay_p0(hands["elder"], hands["younger"]), RULES_CLASSIC)
    assert [(reason, points) for _, reason, points in events[:9]] == [
        ("point", 3),
        ("sequence", 3),
        ("sequence", 3),
        ("sequence", 3),
        ("sequence", 3),
        ("set", 14),
        ("set", 14),
        ("repique", 60),
        ("set", 14),
    ]
    assert [reason for _, reason, _ in events[-3:]] == ["lead", "last_trick", "capot"]


def test_pi22_a_carte_blanche_counts_towards_the_repique_and_blocks_it() -> None:
    mine = [("elder", "carte_blanche", 10), ("elder", "point", 5), ("elder", "sequence", 15)]
    assert with_bonuses(mine, [], RULES_CLASSIC) == [*mine, ("elder", "repique", 60)]
    theirs = [("younger", "carte_blanche", 10), ("elder", "point", 5), ("elder", "sequence", 15), ("elder", "set", 14)]
    lead = [("elder", "lead", 1)]
    assert with_bonuses(theirs, lead, RULES_CLASSIC) == theirs + lead
    assert with_bonuses(theirs[1:], [], RULES_CLASSIC)[-1] == ("elder", "repique", 60)


def test_pi19_the_first_card_led_brings_the_pique_even_if_it_loses_the_trick() -> None:
    hand = [("elder", "sequence", 15), ("elder", "set", 14)]
    first = [("elder", "lead", 1), ("younger", "win", 1)]
    assert with_bonuses(hand, first, RULES_CLASSIC) == [*hand, first[0], ("elder", "pique", 30), first[1]]
    one_less = [("elder", "sequence", 15), ("elder", "sequence", 13)]
    assert with_bonuses(one_less, first, RULES_CLASSIC) == one_less + first


def test_pique_is_for_elder_only_and_never_on_top_of_a_repique() -> None:
    younger = [("younger", "set", 29)]
    assert with_bonuses(younger, [("younger", "lead", 1)], RULES_CLASSIC) == [*younger, ("younger", "lead", 1)]
    both = with_bonuses([("elder", "set", 30)], [("elder", "lead", 1)], RULES_CLASSIC)
    assert [reason for _, reason, _ in both] == ["set", "repique", "lead"]
    alone = with_bonuses([("elder", "set", 30)], [("elder", "lead", 1)], {**RULES_CLASSIC, "repique": 0})
    assert [reason for _, reason, _ in alone] == ["set", "lead", "pique"]


@pytest.mark.parametrize(("hand", "lead", "legal"), LEGAL)
def test_pi25_suit_is_followed_if_possible(hand: str, lead: str | None, legal: str) -> None:
    assert legal_cards(hand.split(), lead) == legal.split()


def test_following_and_winning_are_duties_of_their_own() -> None:
    hand = ["Kh", "7h", "As"]
    assert legal_cards(hand, "9h", follow_suit=False) == hand
    assert legal_cards(hand, "9h", must_win=True) == ["Kh"]
    assert legal_cards(hand, "Ah", must_win=True) == ["Kh", "7h"]
    assert legal_cards(hand, "9c", must_win=True) == hand


@pytest.mark.parametrize(("lead", "reply", "taken"), TAKES)
def test_pi25_b26_the_ten_stands_between_nine_and_jack_and_suits_do_not_cross(
    lead: str, reply: str, taken: bool
) -> None:
    assert (trick_winner("elder", lead, reply) == "younger") is taken
    assert (trick_winner("younger", lead, reply) == "elder") is taken


def test_b12_a_lone_tierce_scores_three_and_a_run_of_two_nothing() -> None:
    assert holdings("sequence", parse_hand("s:987 h:AK d:QJ c:A97"), RULES_SEED) == [["9s", "8s", "7s"]]
    assert holdings("sequence", parse_hand("s:97 h:AK d:QJ c:A97"), RULES_SEED) == []
    assert worth("sequence", ["9s", "8s", "7s"], RULES_SEED) == 3


@pytest.mark.parametrize(("elder", "younger", "winner"), [
    ("s:AKT97", "h:AJT98", "younger"),  # 47 against 48
    ("s:AKT98", "h:AJT98", None),
    ("s:AT7", "h:KT8", None),  # an ace and a seven are a king and an eight
    ("s:AT8", "h:KT8", "elder"),
    ("s:AKQ", "h:T987", "younger"),  # more cards always have more pips
])  # fmt: skip
@pytest.mark.parametrize("compare", ["pips", "count_then_pips"])
def test_b12_points_are_compared_in_pips(elder: str, younger: str, winner: str | None, compare: str) -> None:
    hands = {"elder": parse_hand(elder), "younger": parse_hand(younger)}
    assert winner_of("point", hands, {**RULES_SEED, "point_compare": compare}) == winner


def test_b26_a_player_without_a_trick_keeps_his_declarations() -> None:
    hands = hands_of(CASES["B26"])
    tricks = replay_p0(hands["elder"], hands["younger"])
    assert tricks_won(tricks)["younger"] == 0
    assert final_scores(hands, tricks, RULES_SEED)[1] == 10


def test_r9_pip_totals_of_different_lengths_never_overlap() -> None:
    spans = {}
    for length in range(3, 9):
        sums = [point_total([rank + "s" for rank in ranks]) for ranks in itertools.combinations(RANKS, length)]
        spans[length] = (min(sums), max(sums))
    assert spans == {3: (24, 31), 4: (34, 41), 5: (44, 51), 6: (54, 60), 7: (64, 68), 8: (75, 75)}


@pytest.mark.parametrize(("length", "seed", "classic"), [
    (3, 3, 3), (4, 4, 4), (5, 5, 15), (6, 16, 16), (7, 17, 17), (8, 18, 18),
])  # fmt: skip
def test_r10_sequences_score_by_their_tariff(length: int, seed: int, classic: int) -> None:
    cards = [rank + "d" for rank in RANKS[:length]]
    assert worth("sequence", cards, RULES_SEED) == seed
    assert worth("sequence", cards, RULES_CLASSIC) == classic


def test_r10_a_suit_may_hold_two_sequences_and_each_is_taken_whole() -> None:
    found = holdings("sequence", parse_hand("s:AKQ987 h:JT98 d:QJ"), RULES_CLASSIC)
    assert found == [["Jh", "Th", "9h", "8h"], ["As", "Ks", "Qs"], ["9s", "8s", "7s"]]


def test_set_min_rank_lets_low_sets_count() -> None:
    hands = hands_of(CASES["PI-11"])
    assert hand_scores(hands, {**RULES_SEED, "set_min_rank": "7"}) == (14, 7)  # four nines


def test_point_tie_elder_gives_him_an_equal_point() -> None:
    assert hand_scores(hands_of(CASES["PI-05"]), {**RULES_SEED, "point_tie": "elder"}) == (3 + 5, 4)


def test_point_min_cards_takes_the_short_point_away() -> None:
    hands = hands_of(CASES["PI-20"])
    assert hand_scores(hands, {**RULES_SEED, "point_min_cards": 4}) == (17, 0)
    short_against_long = hands_of(CASES["PI-09"])
    assert winner_of("point", short_against_long, {**RULES_SEED, "point_min_cards": 4}) == "younger"
    assert winner_of("point", short_against_long, {**RULES_SEED, "point_min_cards": 5}) is None


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_give_every_parameter_an_allowed_value(preset: str) -> None:
    assert rules_faults(PRESETS[preset]) == []
    assert set(PRESETS[preset]) == set(ALLOWED)


def test_numbers_of_deals_have_their_bounds() -> None:
    for name, right, wrong in (("n_deals", (2, 6, 8), (0, 3, -2, 6.0)), ("max_deals", (1, 4096), (0, 4097, True))):
        assert [rules_faults({**RULES_CLASSIC, name: value}) for value in right] == [[]] * len(right)
        assert all(rules_faults({**RULES_CLASSIC, name: value}) for value in wrong)


def test_presets_differ_where_the_specification_says_so() -> None:
    changed = {name for name in ALLOWED if RULES_CLASSIC[name] != RULES_CLASSIC_CENT[name]}
    assert changed == {"younger_min_discard", "match_mode"}
    assert len([name for name in ALLOWED if RULES_SEED[name] != RULES_CLASSIC[name]]) == 16


def test_play_points_obey_the_identities_of_both_presets() -> None:
    rng = random.Random(14)
    for _ in range(200):
        pack = rng.sample(PACK, 32)
        hands, _ = deal(pack)
        tricks = replay_p0(hands["elder"], hands["younger"])
        won = tricks_won(tricks)
        seconds = sum(trick["winner"] != trick["leader"] for trick in tricks)
        assert sum(totals(count_events(tricks, RULES_CLASSIC))) == 12 + seconds + 1
        play = sum(totals(result_events(won, tricks[-1]["winner"], RULES_SEED)))
        assert play == {12: 20, 6: 0}.get(max(won.values()), 7)
