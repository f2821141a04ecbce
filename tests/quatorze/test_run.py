"""A run is the same however it was played: by how many workers, at once or in pieces, here or in other processes."""

from __future__ import annotations

import concurrent.futures
import json
import multiprocessing
import re
import shlex
import signal
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import quatorze as qz
from quatorze.running import Run
from simulator import batch, spans
from simulator.engine import engine
from simulator.games import game
from simulator.runs import Writer
from strategies.load import player
from tests.quatorze.calling import called, signalling, spawned, without_times
from tests.quatorze.folders import rows, same

FIRST = 5
DEALS = 60  # in parts of 16 from 5: five parts, the first and the last of them short
PARTS = 5
WHOLE = ("run", "piquet", "--first", str(FIRST), "-n", str(DEALS), "--seed", "7")


@pytest.fixture
def at_once(small_parts: int, tmp_path: Path) -> Path:
    """The run played at once by one worker."""
    qz.run("piquet", deals=DEALS, first=FIRST, seed=7, workers=1, out=tmp_path / "at_once")
    assert len(rows(tmp_path / "at_once")) == PARTS
    return tmp_path / "at_once"


@pytest.mark.parametrize(
    "words",
    [
        ["run"],
        ["declarations"],
        ["discards"],
        ["compare", "--rules", "seed", "--rules", "quinte_points=15"],
        ["compare", "-s", "greedy", "-s", "random"],
    ],
    ids=" ".join,
)
def test_the_number_of_workers_changes_nothing(
    words: list[str], small_parts: int, capfd: pytest.CaptureFixture[str]
) -> None:
    asked = [words[0], "piquet", *words[1:], "-n", str(DEALS), "--first", str(FIRST), "--seed", "7", "--json"]
    found = [without_times(called(capfd, *asked, "-w", workers).document) for workers in ("1", "2", "3")]
    assert found[0]["deals"] == DEALS
    assert found[1:] == found[:-1]


def test_chunks_of_any_size_give_the_same_summary(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for size in (7, 16, 1 << 18):
        monkeypatch.setattr(spans, "CHUNK", size)
        found.append(without_times(qz.run("piquet", deals=DEALS, first=FIRST, seed=7, workers=2).summary()))
    assert found[1:] == found[:-1]


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_any_number_of_workers_writes_the_same_bytes(at_once: Path, workers: int) -> None:
    other = at_once.with_name("other")
    qz.run("piquet", deals=DEALS, first=FIRST, seed=7, workers=workers, out=other)
    same(at_once, other)


def test_chunks_that_end_in_another_order_write_the_same_bytes(at_once: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, stored, later = Writer.store, [], threading.Event()

    def in_another_order(self: Writer, first: int, rows: np.ndarray, match_rows: np.ndarray | None = None) -> None:
        if first == FIRST:
            assert later.wait(60)
        store(self, first, rows, match_rows)
        stored.append(first)
        if first != FIRST:
            later.set()

    monkeypatch.setattr(Writer, "store", in_another_order)
    other = at_once.with_name("other")
    qz.run("piquet", deals=DEALS, first=FIRST, seed=7, workers=2, out=other)
    assert stored != sorted(stored)
    same(at_once, other)


@pytest.mark.parametrize("before", [1, 11, 43, 59])
def test_an_extended_run_is_the_run_at_once(at_once: Path, before: int, capfd: pytest.CaptureFixture[str]) -> None:
    other = at_once.with_name("other")
    shorter = ["run", "piquet", "--first", str(FIRST), "-n", str(before), "--seed", "7", "--out", str(other)]
    assert called(capfd, *shorter).code == 0
    done = called(capfd, *WHOLE, "--out", str(other), "--json")
    same(at_once, other)
    assert done.document["deals"] == DEALS
    assert done.document["estimates"] == qz.open(at_once).summary()["estimates"]


def test_a_finished_run_is_not_played_again(
    at_once: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    before = rows(at_once)
    monkeypatch.setattr(batch, "play_rows", None)
    done = called(capfd, *WHOLE, "--out", str(at_once), "--json")
    assert done.code == 0
    assert rows(at_once) == before
    assert done.document["estimates"] == qz.open(at_once).summary()["estimates"]


def test_part_of_a_run_that_was_deleted_is_played_again(at_once: Path) -> None:
    before = rows(at_once)
    for number, path in enumerate(sorted((at_once / "deals").iterdir())):
        if number in (0, 2, 4):
            path.unlink()
    assert qz.open(at_once).played < DEALS
    qz.run("piquet", deals=DEALS, first=FIRST, seed=7, out=at_once)
    assert rows(at_once) == before


def going_on(said: str) -> list[str]:
    """The words of the command that goes on, from the last line on standard error."""
    told = re.fullmatch(r"quatorze: stopped after ([0-9,]+) of 60 deals; (.*); go on with: (quatorze .*)", said)
    assert told is not None
    assert 0 < int(told[1]) < DEALS
    return shlex.split(told[3])[1:]


@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM"])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupted_run_keeps_what_is_whole_and_tells_how_to_go_on(
    at_once: Path, number: str, workers: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    other = at_once.with_name("an other")
    with monkeypatch.context() as patch:
        signalling(signal.Signals[number], 2, patch.setattr)
        done = called(capfd, *WHOLE, "-w", workers, "--out", str(other), "--json")
    assert done.code == 1
    finishing, stopped = done.err.splitlines()
    assert finishing == "quatorze: finishing what is under way; once more to end at once"
    assert f"what is whole is kept in {other}" in stopped
    assert 1 <= len(rows(other)) < PARTS
    assert done.document["deals"] == qz.open(other).played
    assert called(capfd, *going_on(stopped)).code == 0
    same(at_once, other)


def test_an_interrupted_run_without_a_folder_tells_the_seed_that_was_drawn(
    small_parts: int, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patch:
        signalling(signal.SIGINT, 1, patch.setattr)
        done = called(capfd, "run", "piquet", "-n", "60", "-w", "1", "--json")
    assert done.code == 1
    stopped = done.err.splitlines()[-1]
    assert "nothing was kept, for want of --out" in stopped
    again = called(capfd, *going_on(stopped), "--json").document
    assert again["seed"] == done.document["seed"]
    assert again["deals"] == DEALS


def test_the_command_that_goes_on_says_everything(
    small_parts: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    asked = ["run", "piquet", "--rules", "quinte_points=15,capot=40_instead_of_majority", "-s", "younger=random"]
    asked += ["-s", "elder=greedy:keep_rank=6", "--first", "3", "-n", "6e1", "--seed", str(2**64 - 1)]
    with monkeypatch.context() as patch:
        signalling(signal.SIGINT, 2, patch.setattr)
        done = called(capfd, *asked, "-w", "1", "--out", str(tmp_path / "a'b"))
    assert called(capfd, *going_on(done.err.splitlines()[-1])).code == 0
    assert called(capfd, *asked, "--out", str(tmp_path / "other")).code == 0
    same(tmp_path / "a'b", tmp_path / "other")


@pytest.mark.parametrize("words", [["discards"], ["declarations"], ["compare", "-s", "greedy", "-s", "random"]])
def test_an_interrupted_answer_says_that_nothing_is_kept(
    words: list[str], small_parts: int, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patch:
        signalling(signal.SIGINT, 2, patch.setattr)
        done = called(capfd, words[0], "piquet", *words[1:], "-n", "60", "--seed", "7", "-w", "1", "--json")
    assert done.code == 1
    last = done.err.splitlines()[-1]
    assert re.fullmatch(
        r"quatorze: stopped after \d+ of 60 deals; nothing was kept, the same command begins anew", last
    )


@pytest.mark.parametrize(("number", "chunk", "workers"), [("SIGINT", 2, 1), ("SIGKILL", 4, 1), ("SIGKILL", 4, 2)])
def test_a_run_that_was_interrupted_or_killed_is_resumed(at_once: Path, number: str, chunk: int, workers: int) -> None:
    other = at_once.with_name("other")
    asked = [*WHOLE, "-w", str(workers), "--out", str(other)]
    done = spawned(["-m", "tests.quatorze.calling", number, str(chunk), *asked])
    if number == "SIGKILL":
        assert (done.code, done.out, done.err) == (-signal.SIGKILL, "", "")
        assert chunk - workers <= len(rows(other)) < chunk
    else:
        assert done.code == 1
        going_on(done.err.splitlines()[-1])
        assert 1 < len(rows(other)) < PARTS
    assert rows(other).items() <= rows(at_once).items()
    qz.run("piquet", deals=DEALS, first=FIRST, seed=7, out=other)
    same(at_once, other)


@pytest.mark.jit_only
def test_parts_of_their_real_size_are_the_same_bytes_too(tmp_path: Path) -> None:
    first, deals = (1 << 18) - 30, (1 << 18) + 60
    asked: dict[str, Any] = {"first": first, "seed": 1, "strategies": {"elder": "greedy", "younger": "random"}}
    one = qz.run("piquet", deals=deals, workers=1, out=tmp_path / "one", **asked)
    two = qz.run("piquet", deals=deals, workers=2, out=tmp_path / "two", **asked)
    qz.run("piquet", deals=31, workers=1, out=tmp_path / "extended", **asked)
    extended = qz.run("piquet", deals=deals, workers=2, out=tmp_path / "extended", **asked)
    assert sorted(rows(tmp_path / "one")) == [f"deals/part-{start:016d}.parquet" for start in (first, 1 << 18, 1 << 19)]
    same(tmp_path / "one", tmp_path / "two")
    same(tmp_path / "one", tmp_path / "extended")
    assert without_times(one.summary()) == without_times(two.summary()) == without_times(extended.summary())


def test_the_stored_seed_is_used_when_none_is_given(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    asked = ["run", "piquet", "--out", str(tmp_path / "run"), "--json"]
    drawn = called(capfd, *asked, "-n", "10").document
    stored = json.loads((tmp_path / "run" / "manifest.json").read_text())["seed"]
    assert drawn["seed"] == stored
    extended = called(capfd, *asked, "-n", "30").document
    assert (extended["seed"], extended["deals"]) == (stored, 30)
    assert qz.run("piquet", deals=40, out=tmp_path / "run").plan.seed == stored
    assert qz.run("piquet", deals=40, seed=stored, out=tmp_path / "run").played == 40


def test_a_seed_that_was_drawn_is_printed_and_plays_the_same_again(capfd: pytest.CaptureFixture[str]) -> None:
    seeds = set()
    for _ in range(3):
        told = called(capfd, "run", "piquet", "-n", "20").out
        seed = re.search(r"^20 deals from 0, seed (\d+), ", told, re.MULTILINE)
        assert seed is not None
        again = called(capfd, "run", "piquet", "-n", "20", "--seed", seed[1]).out
        assert again.splitlines()[2:] == told.splitlines()[2:]
        seeds.add(seed[1])
    assert len(seeds) == 3


@pytest.mark.parametrize("command", ["run", "declarations", "discards"])
def test_a_table_has_the_seed_beside_it(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    drawn = called(capfd, command, "piquet", "-n", "20", "--csv")
    seed = re.fullmatch(r"seed (\d+)\n", drawn.err)
    assert seed is not None
    assert called(capfd, command, "piquet", "-n", "20", "--csv", "--seed", seed[1]) == drawn


def test_seed_0_is_a_seed(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    asked = ["run", "piquet", "-n", "50", "--json", "--seed"]
    zero, again, one = (without_times(called(capfd, *asked, seed).document) for seed in ("0", "0", "1"))
    assert zero["seed"] == 0
    assert zero == again
    assert zero["estimates"] != one["estimates"]
    run = qz.run("piquet", deals=50, seed=0, out=tmp_path / "run")
    assert run.summary()["estimates"] == zero["estimates"]
    assert qz.run("piquet", deals=50, out=tmp_path / "run").plan.seed == 0
    told = called(capfd, "trace", "piquet", "--seed", "0", "--json").document
    assert told["seed"] == 0
    assert told["score"]["elder"] == run.deals()["score_elder"][0]


def test_the_ends_of_the_seeds_are_seeds() -> None:
    frames = [qz.run("piquet", deals=20, seed=seed).deals() for seed in (0, 2**63 - 1, 2**63, 2**64 - 1)]
    for number, frame in enumerate(frames):
        assert not any(frame.equals(other) for other in frames[number + 1 :])


def test_deals_do_not_depend_on_where_the_run_begins() -> None:
    whole = qz.run("piquet", deals=60, seed=3, strategies="random").deals()
    part = qz.run("piquet", deals=20, first=25, seed=3, strategies="random").deals()
    assert part.equals(whole.iloc[25:45].reset_index(drop=True))


def test_the_summary_of_a_folder_is_what_the_run_printed(
    small_parts: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path / "run")
    run = called(capfd, *WHOLE, "--out", folder, "--json")
    assert without_times(called(capfd, "summary", folder, "--json").document) == without_times(run.document)
    assert called(capfd, "summary", folder, "--csv") == called(capfd, *WHOLE, "--out", folder, "--csv")
    # In the second line of the text is the rate of this playing.
    told = [called(capfd, *asked).out.splitlines() for asked in (["summary", folder], [*WHOLE, "--out", folder])]
    assert len(told[0]) > 20
    assert [told[0][0], *told[0][2:]] == [told[1][0], *told[1][2:]]


def test_an_unfinished_run_is_told_as_such(at_once: Path, capfd: pytest.CaptureFixture[str]) -> None:
    sorted((at_once / "deals").iterdir())[-1].unlink()
    done = called(capfd, "summary", str(at_once))
    assert "unfinished: 59 of 60 deals are there" in done.out
    assert called(capfd, "summary", str(at_once), "--json").document["deals"] == 59


def test_python_says_what_the_command_line_says(
    small_parts: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    run = qz.run("piquet", "quinte_points=15", {"elder": "random", "": "greedy"}, "6e1", seed=4, workers=2)
    asked = ["run", "piquet", "--rules", "quinte_points=15", "-s", "elder=random", "-s", "younger=greedy"]
    document = called(capfd, *asked, "-n", "60", "--seed", "4", "--json").document
    assert without_times(json.loads(json.dumps(run.summary()))) == without_times(document)
    kept = qz.run("piquet", {"quinte_points": 15}, {"elder": "random", "younger": "greedy"}, 60, seed=4, out=tmp_path)
    opened = qz.open(tmp_path)
    assert isinstance(opened, Run)
    for other in (kept, opened):
        assert without_times(other.summary()) == without_times(run.summary())
        assert other.frame().equals(run.frame())


def test_deals_are_the_rows_of_the_folder_with_wide_numbers(small_parts: int, tmp_path: Path) -> None:
    run = qz.run("piquet", deals=DEALS, first=FIRST, seed=7, out=tmp_path / "run")
    memory = qz.run("piquet", deals=DEALS, first=FIRST, seed=7).deals()
    stored = pd.read_parquet(tmp_path / "run" / "deals")
    columns = game("piquet").columns
    for frame in (run.deals(), memory, qz.open(tmp_path / "run").deals()):
        assert list(frame) == list(stored) == columns.names
        assert frame["deal"].tolist() == list(range(FIRST, FIRST + DEALS))
        for column in columns.columns:
            assert frame[column.name].tolist() == stored[column.name].tolist()
            if column.words:
                assert frame[column.name].cat.categories.tolist() == list(column.words)
            else:
                assert frame[column.name].dtype == np.int64
    some = ["score_younger", "deal", "sequence_winner"]
    assert list(run.deals(some)) == some
    assert run.deals(some).equals(memory[some])
    with pytest.raises(qz.RequestError, match="did you mean score_elder"):
        run.deals(["scor_elder"])


def test_other_processes_play_the_same_rows_even_when_each_is_used_once(small_parts: int, tmp_path: Path) -> None:
    wanted = qz.run("piquet", deals=40, first=FIRST, seed=7, workers=1, out=tmp_path / "threads")
    with concurrent.futures.ProcessPoolExecutor(
        2, mp_context=multiprocessing.get_context("spawn"), max_tasks_per_child=1
    ) as pool:
        run = qz.run("piquet", deals=40, first=FIRST, seed=7, executor=pool, out=tmp_path / "processes")
        chunk = wanted.plan.chunk()
        sent = list(batch.simulate([chunk], 1, pool))
    same(tmp_path / "threads", tmp_path / "processes")
    assert without_times(run.summary()) == without_times(wanted.summary())
    assert run.deals().equals(wanted.deals())
    assert [found for found, _ in sent] == [chunk]
    assert np.array_equal(sent[0][1], batch.play_rows(chunk).deals)


def test_200_tiny_runs_in_a_row_finish() -> None:
    chunk = qz.run("piquet", deals=2, seed=0).plan.chunk()
    scores = [
        int(rows["score_elder"].sum())
        for number in range(200)
        for _, rows in batch.simulate([replace(chunk, seed=number)] * 3, workers=1 + number % 3)
    ]
    assert len(scores) == 600
    assert scores[::3] == scores[1::3] == scores[2::3]
    assert len(set(scores)) > 20


def test_many_threads_play_one_table_at_once() -> None:
    piquet = game("piquet")
    table = engine(piquet, piquet.rulebook.resolve("seed"), {role: player("piquet", "random") for role in piquet.roles})
    wanted = table.play(5, table.jobs([(0, 400)]))
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        played = list(pool.map(lambda first: table.play(5, table.jobs([(first, 25)])), range(0, 400, 25)))
    assert np.array_equal(np.concatenate(played), wanted)


def test_progress_is_told_every_deal_once(at_once: Path) -> None:
    told: list[int] = []
    qz.run("piquet", deals=DEALS, first=FIRST, seed=7, workers=2, progress=told.append)
    assert told[0] == 0
    assert sum(told) == DEALS
    told.clear()
    sorted((at_once / "deals").iterdir())[2].unlink()
    qz.run("piquet", deals=DEALS, first=FIRST, seed=7, out=at_once, progress=told.append)
    assert sum(told) == DEALS
