"""Documentation that cannot drift: the reference is what the program says, the commands and the code shown run."""

from __future__ import annotations

import contextlib
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from quatorze.cli import COMMANDS, main

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


def blocks(path: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", path.read_text(), re.MULTILINE | re.DOTALL)


def called(arguments: list[str]) -> int:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    return int(left.value.code or 0)


def test_the_reference_is_what_the_program_says() -> None:
    done = subprocess.run(
        [sys.executable, "docs/build.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_commands_of_the_readme_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [line for block in blocks(ROOT / "README.md", "") for line in block.splitlines()]
    commands = [shlex.split(line.replace("1e6", "3e4").replace("1e5", "2e4")) for line in lines if "quatorze " in line]
    assert len(commands) >= 6
    for words in commands:
        assert words[0] == "quatorze"
        assert called(words[1:]) == 0, words


def test_the_python_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = blocks(ROOT / "README.md", "python")
    exec(compile(code, "README.md", "exec"), {})
    assert "score_difference" in capsys.readouterr().out


def test_the_bots_of_their_page_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots").mkdir()
    calm, testing = blocks(ROOT / "docs" / "bots.md", "python")
    (tmp_path / "bots" / "calm.py").write_text(calm)
    assert len([line for line in calm.splitlines() if line.strip()]) <= 13
    commands = re.findall(r"^quatorze .*", (ROOT / "docs" / "bots.md").read_text(), re.MULTILINE)
    assert len(commands) == 5
    for line in commands:
        words, _, into = line.replace("1e5", "2000").partition(" > ")
        with open(into or "told", "w", encoding="utf-8") as out, contextlib.redirect_stdout(out):
            assert called(shlex.split(words)[1:]) == 0, line
    assert 'strategy = "mine.py:Mine"' in testing
    space: dict[str, object] = {}
    exec(compile(testing, "test_mine.py", "exec"), space)
    assert issubclass(space["TestMine"], space["qz"].testing.StrategyBattery)  # type: ignore[arg-type, attr-defined]


def recipes() -> dict[str, Any]:
    space: dict[str, Any] = {}
    for code in blocks(ROOT / "docs" / "chance.md", "python"):
        exec(compile(code, "chance.md", "exec"), space)
    return space


def traced(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert called(["trace", "piquet", "--json", *words]) == 0
    return json.loads(capsys.readouterr().out)  # type: ignore[no-any-return]


NAMES = [rank + suit for rank in "789TJQKA" for suit in "shdc"]


def named(cards: list[int]) -> list[str]:
    return [NAMES[card] for card in cards]


def test_a_deal_is_rebuilt_in_ten_lines_of_numpy(capsys: pytest.CaptureFixture[str]) -> None:
    code = blocks(ROOT / "docs" / "chance.md", "python")[0]
    assert len([line for line in code.splitlines() if line.strip() and "import" not in line]) <= 10
    told = traced(capsys, "--seed", "7", "--deal", "123456")
    assert told["pack"] == named(recipes()["shuffled"](7, 123456))


def test_fixed_cards_and_attempts_are_rebuilt_with_numpy(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "wanted.py"
    file.write_text("def aces(hands):\n    return hands[0, 0] >> 28 == 15\n")
    for deal in (3, 4):
        asked = ["--seed", "7", "--deal", str(deal), "--hand", "elder=As Qh 7c", "--hand", "younger=9d"]
        hands = {"elder": [NAMES.index(card) for card in ("As", "Qh", "7c")], "younger": [NAMES.index("9d")]}
        told = traced(capsys, *asked)
        assert "attempt" not in told
        assert told["pack"] == named(recipes()["around"](7, deal, hands))
        taken = traced(capsys, *asked, "--accept", f"{file}:aces")
        assert taken["attempt"] > 0
        assert {"As", "Ah", "Ad", "Ac"} <= set(taken["hands"]["elder"])
        assert taken["pack"] == named(recipes()["around"](7, deal, hands, taken["attempt"]))
        earlier = [named(recipes()["around"](7, deal, hands, attempt)) for attempt in range(taken["attempt"])]
        places = recipes()["places"]("elder")
        assert not any({"As", "Ah", "Ad", "Ac"} <= {pack[place] for place in places} for pack in earlier)


def test_the_first_dealer_is_rebuilt_with_numpy(capsys: pytest.CaptureFixture[str]) -> None:
    dealers = set()
    for match in range(8):
        told = traced(capsys, "--seed", "7", "--match", str(match), "--deal", "0", "-s", "greedy")
        dealers.add(told["players"]["younger"])
        assert told["players"]["younger"] == recipes()["first_dealer"](7, match)
        assert told["pack"] == named(recipes()["shuffled"](7, 4096 * match))
    assert len(dealers) == 2


def test_the_example_of_a_transcript_is_what_the_program_tells(capsys: pytest.CaptureFixture[str]) -> None:
    page = ROOT / "docs" / "trace.md"
    (command,), (example,) = blocks(page, ""), blocks(page, "json")
    _, name, game, *words = shlex.split(command)
    assert (name, game) == ("trace", "piquet")
    told, shown = traced(capsys, *words), json.loads(example)
    assert len(shown) > 8
    assert {key: told[key] for key in shown} == shown


def test_the_table_of_presets_says_what_the_rules_say() -> None:
    from simulator.games import game

    rulebook = game("piquet").rulebook
    rows = {
        cells[0]: cells[1:]
        for line in (ROOT / "docs" / "piquet.md").read_text().splitlines()
        if line.startswith("| ") and len(cells := [cell.strip() for cell in line.strip("|").split("|")]) == 4
    }
    for column, preset in enumerate(rows[""]):
        rules = rulebook.resolve(preset.strip("`"))

        def said(row: str, column: int = column) -> str:
            return rows[row][column]

        assert said("younger discards at least") == str(rules["younger_min_discard"])
        extra = {"best_only": "not counted", "all": "counted"}
        assert rules["sequence_extra"] == rules["set_extra"]
        assert said("quinte; other sequences and sets of the winner") == (
            f"{rules['quinte_points']}; {extra[str(rules['sequence_extra'])]}"
        )
        counted, cards = rules["count_in_play"], rules["majority_points"]
        last = "as counted" if counted else rules["last_trick_points"]
        capot = {"20_total": "20 in all", "40_instead_of_majority": "40"}[str(rules["capot"])]
        assert said("points in play; the cards; last trick; capot") == (
            f"{'counted' if counted else 'none'}; {cards}; {last}; {capot}"
        )
        assert said("repique, pique") == (f"{rules['repique']}, {rules['pique']}" if rules["pique"] else "none")
        assert ("free" in said("calls; what is learnt from them")) == (rules["declare_mode"] == "may_sink")
        answered = rules["declaration_record"] == "call_and_answer"
        assert ("call and answer" in said("calls; what is learnt from them")) == answered
        assert ("all twelve" in said("carte blanche, for the other")) == (rules["carte_blanche_reveal"] == "full_hand")
        left = (
            ("seen" if rules["elder_sees_left"] else "hidden"),
            ("may be turned up" if rules["younger_left_view"] == "shared_option" else "hidden"),
        )
        assert said("cards left, for elder; for younger") == "; ".join(left)
        partie = rules["match_mode"] == "partie"
        assert (rules["n_deals"], rules["target"], rules["match_end"]) == (6, 100, "in_order")
        assert said("match") == ("partie of six deals" if partie else "to 100, in order")


def test_every_reason_that_scores_is_listed() -> None:
    from simulator.games.piquet.outcome import REASONS

    listed = (ROOT / "docs" / "trace.md").read_text()
    assert [reason for reason in REASONS if f"`{reason}`" not in listed] == []


def test_every_command_is_in_the_reference() -> None:
    text = (ROOT / "docs" / "reference" / "commands.md").read_text()
    assert [name for name in COMMANDS if f"## quatorze {name}\n" not in text] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", page.read_text())
    assert [target for target in targets if "://" not in target and not (page.parent / target).exists()] == []
