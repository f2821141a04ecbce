"""A run folder holds the same bytes however it was made, and refuses what it cannot keep without touching anything."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
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
from simulator.runs import Request, open_run
from simulator.spans import ranges
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

few = settings(max_examples=30)


@pytest.fixture(scope="module", autouse=True)
def fast_disk() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        no_waiting_for_the_disk(patch)
        yield


@given(first=st.integers(0, 10**12), deals=st.integers(0, 5000), part=st.integers(1, 400))
def test_ranges_hold_every_deal_once_and_are_cut_at_absolute_multiples(first: int, deals: int, part: int) -> None:
    cut = list(ranges(first, deals, part))
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
        assert missing == list(ranges(first, deals, PART))
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
    for part, (first, count) in zip(manifest["parts"], list(ranges(FIRST, 30, PART)), strict=True):
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
    cut = list(ranges(FIRST, 50, PART))
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
        cut = list(ranges(FIRST, 80, PART))
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
    assert play(tmp_path, 30) == list(ranges(FIRST, 30, PART))
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
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
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


def test_leaving_the_block_lets_go_of_the_folder(tmp_path: Path) -> None:
    with contextlib.suppress(KeyboardInterrupt), writer(tmp_path, 50) as run:
        first, count = run.open()[2]
        run.store(first, rows(first, count))
        raise KeyboardInterrupt
    assert play(tmp_path, 50) == [(5, 11), (16, 16), (48, 7)]


def test_the_environment_names_the_libraries() -> None:
    assert list(runs.environment()) == ["platform", "python", "numba", "numpy", "pyarrow"]
    assert runs.environment()["numpy"] == np.__version__


def test_a_file_is_durable_before_it_takes_its_name_and_its_name_before_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def paths() -> list[Path]:
        return [tmp_path, *tmp_path.rglob("*")]

    done: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def noted_fsync(descriptor: int) -> None:
        same = [path for path in paths() if os.path.samestat(path.stat(), os.fstat(descriptor))]
        done.append(f"sync {same[0].relative_to(tmp_path)}")
        fsync(descriptor)

    def noted_replace(self: Path, target: Path) -> Path:
        done.append(f"name {target.relative_to(tmp_path)}")
        return replace(self, target)

    run = writer(tmp_path, 30)
    first, count = run.open()[0]
    monkeypatch.setattr(os, "fsync", noted_fsync)
    monkeypatch.setattr(Path, "replace", noted_replace)
    run.store(first, rows(first, count))
    part = f"part-{first:016d}.parquet"
    assert done == [f"sync deals/.{part}.tmp", f"name deals/{part}", "sync deals"]
    run.close()
    assert done[3:] == ["sync .manifest.json.tmp", "name manifest.json", "sync ."]
