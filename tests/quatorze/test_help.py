"""What every command says of itself, as snapshots; and that saying it needs nothing heavy.

After a change that is meant, write them anew and read the difference:
``QUATORZE_REGENERATE=1 python -m pytest tests/quatorze/test_bad_input.py tests/quatorze/test_help.py``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import quatorze as qz
from quatorze.cli import COMMANDS, LATER
from quatorze.cli import quatorze as house
from tests.quatorze.calling import REGENERATE, called, spawned

GOLDEN = Path(__file__).parent / "help"
HEAVY = ("numba", "llvmlite", "numpy", "pandas", "scipy", "matplotlib", "pyarrow", "statsmodels", "jinja2", "rich")
PAGES = {"quatorze": [], **{name: [name] for name in COMMANDS}, "cache-clear": ["cache", "clear"]}


def commands(group: click.Group = house, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command with the words that call it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


@pytest.mark.parametrize("page", PAGES)
def test_help_is_the_snapshot(page: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    done = called(capfd, *PAGES[page], "--help")
    assert (done.code, done.err) == (0, "")
    if REGENERATE:
        (GOLDEN / f"{page}.txt").write_text(done.out)
    assert done.out == (GOLDEN / f"{page}.txt").read_text()


def test_there_is_a_snapshot_for_every_command_and_no_other() -> None:
    assert {tuple(words) for words in PAGES.values() if words} == {path for path, _ in commands()}
    assert {path.stem for path in GOLDEN.iterdir()} == set(PAGES)


def test_every_option_is_documented() -> None:
    undocumented = [
        (path, parameter.name)
        for path, command in commands()
        for parameter in command.params
        if isinstance(parameter, click.Option) and not parameter.hidden and len(parameter.help or "") < 10
    ]
    assert undocumented == []
    assert [path for path, command in commands() if len(command.help or "") < 20] == []


def test_what_is_hidden_is_only_what_is_not_offered_yet() -> None:
    hidden = {
        (path[0], option)
        for path, command in commands()
        for parameter in command.params
        if isinstance(parameter, click.Option) and parameter.hidden
        for option in parameter.opts
    }
    sentences = (Path(__file__).parent / "messages.txt").read_text()
    assert hidden
    for command, option in hidden:
        # each is refused in a sentence of its own
        told = re.search(rf"^\$ quatorze {command} .*{option}\b.*\n(.*)$", sentences, re.MULTILINE)
        assert told is not None, (command, option)
        assert told[1].endswith("is not offered by this version yet")


def test_every_command_stands_in_the_help_of_the_house() -> None:
    text = (GOLDEN / "quatorze.txt").read_text()
    assert re.findall(r"^  ([a-z]+)  +\S", text.partition("Commands:")[2], re.MULTILINE) == list(COMMANDS)
    assert not set(COMMANDS) & set(LATER)


@pytest.mark.parametrize("page", PAGES)
def test_help_never_speaks_of_what_is_not_offered(page: str) -> None:
    text = (GOLDEN / f"{page}.txt").read_text()
    for word in ("--chien", "--cluster", "--figures", "--until", "--decide", "Tarot", "Kadors"):
        assert word not in text


def test_h_is_help(capfd: pytest.CaptureFixture[str]) -> None:
    for words in PAGES.values():
        assert called(capfd, *words, "-h") == called(capfd, *words, "--help")


def test_nothing_at_all_is_answered_with_help(capfd: pytest.CaptureFixture[str]) -> None:
    for words in ([], ["cache"]):
        assert called(capfd, *words).out == called(capfd, *words, "--help").out


def test_the_version_is_that_of_the_package(capfd: pytest.CaptureFixture[str]) -> None:
    done = called(capfd, "--version")
    assert (done.code, done.out, done.err) == (0, f"quatorze {qz.__version__}\n", "")


def test_help_and_the_version_import_nothing_heavy() -> None:
    asked = [["--help"], ["--version"], [], ["rum"], ["batch"], ["run", "--frist"], ["run", "--cluster", "here"]]
    asked += [[*words, "--help"] for words in PAGES.values()]
    code = f"""
import contextlib, io, json, sys
import quatorze
first = sorted({{name.partition(".")[0] for name in sys.modules}} & set({HEAVY!r}))
from quatorze.cli import main
found = {{}}
for words in {asked!r}:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            main(words)
        except SystemExit:
            pass
    found[" ".join(words)] = sorted({{name.partition(".")[0] for name in sys.modules}} & set({HEAVY!r}))
print(json.dumps([first, found]))
"""
    done = spawned(["-c", code])
    assert (done.code, done.err) == (0, "")
    first, found = json.loads(done.out)
    assert first == []
    assert found == {" ".join(words): [] for words in asked}


def test_python_names_what_it_offers_before_importing_it() -> None:
    code = "import sys, quatorze as qz; print(dir(qz)); print('numpy' in sys.modules); print(qz.run.__name__)"
    done = spawned(["-c", code])
    names, numpy, run = done.out.splitlines()
    assert "'compare'" in names
    assert (numpy, run) == ("False", "run")
    for name in qz.__all__:
        assert getattr(qz, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'rnu'"):
        _ = qz.rnu
