"""The command line: one small module a command, loaded when it is called; every refusal is one line."""

from __future__ import annotations

import io
import os
import signal
import sys
from importlib import import_module
from typing import Any, NoReturn, TextIO

import click

from quatorze import __version__, terminal
from simulator.errors import QuatorzeError, RequestError, unknown

COMMANDS = (
    "games",
    "rules",
    "strategies",
    "run",
    "summary",
    "export",
    "report",
    "compare",
    "discards",
    "declarations",
    "exact",
    "trace",
    "cache",
)
LATER = (
    "batch",
    "plan",
    "tournament",
    "odds",
    "lengths",
    "regret",
    "tune",
    "bench",
    "warm",
    "verify",
    "merge",
)


class House(click.Group):
    """The group of all commands, each in its own module."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the house."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command; None for one that does not exist."""
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = import_module(f"quatorze.commands.{cmd_name}").command
        return found

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find the command, and suggest near names for one that does not exist."""
        name = args[0]
        if name in LATER:
            raise RequestError(f"the command {name} is not offered by this version yet; it has {', '.join(COMMANDS)}")
        if name not in COMMANDS and not name.startswith("-"):
            raise unknown("command", name, COMMANDS)
        return super().resolve_command(ctx, args)


@click.group(cls=House, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="quatorze", message="%(prog)s %(version)s")
def quatorze() -> None:
    """Study French card games by playing millions of deals.

    Results go to standard output, progress and remarks to standard error.
    Exit codes: 0 done; 2 the request was wrong; 1 it failed while working.
    """


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and leave with its exit code; whatever goes wrong is told in one line."""
    streams, before = (sys.stdout, sys.stderr), signal.signal(signal.SIGTERM, _interrupt)
    mended = sys.stdout, sys.stderr = _mended(sys.stdout), _mended(sys.stderr)
    try:
        _run(arguments)
    finally:
        for stream in mended:
            _settle(stream)
        sys.stdout, sys.stderr = streams
        signal.signal(signal.SIGTERM, before)


def _interrupt(number: int, frame: Any) -> None:
    raise KeyboardInterrupt


def _mended(stream: Any) -> Any:
    """Return a stream that the program can rely on: there, buffered, and never failing on a suit sign."""
    if stream is None:  # closed by the caller
        return open(os.devnull, "w", encoding="utf-8")
    if isinstance(getattr(stream, "buffer", None), io.RawIOBase):
        # Unbuffered, as PYTHONUNBUFFERED makes it: a raw file may take less than it is given, and nobody looks.
        whole = io.BufferedWriter(io.FileIO(stream.fileno(), "wb", closefd=False))
        return io.TextIOWrapper(whole, stream.encoding, "replace", line_buffering=True)
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")
    return stream


def _run(arguments: list[str] | None) -> NoReturn:
    """Run the command line; see `main`."""
    try:
        _check_folder()
        code = quatorze.main(arguments, prog_name="quatorze", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as problem:
        terminal.say(problem.format_message())
        sys.exit(0)
    except click.NoSuchOption as problem:
        _refuse(str(_no_such_option(problem)), 2)
    except click.ClickException as problem:
        _refuse(_one_line(problem), 2)
    except QuatorzeError as problem:
        _refuse(str(problem), problem.exit_code)
    except ImportError as problem:
        if not str(problem).startswith("quatorze:"):
            raise
        _refuse(str(problem).removeprefix("quatorze: "), 2)
    except (click.Abort, KeyboardInterrupt):
        _refuse("stopped before it was done; give the same command again", 1)
    except BrokenPipeError:
        sys.exit(1)
    except OSError as problem:
        # Files are written with their own refusals; what is left without a name is the output.
        what = problem.filename or "standard output"
        _refuse(f"{what}: {problem.strerror or problem}; mend that and give the same command again", 1)
    except MemoryError:
        _refuse("out of memory; ask for fewer deals at a time or fewer --workers", 1)
    sys.exit(code if isinstance(code, int) else 0)


def _check_folder() -> None:
    """Refuse to work in a folder that was deleted: no path could be understood."""
    try:
        os.getcwd()
    except OSError:
        raise RequestError("the folder that this was called in no longer exists; change to one that does") from None


def _no_such_option(problem: click.NoSuchOption) -> RequestError:
    """Return the refusal of an unknown option; only those that are offered are suggested."""
    context = problem.ctx
    if context is None:
        return unknown("option", problem.option_name, problem.possibilities or [])
    options = [option for option in context.command.get_params(context) if not getattr(option, "hidden", False)]
    known = [name for option in options for name in option.opts if name.startswith("--")]
    return unknown(f"option of {context.command_path}", problem.option_name, known)


def _one_line(problem: click.ClickException) -> str:
    """Return what click has to say as one sentence, with the command to ask for help."""
    context = getattr(problem, "ctx", None)
    path = context.command_path if context is not None else "quatorze"
    said = " ".join(problem.format_message().split()).rstrip(".")
    return f"{said}; see {path} --help"


def _refuse(sentence: str, code: int) -> NoReturn:
    """Say it on standard error and leave."""
    terminal.say("quatorze: " + " ".join(sentence.split()), err=True)
    sys.exit(code)


def _settle(stream: TextIO) -> None:
    """Write what is still held back, whatever becomes of it: Python would try at its end, and fail with code 120."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
