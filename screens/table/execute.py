"""Execution of commands on the match or the server, and reads of the database."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from attrs import evolve

from engine.core.event import Event
from engine.errors import Busy, GuildhallError, IllegalPick
from engine.i18n.text import Seat, Text, words
from engine.lobby.auto_answers import AutoAnswers
from engine.lobby.chat import Chat, Notes
from engine.lobby.deadlines import Deadlines
from engine.lobby.presence import Presence
from engine.lobby.proposals import Proposals
from engine.lobby.seat_owners import SeatOwnership
from engine.match.position import PendingDecision
from engine.storage.session import Session
from screens.table.match_commands import (
    AnswerProposal,
    BotChooses,
    BotThought,
    Choose,
    Command,
    Concede,
    FillSeatWithBot,
    GiveSeat,
    MatchCommand,
    Mute,
    Propose,
    Redo,
    Rewind,
    SaveNote,
    Say,
    ServerCommand,
    SetAutoAnswer,
    Undo,
    Withdraw,
)
from screens.table.messages import (
    CommitRefused,
    Committed,
    ServerCommandDone,
    StoreBusy,
    StoreQuery,
    StoreRead,
    TableMessage,
)

SUBSTITUTE_BOT: Final = "medium"
"""Name of the bot that takes over a free seat."""


CommitResult = Committed | CommitRefused | StoreBusy


def execute(session: Session, command: Command, viewer: int | None) -> TableMessage:
    """Carry out a command and return its result. `viewer` is the seat whose view is shown, or None
    for spectators."""
    if isinstance(command, ServerCommand):
        return run_server_command(session, command)
    assert isinstance(command, MatchCommand)
    return commit(session, command, viewer)


def commit(session: Session, command: MatchCommand, viewer: int | None = None) -> CommitResult:
    """Carry out a command on the match, save the match, and return the result. `viewer` is the seat
    whose view is shown, or None for spectators."""
    pending, before = _answered_decision(session, command), None
    if pending is not None:
        before = session.match_view.view(viewer if session.owns_only_some_seats else pending.seat)
    try:
        events = _apply_command(session, command)
    except Busy as error:
        return StoreBusy(command, error)
    except GuildhallError as error:
        return CommitRefused(command, error)
    remark = _remark(session, command.thought) if isinstance(command, BotChooses) else None
    return Committed(command, events, pending, before, remark)


def _answered_decision(session: Session, command: MatchCommand) -> PendingDecision | None:
    """Return the decision that a command answers; None if it answers none."""
    match command:
        case Choose(request):
            return PendingDecision(request.seat, request.decision)
        case BotChooses():
            return session.waiting_bot()
    return None


def _apply_command(session: Session, command: MatchCommand) -> Sequence[Event]:
    match command:
        case Choose(request, pick):
            return session.choose(request, pick)
        case BotChooses(thought):
            return _bot_chooses(session, thought)
        case Undo(seat, whole_turn):
            return session.take_back(seat, whole_turn=whole_turn)
        case Redo(seat):
            return session.redo(seat)
        case Rewind(seat, number):
            return session.rewind(seat, number)
        case GiveSeat(seat, player):
            session.set_player(seat, player)
    return []


def _remark(session: Session, thought: BotThought | None) -> Text | None:
    """Return the message about a bot's pick: the reason why a quick pick was made, or else the
    session's remark. None if there is neither."""
    if thought is None or thought.trouble is None:
        return session.remark
    why, seat = thought.trouble.text, Seat(thought.request.seat)
    return words("{why} {seat} made a quick move instead.", why=why, seat=seat)


def _bot_chooses(session: Session, thought: BotThought | None) -> Sequence[Event]:
    """Make the move of the bot whose turn it is, and return the new events, or none if no bot is
    ready to move. The move is the pick of `thought`, or a quick one if that pick is missing or
    illegal. Without `thought`, the bot itself picks."""
    if thought is not None and thought.pick is not None:
        with suppress(IllegalPick):
            return session.choose_for_bot(thought.request, thought.pick)
    return session.let_bot_choose(quickly=thought is not None)


def run_server_command(session: Session, command: ServerCommand) -> ServerCommandDone:
    """Carry out a server command, and return the result, with the error if it was refused."""
    try:
        _run_command(session, command)
    except GuildhallError as error:
        return ServerCommandDone(command, error)
    return ServerCommandDone(command)


def _run_command(session: Session, command: ServerCommand) -> None:
    store, id, person = session.store, session.id, session.person
    assert person is not None, "only a server has such commands"
    match command:
        case Propose(kind, events, number, player):
            Proposals(store).propose(id, person, kind, number=number, player=player, events=events)
        case Withdraw():
            Proposals(store).withdraw(id, person)
        case AnswerProposal(proposal, yes):
            Proposals(store).answer(proposal, person, yes)
        case Concede():
            SeatOwnership(store).concede(id, person)
        case FillSeatWithBot(seat):
            SeatOwnership(store).fill(id, seat, person, SUBSTITUTE_BOT)
        case Say(text):
            Chat(store).post(id, person, text)
        case SaveNote(text):
            Notes(store).save(id, person, text)
        case SetAutoAnswer(name, turns_on):
            AutoAnswers(store).set_answer(id, person, name, turns_on)
        case Mute(person_id, _, muted):
            Chat(store).mute(person, person_id, muted)


def read_store(session: Session, presence: Presence, query: StoreQuery) -> StoreRead:
    """Read the changes that others have saved into `session`, record in `presence` that this
    terminal's players are present, and return the result, or only the error if the match cannot be
    read. If some seats can be played from other terminals, also read who is present. On a server,
    also read the free seats, the proposal, the chat, and this person's deadline, note and
    auto-answers."""
    store, id, person = session.store, session.id, session.person
    free: frozenset[int] = frozenset()
    try:
        if person is None:
            session.catch_up()
        else:
            with store.read_transaction():
                session.catch_up()
                owned = SeatOwnership(store).of(id)
            free = frozenset(owner.seat for owner in owned if owner.is_free)
    except GuildhallError as error:
        return StoreRead(query, error)
    presence.join(session.match_view.own_people)
    if session.owns_only_some_seats:
        presence.refresh(len(session.match_view.header.seats))
    store_read = StoreRead(query, None, free, presence.present, presence.watching, query.proposal)
    if person is None:
        return store_read
    available = session.match.game.auto_answers
    with suppress(GuildhallError), store.read_transaction():
        store_read = evolve(
            store_read,
            proposal=Proposals(store).open_one(id),
            deadline=Deadlines(store).of_one(id, person.id),
            note=Notes(store).of(id, person),
            auto_answers=AutoAnswers(store).of(id, person) if available else frozenset(),
            chat_lines=tuple(Chat(store).lines(id, person, query.last_chat_number)),
        )
    return store_read
