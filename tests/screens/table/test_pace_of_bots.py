"""Delay of bots: a pause for visible moves, none for hidden ones."""

from __future__ import annotations

import pytest

from engine.core.chance import Dice
from engine.core.step import TILL_REVEALED
from screens.preferences import PACE_KEY, Preferences
from tests.screens.playing import session
from tests.screens.table.headless import Headless


@pytest.mark.parametrize("pace", ["5", PACE_KEY])
def test_what_nobody_sees_takes_no_time(pace: str) -> None:
    kept, dice = session("era", players=4, bots=3), Dice(b"anna")
    while (mine := next((one for one in kept.match.pending() if not one.seat), None)) is not None:
        kept.choose(kept.ask(0), mine.decision.sample(kept.match.state, dice))
    table = Headless(kept, Preferences(pace=pace, cards="off"))
    before, steps = table.now, 0
    while (owed := kept.waiting_bot()) and owed.decision.secrecy == TILL_REVEALED:
        if kept.match.state.round:
            break
        assert table.ring()
        steps += 1
    assert steps > 6
    assert table.now - before < 0.3 + steps * 0.01


def test_what_all_see_takes_its_while() -> None:
    table = Headless(session(players=3, bots=2, seed="4"), Preferences(pace="5", cards="off"))
    while table.session.waiting_bot() is None:
        table.press("enter")
    before = table.now
    assert table.ring()
    assert table.now - before >= 0.5
