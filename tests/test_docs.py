"""Documentation that cannot drift: the reference is what the program says, the commands and the code shown run."""

from __future__ import annotations

import contextlib
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

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


def test_a_deal_is_rebuilt_in_ten_lines_of_numpy(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = blocks(ROOT / "docs" / "chance.md", "python")
    assert len([line for line in code.splitlines() if line.strip() and "import" not in line]) <= 10
    space: dict[str, object] = {}
    exec(compile(code, "chance.md", "exec"), space)
    names, order = space["pack"](7, 123456)  # type: ignore[operator]
    assert called(["trace", "piquet", "--seed", "7", "--deal", "123456", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pack"] == [names[card] for card in order]


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
