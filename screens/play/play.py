"""The screen on which people and bots play a match."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import events as keyboard
from textual.binding import BindingType
from textual.message import Message

from engine.core.state import State
from engine.errors import BadStore
from engine.i18n.text import Seat, Text, words
from engine.play.position import Owed
from screens import commands
from screens.choose.choosing import Choosing
from screens.choose.marking import TAKE
from screens.choose.scene import Cells, Scene, cells_of
from screens.commands import BY_ID, Command
from screens.pages.records import best_results
from screens.paint.canvas import Place
from screens.play.calling import CallingScreen
from screens.play.guard import Clock
from screens.play.paging import LOG, SHEET, TABLE
from screens.preferences import Preferences
from screens.tabletop.panels import Key

if TYPE_CHECKING:
    from engine.core.event import Event, Header
    from engine.core.step import Place as BoardPlace
    from engine.storage.session import Session

_NOT_OVER: Final = words("That is for when the game is over.")


class PlayScreen(CallingScreen):
    """A match that is being played: people and bots choose, one after another or together."""

    here: ClassVar[Sequence[Command]] = (*commands.PLAY, *commands.TABLE)
    BINDINGS: ClassVar[list[BindingType]] = commands.bindings(commands.PLAY)

    class PlayAgain(Message):
        """The same players want a new match."""

        def __init__(self, header: Header) -> None:
            super().__init__()
            self.header = header

    class WatchAgain(Message):
        """This match is to be looked at from its beginning."""

        def __init__(self, id: str) -> None:
            super().__init__()
            self.id = id

    class ShowStatistics(Message):
        """How everybody has fared in this game is to be shown."""

        def __init__(self, game: str) -> None:
            super().__init__()
            self.game = game

    def __init__(
        self, session: Session, preferences: Preferences, *, clock: Clock = time.monotonic
    ) -> None:
        super().__init__(session, preferences, clock=clock)
        self._bests: Sequence[tuple[int, Text]] = ()

    def opened(self) -> None:
        super().opened()
        if self.sight.over:
            self.zone = SHEET
        self.go_on()

    # ------------------------------------------------------------------ going on

    def go_on(self, *, earlier: Choosing[State] | None = None) -> None:
        self._stop_waiting()
        self._note_others()
        self.confirming = self.looking = False
        self.prompt = self.kept_prompt()
        self.choosing = self.curtain_for = None
        self._bests = self._find_bests()
        asked = next((owed for owed in self.sight.owed() if owed.seat in self.people), None)
        lacking = self.session.lacking_bot()
        if lacking is not None and not self.sight.over and self.session.seats:
            self.prompt = self._who_plays(*lacking)
        else:
            if asked is not None:
                self._ask(asked, earlier)
            if asked is None or self.session.apart:
                self._await_bot()
        self._look_from(asked)
        self._tell_first()
        self.show_all()

    def _tell_first(self) -> None:
        """Lay the cards that are to be read before anything else."""
        self.drop_notices()
        if self.choosing is not None:
            self._before = self._cells_since(self.choosing.seat)
            self.tell_news(self.choosing.seat)
            self.advise()

    def _cells_since(self, seat: int) -> Cells:
        """The cells of the score sheets when the seat had chosen last in an earlier turn, to show
        what has changed since."""
        sight = self.sight
        count = sight.last_turn(seat)
        if count is None:
            return {}
        return cells_of(sight.game.sheets(sight.earlier(count).view(seat)))

    def _ask(self, owed: Owed, earlier: Choosing[State] | None) -> None:
        if not self._opens_for(owed):
            return
        seat, asked = owed.seat, self.session.ask(owed.seat)
        self.choosing = self.painter.choosing(asked)
        if earlier is not None and (earlier.seat, earlier.decision) == (seat, asked.decision):
            self.choosing.take_over(earlier)
        if self._last_actor not in (None, seat):
            self._fresh_guard.shut()
            if self._last_actor not in self.people:
                self.call_person()

    def happened(self, owed: Owed, before: Any, events: Sequence[Event]) -> None:
        event = events[0]
        self._note_others(until=event.number)
        self._remember(event, owed, before, self.sight.count)
        self._last_actor, self._moved_last = owed.seat, True
        self._shown = self.sight.length
        self._news = self.message = ""
        if self.zone != LOG or self.sight.over:
            self.zone = TABLE
        self.go_on()
        if self.sight.over:
            self.show_end()

    def show_end(self) -> None:
        if self.tell_end():
            self.show_all()
        else:
            self.go_to(SHEET)

    def taken_back(self) -> None:
        self._before, self._news, self.message = {}, "", ""
        self._last_actor = None
        self._lately.forget()
        self.go_on()

    def notices_gone(self) -> None:
        if self.sight.over and self.notice is None:
            self.go_to(SHEET)
        else:
            super().notices_gone()

    # ------------------------------------------------------------------ painting

    def panel_height(self, height: int) -> int:
        """Once the game is over there is no more than the places to tell, and what may be asked."""
        rows = super().panel_height(height)
        if not self.sight.over or self.prompt is not None or self.zone == LOG:
            return rows
        bests = len(self._bests) + 1 if self._bests else 0
        return min(rows, max(len(self.sight.header.seats), bests) + 2)

    def scene(self) -> Scene[State]:
        scene = super().scene()
        scene.bests = self._bests
        return scene

    def _find_bests(self) -> Sequence[tuple[int, Text]]:
        """The best results, at the end of a game that was played alone."""
        header = self.sight.header
        if not self.sight.over or len(header.seats) > 1:
            return ()
        try:
            bests = self.session.store.best(header.game, header.options, header.data)
        except BadStore:
            return ()
        return best_results(self.sight.game, bests)

    def show_all(self) -> None:
        if self.curtain_for is not None:
            self._lately.forget_secrets()
        super().show_all()
        covered = self.curtain_for is not None or self.zone != TABLE
        self.surface.flash(() if covered else self.chosen_lately())

    def chosen_lately(self) -> Sequence[Place]:
        """The places of what was chosen since who looks chose last, in an earlier turn."""
        seat = self.viewer if self.choosing is None else self.choosing.seat
        seat = self._last_actor if seat is None else seat
        since = None if seat is None else self.sight.last_turn(seat)
        return self._lately.since(since or 0, self.sight.view(None).round)

    # ------------------------------------------------------------------ keys and clicks

    def keys(self) -> Sequence[Key]:
        keys: list[Key] = []
        if self.must_read or self.steps_bots:
            keys.append(("Space", words("go on") if self.must_read else words("the next move")))
        if self.sight.over:
            again = ("play.again",) if self.session.seats else ()
            ids = (*again, "play.watch", "play.statistics", "play.leave")
            keys += self.line_of([BY_ID[id] for id in ids])
        if self.zone == LOG:
            keys.append(("arrows", words("line by line")))
        elif self.choosing is not None and not self.must_read:
            keys += self._keys_to_choose(self.choosing)
        back = self._taking_back()
        if back.seat is not None and back.free:
            keys.append(("u", self._whose(back.seat)))
        if self.choosing is not None and self.cover.covers(self.sight):
            own = self.cover.shows_own(self.sight, self.choosing.decision)
            keys += [] if own else self.line_of([BY_ID["play.hand"]])
        if self.choosing is not None and not self.must_read:
            keys += self.line_of([BY_ID["play.hint"]])
        usual = super().keys()
        return [*keys, *(key for key in usual if key not in keys)]

    def _keys_to_choose(self, choosing: Choosing[State]) -> Sequence[Key]:
        """How one chooses, and the way back where parts are chosen; what is asked once more stands
        first."""
        if choosing.chooser.needs_table and self.zone != TABLE:
            return ()
        keys = choosing.chooser.line_keys()
        if not self.confirming:
            return [*keys, *_way_back(choosing, keys)]
        others = [key for key in keys if key[0] not in ("Enter", "Escape")]
        return [("Escape", words("choose again")), *others]

    def _whose(self, seat: int) -> Text:
        """That a choice is taken back, and at a shared keyboard whose."""
        if len(self.people) == 1:
            return words("take back")
        return words("take back: {seat}", seat=Seat(seat))

    def all_keys(self) -> Sequence[Key]:
        common = ("arrows", "Enter", "Escape", TAKE)
        here = () if self.choosing is None else self.choosing.chooser.keys()
        return [
            *(key for key in here if key[0] not in common),
            ("arrows", words("go to another choice")),
            ("1 2 3 a b", words("go to the choice with that key; again: take it")),
            ("Enter", words("take the choice")),
            (
                "+ - 1 2 3",
                words(
                    "with counters: more, fewer; so many, or one more of what bears that digit; "
                    "so do wheel and clicks"
                ),
            ),
            ("w", words("take what is marked")),
            *super().all_keys(),
        ]

    def key_pressed(self, event: keyboard.Key) -> None:
        if self.curtain_for is not None:
            if event.key != "ctrl+l":
                event.stop().prevent_default()
            self._press_at_curtain(event.key)
        elif self.press_at_notice(event):
            return
        elif event.key in ("space", "enter") and self.steps_bots and self.zone == TABLE:
            event.stop().prevent_default()
            self._let_bot_move()
        else:
            super().key_pressed(event)

    def place_clicked(self, place: BoardPlace) -> None:
        if self.curtain_for is not None:
            self._click_at_curtain(place)
        elif not self.click_at_notice(place):
            super().place_clicked(place)

    # ------------------------------------------------------------------ after the end

    def action_play_again(self) -> None:
        """Begin a new match with the same players and options, once this one is over."""
        if not self.sight.over:
            self.tell(_NOT_OVER)
        elif not self.session.seats:
            self.tell(words("Only who has played here can play again."))
        else:
            self.post_message(self.PlayAgain(self.sight.header))

    def action_watch_again(self) -> None:
        """Look at the match from its beginning, once it is over."""
        if self.sight.over:
            self.post_message(self.WatchAgain(self.session.id))
        else:
            self.tell(_NOT_OVER)

    def action_statistics(self) -> None:
        """Show how everybody has fared in this game, once it is over."""
        if self.sight.over:
            self.post_message(self.ShowStatistics(self.sight.header.game))
        else:
            self.tell(_NOT_OVER)


def _way_back(choosing: Choosing[State], keys: Sequence[Key]) -> Sequence[Key]:
    """The key that leads a step back, once a part is chosen; ways of choosing that undo what is
    marked or moved name it themselves."""
    if choosing.is_begun and all(key != "Escape" for key, _ in keys):
        return [("Escape", words("back"))]
    return []
