"""A match in line mode. `LineTable` takes typed lines and returns output lines. It does no I/O
itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, Final

from engine.core.event import Header, Value
from engine.core.state import State
from engine.errors import Conflict, GuildhallError
from engine.i18n.text import Seat, Text, words
from engine.match.decision_request import DecisionRequest, PartialMove
from engine.storage.pubsub import Subscription
from engine.storage.session import Session
from screens.line_mode.background_search import BackgroundSearch
from screens.line_mode.dialogue import Dialogue
from screens.line_mode.input_parser import NotUnderstood, no_such_number, number_typed, tidied
from screens.line_mode.line_descriptions import DEFAULT_LOG_LINES, LineDescriptions
from screens.line_mode.line_flow import LineFlow, LineSessionView
from screens.line_mode.line_hints import LineHints
from screens.line_mode.line_news import LineNews
from screens.line_mode.pick_dialogue import PickDialogue
from screens.line_mode.sentences import SentenceWriter
from screens.line_mode.typed_commands import COMMANDS, TypedCommand
from screens.preferences import CONFIRM_LOSS
from screens.table.execute import CommitResult, commit
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
from screens.table.state_parts import RemotePlayers
from screens.table.table_state import Question
from screens.table_view.scene import Scene

_NOTHING_TO_DECIDE: Final = words(
    "You have nothing to decide right now. “help” lists the commands."
)

_SCREEN_COMMANDS: Final = {
    "undo": "play.undo",
    "turn": "play.undo_turn",
    "redo": "play.redo",
    "ask": "play.rewind",
}
"""Typed commands, and the equivalent commands of the screen."""


class LineTable:
    """A match for the people at one keyboard. `done` is true once the match is over or the table
    has been left."""

    commands: ClassVar[Sequence[TypedCommand]] = COMMANDS

    def __init__(
        self,
        session: Session,
        writer: SentenceWriter,
        how_to_continue: Text | None = None,
        search: BackgroundSearch | None = None,
        store_subscriptions: Sequence[Subscription] = (),
        confirm: str = CONFIRM_LOSS,
        session_view: ReadOnlySession | None = None,
    ) -> None:
        """Create a table, which `begin` starts.

        `how_to_continue` is printed on leaving and says how to continue the match. Without
        `search`, bots search synchronously, and there are only quick hints. `store_subscriptions`
        notify of other players' moves, and `confirm` is `Preferences.confirm`. `session_view` is
        the session as reducers may read it (default: a `LineSessionView`).
        """
        self.session, self.writer, self._how_to_continue = session, writer, how_to_continue
        self._search = search
        self.store_subscriptions = store_subscriptions
        self.done = False
        self.dialogue = Dialogue(writer, self.commands)
        self.write, self.write_lines = self.dialogue.write, self.dialogue.write_lines
        self.picking = PickDialogue(self.dialogue, self, confirm)
        session_view = session_view or LineSessionView(session, search)
        self.flow = LineFlow(self, session, session_view, writer, search)
        self.news = LineNews(session, self.dialogue, self.flow)
        self._show_privately = partial(self.news.show_privately, then=self._repeat)
        self._hints = LineHints(
            session,
            session_view,
            self.dialogue,
            self.news,
            self.picking,
            search,
            self._show_privately,
        )
        self._descriptions = LineDescriptions(
            session, self.dialogue, self.news, self.picking, self.scene, self._show_privately
        )
        self._has_unprinted_changes = False

    # ------------------------------------------------------------------ input and output

    @property
    def subscriptions(self) -> Sequence[Subscription]:
        """The subscriptions to wait for."""
        search = self._search
        return (*self.store_subscriptions, *(() if search is None else search.subscriptions))

    @property
    def is_thinking(self) -> bool:
        """Whether a bot's search must end before the next question."""
        return self.flow.is_thinking and not self.done

    def begin(self) -> list[str]:
        """Print the introduction, and start the table. Return the output."""
        match_view = self.session.match_view
        self.write(words("{game}.", game=match_view.game.names))
        names = ", ".join(self.writer.translator.seats)
        self.write(words("At the table: {names}.", names=names))
        if match_view.header.real_dice:
            self.write(words("The dice are real. Roll them yourself and type what they show."))
        self.write(words("Type a number or words. “help” lists the other commands."))
        if match_view.picks():
            self.news.mark_reported(match_view.own_people)
            self.write(words("What happened last:"))
            self.write_lines(self.writer.log(match_view, None, DEFAULT_LOG_LINES))
        return self.output_of(self.open)

    def open(self) -> None:
        """Start the table. `begin` has already printed its introduction."""
        self.flow.dispatch(Opened())
        self.present()

    def handle_line(self, typed: str) -> list[str]:
        """Handle a typed line. Return the output."""
        line, dialogue = tidied(typed), self.dialogue

        def do() -> None:
            if dialogue.answer is not None:
                answer, dialogue.answer = dialogue.answer, None
                answer(line)
            else:
                self.handle_command(line)
            if self._has_unprinted_changes and not self.done:
                self.refresh()

        return self.output_of(do)

    def poll(self) -> list[str]:
        """Return the output about moves made elsewhere and about the results of searches."""
        return [] if self.done else self.output_of(self.refresh)

    def refresh(self) -> None:
        """Print changes made by others, and the results of searches for bots and hints. While a
        prompt is waiting for its answer, keep them for later."""
        self._has_unprinted_changes = self.dialogue.answer is not None
        if not self._has_unprinted_changes:
            self._hints.write_better_hint()
            before = self.session.match_view.length
            self.flow.poll_bot()
            self.follow(StoreChanged(), before)

    def follow(self, message: TableMessage, before: int) -> None:
        """Dispatch a message that others may have caused. If the match has changed since event
        `before`, or the decision is no longer pending, print the news and what the table is waiting
        for. A partly typed pick is kept, and the question is not repeated, if the decision stays
        the same and the typed parts are still possible."""
        others, header = self.flow.state.remote_players, self.session.match_view.header
        self.flow.dispatch(message)
        self.write_changes(others, header)
        match_view, partial_move, partial_pick = (
            self.session.match_view,
            self.picking.partial_move,
            self.flow.state.partial_pick,
        )
        stays = partial_move is None or (
            partial_pick is not None and self.flow.still_asks(partial_move.request, before)
        )
        if match_view.length == before and stays and not match_view.over:
            return
        if partial_move is not None and partial_pick is not None and stays and not match_view.over:
            self.news.write()
            if self.picking.move_to_request(partial_pick.request):
                return
        self.present()

    def write_changes(self, others: RemotePlayers, header: Header) -> None:
        """Print changes other than those of the match. `others` and `header` are the state before
        the changes. By default, print nothing."""

    def read_store(self, query: StoreQuery) -> StoreRead:
        """Read the changes that others have saved into the session, and return the result, or the
        error if the match cannot be read."""
        try:
            self.session.catch_up()
        except GuildhallError as error:
            return StoreRead(query, error)
        return StoreRead(query)

    def commit(self, command: MatchCommand, viewer: int | None) -> CommitResult | WrongPick:
        """Execute a command on the match. `viewer` is the seat of the reader, or None."""
        return commit(self.session, command, viewer)

    def output_of(self, do: Callable[[], None]) -> list[str]:
        """Call `do`, print errors, and return the output."""
        try:
            do()
        except (GuildhallError, NotUnderstood) as error:
            self.write(error.text)
        return self.dialogue.take_lines()

    # ------------------------------------------------------------------ progress of the match

    def ask_next(self) -> None:
        """Ask the next seat, or ask the same seat again. If bots were stopped, let them
        continue."""
        stopped = self.flow.state.bot_stop_reason is not None
        self.flow.dispatch(ResumeBots() if stopped else AskNext())
        self.present()

    def write_outcome(self, answer: TableMessage) -> None:
        """Print the result of a pick, and ask the next question. If another program has saved a
        move first, ask the question that is now pending. Other errors, which have already been
        printed, leave the question open."""
        if isinstance(answer, Committed):
            self.picking.end()
            self.news.write()
        if not isinstance(answer, CommitRefused) or isinstance(answer.error, Conflict):
            self.present()

    def command_table(self, id: str) -> None:
        """Execute the screen command `id`. If the command has changed the match or opened a prompt,
        print the news and what the table is waiting for."""
        before = self.session.match_view.length
        self.flow.dispatch(Commanded(id))
        changed = self.session.match_view.length != before
        if changed:
            self.news.write()
        if changed or self.flow.state.question is not None:
            self.present()

    def present(self) -> None:
        """Print what the table is waiting for: a prompt, the pass screen, the news and the
        decision, or who everybody is waiting for. If the game is over, print the result."""
        state, match_view = self.flow.state, self.session.match_view
        if state.partial_pick is None or state.question is None:
            self.picking.end()
        if match_view.over:
            self.end()
        elif state.question is not None:
            self.present_question(state.question)
        elif state.pass_to is not None:
            self._present_pass_screen(state.pass_to, reads=state.private_result is not None)
        elif state.partial_pick is not None:
            request = state.partial_pick.request
            self.news.asked_seat = request.seat
            self.news.set_reader(None if request.openly else request.seat)
            self.news.write()
            self.picking.begin(request)
        else:
            self.news.write()
            waiting = self.session.waiting_bot()
            if waiting is None:
                self.news.write_who_chooses()
            else:
                self.news.write_thinker(waiting.seat)

    def end(self) -> None:
        match_view = self.session.match_view
        own = match_view.own_people
        self.news.set_reader(own[0] if len(own) == 1 else None)
        self.news.asked_seat = None
        self.news.write()
        self.write(words("The game is over."))
        self.write_lines(self.writer.end(match_view, self.news.viewer))
        self.write_lines(self.writer.sheet(match_view, self.news.viewer))
        self.done = True

    def present_question(self, question: Question) -> None:
        """Print a prompt. If it has answers to type, wait for one: “yes” or a number."""
        command = question.answers[0].input
        if isinstance(command, ResumeBots):
            self.write(question.body)
        elif isinstance(command, Rewind):
            seat = Seat(
                next(s for n, s in self.session.match_view.picks() if n == command.number + 1)
            )
            self.dialogue.ask_yes(
                words(
                    "Does everyone at the table agree to undo {seat}'s last move and "
                    "everything that followed from it? Type “yes”.",
                    seat=seat,
                ),
                partial(self.answer, 0),
                partial(self.flow.dispatch, KeyPressed("escape")),
            )
        else:
            self._ask_replacement(question)

    def answer(self, number: int) -> None:
        """Give the answer at index `number` of the prompt."""
        question = self.flow.state.question
        assert question is not None
        before = self.session.match_view.length
        self.flow.dispatch(KeyPressed(question.answers[number].key))
        if self.session.match_view.length != before:
            self.news.write()
        self.present()

    def _ask_replacement(self, question: Question) -> None:
        """Ask who replaces a bot that this program does not have."""
        players = [answer for answer in question.answers if isinstance(answer.input, GiveSeat)]
        self.write(question.body)
        self.write(question.title)
        for number, player in enumerate(players, 1):
            self.write_lines([f"{number}. {self.writer.translate(player.meaning)}."])

        def answered(line: str) -> None:
            number = number_typed(line) or 0
            if self.dialogue.key(line) == "quit":
                self.leave()
            elif 1 <= number <= len(players):
                self.answer(number - 1)
            else:
                self.dialogue.answer = answered
                raise no_such_number(number, len(players))

        self.dialogue.answer = answered

    # ------------------------------------------------------------------ decisions

    def _present_pass_screen(self, seat: int, *, reads: bool) -> None:
        """Show the pass screen. Secrets are printed only once the player of the seat has confirmed
        being there. If `reads`, the previous player is reading a private result, which is already
        printed: wait for that player first."""
        if reads:
            self.write(words("Press Enter to hide this text."))
        else:
            self.news.hide_private_text(seat)
            self.news.viewer = None
            self.news.ask_to_pass_keyboard(seat)

        def confirmed(line: str) -> None:
            if self.dialogue.key(line) == "quit":
                self.leave()
                return
            self.flow.dispatch(KeyPressed("space"))
            self.present()

        self.dialogue.answer = confirmed

    @property
    def is_shared(self) -> bool:
        """Whether several people share this keyboard."""
        return len(self.session.match_view.own_people) > 1

    def scene(self, partial_move: PartialMove[State] | None) -> Scene[State]:
        """Return the scene as the reader may see it, with the parts of `partial_move` chosen so
        far, if given."""
        return self.writer.scene(self.session.match_view, self.news.viewer, partial_move)

    def handle_command(self, line: str) -> None:
        """Handle a line: a command, a part of the pick, or an empty line, which repeats the
        question."""
        partial_move, key = self.picking.partial_move, self.dialogue.key(line)
        if not line:
            self._repeat()
        elif key is not None and not (
            partial_move is not None and self.picking.is_choice_name(partial_move, line)
        ):
            self.command(key, line.partition(" ")[2])
        elif partial_move is None:
            self.write(_NOTHING_TO_DECIDE)
        else:
            self.picking.choose(partial_move, line)

    def _repeat(self) -> None:
        """Repeat the question, or print again who everybody is waiting for."""
        if self.picking.partial_move is None:
            self.news.forget_waiting()
            self.ask_next()
        else:
            self.picking.repeat()

    def carry_out(self, request: DecisionRequest[State], pick: Value) -> None:
        """Make a pick, print its result, and ask the next question."""
        self.write_outcome(self.flow.execute(Choose(request, pick)))

    # ------------------------------------------------------------------ commands

    def command(self, key: str, rest: str) -> None:
        """Execute the command `key` with the words `rest` after it."""
        partial_move = self.picking.partial_move
        match key:
            case "help":
                self.dialogue.list_commands()
            case "again":
                self._repeat()
            case "hand" | "table" | "sheet" | "log" | "look" | "since":
                self._descriptions.describe(key, rest)
            case "ask" if self.session.owns_only_some_seats:
                self.write(
                    words(
                        "The others are playing at their own terminals, so you can make proposals "
                        "only on the screen, not in line mode."
                    )
                )
            case "undo" | "turn" | "redo" | "ask":
                self.command_table(_SCREEN_COMMANDS[key])
            case "quit":
                self.leave()
            case _ if partial_move is None:
                self.write(_NOTHING_TO_DECIDE)
            case "hint":
                self._hints.hint(partial_move)
            case _:
                self.picking.command(key, partial_move)

    def handle_end_of_input(self) -> list[str]:
        """Leave the table at the end of input. Return the output."""
        return [] if self.done else self.output_of(self.leave)

    def leave(self) -> None:
        """Leave the table, and print how to continue the match, if known. This text is not put into
        spoken form, because people type the command in it."""
        if self._how_to_continue is not None:
            self.write_lines([self.writer.translator.translate(self._how_to_continue)])
        self.done = True
