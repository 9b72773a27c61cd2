"""Debian's Chromium in headless mode, controlled through its debugging pipe."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import time
from pathlib import Path
from typing import Any, Final

import pytest

BROWSER = shutil.which("chromium")

needs_chromium = pytest.mark.skipif(
    BROWSER is None, reason="no chromium here (Debian: apt install chromium)"
)

KEYS: Final = {
    "right": ("ArrowRight", 39),
    "left": ("ArrowLeft", 37),
    "home": ("Home", 36),
    "end": ("End", 35),
}
QUIET: Final = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


class Chromium:
    """A browser with one page (DevTools protocol)."""

    def __init__(self, folder: Path) -> None:
        ours, theirs = os.pipe(), os.pipe()
        reader, writer = (fcntl.fcntl(one, fcntl.F_DUPFD, 10) for one in (ours[0], theirs[1]))
        assert BROWSER is not None
        commands = [*QUIET, f"--user-data-dir={folder}", "--remote-debugging-pipe"]
        nowhere = [(os.POSIX_SPAWN_OPEN, one, os.devnull, os.O_WRONLY, 0) for one in (1, 2)]
        pipes = [(os.POSIX_SPAWN_DUP2, one, n) for one, n in ((reader, 3), (writer, 4))]
        self._process = os.posix_spawn(
            BROWSER, [BROWSER, *commands], os.environ, file_actions=[*nowhere, *pipes]
        )
        for one in (ours[0], theirs[1], reader, writer):
            os.close(one)
        self._mouth, self._ear = os.fdopen(ours[1], "wb"), os.fdopen(theirs[0], "rb")
        self._number, self._read = 0, b""
        self.complaints: list[Any] = []
        self._session: str | None = None
        self._context: str | None = None
        self.renew()

    def renew(self) -> None:
        """Open a page of a user who has not been here yet, instead of the one before."""
        self._session = None
        if self._context is not None:
            self.call("Target.disposeBrowserContext", browserContextId=self._context)
        self._context = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call(
            "Target.createTarget", url="about:blank", browserContextId=self._context
        )["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        self.complaints.clear()
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> Any:
        """One order to the browser, and what it answers."""
        self._number += 1
        order = {"id": self._number, "method": method, "params": parameters}
        if self._session is not None:
            order["sessionId"] = self._session
        self._mouth.write(json.dumps(order).encode() + b"\0")
        self._mouth.flush()
        while (answer := self._next()).get("id") != self._number:
            error = answer.get("params", {}).get("entry", {}).get("level") == "error"
            thrown = answer.get("method") == "Runtime.exceptionThrown"
            if (error or thrown) and answer.get("sessionId") == self._session:
                self.complaints.append(answer["params"])
        assert "error" not in answer, answer
        return answer["result"]

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._read:
            more = os.read(self._ear.fileno(), 1 << 16)
            assert more, "the browser has ended"
            self._read += more
        line, _, self._read = self._read.partition(b"\0")
        found: dict[str, Any] = json.loads(line)
        return found

    def open(self, url: str) -> None:
        """Load a page."""
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=url)

    def run(self, script: str) -> Any:
        """The result of a script."""
        found = self.call(
            "Runtime.evaluate",
            expression=f"(() => {{ {script} }})()",
            returnByValue=True,
            awaitPromise=True,
        )
        return found["result"].get("value")

    def wait(self, script: str) -> None:
        """Wait until a script returns a true value."""
        for _ in range(300):
            if self.run(script):
                return
            time.sleep(0.05)
        raise AssertionError(script)

    def press(self, *keys: str) -> None:
        """Press keys, one after another."""
        for key in keys:
            name, code = KEYS.get(key, (key, ord(key[0])))
            for kind in ("rawKeyDown", "keyUp"):
                self.call("Input.dispatchKeyEvent", type=kind, key=name, windowsVirtualKeyCode=code)

    def close(self) -> None:
        """End it."""
        self._mouth.close()
        self._ear.close()
        os.kill(self._process, signal.SIGTERM)
        os.waitpid(self._process, 0)
