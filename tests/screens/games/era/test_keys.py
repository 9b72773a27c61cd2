"""Number of keys for common moves in Era, and their effects; the same with the mouse."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.chance import Dice
from engine.games.era.components import components
from engine.games.era.forecast import NEUTRAL_RATING, promise, touches_house
from engine.storage.session import Session
from screens import key_map
from screens.games.era.input_modes import MarkingDice, SupplyList
from screens.games.era.piece_input import MovingPiece, piece_in_hand
from screens.games.era.symbols import BUILDING_LETTERS, RESERVED_CHARACTERS, key_of, kind_of_key
from screens.paint import buttons
from screens.preferences import CONFIRM_LOSS
from screens.table.messages import WheelTurned
from tests.screens.playing import (
    LARGE,
    SMALL,
    at_table,
    click,
    new_session,
    play,
    press,
    repaint,
    screen_text,
)


def until(decision: str, players: int = 1, round: int = 0, seed: str = "4") -> Session:
    """A random match up to a decision in `round`."""
    session = new_session("era", players, seed=seed)
    dice = Dice(b"pictures")
    while not session.match.over:
        pending = session.match.pending()[0]
        if pending.decision.name == decision and state_of(session).round >= round:
            break
        session.choose(
            session.ask(pending.seat), pending.decision.sample(session.match.state, dice)
        )
    return session


def state_of(session: Session) -> Any:
    """The state with all secrets."""
    return session.match.state


def in_hand(screen: Any) -> MovingPiece:
    piece = piece_in_hand(screen.state.partial_pick)
    assert piece is not None
    return piece


async def take_in_hand(screen: Any, pilot: Any, key: str) -> None:
    """Take a piece of the supply in hand by its key."""
    await press(pilot, key)
    if piece_in_hand(screen.state.partial_pick) is None:
        await press(pilot, key)


def picks(session: Session) -> int:
    return len([event for event in session.match.line if event.kind == "pick"])


async def test_setup_takes_ten_keys() -> None:
    session = until("PlaceKit", 2)
    app, screen = play(session, confirm=CONFIRM_LOSS)
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "space")
        keys = ["=", "=", "2", "2", ".", "enter"]
        assert len(keys) <= 10
        for key in keys[:3]:
            await press(pilot, key)
        assert "9 cells" in screen_text(screen)
        for key in keys[3:]:
            await press(pilot, key)
        assert state_of(session).ready[0]
        assert len(state_of(session).drafts[0].pieces) == 10


async def test_setup_can_be_changed_by_mouse_alone() -> None:
    session = until("PlaceKit", 1)
    async with at_table(session, size=LARGE) as (app, screen, pilot):
        partial_pick: Any = screen.state.partial_pick
        number = next(n for n, one in enumerate(partial_pick.choices()) if one.value == "layout")
        await click(app, pilot, (buttons.CHOICE, number))
        await click(app, pilot, (buttons.CHOICE, 0))
        assert len(state_of(session).drafts[0].pieces) > 7
        await click(app, pilot, ("domain", 0, "K4"))
        assert session.match.line[-1].value == ("lift", "K4")
        await click(app, pilot, ("kit", "longhouse"))
        await click(app, pilot, ("domain", 0, "B4"))
        await click(app, pilot, ("domain", 0, "B4"))
        assert session.match.line[-1].value[:2] == ("longhouse", "B4")


async def test_building_takes_four_keys() -> None:
    session = until("BuildStructure", 1, round=2)
    async with at_table(session) as (_, screen, pilot):
        partial_pick: Any = screen.state.partial_pick
        assert isinstance(partial_pick.input_mode, SupplyList)
        choice = next(one for one in partial_pick.choices() if one.value != "done")
        before = picks(session)
        partial_pick.input_mode.point(0)
        if partial_pick.choices()[0] is choice:
            partial_pick.input_mode.point(1)
        keys = [choice.key, choice.key, "n", "enter"]
        assert len(keys) <= 4
        await press(pilot, *keys)
        assert picks(session) == before + 1
        assert state_of(session).domains[0].pieces[-1].kind.id == choice.value


async def test_enter_keeps_the_reason_why_a_piece_does_not_fit() -> None:
    session = until("BuildStructure", 1, round=3, seed="7")
    async with at_table(session) as (_, screen, pilot):
        await press(pilot, "L", "L")
        taken = in_hand(screen).domain.pieces[0].anchor
        await press(pilot, "colon", *taken)
        before = picks(session)
        for _ in range(2):
            reason = next(line for line in screen_text(screen).splitlines() if "Not here: " in line)
            assert f"{taken} is taken" in reason
            assert "go to cell" in screen_text(screen).splitlines()[-2], "the keys do not change"
            await press(pilot, "enter")
        assert picks(session) == before


async def test_preview_of_a_place_includes_losses_elsewhere() -> None:
    session = until("BuildStructure", 1, round=3, seed="7")
    async with at_table(session) as (_, screen, pilot):
        await press(pilot, "L", "L")
        piece = in_hand(screen)
        points = 0
        for placement in piece.domain.legal("longhouse"):
            piece.place_as(placement.pick)
            previewed = piece.prospect()
            assert previewed is not None
            points = previewed.points
            assert sum(change for _, change in previewed.parts) == points
            if points < 0:
                break
        repaint(screen)
        (line,) = (
            line for line in screen_text(screen).splitlines() if "Breakdown: Buildings +1" in line
        )
        assert f"{points:+} point" in line
        assert f"Building bonuses {points - 1:+}" in line


async def test_message_disappears_when_a_piece_is_picked_up() -> None:
    session = until("BuildStructure", 1, round=3, seed="7")
    async with at_table(session) as (_, screen, pilot):
        await press(pilot, "M")
        assert "You lack" in screen_text(screen)
        await press(pilot, "L", "L")
        assert in_hand(screen).kind == "longhouse"
        assert "You lack" not in screen_text(screen)


async def test_key_of_unaffordable_building_shows_what_is_missing() -> None:
    session = until("BuildStructure", 1, round=2)
    state_of(session).tracks[0]["goods"] = 0
    async with at_table(session) as (app, screen, pilot):
        await press(pilot, "i")
        assert piece_in_hand(screen.state.partial_pick) is None
        assert "You lack 5 trade goods" in screen_text(screen)
        await click(app, pilot, ("supply", "guildhall"))
        assert "You lack 5 trade goods" in screen_text(screen)


async def test_second_roll_of_two_dice_takes_three_keys() -> None:
    session = until("ChooseDice", 1)
    async with at_table(session, confirm=CONFIRM_LOSS) as (_, screen, pilot):
        input_mode: Any = screen.state.partial_pick and screen.state.partial_pick.input_mode
        assert isinstance(input_mode, MarkingDice)
        first, second = input_mode.marks.things[:2]
        keys = [input_mode.key_of(first), input_mode.key_of(second), "w"]
        assert len(keys) == 3
        await press(pilot, *keys)
        assert state_of(session).rolls[0] == 2, "rolling is never confirmed"


async def test_full_stop_selects_keep_all_and_confirms_when_repeated() -> None:
    session = until("ChooseDice", 1)
    async with at_table(session, confirm=CONFIRM_LOSS) as (_, screen, pilot):
        before = picks(session)
        await press(pilot, "w")
        assert picks(session) == before, "nothing is marked"
        await press(pilot, "full_stop")
        input_mode: Any = screen.state.partial_pick and screen.state.partial_pick.input_mode
        assert input_mode.keeps_all
        assert picks(session) == before
        await press(pilot, "up", "enter")
        input_mode = screen.state.partial_pick and screen.state.partial_pick.input_mode
        assert len(input_mode.things) == 1, "Enter marks the die under the pointer"
        await press(pilot, "full_stop", "full_stop")
        assert picks(session) > before
        assert state_of(session).stopped[0]


async def test_locked_die_explains_why_it_stays() -> None:
    for seed in range(40):
        session = until("ChooseDice", 1, seed=str(seed))
        state = state_of(session)
        locked = [die for die in range(len(state.dice[0])) if state.shows_skull(0, die)]
        if locked:
            break
    async with at_table(session) as (_, screen, pilot):
        await press(pilot, str(locked[0] + 1))
        assert "die that shows a skull" in screen.state.message


async def test_dice_are_marked_and_rolled_by_mouse_alone() -> None:
    session = until("ChooseDice", 1)
    async with at_table(session, confirm=CONFIRM_LOSS, size=LARGE) as (app, screen, pilot):
        input_mode: Any = screen.state.partial_pick and screen.state.partial_pick.input_mode
        await click(app, pilot, ("die", 0, input_mode.marks.things[0]))
        input_mode = screen.state.partial_pick and screen.state.partial_pick.input_mode
        assert len(input_mode.things) == 1
        await click(app, pilot, (buttons.CONFIRM_MARKED,))
        assert state_of(session).rolls[0] == 2


async def test_jump_slide_rotate_and_switch_piece() -> None:
    session = until("PlaceKit", 1)
    async with at_table(session) as (_, screen, pilot):
        await press(pilot, "F", "F")
        await press(pilot, "colon", "c", "6")
        assert in_hand(screen).current_pick[1] == "C6"
        await press(pilot, "colon", "c", "1", "2")
        assert in_hand(screen).current_pick[1] == "C12"
        await press(pilot, "shift+up")
        assert in_hand(screen).current_pick[1] == "C1"
        await press(pilot, "colon", "a", "7", "shift+right")
        assert in_hand(screen).current_pick[1] == "E7", "up to the keep"
        turned = in_hand(screen).current_pick[2]
        screen.dispatch(WheelTurned(3))
        assert in_hand(screen).current_pick[2] != turned
        await press(pilot, "L")
        assert in_hand(screen).kind == "longhouse"
        await press(pilot, "4")
        assert in_hand(screen).kind == "wall_4"


async def test_help_lists_the_keys_that_move_a_piece() -> None:
    session = until("PlaceKit", 1)
    async with at_table(session, size=LARGE) as (_, screen, pilot):
        await press(pilot, "f", "f", "question_mark", "pagedown")
        assert "rotate" in screen_text(screen)
        assert "go to cell" in screen_text(screen)


async def test_next_piece_starts_beside_the_last_one() -> None:
    session = until("PlaceKit", 1)
    async with at_table(session) as (_, screen, pilot):
        await press(pilot, "4", "4", "x", "colon", "b", "3", "enter")
        assert len(session.match.line) == 0 or session.match.line[-1].value != ("wall_4", "B3", 90)
        await press(pilot, "enter")
        placed = session.match.line[-1].value
        assert placed == ("wall_4", "B3", 90)
        await press(pilot, "enter")
        piece = in_hand(screen)
        assert piece.current_pick[0] == "wall_4"
        assert promise(piece.domain, piece.domain.geometry.at(piece.current_pick)) < NEUTRAL_RATING


def test_every_piece_has_a_key_that_no_command_uses() -> None:
    box = components()
    single = {
        one.key for one in (*key_map.PLAY_COMMANDS, *key_map.TABLE_COMMANDS) if len(one.key) == 1
    }
    assert single <= RESERVED_CHARACTERS
    for kind in box.structures:
        assert kind_of_key(box, key_of(box, kind)) == kind
        assert key_of(box, kind) not in RESERVED_CHARACTERS
        if kind in BUILDING_LETTERS:
            russian = BUILDING_LETTERS[kind].ru
            assert kind in (kind_of_key(box, russian), kind_of_key(box, russian.lower()))


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_letter_on_the_board_is_the_key_in_both_languages(language: str) -> None:
    session = until("PlaceKit", 1)
    async with at_table(session, language=language) as (_, screen, pilot):
        await press(pilot, "L" if language == "en" else "Д")
        assert in_hand(screen).kind == "longhouse"


@pytest.mark.parametrize("typed", ["c", "C", "с", "С"])
async def test_cells_are_typed_in_any_keyboard_layout(typed: str) -> None:
    """The last two letters are Cyrillic, on the same key."""
    session = until("PlaceKit", 1)
    async with at_table(session, language="ru") as (_, screen, pilot):
        await press(pilot, "Д", "Д", "colon", typed, "6")
        assert in_hand(screen).current_pick[1] == "C6"


async def test_building_needs_a_page_that_shows_the_supply() -> None:
    session = until("BuildStructure", 2, round=2)
    async with at_table(session) as (_, screen, pilot):
        before = picks(session)
        for page in ("question_mark", "C", "s"):
            await press(pilot, page)
            assert "Enter choose" not in screen_text(screen)
            assert not screen.surface.legal
            await press(pilot, "enter", "enter", "L", ".")
            assert picks(session) == before
            assert piece_in_hand(screen.state.partial_pick) is None
            await press(pilot, "escape")
        assert "Enter choose" in screen_text(screen)


async def test_building_starts_away_from_other_buildings() -> None:
    session = until("PlaceKit", 1)
    async with at_table(session) as (_, screen, pilot):
        for _ in range(2):
            await take_in_hand(screen, pilot, "L")
            await press(pilot, "enter")
        for key in ("L", "F"):
            await take_in_hand(screen, pilot, key)
            piece = in_hand(screen)
            assert len(piece.domain.cluster_buildings()) == 2
            assert not touches_house(piece.domain, piece.domain.geometry.at(piece.current_pick))
            await press(pilot, "escape")
