"""A match in line mode on a server: presence, chat, proposals, notes, auto-answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from engine.core.common_wording import series
from engine.core.event import Header
from engine.i18n.text import Seat, Text, plural, verbatim, words
from engine.lobby.chat import ChatLine
from engine.lobby.presence import Presence
from engine.lobby.proposals import PROPOSE_REWIND, Proposal
from engine.storage.pubsub import Subscription, topic_of, topic_of_person
from engine.storage.session import Session
from screens.line_mode.background_search import BackgroundSearch
from screens.line_mode.input_parser import folded, is_nothing, no_such_number, number_typed
from screens.line_mode.line_table import LineTable
from screens.line_mode.sentences import SentenceWriter
from screens.line_mode.typed_commands import COMMANDS, SERVER_COMMANDS
from screens.match_summary import time_left_text
from screens.preferences import CONFIRM_LOSS
from screens.table.execute import read_store
from screens.table.match_commands import (
    AnswerProposal,
    Concede,
    GiveSeat,
    Propose,
    SaveNote,
    Say,
    ServerCommand,
    SetAutoAnswer,
    Withdraw,
)
from screens.table.messages import (
    Commanded,
    KeyPressed,
    Opened,
    ResumeBots,
    StoreChanged,
    StoreQuery,
    StoreRead,
)
from screens.table.people_view import lapse_text, proposal_text
from screens.table.presence import new_player_texts
from screens.table.state_parts import RemotePlayers
from screens.table.table_state import Answer, Question

MAX_EARLIER_MESSAGES: Final = 3
"""Maximum number of earlier chat messages that are printed on arrival."""

_PROPOSED: Final = words("There is a proposal.")


class RemoteTable(LineTable):
    """A match on a server, played or watched. `mute` mutes or unmutes a player by name, and returns
    the player's name and whether they are now muted."""

    commands = (*COMMANDS, *SERVER_COMMANDS)

    def __init__(
        self,
        session: Session,
        writer: SentenceWriter,
        mute: Callable[[str], tuple[str, bool]],
        search: BackgroundSearch | None = None,
        confirm: str = CONFIRM_LOSS,
    ) -> None:
        assert session.person is not None
        super().__init__(session, writer, search=search, confirm=confirm)
        self._mute = mute
        self._store = session.store
        self._presence = Presence(session.store, session.id)
        topics = topic_of(session.id), topic_of_person(session.person.id)
        self._subscriptions: Sequence[Subscription] = [
            session.store.subscribe(topic) for topic in topics
        ]
        self.store_subscriptions = self._subscriptions
        self._person = session.person

    @property
    def _others(self) -> RemotePlayers:
        """State of the match that others can change, such as presence, chat and proposals, and this
        person's note and auto-answers."""
        return self.flow.state.remote_players

    def open(self) -> None:
        """Start the table: print the latest chat, the note, the auto-answers, the deadline and the
        proposal, then what the table is waiting for."""
        self.flow.dispatch(Opened())
        self._write_chat(self._others.chat_lines[-MAX_EARLIER_MESSAGES:])
        if self._others.note:
            self.write(words("Your note: {note}", note=verbatim(self._others.note)))
        self._write_auto_answers()
        self._write_deadline()
        if self._others.proposal is not None:
            self._write_proposal(self._others.proposal)
        self.present()

    def read_store(self, query: StoreQuery) -> StoreRead:
        return read_store(self.session, self._presence, query)

    def write_changes(self, others: RemotePlayers, header: Header) -> None:
        now = self._others
        new = now.chat_lines[len(others.chat_lines) :]
        self._write_chat([line for line in new if line.person != self._person.id])
        self._write_seat_changes(others.free, header)
        self._write_proposal_change(others.proposal, now.proposal)

    def leave(self) -> None:
        super().leave()
        self.close()

    def end(self) -> None:
        super().end()
        self.close()

    def close(self) -> None:
        """Record that the player has left the table, and close the subscriptions."""
        self._presence.leave()
        for subscription in self._subscriptions:
            subscription.close()
        self.store_subscriptions = ()

    # ------------------------------------------------------------------ announcements

    def _write_chat(self, lines: Sequence[ChatLine]) -> None:
        for line in lines:
            self.write(
                words(
                    "{name} says: {text}",
                    name=self._spoken_name(line.name),
                    text=verbatim(line.text),
                )
            )

    def _write_seat_changes(self, free: frozenset[int], header: Header) -> None:
        """Print which seats have become free, and which have new players. `free` and `header` are
        the free seats and the header before the change."""
        for seat in sorted(self._others.free - free):
            self.write(words("{seat} has left: the seat is free.", seat=Seat(seat)))
        for text in new_player_texts(header, self.session.match_view):
            self.write(text)

    def _write_proposal_change(self, before: Proposal | None, now: Proposal | None) -> None:
        """Print a message if `before` is the reader's own proposal and has lapsed, or if `before`
        has been withdrawn. Print the proposal `now` if it is new."""
        match_view = self.session.match_view
        lapsed = lapse_text(before, now, match_view, self.session.seats)
        if lapsed is not None:
            self.write(lapsed)
        if now is not None and (before is None or not before.is_same(now)):
            self._write_proposal(now)
        elif before is not None and now is None and match_view.length == before.events:
            self.write(words("The proposal has been withdrawn."))

    def _write_proposal(self, proposal: Proposal) -> None:
        self.write(proposal_text(self.scene(None), self.session.match_view, proposal))
        if proposal.asks(self._person):
            self.write(words("Type “yes” or “no”."))

    def _write_deadline(self) -> None:
        deadline = self._others.deadline
        if deadline is not None:
            left = time_left_text(deadline.until, self._store.clock())
            self.write(words("Time left to move: {left}.", left=left))

    def _write_auto_answers(self) -> None:
        available = self.session.match_view.game.auto_answers
        titles = [
            answer.title for name, answer in available.items() if name in self._others.auto_answers
        ]
        if titles:
            self.write(words("Auto-answers: {answers}.", answers=series(titles)))

    def _spoken_name(self, name: str) -> str:
        """Return the spoken form of the name of a player in the match. Any other name is returned
        unchanged."""
        names = self.session.match_view.header.names
        return self.writer.translator.seats[names.index(name)] if name in names else name

    # ------------------------------------------------------------------ commands

    def command(self, key: str, rest: str) -> None:
        """Execute the command `key` with the words `rest` after it. Some commands exist only at
        tables on a server."""
        match key:
            case "who":
                self._write_presence()
            case "say":
                self._run(Say(rest), words("Message sent to the table."))
            case "yes" | "no":
                self._vote(yes=key == "yes")
            case "withdraw":
                self._run(Withdraw(), words("Your proposal has been withdrawn."))
            case "ask":
                self._ask_what_to_propose()
            case "note":
                self._note(rest)
            case "beforehand":
                self._toggle_auto_answer(rest)
            case "mute":
                self._toggle_mute(rest)
            case _:
                super().command(key, rest)

    def _run(self, command: ServerCommand, confirmation: Text | None = None) -> None:
        """Execute a command on the server, then print `confirmation`, if given, and the changes.
        Raises GuildhallError."""
        done, before = self.flow.run_on_server(command), self.session.match_view.length
        if done.error is not None:
            raise done.error
        if confirmation is not None:
            self.write(confirmation)
        self.follow(done, before)

    def _write_presence(self) -> None:
        self.follow(StoreChanged(), self.session.match_view.length)
        others, match_view = self._others, self.session.match_view
        present = [Seat(seat) for seat in sorted(others.present)]
        away = [Seat(seat) for seat in match_view.header.people if seat not in others.present]
        self.write(words("Here: {who}.", who=series(present)))
        if away:
            self.write(words("Away: {who}.", who=series(away)))
        if others.watching:
            self.write(plural("{n} watching.", "{n} watching.", others.watching))
        self._write_deadline()
        self._write_auto_answers()

    def _vote(self, *, yes: bool) -> None:
        proposal = self._others.proposal
        if proposal is None or not proposal.asks(self._person):
            self.write(words("There is no proposal to answer now."))
            return
        agreed = words("You have agreed.") if yes else words("You have declined.")
        self._run(AnswerProposal(proposal, yes), agreed)

    def _toggle_mute(self, typed_name: str) -> None:
        """Mute or unmute the player called `typed_name`, which is the spoken or the written form of
        the name."""
        names = self.session.match_view.header.names
        called = [folded(seat) for seat in self.writer.translator.seats]
        is_player = folded(typed_name) in called
        name, muted = self._mute(
            names[called.index(folded(typed_name))] if is_player else typed_name
        )
        spoken_name = self._spoken_name(name)
        unmuted = words("{name} is no longer muted.", name=spoken_name)
        self.write(words("{name} is muted.", name=spoken_name) if muted else unmuted)

    def _note(self, rest: str) -> None:
        """Replace the private note about this table with `rest`. Delete the note if `rest` means
        “nothing”, and print it if `rest` is empty."""
        if not rest:
            note = self._others.note
            none = words("You have no note here.")
            self.write(words("Your note: {note}", note=verbatim(note)) if note else none)
            return
        nothing = is_nothing(rest, self.writer.translator)
        text = (
            words("The note has been deleted.")
            if nothing
            else words("Saved. Nobody else can see it.")
        )
        self._run(SaveNote("" if nothing else rest), text)

    def _toggle_auto_answer(self, rest: str) -> None:
        """Set or cancel the auto-answer with the number typed as `rest`. Without a number, list the
        auto-answers. Raises NotUnderstood."""
        available, active = (
            list(self.session.match_view.game.auto_answers.items()),
            self._others.auto_answers,
        )
        if not available:
            self.write(words("There is nothing to auto-answer in this game."))
            return
        number = number_typed(rest)
        if number is None:
            self.write(
                words(
                    "Auto-answers last until your next turn. Type “auto 1” to set the first one. "
                    "Type it again to cancel it."
                )
            )
            for n, (name, answer) in enumerate(available, 1):
                title = answer.title
                text = words("cancel: {answer}", answer=title) if name in active else title
                self.write_lines([f"{n}. {self.writer.translate(text)}."])
            return
        if not 1 <= number <= len(available):
            raise no_such_number(number, len(available))
        name, answer = available[number - 1]
        is_active = name in active
        cancelled = words("You will be asked again from now on.")
        turned_on = words("Auto-answers: {answers}.", answers=answer.title)
        self._run(SetAutoAnswer(name, not is_active), cancelled if is_active else turned_on)

    # ------------------------------------------------------------------ server requests

    def _ask_what_to_propose(self) -> None:
        """Ask what to propose, unless there is a proposal already."""
        if self._others.proposal is not None:
            seat = Seat(self._others.proposal.seat)
            self.write(words("{seat} has already made a proposal.", seat=seat))
        else:
            self.command_table("play.rewind")

    def present_question(self, question: Question) -> None:
        command = question.answers[0].input
        if isinstance(command, Concede):
            self.write(question.body)
            title = words("Do you really want to concede? Type “yes”.")
            self.dialogue.ask_yes(
                title,
                partial(self._propose, 0, words("You have conceded.")),
                partial(self.flow.dispatch, KeyPressed("escape")),
            )
        elif isinstance(question.answers[-1].input, GiveSeat | ResumeBots | Commanded):
            super().present_question(question)
        else:
            self.write(words("What do you propose? Every player at this table must agree."))
            self.dialogue.offer(
                [
                    (self._answer_label(answer, question), partial(self._propose, number))
                    for number, answer in enumerate(question.answers)
                ],
                lambda: self.flow.dispatch(KeyPressed("escape")),
            )

    def _answer_label(self, answer: Answer, question: Question) -> Text:
        """Return the text of an answer to the question of what to propose."""
        undoes = isinstance(answer.input, Propose) and answer.input.kind == PROPOSE_REWIND
        return question.body if undoes else answer.meaning

    def _propose(self, number: int, confirmation: Text = _PROPOSED) -> None:
        """Give the answer at index `number` of the prompt. If the answer is a command to the
        server, print `confirmation`."""
        question = self.flow.state.question
        assert question is not None
        act = question.answers[number].input
        if isinstance(act, ServerCommand):
            self.flow.dispatch(KeyPressed("escape"))
            self._run(act, confirmation)
        else:
            self.answer(number)
