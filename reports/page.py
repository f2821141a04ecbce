"""The page: one HTML file that needs nothing but itself, and its way onto the disk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from reports.answer import Standing, conditions, over, sentences, standings
from reports.chapter import Chapter
from reports.figures import Picture, figures, svg
from reports.grid import Table
from reports.matches import match_figures, of_matches
from reports.tables import agreement, match_tables, tables
from reports.words import capital, clean, plain, whole
from simulator.durable import cannot_write, target, write_whole
from simulator.errors import RequestError


@dataclass(frozen=True)
class Shown:
    """A figure as the page takes it."""

    key: str
    title: str
    caption: str
    leads: bool
    svg: Markup


@dataclass(frozen=True)
class Rule:
    """A parameter in force; `preset` is empty where it is the preset's own value."""

    name: str
    value: str
    preset: str
    meaning: str


@dataclass(frozen=True)
class Part:
    """Figures and tables of one kind of unit: of the matches of a run, or of its deals."""

    id: str
    title: str
    figures: Sequence[Shown]
    tables: Sequence[Table]


@dataclass(frozen=True)
class Section:
    """A chapter with all that is drawn and written from it."""

    id: str
    chapter: Chapter
    over: str
    preset: str
    lead: Sequence[str]
    more: Sequence[str]
    standings: Sequence[Standing]
    parts: Sequence[Part]
    conditions: Sequence[tuple[str, str]]
    rules: Sequence[Rule]
    changed: Sequence[Rule]
    facts: Sequence[tuple[str, str]]
    strategies: Sequence[tuple[str, str]]
    agreement: str


def render(chapters: Sequence[Chapter], version: str, made: str) -> str:
    """Return the page.

    Parameters
    ----------
    chapters : sequence of Chapter
        One a run, in the order in which they are shown.
    version : str
        The version of the program.
    made : str
        When the page was made, as it is to be read.

    Returns
    -------
    str
        A complete HTML document without script, whose bytes depend on the arguments alone.
    """
    sections = [_section(chapter, number) for number, chapter in enumerate(chapters, 1)]
    if not sections:
        title = "An empty report"
    else:
        title = sections[0].chapter.title if len(sections) == 1 else f"{len(sections)} runs side by side"
    html = _environment().get_template("page.html").render(
        title=title, sections=sections, version=version, made=made
    )  # fmt: skip
    return "\n".join(line.rstrip() for line in html.splitlines() if line.strip()) + "\n"


def write(path: Path | str, html: str) -> None:
    """Write a page whole or not at all.

    Raises
    ------
    RequestError
        When the folder does not exist, the path is not that of a plain file, or it cannot be written.
    """
    file = target(path)
    try:
        write_whole(file, html.encode("utf-8", "replace"))
    except OSError as problem:
        raise cannot_write(file, problem, RequestError) from None


def _environment() -> Environment:
    """Return the templates; everything is escaped but what is marked as HTML here."""
    return Environment(
        loader=PackageLoader("reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_visible,
    )


def _visible(value: object) -> object:
    """Return a text without the characters that no HTML may hold; anything else as it is."""
    if type(value) is not str:
        return value
    return "".join(c if c.isprintable() or c in "\n\t\u00a0\u202f" else "\ufffd" for c in value)


def _section(chapter: Chapter, number: int) -> Section:
    chapter = clean(chapter)
    name = f"c{number}"
    lead, more = sentences(chapter)
    fixed = conditions(chapter)
    rules = [
        Rule(name_, _written(value), _written(preset) if value != preset else "", capital(meaning))
        for name_, value, preset, meaning in chapter.parameters
    ]
    return Section(
        id=name,
        chapter=chapter,
        over=over(chapter),
        preset=chapter.rules.partition(",")[0],
        lead=lead,
        more=more,
        standings=standings(chapter),
        parts=_parts(chapter, name),
        conditions=[(part, value) for part, value, _ in fixed],
        rules=rules,
        changed=[rule for rule in rules if rule.preset],
        facts=[*_facts(chapter.head), *((heading, value) for _, value, heading in fixed)],
        strategies=[(capital(plain(role)), str(given)) for role, given in _strategies(chapter.head).items()],
        agreement=agreement([*chapter.matches, *chapter.summary, *chapter.declarations]),
    )  # fmt: skip


def _parts(chapter: Chapter, name: str) -> list[Part]:
    """Return the parts of a section: its deals, in a run of matches these before them."""
    ids = "deals-" if chapter.players else ""
    drawn = [_shown(picture, name) for picture in figures(chapter)]
    deals = Part(f"{name}-{ids}", "Deals" if chapter.players else "", drawn, tables(chapter))
    if not chapter.players:
        return [deals]
    shown = [_shown(picture, name) for picture in match_figures(chapter)]
    return [Part(f"{name}-matches-", "Matches", shown, match_tables(of_matches(chapter))), deals]


def _shown(picture: Picture, name: str) -> Shown:
    drawn = Markup(svg(picture, f"{name}-{picture.key}"))
    return Shown(picture.key, picture.title, picture.caption, picture.leads, drawn)


def _strategies(head: Mapping[str, Any]) -> Mapping[str, Any]:
    given = head.get("strategies")
    return given if isinstance(given, Mapping) else {}


def _facts(head: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what was played, in words; a seed is a name, not a quantity, and has no commas."""
    seconds, rate = head.get("seconds"), head.get("deals_per_second")
    facts = [
        ("Game", head.get("game")),
        ("Matches", None if head.get("matches") is None else whole(head["matches"])),
        ("Deals", None if head.get("deals") is None else whole(head["deals"])),
        ("Seed", head.get("seed")),
        ("First deal" if head.get("matches") is None else "First match", head.get("first")),
        ("Time", None if seconds is None else f"{whole(float(seconds))} s"),
        ("Speed", None if rate is None else f"{whole(float(rate))} deals a second"),
    ]
    return [(name, str(value)) for name, value in facts if value is not None]


def _written(value: object) -> str:
    """Write the value of a parameter as a rules specification does."""
    if isinstance(value, bool):
        return str(value).lower()
    return "/".join(map(_written, value)) if isinstance(value, list | tuple) else str(value)
