"""Rows as records, tables and frames."""

from __future__ import annotations

import numpy as np
import pytest

from simulator.columns import Column, Columns
from simulator.games import game

COLUMNS = Columns(
    (
        Column("deal", "i8", "deal number"),
        Column("score_elder", "i2", "points"),
        Column("who", "i1", "a role", ("elder", "younger")),
    )
)
ROWS = np.array([(7, -300, 1), (8, 32000, 0)], COLUMNS.dtype)


def test_a_table_holds_words_and_a_frame_holds_wide_numbers() -> None:
    assert COLUMNS.table(ROWS).to_pylist() == [
        {"deal": 7, "score_elder": -300, "who": "younger"},
        {"deal": 8, "score_elder": 32000, "who": "elder"},
    ]
    frame = COLUMNS.frame(ROWS)
    assert frame["score_elder"].dtype == np.int64
    assert (frame["score_elder"] ** 2).tolist() == [90_000, 1_024_000_000]
    assert frame["who"].cat.categories.tolist() == ["elder", "younger"]
    assert COLUMNS.frame(ROWS, ["score_elder"], wide=False)["score_elder"].dtype == np.int16


def test_the_deal_comes_first() -> None:
    with pytest.raises(ValueError, match="deal"):
        Columns((Column("score", "i2", "points"),))


def test_a_stem_is_a_name_without_its_role() -> None:
    assert COLUMNS.stem("score_elder", ["elder", "younger"]) == ("score", "elder")
    assert COLUMNS.stem("who", ["elder", "younger"]) == ("who", None)


def test_every_column_of_every_game_is_documented_and_fits_its_words() -> None:
    for column in game("piquet").columns.columns:
        assert len(column.doc) > 8
        assert len(set(column.words)) == len(column.words) <= np.iinfo(column.dtype).max + 1
