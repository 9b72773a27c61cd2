"""The rules of Cities & Knights for matches, bots and screens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.bot_support import SearchBudget
from engine.core.component_data import Data
from engine.core.event import Value
from engine.core.step import Decision
from engine.core.table_settings import Setting
from engine.errors import BadSetup
from engine.games.knights import ENTRY, scoring
from engine.games.knights.action_phase import Main
from engine.games.knights.auto_answers import IN_KNIGHTS
from engine.games.knights.bots.candidates import candidates
from engine.games.knights.bots.determinization import guess
from engine.games.knights.bots.evaluation import CARDS_AT_RISK, evaluate, features
from engine.games.knights.bots.playout_policy import advise, quick
from engine.games.knights.bots.turn_policy import END_TURN
from engine.games.knights.components import components
from engine.games.knights.describe import describe
from engine.games.knights.island_game import IslandGame
from engine.games.knights.rounds import Turn
from engine.games.knights.setup import (
    Setup,
    ShuffleDecks,
    begin_table,
    empty_island,
    has_standard_rules,
    table_settings,
)
from engine.games.knights.state import Island
from engine.i18n.text import words

PRESET_OPTION: Final = "preset"
USUAL_PRESET: Final = "usual"
DUEL_PRESET: Final = "duel"
DUELLISTS: Final = range(2, 3)


class CitiesAndKnights(IslandGame[Island]):
    """The rules of Cities & Knights: improve cities, and defend the island against barbarians."""

    entry = ENTRY
    auto_answers = IN_KNIGHTS
    remembers = True
    thinking = SearchBudget(playouts=128, moments=2)
    medium_budget = SearchBudget(playouts=4, moments=1, candidates=2)
    drawbacks = (CARDS_AT_RISK,)

    def settings(self) -> Sequence[Setting]:
        """Return the options: preset, points to win, discard limit, layout, open hands, open
        answers on a shared keyboard, and card counting (CK-23)."""
        presets = {
            USUAL_PRESET: words("Standard game"),
            DUEL_PRESET: words("Duel for two: 15 points, limit 9"),
        }
        preset = Setting(
            PRESET_OPTION,
            words("Preset"),
            presets,
            USUAL_PRESET,
            words(
                "The duel is for two players. You need more points to win, and you can "
                "hold more cards."
            ),
            makes_variant=True,
        )
        discards = words(
            "On a seven, anyone with more cards than this discards half. Walls raise the limit."
        )
        return preset, *table_settings(components(), discards)

    def settled(self, options: Mapping[str, str]) -> Mapping[str, str]:
        """Return the options that the preset for two players sets, which are the points to win and
        the discard limit. Return an empty mapping with any other preset (CK-23.2)."""
        return components().duel if options.get(PRESET_OPTION) == DUEL_PRESET else {}

    def player_counts(self, options: Mapping[str, str]) -> range:
        """Return the possible numbers of players: only 2 with the preset for two players."""
        return DUELLISTS if options.get(PRESET_OPTION) == DUEL_PRESET else self.players

    def check(self, seats: int, options: Mapping[str, str]) -> dict[str, str]:
        """Return the checked options with defaults filled in. The preset for two players sets the
        points to win and the discard limit (CK-23.2).

        Raises BadSetup for invalid values, and if other values or the number of seats contradict
        the preset.
        """
        checked = super().check(seats, options)
        if checked[PRESET_OPTION] == USUAL_PRESET:
            return checked
        if seats not in self.player_counts(checked):
            raise BadSetup("The duel is for two players.")
        defaults = super().check(seats, {})
        settings = {setting.key: setting for setting in self.settings()}
        for key, value in self.settled(checked).items():
            if checked[key] not in (value, defaults[key]):
                name, required = settings[key].title, settings[key].choices[value]
                raise BadSetup(
                    "In the duel, “{option}” is always {value}.", option=name, value=required
                )
            checked[key] = value
        return checked

    def setup(self, seats: int, options: Mapping[str, str], data: Data) -> Island:
        state = empty_island(Island, seats, components(data))
        begin_table(state, options)
        state.agenda[0:0] = [Turn(0), Setup(), ShuffleDecks()]
        return state

    sheets = staticmethod(scoring.sheets)
    describe = staticmethod(describe)
    advise = staticmethod(advise)
    value = staticmethod(evaluate)
    guess = staticmethod(guess)
    quick = staticmethod(quick)
    candidates = staticmethod(candidates)
    features = staticmethod(features)

    def end_turn_pick(self, decision: Decision[Island, Value]) -> Value | None:
        return END_TURN if isinstance(decision, Main) else None

    def weights_key(self, state: Island) -> str | None:
        """Return the key of the fitted weights, which contains the number of players. Return None
        with custom components, or if the points to win or the discard limit are not the default."""
        return f"{state.seats} players" if has_standard_rules(state, components()) else None


GAME = CitiesAndKnights()
