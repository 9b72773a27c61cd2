"""Cards that lie over the table until they were read, and the coach."""

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
from screens.table.notice_content import CARD_TIMER, COACH, NoticeContent, show_card
from screens.table.read_only_session import ReadOnlySession, SceneFactory
from screens.table.table_state import SHEET, TableState, open_page
from screens.table_view.notice_card import NOTICE, Notice


class Notices:
    """Takes keys and clicks while a card lies there: what is asked waits meanwhile."""

    def __init__(
        self, reading: ReadOnlySession, scenes: SceneFactory, telling: NoticeContent
    ) -> None:
        self._reading, self._scenes, self._telling = reading, scenes, telling

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Space, Enter, Escape and a click put a card away, keys that choose do nothing; a card
        that waits for nobody goes at any key, which does what it does."""
        match input:
            case Commanded("play.coach"):
                return self._turn_coach(state)
            case TimerFired(timer) if timer == CARD_TIMER:
                return self._put_away(state)
        card = state.card
        if card is None or not state.is_covered or not state.is_drawn:
            return None
        match input:
            case KeyPressed(key) if key in ARROWS and state.looking:
                return None
            case KeyPressed(key, character):
                return self._press(state, card, key, character)
            case Clicked(place) if place[0] != buttons.KEY:
                if place == NOTICE:
                    return self._try(state) if card.waits else self._put_away(state)
                return Update(state) if card.waits else None
            case Wheel() if card.waits and state.choosing is not None:
                return Update(state)
        return None

    def _press(
        self, state: TableState, card: Notice, key: str, character: str | None
    ) -> Update | None:
        if not card.waits:
            return evolve(self._put_away(state), propagate=key not in card.enough)
        if key in ("space", "enter", "escape"):
            return self._try(state)
        if key in ARROWS or (character or "-") in CHOICE_KEYS:
            gate = state.cards.gate.shut(state.now)
            return Update(evolve(state, cards=evolve(state.cards, gate=gate)))
        return None

    def _try(self, state: TableState) -> Update:
        lets, gate = state.cards.gate.lets(state.now)
        state = evolve(state, cards=evolve(state.cards, gate=gate))
        return self._put_away(state) if lets else Update(state)

    def _put_away(self, state: TableState) -> Update:
        """Put the uppermost card away; behind the last card of a game lies the score sheet."""
        state, effects = cancel_timer(state, CARD_TIMER)
        if state.card is None:
            return Update(state, effects)
        state = evolve(state, cards=evolve(state.cards, lying=state.cards.lying[1:]))
        if state.card is not None:
            state, more = show_card(state)
            effects += more
        elif self._reading.sight.over:
            state = open_page(state, SHEET)
        return repaint(state, RepaintScope.ALL, *effects)

    def _turn_coach(self, state: TableState) -> Update:
        """Let the coach speak, or play without, from now on."""
        if not coach(self._reading.sight.header.game, state.wishes.language).topics:
            told = words("This game has no coach yet.")
            return show_message(state, self._scenes.say(state, told))
        cards = evolve(state.cards, coached=not state.cards.coached, advised=frozenset())
        keep = SaveCoachSetting(cards.coached)
        if cards.coached:
            state, effects = self._telling.advise(evolve(state, cards=cards))
            return repaint(state, RepaintScope.ALL, *effects, keep)
        lying = tuple(one for one in cards.lying if one.title != COACH)
        return repaint(evolve(state, cards=evolve(cards, lying=lying)), RepaintScope.ALL, keep)
