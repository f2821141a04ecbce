"""Rules as data: a game's parameters, its presets, and how a specification like ``seed,quinte_points=15`` is read.

A game declares a tuple of `Parameter`; resolved rules are a plain mapping from every name to its value, lowered to one
NumPy record that the kernel reads. A variant is a preset plus overrides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from simulator.errors import RequestError, unknown

Value = bool | int | str


@dataclass(frozen=True)
class Parameter:
    """One parameter of a game's rules.

    Attributes
    ----------
    name : str
        The name in the specification.
    doc : str
        What it says, one sentence.
    source : str
        The rule of the specification that it belongs to.
    values : tuple
        The values allowed: words, booleans or numbers. Empty for a whole number in a range.
    low, high : int
        The range of a whole number when `values` is empty.
    worth : tuple of int
        For a number: the values worth studying.
    """

    name: str
    doc: str
    source: str
    values: tuple[Value, ...] = ()
    low: int = 0
    high: int = 0
    worth: tuple[int, ...] = ()

    @property
    def allowed(self) -> str:
        """The allowed values as text."""
        if self.values:
            return ", ".join(written(value) for value in self.values)
        return f"a whole number from {self.low} to {self.high}"

    def read(self, text: str) -> Value:
        """Return the value that `text` stands for.

        Raises
        ------
        RequestError
            When it is not allowed.
        """
        value = self._value(text.strip())
        if value is None:
            raise RequestError(f"{self.name}={text.strip()} is not allowed; {self.name} takes {self.allowed}")
        return value

    def _value(self, text: str) -> Value | None:
        if self.values:
            by_text = {written(value).lower(): value for value in self.values}
            if set(self.values) == {False, True} and isinstance(self.values[0], bool):
                by_text |= {"yes": True, "no": False, "on": True, "off": False, "1": True, "0": False}
            return by_text.get(text.lower())
        try:
            number = int(text.replace("_", ""))
        except ValueError:
            return None
        return number if self.low <= number <= self.high else None

    def lowered(self, value: Value) -> int:
        """Return the number that the kernel reads: numbers and booleans as they are, words by their position."""
        if self.values and not all(isinstance(item, int) for item in self.values):
            return self.values.index(value)
        return int(value)


@dataclass(frozen=True)
class Fact:
    """A rule with a single value, or one that provably changes nothing: listed, stored, never set."""

    name: str
    value: Value
    why: str


@dataclass(frozen=True)
class Rulebook:
    """The parameters, facts and presets of one game.

    ``presets`` maps a preset to the values in which it differs from the first preset, which is given whole;
    ``check`` is handed resolved rules and raises ``RequestError`` for values that exclude each other.
    """

    game: str
    parameters: tuple[Parameter, ...]
    facts: tuple[Fact, ...]
    presets: Mapping[str, Mapping[str, Value]]
    check: Callable[[Mapping[str, Value]], None] = lambda rules: None

    @property
    def default(self) -> str:
        """The preset taken when none is named."""
        return next(iter(self.presets))

    @property
    def dtype(self) -> np.dtype[np.void]:
        """The record that kernels and views hold: one int64 a parameter, in order."""
        return np.dtype([(parameter.name, np.int64) for parameter in self.parameters])

    def parameter(self, name: str) -> Parameter:
        """Return the parameter called `name`.

        Raises
        ------
        RequestError
            For an unknown name, or one that is a fact.
        """
        for parameter in self.parameters:
            if parameter.name == name:
                return parameter
        for fact in self.facts:
            if fact.name == name:
                raise RequestError(f"{name} is a fact of {self.game}, always {written(fact.value)}: {fact.why}")
        raise unknown(f"parameter of {self.game}", name, [parameter.name for parameter in self.parameters])

    def resolve(self, specification: str | Mapping[str, Value]) -> dict[str, Value]:
        """Return every parameter with its value for a specification such as ``seed,quinte_points=15``.

        A mapping that is already resolved (as stored in a manifest) is checked in the same way.

        Raises
        ------
        RequestError
            For an unknown preset or parameter, a value that is not allowed, or values that exclude each other.
        """
        if not isinstance(specification, str):
            return self._resolved(self.default, {name: written(value) for name, value in specification.items()})
        first, *overrides = [part.strip() for part in specification.split(",")]
        if "=" in first:
            first, overrides = self.default, [first, *overrides]
        given: dict[str, str] = {}
        for override in overrides:
            name, equals, text = override.partition("=")
            if not equals:
                raise RequestError(f"{override!r} is not NAME=VALUE; rules are written PRESET,name=value,name=value")
            if name.strip() in given:
                raise RequestError(f"{name.strip()} is given twice in the rules {specification!r}; give it once")
            given[name.strip()] = text
        return self._resolved(first, given)

    def _resolved(self, preset: str, overrides: Mapping[str, str]) -> dict[str, Value]:
        if preset not in self.presets:
            raise unknown(f"preset of {self.game}", preset or "(nothing)", self.presets)
        values: dict[str, Value] = {**self.presets[self.default], **self.presets[preset]}
        facts = {fact.name: fact for fact in self.facts}
        for name, text in overrides.items():
            if name in facts and text == written(facts[name].value):
                continue
            parameter = self.parameter(name)
            values[name] = parameter.read(text)
        self.check(values)
        ordered = {parameter.name: values[parameter.name] for parameter in self.parameters}
        return ordered | {fact.name: fact.value for fact in self.facts}

    def lower(self, resolved: Mapping[str, Value]) -> np.ndarray:
        """Return resolved rules as a one-row record array of ``dtype``."""
        record = np.zeros(1, self.dtype)
        for parameter in self.parameters:
            record[parameter.name] = parameter.lowered(resolved[parameter.name])
        return record

    def described(self, resolved: Mapping[str, Value]) -> str:
        """Return the shortest specification of resolved rules: the nearest preset and what differs from it."""

        def overrides(preset: str) -> list[str]:
            base = {**self.presets[self.default], **self.presets[preset]}
            return [
                f"{parameter.name}={written(resolved[parameter.name])}"
                for parameter in self.parameters
                if resolved[parameter.name] != base[parameter.name]
            ]

        nearest = min(self.presets, key=lambda preset: len(overrides(preset)))
        return ",".join([nearest, *overrides(nearest)])


def written(value: Value) -> str:
    """Return a value as it is typed in a specification."""
    return str(value).lower() if isinstance(value, bool) else str(value)
