"""Choosing a subset of things, which are marked one after another (multiple selection)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from attrs import define, field

from engine.core.event import Value
from engine.core.parts import Kind, SubsetPart
from engine.core.state import State
from engine.core.step import Place
from engine.errors import Refusal
from engine.i18n.text import Text, words
from screens.input_modes.input_mode import (
    InputContext,
    InputMode,
    Parts,
    PartsSoFar,
    Reply,
    Response,
    S_co,
)
from screens.keys import CHOICE_KEYS
from screens.paint import buttons
from screens.paint.canvas import Canvas
from screens.paint.entries import PanelEntry, broken, paint_entries

CONFIRM_KEY = "w"
"""The key that confirms the selection."""


@define
class MultiSelect(InputMode[S_co]):
    """Input mode that marks and unmarks things by key, Space or click.

    Enter marks the thing under the cursor. If that thing is already marked, Enter confirms the
    selection, as `w` and the first entry of the panel do. If only one thing can be marked, a second
    press of its key confirms it. Things that cannot be added are shown as closed. `marks` is the
    part to be chosen, and `things` are the marked things, in the order of marking.
    """

    shows_on_table = True
    confirm_key = CONFIRM_KEY

    marks: SubsetPart = field(kw_only=True)
    things: tuple[Kind, ...] = ()

    @classmethod
    def begin(cls, partial_pick: PartsSoFar[S_co], marks: SubsetPart) -> MultiSelect[S_co]:
        """Create the input mode for the part `marks`, with its preset things marked. The cursor is
        on the confirmation or, if the selection is not yet legal, on the first thing that is or can
        be marked."""
        marking = cls(partial_pick, things=marks.preset, marks=marks)
        if marking.refusal() is not None:
            marking.pointed = min(1, len(marking.selectable()))
        return marking

    # ------------------------------------------------------------------ marks

    @property
    def value(self) -> Value:
        """The selection as the value of the part `marks`."""
        return self.marks.of(self.things)

    def parts(self) -> Parts | None:
        return (self.value,)

    def why_not(self, thing: Kind) -> Refusal | None:
        """Return why a thing cannot be added; None if it can."""
        request, chosen = self.partial_pick.request, self.partial_pick.chosen
        refusal = request.decision.refuse_thing(request.view, (*chosen, self.value), thing)
        if refusal is not None:
            return refusal
        if 1 < self.marks.largest == len(self.things) < len(self.marks.things):
            return self.refused(words("Choose at most {number}.", number=self.marks.largest))
        return None

    def refusal(self) -> Refusal | None:
        reason = self.marks.why_not(self.value)
        return None if reason is None else self.refused(reason)

    def selectable(self) -> list[Kind]:
        """Return the things that are marked or can be marked."""
        return [
            thing
            for thing in self.marks.things
            if thing in self.things or self.why_not(thing) is None
        ]

    def toggle(self, thing: Kind) -> Reply:
        """Mark or unmark a thing, or return the reason why this is not possible. If only one thing
        can be marked, a newly marked thing replaces the one marked before."""
        if thing in self.things:
            self.things = tuple(one for one in self.things if one != thing)
            return Response.CHANGED
        if self.marks.largest == 1:
            self.things = ()
        refusal = self.why_not(thing)
        if refusal is not None:
            return refusal
        self.things = (*self.things, thing)
        return Response.CHANGED

    def selection(self) -> Text:
        return self.partial_pick.request.label((*self.partial_pick.chosen, self.value))

    def chosen_so_far(self) -> Sequence[Text]:
        request = self.partial_pick.request
        return request.decision.summary(request.view, (*self.partial_pick.chosen, self.value))

    # ------------------------------------------------------------------ cursor and marking

    def place(self, thing: Kind) -> Place | None:
        """Return the place of a thing on the table; None if it has none."""
        request = self.partial_pick.request
        return request.decision.thing_place(request.view, self.partial_pick.chosen, thing)

    def stops(self) -> Sequence[Sequence[Place]]:
        stops: list[list[Place]] = [[(buttons.CONFIRM_MARKED,)]]
        for thing in self.selectable():
            place = self.place(thing)
            own = self._own_place(thing)
            stops.append([own] if place is None else [place, own])
        return stops

    def labels(self) -> Mapping[Place, str]:
        things = ((self.place(thing), self.key_of(thing)) for thing in self.selectable())
        return {place: key for place, key in things if place is not None}

    def closed(self) -> Collection[Place]:
        shut = (self.place(thing) for thing in self.marks.things if thing not in self.selectable())
        return [place for place in shut if place is not None]

    def marked(self) -> Collection[Place]:
        places = map(self.place, self.things)
        return [place for place in places if place is not None]

    def _thing_at(self, index: int) -> Kind:
        return self.selectable()[index - 1]

    def _toggle_at(self, index: int) -> Reply:
        """Mark or unmark the thing at stop `index`, and leave the cursor on this thing, or move the
        cursor to the confirmation if the thing can no longer be marked."""
        thing = self._thing_at(index)
        answer = self.toggle(thing)
        selectable = self.selectable()
        self.pointed = selectable.index(thing) + 1 if thing in selectable else 0
        return answer

    def is_marked(self, index: int) -> bool:
        """Return whether the thing at stop `index` is marked, so that Enter confirms the
        selection."""
        return index > 0 and self._thing_at(index) in self.things

    def pick(self, index: int) -> Reply:
        self.point(index)
        return Response.CHOSEN if index == 0 else self._toggle_at(index)

    def press(self, key: str, character: str | None) -> Reply:
        if character == CONFIRM_KEY:
            self.pointed = 0
            return Response.CHOSEN
        if key == "enter" and self.is_marked(self.pointed):
            return Response.CHOSEN
        if key == "enter" or (key == "space" and self.pointed):
            return self.pick(self.pointed)
        if not character or character not in CHOICE_KEYS:
            return Response.NOTHING
        keyed = [thing for thing in self.marks.things if self.key_of(thing) == character]
        if not keyed:
            return Response.NOTHING
        selectable = self.selectable()
        if keyed[0] not in selectable:
            return self.why_not(keyed[0]) or Response.NOTHING
        index = selectable.index(keyed[0]) + 1
        if self.marks.largest == 1 and index == self.pointed and self.is_marked(index):
            return Response.CHOSEN
        return self._toggle_at(index)

    def key_of(self, thing: Kind) -> str:
        """Return the key of a thing, or an empty string if the things before it use up all keys."""
        keys = CHOICE_KEYS.replace(CONFIRM_KEY, "")
        number = self.marks.things.index(thing)
        return keys[number] if number < len(keys) else ""  # type: ignore[text-width]

    def refuse(self, place: Place) -> Refusal | None:
        for number, thing in enumerate(self.marks.things):
            if place in (self.place(thing), (buttons.PANEL_ENTRY, number)):
                return self.why_not(thing)
        return super().refuse(place)

    def keys(self) -> Sequence[tuple[str, Text]]:
        keys = [("Enter", words("mark")), (CONFIRM_KEY, words("confirm marked"))]
        clears = self.things != self.marks.preset
        return [*keys, ("Escape", words("clear marks"))] if clears else keys

    def suggest(self, parts: tuple[Any, ...]) -> None:
        """Mark only the things in the first of the suggested `parts`, and move the cursor to the
        confirmation."""
        self.things = tuple(parts[0])
        self.pointed = 0

    def back(self) -> bool:
        """Restore the initial marks. Return False if they are already the current ones."""
        if self.things == self.marks.preset:
            return False
        self.things = self.marks.preset
        self.pointed = min(self.pointed, len(self.selectable()))
        return True

    def restore_from(self, earlier: InputMode[State]) -> None:
        assert isinstance(earlier, MultiSelect)
        self.things = tuple(thing for thing in earlier.things if thing in self.marks.things)
        self.pointed = min(earlier.pointed, len(self.selectable()))

    # ------------------------------------------------------------------ painting

    def paint(self, reader: InputContext, width: int, most: int) -> Canvas:
        """Paint the selection, then the things with their keys, in at most `most` rows. Marked
        things are in brackets. If there is not enough room, leave out the things that have places
        on the table. If there is still not enough, show only how many things are marked instead of
        their names."""
        glyphs = reader.theme.glyphs
        marked = reader.translate(self.selection())
        label = reader.translate(words("confirm: {marked}", marked=marked))
        first = PanelEntry(CONFIRM_KEY, label, "text", (buttons.CONFIRM_MARKED,))
        entries = [first, *(self._entry(reader, thing) for thing in self.marks.things)]
        if len(broken(entries, width - 4)) > most:
            unplaced = [thing for thing in self.marks.things if self.place(thing) is None]
            entries = [first, *(self._entry(reader, thing) for thing in unplaced)]
        if self.things and len(broken(entries, width - 4)) > most:
            marked = reader.translate(words("{n} marked", n=len(self.things)))
            label = reader.translate(words("confirm: {marked}", marked=marked))
            entries[0] = PanelEntry(CONFIRM_KEY, label, "text", (buttons.CONFIRM_MARKED,))
        return paint_entries(entries, self._under_pointer(), width, most, glyphs)

    def _entry(self, reader: InputContext, thing: Kind) -> PanelEntry:
        request = self.partial_pick.request
        name = reader.translate(
            request.decision.thing_name(request.view, self.partial_pick.chosen, thing)
        )
        if self.marks.ordered and thing in self.things:
            name = f"{self.things.index(thing) + 1} {name}"
        label = f"[{name}]" if thing in self.things else f" {name} "
        role = "text" if thing in self.selectable() else "closed"
        return PanelEntry(self.key_of(thing) or " ", label, role, self._own_place(thing))

    def _own_place(self, thing: Kind) -> Place:
        """Return the place of a thing in the panel."""
        return (buttons.PANEL_ENTRY, self.marks.things.index(thing))

    def _under_pointer(self) -> Place:
        return (
            self._own_place(self._thing_at(self.pointed))
            if self.pointed
            else (buttons.CONFIRM_MARKED,)
        )
