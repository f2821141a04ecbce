"""Where compiled code is kept: a folder per user, named after a digest of everything that the machine code depends on.

numba does not notice that a *called* function in another file has changed, so the folder's name carries a digest of
all source files, of the versions and of the numba settings in force. Old folders are removed when there are a few.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
from functools import cache
from importlib.metadata import version
from pathlib import Path

from simulator.errors import RequestError

KEPT = 4
FLOORS = ("simulator", "strategies")
VARIABLE = "QUATORZE_CACHE_DIR"


def root() -> Path:
    """Return the folder that holds all caches: ``$QUATORZE_CACHE_DIR``, else the user's cache folder."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen).expanduser()
    from platformdirs import user_cache_path

    return user_cache_path("quatorze", appauthor=False)


def digest() -> str:
    """Return the digest that names today's folder: sources, numba, NumPy, Python and the ``NUMBA_`` settings."""
    told = hashlib.sha256()
    house = Path(__file__).resolve().parent.parent
    for floor in FLOORS:
        for path in sorted((house / floor).rglob("*.py")):
            told.update(str(path.relative_to(house)).encode())
            told.update(path.read_bytes())
    settings = sorted(f"{name}={value}" for name, value in os.environ.items() if name.startswith("NUMBA_"))
    for part in (version("numba"), version("llvmlite"), version("numpy"), sys.version, str(house), *settings):
        told.update(part.encode())
    return told.hexdigest()[:16]


@cache
def folder() -> Path:
    """Return today's folder, made and proven writable.

    Raises
    ------
    RequestError
        When it cannot be written; the sentence names the variable that moves it.
    """
    path = root() / digest()
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            pass
        os.utime(path)
    except OSError as problem:
        raise unusable(problem) from None
    _remove_old(path)
    return path


def unusable(problem: OSError) -> RequestError:
    """Return the error for a folder that cannot be written."""
    return RequestError(
        f"the cache folder for compiled code, {root() / digest()}, cannot be written ({problem.strerror}); "
        f"set {VARIABLE} to a folder that can"
    )


def discard() -> bool:
    """Throw away what today's folder holds; False when it held nothing, or could not be emptied."""
    held = list(folder().iterdir())
    for path in held:
        shutil.rmtree(path, ignore_errors=True)
    return bool(held) and not any(folder().iterdir())


def holds(name: str) -> bool:
    """Tell whether today's folder holds compiled code of a source folder called `name`, such as a game."""
    return any(folder().glob(f"{name}_*"))


def _remove_old(current: Path) -> None:
    """Remove the least recently used folders, `current` aside, until ``KEPT`` are left."""
    try:
        others = [path for path in current.parent.iterdir() if _is_ours(path)]
        others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return
    for path in [path for path in others if path != current][KEPT - 1 :]:
        shutil.rmtree(path, ignore_errors=True)


def clear() -> tuple[Path, int]:
    """Remove every folder of compiled code; return where they were and how many bytes were freed.

    Raises
    ------
    RequestError
        When a folder cannot be removed.
    """
    place, freed = root(), 0
    names = [path for path in place.iterdir() if _is_ours(path)] if place.is_dir() else []
    for path in names:
        with contextlib.suppress(OSError):
            freed += sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
        try:
            shutil.rmtree(path)
        except OSError as problem:
            raise RequestError(f"{path} cannot be removed ({problem.strerror}); remove it by hand") from None
    return place, freed


def _is_ours(path: Path) -> bool:
    return path.is_dir() and len(path.name) == 16 and set(path.name) <= set("0123456789abcdef")
