"""The solo game: Extort between the player and Sir Philip (section 15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.event import Value
from engine.core.step import Decision, Place, RuleStep
from engine.errors import Refusal, forbidden
from engine.games.era.collect import suffer
from engine.games.era.demands import REFUSAL_DISASTERS, HandOver, receive
from engine.games.era.state import Arms, Realm
from engine.games.era.wording import amount
from engine.i18n.text import Text, words

PLAYER: Final = 0

DECLINE: Final = "decline"


class SoloExtort(RuleStep[Realm]):
    """Compare the swords and shields of the player and Sir Philip, and let the stronger side
    extort, if there is one (ERA-15.11)."""

    rules = ("ERA-15.11", "ERA-15.12", "ERA-15.13", "ERA-15.14")

    def run(self, state: Realm) -> None:
        player, philip = state.arms(PLAYER), Arms.on(state.philip_results())
        if player.can_extort(philip):
            self._player_extorts(state)
        elif philip.can_extort(player):
            self._philip_extorts(state)

    def _player_extorts(self, state: Realm) -> None:
        if shown_by_philip(state):
            state.begin_turn(PLAYER)
            state.push(TakeFromPhilip(PLAYER))
        else:
            philip = state.box.solo.opponent
            state.announce(
                "ERA-15.12", PLAYER, "{philip}'s dice show nothing to take.", philip=philip
            )

    def _philip_extorts(self, state: Realm) -> None:
        """Demand the first resource, in Sir Philip's order, that the player has (ERA-15.13). If the
        player has no resource, add disaster points (ERA-15.14)."""
        order, philip = state.box.solo.philip_take_order, state.box.solo.opponent
        kind = next((track for track in order if state.has(PLAYER, track)), None)
        if kind is None:
            state.announce(
                "ERA-15.13",
                PLAYER,
                "{philip} makes a demand, but there is nothing to take.",
                philip=philip,
            )
            suffer(state, PLAYER, "ERA-15.14", REFUSAL_DISASTERS)
        else:
            what = amount(kind, 1)
            state.announce(
                "ERA-15.13", PLAYER, "{philip} demands {what}.", philip=philip, what=what
            )
            state.begin_turn(PLAYER)
            state.push(AnswerPhilip(PLAYER, kind))


def shown_by_philip(state: Realm) -> list[str]:
    """Return the resources on Sir Philip's dice, including all alternatives of "or" faces
    (ERA-15.12)."""
    shown: set[str] = set()
    for face in state.philip_results():
        shown.update(face.gain, *face.one_of)
    return [resource for resource in state.box.resources if resource in shown]


class TakeFromPhilip(Decision[Realm, str]):
    """D14: choose a resource shown by Sir Philip's dice, or none (ERA-15.12)."""

    rules = ("ERA-15.12", "ERA-15.15")

    def options(self, state: Realm) -> Sequence[str]:
        return [*shown_by_philip(state), DECLINE]

    def apply(self, state: Realm, pick: str) -> None:
        philip = state.box.solo.opponent
        if pick == DECLINE:
            state.announce("ERA-15.12", self.seat, "{seat} spares {philip}.", philip=philip)
            return
        seat, what = self.seat, amount(pick, 1)
        state.announce(
            "ERA-15.12", seat, "{seat} takes {what} from {philip}.", what=what, philip=philip
        )
        receive(state, seat, pick)

    def question(self, state: Realm) -> Text:
        return words("What do you take from {philip}?", philip=state.box.solo.opponent)

    def label(self, state: Realm, chosen: tuple[str, ...]) -> Text:
        if chosen[-1] == DECLINE:
            return words("Take nothing")
        return words("Take {what}", what=amount(chosen[-1], 1))

    def target(self, state: Realm, chosen: tuple[str, ...]) -> Place | None:
        return None if chosen[-1] == DECLINE else ("track", self.seat, chosen[-1])

    def refuse(self, state: Realm, pick: Value) -> Refusal:
        philip = state.box.solo.opponent
        return forbidden("ERA-15.12", "{philip}'s dice show none of that.", philip=philip)

    def refuse_place(self, state: Realm, chosen: tuple[str, ...], place: Place) -> Refusal | None:
        return self.refuse(state, place[2]) if place[:2] == ("track", self.seat) else None


class AnswerPhilip(HandOver):
    """D15: hand over a resource demanded by Sir Philip, or refuse (ERA-15.14)."""

    rules = ("ERA-15.14", "ERA-15.13")
    refused = "ERA-15.14"

    def hand_over(self, state: Realm) -> None:
        """Log the payment. Sir Philip keeps nothing, so the resource is lost."""
        what, philip = amount(self.kind, 1), state.box.solo.opponent
        state.announce(
            "ERA-15.14",
            self.seat,
            "{seat} hands {what} over to {philip}.",
            what=what,
            philip=philip,
        )

    def question(self, state: Realm) -> Text:
        return words(
            "{philip} demands {what}: do you hand it over?",
            philip=state.box.solo.opponent,
            what=amount(self.kind, 1),
        )
