"""Two machines perform a task once, even if the one that started it is killed half-way."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from engine.core.event import PICK_EVENT
from engine.core.players import Person
from engine.errors import Busy
from engine.lobby.auto_answers import AutoAnswers
from engine.lobby.deadlines import Deadlines
from engine.lobby.matchmaking import WaitingTables
from engine.lobby.notifications import MAIL, Notifications
from engine.lobby.users import Users
from engine.storage.open_store import open_at
from engine.storage.session import Session
from engine.storage.store import Store
from engine.workers.bot_runner import BotRunner
from tests.engine.lobby.test_auto_answers import NO_TRADE, play_until_asked, seated
from tests.engine.stopping_server import ANSWERS, BOTS, DEADLINES, NOTICES
from tests.engine.workers import odd_bots
from tests.engine.workers.test_bot_runner import Mind
from tests.engine.workers.test_pool import until
from tests.tui.ssh.test_notification_dispatch import notified, recording_program
from tui.server.notification_dispatch import Notifier, NotifierSettings

pytestmark = pytest.mark.long

LONG_AGO = "2026-01-01T00:00:00.000Z"


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """Open the store as the surviving machine does. It does not wait long for the other machine."""
    odd_bots.register()
    with closing(open_at(database)) as store:
        store.wait_at_most(0.2)
        yield store
    odd_bots.unregister()


class Other:
    """The other machine, which does half of a task."""

    def __init__(self, deed: str, database: str) -> None:
        command = [sys.executable, "-m", "tests.engine.stopping_server", deed, database]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "half-way\n"

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture
def other(database: str) -> Iterator[Callable[[str], Other]]:
    """Start the other machine."""
    begun: list[Other] = []

    def begin(deed: str) -> Other:
        begun.append(Other(deed, database))
        return begun[-1]

    yield begin
    for one in begun:
        one.kill()


def picks(store: Store, id: str, seat: int) -> int:
    return sum(one.seat == seat and one.kind == PICK_EVENT for one in store.log(id)[1])


def people(store: Store) -> list[Person]:
    return [Users(store).register(name, f"SHA256:{name}") for name in ("Anna", "Boris", "Carla")]


def table(store: Store, *places: int | str, **form: object) -> str:
    """Start a match in which the first player must choose."""
    tables, host = WaitingTables(store), Users(store).named("Anna")
    while True:
        made = tables.create(host, "middle_ages", {}, list(places), ordered=True, **form)  # type: ignore[arg-type]
        for one in places[1:]:
            if isinstance(one, int):
                tables.join(made.id, Users(store).get(one))
        id = tables.start(made.id, host)
        if store.record(id).summary.owing == (0,):
            return id
        store.delete(id)


async def test_bots_move_once(store: Store, other: Callable[[str], Other]):
    anna, *_ = people(store)
    id = table(store, anna.id, "last")
    session = Session.open(store, id, person=anna)
    while session.waiting_bot() is None:
        session.choose(session.ask(0), session.hint(0))
    dies, mind = other(BOTS), Mind()
    mover = BotRunner(store, mind)
    for _ in range(3):
        await mover.run_due_bots()
        await asyncio.sleep(0.05)
    assert mind.asked == []
    dies.kill()
    with store.write_transaction() as connection:
        connection.execute("UPDATE claim SET until = ?", (LONG_AGO,))
    task = asyncio.ensure_future(BotRunner(store, mind).run())
    await until(lambda: store.record(id).summary.owing == (0,))
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    assert picks(store, id, 1) == len(mind.asked) >= 1


async def test_players_are_notified_once(
    store: Store, other: Callable[[str], Other], tmp_path: Path
):
    anna, boris, _ = people(store)
    Notifications(store).set_kinds([MAIL])
    Notifications(store).set_address(anna, MAIL, "anna@example.org")
    id = table(store, anna.id, boris.id)
    with store.write_transaction() as connection:
        connection.execute("UPDATE awaited SET since = ? WHERE match = ?", (LONG_AGO, id))
    dies = other(NOTICES)
    notifier = Notifier(store, NotifierSettings((str(recording_program(tmp_path)),), (MAIL,), 10))
    await notifier.notify_due()
    assert notified(tmp_path) == []
    dies.kill()
    await notifier.notify_due()
    assert notified(tmp_path) == []
    with store.write_transaction() as connection:
        connection.execute("UPDATE awaited SET again = ?", (LONG_AGO,))
    for _ in range(2):
        await notifier.notify_due()
    assert [one["to"] for one in notified(tmp_path)] == ["anna@example.org"]


def test_bot_replaces_a_player_once(store: Store, other: Callable[[str], Other]):
    anna, boris, carla = people(store)
    id = table(store, anna.id, boris.id, carla.id, hours=24, steps_in=True)
    with store.write_transaction() as connection:
        connection.execute("UPDATE awaited SET since = ? WHERE match = ?", (LONG_AGO, id))
    dies = other(DEADLINES)
    with pytest.raises(Busy):
        Deadlines(store).hand_over_late_seats()
    dies.kill()
    store.wait_at_most(10)
    assert store.header(id).seats[0][1] == "person"
    assert Deadlines(store).hand_over_late_seats() == [id]
    assert Deadlines(store).hand_over_late_seats() == []
    assert store.header(id).seats[0][1].startswith("bot:")


def test_auto_answer_is_given_once(store: Store, other: Callable[[str], Other]):
    id, seats = seated(store)
    seat = play_until_asked(store, id)
    AutoAnswers(store).set_answer(id, seats[seat], NO_TRADE, True)
    before = picks(store, id, seat)
    dies = other(ANSWERS)
    BotRunner(store, Mind()).apply_auto_answers()
    assert picks(store, id, seat) == before
    dies.kill()
    store.wait_at_most(10)
    for _ in range(2):
        BotRunner(store, Mind()).apply_auto_answers()
    assert picks(store, id, seat) == before + 1
