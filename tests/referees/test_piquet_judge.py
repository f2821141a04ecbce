"""The judge of Piquet passes right traces and notices every single fault put into them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.referees.golden_piquet import GOLDEN, NEAR, PI21_TALON, GoldenCase
from tests.referees.piquet import RULES_CLASSIC, RULES_CLASSIC_CENT, RULES_SEED, deal, judge, parse_hand
from tests.referees.piquet_cards import PACK
from tests.referees.piquet_rules import ALLOWED
from tests.referees.piquet_traces import Trace, golden_trace, honest_trace, pack_of, pi21, random_calls


def test_the_full_deal_is_judged_right_under_every_preset() -> None:
    for rules in (RULES_SEED, RULES_CLASSIC, RULES_CLASSIC_CENT):
        assert judge(pi21(rules)) == []


def put(*path: Any) -> Callable[[Trace], None]:
    """A fault: the value at the end of the path is put in the place that the path before it names."""

    def fault(trace: Trace) -> None:
        place: Any = trace
        for key in path[:-2]:
            place = place[key]
        place[path[-2]] = path[-1]

    return fault


def drop(*path: Any) -> Callable[[Trace], None]:
    """A fault: the entry at the path is left out."""

    def fault(trace: Trace) -> None:
        place: Any = trace
        for key in path[:-1]:
            place = place[key]
        del place[path[-1]]

    return fault


def swap(one: int, two: int, *path: Any) -> Callable[[Trace], None]:
    """A fault: two entries of the list at the path change places."""

    def fault(trace: Trace) -> None:
        place: Any = trace
        for key in path:
            place = place[key]
        place[one], place[two] = place[two], place[one]

    return fault


def revoke(trace: Trace) -> None:
    """Younger, who holds the nine of hearts, throws a club on the second trick."""
    trace["tricks"][1]["cards"][1] = "9c"
    trace["tricks"][11]["cards"][1] = "9h"


def five_for_younger(trace: Trace) -> None:
    """Younger takes all that is left and one card more."""
    trace["exchanges"][1]["discarded"] += ["Qh", "Jh"]
    trace["exchanges"][1]["drawn"] += ["7h"]


def nothing_for_younger(trace: Trace) -> None:
    """Younger keeps his twelve cards although the seed obliges him to change one."""
    trace["exchanges"][1].update(discarded=[], drawn=[])


def shifted_point(trace: Trace) -> None:
    """One point too many in an event and in every sum."""
    trace["scoring"][3]["points"] = 6
    trace["score"]["elder"] = trace["outcome"]["score_elder"] = 18


# name: (the fault, words that the judge must use about it)
FAULTS: dict[str, tuple[Callable[[Trace], None], str]] = {
    "another game": (put("game", "piquette"), "game:"),
    "a card twice in the pack": (put("pack", 5, "7h"), "pack:"),
    "a pack of 31": (drop("pack", 31), "pack:"),
    "a hand that was not dealt": (put("hands", "elder", 0, "9s"), "hands: elder"),
    "a talon in another order": (swap(6, 7, "talon"), "talon:"),
    "a carte blanche with kings": (put("carte_blanche", ["elder"]), "carte_blanche:"),
    "younger exchanges first": (swap(0, 1, "exchanges"), "elder exchanges first"),
    "a discard that is not held": (put("exchanges", 0, "discarded", 0, "9s"), "does not hold"),
    "a discard named twice": (put("exchanges", 0, "discarded", 0, "8h"), "does not hold"),
    "six cards discarded": (
        put("exchanges", 0, "discarded", ["8s", "8h", "8d", "Tc", "Kc", "Qc"]),
        "allowed are 1 to 5",
    ),
    "more cards than the talon has left": (five_for_younger, "allowed are 1 to 4"),
    "no card exchanged": (nothing_for_younger, "allowed are 1 to 4"),
    "drawn in another order": (swap(0, 1, "exchanges", 0, "drawn"), "the talon gives"),
    "drawn from below": (put("exchanges", 1, "drawn", 2, "7h"), "the talon gives"),
    "a look that the seed does not allow": (put("left_seen", ["younger"]), "left_seen:"),
    "a class left out": (drop("declarations", 1), "declarations:"),
    "classes in another order": (swap(1, 2, "declarations"), "declarations:"),
    "a lower point claimed": (put("declarations", 0, "claims", "younger", ["Qd", "Td", "9d", "7d"]), "point: younger"),
    "part of a sequence claimed": (put("declarations", 1, "claims", "elder", ["As", "Ks"]), "sequence: elder"),
    "a set kept silent": (put("declarations", 2, "claims", "younger", None), "set: younger claims nothing"),
    "a set claimed with a card that is not held": (
        put("declarations", 2, "claims", "younger", ["Js", "Jh", "Jd"]),
        "set: younger",
    ),
    "a class given to the loser": (put("declarations", 1, "winner", "younger"), "sequence: won by"),
    "a class given to nobody": (put("declarations", 0, "winner", None), "point: won by"),
    "the loser scores too": (put("declarations", 2, "scored", "younger", [["Js", "Jh", "Jc"]]), "set: scored by"),
    "two sets scored under the seed": (
        put("declarations", 2, "scored", "elder", [["As", "Ah", "Ad"], ["Ks", "Kd", "Kc"]]),
        "set: [[",
    ),
    "a lower set scored": (put("declarations", 2, "scored", "elder", [["Ks", "Kd", "Kc"]]), "set: [["),
    "younger leads": (put("tricks", 0, "leader", "younger"), "trick 1: led by"),
    "the loser of a trick leads": (put("tricks", 6, "leader", "elder"), "trick 7: led by"),
    "a trick given to the loser": (put("tricks", 5, "winner", "elder"), "trick 6: won by"),
    "a revoke": (revoke, "legal are"),
    "a card played twice": (put("tricks", 7, "cards", 0, "Kh"), "trick 8: younger plays Kh"),
    "a discarded card played": (put("tricks", 8, "cards", 1, "8d"), "trick 9: elder plays 8d"),
    "eleven tricks": (drop("tricks", 11), "tricks: 11"),
    "a trick of one card": (drop("tricks", 3, "cards", 1), "trick 4: 1 cards"),
    "the last trick before the cards": (swap(3, 4, "scoring"), "scoring: event 4"),
    "the set before the sequence": (swap(1, 2, "scoring"), "scoring: event 2"),
    "one point too many everywhere": (shifted_point, "scoring: event 4"),
    "an event left out": (drop("scoring", 4), "scoring: event 5"),
    "an event for the other player": (put("scoring", 4, "role", "younger"), "scoring: event 5"),
    "another reason": (put("scoring", 3, "reason", "capot"), "scoring: event 4"),
    "a score that is not the sum": (put("score", "younger", 1), "the events sum to"),
    "a wrong score in the row": (put("outcome", "score_elder", 16), "outcome: score_elder"),
    "a wrong exchange in the row": (put("outcome", "exchanged_younger", 4), "outcome: exchanged_younger"),
    "wrong tricks in the row": (put("outcome", "tricks_elder", 8), "outcome: tricks_elder"),
    "a parameter left out": (drop("rules", "quinte_points"), "quinte_points is missing"),
    "a parameter with a strange value": (put("rules", "capot", "30"), "rules: capot"),
    "a truth value told as a number": (put("rules", "must_win", 0), "rules: must_win"),
    "a part left out": (drop("left_seen"), "no left_seen"),
    "points that are no number": (put("scoring", 0, "points", "4"), "not of type int"),
    "a third role": (put("score", "dealer", 0), "no roles"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_the_judge_notices(name: str) -> None:
    trace = pi21(RULES_SEED)
    fault, words = FAULTS[name]
    fault(trace)
    assert any(words in told for told in judge(trace)), judge(trace)


@pytest.mark.parametrize(("name", "value", "words"), [
    ("quinte_points", 15, ""), ("younger_min_discard", 0, ""), ("match_end", "end_of_deal", ""),
    ("majority_points", 0, "scoring: event 4"), ("last_trick_points", 3, "scoring: event 5"),
    ("point_min_cards", 5, "point: elder"), ("set_extra", "all", "set: [["), ("deal_batch", 3, "hands: elder"),
    ("elder_max_discard", 3, "allowed are 1 to 3"), ("count_in_play", True, "scoring: event 4"),
    ("must_win", True, ""), ("capot", "40_instead_of_majority", ""), ("split_last_trick", "kept", ""),
])  # fmt: skip
def test_the_judge_goes_by_the_rules_of_the_trace(name: str, value: Any, words: str) -> None:
    """The same deal is right or wrong by the parameter; where it plays no part nothing is found."""
    trace = pi21(RULES_SEED)
    trace["rules"][name] = value
    told = judge(trace)
    assert any(words in fault for fault in told) if words else told == []


def test_of_equally_good_holdings_either_may_be_claimed_and_the_one_claimed_scores() -> None:
    spades, hearts = ["Ks", "Qs", "Js", "7s"], ["Kh", "Qh", "Jh", "7h"]
    elder, younger = parse_hand("s:KQJ7 h:KQJ7 d:97 c:97"), parse_hand("s:A98 h:A98 d:T8 c:AJT8")
    pack = pack_of(elder, younger, ["Ad", "Qd", "Ts", "Th", "Kd", "Jd", "Kc", "Qc"])
    for rules in (RULES_SEED, RULES_CLASSIC):
        trace = honest_trace(pack, rules, (["7d"], ["8c"]), random.Random(1))
        for claimed in (spades, hearts):
            for place, cards in ((0, claimed), (1, claimed[:3])):
                trace["declarations"][place]["claims"]["elder"] = cards
                trace["declarations"][place]["scored"]["elder"] = [cards]
            if rules is RULES_CLASSIC:  # what was called is scored first
                other = hearts if claimed is spades else spades
                trace["declarations"][1]["scored"]["elder"] = [claimed[:3], other[:3]]
            assert judge(trace) == []
        trace["declarations"][0]["claims"]["elder"] = spades
        assert any("although" in told for told in judge(trace))
        trace["declarations"][0]["scored"]["elder"] = []
        assert any("point: [] scored" in told for told in judge(trace))


@pytest.mark.parametrize("case", [c for c in GOLDEN + NEAR if c.id != "PI-22b"], ids=lambda case: case.id)
def test_golden_deals_are_judged_right_as_a_whole(case: GoldenCase) -> None:
    """All but PI-22b, whose carte blanche is not in the hand from which a trace is made."""
    for rules, in_hand, final in (
        (RULES_SEED, case.seed_hand, case.seed_final),
        (RULES_CLASSIC, case.classic_hand, case.classic_final),
        (RULES_CLASSIC_CENT, case.classic_hand, case.classic_final),
    ):
        trace = golden_trace(case.elder, case.younger, rules)
        assert judge(trace) == []
        assert tuple(entry["winner"] for entry in trace["declarations"]) == (case.point, case.sequence, case.set)
        assert tuple(trace["carte_blanche"]) == case.carte_blanche
        assert final is None or tuple(trace["score"].values()) == final
        told = {"elder": 0, "younger": 0}
        for event in trace["scoring"]:
            if event["reason"] in ("carte_blanche", "point", "sequence", "set", "repique"):
                told[event["role"]] += event["points"]
        assert tuple(told.values()) == in_hand


def pi20() -> Trace:
    """The maximum deal under the classic rules, each player changing a card."""
    elder, younger = parse_hand("s:AKQ7 h:AKQ d:AKQ c:AK"), parse_hand("s:JT98 h:JT9 d:JT9 c:JT")
    pack = pack_of(elder, younger, ["Qc", "9c", "7h", "8h", "7d", "8d", "7c", "8c"])
    return honest_trace(pack, RULES_CLASSIC, (["7s"], ["8s"]), random.Random(20))


def test_the_maximum_deal_is_judged_right_and_scores_170() -> None:
    assert judge(pi20()) == []
    assert pi20()["score"] == {"elder": 170, "younger": 0}


@pytest.mark.parametrize(("fault", "words"), [
    (swap(7, 8, "scoring"), "scoring: event 8"),
    (drop("scoring", 7), "scoring: event 8"),
    (put("scoring", 7, "reason", "pique"), "scoring: event 8"),
    (put("scoring", 7, "points", 30), "scoring: event 8"),
    (put("scoring", -1, "points", 20), "scoring: event 23"),
    (drop("scoring", -2), "scoring: event 22"),
    (put("scoring", 12, "role", "younger"), "scoring: event 13"),
    (drop("declarations", 1, "scored", "elder", 3), "sequence: [["),
    (put("declarations", 1, "scored", "elder", 3, ["As", "Ks", "Qs"]), "not each a holding of its own"),
    (put("declarations", 1, "claims", "younger", ["Js", "Ts"]), "sequence: younger claims"),
    (put("declarations", 1, "claims", "younger", ["Js", "Jh", "Jd"]), "sequence: younger claims"),
    (put("declarations", 1, "claims", "elder", None), "sequence: won by elder, right is younger"),
    (put("left_seen", []), "left_seen"),
    (put("left_seen", ["younger"]), "left_seen"),
    (put("left_seen", ["younger", "elder"]), "left_seen"),
    (put("declarations", 2, "claims", "elder", ["Kc", "Kd", "Kh", "Ks"]), "set: [["),
    (put("declarations", 1, "claims", "elder", ["Ah", "Kh", "Qh"]), "scored first although"),
    (put("left_seen", ["elder", "elder"]), "left_seen"),
    (put("left_seen", ["dealer"]), "left_seen"),
])  # fmt: skip
def test_the_judge_notices_in_a_classic_deal(fault: Callable[[Trace], None], words: str) -> None:
    trace = pi20()
    fault(trace)
    assert any(words in told for told in judge(trace)), judge(trace)


def test_elder_has_seen_what_he_left_of_his_five_and_both_what_younger_turned_up() -> None:
    trace = pi21(RULES_CLASSIC)
    for seen in (["elder"], ["elder", "younger"]):
        trace["left_seen"] = seen
        assert judge(trace) == []
    for seen in ([], ["younger"], ["younger", "elder"], ["elder", "elder"]):
        trace["left_seen"] = seen
        assert any("left_seen" in told for told in judge(trace))
    trace["rules"]["elder_sees_left"] = False
    for seen in ([], ["elder", "younger"]):
        trace["left_seen"] = seen
        assert judge(trace) == []
    trace["left_seen"] = ["elder"]
    assert any("left_seen" in told for told in judge(trace))
    trace["rules"]["younger_left_view"] = "hidden"
    trace["left_seen"] = ["elder", "younger"]
    assert any("left_seen" in told for told in judge(trace))


@pytest.mark.parametrize(("x", "y", "right"), [
    (5, 3, [[]]), (5, 2, [[], ["elder", "younger"]]), (4, 4, [["elder"]]), (4, 3, [["elder"], ["elder", "younger"]]),
])  # fmt: skip
def test_nobody_has_seen_a_card_where_none_was_left(x: int, y: int, right: list[list[str]]) -> None:
    rng = random.Random(8)
    pack = rng.sample(PACK, 32)
    dealt, _ = deal(pack)
    for seen in ([], ["elder"], ["younger"], ["elder", "younger"]):
        trace = honest_trace(pack, RULES_CLASSIC, (dealt["elder"][:x], dealt["younger"][:y]), random.Random(1))
        trace["left_seen"] = seen
        assert (judge(trace) == []) is (seen in right)


@pytest.mark.parametrize("counts", [(x, y) for x in range(6) for y in range(9 - x)])
def test_b13_every_legal_count_of_discards_is_accepted_and_zero_is_a_count(counts: tuple[int, int]) -> None:
    """PI-03: elder 1 to 5, younger 1 to what is left; zero only where the rules let it be."""
    rng = random.Random(3)
    pack = rng.sample(PACK, 32)
    hands, _ = deal(pack)
    discards = (hands["elder"][: counts[0]], hands["younger"][: counts[1]])
    trace = honest_trace(pack, {**RULES_SEED, "elder_min_discard": 0, "younger_min_discard": 0}, discards, rng)
    assert judge(trace) == []
    trace["rules"].update(elder_min_discard=1, younger_min_discard=1)
    refused = [told for told in judge(trace) if "allowed are 1" in told]
    assert len(refused) == counts.count(0)


def test_pi03_younger_draws_below_what_elder_drew() -> None:
    exchanges = pi21(RULES_SEED)["exchanges"]
    assert exchanges[1]["drawn"] == PI21_TALON.split()[4:7]


def test_random_honest_deals_under_random_rules_are_judged_right() -> None:
    rng = random.Random(32)
    sunk = 0
    for _ in range(300):
        rules = {name: rng.choice(values) for name, values in ALLOWED.items() if isinstance(values, tuple)}
        rules |= {name: rng.choice((0, 1, 10)) for name in ("carte_blanche_points", "last_trick_points")}
        rules |= {"majority_points": rng.choice((0, 5, 10)), "target": 100, "n_deals": 6, "rubicon": 100}
        rules |= {"max_deals": rng.choice((1, 7, 4096))}
        pack = rng.sample(PACK, 32)
        dealt, talon = deal(pack, rules["deal_batch"])
        x = rng.randint(rules["elder_min_discard"], rules["elder_max_discard"])
        y = rng.randint(rules["younger_min_discard"], 8 - x)
        discards = (rng.sample(dealt["elder"], x), rng.sample(dealt["younger"], y))
        hands = {
            "elder": [card for card in dealt["elder"] if card not in discards[0]] + talon[:x],
            "younger": [card for card in dealt["younger"] if card not in discards[1]] + talon[x : x + y],
        }
        calls = random_calls(hands, rules, rng) if rules["declare_mode"] == "may_sink" else None
        look = rules["younger_left_view"] == "shared_option" and x + y < 8 and rng.random() < 0.5
        trace = honest_trace(pack, rules, discards, rng, calls, look)
        assert judge(trace) == []
        trace["rules"]["declare_mode"] = "forced"
        sunk += any("claims" in fault for fault in judge(trace))
    assert sunk > 100
