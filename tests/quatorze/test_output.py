"""What is printed: documents with the keys that are promised, tables that can be read back, quiet logs, any console."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import quatorze as qz
from simulator.compiled import COMPILING
from simulator.games import game
from tests.quatorze.calling import ROOT, called, environment, left, spawned

RUN = {"game", "rules", "strategies", "seed", "first", "deals", "seconds", "deals_per_second", "estimates"}
ESTIMATE = {"name", "group", "value", "se", "low", "high", "n", "exact", "z"}
COMPARE = {"game", "rules", "strategies", "seed", "baseline", "unit", "comparisons"}
MORE = {"first", "deals", "seconds", "deals_per_second"}  # of compare, besides
# fmt: off
COMPARISON = [
    "variant", "metric", "baseline_value", "variant_value", "difference",
    "se", "low", "high", "p", "p_holm",
    "effect_size", "correlation", "variance_ratio", "changed", "n",
    "method", "verdict", "stopped", "anytime_low", "anytime_high",
]
# fmt: on
TRACE = ["game", "rules", "seed", "deal", "pack", "strategies", "outcome", "score", "scoring"]
TRACE += ["hands", "talon", "carte_blanche", "exchanges", "left_seen", "declarations", "tricks"]
RULES = ["--rules", "seed", "--rules", "quinte_points=15"]
ASKED = [
    ["run"],
    ["declarations"],
    ["discards"],
    ["discards", "--role", "younger"],
    ["compare", *RULES],
    ["compare", "-s", "greedy", "-s", "random"],
]
#: A colour of letters or ground in an escape sequence.
COLOUR = re.compile(r"\x1b\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[0-9;]*)?m")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run folder of two parts."""
    place = tmp_path_factory.mktemp("made") / "run"
    qz.run(
        "piquet", strategies={"elder": "greedy", "younger": "random"}, deals=90, first=(1 << 18) - 50, seed=3, out=place
    )
    assert len(list((place / "deals").iterdir())) == 2
    return place


@pytest.mark.parametrize("words", ASKED, ids=" ".join)
def test_json_is_one_document_with_the_keys_that_are_promised(
    words: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    done = called(capfd, words[0], "piquet", *words[1:], "-n", "40", "--seed", "2", "--json")
    assert (done.code, done.err) == (0, "")
    document = json.loads(done.out, parse_constant=pytest.fail)
    assert (document["game"], document["seed"], document["deals"]) == ("piquet", 2, 40)
    assert set(document["rules"]) == set(qz.run("piquet", deals=1, seed=1).plan.rules)
    if words[0] == "compare":
        assert set(document) - {"variants"} == COMPARE | MORE
        assert document["comparisons"]
        for item in document["comparisons"]:
            assert list(item) == COMPARISON
            assert item["n"] == 40
        assert document["unit"] == ("deal" if "--rules" in words else "pair")
    else:
        assert set(document) == RUN
        assert document["strategies"] == {"elder": "greedy", "younger": "greedy"}
        assert document["estimates"]
        for item in document["estimates"]:
            assert set(item) == ESTIMATE
            assert isinstance(item["group"], dict)


def test_every_rate_has_its_exact_value_only_where_one_is_known(capfd: pytest.CaptureFixture[str]) -> None:
    found = called(capfd, "declarations", "piquet", "-n", "40", "--seed", "2", "--json").document["estimates"]
    assert {item["name"] for item in found if item["exact"] is not None} == {"dealt"}
    assert {item["name"] for item in found if item["z"] is not None} == {"dealt"}
    assert all(item["low"] <= item["value"] <= item["high"] for item in found if item["low"] is not None)


@pytest.mark.parametrize("words", ASKED, ids=" ".join)
def test_csv_reads_back_as_the_document(words: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    asked = [words[0], "piquet", *words[1:], "-n", "40", "--seed", "2"]
    table = called(capfd, *asked, "--csv")
    frame = pd.read_csv(io.StringIO(table.out), keep_default_na=False, na_values=[""])
    document = called(capfd, *asked, "--json").document
    items = document["comparisons"] if words[0] == "compare" else document["estimates"]
    assert len(frame) == len(items) > 0
    for (_, row), item in zip(frame.iterrows(), items, strict=True):
        group = {"which" if key == "value" else key: word for key, word in item.pop("group", {}).items()}
        assert not set(group) & set(item)
        for key, value in {**group, **item}.items():
            assert (pd.isna(row[key]) and value is None) or row[key] == value, key


@pytest.mark.parametrize("words", ASKED, ids=" ".join)
def test_text_names_the_sides_and_shows_every_estimate(words: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    asked = [words[0], "piquet", *words[1:], "-n", "40", "--seed", "2"]
    done = called(capfd, *asked)
    document = called(capfd, *asked, "--json").document
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("piquet, rules seed: ")
    assert re.search(r"^40 deals from 0, seed 2, [0-9,]+ deals a second$", done.out, re.MULTILINE)
    if words[0] == "compare":
        assert f"difference = variant minus baseline ({document['baseline']})" in done.out
    _, _, body = done.out.partition("\u2500\n")
    items = document["comparisons" if words[0] == "compare" else "estimates"]
    if words[0] == "run":  # what never happened is left out of the summary
        items = [item for item in items if item["value"] or "value" not in item["group"]]
    assert len(body.splitlines()) == len(items)
    assert "nan" not in done.out
    assert "None" not in done.out


def test_games_rules_and_strategies_are_told_as_text_and_as_json(capfd: pytest.CaptureFixture[str]) -> None:
    games = json.loads(called(capfd, "games", "--json").out)
    assert [item["game"] for item in games] == ["piquet"]
    assert games[0]["roles"] == ["elder", "younger"]
    piquet = game("piquet")
    assert list(games[0]["columns"]) == piquet.columns.names
    assert list(games[0]["match_columns"]) == (piquet.match_columns.names if piquet.match_columns else [])
    rules = called(capfd, "rules", "piquet", "quinte_points=15", "--json").document
    (changed,) = [item for item in rules["parameters"] if item["changed"]]
    assert (changed["name"], changed["value"]) == ("quinte_points", 15)
    assert changed["presets"] == {"seed": 5, "classic": 15, "classic_cent": 15}
    assert games[0]["presets"] == list(changed["presets"])
    assert all(item["doc"] and item["allowed"] and item["source"] for item in rules["parameters"])
    strategies = json.loads(called(capfd, "strategies", "piquet", "--json").out)
    assert [item["strategy"] for item in strategies] == ["random", "greedy"]
    assert called(capfd, "strategies", "--json").out == called(capfd, "strategies", "piquet", "--json").out
    text = called(capfd, "rules", "piquet", "quinte_points=15").out
    assert re.search(r"^quinte_points +15 \* ", text, re.MULTILINE)
    for item in rules["parameters"]:
        assert re.search(rf"^{item['name']} ", text, re.MULTILINE)
    assert "keep_rank=7" in called(capfd, "strategies", "piquet").out
    assert "piquet" in called(capfd, "games").out


# ---------------------------------------------------------------------------------------------------------- trace


def test_a_trace_is_one_document_a_line_with_the_keys_that_are_promised(capfd: pytest.CaptureFixture[str]) -> None:
    done = called(capfd, "trace", "piquet", "--seed", "3", "--deal", "7", "-n", "4", "--json", "-s", "random")
    told = [json.loads(line) for line in done.out.splitlines()]
    assert [deal["deal"] for deal in told] == [7, 8, 9, 10]
    rows = qz.run("piquet", strategies="random", deals=4, first=7, seed=3).deals()
    for number, deal in enumerate(told):
        assert sorted(deal) == sorted(TRACE)
        assert (deal["game"], deal["seed"], deal["strategies"]) == (
            "piquet",
            3,
            {"elder": "random", "younger": "random"},
        )
        assert deal["outcome"] == rows.iloc[number].to_dict()
        assert len(set(deal["pack"])) == 32
        assert sum(event["points"] for event in deal["scoring"]) == sum(deal["score"].values())
        assert deal["score"] == {role: rows[f"score_{role}"][number] for role in ("elder", "younger")}
    assert told == list(qz.trace("piquet", 7, 4, seed=3, strategies="random"))


def test_the_trace_of_any_deal_of_a_run_is_that_deal(folder: Path) -> None:
    run = qz.open(folder)
    frame = run.deals()
    for place in (0, 49, 50, 89):
        row = frame.iloc[place].to_dict()
        (told,) = qz.trace(
            "piquet", row["deal"], seed=run.plan.seed, strategies={"elder": "greedy", "younger": "random"}
        )
        assert told["outcome"] == row


def test_notations_tell_the_same_deal(capfd: pytest.CaptureFixture[str]) -> None:
    asked = ["trace", "piquet", "--seed", "3", "-n", "3"]
    english, french, signs = (called(capfd, *asked, "--notation", name).out for name in ("en", "fr", "unicode"))
    assert english == called(capfd, *asked).out
    assert len(english.splitlines()) == len(french.splitlines()) == len(signs.splitlines()) > 60
    assert len({english, french, signs}) == 3
    assert set("\u2660\u2665\u2666\u2663") <= set(signs)
    assert english.isascii()
    document = called(capfd, *asked, "--json")
    assert called(capfd, *asked, "--json", "--notation", "fr") == document


# --------------------------------------------------------------------------------- logs, terminals, consoles, pipes


@pytest.mark.parametrize("words", [["--json"], []], ids=["json", "text"])
def test_a_log_has_no_carriage_return_and_no_escape_sequence(words: list[str]) -> None:
    done = spawned(["-m", "quatorze", "run", "piquet", "-n", "300", "--seed", "1", *words], TERM="xterm-256color")
    assert done.code == 0
    assert done.err == ""
    assert "\r" not in done.out
    assert "\x1b" not in done.out
    if words == ["--json"]:
        assert json.loads(done.out)["deals"] == 300


def on_a_terminal(*words: str, both: bool = False, **changes: str) -> tuple[int, str, str]:
    """Run a command with standard error, or both, on a terminal; return code, standard output, what was shown."""
    master, slave = os.openpty()
    try:
        with subprocess.Popen(
            [sys.executable, "-m", "quatorze", *words],
            cwd=ROOT,
            env=environment(**{"TERM": "xterm-256color", "COLUMNS": "120", **changes}),
            stdin=subprocess.DEVNULL,
            stdout=slave if both else subprocess.PIPE,
            stderr=slave,
        ) as process:
            os.close(slave)
            slave = -1
            shown = b""
            with contextlib.suppress(OSError):  # Linux says so when the other side has closed
                while piece := os.read(master, 65536):
                    shown += piece
            out = b"" if process.stdout is None else process.stdout.read()
        return process.returncode, out.decode(), shown.decode()
    finally:
        os.close(master)
        if slave >= 0:
            os.close(slave)


def test_a_terminal_is_shown_progress_with_rate_and_remaining_time() -> None:
    code, out, shown = on_a_terminal("run", "piquet", "-n", "3e5" if COMPILING else "300", "--seed", "1", "--json")
    assert code == 0
    assert json.loads(out)["seed"] == 1
    assert "\r" in shown
    assert COLOUR.search(shown)
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)
    assert re.search(r"piquet .*\d+%.* \d+/(300000|300).* (-:--:--|\d:\d\d:\d\d)", plain)
    if COMPILING:
        assert re.search(r"/300000 [0-9,]+/s \d:\d\d:\d\d", plain)


def test_no_color_is_honoured() -> None:
    code, _, shown = on_a_terminal("run", "piquet", "-n", "300", "--seed", "1", both=True, NO_COLOR="1")
    assert code == 0
    assert "score_difference" in shown
    assert "\r" in shown
    assert not COLOUR.search(shown)


def test_a_dumb_terminal_is_shown_no_progress() -> None:
    code, out, shown = on_a_terminal("run", "piquet", "-n", "300", "--seed", "1", "--json", TERM="dumb")
    assert (code, shown) == (0, "")
    assert json.loads(out)["deals"] == 300


def on_a_console(monkeypatch: pytest.MonkeyPatch, encoding: str, *words: str) -> tuple[int, str, str]:
    """Call the command line in this process with consoles of an encoding; return code and what they were shown."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _ in range(2)]
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", streams[0])
        patch.setattr(sys, "stderr", streams[1])
        code = left(words)
    for stream in streams:
        stream.flush()
    out, err = (stream.buffer.getvalue().decode(encoding) for stream in streams)
    return code, out, err


SUITS = set("\u2660\u2665\u2666\u2663")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1"])
def test_a_console_without_suit_signs_is_shown_replacements(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ["trace", "piquet", "--seed", "3", "--notation", "unicode"]
    code, out, err = on_a_console(monkeypatch, encoding, *asked)
    whole = on_a_console(monkeypatch, "utf-8", *asked)[1]
    assert (code, err) == (0, "")
    assert set(whole) >= SUITS
    assert out == "".join("?" if sign in SUITS else sign for sign in whole)


@pytest.mark.parametrize(
    "console",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
    ids=["ascii", "C"],
)
def test_an_environment_without_suit_signs_is_shown_replacements(console: dict[str, str]) -> None:
    done = spawned(["-m", "quatorze", "trace", "piquet", "--seed", "3", "--notation", "unicode"], ROOT, **console)
    assert (done.code, done.err) == (0, "")
    assert "?" in done.out
    assert done.out.isascii()
    assert len(done.out.splitlines()) > 20


def test_tables_and_refusals_are_shown_on_a_console_of_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, err = on_a_console(monkeypatch, "ascii", "run", "piquet", "-n", "20", "--seed", "1")
    assert (code, err) == (0, "")
    assert "score_difference" in out
    code, out, err = on_a_console(monkeypatch, "ascii", "run", "c\u0153ur")
    assert (code, out) == (2, "")
    assert err.startswith("quatorze: unknown game 'c?ur'; ")


def read_the_first_line(*words: str) -> tuple[int, bytes, bytes]:
    """Run a command whose reader goes away after the first line; return code, that line, standard error."""
    with subprocess.Popen(
        [sys.executable, "-m", "quatorze", *words],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        line = process.stdout.readline()
        process.stdout.close()
        said = process.stderr.read()
    return process.returncode, line, said


def test_a_reader_that_goes_away_is_met_with_silence(tmp_path: Path) -> None:
    lasting = 3000 if COMPILING else 300  # far more than a pipe holds
    qz.run("piquet", deals=lasting, seed=1, out=tmp_path / "run")
    for words in (
        ["trace", "piquet", "--seed", "1", "-n", str(lasting // 10), "--json"],
        ["export", str(tmp_path / "run")],
    ):
        code, line, said = read_the_first_line(*words)
        assert line
        assert said == b""
        assert code in (0, 1)


def test_wide_numbers_do_not_wrap_when_rows_are_summed(folder: Path) -> None:
    frame = qz.open(folder).deals()
    assert {str(dtype) for dtype in frame.dtypes} == {"int64", "category"}
    assert int((frame["score_elder"] * 10**9).sum()) == 10**9 * sum(frame["score_elder"].tolist())
    stored = pd.read_parquet(folder / "deals")
    assert stored["score_elder"].dtype == np.int16
