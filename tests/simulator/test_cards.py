"""Cards: the indices that scripts rely upon, the three notations, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.cards import NOTATIONS, PACK_32, PACK_78, Pack, mask, members
from simulator.errors import RequestError

PACKS = (PACK_32, PACK_78)
packs = st.sampled_from(PACKS)
notations = st.sampled_from(NOTATIONS)


@pytest.mark.parametrize(("name", "index"), [
    ("7s", 0), ("7h", 1), ("7d", 2), ("7c", 3), ("8s", 4), ("Td", 14), ("Jc", 19), ("Qs", 20), ("Kh", 25), ("As", 28),
    ("Ac", 31),
])  # fmt: skip
def test_the_index_of_a_piquet_card_is_four_times_its_rank_and_its_suit(name: str, index: int) -> None:
    assert PACK_32.card(name) == index
    assert PACK_32.name(index) == name


@pytest.mark.parametrize(("name", "index"), [
    ("1s", 0), ("1c", 3), ("2s", 4), ("10h", 37), ("Jd", 42), ("Cs", 44), ("Qc", 51), ("Ks", 52), ("Kc", 55),
    ("T1", 56), ("T2", 57), ("T21", 76), ("EX", 77),
])  # fmt: skip
def test_tarot_trumps_follow_the_suits_and_the_excuse_is_last(name: str, index: int) -> None:
    assert PACK_78.card(name) == index
    assert PACK_78.name(index) == name


def test_every_name_of_the_small_pack_stands_at_its_formula() -> None:
    expected = {rank + suit: 4 * r + s for r, rank in enumerate("789TJQKA") for s, suit in enumerate("shdc")}
    assert {name: i for i, name in enumerate(PACK_32.names)} == expected
    assert (PACK_32.size, PACK_78.size) == (32, 78)


@pytest.mark.parametrize(("card", "french", "unicode"), [
    ("As", "Ap", "A♠"), ("Kh", "Rc", "K♥"), ("Qd", "Dk", "Q♦"),
    ("Jc", "Vt", "J♣"), ("Th", "10c", "T♥"), ("7d", "7k", "7♦"),
])  # fmt: skip
def test_piquet_cards_are_written_in_three_notations(card: str, french: str, unicode: str) -> None:
    assert PACK_32.name(PACK_32.card(card), "fr") == french
    assert PACK_32.name(PACK_32.card(card), "unicode") == unicode


@pytest.mark.parametrize(("card", "french", "unicode"), [
    ("10s", "10p", "10♠"), ("Cd", "Ck", "C♦"), ("Jh", "Vc", "J♥"), ("T21", "T21", "T21"), ("EX", "EX", "EX"),
])  # fmt: skip
def test_tarot_cards_are_written_in_three_notations(card: str, french: str, unicode: str) -> None:
    assert PACK_78.name(PACK_78.card(card), "fr") == french
    assert PACK_78.name(PACK_78.card(card), "unicode") == unicode


@pytest.mark.parametrize(("text", "notation", "card"), [
    ("as", "en", "As"), ("TD", "en", "Td"), ("10d", "en", "Td"), ("10♦", "en", "Td"), ("A♥", "fr", "Ah"),
    ("A♥\ufe0f", "en", "Ah"), ("R♥", "fr", "Kh"), ("D♠", "fr", "Qs"), ("V♣\ufe0e", "fr", "Jc"), ("Rc", "fr", "Kh"),
    ("rc", "fr", "Kh"), ("Ac", "fr", "Ah"), ("10k", "fr", "Td"), ("Dtrèfle", "en", "Qc"), ("DTRÈFLE", "en", "Qc"),
    ("Dtre\u0300fle", "en", "Qc"), ("Rcœur", "en", "Kh"), ("RCŒUR", "fr", "Kh"), ("Rcoeur", "fr", "Kh"),
    ("Vcarreau", "fr", "Jd"), ("7piques", "fr", "7s"), ("Aspades", "en", "As"), ("Qhearts", "en", "Qh"),
    (" Ks ", "en", "Ks"),
])  # fmt: skip
def test_a_card_is_read_as_people_type_it(text: str, notation: str, card: str) -> None:
    assert PACK_32.names[PACK_32.card(text, notation)] == card


@pytest.mark.parametrize(("text", "notation", "cards"), [
    ("s:AKQ h:T98", "en", "As Ks Qs Th 9h 8h"),
    ("s:AKT h:- d:Q98 c:A7", "en", "As Ks Ts Qd 9d 8d Ac 7c"),
    ("s:A1098 d:", "en", "As Ts 9s 8s"),
    ("♠:AK ♥:T", "en", "As Ks Th"),
    ("p:RDV10 c:A", "fr", "Ks Qs Js Ts Ah"),
    ("♠:RD", "fr", "Ks Qs"),
    ("trèfle:RDV", "en", "Kc Qc Jc"),
    ("cœur:R9", "fr", "Kh 9h"),
    ("As,Kd  7c", "en", "As Kd 7c"),
    ("As, s:KQ\n7c", "en", "As Ks Qs 7c"),
    ("", "en", ""),
])  # fmt: skip
def test_hands_are_read_as_cards_and_as_groups(text: str, notation: str, cards: str) -> None:
    assert PACK_32.names_of(PACK_32.cards(text, notation)) == cards.split()


def test_a_tarot_group_tells_ten_from_one() -> None:
    assert PACK_78.names_of(PACK_78.cards("s:KQCJ1091 T21,EX")) == [
        "Ks",
        "Qs",
        "Cs",
        "Js",
        "10s",
        "9s",
        "1s",
        "T21",
        "EX",
    ]


@given(packs, notations, st.data())
def test_every_list_of_cards_comes_back_from_every_notation(pack: Pack, notation: str, data: st.DataObject) -> None:
    cards = data.draw(st.lists(st.integers(0, pack.size - 1), unique=True))
    for separator in (" ", ",", ", "):
        assert pack.cards(separator.join(pack.names_of(cards, notation)), notation) == cards


@given(packs, notations, st.data())
def test_every_hand_comes_back_from_its_groups_in_every_notation(
    pack: Pack, notation: str, data: st.DataObject
) -> None:
    cards = data.draw(st.sets(st.integers(0, pack.size - 1)))
    assert set(pack.cards(pack.hand(cards, notation), notation)) == cards


@pytest.mark.parametrize("pack", PACKS, ids=["32", "78"])
@pytest.mark.parametrize("notation", NOTATIONS)
def test_every_single_card_comes_back_in_either_case(pack: Pack, notation: str) -> None:
    for card in range(pack.size):
        name = pack.name(card, notation)
        assert [pack.card(form, notation) for form in (name, name.lower(), name.upper())] == [card] * 3


def refusal(pack: Pack, text: str, notation: str = "en") -> str:
    """The sentence with which cards are refused."""
    with pytest.raises(RequestError) as refused:
        pack.cards(text, notation)
    return str(refused.value)


@pytest.mark.parametrize(("text", "sentence"), [
    ("As Kd as", "the card As stands twice in 'As Kd as'; name it once"),
    ("s:AKA", "the card As stands twice in 's:AKA'; name it once"),
    ("10s Ts", "the card Ts stands twice in '10s Ts'; name it once"),
    ("KKh", "unknown card 'KKh'; did you mean Kh?"),
    ("A", "unknown card 'A'; did you mean As or Ah?"),
    ("9h;", "unknown card '9h;'; did you mean 9h?"),
])  # fmt: skip
def test_what_is_no_hand_is_refused_in_one_sentence(text: str, sentence: str) -> None:
    assert refusal(PACK_32, text) == sentence


@pytest.mark.parametrize(
    "text", ["6s", "1s", "T1", "EX", "Cs", "K", "10", "♠", "s:X", "s:AK:", "z:-", ":", "A♥♥", "-", "\x00", "\ud800"]
)
def test_foreign_cards_are_refused_with_what_there_is(text: str) -> None:
    told = refusal(PACK_32, text)
    assert told.startswith("unknown card ")
    assert "known: 7s, 7h" in told or "did you mean" in told
    assert "\n" not in told


def test_a_trump_too_high_suggests_its_neighbours() -> None:
    assert refusal(PACK_78, "T22") == "unknown card 'T22'; did you mean T2 or T21?"
    assert "unknown card 'As'; known: 1s" in refusal(PACK_78, "As")


def test_a_french_queen_is_read_in_french_alone() -> None:
    assert PACK_32.names[PACK_32.card("Dk", "fr")] == "Qd"
    assert "unknown card 'Dk'" in refusal(PACK_32, "Dk")
    assert "unknown card 'R♥'" in refusal(PACK_32, "R♥")


PIECES = st.sampled_from(
    [*"AKQJTRDVC789sshdcpkt♠♥♦♣:,- \n\x00;éœ\ufe0fKſ0123", "10", "trèfle", "de ", "EX", "T21", "as"]
)
words = st.one_of(st.text(max_size=12), st.lists(PIECES, max_size=8).map("".join))


@given(packs, notations, words)
def test_any_text_is_read_or_refused_in_one_line(pack: Pack, notation: str, text: str) -> None:
    try:
        cards = pack.cards(text, notation)
    except RequestError as refused:
        told = str(refused)
        assert told.startswith(("unknown card ", "the card "))
        assert len(told.splitlines()) == 1
    else:
        assert len(set(cards)) == len(cards)
        assert all(0 <= card < pack.size for card in cards)
        if not cards:
            assert not any(
                letter.isalnum() for word in text.replace(",", " ").split() for letter in word.partition(":")[2]
            )


@given(st.sets(st.integers(0, 63)))
def test_masks_and_members_are_two_forms_of_one_set(cards: set[int]) -> None:
    assert members(mask(cards)) == sorted(cards)
    assert mask(cards) == sum(2**card for card in cards)
