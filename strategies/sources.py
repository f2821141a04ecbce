"""What a strategy file is made of: its own source and that of every module it imports from its own folder.

Nothing is executed here. Imports are found in the syntax tree, so a module is taken from the folder whether or not it
would have been imported; what is imported by a computed name is not seen.
"""

from __future__ import annotations

import ast
import difflib
import hashlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from simulator.errors import RequestError

#: Names that are never taken from a bot's folder, whatever files lie there.
HOUSE = frozenset({"quatorze", "simulator", "strategies", "analyses", "reports", "numpy", "numba"})


@dataclass(frozen=True)
class Source:
    """One module: where it lies, what it says, and whether it is a package."""

    path: Path
    content: bytes
    package: bool


@dataclass(frozen=True)
class Sources:
    """A strategy file and the modules of its folder that it imports, as they were when they were read.

    Attributes
    ----------
    path : Path
        The file, absolute and without links.
    typed : str
        The path as it was asked for.
    modules : dict
        Dotted name from the folder -> source; the file itself comes first.
    """

    path: Path
    typed: str
    modules: dict[str, Source]

    @property
    def main(self) -> str:
        """The name of the file's own module."""
        return self.path.stem.replace(".", "_")

    @property
    def digest(self) -> str:
        """Digest of all that was read; where the folder lies makes no difference."""
        told = hashlib.sha256()
        for name, source in sorted(self.modules.items()):
            told.update(f"{name}\0{len(source.content)}\0".encode())
            told.update(source.content)
        return told.hexdigest()[:16]

    def shown(self, path: str | Path) -> str:
        """Return the path of one of the files as the user would write it."""
        folder = Path(self.typed).parent
        whole = Path(path)
        return (
            str(folder / whole.relative_to(self.path.parent)) if whole.is_relative_to(self.path.parent) else str(path)
        )


def read(typed: str) -> Sources:
    """Read a strategy file and what it imports from its folder.

    Raises
    ------
    RequestError
        When a file is not there, cannot be read, or is not Python in UTF-8.
    """
    try:
        path = Path(typed).expanduser().resolve()
        there, folder = path.exists(), path.is_dir()
    except (OSError, RuntimeError, ValueError) as problem:
        raise RequestError(f"the strategy file {typed!r} cannot be looked for ({problem})") from None
    if folder:
        raise RequestError(f"{typed} is a folder; name the file in it: {typed.rstrip('/')}/FILE.py:Class")
    if not there:
        raise RequestError(f"there is no strategy file {typed}{_near(path)} (paths begin at {Path.cwd()})")
    modules: dict[str, Source] = {}
    found = Sources(path, typed, modules)
    modules[found.main] = Source(path, _content(path, typed), False)
    waiting = [found.main]
    while waiting:
        name = waiting.pop()
        source = modules[name]
        for imported in _imports(source.content, name, source.package, found.shown(source.path)):
            known = imported in modules or imported.rpartition(".")[0] not in {"", *modules}
            place = None if known else _place(path.parent, imported)
            if place is not None:
                modules[imported] = Source(place, _content(place, found.shown(place)), place.name == "__init__.py")
                waiting.append(imported)
    return found


def _near(path: Path) -> str:
    """Return a hint at the strategy files that lie where this one was looked for."""
    try:
        names = sorted(file.name for file in path.parent.glob("*.py") if file.is_file())
    except OSError:
        return ""
    meant = difflib.get_close_matches(path.name, names, n=2)
    return f"; did you mean {' or '.join(meant)}?" if meant else ""


def _content(path: Path, shown: str) -> bytes:
    if not path.is_file():
        raise RequestError(f"the strategy file {shown} is no regular file; name a file of Python")
    try:
        content = path.read_bytes()
    except OSError as problem:
        raise RequestError(f"the strategy file {shown} cannot be read ({problem.strerror})") from None
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as problem:
        line = content[: problem.start].count(b"\n") + 1
        raise RequestError(f"the strategy file {shown} is not UTF-8 (line {line}); save it as UTF-8") from None
    return content


def own(name: str) -> bool:
    """Tell whether a module of this dotted name may be taken from a bot's folder."""
    top = name.partition(".")[0]
    return top not in HOUSE and top not in sys.stdlib_module_names


def _place(folder: Path, name: str) -> Path | None:
    """Return where a module lies in the folder; None for what is not ours to take from there."""
    if not own(name):
        return None
    parts = name.split(".")
    whole = folder.joinpath(*parts)
    candidates = (whole / "__init__.py", whole.with_name(f"{parts[-1]}.py"))
    return next((candidate for candidate in candidates if candidate.is_file()), None)


def parsed(content: bytes, shown: str) -> ast.Module:
    """Return the syntax tree of a source.

    Raises
    ------
    RequestError
        Where it is no Python; with the line.
    """
    try:
        tree = ast.parse(content)
        compile(tree, shown, "exec", dont_inherit=True)  # which finds what the grammar allows and Python does not
    except SyntaxError as problem:
        raise RequestError(f"the strategy file {shown} is not Python: line {problem.lineno}: {problem.msg}") from None
    except (ValueError, RecursionError, MemoryError) as problem:
        raise RequestError(f"the strategy file {shown} is not Python: {problem or type(problem).__name__}") from None
    return tree


@lru_cache(maxsize=256)
def _imports(content: bytes, name: str, package: bool, shown: str) -> tuple[str, ...]:
    """Return the dotted names that a module may mean by its imports, parents first."""
    base = name.split(".") if package else name.split(".")[:-1]

    def meant() -> Iterator[str]:
        for node in ast.walk(parsed(content, shown)):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                above = base[: len(base) + 1 - node.level] if node.level else []
                parts = [*above, *(node.module.split(".") if node.module else [])]
                yield from (".".join([*parts, alias.name]) for alias in node.names)
                yield ".".join(parts)

    whole = [found.split(".") for found in meant() if found]
    prefixes = (".".join(parts[:length]) for parts in whole for length in range(1, len(parts) + 1))
    return tuple(dict.fromkeys(prefix for prefix in prefixes if "*" not in prefix))
