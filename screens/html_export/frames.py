"""A match as a sequence of frames: the table before each choice and at the end, as the painter
paints it.

Neighbouring frames share most of their rows, so the page stores each distinct row once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Final, TypeAlias

from attrs import define, evolve, field, frozen

from engine.core.event import PICK_EVENT, Event, Header
from engine.errors import GuildhallError
from engine.i18n.language import Translator
from engine.i18n.text import words
from engine.match.match import Match
from engine.match.match_view import MatchView, hides
from engine.match.position import EarlyEnd
from screens.paint.canvas import Canvas
from screens.paint.theme import Theme, theme
from screens.table_view.painter_registry import painter_for
from screens.table_view.scene import Scene
from screens.table_view.sheet_changes import cells_of

Row: TypeAlias = tuple[tuple[str, str], ...]
"""A row of the canvas as runs of equal style, each with its CSS and its text."""


@frozen
class FrameSettings:
    """Settings of an export: columns and rows, palette, language, the seat whose point of view is
    shown (None for spectators), and whether people's names are shown."""

    size: tuple[int, int] = (120, 40)
    palette: str = "dark"
    language: str = "en"
    seat: int | None = None
    named: bool = True

    @property
    def theme(self) -> Theme:
        """The palette with Unicode symbols."""
        return theme(self.palette)


@frozen
class Frame:
    """The table after `count` events that have not been undone: the turn, the round, the `notes`
    since the previous frame (in the first frame, since the start), and the painted rows."""

    count: int
    turn: int
    round: int
    notes: Sequence[str]
    rows: Sequence[Row]


def refuse_secrets(match: Match) -> None:
    """Raise GuildhallError if several people who have secrets from one another are still playing
    the match."""
    if hides(match.header, over=match.over):
        raise GuildhallError(
            "Several people are still playing this game, and a web page would reveal hidden "
            "information. You can make one once the game is over."
        )


@define(eq=False)
class FrameJob:
    """Callable that returns the frames of a match by number. `moments` has the number of events
    before each frame. The object is pickled as plain values, so that other processes can paint
    frames, too."""

    header: Header
    log: Sequence[Event]
    settings: FrameSettings
    ended: EarlyEnd | None = None
    match: Match = field(init=False, repr=False)
    moments: Sequence[int] = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self.match = Match.load(self.header, self.log)
        self.match.ended = self.ended
        line = self.match.line
        chosen = (at for at, event in enumerate(line) if event.kind == PICK_EVENT)
        self.moments = [*chosen, len(line)]

    @classmethod
    def of(cls, match: Match, settings: FrameSettings) -> FrameJob:
        """Return the job for the frames of `match`, with people's names only if
        `settings.named`."""
        header = match.header if settings.named else _unnamed(match.header, settings.language)
        return cls(header, match.log, settings, match.ended)

    def __reduce__(
        self,
    ) -> tuple[type[FrameJob], tuple[Header, Sequence[Event], FrameSettings, EarlyEnd | None]]:
        return FrameJob, (self.header, self.log, self.settings, self.ended)

    def __call__(self, number: int) -> Frame:
        """Return frame `number`, counted from 0."""
        count, before = self.moments[number], self.moments[number - 1] if number else 0
        match_view, seat = self.match_view.earlier(count), self.settings.seat
        translator = Translator(self.settings.language, self.header.names)
        story = match_view.history(seat).events_with_notes(count - before if number else None)
        state = self.match.at(count).state
        return Frame(
            count,
            state.turn,
            state.round,
            [translator.translate(note.text) for _, notes in story for note in notes],
            rows_of(self.paint(match_view, before if number else None, translator), self.theme),
        )

    def paint(self, match_view: MatchView, before: int | None, translator: Translator) -> Canvas:
        """Paint the table. If `before` is given, mark the cells of score sheets that have changed
        since the position after `before` events."""
        seat = self.settings.seat
        scene = Scene.of(match_view, seat, translator, self.theme)
        scene.replaying = True
        if before is not None:
            then = self.match_view.earlier(before).view(seat)
            scene.earlier_cells = cells_of(match_view.game.sheets(then))
        return painter_for(self.header.game).paint(scene, *self.settings.size)

    @property
    def match_view(self) -> MatchView:
        """View of the match. If the match is finished, spectators see all its secrets."""
        return MatchView(self.match, revealed=True)

    @property
    def theme(self) -> Theme:
        """The theme of the settings, with the game's roles and the symbols on its board."""
        return painter_for(self.header.game).theme_for_game(self.settings.theme)


def _unnamed(header: Header, language: str) -> Header:
    """Return the header with people named after their seat numbers. Bots keep their names."""
    translate = Translator(language).translate
    seats = tuple(
        (translate(words("Player {n}", n=seat + 1)) if player == "person" else name, player)
        for seat, (name, player) in enumerate(header.seats)
    )
    return evolve(header, seats=seats)


def rows_of(canvas: Canvas, theme: Theme) -> list[Row]:
    """Return the rows of a canvas, with styles in CSS."""
    css = cache(partial(_css, theme))
    return [
        tuple((css(run.role), run.text) for run in canvas.runs(y)) for y in range(canvas.height)
    ]


def _css(theme: Theme, role: str) -> str:
    paint, (colour, ground) = theme.paint(role), theme.shown(role)
    parts = [f"color:{colour.value}", f"background:{ground.value}"]
    parts += [css for name, css in _ATTRIBUTES.items() if name in paint.attributes]
    return ";".join(parts)


_ATTRIBUTES: Final = {
    "bold": "font-weight:700",
    "italic": "font-style:italic",
    "underline": "text-decoration:underline",
}
