"""Output of news in line mode. It keeps track of what each reader has been told, and hides private
news from others at the same keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from engine.i18n.text import Seat, words
from engine.storage.session import Session
from screens.line_mode.dialogue import Dialogue
from screens.line_mode.line_flow import LineFlow

NOTHING_REPORTED: Final = -1
"""Number of the last reported event if nothing has been reported, not even the start of the
match."""

BLANK_LINES: Final = 60
"""Number of empty lines that scroll old content off the screen."""


class LineNews:
    """Output of news to the readers at one keyboard.

    `viewer` is the seat whose secrets may be printed, or None if only public news may be.
    `asked_seat` is the seat that decides, or None. `_last_reported` has for each seat the number of
    the last event whose private notes the seat has seen, and `_last_public` the same for public
    notes. In `_last_public` the key None stands for spectators.
    """

    def __init__(self, session: Session, dialogue: Dialogue, flow: LineFlow) -> None:
        self._session, self._dialogue, self._flow = session, dialogue, flow
        self._last_reported: dict[int, int] = {}
        self._last_public: dict[int | None, int] = {}
        self.viewer: int | None = None
        self.asked_seat: int | None = None
        self._private_reader: int | None = None
        self._waited_at: int | None = None
        self._announced_thinking: tuple[int, int] | None = None

    def write_thinker(self, seat: int) -> None:
        """Print that a bot is thinking, once per turn."""
        thinking = (seat, self._session.match_view.view(None).turn)
        if self._announced_thinking != thinking:
            self._announced_thinking = thinking
            self._dialogue.write(words("{seat} is thinking ...", seat=Seat(seat)))

    def write_who_chooses(self) -> None:
        """Print who everybody is waiting for, unless this has been printed since the last event."""
        match_view = self._session.match_view
        if self._waited_at != match_view.length:
            for pending in match_view.pending():
                self._dialogue.write(words("{seat} is choosing.", seat=Seat(pending.seat)))
        self._waited_at = match_view.length

    def forget_waiting(self) -> None:
        """Let `write_who_chooses` print again who everybody is waiting for."""
        self._waited_at = None

    def write(self) -> None:
        """Print the news that the reader has not been told yet, and mark it as reported. If
        `viewer` is None, print only what everybody may read."""
        match_view, viewer, own_people = (
            self._session.match_view,
            self.viewer,
            self._session.match_view.own_people,
        )
        reader = self.asked_seat if viewer is None else viewer
        readers: Sequence[int | None] = [reader] if reader is not None else own_people or [None]
        last_public = min(self._last_public.get(seat, NOTHING_REPORTED) for seat in readers)
        since = last_public if viewer is None else self._last_reported.get(viewer, NOTHING_REPORTED)
        self._dialogue.write_lines(
            self._dialogue.writer.news(match_view, viewer, since, last_public)
        )
        if viewer is not None:
            self._last_reported[viewer] = self._last_public[viewer] = match_view.length
        if not self._flow.state.privacy.hides_hands(match_view):
            self.mark_reported(self._last_reported)
        elif viewer is None:
            up_to_date = [
                seat
                for seat in own_people
                if self._last_public.get(seat, NOTHING_REPORTED) >= last_public
            ]
            self._last_public |= dict.fromkeys(up_to_date, match_view.length)

    def write_last_turn(self) -> None:
        """Print what happened since the last turn of the people at this keyboard."""
        match_view, translate = self._session.match_view, self._dialogue.writer.translate
        since = match_view.count - match_view.last_turn_of(match_view.own_people)
        entries = match_view.history(self.viewer).events_with_notes(since) if since else []
        lines = [translate(note.text) for _, notes in entries for note in notes]
        self._dialogue.write_lines(
            lines or [translate(words("Nothing has happened since your last turn."))]
        )

    def mark_reported(self, seats: Iterable[int]) -> None:
        """Mark all events so far as reported: their public notes to everybody, and their private
        notes to `seats`."""
        match_view = self._session.match_view
        self._last_reported |= dict.fromkeys(seats, match_view.length)
        self._last_public |= dict.fromkeys((None, *match_view.own_people), match_view.length)

    def set_reader(self, viewer: int | None) -> None:
        """Print for the reader `viewer` from now on, or only public text if `viewer` is None. If
        hands are hidden between players, first scroll away text that was private to anybody
        else."""
        self.hide_private_text(viewer)
        self.viewer = viewer
        if viewer is not None and self._flow.state.privacy.hides_hands(self._session.match_view):
            self._private_reader = viewer

    def hide_private_text(self, reader: int | None) -> None:
        """If hands are hidden between players, scroll away text that was private to anybody other
        than `reader`."""
        if self._private_reader not in (None, reader):
            if self._flow.state.privacy.hides_hands(self._session.match_view):
                self.scroll_away()
            self._private_reader = None

    def ask_to_pass_keyboard(self, seat: int) -> None:
        """Ask people to pass the keyboard on to the player of a seat."""
        self._dialogue.write(
            words(
                "The next part is for {seat} only. Pass the keyboard to {seat}, then press Enter.",
                seat=Seat(seat),
            )
        )

    def show_privately(self, seat: int, show: Callable[[], None], then: Callable[[], None]) -> None:
        """Show a pass screen, then call `show` to print a private text for `seat`. Once it has been
        read, scroll it away and call `then`."""
        self.ask_to_pass_keyboard(seat)

        def opened(line: str) -> None:
            show()
            self._dialogue.write(words("Press Enter to hide this text."))
            self._dialogue.answer = hidden

        def hidden(line: str) -> None:
            self.scroll_away()
            then()

        self._dialogue.answer = opened

    def scroll_away(self) -> None:
        self._dialogue.write_lines([""] * BLANK_LINES)
        self._dialogue.write(
            words("Earlier messages are further up in the window. Please do not scroll back.")
        )
