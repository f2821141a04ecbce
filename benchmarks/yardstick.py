"""The C program beside the kernel: its records written from the NumPy types, built, loaded, held to the same rows."""

from __future__ import annotations

import ctypes
import platform
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from simulator.engine import Engine
from simulator.game import Game

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "benchmarks" / "c" / "piquet.c"
BUILD = ROOT / "build" / "bench"
FLAGS = ("-std=gnu11", "-O3", "-march=native", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror")
COMPILERS = ("gcc", "cc", "clang")

_TYPES = {"i1": "int8_t", "u1": "uint8_t", "i2": "int16_t", "i4": "int32_t", "i8": "int64_t", "u8": "uint64_t"}
_TYPES |= {"f8": "double"}
_KNOWN = {"declare_mode": "forced", "declaration_record": "totals", "younger_left_view": "hidden"}


class MissingError(Exception):
    """There is no C compiler here, or what it made cannot be used."""


def compiler() -> str:
    """Return the path of a C compiler; raise `MissingError` where there is none."""
    for name in COMPILERS:
        if found := shutil.which(name):
            return found
    raise MissingError(f"no C compiler here ({', '.join(COMPILERS)})")


def version(path: str) -> str:
    """Return the first line of what a compiler says of itself."""
    return subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]


def header(game: Game) -> str:
    """Return the C records of a game: rules, view and row, field by field, with their places asserted."""
    pieces = [
        "/* Written by benchmarks/yardstick.py from the NumPy types. */\n#include <stddef.h>\n#include <stdint.h>\n"
    ]
    for name, dtype in (("rules", game.rulebook.dtype), ("view", game.view), ("row", game.columns.dtype)):
        pieces.append("\n".join(_structure(name, dtype)))
    return "\n".join(pieces)


def _structure(name: str, dtype: np.dtype[Any]) -> Iterator[str]:
    assert dtype.fields is not None
    assert dtype.names is not None
    apart = any(offset % kind.base.alignment for kind, offset in (dtype.fields[field][:2] for field in dtype.names))
    yield "typedef struct {"
    for field in dtype.names:
        kind = dtype.fields[field][0]
        base = kind.base
        called = field if base.names else _TYPES[base.str[1:]]
        length = "".join(f"[{size}]" for size in kind.shape)
        yield f"    {called} {field}{length};"
    yield f"}} {'__attribute__((packed)) ' if apart else ''}{name};"
    for field in dtype.names:
        yield f'_Static_assert(offsetof({name}, {field}) == {dtype.fields[field][1]}, "{name}.{field}");'
    yield f'_Static_assert(sizeof({name}) == {dtype.itemsize}, "{name}");\n'


class Yardstick:
    """The C program, loaded; it plays greedy against greedy under the rules of an engine.

    Parameters
    ----------
    engine : Engine
        Two greedy players and rules that the C program knows; `MissingError` is raised for others.
    """

    def __init__(self, engine: Engine) -> None:
        for name, value in _KNOWN.items():
            if engine.rules[name] != value:
                raise MissingError(f"the C program knows {name}={value} alone")
        self.compiler = compiler()
        library = self._built(engine.game)
        self._inlined, self._pointers, self._bare = library.play_inlined, library.play_pointers, library.play_bare
        for function in (self._inlined, self._pointers, self._bare):
            function.restype = ctypes.c_int64
        actions = [ctypes.cast(library[name], ctypes.c_void_p).value for name in ("greedy_discard", "greedy_card")]
        self._policy = np.array([action for action in actions for _ in range(2)], np.uint64)
        self._engine = engine
        self._rules = engine.game.rulebook.lower(engine.rules)
        table = engine.table()
        self._seats = np.array([table["private"][0], table["open"][0]], np.int64)
        self._views = engine.views()
        self._scratch = np.zeros(8, np.uint64)
        self._stop = np.zeros(4, np.uint64)
        self._keep_rank = int(self._views["params"][0][0])

    def _built(self, game: Game) -> ctypes.CDLL:
        BUILD.mkdir(parents=True, exist_ok=True)
        (BUILD / "records.h").write_text(header(game), encoding="utf-8")
        made = BUILD / "piquet.so"
        told = subprocess.run(
            [self.compiler, *FLAGS, "-I", str(BUILD), "-o", str(made), str(SOURCE)],
            check=False,
            capture_output=True,
            text=True,
        )
        if told.returncode:
            raise MissingError(f"{self.compiler} does not build {SOURCE.name}: {told.stderr.strip().splitlines()[0]}")
        return ctypes.CDLL(str(made))

    def play(self, seed: int, first: int, count: int, pointers: bool) -> np.ndarray:
        """Return the rows of a range of deals, played with the policy inlined or through pointers."""
        rows = np.zeros(count, self._engine.game.columns.dtype)
        arrays = [self._rules, self._seats, self._views, self._scratch, rows, self._stop]
        given = [ctypes.c_void_p(array.ctypes.data) for array in (*arrays, *([self._policy] if pointers else []))]
        function = self._pointers if pointers else self._inlined
        played = function(ctypes.c_int64(first), ctypes.c_int64(count), ctypes.c_uint64(seed), *given)
        if played != count:
            raise AssertionError(f"the C program stopped: {played}, {self._stop.tolist()}")
        return rows

    def bare(self, seed: int, first: int, count: int) -> int:
        """Return the sum of all scores of a range of deals, played without views, checks and rows."""
        rules = ctypes.c_void_p(self._rules.ctypes.data)
        keep = ctypes.c_int64(self._keep_rank)
        return int(self._bare(ctypes.c_int64(first), ctypes.c_int64(count), ctypes.c_uint64(seed), rules, keep))

    def check(self, seed: int, count: int) -> None:
        """Raise ``AssertionError`` unless all three forms play as the kernel does, byte for byte."""
        rows = self._engine.play(seed, self._engine.jobs([(0, count)]))
        for pointers in (False, True):
            if self.play(seed, 0, count, pointers).tobytes() != rows.tobytes():
                raise AssertionError("the C program and the kernel play different rows: nothing can be compared")
        if self.bare(seed, 0, count) != sum(
            int(rows[name].sum(dtype=np.int64)) for name in ("score_elder", "score_younger")
        ):
            raise AssertionError("the bare C program makes other scores than the kernel")


def machine() -> str:
    """Return what this machine is, as far as it says."""
    import os

    name = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                name = line.partition(":")[2].strip()
                break
    except OSError:
        pass
    return (
        f"{name}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}, Python {platform.python_version()}"
    )
