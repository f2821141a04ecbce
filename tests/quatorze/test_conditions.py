"""Fixed hands, a given pack and predicates: the same deals through every command, kept and compared with a folder."""

from __future__ import annotations

import json
import re
import shlex
import signal
from pathlib import Path
from typing import Any

import pytest

import quatorze as qz
from simulator.compiled import COMPILING
from tests.quatorze.calling import Called, called, signalling, tree, without_times
from tests.quatorze.folders import same
from tests.quatorze.impossible import PACK

PREDICATES = """import numpy as np

ACES = np.uint64(0xF0000000)


def elder_has_an_ace(hands):
    return hands[0, 0] & ACES != 0


def elder_has_no_ace(hands):
    return hands[0, 0] & ACES == 0


def whole(hands):
    return hands[0, 0] | hands[1, 0] | hands[2, 0] == np.uint64(0xFFFFFFFF) and hands.shape == (3, 2)


def nothing(hands):
    return False


def failing(hands):
    return hands[7, 0] > 0


def text(hands):
    return "yes"


def array(hands):
    return hands[0] > 0


def silent(hands):
    pass


def lost(hands):
    return hands[0, 0] > least


def attribute(hands):
    return hands.cards > 0
"""
FILE = "some/deals.py"
ACE = f"{FILE}:elder_has_no_ace"
ASKED: dict[str, dict[str, Any]] = {
    "hand": {"hand": {"elder": "As Ks", "younger": "Ah"}},
    "pack": {"pack": PACK},
    "accept": {"accept": ACE},
}
OPTIONS = {
    "hand": ["--hand", "elder=Ks,As", "--hand", "younger=Ah"],
    "pack": ["--pack", PACK],
    "accept": ["--accept", ACE],
}
WRITTEN = {"hand": {"hand elder": "Ks As", "hand younger": "Ah"}, "pack": {"pack": PACK}, "accept": {"accept": ACE}}
KINDS = list(ASKED)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to stand in, with a file of predicates in a folder of its own."""
    (tmp_path / "some").mkdir()
    (tmp_path / FILE).write_text(PREDICATES)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def deals(kind: str, most: int = 30) -> list[str]:
    return ["-n", "1" if kind == "pack" else str(most)]


def holds(kind: str, told: dict[str, Any]) -> bool:
    """Whether a deal is as was asked for."""
    elder, younger = told["hands"]["elder"], told["hands"]["younger"]
    if kind == "hand":
        return {"As", "Ks"} <= set(elder) and "Ah" in younger
    if kind == "pack":
        return bool(told["pack"] == PACK.split())
    return not any(card.startswith("A") for card in elder)


@pytest.mark.parametrize("kind", KINDS)
def test_every_deal_is_as_asked_and_told_as_it_was_played(kind: str, capfd: pytest.CaptureFixture[str]) -> None:
    asked = [*deals(kind), "--seed", "3", *OPTIONS[kind], "--json"]
    told = [json.loads(line) for line in called(capfd, "trace", "piquet", *asked).out.splitlines()]
    count = len(told)
    run = qz.run("piquet", deals=count, seed=3, **ASKED[kind])
    assert all(holds(kind, deal) for deal in told)
    assert [deal["outcome"] for deal in told] == run.deals().to_dict("records")
    assert list(qz.trace("piquet", deals=count, seed=3, **ASKED[kind])) == told
    if kind != "pack":
        assert len({tuple(deal["pack"]) for deal in told}) == count
    assert any("attempt" in deal for deal in told) == (kind == "accept")
    document = called(capfd, "run", "piquet", *asked).document
    assert without_times(document) == without_times(json.loads(json.dumps(run.summary())))
    assert WRITTEN[kind].items() <= document["conditions"].items()
    text = called(capfd, "run", "piquet", *asked[:-1]).out
    assert "; ".join(f"{name} {value}" for name, value in WRITTEN[kind].items()) in text.splitlines()


@pytest.mark.parametrize("kind", ["hand", "accept"])
def test_roles_keep_their_cards_in_a_match(kind: str) -> None:
    told = list(qz.trace("piquet", match=1, seed=3, **ASKED[kind]))
    run = qz.run("piquet", matches=1, first=1, seed=3, **ASKED[kind])
    assert len(told) > 2
    assert all(holds(kind, deal) for deal in told)
    assert [deal["outcome"] for deal in told] == run.deals().to_dict("records")


@pytest.mark.parametrize("kind", KINDS)
def test_no_exact_value_stands_beside_chosen_deals(kind: str, capfd: pytest.CaptureFixture[str]) -> None:
    asked = [*deals(kind), "--seed", "3", "--json"]
    for command in ("run", "declarations"):
        free = called(capfd, command, "piquet", *asked).document["estimates"]
        fixed = called(capfd, command, "piquet", *asked, *OPTIONS[kind]).document["estimates"]
        assert any(item["exact"] is not None for item in free)
        assert all(item["exact"] is None and item["z"] is None for item in fixed)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "words", [["--rules", "seed", "--rules", "classic"], ["-s", "greedy", "-s", "random"]], ids=["rules", "strategies"]
)
def test_comparisons_are_made_on_chosen_deals(kind: str, words: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    asked = ["compare", "piquet", *words, *deals(kind), "--seed", "3", *OPTIONS[kind], "--json"]
    document = called(capfd, *asked).document
    assert WRITTEN[kind].items() <= document["conditions"].items()
    elder = next(item for item in document["comparisons"] if item["metric"] == "score_elder")
    if words[0] == "--rules":
        run = qz.run("piquet", deals=document["deals"], seed=3, **ASKED[kind])
        assert elder["baseline_value"] == pytest.approx(run.deals()["score_elder"].mean())
    else:
        seats = {"elder": "random", "younger": "greedy"}
        run = qz.run("piquet", strategies=seats, deals=document["deals"], seed=3, **ASKED[kind])
        assert elder["variant_value"] == pytest.approx(run.deals()["score_elder"].mean())


def test_discards_are_studied_with_a_hand_fixed(capfd: pytest.CaptureFixture[str]) -> None:
    hand = "s:AKQJ h:AKQJ d:AKQJ"
    found = called(capfd, "discards", "piquet", "--hand", f"elder={hand}", "-n", "20", "--seed", "1", "--json").document
    held = [rank + suit for rank in "AKQJ" for suit in "shd"]
    assert sorted(found["conditions"]["hand elder"].split()) == sorted(held)
    assert found["estimates"]


# ------------------------------------------------------------------------------------------------------- run folders


@pytest.mark.parametrize("kind", KINDS)
def test_a_folder_holds_the_conditions_and_goes_on_under_the_same(
    kind: str, small_parts: int, here: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    run = ["run", "piquet", "--seed", "3", *OPTIONS[kind]]
    assert called(capfd, *run, *deals(kind, 5), "--out", "run").code == 0
    assert called(capfd, *run, *deals(kind, 40), "--out", "run").code == 0
    assert called(capfd, *run, *deals(kind, 40), "--out", "other", "-w", "1").code == 0
    same(here / "run", here / "other")
    written = json.loads((here / "run" / "manifest.json").read_text())["conditions"]
    assert {name: value for name, value in written.items() if name != "source"} == WRITTEN[kind]
    before = tree(here)
    for others in ([], *(OPTIONS[other] for other in KINDS if other != kind)):
        done = called(capfd, "run", "piquet", "--seed", "3", *others, "--out", "run")
        assert done.code == 2
        assert "holds another run; conditions: " in done.err
    assert tree(here) == before


def test_the_order_and_notation_of_cards_make_no_other_run(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    run = ["run", "piquet", "--seed", "3", "--out", "run"]
    assert called(capfd, *run, "-n", "5", "--hand", "elder=As Kd Th").code == 0
    french = [*run, "-n", "9", "--hand", "elder=10c,Ap Rk", "--notation", "fr"]
    assert called(capfd, *french).code == 0
    assert called(capfd, *run, "-n", "12", "--hand", "elder=s:A h:T d:K").code == 0
    assert qz.open("run").played == 12


def test_opening_a_run_never_executes_its_predicate(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    qz.run("piquet", deals=10, seed=3, accept=ACE, out="run")
    summary = called(capfd, "summary", "run", "--json").document
    (here / FILE).write_text("raise SystemExit('executed')\n")
    assert called(capfd, "summary", "run", "--json").document == summary
    for words in (["export", "run"], ["declarations", "run/"], ["report", "run", "-o", "page.html"]):
        assert called(capfd, *words).code == 0
    assert f"--accept {ACE}" in (here / "page.html").read_text()
    done = called(capfd, "run", "piquet", "-n", "20", "--seed", "3", "--accept", ACE, "--out", "run")
    assert done.code == 2
    assert "failed while it was loaded (some/deals.py, line 1)" in done.err


def test_a_predicate_that_has_changed_is_another_run(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    qz.run("piquet", deals=10, seed=3, accept=ACE, out="run")
    (here / FILE).write_text(PREDICATES.replace("0xF0000000", "0x0F000000"))
    done = called(capfd, "run", "piquet", "-n", "20", "--accept", ACE, "--out", "run")
    assert done.code == 2
    assert "holds another run; conditions: source is " in done.err


@pytest.mark.parametrize("kind", ["hand", "accept"])
def test_the_command_that_goes_on_says_what_is_fixed(
    kind: str, small_parts: int, here: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    asked = ["run", "piquet", "-n", "60", "--seed", "3", *OPTIONS[kind]]
    with monkeypatch.context() as patch:
        signalling(signal.SIGINT, 2, patch.setattr)
        done = called(capfd, *asked, "-w", "1", "--out", "run")
    assert done.code == 1
    again = done.err.splitlines()[-1].partition("go on with: quatorze ")[2]
    assert called(capfd, *shlex.split(again)).code == 0
    assert called(capfd, *asked, "--out", "other").code == 0
    same(here / "run", here / "other")


# -------------------------------------------------------------------------------------------------------- predicates


def refused(done: Called, code: int) -> str:
    """The one line of a refusal."""
    assert (done.code, done.out) == (code, "")
    (line,) = done.err.splitlines()
    assert line.startswith("quatorze: ")
    return line


def test_a_predicate_sees_both_hands_and_the_talon(capfd: pytest.CaptureFixture[str]) -> None:
    asked = ["run", "piquet", "-n", "50", "--seed", "3", "--json"]
    free = called(capfd, *asked).document
    whole = called(capfd, *asked, "--accept", f"{FILE}:whole").document
    assert [item["value"] for item in whole["estimates"]] == [item["value"] for item in free["estimates"]]


def test_two_predicates_share_the_deals_between_them() -> None:
    """A deal that the one takes at once is the deal of the plain shuffle, which the other does not take at once."""
    plain = list(qz.trace("piquet", deals=40, seed=3))
    one, other = (
        list(qz.trace("piquet", deals=40, seed=3, accept=f"{FILE}:elder_has_{name}")) for name in ("an_ace", "no_ace")
    )
    for free, first, second in zip(plain, one, other, strict=True):
        assert ("attempt" in first) != ("attempt" in second)
        assert free["pack"] == (second if "attempt" in first else first)["pack"]


@pytest.mark.parametrize("name", ["nowhere", "failing_file"])
def test_a_file_that_fails_is_named(name: str, here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (here / "failing_file.py").write_text("\nprint(1 // 0)\n")
    line = refused(called(capfd, "run", "piquet", "--accept", f"{name}.py:every", "--out", "new"), 2)
    assert f"--accept {name}.py:every: " in line
    assert not (here / "new").exists()


@pytest.mark.jit_only
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("text", "it returns 'yes'; a predicate returns True or False"),
        ("array", "it returns array(bool, 1d, C); a predicate returns True or False"),
        ("silent", "it returns nothing (on some path); a predicate returns True or False"),
        ("lost", "NameError: name 'least' is not defined"),
        ("attribute", "Unknown attribute 'cards' of type array(uint64, 2d, C)"),
    ],
)
@pytest.mark.parametrize("command", ["run", "trace"])
def test_a_predicate_that_does_not_compile_is_refused(
    name: str, said: str, command: str, here: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    before = tree(here)
    line = refused(called(capfd, command, "piquet", "-n", "3", "--seed", "3", "--accept", f"{FILE}:{name}"), 2)
    assert f"the predicate {FILE}:{name} does not compile: deals.py, line " in line
    assert line.endswith(said)
    assert tree(here) == before


def replayed(line: str, capfd: pytest.CaptureFixture[str]) -> str:
    """Call the command that a failure names; it fails in the same way."""
    again = re.fullmatch(r"(.*; to see it again: )quatorze (.*)", line)
    assert again is not None
    assert again[2].startswith("trace piquet ")
    return refused(called(capfd, *shlex.split(again[2])), 1)


def test_a_predicate_that_raises_is_told_with_the_command_that_shows_it(capfd: pytest.CaptureFixture[str]) -> None:
    line = refused(called(capfd, "run", "piquet", "-n", "3", "--seed", "3", "--accept", f"{FILE}:failing"), 1)
    assert f"the predicate {FILE}:failing, deal 0, raised IndexError: " in line
    assert replayed(line, capfd) == line


@pytest.mark.jit_only
def test_a_predicate_that_takes_nothing_ends(capfd: pytest.CaptureFixture[str]) -> None:
    assert COMPILING
    asked = ["--hand", "elder=As", "--first", "6", "--seed", "3", "--accept", f"{FILE}:nothing", "--json"]
    line = refused(called(capfd, "run", "piquet", "-M", "3", *asked), 1)
    deal = 4096 * 6
    assert f"the predicate {FILE}:nothing took none of 10,000,000 tries of deal {deal}; " in line
    assert "--hand elder=As" in line
    assert "--match 6 --deal 0" in line
    assert replayed(line, capfd) == line
