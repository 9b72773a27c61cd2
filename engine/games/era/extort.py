"""Step 6, Extort: stronger players demand a resource from weaker players, who can answer in advance
(section 10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.event import Value
from engine.core.game import AutoAnswer
from engine.core.step import Decision, Place, RuleStep
from engine.errors import Refusal, forbidden
from engine.games.era.collect import suffer
from engine.games.era.demands import PAY, REFUSAL_DISASTERS, REFUSE, HandOver, receive
from engine.games.era.situations import LAST_ROUND, last_round
from engine.games.era.solo import SoloExtort
from engine.games.era.state import Realm
from engine.games.era.wording import amount
from engine.i18n.text import Seat, Text, words

SPARE: Final = "spare"
DEMAND: Final = "demand"
"""Pick that makes a demand although the other player has nothing (ERA-10.6)."""


class Extort(RuleStep[Realm]):
    """Let the players extort, one after another (ERA-10.1). In the solo game, compare the player
    with Sir Philip instead (ERA-15.11)."""

    rules = ("ERA-4.1", "ERA-10.1", "ERA-15.11")

    def run(self, state: Realm) -> None:
        state.step = "extort"
        if state.is_solo:
            state.push(SoloExtort())
            return
        state.push(*(ExtortTurn(seat) for seat in state.turn_order() if targets(state, seat)))


def targets(state: Realm, seat: int) -> list[int]:
    """Return the seats that a seat may extort, clockwise from its left (ERA-10.2 to ERA-10.5)."""
    arms = state.arms(seat)
    return [other for other in state.opponents(seat) if arms.can_extort(state.arms(other))]


class ExtortTurn(RuleStep[Realm]):
    """Let a player make a demand of each target, one by one (ERA-10.5)."""

    rules = ("ERA-10.1", "ERA-10.2", "ERA-10.5")

    seat: int

    def run(self, state: Realm) -> None:
        state.begin_turn(self.seat)
        state.push(*(Demand(self.seat, target) for target in targets(state, self.seat)))


class Demand(Decision[Realm, str]):
    """D12: choose a resource to demand from a target, or spare the target (ERA-10.6, ERA-10.10)."""

    rules = ("ERA-10.6", "ERA-10.10", "ERA-10.2", "ERA-10.8", "ERA-10.11")
    situations = (LAST_ROUND,)

    of: int

    situation = staticmethod(last_round)

    def options(self, state: Realm) -> Sequence[str]:
        return [*(state.held(self.of) or [DEMAND]), SPARE]

    def numbered(self, state: Realm, chosen: tuple[str, ...]) -> Sequence[str]:
        """Return all picks, possible or not, in a fixed order, so that a pick has the same number
        for every target. If `chosen` is not empty, return an empty sequence."""
        return () if chosen else [*state.box.resources, DEMAND, SPARE]

    def apply(self, state: Realm, pick: str) -> None:
        seat, other = self.seat, Seat(self.of)
        if pick == SPARE:
            state.announce("ERA-10.10", seat, "{seat} spares {other}.", other=other)
        elif pick == DEMAND:
            state.announce(
                "ERA-10.6", seat, "{seat} makes a demand of {other}, who has nothing.", other=other
            )
            suffer(state, self.of, "ERA-10.8", REFUSAL_DISASTERS)
        else:
            state.announce(
                "ERA-10.6",
                seat,
                "{seat} demands {what} from {other}.",
                what=amount(pick, 1),
                other=other,
            )
            state.push(AnswerDemand(self.of, to=seat, kind=pick))

    def question(self, state: Realm) -> Text:
        return words("What do you demand from {seat}?", seat=Seat(self.of))

    def label(self, state: Realm, chosen: tuple[str, ...]) -> Text:
        match chosen[-1]:
            case "spare":
                return words("Spare {seat}", seat=Seat(self.of))
            case "demand":
                return words("Make a demand, though {seat} has nothing", seat=Seat(self.of))
            case kind:
                return words("Demand {what}", what=amount(kind, 1))

    def target(self, state: Realm, chosen: tuple[str, ...]) -> Place | None:
        pick = chosen[-1]
        return ("track", self.of, pick) if pick in state.box.resources else None

    def refuse(self, state: Realm, pick: Value) -> Refusal:
        if isinstance(pick, str) and pick in state.box.resources:
            return forbidden("ERA-10.6", "{seat} has none of that.", seat=Seat(self.of))
        return forbidden("ERA-10.6", "Name a resource that {seat} has.", seat=Seat(self.of))

    def refuse_place(self, state: Realm, chosen: tuple[str, ...], place: Place) -> Refusal | None:
        if place[0] != "track":
            return None
        if place[1] != self.of:
            return forbidden(
                "ERA-10.5",
                "Right now, you can only demand something from {seat}.",
                seat=Seat(self.of),
            )
        return self.refuse(state, place[2])


class AnswerDemand(HandOver):
    """D13: hand over a demanded resource, or refuse (ERA-10.7, ERA-10.8)."""

    rules = ("ERA-10.7", "ERA-10.8", "ERA-10.9")
    refused = "ERA-10.8"

    to: int
    kind: str

    def hand_over(self, state: Realm) -> None:
        """Give the resource to the seat `to`. If that seat's track is full, the resource is lost
        (ERA-10.9)."""
        state.announce(
            "ERA-10.7",
            self.seat,
            "{seat} hands {what} over to {other}.",
            what=amount(self.kind, 1),
            other=Seat(self.to),
        )
        receive(state, self.to, self.kind)

    def question(self, state: Realm) -> Text:
        return words(
            "{seat} demands {what}: do you hand it over?",
            seat=Seat(self.to),
            what=amount(self.kind, 1),
        )


_DEMANDS: Final = frozenset((AnswerDemand.name,))

AUTO_ANSWERS: Final[Mapping[str, AutoAnswer]] = {
    "refuse": AutoAnswer(_DEMANDS, words("refuse all demands"), lambda view, asked: REFUSE),
    "pay": AutoAnswer(_DEMANDS, words("give in to all demands"), lambda view, asked: PAY),
}
"""The auto-answers to demands, by name (ERA-10.7)."""
