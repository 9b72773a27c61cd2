"""Input mode for marking dice on the square, the base class of the input modes for groups of dice,
for black dice and for turning dice over."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Self

from attrs import define, field, frozen

from engine.core.state import State
from engine.core.step import Place
from engine.errors import Refusal
from engine.games.troyes.dice import DIE_OF, NEUTRAL, VALUE
from engine.games.troyes.influence import die_at, die_place
from engine.games.troyes.state import Town
from engine.i18n.text import Text, words
from screens.input_modes.input_mode import InputContext, InputMode, PartsSoFar, Reply, Response
from screens.input_modes.multi_select import CONFIRM_KEY
from screens.paint import buttons
from screens.paint.canvas import OWN_STYLE, Canvas, Rect
from screens.paint.entries import ENTRY_GAP, PanelEntry, broken
from screens.paint.shapes import paint_cap

VALUE_KEYS: Final = "123456"


KeyAction = Callable[[], Reply]
"""Function called when one of a subclass's own keys is pressed."""


@frozen
class Control:
    """A control shown below the summary of the dice, such as the one for another black die: its
    key, its label `text`, and whether it can be used (`is_available`)."""

    key: str
    text: Text
    is_available: bool = True

    def entry(self, reader: InputContext) -> PanelEntry:
        """Return the control as an entry of the panel."""
        role = "text" if self.is_available else "closed"
        return PanelEntry(self.key, reader.translate(self.text), role, ("control", self.key))


def sets_of_dice(names: Sequence[str], most: int, own: int) -> list[tuple[str, ...]]:
    """Return the sets of up to `most` of the dice `names`.

    The first `own` dice are interchangeable dice of the player. Sets of only these dice come first,
    one of each size. The other sets follow, smallest first. They use dice with the same owner and
    face in the order of `names`, because such dice are interchangeable too."""
    own_sets = [tuple(names[:size]) for size in range(1, min(own, most) + 1)]
    return own_sets + sorted(
        (dice for dice in _sets(names, most, ()) if dice not in own_sets), key=len
    )


def _sets(names: Sequence[str], most: int, chosen: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for index, name in enumerate(names):
        twin = _twin_of(name)
        if twin is not None and any(_twin_of(other) == twin for other in names[:index]):
            continue
        longer = (*chosen, name)
        yield longer
        if len(longer) < most:
            yield from _sets(names[index + 1 :], most, longer)


def _twin_of(name: str) -> tuple[int, int] | None:
    """Return the owner and face of a die, which are the same for interchangeable dice; None for
    black dice."""
    die = DIE_OF.get(name)
    return None if die is None else die[:2]


@define
class DiceMarking(InputMode[Town]):
    """Input mode in which dice are marked one by one. `w` confirms.

    `marked_names` are the marked dice, in the order of marking. If dice of a value are marked, the
    key of this value unmarks them. If no die of this value is marked, or if the key is repeated,
    the key marks the next set of dice of this value: first one or more of the player's own dice,
    then single dice, then sets of two and more, finally none."""

    shows_on_table = True
    confirm_key = CONFIRM_KEY
    confirm_words: ClassVar[Text] = words("use dice")

    marked_names: tuple[str, ...] = ()
    _value: str | None = field(default=None, init=False, eq=False)
    _selectable: list[str] | None = field(default=None, init=False)

    @classmethod
    def begin(cls, partial_pick: PartsSoFar[Town], **fields: Any) -> Self:
        """Return an input mode with the cursor on the player's highest die that may be marked or,
        if there is none, on the highest of the other dice."""
        input_mode = cls(partial_pick, **fields)
        names = input_mode.selectable()
        own_names = [name for name in names if not _price_rank(name, input_mode.seat)]
        best = max(own_names or names, key=input_mode.value, default=None)
        input_mode.pointed = min(1, len(names)) if best is None else 1 + names.index(best)
        return input_mode

    # ------------------------------------------------------------------ hooks for subclasses

    @abstractmethod
    def candidates(self) -> Sequence[str]:
        """Return the names of all dice among which the player chooses, including those that cannot
        be marked at the moment."""

    @abstractmethod
    def why_not(self, name: str) -> Refusal | None:
        """Return the reason why a die cannot be marked in addition to the marked dice or, if only
        one die may be marked, instead of the marked one; None if the die can be marked."""

    @abstractmethod
    def headline(self) -> Text:
        """Return a summary of the marked dice."""

    def selection(self) -> Text:
        return self.headline()

    @property
    def most(self) -> int:
        """Maximum number of marked dice."""
        return len(self.candidates())

    def controls(self) -> Sequence[Control]:
        """Return the controls of the subclass's own keys."""
        return ()

    def key_actions(self) -> Mapping[str, KeyAction]:
        """Return the functions of the subclass's own keys, by key."""
        return {}

    def place(self, name: str) -> Place | None:
        """Return the place of a die; None if it is not on the square."""
        return die_place(self.view, name)

    def name_at(self, place: Place) -> str | None:
        """Return the name of the die at `place`; None if there is no die."""
        return die_at(self.view, place)

    def value(self, name: str) -> int:
        """Return the value shown by a die."""
        return VALUE[DIE_OF[name][1]]

    # ------------------------------------------------------------------ marking

    def changed(self) -> Response:
        """Clear the cached values that depend on the marked dice, and return `Response.CHANGED`."""
        self._selectable = None
        return Response.CHANGED

    def selectable(self) -> list[str]:
        """Return the dice that are marked or can be marked."""
        if self._selectable is None:
            self._selectable = [
                name
                for name in self.candidates()
                if name in self.marked_names or self.why_not(name) is None
            ]
        return self._selectable

    @property
    def name_under_cursor(self) -> str | None:
        """The die under the cursor; None if the cursor is on the confirmation."""
        selectable = self.selectable()
        return selectable[self.pointed - 1] if 0 < self.pointed <= len(selectable) else None

    def _keep_cursor_on(self, name: str) -> Reply:
        """Clear the cached values after a change, and keep the cursor on the die `name`, even if
        other dice have become unavailable. If the die `name` has become unavailable, move the
        cursor to the confirmation. Return `Response.CHANGED`."""
        reply = self.changed()
        selectable = self.selectable()
        self.pointed = selectable.index(name) + 1 if name in selectable else 0
        return reply

    def none_shows(self, value: int) -> Text:
        """Return the message for the key of a value that no die shows."""
        return words("No die shows {value}.", value=value)

    def mark_value(self, value: int, *, repeated: bool) -> Reply:
        """Mark the first die with `value` if no die with `value` is marked: one of the player's own
        dice, or else a neutral one, or else another player's. If some are marked, mark the next set
        of dice with `value` if `repeated`, otherwise unmark them. Return the reason if no die with
        `value` can be marked."""
        dice_of_value = sorted(
            (name for name in self.candidates() if self.value(name) == value),
            key=lambda name: _price_rank(name, self.seat),
        )
        if not dice_of_value:
            return Refusal("TRO-9.3", self.none_shows(value))
        marked_before = tuple(name for name in dice_of_value if name in self.marked_names)
        other_marked = tuple(
            name for name in self.marked_names if name not in dice_of_value and self.most > 1
        )
        joinable = [
            name for name in dice_of_value if self._can_join(other_marked, (name,))
        ] or dice_of_value
        next_dice: Sequence[str] = ()
        if repeated or not marked_before:
            twins = [name for name in joinable if _twin_of(name) == _twin_of(joinable[0])]
            own = 0 if _price_rank(joinable[0], self.seat) else len(twins)
            sets = sets_of_dice(joinable, max(1, self.most - len(other_marked)), own)
            later = sets[sets.index(marked_before) + 1 :] if marked_before in sets else sets
            next_dice = next((dice for dice in later if self._can_join(other_marked, dice)), ())
        if not next_dice and not marked_before:
            alone = (dice for dice in joinable if self._can_join((), (dice,)))
            return self.why_not(next(alone, joinable[0])) or Response.NOTHING
        self.marked_names = (*other_marked, *next_dice)
        return self._keep_cursor_on(next_dice[-1] if next_dice else joinable[0])

    def _can_join(self, other_marked: tuple[str, ...], names: Sequence[str]) -> bool:
        """Return whether the dice `names` can be marked one after another in addition to the dice
        `other_marked`."""
        marked_before = self.marked_names
        self.marked_names, joins = other_marked, True
        for name in names:
            joins = joins and self.why_not(name) is None
            self.marked_names = (*self.marked_names, name)
        self.marked_names = marked_before
        return joins

    def mark_again(self, names: Sequence[str]) -> None:
        """Mark only those of `names` that may be marked, one after another."""
        self.marked_names = ()
        for name in names:
            if name in self.candidates() and self.why_not(name) is None:
                self.marked_names = (*self.marked_names, name)
        self.changed()
        self.pointed = min(self.pointed, len(self.selectable()))

    # ------------------------------------------------------------------ input mode interface

    def stops(self) -> Sequence[Sequence[Place]]:
        places = map(self.place, self.selectable())
        return [[(buttons.CONFIRM_MARKED,)], *([place] for place in places if place is not None)]

    def marked(self) -> Collection[Place]:
        return [place for place in map(self.place, self.marked_names) if place is not None]

    def point(self, index: int) -> None:
        super().point(index)
        self._value = None

    def pick(self, index: int) -> Reply:
        """Mark or unmark the die at the stop `index`, or confirm if the stop is the confirmation.
        If only one die may be marked, a newly marked die replaces the previous one. Return the
        refusal if the die cannot be marked."""
        self.point(index)
        name = self.name_under_cursor
        if name is None:
            return Response.CHOSEN
        if name in self.marked_names:
            self.marked_names = tuple(other for other in self.marked_names if other != name)
            return self._keep_cursor_on(name)
        refusal = self.why_not(name)
        if refusal is not None:
            return refusal
        self.marked_names = (name,) if self.most == 1 else (*self.marked_names, name)
        return self._keep_cursor_on(name)

    def press(self, key: str, character: str | None) -> Reply:
        before, self._value = self._value, character
        if character == CONFIRM_KEY:
            self.pointed = 0
            return Response.CHOSEN
        if key == "enter" and self.name_under_cursor in self.marked_names:
            return Response.CHOSEN
        if key == "enter" or (key == "space" and self.pointed):
            return self.pick(self.pointed)
        if not character:
            return Response.NOTHING
        if character in VALUE_KEYS:
            return self.mark_value(int(character), repeated=character == before)
        action = self.key_actions().get(character)
        return Response.NOTHING if action is None else action()

    def touch(self, place: Place, *, picked: bool) -> Reply:
        if not picked or place[0] != "control":
            return Response.NOTHING
        return self.press(str(place[1]), str(place[1]))

    def refuse(self, place: Place) -> Refusal | None:
        name = self.name_at(place)
        return super().refuse(place) if name is None else self.why_not(name)

    def keys(self) -> Sequence[tuple[str, Text]]:
        keys = [
            ("Enter", words("mark")),
            (CONFIRM_KEY, self.confirm_words),
            ("1-6", words("mark by value")),
        ]
        return [*keys, ("Escape", words("clear marks"))] if self.marked_names else keys

    def back(self) -> bool:
        if not self.marked_names:
            return False
        self.mark_again(())
        return True

    def restore_from(self, earlier: InputMode[State]) -> None:
        assert isinstance(earlier, DiceMarking)
        self.pointed = earlier.pointed
        self.mark_again(earlier.marked_names)

    # ------------------------------------------------------------------ painting

    def paint(self, reader: InputContext, width: int, most: int) -> Canvas:
        """Paint the summary of the dice, and the controls below it."""
        entries = [control.entry(reader) for control in self.controls()]
        rows = broken(entries, width - 2) if entries else ()
        canvas = Canvas(width, max(1, min(1 + len(rows), most)), reader.theme.glyphs)
        x = paint_cap(canvas, 2, 0, CONFIRM_KEY, pointed=self.pointed == 0) + 1
        x = canvas.put_clipped(x, 0, width - x, reader.translate(self.headline()), "strong")
        canvas.spot((buttons.CONFIRM_MARKED,), Rect(2, 0, x - 2, 1), shade=OWN_STYLE)
        for y, row in enumerate(rows[: canvas.height - 1], 1):
            _paint_controls(canvas, y, [entries[number] for number in row])
        return canvas


def _price_rank(name: str, seat: int) -> int:
    """Return the rank of a die by the receiver of its price: 0 for the seat's own dice, which are
    free, 1 for neutral and black dice, 2 for other players' dice."""
    district = DIE_OF[name][0] if name in DIE_OF else NEUTRAL
    return 0 if district == seat else 1 if district == NEUTRAL else 2


def _paint_controls(canvas: Canvas, y: int, entries: Sequence[PanelEntry]) -> None:
    x = 2
    for entry in entries:
        end = paint_cap(canvas, x, y, entry.key, role="cap" if entry.role == "text" else "closed")
        canvas.put(end + 1, y, entry.label, entry.role)
        canvas.spot(entry.place, Rect(x, y, entry.width, 1), shade=OWN_STYLE)
        x += entry.width + ENTRY_GAP
