"""The figures of announcements: how often each holding is dealt, held and good, and where points come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

from analyses.estimates import Estimate
from reports.chapter import Chapter
from reports.drawing import INK, Picture, decades, marker, percent, role_colour, sheet, signed, tick
from reports.words import by_role, capital, deals, holding, human, listed, minus, plain, short, told, value

Cells = dict[tuple[str, str, str], Estimate]
SPREAD = 0.36  # of a row: how far apart the roles' markers stand


def kinds(declarations: Iterable[Estimate]) -> list[str]:
    """Return the classes of announcements, in their order."""
    return list(dict.fromkeys(str(e.group["kind"]) for e in declarations if "kind" in e.group))


def ordered(declarations: Iterable[Estimate], kind: str) -> list[str]:
    """Return the holdings of a class, the strongest first, ``none`` last.

    The holdings dealt come in the order of their strength, weakest first; what is only ever held after the exchange
    follows in the order in which it is told.
    """
    own = [e for e in declarations if e.group.get("kind") == kind and "holding" in e.group]
    dealt = list(dict.fromkeys(str(e.group["holding"]) for e in own if e.name == "dealt"))[::-1]
    found = dict.fromkeys([*dealt, *(str(e.group["holding"]) for e in own)])
    return [name for name in found if name != "none"] + [name for name in found if name == "none"]


def table_of(declarations: Iterable[Estimate], kind: str) -> Cells:
    """Return {(name, role, holding): estimate} of a class; holding is empty for the class as a whole."""
    return {
        (e.name, str(e.group["role"]), str(e.group.get("holding", ""))): e
        for e in declarations
        if e.group.get("kind") == kind and "role" in e.group
    }


def declared(chapter: Chapter) -> Iterator[Picture]:
    """Yield two figures a class: how often each holding is dealt and held, and how often it is good when held."""
    for number, kind in enumerate(kinds(chapter.declarations)):
        cells = table_of(chapter.declarations, kind)
        names = ordered(chapter.declarations, kind)
        for picture in (_often(chapter, kind, number, names, cells), _good(chapter, kind, number, names, cells)):
            if picture is not None:
                yield picture


def _often(chapter: Chapter, kind: str, number: int, names: Sequence[str], cells: Cells) -> Picture | None:
    """Return how often each holding is dealt (hollow), exactly (bar) and held after the exchange (filled)."""
    shown = {key: e for key, e in cells.items() if key[0] in ("dealt", "held") and e.value}
    ends = decades([e.value or 0 for e in shown.values()] + [e.exact or 0 for e in shown.values()])
    names = [name for name in names if any(key[2] == name for key in shown)]
    if ends is None or not names:
        return None
    low, high = 100 * ends[0], 100 * ends[1]
    title = f"{capital(human(kind))}: how often dealt and held"
    figure, axes = _rows(title, names)
    axes.set_xscale("log")
    axes.set_xlim(low / 1.15, high * 1.15)
    powers = [low]
    while powers[-1] < high * 0.99:
        powers.append(powers[-1] * 10)
    axes.xaxis.set_major_locator(FixedLocator(powers))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda number, _: tick(number)))
    axes.set_xlabel("share of deals (each step ten times as often)")
    exact = False
    for seat, role in enumerate(chapter.roles):
        colour = role_colour(seat)
        for place, name in enumerate(names):
            y = place + _offset(seat, len(chapter.roles))
            dealt, held = shown.get(("dealt", role, name)), shown.get(("held", role, name))
            if dealt and held:
                axes.plot([100 * (dealt.value or 0), 100 * (held.value or 0)], [y, y], color=colour, linewidth=1)
            for e, hollow in ((dealt, True), (held, False)):
                if e is not None:
                    _dot(axes, e, y, colour, marker(seat), hollow, floor=low / 1.15)
            if dealt and dealt.exact:
                exact = True
                axes.plot([100 * dealt.exact], [y], "|", color=INK, markersize=7, markeredgewidth=1)
    handles = [_handle(seat, role) for seat, role in enumerate(chapter.roles)]
    if any(key[0] == "dealt" for key in shown):
        handles.append(Line2D([], [], color=INK, marker="o", linestyle="", markersize=4.5, markerfacecolor="none",
                              label="dealt"))  # fmt: skip
    if any(key[0] == "held" for key in shown):
        handles.append(Line2D([], [], color=INK, marker="o", linestyle="", markersize=4.5, label="held"))
    if exact:
        handles.append(Line2D([], [], color=INK, marker="|", linestyle="", markersize=7, label="exact"))
    _legend(axes, handles)
    n = max(e.n for e in shown.values())
    caption = (
        f"Share of {deals(n)} in which it is the best that a player is dealt (hollow) and holds after the exchange"
        f" (filled){', with the exact chance of being dealt it' if exact else ''}. Whiskers are 95\u202f% intervals,"
        " drawn where they are wider than the marker; what was never seen has none."
    )
    return Picture(
        f"held-{number}", title, caption, _told(title, chapter, names, cells, ("dealt", "held")), figure, leads=True
    )


def _good(chapter: Chapter, kind: str, number: int, names: Sequence[str], cells: Cells) -> Picture | None:
    """Return how often each holding is good when it is held."""
    shown = {key: e for key, e in cells.items() if key[0] == "good" and e.value is not None}
    names = [name for name in names if any(key[2] == name for key in shown)]
    if not names:
        return None
    title = f"{capital(human(kind))}: how often good when held"
    figure, axes = _rows(title, names)
    axes.set_xlim(-2, 102)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda number, _: tick(number)))
    axes.set_xlabel("share of the deals in which it is held")
    for seat, role in enumerate(chapter.roles):
        for place, name in enumerate(names):
            e = shown.get(("good", role, name))
            if e is not None:
                y = place + _offset(seat, len(chapter.roles))
                _dot(axes, e, y, role_colour(seat), marker(seat), False)
    _legend(axes, [_handle(seat, role) for seat, role in enumerate(chapter.roles)])
    least, most = (f(e.n for e in shown.values()) for f in (min, max))
    caption = (
        f"Of the deals in which a role holds it after the exchange ({f'{least:,} to ' if least < most else ''}"
        f"{deals(most)} each), those in which it is good; an equal one is not. Whiskers are 95\u202f% intervals."
    )
    label = _told(title, chapter, names, cells, ("good",))
    return Picture(f"good-{number}", title, caption, label, figure)


def sources(chapter: Chapter) -> Picture | None:
    """Return the mean points of each role from each source: they sum to its mean score."""
    rows = parts_of_score(chapter)
    if len(rows) < 2:
        return None
    title = "Where the points come from"
    many = len(chapter.roles)
    figure, axes = _rows(title, list(rows), 0.2 * many + 0.14)
    for place, parts in enumerate(rows.values()):
        for seat, role in enumerate(chapter.roles):
            if role not in parts:
                continue
            e = parts[role]
            y = place + 0.78 * ((seat + 0.5) / many - 0.5)
            height, mean = 0.78 / many * 0.92, e.value or 0.0
            axes.barh(y, mean, height, color=role_colour(seat))
            low, high = (mean if end is None else end for end in (e.low, e.high))
            axes.plot([low, high], [y, y], color=INK, linewidth=0.8)
            axes.annotate(
                value(e) if e.value else "0",
                (max(high, 0), y),
                (3, 0),
                textcoords="offset points",
                va="center",
                fontsize=8.5,
            )
    axes.margins(x=0.14)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=7, steps=[1, 2, 5, 10]))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda number, _: signed(number)))
    axes.set_xlabel("points a deal, mean")
    shown = [role for role in chapter.roles if any(role in parts for parts in rows.values())]
    bars = [axes.barh(0, 0, color=role_colour(chapter.roles.index(role))) for role in shown]
    _legend(axes, bars, [short(plain(role), 16) for role in shown])
    n = max(e.n for parts in rows.values() for e in parts.values())
    caption = (
        f"Mean points a deal over {deals(n)}; a role's add up to its mean score."
        " The thin line at the end of a bar is the 95\u202f% interval."
    )
    label = f"{title}, mean points a deal over {deals(n)}. " + " ".join(
        f"{capital(name)}: {listed([f'{plain(role)} {told(e)}' for role, e in parts.items()])}."
        for name, parts in rows.items()
    )
    return Picture("sources", title, caption, label, figure)


def parts_of_score(chapter: Chapter) -> dict[str, dict[str, Estimate]]:
    """Return {source of points: {role: mean points a deal}}: announcements, play, and whatever else scores.

    Over the sources the means of a role sum to its mean score, as every point of a deal has one source.
    """
    rows: dict[str, dict[str, Estimate]] = {}
    for kind in kinds(chapter.declarations):
        cells = table_of(chapter.declarations, kind)
        rows[human(kind)] = {
            role: e for (name, role, what), e in cells.items() if name == "class_points" and not what and _known(e)
        }
    rows["play"] = {role: e for role, e in by_role(chapter.summary, "play").items() if _known(e)}
    for e in chapter.awards:
        if _known(e):
            rows.setdefault(human(e.group["for"]), {})[str(e.group["role"])] = e
    return {name: parts for name, parts in rows.items() if parts}


def _rows(title: str, names: Sequence[str], row: float = 0.225) -> tuple[Any, Any]:
    """Return a figure and its axes with one row a name, the first on top."""
    figure, (axes,) = sheet(title, 1.05 + row * len(names))
    axes.set_yticks(range(len(names)), [short(holding(name), 22) for name in names])
    axes.set_ylim(len(names) - 0.45, -0.55)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x")
    return figure, axes


def _offset(seat: int, roles: int) -> float:
    return SPREAD * (seat - (roles - 1) / 2) / max(roles - 1, 1)


def _dot(axes: Any, e: Estimate, y: float, colour: str, shape: str, hollow: bool, floor: float = 0.0) -> None:
    """Draw one share with its interval, in percent."""
    if e.low is not None and e.high is not None:
        axes.plot([max(100 * e.low, floor), 100 * e.high], [y, y], color=colour, linewidth=2.2, alpha=0.45)
    face = "none" if hollow else colour
    axes.plot([100 * (e.value or 0)], [y], shape, color=colour, markersize=3.6, markerfacecolor=face, markeredgewidth=1)


def _handle(seat: int, role: str) -> Line2D:
    return Line2D(
        [], [], color=role_colour(seat), marker=marker(seat), linestyle="", markersize=4.5, label=short(plain(role), 16)
    )


def _legend(axes: Any, handles: Sequence[Any], labels: Sequence[str] | None = None) -> None:
    given = [handle.get_label() for handle in handles] if labels is None else labels
    axes.legend(
        handles, given, loc="lower left", bbox_to_anchor=(-0.01, 1.0), ncols=max(len(handles), 1), borderpad=0,
        columnspacing=1.2, handletextpad=0.3, handlelength=1.2,
    )  # fmt: skip


def _known(e: Estimate) -> bool:
    return e.value is not None


def _told(
    title: str,
    chapter: Chapter,
    names: Sequence[str],
    cells: Cells,
    which: Sequence[str],
) -> str:
    """Return the figure in words: the commonest three holdings of each role; the table has the others."""
    parts = []
    for role in chapter.roles:
        for name in which:
            known = [(e.value, what) for what in names if (e := cells.get((name, role, what))) and e.value is not None]
            best = sorted(known, key=lambda pair: -(pair[0] or 0))[:3]
            if best:
                told_ = [f"{holding(what)} {minus(percent(number or 0))}" for number, what in best]
                parts.append(f"{capital(plain(role))}, {human(name)}: most often {listed(told_)}.")
    return f"{title}, by role. {' '.join(parts)} All numbers are in the table."
