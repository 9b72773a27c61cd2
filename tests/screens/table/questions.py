"""Every kind of question that the games ask, each at a table that carries out nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from attrs import evolve, field, frozen

from engine.core.command import Menu
from engine.errors import GuildhallError
from engine.games import load
from engine.match.match import Match
from engine.match.position import PendingDecision
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.input_modes.choice_list import ChoiceList
from screens.input_modes.partial_pick import PartialPick
from screens.preferences import CARDS_OFF, CONFIRM_LOSS, Preferences
from screens.table.effects import Do, RepaintScope
from screens.table.messages import KeyPressed
from screens.table.table_state import TableState
from tests.screens.table.headless import CHARACTERS, NAMES, HeadlessMatch
from tests.screens.table.positions import PLAYERS
from tests.screens.tables import PickChooser, any_option, sampled, step

MAX_PICKS: Final = 600
"""Maximum number of picks that are examined in the first match."""

MAX_PICKS_OF_OTHERS: Final = 120
"""Maximum number of picks in each match with another option or number of seats."""

Kind = tuple[str, ...]
"""What distinguishes questions: the decision, the command, the number of chosen parts, and the
input mode."""


@frozen
class Question:
    """A question on the screen. Keys can be tried on it repeatedly, and their results are
    cached."""

    table: HeadlessMatch
    state: TableState
    kind: Kind
    now: float = 1000.0
    commits: int = 0
    _tried: dict[tuple[str, float], Question] = field(factory=dict, init=False, repr=False)
    _pointing: dict[int, Question] = field(factory=dict, init=False, repr=False)

    @property
    def partial_pick(self) -> PartialPick[Any]:
        """The pick so far."""
        assert self.state.partial_pick is not None
        return self.state.partial_pick

    @property
    def input_mode(self) -> Any:
        """The input mode of the current part."""
        return self.partial_pick.input_mode

    def after(self, *keys: str, wait: float = 10) -> Question:
        """Return the question after keys, `wait` seconds apart, and count the picks made."""
        one = self
        for key in keys:
            if (key, wait) not in one._tried:
                one._tried[key, wait] = one._press(key, wait)
            one = one._tried[key, wait]
        return one

    def _press(self, key: str, wait: float) -> Question:
        now, name = self.now + wait, NAMES.get(key, key)
        pressed = KeyPressed(name, CHARACTERS.get(name, key if len(key) == 1 else None))
        state, effects = self.table.table.dispatch(self.state, pressed, now)
        commits = self.commits + sum(isinstance(effect, Do) for effect in effects)
        state = evolve(state, gate=state.gate.shown(now))
        return evolve(self, state=state, now=max(now, self.now), commits=commits)

    def pointing(self, index: int) -> Question:
        """Return the question with the cursor at a stop, however it got there."""
        if index not in self._pointing:
            fork = self.partial_pick.forked()
            fork.input_mode.point(index)
            state = evolve(self.state, partial_pick=fork, confirming=False, message="")
            self._pointing[index] = evolve(self, state=state)
        return self._pointing[index]

    def rows(self) -> list[str]:
        """Return the rows of the screen, all newly painted. The last one is the key line."""
        renderer = self.table.table.renderer
        renderer.forget()
        renderer.invalidate(RepaintScope.ALL)
        return ["".join(row) for row in renderer.picture(self.state).canvas.chars]

    def screen(self) -> str:
        """Return everything on the screen."""
        return "\n".join(self.rows())

    @property
    def outcome(self) -> tuple[Any, ...]:
        """Return the picks made, whether a confirmation is asked, and the pick so far."""
        partial_pick = self.partial_pick
        among = getattr(partial_pick.input_mode, "among", ())
        return self.commits, self.state.confirming, partial_pick.chosen, among

    @property
    def name(self) -> str:
        """The name in the message of a failed law."""
        return " / ".join(self.kind)


def kind_of(partial_pick: PartialPick[Any]) -> Kind:
    """Return the kind of a question."""
    chosen = partial_pick.chosen
    command = str(chosen[0]) if chosen and partial_pick.decision.parts > 1 else ""
    way = type(partial_pick.input_mode).__name__
    return partial_pick.decision.name, command, str(len(chosen)), way


def tables_of(game: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield tables with each value of each option and each number of seats."""
    entry = load(game)
    seats = PLAYERS[game]
    yield seats, {}
    for option in entry.all_settings():
        for value in option.choices:
            if value != option.default:
                yield seats, {option.key: value}
    for number in entry.players:
        if number != seats:
            yield number, {}


def questions(game: str, per_kind: int) -> Iterator[Question]:
    """Yield up to `per_kind` questions of every kind that occurs in matches."""
    seen: dict[Kind, int] = {}
    begun: dict[tuple[str, Any], int] = {}
    for number, (seats, options) in enumerate(tables_of(game)):
        people = [(f"Player {n}", "person") for n in range(seats)]
        try:
            match = Match.begin(game, people, seed=f"keys {number}", options=options)
        except GuildhallError:
            continue
        lots: Sequence[PickChooser] = (sampled(b"keys %d" % number), any_option(number))
        for picks in range(MAX_PICKS if number == 0 else MAX_PICKS_OF_OTHERS):
            if match.over:
                break
            pending = match.pending()[0]
            commands = list(_commands(match, pending))
            if any(begun.get(one, 0) < per_kind for one in commands):
                begun.update({one: begun.get(one, 0) + 1 for one in commands})
                yield from _asked(match, seen, per_kind)
            step(match, lots[picks % len(lots)] if pending.decision.listed else lots[0])


def _commands(match: Match, pending: PendingDecision) -> Iterator[tuple[str, Any]]:
    """Yield a decision with each of its commands."""
    decision = pending.decision
    yield decision.name, None
    if isinstance(decision, Menu):
        for command in decision.commands(match.view(pending.seat)):
            if command.possible(match.view(pending.seat), pending.seat):
                yield decision.name, command.key


def _asked(match: Match, seen: dict[Kind, int], per_kind: int) -> Iterator[Question]:
    """Yield the current question of a match, and those that its choices lead to."""
    store, recorded_match = MemoryStore(), Match.load(match.header, match.log)
    preferences = Preferences(cards=CARDS_OFF, confirm=CONFIRM_LOSS)
    table = HeadlessMatch(
        Session(store, store.new(recorded_match), recorded_match), preferences, size=(100, 40)
    )
    if table.state.pass_to is not None:
        table.press("space")
    state = evolve(table.state, gate=evolve(table.state.gate, since=None))
    todo = (
        [] if state.partial_pick is None else [Question(table, state, kind_of(state.partial_pick))]
    )
    roots = todo.copy()
    while todo:
        one = todo.pop(0)
        is_new = seen.get(one.kind, 0) < per_kind
        if is_new:
            seen[one.kind] = seen.get(one.kind, 0) + 1
            yield one
        if is_new or one in roots:
            todo += _further(one)


def _further(one: Question) -> Iterator[Question]:
    """Yield the questions after a part."""
    if not isinstance(one.input_mode, ChoiceList):
        return
    for number, choice in enumerate(one.partial_pick.choices()):
        fork = one.partial_pick.forked()
        fork.input_mode.point(number)
        if choice.listed and fork.pick is None and fork.finish() is None:
            state = evolve(one.state, partial_pick=fork, gate=evolve(one.state.gate, since=None))
            yield Question(one.table, state, kind_of(fork))
