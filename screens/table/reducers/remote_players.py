"""A match that others play at terminals of their own: what they do is taken in and shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from engine.core.event import AGAIN, BACK, PICK, Event
from engine.core.players import PERSON
from engine.core.state import State
from engine.errors import Busy, Conflict
from engine.i18n.text import Seat, Text, words
from engine.match.undo import REWIND
from screens.input_modes.partial_pick import PartialPick
from screens.key_map import key_to
from screens.table.effects import (
    Effects,
    ReadStore,
    Repaint,
    RepaintScope,
    Update,
    cancel_timer,
    start_timer,
)
from screens.table.match_commands import BotChooses, Propose, Rewind
from screens.table.messages import (
    BOT,
    HUSHED,
    OPENING,
    AskNext,
    CommitRefused,
    Committed,
    Execute,
    LetBotMove,
    Opened,
    StoreBusy,
    StoreChanged,
    StoreQuery,
    StoreRead,
    TableMessage,
    TimerFired,
)
from screens.table.notice_content import NoticeContent
from screens.table.proposal_view import moved_since, told_of_lapse
from screens.table.read_only_session import ReadOnlySession, SceneFactory
from screens.table.recent_changes import RecentChanges
from screens.table.reducers.chat import take_in_lines
from screens.table.reducers.commit import RETRY
from screens.table.reducers.proposals import take_in_question
from screens.table.table_state import SHEET, Question, RemotePlayers, TableState, open_page
from screens.table.turn_flow import ON_TIMER, TurnFlow, kept_question

LOOK_TIMER: Final = "look"


class RemoteMoves:
    """Looks at the store when something rang. What is half chosen stays while the same is asked."""

    def __init__(
        self,
        reading: ReadOnlySession,
        scenes: SceneFactory,
        recent: RecentChanges,
        telling: NoticeContent,
        going: TurnFlow,
    ) -> None:
        self._reading, self._scenes = reading, scenes
        self._recent, self._telling, self._going = recent, telling, going

    def update(self, doing: TableState, input: TableMessage) -> Update | None:
        """The store is looked at when the table is opened, when something rang, and before a bot
        moves: another program may have let it move already."""
        match input:
            case Opened():
                return self._look(doing, OPENING)
            case StoreChanged(why):
                return Update(doing) if doing.trying is not None else self._look(doing, why)
            case TimerFired(timer) if timer == LOOK_TIMER:
                return Update(doing, follow_up=(StoreChanged(),))
            case LetBotMove():
                return self._look(doing, BOT)
            case StoreRead(look) if look.why == OPENING:
                return self._opened(doing, input)
            case StoreRead():
                return self._looked(doing, input)
            case Committed() | CommitRefused() | StoreBusy() if _moves_meanwhile(doing):
                return self._moved_meanwhile(doing, input)
        return None

    def _look(self, doing: TableState, why: str) -> Update:
        sight, others = self._reading.sight, doing.others
        heard = others.lines[-1].number if others.lines else 0
        seats, over = self._reading.seats, sight.over
        look = StoreQuery(
            why, sight.length, sight.header, seats, others.free, over, others.proposal
        )
        return Update(doing, (ReadStore(evolve(look, last_line=heard)),))

    # ------------------------------------------------------------------ what was found

    def _opened(self, doing: TableState, found: StoreRead) -> Update:
        if found.error is None:
            doing, _, _ = self._take_in(doing, found)
        opened = open_page(doing, SHEET) if self._reading.sight.over else doing
        return Update(opened, follow_up=(AskNext(),))

    def _looked(self, doing: TableState, found: StoreRead) -> Update:
        """Show what others have kept, and who has come and gone."""
        look, error = found.look, found.error
        if isinstance(error, Busy):
            doing, effect = start_timer(doing, LOOK_TIMER, RETRY)
            return Update(doing, (effect,), follow_up=self._bot(doing, look))
        if error is not None:
            said = self._scenes.say(doing, error.text)
            past = evolve(doing.past, before={})
            doing = evolve(doing, past=past, news=said, message=said)
            return Update(doing, follow_up=(AskNext(stays=True), *self._bot(doing, look)))
        asked, asking = doing.others.proposal, doing.question
        doing, effects, changed = self._take_in(doing, found)
        sight = self._reading.sight
        seated = sight.header, self._reading.seats, sight.over, found.free
        if sight.length > doing.past.shown or seated != (
            look.header,
            look.seats,
            look.over,
            look.free,
        ):
            doing, more = self._others_acted(doing, was_over=look.over)
            doing = self._tell_who_plays(doing, look)
            effects += more
        elif changed:
            effects += (Repaint(RepaintScope.DECISION),)
        lapsed = told_of_lapse(asked, found.proposal, sight, self._reading.seats)
        if lapsed is None and _takes_back(asking) and doing.question is None:
            lapsed = self._told_of_void_question(look.length)
        if lapsed is not None:
            doing = evolve(doing, message=self._scenes.say(doing, lapsed))
        return Update(doing, effects, follow_up=self._bot(doing, look))

    def _bot(self, doing: TableState, look: StoreQuery) -> tuple[TableMessage, ...]:
        """The bot that is due moves now, if the store was looked at for that and nobody was
        quicker; while a person chooses only where others wait at terminals of their own."""
        due = look.why == BOT and self._reading.sight.length == look.length
        free = doing.choosing is None or self._reading.apart
        moves = due and free and self._reading.waiting_bot() is not None
        thinking = doing.thinking
        return (Execute(BotChooses(thinking.thought if thinking else None)),) if moves else ()

    def _take_in(self, doing: TableState, found: StoreRead) -> tuple[TableState, Effects, bool]:
        """Take in what is beside the match; whether any of it is seen."""
        before, look = doing.others, found.look
        others = evolve(before, free=found.free, here=found.here, watching=found.watching)
        others = evolve(others, deadline=found.deadline, note=found.note)
        others = evolve(others, beforehand=found.beforehand)
        came = _seen(before) != _seen(others)
        doing = evolve(doing, others=others)
        doing, asked = take_in_question(doing, found.proposal, self._reading, self._scenes)
        hushed = look.why in (OPENING, HUSHED)
        doing, effects = take_in_lines(doing, found.lines, hushed=hushed)
        return doing, effects, came or asked or bool(found.lines) or hushed

    def _told_of_void_question(self, length: int) -> Text | None:
        """That what the screen asked about taking back is asked no more, by whose doing since the
        log had so many events."""
        since = self._reading.sight.since(length)
        acts = [event for event in since if event.kind == PICK]
        return moved_since(acts[-1].seat, self._reading.seats) if acts else None

    def _tell_who_plays(self, doing: TableState, look: StoreQuery) -> TableState:
        """Say of a seat that somebody else plays it now, or nobody."""
        told: list[Text] = [
            self._told_of_free_place(doing, seat) for seat in sorted(doing.others.free - look.free)
        ]
        now = self._reading.sight.header
        for seat, (one, other) in enumerate(zip(look.header.seats, now.seats, strict=True)):
            if one != other and not self._reading.sight.over:
                comes = words("{seat} is playing from now on.", seat=Seat(seat))
                goes = words("A bot is playing for {seat} from now on.", seat=Seat(seat))
                told.append(comes if other[1] == PERSON else goes)
        return evolve(doing, message=self._scenes.say(doing, told[-1])) if told else doing

    def _told_of_free_place(self, doing: TableState, seat: int) -> Text:
        """That somebody has left, and to those who play what they can do about it."""
        if not self._reading.seats:
            return words("{seat} has left: the seat is free.", seat=Seat(seat))
        key = key_to("play.rewind", doing.wishes.keys)
        return words(
            "{seat} has left: the seat is free. {key} gives it to a bot.",
            seat=Seat(seat),
            key=key,
        )

    # ------------------------------------------------------------------ what others do

    def _others_acted(
        self, doing: TableState, *, was_over: bool, mine: bool = False
    ) -> tuple[TableState, Effects]:
        """Show what others have done; what the person is at goes on if nothing has changed for
        them. `mine`: it was a bot that this program has let move."""
        sight, choosing = self._reading.sight, doing.choosing
        since = sight.since(doing.past.shown)
        if choosing is not None and self._still_asks(choosing, since):
            return self._ask_anew(doing, choosing, mine=mine)
        ends = sight.over and not was_over
        looking, told = doing.looking, self._told_of(since)
        if ends or doing.message == doing.others.told_last:
            doing = evolve(doing, message="")
        doing, effects = self._going.on(doing, stays=True)
        if ends:
            doing, more = self._telling.tell_end(doing)
            return doing, (*effects, *more)
        if doing.curtain is None:
            doing = evolve(doing, looking=looking and doing.choosing is None)
            if told is not None:
                said = self._scenes.say(doing, told)
                doing = evolve(doing, message=said, others=evolve(doing.others, told_last=said))
        return doing, effects

    def _still_asks(self, choosing: PartialPick[State], since: Sequence[Event]) -> bool:
        """Whether who is choosing is asked the very same, and has done nothing elsewhere."""
        if any(event.seat == choosing.seat or event.step == REWIND for event in since):
            return False
        return choosing.seat in self._reading.people and any(
            owed.seat == choosing.seat and owed.decision == choosing.decision
            for owed in self._reading.sight.pending()
        )

    def _ask_anew(
        self, doing: TableState, choosing: PartialPick[State], *, mine: bool
    ) -> tuple[TableState, Effects]:
        """Ask the same at the table as it is now, with what has been chosen so far."""
        doing = self._recent.note_others(doing)
        past = evolve(doing.past, moved_last=mine)
        doing = evolve(doing, past=past, question=kept_question(doing))
        doing, effects = cancel_timer(doing, ON_TIMER)
        if self._reading.apart:
            doing, more = self._going.await_bot(doing)
            effects += more
        asked = self._reading.ask(choosing.seat, openly=choosing.asked.openly)
        fresh = self._scenes.painter.choosing(asked)
        fresh.take_over(choosing)
        confirming = doing.confirming and fresh.pick == choosing.pick
        doing = evolve(doing, choosing=fresh, confirming=confirming)
        doing, more = self._going.let_move(doing, effects)
        return doing, (*effects, *more, Repaint(RepaintScope.ALL))

    def _told_of(self, since: Sequence[Event]) -> Text | None:
        """That somebody has taken something back, where that was the last thing done."""
        acts = [event for event in since if event.kind in (PICK, BACK, AGAIN)]
        if not acts or acts[-1].kind == PICK:
            return None
        seat = Seat(acts[-1].seat)
        if acts[-1].kind == AGAIN:
            return words("{seat} has redone what was undone.", seat=seat)
        if acts[-1].step == REWIND and self._reading.person is not None:
            return words("The table has agreed: it is undone.")
        return words("{seat} has undone a move.", seat=seat)

    def _moved_meanwhile(
        self, doing: TableState, found: Committed | CommitRefused | StoreBusy
    ) -> Update:
        """A bot has moved while this person chooses, or could not."""
        doing = evolve(doing, trying=None)
        if isinstance(found, StoreBusy):
            return Update(*self._going.await_bot(doing))
        doing = evolve(doing, thinking=None)
        if isinstance(found, CommitRefused) and not isinstance(found.error, Conflict):
            doing = evolve(doing, stopped_by=found.error.text)
        if self._reading.sight.length == doing.past.shown:
            return Update(doing)
        doing, effects = self._others_acted(doing, was_over=False, mine=True)
        if isinstance(found, Committed) and found.remark is not None:
            doing = evolve(doing, message=self._scenes.say(doing, found.remark))
        return Update(doing, effects)


def _seen(others: RemotePlayers) -> tuple[object, ...]:
    """What of it stands on the screen, besides what is said and asked."""
    own = others.deadline, others.note, others.beforehand
    return others.here, others.watching, *own


def _takes_back(question: Question | None) -> bool:
    """Whether the screen asks about taking back what others may have gone on from."""
    answers = () if question is None else question.answers
    return any(
        isinstance(answer.input, Execute) and isinstance(answer.input.act, Rewind | Propose)
        for answer in answers
    )


def _moves_meanwhile(doing: TableState) -> bool:
    """Whether a bot is to move while a person chooses."""
    trying = doing.trying
    return trying is not None and isinstance(trying.act, BotChooses) and doing.choosing is not None
