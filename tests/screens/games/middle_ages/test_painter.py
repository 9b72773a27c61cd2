"""The table of Middle Ages as text: everything that must be visible at once is visible, and
fits."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.core.chance import Dice
from engine.games.middle_ages.events import AT_ONCE
from engine.games.middle_ages.situations import LATE_ROUNDS
from engine.games.middle_ages.state import GAP, NOWHERE, Kingdom
from engine.games.middle_ages.tile_preview import taken_before, worth
from engine.i18n.language import Translator
from engine.match.decision_request import DecisionRequest
from engine.match.match import Match
from screens.games.middle_ages import tooltips
from screens.games.middle_ages.painter import PAINTER, PILES_ZONE
from screens.games.middle_ages.player_panels import TOKENS_PLACE
from screens.games.middle_ages.previews import expected_losses
from screens.games.middle_ages.symbols import KingdomLabels
from screens.games.middle_ages.table_layout import TableLayout
from screens.paint import buttons
from screens.paint.canvas import Canvas
from screens.preferences import Preferences
from screens.table_view import panels, sheet_view
from screens.table_view.scene import Scene
from tests.matrix import at_each_size, in_turn
from tests.screens import tables
from tests.screens.games.middle_ages.scenes import ROOMS, moments, new_match, played, scene_of
from tests.screens.playing import new_session
from tests.screens.reading import words_at
from tests.screens.table.headless import HeadlessMatch
from tests.untyped import options_of, view_of

PLAYERS = [2, 3, 4, 5]
SIZES = list(ROOMS)


def painted(scene: Scene, size: tuple[int, int]) -> Canvas:
    return PAINTER.paint(scene, *ROOMS[size])


@pytest.mark.usefixtures("careful")
@at_each_size(SIZES, PLAYERS)
def test_no_text_is_clipped_or_overlaps(size: tuple[int, int], players: int, language: str) -> None:
    for match in moments(players, language):
        for seat in (-1, None):
            scene = scene_of(match, language=language, seat=seat)
            fiefs = PAINTER.paint_zone(scene, "fiefs", *ROOMS[size])
            for text in (painted(scene, size).text(), fiefs.text()):
                assert not re.search(r"\d×\S*\d×", text), "two formulas without a blank"


@pytest.mark.usefixtures("careful")
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("width", [80, 120])
def test_headline_fits_beside_the_active_player(width: int, language: str) -> None:
    for match in moments(5, language):
        scene = scene_of(match, language=language)
        line = panels.paint_header(scene, PAINTER, width).text()
        view: Kingdom = scene.view
        if width >= 120 or view.over:
            assert panels.whose_turn(scene)[0] in line  # type: ignore[index]
        elif view.round:
            assert KingdomLabels.of(scene).letters[view.active] in line.split("→")[0]


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["small", "large"])
def test_essential_information_is_always_visible(size: tuple[int, int], players: int) -> None:
    for match in moments(players):
        scene = scene_of(match)
        canvas = painted(scene, size)
        check_display(scene, canvas)
        check_players(scene, canvas)
        check_round(scene, canvas, size[0])


def check_display(scene: Scene, canvas: Canvas) -> None:
    """Check number and type of every tile, and its occupant or yield."""
    view: Kingdom = scene.view
    letters = KingdomLabels.of(scene).letters
    legal = scene.legal()
    for row, tiles in enumerate(view.display):
        for at, tile in enumerate(tiles):
            place = ("display", row + 1, at + 1)
            shown = words_at(canvas, place)
            if tile == GAP:
                assert shown.split() == ["·"]
                continue
            face = view.box.tiles[tile]
            assert shown.split()[:2] == [str(face.number), face.names.en]
            assert shown.count("Ψ") >= min(1, face.farmers)
            assert shown.count("▣") >= min(1, face.chests)
            lord, scout = view.lord_on(row, at), view.scout_on(row, at)
            assert ("▲" in shown) == (lord >= 0)
            if place in legal:
                assert ("+" in shown) == (view.round > 0)
            else:
                assert ("△" in shown) == (scout >= 0 > lord)
                if max(lord, scout) >= 0:
                    assert f"{letters[max(lord, scout)]}" in shown


def check_players(scene: Scene, canvas: Canvas) -> None:
    """Check everyone's coins and tiles, and the reader's income of every column with tiles."""
    view: Kingdom = scene.view
    letters = KingdomLabels.of(scene).letters
    for seat in range(view.seats):
        (rect,) = canvas.rects(("fief", seat))
        line = canvas.lines()[rect.y]
        assert line[rect.x : rect.right].split()[0] == letters[seat]
        assert str(view.coins[seat]) in line
        for column in range(8):
            shown = words_at(canvas, ("column", seat, column)).splitlines()[0]
            count = view.count(seat, column)
            assert shown.strip()[0] == (str(count) if count else "·")
            assert ("¤" in shown) == bool(view.coin_tokens[seat][column])
            if count and seat == scene.seat:
                assert shown.strip().endswith(str(view.income(seat, column)))
        graves = words_at(canvas, ("graveyard", seat))
        assert graves.strip().removeprefix("†") == str(len(view.graveyards[seat]))
    assert f"¤{view.coin_tokens_left}" in canvas.text()


def check_round(scene: Scene, canvas: Canvas, width: int) -> None:
    """Check the round, the next event and the turn order."""
    view: Kingdom = scene.view
    head = panels.paint_header(scene, PAINTER, width)
    if not view.round:
        assert ("setup" if width < 120 else "Placing the lords") in head.text()
        return
    if view.over:
        assert "After round 16" in head.text()
        return
    text = head.text()
    assert f"{view.round}/16" in text or f"Round {view.round} of 16" in text
    if view.events_resolved < len(view.events):
        card = view.box.events[view.events[view.events_resolved]]
        place = ("event", view.events_resolved + 1)
        assert card.names.en in words_at(canvas, place) + words_at(head, place)
    letters = KingdomLabels.of(scene).letters
    this, _, next_ = text.partition(" → ")
    order = "".join(letters[seat] for seat in view.order)
    assert this.endswith(order) or view.next_row == NOWHERE
    if view.next_row != NOWHERE and next_:
        moved = "".join(letters[seat] for seat in view.turn_order(view.next_row))
        assert next_.startswith(moved)


@pytest.mark.parametrize("players", PLAYERS)
def test_wide_tables_have_events_score_and_log(players: int) -> None:
    for match in moments(players, every=19):
        text = painted(scene_of(match), (160, 50)).text()
        for title in (" Display ", " Players ", " Events ", " Score ", " Log "):
            assert title in text


@pytest.mark.parametrize("players", PLAYERS)
def test_height_and_width_add_details_independently(players: int) -> None:
    def plan(width: int, height: int) -> TableLayout:
        return TableLayout.of(*ROOMS[width, height], players)

    assert plan(80, 24).side == 0
    assert not plan(80, 24).all_in_full
    assert plan(80, 40).log_below
    assert plan(80, 40).cards.gap
    assert plan(120, 30).side
    assert not plan(120, 30).log_below
    assert plan(160, 50).all_in_full
    assert plan(160, 50).cards.height == 3
    assert plan(200, 55).cards.width >= plan(120, 40).cards.width


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_headings_do_not_touch_and_no_player_is_clipped(
    size: tuple[int, int], language: str
) -> None:
    for match in moments(5, language, every=23):
        scene = scene_of(match, language=language)
        view: Kingdom = scene.view
        canvas = painted(scene, size)
        (left,) = canvas.rects(TOKENS_PLACE)
        heads = canvas.text().splitlines()[left.y].split()
        for type_ in view.box.types:
            name = scene.translator.argument(type_.names)
            assert any(head in (name, f"{name[: len(head) - 1]}.") for head in heads), heads
            assert language == "ru" or name in heads
        for place in canvas.spots:
            if isinstance(place, tuple) and place[0] == "display":
                tile = view.display[int(place[1]) - 1][int(place[2]) - 1]
                if tile != GAP:
                    type_ = view.box.types[view.box.tile_type[tile]]
                    assert scene.translator.argument(type_.names) in words_at(canvas, place)


@pytest.mark.parametrize(("size", "players"), in_turn(SIZES, PLAYERS))
def test_plain_ascii_uses_only_ascii(size: tuple[int, int], players: int) -> None:
    for match in moments(players, every=11):
        scene = scene_of(match, glyphs="ascii")
        assert painted(scene, size).text().isascii()
        assert PAINTER.paint_zone(scene, "fiefs", *ROOMS[size]).text().isascii()
        assert panels.paint_header(scene, PAINTER, size[0]).text().isascii()
        assert panels.paint_decision(scene, PAINTER, size[0], 5).text().isascii()


@pytest.mark.parametrize("players", PLAYERS)
def test_every_choice_of_a_tile_or_column_is_on_the_table(players: int) -> None:
    request = set()
    for match in moments(players, every=1):
        scene = scene_of(match)
        if scene.partial_pick is None:
            continue
        canvas = painted(scene, (80, 24))
        for choice in scene.partial_pick.choices():
            if choice.place is not None and choice.place[0] in ("display", "column"):
                request.add(scene.partial_pick.decision.name)
                (rect,) = canvas.rects(choice.place)
                assert canvas.spots.at(rect.x + 1, rect.y) == choice.place
    assert request >= {"PlaceLord", "MoveLord", "PlaceScout", "PlaceCoinToken"}


def test_no_two_places_share_a_cell() -> None:
    for size in SIZES:
        canvas = painted(scene_of(played(5, picks=40)), size)
        taken: dict[tuple[int, int], Any] = {}
        for place, rects in canvas.spots.items():
            for rect in rects:
                for y in range(rect.y, rect.bottom):
                    for x in range(rect.x, rect.right):
                        assert taken.setdefault((x, y), place) == place


def test_key_of_a_tile_is_its_position() -> None:
    match = played(4, picks=10, until="MoveLord")
    scene = scene_of(match)
    assert scene.partial_pick is not None
    for choice in scene.partial_pick.choices():
        assert choice.place is not None
        assert choice.key == str(choice.place[2])


@pytest.mark.parametrize("watches", [True, False])
def test_tiles_keep_their_tints_while_one_is_selected(watches: bool) -> None:
    match = played(4, picks=10, until="MoveLord")
    scene = scene_of(match, seat=None) if watches else scene_of(match)
    view: Kingdom = scene.view
    canvas = painted(scene, (80, 24))
    for row, tiles in enumerate(view.display):
        for at, tile in enumerate(tiles):
            (rect,) = canvas.rects(("display", row + 1, at + 1))
            assert canvas.grounds[rect.y][rect.x + 2].startswith("card.") == (tile != GAP)


def test_rows_in_play_are_marked() -> None:
    def signs(canvas: Canvas) -> list[str]:
        return [canvas.lines()[row * 2][0] + canvas.lines()[row * 2 + 1][0] for row in range(4)]

    canvas = painted(scene_of(played(4, picks=10, until="MoveLord")), (80, 24))
    assert signs(canvas) == ["1 ", "2→", "3↓", "4 "]
    canvas = painted(scene_of(played(4)), (80, 24))
    assert signs(canvas) == ["1↓", "2 ", "3 ", "4 "]


def test_letters_depend_on_the_language() -> None:
    match = played(3, picks=20, language="ru")
    text = painted(scene_of(match, language="ru"), (160, 50)).text()
    assert "2×(Д+У)" in text
    assert "V" not in text


def previewed(match: Match, index: int = 0) -> str:
    scene = scene_of(match)
    assert scene.partial_pick is not None
    scene.partial_pick.input_mode.point(index)
    preview = PAINTER.preview(scene, scene.partial_pick.choice, scene.partial_pick.preview())
    return " ".join(scene.translate(text) for text in preview)


def preview_lines(match: Match, width: int = 80, rows: int = 7) -> list[str]:
    """The lines of the choices of the pending decision."""
    scene = scene_of(match)
    page = PAINTER.paint_choices(scene, width, rows)
    assert page is not None
    return page.lines()


def test_preview_of_a_move_separates_this_turn_from_next_options() -> None:
    match = played(4, picks=10, until="MoveLord")
    seat = match.pending()[0].seat
    view: Kingdom = view_of(match, seat)
    tile = view.display[view.lord_row[seat]][view.lord_at[seat]]
    brought = worth(view, seat, tile)
    common, _, *lines = preview_lines(match)
    assert f" {brought.total}; {view.coins[seat]} → {view.coins[seat] + brought.total}" in common
    for line, pick in zip(lines, options_of(match, seat), strict=True):
        option = view.display[view.next_row][pick - 1]
        face = view.box.tiles[option]
        assert line.lstrip(" »")[0] == str(pick)
        assert f"{face.number:2} {face.names.en}" in line
        after = worth(view, seat, option, after=taken_before(view, view.next_row, pick - 1))
        assert line.split("=")[1].split()[0] == str(after.total)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_rank_in_the_next_round_is_certain_unless_said_otherwise(players: int) -> None:
    ranks = {"1st": 0, "2nd": 1, "3rd": 2, "4th": 3, "5th": 4}
    match, dice = new_match(players), Dice(b"ranks")
    promised: dict[int, int] = {}
    checked = 0
    while not match.over:
        (pending,) = match.pending()
        options = options_of(match, pending.seat)
        number = dice.below(len(options))
        if pending.decision.name == "MoveLord":
            view: Kingdom = view_of(match, pending.seat)
            if pending.seat == view.order[0]:
                for seat, rank in promised.items():
                    assert view.order.index(seat) == rank
                    checked += 1
                promised = {}
            _, _, *lines = preview_lines(match, width=100, rows=10)
            (rank_said,) = [
                word for word in re.findall(r"\d\w\w\b", lines[number]) if word in ranks
            ]
            if "so far" not in lines[number]:
                promised[pending.seat] = ranks[rank_said]
        match.choose(pending.seat, options[number])
    assert checked > 10


def test_late_moves_tell_what_an_empty_column_would_cost() -> None:
    seen = {True: 0, False: 0}
    for match in moments(2, every=1):
        if match.over or match.pending()[0].decision.name != "MoveLord":
            continue
        seat = match.pending()[0].seat
        view: Kingdom = view_of(match, seat)
        late = len(view.box.rounds) - view.round <= LATE_ROUNDS
        taken = view.display[view.lord_row[seat]][view.lord_at[seat]]
        _, _, *lines = preview_lines(match)
        for line, pick in zip(lines, options_of(match, seat), strict=True):
            kind = view.box.tiles[view.display[view.next_row][pick - 1]].type
            fills = not view.count(seat, kind) and view.box.tiles[taken].type != kind
            assert ("+10 at the end" in line) is (late and fills), line
            seen[late and fills] += 1
    assert all(seen.values())


def test_leaving_the_tile_of_the_own_scout_is_told() -> None:
    match = played(2, picks=10, until="MoveLord")
    seat = match.pending()[0].seat
    truth: Any = match.state
    first, *others = options_of(match, seat)
    truth.scout_row[seat], truth.scout_at[seat] = truth.next_row, first - 1
    scene = scene_of(match)
    assert scene.partial_pick is not None
    for choice in scene.partial_pick.choices():
        foreseen: Any = match.preview(seat, choice.value)
        texts = [scene.translate(text) for text in PAINTER.preview(scene, choice, foreseen)]
        leaves = any(text.startswith("Your scout no longer reserves ") for text in texts)
        assert leaves is (choice.value in others)


def test_preview_of_the_last_move_names_the_tile_taken() -> None:
    """The last round is then played automatically, and in the preview the place of the tile is a
    gap."""
    match = played(2)
    while match.pending()[0].decision.name != "MoveLord" or match.state.round < 15:
        pending = match.pending()[0]
        match.choose(pending.seat, options_of(match, pending.seat)[0])
    while True:
        pending = match.pending()[0]
        view: Kingdom = view_of(match, pending.seat)
        foreseen = match.preview(pending.seat, options_of(match, pending.seat)[0])
        if foreseen.view.over:
            break
        match.choose(pending.seat, options_of(match, pending.seat)[0])
    if pending.decision.name == "MoveLord":
        place = view.display[view.next_row][options_of(match, pending.seat)[0] - 1]
        assert view.box.tiles[place].names.en in "".join(preview_lines(match))
        assert "The last round will then play out automatically" in previewed(match)


@at_each_size(SIZES, PLAYERS)
def test_every_option_has_its_own_line(size: tuple[int, int], players: int, language: str) -> None:
    for match in moments(players, language, every=9):
        scene = scene_of(match, language=language)
        rows = PAINTER.decision_rows(*size) - 1
        page = PAINTER.paint_choices(scene, size[0], rows)
        if page is None:
            continue
        assert scene.partial_pick is not None
        assert page.height <= rows
        for number in range(len(scene.partial_pick.choices())):
            (rect,) = page.rects((buttons.CHOICE, number))
            assert rect.right <= size[0]
            line = page.lines()[rect.y][rect.x : rect.right]
            assert "…" not in line


def test_preview_of_placing_a_lord_describes_the_tile() -> None:
    (_, *lines) = preview_lines(played(3))
    assert any("Field" in line and "1 coin per farmer" in line for line in lines)


def test_preview_announces_the_next_question() -> None:
    match = next(match for match in moments(4, every=1) if takes_a_palace(match))
    assert "Then: Which plot token" in previewed(match)


def takes_a_palace(match: Match) -> bool:
    """Whether the lord about to move is on a palace."""
    view: Kingdom = view_of(match, None)
    pending = match.pending()
    if not pending or pending[0].decision.name != "MoveLord":
        return False
    seat = pending[0].seat
    tile = view.display[view.lord_row[seat]][view.lord_at[seat]]
    return view.box.types[view.box.tile_type[tile]].id == "palace"


def test_preview_of_a_coin_token_shows_the_resulting_column() -> None:
    match = played(3, until="PlaceCoinToken")
    assert "Field: 3×2 = 6." in previewed(match), "in numbers, as in the log line that follows"


def test_plot_token_describes_its_effect_before_the_column_is_chosen() -> None:
    match = played(3, until="PlacePlotToken")
    assert "Field: the column you choose next will also count this type." in previewed(match)


def test_plot_token_of_a_missing_type_describes_its_effect_too() -> None:
    for match in moments(3, every=1):
        if match.over or match.pending()[0].decision.name != "PlacePlotToken":
            continue
        scene = scene_of(match)
        for number, choice in enumerate(scene.partial_pick.choices() if scene.partial_pick else ()):
            view: Kingdom = scene.view
            if scene.seat is not None and not view.count(
                scene.seat, view.box.type_index[str(choice.value)]
            ):
                assert scene.partial_pick is not None
                scene.partial_pick.input_mode.point(number)
                shown = panels.paint_decision(scene, PAINTER, 120, 10).text()
                assert "will also count this type. In your fief: 0." in shown
                return
    raise AssertionError("nobody lacks a type")


def test_automatic_turns_are_separated_from_the_own_turn() -> None:
    found = 0
    for match in tables.moments(new_match(3, seed="6"), tables.any_option(3), 1):
        if match.over or match.pending()[0].decision.name != "PlaceCoinToken":
            continue
        scene = scene_of(match)
        assert scene.partial_pick is not None
        pick_preview = scene.partial_pick.preview()
        assert pick_preview is not None
        view: Kingdom = scene.view
        later = [note for note in pick_preview.notes if note.turn > view.turn]
        if later and not pick_preview.view.over:
            found += 1
            preview = previewed(match)
            own, _, rest = preview.partition(
                "The following turns will then play out automatically."
            )
            assert "Coins: " not in own
            assert "Coins: " in rest
            assert scene.translate(later[-1].text) not in own
    assert found


def test_hint_shows_what_the_tile_would_bring() -> None:
    match = played(3, picks=20, until="MoveLord")
    scene = scene_of(match)
    assert scene.partial_pick is not None
    assert scene.seat is not None
    pick_preview, place = scene.partial_pick.preview(), scene.partial_pick.choice.place
    assert pick_preview is not None
    assert place is not None
    why = PAINTER.why(scene, pick_preview, place)
    assert why is not None
    view: Kingdom = scene.view
    tile = view.display[int(place[1]) - 1][int(place[2]) - 1]
    taken = taken_before(view, int(place[1]) - 1, int(place[2]) - 1)
    brought = worth(view, scene.seat, tile, after=taken)
    assert scene.translate(why).startswith(f"{brought.total} coin")
    assert f"in round {view.round + 1}:" in scene.translate(why)


def test_everything_on_the_table_can_be_inspected() -> None:
    match = played(4, picks=45)
    scene = scene_of(match)
    view: Kingdom = scene.view
    for size in SIZES:
        for place in painted(scene, size).spots:
            assert isinstance(place, tuple)
            assert place[0] == buttons.LOG or PAINTER.inspect(scene, place) is not None

    def tooltip(*place: Any) -> str:
        text = PAINTER.inspect(scene, place)
        assert text is not None
        return scene.translate(text)

    row, at = view.lord_row[0], view.lord_at[0]
    lord = tooltip("display", row + 1, at + 1)
    assert "Anna's lord is there." in lord
    assert scene.seat is not None
    brought = worth(view, scene.seat, view.display[row][at])
    assert brought.effect > 0
    assert f"would bring {brought.total}: income {brought.income}, effect {brought.effect}" in lord
    assert "back." in lord
    gap = next((r, a) for r in range(4) for a in range(5) if view.display[r][a] == GAP)
    assert "The tile that was here" in tooltip("display", gap[0] + 1, gap[1] + 1)
    assert "Already resolved" in tooltip("event", 1)
    assert tooltip("event", 2).startswith(
        "After round 8, Alliance: 3 coins for each: Church, Palace."
    )
    assert tooltip("column", 1, 4).startswith(
        f"Boris, Market: {view.rate(1, 4)}×(K+M) = {view.income(1, 4)}; with one more tile "
    )
    assert "Anna's graveyard: " in tooltip("graveyard", 0)
    assert f"{view.coins[2]} coins" in tooltip("fief", 2)
    assert PAINTER.inspect(scene, ("token", "field")) is None


def test_events_show_their_current_effect() -> None:
    """With seed 7, Alliance comes after round 8: 3 coins for every church and palace."""
    match = played(3, picks=25)
    assert view_of(match, None).events_resolved == 1
    scene = scene_of(match)
    text = PAINTER.inspect(scene, ("event", 2))
    assert text is not None
    shown = scene.translate(text)
    view: Kingdom = scene.view
    for seat in range(3):
        gain = 3 * (view.count(seat, 6) + view.count(seat, 7))
        name = "you" if seat == scene.seat else scene.name(seat)
        assert (f"{name} +{gain}" in shown) == (gain > 0)
    assert view_of(match, None).coins == view.coins


@pytest.mark.parametrize("picks", [0, 60])
def test_panel_of_events_shows_what_every_event_would_do_now(picks: int) -> None:
    for number in range(15):
        scene = scene_of(played(3, picks=picks))
        view: Kingdom = scene.view
        view.events[view.events_resolved] = number
        card, after = view.box.events[number], view.copy()
        for seat in range(view.seats):
            AT_ONCE.get(card.kind, lambda *_: None)(after, seat, card)
        moved = any(view.graveyards) if card.kind == "return_from_graveyard" else False
        changes = moved or (after.coins, after.fiefs) != (view.coins, view.fiefs)
        assert ("now: nothing changes" in painted(scene, (160, 50)).text()) == (not changes)


def test_fiefs_page_shows_every_tile() -> None:
    scene = scene_of(played(5, picks=70))
    view: Kingdom = scene.view
    page = PAINTER.paint_zone(scene, "fiefs", 120, 17)
    for seat in range(5):
        for column in range(8):
            shown = words_at(page, ("column", seat, column)).splitlines()[1]
            tiles = [view.box.tiles[tile].number for tile in view.fiefs[seat][column]]
            numbers = [part.strip("Ψ▣23") or part for part in shown.split()]
            hidden = int(numbers[0]) if numbers and numbers[0].startswith("+") else 0
            assert len(shown.split()) - bool(hidden) + hidden == len(tiles)


def test_score_legend_explains_risk() -> None:
    scene = scene_of(played(3))
    shown = " ".join(sheet_view.paint_sheet(scene, scene.sheets()[0], 80).text().split())
    assert "Risk: 10 coins for every empty column" in shown


def test_table_symbols_are_explained() -> None:
    for glyphs in ("unicode", "ascii"):
        scene = scene_of(played(4, picks=30), glyphs=glyphs)
        signs = "".join(sign for sign, _ in PAINTER.legend(scene))
        for name in ("lord", "scout", "farmer", "chest", "coin", "grave", "right", "down"):
            assert scene.theme.glyphs(name) in signs


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("width", [80, 160])
def test_every_remaining_or_discarded_tile_is_listed(width: int, language: str) -> None:
    for match in moments(4, language, every=11):
        scene = scene_of(match, language=language)
        view: Kingdom = scene.view
        lines = PAINTER.paint_zone(scene, PILES_ZONE, width, 17).lines()
        words_by_line = [line[1:].split() for line in lines]
        names = [scene.translator.argument(type_.names) for type_ in view.box.types]
        assert [words[0] for words in words_by_line if words and words[0] in names] == names
        text = " ".join(word for line in lines for word in line[33:].split())
        wanted = [*view.discard, *(tile for stack in view.stacks for tile in stack)]
        assert len(text.split()) == len(wanted)
        for tile in map(view.box.tiles.__getitem__, wanted):
            assert str(tile.number) in text


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("picks", [0, 12])
def test_all_remaining_events_are_listed_at_the_smallest_size(
    picks: int, players: int, language: str
) -> None:
    table = HeadlessMatch(
        new_session(players=players, picks=picks), Preferences(language=language, cards="off")
    )
    canvas = table.picture.canvas
    view: Any = table.match.state
    for slot in range(view.events_resolved, len(view.events)):
        (rect,) = canvas.rects(("event", slot + 1))
        shown_row = canvas.lines()[0][rect.x : rect.right]
        name = Translator(language, ()).argument(view.box.events[view.events[slot]].names)
        number, _, shown = shown_row.partition(" ")
        assert number in {"4", "8", "12", "16"}
        starts = tuple(word.rstrip(".…") for word in shown.split())
        assert shown == name or (len(shown) >= 5 and all(start in name for start in starts))


@pytest.mark.parametrize("language", ["en", "ru"])
def test_tile_coins_and_hint_reason_are_shown_before_the_first_round(
    language: str,
) -> None:
    table = HeadlessMatch(new_session(players=3), Preferences(language=language, cards="off"))
    canvas = table.picture.canvas
    view: Any = table.match.state
    partial_pick = table.state.partial_pick
    assert partial_pick is not None
    for number, choice in enumerate(partial_pick.choices()):
        (rect,) = canvas.rects((buttons.CHOICE, number))
        brought = worth(view, partial_pick.seat, view.display[0][int(str(choice.value)) - 1]).total
        assert f" {brought} " in canvas.lines()[rect.y]
    table.press("H")
    assert {"en": "in round 1", "ru": "в раунде 1"}[language] in table.state.message


def test_hint_for_a_token_shows_what_the_column_will_pay() -> None:
    match = played(3, until="PlaceCoinToken")
    scene = scene_of(match)
    assert scene.partial_pick is not None
    pick_preview = scene.partial_pick.preview()
    assert pick_preview is not None
    column = scene.partial_pick.choice.place
    why = PAINTER.why(scene, pick_preview, column)
    assert why is not None
    assert column is not None
    type_ = scene.view.box.types[int(column[2])]
    assert scene.translate(why).startswith(type_.names.en)
    assert "×" in scene.translate(why)


TOKENS_PLACED = ("PlaceCoinToken", "PlacePlotToken")


def test_type_keeps_its_key_for_the_whole_game() -> None:
    seen = 0
    for match in moments(3, every=1):
        if not match.pending() or match.pending()[0].decision.name not in TOKENS_PLACED:
            continue
        request: DecisionRequest[Any] = DecisionRequest.of(match, match.pending()[0].seat)
        partial_pick = PAINTER.partial_pick(request)
        types = request.view.box.types
        seen += len(partial_pick.choices()) < len(types)
        for choice in partial_pick.choices():
            assert types[int(choice.key) - 1].id == choice.value
            assert partial_pick.place_of_key(choice.key) == choice.place
        assert partial_pick.place_of_key("9") is None
    assert seen


@pytest.mark.parametrize("language", ["en", "ru"])
def test_tiles_tell_the_effect_of_the_event_after_this_round_or_the_next(language: str) -> None:
    table = HeadlessMatch(
        new_session(players=2, picks=20), Preferences(language=language, cards="off")
    )
    assert table.match.state.round == 7
    shown = table.picture.canvas.text()
    assert {"en": "After round 8, Alliance: 3 coins", "ru": "После раунда 8 — Альянс"}[
        language
    ] in shown


def test_event_that_destroys_tiles_tells_how_many_each_player_would_lose() -> None:
    view: Any = played(3, picks=30).state
    card = next(event for event in view.box.events if event.kind == "destroy_one_of_each")
    view.events[view.events_resolved] = card.index
    text = Translator("en", ("Anna", "Boris", "Clara")).translate(
        tooltips.event(view, view.events_resolved, reader=1)
    )
    for seat, name in enumerate(("Anna loses", "you lose", "Clara loses")):
        lost = sum(1 for type_ in card.types if view.fiefs[seat][type_])
        assert (f"{name} {lost} tile" in text) is (lost > 0)
    assert "Boris" not in text


@pytest.mark.parametrize(
    ("language", "empty", "market", "legend"),
    [
        ("en", ("5 empty", "columns"), "2×(K+M)", "K Market"),
        ("ru", ("5 пустых", "колонок"), "2×(Р+М)", "Р Рынок"),
    ],
)
def test_short_forms_in_the_own_fief_are_explained(
    language: str, empty: tuple[str, str], market: str, legend: str
) -> None:
    table = HeadlessMatch(
        new_session(players=2, picks=10), Preferences(language=language, cards="off")
    )
    lines = table.picture.canvas.lines()
    first = next(n for n, line in enumerate(lines) if empty[0] in line)
    assert empty[1] in lines[first + 1]
    assert market in table.picture.canvas.text()
    scene = scene_of(table.match, language=language)
    assert legend in PAINTER.paint_zone(scene, "fiefs", *ROOMS[80, 24]).text()


@pytest.mark.parametrize(("language", "word"), [("en", "and"), ("ru", "и")])
def test_losses_before_the_next_tile_are_joined_with_and(language: str, word: str) -> None:
    seen = 0
    for players in (2, 3):
        for match in moments(players, language, every=1):
            scene = scene_of(match, language=language)
            lost = expected_losses(scene)
            for name in ("others", "what"):
                listed = scene.translate(lost.args[name]) if lost else ""
                if re.search(rf", | {word} ", listed):
                    assert re.search(rf" {word} [^,]*$", listed), listed
                    seen += 1
    assert seen
