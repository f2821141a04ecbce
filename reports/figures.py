"""The figures of a chapter: what is drawn, and what is said of it. A figure whose numbers are missing is left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from matplotlib.ticker import FuncFormatter, MaxNLocator

from analyses.estimates import share
from reports.chapter import Chapter
from reports.drawing import (
    FAINT,
    INK,
    Picture,
    percent,
    role_colour,
    save,
    sheet,
    signed,
    style,
    svg,
    tick,
)
from reports.holdings import declared, sources
from reports.shares import split
from reports.words import by_role, capital, clean, deals, human, plain, plural, short, told

__all__ = ["Picture", "distribution", "figures", "save", "svg"]

FEW_BARS = 14  # up to so many bars each has its own label, and a whisker where one would be seen
MOST_BARS = 90  # more whole numbers than that are put together
SEEN = 0.012  # half widths from here on, as a share of the axis, can be seen
UNITS = {
    "score": "score in a deal",
    "exchanged": "cards exchanged",
    "tricks": "tricks won",
    "match_points": "points when the match ended",
    "match_deals": "deals in a match",
}
EACH = {
    "score": "each score",
    "exchanged": "each number of cards exchanged",
    "tricks": "each number of tricks",
    "match_points": "each total",
    "match_deals": "each number of deals",
}
TITLES = {
    "score": "Scores of one deal",
    "exchanged": "How many cards are exchanged",
    "tricks": "Tricks won",
    "match_points": "Points when the match ended",
    "match_deals": "How many deals a match has",
}


class Bar(NamedTuple):
    """A share of deals with its interval."""

    value: float
    low: float
    high: float


def figures(chapter: Chapter) -> list[Picture]:
    """Return the figures of a chapter, in the order in which they are shown.

    Parameters
    ----------
    chapter : Chapter

    Returns
    -------
    list of Picture
        Scores, exchanges, sources of points, who comes out ahead, tricks, and two a class of announcements; without
        those for which the chapter holds no numbers.
    """
    with style():
        return list(_figures(clean(chapter)))


def _figures(chapter: Chapter) -> Iterator[Picture]:
    for picture in (
        distribution(chapter, "score"),
        distribution(chapter, "exchanged"),
        sources(chapter),
        _shares(chapter),
        distribution(chapter, "tricks"),
    ):
        if picture is not None:
            yield picture
    yield from declared(chapter)


def _counts(chapter: Chapter, stem: str) -> dict[str, dict[int, int]]:
    """Return {role: {value: deals}} of the histograms ``<stem>_<role>`` that hold whole numbers and any deal."""
    found: dict[str, dict[int, int]] = {}
    for role in chapter.roles:
        cells = chapter.histograms.get(f"{stem}_{role}", {})
        numbers = {int(k): int(n) for k, n in cells.items() if not isinstance(k, str) and k == int(k) and n > 0}
        if numbers:
            found[role] = dict(sorted(numbers.items()))
    return found


def _mirrored(counts: Mapping[str, Mapping[int, int]]) -> bool:
    """Tell whether the second of two roles always has the rest of what the first has."""
    if len(counts) != 2:
        return False
    one, other = counts.values()
    whole = max(one) + min(other)
    return {whole - number: n for number, n in one.items()} == dict(other) and len(one) > 1


def distribution(chapter: Chapter, stem: str, unit: str = "deal", seat: int | None = 0) -> Picture | None:
    """Return the distribution of a column by role, one panel a role.

    Parameters
    ----------
    chapter : Chapter
    stem : str
        The columns ``<stem>_<role>``.
    unit : str
        What is counted: ``deal`` or ``match``.
    seat : int, optional
        The first role's place among the colours; without one, what is shown is of no role.
    """
    counts = _counts(chapter, stem)
    if not counts:
        return None
    rest = ""
    if stem == "tricks" and _mirrored(counts):
        one, other = (plain(role) for role in counts)
        counts = dict(list(counts.items())[:1])
        rest = f" {capital(other)} has the tricks that {one} has not."
    means = by_role(chapter.summary, stem)
    title = TITLES[stem]
    lowest, highest = min(map(min, counts.values())), max(map(max, counts.values()))
    bars = highest - lowest + 1
    step = -(-bars // MOST_BARS)
    edges = [lowest - 0.5 + step * i for i in range(-(-bars // step) + 1)]
    figure, panels = sheet(title, 0.75 + (1.28 if len(counts) > 1 else 1.75) * len(counts), len(counts))
    parts = {}
    for role, cells in counts.items():
        n = sum(cells.values())
        heights = [0] * (len(edges) - 1)
        for number, many in cells.items():
            heights[(number - lowest) // step] += many
        parts[role] = [_bar(many, n) for many in heights]
    told_alone = not chapter.players  # the deals of a match are no units: counts alone do not tell their errors
    widest = max((part.high - part.low) / 2 for own in parts.values() for part in own)
    top = max(part.value for own in parts.values() for part in own)
    for axes, (role, own) in zip(panels, parts.items(), strict=True):
        colour = FAINT if seat is None else role_colour(seat + chapter.roles.index(role))
        _bars(axes, edges, own, colour, top, told_alone and widest > SEEN * top)
        mean = means.get(role)
        if mean is not None and mean.value is not None:
            if bars > FEW_BARS:
                axes.axvline(mean.value, color=INK, linewidth=0.9, linestyle=(0, (4, 2)))
            else:
                axes.plot([mean.value], [0], "^", color=INK, markersize=5, clip_on=False, zorder=5)
            axes.set_title(f"mean {told(mean)}", loc="right", fontsize=9)
        axes.set_title(capital(short(plain(role))), loc="left", color=colour, fontsize=9.5, fontweight="bold")
        axes.set_ylabel(f"share of {plural(unit)}")
    panels[-1].set_xlabel(UNITS[stem] if step == 1 else f"{UNITS[stem]} (bars of {step})")
    ticks = bars + 1 if bars <= FEW_BARS else 9
    panels[-1].xaxis.set_major_locator(MaxNLocator(nbins=ticks, steps=[1, 2, 5, 10], integer=True))
    panels[-1].xaxis.set_major_formatter(FuncFormatter(lambda number, _: signed(number)))
    n = max(sum(cells.values()) for cells in counts.values())
    marked = "The dashed line is" if bars > FEW_BARS else "The triangle marks"
    caption = (
        f"Share of {deals(n, unit)} with {EACH[stem] if step == 1 else f'values in each range of {step}'}."
        f" {marked} the mean.{rest}"
    )
    if told_alone:
        caption += f" The 95\u202f% interval of a bar reaches at most ±{100 * widest:.2g} percentage points."
    label = f"{title}, distribution by {'role' if unit == 'deal' else 'player'} over {deals(n, unit)}. " + " ".join(
        f"{capital(plain(role))}: from {min(cells)} to {max(cells)}"
        f"{', mean ' + told(means[role]) if role in means and means[role].value is not None else ''},"
        f" most often {max(cells, key=lambda number: (cells[number], -number))}."
        for role, cells in counts.items()
    )
    return Picture(stem.replace("_", "-"), title, caption, label, figure)


def _bar(many: int, n: int) -> Bar:
    """Return the share of `many` of `n` deals as a bar."""
    e = share("", {}, many, n)
    return Bar(e.value or 0.0, e.low or 0.0, 1.0 if e.high is None else e.high)


def _bars(axes: Any, edges: list[float], parts: list[Bar], colour: str, top: float, seen: bool) -> None:
    """Draw shares as bars between edges: few of them with labels, and with whiskers where these can be seen."""
    heights = [part.value for part in parts]
    labels = len(parts) <= FEW_BARS
    axes.set_ylim(0, top * (1.2 if labels else 1.06))
    axes.set_xlim(edges[0] - 0.25, edges[-1] + 0.25)
    axes.yaxis.set_major_locator(MaxNLocator(nbins=4, steps=[1, 2, 2.5, 5, 10]))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda number, _: tick(100 * number)))
    axes.grid(axis="y")
    if not labels:
        axes.stairs(heights, edges, fill=True, color=colour, linewidth=0)
        return
    places = [(left + right) / 2 for left, right in pairwise(edges)]
    axes.bar(places, heights, 0.8 * (edges[1] - edges[0]), color=colour)
    if seen:
        below = [part.value - part.low for part in parts]
        above = [part.high - part.value for part in parts]
        axes.errorbar(places, heights, yerr=[below, above], fmt="none", ecolor=INK, elinewidth=0.8, capsize=2)
        axes.set_ylim(0, 1.2 * max(top, *(part.high for part in parts if part.value)))
    for place, part in zip(places, parts, strict=True):
        if part.value > 0:
            axes.annotate(
                percent(part.value), (place, part.high if seen else part.value), (0, 2),
                textcoords="offset points", ha="center", va="bottom", fontsize=8,
            )  # fmt: skip


def _shares(chapter: Chapter) -> Picture | None:
    """Return who comes out ahead of what: every code whose words are roles, `equal` and `none`, as a split bar."""
    rows: dict[str, dict[str, Any]] = {}
    ahead = by_role(chapter.summary, "wins")
    if ahead:
        ties = [e for e in chapter.summary if e.name == "ties" and not e.group]
        rows["the deal"] = {**ahead, **({"equal": ties[0]} if ties else {})}
    for e in chapter.summary:
        if set(e.group) == {"value"} and e.value is not None:
            rows.setdefault(human(e.name), {})[str(e.group["value"])] = e
    caption = "in which each role has the higher score, the good holding, or the trick."
    return split(chapter, rows, "ahead", "Who comes out ahead", caption)
