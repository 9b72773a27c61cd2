"""The page in a real browser, operated by keys.

Skipped without it, as the summary says.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.search.review import Review, ReviewedMove, WinChances
from engine.search.root_search import Estimate
from screens.html_export.frames import FrameJob, FrameSettings
from screens.html_export.html_page import page
from tests.chromium import Chromium, needs_chromium
from tests.engine.bot_matches import played

pytestmark = needs_chromium


class Browser(Chromium):
    """A browser that shows one file."""

    def show(self, url: str) -> None:
        """Load a page, and wait until its script has read the data."""
        self.open(url)
        self.wait("return document.body?.dataset.ready === 'yes'")

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


def test_address_contains_the_position(browser: Browser, film: FrameJob, file: Path):
    browser.show(f"{file.as_uri()}#turn=5")
    assert film(browser.step).turn == 5
    assert film(browser.step - 1).turn < 5
    browser.press("right")
    assert browser.run("return location.hash") == f"#step={browser.step}"
    browser.show(f"{file.as_uri()}#step=7")
    assert browser.step == 7


def test_playback_stops_at_a_key(browser: Browser, file: Path):
    browser.show(file.as_uri())
    browser.press("+", "+", "+", " ")
    browser.wait("return Number(document.getElementById('slider').value) >= 3")
    browser.press("left")
    pressed = "return document.getElementById('play').getAttribute('aria-pressed')"
    assert browser.run(pressed) == "false"


def test_screen_readers_are_told_what_happened(browser: Browser, film: FrameJob, file: Path):
    browser.show(f"{file.as_uri()}#step=9")
    announced = browser.run("return document.getElementById('told').textContent")
    assert announced == "\n".join(film(9).notes)
    assert browser.run("return document.getElementById('told').ariaLive") == "polite"
    assert browser.run("return document.querySelectorAll('#charts polyline').length") == 2


def test_review_adds_a_chart_and_marks_costly_moves(
    browser: Browser, film: FrameJob, tmp_path: Path
):
    counts = film.moments
    points = [WinChances(count, (0.6, 0.4)) for count in counts]
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
    assert browser.run(captions)[1] == "Chance of winning, based on what each player could know"
    announced = browser.run("return document.getElementById('told').textContent")
    assert "” cost about 70 wins in 100 games. Better: “" in announced
    browser.press("left")
    assert "Better: “" not in browser.run("return document.getElementById('told').textContent")


def test_browser_refused_and_fetched_nothing(browser: Browser, file: Path):
    browser.show(file.as_uri())
    loaded = "return performance.getEntriesByType('resource').map((one) => one.name)"
    assert browser.run(loaded) == []
    assert browser.complaints == []
