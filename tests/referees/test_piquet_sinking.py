"""The referee judges what is called below the best, or not at all: contests, scores and the order of reckoning."""

from __future__ import annotations

from typing import Any

import pytest

from tests.referees.golden_piquet_classic import BEST, HANDS, SINKING, SinkCase
from tests.referees.piquet import RULES_CLASSIC, RULES_SEED, judge, parse_hand
from tests.referees.piquet_scoring import (
    KINDS,
    Calls,
    best_claims,
    contest,
    declaration_events,
    hand_scores,
    with_bonuses,
)
from tests.referees.piquet_traces import golden_trace

MAY_SINK = {**RULES_SEED, "declare_mode": "may_sink"}
every_case = pytest.mark.parametrize("case", SINKING, ids=lambda case: case.id)


def hands_of(case: SinkCase) -> dict[str, list[str]]:
    """Both hands of a case."""
    elder, younger = HANDS[case.hands]
    return {"elder": parse_hand(elder), "younger": parse_hand(younger)}


def calls_of(case: SinkCase) -> Calls:
    """What is called in each class, as cards."""
    calls: dict[str, dict[str, list[str] | None]] = {}
    for kind, called in zip(KINDS, (case.point, case.sequence, case.set), strict=True):
        calls[kind] = best_claims(kind, hands_of(case), RULES_SEED)
        for role, call in zip(("elder", "younger"), called, strict=True):
            if call != BEST:
                calls[kind][role] = call.split() if call else None
    return calls


@every_case
def test_a_sinking_case_has_its_winners_and_scores(case: SinkCase) -> None:
    hands, calls = hands_of(case), calls_of(case)
    assert tuple(contest(kind, calls[kind], RULES_CLASSIC) for kind in KINDS) == case.winners
    assert hand_scores(hands, MAY_SINK, (), calls) == case.best_only
    assert hand_scores(hands, RULES_CLASSIC, (), calls) == case.classic


@every_case
def test_a_sinking_case_is_reckoned_in_its_order(case: SinkCase) -> None:
    events = declaration_events(hands_of(case), RULES_CLASSIC, (), calls_of(case))
    assert tuple(with_bonuses(events, [], RULES_CLASSIC)) == case.classic_events


@every_case
@pytest.mark.parametrize("rules", [MAY_SINK, RULES_CLASSIC], ids=["best_only", "classic"])
def test_a_sinking_case_is_judged_right_where_sinking_is_allowed(case: SinkCase, rules: dict[str, Any]) -> None:
    trace = golden_trace(*HANDS[case.hands], rules, calls_of(case))
    assert judge(trace) == []
    trace["rules"]["declare_mode"] = "forced"
    claimed_less = any("claims" in fault for fault in judge(trace))
    assert claimed_less is (case.id != "nothing sunk")


@pytest.mark.parametrize(("kind", "claim"), [
    (0, "Jd Td 9d"), (0, "7d"), (1, "Jd Td 9d"), (1, "Td 9d 8d"), (1, "Kc Qc"), (1, "Kc Qc Jd"), (1, "Ad Kd Qd"),
    (2, "Jd Jc"), (2, "Jd Jc Js"), (0, ""), (1, "9s 8s 7s 7h"),
])  # fmt: skip
def test_a_part_of_a_holding_or_what_is_not_held_may_not_be_called(kind: int, claim: str) -> None:
    """PI-12's elder; a part of a longer run, suit or set is no holding of its own (section 7)."""
    trace = golden_trace(*HANDS["PI-12"], RULES_CLASSIC)
    trace["declarations"][kind]["claims"]["elder"] = claim.split()
    assert any(f"{KINDS[kind]}: elder claims" in fault for fault in judge(trace))


def test_a_suit_below_point_min_cards_may_not_be_called() -> None:
    """PI-12's elder has the clubs KQJ and four diamonds."""
    for least, fine in ((3, True), (4, False)):
        rules = {**RULES_CLASSIC, "point_min_cards": least}
        trace = golden_trace(*HANDS["PI-12"], rules)
        trace["declarations"][0]["claims"]["elder"] = ["Kc", "Qc", "Jc"]
        assert any("point: elder claims" in fault for fault in judge(trace)) is not fine
