"""Export of a match as a web page, for the command line and for sessions on a server."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from engine.contests.simulate import all_cores, map_in_processes
from engine.errors import GuildhallError
from engine.files import is_web_page
from engine.i18n.text import words
from engine.storage.match_file import checked_target, write_text
from engine.storage.saved_review import saved_review
from screens.exit_codes import OK
from screens.html_export.frames import FrameJob, FrameSettings, refuse_secrets
from screens.html_export.html_page import page
from tui.cli import printing

if TYPE_CHECKING:
    from argparse import Namespace

    from engine.i18n.language import Translator
    from engine.match.match import Match
    from engine.search.review import Review
    from screens.preferences import Preferences
    from tui.cli.context import CommandContext


def is_page(args: Namespace) -> bool:
    """Return whether the arguments ask for a web page instead of a saved game."""
    return bool(args.html) or is_web_page(args.file)


def export_page(context: CommandContext, args: Namespace) -> int:
    """Write a match as a web page to a file or stdout, and return the exit code. Raises
    GuildhallError if the match is unknown or still has secrets, or if a seat is chosen but the
    player is unknown or the match is not over, and AlreadyThere for an existing file without
    `--force`."""
    record = context.store.find(args.id)
    frame_settings = _frame_settings(context.preferences, args.size, named=not args.anonymous)
    if args.seat is not None:
        frame_settings = evolve(frame_settings, seat=record.header.seat_of(args.seat))
    match = context.store.load(record.id)
    review = saved_review(context.store, record.id, match.header)
    if args.file == "-":
        print(written(match, frame_settings, context.translator, review))
        return OK
    file = Path(args.file)
    checked_target(file, force=args.force)
    write_text(file, written(match, frame_settings, context.translator, review), force=args.force)
    context.print_message(
        "The page has been saved as {file}. Open it in any browser.", file=args.file
    )
    return OK


def written(
    match: Match,
    frame_settings: FrameSettings,
    translator: Translator,
    review: Review | None = None,
    jobs: int | None = None,
) -> str:
    """Return a match as a web page, with the curves of its `review` if there is one. The page is
    painted in `jobs` processes (by default, one per core). Raises GuildhallError if the match still
    has secrets, or if `frame_settings` choose a seat before the match is over."""
    refuse_secrets(match)
    if frame_settings.seat is not None and not match.over:
        raise GuildhallError("You can show the game from one player's view once it is over.")
    shot = FrameJob.of(match, frame_settings)
    numbers = range(len(shot.moments))
    pictures = map_in_processes(shot, numbers, all_cores() if jobs is None else jobs)
    painted = printing.with_progress(pictures, len(numbers), translator, words("Drawing"))
    return page(shot, painted, review)


def _frame_settings(
    preferences: Preferences, size: tuple[int, int], *, named: bool
) -> FrameSettings:
    return FrameSettings(size, preferences.theme, preferences.language, named=named)


def print_page(
    match: Match, review: Review | None, preferences: Preferences, translator: Translator
) -> None:
    """Print a match as a web page with the theme and the language of `preferences`. The page is
    painted in this process. Raises GuildhallError if the match still has secrets."""
    frame_settings = FrameSettings(palette=preferences.theme, language=preferences.language)
    sys.stdout.write(written(match, frame_settings, translator, review, jobs=1))
