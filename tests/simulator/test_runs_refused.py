"""What is damaged, is not this run's or cannot be written is refused in one line, and nothing is touched."""

from __future__ import annotations

import errno
import fcntl
import itertools
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from simulator import durable
from simulator.columns import Columns
from simulator.errors import RequestError
from simulator.runs import Writer, open_run
from tests.simulator.made_up_run import (
    COLUMNS,
    FIRST,
    PART,
    lasting,
    no_waiting_for_the_disk,
    play,
    request,
    rows,
    tree,
    writer,
)


@pytest.fixture(scope="module", autouse=True)
def fast_disk() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        no_waiting_for_the_disk(patch)
        yield


def cut_short(content: bytes) -> bytes:
    return content[: len(content) // 2]


def flip(content: bytes) -> bytes:
    middle = len(content) // 4  # among the values: of a part that no manifest lists, pages are checked, headers are not
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


def another_range(content: bytes) -> bytes:
    with tempfile.TemporaryDirectory() as place:
        play(Path(place), 16, first=1000 * PART)
        return next(Path(place, "deals").iterdir()).read_bytes()


def other_columns(content: bytes) -> bytes:
    table = np.zeros(16, [("deal", "i8")])
    table["deal"] = np.arange(16, 32)
    with tempfile.TemporaryDirectory() as place:
        run = Writer(Path(place), request(16, first=16), Columns(COLUMNS.columns[:1]), "1.0", {}, part=PART)
        run.open()
        run.store(16, table)
        run.close()
        return next(Path(place, "deals").iterdir()).read_bytes()


@pytest.mark.parametrize("listed", [True, False])
@pytest.mark.parametrize("spoil", [cut_short, flip, another_range, other_columns, lambda content: b""])
def test_a_damaged_part_is_named_and_deleting_it_has_it_played_again(
    tmp_path: Path, spoil: Callable[[bytes], bytes], listed: bool
) -> None:
    play(tmp_path, 80)
    whole = lasting(tmp_path)
    path = tmp_path / "deals" / f"part-{16:016d}.parquet"
    path.write_bytes(spoil(path.read_bytes()))
    if not listed:
        manifest = json.loads((tmp_path / "manifest.json").read_text())
        del manifest["parts"][1]
        (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    before = tree(tmp_path)
    for attempt in (lambda: writer(tmp_path, 80).open(), lambda: open_run(tmp_path).verify()):
        with pytest.raises(RequestError) as told:
            attempt()
        assert str(told.value).startswith(f"{path} is damaged (")
        assert "delete it" in str(told.value)
    assert tree(tmp_path) == before
    path.unlink()
    assert play(tmp_path, 80) == [(16, 16)]
    assert lasting(tmp_path) == whole
    open_run(tmp_path).verify()


def test_a_bit_that_flipped_anywhere_is_noticed_when_the_part_is_read(tmp_path: Path) -> None:
    play(tmp_path, 40)
    stored = open_run(tmp_path)
    path = tmp_path / "deals" / f"part-{32:016d}.parquet"
    content = path.read_bytes()
    for byte in range(0, len(content), 7):
        path.write_bytes(content[:byte] + bytes([content[byte] ^ 16]) + content[byte + 1 :])
        tables = stored.tables(["deal"])
        assert [len(next(tables)), len(next(tables))] == [11, 16]
        with pytest.raises(RequestError, match=f"^{path} is damaged"):
            next(tables)


def test_a_bit_that_flipped_in_a_part_that_no_manifest_lists_is_noticed_or_harmless(tmp_path: Path) -> None:
    play(tmp_path, 11)
    edit(tmp_path, lambda manifest: manifest["parts"].clear())
    path = tmp_path / "deals" / f"part-{FIRST:016d}.parquet"
    content = path.read_bytes()
    pages = len(content) - 8 - int.from_bytes(content[-8:-4], "little")  # before the footer
    noticed = 0
    for byte, bit in itertools.product(range(pages), (1, 16)):
        path.write_bytes(content[:byte] + bytes([content[byte] ^ bit]) + content[byte + 1 :])
        try:
            frame = open_run(tmp_path).frame(outcome=COLUMNS)
        except RequestError:
            noticed += 1
        else:
            pd.testing.assert_frame_equal(frame, COLUMNS.frame(rows(FIRST, 11)))
    assert noticed > pages


def test_a_part_cut_short_is_noticed_at_once(tmp_path: Path) -> None:
    play(tmp_path, 40)
    path = tmp_path / "deals" / f"part-{32:016d}.parquet"
    content = path.read_bytes()
    for size in (0, 3, 4, 8, len(content) // 2, len(content) - 1):
        path.write_bytes(content[:size])
        with pytest.raises(RequestError, match=f"^{path} is damaged \\(it is cut short\\) and is not used; delete it"):
            open_run(tmp_path)


# ---------------------------------------------------------------------------------------------------- refusals


def edit(folder: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    change(manifest)
    path.write_text(json.dumps(manifest))


def move_away(path: Path) -> None:
    """Put a link in the place of something."""
    path.rename(path.parent.parent / "away")
    path.symlink_to(path.parent.parent / "away")


REFUSED: dict[str, tuple[Callable[[Path], Any], dict[str, Any], str]] = {
    "another seed": (lambda run: None, {"seed": 0}, "seed: 0 here and 18446744073709551615 in the folder"),
    "another first deal": (lambda run: None, {"first": 0}, "first: 0 here and 5 in the folder"),
    "another game": (lambda run: None, {"game": "belote"}, "game: belote here and whist in the folder"),
    "another version": (lambda run: None, {"version": "1.1"}, "version: 1.1 here and 1.0 in the folder"),
    "another rule": (
        lambda run: None,
        {"rules": request(1).rules | {"bonus": 15}},
        "rules: bonus is 15 here and 5 in the folder",
    ),
    "a rule that is another kind of one": (
        lambda run: None,
        {"rules": request(1).rules | {"strict": 1}},
        "rules: strict is 1 here and true in the folder",
    ),
    "a rule more and a rule less": (
        lambda run: None,
        {"rules": {"order": "fifo", "coefficients": [1, 2, 4], "strict": True, "cap": 7}},
        "rules: cap is 7 here and not set in the folder; rules: bonus is not set here and 5 in the folder",
    ),
    "another strategy": (
        lambda run: None,
        {"strategies": request(1).strategies | {"right": "random"}, "sources": request(1).sources | {"random": "cc"}},
        "strategies: right is random here and greedy in the folder",
    ),
    "an edited strategy": (
        lambda run: None,
        {"sources": request(1).sources | {"greedy": "cc"}},
        "sources: the source of greedy has changed",
    ),
    "sources that are not told": (lambda run: None, {"sources": {}}, "sources: none here and bots/mine.py"),
    "fewer deals": (lambda run: None, {"deals": 49}, "holds 50 deals, more than the 49 asked for; ask for at least 50"),
    "no deals": (lambda run: None, {"deals": 0}, "0 deals are asked for"),
    "too many deals": (lambda run: None, {"deals": 10**15}, "a run folder holds at most"),
    "deals beyond the last": (lambda run: None, {"first": 10**16 - 49}, "deal numbers end at"),
    "a negative deal": (lambda run: None, {"first": -1}, "the first deal -1 is negative"),
    "a negative seed": (lambda run: None, {"seed": -1}, "the seed -1 is out of range"),
    "a part of another grid": (
        lambda run: (run / "deals" / f"part-{48:016d}.parquet").rename(run / "deals" / f"part-{49:016d}.parquet"),
        {},
        "part-0000000000000049.parquet is not a part of this run",
    ),
    "a part before the first": (
        lambda run: (run / "deals" / f"part-{0:016d}.parquet").write_bytes(b"x"),
        {},
        "part-0000000000000000.parquet is not a part of this run",
    ),
    "a stray file": (
        lambda run: (run / "deals" / "copy.parquet").write_bytes(b"x"),
        {},
        "copy.parquet is not a part of this run; move it elsewhere",
    ),
    "a stray file where a writer was killed": (
        lambda run: [path.write_bytes(b"") for path in (run / "deals" / "copy.parquet", run / ".lock")],
        {},
        "copy.parquet is not a part of this run",
    ),
    "a part that is a link": (
        lambda run: move_away(run / "deals" / f"part-{48:016d}.parquet"),
        {},
        "part-0000000000000048.parquet is not a part of this run",
    ),
    "parts that are elsewhere": (
        lambda run: move_away(run / "deals"),
        {},
        "deals is a link",
    ),
    "parts that are a file": (
        lambda run: (run / "deals").rename(run / "away") and (run / "deals").write_bytes(b""),
        {},
        "deals cannot be read (Not a directory)",
    ),
    "a lock that is a link": (
        lambda run: (run / ".lock").symlink_to(run / "nowhere"),
        {},
        "run cannot be written (Too many levels of symbolic links)",
    ),
    "a lost manifest": (
        lambda run: (run / "manifest.json").unlink(),
        {},
        "run is not empty and not a run folder (it has no manifest.json)",
    ),
}


@pytest.mark.parametrize(("spoil", "changes", "told"), REFUSED.values(), ids=REFUSED.keys())
def test_a_refusal_is_one_line_and_touches_nothing(
    tmp_path: Path, spoil: Callable[[Path], Any], changes: dict[str, Any], told: str
) -> None:
    folder = tmp_path / "run"
    play(folder, 50)
    spoil(folder)
    before = tree(tmp_path)
    with pytest.raises(RequestError) as refusal:
        writer(folder, **({"deals": 50} | changes)).open()
    assert told in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert tree(tmp_path) == before


MANIFESTS: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "a key is missing": (lambda m: m.pop("seed"), "seed is missing"),
    "no format": (lambda m: m.pop("format"), "it has no format number"),
    "a later format": (lambda m: m.update(format=2), "has format 2, and this version reads format 1"),
    "a text for a number": (lambda m: m.update(first="5"), "first is not what it should be"),
    "true for a number": (lambda m: m.update(deals=True), "deals is not what it should be"),
    "a number for a text": (lambda m: m["strategies"].update(left=3), "strategies holds what is not a text"),
    "a seed out of range": (lambda m: m.update(seed=2**64), "the seed 18446744073709551616 is out of range"),
    "negative seconds": (lambda m: m.update(seconds=-1), "seconds is out of range"),
    "endless seconds": (lambda m: m.update(seconds=float("inf")), "Infinity is not a number"),
    "a part that is no object": (lambda m: m["parts"].append(3), "an entry of parts has no first or rows"),
    "a part elsewhere": (lambda m: m["parts"][0].update(file="../../part-0000000000000005.parquet"), "is not the name"),
    "an absolute part": (lambda m: m["parts"][0].update(file="/etc/hosts"), "'/etc/hosts' is not the name of"),
    "a line after the name": (lambda m: m["parts"][0].update(file=m["parts"][0]["file"] + "\n"), "is not the name of"),
    "another part's name": (lambda m: m["parts"][0].update(first=6), "is not the name of the part of deal 6"),
    "no digest": (lambda m: m["parts"][0].update(digest="xyz"), "has no digest"),
    "a part twice": (lambda m: m["parts"].insert(0, m["parts"][0]), "is out of order or out of range"),
    "a part beyond the end": (lambda m: m["parts"][-1].update(rows=99), "is out of order or out of range"),
}


@pytest.mark.parametrize(("change", "told"), MANIFESTS.values(), ids=MANIFESTS.keys())
def test_a_damaged_manifest_is_one_clear_line(
    tmp_path: Path, change: Callable[[dict[str, Any]], Any], told: str
) -> None:
    play(tmp_path, 50)
    edit(tmp_path, change)
    refused_by_both(tmp_path, told)


@pytest.mark.parametrize(
    "text", [b"", b"{", b"[]", b"\xff", b"null", b"[" * 100_000, b'{"format": 1e999}', b"9" * 9999]
)
def test_a_manifest_that_is_none_is_one_clear_line(tmp_path: Path, text: bytes) -> None:
    play(tmp_path, 50)
    (tmp_path / "manifest.json").write_bytes(text)
    refused_by_both(tmp_path, "is damaged (")


def refused_by_both(folder: Path, told: str) -> None:
    before = tree(folder)
    for attempt in (lambda: writer(folder, 50).open(), lambda: open_run(folder)):
        with pytest.raises(RequestError) as refusal:
            attempt()
        assert str(refusal.value).startswith(str(folder / "manifest.json"))
        assert told in str(refusal.value)
        assert "\n" not in str(refusal.value)
    assert tree(folder) == before


def test_a_folder_of_parts_of_another_size_is_refused(tmp_path: Path) -> None:
    run = Writer(tmp_path, request(59), COLUMNS, "1.0", {}, part=2 * PART)
    for first, count in run.open():
        run.store(first, rows(first, count))
    run.close()
    before = tree(tmp_path)
    with pytest.raises(RequestError, match="is not a part of this run"):
        writer(tmp_path, 59).open()
    assert tree(tmp_path) == before


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(RequestError, match="is not empty and not a run folder"):
        writer(tmp_path, 50).open()
    assert tree(tmp_path) == {"thesis.txt": b"years of work"}


def test_a_path_with_a_file_in_the_way_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    before = tree(tmp_path)
    for path in ("file", "file/run", "file/a/run", "link"):
        with pytest.raises(RequestError, match=f"^{tmp_path / path} cannot be "):
            writer(tmp_path / path, 50).open()
    with pytest.raises(RequestError, match="cannot be written"):
        writer(tmp_path / "a" / "b" / ("x" * 300), 50).open()
    assert tree(tmp_path) == before


@pytest.mark.parametrize("place", ["run", "run/deals"])
def test_a_folder_that_cannot_be_written_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    play(tmp_path / "run", 50)
    before = tree(tmp_path)
    monkeypatch.setattr(os, "access", lambda path, mode: path != tmp_path / place)
    with pytest.raises(RequestError, match=f"^{tmp_path / place} cannot be written; choose another folder"):
        writer(tmp_path / "run", 90).open()
    assert tree(tmp_path) == before


@pytest.mark.parametrize("call", ["open", "mkdir"])
def test_a_disk_that_cannot_be_written_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    def forbidden(*arguments: Any, **options: Any) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    with monkeypatch.context() as patched:
        patched.setattr(os, call, forbidden)
        with pytest.raises(RequestError, match=r"run cannot be written \(Read-only file system\)"):
            writer(tmp_path / "run", 50).open()
    assert tree(tmp_path) == {}


def test_a_second_writer_is_refused_until_the_first_is_done(tmp_path: Path) -> None:
    first = writer(tmp_path, 50)
    missing = first.open()
    before = tree(tmp_path)
    for _ in range(2):
        with pytest.raises(RequestError, match="is being written by another process; wait"):
            writer(tmp_path, 50).open()
    assert tree(tmp_path) == before
    first.store(missing[1][0], rows(*missing[1]))
    first.close()
    assert len(play(tmp_path, 50)) == len(missing) - 1


def test_a_lock_whose_file_was_removed_meanwhile_is_taken_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    take = fcntl.flock
    removed: list[Path] = []

    def late(descriptor: int, operation: int) -> None:
        if not removed:  # the one who held it removes its file between our opening and our locking
            removed.append(tmp_path / ".lock")
            removed[0].unlink()
        take(descriptor, operation)

    monkeypatch.setattr(fcntl, "flock", late)
    lock = durable.Lock(tmp_path)
    assert removed
    with pytest.raises(RequestError, match="is being written by another process"):
        durable.Lock(tmp_path)
    lock.release()
    assert tree(tmp_path) == {}
