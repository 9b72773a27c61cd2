"""A web browser with one page, as tests control it."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from typing import Any, Final

NO_ANSWER: Final = "the browser does not answer"


class Browser(ABC):
    """A browser with one page. Keys are letters, or names of keys in the DOM."""

    def __init__(self) -> None:
        self.complaints: list[Any] = []
        """Errors that the page of the current user has reported."""

    @abstractmethod
    def renew(self) -> None:
        """Open a page of a user who has not been here yet, instead of the one before."""

    @abstractmethod
    def open(self, url: str) -> None:
        """Load a page."""

    @abstractmethod
    def reload(self) -> None:
        """Load the page again."""

    @abstractmethod
    def run(self, script: str) -> Any:
        """Return the result of a function with this body: a number, string, truth value or list,
        or None."""

    @abstractmethod
    def run_first(self, script: str) -> None:
        """Run a script in the user's later pages, before scripts of their own."""

    @abstractmethod
    def press(self, *keys: str) -> None:
        """Press keys, one after another."""

    @abstractmethod
    def click(self, x: float, y: float) -> None:
        """Click at a point of the page, in pixels."""

    @abstractmethod
    def resize(self, size: tuple[int, int]) -> None:
        """Give the page a width and a height, in pixels."""

    @abstractmethod
    def close(self) -> None:
        """End the browser."""

    def wait(self, script: str) -> None:
        """Wait until a script returns a true value."""
        for _ in range(300):
            if self.run(script):
                return
            time.sleep(0.05)
        raise AssertionError(script)
