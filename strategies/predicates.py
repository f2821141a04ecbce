"""Predicates over deals, ``accept(hands) -> bool``, from a user's file. Naming a file executes it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from simulator.errors import RequestError, unknown
from strategies import files


def predicate(specification: str, digest: str = "") -> Callable[..., Any]:
    """Return the plain function that ``FILE:FUNCTION`` names; it is compiled by who plays with it.

    Parameters
    ----------
    specification : str
    digest : str, optional
        What `predicate_digest` said when the run began.

    Raises
    ------
    RequestError
        When there is no such file or function, it takes other arguments, or its source has changed.
    """
    path, colon, name = specification.strip().rpartition(":")
    if not colon or not path or not name:
        raise RequestError(f"--accept {specification} names no function; write --accept path/to/file.py:FUNCTION")
    try:
        file = files.load(path, digest)
    except RequestError as problem:
        raise RequestError(f"--accept {specification}: {problem}") from None
    if digest and file.sources.digest != digest:
        raise RequestError(
            f"{specification}, or a module that its file imports, is not what it was when the run began; "
            f"give the command again"
        )
    functions = [key for key, value in vars(file.module).items() if inspect.isfunction(value)]
    if name not in vars(file.module):
        raise unknown(f"function in {path}", name, functions)
    function = vars(file.module)[name]
    plain = getattr(function, "py_func", function)
    if not inspect.isfunction(plain):
        raise RequestError(f"{specification} is not a function; write def {name}(hands): ... and return True or False")
    parameters = inspect.signature(plain).parameters.values()
    taken = [str(parameter).partition("=")[0] for parameter in parameters]
    if len(taken) != 1 or taken[0].startswith("*"):
        raise RequestError(
            f"{specification} takes {', '.join(taken) or 'nothing'}; a predicate takes hands alone: def {name}(hands)"
        )
    return plain


def predicate_digest(specification: str) -> str:
    """Return a digest of the source of a predicate, its file's own modules included; see `predicate`."""
    predicate(specification)
    return files.load(specification.strip().rpartition(":")[0]).sources.digest
