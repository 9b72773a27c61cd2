"""A table without an app: it handles keys, carries out effects, and has timers with their own
clock."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from typing import Any, Final, Self

import pytest
from attrs import evolve

from engine.i18n.language import Translator
from engine.i18n.text import Text
from engine.lobby.presence import Presence
from engine.match.match import Match
from engine.search.review import Review
from engine.storage.session import Session
from screens import key_map
from screens.paint.canvas import Spot
from screens.paint.theme import theme
from screens.preferences import Preferences
from screens.table.dispatch import ReducerStack
from screens.table.effects import (
    CancelTimer,
    Do,
    Effect,
    GoToEvent,
    Leave,
    ReadStore,
    Repaint,
    RepaintScope,
    ShowTask,
    StartTimer,
)
from screens.table.execute import execute, read_store
from screens.table.lesson_progress import LessonProgress
from screens.table.match_commands import Command, MatchCommand
from screens.table.messages import (
    KeyPressed,
    Opened,
    ReplayMoved,
    Resized,
    TableMessage,
    TimerFired,
)
from screens.table.read_only_session import ReadOnlySession, TableContext
from screens.table.reducer_stack import (
    begin,
    begin_replay,
    lesson_reducers,
    reducers_for,
    replay_reducers,
)
from screens.table.replay_position import ReplayPosition
from screens.table.table_renderer import Picture
from screens.table.table_state import TableState

CHARACTERS: Final = {
    **{
        "slash": "/",
        "equals_sign": "=",
        "question_mark": "?",
        "plus": "+",
        "minus": "-",
        "space": " ",
        "comma": ",",
        "colon": ":",
    },
    **{"full_stop": ".", "less_than_sign": "<", "greater_than_sign": ">"},
}
"""The characters of keys that have names."""

NAMES: Final = {sign: name for name, sign in CHARACTERS.items()}


_presences: Final[list[Presence]] = []


@pytest.fixture(autouse=True)
def leave_tables() -> Iterator[None]:
    """Let everyone leave when a test ends, because each table holds a file open."""
    yield
    while _presences:
        _presences.pop().leave()


class HeadlessTable:
    """A table without an app, whose player thinks before each key. If `paints`, every change is
    painted at once, as on a screen. If `moves`, animations are shown."""

    def __init__(
        self, state: TableState, size: tuple[int, int], paints: bool, moves: bool = False
    ) -> None:
        self.moves = moves
        self.table, self.state, self.paints = self.make_stack(), state, paints
        self.now = 0.0
        self.timers: dict[str, tuple[float, int]] = {}
        self.left = False
        self.effects: list[Effect] = []
        self._shown: Picture | None = None
        self.send(Resized(*size))
        self.send(Opened())

    def make_stack(self) -> ReducerStack:
        """Return the reducers of the table, which have painted nothing yet."""
        raise NotImplementedError

    @property
    def match(self) -> Match:
        """The match that is played or replayed."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        """Leave the table."""

    def send(self, input: TableMessage) -> None:
        """Dispatch a message, and all messages that follow from it."""
        pending, scope = deque([input]), RepaintScope.NOTHING
        while pending:
            self.state, effects = self.table.dispatch(self.state, pending.popleft(), self.now)
            for effect in effects:
                if isinstance(effect, Repaint):
                    scope = max(scope, effect.scope)
                elif (answer := self.carry_out(effect)) is not None:
                    pending.append(answer)
        if scope and self.paints:
            self._paint()
        if not self.state.gate.painted:
            self.state = evolve(self.state, gate=self.state.gate.shown(self.now))

    def do(self, act: Command) -> None:
        """Carry out a command, and dispatch its result."""
        answer = self.carry_out(Do(act))
        assert answer is not None
        self.send(answer)

    def carry_out(self, effect: Effect) -> TableMessage | None:
        """Carry out an effect, and return the resulting message, if any."""
        match effect:
            case StartTimer(timer, number, seconds):
                self.timers[timer] = (self.now + seconds, number)
            case CancelTimer(timer):
                self.timers.pop(timer, None)
            case Leave():
                self.left = True
            case _:
                self.effects.append(effect)
        return None

    def _paint(self) -> None:
        self.table.renderer.update_in_place(self.state)
        self._shown = self.table.renderer.picture(self.state)

    @property
    def picture(self) -> Picture:
        """The current picture."""
        return self._shown or self.table.renderer.picture(self.state)

    def press(self, *keys: str, after: float = 10) -> None:
        """Press keys, given by their characters or names, each `after` seconds after the last."""
        for key in keys:
            self.now += after
            name = NAMES.get(key, key)
            self.send(KeyPressed(name, CHARACTERS.get(name, key if len(key) == 1 else None)))

    def fire_next_timer(self) -> bool:
        """Wait for the next timer, and fire it. Return False if there is none."""
        if not self.timers:
            return False
        timer, (at, number) = min(self.timers.items(), key=lambda item: item[1][0])
        del self.timers[timer]
        self.now = max(self.now, at)
        self.send(TimerFired(timer, number))
        return True

    def wait(self, seconds: float) -> None:
        """Let time pass, and fire the timers that are due."""
        until = self.now + seconds
        while any(at <= until for at, _ in self.timers.values()):
            self.fire_next_timer()
        self.now = until

    def spot(self, place: Spot) -> bool:
        """Return whether a place is on the picture."""
        return place in self.picture.canvas.spots

    def translate(self, text: Text) -> str:
        """Return a message in the reader's language, with the names at the table."""
        names = self.match.header.names
        return Translator(self.state.preferences.language, names).translate(text)


class HeadlessMatch(HeadlessTable):
    """A table at which a match is played."""

    def __init__(
        self,
        session: Session,
        preferences: Preferences,
        *,
        size: tuple[int, int] = (80, 24),
        paints: bool = False,
        coached: bool = False,
        moves: bool = False,
    ) -> None:
        self.session = session
        self._presence = Presence(session.store, session.id)
        _presences.append(self._presence)
        super().__init__(
            begin(ReadOnlySession(session), preferences, coached=coached), size, paints, moves
        )

    def make_stack(self) -> ReducerStack:
        context = _context((*key_map.PLAY_COMMANDS, *key_map.TABLE_COMMANDS), moves=self.moves)
        return reducers_for(ReadOnlySession(self.session), context)

    def __exit__(self, *error: object) -> None:
        self._presence.leave()
        _presences[:] = [presence for presence in _presences if presence is not self._presence]

    @property
    def match(self) -> Match:
        return self.session.match

    def carry_out(self, effect: Effect) -> TableMessage | None:
        match effect:
            case Do(act):
                return execute(self.session, act, self.state.viewer)
            case ReadStore(look):
                return read_store(self.session, self._presence, look)
        return super().carry_out(effect)


class HeadlessReplay(HeadlessTable):
    """A replay of a match."""

    def __init__(
        self,
        match: Match,
        preferences: Preferences,
        at: int | None = None,
        *,
        review: Review | None = None,
        own: Collection[int] = (),
        size: tuple[int, int] = (80, 24),
        paints: bool = False,
        moves: bool = False,
    ) -> None:
        self.recording = ReplayPosition(match, at)
        state = begin_replay(self.recording, preferences, review=review, own_seats=own)
        super().__init__(state, size, paints, moves)

    def make_stack(self) -> ReducerStack:
        context = _context(
            (*key_map.REPLAY_COMMANDS, *key_map.TABLE_COMMANDS), replaying=True, moves=self.moves
        )
        return replay_reducers(self.recording, context)

    @property
    def match(self) -> Match:
        return self.recording.match

    def carry_out(self, effect: Effect) -> TableMessage | None:
        if isinstance(effect, GoToEvent):
            self.recording.go_to(effect.at, effect.part, with_undone=effect.with_undone)
            return ReplayMoved(effect.then)
        return super().carry_out(effect)


class HeadlessLesson(HeadlessTable):
    """A lesson."""

    def __init__(
        self,
        progress: LessonProgress,
        preferences: Preferences,
        *,
        size: tuple[int, int] = (80, 24),
        paints: bool = False,
    ) -> None:
        self.progress = progress
        super().__init__(begin(ReadOnlySession(progress.session), preferences), size, paints)

    def make_stack(self) -> ReducerStack:
        return lesson_reducers(
            self.progress, _context((*key_map.LESSON_TABLE_COMMANDS, *key_map.TABLE_COMMANDS))
        )

    @property
    def match(self) -> Match:
        return self.progress.session.match

    def carry_out(self, effect: Effect) -> TableMessage | None:
        match effect:
            case Do(MatchCommand() as act):
                return self.progress.commit(act)
            case ShowTask(number):
                self.progress.go_to_task(number)
                return ReplayMoved()
        return super().carry_out(effect)


def _context(
    here: tuple[key_map.KeyCommand, ...], *, replaying: bool = False, moves: bool = False
) -> TableContext:
    may_move = (lambda: True) if moves else None
    return TableContext(
        here,
        lambda preferences: theme(preferences.theme, preferences.glyphs),
        replaying=replaying,
        may_animate=may_move,
    )


def picture_text(table: Any) -> str:
    """Return the picture as text."""
    text: str = table.picture.canvas.text()
    return text
