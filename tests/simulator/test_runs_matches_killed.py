"""A writer of matches that is killed, also between the two files of a part, leaves what can be read and resumed."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from simulator.runs import open_run
from tests.simulator.killing import Server, serving
from tests.simulator.made_up_matches import MATCH_COLUMNS, PART, both, cut, match_rows, play, rows
from tests.simulator.made_up_run import COLUMNS, lasting, no_waiting_for_the_disk


@pytest.fixture(scope="module", autouse=True)
def fast_disk() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        no_waiting_for_the_disk(patch)
        yield


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving("tests.simulator.made_up_matches") as served:
        yield served


def assert_readable(folder: Path) -> int:
    """Read what is there, compare it with what was played, and return how many matches that are."""
    if not (folder / "manifest.json").exists():
        return 0
    stored = open_run(folder)
    stored.verify()
    matches = stored.match_frame(outcome=MATCH_COLUMNS)
    told = np.concatenate([match_rows(match, 1) for match in matches["match"]] or [match_rows(0, 0)])
    pd.testing.assert_frame_equal(matches, MATCH_COLUMNS.frame(told))
    told = np.concatenate([rows(match, 1) for match in matches["match"]] or [rows(0, 0)])
    pd.testing.assert_frame_equal(stored.frame(outcome=COLUMNS), COLUMNS.frame(told))
    assert stored.deals == len(told)
    assert stored.matches == len(matches)
    return len(matches)


@pytest.mark.parametrize("pause", [0.0, 1000.0])
def test_killed_before_any_of_its_file_operations(tmp_path: Path, server: Server, pause: float) -> None:
    play(tmp_path / "once", 25)
    whole = lasting(tmp_path / "once")
    reached, apart = [], 0
    for kill in range(1, 1000):
        folder = tmp_path / f"{kill}"
        ended = server.status(folder, 25, kill=kill, pause=pause)
        if ended == 0:
            break
        assert ended == signal.SIGKILL
        reached.append(assert_readable(folder))
        names = [{path.name for path in (folder / place).glob("part*")} for place in ("deals", "matches")]
        apart += names[0] != names[1]
        play(folder, 25)
        assert lasting(folder) == whole
    assert lasting(folder) == whole
    assert len(reached) > 40
    assert apart > 5
    assert {0, 25} <= set(reached) <= {0, 3, 11, 19, 20, 25}
    if pause:  # otherwise the clock decides how often the manifest is written, and which operation has which number
        assert reached == sorted(reached)


def test_killed_at_random_moments_one_after_the_other(tmp_path: Path, server: Server) -> None:
    matches = 1500
    reached, killed = 0, 0
    for at, moment in enumerate(np.random.default_rng(14).uniform(0.001, 0.06, 20)):
        pause, seconds = float(at % 2), float(moment)
        killed += server.status(tmp_path / "run", matches, pause=pause, seconds=seconds) == signal.SIGKILL
        found = assert_readable(tmp_path / "run")
        assert found >= reached
        reached = found
    assert killed
    play(tmp_path / "run", matches)
    play(tmp_path / "once", matches)
    assert lasting(tmp_path / "run") == lasting(tmp_path / "once")


@pytest.mark.parametrize("then", [20, 21, 23, 25, 60])
@pytest.mark.parametrize("reached", [21, 25])
def test_a_short_part_whose_successor_was_half_written_still_holds_its_matches(
    tmp_path: Path, reached: int, then: int
) -> None:
    folder = tmp_path / "run"
    play(folder, 20)
    play(tmp_path / "longer", reached)
    play(folder, reached, [])  # takes the short part off the list
    short = cut(20)[-1][0]
    new = both(tmp_path / "longer", short)[1].read_bytes()
    both(folder, short)[1].write_bytes(new)
    assert assert_readable(folder) == 20
    assert open_run(folder).complete is False
    assert play(folder, then) == [part for part in cut(then) if part not in cut(20)[:-1]]
    play(tmp_path / "once", then)
    assert lasting(folder) == lasting(tmp_path / "once")


def test_matches_without_deals_go_also_beyond_the_end_of_a_run_that_is_shorter_now(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    play(folder, 60, [0, 1, 6])
    assert both(folder, 6 * PART)[0].exists()
    both(folder, 6 * PART)[0].unlink()
    assert assert_readable(folder) == 11
    manifest = json.loads((folder / "manifest.json").read_text())
    assert len(manifest["parts"]) == 3
    play(folder, 20)
    assert not both(folder, 6 * PART)[1].exists()
    play(tmp_path / "once", 20)
    assert lasting(folder) == lasting(tmp_path / "once")
