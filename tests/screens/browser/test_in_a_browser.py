"""The page in a real browser, driven by keys: Debian's chromium with its driver, without a window.

Where those two are not, nothing is tested, and the summary says so.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from screens.browser.film import Shot, Wishes
from screens.browser.page import page
from tests.engine.played import played

DRIVER = shutil.which("chromedriver")
BROWSER = shutil.which("chromium")

pytestmark = pytest.mark.skipif(
    DRIVER is None or BROWSER is None,
    reason="no chromium and chromedriver here (Debian: apt install chromium chromium-driver)",
)

KEYS: Final = {"right": "\ue014", "left": "\ue012", "home": "\ue011", "end": "\ue010"}
QUIET: Final = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


class Browser:
    """A browser that shows one file."""

    def __init__(self, port: int) -> None:
        self._at = f"http://127.0.0.1:{port}"
        options = {"binary": BROWSER, "args": list(QUIET)}
        wanted = {"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}}
        self._session = self.call("POST", "/session", wanted)["sessionId"]

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """One order to the driver (WebDriver)."""
        data = None if body is None else json.dumps(body).encode()
        order = urllib.request.Request(f"{self._at}{path}", data, method=method)
        with urllib.request.urlopen(order, timeout=60) as answer:
            return json.load(answer)["value"]

    def of_session(self, method: str, path: str, body: Any = None) -> Any:
        """One order to the session."""
        return self.call(method, f"/session/{self._session}{path}", body)

    def show(self, url: str) -> None:
        """Load a page, and wait until its script has read the film."""
        self.of_session("POST", "/url", {"url": "about:blank"})
        self.of_session("POST", "/url", {"url": url})
        self.wait("return document.body.dataset.ready === 'yes'")

    def run(self, script: str) -> Any:
        """What a script comes to."""
        return self.of_session("POST", "/execute/sync", {"script": script, "args": []})

    def wait(self, script: str) -> None:
        """Wait until a script comes to something."""
        for _ in range(300):
            if self.run(script):
                return
            time.sleep(0.05)
        raise AssertionError(script)

    def press(self, *keys: str) -> None:
        """Press keys, one after another."""
        actions = [
            {"type": kind, "value": KEYS.get(key, key)}
            for key in keys
            for kind in ("keyDown", "keyUp")
        ]
        keyboard = {"type": "key", "id": "keyboard", "actions": actions}
        self.of_session("POST", "/actions", {"actions": [keyboard]})

    @property
    def step(self) -> int:
        """Which picture is shown."""
        return int(self.run("return Number(document.getElementById('slider').value)"))

    def shown(self) -> list[str]:
        """The rows of the table, as they stand there."""
        rows = self.run(
            "return [...document.querySelectorAll('#table > div')].map((row) => row.textContent)"
        )
        return [str(row) for row in rows]

    def close(self) -> None:
        """End it."""
        with contextlib.suppress(OSError):
            self.of_session("DELETE", "")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert DRIVER is not None
    driver = subprocess.Popen(
        [DRIVER, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        for _ in range(200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.05)
        opened = Browser(port)
        yield opened
        opened.close()
    finally:
        driver.terminate()
        driver.wait()


@pytest.fixture(scope="module")
def film() -> Shot:
    return Shot.of(played("middle_ages", 2, "film", takes_back=False), Wishes(size=(80, 24)))


@pytest.fixture(scope="module")
def file(film: Shot, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "game.html"
    path.write_text(page(film, map(film, range(len(film.moments)))), "utf-8")
    return path


def rows(film: Shot, number: int) -> list[str]:
    """The text of each row of a picture."""
    return ["".join(text for _, text in row) for row in film(number).rows]


def test_keys_go_through_the_game(browser: Browser, film: Shot, file: Path):
    last = len(film.moments) - 1
    browser.show(file.as_uri())
    assert browser.step == 0
    assert browser.shown() == rows(film, 0)
    browser.press("right", "right")
    assert browser.step == 2
    assert browser.shown() == rows(film, 2)
    browser.press("left")
    assert browser.shown() == rows(film, 1)
    browser.press("end")
    assert browser.step == last
    assert browser.shown() == rows(film, last)
    browser.press("right")
    assert browser.step == last
    browser.press("home", ".")
    assert film(browser.step).turn > film(0).turn
    browser.press("]")
    leapt = browser.step
    assert film(leapt).round > film(0).round
    browser.press("[")
    assert browser.step < leapt


def test_the_address_says_where_one_is(browser: Browser, film: Shot, file: Path):
    browser.show(f"{file.as_uri()}#turn=5")
    assert film(browser.step).turn == 5
    assert film(browser.step - 1).turn < 5
    browser.press("right")
    assert browser.run("return location.hash") == f"#step={browser.step}"
    browser.show(f"{file.as_uri()}#step=7")
    assert browser.step == 7


def test_it_plays_by_itself_and_stops_at_a_key(browser: Browser, file: Path):
    browser.show(file.as_uri())
    browser.press("+", "+", "+", " ")
    browser.wait("return Number(document.getElementById('slider').value) >= 3")
    browser.press("left")
    pressed = "return document.getElementById('play').getAttribute('aria-pressed')"
    assert browser.run(pressed) == "false"


def test_what_happened_is_told_to_those_who_hear_it(browser: Browser, film: Shot, file: Path):
    browser.show(f"{file.as_uri()}#step=9")
    told = browser.run("return document.getElementById('told').textContent")
    assert told == "\n".join(film(9).told)
    assert browser.run("return document.getElementById('told').ariaLive") == "polite"
    assert browser.run("return document.querySelectorAll('#chart polyline').length") == 2


def test_nothing_was_refused_or_fetched(browser: Browser, file: Path):
    browser.show(file.as_uri())
    loaded = "return performance.getEntriesByType('resource').map((one) => one.name)"
    assert browser.run(loaded) == []
    logs = browser.of_session("POST", "/se/log", {"type": "browser"})
    assert [one["message"] for one in logs if one["level"] == "SEVERE"] == []
