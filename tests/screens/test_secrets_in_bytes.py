"""The bytes sent to a guest do not depend on other people's secrets.

Two servers hold the same match except for one secret choice or outcome. Anyone who may not know it
is sent the same bytes by both, on every page of the table, as a player or a spectator.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

from engine.core.chance import Dice
from engine.core.event import Event
from engine.match.match import Match
from engine.match.position import Position
from engine.storage.records import Summary
from screens.play.play_screen import PlayScreen
from screens.renderer import diff_renderer
from tests.laws.driving import Driver, holds_hidden, played, readers, seen
from tests.laws.test_secrets import alternatives, answered_step, follow, is_dark, secret_places
from tests.screens.app_harness import SharedStore
from tests.screens.guest_apps import GuestApps
from tests.wire import wired

ID = "k7m2"
PAGES = ("s", "E", "up", "tab", "tab", "question_mark", "escape", "slash", "right", "escape")
MOMENTS = 2
"""Number of secrets exchanged per game."""


Twins = tuple[Position, Position, list[int | None]]
"""Two matches that differ in a secret, and the readers who may not know it."""


def twins(match: Match) -> Iterator[Twins]:
    """The match at some of its secrets, each exchanged for another."""
    dice = Driver(3).dice
    places = secret_places(match)
    for index in dice.draw(places, min(4 * MOMENTS, len(places))):
        event = match.line[index]
        with contextlib.suppress(StopIteration):
            yield next(exchanged(match, index, event, dice))


def exchanged(match: Match, index: int, event: Event, dice: Dice) -> Iterator[Twins]:
    """The match after an event, and with other values of it, which some readers cannot tell
    apart."""
    for value in alternatives(match.at(index), event, dice):
        one, two = match.at(index), match.at(index)
        step = answered_step(one, event)
        blind = [
            reader
            for reader in readers(match)
            if reader != event.seat
            and holds_hidden(step.redacted(value, reader))
            and repr(step.redacted(value, reader)) == repr(step.redacted(event.value, reader))
        ]
        if follow(one, evolve(event, digest=None)) and follow(
            two, evolve(event, value=value, digest=None)
        ):
            blind = [reader for reader in blind if is_dark(one, reader)]
            then = [after_chance(position) for position in (one, two)]
            blind = [reader for reader in blind if seen(then[0], reader) == seen(then[1], reader)]
            if blind:
                yield one, two, blind


def after_chance(position: Position) -> Match:
    """The match after the random events that follow the last choice, which may reveal something,
    such as the number of rerolled dice."""
    return Match.load(position.header, list(position.log))


def server_with(folder: Path, position: Position) -> GuestApps:
    """A server with the match at that position, with each seat owned by the person of its name,
    and a spectator."""
    store = SharedStore()
    server = GuestApps(folder, store)
    people = [server.register(name) for name in position.header.names]
    server.register("Zoe")
    match = Match.load(position.header, list(position.log), clock=store.clock)
    assert store.add(ID, match.header, match.log, Summary.of(match))
    with store.write_transaction() as connection:
        connection.execute(
            "INSERT INTO hosted (match, host, code, watch, days, begun)"
            " VALUES (?, 1, 'K7M2', 1, 3, '2026-05-01T10:00:00.000Z')",
            (ID,),
        )
        connection.executemany(
            "INSERT INTO owner (match, seat, person) VALUES (?, ?, ?)",
            [(ID, seat, one.id) for seat, one in enumerate(people)],
        )
    return server


async def sent_to(server: GuestApps, who: str) -> list[str]:
    """The bytes sent to a person who visits all pages of the table, by page."""
    app = server.app(who, "watch", ID, coach="off", cards="off")
    sent = []
    async with wired(app, size=(120, 40)) as wire:
        await wire.settle()
        if not isinstance(app.screen, PlayScreen):
            app.context.resume(ID)
            await wire.settle()
        assert isinstance(app.screen, PlayScreen)
        for key in PAGES:
            await wire.press(key)
            await wire.settle()
            sent.append(wire.sent)
    return sent


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send every picture at once, so that output does not depend on a clock."""
    monkeypatch.setattr(diff_renderer, "AT_ONCE", 0.0)


@pytest.mark.parametrize(("game", "seats"), [("era", 2), ("knights", 3)])
async def test_bytes_sent_do_not_depend_on_secrets_of_others(
    tmp_path: Path, game: str, seats: int
) -> None:
    match = played(game, seats, 8)
    compared: set[tuple[int, int | None]] = set()
    distinct = 0
    for one, two, blind in twins(match):
        reader = blind[len(compared) % len(blind)]
        who = "Zoe" if reader is None else match.header.names[reader]
        first, second = [await sent_to(server_with(tmp_path, each), who) for each in (one, two)]
        assert "".join(first)
        assert first == second
        compared.add((one.line[-1].number, reader))
        for seat in range(seats) if not distinct else ():
            if seat not in blind:
                name = match.header.names[seat]
                first, second = [
                    await sent_to(server_with(tmp_path, each), name) for each in (one, two)
                ]
                distinct += first != second
        if len(compared) == MOMENTS:
            break
    assert len(compared) == MOMENTS
    assert distinct, "the owner of the secret sees another picture"
    assert {reader is None for _, reader in compared} == {True, False}
