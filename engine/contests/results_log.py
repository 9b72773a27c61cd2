"""Files of finished games, a line each, by which interrupted runs are resumed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from attrs import frozen

from engine.contests.game_result import GameResult, read_game_result
from engine.errors import BadSave, CannotWrite
from engine.i18n.text import words
from engine.storage import match_file


@frozen
class ResultsLog:
    """A file of results. An incomplete last line counts as not written."""

    path: Path

    def open(self) -> None:
        """Create the file if there is none, and remove an incomplete last line; raises
        CannotWrite."""
        if self.path.exists() and not self.path.is_file():
            raise CannotWrite(words("{file} is not a file.", file=str(self.path)))
        try:
            with self.path.open("ab") as file:
                file.truncate(len(self._whole_lines()))
        except OSError as error:
            raise match_file.cannot_write(self.path, error) from error

    def bouts(self, terms: Mapping[str, object]) -> Iterator[GameResult]:
        """Yield the games of the file; raises BadSave for one with other terms, and for invalid
        lines."""
        for number, line in enumerate(self._read().splitlines(), 1):
            try:
                result = read_game_result(line.decode(errors="replace"))
                _compare(result, terms)
            except BadSave as error:
                error.source, error.line = self.path.name, number
                raise
            yield result

    def append(self, result: GameResult) -> None:
        """Append a game; raises CannotWrite."""
        try:
            with self.path.open("ab", buffering=0) as file:
                file.write(f"{result.line()}\n".encode())
        except OSError as error:
            raise match_file.cannot_write(self.path, error) from error

    def _read(self) -> bytes:
        try:
            if self.path.exists() and not self.path.is_file():
                raise BadSave(words("It is not a file."), source=self.path.name)
            return self._whole_lines()
        except OSError as error:
            raise BadSave(match_file.unreadable(error), source=self.path.name) from error

    def _whole_lines(self) -> bytes:
        content = self.path.read_bytes()
        return content[: content.rfind(b"\n") + 1]


def gather(ledgers: Iterable[ResultsLog], game: str) -> Iterator[GameResult]:
    """Yield the games of several files, whatever their seeds, each once; raises BadSave for an
    unreadable file and for games that cannot be counted together."""
    terms: Mapping[str, object] = {"game": game}
    seen = set()
    for ledger in ledgers:
        for result in ledger.bouts(terms):
            terms = {key: value for key, value in result.terms.items() if key != "seed"}
            if result.key not in seen:
                seen.add(result.key)
                yield result


def _compare(result: GameResult, terms: Mapping[str, object]) -> None:
    """Raise BadSave if the game has other terms."""
    others = [key for key, value in terms.items() if result.terms[key] != value]
    if others:
        raise BadSave(
            words(
                "This game was played with different settings: {keys}.",
                keys=", ".join(others),
            )
        )
