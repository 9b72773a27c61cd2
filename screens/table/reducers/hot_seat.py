"""Reducer of the pass screen between two people who share a keyboard, and of showing and hiding
hands."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from engine.i18n.text import words
from screens.key_map import key_of
from screens.paint import buttons
from screens.table.effects import Do, Leave, RepaintScope, Update, repaint
from screens.table.match_commands import Choose
from screens.table.messages import (
    Clicked,
    Commanded,
    Hovered,
    KeyPressed,
    Picked,
    Pointed,
    RightButtonPressed,
    TableMessage,
    TimerFired,
    WheelTurned,
)
from screens.table.read_only_session import ReadOnlySession
from screens.table.reducers.table_reducer import TableReducer
from screens.table.table_state import FRESH_GATE, TableState, behind_pass_screen
from screens.table.turn_flow import HAND_TIMER, hide_hand, show_pass_screen

OPEN_ANSWER_KEY: Final = "a"
"""Key on the pass screen with which the next player agrees to answer openly."""


class PassScreen(TableReducer):
    """Reducer of keys and the mouse while a pass screen is shown, and of the command that shows or
    hides a hand."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """On the pass screen, let Space or a click on the name show the table, the key of
        `play.leave` leave the table, and `OPEN_ANSWER_KEY` or a click on its line agree to answer
        openly, if possible. While the private result of another seat is shown, Space or a click
        only hides this result. Ignore all other keys except Ctrl+L, and all other mouse input. At
        the table, show or hide the player's hand on command, and hide it when `HAND_TIMER`
        fires."""
        is_shown = state.pass_to is not None
        match input:
            case KeyPressed(key) if is_shown:
                return None if key == "ctrl+l" else self._press(state, key)
            case Clicked(place) if is_shown and place[0] == buttons.ANSWER_OPENLY:
                return self._press(state, OPEN_ANSWER_KEY)
            case Clicked(place) if is_shown and place[0] == buttons.PASS_SCREEN:
                admitted, state = _admit(state)
                return self._continue(state) if admitted else Update(state)
            case (
                Clicked() | Hovered() | Pointed() | Picked() | WheelTurned() | RightButtonPressed()
            ) if is_shown:
                return Update(state)
            case Commanded("play.hand"):
                return self._toggle_hand(state)
            case TimerFired(timer) if timer == HAND_TIMER:
                return self._hide(state)
        return None

    def _press(self, state: TableState, key: str) -> Update:
        """Show the table (or hide a private result), leave the table, or agree to answer openly,
        depending on `key`. Ignore these keys if they were typed ahead. A key with no meaning here
        closes the gate again."""
        agreement = agree_to_open_answers(state, self.session) if key == OPEN_ANSWER_KEY else None
        if key not in ("space", key_of("play.leave", state.preferences.keys)) and agreement is None:
            gate = state.privacy.gate.shut(state.now)
            return Update(evolve(state, privacy=evolve(state.privacy, gate=gate)))
        admitted, state = _admit(state)
        if not admitted:
            return Update(state)
        if agreement is not None:
            return Update(state, (Do(agreement),))
        return self._continue(state) if key == "space" else Update(state, (Leave(),))

    def _continue(self, state: TableState) -> Update:
        """Hide the private result of another seat if it is shown, or else show the table."""
        if state.private_result is None:
            return self._open(state)
        privacy = evolve(state.privacy, gate=state.privacy.gate.shut(state.now))
        return repaint(evolve(state, private_result=None, privacy=privacy), RepaintScope.ALL)

    def _open(self, state: TableState) -> Update:
        assert state.pass_to is not None
        privacy = state.privacy.show_secrets(self.session.match_view, state.pass_to)
        state = evolve(
            state,
            message=state.pass_screen_message or state.announced,
            pass_screen_message="",
            privacy=privacy,
        )
        state, effects = self.turn_flow.advance(state)
        return Update(evolve(state, gate=FRESH_GATE.shut(state.now)), effects)

    def _toggle_hand(self, state: TableState) -> Update:
        partial_pick, match_view, privacy = (
            state.partial_pick,
            self.session.match_view,
            state.privacy,
        )
        if partial_pick is None or not privacy.hides_hands(match_view):
            return self.refuse(state, words("No hands are hidden right now."))
        if privacy.shows_own_secrets(match_view, partial_pick.decision):
            return self.refuse(state, words("Your hand is already shown because you need it here."))
        if partial_pick.seat in (privacy.shown_hand, privacy.shown_seat):
            return self._hide(state)
        state = evolve(state, privacy=evolve(privacy, shown_hand=partial_pick.seat))
        return repaint(
            behind_pass_screen(show_pass_screen(state, partial_pick.seat)), RepaintScope.ALL
        )

    def _hide(self, state: TableState) -> Update:
        """Hide the hand, and ask for the same decision in the public view. Parts chosen so far are
        kept unless a hint may have chosen them."""
        chosen = state.partial_pick if state.hint_state is None else None
        state, effects = hide_hand(state)
        state = evolve(behind_pass_screen(state), partial_pick=chosen, viewer=None)
        state, more = self.turn_flow.advance(state, keeps_parts=True)
        return Update(state, (*effects, *more))


def agree_to_open_answers(state: TableState, session: ReadOnlySession) -> Choose | None:
    """Return the command with which the seat whose pass screen is shown agrees to answer openly, in
    the public view; None if that is impossible or already agreed, or while the private result of
    another seat is shown."""
    if state.private_result is not None:
        return None
    for pending in session.match_view.pending():
        if pending.seat == state.pass_to and pending.decision.pick_for_open_answers is not None:
            return Choose(session.ask(pending.seat), pending.decision.pick_for_open_answers)
    return None


def _admit(state: TableState) -> tuple[bool, TableState]:
    admitted, gate = state.privacy.gate.admit(state.now)
    return admitted, evolve(state, privacy=evolve(state.privacy, gate=gate))
