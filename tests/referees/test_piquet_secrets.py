"""What the referee lets elder know before he leads hangs on nothing but what was said aloud."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.referees.golden_piquet_classic import LEAD
from tests.referees.piquet import RULES_CLASSIC, visible
from tests.referees.piquet_cards import PACK, height, parse_hand, point_total
from tests.referees.piquet_scoring import KINDS, best_claims
from tests.referees.piquet_traces import Trace, honest_trace, pack_of, random_calls


def spoken(kind: str, elder: list[str] | None, younger: list[str] | None) -> str:
    """What is said aloud in one class before the first lead, written as a conversation."""
    if elder is None:
        return "elder calls nothing"
    said = f"{len(elder)}"
    if kind == "set":
        mine, theirs = (len(elder), height(elder[0])), (len(younger), height(younger[0])) if younger else (0, 0)
        return f"{said} {elder[0][0]}: {'good' if mine > theirs else 'not good'}"
    if younger is None or len(younger) != len(elder):
        return f"{said}: {'good' if younger is None or len(younger) < len(elder) else 'not good'}"
    worth = point_total if kind == "point" else lambda cards: max(height(card) for card in cards)
    mine_worth, their_worth = worth(elder), worth(younger)
    answer = "equal" if mine_worth == their_worth else "good" if mine_worth > their_worth else "not good"
    return f"{said}: how much? {mine_worth}: {answer}"


@pytest.mark.parametrize("silent", [(), ("point",), ("sequence",), ("point", "sequence"), ("set",)], ids="-".join)
def test_two_deals_in_which_the_same_was_said_look_the_same_to_elder_at_his_lead(silent: tuple[str, ...]) -> None:
    """One hand of elder, many of younger: nothing that elder sees may hang on what has not been said."""
    rng = random.Random(5)
    elder = parse_hand("s:AJ h:AJT d:AJT c:AKQJ")  # PI-15: 36 points in hand and a repique
    seen: dict[tuple[str, ...], dict[str, Any]] = {}
    scores = set()
    repeated = 0
    for _ in range(300):
        rest = [card for card in PACK if card not in elder]
        rng.shuffle(rest)
        talon = [elder[0], *rest[13:20]]
        pack = pack_of([rest[12], *elder[1:]], rest[:12], talon)
        hands = {"elder": elder, "younger": [*rest[1:12], talon[1]]}
        said = {kind: dict(claims) for kind, claims in random_calls(hands, RULES_CLASSIC, rng).items()}
        for kind in KINDS:
            said[kind]["elder"] = None if kind in silent else best_claims(kind, hands, RULES_CLASSIC)["elder"]
        trace = honest_trace(pack, RULES_CLASSIC, ([rest[12]], [rest[0]]), rng, said)
        if trace["carte_blanche"]:
            continue
        words = tuple(spoken(kind, said[kind]["elder"], said[kind]["younger"]) for kind in KINDS)
        view = {**visible(trace, "elder", LEAD), "left": set()}
        repeated += words in seen
        assert seen.setdefault(words, view) == view
        scores.add((words, sum(points for role, _, points in events_in_hand(trace) if role == "elder")))
    assert repeated > 200
    # His true score does hang on it where he was silent in one class and comes to 30 in the later ones.
    assert (len(scores) > len(seen)) is (silent in (("point",), ("sequence",)))


def events_in_hand(trace: Trace) -> list[tuple[str, str, int]]:
    """The told events before the first lead."""
    events = []
    for event in trace["scoring"]:
        if event["reason"] in ("lead", "pique"):
            break
        events.append((event["role"], event["reason"], event["points"]))
    return events
