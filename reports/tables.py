"""Tables of estimates: numbers with the digits that their errors support, intervals, and exact values beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from analyses.estimates import Estimate
from reports.chapter import Chapter
from reports.grid import Cell, Row, Table
from reports.holdings import kinds, ordered, parts_of_score, table_of
from reports.words import (
    GOOD_Z,
    NO_VALUE,
    by_role,
    capital,
    clean,
    deals,
    distance,
    exactly,
    holding,
    human,
    interval,
    lopsided,
    plain,
    plural,
    told,
    value,
    whole,
    without_role,
)


def tables(chapter: Chapter) -> list[Table]:
    """Return the tables of the deals of a chapter: the summary by role, who won what, the rest; then announcements.

    Every estimate of the chapter stands in one of them; what a role scores stands with its sources once more.
    """
    chapter = clean(chapter)
    left = list(chapter.summary)
    found = [_by_role(chapter, left), _of_deal(chapter, left), _sources(chapter)]
    found += [*_by_value(chapter, left), _others(left)]
    found += [_classes(chapter), *(_holdings(chapter, kind) for kind in kinds(chapter.declarations))]
    told_ = {id(e) for e in chapter.declarations if _in_class(chapter, e)}
    found.append(_others([e for e in chapter.declarations if id(e) not in told_], "Other announcements"))
    return [table for table in found if table is not None]


def match_tables(own: Chapter) -> list[Table]:
    """Return the tables of matches: by player, the match as a whole, how matches end, how long they are.

    Parameters
    ----------
    own : Chapter
        As `reports.matches.of_matches` makes it.
    """
    own = clean(own)
    left = list(own.summary)
    found = [_by_role(own, left, "match"), _of_deal(own, left, "match"), *_by_value(own, left, "match"), _others(left)]
    return [table for table in found if table is not None]


def agreement(estimates: Iterable[Estimate]) -> str:
    """Return one sentence on the estimates whose exact value is known; empty when there is none.

    Examples
    --------
    >>> agreement([])
    ''
    """
    known = [e for e in estimates if e.exact is not None and e.value is not None]
    if not known:
        return ""
    scores = [abs(e.z) for e in known if e.z is not None]
    wrong = sum(e.agrees() is False for e in known)
    many = f"{len(known)} estimates have" if len(known) > 1 else "One estimate has"
    worst = f" The greatest distance is {max(scores):.1f} standard errors." if scores else ""
    verdict = f"{wrong} of them {'disagree' if wrong > 1 else 'disagrees'}" if wrong else "None disagrees"
    return f"{many} a known exact value.{worst} {verdict} with it (beyond {GOOD_Z:.0f} standard errors)."


def _by_role(chapter: Chapter, left: list[Estimate], unit: str = "deal") -> Table | None:
    """Take the estimates of one role each out of `left`: a row a quantity, a column a role."""
    own = [e for e in left if set(e.group) == {"role"} and str(e.group["role"]) in chapter.roles]
    left[:] = [e for e in left if e not in own]
    rows = [
        Row(capital(human(name)), _meaning(chapter, name), [_cell(cells.get(role)) for role in chapter.roles])
        for name in dict.fromkeys(e.name for e in own)
        for cells in [by_role(own, name)]
    ]
    caption = f"{_sizes([e.n for e in own], unit)} Beneath each value its 95\u202f% interval."
    heads = ["", *(capital(plain(role)) for role in chapter.roles)]
    title = "By role" if unit == "deal" else "By player"
    return Table(title, caption, heads, [("", rows)]) if rows else None


def _of_deal(chapter: Chapter, left: list[Estimate], unit: str = "deal") -> Table | None:
    """Take the estimates of the deal, or match, as a whole out of `left`."""
    own = [e for e in left if not e.group]
    left[:] = [e for e in left if e not in own]
    rows = [Row(capital(human(e.name)), _meaning(chapter, e.name), [_cell(e)]) for e in own]
    caption = _sizes([e.n for e in own], unit)
    return Table(f"The {unit} as a whole", caption, ["", "Value"], [("", rows)]) if rows else None


def _sources(chapter: Chapter) -> Table | None:
    """Return the mean points of each role by their source, and below them its score, which is their sum."""
    sources = parts_of_score(chapter)
    scores = by_role(chapter.summary, "score")
    if not chapter.awards:
        return None
    sources["score"] = scores
    rows = [
        Row(capital(name), "", [_cell(cells.get(role)) for role in chapter.roles]) for name, cells in sources.items()
    ]
    sizes = [e.n for cells in sources.values() for e in cells.values()]
    caption = f"Mean points a deal; the sources sum to the score. {_sizes(sizes)}"
    heads = ["", *(capital(plain(role)) for role in chapter.roles)]
    return Table("Where the points come from", caption, heads, [("", rows)])


def _by_value(chapter: Chapter, left: list[Estimate], unit: str = "deal") -> list[Table]:
    """Take the shares of the words of codes out of `left`: one table for all codes that share their words."""
    own = [e for e in left if "value" in e.group and set(e.group) <= {"value", "role"}]
    left[:] = [e for e in left if e not in own]
    codes: dict[tuple[str, str], dict[str, Estimate]] = {}
    for e in own:
        codes.setdefault((e.name, str(e.group.get("role", ""))), {})[str(e.group["value"])] = e
    sides = (*chapter.roles, "equal", "none")
    about_roles = {key: cells for key, cells in codes.items() if set(cells) <= set(sides)}
    found = []
    if about_roles:
        shown = [side for side in sides if any(side in cells for cells in about_roles.values())]
        rows = [
            Row(_heading(key), _meaning(chapter, key[0]), [_cell(cells.get(side)) for side in shown])
            for key, cells in about_roles.items()
        ]
        sizes = [e.n for cells in about_roles.values() for e in cells.values()]
        heads = ["", *(capital(plain(side) if side in chapter.roles else human(side)) for side in shown)]
        caption = f"Shares of {plural(unit)}. {_sizes(sizes, unit)}"
        found.append(Table("Who, and how often", caption, heads, [("", rows)]))
    for key, cells in codes.items():
        if key not in about_roles:
            rows = [Row(holding(word), "", [_cell(e)]) for word, e in cells.items()]
            meaning = capital(_meaning(chapter, key[0]) or f"share of {plural(unit)}")
            caption = f"{meaning}. {_sizes([e.n for e in cells.values()], unit)}"
            found.append(Table(_heading(key), caption, ["", "Share"], [("", rows)], folded=len(rows) > 12))
    return found


def _others(left: Sequence[Estimate], title: str = "Other estimates") -> Table | None:
    """Return a plain list of estimates of whatever shape."""
    if not left:
        return None
    rows = [
        Row(
            capital(human(e.name)),
            ", ".join(f"{plain(key)}: {plain(word)}" for key, word in e.group.items()),
            [Cell(told(e)), Cell(whole(e.n)), Cell(exactly(e)), Cell(distance(e), alarm=e.agrees() is False)],
        )
        for e in left
    ]
    return Table(title, "", ["", "Estimate", "n", "Exact", "z"], [("", rows)], folded=len(rows) > 12)


def _classes(chapter: Chapter) -> Table | None:
    """Return the classes of announcements as wholes: how often each role's is good, and what it scores a deal."""
    rows, sizes = [], []
    for kind in kinds(chapter.declarations):
        cells = table_of(chapter.declarations, kind)
        wanted = [cells.get((name, role, "")) for name in ("won", "class_points") for role in chapter.roles]
        if any(wanted):
            sizes += [e.n for e in wanted if e is not None]
            rows.append(Row(capital(human(kind)), "", [_cell(e) for e in wanted]))
    heads = [f"{capital(plain(role))}, {word}" for word in ("good", "points a deal") for role in chapter.roles]
    caption = f"How often each role's is good, of all deals, and what it scores a deal on average. {_sizes(sizes)}"
    return Table("Announcements", caption, ["", *heads], [("", rows)]) if rows else None


def _holdings(chapter: Chapter, kind: str) -> Table | None:
    """Return every holding of a class: dealt, exact and z; held, good, equal and the points when held."""
    cells = table_of(chapter.declarations, kind)
    names = ordered(chapter.declarations, kind)
    if not names:
        return None
    parts = []
    for role in chapter.roles:
        rows = []
        for name in names:
            dealt, *others = (cells.get((what, role, name)) for what in ("dealt", "held", "good", "equal", "points"))
            if dealt is None and not any(others):
                continue
            exact = [Cell(exactly(dealt)), Cell(distance(dealt), alarm=dealt.agrees() is False)] if dealt else []
            own = [_compact(e) for e in (dealt, *others)]
            rows.append(Row(holding(name), "", [own[0], *(exact or [Cell("")] * 2), *own[1:]]))
        parts.append((capital(plain(role)), rows))
    sizes = [e.n for (what, _, name), e in cells.items() if what in ("dealt", "held") and name]
    return Table(
        f"{capital(human(kind))}, every holding",
        "The best that a player is dealt and holds after the exchange, as shares of deals; good, equal and points"
        f" (mean) are of the deals in which it is held. {_sizes(sizes)}",
        ["", "Dealt", "Exact", "z", "Held", "Good", "Equal", "Points"],
        [part for part in parts if part[1]], folded=True,
    )  # fmt: skip


def _in_class(chapter: Chapter, e: Estimate) -> bool:
    """Tell whether an estimate stands in one of the tables of announcements."""
    if not {"role", "kind"} <= set(e.group) or str(e.group["role"]) not in chapter.roles:
        return False
    if set(e.group) == {"role", "kind"}:
        return e.name in ("won", "class_points")
    return set(e.group) == {"role", "kind", "holding"} and e.name in ("dealt", "held", "good", "equal", "points")


def _cell(e: Estimate | None) -> Cell:
    """Return the value with its interval beneath, and the exact value where one is known."""
    if e is None:
        return Cell("")
    if e.value is None:
        return Cell(NO_VALUE)
    exact = [f"exact {exactly(e)}", f"z {distance(e)}" if distance(e) else ""] if e.exact is not None else []
    return Cell(value(e), "\n".join(part for part in (interval(e), *exact) if part), e.agrees() is False)


def _compact(e: Estimate | None) -> Cell:
    """Return value and error in one line; a lopsided interval beneath."""
    if e is None:
        return Cell("")
    return Cell(value(e), interval(e)) if lopsided(e) else Cell(told(e))


def _heading(key: tuple[str, str]) -> str:
    name, role = key
    return capital(human(name)) + (f", {plain(role)}" if role else "")


def _meaning(chapter: Chapter, name: str) -> str:
    """Return what a column means, from the chapter; that of the first role's column for a quantity of each role.

    A meaning that only repeats the name is none.
    """
    given = chapter.columns.get(name)
    for role in chapter.roles:
        if given is None and f"{name}_{role}" in chapter.columns:
            given = without_role(chapter.columns[f"{name}_{role}"], role)
    meaning = MEANINGS.get(name, "") if given is None else given
    return "" if meaning.casefold() == human(name).casefold() else meaning


MEANINGS: Mapping[str, str] = {
    "score_median": "half of the deals score no more",
    "score_difference": "the first role's score less the second's",
    "wins": "share of deals with the highest score alone",
    "ties": "share of deals in which two or more have it",
}


def _sizes(sizes: Sequence[int], unit: str = "deal") -> str:
    """Return the number of deals, or matches, behind a table, or the range of numbers."""
    if not sizes:
        return ""
    least, most = min(sizes), max(sizes)
    return f"{deals(most, unit)}." if least == most else f"{least:,} to {deals(most, unit)}."
