"""The page in real browsers, operated by keys.

Skipped without them, as the summary says.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.search.review import Review, ReviewedMove, WinChances
from engine.search.root_search import Estimate
from screens.html_export.frames import FrameJob, FrameSettings
from screens.html_export.html_page import page
from tests.browsers.browser import Browser
from tests.engine.bot_matches import played


class GamePage:
    """The page of a game in a browser."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

    def show(self, url: str) -> None:
        """Load a page, and wait until its script has read the data."""
        self.browser.open(url)
        self.browser.wait("return document.body?.dataset.ready === 'yes'")

    @property
    def step(self) -> int:
        """Number of the frame shown."""
        return int(self.browser.run("return Number(document.getElementById('slider').value)"))

    def shown(self) -> list[str]:
        """The rows of the table as shown."""
        rows = self.browser.run(
            "return [...document.querySelectorAll('#table > div')].map((row) => row.textContent)"
        )
        return [str(row) for row in rows]


@pytest.fixture
def game(browser: Browser) -> GamePage:
    return GamePage(browser)


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


def test_keys_go_through_the_game(game: GamePage, film: FrameJob, file: Path):
    last = len(film.moments) - 1
    game.show(file.as_uri())
    assert game.step == 0
    assert game.shown() == rows(film, 0)
    game.browser.press("ArrowRight", "ArrowRight")
    assert game.step == 2
    assert game.shown() == rows(film, 2)
    game.browser.press("ArrowLeft")
    assert game.shown() == rows(film, 1)
    game.browser.press("End")
    assert game.step == last
    assert game.shown() == rows(film, last)
    game.browser.press("ArrowRight")
    assert game.step == last
    game.browser.press("Home", ".")
    assert film(game.step).turn > film(0).turn
    game.browser.press("]")
    leapt = game.step
    assert film(leapt).round > film(0).round
    game.browser.press("[")
    assert game.step < leapt


def test_address_contains_the_position(game: GamePage, film: FrameJob, file: Path):
    game.show(f"{file.as_uri()}#turn=5")
    assert film(game.step).turn == 5
    assert film(game.step - 1).turn < 5
    game.browser.press("ArrowRight")
    assert game.browser.run("return location.hash") == f"#step={game.step}"
    game.show(f"{file.as_uri()}#step=7")
    assert game.step == 7


def test_playback_stops_at_a_key(game: GamePage, file: Path):
    game.show(file.as_uri())
    game.browser.press("+", "+", "+", " ")
    game.browser.wait("return Number(document.getElementById('slider').value) >= 3")
    game.browser.press("ArrowLeft")
    pressed = "return document.getElementById('play').getAttribute('aria-pressed')"
    assert game.browser.run(pressed) == "false"


def test_screen_readers_are_told_what_happened(game: GamePage, film: FrameJob, file: Path):
    game.show(f"{file.as_uri()}#step=9")
    announced = game.browser.run("return document.getElementById('told').textContent")
    assert announced == "\n".join(film(9).notes)
    assert game.browser.run("return document.getElementById('told').ariaLive") == "polite"
    assert game.browser.run("return document.querySelectorAll('#charts polyline').length") == 2


def test_review_adds_a_chart_and_marks_costly_moves(game: GamePage, film: FrameJob, tmp_path: Path):
    counts = film.moments
    points = [WinChances(count, (0.6, 0.4)) for count in counts]
    event = film.match.line[counts[3]]
    best = Estimate(event.value, 0.9, 0.0, 64)
    dear = ReviewedMove(Estimate(event.value, 0.2, 0.0, 64), best, 0.0, counts[3] + 1, event.seat)
    assert dear.is_sure
    file = tmp_path / "reviewed.html"
    review = Review(points, {dear.count: dear})
    file.write_text(page(film, map(film, range(len(counts))), review), "utf-8")
    game.show(f"{file.as_uri()}#step=4")
    assert game.browser.run("return document.querySelectorAll('#charts svg').length") == 2
    assert game.browser.run("return document.querySelectorAll('#charts circle').length") == 1
    captions = "return [...document.querySelectorAll('figcaption')].map((one) => one.textContent)"
    assert (
        game.browser.run(captions)[1] == "Chance of winning, based on what each player could know"
    )
    announced = game.browser.run("return document.getElementById('told').textContent")
    assert "” cost about 70 wins in 100 games. Better: “" in announced
    game.browser.press("ArrowLeft")
    assert "Better: “" not in game.browser.run("return document.getElementById('told').textContent")


def test_browser_refused_and_fetched_nothing(game: GamePage, file: Path):
    game.show(file.as_uri())
    loaded = "return performance.getEntriesByType('resource').map((one) => one.name)"
    assert game.browser.run(loaded) == []
    assert game.browser.complaints == []
