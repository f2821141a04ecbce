"""Runs of matches, fixed cards and every source of points: what the page makes of real runs of Piquet."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

import quatorze as qz
from analyses.estimates import mean, share
from quatorze.pages import chapter
from reports.answer import over, sentences, standings
from reports.chapter import Chapter
from reports.figures import figures, svg
from reports.holdings import parts_of_score
from reports.matches import match_figures, of_matches
from reports.page import render
from reports.tables import match_tables, tables
from reports.words import by_role, capital, interval, told, value
from tests.reports.chapters import HOSTILE
from tests.reports.test_page import Reader

PLAYERS = ("player0", "player1")


@pytest.fixture(scope="module")
def partie() -> Chapter:
    return chapter(qz.run("piquet", "classic", "greedy", matches=400, seed=1))


@pytest.fixture(scope="module")
def target() -> Chapter:
    seats = {"player0": "greedy", "player1": "random"}
    return chapter(qz.run("piquet", "classic_cent", seats, matches=400, seed=1))


@pytest.fixture(scope="module")
def given() -> Chapter:
    return chapter(qz.run("piquet", "seed", "greedy", 2000, seed=1, hand={"elder": "As Ks 7d"}))


def page(*chapters: Chapter) -> str:
    return render(chapters, "0.1.0", "1 May 2026")


def words(*chapters: Chapter) -> str:
    return Reader(page(*chapters)).words.replace("\u00a0", " ").replace("\u202f", " ")


@pytest.mark.parametrize(
    "rules",
    [
        "seed",
        "classic",
        "classic_cent",
        "seed,repique=60,point_tie=elder,split_last_trick=kept",
        "classic,count_in_play=false,carte_blanche_points=40,capot=20_total,last_trick_points=9",
    ],
)
@pytest.mark.parametrize("asked", [{"deals": 3000}, {"matches": 300}])
def test_the_sources_of_points_sum_to_the_score(rules: str, asked: dict[str, int]) -> None:
    own = chapter(qz.run("piquet", rules, "greedy", seed=3, **asked))  # type: ignore[arg-type]
    sources, scores = parts_of_score(own), by_role(own.summary, "score")
    for role in own.roles:
        assert sum(parts[role].value or 0 for parts in sources.values() if role in parts) == pytest.approx(
            scores[role].value, abs=1e-9
        )
    assert ("repique" in sources) == (rules != "seed")
    (table,) = [table for table in tables(own) if table.title == "Where the points come from"]
    assert [row.head for row in table.parts[0][1]] == [*map(capital, sources), "Score"]


def test_an_award_is_a_share_times_its_points() -> None:
    own = chapter(qz.run("piquet", "classic", "greedy", 3000, seed=3))
    shares = {(e.name, e.group.get("value")): e for e in own.summary}
    assert {str(e.group["for"]) for e in own.awards} == {"carte_blanche", "repique", "pique"}
    for e in own.awards:
        times = shares[str(e.group["for"]), e.group["role"]]
        points = {"carte_blanche": 10, "repique": 60, "pique": 30}[str(e.group["for"])]
        assert (e.value, e.low, e.high) == tuple(None if x is None else x * points for x in (
            times.value, times.low, times.high
        ))  # fmt: skip
        assert e.n == times.n == 3000


def test_the_answer_of_matches_speaks_of_matches(partie: Chapter) -> None:
    assert over(partie) == f"400 matches of {partie.head['deals']:,} deals"
    wins = {str(e.group["player"]): told(e) for e in partie.matches if e.name == "match_wins"}
    lead, more = sentences(partie)
    assert lead[0].startswith(f"Player0 wins {wins['player0']} and player1 {wins['player1']} of matches")
    assert any("game points" in sentence for sentence in lead)
    assert any(sentence.startswith("A match has 6") for sentence in lead)
    assert more[0].startswith("Elder scores")
    assert [(one.role, one.score, one.what) for one in standings(partie)] == [
        (capital(player), wins[player], "of matches won") for player in PLAYERS
    ]


def test_who_wins_is_told_with_its_doubt(target: Chapter) -> None:
    def lead(*won: int, margin: int | None = None) -> str:
        own = [share("match_wins", {"player": player}, n, 400) for player, n in zip(PLAYERS, won, strict=True)]
        if margin is not None:
            own.append(mean("match_margin", {"player": "player0"}, 400, 400 * margin, 400 * 10_000))
        return sentences(replace(target, matches=own))[0][1].replace("\u00a0", " ")

    assert lead(300, 100) == "Player0 wins more often."
    assert lead(100, 300) == "Player1 wins more often."
    assert lead(200, 200) == "There is no clear difference between them."
    assert lead(300, 100, margin=50).startswith("In game points player0 is ahead: 50 ± ")
    assert lead(300, 100, margin=-50).startswith("In game points player0 is behind: −50 ± ")
    assert lead(300, 100, margin=1).startswith("In game points there is no clear difference: player0 has 1 ± ")


def test_what_nobody_wins_is_told() -> None:
    own = chapter(qz.run("piquet", "seed,max_deals=2", "greedy", matches=100, seed=1))
    assert sentences(own)[0][0].endswith("of matches; 100\u202f% are unfinished.")
    assert "who-wins" in {picture.key for picture in match_figures(own)}  # who deals first is known


def test_matches_have_their_figures(partie: Chapter, target: Chapter) -> None:
    assert [picture.key for picture in match_figures(partie)] == ["who-wins", "match-points"]
    assert [picture.key for picture in match_figures(target)] == ["who-wins", "match-points", "match-deals"]
    for picture in match_figures(target):
        assert "400 matches" in picture.caption
        assert "400 matches" in picture.label
        drawing = svg(picture, "p")
        assert "share of matches" in drawing
        assert " deals." not in picture.label
        ElementTree.fromstring(drawing)
    rows = [text.get_text() for text in match_figures(target)[0].figure.axes[0].get_yticklabels()]
    assert rows == ["wins", "deals first"]


def test_the_bars_of_the_deals_of_matches_claim_no_error(partie: Chapter) -> None:
    for picture in figures(partie):
        assert "interval of a bar" not in picture.caption
    assert "interval of a bar" in match_figures(partie)[1].caption


def test_every_estimate_of_matches_stands_in_a_table(partie: Chapter, target: Chapter) -> None:
    for own in (partie, target):
        found = match_tables(of_matches(own))
        shown = [(cell.text, cell.note) for t in found for _, rows in t.parts for row in rows for cell in row.cells]
        for e in own.matches:
            assert any(text in (told(e), value(e)) and interval(e) in note for text, note in shown)
        titles = [table.title for table in found]
        assert titles == ["By player", "The match as a whole", "How matches end", "How many deals a match has"]
        assert all("deals." not in table.caption for table in found)


def test_the_page_of_matches_has_two_parts(partie: Chapter) -> None:
    text = words(partie, chapter(qz.run("piquet", "seed", "greedy", 500, seed=1)))
    assert "Over 400 matches of" in text
    assert text.index("Matches: figures") < text.index("Deals: figures")
    assert text.count("count as one cluster") == 1
    assert "In a run of matches the match is the unit." in text
    assert "First match" in text
    assert "Player0 greedy" in text
    assert f"--matches {partie.head['matches']}" in text
    html = page(partie)
    ids = re.findall(r'\bid="([^"]*)"', html)
    assert len(ids) == len(set(ids))
    assert {f"c1-{kind}-{what}" for kind in ("matches", "deals") for what in ("figures", "tables")} <= set(ids)


def test_a_run_of_deals_says_nothing_of_matches() -> None:
    text = words(chapter(qz.run("piquet", "seed", "greedy", 500, seed=1)))
    assert "cluster" not in text
    assert "match is the unit" not in text


def test_the_preset_that_is_played_is_the_one_compared_with(partie: Chapter) -> None:
    assert "The preset classic as it is; nothing differs from it." in words(partie)
    other = chapter(qz.run("piquet", "classic,quinte_points=5", "greedy", 100, seed=1))
    assert "the preset classic with 1 change." in words(other)
    assert "quinte_points 5 classic: 15" in words(other)


def test_fixed_cards_are_told_and_no_exact_chance_stands_beside_them(given: Chapter) -> None:
    text = words(given)
    assert "under the rules seed , where elder is dealt 7d Ks As : Elder scores" in text
    assert "Dealt to elder" in text
    assert "every number holds for such deals alone" in text
    assert "exact chances are of deals that are all equally likely" in text
    assert all(e.exact is None for e in [*given.summary, *given.declarations])
    assert not any("exact" in svg(picture, "p") for picture in figures(given))
    assert "--hand" in text


def test_a_given_pack_and_a_predicate_are_told(given: Chapter) -> None:
    head = {**given.head, "conditions": {"accept": "good.py:strong", "source": "0123456789abcdef"}}
    assert ", where every deal was taken by good.py:strong" in words(replace(given, head=head))
    head = {**given.head, "conditions": {"pack": "As Ks"}, "deals": 1}
    assert "Over 1 deal under the rules seed , where the pack is As Ks" in words(replace(given, head=head))


def test_hostile_players_and_conditions_stay_text(partie: Chapter) -> None:
    players = (HOSTILE, HOSTILE * 2)
    other = dict(zip(PLAYERS, players, strict=True))
    own = replace(
        partie,
        players=players,
        matches=[
            replace(e, group={key: other.get(str(value), value) for key, value in e.group.items()})
            for e in partie.matches
        ],
        match_histograms={f"points_{other[player]}": partie.match_histograms[f"points_{player}"] for player in PLAYERS},
        head={**partie.head, "conditions": {f"hand {HOSTILE}": HOSTILE, "accept": HOSTILE}},
    )
    html = page(own)
    assert {tag for tag, _ in Reader(html).tags}.isdisjoint({"script"})
    assert html.lower().count("<script") == 0


def test_matches_without_numbers_make_a_sound_page(partie: Chapter) -> None:
    for own in (
        replace(partie, matches=(), match_histograms={}),
        replace(partie, summary=(), declarations=(), histograms={}, awards=()),
        replace(partie, matches=[replace(e, value=float("nan"), low=None, high=None) for e in partie.matches]),
    ):
        text = words(own)
        assert "nan" not in text.split()
        assert "None" not in text.replace("None disagrees", "")
