"""The rules of Era: Medieval Age for matches, bots and screens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.bot_support import SearchBudget
from engine.core.chance import Dice
from engine.core.component_data import Data
from engine.core.event import Event, Value
from engine.core.game import Game
from engine.core.score_sheet import Sheet
from engine.core.step import Decision
from engine.core.table_settings import PASS_SCREENS
from engine.games.era import ENTRY, scoring
from engine.games.era.bots.candidates import candidates
from engine.games.era.bots.determinization import guess
from engine.games.era.bots.evaluation import evaluate, features, rounds_to_come
from engine.games.era.bots.playout_policy import quick
from engine.games.era.build import BuildStructure
from engine.games.era.components import CHANGEABLE, boxed, components
from engine.games.era.describe import describe
from engine.games.era.extort import AUTO_ANSWERS
from engine.games.era.scoring import dice_sheet
from engine.games.era.setup import empty_table
from engine.games.era.state import DONE_PICK, Realm
from engine.i18n.text import Text, words


class Era(Game[Realm]):
    """The rules of Era: roll a growing pool of dice, and build a walled city."""

    entry = ENTRY
    throws_dice = True
    privacy = PASS_SCREENS
    auto_answers = AUTO_ANSWERS
    changeable = CHANGEABLE
    thinking = SearchBudget(playouts=48, moments=2)

    def setup(self, seats: int, options: Mapping[str, str], data: Data) -> Realm:
        """Return the initial state. Of each player's starting pieces, only the keep has been placed
        (section 3)."""
        return empty_table(seats, components(data))

    boxed = staticmethod(boxed)
    sheets = staticmethod(scoring.sheets)
    standings = staticmethod(scoring.standings)
    sources = staticmethod(scoring.sources)
    describe = staticmethod(describe)
    value = staticmethod(evaluate)
    guess = staticmethod(guess)
    quick = staticmethod(quick)
    candidates = staticmethod(candidates)
    features = staticmethod(features)

    def end_turn_pick(self, decision: Decision[Realm, Value]) -> Value | None:
        return DONE_PICK if isinstance(decision, BuildStructure) else None

    def weights_key(self, state: Realm) -> str | None:
        """Return the key of the fitted weights, which contains the number of players. Return None
        with custom components and in the solo game."""
        has_rivals = not state.is_solo and state.box is components()
        return f"{state.seats} players" if has_rivals else None

    def advise(self, view: Realm, decision: Decision[Realm, Value], dice: Dice) -> Value | None:
        """Return the pick of the rules of thumb. Return None for the choice of a structure in the
        last round, when the points for each structure are known."""
        if isinstance(decision, BuildStructure) and not rounds_to_come(view, decision.seat):
            return None
        return quick(view, decision, dice)

    def moment(self, state: Realm) -> int:
        """Return the number of the round. At the start of a round, everyone has had the same number
        of turns."""
        return state.round

    def tallies(self, view: Realm, line: Sequence[Event]) -> Sequence[Sheet]:
        return [dice_sheet(view, line)]

    def rank(self, total: int) -> Text:
        """Return the title of a solo result (ERA-15.17)."""
        return words("{rank}", rank=components().rank(total).names)


GAME = Era()
