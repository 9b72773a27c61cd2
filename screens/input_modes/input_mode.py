"""Base class of input modes, the ways to choose the next part of a pick.

An `InputMode` has *stops*, between which the cursor moves: choices of a list, counters, things to
mark. Each stop is shown at a place of the table or of the panel below the table. Keys, clicks and
the wheel go to the input mode, which returns a `Reply`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Mapping, Sequence
from enum import Enum, auto
from typing import ClassVar, Generic, Protocol, TypeVar

from attrs import define, field, frozen

from engine.core.event import Value
from engine.core.state import State
from engine.core.step import Decision, Place
from engine.errors import Refusal
from engine.i18n.language import Translator
from engine.i18n.text import Text, words
from engine.match.decision_request import DecisionRequest
from engine.match.preview import Preview
from screens.paint.canvas import Canvas
from screens.paint.theme import Theme

S = TypeVar("S", bound=State)
S_co = TypeVar("S_co", bound=State, covariant=True)

ARROW_KEYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
"""Columns and rows by which each arrow key moves the cursor."""

END_KEYS = ("home", "end")
"""Keys that move the cursor to the first and the last stop, unless the input mode uses them."""

SCROLL_KEYS = ("enter", "space")
"""Keys that scroll pages of text. On the page with the table they go to the input mode."""

Parts = tuple[Value, ...]

KeysByParts = Mapping[Parts, Mapping[Hashable, str]]
"""Keys that the values and places of a part have had in a turn, by the parts chosen before this
part (`()` if it is the first)."""


class Response(Enum):
    """Result of a key, a click or the wheel: nothing happened, the cursor moved, the choice so far
    changed, another input mode takes over, or the selected parts are chosen."""

    NOTHING = auto()
    POINTED = auto()
    CHANGED = auto()
    MODE_CHANGED = auto()
    CHOSEN = auto()


Reply = Response | Refusal
"""The result of a key, a click or the wheel, or the reason why the input was refused."""


@frozen
class Choice:
    """An option for the next part. `chosen` are the parts chosen so far, followed by those that the
    option adds. `key` is empty if the option has none.

    An option that is not `listed` is a *shortcut*: a place on the table that stands for several
    parts at once, or for several beginnings of picks. In the second case, these are in `among`, and
    the player must choose one of them.
    """

    value: Value
    chosen: Parts
    label: Text
    place: Place | None
    key: str
    listed: bool = True
    among: tuple[Parts, ...] = ()


class InputContext(Protocol):
    """Context of an input mode: the language, theme and keys of the reader."""

    @property
    def translator(self) -> Translator:
        """Translator to the reader's language."""

    @property
    def theme(self) -> Theme:
        """The reader's palette and glyphs."""

    @property
    def own_keys(self) -> Mapping[str, str]:
        """The user's own keys, by the names of the default keys that they replace."""

    def translate(self, text: Text) -> str:
        """Return `text` in the reader's language."""


class PartsSoFar(Protocol[S]):
    """The attributes and methods of a partial pick that an input mode needs."""

    chosen: Parts
    keys_of_this_turn: KeysByParts
    keys_of_last_turn: KeysByParts

    @property
    def request(self) -> DecisionRequest[S]:
        """The request for the pending decision."""

    @property
    def seat(self) -> int:
        """The deciding seat."""

    @property
    def decision(self) -> Decision[S, Value]:
        """The pending decision."""

    @property
    def pick(self) -> Value | None:
        """The complete pick, or None if parts are missing or illegal."""

    def preview(self) -> Preview[S] | None:
        """Return the preview of the pick; None if parts are missing or illegal, or if players give
        the answer openly."""

    def key_of(self, number: int, value: Value) -> str:
        """Return the key that the choice `value` has because of its meaning, or an empty string if
        its `number` in the list, counted from 0, determines the key."""

    def gives_key(self, place: Place) -> bool:
        """Return whether `place`, the place of a shortcut (see `Choice`), gets a key."""

    def note_keys(self, keys: Mapping[Hashable, str]) -> None:
        """Remember the keys of the values and places of the next part."""


@define
class InputMode(ABC, Generic[S_co]):
    """Input mode for the next part, or for several parts at once.

    `shows_on_table` says that the choice so far is painted on the table, and `needs_table` that the
    mode cannot be used while another page is shown. `confirm_key` is a key that, like Enter,
    confirms the selection. `pointed` is the index of the stop under the cursor."""

    shows_on_table: ClassVar[bool] = False
    needs_table: ClassVar[bool] = False
    confirm_key: ClassVar[str | None] = None

    partial_pick: PartsSoFar[S_co] = field(eq=False)
    pointed: int = 0

    @property
    def view(self) -> S_co:
        """The state as the choosing seat sees it, or as everyone does if the seat is asked
        openly."""
        return self.partial_pick.request.view

    @property
    def seat(self) -> int:
        """The choosing seat."""
        return self.partial_pick.seat

    @abstractmethod
    def stops(self) -> Sequence[Sequence[Place]]:
        """Return the stops of the cursor, each with its possible places. A stop is shown at the
        first of its places that is on the screen."""

    @abstractmethod
    def parts(self) -> Parts | None:
        """Return the next parts as chosen so far; None if they are incomplete."""

    @abstractmethod
    def paint(self, reader: InputContext, width: int, most: int) -> Canvas:
        """Paint the mode's part of the panel, `width` cells wide, in at most `most` rows. A list
        may take one row more."""

    @property
    def follows_pointer(self) -> bool:
        """Whether the table must be painted again when the cursor moves."""
        return False

    @property
    def reads_letters(self) -> bool:
        """Whether the next letter is part of a typed text, and so is not a command."""
        return False

    def refusal(self) -> Refusal | None:
        """Return the reason why the parts cannot be chosen yet; None if they can."""
        return None

    def selection(self) -> Text | None:
        """Return everything that is selected or marked, for the page with the full text; None if
        there is nothing to report."""
        return None

    def chosen_so_far(self) -> Sequence[Text]:
        """Return texts about the current choice, shown before the preview."""
        return ()

    def avoidable_losses(self) -> Sequence[Text]:
        """Return the avoidable losses caused by the current choice."""
        return ()

    @property
    def confirms(self) -> bool:
        """Whether the choice may need a confirmation."""
        return True

    def closed(self) -> Collection[Place]:
        """Return the places that the choice so far excludes."""
        return ()

    def marked(self) -> Collection[Place]:
        """Return the places on the table that have been chosen so far."""
        return ()

    def labels(self) -> Mapping[Place, str]:
        """Return the key that selects each place, for display on the table."""
        return {}

    def faint(self) -> Collection[Place]:
        """Return the places whose keys are dim, because the choice under the cursor does not lead
        to them."""
        return frozenset()

    def keys(self) -> Sequence[tuple[str, Text]]:
        """Return the available keys with their descriptions."""
        return [("Enter", words("choose"))]

    def line_keys(self) -> Sequence[tuple[str, Text]]:
        """Return those of `keys` that the panel does not already show, for the line of keys.
        Include Escape if this key would reset marks or numbers rather than return to the previous
        list."""
        return self.keys()

    def index_at(self, place: Place) -> int | None:
        """Return the index of the stop at a place; None if there is none."""
        return next((n for n, places in enumerate(self.stops()) if place in places), None)

    def point(self, index: int) -> None:
        """Move the cursor to a stop. An index beyond the stops wraps around."""
        self.pointed = index % max(1, len(self.stops()))

    def press(self, key: str, character: str | None) -> Reply:
        """Handle a key, given its name and its character, if any."""
        return Response.NOTHING

    def pick(self, index: int) -> Reply:
        """Handle a click on a stop, or Enter."""
        self.point(index)
        return Response.CHOSEN

    def touch(self, place: Place, *, picked: bool) -> Reply:
        """Handle a mouse move to a place that is not a stop or, if `picked`, a click on any place.
        If the click has no effect, the caller picks the stop at the place, if any."""
        return Response.NOTHING

    def wheel(self, lines: int) -> Reply:
        """Handle a turn of the mouse wheel by `lines`, which is negative when scrolling up."""
        return Response.NOTHING

    def turn(self) -> Reply:
        """Handle a click with the right mouse button, which rotates a piece or decreases a
        number."""
        return Response.NOTHING

    def refuse(self, place: Place) -> Refusal | None:
        """Return why a place that is not a stop cannot be chosen; None if the rules give no
        reason."""
        return self.partial_pick.request.refuse_place(self.partial_pick.chosen, place)

    def refused(self, reason: Text, chosen: Parts | None = None) -> Refusal:
        """Return a refusal for `reason`, with the main rule that applies after the parts `chosen`
        (default: those chosen so far)."""
        request = self.partial_pick.request
        chosen = self.partial_pick.chosen if chosen is None else chosen
        rules = request.decision.part_rules(request.view, chosen)
        return Refusal(rules[0] if rules else "", reason)

    def suggest(self, parts: Parts) -> None:
        """Select the suggested `parts` as far as possible, without choosing anything yet."""

    def back(self) -> bool:
        """Undo the last step of the current choice. Return False if there is nothing to undo."""
        return False

    def restore_from(self, earlier: InputMode[State]) -> None:
        """Restore the choice from an earlier input mode of the same decision."""


def shows_key(hints: Sequence[tuple[str, Text]], key: str) -> bool:
    """Return whether the key hints of an input mode contain `key`. One hint may name several keys,
    such as `+ -`."""
    return any(key in keys.split() for keys, _ in hints)
