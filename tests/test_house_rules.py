"""Every house rule finds the breach planted for it and lets its lawful neighbour pass; the real tree is clean."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests import house_rules

ROOT = Path(__file__).resolve().parent.parent
Tree = dict[str, str]

KERNEL = "import numpy as np\nimport numba\nfrom simulator.compiled import decision, helper, kernel\n"

BREACHES: dict[str, tuple[Tree, str]] = {
    "the ground imports the roof": ({"simulator/a.py": "import quatorze\n"}, "simulator/a.py:1: imports quatorze:"),
    "the ground imports players in a function": (
        {"simulator/a.py": "def f():\n    from strategies import load\n"},
        "simulator/a.py:2: imports strategies.load:",
    ),
    "the ground loads players by name": (
        {"simulator/a.py": "import importlib\nimportlib.import_module('strategies.load')\n"},
        "simulator/a.py:2: imports strategies.load:",
    ),
    "neighbours import each other": (
        {"analyses/a.py": "import strategies.piquet\n"},
        "analyses/a.py:1: imports strategies.piquet:",
    ),
    "players import an analysis": (
        {"strategies/a.py": "from analyses.sums import total\n"},
        "strategies/a.py:1: imports analyses.sums.total:",
    ),
    "a relative import climbs": (
        {"simulator/games/a.py": "from ...quatorze import api\n"},
        "simulator/games/a.py:1: imports quatorze.api:",
    ),
    "the product imports its tests": (
        {"reports/a.py": "from tests import referees\n"},
        "reports/a.py:1: imports tests.referees:",
    ),
    "an analysis draws": (
        {"analyses/a.py": "def f():\n    import matplotlib.pyplot as plt\n"},
        "analyses/a.py:2: imports matplotlib.pyplot, which analyses never does",
    ),
    "a report simulates": (
        {"reports/a.py": "from simulator import batch\n"},
        "reports/a.py:1: imports simulator.batch, which reports never does",
    ),
    "a report plays": ({"reports/a.py": "import strategies\n"}, "reports/a.py:1: imports strategies:"),
    "two modules in a circle": (
        {"simulator/a.py": "import simulator.b\n", "simulator/b.py": "from simulator.a import f\n"},
        "simulator/a.py:1: imports in a circle: simulator.a > simulator.b > simulator.a",
    ),
    "the shared code imports a game": (
        {"simulator/a.py": "from simulator.games.whist import GAME\n", "simulator/games/whist/__init__.py": ""},
        "simulator/a.py:1: imports simulator.games.whist:",
    ),
    "a game imports another": (
        {"simulator/games/whist/a.py": "import simulator.games.belote.b\n", "simulator/games/belote/b.py": ""},
        "simulator/games/whist/a.py:1: imports simulator.games.belote:",
    ),
    "the table of games is not lazy": (
        {"simulator/games/__init__.py": "import simulator.games.whist\n", "simulator/games/whist/__init__.py": ""},
        "simulator/games/__init__.py:1: imports simulator.games.whist:",
    ),
    "a shared identifier names a game": (
        {"simulator/a.py": "x = 1\nTAROT_PACK = 78\n"},
        "simulator/a.py:2: the shared code knows the word 'tarot'",
    ),
    "a shared string names a game": (
        {"simulator/a.py": "def f(name):\n    return name == 'La Piquette'\n"},
        "simulator/a.py:2: the shared code knows the word 'piquet'",
    ),
    "a shared argument names a game": (
        {"simulator/a.py": "def f(*, kadors):\n    return 1\n"},
        "simulator/a.py:1: the shared code knows the word 'kadors'",
    ),
    "numba compiles under another name": (
        {"analyses/a.py": "from numba import njit as fast\n\n@fast\ndef f():\n    return 1\n"},
        "analyses/a.py:3: uses numba.njit:",
    ),
    "numba compiles by a dotted name": (
        {"simulator/bits.py": "import numba as nb\n\nf = nb.vectorize(len)\n"},
        "simulator/bits.py:3: uses numba.vectorize:",
    ),
    "an intrinsic stands elsewhere": (
        {"simulator/cards.py": "from numba.extending import intrinsic\n\n@intrinsic\ndef f(typing):\n    return 1\n"},
        "simulator/cards.py:3: uses numba.extending.intrinsic:",
    ),
    "a kernel is bare": (
        {"simulator/a.py": f"{KERNEL}\n@kernel\ndef play(jobs):\n    return 1\n"},
        "simulator/a.py:6: kernel play declares no signature",
    ),
    "a kernel is called with nothing": (
        {"simulator/a.py": "from simulator import compiled\n\n@compiled.kernel()\ndef play(jobs):\n    return 1\n"},
        "simulator/a.py:4: kernel play declares no signature",
    ),
    "a helper sorts": (
        {"simulator/a.py": f"{KERNEL}\n@helper\ndef f(x):\n    return np.sort(x)\n"},
        "simulator/a.py:7: f is compiled and may not use numpy.sort",
    ),
    "a helper looks for what is different": (
        {"simulator/a.py": f"{KERNEL}\n@helper\ndef f(x):\n    return np.unique(x)\n"},
        "simulator/a.py:7: f is compiled and may not use numpy.unique",
    ),
    "a kernel runs in parallel": (
        {"simulator/a.py": f"{KERNEL}\n@kernel('i8(i8)')\ndef f(n):\n    for i in numba.prange(n):\n        n += i\n"},
        "simulator/a.py:7: f is compiled and may not use numba.prange",
    ),
    "a decision prints": (
        {"strategies/a.py": f"{KERNEL}\nclass A:\n    @decision\n    def f(view, scratch):\n        print(view)\n"},
        "strategies/a.py:8: f is compiled and may not use print",
    ),
    "a decision draws from a generator of its own": (
        {"strategies/a.py": f"{KERNEL}\n@decision\ndef f(view, scratch):\n    return np.random.default_rng(1)\n"},
        "strategies/a.py:7: f is compiled and may not use numpy.random.default_rng",
    ),
    "the global state is seeded": (
        {"analyses/a.py": "import numpy as np\n\nnp.random.seed(1)\n"},
        "analyses/a.py:3: uses numpy.random.seed, whose state is global",
    ),
    "the global state is drawn from": (
        {"analyses/a.py": "from numpy.random import normal\n\nx = normal()\n"},
        "analyses/a.py:3: uses numpy.random.normal, whose state is global",
    ),
    "Python's generator is imported": (
        {"quatorze/seeds.py": "def draw():\n    from random import getrandbits\n"},
        "quatorze/seeds.py:2: imports random, whose state is global",
    ),
    "a generator has no seed": (
        {"analyses/a.py": "import numpy as np\n\nrng = np.random.default_rng()\n"},
        "analyses/a.py:3: calls numpy.random.default_rng without a seed",
    ),
    "the command line loads numba": (
        {"quatorze/cli.py": "import click\nimport numba\n"},
        "quatorze/cli.py:2: loads numba before it is needed",
    ),
    "a command loads an analysis": (
        {"quatorze/commands/run.py": "from analyses import sums\n"},
        "quatorze/commands/run.py:1: loads analyses.sums before it is needed",
    ),
    "the roof loads numpy by a detour": (
        {
            "quatorze/__init__.py": "from simulator.cards import PACK\n",
            "simulator/cards.py": "from simulator.bits import popcount\n",
            "simulator/bits.py": "try:\n    import numpy as np\nexcept ImportError:\n    pass\n",
        },
        "quatorze/__init__.py:1: loads simulator.cards > simulator.bits > numpy before it is needed",
    ),
}

LAWFUL: dict[str, Tree] = {
    "every floor imports those below": {
        "strategies/a.py": "import simulator.bits\n",
        "analyses/a.py": "from simulator import runs\n",
        "reports/a.py": "import matplotlib\nfrom analyses import a\nfrom simulator.games import game\n",
        "quatorze/api.py": "import numpy\nfrom analyses import a\nfrom reports import b\nimport strategies\n",
    },
    "a circle that is cut by a function or a type": {
        "simulator/a.py": "import simulator.b\nimport simulator.c\n",
        "simulator/b.py": "def f():\n    import simulator.a\n",
        "simulator/c.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import simulator.a\n",
    },
    "a game uses what is shared and its own folder": {
        "simulator/games/__init__.py": "def game():\n    import simulator.games.whist\n\n\nNAMES = ('tarot',)\n",
        "simulator/games/whist/__init__.py": "from simulator.games.whist import kernel\nfrom simulator import tricks\n",
        "simulator/games/whist/kernel.py": "PIQUET = 'piquet'\n",
        "simulator/tricks.py": "from simulator.games import game\n",
    },
    "documentation may name a game": {
        "simulator/a.py": '"""As at Piquet."""\n\nX = 1\n"""Tarot has two words."""\n\n# Kadors has none.\n'
    },
    "the house compiles in its own module": {
        "simulator/compiled.py": "import numba\n\n\ndef helper(f):\n    return numba.njit(f)\n",
        "simulator/philox.py": "from numba.extending import overload\n\n\n@overload(len)\ndef f(x):\n    return x\n",
        "simulator/a.py": f"{KERNEL}\n\n@kernel(numba.int64(numba.int64))\ndef f(x):\n    return np.uint64(x)\n",
        "analyses/a.py": "import numpy as np\n\nf = np.vectorize(len)\nx = np.sort([2, 1])\n",
    },
    "chance that was seeded": {
        "analyses/a.py": "import numpy as np\n\nnp.random.Generator(np.random.Philox(1))\nnp.random.default_rng(1)\n"
    },
    "a roof that waits": {
        "quatorze/cli.py": "import click\nfrom simulator.errors import E\n\n\ndef run():\n    import numba\n",
        "quatorze/commands/run.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import pandas\n",
        "simulator/errors.py": "import difflib\n",
    },
}


def plant(root: Path, tree: Tree) -> list[str]:
    """Write `tree` under `root` and return the breaches found in it."""
    for name, text in tree.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return [str(breach) for breach in house_rules.breaches(root)]


@pytest.mark.parametrize(("tree", "told"), BREACHES.values(), ids=BREACHES.keys())
def test_a_planted_breach_is_found_and_is_the_only_one(tmp_path: Path, tree: Tree, told: str) -> None:
    found = plant(tmp_path, tree)
    assert len(found) == 1, found
    assert found[0].startswith(told)


@pytest.mark.parametrize("tree", LAWFUL.values(), ids=LAWFUL.keys())
def test_the_lawful_neighbour_of_a_breach_passes(tmp_path: Path, tree: Tree) -> None:
    assert plant(tmp_path, tree) == []
    assert len(house_rules.read(tmp_path)) == len(tree)


def test_every_rule_has_a_planted_breach(tmp_path: Path) -> None:
    for number, (tree, _) in enumerate(BREACHES.values()):
        plant(tmp_path / str(number), tree)
    houses = [house_rules.read(tmp_path / str(number)) for number in range(len(BREACHES))]
    for rule in house_rules.RULES:
        assert any(list(rule(house)) for house in houses), rule.__name__


def test_every_breach_is_listed_and_the_exit_code_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plant(tmp_path, {"simulator/a.py": "import quatorze\nimport random\n", "analyses/b.py": "import matplotlib\n"})
    assert house_rules.main(tmp_path) == 1
    listed = capsys.readouterr().out.splitlines()
    assert [line.split(" ")[0] for line in listed] == ["analyses/b.py:1:", "simulator/a.py:1:", "simulator/a.py:2:"]


def test_the_house_is_clean() -> None:
    assert {module.floor for module in house_rules.read(ROOT).values()} == set(house_rules.BELOW)
    told = subprocess.run(
        [sys.executable, ROOT / "tests" / "house_rules.py"], capture_output=True, text=True, check=False
    )
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")
