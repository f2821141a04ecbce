"""Chapters to draw: a run of Piquet with likely numbers, and the poor and hostile ones that a page must survive."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from analyses.estimates import Estimate, mean, quantile, share
from reports.chapter import Chapter

NAN, INFINITY = float("nan"), float("inf")
ROLES = ("elder", "younger")
# Exact chances of dealt hands: specification of Piquet, section 5, rows 9..12 and 6..8 (sets put together).
DEALT: Mapping[str, Mapping[str, Fraction]] = {
    "point": {
        "3 cards": Fraction(175616, 4032015),
        "4 cards": Fraction(444724, 806403),
        "5 cards": Fraction(446208, 1344005),
        "6 cards": Fraction(269108, 4032015),
        "7 cards": Fraction(352, 58435),
        "8 cards": Fraction(11, 58435),
    },
    "set": {
        "none": Fraction(19266865, 45158568),
        "trio K": Fraction(950202, 1881607),
        "quatorze A": Fraction(3086855, 45158568),
    },
}
COLUMNS = {
    "score_elder": "points of elder in the deal",
    "score_younger": "points of younger in the deal",
    "exchanged_elder": "cards exchanged by elder",
    "exchanged_younger": "cards exchanged by younger",
    "point_winner": "whose point is good",
    "play_elder": "points of elder from the play: counted tricks, cards or capot, last trick",
}


def moments(counts: Mapping[Any, int]) -> tuple[int, int, int]:
    return (
        sum(counts.values()),
        sum(value * n for value, n in counts.items()),
        sum(value * value * n for value, n in counts.items()),
    )


def drawn(n: int, seed: int, values: Mapping[Any, float]) -> dict[Any, int]:
    """Return how often each of `values` comes in `n` draws with those weights; every value has a cell."""
    found = Counter(random.Random(seed).choices(list(values), weights=list(values.values()), k=n))
    return {value: found[value] for value in values}


def histograms(n: int, roles: tuple[str, ...] = ROLES) -> dict[str, dict[int | str, int]]:
    found: dict[str, dict[int | str, int]] = {}
    for seat, role in enumerate(roles):
        found[f"score_{role}"] = drawn(n, seat, {x: 1 / (1 + abs(x - 11 + 2 * seat)) for x in range(61)})
        found[f"exchanged_{role}"] = drawn(n, 10 + seat, {k: (1 + seat) ** k for k in range(1, 6)})
    tricks = drawn(n, 20, {t: 13 - abs(2 * t - 12) for t in range(13)})
    found[f"tricks_{roles[0]}"] = dict(tricks)
    if len(roles) == 2:
        found[f"tricks_{roles[1]}"] = {12 - t: many for t, many in tricks.items()}
    return found


def summary(counts: Mapping[str, Mapping[Any, int]], roles: tuple[str, ...] = ROLES) -> list[Estimate]:
    found: list[Estimate] = []
    n = sum(counts[f"score_{roles[0]}"].values())
    for role in roles:
        found.append(mean("score", {"role": role}, *moments(counts[f"score_{role}"])))
        found.append(quantile("score_median", {"role": role}, counts[f"score_{role}"], Fraction(1, 2)))
        for stem in ("exchanged", "tricks"):
            if f"{stem}_{role}" in counts:
                found.append(mean(stem, {"role": role}, *moments(counts[f"{stem}_{role}"])))
        found.append(mean("play", {"role": role}, n, 3 * n, 12 * n))
        found.append(share("wins", {"role": role}, n * 9 // 20, n))
    found.append(mean("score_difference", {}, n, n * 3 // 2, 120 * n))
    found.append(share("ties", {}, n - 2 * (n * 9 // 20), n))
    for value, part in {"none": 0, "elder": 55, "younger": 38, "equal": 7}.items():
        found.append(share("point_winner", {"value": value}, n * part // 100, n))
    found.append(mean("point_points", {}, n, 5 * n, 27 * n))
    return found


def declarations(n: int, roles: tuple[str, ...] = ROLES) -> list[Estimate]:
    found: list[Estimate] = []
    for kind, chances in DEALT.items():
        for seat, role in enumerate(roles):
            whole: dict[str, str | int] = {"role": role, "kind": kind}
            counts = drawn(n, 30 + seat, {name: float(chance) for name, chance in chances.items()})
            for name, chance in chances.items():
                found.append(share("dealt", {**whole, "holding": name}, counts[name], n).against(chance))
            for name, many in sorted(counts.items()):
                group = {**whole, "holding": name}
                found.append(share("held", group, many, n))
                if name != "none":
                    found.append(share("good", group, many * 3 // 5, many))
                    found.append(share("equal", group, many // 10, many))
                    found.append(mean("points", group, many, 2 * many, 7 * many))
            found.append(share("won", whole, n * 2 // 5, n))
            found.append(mean("class_points", whole, n, 3 * n, 20 * n))
    return found


def piquet(n: int = 20_000, roles: tuple[str, ...] = ROLES) -> Chapter:
    counts = histograms(n, roles)
    return Chapter(
        title=f"Piquet: greedy against {roles[1]}",
        about="Piquet for two, 32 cards",
        roles=roles,
        head={
            "game": "piquet",
            "rules": {"quinte_points": 15},
            "strategies": dict.fromkeys(roles, "greedy"),
            "seed": 12345678901,
            "first": 0,
            "deals": n,
            "seconds": 1.25,
            "deals_per_second": n / 1.25,
        },
        rules="seed,quinte_points=15",
        parameters=[
            ("quinte_points", 15, 5, "points for a sequence of five"),
            ("follow_suit", True, True, "the suit led must be followed"),
        ],
        summary=summary(counts, roles),
        declarations=declarations(n, roles),
        histograms=counts,
        columns=COLUMNS,
        reproduce=("quatorze run piquet -s greedy --seed 12345678901 --out A", "quatorze report A -o report.html"),
    )


def small(n: int = 300) -> Chapter:
    """Return a chapter that is quick to draw."""
    return replace(piquet(n), declarations=())


HOSTILE = '<script>alert(\'1&2\')</script> "$x_1^$ url(#a) id="b" \x00\x1b]0; 1.23456789 </svg> --> 日本'


def hostile() -> Chapter:
    """Return a chapter whose every name is the worst that a file may hold."""
    rename = {"elder": HOSTILE, "younger": "_" + HOSTILE * 3}
    found = piquet(2_000)

    def renamed(e: Estimate) -> Estimate:
        group = {key: rename.get(str(value), value) for key, value in e.group.items()}
        if "holding" in group:
            group["holding"] = f"{HOSTILE} {group['holding']}"
        return replace(e, group=group)

    own = [renamed(e) for e in found.summary]
    own += [replace(own[0], name=HOSTILE), replace(own[0], group={HOSTILE: HOSTILE})]
    own += [share(HOSTILE, {"value": word}, 7, 20) for word in (HOSTILE, "b")]
    return replace(
        found,
        title=HOSTILE,
        about=HOSTILE,
        roles=tuple(rename.values()),
        rules=HOSTILE,
        head={**found.head, "strategies": dict.fromkeys(rename.values(), HOSTILE), "game": HOSTILE, "seed": HOSTILE},
        parameters=[(HOSTILE, HOSTILE, "<b>", HOSTILE)],
        summary=own,
        declarations=[renamed(e) for e in found.declarations],
        histograms={
            f"{stem}_{rename[role]}": cells
            for name, cells in found.histograms.items()
            for stem, _, role in [name.partition("_")]
        },
        columns=dict.fromkeys(COLUMNS, HOSTILE),
        reproduce=(HOSTILE,),
    )


def poor() -> dict[str, Chapter]:
    """Return chapters that lack this or that, by what is odd about them."""
    full = piquet(500)
    bare = Chapter("t", "a", ROLES, {}, "seed", (), ())
    nothing = {name: dict.fromkeys(cells, 0) for name, cells in full.histograms.items()}
    unknown = [Estimate(e.name, e.group, None, None, None, None, 0, kind=e.kind) for e in full.summary]
    broken = [
        replace(e, value=NAN, se=INFINITY, low=-INFINITY, high=NAN, exact=NAN, z=NAN)
        for e in [*full.summary, *full.declarations]
    ]  # fmt: skip
    negative: dict[str, dict[int | str, int]] = {"score_elder": {-30: 3, -1: 2, 0: 1, 400: 1}, "score_younger": {-7: 7}}
    return {
        "nothing at all": bare,
        "zero deals": replace(
            full, summary=summary(nothing), declarations=declarations(0), histograms=nothing, head={"deals": 0}
        ),
        "one deal": piquet(1),
        "two deals": piquet(2),
        "values that are None": replace(full, summary=unknown, declarations=[]),
        "values that are no numbers": replace(full, summary=broken, declarations=broken),
        "negative and far scores": replace(bare, histograms=negative, summary=[
            mean("score", {"role": role}, *moments(negative[f"score_{role}"])) for role in ROLES
        ]),
        "constant columns": replace(bare, histograms={"score_elder": {0: 9}, "exchanged_elder": {3: 9}}, summary=[
            mean("score", {"role": "elder"}, 9, 0, 0), mean("score_difference", {}, 9, 0, 0),
            share("last_trick", {"value": "elder"}, 9, 9), share("last_trick", {"value": "younger"}, 0, 9),
        ]),
        "histograms alone": replace(bare, histograms=full.histograms),
        "announcements alone": replace(bare, declarations=full.declarations),
        "words in a histogram": replace(bare, histograms={"score_elder": {"won": 3, "lost": 4}, "tricks_elder": {}}),
        "many roles": replace(piquet(300), roles=("elder", "younger", "seat2", "seat3", "seat4", "seat5")),
        "no roles": replace(full, roles=()),
    }  # fmt: skip
