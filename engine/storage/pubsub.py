"""Publish/subscribe between the programs that share a store.

A subscriber to a topic (`match/k7m2`, `lobby`, `person/17`) binds a Unix datagram socket in the
folder of the topic. After each commit, the publisher sends one datagram to each socket of the
topic, so nobody has to poll. A datagram is only a hint to look again. It can arrive twice or, if a
program dies between commit and publishing, not at all.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import socket
import stat
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, Protocol
from urllib.parse import quote, unquote

MAX_SOCKET_PATH_BYTES: Final = 103
"""Maximum length of a socket path that works on every system, in bytes."""

RESERVED_PATH_BYTES: Final = 32
"""Number of bytes of a socket's path that are reserved for the topic and the name of the socket."""

SHORT_FOLDER: Final = "/tmp"
"""Folder for sockets that is used if the paths of all other folders are too long (see
`_fallback_folders`)."""

BOOT_ID_FILE: Final = Path("/proc/sys/kernel/random/boot_id")

MIRROR_PREFIX: Final = "~"
"""Prefix of the names of links that represent subscribers on other machines."""

MAX_FOLDER_ATTEMPTS: Final = 20
"""Maximum number of attempts to bind a socket in a folder that other programs keep removing."""

LOBBY_TOPIC: Final = "lobby"
"""The topic of changes in the lists of the lobby, such as waiting tables and people online."""

LOBBY_CHAT_TOPIC: Final = "talk"
"""The topic of the chat in the lobby."""

BOTS_TOPIC: Final = "bots"
"""The topic of changes after which a bot may have to move, or an auto-answer may be due."""

SUBSCRIBERS_TOPIC: Final = "ears"
"""The topic of changes in the subscriptions on the server's machines."""

PERSON_TOPIC_PREFIX: Final = "person/"
"""Prefix of a person's topic, before the person's id (see `topic_of_person`)."""


class Subscription(Protocol):
    """A subscription to one topic."""

    def fileno(self) -> int:
        """Return a descriptor that becomes readable when the topic may have been published; -1 if
        there are no notifications, so that the subscriber must poll."""

    def clear(self) -> None:
        """Discard pending notifications. Call this before you look for changes, so that you are
        notified of later changes."""

    def close(self) -> None:
        """Unsubscribe. May be called twice."""


class NullSubscription:
    """A subscription that never notifies. It is used if no sockets can be created."""

    def fileno(self) -> int:
        """Return -1, because there is no descriptor to wait for."""
        return -1

    def clear(self) -> None:
        """Do nothing, because there are no notifications."""

    def close(self) -> None:
        """Do nothing, because there is no socket."""


class _Socket:
    """A subscriber's socket. Other programs send to it by its `path`; on a bus within this process,
    the publisher sends through `sender`."""

    def __init__(
        self, receiver: socket.socket, path: str | None = None, sender: socket.socket | None = None
    ) -> None:
        self._receiver = receiver
        self._path = path
        self.sender = sender
        for end in (receiver, sender):
            if end is not None:
                end.setblocking(False)

    def fileno(self) -> int:
        """Return the descriptor of the socket; -1 once the socket is closed."""
        return self._receiver.fileno()

    def clear(self) -> None:
        with suppress(OSError):
            while True:
                self._receiver.recv(16)

    def close(self) -> None:
        self._receiver.close()
        if self.sender is not None:
            self.sender.close()
        if self._path is not None:
            remove_socket(self._path)
            self._path = None


class SocketBus:
    """Publish/subscribe for one store, with sockets in a folder."""

    def __init__(self, folder: Path | None) -> None:
        """Use the sockets in `folder`, which the first subscription creates. If it is None, there
        are no notifications."""
        self.folder = folder

    @classmethod
    def of(cls, store: Path) -> SocketBus:
        """Return the bus of the store in the file `store`."""
        return cls(socket_folder_of(store))

    @property
    def place(self) -> str:
        """An id of the folder. It is the same for everyone who shares the folder, and differs
        between machines and between containers with their own files. It is empty if there is no
        folder or its parent cannot be read."""
        if self.folder is None:
            return ""
        try:
            above = self.folder.parent.stat()
        except OSError:
            return ""
        known = f"{_machine_id()} {above.st_dev} {above.st_ino} {self.folder}"
        return hashlib.blake2b(known.encode("utf-8", "surrogateescape"), digest_size=6).hexdigest()

    def subscribe(self, topic: str) -> Subscription:
        """Subscribe to a topic. Return a `NullSubscription` if that is impossible."""
        if self.folder is None:
            return NullSubscription()
        try:
            return self._bind(self.folder, _file_name(topic))
        except OSError:
            return NullSubscription()

    def publish(self, topic: str) -> None:
        """Notify all subscribers of a topic, and remove the sockets of dead programs."""
        paths = self.sockets(topic)
        if paths:
            with suppress(OSError), _sender_socket() as sender:
                for path in paths:
                    if not _is_alive(partial(sender.sendto, b"!", path)):
                        remove_socket(path)

    def subscriber_count(self, topic: str) -> int:
        """Return the number of subscribers of a topic, and remove the sockets of dead programs."""
        count = 0
        for path in self.sockets(topic):
            if has_subscribers(path):
                count += 1
            else:
                remove_socket(path)
        return count

    def topics_with_subscribers(self, start: str) -> list[str]:
        """Return the topics with the prefix `start` that have subscribers, and remove the sockets
        of dead programs."""
        return [topic for topic in self.topics(start) if self.subscriber_count(topic)]

    def publish_all(self) -> None:
        """Notify all subscribers of all topics. Used after changes that may not have been
        published."""
        for topic in self.topics():
            self.publish(topic)

    def listeners(self) -> Mapping[str, int]:
        """Return the number of subscribers on this machine per topic. Dead subscribers are included
        until they are swept."""
        counted = {
            topic: sum(not is_mirrored(path) for path in self.sockets(topic))
            for topic in self.topics()
        }
        return {topic: number for topic, number in counted.items() if number}

    def sweep(self) -> list[str]:
        """Remove all sockets of dead programs, and return their topics."""
        swept = []
        for topic in self.topics():
            gone = [path for path in self.sockets(topic) if not has_subscribers(path)]
            for path in gone:
                remove_socket(path)
            if gone:
                swept.append(topic)
        return swept

    def topics(self, start: str = "") -> list[str]:
        """Return the topics with the prefix `start` that have sockets, or had some recently."""
        if self.folder is None:
            return []
        try:
            names = os.listdir(self.folder)  # noqa: PTH208 - called for every refresh of the lobby
        except OSError:
            return []
        return sorted(_topic(name) for name in names if name.startswith(_file_name(start)))

    def sockets(self, topic: str) -> list[str]:
        """Return the paths of those sockets of a topic that are ready. The names of sockets that
        are not ready begin with a dot. Return no paths if other users have access to the folder of
        the bus."""
        if self.folder is None:
            return []
        folder = self.topic_folder(topic)
        try:
            names = os.listdir(folder)  # noqa: PTH208
            if not names or not _is_private(self.folder):
                return []
        except (OSError, ValueError):
            return []
        return [f"{folder}/{name}" for name in names if name[0] != "."]

    def topic_folder(self, topic: str) -> str:
        assert self.folder is not None
        return os.path.join(self.folder, _file_name(topic))  # noqa: PTH118 - called for every change

    def _bind(self, bus_folder: Path, folder_name: str) -> Subscription:
        """Bind a new socket in the folder `folder_name` of `bus_folder`, and return its
        subscription. If other programs keep removing the folder, return a `NullSubscription`.
        Raises OSError.

        The socket gets its final name only when it is ready, because other programs remove sockets
        that do not answer.
        """
        folder, name = bus_folder / folder_name, secrets.token_hex(4)
        for _ in range(MAX_FOLDER_ATTEMPTS):
            receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            try:
                _make_private(bus_folder)
                folder.mkdir(mode=0o700, exist_ok=True)
                receiver.bind(str(folder / f".{name}"))
                (folder / f".{name}").rename(folder / name)
                return _Socket(receiver, str(folder / name))
            except (FileNotFoundError, FileExistsError):
                receiver.close()
            except BaseException:
                receiver.close()
                raise
        return NullSubscription()


class InProcessBus:
    """Publish/subscribe within one process, for a store in memory."""

    place = ""

    def __init__(self) -> None:
        self._sockets: dict[str, list[_Socket]] = {}

    def subscribe(self, topic: str) -> Subscription:
        receiver, sender = socket.socketpair()
        subscription = _Socket(receiver, sender=sender)
        self._sockets[topic] = [*self._open_sockets(topic), subscription]
        return subscription

    def publish(self, topic: str) -> None:
        for subscription in self._open_sockets(topic):
            with suppress(OSError):
                assert subscription.sender is not None
                subscription.sender.send(b"!")

    def subscriber_count(self, topic: str) -> int:
        return len(self._open_sockets(topic))

    def topics_with_subscribers(self, start: str) -> list[str]:
        """Return the topics with the prefix `start` that have subscribers."""
        return sorted(
            topic
            for topic in list(self._sockets)
            if topic.startswith(start) and self._open_sockets(topic)
        )

    def sweep(self) -> list[str]:
        """Return an empty list, because other processes have no sockets on this bus."""
        return []

    def _open_sockets(self, topic: str) -> list[_Socket]:
        still_open = [one for one in self._sockets.pop(topic, []) if one.fileno() >= 0]
        if still_open:
            self._sockets[topic] = still_open
        return still_open


def socket_folder_of(store: Path) -> Path | None:
    """Return the folder of a store's sockets; None on systems without Unix sockets.

    The folder is beside the store, so that all programs that open the store find it. If its path
    would be too long for a socket, a folder of the user is used instead, named after a hash of the
    store's path. The folder exists while there are sockets in it.
    """
    if not hasattr(socket, "AF_UNIX") or not hasattr(os, "getuid"):
        return None
    store = store.absolute()
    folder = store.parent.resolve() / f"{store.stem}.bells"
    if _fits(folder):
        return folder
    return folder_named(hashlib.blake2b(os.fsencode(folder), digest_size=6).hexdigest())


def folder_named(name: str) -> Path | None:
    """Return the user's folder for the sockets of the store called `name` on this machine; None on
    systems without Unix sockets."""
    if not hasattr(socket, "AF_UNIX") or not hasattr(os, "getuid"):
        return None
    folders = (base / f"guildhall-{os.getuid()}-{name}" for base in _fallback_folders())
    return next(filter(_fits, folders), None)


def _fits(folder: Path) -> bool:
    return len(os.fsencode(folder)) + RESERVED_PATH_BYTES <= MAX_SOCKET_PATH_BYTES


def _fallback_folders() -> Iterator[Path]:
    """Yield the folders for a user's temporary files, the preferred one first. `XDG_RUNTIME_DIR` is
    left out if it names no folder, and the choice of `tempfile` if it finds no folder that it can
    write to, for example because the disk is full."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime and Path(runtime).is_dir():
        yield Path(runtime)
    with suppress(FileNotFoundError):
        yield Path(tempfile.gettempdir())
    yield Path(SHORT_FOLDER)


def _machine_id() -> str:
    """Return the id of the machine's current boot or, if it cannot be read, the machine's name."""
    try:
        return BOOT_ID_FILE.read_text()
    except OSError:
        return socket.gethostname()


def _file_name(topic: str) -> str:
    """Return the name of the folder for a topic. The topic may contain any characters."""
    return quote(topic, safe="").replace(".", "%2E").replace("%2F", ".")


def _topic(file_name: str) -> str:
    """Return the topic of the folder called `file_name`."""
    return unquote(file_name.replace(".", "/"))


def is_mirrored(path: str) -> bool:
    """Whether a socket represents a subscriber on another machine (`remote_subscribers.py`)."""
    return path.rpartition("/")[2][0] == MIRROR_PREFIX


def _make_private(folder: Path) -> None:
    """Create `folder` for this user only, if it does not exist. Raises PermissionError if an
    existing folder is not private."""
    folder.mkdir(mode=0o700, exist_ok=True)
    if not _is_private(folder):
        raise PermissionError(f"{folder} belongs to somebody else")


def _is_private(folder: Path) -> bool:
    """Whether `folder` is a folder of this user that nobody else can read or write."""
    status = folder.lstat()
    own = stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid()
    return own and not status.st_mode & (stat.S_IRWXG | stat.S_IRWXO)


def _sender_socket() -> socket.socket:
    sender = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    sender.setblocking(False)
    return sender


def _is_alive(send: Callable[[], object]) -> bool:
    """Call `send`, which writes or connects to a socket, and return whether the socket is alive.
    Only a refused connection or a missing file means that it is not. A full queue does no harm,
    because notifications are pending anyway."""
    try:
        send()
    except (ConnectionRefusedError, FileNotFoundError):
        return False
    except OSError:
        pass
    return True


def has_subscribers(socket_path: str) -> bool:
    """Whether a process is listening on a socket. Nothing is sent to find this out."""
    with _sender_socket() as sender:
        # connect() of a datagram socket sends nothing, but fails if nobody has the other end open.
        return _is_alive(partial(sender.connect, socket_path))


def remove_socket(path: str) -> None:
    """Remove a socket. Also remove the folders of its topic and of its store if they are now
    empty."""
    file = Path(path)
    with suppress(OSError):
        file.unlink()
    with suppress(OSError):
        file.parent.rmdir()
        file.parent.parent.rmdir()


# ---------------------------------------------------------------------- topics


def topic_of(id: str) -> str:
    """Return the topic of the match or waiting table with the id `id`."""
    return f"match/{id}"


def topic_of_talk(table: str | None) -> str:
    """Return the topic of the chat at a table, or in the lobby (`table` None)."""
    return LOBBY_CHAT_TOPIC if table is None else topic_of(table)


def topic_of_person(person: int) -> str:
    return f"{PERSON_TOPIC_PREFIX}{person}"


def topic_of_host_commands(host: str) -> str:
    return f"errands/{host}"


def topic_of_host(host: str) -> str:
    """Return the topic with which a machine of the server tests its own listener."""
    return f"host/{host}"


def person_of(topic: str) -> int | None:
    """Return the id of the person to whom `topic` belongs; None if it is not a person's topic."""
    number = topic.removeprefix(PERSON_TOPIC_PREFIX)
    return int(number) if number != topic and number.isdecimal() else None


def is_presence_topic(topic: str) -> bool:
    """Whether subscribers of a topic are shown as present, on the server or at a table."""
    return topic.startswith(PERSON_TOPIC_PREFIX) or table_topic_of(topic) is not None


def table_topic_of(topic: str) -> str | None:
    """Return the topic of the table at which subscribers of `topic` are present, such as
    `match/k7m2` for `match/k7m2/0`; None if there is no such table."""
    table, _, who = topic.rpartition("/")
    return table if who and "/" in table else None


def topics_of(matches: Iterable[str], people: Iterable[int | None]) -> list[str]:
    """Return the topics of matches and people, and the topic of the lobby, which lists them. A None
    in `people` is skipped."""
    concerned = {person for person in people if person is not None}
    return [
        LOBBY_TOPIC,
        *(topic_of(id) for id in sorted(set(matches))),
        *(topic_of_person(person) for person in sorted(concerned)),
    ]
