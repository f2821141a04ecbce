"""Figures: there when there is something to see, sound as SVG, the same on every run, readable without sight."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import matplotlib as mpl
import pytest

from analyses.estimates import share
from reports.drawing import INK, ROLES, percent
from reports.figures import Picture, figures, save, svg
from simulator.errors import RequestError
from tests.reports.chapters import hostile, piquet, poor, small

SVG = "{http://www.w3.org/2000/svg}"


def drawn(pictures: list[Picture], prefix: str = "c1") -> dict[str, str]:
    return {picture.key: svg(picture, f"{prefix}-{picture.key}") for picture in pictures}


@pytest.fixture(scope="module")
def full() -> dict[str, str]:
    return drawn(figures(piquet()))


def texts(picture: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def test_a_run_of_piquet_has_all_its_figures(full: dict[str, str]) -> None:
    assert list(full) == [
        "score", "exchanged", "sources", "ahead", "tricks", "held-0", "good-0", "held-1", "good-1",
    ]  # fmt: skip


def test_every_figure_is_sound_and_told_in_words(full: dict[str, str]) -> None:
    for picture in full.values():
        root = ElementTree.fromstring(picture)
        assert root.get("role") == "img"
        assert len(root.get("aria-label", "")) > 40
        paths = [path.get("d", "").split() for path in root.iter(f"{SVG}path")]
        assert len(paths) > 5
        assert all(len(path) > 3 for path in paths)
        assert len(texts(picture)) > 5


def test_every_figure_says_its_title_units_and_number_of_deals() -> None:
    for picture in figures(piquet()):
        assert picture.title in texts(svg(picture, "p"))
        assert re.search(r"[\d,]+ deals?", picture.caption)
        [*_, axes] = picture.figure.axes
        assert axes.get_xlabel()


def test_pictures_of_one_page_share_no_id(full: dict[str, str]) -> None:
    other = drawn(figures(small()), "c2")
    ids = [found for picture in [*full.values(), *other.values()] for found in re.findall(r'\bid="([^"]*)"', picture)]
    assert ids
    assert len(ids) == len(set(ids))


def test_what_a_picture_refers_to_is_in_it(full: dict[str, str]) -> None:
    for picture in full.values():
        ids = set(re.findall(r'\bid="([^"]*)"', picture))
        wanted = re.findall(r'(?:url\(#|href="#)([^")]*)', picture)
        assert set(wanted) == ids


def test_pictures_take_the_colours_of_the_page(full: dict[str, str]) -> None:
    for picture in full.values():
        assert "currentColor" in picture
        assert "var(--role-0)" in picture
        assert not any(colour in picture for colour in (INK, *ROLES))
        assert "#000000" not in picture


def test_the_same_numbers_give_the_same_bytes(full: dict[str, str]) -> None:
    assert drawn(figures(piquet())) == full


def test_a_users_settings_do_not_change_the_bytes(full: dict[str, str]) -> None:
    with mpl.rc_context({"font.size": 20, "axes.facecolor": "red", "svg.fonttype": "path"}):
        assert drawn(figures(piquet())) == full


def test_drawing_leaves_the_settings_alone() -> None:
    before = dict(mpl.rcParams)
    drawn(figures(small()))
    assert dict(mpl.rcParams) == before


@pytest.mark.parametrize("case", ["nothing at all", "zero deals", "values that are None", "words in a histogram"])
def test_a_figure_without_numbers_is_left_out(case: str) -> None:
    keys = {picture.key for picture in figures(poor()[case])}
    # With unknown estimates the counts are still there.
    assert keys == ({"score", "exchanged", "tricks"} if case == "values that are None" else set())


def test_hostile_names_are_letters_and_nothing_else() -> None:
    for picture in drawn(figures(hostile())).values():
        root = ElementTree.fromstring(picture)
        assert not list(root.iter(f"{SVG}script"))
        assert "<script" not in picture
        shown = [text for text in texts(picture) if "script" in text]
        assert shown
        assert all(text.casefold().startswith("<script>alert('1&2')"[: len(text) - 1]) for text in shown)


def test_a_number_within_a_name_keeps_its_digits() -> None:
    chapter = replace(small(), roles=("a 1.23456789", "b"), histograms={"score_a 1.23456789": {1: 50, 2: 50}})
    [picture] = [svg(picture, "p") for picture in figures(chapter) if picture.key == "score"]
    assert "A 1.23456789" in texts(picture)


def test_the_exact_chance_is_marked_only_where_it_is_known() -> None:
    chapter = piquet()
    assert all("exact" in texts(svg(p, "p")) for p in figures(chapter) if p.key.startswith("held"))
    without = replace(chapter, declarations=[replace(e, exact=None, z=None) for e in chapter.declarations])
    assert not any("exact" in texts(svg(p, "p")) for p in figures(without) if p.key.startswith("held"))


def test_mirrored_tricks_are_drawn_once() -> None:
    [tricks] = [picture for picture in figures(piquet()) if picture.key == "tricks"]
    assert len(tricks.figure.axes) == 1
    assert "Younger has the tricks that elder has not" in tricks.caption


def test_bars_are_the_counts() -> None:
    chapter = replace(small(), histograms={"exchanged_elder": {1: 25, 3: 75}})
    [picture] = [picture for picture in figures(chapter) if picture.key == "exchanged"]
    bars: list[Any] = list(picture.figure.axes[0].patches)
    assert [bar.get_height() for bar in bars] == [0.25, 0.0, 0.75]


def test_few_deals_show_their_whiskers_and_many_do_not() -> None:
    few, many = (
        next(p for p in figures(replace(small(), histograms={"exchanged_elder": {1: n, 2: 2 * n}})))
        for n in (20, 2_000_000)
    )
    assert few.figure.axes[0].collections
    assert not many.figure.axes[0].collections
    whiskers: Any
    [whiskers] = few.figure.axes[0].collections
    (low, high) = whiskers.get_segments()[0][:, 1]
    expected = share("", {}, 20, 60)
    assert (low, high) == pytest.approx((expected.low, expected.high))


def test_shares_on_bars_are_short() -> None:
    assert [percent(x).replace("\u202f", "") for x in (0, 1e-6, 0.0005, 0.0213, 0.0996, 0.5, 1)] == [
        "0%", "<0.1%", "0.1%", "2.1%", "10%", "50%", "100%",
    ]  # fmt: skip


def test_save_writes_three_kinds_with_the_same_bytes(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        files = save(figures(small())[0], tmp_path / folder, "run-")
        assert [file.name for file in files] == ["run-score.png", "run-score.svg", "run-score.pdf"]
    heads = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}
    for kind, head in heads.items():
        one, two = ((tmp_path / folder / f"run-score.{kind}").read_bytes() for folder in ("a", "b"))
        assert one == two
        assert one.startswith(head)


def test_save_says_where_it_cannot_write(tmp_path: Path) -> None:
    with pytest.raises(RequestError, match=r"^cannot write '.*missing.*'.*give a folder"):
        save(figures(small())[0], tmp_path / "missing")
