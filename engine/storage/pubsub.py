"""Bells: how programs that share a store tell each other that something has happened (publish and
subscribe).

Who waits for a topic (`match/k7m2`, `lobby`, `person/17`) hangs up a bell, a Unix datagram socket
in the folder of the topic. Who has changed something rings all bells of the topic after the commit:
one datagram to each, and nobody ever polls. A ring is a hint and says nothing but "look": it
may come twice, and rarely not at all, if a program dies between commit and ring.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import socket
import stat
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Protocol
from urllib.parse import quote, unquote

LONGEST: Final = 103
"""The longest path of a socket in bytes that every system takes."""

RESERVED: Final = 32
"""How many bytes of it are for a topic and the name of a bell in it."""

SHORTEST: Final = "/tmp"
"""Where there is room for folders that last a while if the environment names one whose path is too
long."""

BOOT: Final = Path("/proc/sys/kernel/random/boot_id")

ECHO: Final = "~"
"""How the name of a bell begins that stands for one on another host."""

TRIES: Final = 20
"""How often a folder is made again that others tidy away at the same moment."""


class Subscription(Protocol):
    """An ear for one topic."""

    def fileno(self) -> int:
        """A descriptor that can be read when something may have happened; -1 where nothing ever
        rings, and whoever waits has to look from time to time."""

    def clear(self) -> None:
        """Forget the rings so far. Do it before looking: what comes meanwhile rings again."""

    def close(self) -> None:
        """Listen no longer; may be called twice."""


class NullSubscription:
    """A watch where no bells can be hung up: it hears nothing."""

    def fileno(self) -> int:
        """No descriptor."""
        return -1

    def clear(self) -> None:
        """There is nothing to forget."""

    def close(self) -> None:
        """There is nothing to close."""


class _Socket:
    """A socket that others write to: by its path, or within this program by its `hammer`."""

    def __init__(
        self, ear: socket.socket, path: str | None = None, hammer: socket.socket | None = None
    ) -> None:
        self._ear = ear
        self._path = path
        self.hammer = hammer
        for end in (ear, hammer):
            if end is not None:
                end.setblocking(False)

    def fileno(self) -> int:
        """The socket's descriptor; -1 once it is closed."""
        return self._ear.fileno()

    def clear(self) -> None:
        """Read all that was rung."""
        with suppress(OSError):
            while True:
                self._ear.recv(16)

    def close(self) -> None:
        """Take the bell down."""
        self._ear.close()
        if self.hammer is not None:
            self.hammer.close()
        if self._path is not None:
            take_down(self._path)
            self._path = None


class SocketBus:
    """The bells of one store."""

    def __init__(self, folder: Path | None) -> None:
        """Bells in that folder, which is made when the first is hung up; None: there are none."""
        self.folder = folder

    @classmethod
    def of(cls, store: Path) -> SocketBus:
        """The bells of the store in that file."""
        return cls(folder_of(store))

    @property
    def place(self) -> str:
        """By what all know the folder who have it: another host has another one, and so has a
        container in which files of its own stand there. Empty where there is none."""
        if self.folder is None:
            return ""
        try:
            above = self.folder.parent.stat()
        except OSError:
            return ""
        known = f"{_machine()} {above.st_dev} {above.st_ino} {self.folder}"
        return hashlib.blake2b(known.encode("utf-8", "surrogateescape"), digest_size=6).hexdigest()

    def subscribe(self, topic: str) -> Subscription:
        """Hang up a bell; a `Deaf` watch where that cannot be done."""
        if self.folder is None:
            return NullSubscription()
        try:
            return self._hang_up(self.folder, _file_name(topic))
        except OSError:
            return NullSubscription()

    def publish(self, topic: str) -> None:
        """Ring all bells of the topic, and take down those of programs that are gone."""
        bells = self.hung(topic)
        if bells:
            with suppress(OSError), _hammer() as hammer:
                for bell in bells:
                    if not _strike(hammer, bell):
                        take_down(bell)

    def subscriber_count(self, topic: str) -> int:
        """How many listen to the topic now; the bells of programs that are gone are taken down."""
        heard = 0
        for bell in self.hung(topic):
            if has_subscribers(bell):
                heard += 1
            else:
                take_down(bell)
        return heard

    def topics_with_subscribers(self, start: str) -> list[str]:
        """The topics of such a beginning (`person/`) to which somebody listens now."""
        return [topic for topic in self.topics(start) if self.subscriber_count(topic)]

    def ring_all(self) -> None:
        """Ring whatever hangs here: something may have happened that nobody was told of."""
        for topic in self.topics():
            self.publish(topic)

    def listeners(self) -> Mapping[str, int]:
        """How many on this host listen to each topic, those counted who are gone and were not swept
        up yet."""
        counted = {
            topic: sum(not is_echo(bell) for bell in self.hung(topic)) for topic in self.topics()
        }
        return {topic: number for topic, number in counted.items() if number}

    def sweep(self) -> list[str]:
        """Take down all bells of programs that are gone; the topics of which some have gone."""
        swept = []
        for topic in self.topics():
            gone = [bell for bell in self.hung(topic) if not has_subscribers(bell)]
            for bell in gone:
                take_down(bell)
            if gone:
                swept.append(topic)
        return swept

    def topics(self, start: str = "") -> list[str]:
        """The topics of such a beginning for which bells hang or hung lately."""
        if self.folder is None:
            return []
        try:
            names = os.listdir(self.folder)  # noqa: PTH208 - at every look around the lobby
        except OSError:
            return []
        return sorted(_topic(name) for name in names if name.startswith(_file_name(start)))

    def hung(self, topic: str) -> list[str]:
        """The sockets of a topic; those whose names begin with a dot are not ready yet."""
        if self.folder is None:
            return []
        folder = self.folder_of(topic)
        try:
            names = os.listdir(folder)  # noqa: PTH208
            if not names or not _is_private(self.folder):
                return []
        except (OSError, ValueError):
            return []
        return [f"{folder}/{name}" for name in names if name[0] != "."]

    def folder_of(self, topic: str) -> str:
        """Where the bells of a topic hang."""
        assert self.folder is not None
        return os.path.join(self.folder, _file_name(topic))  # noqa: PTH118 - on every change

    def _hang_up(self, bells: Path, topic: str) -> Subscription:
        """A bell gets its name only when it can hear: one that does not is taken down by others."""
        folder, name = bells / topic, secrets.token_hex(4)
        for _ in range(TRIES):
            ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            try:
                _make_private(bells)
                folder.mkdir(mode=0o700, exist_ok=True)
                ear.bind(str(folder / f".{name}"))
                (folder / f".{name}").rename(folder / name)
                return _Socket(ear, str(folder / name))
            except (FileNotFoundError, FileExistsError):
                ear.close()
            except BaseException:
                ear.close()
                raise
        return NullSubscription()


class InProcessBus:
    """Bells within one program, for a store in its memory."""

    place = ""

    def __init__(self) -> None:
        self._bells: dict[str, list[_Socket]] = {}

    def subscribe(self, topic: str) -> Subscription:
        """An ear for the topic."""
        ear, hammer = socket.socketpair()
        bell = _Socket(ear, hammer=hammer)
        self._bells[topic] = [*self._hung(topic), bell]
        return bell

    def publish(self, topic: str) -> None:
        """Ring all bells of the topic."""
        for bell in self._hung(topic):
            with suppress(OSError):
                assert bell.hammer is not None
                bell.hammer.send(b"!")

    def subscriber_count(self, topic: str) -> int:
        """How many listen to the topic now."""
        return len(self._hung(topic))

    def topics_with_subscribers(self, start: str) -> list[str]:
        """The topics of such a beginning to which somebody listens now."""
        return sorted(
            bell for bell in list(self._bells) if bell.startswith(start) and self._hung(bell)
        )

    def sweep(self) -> list[str]:
        """No program but this one can have hung up any."""
        return []

    def _hung(self, topic: str) -> list[_Socket]:
        """The bells of a topic that still hang."""
        hung = [bell for bell in self._bells.pop(topic, []) if bell.fileno() >= 0]
        if hung:
            self._bells[topic] = hung
        return hung


class DeferredPublisher:
    """Rings what changes bring about once they are kept: not before, and not if they are not."""

    def __init__(self, ring: Callable[[str], None]) -> None:
        """`ring` rings the bells of a topic."""
        self._ring = ring
        self._held: dict[str, None] | None = None

    def publish(self, topic: str) -> None:
        """Ring the topic now, or at the end of what is being kept, then once."""
        if self._held is None:
            self._ring(topic)
        else:
            self._held[topic] = None

    @contextmanager
    def holding(self) -> Iterator[Collection[str]]:
        """Hold back what is rung in the meantime, and tell what that is; an error in it silences
        that for good."""
        held: dict[str, None] = {}
        self._held = held
        try:
            yield held.keys()
        finally:
            self._held = None
        for topic in held:
            self._ring(topic)


def folder_of(store: Path) -> Path | None:
    """Where the bells of a store hang: beside it, so that all who open it agree whatever their
    environment says. Where a path would be too long for a socket they hang in a folder of the
    user's own that is called by a hash of the store's path; None where there are no such sockets.
    It is there as long as bells hang in it.
    """
    if not hasattr(socket, "AF_UNIX") or not hasattr(os, "getuid"):
        return None
    store = store.absolute()
    beside = store.parent.resolve() / f"{store.stem}.bells"
    if _fits(beside):
        return beside
    return folder_named(hashlib.blake2b(os.fsencode(beside), digest_size=6).hexdigest())


def folder_named(name: str) -> Path | None:
    """Where the bells of a store hang that is known on this host by that name: in a folder of the
    user's own; None where there are no such sockets."""
    if not hasattr(socket, "AF_UNIX") or not hasattr(os, "getuid"):
        return None
    folders = (base / f"guildhall-{os.getuid()}-{name}" for base in _elsewhere())
    return next(filter(_fits, folders), None)


def _fits(folder: Path) -> bool:
    """Whether the paths of sockets in a folder are short enough."""
    return len(os.fsencode(folder)) + RESERVED <= LONGEST


def _elsewhere() -> Iterator[Path]:
    """Where the folders of a user may be that last a while; on a full disk not all are found."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime:
        yield Path(runtime)
    with suppress(FileNotFoundError):
        yield Path(tempfile.gettempdir())
    yield Path(SHORTEST)


def _machine() -> str:
    """What no other machine is called that runs now."""
    try:
        return BOOT.read_text()
    except OSError:
        return socket.gethostname()


def _file_name(topic: str) -> str:
    """A topic as the name of a folder, whatever characters it has."""
    return quote(topic, safe="").replace(".", "%2E").replace("%2F", ".")


def _topic(file_name: str) -> str:
    """The topic whose folder has that name."""
    return unquote(file_name.replace(".", "/"))


def is_echo(bell: str) -> bool:
    """Whether a socket only stands for somebody on another host (`remote_subscribers.py`)."""
    return bell.rpartition("/")[2][0] == ECHO


def _make_private(folder: Path) -> None:
    """Make the folder for the user alone; raises OSError if it is there and is anybody else's."""
    folder.mkdir(mode=0o700, exist_ok=True)
    if not _is_private(folder):
        raise PermissionError(f"{folder} belongs to somebody else")


def _is_private(folder: Path) -> bool:
    """Whether it is a folder of this user's own into which nobody else may look or write."""
    found = folder.lstat()
    own = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()
    return own and not found.st_mode & (stat.S_IRWXG | stat.S_IRWXO)


def _hammer() -> socket.socket:
    hammer = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    hammer.setblocking(False)
    return hammer


def _strike(hammer: socket.socket, bell: str) -> bool:
    """Ring a bell; False if nobody hears it any more. One whose queue is full rings already."""
    try:
        hammer.sendto(b"!", bell)
    except (ConnectionRefusedError, FileNotFoundError):
        return False
    except OSError:
        return True
    return True


def has_subscribers(bell: str) -> bool:
    """Whether somebody listens, without a sound."""
    with _hammer() as hammer:
        try:
            hammer.connect(bell)
        except (ConnectionRefusedError, FileNotFoundError):
            return False
        except OSError:
            return True
    return True


def take_down(bell: str) -> None:
    """Take a bell away, the folder of its topic with the last one there, and that of all bells with
    the last of all."""
    path = Path(bell)
    with suppress(OSError):
        path.unlink()
    with suppress(OSError):
        path.parent.rmdir()
        path.parent.parent.rmdir()
