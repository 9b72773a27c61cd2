"""The rules of Deus for matches, bots and screens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from attrs import evolve

from engine.core.bot_support import SearchBudget
from engine.core.chance import Dice
from engine.core.component_data import Data
from engine.core.event import Value
from engine.core.game import Game
from engine.core.step import Decision
from engine.core.table_settings import HANDS_ON_DEMAND, Setting
from engine.games.deus import ENTRY, scoring
from engine.games.deus.bots.determinization import guess
from engine.games.deus.bots.evaluation import evaluate, features, spread, worth
from engine.games.deus.bots.playout_policy import best_turn, quick
from engine.games.deus.bots.turn_values import MORE_THAN_ALL_REGIONS, shortlist
from engine.games.deus.components import CHANGEABLE, components
from engine.games.deus.describe import describe
from engine.games.deus.offering import ChooseResources, wanted_resources, without_hoarding
from engine.games.deus.rounds import Turn
from engine.games.deus.setup import (
    DRAWN_AT_RANDOM,
    FIRST_OPTION,
    LAYOUT_OPTION,
    PIECES_OPTION,
    POINTS_OPEN,
    POINTS_OPTION,
    STANDARD_LAYOUT,
    USUAL_PIECES,
    WILDCARDS_OPTION,
    YES,
    empty_table,
    is_by_hand,
)
from engine.games.deus.state import World
from engine.i18n.text import plural, words


class Deus(Game[World]):
    """The game Deus. On a turn, a player builds a card and activates its column, or offers cards to
    a god."""

    entry = ENTRY
    privacy = HANDS_ON_DEMAND
    changeable = CHANGEABLE
    remembers = True
    thinking = SearchBudget(playouts=64, moments=1, candidates=10, max_per_command=6)
    pick_cost = 8.0
    easy_bot_advised = 0
    easy_bot_tolerance = 2.0

    def setup(self, seats: int, options: Mapping[str, str], data: Data) -> World:
        """Return the initial state. The first steps on its agenda lay out the map, deal the cards
        and determine the first player (section 3). Raises BadSetup if the game cannot be played
        with `options` or `data`."""
        return empty_table(seats, self.check(seats, options), components(data))

    def settings(self) -> Sequence[Setting]:
        return _settings()

    def check(self, seats: int, options: Mapping[str, str]) -> dict[str, str]:
        """Return the checked options, with the game's defaults filled in. A map given as text is
        accepted here; `setup` checks it (DEU-22.4). Raises BadSetup."""
        layout = options.get(LAYOUT_OPTION, STANDARD_LAYOUT)
        if not is_by_hand(layout):
            return super().check(seats, options)
        return {
            **super().check(seats, {**options, LAYOUT_OPTION: STANDARD_LAYOUT}),
            LAYOUT_OPTION: layout,
        }

    sheets = staticmethod(scoring.sheets)
    standings = staticmethod(scoring.standings)
    describe = staticmethod(describe)
    value = staticmethod(evaluate)
    worth = staticmethod(worth)
    spread = staticmethod(spread)
    guess = staticmethod(guess)
    quick = staticmethod(quick)
    features = staticmethod(features)

    def weights_key(self, state: World) -> str | None:
        """Return the key of the fitted weights, which contains the number of players. Return None
        with custom components or the wildcard variant."""
        is_standard = state.box is components() and not state.wildcard_variant
        return f"{state.seats} players" if is_standard else None

    def candidates(
        self, view: World, decision: Decision[World, Value], dice: Dice, most: int
    ) -> Sequence[Value]:
        """Return the default candidates, except for resources from Ceres and for turns.

        For resources, only useful combinations are returned (see `wanted_resources`). For a turn
        without the wildcard variant, the shortlist is returned (see `shortlist`). In every turn,
        offerings for resources are left out if the seat has enough (see `without_hoarding`).
        """
        if isinstance(decision, ChooseResources):
            return wanted_resources(view, decision)
        if isinstance(decision, Turn) and not view.wildcard_variant:
            picks: Sequence[Value] = shortlist(view.copy(), decision.seat, dice)
        else:
            picks = super().candidates(view, decision, dice, most)
        if isinstance(decision, Turn):
            return without_hoarding(view, decision.seat, picks)
        return picks

    def advise(self, view: World, decision: Decision[World, Value], dice: Dice) -> Value | None:
        """Return the pick for the most valuable building or offering of a turn, after a little
        noise has been added (see `best_turn`). Return None for other decisions, and with the
        wildcard variant."""
        if not isinstance(decision, Turn) or view.wildcard_variant:
            return None
        return best_turn(view.copy(), decision.seat, dice, MORE_THAN_ALL_REGIONS)

    def thinking_at(self, view: World) -> SearchBudget:
        """Return the search budget: playouts of two rounds with two players, but of one round with
        more players, because their rounds take longer to play out."""
        return evolve(self.thinking, moments=2) if view.seats == 2 else self.thinking

    def moment(self, state: World) -> int:
        """Return the round. At the start of a round, everyone has had the same number of turns."""
        return state.round


@cache
def _settings() -> tuple[Setting, ...]:
    box = components()
    seats = range(1, ENTRY.players[-1] + 1)
    return (
        Setting(
            LAYOUT_OPTION,
            words("Map"),
            {
                STANDARD_LAYOUT: words("Standard layout"),
                DRAWN_AT_RANDOM: words("Random free layout"),
                **{preset.shape: words("{layout}", layout=preset.names) for preset in box.presets},
            },
            STANDARD_LAYOUT,
        ),
        Setting(
            PIECES_OPTION,
            words("Pieces at the start"),
            {
                USUAL_PIECES: words("2 of each type"),
                **{
                    str(n): plural("{n} piece of your choice", "{n} pieces of your choice", n)
                    for n in box.start_pieces
                },
            },
            USUAL_PIECES,
        ),
        Setting(
            WILDCARDS_OPTION,
            words("Face-down card"),
            {"no": words("No"), YES: words("Once per game")},
            "no",
            makes_variant=True,
        ),
        Setting(
            FIRST_OPTION,
            words("First player"),
            {
                DRAWN_AT_RANDOM: words("Drawn at random"),
                **{str(n): words("Player {n}", n=n) for n in seats},
            },
            DRAWN_AT_RANDOM,
        ),
        Setting(
            POINTS_OPTION,
            words("Victory points"),
            {"hidden": words("Hidden until the end"), POINTS_OPEN: words("Open")},
            "hidden",
        ),
    )


GAME = Deus()
