"""Choosing a group of dice with all that belongs to it: a cube, a citizen, a number.

Dice are marked on the table; the panel says what they count, what they cost and to whom, and what
comes of it. `w` uses them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from attrs import define, field

from engine.errors import Refusal
from engine.games.troyes.dice import DIE_OF, VALUE
from engine.games.troyes.groups import NO_CUBE, PLACING, Group, all_dice, cubes_of
from engine.games.troyes.influence import die_at, die_place
from engine.games.troyes.preview import Preview, preview
from engine.games.troyes.state import Town
from engine.games.troyes.using import GroupCommand, cube_words
from engine.games.troyes.wording import die_words, place_words, times
from engine.step import Place
from engine.text import Text, words
from screens.canvas import Canvas, Rect
from screens.chooser import Chooser, Parts, Reply, Response
from screens.marking import TAKE
from screens.shapes import paint_cap

if TYPE_CHECKING:
    from screens.choosing import Choosing
    from screens.scene import Scene

CITIZEN, CUBE, NEXT = "c", "d", "n"
MORE = ("plus", "plus_sign")
FEWER = ("minus", "hyphen_minus")


@define
class GroupOfDice(Chooser):
    """The dice of one use, which are marked one after another.

    `names` are those marked, in this order, `cube` the delayed card whose cube is spent, `citizen`
    where a citizen comes from who is needed, `number` how many activations or cubes are wanted
    (None: as many as there can be).
    """

    shows_on_table = True

    command: GroupCommand = field(kw_only=True)
    names: tuple[str, ...] = ()
    cube: str = NO_CUBE
    citizen: str | None = None
    number: int | None = None
    _open: list[str] | None = field(default=None, init=False)
    _cubes: list[str] | None = field(default=None, init=False)
    _preview: Preview | None = field(default=None, init=False)

    @classmethod
    def begin(cls, choosing: Choosing, command: GroupCommand) -> GroupOfDice:
        """Nothing is marked; the pointer is on the first die that may be."""
        group = cls(choosing, command=command)
        group.pointed = min(1, len(group.open()))
        return group

    # ------------------------------------------------------------------ what is asked

    @property
    def view(self) -> Town:
        """The table as the seat sees it."""
        view: Town = self.choosing.asked.view
        return view

    @property
    def seat(self) -> int:
        """Who chooses."""
        return self.choosing.seat

    @property
    def head(self) -> Parts:
        """What the dice are for: the parts after the command's key."""
        return self.choosing.chosen[1:]

    @property
    def most(self) -> int:
        """How many dice the group may have."""
        purpose = self.command.purpose(self.view, self.seat, self.head)
        return 1 if purpose is PLACING else self.view.box.group_most

    @property
    def sorted(self) -> tuple[str, ...]:
        """The dice as picks name them."""
        return tuple(sorted(self.names))

    def _changed(self) -> Response:
        self._open = self._preview = None
        return Response.CHANGED

    # ------------------------------------------------------------------ the dice

    def why_not(self, name: str) -> Refusal | None:
        """Why a die cannot join those that are marked; None if it can."""
        view, seat = self.view, self.seat
        if self.most == 1:
            place = die_place(view, name)
            assert place is not None
            return self.command.refuse_place(view, seat, (*self.head, self.cube), place)
        return self.command.why_not_join(view, seat, self.head, self.cube, self.sorted, name)

    def open(self) -> list[str]:
        """The dice that are marked or can be."""
        if self._open is None:
            self._open = [
                name
                for name in all_dice(self.view)
                if name in self.names or self.why_not(name) is None
            ]
        return self._open

    def toggle(self, name: str) -> Reply:
        """Mark a die, or unmark it. Where one is enough it takes the other's place."""
        if name in self.names:
            self.names = tuple(one for one in self.names if one != name)
            return self._changed()
        refusal = self.why_not(name)
        if refusal is not None:
            return refusal
        self.names = (name,) if self.most == 1 else (*self.names, name)
        return self._changed()

    def mark_value(self, value: int) -> Reply:
        """Mark the next die of a value, an own one first; unmark those of it if there is none."""
        others = [name for name in self.open() if VALUE[DIE_OF[name][1]] == value]
        free = [name for name in others if name not in self.names]
        if free and (len(self.names) < self.most or self.most == 1):
            own = sorted(free, key=lambda name: DIE_OF[name][0] != self.seat)
            return self._point_at(own[0], self.toggle(own[0]))
        if not others:
            return Response.NOTHING
        self.names = tuple(name for name in self.names if name not in others)
        return self._changed()

    def _point_at(self, name: str, reply: Reply) -> Reply:
        opened = self.open()
        self.pointed = opened.index(name) + 1 if name in opened else 0
        return reply

    # ------------------------------------------------------------------ what belongs to them

    def cubes(self) -> list[str]:
        """No cube, and those that some group here could be used with."""
        if self._cubes is None:
            view, seat = self.view, self.seat
            self._cubes = [
                cube
                for cube in cubes_of(view, seat)
                if cube == NO_CUBE
                or next(self.command.groups(view, seat, self.head, cube), None) is not None
            ]
        return self._cubes

    def next_cube(self) -> Reply:
        """The next cube that may be spent; why there is none."""
        cubes = self.cubes()
        if len(cubes) == 1:
            return self._why_no_cube()
        self.cube = cubes[(cubes.index(self.cube) + 1) % len(cubes)]
        names, self.names = self.names, ()
        for name in names:
            if self.why_not(name) is None:
                self.names = (*self.names, name)
        return self._changed()

    def _why_no_cube(self) -> Refusal:
        waiting = cubes_of(self.view, self.seat)[1:]
        if not waiting:
            return Refusal("TRO-13.2", words("No cube of yours waits on a card."))
        view, seat = self.view, self.seat
        for name in all_dice(view):
            found = self.command.why_not_join(view, seat, self.head, waiting[0], (), name)
            if found is not None:
                return found
        return Refusal("TRO-13.17", words("No cube of yours fits here."))

    def citizens(self) -> list[str]:
        """Where the citizen can come from who is needed here; nothing if none is."""
        view, seat = self.view, self.seat
        if self.command.key == "activate":
            position = view.position_of(self.head[0])
            assert position is not None
            return [] if seat in view.tradesmen[position] else view.places_of(seat)
        if self.command.key != "place":
            return []
        fitting = [tail[0] for tail in self._tails()]
        return fitting or view.places_of(seat)

    def next_citizen(self) -> Reply:
        """The next place that a citizen can come from."""
        places = self.citizens()
        if len(places) < 2:
            return Response.NOTHING
        now = self.citizen if self.citizen in places else places[0]
        self.citizen = places[(places.index(now) + 1) % len(places)]
        return self._changed()

    def group(self) -> Group | Refusal:
        """The group that is marked, or why it will not do yet."""
        if not self.names:
            return Refusal("TRO-9.3", words("No die is marked yet."))
        command = self.command
        return command.group(self.view, self.seat, self.head, self.cube, self.sorted)

    def _tails(self) -> Sequence[Parts]:
        group = self.group()
        if isinstance(group, Refusal):
            return ()
        return self.command.tails(self.view, self.seat, self.head, group)

    def tail(self) -> Parts | None:
        """What follows the dice: the citizen who was chosen, and as many times as were wanted, as
        far as there can be so many."""
        tails = list(self._tails())
        if self.citizen is not None:
            tails = [tail for tail in tails if tail[0] == self.citizen] or tails
        if self.number is not None:
            wanted = self.number
            tails = [tail for tail in tails if tail[-1] <= wanted] or tails[-1:]
        return tails[0] if tails else None

    @property
    def has_number(self) -> bool:
        """Whether there is a choice how often, with the dice that are marked."""
        tail = self.tail()
        if not tail or not isinstance(tail[-1], int):
            return False
        return len({one[-1] for one in self._tails()}) > 1

    def change_number(self, by: int) -> Reply:
        """One more or one fewer of what the dice are enough for."""
        tail = self.tail()
        if tail is None or not self.has_number:
            return Response.NOTHING
        numbers = sorted({one[-1] for one in self._tails()})
        self.number = max(numbers[0], min(numbers[-1], tail[-1] + by))
        if self.number == numbers[-1]:
            self.number = None
        return self._changed()

    def next_group(self) -> Reply:
        """The group that gives one step more for the least, after the greatest the least again."""
        view, seat, command = self.view, self.seat, self.command
        found = command.best_groups(view, seat, self.head, self.cube)[::-1]
        if not found:
            return Response.NOTHING
        purpose = command.purpose(view, seat, self.head)
        assert not isinstance(purpose, Refusal)
        group = self.group()
        worth = -1 if isinstance(group, Refusal) else command.worth(purpose, group)
        more = [one for one in found if command.worth(purpose, one) > worth]
        self.names, self.pointed, self.number = (more or found)[0].names, 0, None
        return self._changed()

    # ------------------------------------------------------------------ as a chooser

    def parts(self) -> Parts | None:
        tail = self.tail()
        return None if tail is None else (self.cube, self.sorted, *tail)

    def refusal(self) -> Refusal | None:
        group = self.group()
        if isinstance(group, Refusal):
            return group
        if self.tail() is None:
            return self.command.refuse(self.view, self.seat, self._attempt()[1:])
        return None

    def _attempt(self) -> Parts:
        """The pick with a citizen who cannot be used, to be told why."""
        places = self.view.places_of(self.seat)
        return (*self.choosing.chosen, self.cube, self.sorted, *places[:1])

    def previewed(self) -> Preview:
        """The arithmetic of what is marked."""
        if self._preview is None:
            tail = self.tail() or ()
            self._preview = preview(
                self.view,
                self.seat,
                self.command,
                (*self.head, self.cube, self.names, *tail[:-1]),
                tail[-1] if tail and isinstance(tail[-1], int) else None,
            )
        return self._preview

    def told(self) -> Sequence[Text]:
        """What another die under the pointer would change, then what the marked ones come to."""
        lines = [] if not self.pointed else self._told_of(self.open()[self.pointed - 1])
        if self.names:
            lines += self.previewed().lines()[2:]
        return lines

    def _told_of(self, name: str) -> list[Text]:
        without = name in self.names
        names = tuple(one for one in self.names if one != name)
        if not without:
            names = (name,) if self.most == 1 else (*self.names, name)
        die = die_words(name, self.seat)
        if not names:
            return []
        found = preview(self.view, self.seat, self.command, (*self.head, self.cube, names))
        if found.group is None:
            return []
        result = found.result_words() if found.times else found.sum_words()
        if found.refusal is not None:
            result = found.refusal.reason
        price = found.price_words()
        if without:
            return [words("Without {die}: {result}; {price}.", die=die, result=result, price=price)]
        return [words("With {die}: {result}; {price}.", die=die, result=result, price=price)]

    def stops(self) -> Sequence[Sequence[Place]]:
        places = [die_place(self.view, name) for name in self.open()]
        return [[("take",)], *([place] for place in places if place is not None)]

    def closed(self) -> Collection[Place]:
        return ()

    def marked(self) -> Collection[Place]:
        places = (die_place(self.view, name) for name in self.names)
        return [place for place in places if place is not None]

    def pick(self, index: int) -> Reply:
        self.point(index)
        if index == 0:
            return Response.TAKEN
        name = self.open()[index - 1]
        return self._point_at(name, self.toggle(name))

    def press(self, key: str, character: str | None) -> Reply:
        if character == TAKE:
            self.pointed = 0
            return Response.TAKEN
        if key in ("enter", "space"):
            return self.pick(self.pointed)
        if key in MORE or character == "+":
            return self.change_number(1)
        if key in FEWER or character == "-":
            return self.change_number(-1)
        if character and character in "123456":
            return self.mark_value(int(character))
        keys = {CITIZEN: self.next_citizen, CUBE: self.next_cube, NEXT: self.next_group}
        act = keys.get(character or "")
        return Response.NOTHING if act is None else act()

    def touch(self, place: Place, *, picked: bool) -> Reply:
        if not picked or place[0] != "group":
            return Response.NOTHING
        return self.press(str(place[1]), str(place[1]))

    def refuse(self, place: Place) -> Refusal | None:
        name = die_at(self.view, place)
        return super().refuse(place) if name is None else self.why_not(name)

    def keys(self) -> Sequence[tuple[str, Text]]:
        found = [("Enter", words("mark")), (TAKE, words("use them"))]
        found.append((NEXT, words("next group")))
        return [*found, ("1-6", words("mark by value"))]

    def back(self) -> bool:
        """Unmark the die marked last; False if none is."""
        if not self.names:
            return False
        self.names = self.names[:-1]
        self._changed()
        self.pointed = min(self.pointed, len(self.open()))
        return True

    def take_over(self, earlier: Chooser) -> None:
        assert isinstance(earlier, GroupOfDice)
        for name in earlier.names:
            if die_place(self.view, name) is not None and self.why_not(name) is None:
                self.names = (*self.names, name)
        self._changed()
        self.pointed = min(earlier.pointed, len(self.open()))

    # ------------------------------------------------------------------ painting

    def paint(self, scene: Scene, width: int, most: int) -> Canvas:
        """The dice with their sum and price; below, the keys for what belongs to them."""
        entries = self._entries(scene)
        canvas = Canvas(width, min(most, 2 if entries else 1), scene.look.glyphs)
        x = paint_cap(canvas, 2, 0, TAKE, pointed=self.pointed == 0) + 1
        canvas.put(x, 0, scene.say(self._sum()), "strong")
        canvas.spot(("take",), Rect(2, 0, x - 2, 1))
        if canvas.height > 1:
            x = 2
            for key, text, role in entries:
                start = x
                x = paint_cap(canvas, x, 1, key) + 1
                x = canvas.put(x, 1, text, role)
                canvas.spot(("group", key), Rect(start, 1, x - start, 1))
                x += 2
        return canvas

    def _sum(self) -> Text:
        """The group in words, the own dice first, its total and its price."""
        if not self.names:
            if self.most == 1:
                return words("Mark a die of any colour.")
            return words("Mark one to {n} dice.", n=self.most)
        found = self.previewed()
        if found.group is None:
            assert found.refusal is not None
            return found.refusal.reason
        return words("{sum}   {price}", sum=found.sum_words(), price=found.price_words())

    def _entries(self, scene: Scene) -> list[tuple[str, str, str]]:
        """The keys of cube, citizen and number, with what is chosen."""
        entries: list[tuple[str, str, str]] = []
        say = scene.say
        if self.citizens():
            tail = self.tail()
            place = tail[0] if tail else self.citizen or self.citizens()[0]
            text = words("citizen {place}", place=place_words(self.view, str(place)))
            entries.append((CITIZEN, say(text), "text"))
        if len(cubes_of(self.view, self.seat)) > 1:
            open_ = len(self.cubes()) > 1
            text = words("cube: {cube}", cube=cube_words(self.view, self.cube))
            entries.append((CUBE, say(text), "text" if open_ else "closed"))
        tail = self.tail()
        if self.has_number and tail:
            entries.append(("-", say(words("fewer")), "text"))
            entries.append(("+", say(words("more: {times}", times=times(int(tail[-1])))), "text"))
        return entries
