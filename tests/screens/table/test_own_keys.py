"""Sentences at the table name the user's own keys instead of the default ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest
from attrs import evolve

from engine.help.lesson import lesson
from engine.i18n.language import LANGUAGES
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.input_modes.steppers import Steppers
from screens.key_map import PLAY_COMMANDS, TABLE_COMMANDS
from screens.paint.theme import theme
from screens.preferences import Preferences
from screens.table.lesson_progress import LessonProgress
from screens.table.messages import Commanded
from screens.table.read_only_session import ReadOnlySession, SceneFactory, TableContext
from screens.table.table_state import FULL_TEXT_PAGE, TABLE_PAGE
from screens.table_view.painter_registry import painter_for
from tests.screens.games.deus.scenes import played
from tests.screens.playing import new_session
from tests.screens.table.headless import HeadlessLesson, HeadlessMatch, picture_text

KEYS: Final = {
    "play.coach": "f7",
    "play.hand": "f8",
    "play.leave": "f9",
    "play.look": "f10",
    "play.rewind": "f11",
    "play.sheet": "f12",
}

SIZE: Final = (160, 50)


def preferences(language: str) -> Preferences:
    return Preferences(language=language, keys=KEYS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_coach_names_the_key_that_dismisses_it(language: str) -> None:
    with HeadlessMatch(
        new_session("era"), preferences(language), coached=True, paints=True
    ) as table:
        table.press("space", "+")
        assert "F7: " in picture_text(table)
        assert "A: " not in picture_text(table)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pass_screen_names_the_key_that_leaves(language: str) -> None:
    with HeadlessMatch(new_session("era"), preferences(language), paints=True) as table:
        assert table.state.pass_to is not None
        assert "F9: " in picture_text(table)
        assert "q: " not in picture_text(table)


@pytest.mark.parametrize(
    ("language", "expected"), [("en", "F8 shows yours"), ("ru", "F8 — показать свои")]
)
@pytest.mark.parametrize("game", ["troyes", "deus"])
def test_hidden_hand_names_the_key_that_shows_it(game: str, language: str, expected: str) -> None:
    """In a game with hands on demand, a player sees the public table when asked."""
    session, reader = new_session(game), preferences(language)
    with HeadlessMatch(session, reader, size=SIZE) as table:
        session_view = ReadOnlySession(session)
        context = TableContext(
            (*PLAY_COMMANDS, *TABLE_COMMANDS),
            lambda preferences: theme(preferences.theme, preferences.glyphs),
        )
        painter = painter_for(game)
        table.press("space")
        scene = SceneFactory(session_view, painter, context).of(evolve(table.state, viewer=None))
        assert expected in painter.paint(scene, *SIZE).text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_irreversible_move_names_the_key_that_proposes(language: str) -> None:
    session = new_session("knights")
    with HeadlessMatch(session, preferences(language), size=SIZE) as table:
        for _ in range(200):
            if "F11" in table.state.message:
                break
            table.press("space", "enter", "enter", "u")
        assert "F11" in table.state.message


@pytest.mark.parametrize("language", LANGUAGES)
def test_lesson_names_the_keys(language: str) -> None:
    current_lesson = lesson("middle_ages")
    assert current_lesson is not None
    with HeadlessLesson(
        LessonProgress(current_lesson), preferences(language), size=SIZE, paints=True
    ) as table:
        assert "F10" in picture_text(table)
        assert "{key" not in picture_text(table)


@pytest.mark.parametrize("language", LANGUAGES)
def test_guide_at_the_table_names_the_keys(language: str) -> None:
    with HeadlessMatch(
        new_session("deus"), preferences(language), size=(160, 400), paints=True
    ) as table:
        table.press("space")
        table.send(Commanded("play.guide"))
        assert table.state.zone == "guide"
        assert "F10" in picture_text(table)


def counting(own: Mapping[str, str]) -> HeadlessMatch:
    """Open a table of Deus with counters, and a preview that is cut."""
    match = played(2, picks=3, until="ChoosePieces")
    store = MemoryStore()
    session = Session(store, store.new(match), match)
    table = HeadlessMatch(session, Preferences(keys=own), size=(80, 24), coached=True, paints=True)
    table.press("space")
    assert table.state.partial_pick is not None
    assert isinstance(table.state.partial_pick.input_mode, Steppers)
    return table


def test_full_text_has_another_key_beside_counters() -> None:
    """The usual key counts there, so the cap at the end of the cut text must not show it."""
    with counting({}) as table:
        before = table.state.partial_pick
        assert " = " in panel_end(table)
        table.press("=")
        assert table.state.zone == FULL_TEXT_PAGE
        assert table.state.partial_pick == before
        table.press("=")
        assert table.state.zone == TABLE_PAGE
        table.press("+")
        assert table.state.zone == TABLE_PAGE
        assert table.state.partial_pick != before


def test_cap_at_the_end_of_cut_text_shows_the_users_own_key() -> None:
    with counting({"play.whole": "f6"}) as table:
        assert " F6 " in panel_end(table)
        table.press("f6")
        assert table.state.zone == FULL_TEXT_PAGE


def panel_end(table: HeadlessMatch) -> str:
    """The last row above the line of keys."""
    return f"{picture_text(table).splitlines()[table.state.size[1] - 2]} "
