"""How names and numbers are written for people: words for columns, shares in percent, no digit without support."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from analyses.estimates import Estimate, Z, digits, finite, plus_minus
from reports.chapter import Chapter

NO_VALUE = "–"
PLUS_MINUS = "\u00a0±\u00a0"  # a number and its error stay on one line
GOOD_Z = 4.0  # the house's limit for an estimate beside its exact value (`Estimate.agrees`)

NAMES = {
    "score_median": "median score",
    "wins": "comes out ahead",
    "ties": "nobody ahead",
    "exchanged": "cards exchanged",
    "tricks": "tricks won",
    "play": "points from the play",
    "point_winner": "point",
    "sequence_winner": "sequences",
    "set_winner": "sets",
    "point_points": "points for the point",
    "sequence_points": "points for sequences",
    "set_points": "points for sets",
    "class_points": "points a deal",
    "match_wins": "wins the match",
    "match_points": "points when the match ended",
    "match_points_median": "median of the points",
    "match_deals": "deals a match",
    "match_length": "how many deals a match has",
    "match_ending": "how matches end",
    "match_margin": "game points won less lost",
    "game_points": "game points of a match won",
    "rubicon": "lost below the rubicon",
    "first_dealer": "dealt first",
    "won": "good, of all deals",
    "dealt": "dealt",
    "held": "held",
    "none": "nobody",
    "point": "point",
    "sequence": "sequences",
    "set": "sets",
}
ACCENTS = {
    "quatrieme": "quatrième",
    "seizieme": "seizième",
    "dix-septieme": "dix-septième",
    "dix-huitieme": "dix-huitième",
    "ecart": "écart",
    "poignee": "poignée",
}


def human(name: object) -> str:
    """Return a name as people read it: from the map, else with underscores replaced and nothing that cannot be shown.

    Examples
    --------
    >>> human("point_winner"), human("last_trick"), human("quatrieme A")
    ('point', 'last trick', 'quatrième A')
    """
    text = str(name)
    return NAMES.get(text) or plain(text)


def holding(name: object) -> str:
    """Return a holding or another value of a code as people read it; ``none`` stays what it is."""
    return plain(name)


def plain(name: object) -> str:
    """Return a name with underscores replaced, French accents in place, and without characters that show nothing."""
    text = "".join(c if c.isprintable() else " " for c in str(name)).replace("_", " ")
    return " ".join(ACCENTS.get(word, word) for word in text.split())


def short(text: str, most: int = 26) -> str:
    """Return a text cut to at most `most` characters, with an ellipsis where something is missing."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def capital(text: str) -> str:
    """Return a text with its first letter as a capital, the others as they are."""
    return text[:1].upper() + text[1:]


def listed(parts: Sequence[str]) -> str:
    """Return ``a``, ``a and b`` or ``a, b and c``."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def whole(number: object) -> str:
    """Write a count with commas; anything else as it is.

    Examples
    --------
    >>> whole(1000000), whole(1), whole(None)
    ('1,000,000', '1', '–')
    """
    if number is None or isinstance(number, float) and not math.isfinite(number):
        return NO_VALUE
    if isinstance(number, float):
        return f"{number:,.0f}" if abs(number) >= 100 else f"{number:.3g}"
    return f"{number:,}" if isinstance(number, int) and not isinstance(number, bool) else plain(number)


def deals(number: int, unit: str = "deal") -> str:
    """Write a number of deals, or of matches: ``1 deal``, ``1,000,000 deals``, ``3,000 matches``."""
    return f"{number:,} {unit if number == 1 else plural(unit)}"


def plural(unit: str) -> str:
    """Return ``deals`` or ``matches``."""
    return f"{unit}es" if unit.endswith("ch") else f"{unit}s"


def is_share(estimate: Estimate) -> bool:
    """Tell whether an estimate is told in percent."""
    return estimate.kind == "share"


def scaled(estimate: Estimate) -> Estimate:
    """Return a share in percent; any other estimate as it is."""
    if not is_share(estimate):
        return estimate

    def percent(number: float | None) -> float | None:
        return None if number is None else 100 * number

    return replace(
        estimate,
        value=percent(estimate.value),
        se=percent(estimate.se),
        low=percent(estimate.low),
        high=percent(estimate.high),
        exact=percent(estimate.exact),
    )


def half_width(estimate: Estimate) -> float | None:
    """Return half of the interval, None where it is unknown."""
    if estimate.low is None or estimate.high is None:
        return None
    return (estimate.high - estimate.low) / 2


def unit(estimate: Estimate) -> str:
    """Return what follows the number: a percent sign after a narrow space for a share, else nothing."""
    return "\u202f%" if is_share(estimate) else ""


def value(estimate: Estimate | None) -> str:
    """Write the value alone, with the digits that its error supports and its unit."""
    if estimate is None or estimate.value is None:
        return NO_VALUE
    given = scaled(estimate)
    return _written(given, given.value) + unit(given)


def told(estimate: Estimate | None) -> str:
    """Write an estimate as ``12.36 ± 0.02``; one whose interval is lopsided as ``0.02 (0.01 to 0.04)``."""
    if estimate is None or estimate.value is None:
        return NO_VALUE
    given = scaled(estimate)
    half = half_width(given)
    if half == 0:
        return value(estimate)
    if half is None:
        return f"{value(estimate)}{PLUS_MINUS}?"
    if lopsided(estimate):
        return f"{value(estimate)} ({interval(estimate)})"
    return minus(plus_minus(given).replace(" +- ", PLUS_MINUS)) + unit(given)


def lopsided(estimate: Estimate) -> bool:
    """Tell whether an interval says more than half of its width would: it has another middle, or no standard error."""
    value, low, high = estimate.value, estimate.low, estimate.high
    if value is None or low is None or high is None or low == high:
        return False
    return estimate.se is None or abs((low + high) / 2 - value) > (high - low) / 20


def interval(estimate: Estimate | None) -> str:
    """Write the ends of the interval with the digits of the value: ``12.34 to 12.38``; empty where it is unknown."""
    if estimate is None:
        return ""
    given = scaled(estimate)
    if given.low is None or given.high is None:
        return ""
    return f"{_written(given, given.low)} to {_written(given, given.high)}{unit(given)}"


def exactly(estimate: Estimate) -> str:
    """Write the exact value with one digit more than the estimate supports; empty where none is known."""
    given = scaled(estimate)
    if given.exact is None:
        return ""
    error = given.se or _error(given)
    return minus(digits(given.exact, error / 10 if error else None)) + unit(given)


def distance(estimate: Estimate) -> str:
    """Write the z-score; where there is none but equality was tested, ``equal`` or ``differs``; else nothing."""
    if estimate.z is not None and math.isfinite(estimate.z):
        rounded = f"{estimate.z:+.1f}"
        return "0.0" if rounded in ("+0.0", "-0.0") else minus(rounded)
    agrees = estimate.agrees()
    return "" if agrees is None else "equal" if agrees else "differs"


def minus(text: str) -> str:
    """Return a number with true minus signs in place of hyphens."""
    return re.sub(r"(?<![\w.])-(?=\d)", "−", text)


def without_role(meaning: str, role: str) -> str:
    """Return a column's meaning without the role it speaks of; as it is when it names the role in another way.

    Examples
    --------
    >>> without_role("points of elder in the deal", "elder")
    'points in the deal'
    """
    return re.sub(rf" (?:of|by|to|that) {re.escape(role)}\b", "", meaning, count=1)


def clean(chapter: Chapter) -> Chapter:
    """Return the chapter with None for whatever is not finite in its estimates."""
    return replace(
        chapter,
        summary=_cleaned(chapter.summary),
        declarations=_cleaned(chapter.declarations),
        awards=_cleaned(chapter.awards),
        matches=_cleaned(chapter.matches),
    )


def by_role(estimates: Iterable[Estimate], name: str) -> dict[str, Estimate]:
    """Return {role: estimate} of those called `name` whose group is a role and nothing else."""
    return {str(e.group["role"]): e for e in estimates if e.name == name and set(e.group) == {"role"}}


def first(estimates: Iterable[Estimate], name: str, group: Mapping[str, Any] | None = None) -> Estimate | None:
    """Return the first estimate of that name and group, None if there is none."""
    return next((e for e in estimates if e.name == name and dict(e.group) == dict(group or {})), None)


def _cleaned(estimates: Iterable[Estimate]) -> list[Estimate]:
    return [
        replace(
            e,
            value=finite(e.value),
            se=finite(e.se),
            low=finite(e.low),
            high=finite(e.high),
            exact=finite(e.exact),
            z=finite(e.z),
        )
        for e in estimates
    ]


def _written(given: Estimate, number: float | None) -> str:
    """Write the value or an end of a scaled estimate; 0 and 100 percent that are no rounding are written so."""
    if is_share(given) and number in (0, 100):
        return f"{number:.0f}"
    if given.kind == "quantile":  # it is the value of some deal, whatever its interval
        return minus(digits(number, None))
    return minus(digits(number, given.se or _error(given)))


def _error(given: Estimate) -> float | None:
    """Return what stands for the standard error where there is none or it is zero: that of an equally wide interval."""
    half = half_width(given)
    return half / Z if half else None
