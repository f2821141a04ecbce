"""Runs in processes that are killed, at a file operation or at a moment."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Server:
    """The process that plays runs in children, see ``made_up_run.serve``."""

    process: subprocess.Popen[str]

    def status(self, folder: Path, units: int, *, kill: int = 0, pause: float = 1.0, seconds: float = 0.0) -> int:
        """Have a run of so many deals or matches played in a child; return the child's exit status."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([str(folder), units, kill, pause, seconds]) + "\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())


@contextlib.contextmanager
def serving(module: str) -> Iterator[Server]:
    """Start a module that serves runs to be killed, and end it with its standard input."""
    command = [sys.executable, "-m", module]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as served:
        yield Server(served)
