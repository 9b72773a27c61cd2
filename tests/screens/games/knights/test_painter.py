"""The table of Cities & Knights as text: all facts are shown, fit, and reveal no secret."""

from __future__ import annotations

import re
from typing import Any

import pytest
from attrs import evolve

from engine.games.knights.catan.state import KNIGHT
from engine.games.knights.state import Island
from engine.match.match import Match
from engine.match.match_view import MatchView
from screens.games.knights import pages
from screens.games.knights.painter import PAINTER
from screens.games.knights.symbols import ACTIVE, AWARD, INACTIVE, PATH, READY, ROAD, IslandLabels
from screens.paint import buttons
from screens.paint.canvas import INSIDE, Canvas
from screens.paint.hexes import PIP, RED_PIP
from screens.paint.theme import theme
from screens.table_view import panels
from screens.table_view.final_result import paint_end
from screens.table_view.news import turn_summary
from screens.table_view.painter_registry import painter_for
from screens.table_view.scene import Scene
from screens.table_view.sheet_changes import cells_of
from screens.table_view.sheet_view import paint_sheet
from styles.colour import Depth
from tests.engine.games.knights.positions import island
from tests.matrix import at_each_size
from tests.screens.games.knights.scenes import ROOMS, moments, new_match, play_on, played, scene_of
from tests.untyped import options_of, view_of

PLAYERS = [2, 3, 4]
SIZES = list(ROOMS)
EVERY_SIZE = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
LANGUAGES = pytest.mark.parametrize("language", ["en", "ru"])


def painted(scene: Scene, size: tuple[int, int]) -> Canvas:
    return PAINTER.paint(scene, *ROOMS[size])


def everything(scene: Scene, size: tuple[int, int]) -> str:
    """Everything painted for a scene, as text."""
    width, height = size
    parts = [
        panels.paint_header(scene, PAINTER, width),
        painted(scene, size),
        panels.paint_decision(scene, PAINTER, width, PAINTER.decision_rows(width, height)),
        *(PAINTER.paint_zone(scene, zone.key, *ROOMS[size]) for zone in PAINTER.zones),
    ]
    return "\n".join(part.text() for part in parts)


@pytest.fixture
def careful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail when a word is written over a word or beyond the edge of a canvas."""
    write = Canvas.put_cells

    def checked(
        canvas: Canvas, x: int, y: int, text: str, role: str, edge: bytes, height: int = 1
    ) -> None:
        if text.strip() and edge == INSIDE:
            assert 0 <= y < canvas.height, f"{text!r} is outside, in row {y}"
            assert x >= 0, f"{text!r} starts outside"
            assert x + len(text.rstrip()) <= canvas.width, f"{text!r} is cut off"
            for at, char in enumerate(text, x):
                there = canvas.chars[y][at] if at < canvas.width else " "
                letters = char.isalnum() and there.isalnum() and char != there
                assert not letters, f"{text!r} overwrites {''.join(canvas.chars[y])!r}"
        write(canvas, x, y, text, role, edge, height)

    monkeypatch.setattr(Canvas, "put_cells", checked)


@pytest.mark.usefixtures("careful")
@at_each_size(SIZES, PLAYERS)
def test_no_text_is_clipped_or_overlaps(size: tuple[int, int], players: int, language: str) -> None:
    for match in moments(players, language):
        for seat in (-1, None):
            scene = scene_of(match, language=language, seat=seat)
            painted(scene, size)
            for zone in PAINTER.zones:
                PAINTER.paint_zone(scene, zone.key, *ROOMS[size])


@pytest.mark.usefixtures("careful")
@pytest.mark.parametrize("width", [70, 73, 76, 79])
@LANGUAGES
def test_levels_of_players_are_whole_in_narrow_pictures(width: int, language: str) -> None:
    for match in moments(3, language):
        scene = scene_of(match, language=language, seat=None)
        text, labels = PAINTER.paint(scene, width, 20).text(), IslandLabels.of(scene)
        tracks = range(len(labels.view.box.tracks))
        for seat in range(labels.view.seats):
            levels = "".join(f"{labels.track(at)}{labels.level(seat, at)}" for at in tracks)
            assert levels.rstrip() in text


@LANGUAGES
def test_mark_of_a_metropolis_does_not_touch_the_knights(language: str) -> None:
    state: Any = island(3, cities={0: [23]}, knights={0: {24: 1}})
    state.levels[0], state.metropolis_owners[-1] = (0, 0, 4), 0
    state.metropolises[-1] = 23
    scene = evolve(
        scene_of(new_match(3, language), language=language), view=state, partial_pick=None
    )
    for length in (5, 10):
        state.lengths[0], state.award = length, 0
        text = painted(scene, (80, 24)).text()
        assert re.search(r"\w4\* +\w+ ?0/1", text)


@EVERY_SIZE
def test_plain_ascii_uses_only_ascii(size: tuple[int, int]) -> None:
    for match in moments(4):
        assert everything(scene_of(match, glyphs="ascii"), size).isascii()


@pytest.mark.parametrize("depth", list(Depth))
def test_players_are_distinguishable_without_colours(depth: Depth) -> None:
    match = moments(4)[3]
    text = painted(scene_of(match, depth=depth), (120, 40)).text()
    view: Island = view_of(match, None)
    for seat, letter in enumerate("ABCD"):
        assert view.networks[seat]
        assert letter in text


def test_every_place_of_the_island_is_on_the_table() -> None:
    for size in SIZES:
        canvas = painted(scene_of(moments(4)[2]), size)
        for kind, count in (("node", 54), ("edge", 72), ("hex", 19)):
            assert all((kind, number) in canvas.spots for number in range(count))


@pytest.mark.parametrize("picks", [0, 1, 40, 200])
def test_every_choice_of_a_place_is_on_the_table(picks: int) -> None:
    scene = scene_of(played(4, picks=picks))
    assert scene.partial_pick is not None
    canvas = painted(scene, (80, 24))
    for choice in scene.partial_pick.choices():
        if choice.place is not None and choice.place[0] in ("node", "edge", "hex", "give"):
            assert choice.place in canvas.spots


@LANGUAGES
@EVERY_SIZE
def test_every_command_of_a_turn_has_its_place(size: tuple[int, int], language: str) -> None:
    for match in moments(4, language)[1:5]:
        scene = scene_of(match, language=language)
        if scene.partial_pick is None or scene.partial_pick.decision.name != "Main":
            continue
        page = PAINTER.paint_choices(scene, size[0], PAINTER.decision_rows(*size) - 1)
        assert page is not None
        for number, choice in enumerate(scene.partial_pick.choices()):
            assert ((buttons.CHOICE, number) in page.spots) == choice.listed


@EVERY_SIZE
def test_hands_of_others_are_not_painted(size: tuple[int, int]) -> None:
    """The table looks the same if other players' cards are replaced by as many others."""
    match = played(3, picks=150)
    scene = scene_of(match, seat=match.pending()[0].seat)
    before = everything(scene, size)
    island: Any = match.state
    decks = [[n for n, one in enumerate(island.box.cards) if one.deck == deck] for deck in range(3)]
    for seat in range(3):
        if seat != scene.seat:
            island.hands[seat].reverse()
            held = [island.box.cards[card].deck for card in island.progress[seat]]
            island.progress[seat] = tuple(decks[deck][-1] for deck in held)
    assert everything(scene_of(match, seat=scene.seat), size) == before


def test_dice_page_shows_counts_of_rolls() -> None:
    scene = scene_of(moments(4)[4])
    view: Island = scene.view
    text = PAINTER.paint_zone(scene, pages.DICE_ZONE, 80, 17).text()
    assert f"rolls: {sum(view.totals)}" in text
    for total in range(2, 13):
        assert f" {total} " in text


def test_ascii_symbols_are_unambiguous() -> None:
    sign = theme(glyphs="ascii").glyphs
    own = (INACTIVE, ACTIVE, READY, AWARD, ROAD, PATH, PIP, RED_PIP)
    common = ("dot", "meeple.out", "card", "yes", "no", "dash", "best")
    marks = ("mark.left", "mark.right", "point.left", "point.right")
    signs = [sign(one) for one in (*own, *common, *marks)]
    assert len(signs) == len(set(signs))


def test_roads_do_not_hide_harbour_labels() -> None:
    """Labels cover the ends of sides, where roads are not painted."""
    match = played(4, picks=10)
    state: Any = match.state
    state.roads[:] = [edge % 4 for edge in range(len(state.roads))]
    for size in ROOMS:
        scene = scene_of(match)
        canvas = painted(scene, size)
        for number, id in enumerate(state.harbors):
            rect = canvas.spots["harbour", number][0]
            shown = "".join(canvas.chars[rect.y][rect.x : rect.right])
            harbour = state.box.harbor_types[id]
            kind = ":1"
            if harbour.kind is not None:
                kind = scene.translator.argument(state.box.kinds[harbour.kind].glyph)
            assert shown == f"{harbour.rate}{kind}", (size, number)


def test_edge_marks_do_not_cover_harbour_labels() -> None:
    """The marks at the ends of a side that can be chosen would hide a letter of the label."""
    for seed in range(4):
        match = new_match(3, seed=str(seed))
        board = match.view(0).board  # type: ignore[attr-defined]
        for size in ROOMS:
            canvas: Any = painted(scene_of(match), size)
            places: list[Any] = [place for place in canvas.spots if place[0] == "harbour"]
            labels = [rect for place in places for rect in canvas.rects(place)]
            for edge in range(board.edge_count):
                (mark,) = canvas.spots.anchors(("edge", edge))
                assert not any(mark.clipped(label) for label in labels), (size, edge)
                assert mark.width >= 2


@pytest.mark.parametrize("names", [("Anna", "Rita", "Mary"), ("Anna", "Boris", "Clara")])
def test_robber_and_merchant_always_have_the_same_letters(names: tuple[str, ...]) -> None:
    match = Match.begin("knights", [(name, "person") for name in names], seed="7")
    labels = IslandLabels.of(scene_of(match))
    assert labels.robber_and_merchant_letters == ("R", "M")
    assert not set(labels.robber_and_merchant_letters) & set(labels.letters)


def test_news_omit_turn_starts_and_refusals() -> None:
    match = played(3, picks=60)
    lines = []
    for _ in range(120):
        play_on(match, 1)
        if match.over:
            break
        scene = scene_of(match)
        notice = turn_summary(MatchView(match), scene, painter_for("knights"))
        lines += [line.text for line in notice.lines] if notice is not None else []
    assert any("rolls" in line for line in lines)
    assert any("offers" in line for line in lines)
    assert not any("turn." in line or "declines" in line for line in lines)


def test_roll_that_benefits_everybody_is_no_news_to_the_roller() -> None:
    everybody = 0
    for seed in map(str, range(6)):
        match = new_match(2, seed=seed)
        for _ in range(40):
            play_on(match, 1, "PreRoll")
            if match.over:
                break
            seat = match.pending()[0].seat
            match.choose(seat, options_of(match, seat)[0])
            match_view = MatchView(match)
            _, notes = scene_of(match, seat=seat).history.events_with_notes()[-1]
            rules = [note.rule for note in notes]
            if rules.count("CK-8.1") == 2 and "CK-6.7" not in rules:
                everybody += 1
                assert (
                    turn_summary(match_view, scene_of(match, seat=seat), painter_for("knights"))
                    is None
                )
    assert everybody


def test_attack_after_a_players_own_roll_is_news_to_that_player() -> None:
    attacks = 0
    for seed in map(str, range(3)):
        match = new_match(2, seed=seed)
        for _ in range(60):
            play_on(match, 1, "PreRoll")
            if match.over:
                break
            seat = match.pending()[0].seat
            match.choose(seat, options_of(match, seat)[0])
            scene = scene_of(match, seat=seat)
            _, notes = scene.history.events_with_notes()[-1]
            if any(note.rule == "CK-6.7" for note in notes):
                attacks += 1
                notice = turn_summary(MatchView(match), scene, painter_for("knights"))
                assert notice is not None
                assert notice.lines[0].text.startswith("The barbarians attack")
    assert attacks


def test_played_card_leaves_no_mark_on_another():
    scene = scene_of(played(4, picks=400, until="Main", open_hands="yes"))
    view = scene.view
    cards = [view.box.cards[card].id for card in view.progress[scene.seat]]
    assert cards
    canvas = PAINTER.paint(scene, *ROOMS[120, 40])
    places = {place for place in canvas.spots if isinstance(place, tuple) and place[0] == "card"}
    assert places == {("card", card) for card in cards}
    for place in places:
        assert PAINTER.inspect(scene, place) is not None


def test_total_points_are_emphasised() -> None:
    score = scene_of(played(4, picks=60)).sheets()[0]
    assert [column.key for column in score.columns if column.total] == ["total"]


def test_leftovers_have_no_best_value_mark() -> None:
    """Remaining cards, walls and pieces have no best value, but points do."""
    scene = scene_of(played(4, picks=400))
    left = [column for column in scene.sheets()[1].columns if "left" in column.title.plain()]
    assert {column.key for column in left} < PAINTER.no_best
    assert PAINTER.no_best.isdisjoint(column.key for column in scene.sheets()[0].columns)
    page = paint_end(scene, None, 120, no_best=PAINTER.no_best).text()
    assert "◎" not in page[page.index("Holdings") : page.index("Dice")]


def test_figures_beside_a_small_island_have_headings_and_the_ship_a_label() -> None:
    """Each head has a tooltip, and those affected by an attack are given in words."""
    state = island(2, cities={0: [12], 1: [23]})
    for language, heads in (("en", "VP hand cds kn rd"), ("ru", "ПО рука крт рц дор")):
        match = new_match(2, language)
        scene = evolve(scene_of(match, language=language), view=state, partial_pick=None)
        canvas = PAINTER.paint(scene, 80, 17)
        for head in heads.split():
            assert head in canvas.text()
        for column in ("points", "hand", "cards", "levels", "knights", "road"):
            assert ("head", column) in canvas.spots
            assert PAINTER.inspect(scene, ("head", column)) is not None
    assert "минус: АБ" in canvas.text()


def test_hex_tooltip_shows_production() -> None:
    scene = scene_of(played(2, picks=60))
    tooltips = {}
    for hex, terrain in enumerate(scene.view.terrains):
        tooltip = PAINTER.inspect(scene, ("hex", hex))
        assert tooltip is not None
        tooltips[terrain] = scene.translate(tooltip)
    assert "Settlement: 1 lumber; city: 1 lumber, 1 paper." in tooltips["forest"]
    assert "Settlement: 1 grain; city: 2 grain." in tooltips["fields"]
    assert "This hex produces nothing." in tooltips["desert"]


@LANGUAGES
@pytest.mark.parametrize("size", [(120, 40), (160, 50)], ids=["120x40", "160x50"])
def test_terrain_names_do_not_touch_pieces(size: tuple[int, int], language: str) -> None:
    """The same holds for the words for robber and merchant."""
    state: Any = island(2, cities={0: [23]}, knights={0: {24: 1}, 1: {17: 1, 30: 1, 29: 1}})
    state.merchant, state.merchant_owner = 9, 1
    for robber in range(len(state.terrains)):
        state.robber = robber
        scene = evolve(
            scene_of(new_match(2, language), language=language), view=state, partial_pick=None
        )
        canvas = painted(scene, size)
        for node in (23, 24, 17, 30, 29):
            (spot,) = canvas.spots["node", node]
            middle = spot.x + spot.width // 2
            beside = [canvas.chars[spot.y][middle + dx] for dx in (-2, 2)]
            assert not any(map(str.isalpha, beside)), (node, robber, beside)


@pytest.mark.parametrize(
    ("language", "names"), [("en", ["robber", "merch."]), ("ru", ["грабит.", "торгов."])]
)
def test_long_names_on_hexes_are_abbreviated_between_knights(
    language: str, names: list[str]
) -> None:
    robber, merchant = 8, 10
    nodes = island(2).box.board.hex_nodes
    state: Any = island(2, knights={0: dict.fromkeys([*nodes[robber], *nodes[merchant]], 1)})
    state.robber, state.merchant, state.merchant_owner = robber, merchant, 1
    scene = evolve(
        scene_of(new_match(2, language), language=language), view=state, partial_pick=None
    )
    text = painted(scene, (120, 40)).text()
    assert all(f" {name} " in text for name in names)


def test_bank_marks_are_beside_its_cards() -> None:
    for size in ((120, 40), (160, 50), (200, 55)):
        canvas = PAINTER.paint(scene_of(played(4, picks=200, until="Main")), size[0], size[1] - 8)
        for kind in ("lumber", "brick", "coin"):
            (spot,) = canvas.spots["want", kind]
            inside = "".join(canvas.chars[spot.y][spot.x + 1 : spot.right - 1])
            assert inside == inside.strip() or size == (120, 40)


def test_averages_that_change_every_roll_are_not_marked() -> None:
    match = played(2, picks=300)
    scene = scene_of(match)
    sheet = scene.sheets()[2]
    before = cells_of(scene.game.sheets(played(2, picks=200).view(0)))
    page = paint_sheet(evolve(scene, earlier_cells=before), sheet, 120)
    rows = [line for line in range(page.height) if "Expected" in "".join(page.chars[line])]
    assert rows
    assert all("flash" not in page.roles[row] for row in rows)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("dev. cards left: 25", "VP hand dev", "knights 0 road 0", "knights 3 road 0")),
        ("ru", ("карт развития: 25", "ПО рука крт", "рыцари 0 дорога 0", "рыцари 3 дорога 0")),
    ],
)
def test_every_figure_beside_a_small_catan_island_has_a_label(
    language: str, told: tuple[str, ...]
) -> None:
    match = Match.begin("catan", [("Anna", "person"), ("Boris", "person")], seed="5")
    state: Any = match.state
    state.open_cards[1] = [KNIGHT] * 3
    scene = scene_of(match, language=language)
    text = painter_for("catan").paint(scene, 80, 17).text()
    for words in told:
        assert words in text


def test_line_below_the_players_explains_the_red_numbers() -> None:
    for size in ((120, 40), (160, 50)):
        text = PAINTER.paint(scene_of(played(4, picks=60, until="Main")), *ROOMS[size]).text()
        assert "T red P red S red" in text
        assert "red: red die numbers that draw a card" in text
        assert "13 points to win" in text
        assert ("T Trade  P Politics  S Science" in text) == (size == (160, 50))


@EVERY_SIZE
@pytest.mark.parametrize("players", PLAYERS)
def test_the_strengths_of_barbarians_and_knights_have_words(
    players: int, size: tuple[int, int]
) -> None:
    text = painted(scene_of(played(players, picks=150)), size).text()
    assert re.search(r"cities \d+ : knights \d+", text)
