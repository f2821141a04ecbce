"""A writer that is killed, wherever it stands, leaves a folder that can be read and resumed to the same bytes."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from simulator.runs import open_run
from tests.simulator.killing import Server, serving
from tests.simulator.made_up_run import COLUMNS, lasting, no_waiting_for_the_disk, play, rows


@pytest.fixture(scope="module", autouse=True)
def fast_disk() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        no_waiting_for_the_disk(patch)
        yield


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving("tests.simulator.made_up_run") as served:
        yield served


def assert_readable(folder: Path) -> int:
    """Read what is there, compare it with what was played, and return how many deals that are."""
    if not (folder / "manifest.json").exists():
        return 0
    stored = open_run(folder)
    stored.verify()
    frame = stored.frame(outcome=COLUMNS)
    told = np.concatenate([rows(deal, 1) for deal in frame["deal"]] or [rows(0, 0)])
    pd.testing.assert_frame_equal(frame, COLUMNS.frame(told))
    return stored.deals


@pytest.mark.parametrize("pause", [0.0, 1000.0])
def test_killed_before_any_of_its_file_operations(tmp_path: Path, server: Server, pause: float) -> None:
    play(tmp_path / "once", 50)
    whole = lasting(tmp_path / "once")
    reached = []
    for kill in range(1, 1000):
        folder = tmp_path / f"{kill}"
        ended = server.status(folder, 50, kill=kill, pause=pause)
        if ended == 0:
            break
        assert ended == signal.SIGKILL
        reached.append(assert_readable(folder))
        play(folder, 50)
        assert lasting(folder) == whole
    assert lasting(folder) == whole
    assert len(reached) > 30
    # How soon a part is listed depends on how long the disk takes; nothing else than whole parts is ever there.
    assert {0, 50} <= set(reached) <= {0, 11, 27, 40, 43, 50}


def test_killed_at_random_moments_one_after_the_other(tmp_path: Path, server: Server) -> None:
    deals = 4000
    reached, killed = 0, 0
    for at, moment in enumerate(np.random.default_rng(14).uniform(0.001, 0.06, 20)):
        pause, seconds = float(at % 2), float(moment)
        killed += server.status(tmp_path / "run", deals, pause=pause, seconds=seconds) == signal.SIGKILL
        found = assert_readable(tmp_path / "run")
        assert found >= reached
        reached = found
    assert killed
    play(tmp_path / "run", deals)
    play(tmp_path / "once", deals)
    assert lasting(tmp_path / "run") == lasting(tmp_path / "once")
