"""The interface of a game."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from attrs import frozen

from engine.core.bot_support import BotSupport
from engine.core.component_data import boxed
from engine.core.table_settings import TableSettings

if TYPE_CHECKING:
    from engine.core.component_data import Changeable, Data
    from engine.core.event import Event, Value
    from engine.core.score_sheet import Sheet, Standing
    from engine.core.state import State
    from engine.i18n.text import Names, Text

S = TypeVar("S", bound="State")


@frozen
class StandingAnswer:
    """A standing answer to decisions, identified by the names of their steps. `pick` maps the view
    of the seat and the decision to the pick, or to None to be asked after all."""

    steps: frozenset[str]
    title: Text
    pick: Callable[[Any, Any], Value | None]


class Game(TableSettings, BotSupport[S]):
    """The rules of one game, as the match, the bots and the screens need them.

    `changeable` are the component values that a user's own data may change (None: all).

    `beforehand` are standing answers, by permanent names, to decisions of seats that are not on
    turn, which would hold up the others.
    """

    changeable: ClassVar[Changeable | None] = None
    beforehand: ClassVar[Mapping[str, StandingAnswer]] = {}

    @abstractmethod
    def setup(self, seats: int, options: Mapping[str, str], data: Data) -> S:
        """Return the initial state, with the first steps on its agenda.

        `data` are the component values that differ from the box. Raises BadSetup for data that the
        game cannot be played with.
        """

    @abstractmethod
    def sheets(self, view: S, /) -> Sequence[Sheet]:
        """Return the tables of the score sheet, the main one first."""

    @abstractmethod
    def standings(self, view: S, /) -> Sequence[Standing]:
        """Return every seat's place if the game ended now, in the order of the places."""

    def sources(self, view: S, seat: int, /) -> Sequence[tuple[Text, int]]:
        """Return the parts that add up to a seat's total, negative for losses; none by default."""
        return ()

    def tallies(self, view: S, line: Sequence[Event], /) -> Sequence[Sheet]:
        """Return statistics of a finished game as tables, from its line of play; none by
        default."""
        return ()

    @abstractmethod
    def describe(self, view: S, /) -> Sequence[Text]:
        """Return the position in sentences, for people who do not see the board."""

    def rank(self, total: int) -> Text | None:
        """Return the title of a solo result; None if it has none."""
        return None

    def upcast(self, rules: int, event: Event) -> Event:
        """Convert an event of a log with an earlier number of the rules to the form that its step
        writes now.

        For picks and outcomes whose form has changed; an event in the current form is returned
        unchanged.
        """
        return event

    def boxed(self, own: Data) -> Data:
        """Return all data of the box with the user's own merged over it; raises BadSetup for values
        that do not fit."""
        return boxed(self.folder, own, changeable=self.changeable)

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
