"""Replays: navigation by keys and mouse, undone moves, branching."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from engine.core.event import UNDO_EVENT
from engine.match.match import Match
from engine.workers.pool import WorkerPool
from screens.paint import buttons
from screens.play.replay_screen import ReplayScreen
from screens.play.table_screen import TableScreen
from screens.preferences import Preferences
from screens.renderer.diff_renderer import DiffApp
from screens.table.effects import BranchOff
from screens.table.notice_content import NoticeContent
from screens.table.page_painting import PagePainter
from screens.table.read_only_session import SceneFactory, TableContext
from screens.table.reducers import replay as replay_reducer
from screens.table.replay_panel import BAR_PLACE, ReplayKeys, ReplayPanel
from screens.table.replay_position import ReplaySession
from screens.table_view.painter_registry import painter_for
from tests.matrix import with_each_game
from tests.screens.playing import LARGE, SMALL, Stage, click, new_session, press, screen_text
from tests.untyped import options_of, view_of


class Library(Stage):
    """An app that notes which games are to be branched off."""

    def __init__(self, screen: ReplayScreen) -> None:
        super().__init__(screen)
        self.branched: list[tuple[Match, int]] = []

    def on_table_screen_requested(self, event: TableScreen.Requested) -> None:
        assert isinstance(event.screen, ReplayScreen)
        if isinstance(event.effect, BranchOff):
            self.branched.append((event.screen.recording.match, event.effect.count))


def finished(players: int = 3) -> Match:
    return new_session(players=players, picks=1000).match


def with_take_backs() -> Match:
    """A match in which the place of a scout was taken back and another chosen."""
    match = new_session(players=3, picks=9).match
    while match.pending()[0].decision.name != "PlaceScout":
        match.choose(match.pending()[0].seat, options_of(match, match.pending()[0].seat)[0])
    seat = match.pending()[0].seat
    first, second = options_of(match, seat)[:2]
    match.choose(seat, first)
    match.undo(seat)
    match.choose(seat, second)
    return match


def replay(match: Match, at: int | None = None, **options: Any) -> tuple[Library, ReplayScreen]:
    screen = ReplayScreen(match, Preferences(), at=at, thinker=WorkerPool, **options)
    return Library(screen), screen


def is_at(screen: ReplayScreen, at: int) -> bool:
    """Whether a position is shown, and the table is that of this position."""
    assert screen.recording.at == at
    if not screen.recording.with_undone:
        assert screen.recording.position.state == screen.recording.match.at(at).state
    assert f"step {at} of {screen.recording.last}" in screen_text(screen)
    return True


def step_text(screen: ReplayScreen) -> str:
    """The text about the step."""
    scenes = scenes_of(screen)
    session = ReplaySession(screen.recording)
    pages = PagePainter(session, scenes, NoticeContent(session, scenes))
    panel = ReplayPanel(screen.recording, scenes, pages, ReplayKeys(scenes, screen.recording))
    return panel.step_text(scenes.of(screen.state), screen.state.viewer)[1]


def scenes_of(screen: ReplayScreen) -> SceneFactory:
    session, app = ReplaySession(screen.recording), screen.app
    assert isinstance(app, DiffApp)
    painter = painter_for(session.match_view.header.game)
    return SceneFactory(session, painter, TableContext((), app.theme_for, replaying=True))


async def click_key(app: Library, pilot: Pilot[Any], key: str) -> None:
    """Click on a key hint, and wait until the app has handled the key."""
    await click(app, pilot, (buttons.KEY, key))
    for _ in range(5):
        await pilot.pause()


async def test_steps_and_jumps_by_keys() -> None:
    match = finished()
    app, screen = replay(match)
    last = len(match.line)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert is_at(screen, last)
        for key, at in (("left", last - 1), ("left", last - 2), ("right", last - 1)):
            await press(pilot, key)
            while screen.recording.part is not None:
                await press(pilot, key)
            assert is_at(screen, at)
        await press(pilot, "home")
        assert is_at(screen, 0)
        await press(pilot, "left")
        assert is_at(screen, 0)
        await press(pilot, "end", "right")
        assert is_at(screen, last)


async def test_turns_and_rounds_by_keys() -> None:
    match = finished()
    app, screen = replay(match, at=0)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        places = {"turn": ("comma", "full_stop"), "round": ("less_than_sign", "greater_than_sign")}
        for sign, (back, on) in places.items():
            await press(pilot, "home")
            seen = [0]
            for _ in range(5):
                await press(pilot, on)
                there = getattr(screen.recording.position.state, sign)
                before = getattr(match.at(screen.recording.at - 1).state, sign)
                assert there > before, "its start"
                seen.append(screen.recording.at)
            for at in reversed(seen[1:-1]):
                await press(pilot, back)
                assert is_at(screen, at)


async def test_step_by_its_number() -> None:
    app, screen = replay(finished(), at=0)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await press(pilot, "colon", "4", "5", "backspace", "2")
        assert "Go to step: 42_" in screen_text(screen)
        assert is_at(screen, 0)
        await press(pilot, "enter")
        assert is_at(screen, 42)
        await press(pilot, "colon", "7", "escape")
        assert is_at(screen, 42)
        await press(pilot, "colon", "9", "9", "9", "9", "enter")
        assert is_at(screen, screen.recording.last)


async def test_everything_by_mouse() -> None:
    app, screen = replay(finished(), at=0)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        for key, at in (
            ("right", 1),
            ("right", 2),
            ("left", 1),
            ("end", screen.recording.last),
            ("home", 0),
        ):
            await click_key(app, pilot, key)
            assert is_at(screen, at)
        for key in ("full_stop", "full_stop", "comma"):
            await click_key(app, pilot, key)
        first, _ = _turns(screen.recording.match)
        assert is_at(screen, first)
        places = [place for place in screen.surface.canvas.spots if place[0] == BAR_PLACE]  # type: ignore[index]
        middle: Any = places[len(places) // 2]
        await click(app, pilot, middle)
        assert is_at(screen, middle[1])
        await click_key(app, pilot, "plus")
        assert "2/s" in screen_text(screen)
        await click_key(app, pilot, "minus")
        assert "1/s" in screen_text(screen)
        await click_key(app, pilot, "s")
        assert screen.state.zone == "sheet"
        await click_key(app, pilot, "b")
    assert app.branched == [(screen.recording.match, middle[1])]


def _turns(match: Match) -> list[int]:
    """The positions at which the first two turns begin."""
    turns = [match.at(count).state.turn for count in range(30)]
    return [turns.index(turn) for turn in sorted(set(turns))[1:3]]


async def test_playback_stops_at_the_end() -> None:
    match = finished()
    app, screen = replay(match, at=len(match.line) - 3)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await press(pilot, "plus", "plus", "plus", "plus")
        assert "8/s" in screen_text(screen)
        await press(pilot, "space")
        assert " pause " in screen_text(screen)
        while " pause " in screen_text(screen):
            await pilot.pause(0.05)
        assert is_at(screen, screen.recording.last)
        assert " play " in screen_text(screen), "playback has stopped"


async def test_any_step_stops_playback() -> None:
    app, screen = replay(finished(), at=0)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await press(pilot, "minus", "space")
        assert " pause " in screen_text(screen)
        await press(pilot, "full_stop")
        assert " play " in screen_text(screen)
        at = screen.recording.at
        await pilot.pause(0.1)
        assert is_at(screen, at)


async def test_playback_at_the_end_starts_again(monkeypatch: pytest.MonkeyPatch) -> None:
    app, screen = replay(finished())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        monkeypatch.setattr(replay_reducer, "SPEEDS", (0.001,) * 5)
        await press(pilot, "space")
        assert screen.recording.at == 0
        await press(pilot, "space")


async def test_undone_moves_can_be_shown_or_hidden() -> None:
    match = with_take_backs()
    app, screen = replay(match)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        assert screen.recording.last == len(match.line)
        await press(pilot, "o")
        assert screen.recording.last == len(match.log) > len(match.line)
        assert is_at(screen, len(match.log))
        assert "Replay with undone moves" in screen_text(screen)
        back = next(event.number for event in match.log if event.kind == UNDO_EVENT)
        while screen.recording.at > back:
            await press(pilot, "left")
        assert "undoes 1 step" in screen_text(screen)
        await press(pilot, "left")
        taken_back = screen.recording.position.state
        assert taken_back == match.at_event(back - 1).state
        await press(pilot, "o")
        assert is_at(screen, len([e for e in match.line if e.number < back]))


async def test_steps_after_undone_moves_are_marked_too() -> None:
    match = with_take_backs()
    app, screen = replay(match, at=0)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        numbers = []
        while screen.recording.at < screen.recording.last:
            await press(pilot, "right")
            numbers.append(screen.recording.event.number if screen.recording.event else 0)
        assert numbers[-1] > len(numbers)


async def test_choice_of_a_step_is_marked_and_described() -> None:
    match = finished()
    at = next(count for count, event in enumerate(match.line, 1) if event.step == "MoveLord")
    app, screen = replay(match, at=at - 1)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await press(pilot, "right")
        event = match.line[at - 1]
        place = ("display", view_of(screen.recording.position, None).next_row + 1, event.value)
        rect = screen.surface.canvas.spots.region(place)
        assert rect is not None
        (segment, *_) = screen.surface.render_line(rect.y).crop(rect.x + 1, rect.x + 2)
        assert segment.style is not None
        assert segment.style.underline
        assert "moves the lord" in screen_text(screen)


async def test_branching_from_a_position() -> None:
    match = with_take_backs()
    app, screen = replay(match, at=12)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await press(pilot, "b")
        await press(pilot, "o")
        at = screen.recording.at
        await press(pilot, "b")
        assert not screen.recording.with_undone, "a branch continues from the effective moves"
    assert app.branched == [(match, 12), (match, screen.recording.at)]
    assert at >= screen.recording.at
    header, events = match.branch(screen.recording.at)
    assert Match.load(header, events).state == screen.recording.position.state


async def test_finished_position_cannot_be_branched() -> None:
    """A copy of a finished game would be counted as another one."""
    app, screen = replay(finished())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await press(pilot, "end", "b")
        assert "Go back to a step" in screen_text(screen)
        assert app.branched == []
        await press(pilot, "home", "b")
        assert len(app.branched) == 1


async def test_game_without_secrets_looks_the_same_to_everyone() -> None:
    app, screen = replay(finished())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await press(pilot, "v")
        assert "Everyone sees the same here." in screen_text(screen)


async def test_external_message_is_shown() -> None:
    app, screen = replay(finished(), message="Line 40 of the file cannot be read.")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert "Line 40 of the file cannot be read." in screen_text(screen)


async def test_pages_and_looking_around() -> None:
    app, screen = replay(finished(), at=50)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        table = screen_text(screen)
        for key, zone in (("s", "sheet"), ("E", "log"), ("question_mark", "help")):
            await press(pilot, key)
            assert screen.state.zone == zone
            await press(pilot, "escape")
            assert screen_text(screen) == table
        await press(pilot, "slash", "right", "right")
        assert screen.recording.at == 50, "arrows look around"
        assert screen.state.message
        await press(pilot, "escape")
        await press(pilot, "right")
        assert screen.recording.at == 51


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_position_bar_fits(language: str) -> None:
    match = finished(5)
    for size in (SMALL, LARGE):
        screen = ReplayScreen(match, Preferences(language=language), at=33, thinker=WorkerPool)
        async with Stage(screen).run_test(size=size) as pilot:
            await pilot.pause()
            (bar,) = (
                line for line in screen_text(screen).splitlines() if line[2:].startswith("|< << <")
            )
            assert bar.endswith("+")
            assert bar.count("█") + bar.count("░") > size[0] // 3
            await pilot.press("end")
            (bar,) = (
                line for line in screen_text(screen).splitlines() if line[2:].startswith("|< << <")
            )
            assert "░" not in bar


async def test_running_match_of_several_people_needs_confirmation_to_branch() -> None:
    seats = [("Anna", "person"), ("Boris", "person")]
    match = Match.begin("era", seats, seed="hidden")
    screen = ReplayScreen(match, Preferences(), thinker=WorkerPool)
    app = Library(screen)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await press(pilot, "v")
        assert "still running" in screen_text(screen)
        assert screen.state.viewer is None
        await press(pilot, "b")
        assert "hide from one another" in screen_text(screen)
        await press(pilot, "escape", "enter")
        assert app.branched == []
        await press(pilot, "b", "enter")
        assert app.branched == [(match, screen.recording.at)]


async def test_turns_and_rounds_equal_those_found_step_by_step() -> None:
    match = finished()
    screen = ReplayScreen(match, Preferences(), thinker=WorkerPool)
    signs_of: list[Callable[[Any], int]] = [lambda one: one.state.turn, lambda one: one.state.round]
    for sign in signs_of:
        signs = [sign(match.at(at)) for at in range(len(match.line) + 1)]
        assert signs == sorted(signs), "the search text only grows"
        for at in range(0, len(signs), 7):
            screen.recording.go_to(at)
            here = signs[at]
            later = [one for one in range(at, len(signs)) if signs[one] > here]
            assert screen.recording.search(1, sign) == (later[0] if later else len(signs) - 1)
            before = [one for one in range(at) if signs[one] < here]
            expected = signs.index(signs[before[-1]]) if before else 0
            assert screen.recording.search(-1, sign) == expected


async def test_automatic_turns_are_separate_steps() -> None:
    match = finished(3)
    count = next(n for n in range(len(match.line), 0, -1) if len(match.substeps(n)) > 1)
    screen = ReplayScreen(match, Preferences(), at=count - 1, thinker=WorkerPool)
    async with Stage(screen).run_test(size=LARGE) as pilot:
        await pilot.pause()
        parts = match.substeps(count)
        steps_shown, turns = [], []
        for number in range(len(parts)):
            await press(pilot, "right")
            assert (screen.recording.at, screen.recording.part) == (count, number)
            steps_shown.append(step_text(screen))
            turns.append(screen.recording.position.state.turn)
        assert turns == sorted(set(turns))
        await press(pilot, "right")
        assert (screen.recording.at, screen.recording.part) == (count, None)
        steps_shown.append(step_text(screen))
        whole = " ".join(screen.translate(note.text) for note in match.notes[count - 1])
        assert " ".join(steps_shown) == whole, "every note once, in its step"
        for number in reversed(range(len(parts))):
            await press(pilot, "left")
            assert (screen.recording.at, screen.recording.part) == (count, number)
        await press(pilot, "left")
        assert (screen.recording.at, screen.recording.part) == (count - 1, None)


def test_automatic_turn_shows_the_table_at_its_start() -> None:
    match = finished(3)
    for count in range(1, len(match.line) + 1):
        before, after = match.at(count - 1).state, match.at(count).state
        for position in match.substeps(count):
            assert before.turn < position.state.turn <= after.turn
            assert not position.over
            assert position.pending() == []
    assert match.at(len(match.line)).state == match.state


@with_each_game
async def test_log_page_survives_a_shorter_log(game: str) -> None:
    """A line of the log is chosen, and then a step back takes it away."""
    match = new_session(game, players=2, picks=30).match
    app, screen = replay(match)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        for key in (
            "E",
            "down",
            "left",
            "left",
            "home",
            "up",
            "end",
            "up",
            "left",
            "down",
            "right",
        ):
            await press(pilot, key)
            assert "Escape table" in screen_text(screen)


async def test_island_without_layout_is_described() -> None:
    app, screen = replay(new_session("knights", players=2, picks=3).match, at=0)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await press(pilot, "/")
        assert "The island has not been laid out yet" in screen.state.message
        for place in (("hex", 9), ("node", 20)):
            region = screen.surface.canvas.spots.region(place)
            assert region is not None
            await pilot.hover("#table", offset=(region.x, region.y))
            await click(app, pilot, place)
