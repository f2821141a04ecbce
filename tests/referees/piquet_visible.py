"""What a player may lawfully know at a decision of Piquet, rebuilt from the told deal (specification, section 3).

Of the opponent nothing is used but what section 3 makes known by that moment. Numbers are those of the program's
views: a sequence or set is 8*cards + rank of its top (a seven is 0), 8*length + 0 while only its length was said.
Cards are sets of names. Pairs are [elder, younger].
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.referees.piquet_cards import RANKS, ROLES, height, other, point_total
from tests.referees.piquet_scoring import KINDS, worth

Trace = Mapping[str, Any]
Moment = tuple[Any, ...]
View = dict[str, Any]

NOBODY, ELDERS, YOUNGERS, EQUAL = 0, 1, 2, 3  # the codes of the field "answers"
SPEECHES = [(kind, role) for kind in KINDS for role in ROLES]  # elder calls, younger answers, class by class


def heard(role: str, moment: Moment) -> list[tuple[str, str]]:
    """The calls that were made before a decision of `role`, in order."""
    if moment[0] == "discard":
        return []
    if moment[0] == "declare":
        return SPEECHES[: SPEECHES.index((moment[1], role))]
    return SPEECHES


def has_led(moment: Moment) -> bool:
    """Whether elder has chosen the first card he leads."""
    return moment[0] == "look_left" or (moment[0] == "play" and moment[1:] != (1, "lead"))


def truth(entry: Mapping[str, Any]) -> int:
    """Who has a class: the winner, or both, for equal calls void it (R9, R10)."""
    if entry["winner"] is not None:
        return ELDERS if entry["winner"] == "elder" else YOUNGERS
    return EQUAL if entry["claims"]["elder"] is not None and entry["claims"]["younger"] is not None else NOBODY


def tell(view: View, kind: str, speaker: str, number: int, value: int | None) -> None:
    """Put a call into the view: the number of its cards, and its pips or top rank where these are known."""
    place = ROLES.index(speaker)
    if kind == "point":
        view["point_cards"][place] = number
        view["point"][place] = value or 0
    else:
        view["sequence" if kind == "sequence" else "sets"][place] = 8 * number + (value or 0)


def value_of(kind: str, claim: list[str]) -> int:
    """Pips of a point, rank of the top of anything else."""
    return point_total(claim) if kind == "point" else max(height(card) for card in claim)


def open_announcements(view: View, trace: Trace, role: str, moment: Moment) -> None:
    """The record `totals`: every call is heard whole, and no card is shown."""
    made = heard(role, moment)
    for place, entry in enumerate(trace["declarations"]):
        kind = entry["kind"]
        for speaker in ROLES:
            claim = entry["claims"][speaker]
            if (kind, speaker) in made and claim is not None:
                tell(view, kind, speaker, len(claim), value_of(kind, claim))
        if (kind, "younger") in made:
            view["answers"][place] = truth(entry)


def calls_and_answers(view: View, trace: Trace, role: str, moment: Moment) -> None:
    """The record `call_and_answer`: elder calls, younger answers, and what is good or equal is shown in its turn."""
    made = heard(role, moment)
    for place, entry in enumerate(trace["declarations"]):
        kind = entry["kind"]
        answered = (kind, "younger") in made
        own = entry["claims"][role]
        if (kind, role) in made and own is not None:
            tell(view, kind, role, len(own), value_of(kind, own))
        if role == "younger" and (kind, "elder") in made:
            what_elder_said(view, entry, answered)
        if role == "elder" and answered:
            what_younger_said(view, entry, has_led(moment))
        # Elder asks nothing where he calls nothing, so he hears nothing before younger shows what he has.
        if answered and (role == "younger" or has_led(moment) or own is not None):
            view["answers"][place] = truth(entry)
        if answered and truth(entry) in (ELDERS, EQUAL):
            show(view, entry, "elder")
        if answered and has_led(moment) and truth(entry) in (YOUNGERS, EQUAL):
            show(view, entry, "younger")


def numbers_equal(entry: Mapping[str, Any]) -> bool:
    """Whether both called as many cards, so that the pips or the top card must decide; a set is called whole."""
    elder, younger = entry["claims"]["elder"], entry["claims"]["younger"]
    return entry["kind"] != "set" and elder is not None and younger is not None and len(elder) == len(younger)


def what_elder_said(view: View, entry: Mapping[str, Any], answered: bool) -> None:
    """Elder's call as younger knows it: the number, and more where the answer asked for it or the call is good."""
    kind, claim = entry["kind"], entry["claims"]["elder"]
    if claim is None:
        return
    whole = kind == "set" or (answered and numbers_equal(entry))
    if kind == "sequence" and answered and truth(entry) in (ELDERS, EQUAL):
        whole = True
    tell(view, kind, "elder", len(claim), value_of(kind, claim) if whole else None)


def what_younger_said(view: View, entry: Mapping[str, Any], led: bool) -> None:
    """Younger's call as elder knows it: what an answer "equal" tells, and after the lead all that is not beaten."""
    kind, claim = entry["kind"], entry["claims"]["younger"]
    if claim is None:
        return
    if led and truth(entry) in (YOUNGERS, EQUAL):
        whole = kind != "point" or numbers_equal(entry)
        tell(view, kind, "younger", len(claim), value_of(kind, claim) if whole else None)
    elif numbers_equal(entry):
        tell(view, kind, "younger", len(claim), value_of(kind, claim) if truth(entry) == EQUAL else None)


def show(view: View, entry: Mapping[str, Any], shower: str) -> None:
    """A good or equal call becomes known with its suit, and with it whatever else scores in its class."""
    place = ROLES.index(shower)
    claim = entry["claims"][shower]
    if entry["kind"] == "point":
        view["point_suit"][place] = {rank + claim[0][1] for rank in RANKS}
        return
    view["shown"][place] = view["shown"][place] | set(claim)
    for cards in entry["scored"].get(shower, []):
        view["shown"][place] = view["shown"][place] | set(cards)


def left_cards(trace: Trace, role: str, moment: Moment) -> set[str]:
    """Cards of the talon that were seen: elder's of his five, and the end of it once younger turned it up."""
    elder_drew, younger_drew = (len(exchange["discarded"]) for exchange in trace["exchanges"])
    seen: set[str] = set()
    if role == "elder" and moment[0] != "discard" and trace["rules"]["elder_sees_left"]:
        seen |= set(trace["talon"][elder_drew:5])
    if moment[0] == "play" and has_led(moment) and "younger" in trace["left_seen"]:
        seen |= set(trace["talon"][elder_drew + younger_drew :])
    return seen


def made_so_far(trace: Trace, role: str, moment: Moment) -> list[int]:
    """Points that were made before a decision, from the told events up to the first that had not happened."""
    classes = [kind for kind, speaker in heard(role, moment) if speaker == "younger"]
    replying = moment[0] == "look_left" or moment[-1] == "reply"
    leads = 0
    if has_led(moment):
        leads = 1 if moment[0] == "look_left" else moment[1] - (0 if replying else 1)
    score = [0, 0]
    for event in trace["scoring"]:
        if event["reason"] == "lead":
            if leads == 0:
                break
            leads -= 1
        elif event["reason"] == "win":
            if replying and leads == 0:
                break  # the trick that he is about to decide
        elif event["reason"] not in ("carte_blanche", "repique", "pique", *classes):
            break
        score[ROLES.index(event["role"])] += event["points"]
    return score


def elder_before_his_lead(trace: Trace, role: str, moment: Moment) -> list[int]:
    """The score as elder may know it while younger's good combinations are not shown yet.

    His own points, and of younger's the carte blanche. A repique is his only where he knows that nothing of younger's
    comes before it: where he called nothing himself he does not know that.
    """
    rules = trace["rules"]
    white = [rules["carte_blanche_points"] if one in trace["carte_blanche"] else 0 for one in ROLES]
    gains = [white[0]]
    alone = [white[1] == 0]
    for entry in trace["declarations"]:
        if (entry["kind"], "younger") not in heard(role, moment):
            break
        open_class = entry["claims"]["elder"] is None or truth(entry) == YOUNGERS
        for cards in entry["scored"].get("elder", []):
            gains.append(worth(entry["kind"], cards, rules))
            alone.append(alone[-1])
        if open_class:
            gains.append(0)
            alone.append(False)
    mine, bonus = 0, rules["repique"]
    for points, unopposed in zip(gains, alone, strict=True):
        mine += points
        if points and unopposed and mine >= 30:
            mine, bonus = mine + bonus, 0
    return [mine, white[1]]


def visible(trace: Trace, role: str, moment: Moment) -> View:
    """What a player may lawfully know of the deal when he takes a decision, his own cards and the play apart.

    Parameters
    ----------
    trace : mapping
        A whole told deal, without fault.
    role : str
        The player who decides.
    moment : tuple
        ("discard",), ("declare", kind), ("look_left",) or ("play", trick from 1, "lead" or "reply").

    Returns
    -------
    dict
        The view fields point_cards, point, sequence, sets, answers, shown, point_suit, blanche, left, exchanged,
        carte_blanche, score, match_score, match_deal and in_match; cards as sets of names.
    """
    if moment == ("look_left",) and role != "younger":
        raise ValueError("only younger may turn up what is left")
    if moment[0] == "play":
        leader = trace["tricks"][moment[1] - 1]["leader"]
        if role != (leader if moment[2] == "lead" else other(leader)):
            raise ValueError(f"{role} does not decide at {moment}")
    rules = trace["rules"]
    exchanged = [len(exchange["discarded"]) for exchange in trace["exchanges"]]
    if moment == ("discard",):
        exchanged = [0, 0] if role == "elder" else [exchanged[0], 0]
    view: View = {
        "point_cards": [0, 0],
        "point": [0, 0],
        "sequence": [0, 0],
        "sets": [0, 0],
        "answers": [NOBODY] * 3,
        "shown": [set(), set()],
        "point_suit": [set(), set()],
        "blanche": set(),
        "left": left_cards(trace, role, moment),
        "exchanged": exchanged,
        "carte_blanche": [int(one in trace["carte_blanche"]) for one in ROLES],
        "score": made_so_far(trace, role, moment),
        "match_score": [0, 0],
        "match_deal": 0,
        "in_match": 0,
    }
    if (
        rules["carte_blanche_reveal"] == "full_hand"
        and moment[0] != "discard"
        and other(role) in trace["carte_blanche"]
    ):
        view["blanche"] = set(trace["hands"][other(role)])
    if rules["declaration_record"] == "totals":
        open_announcements(view, trace, role, moment)
    else:
        calls_and_answers(view, trace, role, moment)
        if role == "elder" and moment[0] != "discard" and not has_led(moment):
            view["score"] = elder_before_his_lead(trace, role, moment)
    if "match" in trace:
        view["match_score"] = [trace["totals"][trace["players"][one]] for one in ROLES]
        view["match_deal"] = trace["match_deal"]
        view["in_match"] = 1
    return view
