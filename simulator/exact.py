"""Exact values: quantities of a game that are counted or enumerated, not estimated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from simulator.errors import unknown


@dataclass(frozen=True)
class Exact:
    """One exact value.

    Attributes
    ----------
    id : str
        Its row in section 5 of the game's specification (``PI-12b`` is the second value of row 12), or a name of its
        own for a value that has no row there.
    name, group
        What it is the value of, and of which case; the names of the estimates where runs estimate it.
    fraction : Fraction
        The value: a chance, or an expected number of points.
    method : str
        How it was found, one sentence.
    printed, remark : str, optional
        The value as an old book prints it, and how the two agree.
    """

    id: str
    name: str
    group: Mapping[str, str | int]
    fraction: Fraction
    method: str
    printed: str | None = None
    remark: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the fixed keys in their fixed order, ready for JSON; ``printed`` and ``remark`` only where known."""
        found = {
            "id": self.id,
            "name": self.name,
            "group": dict(self.group),
            "fraction": f"{self.fraction.numerator}/{self.fraction.denominator}",
            "decimal": float(self.fraction),
            "method": self.method,
        }
        told = {"printed": self.printed, "remark": self.remark}
        return found | {key: value for key, value in told.items() if value is not None}


@dataclass(frozen=True)
class ExactValues:
    """What can be told exactly about a game.

    Attributes
    ----------
    topics : mapping
        Topic -> what it holds, one line.
    find : callable
        Resolved rules and a topic -> its values. It is imported and counted when it is asked for.
    chances : mapping
        Column of codes in the outcome -> a callable: resolved rules -> {word: chance of it in a deal}, for the columns
        that no strategy can change. Cheap: a run asks for them whenever it is summed up.
    """

    topics: Mapping[str, str]
    find: Callable[[Mapping[str, Any], str], list[Exact]]
    chances: Mapping[str, Callable[[Mapping[str, Any]], Mapping[str, Fraction]]] = field(default_factory=dict)

    def values(self, rules: Mapping[str, Any], topic: str | None = None) -> list[Exact]:
        """Return the values of one topic, or of all in their order.

        Raises
        ------
        RequestError
            For a topic that does not exist.
        """
        if topic is not None and topic not in self.topics:
            raise unknown("topic of exact values", topic, self.topics)
        return [value for name in ([topic] if topic else self.topics) for value in self.find(rules, name)]
