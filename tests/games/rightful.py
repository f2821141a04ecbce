"""The views of a told deal, rebuilt field by field from what section 3 of the specification lets a player know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from simulator.cards import PACK_32
from simulator.games import game
from tests.referees.piquet import holdings, visible
from tests.referees.piquet_cards import ROLES, legal_cards, other, point_total
from tests.tables import DECLARE, LOOK, NOTHING, mask_of, script

GAME = game("piquet")
KINDS = ("point", "sequence", "set")
Trace = Mapping[str, Any]
Moment = tuple[Any, ...]


def kept(trace: Trace, seat: int) -> list[str]:
    """The twelve cards of a seat after the exchange."""
    exchange = trace["exchanges"][seat]
    held = [*trace["hands"][ROLES[seat]], *exchange["drawn"]]
    return [card for card in held if card not in exchange["discarded"]]


def callable_cards(trace: Trace, seat: int, kind: str) -> list[int]:
    """What a seat may call of a class, the best first, as masks."""
    return [mask_of(cards) for cards in holdings(kind, kept(trace, seat), trace["rules"])]


def moments(trace: Trace) -> Iterator[tuple[int, Moment]]:
    """Every decision of a deal in its order: the seat that takes it, and when."""
    yield from ((seat, ("discard",)) for seat in range(2))
    if trace["rules"]["declare_mode"] == "may_sink":
        for kind in KINDS:
            yield from ((seat, ("declare", kind)) for seat in range(2) if callable_cards(trace, seat, kind))
    left = 8 - sum(len(exchange["discarded"]) for exchange in trace["exchanges"])
    for number, trick in enumerate(trace["tricks"], 1):
        leader = ROLES.index(trick["leader"])
        yield leader, ("play", number, "lead")
        if number == 1 and left and trace["rules"]["younger_left_view"] == "shared_option":
            yield 1, ("look_left",)
        yield 1 - leader, ("play", number, "reply")


def number_of(moment: Moment) -> int:
    """The number by which a script stops at a moment."""
    if moment[0] == "declare":
        return DECLARE + KINDS.index(moment[1])
    return LOOK if moment[0] == "look_left" else trick_of(moment)


def trick_of(moment: Moment) -> int:
    """The trick that is being played, from 1; 0 before the first."""
    if moment[0] == "play":
        return int(moment[1])
    return int(moment == ("look_left",))


def scripts_of(trace: Trace) -> list[list[float]]:
    """The scripts by which both players do again what is told."""
    played: dict[str, list[int]] = {"elder": [], "younger": []}
    for trick in trace["tricks"]:
        for role, card in zip((trick["leader"], other(trick["leader"])), trick["cards"], strict=True):
            played[role].append(PACK_32.card(card))
    scripts = []
    for seat, role in enumerate(ROLES):
        calls = []
        for entry in trace["declarations"]:
            claim = entry["claims"][role]
            calls.append(NOTHING if claim is None else callable_cards(trace, seat, entry["kind"]).index(mask_of(claim)))
        look = int("younger" in trace["left_seen"])
        scripts.append(script(mask_of(trace["exchanges"][seat]["discarded"]), played[role], calls=calls, look=look))
    return scripts


def known_to(trace: Trace, role: str, moment: Moment) -> dict[str, Any]:
    """What the referee lets a player know; equal points are answered "equal" also where they are elder's by rule."""
    point, *others = trace["declarations"]
    claims = [point["claims"][one] for one in ROLES]
    if not (all(claims) and point["winner"] == "elder" and point_total(claims[0]) == point_total(claims[1])):
        return visible(trace, role, moment)
    known = visible({**trace, "declarations": [{**point, "winner": None}, *others]}, role, moment)
    known["answers"][0] = min(known["answers"][0], 1)
    return known


def rightful_view(trace: Trace, seat: int, moment: Moment, open_cards: bool = False) -> dict[str, Any]:
    """The fields of the view at a decision, ``params`` alone left out.

    Of the other seat it uses what the referee's `visible` says, and the cards played so far; with `open_cards`
    everything.
    """
    rules, role = trace["rules"], ROLES[seat]
    first = moment == ("discard",)
    own = trace["exchanges"][seat] if not first else {"discarded": [], "drawn": []}
    trick = max(0, trick_of(moment) - 1)
    past = trace["tricks"][:trick]
    played: dict[str, list[str]] = {"elder": [], "younger": []}
    for fallen in past:
        for side, card in zip((fallen["leader"], other(fallen["leader"])), fallen["cards"], strict=True):
            played[side].append(card)
    dealt = trace["hands"][role]
    held = [card for card in [*dealt, *own["drawn"]] if card not in [*own["discarded"], *played[role]]]
    replies = moment[0] == "look_left" or moment[-1] == "reply"
    lead = trace["tricks"][trick]["cards"][0] if replies else None
    known = known_to(trace, role, moment)
    least, most = {"declare": (0, 12), "look_left": (0, 1), "play": (1, 1)}.get(moment[0], (0, 0))
    if first:
        least = rules[f"{role}_min_discard"]
        most = rules["elder_max_discard"] if seat == 0 else 8 - known["exchanged"][0]
    may_call = callable_cards(trace, seat, moment[1]) if moment[0] == "declare" else []
    view = {
        "seat": seat,
        "least": least,
        "most": most,
        "legal": mask_of(legal_cards(held, lead, rules["follow_suit"], rules["must_win"])),
        "memory": [0] * 4,
        "key": [0, 0],
        "position": 0,
        "hand": mask_of(held),
        "dealt": mask_of(dealt),
        "discarded": mask_of(own["discarded"]),
        "drawn": mask_of(own["drawn"]),
        "talon": 8 - sum(known["exchanged"]),
        "kind": KINDS.index(moment[1]) if moment[0] == "declare" else 0,
        "holdings": may_call + [0] * (4 - len(may_call)),
        "lead": mask_of([lead]) if lead else 0,
        "trick": trick,
        "tricks": [sum(fallen["winner"] == side for fallen in past) for side in ROLES],
        "played": [mask_of(played[side]) for side in ROLES],
        "led": [mask_of([fallen["cards"][0]]) for fallen in past] + [0] * (12 - trick),
        "followed": [mask_of([fallen["cards"][1]]) for fallen in past] + [0] * (12 - trick),
        "open_hands": [0, 0],
        "open_talon": [0] * 8,
        "rules": GAME.rulebook.lower(rules)[0].tolist(),
        **{name: as_in_view(value) for name, value in known.items()},
    }
    if open_cards:
        done = sum(known["exchanged"])
        view["open_hands"] = [hidden_hand(trace, side, moment, seat) for side in range(2)]
        view["open_talon"] = [mask_of([card]) for card in trace["talon"][done:]] + [0] * done
    return view


def as_in_view(value: Any) -> Any:
    """Sets of cards as masks, everything else as it is."""
    if isinstance(value, set):
        return mask_of(sorted(value))
    return [as_in_view(one) for one in value] if isinstance(value, list) else value


def hidden_hand(trace: Trace, side: int, moment: Moment, asked: int) -> int:
    """The cards that a seat holds when the seat `asked` takes a decision."""
    role = ROLES[side]
    if moment == ("discard",):
        return mask_of(kept(trace, side) if side < asked else trace["hands"][role])
    hand = mask_of(kept(trace, side))
    trick = trick_of(moment)
    for place, fallen in enumerate(trace["tricks"][:trick], 1):
        leads = fallen["leader"] == role
        if place < trick or (side != asked and leads):
            hand &= ~mask_of([fallen["cards"][0 if leads else 1]])
    return hand


def wrong_fields(view: Any, rightful: Mapping[str, Any]) -> list[str]:
    """The fields that are not as they should be."""
    return [name for name, value in rightful.items() if view[name].tolist() != value]
