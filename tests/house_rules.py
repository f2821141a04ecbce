"""The house rules that a linter does not know, held by walking the syntax tree of every module of the product.

``python tests/house_rules.py`` prints ``file:line: sentence`` for every breach and exits 1 if there is one. A rule is a
function from the house (all modules by name) to its breaches; `test_house_rules.py` plants a breach of each.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

BELOW = {
    "simulator": (),
    "strategies": ("simulator",),
    "analyses": ("simulator",),
    "reports": ("analyses", "simulator"),
    "quatorze": ("reports", "analyses", "strategies", "simulator"),
}
NOT_INSTALLED = ("tests", "benchmarks", "docs", "examples")
KEPT_OUT = {"analyses": ("matplotlib",), "reports": ("simulator.batch",)}
TABLE_OF_GAMES = "simulator/games/__init__.py"
WORDS_OF_GAMES = ("piquet", "tarot", "kadors")
COMPILED = "simulator/compiled.py"
INTRINSICS = (COMPILED, "simulator/bits.py", "simulator/philox.py")
COMPILERS = {"njit", "jit", "jit_module", "jitclass", "vectorize", "guvectorize", "cfunc", "stencil"}
EXTENDERS = {"intrinsic", "overload", "overload_method", "overload_attribute", "register_jitable"}
HOUSE_DECORATORS = {"kernel", "helper", "decision"}
NOT_IN_COMPILED_CODE = {"numpy.sort", "numpy.argsort", "numpy.unique", "numba.prange", "print"}
RANDOM_CLASSES = {"Generator", "BitGenerator", "Philox", "SeedSequence", "default_rng"}
LAZY_ROOF = ("quatorze", "quatorze.__main__", "quatorze.cli", "quatorze.commands")
HEAVY = ("numba", "pandas", "scipy", "matplotlib", "numpy", "pyarrow", "analyses", "reports", "strategies")


@dataclass(frozen=True, order=True)
class Breach:
    """One breach: where, and a sentence that says what is wrong."""

    path: str
    line: int
    sentence: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.sentence}"


@dataclass(frozen=True)
class Import:
    """One name that is imported; `eager` when it happens as soon as the module is."""

    target: str
    line: int
    eager: bool


@dataclass(frozen=True)
class Module:
    """One module: its path from the root, its syntax tree, what it imports, and what its imported names stand for."""

    path: str
    name: str
    tree: ast.Module
    imports: tuple[Import, ...]
    meanings: dict[str, str]

    @property
    def floor(self) -> str:
        """The top-level package it stands in."""
        return first(self.name)

    def full_name(self, node: ast.AST) -> str:
        """Return what a name or a dotted name stands for, e.g. ``numpy.random.seed``; empty for anything else."""
        trail: list[str] = []
        while isinstance(node, ast.Attribute):
            trail.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return ""
        return ".".join([self.meanings.get(node.id, node.id), *reversed(trail)])

    def uses(self, statements: Iterable[ast.stmt]) -> Iterator[tuple[ast.expr, str]]:
        """Yield every name that the statements use, with what it stands for."""
        for node in (node for statement in statements for node in ast.walk(statement)):
            if isinstance(node, ast.Name | ast.Attribute) and (name := self.full_name(node)):
                yield node, name


House = dict[str, Module]
Function = ast.FunctionDef | ast.AsyncFunctionDef


def first(name: str) -> str:
    """Return the top-level part of a dotted name."""
    return name.partition(".")[0]


def within(name: str, package: str) -> bool:
    """Tell whether a dotted name is a package or lies in it."""
    return name == package or name.startswith(f"{package}.")


def module_of(house: House, name: str) -> str:
    """Return the module of the house that an imported name comes from, or an empty string."""
    while name and name not in house:
        name = name.rpartition(".")[0]
    return name


def _targets(node: ast.Import | ast.ImportFrom, package: str) -> list[tuple[ast.alias, str]]:
    if isinstance(node, ast.Import):
        return [(alias, alias.name) for alias in node.names]
    parents = package.split(".")[: 1 - node.level or None] if node.level else []
    prefix = [*parents, *([node.module] if node.module else [])]
    return [(alias, ".".join([*prefix, alias.name])) for alias in node.names]


def _imports(nodes: Iterable[ast.AST], package: str, eager: bool = True) -> Iterator[Import]:
    for node in nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from (Import(target, alias.lineno, eager) for alias, target in _targets(node, package))
        elif isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            yield from _imports(node.body, package, eager=False)
            yield from _imports(node.orelse, package, eager)
        else:
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("import_module", "__import__")):
                names = [argument for argument in node.args[:1] if isinstance(argument, ast.Constant)]
                yield from (Import(str(name.value), node.lineno, eager) for name in names)
            inside = eager and not isinstance(node, Function | ast.Lambda)
            yield from _imports(ast.iter_child_nodes(node), package, inside)


def _meanings(tree: ast.Module, package: str) -> dict[str, str]:
    known: dict[str, str] = {}
    for node in (node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)):
        for alias, target in _targets(node, package):
            name = alias.asname or (first(target) if isinstance(node, ast.Import) else alias.name)
            known[name] = name if isinstance(node, ast.Import) and not alias.asname else target
    return known


def read(root: Path) -> House:
    """Return every module of the five floors under `root`, by its dotted name."""
    house: House = {}
    for path in sorted(path for floor in BELOW for path in (root / floor).rglob("*.py")):
        relative = path.relative_to(root)
        dotted = ".".join(relative.with_suffix("").parts)
        name = dotted.removesuffix(".__init__")
        package = name if name != dotted else dotted.rpartition(".")[0]
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        imports = tuple(_imports(tree.body, package))
        house[name] = Module(relative.as_posix(), name, tree, imports, _meanings(tree, package))
    return house


def floors(house: House) -> Iterator[Breach]:
    """A module imports from the floors below and from its own."""
    for module in house.values():
        allowed = (module.floor, *BELOW[module.floor])
        for imported in module.imports:
            floor = first(imported.target)
            if floor in NOT_INSTALLED or (floor in BELOW and floor not in allowed):
                yield Breach(module.path, imported.line, f"imports {imported.target}: only {', '.join(allowed)} may be")
            elif any(within(imported.target, banned) for banned in KEPT_OUT.get(module.floor, ())):
                yield Breach(module.path, imported.line, f"imports {imported.target}, which {module.floor} never does")


def circles(house: House) -> Iterator[Breach]:
    """No module imports itself by a detour, counting what is imported as soon as a module is."""
    lines: dict[str, dict[str, int]] = {name: {} for name in house}
    for name, module in house.items():
        for imported in module.imports:
            source = module_of(house, imported.target)
            if imported.eager and source not in {"", name}:
                lines[name].setdefault(source, imported.line)
    while True:
        try:
            return TopologicalSorter(lines).prepare()
        except CycleError as problem:
            circle = problem.args[1][::-1]
            line = lines[circle[0]].pop(circle[1])
            yield Breach(house[circle[0]].path, line, f"imports in a circle: {' > '.join(circle)}")


def games_apart(house: House) -> Iterator[Breach]:
    """A game is imported neither by what games share nor by another game; the table of games may name them lazily."""
    paths = [module.path.split("/") for module in house.values()]
    games = sorted({".".join(parts[:3]) for parts in paths if parts[:2] == ["simulator", "games"] and len(parts) > 3})
    for module in house.values():
        for imported in module.imports if module.floor == "simulator" else ():
            for game in games:
                named_late = module.path == TABLE_OF_GAMES and not imported.eager
                if within(imported.target, game) and not within(module.name, game) and not named_late:
                    yield Breach(module.path, imported.line, f"imports {game}: a game is found in the table of games")


def words_of_games(house: House) -> Iterator[Breach]:
    """What all games share names none of them, in identifiers or in strings that are not documentation."""
    for module in house.values():
        if module.floor != "simulator" or module.path.startswith("simulator/games/"):
            continue
        documentation = {id(node.value) for node in ast.walk(module.tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(module.tree):
            fields = [] if id(node) in documentation else [field for _, field in ast.iter_fields(node)]
            text = " ".join(field for field in fields if isinstance(field, str)).lower()
            for word in WORDS_OF_GAMES:
                if word in text:
                    yield Breach(module.path, getattr(node, "lineno", 1), f"the shared code knows the word {word!r}")


def compilers(house: House) -> Iterator[Breach]:
    """Only the house decorators compile, and a kernel declares its signature."""
    for module in house.values():
        for node, name in module.uses(module.tree.body):
            last = name.rpartition(".")[2] if within(name, "numba") else ""
            if last in COMPILERS and module.path != COMPILED:
                yield Breach(module.path, node.lineno, f"uses {name}: compile through simulator.compiled")
            elif last in EXTENDERS and module.path not in INTRINSICS:
                yield Breach(module.path, node.lineno, f"uses {name}: only bits.py and philox.py hold intrinsics")
        for function, decorator, signed in _decorated(module):
            if decorator == "kernel" and not signed:
                yield Breach(module.path, function.lineno, f"kernel {function.name} declares no signature")


def _decorated(module: Module) -> Iterator[tuple[Function, str, bool]]:
    """Yield each decorated function with the last part of the decorator's name, and whether it is given anything."""
    for function in (node for node in ast.walk(module.tree) if isinstance(node, Function)):
        for decorator in function.decorator_list:
            call = decorator if isinstance(decorator, ast.Call) else ast.Call(decorator, [], [])
            yield function, module.full_name(call.func).rpartition(".")[2], bool(call.args or call.keywords)


def compiled_bodies(house: House) -> Iterator[Breach]:
    """Compiled code draws from the streams it is handed, sorts nothing at large, and prints nothing."""
    for module in house.values():
        for function, decorator, _ in _decorated(module):
            for node, name in module.uses(function.body) if decorator in HOUSE_DECORATORS else ():
                if name in NOT_IN_COMPILED_CODE or name.startswith("numpy.random."):
                    yield Breach(module.path, node.lineno, f"{function.name} is compiled and may not use {name}")


def chance(house: House) -> Iterator[Breach]:
    """No random state but what was seeded and is handed on."""
    for module in house.values():
        for imported in module.imports:
            if within(imported.target, "random"):
                yield Breach(module.path, imported.line, "imports random, whose state is global")
        for node, name in module.uses(module.tree.body):
            if name.startswith("numpy.random.") and name.split(".")[2] not in RANDOM_CLASSES:
                yield Breach(module.path, node.lineno, f"uses {name}, whose state is global")
        for call in (node for node in ast.walk(module.tree) if isinstance(node, ast.Call)):
            if module.full_name(call.func) == "numpy.random.default_rng" and not call.args + call.keywords:
                yield Breach(module.path, call.lineno, "calls numpy.random.default_rng without a seed")


def lazy_roof(house: House) -> Iterator[Breach]:
    """``quatorze --help`` loads nothing heavy, neither itself nor through what it imports."""
    roof = {name for name in house if name in LAZY_ROOF or within(name, "quatorze.commands")}
    for name in sorted(roof):
        for imported in house[name].imports:
            trail = _heavy(house, imported.target, set(roof)) if imported.eager else []
            if trail:
                yield Breach(house[name].path, imported.line, f"loads {' > '.join(trail)} before it is needed")


def _heavy(house: House, target: str, seen: set[str]) -> list[str]:
    """Return the trail of imports that leads from `target` to something heavy; empty when none does."""
    if first(target) in HEAVY:
        return [target]
    parts = target.split(".")
    for name in (".".join(parts[:length]) for length in range(1, len(parts) + 1)):
        if name in house and name not in seen:
            seen.add(name)
            for imported in house[name].imports:
                if imported.eager and (trail := _heavy(house, imported.target, seen)):
                    return [name, *trail]
    return []


RULES = (floors, circles, games_apart, words_of_games, compilers, compiled_bodies, chance, lazy_roof)


def breaches(root: Path) -> list[Breach]:
    """Return all breaches of all rules under `root`, in the order of files and lines."""
    house = read(root)
    return sorted({breach for rule in RULES for breach in rule(house)})


def main(root: Path) -> int:
    """Print all breaches under `root`; return the exit code."""
    found = breaches(root)
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(__file__).resolve().parent.parent))
