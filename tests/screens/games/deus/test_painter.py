"""The table of Deus as text: everything that must be visible at once is visible, and fits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.games.deus.building import BUILD
from engine.games.deus.column_preview import CardPreview
from engine.games.deus.offering import OFFER
from engine.games.deus.placement import payments
from engine.games.deus.state import World
from engine.games.deus.wording import brief
from engine.i18n.text import words
from engine.match.match import Match
from screens.games.deus import tooltips
from screens.games.deus.column_activation import ColumnActivation
from screens.games.deus.column_preview import paint_as_list
from screens.games.deus.input_modes import HAND_KEYS
from screens.games.deus.painter import PAINTER
from screens.games.deus.player_panels import signs_of_lines
from screens.games.deus.symbols import WorldLabels
from screens.paint import buttons
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import width_of
from screens.table_view import panels
from screens.table_view.scene import Scene
from styles.colour import Depth
from tests.matrix import at_each_size, in_turn
from tests.screens import tables
from tests.screens.games.deus.scenes import ROOMS, moments, played, scene_of
from tests.screens.reading import words_at

PLAYERS = [2, 3, 4]
SIZES = list(ROOMS)
ZONES = ("columns", "gods", "map")


def painted(scene: Scene, size: tuple[int, int]) -> Canvas:
    return PAINTER.paint(scene, *ROOMS[size])


@pytest.mark.usefixtures("careful")
@at_each_size(SIZES, PLAYERS)
def test_no_text_is_clipped_or_overlaps(size: tuple[int, int], players: int, language: str) -> None:
    for match in moments(players, every=41):
        for seat in (-1, None):
            scene = scene_of(match, language=language, seat=seat)
            text = painted(scene, size).text()
            assert "…" not in text, text
            for zone in ZONES:
                PAINTER.paint_zone(scene, zone, *ROOMS[size])


@pytest.mark.parametrize(("size", "players"), in_turn(SIZES, PLAYERS))
def test_plain_ascii_uses_only_ascii(size: tuple[int, int], players: int) -> None:
    for match in moments(players, every=61):
        scene = scene_of(match, glyphs="ascii", depth=Depth.SIXTEEN)
        assert painted(scene, size).text().isascii()
        for zone in ZONES:
            assert PAINTER.paint_zone(scene, zone, *ROOMS[size]).text().isascii()
        assert panels.paint_header(scene, PAINTER, size[0]).text().isascii()
        assert panels.paint_decision(scene, PAINTER, size[0], 5).text().isascii()


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["small", "large"])
def test_essential_information_is_always_visible(size: tuple[int, int], players: int) -> None:
    for match in moments(players, every=37):
        scene = scene_of(match)
        canvas = painted(scene, size)
        check_map(scene, canvas)
        check_players(scene, canvas)
        check_hand(scene, canvas)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_uncertain_activation_with_long_names_keeps_its_names(language: str) -> None:
    scene = scene_of(played(3, picks=40, until="Turn"), language=language)
    view: World = scene.view
    names = ("commercial_port_stone_wheat", "commercial_sailing_ship_wheat", "galley")
    cards = tuple(view.box.card_index[name] for name in names)
    previews = (
        CardPreview(cards[0], asks=True, vp=6, uses=(0, 0, 2, 2), contested=True),
        CardPreview(cards[1], asks=True, gold=44, uses=(0, 0, 0, 11), contested=True),
        CardPreview(cards[2], asks=True, price=3),
    )
    canvas = Canvas(66, 4, scene.theme.glyphs)
    paint_as_list(
        WorldLabels.of(scene), canvas, Rect(0, 0, 66, 4), ColumnActivation(0, 0, cards, previews)
    )
    for card, line in zip(cards, canvas.lines()[1:], strict=True):
        assert scene.translator.argument(view.box.cards[card]) in line, canvas.text()


def check_map(scene: Scene, canvas: Canvas) -> None:
    """Check that regions have places, villages VP, and occupied regions the letters of their
    pieces; beside a key, four or more pieces can be a number."""
    view: World = scene.view
    choices = () if scene.partial_pick is None else scene.partial_pick.choices()
    selectable = [choice.place for choice in choices]
    for region, name in enumerate(view.map.ids):
        shown = words_at(canvas, ("region", name))
        assert shown
        if view.village_vp[region]:
            assert (
                f"V{view.village_vp[region]}" in shown or f"{view.village_vp[region]} VP" in shown
            )
        owner = view.owner(region)
        if owner >= 0:
            letters = "".join("BPSCAT"[type_] for type_ in view.pieces_in(owner, region))
            counted = ("region", name) in selectable and len(letters) > 3
            full = ("region", name) in selectable and len(letters) == 3
            assert full or "ABCD"[owner] in shown
            assert letters in shown or (counted and f"{len(letters)}" in shown)


def check_players(scene: Scene, canvas: Canvas) -> None:
    """Check gold, resources and hands of all players, and the VP of the reader only."""
    view: World = scene.view
    for seat in range(view.seats):
        (rect,) = canvas.rects(("player", seat))
        line = canvas.lines()[rect.y][rect.x :]
        assert f"{view.gold[seat]}¤" in line
        assert f"▤{len(view.hands[seat])}" in line
        own = view.over or seat == scene.seat
        assert (f"{view.points[seat]}VP" if own else "?VP") in line


def check_hand(scene: Scene, canvas: Canvas) -> None:
    """Check that all cards of the reader's hand are shown, unless an activated column takes
    their place."""
    view: World = scene.view
    assert scene.seat is not None
    if not canvas.rects(("card", 0)):
        return
    for at, card in enumerate(view.hands[scene.seat]):
        shown = words_at(canvas, ("card", at))
        assert view.box.cards[card].label.en.split()[-1].rstrip(".")[:3] in shown


def _own_places(canvas: Canvas) -> list[tuple[Any, ...]]:
    """All places on a canvas."""
    return [place for place in canvas.spots if isinstance(place, tuple)]


def secrets(match: Match, reader: int | None) -> list[str]:
    """Names of cards in hands that the reader must not see."""
    state: Any = match.state
    box = state.box
    seen = {card for columns in state.columns for column in columns for card in column}
    seen |= {state.discard_top}
    if reader is not None:
        seen |= set(state.hands[reader])
    hidden = {
        card
        for seat in range(state.seats)
        if seat != reader
        for card in state.hands[seat]
        if card not in seen
    }
    return [box.cards[card].label.en for card in hidden]


@pytest.mark.parametrize(("size", "players"), in_turn(SIZES, PLAYERS))
def test_hands_of_others_are_not_painted(size: tuple[int, int], players: int) -> None:
    for match in moments(players, every=53):
        if match.over:
            continue
        for seat in (*range(players), None):
            scene = scene_of(match, seat=seat)
            canvas = painted(scene, size)
            table = "\n".join(
                words_at(canvas, place) for place in _own_places(canvas) if place[0] != buttons.LOG
            )
            for name in secrets(match, seat):
                assert name not in table


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_choice_can_be_reached(size: tuple[int, int]) -> None:
    """Choices are reachable on the table if they have a place there, or in the list."""
    asked = set()
    for match in moments(3, every=5):
        scene = scene_of(match)
        if scene.partial_pick is None:
            continue
        canvas = painted(scene, size)
        places = [one.place for one in scene.partial_pick.choices() if one.place is not None]
        assert len(set(places)) == len(places)
        for choice in scene.partial_pick.choices():
            asked.add(scene.partial_pick.decision.name)
            if choice.place is not None and choice.place[0] in ("region", "card"):
                assert canvas.rects(choice.place), choice.place
            assert choice.listed or choice.place is not None
    assert asked >= {"Turn", "Sell", "Harvest"}


def test_places_share_only_the_wall_between_neighbours() -> None:
    for size in SIZES:
        canvas = painted(scene_of(played(4, picks=60, until="Turn")), size)
        taken: dict[tuple[int, int], Any] = {}
        for place in _own_places(canvas):
            for rect in canvas.rects(place):
                inner = rect
                if place[0] == "region":
                    inner = rect._replace(x=rect.x + 1, width=rect.width - 2)
                for y in range(inner.y, inner.bottom):
                    for x in range(inner.x, inner.right):
                        assert taken.setdefault((x, y), place) == place


def test_large_screens_spell_regions_out() -> None:
    for players in PLAYERS:
        match = played(players, picks=60, until="Turn")
        scene = scene_of(match)
        view: World = scene.view
        canvas = painted(scene, (160, 50))
        for region, name in enumerate(view.map.ids):
            shown = words_at(canvas, ("region", name))
            if view.map.terrains[region].id == "mountain":
                assert "mount" in shown
            if (owner := view.owner(region)) >= 0:
                assert ("Anna", "Boris", "Clara", "Dmitri")[owner] in shown


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("players", PLAYERS)
def test_map_legend_is_in_a_free_corner_or_beside_the_map(players: int, language: str) -> None:
    """The legend needs a free corner, which exists at 160x50 for any map, or else lines beside the
    regions."""
    match = played(players, picks=20, until="Turn")
    words = {"en": ("ship", "civil", "temple"), "ru": ("корабль", "гражданское", "храм")}
    for size in ((80, 24), (120, 40), (160, 50)):
        scene = scene_of(match, language=language)
        canvas = painted(scene, size)
        view: World = scene.view
        rects = [rect for name in view.map.ids for rect in canvas.rects(("region", name))]
        around = Rect.around(rects)
        lines = canvas.lines()[around.y : around.bottom]
        found = [word for word in words[language] if any(word in line for line in lines)]
        assert found in ([], list(words[language]))
        assert found or size == (120, 40)
        for name in view.map.ids:
            shown = words_at(canvas, ("region", name))
            assert not any(word in shown for word in words[language])


def test_cards_are_listed_by_key_whether_playable_or_not() -> None:
    mixed = 0
    for players in PLAYERS:
        for picks in range(0, 120, 10):
            scene = scene_of(played(players, picks=picks, until="Turn"))
            assert scene.partial_pick is not None
            input_mode: Any = scene.partial_pick.input_mode
            keys = [entry.key for entry in input_mode.entries(scene, 76, 4)]
            cards = [key for key in keys if key.isdecimal()]
            assert keys[: len(cards)] == cards == sorted(cards, key=HAND_KEYS.index)
            open_ = [one.key for one in input_mode.choices() if one.key in cards]
            mixed += open_ != cards[: len(open_)]
    assert mixed, "unavailable cards precede available ones"


@pytest.mark.parametrize("language", ["en", "ru"])
def test_heading_explains_the_numbers_of_a_player(language: str) -> None:
    for picks in (0, 60):
        scene = scene_of(played(2, picks=picks, until="Turn"), language=language)
        signs = scene.translate(signs_of_lines(WorldLabels.of(scene)))
        assert signs in painted(scene, (80, 24)).text()


@pytest.mark.parametrize("language", ["en", "ru"])
def test_first_line_explains_the_numbers_without_a_heading(
    language: str,
) -> None:
    for picks in (0, 60):
        scene = scene_of(played(3, picks=picks, until="Turn"), language=language)
        canvas = Canvas(80, 1, scene.theme.glyphs)
        PAINTER.paint_headline(scene, canvas, 16, 80)
        assert scene.translate(words("cards:ready/stock")) in canvas.text()


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 50)])
@pytest.mark.parametrize("number", PLAYERS[:2])
def test_every_region_shows_its_name(size: tuple[int, int], number: int) -> None:
    match = played(number, picks=0, until="Turn")
    view: Any = match.state
    canvas = painted(scene_of(match), size)
    for name in view.map.ids:
        assert name in words_at(canvas, ("region", name))


@pytest.mark.parametrize("number", PLAYERS)
def test_full_regions_keep_the_letter_of_their_terrain(number: int) -> None:
    """Without it, only the colour would tell the terrain."""
    full = 0
    for match in moments(number, every=17):
        view: Any = match.state
        scene = scene_of(match, seat=None)
        canvas, labels = painted(scene, (80, 24)), WorldLabels.of(scene)
        for region, name in enumerate(view.map.ids):
            owner = view.owner(region)
            if owner >= 0 and not view.village_vp[region]:
                pieces = view.pieces_in(owner, region)
                text = words_at(canvas, ("region", name))
                assert labels.terrain(view.map.terrains[region].id) in text or len(pieces) > 5, text
                full += len(pieces) == 3
    assert full


def regions_asked(match: Match) -> Iterator[Scene]:
    """Yield the scene at each question of a turn for a region."""
    pending = match.pending()[0]
    picks: list[Any] = [*match.options(pending.seat)] if pending.decision.name == "Turn" else []
    for parts in {tuple(pick[:3]) for pick in picks if len(pick) == 4}:
        scene = scene_of(match)
        assert scene.partial_pick is not None
        scene.partial_pick.go_to(parts)
        yield scene


@pytest.mark.parametrize("number", PLAYERS)
def test_full_regions_keep_their_name_and_key(number: int) -> None:
    most = 0
    for match in moments(number, every=5):
        view: Any = match.state
        for scene in () if match.over else regions_asked(match):
            assert scene.partial_pick is not None
            canvas = painted(scene, (80, 24))
            keys = {choice.place: choice.key for choice in scene.partial_pick.choices()}
            for region, name in enumerate(view.map.ids):
                text, key = words_at(canvas, ("region", name)), keys.get(("region", name))
                if key:
                    assert name + key in text.replace(" ", ""), text
                    most = max(most, len(view.pieces_in(view.owner(region), region)))
    assert most > 2


@pytest.mark.parametrize(
    ("language", "gift", "last"),
    [("en", "Neptune: {n} gold", "Jupiter: any"), ("ru", "Нептун: {n} золота", "Юпитер: любой")],
)
def test_cards_of_an_offering_show_what_their_gods_give(
    language: str, gift: str, last: str
) -> None:
    scene = scene_of(played(3, picks=80, until="Turn", language=language), language=language)
    assert scene.partial_pick is not None
    scene.partial_pick.go_to((OFFER,))
    for number in (1, 2):
        text = painted(scene, (80, 24)).text()
        assert gift.format(n=2 * number) in text
        assert last in text
        scene.partial_pick.input_mode.press("1", "1")


@pytest.mark.parametrize("offering", [False, True], ids=["turn", "offering"])
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("size", SIZES)
def test_names_in_a_large_hand_are_whole(
    size: tuple[int, int], players: int, language: str, offering: bool
) -> None:
    match = played(players, picks=40, until="Turn")
    state: Any = match.state
    seat = match.pending()[0].seat
    for number in (7, 9, 10):
        state.hands[seat] = (*state.hands[seat], *state.deck)[-number:]
        scene = scene_of(match, language=language)
        assert scene.partial_pick is not None
        if offering:
            scene.partial_pick.go_to((OFFER,))
        canvas = painted(scene, size)
        cut = 0
        for at, card in enumerate(scene.view.hands[seat]):
            name = scene.translator.argument(scene.view.box.cards[card].names)
            shown = words_at(canvas, ("card", at))
            cut += name not in shown
            assert name[:2] in shown, canvas.text()
        crowded = size == (80, 24) and players == 4  # four rows are left for the hand
        assert cut <= (number - 8 if crowded and number > 8 else 0), canvas.text()


@pytest.mark.parametrize("language", ["en", "ru"])
def test_effects_in_a_hand_of_a_wide_table_are_whole(language: str) -> None:
    match = played(2, picks=40, until="Turn")
    state: Any = match.state
    seat = match.pending()[0].seat
    box = state.box
    for first in range(0, len(box.cards) - 9, 9):
        state.hands[seat] = tuple(range(first, first + 9))
        scene = scene_of(match, language=language)
        canvas = painted(scene, (120, 40))
        for at, card in enumerate(state.hands[seat]):
            does = scene.translate(brief(box, box.cards[card]))
            name, cost = scene.translator.argument(box.cards[card]), WorldLabels.of(scene).cost
            shown = words_at(canvas, ("card", at))
            if width_of(name + cost(box.cards[card]) + does) <= _LONGEST:
                assert does in shown, canvas.text()


_LONGEST = 44
"""So many columns of a line of the hand on a wide table are for the name, cost and effect."""


@pytest.mark.parametrize("language", ["en", "ru"])
def test_all_gods_for_jupiter_are_listed_on_small_screens(language: str) -> None:
    scene = scene_of(played(3, until="ChooseGod", language=language), language=language)
    panel = panels.paint_decision(scene, PAINTER, 80, PAINTER.decision_rows(80, 24)).text()
    for god in scene.view.box.gods:
        assert god.is_wild or f"{scene.translator.argument(god.names)}: " in panel


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_question_names_the_building_beside_a_long_payment(language: str) -> None:
    match = played(2, picks=40, until="Turn", language=language)
    state: Any = match.state
    seat, card = match.pending()[0].seat, state.box.card_index["laboratory_brown"]
    state.hands[seat] = (card, *state.hands[seat])
    state.resources[seat] = [3, 3, 3, 3]
    state.gold[seat] = 30
    scene = tables.scene_of(PAINTER, match, language=language, names=("Anna Maria Fernanda",) * 2)
    assert scene.partial_pick is not None
    for payment in payments(state, seat, card):
        scene.partial_pick.go_to((BUILD, state.box.cards[card].id, payment))
        title = panels.paint_decision(scene, PAINTER, 80, 5).lines()[0]
        assert scene.translator.argument(state.box.cards[card]) in title


def test_keys_are_shown_before_their_cards() -> None:
    scene = scene_of(played(2, picks=40, until="Turn"))
    assert scene.partial_pick is not None
    canvas = painted(scene, (80, 24))
    for choice in scene.partial_pick.choices():
        if choice.place is not None and choice.place[0] == "card":
            rect = canvas.rects(choice.place)[0]
            assert canvas.text().splitlines()[rect.y].startswith(choice.key)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 50)])
def test_village_shows_its_name(size: tuple[int, int]) -> None:
    match = played(2, picks=0, until="Turn")
    view: Any = match.state
    text = PAINTER.paint(scene_of(match), *ROOMS[size]).text()
    for place in view.villages_left():
        assert view.map.id_of(place) in text


def test_columns_of_others_are_shown_if_there_is_room() -> None:
    match = played(3, picks=60, until="Turn")
    truth: Any = match.state
    seat = match.pending()[0].seat
    own, *others = truth.clockwise(seat)
    for type_ in range(5):
        truth.columns[own][type_] = truth.columns[own][type_][:1]
        truth.columns[others[0]][type_] = (0,)
        truth.columns[others[1]][type_] = ()
    scene = scene_of(match)
    text = PAINTER.paint(scene, *ROOMS[120, 40]).text()
    assert f"{scene.name(others[1])}'s columns" in text


def test_in_the_last_round_previews_tell_what_majorities_bring() -> None:
    view: Any = played(2, picks=12).view(0)
    after = view.copy()
    after.gold[0] = 50
    view.gold[0] = 0
    view.final_round = view.round
    said = [text.plain() for text in tooltips.final_scores(view, after, 0)]
    assert any(text.startswith("Majorities: ") for text in said)
    view.final_round = view.round + 1
    said = [text.plain() for text in tooltips.final_scores(view, after, 0)]
    assert not any(text.startswith("Majorities: ") for text in said)
