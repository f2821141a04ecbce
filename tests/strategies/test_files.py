"""Strategies from files: executed apart, edited with effect at once, refused in one line."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simulator import cache
from simulator.batch import Chunk, play_chunk
from simulator.engine import Engine
from simulator.errors import RequestError
from simulator.games import game
from strategies import files, load
from strategies.load import Composed, Pinned, pinned, player
from tests.quatorze.calling import spawned
from tests.strategies.bots import bot, playing

GAME = game("piquet")
RULES = GAME.rulebook.resolve("seed")
HELPED = (
    playing("return helpers.chosen(view.legal)"),
    ("import quatorze as qz\n", "import helpers\nimport quatorze as qz\n"),
)
LOWEST = "import quatorze as qz\n\n@qz.helper\ndef chosen(cards):\n    return qz.lowest_bit(cards)\n"
HIGHEST = LOWEST.replace("lowest_bit", "highest_bit")


def rows(*specifications: Any, deals: int = 30) -> bytes:
    seats = dict(zip(GAME.roles, specifications * 2, strict=False))
    engine = Engine(GAME, RULES, {role: player("piquet", item) for role, item in seats.items()})
    return engine.play(5, engine.jobs([(0, deals)])).tobytes()


def named(path: Path, rest: str = "Tame") -> str:
    return f"{path}:{rest}"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_class_in_a_file_plays_and_keeps_its_path_as_it_was_typed(tmp_path: Path) -> None:
    bot(tmp_path / "bots")
    seated = player("piquet", " bots/tame.py:Tame ")
    assert seated.specification == "bots/tame.py:Tame"
    assert seated == player("piquet", seated.specification)
    assert hash(seated) == hash(player("piquet", "bots/tame.py:Tame"))
    assert rows("bots/tame.py:Tame") == rows(named(tmp_path / "bots" / "tame.py"))


def test_parameters_of_a_file_are_read_like_any_others(tmp_path: Path) -> None:
    setting = 'deterministic = memoryless = True\n    settings = (qz.Setting("low", 1, 0, 2, "which"),)\n'
    bot(
        tmp_path,
        ("deterministic = memoryless = True\n", setting),
        playing("return qz.lowest_bit(view.legal) if view.params[0] > 0 else qz.highest_bit(view.legal)"),
    )
    assert player("piquet", "tame.py:Tame: low = 1").specification == "tame.py:Tame"
    assert player("piquet", "tame.py:Tame:low=0").specification == "tame.py:Tame:low=0"
    assert rows("tame.py:Tame:low=0") != rows("tame.py:Tame")
    with pytest.raises(RequestError, match=r"tame\.py:Tame:low=3 is not allowed; it takes a number from 0 to 2"):
        player("piquet", "tame.py:Tame:low=3")


def test_two_folders_may_each_have_helpers(tmp_path: Path) -> None:
    for name, helpers in (("one", LOWEST), ("two", HIGHEST)):
        bot(tmp_path / name, *HELPED)
        (tmp_path / name / "helpers.py").write_text(helpers)
    assert rows("one/tame.py:Tame") == rows(named(bot(tmp_path / "plain")))
    assert rows("two/tame.py:Tame") != rows("one/tame.py:Tame")
    assert "helpers" not in sys.modules
    assert not list(tmp_path.rglob("__pycache__"))


def test_an_edited_file_or_helper_counts_at_once(tmp_path: Path) -> None:
    """Though the new text is as long as the old one and written in the same second."""
    bot(tmp_path, *HELPED)
    (tmp_path / "helpers.py").write_text(LOWEST.replace("lowest_bit", "lowest_bit "))
    low, first = rows("tame.py:Tame"), player("piquet", "tame.py:Tame").digest
    (tmp_path / "helpers.py").write_text(HIGHEST)
    high, second = rows("tame.py:Tame"), player("piquet", "tame.py:Tame").digest
    assert low != high
    assert first != second
    (tmp_path / "helpers.py").write_text(LOWEST.replace("lowest_bit", "lowest_bit "))
    assert (rows("tame.py:Tame"), player("piquet", "tame.py:Tame").digest) == (low, first)


def test_packages_and_relative_imports_of_the_folder_are_found(tmp_path: Path) -> None:
    (tmp_path / "lib" / "deep").mkdir(parents=True)
    (tmp_path / "lib" / "__init__.py").write_text("from .deep.end import chosen\n")
    (tmp_path / "lib" / "deep" / "__init__.py").write_text("")
    (tmp_path / "lib" / "deep" / "end.py").write_text("from ..more import chosen\n")
    (tmp_path / "lib" / "more.py").write_text(HIGHEST)
    for line in (
        "from lib import chosen",
        "import lib.deep.end\nchosen = lib.deep.end.chosen",
        "from . import lib\nchosen = lib.chosen",
    ):
        bot(tmp_path, playing("return chosen(view.legal)"), ("import numpy as np\n", f"{line}\n"))
        first = player("piquet", "tame.py:Tame").digest
        assert rows("tame.py:Tame") == rows(
            named(bot(tmp_path / "plain", playing("return qz.highest_bit(view.legal)")))
        )
        (tmp_path / "lib" / "more.py").write_text(HIGHEST + "# edited\n")
        assert player("piquet", "tame.py:Tame").digest != first
        (tmp_path / "lib" / "more.py").write_text(HIGHEST)


def test_a_bot_may_be_called_like_a_module_of_pythons_or_of_the_house(tmp_path: Path) -> None:
    for name in ("random.py", "quatorze.py", "numpy.py", "my-bot.v2.py"):
        assert rows(f"{bot(tmp_path, name=name)}:Tame") == rows(named(bot(tmp_path / "plain")))


def test_the_same_text_with_another_table_of_data_is_another_strategy(tmp_path: Path) -> None:
    """Compiled code holds the numbers of a table: from a file of data, whose name stands in no digest of sources."""
    path = bot(
        tmp_path,
        ("import quatorze as qz\n", "import quatorze as qz\n\nHIGH = np.load(__file__ + '.npy')\n"),
        playing("return qz.highest_bit(view.legal) if HIGH[0] else qz.lowest_bit(view.legal)"),
    )
    words = ["-m", "quatorze", "trace", "piquet", "-s", named(path), "--seed", "1", "--json"]
    told, digests = [], []
    for value in (0, 1):
        np.save(f"{path}.npy", np.array([value]))
        told.append(spawned(words).out)
        files._LOADED.clear()
        digests.append(player("piquet", named(path)).digest)
    assert told[0] != told[1]
    assert "tricks" in told[0]
    assert digests[0] != digests[1]


def test_threads_that_load_at_once_get_the_same_player(tmp_path: Path) -> None:
    path = bot(tmp_path, *HELPED)
    (tmp_path / "helpers.py").write_text(LOWEST)
    start = threading.Barrier(8)

    def loaded(_: int) -> Any:
        start.wait()
        return player("piquet", named(path))

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(loaded, range(8)))
    assert len({id(item.strategy) for item in found}) == 1


def test_a_run_goes_on_with_the_file_that_it_began_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot(tmp_path)
    began = player("piquet", "tame.py:Tame")
    travelling = pinned("tame.py:Tame", began)
    assert travelling == Pinned("tame.py:Tame", began.digest)
    chunk = Chunk("piquet", tuple(RULES.items()), tuple((role, travelling) for role in GAME.roles), 5, 0, 30)
    before = play_chunk(chunk).tobytes()
    bot(tmp_path, playing("return qz.highest_bit(view.legal)"))
    assert play_chunk(chunk).tobytes() == before
    assert rows("tame.py:Tame") != before
    monkeypatch.setattr(files, "_LOADED", {})  # another process
    with pytest.raises(RequestError, match="is not what it was when the run began; give the command again"):
        play_chunk(chunk)


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    cache.folder.cache_clear()
    yield tmp_path / "cache"
    cache.folder.cache_clear()


@pytest.mark.jit_only
def test_only_what_changed_is_compiled_again(tmp_path: Path, own_cache: Path) -> None:
    """The kernel was compiled elsewhere: what is counted here is the code of two bots alone."""
    for name in ("one", "two"):
        bot(tmp_path / name, *HELPED)
        (tmp_path / name / "helpers.py").write_text(LOWEST)

    def compiled() -> dict[str, int]:
        from simulator.compiled import compile_decision

        compile_decision.cache_clear()
        files._LOADED.clear()
        rows("one/tame.py:Tame", "two/tame.py:Tame", deals=1)
        return {str(file): file.stat().st_mtime_ns for file in own_cache.rglob("*.Tame.*.nbc")}

    first = compiled()
    assert len(first) == 4  # an exchange and the play of each
    assert compiled() == first
    (tmp_path / "two" / "helpers.py").write_text(HIGHEST)
    more = compiled()
    assert {name: more[name] for name in first} == first
    assert len(more) == 6
    assert all("two_" in name for name in set(more) - set(first))


FAULTS: dict[str, tuple[tuple[tuple[str, str], ...], str]] = {
    "syntax": ((playing("return ("),), "the strategy file tame.py is not Python: line 22: '(' was never closed"),
    "return outside": ((("import numpy as np\n", "return 1\n"),), "is not Python: line 1: 'return' outside function"),
    "raises": (
        (("import numpy as np\n", "x = 1\ny = x / 0\n"),),
        "the strategy file tame.py failed while it was loaded (tame.py, line 2): ZeroDivisionError: division by zero",
    ),
    "exits": ((("import numpy as np\n", "raise SystemExit(0)\n"),), "(tame.py, line 1): SystemExit: 0"),
    "no module": (
        (("import numpy as np\n", "import no_such_helper\n"),),
        "(tame.py, line 1): ModuleNotFoundError: No module named 'no_such_helper'",
    ),
    "near class": ((("class Tame", "class Tome"),), "unknown class in tame.py 'Tame'; did you mean Tome?"),
    "far class": ((("class Tame", "class Savage"),), "unknown class in tame.py 'Tame'; known: Savage"),
    "not derived": ((("(qz.Strategy)", ""),), "tame.py:Tame is no strategy: write class Tame(qz.Strategy)"),
    "other game": ((('"piquet"', '"tarot"'),), "tame.py:Tame plays 'tarot', not piquet: its class says game = 'tarot'"),
    "lacks": (
        (("def discard_elder", "def discard_eldest"),),
        "tame.py:Tame has no decision discard_elder (it has discard_eldest); give the class @qz.decision def "
        "discard_elder(view, scratch)",
    ),
    "one too many": (
        (
            playing(
                "return view.legal\n\n    @qz.decision\n    def play_cart(view, scratch):\n        return view.hand"
            ),
        ),
        "unknown decision of piquet in tame.py:Tame 'play_cart'; did you mean play_card?",
    ),
    "not marked": (
        (("    @qz.decision\n    def play_card", "    def play_card"),),
        "tame.py:Tame, decision play_card (line 20) is not marked; write @qz.decision above def "
        "play_card(view, scratch)",
    ),
    "helper": (
        (("    @qz.decision\n    def play_card", "    @qz.decision\n    @staticmethod\n    def play_card"),),
        "tame.py:Tame, decision play_card is a staticmethod, not a plain function",
    ),
    "self": (
        (("play_card(view, scratch)", "play_card(self, view, scratch)"),),
        "tame.py:Tame, decision play_card (line 20) takes (self, view, scratch); it must take (view, scratch)",
    ),
    "one argument": ((("play_card(view, scratch)", "play_card(view)"),), "takes (view); it must take (view, scratch)"),
    "default": (
        (("play_card(view, scratch)", "play_card(view, scratch=None)"),),
        "takes (view, scratch=None); it must take (view, scratch)",
    ),
    "generator": ((playing("yield view.legal"),), "is a generator or async; it must return one action"),
    "trait": (
        (("= memoryless = True", '= memoryless = "yes"'),),
        "tame.py:Tame: deterministic = 'yes' is neither True nor False",
    ),
}
CHANCE = "uses numpy.random or random in "
for _number, (_import, _line) in enumerate(
    {
        "import numpy as np": "return qz.nth_bit(view.legal, np.random.randint(qz.popcount(view.legal)))",
        "import random": "return qz.nth_bit(view.legal, random.randrange(qz.popcount(view.legal)))",
        "from numpy.random import randint": "return qz.nth_bit(view.legal, randint(qz.popcount(view.legal)))",
        "from random import random": (
            "return low(view)\n\n\n@qz.helper\ndef low(view):\n    return view.legal * random()"
        ),
    }.items()
):
    FAULTS[f"chance {_number}"] = ((("import numpy as np\n", f"{_import}\n"), playing(_line)), CHANCE)
CLASS_FAULTS = {
    "scratch = -1": "tame.py:Tame: scratch = -1 is not a whole number of words from 0 to 16,777,216",
    "scratch = 2.5": "scratch = 2.5 is not a whole number of words",
    "scratch = True": "scratch = True is not a whole number of words",
    "settings = 3": "settings is no tuple; write settings = (qz.Setting(...),)",
    "settings = ('a',)": "settings holds 'a'; write qz.Setting(name, default, low, high, meaning)",
    "settings = tuple(qz.Setting(f's{i}', 0, 0, 1, '') for i in range(17))": "has 17 settings; a strategy has at",
    "settings = (qz.Setting('a', 0, 0, 1, ''),) * 2": "has two settings called a; give each its own name",
    "settings = (qz.Setting('a', 2, 0, 1, ''),)": "the default 2 of the setting a lies outside 0 to 1",
    "settings = (qz.Setting('a b', 0, 0, 1, ''),)": "a setting is called 'a b'; its name must be one word",
    "settings = (qz.Setting('a', '0', 0, 1, ''),)": "default, low and high of the setting a must be numbers",
}
for _line, _said in CLASS_FAULTS.items():
    FAULTS[_line] = ((("    game =", f"    {_line}\n    game ="),), _said)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_file_is_refused_in_one_line(fault: str, tmp_path: Path) -> None:
    changes, said = FAULTS[fault]
    bot(tmp_path, *changes)
    with pytest.raises(RequestError) as refused:
        player("piquet", "tame.py:Tame")
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
    bot(tmp_path)
    assert player("piquet", "tame.py:Tame").specification == "tame.py:Tame"  # once it is mended


@pytest.mark.parametrize(
    ("specification", "said"),
    [
        ("tam.py:Tame", "there is no strategy file tam.py; did you mean tame.py? (paths begin at "),
        ("no/where.py:Tame", "there is no strategy file no/where.py (paths begin at "),
        ("folder.py:Tame", "folder.py is a folder; name the file in it: folder.py/FILE.py:Class"),
        ("latin.py:Tame", "the strategy file latin.py is not UTF-8 (line 2)"),
        ("null.py:Tame", "the strategy file null.py is not Python"),
        ("pipe.py:Tame", "the strategy file pipe.py is no regular file"),
        ("tame.py", "tame.py names no class; write tame.py:Tame"),
        ("tame.py:", "tame.py names no class; write tame.py:Tame"),
        ("empty.py", "empty.py names no class; it holds no class derived from qz.Strategy"),
        ("empty.py:Tame", "unknown class in empty.py 'Tame'; known: none"),
        ("tame.py:np", "tame.py:np is no strategy"),
        ("bots/tame:Tame", "bots/tame is no strategy file, whose name ends in .py"),
        ("tame.py:Tame:x=1", "unknown parameter of the strategy tame.py:Tame 'x'"),
        ("\0.py:Tame", "cannot be looked for"),
    ],
)
def test_a_file_that_is_none_is_refused_in_one_line(specification: str, said: str, tmp_path: Path) -> None:
    bot(tmp_path)
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "empty.py").write_text("")
    (tmp_path / "latin.py").write_bytes(b"# fine\n# caf\xe9\n")
    (tmp_path / "null.py").write_bytes(b"x = 1\0\n")
    os.mkfifo(tmp_path / "pipe.py")
    with pytest.raises(RequestError) as refused:
        player("piquet", specification)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.jit_only
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("return view.leagl", "tame.py, line 22: there is no field leagl in that record; did you mean legal or lead?"),
        ("return nosuch(view)", "tame.py, line 22: NameError: name 'nosuch' is not defined"),
        ("return qz.bits.nosuch(view)", "tame.py, line 22: module 'simulator.bits' has no attribute 'nosuch'"),
        ('return "As"', "tame.py, line 22: it returns 'As'; an action is a mask of cards (uint64)"),
        ("pass", "tame.py, line 22: it returns nothing (on some path); an action is a mask of cards (uint64)"),
        (
            "return view.legal + 0.5",
            "it returns a fraction, which would be cut off; an action is a mask of cards (uint64)",
        ),
        ("return view.legal.bit_count()", "tame.py, line 22: Unknown attribute 'bit_count' of type uint64"),
        (
            "return open",
            "tame.py, line 22: open (<class 'builtin_function_or_method'>) cannot be used in compiled code",
        ),
        (
            "return plain(view)\n\n\ndef plain(view):\n    return view.legal",
            "plain is a plain function; write @qz.helper above it",
        ),
        ("a = 1 if view.lead else 'no'\n        return a", "line 22: one value is 1 on one path and 'no' on another"),
        (
            "return below(view)\n\n\n@qz.helper\ndef below(view):\n    return view.legal.foo",
            "tame.py, line 27: Unknown attribute 'foo'",
        ),
    ],
)
def test_what_does_not_compile_is_told_in_one_line_with_its_place(line: str, said: str, tmp_path: Path) -> None:
    bot(tmp_path, playing(line))
    for _ in range(2):  # nothing of it is kept in the cache
        with pytest.raises(RequestError) as refused:
            rows("tame.py:Tame")
        message = str(refused.value)
        assert message.startswith(
            "the decision play_card of the strategy tame.py:Tame does not compile: tame.py, line "
        )
        assert said in message
        assert "\n" not in message


class _Entry:
    """An entry point, as far as the loader looks at it."""

    def __init__(self, name: str, loaded: Any) -> None:
        self.name, self.value, self._loaded = name, f"package:{name}", loaded

    def load(self) -> Any:
        if isinstance(self._loaded, Exception):
            raise self._loaded
        return self._loaded


def test_installed_packages_offer_strategies_and_broken_ones_hide_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = files.load(str(bot(tmp_path))).module
    entries = [
        _Entry("tame", module),
        _Entry("meek", module.Tame),
        _Entry("greedy", module.Tame),
        _Entry("broken", ImportError("no such\nthing")),
        _Entry("odd", 3),
    ]
    monkeypatch.setattr(load, "entry_points", lambda group: entries if group == "quatorze.strategies" else [])
    assert list(load.offered("piquet")) == [*load.strategies_of("piquet"), "tame", "meek"]
    assert rows("meek") == rows("tame") == rows("tame.py:Tame")
    assert player("piquet", "tame").specification == "tame"
    assert player("piquet", "greedy").strategy is load.strategies_of("piquet")["greedy"]
    with pytest.raises(RequestError, match=r"broken \(package:broken\) cannot be imported: ImportError: no such thing"):
        player("piquet", "broken")
    with pytest.raises(RequestError, match="the installed strategy odd"):
        player("piquet", "odd")
    with pytest.raises(RequestError, match="did you mean meek"):
        player("piquet", "meak")


def test_one_decision_may_be_anothers(tmp_path: Path) -> None:
    bot(tmp_path, playing("return qz.highest_bit(view.legal)"), name="high.py")
    bot(tmp_path)
    both = player("piquet", Composed("tame.py:Tame", (("play_card", "high.py:Tame"),)))
    assert both.function("play_card") is player("piquet", "high.py:Tame").function("play_card")
    assert both.function("discard_elder") is player("piquet", "tame.py:Tame").function("discard_elder")
    assert (both.deterministic, both.clairvoyant, both.scratch) == (True, False, 0)
    assert both != player("piquet", "tame.py:Tame")
    assert len({both, both}) == 1
    random = player("piquet", Composed("tame.py:Tame", (("play_card", "random"),)))
    assert not random.deterministic
    assert rows(Composed("tame.py:Tame", (("play_card", "high.py:Tame"),))) == rows("high.py:Tame")


def test_a_part_brings_its_parameters_where_there_is_room() -> None:
    taken = player("piquet", Composed("random", (("discard_elder", "greedy:keep_rank=3"),)))
    assert taken.parameters()[0] == 3.0
    same = Composed("greedy:keep_rank=3", (("play_card", "greedy:keep_rank=3"),))
    assert rows(same) == rows("greedy:keep_rank=3")
    with pytest.raises(RequestError, match="both have parameters, and a seat has one set of them"):
        player("piquet", Composed("greedy", (("play_card", "greedy:keep_rank=3"),)))
    with pytest.raises(RequestError, match="unknown decision of piquet 'play'"):
        player("piquet", Composed("greedy", (("play", "random"),)))
