"""Cards of the Piquet pack as strings ("As", "Td"), the deal, the holdings of a hand, and the play of a trick.

Everything is a list of strings searched by loops: this is the half of the referee in which a rule of the
specification can be read off the code, at any cost in speed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

RANKS = "AKQJT987"  # R1, strongest first
SUITS = "shdc"
ROLES = ("elder", "younger")
PACK = [rank + suit for suit in SUITS for rank in RANKS]
PIPS = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10, "9": 9, "8": 8, "7": 7}  # R2

Trick = dict[str, Any]


def other(role: str) -> str:
    """The opponent of a role."""
    return "younger" if role == "elder" else "elder"


def height(card: str) -> int:
    """Rank of a card as a number, 0 for a seven up to 7 for an ace (R1)."""
    return len(RANKS) - 1 - RANKS.index(card[0])


def parse_hand(text: str) -> list[str]:
    """Read a hand in the notation of section 0, such as "s:AKT h:- d:Q98 c:A7"."""
    cards = []
    for group in text.split():
        suit, ranks = group.split(":")
        if ranks != "-":
            cards += [rank + suit for rank in ranks]
    if len(set(cards)) != len(cards) or any(card not in PACK for card in cards):
        raise ValueError(f"not a hand: {text!r}")
    return cards


def same_cards(one: Sequence[str], two: Sequence[str]) -> bool:
    """Whether two lists hold the same cards in any order."""
    return sorted(one) == sorted(two)


def deal(pack: Sequence[str], batch: int = 2) -> tuple[dict[str, list[str]], list[str]]:
    """Deal a pack of 32 in turns of `batch` cards, elder first, the talon last and its top card first (R3)."""
    hands: dict[str, list[str]] = {"elder": [], "younger": []}
    for position in range(24):
        turn = position // batch
        hands["elder" if turn % 2 == 0 else "younger"].append(pack[position])
    return hands, list(pack[24:32])


def has_carte_blanche(hand: Sequence[str]) -> bool:
    """Whether a dealt hand is without king, queen and jack; aces do not matter (R5)."""
    return not any(card[0] in "KQJ" for card in hand)


def point_total(cards: Sequence[str]) -> int:
    """Sum of the pips of some cards (R2)."""
    return sum(PIPS[card[0]] for card in cards)


def suits_held(hand: Sequence[str]) -> list[list[str]]:
    """Every suit held, best point first: more cards, then more pips (R9)."""
    held = [sorted((c for c in hand if c[1] == suit), key=height, reverse=True) for suit in SUITS]
    return sorted((cards for cards in held if cards), key=lambda cards: (len(cards), point_total(cards)), reverse=True)


def sequences_held(hand: Sequence[str]) -> list[list[str]]:
    """Every whole run of three or more consecutive cards of a suit, longest first, then highest (R10)."""
    runs = []
    for suit in SUITS:
        run: list[str] = []
        for rank in RANKS + "-":  # the sentinel ends a run that reaches the seven
            if rank + suit in hand:
                run.append(rank + suit)
                continue
            if len(run) >= 3:
                runs.append(run)
            run = []
    return sorted(runs, key=lambda cards: (len(cards), height(cards[0])), reverse=True)


def sets_held(hand: Sequence[str], min_rank: str = "T") -> list[list[str]]:
    """Every three or four of a rank not below `min_rank`, fours before threes, then by rank (R11)."""
    sets = []
    for rank in RANKS[: RANKS.index(min_rank) + 1]:
        cards = [rank + suit for suit in SUITS if rank + suit in hand]
        if len(cards) >= 3:
            sets.append(cards)
    return sorted(sets, key=lambda cards: (len(cards), height(cards[0])), reverse=True)


def beats(reply: str, lead: str) -> bool:
    """Whether the reply takes the trick: same suit and higher, for there are no trumps (R13)."""
    return reply[1] == lead[1] and height(reply) > height(lead)


def legal_cards(hand: Sequence[str], lead: str | None, follow_suit: bool = True, must_win: bool = False) -> list[str]:
    """Cards of the hand that may be played to the lead, or led when there is none (R13).

    With `must_win` a player who can take the trick among the cards left to him must do so.
    """
    cards = list(hand)
    if lead is None:
        return cards
    same_suit = [card for card in cards if card[1] == lead[1]]
    if follow_suit and same_suit:
        cards = same_suit
    winning = [card for card in cards if beats(card, lead)]
    if must_win and winning:
        cards = winning
    return cards


def trick_winner(leader: str, lead: str, reply: str) -> str:
    """The role that takes the trick (R13)."""
    return other(leader) if beats(reply, lead) else leader


def p0_lead(hand: Sequence[str]) -> str:
    """Lead of the test policy P0: the highest rank, ties in the order s, h, d, c (section 0)."""
    return min(hand, key=lambda card: (-height(card), SUITS.index(card[1])))


def p0_reply(hand: Sequence[str], lead: str) -> str:
    """Reply of the test policy P0: the lowest card that wins, otherwise the lowest legal card (section 0)."""
    legal = legal_cards(hand, lead)
    winning = [card for card in legal if beats(card, lead)]
    return min(winning or legal, key=lambda card: (height(card), SUITS.index(card[1])))


def replay_p0(elder_hand: Sequence[str], younger_hand: Sequence[str]) -> list[Trick]:
    """Play twelve tricks by the test policy P0, elder leading first (section 0, R13)."""
    hands = {"elder": list(elder_hand), "younger": list(younger_hand)}
    leader = "elder"
    tricks = []
    for _ in range(12):
        lead = p0_lead(hands[leader])
        reply = p0_reply(hands[other(leader)], lead)
        winner = trick_winner(leader, lead, reply)
        tricks.append({"leader": leader, "cards": [lead, reply], "winner": winner})
        hands[leader].remove(lead)
        hands[other(leader)].remove(reply)
        leader = winner
    return tricks


def tricks_won(tricks: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Number of tricks of each role."""
    return {role: sum(trick["winner"] == role for trick in tricks) for role in ROLES}
