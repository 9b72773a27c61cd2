"""Whole games by keys, without an app: players follow hints to win, and the saved log gives the
same state again."""

from __future__ import annotations

from random import Random

import pytest

from engine.games import catalogue
from engine.storage.session import Session
from screens.preferences import Preferences
from tests.matrix import with_each
from tests.screens.playing import new_session
from tests.screens.table.headless import HeadlessMatch
from tests.screens.table.random_tables import LENGTHS, SURROUNDING
from tests.screens.table.recording import let_bots_move

TAKING = ("enter", "space", ".")
"""The keys that take what a hint has put under the pointer, counted out or marked: dice are rolled
by Space, and all of them kept by a point."""

MOST = 5000

GAMES = [entry.id for entry in catalogue()]


class Player:
    """Plays every person's seat on a shared keyboard."""

    def __init__(self, session: Session, preferences: Preferences, *, paints: bool = False) -> None:
        self.kept = session
        self.table = HeadlessMatch(session, preferences, paints=paints)
        self.pressed = 0

    def press(self, key: str) -> None:
        self.table.press(key)
        let_bots_move(self.table)
        self.pressed += 1

    def go_on(self) -> None:
        """Close cards, then choose a part as the hint says."""
        state = self.table.state
        if state.pass_to is not None or state.is_covered:
            self.press("space")
        elif state.question is not None or state.inspecting or state.zone != "table":
            self.press("escape")
        else:
            self.press("H")
            self.take()

    def take(self) -> None:
        before = self.progress
        for key in TAKING:
            self.press(key)
            if self.table.state.confirming:
                self.press("enter")
            if self.progress != before:
                return
        raise AssertionError(f"{TAKING} do not take it: {self.table.state.message}")

    @property
    def progress(self) -> tuple[object, ...]:
        state = self.table.state
        chosen = None if state.partial_pick is None else state.partial_pick.chosen
        return len(self.kept.match.log), chosen, state.pass_to

    def loads_the_same(self) -> None:
        again, match = self.kept.store.load(self.kept.id), self.kept.match
        assert (again.log, again.state) == (match.log, match.state)
        assert again.state.digest() == match.state.digest()


def play_on(player: Player, every: int) -> None:
    """Play to the end; the saved log is checked each time that many keys were pressed."""
    player.loads_the_same()
    looked, match = 0, player.kept.match
    while not match.over:
        player.go_on()
        assert player.pressed < MOST, "the game does not end"
        if player.pressed - looked >= every:
            looked = player.pressed
            player.loads_the_same()
    player.loads_the_same()


def play(game: str, players: int, bots: int, *, every: int) -> None:
    preferences = Preferences(confirm="turn", pace="0", cards="key")
    player = Player(new_session(game, players, bots=bots), preferences)
    with player.table:
        let_bots_move(player.table)
        play_on(player, every)


@pytest.mark.parametrize("game", GAMES)
def test_random_keys_are_recorded(game: str) -> None:
    assert game in LENGTHS, (
        "name it in random_tables.py; then python -m tests.screens.table.recording"
    )


@with_each(GAMES)
def test_whole_game_by_keys(game: str) -> None:
    play(game, 2, 0, every=200)


@pytest.mark.long
@pytest.mark.parametrize(("players", "bots"), [(2, 1), (3, 1), (4, 2)])
@with_each(GAMES)
def test_whole_game_by_keys_with_bots(game: str, players: int, bots: int) -> None:
    play(game, players, bots, every=20)


@pytest.mark.long
@pytest.mark.parametrize("bots", [0, 1])
@with_each(GAMES)
def test_whole_game_with_pages_undo_and_useless_keys(game: str, bots: int) -> None:
    """The player also opens pages, undoes moves, and presses useless keys."""
    preferences = Preferences(confirm="always", pace="0", cards="key")
    player = Player(new_session(game, 2, bots=bots), preferences, paints=True)
    random, match = Random(game), player.kept.match
    with player.table:
        let_bots_move(player.table)
        while not match.over:
            player.go_on()
            for _ in range(random.choice((0, 0, 0, 1, 2))):
                events = len(match.log)
                player.press(random.choice(SURROUNDING))
                if len(match.log) != events:
                    player.loads_the_same()
            assert player.pressed < 4 * MOST, "the game does not end"
        player.loads_the_same()
