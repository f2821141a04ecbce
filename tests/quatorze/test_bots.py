"""A user's own bots on the command line: played, compared, mixed, and what happens when they go wrong."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

import quatorze as qz
from quatorze import catalogue
from tests.quatorze.calling import Called, called
from tests.strategies.bots import bot, playing

DISCARD = "def discard_elder(view, scratch):\n        return qz.lowest_bit(view.hand)"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def asked(capture: pytest.CaptureFixture[str], line: str) -> Called:
    return called(capture, *shlex.split(line))


def test_a_bot_is_run_compared_and_told(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    bot(here / "my bots")
    done = asked(capfd, "run piquet -s 'my bots/tame.py:Tame' -n 50 --seed 1 --out folder --json")
    assert done.code == 0
    assert done.document["strategies"] == dict.fromkeys(("elder", "younger"), "my bots/tame.py:Tame")
    manifest = json.loads((here / "folder" / "manifest.json").read_text())
    assert list(manifest["sources"]) == ["my bots/tame.py:Tame"]
    assert asked(capfd, "compare piquet -s greedy -s 'my bots/tame.py:Tame' -n 50 --seed 1 --json").code == 0
    told = asked(capfd, "trace piquet -s greedy -s younger='my bots/tame.py:Tame' --seed 1 --json").document
    assert told["strategies"] == {"elder": "greedy", "younger": "my bots/tame.py:Tame"}


def test_a_run_is_read_without_executing_its_file_and_not_extended_by_another(
    here: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = bot(here)
    assert asked(capfd, "run piquet -s tame.py:Tame -n 20 --seed 1 --out folder").code == 0
    path.write_text("raise RuntimeError('executed')\n" + path.read_text())
    assert asked(capfd, "summary folder").code == 0
    bot(here, playing("return qz.highest_bit(view.legal)"))
    refused = asked(capfd, "run piquet -s tame.py:Tame -n 40 --seed 1 --out folder")
    assert (refused.code, refused.out) == (2, "")
    assert len(refused.err.splitlines()) == 1


def test_one_decision_from_another_strategy(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    bot(here, playing("return qz.highest_bit(view.legal)"), name="high.py")
    bot(here)
    line = "-s greedy -s elder.play_card=high.py:Tame -n 40 --seed 3"
    mixed = asked(capfd, f"run piquet {line} --out folder --json").document
    seats = {"elder": "greedy", "younger": "greedy", "elder.play_card": "high.py:Tame"}
    assert mixed["strategies"] == seats
    assert asked(capfd, f"run piquet {line} --out folder --json").document["strategies"] == seats
    assert asked(capfd, "summary folder --json").document["estimates"] == mixed["estimates"]
    told = asked(capfd, f"trace piquet {line.replace('-n 40', '--deal 7')} --json").document
    plain = asked(capfd, "trace piquet -s greedy --deal 7 --seed 3 --json").document
    assert told["strategies"] == seats
    assert told["exchanges"] == plain["exchanges"]
    assert told["tricks"] != plain["tricks"]
    from_python = qz.run("piquet", strategies={"": "greedy", "elder.play_card": "high.py:Tame"}, deals=40, seed=3)
    assert from_python.summary()["estimates"] == mixed["estimates"]
    everywhere = asked(capfd, "run piquet -s high.py:Tame -n 40 --seed 3 --json").document
    both = "-s tame.py:Tame -s elder.play_card=high.py:Tame -s younger.play_card=high.py:Tame"
    again = asked(capfd, f"run piquet {both} -n 40 --seed 3 --json").document
    assert again["estimates"] == everywhere["estimates"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "-s greedy -s elder.play_cart=random",
            "unknown decision of elder at piquet 'play_cart'; did you mean play_card?",
        ),
        ("-s greedy -s older.play_card=random", "unknown role of piquet 'older'"),
        ("-s greedy -s elder.play_card=greedy:keep_rank=3", "both have parameters"),
        ("-s elder.play_card=random", "no strategy for elder"),
        ("-s none.py:Tame", "there is no strategy file none.py"),
        ("-s tame.py:Tome", "unknown class in tame.py 'Tome'; did you mean Tame?"),
    ],
)
def test_a_wrong_seat_is_refused_in_one_line(
    line: str, said: str, here: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    bot(here)
    done = asked(capfd, f"run piquet {line} -n 10 --seed 1")
    assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 1)
    assert said in done.err


FAILURES = {
    "no card held": (playing("return qz.lowest_bit(~view.hand)"), "play_card, deal 0, returned "),
    "two cards": (playing("return view.hand"), "allowed: 1 of "),
    "no card": (playing("return np.uint64(0)"), "returned 0x0; allowed: 1 of "),
    "a number, no mask": (playing("return ~np.uint64(0)"), "returned 0xffffffffffffffff; allowed: 1 of "),
    "too many": ((DISCARD, DISCARD.replace("qz.lowest_bit(view.hand)", "view.hand")), "allowed: 1 to 5 of "),
    "raises": (
        playing(
            "if view.trick == 4:\n            raise ValueError('lost the thread')\n"
            "        return qz.lowest_bit(view.legal)"
        ),
        "raised ValueError: lost the thread",
    ),
    "out of bounds": (
        playing("view.memory[4 + view.trick] = view.legal\n        return qz.lowest_bit(view.legal)"),
        "raised IndexError",
    ),
    "divides by nothing": (playing("return np.uint64(1 // int(view.trick - view.trick))"), "raised ZeroDivisionError"),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_a_bot_that_fails_is_named_with_the_command_that_shows_it_again(
    failure: str, here: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    change, said = FAILURES[failure]
    bot(here / "my bots", change)
    done = asked(capfd, "run piquet -s 'my bots/tame.py:Tame' -n 30 --seed 4")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("quatorze: the strategy my bots/tame.py:Tame as ")
    assert said in done.err
    sentence, _, replay = done.err.strip().partition("; to see it again: ")
    words = shlex.split(replay)
    assert words[:3] == ["quatorze", "trace", "piquet"]
    again = called(capfd, *words[1:])
    assert (again.code, again.out) == (1, "")
    assert again.err.strip().partition("; to see it again: ")[0] == sentence


def test_a_part_that_fails_is_named_itself(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    bot(here, playing("return view.hand"))
    done = asked(capfd, "run piquet -s greedy -s younger.play_card=tame.py:Tame -n 30 --seed 4")
    assert done.code == 1
    assert done.err.startswith("quatorze: the strategy tame.py:Tame as younger, decision play_card, deal 0, returned")
    again = called(capfd, *shlex.split(done.err.strip().partition("; to see it again: ")[2])[1:])
    assert again.err == done.err


def test_the_template_is_printed_whole(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    done = asked(capfd, "strategies piquet --template")
    assert (done.code, done.out, done.err) == (0, catalogue.template("piquet"), "")
    (here / "mine.py").write_text(done.out)
    assert asked(capfd, "run piquet -s mine.py:Mine -n 20 --seed 1").code == 0
    for line, said in (
        ("strategies --template", "a template of which game?"),
        ("strategies pique --template", "unknown game 'pique'; did you mean piquet?"),
        ("strategies piquet --template --json", "--json and --template at once"),
    ):
        refused = asked(capfd, line)
        assert (refused.code, refused.out) == (2, "")
        assert said in refused.err


@pytest.mark.jit_only
def test_a_helper_that_writes_out_of_bounds_is_stopped(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (here / "wild.py").write_text(
        "import quatorze as qz\n\n"
        "@qz.helper\ndef wild(view):\n    view.memory[view.trick + 90] = view.legal\n"
        "    return qz.bits.lowest_bit(view.legal)\n\n"
        "class Wild(qz.Strategy):\n    game = 'piquet'\n\n"
        "    @qz.decision\n    def discard_elder(view, scratch):\n        return qz.bits.lowest_bit(view.hand)\n\n"
        "    @qz.decision\n    def discard_younger(view, scratch):\n        return qz.bits.lowest_bit(view.hand)\n\n"
        "    @qz.decision\n    def play_card(view, scratch):\n        return wild(view)\n"
    )
    done = asked(capfd, "run piquet -s wild.py:Wild -n 10 --seed 1")
    assert (done.code, done.out) == (1, "")
    assert "decision play_card, deal 0, raised IndexError: index is out of bounds; to see it again: " in done.err
