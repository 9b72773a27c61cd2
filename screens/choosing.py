"""Choosing a pick, part by part, before anything is carried out.

Knows nothing of keys or of the terminal: a screen moves the pointer, takes a choice or steps back,
and reads from here what can be chosen, what it is called and what it would do.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import Any

from attrs import define, field, frozen

from engine.asked import Asked
from engine.errors import Refusal
from engine.match import Foresight
from engine.step import Place
from engine.text import Text

KEYS = "1234567890abcdefgijkmnopvwxyz"
"""The keys that choices have, in their order; other letters are commands of the screen."""


class Response(Enum):
    """What a key or a touch of the board did to a choosing that takes them itself."""

    NOTHING = auto()
    POINTED = auto()
    TAKEN = auto()


@frozen
class Choice:
    """One thing that can be chosen next: a whole pick or one more part of it."""

    value: Any
    chosen: tuple[Any, ...]
    label: Text
    place: Place | None
    key: str


@define
class Choosing:
    """What a seat is asked, the parts chosen so far, and where the pointer is."""

    asked: Asked
    chosen: tuple[Any, ...] = ()
    pointed: int = 0
    _choices: list[Choice] | None = field(default=None, init=False)
    _foreseen: dict[Any, Foresight] = field(factory=dict, init=False)

    @property
    def on_board(self) -> bool:
        """Whether the next part is chosen by moving something about the board, not from a list.

        Then keys go to `press` and the pointer to `touch`, and there are no choices to list.
        """
        return False

    def press(self, key: str) -> Response:
        """A key while something is moved about the board."""
        return Response.NOTHING

    def touch(self, place: Place, *, picked: bool) -> Response:
        """The pointer came to a place, or picked it, while something is moved about the board."""
        return Response.NOTHING

    def board_keys(self) -> Sequence[tuple[str, Text]]:
        """The keys that move something about the board, and what they do."""
        return ()

    def refusal(self) -> Refusal | None:
        """Why what is on the board cannot be taken as it is; None if it can."""
        return None

    @property
    def seat(self) -> int:
        """Who is asked."""
        return self.asked.seat

    @property
    def decision(self) -> Any:
        """The decision that is asked."""
        return self.asked.decision

    @property
    def question(self) -> Text:
        """What is asked."""
        return self.asked.question

    def choices(self) -> list[Choice]:
        """What can be chosen next, in the order of the rules."""
        if self._choices is None:
            self._choices = self._list_choices()
        return self._choices

    def _list_choices(self) -> list[Choice]:
        asked = self.asked
        found = []
        for number, value in enumerate(self._values()):
            chosen = (*self.chosen, value)
            key = self.key_of(number, value)
            found.append(Choice(value, chosen, asked.label(chosen), asked.target(chosen), key))
        return found

    def key_of(self, number: int, value: Any) -> str:
        """The key of a choice, by its place among the choices or by what it is; "" for none."""
        return KEYS[number] if number < len(KEYS) else ""

    def _values(self) -> Sequence[Any]:
        """What the next part may be."""
        return self.asked.part_options(self.chosen)

    def _whole(self, chosen: tuple[Any, ...]) -> Any | None:
        """The pick that these parts are, or None if parts are missing."""
        decision = self.decision
        if decision.parts == 1:
            return chosen[0]
        if len(chosen) < decision.parts and self.asked.part_options(chosen):
            return None
        return chosen

    @property
    def choice(self) -> Choice:
        """The choice under the pointer."""
        return self.choices()[self.pointed]

    def point(self, index: int) -> None:
        """Move the pointer to a choice, round the ends."""
        self.pointed = index % len(self.choices())

    def index_at(self, place: Place) -> int | None:
        """Which choice stands for a place on the table."""
        for index, choice in enumerate(self.choices()):
            if choice.place == place:
                return index
        return None

    def index_of_key(self, key: str) -> int | None:
        """Which choice has a key."""
        for index, choice in enumerate(self.choices()):
            if choice.key and choice.key == key:
                return index
        return None

    def refuse(self, place: Place) -> Refusal | None:
        """Why a place that stands for no choice cannot be chosen, where the rules say."""
        return self.asked.refuse_place(self.chosen, place)

    def take(self) -> Any | None:
        """Take the choice under the pointer: the whole pick, or None when parts are still open."""
        pick = self.pick
        if pick is None:
            self.chosen, self.pointed, self._choices = self.choice.chosen, 0, None
        return pick

    def back(self) -> bool:
        """Step back a part; False when no part was chosen."""
        if not self.chosen:
            return False
        last = self.chosen[-1]
        self.chosen, self._choices = self.chosen[:-1], None
        self.pointed = next((k for k, c in enumerate(self.choices()) if c.value == last), 0)
        return True

    def take_over(self, earlier: Choosing) -> None:
        """Choose again, as far as it can still be chosen, what had been chosen earlier when the
        same was asked."""
        for part in earlier.chosen:
            values = [choice.value for choice in self.choices()]
            if part not in values:
                return
            self.point(values.index(part))
            self.take()
        self.pointed = min(earlier.pointed, len(self.choices()) - 1)

    @property
    def pick(self) -> Any | None:
        """The whole pick that the pointer stands for, or None when parts are still open."""
        return self._whole(self.choice.chosen)

    def foresight(self) -> Foresight | None:
        """What the pick under the pointer would do; None when parts are still open."""
        pick = self.pick
        if pick is None:
            return None
        if pick not in self._foreseen:
            self._foreseen[pick] = self.asked.foresee(pick)
        return self._foreseen[pick]
