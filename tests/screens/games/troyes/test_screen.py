"""Troyes on the real screen: whole games by keys, few bytes, dice by keys and mouse."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.event import PICK_EVENT
from engine.errors import Refusal
from engine.games.troyes.actions import Activate
from engine.games.troyes.group_rules import is_open
from engine.games.troyes.groups import Group
from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.games.troyes.black_dice import AgainstBlackDice
from screens.games.troyes.group_input import GroupOfDice
from screens.input_modes.choice_list import ChoiceList
from screens.paint import buttons
from screens.play.play_screen import PlayScreen
from screens.table.messages import KeyPressed
from tests.screens.games.troyes.scenes import moments, new_match, played, scene_of
from tests.screens.playing import LARGE, SMALL, click, play, press, screen_text
from tests.wire import wired


def session_of(match: Match) -> Session:
    """A session of a match, in memory."""
    store = MemoryStore()
    return Session(store, store.new(match), match)


def group_of(screen: PlayScreen) -> GroupOfDice:
    """The group being marked."""
    assert screen.state.partial_pick is not None
    input_mode = screen.state.partial_pick.input_mode
    assert isinstance(input_mode, GroupOfDice)
    return input_mode


def some_card(screen: PlayScreen) -> str:
    """A card with a legal group, of which at least one die belongs to another player."""
    assert screen.state.partial_pick is not None
    view: Any = screen.state.partial_pick.request.view
    cards: Any = Activate()
    seat = screen.state.partial_pick.seat
    return str(
        next(head[0] for head in cards.possible_heads(view) if is_open(cards, view, seat, head))
    )


async def begin_card(pilot: Any, screen: PlayScreen) -> GroupOfDice:
    """Activate a card by its place on the table."""
    card = some_card(screen)
    assert screen.state.partial_pick is not None
    view: Any = screen.state.partial_pick.request.view
    found = view.box.card(card)
    await click(pilot.app, pilot, ("activity", found.colour, found.round))
    return group_of(screen)


async def test_a_whole_game_by_keys() -> None:
    """Random meaningful keys, sent as fast as the screen handles them."""
    app, screen = play(session_of(new_match(2)), confirm="never")
    random = Random(2)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        for _ in range(1500):
            if screen.match_view.over:
                break
            assert screen.state.pass_to is None
            before = screen.match_view.length
            for key in _keys(screen, random):
                type_key(screen, key)
                if screen.match_view.length != before:
                    break
        await pilot.pause()
        assert screen.match_view.over
        assert "The game is over" in screen_text(screen)


def type_key(screen: PlayScreen, key: str) -> None:
    """Handle a key without the terminal."""
    screen.dispatch(KeyPressed(key, key if len(key) == 1 else None))


def _keys(screen: PlayScreen, random: Random) -> list[str]:
    """Keys that make progress."""
    assert screen.state.partial_pick is not None
    input_mode = screen.state.partial_pick.input_mode
    if isinstance(input_mode, GroupOfDice):
        if input_mode.marked_names and input_mode.refusal() is None:
            return [random.choice(["w", "w", "w", "c", "b", "m", "f", "n"])]
        return ["escape"] * 4 if input_mode.marked_names else ["n", *random.sample("123456cb", 2)]
    if isinstance(input_mode, AgainstBlackDice):
        return ["w"] if input_mode.refusal() is None else ["escape"]
    if isinstance(input_mode, ChoiceList):
        return [*random.choice(input_mode.choices()).key, "enter"]
    return [random.choice("123456"), "w"]


async def test_dice_are_marked_by_keys_clicks_and_values() -> None:
    match = played(4, picks=40, until="TakeTurn")
    app, screen = play(session_of(match))
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        await begin_card(pilot, screen)
        assert "mark and use 1 to 3" in screen_text(screen)
        await press(pilot, "n")
        assert group_of(screen).marked_names
        found = group_of(screen).group()
        assert isinstance(found, Group)
        assert f"= {found.total}" in screen_text(screen)
        assert f"marked: {found.total}" in screen_text(screen)
        marked = group_of(screen).marked_names
        place = group_of(screen).place(marked[0])
        await click(app, pilot, place)
        assert marked[0] not in group_of(screen).marked_names
        await click(app, pilot, place)
        assert set(group_of(screen).marked_names) == set(marked)
        await press(pilot, "escape")
        assert not group_of(screen).marked_names, "all marks at once"


async def test_marked_dice_are_the_dice_used() -> None:
    match = played(4, picks=40, until="TakeTurn")
    app, screen = play(session_of(match))
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        await begin_card(pilot, screen)
        await press(pilot, "n")
        card, names = group_of(screen).head[0], group_of(screen).sorted_names
        await press(pilot, "w")
    picks = [event.value for event in match.log if event.kind == PICK_EVENT]
    assert picks[-1][:4] == ("activate", card, "", names)


async def test_die_that_cannot_join_explains_why() -> None:
    match = played(4, picks=40, until="TakeTurn")
    app, screen = play(session_of(match))
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        group = await begin_card(pilot, screen)
        shut = [name for name in group.candidates() if name not in group.selectable()]
        assert shut, "every die may join"
        refusal = group.why_not(shut[0])
        assert isinstance(refusal, Refusal)
        await click(app, pilot, group.place(shut[0]))
        assert str(refusal.reason.plain()) in screen.state.message


async def test_fewest_dice_are_marked_against_black_dice() -> None:
    match = played(4, picks=18, until="FaceBlackDie")
    app, screen = play(session_of(match))
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        assert screen.state.partial_pick is not None
        input_mode = screen.state.partial_pick.input_mode
        assert isinstance(input_mode, AgainstBlackDice)
        assert input_mode.refusal() is None
        assert "against" in screen_text(screen)
        await press(pilot, "d", "d")
        assert screen.state.partial_pick.chosen == ("reroll",)
        await press(pilot, "escape")
        assert isinstance(screen.state.partial_pick.input_mode, AgainstBlackDice)
        before = len(match.log)
        await press(pilot, "w")
        assert len(match.log) > before


async def test_recruiting_against_black_dice_needs_its_key_again() -> None:
    match = played(2, picks=12, until="FaceBlackDie")
    app, screen = play(session_of(match))
    async with app.run_test(size=LARGE) as pilot:
        before = len(match.log)
        await press(pilot, "space", "c")
        assert len(match.log) == before
        assert "This costs you 2 influence." in screen_text(screen)
        await press(pilot, "c")
        assert match.log[before].value == ("recruit",)


@pytest.mark.parametrize("key", ["plus", "question_mark", "s", "E"])
async def test_selected_use_of_influence_survives_keys_of_pages(key: str) -> None:
    match = played(4, picks=18, until="FaceBlackDie")
    app, screen = play(session_of(match))
    async with app.run_test(size=LARGE) as pilot:
        await press(pilot, "d")
        assert chosen_instead(screen) == "reroll"
        assert "with a" in screen_text(screen), "the best die to reroll is named"
        await press(pilot, key)
        assert chosen_instead(screen) == "reroll"


@pytest.mark.parametrize("by_mouse", [False, True])
async def test_confirmation_uses_the_influence_that_it_names(by_mouse: bool) -> None:
    match = played(4, picks=18, until="FaceBlackDie")
    app, screen = play(session_of(match))
    async with app.run_test(size=LARGE) as pilot:
        before = len(match.log)
        await press(pilot, "d")
        assert "»w« reroll a die" in screen_text(screen)
        await (
            click(pilot.app, pilot, (buttons.CONFIRM_MARKED,)) if by_mouse else press(pilot, "w")
        )
        assert len(match.log) == before, "no dice are discarded"
        assert screen.state.partial_pick is not None
        assert screen.state.partial_pick.chosen == ("reroll",)


async def test_enter_on_a_die_marks_it_instead_of_using_influence() -> None:
    match = played(4, picks=18, until="FaceBlackDie")
    app, screen = play(session_of(match))
    async with app.run_test(size=LARGE) as pilot:
        await press(pilot, "escape", "d", "right", "enter")
        assert screen.state.partial_pick is not None
        input_mode = screen.state.partial_pick.input_mode
        assert isinstance(input_mode, AgainstBlackDice)
        assert input_mode.marked_names
        assert not input_mode.influence_use


def chosen_instead(screen: PlayScreen) -> str:
    """Return the use of influence selected instead of dice."""
    assert screen.state.partial_pick is not None
    input_mode = screen.state.partial_pick.input_mode
    assert isinstance(input_mode, AgainstBlackDice)
    return input_mode.influence_use


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_idle_table_sends_nothing(language: str) -> None:
    """At 120 x 40 in 256 colours: at most 24 kB for the first picture, 700 bytes for a cursor
    step (750 in Russian: from a just changed card to another, with its whole preview), 8,000 for
    an action, none while idle."""
    app, screen = play(session_of(played(4, picks=40, until="TakeTurn")), language=language)
    steps, actions = [], []
    random = Random(1)
    async with wired(app, size=LARGE, colours="256") as wire:
        await wire.settle()
        first = wire.first
        for _ in range(12):
            steps += [await wire.press("right"), await wire.press("left")]
            for key in _keys(screen, random):
                actions.append(await wire.press(key))
                if screen.match_view.over:
                    break
        still = await wire.idle(0.3)
    assert 4_000 < first <= 24_000
    assert max(steps) <= (750 if language == "ru" else 700)
    assert max(actions) <= 8000
    assert still == 0


def test_hint_marks_dice_and_everything_that_goes_with_them() -> None:
    """Follow the suggestion step by step until the pick is complete."""
    followed = set()
    for match in moments(3, every=7):
        scene = scene_of(match)
        partial_pick = scene.partial_pick
        if partial_pick is None or partial_pick.decision.name not in ("TakeTurn", "FaceBlackDie"):
            continue
        hint: Any = Session(store := MemoryStore(), store.new(match), match).hint(partial_pick.seat)
        if partial_pick.decision.name == "FaceBlackDie" and hint[0] != "defeat":
            continue
        for _ in hint:
            partial_pick.input_mode.suggest(hint[len(partial_pick.chosen) :])
            if partial_pick.pick is not None or partial_pick.finish() is not None:
                break
        assert partial_pick.pick == hint
        followed.add(hint[0])
    assert followed > {"fight", "defeat"}
