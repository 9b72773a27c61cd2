"""Hints: a quick one at once, a better one as it is thought of (anytime search), and the way of
choosing led to it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from attrs import evolve

from engine.core.event import Value
from engine.core.state import State
from engine.i18n.text import Text, words
from engine.search.commentary import pick_told
from engine.search.root_search import Estimate
from screens.input_modes.partial_pick import PartialPick
from screens.table.effects import StartHint, Update, show_message
from screens.table.hint_text import hint_told, no_hint, quick, with_chance
from screens.table.messages import (
    Clicked,
    Commanded,
    HintReady,
    KeyPressed,
    Picked,
    SuggestMove,
    TableMessage,
)
from screens.table.read_only_session import ReadOnlySession, SceneFactory
from screens.table.table_state import HintState, TableState

HAND_FIRST: Final = words(
    "A hint depends on your hand. Only you see the screen now: press the hint key again."
)
"""Message once the hand has been shown for a hint."""


class Hints:
    """Tells what would be good, and leads there; once a key has come since, it only tells. What a
    hint says depends on the hand, so a question before everyone has none: the hand comes first."""

    def __init__(self, reading: ReadOnlySession, scenes: SceneFactory) -> None:
        self._reading, self._scenes = reading, scenes

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """The command, what is thought of it, and whether somebody goes another way meanwhile."""
        match input:
            case Commanded("play.hint"):
                return self._hint(state)
            case HintReady():
                return self._take_in(state, input)
            case SuggestMove(pick):
                return self._suggest(state, pick)
            case KeyPressed() | Clicked() | Picked() if state.hinting is not None:
                touched = evolve(state.hinting, touched=True)
                return Update(evolve(state, hinting=touched), propagate=True)
        return None

    def _hint(self, state: TableState) -> Update:
        """Lead to the one-ply pick, part by part, and tell the reasons for it; to the better one,
        once that is known."""
        choosing = state.choosing
        if choosing is None:
            told = self._tell(state, words("There is nothing to decide right now."))
            others = evolve(state.others, told_last=told.state.message)
            return evolve(told, state=evolve(told.state, others=others))
        why_not = no_hint(self._reading.sight, choosing.decision)
        if why_not is not None:
            return self._tell(state, why_not)
        if state.must_read:
            return self._tell(state, words("Read the message first; Space closes it."))
        if choosing.asked.needs_privacy:
            news = self._scenes.say(state, HAND_FIRST)
            return Update(evolve(state, news=news), follow_up=(Commanded("play.hand"),))
        known = state.hinting
        if known is not None and known.asked is choosing.asked and known.worth:
            return self._lead(state, choosing, known.worth)
        pick = self._reading.hint(choosing.asked.seat)
        hinting = HintState(choosing.asked, pick)
        led = self._lead(evolve(state, hinting=hinting), choosing, quick(pick))
        if not self._reading.thinks_of_hints:
            return led
        return evolve(led, effects=(*led.effects, StartHint(choosing.asked)))

    def _take_in(self, state: TableState, found: HintReady) -> Update:
        """A better hint: go there, unless somebody has gone another way; then tell of it."""
        choosing, hinting = state.choosing, state.hinting
        if choosing is None or hinting is None or found.asked is not choosing.asked:
            return Update(state)
        if found.trouble is not None:
            said = self._scenes.say(state, found.trouble)
            whole = f"{state.advice} {said}"
            return (
                Update(state)
                if hinting.touched
                else show_message(evolve(state, advice=whole), whole)
            )
        before = hinting.pick
        hinting = evolve(hinting, worth=found.worth)
        state = evolve(state, hinting=hinting)
        if not hinting.touched:
            return self._lead(state, choosing, found.worth)
        best = found.worth[0]
        if best.pick == before or found.more:
            return Update(state)
        what = self._told(choosing, best)
        return self._tell(
            state, words("Better: {what}. Press the hint key to go there.", what=what)
        )

    def _suggest(self, state: TableState, pick: Value) -> Update:
        """Point at a pick from elsewhere, if it is legal."""
        choosing = state.choosing
        if choosing is None or choosing.asked.refuse(pick) is not None:
            return Update(state)
        fork, decision = choosing.forked(), choosing.decision
        fork.follow(decision.parts_of(pick))
        best = pick_told(decision, choosing.asked.view, pick)
        state = evolve(state, choosing=fork, confirming=False)
        said = self._scenes.say(state, words("This was better: {best}.", best=best))
        return show_message(state, f"{state.message} {said}".strip())

    def _lead(
        self, state: TableState, choosing: PartialPick[State], worth: Sequence[Estimate]
    ) -> Update:
        """Go the way of a pick, and say what speaks for it and for those next to it."""
        fork, asked = choosing.forked(), choosing.asked
        pick = worth[0].pick
        fork.follow(asked.decision.parts_of(pick))
        assert state.hinting is not None
        hinting = evolve(state.hinting, pick=pick, touched=False)
        state = evolve(state, choosing=fork, confirming=False, gate=state.gate.opened(state.now))
        state = evolve(state, hinting=hinting)
        said = self._scenes.say(state, self._hint_told(state, choosing, worth))
        return show_message(evolve(state, advice=said), said)

    def _hint_told(
        self, state: TableState, choosing: PartialPick[State], worth: Sequence[Estimate]
    ) -> Text:
        def why(pick: Value) -> Text | None:
            return self._why(state, choosing, pick)

        return hint_told(worth, partial(self._told, choosing), why)

    def _told(self, choosing: PartialPick[State], one: Estimate) -> Text:
        what = pick_told(choosing.asked.decision, choosing.asked.view, one.pick)
        return with_chance(what, one, self._reading.sight)

    def _why(self, state: TableState, choosing: PartialPick[State], pick: Value) -> Text | None:
        foresight = choosing.asked.foresee(pick, policy=self._reading.sight.game.follow)
        return self._scenes.painter.why(self._scenes.of(state), foresight)

    def _tell(self, state: TableState, text: Text) -> Update:
        return show_message(state, self._scenes.say(state, text))
