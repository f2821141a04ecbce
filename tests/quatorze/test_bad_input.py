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

GOLDEN = Path(__file__).parent / "messages.txt"
LONG = "a" * 300
PLAYING = ("run", "compare", "discards", "declarations")
VARIANTS = "--rules seed --rules quinte_points=15"

#: Kind -> requests, as they are typed. The folders that they name are those of `workspace`.
REQUESTS: dict[str, list[str]] = {
    "commands": [
        "rum",
        "frobnicate",
        "--versoin",
        "-x",
        "cache clean",
        "cache clear now",
        *LATER,
    ],
    "arguments": [
        *(f"{command}" for command in ("rules", "run", "compare", "discards", "declarations", "exact", "trace")),
        *(f"{command}" for command in ("summary", "export", "report")),
        "run piquet extra",
        "rules piquet seed extra",
        "exact piquet draws extra",
        "games piquet",
        "strategies piquet extra",
        "compare A/ B/",
        "report done",
    ],
    "options": [
        *(f"{command} piquet --frist 3" for command in (*PLAYING, "trace")),
        "run piquet --jsn",
        "run piquet --json=yes",
        "run piquet -n",
        "run piquet --seed",
        "games --csv",
        "summary done --rules seed",
        "export done --column deal",
        "rules piquet --csv",
        "exact piquet --deals 3",
        "trace piquet --csv",
        "trace piquet --notation de",
    ],
    "formats": [
        *(f"{command} piquet --json --csv" for command in PLAYING),
        "summary done --json --csv",
        "exact piquet --json --csv",
        "export done --json --csv",
        "export done --csv --parquet -o rows",
        "export done --parquet",
    ],
    "games": [
        *(f"{command} picquet" for command in (*PLAYING, "exact", "trace", "rules", "strategies")),
        "run whist",
        "run Piquet",
        "run ''",
        "run tarot",
        f"compare whist {VARIANTS}",
        "compare whist -s greedy -s random",
    ],
    "roles": [
        "run piquet -s elde=greedy -s younger=greedy",
        "run piquet -s opener=greedy -s greedy",
        "run piquet -s elder=greedy",
        "run piquet -s elder=greedy,younger=random",
        "run piquet -s greedy -s random",
        "run piquet -s elder=greedy -s elder=random",
        "trace piquet -s younger=greedy -s younger=greedy",
        "discards piquet --role eldr",
        "discards piquet --role player0",
        "compare piquet -s greedy -s random -s elder=greedy",
        f"compare piquet {VARIANTS} -s younger=greedy",
    ],
    "strategies": [
        "run piquet -s gredy",
        "run piquet -s GREEDY",
        "run piquet -s ''",
        "run piquet -s elder= -s younger=greedy",
        "run piquet -s greedy:keep_rnk=1",
        "run piquet -s random:x=1",
        "run piquet -s greedy:keep_rank=9",
        "run piquet -s greedy:keep_rank=-1",
        "run piquet -s greedy:keep_rank=nan",
        "run piquet -s greedy:keep_rank=ace",
        "run piquet -s greedy:keep_rank=",
        "run piquet -s greedy:keep_rank",
        "run piquet -s greedy:keep_rank=1,keep_rank=2",
        "compare piquet -s greedy -s gredy",
        "trace piquet -s greedi",
    ],
    "rules": [
        "run piquet --rules clasic",
        "run piquet --rules SEED",
        "run piquet --rules ''",
        "run piquet --rules ,",
        "run piquet --rules quinte_points",
        "run piquet --rules seed,quint_points=3",
        "run piquet --rules seed,quinte_points=0",
        "run piquet --rules seed,quinte_points=201",
        "run piquet --rules seed,quinte_points=15.5",
        "run piquet --rules seed,quinte_points=many",
        "run piquet --rules seed,quinte_points=",
        "run piquet --rules seed,=5",
        "run piquet --rules seed,quinte_points=5,quinte_points=6",
        "run piquet --rules 'seed;quinte_points=15'",
        "run piquet --rules seed,elder_max_discard=0",
        "run piquet --rules seed,elder_max_discard=6",
        "run piquet --rules seed,must_win=maybe",
        "run piquet --rules seed,capot=40",
        "run piquet --rules sequence_tie=elder",
        "run piquet --rules younger_max_discard=5",
        "rules piquet clasic",
        "rules piquet seed,x=1",
        f"compare piquet {VARIANTS} --rules clasic",
        "discards piquet --role younger --rules x",
        "declarations piquet --rules seed,set_min_rank=8",
        "trace piquet --rules seed,pique=29",
        "exact piquet contests --rules seed,set_min_rank=8",
    ],
    "topics": [
        "exact piquet dels",
        "exact piquet Draws",
        "exact piquet lengths",
        "exact piquet ''",
    ],
    "counts": [
        *(f"run piquet -n {count}" for count in ("0", "-5", "1.5", "1e-3", "1e30", "1e999", "1e9999", "inf", "nan")),
        *(f"run piquet -n {count}" for count in ("''", "foo", "0x10", "'ten thousand'", "1e6x", "１００", "--json")),
        *(f"run piquet --seed {seed}" for seed in ("-1", "18446744073709551616", "1.5", "x", "''")),
        *(f"run piquet -w {workers}" for workers in ("0", "-1", "1.5", "9999", "all")),
        *(f"run piquet --first {first}" for first in ("-1", "0.5", "1e13", "first")),
        *(f"{command} piquet -n 0" for command in PLAYING[2:]),
        f"compare piquet {VARIANTS} -n 0",
        "trace piquet -n 0",
        "trace piquet --deal -1",
        "trace piquet --deal 1e13",
        "trace piquet --deal 1.5",
        "trace piquet --seed q",
        "run piquet -n 1e12 --out new",
    ],
    "comparisons": [
        "compare piquet",
        "compare piquet --rules seed",
        "compare piquet -s greedy",
        "compare piquet --rules seed --rules seed",
        "compare piquet --rules seed --rules quinte_points=5",
        "compare piquet -s greedy -s greedy",
        "compare piquet -s greedy -s greedy:keep_rank=7",
        "compare piquet -s random -s greedy -s random",
        f"compare piquet -s greedy -s random {VARIANTS}",
        f"compare piquet {VARIANTS} --metric scor_elder",
        f"compare piquet {VARIANTS} --metric point_winner",
        "compare piquet -s greedy -s random --metric score",
    ],
    "not yet": [
        "run piquet --rules classic",
        "run piquet --rules classic_cent",
        "rules piquet classic",
        "run piquet --rules seed,declare_mode=may_sink",
        "run piquet --rules seed,elder_sees_left=true",
        "run piquet --rules target=50",
        "run piquet -s player0=greedy -s player1=random",
        *(
            f"{command} piquet {option}"
            for command in (*PLAYING, "trace")
            for option in ("--matches 3", "-M 3", "--hand elder=As", "--chien As", "--pack As", "--accept f.py:f")
        ),
        *(
            f"{command} piquet {option}"
            for command in (*PLAYING, "trace")
            for option in ("--cluster tcp://here", "--figures folder", "--lang fr")
        ),
        *(f"{command} piquet --notation fr" for command in PLAYING),
        *(f"{command} piquet --report page.html" for command in PLAYING[1:]),
        *(f"compare piquet {option}" for option in ("--until 0.1", "--decide 0,1", "--each")),
        "trace piquet --match 3",
    ],
    "run folders": [
        "run piquet -n 40 --seed 2 --out done",
        "run piquet -n 40 --seed 1 --first 1 --out done",
        "run piquet -n 40 --seed 1 -s random --out done",
        "run piquet -n 40 --seed 1 -s greedy:keep_rank=6 --out done",
        "run piquet -n 40 --seed 1 --rules quinte_points=15 --out done",
        "run piquet -n 39 --seed 1 --out done",
        "run piquet -n 1 --out done",
        "run piquet --out notes",
        "run piquet --out notes/todo.txt",
        "run piquet --out notes/todo.txt/run",
        "run piquet --out /dev/null/run",
        f"run piquet --out {LONG}",
        "run piquet --seed 1 --out not_json",
        "run piquet --out not_json",
        "run piquet -n 40 --seed 1 --out manifest_cut",
        "run piquet -n 40 --seed 1 --out manifest_changed",
        "run piquet -n 40 --seed 1 --out part_changed",
        "run piquet -n 40 --seed 1 --out part_cut",
        "run piquet -n 60 --seed 1 --out part_changed",
        *(
            f"{command} {folder}"
            for command in ("summary", "export")
            for folder in ("nowhere", "notes", "notes/todo.txt", "''", LONG, "not_json", "manifest_cut")
        ),
        *(
            f"{command} {folder}"
            for command in ("summary", "export")
            for folder in ("manifest_changed", "part_cut", "part_changed", "of_whist")
        ),
        *(f"declarations {folder}/" for folder in ("nowhere", "notes", LONG, "not_json", "part_changed")),
        "declarations done/ --seed 1",
        "declarations done/ -s random",
        "declarations done/ --rules seed",
        *(f"report {folder} -o page.html" for folder in ("nowhere", "notes", "not_json", "part_changed")),
        "report done nowhere -o page.html",
    ],
    "places": [
        *(f"report done -o {place}" for place in ("notes", "nowhere/page.html", "/dev/null/page.html", "''", LONG)),
        *(f"run piquet -n 10 --report {place}" for place in ("notes", "nowhere/page.html", "/dev/null", "''", LONG)),
        "run piquet -n 10 --out new --report nowhere/page.html",
        *(f"export done -o {place}" for place in ("notes", "nowhere/rows.csv", "/dev/null/rows.csv", "''", LONG)),
    ],
    "columns": [
        "export done --columns deal,scor_elder",
        "export done --columns trumps",
        "export done --columns ''",
        "export done --columns deal,",
        "export done --columns deal,deal",
        "export done --columns Deal",
    ],
}
EVERY = [request for requests in REQUESTS.values() for request in requests]


def run_folder(folder: Path) -> Path:
    qz.run("piquet", deals=40, seed=1, workers=1, out=folder)
    return folder


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run folders, whole and damaged, and a folder of something else."""
    place = tmp_path_factory.mktemp("made")
    run_folder(place / "done")
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
    ],
)
def test_python_refuses_in_the_same_words(asked: str, request_: dict[str, Any], workspace: Path) -> None:
    wanted = golden()[shown(asked)].removeprefix("quatorze: ")
    with pytest.raises(qz.RequestError) as problem:
        qz.run(**{"game": "piquet", **request_})
    assert str(problem.value) == wanted


@pytest.mark.parametrize("deals", [True, None, float("nan"), float("inf"), [10], b"10", "1e", "", "k"])
def test_python_refuses_what_is_no_count(deals: object) -> None:
    with pytest.raises(qz.RequestError, match="is not a number"):
        qz.run("piquet", deals=deals)
