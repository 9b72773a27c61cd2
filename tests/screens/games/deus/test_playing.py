"""Whole games of Deus played by keys on the screen, and the bytes they send."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from engine.core.state import Note
from engine.games.deus.building import BUILD
from engine.games.deus.column_preview import (
    CardPreview,
    card_preview_text,
    preview_card,
    preview_column,
    rough_worth,
)
from engine.games.deus.components import STANDARD, TEMPLE, TYPES
from engine.games.deus.offering import ChooseResources
from engine.games.deus.placement import regions_for
from engine.games.deus.state import World
from engine.games.deus.wording import gold
from engine.i18n.text import Seat, words
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.games.deus.column_preview import (
    activation_of,
    activation_preview,
    brought_so_far,
    title,
)
from screens.games.deus.painter import PAINTER
from screens.input_modes.choice_list import ChoiceList
from screens.input_modes.multi_select import MultiSelect
from screens.input_modes.steppers import Steppers
from screens.keys import CHOICE_KEYS
from screens.paint import buttons
from screens.table_view.preview_text import preview_lines
from tests.screens.games.deus.scenes import ROOMS, new_match, played, scene_of
from tests.screens.playing import (
    LARGE,
    SMALL,
    click,
    new_session,
    play,
    press,
    scene_at,
    screen_text,
)
from tests.screens.reading import words_at
from tests.wire import wired


def keys_for(partial_pick: Any, random: Random) -> list[str]:
    """Keys that answer any decision."""
    input_mode = partial_pick.input_mode
    if isinstance(input_mode, Steppers):
        counters = input_mode.counters()
        row = input_mode.rows()[-1].bag
        keys = []
        left = row.least
        for number, counter in enumerate(counters):
            taken = min(left, counter.most)
            keys += ["plus"] * taken
            left -= taken
            if number + 1 < len(counters):
                keys.append("right")
        return [*keys, "enter"]
    if isinstance(input_mode, MultiSelect):
        return ["1", "w"] if len(input_mode.marks.things) < 3 else ["1", "2", "w"]
    assert isinstance(input_mode, ChoiceList)
    choices = input_mode.choices()
    return ["down"] * random.randrange(len(choices)) + ["enter"]


async def test_a_game_is_played_by_keys() -> None:
    session = new_session("deus", 2, seed="3", bots=1)
    app, screen = play(session)
    random = Random(5)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        for _ in range(70):
            if screen.state.partial_pick is None:
                await press(pilot, "space")
            else:
                await press(pilot, *keys_for(screen.state.partial_pick, random))
        state: Any = session.match.state
        assert state.round > 8
        assert sum(map(bool, state.columns[0])) > 1


async def test_card_is_built_by_clicks_alone() -> None:
    session = new_session("deus", 2, seed="3", bots=1)
    app, screen = play(session)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        assert screen.state.partial_pick is not None
        card = next(one for one in screen.state.partial_pick.choices() if one.chosen[0] == BUILD)
        await click(app, pilot, card.place)
        while depth(screen.state.partial_pick) == 2:
            await click(app, pilot, (buttons.CHOICE, 0))
        assert screen.state.partial_pick is not None
        assert depth(screen.state.partial_pick) == 3
        region = screen.state.partial_pick.choices()[-1].place
        assert region is not None
        await click(app, pilot, region)
        await click(app, pilot, region)
        state: Any = session.match.state
        assert state.owner(state.map.find(region[1])) == 0


async def test_click_on_the_key_hint_goes_back_one_step() -> None:
    app, screen = play(new_session("deus", 2, seed="3", bots=1))
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        assert screen.state.partial_pick is not None
        begun = screen.state.partial_pick
        assert "Escape back" not in screen_text(screen)
        card = next(one for one in begun.choices() if one.chosen[0] == BUILD)
        await click(app, pilot, card.place)
        while screen.state.partial_pick.chosen:
            assert "Escape back" in screen_text(screen)
            await click(app, pilot, (buttons.KEY, "Escape"))
        assert "Escape back" not in screen_text(screen)
        assert screen.state.partial_pick.request is begun.request


async def test_escape_goes_back_at_once_despite_a_message() -> None:
    app, screen = play(new_session("deus", 2, seed="3", bots=1))
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        begun = screen.state.partial_pick
        assert begun is not None
        card = next(one for one in begun.choices() if one.chosen[0] == BUILD)
        await click(app, pilot, card.place)
        await press(pilot, "z")
        assert screen.state.message
        assert screen.state.partial_pick is not None
        before = len(screen.state.partial_pick.chosen)
        assert before
        await press(pilot, "escape")
        assert not screen.state.message
        assert len(screen.state.partial_pick.chosen) < before


async def test_activation_of_the_chosen_card_follows_the_cursor() -> None:
    app, screen = play(new_session("deus", 2, seed="3", bots=1))
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        assert screen.state.partial_pick is not None
        request = screen.state.partial_pick
        for _ in request.choices():
            assert "Offerings" in screen_text(screen)
            await press(pilot, "down")
        await press(pilot, "home")
        while depth(screen.state.partial_pick) < 3:
            await press(pilot, "enter")
        assert depth(screen.state.partial_pick) == 3
        for _ in screen.state.partial_pick.choices():
            found = activation_of(scene_at(screen))
            assert found is not None
            assert screen.translate(title(found)) in screen_text(screen)
            for preview in found.previews:
                result = card_preview_text(scene_at(screen).view, found.seat, preview)
                assert screen.translate(result) in screen_text(screen)
            await press(pilot, "down")


async def test_hint_names_the_payment_but_gives_no_loss_as_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = new_session("deus", 2, seed="3", bots=1)
    state: Any = session.match.state
    card = state.box.card_index["temple_gold"]
    state.hands[0] = (card,)
    state.where[0][1] = state.map.edge & state.map.land & -(state.map.edge & state.map.land)
    payment = tuple((one.id, 1) for one in state.box.resources)
    pick = ("build", "temple_gold", payment, state.map.ids_of(state.held(0))[0])
    monkeypatch.setattr(session, "hint", lambda seat: pick)
    app, screen = play(session)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        await press(pilot, "H")
        assert "Temple (gold)" in screen.state.message
        assert "for 1 wood, 1 clay, 1 stone, 1 wheat" in screen.state.message
        assert "Why" not in screen.state.message


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_idle_table_sends_nothing(language: str) -> None:
    """At 120 x 40 in 256 colours: at most 24 kB for the first picture of a full table, 600 bytes
    for a cursor step, 8 kB for an action, none while idle."""
    app, screen = play(new_session("deus", 4, picks=240, bots=3), language=language)
    steps, actions, random = [], [], Random(2)
    async with wired(app, size=LARGE, colours="256") as wire:
        await wire.settle()
        for _ in range(16):
            await wire.press("left")  # the marks of what has happened go away with the first key
            steps += [await wire.press("down"), await wire.press("up")]
            if screen.state.partial_pick is None:
                actions.append(await wire.press("space"))
                continue
            keys = keys_for(screen.state.partial_pick, random)
            for key in keys:
                before, unread = len(screen.session.match.log), screen.state.notices.is_unread
                sent = await wire.press(key)
                if key in ("down", "right") and not unread:
                    steps.append(sent)
                else:  # each following choice of a bot is an action, too
                    actions.append(sent // max(1, len(screen.session.match.log) - before))
        still = await wire.idle(0.3)
    assert 0 < wire.first <= 24_000
    assert max(steps) <= 700, "a preview in Russian is long"
    assert max(actions) <= 8000
    assert still == 0


def test_card_is_chosen_by_its_position_in_the_hand() -> None:
    match = played(3, picks=3, until="Turn")
    scene = scene_of(match)
    assert scene.partial_pick is not None
    for choice in scene.partial_pick.choices():
        if choice.chosen[0] == BUILD:
            assert choice.place is not None
            assert choice.place[0] == "card"
            assert choice.key == "1234567890"[int(choice.place[1])]


def test_left_and_right_move_along_the_hand() -> None:
    partial_pick = scene_of(played(3, picks=3, until="Turn")).partial_pick
    assert partial_pick is not None
    for choose in ((), ("o",)):
        for key in choose:
            partial_pick.input_mode.press(key, key)
            partial_pick.finish()
        stops = len(partial_pick.input_mode.stops())
        start = partial_pick.input_mode.pointed
        partial_pick.input_mode.press("right", None)
        assert partial_pick.input_mode.pointed == (start + 1) % stops
        partial_pick.input_mode.press("left", None)
        assert partial_pick.input_mode.pointed == start


def test_selectable_regions_show_their_keys() -> None:
    scene = scene_of(played(3, until="Turn"))
    partial_pick = scene.partial_pick
    assert partial_pick is not None
    while depth(partial_pick) < 3:
        partial_pick.finish()
    for size in ROOMS:
        canvas = PAINTER.paint(scene, *ROOMS[size])
        for choice in partial_pick.choices():
            assert choice.place is not None
            assert words_at(canvas, choice.place).rstrip().endswith(choice.key)


def test_keys_of_regions_leave_no_gap() -> None:
    """No letter is kept for the command that builds, because each card in the hand has a key."""
    partial_pick = scene_of(played(4, until="Turn")).partial_pick
    assert partial_pick is not None
    while depth(partial_pick) < 3:
        partial_pick.finish()
    keys = [choice.key for choice in partial_pick.choices()]
    assert len(keys) > CHOICE_KEYS.index("b") + 1
    assert sorted(keys) == sorted(CHOICE_KEYS[: len(keys)])


def test_cursor_starts_at_the_region_with_the_best_activation() -> None:
    scene = scene_of(played(3, picks=3, until="Turn"))
    partial_pick = scene.partial_pick
    assert partial_pick is not None
    while depth(partial_pick) < 3:
        at_best = activation_of(scene)
        partial_pick.finish()
    pointed = activation_of(scene)
    assert at_best is not None
    assert pointed is not None
    assert at_best.at_best
    assert not pointed.at_best
    assert pointed.previews == at_best.previews


async def test_preselected_draws_from_the_deck_are_confirmed_by_enter() -> None:
    """All extra cards of Minerva are preselected, and Enter draws them."""
    match = played(2, picks=3, until="ExtraCards")
    seat = match.pending()[0].seat
    state: Any = match.state
    before = len(state.hands[seat])
    store = MemoryStore()
    app, screen = play(Session(store, store.new(match), match))
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        assert screen.state.partial_pick is not None
        most = screen.state.partial_pick.choice.value
        assert most == len(screen.state.partial_pick.choices()) - 1 > 0
        await press(pilot, "enter", "enter")
    state = screen.session.match.state
    assert len(state.hands[seat]) == before + most


def test_key_of_unavailable_card_shows_the_rule() -> None:
    for picks in range(0, 60, 3):
        scene = scene_of(played(3, picks=picks, until="Turn"))
        partial_pick = scene.partial_pick
        assert partial_pick is not None
        shut = [one for one in partial_pick.input_mode.unavailable() if one[2].isdecimal()]  # type: ignore[attr-defined]
        for _, refusal, key in shut:
            assert partial_pick.input_mode.press(key, key) == refusal
            assert refusal.rule.startswith("DEU-")
        if shut:
            return
    pytest.fail("no card was closed")


def depth(partial_pick: Any) -> int:
    """Number of parts chosen."""
    return len(partial_pick.chosen)


def test_single_payment_is_skipped_in_both_directions() -> None:
    for picks in range(0, 90, 3):
        scene = scene_of(played(3, picks=picks, until="Turn"))
        partial_pick = scene.partial_pick
        assert partial_pick is not None
        for number, choice in enumerate(partial_pick.choices()):
            ways = partial_pick.request.part_options(choice.chosen)
            if choice.chosen[0] == BUILD and len(ways) == 1:
                partial_pick.input_mode.point(number)
                assert partial_pick.finish() is None
                assert depth(partial_pick) == 3
                assert partial_pick.back()
                assert depth(partial_pick) == 0
                assert partial_pick.choice.chosen == choice.chosen
                return
    pytest.fail("no card had a single payment")


def worth(previews: Sequence[CardPreview]) -> float:
    """A rough value of a column's yields."""
    return sum(map(rough_worth, previews))


def test_activation_is_previewed_card_by_card_in_the_best_region() -> None:
    """While no region is chosen, the preview is that of the best region."""
    seen = 0
    for picks in range(0, 120, 9):
        scene = scene_of(played(3, picks=picks, until="Turn"))
        partial_pick = scene.partial_pick
        assert partial_pick is not None
        view: Any = partial_pick.request.view
        for number, choice in enumerate(partial_pick.choices()):
            if choice.chosen[0] != BUILD:
                continue
            partial_pick.input_mode.point(number)
            found = activation_preview(partial_pick)
            card = view.box.card_index[choice.chosen[1]]
            if found is None:
                assert view.box.cards[card].type == 5
                continue
            assert found.cards[-1] == card
            assert found.at_best
            ways = partial_pick.request.part_options(choice.chosen)
            regions = partial_pick.request.part_options((*choice.chosen, ways[0]))
            activations = [
                preview_column(view, partial_pick.seat, card, view.map.find(region))
                for region in regions
            ]
            free = regions_for(view, partial_pick.seat, view.box.card_type[card])[0]
            prices = [0 if free >> view.map.find(one) & 1 else view.box.edge_vp for one in regions]
            values = [worth(one) - price for one, price in zip(activations, prices, strict=True)]
            best = values.index(max(values))
            assert list(found.previews) == activations[best]
            seen += 1
    assert seen > 3


def test_card_in_a_column_shows_its_current_effect() -> None:
    scene = scene_of(played(3, picks=90, until="Turn"))
    view: World = scene.view
    count = 0
    for seat in range(view.seats):
        for type_ in STANDARD:
            for rank in range(1, view.height(seat, type_) + 1):
                meaning = PAINTER.inspect(scene, ("column", seat, TYPES[type_], rank))
                assert meaning is not None
                card = view.box.cards[view.columns[seat][type_][rank - 1]]
                brings = card_preview_text(view, seat, preview_card(view, seat, card))
                assert scene.translate(meaning).endswith(f"Now: {scene.translate(brings)}.")
                count += 1
    assert count > 5


def test_preview_shows_changes_to_own_temples() -> None:
    match = new_match(2)
    state: Any = match.state
    state.columns[0][TEMPLE] = (state.box.card_index["temple_wheat"],)
    state.agenda.append(ChooseResources(0, 2))
    scene = scene_of(match)
    partial_pick = scene.partial_pick
    assert partial_pick is not None
    for key in ("4", "4"):
        partial_pick.input_mode.press(key, key)
    preview = preview_lines(scene, PAINTER)
    assert "Temple (wheat): from 2 to 6 VP." in preview


def test_preview_lists_everything_an_army_takes_from_neighbours() -> None:
    scene = scene_of(played(3, picks=40, until="Turn"))
    view: World = scene.view
    centurion = view.box.card("centurion")

    def gives(other: int) -> Note:
        args = {"card": centurion, "other": Seat(other), "seat": Seat(0), "what": gold(2)}
        return Note(centurion.rule, 0, words("{card}: {other} gives {what} to {seat}.", **args))

    fires = Note("DEU-8.1", 0, words("The column is activated."))
    history = SimpleNamespace(events_with_notes=lambda last: [(None, [fires, gives(1), gives(2)])])
    shown: Any = SimpleNamespace(view=view, history=history)
    brought, _ = brought_so_far(shown, (centurion.index, centurion.index), 1)
    assert brought[0] is not None
    assert scene.translate(brought[0]) == "2 gold, 2 gold"


def test_activated_column_shows_what_its_cards_brought() -> None:

    for picks in range(40, 160, 10):
        match = played(3, picks=picks, until="Sell")
        if match.over:
            continue
        found = activation_of(scene_of(match))
        assert found is not None
        assert 0 <= found.current < len(found.cards)
        assert len(found.previews) == len(found.cards)


@pytest.mark.parametrize("keys", [(), ("o", "o")])
async def test_a_card_in_hand_shows_its_key_once(keys: tuple[str, ...]) -> None:
    """The hand shows the key before the card; no mark on the card repeats it."""
    app, screen = play(new_session("deus", 2))
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "space", *keys)
        assert screen.stack is not None
        picture: Any = screen.stack.renderer.picture(screen.state)
        assert any(place[0] == "card" for place in picture.legal)
        assert not [place for place in picture.labels if place[0] == "card"]
