"""Commands that change the match, or proposals, seats, chat, notes and auto-answers on a server. A
driver carries them out, and their result is a message."""

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
    """A change that a driver carries out."""


@frozen
class MatchCommand(Command):
    """A command that changes the match."""


@frozen
class ServerCommand(Command):
    """A command that concerns the players of a match on a server: proposals, seats, chat, notes and
    auto-answers."""


@frozen
class Choose(MatchCommand):
    """Make `pick` for the seat whose decision is `request`."""

    request: DecisionRequest[State]
    pick: Value


@frozen(eq=False)
class BotThought:
    """Result of a bot's search. If it has found no pick, `trouble` is the reason, and a quick pick
    is made."""

    request: DecisionRequest[State]
    pick: Value | None = None
    trouble: GuildhallError | None = None


@frozen
class BotChooses(MatchCommand):
    """Let the bot whose turn it is choose. `thought` is the result of its search, or None if it
    does not search."""

    thought: BotThought | None = None


@frozen
class Undo(MatchCommand):
    """Undo a seat's last pick or, if `whole_turn`, all of the seat's picks in that turn since the
    last barrier, together with later picks of bots."""

    seat: int
    whole_turn: bool


@frozen
class Redo(MatchCommand):
    """Redo the last move that a seat has undone."""

    seat: int


@frozen
class Rewind(MatchCommand):
    """Undo the first pick after event `number` and everything after that pick, on behalf of
    `seat`."""

    seat: int
    number: int


@frozen
class GiveSeat(MatchCommand):
    """Give a seat to another player: `person`, or a bot such as `bot:medium`."""

    seat: int
    player: str


@frozen
class Propose(ServerCommand):
    """Make a proposal of a `kind` (see `engine.lobby.proposals.Proposal`): to undo the first pick
    after event `number` and everything after that pick, to end the game, or to give the seat
    `number` to `player`. `events` is the length of the log that the person has seen."""

    kind: str
    events: int
    number: int = 0
    player: str = PERSON


@frozen
class Withdraw(ServerCommand):
    """Withdraw the player's own proposal."""


@frozen
class AnswerProposal(ServerCommand):
    """Agree to a proposal or, if `yes` is false, decline it."""

    proposal: Proposal
    yes: bool


@frozen
class Concede(ServerCommand):
    """Concede the game. With more than two seats and other people, a bot takes over; otherwise, the
    game ends."""


@frozen
class FillSeatWithBot(ServerCommand):
    """Give a free seat to a bot."""

    seat: int


@frozen
class Say(ServerCommand):
    """Send a chat message to the table."""

    text: str


@frozen
class Mute(ServerCommand):
    """Mute the person with the id `person_id` or, if `muted` is false, unmute them."""

    person_id: int
    name: str
    muted: bool


@frozen
class SaveNote(ServerCommand):
    """Save the person's private note about the table. An empty text deletes the note."""

    text: str


@frozen
class SetAutoAnswer(ServerCommand):
    """Turn on the auto-answer `name` until the person's next turn or, if `turns_on` is false,
    cancel it."""

    name: str
    turns_on: bool
