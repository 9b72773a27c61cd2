"""Chat at a table: typing messages and notes, muting."""

from __future__ import annotations

from copy import copy
from typing import Final

from attrs import evolve

from engine.errors import GuildhallError
from engine.i18n.text import verbatim, words
from engine.lobby.chat import MAX_CHARACTERS, MAX_NOTE_LENGTH, ChatLine
from screens.paint.text_field import TextField
from screens.table.effects import (
    Do,
    Effects,
    RepaintScope,
    Update,
    cancel_timer,
    repaint,
    start_timer,
)
from screens.table.match_commands import Mute, SaveNote, Say
from screens.table.messages import (
    READ_AFTER_MUTE_OR_NOTE,
    Commanded,
    KeyPressed,
    Pasted,
    ServerCommandDone,
    StoreChanged,
    TableMessage,
    TimerFired,
)
from screens.table.reducers.table_reducer import TableReducer
from screens.table.table_state import NOTE_PAGE, Answer, Question, TableState, open_page

NEW_CHAT_SECONDS: Final = 20.0
"""Seconds for which new messages are shown over the table."""

MAX_SHOWN_MESSAGES: Final = 2
"""Maximum number of new messages shown over the table."""

NEW_CHAT_TIMER: Final = "new_chat"

_NOBODY: Final = words("Everyone here shares one terminal, so there is nobody to chat with.")


class ChatInput(TableReducer):
    """Reducer of the chat, and of typed messages and notes. A line that is being typed receives all
    keys, except Ctrl+C, Ctrl+L and Ctrl+Z, until it is finished."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Handle the commands for chat, notes and muting and their results, the line that is being
        typed, and the timer that hides new messages."""
        question = state.question
        field = None if question is None else question.field
        match input:
            case Commanded("play.say"):
                return self._type_message(state)
            case Commanded("play.note"):
                return self._edit_note(state)
            case ServerCommandDone(SaveNote(), None):
                message_text = words("Saved. Nobody else can see it.")
                return evolve(
                    self.notify(state, message_text),
                    follow_up=(StoreChanged(READ_AFTER_MUTE_OR_NOTE),),
                )
            case Commanded("play.mute"):
                return self._ask_whom(state)
            case TimerFired(timer) if timer == NEW_CHAT_TIMER:
                return repaint(
                    evolve(state, remote_players=evolve(state.remote_players, new_chat_lines=()))
                )
            case ServerCommandDone(Mute(_, name, muted), None):
                unmuted = words("{name} is no longer muted.", name=name)
                message_text = words("{name} is muted.", name=name) if muted else unmuted
                remote_players = evolve(state.remote_players, chat_lines=(), new_chat_lines=())
                state, effects = cancel_timer(
                    evolve(state, remote_players=remote_players), NEW_CHAT_TIMER
                )
                update = self.notify(state, message_text)
                return evolve(
                    update,
                    effects=(*update.effects, *effects),
                    follow_up=(StoreChanged(READ_AFTER_MUTE_OR_NOTE),),
                )
            case KeyPressed(key, character) if question is not None and field is not None:
                return _press(state, question, field, key, character)
            case Pasted(text) if question is not None and field is not None:
                field = copy(field)
                field.insert(text)
                return repaint(evolve(state, question=evolve(question, field=field)))
        return None

    def _type_message(self, state: TableState) -> Update:
        """Open the field for a message to everyone at the table. Refuse if the match is not on a
        server, or if the person has no seat."""
        if self.session.person is None:
            return self.refuse(state, _NOBODY)
        if not self.session.seats:
            return self.refuse(state, words("Only players can chat here."))
        if not state.is_drawn:
            return Update(state)
        answers = [Answer("enter", words("send"))]
        title = words("Message to the table")
        field = TextField(most=MAX_CHARACTERS)
        return repaint(evolve(state, question=Question(title, verbatim(""), answers, field=field)))

    def _edit_note(self, state: TableState) -> Update:
        """Open the field for the private note about this table. Refuse if the match is not on a
        server, or if the person has no seat."""
        if self.session.person is None:
            return self.refuse(state, _NOBODY)
        if not self.session.seats:
            return self.refuse(state, words("Only players can write notes here."))
        if not state.is_drawn:
            return Update(state)
        answers = [Answer("enter", words("save"))]
        title = words("Private note (only you can see it)")
        field = TextField.of(state.remote_players.note, MAX_NOTE_LENGTH)
        question = Question(title, verbatim(""), answers, field=field, command_for=SaveNote)
        if state.remote_players.note:
            state = open_page(state, NOTE_PAGE)
        return repaint(evolve(state, question=question), RepaintScope.ALL)

    def _ask_whom(self, state: TableState) -> Update:
        """Ask whom to mute or unmute, among up to nine players and authors of messages."""
        person = self.session.person
        if person is None:
            return self.refuse(state, _NOBODY)
        try:
            owners, muted = self.session.owners(), self.session.muted()
        except GuildhallError as error:
            return self.notify(state, error.text)
        names = {line.person: line.name for line in state.remote_players.chat_lines}
        for owner, name in zip(owners, self.session.match_view.header.names, strict=False):
            if owner is not None:
                names[owner] = name
        names.pop(person.id, None)
        answers = [
            _mute_answer(str(number), person_id, name, muted=person_id in muted)
            for number, (person_id, name) in enumerate(list(names.items())[:9], 1)
        ]
        if not answers:
            return self.refuse(state, words("There is nobody else here to mute."))
        body = words("Players are not told that you have muted them.")
        question = Question(words("Who do you want to mute or unmute?"), body, answers)
        return repaint(evolve(state, question=question))


def _mute_answer(key: str, person_id: int, name: str, *, muted: bool) -> Answer:
    meaning = words("unmute {name}", name=name) if muted else words("mute {name}", name=name)
    return Answer(key, meaning, Mute(person_id, name, not muted))


def _press(
    state: TableState, question: Question, field: TextField, key: str, character: str | None
) -> Update | None:
    if key in ("ctrl+c", "ctrl+l", "ctrl+z"):
        return None
    if key in ("enter", "escape"):
        sends = key == "enter" and (field.text.strip() or question.command_for is not Say)
        effects = (Do(question.command_for(field.text)),) if sends else ()
        return repaint(evolve(state, question=None), RepaintScope.DECISION, *effects)
    field = copy(field)
    field.press(key, character)
    return repaint(evolve(state, question=evolve(question, field=field)))


def add_chat_lines(
    state: TableState, new: tuple[ChatLine, ...], *, silent: bool
) -> tuple[TableState, Effects]:
    """Add the messages `new` to the chat, and show the last `MAX_SHOWN_MESSAGES` over the lower end
    of the table for a while. With `silent`, hide all messages over the table."""
    remote_players = evolve(
        state.remote_players, chat_lines=(*state.remote_players.chat_lines, *new)
    )
    if silent:
        state, effects = cancel_timer(evolve(state, remote_players=remote_players), NEW_CHAT_TIMER)
        return evolve(state, remote_players=evolve(remote_players, new_chat_lines=())), effects
    if not new:
        return state, ()
    lines = (*remote_players.new_chat_lines, *new)[-MAX_SHOWN_MESSAGES:]
    state, effect = start_timer(
        evolve(state, remote_players=evolve(remote_players, new_chat_lines=lines)),
        NEW_CHAT_TIMER,
        NEW_CHAT_SECONDS,
    )
    return state, (effect,)
