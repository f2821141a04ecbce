"""Strategy files are executed here, each with the modules of its own folder, apart from all others.

A file and its helpers become modules of a package of their own, ``quatorze_bot_<digest>``, so that two folders may
both hold a ``helpers.py`` and an edited helper takes effect at once. They are executed from what was digested, never
from a ``.pyc``, and the package is found in ``sys.modules`` under the same name in every process: numba needs that to
load a function from its cache.
"""

from __future__ import annotations

import builtins
import hashlib
import importlib.util
import sys
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from simulator.errors import RequestError
from strategies.sources import Sources, own, read

_LOCK = threading.RLock()
_LOADED: dict[tuple[str, str], StrategyFile] = {}


@dataclass(frozen=True)
class StrategyFile:
    """A strategy file that was executed: its sources, its module, and the names of all its modules."""

    sources: Sources
    module: ModuleType
    names: tuple[str, ...]


def load(typed: str, digest: str = "") -> StrategyFile:
    """Execute a strategy file, or return what it became when it was executed as it now is.

    Parameters
    ----------
    typed : str
        The path.
    digest : str, optional
        The digest of the sources that are wanted: what this process once loaded is found again though the file has
        changed since, so that a run goes on with what it began with.

    Raises
    ------
    RequestError
        When it cannot be read or executed.
    """
    with _LOCK:
        pinned = _LOADED.get((typed, digest)) if digest else None
        if pinned is not None:
            return pinned
        sources = read(typed)
        name = _package_name(sources)
        found = _LOADED.get((typed, name))
        if found is None:
            package = _Package(name, sources)
            main = package.execute()
            found = StrategyFile(sources, main, tuple(module.__name__ for module in package.loaded.values()))
            _LOADED[typed, name] = _LOADED[typed, sources.digest] = found
        return found


def _package_name(sources: Sources) -> str:
    """Return the name under which a file and its helpers are modules: the same in every process."""
    place = hashlib.sha256(f"{sources.path}\0{sources.digest}".encode()).hexdigest()
    return f"quatorze_bot_{place[:16]}"


class _Package:
    """The modules of one strategy file; `execute` runs the file, and its imports find the modules of its folder."""

    def __init__(self, name: str, sources: Sources) -> None:
        self.name, self.sources = name, sources
        self.loaded: dict[str, ModuleType] = {}
        self._builtins = {**vars(builtins), "__import__": self._import}

    def execute(self) -> ModuleType:
        """Return the module of the file."""
        root = ModuleType(self.name)
        root.__path__ = []
        sys.modules[self.name] = root
        try:
            return self._module(self.sources.main)
        except RequestError:
            self._forget()
            raise
        except (KeyboardInterrupt, MemoryError):
            self._forget()
            raise
        except BaseException as problem:  # SystemExit too: a file may not end the program
            self._forget()
            raise RequestError(self._told(problem)) from None

    def _forget(self) -> None:
        for name in [name for name in sys.modules if name == self.name or name.startswith(f"{self.name}.")]:
            del sys.modules[name]

    def _told(self, problem: BaseException) -> str:
        """Say what a file raised, and in which of its lines."""
        shown = self.sources.shown
        ours = {str(source.path) for source in self.sources.modules.values()}
        lines = [frame for frame in traceback.extract_tb(problem.__traceback__) if frame.filename in ours]
        where = f"{shown(lines[-1].filename)}, line {lines[-1].lineno}" if lines else shown(self.sources.path)
        said = " ".join(str(problem).split())[:200]
        what = f"{type(problem).__name__}: {said}" if said else type(problem).__name__
        return f"the strategy file {self.sources.typed} failed while it was loaded ({where}): {what}"

    def _module(self, dotted: str) -> ModuleType:
        """Return a module of the folder, executed once, its parents before it."""
        if dotted in self.loaded:
            return self.loaded[dotted]
        parent, _, last = dotted.rpartition(".")
        above = self._module(parent) if parent else sys.modules[self.name]
        source = self.sources.modules[dotted]
        full = f"{self.name}.{dotted}"
        module = ModuleType(full)
        spec = ModuleSpec(full, None, origin=str(source.path), is_package=source.package)
        module.__spec__, module.__file__ = spec, str(source.path)
        module.__package__ = full if source.package else full.rpartition(".")[0]
        if source.package:
            module.__path__ = []
        module.__dict__["__builtins__"] = self._builtins
        self.loaded[dotted] = sys.modules[full] = module
        try:
            exec(compile(source.content, str(source.path), "exec", dont_inherit=True), module.__dict__)
        except BaseException:
            del self.loaded[dotted]
            raise
        setattr(above, last, module)
        return module

    def _import(
        self,
        name: str,
        space: Mapping[str, Any] | None = None,
        local: Mapping[str, Any] | None = None,
        names: Sequence[str] | None = (),
        level: int = 0,
    ) -> Any:
        """Do what an import statement of one of the modules asks for: from the folder where the module lies there."""
        dotted = name
        if level:
            package = str((space or {}).get("__package__", self.name))
            whole = importlib.util.resolve_name("." * level + name, package)
            dotted = whole[len(self.name) + 1 :]
        elif not own(name) or name.partition(".")[0] not in self.sources.modules:
            usual: Callable[..., Any] = builtins.__import__
            return usual(name, space, local, names, level)
        if dotted and dotted not in self.sources.modules:
            raise ModuleNotFoundError(f"No module named {dotted!r} in {self.sources.path.parent}")
        leaf = self._module(dotted) if dotted else sys.modules[self.name]
        for item in names or ():
            below = f"{dotted}.{item}" if dotted else item
            if not hasattr(leaf, item) and below in self.sources.modules:
                self._module(below)
        return leaf if names else self._module(dotted.partition(".")[0])
