"""A table that waits for its players: who sits where, how others come, who begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import ClassVar, Final

from textual.binding import BindingType

from engine.community.gathering import CLOSED, OPEN, Chair, Gathering
from engine.community.gatherings import HOST_AWAY
from engine.core.game import entry
from engine.errors import GuildhallError, NoSuchTable
from engine.i18n.text import Text, plural, verbatim, words
from engine.storage.topics import LOBBY, topic_of, topic_of_person
from screens import commands
from screens.bindings import bindings
from screens.guests.around import GuestStay
from screens.guests.gathered import chosen_options, places_taken
from screens.pages.game_form import BOT_PLAYERS, bot_in_words
from screens.pages.page import KeyHint, Page
from screens.paint.canvas import Canvas, Rect, Spot, clip, wrap
from screens.paint.shapes import RAISED, paint_panel
from screens.play.follow import Following
from screens.terminal.timers import sure

SEAT: Final = "seat"
BEGIN: Final = ("begin",)
LEAVE: Final = ("leave",)
MOVE: Final = "move"
ORDER: Final = ("order",)

SIDE: Final = 38
WIDE_SIDE: Final = 50
"""How many columns stand beside the seats, and how many from so many on."""
WIDE: Final = 110

TOP: Final = 3
COMING: Final = 4
"""How many rows lie above the seats, and how many tell how others come."""

ROOMY: Final = 24


class WaitingScreen(Page):
    """One table, until its match begins."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(commands.WAITING)

    is_panel = False

    def __init__(self, visit: GuestStay, table: Gathering) -> None:
        super().__init__(visit.app)
        self.visit, self.member = visit, visit.member
        self.following = Following(self)
        self.table = table
        self._host_gone_since: datetime | None = None
        self._asked: Spot | None = None

    @property
    def _is_host(self) -> bool:
        return self.table.host == self.member.person.id

    # ------------------------------------------------------------------ following

    def on_mount(self) -> None:
        """Follow what happens at the table and in the house."""
        for topic in (topic_of(self.table.id), LOBBY):
            self.following.follow(self.guildhall.store, topic, self.look_again)
        self.look_again()
        self.point(self._first_stop())

    def on_unmount(self) -> None:
        """Follow nothing any more."""
        self.following.stop()

    def _first_stop(self) -> Spot:
        """Beginning, once nobody is awaited any more; else a free place, if one may give it."""
        free = [one.seat for one in self.table.places if one.is_free]
        if not free and BEGIN in self.stops():
            return BEGIN
        return (SEAT, free[0]) if free and self._is_host else LEAVE

    def look_again(self) -> None:
        """Show how the table stands; go to the match when it has begun."""
        before = self.table
        try:
            self.table = self.member.gatherings.get(self.table.id)
        except NoSuchTable:
            self._gone()
            return
        except GuildhallError as error:
            self.tell(error.text)
            return
        if self.table.place_of(self.member.person.id) is None:
            self._close(words("You sit at that table no more."))
            return
        self._note_host()
        if before.free and not self.table.free and self._pointed_seat is not None:
            self.point(self._first_stop())
        self.show()

    def _gone(self) -> None:
        """The table waits no more: its match has begun, or it was given up."""
        id = self.table.id
        try:
            self.guildhall.store.record(id)
        except GuildhallError:
            self._close(words("The table was given up."))
        else:
            self.following.stop()
            self.visit.call_for_attention()
            self.visit.resume(id)

    def _close(self, text: Text | None = None) -> None:
        """Go back to the lobby, with a sentence; what is rung from now on is nothing to this."""
        self.following.stop()
        self.dismiss()
        if text is not None:
            self.visit.tell_in_lobby(text)

    def _note_host(self) -> None:
        """Remember since when the host is away, and look again when that has been long enough."""
        here = self._is_here(self.table.host)
        if here:
            self._host_gone_since = None
        elif self._host_gone_since is None:
            self._host_gone_since = self.guildhall.house.clock()
            sure(self.set_timer(HOST_AWAY + 1, self.look_again))

    @property
    def _host_away(self) -> float:
        """For how many seconds the host has been away, as far as this screen has seen."""
        since = self._host_gone_since
        now = self.guildhall.house.clock()
        return 0.0 if since is None else max(0.0, (now - since).total_seconds())

    def _is_here(self, person: int | None) -> bool:
        return person is not None and self.guildhall.store.present(topic_of_person(person)) > 0

    @property
    def _may_begin(self) -> bool:
        return self._is_host or self._host_away >= HOST_AWAY

    @property
    def _enough(self) -> bool:
        """Whether the game can be played by those who are here."""
        game = entry(self.table.game)
        return len(self.table.places) - self.table.free in game.players

    # ------------------------------------------------------------------ what is shown

    def title_text(self) -> Text:
        """Which table it is."""
        return words("{game}: the table waits", game=entry(self.table.game).names)

    def aside(self) -> Text:
        """How many have come."""
        return places_taken(self.table)

    def stops(self) -> Sequence[Spot]:
        """The seats that can be given or taken, beginning, leaving."""
        seats = [(SEAT, one.seat) for one in self.table.places if self._turns(one)]
        begin = [BEGIN] if self._may_begin and self._enough else []
        return [*seats, *begin, LEAVE]

    def _turns(self, place: Chair) -> bool:
        """Whether the reader can change who sits at a place, or where."""
        return self._is_host or (place.is_free and place.person != self.member.person.id)

    def buttons(self) -> Sequence[Spot]:
        """For the host: who sits higher or lower, and whether that counts."""
        if not self._is_host:
            return ()
        last = len(self.table.places) - 1
        higher = [(MOVE, seat, -1) for seat in range(1, last + 1)]
        lower = [(MOVE, seat, 1) for seat in range(last)]
        return [*higher, *lower, ORDER]

    def paint_body(self, width: int, height: int) -> Canvas:
        """What is awaited on top; the seats, and beside them how others come."""
        rows = TOP + COMING + 2 + len(self._option_lines(SIDE - 4))
        canvas = Canvas(width, max(height, rows), self.look_now.glyphs)
        canvas.put(3, 0, clip(self.say(self._awaited()), width - 6, canvas.glyphs), "strong")
        x = canvas.put(3, 1, self.say(words("Others type:")), "dim") + 1
        canvas.put(x, 1, self.member.guest.line_to("join", self.table.code), "text")
        side = WIDE_SIDE if width >= WIDE else SIDE
        left = Rect(2, TOP, width - side - 5, canvas.height - TOP)
        border = height >= ROOMY
        places = self.table.places
        high = 2 * len(places) + int(border)
        title = self.say(words("Seats"))
        fact = words("as they stand here") if self.table.ordered else words("drawn by lot")
        seats = Rect(left.x, left.y, left.width, high)
        inner = paint_panel(canvas, seats, title, self.say(fact), border=border)
        if self._is_host:
            told = len(self.say(fact))
            canvas.spot(ORDER, Rect(seats.right - told - 3, seats.y, told + 2, 1))
        for row, place in enumerate(places):
            self._paint_seat(canvas, Rect(inner.x, inner.y + 2 * row, inner.width, 1), place)
        self._paint_buttons(canvas, left.x + 1, seats.bottom + 1)
        right = Rect(width - side - 2, TOP, side, canvas.height - TOP)
        self._paint_side(canvas, right, border=border)
        return canvas

    def _awaited(self) -> Text:
        table = self.table
        if self._may_begin and self._enough and not table.free:
            return words("All are here. Begin when you like.")
        if self._may_begin and self._enough:
            return words("You can begin now, or wait for more.")
        if self._is_host and table.open == CLOSED:
            return words("Those whom you wait for see this table in the lobby; or let bots play.")
        if self._is_host:
            return words("Tell others the code, or let bots play.")
        if table.free:
            return plural(
                "{n} place is free. {host} begins.",
                "{n} places are free. {host} begins.",
                table.free,
                host=table.host_name,
            )
        return words("All are here: {host} begins.", host=table.host_name)

    def _paint_seat(self, canvas: Canvas, line: Rect, place: Chair) -> None:
        stop = (SEAT, place.seat)
        canvas.fill(*line, ground=RAISED)
        seat = f"seat.{place.seat}" if self.table.ordered else "frame"
        canvas.put(line.x, line.y, canvas.glyphs("half.left"), seat)
        x = canvas.put(line.x + 2, line.y, str(place.seat + 1), "dim") + 1
        if place.person is not None:
            sign = "meeple" if self._is_here(place.person) else "meeple.out"
            canvas.put(x, line.y, canvas.glyphs(sign), "good" if sign == "meeple" else "dim")
        x += 2
        name, told = self._told(place)
        right = line.right - 1 - (4 if self._is_host else 0)
        said = clip(self.say(name), right - x, canvas.glyphs)
        x = canvas.put(x, line.y, said, "dim" if place.is_free else "strong") + 2
        if stop in self.stops():
            canvas.spot(stop, Rect(line.x + 1, line.y, line.width - 1, 1))
        if self._is_host:
            self._paint_moves(canvas, right + 1, line.y, place.seat)
        canvas.put_right(right, line.y, clip(self.say(told), right - x, canvas.glyphs), "dim")

    def _paint_moves(self, canvas: Canvas, x: int, y: int, seat: int) -> None:
        """The arrows with which a click moves who sits there."""
        buttons = self.buttons()
        for at, by, glyph in ((x, -1, "up"), (x + 2, 1, "down")):
            if (MOVE, seat, by) in buttons:
                canvas.put(at, y, canvas.glyphs(glyph), "key", spot=(MOVE, seat, by))

    def _told(self, place: Chair) -> tuple[Text, Text]:
        """Who sits at a place, and what there is to say of it."""
        name = words("{name}", name=place.name)
        if place.bot is not None:
            return bot_in_words(place.bot), verbatim("")
        if place.is_free:
            free = words("free") if place.meant is None else words("kept for {name}", name=name)
            return free, verbatim("")
        if place.person == self.table.host:
            away = "" if self._is_here(place.person) else words("away")
            return name, words("host") if not away else words("host, away")
        here = self._is_here(place.person)
        return name, verbatim("") if here else words("away")

    def _paint_buttons(self, canvas: Canvas, x: int, y: int) -> None:
        if BEGIN in self.stops():
            x = self._paint_button(canvas, x, y, BEGIN, words("Begin")) + 2
        self._paint_button(canvas, x, y, LEAVE, words("Get up"))

    def _paint_button(self, canvas: Canvas, x: int, y: int, place: Spot, text: Text) -> int:
        button = self.say(text)
        canvas.spot(place, Rect(x - 1, y, len(button) + 4, 1))
        return canvas.put(x, y, f" {button} ", "cap")

    def _paint_side(self, canvas: Canvas, rect: Rect, *, border: bool) -> None:
        """How others come to the table, and what is played."""
        come = Rect(rect.x, rect.y, rect.width, COMING + int(border))
        inner = paint_panel(canvas, come, self.say(words("How others come")), border=border)
        y = canvas.put_lines(inner.x, inner.y, inner.width, self.say(self._who_may()), "dim")
        code = self.table.code
        canvas.put(inner.x, y, self.say(words("Code")), "text")
        canvas.put(inner.x + 6, y, f" {code} ", "cap")
        self._paint_options(canvas, rect, come.bottom + 1, border=border)

    def _option_lines(self, width: int) -> list[str]:
        told = [
            self.say(words("{option}: {value}", option=one.title, value=one.choices[value]))
            for one, value in chosen_options(self.table)
        ]
        return [line for one in told for line in wrap(one, width)]

    def _paint_options(self, canvas: Canvas, rect: Rect, y: int, *, border: bool) -> None:
        lines = self._option_lines(rect.width - 4)
        below = Rect(rect.x, y, rect.width, len(lines) + (2 if border else 1))
        if not lines:
            return
        inner = paint_panel(canvas, below, self.say(words("What is played")), border=border)
        for row, line in enumerate(lines):
            canvas.put(inner.x, inner.y + row, line, "text")

    def _who_may(self) -> Text:
        if self.table.open == OPEN:
            return words("Everybody in the lobby sees the table.")
        if self.table.open == CLOSED:
            return words("Only those come for whom a place is kept.")
        return words("Only those come who know the code.")

    def hints(self) -> Sequence[KeyHint]:
        """What can be done with the stop under the pointer."""
        if self.pointed == BEGIN:
            doing = KeyHint("enter", words("begin"))
        elif self.pointed == LEAVE:
            doing = KeyHint("enter", words("get up"))
        elif self._is_host:
            doing = KeyHint("right", words("a bot or a person"))
        else:
            doing = KeyHint("enter", words("sit here"))
        keys = [doing]
        if self._pointed_seat is not None and self._is_host:
            keys += [self.hint_of("waiting.up"), self.hint_of("waiting.down")]
        if self._may_begin and self.pointed != BEGIN:
            keys.append(self.hint_of("waiting.begin"))
        if self.pointed != LEAVE:
            keys.append(self.hint_of("waiting.leave"))
        if self._is_host:
            keys.append(self.hint_of("waiting.order"))
        return [*keys, KeyHint("escape", words("to the lobby"))]

    # ------------------------------------------------------------------ what is done

    def point(self, place: Spot) -> None:
        """What was asked once more is void at another stop."""
        self._asked = None
        super().point(place)

    def take(self, place: Spot) -> None:
        """Begin, get up, take another seat or give one to somebody else."""
        match place:
            case ("begin",):
                self.action_begin()
            case ("leave",):
                self.action_leave()
            case ("order",):
                self.action_order()
            case ("move", int(seat), int(by)):
                self.point((SEAT, seat))
                self.action_move(by)
            case ("seat", int(seat)) if self._is_host:
                self.turn(place, 1)
            case ("seat", int(seat)):
                self._try(self.member.gatherings.sit, seat)

    def turn(self, place: Spot, by: int) -> bool:
        """Give a seat to a bot, or leave it to whoever comes."""
        match place:
            case ("seat", int(seat)) if self._is_host:
                if self._sends_away(self.table.places[seat]):
                    return True
                kinds: list[str | None] = [None, *BOT_PLAYERS]
                bot = self.table.places[seat].bot
                who = kinds[(kinds.index(bot if bot in kinds else None) + by) % len(kinds)]
                self._try(self.member.gatherings.set_place, seat, who)
                return True
            case _:
                return False

    def _sends_away(self, place: Chair) -> bool:
        """Whether a person sits at a place who would lose it; then it is asked once more."""
        asked = (SEAT, place.seat, place.person)
        if place.person in (None, self.member.person.id) or self._asked == asked:
            self._asked = None
            return False
        self._asked = asked
        self.tell(words("{name} sits there. Once more: shall they get up?", name=place.name))
        return True

    @property
    def _pointed_seat(self) -> int | None:
        """The seat under the pointer."""
        match self.pointed:
            case ("seat", int(seat)):
                return seat
            case _:
                return None

    def action_move(self, by: int) -> None:
        """Let who is pointed at change places with the next; then the seats stay as they stand."""
        seat = self._pointed_seat
        if not self._is_host:
            self.tell(words("{host} says who sits where.", host=self.table.host_name))
        elif seat is None:
            self.tell(words("Point at a seat first."))
        elif 0 <= seat + by < len(self.table.places):
            seats = list(range(len(self.table.places)))
            seats[seat], seats[seat + by] = seats[seat + by], seats[seat]
            self.pointed = (SEAT, seat + by)
            self._try(self.member.gatherings.reorder, seats)

    def action_order(self) -> None:
        """Let the seats be drawn by lot, or stay as they stand here."""
        table = self.table
        if not self._is_host:
            self.tell(words("{host} says who sits where.", host=table.host_name))
        elif table.ordered:
            self._try(self.member.gatherings.draw_order)
        else:
            self._try(self.member.gatherings.reorder, range(len(table.places)))

    def _try(self, act: Callable[..., object], *how: object, **named: object) -> None:
        """Change the table, or say why it cannot be changed so; show how it stands."""
        try:
            act(self.table.id, self.member.person, *how, **named)
        except GuildhallError as error:
            self.look_again()
            self.tell(error.text)
        else:
            self.look_again()

    def action_begin(self) -> None:
        """Let the match begin; ask once more where that leaves places empty."""
        if self._may_begin and self._enough and self.table.free and self._asked != BEGIN:
            self._asked = BEGIN
            self.tell(
                plural(
                    "{n} place is free still. Once more: begin without?",
                    "{n} places are free still. Once more: begin without?",
                    self.table.free,
                )
            )
            return
        self._try(self.member.gatherings.start, host_away=self._host_away)

    def action_leave(self) -> None:
        """Get up from the table."""
        self.following.stop()
        try:
            self.member.gatherings.leave(self.table.id, self.member.person)
        except GuildhallError as error:
            self.visit.tell_in_lobby(error.text)
        self._close()
