"""The answer first, in sentences with numbers: what a run says, before any figure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from analyses.estimates import Estimate
from reports.chapter import Chapter
from reports.holdings import kinds, table_of
from reports.matches import FIRST_SEAT, match_lines, match_sentences, of_matches
from reports.words import by_role, capital, deals, first, human, listed, plain, told, value

DOES = {"exchanged": ("exchanges", "cards"), "tricks": ("wins", "tricks")}


@dataclass(frozen=True)
class Standing:
    """One role, or player, at a glance.

    Attributes
    ----------
    role : str
    seat : int
        Its place, which decides its colour.
    score, what : str
        Mean score, or share of matches won, with its error; what that is.
    lines : sequence of str
        What else there is to know.
    """

    role: str
    seat: int
    score: str
    what: str
    lines: Sequence[str]


def over(chapter: Chapter) -> str:
    """Return what the chapter is about, e.g. ``3,000 matches of 18,018 deals``; empty where nothing tells."""
    number, matches = chapter.head.get("deals"), chapter.head.get("matches")
    if not isinstance(number, int):
        number = max((e.n for e in chapter.summary), default=None)
    if number is None:
        return ""
    return f"{deals(matches, 'match')} of {deals(number)}" if isinstance(matches, int) else deals(number)


def conditions(chapter: Chapter) -> list[tuple[str, str, str]]:
    """Return what was fixed before the shuffle: (sentence part, its cards or function, heading); empty for nothing."""
    given = chapter.head.get("conditions")
    if not isinstance(given, Mapping):
        return []
    found = []
    for name, content in given.items():
        what, _, role = str(name).partition(" ")
        if what == "hand":
            found.append((f"{plain(role)} is dealt", str(content), f"Dealt to {plain(role)}"))
        elif what == "pack":
            found.append(("the pack is", str(content), "The pack"))
        elif what == "accept":
            found.append(("every deal was taken by", str(content), "Deals taken by"))
    return found


def sentences(chapter: Chapter) -> tuple[list[str], list[str]]:
    """Return the answer, only of what the chapter knows.

    Returns
    -------
    lead, more : list of str
        Sentences on scores and who is ahead, or on matches; sentences on what each role does and on announcements, in
        a run of matches with those on scores before them.
    """
    scores = {role: e for role, e in by_role(chapter.summary, "score").items() if e.value is not None}
    more = [*_habits(chapter), *_announcements(chapter)]
    deal_by_deal = [f"{_each(scores, 'scores', told)} a deal.", *_ahead(chapter)] if scores else []
    if chapter.players:
        # Who scores in single deals is asked after who wins, and by those who want to know where it comes from.
        return match_sentences(chapter), [*deal_by_deal, *more]
    return deal_by_deal or ["There is no score to tell of."], more


def standings(chapter: Chapter) -> list[Standing]:
    """Return each role at a glance, in a run of matches each player; empty where nothing is known of them."""
    if chapter.players:
        matches = by_role(of_matches(chapter).summary, "match_wins")
        return [
            Standing(capital(plain(player)), FIRST_SEAT + seat, told(e), "of matches won", match_lines(chapter, player))
            for seat, player in enumerate(chapter.players)
            if (e := matches.get(player)) is not None and e.value is not None
        ]
    scores, wins = by_role(chapter.summary, "score"), by_role(chapter.summary, "wins")
    found = []
    for seat, role in enumerate(chapter.roles):
        if role not in scores or scores[role].value is None:
            continue
        lines = [f"ahead in {value(wins[role])} of deals"] if role in wins and wins[role].value is not None else []
        for name, (verb, things) in DOES.items():
            e = by_role(chapter.summary, name).get(role)
            if e is not None and e.value is not None:
                lines.append(f"{verb} {value(e)} {things}")
        found.append(Standing(capital(plain(role)), seat, told(scores[role]), "score a deal", lines))
    return found


def _ahead(chapter: Chapter) -> Iterator[str]:
    """Say by how much the first role is ahead, if that is clear, and how often each one is."""
    difference = first(chapter.summary, "score_difference")
    if difference is not None and difference.value is not None and len(chapter.roles) == 2:
        one, other = (plain(role) for role in chapter.roles)
        if difference.low is None or difference.high is None:
            pass
        elif difference.low > 0:
            yield f"{capital(one)} is ahead by {told(difference)} a deal."
        elif difference.high < 0:
            yield f"{capital(other)} is ahead by {told(_negative(difference))} a deal."
        elif difference.low == difference.high:
            yield "Both score the same in every deal."
        else:
            yield f"There is no clear difference between them: {one} less {other} is {told(difference)} a deal."
    wins = {role: e for role, e in by_role(chapter.summary, "wins").items() if e.value is not None}
    if wins:
        ties = first(chapter.summary, "ties")
        tied = f"; {value(ties)} are tied" if ties is not None and ties.value is not None else ""
        yield f"{_each(wins, 'scores most in', value)} of deals{tied}."


def _habits(chapter: Chapter) -> Iterator[str]:
    """Say what each role does on average."""
    for name, (verb, things) in DOES.items():
        known = {role: e for role, e in by_role(chapter.summary, name).items() if e.value is not None}
        if known:
            parts = [
                f"{plain(role)}{f' {verb}' if not i else ''} {told(e)}" for i, (role, e) in enumerate(known.items())
            ]
            yield f"{capital(listed(parts))} {things}."


def _announcements(chapter: Chapter) -> Iterator[str]:
    """Say whose announcements are good, and how often."""
    parts = []
    for kind in kinds(chapter.declarations):
        cells = table_of(chapter.declarations, kind)
        won = [(role, e) for role in chapter.roles if (e := cells.get(("won", role, ""))) and e.value is not None]
        if won:
            parts.append(f"{human(kind)} {' and '.join(f'{value(e)} for {plain(role)}' for role, e in won)}")
    if parts:
        yield f"How often each is good: {'; '.join(parts)}."


def _each(by: Mapping[str, Estimate], verb: str, write: Callable[[Estimate], str]) -> str:
    """Return ``Elder scores 12.36 and younger 10.88``."""
    parts = [f"{plain(role)} {write(e)}" for role, e in by.items()]
    role = plain(next(iter(by)))
    return capital(listed([f"{role} {verb}{parts[0][len(role) :]}", *parts[1:]]))


def _negative(e: Estimate) -> Estimate:
    """Return the same difference seen from the other side."""
    low, high = e.low, e.high
    return replace(
        e,
        value=None if e.value is None else -e.value,
        low=None if high is None else -high,
        high=None if low is None else -low,
    )
