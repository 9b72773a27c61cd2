"""What was chosen since one's own turn."""

from __future__ import annotations

from engine.core.event import PICK
from screens.tabletop.recent import Recent
from tests.screens.playing import SMALL, play, session


def recent() -> Recent:
    kept = Recent()
    kept.add(("tile", 1), count=3, round=1, is_open=True)
    kept.add(("tile", 2), count=4, round=1, is_open=False)
    kept.add(("tile", 3), count=6, round=2, is_open=True)
    return kept


def test_all_that_was_chosen_since_then_is_shown_whoever_chose() -> None:
    assert recent().since(3, 2) == [("tile", 2), ("tile", 3)]
    assert recent().since(6, 2) == []


def test_nothing_older_than_the_last_round_is_shown() -> None:
    assert recent().since(0, 3) == [("tile", 3)]
    assert recent().since(0, 4) == []


def test_secrets_are_forgotten_when_somebody_else_looks() -> None:
    kept = recent()
    kept.forget_secrets()
    assert kept.since(0, 2) == [("tile", 1), ("tile", 3)]
    kept.forget()
    assert kept.since(0, 2) == []


async def test_the_moves_of_all_bots_since_ones_own_are_marked() -> None:
    kept = session(players=3, bots=2)
    app, screen = play(kept)
    both = 0
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        for _ in range(30):
            if screen.choosing is not None:
                since = kept.sight.last_turn(0) or 0
                chose = {event.seat for event in kept.match.line[since:] if event.kind == PICK}
                both += {1, 2} <= chose
                assert len(screen.chosen_lately()) >= len(chose - {0})
                await pilot.press("enter")
            await pilot.pause()
    assert both
