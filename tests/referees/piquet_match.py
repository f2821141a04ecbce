"""A match of Piquet: who deals first, where it ends and who wins it (R4, R16, R22), and the judgement of its traces.

A match is looked at as a list of deals, a deal as a list of (player, points) in the order in which they count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tests.referees.piquet_shape import PLAYERS

Deal = Sequence[tuple[str, int]]
Row = dict[str, Any]

DEALS_OF_A_MATCH = 4096  # deal k of match m has the number 4096*m + k


def first_dealer(rules: Mapping[str, Any], seed: int, match: int) -> str:
    """The player who deals the first deal of a match: the rule's, or one drawn at even chances (use 3, stream 0)."""
    if rules["first_dealer"] != "random":
        return PLAYERS[rules["first_dealer"]]
    words = np.random.Philox(
        key=np.array([seed, 0], np.uint64), counter=np.array([0, DEALS_OF_A_MATCH * match, 0, 3], np.uint64)
    )
    draw = int(words.random_raw()) % 2**32
    return PLAYERS[draw * 2 // 2**32]


def players_of(deal: int, dealer: str) -> dict[str, str]:
    """Who is elder and who younger in a deal of a match; the dealer is younger, and the deal alternates (R4)."""
    opponent = PLAYERS[1 - PLAYERS.index(dealer)]
    if deal % 2 == 0:
        return {"elder": opponent, "younger": dealer}
    return {"elder": dealer, "younger": opponent}


def partie_result(total0: int, total1: int, rubicon: int = 100) -> Row:
    """Winner, game points and rubicon of a partie that ends with these totals (R22); equal totals have no winner."""
    if total0 == total1:
        return {"winner": "none", "game_points": 0, "rubicon": "none"}
    high, low = max(total0, total1), min(total0, total1)
    winner, loser = PLAYERS if total0 > total1 else PLAYERS[::-1]
    if low < rubicon:
        return {"winner": winner, "game_points": high + low + 100, "rubicon": loser}
    return {"winner": winner, "game_points": high - low + 100, "rubicon": "none"}


def ended(ending: str, deals: int, total: Mapping[str, int], winner: str = "none") -> Row:
    """What is known of a match that has ended; a winner by target has neither game points nor rubicon."""
    return {
        "deals": deals,
        "ending": ending,
        "winner": winner,
        "points_player0": total["player0"],
        "points_player1": total["player1"],
        "game_points": 0,
        "rubicon": "none",
    }


def settle(deals: Sequence[Deal], rules: Mapping[str, Any]) -> Row | None:
    """Play a match through its scoring events: how and where it ends, or None while it goes on (R16, R22)."""
    partie = rules["match_mode"] == "partie"
    at_once = not partie and rules["match_end"] == "in_order"
    total = dict.fromkeys(PLAYERS, 0)
    for count, deal in enumerate(deals, start=1):
        for player, points in deal:
            total[player] += points
            if at_once and total[player] >= rules["target"]:
                return ended("target", count, total, player)
        mine, theirs = total["player0"], total["player1"]
        leading = "player0" if mine > theirs else "player1"
        if not partie and not at_once and max(mine, theirs) >= rules["target"] and mine != theirs:
            return ended("target", count, total, leading)
        if partie:
            if count in (rules["n_deals"], rules["n_deals"] + 2) and mine != theirs:
                return {**ended("partie", count, total), **partie_result(mine, theirs, rules["rubicon"])}
            if count == rules["n_deals"] + 2:
                return ended("drawn", count, total)
        if count == rules["max_deals"]:
            return ended("unfinished", count, total)
    return None


def deal_of(trace: Mapping[str, Any]) -> Deal:
    """The scoring events of a told deal, by player."""
    return [(trace["players"][event["role"]], event["points"]) for event in trace["scoring"]]


def place_faults(trace: Mapping[str, Any]) -> list[str]:
    """Faults of what the trace of one deal tells about its place in the match."""
    match, number = trace["match"], trace["match_deal"]
    faults = []
    if not 0 <= number < trace["rules"]["max_deals"]:
        faults.append(f"match_deal: {number}, a match has at most {trace['rules']['max_deals']} deals")
    if trace["deal"] != DEALS_OF_A_MATCH * match + number:
        faults.append(f"deal: {trace['deal']} is not deal {number} of match {match}")
    players = players_of(number, first_dealer(trace["rules"], trace["seed"], match))
    if trace["players"] != players:
        faults.append(f"players: told {trace['players']}, right is {players}")
    return faults


def match_faults(traces: Sequence[Mapping[str, Any]]) -> list[str]:
    """Faults of a match as a whole, whose deals were each found right: order, totals, end and result."""
    if not traces:
        return ["match: of no deal"]
    faults = []
    head = traces[0]
    total = dict.fromkeys(PLAYERS, 0)
    for number, trace in enumerate(traces):
        for name in ("seed", "match", "rules"):
            if trace[name] != head[name]:
                faults.append(f"deal {number}: {name} is {trace[name]}, the first deal has {head[name]}")
        if trace["match_deal"] != number:
            faults.append(f"deal {number}: told as match_deal {trace['match_deal']}")
        if trace["totals"] != total:
            faults.append(f"deal {number}: totals before it are told as {trace['totals']}, right is {total}")
        for player, points in deal_of(trace):
            total[player] += points
        last = number == len(traces) - 1
        end = settle([deal_of(one) for one in traces[: number + 1]], head["rules"])
        if end is None:
            if last:
                faults.append(f"deal {number}: the last one told, but the match goes on")
            if trace["match_result"] is not None:
                faults.append(f"deal {number}: has the result {trace['match_result']}, but the match goes on")
            continue
        if not last:
            return [*faults, f"deal {number}: the match ends here, and {len(traces) - 1 - number} more are told"]
        dealer = first_dealer(head["rules"], head["seed"], head["match"])
        right = {"match": head["match"], "first_dealer": dealer, **end}
        if trace["match_result"] != right:
            faults.append(f"deal {number}: match_result is {trace['match_result']}, right is {right}")
    return faults
