"""Piquet: rules, view, outcome, and the stages of a deal. Importing this folder compiles nothing."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from simulator.cards import PACK_32
from simulator.contract import Slot
from simulator.exact import Exact, ExactValues
from simulator.game import Game
from simulator.games.piquet.holdings import CONTESTS, carte_blanche_chances
from simulator.games.piquet.outcome import COLUMNS, MATCH_COLUMNS, ROLES
from simulator.games.piquet.rules import RULEBOOK
from simulator.games.piquet.view import FIELDS, TABLE, VIEW


def _counts(rules: Mapping[str, Any], role: str) -> range:
    """R6, R7: what elder may exchange; what younger may when elder takes his least."""
    if role == "elder":
        return range(rules["elder_min_discard"], rules["elder_max_discard"] + 1)
    return range(rules["younger_min_discard"], 8 - rules["elder_min_discard"] + 1)


def _places(rules: Mapping[str, Any], role: str) -> list[int]:
    """R3: where the twelve cards of a role lie in the pack."""
    return [place for place in range(24) if place // rules["deal_batch"] % 2 == ROLES.index(role)]


def _load() -> Any:
    return import_module("simulator.games.piquet.kernel")


def _tell(table: Any, rules: Mapping[str, Any], row: Mapping[str, Any]) -> dict[str, Any]:
    return import_module("simulator.games.piquet.tell").tell(table, rules, row)  # type: ignore[no-any-return]


def _text(told: Mapping[str, Any], notation: str) -> list[str]:
    return import_module("simulator.games.piquet.tell").text(told, notation)  # type: ignore[no-any-return]


def _exact(rules: Mapping[str, Any], topic: str) -> list[Exact]:
    return import_module("simulator.games.piquet.exact.facts").values(rules, topic)  # type: ignore[no-any-return]


GAME = Game(
    name="piquet",
    title="Piquet for two, 32 cards: exchange, point, sequences and sets, twelve tricks",
    roles=ROLES,
    pack=PACK_32,
    rulebook=RULEBOOK,
    slots=(
        Slot("elder", 0, "discard_elder"),
        Slot("younger", 1, "discard_younger"),
        Slot("elder", 0, "play_card"),
        Slot("younger", 1, "play_card"),
        Slot("elder", 0, "declare", optional=True),
        Slot("younger", 1, "declare", optional=True),
        Slot("younger", 1, "look_left", optional=True),
    ),
    view=VIEW,
    view_fields=FIELDS,
    table=TABLE,
    columns=COLUMNS,
    match_columns=MATCH_COLUMNS,
    places=_places,
    load=_load,
    bounded={"elder": 0, "younger": 1},
    counts=_counts,
    contests=CONTESTS,
    tell=_tell,
    text=_text,
    exact=ExactValues(
        topics={
            "dealt": "what a player is dealt: carte blanche, aces, point, sequences, sets, void suits",
            "holdings": "each best holding that may be dealt: every point, sequence and set",
            "contests": "who has the better of two dealt hands, and what that scores",
            "draws": "chances to take in named cards, beside the odds that old books print",
        },
        find=_exact,
        chances={"carte_blanche": carte_blanche_chances},
    ),
    awards={"carte_blanche": "carte_blanche_points", "repique": "repique", "pique": "pique"},
)
