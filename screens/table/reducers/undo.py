"""Undo and redo, alone or with the agreement of the table."""

from __future__ import annotations

from attrs import evolve, frozen

from engine.core.players import ending_told
from engine.i18n.text import Seat, Text, words
from screens.key_map import key_of
from screens.table.effects import Do, Update, repaint
from screens.table.match_commands import Redo, Rewind, TakeBack
from screens.table.messages import AskTable, Commanded, TableMessage
from screens.table.read_only_session import ReadOnlySession
from screens.table.reducers.table_reducer import TableReducer
from screens.table.table_state import Answer, Question, TableState
from screens.table_view import log_view


class UndoKeys(TableReducer):
    """Handles undo and redo."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Handle the commands to undo, to redo, and to propose an undo."""
        match input:
            case Commanded("play.undo"):
                return self._take_back(state, whole_turn=False)
            case Commanded("play.undo_turn"):
                return self._take_back(state, whole_turn=True)
            case Commanded("play.redo"):
                return self._redo(state)
            case Commanded("play.rewind"):
                return self._ask_table(state, self._reading.sight.length + 1)
            case AskTable(before):
                return self._ask_table(state, before)
        return None

    def _take_back(self, state: TableState, *, whole_turn: bool) -> Update:
        """Undo the last pick, or the whole turn; of another player's turn with secrets only the
        last pick."""
        asked = state.viewer if state.choosing is None else state.choosing.seat
        ask = self._scenes.around.key_to("play.rewind", state.wishes.keys)
        back = undo_target(self._reading, asked, ask)
        if back.seat is None or back.why_not is not None:
            return self._tell(state, back.why_not or words("There is no move to undo yet."))
        own = state.choosing is None or state.choosing.seat == back.seat
        whole = whole_turn and (own or not self._reading.sight.has_secrets())
        return Update(state, (Do(TakeBack(back.seat, whole)),))

    def _redo(self, state: TableState) -> Update:
        sight = self._reading.sight
        seats = [one for one in (state.viewer, *self._reading.people) if one is not None]
        able = next((seat for seat in seats if sight.can_redo(seat)), None)
        if able is None:
            return self._tell(state, words("There is nothing to redo."))
        return Update(state, (Do(Redo(able)),))

    def _ask_table(self, state: TableState, before: int) -> Update:
        """Ask whether to propose undoing the last pick of a person before an event, and everything
        after it: a bot would repeat its pick."""
        sight = self._reading.sight
        people = sight.own_people or range(len(sight.header.seats))
        earlier = [n for n, seat in sight.picks() if n < before and seat in people]
        if not earlier:
            return self._tell(state, words("There is no move to undo yet."))
        number = earlier[-1]
        story = log_view.log_lines(self._scenes.of(state))
        gone = " ".join(line.text for line in story if line.number >= number)
        alone = len(sight.own_people) == 1
        yes = words("undo it") if alone else words("everyone agrees")
        seat = state.viewer if state.viewer is not None else 0
        further = key_of("play.rewind", state.wishes.keys)
        answers = [
            Answer("enter", yes, Rewind(seat, number - 1)),
            Answer(further, words("one move further back"), AskTable(number)),
        ]
        sure = words("Undo it anyway?")
        title = sure if alone else words("Does everyone at the table agree?")
        body = words("This undoes: {story}", story=gone)
        return repaint(evolve(state, question=Question(title, body, answers)))


@frozen
class UndoTarget:
    """Target of `u` and `U`: the seat whose move they undo, or the reason why they undo none."""

    seat: int | None
    why_not: Text | None

    @property
    def free(self) -> bool:
        """Whether something can be undone."""
        return self.why_not is None


def undo_target(session: ReadOnlySession, asked: int | None, ask: Text) -> UndoTarget:
    """Return what the deciding seat `asked` can undo without a proposal. `ask` names the key for a
    proposal, or the typed word.

    It is the last move made by the people at this terminal. A secret move of another seat, or one
    within a simultaneous step, stays, also the news of it (who is ready): then it is the seat's own
    last move, if that can be undone.
    """
    sight = session.sight
    if sight.ended is not None:
        told = ending_told(sight.ended.ending, len(sight.ended.result))
        return UndoTarget(None, told)
    people = sight.own_people
    last = next(((n, seat) for n, seat in reversed(sight.picks()) if seat in people), None)
    if last is None:
        return UndoTarget(None, words("There is no move to undo yet."))
    number, seat = last
    apart = sight.within_together(number) or sight.is_secret(number, asked)
    if seat != asked and apart:
        if asked not in people or session.why_not_take_back(asked) is not None:
            reason = words("{seat} has made a secret choice.", seat=Seat(seat))
            return UndoTarget(None, _ask_table(reason, ask))
        seat = asked
    why_not = session.why_not_take_back(seat)
    return UndoTarget(seat, None if why_not is None else _ask_table(why_not, ask))


def _ask_table(reason: Text, ask: Text) -> Text:
    return words("{reason} So it cannot be undone; {key} asks the table.", reason=reason, key=ask)
