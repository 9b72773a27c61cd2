"""The curtain between two people at one keyboard, and the hand that is covered."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from engine.i18n.text import words
from screens.paint import buttons
from screens.table.effects import Leave, RepaintScope, Update, repaint, show_message
from screens.table.match_commands import Choose
from screens.table.messages import (
    Clicked,
    Commanded,
    Execute,
    Hovered,
    KeyPressed,
    OtherButton,
    Picked,
    Pointed,
    TableMessage,
    TimerFired,
    Wheel,
)
from screens.table.read_only_session import ReadOnlySession, SceneFactory
from screens.table.table_state import TableState, behind_curtain
from screens.table.turn_flow import HAND_TIMER, TurnFlow, cover_hand, let_curtain_fall

ALOUD: Final = "a"
"""The key by which people at one keyboard agree to answer aloud."""


class HotSeatCurtain:
    """Takes everything while a curtain hangs."""

    def __init__(self, reading: ReadOnlySession, scenes: SceneFactory, going: TurnFlow) -> None:
        self._reading, self._scenes, self._going = reading, scenes, going

    def update(self, doing: TableState, input: TableMessage) -> Update | None:
        """Space opens the curtain, `q` leaves, each after a while without any key; so does a click
        on the name. `a` answers aloud in its place, where that can be agreed. `h` shows one's own
        hand behind a curtain."""
        hangs = doing.curtain is not None
        match input:
            case KeyPressed(key) if hangs:
                return None if key == "ctrl+l" else self._press(doing, key)
            case Clicked(place) if hangs and place[0] == buttons.ALOUD:
                return self._press(doing, ALOUD)
            case Clicked(place) if hangs:
                lets, doing = _lets(doing) if place[0] == buttons.CURTAIN else (False, doing)
                return self._open(doing) if lets else Update(doing)
            case Hovered() | Pointed() | Picked() | Wheel() | OtherButton() if hangs:
                return Update(doing)
            case Commanded("play.hand"):
                return self._hand(doing)
            case TimerFired(timer) if timer == HAND_TIMER:
                return self._hide(doing)
        return None

    def _press(self, doing: TableState, key: str) -> Update:
        """Keys that were typed ahead do nothing."""
        spoken = aloud(doing, self._reading) if key == ALOUD else None
        if key not in ("space", "q") and spoken is None:
            gate = doing.cover.gate.shut(doing.now)
            return Update(evolve(doing, cover=evolve(doing.cover, gate=gate)))
        lets, doing = _lets(doing)
        if not lets:
            return Update(doing)
        if spoken is not None:
            return Update(doing, follow_up=(Execute(spoken),))
        return self._open(doing) if key == "space" else Update(doing, (Leave(),))

    def _open(self, doing: TableState) -> Update:
        assert doing.curtain is not None
        cover = doing.cover.unveil(self._reading.sight, doing.curtain)
        doing = evolve(doing, message=doing.news, news="", cover=cover)
        doing, effects = self._going.on(doing)
        return Update(evolve(doing, fresh=doing.fresh.shut(doing.now)), effects)

    def _hand(self, doing: TableState) -> Update:
        choosing, sight, cover = doing.choosing, self._reading.sight, doing.cover
        if choosing is None or not cover.covers(sight):
            told = words("No hands are hidden now.")
            return show_message(doing, self._scenes.say(doing, told))
        if cover.shows_own(sight, choosing.decision):
            told = words("Your hand is already shown: you need it here.")
            return show_message(doing, self._scenes.say(doing, told))
        if choosing.seat in (cover.hand_of, cover.unveiled):
            return self._hide(doing)
        doing = evolve(doing, cover=evolve(cover, hand_of=choosing.seat))
        return repaint(behind_curtain(let_curtain_fall(doing, choosing.seat)), RepaintScope.ALL)

    def _hide(self, doing: TableState) -> Update:
        """Put the hand away and ask the same before everyone; what was chosen stays, unless it may
        be the way of a hint."""
        chosen = doing.choosing if doing.hinting is None else None
        doing, effects = cover_hand(doing)
        doing = evolve(behind_curtain(doing), choosing=chosen, viewer=None)
        doing, more = self._going.on(doing, stays=True)
        return Update(doing, (*effects, *more))


def aloud(doing: TableState, reading: ReadOnlySession) -> Choose | None:
    """To answer aloud what the curtain hangs for, now and from then on; None where that cannot be
    agreed, or is already."""
    for owed in reading.sight.pending():
        if owed.seat == doing.curtain and owed.decision.speaks is not None:
            return Choose(reading.ask(owed.seat), owed.decision.speaks)
    return None


def _lets(doing: TableState) -> tuple[bool, TableState]:
    lets, gate = doing.cover.gate.lets(doing.now)
    return lets, evolve(doing, cover=evolve(doing.cover, gate=gate))
