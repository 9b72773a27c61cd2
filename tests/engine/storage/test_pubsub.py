"""Publish/subscribe: other programs are notified after the commit, and sockets are created and
removed safely."""

from __future__ import annotations

import os
import select
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from engine.core.event import Event, Header
from engine.storage import pubsub
from engine.storage.memory_store import MemoryStore
from engine.storage.open_store import open_at
from engine.storage.pubsub import SocketBus, Subscription
from engine.storage.records import Summary
from engine.storage.sqlite_store import SqliteStore
from engine.storage.store import Store
from tests.engine.races import Ready, at_once
from tests.folders import short_folder

ROOT = Path(__file__).parents[3]
HEADER = Header("toy", 1, (("Anna", "person"), ("Boris", "bot:random")), "seed")
GOING = Summary(1, 2, 0, False)

HUNG = 100

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no Unix sockets")


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """Yield a folder whose path is short enough for sockets."""
    with short_folder() as folder:
        yield folder


@pytest.fixture(params=["disk", "memory", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    store: Store = MemoryStore()
    if request.param == "disk":
        store = SqliteStore(tmp_path / "games.sqlite3")
    elif request.param == "postgres":
        store = open_at(request.getfixturevalue("database"))
    yield store
    store.close()


@pytest.fixture
def hung(tmp_path: Path) -> SocketBus:
    """Return a bus in a folder of its own whose path is short enough."""
    return SocketBus(tmp_path / "bells")


def is_signalled(watch: Subscription) -> bool:
    ready, _, _ = select.select([watch], [], [], 0)
    return bool(ready)


def test_saved_change_is_published_after_it_is_readable(store: Store):
    store.add("a2b3", HEADER, [], GOING)
    watch, other = store.subscribe("match/a2b3"), store.subscribe("match/c4d5")
    assert not is_signalled(watch)
    store.append("a2b3", [Event(1, "pick", 0, "Act", 1)], GOING)
    assert is_signalled(watch)
    assert not is_signalled(other)
    watch.clear()
    assert not is_signalled(watch)
    assert len(store.since("a2b3", 0)) == 1
    store.set_player("a2b3", 0, "bot:random")
    assert is_signalled(watch)
    watch.close()
    watch.close()
    other.close()


def test_failed_change_is_not_published(store: Store):
    store.add("a2b3", HEADER, [], GOING)
    watch = store.subscribe("match/a2b3")
    with pytest.raises(Exception, match="meantime"):
        store.append("a2b3", [Event(7, "pick", 0, "Act", 1)], GOING)
    assert not is_signalled(watch)
    watch.close()


def test_rolled_back_transaction_publishes_nothing(store: Store):
    watch = store.subscribe("lobby")
    with suppress(ZeroDivisionError), store.write_transaction():
        store.publish("lobby")
        _ = 1 / 0
    assert not is_signalled(watch)
    with store.write_transaction():
        store.publish("lobby")
        assert not is_signalled(watch)
    assert is_signalled(watch)
    watch.close()


def test_all_subscribers_are_notified_and_counted(store: Store):
    assert store.bus.subscriber_count("lobby") == 0
    watches = [store.subscribe("lobby") for _ in range(3)]
    assert store.bus.subscriber_count("lobby") == 3
    for _ in range(100):
        store.publish("lobby")
    assert all(map(is_signalled, watches))
    watches[0].close()
    assert store.bus.subscriber_count("lobby") == 2
    for watch in watches:
        watch.close()
    assert store.bus.subscriber_count("lobby") == 0
    store.publish("lobby")


def test_topics_by_prefix_are_those_with_subscribers(store: Store):
    topics = ["person/17", "person/4", "person/odd.name %2F", "match/k7m2/0"]
    watches = [store.subscribe(topic) for topic in topics]
    assert store.bus.topics_with_subscribers("person/") == sorted(topics[:3])
    assert store.bus.topics_with_subscribers("match/k7m2/") == ["match/k7m2/0"]
    watches[0].close()
    assert "person/17" not in store.bus.topics_with_subscribers("person/")
    for watch in watches:
        watch.close()
    assert store.bus.topics_with_subscribers("") == []
    assert store.bus.sweep() == []


def test_events_since_a_number_are_in_order(store: Store):
    events = [Event(number, "pick", 0, "Act", number) for number in range(1, 6)]
    store.add("a2b3", HEADER, events[:3], GOING)
    assert store.since("a2b3", 3) == []
    store.append("a2b3", events[3:], GOING)
    assert store.since("a2b3", 3) == events[3:]
    assert store.since("a2b3", 0) == events
    assert store.header("a2b3") == HEADER


def test_other_process_publishes(place: Path | str):
    store = open_at(place)
    watch = store.subscribe("person/17")
    code = (
        "import sys; from tests.folders import place_of;"
        "from engine.storage.open_store import open_at;"
        "store = open_at(place_of(sys.argv[1]));"
        "print(store.bus.subscriber_count('person/17'));"
        "store.publish('person/17')"
    )
    result = subprocess.run(
        [sys.executable, "-c", code, str(place)],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout == "1\n"
    assert is_signalled(watch)
    watch.close()
    store.close()


def test_socket_of_a_dead_process_is_removed(hung: SocketBus):
    code = (
        "import os, sys; from pathlib import Path; from engine.storage.pubsub import SocketBus;"
        "watch = SocketBus(Path(sys.argv[1])).subscribe('lobby'); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", code, str(hung.folder)], cwd=ROOT, check=True)
    assert hung.folder is not None
    assert len(list(hung.folder.glob("lobby/*"))) == 1
    assert hung.subscriber_count("lobby") == 0
    assert not hung.folder.exists()
    subprocess.run([sys.executable, "-c", code, str(hung.folder)], cwd=ROOT, check=True)
    watch = hung.subscribe("lobby")
    hung.publish("lobby")
    assert is_signalled(watch)
    assert len(list(hung.folder.glob("lobby/*"))) == 1
    watch.close()
    assert not hung.folder.exists()


def test_sockets_of_dead_processes_are_removed_together(hung: SocketBus):
    code = (
        "import os, sys; from pathlib import Path; from engine.storage.pubsub import SocketBus;"
        "bells = SocketBus(Path(sys.argv[1]));"
        "kept = [bells.subscribe(one) for one in ('lobby', 'person/17', 'match/a2b3/0')];"
        "os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", code, str(hung.folder)], cwd=ROOT, check=True)
    watch = hung.subscribe("lobby")
    assert hung.sweep() == ["lobby", "match/a2b3/0", "person/17"]
    assert hung.sweep() == []
    assert hung.subscriber_count("lobby") == 1
    watch.close()
    assert hung.folder is not None
    assert not hung.folder.exists()


def test_folder_exists_while_it_has_sockets(hung: SocketBus):
    assert hung.folder is not None
    first, second = hung.subscribe("lobby"), hung.subscribe("person/17")
    first.close()
    assert [path.name for path in hung.folder.iterdir()] == ["person.17"]
    hung.publish("person/17")
    assert is_signalled(second)
    second.close()
    assert not hung.folder.exists()
    third = hung.subscribe("lobby")
    hung.publish("lobby")
    assert is_signalled(third)
    third.close()
    assert not hung.folder.exists()


def subscribe_and_unsubscribe(folder: Path, ready: Ready) -> list[bool]:
    """Race to subscribe and unsubscribe; return whether each was notified."""
    bells = SocketBus(folder)
    ready()
    topics = []
    for _ in range(HUNG):
        watch = bells.subscribe("lobby")
        bells.publish("lobby")
        topics.append(watch.fileno() >= 0 and is_signalled(watch))
        watch.close()
    return topics


def test_cleaning_up_unsubscribes_nobody(hung: SocketBus):
    assert hung.folder is not None
    topics_of_each = at_once(subscribe_and_unsubscribe, [(hung.folder,)] * 3)
    assert topics_of_each == [True] * (3 * HUNG)
    assert not hung.folder.exists()


def test_socket_that_is_not_ready_is_left_alone(hung: SocketBus):
    watch = hung.subscribe("lobby")
    assert hung.folder is not None
    ready = hung.folder / "lobby" / ".a1b2"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as half:
        half.bind(str(ready))
    hung.publish("lobby")
    assert ready.exists()
    watch.close()


def test_folder_is_private_to_the_user(hung: SocketBus):
    watch = hung.subscribe("lobby")
    assert hung.folder is not None
    assert hung.folder.stat().st_mode & 0o777 == 0o700
    hung.folder.chmod(0o777)
    hung.publish("lobby")
    assert not is_signalled(watch)
    assert hung.subscriber_count("lobby") == 0
    assert hung.subscribe("lobby").fileno() == -1
    hung.folder.chmod(0o700)
    hung.publish("lobby")
    assert is_signalled(watch)
    watch.close()


def test_symlink_is_not_accepted_as_folder(tmp_path: Path):
    (tmp_path / "theirs").mkdir(mode=0o700)
    (tmp_path / "bells").symlink_to(tmp_path / "theirs")
    assert SocketBus(tmp_path / "bells").subscribe("lobby").fileno() == -1


def test_topic_cannot_escape_the_folder(hung: SocketBus):
    assert hung.folder is not None
    for topic in ("match/../../outside", "match/\0", "..", "match/" + "x" * 300):
        hung.publish(topic)
        assert hung.subscriber_count(topic) == 0
        hung.subscribe(topic).close()
    assert {path.name for path in hung.folder.parent.iterdir()} <= {"bells"}


def test_long_paths_use_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    deep = tmp_path.joinpath(*["a rather long name of a folder"] * 4)
    one, two = (
        pubsub.socket_folder_of(deep / "games.sqlite3"),
        pubsub.socket_folder_of(deep / "more" / "games.db"),
    )
    assert one is not None
    assert one.parent == tmp_path
    assert one.name.startswith(f"guildhall-{os.getuid()}-")
    assert one != two
    store = SqliteStore(deep / "games.sqlite3")
    watch = store.subscribe("match/a2b3")
    store.publish("match/a2b3")
    assert is_signalled(watch)
    watch.close()
    store.close()


def test_long_runtime_dir_falls_back_to_a_short_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    deep = tmp_path.joinpath(*["a rather long name of a folder"] * 4)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(deep))
    monkeypatch.setattr(tempfile, "tempdir", str(deep))
    monkeypatch.setattr(pubsub, "SHORT_FOLDER", str(tmp_path))
    folder = pubsub.socket_folder_of(deep / "games.sqlite3")
    assert folder is not None
    assert folder.parent == tmp_path


def test_runtime_dir_that_does_not_exist_is_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "gone"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    deep = tmp_path.joinpath(*["a rather long name of a folder"] * 4)
    folder = pubsub.socket_folder_of(deep / "games.sqlite3")
    assert folder is not None
    assert folder.parent == tmp_path


def test_missing_unix_sockets_disable_notifications(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delattr(socket, "AF_UNIX")
    store = SqliteStore(tmp_path / "games.sqlite3")
    watch = store.subscribe("lobby")
    store.publish("lobby")
    assert (watch.fileno(), store.bus.subscriber_count("lobby")) == (-1, 0)
    watch.clear()
    watch.close()
    store.close()
