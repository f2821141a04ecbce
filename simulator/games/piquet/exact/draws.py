"""Chances to take in named cards, and the odds that the old treatises print.

A player who holds twelve cards has not seen twenty; in whatever order they lie, those he draws are a sample of them
without replacement (the hypergeometric law). What he has discarded he knows, so it is not among the twenty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from simulator.exact import Exact

UNSEEN = 20
MOST_DRAWN, MOST_NAMED = 7, 4
METHOD = "hypergeometric: n draws from 20 unseen cards"
CAVENDISH, HOYLE = "Cavendish, Laws of Piquet", "Hoyle, another edition"


def taken(draws: int, named: int, least: int) -> Fraction:
    """Return the chance to take in at least `least` of `named` unseen cards with `draws` draws."""
    ways = sum(comb(named, k) * comb(UNSEEN - named, draws - k) for k in range(least, min(draws, named) + 1))
    return Fraction(ways, comb(UNSEEN, draws))


@dataclass(frozen=True)
class Printed:
    """Odds as a book prints them: `odds` is a pair (17, 3), `on` where the event is the likelier side."""

    id: str
    draws: int
    named: int
    least: int
    odds: tuple[int, int]
    on: bool = False
    book: str = CAVENDISH
    misprint_of: tuple[int, int] | None = None

    @property
    def text(self) -> str:
        """The odds in words."""
        return _spoken(self.odds, self.on)


PRINTED = (
    Printed("PIQ-DRAW-01", 5, 1, 1, (3, 1)),
    Printed("PIQ-DRAW-02", 5, 2, 2, (18, 1)),
    Printed("PIQ-DRAW-03", 5, 3, 3, (113, 1)),
    Printed("PIQ-DRAW-04", 5, 4, 4, (968, 1)),
    Printed("PIQ-DRAW-06", 5, 2, 1, (5, 4)),
    Printed("PIQ-DRAW-07", 5, 3, 1, (3, 2), on=True),
    Printed("PIQ-DRAW-08", 5, 3, 2, (6, 1)),
    Printed("PIQ-DRAW-09", 5, 4, 1, (5, 2), on=True),
    Printed("PIQ-DRAW-12", 3, 1, 1, (17, 3)),
    Printed("PIQ-DRAW-13", 3, 2, 2, (62, 1)),
    Printed("PIQ-DRAW-15", 3, 2, 1, (5, 2)),
    Printed("PIQ-DRAW-16", 3, 3, 1, (3, 2)),
    Printed("PIQ-DRAW-17", 3, 3, 2, (21, 1)),
    Printed("PIQ-DRAW-18", 3, 4, 1, (29, 28), on=True),
    Printed("PIQ-DRAW-29", 3, 1, 1, (17, 1), book=HOYLE, misprint_of=(17, 3)),
)


def odds(chance: Fraction) -> str:
    """Return a chance as odds in lowest terms: ``21 to 17 against``, ``137 to 91 on``."""
    happens, fails = chance.numerator, chance.denominator - chance.numerator
    return _spoken((happens, fails), True) if happens > fails else _spoken((fails, happens), False)


def _spoken(pair: tuple[int, int], on: bool) -> str:
    return f"{pair[0]} to {pair[1]} {'on' if on else 'against'}"


def remark(printed: Printed, chance: Fraction) -> str:
    """Return how a printed value and the exact one agree."""
    first, second = printed.odds
    if Fraction(first if printed.on else second, first + second) == chance:
        return "exact"
    if printed.misprint_of:
        return f"wrong: a misprint for {_spoken(printed.misprint_of, printed.on)}"
    return f"rounded: exactly {odds(chance)}"


def _group(draws: int, named: int, least: int) -> dict[str, str | int]:
    return {"draws": draws, "named": named, "at_least": least}


def _sections() -> Iterator[Exact]:
    """Facts 30 and 31."""
    for row, case in (("PI-30", (5, 4, 1)), ("PI-31a", (5, 1, 1)), ("PI-31b", (3, 1, 1))):
        yield Exact(row, "take_in", _group(*case), taken(*case), METHOD)


def _books() -> Iterator[Exact]:
    for item in PRINTED:
        case = (item.draws, item.named, item.least)
        chance = taken(*case)
        group = _group(*case) | {"book": item.book}
        yield Exact(item.id, "take_in", group, chance, METHOD, item.text, remark(item, chance))
    blank = Fraction(comb(20, 12), comb(32, 12))
    told = f"right to the unit: exactly {float(1 / blank - 1):.2f} to 1 against"
    group = {"player": "one named", "book": CAVENDISH}
    yield Exact("PIQ-CB-1", "carte_blanche", group, blank, "C(20,12) of C(32,12) hands", "1791 to 1 against", told)


def _table() -> Iterator[Exact]:
    for draws in range(1, MOST_DRAWN + 1):
        for named in range(1, MOST_NAMED + 1):
            for least in range(1, min(draws, named) + 1):
                case = (draws, named, least)
                yield Exact(f"draw-{draws}-{least}of{named}", "take_in", _group(*case), taken(*case), METHOD)


def draws() -> list[Exact]:
    """Return facts 30 and 31, the odds of the old books, and the table of 1..7 draws and 1..4 named cards."""
    return [*_sections(), *_books(), *_table()]
