"""What is changed in the match or in the house: the driver does it, and says what came of it."""

from __future__ import annotations

from attrs import frozen

from engine.core.event import Value
from engine.core.players import PERSON
from engine.core.state import State
from engine.errors import GuildhallError
from engine.lobby.proposals import Proposal
from engine.match.decision_request import DecisionRequest


@frozen
class Command:
    """Change that a driver carries out."""


@frozen
class MatchCommand(Command):
    """Change of the match."""


@frozen
class HouseCommand(Command):
    """Change on the server beside the match: proposals, seats, chat, notes."""


@frozen
class Choose(MatchCommand):
    """A seat takes a pick."""

    asked: DecisionRequest[State]
    pick: Value


@frozen(eq=False)
class BotThought:
    """What a bot that thinks was asked, and its pick; `trouble` is why there is none, so that a
    quick bot's stands in."""

    asked: DecisionRequest[State]
    pick: Value | None = None
    trouble: GuildhallError | None = None


@frozen
class BotChooses(MatchCommand):
    """The bot that is due chooses: what it has thought of, if it is one that thinks for long."""

    thought: BotThought | None = None


@frozen
class TakeBack(MatchCommand):
    """A seat takes back its last choice, or its whole turn."""

    seat: int
    whole_turn: bool


@frozen
class Redo(MatchCommand):
    """A seat brings back what was taken back."""

    seat: int


@frozen
class Rewind(MatchCommand):
    """The table takes back all after an event."""

    seat: int
    number: int


@frozen
class GiveSeat(MatchCommand):
    """Another player plays a seat from now on."""

    seat: int
    player: str


@frozen
class Propose(HouseCommand):
    """The table is asked something (`engine.lobby.proposals`): to take back all from an event
    on, to end, or to let another player have a seat. `events` is how long the log was."""

    kind: str
    events: int
    number: int = 0
    player: str = PERSON


@frozen
class Withdraw(HouseCommand):
    """What this person has asked the table is asked no more."""


@frozen
class AnswerTable(HouseCommand):
    """This person agrees to what the table is asked, or declines it."""

    proposal: Proposal
    yes: bool


@frozen
class Concede(HouseCommand):
    """This person gives up for good."""


@frozen
class FillSeatWithBot(HouseCommand):
    """A bot plays in a place that is free."""

    seat: int


@frozen
class Say(HouseCommand):
    """A line for all at the table."""

    text: str


@frozen
class Mute(HouseCommand):
    """Somebody is heard no more, or again."""

    who: int
    name: str
    muted: bool


@frozen
class SaveNote(HouseCommand):
    """What this person notes at the table for themselves, in place of what they had noted."""

    text: str


@frozen
class SetStandingAnswer(HouseCommand):
    """This person gives an answer that the game knows, by its name, beforehand, till their own
    turn; or no more."""

    name: str
    gives: bool
