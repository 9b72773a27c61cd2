"""Choosing from a list, in which every choice has a label, a key and perhaps a place on the
table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from attrs import define, field

from engine.core.command import Menu
from engine.core.state import State
from engine.core.step import Place
from engine.errors import Refusal
from engine.i18n.language import Translator
from engine.i18n.text import Text, words
from screens.input_modes.choice_finder import ChoiceFinder
from screens.input_modes.input_mode import (
    Choice,
    InputContext,
    InputMode,
    Parts,
    Reply,
    Response,
    S_co,
)
from screens.paint import buttons
from screens.paint.canvas import Canvas
from screens.paint.entries import PanelEntry, broken, paint_entries


@define
class ChoiceList(InputMode[S_co]):
    """Input mode that lists the choices for the next part. In a menu, the places of all commands
    can be selected directly. If the player chooses a place that several beginnings of picks share,
    the list changes to these beginnings (`among`), and the player then chooses one of them. If
    there are more choices than keys, the player types the choices' numbers. `typed` holds the
    digits typed so far."""

    among: tuple[Parts, ...] = ()
    typed: str = field(default="", init=False)
    _pointed_before_typing: int | None = field(default=None, init=False)
    _choices: list[Choice] | None = field(default=None, init=False)
    _unavailable: list[tuple[Text, Refusal, str]] | None = field(default=None, init=False)
    _labels: tuple[Translator, list[str]] | None = field(default=None, init=False, eq=False)
    _entries: tuple[tuple[Translator, str], list[PanelEntry]] | None = field(
        default=None, init=False, eq=False
    )

    # ------------------------------------------------------------------ the choices

    def choices(self) -> list[Choice]:
        """Return the choices for the next part. Shortcuts come last."""
        if self._choices is None:
            self._choices = self.find()
        return self._choices

    def find(self) -> list[Choice]:
        """Compute the choices, which `choices` caches."""
        return ChoiceFinder(self.partial_pick, self.among).find()

    def unavailable(self) -> Sequence[tuple[Text, Refusal, str]]:
        """Return the label, the reason and the letter (empty if there is none) of each unavailable
        command."""
        if self._unavailable is None:
            self._unavailable = self.find_unavailable()
        return self._unavailable

    def find_unavailable(self) -> list[tuple[Text, Refusal, str]]:
        """Compute the unavailable commands, which `unavailable` caches. There are none if the
        decision is not a menu, if a part has been chosen, or if the list is limited to `among`."""
        menu, view = self.partial_pick.decision, self.partial_pick.request.view
        if not isinstance(menu, Menu) or self.partial_pick.chosen or self.among:
            return []
        return [
            (menu.label(view, (one.key,)), refusal, one.letter)
            for one, refusal in menu.closed(view)
        ]

    # ------------------------------------------------------------------ cursor and choosing

    @property
    def choice(self) -> Choice:
        """The choice under the cursor."""
        return self.choices()[self.pointed]

    def stops(self) -> Sequence[Sequence[Place]]:
        return [_places(number, choice) for number, choice in enumerate(self.choices())]

    def labels(self) -> Mapping[Place, str]:
        return {choice.place: choice.key for choice in self.choices() if choice.place is not None}

    def faint(self) -> Collection[Place]:
        choice = self.choice
        if not choice.listed or choice.place is not None:
            return frozenset()
        labels, shortcuts = self.labels(), [one for one in self.choices() if not one.listed]
        near = {one.place for one in shortcuts if _is_shortcut_from(choice, one)} & labels.keys()
        others = {one.place for one in shortcuts if one.place in labels} - near
        return frozenset(filter(None, others)) if near else frozenset()

    def index_at(self, place: Place) -> int | None:
        if place[0] in (buttons.CHOICE, buttons.MORE):
            return int(place[1])
        return next((n for n, one in enumerate(self.choices()) if one.place == place), None)

    def index_of_key(self, key: str) -> int | None:
        """Return the index of the choice with this key; None if there is none."""
        return next((n for n, one in enumerate(self.choices()) if one.key and one.key == key), None)

    def suggest(self, parts: Parts) -> None:
        """Move the cursor to the first choice with which the suggested `parts` begin; do nothing if
        there is none."""
        whole = (*self.partial_pick.chosen, *parts)
        for number, choice in enumerate(self.choices()):
            if choice.chosen == whole[: len(choice.chosen)]:
                self.point(number)
                return

    def point(self, index: int) -> None:
        self.pointed = index % max(1, len(self.choices()))
        self.typed, self._pointed_before_typing = "", None

    def parts(self) -> Parts | None:
        choice = self.choice
        return None if choice.among else choice.chosen[len(self.partial_pick.chosen) :]

    def selection(self) -> Text:
        return self.choice.label

    def chosen_so_far(self) -> Sequence[Text]:
        return () if self.choice.listed else [words("{choice}.", choice=self.choice.label)]

    def press(self, key: str, character: str | None) -> Reply:
        if not character:
            return Response.NOTHING
        index = self.index_of_key(character)
        if index is None:
            return (
                self._type(character) if character.isdecimal() else self.why_unavailable(character)
            )
        return self.select(index)

    def select(self, index: int) -> Reply:
        """Move the cursor to the choice at `index`, whose key was pressed, and return
        `Response.POINTED`. If the cursor was already on this choice, or on a shortcut that begins
        with it, leave the cursor there and return `Response.CHOSEN`."""
        if self._under_pointer() == (buttons.CHOICE, index):
            index = self.pointed
        again = index == (
            self.pointed if self._pointed_before_typing is None else self._pointed_before_typing
        )
        self.point(index)
        return Response.CHOSEN if again else Response.POINTED

    def _type(self, digit: str) -> Reply:
        """Append `digit` to the typed number, or start a new number if the result is not the
        beginning of any choice's number. Move the cursor to the first choice whose number begins
        with the typed digits. If they are the whole number of the choice, select the choice (see
        `select`)."""
        for typed in (self.typed + digit, digit):
            matching = [n for n, one in enumerate(self.choices()) if one.key.startswith(typed)]
            if matching and self.choices()[matching[0]].key == typed:
                return self.select(matching[0])
            if matching:
                self._pointed_before_typing = (
                    self.pointed
                    if self._pointed_before_typing is None
                    else self._pointed_before_typing
                )
                self.pointed, self.typed = matching[0], typed
                return Response.CHANGED
        return Response.NOTHING

    def why_unavailable(self, letter: str) -> Reply:
        """Return the reason why the command with this letter is unavailable, or `Response.NOTHING`
        if no unavailable command has the letter."""
        refusals = (refusal for _, refusal, key in self.unavailable() if key == letter)
        return next(refusals, Response.NOTHING)

    def pick(self, index: int) -> Reply:
        self.point(index)
        return Response.CHOSEN

    def wheel(self, lines: int) -> Reply:
        """Move the cursor to the next choice if `lines` is positive, or else to the previous
        choice. Do nothing at either end of the list."""
        wanted = max(0, min(len(self.choices()) - 1, self.pointed + (1 if lines > 0 else -1)))
        if wanted == self.pointed:
            return Response.NOTHING
        self.point(wanted)
        return Response.POINTED

    def refuse(self, place: Place) -> Refusal | None:
        if place[0] == buttons.SHUT:
            return self.unavailable()[int(place[1])][1]
        return super().refuse(place)

    def back(self) -> bool:
        if self.typed:
            self.point(
                self.pointed if self._pointed_before_typing is None else self._pointed_before_typing
            )
            return True
        if self.among:
            self.narrow(())
            return True
        return False

    def narrow(self, among: tuple[Parts, ...]) -> None:
        """List only the beginnings of picks in `among`, or all choices if `among` is empty. Move
        the cursor to the first choice."""
        self.among, self.pointed = among, 0
        self._choices = self._unavailable = self._labels = self._entries = None

    def restore_from(self, earlier: InputMode[State]) -> None:
        self.pointed = min(earlier.pointed, len(self.choices()) - 1)

    # ------------------------------------------------------------------ painting

    def paint(self, reader: InputContext, width: int, most: int) -> Canvas:
        """Paint the choices in order, then the unavailable commands, in at most `most` rows.

        If they do not fit, but every choice has a place on the table (which shows its key) and no
        command is unavailable, use one row more if that is enough, and otherwise a single row. A
        list that scrolled at many cursor steps would send too many bytes over the network.
        """
        entries = self.entries(reader, width, most)
        rows = len(broken(entries, width - 4))
        are_on_table = not self.unavailable() and all(
            choice.place is not None for choice in self.choices()
        )
        if rows > most and are_on_table:
            most = rows if rows == most + 1 else 1
        return paint_entries(entries, self._under_pointer(), width, most, reader.theme.glyphs)

    def entries(self, reader: InputContext, width: int, most: int) -> list[PanelEntry]:
        cache_key = reader.translator, self.typed
        if self._entries is None or self._entries[0] != cache_key:
            self._entries = cache_key, self._find_entries(reader)
        return self._entries[1]

    def _find_entries(self, reader: InputContext) -> list[PanelEntry]:
        pairs = zip(self.choices(), self._label_texts(reader), strict=True)
        entries = [
            PanelEntry(
                one.key or " ",
                label,
                "text" if one.key.startswith(self.typed) else "dim",
                (buttons.CHOICE, number),
            )
            for number, (one, label) in enumerate(pairs)
            if one.listed
        ]
        for number, (label, _, letter) in enumerate(self.unavailable()):
            entries.append(
                PanelEntry(letter or " ", reader.translate(label), "closed", (buttons.SHUT, number))
            )
        return entries

    def _label_texts(self, reader: InputContext) -> list[str]:
        """Return the cached labels of the choices in the reader's language. Labels of choices that
        are not listed are empty."""
        if self._labels is None or self._labels[0] != reader.translator:
            labels = [
                reader.translate(choice.label) if choice.listed else "" for choice in self.choices()
            ]
            self._labels = reader.translator, labels
        return self._labels[1]

    def _under_pointer(self) -> Place | None:
        """Return the place of the list entry under the cursor. If the cursor is on a shortcut,
        return the place of its command's entry; None if the command is not in the list, or if the
        shortcut stands for several beginnings of picks."""
        choice = self.choice
        if choice.listed:
            return (buttons.CHOICE, self.pointed)
        beginning = choice.chosen[: len(self.partial_pick.chosen) + 1]
        numbers = (n for n, one in enumerate(self.choices()) if one.chosen == beginning)
        number = None if choice.among else next(numbers, None)
        return None if number is None else (buttons.CHOICE, number)


def _places(number: int, choice: Choice) -> list[Place]:
    """Return the places of the choice with the index `number`: its place on the table, if any, and
    its places in the list, if it is listed."""
    own: list[Place] = [(buttons.CHOICE, number), (buttons.MORE, number)] if choice.listed else []
    return own if choice.place is None else [choice.place, *own]


def _is_shortcut_from(choice: Choice, shortcut: Choice) -> bool:
    """Return whether `shortcut`, or one of the beginnings of picks that it stands for, begins with
    the parts of `choice`."""
    size = len(choice.chosen)
    return any(parts[:size] == choice.chosen for parts in (shortcut.among or (shortcut.chosen,)))
