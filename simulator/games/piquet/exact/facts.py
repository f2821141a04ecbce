"""The exact values of Piquet by topic, under the ids of section 5 of its specification.

An id of section 5 names one reading of the rules. Where the rules asked for give another value, it goes by a name of
its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from simulator.exact import Exact
from simulator.games.piquet.exact import contests, enumeration
from simulator.games.piquet.exact.draws import draws
from simulator.games.piquet.outcome import LENGTHS, RANKS

ENUMERATED = "enumeration of all 225,792,840 dealt hands"
PAIRED = "generating functions over {parts}: all 28,443,124,054,800 pairs of dealt hands"
BY_SUITS, BY_RANKS = PAIRED.format(parts="the four suits"), PAIRED.format(parts="the eight ranks")
SYMMETRIC = "counting: any of the eight ranks is as good as the aces; " + ENUMERATED


def _sequence_lengths(counts: enumeration.Counts) -> list[int]:
    """Return how many hands have a longest sequence of 0 (none), 3, ..., 8 cards."""
    by_length = counts.sequences.reshape(-1, 8).sum(axis=1)
    return [int(by_length[length]) for length in (0, *LENGTHS)]


def dealt(rules: Mapping[str, Any]) -> list[Exact]:
    """Return facts 1 to 17, 32 and 33: what a player is dealt."""
    lowest = contests.LOW[rules["set_min_rank"]]
    counts = enumeration.dealt(lowest)

    def value(row: str, name: str, group: dict[str, str | int], hands: int, method: str = ENUMERATED) -> Exact:
        return Exact(row, name, group, Fraction(int(hands), counts.hands), method)

    def sets(row: str, holding: str, hands: int) -> Exact:
        own = row if rules["set_min_rank"] == "T" else f"set-{holding}"
        return value(own, "dealt", {"kind": "set", "holding": holding}, hands)

    def point(row: str, cards: int) -> Exact:
        hands = sum(int(n) for pips, n in enumerate(counts.points) if n and (pips + 6) // 10 == cards)
        return value(row, "dealt", {"kind": "point", "holding": f"{cards} cards"}, hands)

    named: dict[str, str | int] = {"rank": "any one"}
    impossible = "counting: 24 cards other than king, queen and jack would be needed, there are 20"
    found = [
        value("PI-1", "carte_blanche", {"player": "one named"}, counts.blank),
        value("PI-2", "carte_blanche", {"player": "either"}, 2 * counts.blank, f"twice PI-1, disjoint; {ENUMERATED}"),
        value("PI-3", "carte_blanche", {"player": "both"}, 0, impossible),
        value("PI-4", "rank", named | {"cards": 4}, counts.aces[4], SYMMETRIC),
        value("PI-5", "rank", named | {"cards": 3}, counts.aces[3], SYMMETRIC),
        sets("PI-6", "quatorze", counts.sets[32:].sum()),
        sets("PI-7", "trio", counts.sets[24:32].sum()),
        sets("PI-8", "none", counts.sets[0]),
        *map(point, ("PI-9", "PI-10", "PI-11", "PI-12a", "PI-12b", "PI-12c"), range(3, 9)),
    ]
    rows = ("PI-13", "PI-14", "PI-15", "PI-16", "PI-17a", "PI-17b", "PI-17c")
    for row, word, hands in zip(rows, ("none", *LENGTHS.values()), _sequence_lengths(counts), strict=True):
        found.append(value(row, "dealt", {"kind": "sequence", "holding": word}, hands))
    found.append(value("PI-32", "rank", {"rank": "A", "cards": 0}, counts.aces[0]))
    found.append(value("PI-33", "void", {"suits": "at least one"}, counts.void))
    return found


def holdings(rules: Mapping[str, Any]) -> list[Exact]:
    """Return the chance of each single best holding of a dealt hand: every total of pips, sequence and set."""
    counts = enumeration.dealt(contests.LOW[rules["set_min_rank"]])
    kinds: tuple[tuple[str, np.ndarray, Callable[[int], str]], ...] = (
        ("point", counts.points, lambda pips: f"{pips} pips"),
        ("sequence", counts.sequences, sequence_word),
        ("set", counts.sets, set_word),
    )
    return [
        Exact(
            f"dealt-{kind}-{word(strength).replace(' ', '-')}",
            "dealt",
            {"kind": kind, "holding": word(strength)},
            Fraction(int(hands), counts.hands),
            ENUMERATED,
        )
        for kind, histogram, word in kinds
        for strength, hands in enumerate(histogram)
        if hands
    ]


def sequence_word(strength: int) -> str:
    """Return how a sequence of strength 8*length + top rank is called."""
    return f"{LENGTHS[strength >> 3]} {RANKS[strength & 7]}" if strength else "none"


def set_word(strength: int) -> str:
    """Return how a set of strength 8*cards + rank is called."""
    return f"{'quatorze' if strength >= 32 else 'trio'} {RANKS[strength & 7]}" if strength else "none"


def contest_values(rules: Mapping[str, Any]) -> list[Exact]:
    """Return facts 18 to 29: the contests between two dealt hands, as they also are after a blind exchange."""
    return [*_points(rules), *_sequences(rules), *_sets(rules)]


def _named(row: str, holds: bool, name: str) -> str:
    return row if holds else name


def _points(rules: Mapping[str, Any]) -> Iterator[Exact]:
    found = contests.point(rules["point_min_cards"])
    usual = rules["point_min_cards"] == 3
    kind: dict[str, str | int] = {"kind": "point"}
    untied = usual and rules["point_tie"] == "none"

    def cards(pips: int) -> int:
        return (pips + 6) // 10

    yield Exact(_named("PI-18", usual, "contest-point-better"), "better", kind, found.wins(), BY_SUITS)
    yield Exact(_named("PI-19", usual, "contest-point-equal"), "equal", kind, found.equal(), BY_SUITS)
    if not usual:
        yield Exact("contest-point-neither", "neither", kind, found.neither(), BY_SUITS)
    if rules["point_tie"] == "none":
        own = _named("PI-26", untied, "score-point")
        yield Exact(own, "class_points", kind, found.expected(cards), BY_SUITS)
    else:
        for role, ties in (("elder", True), ("younger", False)):
            score = found.expected(cards, ties)
            yield Exact(f"score-point-{role}", "class_points", kind | {"role": role}, score, BY_SUITS)


def _sequences(rules: Mapping[str, Any]) -> Iterator[Exact]:
    found = contests.sequence(rules["quinte_points"])
    kind: dict[str, str | int] = {"kind": "sequence"}
    yield Exact("PI-20", "better", kind, found.wins(), BY_SUITS)
    yield Exact("PI-21", "equal", kind, found.equal(), BY_SUITS)
    yield Exact("PI-22", "neither", kind, found.neither(), BY_SUITS)
    for row, quinte in (("PI-27", 5), ("PI-28", 15)):
        tariff = kind | {"scored": "best_only", "quinte": quinte}
        score = found.expected(lambda best, quinte=quinte: contests.sequence_points(best >> 3, quinte))  # type: ignore[misc]
        yield Exact(row, "class_points", tariff, score, BY_SUITS)
    if rules["sequence_extra"] == "all":
        tariff = kind | {"scored": "all", "quinte": rules["quinte_points"]}
        yield Exact("score-sequence-all", "class_points", tariff, found.expected_whole(), BY_SUITS)


def _sets(rules: Mapping[str, Any]) -> Iterator[Exact]:
    found = contests.sets(contests.LOW[rules["set_min_rank"]])
    usual = rules["set_min_rank"] == "T"
    kind: dict[str, str | int] = {"kind": "set"}
    cases: tuple[tuple[str, str, str, dict[str, str | int], Fraction], ...] = (
        ("PI-23", "better", "better", {}, found.wins()),
        ("PI-24a", "quatorze", "better", {"holding": "quatorze"}, found.wins(lambda best: best >= 32)),
        ("PI-24b", "trio", "better", {"holding": "trio"}, found.wins(lambda best: best < 32)),
        ("PI-25", "neither", "neither", {}, found.neither()),
        ("PI-29", "score", "class_points", {"scored": "best_only"}, found.expected(contests.set_points)),
    )
    for row, own, name, case, chance in cases:
        yield Exact(_named(row, usual, f"contest-set-{own}"), name, kind | case, chance, BY_RANKS)
    if rules["set_extra"] == "all":
        group = kind | {"scored": "all"}
        yield Exact("score-set-all", "class_points", group, found.expected_whole(), BY_RANKS)


TOPICS: Mapping[str, Callable[[Mapping[str, Any]], list[Exact]]] = {
    "dealt": dealt,
    "holdings": holdings,
    "contests": contest_values,
    "draws": lambda rules: draws(),
}


def values(rules: Mapping[str, Any], topic: str) -> list[Exact]:
    """Return the values of one topic."""
    return TOPICS[topic](rules)
