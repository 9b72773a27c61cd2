"""Playing on the screen: by keys, by mouse, and at random."""

from __future__ import annotations

from random import Random
from statistics import median

import pytest

from engine.core.event import UNDO_EVENT
from engine.help.guide import guide
from engine.match.match import Match
from screens.paint import buttons
from screens.play.play_screen import PlayScreen
from screens.play.table_screen import TableScreen
from screens.preferences import CONFIRM_ALWAYS, Preferences
from screens.table.effects import PlayAgain, WatchAgain
from screens.table.messages import Hovered, TableMessage
from screens.table_view import panels
from screens.table_view.painter_registry import painter_for
from tests.screens.playing import (
    LARGE,
    SMALL,
    Stage,
    at_table,
    click,
    new_session,
    play,
    press,
    press_at_random,
    repaint,
    scene_at,
    screen_text,
)
from tests.untyped import options_of, view_of
from tests.wire import wired


async def test_whole_game_by_keys() -> None:
    session = new_session(players=2)
    app, screen = play(session)
    random = Random(1)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        for _ in range(400):
            if session.match.over:
                break
            assert screen.state.partial_pick is not None
            for _ in range(random.randrange(3)):
                await pilot.press(random.choice(["left", "right", "up", "down"]))
            await press(pilot, "enter")
        assert session.match.over
        assert "1." in screen_text(screen)
    again = session.store.load(session.id)
    assert again.state == session.match.state


async def test_whole_game_by_mouse() -> None:
    session = new_session(players=2)
    async with at_table(session, size=LARGE) as (app, screen, pilot):
        for _ in range(400):
            if session.match.over:
                break
            await click(app, pilot, screen.surface.legal[-1])
        assert session.match.over


async def test_choices_have_their_own_keys() -> None:
    session = new_session(players=3)
    async with at_table(session) as (_, screen, pilot):
        assert screen.state.partial_pick is not None
        wanted = screen.state.partial_pick.choices()[2].value
        await press(pilot, "3")
        assert session.match.line[-1].kind != "pick"
        await press(pilot, "3")
        picks = [event for event in session.match.line if event.kind == "pick"]
        assert picks[-1].value == wanted


async def test_key_selects_and_repeated_key_confirms() -> None:
    session = new_session(players=3)
    async with at_table(session) as (_, screen, pilot):
        assert screen.state.partial_pick is not None
        other, key = (
            screen.state.partial_pick.choices()[1].key,
            screen.state.partial_pick.choice.key,
        )
        before = len(session.match.log)
        await press(pilot, other, key)
        assert len(session.match.log) == before
        await press(pilot, key)
        assert len(session.match.log) > before


async def test_digit_confirms_like_enter() -> None:
    session = new_session(players=3, picks=3)
    async with at_table(session, confirm=CONFIRM_ALWAYS) as (_, screen, pilot):
        assert screen.state.partial_pick is not None
        key = screen.state.partial_pick.choice.key
        before = len(session.match.log)
        await press(pilot, key)
        assert asks_again(screen)
        await press(pilot, key)
        assert len(session.match.log) > before


async def test_key_without_a_choice_says_so() -> None:
    session = new_session(players=3, picks=4)
    async with at_table(session) as (_, screen, pilot):
        assert screen.state.partial_pick is not None
        keys = [choice.key for choice in screen.state.partial_pick.choices()]
        taken = next(key for key in "1234" if key not in keys)
        before = len(session.match.log)
        await press(pilot, taken)
        assert len(screen.state.message) > 20
        assert "MID-" not in screen_text(screen), "rule ids are for developers"
        for key in "x09":
            await press(pilot, key)
            assert f"The key {key} does nothing here" in screen.state.message
        assert len(session.match.log) == before


async def test_key_without_its_zero_says_that_keys_have_two_digits() -> None:
    session = new_session("knights", players=3)
    async with at_table(session) as (_, screen, pilot):
        await press(pilot, "8")
        assert "The keys have two digits here: 08." in screen.state.message
        await press(pilot, "0", "8")
        assert screen.state.partial_pick is not None
        assert screen.state.partial_pick.choice.key == "08"


async def test_hint_shows_the_move_of_the_bot_and_why() -> None:
    session = new_session(players=3, picks=10)
    async with at_table(session) as (_, screen, pilot):
        before = session.match.state.digest(), len(session.match.log)
        await press(pilot, "H")
        assert screen.state.partial_pick is not None
        wanted = session.hint(screen.state.partial_pick.seat)
        assert screen.state.partial_pick.choice.value == wanted
        assert "Hint: " in screen_text(screen)
        assert screen.translate(screen.state.partial_pick.choice.label) in screen.state.message
        assert "Why: " in screen.state.message
        assert (session.match.state.digest(), len(session.match.log)) == before


def asks_again(screen: PlayScreen) -> bool:
    """Whether the choice under the pointer waits for a second Enter."""
    assert screen.state.confirming == ("Enter: confirm" in screen_text(screen))
    return screen.state.confirming


async def test_mouse_can_move_to_the_confirmation_over_other_choices() -> None:
    """The mouse crosses other choices on its way, which does not select them."""
    session = new_session(players=2)
    async with at_table(session, confirm=CONFIRM_ALWAYS, size=LARGE) as (app, screen, pilot):
        await press(pilot, "enter")
        assert asks_again(screen)
        pointed, before = screen.surface.cursor, len(session.match.log)
        others = [place for place in screen.surface.legal if place != pointed]
        assert others
        for place in others:
            region = screen.surface.canvas.spots.region(place)
            assert region is not None
            await pilot.hover("#table", offset=(region.x, region.y))
            await pilot.pause()
            assert asks_again(screen)
            assert screen.surface.cursor == pointed
        await click(app, pilot, panels.CONFIRMATION_PLACE)
        assert len(session.match.log) > before


async def test_mouse_move_is_handled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    session = new_session(players=2)
    async with at_table(session, size=LARGE) as (_, screen, pilot):
        messages: list[TableMessage] = []
        monkeypatch.setattr(screen, "dispatch", messages.append)
        place = next(one for one in screen.surface.legal if one != screen.surface.cursor)
        region = screen.surface.canvas.spots.region(place)
        assert region is not None
        await pilot.hover("#table", offset=(region.x, region.y))
        await pilot.pause()
        assert messages == [Hovered(place)]


async def test_confirmation_needs_a_second_enter() -> None:
    session = new_session(players=3, picks=3)
    async with at_table(session, confirm=CONFIRM_ALWAYS) as (_, screen, pilot):
        before = len(session.match.log)
        await press(pilot, "enter")
        assert asks_again(screen)
        assert len(session.match.log) == before
        keys = screen_text(screen).splitlines()[-1]
        assert "Enter: confirm" in keys
        assert "Escape choose again" in keys
        assert "Enter choose" not in keys
        await press(pilot, "escape")
        assert not asks_again(screen)
        await press(pilot, "enter", "enter")
        assert len(session.match.log) > before


async def test_every_choice_can_require_confirmation() -> None:
    session = new_session(players=2)
    async with at_table(session, confirm=CONFIRM_ALWAYS) as (_, screen, pilot):
        await press(pilot, "enter")
        assert asks_again(screen)
        await press(pilot, "right")
        assert not asks_again(screen), "another choice asks again"


async def test_undo_and_redo() -> None:
    session = new_session(players=3, picks=4)
    app, _ = play(session)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        before = session.match.state.digest()
        await press(pilot, "enter")
        after = session.match.state.digest()
        await press(pilot, "u")
        assert session.match.state.digest() == before
        await press(pilot, "r")
        assert session.match.state.digest() == after
        await press(pilot, "U")
        assert session.match.state.digest() == before


async def test_barrier_is_named_and_the_table_can_agree() -> None:
    session = new_session(players=2, picks=2)
    while session.match.why_not_undo(session.match.pending()[0].seat) is None or session.match.line[
        -1
    ].kind != ("chance"):
        pending = session.match.pending()[0]
        session.choose(session.ask(pending.seat), options_of(session.match, pending.seat)[0])
    async with at_table(session) as (_, screen, pilot):
        before = len(session.match.log)
        await press(pilot, "u")
        assert "revealed" in screen.state.message
        assert len(session.match.log) == before
        await press(pilot, "t")
        assert "agree" in screen_text(screen)
        await press(pilot, "escape")
        assert len(session.match.log) == before
        await press(pilot, "t", "t", "enter")
        assert session.match.log[before].kind == UNDO_EVENT
        assert session.store.load(session.id).state == session.match.state


async def test_illegal_choice_is_refused_in_words() -> None:
    session = new_session(players=3, picks=4)
    async with at_table(session, size=LARGE) as (app, screen, pilot):
        view = view_of(session.match, None)
        seat = next(s for s in range(3) if view.lord_row[s] >= 0 and s != view.active)
        await click(app, pilot, ("display", view.lord_row[seat] + 1, view.lord_at[seat] + 1))
        assert len(screen.state.message) > 20
        assert "MID-" not in screen_text(screen)


async def test_pages_by_key_and_tab() -> None:
    session = new_session(players=4, picks=40)
    async with at_table(session) as (_, screen, pilot):
        table = screen_text(screen)
        for key, zone in (("s", "sheet"), ("E", "log"), ("question_mark", "help")):
            await press(pilot, key)
            assert screen.state.zone == zone
            assert screen_text(screen) != table
            await press(pilot, "escape")
            assert screen_text(screen) == table
        seen = []
        own = [zone.key for zone in painter_for("middle_ages").zones]
        zones = [*own, "sheet", "log", "help", "guide", "card", "table"]
        for _ in zones:
            await press(pilot, "tab")
            seen.append(screen.state.zone)
        assert seen == zones


async def test_log_shows_the_rule_of_each_line() -> None:
    session = new_session(players=3, picks=20)
    async with at_table(session) as (_, screen, pilot):
        await press(pilot, "E")
        book = guide("middle_ages")
        heads = {topic.title for topic in book.topics}
        passages = [one.plain[:40] for one in book.passages_on(book.rules) if one.plain]
        seen = set()
        for _ in range(8):
            await press(pilot, "up")
            lines = screen_text(screen).splitlines()
            assert any(f" {head} " in line for head in heads for line in lines)
            assert "MID-" not in screen_text(screen)
            seen |= {one for one in passages if one in screen_text(screen)}
        assert len(seen) > 1


async def test_guide_and_reference_card_are_pages_of_the_table() -> None:
    session = new_session(players=3, picks=10)
    async with at_table(session) as (_, screen, pilot):
        await press(pilot, "I")
        assert screen.state.zone == "guide"
        assert guide("middle_ages").topics[0].title in screen_text(screen)
        await press(pilot, *["pagedown"] * 40)
        assert guide("middle_ages").topics[-1].passages[-1].plain[-20:] in screen_text(screen)
        await press(pilot, "C")
        assert screen.state.zone == "card"
        assert "Barracks" in screen_text(screen)
        await press(pilot, "C")
        assert screen.state.zone == "table"


async def test_undone_moves_stay_in_the_log() -> None:
    session = new_session(players=3, picks=10)
    async with at_table(session) as (_, screen, pilot):
        await press(pilot, "enter")
        gone = [note.text.plain() for note in session.match.notes[-1]]
        assert gone
        await press(pilot, "u", "E")
        assert "undoes" in screen_text(screen)


async def test_bots_move_by_themselves_and_then_the_table_is_idle() -> None:
    session = new_session(players=4, bots=3)
    app, screen = play(session)
    async with app.run_test(size=SMALL) as pilot:
        for _ in range(6000):
            await pilot.pause(0.01)
            if screen.state.partial_pick is not None:
                break
        assert screen.state.partial_pick is not None
        assert screen.state.partial_pick.seat == 0


async def test_small_terminal_gets_a_sentence_and_loses_nothing() -> None:
    session = new_session(players=3, picks=5)
    app, screen = play(session)
    async with app.run_test(size=(70, 20)) as pilot:
        await pilot.pause()
        assert "80 x 22" in screen_text(screen)
        before = len(session.match.log)
        await press(pilot, "enter", "s", "1")
        assert len(session.match.log) == before
        await pilot.resize_terminal(*SMALL)
        await pilot.pause()
        assert "Middle Ages" in screen_text(screen)


async def test_language_and_symbols_change_during_the_game() -> None:
    session = new_session(players=3, picks=5)
    async with at_table(session) as (_, screen, pilot):
        screen.apply_preferences(Preferences(language="ru", glyphs="ascii", theme="light"))
        await pilot.pause()
        assert "Средние века" in screen_text(screen)
        assert "─" not in screen_text(screen)


@pytest.mark.parametrize("seed", [1, 3, 4])
async def test_random_keys_break_nothing(seed: int) -> None:
    """Random keys and clicks: the screen lives, and screen, match and store agree."""
    session = new_session(players=3, bots=1, seed=str(seed))
    app, screen = play(session)
    random = Random(seed)
    keys = (
        ["enter"] * 6
        + ["left", "right", "up", "down", "tab", "escape", "space", "pageup", "pagedown"]
        + list("ulstrU?123abz")
    )
    size = SMALL if seed % 2 else LARGE
    async with app.run_test(size=size) as pilot:
        await press_at_random(pilot, random, keys, 150)
        assert app.screen is screen
    assert session.store.load(session.id).state == session.match.state
    assert Match.load(session.match.header, session.match.log).state == session.match.state


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_idle_table_sends_nothing(language: str) -> None:
    """At 120 x 40 in 256 colours: a cursor step at most 400 bytes, an action 8,000, idle none."""
    session = new_session(players=4, picks=30)
    app, screen = play(session, pace="0", language=language)
    steps, actions = [], []
    async with wired(app, size=LARGE, colours="256") as wire:
        await wire.settle()
        for _ in range(20):
            assert screen.state.partial_pick is not None
            steps += [await wire.press("right"), await wire.press("right")]
            actions.append(await wire.press("enter"))
        still = await wire.idle(0.3)
    assert median(steps) <= 400
    assert max(actions) <= 8000
    assert still == 0


async def test_objects_on_the_table_have_descriptions() -> None:
    session = new_session(players=4, picks=30)
    async with at_table(session) as (app, screen, pilot):
        await click(app, pilot, ("event", 2))
        assert "After round 8" in screen.state.message
        assert screen.state.message[:40] in screen_text(screen)
        await click(app, pilot, ("graveyard", screen.state.viewer))
        assert "graveyard" in screen.state.message
        await click(app, pilot, ("fief", ((screen.state.viewer or 0) + 1) % 4))
        assert "coin" in screen.state.message, "the line of another fief"
        await press(pilot, "escape")
        assert screen.state.message == ""


async def test_looking_around_by_keys() -> None:
    session = new_session(players=3, picks=20)
    async with at_table(session) as (_, screen, pilot):
        before, panel = len(session.match.log), screen_text(screen)
        await press(pilot, "slash")
        result = set()
        for key in ["up"] * 6 + ["right"] * 5 + ["down"] * 12:
            await press(pilot, key)
            result.add(screen.state.message)
        assert len(result) >= 8
        assert all(result)
        await press(pilot, "escape")
        assert screen_text(screen) == panel
        await press(pilot, "slash", "enter", "slash", "slash")
        assert len(session.match.log) == before, "looking chooses nothing"
        assert not screen.state.inspecting


async def test_closed_places_are_dimmed() -> None:
    session = new_session(players=4, picks=9)
    async with at_table(session) as (_, screen, pilot):
        while session.match.pending()[0].decision.name != "MoveLord":
            await press(pilot, "enter")
        view = view_of(session.match, None)
        row = ("display", view.next_row + 1)
        places = [place for place in screen.surface.canvas.spots if isinstance(place, tuple)]
        entered = [place for place in places if place[:2] == row]
        closed = [place for place in entered if place not in screen.surface.legal]
        assert len(closed) == 4 - len(view.turn_order(view.row))
        for place in closed:
            rect = screen.surface.canvas.spots.region(place)
            assert rect is not None
            line = screen.surface.render_line(rect.y).crop(rect.x, rect.right)
            colours = {
                segment.style.color for segment in line if segment.style and segment.text.strip()
            }
            assert colours == {scene_at(screen).theme.style("closed").color}


class RequestRecorder(Stage):
    """An app that notes what a screen asks of it."""

    def __init__(self, screen: PlayScreen) -> None:
        super().__init__(screen)
        self.requests: list[str] = []

    def on_table_screen_requested(self, event: TableScreen.Requested) -> None:
        assert isinstance(event.screen, PlayScreen)
        match event.effect:
            case PlayAgain(header):
                self.requests.append(f"play again: {', '.join(header.names)}")
            case WatchAgain(at):
                self.requests.append(f"watch again: {event.screen.session.id} from {at}")


async def test_score_is_shown_after_the_end_and_keys_lead_on() -> None:
    session = new_session(players=2, picks=1000)
    session.rewind(0, session.match.line[-2].number)
    _, screen = play(session)
    app = RequestRecorder(screen)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await press(pilot, "N")
        assert not app.requests, "not before the end"
        await press(pilot, *["enter"] * 4)
        assert session.match.over
        assert screen.state.zone == "sheet"
        text = screen_text(screen)
        assert "The game is over." in text
        assert " wins" in text
        assert "N play again" in text
        await press(pilot, "escape")
        assert screen.state.zone == "table"
        await press(pilot, "N", "R")
    assert app.requests == ["play again: Anna, Boris", f"watch again: {session.id} from 0"]


async def test_key_hints_can_be_clicked() -> None:
    session = new_session(players=3, picks=4)
    async with at_table(session, size=LARGE) as (app, screen, pilot):
        for key, zone in (("s", "sheet"), ("E", "log"), ("?", "help"), ("Tab", "guide")):
            await click(app, pilot, (buttons.KEY, key))
            for _ in range(5):
                await pilot.pause()
            assert screen.state.zone == zone
        await press(pilot, "escape")
        before = len(session.match.line)
        await click(app, pilot, (buttons.KEY, "Enter"))
        for _ in range(5):
            await pilot.pause()
        assert len(session.match.line) > before


async def test_cursor_step_equals_a_full_repaint() -> None:
    session = new_session(players=4, picks=20)
    app, screen = play(session)
    random = Random(4)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        for _ in range(60):
            for _ in range(random.randrange(4)):
                await pilot.press(random.choice(["left", "right", "up", "down", "2", "3"]))
            await pilot.pause()
            surface = screen.surface
            stepped = [surface.render_line(y) for y in range(24)]
            spots, cursor = set(surface.canvas.spots), surface.cursor
            repaint(screen)
            assert [surface.render_line(y) for y in range(24)] == stepped
            assert (set(surface.canvas.spots), surface.cursor) == (spots, cursor)
            await press(pilot, "enter")


async def test_changed_key_is_named_and_can_be_clicked() -> None:
    session = new_session(players=3, picks=10)
    app, screen = play(session, keys={"play.sheet": "z"})
    async with app.run_test(size=SMALL) as pilot:
        app.set_keymap({"play.sheet": "z"})
        await pilot.pause()
        assert "z score" in screen_text(screen).splitlines()[-1]
        await press(pilot, "z")
        assert screen.state.zone == "sheet"
        await press(pilot, "escape")
        await click(app, pilot, (buttons.KEY, "s"))
        await pilot.pause()
        assert screen.state.zone == "sheet"
