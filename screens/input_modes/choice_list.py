"""Choosing from a list: every choice has words, a key, and perhaps a place on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from attrs import define, field

from engine.core.command import Menu
from engine.core.common_wording import joined
from engine.core.event import Value
from engine.core.state import State
from engine.core.step import Place
from engine.errors import Refusal
from engine.i18n.language import Tongue
from engine.i18n.text import Text, words
from screens.input_modes.input_mode import (
    Choice,
    InputContext,
    InputMode,
    Parts,
    Reply,
    Response,
    S_co,
)
from screens.keys import CHOICE_KEYS
from screens.paint import buttons
from screens.paint.canvas import Canvas
from screens.paint.cells import width_of
from screens.paint.entries import PanelEntry, broken, paint_entries


@define
class ChoiceList(InputMode[S_co]):
    """The choices for the next part, in the order of the rules.

    Of a menu, the places of all commands can be chosen at once; one that stands for several
    commands asks which. With more choices than keys they have numbers, which are typed.
    """

    among: tuple[Parts, ...] = ()
    typed: str = field(default="", init=False)
    _left: int | None = field(default=None, init=False)
    _choices: list[Choice] | None = field(default=None, init=False)
    _shut: list[tuple[Text, Refusal, str]] | None = field(default=None, init=False)
    _labels: tuple[Tongue, list[str]] | None = field(default=None, init=False, eq=False)
    _entries: tuple[tuple[Tongue, str], list[PanelEntry]] | None = field(
        default=None, init=False, eq=False
    )

    # ------------------------------------------------------------------ the choices

    def choices(self) -> list[Choice]:
        """The choices for the next part; shortcuts come last."""
        if self._choices is None:
            self._choices = self.find()
        return self._choices

    def find(self) -> list[Choice]:
        """The choices, when they are asked for first."""
        asked, chosen = self.choosing.asked, self.choosing.chosen
        if self.among:
            return self._keyed(
                [Choice(one, one, self._words_of(one), None, "") for one in self.among]
            )
        found = []
        for value in self.values():
            parts = (*chosen, value)
            found.append(Choice(value, parts, asked.label(parts), asked.target(parts), ""))
        return self._with_shortcuts(self._keyed(found))

    def values(self) -> Sequence[Value]:
        """The options for the next part."""
        return self.choosing.asked.part_options(self.choosing.chosen)

    def _words_of(self, parts: Parts) -> Text:
        """Label several parts, one after another: "Rob somebody: Boris"."""
        asked, depth = self.choosing.asked, len(self.choosing.chosen)
        labels = [asked.label(parts[:size]) for size in range(depth + 1, len(parts) + 1)]
        return joined(labels, ": ") or words("nothing")

    def _keyed(self, choices: list[Choice]) -> list[Choice]:
        """The choices with their keys: letters of commands, keys in their order, or numbers."""
        letters = self.letters()
        own = [
            letters.get(choice.value, "") or self.choosing.key_of(number, choice.value)
            for number, choice in enumerate(choices)
        ]
        taken = {*own, *letters.values(), *self._keys_of_commands()}
        free = [key for key in CHOICE_KEYS if key not in taken]
        without = own.count("")
        if without > len(free):
            own = _numbers(len(choices))
        usual = iter(free)
        return [
            Choice(one.value, one.chosen, one.label, one.place, key or next(usual))
            for one, key in zip(choices, own, strict=True)
        ]

    def letters(self) -> dict[Value, str]:
        """The keys that commands of the menu have of their own, possible or not."""
        menu = self.choosing.decision
        if not isinstance(menu, Menu) or self.choosing.chosen or self.among:
            return {}
        commands = menu.commands(self.choosing.asked.view)
        return {command.key: command.letter for command in commands if command.letter}

    def _keys_of_commands(self) -> set[str]:
        """The keys that the input mode gives to commands, which closed ones keep."""
        menu = self.choosing.decision
        if not isinstance(menu, Menu) or self.choosing.chosen or self.among:
            return set()
        commands = menu.commands(self.choosing.asked.view)
        return {self.choosing.key_of(0, command.key) for command in commands} - {""}

    def _with_shortcuts(self, choices: list[Choice]) -> list[Choice]:
        """The choices, and the places that lead on by several parts or to several choices."""
        lit = self._lit()
        if not lit:
            return _apart(choices)
        places: dict[Place, list[Parts]] = {}
        for choice in choices:
            if choice.place is not None:
                places.setdefault(choice.place, []).append(choice.chosen)
        for parts, place in lit:
            places.setdefault(place, []).append(parts)
        shared = {place for place, found in places.items() if len(found) > 1}
        kept = _without_places(choices, shared)
        own = {one.place for one in kept}
        further = [(place, tuple(found)) for place, found in places.items() if place not in own]
        keys = self._free_keys(kept, len(further))
        return kept + [
            self._shortcut(place, found, key)
            for (place, found), key in zip(further, keys, strict=True)
        ]

    def _free_keys(self, choices: Sequence[Choice], number: int) -> Sequence[str]:
        """Keys for so many places beside the choices of the menu: single ones that nothing else in
        it has, else numbers if it has no digits, else none."""
        used = {*(one.key for one in choices), *self.letters().values()}
        used |= self._keys_of_commands()
        free = [key for key in CHOICE_KEYS if key not in used]
        if number <= len(free):
            return free[:number]
        if any(key.isdecimal() for key in used):
            return [""] * number
        return _numbers(number)

    def _lit(self) -> Sequence[tuple[Parts, Place]]:
        if self.choosing.chosen:
            return ()
        return self.choosing.decision.lit(self.choosing.asked.view)

    def _shortcut(self, place: Place, found: tuple[Parts, ...], key: str) -> Choice:
        if len(found) == 1:
            (parts,) = found
            return Choice(parts[-1], parts, self._words_of(parts), place, key, listed=False)
        label = joined(map(self._words_of, found), " / ") or words("nothing")
        return Choice("", self.choosing.chosen, label, place, key, listed=False, among=found)

    def shut(self) -> Sequence[tuple[Text, Refusal, str]]:
        """The commands that cannot be used now, why not, and their keys."""
        if self._shut is None:
            self._shut = self.find_shut()
        return self._shut

    def find_shut(self) -> list[tuple[Text, Refusal, str]]:
        """The closed choices, found when first needed."""
        menu, view = self.choosing.decision, self.choosing.asked.view
        if not isinstance(menu, Menu) or self.choosing.chosen or self.among:
            return []
        return [
            (menu.label(view, (one.key,)), refusal, one.letter)
            for one, refusal in menu.closed(view)
        ]

    # ------------------------------------------------------------------ pointing and taking

    @property
    def choice(self) -> Choice:
        """The choice under the pointer."""
        return self.choices()[self.pointed]

    def stops(self) -> Sequence[Sequence[Place]]:
        return [self._places(number, choice) for number, choice in enumerate(self.choices())]

    def _places(self, number: int, choice: Choice) -> list[Place]:
        own: list[Place] = (
            [(buttons.CHOICE, number), (buttons.MORE, number)] if choice.listed else []
        )
        return own if choice.place is None else [choice.place, *own]

    def labels(self) -> Mapping[Place, str]:
        return {one.place: one.key for one in self.choices() if one.place is not None}

    def index_at(self, place: Place) -> int | None:
        if place[0] in (buttons.CHOICE, buttons.MORE):
            return int(place[1])
        return next((n for n, one in enumerate(self.choices()) if one.place == place), None)

    def index_of_key(self, key: str) -> int | None:
        """Which choice has a key."""
        return next((n for n, one in enumerate(self.choices()) if one.key and one.key == key), None)

    def suggest(self, parts: Parts) -> None:
        """Point at what is suggested, or at the first step towards it."""
        whole = (*self.choosing.chosen, *parts)
        for number, choice in enumerate(self.choices()):
            if choice.chosen == whole[: len(choice.chosen)]:
                self.point(number)
                return

    def point(self, index: int) -> None:
        super().point(index)
        self.typed, self._left = "", None

    def parts(self) -> Parts | None:
        choice = self.choice
        return None if choice.among else choice.chosen[len(self.choosing.chosen) :]

    def chosen_so_far(self) -> Sequence[Text]:
        return () if self.choice.listed else [words("{choice}.", choice=self.choice.label)]

    def press(self, key: str, character: str | None) -> Reply:
        if not character:
            return Response.NOTHING
        index = self.index_of_key(character)
        if index is None:
            return self._type(character) if character.isdecimal() else self.why_shut(character)
        return self.select(index)

    def select(self, index: int) -> Reply:
        """Point at a choice by its key, or take it, if the pointer was there before its key."""
        again = index == (self.pointed if self._left is None else self._left)
        self.point(index)
        return Response.TAKEN if again else Response.POINTED

    def _type(self, digit: str) -> Reply:
        """One more digit of the number of a choice, or the first of another; the pointer goes to
        the first choice that begins with what is typed."""
        for typed in (self.typed + digit, digit):
            begun = [n for n, one in enumerate(self.choices()) if one.key.startswith(typed)]
            if begun and self.choices()[begun[0]].key == typed:
                return self.select(begun[0])
            if begun:
                self._left = self.pointed if self._left is None else self._left
                self.pointed, self.typed = begun[0], typed
                return Response.CHANGED
        return Response.NOTHING

    def why_shut(self, letter: str) -> Reply:
        """Why the command with that key cannot be used."""
        refusals = (refusal for _, refusal, key in self.shut() if key == letter)
        return next(refusals, Response.NOTHING)

    def pick(self, index: int) -> Reply:
        self.point(index)
        return Response.TAKEN

    def wheel(self, lines: int) -> Reply:
        """To the next choice or the one before, so that lists scroll by mouse."""
        wanted = max(0, min(len(self.choices()) - 1, self.pointed + (1 if lines > 0 else -1)))
        if wanted == self.pointed:
            return Response.NOTHING
        self.point(wanted)
        return Response.POINTED

    def refuse(self, place: Place) -> Refusal | None:
        if place[0] == buttons.SHUT:
            return self.shut()[int(place[1])][1]
        return super().refuse(place)

    def back(self) -> bool:
        if self.typed:
            self.point(self.pointed if self._left is None else self._left)
            return True
        if self.among:
            self._ask_among(())
            return True
        return False

    def narrow(self, among: tuple[Parts, ...]) -> None:
        """Ask which of several beginnings of picks is meant."""
        self._ask_among(among)

    def _ask_among(self, among: tuple[Parts, ...]) -> None:
        self.among, self.pointed = among, 0
        self._choices = self._shut = self._labels = self._entries = None

    def take_over(self, earlier: InputMode[State]) -> None:
        self.pointed = min(earlier.pointed, len(self.choices()) - 1)

    # ------------------------------------------------------------------ painting

    def paint(self, reader: InputContext, width: int, most: int) -> Canvas:
        """The choices in their order, then the commands that cannot be used now. Where there is no
        room for all, and every one has its key on the table, one row of them is enough."""
        entries = self.entries(reader, width, most)
        if self._are_on_table() and len(broken(entries, width - 4)) > most:
            most = 1
        return paint_entries(entries, self._under_pointer(), width, most, reader.theme.glyphs)

    def _are_on_table(self) -> bool:
        """Whether each choice has a place on the table."""
        return not self.shut() and all(one.place is not None for one in self.choices())

    def entries(self, reader: InputContext, width: int, most: int) -> list[PanelEntry]:
        """The entries in the rows of the panel, or the part that is scrolled there."""
        said_in = reader.tongue, self.typed
        if self._entries is None or self._entries[0] != said_in:
            self._entries = said_in, self._find_entries(reader)
        return self._entries[1]

    def _find_entries(self, reader: InputContext) -> list[PanelEntry]:
        pairs = zip(self.choices(), self._said(reader), strict=True)
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
        for number, (label, _, letter) in enumerate(self.shut()):
            entries.append(
                PanelEntry(letter or " ", reader.say(label), "closed", (buttons.SHUT, number))
            )
        return entries

    def _said(self, reader: InputContext) -> list[str]:
        """The labels of the choices, made once per language."""
        if self._labels is None or self._labels[0] != reader.tongue:
            said = [reader.say(choice.label) if choice.listed else "" for choice in self.choices()]
            self._labels = reader.tongue, said
        return self._labels[1]

    def _under_pointer(self) -> Place | None:
        """Which entry has the pointer; of a shortcut the command that it belongs to."""
        choice = self.choice
        if choice.listed:
            return (buttons.CHOICE, self.pointed)
        beginning = choice.chosen[: len(self.choosing.chosen) + 1]
        numbers = (n for n, one in enumerate(self.choices()) if one.chosen == beginning)
        number = None if choice.among else next(numbers, None)
        return None if number is None else (buttons.CHOICE, number)


def _numbers(last: int) -> list[str]:
    """Numbers from 1 on as keys, all of the same width."""
    width = width_of(str(last))
    return [f"{number:0{width}}" for number in range(1, last + 1)]


def _apart(choices: list[Choice]) -> list[Choice]:
    """The choices; a place that several of them have stands for none, since it could not tell
    which."""
    counted = Counter(choice.place for choice in choices)
    return _without_places(choices, {place for place, n in counted.items() if n > 1})


def _without_places(choices: list[Choice], places: Collection[Place | None]) -> list[Choice]:
    return [
        Choice(choice.value, choice.chosen, choice.label, None, choice.key)
        if choice.place in places
        else choice
        for choice in choices
    ]
