"""Choosing a pick part by part, before it is made.

`PartialPick` holds the decision and the parts chosen so far. Its `input_mode` is the input mode for
the next part: a list, counters, a selection, or one of the game's own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from copy import copy
from itertools import takewhile
from math import inf
from typing import Any, Generic, Self, TypeVar

from attrs import define, field

from engine.core.event import Value
from engine.core.parts import MultisetPart
from engine.core.state import State
from engine.core.step import Decision, Place
from engine.errors import Refusal
from engine.i18n.text import Text
from engine.match.decision_request import DecisionRequest
from engine.match.preview import Preview
from screens.input_modes.choice_list import ChoiceList
from screens.input_modes.input_mode import Choice, InputMode, KeysByParts, Parts
from screens.input_modes.multi_select import MultiSelect
from screens.input_modes.steppers import Steppers

S_co = TypeVar("S_co", bound=State, covariant=True)
T = TypeVar("T")


@define(eq=False)
class Memo:
    """Values computed for a decision, shared by all copies of its partial pick."""

    _values: dict[Hashable, Any] = field(factory=dict)
    _last: dict[str, tuple[object, Any]] = field(factory=dict)

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the result of `make`, called only once per key."""
        if key not in self._values:
            self._values[key] = make()
        made: T = self._values[key]
        return made

    def cached(self, name: str, made_of: object, make: Callable[[], T]) -> T:
        """Return the result stored under `name`. If there is none, or it was computed from a value
        other than `made_of`, call `make` and store its result first."""
        known = self._last.get(name)
        if known is None or known[0] != made_of:
            known = self._last[name] = made_of, make()
        made: T = known[1]
        return made


@define
class PartialPick(Generic[S_co]):
    """A pending decision, the parts chosen so far, and the input mode for the next part.

    `near` is the place of the seat's latest choice. `hinted` are the parts of the pick that a hint
    recommends. As long as the chosen parts agree with them, the next hinted part is suggested.
    `keys_of_this_turn` are the keys of values and places, by the parts chosen before them; they
    stay the same during a turn. In the seat's next turn, places that are selectable again have the
    same keys as in `keys_of_last_turn`."""

    request: DecisionRequest[S_co]
    chosen: Parts = ()
    near: Place | None = field(default=None, eq=False)
    hinted: Parts = field(default=(), init=False, eq=False)
    keys_of_this_turn: KeysByParts = field(factory=dict, eq=False, repr=False)
    keys_of_last_turn: KeysByParts = field(factory=dict, eq=False, repr=False)
    _input_mode: InputMode[S_co] | None = field(default=None, init=False)
    previews: dict[Value, Preview[S_co]] = field(factory=dict, init=False)
    memo: Memo = field(factory=Memo, init=False, eq=False, repr=False)

    @property
    def follows_hint(self) -> bool:
        """Whether everything chosen so far agrees with the hint, and the hint has more parts."""
        done = len(self.chosen)
        return len(self.hinted) > done and self.hinted[:done] == self.chosen

    @property
    def input_mode(self) -> InputMode[S_co]:
        """The input mode for the next part."""
        if self._input_mode is None:
            self._input_mode = self.make_input_mode()
            if isinstance(self._input_mode, ChoiceList) and not self._input_mode.pointed:
                self._input_mode.pointed = self.start(self._input_mode.choices())
            if self.follows_hint:
                self._input_mode.suggest(self.hinted[len(self.chosen) :])
        return self._input_mode

    def start(self, choices: Sequence[Choice]) -> int:
        """Return the index at which the cursor starts in the list `choices`: the index of the place
        that the game recommends, or else of the place nearest to the seat's latest choice, or else
        0. It is also 0 if the first choice has no place or is a player, because having chosen a
        player is no reason to choose the same player again."""
        places = {choice.place: n for n, choice in enumerate(choices) if choice.place is not None}
        if not choices or choices[0].place is None or choices[0].place[0] == "player":
            return 0
        start = self.recommended_place(list(places))
        if start is None and self.near is not None:
            distances = {place: self.distance(self.near, place) for place in places}
            start = min(places, key=lambda place: distances[place])
        return 0 if start is None else places[start]

    def recommended_place(self, places: Sequence[Place]) -> Place | None:
        """Return the best of `places` by a rule of thumb; None if the game has no such rule."""
        return None

    def distance(self, one: Place, other: Place) -> float:
        """Return the distance between two places: the sum of the differences between the numbers in
        their names, plus 1 for each other element that differs. Places of different kinds or of
        different lengths are infinitely far apart."""
        if one[0] != other[0] or len(one) != len(other):
            return inf
        pairs = zip(one[1:], other[1:], strict=True)
        return sum(
            abs(a - b) if isinstance(a, int) and isinstance(b, int) else float(a != b)
            for a, b in pairs
        )

    def make_input_mode(self) -> InputMode[S_co]:
        """Create the input mode for the next part. Games may have their own."""
        part = self.request.composed_part(self.chosen)
        if isinstance(part, MultisetPart):
            return Steppers(self)
        return ChoiceList(self) if part is None else MultiSelect.begin(self, part)

    def forked(self) -> Self:
        """Return an independent copy. Sharing computed values is safe, because input modes replace
        containers rather than change them."""
        other, input_mode = copy(self), copy(self.input_mode)
        input_mode.partial_pick, other._input_mode = other, input_mode  # noqa: SLF001
        return other

    def key_of(self, number: int, value: Value) -> str:
        """Return the key that the choice `value` has because of its meaning, or an empty string if
        its `number` in the list, counted from 0, determines the key."""
        return ""

    def note_keys(self, keys: Mapping[Hashable, str]) -> None:
        """Remember the keys of the values and places of the next part."""
        part_keys = {**self.keys_of_this_turn.get(self.chosen, {}), **keys}
        self.keys_of_this_turn = {**self.keys_of_this_turn, self.chosen: part_keys}

    def gives_key(self, place: Place) -> bool:
        """Return whether `place`, the place of a shortcut (see `Choice`), gets a key."""
        return True

    def place_of_key(self, key: str) -> Place | None:
        """Return the place on the table that `key` stands for, whether the place can be chosen or
        not; None if the key does not stand for a place."""
        return None

    @property
    def seat(self) -> int:
        """The deciding seat."""
        return self.request.seat

    @property
    def decision(self) -> Decision[S_co, Value]:
        """The pending decision."""
        return self.request.decision

    @property
    def question(self) -> Text | None:
        """The question for the next part; None if there is none after the chosen parts."""
        return self.decision.part_question(self.request.view, self.chosen)

    @property
    def is_begun(self) -> bool:
        """Whether a part has been chosen, or the player is being asked which of several beginnings
        of picks is meant."""
        return bool(self.chosen) or (
            isinstance(self.input_mode, ChoiceList) and bool(self.input_mode.among)
        )

    # ------------------------------------------------------------------ the pick

    @property
    def pick(self) -> Value | None:
        """The complete pick, or None if parts are missing or illegal."""
        parts = self.input_mode.parts()
        if parts is None or self.input_mode.refusal() is not None:
            return None
        chosen = (*self.chosen, *parts)
        return self.memo.once(("whole", chosen), lambda: self.request.whole(chosen))

    def refusal(self) -> Refusal | None:
        """Return the reason why the pick cannot be made; None if it can, or if later parts are
        still missing. An answer that players give openly is not checked against the rules, because
        a refusal would reveal the hand."""
        refusal = self.input_mode.refusal()
        if (
            refusal is not None
            or isinstance(self.input_mode, ChoiceList)
            or self.decision.answered_openly
        ):
            return refusal
        pick = self.pick
        return None if pick is None else self.request.refuse(pick)

    def preview(self) -> Preview[S_co] | None:
        """Return the preview of the pick; None if parts are missing or illegal, or if players give
        the answer openly."""
        pick = self.pick
        if pick is None or self.decision.answered_openly or self.refusal() is not None:
            return None
        if pick not in self.previews:
            self.previews[pick] = self.request.preview(pick)
        return self.previews[pick]

    def finish(self) -> Value | None:
        """Choose the parts selected in the input mode or, if a shortcut for several beginnings of
        picks is selected, list these. As long as the next part then has a single choice, which is
        followed by more parts, choose it automatically. Return the complete pick, or None if parts
        are missing."""
        pick = self._choose_parts()
        while pick is None and self._has_single_choice():
            pick = self._choose_parts()
        return pick

    def _choose_parts(self) -> Value | None:
        pick = self.pick
        if pick is not None:
            return pick
        parts = self.input_mode.parts()
        if parts is not None:
            self.go_to((*self.chosen, *parts))
        elif isinstance(self.input_mode, ChoiceList):
            self.input_mode.narrow(self.input_mode.choice.among)
        return None

    def _has_single_choice(self) -> bool:
        """Return whether a part has been chosen, and the input mode is a list whose only choice is
        followed by more parts."""
        return bool(self.chosen) and len(self.choices()) == 1 and self.pick is None

    def go_to(self, chosen: Parts) -> None:
        """Continue after the parts `chosen`, with the input mode for the next one."""
        self.chosen, self._input_mode = chosen, None

    def follow(self, hinted: Parts) -> None:
        """Suggest the parts `hinted`, which a hint recommends. Undo the chosen parts from the first
        one that differs from the hint."""
        pairs = zip(self.chosen, hinted, strict=False)
        common = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
        self.hinted = hinted
        self.go_to(self.chosen[:common])

    def fill_in(self, pick: Value) -> None:
        """Choose the parts of `pick` as far as the input modes allow, without making the pick."""
        self.follow(self.decision.parts_of(pick))
        while self.pick is None and self.follows_hint:
            before = self.chosen
            self._choose_parts()
            if self.chosen == before:
                return

    def back(self) -> bool:
        """Undo the last step of the choice, together with the parts that were chosen automatically.
        Return False if there is nothing to undo."""
        went = self._step_back()
        while went and self._has_single_choice():
            went = self._step_back()
        return went

    def _step_back(self) -> bool:
        if self.input_mode.back():
            return True
        if not self.chosen:
            return False
        last = self.chosen[-1]
        self.go_to(self.chosen[:-1])
        if isinstance(self.input_mode, ChoiceList):
            values = [choice.value for choice in self.choices()]
            self.input_mode.pointed = values.index(last) if last in values else 0
        return True

    def return_to_start(self) -> bool:
        """Move the cursor of a list back to where it started. Return False if it is already there,
        or if the next part is not chosen from a list."""
        if not isinstance(self.input_mode, ChoiceList):
            return False
        before = self.input_mode.pointed
        self.go_to(self.chosen)
        return self.input_mode.pointed != before

    def restore_from(self, earlier: PartialPick[State]) -> None:
        """Restore the choice from an earlier partial pick of the same decision, as far as it is
        still possible."""
        if earlier.chosen[: len(self.chosen)] != self.chosen:
            return
        for part in earlier.chosen[len(self.chosen) :]:
            if self.request.refuse_part(self.chosen, part) is not None:
                return
            self.go_to((*self.chosen, part))
        if type(earlier.input_mode) is type(self.input_mode):
            self.input_mode.restore_from(earlier.input_mode)

    # ------------------------------------------------------------------ a list

    def choices(self) -> list[Choice]:
        """Return the choices for the next part; empty if it is not chosen from a list."""
        return self.input_mode.choices() if isinstance(self.input_mode, ChoiceList) else []

    @property
    def choice(self) -> Choice:
        """The choice under the cursor. Only available if the next part is chosen from a list."""
        assert isinstance(self.input_mode, ChoiceList), "there is no list"
        return self.input_mode.choice
