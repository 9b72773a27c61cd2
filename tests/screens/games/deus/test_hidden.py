"""Nothing shown of Deus depends on what others hide: hands, VP, face-down cards, piles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.match.match import Match
from screens.games.deus.painter import PAINTER
from screens.table_view import log_view, panels, sheet_view
from screens.table_view.scene import Scene
from tests.screens.games.deus.scenes import ROOMS, moments, scene_of

SIZES = ((80, 24), (120, 40))
DEPTH = 3
"""Number of parts of a pick chosen one after another."""

VARIANT = {"wildcard": "yes", "layout": "drawn"}

Undo = Callable[[], None]


def all_texts(match: Match, reader: int | None) -> list[str]:
    """Everything shown to a reader: table, pages, sheet, log, tooltips, and the panel and table
    for every choice the cursor can reach."""
    scene = scene_of(match, seat=reader)
    texts = [text for size in SIZES for text in page_texts(scene, size)]
    texts.append(log_view.paint_log(scene, log_view.log_lines(scene), 120, 500).text())
    texts += [scene.translate(text) for _, text in PAINTER.legend(scene)]
    return texts + decision_texts(scene)


def page_texts(scene: Scene, size: tuple[int, int]) -> list[str]:
    """The table with its tooltips, and the other pages."""
    room = ROOMS[size]
    canvas = PAINTER.paint(scene, *room)
    texts = [canvas.text(), panels.paint_header(scene, PAINTER, size[0]).text()]
    texts += [PAINTER.paint_zone(scene, zone.key, *room).text() for zone in PAINTER.zones]
    texts += [sheet_view.paint_sheet(scene, sheet, size[0]).text() for sheet in scene.sheets()]
    for place in canvas.spots:
        meaning = PAINTER.inspect(scene, place) if isinstance(place, tuple) else None
        texts.append("" if meaning is None else scene.translate(meaning))
    return texts


def decision_texts(scene: Scene) -> list[str]:
    """Panel and table for each choice, of the first part and of those after it."""
    partial_pick = scene.partial_pick
    texts: list[str] = []
    for _ in range(DEPTH):
        if partial_pick is None:
            break
        for stop in range(len(partial_pick.input_mode.stops())):
            partial_pick.input_mode.point(stop)
            texts.append(panels.paint_decision(scene, PAINTER, 120, 12).text())
        partial_pick.input_mode.point(0)
        texts.append(PAINTER.paint(scene, *ROOMS[SIZES[1]]).text())
        if partial_pick.refusal() is not None or partial_pick.finish() is not None:
            break
    return texts


def change_secrets(truth: Any, reader: int | None) -> Undo:
    """Replace everything that a reader must not know; return a function that restores it."""
    kept = [list(one) for one in (truth.hands, truth.points, truth.wildcards, truth.deck)]
    below = list(truth.discard)
    for seat in range(truth.seats):
        if seat == reader:
            continue
        hand, deck = list(truth.hands[seat]), list(truth.deck)
        number = min(len(hand), len(deck))
        hand[:number], deck[:number] = deck[:number], hand[:number]
        truth.hands[seat], truth.deck[:] = tuple(sorted(hand)), deck
        truth.points[seat] += 50 + seat
        truth.wildcards[seat] = tuple((card + 1) % 72 for card in truth.wildcards[seat])
    truth.discard[:] = reversed(below)

    def back() -> None:
        truth.hands[:], truth.points[:], truth.wildcards[:], truth.deck[:] = kept
        truth.discard[:] = below

    return back


@pytest.mark.rule("DEU-3.8", "DEU-11.13", "DEU-22.6")
@pytest.mark.parametrize(("players", "options"), [(2, VARIANT), (3, {}), (4, VARIANT)])
@pytest.mark.parametrize("every", [131, pytest.param(47, marks=pytest.mark.long)])
def test_screen_does_not_depend_on_hidden_information(
    every: int, players: int, options: dict[str, str]
) -> None:
    hidden = 0
    for match in moments(players, every=every, **options):
        if match.over:
            continue
        truth: Any = match.state
        hidden += sum(map(len, truth.wildcards))
        for reader in (*range(players), None):
            before = all_texts(match, reader)
            back = change_secrets(truth, reader)
            assert all_texts(match, reader) == before
            back()
    assert not options or hidden


def test_player_sees_own_secrets() -> None:
    match = next(moments(3))
    seat = match.pending()[0].seat
    before = all_texts(match, seat)
    change_secrets(match.state, (seat + 1) % 3)
    assert all_texts(match, seat) != before
