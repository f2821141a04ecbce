"""Exact values of a game: counted or enumerated, nothing is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simulator.errors import RequestError
from simulator.exact import Exact
from simulator.games import game as game_named
from simulator.rules import Value

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class ExactAnswer:
    """Exact values with the game and the rules that they are those of."""

    game: str
    rules: Mapping[str, Value]
    values: list[Exact]

    def as_dict(self) -> list[dict[str, Any]]:
        """Return what ``--json`` prints: a list, one entry a value."""
        return [value.as_dict() for value in self.values]

    def frame(self) -> pd.DataFrame:
        """Return the values as a DataFrame, one row each; the keys of the groups are columns of their own."""
        import pandas as pd

        rows = self.as_dict()
        keys = list(dict.fromkeys(key for row in rows for key in row["group"]))
        told = [key for key in ("printed", "remark") if any(key in row for row in rows)]
        columns = ["id", "name", *keys, "fraction", "decimal", "method", *told]
        frame = pd.DataFrame([{**row, **row["group"]} for row in rows], columns=columns)
        whole = [key for key in keys if all(isinstance(row["group"].get(key, 0), int) for row in rows)]
        return frame.astype(dict.fromkeys(whole, "Int64"))  # whole numbers stay whole beside gaps

    def __repr__(self) -> str:
        return f"<{type(self).__name__} on {self.game}: {len(self.values)} exact values, one a row in .frame()>"

    def _repr_html_(self) -> str:
        return str(self.frame().to_html(index=False))


def exact(game: str, topic: str | None = None, rules: str | Mapping[str, Value] | None = None) -> ExactAnswer:
    """Tell the exact values of a game, each with its method.

    Parameters
    ----------
    game : str
    topic : str, optional
        One of the game's topics; all by default.
    rules : str or mapping, optional
        Values that depend on a rule are those of these rules.

    Returns
    -------
    ExactAnswer
        ``.frame()``, ``.as_dict()``, ``.values``.

    Raises
    ------
    RequestError
        For an unknown game, rule or topic, or a game of which nothing is known exactly.
    """
    found = game_named(game)
    resolved = found.rulebook.resolve(found.rulebook.default if rules is None else rules)
    if found.exact is None:
        raise RequestError(f"{game} has no exact values; estimate them: quatorze run {game}")
    return ExactAnswer(game, resolved, found.exact.values(resolved, topic))
