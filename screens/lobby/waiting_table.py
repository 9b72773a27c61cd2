"""A waiting table: who sits where, how to join, who may start."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Concatenate, Final, ParamSpec

from textual.binding import BindingType

from engine.core.players import Person
from engine.errors import GuildhallError, NoSuchTable, telling
from engine.games import entry
from engine.i18n.text import Text, plural, verbatim, words
from engine.lobby.chat import ChatLine
from engine.lobby.matchmaking import HOST_AWAY
from engine.lobby.waiting_table import CLOSED, CODE, COMERS, OPEN, TableSlot, WaitingTable
from engine.storage.topics import LOBBY, TALK, topic_of, topic_of_person
from screens import key_map
from screens.bindings import bindings
from screens.lobby.lobby_chat import ChatPage
from screens.lobby.table_cards import chosen_options, move_within, places_taken
from screens.pages.game_form import bot_in_words, bot_players, level_in_words, next_of
from screens.pages.menu_actions import ROOMY, paint_button
from screens.pages.page import KeyHint
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import clip, width_of, wrap
from screens.paint.shapes import RAISED, paint_panel
from screens.terminal.timers import sure

if TYPE_CHECKING:
    from screens.lobby.guest_app import LobbyContext

How = ParamSpec("How")
Act = Callable[Concatenate[str, Person, How], WaitingTable | str]
"""A change to a table by one of its players: takes the table id and the player."""

SEAT: Final = "seat"
BEGIN: Final = ("begin",)
LEAVE: Final = ("leave",)
MOVE: Final = "move"
ORDER: Final = ("order",)
COME: Final = ("come",)
ADD: Final = ("add",)
DROP: Final = ("drop",)
EMPTY: Final = "empty"

_COMERS: Final = {
    OPEN: words("anyone in the lobby"),
    CODE: words("anyone with the code"),
    CLOSED: words("invited players only"),
}

SIDE: Final = 38
WIDE_SIDE: Final = 50
"""Width of the side panel, and its width on wide screens."""
WIDE: Final = 110

TOP: Final = 3
COMING: Final = 4
"""Rows above the seats, and rows of the panel about joining."""


class WaitingTableScreen(ChatPage):
    """A table until its match starts."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(key_map.WAITING)

    of = "waiting"

    def __init__(self, context: LobbyContext, table: WaitingTable) -> None:
        super().__init__(context, table.id)
        self.table = table
        self._in_lobby: Sequence[ChatLine] = ()
        self._host_gone_since: datetime | None = None
        self._asked: Spot | None = None
        self._was_hidden = False

    @property
    def _is_host(self) -> bool:
        return self.table.host == self.member.person.id

    # ------------------------------------------------------------------ following

    def on_mount(self) -> None:
        """Follow the table and the lobby."""
        for topic in (topic_of(self.table.id), LOBBY, TALK):
            self.following.follow(self.guildhall.store, topic, self.reload)
        self.reload()
        self.point(self._first_stop())

    def on_unmount(self) -> None:
        """Stop following."""
        self.following.stop()

    def on_screen_suspend(self) -> None:
        """Note that another page covers this one."""
        self._was_hidden = True

    def on_screen_resume(self) -> None:
        """Refresh what has changed meanwhile."""
        if self._was_hidden:
            self._was_hidden = False
            self.reload()

    def _first_stop(self) -> Spot:
        """The most likely action: starting once nobody is missing, a free seat if the player may
        assign it, else their own seat, where no key affects others."""
        free = [place.seat for place in self.table.places if place.is_free]
        if not free and BEGIN in self.stops():
            return BEGIN
        if free and self._is_host:
            return (SEAT, free[0])
        own = self.table.place_of(self.member.person.id)
        return LEAVE if own is None else (SEAT, own.seat)

    def default_stop(self) -> Spot:
        return self._first_stop()

    def reload(self) -> None:
        """Reload the table, or go to the match if it has started."""
        before = self.table
        try:
            self.table = self.member.gatherings.get(self.table.id)
            self.read_talk()
            said = self.member.talk.said(None, self.member.person)
            self._in_lobby = self.member.new_in_lobby(said)
        except NoSuchTable:
            self._leave_page()
            return
        except GuildhallError as error:
            self.tell(error.text)
            return
        if self.table.place_of(self.member.person.id) is None:
            self._close(words("You are no longer at that table."))
            return
        self._note_host()
        if before.free and not self.table.free and self._pointed_seat is not None:
            self.pointed, self._asked = self._first_stop(), None
        self.show()

    def _leave_page(self) -> None:
        """Leave the page: the match has started, or the table has been closed."""
        id, self._was_hidden = self.table.id, False
        try:
            self.guildhall.store.record(id)
        except GuildhallError:
            self._close(words("The table has been closed."))
        else:
            self.following.stop()
            self.context.news.call_for_attention()
            self.context.resume(id)

    def _close(self, text: Text | None = None) -> None:
        """Go back to the lobby with a message, and ignore further events."""
        self.following.stop()
        self._was_hidden = False
        while not self.is_seen:
            self.app.pop_screen()
        self.dismiss()
        if text is not None:
            self.context.lobby.tell(text)

    def _note_host(self) -> None:
        """Record since when the host has been away, and schedule a refresh for when others may
        start."""
        here = self._is_here(self.table.host)
        if here:
            self._host_gone_since = None
        elif self._host_gone_since is None:
            self._host_gone_since = self.guildhall.environment.clock()
            sure(self.set_timer(HOST_AWAY + 1, self.reload))

    @property
    def _host_away(self) -> float:
        """Seconds for which the host has been away, as seen by this screen."""
        since = self._host_gone_since
        now = self.guildhall.environment.clock()
        return 0.0 if since is None else max(0.0, (now - since).total_seconds())

    def _is_here(self, person: int | None) -> bool:
        return (
            person is not None
            and self.guildhall.store.bus.subscriber_count(topic_of_person(person)) > 0
        )

    @property
    def _may_begin(self) -> bool:
        return self._is_host or self._host_away >= HOST_AWAY

    @property
    def _enough(self) -> bool:
        """Whether the number of players present is enough to start."""
        game = entry(self.table.game)
        return len(self.table.places) - self.table.free in game.players

    # ------------------------------------------------------------------ what is shown

    def title_text(self) -> Text:
        return words("{game}: waiting for players", game=entry(self.table.game).names)

    def aside(self) -> Text:
        return places_taken(self.table)

    def stops(self) -> Sequence[Spot]:
        seats = [(SEAT, place.seat) for place in self.table.places if self._turns(place)]
        come = [COME] if self._is_host else []
        begin = [BEGIN] if self._may_begin and self._enough else []
        return [*seats, *come, *begin, LEAVE]

    def _turns(self, place: TableSlot) -> bool:
        """Whether the reader can change a seat, or has it."""
        return self._is_host or place.is_free or place.person == self.member.person.id

    def buttons(self) -> Sequence[Spot]:
        """Buttons of the host: moving players, seat order, freeing, adding and removing seats."""
        if not self._is_host:
            return ()
        last = len(self.table.places) - 1
        higher = [(MOVE, seat, -1) for seat in range(1, last + 1)]
        lower = [(MOVE, seat, 1) for seat in range(last)]
        empty = [(EMPTY, place.seat) for place in self.table.places if self._can_empty(place)]
        players = entry(self.table.game).players
        add = [ADD] if last + 2 in players else []
        drop = [DROP] if last in players else []
        return [*higher, *lower, *empty, *add, *drop, ORDER]

    def _can_empty(self, place: TableSlot) -> bool:
        """Whether the seat belongs to, or is reserved for, somebody other than the host."""
        theirs = place.person is not None or place.meant is not None
        return theirs and place.person != self.member.person.id

    def paint_body(self, width: int, height: int) -> Canvas:
        """Paint what the table is waiting for, the seats, and the side panel."""
        places = self.table.places
        border = height >= ROOMY
        step = 2 if TOP + 2 * len(places) + 3 <= height else 1
        high = step * len(places) + (1 if step == 2 else 2) - int(not border)
        side = WIDE_SIDE if width >= WIDE else SIDE
        rows = max(
            TOP + high + 2, TOP + COMING + 2 + len(self._option_lines(side - 4)) + int(border)
        )
        canvas = Canvas(width, max(height, rows), self.theme_now.glyphs)
        canvas.put(3, 0, clip(self.say(self._awaited()), width - 6, canvas.glyphs), "strong")
        closed = self.table.open == CLOSED
        who = words("Invited players type:") if closed else words("To join, others type:")
        x = canvas.put(3, 1, self.say(who), "dim") + 1
        x = canvas.put(x, 1, self.member.guest.line_to("join", self.table.code), "text")
        self._paint_link(canvas, x + 3)
        if self._in_lobby:
            said = clip(self.say(self._said_in_lobby()), width - 6, canvas.glyphs)
            canvas.put(3, 2, said, "warn")
        left = Rect(2, TOP, width - side - 5, canvas.height - TOP)
        title = self.say(words("Seats"))
        fact = words("as listed here") if self.table.ordered else words("drawn at random")
        seats = Rect(left.x, left.y, left.width, high)
        inner = paint_panel(canvas, seats, title, self.say(fact), border=border)
        if self._is_host:
            fact_width = width_of(self.say(fact))
            canvas.spot(ORDER, Rect(seats.right - fact_width - 3, seats.y, fact_width + 2, 1))
        for row, place in enumerate(places):
            self._paint_seat(canvas, Rect(inner.x, inner.y + step * row, inner.width, 1), place)
        self._paint_buttons(canvas, left.x + 1, seats.bottom + 1)
        right = Rect(width - side - 2, TOP, side, canvas.height - TOP)
        self._paint_side(canvas, right, border=border)
        return canvas

    def _paint_link(self, canvas: Canvas, x: int) -> None:
        """The address for browsers: beside the command, or below it where that is too long."""
        link = self.member.guest.link_to("join", self.table.code)
        if link is None:
            return
        title = self.say(words("Or open:"))
        y = 1
        if x + width_of(title) + 1 + width_of(link) > canvas.width - 3:
            x, y = 3, 2
        canvas.put(canvas.put(x, y, title, "dim") + 1, y, link, "text")

    def _said_in_lobby(self) -> Text:
        """Number of new messages in the lobby, and the last of them."""
        last = self._in_lobby[-1]
        return plural(
            "{n} new message in the lobby. {name}: {text}",
            "{n} new messages in the lobby. {name}: {text}",
            len(self._in_lobby),
            name=last.name,
            text=verbatim(last.text),
        )

    def _awaited(self) -> Text:
        table = self.table
        if self._may_begin and self._enough and not table.free:
            return words("Everyone is here. Start when you like.")
        if self._may_begin and self._enough:
            return words("You can start now, or wait for more players.")
        if self._is_host and table.open == CLOSED:
            return words(
                "The players you have invited see this table in the lobby. You can also add bots."
            )
        if self._is_host:
            return words("Give others the code, or add bots.")
        if table.free:
            return plural(
                "{n} seat is free. {host} starts the game.",
                "{n} seats are free. {host} starts the game.",
                table.free,
                host=table.host_name,
            )
        return words("Everyone is here: {host} starts the game.", host=table.host_name)

    def _paint_seat(self, canvas: Canvas, line: Rect, place: TableSlot) -> None:
        stop = (SEAT, place.seat)
        canvas.fill(*line, ground=RAISED)
        seat = "frame"
        if self.table.ordered:
            seat = self.guildhall.seat_role(self.table.game, place.seat)
        canvas.put(line.x, line.y, canvas.glyphs("half.left"), seat)
        x = canvas.put(line.x + 2, line.y, str(place.seat + 1), "dim") + 1
        if place.person is not None:
            sign = "meeple" if self._is_here(place.person) else "meeple.out"
            canvas.put(x, line.y, canvas.glyphs(sign), "good" if sign == "meeple" else "dim")
        x += 2
        name, told = self._seat_texts(place)
        empty = (EMPTY, place.seat)
        right = line.right - 1 - (4 if self._is_host else 0) - (2 if empty in self.buttons() else 0)
        said = clip(self.say(name), right - x, canvas.glyphs)
        x = canvas.put(x, line.y, said, "dim" if place.is_free else "strong") + 2
        if stop in self.stops():
            canvas.spot(stop, Rect(line.x + 1, line.y, line.width - 1, 1))
        if self._is_host:
            self._paint_moves(canvas, line.right - 4, line.y, place.seat)
            if empty in self.buttons():
                canvas.put(right + 1, line.y, "×", "key", spot=empty)
        canvas.put_right(right, line.y, clip(self.say(told), right - x, canvas.glyphs), "dim")

    def _paint_moves(self, canvas: Canvas, x: int, y: int, seat: int) -> None:
        """Paint the arrows that move a player."""
        buttons = self.buttons()
        for at, by, glyph in ((x, -1, "up"), (x + 2, 1, "down")):
            if (MOVE, seat, by) in buttons:
                canvas.put(at, y, canvas.glyphs(glyph), "key", spot=(MOVE, seat, by))

    def _seat_texts(self, place: TableSlot) -> tuple[Text, Text]:
        """Name of the player at a seat, and a remark."""
        name = words("{name}", name=place.name)
        if place.bot is not None:
            return bot_in_words(place.bot), verbatim("")
        if place.is_free:
            free = words("free") if place.meant is None else words("reserved for {name}", name=name)
            return free, verbatim("")
        if place.person == self.table.host:
            away = "" if self._is_here(place.person) else words("away")
            return name, words("host") if not away else words("host, away")
        here = self._is_here(place.person)
        return name, verbatim("") if here else words("away")

    def _paint_buttons(self, canvas: Canvas, x: int, y: int) -> None:
        if BEGIN in self.stops():
            x = paint_button(canvas, x, y, BEGIN, self.say(words("Start game"))) + 2
        x = paint_button(canvas, x, y, LEAVE, self.say(words("Leave table"))) + 2
        for place, sign in ((ADD, "+"), (DROP, "-")):
            if place in self.buttons():
                x = paint_button(canvas, x, y, place, sign) + 2

    def _paint_side(self, canvas: Canvas, rect: Rect, *, border: bool) -> None:
        """Paint how to join the table, and the options."""
        come = Rect(rect.x, rect.y, rect.width, COMING + int(border))
        inner = paint_panel(canvas, come, self.say(words("How to join")), border=border)
        if self._is_host:
            canvas.spot(COME, Rect(inner.x, inner.y, inner.width, 1))
            said = self.say(_COMERS[self.table.open])
            self.paint_value(canvas, inner.x, inner.y, inner.width, COME, said)
            y = inner.y + 1
        else:
            y = canvas.put_lines(inner.x, inner.y, inner.width, self.say(self._who_may()), "dim")
        code = self.table.code
        canvas.put(inner.x, y, self.say(words("Code")), "text")
        canvas.put(inner.x + 6, y, f" {code} ", "cap")
        self._paint_options(canvas, rect, come.bottom + 1, border=border)

    def _option_lines(self, width: int) -> list[str]:
        options: list[str] = []
        if self.table.hours:
            time = move_within(self.table.hours, self.table.steps_in)
            options.append(
                self.say(words("{option}: {value}", option=words("Time per move"), value=time))
            )
        options += [
            self.say(words("{option}: {value}", option=one.title, value=one.choices[value]))
            for one, value in chosen_options(self.table)
        ]
        return [line for one in options for line in wrap(one, width)]

    def _paint_options(self, canvas: Canvas, rect: Rect, y: int, *, border: bool) -> None:
        lines = self._option_lines(rect.width - 4)
        below = Rect(rect.x, y, rect.width, len(lines) + (2 if border else 1))
        if not lines:
            return
        inner = paint_panel(canvas, below, self.say(words("Game settings")), border=border)
        for row, line in enumerate(lines):
            canvas.put(inner.x, inner.y + row, line, "text")

    def _who_may(self) -> Text:
        if self.table.open == OPEN:
            return words("Everyone in the lobby can see this table.")
        if self.table.open == CLOSED:
            return words("Only invited players can join.")
        return words("Only players with the code can join.")

    def counts(self, command: str) -> bool:
        match command.removeprefix("waiting."):
            case "begin":
                return self._may_begin and self._enough
            case "order" | "come" | "add" | "drop":
                return self._is_host
            case "up" | "down" | "empty" | "keep":
                return self._is_host and self._pointed_seat is not None
        return True

    def about(self) -> str:
        """Description of the bot at the selected seat."""
        match self.pointed:
            case ("seat", int(seat)) if seat < len(self.table.places):
                level = level_in_words(self.table.places[seat].bot)
                return "" if level is None else self.say(level)
        return super().about()

    def hints(self) -> Sequence[KeyHint]:
        if self.pointed == BEGIN:
            doing = KeyHint("enter", words("start"))
        elif self.pointed == LEAVE:
            doing = KeyHint("enter", words("leave"))
        elif self.pointed == COME:
            doing = KeyHint("right", words("who can join"))
        elif self._is_host:
            doing = KeyHint("right", words("a bot or a person"))
        elif self._is_own(self.pointed):
            doing = self.hint_of("waiting.leave")
        else:
            doing = KeyHint("enter", words("take this seat"))
        keys = [doing]
        if self._may_begin and self.pointed != BEGIN:
            keys.append(self.hint_of("waiting.begin"))
        keys.append(self.hint_of("waiting.say"))
        if self.pointed != LEAVE and not self._is_own(self.pointed):
            keys.append(self.hint_of("waiting.leave"))
        keys.append(KeyHint("escape", words("to the lobby")))
        if self._is_host and self._pointed_seat is not None:
            keys += map(self.hint_of, ("waiting.up", "waiting.down"))
            keys += map(self.hint_of, ("waiting.keep", "waiting.empty"))
        if self._is_host:
            keys += map(self.hint_of, ("waiting.add", "waiting.drop", "waiting.order"))
        return keys

    # ------------------------------------------------------------------ what is done

    def point(self, place: Spot) -> None:
        """Move the cursor, which cancels a pending confirmation."""
        self._asked = None
        super().point(place)

    def activate(self, place: Spot) -> None:
        match place:
            case ("begin",):
                self.action_begin()
            case ("leave",):
                self.action_leave()
            case ("order",):
                self.action_order()
            case ("come",):
                self.action_come()
            case ("add",):
                self.action_add()
            case ("drop",):
                self.action_drop()
            case ("empty", int(seat)):
                self._empty(seat)
            case ("move", int(seat), int(by)):
                self.point((SEAT, seat))
                self.action_move(by)
            case ("seat", int(seat)) if self._is_host:
                self.turn(place, 1)
            case ("seat", int()) if self._is_own(place):
                key = self.key_to("waiting.leave")
                self.tell(words("This is your seat. {key} leaves the table.", key=key))
            case ("seat", int(seat)):
                self._try(self.member.gatherings.sit, seat)

    def turn(self, place: Spot, by: int) -> bool:
        """Change the player of a seat, or who may join."""
        match place:
            case ("come",):
                self.action_come(by)
                return True
            case ("seat", int(seat)) if self._is_host:
                if self._sends_away(self.table.places[seat]):
                    return True
                kinds: list[str | None] = [None, *bot_players()]
                bot = self.table.places[seat].bot
                who = kinds[(kinds.index(bot if bot in kinds else None) + by) % len(kinds)]
                self._try(self.member.gatherings.set_place, seat, who)
                return True
            case _:
                return False

    def _sends_away(self, place: TableSlot, act: str = SEAT) -> bool:
        """Ask for confirmation before removing a person from a seat; True if it is still
        missing."""
        asked = (act, place.seat, place.person)
        if place.person in (None, self.member.person.id) or self._asked == asked:
            self._asked = None
            return False
        self._asked = asked
        self.tell(words("{name} has that seat. Press again to remove them.", name=place.name))
        return True

    def _is_own(self, place: Spot | None) -> bool:
        """Whether the guest's own seat is there."""
        own = self.table.place_of(self.member.person.id)
        return not self._is_host and own is not None and place == (SEAT, own.seat)

    @property
    def _pointed_seat(self) -> int | None:
        """The seat under the cursor."""
        match self.pointed:
            case ("seat", int(seat)):
                return seat
            case _:
                return None

    def action_move(self, by: int) -> None:
        """Swap the selected player with a neighbour, which also fixes the seat order."""
        seat = self._pointed_seat
        if not self._is_host:
            self.tell(words("{host} decides who sits where.", host=self.table.host_name))
        elif seat is None:
            self.tell(words("Select a seat first."))
        elif 0 <= seat + by < len(self.table.places):
            seats = list(range(len(self.table.places)))
            seats[seat], seats[seat + by] = seats[seat + by], seats[seat]
            self.pointed = (SEAT, seat + by)
            self._try(self.member.gatherings.reorder, seats)

    def action_order(self) -> None:
        """Toggle between a random and a fixed seat order."""
        table = self.table
        if not self._is_host:
            self.tell(words("{host} decides who sits where.", host=table.host_name))
        elif table.ordered:
            self._try(self.member.gatherings.draw_order)
        else:
            self._try(self.member.gatherings.reorder, range(len(table.places)))

    def _forbidden(self) -> bool:
        """Tell that only the host may do this, and return True, unless the player is the host."""
        if not self._is_host:
            self.tell(words("{host} decides who can join.", host=self.table.host_name))
        return not self._is_host

    def action_come(self, by: int = 1) -> None:
        """Cycle through who may join the table."""
        if not self._forbidden():
            self._try(self.member.gatherings.let_come, next_of(COMERS, self.table.open, by))

    def action_add(self) -> None:
        """Add a seat."""
        if not self._forbidden():
            self._try(self.member.gatherings.add_place)

    def action_drop(self) -> None:
        """Remove the selected seat, or else the last free one, one of a bot, or one of a person
        other than the host."""
        if self._forbidden():
            return
        own = self.member.person.id
        others = [one for one in self.table.places if one.person != own]
        pointed = [other for other in others if other.seat == self._pointed_seat]
        free = sorted(others, key=lambda one: (one.is_free, one.person is None, one.seat))
        if not others:
            self.tell(words("There is no other seat to remove."))
            return
        place = (pointed or free)[-1]
        if not self._sends_away(place, "drop"):
            self._try(self.member.gatherings.drop_place, place.seat)

    def action_empty(self) -> None:
        """Free the selected seat for anyone."""
        if self._forbidden():
            return
        if self._pointed_seat is None:
            self.tell(words("Select a seat first."))
        else:
            self._empty(self._pointed_seat)

    def _empty(self, seat: int) -> None:
        if not self._sends_away(self.table.places[seat], EMPTY):
            self._try(self.member.gatherings.set_place, seat, None)

    def action_keep(self) -> None:
        """Ask who the selected seat is reserved for."""
        seat = self._pointed_seat
        if self._forbidden():
            return
        if seat is None:
            self.tell(words("Select a seat first."))
        elif not self._sends_away(self.table.places[seat], "keep"):
            self.ask(words("Who is the seat reserved for?"), "", partial(self._reserve_seat, seat))

    def _reserve_seat(self, seat: int, name: str) -> None:
        if name:
            with telling(self.tell):
                who = self.member.people.named(name).id
                self._try(self.member.gatherings.set_place, seat, who)

    def _try(self, act: Act[How], *how: How.args, **named: How.kwargs) -> None:
        """Change the table, or tell why that is not possible, then refresh."""
        try:
            act(self.table.id, self.member.person, *how, **named)
        except GuildhallError as error:
            self.reload()
            self.tell(error.text)
        else:
            self.reload()

    def action_begin(self) -> None:
        """Start the match; ask for confirmation if seats are free."""
        if self._may_begin and self._enough and self.table.free and self._asked != BEGIN:
            self._asked = BEGIN
            self.tell(
                plural(
                    "{n} seat is still free. Press again to start without it.",
                    "{n} seats are still free. Press again to start without them.",
                    self.table.free,
                )
            )
            return
        self._try(self.member.gatherings.start, host_away=self._host_away)

    def action_leave(self) -> None:
        """Leave the table."""
        self.following.stop()
        with telling(self.context.lobby.tell):
            self.member.gatherings.leave(self.table.id, self.member.person)
        self._close()
