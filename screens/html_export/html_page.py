"""A self-contained HTML page with frames, script and styles. A content security policy forbids
loading anything else."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from html import escape
from itertools import pairwise
from pathlib import Path
from string import Template
from typing import Any, Final

from engine.i18n.language import Translator
from engine.i18n.text import Text, words
from engine.match.match_view import MatchView
from engine.search.review import Review, percent
from engine.search.win_chances import knows_little
from screens.html_export.frames import Frame, FrameJob, Row
from screens.paint.cells import width_of
from screens.paint.theme import Theme
from screens.table_view.final_result import growth
from screens.table_view.painter_registry import painter_for
from screens.table_view.review_text import costly_move_text

KEYFRAME: Final = 64
"""Number of frames from one complete frame to the next. Complete frames make jumps cheap."""

_FOLDER: Final = Path(__file__).parent

_LABELS: Final = {
    "table": words("The table as shown in the terminal"),
    "transport": words("Step through the game"),
    "first": words("to the start"),
    "round_back": words("a round back"),
    "turn_back": words("a turn back"),
    "back": words("a step back"),
    "play": words("play"),
    "space": words("space"),
    "on": words("a step forward"),
    "turn_on": words("a turn forward"),
    "round_on": words("a round forward"),
    "last": words("to the end"),
    "step": words("step"),
    "speed": words("speed"),
}


def page(job: FrameJob, pictures: Iterable[Frame], review: Review | None = None) -> str:
    """Return the web page of a match with the frames `pictures`, and with the win-chance curves of
    `review` if given."""
    film = _packed(_film(job, list(pictures), review))
    translator = Translator(job.settings.language, job.header.names)
    style = Template(_read("page.css")).substitute(_colours(job.settings.theme))
    script = _read("page.js")
    title = _title(job)
    return Template(_read("page.html")).substitute(
        {key: escape(translator.translate(label)) for key, label in _LABELS.items()},
        language=job.settings.language,
        title=escape(translator.translate(title)),
        scheme="light" if job.settings.palette == "light" else "dark",
        style=style,
        style_sum=_sum(style),
        script=script,
        script_sum=_sum(script),
        film=film,
    )


def _title(job: FrameJob) -> Text:
    game, names = job.match.game.names, ", ".join(job.header.names)
    if job.match.header.real_dice:
        return words("{game} (real dice): {players}", game=game, players=names)
    return words("{game}: {players}", game=game, players=names)


def _read(name: str) -> str:
    return (_FOLDER / name).read_text("utf-8")


def _sum(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


def _packed(film: Any) -> str:
    text = json.dumps(film, ensure_ascii=False, separators=(",", ":"))
    return b64encode(zlib.compress(text.encode(), 9)).decode()


def _colours(theme: Theme) -> dict[str, str]:
    palette = theme.palette

    def colour(role: str) -> str:
        return (palette.paint(role).colour or palette.foreground).value

    def ground(role: str) -> str:
        return (palette.paint(role).ground or palette.background).value

    return {
        "background": palette.background.value,
        "text": palette.foreground.value,
        "dim": colour("dim"),
        "raised": ground("on.raised"),
        "cursor": ground("cursor"),
    }


def _film(job: FrameJob, pictures: Sequence[Frame], review: Review | None) -> Mapping[str, Any]:
    """Return the data for the script. Each style and row is included once, and frames refer to
    rows, and rows to styles, by index."""
    styles: dict[str, int] = {}
    rows: dict[Row, int] = {}
    frames = []
    before: list[int] = []
    all_notes = _notes_by_frame(job, pictures, review)
    for number, picture in enumerate(pictures):
        now = [rows.setdefault(row, len(rows)) for row in picture.rows]
        whole = number % KEYFRAME == 0
        changes = [
            one for y, row in enumerate(now) if not whole and row != before[y] for one in (y, row)
        ]
        frame: dict[str, Any] = {
            "turn": picture.turn,
            "round": picture.round,
            "told": all_notes[number],
            "rows": now if whole else changes,
        }
        if whole:
            frame["whole"] = 1
        frames.append(frame)
        before = now
    written = [
        [
            part
            for style, text in row
            for part in (styles.setdefault(style, len(styles)), width_of(text), text)
        ]
        for row in rows
    ]

    def colour(role: str) -> str:
        return (job.theme.paint(role).colour or job.theme.palette.foreground).value

    seats = range(len(job.header.seats))
    return {
        "size": list(job.settings.size),
        "styles": list(styles),
        "rows": written,
        "frames": frames,
        "charts": _charts(job, pictures, review),
        "names": list(job.header.names),
        "colours": [colour(f"seat.{seat}") for seat in seats],
        "ink": colour("dim"),
        "line": colour("faint"),
        "words": {"where": _translate(job, _POSITION_LINE)},
    }


_POSITION_LINE: Final = words(
    "Step {step} of {all}, turn {turn}, round {round}",
    **{name: f"{{{name}}}" for name in ("step", "all", "turn", "round")},
)
"""Line about the current frame, with placeholders that the script fills in."""


def _charts(
    job: FrameJob, pictures: Sequence[Frame], review: Review | None
) -> Sequence[Mapping[str, Any]]:
    """Return the charts below the table; none while the match is running."""
    if not MatchView(job.match).over:
        return ()
    charts = [_totals(job, pictures)]
    if review is not None and review.points:
        charts.append(_chances(job, pictures, review))
    return charts


def _totals(job: FrameJob, pictures: Sequence[Frame]) -> Mapping[str, Any]:
    """Return the chart of the totals at the end of each round, with the last frame of each
    round."""
    grown = growth(MatchView(job.match), job.settings.seat)
    last = {picture.round: number for number, picture in enumerate(pictures)}
    totals = [list(row) for row in grown.totals]
    every = [total for row in totals for total in row]
    return {
        "label": _translate(job, grown.title),
        "frames": [last.get(round, len(pictures) - 1) for round in grown.rounds],
        "totals": totals,
        "least": min([0, *every]),
        "most": max([1, *every]),
        "unit": "",
        "parts": [[0, len(totals), 0]],
        "marks": [],
    }


def _chances(job: FrameJob, pictures: Sequence[Frame], review: Review) -> Mapping[str, Any]:
    """Return the chart of each seat's chance of winning per frame, as far as `review` goes, with a
    mark at each costly move. The curves are faint where the chance says little."""
    reached = review.points[-1].count
    frames = [number for number, picture in enumerate(pictures) if picture.count <= reached]
    seats, last = len(job.header.seats), max(1, len(job.match.line))
    faint = [knows_little(job.match.game, seats, pictures[frame].count / last) for frame in frames]
    changes = [0, *(n for n in range(1, len(faint)) if faint[n] != faint[n - 1]), len(faint)]
    frame_of_count = {pictures[number].count: number for number in frames}
    return {
        "label": _translate(job, words("Chance of winning, based on what each player could know")),
        "frames": frames,
        "totals": [
            [percent(chance) for chance in review.chances_at(pictures[frame].count)]
            for frame in frames
        ],
        "least": 0,
        "most": 100,
        "unit": " %",
        "parts": [[a, min(b + 1, len(faint)), int(faint[a])] for a, b in pairwise(changes)],
        "marks": [
            [frame_of_count[move.count - 1], move.seat]
            for move in review.costly_moves()
            if move.count - 1 in frame_of_count
        ],
    }


def _notes_by_frame(
    job: FrameJob, pictures: Sequence[Frame], review: Review | None
) -> list[list[str]]:
    """Return the notes of each frame, with a remark in the frame after each costly move."""
    notes = [list(picture.notes) for picture in pictures]
    at = {picture.count: number for number, picture in enumerate(pictures)}
    for point in [] if review is None else review.costly_moves():
        number = at.get(point.count - 1, len(notes) - 1) + 1
        if number < len(notes):
            translator = Translator(job.settings.language, job.header.names)
            painter = painter_for(job.header.game)
            text = costly_move_text(job.match, point, painter, translator, job.theme)
            notes[number].append(translator.translate(text))
    return notes


def _translate(job: FrameJob, text: Text) -> str:
    return Translator(job.settings.language, job.header.names).translate(text)
