"""Undo and redo, alone or with the agreement of the table."""

from __future__ import annotations

from attrs import evolve

from engine.i18n.text import words
from screens.key_map import key_name_of, key_of
from screens.table.effects import Do, Update, repaint
from screens.table.match_commands import Redo, Rewind, Undo
from screens.table.messages import Commanded, OfferRewind, TableMessage
from screens.table.reducers.table_reducer import TableReducer
from screens.table.table_state import Answer, Question, TableState
from screens.table.undo_target import undo_target
from screens.table_view import log_view


class UndoKeys(TableReducer):
    """Reducer of the commands to undo, to redo, and, unless the match is on a server, to undo any
    number of moves with the agreement of the table."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        match input:
            case Commanded("play.undo"):
                return self._undo(state, "play.undo")
            case Commanded("play.undo_turn"):
                return self._undo(state, "play.undo_turn")
            case Commanded("play.redo"):
                return self._redo(state)
            case Commanded("play.rewind"):
                return self._offer_rewind(state, self.session.match_view.length + 1)
            case OfferRewind(before):
                return self._offer_rewind(state, before)
        return None

    def _undo(self, state: TableState, command: str) -> Update:
        """Undo the last pick or, if `command` is `play.undo_turn`, the picks of the turn since the
        last barrier. If another seat is deciding and the game has secrets, undo only the last pick.
        A move that ended the game is undone only after the player confirms this in a prompt. If
        nothing can be undone, say why."""
        asked_seat = state.viewer if state.partial_pick is None else state.partial_pick.seat
        propose_key = self.scenes.context.key_name_of("play.rewind", state.preferences.keys)
        target = undo_target(self.session, asked_seat, propose_key)
        if target.seat is None or target.why_not is not None:
            return self.refuse(state, target.why_not or words("There is no move to undo yet."))
        own = state.partial_pick is None or state.partial_pick.seat == target.seat
        whole_turn = command == "play.undo_turn" and (
            own or not self.session.match_view.has_secrets()
        )
        undo = Undo(target.seat, whole_turn)
        if not self.session.match_view.over:
            return Update(state, (Do(undo),))
        keys = state.preferences.keys
        answer = Answer(key_of(command, keys), words("undo it"), undo)
        body = words(
            "The game will then continue. {key} redoes the move.",
            key=key_name_of("play.redo", keys),
        )
        question = Question(words("Undo the last move of the game?"), body, [answer])
        return repaint(evolve(state, question=question))

    def _redo(self, state: TableState) -> Update:
        match_view = self.session.match_view
        seats = [seat for seat in (state.viewer, *self.session.people) if seat is not None]
        seat_to_redo = next((seat for seat in seats if match_view.can_redo(seat)), None)
        if seat_to_redo is None:
            return self.refuse(state, words("There is nothing to redo."))
        return Update(state, (Do(Redo(seat_to_redo)),))

    def _offer_rewind(self, state: TableState, before: int) -> Update:
        """Ask whether to undo the last pick that a person here made before event `before`, and
        everything after it. Bots' picks are passed over if people play here, because a bot would
        only repeat an undone pick."""
        match_view = self.session.match_view
        people = match_view.own_people or range(len(match_view.header.seats))
        earlier = [n for n, seat in match_view.picks() if n < before and seat in people]
        if not earlier:
            return self.refuse(state, words("There is no move to undo yet."))
        number = earlier[-1]
        story = log_view.log_lines(self.scenes.of(state))
        undone = " ".join(line.text for line in story if line.number >= number)
        alone = len(match_view.own_people) == 1
        yes = words("undo it") if alone else words("everyone agrees")
        seat = state.viewer if state.viewer is not None else 0
        further_key = key_of("play.rewind", state.preferences.keys)
        answers = [
            Answer("enter", yes, Rewind(seat, number - 1)),
            Answer(further_key, words("one move further back"), OfferRewind(number)),
        ]
        sure = words("Undo it anyway?")
        title = sure if alone else words("Does everyone at the table agree?")
        body = words("This undoes: {story}", story=undone)
        return repaint(evolve(state, question=Question(title, body, answers)))
