"""The base class for the rules of Cities & Knights and Catan, for matches and bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from engine.core.event import Value
from engine.core.game import Game
from engine.core.step import Decision
from engine.core.table_settings import HANDS_ON_DEMAND, OPEN_HANDS
from engine.games.knights import scoring
from engine.games.knights.components import CHANGEABLE
from engine.games.knights.setup import YES
from engine.games.knights.state import Island
from engine.games.knights.trade import is_offer

T = TypeVar("T", bound=Island)


class IslandGame(Game[T]):
    """The rules that Cities & Knights and Catan share."""

    usual_players = 4
    throws_dice = True
    privacy = HANDS_ON_DEMAND
    changeable = CHANGEABLE
    easy_bot_tolerance = 5.0

    standings = staticmethod(scoring.standings)

    def privacy_for(self, options: Mapping[str, str]) -> str:
        """Return `OPEN_HANDS` if the option for open hands is on (CK-23.7). Otherwise the other
        options determine the privacy."""
        return OPEN_HANDS if options.get("open_hands") == YES else super().privacy_for(options)

    def is_offer(self, decision: Decision[T, Value], pick: Value) -> bool:
        return is_offer(decision, pick)
