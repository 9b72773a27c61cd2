"""The entry of a game in the catalogue."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from engine.errors import BadSetup
from engine.i18n.text import Names, Text


@frozen
class Entry:
    """A game in the catalogue, which can be listed without importing its rules.

    `id` is the name of the game's folder. The rules are in the module `module` of `package`.
    `rules` is the version of the rules; it is raised whenever an old log could give a different
    result, and rules that have changed check the version of the match, `state.rules`. `solo` is
    whether there is a solo game, and `about` describes the game in a few sentences. `counts_turns`
    is whether players speak of turns in this game, not of rounds. A `draft` can be opened by its
    name but is listed only on request; it needs no translations, guide, coach, lesson or golden
    games.
    """

    id: str
    names: Names
    players: range
    package: str
    rules: int = 1
    solo: bool = False
    about: Text | None = None
    draft: bool = False
    counts_turns: bool = False
    module: str = "game"

    @property
    def folder(self) -> Path:
        """The folder with the game's rules, texts and data."""
        return Path(__file__).parents[2].joinpath(*self.package.split("."))

    def file(self, text: str, language: str) -> Path:
        """Return the path of the game's text `text` (`rules`, `guide`, `lesson` ...) in `language`,
        or in English if there is no translation. The file need not exist."""
        translated = self.folder / f"{text}.{language}.md"
        return translated if translated.exists() else self.folder / f"{text}.md"

    def lines(self, text: str, language: str) -> list[str]:
        """Return the lines of the game's text `text` (`rules`, `guide`, `lesson` ...) in
        `language`, or in English if there is no translation. Return no lines if the game has no
        such text."""
        path = self.file(text, language)
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []

    def check_seats(self, seats: int) -> None:
        """Raise BadSetup unless `seats` players can play the game."""
        if seats not in self.players:
            raise BadSetup(
                "{game} is for {least} to {most} players, not {seats}.",
                game=self.names,
                least=self.players[0],
                most=self.players[-1],
                seats=seats,
            )
