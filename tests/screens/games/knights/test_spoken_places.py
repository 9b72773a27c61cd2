"""Places of the island that a preview speaks of are lit."""

from __future__ import annotations

from typing import Any

from tests.engine.games.knights.positions import edges, give
from tests.screens.games.knights.test_common_moves import at, usual


def test_corners_that_a_road_would_lead_to_are_lit_while_it_is_pointed_at() -> None:
    state = usual(lumber=1, brick=1)
    table = at(state)
    table.press("d")
    choosing: Any = table.state.choosing
    seen = set()
    for number, choice in enumerate(choosing.choices()):
        while table.state.choosing is not None and table.state.choosing.chooser.pointed != number:
            table.press(choice.key)
        picture = table.picture
        said = " ".join(picture.canvas.text().split())
        if "Sites for a settlement" in said or "With one more road" in said:
            assert picture.spoken
            assert all(place in picture.flash for place in picture.spoken)
            assert {kind for kind, _ in picture.spoken} <= {"node", "edge", "hex"}
        seen.add(picture.spoken)
    assert len(seen) > 1, "the light follows the cursor"


def test_a_road_does_not_promise_what_another_reaches_or_nobody_can_build() -> None:
    state = usual(lumber=1, brick=1)
    give(state, 0)
    table = at(state)
    reached = state.ends[0]
    table.press("d")
    choosing: Any = table.state.choosing
    for choice in choosing.choices():
        while table.state.choosing is not None and table.state.choosing.choice != choice:
            table.press(choice.key)
        for kind, number in table.picture.spoken:
            assert kind != "node" or not reached >> int(number) & 1, choice.label
    assert edges(state, "12-17")
