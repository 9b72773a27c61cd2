"""A match that others play at terminals of their own: what they do is taken in and shown."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from engine.community.seating import Seating
from engine.core.event import AGAIN, BACK, PICK, Event, Header
from engine.core.players import PERSON
from engine.core.state import State
from engine.errors import Busy, Conflict, GuildhallError
from engine.i18n.text import Seat, Text, words
from engine.play.position import Owed
from engine.play.takeback import REWIND
from engine.storage.topics import topic_of
from screens.choose.choosing import Choosing
from screens.choose.scene import Scene
from screens.commands import key_of
from screens.keys import key_name
from screens.pages.records import local
from screens.paint.canvas import Canvas
from screens.play.follow import Following
from screens.play.guard import Clock
from screens.play.keeping import RETRY
from screens.play.paging import LOG
from screens.play.picking import PickingScreen
from screens.play.presence import (
    Presence,
    paint_presence,
    signs,
    waiting_for,
    waiting_for_somebody,
)
from screens.preferences import Preferences
from screens.tabletop.recent import Recent

if TYPE_CHECKING:
    from engine.storage.session import Session

MOST_SHOWN: Final = 12
"""Of how many of others' last events the places are shown."""


class TerminalsScreen(Following, PickingScreen):
    """A table whose match other programs play too.

    It looks at the store when a bell rings. What is half chosen stays while the same is asked.
    """

    def __init__(
        self, session: Session, preferences: Preferences, *, clock: Clock = time.monotonic
    ) -> None:
        super().__init__(session, preferences, clock=clock)
        self._lately = Recent()
        self._told_last = ""
        self._last_actor: int | None = None
        self._shown = session.sight.length
        self._presence = Presence(session.store, session.id)
        self._free: frozenset[int] = frozenset()

    def opened(self) -> None:
        topic = topic_of(self.session.id)
        self.follow(topic, self.look_at_store, self.session.store)
        self._presence.sit_down(self.people)
        self.forget_rings(topic)
        self._sees_others_come_and_go()
        self._catch_up()

    def on_unmount(self) -> None:
        """Leave the table."""
        self._presence.get_up()

    # ------------------------------------------------------------------ what others do

    def look_at_store(self) -> None:
        """Take in what others have kept, and show it; show who has come and gone."""
        if self._tries_again:
            return
        owed, before = self.sight.owed(), self._seated()
        error = self._catch_up()
        if isinstance(error, Busy):
            self.set_timer(RETRY, self.look_at_store)
        elif error is not None:
            self._refused(error)
        elif self.sight.length > self._shown or self._seated() != before:
            self._others_acted(owed)
            self._tell_who_plays(before[0], before[-1])
        elif self._sees_others_come_and_go() | self._looks_what_is_asked():
            self.show_decision()

    def _seated(self) -> tuple[Header, frozenset[int], bool, frozenset[int]]:
        """Who plays, which of them here, whether the match is over, and which places are free."""
        return self.sight.header, self.session.seats, self.sight.over, self._free

    def _tell_who_plays(self, before: Header, were_free: frozenset[int]) -> None:
        """Say of a seat that somebody else plays it now, or nobody."""
        now = self.sight.header
        for seat in sorted(self._free - were_free):
            self.tell(self._told_of_free_place(seat))
        for seat, (one, other) in enumerate(zip(before.seats, now.seats, strict=True)):
            if one != other and not self.sight.over:
                comes = words("{seat} plays from now on.", seat=Seat(seat))
                goes = words("A bot plays for {seat} from now on.", seat=Seat(seat))
                self.tell(comes if other[1] == PERSON else goes)

    def _told_of_free_place(self, seat: int) -> Text:
        """That somebody has left, and to those who play what they can do about it."""
        if not self.session.seats:
            return words("{seat} has left: the place is free.", seat=Seat(seat))
        key = key_name(key_of("play.rewind", self.preferences.keys))
        return words(
            "{seat} has left: the place is free. {key} lets a bot play there.",
            seat=Seat(seat),
            key=key,
        )

    def _catch_up(self) -> GuildhallError | None:
        """Take in what others have kept; why that cannot be done."""
        session = self.session
        try:
            if session.person is None:
                session.catch_up()
            else:
                with session.store.reading():
                    session.catch_up()
                    owned = Seating(session.store).of(session.id)
                self._free = frozenset(one.seat for one in owned if one.is_free)
        except GuildhallError as error:
            return error
        return None

    def _sees_others_come_and_go(self) -> bool:
        self._presence.sit_down(self.people)
        return self.session.apart and self._presence.look(len(self.sight.header.seats))

    def _looks_what_is_asked(self) -> bool:
        """See what the table is asked; whether that has changed."""
        return False

    def _others_acted(self, owed: list[Owed], *, mine: bool = False) -> None:
        """Show what others have done; what the person is at goes on if nothing has changed for
        them. `mine`: it was a bot that this program has let move."""
        self._sees_others_come_and_go()
        self._looks_what_is_asked()
        since = self._since_shown()
        choosing, was_over = self.choosing, not owed
        if choosing is not None and self._still_asks(choosing, since):
            self.prompt = self.kept_prompt()
            self._note_others()
            self._moved_last = mine
            self._stop_waiting()
            if self.session.apart:
                self._await_bot()
            self._ask_anew(choosing)
            return
        looking, told = self.looking, self._told_of(since)
        if self.message == self._told_last or (self.sight.over and not was_over):
            self.message = ""
        self.go_on(earlier=choosing)
        if self.sight.over and not was_over:
            self.show_end()
        elif self.curtain_for is None:
            self.looking = looking and self.choosing is None
            if told is not None:
                self.tell(told)
                self._told_last = self.message
            elif self.looking:
                self.show_decision()

    def _since_shown(self) -> list[Event]:
        return self.sight.since(self._shown)

    def _still_asks(self, choosing: Choosing[State], since: list[Event]) -> bool:
        """Whether who is choosing is asked the very same, and has done nothing elsewhere."""
        if any(event.seat == choosing.seat or event.step == REWIND for event in since):
            return False
        return choosing.seat in self.people and any(
            owed.seat == choosing.seat and owed.decision == choosing.decision
            for owed in self.sight.owed()
        )

    def _ask_anew(self, choosing: Choosing[State]) -> None:
        """Ask the same at the table as it is now, with what has been chosen so far."""
        fresh = self.painter.choosing(self.session.ask(choosing.seat))
        fresh.take_over(choosing)
        self.confirming = self.confirming and fresh.pick == choosing.pick
        self.choosing = fresh
        self.show_all()

    def _told_of(self, since: list[Event]) -> Text | None:
        """That somebody has taken something back, where that was the last thing done."""
        acts = [event for event in since if event.kind in (PICK, BACK, AGAIN)]
        if not acts or acts[-1].kind == PICK:
            return None
        seat = Seat(acts[-1].seat)
        if acts[-1].kind == AGAIN:
            return words("{seat} has brought back what was taken back.", seat=seat)
        if acts[-1].step == REWIND and self.session.person is not None:
            return words("The table has agreed: it is taken back.")
        return words("{seat} has taken back a choice.", seat=seat)

    def _note_others(self, until: int | None = None) -> None:
        """Remember where others have chosen since the table was shown last (up to an event), to
        mark the places."""
        since = [one for one in self._since_shown() if until is None or one.number < until]
        if not since:
            return
        if any(event.kind in (BACK, AGAIN) for event in since):
            self._lately.forget()
            self._before = {}
        first, last = max(since[0].number, since[-1].number - MOST_SHOWN), since[-1].number
        for owed, event, before in self.sight.choices_since(first - 1):
            if event.number <= last:
                self._remember(event, owed, before.view(self.viewer), before.count + 1)
        picks = [event.seat for event in since if event.kind == PICK]
        if picks:
            self._last_actor = picks[-1]
        self._moved_last = False
        self._shown = last

    def _remember(self, event: Event, owed: Owed, before: Any, count: int) -> None:
        """Remember where something was chosen, after which so many events count."""
        place = self.place_of(event, owed.decision, before)
        if isinstance(place, tuple) and place[0] not in self.painter.marks:
            sight = self.sight
            is_open = not sight.is_secret(event.number, None)
            round = sight.view(None).round
            self._lately.add(place, count=count, round=round, is_open=is_open)

    def show_end(self) -> None:
        """Show how the game has ended."""
        raise NotImplementedError

    def tell_for_now(self, text: Text) -> None:
        super().tell_for_now(text)
        self._told_last = self.message

    # ------------------------------------------------------------------ bots

    def _let_bot_move(self) -> None:
        if not self.is_mounted:
            return
        length = self.sight.length
        self.look_at_store()
        if self.sight.length > length:
            return
        if self.choosing is None:
            super()._let_bot_move()
        elif self.session.apart:
            self._let_bot_move_meanwhile()

    def _let_bot_move_meanwhile(self) -> None:
        """Let the bot that is due choose while this person does."""
        owed = self.sight.owed()
        self._stop_waiting()
        try:
            self.session.let_bot_choose()
        except Busy:
            self._await_bot()
            return
        except GuildhallError as error:
            if not isinstance(error, Conflict):
                self._stopped_by = error.text
        if self.sight.length > self._shown:
            self._others_acted(owed, mine=True)

    # ------------------------------------------------------------------ painting

    def scene(self) -> Scene[State]:
        scene = super().scene()
        if self.session.apart:
            scene.signs = signs(scene)
            if scene.owed:
                scene.waiting = self._whom_all_wait_for([owed.seat for owed in scene.owed])
        return scene

    def _whom_all_wait_for(self, seats: Sequence[int]) -> Text:
        """Who is choosing, and since when; where nobody is, that somebody is missing."""
        missing = [seat for seat in seats if seat in self._free]
        if len(missing) == len(seats):
            return waiting_for_somebody(missing)
        return waiting_for([seat for seat in seats if seat not in missing], self._since_when())

    def _since_when(self) -> str | None:
        """When the last thing happened, with the day unless it was today."""
        at = self.sight.happened_last
        if at is None:
            return None
        then, now = local(at), local(self.session.store.clock())
        return f"{then:%H:%M}" if then.date() == now.date() else f"{then:%Y-%m-%d %H:%M}"

    def paint_panel(self, scene: Scene[State], width: int, height: int) -> Canvas:
        canvas = super().paint_panel(scene, width, height)
        if self.session.apart and self.zone != LOG:
            paint_presence(canvas, scene, self.sight.header, self._presence)
        return canvas
