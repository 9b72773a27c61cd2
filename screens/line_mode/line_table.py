"""A match in line mode: `LineTable` takes typed lines and returns output lines; it does no I/O
itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import ClassVar, Final

from attrs import evolve

from engine.core.event import Header, Value
from engine.core.state import State
from engine.errors import Conflict, GuildhallError
from engine.i18n.text import Seat, Text, words
from engine.match.decision_request import DecisionRequest, PartialMove
from engine.match.undo import REWIND
from engine.storage.pubsub import Subscription
from engine.storage.session import Session
from screens.line_mode.background_search import BackgroundSearch
from screens.line_mode.board_text import looked_at
from screens.line_mode.dialogue import Dialogue
from screens.line_mode.input_parser import NotUnderstood, no_such_number, number_typed, tidied
from screens.line_mode.line_flow import LineFlow, LineSessionView
from screens.line_mode.pick_dialogue import PickDialogue
from screens.line_mode.sentences import SentenceWriter
from screens.line_mode.typed_commands import COMMANDS, TypedCommand
from screens.preferences import CONFIRM_LOSS
from screens.table.execute import CommitResult, commit
from screens.table.hint_text import no_hint, quick
from screens.table.match_commands import Choose, GiveSeat, MatchCommand, Rewind
from screens.table.messages import (
    AskNext,
    Commanded,
    CommitRefused,
    Committed,
    KeyPressed,
    Opened,
    ResumeBots,
    StoreChanged,
    StoreQuery,
    StoreRead,
    TableMessage,
    WrongPick,
)
from screens.table.read_only_session import ReadOnlySession
from screens.table.table_state import Question, RemotePlayers
from screens.table_view.scene import Scene

LOGGED: Final = 10
"""Default number of log lines to print."""

UNTOLD: Final = -1
"""Event number of a reader to whom nothing has been told, not even the start of the match."""

SCREENFUL: Final = 60
"""Number of empty lines that scroll old content off the screen."""


_CHANGES: Final = {"undo": "play.undo", "turn": "play.undo_turn", "redo": "play.redo"}
"""Typed commands, and the equivalent commands of the screen."""


class LineTable:
    """A match for the people at one keyboard. `done` is true at the end. `viewer` is the seat whose
    secrets may be printed (None: public only). `told` is the last event whose private notes each
    seat has seen, `_heard` the last whose public notes it has seen (None: a spectator)."""

    commands: ClassVar[Sequence[TypedCommand]] = COMMANDS

    def __init__(
        self,
        session: Session,
        teller: SentenceWriter,
        goes_on: Text | None = None,
        thoughts: BackgroundSearch | None = None,
        watches: Sequence[Subscription] = (),
        confirm: str = CONFIRM_LOSS,
    ) -> None:
        """`goes_on` is printed on leaving: how to continue the match. Without `thoughts` bots
        search synchronously, and hints are quick. `watches` notify of other players' moves,
        `confirm` is `Preferences.confirm`."""
        self.session, self.teller, self._goes_on = session, teller, goes_on
        self._thoughts = thoughts
        self.watches = watches
        self.done = False
        self.voice = Dialogue(teller, self.commands)
        self.picking = PickDialogue(self.voice, self, confirm)
        self._reading = self.reading(session)
        self.flow = LineFlow(self, session, self._reading, teller, thoughts)
        self.told: dict[int, int] = {}
        self._heard: dict[int | None, int] = {}
        self.viewer: int | None = None
        self._asked: int | None = None
        self._alone: int | None = None
        self._missed = False
        self._waited_at: int | None = None
        self._told_thinking: tuple[int, int] | None = None

    def reading(self, session: Session) -> ReadOnlySession:
        """Return the part of the session that reducers may read."""
        return LineSessionView(session, self._thoughts)

    # ------------------------------------------------------------------ lines in, lines out

    @property
    def ears(self) -> Sequence[Subscription]:
        """The subscriptions to wait for."""
        thoughts = self._thoughts
        return (*self.watches, *(() if thoughts is None else thoughts.ears))

    @property
    def is_thinking(self) -> bool:
        """Whether a bot's search must end before the next question."""
        return self.flow.is_thinking and not self.done

    def begin(self) -> list[str]:
        """Return the first lines of output."""
        sight = self.session.sight
        self.tell(words("{game}.", game=sight.game.names))
        names = ", ".join(self.teller.tongue.seats)
        self.tell(words("At the table: {names}.", names=names))
        if sight.header.real_dice:
            self.tell(words("The dice are real: roll them yourself and type what they show."))
        self.tell(words("Type a number or words. “help” lists the other commands."))
        if sight.picks():
            self.has_heard(sight.own_people)
            self.tell(words("What happened last:"))
            self.tell_all(self.teller.log(sight, None, LOGGED))
        return self.carefully(self.open)

    def open(self) -> None:
        """Start after the match has been named."""
        self.flow.dispatch(Opened())
        self.present()

    def handle_line(self, typed: str) -> list[str]:
        """Handle a typed line; returns the output."""
        line, voice = tidied(typed), self.voice

        def do() -> None:
            if voice.answer is not None:
                answer, voice.answer = voice.answer, None
                answer(line)
            else:
                self.handle_command(line)
            if self._missed and not self.done:
                self.refresh()

        return self.carefully(do)

    def look_up(self) -> list[str]:
        """Return the output after something may have happened elsewhere, or a search has ended."""
        return [] if self.done else self.carefully(self.refresh)

    def refresh(self) -> None:
        """Take in changes by others. A player who is typing a pick is told afterwards."""
        self._missed = self.voice.answer is not None
        if not self._missed:
            self._tell_better_hint()
            before = self.session.sight.length
            self.flow.poll_bot()
            self.follow(StoreChanged(), before)

    def follow(self, message: TableMessage, before: int) -> None:
        """Dispatch a message that others may have caused, and print what is new since `before`
        events. A partly typed pick stays while the decision is the same."""
        others, header = self.flow.state.others, self.session.sight.header
        self.flow.dispatch(message)
        self.tell_changes(others, header)
        sight, begun, asked = self.session.sight, self.picking.begun, self.flow.state.choosing
        stays = begun is None or (asked is not None and self._still_asks(begun.asked, before))
        if sight.length == before and stays and not sight.over:
            return
        if begun is not None and asked is not None and stays and not sight.over:
            self.tell_news()
            if self.picking.ask_anew(asked.asked):
                return
        self.present()

    def tell_changes(self, others: RemotePlayers, header: Header) -> None:
        """Print changes besides the match."""

    def _still_asks(self, asked: DecisionRequest[State], before: int) -> bool:
        """Whether the decision is the same and its seat has not acted since."""
        mine = (
            event.seat == asked.seat or event.step == REWIND
            for event in self.session.sight.since(before)
        )
        now = self.flow.state.choosing
        same = now is not None and (now.seat, now.decision) == (asked.seat, asked.decision)
        return same and not any(mine)

    def read_store(self, look: StoreQuery) -> StoreRead:
        """Read the changes that others have saved."""
        try:
            self.session.catch_up()
        except GuildhallError as error:
            return StoreRead(look, error)
        return StoreRead(look)

    def commit(self, act: MatchCommand, viewer: int | None) -> CommitResult | WrongPick:
        """Execute a command on the match."""
        return commit(self.session, act, viewer)

    def carefully(self, do: Callable[[], None]) -> list[str]:
        """Call `do`, print errors, and return the output."""
        try:
            do()
        except (GuildhallError, NotUnderstood) as error:
            self.tell(error.text)
        return self.voice.taken()

    def tell(self, text: Text) -> None:
        """Print a message as one line."""
        self.voice.tell(text)

    def tell_all(self, lines: Iterable[str]) -> None:
        """Print lines of text."""
        self.voice.tell_all(lines)

    # ------------------------------------------------------------------ going on

    def go_on(self) -> None:
        """Ask the next seat, or the same one again."""
        stopped = self.flow.state.stopped_by is not None
        self.flow.dispatch(ResumeBots() if stopped else AskNext())
        self.present()

    def tell_outcome(self, answer: TableMessage) -> None:
        """Print the result of a pick, and ask what is next. Errors are already printed; the same is
        asked again if others were faster."""
        if isinstance(answer, Committed):
            self.picking.end()
            self.tell_news()
        if not isinstance(answer, CommitRefused) or isinstance(answer.error, Conflict):
            self.present()

    def command_table(self, id: str) -> None:
        """Execute a screen command that changes the match."""
        before = self.session.sight.length
        self.flow.dispatch(Commanded(id))
        changed = self.session.sight.length != before
        if changed:
            self.tell_news()
        if changed or self.flow.state.question is not None:
            self.present()

    def present(self) -> None:
        """Print the state of the table: a question of the program, the pass screen, the news and
        the decision, or who everybody waits for."""
        state, sight = self.flow.state, self.session.sight
        if state.choosing is None or state.question is None:
            self.picking.end()
        if sight.over:
            self.end()
        elif state.question is not None:
            self.present_question(state.question)
        elif state.curtain is not None:
            self._present_curtain(state.curtain)
        elif state.choosing is not None:
            asked = state.choosing.asked
            self._asked = asked.seat
            self._turn_to(None if asked.openly else asked.seat)
            self.tell_news()
            self.begin_asking(asked)
        else:
            self.tell_news()
            waiting = self.session.waiting_bot()
            if waiting is None:
                self._tell_who_chooses()
            else:
                self._tell_who_thinks(waiting.seat)

    def _tell_who_thinks(self, seat: int) -> None:
        """Print that a bot is thinking, once per turn."""
        thinking = (seat, self.session.sight.view(None).turn)
        if self._told_thinking != thinking:
            self._told_thinking = thinking
            self.tell(words("{seat} is thinking ...", seat=Seat(seat)))

    def _tell_who_chooses(self) -> None:
        """Print who everybody waits for, once."""
        sight = self.session.sight
        if self._waited_at != sight.length:
            for owed in sight.pending():
                self.tell(words("{seat} is choosing.", seat=Seat(owed.seat)))
        self._waited_at = sight.length

    def tell_news(self) -> None:
        """Print what has happened since the reader's last news; publicly if the decision is
        public."""
        sight, viewer, here = self.session.sight, self.viewer, self.session.sight.own_people
        reader = self._asked if viewer is None else viewer
        readers: Sequence[int | None] = [reader] if reader is not None else here or [None]
        heard = min(self._heard.get(one, UNTOLD) for one in readers)
        since = heard if viewer is None else self.told.get(viewer, UNTOLD)
        self.tell_all(self.teller.news(sight, viewer, since, heard))
        if viewer is not None:
            self.told[viewer] = self._heard[viewer] = sight.length
        if not self.flow.state.cover.covers(sight):
            self.has_heard(self.told)
        elif viewer is None:
            here = [one for one in here if self._heard.get(one, UNTOLD) >= heard]
            self._heard |= dict.fromkeys(here, sight.length)

    def has_heard(self, seats: Iterable[int]) -> None:
        """Mark everything so far as told, publicly and to these seats."""
        sight = self.session.sight
        self.told |= dict.fromkeys(seats, sight.length)
        self._heard |= dict.fromkeys((None, *sight.own_people), sight.length)

    def _turn_to(self, viewer: int | None) -> None:
        """Print for that reader from now on; text that was private to somebody else is scrolled
        away."""
        self._push_out(viewer)
        self.viewer = viewer
        if viewer is not None and self.flow.state.cover.covers(self.session.sight):
            self._alone = viewer

    def _push_out(self, reader: int | None) -> None:
        """Scroll away text that was private to anyone but the reader."""
        if self._alone not in (None, reader):
            if self.flow.state.cover.covers(self.session.sight):
                self._empty_window()
            self._alone = None

    def _empty_window(self) -> None:
        self.tell_all([""] * SCREENFUL)
        self.tell(
            words("Earlier messages are further up in the window: please do not scroll back.")
        )

    def end(self) -> None:
        sight = self.session.sight
        own = sight.own_people
        self._turn_to(own[0] if len(own) == 1 else None)
        self._asked = None
        self.tell_news()
        self.tell(words("The game is over."))
        self.tell_all(self.teller.end(sight, self.viewer))
        self.tell_all(self.teller.sheet(sight, self.viewer))
        self.done = True

    def present_question(self, question: Question) -> None:
        """Print a question of the program; its answers are typed by number."""
        meant = question.answers[0].input
        if isinstance(meant, ResumeBots):
            self.tell(question.body)
        elif isinstance(meant, Rewind):
            seat = Seat(next(s for n, s in self.session.sight.picks() if n == meant.number + 1))
            self.ask_yes(
                words(
                    "Does everyone at the table agree to undo {seat}'s last move and "
                    "everything that followed from it? Type “yes”.",
                    seat=seat,
                ),
                partial(self.answer, 0),
            )
        else:
            self._ask_who_plays(question)

    def ask_yes(self, title: Text, agreed: Callable[[], None]) -> None:
        """Ask a yes/no question of the program; only “yes” agrees."""
        self.tell(title)

        def answered(line: str) -> None:
            if self.voice.is_yes(line):
                agreed()
            else:
                self.flow.dispatch(KeyPressed("escape"))
                self.tell(words("Cancelled; nothing has changed."))

        self.voice.answer = answered

    def answer(self, number: int) -> None:
        """Give the answer with that number to the program's question."""
        question = self.flow.state.question
        assert question is not None
        before = self.session.sight.length
        self.flow.dispatch(KeyPressed(question.answers[number].key))
        if self.session.sight.length != before:
            self.tell_news()
        self.present()

    def _ask_who_plays(self, question: Question) -> None:
        """Ask who replaces a bot that this program does not have."""
        players = [one for one in question.answers if isinstance(one.input, GiveSeat)]
        self.tell(question.body)
        self.tell(question.title)
        for number, player in enumerate(players, 1):
            self.tell_all([f"{number}. {self.teller.say(player.meaning)}."])

        def answered(line: str) -> None:
            number = number_typed(line) or 0
            if self.key(line) == "quit":
                self.leave()
            elif 1 <= number <= len(players):
                self.answer(number - 1)
            else:
                self.voice.answer = answered
                raise no_such_number(number, len(players))

        self.voice.answer = answered

    # ------------------------------------------------------------------ asking

    def _present_curtain(self, seat: int) -> None:
        """Show the pass screen: secrets wait until the seat confirms its presence."""
        self._push_out(seat)
        self.viewer = None
        self._pass_on(seat)

        def opened(line: str) -> None:
            if self.key(line) == "quit":
                self.leave()
                return
            self.flow.dispatch(KeyPressed("space"))
            self.present()

        self.voice.answer = opened

    def _pass_on(self, seat: int) -> None:
        self.tell(
            words(
                "The next part is for {seat} only. Pass the keyboard to {seat}, then press Enter.",
                seat=Seat(seat),
            )
        )

    def begin_asking(self, asked: DecisionRequest[State]) -> None:
        """Ask for a pick from its first part on."""
        self.picking.begin(asked)

    @property
    def is_shared(self) -> bool:
        """Whether several people share this keyboard."""
        return len(self.session.sight.own_people) > 1

    def scene(self, begun: PartialMove[State] | None) -> Scene[State]:
        """Return the scene as the reader may see it."""
        return self.teller.scene(self.session.sight, self.viewer, begun)

    def key(self, line: str) -> str | None:
        """Return the command that a line begins with, if any."""
        return self.voice.key(line)

    def handle_command(self, line: str) -> None:
        """Handle a line: a command, a part of the pick, or an empty line, which repeats
        everything."""
        begun, key = self.picking.begun, self.key(line)
        if not line:
            self._repeat()
        elif key is not None and not (begun is not None and self.picking.names(begun, line)):
            self.command(key, line.partition(" ")[2])
        elif begun is None:
            self.tell(words("You have nothing to decide right now. “help” lists the commands."))
        else:
            self.picking.choose(begun, line)

    def _repeat(self) -> None:
        """Repeat the question, or who everybody waits for."""
        if self.picking.begun is None:
            self._waited_at = None
            self.go_on()
        else:
            self.picking.repeat()

    def carry_out(self, asked: DecisionRequest[State], pick: Value) -> None:
        """Make a pick, print its result, and ask what is next."""
        self.tell_outcome(self.flow.do(Choose(asked, pick)))

    # ------------------------------------------------------------------ commands

    def command(self, key: str, rest: str) -> None:
        """Execute a command with the words `rest` after it."""
        teller, sight, viewer = self.teller, self.session.sight, self.viewer
        match key:
            case "help":
                self.tell_all(self._commands())
            case "again":
                self._repeat()
            case "table":
                self.tell_all(teller.table(sight, viewer))
            case "sheet":
                self.tell_all(teller.sheet(sight, viewer))
            case "log":
                self.tell_all(teller.log(sight, viewer, number_typed(rest) or LOGGED))
            case "look":
                begun = self.picking.begun
                self.tell_all(looked_at(teller, self.scene(begun), begun, rest))
            case "hand":
                self._show_hand()
            case "since":
                self._tell_since()
            case "undo" | "turn" | "redo":
                self.command_table(_CHANGES[key])
            case "ask":
                self._ask_the_table()
            case "quit":
                self.leave()
            case _ if self.picking.begun is None:
                self.tell(words("You have nothing to decide right now. “help” lists the commands."))
            case _:
                self._about(key, self.picking.begun)

    def _about(self, key: str, begun: PartialMove[State]) -> None:
        """Execute a command about the pending decision."""
        teller = self.teller
        match key:
            case "?":
                self.tell_all(teller.help(begun))
            case "more":
                self.picking.more(begun)
            case "why":
                closed = list(teller.closed(begun))
                self.tell_all(closed or [teller.say(words("Everything is possible right now."))])
            case "back":
                self.picking.back(begun)
            case "hint":
                self._hint(begun)

    def _tell_since(self) -> None:
        """Print what happened since the last turn of the people at this keyboard."""
        sight = self.session.sight
        since = sight.count - sight.last_turn_of(sight.own_people)
        told = sight.story(self.viewer).told(since) if since else []
        lines = [self.teller.say(note.text) for _, notes in told for note in notes]
        self.tell_all(lines or [self.teller.say(words("Nothing has happened since then."))])

    def _commands(self) -> Iterable[str]:
        yield self.teller.say(
            words(
                "Type a choice by its number or its words, amounts as “2 wood 1 clay”, "
                "several things by their numbers. Other commands:"
            )
        )
        for command in self.commands:
            called = self.teller.say(command.called).split()
            yield f"{', '.join(called)}: {self.teller.say(command.does)}."

    def ended(self) -> list[str]:
        """Return the output at the end of input."""
        return [] if self.done else self.carefully(self.leave)

    def leave(self) -> None:
        """Leave the table, and print how to continue the match."""
        if self._goes_on is not None:
            self.tell(self._goes_on)
        self.done = True

    def _show_hand(self) -> None:
        """Show the player's own hand at a public decision."""
        begun = self.picking.begun
        if begun is None or self.viewer == begun.asked.seat:
            self.command("table", "")
            return
        seat = begun.asked.seat
        self._show_alone(seat, lambda: self.tell_all(self.teller.table(self.session.sight, seat)))

    def _show_alone(self, seat: int, show: Callable[[], None]) -> None:
        """Show a pass screen, print something for one seat alone, and scroll it away again."""
        self._pass_on(seat)

        def opened(line: str) -> None:
            show()
            self.tell(words("Press Enter to hide it."))
            self.voice.answer = hidden

        def hidden(line: str) -> None:
            self._empty_window()
            self._repeat()

        self.voice.answer = opened

    def _ask_the_table(self) -> None:
        """Undo one more move, including dice, if everybody at the keyboard agrees."""
        if self.session.apart:
            self.tell(
                words(
                    "The others are playing at their own terminals: you can make proposals "
                    "only on the screen, not in line mode."
                )
            )
        else:
            self.command_table("play.rewind")

    # ------------------------------------------------------------------ a hint

    def _hint(self, begun: PartialMove[State]) -> None:
        """Print the quick hint and what to type for it; a better hint follows."""
        asked, sight = begun.asked, self.session.sight
        why_not = no_hint(sight, asked.decision)
        if why_not is not None:
            self.tell(why_not)
            return
        if asked.needs_privacy:
            self._show_alone(asked.seat, lambda: self._hint_alone(begun))
            return
        worth = quick(self._reading.hint(asked.seat))
        self.tell_all([self.teller.hint(sight, self.viewer, asked, worth)])
        self.picking.lead(asked, worth[0].pick)
        if self._thoughts is not None and not worth[0].playouts:
            self._thoughts.begin_hint(self.session, asked)

    def _hint_alone(self, begun: PartialMove[State]) -> None:
        """Print a private hint for a public decision, with everything to type for it, since nothing
        of it can be repeated later."""
        asked = self.session.ask(begun.asked.seat)
        worth = quick(self._reading.hint(asked.seat))
        self.tell_all([self.teller.hint(self.session.sight, asked.seat, asked, worth)])
        self.picking.tell_way(evolve(begun, asked=asked), worth[0].pick)

    def _tell_better_hint(self) -> None:
        """Print the result of a hint search, if the decision is the same, and what to type for it
        if it differs from the quick hint and nothing has been typed."""
        found = None if self._thoughts is None else self._thoughts.hint()
        begun = self.picking.begun
        if found is None or begun is None or begun.asked.needs_privacy:
            return
        asked, best = begun.asked, found.worth[0].pick
        if (asked.seat, asked.decision) != (found.asked.seat, found.asked.decision):
            return
        hint = self.teller.hint(self.session.sight, self.viewer, asked, found.worth)
        self.tell(words("After thinking it over: {hint}", hint=hint))
        if not begun.chosen and not self.picking.leads_to(asked, best):
            self.picking.lead(asked, best)
