"""Why a function does not compile, in one line: numba's report of many lines, reduced to what is wrong and where."""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_PLACE = re.compile(r'File "([^"]+)", line (\d+)|\bat (\S+) \((\d+)\)|Raised from (\S+) \((\d+)\)')
_IDLE = ("Failed in", "During:", "File ", "Traceback")
_LONGEST = 300


def explained(problem: BaseException, function: Callable[..., Any], fields: Sequence[str] = ()) -> str:
    """Return what is wrong with a decision and in which line.

    Parameters
    ----------
    problem : exception
        What numba raised.
    function : callable
        The plain function of the decision.
    fields : sequence of str
        The fields of the view, for near names.
    """
    report = _COLOUR.sub("", str(problem))
    own = Path(function.__code__.co_filename).name
    name = _missing(problem, report)
    places = [tuple(filter(None, match.groups())) for match in _PLACE.finditer(report)]
    if name and (line := _line_of(function, name)):
        where = f"{own}, line {line}"
    elif places:  # the innermost comes first
        where = f"{Path(places[0][0]).name}, line {places[0][1]}"
    else:
        where = f"{own}, line {function.__code__.co_firstlineno} or below"
    return f"{where}: {_reason(problem, report, name, fields)}"


def _missing(problem: BaseException, report: str) -> str:
    """Return the name that does not exist, where that is what is wrong and numba does not say where."""
    if isinstance(problem, KeyError) and len(problem.args) == 1:
        return str(problem.args[0])
    found = re.search(r"NameError: name '(\w+)'|has no attribute '(\w+)'", report)
    return next(filter(None, found.groups()), "") if found else ""


def _reason(problem: BaseException, report: str, name: str, fields: Sequence[str]) -> str:
    if isinstance(problem, KeyError) and name:
        near = difflib.get_close_matches(name, fields, n=2)
        return f"there is no field {name} in that record" + (f"; did you mean {' or '.join(near)}?" if near else "")
    lines = [line.strip() for line in report.splitlines()]
    said = next((line for line in lines if line and not line.startswith(_IDLE)), type(problem).__name__)
    said = re.sub(r"Record\(\[.*\], \d+, \w+\)", "the record", said)
    said = re.sub(r",? defined at .*", "", said)
    if match := re.match(r"No conversion from (.+) to uint64 for '\$\w*return_value", said):
        what = "nothing (on some path)" if match[1] == "none" else _plain(match[1])
        return f"it returns {what}; an action is a mask of cards (uint64)"
    if match := re.match(r"No conversion from (.+) to bool for '\$\w*return_value", said):
        what = "nothing (on some path)" if match[1] == "none" else _plain(match[1])
        return f"it returns {what}; a predicate returns True or False"
    if match := re.match(r"Untyped global name '(\w+)': .*<class 'function'>", said):
        return f"{match[1]} is a plain function; write @qz.helper above it"
    if match := re.match(r"Untyped global name '(\w+)': .*type of (.+)", said):
        return f"{match[1]} ({match[2]}) cannot be used in compiled code"
    if match := re.match(r"Cannot unify (.+) and (.+) for '(.+)'", said):
        variable = "one value" if match[3].startswith("$") else match[3].partition(".")[0]
        return f"{variable} is {_plain(match[1])} on one path and {_plain(match[2])} on another"
    return said if len(said) <= _LONGEST else said[: _LONGEST - 3] + "..."


def _plain(kind: str) -> str:
    """Return a type of numba's as people would write it."""
    literal = re.fullmatch(r"Literal\[(\w+)\]\((.*)\)", kind)
    if literal:
        return repr(literal[2]) if literal[1] == "str" else literal[2]
    return re.sub(r"<iv=.*?>", "", kind)


def _line_of(function: Callable[..., Any], name: str) -> int:
    """Return the first line of a function that uses a name or an attribute of that name; 0 if none is found."""
    code = function.__code__
    try:
        tree = ast.parse(Path(code.co_filename).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return 0
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == code.co_name:
            first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
            if first == code.co_firstlineno:
                used = [part for part in ast.walk(node) if isinstance(part, ast.Name | ast.Attribute)]
                lines = [part.lineno for part in used if name in (getattr(part, "id", ""), getattr(part, "attr", ""))]
                return min(lines, default=0)
    return 0
