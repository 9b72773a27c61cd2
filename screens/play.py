"""The screen on which people and bots play a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from engine.bots import PERSON
from engine.errors import GuildhallError
from engine.event import Event
from engine.match import Owed
from engine.step import Place as BoardPlace
from engine.text import Text, words
from screens import panels
from screens.canvas import Canvas, Place, wrap
from screens.choosing import Response
from screens.panels import Key
from screens.preferences import CONFIRM_ALWAYS, CONFIRM_NEVER, Preferences
from screens.records import best_results
from screens.scene import Scene, cells_of
from screens.tabletop import LOG, SHEET, TABLE, TableScreen

if TYPE_CHECKING:
    from engine.event import Header
    from engine.session import Session
    from engine.sight import Sight


class PlayScreen(TableScreen):
    """A match that is being played: people and bots choose, one after another or together."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "Take back", id="play.undo"),
        Binding("U", "undo_turn", "Take back the turn", id="play.undo_turn"),
        Binding("r", "redo", "Bring back", id="play.redo"),
        Binding("t", "rewind", "Take back by agreement", id="play.rewind"),
        Binding("N", "play_again", "Play again", id="play.again"),
        Binding("R", "watch_again", "Look at the game again", id="play.watch"),
    ]

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

    def __init__(self, session: Session, preferences: Preferences) -> None:
        super().__init__(session.sight.header.game, preferences)
        self.session = session
        self.confirming = False
        self.curtain_for: int | None = None
        self._unveiled: int | None = None
        self._rewind_to: int | None = None
        self._last_actor: int | None = None
        self._last_places: list[Place] = []
        self._bests: Sequence[tuple[int, Text]] = ()

    @property
    def sight(self) -> Sight:
        return self.session.sight

    def opened(self) -> None:
        if self.sight.over:
            self.zone = SHEET
        self.go_on()

    # ------------------------------------------------------------------ going on

    @property
    def people(self) -> list[int]:
        """The seats that people play."""
        return [seat for seat, (_, by) in enumerate(self.sight.header.seats) if by == PERSON]

    def go_on(self) -> None:
        """Ask the next person, or let the next bot move."""
        self.confirming = self.looking = False
        self._rewind_to = None
        self.choosing = None
        self._bests = self._find_bests()
        people = [owed for owed in self.sight.owed() if owed.seat in self.people]
        if people:
            self._ask(people[0].seat)
        elif self.session.waiting_bot() is not None:
            self.set_timer(int(self.preferences.pace) / 10 + 0.001, self._let_bot_move)
        self._look_from(people[0].seat if people else None)
        self.show_all()

    def _ask(self, seat: int) -> None:
        if self._needs_curtain(seat):
            self.curtain_for = seat
            return
        self._unveiled = seat
        self.choosing = self.painter.choosing(self.session.ask(seat))

    def _look_from(self, asked: int | None) -> None:
        """Whose view is shown: who is asked; else the only person; else what everybody may see."""
        if asked is not None:
            self.viewer = asked
        elif len(self.people) == 1:
            self.viewer = self.people[0]
        elif self._has_secrets():
            self.viewer = None
        elif self.viewer is None and self.people:
            self.viewer = self.people[0]

    def _has_secrets(self) -> bool:
        return self.sight.has_secrets()

    def _needs_curtain(self, seat: int) -> bool:
        return len(self.people) > 1 and self._unveiled != seat and self._has_secrets()

    def _let_bot_move(self) -> None:
        owed = self.session.waiting_bot()
        if self.is_mounted and owed is not None:
            self._carry_out(owed, self.session.let_bot_choose)

    def _carry_out(self, owed: Owed, act: Callable[[], list[Event]]) -> None:
        """Let a seat's choice happen and show what it changed."""
        before = self.sight.view(owed.seat)
        cells = cells_of(self.scene().sheets())
        try:
            (picked, *_) = act()
        except GuildhallError as error:
            self.message = self.say(error.text)
            self.go_on()
            return
        place = self.place_of(picked, owed.decision, before)
        if owed.seat != self._last_actor:
            self._last_places.clear()
        if place is not None:
            self._last_places.append(place)
        self._last_actor = owed.seat
        self._before = cells
        self.message = ""
        if self.sight.over:
            self.zone = SHEET
        elif self.zone != LOG:
            self.zone = TABLE
        self.go_on()

    # ------------------------------------------------------------------ painting

    def scene(self) -> Scene:
        scene = super().scene()
        scene.bests = self._bests
        return scene

    def _find_bests(self) -> Sequence[tuple[int, Text]]:
        """The best results, at the end of a game that was played alone."""
        header = self.sight.header
        if not self.sight.over or len(header.seats) > 1:
            return ()
        bests = self.session.store.best(header.game, header.options, header.data)
        return best_results(self.sight.game, bests)

    def show_all(self) -> None:
        if self._ready and self.curtain_for is not None:
            self._draw_curtain(self.curtain_for)
            return
        super().show_all()
        self.surface.flash(self._last_places if self.zone == TABLE else ())

    def _draw_curtain(self, seat: int) -> None:
        """Nothing that anybody may not see is left in what is shown, or in what it is made of."""
        self.choosing, self._table, self._log, self._before = None, None, [], {}
        self.viewer, self.message, self._looked_at = None, "", None
        self._last_places.clear()
        self.surface.flash(())
        self.surface.show(panels.paint_curtain(self.scene(), seat, *self.size))
        self.surface.offer(())

    def paint_panel(self, scene: Scene, width: int, height: int) -> Canvas:
        if self._rewind_to is not None:
            return self._paint_agreement(scene, width, height)
        if self.zone == LOG:
            return super().paint_panel(scene, width, height)
        return panels.paint_decision(
            scene,
            self.painter,
            width,
            height,
            message=self.message,
            confirming=self.confirming,
        )

    def _paint_agreement(self, scene: Scene, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height, scene.look.glyphs)
        canvas.rule(0, 0, width)
        question = self.say(words("Does the whole table agree?"))
        canvas.put(2, 0, f" {question} ", "warn bold")
        story = panels.log_lines(scene)
        gone = [line.text for line in story if line.number > (self._rewind_to or 0)]
        what = words("It takes back: {story}", story=" ".join(gone))
        for row, part in enumerate(wrap(self.say(what), width - 4)[: height - 2]):
            canvas.put(2, 1 + row, part, "text")
        canvas.put(
            2,
            height - 1,
            self.say(words("Enter: all agree. t: one choice further back. Escape: leave it.")),
            "key",
        )
        return canvas

    def keys(self) -> Sequence[Key]:
        keys: list[Key] = []
        if self.sight.over:
            keys += [("N", words("play again")), ("R", words("replay")), ("q", words("menu"))]
        if self.zone == LOG:
            keys.append(("arrows", words("line by line")))
        elif self.choosing is not None:
            keys.append(("Enter", words("choose")))
        if self._last_actor is not None and self.sight.why_not_undo(self._last_actor) is None:
            keys.append(("u", words("take back")))
        usual = super().keys()
        return [*keys, *(key for key in usual if key not in keys)]

    def all_keys(self) -> Sequence[Key]:
        return [
            ("arrows", words("go to another choice")),
            ("1 2 3 a b", words("go to the choice with that key; again: take it")),
            ("Enter", words("take the choice")),
            ("u", words("take back the last choice")),
            ("U", words("take back the whole turn")),
            ("r", words("bring back what was taken back")),
            ("t", words("take back further, if the whole table agrees")),
            ("N R", words("when the game is over: play again with the same players, replay it")),
            *super().all_keys(),
        ]

    # ------------------------------------------------------------------ choosing

    def key_pressed(self, event: events.Key) -> None:
        if self.curtain_for is not None:
            event.stop()
            event.prevent_default()
            if event.key == "enter":
                self._open_curtain()
            return
        if self._rewind_to is not None and event.key == "enter":
            event.stop()
            self._rewind()
            return
        choosing = self.choosing
        if self.looking:
            super().key_pressed(event)
            return
        if choosing is not None and choosing.on_board and self.is_drawn and self.zone == TABLE:
            if self._answer(choosing.press(event.key)):
                event.stop()
                return
        elif choosing is not None and self.is_drawn and self.zone != LOG and event.character:
            index = choosing.index_of_key(event.character)
            if index is not None:
                event.stop()
                again = index == choosing.pointed
                self._point(index)
                if again:
                    self._take()
                return
        super().key_pressed(event)

    def _answer(self, response: Response) -> bool:
        """Show what moving something about the board has changed, or take it as it lies."""
        if response is Response.POINTED:
            self.confirming, self.message = False, ""
            self.show_decision()
        elif response is Response.TAKEN:
            self._take()
        return response is not Response.NOTHING

    def _open_curtain(self) -> None:
        seat = self.curtain_for
        self.curtain_for, self._unveiled = None, seat
        self.go_on()

    def _point(self, index: int) -> None:
        assert self.choosing is not None
        if index != self.choosing.pointed or self.confirming or self.message:
            self.choosing.point(index)
            self.confirming, self.message = False, ""
            self.show_pointed()

    def place_pointed(self, place: Place) -> None:
        choosing = self.choosing
        if choosing is not None and not self.looking:
            if choosing.on_board:
                if isinstance(place, tuple):
                    self._answer(choosing.touch(place, picked=False))
                return
            index = self._index_of(place)
            if index is not None:
                self._point(index)
                return
        if not self.confirming and self._rewind_to is None:
            super().place_pointed(place)

    def place_clicked(self, place: BoardPlace) -> None:
        choosing = self.choosing
        on_board = choosing is not None and choosing.on_board
        if choosing and on_board and self._answer(choosing.touch(place, picked=True)):
            return
        if place[0] == "choice":
            self._pick(place)
            return
        self.confirming = False
        super().place_clicked(place)
        if choosing is not None and not on_board:
            self._refuse(place)

    def place_picked(self, place: Place) -> None:
        if self.looking:
            super().place_picked(place)
            index = None if self.choosing is None else self._index_of(place)
            if index is not None:
                self._point(index)
        else:
            self._pick(place)

    def _pick(self, place: Place) -> None:
        if self.choosing is None:
            return
        index = self._index_of(place)
        if index is None:
            return
        if isinstance(place, tuple) and place[0] == "more":
            self._point(index)
            return
        if index != self.choosing.pointed:
            self.choosing.point(index)
            self.confirming = False
        self._take()

    def _index_of(self, place: Place) -> int | None:
        assert self.choosing is not None
        if isinstance(place, tuple) and place[0] in ("choice", "more"):
            return int(place[1])
        return self.choosing.index_at(place)  # type: ignore[arg-type]

    def _take(self) -> None:
        """Take the choice under the pointer; ask once more where that is wanted."""
        choosing = self.choosing
        assert choosing is not None
        refusal = choosing.refusal()
        if refusal is not None:
            self._tell(words("{reason} ({rule})", reason=refusal.reason, rule=refusal.rule))
            return
        if choosing.pick is not None and not self.confirming and self._wants_confirmation():
            self.confirming = True
            self.show_decision()
            return
        pick = choosing.take()
        if pick is None:
            self.show_all()
        else:
            asked = choosing.asked
            owed = Owed(asked.seat, asked.decision)
            self._carry_out(owed, lambda: self.session.choose(asked, pick))

    def _wants_confirmation(self) -> bool:
        wish = self.preferences.confirm
        if wish in (CONFIRM_ALWAYS, CONFIRM_NEVER):
            return wish == CONFIRM_ALWAYS
        assert self.choosing is not None
        foresight = self.choosing.foresight()
        return foresight is not None and (foresight.ends_turn or foresight.chance is not None)

    def _refuse(self, place: BoardPlace) -> None:
        """Say why what was clicked cannot be chosen."""
        choosing = self.choosing
        assert choosing is not None
        refusal = choosing.refuse(place)
        if refusal is not None:
            said = self._seen_at(self.scene(), place)
            why = f"{self.say(refusal.reason)} ({refusal.rule})"
            self.message = why if said is None else f"{why} {self.say(said)}"
            self.show_decision()

    def action_back(self) -> None:
        if self._rewind_to is not None:
            self._rewind_to = None
            self.show_decision()
        elif self.looking or self.zone != TABLE:
            super().action_back()
        elif self.confirming or self.message:
            self.confirming, self.message = False, ""
            self.show_decision()
        elif self.choosing is not None and self.choosing.back():
            self.show_all()

    # ------------------------------------------------------------------ after the end

    def action_play_again(self) -> None:
        """Begin a new match with the same players and options, once this one is over."""
        if self.sight.over:
            self.post_message(self.PlayAgain(self.sight.header))

    def action_watch_again(self) -> None:
        """Look at the match from its beginning, once it is over."""
        if self.sight.over:
            self.post_message(self.WatchAgain(self.session.id))

    # ------------------------------------------------------------------ taking back

    def _undo_seat(self) -> int | None:
        """Whose choice `u` takes back: the person's who chose last, if that is free; in a step
        that all do together, the person's who looks."""
        if self.viewer in self.people and self.sight.why_not_undo(self.viewer) is None:
            return self.viewer
        people = [seat for _, seat in reversed(self.sight.picks()) if seat in self.people]
        return people[0] if people else None

    def action_undo(self) -> None:
        """Take back the last choice."""
        self._take_back(whole_turn=False)

    def action_undo_turn(self) -> None:
        """Take back all that was chosen in this turn."""
        self._take_back(whole_turn=True)

    def _take_back(self, *, whole_turn: bool) -> None:
        if self.curtain_for is not None:
            return
        seat = self._undo_seat()
        if seat is None:
            self._tell(words("Nothing has been chosen yet."))
            return
        why_not = self.sight.why_not_undo(seat)
        if why_not is not None:
            self._tell(
                words(
                    "{reason} So it counts; t asks the table.",
                    reason=why_not,
                )
            )
            return
        self._try(self.session.undo_turn if whole_turn else self.session.undo, seat)

    def action_redo(self) -> None:
        """Bring back what was taken back last."""
        if self.curtain_for is not None:
            return
        for seat in [self.viewer, *self.people]:
            if seat is not None and self.sight.can_redo(seat):
                self._try(self.session.redo, seat)
                return
        self._tell(words("There is nothing to bring back."))

    def action_rewind(self) -> None:
        """Ask the table to take back beyond a barrier, one choice further at every press."""
        if self.curtain_for is not None:
            return
        numbers = [number for number, _ in self.sight.picks()]
        before = self._rewind_to + 1 if self._rewind_to is not None else self.sight.length + 1
        earlier = [number for number in numbers if number < before]
        if not earlier:
            self._tell(words("Nothing has been chosen yet."))
            return
        self._rewind_to = earlier[-1] - 1
        self.show_decision()

    def _rewind(self) -> None:
        number, self._rewind_to = self._rewind_to, None
        assert number is not None
        seat = self.viewer if self.viewer is not None else 0
        self._try(lambda who: self.session.rewind(who, number), seat)

    def _try(self, change: Callable[[int], object], seat: int) -> None:
        try:
            change(seat)
        except GuildhallError as error:
            self._tell(error.text)
            return
        self._before, self.message = {}, ""
        self._last_actor = None
        self._last_places.clear()
        self.go_on()

    def _tell(self, text: Text) -> None:
        self.message = self.say(text)
        self.show_decision()
