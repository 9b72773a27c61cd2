"""Step 4, Disasters: the effects of each player's skulls (section 8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.core.common_wording import series
from engine.core.event import Value
from engine.core.step import Decision, Place, RuleStep
from engine.errors import Refusal, forbidden
from engine.games.era.collect import suffer
from engine.games.era.component_types import Building
from engine.games.era.domain import Pick, Placement
from engine.games.era.placement import PlacePiece, is_placement, next_part, why_not_here
from engine.games.era.state import Parts, Realm
from engine.games.era.wording import amount, piece_words, skulls
from engine.i18n.text import Text, verbatim, words

TAKE_DISASTER: Final = "disaster"
"""Pick with which the seat takes a disaster point instead of losing a resource. It is also the id
of the disaster track."""


class Disasters(RuleStep[Realm]):
    """Resolve the players' disasters, one after another (ERA-8.1, ERA-8.4)."""

    rules = ("ERA-4.1", "ERA-8.1", "ERA-8.4")

    def run(self, state: Realm) -> None:
        state.step = "disasters"
        state.push(*(DisasterTurn(seat) for seat in state.turn_order() if state.skulls(seat)))


class DisasterTurn(RuleStep[Realm]):
    """Resolve the disaster caused by the total number of a player's skulls (ERA-8.1 to ERA-8.3)."""

    rules = ("ERA-8.1", "ERA-8.2", "ERA-8.3")

    seat: int

    def run(self, state: Realm) -> None:
        seat = self.seat
        state.begin_turn(seat)
        number = state.skulls(seat)
        disaster = state.box.disaster(number)
        if disaster is None:
            return
        state.announce(
            "ERA-8.2",
            seat,
            "{seat} has {skulls}: {disaster}.",
            skulls=skulls(number),
            disaster=disaster.names,
        )
        _DISASTERS[disaster.id](state, seat)


def victims(state: Realm, seat: int) -> Sequence[int]:
    """Return the seats that are hit if `seat` causes Treachery or Attack: all opponents, clockwise
    from the left of `seat` (ERA-8.11, ERA-8.20). In the solo game, the player is the only victim
    (ERA-15.8, ERA-15.9)."""
    return [seat] if state.is_solo else state.opponents(seat)


# ---------------------------------------------------------------------- Robbers (1 skull)


def _robbers(state: Realm, seat: int) -> None:
    state.push(ChooseLoss(seat))


class ChooseLoss(Decision[Realm, str]):
    """D6: choose between a disaster point and the loss of a resource to Robbers (ERA-8.5,
    ERA-8.6)."""

    rules = ("ERA-8.5", "ERA-8.6")
    asks = words("Robbers: do you take a disaster point or lose a resource?")

    def options(self, state: Realm) -> Sequence[str]:
        return [TAKE_DISASTER, *state.held(self.seat)]

    def apply(self, state: Realm, pick: str) -> None:
        seat = self.seat
        if pick == TAKE_DISASTER:
            suffer(state, seat, "ERA-8.5" if state.held(seat) else "ERA-8.6", 1)
            return
        state.pay(seat, {pick: 1})
        state.announce("ERA-8.5", seat, "{seat} loses {amount}.", amount=amount(pick, 1))

    def label(self, state: Realm, chosen: tuple[str, ...]) -> Text:
        if chosen[-1] == TAKE_DISASTER:
            return words("Take {points}", points=amount(TAKE_DISASTER, 1))
        return words("Lose {amount}", amount=amount(chosen[-1], 1))

    def target(self, state: Realm, chosen: tuple[str, ...]) -> Place:
        return ("track", self.seat, chosen[-1])

    def refuse(self, state: Realm, pick: Value) -> Refusal:
        if isinstance(pick, str) and pick in state.box.resources:
            return forbidden("ERA-8.5", "You have none of that resource to lose.")
        return forbidden("ERA-8.5", "Robbers take trade goods, stone, wood or food.")

    def refuse_place(self, state: Realm, chosen: tuple[str, ...], place: Place) -> Refusal | None:
        return self.refuse(state, place[2]) if place[:2] == ("track", self.seat) else None


# ---------------------------------------------------------------------- Disease (2 skulls)


def _disease(state: Realm, seat: int) -> None:
    """Add a disaster point for each building that is in a cluster and not protected by a hospital
    (ERA-8.7)."""
    struck = state.domains[seat].diseased()
    if struck:
        suffer(state, seat, "ERA-8.7", len(struck), _disease_reason(state, struck))
    else:
        state.announce("ERA-8.7", seat, "{seat} is safe from Disease.")


def _disease_reason(state: Realm, struck: Sequence[Placement]) -> Text | None:
    if state.notes is None:
        return None
    named = (
        words("{kind} {cell}", kind=building.kind.names, cell=verbatim(building.cells[0]))
        for building in struck
    )
    return words("for {buildings}", buildings=series(named))


# ---------------------------------------------------------------------- Treachery (3 skulls)


def _treachery(state: Realm, seat: int) -> None:
    state.push(*(ReceiveScorched(victim) for victim in victims(state, seat)))


class ReceiveScorched(RuleStep[Realm]):
    """Give a player a scorched area if the supply has one. A player without room for it must make
    room if possible (ERA-8.11 to ERA-8.16)."""

    rules = ("ERA-8.11", "ERA-8.12", "ERA-8.14", "ERA-8.16", "ERA-15.8")

    seat: int

    def run(self, state: Realm) -> None:
        seat, domain = self.seat, state.domains[self.seat]
        if not state.supply[state.box.scorched_area.id]:
            state.announce("ERA-8.12", seat, "No scorched area is left for {seat}.")
        elif domain.legal_scorched():
            state.push(PlaceScorched(seat))
        elif domain.can_make_room():
            state.push(MakeRoom(seat), self)
        else:
            state.announce("ERA-8.16", seat, "{seat} has no room for a scorched area.")


class PlaceScorched(PlacePiece[Pick]):
    """D7: choose the place for a scorched area after Treachery (ERA-8.13)."""

    rules = ("ERA-8.13", "ERA-8.11")
    asks = words("Treachery: where do you place a scorched area?")

    def options(self, state: Realm) -> Sequence[Pick]:
        return [place.pick for place in state.domains[self.seat].legal_scorched()]

    def part_options(self, state: Realm, chosen: Parts) -> Sequence[Value]:
        match chosen:
            case ():
                return [state.box.scorched_area.id]
            case (_, _, _):
                return []
            case _:
                return next_part(state.domains[self.seat].legal_scorched(), chosen)

    def apply(self, state: Realm, pick: Pick) -> None:
        domain = state.domains[self.seat]
        piece = domain.geometry.at(pick)
        state.supply[piece.kind.id] -= 1
        domain.place(piece)
        state.announce(
            "ERA-8.13",
            self.seat,
            "{seat} places a {piece}.",
            piece=lambda: piece_words(piece, self.seat),
        )

    def refuse(self, state: Realm, pick: Value) -> Refusal:
        if is_placement(pick) and pick[0] != state.box.scorched_area.id:
            return forbidden("ERA-8.11", "Treachery brings a scorched area.")
        reason = why_not_here(state.domains[self.seat], pick, scorching=True)
        return reason or forbidden("ERA-8.13", "You cannot place the piece like that.")


# ---------------------------------------------------------------------- losing buildings


class _RemoveBuilding(Decision[Realm, Pick]):
    """Base class of decisions to choose which of the seat's buildings is lost: by default, one that
    is not walled in. A pick is the placement of the building."""

    def candidates(self, state: Realm) -> list[Placement]:
        return state.domains[self.seat].exposed_buildings()

    def options(self, state: Realm) -> Sequence[Pick]:
        return [building.pick for building in self.candidates(state)]

    def apply(self, state: Realm, pick: Pick) -> None:
        """Put the building into the box (ERA-8.17). If it comes with a die, the seat keeps the die
        until the end of the round (ERA-8.23)."""
        lose(state, self.seat, state.domains[self.seat].geometry.at(pick), self.rules[0])

    def label(self, state: Realm, chosen: tuple[Pick, ...]) -> Text:
        return piece_words(state.domains[self.seat].geometry.at(chosen[-1]), self.seat)

    def target(self, state: Realm, chosen: tuple[Pick, ...]) -> Place:
        return ("domain", self.seat, state.domains[self.seat].geometry.at(chosen[-1]).cells[0])

    def refuse(self, state: Realm, pick: Value) -> Refusal:
        domain = state.domains[self.seat]
        piece = domain.geometry.named(pick) if is_placement(pick) else None
        if piece is None or piece not in domain.pieces:
            return forbidden(self.rules[0], "You have no such building.")
        return self._refuse_safe(state, piece)

    def refuse_place(self, state: Realm, chosen: tuple[Pick, ...], place: Place) -> Refusal | None:
        if place[0] != "domain":
            return None
        if place[1] != self.seat:
            return forbidden(self.rules[0], "Choose a building in your own domain.")
        if len(place) < 3:
            return None
        domain = state.domains[self.seat]
        piece = domain.at(domain.geometry.grid.cell(str(place[2])))
        if piece is None:
            return forbidden(self.rules[0], "There is no building there.")
        return None if piece in self.candidates(state) else self._refuse_safe(state, piece)

    def _refuse_safe(self, state: Realm, piece: Placement) -> Refusal:
        kind = piece.kind
        if not isinstance(kind, Building):
            return forbidden(
                self.rules[0], "A {kind} is not a building and cannot be lost.", kind=kind.names
            )
        if kind.is_keep:
            return forbidden("ERA-14.3", "A keep is always walled in and cannot be lost.")
        return forbidden("ERA-14.2", "The {kind} is walled in and safe.", kind=kind.names)


def lose(state: Realm, seat: int, piece: Placement, rule: str) -> None:
    """Put a building of a seat into the box, and log its loss under the rule with the id `rule`
    (ERA-8.17). If it comes with a die, the seat keeps the die until the end of the round
    (ERA-8.23)."""
    kind = piece.kind
    assert isinstance(kind, Building)
    state.domains[seat].remove(piece)
    state.boxed[kind.id] += 1
    if kind.die is not None:
        state.lost_dice[seat] += (kind.die,)
    state.announce(rule, seat, "{seat} loses a {piece}.", piece=lambda: piece_words(piece, seat))


class MakeRoom(_RemoveBuilding):
    """D8: choose a building that is not walled in, and remove it to make room for a scorched area
    (ERA-8.14, ERA-8.15)."""

    rules = ("ERA-8.14", "ERA-8.15", "ERA-8.17")
    asks = words("Treachery: there is no room. Which building do you remove?")


class BurnBuilding(_RemoveBuilding):
    """D9: choose the building lost to Fire. It can be walled in, and it can be a keep
    (ERA-8.18)."""

    rules = ("ERA-8.18", "ERA-8.17", "ERA-8.23", "ERA-14.2")
    asks = words("Fire: which building do you lose?")

    def candidates(self, state: Realm) -> list[Placement]:
        """Return all buildings of the seat."""
        return state.domains[self.seat].buildings()


class LoseBuilding(_RemoveBuilding):
    """D10: choose which building outside the walls is lost to Attack (ERA-8.20)."""

    rules = ("ERA-8.20", "ERA-8.17", "ERA-8.23", "ERA-15.9")
    asks = words("Attack: which building outside your walls do you lose?")

    def part_rules(self, state: Realm, chosen: tuple[Value, ...]) -> Sequence[str]:
        return state.in_force(self.rules)


# ---------------------------------------------------------------------- Fire, Attack, Revolt


def _fire(state: Realm, seat: int) -> None:
    if state.domains[seat].buildings():
        state.push(BurnBuilding(seat))
    else:
        state.announce("ERA-8.19", seat, "{seat} has no building that could burn.")


def _attack(state: Realm, seat: int) -> None:
    state.push(*(SufferAttack(victim) for victim in victims(state, seat)))


class SufferAttack(RuleStep[Realm]):
    """Make a player choose a building outside the walls to lose to Attack. If there is none,
    nothing happens (ERA-8.21)."""

    rules = ("ERA-8.20", "ERA-8.21", "ERA-15.9")

    seat: int

    def run(self, state: Realm) -> None:
        if state.domains[self.seat].exposed_buildings():
            state.push(LoseBuilding(self.seat))
        else:
            state.announce("ERA-8.21", self.seat, "{seat} has no building outside the walls.")


def _revolt(state: Realm, seat: int) -> None:
    """Reset goods to 0 (ERA-8.22)."""
    lost = state.has(seat, "goods")
    state.pay(seat, {"goods": lost})
    state.announce("ERA-8.22", seat, "{seat} loses {amount}.", amount=amount("goods", lost))


_DISASTERS: Final[dict[str, Callable[[Realm, int], None]]] = {
    "robbers": _robbers,
    "disease": _disease,
    "treachery": _treachery,
    "fire": _fire,
    "attack": _attack,
    "revolt": _revolt,
}
