"""The errors a user may meet: one sentence each, never a traceback.

``RequestError`` is a request that cannot be carried out as it stands (exit code 2 at the command line);
``PlayError`` is something that went wrong while working (exit code 1) and carries the command that reproduces it.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class QuatorzeError(Exception):
    """The base of every error that is told to the user in one line."""

    exit_code = 1


class RequestError(QuatorzeError):
    """The request was wrong: the sentence says what was given, what is allowed and what to type."""

    exit_code = 2


class PlayError(QuatorzeError):
    """It failed while working; ``replay`` is the command that shows the failure again, or an empty string."""

    def __init__(self, message: str, replay: str = "") -> None:
        super().__init__(f"{message}; to see it again: {replay}" if replay else message)
        self.replay = replay


def unknown(kind: str, given: str, known: Iterable[str]) -> RequestError:
    """Return the error for a name that does not exist, with the near names suggested.

    Parameters
    ----------
    kind : str
        What was asked for, e.g. ``"game"``.
    given : str
        What was typed.
    known : iterable of str
        The names that exist, in the order in which they should be listed.
    """
    names = list(known)
    near = difflib.get_close_matches(given.lower(), [name.lower() for name in names], n=2, cutoff=0.6)
    meant = [name for name in names if name.lower() in near]
    hint = f"did you mean {' or '.join(meant)}?" if meant else f"known: {', '.join(names) or 'none'}"
    return RequestError(f"unknown {kind} {given!r}; {hint}")
