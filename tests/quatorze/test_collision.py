"""A user's own folder that hides one of ours is named in one line; nothing half works."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from quatorze import house
from tests.quatorze.calling import ROOT, spawned


def package(folder: Path, name: str) -> Path:
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text("")
    return folder / name


def module(folder: Path, name: str) -> Path:
    (folder / f"{name}.py").write_text("")
    return folder / f"{name}.py"


@pytest.mark.parametrize("make", [package, module])
@pytest.mark.parametrize("floor", house.FLOORS)
def test_a_folder_or_module_beside_a_script_is_named(
    floor: str, make: Callable[[Path, str], Path], tmp_path: Path
) -> None:
    mine = make(tmp_path, floor)
    (tmp_path / "script.py").write_text("import quatorze\nprint('never')\n")
    done = spawned([str(tmp_path / "script.py")], tmp_path)
    assert (done.code, done.out) == (1, "")
    last = done.err.splitlines()[-1]
    assert last.startswith(f"ImportError: quatorze: {mine.resolve()} is in the way of its own folder {floor}; ")
    assert last.endswith("give that folder another name (for your own players: bots)")


def test_the_command_says_it_in_one_line(tmp_path: Path) -> None:
    mine = package(tmp_path, "strategies")
    for words in (["--version"], ["--help"], ["run", "piquet", "-n", "10"]):
        done = spawned(["-m", "quatorze", *words], tmp_path)
        assert (done.code, done.out) == (2, "")
        (line,) = done.err.splitlines()
        assert line.startswith(f"quatorze: {mine.resolve()} is in the way of its own folder strategies; ")


def test_a_folder_put_first_on_the_path_is_named(tmp_path: Path) -> None:
    mine = package(tmp_path, "analyses")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import quatorze"
    done = spawned(["-c", code])
    assert done.code == 1
    assert done.err.splitlines()[-1].startswith(f"ImportError: quatorze: {mine.resolve()} is in the way")


def test_a_folder_without_an_init_is_no_collision(tmp_path: Path) -> None:
    (tmp_path / "strategies").mkdir()
    (tmp_path / "script.py").write_text("import quatorze\nprint(quatorze.run.__name__)\n")
    done = spawned([str(tmp_path / "script.py")], tmp_path)
    assert (done.code, done.out, done.err) == (0, "run\n", "")


def test_a_folder_of_another_name_is_no_collision(tmp_path: Path) -> None:
    package(tmp_path, "bots")
    (tmp_path / "script.py").write_text("import bots, quatorze\nprint(quatorze.__version__)\n")
    done = spawned([str(tmp_path / "script.py")], tmp_path)
    assert (done.code, done.err) == (0, "")


def test_a_link_to_the_checkout_is_the_checkout(tmp_path: Path) -> None:
    os.symlink(ROOT, tmp_path / "link")
    done = spawned(["-c", "import quatorze; print(quatorze.__version__)"], tmp_path, PYTHONPATH=str(tmp_path / "link"))
    assert (done.code, done.err) == (0, "")


def test_all_floors_of_this_checkout_are_its_own() -> None:
    house.check()
