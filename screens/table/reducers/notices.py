"""Turn summary and marks of what has happened, until a key is pressed; cards of lessons, and the
coach."""

from __future__ import annotations

from attrs import evolve

from engine.help.coach import coach
from engine.i18n.text import words
from screens.input_modes.input_mode import ARROWS
from screens.keys import CHOICE_KEYS
from screens.paint import buttons
from screens.table.effects import (
    RepaintScope,
    SaveCoachSetting,
    Update,
    cancel_timer,
    repaint,
    show_message,
)
from screens.table.messages import Clicked, Commanded, KeyPressed, TableMessage, TimerFired, Wheel
from screens.table.notice_content import CARD_TIMER, NoticeContent
from screens.table.read_only_session import ReadOnlySession, SceneFactory
from screens.table.table_state import TableState
from screens.table_view.notice_card import NOTICE


class Notices:
    """Takes keys and clicks while a card is shown: what is asked waits meanwhile. The turn
    summary takes none."""

    def __init__(
        self, reading: ReadOnlySession, scenes: SceneFactory, telling: NoticeContent
    ) -> None:
        self._reading, self._scenes, self._telling = reading, scenes, telling

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Hide the turn summary and the marks at any key, which does what it does; turn the pages
        of a card at Space, Enter or a click, put it away after the last one or at Escape, and let
        no other key choose meanwhile."""
        match input:
            case Commanded("play.coach"):
                return self._turn_coach(state)
            case TimerFired(timer) if timer == CARD_TIMER:
                cards = evolve(state.cards, is_unread=False)
                return repaint(evolve(state, cards=cards))
        if not state.is_covered or not state.is_drawn:
            return self._look(state) if isinstance(input, KeyPressed) else None
        match input:
            case KeyPressed(key) if key in ARROWS and state.looking:
                return None
            case KeyPressed(key, character):
                return self._press(state, key, character)
            case Clicked(place) if place[0] != buttons.KEY:
                return self._try(state) if place == NOTICE else Update(state)
            case Wheel() if state.choosing is not None:
                return Update(state)
        return None

    def _look(self, state: TableState) -> Update | None:
        """A key has come: whoever presses it has seen the table, unless it was typed before."""
        count = self._reading.sight.count
        marked = state.past.looked_till < count
        if state.gate.precedes(state.now) or not (state.cards.is_unread or marked):
            return None
        state, effects = cancel_timer(state, CARD_TIMER)
        past = evolve(state.past, looked_till=count)
        state = evolve(state, past=past, cards=evolve(state.cards, is_unread=False))
        return evolve(repaint(state, RepaintScope.ALL, *effects), propagate=True)

    def _press(self, state: TableState, key: str, character: str | None) -> Update | None:
        if key in ("space", "enter", "escape"):
            return self._try(state, whole=key == "escape")
        if key in ARROWS or (character or "-") in CHOICE_KEYS:
            gate = state.cards.gate.shut(state.now)
            return Update(evolve(state, cards=evolve(state.cards, gate=gate)))
        return None

    def _try(self, state: TableState, *, whole: bool = False) -> Update:
        """Turn to the next page of the first card, or put it away after the last one or if the
        `whole` card is meant, unless the key was typed ahead."""
        lets, gate = state.cards.gate.lets(state.now)
        lying, page = state.cards.lying, state.cards.page
        if not lets:
            return Update(evolve(state, cards=evolve(state.cards, gate=gate)))
        if not whole and page < self._telling.last_page(state):
            page += 1
        else:
            lying, page = lying[1:], 0
            gate = gate.shut(state.now) if lying else gate
        cards = evolve(state.cards, lying=lying, page=page, gate=gate)
        return repaint(evolve(state, cards=cards), RepaintScope.ALL)

    def _turn_coach(self, state: TableState) -> Update:
        """Turn the coach on or off."""
        if not coach(self._reading.sight.header.game, state.wishes.language).topics:
            told = words("This game has no coach yet.")
            return show_message(state, self._scenes.say(state, told))
        cards = evolve(state.cards, coached=not state.cards.coached)
        keep = SaveCoachSetting(cards.coached)
        return repaint(evolve(state, cards=cards), RepaintScope.ALL, keep)
