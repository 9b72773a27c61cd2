"""The activated column beside the table: a face-down card, armies that march one by one."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.deus.activation import ActivateColumn
from engine.match.match import Match
from screens.games.deus.column_preview import activation_of, activation_preview, paint_activation
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
