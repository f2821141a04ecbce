"""What is damaged or not this run's is refused in one line, and nothing is touched, also in a run of matches."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simulator import parts
from simulator.columns import Columns
from simulator.errors import RequestError
from simulator.runs import open_run
from simulator.spans import MATCH_DEALS
from tests.simulator import made_up_run
from tests.simulator.made_up_matches import (
    MATCH_COLUMNS,
    PART,
    both,
    match_rows,
    name,
    play,
    request,
    rows,
    writer,
)
from tests.simulator.made_up_run import COLUMNS, lasting, no_waiting_for_the_disk, tree

Spoil = Callable[[Path], Any]


@pytest.fixture(scope="module", autouse=True)
def fast_disk() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        no_waiting_for_the_disk(patch)
        yield


def edit(folder: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    change(manifest)
    path.write_text(json.dumps(manifest))


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 4] ^= 1
    path.write_bytes(content)


def matches(change: Callable[[np.ndarray], np.ndarray]) -> Spoil:
    """Return what puts other rows of matches, well written, into a part of eight."""
    return lambda path: path.write_bytes(parts.encoded(MATCH_COLUMNS, change(match_rows(PART, PART))))


def deals(change: Callable[[np.ndarray], np.ndarray]) -> Spoil:
    """Return what puts other rows of deals, well written, into a part."""
    return lambda path: path.write_bytes(parts.encoded(COLUMNS, change(rows(PART, PART))))


def setting(place: int, deals: int) -> Callable[[np.ndarray], np.ndarray]:
    def change(table: np.ndarray) -> np.ndarray:
        table["deals"][place] = deals
        return table

    return change


DAMAGES: dict[str, tuple[int, Spoil, int]] = {
    "deals cut short": (0, cut_short, 0),
    "matches cut short": (1, cut_short, 1),
    "no matches at all": (1, lambda path: path.write_bytes(b""), 1),
    "a bit of the deals": (0, flip, 0),
    "a bit of the matches": (1, flip, 1),
    "other matches": (1, matches(lambda table: match_rows(0, PART)), 1),
    "matches in another order": (1, matches(lambda table: table[::-1]), 1),
    "a match without deals": (1, matches(setting(2, 0)), 1),
    "a match of too many deals": (1, matches(setting(2, MATCH_DEALS + 1)), 1),
    "the deals of the matches in the matches' place": (1, lambda path: path.write_bytes(both_of(path)), 1),
    # What two files that are sound each tell of one another is told of the deals: played again, they replace both.
    "a match less than deals": (1, matches(lambda table: table[:-1]), 0),
    "a match of a deal more": (1, matches(setting(PART - 1, 5)), 0),
    "a match of a deal less": (1, matches(setting(PART - 2, 1)), 0),
    "deals of half a match": (0, deals(lambda table: table[:-2]), 0),
    "no first deal": (0, deals(lambda table: table[1:]), 0),
    "deals in another order": (0, deals(lambda table: table[::-1]), 0),
    "a deal twice": (0, deals(lambda table: np.concatenate([table[:1], table])), 0),
}


def both_of(path: Path) -> bytes:
    return (path.parent.parent / "deals" / path.name).read_bytes()


@pytest.mark.parametrize("listed", [True, False])
@pytest.mark.parametrize(("place", "spoil", "blamed"), DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_file_is_named_and_deleting_it_has_the_part_played_again(
    tmp_path: Path, place: int, spoil: Spoil, blamed: int, listed: bool
) -> None:
    play(tmp_path, 30)
    whole = lasting(tmp_path)
    files = both(tmp_path, PART)
    spoil(files[place])
    if not listed:
        edit(tmp_path, lambda manifest: manifest["parts"].pop(1))
    else:
        blamed = place
    before = tree(tmp_path)
    for attempt in (lambda: writer(tmp_path, 30).open(), lambda: open_run(tmp_path).verify()):
        with pytest.raises(RequestError) as told:
            attempt()
        assert str(told.value).startswith(f"{files[blamed]} is damaged (")
        assert "delete it" in str(told.value)
        assert "\n" not in str(told.value)
    assert tree(tmp_path) == before
    files[blamed].unlink()
    assert play(tmp_path, 30) == [(PART, PART)]
    assert lasting(tmp_path) == whole


def test_deals_are_compared_with_their_matches_when_their_numbers_are_read(tmp_path: Path) -> None:
    play(tmp_path, 30)
    path = both(tmp_path, PART)[1]
    flip(path)
    stored = open_run(tmp_path)
    assert len(stored.frame(["score_left"])) == stored.deals
    for attempt in (lambda: stored.frame(["deal"]), stored.match_frame, stored.verify):
        with pytest.raises(RequestError, match=f"^{path} is damaged"):
            attempt()


def test_columns_of_another_version_are_refused(tmp_path: Path) -> None:
    play(tmp_path, 30)
    path = both(tmp_path, PART)[1]
    path.write_bytes(parts.encoded(Columns(MATCH_COLUMNS.columns[:2]), match_rows(PART, PART)))
    edit(tmp_path, lambda manifest: manifest["parts"].pop(1))
    with pytest.raises(RequestError, match=f"^{path} is damaged \\(its columns are not those of this run"):
        writer(tmp_path, 30).open()
    with pytest.raises(RequestError, match="its columns are not those of the parts before it"):
        open_run(tmp_path).verify()


@pytest.mark.parametrize("place", [0, 1])
def test_half_a_part_is_not_read_and_is_played_again(tmp_path: Path, place: int) -> None:
    play(tmp_path, 30)
    whole = lasting(tmp_path)
    both(tmp_path, PART)[place].unlink()
    stored = open_run(tmp_path)
    stored.verify()
    assert (stored.complete, stored.matches) == (False, 22)
    assert play(tmp_path, 30) == [(PART, PART)]
    assert lasting(tmp_path) == whole


# ---------------------------------------------------------------------------------------------------- refusals


def move_away(path: Path) -> None:
    """Put a link in the place of something."""
    path.rename(path.parent.parent / "away")
    path.symlink_to(path.parent.parent / "away")


def lose_matches(run: Path) -> None:
    for path in (run / "matches").iterdir():
        path.unlink()


def lose_matches_and_list(run: Path) -> None:
    lose_matches(run)
    edit(run, lambda manifest: manifest["parts"].clear())


def nothing(run: Path) -> None:
    """Spoil nothing."""


REFUSED: dict[str, tuple[Spoil, dict[str, Any], str]] = {
    "another first match": (nothing, {"first": 8}, "first: 8 here and 5 in the folder"),
    "another seed": (nothing, {"seed": 0}, "seed: 0 here and 18446744073709551615 in the folder"),
    "another version": (nothing, {"version": "1.1"}, "version: 1.1 here and 1.0 in the folder"),
    "fewer matches": (
        nothing,
        {"matches": 29},
        "run holds 30 matches, more than the 29 asked for; ask for at least 30 (--matches 30), or choose another",
    ),
    "fewer matches, files of matches lost": (
        lose_matches,
        {"matches": 29},
        "run holds 30 matches, more than the 29 asked for",
    ),
    "fewer matches, files of matches lost and parts not listed": (
        lose_matches_and_list,
        {"matches": 29},
        "run holds 30 matches, more than the 29 asked for",
    ),
    "no matches": (nothing, {"matches": 0}, "0 matches are asked for; a run folder holds at least 1"),
    "too many matches": (nothing, {"matches": 10**12}, "a run folder holds at most 10000000000"),
    "matches beyond the last": (nothing, {"first": 10**16 // 4096 - 29}, "match numbers end at 2441406249999, and"),
    "a negative match": (nothing, {"first": -1}, "the first match -1 is negative; matches are numbered from 0"),
    "deals and matches": (nothing, {"deals": 3}, "exactly one of the two numbers is needed"),
    "a stray file": (
        lambda run: (run / "matches" / "copy.parquet").write_bytes(b"x"),
        {},
        "matches/copy.parquet is not a part of this run; move it elsewhere",
    ),
    "a stray file among the deals": (
        lambda run: (run / "deals" / "copy.parquet").write_bytes(b"x"),
        {},
        "deals/copy.parquet is not a part of this run",
    ),
    "a part of another grid": (
        lambda run: [path.rename(path.with_name(name(17))) for path in both(run, 16)],
        {},
        f"{name(17)} is not a part of this run",
    ),
    "a part that begins within a match": (
        lambda run: both(run, 16)[0].rename(run / "deals" / f"part-{16 * MATCH_DEALS + 1:016d}.parquet"),
        {},
        "is not a part of this run",
    ),
    "matches before the first": (
        lambda run: both(run, 0)[1].write_bytes(b"x"),
        {},
        "part-0000000000000000.parquet is not a part of this run",
    ),
    "matches that are a link": (lambda run: move_away(both(run, 16)[1]), {}, f"{name(16)} is not a part of this run"),
    "matches without deals that are a folder": (
        lambda run: both(run, 40)[1].mkdir(),
        {},
        f"{name(40)} is not a part of this run",
    ),
    "matches that are elsewhere": (lambda run: move_away(run / "matches"), {}, "matches is a link"),
    "matches that are a file": (
        lambda run: (run / "matches").rename(run / "away") and (run / "matches").write_bytes(b""),
        {},
        "matches cannot be read (Not a directory)",
    ),
}


@pytest.mark.parametrize(("spoil", "changes", "told"), REFUSED.values(), ids=REFUSED.keys())
def test_a_refusal_is_one_line_and_touches_nothing(
    tmp_path: Path, spoil: Spoil, changes: dict[str, Any], told: str
) -> None:
    folder = tmp_path / "run"
    play(folder, 30)
    spoil(folder)
    before = tree(tmp_path)
    with pytest.raises(RequestError) as refusal:
        writer(folder, **({"matches": 30} | changes)).open()
    assert told in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert tree(tmp_path) == before


def test_a_run_of_deals_and_a_run_of_matches_are_different_runs(tmp_path: Path) -> None:
    play(tmp_path / "matches", 3)
    made_up_run.play(tmp_path / "deals", 3)
    before = tree(tmp_path)
    with pytest.raises(RequestError, match="holds another run; a run of deals here and of matches in the folder;"):
        made_up_run.writer(tmp_path / "matches", 3).open()
    with pytest.raises(RequestError, match="holds another run; a run of matches here and of deals in the folder;"):
        writer(tmp_path / "deals", 3).open()
    assert tree(tmp_path) == before


def test_a_folder_of_matches_that_cannot_be_written_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(tmp_path, 30)
    monkeypatch.setattr("os.access", lambda path, mode: path != tmp_path / "matches")
    with pytest.raises(RequestError, match=f"^{tmp_path / 'matches'} cannot be written; choose another folder"):
        writer(tmp_path, 40).open()


MANIFESTS: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "no number of either": (lambda m: m.update(matches=None), "exactly one of the two numbers is needed"),
    "both numbers": (lambda m: m.update(deals=5), "exactly one of the two numbers is needed"),
    "true for a number": (lambda m: m.update(matches=True), "matches is not what it should be"),
    "matches out of range": (lambda m: m.update(matches=10**15), "a run folder holds at most"),
    "matches that end too late": (lambda m: m.update(first=10**13), "match numbers end at"),
    "a part without matches": (lambda m: m["parts"][0].pop("matches"), "an entry of parts has no first, rows or matc"),
    "no digest of the matches": (lambda m: m["parts"][0].pop("matches_digest"), "has no matches_digest"),
    "an odd digest of the matches": (lambda m: m["parts"][0].update(matches_digest="../x"), "has no matches_digest"),
    "another part's name": (lambda m: m["parts"][0].update(first=6), "is not the name of the part of deal 6"),
    "a part within a match": (
        lambda m: m["parts"][0].update(first=20481, file="part-0000000000020481.parquet"),
        "does not begin with a match",
    ),
    "fewer deals than matches": (lambda m: m["parts"][0].update(rows=2), "cannot hold 2 deals of 3 matches"),
    "more deals than they can have": (lambda m: m["parts"][0].update(rows=12289), "cannot hold 12289 deals of 3"),
    "no matches in a part": (lambda m: m["parts"][0].update(matches=0), "cannot hold"),
    "a part twice": (lambda m: m["parts"].insert(0, m["parts"][0]), "is out of order or out of range"),
    "a part beyond the end": (lambda m: m["parts"][-1].update(matches=4), "is out of order or out of range"),
}


@pytest.mark.parametrize(("change", "told"), MANIFESTS.values(), ids=MANIFESTS.keys())
def test_a_manifest_from_a_stranger_is_one_clear_line(
    tmp_path: Path, change: Callable[[dict[str, Any]], Any], told: str
) -> None:
    play(tmp_path, 30)
    edit(tmp_path, change)
    before = tree(tmp_path)
    for attempt in (lambda: writer(tmp_path, 30).open(), lambda: open_run(tmp_path)):
        with pytest.raises(RequestError) as refusal:
            attempt()
        assert str(refusal.value).startswith(str(tmp_path / "manifest.json"))
        assert told in str(refusal.value)
        assert "\n" not in str(refusal.value)
    assert tree(tmp_path) == before


@pytest.mark.parametrize("change", [{"rows": 4}, {"matches": 2}, {"digest": "0" * 64}, {"matches_digest": "0" * 64}])
def test_a_manifest_that_tells_other_files_is_noticed(tmp_path: Path, change: dict[str, Any]) -> None:
    play(tmp_path, 30)
    edit(tmp_path, lambda manifest: manifest["parts"][0].update(change))
    for attempt in (lambda: writer(tmp_path, 30).open(), lambda: open_run(tmp_path).verify()):
        with pytest.raises(RequestError, match="is damaged"):
            attempt()


def test_matches_in_an_entry_of_a_run_of_deals_are_refused(tmp_path: Path) -> None:
    made_up_run.play(tmp_path, 30)
    edit(tmp_path, lambda manifest: manifest["parts"][0].update(matches=3))
    with pytest.raises(RequestError, match="tells of matches, in a run of deals"):
        open_run(tmp_path)


def test_a_request_is_of_deals_or_of_matches() -> None:
    for wanted in (request(3, deals=3), replace(request(3), matches=None)):
        with pytest.raises(RequestError, match="exactly one of the two numbers"):
            wanted.check()
    request(3, first=10**16 // 4096 - 3).check()
