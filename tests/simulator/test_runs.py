"""A run folder holds the same bytes however it was made, and refuses what it cannot keep without touching anything."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import hashlib
import json
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator import durable, runs
from simulator.columns import Column, Columns
from simulator.errors import QuatorzeError, RequestError
from simulator.runs import Request, Writer, open_run, ranges
from tests.simulator.made_up_run import COLUMNS, FIRST, PART, lasting, play, request, rows, tree, writer

few = settings(max_examples=30)


@given(first=st.integers(0, 10**12), deals=st.integers(0, 5000), part=st.integers(1, 400))
def test_ranges_hold_every_deal_once_and_are_cut_at_absolute_multiples(first: int, deals: int, part: int) -> None:
    cut = ranges(first, deals, part)
    assert [deal for start, count in cut for deal in range(start, start + count)] == list(range(first, first + deals))
    assert all(count > 0 and start // part == (start + count - 1) // part for start, count in cut)
    assert all(start % part == 0 for start, _ in cut[1:])


# ------------------------------------------------------------------------------------------------ the same bytes


@few
@given(
    first=st.integers(0, 40),
    sessions=st.lists(st.tuples(st.integers(1, 90), st.lists(st.integers(0, 9), max_size=6)), max_size=4),
    last=st.integers(1, 40),
)
def test_any_history_of_sessions_ends_in_the_bytes_of_a_run_at_once(
    first: int, sessions: list[tuple[int, list[int]]], last: int
) -> None:
    with tempfile.TemporaryDirectory() as place:
        pieces, once = Path(place, "pieces"), Path(place, "once")
        for deals, order in sorted(sessions):
            play(pieces, deals, order, first=first)
        deals = max([0, *(deals for deals, _ in sessions)]) + last
        play(pieces, deals, reversed(range(10)), first=first)
        missing = play(once, deals, first=first)
        assert missing == ranges(first, deals, PART)
        assert lasting(pieces) == lasting(once)
        assert lasting(once)["manifest"]["complete"] is True
        assert len(lasting(once)) == len(missing) + 2


def test_a_run_again_has_nothing_to_play_and_changes_nothing_but_the_seconds(tmp_path: Path) -> None:
    play(tmp_path / "run", 50)
    before = tree(tmp_path)
    run = writer(tmp_path / "run", 50, machine="elsewhere")
    assert run.open() == []
    run.close()
    assert tree(tmp_path) == before
    assert play(tmp_path / "run", 50) == []
    assert open_run(tmp_path / "run").manifest["seconds"] == 2.5
    assert open_run(tmp_path / "run").manifest["environment"] == {"machine": "number 50"}


def test_an_extension_replays_the_short_last_part_and_keeps_the_others(tmp_path: Path) -> None:
    play(tmp_path, 50)
    assert play(tmp_path, 60) == [(48, 16), (64, 1)]


def test_an_abandoned_extension_still_holds_the_shorter_run(tmp_path: Path) -> None:
    play(tmp_path, 50)
    before = lasting(tmp_path)
    with writer(tmp_path, 10**4) as run:
        run.open()
    stored = open_run(tmp_path)
    assert (stored.complete, stored.deals) == (False, 50)
    assert play(tmp_path, 50) == []
    assert lasting(tmp_path) == before


def test_the_manifest_says_what_the_files_are(tmp_path: Path) -> None:
    play(tmp_path, 30)
    text = (tmp_path / "manifest.json").read_text(encoding="utf-8")
    manifest = json.loads(text)
    assert text == json.dumps(manifest, indent=2, sort_keys=True) + "\n"
    for part, (first, count) in zip(manifest["parts"], ranges(FIRST, 30, PART), strict=True):
        content = (tmp_path / "deals" / part["file"]).read_bytes()
        assert part == {
            "file": f"part-{first:016d}.parquet",
            "first": first,
            "rows": count,
            "digest": hashlib.sha256(content).hexdigest(),
        }
    identity = {name: getattr(request(30), name) for name in Request.__annotations__}
    assert {name: manifest[name] for name in identity} == identity
    assert manifest["format"] == 1
    assert manifest["version"] == "1.0"
    assert manifest["environment"] == {"machine": "number 30"}
    assert manifest["seconds"] == 1.25


def test_values_of_numpy_and_tuples_are_the_same_run(tmp_path: Path) -> None:
    play(tmp_path, 30)
    run = writer(tmp_path, 30, seed=np.uint64(2**64 - 1), rules=request(1).rules | {"coefficients": (1, np.int8(2), 4)})
    assert run.open() == []
    run.close()


def test_the_manifest_is_not_rewritten_for_every_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    now = [0.0]

    def write(path: Path, content: bytes) -> None:
        written.append(path.name)
        durable.write_whole(path, content)

    monkeypatch.setattr(runs, "write_whole", write)
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    run = writer(tmp_path, 8 * PART, first=0)
    for at, (first, count) in enumerate(run.open()):
        now[0] = at * 0.4
        run.store(first, rows(first, count))
    run.close()
    # At the start, a second after it, a second after that, and when all was there; closing had nothing to add.
    assert [place for place, name in enumerate(written) if name == "manifest.json"] == [0, 5, 9, 11]


# ----------------------------------------------------------------------------------------------------- reading


def test_pandas_reads_the_parts_as_they_are(tmp_path: Path) -> None:
    play(tmp_path, 80)
    (tmp_path / "deals" / ".part-0000000000000096.parquet.tmp").write_bytes(b"PAR1 half of")
    frame = pd.read_parquet(tmp_path / "deals")
    assert list(frame.columns) == COLUMNS.names
    assert list(frame["verdict"].cat.categories) == ["won", "lost", "drawn", "never"]
    told = rows(FIRST, 80)
    for name in ("deal", "score_left", "tricks_left"):
        assert frame[name].dtype == COLUMNS.dtype[name]
        assert frame[name].to_list() == told[name].tolist()
    assert frame["verdict"].to_list() == COLUMNS.frame(told)["verdict"].to_list()


def test_a_frame_is_that_of_the_rows(tmp_path: Path) -> None:
    play(tmp_path, 80)
    stored = open_run(tmp_path)
    pd.testing.assert_frame_equal(stored.frame(outcome=COLUMNS), COLUMNS.frame(rows(FIRST, 80)))
    some = ["verdict", "score_left"]
    pd.testing.assert_frame_equal(stored.frame(some, COLUMNS), COLUMNS.frame(rows(FIRST, 80), some))
    plain = stored.frame()
    assert plain["score_left"].dtype == np.int64
    assert plain["verdict"].astype(str).to_list() == COLUMNS.frame(rows(FIRST, 80))["verdict"].astype(str).to_list()


def test_tables_come_a_part_at_a_time(tmp_path: Path) -> None:
    play(tmp_path, 50)
    stored = open_run(tmp_path)
    cut = ranges(FIRST, 50, PART)
    assert [(first, path.name) for first, path in stored.parts()] == [(a, f"part-{a:016d}.parquet") for a, _ in cut]
    for table, (first, count) in zip(stored.tables(["tricks_left", "deal"]), cut, strict=True):
        assert table.column_names == ["tricks_left", "deal"]
        assert table["deal"].to_pylist() == list(range(first, first + count))
    for table, (first, count) in zip(stored.tables(), cut, strict=True):
        assert table.equals(COLUMNS.table(rows(first, count)))
        assert table.schema.metadata is None


def test_a_folder_with_an_equals_sign_adds_no_column(tmp_path: Path) -> None:
    play(tmp_path / "seed=7", 20)
    assert list(open_run(tmp_path / "seed=7").frame()) == COLUMNS.names


def test_the_whole_parts_of_an_unfinished_run_are_read(tmp_path: Path) -> None:
    play(tmp_path, 80, [0, 3])
    stored = open_run(tmp_path)
    assert (stored.complete, stored.manifest["complete"]) == (False, False)
    expected = [*range(FIRST, PART), *range(3 * PART, 4 * PART)]
    assert stored.frame()["deal"].to_list() == expected
    assert stored.deals == len(expected)
    assert play(tmp_path, 80) == [(16, 16), (32, 16), (64, 16), (80, 5)]


def test_a_run_without_a_part_reads_as_no_rows(tmp_path: Path) -> None:
    play(tmp_path, 80, [])
    stored = open_run(tmp_path)
    assert (stored.deals, stored.complete, list(stored.tables())) == (0, False, [])
    pd.testing.assert_frame_equal(stored.frame(outcome=COLUMNS), COLUMNS.frame(rows(0, 0)))
    assert list(stored.frame(["deal"])) == ["deal"]


def test_words_of_another_version_are_named(tmp_path: Path) -> None:
    play(tmp_path, 30)
    fewer = Columns((*COLUMNS.columns[:3], Column("verdict", "i1", "How it ended.", ("won", "lost", "drawn"))))
    with pytest.raises(RequestError, match=r"the column verdict holds the word 'never', which this version"):
        open_run(tmp_path).frame(outcome=fewer)


def test_an_unknown_column_is_refused_with_its_neighbours(tmp_path: Path) -> None:
    play(tmp_path, 30)
    with pytest.raises(
        RequestError, match=r"unknown column 'score'; did you mean score_left\?|known: deal, score_left"
    ):
        open_run(tmp_path).frame(["deal", "score"])


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda path: None, "does not exist"),
        (lambda path: path.write_text("x"), "is a file, not a run folder"),
        (lambda path: path.mkdir(), "is not a run folder (it has no manifest.json)"),
        (lambda path: (path / "manifest.json").mkdir(parents=True), "is not a run folder"),
    ],
)
def test_what_is_not_a_run_folder_is_not_opened(tmp_path: Path, make: Callable[[Path], Any], told: str) -> None:
    make(tmp_path / "run")
    with pytest.raises(RequestError) as refusal:
        open_run(tmp_path / "run")
    assert str(refusal.value).startswith(f"{tmp_path / 'run'} {told}")


# ------------------------------------------------------------------------------------------------ interruptions


@few
@given(data=st.data())
def test_what_a_crash_can_leave_is_resumed(data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "run")
        play(folder, 80)
        whole = lasting(folder)
        cut = ranges(FIRST, 80, PART)
        gone = data.draw(st.sets(st.sampled_from(cut)), label="parts that are gone")
        unlisted = data.draw(st.sets(st.sampled_from(cut)), label="parts that are not listed")
        aside = data.draw(st.sets(st.sampled_from(cut)), label="parts half written")
        manifest = json.loads((folder / "manifest.json").read_text())
        manifest["parts"] = [part for part in manifest["parts"] if part["first"] not in dict(unlisted)]
        manifest["complete"] = False
        (folder / "manifest.json").write_text(json.dumps(manifest))
        for first, _ in aside:
            content = (folder / "deals" / f"part-{first:016d}.parquet").read_bytes()
            half = content[: data.draw(st.integers(0, len(content)))]
            (folder / "deals" / f".part-{first:016d}.parquet.tmp").write_bytes(half)
        for first, _ in gone:
            (folder / "deals" / f"part-{first:016d}.parquet").unlink()
        if data.draw(st.booleans()):
            (folder / ".lock").touch()
            (folder / ".manifest.json.tmp").write_bytes(b"{")
        stored = open_run(folder)
        assert stored.deals == 80 - sum(count for _, count in gone)
        assert stored.complete is not bool(gone)
        assert play(folder, 80) == sorted(gone)
        assert lasting(folder) == whole


def test_a_folder_left_before_its_first_manifest_is_begun(tmp_path: Path) -> None:
    (tmp_path / ".lock").touch()
    (tmp_path / ".manifest.json.tmp").write_bytes(b'{"for')
    assert play(tmp_path, 30) == ranges(FIRST, 30, PART)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deals", "manifest.json"]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
@pytest.mark.parametrize("after", [0, 1, 4])
def test_a_full_disk_is_told_and_what_is_whole_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, after: int
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    run = writer(tmp_path / "run", 80)
    missing = run.open()
    stored = 0
    for first, count in missing[:after]:
        run.store(first, rows(first, count))
        stored += count
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(
        QuatorzeError, match=r"the disk is full, .*part-.* what is whole is kept.* the same com"
    ) as told:
        run.store(missing[after][0], rows(*missing[after]))
    assert told.value.exit_code == 1
    with pytest.raises(QuatorzeError, match=r"the disk is full, .*manifest\.json"):
        run.close(1)
    monkeypatch.undo()
    assert not list((tmp_path / "run").rglob(".*"))
    assert open_run(tmp_path / "run").deals == stored
    assert play(tmp_path / "run", 80) == missing[after:]
    play(tmp_path / "once", 80)
    assert lasting(tmp_path / "run") == lasting(tmp_path / "once")


def test_a_disk_that_is_full_at_the_start_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(QuatorzeError, match="the disk is full") as told:
        writer(tmp_path / "a" / "b", 30).open()
    assert told.value.exit_code == 1
    assert tree(tmp_path) == {}


def test_a_part_that_cannot_be_written_for_another_reason_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: Path, target: Path) -> None:
        raise OSError(errno.EIO, "Input/output error")

    run = writer(tmp_path, 30)
    first, count = run.open()[0]
    monkeypatch.setattr(Path, "replace", broken)
    with pytest.raises(QuatorzeError, match=r"part-0000000000000005\.parquet cannot be written \(Input/output error\)"):
        run.store(first, rows(first, count))


def test_a_disk_that_cannot_sync_folders_is_good_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fsync = os.fsync

    def files_only(descriptor: int) -> None:
        if os.path.isdir(f"/dev/fd/{descriptor}"):
            raise OSError(errno.EINVAL, "Invalid argument")
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", files_only)
    play(tmp_path, 30)
    assert open_run(tmp_path).complete


@pytest.mark.parametrize(
    ("first", "table"),
    [(FIRST, rows(FIRST, 10)), (6, rows(6, 11)), (FIRST, rows(6, 11)), (FIRST, rows(FIRST, 11)[::-1])],
)
def test_rows_that_are_not_a_missing_range_are_a_mistake_of_the_caller(
    tmp_path: Path, first: int, table: np.ndarray
) -> None:
    run = writer(tmp_path, 30)
    run.open()
    with pytest.raises(ValueError, match="from deal"):
        run.store(first, table)
    run.store(FIRST, rows(FIRST, 11))
    with pytest.raises(ValueError, match="still to be played"):
        run.store(FIRST, rows(FIRST, 11))
    run.close()
    run.close()
    with pytest.raises(ValueError, match="still to be played"):
        run.store(16, rows(16, 16))


# ------------------------------------------------------------------------------------------------ damaged parts


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


def test_leaving_the_block_lets_go_of_the_folder(tmp_path: Path) -> None:
    with contextlib.suppress(KeyboardInterrupt), writer(tmp_path, 50) as run:
        first, count = run.open()[2]
        run.store(first, rows(first, count))
        raise KeyboardInterrupt
    assert play(tmp_path, 50) == [(5, 11), (16, 16), (48, 7)]


def test_the_environment_names_the_libraries() -> None:
    assert list(runs.environment()) == ["platform", "python", "numba", "numpy", "pyarrow"]
    assert runs.environment()["numpy"] == np.__version__
