"""Bad days: a damaged cache, closed and full outputs, an end before the beginning. Each found by trying."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from simulator.compiled import COMPILING
from tests.quatorze.calling import ROOT, environment

RUN = ["run", "piquet", "-s", "greedy", "-n", "10", "--seed", "1"]


def shell(words: str, **changes: str) -> tuple[int, str, str]:
    """Call the command line through a shell, for its redirections; ``Q`` stands for the program."""
    program = f"'{sys.executable}' -m quatorze"
    done = subprocess.run(
        ["/bin/sh", "-c", words.replace("Q ", program + " ", 1)],
        cwd=ROOT,
        env=environment(**changes),
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.jit_only
def test_a_damaged_cache_is_thrown_away_and_made_anew(tmp_path: Path) -> None:
    place = tmp_path / "cache"
    words = "Q " + " ".join(RUN) + " --json"
    first = shell(words, QUATORZE_CACHE_DIR=str(place))
    assert COMPILING
    assert first[0] == 0
    for number, path in enumerate(sorted(place.rglob("*.nb[ic]"))):
        path.write_bytes(b"" if number % 3 else b"\xf1" * 500)
    code, out, err = shell(words, QUATORZE_CACHE_DIR=str(place))
    assert code == 0
    assert err in ("", "compiling piquet for this machine, once; it takes some twenty seconds\n")
    assert out.split('"seconds"')[0] == first[1].split('"seconds"')[0]
    assert shell("Q trace piquet --seed 1", QUATORZE_CACHE_DIR=str(place))[0] == 0


@pytest.mark.parametrize("command", ["games", " ".join(RUN), " ".join([*RUN, "--csv"])])
def test_a_closed_output_is_no_traceback(command: str) -> None:
    code, _, err = shell(f"Q {command} >&-")
    assert code == 0
    assert "Traceback" not in err


def test_a_closed_error_stream_costs_neither_the_result_nor_its_place() -> None:
    code, out, _ = shell("Q " + " ".join(RUN) + " 2>&-")
    assert code == 0
    assert "score_difference" in out
    assert shell("Q run nope 2>&-")[:2] == (2, "")


def test_a_remark_that_cannot_be_written_costs_no_result() -> None:
    code, out, _ = shell("Q " + " ".join([*RUN, "--csv"]) + " 2>/dev/full")
    assert code == 0
    assert out.startswith("name,role,")


def test_a_full_output_is_named() -> None:
    code, _, err = shell("Q " + " ".join(RUN) + " >/dev/full")
    assert code == 1
    assert err.startswith("quatorze: standard output: No space left on device")
    assert err.count("\n") == 1


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_an_export_that_does_not_fit_says_so(tmp_path: Path, unbuffered: str) -> None:
    """Unbuffered, a write may take a part of what it is given and report no error."""
    run = tmp_path / "run"
    assert shell(f"Q run piquet -s greedy -n 3000 --seed 1 --out '{run}'")[0] == 0

    def small() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    with (tmp_path / "rows.csv").open("wb") as out:
        done = subprocess.run(
            [sys.executable, "-m", "quatorze", "export", str(run)],
            cwd=ROOT,
            env={**environment(), "PYTHONUNBUFFERED": unbuffered},
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=small,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.startswith("quatorze: standard output: ")


def test_a_folder_that_was_deleted_is_said(tmp_path: Path) -> None:
    code, out, err = shell(
        f"cd '{tmp_path}' && mkdir gone && cd gone && rmdir ../gone && Q games", PYTHONPATH=str(ROOT)
    )
    assert (code, out) == (2, "")
    assert err == "quatorze: the folder that this was called in no longer exists; change to one that does\n"


def test_an_end_asked_for_before_playing_begins_is_one_line() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "quatorze", *RUN[:-4], "-n", "1e9", "--seed", "1"],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        time.sleep(0.4)  # after Python has begun, whatever is under way by then
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate()
    assert process.returncode in (1, -signal.SIGTERM)
    assert "Traceback" not in err
    if process.returncode == 1 and not out:
        assert err.splitlines()[-1].startswith("quatorze: ")


@pytest.mark.parametrize("option", ["--rules seed", "--seed 1", "-n 5", "--first 3", "--workers 1", "--out x"])
def test_an_option_of_one_value_is_not_taken_twice(option: str) -> None:
    code, out, err = shell(f"Q run piquet {option} {option}")
    assert (code, out) == (2, "")
    assert "is given 2 times; give it once" in err
    assert not os.path.exists(ROOT / "x")
