"""``quatorze exact`` and ``qz.exact``: the same values in every form, and what is refused."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from fractions import Fraction

import pandas as pd
import pytest

import quatorze as qz
from quatorze import exact_values
from simulator.games import game
from tests.quatorze.calling import called

TOPICS = ("contests", "draws")
KEYS = ["id", "name", "group", "fraction", "decimal", "method"]


@pytest.mark.parametrize("topic", TOPICS)
def test_json_is_a_list_of_values(topic: str, capfd: pytest.CaptureFixture[str]) -> None:
    done = called(capfd, "exact", "piquet", topic, "--json")
    assert (done.code, done.err) == (0, "")
    (line,) = done.out.splitlines()
    told = json.loads(line)
    assert told == qz.exact("piquet", topic).as_dict()
    for item in told:
        assert list(item)[: len(KEYS)] == KEYS
        assert set(item) - set(KEYS) <= {"printed", "remark"}
        assert item["decimal"] == float(Fraction(item["fraction"]))


@pytest.mark.parametrize("topic", TOPICS)
def test_csv_reads_back_as_the_values(topic: str, capfd: pytest.CaptureFixture[str]) -> None:
    done = called(capfd, "exact", "piquet", topic, "--csv")
    assert (done.code, done.err) == (0, "")
    frame = pd.read_csv(io.StringIO(done.out), dtype=str, keep_default_na=False)
    told = qz.exact("piquet", topic).as_dict()
    assert list(frame["id"]) == [item["id"] for item in told]
    assert [float(text) for text in frame["decimal"]] == [item["decimal"] for item in told]
    for row, item in zip(frame.to_dict("records"), told, strict=True):
        group = {key: str(value) for key, value in item["group"].items()}
        assert {key: row[key] for key in group} == group
        assert row["fraction"] == item["fraction"]


def test_the_table_has_every_value_and_its_method(capfd: pytest.CaptureFixture[str]) -> None:
    done = called(capfd, "exact", "piquet", "draws")
    assert done.code == 0
    lines = done.out.splitlines()
    for item in qz.exact("piquet", "draws").as_dict():
        (line,) = [line for line in lines if line.split() and line.split()[0] == item["id"]]
        assert item["fraction"] in line.split()
        assert f"{item['decimal']:.10f}" in line.split()
        assert item.get("printed", "") in line
        assert item.get("remark", "") in line
        assert any(line.startswith("method ") and line.endswith(item["method"]) for line in lines)


def test_rules_reach_the_values(capfd: pytest.CaptureFixture[str]) -> None:
    specification = "seed,set_min_rank=7"
    done = called(capfd, "exact", "piquet", "contests", "--rules", specification)
    assert f"piquet, rules {specification}" in done.out
    assert "contest-set-better" in done.out
    assert "PI-23" not in done.out
    assert qz.exact("piquet", "contests", {"set_min_rank": "7"}).as_dict() == json.loads(
        called(capfd, "exact", "piquet", "contests", "--rules", specification, "--json").out
    )


def test_in_a_notebook_it_is_a_table() -> None:
    found = qz.exact("piquet", "draws")
    assert repr(found) == f"<ExactAnswer on piquet: {len(found.values)} exact values, one a row in .frame()>"
    assert found._repr_html_().startswith("<table")
    frame = found.frame()
    assert str(frame["draws"].dtype) == "Int64"
    assert list(frame.columns)[:2] == ["id", "name"]
    assert len(frame) == len(found.values)


def test_an_unknown_topic_and_a_game_without_values_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(qz.RequestError, match="did you mean draws"):
        qz.exact("piquet", "drws")
    monkeypatch.setattr(exact_values, "game_named", lambda name: replace(game(name), exact=None))
    with pytest.raises(qz.RequestError, match="piquet has no exact values; estimate them: quatorze run piquet"):
        qz.exact("piquet")
