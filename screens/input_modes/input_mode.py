"""Base class of the ways of choosing the next part of a pick (input modes).

An `InputMode` has *stops*, between which the cursor moves: choices of a list, counters, things to
mark. Each stop is shown at a place of the table or of the panel below it. Keys, clicks and the
wheel go to the input mode, which returns a `Response`; the screen knows no more of it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from enum import Enum, auto
from typing import ClassVar, Generic, Protocol, TypeVar

from attrs import define, field, frozen

from engine.core.event import Value
from engine.core.state import State
from engine.core.step import Decision, Place
from engine.errors import Refusal
from engine.i18n.language import Tongue
from engine.i18n.text import Text, words
from engine.match.decision_request import DecisionRequest
from engine.match.preview import Preview
from screens.paint.canvas import Canvas
from screens.paint.theme import Theme

S = TypeVar("S", bound=State)
S_co = TypeVar("S_co", bound=State, covariant=True)

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
"""Columns and rows that an arrow goes."""

SCROLLS = ("enter", "space")
"""The keys that take at the table and scroll where one reads."""

Parts = tuple[Value, ...]


class Response(Enum):
    """Result of a key or a click: nothing, another stop is pointed at, something else is chosen so
    far, the next part is chosen by another chooser, or what is chosen is to be taken."""

    NOTHING = auto()
    POINTED = auto()
    CHANGED = auto()
    LED_ON = auto()
    TAKEN = auto()


Reply = Response | Refusal
"""What a key or a click did, or why it did nothing."""


@frozen
class Choice:
    """One thing that can be chosen next: a whole pick or one more part of it.

    `chosen` are all the parts then. A shortcut is a place on the table that stands for several
    parts at once; it is not `listed`. If it stands for several beginnings of picks, those are
    `among`, and one of them must be chosen still.
    """

    value: Value
    chosen: Parts
    label: Text
    place: Place | None
    key: str
    listed: bool = True
    among: tuple[Parts, ...] = ()


class InputContext(Protocol):
    """For whom a chooser paints: in which language, with which colours, signs and keys."""

    @property
    def tongue(self) -> Tongue:
        """The language."""

    @property
    def theme(self) -> Theme:
        """The colours and signs."""

    @property
    def own_keys(self) -> Mapping[str, str]:
        """The keys in the place of usual ones, by the names of those."""

    def say(self, text: Text) -> str:
        """A message in that language."""


class PartsSoFar(Protocol[S]):
    """A pick that is begun: what a chooser must know of it to go on with the next part."""

    chosen: Parts

    @property
    def asked(self) -> DecisionRequest[S]:
        """The pending decision."""

    @property
    def seat(self) -> int:
        """The deciding seat."""

    @property
    def decision(self) -> Decision[S, Value]:
        """The decision that is asked."""

    @property
    def pick(self) -> Value | None:
        """The whole pick as it stands, or None when parts are still open or cannot be taken."""

    def foresight(self) -> Preview[S] | None:
        """Preview the pick as it stands; None while parts are open or not legal."""

    def key_of(self, number: int, value: Value) -> str:
        """The key of a choice by what it is; "" to give it one by its place in the list."""


@define
class InputMode(ABC, Generic[S_co]):
    """A way in which the next part of a pick, or several of them at once, is chosen.

    `shows_on_table` says that what is chosen so far is painted over the table (`repaint`),
    `needs_table` that nothing can be chosen while another page is shown.
    """

    shows_on_table: ClassVar[bool] = False
    needs_table: ClassVar[bool] = False

    choosing: PartsSoFar[S_co] = field(eq=False)
    pointed: int = 0

    @property
    def view(self) -> S_co:
        """The state as the choosing seat sees it."""
        return self.choosing.asked.view

    @property
    def seat(self) -> int:
        """The choosing seat."""
        return self.choosing.seat

    @abstractmethod
    def stops(self) -> Sequence[Sequence[Place]]:
        """The stops of the pointer, each with the places at which it may be shown: the first of
        those that are on the screen counts."""

    @abstractmethod
    def parts(self) -> Parts | None:
        """The next parts as they stand; None if they cannot be told."""

    @abstractmethod
    def paint(self, reader: InputContext, width: int, most: int) -> Canvas:
        """The rows in the panel, at most so many."""

    @property
    def follows_pointer(self) -> bool:
        """Whether what is painted over the table changes with the choice under the pointer."""
        return False

    @property
    def reads_letters(self) -> bool:
        """Whether the next letter is part of what is being typed, and moves nothing."""
        return False

    def refusal(self) -> Refusal | None:
        """Why the parts as they stand cannot be taken; None if they can."""
        return None

    def chosen_so_far(self) -> Sequence[Text]:
        """Text about the parts chosen so far, shown before the preview."""
        return ()

    def lost(self) -> Sequence[Text]:
        """Avoidable losses of what is chosen so far."""
        return ()

    @property
    def confirms(self) -> bool:
        """Whether what is chosen may be asked once more before it counts."""
        return True

    def closed(self) -> Collection[Place]:
        """The places that cannot be chosen any more with what is chosen so far."""
        return ()

    def marked(self) -> Collection[Place]:
        """The places on the table that are chosen so far."""
        return ()

    def labels(self) -> Mapping[Place, str]:
        """The keys of places on the table, which stand there."""
        return {}

    def keys(self) -> Sequence[tuple[str, Text]]:
        """The keys that do something here, for the line at the bottom."""
        return [("Enter", words("choose"))]

    def line_keys(self) -> Sequence[tuple[str, Text]]:
        """Those of the keys that the line at the bottom shows: all that the panel does not."""
        return self.keys()

    def index_at(self, place: Place) -> int | None:
        """Which stop may be shown at a place."""
        return next((n for n, places in enumerate(self.stops()) if place in places), None)

    def point(self, index: int) -> None:
        """Move the pointer to a stop, round the ends."""
        self.pointed = index % max(1, len(self.stops()))

    def press(self, key: str, character: str | None) -> Reply:
        """A key, by its name and by the character it types."""
        return Response.NOTHING

    def pick(self, index: int) -> Reply:
        """A stop was clicked, or chosen with Enter."""
        self.point(index)
        return Response.TAKEN

    def touch(self, place: Place, *, picked: bool) -> Reply:
        """The pointer came to a place that is no stop, or clicked it."""
        return Response.NOTHING

    def wheel(self, lines: int) -> Reply:
        """The wheel was turned by so many lines, downwards if more than none."""
        return Response.NOTHING

    def turn(self) -> Reply:
        """The other button of the mouse was pressed."""
        return Response.NOTHING

    def refuse(self, place: Place) -> Refusal | None:
        """Why a place that is no stop cannot be chosen, where the rules say."""
        return self.choosing.asked.refuse_place(self.choosing.chosen, place)

    def refused(self, reason: Text, chosen: Parts) -> Refusal:
        """A refusal by the main rule that the parts chosen so far come under."""
        asked = self.choosing.asked
        rules = asked.decision.part_rules(asked.view, chosen)
        return Refusal(rules[0] if rules else "", reason)

    def suggest(self, parts: Parts) -> None:
        """Go to what is suggested for the next parts, as far as that goes; nothing counts yet."""

    def back(self) -> bool:
        """Undo the last bit of what is chosen so far; False if there is none."""
        return False

    def take_over(self, earlier: InputMode[State]) -> None:
        """Go on from what was chosen so far when the same was asked before."""
