"""The table of Troyes as text: everything that must be visible at once is, and fits."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.troyes.state import Town
from screens import buttons, panels
from screens.canvas import Canvas
from screens.scene import Scene
from screens.troyes.commands import paint_commands
from screens.troyes.pages import ZONES
from screens.troyes.painter import PAINTER
from tests.screens.troyes.scenes import ROOMS, moments, scene_of

PLAYERS = [2, 3, 4]
SIZES = list(ROOMS)


def painted(scene: Scene, size: tuple[int, int]) -> Canvas:
    return PAINTER.paint(scene, *ROOMS[size])


@pytest.mark.usefixtures("careful")
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_is_cut_off_or_written_over(players: int, language: str) -> None:
    for match in moments(players, language):
        for seat in (-1, None):
            scene = scene_of(match, language=language, seat=seat)
            for size in SIZES:
                painted(scene, size)
                for zone in ZONES:
                    PAINTER.paint_zone(scene, zone.key, *ROOMS[size])
                panels.paint_header(scene, PAINTER, size[0])
                if scene.choosing is not None:
                    paint_commands(scene, size[0])


@pytest.mark.usefixtures("careful")
@pytest.mark.parametrize("language", ["en", "ru"])
def test_all_commands_of_a_turn_stand_in_their_rows(language: str) -> None:
    for match in moments(4, language):
        scene = scene_of(match, language=language)
        for size in SIZES:
            canvas = paint_commands(scene, size[0])
            if canvas is None:
                continue
            assert scene.choosing is not None
            assert canvas.height <= PAINTER.decision_rows(*size) - 2
            listed = [n for n, one in enumerate(scene.choosing.choices()) if one.listed]
            for number in listed:
                assert canvas.rects((buttons.CHOICE, number))


@pytest.mark.parametrize("players", PLAYERS)
def test_plain_ascii_is_plain(players: int) -> None:
    for match in moments(players, every=41):
        scene = scene_of(match, glyphs="ascii")
        for size in SIZES:
            assert painted(scene, size).text().isascii()
            assert panels.paint_header(scene, PAINTER, size[0]).text().isascii()
            assert panels.paint_decision(scene, PAINTER, size[0], 5).text().isascii()
        for zone in ZONES:
            assert PAINTER.paint_zone(scene, zone.key, 80, 17).text().isascii()


@pytest.mark.parametrize("players", PLAYERS)
def test_no_secret_of_others_is_painted(players: int) -> None:
    for match in moments(players, every=41):
        for seat in (*range(players), None):
            scene = scene_of(match, seat=seat)
            view: Town = scene.view
            text = painted(scene, (120, 40)).text()
            truth: Any = match.state
            for one in truth.box.characters:
                known = match.over or (seat is not None and one.index in truth.characters[seat])
                assert known or one.names.en not in text
            if seat is None and not view.over:
                assert "••" in text
