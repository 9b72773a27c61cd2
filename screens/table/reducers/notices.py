"""Reducer for notices: turn summaries and change marks, which the next key clears, cards of lessons
and the coach."""

from __future__ import annotations

from attrs import evolve

from engine.help.guide import coach
from engine.i18n.text import words
from screens.input_modes.input_mode import ARROW_KEYS
from screens.key_map import key_of
from screens.paint import buttons
from screens.table.effects import (
    RepaintScope,
    SaveCoachSetting,
    Update,
    cancel_timer,
    repaint,
)
from screens.table.messages import (
    Clicked,
    Commanded,
    KeyPressed,
    TableMessage,
    TimerFired,
    WheelTurned,
)
from screens.table.notice_content import CARD_TIMER
from screens.table.reducers.table_reducer import TableReducer
from screens.table.table_state import FULL_TEXT_PAGE, TableState
from screens.table_view.notice_card import NOTICE_PLACE


class Notices(TableReducer):
    """Reducer of turn summaries, of cards and of the coach. A card blocks all choices until it is
    closed; a turn summary blocks nothing."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Turn the coach on or off at the command `play.coach`. Hide the turn summary and the marks
        when a key is pressed (see `_mark_seen` for exceptions); the key then has its usual effect.
        Hide the summary also when its time is up. Turn the pages of a card at Space, Enter or a
        click on the card, and close it after the last one or at Escape. While a card is shown, no
        other key chooses."""
        match input:
            case Commanded("play.coach"):
                return self._toggle_coach(state)
            case TimerFired(timer) if timer == CARD_TIMER:
                notices = evolve(state.notices, is_unread=False)
                return repaint(evolve(state, notices=notices))
        if not state.is_covered or not state.is_drawn:
            return self._mark_seen(state, input.key) if isinstance(input, KeyPressed) else None
        match input:
            case KeyPressed(key) if key in ARROW_KEYS and state.inspecting:
                return None
            case KeyPressed() as pressed:
                return self._press(state, pressed)
            case Clicked(place) if place[0] != buttons.KEY:
                return self._turn_page(state) if place == NOTICE_PLACE else Update(state)
            case WheelTurned() if state.partial_pick is not None:
                return Update(state)
        return None

    def _mark_seen(self, state: TableState, key: str) -> Update | None:
        """Record that the player has seen the table. Return None if this is already recorded, if
        `key` came too early to choose, if it opens the full text, or while the full text is
        shown."""
        count = self.session.match_view.count
        marked = state.past.unmarked_count < count
        unread = state.notices.is_unread or state.notices.is_coach_unread
        if not (unread or marked):
            return None
        gate = state.gate
        if gate.precedes(state.now) if key in ARROW_KEYS else gate.is_early(state.now, key):
            return None
        if state.zone == FULL_TEXT_PAGE or key == key_of("play.whole", state.preferences.keys):
            return None
        state, effects = cancel_timer(state, CARD_TIMER)
        past = evolve(state.past, unmarked_count=count)
        notices = evolve(state.notices, is_unread=False, is_coach_unread=False)
        state = evolve(state, past=past, notices=notices)
        return evolve(repaint(state, RepaintScope.ALL, *effects), propagate=True)

    def _press(self, state: TableState, pressed: KeyPressed) -> Update | None:
        key = pressed.key
        if key in ("space", "enter", "escape"):
            return self._turn_page(state, whole=key == "escape")
        if key in ARROW_KEYS or pressed.is_choice_key:
            gate = state.notices.gate.shut(state.now)
            return Update(evolve(state, notices=evolve(state.notices, gate=gate)))
        return None

    def _turn_page(self, state: TableState, *, whole: bool = False) -> Update:
        """Turn to the next page of the first card. Close it after its last page, or at once if
        `whole`. Do neither if the gate refuses the key or click."""
        admitted, gate = state.notices.gate.admit(state.now)
        queue, page = state.notices.queue, state.notices.page
        if not admitted:
            return Update(evolve(state, notices=evolve(state.notices, gate=gate)))
        if not whole and page < self.notices.last_page(state):
            page += 1
        else:
            queue, page = queue[1:], 0
            gate = gate.shut(state.now) if queue else gate
        notices = evolve(state.notices, queue=queue, page=page, gate=gate)
        return repaint(evolve(state, notices=notices), RepaintScope.ALL)

    def _toggle_coach(self, state: TableState) -> Update:
        """Turn the coach on or off, and save this setting. If the coach is now off, say so. Refuse
        if the game has no coach."""
        if not coach(self.session.match_view.header.game, state.preferences.language).topics:
            return self.refuse(state, words("This game has no coach yet."))
        notices = evolve(state.notices, coached=not state.notices.coached, coached_times={})
        notices = evolve(notices, is_coach_unread=notices.coached)
        save = SaveCoachSetting(notices.coached)
        off = "" if notices.coached else self.scenes.translate(state, words("The coach is off."))
        return repaint(evolve(state, notices=notices, message=off), RepaintScope.ALL, save)
