"""The reason for a hinted move is a gain, or says what others cost: never a bare loss."""

from __future__ import annotations

import re
from functools import partial

import pytest

from engine.games import catalogue
from engine.match.decision_request import DecisionRequest
from engine.match.match import Match
from engine.match.match_view import MatchView
from engine.search.review import pick_text
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.table.hint_text import HintWriter, quick_estimates
from screens.table_view.painter_registry import painter_for
from tests.screens.table.positions import PLAYERS
from tests.screens.tables import scene_of

MOVES = 150


def hints(game: str, seed: str) -> list[tuple[str, str]]:
    """Names of decisions, and quick hints for them, in a match that follows the hints."""
    seats = [(f"Player {number}", "person") for number in range(PLAYERS[game])]
    match = Match.begin(game, seats, seed=seed)
    store, painter, found = MemoryStore(), painter_for(game), []
    session = Session(store, store.new(match), match)
    for _ in range(MOVES):
        if match.over:
            break
        pending = match.pending()[0]
        pick = session.hint(pending.seat)
        if pending.decision.advisable:
            scene = scene_of(painter, match)
            request = DecisionRequest.of(match, pending.seat)
            name = partial(pick_text, request.decision, request.view)
            writer = HintWriter(MatchView(match), painter, scene, request, name)
            found.append(
                (request.decision.name, scene.translate(writer.hint(quick_estimates(pick))))
            )
        match.choose(pending.seat, pick)
    return found


@pytest.mark.parametrize("game", [entry.id for entry in catalogue()])
def test_no_reason_is_a_bare_loss(game: str) -> None:
    for name, hint in hints(game, "reasons"):
        why = hint.partition(" Why: ")[2]
        assert not why.startswith("-") or "+" in why, (name, hint)


@pytest.mark.parametrize("game", [entry.id for entry in catalogue()])
def test_no_reason_is_a_gain_of_nothing(game: str) -> None:
    """Not "Why: Field: 3×F = 0"."""
    for seed in "12":
        for name, hint in hints(game, seed):
            why = hint.partition(" Why: ")[2]
            assert not re.search(r"(?:= |\+|^)0\b", why), (name, hint)


def test_a_choice_of_food_in_era_says_what_the_hungry_dice_would_cost() -> None:
    said = [hint for seed in "123" for name, hint in hints("era", seed) if name == "ChooseGain"]
    assert any("fewer dice go hungry" in hint for hint in said)
    losing = [hint for hint in said if "you lose " in hint]
    assert losing
    assert all(" instead of " in hint for hint in losing)
