"""Calling the command line, in this process or in another one, and runs whose parts are small.

``python -m tests.quatorze.calling SIGNAL NUMBER run piquet ...`` calls the command line in parts of 16 deals, or of 4
matches, and sends itself SIGNAL when it is about to play chunk NUMBER (counted from 1).
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from quatorze.cli import main
from simulator import batch, spans

ROOT = Path(__file__).resolve().parents[2]
PART = 16
MATCHES = 4
REGENERATE = os.environ.get("QUATORZE_REGENERATE") == "1"
TIMES = ("seconds", "deals_per_second")
#: What decides how a terminal is written to, and where compiled code lies.
TERMINAL = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "TERM", "PYTHONIOENCODING", "PYTHONUTF8")


@dataclass(frozen=True)
class Called:
    """What a call of the command line left behind."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> dict[str, Any]:
        """The one JSON document on standard output."""
        (line,) = self.out.splitlines()
        return dict(json.loads(line))


def left(arguments: Sequence[str]) -> int:
    """Call the command line in this process; return its exit code."""
    with pytest.raises(SystemExit) as end:
        main(list(arguments))
    assert isinstance(end.value.code, int)
    return end.value.code


def called(capture: pytest.CaptureFixture[str], *arguments: str) -> Called:
    """Call the command line in this process and return what it wrote."""
    capture.readouterr()
    code = left(arguments)
    return Called(code, *capture.readouterr())


def environment(**changes: str) -> dict[str, str]:
    """Return an environment with the checkout on the path and nothing said about the terminal, `changes` made."""
    kept = {name: value for name, value in os.environ.items() if name not in TERMINAL}
    return {**kept, "PYTHONPATH": str(ROOT), **changes}


def spawned(words: Sequence[str], folder: Path = ROOT, /, **changes: str) -> Called:
    """Run Python in another process and return what it wrote."""
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment(**changes), capture_output=True, check=False
    )
    return Called(done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"))


def without_times(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document without what differs from one playing to the next."""
    assert all(name in document for name in TIMES)
    return {name: value for name, value in document.items() if name not in TIMES}


def tree(folder: Path) -> dict[str, bytes]:
    """Return everything under a folder: the content of files, nothing for folders."""
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b"" for path in folder.rglob("*")}


def small_parts(setting: Callable[[Any, str, Any], None] = setattr) -> None:
    """Cut runs into parts and chunks of 16 deals, or of 4 matches."""
    setting(spans, "CHUNK", PART)
    setting(spans, "MATCHES_A_PART", MATCHES)


def signalling(number: int, chunk: int, setting: Callable[[Any, str, Any], None] = setattr) -> None:
    """Send this process a signal when it is about to play its chunk number `chunk`."""
    play, count = batch.play_rows, iter(range(1, 1 << 30))

    def play_rows(asked: batch.Chunk) -> batch.Rows:
        if next(count) == chunk:
            os.kill(os.getpid(), number)
        return play(asked)

    setting(batch, "play_rows", play_rows)


if __name__ == "__main__":
    small_parts()
    signalling(signal.Signals[sys.argv[1]], int(sys.argv[2]))
    main(sys.argv[3:])
