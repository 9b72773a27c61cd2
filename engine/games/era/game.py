"""Era: Medieval Age, as the match, the bots and the screens know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.data import Data
from engine.core.event import Event
from engine.core.game import ALWAYS, Game
from engine.core.sheet import Sheet
from engine.games.era import ENTRY, scoring
from engine.games.era.components import CHANGEABLE, components
from engine.games.era.describe import describe
from engine.games.era.dice_count import dice_sheet
from engine.games.era.outlook import outlook
from engine.games.era.setup import empty_table
from engine.games.era.state import Realm
from engine.i18n.text import Text, words


class Era(Game[Realm]):
    """Roll a growing pool of dice, build a walled town, and extort weaker neighbours."""

    entry = ENTRY
    cover = ALWAYS
    changeable = CHANGEABLE

    def setup(self, seats: int, options: Mapping[str, str], data: Data) -> Realm:
        """The sorted supply and a kit for everybody, to be placed behind screens (section 3)."""
        return empty_table(seats, components(data))

    sheets = staticmethod(scoring.sheets)
    standings = staticmethod(scoring.standings)
    sources = staticmethod(scoring.sources)
    describe = staticmethod(describe)
    value = staticmethod(outlook)

    def tallies(self, view: Realm, line: Sequence[Event]) -> Sequence[Sheet]:
        return [dice_sheet(view, line)]

    def rank(self, total: int) -> Text:
        """The rank of a solo result (ERA-15.17)."""
        return words("{rank}", rank=components().rank(total).names)


GAME = Era()
