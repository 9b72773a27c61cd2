"""Places of the island that a preview mentions are highlighted."""

from __future__ import annotations

from typing import Any

from screens.preferences import Preferences
from tests.engine.games.knights.positions import edges, give
from tests.laws.test_front_ends_agree import let_bots_move
from tests.screens.games.knights.test_common_moves import at, usual
from tests.screens.playing import new_session
from tests.screens.table.headless import HeadlessMatch


def test_corners_reached_by_the_selected_road_are_highlighted() -> None:
    state = usual(lumber=1, brick=1)
    table = at(state)
    table.press("d")
    partial_pick: Any = table.state.partial_pick
    seen = set()
    for number, choice in enumerate(partial_pick.choices()):
        while (
            table.state.partial_pick is not None
            and table.state.partial_pick.input_mode.pointed != number
        ):
            table.press(choice.key)
        picture = table.picture
        text = " ".join(picture.canvas.text().split())
        if "Sites for a settlement" in text or "With one more road" in text:
            assert picture.mentioned
            assert all(place in picture.flash for place in picture.mentioned)
            assert {kind for kind, _ in picture.mentioned} <= {"node", "edge", "hex"}
        seen.add(picture.mentioned)
    assert len(seen) > 1, "the highlight follows the cursor"


def test_road_does_not_promise_occupied_corners() -> None:
    state = usual(lumber=1, brick=1)
    give(state, 0)
    table = at(state)
    reached = state.ends[0]
    table.press("d")
    partial_pick: Any = table.state.partial_pick
    for choice in partial_pick.choices():
        while table.state.partial_pick is not None and table.state.partial_pick.choice != choice:
            table.press(choice.key)
        for kind, number in table.picture.mentioned:
            assert kind != "node" or not reached >> int(number) & 1, choice.label
    assert edges(state, "12-17")


def test_harbour_of_the_selected_settlement_is_highlighted() -> None:
    table = HeadlessMatch(
        new_session("catan", players=3, bots=2, seed="4"), Preferences(), size=(80, 24)
    )
    let_bots_move(table)
    partial_pick: Any = table.state.partial_pick
    box = partial_pick.request.view.box
    harbours = {node: n for n, place in enumerate(box.harbor_places) for node in place.nodes}
    tried = 0
    for choice in partial_pick.choices():
        kind, node = choice.place
        while table.state.partial_pick is not None and table.state.partial_pick.choice != choice:
            table.press(*choice.key)
        if kind == "node" and node in harbours:
            assert ("harbour", harbours[node]) in table.picture.mentioned
            tried += 1
        else:
            assert "harbour" not in {place[0] for place in table.picture.mentioned}
    assert tried > 4
