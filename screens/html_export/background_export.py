"""Background task that writes an HTML page while the user continues on the screen."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final, Protocol

from engine.errors import showing_errors
from engine.i18n.text import Text, words
from engine.match.match import Match
from engine.search.review import Review
from engine.storage.match_file import write_text
from screens.html_export.frames import Frame, FrameJob, FrameSettings
from screens.html_export.html_page import page
from screens.preferences import Preferences

PROGRESS_STEP: Final = 10
"""Percentage points between two progress messages."""


class MessageScreen(Protocol):
    """The screen that requested the page."""

    preferences: Preferences

    def show_message(self, text: Text) -> None:
        """Show `text` (the progress, the result or an error) to the user."""


def free_page(name: str) -> Path:
    """Return a path for an HTML file called `name` in the current folder. If the file already
    exists, append a number from 2 to 999 to the name. If all of these files exist, return the path
    of the last one."""
    folder = Path.cwd()
    names = (f"{name}.html", *(f"{name}-{n}.html" for n in range(2, 1000)))
    return next((path for one in names if not (path := folder / one).exists()), folder / names[-1])


async def write_page(
    screen: MessageScreen,
    match: Match,
    target: Path,
    review: Review | None = None,
    *,
    force: bool = False,
) -> None:
    """Write the web page of a match to `target`, with the win-chance curves of `review` if given.
    Progress and errors are shown on `screen`, and keys are handled between two frames. With
    `force`, an existing file is overwritten."""
    settings = FrameSettings(palette=screen.preferences.theme, language=screen.preferences.language)
    job = FrameJob.of(match, settings)
    pictures: list[Frame] = []
    for number, count in enumerate(range(len(job.moments)), 1):
        pictures.append(job(count))
        before, now = (
            part * 100 // len(job.moments) // PROGRESS_STEP for part in (number - 1, number)
        )
        if now != before:
            screen.show_message(words("Making the web page: {n}%", n=now * PROGRESS_STEP))
        await asyncio.sleep(0)
    with showing_errors(screen.show_message):
        write_text(target, page(job, pictures, review), force=force)
        screen.show_message(
            words("The page has been saved as {file}. Open it in any browser.", file=str(target))
        )
