"""Hints. The first hint moves the cursor and sets marks; better hints from the search are only
shown."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from attrs import evolve

from engine.core.event import Value
from engine.core.state import State
from engine.i18n.text import words
from engine.search.review import pick_text
from engine.search.root_search import Estimate
from screens.input_modes.choice_list import ChoiceList
from screens.input_modes.input_mode import ARROW_KEYS, END_KEYS
from screens.input_modes.partial_pick import PartialPick
from screens.key_map import key_name_of, key_of
from screens.table.effects import RepaintScope, StartHint, Update, repaint, show_message
from screens.table.hint_text import HintWriter, quick_estimates, why_no_hint
from screens.table.messages import (
    Clicked,
    Commanded,
    HintReady,
    KeyPressed,
    Picked,
    SuggestMove,
    TableMessage,
)
from screens.table.notice_content import drop_cards
from screens.table.reducers.table_reducer import TableReducer
from screens.table.state_parts import HintState
from screens.table.table_state import TABLE_PAGE, TableState

HAND_FIRST: Final = words(
    "A hint depends on your hand. Only you can see the screen now. Press the hint key again."
)
"""Message shown when the hand has been revealed because a hint depends on it."""

MARK_KEEPING_COMMANDS: Final = (
    *("play.hint", "play.whole", "play.look", "play.help", "play.guide", "play.card"),
    *("play.sheet", "play.log", "play.next", "play.previous", "play.page_up", "play.page_down"),
)
"""Commands that do not remove the marks of a hint, because the hint is shown again after other
pages."""

READING_KEYS: Final = frozenset({*ARROW_KEYS, *END_KEYS, "escape", "space"})
"""Keys that do not remove the marks of a hint on other pages and during inspection, where they only
scroll, move the cursor or lead back."""


class Hints(TableReducer):
    """Reducer of hints. Their marks vanish at a click on a choice, or at the first key that neither
    confirms them nor only shows another page. Later results do not move the cursor. If a hint
    depends on a hidden hand, the hand must be shown first."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Handle the command for a hint, later results, suggestions of the app, and keys and clicks
        that end the hint."""
        match input:
            case Commanded("play.hint"):
                return self._hint(state)
            case HintReady():
                return self._show_hint(state, input)
            case SuggestMove(pick):
                return self._suggest(state, pick)
            case KeyPressed("enter"):
                return None
            case KeyPressed(character=str(key)) if _confirms(state, key):
                return None
            case KeyPressed(key) if any(
                key == key_of(command, state.preferences.keys) for command in MARK_KEEPING_COMMANDS
            ):
                return None
            case KeyPressed(key) if key in READING_KEYS and (
                state.zone != TABLE_PAGE or state.inspecting
            ):
                return None
            case KeyPressed("escape") if state.hint_state is not None:
                return self._go_back(state, state.hint_state) or self._react(
                    state, state.hint_state, marks=True
                )
            case KeyPressed() | Picked(by_mouse=True) | Clicked() if state.hint_state is not None:
                return self._react(state, state.hint_state, marks=not isinstance(input, Clicked))
        return None

    def _go_back(self, state: TableState, hint_state: HintState) -> Update | None:
        """Restore the parts that the player had chosen before the hint. Return None if the hint is
        about another question or has not undone any parts, if the player has already reacted to the
        hint or chosen other parts, or while a pick is waiting for its confirmation."""
        partial_pick, before = state.partial_pick, hint_state.before
        if (
            hint_state.has_reacted
            or partial_pick is None
            or partial_pick.request is not hint_state.request
        ):
            return None
        if before is None or partial_pick.chosen == before.chosen or state.confirming:
            return None
        if before.chosen[: len(partial_pick.chosen)] != partial_pick.chosen:
            return None
        hint_state = evolve(hint_state, has_reacted=True)
        state = evolve(
            state, hint_state=hint_state, partial_pick=before.forked(), message="", hint_text=""
        )
        return repaint(state, RepaintScope.ALL)

    def _react(self, state: TableState, hint_state: HintState, *, marks: bool) -> Update | None:
        """Record that the player has reacted to the hint and, if `marks`, remove its marks. A list
        stays as the hint has opened it, with its cursor, so that the keys of its choices do not
        change. Return None if the player has already reacted, or if the hint is about another
        question."""
        partial_pick = state.partial_pick
        if (
            hint_state.has_reacted
            or partial_pick is None
            or partial_pick.request is not hint_state.request
        ):
            return None
        state = evolve(state, hint_state=evolve(hint_state, has_reacted=True))
        before = hint_state.before
        if not marks or before is None or not _has_marks(partial_pick, before):
            return Update(state, propagate=True)
        state = evolve(
            state, partial_pick=_without_marks(partial_pick, before), message="", hint_text=""
        )
        return evolve(repaint(state, RepaintScope.ALL), propagate=True)

    def _hint(self, state: TableState) -> Update:
        """Show a pick with its reason, and move the cursor to it, or refuse if there is no hint.
        The pick is the best one of the playouts so far, or else the immediate hint of the session.
        With the immediate hint, start a search for a better one, except in lessons. If the text of
        a task is shown, close it first. If the hint depends on a hidden hand, show the hand
        instead."""
        partial_pick = state.partial_pick
        if partial_pick is None:
            refused = self.refuse(state, words("There is nothing to decide right now."))
            remote_players = evolve(state.remote_players, expiring_message=refused.state.message)
            return evolve(refused, state=evolve(refused.state, remote_players=remote_players))
        if state.card is not None:
            closed = repaint(drop_cards(state), RepaintScope.ALL)
            return evolve(closed, follow_up=(Commanded("play.hint"),))
        why_not = why_no_hint(self.session.match_view, partial_pick.decision)
        if why_not is not None:
            return self.refuse(state, why_not)
        if partial_pick.request.needs_privacy:
            news = self.scenes.translate(state, HAND_FIRST)
            return Update(
                evolve(state, pass_screen_message=news), follow_up=(Commanded("play.hand"),)
            )
        current_hint = state.hint_state
        if (
            current_hint is not None
            and current_hint.request is partial_pick.request
            and current_hint.estimates
        ):
            return self._go_to_best(state, partial_pick, current_hint, current_hint.estimates)
        searches = self.session.searches_hints
        estimates = quick_estimates(self.session.hint(partial_pick.request.seat))
        hint_state = HintState(partial_pick.request, estimates[0].pick, is_searching=searches)
        update = self._go_to_best(state, partial_pick, hint_state, estimates)
        return (
            evolve(update, effects=(*update.effects, StartHint(partial_pick.request)))
            if searches
            else update
        )

    def _show_hint(self, state: TableState, hint: HintReady) -> Update:
        """Store the estimates of the search, if they are for the pending decision. When the search
        ends, show the result or the reason why it has failed, if the hint is still shown, without
        moving the cursor."""
        partial_pick, hint_state = state.partial_pick, state.hint_state
        if partial_pick is None or hint_state is None or hint.request is not partial_pick.request:
            return Update(state)
        if not hint.estimates:
            trouble = "" if hint.trouble is None else self.scenes.translate(state, hint.trouble)
            text = f"{hint_state.text} {trouble}".strip()
            return self._show(
                evolve(state, hint_state=evolve(hint_state, is_searching=False)), text
            )
        hint_state = evolve(hint_state, estimates=hint.estimates, is_searching=hint.continues)
        state = evolve(state, hint_state=hint_state)
        if hint.continues:
            return Update(state)
        writer = self._writer(state, partial_pick)
        if hint.estimates[0].pick == hint_state.pick:
            text = self.scenes.translate(state, writer.hint(hint.estimates))
            return self._show(evolve(state, hint_state=evolve(hint_state, text=text)), text)
        better = words(
            "Better: {what}. Press {key} to go there.",
            what=writer.best_pick_text(hint.estimates),
            key=key_name_of("play.hint", state.preferences.keys),
        )
        text = self.scenes.translate(state, better)
        state = evolve(state, hint_state=evolve(hint_state, better=text))
        return self._show(state, f"{hint_state.text}\n{text}")

    def _show(self, state: TableState, text: str) -> Update:
        """Replace the shown hint with `text`, if the hint is still shown."""
        is_read = bool(state.hint_text) and state.message == state.hint_text
        return show_message(evolve(state, hint_text=text), text) if is_read else repaint(state)

    def _suggest(self, state: TableState, pick: Value) -> Update:
        """Move the cursor to `pick`, if it is legal, and say that it is better than the pick that
        was made in the original game."""
        partial_pick = state.partial_pick
        if partial_pick is None or partial_pick.request.refuse(pick) is not None:
            return Update(state)
        fork, decision = partial_pick.forked(), partial_pick.decision
        fork.follow(decision.parts_of(pick))
        best = pick_text(decision, partial_pick.request.view, pick)
        state = evolve(state, partial_pick=fork, confirming=False)
        text = self.scenes.translate(state, words("This was better: {best}.", best=best))
        return show_message(state, f"{state.message} {text}".strip())

    def _go_to_best(
        self,
        state: TableState,
        partial_pick: PartialPick[State],
        hint_state: HintState,
        estimates: Sequence[Estimate],
    ) -> Update:
        """Move the cursor to the best pick of `estimates`, and show that pick, its reason and the
        alternatives."""
        pick = estimates[0].pick
        text = self.scenes.translate(state, self._writer(state, partial_pick).hint(estimates))
        fork = partial_pick.forked()
        fork.follow(partial_pick.request.decision.parts_of(pick))
        is_new = hint_state.before is None or hint_state.has_reacted
        before = partial_pick.forked() if is_new else hint_state.before
        hint_state = evolve(
            hint_state, pick=pick, has_reacted=False, before=before, text=text, better=""
        )
        state = evolve(
            state, partial_pick=fork, confirming=False, gate=state.gate.opened(state.now)
        )
        if hint_state.is_searching:
            thinking = words("Still thinking ...")
            text = f"{text}\n{self.scenes.translate(state, thinking)}"
        return show_message(evolve(state, hint_state=hint_state, hint_text=text), text)

    def _writer(self, state: TableState, partial_pick: PartialPick[State]) -> HintWriter:
        request, scene = partial_pick.request, self.scenes.of(state)
        name = partial(pick_text, request.decision, request.view)
        return HintWriter(self.session.match_view, self.scenes.painter, scene, request, name)


def _without_marks(
    partial_pick: PartialPick[State], before: PartialPick[State]
) -> PartialPick[State]:
    """Return the partial pick without the marks and counts that a hint has set. `before` is the
    partial pick before the hint."""
    is_list = isinstance(partial_pick.input_mode, ChoiceList)
    if not is_list and partial_pick.chosen == before.chosen:
        return before.forked()
    fork = partial_pick.forked()
    fork.hinted = ()
    if not is_list:
        fork.go_to(fork.chosen)
    return fork


def _confirms(state: TableState, key: str) -> bool:
    """Return whether `key` confirms the marked choices, and so accepts the marks of the hint."""
    return state.partial_pick is not None and state.partial_pick.input_mode.confirm_key == key


def _has_marks(partial_pick: PartialPick[State], before: PartialPick[State]) -> bool:
    """Return whether a hint has chosen parts, marked choices or set counters. `before` is the
    partial pick before the hint."""
    if partial_pick.chosen != before.chosen:
        return True
    return partial_pick.input_mode.parts != before.input_mode.parts or (
        list(partial_pick.input_mode.marked()) != list(before.input_mode.marked())
    )
