"""Counts as people write them: ``1000000``, ``1_000_000``, ``1e6``, ``1M``, ``250k``."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from typing import Any

from simulator.errors import RequestError

MOST_DEALS = 10**12
_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}


def whole_number(name: str, given: Any, low: int, high: int) -> int:
    """Return `given` as a whole number from `low` to `high`.

    Raises
    ------
    RequestError
        When it is not one; the sentence names `name` and the range.
    """
    found = _read(given)
    if found is None:
        raise RequestError(f"{name}={given} is not a number; write it as 250000, 250_000, 250k or 2.5e5")
    if found != found.to_integral_value():
        raise RequestError(f"{name}={given} is not a whole number; it takes {low} to {high:,}".replace(",", "_"))
    number = int(found)
    if not low <= number <= high:
        raise RequestError(f"{name}={given} is out of range; it takes {low} to {high:,}".replace(",", "_"))
    return number


def _read(given: Any) -> Decimal | None:
    if isinstance(given, bool):
        return None
    text = str(given).strip().lower().replace("_", "")
    found = re.fullmatch(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?)([kmg]?)", text, re.ASCII)
    if not found:
        return None
    try:
        return Decimal(found[1]) * _UNITS[found[2]]
    except InvalidOperation:
        return None
