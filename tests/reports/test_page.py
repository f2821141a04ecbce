"""The page: whole in itself, sound, escaped, the answer first, every number with its error, written at once or not."""

from __future__ import annotations

import os
import re
import stat
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from analyses.estimates import Estimate, mean, share
from reports.answer import sentences
from reports.chapter import Chapter
from reports.page import render, write
from reports.tables import agreement, tables
from reports.words import distance, exactly, human, interval, told, value, without_role
from simulator.errors import QuatorzeError, RequestError
from tests.reports.chapters import HOSTILE, ROLES, hostile, piquet, poor, small

VOID = {"meta", "link", "br", "hr", "img", "input"}


class Reader(HTMLParser):
    """Reads a page, checks that tags close in order, and keeps what the tests ask for."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not {"style"} & set(self.open):
            self.text.append(data)

    @property
    def words(self) -> str:
        return " ".join(" ".join(self.text).split())


def page(*chapters: Chapter) -> str:
    return render(chapters, "0.1.0", "1 May 2026")


@pytest.fixture(scope="module")
def full() -> str:
    return page(piquet())


def test_the_page_is_well_formed(full: str) -> None:
    reader = Reader(full)
    assert full.startswith("<!DOCTYPE html>")
    ids = [attributes["id"] for _, attributes in reader.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    for tag, attributes in reader.tags:
        if tag == "a":
            assert str(attributes["href"])[1:] in ids
    drawings = re.findall(r"<svg.*?</svg>", full, re.DOTALL)
    assert len(drawings) == 9
    for drawing in drawings:
        ElementTree.fromstring(drawing)


@pytest.mark.parametrize("chapters", [(piquet(300),), (small(), hostile()), ()])
def test_the_page_asks_nothing_of_the_network(chapters: tuple[Chapter, ...]) -> None:
    html = page(*chapters)
    assert not re.search(r"<(script|iframe|img|object|embed|base)\b", html)
    assert "@import" not in html
    for tag, attributes in Reader(html).tags:
        assert not any(name.startswith("on") for name in attributes)
        for name in ("src", "href", "action", "poster", "srcset"):
            if name in attributes:
                assert str(attributes[name]).startswith(("#", "data:,")), (tag, attributes)
        for name in ("style", "clip-path", "fill"):
            assert re.findall(r"url\((?!#)", attributes.get(name) or "") == []
    assert "default-src 'none'" in html


def test_the_same_chapters_give_the_same_bytes(full: str) -> None:
    assert page(piquet()) == full


def test_the_answer_comes_first_in_words_with_numbers(full: str) -> None:
    chapter = piquet()
    scores = {str(e.group["role"]): told(e) for e in chapter.summary if e.name == "score"}
    words = Reader(full).words.replace("\u00a0", " ")
    first = f"Elder scores {scores['elder']} and younger {scores['younger']} a deal.".replace("\u00a0", " ")
    assert words.index("Over 20,000 deals under the rules seed,quinte_points=15") < words.index(first)
    assert words.index(first) < words.index("Figures")
    assert "Elder exchanges" in words


def test_what_differs_from_the_preset_is_marked(full: str) -> None:
    words = Reader(full).words
    assert "the preset seed with 1 change." in words
    assert "quinte_points 15 seed: 5 Points for a sequence of five" in words
    assert full.count('class="changed"') == 2  # alone, and among all parameters
    assert "nothing differs" in page(replace(small(), parameters=[("a", 1, 1, "b")]))


def test_the_page_says_how_to_make_it_again(full: str) -> None:
    words = Reader(full).words
    for line in piquet().reproduce:
        assert line in words
    assert "12345678901" in words  # a seed has no commas
    assert "Quatorze 0.1.0, 1 May 2026" in words


def test_several_runs_have_a_table_of_contents() -> None:
    html = page(small(), replace(small(), title="The other"))
    reader = Reader(html)
    links = [attributes["href"] for tag, attributes in reader.tags if tag == "a"]
    assert links[:2] == ["#c1", "#c2"]
    assert reader.words.count("The other") == 2
    assert "Contents" not in Reader(page(small())).words


def test_hostile_names_stay_text() -> None:
    html = page(hostile())
    reader = Reader(html)
    assert {tag for tag, _ in reader.tags}.isdisjoint({"script", "b1"})
    assert html.lower().count("<script") == 0
    assert "<script>alert('1&2')</script>" in reader.words
    assert HOSTILE not in html
    assert all(c.isprintable() or c in "\n\u00a0\u202f" for c in html)


def test_a_title_keeps_its_underscores() -> None:
    html = page(replace(small(), title="Piquet: greedy:keep_rank=6"))
    assert "<h1>Piquet: greedy:keep_rank=6</h1>" in html


@pytest.mark.parametrize("case", list(poor()))
def test_poor_chapters_make_a_sound_page_without_nan(case: str) -> None:
    html = page(poor()[case])
    reader = Reader(html)
    assert not re.search(r"\b(nan|NaN|inf|None)\b", reader.words.replace("None disagrees", ""))
    for drawing in re.findall(r"<svg.*?</svg>", html, re.DOTALL):
        assert not re.search(r"\b(nan|inf|None)\b", drawing)
        assert ElementTree.fromstring(drawing).get("aria-label")


def test_an_empty_report_says_so() -> None:
    assert "No run was given" in Reader(page()).words


def test_a_difference_is_told_for_whom_it_speaks() -> None:
    def lead(n: int, total: int) -> str:
        scores = [mean("score", {"role": role}, n, 0, n) for role in ROLES]
        chapter = replace(piquet(50), summary=[*scores, mean("score_difference", {}, n, total, 121 * n)])
        return sentences(chapter)[0][1].replace("\u00a0", " ")

    assert lead(10_000, 15_000) == "Elder is ahead by 1.5 ± 0.2 a deal."
    assert lead(10_000, -15_000) == "Younger is ahead by 1.5 ± 0.2 a deal."
    assert lead(10_000, 100).startswith("There is no clear difference between them: elder less younger is 0.0 ± 0.2")


def test_every_estimate_stands_in_a_table() -> None:
    chapter = piquet(5_000)
    odd = [mean("odd", {"suit": "s", "role": "elder"}, 9, 9, 20), mean("score", {"role": "stranger"}, 9, 9, 20)]
    shown = " ".join(
        f"{cell.text} {cell.note}" for t in tables(replace(chapter, summary=[*chapter.summary, *odd]))
        for _, rows in t.parts for row in rows for cell in row.cells
    )  # fmt: skip
    for e in [*chapter.summary, *chapter.declarations, *odd]:
        assert told(e) in shown or (value(e) in shown and interval(e) in shown)


def test_a_missed_exact_value_is_marked() -> None:
    right = share("dealt", {"role": "elder", "kind": "set", "holding": "trio A"}, 500, 1000).against(0.5)
    wrong = replace(right, group={**right.group, "role": "younger"}).against(0.3)
    html = page(Chapter("t", "a", ROLES, {}, "seed", (), (), (right, wrong)))
    assert html.count('class="alarm"') == 1
    assert "2 estimates have a known exact value. The greatest distance is 13.8" in Reader(html).words
    assert agreement([right, wrong]).endswith("1 of them disagrees with it (beyond 4 standard errors).")
    assert agreement([right]).endswith("None disagrees with it (beyond 4 standard errors).")


def test_numbers_have_the_digits_that_their_errors_support() -> None:
    def plain(text: str) -> str:
        return text.replace("\u202f", "").replace("\u00a0", " ")

    rare = share("x", {}, 19, 100_000).against(0.0001882433)
    assert plain(told(rare)) == "0.019% (0.011 to 0.030%)"
    assert plain(exactly(rare)) == "0.0188%"
    assert distance(rare) == "0.0"
    assert plain(told(share("x", {}, 5_000, 10_000))) == "50.0 ± 1.0%"
    assert plain(told(share("x", {}, 0, 100))) == "0% (0 to 3.6%)"
    assert plain(told(mean("x", {}, 9, -18, 36))) == "−2"
    assert plain(told(mean("x", {}, 1, -18, 324))) == "−18 ± ?"
    assert told(Estimate("x", {}, None, None, None, None, 0)) == "–"
    assert told(None) == "–"


def test_names_are_made_readable() -> None:
    assert human("some_new_column") == "some new column"
    assert human("dix-huitieme A") == "dix-huitième A"
    assert human("\x1b[31m_a") == "[31m a"
    assert without_role("points of elder in the deal", "elder") == "points in the deal"
    assert without_role("points of elderly people", "elder") == "points of elderly people"


def test_write_replaces_a_page_at_once(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_text("old")
    write(file, "new é")
    assert file.read_text("utf-8") == "new é"
    assert [found.name for found in tmp_path.iterdir()] == ["report.html"]
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE((file).stat().st_mode) == 0o666 & ~mask


def test_write_follows_a_link(tmp_path: Path) -> None:
    (tmp_path / "link.html").symlink_to(tmp_path / "real.html")
    write(tmp_path / "link.html", "x")
    assert (tmp_path / "link.html").is_symlink()
    assert (tmp_path / "real.html").read_text() == "x"


def test_a_page_that_cannot_be_written_leaves_nothing_and_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("kept")
    os.mkfifo(tmp_path / "pipe")
    before = sorted(tmp_path.iterdir())
    for path, reason in {
        tmp_path: "it is a folder",
        tmp_path / "missing" / "x.html": "there is no folder",
        tmp_path / "file" / "x.html": "there is no folder",
        tmp_path / "pipe": "it is not a plain file",
        tmp_path / ("x" * 300): "File name too long",
        Path("/proc/x.html"): "cannot be written",
    }.items():
        with pytest.raises(RequestError) as told_:
            write(path, "x")
        assert reason in str(told_.value)
        assert "\n" not in str(told_.value)
    with pytest.raises(RequestError, match="null"):
        write("a\0b", "x")
    assert sorted(tmp_path.iterdir()) == before


def test_an_interrupted_write_leaves_the_old_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "report.html"
    file.write_text("old")

    def full_disk(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(QuatorzeError, match="the disk is full"):
        write(file, "new")
    assert file.read_text() == "old"
    assert [found.name for found in tmp_path.iterdir()] == ["report.html"]
