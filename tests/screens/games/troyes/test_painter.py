"""The table of Troyes as text: everything that must be visible at once is visible, and fits."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from engine.games.troyes.state import Town
from engine.i18n.text import words
from engine.match.match import Match
from screens.games.troyes.command_rows import paint_commands
from screens.games.troyes.group_input import GroupOfDice
from screens.games.troyes.pages import FORECAST_ZONE, ZONES
from screens.games.troyes.painter import PAINTER
from screens.games.troyes.square import Grid
from screens.games.troyes.symbols import TownLabels
from screens.input_modes.choice_list import ChoiceList
from screens.input_modes.partial_pick import PartialPick
from screens.paint import buttons
from screens.paint.canvas import Canvas, Rect
from screens.table_view import log_view, panels, sheet_view
from screens.table_view.scene import Scene
from tests.matrix import in_turn
from tests.screens.games.troyes.scenes import ROOMS, moments, played, scene_of
from tests.screens.reading import words_at

PLAYERS = [2, 3, 4]
SIZES = list(ROOMS)


def painted(scene: Scene, size: tuple[int, int]) -> Canvas:
    return PAINTER.paint(scene, *ROOMS[size])


@pytest.mark.usefixtures("careful")
@pytest.mark.parametrize(("players", "language"), in_turn(PLAYERS, ["en", "ru"]))
def test_no_text_is_clipped_or_overlaps(players: int, language: str) -> None:
    for match in moments(players, language):
        for seat in (-1, None):
            scene = scene_of(match, language=language, seat=seat)
            for size in SIZES:
                painted(scene, size)
                for zone in ZONES:
                    PAINTER.paint_zone(scene, zone.key, *ROOMS[size])
                panels.paint_header(scene, PAINTER, size[0])
                if scene.partial_pick is not None:
                    paint_commands(scene, size[0])


@pytest.mark.usefixtures("careful")
@pytest.mark.parametrize("language", ["en", "ru"])
def test_commands_of_a_turn_are_in_their_rows(language: str) -> None:
    for match in moments(4, language):
        scene = scene_of(match, language=language)
        for size in SIZES:
            canvas = paint_commands(scene, size[0])
            if canvas is None:
                continue
            assert scene.partial_pick is not None
            assert canvas.height <= PAINTER.decision_rows(*size) - 2
            listed = [n for n, one in enumerate(scene.partial_pick.choices()) if one.listed]
            for number in listed:
                assert canvas.rects((buttons.CHOICE, number))


@pytest.mark.parametrize("width", [80, 120, 200])
def test_heading_counts_rounds_once(width: int) -> None:
    scene = scene_of(played(3, picks=60, until="TakeTurn"))
    view: Town = scene.view
    heading = scene.translate(PAINTER.headline(scene, width))
    assert re.findall("[0-9]+", heading) == [str(view.round), str(view.rounds)]


def test_smallest_cards_show_short_effects() -> None:
    scene = scene_of(played(4, picks=60, until="TakeTurn"))
    shown = " ".join(painted(scene, (80, 24)).text().split())
    view: Town = scene.view
    labels = TownLabels.of(scene)
    effects = [scene.translate(labels.effect(view.card_at(at))) for at in view.open_positions()]
    short = [effect for effect in effects if len(effect) < 6]
    assert short
    assert all(effect in shown for effect in short)


def test_two_row_cards_show_their_full_effect() -> None:
    scene = scene_of(played(4, picks=60, until="TakeTurn"))
    view: Town = scene.view
    labels = TownLabels.of(scene)
    assert all(len(scene.translate(labels.short_effect(card))) <= 16 for card in view.box.cards)
    for card in view.box.cards:
        view.cards[card.position] = card.index
        view.tradesmen[card.position] = (0, -1)
        view.cubes[card.position] = (0,) * 4
        shown = painted(scene, (80, 24)).text()
        assert any(
            scene.translate(text) in shown
            for text in (labels.effect(card), labels.short_effect(card))
        )


def test_event_lines_show_effects_where_there_is_room() -> None:
    scene = scene_of(played(3, picks=40, until="TakeTurn"))
    view: Town = scene.view
    view.row = [*range(9, 17), 0]
    view.flags = [()] * len(view.row)
    labels = TownLabels.of(scene)
    shown = painted(scene, (160, 50)).text()
    text = [scene.translate(labels.event_effect(view.event_at(place))) for place in range(8)]
    assert [one for one in text if one not in shown] == []


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_six_events_show_names_and_points(language: str, size: tuple[int, int]) -> None:
    match = played(3, picks=40, until="TakeTurn")
    scene = scene_of(match, language=language)
    view: Town = scene.view
    for first in range(1, len(view.box.events) - 6):
        view.row, view.flags = [*range(first, first + 6)], [()] * 6
        canvas = painted(scene, size)
        for place, event in enumerate(view.events()):
            line = words_at(canvas, ("event", place))
            first_points, second_points = event.vp
            assert f"{first_points}+{second_points}" in line
            assert canvas.glyphs("ellipsis") not in line
            name = scene.translator.argument(event).split()
            assert all(word[:4] in line for word in name if len(word) > 2), line


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("number", range(9, 14))
def test_many_events_show_names_of_one_word_in_full_and_few_others_cut(
    number: int, language: str, size: tuple[int, int]
) -> None:
    match = played(4, picks=40, until="TakeTurn")
    scene = scene_of(match, language=language)
    view: Town = scene.view
    for first in range(len(view.box.events) - number):
        view.row, view.flags = [*range(first, first + number)], [()] * number
        canvas = painted(scene, size)
        cut = 0
        for place, event in enumerate(view.events()):
            line, name = words_at(canvas, ("event", place)), scene.translator.argument(event)
            cut += canvas.glyphs("ellipsis") in line
            assert " " in name or name in line or number == 13, line
        assert cut <= 4, canvas.text()


@pytest.mark.parametrize("size", SIZES)
def test_keys_of_cards_are_on_the_same_side_in_every_question(size: tuple[int, int]) -> None:
    for match in moments(4):
        canvas = painted(scene_of(match), size)
        for place, cards in canvas.spots.items():
            kind = place[0] if isinstance(place, tuple) else ""
            if kind in ("event", "activity") and canvas.spots.key(place) is not None:
                x = cards[0].right - 1 if kind == "event" else cards[0].x
                assert canvas.spots.key(place) == Rect(x, cards[0].y, 1, 1)
                assert canvas.chars[cards[0].y][x] == " "


@pytest.mark.parametrize("players", PLAYERS)
def test_plain_ascii_uses_only_ascii(players: int) -> None:
    for match in moments(players, every=41):
        scene = scene_of(match, glyphs="ascii")
        for size in SIZES:
            assert painted(scene, size).text().isascii()
            assert panels.paint_header(scene, PAINTER, size[0]).text().isascii()
            assert panels.paint_decision(scene, PAINTER, size[0], 5).text().isascii()
        for zone in ZONES:
            assert PAINTER.paint_zone(scene, zone.key, 80, 17).text().isascii()


def all_texts(match: Match, seat: int | None) -> list[str]:
    """Return all text shown to a reader: table, pages, score, log, tooltips, and the panel for
    every choice that the cursor can reach and for a group of dice."""
    scene = scene_of(match, seat=seat)
    texts = []
    for width, height in ((80, 24), (120, 40)):
        room = ROOMS[width, height]
        canvas = PAINTER.paint(scene, *room)
        texts.append(canvas.text())
        texts += [PAINTER.paint_zone(scene, zone.key, *room).text() for zone in ZONES]
        texts += [sheet_view.paint_sheet(scene, sheet, width).text() for sheet in scene.sheets()]
        texts.append(panels.paint_header(scene, PAINTER, width).text())
        for place in canvas.spots:
            meaning = PAINTER.inspect(scene, place) if isinstance(place, tuple) else None
            texts.append("" if meaning is None else scene.translate(meaning))
    lines = log_view.log_lines(scene)
    texts.append(log_view.paint_log(scene, lines, 120, 500).text())
    texts += [scene.translate(text) for _, text in PAINTER.legend(scene)]
    return texts + decision_texts(scene)


def decision_texts(scene: Scene) -> list[str]:
    """The decision panel for each choice, and for a group of dice."""
    partial_pick = scene.partial_pick
    if partial_pick is None:
        return []
    texts = []
    for index in range(len(partial_pick.input_mode.stops())):
        partial_pick.input_mode.point(index)
        texts.append(panels.paint_decision(scene, PAINTER, 120, 12).text())
    if isinstance(partial_pick.input_mode, ChoiceList):
        for number, choice in enumerate(partial_pick.choices()):
            if choice.chosen in (("farm",), ("build",), ("place",)):
                texts.append(group_shown(scene, partial_pick, number))
    return texts


def group_shown(scene: Scene, partial_pick: PartialPick, number: int) -> str:
    """The panel for the best group of a command."""
    partial_pick.input_mode.point(number)
    assert partial_pick.finish() is None
    assert isinstance(partial_pick.input_mode, GroupOfDice)
    partial_pick.input_mode.press("n", "n")
    text = panels.paint_decision(scene, PAINTER, 120, 12).text()
    while partial_pick.chosen:
        partial_pick.back()
    return text


@pytest.fixture
def other_secrets() -> Callable[[Town, int | None], Callable[[], None]]:
    """Function that replaces the secrets a reader must not know, and returns a function that
    restores them."""

    def change(truth: Town, reader: int | None) -> Callable[[], None]:
        vp, characters = list(truth.vp), list(truth.characters)
        for seat in range(truth.seats):
            if seat != reader:
                truth.vp[seat] += 100 + seat
                truth.characters[seat] = tuple((one + 1) % 6 for one in characters[seat])

        def back() -> None:
            truth.vp[:], truth.characters[:] = vp, characters

        return back

    return change


@pytest.mark.parametrize("players", PLAYERS)
def test_screen_does_not_depend_on_hidden_information(
    players: int, other_secrets: Callable[[Town, int | None], Callable[[], None]]
) -> None:
    for match in moments(players, every=67):
        if match.over:
            continue
        truth: Any = match.state
        for reader in (*range(players), None):
            before = all_texts(match, reader)
            back = other_secrets(truth, reader)
            assert all_texts(match, reader) == before
            back()


def test_player_sees_own_secrets(
    other_secrets: Callable[[Town, int | None], Callable[[], None]],
) -> None:
    match = next(moments(3))
    seat = match.pending()[0].seat
    truth: Any = match.state
    before = all_texts(match, seat)
    other_secrets(truth, (seat + 1) % 3)
    assert all_texts(match, seat) != before


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("players", PLAYERS)
def test_next_round_names_the_neutral_district_in_full(players: int, language: str) -> None:
    scene = scene_of(next(moments(players, language)), language=language)
    text = PAINTER.paint_zone(scene, FORECAST_ZONE, *ROOMS[80, 24]).text()
    assert scene.translate(words("neutral")) in text


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("players", PLAYERS)
def test_small_table_names_own_characters(players: int, language: str) -> None:
    match = next(moments(players, language))
    seat = match.pending()[0].seat
    truth: Any = match.state
    text = painted(scene_of(match, language=language, seat=seat), (80, 24)).text()
    for one in truth.box.characters:
        name = one.names.ru if language == "ru" else one.names.en
        assert (name in text) == (one.index in truth.characters[seat])


@pytest.mark.parametrize("players", PLAYERS)
def test_characters_of_others_are_not_named(players: int) -> None:
    for match in moments(players, every=67):
        truth: Any = match.state
        for seat in (*range(players), None):
            text = "\n".join(all_texts(match, seat))
            for one in truth.box.characters:
                known = match.over or (seat is not None and one.index in truth.characters[seat])
                assert known or one.names.en not in text
            if seat is None and not match.over:
                assert "••" in text


def test_only_deniers_are_emphasized_among_the_numbers_of_a_district() -> None:
    match = next(moments(3))
    truth: Any = match.state
    truth.influence[0] = truth.supply[0] = truth.deniers[0]
    canvas = painted(scene_of(match, seat=0), (120, 40))
    roles = list(canvas.painted(1))
    edges = Grid.of(0, 79).right_edges
    assert ["strong" in roles[edge - 1] for edge in edges[:3]] == [True, False, False]
