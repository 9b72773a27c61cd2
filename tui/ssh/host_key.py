"""The host key: a file that only its owner can read. The machines of a server agree on its
fingerprint through the database."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import asyncssh

from engine.errors import GuildhallError
from engine.lobby.hosts import Hosts

HOST_KEY: Final = "host_key"
_MAX_SIZE: Final = 16_384


class Unsafe(GuildhallError):
    """Raised if a private file is not a plain file of this user or root, or if others have access
    to it."""


class Unreadable(GuildhallError):
    """Raised if a file does not contain a key."""


class AnotherKey(GuildhallError):
    """Raised if this machine's host key is missing or differs from the server's."""


def shared_host_key(hosts: Hosts, path: Path, *, replace: bool = False) -> asyncssh.SSHKey:
    """Return the host key in the file at `path`. With a shared store, first check that it is the
    key of the server's other machines. The first machine creates the key. With `replace`, the key
    in the file becomes the server's. Raises AnotherKey, Unsafe, Unreadable, BadStore, OSError."""
    if not hosts.store.is_shared:
        return host_key(path)
    recorded = hosts.host_key_fingerprint()
    if recorded is not None and not replace and not path.exists():
        raise AnotherKey(
            "The server has a host key, {known}, and this machine has none. Copy it to {file} "
            "from a machine that has it.",
            known=recorded,
            file=str(path),
        )
    key = host_key(path)
    own = key.get_fingerprint()
    recorded = hosts.record_host_key(own, replace=replace)
    if recorded != own:
        raise AnotherKey(
            "People know the server by its host key {known}, but {file} holds a different one, "
            "{own}. Copy the right one from a machine that has it. To make yours the new host "
            "key, use --new-host-key.",
            known=recorded,
            file=str(path),
            own=own,
        )
    return key


def host_key(path: Path) -> asyncssh.SSHKey:
    """Return the host key in the file at `path`. If there is no file, create one with a new key.
    Raises Unsafe, Unreadable, OSError."""

    def make() -> bytes:
        return asyncssh.generate_private_key("ssh-ed25519").export_private_key()

    try:
        return asyncssh.import_private_key(private_file(path, make))
    except ValueError as error:
        raise Unreadable(
            "Cannot read the server's host key: {reason}.", reason=str(error)
        ) from error


def private_file(path: Path, make: Callable[[], bytes]) -> bytes:
    """Return the content of the file at `path`, up to `_MAX_SIZE` bytes. If there is no file,
    create one that only this user can read, with the content that `make` returns.

    Raises Unsafe if the file is not a plain file of this user or root, or if others have access to
    it. Raises OSError.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileNotFoundError):
        return _read(path)
    content = make()
    made, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(made, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(made)
        os.link(name, path)
    except FileExistsError:
        return _read(path)
    finally:
        Path(name).unlink()
    return content


def _read(path: Path) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as file:
        about = os.fstat(descriptor)
        private = stat.S_ISREG(about.st_mode) and not about.st_mode & 0o077
        if not private or about.st_uid not in (0, os.geteuid()):
            raise Unsafe(
                "{file} must be readable only by its owner: chmod 600 {file}", file=str(path)
            )
        return file.read(_MAX_SIZE)
