"""The page in a real browser, operated by keys: Debian's headless chromium over its debugging pipe.

Skipped without it, as the summary says.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from engine.search.review import Review, ReviewedMove, WinChances
from engine.search.root_search import Estimate
from screens.html_export.frames import FrameJob, FrameSettings
from screens.html_export.html_page import page
from tests.engine.played import played

BROWSER = shutil.which("chromium")

pytestmark = pytest.mark.skipif(
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


class Browser:
    """A browser that shows one file (DevTools protocol)."""

    def __init__(self, folder: Path) -> None:
        ours, theirs = os.pipe(), os.pipe()
        heard, said = (fcntl.fcntl(one, fcntl.F_DUPFD, 10) for one in (ours[0], theirs[1]))
        assert BROWSER is not None
        said_to_it = [*QUIET, f"--user-data-dir={folder}", "--remote-debugging-pipe"]
        nowhere = [(os.POSIX_SPAWN_OPEN, one, os.devnull, os.O_WRONLY, 0) for one in (1, 2)]
        pipes = [(os.POSIX_SPAWN_DUP2, one, n) for one, n in ((heard, 3), (said, 4))]
        self._process = os.posix_spawn(
            BROWSER, [BROWSER, *said_to_it], os.environ, file_actions=[*nowhere, *pipes]
        )
        for one in (ours[0], theirs[1], heard, said):
            os.close(one)
        self._mouth, self._ear = os.fdopen(ours[1], "wb"), os.fdopen(theirs[0], "rb")
        self._number, self._read = 0, b""
        self.complaints: list[Any] = []
        self._session: str | None = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **said: Any) -> Any:
        """Send a command to the browser and return its answer."""
        self._number += 1
        order = {"id": self._number, "method": method, "params": said}
        if self._session is not None:
            order["sessionId"] = self._session
        self._mouth.write(json.dumps(order).encode() + b"\0")
        self._mouth.flush()
        while (answer := self._next()).get("id") != self._number:
            error = answer.get("params", {}).get("entry", {}).get("level") == "error"
            if error or answer.get("method") == "Runtime.exceptionThrown":
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

    def show(self, url: str) -> None:
        """Load a page, and wait until its script has read the data."""
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=url)
        self.wait("return document.body?.dataset.ready === 'yes'")

    def run(self, script: str) -> Any:
        """The result of a script."""
        found = self.call(
            "Runtime.evaluate", expression=f"(() => {{ {script} }})()", returnByValue=True
        )
        return found["result"].get("value")

    def wait(self, script: str) -> None:
        """Wait until a script returns something."""
        for _ in range(300):
            if self.run(script):
                return
            time.sleep(0.05)
        raise AssertionError(script)

    def press(self, *keys: str) -> None:
        """Press keys one after another."""
        for key in keys:
            name, code = KEYS.get(key, (key, ord(key[0])))
            for kind in ("rawKeyDown", "keyUp"):
                self.call("Input.dispatchKeyEvent", type=kind, key=name, windowsVirtualKeyCode=code)

    @property
    def step(self) -> int:
        """Number of the frame shown."""
        return int(self.run("return Number(document.getElementById('slider').value)"))

    def shown(self) -> list[str]:
        """The rows of the table as shown."""
        rows = self.run(
            "return [...document.querySelectorAll('#table > div')].map((row) => row.textContent)"
        )
        return [str(row) for row in rows]

    def close(self) -> None:
        """End the browser."""
        self._mouth.close()
        self._ear.close()
        os.kill(self._process, signal.SIGTERM)
        os.waitpid(self._process, 0)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    opened = Browser(tmp_path_factory.mktemp("profile"))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def film() -> FrameJob:
    return FrameJob.of(
        played("middle_ages", 2, "film", takes_back=False), FrameSettings(size=(80, 24))
    )


@pytest.fixture(scope="module")
def file(film: FrameJob, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "game.html"
    path.write_text(page(film, map(film, range(len(film.moments)))), "utf-8")
    return path


def rows(film: FrameJob, number: int) -> list[str]:
    """The text of each row of a frame."""
    return ["".join(text for _, text in row) for row in film(number).rows]


def test_keys_go_through_the_game(browser: Browser, film: FrameJob, file: Path):
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


def test_the_address_says_where_one_is(browser: Browser, film: FrameJob, file: Path):
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


def test_what_happened_is_told_to_those_who_hear_it(browser: Browser, film: FrameJob, file: Path):
    browser.show(f"{file.as_uri()}#step=9")
    told = browser.run("return document.getElementById('told').textContent")
    assert told == "\n".join(film(9).notes)
    assert browser.run("return document.getElementById('told').ariaLive") == "polite"
    assert browser.run("return document.querySelectorAll('#charts polyline').length") == 2


def test_a_review_is_a_second_chart_and_says_what_was_dear(
    browser: Browser, film: FrameJob, tmp_path: Path
):
    counts = film.moments
    points = [WinChances(count, (0.6, 0.4), (0.1, 0.1), (0.6, 0.4)) for count in counts]
    event = film.match.line[counts[3]]
    best = Estimate(event.value, 0.9, 0.0, 64)
    dear = ReviewedMove(Estimate(event.value, 0.2, 0.0, 64), best, 0.0, counts[3] + 1, event.seat)
    assert dear.is_sure
    file = tmp_path / "reviewed.html"
    review = Review(points, {dear.count: dear})
    file.write_text(page(film, map(film, range(len(counts))), review), "utf-8")
    browser.show(f"{file.as_uri()}#step=4")
    assert browser.run("return document.querySelectorAll('#charts svg').length") == 2
    assert browser.run("return document.querySelectorAll('#charts circle').length") == 1
    captions = "return [...document.querySelectorAll('figcaption')].map((one) => one.textContent)"
    assert browser.run(captions)[1] == "Chance of winning, from what each player could know"
    told = browser.run("return document.getElementById('told').textContent")
    assert "(20 %). Better: " in told
    assert "(90 %)." in told
    browser.press("left")
    assert "Better:" not in browser.run("return document.getElementById('told').textContent")


def test_nothing_was_refused_or_fetched(browser: Browser, file: Path):
    browser.show(file.as_uri())
    loaded = "return performance.getEntriesByType('resource').map((one) => one.name)"
    assert browser.run(loaded) == []
    assert browser.complaints == []
