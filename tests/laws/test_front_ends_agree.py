"""Line mode and the screen show the same table: after the same moves on a shared keyboard both ask
the same seat the same question, show the same view or a pass screen, and log the same."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.chance import Dice
from engine.games import catalogue
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.line_mode.line_table import LineTable
from screens.line_mode.sentences import sentence_writer_for
from screens.preferences import CARDS_OFF, Preferences
from screens.table.match_commands import Choose
from screens.table.table_state import TableState
from tests.screens.table.headless import Headless

CURTAINED = ("era", "knights")
"""Games with decisions that are taken behind a pass screen within the first moves."""

MOVES = 60
"""Number of moves and commands of each match."""

SEATS = (("Anna", "person"), ("Boris", "person"), ("Clara", "bot:random"))


def new_session(game: str, seed: int) -> Session:
    """Return a new match of two people and a bot on a shared keyboard."""
    return Session.begin(MemoryStore(), game, SEATS, seed=f"faces {seed}")


def at_screen(state: TableState) -> object:
    """Return what a table asks and shows."""
    partial_pick = state.partial_pick
    request = (
        None
        if partial_pick is None
        else (partial_pick.seat, partial_pick.decision, partial_pick.request.openly)
    )
    return request, state.pass_to, state.viewer, state.privacy.shown_seat, state.privacy.at_keyboard


def log(session: Session) -> list[object]:
    """Return what has happened in a match, without times."""
    return [(event.kind, event.seat, event.step, event.value) for event in session.match.log]


def let_bots_move(screen: Headless) -> None:
    """Let all timers of bots fire."""
    while screen.state.partial_pick is None and screen.state.pass_to is None and screen.ring():
        pass


@pytest.mark.parametrize("game", [entry.id for entry in catalogue()])
def test_the_screen_and_line_mode_agree(game: str) -> None:
    random, dice = Random(game), Dice(game.encode())
    on_screen, in_lines = new_session(game, 1), new_session(game, 1)
    curtains = 0
    with Headless(on_screen, Preferences(cards=CARDS_OFF, pace="0")) as screen:
        lines = LineTable(in_lines, sentence_writer_for(in_lines.match.header, "en"))
        lines.begin()
        let_bots_move(screen)
        for _ in range(MOVES):
            assert at_screen(screen.state) == at_screen(lines.flow.state)
            assert log(on_screen) == log(in_lines)
            partial_pick = screen.state.partial_pick
            if on_screen.match.over:
                break
            if partial_pick is None:
                curtains += 1
                screen.press("space")
                lines.handle_line("")
            elif random.random() < 0.2:
                key, typed = random.choice([("u", "undo"), ("U", "turn"), ("r", "redo")])
                screen.press(key)
                lines.handle_line(typed)
            else:
                pick = partial_pick.decision.sample(on_screen.match.state, dice)
                screen.do(Choose(partial_pick.request, pick))
                request = lines.picking.partial_move
                assert request is not None
                lines.carry_out(request.request, pick)
            let_bots_move(screen)
        assert len(on_screen.match.log) > MOVES / 2
        assert curtains or game not in CURTAINED
