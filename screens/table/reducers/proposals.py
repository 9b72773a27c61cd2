"""Proposals among players at their own terminals, answers to them, and auto-answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from engine.errors import GuildhallError
from engine.i18n.text import Seat, words
from engine.lobby.proposals import PROPOSE_END, PROPOSE_REWIND, PROPOSE_SEAT, Proposal
from screens.key_map import key_of
from screens.table.effects import Do, Update, repaint
from screens.table.match_commands import (
    AnswerProposal,
    Concede,
    Propose,
    SetAutoAnswer,
    Withdraw,
)
from screens.table.messages import (
    Commanded,
    KeyPressed,
    OfferConcession,
    OfferProposals,
    ServerCommandDone,
    StoreChanged,
    TableMessage,
)
from screens.table.people_view import (
    AGREE_KEY,
    DECLINE_KEY,
    bots_for_seats,
    concession_text,
    proposal_text,
    summary_since,
)
from screens.table.read_only_session import ReadOnlySession, SceneFactory
from screens.table.reducers.table_reducer import TableReducer
from screens.table.table_state import Answer, Question, TableState

_ONLY_PLAYERS: Final = words("Only players can make a proposal.")


class ProposalKeys(TableReducer):
    """Reducer that lets players propose to undo moves, to end the match, or to give a seat to a
    bot, and lets them concede."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Handle the command to propose, answers that lead to another prompt, and the results of
        server commands. Leave the command to later reducers if the match is not on a server."""
        match input:
            case Commanded("play.rewind"):
                return self._ask(state)
            case OfferProposals(before):
                return self._offer_proposals(state, before)
            case OfferConcession():
                return _ask_question(state, self._concession_question())
            case ServerCommandDone(command, error):
                has_withdrawn = state.remote_players.has_withdrawn or isinstance(command, Withdraw)
                state = evolve(
                    state, remote_players=evolve(state.remote_players, has_withdrawn=has_withdrawn)
                )
                notified = None if error is None else self.notify(state, error.text)
                return evolve(notified or Update(state), follow_up=(StoreChanged(),))
        return None

    def _ask(self, state: TableState) -> Update | None:
        proposal = state.remote_players.proposal
        if not self.session.seats:
            return self.refuse(state, _ONLY_PLAYERS)
        if self.session.person is None:
            return None
        if proposal is None:
            return self._offer_proposals(state, self.session.match_view.length + 1)
        if proposal.seat in self.session.seats:
            answers = [Answer("w", words("withdraw"), Withdraw())]
            body = proposal_text(self.scenes.of(state), self.session.match_view, proposal)
            return _ask_question(state, Question(words("You have made a proposal"), body, answers))
        seat = Seat(proposal.seat)
        return self.refuse(state, words("{seat} has already made a proposal.", seat=seat))

    def _offer_proposals(self, state: TableState, before: int) -> Update:
        """Ask what to propose. An undo would begin with the last pick before the event `before`."""
        match_view, answers = self.session.match_view, list[Answer]()
        earlier = [number for number, _ in match_view.picks() if number < before]
        body = words("Every player at this table must agree.")
        if earlier:
            number = earlier[-1]
            story = summary_since(self.scenes.of(state), match_view, number)
            body = words("To undo: {story}", story=story)
            further_key = key_of("play.rewind", state.preferences.keys)
            answers += [
                Answer("1", words("undo it"), self._proposal(PROPOSE_REWIND, number - 1)),
                Answer(further_key, words("one move further back"), OfferProposals(number)),
            ]
        if not match_view.over:
            answers += [
                Answer("2", words("end the game"), self._proposal(PROPOSE_END)),
                Answer("3", words("concede"), OfferConcession()),
                *self._seats_for_bots(),
            ]
        if not answers:
            return self.refuse(state, words("There is no move to undo yet."))
        return _ask_question(state, Question(words("What do you propose?"), body, answers))

    def _proposal(self, kind: str, number: int = 0) -> Propose:
        return Propose(kind, self.session.match_view.length, number)

    def _seats_for_bots(self) -> Sequence[Answer]:
        """Return at most six answers that give seats to bots: free seats at once, and seats of
        people who have been away or have thought for too long, by a proposal. Empty if the database
        cannot be read."""
        try:
            absent, free = self.session.seats_to_give(), self.session.free_seats()
        except GuildhallError:
            return ()
        length = self.session.match_view.length
        commands = bots_for_seats(absent, free, self.session.seats, length)[:6]
        return [Answer(str(n), text, command) for n, (text, command) in enumerate(commands, 4)]

    def _concession_question(self) -> Question:
        seats = len(self.session.match_view.header.seats)
        body = concession_text(seats, others_play=self.session.others_play)
        answers = [Answer("g", words("concede"), Concede())]
        return Question(words("Do you really want to concede?"), body, answers)


def _ask_question(state: TableState, question: Question) -> Update:
    return repaint(evolve(state, question=question))


def update_proposal(
    state: TableState, current: Proposal | None, session: ReadOnlySession, scenes: SceneFactory
) -> tuple[TableState, bool]:
    """Return the state with the current proposal `current`, and whether the proposal has changed.
    Show a message if the earlier one has been withdrawn or declined."""
    before = state.remote_players.proposal
    remote_players = evolve(state.remote_players, proposal=current)
    if current is not None and (before is None or not before.is_same(current)):
        remote_players = evolve(
            remote_players, gate=remote_players.gate.shut(state.now), has_withdrawn=False
        )
    elif before is not None and current is None and _was_withdrawn(before, session):
        own = before.seat in session.seats and not remote_players.has_withdrawn
        declined = words("Not everyone agreed, so your proposal has been withdrawn.")
        text = declined if own else words("The proposal has been withdrawn.")
        state = evolve(state, message=scenes.translate(state, text))
    return evolve(state, remote_players=remote_players), before != current


def _was_withdrawn(proposal: Proposal, session: ReadOnlySession) -> bool:
    """Return whether a proposal that has vanished must have been withdrawn or declined. Return
    False for a proposal about a seat, if the game is over, and if somebody has moved since the
    proposal."""
    match_view = session.match_view
    return not (
        proposal.kind == PROPOSE_SEAT or match_view.over or match_view.length > proposal.events
    )


class ProposalAnswers(TableReducer):
    """Reducer of the keys that answer a proposal. Enter never answers one."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        """Agree to the proposal or decline it, unless the key comes too soon after the proposal.
        Return None for other keys, and if the person has no vote or has already voted."""
        match input:
            case KeyPressed(_, character) if (
                character in (AGREE_KEY, DECLINE_KEY) and state.is_drawn
            ):
                proposal, person = state.remote_players.proposal, self.session.person
                if proposal is None or person is None or not proposal.asks(person):
                    return None
                admitted, gate = state.remote_players.gate.admit(state.now)
                state = evolve(state, remote_players=evolve(state.remote_players, gate=gate))
                answer = AnswerProposal(proposal, yes=character == AGREE_KEY)
                return Update(state, (Do(answer),) if admitted else ())
        return None


class AutoAnswerKeys(TableReducer):
    """Reducer of the command that asks which auto-answers to turn on or off."""

    def update(self, state: TableState, input: TableMessage) -> Update | None:
        return self._ask(state) if input == Commanded("play.beforehand") else None

    def _ask(self, state: TableState) -> Update:
        match_view = self.session.match_view
        if self.session.person is None or not self.session.seats:
            return self.refuse(state, words("Only players can set auto-answers."))
        if not match_view.game.auto_answers:
            return self.refuse(state, words("There is nothing to auto-answer in this game."))
        answers = []
        for number, (name, auto_answer) in enumerate(match_view.game.auto_answers.items(), 1):
            is_on = name in state.remote_players.auto_answers
            meaning = (
                words("cancel: {answer}", answer=auto_answer.title) if is_on else auto_answer.title
            )
            answers.append(Answer(str(number), meaning, SetAutoAnswer(name, not is_on)))
        title = words("Which questions do you want to auto-answer?")
        body = words(
            "An auto-answer lasts until your next turn. "
            "Nobody can see it before the question is asked."
        )
        return repaint(evolve(state, question=Question(title, body, answers)))
