"""Answers to a proposal. It is shown above the decision."""

from __future__ import annotations

from attrs import evolve

from screens.table.effects import Do, Update
from screens.table.match_commands import AnswerTable
from screens.table.messages import KeyPressed, TableMessage
from screens.table.proposal_view import AGREE, DECLINE
from screens.table.read_only_session import ReadOnlySession
from screens.table.table_state import TableState


class ProposalAnswers:
    """Takes the keys that answer; Enter never does."""

    def __init__(self, reading: ReadOnlySession) -> None:
        self._reading = reading

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Agree or decline, once no key has come for a while."""
        match input:
            case KeyPressed(_, character) if character in (AGREE, DECLINE) and state.is_drawn:
                proposal, person = state.others.proposal, self._reading.person
                if proposal is None or person is None or not proposal.asks(person):
                    return None
                lets, gate = state.others.gate.lets(state.now)
                state = evolve(state, others=evolve(state.others, gate=gate))
                answer = AnswerTable(proposal, yes=character == AGREE)
                return Update(state, (Do(answer),) if lets else ())
        return None
