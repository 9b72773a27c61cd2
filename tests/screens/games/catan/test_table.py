"""Details of a table of Catan that are right at every moment of random games."""

from __future__ import annotations

from itertools import islice
from typing import Any, Final

import pytest

from engine.core.state import Note, State
from engine.match.match import Match
from screens.paint.canvas import Canvas
from screens.paint.theme import theme
from screens.table_view.painter_registry import painter_for
from screens.table_view.scene import Scene
from tests.engine.games.catan.positions import begin
from tests.screens.tables import advance, moments, sampled, scene_of

ISLANDS: Final = ("catan", "knights")


def last_of(match: Match, *rules: str) -> str:
    """The rule of the last note under one of these rules."""
    scene: Scene[State] = scene_of(painter_for(match.header.game), match)
    notes: list[Note] = [note for _, its in scene.history.events_with_notes() for note in its]
    return next((note.rule for note in reversed(notes) if note.rule in rules), "")


@pytest.mark.parametrize("game", ISLANDS)
def test_header_shows_dice_only_once_they_are_rolled(game: str) -> None:
    """Until then it would show the previous player's dice, even after a card played before the
    roll."""
    seats = [(name, "person") for name in ("Anna", "Boris", "Clara")]
    painter: Any = painter_for(game)
    rolled, waiting, answered = 0, 0, 0
    for seed in ("1", "2"):
        match = Match.begin(game, seats, seed=seed)
        for one in islice(moments(match, sampled(seed.encode()), 1), 300):
            view: Any = one.view(0)
            if not view.turn or one.pending()[0].decision.name == "AlchemistDice":
                continue
            canvas = Canvas(80, 1, theme().glyphs)
            painter.paint_headline(scene_of(painter, one), canvas, 10, 78)
            has_rolled = last_of(one, "CK-4.1", "CK-4.4") == "CK-4.4"
            assert ("=" in canvas.text()) == has_rolled
            rolled, waiting = rolled + has_rolled, waiting + (not has_rolled)
            answered += not has_rolled and one.pending()[0].decision.name != "PreRoll"
    assert rolled
    assert waiting
    assert answered or game == "knights"


def test_marker_of_the_pile_leaves_its_text_alone() -> None:
    match = begin(3, seed="pictures")
    painter = painter_for("catan")
    canvas = painter.paint(scene_of(painter, match), 120, 32)
    (mark,), (text,) = canvas.spots.anchors(("decks",)), canvas.rects(("decks",))
    row = canvas.text().splitlines()[mark.y]
    assert row[mark.x] == " "
    assert row[mark.right - 1] == " "
    assert mark == text


@pytest.mark.parametrize(("language", "road"), [("en", "Longest Road"), ("ru", "Длинная дорога")])
@pytest.mark.parametrize("game", ISLANDS)
def test_mark_of_awards_is_explained_beside_a_large_island(
    game: str, language: str, road: str
) -> None:
    other = {"en": "Metropolises, {}", "ru": "Метрополии, {}"}[language]
    if game == "catan":
        other = {"en": "{}, Largest Army", "ru": "{}, Большая армия"}[language]
    match = Match.begin(game, [(name, "person") for name in ("Anna", "Boris", "Clara")], seed="7")
    advance(match, sampled(b"awards"), 30)
    state: Any = match.state
    painter: Any = painter_for(game)

    def text(width: int, height: int) -> str:
        scene: Any = scene_of(painter, match, language=language)
        painted: str = painter.paint(scene, width, height).text()
        return painted

    for award in (-1, 1):
        state.award = award
        assert (f" * {road} " in text(120, 33)) == (award == 1)
    if game == "catan":
        state.army = 0
    else:
        state.metropolis_owners[0] = 0
    assert f" * {other.format(road)} " in text(120, 33)
    assert f" * {other.format(road)} " in text(160, 43)
