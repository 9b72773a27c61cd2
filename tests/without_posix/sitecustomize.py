"""Hides from a Python on Linux what Windows does not have, with this folder on PYTHONPATH.

Modules and attributes are hidden from everything but the standard library and platformdirs, which
have implementations for each system. Child processes inherit the variable, and therefore the
hiding. Only this is simulated: paths, consoles and file locks stay those of Linux.
"""

from __future__ import annotations

import builtins
import multiprocessing
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, Final

MODULES: Final = frozenset(
    {"termios", "tty", "pty", "fcntl", "resource", "pwd", "grp", "curses", "readline", "syslog"}
)
"""Modules that Windows does not have."""

ATTRIBUTES: Final[Mapping[str, frozenset[str]]] = {
    "os": frozenset(
        {
            *("fork", "forkpty", "openpty", "setsid", "getsid", "killpg", "getpgid", "setpgid"),
            *("getuid", "geteuid", "getgid", "getegid", "getpriority", "setpriority", "nice"),
            *("PRIO_PROCESS", "set_blocking", "get_blocking", "pipe2", "sysconf", "uname"),
            *("sched_getaffinity", "getloadavg", "statvfs", "fstatvfs", "fchmod", "chown"),
            *("O_NOFOLLOW", "O_CLOEXEC", "O_NONBLOCK", "O_DIRECTORY", "O_PATH", "O_NOCTTY"),
            *("WNOHANG", "WIFEXITED", "WEXITSTATUS", "wait", "waitid", "pidfd_open", "ttyname"),
            *("register_at_fork", "mkfifo", "pread", "pwrite", "tcgetpgrp", "tcsetpgrp", "sync"),
        }
    ),
    "signal": frozenset(
        {
            *("SIGHUP", "SIGKILL", "SIGTSTP", "SIGCONT", "SIGCHLD", "SIGWINCH", "SIGPIPE"),
            *("SIGSTOP", "SIGTTIN", "SIGTTOU", "SIGUSR1", "SIGUSR2", "SIGXCPU", "SIGALRM"),
            *("alarm", "setitimer", "pause", "pthread_sigmask", "pthread_kill", "sigwait"),
            *("SIG_BLOCK", "SIG_SETMASK", "SIG_UNBLOCK"),
        }
    ),
    "select": frozenset(
        {"poll", "epoll", "POLLIN", "POLLOUT", "POLLHUP", "POLLERR", "EPOLLIN", "EPOLLOUT"}
    ),
    "selectors": frozenset({"PollSelector", "EpollSelector"}),
    "socket": frozenset({"AF_UNIX", "send_fds", "recv_fds", "SOCK_SEQPACKET", "SCM_RIGHTS"}),
}
"""Attributes that modules do not have on Windows."""

OURS: Final = frozenset({"engine", "guildhall_games", "screens", "styles", "tui"})
"""Packages that are shown `sys.platform` of Windows, too."""

STANDARD: Final = (sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"))
SITE: Final = ("site-packages", "dist-packages")
OF_EACH_SYSTEM: Final = ("platformdirs",)
"""Libraries that have an implementation for each system, too."""

_import = builtins.__import__
_reduced: dict[str, ModuleType] = {}


class _Reduced(ModuleType):
    """A module without some of its attributes, and with another platform."""

    def __init__(self, whole: ModuleType, hidden: frozenset[str]) -> None:
        super().__init__(whole.__name__)
        self._whole, self._hidden = whole, hidden

    def __getattr__(self, name: str) -> Any:
        if name == "platform" and self._whole is sys:
            return "win32"
        if name in self._hidden:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r} on Windows")
        return getattr(self._whole, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in ("_whole", "_hidden"):
            super().__setattr__(name, value)
        else:
            setattr(self._whole, name, value)


def _is_standard(file: str) -> bool:
    if any(f"/{name}/" in file for name in OF_EACH_SYSTEM):
        return True
    return file.startswith(STANDARD) and not any(part in file for part in SITE)


def _import_on_windows(
    name: str,
    globals: Mapping[str, Any] | None = None,
    locals: Mapping[str, Any] | None = None,
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    """Import as `__import__` does on Windows."""
    names = globals or {}
    spec, file = names.get("__spec__"), str(names.get("__file__") or "")
    is_standard = _is_standard(file) or (not file and getattr(spec, "origin", None) == "frozen")
    if level or is_standard or not file:
        return _import(name, globals, locals, fromlist or (), level)
    if name.partition(".")[0] in MODULES:
        raise ModuleNotFoundError(f"No module named {name!r} on Windows", name=name)
    module = _import(name, globals, locals, fromlist or (), level)
    hidden = ATTRIBUTES.get(name)
    if name == "sys" and str(names.get("__name__")).partition(".")[0] in OURS:
        hidden = frozenset()
    if hidden is None:
        return module
    return _reduced.setdefault(name, _Reduced(module, hidden))


builtins.__import__ = _import_on_windows
multiprocessing.set_start_method("spawn")
