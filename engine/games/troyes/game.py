"""The rules of Troyes for matches, bots and screens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.bot_support import SearchBudget
from engine.core.chance import Dice
from engine.core.component_data import Data
from engine.core.event import Value
from engine.core.game import Game
from engine.core.step import Decision
from engine.core.table_settings import HANDS_ON_DEMAND, Setting
from engine.errors import BadSetup
from engine.games.troyes import ENTRY, scoring
from engine.games.troyes.black_dice import FaceBlackDie
from engine.games.troyes.bots.candidates import (
    without_idle_placements,
    without_needless_dice,
    without_wasted_dice,
    without_wasted_influence,
)
from engine.games.troyes.bots.determinization import guess
from engine.games.troyes.bots.evaluation import evaluate, features, follow, spread
from engine.games.troyes.bots.playout_policy import quick
from engine.games.troyes.components import CHANGEABLE, components
from engine.games.troyes.describe import describe
from engine.games.troyes.influence import INFLUENCE_COMMANDS
from engine.games.troyes.setup import BeginPlacement, DealCharacters, DrawStart, empty_table
from engine.games.troyes.state import Town
from engine.games.troyes.turn import TakeTurn
from engine.i18n.text import words

START_OPTION: Final = "start"
RANDOM_START: Final = "random"
BONUS_OPTION: Final = "bonus"
BONUS_ON: Final = "on"


class Troyes(Game[Town]):
    """The rules of Troyes: families use dice of three colours, and may buy each other's dice."""

    entry = ENTRY
    throws_dice = True
    privacy = HANDS_ON_DEMAND
    changeable = CHANGEABLE
    remembers = True
    thinking = SearchBudget(playouts=128, moments=1, candidates=8)
    medium_budget = SearchBudget(playouts=8, moments=1, candidates=4)
    pick_cost = 2.5

    def settings(self) -> Sequence[Setting]:
        """Return the options: the start player, and whether the bonus cards are used (D1)."""
        numbers = range(1, self.players[-1] + 1)
        seats = {str(seat): words("Player {number}", number=seat) for seat in numbers}
        return (
            Setting(
                START_OPTION,
                words("Start player"),
                {RANDOM_START: words("random"), **seats},
                RANDOM_START,
            ),
            Setting(
                BONUS_OPTION,
                words("Bonus cards"),
                {"off": words("no"), BONUS_ON: words("yes")},
                "off",
                makes_variant=True,
            ),
        )

    def check(self, seats: int, options: Mapping[str, str]) -> dict[str, str]:
        checked = super().check(seats, options)
        if checked[START_OPTION] != RANDOM_START and int(checked[START_OPTION]) > seats:
            raise BadSetup("There is no player {number}.", number=checked[START_OPTION])
        return checked

    def setup(self, seats: int, options: Mapping[str, str], data: Data) -> Town:
        chosen = {**{setting.key: setting.default for setting in self.settings()}, **options}
        state = empty_table(components(data), seats, bonus=chosen[BONUS_OPTION] == BONUS_ON)
        start = chosen[START_OPTION]
        if start == RANDOM_START:
            state.push(DealCharacters(), DrawStart(), BeginPlacement())
        else:
            state.first = int(start) - 1
            state.push(DealCharacters(), BeginPlacement())
        return state

    sheets = staticmethod(scoring.sheets)
    standings = staticmethod(scoring.standings)
    describe = staticmethod(describe)
    value = staticmethod(evaluate)
    follow = staticmethod(follow)
    guess = staticmethod(guess)
    quick = staticmethod(quick)
    features = staticmethod(features)

    def weights_key(self, state: Town) -> str | None:
        """Return the key of the fitted weights, which contains the number of players. Return None
        with custom components or bonus cards."""
        is_standard = state.box is components() and not state.bonus
        return f"{state.seats} players" if is_standard else None

    spread = staticmethod(spread)

    def candidates(
        self, view: Town, decision: Decision[Town, Value], dice: Dice, most: int
    ) -> Sequence[Value]:
        """Return the default candidates. Against black dice, picks that waste influence or dice are
        left out. In a turn, activations and fights with needless dice are left out, and so are
        placements that neither give the seat another citizen in the building nor expel an
        opponent's."""
        picks = super().candidates(view, decision, dice, most)
        if isinstance(decision, FaceBlackDie):
            picks = without_wasted_dice(view, decision.seat, picks)
            return without_wasted_influence(view, decision, picks)
        if isinstance(decision, TakeTurn):
            picks = without_needless_dice(view, decision.seat, picks)
            return without_idle_placements(view, decision.seat, picks)
        return picks

    def pays_to_search(self, view: Town) -> bool:
        """Whether there are two players or fitted weights. Otherwise, a search does not pay,
        because playouts are too inaccurate."""
        return view.seats == 2 or self.weights(view) is not None

    def moment(self, state: Town) -> int:
        """Return the number of the round. At the start of a round, everyone has had the same
        opportunities."""
        return state.round

    def is_preparatory(self, decision: Decision[Town, Value], pick: Value) -> bool:
        """Whether the pick is a use of influence, after which the turn still needs an action
        (TRO-9.2)."""
        return (
            isinstance(decision, TakeTurn)
            and isinstance(pick, tuple)
            and pick[0] in INFLUENCE_COMMANDS
        )


GAME = Troyes()
