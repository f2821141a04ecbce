"""Split bars: shares that make up a whole, one bar a question."""

from __future__ import annotations

from typing import Any

from matplotlib.ticker import FuncFormatter

from reports.chapter import Chapter
from reports.drawing import FAINT, INK, NEUTRAL, NOBODY, ON, Picture, percent, role_colour, sheet, tick
from reports.words import capital, deals, listed, plain, plural, short, value


def split(
    chapter: Chapter,
    rows: dict[str, dict[str, Any]],
    key: str,
    title: str,
    caption: str,
    unit: str = "deal",
    seat: int = 0,
) -> Picture | None:
    """Return shares that make up a whole as split bars, without rows of other words and of what hardly ever happens.

    Parameters
    ----------
    chapter : Chapter
    rows : dict
        Name of a row -> {role, ``equal`` or ``none``: estimate}.
    key, title, caption : str
        Of the picture; the caption goes on after ``Share of n deals``.
    unit, seat
        See `distribution`.
    """
    sides = (*chapter.roles, "equal", "none")
    rows = {
        name: parts
        for name, parts in rows.items()
        # What hardly ever happens would be a bar of one colour.
        if set(parts) <= set(sides) and not (parts.get("none") and (parts["none"].value or 0) > 0.98)
        and any((parts[role].value or 0) > 0 for role in chapter.roles if role in parts)
    }  # fmt: skip
    if not rows:
        return None
    figure, (axes,) = sheet(title, 1.05 + 0.3 * len(rows))
    colours = {
        **{role: role_colour(place) for place, role in enumerate(chapter.roles, seat)},
        "equal": NEUTRAL, "none": NOBODY,
    }  # fmt: skip
    for place, parts in enumerate(rows.values()):
        left = 0.0
        for side in sides:
            width = float(parts[side].value or 0) if side in parts else 0.0
            if not width:
                continue
            axes.barh(place, width, 0.66, left=left, color=colours[side], edgecolor="none")
            if width > 0.07:
                white = side in chapter.roles
                axes.text(
                    left + width / 2, place, percent(width), ha="center", va="center", fontsize=8.5,
                    color=ON if white else INK, fontweight="bold" if white else "normal",
                )  # fmt: skip
            left += width
    axes.set_yticks(range(len(rows)), [short(name) for name in rows])
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.set_xlabel(f"share of {plural(unit)}")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda number, _: tick(100 * number)))
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    shown = [side for side in sides if any(side in parts and parts[side].value for parts in rows.values())]
    words = {side: plain(side) for side in chapter.roles} | {"equal": "equal", "none": "nobody"}
    handles = [axes.barh(0, 0, color=colours[side]) for side in shown]
    axes.legend(
        handles, [short(words[side], 16) for side in shown], loc="lower left", bbox_to_anchor=(-0.01, 1.0),
        ncols=len(shown), handlelength=1, handleheight=1, borderpad=0, columnspacing=1.2,
    )  # fmt: skip
    n = max(part.n for parts in rows.values() for part in parts.values())
    label = f"{title}, shares of {deals(n, unit)}. " + " ".join(
        f"{capital(name)}: {listed([f'{words[side]} {value(parts[side])}' for side in sides if side in parts])}."
        for name, parts in rows.items()
    )
    axes.spines["bottom"].set_color(FAINT)
    return Picture(key, title, f"Share of {deals(n, unit)} {caption}", label, figure)
