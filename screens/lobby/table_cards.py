"""What the lobby tells of tables (view model): who sits there, whose turn it is since when, who may
come."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final

from attrs import evolve, frozen

from engine.clock import LONG_AGO
from engine.core.common_wording import joined
from engine.core.game import Setting
from engine.core.players import PERSON
from engine.games import entry, load
from engine.i18n.text import Text, plural, verbatim, words
from engine.lobby.waiting_table import CLOSED
from screens.match_summary import ago, game_of, hours_told, left_until, players_of, stand_of
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import clean, clip, width_of, wrap
from screens.paint.shapes import RAISED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.core.players import Person
    from engine.i18n.language import Tongue
    from engine.lobby.deadlines import Deadline
    from engine.lobby.waiting_table import WaitingTable
    from engine.storage.store import Record

MOST_OWN: Final = 100
"""So many matches of one person are looked at."""

MATCH: Final = "match"
LEFT: Final = "left"
GATHERING: Final = "gathering"
OPEN: Final = "open"
PLACE: Final = "place"
WATCH: Final = "watch"
"""The first words of the places of tables: one's own that is played, one that was left and can be
come back to, one's own that waits, one at which one may sit down, one that is played in which a
place is free, one to be watched."""


@frozen
class TableCard:
    """A table in the lobby. `mine` says that it waits for the reader, `doing` what Enter does,
    `until` by when a move is wanted."""

    place: tuple[str, str]
    title: Text
    fact: Text
    lines: tuple[Text, ...]
    aside: Text
    doing: Text
    mine: bool = False
    until: datetime | None = None

    @property
    def sort(self) -> str:
        """Which sort of table it is: the first word of its place."""
        return self.place[0]


@frozen
class LobbyTables:
    """All tables that concern a person, and who is here."""

    own: tuple[TableCard, ...] = ()
    open: tuple[TableCard, ...] = ()
    watch: tuple[TableCard, ...] = ()
    here: tuple[str, ...] = ()

    @property
    def cards(self) -> tuple[TableCard, ...]:
        """All tables, the person's own first."""
        return (*self.own, *self.open, *self.watch)

    @property
    def waiting(self) -> int:
        """At how many tables something waits for the person."""
        return sum(card.mine for card in self.own)


# ---------------------------------------------------------------------- matches


def own_match(
    record: Record,
    person: Person,
    now: datetime,
    watching: int = 0,
    deadline: Deadline | None = None,
) -> TableCard:
    """A match at which the person has a seat, how many watch it, and by when it wants a move."""
    mine = person.id in _asked(record)
    missing = [record.header.names[seat] for seat in free_seats(record)]
    if mine:
        fact = words("your turn")
    elif missing:
        fact = words("{name}'s seat is free", name=missing[0])
    else:
        fact = whose_turn(record)
    card = _of_match(MATCH, record, fact, words("go to table"), now)
    return _due(evolve(_watched_by(card, watching), mine=mine), deadline, now)


def _due(card: TableCard, deadline: Deadline | None, now: datetime) -> TableCard:
    """A card that tells how long is left for a move, if that is so."""
    if deadline is None:
        return card
    fact = words("{fact}, {left}", fact=card.fact, left=left_until(deadline.until, now))
    return evolve(card, fact=fact, until=deadline.until)


def nearest(cards: Iterable[TableCard]) -> list[TableCard]:
    """What waits for the reader first; and what wants a move soonest before what can wait."""
    return sorted(cards, key=lambda one: (not one.mine, one.until is None, one.until or LONG_AGO))


def _of_match(sort: str, record: Record, fact: Text, doing: Text, now: datetime) -> TableCard:
    when, players = ago(record.changed, now), (players_of(record),)
    return TableCard((sort, record.id), game_of(record), fact, players, when, doing)


def _asked(record: Record) -> list[int | None]:
    """The people who owe a decision."""
    seats = zip(range(len(record.owners)), record.owners, strict=True)
    return [owner for seat, owner in seats if seat in record.summary.owing]


def left_match(record: Record, now: datetime) -> TableCard:
    """A match that the person has left, and may come back to."""
    return _of_match(LEFT, record, words("you left: come back?"), words("come back"), now)


def free_seats(record: Record) -> list[int]:
    """The seats of a match that belong to nobody and that no bot plays."""
    seats = enumerate(zip(record.owners, record.header.seats, strict=True))
    return [seat for seat, (owner, (_, player)) in seats if owner is None and player == PERSON]


def match_with_place(record: Record, now: datetime, watching: int) -> TableCard:
    """A match that is played in which somebody is missing, and how many watch it."""
    free = plural("{n} seat free", "{n} seats free", len(free_seats(record)))
    card = _of_match(PLACE, record, free, words("join table"), now)
    return evolve(_watched_by(card, watching), lines=(*card.lines, stand_of(record)))


def whose_turn(record: Record) -> Text:
    """Who is choosing now, by their names."""
    names = [record.header.names[seat] for seat in record.summary.owing]
    if not names:
        return stand_of(record)
    return plural(
        "{names} is choosing", "{names} are choosing", len(names), names=verbatim(", ".join(names))
    )


def watched_match(
    record: Record, now: datetime, watching: int, deadline: Deadline | None = None
) -> TableCard:
    """A match that anybody may watch, how many do, and by when it wants a move."""
    card = _of_match(WATCH, record, stand_of(record), words("watch"), now)
    return _due(_watched_by(card, watching), deadline, now)


def _watched_by(card: TableCard, watching: int) -> TableCard:
    """A card that tells how many watch, if anybody does."""
    return _beside(card, plural("{n} watching", "{n} watching", watching) if watching else None)


# ---------------------------------------------------------------------- tables that wait


def own_gathering(
    table: WaitingTable, person: Person, now: datetime, new_lines: int = 0
) -> TableCard:
    """A table that waits at which the person sits, or for which others wait for the person, and how
    many lines were said there that are new."""
    seated = table.place_of(person.id) is not None
    ready = not table.free and table.host == person.id
    if not seated:
        fact = words("{host} invites you", host=table.host_name)
    elif ready:
        fact = words("everyone is here: start")
    elif table.free:
        fact = words("waiting for {n} more", n=table.free)
    else:
        fact = words("{host} starts", host=table.host_name)
    doing = words("go to table") if seated else words("join table")
    card = _of_gathering(GATHERING, table, fact, doing, now)
    said = plural("{n} new message", "{n} new messages", new_lines)
    return evolve(_beside(card, said if new_lines else None), mine=ready or not seated)


def _beside(card: TableCard, told: Text | None) -> TableCard:
    """A card with something told beside when something last happened there."""
    aside = joined([one for one in (told, card.aside) if one is not None], " · ")
    return card if aside is None else evolve(card, aside=aside)


def open_gathering(table: WaitingTable, now: datetime) -> TableCard:
    """A table at which anybody may sit down."""
    return _of_gathering(OPEN, table, places_taken(table), words("join table"), now)


def _of_gathering(
    sort: str, table: WaitingTable, fact: Text, doing: Text, now: datetime
) -> TableCard:
    title = words("{game}", game=entry(table.game).names)
    lines, when = (_seated(table), *_options(table)), ago(table.created, now)
    return TableCard((sort, table.id), title, fact, lines, when, doing)


def places_taken(table: WaitingTable) -> Text:
    """How many places are taken: `2 of 4 taken`."""
    seats = len(table.places)
    return words("{taken} of {seats} taken", taken=seats - table.free, seats=seats)


def _seated(table: WaitingTable) -> Text:
    """Who sits there, the host first and named as such."""
    others = [
        place.name for place in table.places if not place.is_free and place.person != table.host
    ]
    if not others:
        return words("{host} (host)", host=table.host_name)
    return words(
        "{host} (host), {others}", host=table.host_name, others=verbatim(", ".join(others))
    )


def _options(table: WaitingTable) -> list[Text]:
    """A line of the options that are not as usual, and that only those may come who are asked."""
    said = [
        words("{option}: {value}", option=setting.title, value=setting.choices[value])
        for setting, value in chosen_options(table)
        if value != setting.default
    ]
    if table.hours:
        said.append(move_within(table.hours, table.steps_in))
    if table.open == CLOSED:
        said.append(words("by invitation only"))
    return [line] if (line := joined(said, " · ")) is not None else []


def move_within(hours: int, steps_in: bool) -> Text:
    """Within what time a table wants a move, and what may come after it."""
    told = hours_told(hours)
    return words("{time}, then a bot takes over", time=told) if steps_in else told


def chosen_options(table: WaitingTable) -> list[tuple[Setting, str]]:
    """The options of a table's game and what was chosen; at terminals of their own people have no
    need to say how hands lie."""
    settings = load(table.game).settings()
    return [(setting, table.options.get(setting.key, setting.default)) for setting in settings]


# ---------------------------------------------------------------------- painting


def card_height(card: TableCard, width: int, tongue: Tongue) -> int:
    """How many rows a card takes."""
    return 1 + len(_lines(card, width - 3, tongue))


def paint_table(canvas: Canvas, rect: Rect, card: TableCard, tongue: Tongue) -> None:
    """A card: the game and how it stands, below it who sits there; names are never cut."""
    canvas.fill(*rect, ground=RAISED)
    canvas.spot(card.place, Rect(rect.x + 1, rect.y, rect.width - 1, rect.height))
    bar = "warn" if card.mine else "frame"
    for row in range(rect.height):
        canvas.put(rect.x, rect.y + row, canvas.glyphs("half.left"), bar)
    x, room = rect.x + 2, rect.width - 3
    canvas.put(x, rect.y, clip(tongue.say(card.title), room, canvas.glyphs), "strong")
    below = int(not _has_room_beside(card, room, tongue))
    fact = clip(tongue.say(card.fact), room, canvas.glyphs)
    canvas.put_right(rect.right - 1, rect.y + below, fact, "warn bold" if card.mine else "text")
    lines = _lines(card, room, tongue)
    for row, line in enumerate(lines, 1):
        canvas.put(x, rect.y + row, line, "dim")
    canvas.put_right(rect.right - 1, rect.y + len(lines), tongue.say(card.aside), "dim")


def _has_room_beside(card: TableCard, room: int, tongue: Tongue) -> bool:
    """Whether how a table stands has room beside its title; else it stands below."""
    return width_of(tongue.say(card.title)) + 2 + width_of(tongue.say(card.fact)) <= room


def _lines(card: TableCard, room: int, tongue: Tongue) -> list[str]:
    """The lines below the title; the last one leaves room for what stands at its right."""
    above = [] if _has_room_beside(card, room, tongue) else [""]
    lines = [part for line in card.lines for part in wrap(clean(tongue.say(line)), room)]
    aside = width_of(tongue.say(card.aside)) + 2
    return [*above, *lines] if width_of(lines[-1]) + aside <= room else [*above, *lines, ""]
