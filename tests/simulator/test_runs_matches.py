"""A run folder of matches holds the same bytes however it was made, and reads as the rows it was made of."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.columns import Column, Columns
from simulator.errors import QuatorzeError, RequestError
from simulator.pairs import deals_of
from simulator.runs import Writer, open_run
from simulator.spans import MATCH_DEALS, MATCHES_A_PART
from tests.simulator import made_up_run
from tests.simulator.made_up_matches import (
    FIRST,
    MATCH_COLUMNS,
    PART,
    both,
    cut,
    deals,
    match_rows,
    name,
    play,
    request,
    rows,
    writer,
)
from tests.simulator.made_up_run import COLUMNS, lasting, no_waiting_for_the_disk, tree

few = settings(max_examples=30)


@pytest.fixture(scope="module", autouse=True)
def fast_disk() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        no_waiting_for_the_disk(patch)
        yield


@given(first=st.integers(0, 10**12), counts=st.lists(st.integers(1, 9) | st.just(MATCH_DEALS), max_size=5))
def test_the_deals_of_matches_are_numbered_from_their_match(first: int, counts: list[int]) -> None:
    told = [MATCH_DEALS * (first + at) + deal for at, count in enumerate(counts) for deal in range(count)]
    assert deals_of(first, np.array(counts, np.int64)).tolist() == told


# ------------------------------------------------------------------------------------------------ the same bytes


@few
@given(
    first=st.integers(0, 20),
    sessions=st.lists(st.tuples(st.integers(1, 50), st.lists(st.integers(0, 9), max_size=6)), max_size=4),
    last=st.integers(1, 20),
)
def test_any_history_of_sessions_ends_in_the_bytes_of_a_run_at_once(
    first: int, sessions: list[tuple[int, list[int]]], last: int
) -> None:
    with tempfile.TemporaryDirectory() as place:
        pieces, once = Path(place, "pieces"), Path(place, "once")
        for matches, order in sorted(sessions):
            play(pieces, matches, order, first=first)
        matches = max([0, *(matches for matches, _ in sessions)]) + last
        play(pieces, matches, reversed(range(10)), first=first)
        missing = play(once, matches, first=first)
        assert missing == cut(matches, first)
        assert lasting(pieces) == lasting(once)
        assert lasting(once)["manifest"]["complete"] is True
        assert len(lasting(once)) == 2 * len(missing) + 3


def test_threads_that_store_at_once_leave_the_same_bytes(tmp_path: Path) -> None:
    run = writer(tmp_path / "run", 60)
    threads = [
        threading.Thread(target=run.store, args=(first, rows(first, count), match_rows(first, count)))
        for first, count in reversed(run.open())
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    run.close()
    play(tmp_path / "once", 60)
    assert lasting(tmp_path / "run") == lasting(tmp_path / "once")


def test_a_run_again_has_nothing_to_play_and_changes_nothing_but_the_seconds(tmp_path: Path) -> None:
    play(tmp_path / "run", 30)
    before = tree(tmp_path)
    run = writer(tmp_path / "run", 30, machine="elsewhere")
    assert run.open() == []
    run.close()
    assert tree(tmp_path) == before
    assert play(tmp_path / "run", 30) == []
    assert open_run(tmp_path / "run").manifest["seconds"] == 2.5


def test_an_extension_replays_the_short_last_part_and_keeps_the_others(tmp_path: Path) -> None:
    play(tmp_path, 30)
    assert play(tmp_path, 40) == [(32, 8), (40, 5)]


def test_an_abandoned_extension_still_holds_the_shorter_run(tmp_path: Path) -> None:
    play(tmp_path, 30)
    before = lasting(tmp_path)
    with writer(tmp_path, 10**4) as run:
        run.open()
    stored = open_run(tmp_path)
    assert (stored.complete, stored.matches, stored.deals) == (False, 30, len(deals(FIRST, 30)))
    assert play(tmp_path, 30) == []
    assert lasting(tmp_path) == before


def test_the_manifest_says_what_the_files_are(tmp_path: Path) -> None:
    play(tmp_path, 30)
    manifest = json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))
    for part, (first, count) in zip(manifest["parts"], cut(30), strict=True):
        digests = [hashlib.sha256(path.read_bytes()).hexdigest() for path in both(tmp_path, first)]
        assert part == {
            "file": name(first),
            "first": MATCH_DEALS * first,
            "rows": len(deals(first, count)),
            "digest": digests[0],
            "matches": count,
            "matches_digest": digests[1],
        }
    assert (manifest["format"], manifest["first"], manifest["deals"], manifest["matches"]) == (1, FIRST, None, 30)


def test_a_part_holds_so_many_matches_where_nothing_else_is_said(tmp_path: Path) -> None:
    wanted = request(MATCHES_A_PART, first=3)
    with Writer(tmp_path, wanted, COLUMNS, "1.0", {}, match_columns=MATCH_COLUMNS) as run:
        assert run.open() == [(3, MATCHES_A_PART - 3), (MATCHES_A_PART, 3)]


# ----------------------------------------------------------------------------------------------------- reading


def test_pandas_reads_the_parts_as_they_are(tmp_path: Path) -> None:
    play(tmp_path, 30)
    (tmp_path / "matches" / f".{name(40)}.tmp").write_bytes(b"PAR1 half of")
    frame = pd.read_parquet(tmp_path / "matches")
    assert list(frame.columns) == MATCH_COLUMNS.names
    assert list(frame["winner"].cat.categories) == ["nobody", "left", "right", "never"]
    for column in ("match", "deals", "points"):
        assert frame[column].dtype == MATCH_COLUMNS.dtype[column]
        assert frame[column].to_list() == match_rows(FIRST, 30)[column].tolist()
    assert pd.read_parquet(tmp_path / "deals")["deal"].to_list() == deals(FIRST, 30)


def test_frames_and_tables_are_those_of_the_rows(tmp_path: Path) -> None:
    play(tmp_path, 30)
    stored = open_run(tmp_path)
    assert (stored.complete, stored.matches, stored.deals) == (True, 30, len(rows(FIRST, 30)))
    pd.testing.assert_frame_equal(stored.frame(outcome=COLUMNS), COLUMNS.frame(rows(FIRST, 30)))
    pd.testing.assert_frame_equal(stored.match_frame(outcome=MATCH_COLUMNS), MATCH_COLUMNS.frame(match_rows(FIRST, 30)))
    some = ["winner", "points"]
    pd.testing.assert_frame_equal(
        stored.match_frame(some, MATCH_COLUMNS), MATCH_COLUMNS.frame(match_rows(FIRST, 30), some)
    )
    assert [(first, path) for first, path in stored.parts()] == [
        (MATCH_DEALS * first, both(tmp_path, first)[0]) for first, _ in cut(30)
    ]
    tables = zip(stored.tables(), stored.match_tables(), cut(30), strict=True)
    for table, match_table, (first, count) in tables:
        assert table.equals(COLUMNS.table(rows(first, count)))
        assert match_table.equals(MATCH_COLUMNS.table(match_rows(first, count)))


def test_the_whole_parts_of_an_unfinished_run_are_read(tmp_path: Path) -> None:
    play(tmp_path, 30, [0, 2])
    stored = open_run(tmp_path)
    assert (stored.complete, stored.matches) == (False, 11)
    assert stored.match_frame()["match"].to_list() == [*range(FIRST, PART), *range(2 * PART, 3 * PART)]
    assert stored.frame()["deal"].to_list() == deals(FIRST, 3) + deals(2 * PART, PART)
    assert play(tmp_path, 30) == [(8, 8), (24, 8), (32, 3)]


def test_a_run_without_a_part_reads_as_no_rows(tmp_path: Path) -> None:
    play(tmp_path, 30, [])
    stored = open_run(tmp_path)
    assert (stored.deals, stored.matches, stored.complete, list(stored.match_tables())) == (0, 0, False, [])
    pd.testing.assert_frame_equal(stored.match_frame(outcome=MATCH_COLUMNS), MATCH_COLUMNS.frame(match_rows(0, 0)))


def test_an_unknown_column_of_the_matches_is_refused_with_its_neighbours(tmp_path: Path) -> None:
    play(tmp_path, 30)
    with pytest.raises(RequestError, match=r"unknown column 'winer'; did you mean winner\?"):
        open_run(tmp_path).match_frame(["match", "winer"])


def test_a_run_of_deals_has_no_matches(tmp_path: Path) -> None:
    made_up_run.play(tmp_path, 30)
    stored = open_run(tmp_path)
    assert stored.matches is None
    for attempt in (stored.match_tables, stored.match_frame):
        with pytest.raises(RequestError, match="is a run of deals and has no matches"):
            attempt()
    assert not (tmp_path / "matches").exists()


# ------------------------------------------------------------------------------------------------ interruptions


@few
@given(data=st.data())
def test_what_a_crash_can_leave_is_resumed(data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "run")
        play(folder, 50)
        whole = lasting(folder)
        some = st.sets(st.sampled_from(cut(50)))
        gone = [data.draw(some, label=f"{which} that are gone") for which in ("deals", "matches")]
        unlisted = {MATCH_DEALS * first for first, _ in data.draw(some, label="parts that are not listed")}
        manifest = json.loads((folder / "manifest.json").read_text())
        manifest["parts"] = [part for part in manifest["parts"] if part["first"] not in unlisted]
        manifest["complete"] = False
        (folder / "manifest.json").write_text(json.dumps(manifest))
        for first, _ in data.draw(some, label="parts half written"):
            for path in both(folder, first):
                half = path.read_bytes()[: data.draw(st.integers(0, path.stat().st_size))]
                path.with_name(f".{path.name}.tmp").write_bytes(half)
        for at, which in enumerate(gone):
            for first, _ in which:
                both(folder, first)[at].unlink()
        stored = open_run(folder)
        assert stored.matches == 50 - sum(count for _, count in gone[0] | gone[1])
        stored.verify()
        assert play(folder, 50) == sorted(gone[0] | gone[1])
        assert lasting(folder) == whole


@pytest.mark.parametrize("after", range(4))
def test_a_full_disk_is_told_and_what_is_whole_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    synced = 0

    def full(descriptor: int) -> None:
        nonlocal synced
        synced += 1
        if synced > after:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    run = writer(tmp_path / "run", 30)
    missing = run.open()
    run.store(FIRST, rows(*missing[0]), match_rows(*missing[0]))
    monkeypatch.setattr(os, "fsync", full)  # of a file, of its folder, of the other file, of its folder
    with pytest.raises(QuatorzeError, match=r"the disk is full, .*part-.* what is whole is kept.* the same com"):
        run.store(missing[1][0], rows(*missing[1]), match_rows(*missing[1]))
    with pytest.raises(QuatorzeError, match=r"the disk is full, .*manifest\.json"):
        run.close(1)
    monkeypatch.undo()
    assert not list((tmp_path / "run").rglob(".*"))
    stored = open_run(tmp_path / "run")
    stored.verify()
    assert stored.matches == (11 if after == 3 else 3)
    assert play(tmp_path / "run", 30) == missing[2 if after == 3 else 1 :]
    play(tmp_path / "once", 30)
    assert lasting(tmp_path / "run") == lasting(tmp_path / "once")


def test_rows_that_are_not_a_missing_range_are_a_mistake_of_the_caller(tmp_path: Path) -> None:
    right, heads = rows(FIRST, 3), match_rows(FIRST, 3)
    endless, more = heads.copy(), heads.copy()
    endless["deals"][1] = 0
    more["deals"][1] += 1
    run = writer(tmp_path / "run", 30)
    run.open()
    for first, table, matches in (
        (6, right, heads),
        (FIRST, right[:-1], heads),
        (FIRST, right[::-1], heads),
        (FIRST, right, heads[::-1]),
        (FIRST, right, heads[:-1]),
        (FIRST, right, endless),
        (FIRST, right, more),
        (FIRST, right, None),
        (FIRST, right[:3], None),
    ):
        with pytest.raises(ValueError, match=r"from match|rows of matches"):
            run.store(first, table, matches)
    run.store(FIRST, right, heads)
    with pytest.raises(ValueError, match="still to be played"):
        run.store(FIRST, right, heads)
    run.close()
    with made_up_run.writer(tmp_path / "other", 3) as of_deals:
        of_deals.open()
        with pytest.raises(ValueError, match="rows of matches"):
            of_deals.store(FIRST, made_up_run.rows(FIRST, 3), heads)


def test_columns_of_a_match_go_with_a_run_of_matches(tmp_path: Path) -> None:
    no_count = Columns((MATCH_COLUMNS.columns[0], Column("points", "i4", "What it was worth.")))
    for wanted, columns in (
        (made_up_run.request(3), MATCH_COLUMNS),
        (request(3), None),
        (request(3), COLUMNS),
        (request(3), no_count),
    ):
        with pytest.raises(ValueError, match="the columns of a match"):
            Writer(tmp_path, wanted, COLUMNS, "1.0", {}, match_columns=columns)


def test_the_matches_are_durable_and_named_before_their_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    replace = Path.replace

    def noted(self: Path, target: Path) -> Path:
        done.append(f"name {target.relative_to(tmp_path)}")
        return replace(self, target)

    run = writer(tmp_path, 30)
    first, count = run.open()[0]
    monkeypatch.setattr(os, "fsync", lambda descriptor: done.append("sync"))
    monkeypatch.setattr(Path, "replace", noted)
    run.store(first, rows(first, count), match_rows(first, count))
    files = [f"name {place}/{name(first)}" for place in ("matches", "deals")]
    assert done == ["sync", files[0], "sync", "sync", files[1], "sync"]
    run.close()
