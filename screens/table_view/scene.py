"""What a painter is given (view model): the table as one person may see it, and how to speak and
draw."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import zip_longest
from operator import attrgetter
from typing import Final, Generic, TypeVar

from attrs import define, evolve, field, frozen

from engine.core.common_wording import joined
from engine.core.game import Game
from engine.core.score_sheet import Cell, Column, Row, Sheet, Standing
from engine.core.state import Note, State
from engine.core.step import Place
from engine.i18n.language import Tongue
from engine.i18n.text import Names, Text, verbatim, words
from engine.match.decision_request import DecisionRequest
from engine.match.match_view import MatchView, Story
from engine.match.position import EarlyEnd, PendingDecision
from engine.match.preview import Preview
from screens.input_modes.input_mode import Choice
from screens.input_modes.partial_pick import PartialPick
from screens.key_map import BY_ID
from screens.keys import key_name
from screens.paint.animation import Move
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.theme import Theme

S = TypeVar("S", bound=State)
S_co = TypeVar("S_co", bound=State, covariant=True)
T = TypeVar("T")

Cells = dict[tuple[str, int, str], Cell]
"""The cells of score sheets by (sheet, row, column)."""


@define
class Scene(Generic[S_co]):
    """One moment of a match as a person sees it.

    `seat` is who looks (None: somebody who watches), `view` the table as they may see it, `story`
    what has happened as they may know it, `owed` what is asked of whom. `choosing` is there when
    that person is asked something. `before` holds the cells of the score sheets before the last
    action, to show what changed. `own_keys` are the keys that the person has put in the place of
    usual ones, by the names of those. `bests` are the best results of people who played this alone,
    at the end of such a game. `log_back` is how many lines the log beside the table is turned back.
    `waiting` says who is choosing, where others sit at terminals of their own. `ended` says that
    people have ended the match before its end, `real_dice` that people throw dice of their own.
    `left` is how long is left for the move.
    """

    game: Game[S_co]
    view: S_co
    story: Story
    owed: Sequence[PendingDecision]
    over: bool
    seat: int | None
    tongue: Tongue
    theme: Theme
    choosing: PartialPick[S_co] | None = None
    before: Cells = field(factory=dict)
    replaying: bool = False
    bests: Sequence[tuple[int, Text]] = ()
    own_keys: Mapping[str, str] = field(factory=dict)
    log_back: int = 0
    waiting: Text | None = None
    signs: Sequence[tuple[str, Text]] = ()
    ended: EarlyEnd | None = None
    real_dice: bool = False
    left: Text | None = None

    @staticmethod
    def of(
        sight: MatchView,
        seat: int | None,
        tongue: Tongue,
        look: Theme,
        choosing: PartialPick[State] | None = None,
    ) -> Scene[State]:
        """A match as a seat, or somebody who watches, sees it now."""
        story, view, owed = sight.story(seat), sight.view(seat), sight.pending()
        scene = Scene(sight.game, view, story, owed, sight.over, seat, tongue, look, choosing)
        scene.ended, scene.real_dice = sight.ended, sight.real_dice
        return scene

    def say(self, text: Text) -> str:
        """A message in the reader's language."""
        return self.tongue.say(text)

    def still(self, part: str, made_of: Hashable, make: Callable[[], T]) -> T:
        """A part of the table that stands still while the pointer goes about: painted anew only if
        it is made of something else than when it was painted last for what is asked. Who gets it
        does not paint on it."""
        if self.choosing is None:
            return make()
        return self.choosing.kept_last(part, (made_of, *_MADE_OF(self)), make)

    def key_to(self, command: str) -> Text:
        """Name of the key of a command at the table: the person's own, or the usual one."""
        usual = BY_ID[command]
        return key_name(self.own_keys.get(usual.name, usual.key))

    def key_told(self, command: str) -> str:
        """The name of that key in the reader's language."""
        return self.say(self.key_to(command))

    def name(self, seat: int) -> str:
        """A player's name."""
        return self.tongue.seat(seat)

    @property
    def asked(self) -> int | None:
        """The seat that is asked something now; the first, if several are."""
        return self.owed[0].seat if self.owed else None

    def legal(self) -> dict[Spot, Choice]:
        """The places that stand for what can be chosen."""
        if self.choosing is None:
            return {}
        return {c.place: c for c in self.choosing.choices() if c.place is not None}

    def standings(self) -> Sequence[Standing]:
        """Every seat's place as it stands, or as people have ended the match."""
        return self.game.standings(self.view) if self.ended is None else self.ended.result

    def sheets(self) -> Sequence[Sheet]:
        """The score sheet as it stands."""
        return self.game.sheets(self.view)


_MADE_OF: Final = attrgetter(
    *("story.size", "seat", "tongue", "theme", "before", "own_keys", "log_back", "waiting", "ended")
)
"""What every part of a table may be made of."""


def cells_of(sheets: Sequence[Sheet]) -> Cells:
    """The cells of score sheets, to compare with later."""
    return {
        (sheet.key, number, column.key): cell
        for sheet in sheets
        for number, row in enumerate(sheet.rows)
        for column, cell in zip(sheet.columns, row.cells, strict=True)
    }


MOST_CHANGED: Final = 5
"""How many columns a table of changes has at most, totals before all others."""


@frozen
class _Change:
    """A column in which something has changed, and what its cells were and are."""

    column: Column
    cells: tuple[tuple[Cell, Cell], ...]

    def told(self, row: int) -> Cell:
        """A cell as it is, and by how much it has changed."""
        return _change(self.column, *self.cells[row])


def changed_sheet(
    before: Sequence[Sheet], after: Sequence[Sheet], reader: int | None = None
) -> Sheet | None:
    """The columns of score sheets in which something has changed, each cell as `12 (+4)` where it
    has; None if nothing has, or the place alone. They are numbers in the row of the reader, or in
    all rows where the reader has none. Sheets with rows of the same seats make one table."""
    found: list[_Change] = []
    seats: list[int] = []
    named = after[0] if after else None
    before = [_under(new.columns, old) for old, new in zip(before, after, strict=False)]
    for old, new in zip(before, after, strict=False):
        here = [row.seat for row in new.rows]
        if not found:
            named, seats = new, here
        if here == seats:
            found = _by_turns(found, _changes(old, new, reader))
    if named is None or PLACES.issuperset(one.column.key for one in found):
        return None
    first = sorted(found, key=lambda one: not one.column.total)[:MOST_CHANGED]
    shown = [one for one in found if one in first]
    if PLACES.intersection(one.column.key for one in shown):
        shown += [tie_break for tie_break in _tie_breaks(before, after) if tie_break not in shown]
    rows = tuple(
        Row(row.seat, row.title, tuple(one.told(number) for one in shown))
        for number, row in enumerate(named.rows)
    )
    return Sheet(named.key, named.title, tuple(one.column for one in shown), rows)


def _under(columns: Sequence[Column], sheet: Sheet) -> Sheet:
    """A sheet under other columns, its own known by their keys; where one was not yet, 0."""
    at = {column.key: number for number, column in enumerate(sheet.columns)}
    numbers = [at.get(column.key) for column in columns]
    rows = (
        evolve(row, cells=tuple(0 if n is None else _cell_of(row, n) for n in numbers))
        for row in sheet.rows
    )
    return evolve(sheet, columns=tuple(columns), rows=tuple(rows))


def _changes(old: Sheet, new: Sheet, reader: int | None) -> list[_Change]:
    pairs = list(_paired(old, new))
    own = [row for row in new.rows if row.seat == reader] or new.rows
    found = []
    for n, column in enumerate(new.columns):
        cells = tuple((_cell_of(a, n), _cell_of(b, n)) for a, b in pairs)
        changed = any(was != now for was, now in cells)
        if changed and all(isinstance(_cell_of(row, n), int) for row in own):
            found.append(_Change(column, cells))
    return found


def _by_turns(some: Sequence[_Change], others: Sequence[_Change]) -> list[_Change]:
    """What has changed in two sheets, one of each in turn, so that neither hides the other."""
    pairs = zip_longest(some, others)
    return [one for pair in pairs for one in pair if one is not None]


def _tie_breaks(before: Sequence[Sheet], after: Sequence[Sheet]) -> Iterator[_Change]:
    """The columns that decide a place where totals are equal, if any are."""
    for old, new in zip(before, after, strict=False):
        totals = [[_cell_of(row, n) for row in new.rows] for n in _keyed(new, "total")]
        if any(len(set(cells)) < len(cells) for cells in totals):
            for n in _keyed(new, "tie"):
                pairs = tuple((_cell_of(a, n), _cell_of(b, n)) for a, b in _paired(old, new))
                yield _Change(new.columns[n], pairs)


def _keyed(sheet: Sheet, key: str) -> list[int]:
    return [n for n, column in enumerate(sheet.columns) if column.key == key]


def _paired(old: Sheet, new: Sheet) -> Iterator[tuple[Row, Row]]:
    """Every row with what it was before; where rows have come or gone they are known by their
    titles, and one that is new was empty."""
    if len(old.rows) == len(new.rows):
        yield from zip(old.rows, new.rows, strict=True)
        return
    for row in new.rows:
        same = (one for one in old.rows if (one.seat, one.title) == (row.seat, row.title))
        yield next(same, Row(row.seat, row.title, ())), row


def _cell_of(row: Row, number: int) -> Cell:
    return row.cells[number] if number < len(row.cells) else None


PLACES: Final = frozenset({"place", "rank"})
"""The columns in which less is better, and what was before says more than the difference."""


def _change(column: Column, old: Cell, new: Cell) -> Cell:
    """A cell as it is, and behind it by how much it has changed; of a place, which it was."""
    if not isinstance(old, int) or not isinstance(new, int) or old == new:
        return new
    if column.key in PLACES:
        return words("{n} (was {old})", n=new, old=old)
    return verbatim(f"{new} ({new - old:+d})")


@frozen
class Zone:
    """A part of the table that has a page of its own where not all fits at once."""

    key: str
    title: Text


class TablePainter(ABC, Generic[S]):
    """How one game's table is drawn: plain functions from a scene to a canvas."""

    roles: Mapping[str, str] = {}
    """Further names for roles, such as a hue for every kind of tile."""

    marks: frozenset[str] = frozenset()
    """The kinds of places that people mark while they choose; no other mark is put on them."""

    least_is_best: frozenset[str] = frozenset()
    """The keys of columns of the score sheet in which less is better."""

    evident: frozenset[str] = frozenset()
    """The rules of notes about players that repeat what the table shows: no news."""

    own_known: frozenset[str] = frozenset()
    """The rules of notes about the reader that they have seen at once: no news for them."""

    brief: Mapping[str, Text | None] = {}
    """What the line of a turn says in place of a message: another with some of its arguments, or
    nothing, where the table shows it."""

    tells_by_round: bool = False
    """Whether several turns of a seat in one round are one line."""

    everyday: frozenset[str] = frozenset()
    """The rules of notes that come in every turn, now for all players, now for some: no step."""

    uncrowned: frozenset[str] = frozenset()
    """The keys of columns in which neither more nor less is better."""

    board_signs: Sequence[Text | Names] = ()
    """What stands on the board by the first letter of its name: no player has that letter."""

    losses: frozenset[str] = frozenset()
    """The rules of notes that tell what a seat loses and need not have lost."""

    def dress(self, look: Theme) -> Theme:
        """A look with what this game brings along."""
        return look.naming(self.roles, self.board_signs)

    @abstractmethod
    def headline(self, scene: Scene[S], width: int) -> Text:
        """The round and phase, for the line at the top of a screen of that width."""

    def paint_headline(self, scene: Scene[S], canvas: Canvas, x: int, right: int) -> int:
        """What else the line at the top tells, between the headline and column `right`; returns
        where what it has put at the right begins."""
        return right

    @abstractmethod
    def paint(self, scene: Scene[S], width: int, height: int) -> Canvas:
        """The table in the room that header, decision and keys leave."""

    def paint_choices(self, scene: Scene[S], width: int, height: int) -> Canvas | None:
        """The choices in at most so many rows, each with its spot (CHOICE, number), told in a
        way of the game's own; None where they are a plain list."""
        return None

    def choosing(self, asked: DecisionRequest[S]) -> PartialPick[S]:
        """How what a seat is asked is chosen; a game may have ways of its own."""
        return PartialPick(asked)

    def repaint(self, scene: Scene[S], canvas: Canvas, room: Rect) -> None:
        """Paint again, on a table painted before in that room, what follows the pointer or shows
        what is chosen so far; what of it stands still comes from `Scene.still`."""

    def following(self, scene: Scene[S], room: Rect) -> Sequence[tuple[Rect, Canvas]] | None:
        """The parts of a table painted before in that room that `repaint` paints again, each where
        it lies, the same canvas as before where nothing is different; None where they are not laid
        one by one."""
        return None

    def zones(self, scene: Scene[S]) -> Sequence[Zone]:
        """Pages of the game's own that the room at hand has no place for, besides the sheet and
        the log."""
        return ()

    def paint_zone(self, scene: Scene[S], zone: str, width: int, height: int) -> Canvas:
        """One of these pages; it may be higher than the room, then it is scrolled."""
        raise KeyError(zone)

    def preview(
        self, scene: Scene[S], choice: Choice | None, foresight: Preview[S] | None
    ) -> Sequence[Text]:
        """What the choice under the pointer would do, a line each; without a choice, what would be
        done as things stand on the board."""
        return [note.text for note in foresight.notes] if foresight else []

    def tells_in_rows(self, scene: Scene[S]) -> bool:
        """Whether the rows of the choices themselves tell what each does."""
        return False

    def lost(self, scene: Scene[S], foresight: Preview[S]) -> Sequence[Text]:
        """What the pick under the pointer loses and another would not: it is told first, in a
        colour of its own, and asked once more."""
        seat = scene.seat if scene.choosing is None else scene.choosing.seat
        notes = [note for note in foresight.notes if note.rule in self.losses]
        return [note.text for note in notes if note.seat == seat]

    def decision_rows(self, width: int, height: int) -> int:
        """How many rows of a screen of that size the decision has, whatever is asked, so that the
        table never jumps; the line of keys comes below."""
        return 5 if height < 40 else 6

    def moves(self, before: S, scene: Scene[S]) -> Sequence[Move]:
        """What moves from the table as the reader saw it before to the table of the scene, where
        that tells something."""
        return ()

    def begins_chapter(self, note: Note) -> bool:
        """Whether a line of the log begins a part of the game, such as a round: then it is shown
        as a title."""
        return False

    def is_step(self, note: Note) -> bool:
        """Whether a note tells of a step that brings points or losses to all players: it is told
        on a card with a table of all. What one rule does to every player is told so anyway."""
        return False

    def beat(self, scene: Scene[S], before: S, notes: Sequence[Note]) -> Sheet | None:
        """A table of all players for the card that tells of such a step; `before` is the table as
        the reader saw it before these notes. Here: what has changed on the score sheet."""
        return self._changed(scene, before, scene.view)

    def telling(self, sheets: Sequence[Sheet]) -> Sequence[Sheet]:
        """The score sheets in which changes are told on cards and by hints."""
        return sheets

    def _changed(self, scene: Scene[S], before: S, after: S) -> Sheet | None:
        was, now = (self.telling(scene.game.sheets(view)) for view in (before, after))
        return changed_sheet(was, now, scene.seat)

    def why(self, scene: Scene[S], foresight: Preview[S]) -> Text | None:
        """What speaks for a pick, in a few words behind it: here what it changes in the row of the
        score sheet of who chooses."""
        sheet = self._changed(scene, scene.view, foresight.view)
        rows = [] if sheet is None else [row for row in sheet.rows if row.seat == scene.seat]
        if sheet is None or not rows:
            return None
        told = [
            words("{column} {number}", column=column.name or column.title, number=cell)
            for column, cell in zip(sheet.columns, rows[0].cells, strict=True)
            if isinstance(cell, Text)
        ]
        return joined(told, ", ")

    def inspect(self, scene: Scene[S], place: Place) -> Text | None:
        """What stands at a place of the table, for somebody who points at it; None where there is
        nothing to say."""
        return None

    def aloud(self, said: str, tongue: Tongue) -> str:
        """A line as it is heard: what the board has letters and signs for in full."""
        return said

    def legend(self, scene: Scene[S]) -> Sequence[tuple[str, Text]]:
        """The signs of the table and what they stand for, for the help."""
        return ()
