"""The page of a match shows the painter's picture in every step, and contains nothing else."""

from __future__ import annotations

import json
import pickle
import re
import zlib
from base64 import b64decode, b64encode
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from attrs import evolve

from engine.core.event import PICK_EVENT
from engine.core.players import AGREED, Ending
from engine.i18n.language import Translator
from engine.match.match import Match
from engine.match.match_view import MatchView
from engine.match.position import EarlyEnd
from screens.html_export.frames import FrameJob, FrameSettings, rows_of
from screens.html_export.html_page import page
from screens.html_export.svg import picture
from screens.paint.theme import theme
from screens.table_view.painter_registry import painter_for
from screens.table_view.scene import Scene
from screens.table_view.sheet_changes import cells_of
from tests.engine.bot_matches import played
from tests.matrix import with_each_game

SMALL = FrameSettings(size=(80, 24))


def export(match: Match, preferences: FrameSettings = SMALL) -> tuple[str, dict[str, Any]]:
    """The page of a match, and the data in it."""
    shot = FrameJob.of(match, preferences)
    html = page(shot, map(shot, range(len(shot.moments))))
    (film,) = re.findall(r'id="film">([^<]*)</script>', html)
    return html, json.loads(zlib.decompress(b64decode(film)))


def rows_at(film: dict[str, Any], number: int) -> list[int]:
    """The rows of a frame, reconstructed from the changes."""
    rows: list[int] = []
    for frame in film["frames"][: number + 1]:
        if "whole" in frame:
            rows = list(frame["rows"])
        else:
            changes = frame["rows"]
            for y, row in zip(changes[::2], changes[1::2], strict=True):
                rows[y] = row
    return rows


@with_each_game
def test_every_frame_equals_a_fresh_painting(game: str):
    match = played(game, 2, "film", picks=40 if game != "knights" else 30, takes_back=False)
    _, film = export(match)
    picks = [at for at, event in enumerate(match.line) if event.kind == PICK_EVENT]
    moments = [*picks, len(match.line)]
    assert len(film["frames"]) == len(moments)
    painter = painter_for(game)
    seen = painter.theme_for_game(theme())
    paints = [seen.paint(f"seat.{seat}") for seat in range(2)]
    assert film["colours"] == [paint.colour.value for paint in paints if paint.colour]
    for number in {0, len(moments) // 2, len(moments) - 1}:
        count, before = moments[number], moments[number - 1]
        scene = Scene.of(
            MatchView(match).earlier(count), None, Translator("en", match.header.names), seen
        )
        scene.replaying = True
        if number:
            scene.earlier_cells = cells_of(match.game.sheets(match.at(before).view(None)))
        painted = rows_of(painter.paint(scene, 80, 24), seen)
        for row, fresh in zip(rows_at(film, number), painted, strict=True):
            runs = film["rows"][row]
            kept = [
                (film["styles"][style], text)
                for style, text in zip(runs[::3], runs[2::3], strict=True)
            ]
            assert tuple(kept) == fresh


def test_page_fetches_nothing_and_runs_only_its_own_script():
    html, _ = export(played("middle_ages", 2, "film", takes_back=False))
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    for tag in ("style", "script"):
        (text,) = re.findall(rf"<{tag}>(.*?)</{tag}>", html, re.DOTALL)
        assert f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" in policy
    assert not re.findall(r"(?:src|href|url)\s*[=(]", html.replace("default-src", ""))
    assert not re.findall(r"\son[a-z]+=|style=", html)
    assert set(re.findall(r"https?://[^\"\s]+", html)) == {"http://www.w3.org/2000/svg"}


def test_names_with_markup_are_text():
    match = played("middle_ages", 2, "film", picks=12, takes_back=False)
    evil = "<script>alert(1)</script>"
    seats = ((evil[:24], "bot:random"), ('"><b>&amp;', "bot:random"))
    html, film = export(Match.load(evolve(match.header, seats=seats), match.log))
    assert "<script>alert" not in html
    assert "<b>" not in html
    assert "&lt;script&gt;" in html
    text = "\n".join(line for frame in film["frames"] for line in frame["told"])
    assert evil[:24] in text


def test_names_can_be_left_out():
    match = played("middle_ages", 2, "film", takes_back=False)
    seats = (("Zebedee", "person"), ("Greedy", "bot:greedy"))
    named = Match.load(evolve(match.header, seats=seats), match.log)
    html, film = export(named, evolve(SMALL, named=False))
    assert "Zebedee" not in html + json.dumps(film)
    assert "Player 1" in html
    assert "Zebedee" in export(named)[0]


def test_other_processes_know_that_a_match_ended_early():
    match = played("middle_ages", 2, "ended", picks=20)
    match.ended = EarlyEnd(Ending(AGREED, -1, datetime(2026, 12, 1, tzinfo=UTC)), ())
    assert pickle.loads(pickle.dumps(FrameJob.of(match, SMALL))).match.ended == match.ended


def test_page_stays_small():
    """Measured: 19 to 110 kB for a whole game; games of random bots are longer."""
    html, _ = export(played("troyes", 3, "film", takes_back=False), FrameSettings())
    assert len(html.encode()) < 110_000


def test_position_is_a_picture_that_fetches_nothing():
    match = played("middle_ages", 2, "film", picks=12, takes_back=False)
    painter = painter_for("middle_ages")
    seen = painter.theme_for_game(theme())
    canvas = painter.paint(
        Scene.of(MatchView(match), None, Translator("en", match.header.names), seen), 80, 24
    )
    svg = picture(canvas, seen, "<Middle Ages>")
    assert "<title>&lt;Middle Ages&gt;</title>" in svg
    assert "href" not in svg
    assert "url(" not in svg
    assert svg.count("<text") > 24


def test_heading_mentions_real_dice():
    seats = [("Anna", "person"), ("Boris", "person")]
    typed, drawn = (
        export(Match.begin("era", seats, seed="5", options=options))[0]
        for options in ({"dice": "typed"}, {})
    )
    assert "<h1>Era: Medieval Age (real dice): Anna, Boris</h1>" in typed
    assert "<h1>Era: Medieval Age: Anna, Boris</h1>" in drawn
