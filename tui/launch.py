"""Entry to the screens, which are imported only when they are opened."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import evolve

from engine.i18n.language import Translator
from engine.i18n.text import Text, words
from engine.shell_command import shell_command
from screens.exit_codes import INTERRUPTED, OK
from styles.depth import find_depth

if TYPE_CHECKING:
    from engine.core.component_data import Data
    from engine.storage.store import Store
    from screens.app import GuildhallApp
    from screens.environment import Environment
    from screens.preferences import Preferences
    from screens.start import Start
    from styles.colour import Depth
    from tui.user_paths import UserPaths


def open_app(
    start: Start, paths: UserPaths, preferences: Preferences, *, drafts: bool = False
) -> int:
    """Run the screens, with draft games if `drafts`, print how to continue an unfinished game or
    lesson, and return the exit code. On a terminal that is too small, a match or lesson can
    continue in line mode. Raises GuildhallError if a new match cannot start, or if line mode fails.

    Imports are excluded from garbage collection, which would take a tenth of the start-up time."""
    depth = depth_of_terminal()
    gc.disable()
    from screens.local_app import local_app

    environment = _environment(paths, preferences, depth, drafts=drafts)
    gc.freeze()
    gc.enable()

    app = local_app(environment, preferences, start)
    app.run(mouse=preferences.mouse == "on")
    if app.failure is not None:
        raise app.failure
    if app.wants_lines:
        return _continue_in_line_mode(app, paths, preferences)
    if app.return_code in (None, OK, INTERRUPTED):
        for how in _ways_to_continue(app):
            print(Translator(app.preferences.language).translate(how))
    return app.return_code or 0


def _environment(
    paths: UserPaths, preferences: Preferences, depth: Depth, *, drafts: bool
) -> Environment:
    """Return the environment of the screens: access to the user's games and settings, the colour
    `depth` of the terminal, and whether draft games are shown (`drafts`). Modules that are rarely
    needed are imported later."""
    from screens.environment import Environment

    saved = preferences

    def save_settings(changed: Preferences) -> None:
        nonlocal saved
        from tui import settings_file

        settings_file.write_changes(paths.settings, saved, changed)
        saved = changed

    def save_game_settings(changed: Preferences) -> None:
        from tui import settings_file

        current, complaint = settings_file.read(paths.settings)
        if complaint is None:
            of_games = evolve(current, lessons=changed.lessons, coached=changed.coached)
            settings_file.write(paths.settings, of_games)

    def own_data(game: str) -> Data:
        from tui import own_components

        return own_components.read(paths.own_data(game))

    return Environment(
        lambda: own_store(paths, preferences),
        paths.data,
        save_settings,
        own_data,
        depth=depth,
        drafts=drafts,
        save_game_settings=save_game_settings,
        is_store_at_hand=lambda: paths.address is None and paths.store.exists(),
    )


def _ways_to_continue(app: GuildhallApp) -> Iterator[Text]:
    """Yield messages that say how to continue the most recent game and the most recent lesson.
    There is no message about a game or lesson that is over."""
    played, lesson = app.played, app.lesson
    if played is not None and not played.match_view.over:
        yield words(
            "Saved. “{command}” continues the game.", command=shell_command("resume", played.id)
        )
    if lesson is not None and app.preferences.lessons.get(lesson.game, 0) < len(lesson.tasks):
        yield words(
            "“{command}” continues the lesson.", command=shell_command("learn", lesson.game)
        )


def _continue_in_line_mode(app: GuildhallApp, paths: UserPaths, preferences: Preferences) -> int:
    """Continue the current lesson or game in line mode. If there is neither, or if the game is
    over, print how to start a game. Return the exit code. Raises GuildhallError."""
    from tui import line_sessions

    played = app.played
    if app.lesson is not None and app.wants_lesson_lines:
        return line_sessions.learn(app.lesson, paths, app.preferences)
    if played is None or played.match_view.over:
        how = words(
            "“{command}” starts a game in line mode.",
            command=shell_command("play", "GAME", "--lines"),
        )
        print(Translator(app.preferences.language).translate(how))
        return 0
    from engine.storage.session import Session

    store = own_store(paths, preferences)
    try:
        seats = played.seats if played.owns_only_some_seats else None
        session = Session.open(store, played.id, seats=seats, person=played.person)
        return line_sessions.play(session, app.preferences)
    finally:
        store.close()


def depth_of_terminal() -> Depth:
    """Return the colour depth that the environment declares, and remove the variables from which
    Textual would guess a depth."""
    depth = find_depth(os.environ)
    for name in ("NO_COLOR", "TEXTUAL_COLOR_SYSTEM"):
        os.environ.pop(name, None)
    return depth


def own_store(paths: UserPaths, preferences: Preferences) -> Store:
    """Open the user's store, and keep as many backups as `preferences` says. The readable part of a
    damaged file is opened read-only. Raises BadStore if the store cannot be opened."""
    from tui.user_store import open_store

    return open_store(paths, recovering=True, copies=int(preferences.copies))
