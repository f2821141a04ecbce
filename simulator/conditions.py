"""Which deals are played: those the shuffle makes, with some cards fixed, one given pack, or those accepted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from simulator.errors import RequestError, unknown
from simulator.game import Game


@dataclass(frozen=True)
class Conditions:
    """What is fixed before the shuffle.

    Attributes
    ----------
    hands : tuple of (role, cards)
        Card indices that a role is dealt; the rest of the pack is shuffled.
    pack : tuple of int
        The whole pack in dealing order; empty for a shuffled one.
    accept : str
        ``FILE:FUNCTION``, a predicate that a deal must pass; empty for none.
    source : str
        Digest of the predicate's source.
    """

    hands: tuple[tuple[str, tuple[int, ...]], ...] = ()
    pack: tuple[int, ...] = ()
    accept: str = ""
    source: str = ""

    def written(self, game: Game) -> dict[str, str]:
        """Return the conditions in words, as a manifest holds them: hand ROLE, pack, accept, source."""
        told = {f"hand {role}": " ".join(game.pack.names_of(cards)) for role, cards in self.hands}
        if self.pack:
            told["pack"] = " ".join(game.pack.names_of(self.pack))
        if self.accept:
            told["accept"] = self.accept
        return told | ({"source": self.source} if self.source else {})

    def options(self, game: Game) -> list[str]:
        """Return the conditions as words of a command."""
        words = []
        for name, value in self.written(game).items():
            option, _, role = name.partition(" ")
            if name == "source":
                continue
            words += [f"--{option}", f"{role}={value}" if role else value]
        return words

    def packs(self, game: Game, rules: Mapping[str, Any]) -> np.ndarray:
        """Return what the kernel takes: one row, the whole pack or the fixed cards; no row for neither (uint8)."""
        if self.pack:
            return np.array([self.pack], np.uint8)
        if not self.hands:
            return np.zeros((0, game.pack.size), np.uint8)
        from simulator.dealing import FREE  # compiled code, for which reading a run has no use

        fixed = np.full((1, game.pack.size), FREE, np.uint8)
        for role, cards in self.hands:
            places = game.places(rules, role)
            fixed[0, places[: len(cards)]] = cards
        return fixed


NOTHING_FIXED = Conditions()


def conditions(
    game: Game,
    rules: Mapping[str, Any],
    hands: Mapping[str, str] | None = None,
    pack: str | None = None,
    accept: str | None = None,
    notation: str = "en",
) -> Conditions:
    """Understand what is fixed.

    Parameters
    ----------
    hands : mapping of str to str
        Role to cards; partial hands are allowed.
    pack : str
        All cards of the pack, in dealing order.
    accept : str
        ``FILE:FUNCTION``.

    Raises
    ------
    RequestError
        For an unknown role or card, a card given twice, too many cards, or a pack that is not whole.
    """
    if pack is not None and (hands or accept):
        raise RequestError("--pack gives every card, so --hand and --accept have nothing to say; give one of them")
    seen: dict[int, str] = {}
    fixed = []
    for role, text in (hands or {}).items():
        if role not in game.roles:
            raise unknown(f"role of {game.name}", role, game.roles)
        cards = tuple(sorted(game.pack.cards(text, notation)))
        most = len(game.places(rules, role))
        if not cards:
            raise RequestError(f"--hand {role} names no card; leave it out, or write --hand {role}='As Ks Qs'")
        if len(cards) > most:
            raise RequestError(f"--hand {role} has {len(cards)} cards; {role} is dealt {most}")
        for card in cards:
            if card in seen:
                name = game.pack.name(card)
                raise RequestError(
                    f"--hand gives {name} to {seen[card]} and to {role}; there is one {name} in the pack"
                )
            seen[card] = role
        fixed.append((role, cards))
    order = _whole(game, pack, notation) if pack is not None else ()
    return Conditions(tuple(fixed), order, accept or "")


def conditions_of(game: Game, rules: Mapping[str, Any], written: Mapping[str, str]) -> Conditions:
    """Return the conditions that a manifest holds; see `Conditions.written`."""
    hands = {name.removeprefix("hand "): cards for name, cards in written.items() if name.startswith("hand ")}
    found = conditions(game, rules, hands, written.get("pack"), written.get("accept"))
    return replace(found, source=written.get("source", ""))


def _whole(game: Game, text: str, notation: str) -> tuple[int, ...]:
    order = tuple(game.pack.cards(text, notation))
    if len(order) != game.pack.size:
        missing = game.pack.names_of(sorted(set(range(game.pack.size)) - set(order)))
        raise RequestError(
            f"--pack has {len(order)} of the {game.pack.size} cards of {game.name}; "
            f"missing: {', '.join(missing[:5])}{' ...' if len(missing) > 5 else ''}"
        )
    return order
