"""Era: Medieval Age, as the match, the bots and the screens know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.data import Data
from engine.core.event import Event
from engine.core.game import ALWAYS, Game
from engine.core.sheet import Sheet, Standing
from engine.games.era import scoring
from engine.games.era.components import CHANGEABLE, components
from engine.games.era.describe import describe
from engine.games.era.dice_count import dice_sheet
from engine.games.era.outlook import outlook
from engine.games.era.setup import empty_table
from engine.games.era.state import Realm
from engine.i18n.text import Names, Text, words


class Era(Game[Realm]):
    """Roll a growing pool of dice, build a walled town, and extort weaker neighbours."""

    id = "era"
    rules = 1
    names = Names("Era: Medieval Age", "Эра. Средневековье")
    players = range(1, 5)
    cover = ALWAYS
    changeable = CHANGEABLE

    def setup(self, seats: int, options: Mapping[str, str], data: Data) -> Realm:
        """The sorted supply and a kit for everybody, to be placed behind screens (section 3)."""
        return empty_table(seats, components(data))

    def sheets(self, view: Realm) -> Sequence[Sheet]:
        return scoring.sheets(view)

    def standings(self, view: Realm) -> Sequence[Standing]:
        """Every seat's place, ties broken by the resources left (ERA-12.15, ERA-12.16)."""
        return scoring.standings(view)

    def sources(self, view: Realm, seat: int) -> Sequence[tuple[Text, int]]:
        return scoring.sources(view, seat)

    def tallies(self, view: Realm, line: Sequence[Event]) -> Sequence[Sheet]:
        return [dice_sheet(view, line)]

    def describe(self, view: Realm) -> Sequence[Text]:
        return describe(view)

    def rank(self, total: int) -> Text:
        """The rank of a solo result (ERA-15.17)."""
        return words("{rank}", rank=components().rank(total).names)

    def value(self, view: Realm, seat: int) -> float:
        return outlook(view, seat)


GAME = Era()
