"""Is the house whole? The four floors must be those that were installed with this package, not a user's own folders.

A folder called ``strategies`` or ``reports`` beside a user's script would hide ours: its name is found first.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

FLOORS = ("simulator", "strategies", "analyses", "reports")


def check() -> None:
    """Raise ImportError, in one line that says which folder is in the way, unless all floors are our own."""
    home = Path(__file__).resolve().parent.parent
    for floor in FLOORS:
        found = _place(floor)
        if found is None:
            raise ImportError(f"quatorze: its folder {floor} was not found in {home}; install quatorze again")
        if found != home / floor:
            raise ImportError(
                f"quatorze: {found} is in the way of its own folder {floor}; "
                f"give that folder another name (for your own players: bots)"
            )


def _place(floor: str) -> Path | None:
    """Return the folder (or file) that ``import <floor>`` takes."""
    loaded = sys.modules.get(floor)
    spec = loaded.__spec__ if loaded is not None else importlib.util.find_spec(floor)
    if spec is None:
        return None
    if spec.origin and spec.origin != "namespace":
        origin = Path(spec.origin).resolve()
        return origin.parent if origin.name == "__init__.py" else origin
    places = list(spec.submodule_search_locations or ())
    return Path(places[0]).resolve() if places else None
