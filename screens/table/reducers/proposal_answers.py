"""How people answer what the table is asked: its question stands above what one is choosing."""

from __future__ import annotations

from attrs import evolve

from screens.table.effects import Outcome
from screens.table.match_commands import AnswerTable
from screens.table.messages import Do, Input, KeyPressed
from screens.table.proposal_view import AGREE, DECLINE
from screens.table.read_only_session import Reading
from screens.table.table_state import Doing


class Answers:
    """Takes the keys that answer; Enter never does."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading

    def hear(self, doing: Doing, input: Input) -> Outcome | None:
        """Agree or decline, once no key has come for a while."""
        match input:
            case KeyPressed(_, character) if character in (AGREE, DECLINE) and doing.is_drawn:
                proposal, person = doing.others.proposal, self._reading.person
                if proposal is None or person is None or not proposal.asks(person):
                    return None
                lets, gate = doing.others.gate.lets(doing.now)
                doing = evolve(doing, others=evolve(doing.others, gate=gate))
                answer = AnswerTable(proposal, yes=character == AGREE)
                return Outcome(doing, then=(Do(answer),) if lets else ())
        return None
