"""Messages from outside a table, such as that a branch is a new game, stay until the next key."""

from __future__ import annotations

from screens.preferences import Preferences
from screens.table.messages import ExternalMessage
from tests.matrix import with_each
from tests.screens.playing import new_session
from tests.screens.table.headless import HeadlessMatch, picture_text
from tests.screens.table.positions import PLAYERS

SAID = "This is a new game, abcd."


@with_each(PLAYERS)
def test_message_stays_while_bots_move(game: str) -> None:
    moved = 0
    for picks in range(0, 60, 3):
        session = new_session(game, players=3, bots=2, picks=picks, seed="4")
        if session.waiting_bot() is None:
            continue
        with HeadlessMatch(session, Preferences(pace="5", cards="off")) as table:
            table.send(ExternalMessage(SAID))
            while table.state.partial_pick is None and not table.match.over:
                assert SAID in picture_text(table)
                assert table.fire_next_timer()
                moved += 1
            assert SAID in picture_text(table)
            table.press("down")
            assert not table.state.announced
    assert moved


def test_message_is_shown_after_the_pass_screen() -> None:
    session = new_session("catan", players=2, picks=30)
    with HeadlessMatch(session, Preferences(cards="off")) as table:
        table.send(ExternalMessage(SAID))
        assert table.state.pass_to is not None
        table.press("space")
        assert SAID in picture_text(table)
        table.press("down")
        assert not table.state.announced
