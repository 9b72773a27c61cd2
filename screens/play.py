"""The screen on which people and bots play a match."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.binding import BindingType
from textual.message import Message
from textual.timer import Timer

from engine.bots import PERSON, TITLES
from engine.errors import BadStore, Busy, Conflict, GuildhallError, Refusal
from engine.event import Event
from engine.match import Foresight, Owed
from engine.step import Place as BoardPlace
from engine.text import Seat, Text, words
from engine.wording import joined
from screens import buttons, commands, panels
from screens.canvas import Canvas, Place
from screens.chooser import ARROWS, KEYS, Reply, Response
from screens.choosing import Choosing
from screens.commands import BY_ID, Command
from screens.cover import HAND_SECONDS, Cover
from screens.guard import Clock, Guard
from screens.marking import TAKE
from screens.panels import Key
from screens.preferences import (
    CALL_BELL,
    CONFIRM_ALWAYS,
    CONFIRM_NEVER,
    PACE_KEY,
    Preferences,
)
from screens.prompt import Answer, Prompt
from screens.records import best_results
from screens.rewinding import Act, Done, RewindingScreen
from screens.scene import Cells, Scene, cells_of
from screens.surface import Surface
from screens.tabletop import LOG, SHEET, TABLE, WHOLE, line_of

if TYPE_CHECKING:
    from engine.event import Header
    from engine.session import Session

CURTAIN_QUIET: Final = 0.7
"""For how many seconds no key may come before a curtain opens."""

FRESH_QUIET: Final = 0.3
"""The same for a question that somebody else's choice has brought."""

RETRY: Final = 0.25
"""After how many seconds a busy store is asked again."""

MOST_TRIES: Final = 20
"""How many times it is asked before the person decides."""

_NOT_OVER: Final = words("That is for when the game is over.")

Refused = Callable[[GuildhallError], None]


class PlayScreen(RewindingScreen):
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
        header = session.sight.header
        super().__init__(header.game, preferences, clock)
        self.session = session
        self.confirming = False
        self.curtain_for: int | None = None
        self.cover = Cover(session.sight.game.cover_of(header.options))
        self._curtain_guard = Guard(clock, CURTAIN_QUIET)
        self._fresh_guard = Guard(clock, FRESH_QUIET)
        self._timer: Timer | None = None
        self._hand_timer: Timer | None = None
        self._hand_of: int | None = None
        self._stopped_by: Text | None = None
        self._news = ""
        self._last_actor: int | None = None
        self._last_round = 0
        self._last_places: list[Place] = []
        self._bests: Sequence[tuple[int, Text]] = ()

    def opened(self) -> None:
        if self.sight.over:
            self.zone = SHEET
        self.go_on()

    # ------------------------------------------------------------------ going on

    def go_on(self, *, earlier: Choosing | None = None) -> None:
        """Ask the next person, or let the next bot move. What had been chosen `earlier` is kept as
        far as the same is asked still."""
        self._stop_waiting()
        self.confirming = self.looking = False
        self.prompt = self.choosing = self.curtain_for = None
        self._bests = self._find_bests()
        asked = next((owed for owed in self.sight.owed() if owed.seat in self.people), None)
        lacking = self.session.lacking_bot()
        if lacking is not None and not self.sight.over:
            self.prompt = self._who_plays(*lacking)
        elif asked is not None:
            self._ask(asked, earlier)
        elif self.session.waiting_bot() is not None and self._stopped_by is not None:
            self.prompt = self._bots_stand_still(self._stopped_by)
        elif self.session.waiting_bot() is not None and self.preferences.pace != PACE_KEY:
            self._wait(int(self.preferences.pace) / 10 + 0.001, self._let_bot_move)
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

    @property
    def steps_bots(self) -> bool:
        """Whether a bot waits for a key."""
        idle = self.choosing is None and self.curtain_for is None and self._stopped_by is None
        waits = idle and self.preferences.pace == PACE_KEY and self.prompt is None
        return waits and not self.sight.over and self.session.waiting_bot() is not None

    def _ask(self, owed: Owed, earlier: Choosing | None) -> None:
        seat, sight = owed.seat, self.sight
        if self.cover.needs_curtain(sight, seat, owed.decision):
            self._let_curtain_fall(seat)
            return
        if self.cover.covers(sight) and (
            self.cover.shows_own(sight, owed.decision) or self._hand_of == seat
        ):
            self.cover.unveil(sight, seat)
            if self._hand_of is not None and self._hand_timer is None:
                self._hand_timer = self.set_timer(HAND_SECONDS, self._hide_hand)
        else:
            self._cover_hand()
        asked = self.session.ask(seat)
        self.choosing = self.painter.choosing(asked)
        if earlier is not None and (earlier.seat, earlier.decision) == (seat, asked.decision):
            self.choosing.take_over(earlier)
        if self._last_actor not in (None, seat):
            self._fresh_guard.shut()
            if self._last_actor not in self.people and self.preferences.call == CALL_BELL:
                self.app.bell()

    def _look_from(self, asked: Owed | None) -> None:
        """Whose view is shown: that of who is asked, if it may be on the screen; else the only
        person's; else what everybody may see."""
        people = self.people
        if len(people) == 1:
            self.viewer = people[0]
        elif self.cover.covers(self.sight):
            seen = asked is not None and self.cover.unveiled == asked.seat
            self.viewer = asked.seat if asked is not None and seen else None
        elif asked is not None:
            self.viewer = asked.seat
        elif self.viewer is None and people:
            self.viewer = people[0]

    # ------------------------------------------------------------------ what is kept

    def _wait(self, seconds: float, then: Callable[[], None]) -> None:
        """Do something later; there is one such thing at a time, and going on ends it."""
        self._stop_waiting()
        self._timer = self.set_timer(seconds, then)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _attempt(self, act: Act, done: Done, refused: Refused, tries: int = 1) -> None:
        """Change the match, and show it once it is kept. While another program keeps the store busy
        it is tried again, and keys are read meanwhile; what the store refuses is told."""
        self._stop_waiting()
        try:
            happened = act()
        except Busy as error:
            if tries >= MOST_TRIES:
                refused(error)
                return
            self.prompt = self._busy(error)
            self._wait(RETRY, lambda: self._attempt(act, done, refused, tries + 1))
            self.show_decision()
        except GuildhallError as error:
            refused(error)
        else:
            done(happened)

    def _refused(self, error: GuildhallError) -> None:
        """Show what the store holds, and say why nothing was done."""
        self._news = self.message = self.say(error.text)
        self._before = {}
        self.go_on(earlier=self.choosing)

    def _busy(self, error: Busy) -> Prompt:
        body = words("{reason} It is tried again till there is room.", reason=error.text)
        leave = Answer("q", words("menu"), self.action_leave)
        return Prompt(words("The store is busy"), body, [leave], self._give_up)

    def _give_up(self) -> None:
        self.go_on(earlier=self.choosing)

    def _carry_out(self, owed: Owed, act: Act, refused: Refused) -> None:
        """Let a seat's choice happen and show what it changed."""
        before = self.sight.view(owed.seat)
        self._attempt(act, lambda happened: self._happened(owed, before, happened), refused)

    def _happened(self, owed: Owed, before: object, happened: Sequence[Event]) -> None:
        place = self.place_of(happened[0], owed.decision, before)
        round = self.sight.view(None).round
        if (owed.seat, round) != (self._last_actor, self._last_round):
            self._last_places.clear()
        if isinstance(place, tuple) and place[0] not in self.painter.marks:
            self._last_places.append(place)
        self._last_actor, self._last_round = owed.seat, round
        self._news = self.message = ""
        if self.zone != LOG or self.sight.over:
            self.zone = TABLE
        self.go_on()
        if self.sight.over:
            if self.tell_end():
                self.show_all()
            else:
                self.go_to(SHEET)

    def notices_gone(self) -> None:
        if self.sight.over and self.notice is None:
            self.go_to(SHEET)
        else:
            super().notices_gone()

    # ------------------------------------------------------------------ bots

    def _let_bot_move(self) -> None:
        """Let the bot that is due choose; none does while a person is asked."""
        owed = self.session.waiting_bot()
        if self.is_mounted and owed is not None and self.choosing is None:
            self._carry_out(owed, self.session.let_bot_choose, self._bot_failed)

    def _bot_failed(self, error: GuildhallError) -> None:
        """Let no bot move again before a person says so; that others were quicker is no error."""
        if not isinstance(error, Conflict):
            self._stopped_by = error.text
        self._before = {}
        self.go_on()

    def _bots_stand_still(self, reason: Text) -> Prompt:
        answers = [
            Answer("enter", words("let them go on"), self._let_bots_go_on),
            Answer("q", words("menu"), self.action_leave),
        ]
        return Prompt(words("The bots have stopped"), reason, answers, None)

    def _let_bots_go_on(self) -> None:
        self._stopped_by = None
        self.go_on()

    def _who_plays(self, seat: int, bot: str) -> Prompt:
        """Ask who plays a seat whose bot this program does not have."""
        players = {PERSON: words("a person"), **{f"bot:{name}": TITLES[name] for name in TITLES}}
        answers = [
            Answer(str(number), title, self._giver(seat, player))
            for number, (player, title) in enumerate(players.items(), 1)
        ]
        answers.append(Answer("q", words("menu"), self.action_leave))
        body = words("The bot {bot}, who has played so far, is not here.", bot=bot)
        return Prompt(words("Who plays for {seat}?", seat=Seat(seat)), body, answers, None)

    def _giver(self, seat: int, player: str) -> Callable[[], None]:
        def give() -> Sequence[Event]:
            self.session.give_seat(seat, player)
            return ()

        return lambda: self._attempt(give, lambda _: self.go_on(), self._refused)

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
        try:
            bests = self.session.store.best(header.game, header.options, header.data)
        except BadStore:
            return ()
        return best_results(self.sight.game, bests)

    def show_all(self) -> None:
        if self._ready and self.curtain_for is not None:
            self._paint_curtain(self.curtain_for)
            return
        super().show_all()
        self.surface.flash(self._last_places if self.zone == TABLE else ())

    def paint_panel(self, scene: Scene, width: int, height: int) -> Canvas:
        if self.zone == LOG:
            return super().paint_panel(scene, width, height)
        return panels.paint_decision(scene, self.painter, width, height, message=self.message)

    def asked_again(self) -> str:
        foresight = None if self.choosing is None or not self.confirming else self._foreseen()
        return "" if foresight is None else self.say(panels.confirmation(foresight.chance))

    def _foreseen(self) -> Foresight | None:
        return None if self.choosing is None else self.choosing.foresight()

    # ------------------------------------------------------------------ curtain and hand

    def _let_curtain_fall(self, seat: int) -> None:
        """Hide everything till the seat says that it is there."""
        self.curtain_for = seat
        self.cover.veil()
        self._curtain_guard.shut()

    def _paint_curtain(self, seat: int) -> None:
        """Nothing that anybody may not see is left in what is shown, or in what it is made of."""
        self.choosing, self._table, self._before = None, None, {}
        self._log.forget()
        self.drop_notices()
        self.viewer, self.message, self._looked_at = None, "", None
        self._last_places.clear()
        self.surface.flash(())
        self.surface.show(panels.paint_curtain(self.scene(), seat, *self.size, news=self._news))
        self.surface.offer(())

    def _press_at_curtain(self, key: str) -> None:
        """Space opens the curtain, `q` leaves, each after a while without any key; keys that were
        typed ahead do nothing."""
        if key not in ("space", "q"):
            self._curtain_guard.shut()
        elif not self._curtain_guard.lets():
            return
        elif key == "space":
            self._open_curtain()
        elif key == "q":
            self.action_leave()

    def _open_curtain(self) -> None:
        seat = self.curtain_for
        assert seat is not None
        self.message, self._news = self._news, ""
        self.cover.unveil(self.sight, seat)
        self.go_on()
        self._fresh_guard.shut()

    def action_hand(self) -> None:
        """Show one's own hand behind a curtain, where it is covered; hide it again."""
        choosing, sight = self.choosing, self.sight
        if choosing is None or not self.cover.covers(sight):
            self.tell(words("No hand is covered now."))
        elif self.cover.shows_own(sight, choosing.decision):
            self.tell(words("Your hand is open already: it is needed here."))
        elif self._hand_of == choosing.seat:
            self._hide_hand()
        else:
            self._hand_of = choosing.seat
            self._let_curtain_fall(choosing.seat)
            self.show_all()

    def _hide_hand(self) -> None:
        self._cover_hand()
        self.drop_notices()
        self.viewer = None
        self.show_all()

    def _cover_hand(self) -> None:
        """Only what all may see is shown from now on."""
        self.cover.veil()
        self._hand_of = None
        if self._hand_timer is not None:
            self._hand_timer.stop()
            self._hand_timer = None

    # ------------------------------------------------------------------ keys

    def keys(self) -> Sequence[Key]:
        keys: list[Key] = []
        if self.must_read or self.steps_bots:
            keys.append(("Space", words("go on") if self.must_read else words("the next move")))
        if self.sight.over:
            keys += line_of(
                [BY_ID[id] for id in ("play.again", "play.watch", "play.statistics", "play.leave")]
            )
        if self.zone == LOG:
            keys.append(("arrows", words("line by line")))
        elif self.choosing is not None and not self.must_read:
            keys += self.choosing.chooser.keys()
        back = self._taking_back()
        if back.seat is not None and back.free:
            keys.append(("u", self._whose(back.seat)))
        if self.choosing is not None and self.cover.covers(self.sight):
            own = self.cover.shows_own(self.sight, self.choosing.decision)
            keys += [] if own else line_of([BY_ID["play.hand"]])
        if self.choosing is not None and not self.must_read:
            keys += line_of([BY_ID["play.hint"]])
        usual = super().keys()
        return [*keys, *(key for key in usual if key not in keys)]

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
                words("with counters: more, fewer, so many; so do wheel and clicks"),
            ),
            ("w", words("take what is marked")),
            *super().all_keys(),
        ]

    # ------------------------------------------------------------------ choosing

    def key_pressed(self, event: events.Key) -> None:
        if self.curtain_for is not None:
            event.stop().prevent_default()
            self._press_at_curtain(event.key)
            return
        if self.press_at_notice(event):
            return
        if event.key in ("space", "enter") and self.steps_bots and self.zone == TABLE:
            event.stop().prevent_default()
            self._let_bot_move()
            return
        if self.looking:
            super().key_pressed(event)
        elif self._take_key(event.key, event.character):
            event.stop()
        else:
            super().key_pressed(event)

    def _take_key(self, key: str, character: str | None) -> bool:
        """Give a key to the way of choosing; False if it does nothing there."""
        choosing = self.choosing
        if choosing is None or not self.is_drawn or self.zone == LOG or self.prompt is not None:
            return False
        if self.zone != TABLE and (key in ARROWS or choosing.chooser.needs_table):
            return False
        if key not in ARROWS and not self._fresh_guard.lets():
            return key in ("enter", "space") or (character or "-") in KEYS
        reply = choosing.chooser.press(key, character)
        own = self.own_keys.values()
        if reply is Response.NOTHING and character and character in KEYS and character not in own:
            self._say_why_not(choosing, character)
            return True
        return self._answer(reply)

    def _say_why_not(self, choosing: Choosing, character: str) -> None:
        """Say why a key chooses nothing, as a click on its place does."""
        place = choosing.place_of_key(character)
        if place is not None and choosing.refuse(place) is not None:
            self._refuse(place)
        else:
            self.tell(words("No choice has the key {key} now.", key=character))

    def action_hint(self) -> None:
        """Say what the bot that looks one pick ahead would do, and why; point at it in a list."""
        choosing = self.choosing
        if choosing is None or self.must_read:
            self.tell(words("Nobody is asked anything now."))
            return
        asked = choosing.asked
        pick = self.session.hint(asked.seat)
        chosen = pick if asked.decision.parts > 1 else (pick,)
        for number, choice in enumerate(choosing.choices()):
            if choice.chosen == chosen[: len(choice.chosen)]:
                choosing.point(number)
                break
        labels = [asked.label(chosen[: size + 1]) for size in range(len(chosen))]
        what = joined(labels, " > ") or words("nothing")
        foresight = asked.foresee(pick, policy=self.sight.game.follow)
        why = self.painter.why(self.scene(), foresight)
        hint = words("Greedy would take: {what}.", what=what)
        if why is not None:
            hint = words("Greedy would take: {what}. It brings: {why}.", what=what, why=why)
        self.confirming = False
        self.tell(hint)

    def _answer(self, answer: Reply) -> bool:
        """Show what a key or a click has done to the choice, or take it as it stands; False if it
        did nothing."""
        if isinstance(answer, Refusal):
            self.tell(words("{reason} ({rule})", reason=answer.reason, rule=answer.rule))
        elif answer is Response.TAKEN:
            self._take()
        elif answer is not Response.NOTHING:
            self.confirming, self.message = False, ""
            if self.zone == WHOLE:
                self.show_all()
            elif answer is Response.POINTED:
                self.show_pointed()
            else:
                self.show_decision()
        return answer is not Response.NOTHING

    def steer(self, direction: str) -> bool:
        if self.arrow_at_notice():
            return True
        if not self.looking and self.zone == TABLE and self._take_key(direction, None):
            return True
        return super().steer(direction)

    def wheel_turned(self, lines: int) -> None:
        choosing = self.choosing
        here = (
            self.zone == TABLE
            and self.is_drawn
            and not (self.looking or self.prompt or self.must_read)
        )
        if choosing is None or not here or not self._answer(choosing.chooser.wheel(lines)):
            super().wheel_turned(lines)

    def other_button_pressed(self) -> None:
        choosing = self.choosing
        here = self.zone == TABLE and self.is_drawn and not (self.looking or self.prompt)
        if choosing is not None and here:
            self._answer(choosing.chooser.turn())

    def _point(self, index: int) -> None:
        assert self.choosing is not None
        if index != self.choosing.pointed or self.confirming or self.message:
            self.choosing.point(index)
            self.confirming, self.message = False, ""
            self.show_pointed()

    def on_surface_pointed(self, event: Surface.Pointed) -> None:
        if self.confirming:
            self.show_decision()
        else:
            super().on_surface_pointed(event)

    def place_pointed(self, place: Place) -> None:
        choosing = self.choosing
        if choosing is not None and not self.looking and isinstance(place, tuple):
            index = choosing.index_at(place)
            if index is not None:
                self._point(index)
                return
            if self._touch(place, picked=False):
                return
        if not self.confirming and self.prompt is None:
            super().place_pointed(place)

    def place_clicked(self, place: BoardPlace) -> None:
        if self.curtain_for is not None:
            if place[0] == buttons.CURTAIN and self._curtain_guard.lets():
                self._open_curtain()
            return
        if self.click_at_notice(place):
            return
        if place == panels.ASKED:
            self._take()
            return
        if place[0] != buttons.KEY and (self.prompt is not None or not self._fresh_guard.lets()):
            return
        if self._touch(place, picked=True):
            return
        if self.choosing is not None and self.choosing.index_at(place) is not None:
            self._pick(place)
            return
        self.confirming = False
        super().place_clicked(place)
        if self.choosing is not None:
            self._refuse(place)

    def _touch(self, place: BoardPlace, *, picked: bool) -> bool:
        """Let the way of choosing know where the pointer is; False if that is nothing to it."""
        choosing = self.choosing
        if choosing is None or self.looking or not self.is_drawn or self.zone == LOG:
            return False
        return self._answer(choosing.chooser.touch(place, picked=picked))

    def place_picked(self, place: Place) -> None:
        if self.looking:
            super().place_picked(place)
            if self.choosing is not None and isinstance(place, tuple):
                index = self.choosing.index_at(place)
                if index is not None:
                    self._point(index)
        else:
            self._pick(place)

    def _pick(self, place: Place) -> None:
        choosing = self.choosing
        index = choosing.index_at(place) if choosing and isinstance(place, tuple) else None
        if choosing is None or index is None or not self._fresh_guard.lets():
            return
        if isinstance(place, tuple) and place[0] == buttons.MORE:
            self._point(index)
            return
        if index != choosing.pointed:
            self.confirming = False
        self._answer(choosing.chooser.pick(index))

    def _take(self) -> None:
        """Take the choice under the pointer; ask once more where that is wanted."""
        choosing = self.choosing
        assert choosing is not None
        refusal = choosing.refusal()
        if refusal is not None:
            self.tell(words("{reason} ({rule})", reason=refusal.reason, rule=refusal.rule))
            return
        if choosing.pick is not None and not self.confirming and self._wants_confirmation():
            self.confirming = True
            self.message = ""
            self.show_decision()
            return
        pick = choosing.take()
        if pick is None:
            self.show_all()
        else:
            asked = choosing.asked
            owed = Owed(asked.seat, asked.decision)
            self._carry_out(owed, lambda: self.session.choose(asked, pick), self._refused)

    def _wants_confirmation(self) -> bool:
        wish = self.preferences.confirm
        if self.choosing is not None and self.choosing.chooser.confirms is False:
            return False
        if wish in (CONFIRM_ALWAYS, CONFIRM_NEVER):
            return wish == CONFIRM_ALWAYS
        if self.choosing is not None and self.choosing.chooser.confirms is not None:
            return self.choosing.chooser.confirms
        foresight = self._foreseen()
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
        if self.looking or self.zone != TABLE:
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
        else:
            self.tell(_NOT_OVER)

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

    # ------------------------------------------------------------------ taking back

    def keep(self, act: Act, done: Done) -> None:
        self._attempt(act, done, self._refused)

    def taken_back(self) -> None:
        self._before, self._news, self.message = {}, "", ""
        self._last_actor = None
        self._last_places.clear()
        self.go_on()
