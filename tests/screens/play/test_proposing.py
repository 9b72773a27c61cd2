"""Proposals among players at their own terminals, and the keys that answer them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from engine.games import catalogue
from engine.i18n.text import words
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.proposals import Proposals
from engine.lobby.seat_owners import SeatOwnership
from engine.lobby.users import Users
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.table.people_view import MAX_ROWS, summary_since
from screens.table_view.log_view import log_lines
from tests.screens.play.test_terminals import Terminal, open_terminals
from tests.screens.playing import LARGE, ThinkingClock, play, scene_at

NAMES = ("Anna", "Boris", "Clara")


class Clock:
    """A clock that tests set."""

    now = datetime(2026, 5, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@asynccontextmanager
async def table(*names: str, game: str = "middle_ages") -> AsyncIterator[list[Terminal]]:
    """Start a match whose players are at separate terminals, with a spectator."""
    store = MemoryStore()
    store.clock = Clock()
    users = [Users(store).register(name, f"SHA256:{name}") for name in (*names, "Zoe")]
    tables = WaitingTables(store)
    places = [users[0].id, *[None] * (len(names) - 1)]
    waiting = tables.create(users[0], game, {}, places, ordered=True)
    for person in users[1:-1]:
        tables.join(waiting.id, person)
    id = tables.start(waiting.id, users[0])
    async with AsyncExitStack() as stack:
        terminals = []
        for person in users:
            session = Session.open(store, id, person=person)
            app, screen = play(session)
            pilot = await stack.enter_async_context(app.run_test(size=LARGE))
            await pilot.pause()
            terminals.append(Terminal(session, pilot, screen))
        for one in terminals:
            await one.settle()
        yield terminals


async def settle(*terminals: Terminal) -> None:
    for _ in range(2):
        for one in terminals:
            await one.settle()


async def choose(*terminals: Terminal) -> int:
    """Let the asked player choose. Return the length of the log after it."""
    (asked, *_) = [one for one in terminals if one.is_asked()]
    await asked.press("enter")
    await settle(*terminals)
    return len(asked.session.match.log)


async def test_unanimous_proposal_undoes_the_moves() -> None:
    async with table("Anna", "Boris") as (anna, boris, zoe):
        await choose(anna, boris)
        length = await choose(anna, boris)
        picks = len(anna.session.match_view.picks())
        asking, other = (anna, boris) if anna.is_asked() else (boris, anna)
        await asking.press("t", "1")
        await settle(anna, boris, zoe)
        for one in (anna, boris, zoe):
            assert f"{NAMES[min(asking.session.seats)]} proposes to undo:" in one.screen_text
            assert "1 of 2 agree" in one.screen_text
            assert ("y agree" in one.screen_text) == (one is other)
        await other.press("enter", "space")
        await asking.press("y")
        await zoe.press("y")
        assert len(anna.session.match.log) == length, "Enter and others do not answer"
        await other.press("y")
        await settle(anna, boris, zoe)
        assert len(anna.session.match_view.picks()) == picks - 1
        assert anna.session.match.log == boris.session.match.log == zoe.session.match.log
        for one in (anna, boris, zoe):
            assert "Everyone has agreed, so the move has been undone." in one.screen_text


async def test_proposal_mentions_a_roll_that_would_be_repeated() -> None:
    async with table("Anna", "Boris", game="knights") as (anna, boris, _):
        while not any(" rolls " in line.text for line in log_lines(scene_at(anna.screen))):
            await choose(anna, boris)
            await settle(anna, boris)
        asking = anna if anna.is_asked() else boris
        await asking.press("t")
        assert "To undo: " in asking.screen_text
        assert (
            f"{NAMES[min(asking.session.seats)]} rolls " in asking.screen_text.split("To undo")[1]
        )


async def test_proposal_lists_only_picks_and_is_shortened() -> None:
    async with table("Anna", "Boris") as (anna, boris, zoe):
        for _ in range(8):
            await choose(anna, boris)
        anna.session.catch_up()
        picks = [number for number, _ in anna.session.match_view.picks()]
        story = log_lines(scene_at(anna.screen))
        lines = [next(line.text for line in story if line.number == number) for number in picks]
        assert any(line.number in picks and line.text not in lines for line in story)
        await anna.press("t", *("t" for _ in picks[1:]), "1")
        await settle(anna, boris, zoe)
        assert summary_since(scene_at(anna.screen), anna.session.match_view, 0) == " ".join(lines)
        for one in (anna, boris, zoe):
            rows = one.screen_text.splitlines()
            (first,) = [y for y, row in enumerate(rows) if "proposes to undo:" in row]
            assert lines[0][:20] in rows[first]
            assert rows[first + MAX_ROWS - 1].rstrip().endswith("…")


async def test_one_refusal_is_enough_and_announced() -> None:
    async with table("Anna", "Boris", "Clara") as (anna, boris, clara, _):
        length = await choose(anna, boris, clara)
        await anna.press("t", "1")
        await settle(anna, boris, clara)
        assert "y agree" in clara.screen_text
        await boris.press("y")
        await settle(anna, boris, clara)
        assert "2 of 3 agree" in anna.screen_text
        assert "y agree" not in boris.screen_text
        await clara.press("n")
        await settle(anna, boris, clara)
        assert "Not everyone agreed, so your proposal has been withdrawn." in anna.screen_text
        assert "The proposal has been withdrawn." in boris.screen_text
        assert "proposes to undo" not in boris.screen_text
        assert len(anna.session.match.log) == length


async def test_proposer_may_withdraw() -> None:
    async with table("Anna", "Boris") as (anna, boris, _):
        await choose(anna, boris)
        await anna.press("t", "2")
        await settle(anna, boris)
        assert "Anna proposes to end the game with the current scores." in boris.screen_text
        await boris.press("t")
        assert "Anna has already made a proposal." in boris.screen_text
        await anna.press("t", "w")
        await settle(anna, boris)
        for one in (anna, boris):
            assert "proposes to end the game with the" not in one.screen_text
            assert "The proposal has been withdrawn." in one.screen_text
        await boris.press("y")
        assert not boris.session.match.over


async def test_game_is_ended_by_agreement() -> None:
    async with table("Anna", "Boris") as (anna, boris, zoe):
        await choose(anna, boris)
        await anna.press("t", "2")
        await settle(anna, boris)
        await boris.press("y")
        await settle(anna, boris, zoe)
        for one in (anna, boris, zoe):
            assert one.session.match.over
            assert one.screen.state.zone == "sheet"
            assert not one.is_asked()


async def test_conceding_needs_confirmation() -> None:
    async with table("Anna", "Boris") as (anna, boris, _):
        await choose(anna, boris)
        await boris.press("t", "3", "enter", "escape")
        assert not boris.session.match.over
        await boris.press("t", "3", "g")
        await settle(anna, boris)
        for one in (anna, boris):
            assert one.session.match.over
            assert "Boris has conceded, so Anna wins." in one.screen_text


async def test_bot_replaces_a_conceding_player_of_three() -> None:
    async with table("Anna", "Boris", "Clara") as (anna, boris, clara, _):
        await clara.press("t", "3", "g")
        await settle(anna, boris, clara)
        assert clara.session.seats == frozenset()
        assert clara.screen.state.viewer is None
        assert not clara.is_asked()
        assert "■ Clara" in anna.screen_text


async def test_seat_of_a_long_absent_player_is_given_to_a_bot() -> None:
    async with table("Anna", "Boris", "Clara") as terminals:
        (asked, *_) = [one for one in terminals if one.is_asked()]
        anna, boris = [one for one in terminals[:3] if one is not asked]
        name = NAMES[min(asked.session.seats)]
        await anna.press("t")
        assert "a bot for" not in anna.screen_text
        await anna.press("escape")
        Clock.now += timedelta(days=4)
        try:
            await anna.press("t", "4")
            await settle(*terminals)
            assert f"proposes to let a bot play for {name}, who is away" in boris.screen_text
            assert "y agree" not in asked.screen_text
            await boris.press("y")
            await settle(*terminals)
            assert f"■ {name}" in boris.screen_text
            assert asked.session.seats == frozenset()
        finally:
            Clock.now -= timedelta(days=4)


async def test_keys_typed_ahead_do_not_answer_a_proposal() -> None:
    async with table("Anna", "Boris") as (anna, boris, _):
        await choose(anna, boris)
        await anna.press("t", "2")
        hands = boris.screen.clock
        assert isinstance(hands, ThinkingClock)
        hands.still = True
        await settle(anna, boris)
        await boris.press("y")
        assert not boris.session.match.over
        hands.still = False
        await boris.press("y")
        await settle(anna, boris)
        assert boris.session.match.over


async def test_bot_gets_an_abandoned_seat() -> None:
    async with table("Anna", "Boris", "Clara") as (anna, boris, clara, zoe):
        store, id = anna.session.store, anna.session.id
        SeatOwnership(store).leave(id, Users(store).named("Boris"))
        await settle(anna, boris, clara, zoe)
        assert "Boris has left: the seat is free. Press t to give it to a bot." in anna.screen_text
        assert "Boris has left: the seat is free." in zoe.screen_text
        await clara.press("t")
        assert "a bot for Boris, who has left (takes over at once)" in clara.screen_text
        await clara.press("4")
        await settle(anna, clara, zoe)
        assert store.header(id).seats[1] == ("Boris", "bot:medium")
        assert "A bot is playing for Boris from now on." in anna.screen_text
        assert Proposals(store).open_one(id) is None
        await anna.press("t")
        assert "who has left" not in anna.screen_text


async def test_table_waiting_for_a_free_seat_says_so() -> None:
    async with table("Anna", "Boris") as (anna, boris, zoe):
        asked = anna if anna.is_asked() else boris
        other = boris if asked is anna else anna
        name = NAMES[min(asked.session.seats)]
        assert f"{name} has been choosing since" in zoe.screen_text
        store = anna.session.store
        SeatOwnership(store).leave(anna.session.id, Users(store).named(name))
        await settle(anna, boris, zoe)
        for one in (other, zoe):
            assert f"{name}'s seat is free" in one.screen_text


async def test_spectator_cannot_propose() -> None:
    async with table("Anna", "Boris") as (anna, _, zoe):
        await zoe.press("t", "y", "n")
        assert "Only players can make a proposal." in zoe.screen_text
        assert Proposals(zoe.session.store).open_one(zoe.session.id) is None
        assert anna.screen.state.question is None


async def test_proposal_lapses_when_the_match_continues() -> None:
    async with table("Anna", "Boris") as (anna, boris, _):
        await choose(anna, boris)
        await anna.press("t", "1")
        await settle(anna, boris)
        await choose(anna, boris)
        assert "proposes to undo" not in anna.screen_text
        assert "proposes to undo" not in boris.screen_text


KEYS = [*("enter", "enter", "enter", "space", "y", "n", "t", "t", "1", "2", "3", "g", "w", "u")]
KEYS += [
    "S",
    "M",
    "U",
    "r",
    "escape",
    "escape",
    "tab",
    "down",
    "right",
    "slash",
    "E",
    "H",
    "plus",
    "Y",
]


@pytest.mark.parametrize("game", ["middle_ages", "era"])
async def test_random_keys_at_three_terminals_break_nothing(game: str) -> None:
    """Whatever they press, all see the same match, and nobody what is not theirs to see."""
    await monkeys(game, 1, 40)


@pytest.mark.long
@pytest.mark.parametrize("number", range(8))
@pytest.mark.parametrize("game", [entry.id for entry in catalogue()])
async def test_random_keys_at_three_terminals_break_nothing_for_long(
    game: str, number: int
) -> None:
    await monkeys(game, number, 500)


async def monkeys(game: str, number: int, presses: int) -> None:
    rng = Random(f"{game} {number}")
    async with table("Anna", "Boris", "Clara", game=game) as terminals:
        for _ in range(presses):
            one = rng.choice(terminals)
            await one.press(rng.choice(KEYS))
            assert one.screen.state.viewer is None or one.screen.state.viewer in one.session.seats
            if one.session.match.over:
                break
        await settle(*terminals)
        for one in terminals:
            one.session.catch_up()
            assert one.session.match.log == terminals[0].session.match.log
            assert one.session.match.state == terminals[0].session.match.state
            partial_pick = one.screen.state.partial_pick
            if partial_pick is not None:
                assert partial_pick.request.decision == one.session.ask(partial_pick.seat).decision
                assert partial_pick.request.length == len(one.session.match.log)


async def test_players_are_told_that_a_bot_plays_for_somebody_and_when_they_return() -> None:
    async with table("Anna", "Boris", "Clara") as terminals:
        *players, _ = terminals
        (goes, *_) = [one for one in players if not one.is_asked()]
        others = [one for one in terminals if one is not goes]
        seating, id = SeatOwnership(goes.session.store), goes.session.id
        person = goes.session.person
        assert person is not None
        seating.leave(id, person, "bot:random")
        await settle(*others)
        for one in others:
            assert f"A bot is playing for {person.name} from now on." in one.screen_text
        seating.come_back(id, person)
        await settle(*others)
        for one in others:
            assert f"{person.name} is playing from now on." in one.screen_text


async def test_end_clears_messages_and_offers_a_rematch_to_players_only() -> None:
    async with table("Anna", "Boris") as (anna, boris, zoe):
        anna.screen.show_message(words("Something from before."))
        zoe.screen.show_message(words("Something from before."))
        await boris.press("t", "2")
        await settle(anna, boris, zoe)
        await anna.press("y")
        await settle(anna, boris, zoe)
        for one in (anna, boris, zoe):
            assert "Everyone has agreed to end the game" in one.screen_text
            assert "Something from before." not in one.screen_text
            assert ("N play again" in one.screen_text) == (one is not zoe)


LAPSED = "has since made a move, so your proposal has lapsed."


@pytest.mark.parametrize("game", [one.id for one in catalogue()])
async def test_proposer_is_told_that_a_move_lapsed_the_proposal(game: str) -> None:
    async with table("Anna", "Boris", game=game) as (anna, boris, zoe):
        for _ in range(3):
            await choose(anna, boris)
        asked, other = (anna, boris) if anna.is_asked() else (boris, anna)
        await other.press("t", "1")
        await settle(anna, boris, zoe)
        assert "proposes to undo:" in other.screen_text
        await asked.press("escape")
        length = len(asked.session.match.log)
        while len(asked.session.match.log) == length:
            await asked.press("enter")
        await settle(anna, boris, zoe)
        expected = f"{NAMES[min(asked.session.seats)]} {LAPSED}"
        assert expected in " ".join(other.screen_text.split())
        assert "lapsed" not in asked.screen_text + zoe.screen_text


async def test_own_move_lapses_own_proposal() -> None:
    async with table("Anna", "Boris") as (anna, boris, _):
        await choose(anna, boris)
        asked, other = (anna, boris) if anna.is_asked() else (boris, anna)
        await asked.press("t", "1")
        await settle(anna, boris)
        await choose(anna, boris)
        assert "You have since made a move, so your proposal has lapsed." in asked.screen_text
        assert "lapsed" not in other.screen_text


async def test_move_closes_a_question_about_undo_with_a_message() -> None:
    async with open_terminals("middle_ages", {0}, {1}) as (anna, boris):
        await choose(anna, boris)
        await choose(anna, boris)
        asked, other = (anna, boris) if anna.is_asked() else (boris, anna)
        await other.press("t")
        assert "This undoes" in other.screen_text
        length = await choose(asked)
        await settle(anna, boris)
        assert length
        assert "This undoes" not in other.screen_text
        mover = NAMES[min(asked.session.seats)]
        assert f"{mover} has since made a move, so the question no longer" in other.screen_text
