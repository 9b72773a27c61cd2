"""The replay of a finished game reveals everything; that of a running one never does."""

from __future__ import annotations

import re
from functools import cache

import pytest

from engine.core.event import PICK_EVENT
from engine.core.table_settings import OPEN_HANDS
from engine.games import load
from engine.match.match import Match
from engine.match.match_view import MatchView
from screens.preferences import Preferences
from screens.table.replay_position import ReplayPosition
from tests.engine.bot_matches import played
from tests.matrix import with_each_game
from tests.screens.table.headless import HeadlessReplay, picture_text


@cache
def finished(game: str) -> Match:
    return played(game, max(2, load(game).entry.players.start), "open", takes_back=False)


def steps(match: Match) -> list[int]:
    """Return a few positions from the beginning to the end."""
    last = len(match.line)
    return sorted({0, 3, last // 4, last // 2, last - 1, last})


@with_each_game
def test_finished_game_is_revealed_at_every_step(game: str) -> None:
    match = finished(game)
    for at in steps(match):
        match_view = ReplayPosition(match, at).match_view
        state = match.at(at).state
        assert match_view.view(None).plain() == state.plain()
        assert match_view.earlier(at).view(None).plain() == state.plain()
        for seat in range(state.seats):
            assert match_view.view(seat).plain() == state.view(seat).plain()


@with_each_game
def test_log_of_a_finished_game_reveals_secrets(game: str) -> None:
    match = finished(game)
    story = ReplayPosition(match).match_view.history(None)
    entries = [note for _, notes in story.events_with_notes() for note in notes]
    secret = [note for notes in match.notes for note in notes if note.to is not None]
    assert all(note in entries for note in secret)
    assert not any(note.but for note in entries)
    assert [event.value for event in story.log()] == [event.value for event in match.log]
    for event in match.log[::20]:
        assert story.event(event.number).value == event.value


@with_each_game
def test_running_game_reveals_nothing(game: str) -> None:
    match = played(game, max(2, load(game).entry.players.start), "open", picks=30)
    for at in (0, len(match.line) // 2, len(match.line)):
        recording = ReplayPosition(match, at)
        position = match.at(at)
        story = recording.match_view.history(None)
        assert repr(recording.match_view.view(None)) == repr(position.view(None))
        assert repr(story.events_with_notes()) == repr(position.noted_events(None))
        assert repr(story.log()) == repr(position.redacted_log(None))


@with_each_game
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_revealed_table_is_painted_and_v_cycles_views(game: str, size: tuple[int, int]) -> None:
    match = finished(game)
    table = HeadlessReplay(match, Preferences(), size=size, paints=True)
    for at in steps(match):
        table.press(":", *str(at), "enter")
        assert table.recording.at == at
        table.press("left", "right")
    middle = len(match.line) // 2
    table.press(":", *str(middle), "enter")
    if not match.at(middle).state.has_secrets():
        return
    titles = []
    for _ in range(len(match.header.seats) + 1):
        table.press("v")
        titles.append(table.state.message)
    assert titles == [
        *(f"The game as {name} saw it." for name in match.header.names),
        "Everything is revealed.",
    ]
    assert table.state.viewer is None


def test_formerly_hidden_points_are_printed() -> None:
    match = finished("troyes")
    table = HeadlessReplay(match, Preferences(), size=(120, 40), paints=True)
    table.press(":", *str(len(match.line) // 2), "enter")
    assert "\N{BULLET}\N{BULLET}" not in picture_text(table)
    table.press("v")
    assert "\N{BULLET}\N{BULLET}" in picture_text(table)


@pytest.mark.parametrize("game", ["deus", "knights", "catan"])
def test_hand_of_the_choosing_player_is_shown(game: str) -> None:
    match = finished(game)
    table = HeadlessReplay(match, Preferences(), size=(120, 40), paints=True)
    picks = (at for at, event in enumerate(match.line) if event.kind == PICK_EVENT)
    for at in list(picks)[10:200:40]:
        table.press(":", *str(at), "enter")
        openly = hand_rows(table)
        pending = match.at(at).pending()
        if len(pending) != 1:
            continue
        table.press(*["v"] * (pending[0].seat + 1))
        assert hand_rows(table) == openly
        table.press(*["v"] * (len(match.header.seats) - pending[0].seat))
        assert table.state.viewer is None


def hand_rows(table: HeadlessReplay) -> list[str]:
    """Return the beginning of the row below each heading of a hand."""
    rows = picture_text(table).splitlines()
    heads = [(y, re.search(r"─ (\w+'s hand|Hand)\b", row)) for y, row in enumerate(rows)]
    found = [rows[y + 1][head.start() :][:45] for y, head in heads if head]
    assert found
    return found


def test_view_of_a_running_match_cannot_be_revealed() -> None:
    match = played("troyes", 2, "open", picks=30)
    assert match.game.privacy != OPEN_HANDS
    match_view = MatchView(match, revealed=True)
    assert repr(match_view.view(None)) == repr(match.view(None))


@pytest.mark.parametrize("game", ["catan", "knights"])
def test_revealed_replay_never_says_that_hands_are_hidden(game: str) -> None:
    match = finished(game)
    for size in ((80, 24), (120, 40)):
        table = HeadlessReplay(match, Preferences(), 0, size=size)
        assert "Hands are hidden" not in picture_text(table)


@pytest.mark.parametrize("game", ["catan", "knights"])
def test_costs_have_one_heading_with_the_costs_below_it(game: str) -> None:
    match = finished(game)
    for size in ((80, 24), (120, 40)):
        assert (
            picture_text(HeadlessReplay(match, Preferences(), 0, size=size)).count("─ Costs") <= 1
        )
