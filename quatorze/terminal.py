"""What is printed: tables for people, JSON and CSV for programs; progress on a terminal; stopping when asked to."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NoReturn

import click

from simulator.errors import QuatorzeError, RequestError

_LONGEST = 86_400  # seconds


def say(text: str = "", err: bool = False, nl: bool = True) -> None:
    """Print a text as the stream wants it: left to itself, click would write UTF-8 to a console of ASCII.

    A remark that cannot be written is left out: it never costs the result.
    """
    with contextlib.suppress(OSError) if err else contextlib.nullcontext():
        click.echo(text, file=sys.stderr if err else sys.stdout, nl=nl)


def document(content: Mapping[str, Any] | Sequence[Any]) -> None:
    """Print one JSON document."""
    say(json.dumps(content, allow_nan=False))


def csv(frame: Any, content: Mapping[str, Any]) -> None:
    """Print a DataFrame as CSV, and on standard error the seed, which has no place in it."""
    say(f"seed {content['seed']}", err=True)
    say(frame.to_csv(index=False), nl=False)


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> None:
    """Print rows aligned under their headings; columns in `right` are set flush right."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    for number, heading in enumerate(headings):
        grid.add_column(heading, justify="right" if number in right else "left", no_wrap=True, overflow="ignore")
    for row in rows:
        grid.add_row(*row)
    # Never narrower than the table: a cut number is worse than a wrapped line.
    Console(highlight=False, markup=False, width=1000).print(grid)


def seated(strategies: Mapping[str, Any], unit: str = "deal") -> str:
    """Return who sits where, or who is compared with whom."""
    if "baseline" in strategies:
        variants = ", ".join(strategies["variants"])
        return f"{variants} against {strategies['baseline']}, every {unit} twice with the seats exchanged"
    return ", ".join(f"{role} {name}" for role, name in strategies.items())


def head(content: Mapping[str, Any], rules: str) -> None:
    """Print what was played, in two lines."""
    unit = "match" if "matches" in content else "deal"
    say(f"{content['game']}, rules {rules}: {seated(content['strategies'], unit)}")
    rate = content["deals_per_second"]
    played = f"{content['deals']:,} deals"
    if "matches" in content:
        # A comparison counts matches alone: its arms may play more or fewer deals of the same match.
        matches = f"{content['matches']:,} matches"
        played = matches if "unit" in content else f"{matches} of {played}"
    counted = "matches" if "matches" in content and "unit" in content else "deals"
    speed = f", {rate:,.0f} {counted} a second" if rate else ""
    say(f"{played} from {content['first']:,}, seed {content['seed']}{speed}")
    if "conditions" in content:
        say("; ".join(f"{name} {value}" for name, value in content["conditions"].items() if name != "source"))


def estimates(found: Sequence[Any], brief: bool = False) -> None:
    """Print estimates: name and group, value with its interval, exact value and z where known.

    A `brief` table leaves out words that never occurred: most of them the rules exclude.
    """
    from analyses.estimates import Z, digits

    rows = []
    names = ("role", "player", "value")
    exact = any(estimate.exact is not None for estimate in found)
    for estimate in found:
        if brief and "value" in estimate.group and estimate.value == 0:
            continue
        group = " ".join(f"{key}={value}" for key, value in estimate.group.items() if key not in names)
        who = [str(estimate.group[key]) for key in names if key in estimate.group]
        percent = estimate.kind == "share"
        scale = 100 if percent else 1
        value, low, high = (None if x is None else x * scale for x in (estimate.value, estimate.low, estimate.high))
        half = None if low is None or high is None else (high - low) / 2
        error = half / Z if half is not None and estimate.kind != "quantile" else None
        shown = digits(value, error) + ("%" if percent and value is not None else "")
        row = [estimate.name, " ".join([*who, group]).strip(), shown]
        row.append("" if low is None or high is None else f"{digits(low, error)} to {digits(high, error)}")
        row.append(f"{estimate.n:,}")
        if exact:
            known = None if estimate.exact is None else estimate.exact * scale
            row.append(
                "" if known is None else digits(known, error / 100 if error else None) + ("%" if percent else "")
            )
            row.append("" if estimate.z is None else f"{estimate.z:+.2f}")
        rows.append(row)
    counted = "n" if any(estimate.name.startswith("match_") for estimate in found) else "deals"
    headings = ["what", "of", "value", "95% interval", counted, *(["exact", "z"] if exact else [])]
    table(headings, rows, right=(2, 3, 4, 5, 6))


def answer(found: Any, rules: str, wanted: int, as_json: bool, as_csv: bool) -> None:
    """Print an answer of estimates in the form asked for, and say so when it was stopped early.

    Raises
    ------
    StoppedError
        After printing, when fewer deals were played than wanted.
    """
    if as_json:
        document(found.as_dict())
    elif as_csv:
        csv(found.frame(), found.head)
    else:
        head(found.head, rules)
        say()
        estimates(found.estimates)
    stopped_early(found, wanted)


def stopped_early(found: Any, wanted: int) -> None:
    """Raise StoppedError when an answer is of fewer deals, or matches, than wanted."""
    if found.units < wanted:
        what = "matches" if "matches" in found.head else "deals"
        done = f"{found.units:,} of {wanted:,} {what}"
        raise StoppedError(f"stopped after {done}; nothing was kept, the same command begins anew")


def comparisons(found: Any, rules: str) -> None:
    """Print comparisons: both values, the difference with its interval, what pairing saved."""
    from analyses.estimates import digits

    head(found.head, rules)
    say(f"unit: the {found.head['unit']}; difference = variant minus baseline ({found.head['baseline']})\n")
    rows = []
    for item in found.comparisons:
        numbers = [digits(value, item.se) for value in (item.baseline_value, item.variant_value, item.difference)]
        interval = "" if item.low is None else f"{digits(item.low, item.se)} to {digits(item.high, item.se)}"
        p = "" if item.p_holm is None else f"{item.p_holm:.2g}" if item.p_holm > 0 else "<1e-300"
        shown = [
            f"{value:.{places}f}" if value is not None else ""
            for value, places in ((item.correlation, 3), (item.variance_ratio, 2))
        ]
        changed = "" if item.changed is None else f"{100 * item.changed:.1f}%"
        rows.append([item.variant, item.metric, *numbers, interval, p, *shown, changed, item.verdict])
    headings = [
        "variant",
        "metric",
        "baseline",
        "variant's",
        "difference",
        "95% interval",
        "p (Holm)",
        "correlation",
        "saved x",
        "changed",
        "verdict",
    ]
    table(headings, rows, right=range(2, 10))


@contextlib.contextmanager
def progress(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """Show progress with rate and remaining time on standard error, if that is a terminal; yield what moves it on.

    `what` is the game. It is told 0 deals when the request is accepted and playing begins: where the game was never
    compiled before, that is said then, terminal or not.
    """
    from simulator import cache, compiled

    cache.folder()  # refused here if it cannot be written, before a run folder is made

    def begun(deals: int) -> bool:
        return deals == 0 and compiled.COMPILING and not cache.holds(what)

    compiling = f"compiling {what} for this machine, once; it takes some twenty seconds"
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda deals: say(compiling, err=True) if begun(deals) else None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(what, total=total, rate="")

        def moved(deals: int) -> None:
            if begun(deals):
                console.print(compiling, highlight=False)
            bar.advance(task, deals)
            speed = bar.tasks[0].speed
            bar.update(task, rate=f"{speed:,.0f}/s" if speed else "")

        yield moved


@contextlib.contextmanager
def stoppable() -> Iterator[Callable[[], bool]]:
    """Let Ctrl-C and SIGTERM finish what is under way; a second one ends the process. Yield whether one came."""
    asked = threading.Event()

    def ask(number: int, frame: Any) -> None:
        if asked.is_set():
            from simulator import stalls

            for problem in stalls.standing():
                say(f"quatorze: {problem}", err=True)
            end()
        asked.set()
        say("quatorze: finishing what is under way; once more to end at once", err=True)

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield asked.is_set
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def stalling(seconds: str) -> Iterator[None]:
    """End the process, with what is whole kept, when a decision has not returned for so many seconds."""
    try:
        limit = float(seconds)
    except ValueError:
        limit = 0.0
    if not 0 < limit <= _LONGEST:
        raise RequestError(
            f"--stall {seconds} is not a number of seconds above 0, {_LONGEST:,} at most; write --stall 60"
        )
    from simulator import stalls

    def stalled(problem: Exception) -> None:
        say(f"quatorze: {problem}", err=True)
        end()

    with stalls.watched(limit, stalled):
        yield


def end() -> NoReturn:
    """End at once: compiled code cannot be interrupted. What is held back for the terminal is written."""
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(1)


class StoppedError(QuatorzeError):
    """Playing was interrupted; the sentence says what is kept and how to go on."""


def command_line(words: Sequence[str]) -> str:
    """Return a command as it is typed in a shell."""
    return " ".join(shlex.quote(word) for word in words)
