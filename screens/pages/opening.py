"""Opening of matches and lessons, with a message on the page if it may take long."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, process_time
from typing import Final

from attrs import define, field
from textual.screen import Screen

from engine.i18n.text import Text, words
from screens.pages.loading import LoadingScreen
from screens.pages.page import Page

SHORT_TIME: Final = 0.2
"""Time in seconds below which opening a match needs no message."""

IMPORT_SHARE: Final = 0.5
"""Time to import a game and its table, as a share of the processor time of the program's start."""


FEW_EVENTS: Final = 100
"""Minimum number by which a measured time is divided, because opening a match takes about the same
time however few events it has."""


@define
class OpeningTimes:
    """Estimates of how long matches take to open on this computer. They are based on the latest
    opening of a match of the same game or, before the first opening, on `start`, the processor time
    of the program's start in seconds."""

    start: float = field(factory=process_time)
    _per_event: dict[str, float] = field(init=False, factory=dict)
    """Seconds per event of the latest match opened, by game."""

    def is_long(self, game: str, events: int) -> bool:
        """Return whether opening a match with `events` events probably takes long enough for a
        message."""
        measured = self._per_event.get(game)
        seconds = IMPORT_SHARE * self.start if measured is None else measured * events
        return seconds >= SHORT_TIME

    @contextmanager
    def measured(self, game: str, events: int) -> Iterator[None]:
        """Return a context for opening a match with `events` events, and record how long that
        takes, unless it fails."""
        began = monotonic()
        yield
        self._per_event[game] = (monotonic() - began) / max(FEW_EVENTS, events)


@define
class Opening:
    """Opener of matches and lessons from pages. `is_visible` is true once the first page is
    visible."""

    times: OpeningTimes = field(factory=OpeningTimes)
    is_visible: bool = False

    def open(
        self,
        screen: Screen[object],
        game: str,
        events: int,
        open_it: Callable[[], None],
        text: Text | None = None,
    ) -> None:
        """Call `open_it`, which opens a match with `events` events or a lesson. If this may take
        long and `screen` is a visible page, the page first shows `text`, or by default that the
        game is being opened, and `open_it` is called later."""

        def measured() -> None:
            with self.times.measured(game, events):
                open_it()

        is_free = self.is_visible and not isinstance(screen, LoadingScreen)
        if isinstance(screen, Page) and is_free and self.times.is_long(game, events):
            screen.busy.show(text or opening_words(game), measured)
        else:
            measured()


def opening_words(game: str) -> Text:
    """Return the text to show while a game is being opened."""
    from screens.match_summary import game_called

    return words("Opening {game} ...", game=game_called(game))
