"""The parameters of Piquet and their presets (specification section 2)."""

from __future__ import annotations

from collections.abc import Mapping

from simulator.errors import RequestError
from simulator.rules import Fact, Parameter, Rulebook, Value

_BOTH = (False, True)

PARAMETERS = (
    Parameter("elder_min_discard", "least number of cards elder must exchange", "R6", values=(0, 1)),
    Parameter("elder_max_discard", "greatest number of cards elder may exchange", "R6", low=1, high=5,
              worth=(1, 2, 3, 4)),
    Parameter("younger_min_discard", "least number of cards younger must exchange", "R7", values=(0, 1)),
    Parameter("elder_sees_left", "elder may look at the cards of his five that he leaves", "2", values=_BOTH),
    Parameter("younger_left_view", "whether younger may turn up what he leaves, for both to see", "2",
              values=("hidden", "shared_option")),
    Parameter("carte_blanche_points", "points for a dealt hand without king, queen and jack", "R5", high=200,
              worth=(0, 20)),
    Parameter("carte_blanche_reveal", "what the other player learns of a carte blanche", "2",
              values=("fact", "full_hand")),
    Parameter("point_min_cards", "least number of cards that make a point", "R9", values=(3, 4, 5)),
    Parameter("point_tie", "who scores when the points are equal", "R9", values=("none", "elder")),
    Parameter("quinte_points", "points for a sequence of five", "R10", values=(5, 15)),
    Parameter("sequence_extra", "whether the winner of the sequences also scores his other ones", "R10",
              values=("best_only", "all")),
    Parameter("set_min_rank", "lowest rank of which three or four make a set", "R11", values=("T", "7")),
    Parameter("set_extra", "whether the winner of the sets also scores his other ones", "R11",
              values=("best_only", "all")),
    Parameter("declare_mode", "whether a holding must be called", "2", values=("forced", "may_sink")),
    Parameter("declaration_record", "what each player learns from the announcements", "3",
              values=("totals", "call_and_answer")),
    Parameter("count_in_play", "one point for each card led, for winning as second, and for the last trick", "R18",
              values=_BOTH),
    Parameter("majority_points", "points for more than six tricks", "R14", high=200, worth=(10,)),
    Parameter("last_trick_points", "points for the last trick, told after the play", "R14", high=200, worth=(0, 1)),
    Parameter("capot", "what all twelve tricks are worth", "R14", values=("20_total", "40_instead_of_majority")),
    Parameter("split_last_trick", "whether the last trick scores when each has six", "R15", values=("void", "kept")),
    Parameter("repique", "bonus for 30 in hand before the other scores", "R20", values=(0, 60)),
    Parameter("pique", "elder's bonus for 30 in hand and counted play before the other scores", "R21",
              values=(0, 30)),
    Parameter("match_mode", "what a match is", "R16, R22", values=("target", "partie")),
    Parameter("target", "points that win a match", "R16", low=1, high=100_000),
    Parameter("match_end", "when reaching the target ends a match", "R16", values=("in_order", "end_of_deal")),
    Parameter("n_deals", "deals of a partie", "R22", low=2, high=1000),
    Parameter("rubicon", "points a loser needs to be out of the rubicon", "R22", high=100_000),
    Parameter("follow_suit", "the suit led must be followed", "R13", values=_BOTH),
    Parameter("must_win", "a card that beats the lead must be played if held", "R13", values=_BOTH),
    Parameter("deal_batch", "cards dealt at a time", "R3", values=(2, 3)),
    Parameter("first_dealer", "the player who deals first in a match", "R4", values=("random", 0, 1)),
    Parameter("max_deals", "deals after which a match that has not ended is left unfinished", "2", low=1, high=4096,
              worth=(12, 24)),
)  # fmt: skip

SEED: dict[str, Value] = {
    "elder_min_discard": 1,
    "elder_max_discard": 5,
    "younger_min_discard": 1,
    "elder_sees_left": False,
    "younger_left_view": "hidden",
    "carte_blanche_points": 10,
    "carte_blanche_reveal": "fact",
    "point_min_cards": 3,
    "point_tie": "none",
    "quinte_points": 5,
    "sequence_extra": "best_only",
    "set_min_rank": "T",
    "set_extra": "best_only",
    "declare_mode": "forced",
    "declaration_record": "totals",
    "count_in_play": False,
    "majority_points": 5,
    "last_trick_points": 2,
    "capot": "20_total",
    "split_last_trick": "void",
    "repique": 0,
    "pique": 0,
    "match_mode": "target",
    "target": 100,
    "match_end": "in_order",
    "n_deals": 6,
    "rubicon": 100,
    "follow_suit": True,
    "must_win": False,
    "deal_batch": 2,
    "first_dealer": "random",
    "max_deals": 4096,
}

CLASSIC: dict[str, Value] = {
    "elder_sees_left": True,
    "younger_left_view": "shared_option",
    "carte_blanche_reveal": "full_hand",
    "quinte_points": 15,
    "sequence_extra": "all",
    "set_extra": "all",
    "declare_mode": "may_sink",
    "declaration_record": "call_and_answer",
    "count_in_play": True,
    "majority_points": 10,
    "last_trick_points": 0,
    "capot": "40_instead_of_majority",
    "repique": 60,
    "pique": 30,
    "match_mode": "partie",
}

CLASSIC_CENT: dict[str, Value] = {**CLASSIC, "match_mode": "target", "younger_min_discard": 0}


def _check(rules: Mapping[str, Value]) -> None:
    """Refuse a partie in which the players do not deal equally often, or that cannot come to its end (R22)."""
    deals, most = int(rules["n_deals"]), int(rules["max_deals"])
    if deals % 2:
        raise RequestError(f"n_deals={deals} is not allowed; each player deals equally often, so n_deals is even")
    if rules["match_mode"] == "partie" and deals > most:
        raise RequestError(f"n_deals={deals} and max_deals={most} exclude each other; max_deals is at least n_deals")


RULEBOOK = Rulebook(
    game="piquet",
    parameters=PARAMETERS,
    facts=(
        Fact("younger_max_discard", "rest", "younger may take whatever elder left"),
        Fact("point_compare", "pips", "comparing pips and comparing cards, then pips, is the same contest (R9)"),
        Fact("sequence_tie", "none", "equal best sequences void the class under every preset (R10)"),
    ),
    presets={"seed": SEED, "classic": CLASSIC, "classic_cent": CLASSIC_CENT},
    check=_check,
)
