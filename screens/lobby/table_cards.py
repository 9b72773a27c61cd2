"""Cards of the tables in the lobby, with players, turn, age, and who may join."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final

from attrs import evolve, frozen

from engine.clock import LONG_AGO
from engine.core.common_wording import joined
from engine.core.players import PERSON
from engine.core.table_settings import Setting
from engine.games import entry, load
from engine.i18n.text import Text, plural, verbatim, words
from engine.lobby.waiting_table import JOIN_CLOSED
from screens.match_summary import (
    ago,
    game_of,
    players_of,
    status_of,
    time_left_text,
    time_limit_text,
)
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import clean, clip, width_of, wrap
from screens.paint.shapes import RAISED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.core.players import Person
    from engine.i18n.language import Translator
    from engine.lobby.deadlines import Deadline
    from engine.lobby.waiting_table import WaitingTable
    from engine.storage.records import Record

MAX_OWN_MATCHES: Final = 100
"""Maximum number of a player's matches that are loaded."""

OWN_MATCH: Final = "match"
"""Kind of a running match of the player."""

LEFT_MATCH: Final = "left"
"""Kind of a match that the player has left."""

WAITING_TABLE: Final = "waiting"
"""Kind of a waiting table at which the player has a seat or an invitation."""

OPEN_TABLE: Final = "open"
"""Kind of a waiting table that the player may join."""

FREE_SEAT: Final = "free seat"
"""Kind of a running match with a free seat."""

WATCHABLE_MATCH: Final = "watch"
"""Kind of a match that may be watched."""


@frozen
class TableCard:
    """A table in the lobby, as painted on a card.

    `place` is the kind of table and its id. `title` is the game, and `fact` the state of the table.
    `lines` are the lines below the title, and `aside` is the text to the right of the last one.
    `action` says what Enter does. `waits_for_reader` is true if the table is waiting for the
    reader. `until` is the deadline for a move, or None if there is none.
    """

    place: tuple[str, str]
    title: Text
    fact: Text
    lines: tuple[Text, ...]
    aside: Text
    action: Text
    waits_for_reader: bool = False
    until: datetime | None = None

    @property
    def id(self) -> str:
        """The id of the table, which is the second item of its place."""
        return self.place[1]

    @property
    def kind(self) -> str:
        """The kind of table (such as `OWN_MATCH`), which is the first item of its place."""
        return self.place[0]


@frozen
class LobbyTables:
    """The tables that the lobby shows to a player, and the names of the players online."""

    own: tuple[TableCard, ...] = ()
    open: tuple[TableCard, ...] = ()
    watch: tuple[TableCard, ...] = ()
    online: tuple[str, ...] = ()

    @property
    def cards(self) -> tuple[TableCard, ...]:
        """All tables, the player's own first."""
        return (*self.own, *self.open, *self.watch)

    @property
    def waiting(self) -> int:
        """Number of tables waiting for the player."""
        return sum(card.waits_for_reader for card in self.own)


# ---------------------------------------------------------------------- matches


def own_match(
    record: Record,
    person: Person,
    now: datetime,
    watching: int = 0,
    deadline: Deadline | None = None,
) -> TableCard:
    """Return the card of a match in which the player has a seat, with the deadline and the number
    of spectators (`watching`)."""
    waits_for_reader = person.id in _owners_to_move(record)
    missing = [record.header.names[seat] for seat in free_seats(record)]
    if waits_for_reader:
        fact = words("your turn")
    elif missing:
        fact = words("{name}'s seat is free", name=missing[0])
    else:
        fact = whose_turn(record)
    card = _match_card(OWN_MATCH, record, fact, words("go to table"), now)
    return _with_deadline(
        evolve(_with_spectators(card, watching), waits_for_reader=waits_for_reader), deadline, now
    )


def _with_deadline(card: TableCard, deadline: Deadline | None, now: datetime) -> TableCard:
    """Return the card with the time left for a move, if there is a deadline."""
    if deadline is None:
        return card
    fact = words("{fact}, {left}", fact=card.fact, left=time_left_text(deadline.until, now))
    return evolve(card, fact=fact, until=deadline.until)


def most_urgent_first(cards: Iterable[TableCard]) -> list[TableCard]:
    """Return `cards` sorted: those of tables that are waiting for the reader first, then by
    deadline, with cards without a deadline last."""
    return sorted(
        cards,
        key=lambda card: (not card.waits_for_reader, card.until is None, card.until or LONG_AGO),
    )


def _match_card(kind: str, record: Record, fact: Text, action: Text, now: datetime) -> TableCard:
    when, players = ago(record.changed, now), (players_of(record),)
    return TableCard((kind, record.id), game_of(record), fact, players, when, action)


def _owners_to_move(record: Record) -> list[int | None]:
    """Return the ids of the people who must choose; None for a seat without an owner."""
    return [owner for seat, owner in enumerate(record.owners) if seat in record.summary.owing]


def left_match(record: Record, now: datetime, *, by_bot: bool) -> TableCard:
    """Return the card of a match to which the player may return. `by_bot` is whether a bot has
    the player's seat."""
    fact = words("a bot has your seat: come back?") if by_bot else words("you left: come back?")
    return _match_card(LEFT_MATCH, record, fact, words("come back"), now)


def free_seats(record: Record) -> list[int]:
    """Return the seats that have no owner and no bot."""
    seats = enumerate(zip(record.owners, record.header.seats, strict=True))
    return [seat for seat, (owner, (_, player)) in seats if owner is None and player == PERSON]


def match_with_free_seat(record: Record, now: datetime, watching: int) -> TableCard:
    """Return the card of a running match with a free seat, with the number of spectators
    (`watching`)."""
    free = plural("{n} seat free", "{n} seats free", len(free_seats(record)))
    card = _match_card(FREE_SEAT, record, free, words("join table"), now)
    return evolve(_with_spectators(card, watching), lines=(*card.lines, status_of(record)))


def whose_turn(record: Record) -> Text:
    """Return a text that says which players are choosing, or the status of the match if nobody
    is."""
    names = [record.header.names[seat] for seat in record.summary.owing]
    if not names:
        return status_of(record)
    return plural(
        "{names} is choosing", "{names} are choosing", len(names), names=verbatim(", ".join(names))
    )


def watched_match(
    record: Record, now: datetime, watching: int, deadline: Deadline | None = None
) -> TableCard:
    """Return the card of a match that anyone may watch, with the deadline and the number of
    spectators (`watching`)."""
    card = _match_card(WATCHABLE_MATCH, record, status_of(record), words("watch"), now)
    return _with_deadline(_with_spectators(card, watching), deadline, now)


def _with_spectators(card: TableCard, watching: int) -> TableCard:
    """Return the card with the number of spectators (`watching`), if there are any."""
    return _with_remark(
        card, plural("{n} watching", "{n} watching", watching) if watching else None
    )


# ---------------------------------------------------------------------- waiting tables


def own_waiting_table(
    table: WaitingTable, person: Person, now: datetime, new_lines: int = 0
) -> TableCard:
    """Return the card of a waiting table at which the player has a seat or an invitation, with the
    number of new chat lines (`new_lines`)."""
    seated = table.slot_of(person.id) is not None
    ready = not table.free and table.host == person.id
    if not seated:
        fact = words("{host} invites you", host=table.host_name)
    elif ready:
        fact = words("everyone is here: start")
    elif table.free:
        fact = words("waiting for {n} more", n=table.free)
    else:
        fact = words("{host} starts", host=table.host_name)
    action = words("go to table") if seated else words("join table")
    card = _waiting_table_card(WAITING_TABLE, table, fact, action, now)
    news = plural("{n} new message", "{n} new messages", new_lines)
    return evolve(
        _with_remark(card, news if new_lines else None), waits_for_reader=ready or not seated
    )


def _with_remark(card: TableCard, remark: Text | None) -> TableCard:
    """Return the card with `remark`, if there is one, before the text to the right of the last
    line."""
    aside = joined([text for text in (remark, card.aside) if text is not None], " · ")
    return card if aside is None else evolve(card, aside=aside)


def open_waiting_table(table: WaitingTable, now: datetime) -> TableCard:
    """Return the card of a table that anyone may join."""
    return _waiting_table_card(OPEN_TABLE, table, seats_taken(table), words("join table"), now)


def _waiting_table_card(
    kind: str, table: WaitingTable, fact: Text, action: Text, now: datetime
) -> TableCard:
    title = words("{game}", game=entry(table.game).names)
    lines, when = (_players_text(table), *_terms_lines(table)), ago(table.created, now)
    return TableCard((kind, table.id), title, fact, lines, when, action)


def seats_taken(table: WaitingTable) -> Text:
    """Return the number of seats taken: `2 of 4 taken`."""
    seats = len(table.slots)
    return words("{taken} of {seats} taken", taken=seats - table.free, seats=seats)


def _players_text(table: WaitingTable) -> Text:
    """Return the names of the players at a table, the host first and marked."""
    others = [slot.name for slot in table.slots if not slot.is_free and slot.person != table.host]
    if not others:
        return words("{host} (host)", host=table.host_name)
    return words(
        "{host} (host), {others}", host=table.host_name, others=verbatim(", ".join(others))
    )


def _terms_lines(table: WaitingTable) -> list[Text]:
    """Return a single line with the options that differ from their defaults, the time limit, and
    whether the table can be joined by invitation only; no line if none of these applies."""
    terms = [
        words("{option}: {value}", option=setting.title, value=setting.choices[value])
        for setting, value in chosen_options(table)
        if value != setting.default
    ]
    if table.hours:
        terms.append(time_limit_terms(table.hours, table.steps_in))
    if table.open == JOIN_CLOSED:
        terms.append(words("by invitation only"))
    return [line] if (line := joined(terms, " · ")) is not None else []


def time_limit_terms(hours: int, bot_takes_over: bool) -> Text:
    """Return a text with the time limit of `hours` hours for a move and, if `bot_takes_over`, a
    remark that a bot then takes over."""
    limit = time_limit_text(hours)
    return words("{time}, then a bot takes over", time=limit) if bot_takes_over else limit


def chosen_options(table: WaitingTable) -> list[tuple[Setting, str]]:
    """Return the options of a table's game and their values, without the options for a shared
    keyboard and those common to all games."""
    settings = load(table.game).remote_settings()
    return [(setting, table.options.get(setting.key, setting.default)) for setting in settings]


# ---------------------------------------------------------------------- painting


def card_height(card: TableCard, width: int, translator: Translator) -> int:
    """Return the height of a card in rows."""
    return 1 + len(_lines(card, width - 3, translator))


def paint_table(canvas: Canvas, rect: Rect, card: TableCard, translator: Translator) -> None:
    """Paint a card: the game and the state of the table, with the players and terms below. Lines
    that are too long are wrapped, so that no player's name is cut."""
    canvas.fill(*rect, ground=RAISED)
    canvas.spot(card.place, Rect(rect.x + 1, rect.y, rect.width - 1, rect.height))
    bar = "warn" if card.waits_for_reader else "frame"
    for row in range(rect.height):
        canvas.put(rect.x, rect.y + row, canvas.glyphs("half.left"), bar)
    x, room = rect.x + 2, rect.width - 3
    canvas.put_clipped(x, rect.y, room, translator.translate(card.title), "strong")
    below = int(not _has_room_beside(card, room, translator))
    fact = clip(translator.translate(card.fact), room, canvas.glyphs)
    canvas.put_right(
        rect.right - 1, rect.y + below, fact, "warn bold" if card.waits_for_reader else "text"
    )
    lines = _lines(card, room, translator)
    for row, line in enumerate(lines, 1):
        canvas.put(x, rect.y + row, line, "dim")
    canvas.put_right(rect.right - 1, rect.y + len(lines), translator.translate(card.aside), "dim")


def _has_room_beside(card: TableCard, room: int, translator: Translator) -> bool:
    """Return whether the state of the table fits beside its title instead of below it."""
    return (
        width_of(translator.translate(card.title)) + 2 + width_of(translator.translate(card.fact))
        <= room
    )


def _lines(card: TableCard, room: int, translator: Translator) -> list[str]:
    """Return the lines below the title. The last one leaves room for the text to its right."""
    above = [] if _has_room_beside(card, room, translator) else [""]
    lines = [part for line in card.lines for part in wrap(clean(translator.translate(line)), room)]
    aside = width_of(translator.translate(card.aside)) + 2
    return [*above, *lines] if width_of(lines[-1]) + aside <= room else [*above, *lines, ""]
