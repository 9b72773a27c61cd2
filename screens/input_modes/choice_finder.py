"""Finding the choices for the next part of a pick, with their keys and their places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any, Final, Generic

from attrs import evolve, frozen

from engine.core.command import Command, Menu
from engine.core.common_wording import joined
from engine.core.event import Value
from engine.core.step import Place
from engine.i18n.text import Text, words
from screens.input_modes.input_mode import Choice, Parts, PartsSoFar, S_co
from screens.keys import CHOICE_KEYS
from screens.paint.cells import width_of

MOST_NUMBERS: Final = 99
"""Number keys that last for a turn have at least as many digits as this number, so that they stay
the same when choices come or go."""

NO_KEYS: Final[Mapping[Hashable, str]] = {}

PlacesByName = Mapping[Any, Place | None]
"""Values or places that get keys, each with its place on the table, or None if it has none. The
methods of `ChoiceFinder` call them names."""


@frozen
class ChoiceFinder(Generic[S_co]):
    """Finder of the choices for the next part of `partial_pick`. If `among` (beginnings of picks)
    is not empty, these are the choices."""

    partial_pick: PartsSoFar[S_co]
    among: tuple[Parts, ...] = ()

    def find(self) -> list[Choice]:
        """Return the choices with their keys. Shortcuts (see `Choice`) come last."""
        request, chosen = self.partial_pick.request, self.partial_pick.chosen
        if self.among:
            return self._keyed(
                [Choice(one, one, self._words_of(one), None, "") for one in self.among]
            )
        found = []
        for value in self.values():
            parts = (*chosen, value)
            found.append(Choice(value, parts, request.label(parts), request.target(parts), ""))
        return self._with_shortcuts(self._keyed(found))

    def values(self) -> Sequence[Value]:
        """Return the values that the next part can have."""
        return self.partial_pick.request.part_options(self.partial_pick.chosen)

    def _words_of(self, parts: Parts) -> Text:
        """Return a label for several parts: one phrase if the game has one ("Fight Marauding"),
        else the labels one after another ("Rob somebody: Boris")."""
        request, depth = self.partial_pick.request, len(self.partial_pick.chosen)
        decision, view, pick = request.decision, request.view, request.whole(parts)
        phrase = decision.so_far(view, parts) if pick is None and parts else None
        if pick is not None:
            phrase = decision.in_words(view, pick)
        labels = [request.label(parts[:size]) for size in range(depth + 1, len(parts) + 1)]
        if phrase is not None and phrase != labels[-1]:
            return phrase
        return joined(labels, ": ") or words("nothing")

    def _keyed(self, choices: list[Choice]) -> list[Choice]:
        """Return the choices, each with a key: the letter of its command, the key that the game
        gives it, or else a free key. If there are too few keys, all choices get numbers."""
        letters = self.letters()
        own = [
            letters.get(choice.value, "") or self.partial_pick.key_of(number, choice.value)
            for number, choice in enumerate(choices)
        ]
        taken = {*own, *self._keys_of_commands()}
        free = [key for key in CHOICE_KEYS if key not in taken]
        numbers = self._numbers_of([choice.value for choice in choices])
        keyless = [number for number, key in enumerate(own) if not key]
        if list(numbers) == list(range(1, len(choices) + 1)):
            rest = {choices[number].value: choices[number].place for number in keyless}
            if rest and self._too_few(rest, free):
                rest, own = {one.value: one.place for one in choices}, [""] * len(choices)
            lasting = iter(self._lasting_keys(rest, free))
            own = [key or next(lasting) for key in own]
        elif max((numbers[n] for n in keyless), default=0) > len(free):
            own = _numbers(max(numbers), numbers)
        else:
            own = [key or free[number - 1] for key, number in zip(own, numbers, strict=True)]
        return [evolve(one, key=key) for one, key in zip(choices, own, strict=True)]

    def _numbers_of(self, values: Sequence[Value]) -> Sequence[int]:
        """Return the number of each value, counted from 1: the number from
        `DecisionRequest.numbers` or, with `among`, its position. A value without a key of its own
        gets its key by this number."""
        if self.among:
            return range(1, len(values) + 1)
        return self.partial_pick.request.numbers(self.partial_pick.chosen, values)

    def _lasting_keys(
        self,
        names: PlacesByName,
        free: Sequence[str],
        of_last_turn: Mapping[Hashable, str] = NO_KEYS,
    ) -> Sequence[str]:
        """Return a key for each of `names`, and remember the keys unless the choices are those of
        `among`. Each key is the first of these that is in `free` and not in use: the key that the
        name's place has before any part is chosen, the name's earlier key in the same turn, its key
        in the seat's previous turn (`of_last_turn`), or a free key, preferably one that no name has
        had in this turn. If there are too few keys, return numbers instead."""
        if self._too_few(names, free):
            last = max(MOST_NUMBERS, len(names))
            free = _numbers(last, range(1, last + 1))
        before = self._earlier_keys(names)
        lasting = {name: before[name] for name in names if before.get(name) in free}
        used_before = {*before.values()}
        unused = {*free} - used_before
        again = {of_last_turn[name]: name for name in names if of_last_turn.get(name) in unused}
        lasting |= {name: key for key, name in again.items() if name not in lasting}
        new = iter(
            sorted(
                (key for key in free if key not in lasting.values()), key=used_before.__contains__
            )
        )
        keys = [lasting.get(name) or next(new) for name in names]
        if not self.among:
            self.partial_pick.note_keys(dict(zip(names, keys, strict=True)))
        return keys

    def _too_few(self, names: PlacesByName, free: Sequence[str]) -> bool:
        """Return whether `free` has too few keys for `names` together with the names that had keys
        earlier in the same turn, or whether one of these earlier keys had several digits."""
        before = self._earlier_keys(names)
        had = {name for name, key in before.items() if key in free}
        return len(had.union(names)) > len(free) or any(
            width_of(key) > 1 for key in before.values()
        )

    def _earlier_keys(self, names: PlacesByName) -> Mapping[Hashable, str]:
        """Return the keys that names had earlier in the same turn; none if the choices are those of
        `among`. A name in `names` whose place has a key before any part is chosen gets that key."""
        given = self.partial_pick.keys_of_this_turn
        if self.among:
            return {}
        before = given.get(self.partial_pick.chosen, {})
        if not self.partial_pick.chosen:
            return before
        at_places = given.get((), {})
        shown = {name: at_places[one] for name, one in names.items() if one in at_places}
        return {one: key for one, key in before.items() if key not in shown.values()} | shown

    def letters(self) -> dict[Value, str]:
        """Return the letter of each command of the menu, available or not, by the command's key in
        the pick."""
        return {command.key: command.letter for command in self._commands() if command.letter}

    def _keys_of_commands(self) -> set[str]:
        """Return the keys of all commands of the menu, including unavailable ones. After a command
        has been chosen, return only its letter, so that pressing it again chooses nothing."""
        commands = self._commands()
        given = {self.partial_pick.key_of(0, command.key) for command in commands}
        letters = [command.letter for command in commands]
        return {*given, *letters, opening_letter(self.partial_pick)} - {""}

    def _commands(self) -> Sequence[Command[Any]]:
        """Return the commands of the menu; none if the decision is not a menu, if a part is already
        chosen, or if `among` is given."""
        menu = self.partial_pick.decision
        if not isinstance(menu, Menu) or self.partial_pick.chosen or self.among:
            return ()
        return menu.commands(self.partial_pick.request.view)

    def _with_shortcuts(self, choices: list[Choice]) -> list[Choice]:
        """Return the choices. A choice that shares its place with other choices or shortcuts loses
        the place. If no part has been chosen and the decision has shortcuts, a shortcut follows for
        each place that stands for several parts at once or for several choices."""
        shortcuts = (
            ()
            if self.partial_pick.chosen
            else self.partial_pick.decision.shortcuts(self.partial_pick.request.view)
        )
        if not shortcuts:
            return _apart(choices)
        places: dict[Place, list[Parts]] = {}
        for choice in choices:
            if choice.place is not None:
                places.setdefault(choice.place, []).append(choice.chosen)
        for parts, place in shortcuts:
            places.setdefault(place, []).append(parts)
        shared = {place for place, found in places.items() if len(found) > 1}
        plain = _without_places(choices, shared)
        own = {choice.place for choice in plain}
        further = [(place, tuple(found)) for place, found in places.items() if place not in own]
        keyed = [place for place, _ in further if self.partial_pick.gives_key(place)]
        keys = dict(zip(keyed, self._keys_of_places(plain, keyed), strict=True))
        return plain + [
            self._shortcut(place, found, keys.get(place, "")) for place, found in further
        ]

    def _keys_of_places(self, choices: Sequence[Choice], places: Sequence[Place]) -> Sequence[str]:
        """Return a key for each of `places`, different from the keys of `choices`: unused keys of
        one character, or else numbers if no choice has a digit as its key, or else empty strings.
        If the decision numbers places, these have the same keys for a whole phase of the game, and
        the others get the remaining keys, or empty strings if there are too few."""
        request = self.partial_pick.request
        used = {*(choice.key for choice in choices), *self._keys_of_commands()}
        free = [key for key in CHOICE_KEYS if key not in used]
        numbered = request.decision.numbered_places(request.view)
        if numbered:
            own = dict(zip(numbered, free, strict=False))
            others = {place: place for place in places if place not in numbered}
            left = free[len(numbered) :]
            keys = left if self._too_few(others, left) else self._lasting_keys(others, left)
            own |= zip(others, keys, strict=False)
            return [own.get(place, "") for place in places]
        every = {place: place for place in places}
        if self._too_few(every, free) and any(key.isdecimal() for key in used):
            return [""] * len(places)
        return self._lasting_keys(every, free, self.partial_pick.keys_of_last_turn.get((), NO_KEYS))

    def _shortcut(self, place: Place, found: tuple[Parts, ...], key: str) -> Choice:
        if len(found) == 1:
            (parts,) = found
            return Choice(parts[-1], parts, self._words_of(parts), place, key, listed=False)
        label = joined(map(self._words_of, found), " / ") or words("nothing")
        return Choice("", self.partial_pick.chosen, label, place, key, listed=False, among=found)


def opening_letter(partial_pick: PartsSoFar[S_co]) -> str:
    """Return the letter of the command that has been chosen in a menu; empty if there is none."""
    menu = partial_pick.decision
    if not isinstance(menu, Menu) or not partial_pick.chosen:
        return ""
    commands = menu.commands(partial_pick.request.view)
    return next((one.letter for one in commands if one.key == partial_pick.chosen[0]), "")


def _numbers(last: int, numbers: Sequence[int]) -> list[str]:
    """Return `numbers` as keys, padded with zeros to the width of the number `last`."""
    width = width_of(str(last))
    return [f"{number:0{width}}" for number in numbers]


def _apart(choices: list[Choice]) -> list[Choice]:
    """Return the choices. Those that share a place lose it, because the place would be
    ambiguous."""
    counted = Counter(choice.place for choice in choices)
    return _without_places(choices, {place for place, n in counted.items() if n > 1})


def _without_places(choices: list[Choice], places: Collection[Place | None]) -> list[Choice]:
    return [evolve(choice, place=None) if choice.place in places else choice for choice in choices]
