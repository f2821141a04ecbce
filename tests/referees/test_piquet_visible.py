"""What the referee says a player may know: literal values of golden deals under both records."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.referees.golden_piquet_classic import HANDS, LEAD, REPLY, SECOND, VIEWS, ViewCase
from tests.referees.piquet import RULES_CLASSIC, RULES_SEED, deal, visible
from tests.referees.piquet_cards import PACK, ROLES, other
from tests.referees.piquet_scoring import KINDS
from tests.referees.piquet_traces import Trace, golden_trace, honest_match, honest_trace, pack_of, pi21, random_calls

PRESETS = {"seed": RULES_SEED, "classic": RULES_CLASSIC}
CALL = {**RULES_SEED, "declaration_record": "call_and_answer", "declare_mode": "may_sink"}
B14 = ("s:KQJT9 h:Q d:KQ7 c:KQ9", "s:A87 h:AKJT8 d:A98 c:J")
NOTHING = {
    "point_cards": [0, 0], "point": [0, 0], "sequence": [0, 0], "sets": [0, 0], "answers": [0, 0, 0],
    "shown": [set(), set()], "point_suit": [set(), set()],
}  # fmt: skip


def plain(value: Any) -> Any:
    """A literal of the golden table in the form of a view: cards as sets, tuples as lists."""
    if isinstance(value, str):
        return set(value.split())
    return [plain(one) for one in value] if isinstance(value, tuple) else value


def fields(view: dict[str, Any], *names: str) -> list[Any]:
    """Some fields of a view."""
    return [view[name] for name in names]


@pytest.mark.parametrize("case", VIEWS, ids=lambda case: f"{case.hands}-{case.rules}-{case.role}-{case.moment[1:]}")
def test_golden_deals_are_known_as_in_the_table(case: ViewCase) -> None:
    trace = golden_trace(*HANDS[case.hands], PRESETS[case.rules])
    view = visible(trace, case.role, case.moment)
    assert {name: view[name] for name in case.known} == {name: plain(value) for name, value in case.known.items()}


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
@pytest.mark.parametrize("role", ROLES)
def test_before_the_exchange_nothing_is_known_but_numbers(rules: dict[str, Any], role: str) -> None:
    view = visible(pi21(rules), role, ("discard",))
    assert {name: view[name] for name in NOTHING} == NOTHING
    assert fields(view, "exchanged", "left", "score") == [[0, 0] if role == "elder" else [4, 0], set(), [0, 0]]


def test_pi21_class_by_class() -> None:
    """Elder calls four cards, a tierce, three aces; all are good, the first two at equal numbers."""
    trace = pi21(RULES_CLASSIC)
    spades = {"As", "Ks", "Qs", "Js", "Ts", "9s", "8s", "7s"}
    elder, younger = [{k: visible(trace, role, ("declare", k)) for k in KINDS} for role in ROLES]
    assert {name: elder["point"][name] for name in NOTHING} == NOTHING
    names = ("point_cards", "point", "sequence", "sets", "answers", "score")
    assert fields(younger["point"], *names) == [[4, 0], [0, 0], [0, 0], [0, 0], [0, 0, 0], [0, 0]]
    assert younger["point"]["point_suit"] == [set(), set()]
    assert fields(elder["sequence"], *names) == [[4, 4], [41, 0], [0, 0], [0, 0], [1, 0, 0], [4, 0]]
    assert fields(younger["sequence"], *names) == [[4, 4], [41, 39], [24, 0], [0, 0], [1, 0, 0], [4, 0]]
    assert fields(younger["sequence"], "point_suit", "shown") == [[spades, set()], [set(), set()]]
    assert fields(elder["set"], *names) == [[4, 4], [41, 0], [31, 24], [0, 0], [1, 1, 0], [7, 0]]
    assert fields(younger["set"], *names) == [[4, 4], [41, 39], [31, 30], [31, 0], [1, 1, 0], [7, 0]]
    assert younger["set"]["shown"] == [{"As", "Ks", "Qs"}, set()]


def test_under_totals_every_call_is_heard_when_it_is_made() -> None:
    trace = pi21({**RULES_SEED, "declare_mode": "may_sink"})
    names = ("point_cards", "point", "sequence", "sets", "answers", "score")
    younger = [visible(trace, "younger", ("declare", kind)) for kind in KINDS]
    elder = [visible(trace, "elder", ("declare", kind)) for kind in KINDS]
    assert fields(younger[0], *names) == [[4, 0], [41, 0], [0, 0], [0, 0], [0, 0, 0], [0, 0]]
    assert fields(elder[1], *names) == [[4, 4], [41, 39], [0, 0], [0, 0], [1, 0, 0], [4, 0]]
    assert fields(younger[2], *names) == [[4, 4], [41, 39], [31, 30], [31, 0], [1, 1, 0], [7, 0]]


def calls(kind: str, elder: str | None, younger: str | None, hands: str, rules: dict[str, Any]) -> Trace:
    """A golden deal in which one class is called as given and all else as it is best."""
    trace = golden_trace(*HANDS[hands], rules)
    said = {one["kind"]: dict(one["claims"]) for one in trace["declarations"]}
    said[kind] = {"elder": elder.split() if elder else None, "younger": younger.split() if younger else None}
    return golden_trace(*HANDS[hands], rules, said)


@pytest.mark.parametrize(("elder", "younger", "at_lead", "at_reply", "at_second"), [
    # PI-12. Tierces to the nine (26), the king (30), the ace (31), a quatrieme to the jack (36); 24 a length alone.
    ("9s 8s 7s", "Ad Kd Qd", ([26, 24], 2), ([26, 31], 2), ([26, 31], 2)),
    ("9s 8s 7s", "9c 8c 7c", ([26, 26], 3), ([26, 26], 3), ([26, 26], 3)),
    ("Kc Qc Jc", "9c 8c 7c", ([30, 24], 1), ([30, 26], 1), ([30, 24], 1)),
    ("Jd Td 9d 8d", "Ad Kd Qd", ([36, 0], 1), ([36, 31], 1), ([36, 0], 1)),
    ("Jd Td 9d 8d", None, ([36, 0], 1), ([36, 0], 1), ([36, 0], 1)),
    (None, "9c 8c 7c", ([0, 0], 0), ([0, 26], 2), ([0, 26], 2)),
    (None, None, ([0, 0], 0), ([0, 0], 0), ([0, 0], 0)),
])  # fmt: skip
def test_what_is_known_is_what_was_called(
    elder: str | None, younger: str | None, at_lead: Any, at_reply: Any, at_second: Any
) -> None:
    trace = calls("sequence", elder, younger, "PI-12", CALL)
    for role, moment, right in (("elder", LEAD, at_lead), ("younger", REPLY, at_reply), (None, SECOND, at_second)):
        asked = role or "elder"
        if role is None and trace["tricks"][1]["leader"] != "elder":
            moment = ("play", 2, "reply")
        view = visible(trace, asked, moment)
        assert (view["sequence"], view["answers"][1]) == right, (role, moment)


def test_a_beaten_call_of_elder_is_known_as_far_as_it_was_said_and_shows_no_card() -> None:
    """PI-07: four cards against five; PI-05: a tierce against a quatrieme; a beaten set is called whole."""
    four_cards = visible(golden_trace(*HANDS["PI-07"], CALL), "younger", REPLY)
    assert fields(four_cards, "point_cards", "point", "point_suit")[:2] == [[4, 5], [0, 45]]
    assert four_cards["point_suit"][0] == set()
    more_cards = golden_trace(*HANDS["PI-07"], CALL)  # nobody said how much, so the suit is shown and no pips
    later = ("play", 2, "lead" if more_cards["tricks"][1]["leader"] == "elder" else "reply")
    assert fields(visible(more_cards, "elder", LEAD), "point_cards", "point") == [[4, 0], [40, 0]]
    assert fields(visible(more_cards, "elder", later), "point_cards", "point") == [[4, 5], [40, 0]]
    assert visible(more_cards, "elder", later)["point_suit"] == [set(), {rank + "c" for rank in "AKQJT987"}]
    tens = golden_trace(*HANDS["PI-09"], CALL)  # three aces against four tens
    assert visible(tens, "younger", REPLY)["sets"] == [8 * 3 + 7, 8 * 4 + 3]
    assert visible(tens, "younger", REPLY)["shown"] == [set(), {"Ts", "Th", "Td", "Tc", "Jc", "9c"}]
    assert fields(visible(tens, "elder", LEAD), "sets", "shown", "answers") == [[31, 0], [set(), set()], [2, 0, 2]]
    assert visible(tens, "elder", SECOND)["shown"] == [set(), {"Ts", "Th", "Td", "Tc", "Jc", "9c"}]


def test_a_quinte_wins_the_class_and_shows_a_sequence_that_was_not_called() -> None:
    rules = {**CALL, "sequence_extra": "all"}
    trace = calls("sequence", "Kc Qc Jc", "9c 8c 7c", "PI-12", rules)
    view = visible(trace, "younger", REPLY)
    assert view["shown"] == [{"Kc", "Qc", "Jc", "Jd", "Td", "9d", "8d", "9s", "8s", "7s"}, set()]
    assert view["sequence"] == [30, 26]
    assert visible(calls("sequence", "Kc Qc Jc", "9c 8c 7c", "PI-12", CALL), "younger", REPLY)["shown"][0] == {
        "Kc", "Qc", "Jc",
    }  # fmt: skip


def test_a_repique_that_hangs_on_what_younger_has_not_shown_is_not_known_at_the_lead() -> None:
    """PI-15 with the point sunk: elder has 32 and cannot know whether younger's point came first."""
    for younger, final in ((None, [93, 0]), ("Ks Qs 9s 8s", [33, 4])):
        trace = calls("point", None, younger, "PI-15", RULES_CLASSIC)
        assert visible(trace, "elder", LEAD)["score"] == [32, 0]
        assert visible(trace, "elder", LEAD)["answers"] == [0, 1, 1]
        assert visible(trace, "younger", REPLY)["score"] == final
    called = golden_trace(*HANDS["PI-15"], RULES_CLASSIC)
    assert visible(called, "elder", LEAD)["score"] == [96, 0]


def test_b14_an_equality_hides_no_repique() -> None:
    """Points equal at 49, then 15 + 14 + 3 = 32 of elder's alone."""
    view = visible(golden_trace(*B14, RULES_CLASSIC), "elder", LEAD)
    assert fields(view, "score", "answers", "point", "sets") == [[92, 0], [3, 1, 1], [49, 49], [37, 0]]


def test_what_is_left_of_the_talon_is_seen_by_whom_it_may() -> None:
    """PI-21: elder leaves 7d of his five, which younger draws; 7h stays in the end."""
    trace = pi21(RULES_CLASSIC)
    for look, end in (([], set()), (["younger"], {"7h"})):
        trace["left_seen"] = ["elder", *look]
        assert visible(trace, "younger", ("discard",))["left"] == set()
        assert visible(trace, "elder", ("declare", "point"))["left"] == {"7d"}
        assert visible(trace, "elder", LEAD)["left"] == {"7d"}
        assert visible(trace, "younger", ("declare", "set"))["left"] == set()
        assert visible(trace, "younger", ("look_left",))["left"] == set()
        assert visible(trace, "younger", REPLY)["left"] == end
        assert visible(trace, "elder", SECOND)["left"] == {"7d"} | end
        assert visible(trace, "younger", ("play", 7, "lead"))["left"] == end
    seed = pi21(RULES_SEED)
    assert visible(seed, "elder", SECOND)["left"] == visible(seed, "younger", REPLY)["left"] == set()


def test_younger_looks_when_the_first_card_is_led() -> None:
    trace = pi21(RULES_CLASSIC)
    view = visible(trace, "younger", ("look_left",))
    assert view == {**visible(trace, "younger", REPLY), "left": set()}
    assert view["score"] == [14, 0]


def white_trace(rules: dict[str, Any], elder: bool) -> Trace:
    """PI-02's hands, dealt either way, each player changing one card."""
    white = ["As", "9s", "8s", "7s", "9h", "7h", "9d", "8d", "7d", "9c", "8c", "7c"]
    court = ["Ks", "Qs", "Js", "Ah", "Kh", "Jh", "Th", "Ad", "Kd", "Qc", "Jc", "Tc"]
    rest = [card for card in PACK if card not in white + court]
    first, second = (white, court) if elder else (court, white)
    return honest_trace(pack_of(first, second, rest), rules, ([first[1]], [second[1]]), None)


@pytest.mark.parametrize("elder", [True, False], ids=["elder", "younger"])
def test_a_carte_blanche_is_shown_once_the_other_has_discarded(elder: bool) -> None:
    trace = white_trace(RULES_CLASSIC, elder)
    holder = "elder" if elder else "younger"
    flags = [int(elder), int(not elder)]
    twelve = set(trace["hands"][holder])
    for role in ROLES:
        before, after = visible(trace, role, ("discard",)), visible(trace, role, ("declare", "point"))
        assert before["carte_blanche"] == after["carte_blanche"] == flags
        assert before["score"] == after["score"] == [10 * flag for flag in flags]
        assert before["blanche"] == set()
        assert after["blanche"] == (twelve if role == other(holder) else set())
    fact = white_trace(RULES_SEED, elder)
    assert visible(fact, other(holder), ("declare", "point"))["blanche"] == set()


def test_elder_knows_of_younger_s_score_his_carte_blanche_alone_before_he_leads() -> None:
    trace = golden_trace(*HANDS["PI-08"], RULES_CLASSIC)
    assert visible(trace, "elder", LEAD)["score"] == [14, 0]
    assert visible(trace, "younger", REPLY)["score"] == [15, 20]
    white = white_trace(RULES_CLASSIC, elder=False)
    assert visible(white, "elder", LEAD)["score"][1] == 10


def test_in_a_match_the_totals_are_told_by_role() -> None:
    traces = honest_match({**RULES_SEED, "first_dealer": 0}, 1, 0, random.Random(4))
    for number, trace in enumerate(traces):
        total = trace["totals"]
        view = visible(trace, "elder", LEAD)
        elder, younger = ("player1", "player0") if number % 2 == 0 else ("player0", "player1")
        assert fields(view, "match_score", "match_deal", "in_match") == [[total[elder], total[younger]], number, 1]
    assert len(traces) > 2
    assert fields(visible(pi21(RULES_SEED), "elder", LEAD), "match_score", "match_deal", "in_match") == [[0, 0], 0, 0]


def test_only_who_decides_is_asked() -> None:
    trace = pi21(RULES_CLASSIC)
    for role, moment in (
        ("elder", ("look_left",)),
        ("younger", LEAD),
        ("elder", REPLY),
        ("elder", ("play", 7, "lead")),
    ):
        with pytest.raises(ValueError, match=r"only younger|does not decide"):
            visible(trace, role, moment)


def moments(trace: Trace) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Every decision of a deal."""
    for role in ROLES:
        yield role, ("discard",)
        yield from ((role, ("declare", kind)) for kind in KINDS)
    yield "younger", ("look_left",)
    for number, trick in enumerate(trace["tricks"], start=1):
        yield trick["leader"], ("play", number, "lead")
        yield other(trick["leader"]), ("play", number, "reply")


def test_what_is_shown_is_held_and_was_good_or_equal() -> None:
    """Random deals and calls under the classic rules: every card known of a hand is in it, and was good or equal."""
    rng = random.Random(77)
    for _ in range(60):
        pack = rng.sample(PACK, 32)
        dealt, talon = deal(pack)
        discards = (dealt["elder"][:4], dealt["younger"][:2])
        hands = {"elder": dealt["elder"][4:] + talon[:4], "younger": dealt["younger"][2:] + talon[4:6]}
        trace = honest_trace(pack, RULES_CLASSIC, discards, rng, random_calls(hands, RULES_CLASSIC, rng), True)
        for role, moment in moments(trace):
            view = visible(trace, role, moment)
            for place, holder in enumerate(ROLES):
                assert view["shown"][place] <= set(hands[holder])
            if moment[0] in ("discard", "declare") or moment == LEAD:
                assert view["shown"][1] == view["point_suit"][1] == set()
            elif moment[0] == "play":
                assert view["shown"][1] == shown_of(trace["declarations"])


def shown_of(entries: list[dict[str, Any]]) -> set[str]:
    """The cards of younger's good or equal sequences and sets in some classes."""
    cards: set[str] = set()
    for entry in entries:
        if entry["kind"] != "point" and entry["winner"] != "elder":
            cards |= set(entry["claims"]["younger"] or [])
            cards |= {card for combination in entry["scored"].get("younger", []) for card in combination}
    return cards
