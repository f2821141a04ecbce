"""The options that playing commands share, and how their values are understood."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

import click

from quatorze import terminal
from simulator.errors import RequestError

Command = Callable[..., Any]

#: Shared options of the interface that a later version offers.
_LATER = (
    ("--chien",),
    ("--cluster",),
    ("--figures",),
    ("--lang",),
)


@dataclass(frozen=True)
class Asked:
    """What every playing command is asked, as it was typed; understood by `quatorze.planning.plan`."""

    game: str
    deals: str | None
    matches: str | None
    first: str
    seed: str | None
    workers: str | None
    hands: tuple[str, ...]
    pack: str | None
    accept: str | None
    notation: str

    def conditions(self) -> dict[str, Any]:
        """Return the arguments that say which deals are played."""
        return {"hand": hands(self.hands), "pack": self.pack, "accept": self.accept, "notation": self.notation}

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of `plan` and of the answers, all but game, rules and strategies."""
        numbers = {"deals": self.deals, "matches": self.matches, "first": self.first, "seed": self.seed}
        return numbers | {"workers": self.workers} | self.conditions()


def _refuse(ctx: click.Context, parameter: click.Parameter, value: Any) -> None:
    if value:
        raise RequestError(f"{max(parameter.opts, key=len)} is not offered by this version yet")


def once(*names: str, default: str | None = None, **settings: Any) -> Callable[[Command], Command]:
    """Return what adds an option with one value; given twice it is refused, where click would take the last."""

    def only(ctx: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> str | None:
        if len(values) > 1:
            raise RequestError(f"{max(parameter.opts, key=len)} is given {len(values)} times; give it once")
        return values[0] if values else default

    if default is not None:
        settings["help"] = f"{settings['help']}  [default: {default}]"
    return click.option(*names, multiple=True, callback=only, **settings)


def later(command: Command) -> Command:
    """Add the shared options that are refused in one line until they are offered."""
    for names in _LATER:
        command = not_yet(*names)(command)
    return command


def not_yet(*names: str, is_flag: bool = False) -> Callable[[Command], Command]:
    """Return what adds one option, under its names, that is refused in one line until it is offered."""
    return click.option(
        *names,
        "later_" + names[0].strip("-"),
        is_flag=is_flag,
        multiple=not is_flag,
        hidden=True,
        expose_value=False,
        callback=_refuse,
    )


def playing(command: Command) -> Command:
    """Add what every playing command takes, handed over as one `Asked`: deals, seed, fixed cards, workers.

    The command runs under the watch of ``--stall``.
    """
    decorators: list[Command] = [
        click.argument("game"),
        once("-n", "--deals", help="How many deals: 1000000, 1e6, 250k.  [default: 100k]"),
        once("-M", "--matches", metavar="M", help="How many matches, instead of deals."),
        once("--first", default="0", help="Number of the first deal, or match."),
        once("--seed", help="0 to 2^64-1; drawn, printed and stored when none is given."),
        once("-w", "--workers", help="Threads; as many as processors by default."),
        fixed,
        later,
    ]
    command = watched(command)

    @functools.wraps(command)
    def gathered(**given: Any) -> Any:
        asked = Asked(**{field.name: given.pop(field.name) for field in fields(Asked)})
        return command(asked=asked, **given)

    for decorator in reversed(decorators):
        gathered = decorator(gathered)
    return gathered


def watched(command: Command) -> Command:
    """Add ``--stall``: a decision that does not return in so many seconds ends the process, in one line."""

    @functools.wraps(command)
    def under_watch(stall: str, **given: Any) -> Any:
        with terminal.stalling(stall):
            return command(**given)

    seconds = once("--stall", default="60", metavar="SECONDS", help="End when a decision has not returned for so long.")
    return seconds(under_watch)


def fixed(command: Command) -> Command:
    """Add what decides which deals are played, and how its cards are written."""
    decorators: list[Command] = [
        click.option("--hand", "hands", multiple=True, metavar="ROLE=CARDS", help="Cards that a role is dealt."),
        once("--pack", metavar="CARDS", help="The whole pack in dealing order: one deal."),
        once("--accept", metavar="FILE:FUNCTION", help="Only deals that a function of yours takes (its file is run)."),
        notated,
    ]
    for decorator in reversed(decorators):
        command = decorator(command)
    return command


def hands(given: tuple[str, ...]) -> dict[str, str] | None:
    """Return --hand options as {role: cards}; None when there are none."""
    found: dict[str, str] = {}
    for text in given:
        role, equals, cards = text.partition("=")
        if not equals:
            raise RequestError(f"--hand {text} is not ROLE=CARDS; write --hand elder='As Ks Qs'")
        if role.strip() in found:
            raise RequestError(f"--hand {role.strip()} is given twice; give all its cards at once")
        found[role.strip()] = cards
    return found or None


def seated(command: Command) -> Command:
    """Add the strategies: one for all seats, or one for each role."""
    return click.option(
        "-s",
        "--strategy",
        "strategies",
        multiple=True,
        metavar="[ROLE=]SPEC",
        help="NAME, NAME:key=value or FILE.py:CLASS for all seats; ROLE=..., ROLE.DECISION=... or playerK=... for one.",
    )(command)


def ruled(command: Command) -> Command:
    """Add the rules, one specification."""
    return once("--rules", metavar="SPEC", help="PRESET or PRESET,key=value,...")(command)


def told(command: Command) -> Command:
    """Add how results are printed."""
    command = click.option("--csv", "as_csv", is_flag=True, help="Print the estimates as CSV.")(command)
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")(command)


def notated(command: Command) -> Command:
    """Add the notation of cards."""
    return once(
        "--notation",
        type=click.Choice(["en", "fr", "unicode"]),
        default="en",
        help="How cards are read and printed.",
    )(command)


def one_format(as_json: bool, as_csv: bool) -> None:
    """Refuse two formats at once."""
    if as_json and as_csv:
        raise RequestError("--json and --csv at once; ask for one of them")


def seats(specifications: tuple[str, ...]) -> Mapping[str, str] | None:
    """Return -s options as {role or "": specification}; None when there are none.

    Raises
    ------
    RequestError
        For a role, or the seats at large, given twice.
    """
    found: dict[str, str] = {}
    for specification in specifications:
        role, name = split(specification)
        if role in found:
            whose = f"for {role} " if role else "for all seats "
            raise RequestError(f"two strategies {whose}({found[role]}, {name}); give one, or ROLE=NAME for each role")
        found[role] = name
    return found or None


def split(specification: str) -> tuple[str, str]:
    """Return a -s option as (role, specification); the role is empty for a bare one."""
    role, equals, name = specification.partition("=")
    if not equals or ":" in role or "/" in role:
        return "", specification
    if not role.strip():
        raise RequestError(f"-s {specification} names no role before the equals sign; write -s ROLE=NAME, or -s NAME")
    return role.strip(), name
