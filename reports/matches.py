"""The matches of a run: who wins them, how long they are, how they end. One match is one unit here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from analyses.estimates import Estimate, share
from reports.chapter import Chapter
from reports.drawing import Picture, style
from reports.figures import distribution
from reports.shares import split
from reports.words import by_role, capital, clean, deals, first, human, listed, plain, told, value

FIRST_SEAT = 2  # players have colours of their own: a player is elder in one deal and younger in the next
ALWAYS = 0.98  # what nearly every match has would be a figure of one bar

MEANINGS = {
    "match_margin": "a match; nothing for a match without a winner",
    "game_points": "difference and bonus, or the sum of both and bonus below the rubicon; of the matches won",
    "rubicon": "share of all matches",
    "match_points": "the total of its deals, up to the point that decided",
    "first_dealer": "share of matches",
    "match_wins": "share of matches",
}


def of_matches(chapter: Chapter) -> Chapter:
    """Return the chapter of the matches alone: players in the place of roles, estimates grouped as those of deals."""
    return replace(
        chapter,
        roles=chapter.players,
        summary=[replace(e, group=_group(e.group)) for e in chapter.matches],
        declarations=(),
        awards=(),
        histograms={
            f"match_{name}" if name.startswith("points_") else name: cells
            for name, cells in chapter.match_histograms.items()
        },
        columns={**chapter.match_columns, **MEANINGS},
        players=(),
        matches=(),
    )


def _group(group: Mapping[str, str | int]) -> dict[str, str | int]:
    """Return a group with the keys that deals have: a player stands where a role does, a length is a value."""
    if "player" in group:
        return {"role": group["player"]}
    return {"value": deals(int(group["deals"]))} if "deals" in group else dict(group)


def match_sentences(chapter: Chapter) -> list[str]:
    """Return the answer of a run of matches: who wins, by how much, how long a match is."""
    own = of_matches(chapter).summary
    wins, margins, points = (by_role(own, name) for name in ("match_wins", "match_margin", "match_points"))
    parts = [f"{plain(player)} {'wins ' if not i else ''}{told(wins[player])}" for i, player in enumerate(wins)]
    found = [f"{capital(listed(parts))} of matches{_nobody(own)}."] if parts else ["There is no match to tell of."]
    player = next(iter(margins), None)
    if player is not None:
        found.append(_margin(plain(player), margins[player]))
    elif parts:
        found += _clear(wins)
    known = [
        f"{plain(player)} {'has ' if not i else ''}{told(e)}{' points' if not i else ''}"
        for i, (player, e) in enumerate(points.items())
    ]
    if known:
        found.append(f"When a match ends, {listed(known)} on average.")
    length = first(own, "match_deals")
    if length is not None and length.value is not None:
        found.append(f"A match has {told(length)} deals.")
    return found


def match_lines(chapter: Chapter, player: str) -> list[str]:
    """Return what there is to know of a player at a glance besides the matches won."""
    own = of_matches(chapter).summary
    lines = []
    for name, words in (
        ("match_points", "{} points a match"),
        ("game_points", "{} game points for a match won"),
        ("rubicon", "below the rubicon in {} of matches"),
    ):
        e = by_role(own, name).get(player)
        if e is not None and e.value is not None:
            lines.append(words.format(value(e)))
    return lines


def match_figures(chapter: Chapter) -> list[Picture]:
    """Return the figures of the matches of a run, without those for which it holds no numbers."""
    with style():
        return list(_figures(of_matches(clean(chapter))))


def _figures(own: Chapter) -> Iterator[Picture]:
    for picture in (
        _who(own),
        distribution(own, "match_points", "match", FIRST_SEAT),
        _lengths(own),
    ):
        if picture is not None:
            yield picture


def _who(own: Chapter) -> Picture | None:
    """Return who wins, who loses below the rubicon, who dealt first, as split bars."""
    rows: dict[str, dict[str, Any]] = {}
    shown = []
    for name, words, verb in (
        ("match_wins", "wins", "wins"),
        ("rubicon", "below the rubicon", "loses below the rubicon"),
        ("first_dealer", "deals first", "deals first"),
    ):
        parts: dict[str, Any] = {player: e for player, e in by_role(own.summary, name).items() if e.value is not None}
        if parts:
            rows[words] = {**parts, "none": _rest(list(parts.values()))}
            shown.append(verb)
    caption = f"in which each player {', '.join(shown)}."
    return split(own, rows, "who-wins", "Who wins the match", caption, "match", FIRST_SEAT)


def _rest(parts: list[Estimate]) -> Estimate:
    """Return the share of matches of which none of `parts`, which exclude one another, is true."""
    n = parts[0].n
    return share("none", {}, n - sum(round((e.value or 0) * e.n) for e in parts), n)


def _lengths(own: Chapter) -> Picture | None:
    """Return how many deals matches have, unless nearly all have as many."""
    cells = own.histograms.get("deals", {})
    n = sum(cells.values())
    if not n or max(cells.values()) > ALWAYS * n:
        return None
    length = replace(own, roles=("all matches",), histograms={"match_deals_all matches": cells}, summary=[
        replace(e, group={"role": "all matches"}) for e in own.summary if e.name == "match_deals"
    ])  # fmt: skip
    return distribution(length, "match_deals", "match", None)


def _nobody(own: Any) -> str:
    """Return what became of the matches that nobody won."""
    parts = []
    for ending in ("drawn", "unfinished"):
        e = first(own, "match_ending", {"value": ending})
        if e is not None and e.value:
            parts.append(f"{value(e)} are {human(ending)}")
    return f"; {listed(parts)}" if parts else ""


def _margin(player: str, e: Estimate) -> str:
    """Say by how many game points the first player is ahead."""
    if e.low is None or e.high is None or e.low == e.high:
        return f"{capital(player)} gains {told(e)} game points a match."
    if e.low > 0 or e.high < 0:
        return f"In game points {player} is {'ahead' if e.low > 0 else 'behind'}: {told(e)} a match."
    return f"In game points there is no clear difference: {player} has {told(e)} a match."


def _clear(wins: Mapping[str, Estimate]) -> list[str]:
    """Say whether one of two players wins more often: as shares of a whole, when their intervals do not meet."""
    if len(wins) != 2:
        return []
    (one, a), (other, b) = wins.items()
    if a.low is None or a.high is None or b.low is None or b.high is None:
        return []
    if a.low > b.high or b.low > a.high:
        return [f"{capital(plain(one if a.low > b.high else other))} wins more often."]
    return ["There is no clear difference between them."]
