"""The table of Middle Ages as text: everything that must be visible at once is, and fits."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.middle_ages.state import GAP, NOWHERE, Kingdom
from engine.match import Match
from screens import panels
from screens.canvas import INSIDE, Canvas
from screens.middle_ages.painter import PAINTER, _shares
from screens.scene import Scene
from tests.screens.middle_ages.scenes import ROOMS, moments, played, scene_of

PLAYERS = [2, 3, 4, 5]
SIZES = list(ROOMS)


def painted(scene: Scene, size: tuple[int, int]) -> Canvas:
    return PAINTER.paint(scene, *ROOMS[size])


def words_at(canvas: Canvas, place: Any) -> str:
    """What is written on a place."""
    return "\n".join(
        "".join(canvas.chars[y][rect.x : rect.right])
        for rect in canvas.rects(place)
        for y in range(rect.y, rect.bottom)
    )


@pytest.fixture
def careful(monkeypatch: pytest.MonkeyPatch) -> None:
    """A canvas that fails when something is written over something else or beyond its edge."""
    write = Canvas._write

    def checked(canvas: Canvas, x: int, y: int, text: str, role: str, edge: bytes) -> None:
        if text.strip():
            assert 0 <= y < canvas.height, f"{text!r} stands outside, in row {y}"
            assert x >= 0, f"{text!r} begins outside"
            assert x + len(text.rstrip()) <= canvas.width, f"{text!r} is cut off"
            for at, char in enumerate(text, x):
                if at >= canvas.width or char == " ":
                    continue
                there, inside = canvas.chars[y][at], canvas.edges[y][at : at + 1] == INSIDE
                blank = there == " " or not inside
                assert blank, f"{text!r} is written over {''.join(canvas.chars[y])!r}"
        write(canvas, x, y, text, role, edge)

    monkeypatch.setattr(Canvas, "_write", checked)


@pytest.mark.usefixtures("careful")
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_is_cut_off_or_written_over(
    size: tuple[int, int], players: int, language: str
) -> None:
    for match in moments(players, language):
        for seat in (-1, None):
            scene = scene_of(match, language=language, seat=seat)
            painted(scene, size)
            PAINTER.paint_zone(scene, "fiefs", *ROOMS[size])


@pytest.mark.usefixtures("careful")
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("width", [80, 120])
def test_the_headline_fits_beside_whose_turn_it_is(width: int, language: str) -> None:
    for match in moments(5, language):
        scene = scene_of(match, language=language)
        line = panels.paint_header(scene, PAINTER, width).text()
        assert panels.whose_turn(scene)[0] in line  # type: ignore[index]


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["small", "large"])
def test_what_must_be_visible_at_once_is(size: tuple[int, int], players: int) -> None:
    for match in moments(players):
        scene = scene_of(match)
        canvas = painted(scene, size)
        check_display(scene, canvas)
        check_players(scene, canvas)
        check_round(scene, canvas, size[0])


def check_display(scene: Scene, canvas: Canvas) -> None:
    """Every tile with its number and type, and every lord and scout on its tile."""
    view: Kingdom = scene.view
    for row, tiles in enumerate(view.display):
        for at, tile in enumerate(tiles):
            shown = words_at(canvas, ("display", row + 1, at + 1))
            if tile == GAP:
                assert shown.split() == ["·"]
                continue
            face = view.box.tiles[tile]
            assert f"{face.number} {face.names.en}" in shown
            assert shown.count("¥") == min(1, face.farmers)
            assert shown.count("▣") == min(1, face.chests)
            assert ("•" in shown, "○" in shown) == (face.colour == 0, face.colour == 1)
            lord, scout = view.lord_on(row, at), view.scout_on(row, at)
            assert ("▲" in shown) == (lord >= 0)
            assert ("△" in shown) == (scout >= 0 and lord < 0)
            if lord >= 0:
                assert f"▲{scene.name(lord)[:6]}" in shown
            elif scout >= 0:
                assert f"(△{scene.name(scout)[:3]}" in shown


def check_players(scene: Scene, canvas: Canvas) -> None:
    """The coins of all; the own fief with every income, and the own graveyard."""
    view: Kingdom = scene.view
    seat = scene.seat
    assert seat is not None
    for other in range(view.seats):
        small = words_at(canvas, ("fief", other))
        if small:
            assert small.split()[:2] == [scene.name(other), f"{view.coins[other]}¤"]
        else:
            (rect,) = canvas.rects(("column", other, 0))
            assert f"{scene.name(other)}  {view.coins[other]} coin" in canvas.lines()[rect.y - 1]
    for column in range(8):
        shown = words_at(canvas, ("column", seat, column))
        *name, count, formula, income = (line.strip() for line in shown.splitlines())
        type_ = view.box.types[column]
        assert name in ([type_.names.en], [])
        assert type_.names.en in canvas.text()
        label = "" if name else type_.letters.en
        assert count.split()[0] == f"{label}{view.count(seat, column)}"
        assert formula.startswith(str(view.rate(seat, column)))
        for counted in view.income_types(seat, column):
            assert view.box.types[counted].letters.en in formula
        assert income.split()[0] == f"={view.income(seat, column)}"
        assert ("¤" in income) == bool(view.coin_tokens[seat][column])
    graves = words_at(canvas, ("graveyard", seat))
    assert graves.split()[:2] == ["†", str(len(view.graveyards[seat]))]


def check_round(scene: Scene, canvas: Canvas, width: int) -> None:
    """Round, rows, stacks, supplies, the next event, and who moves when."""
    view: Kingdom = scene.view
    if not view.round:
        assert "The order is drawn" in canvas.text()
        return
    head = scene.say(PAINTER.headline(scene, width))
    if view.over:
        assert head == "After round 16"
        return
    assert f"{view.round}" in head.split("Round ")[1][:2]
    assert f"row {view.row + 1}" in head
    assert f"¤{view.coin_tokens_left}" in head
    assert str(len(view.discard)) in head
    if view.events_resolved < len(view.events):
        card = view.box.events[view.events[view.events_resolved]]
        assert card.names.en in words_at(canvas, ("event", view.events_resolved + 1))
    order = next(line for line in canvas.lines() if line.startswith((" Now:", " Next round:")))
    waiting = [scene.name(seat) for seat in view.turn_order(view.row)]
    moved = view.turn_order(view.next_row) if view.next_row != NOWHERE else []
    told = order.split("Next round:")
    assert [name for name in told[0].replace("▲", "").split()[1:] if name in waiting] == waiting
    if moved:
        names = told[1].split("│")[0].split()
        assert names == [scene.name(seat) for seat in moved]


@pytest.mark.parametrize("players", PLAYERS)
def test_large_tables_show_every_fief_the_sheet_and_the_log(players: int) -> None:
    for match in moments(players, every=19):
        scene = scene_of(match)
        canvas = painted(scene, (120, 40))
        view: Kingdom = scene.view
        for seat in range(players):
            for column in range(8):
                shown = words_at(canvas, ("column", seat, column))
                assert f"={view.income(seat, column)}" in shown
                assert str(view.count(seat, column)) in shown
        text = canvas.text()
        assert " Score" in text
        assert " Log " in text
        assert "Graveyard" in text


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_plain_ascii_is_plain(size: tuple[int, int], players: int) -> None:
    for match in moments(players, every=11):
        scene = scene_of(match, glyphs="ascii")
        assert painted(scene, size).text().isascii()
        assert PAINTER.paint_zone(scene, "fiefs", *ROOMS[size]).text().isascii()
        assert panels.paint_header(scene, PAINTER, size[0]).text().isascii()
        assert panels.paint_decision(scene, PAINTER, size[0], 5).text().isascii()


@pytest.mark.parametrize("players", PLAYERS)
def test_every_choice_of_a_tile_or_column_lies_on_the_table(players: int) -> None:
    asked = set()
    for match in moments(players, every=1):
        scene = scene_of(match)
        if scene.choosing is None:
            continue
        canvas = painted(scene, (80, 24))
        for choice in scene.choosing.choices():
            if choice.place is not None and choice.place[0] in ("display", "column"):
                asked.add(scene.choosing.decision.name)
                (rect,) = canvas.rects(choice.place)
                assert canvas.at(rect.x + 1, rect.y) == choice.place
    assert asked >= {"PlaceLord", "MoveLord", "PlaceScout", "PlaceCoinToken"}


def test_no_two_places_share_a_cell() -> None:
    for size in SIZES:
        canvas = painted(scene_of(played(5, picks=40)), size)
        taken: dict[tuple[int, int], Any] = {}
        for place, rects in canvas.spots.items():
            for rect in rects:
                for y in range(rect.y, rect.bottom):
                    for x in range(rect.x, rect.right):
                        assert taken.setdefault((x, y), place) == place


def test_the_key_of_a_tile_is_its_position() -> None:
    match = played(4, picks=10, until="MoveLord")
    scene = scene_of(match)
    assert scene.choosing is not None
    for choice in scene.choosing.choices():
        assert choice.place is not None
        assert choice.key == str(choice.place[2])


def test_the_tile_about_to_be_taken_is_underlined() -> None:
    scene = scene_of(played(4, picks=10, until="MoveLord"))
    view: Kingdom = scene.view
    canvas = painted(scene, (80, 24))
    underlined = {
        canvas.at(x, y)
        for y, row in enumerate(canvas.roles)
        for x, role in enumerate(row)
        if role.startswith("tile.") and role.endswith("underline")
    }
    seat = view.active
    assert underlined == {("display", view.lord_row[seat] + 1, view.lord_at[seat] + 1)}


def test_rows_in_play_are_marked() -> None:
    canvas = painted(scene_of(played(4, picks=10, until="MoveLord")), (80, 24))
    assert [canvas.lines()[row * 2][:2] for row in range(4)] == [" 1", "→2", "↓3", " 4"]
    canvas = painted(scene_of(played(4)), (80, 24))
    assert [canvas.lines()[row * 2][:2] for row in range(4)] == ["↓1", " 2", " 3", " 4"]


def test_letters_are_those_of_the_language() -> None:
    match = played(3, picks=20, language="ru")
    text = painted(scene_of(match, language="ru"), (80, 24)).text()
    assert "2×(Д+У)" in text
    assert "V" not in text


def previewed(match: Match, index: int = 0) -> str:
    scene = scene_of(match)
    assert scene.choosing is not None
    scene.choosing.point(index)
    told = PAINTER.preview(scene, scene.choosing.choice, scene.choosing.foresight())
    return " ".join(scene.say(text) for text in told)


def test_a_move_shows_what_the_tile_taken_brings_and_what_the_next_one_promises() -> None:
    match = played(4, picks=10, until="MoveLord")
    scene = scene_of(match)
    seat = match.owed()[0].seat
    pick = match.options(seat)[0]
    foreseen = match.foresee(seat, pick)
    told = previewed(match)
    assert f"{scene.name(seat)} {scene.view.coins[seat]} to {foreseen.view.coins[seat]}" in told
    tile = scene.view.box.tiles[scene.view.display[scene.view.next_row][pick - 1]]
    assert f"Taken now, {tile.names.en} {tile.number} would pay" in told
    assert "has an income of" in told
    assert "moves the lord" not in told


def test_placing_a_lord_tells_what_its_tile_does() -> None:
    match = played(3)
    told = previewed(match)
    assert "In round 1 you take Field 2: 1 coin a farmer; income 2." in told
    assert "left to right" in told


def test_a_choice_that_asks_on_says_what_comes() -> None:
    match = next(match for match in moments(4, every=1) if takes_a_palace(match))
    assert "Then: Which plot token" in previewed(match)


def takes_a_palace(match: Match) -> bool:
    """Whether the lord that is to move stands on a palace."""
    view: Kingdom = match.view(None)
    owed = match.owed()
    if not owed or owed[0].decision.name != "MoveLord":
        return False
    seat = owed[0].seat
    tile = view.display[view.lord_row[seat]][view.lord_at[seat]]
    return view.box.types[view.box.tile_type[tile]].id == "palace"


def test_a_token_shows_the_column_as_it_would_be() -> None:
    match = played(3, until="PlaceCoinToken")
    assert "Field: 3×F = " in previewed(match)


def test_a_plot_token_says_what_it_does_before_its_column_is_chosen() -> None:
    match = played(3, until="PlacePlotToken")
    assert "Field: the column that you choose next will count this type too." in previewed(match)


def test_everything_on_the_table_can_be_inspected() -> None:
    match = played(4, picks=45)
    scene = scene_of(match)
    view: Kingdom = scene.view
    for size in SIZES:
        for place in painted(scene, size).spots:
            assert isinstance(place, tuple)
            assert place[0] == "log" or PAINTER.inspect(scene, place) is not None

    def told(*place: Any) -> str:
        text = PAINTER.inspect(scene, place)
        assert text is not None
        return scene.say(text)

    row, at = view.lord_row[0], view.lord_at[0]
    lord = told("display", row + 1, at + 1)
    assert "The lord of Anna is there." in lord
    assert "would pay" in lord
    assert "back." in lord
    gap = next((r, a) for r in range(4) for a in range(5) if view.display[r][a] == GAP)
    assert "the tile is gone" in told("display", gap[0] + 1, gap[1] + 1)
    assert "It has happened." in told("event", 1)
    assert told("event", 2).startswith("After round 8: Alliance: 3 coins for each: Church, Palace.")
    assert told("column", 1, 4).startswith(
        f"Boris, Market: {view.rate(1, 4)}×(K+M) = {view.income(1, 4)}; with one more tile "
    )
    assert "The graveyard of Anna: " in told("graveyard", 0)
    assert f"{view.coins[2]} coins" in told("fief", 2)
    assert PAINTER.inspect(scene, ("token", "field")) is None


def test_events_tell_what_they_would_change_now() -> None:
    """Seed 7 has Alliance after round 8: 3 coins for every church and palace."""
    match = played(3, picks=25)
    assert match.view(None).events_resolved == 1
    scene = scene_of(match)
    text = PAINTER.inspect(scene, ("event", 2))
    assert text is not None
    said = scene.say(text)
    view: Kingdom = scene.view
    for seat in range(3):
        gain = 3 * (view.count(seat, 6) + view.count(seat, 7))
        assert (f"{scene.name(seat)} +{gain}" in said) == (gain > 0)
    assert match.view(None).coins == view.coins


def test_all_fiefs_show_every_tile() -> None:
    scene = scene_of(played(5, picks=70))
    view: Kingdom = scene.view
    page = PAINTER.paint_zone(scene, "fiefs", 80, 17)
    for seat in range(5):
        for column in range(8):
            shown = words_at(page, ("column", seat, column))
            assert shown.count("›") == view.count(seat, column)


def test_the_signs_of_the_table_are_explained() -> None:
    for glyphs in ("unicode", "ascii"):
        scene = scene_of(played(4, picks=30), glyphs=glyphs)
        signs = "".join(sign for sign, _ in PAINTER.legend(scene))
        for name in ("lord", "scout", "farmer", "chest", "coin", "grave", "right", "down"):
            assert scene.look.glyphs(name) in signs


@given(
    st.lists(st.integers(3, 40), min_size=1, max_size=6), st.integers(40, 160), st.integers(0, 6)
)
def test_texts_share_a_line(lengths: list[int], width: int, first: int) -> None:
    rooms = _shares(lengths, width, first)
    assert sum(rooms) + len(rooms) <= width
    assert all(0 <= room <= length for room, length in zip(rooms, lengths, strict=True))
    if first < len(lengths):
        assert rooms[first] == min(lengths[first], width - len(lengths))
    if sum(lengths) + len(lengths) <= width:
        assert rooms == lengths
