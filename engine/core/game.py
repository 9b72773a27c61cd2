"""What a game is, and the games that there are (registry)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, Generic, TypeVar

from attrs import frozen

from engine.errors import BadSetup, UnknownGame
from engine.i18n.text import Names, Text, words

if TYPE_CHECKING:
    from engine.core.chance import Dice
    from engine.core.data import Changeable, Data
    from engine.core.event import Event, Value
    from engine.core.sheet import Sheet, Standing
    from engine.core.state import State
    from engine.core.step import Decision


S = TypeVar("S", bound="State")

ALWAYS: Final = "always"
ON_DEMAND: Final = "on demand"
OPEN: Final = "open"

HANDS: Final = "hands"
COVERED: Final = "covered"


@frozen
class Setting:
    """An option of a game that is chosen before it begins: a key, its values, the usual one, and
    what it means for those who do not know it. With other values of one that `makes_variant` it is
    another contest, of which ratings are kept apart."""

    key: str
    title: Text
    choices: Mapping[str, Text]
    default: str
    about: Text | None = None
    makes_variant: bool = False


_HANDS: Final = Setting(
    HANDS,
    words("Hands at one keyboard"),
    {COVERED: words("each one's own"), OPEN: words("lie open, without a curtain")},
    COVERED,
    words("For several people at one keyboard: a curtain between their turns, or everything open."),
)


class Game(ABC, Generic[S]):
    """The rules of one game, as the match, the bots and the screens need them.

    `entry` is what the catalogue knows of it. `usual_players` is how many the form for a new game
    begins with.
    `cover` says what people who share a keyboard see, where players have secrets of their own:
    ALWAYS their own things, behind a curtain whenever somebody else is asked; or ON_DEMAND the
    public table, and their hand only when they ask for it or a decision needs it.
    `changeable` are the component values that a user's own data may change (None: all).
    """

    entry: ClassVar[Entry]
    usual_players: ClassVar[int] = 2
    cover: ClassVar[str | None] = None
    changeable: ClassVar[Changeable | None] = None

    @abstractmethod
    def setup(self, seats: int, options: Mapping[str, str], data: Data) -> S:
        """The table before anything happened, with what must happen first on its agenda.

        `data` are the component values that differ from the box. Raises BadSetup for data that the
        game cannot be played with.
        """

    @abstractmethod
    def sheets(self, view: S, /) -> Sequence[Sheet]:
        """The score sheet: its tables, the main one first."""

    @abstractmethod
    def standings(self, view: S, /) -> Sequence[Standing]:
        """Every seat's place if the game ended now, in the order of the places."""

    def sources(self, view: S, seat: int, /) -> Sequence[tuple[Text, int]]:
        """The parts that add up to a seat's total, losses below zero; none unless the game says
        otherwise."""
        return ()

    def tallies(self, view: S, line: Sequence[Event], /) -> Sequence[Sheet]:
        """Tables of all that happened in a finished game, from the events that count; none unless
        the game says otherwise."""
        return ()

    @abstractmethod
    def describe(self, view: S, /) -> Sequence[Text]:
        """The position in sentences, for people who do not see the board."""

    @abstractmethod
    def value(self, view: S, seat: int, /) -> float:
        """How good the position is for a seat: what the greedy bot wants more of."""

    def advise(self, view: S, decision: Decision[S, Value], dice: Dice, /) -> Value | None:
        """What the greedy bot picks, by rules of thumb of the game's own, from what the seat asked
        can see. None, as for every decision unless the game says otherwise: it looks ahead."""
        return None

    def follow(self, view: S, decision: Decision[S, Value], /) -> Value | None:
        """What a seat would pick next where a preview or a bot looks beyond a pick: in a chain of
        decisions what "if you use all" means. None, as for every decision unless the game says
        otherwise: that is as far as they look."""
        return None

    def waits(self, decision: Decision[S, Value], pick: Value) -> bool:
        """Whether a pick only prepares for what the same decision asks again afterwards. The greedy
        bot takes such a pick for what it is worth by itself, never to put off the others."""
        return False

    def rank(self, total: int) -> Text | None:
        """What a result of somebody who plays alone is called; None where it has no name."""
        return None

    def upcast(self, rules: int, event: Event) -> Event:
        """An event of a log of an earlier number of the rules, as its step would write it now.

        For picks and outcomes whose form has changed; one that has today's form stays as it is.
        """
        return event

    def settings(self) -> Sequence[Setting]:
        """The options of the game; none unless the game says otherwise."""
        return ()

    def all_settings(self) -> Sequence[Setting]:
        """The options of the game, and those that come with secrets: hands may lie open."""
        return self.settings() if self.cover is None else (*self.settings(), _HANDS)

    def cover_of(self, options: Mapping[str, str]) -> str:
        """What people who share a keyboard see in a match with these options."""
        return OPEN if options.get(HANDS) == OPEN else self.cover or OPEN

    @property
    def id(self) -> str:
        return self.entry.id

    @property
    def rules(self) -> int:
        return self.entry.rules

    @property
    def names(self) -> Names:
        return self.entry.names

    @property
    def players(self) -> range:
        return self.entry.players

    @property
    def folder(self) -> Path:
        return self.entry.folder

    def settled(self, options: Mapping[str, str]) -> Mapping[str, str]:
        """The options that others of these settle, as a preset does, with their values."""
        return {}

    def variant(self, options: Mapping[str, str]) -> Mapping[str, Text]:
        """What sets a match with these options apart from the usual game, in words by the keys of
        the settings that say so; nothing for the usual game."""
        return {
            one.key: one.choices[options[one.key]]
            for one in self.settings()
            if one.makes_variant and options.get(one.key, one.default) != one.default
        }

    def players_for(self, options: Mapping[str, str]) -> range:
        """How many can play with these options."""
        return self.players

    def check(self, seats: int, options: Mapping[str, str]) -> dict[str, str]:
        """All options with their values, the missing ones filled in; raises BadSetup. That hands
        are covered goes without saying."""
        check_seats(self, seats)
        settings = {setting.key: setting for setting in self.all_settings()}
        for key, value in options.items():
            if key not in settings or value not in settings[key].choices:
                raise BadSetup(
                    words(
                        "{game} has no option {option}.", game=self.names, option=f"{key}={value}"
                    )
                )
        filled = {key: options.get(key, setting.default) for key, setting in settings.items()}
        if filled.get(HANDS) == COVERED:
            del filled[HANDS]
        return filled


def check_seats(game: Game[S] | Entry, seats: int) -> None:
    """Raises BadSetup unless so many can play the game."""
    if seats not in game.players:
        raise BadSetup(
            words(
                "{game} is played by {least} to {most}, not by {seats}.",
                game=game.names,
                least=game.players[0],
                most=game.players[-1],
                seats=seats,
            )
        )


@frozen
class Entry:
    """A game in the catalogue, known without loading the `module` of its rules. `id` is the name of
    its folder. `rules` is the number of its rules: it is raised whenever a log that was right
    before could come out differently, and what came out of it asks `state.rules`. `solo` says
    whether there is a game of its own for somebody who plays alone, `about` in a few sentences what
    is done in it. A `draft` is found by its name and keeps all laws, but is listed for those alone
    who ask for drafts; translations, guide, coach, lesson and games that are kept are not
    asked of it."""

    id: str
    names: Names
    players: range
    module: str
    rules: int = 1
    solo: bool = False
    about: Text | None = None
    draft: bool = False

    @property
    def folder(self) -> Path:
        """Where the game's rules, texts and data lie: beside its module."""
        return Path(__file__).parents[2].joinpath(*self.module.split(".")[:-1])

    def lines(self, text: str, language: str) -> list[str]:
        """The lines of one of the game's texts (`rules`, `guide`, `lesson` ...) in a language; in
        English where it is not translated, and none where the game has no such text."""
        translated = self.folder / f"{text}.{language}.md"
        path = translated if translated.exists() else self.folder / f"{text}.md"
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


_catalogue: dict[str, Entry] = {}


def register(entry: Entry) -> None:
    """Put a game into the catalogue, in place of one with the same id."""
    _catalogue[entry.id] = entry
    load.cache_clear()


def unregister(game: str) -> None:
    """Take a game out of the catalogue again."""
    del _catalogue[game]
    load.cache_clear()


def catalogue(*, drafts: bool = False) -> list[Entry]:
    """All games, in the order of the menu; those that are drafts too if asked for."""
    import_module("engine.games")
    return [one for one in _catalogue.values() if drafts or not one.draft]


def entry(game: str) -> Entry:
    """The game's entry in the catalogue, be it a draft; raises UnknownGame."""
    known = {one.id: one for one in catalogue(drafts=True)}
    if game not in known:
        games = ", ".join(one.id for one in catalogue())
        raise UnknownGame(
            words("There is no game {game}; there are {games}.", game=game, games=games)
        )
    return known[game]


@cache
def load(game: str) -> Game[State]:
    """The rules of a game; raises UnknownGame."""
    rules = import_module(entry(game).module).GAME
    assert isinstance(rules, Game)
    return rules
