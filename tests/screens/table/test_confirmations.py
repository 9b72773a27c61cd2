"""Confirmation is requested exactly where something is lost; a first click shows a preview."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, Final

import pytest

from engine.games.era.state import DONE
from engine.match.match import Match
from screens.games.knights.previews import risks_of_ending
from screens.games.troyes.black_dice import AgainstBlackDice
from screens.input_modes.choice_list import ChoiceList
from screens.paint import buttons
from screens.paint.canvas import Spot
from screens.paint.theme import theme
from screens.table.messages import Clicked, Hovered, Picked
from screens.table.read_only_session import ReadOnlySession, SceneFactory, TableContext
from screens.table.reducers.pick_input import HOVER_SECONDS
from screens.table_view.painter_registry import painter_for
from screens.table_view.panels import CONFIRMATION_PLACE
from screens.table_view.preview_text import losses
from tests.engine.games.knights.positions import give, island
from tests.matrix import with_each
from tests.screens.table.headless import HeadlessMatch, picture_text
from tests.screens.table.positions import PLAYERS, positions, seated
from tests.screens.tables import advance, any_option, sampled, step


def picked(table: HeadlessMatch) -> int:
    """The number of picks that count."""
    return len(table.session.match_view.picks())


def lost_by(table: HeadlessMatch) -> list[str]:
    """The losses of the choice under the cursor."""
    painter = painter_for(table.match.header.game)
    context = TableContext((), lambda preferences: theme(preferences.theme, preferences.glyphs))
    scenes = SceneFactory(ReadOnlySession(table.session), painter, context)
    return losses(scenes.of(table.state), painter)


def tables(game: str, seed: int, count: int, apart: int) -> Iterator[HeadlessMatch]:
    """People who sit down at positions of matches."""
    for number, lots in enumerate((sampled(b"%d" % seed), any_option(seed))):
        for at, match in enumerate(positions(game, seed + number, lots, count, apart)):
            with seated(match, (80, 24) if at % 2 else (120, 40)) as table:
                table.now += 10
                yield table


@with_each(PLAYERS)
def test_enter_asks_for_confirmation_exactly_when_something_is_lost(game: str) -> None:
    random = Random(game)
    for table in tables(game, 31, 20, 9):
        partial_pick = table.state.partial_pick
        assert partial_pick is not None
        if not isinstance(partial_pick.input_mode, ChoiceList):
            continue
        number = random.randrange(len(partial_pick.choices()))
        for _ in range(number):
            table.press("down")
        partial_pick = table.state.partial_pick
        assert partial_pick is not None
        if partial_pick.pick is None or not isinstance(partial_pick.input_mode, ChoiceList):
            continue
        asks, before = bool(lost_by(table)) and not partial_pick.request.is_plain, picked(table)
        table.press("enter")
        assert table.state.confirming == asks
        assert (picked(table) == before) == asks


def asks(table: HeadlessMatch) -> bool:
    """Return whether a confirmation is asked."""
    assert table.state.confirming == ("Enter: confirm anyway" in picture_text(table))
    return table.state.confirming


def asked_twice(table: HeadlessMatch, key: str, loss: str) -> None:
    """Check that a key that loses something does so only if it is pressed again."""
    before = picked(table)
    partial_pick = table.state.partial_pick
    assert partial_pick is not None
    is_there = isinstance(partial_pick.input_mode, ChoiceList) and partial_pick.choice.key == key
    if key != "w" and not is_there:
        table.press(key)
    assert loss in " ".join(picture_text(table).split())
    table.press(key)
    assert asks(table)
    table.press("escape")
    assert not asks(table)
    table.press(key)
    assert asks(table)
    assert picked(table) == before
    table.press(key)
    assert picked(table) > before


@contextmanager
def in_main(**cards: int) -> Iterator[HeadlessMatch]:
    """The first turn of Cities & Knights, with that many cards in the hand of who is asked."""
    match = Match.begin("knights", [("Anna", "person"), ("Boris", "person")], seed="5")
    advance(match, sampled(b"main"), 0, until="Main")
    state: Any = match.state
    give(state, match.pending()[0].seat, **cards)
    with seated(match, (80, 24)) as table:
        yield table


def test_knights_turn_ends_without_confirmation_unless_over_card_limit() -> None:
    with in_main() as table:
        assert not lost_by(table)
        before = picked(table)
        table.press("e", "e")
        assert picked(table) > before
    with in_main(wool=9) as table:
        asked_twice(table, "e", "a seven costs you")


def test_inactive_knight_before_a_lost_attack_needs_confirmation() -> None:
    state = island(2, cities={0: [12]}, knights={0: {24: 1}})
    state.ship = state.box.attack_step - 1
    possible = ("activate", "end")
    warnings = risks_of_ending(state, 0, possible)
    assert [one.one for one in warnings] == [
        "You could lose a city to the barbarians, and one of your knights is inactive."
    ]
    state.ship = 0
    assert not risks_of_ending(state, 0, possible)
    state.ship = state.box.attack_step - 1
    assert not risks_of_ending(state, 0, ("end",)), "it cannot be activated"


def test_superfluous_dice_against_a_black_die_need_confirmation() -> None:
    spared = 0
    for table in tables("troyes", 5, 60, 4):
        partial_pick = table.state.partial_pick
        if partial_pick is None or not isinstance(partial_pick.input_mode, AgainstBlackDice):
            continue
        for key in "123456":
            table.press(key)
            if lost_by(table) and not table.state.message:
                break
        if lost_by(table) and not table.state.message:
            spared += 1
            asked_twice(table, "w", "You do not need")
    assert spared


def test_unused_hammers_that_could_build_need_confirmation() -> None:
    left = 0
    for table in tables("era", 5, 60, 4):
        partial_pick = table.state.partial_pick
        if (
            partial_pick is None
            or partial_pick.decision.name != "BuildStructure"
            or partial_pick.request.is_plain
        ):
            continue
        assert partial_pick.choices()[-1].value == DONE
        left += 1
        asked_twice(table, partial_pick.choices()[-1].key, "unused.")
    assert left


# ---------------------------------------------------------------------- clicks


def on_the_table(table: HeadlessMatch) -> Spot | None:
    """A place of the table that is a whole pick, and not under the pointer."""
    partial_pick = table.state.partial_pick
    if partial_pick is None or not isinstance(partial_pick.input_mode, ChoiceList):
        return None
    for number, choice in enumerate(partial_pick.choices()):
        fork = partial_pick.forked()
        fork.input_mode.point(number)
        legal = choice.place is not None and choice.place in table.picture.legal
        if number != partial_pick.input_mode.pointed and legal and fork.pick is not None:
            return choice.place
    return None


CLICKED: Final = ("middle_ages", "troyes", "deus", "knights")
"""The games in which whole picks lie on the table; in Era a click moves the piece in hand."""


@pytest.mark.parametrize("game", CLICKED)
def test_first_click_shows_a_preview(game: str) -> None:
    clicked = 0
    for table in tables(game, 7, 14, 12):
        place = on_the_table(table)
        if place is None:
            continue
        clicked += 1
        before = picked(table)
        table.send(Picked(place, by_mouse=True))
        assert picked(table) == before
        assert table.picture.cursor == place
        table.send(Picked(place, by_mouse=True))
        assert table.state.confirming or picked(table) > before
    assert clicked


@pytest.mark.parametrize("game", CLICKED)
def test_click_confirms_after_a_moment_of_hovering(game: str) -> None:
    clicked = 0
    for table in tables(game, 9, 14, 12):
        place = on_the_table(table)
        if place is None:
            continue
        clicked += 1
        before = picked(table)
        table.send(Hovered(place))
        table.send(Picked(place, by_mouse=True))
        assert picked(table) == before, "the mouse moved there and clicked at once"
    assert clicked
    for table in tables(game, 9, 14, 12):
        place = on_the_table(table)
        if place is not None:
            before = picked(table)
            table.send(Hovered(place))
            table.now += HOVER_SECONDS
            table.send(Picked(place, by_mouse=True))
            assert table.state.confirming or picked(table) > before


def test_row_of_a_list_is_chosen_by_one_click() -> None:
    match = Match.begin("middle_ages", [("Anna", "person"), ("Boris", "person")], seed="7")
    with seated(match, (120, 40)) as table:
        before = picked(table)
        table.send(Picked((buttons.CHOICE, 1), by_mouse=True))
        assert picked(table) > before


@pytest.mark.parametrize("key", ["u", "U"])
def test_undoing_the_last_move_of_a_game_needs_confirmation(key: str) -> None:
    match = Match.begin("middle_ages", [("Anna", "person"), ("Boris", "person")], seed="over")
    while not match.over:
        step(match, sampled(b"over"))
    with seated(match, (80, 24)) as table:
        before = len(table.match.log)
        table.press(key)
        assert len(table.match.log) == before
        assert "Undo the last move of the game?" in picture_text(table)
        table.press("escape")
        assert len(table.match.log) == before
        assert table.state.question is None
        table.press(key, key)
        assert len(table.match.log) == before + 1, "an undo"
        table.press("r")
        assert table.match.over, "it is redone"


@with_each(PLAYERS)
def test_click_on_the_text_about_an_early_key_chooses_nothing(game: str) -> None:
    refusals = 0
    for table in tables(game, 5, 8, 9):
        table.press("enter")
        table.press("enter", after=0.05)
        if table.state.gate.has_refused and table.state.partial_pick is not None:
            refusals += 1
            before = picked(table), table.state.partial_pick.chosen
            table.send(Clicked(CONFIRMATION_PLACE))
            assert table.state.partial_pick is not None
            assert (picked(table), table.state.partial_pick.chosen) == before
    assert refusals
