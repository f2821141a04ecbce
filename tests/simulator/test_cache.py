"""The folder of compiled code: named after all that it depends on, proven writable, kept small."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from simulator import cache
from simulator.errors import RequestError


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache of this test's own."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    cache.folder.cache_clear()
    yield tmp_path / "cache"
    cache.folder.cache_clear()


def test_the_folder_is_made_where_the_variable_says(place: Path) -> None:
    assert cache.folder().parent == place
    assert cache.folder().is_dir()


def test_a_folder_that_cannot_be_written_is_told_with_the_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "file" / "cache"))
    cache.folder.cache_clear()
    with pytest.raises(RequestError, match="set QUATORZE_CACHE_DIR to a folder that can"):
        cache.folder()


def test_the_name_depends_on_the_settings_of_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache.digest()
    monkeypatch.setenv("NUMBA_OPT", "1")
    assert cache.digest() != before
    monkeypatch.delenv("NUMBA_OPT")
    assert cache.digest() == before


def test_the_name_depends_on_the_sources(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "simulator").mkdir()
    source = tmp_path / "simulator" / "cache.py"
    source.write_text("one")
    monkeypatch.setattr(cache, "__file__", str(source))
    before = cache.digest()
    source.write_text("two")
    assert cache.digest() != before


def test_old_folders_go_and_strangers_stay(place: Path) -> None:
    place.mkdir()
    for age, name in enumerate(["0" * 16, "1" * 16, "2" * 16, "3" * 16, "4" * 16, "not-one-of-ours!"]):
        (place / name).mkdir()
        os.utime(place / name, (10**9 - age, 10**9 - age))
    cache.folder()
    left = {path.name for path in place.iterdir()}
    assert {cache.digest(), "0" * 16, "1" * 16, "2" * 16, "not-one-of-ours!"} == left


def test_clearing_removes_ours_alone(place: Path) -> None:
    (cache.folder() / "code").write_bytes(b"x" * 1000)
    (place / "notes").mkdir()
    assert cache.clear() == (place, 1000)
    assert [path.name for path in place.iterdir()] == ["notes"]


def test_clearing_nothing_is_fine(place: Path) -> None:
    assert cache.clear() == (place, 0)
