"""What the table is asked when its players sit at terminals of their own, and how they answer."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from textual import events

from engine.community.proposals import END, GIVE, REWIND, Proposal, Proposals
from engine.community.seating import PLAYS_ON, Seating, others_at
from engine.core.players import PERSON
from engine.core.state import State
from engine.errors import GuildhallError
from engine.i18n.text import Seat, Text, words
from screens.choose.scene import Scene
from screens.commands import key_of
from screens.paint.canvas import Canvas, Rect, clip, wrap
from screens.paint.shapes import RAISED
from screens.play.guard import Clock, Guard
from screens.play.prompt import Answer, Prompt
from screens.play.terminals import TerminalsScreen
from screens.preferences import Preferences
from screens.tabletop import logs, panels
from screens.tabletop.panels import Key

if TYPE_CHECKING:
    from engine.storage.session import Session

ANSWER_QUIET: Final = 0.7
"""For how many seconds no key may come before an answer counts."""

AGREE: Final = "y"
DECLINE: Final = "n"

GREEDY: Final = "greedy"
"""Which bot plays in a place that is free."""

MOST_ROWS: Final = 3
"""How many rows a proposal has at most, beside the keys that answer it."""

_ONLY_PLAYERS: Final = words("Only who plays here can ask the table.")


class ProposingScreen(TerminalsScreen):
    """A table that is asked to take back beyond a barrier, to end the match, or to give a seat
    away. Its question stands above what one is choosing; Enter never answers it."""

    def __init__(
        self, session: Session, preferences: Preferences, *, clock: Clock = time.monotonic
    ) -> None:
        super().__init__(session, preferences, clock=clock)
        self._proposal: Proposal | None = None
        self._withdraws = False
        self._answer_guard = Guard(clock, ANSWER_QUIET)

    @property
    def _proposals(self) -> Proposals:
        return Proposals(self.session.store)

    @property
    def is_asked_by_table(self) -> bool:
        """Whether this person has a say in what the table is asked, and has not had it."""
        person = self.session.person
        return self._proposal is not None and person is not None and self._proposal.asks(person)

    def opened(self) -> None:
        super().opened()
        self._looks_what_is_asked()

    def _looks_what_is_asked(self) -> bool:
        if self.session.person is None:
            return False
        try:
            now = self._proposals.open_one(self.session.id)
        except GuildhallError:
            return False
        before, self._proposal = self._proposal, now
        if now is not None and (before is None or not before.is_same(now)):
            self._answer_guard.shut()
            self._withdraws = False
        elif before is not None and now is None and self._is_undone(before):
            self.message = self.say(self._told_of_end(before))
        return before != now

    def _is_undone(self, asked: Proposal) -> bool:
        """Whether something that was asked has come to nothing."""
        done = asked.kind == GIVE or self.sight.over or self.sight.length > asked.events
        return not done

    def _told_of_end(self, asked: Proposal) -> Text:
        """That something is asked no more, to who asked it and to the others."""
        if asked.seat in self.session.seats and not self._withdraws:
            return words("Not everybody agrees: what you asked is asked no more.")
        return words("What the table was asked is asked no more.")

    # ------------------------------------------------------------------ asking

    def action_rewind(self) -> None:
        """Ask the table: those at this keyboard, or all at terminals of their own."""
        if not self.session.seats:
            self.tell(_ONLY_PLAYERS)
        elif self.session.person is None:
            super().action_rewind()
        elif self._proposal is None:
            self._offer_questions(self.sight.length + 1)
        elif self._proposal.seat in self.session.seats:
            self._offer_withdrawal(self._proposal)
        else:
            seat = Seat(self._proposal.seat)
            self.tell(words("{seat} has asked the table something already.", seat=seat))

    def _offer_questions(self, before: int) -> None:
        """Ask what to ask the table; what would be taken back begins with the last choice before
        an event."""
        answers: list[Answer] = []
        earlier = [number for number, _ in self.sight.picks() if number < before]
        body = words("Everybody who plays here has to agree.")
        if earlier:
            number = earlier[-1]
            story = self._story_since(number)
            body = words("To take back: {story}", story=story)
            further = key_of("play.rewind", self.preferences.keys)
            answers += [
                Answer("1", words("take it back"), self._asker(REWIND, number - 1)),
                Answer(further, words("one choice further"), lambda: self._offer_questions(number)),
            ]
        if not self.sight.over:
            answers += [
                Answer("2", words("end the game"), self._asker(END)),
                Answer("3", words("give up"), self._offer_to_give_up),
                *self._seats_for_bots(),
            ]
        if answers:
            title = words("What do you ask the table?")
            self.prompt = Prompt(title, body, answers, lambda: None)
            self.show_decision()
        else:
            self.tell(words("Nothing has been chosen yet."))

    def _seats_for_bots(self) -> list[Answer]:
        """The places that are free, which a bot gets without asking; the seats of people who are
        asked and were not seen for long."""
        try:
            unseen = self._proposals.unseen(self.session.id)
            free = self._free_seats()
        except GuildhallError:
            return []
        gone = [seat for seat in unseen if seat not in self.session.seats]
        found: list[tuple[Text, Callable[[], None]]] = [
            *((self._told_of_bot(seat, free), self._filler(seat)) for seat in free),
            *((self._told_of_bot(seat, free), self._asker(GIVE, seat, PLAYS_ON)) for seat in gone),
        ]
        return [Answer(str(number), *one) for number, one in enumerate(found[:6], 4)]

    def _told_of_bot(self, seat: int, free: Sequence[int]) -> Text:
        if seat in free:
            return words("a bot at once for {seat}, who has left", seat=Seat(seat))
        return words("a bot for {seat}", seat=Seat(seat))

    def _free_seats(self) -> list[int]:
        """The seats that somebody has left to whoever comes."""
        return [one.seat for one in Seating(self.session.store).of(self.session.id) if one.is_free]

    def _filler(self, seat: int) -> Callable[[], None]:
        person, seating = self.session.person, Seating(self.session.store)
        assert person is not None
        return lambda: self._dare(lambda: seating.fill(self.session.id, seat, person, GREEDY))

    def _asker(self, kind: str, number: int = 0, player: str = PERSON) -> Callable[[], None]:
        person, length = self.session.person, self.sight.length
        assert person is not None
        return lambda: self._dare(
            lambda: self._proposals.propose(
                self.session.id, person, kind, number=number, player=player, events=length
            )
        )

    def _offer_withdrawal(self, proposal: Proposal) -> None:
        person = self.session.person
        assert person is not None

        def withdraw() -> None:
            self._withdraws = True
            self._dare(lambda: self._proposals.withdraw(self.session.id, person))

        answers = [Answer("w", words("withdraw it"), withdraw)]
        body = self._told_to_all(proposal)
        self.prompt = Prompt(words("You have asked the table"), body, answers, lambda: None)
        self.show_decision()

    def _offer_to_give_up(self) -> None:
        person = self.session.person
        assert person is not None
        if len(self.sight.header.seats) == 2:
            body = words("The other has won then.")
        elif others_at(self.session.record, person):
            body = words("A bot plays on in your place.")
        else:
            body = words("Nobody else plays: the game ends then.")

        def concede() -> None:
            self._dare(lambda: Seating(self.session.store).concede(self.session.id, person))

        answers = [Answer("g", words("give up"), concede)]
        self.prompt = Prompt(words("Do you give up for good?"), body, answers, lambda: None)
        self.show_decision()

    def _dare(self, act: Callable[[], object]) -> None:
        """Do something to the table, and show what has become of it."""
        try:
            act()
        except GuildhallError as error:
            self.tell(error.text)
        self.look_at_store()

    # ------------------------------------------------------------------ answering

    def key_pressed(self, event: events.Key) -> None:
        if self._is_answer(event):
            event.stop().prevent_default()
            if self._answer_guard.lets():
                self._answer_table(yes=event.character == AGREE)
        else:
            super().key_pressed(event)

    def press_at_notice(self, event: events.Key) -> bool:
        return not self._is_answer(event) and super().press_at_notice(event)

    def _is_answer(self, event: events.Key) -> bool:
        """Whether a key answers what the table is asked."""
        return event.character in (AGREE, DECLINE) and self.is_asked_by_table and self.is_drawn

    def _answer_table(self, *, yes: bool) -> None:
        proposal, person = self._proposal, self.session.person
        assert proposal is not None
        assert person is not None
        self._dare(lambda: self._proposals.answer(proposal, person, yes))

    def all_keys(self) -> Sequence[Key]:
        keys = super().all_keys()
        if self.session.person is None:
            return keys
        told = words("agree to what the table is asked, decline it")
        return [*keys, (f"{AGREE} {DECLINE}", told)]

    # ------------------------------------------------------------------ painting

    def lay_over(self, scene: Scene[State], canvas: Canvas, room: Rect) -> bool:
        if self._proposal is not None:
            rows = self._paint_proposal(scene, room.width, self._proposal)
            area = Rect(room.x, room.bottom - rows.height, room.width, rows.height)
            canvas.bury(area)
            canvas.fill(area.x, area.y, area.width, area.height)
            canvas.blit(rows, area.x, area.y)
            room = Rect(room.x, room.y, room.width, room.height - rows.height)
        return super().lay_over(scene, canvas, room)

    def _paint_proposal(self, scene: Scene[State], width: int, proposal: Proposal) -> Canvas:
        """What is asked, how many have agreed, and the keys that answer."""
        glyphs = scene.look.glyphs
        lines = wrap(scene.say(self._told_to_all(proposal)), width - 4)
        if len(lines) > MOST_ROWS:
            rest = " ".join(lines[MOST_ROWS - 1 :])
            lines = [*lines[: MOST_ROWS - 1], clip(rest, width - 4, glyphs)]
        rows = Canvas(width, len(lines) + 1, glyphs)
        rows.ground(rows.rect, RAISED)
        for y, line in enumerate(lines):
            rows.put(2, y, line, "warn bold" if y == 0 else "text")
        rows.blit(panels.paint_keys(scene, self._answers(), width), 0, len(lines))
        agreed = words("{n} of {needed} agree", n=len(proposal.yes), needed=proposal.needed)
        rows.put_right(width - 2, len(lines), scene.say(agreed), "dim")
        return rows

    def _answers(self) -> list[Key]:
        if self.is_asked_by_table:
            return [(AGREE, words("agree")), (DECLINE, words("decline"))]
        assert self._proposal is not None
        if self._proposal.seat in self.session.seats:
            return [("t", words("withdraw"))]
        return []

    def _told_to_all(self, proposal: Proposal) -> Text:
        """What is asked, by whom."""
        seat = Seat(proposal.seat)
        if proposal.kind == REWIND:
            story = self._story_since(proposal.number + 1)
            return words("{seat} asks to take back: {story}", seat=seat, story=story)
        if proposal.kind == GIVE:
            other = Seat(proposal.number)
            return words(
                "{seat} asks to let a bot play for {other}, who is away.", seat=seat, other=other
            )
        return words("{seat} asks to end the game as it stands.", seat=seat)

    def _story_since(self, number: int) -> str:
        """What was told first of every choice from an event on: what was chosen, and not what came
        of it; of one that says nothing itself, such as to roll, what came first."""
        picks = [pick for pick, _ in self.sight.picks() if pick >= number]
        first: dict[int, str] = {}
        for line in logs.log_lines(self.scene()):
            at = bisect_right(picks, line.number)
            if at:
                first.setdefault(picks[at - 1], line.text)
        return " ".join(first[pick] for pick in sorted(first))
