"""What Python is given besides the command line: a user's own class, a console, a notebook, a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quatorze as qz
from strategies.piquet import Greedy
from tests.quatorze.calling import without_times


class Mine(Greedy):
    """A player of the user's own, who plays as greedy does."""

    name = "mine"


def test_a_run_of_the_users_own_class_can_be_read_and_extended(tmp_path: Path) -> None:
    run = qz.run("piquet", strategies=Mine, deals=20, seed=2, out=tmp_path / "run")
    assert run.summary()["strategies"] == {"elder": "mine", "younger": "mine"}
    assert run.deals().equals(qz.run("piquet", strategies="greedy", deals=20, seed=2).deals())
    opened = qz.open(tmp_path / "run")
    assert without_times(opened.summary()) == without_times(run.summary())
    assert qz.run("piquet", strategies=Mine, deals=30, seed=2, out=tmp_path / "run").played == 30
    with pytest.raises(qz.RequestError, match="holds another run"):
        qz.run("piquet", strategies="greedy", deals=30, seed=2, out=tmp_path / "run")


def test_answers_show_a_line_in_a_console_and_a_table_in_a_notebook() -> None:
    asked: dict[str, Any] = {"strategies": "greedy", "deals": 50, "seed": 1}
    answers: list[Any] = [qz.run("piquet", **asked), qz.declarations("piquet", **asked)]
    answers.append(qz.compare("piquet", ["seed", "seed,quinte_points=15"], **asked))
    for answer in answers:
        assert len(repr(answer)) < 120
        assert "50 deals" in repr(answer)
        assert "<table" in answer._repr_html_()


def test_a_word_stands_beside_its_share() -> None:
    frame = qz.run("piquet", strategies="greedy", deals=50, seed=1).frame()
    told = frame[frame["name"] == "last_trick"].set_index("which")["value"]
    assert sorted(told.index) == ["elder", "younger"]
    assert told.sum() == pytest.approx(1)


def test_a_page_takes_one_run_as_well_as_many(tmp_path: Path) -> None:
    run = qz.run("piquet", strategies="greedy", deals=50, seed=1, out=tmp_path / "run")
    several: list[Any] = [run, str(tmp_path / "run"), [tmp_path / "run", run]]
    for runs in several:
        assert qz.report(runs, tmp_path / "page.html").read_text().startswith("<!")


def test_a_list_of_strategies_has_no_seats() -> None:
    with pytest.raises(qz.RequestError, match="a list of strategies has no seats"):
        qz.run("piquet", strategies=["greedy", "random"], deals=10)  # type: ignore[arg-type]
