"""Conditions are a part of what identifies a run; a manifest of before there were any is that of a run without."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from simulator.errors import RequestError
from simulator.runs import open_run
from tests.simulator.made_up_run import lasting, play, rows, tree, writer

HAND = {"hand elder": "As Ks"}


def made(folder: Path, conditions: dict[str, str]) -> None:
    with writer(folder, 30, conditions=conditions) as run:
        for first, count in run.open():
            run.store(first, rows(first, count))


@pytest.mark.parametrize(
    ("here", "stored", "told"),
    [
        (HAND, {}, 'conditions: hand elder is "As Ks" here and not set in the folder'),
        ({}, HAND, 'conditions: hand elder is not set here and "As Ks" in the folder'),
        (HAND, {"hand elder": "Ks As"}, 'conditions: hand elder is "As Ks" here and "Ks As" in the folder'),
        ({"accept": "é, 1"}, {"accept": "é, 2"}, 'conditions: accept is "é, 1" here and "é, 2" in the folder'),
    ],
)
def test_other_conditions_are_another_run(
    tmp_path: Path, here: dict[str, str], stored: dict[str, str], told: str
) -> None:
    made(tmp_path, stored)
    before = tree(tmp_path)
    with pytest.raises(RequestError) as refusal:
        writer(tmp_path, 60, conditions=here).open()
    assert f"holds another run; {told}; choose another folder" in str(refusal.value)
    assert tree(tmp_path) == before


def test_a_run_with_conditions_is_stored_and_resumed(tmp_path: Path) -> None:
    made(tmp_path, HAND | {"pack": "whole"})
    assert open_run(tmp_path).manifest["conditions"] == HAND | {"pack": "whole"}
    with writer(tmp_path, 30, conditions={"pack": "whole"} | HAND) as run:
        assert run.open() == []


def test_a_manifest_of_before_there_were_matches_and_conditions_is_a_run_of_deals(tmp_path: Path) -> None:
    play(tmp_path / "old", 50)
    path = tmp_path / "old" / "manifest.json"
    manifest = json.loads(path.read_text())
    del manifest["matches"], manifest["conditions"]
    path.write_text(json.dumps(manifest))
    stored = open_run(tmp_path / "old")
    assert (stored.complete, stored.matches, stored.manifest["conditions"]) == (True, None, {})
    assert play(tmp_path / "old", 60) == [(48, 16), (64, 1)]
    play(tmp_path / "new", 60)
    assert lasting(tmp_path / "old") == lasting(tmp_path / "new")


@pytest.mark.parametrize(
    ("conditions", "told"), [([], "is not what it should be"), ({"hand": 3}, "holds what is not a text")]
)
def test_conditions_that_are_no_words_are_damage(tmp_path: Path, conditions: object, told: str) -> None:
    play(tmp_path, 30)
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"conditions": conditions}))
    with pytest.raises(RequestError, match=f"conditions {told}"):
        open_run(tmp_path)
