"""The activated column beside the table: a face-down card, armies that march one by one."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from engine.core.state import Note
from engine.games.deus.activation import ActivateColumn
from engine.games.deus.components import Card
from engine.games.deus.wording import cards, resource
from engine.i18n.text import Text, words
from engine.match.match import Match
from screens.games.deus.column_preview import (
    activation_of,
    activation_preview,
    brought_so_far,
    paint_activation,
)
from screens.games.deus.symbols import WorldLabels
from screens.input_modes.partial_pick import PartialPick
from screens.paint.canvas import Canvas, Rect
from screens.table_view.scene import Scene
from tests.engine.games.deus.positions import Side, run_agenda, table
from tests.screens.games.deus.scenes import new_match, scene_of

WIDE = Rect(0, 0, 120, 8)
LOW = Rect(0, 0, 120, 3)


def match_with(state: Any, **options: str) -> Match:
    """A match with this state."""
    match = new_match(state.seats, options=options)
    match.state = state
    match.forget_options()
    return match


def activation_shown(scene: Scene, rect: Rect, found: Any) -> str:
    """An activation as text."""
    canvas = Canvas(rect.width, rect.height, scene.theme.glyphs)
    paint_activation(WorldLabels.of(scene), canvas, rect, found)
    return canvas.text()


def laying(match: Match, seat: int | None) -> tuple[Scene, PartialPick]:
    """Scene of `seat` and partial pick, with the first seat about to place a legion face down on
    the production column."""
    own = scene_of(match, seat=0).partial_pick
    assert own is not None
    for parts in (("wildcard",), ("wildcard", "legion")):
        places = [choice.chosen for choice in own.choices()]
        own.input_mode.point(places.index(parts))
        own.finish()
    places = [choice.chosen for choice in own.choices()]
    own.input_mode.point(places.index(("wildcard", "legion", "production")))
    return scene_of(match, seat=seat), own


@pytest.mark.rule("DEU-22.6")
@pytest.mark.parametrize("rect", [WIDE, LOW], ids=["list", "strip"])
def test_face_down_card_is_named_only_to_its_owner(rect: Rect) -> None:
    side = Side(on="0.4:P", columns="farm", hand="temple_gold legion", gold=9, vp=3)
    match = match_with(
        table(side, Side(hand="farm galley"), options={"wildcard": "yes"}), wildcard="yes"
    )
    scene, partial_pick = laying(match, 0)
    found = activation_preview(partial_pick)
    shown = activation_shown(scene, rect, found)
    assert "(Legion)" in shown
    assert "hidden" not in shown
    for reader in (1, None):
        scene, partial_pick = laying(match, reader)
        shown = activation_shown(scene, rect, activation_preview(partial_pick))
        assert "Legion" not in shown
        assert "hidden" in shown


@pytest.mark.rule("DEU-18.1")
def test_marched_armies_are_no_longer_counted() -> None:
    side = Side(on="2.0:A 2.4:A 0.1:P", columns="war_elephants war_elephants")
    state = table(side, Side(on="3.6:C"))
    state.agenda[:] = [ActivateColumn(0, 4, 0)]
    run_agenda(state)
    asked: list[int] = []
    match = match_with(state)
    while state.agenda:
        found = activation_of(scene_of(match, seat=0))
        assert found is not None
        asked.append(found.previews[found.current].moves)
        decision: Any = state.agenda[-1]
        picks = decision.options(state)
        assert asked[-1] == len({pick[0] for pick in picks if len(pick) == 2})
        run_agenda(state, picks[-1])
    assert asked == [2, 1, 2, 1]


def gain(card: Card, what: Text) -> Note:
    return Note(card.rule, 0, words("{card}: gains {what}.", card=card, what=what))


def march(card: Card, start: str, end: str) -> Note:
    way = {"start": words(start), "end": words(end)}
    return Note("DEU-18.1", 0, words("{card}: from {start} to {end}.", card=card, **way))


def skip(card: Card) -> Note:
    return Note("DEU-8.3", 0, words("{card}: skipped.", card=card))


def drawing(number: int) -> Note:
    return Note("DEU-16.1", 0, words("Draws {cards}.", cards=cards(number)))


@pytest.mark.parametrize(
    ("name", "notes", "brought", "skipped"),
    [
        (
            "small_production_building",
            lambda card: [gain(card, resource("wheat", 1)), gain(card, resource("clay", 1))],
            ["1 wheat", "1 clay"],
            (False, False),
        ),
        (
            "war_elephants",
            lambda card: [march(card, "a", "b"), march(card, "c", "d"), march(card, "b", "e")],
            ["moved", "moved"],
            (False, False),
        ),
        (
            "temporary_camps",
            lambda card: [march(card, "a", "b"), march(card, "c", "d")],
            ["moved", "moved"],
            (False, False),
        ),
        (
            "war_elephants",
            lambda card: [march(card, "a", "b"), skip(card)],
            ["moved", None],
            (False, True),
        ),
        ("galley", lambda card: [skip(card), skip(card)], [None, None], (True, True)),
        ("school", lambda _: [drawing(1), drawing(2)], ["1 card", "2 cards"], (False, False)),
    ],
)
def test_each_of_two_equal_cards_shows_its_own_yield(
    name: str,
    notes: Callable[[Card], list[Note]],
    brought: list[str | None],
    skipped: tuple[bool, bool],
) -> None:
    """A third card of the column is being resolved."""
    scene = scene_of(new_match(2))
    card = scene.view.box.card(name)
    fires = Note("DEU-8.1", 0, words("The column is activated."))
    history = SimpleNamespace(events_with_notes=lambda last: [(None, [fires, *notes(card)])])
    shown: Any = SimpleNamespace(view=scene.view, history=history)
    last = scene.view.box.card("farm").index
    gains, missed = brought_so_far(shown, (card.index, card.index, last), 2)
    assert [None if text is None else scene.translate(text) for text in gains[:2]] == brought
    assert missed[:2] == skipped
