"""Every impossible request ends in one line that says what to do, exit code 2, and nothing written.

The sentences stand in ``messages.txt``. After a change that is meant, write them anew and read the difference:
``QUATORZE_REGENERATE=1 python -m pytest tests/quatorze/test_bad_input.py tests/quatorze/test_help.py``.
"""

from __future__ import annotations

import json
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import quatorze as qz
from quatorze.cli import COMMANDS, LATER
from simulator import cache
from tests.quatorze.calling import REGENERATE, Called, called, spawned, tree
from tests.quatorze.impossible import EVERY, LONG, REQUESTS, VARIANTS

GOLDEN = Path(__file__).parent / "messages.txt"


PREDICATES = """number = 3


def every(hands):
    return True


def two(hands, scratch):
    return True


def nothing_at_all():
    return True


def any_number(*hands):
    return True


def another(hands, least=3):
    return True


class Deals:
    pass
"""


def run_folder(folder: Path) -> Path:
    qz.run("piquet", deals=40, seed=1, workers=1, out=folder)
    return folder


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run folders, whole and damaged, and a folder of something else."""
    place = tmp_path_factory.mktemp("made")
    run_folder(place / "done")
    qz.run("piquet", deals=40, seed=1, workers=1, hand={"elder": "As"}, out=place / "held")
    qz.run("piquet", matches=2, seed=1, workers=1, out=place / "matched")
    (place / "deals.py").write_text(PREDICATES)
    (place / "broken.py").write_text("def every(hands:\n    return True\n")
    names = ("not_json", "manifest_cut", "manifest_changed", "part_changed", "part_cut", "of_whist")
    for name in names:
        shutil.copytree(place / "done", place / name)
    text = (place / "done" / "manifest.json").read_text()
    (part,) = (place / "done" / "deals").iterdir()
    content = part.read_bytes()
    (place / "not_json" / "manifest.json").write_text("{")
    (place / "manifest_cut" / "manifest.json").write_text(text[: len(text) // 2])
    (place / "manifest_changed" / "manifest.json").write_text(text.replace('"deals": 40', '"deals": "forty"'))
    changed = bytearray(content)
    changed[len(changed) // 3] ^= 1
    (place / "part_changed" / "deals" / part.name).write_bytes(changed)
    (place / "part_cut" / "deals" / part.name).write_bytes(content[: len(content) // 2])
    (place / "of_whist" / "manifest.json").write_text(text.replace('"piquet"', '"whist"'))
    (place / "notes").mkdir()
    (place / "notes" / "todo.txt").write_text("milk\n")
    return place


@pytest.fixture
def workspace(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to stand in, with all that was made, to be changed at will."""
    folder = tmp_path / "here"
    shutil.copytree(made, folder)
    monkeypatch.chdir(folder)
    return folder


def sentence(done: Called, folder: Path) -> str:
    """The one line, wherever the folder lies."""
    (line,) = done.err.splitlines()
    return line.replace(str(folder.resolve()), "/here").replace(LONG, "LONG")


def shown(request: str) -> str:
    return f"$ quatorze {request}".replace(LONG, "LONG").rstrip()


def golden() -> dict[str, str]:
    blocks = GOLDEN.read_text().strip().split("\n\n")
    return dict(block.split("\n") for block in blocks if not block.startswith("#"))


def test_the_golden_file_has_the_sentence_of_every_request(
    workspace: Path, capfd: pytest.CaptureFixture[str], request: pytest.FixtureRequest
) -> None:
    if REGENERATE:
        blocks = ["# What an impossible request is answered; written by the command in test_bad_input.py."]
        for asked in EVERY:
            blocks.append(f"{shown(asked)}\n{sentence(called(capfd, *shlex.split(asked)), workspace)}")
        GOLDEN.write_text("\n\n".join(blocks) + "\n")
    assert len(set(EVERY)) == len(EVERY)
    assert list(golden()) == [shown(asked) for asked in EVERY]


@pytest.mark.parametrize("asked", EVERY, ids=lambda asked: asked.replace(LONG, "LONG"))
def test_an_impossible_request_is_refused_in_one_line(
    asked: str, workspace: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    before = tree(workspace)
    done = called(capfd, *shlex.split(asked))
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("quatorze: ")
    assert sentence(done, workspace) == golden()[shown(asked)]
    assert tree(workspace) == before


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("rum", "run"),
        ("cache clean", "clear"),
        ("run piquet --frist 3", "--first"),
        ("run picquet", "piquet"),
        ("run piquet -s elde=greedy -s younger=greedy", "elder"),
        ("run piquet -s gredy", "greedy"),
        ("run piquet -s greedy:keep_rnk=1", "keep_rank"),
        ("run piquet --rules seed,quint_points=3", "quinte_points"),
        ("discards piquet --role eldr", "elder"),
        ("export done --columns deal,scor_elder", "score_elder"),
        ("export matched --matches --columns match,winer", "winner"),
        ("run piquet -M 3 -s greedy -s playr1=random", "player"),
        ("run piquet --hand eldr=As", "elder"),
        ("run piquet --hand elder=AsKs", "Ks or As"),
        ("run piquet --accept deals.py:evry", "every"),
        ("run piquet -s greedy -s elder.play_crad=random", "play_card"),
        (f"compare piquet {VARIANTS} -M 3 --metric match_win_player0", "match_wins_player0"),
        (f"compare piquet {VARIANTS} --metric scor_elder", "score_elder"),
    ],
)
def test_a_near_name_is_suggested(asked: str, meant: str) -> None:
    assert f"id you mean {meant}" in golden()[shown(asked)].replace("'", "")


@pytest.mark.parametrize("kind", ["commands", "options", "games", "run folders"])
def test_in_a_process_of_its_own_it_is_the_same(kind: str, workspace: Path) -> None:
    asked = REQUESTS[kind][0]
    before = tree(workspace)
    done = spawned(["-m", "quatorze", *shlex.split(asked)], workspace)
    assert (done.code, done.out) == (2, "")
    assert done.err == golden()[shown(asked)].replace("/here", str(workspace)) + "\n"
    assert tree(workspace) == before


def test_every_command_has_its_refusals() -> None:
    asked = {request.partition(" ")[0] for request in EVERY}
    assert set(COMMANDS) | set(LATER) <= asked


def test_the_sentences_are_sentences_without_python_in_them() -> None:
    for line in golden().values():
        said = line.removeprefix("quatorze: ")
        assert said
        assert len(said) < 1000
        for word in ("Traceback", "Error", "Exception", "None", "<class", "Errno", "object at"):
            assert word not in said


@pytest.fixture
def cache_under_a_file(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache folder that can never be made."""
    place = workspace / "notes" / "todo.txt" / "cache"
    cache.folder.cache_clear()
    monkeypatch.setenv(cache.VARIABLE, str(place))
    yield place
    cache.folder.cache_clear()


@pytest.mark.parametrize(
    "asked",
    [
        "run piquet -n 10",
        "run piquet -n 10 --out new",
        "run piquet -n 60 --seed 1 --out done",
        f"compare piquet {VARIANTS} -n 10",
        "compare piquet -s greedy -s random -n 10",
        "discards piquet -n 10",
        "declarations piquet -n 10",
    ],
)
def test_a_cache_that_cannot_be_written_is_refused(
    asked: str, workspace: Path, cache_under_a_file: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    before = tree(workspace)
    done = called(capfd, *shlex.split(asked))
    assert (done.code, done.out) == (2, "")
    place = cache_under_a_file / cache.digest()
    assert done.err == (
        f"quatorze: the cache folder for compiled code, {place}, cannot be written (Not a directory); "
        f"set QUATORZE_CACHE_DIR to a folder that can\n"
    )
    assert tree(workspace) == before


@pytest.mark.jit_only
@pytest.mark.parametrize("asked", ["run piquet -n 10 --out new"])
def test_a_new_process_refuses_a_cache_that_cannot_be_written(asked: str, workspace: Path) -> None:
    before = tree(workspace)
    done = spawned(
        ["-m", "quatorze", *shlex.split(asked)], workspace, QUATORZE_CACHE_DIR=str(workspace / "notes/todo.txt/cache")
    )
    assert (done.code, done.out) == (2, "")
    (line,) = done.err.splitlines()
    assert line.startswith("quatorze: the cache folder for compiled code, ")
    assert "set QUATORZE_CACHE_DIR to a folder that can" in line
    assert tree(workspace) == before


@pytest.mark.parametrize("asked", ["export done"])
def test_what_plays_nothing_does_without_a_cache(asked: str, workspace: Path) -> None:
    done = spawned(
        ["-m", "quatorze", *shlex.split(asked)], workspace, QUATORZE_CACHE_DIR=str(workspace / "notes/todo.txt/cache")
    )
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("deal,")


def test_a_refused_extension_leaves_a_run_that_still_opens(workspace: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert called(capfd, "run", "piquet", "-n", "39", "--seed", "1", "--out", "done").code == 2
    assert qz.open("done").played == 40
    assert json.loads(Path("done/manifest.json").read_text())["deals"] == 40


@pytest.mark.parametrize(
    ("asked", "request_"),
    [
        ("run whist", {"game": "whist"}),
        ("run piquet -s gredy", {"strategies": "gredy"}),
        ("run piquet --rules clasic", {"rules": "clasic"}),
        ("run piquet --rules seed,quinte_points=0", {"rules": {"quinte_points": 0}}),
        ("run piquet -n 0", {"deals": 0}),
        ("run piquet -n 1.5", {"deals": 1.5}),
        ("run piquet --seed -1", {"seed": -1}),
        ("run piquet -w 0", {"workers": 0}),
        ("run piquet --first -1", {"first": -1}),
        ("run piquet -s elder=greedy", {"strategies": {"elder": "greedy"}}),
        ("run piquet -n 39 --seed 1 --out done", {"deals": 39, "seed": 1, "out": "done"}),
        ("run piquet --out notes", {"out": "notes"}),
        ("run piquet -n 3 --matches 3", {"deals": 3, "matches": 3}),
        ("run piquet -M 3 -s player0=greedy", {"matches": 3, "strategies": {"player0": "greedy"}}),
        ("run piquet --hand eldr=As", {"hand": {"eldr": "As"}}),
        ("run piquet --hand 'elder=As Ks As'", {"hand": {"elder": "As Ks As"}}),
        ("run piquet --pack As", {"pack": "As"}),
        ("run piquet --accept deals.py:evry", {"accept": "deals.py:evry"}),
        ("run piquet -n 40 --seed 1 --out held", {"deals": 40, "seed": 1, "out": "held"}),
    ],
)
def test_python_refuses_in_the_same_words(asked: str, request_: dict[str, Any], workspace: Path) -> None:
    wanted = golden()[shown(asked)].removeprefix("quatorze: ")
    with pytest.raises(qz.RequestError) as problem:
        qz.run(**{"game": "piquet", **request_})
    assert str(problem.value) == wanted


@pytest.mark.parametrize("deals", [True, float("nan"), float("inf"), [10], b"10", "1e", "", "k"])
def test_python_refuses_what_is_no_count(deals: object) -> None:
    with pytest.raises(qz.RequestError, match="is not a number"):
        qz.run("piquet", deals=deals)
