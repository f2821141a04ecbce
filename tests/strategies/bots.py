"""Strategy files for tests: a tame bot, written with changes."""

from __future__ import annotations

from pathlib import Path

TAME = '''\
import numpy as np

import quatorze as qz


class Tame(qz.Strategy):
    """Exchanges its lowest card, plays the lowest legal one."""

    game = "piquet"
    deterministic = memoryless = True

    @qz.decision
    def discard_elder(view, scratch):
        return qz.lowest_bit(view.hand)

    @qz.decision
    def discard_younger(view, scratch):
        return qz.lowest_bit(view.hand)

    @qz.decision
    def play_card(view, scratch):
        return qz.lowest_bit(view.legal)
'''
PLAY = "return qz.lowest_bit(view.legal)\n"


def bot(folder: Path, *changes: tuple[str, str], name: str = "tame.py") -> Path:
    """Write the tame bot with some of its text replaced; return the file."""
    text = TAME
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    return folder / name


def playing(line: str) -> tuple[str, str]:
    """Return the change that makes ``play_card`` do something else; lines below the first are indented as they are."""
    return PLAY, f"{line}\n"
