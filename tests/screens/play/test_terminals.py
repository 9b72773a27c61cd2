"""One match at several terminals: every move appears at the others, and nothing is lost."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
from textual.pilot import Pilot

from engine.core.chance import Dice
from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from engine.storage.store import Store
from screens.paint.canvas import Canvas
from screens.play.play_screen import PlayScreen
from screens.preferences import CARDS_TILL_KEY
from screens.table.input_debounce import Monotonic
from screens.table.messages import Commanded
from screens.table.presence import paint_presence
from screens.table.table_state import HELP_PAGE, LOG_PAGE, SHEET_PAGE
from screens.table_view.painter_registry import register_painter
from tests.screens.playing import LARGE, NAMES, open_page, play, press, scene_at, screen_text
from tests.wire import wired

pytestmark = pytest.mark.usefixtures("toy")


MIXED = ("person", "person", "bot:random")


class Terminal:
    """A player's terminal."""

    def __init__(self, session: Session, pilot: Pilot[Any], screen: PlayScreen) -> None:
        self.session = session
        self.pilot = pilot
        self.screen = screen

    @property
    def screen_text(self) -> str:
        return screen_text(self.screen)

    async def press(self, *keys: str) -> None:
        await press(self.pilot, *keys)

    async def settle(self) -> None:
        for _ in range(3):
            await self.pilot.pause()

    def is_asked(self) -> bool:
        return self.screen.state.partial_pick is not None


@asynccontextmanager
async def open_terminals(
    game: str,
    *seats: frozenset[int] | set[int],
    players: tuple[str, ...] = ("person", "person"),
    store: Store | None = None,
    seed: str = "7",
    clock: Monotonic | None = None,
    **preferences: Any,
) -> AsyncIterator[list[Terminal]]:
    """Terminals for these seats of a new match."""
    if game == "toy":
        register_painter("toy", "tests.toy.painter")
    store = store or MemoryStore()
    seated = list(zip(NAMES, players, strict=False))
    match = Match.begin(game, seated, seed=seed, clock=store.clock)
    id = store.new(match)
    async with AsyncExitStack() as stack:
        terminals = []
        for own in seats:
            session = Session.open(store, id, seats=own)
            app, screen = play(session, clock, **preferences)
            pilot = await stack.enter_async_context(app.run_test(size=LARGE))
            await pilot.pause()
            terminals.append(Terminal(session, pilot, screen))
        for one in terminals:
            await one.settle()
        yield terminals


async def test_choice_at_one_terminal_is_seen_at_the_other() -> None:
    async with open_terminals("middle_ages", {0}, {1}) as (anna, boris):
        first, second = (anna, boris) if anna.is_asked() else (boris, anna)
        assert not second.is_asked()
        assert f"{NAMES[min(first.session.seats)]} has been choosing since" in second.screen_text
        before = len(first.session.match.log)
        while first.is_asked():
            await first.press("enter")
        await second.settle()
        assert len(second.session.match.log) == len(first.session.match.log) > before
        assert second.is_asked()
        assert "has been choosing" in first.screen_text
        assert second.screen.state.past.recent_picks


async def test_nothing_to_decide_message_disappears_with_the_next_question() -> None:
    async with open_terminals("middle_ages", {0}, {1}) as (anna, boris):
        first, second = (anna, boris) if anna.is_asked() else (boris, anna)
        await second.press("H")
        assert "There is nothing to decide right now." in second.screen_text
        while first.is_asked():
            await first.press("enter")
        await second.settle()
        assert second.is_asked()
        assert "There is nothing to decide right now." not in second.screen_text


async def test_each_terminal_shows_own_secrets_without_pass_screen() -> None:
    async with open_terminals("era", {0}, {1}, set()) as (anna, boris, clara):
        for one, seat in ((anna, 0), (boris, 1), (clara, None)):
            assert one.screen.state.viewer == seat
            assert one.screen.state.pass_to is None
        assert anna.is_asked()
        assert boris.is_asked()
        assert not clara.is_asked()


async def test_partial_choice_survives_moves_of_others() -> None:
    async with open_terminals("era", {0}, {1}) as (anna, boris):
        await anna.press("enter")
        partial_pick = anna.screen.state.partial_pick
        assert partial_pick is not None
        for _ in range(12):
            if anna.screen.state.partial_pick is not None and anna.screen.state.partial_pick.chosen:
                break
            await anna.press("enter")
        partial_pick = anna.screen.state.partial_pick
        assert partial_pick is not None
        assert partial_pick.chosen, "a pick is partly chosen"
        before = len(anna.session.match.log)
        for _ in range(12):
            await boris.press("enter")
        await anna.settle()
        assert len(anna.session.match.log) > before
        assert anna.screen.state.partial_pick is not None
        assert anna.screen.state.partial_pick.chosen == partial_pick.chosen


async def test_open_page_stays_open() -> None:
    async with open_terminals("middle_ages", {0}, {1}) as (anna, boris):
        first, second = (anna, boris) if anna.is_asked() else (boris, anna)
        for zone in (HELP_PAGE, LOG_PAGE):
            open_page(second.screen, zone)
            await first.press("enter")
            await second.settle()
            assert second.screen.state.zone == zone


async def test_player_undoes_only_own_moves() -> None:
    async with open_terminals("toy", {0}, {1}) as (anna, boris):
        await anna.press("enter")
        await boris.settle()
        log = list(boris.session.match.log)
        await boris.press("u")
        assert boris.session.match.log == log
        await anna.press("u")
        await boris.settle()
        assert len(boris.session.match.log) == len(log) + 1
        assert boris.session.match.state == anna.session.match.state
        await boris.press("r")
        assert "There is nothing to redo" in boris.screen_text
        await anna.press("r")
        await boris.settle()
        assert boris.session.match.state == anna.session.match.state


async def test_undo_news_are_shown_until_others_continue() -> None:
    async with open_terminals("toy", {0}, {1}, set()) as (anna, _, clara):
        await anna.press("enter", "u")
        await clara.settle()
        assert "Anna has undone a move." in clara.screen_text
        await anna.press("enter")
        await clara.settle()
        assert "has undone a move" not in clara.screen_text


async def test_choosing_player_is_told_of_an_undo_at_the_table() -> None:
    async with open_terminals("era", {0}, {1}) as (anna, boris):
        await boris.press("enter")
        log = len(anna.session.match.log)
        await anna.press("enter", "enter")
        await boris.settle()
        assert len(boris.session.match.log) > log
        anna.session.rewind(0, log)
        await boris.settle()
        assert boris.is_asked()
        assert "Anna has undone a move." in boris.screen_text


async def test_spectator_sees_public_information_and_can_do_nothing() -> None:
    async with open_terminals("middle_ages", {0, 1}, set()) as (both, clara):
        log = len(both.session.match.log)
        await clara.press("enter", "u", "U", "r", "1", "H")
        assert len(clara.session.match.log) == log
        assert clara.screen.state.viewer is None
        await both.press("space", "enter", "enter")
        await clara.settle()
        assert len(clara.session.match.log) > log
        assert clara.session.match.log == both.session.match.log


async def test_present_players_are_shown() -> None:
    async with open_terminals("middle_ages", {0}, {1}, set(), players=MIXED) as (
        anna,
        boris,
        clara,
    ):
        for one in (anna, boris, clara):
            assert "● Anna  ○ Boris" not in one.screen_text
            assert "● Anna  ● Boris  ■ Clara  1 watching" in one.screen_text
        await clara.press("q")
        await clara.settle()
        await boris.press("q")
        await boris.settle()
        await anna.settle()
        assert "● Anna  ○ Boris  ■ Clara" in anna.screen_text
        assert "watching" not in anna.screen_text


async def test_ascii_presence_is_in_words() -> None:
    async with open_terminals("middle_ages", {0}, players=MIXED, glyphs="ascii") as (anna,):
        assert "Anna  Boris (away)  Clara (bot)" in anna.screen_text


async def test_whole_game_at_two_terminals() -> None:
    async with open_terminals("middle_ages", {0}, {1}, players=MIXED) as terminals:
        for _ in range(600):
            if terminals[0].session.match.over:
                break
            for one in terminals:
                await one.press("enter")
        for one in terminals:
            await one.settle()
            assert one.session.match.over
            assert one.session.match.log == terminals[0].session.match.log
            assert "The game is over" in one.screen_text


async def test_summary_shows_moves_of_others_since_own_turn() -> None:
    titles = set()
    async with open_terminals("middle_ages", {0}, {1}, cards=CARDS_TILL_KEY) as (anna, boris):
        for _ in range(80):
            for seat, (one, other) in enumerate(((anna, boris), (boris, anna))):
                picks = [by for _, by in one.session.match_view.picks()]
                summary = one.screen.state.notices.summary
                news = one.is_asked() and picks[-1:] == [1 - seat] and len(picks) not in titles
                titles.add(len(picks))
                if news:
                    assert summary is not None, "the other player's moves are shown"
                    names = {line.name for line in summary.lines}
                    assert one.session.match.header.names[1 - seat] in names
                    assert other.screen.state.notices.summary is None
                    return
                await one.press("enter")
                await other.settle()
        raise AssertionError("nothing was told")


async def test_number_of_spectators_is_shown_without_room_for_names() -> None:
    async with open_terminals("middle_ages", {0}, {1}, set(), players=MIXED) as (anna, *_):
        canvas = Canvas(62, 4)
        canvas.put(0, 0, "A question that needs much room")
        screen = anna.screen
        paint_presence(
            canvas, scene_at(screen), screen.match_view.header, screen.state.remote_players
        )
        assert canvas.text().splitlines()[0].endswith("room     ● A  ● B  ■ C  1 watching")


async def test_presence_uses_letters_without_room_for_names() -> None:
    async with open_terminals("middle_ages", {0}, {1}, players=MIXED) as (anna, boris):
        one = anna if anna.is_asked() else boris
        canvas = Canvas(44, 4)
        canvas.put(0, 0, "A question that needs much room")
        paint_presence(
            canvas,
            scene_at(one.screen),
            one.screen.match_view.header,
            one.screen.state.remote_players,
        )
        assert "● A  ● B  ■ C" not in canvas.text()
        canvas = Canvas(50, 4)
        canvas.put(0, 0, "A question that needs much room")
        paint_presence(
            canvas,
            scene_at(one.screen),
            one.screen.match_view.header,
            one.screen.state.remote_players,
        )
        assert canvas.text().splitlines()[0].endswith("room     ● A  ● B  ■ C")
        open_page(one.screen, HELP_PAGE)
        assert "away" in panels_text(one)


def panels_text(one: Terminal) -> str:
    """All that the page shows, from top to bottom."""
    panels = []
    for _ in range(8):
        panels.append(one.screen_text)
        one.screen.dispatch(Commanded("play.page_down"))
    return "\n".join(panels)


class Noon(MemoryStore):
    """A store for which it is always noon."""

    clock = staticmethod(lambda: datetime(2026, 5, 1, 12, tzinfo=UTC))


async def sent_to_others(own: set[int], lot: bytes) -> tuple[str, list[Any]]:
    """Return all bytes sent to a terminal of these seats while Anna makes a secret placement, and
    the placement."""
    store, dice = Noon(), Dice(lot)
    people = [(name, "person") for name in NAMES[:3]]
    anna = Session.begin(store, "era", people, seed="7")
    app, screen = play(Session.open(store, anna.id, seats=own))
    picks = []
    async with wired(app) as wire:
        await wire.settle()
        wire.mark()
        for _ in range(4):
            request = anna.ask(0)
            pick = request.decision.sample(anna.match.state, dice)
            picks.append(pick)
            anna.choose(request, pick)
            while screen.session.match.log != anna.match.log:
                await wire.pilot.pause(0.01)
            await wire.settle()
        for zone in (LOG_PAGE, SHEET_PAGE, HELP_PAGE):
            open_page(screen, zone)
            await wire.settle()
        return wire.sent, picks


@pytest.mark.parametrize("own", [{1}, set()])
async def test_secret_choice_changes_no_byte_sent_to_others(
    own: set[int],
) -> None:
    one, other = [await sent_to_others(own, lot) for lot in (b"one", b"other")]
    assert one[1] != other[1], "Anna has placed other things"
    assert one[0] == other[0]
    assert len(one[0]) > 1000
    mine, again = [await sent_to_others({0}, lot) for lot in (b"one", b"other")]
    assert mine[0] != again[0], "her own terminal shows what she has placed"
