"""Chromium in headless mode, controlled through its debugging pipe (DevTools protocol)."""

from __future__ import annotations

import fcntl
import json
import os
import signal
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, Final

from tests.browsers.browser import NO_ANSWER, Browser

CODES: Final = {"ArrowRight": 39, "ArrowLeft": 37, "Home": 36, "End": 35, "Enter": 13, "Escape": 27}
"""Virtual key codes of keys that have names."""

TYPED: Final = {"Enter": "\r"}
"""Text typed by keys that have names."""

QUIET: Final = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


class Chromium(Browser):
    """Chromium with one page."""

    def __init__(self, folder: Path, program: str) -> None:
        super().__init__()
        ours, theirs = os.pipe(), os.pipe()
        reader, writer = (fcntl.fcntl(one, fcntl.F_DUPFD, 10) for one in (ours[0], theirs[1]))
        commands = [*QUIET, f"--user-data-dir={folder}", "--remote-debugging-pipe"]
        nowhere = [(os.POSIX_SPAWN_OPEN, one, os.devnull, os.O_WRONLY, 0) for one in (1, 2)]
        pipes = [(os.POSIX_SPAWN_DUP2, one, n) for one, n in ((reader, 3), (writer, 4))]
        self._process = os.posix_spawn(
            program, [program, *commands], os.environ, file_actions=[*nowhere, *pipes]
        )
        for one in (ours[0], theirs[1], reader, writer):
            os.close(one)
        self._mouth, self._ear = os.fdopen(ours[1], "wb"), os.fdopen(theirs[0], "rb")
        self._number, self._read = 0, b""
        self._session: str | None = None
        self._context: str | None = None
        self.renew()

    def renew(self) -> None:
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
        """Send a command, and return its result."""
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
            assert wait([self._ear.fileno()], 60), NO_ANSWER
            more = os.read(self._ear.fileno(), 1 << 16)
            assert more, "the browser has ended"
            self._read += more
        line, _, self._read = self._read.partition(b"\0")
        found: dict[str, Any] = json.loads(line)
        return found

    def open(self, url: str) -> None:
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=url)

    def reload(self) -> None:
        self.call("Page.reload")

    def run(self, script: str) -> Any:
        found = self.call(
            "Runtime.evaluate",
            expression=f"(() => {{ {script} }})()",
            returnByValue=True,
            awaitPromise=True,
        )
        return found["result"].get("value")

    def run_first(self, script: str) -> None:
        self.call("Page.addScriptToEvaluateOnNewDocument", source=script)

    def press(self, *keys: str) -> None:
        for key in keys:
            code = CODES.get(key, ord(key[0].upper()))
            event = {"key": key, "windowsVirtualKeyCode": code}
            text = TYPED.get(key, key if len(key) == 1 else "")
            self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **event)
            self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def click(self, x: float, y: float) -> None:
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def resize(self, size: tuple[int, int]) -> None:
        self._be_screen(size, is_phone=False)

    def be_phone(self, size: tuple[int, int]) -> None:
        """Have the screen of a phone, of a width and height in pixels, until the next `resize`."""
        self._be_screen(size, is_phone=True)

    def _be_screen(self, size: tuple[int, int], *, is_phone: bool) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride",
            **{"width": size[0], "height": size[1], "mobile": is_phone},
            deviceScaleFactor=2 if is_phone else 1,
        )
        self.call("Emulation.setTouchEmulationEnabled", enabled=is_phone)
        pointer = "coarse" if is_phone else "fine"
        media = [{"name": "pointer", "value": pointer}]
        self.call("Emulation.setEmulatedMedia", features=media)

    def tap(self, x: float, y: float) -> None:
        """Tap with a finger at a point of the page, in pixels."""
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def close(self) -> None:
        self._mouth.close()
        self._ear.close()
        os.kill(self._process, signal.SIGTERM)
        os.waitpid(self._process, 0)
