"""External bots: programs in any language that exchange lines of JSON with Guildhall.

The option `--program` names the programs; `docs/bots.md` describes the protocol. If a program
fails, a random pick is made for the pending decision, and the program is started again for the next
one, unless it has already been started `MAX_STARTS` times.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from attrs import define, field, frozen

from engine.bots.child_process import ChildProcess, ProcessFailed, ProcessLimits
from engine.bots.wire_format import from_json, part_to_json, to_json
from engine.core.event import Header, Json, Value
from engine.core.score_sheet import Standing
from engine.core.state import State
from engine.core.step import Simultaneous
from engine.errors import Refusal
from engine.games import load
from engine.match.decision_request import DecisionRequest, PartialMove
from engine.match.preview import SeatPosition
from engine.search.simulation import Observation

PROTOCOL_VERSION: Final = 1
"""Version of the protocol, increased by every change that can break a correct program."""

MAX_ILLEGAL_ANSWERS: Final = 3
"""Number of illegal answers to one decision after which a random pick is made."""

MAX_STARTS: Final = 5
"""Maximum number of times that a program is started for one seat of a match."""

_idle: dict[Path, list[ChildProcess]] = {}
"""Running programs whose matches are over, kept for reuse."""


@frozen
class _Question:
    """A numbered question to a program. After `tries` further illegal answers, a random pick is
    made."""

    number: int
    move: PartialMove[State]
    tries: int

    def is_about(self, request: DecisionRequest[State]) -> bool:
        """Whether this question is about the decision of `request`, and the seat's view has not
        changed since."""
        mine = self.move.request
        same = (mine.seat, mine.decision) == (request.seat, request.decision)
        return same and mine.view.digest() == request.view.digest()


class _InvalidAnswer(Exception):
    """Raised for an invalid answer, with the reason."""


@define(eq=False)
class ExternalBot:
    """A program that plays one seat of one match.

    `lost` counts the random picks made in place of the program, `why` is the reason for the last of
    them, and `was_random` is whether the latest pick was random.
    """

    program: Path
    bounds: ProcessLimits = field(factory=ProcessLimits)
    lost: int = 0
    why: str = ""
    was_random: bool = False
    _header: Header | None = field(default=None, init=False)
    _process: ChildProcess | None = field(default=None, init=False)
    _starts: int = field(default=0, init=False)
    _welcomed: bool = field(default=False, init=False)
    _numbers: int = field(default=0, init=False)
    _question: _Question | None = field(default=None, init=False)

    def on_match_begin(self, header: Header) -> None:
        """Remember `header` for the first message to the program, which contains the settings of
        the match."""
        self._header = header

    def choose(self, observation: Observation) -> Value:
        """Return the program's pick, or a random pick if the program fails or gives too many
        illegal answers."""
        pick = self.choose_by(observation, None)
        assert pick is not None
        return pick

    def choose_by(self, observation: Observation, until: float | None) -> Value | None:
        """Return a pick as `choose` does, or None if it is not ready by `until` (a time of
        `monotonic`; None to wait until the time limit). In that case, call this method again."""
        self.was_random = False
        try:
            pick = self._answer(observation, until)
        except ProcessFailed as error:
            self._process = None
            pick = self._random_pick(observation, str(error))
        if pick is not None:
            self._question = None
        return pick

    def on_match_end(self, standings: Sequence[Standing]) -> None:
        """If the program is running, send it the result and keep it for the next match."""
        process, self._process = self._process, None
        if process is None or not process.alive:
            return
        try:
            process.allow_time()
            process.send(
                {
                    "over": [
                        [standing.seat, standing.place, standing.total] for standing in standings
                    ]
                }
            )
        except ProcessFailed:
            return
        _idle.setdefault(self.program, []).append(process)

    # ------------------------------------------------------------------ choosing

    def _answer(self, observation: Observation, until: float | None) -> Value | None:
        header = self._header
        assert header is not None
        request = _request_of(header, observation)
        process = self._started(header, observation.seat)
        while not self._welcomed:
            message = process.read_message(until)
            if message is None:
                return None
            self._welcomed = self._is_greeting(process, message)
        if self._question is None or not self._question.is_about(request):
            process.allow_time()
            self._ask(process, PartialMove(request), MAX_ILLEGAL_ANSWERS)
        while (message := process.read_message(until)) is not None:
            if message.get("answer") != self._question_now.number:
                continue
            try:
                pick = self._pick_from(process, message)
            except _InvalidAnswer as error:
                pick = self._refuse(process, observation, str(error))
            if pick is not None:
                return pick
        return None

    @property
    def _question_now(self) -> _Question:
        assert self._question is not None
        return self._question

    def _started(self, header: Header, seat: int) -> ChildProcess:
        """Return the program's process. If there is none yet, or after a failure, reuse an idle
        program or start one, and send the greeting, whose reply is still to be read. Raises
        ProcessFailed if the program cannot be started or has already been started `MAX_STARTS`
        times."""
        if self._process is not None:
            return self._process
        if self._starts >= MAX_STARTS:
            raise ProcessFailed("it has failed too often")
        self._starts += 1
        self._welcomed, self._question = False, None
        process = _idle_process(self.program) or ChildProcess(self.program, self.bounds)
        process.allow_time()
        process.send(_greeting(header, seat))
        self._process = process
        return process

    def _is_greeting(self, process: ChildProcess, message: Mapping[str, Json]) -> bool:
        if "answer" in message:
            return False
        if message.get("protocol") != PROTOCOL_VERSION:
            process.kill()
            raise ProcessFailed(f"it does not support version {PROTOCOL_VERSION} of the protocol")
        return True

    def _ask(self, process: ChildProcess, move: PartialMove[State], tries: int) -> None:
        """Ask the program for a pick or, if `move` already has some parts of one, for the next
        part. After `tries` further illegal answers, a random pick is made."""
        self._numbers += 1
        self._question = _Question(self._numbers, move, tries)
        request = move.request
        question = move.question
        message: dict[str, Json] = {
            "ask": self._numbers,
            "decision": request.decision.name,
            "question": "" if question is None else question.plain(),
        }
        if not move.chosen:
            message["complete"] = request.decision.listed
            message["options"] = to_json(request.options)
        if move.chosen or not request.decision.listed:
            message["chosen"] = to_json(move.chosen)
            message["next"] = part_to_json(move.following)
        if not move.chosen:
            message["view"] = to_json(request.view)
        process.send(message)

    def _pick_from(self, process: ChildProcess, message: Mapping[str, Json]) -> Value | None:
        """Return the pick that the program's answer `message` names or completes. If parts of the
        pick are still missing, ask for the next part and return None. Raises _InvalidAnswer if the
        answer is malformed or illegal."""
        question = self._question_now
        move = question.move
        match message:
            case {"option": int(number)} if not move.chosen:
                return _numbered(move.request.options, number)
            case {"pick": pick}:
                return _allowed(move.request, from_json(pick))
            case {"value": int(number)}:
                following = move.following
                values = following if isinstance(following, Sequence) else ()
                part: Value | None = _numbered(values, number)
            case {"part": found}:
                part = from_json(found)
            case _:
                raise _InvalidAnswer("An answer has an option, a pick, a value or a part.")
        if part is None:
            raise _InvalidAnswer("That is no part of a pick.")
        further = move.then(part)
        if isinstance(further, Refusal):
            raise _InvalidAnswer(_in_words(further))
        if further.pick is not None:
            return _allowed(move.request, further.pick)
        self._ask(process, further, question.tries)
        return None

    def _refuse(self, process: ChildProcess, observation: Observation, why: str) -> Value | None:
        """Refuse an answer with the reason `why`, ask again from the first part, and return None.
        After the last try, return a random pick instead."""
        question = self._question_now
        message: dict[str, Json] = {"refused": question.number, "why": why}
        if question.tries > 1:
            process.send(message)
            self._ask(process, PartialMove(question.move.request), question.tries - 1)
            return None
        pick = self._random_pick(observation, why)
        process.send({**message, "instead": to_json(pick)})
        return pick

    def _random_pick(self, observation: Observation, why: str) -> Value:
        self.lost, self.why, self.was_random = self.lost + 1, why, True
        return observation.sample()


def _request_of(header: Header, observation: Observation) -> DecisionRequest[State]:
    """Return the decision of `observation` as a request that can be answered part by part."""
    view = observation.view
    since = 0 if isinstance(view.agenda[-1], Simultaneous) else None
    moment = SeatPosition(header, observation.game, view, simultaneous_since=since)
    options = tuple(observation.options)
    return DecisionRequest(
        observation.seat, observation.decision, view, options, len(observation.past), moment
    )


def _idle_process(program: Path) -> ChildProcess | None:
    """Remove a running process of `program` from `_idle`, and return it; None if there is none."""
    waiting = _idle.get(program, [])
    while waiting:
        process = waiting.pop()
        if process.alive:
            return process
    return None


def _greeting(header: Header, seat: int) -> Json:
    """Return the first message for a program that plays `seat`, with the settings of the match and
    all component data."""
    game = load(header.game)
    return {
        "guildhall": PROTOCOL_VERSION,
        "game": header.game,
        "rules": header.rules,
        "seat": seat,
        "seats": list(header.names),
        "options": dict(header.options),
        "components": game.boxed(header.data),
    }


def _numbered(values: Sequence[Value], number: int) -> Value:
    """Return the value with the index `number`. Raises _InvalidAnswer if there is none."""
    if not 0 <= number < len(values):
        raise _InvalidAnswer(f"There is no choice {number}, only 0 to {len(values) - 1}.")
    return values[number]


def _allowed(request: DecisionRequest[State], pick: Value | None) -> Value:
    """Return `pick` if it is legal. Raises _InvalidAnswer, with the reason, if it is not."""
    if pick is None:
        raise _InvalidAnswer("This is not a pick.")
    refusal = request.refuse(pick)
    if refusal is not None:
        raise _InvalidAnswer(_in_words(refusal))
    return pick


def _in_words(refusal: Refusal) -> str:
    reason = refusal.reason.plain()
    return f"{reason} ({refusal.rule})" if refusal.rule else reason
