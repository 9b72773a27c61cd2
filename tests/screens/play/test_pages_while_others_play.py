"""Every page survives changes of the log at a table where others choose, undo and rewind; replays
are tested in `test_replay_screen.py`."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve

from engine.core.chance import Dice
from engine.errors import GuildhallError
from engine.games import catalogue
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from tests.matrix import LIKE_ANOTHER, usually
from tests.screens.play.test_terminals import Terminal, open_terminals
from tests.screens.playing import at_table, new_session, press, repaint, screen_text

KEYS = ("up", "down", "pageup", "pagedown", "home", "end", "left", "right")
PAGES = {"log": "E", "sheet": "s", "help": "question_mark"}
ROUNDS = 10
PATIENCE = 5
"""So many times more rounds, until enough has become of the log."""
GAMES = [entry.id for entry in catalogue()]

every_page = pytest.mark.parametrize(
    ("game", "page"),
    [
        usually((at - place) % len(PAGES) == 0 and game not in LIKE_ANOTHER, game, page)
        for at, game in enumerate(GAMES)
        for place, page in enumerate(PAGES)
    ],
)
"""Every page of every game; in the usual run one of most games, and so all of them."""


def change(session: Session, rng: Random) -> None:
    """Let a player choose, undo, or rewind far."""
    match = session.match
    try:
        match rng.randrange(6):
            case 0:
                session.take_back(rng.choice(range(len(match.header.seats))))
            case 1:
                session.redo(rng.choice(range(len(match.header.seats))))
            case 2:
                session.rewind(0, rng.randrange(len(match.log) + 1))
            case _:
                for _ in range(rng.randrange(1, 12)):
                    pending = rng.choice(match.pending())
                    pick = pending.decision.sample(match.state, lot_of(rng))
                    session.choose(session.ask(pending.seat), pick)
    except (GuildhallError, IndexError):
        pass


def lot_of(rng: Random) -> Dice:
    return Dice(str(rng.random()).encode())


@every_page
async def test_page_survives_a_log_that_got_shorter(game: str, page: str) -> None:
    """A target on a page may have disappeared, in any way."""
    session = new_session(game, players=2, picks=20, bots=1)
    async with at_table(session, pace="key") as (_, screen, pilot):
        await press(pilot, PAGES[page])
        for far in (0, 1, 10**6):
            for key in KEYS:
                gone_to = evolve(screen.state.page, selected=far, scroll=far)
                screen.state = evolve(screen.state, page=gone_to)
                repaint(screen)
                assert "Escape table" in screen_text(screen)
                await press(pilot, key)
                assert "Escape table" in screen_text(screen)


@every_page
async def test_page_at_a_table_survives_moves_of_others(game: str, page: str) -> None:
    rng, store = Random(f"{game} {page}"), MemoryStore()
    players = ("person",) * (2 if game == "deus" else 3)
    async with open_terminals(game, {0}, set(), players=players, store=store) as terminals:
        (record,) = store.records()
        others = Session.open(store, record.id)
        for one in terminals:
            await one.press(PAGES[page])
        lengths: set[int] = set()
        for number in range(PATIENCE * ROUNDS):
            if number >= ROUNDS and len(lengths) > ROUNDS // 4:
                break
            change(others, rng)
            lengths.add(len(others.match.line))
            for one in terminals:
                await look_around(one, rng)
        assert len(lengths) > ROUNDS // 4


async def look_around(one: Terminal, rng: Random) -> None:
    await one.settle()
    assert "Escape table" in one.screen_text
    await one.press(*rng.choices(KEYS, k=2), "end", "up")
    assert "Escape table" in one.screen_text
