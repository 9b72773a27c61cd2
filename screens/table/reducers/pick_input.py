"""Choosing a pick part by part, with confirmation where it is needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Final

from attrs import evolve

from engine.core.event import Value
from engine.core.state import State
from engine.core.step import Place
from engine.errors import Refusal
from engine.i18n.text import words
from screens.input_modes.choice_finder import opening_letter
from screens.input_modes.choice_list import ChoiceList
from screens.input_modes.input_mode import ARROW_KEYS, END_KEYS, SCROLL_KEYS, Reply, Response
from screens.input_modes.partial_pick import PartialPick
from screens.paint import buttons
from screens.paint.canvas import Spot
from screens.preferences import CONFIRM_ALWAYS, CONFIRM_NEVER
from screens.table.effects import Do, Repaint, RepaintScope, Update, repaint, show_refusal
from screens.table.match_commands import Choose
from screens.table.messages import (
    Clicked,
    Commanded,
    KeyPressed,
    Picked,
    Pointed,
    RightButtonPressed,
    TableMessage,
    WheelTurned,
)
from screens.table.reducers.table_reducer import TableReducer
from screens.table.table_state import (
    AHEAD_GATE,
    CONFIRM_GATE,
    FULL_TEXT_PAGE,
    LOG_PAGE,
    TABLE_PAGE,
    LastChoice,
    TableState,
    UnderMouse,
    open_page,
)
from screens.table_view.panels import CONFIRMATION_PLACE
from screens.table_view.preview_text import losses

REPEAT_INTERVAL: Final = 0.8
"""Seconds after a choice was made by its own key during which Enter or the same key is refused
once. Players who did not see that the cursor was already on the choice press one of these keys to
confirm what they have already chosen."""

HOVER_SECONDS: Final = 0.3
"""Seconds for which the mouse pointer must rest on a choice before a single click makes it."""


class PickInput(TableReducer):
    """Reducer that passes keys, clicks and the wheel to the input mode."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Handle the command to go back and, while there is a decision, keys and the mouse. The
        input mode works on a copy of the partial pick."""
        match input:
            case Commanded("play.back") if state.zone == TABLE_PAGE:
                return self._back(state)
        partial_pick = state.partial_pick
        if partial_pick is None:
            return None
        match input:
            case KeyPressed() as pressed if not state.inspecting:
                return self._key(state, partial_pick, pressed)
            case WheelTurned(lines) if _at_table(state):
                return self._apply_to_fork(
                    state, partial_pick, lambda fork: fork.input_mode.wheel(lines)
                )
            case RightButtonPressed() if _at_table(state):
                return self._apply_to_fork(state, partial_pick, lambda fork: fork.input_mode.turn())
            case Pointed(place) if isinstance(place, tuple) and not state.inspecting:
                return self._pointed(state, partial_pick, place)
            case Picked(place, by_mouse):
                return self._pick(state, partial_pick, place, by_mouse=by_mouse)
            case Clicked(place):
                return self._clicked(state, partial_pick, place)
        return None

    # ------------------------------------------------------------------ keys

    def _key(
        self, state: TableState, partial_pick: PartialPick[State], pressed: KeyPressed
    ) -> Update | None:
        """Press a key in the input mode, and show or make the choice that results. Return None if
        the key does not choose on the current page."""
        key = pressed.key
        if not state.is_drawn or state.zone == LOG_PAGE:
            return None
        if state.zone == FULL_TEXT_PAGE and pressed.is_choice_key:
            return self._from_full_text(state, partial_pick, pressed)
        needs_table = (
            key in (*ARROW_KEYS, *SCROLL_KEYS, *END_KEYS) or partial_pick.input_mode.needs_table
        )
        if state.zone != TABLE_PAGE and needs_table:
            return None
        fork = partial_pick.forked()
        reply = _press(fork, pressed)
        if reply is Response.NOTHING and _repeats_choice_key(state, key):
            return Update(state)
        refused, state = _pass_gate(state, pressed, reply)
        refused = refused or self._explain_key(state, partial_pick, pressed, reply)
        if refused is not None:
            return refused
        if fork.input_mode != partial_pick.input_mode and not isinstance(reply, Refusal):
            state = evolve(state, partial_pick=fork)
        state = _record_key(state, partial_pick, key, reply)
        if reply is Response.NOTHING:
            return Update(state, propagate=True)
        return self._apply_reply(state, fork, reply)

    def _from_full_text(
        self, state: TableState, partial_pick: PartialPick[State], pressed: KeyPressed
    ) -> Update | None:
        """Close the page of the full text, and handle a choice key as at the table."""
        outcome = self._key(open_page(state, TABLE_PAGE), partial_pick, pressed)
        if outcome is None:
            return None
        return evolve(outcome, effects=(*outcome.effects, Repaint(RepaintScope.ALL)))

    def _explain_key(
        self, state: TableState, partial_pick: PartialPick[State], pressed: KeyPressed, reply: Reply
    ) -> Update | None:
        """Show why a key chooses nothing. Return None if the key chooses something, if it is not a
        key for choices, or if `_apply_reply` shows the reason. The letter of the command already
        chosen has no effect."""
        character = pressed.character
        if not character:
            return None
        if isinstance(reply, Refusal):
            return self._refuse_key(state, partial_pick, character)
        chooses = reply is Response.NOTHING and pressed.is_choice_key
        if not chooses or character in self.scenes.own_keys(state).values():
            return None
        if character == opening_letter(partial_pick):
            return Update(state)
        whole = f"0{character}"
        if any(choice.key == whole for choice in partial_pick.choices()):
            reason = words("The keys have two digits here: {key}.", key=whole)
        else:
            reason = words("The key {key} does nothing here.", key=character)
        return self._refuse_key(state, partial_pick, character) or self.refuse(state, reason)

    def _refuse_key(
        self, state: TableState, partial_pick: PartialPick[State], character: str
    ) -> Update | None:
        """Show why the place of the key `character` cannot be chosen. Return None if the key has no
        place, or if there is no reason."""
        place = partial_pick.place_of_key(character)
        return None if place is None else self._refuse(state, partial_pick, place)

    # ------------------------------------------------------------------ the mouse

    def _apply_to_fork(
        self,
        state: TableState,
        partial_pick: PartialPick[State],
        act: Callable[[PartialPick[State]], Reply],
    ) -> Update | None:
        fork = partial_pick.forked()
        return self._apply_reply(evolve(state, partial_pick=fork), fork, act(fork))

    def _touch(
        self, state: TableState, partial_pick: PartialPick[State], place: Place, *, picked: bool
    ) -> Update | None:
        """Tell the input mode where the mouse pointer is, or which place is clicked if `picked`.
        Return None if that has no effect."""
        if state.inspecting or not state.is_drawn or state.zone == LOG_PAGE:
            return None
        return self._apply_to_fork(
            state, partial_pick, lambda fork: fork.input_mode.touch(place, picked=picked)
        )

    def _pointed(
        self, state: TableState, partial_pick: PartialPick[State], place: Place
    ) -> Update | None:
        index = partial_pick.input_mode.index_at(place)
        if index is not None:
            return self._point(state, partial_pick, index)
        update = self._touch(state, partial_pick, place, picked=False)
        if update is not None:
            return update
        if state.confirming:
            return Update(state)
        shut = place[0] == buttons.SHUT
        return (self._refuse(state, partial_pick, place) or Update(state)) if shut else None

    def _point(self, state: TableState, partial_pick: PartialPick[State], index: int) -> Update:
        if index == partial_pick.input_mode.pointed and not state.confirming and not state.message:
            return Update(state)
        fork = partial_pick.forked()
        fork.input_mode.point(index)
        gate = state.gate.opened(state.now)
        state = evolve(state, confirming=False, message="", gate=gate)
        return repaint(evolve(state, partial_pick=fork), RepaintScope.POINTED)

    def _clicked(
        self, state: TableState, partial_pick: PartialPick[State], place: Place
    ) -> Update | None:
        if place == CONFIRMATION_PLACE:
            is_about_early_key = state.gate.has_refused and not state.confirming
            return Update(state) if is_about_early_key else self._make_pick(state, partial_pick)
        if place[0] != buttons.KEY and state.gate.fresh:
            admitted, state = _admit_click(state)
            if not admitted:
                return Update(state)
        update = self._touch(state, partial_pick, place, picked=True)
        if update is not None:
            return update
        if partial_pick.input_mode.index_at(place) is not None:
            return self._pick(state, partial_pick, place)
        refused = self._refuse(evolve(state, confirming=False), partial_pick, place)
        if refused is not None or not state.confirming:
            return refused or Update(state, propagate=True)
        return evolve(repaint(evolve(state, confirming=False)), propagate=True)

    def _pick(
        self,
        state: TableState,
        partial_pick: PartialPick[State],
        place: Spot,
        *,
        by_mouse: bool = False,
    ) -> Update | None:
        index = partial_pick.input_mode.index_at(place) if isinstance(place, tuple) else None
        if index is None:
            return None
        if state.gate.fresh:
            admitted, state = _admit_click(state)
            if not admitted:
                return Update(state)
        if isinstance(place, tuple) and place[0] == buttons.MORE:
            return self._point(state, partial_pick, index)
        fork = partial_pick.forked()
        if by_mouse and _point_and_check_unseen(state, fork, index, place):
            state = evolve(state, mouse=UnderMouse(place, -inf))
            return self._point(state, partial_pick, index)
        confirming = state.confirming and index == partial_pick.input_mode.pointed
        reply = fork.input_mode.pick(index)
        return self._apply_reply(
            evolve(state, partial_pick=fork, confirming=confirming), fork, reply
        )

    def _refuse(
        self, state: TableState, partial_pick: PartialPick[State], place: Place
    ) -> Update | None:
        """Show why a place cannot be chosen. Return None if there is no reason."""
        refusal = partial_pick.input_mode.refuse(place)
        if refusal is None:
            return None
        description = self.renderer.describe_place(state, place)
        why = self.scenes.translate(state, refusal.reason)
        if description is not None:
            text = self.scenes.translate(state, description)
            why = text if why in text else f"{why} {text}"
        return show_refusal(state, why)

    # ------------------------------------------------------------------ the result

    def _apply_reply(
        self, state: TableState, partial_pick: PartialPick[State], reply: Reply
    ) -> Update | None:
        """Show the effect of a key or click, make the pick, or show why the input is refused,
        depending on `reply`. Return None if there was no effect."""
        if isinstance(reply, Refusal):
            return self.refuse(state, reply.reason)
        if reply is Response.CHOSEN:
            return self._make_pick(state, partial_pick)
        if reply is Response.NOTHING:
            return None
        gate = state.gate.opened(state.now)
        state = evolve(state, confirming=False, message="", gate=gate)
        if state.zone == FULL_TEXT_PAGE or reply is Response.MODE_CHANGED:
            return repaint(state, RepaintScope.ALL)
        return repaint(
            state, RepaintScope.POINTED if reply is Response.POINTED else RepaintScope.DECISION
        )

    def _make_pick(self, state: TableState, partial_pick: PartialPick[State]) -> Update:
        """Choose the parts under the cursor. If this completes the pick, make it, after a
        confirmation if one is needed; otherwise ask for the next part. If the choice is illegal,
        show why."""
        refusal = partial_pick.refusal()
        if refusal is not None:
            return self.refuse(state, refusal.reason)
        if partial_pick.pick is not None and not state.confirming:
            losses = self._losses(state, partial_pick)
            if needs_confirmation(state.preferences.confirm, partial_pick, losses):
                gate = CONFIRM_GATE.shut(state.now)
                state = evolve(
                    state, confirming=True, confirmations_asked=state.confirmations_asked + 1
                )
                return repaint(evolve(state, message="", gate=gate))
        fork = partial_pick.forked()
        pick = fork.finish()
        if pick is None:
            state = evolve(state, gate=AHEAD_GATE.shut(state.now))
            return repaint(
                evolve(state, partial_pick=fork, message="", mouse=UnderMouse()), RepaintScope.ALL
            )
        state = evolve(state, last_choice=_record_choice(state.last_choice, partial_pick, pick))
        return Update(state, (Do(Choose(partial_pick.request, pick)),))

    def _back(self, state: TableState) -> Update | None:
        refused = state.gate.has_refused
        state = evolve(state, gate=state.gate.without_refusal())
        if not state.confirming and state.partial_pick is not None:
            fork = state.partial_pick.forked()
            if fork.back():
                return repaint(evolve(state, partial_pick=fork, message=""), RepaintScope.ALL)
        if state.confirming or state.message or refused:
            return repaint(evolve(state, confirming=False, message=""))
        if state.partial_pick is None or state.inspecting:
            return None
        fork = state.partial_pick.forked()
        if not fork.return_to_start():
            return None
        return repaint(evolve(state, partial_pick=fork), RepaintScope.POINTED)

    def _losses(self, state: TableState, partial_pick: PartialPick[State]) -> Sequence[str]:
        scene = self.scenes.of(evolve(state, partial_pick=partial_pick))
        return losses(scene, self.scenes.painter)


def _record_choice(
    last_choice: LastChoice, partial_pick: PartialPick[State], pick: Value
) -> LastChoice:
    """Return `last_choice`, updated with the decision, parts, keys and place of `pick`."""
    seat, decision = partial_pick.seat, partial_pick.decision
    input_mode, places = partial_pick.input_mode, last_choice.places
    turn = partial_pick.request.view.turn
    place = input_mode.choice.place if isinstance(input_mode, ChoiceList) else None
    if place is not None:
        places = {**places, seat: place}
    keys = {**last_choice.keys, (seat, decision.name): (turn, partial_pick.keys_of_this_turn)}
    return LastChoice(seat, decision.name, decision.parts_of(pick), keys, places)


def _at_table(state: TableState) -> bool:
    free = state.is_drawn and not state.inspecting and state.question is None
    return free and state.zone == TABLE_PAGE


def _press(partial_pick: PartialPick[State], pressed: KeyPressed) -> Reply:
    """Press a key in the input mode. Home and End move the cursor to the first and the last choice
    if the input mode has no other use for them."""
    key, input_mode = pressed.key, partial_pick.input_mode
    reply = input_mode.press(key, pressed.character)
    if key in END_KEYS and reply is Response.NOTHING and input_mode.stops():
        input_mode.point(0 if key == "home" else -1)
        return Response.POINTED
    return reply


def _pass_gate(
    state: TableState, pressed: KeyPressed, reply: Reply
) -> tuple[Update | None, TableState]:
    """Return the update for a refused key (None if the key is admitted), and the new state. Only
    keys that may make a pick go through the gate; if the question is fresh, so do all other keys
    except arrow keys. Keys for which `_repeats_choice_key` is true are always refused."""
    key, repeats = pressed.key, _repeats_choice_key(state, pressed.key)
    chooses = reply is Response.CHOSEN or key == "enter" or repeats
    if not chooses and (key in ARROW_KEYS or not state.gate.fresh):
        return None, state
    consumes = chooses or key in SCROLL_KEYS or pressed.is_choice_key
    typed = key if consumes else ""
    if repeats:
        admitted, gate = False, state.gate.record_refusal(state.now, typed)
    else:
        admitted, gate = state.gate.admit(state.now, typed)
    state = evolve(state, gate=gate)
    if admitted:
        return None, state
    return evolve(repaint(state, RepaintScope.POINTED), propagate=not consumes), state


def _admit_click(state: TableState) -> tuple[bool, TableState]:
    """Return whether the gate lets a click pass, and the new state."""
    admitted, gate = state.gate.admit(state.now)
    return admitted, evolve(state, gate=gate)


def _repeats_choice_key(state: TableState, key: str) -> bool:
    """Return whether `key` may be meant for the previous choice: that choice was made by its own
    key less than `REPEAT_INTERVAL` ago, `key` is Enter or the same key again, no confirmation is
    pending, and the gate is closed but has refused nothing yet."""
    gate, soon = state.gate, state.now - state.chosen_by_key_at < REPEAT_INTERVAL
    follows = key in ("enter", state.chosen_key) and not state.confirming and soon
    return follows and gate.since is not None and gate.refused_at is None


def _record_key(
    state: TableState, partial_pick: PartialPick[State], key: str, reply: Reply
) -> TableState:
    """Record whether a key pointed at a choice, or chose one directly. Enter clears the time of the
    last direct choice."""
    if key == "enter":
        return evolve(state, chosen_by_key_at=-inf)
    if reply is Response.POINTED:
        return evolve(state, gate=evolve(state.gate, pointed=True))
    chooses = reply is Response.CHOSEN and isinstance(partial_pick.input_mode, ChoiceList)
    if chooses and not state.gate.pointed:
        return evolve(state, chosen_by_key_at=state.now, chosen_key=key)
    return state


def _point_and_check_unseen(
    state: TableState, partial_pick: PartialPick[State], index: int, place: Spot
) -> bool:
    """Return whether a click on `place` would make a complete pick that has not been shown under
    the mouse pointer for `HOVER_SECONDS`. To find out, the cursor of `partial_pick` may move to
    `index`."""
    if buttons.is_button(place) or not isinstance(partial_pick.input_mode, ChoiceList):
        return False
    shown = state.mouse.place == place and state.now - state.mouse.since >= HOVER_SECONDS
    if shown:
        return False
    partial_pick.input_mode.point(index)
    return partial_pick.pick is not None


def needs_confirmation(setting: str, partial_pick: PartialPick[State], lost: Sequence[str]) -> bool:
    """Return whether `setting`, a value of `Preferences.confirm`, requires a confirmation of the
    pick: always, never or, by default, if the pick has avoidable losses (`lost`) and is not the
    only possible one. Some input modes never need a confirmation."""
    if not partial_pick.input_mode.confirms:
        return False
    if setting in (CONFIRM_ALWAYS, CONFIRM_NEVER):
        return setting == CONFIRM_ALWAYS
    return bool(lost) and not partial_pick.request.is_plain
