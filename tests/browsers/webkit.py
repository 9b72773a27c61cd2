"""WebKit, the engine of Safari, on a virtual screen, controlled over HTTP (classic WebDriver)."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final

import pytest

from tests.browsers import actions
from tests.browsers.browser import NO_ANSWER, Browser

APP: Final = "lib*/**/webkit2gtk-*/MiniBrowser"
"""Pattern of the browser that comes with the driver, in /usr."""


class WebKit(Browser):
    """MiniBrowser of WebKitGTK with one page. Its driver does not report the errors of pages."""

    def __init__(self, folder: Path, program: str) -> None:
        super().__init__()
        app = next(Path("/usr").glob(APP))
        options = {"binary": str(app), "args": ["--automation"]}
        self._wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        self._program = program
        with ExitStack() as screen:
            home = {"DISPLAY": screen.enter_context(_screen()), "HOME": str(folder)}
            self._environment = {**os.environ, **home}
            self._driver = screen.enter_context(ExitStack())
            self._begin()
            self._end = screen.pop_all()

    def _begin(self) -> None:
        """Start a driver and a browser, each time new ones: sometimes they stop answering."""
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        command = [self._program, f"--port={self._port}"]
        self._driver.enter_context(_running(command, env=self._environment))
        self._wait_for_driver()
        self._session = ""
        self._session = f"/{self.call('POST', '', capabilities=self._wanted)['sessionId']}"
        self._is_used = False

    def _wait_for_driver(self) -> None:
        for _ in range(300):
            try:
                return socket.create_connection(("127.0.0.1", self._port)).close()
            except ConnectionRefusedError:
                time.sleep(0.05)
        raise AssertionError("the driver does not start")

    def call(self, method: str, path: str, **parameters: Any) -> Any:
        """Send a command to the session, and return its result."""
        body = json.dumps(parameters) if method == "POST" else None
        with closing(HTTPConnection("127.0.0.1", self._port, timeout=60)) as connection:
            try:
                connection.request(method, f"/session{self._session}{path}", body)
                response = connection.getresponse()
                result = json.loads(response.read())["value"]
            except TimeoutError:
                self._is_used = True
                raise AssertionError(NO_ANSWER) from None
        if response.status != 200:
            raise RuntimeError(result)
        return result

    def renew(self) -> None:
        if self._is_used:
            self._driver.close()
            self._begin()

    def open(self, url: str) -> None:
        self.call("POST", "/url", url="about:blank")  # from part to part of a page, nothing loads
        self.call("POST", "/url", url=url)
        self._is_used = True

    def reload(self) -> None:
        self.call("POST", "/refresh")

    def run(self, script: str) -> Any:
        try:
            return self.call("POST", "/execute/sync", script=script, args=[])
        except RuntimeError:
            return None

    def run_first(self, script: str) -> None:
        pytest.skip("the driver of WebKit cannot run a script before those of a page")

    def press(self, *keys: str) -> None:
        self.call("POST", "/actions", actions=[actions.strokes(*keys)])

    def click(self, x: float, y: float) -> None:
        self.call("POST", "/actions", actions=[actions.click(x, y)])

    def resize(self, size: tuple[int, int]) -> None:
        window = self.call("GET", "/window/rect")
        width, height = self.run("return [innerWidth, innerHeight]")
        frame = window["width"] - width, window["height"] - height
        self.call("POST", "/window/rect", width=size[0] + frame[0], height=size[1] + frame[1])

    def close(self) -> None:
        self._end.close()


@contextmanager
def _screen() -> Iterator[str]:
    """Run a virtual screen; yield its name."""
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1600x1200x24"]
    with os.fdopen(reader, encoding="ascii") as numbers, _running(command, pass_fds=[writer]):
        os.close(writer)
        yield f":{numbers.readline().strip()}"


@contextmanager
def _running(command: list[str], **options: Any) -> Iterator[None]:
    """Run a program, whose output nobody reads, and end it with all that it has started."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        **options,
    )
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()
