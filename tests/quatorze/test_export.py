"""Rows leave as CSV, JSON lines and Parquet, and read back as they were."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pandas as pd
import pytest

import quatorze as qz
from simulator.games import game
from tests.quatorze.calling import called


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run folder of two parts."""
    place = tmp_path_factory.mktemp("made") / "run"
    qz.run(
        "piquet", strategies={"elder": "greedy", "younger": "random"}, deals=90, first=(1 << 18) - 50, seed=3, out=place
    )
    assert len(list((place / "deals").iterdir())) == 2
    return place


def read(form: str, content: bytes) -> pd.DataFrame:
    if form == "csv":
        return pd.read_csv(io.BytesIO(content), keep_default_na=False)
    if form == "json":
        return pd.DataFrame([json.loads(line) for line in content.splitlines()])
    return pd.read_parquet(io.BytesIO(content))


@pytest.mark.parametrize("form", ["csv", "json", "parquet"])
@pytest.mark.parametrize("names", [None, ["score_younger", "deal", "sequence_winner", "set_elder"]])
def test_an_export_reads_back_as_the_deals(
    form: str, names: list[str] | None, folder: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    columns = [] if names is None else ["--columns", ", ".join(names)]
    done = called(capfd, "export", str(folder), f"--{form}", "-o", str(tmp_path / "rows"), *columns)
    assert (done.code, done.out, done.err) == (0, "", f"90 rows: {tmp_path / 'rows'}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["rows"]
    content = (tmp_path / "rows").read_bytes()
    found, wanted = read(form, content), qz.open(folder).deals(names)
    assert list(found) == list(wanted) == (names or game("piquet").columns.names)
    for name in wanted:
        assert found[name].tolist() == wanted[name].tolist()
    if form != "parquet":
        assert called(capfd, "export", str(folder), f"--{form}", *columns).out.encode() == content


def test_an_export_is_csv_when_nothing_is_said(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert called(capfd, "export", str(folder)) == called(capfd, "export", str(folder), "--csv")


def test_an_export_replaces_the_file_that_was_there(
    folder: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rows").write_text("old")
    assert called(capfd, "export", str(folder), "--columns", "deal", "-o", str(tmp_path / "rows")).code == 0
    assert (tmp_path / "rows").read_text().splitlines()[:2] == ["deal", str((1 << 18) - 50)]


def test_an_export_that_fails_leaves_the_file_that_was_there(
    folder: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rows").write_text("old")

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("quatorze.exporting._write", full)
    done = called(capfd, "export", str(folder), "-o", str(tmp_path / "rows"))
    assert done.code == 1
    assert len(done.err.splitlines()) == 1
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"rows": "old"}
