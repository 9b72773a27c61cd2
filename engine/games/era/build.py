"""Step 5, Build: use hammers to build buildings and walls (section 9)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.chance import Dice
from engine.core.event import Value
from engine.core.step import Place, RuleStep
from engine.errors import Refusal, forbidden
from engine.games.era.component_types import Building, Structure
from engine.games.era.domain import Pick, Placement
from engine.games.era.placement import (
    PlacePiece,
    choice_of,
    legal_placement,
    newly_enclosed,
    next_part,
    why_not_here,
)
from engine.games.era.situations import (
    CLOSES_WALL,
    FIRST_ROUNDS,
    LAST_ROUND,
    NEAR_END,
    SOLO_LAST_ROUND,
    build_situation,
)
from engine.games.era.state import DONE, DONE_PICK, Parts, Realm
from engine.games.era.wording import amounts, hammers, piece_words
from engine.i18n.text import Argument, Text, words

BuildPick = Pick | tuple[str]
"""A placement, or ("done",)."""


class Build(RuleStep[Realm]):
    """Let each player with hammers build, one after the other (ERA-9.1)."""

    rules = ("ERA-4.1", "ERA-9.1")

    def run(self, state: Realm) -> None:
        state.step = "build"
        state.push(*(BuildTurn(seat) for seat in state.turn_order() if state.hammers(seat)))


class BuildTurn(RuleStep[Realm]):
    """A player's whole Build step (ERA-9.1)."""

    rules = ("ERA-9.1",)

    seat: int

    def run(self, state: Realm) -> None:
        state.begin_turn(self.seat)
        _ask(state, self.seat, state.hammers(self.seat))


def _ask(state: Realm, seat: int, left: int) -> None:
    """Ask for the next structure, if any can be built; otherwise log that none can be (ERA-9.4).
    `left` is the number of unused hammers."""
    if any(can_build(state, seat, structure) for structure in state.box.structures.values()):
        state.push(BuildStructure(seat, left))
    else:
        state.announce(
            "ERA-9.4", seat, "{seat} cannot build anything with {hammers}.", hammers=hammers(left)
        )


def can_build(state: Realm, seat: int, structure: Structure) -> bool:
    """Whether a structure is affordable, is in the supply and has a place (ERA-9.4)."""
    return (
        state.supply[structure.id] > 0
        and state.can_pay(seat, structure.cost)
        and state.domains[seat].has_room_for(structure.id)
    )


def why_not_build(state: Realm, seat: int, structure: Structure) -> Refusal | None:
    """Return the reason why a structure cannot be built anywhere; None if it can be built
    (ERA-9.4)."""
    if not state.supply[structure.id]:
        return forbidden("ERA-9.4", "No {kind} is left in the supply.", kind=structure.names)
    kind, cost = structure.names, structure.cost
    if not state.can_pay(seat, cost):
        reason = words(
            "A {kind} costs {cost}. You lack {missing}.",
            kind=kind,
            cost=amounts(cost),
            missing=amounts(state.lacks(seat, cost)),
        )
        return Refusal("ERA-9.4", reason)
    if not state.domains[seat].has_room_for(structure.id):
        return forbidden("ERA-9.4", "There is no room for a {kind} in your domain.", kind=kind)
    return None


class BuildStructure(PlacePiece[BuildPick]):
    """D11: choose a structure and its place, or stop building (ERA-9.2 to ERA-9.5)."""

    rules = (
        "ERA-9.2", "ERA-9.3", "ERA-9.4", "ERA-9.5", "ERA-9.6",
        "ERA-2.3", "ERA-2.5", "ERA-2.6", "ERA-2.7",
    )  # fmt: skip
    listed = False
    situations = (LAST_ROUND, SOLO_LAST_ROUND, CLOSES_WALL, NEAR_END, FIRST_ROUNDS)

    left: int

    def situation(self, state: Realm) -> str:
        return build_situation(state, self.seat, self.kinds(state))

    def options(self, state: Realm) -> Sequence[BuildPick]:
        domain = state.domains[self.seat]
        kinds = self.kinds(state)
        picks = [place.pick for kind in kinds for place in choice_of(domain.legal(kind))]
        return [*picks, DONE_PICK]

    def kinds(self, state: Realm) -> list[str]:
        structures = state.box.structures
        return [id for id in structures if can_build(state, self.seat, structures[id])]

    def part_options(self, state: Realm, chosen: Parts) -> Sequence[Value]:
        match chosen:
            case ():
                return [*self.kinds(state), DONE]
            case (str(kind),) | (str(kind), _) if kind != DONE:
                return next_part(state.domains[self.seat].legal(kind), chosen)
            case _:
                return []

    def allows(self, state: Realm, pick: Value) -> bool:
        if pick == DONE_PICK:
            return True
        place = legal_placement(state.domains[self.seat], pick)
        return (
            place is not None
            and isinstance(place.kind, Structure)
            and state.supply[place.kind.id] > 0
            and state.can_pay(self.seat, place.kind.cost)
        )

    def sample(self, state: Realm, dice: Dice) -> BuildPick:
        """Return a random place for a random structure, or the pick that builds nothing. The latter
        is as likely as each structure."""
        pick = dice.pick([*self.kinds(state), DONE])
        if pick == DONE:
            return DONE_PICK
        return state.domains[self.seat].random_place(pick, dice).pick

    def apply(self, state: Realm, pick: BuildPick) -> None:
        seat, left = self.seat, self.left
        if len(pick) == 1:
            state.announce_plural(
                "ERA-9.5",
                seat,
                "{seat} leaves {n} hammer unused.",
                "{seat} leaves {n} hammers unused.",
                left,
            )
            return
        _build(state, seat, state.domains[seat].geometry.at(pick))
        if left > 1:
            _ask(state, seat, left - 1)

    def question(self, state: Realm) -> Text:
        return words("What do you build, and where? ({hammers} left)", hammers=hammers(self.left))

    def label(self, state: Realm, chosen: Parts) -> Text:
        match chosen:
            case ("done",):
                return words("Stop building")
            case (str(kind),):
                structure = state.box.structures[kind]
                return words("{kind}: {cost}", kind=structure.names, cost=amounts(structure.cost))
            case _:
                return super().label(state, chosen)

    def so_far(self, state: Realm, chosen: Parts) -> Text:
        match chosen:
            case (str(kind),) if kind != DONE:
                structure = state.box.structures[kind]
                cost = amounts(structure.cost)
                return words("Build a {kind} for {cost}", kind=structure.names, cost=cost)
        return self.label(state, chosen)

    def target(self, state: Realm, chosen: Parts) -> Place | None:
        return None if chosen == DONE_PICK else super().target(state, chosen)

    def refuse(self, state: Realm, pick: Value) -> Refusal:
        kind = pick[0] if isinstance(pick, tuple) and pick else None
        structure = state.box.structures.get(kind) if isinstance(kind, str) else None
        if structure is None:
            return forbidden("ERA-9.2", "You can build only one building or one wall per hammer.")
        nowhere = why_not_build(state, self.seat, structure)
        if nowhere is not None:
            return nowhere
        reason = why_not_here(state.domains[self.seat], pick)
        return reason or forbidden("ERA-9.3", "You cannot place the piece like that.")

    def refuse_place(self, state: Realm, chosen: Parts, place: Place) -> Refusal | None:
        if place[0] == "supply" and not chosen:
            return self.refuse(state, (place[1],))
        return super().refuse_place(state, chosen, place)


def _build(state: Realm, seat: int, piece: Placement) -> None:
    """Pay for a structure and place it. If it comes with a die, the seat gets the die at the end of
    the round (ERA-9.10). The last building of its kind turns a tracking token (ERA-9.7)."""
    kind, domain = piece.kind, state.domains[seat]
    assert isinstance(kind, Structure)
    state.pay(seat, kind.cost)
    state.supply[kind.id] -= 1
    state.built += 1
    if state.notes is not None:
        _log_built(state, seat, piece, kind)
    domain.place(piece)
    if isinstance(kind, Building):
        if kind.die is not None:
            state.gained_dice[seat] += (kind.die,)
        if not state.supply[kind.id]:
            _turn_token(state, kind)


def _log_built(state: Realm, seat: int, piece: Placement, kind: Structure) -> None:
    cost = amounts(kind.cost)
    state.announce(
        "ERA-9.3",
        seat,
        "{seat} builds a {piece} for {cost}.",
        piece=piece_words(piece, seat),
        cost=cost,
    )
    enclosed = newly_enclosed(state.domains[seat], piece).bit_count()
    if enclosed:
        state.announce_plural(
            "ERA-2.10",
            seat,
            "{seat}'s walls enclose {n} more cell.",
            "{seat}'s walls enclose {n} more cells.",
            enclosed,
        )


def _turn_token(state: Realm, kind: Building) -> None:
    """Turn a tracking token, if one is left, because the last building of a kind has left the
    supply (ERA-9.7)."""
    if state.tokens_turned == state.tokens:
        return
    state.tokens_turned += 1
    facts: dict[str, Argument] = {
        "kind": kind.names,
        "n": state.tokens_turned,
        "all": state.tokens,
    }
    if state.tokens_turned == state.tokens:
        state.announce(
            "ERA-9.7",
            -1,
            "No {kind} is left in the supply, so tracking token {n} of {all} is turned to X. This "
            "round is the last one.",
            **facts,
        )
    else:
        state.announce(
            "ERA-9.7",
            -1,
            "No {kind} is left in the supply, so tracking token {n} of {all} is turned to X. When "
            "all of them show X, the game ends.",
            **facts,
        )
