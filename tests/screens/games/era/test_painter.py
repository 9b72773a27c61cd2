"""The table of Era as text: all facts are shown, nothing is cut, no symbol has two meanings."""

from __future__ import annotations

import re
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest
from attrs import evolve

from engine.core.chance import Dice
from engine.core.state import Note
from engine.errors import Refusal
from engine.games.era.domain import Domain, Placement
from engine.games.era.forecast import forecast
from engine.games.era.setup import PlaceKit
from engine.games.era.state import Realm
from engine.geometry.bit_sets import members
from engine.i18n.text import Seat, verbatim, words
from engine.match.match import Match
from screens.games.era.board import SHADE_CHARACTERS, shades_of
from screens.games.era.carried_piece import marked_dice
from screens.games.era.painter import CANNOT_BUILD_RULE, PAINTER, REFERENCE_ZONE
from screens.games.era.piece_input import MovingPiece, piece_in_hand
from screens.games.era.player_meters import forecast_lines, short_forecast
from screens.games.era.symbols import (
    BUILDING_LETTERS,
    FEATHER,
    HAMMER,
    RESOURCE_LETTERS,
    SCORCHED,
    SHIELD,
    SKULL,
    SWORD,
    WALL,
)
from screens.games.era.table_layout import TableLayout, own_part
from screens.paint import buttons
from screens.paint.buttons import is_button
from screens.paint.canvas import INSIDE, Canvas
from screens.paint.theme import ASCII
from screens.table_view import panels
from screens.table_view.full_text import full_text_lines
from screens.table_view.scene import Scene
from styles.colour import Depth
from tests.matrix import in_turn
from tests.screens.games.era.scenes import NAMES, ROOMS, SIZES, moments, scene_of, until

PLAYERS = [1, 2, 3, 4]


def painted(scene: Scene, size: tuple[int, int]) -> Canvas:
    return PAINTER.paint(scene, *ROOMS[size])


def panel_of(scene: Scene, size: tuple[int, int]) -> Canvas:
    rows = PAINTER.decision_rows(*size)
    return panels.paint_decision(scene, PAINTER, size[0], rows)


@pytest.fixture
def careful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail when text is written over other text or beyond the edge of a canvas; blocks of ground
    may be."""
    write = Canvas.put_cells

    def checked(
        canvas: Canvas, x: int, y: int, text: str, role: str, edge: bytes, height: int = 1
    ) -> None:
        if text.strip() and edge == INSIDE and len(text.strip()) > 2:
            assert 0 <= y < canvas.height, f"{text!r} is outside, in row {y}"
            assert x >= 0, f"{text!r} starts outside"
            assert x + len(text.rstrip()) <= canvas.width, f"{text!r} is cut off"
            for at, char in enumerate(text, x):
                if at >= canvas.width or char == " ":
                    continue
                there, inside = canvas.chars[y][at], canvas.edges[y][at : at + 1] == INSIDE
                same = there in (" ", char)
                assert same or not inside, f"{text!r} overwrites {''.join(canvas.chars[y])!r}"
        write(canvas, x, y, text, role, edge, height)

    monkeypatch.setattr(Canvas, "put_cells", checked)


@pytest.mark.usefixtures("careful")
@pytest.mark.parametrize(("players", "language"), in_turn(PLAYERS, ["en", "ru"]))
def test_no_text_is_clipped_or_overlaps(players: int, language: str) -> None:
    for match in moments(players, language, every=67):
        for seat in (-1, None):
            scene = scene_of(match, language=language, seat=seat)
            for width in (80, 100, 120, 160):
                check_headline(scene, width)
            for size in SIZES:
                check_table(scene, size)


def check_headline(scene: Scene, width: int) -> None:
    line = panels.paint_header(scene, PAINTER, width).text()
    turn = panels.whose_turn(scene)
    assert turn is None or turn[0] in line


def check_table(scene: Scene, size: tuple[int, int]) -> None:
    canvas = painted(scene, size)
    for part in own_part(TableLayout.of(*ROOMS[size])):
        own = Canvas(part.width, part.height)
        own.blit(canvas, 0, 0, part)
        assert "…" not in own.text().split("Log")[0].split("Журнал")[0]
    if scene.partial_pick is not None:
        panel_of(scene, size)
    for zone in PAINTER.zones:
        PAINTER.paint_zone(scene, zone.key, *ROOMS[size])


@pytest.mark.parametrize("decision", ["PlaceKit", "BuildStructure"])
@pytest.mark.parametrize("players", PLAYERS)
def test_every_available_piece_is_listed(players: int, decision: str) -> None:
    scene = scene_of(until(decision, players))
    assert scene.partial_pick is not None
    for size in SIZES:
        canvas, panel = painted(scene, size), panel_of(scene, size)
        for number, choice in enumerate(scene.partial_pick.choices()):
            if choice.value in scene.view.box.kinds:
                assert canvas.rects(choice.place), f"{choice.value} is not on the table"
            else:
                assert panel.rects((buttons.CHOICE, number)), f"{choice.value} is not in the panel"
        if decision == "BuildStructure":
            assert spots_of(canvas, "supply") == set(scene.view.box.structures)


def spots_of(canvas: Canvas, kind: str) -> set[Any]:
    """Last elements of all places of a kind on the canvas."""
    places: list[Any] = [*canvas.spots]
    return {place[-1] for place in places if place[0] == kind}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_die_has_a_place_and_a_key(size: tuple[int, int]) -> None:
    match = until("ChooseDice", 3, round=3)
    scene = scene_of(match)
    canvas = painted(scene, size)
    places: list[Any] = [place for place in canvas.spots if str(place).startswith("('die'")]
    before = {place: canvas.rects(place) for place in places}
    seat = scene.seat
    assert seat is not None
    own = [place for place in places if place[1] == seat]
    assert len(own) == len(scene.view.dice[seat])
    input_mode: Any = scene.partial_pick and scene.partial_pick.input_mode
    input_mode.press("1", "1")
    again = painted(scene, size)
    assert {place: again.rects(place) for place in before} == before


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 50)])
def test_own_domain_shows_all_cells(size: tuple[int, int]) -> None:
    scene = scene_of(until("BuildStructure", 2, round=3))
    canvas = painted(scene, size)
    places: list[Any] = [*canvas.spots]
    cells_shown = [place for place in places if place[:2] == ("domain", scene.seat) and place[2:]]
    assert len(cells_shown) == 14 * 14
    wide = {canvas.rects(place)[0].width for place in cells_shown}
    assert wide == ({4} if size == (160, 50) else {2})


def test_neighbours_of_one_colour_have_different_shades() -> None:
    for match in moments(2, every=90):
        state: Any = match.state
        for domain in state.domains:
            shades = shades_of(domain)
            for number, piece in enumerate(domain.pieces):
                for other in range(number):
                    there = domain.pieces[other]
                    if piece.touches(there) and piece.kind.id == there.kind.id in BUILDING_LETTERS:
                        assert shades[number] != shades[other]


def test_walls_fill_both_columns_so_that_corners_join() -> None:
    match = until("PlaceKit", 1)
    match.choose(0, ("layout", "yard"))
    canvas = painted(scene_of(match), (80, 24))
    state: Any = match.state
    domain = state.drafts[0]
    for wall in domain.walls():
        for name in wall.cells:
            (rect,) = canvas.rects(("domain", 0, name))
            grounds = canvas.grounds[rect.y][rect.x : rect.right]
            assert grounds == ["stone", "stone"]
    for cell in members(domain.enclosed()):
        (rect,) = canvas.rects(("domain", 0, domain.geometry.grid.name(cell)))
        assert canvas.chars[rect.y][rect.right - 1] == ":", "under buildings, too"


def test_only_obstacles_of_a_piece_are_crossed_out() -> None:
    match = until("PlaceKit", 1)
    scene = scene_of(match, take="wall_4")
    piece: Any = scene.partial_pick and scene.partial_pick.input_mode
    piece.place_as(("wall_4", "E7", 0))
    canvas = painted(scene, (80, 24))
    crossed = [
        name
        for name in ("E7", "F7", "G7", "H7")
        if canvas.chars[canvas.rects(("domain", 0, name))[0].y][
            canvas.rects(("domain", 0, name))[0].x
        ]
        == "×"
    ]
    assert crossed == ["G7", "H7"]


@pytest.mark.parametrize("players", PLAYERS)
def test_plain_ascii_uses_only_ascii(players: int) -> None:
    for match in moments(players, every=97):
        scene = scene_of(match, glyphs="ascii")
        for size in SIZES:
            text = painted(scene, size).text()
            assert text.isascii(), [c for c in text if not c.isascii()]


def test_ascii_symbols_are_unambiguous() -> None:
    signs = [one.plain for one in (HAMMER, SWORD, SHIELD, FEATHER, SKULL, SCORCHED, WALL)]
    letters = [names.en for names in BUILDING_LETTERS.values()] + [
        names.en for names in RESOURCE_LETTERS.values()
    ]
    marks = ["#", ".", ":", "{", "}", "<", ">", "+", "-", "|", "x", "(", ")", "[", "]", "?"]
    shared = [ASCII(name) for name in ("turn", "best")]
    every = [*signs, *letters, *marks, *shared, *SHADE_CHARACTERS]
    assert len(every) == len(set(every))
    russian = [names.ru for names in BUILDING_LETTERS.values()]
    assert len(russian) == len(set(russian))
    assert not set(russian) & set("НХТ"), "they look like hammer, skull and sword"


@pytest.mark.parametrize("depth", [Depth.SIXTEEN, Depth.NONE])
def test_pieces_and_states_have_symbols_without_tints(depth: Depth) -> None:
    scene = scene_of(until("BuildStructure", 2, round=3), depth=depth)
    canvas = painted(scene, (80, 24))
    view: Realm = scene.view
    seat = scene.seat
    assert seat is not None
    for piece in view.domain(seat).pieces:
        for name in piece.cells:
            (rect,) = canvas.rects(("domain", seat, name))
            assert canvas.chars[rect.y][rect.x] not in " ·"


def test_each_size_uses_its_room() -> None:
    plans = {size: TableLayout.of(*ROOMS[size]) for size in SIZES}
    assert not plans[80, 24].column
    assert plans[100, 30].column == 20
    assert plans[80, 40].strip >= 15
    assert plans[120, 30].column == 40
    assert plans[120, 40].border
    assert plans[160, 50].large
    assert plans[200, 55].large


def test_remaining_starting_pieces_are_named() -> None:
    match = until("PlaceKit", 2)
    scene = scene_of(match)
    assert scene.partial_pick is not None
    assert isinstance(scene.partial_pick.decision, PlaceKit)
    canvas = painted(scene, (80, 24))
    assert "Longhouse" in canvas.text()


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_everything_counted_has_a_tooltip(players: int, language: str) -> None:
    kinds: set[str] = set()
    for match in moments(players, language, every=7):
        scene = scene_of(match, language=language)
        for size in ((80, 24), (120, 40), (160, 50)):
            header = panels.paint_header(scene, PAINTER, size[0])
            for place in (*header.spots, *painted(scene, size).spots):
                assert isinstance(place, tuple)
                tooltip = None if is_button(place) else PAINTER.inspect(scene, place)
                assert tooltip is not None or is_button(place) or place[0] == "domain"
                if tooltip is not None:
                    assert scene.translate(tooltip)
                    kinds.add(str(place[0]))
    table = {"strength", "skulls", "meal", "count", "disaster", "step"}
    assert kinds >= table | ({"philip"} if players == 1 else {"player", "tokens"})


def test_tooltip_of_skulls_names_the_disaster() -> None:
    match = until("BuildStructure", 2, round=3)
    scene = scene_of(match)
    view: Realm = scene.view
    for seat in range(2):
        tooltip = scene.translate(PAINTER.inspect(scene, ("skulls", seat)) or verbatim(""))
        found = view.box.disaster(view.skulls(seat))
        assert (found.names.en if found else "No skull") in tooltip


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_ascii_symbol_on_the_board_is_known(language: str) -> None:
    """A domain contains only letters of buildings, ditto marks and symbols."""
    box = scene_of(until("BuildStructure", 2)).view.box
    letters = {BUILDING_LETTERS[id].name_in(language) for id in box.buildings}
    known = letters | set(SHADE_CHARACTERS) | {one.plain for one in (SCORCHED, WALL)} | set(" .:")
    for match in moments(2, language, every=11):
        scene = scene_of(match, language=language, glyphs="ascii", depth=Depth.NONE)
        seat = 0 if scene.seat is None else scene.seat
        canvas = painted(scene, (80, 24))
        for place in canvas.spots:
            if isinstance(place, tuple) and place[:2] == ("domain", seat) and len(place) == 3:
                (rect,) = canvas.rects(place)
                signs = canvas.chars[rect.y][rect.x : rect.right]
                assert set(signs) <= known, (place, signs)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_skull_forecast_is_separated_from_its_neighbours(language: str) -> None:
    match = until("ChooseDice", 3, language=language)
    scene = scene_of(match, language=language)
    text = painted(scene, (120, 40)).text()
    box = scene.view.box
    for one in box.disasters:
        name = one.names.en if language == "en" else one.names.ru
        assert f"{one.skulls_min} {name} " in text.replace("\n", " \n")
    for die in box.dice.values():
        name = die.names.en if language == "en" else die.names.ru
        assert f" {name} " in text


def test_losses_of_a_finished_step_disappear() -> None:
    """No forecast of skulls after Disasters, of hammers after Build, or of dice after the end."""
    seen = set()
    for match in moments(3, every=3):
        scene = scene_of(match, seat=0)
        view = scene.view
        seen.add("over" if view.over else view.step)
        for width in (24, 60):
            lines = [*forecast_lines(scene, 0, width), short_forecast(scene, 0, width)]
            text = " ".join(part for line in lines for part, _ in line)
            names = [one.names.en for one in view.box.disasters]
            if view.over or view.step in ("build", "extort"):
                assert not any(name in text for name in names)
            if lines[:1] and view.step == "extort" and not view.over:
                assert "hammer" not in " ".join(part for part, _ in lines[0])
            if view.over:
                assert not text
        if view.over:
            painted = PAINTER.paint(scene, 120, 30).text()
            assert "can rob" not in painted
            assert "Extort" not in panels.paint_header(scene, PAINTER, 120).text()
    assert {"build", "extort", "over"} <= seen


def headed(scene: Scene, size: tuple[int, int]) -> str:
    return panels.paint_header(scene, PAINTER, size[0]).text()


def piece_of(scene: Scene) -> MovingPiece:
    """The piece in hand."""
    piece = piece_in_hand(scene.partial_pick)
    assert piece is not None
    return piece


def first_choice(scene: Scene, value: str) -> None:
    """Move the cursor of the supply to a piece."""
    assert scene.partial_pick is not None
    input_mode: Any = scene.partial_pick.input_mode
    input_mode.pointed = [choice.value for choice in input_mode.choices()].index(value)


def test_remaining_resources_after_paying_are_complete() -> None:
    match = until("BuildStructure", 2)
    view: Any = match.state
    seat = match.pending()[0].seat
    for resource, number in {"stone": 3, "wood": 4, "goods": 0, "food": 0}.items():
        view.tracks[seat][resource] = number
    scene = scene_of(match)
    first_choice(scene, "keep")
    assert "Left after paying: 4 wood." in panel_of(scene, (120, 40)).text()


def test_starting_pieces_show_no_price_but_their_key() -> None:
    scene = scene_of(until("PlaceKit", 2))
    first_choice(scene, "farm")
    text = panel_of(scene, (120, 40)).text()
    assert "costs" not in text
    assert "Press f or Enter to pick up this piece" in text


@pytest.mark.parametrize("language", ["en", "ru"])
def test_full_text_has_every_line_that_the_panel_cuts(language: str) -> None:
    cut = 0
    for match in moments(3, language, every=4):
        if match.over or match.pending()[0].decision.name != "BuildStructure":
            continue
        scene = scene_of(match, language=language)
        assert scene.partial_pick is not None
        kinds = [
            one.value for one in scene.partial_pick.choices() if one.value in scene.view.supply
        ]
        for taken in (None, *kinds):
            scene = scene_of(match, language=language, take=taken)
            panel, lines = panel_of(scene, (80, 24)), PAINTER.choice_lines(scene)
            full = full_text_lines(scene, PAINTER, "")
            assert [line for line in lines if line not in full] == []
            if panel.rects((buttons.FULL_TEXT,)):
                cut += 1
                assert "…" in panel.text()
            else:
                shown = "".join(panel.text().replace("▌", "").split())
                assert all("".join(text.split()) in shown for text, _ in lines[:-1])
    assert cut


@pytest.mark.parametrize(
    ("language", "rows"),
    [
        ("en", ("2+Market", "5+Cathedral", "+ a 1/free cell i 1/resource y 1/culture d 1/die")),
        ("ru", ("2+Рынок", "5+Собор", "+ я 1/клетку и 1/ресурс у 1/культуру с 1/кубик")),
    ],
)
def test_small_supply_marks_and_explains_bonus_points(language: str, rows: tuple[str, ...]) -> None:
    scene = scene_of(until("BuildStructure", 3, language=language), language=language)
    text = PAINTER.paint(scene, *ROOMS[80, 24]).text()
    for row in rows:
        assert row in text
    assert "1 Keep " in text or "1 Башня " in text


def test_start_inside_the_ring_is_said_to_count_twice() -> None:
    match = until("PlaceKit", 2)
    scene = scene_of(match, take="longhouse")
    piece = piece_of(scene)
    enclosed = Domain.enclosed
    assert "counts twice" not in panel_of(scene, (120, 40)).text()
    inside = piece.preview().placement
    assert inside is not None
    with patch.object(Domain, "enclosed", lambda domain: enclosed(domain) | inside.mask):
        assert "Walled in, so it counts twice." in panel_of(scene, (120, 40)).text()


def test_key_of_the_held_piece_says_that_it_is_held() -> None:
    piece = piece_of(scene_of(until("PlaceKit", 2), take="farm"))
    reply = piece.press("f", "f")
    assert isinstance(reply, Refusal)
    assert reply.reason.plain() == "You are already holding this piece. Press Enter to place it."


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)])
def test_last_round_is_announced(size: tuple[int, int]) -> None:
    match = until("BuildStructure", 2)
    view: Any = match.state
    assert "last round" not in headed(scene_of(match), size)
    view.tokens_turned = view.tokens
    assert "last round" in headed(scene_of(match), size)


def test_touching_does_not_matter_after_the_last_disasters() -> None:
    match = until("BuildStructure", 2)
    view: Any = match.state
    for resource in view.box.resources:
        view.tracks[match.pending()[0].seat][resource] = 6
    touching = partial(_touching, match)
    assert touching()
    view.tokens_turned = view.tokens
    assert not touching()


def _touching(match: Match) -> list[Placement]:
    """Places at which a farm touches another building and this is held against them."""
    forecast = piece_of(scene_of(match, take="farm")).forecast
    return [place for place in forecast.domain.legal("farm") if forecast.touches(place)]


def test_the_chance_of_a_skull_is_that_of_all_marked_dice() -> None:
    scene = scene_of(until("ChooseDice", 2))
    assert scene.partial_pick is not None
    input_mode: Any = scene.partial_pick.input_mode
    dice = len(input_mode.marks.things)
    text = " ".join(panel_of(scene, (120, 40)).text().split())
    assert "is 1 in 6. It brings " in text
    for thing in input_mode.marks.things:
        input_mode.toggle(thing)
    input_mode.point(dice)
    text = " ".join(panel_of(scene, (120, 40)).text().split())
    chance = round(100 * (1 - (5 / 6) ** dice))
    assert f"The chance that the {dice} marked dice bring skull number" in text
    assert f" is {chance}%. That means " in text
    input_mode.point(dice + 1)
    text = " ".join(panel_of(scene, (120, 40)).text().split())
    assert "chance" not in text
    assert "You will not roll again." in text


def test_a_demand_tells_what_refusing_costs() -> None:
    match = until("Demand", 2)
    scene = scene_of(match)
    assert scene.partial_pick is not None
    pending: Any = match.pending()[0].decision
    other = scene.name(pending.of)
    told = f"{other} can refuse and take 2 disaster points."
    for choice in scene.partial_pick.choices():
        texts = [scene.translate(text) for text in PAINTER.preview(scene, choice, None)]
        assert (told in texts) is (choice.value in scene.view.box.resources)


def test_a_building_that_may_burn_is_told_with_its_points_and_its_die() -> None:
    match = until("BurnBuilding", 2)
    scene = scene_of(match)
    assert scene.partial_pick is not None
    told = set()
    for choice in scene.partial_pick.choices():
        seat = match.pending()[0].seat
        kind = scene.view.domains[seat].geometry.at(choice.chosen[-1]).kind
        texts = [scene.translate(text) for text in PAINTER.preview(scene, choice, None)]
        assert re.fullmatch(r"(-\d+|0) points?\.", texts[0])
        if kind.id == "longhouse":
            assert "From the next round on you will have one Peasant fewer." in texts
        told.add(kind.id)
    assert "longhouse" in told


def test_forecast_names_whom_the_next_skull_hits() -> None:
    found = 0
    for match in moments(2, every=1):
        for seat in range(2):
            parts = forecast_lines(scene_of(match), seat, 90)[1:2]
            text = "".join(part for line in parts for part, _ in line)
            for name in ("Treachery", "Attack"):
                if f"one more: {name}" in text:
                    found += 1
                    assert f"one more: {name} ({NAMES['en'][1 - seat]})" in text
    assert found


def test_hint_gives_points_and_effect_as_reason() -> None:
    match = until("BuildStructure", 2)
    view: Any = match.state
    seat = match.pending()[0].seat
    view.tracks[seat].update(stone=7, wood=8)
    scene = scene_of(match)
    assert scene.partial_pick is not None
    request = scene.partial_pick.request
    place = view.domain(seat).legal("longhouse")[0]
    why = PAINTER.why(scene, request.preview(place.pick), None)
    assert why is not None
    assert "gives a die: Peasant" in scene.translate(why)
    assert "Subtotal" not in scene.translate(why)


def test_hint_says_equal_effects_once() -> None:
    scene = scene_of(until("PlaceKit", 2))
    assert scene.partial_pick is not None
    request = scene.partial_pick.request
    layouts = scene.game.candidates(scene.view, request.decision, Dice(b"k"), 9)
    why = PAINTER.why(scene, request.preview(layouts[0]), None)
    assert why is not None
    assert "gives a die: Peasant (3 times)" in scene.translate(why)


def test_reroll_names_dice_with_faces_in_brackets() -> None:
    match = until("ChooseDice", 2)
    pending = match.pending()[0]
    options: Any = pending.decision.options(match.state)
    picks = (pick for pick in options if len(pick) == 1)
    text = pending.decision.label(match.state, (next(picks),))
    assert re.fullmatch(r"Reroll \w+ [1-9] \([^:;]+\)", text.plain())


def test_figures_of_a_player_who_builds_count_the_hammers_left() -> None:
    match = until("BuildStructure", 2)
    dice = Dice(b"hammers")
    while True:
        (pending,) = match.pending()
        left = getattr(pending.decision, "left", 0)
        realm: Any = match.state
        if 0 < left < forecast(realm, pending.seat).hammers:
            break
        match.choose(pending.seat, pending.decision.sample(match.state, dice))
    scene = scene_of(match)
    for parts in (
        forecast_lines(scene, pending.seat, 60)[0],
        short_forecast(scene, pending.seat, 60),
    ):
        assert re.match(rf"{left} (\S )?hammers?$", parts[0][0])


def test_hammers_are_not_shown_in_extort() -> None:
    match = until("Demand", 2)
    scene = scene_of(match)
    for parts in (*forecast_lines(scene, 0, 60), short_forecast(scene, 0, 60)):
        assert "hammer" not in "".join(text for text, _style in parts)


def test_idle_hammers_of_others_are_not_part_of_a_preview() -> None:
    scene = scene_of(until("BurnBuilding", 2))
    assert scene.partial_pick is not None
    assert scene.seat is not None
    pick_preview = scene.partial_pick.preview()
    assert pick_preview is not None
    message = "{seat} cannot build anything with {hammers}."
    idle = [
        Note(CANNOT_BUILD_RULE, seat, words(message, seat=Seat(seat), hammers=1)) for seat in (0, 1)
    ]
    shown = PAINTER.preview(scene, None, evolve(pick_preview, notes=tuple(idle)))
    assert shown == [idle[scene.seat].text]


@pytest.mark.parametrize(
    ("language", "parts"),
    [("en", ("f food", "H hammer", "X skull")), ("ru", ("е еда", "H молот", "X череп"))],
)
def test_reference_explains_the_faces_of_the_dice(language: str, parts: tuple[str, ...]) -> None:
    scene = scene_of(until("BuildStructure", 2, language=language), language=language)
    for width in (80, 120):
        shown = PAINTER.paint_zone(scene, REFERENCE_ZONE, width, 16).text()
        assert all(part in shown for part in parts)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_pieces_for_the_remaining_hammers_are_named_or_their_keys_are(language: str) -> None:
    walls, keys = {"en": ("walls", "keys"), "ru": ("стены", "клавиши")}[language]
    said = set()
    for match in moments(2, language, every=1):
        if match.over or match.pending()[0].decision.name != "BuildStructure":
            continue
        for kind in scene_of(match).view.box.structures:
            scene = scene_of(match, language=language, take=kind)
            if piece_in_hand(scene.partial_pick) is not None:
                shown = " ".join(panel_of(scene, (120, 40)).text().split())
                said |= set(re.findall(r"(?:enough for|[Мм]ожно построить:) (\w+)", shown))
    assert said & {walls, keys}
    assert all(len(word) > 1 for word in said)


KEEP_AND_POINT = {"en": "1 Keep", "ru": "1 Башня"}
"""The points and the name of the first building."""


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["small", "large"])
def test_the_list_of_buildings_has_a_heading(size: tuple[int, int], language: str) -> None:
    scene = scene_of(until("BuildStructure", 2), language=language)
    lines = painted(scene, size).lines()
    first = next(row for row, line in enumerate(lines) if f" {KEEP_AND_POINT[language]} " in line)
    for word in (words("cost"), words("stock"), words("points" if size[0] < 100 else "effect")):
        assert scene.translate(word) in lines[first - 1]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_sign_of_the_feather_is_explained_beside_it(language: str) -> None:
    scene = scene_of(until("ChooseDice", 2), language=language)
    sign = scene.theme.glyphs(FEATHER)
    rows = [line for line in painted(scene, (120, 40)).lines() if sign in line]
    assert any(f"{sign} {scene.translate(words('feather'))}" in row for row in rows)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["small", "large"])
def test_unfed_dice_bring_disaster(size: tuple[int, int], language: str) -> None:
    seen: set[bool] = set()
    for match in moments(2, every=1):
        scene = scene_of(match, language=language)
        if not match.over and match.pending()[0].decision.name == "ChooseDice":
            seat = match.pending()[0].seat
            expected = forecast(scene.view, seat, marked_dice(scene))
            hungry, perhaps = expected.hungry, expected.stores["food"].perhaps
            certain = scene.translate(words("disaster -{n}", n=hungry))
            possible = scene.translate(words("disaster up to -{n}", n=hungry))
            text = painted(scene, size).text()
            if not perhaps:
                assert (certain in text) == (hungry > 0)
            assert (possible in text) == (hungry > 0 and perhaps > 0)
            if hungry:
                seen.add(perhaps > 0)
    assert seen == {False, True}
