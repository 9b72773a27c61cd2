"""A film as one page of HTML that fetches nothing (self-contained document): pictures, script and
styles are in the file, and the browser is told to let nothing else in."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template
from typing import Any, Final

from engine.i18n.language import Tongue
from engine.i18n.text import Text, words
from engine.play.sight import Sight
from screens.browser.film import Picture, Row, Shot
from screens.paint.cells import width_of
from screens.paint.look import Look
from screens.tabletop.ending import growth

KEYFRAME: Final = 64
"""After so many pictures one is written whole, so that none is far from one."""

_FOLDER: Final = Path(__file__).parent

_LABELS: Final = {
    "table": words("The table as the terminal shows it"),
    "transport": words("Through the game"),
    "first": words("to the beginning"),
    "round_back": words("a round back"),
    "turn_back": words("a turn back"),
    "back": words("a step back"),
    "play": words("play"),
    "space": words("space"),
    "on": words("a step on"),
    "turn_on": words("a turn on"),
    "round_on": words("a round on"),
    "last": words("to the end"),
    "step": words("step"),
    "speed": words("speed"),
}


def page(shot: Shot, pictures: Iterable[Picture]) -> str:
    """The page of a match from its pictures, the first first."""
    film = _packed(_film(shot, list(pictures)))
    tongue = Tongue(shot.wishes.language, shot.header.names)
    style = Template(_read("page.css")).substitute(_colours(shot.wishes.look))
    script = _read("page.js")
    title = _title(shot)
    return Template(_read("page.html")).substitute(
        {key: escape(tongue.say(label)) for key, label in _LABELS.items()},
        language=shot.wishes.language,
        title=escape(tongue.say(title)),
        scheme="light" if shot.wishes.palette == "light" else "dark",
        style=style,
        style_sum=_sum(style),
        script=script,
        script_sum=_sum(script),
        film=film,
    )


def _title(shot: Shot) -> Text:
    names = ", ".join(shot.header.names)
    return words("{game}: {players}", game=shot.match.game.names, players=names)


def _read(name: str) -> str:
    return (_FOLDER / name).read_text("utf-8")


def _sum(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


def _packed(film: Any) -> str:
    text = json.dumps(film, ensure_ascii=False, separators=(",", ":"))
    return b64encode(zlib.compress(text.encode(), 9)).decode()


def _colours(seen: Look) -> dict[str, str]:
    palette = seen.palette

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


def _film(shot: Shot, pictures: Sequence[Picture]) -> dict[str, Any]:
    """What the script reads: each style and each row once, and what of them each picture has."""
    styles: dict[str, int] = {}
    rows: dict[Row, int] = {}
    frames = []
    before: list[int] = []
    for number, picture in enumerate(pictures):
        now = [rows.setdefault(row, len(rows)) for row in picture.rows]
        whole = number % KEYFRAME == 0
        changes = [
            one for y, row in enumerate(now) if not whole and row != before[y] for one in (y, row)
        ]
        frame: dict[str, Any] = {
            "turn": picture.turn,
            "round": picture.round,
            "told": list(picture.told),
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
    tongue = Tongue(shot.wishes.language, shot.header.names)
    return {
        "size": list(shot.wishes.size),
        "styles": list(styles),
        "rows": written,
        "frames": frames,
        "chart": _chart(shot, pictures),
        "words": {
            "where": tongue.say(_WHERE),
            "chart": tongue.say(words("The totals over the rounds")),
        },
    }


_WHERE: Final = words(
    "Step {step} of {all}, turn {turn}, round {round}",
    **{name: f"{{{name}}}" for name in ("step", "all", "turn", "round")},
)
"""Filled in by the script."""


def _chart(shot: Shot, pictures: Sequence[Picture]) -> dict[str, Any] | None:
    """The totals at the end of each round, and the pictures that stand there; None while the match
    goes on."""
    sight = Sight(shot.match)
    if not sight.over:
        return None
    grown = growth(sight, shot.wishes.seat)
    last = {picture.round: number for number, picture in enumerate(pictures)}
    ends = [last.get(round, len(pictures) - 1) for round in grown.rounds]
    palette = shot.wishes.look.palette
    seats = range(len(shot.header.seats))
    paints = [palette.paint(f"seat.{seat}").colour or palette.foreground for seat in seats]
    return {
        "frames": ends,
        "totals": [list(row) for row in grown.totals],
        "names": list(shot.header.names),
        "colours": [paint.value for paint in paints],
        "ink": (palette.paint("dim").colour or palette.foreground).value,
        "line": (palette.paint("faint").colour or palette.foreground).value,
    }
