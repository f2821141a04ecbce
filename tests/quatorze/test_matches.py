"""Runs of matches: kept, extended, killed, told and compared as runs of deals are."""

from __future__ import annotations

import io
import json
import re
import shlex
import signal
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import quatorze as qz
from simulator.games import game
from tests.quatorze.calling import called, signalling, spawned, without_times
from tests.quatorze.folders import rows, same

FIRST = 2
MATCHES = 11  # in parts of 4 from 2: four parts, the first and the last of them short
PARTS = 4
SEATS = {"player0": "greedy", "player1": "random"}
ASKED = ["-s", "player0=greedy", "-s", "player1=random", "--first", str(FIRST), "--seed", "7"]
WHOLE = ["run", "piquet", *ASKED, "-M", str(MATCHES)]
LENGTH: dict[str, Any] = {"matches": MATCHES, "first": FIRST, "seed": 7, "strategies": SEATS}


@pytest.fixture
def at_once(small_parts: int, tmp_path: Path) -> Path:
    """The matches played at once by one worker."""
    qz.run("piquet", workers=1, out=tmp_path / "at_once", **LENGTH)
    assert len(rows(tmp_path / "at_once")) == 2 * PARTS
    return tmp_path / "at_once"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run folder of matches, in one part."""
    place = tmp_path_factory.mktemp("made") / "run"
    qz.run("piquet", out=place, **LENGTH)
    return place


# ------------------------------------------------------------------------------------------------------- run folders


@pytest.mark.parametrize("workers", [2, 3])
def test_any_number_of_workers_writes_the_same_bytes(at_once: Path, workers: int) -> None:
    other = at_once.with_name("other")
    qz.run("piquet", workers=workers, out=other, **LENGTH)
    same(at_once, other)


@pytest.mark.parametrize("before", [1, 5, 10])
def test_an_extended_run_is_the_run_at_once(at_once: Path, before: int, capfd: pytest.CaptureFixture[str]) -> None:
    other = at_once.with_name("other")
    assert called(capfd, "run", "piquet", *ASKED, "-M", str(before), "--out", str(other)).code == 0
    done = called(capfd, *WHOLE, "--out", str(other), "--json")
    same(at_once, other)
    assert done.document["matches"] == MATCHES
    assert done.document["estimates"] == qz.open(at_once).summary()["estimates"]


def test_a_part_that_was_deleted_is_played_again(at_once: Path, capfd: pytest.CaptureFixture[str]) -> None:
    before = rows(at_once)
    sorted((at_once / "deals").iterdir())[1].unlink()
    sorted((at_once / "matches").iterdir())[2].unlink()
    assert qz.open(at_once).played < MATCHES
    assert f" of {MATCHES} matches are there" in called(capfd, "summary", str(at_once)).out
    qz.run("piquet", out=at_once, **LENGTH)
    assert rows(at_once) == before


def test_an_interrupted_run_tells_how_to_go_on(
    at_once: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    other = at_once.with_name("an other")
    with monkeypatch.context() as patch:
        signalling(signal.SIGINT, 2, patch.setattr)
        done = called(capfd, *WHOLE, "-w", "1", "--out", str(other), "--json")
    assert done.code == 1
    told = re.fullmatch(r"quatorze: stopped after (\d+) of 11 matches; .*; go on with: (.*)", done.err.splitlines()[-1])
    assert told is not None
    assert done.document["matches"] == int(told[1]) == qz.open(other).played < MATCHES
    assert called(capfd, *shlex.split(told[2])[1:]).code == 0
    same(at_once, other)


def test_a_killed_run_is_resumed(at_once: Path) -> None:
    other = at_once.with_name("other")
    done = spawned(["-m", "tests.quatorze.calling", "SIGKILL", "3", *WHOLE, "-w", "2", "--out", str(other)])
    assert (done.code, done.out, done.err) == (-signal.SIGKILL, "", "")
    assert len(rows(other)) < 2 * PARTS
    qz.run("piquet", out=other, **LENGTH)
    same(at_once, other)


@pytest.mark.parametrize(
    "words",
    [
        ["run", *ASKED],
        ["declarations", *ASKED],
        ["compare", *ASKED, "--rules", "seed", "--rules", "classic"],
        ["compare", *ASKED[4:], "-s", "greedy", "-s", "random"],
    ],
    ids=["run", "declarations", "rules", "strategies"],
)
def test_neither_workers_nor_parts_change_an_answer(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    found = []
    for size, workers in (("5", "2"), ("4", "3"), ("32768", "1")):
        monkeypatch.setattr("simulator.spans.MATCHES_A_PART", int(size))
        asked = [words[0], "piquet", *words[1:], "-M", str(MATCHES), "--json", "-w", workers]
        found.append(without_times(called(capfd, *asked).document))
    assert found[0]["matches"] == MATCHES
    assert found[1:] == found[:-1]


# ------------------------------------------------------------------------------------------------------ what is told


def test_the_summary_is_of_matches_and_of_their_deals(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    document = called(capfd, *WHOLE, "--json").document
    run = qz.open(folder)
    assert without_times(document) == without_times(json.loads(json.dumps(run.summary())))
    assert without_times(document) == without_times(called(capfd, "summary", str(folder), "--json").document)
    assert document["strategies"] == SEATS
    assert (document["matches"], document["deals"]) == (MATCHES, len(run.deals()))
    told = {(item["name"], *item["group"].values()): item for item in document["estimates"]}
    assert next(iter(told))[0].startswith("match_")
    ends = run.matches()
    assert told["match_wins", "player0"]["value"] == (ends["winner"] == "player0").mean()
    assert told["match_points", "player1"]["value"] == pytest.approx(ends["points_player1"].mean())
    assert told["match_deals",]["value"] == pytest.approx(ends["deals"].mean())
    assert told["match_deals",]["n"] == MATCHES
    assert told["score", "elder"]["n"] == document["deals"]
    assert told["score", "elder"]["value"] == pytest.approx(run.deals()["score_elder"].mean())


def test_text_and_csv_tell_the_same(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    document = called(capfd, "summary", str(folder), "--json").document
    text = called(capfd, "summary", str(folder)).out
    assert f"{MATCHES} matches of {document['deals']} deals from {FIRST}, seed 7" in text
    assert "player0 greedy, player1 random" in text
    table = pd.read_csv(io.StringIO(called(capfd, "summary", str(folder), "--csv").out))
    assert table["name"].tolist() == [item["name"] for item in document["estimates"]]


def test_the_rows_are_those_of_the_folder(folder: Path) -> None:
    memory, opened = qz.run("piquet", **LENGTH), qz.open(folder)
    columns = game("piquet").match_columns
    assert columns is not None
    assert list(opened.matches()) == columns.names
    assert memory.matches().equals(opened.matches())
    assert memory.deals().equals(opened.deals())
    ends = opened.matches()
    assert ends["match"].tolist() == list(range(FIRST, FIRST + MATCHES))
    numbers = [
        4096 * match + deal for match, deals in zip(ends["match"], ends["deals"], strict=True) for deal in range(deals)
    ]
    assert opened.deals()["deal"].tolist() == numbers
    assert list(opened.matches(["winner", "match"])) == ["winner", "match"]
    with pytest.raises(qz.RequestError, match="did you mean winner"):
        opened.matches(["winer"])
    with pytest.raises(qz.RequestError, match="has no matches; ask for them with matches="):
        qz.run("piquet", deals=5, seed=1).matches()


@pytest.mark.parametrize("form", ["csv", "json", "parquet"])
def test_an_export_reads_back_as_the_matches(
    form: str, folder: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "rows"
    done = called(
        capfd, "export", str(folder), "--matches", f"--{form}", "-o", str(out), "--columns", "winner,match,deals"
    )
    assert (done.code, done.out, done.err) == (0, "", f"{MATCHES} rows: {out}\n")
    content = out.read_bytes()
    if form == "parquet":
        found = pd.read_parquet(io.BytesIO(content))
    elif form == "csv":
        found = pd.read_csv(io.BytesIO(content))
    else:
        found = pd.read_json(io.BytesIO(content), lines=True)
    wanted = qz.open(folder).matches(["winner", "match", "deals"])
    assert list(found) == list(wanted)
    for name in wanted:
        assert found[name].tolist() == wanted[name].tolist()
    deals = called(capfd, "export", str(folder)).out
    assert len(deals.splitlines()) == 1 + wanted["deals"].sum()


def test_a_page_of_matches_is_written(folder: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    done = called(capfd, "report", str(folder), "-o", str(tmp_path / "page.html"))
    assert done.code == 0
    page = (tmp_path / "page.html").read_text()
    assert "--matches 11" in page
    assert "player1=random" in page


# --------------------------------------------------------------------------------------------------------- the trace


@pytest.mark.parametrize("rules", ["seed", "classic"])
def test_a_match_is_told_deal_by_deal_and_its_totals_add_up(rules: str, capfd: pytest.CaptureFixture[str]) -> None:
    asked = ["trace", "piquet", "--rules", rules, "--seed", "7", "--match", "3", *ASKED[:4]]
    told = [json.loads(line) for line in called(capfd, *asked, "--json").out.splitlines()]
    run = qz.run("piquet", rules, SEATS, matches=1, first=3, seed=7)
    (end,) = run.matches().to_dict("records")
    assert [deal["outcome"] for deal in told] == run.deals().to_dict("records")
    assert [deal["match_deal"] for deal in told] == list(range(end["deals"]))
    totals = dict.fromkeys(SEATS, 0)
    for number, deal in enumerate(told):
        assert (deal["match"], deal["deal"]) == (3, 4096 * 3 + number)
        assert deal["totals"] == totals
        assert (deal["match_result"] is None) == (number < len(told) - 1)
        assert deal["strategies"] == {role: SEATS[player] for role, player in deal["players"].items()}
        assert deal["players"]["younger"] == (end["first_dealer"] if number % 2 == 0 else told[1]["players"]["younger"])
        totals = {player: totals[player] + deal["score"][role] for role, player in deal["players"].items()}
    assert told[0]["players"] != told[1]["players"]
    assert told[-1]["match_result"] == end
    assert all(end[f"points_{player}"] <= totals[player] for player in SEATS)
    if rules == "classic":  # a partie counts its deals whole
        assert {player: end[f"points_{player}"] for player in SEATS} == totals
    assert told == list(qz.trace("piquet", match=3, seed=7, rules=rules, strategies=SEATS))
    one = called(capfd, *asked, "--deal", "2", "--json").document
    assert one == told[2]
    text = called(capfd, *asked).out
    assert len(re.findall(r"^before   player0 \d+, player1 \d+; ", text, re.MULTILINE)) == len(told)
    assert text.splitlines()[-1].startswith(f"match    match 3, deals {end['deals']}, ")


# ------------------------------------------------------------------------------------------------------- comparisons


def test_rules_are_compared_match_by_match(capfd: pytest.CaptureFixture[str]) -> None:
    asked = ["compare", "piquet", "--rules", "seed", "--rules", "target=50", *ASKED, "-M", str(MATCHES)]
    asked += ["--metric", "match_deals", "--metric", "match_wins_player0"]
    document = called(capfd, *asked, "--json").document
    arms = [qz.run("piquet", rules, **LENGTH) for rules in ("seed", "target=50")]
    assert (document["unit"], document["matches"]) == ("match", MATCHES)
    assert document["deals"] == sum(run.dealt for run in arms)
    lengths, wins = document["comparisons"]
    assert (lengths["metric"], wins["metric"]) == ("match_deals", "match_wins_player0")
    before, after = (run.matches()["deals"] for run in arms)
    assert lengths["difference"] == pytest.approx((after - before).mean())
    assert lengths["n"] == wins["n"] == MATCHES
    text = called(capfd, *asked).out
    assert f"{MATCHES} matches from {LENGTH['first']}, seed 7" in text
    assert "unit: the match; " in text


def test_strategies_are_compared_in_pairs_of_matches(capfd: pytest.CaptureFixture[str]) -> None:
    asked = ["compare", "piquet", "-s", "greedy", "-s", "random", "-M", str(MATCHES), "--seed", "7"]
    document = called(capfd, *asked, "--json").document
    seats = [("greedy", "random"), ("random", "greedy")]
    runs = [qz.run("piquet", strategies=dict(zip(SEATS, pair, strict=True)), matches=MATCHES, seed=7) for pair in seats]
    assert (document["unit"], document["matches"]) == ("pair", MATCHES)
    assert document["deals"] == sum(run.dealt for run in runs)
    wins = next(item for item in document["comparisons"] if item["metric"] == "match_wins")
    ends = [run.matches()["winner"] for run in runs]
    random = ((ends[0] == "player1").mean() + (ends[1] == "player0").mean()) / 2
    assert wins["variant_value"] == pytest.approx(random)
    assert "every match twice with the seats exchanged" in called(capfd, *asked).out


def test_an_interrupted_comparison_counts_matches(
    small_parts: int, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patch:
        signalling(signal.SIGINT, 2, patch.setattr)
        done = called(capfd, "compare", "piquet", "-s", "greedy", "-s", "random", "-M", "20", "--seed", "7", "-w", "1")
    assert done.code == 1
    last = done.err.splitlines()[-1]
    assert re.fullmatch(
        r"quatorze: stopped after \d+ of 20 matches; nothing was kept, the same command begins anew", last
    )


def test_declarations_of_matches_are_those_of_their_run(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    played = called(capfd, "declarations", "piquet", *ASKED, "-M", str(MATCHES), "--json").document
    read = called(capfd, "declarations", f"{folder}/", "--json").document
    assert without_times(played) == without_times(read)
    assert played["deals"] == qz.open(folder).dealt
    assert played["estimates"]
    assert qz.declarations(qz.open(folder)).estimates == qz.declarations("piquet", **LENGTH).estimates


def test_a_match_that_never_ends_is_unfinished() -> None:
    arguments: dict[str, Any] = {"matches": 3, "seed": 1}
    ends = qz.run("piquet", "target=10000,max_deals=3", **arguments).matches()
    assert ends["ending"].tolist() == ["unfinished"] * 3
    assert ends["deals"].tolist() == [3, 3, 3]
    assert ends["winner"].tolist() == ["none"] * 3
