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
class AutoAnswer:
    """An answer that a seat can give in advance to the decisions named in `steps`. `pick_for`
    returns the answer, given the seat's view and the decision; None means that the seat should be
    asked."""

    steps: frozenset[str]
    title: Text
    pick_for: Callable[[Any, Any], Value | None]


class Game(TableSettings, BotSupport[S]):
    """The rules of one game, as needed by the match, the bots and the screens.

    `changeable` are the component values that custom data may change (None for all).
    `auto_answers` maps names to auto-answers; the names are saved in databases, so they
    must not change. Auto-answers are for decisions that a seat makes outside its turn, so that
    the others do not have to wait for the seat.
    """

    changeable: ClassVar[Changeable | None] = None
    auto_answers: ClassVar[Mapping[str, AutoAnswer]] = {}

    @abstractmethod
    def setup(self, seats: int, options: Mapping[str, str], data: Data) -> S:
        """Return the initial state, with the first steps on its agenda. `data` are the custom
        component data. Raises BadSetup if the game cannot be played with `data`."""

    @abstractmethod
    def sheets(self, view: S, /) -> Sequence[Sheet]:
        """Return the tables of the score sheet, beginning with the main one."""

    @abstractmethod
    def standings(self, view: S, /) -> Sequence[Standing]:
        """Return the standing that each seat would have if the game ended now, best first."""

    def sources(self, view: S, seat: int, /) -> Sequence[tuple[Text, int]]:
        """Return the named amounts that add up to the total of `seat`. Losses are negative. By
        default there are none."""
        return ()

    def tallies(self, view: S, line: Sequence[Event], /) -> Sequence[Sheet]:
        """Return statistics of a finished game as tables, computed from its line of play `line`. By
        default there are none."""
        return ()

    @abstractmethod
    def describe(self, view: S, /) -> Sequence[Text]:
        """Return a description of the position in sentences, for people who cannot see the
        board."""

    def rank(self, total: int) -> Text | None:
        """Return the title that a solo player earns with `total` points; None if there is none."""
        return None

    def upcast(self, rules: int, event: Event) -> Event:
        """Return `event`, which was logged under the rules version `rules`, in the form of the
        current rules. An event that already has this form is returned unchanged."""
        return event

    def boxed(self, own: Data) -> Data:
        """Return all component data with the custom data `own` merged in. Raises BadSetup for
        invalid values."""
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
