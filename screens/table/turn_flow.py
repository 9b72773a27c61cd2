"""What comes next: who is asked, behind a curtain or not, which cards lie there, which bot moves.

No matter of layers: one function, whose order is the order of its lines.
"""

from __future__ import annotations

from typing import Final

from attrs import evolve

from engine.bots import offered
from engine.core.players import PERSON
from engine.core.state import State
from engine.core.step import TILL_REVEALED
from engine.i18n.text import Seat, words
from engine.match.position import PendingDecision
from screens.input_modes.partial_pick import PartialPick
from screens.preferences import CALL_OFF, PACE_KEY
from screens.table.animation_timing import AnimationTiming, room_till
from screens.table.effects import (
    CallAttention,
    Effects,
    Repaint,
    RepaintScope,
    StartBot,
    StopBot,
    cancel_timer,
    start_timer,
)
from screens.table.match_commands import GiveSeat
from screens.table.messages import Commanded, Execute, ResumeBots
from screens.table.notice_content import NoticeContent, drop_cards
from screens.table.read_only_session import ReadOnlySession, SceneFactory
from screens.table.recent_changes import RecentChanges
from screens.table.table_state import (
    AHEAD_GATE,
    Answer,
    BotThinking,
    Question,
    TableState,
    UnderMouse,
    behind_curtain,
    without_secrets,
)

HAND_SECONDS: Final = 30.0
"""For how long a hand stays on the screen that was asked for."""

BEHIND: Final = 0.15
"""For how many seconds each program leaves a bot to the one before it."""

AWAY: Final = 10.0
"""After how many seconds without a key somebody is called."""

ON_TIMER: Final = "on"
HAND_TIMER: Final = "hand"


class TurnFlow:
    """Goes on with the match."""

    def __init__(
        self,
        reading: ReadOnlySession,
        scenes: SceneFactory,
        recent: RecentChanges,
        telling: NoticeContent,
    ) -> None:
        self._reading, self._scenes = reading, scenes
        self._recent, self._telling = recent, telling
        self._moving = AnimationTiming(reading, scenes)

    def on(
        self, doing: TableState, *, stays: bool = False, back: bool = False
    ) -> tuple[TableState, Effects]:
        """Ask the next person, or let the next bot move. `stays`: what had been chosen is kept as
        far as the same is asked still; `back`: the pointer goes to what was taken back."""
        reading, sight = self._reading, self._reading.sight
        earlier = doing.choosing if stays else None
        doing, effects = cancel_timer(doing, ON_TIMER)
        doing = evolve(
            self._recent.note_others(doing),
            confirming=False,
            looking=False,
            question=kept_question(doing),
            choosing=None,
            curtain=None,
            trying=None,
            bests=reading.bests(),
        )
        asked = next((owed for owed in sight.pending() if owed.seat in reading.people), None)
        lacking = reading.lacking_bot()
        if lacking is not None and not sight.over and reading.seats:
            doing = evolve(doing, question=self._who_plays(*lacking))
        else:
            if asked is not None:
                doing, more = self._ask(doing, asked, earlier, back=back)
                effects += more
            waits = asked is None or reading.apart
            doing, more = self.await_bot(doing) if waits else stop_thinking(doing)
            effects += more
        before = doing.viewer
        doing = self._look_from(doing, asked)
        if before not in (None, doing.viewer) and doing.cover.covers(sight):
            doing = without_secrets(doing)
        doing, more = self._tell_first(doing)
        if doing.curtain is not None:
            doing = behind_curtain(doing)
        effects += more
        doing, more = self.let_move(doing, effects, still=back)
        return doing, (*effects, *more, Repaint(RepaintScope.ALL))

    def let_move(
        self, doing: TableState, effects: Effects, *, still: bool = False
    ) -> tuple[TableState, Effects]:
        """Let what has changed on the table move, before the bot is due for which a timer has just
        been set."""
        return self._moving.on(doing, room=room_till(ON_TIMER, effects), still=still)

    def _tell_first(self, doing: TableState) -> tuple[TableState, Effects]:
        """Lay the cards that are to be read before anything else."""
        doing, effects = drop_cards(doing)
        if doing.choosing is None:
            return doing, effects
        seat, more = doing.choosing.seat, effects[:0]
        aloud = doing.choosing.decision.aloud
        doing = self._recent.with_changes(doing, seat)
        if not aloud:
            doing, more = self._telling.tell_news(doing, seat)
        doing, last = self._telling.advise(doing)
        return doing, (*effects, *more, *last)

    # ------------------------------------------------------------------ asking

    def _ask(
        self,
        doing: TableState,
        owed: PendingDecision,
        earlier: PartialPick[State] | None,
        *,
        back: bool,
    ) -> tuple[TableState, Effects]:
        """Ask a seat, or let the curtain fall first. Its own things lie open from here on, where
        they are covered and it may see them."""
        if doing.cover.needs_curtain(self._reading.sight, owed):
            return let_curtain_fall(doing, owed.seat), ()
        doing, effects = self._uncover(doing, owed)
        seat = owed.seat
        asked = self._reading.ask(seat, openly=self._look_from(doing, owed).viewer != seat)
        choosing, last = self._scenes.painter.choosing(asked), doing.last
        choosing.near = last.places.get(seat)
        if back and (last.seat, last.step) == (seat, asked.decision.name):
            choosing.follow(last.parts)
        if earlier is not None and (earlier.seat, earlier.decision) == (seat, asked.decision):
            choosing.take_over(earlier)
        doing = evolve(
            doing, choosing=choosing, ahead=AHEAD_GATE.shut(doing.now), mouse=UnderMouse()
        )
        if doing.past.actor not in (None, seat):
            doing = evolve(doing, fresh=doing.fresh.shut(doing.now))
            if doing.past.actor not in self._reading.people:
                doing, more = self._call(doing)
                effects += more
        return doing, effects

    def _uncover(self, doing: TableState, owed: PendingDecision) -> tuple[TableState, Effects]:
        sight, seat, cover = self._reading.sight, owed.seat, doing.cover
        own = cover.shows_own(sight, owed.decision) or cover.still_open(sight, seat)
        if owed.decision.aloud and cover.covers(sight) and cover.hand_of != seat:
            kept = cover.put_away()
            doing, effects = cover_hand(doing)
            return evolve(doing, cover=evolve(doing.cover, keeper=kept.keeper)), effects
        if not (cover.covers(sight) and (own or cover.hand_of == seat)):
            return cover_hand(doing)
        doing = evolve(doing, cover=cover.unveil(sight, seat))
        if cover.hand_of is None or HAND_TIMER in doing.timers.due:
            return doing, ()
        doing, effect = start_timer(doing, HAND_TIMER, HAND_SECONDS)
        return doing, (effect,)

    def _call(self, doing: TableState) -> tuple[TableState, Effects]:
        """Call the person, if they have not touched a key for a while: once, till they do."""
        away = doing.now - doing.calling.touched >= AWAY
        if doing.calling.calls or not away or doing.wishes.call == CALL_OFF:
            return doing, ()
        game = self._scenes.tongue(doing).argument(self._reading.sight.game.names)
        told = self._scenes.say(doing, words("Your turn: {game}", game=game))
        return evolve(doing, calling=evolve(doing.calling, calls=True)), (CallAttention(told),)

    def _look_from(self, doing: TableState, asked: PendingDecision | None) -> TableState:
        """Whose view is shown: that of who is asked, if it may be on the screen; else the only
        person's; else what everybody may see."""
        people, viewer = self._reading.people, doing.viewer
        if len(people) == 1:
            viewer = people[0]
        elif not people and self._reading.apart:
            viewer = None
        elif doing.cover.covers(self._reading.sight):
            seen = asked is not None and doing.cover.unveiled == asked.seat
            viewer = asked.seat if asked is not None and seen else None
        elif asked is not None:
            viewer = asked.seat
        elif viewer is None and people:
            viewer = people[0]
        return evolve(doing, viewer=viewer)

    # ------------------------------------------------------------------ bots

    def await_bot(self, doing: TableState) -> tuple[TableState, Effects]:
        """Let the bot that is due move in a while, if any is; if bots stand still, ask about it.
        What nobody sees takes no time."""
        waiting = self._reading.waiting_bot()
        if waiting is None or not self._reading.seats:
            return stop_thinking(doing)
        if doing.stopped_by is not None and doing.choosing is None:
            answers = [
                Answer("enter", words("let them continue"), ResumeBots()),
                Answer("q", self._scenes.around.home, Commanded("play.leave")),
            ]
            title = words("The bots have stopped")
            asks = Question(title, doing.stopped_by, answers, can_leave=False)
            return evolve(doing, question=asks), ()
        doing, effects = self._let_think(doing, waiting)
        hidden = _is_hidden(waiting)
        if (hidden or doing.wishes.pace != PACE_KEY) and doing.stopped_by is None:
            pace = (0 if hidden else int(doing.wishes.pace) / 10) + 0.001
            doing, effect = start_timer(doing, ON_TIMER, pace + self._behind_others(doing))
            effects += (effect,)
        return doing, effects

    def _let_think(self, doing: TableState, waiting: PendingDecision) -> tuple[TableState, Effects]:
        """Let the bot that is due think, if it does so for long: while the pause before its move
        goes by. What others do within what all do at the same time does not disturb it."""
        if not self._reading.bot_thinks():
            return stop_thinking(doing)
        thinking, sight = doing.thinking, self._reading.sight
        if thinking is not None and thinking.owed == waiting:
            together = sight.together_since
            within = together is not None and together <= thinking.length
            if within or thinking.length == sight.length:
                return evolve(doing, thinking=evolve(thinking, is_due=False)), ()
        return evolve(doing, thinking=BotThinking(waiting, sight.length)), (StartBot(),)

    def steps_bots(self, doing: TableState) -> bool:
        """Whether a bot waits for a key."""
        idle = doing.choosing is None and doing.curtain is None and doing.stopped_by is None
        idle = idle and bool(self._reading.seats) and doing.question is None
        waits = idle and doing.wishes.pace == PACE_KEY and not self._reading.sight.over
        waiting = self._reading.waiting_bot() if waits else None
        return waiting is not None and not _is_hidden(waiting)

    def _behind_others(self, doing: TableState) -> float:
        """How many seconds to leave to others whose programs see the same bot waiting: none to
        whoever brought the turn to it, then one after another by their seats."""
        if doing.past.moved_last:
            return 0.0
        people = self._reading.people
        rank = self._reading.sight.people.index(people[0]) if people else 0
        return (1 + rank) * BEHIND

    def _who_plays(self, seat: int, bot: str) -> Question:
        """Ask who plays a seat whose bot this program does not have."""
        players = {
            PERSON: words("a person"),
            **{f"bot:{name}": title for name, title in offered().items()},
        }
        answers = [
            Answer(str(number), title, Execute(GiveSeat(seat, player)))
            for number, (player, title) in enumerate(players.items(), 1)
        ]
        answers.append(Answer("q", self._scenes.around.home, Commanded("play.leave")))
        body = words("The bot {bot}, which played here so far, is not available.", bot=bot)
        title = words("Who should play for {seat}?", seat=Seat(seat))
        return Question(title, body, answers, can_leave=False)


def _is_hidden(owed: PendingDecision) -> bool:
    """Whether nobody sees what is chosen before all have chosen."""
    return owed.decision.secrecy == TILL_REVEALED


def let_curtain_fall(doing: TableState, seat: int) -> TableState:
    """Hide everything till the seat says that it is there."""
    cover = doing.cover.veil()
    return evolve(doing, curtain=seat, cover=evolve(cover, gate=cover.gate.shut(doing.now)))


def stop_thinking(doing: TableState) -> tuple[TableState, Effects]:
    """No bot is to think."""
    if doing.thinking is None:
        return doing, ()
    return evolve(doing, thinking=None), (StopBot(),)


def cover_hand(doing: TableState) -> tuple[TableState, Effects]:
    """Only what all may see is shown from now on."""
    doing, effects = cancel_timer(doing, HAND_TIMER)
    return evolve(doing, cover=evolve(doing.cover.veil(), hand_of=None)), effects


def kept_question(doing: TableState) -> Question | None:
    """What the screen itself asks that goes on whatever happens at the table."""
    return doing.question if doing.question and doing.question.field else None
