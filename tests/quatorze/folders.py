"""Run folders compared: what must be the same, however a run came about."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.quatorze.calling import tree


def rows(folder: Path) -> dict[str, bytes]:
    """The parts in ``deals/`` and ``matches/``; a killed writer may leave a file whose name starts with a dot."""
    kept = {name: content for name, content in tree(folder).items() if name.startswith(("deals/", "matches/"))}
    return {name: content for name, content in kept.items() if not Path(name).name.startswith(".")}


def manifest(folder: Path) -> dict[str, Any]:
    """The manifest without what may differ."""
    document = json.loads((folder / "manifest.json").read_text())
    return {name: value for name, value in document.items() if name not in ("environment", "seconds")}


def same(one: Path, other: Path) -> None:
    """Assert that two folders hold the same run."""
    assert rows(one) == rows(other)
    assert manifest(one) == manifest(other)
    assert set(tree(one)) == set(tree(other))
