"""Consequences of placing the piece in hand at each position, computed once per position."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from attrs import define, field

from engine.errors import Refusal
from engine.games.era.build import BuildStructure
from engine.games.era.component_types import Building
from engine.games.era.disasters import PlaceScorched
from engine.games.era.domain import Domain, Pick, Placement
from engine.games.era.forecast import (
    NEUTRAL_RATING,
    Completion,
    Prospect,
    completion,
    promise,
    prospect,
    touches_house,
    worth_looking_at,
)
from engine.games.era.placement import Preview, preview
from engine.games.era.setup import PlaceKit
from engine.games.era.situations import last_round
from engine.games.era.state import Realm
from engine.match.decision_request import DecisionRequest


@define
class PieceForecast:
    """Previews of a piece of `kind` for the seat that is placing it, cached by position."""

    request: DecisionRequest[Realm]
    kind: str
    _previews: dict[Pick, Preview] = field(factory=dict, init=False)
    _refusals: dict[Pick, Refusal | None] = field(factory=dict, init=False)
    _prospects: dict[Pick, Prospect] = field(factory=dict, init=False)
    _completions: dict[Pick, Completion | None] = field(factory=dict, init=False)
    _good: list[Pick] | None = field(default=None, init=False)

    @property
    def view(self) -> Realm:
        """The state as the placing seat sees it."""
        return self.request.view

    @property
    def domain(self) -> Domain:
        """The domain of the placing seat."""
        return self.view.domain(self.request.seat)

    @property
    def scorching(self) -> bool:
        """Whether the placement is due to Treachery."""
        return isinstance(self.request.decision, PlaceScorched)

    @property
    def disease(self) -> bool:
        """Whether another round may follow, in which skulls can bring Disease."""
        return not last_round(self.view)

    def preview(self, pick: Pick) -> Preview:
        """Return the preview of the piece placed at `pick`."""
        if pick not in self._previews:
            self._previews[pick] = preview(self.domain, pick, scorching=self.scorching)
        return self._previews[pick]

    def refusal(self, pick: Pick) -> Refusal | None:
        """Return the reason why the piece may not be placed at `pick`; None if it may."""
        if pick not in self._refusals:
            self._refusals[pick] = self.preview(pick).refusal or self.request.refuse(pick)
        return self._refusals[pick]

    def _allowed(self, pick: Pick) -> Placement | None:
        return None if self.refusal(pick) else self.preview(pick).placement

    def prospect(self, pick: Pick) -> Prospect | None:
        """Return the consequences of building the piece at `pick`. Return None if the decision is
        not about building, or if the placement is illegal."""
        placement = self._allowed(pick)
        return None if placement is None else self._prospect_of(placement)

    def _prospect_of(self, placement: Placement) -> Prospect | None:
        if not isinstance(self.request.decision, BuildStructure):
            return None
        if placement.pick not in self._prospects:
            forecast = prospect(self.view, self.request.seat, placement)
            self._prospects[placement.pick] = forecast
        return self._prospects[placement.pick]

    def completion(self, pick: Pick) -> Completion | None:
        """Return the shortest wall that would enclose an area once the wall or keep in hand is
        placed at `pick`. Return None if there is none, if the placement is illegal, or for other
        pieces."""
        placement = self._allowed(pick)
        if placement is None or not placement.kind.is_barrier:
            return None
        if pick not in self._completions:
            after = self.domain.copy()
            after.place(placement)
            self._completions[pick] = completion(after, self._walls_left())
        return self._completions[pick]

    def _walls_left(self) -> Sequence[str]:
        """Return the kinds of walls of which at least one is left besides the piece in hand: among
        the starting pieces during setup, otherwise in the supply."""
        decision = self.request.decision
        left = decision.left(self.view) if isinstance(decision, PlaceKit) else self.view.supply
        return [kind for kind in self.view.box.walls if left.get(kind, 0) - (kind == self.kind) > 0]

    def _legal(self) -> Sequence[Placement]:
        return self.domain.legal_scorched() if self.scorching else self.domain.legal(self.kind)

    def good(self) -> Sequence[Pick]:
        """Return the positions worth considering, those with the most points first."""
        if self._good is None:
            placements = worth_looking_at(self.domain, self._legal(), disease=self.disease)
            self._good = sorted(placements, key=self._points, reverse=True)
        return self._good

    def _best(self) -> list[Placement]:
        """Return the best positions. If even these are only neutral (see `NEUTRAL_RATING`), return
        none, except for a market, whose points depend on its position."""
        domain = self.domain
        good = [domain.geometry.at(pick) for pick in self.good()]
        promised = partial(promise, domain, disease=self.disease)
        ranks = [(-self._points(piece.pick), *promised(piece)) for piece in good]
        kind = self.view.box.kinds[self.kind]
        differs = isinstance(kind, Building) and kind.bonus_max
        if not good or (promised(good[0]) >= NEUTRAL_RATING and not differs):
            return []
        return [piece for piece, rank in zip(good, ranks, strict=True) if rank == ranks[0]]

    def _points(self, pick: Pick) -> int:
        preview = self._prospect_of(self.domain.geometry.at(pick))
        return 0 if preview is None else preview.points

    def touches(self, placement: Placement | None) -> bool:
        """Return whether `placement` is that of a building that would touch another building; keeps
        never count. Return False for None, and always if skulls can no longer bring Disease."""
        if placement is None or not isinstance(placement.kind, Building) or not self.disease:
            return False
        return not placement.kind.is_barrier and touches_house(self.domain, placement)

    def starts(self, pick: Pick) -> Sequence[Placement]:
        """Return the positions at which the piece may start instead of `pick`; empty if it should
        start at `pick`."""
        best = self._best()
        if best or (self.refusal(pick) is None and not self.touches(self.preview(pick).placement)):
            return best
        return [
            placement for placement in self._legal() if not self.touches(placement)
        ] or self._legal()
