"""Bot delay: a pause before visible moves, none before invisible ones."""

from __future__ import annotations

import pytest
from attrs import evolve

from engine.core.chance import Dice
from engine.core.step import TILL_REVEALED
from screens.preferences import PACE_KEY, Preferences
from screens.table.effects import start_timer
from screens.table.state_parts import BotThinking
from screens.table.turn_flow import BOT_TIMER, THINKING_TIMER
from tests.screens.playing import new_session
from tests.screens.table.headless import HeadlessMatch, picture_text


@pytest.mark.parametrize("pace", ["5", PACE_KEY])
def test_invisible_bot_moves_take_no_time(pace: str) -> None:
    session, dice = new_session("era", players=4, bots=3), Dice(b"anna")
    while (
        mine := next((one for one in session.match.pending() if not one.seat), None)
    ) is not None:
        session.choose(session.ask(0), mine.decision.sample(session.match.state, dice))
    table = HeadlessMatch(session, Preferences(pace=pace, cards="off"))
    before, steps = table.now, 0
    while (pending := session.waiting_bot()) and pending.decision.secrecy == TILL_REVEALED:
        if session.match.state.round:
            break
        assert table.fire_next_timer()
        steps += 1
    assert steps > 6
    assert table.now - before < 0.3 + steps * 0.01


def test_visible_bot_moves_are_delayed() -> None:
    table = HeadlessMatch(
        new_session(players=3, bots=2, seed="4"), Preferences(pace="5", cards="off")
    )
    while table.session.waiting_bot() is None:
        table.press("enter")
    before = table.now
    assert table.fire_next_timer()
    assert table.now - before >= 0.5


def waiting(game: str = "catan", pace: str = "5") -> HeadlessMatch:
    """Open a table at which the player has ended a turn and waits for two bots."""
    session, dice = new_session(game, players=3, bots=2, picks=30, seed="4"), Dice(b"anna")
    while session.waiting_bot() is None:
        mine = session.match.pending()[0]
        session.choose(session.ask(0), mine.decision.sample(session.match.state, dice))
    return HeadlessMatch(session, Preferences(pace=pace, cards="off"))


@pytest.mark.parametrize("game", ["catan", "knights", "deus"])
def test_one_pause_per_bot_turn(game: str) -> None:
    table = waiting(game)
    pauses, several = 0, 0
    before: tuple[int, int] | None = None
    for _ in range(60):
        pending = table.session.waiting_bot()
        if pending is None or table.match.over or table.state.partial_pick is not None:
            break
        turn = (pending.seat, table.match.state.turn)
        start = table.now
        assert table.fire_next_timer()
        paused = table.now - start > 0.4
        assert paused == (turn != before)
        several += turn == before
        pauses += paused
        before = turn
    assert pauses
    assert several or game == "deus"


def test_space_skips_pauses_until_a_person_is_asked() -> None:
    table = waiting(pace="15")
    start = table.now
    table.press("space", after=0)
    while table.state.partial_pick is None and not table.match.over:
        assert BOT_TIMER in table.timers
        table.fire_next_timer()
    assert table.now - start < 1
    assert not table.state.skips_pauses


@pytest.mark.parametrize("key", ["1", "enter", "b"])
def test_premature_key_is_visibly_refused(key: str) -> None:
    table = waiting()
    length = table.session.match_view.length
    table.press(key, after=0)
    assert table.session.match_view.length == length
    assert "is still choosing" in table.state.message
    assert table.state.message in " ".join(picture_text(table).split())


def test_command_works_while_a_bot_chooses() -> None:
    table = waiting()
    table.press("s", after=0)
    assert table.state.zone == "sheet"
    assert not table.state.message


def test_thinking_bot_is_shown_with_spinner_and_seconds() -> None:
    table = waiting(pace=PACE_KEY)
    pending = table.session.waiting_bot()
    assert pending is not None
    began = BotThinking(pending, table.session.match_view.length, started_at=table.now)
    table.state, timer = start_timer(evolve(table.state, thinking=began), THINKING_TIMER, 0.5)
    table.carry_out(timer)
    shown = []
    for _ in range(8):
        table.fire_next_timer()
        shown.append(
            next(line for line in picture_text(table).splitlines() if line.startswith("▌"))
        )
    assert "thinking" not in shown[0]
    assert any("is thinking" in line and " 3 s" in line for line in shown)
    assert len({line.split("thinking")[1][1] for line in shown[1:]}) == 4
