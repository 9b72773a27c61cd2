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

    def update(self, doing: TableState, input: TableMessage) -> Update | None:
        """Space, Enter, Escape and a click put a card away, keys that choose do nothing; a card
        that waits for nobody goes at any key, which does what it does."""
        match input:
            case Commanded("play.coach"):
                return self._turn_coach(doing)
            case TimerFired(timer) if timer == CARD_TIMER:
                return self._put_away(doing)
        card = doing.card
        if card is None or not doing.is_covered or not doing.is_drawn:
            return None
        match input:
            case KeyPressed(key) if key in ARROWS and doing.looking:
                return None
            case KeyPressed(key, character):
                return self._press(doing, card, key, character)
            case Clicked(place) if place[0] != buttons.KEY:
                if place == NOTICE:
                    return self._try(doing) if card.waits else self._put_away(doing)
                return Update(doing) if card.waits else None
            case Wheel() if card.waits and doing.choosing is not None:
                return Update(doing)
        return None

    def _press(
        self, doing: TableState, card: Notice, key: str, character: str | None
    ) -> Update | None:
        if not card.waits:
            return evolve(self._put_away(doing), propagate=key not in card.enough)
        if key in ("space", "enter", "escape"):
            return self._try(doing)
        if key in ARROWS or (character or "-") in CHOICE_KEYS:
            gate = doing.cards.gate.shut(doing.now)
            return Update(evolve(doing, cards=evolve(doing.cards, gate=gate)))
        return None

    def _try(self, doing: TableState) -> Update:
        lets, gate = doing.cards.gate.lets(doing.now)
        doing = evolve(doing, cards=evolve(doing.cards, gate=gate))
        return self._put_away(doing) if lets else Update(doing)

    def _put_away(self, doing: TableState) -> Update:
        """Put the uppermost card away; behind the last card of a game lies the score sheet."""
        doing, effects = cancel_timer(doing, CARD_TIMER)
        if doing.card is None:
            return Update(doing, effects)
        doing = evolve(doing, cards=evolve(doing.cards, lying=doing.cards.lying[1:]))
        if doing.card is not None:
            doing, more = show_card(doing)
            effects += more
        elif self._reading.sight.over:
            doing = open_page(doing, SHEET)
        return repaint(doing, RepaintScope.ALL, *effects)

    def _turn_coach(self, doing: TableState) -> Update:
        """Let the coach speak, or play without, from now on."""
        if not coach(self._reading.sight.header.game, doing.wishes.language).topics:
            told = words("This game has no coach yet.")
            return show_message(doing, self._scenes.say(doing, told))
        cards = evolve(doing.cards, coached=not doing.cards.coached, advised=frozenset())
        keep = SaveCoachSetting(cards.coached)
        if cards.coached:
            doing, effects = self._telling.advise(evolve(doing, cards=cards))
            return repaint(doing, RepaintScope.ALL, *effects, keep)
        lying = tuple(one for one in cards.lying if one.title != COACH)
        return repaint(evolve(doing, cards=evolve(cards, lying=lying)), RepaintScope.ALL, keep)
