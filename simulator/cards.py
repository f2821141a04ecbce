"""The two packs: card index <-> notation, hands as 64-bit masks, reading and printing.

A card of the 32-card pack has index 4*rank + suit (7 is rank 0, suits s h d c). In the 78-card pack the 56 suit cards
come first in the same way (1 is rank 0), then the trumps T1..T21 as 56..76 and the Excuse as 77.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from simulator.errors import RequestError, unknown

NOTATIONS = ("en", "fr", "unicode")
SUITS = "shdc"
SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
FRENCH_SUITS = {"s": "p", "h": "c", "d": "k", "c": "t"}
_FRENCH_NAMES = {"pique": "s", "coeur": "h", "carreau": "d", "trefle": "c", "p": "s", "c": "h", "k": "d", "t": "c"}
_ENGLISH_NAMES = {"spade": "s", "heart": "h", "diamond": "d", "club": "c", "s": "s", "h": "h", "d": "d", "c": "c"}
_FRENCH_RANKS = {"R": "K", "D": "Q", "V": "J"}


@dataclass(frozen=True)
class Pack:
    """A pack of cards.

    Attributes
    ----------
    ranks : tuple of str
        English ranks from low to high.
    trumps : int
        How many numbered trumps follow the suit cards (0 for none); with trumps there is an Excuse as well.
    """

    ranks: tuple[str, ...]
    trumps: int = 0

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The English name of every card, by index."""
        suited = [rank + suit for rank in self.ranks for suit in SUITS]
        trumps = [f"T{number}" for number in range(1, self.trumps + 1)]
        return (*suited, *trumps, *(["EX"] if trumps else []))

    @cached_property
    def _index(self) -> dict[str, int]:
        return {name.lower(): number for number, name in enumerate(self.names)}

    @property
    def size(self) -> int:
        """How many cards there are."""
        return len(self.names)

    def name(self, card: int, notation: str = "en") -> str:
        """Return the name of a card index in the ``en``, ``fr`` or ``unicode`` notation."""
        english = self.names[card]
        if notation == "en" or not self._suited(card):
            return english
        rank, suit = english[:-1], english[-1]
        if notation == "unicode":
            return rank + SIGNS[suit]
        french = {"K": "R", "Q": "D", "J": "V", "T": "10"}
        return french.get(rank, rank) + FRENCH_SUITS[suit]

    def names_of(self, cards: Iterable[int], notation: str = "en") -> list[str]:
        """Return the names of card indices, in their order."""
        return [self.name(card, notation) for card in cards]

    def hand(self, cards: Iterable[int], notation: str = "en") -> str:
        """Return cards as text, by suit, high cards first: ``s:AKQ h:T98`` (trumps last, spaced)."""
        cards = sorted(cards, reverse=True)
        groups = []
        for number, suit in enumerate(SUITS):
            held = [self.name(card, notation) for card in cards if self._suited(card) and card % 4 == number]
            if not held:
                continue
            mark = SIGNS[suit] if notation == "unicode" else FRENCH_SUITS[suit] if notation == "fr" else suit
            groups.append(f"{mark}:" + "".join(name[:-1] for name in held))
        groups += [self.name(card, notation) for card in cards if not self._suited(card)]
        return " ".join(groups)

    def _suited(self, card: int) -> bool:
        return card < 4 * len(self.ranks)

    def card(self, text: str, notation: str = "en") -> int:
        """Return the index of one card written in any of the notations.

        Raises
        ------
        RequestError
            When it is no card of this pack; near names are suggested.
        """
        name = self._english(text.strip(), notation)
        if name is None or name.lower() not in self._index:
            raise unknown("card", text, self.names)
        return self._index[name.lower()]

    def _english(self, text: str, notation: str) -> str | None:
        """Return the English name that `text` stands for, as far as its form is that of a card."""
        spelt = _without_accents(text)
        plain = spelt
        for suit, sign in SIGNS.items():
            plain = plain.replace(sign, suit)
        french = notation == "fr" and plain == spelt  # a suit sign is read in any notation
        if plain.lower() in self._index and not french:
            return plain
        found = re.fullmatch(r"(10|\d|[A-Za-z]+?)[ -]?(de )?([a-z]+?)s?", plain, re.IGNORECASE)
        if not found:
            return plain if plain.lower() in self._index else None
        rank, suit = found[1].upper(), found[3].lower()
        french = french or text != plain and suit not in SUITS
        if french or notation == "fr":
            rank = _FRENCH_RANKS.get(rank, rank)
        if french:
            if suit not in _FRENCH_NAMES:
                return plain if plain.lower() in self._index else None
            suit = _FRENCH_NAMES[suit]
        else:
            suit = _ENGLISH_NAMES.get(suit, suit)
        if rank == "10" and "10" not in self.ranks:
            rank = "T"
        return rank + suit

    def cards(self, text: str, notation: str = "en") -> list[int]:
        """Return the indices of the cards in `text`: single cards or groups by suit, spaces or commas between.

        Raises
        ------
        RequestError
            For a card that is not in the pack, or one that stands twice.
        """
        found: list[int] = []
        for word in re.split(r"[\s,]+", text.strip()):
            if not word:
                continue
            for card in self._group(word, notation) if ":" in word else [self.card(word, notation)]:
                if card in found:
                    raise RequestError(f"the card {self.names[card]} stands twice in {text.strip()!r}; name it once")
                found.append(card)
        return found

    def _group(self, word: str, notation: str) -> list[int]:
        suit, _, ranks = word.partition(":")
        if ranks in ("", "-"):
            self.card(self.ranks[0] + suit, notation)  # refuses a suit that does not exist
            return []
        pieces = re.findall(r"10|.", ranks)
        return [self.card(piece + suit, notation) for piece in pieces]


PACK_32 = Pack(("7", "8", "9", "T", "J", "Q", "K", "A"))
PACK_78 = Pack((*(str(number) for number in range(1, 11)), "J", "C", "Q", "K"), trumps=21)


def mask(cards: Iterable[int]) -> int:
    """Return the mask of card indices below 64."""
    return sum(1 << card for card in set(cards))


def members(cards: int, within: Sequence[int] = range(64)) -> list[int]:
    """Return the card indices of a mask, lowest first."""
    number = int(cards)
    return [card for card in within if number >> card & 1]


def _without_accents(text: str) -> str:
    """Return `text` with accents and ligatures taken apart, so that trèfle and cœur are read.

    The marks that ask for a sign as text or as a picture (U+FE0E, U+FE0F) go as well: telephones type them.
    """
    spread = unicodedata.normalize("NFKD", text.replace("œ", "oe").replace("Œ", "Oe"))
    return "".join(letter for letter in spread if not unicodedata.combining(letter) and letter not in "\ufe0e\ufe0f")
