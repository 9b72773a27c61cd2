"""Attacks on barbarian villages, and the red cards that take gold or VP or move armies (sections
10, 17 and 18)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.common_wording import series
from engine.core.event import Value
from engine.core.hidden import require_visible
from engine.core.step import Place
from engine.core.step_stack import Step
from engine.errors import Refusal, forbidden, forbidden_plural
from engine.games.deus.board import reach
from engine.games.deus.card_effects import (
    SKIP,
    CardDecision,
    ChooseRegion,
    announce_skip,
    skip_words,
)
from engine.games.deus.components import MARITIME, MILITARY, TEMPLE, Card
from engine.games.deus.scoring import watch_for_the_end
from engine.games.deus.state import World
from engine.games.deus.wording import gold, region, region_name, vp
from engine.geometry.bit_sets import mask_of, members
from engine.i18n.text import Seat, Text, words


def resolve_attacks(state: World) -> None:
    """Attack every village that is now surrounded and has an army next to it, in the order of
    region numbers (DEU-10.1, DEU-10.2, DEU-10.10)."""
    board, vp, occupied = state.map, state.village_vp, state.occupied()
    for village in board.village_regions:
        if vp[village] and not board.neighbours[village] & ~occupied and has_armies(state, village):
            _attack(state, village)


def has_armies(state: World, village: int) -> bool:
    """Whether any player has an army next to a village (DEU-10.2)."""
    neighbours = state.map.neighbours[village]
    return any(where[MILITARY] & neighbours for where in state.where)


def winners(state: World, village: int) -> list[int]:
    """Return the seats that would take the VP of a village now: those with the most armies next to
    it or, if several are tied, those of them with the most pieces (DEU-10.4, DEU-10.5). There are
    none if no army is next to it (DEU-10.2)."""
    neighbours = state.map.neighbours[village]
    armies = [(state.armies(seat) & neighbours).bit_count() for seat in range(state.seats)]
    most = max(armies)
    if not most:
        return []
    leaders = [seat for seat, number in enumerate(armies) if number == most]
    if len(leaders) == 1:
        return leaders
    strengths = {seat: pieces_beside(state, seat, village) for seat in leaders}
    most = max(strengths.values())
    return [seat for seat in leaders if strengths[seat] == most]


def pieces_beside(state: World, seat: int, village: int) -> int:
    """Return the number of pieces of any kind that a seat has in the regions next to a village."""
    neighbours = state.map.neighbours[village]
    return sum((places & neighbours).bit_count() for places in state.where[seat])


def armies_beside(state: World, seat: int, village: int) -> int:
    return (state.where[seat][MILITARY] & state.map.neighbours[village]).bit_count()


def missing_for_attack(state: World, village: int) -> int:
    """Return the unoccupied regions next to a village as a bit set (DEU-10.2)."""
    return state.map.neighbours[village] & ~state.occupied()


def _attack(state: World, village: int) -> None:
    """Give the VP of a village to the winners, split equally and rounded down (DEU-10.6). The
    remainder goes to the bank."""
    takers = winners(state, village)
    share = state.village_vp[village] // len(takers)
    state.village_vp[village] = 0
    if state.notes is not None:
        _log_attack(state, village, takers, share)
    for seat in takers:
        state.points[seat] += share
    watch_for_the_end(state)


def _log_attack(state: World, village: int, takers: list[int], share: int) -> None:
    neighbours = state.map.neighbours[village]
    strengths = series(
        words(
            "{seat} ({armies} and {pieces})",
            seat=Seat(seat),
            armies=armies_beside(state, seat, village),
            pieces=pieces_beside(state, seat, village),
        )
        for seat in range(state.seats)
        if state.held(seat) & neighbours
    )
    state.announce(
        "DEU-10.2",
        -1,
        "Village {region} is attacked. Armies and pieces: {seats}.",
        region=region_name(state, village),
        seats=strengths,
    )
    rule = "DEU-10.6" if len(takers) > 1 else "DEU-10.4"
    for seat in takers:
        state.announce(rule, seat, "{seat} takes {vp}.", vp=vp(share))


DONE: Final = "done"
GOLD_OF_NEIGHBOURS: Final = "steal_gold"

March = tuple[str, ...]
"""The region of an army and its destination, or ("skip",), or ("done",)."""


# ---------------------------------------------------------------- centurion and legion


def armies_beside_opponents(state: World, seat: int) -> list[int]:
    """Return the regions of the seat's armies that are next to a region of an opponent."""
    return list(members(state.armies(seat) & state.map.adjacent_to(state.held_by_others(seat))))


def activate_theft(state: World, seat: int, card: Card) -> Step | None:
    """Return the decision about which army to use. Return None if no army is next to an opponent
    or, for a card that takes gold, next to an opponent with gold. Opponents without VP still count
    as targets, because VP are hidden (DEU-8.10)."""
    armies = armies_beside_opponents(state, seat)
    if card.effect.kind == GOLD_OF_NEIGHBOURS:
        armies = [
            army
            for army in armies
            if any(state.gold[other] for other in state.opponents_beside(seat, army))
        ]
    return Steal(seat, card.index) if armies else None


class Steal(ChooseRegion):
    """D15: choose an army, or none. The opponents next to it must pay gold or VP."""

    rules = ("DEU-17.1", "DEU-17.2", "DEU-12.1", "DEU-12.2", "DEU-8.3")

    def question(self, state: World) -> Text:
        return words("{card}: which army's neighbours must pay you?", card=self.face(state))

    def places(self, state: World) -> Sequence[int]:
        return armies_beside_opponents(state, self.seat)

    def use(self, state: World, place: int) -> None:
        """Make each opponent next to the army in `place` pay the amount of the card, or all that
        the opponent has (DEU-12.2)."""
        seat, card = self.seat, self.face(state)
        payers = state.opponents_beside(seat, place)
        in_gold = card.effect.kind == GOLD_OF_NEIGHBOURS
        purses, amount = (
            (state.gold, card.effect.gold) if in_gold else (state.points, card.effect.vp)
        )
        taken = [min(amount, require_visible(purses[other])) for other in payers]
        if not in_gold and not state.points_open:
            state.reveal(words("The opponents have since shown whether they have VP."))
        for other, amount in zip(payers, taken, strict=True):
            purses[other] -= amount
            purses[seat] += amount
            if not amount:
                state.announce(
                    card.rule,
                    seat,
                    "{card}: {other} has nothing to give.",
                    card=card,
                    other=Seat(other),
                )
                continue
            state.announce(
                card.rule,
                seat,
                "{card}: {other} gives {what} to {seat}.",
                card=card,
                other=Seat(other),
                what=gold(amount) if in_gold else vp(amount),
            )

    def region_label(self, state: World, place: int) -> Text:
        payers = series(Seat(other) for other in state.opponents_beside(self.seat, place))
        return words("{region}: {seats}", region=region(state, place), seats=payers)

    def refuse(self, state: World, pick: Value) -> Refusal:
        rule = self.face(state).rule
        place = state.map.find(pick)
        if place < 0 or not state.armies(self.seat) >> place & 1:
            return forbidden(rule, "You have no army there.")
        return forbidden(rule, "No opponent occupies a region next to that army.")


# ---------------------------------------------------------------- siege tower


def besieged(state: World, seat: int) -> list[int]:
    """Return the villages that have not been attacked and that have one of the seat's armies next
    to them (DEU-17.4)."""
    adjacent = state.map.adjacent_to(state.armies(seat))
    return [village for village in state.villages_left() if adjacent >> village & 1]


def activate_siege_tower(state: World, seat: int, card: Card) -> Step | None:
    """Return the decision about which village to besiege; None if no village can be besieged."""
    return Besiege(seat, card.index) if besieged(state, seat) else None


class Besiege(ChooseRegion):
    """D18: choose a village (or none) from which to take VP."""

    rules = ("DEU-17.4", "DEU-10.7", "DEU-10.9", "DEU-8.3")
    refuses = words("None of your armies stands next to that village.")

    def question(self, state: World) -> Text:
        return words("{card}: which village do you take VP from?", card=self.face(state))

    def places(self, state: World) -> Sequence[int]:
        return besieged(state, self.seat)

    def amount(self, state: World, village: int) -> int:
        """Return the VP that can be taken from `village`."""
        return min(self.face(state).effect.vp, state.village_vp[village])

    def use(self, state: World, place: int) -> None:
        """Take VP from the village `place`. A village without VP counts as attacked (DEU-10.9)."""
        seat, amount = self.seat, self.amount(state, place)
        state.village_vp[place] -= amount
        state.points[seat] += amount
        if state.notes is not None:
            card, name = self.face(state), region_name(state, place)
            state.announce(
                card.rule,
                seat,
                "{card}: {seat} takes {what} from village {region}.",
                card=card,
                what=vp(amount),
                region=name,
            )
            if not state.village_vp[place]:
                state.announce("DEU-10.9", -1, "Village {region} counts as attacked.", region=name)
        watch_for_the_end(state)

    def region_label(self, state: World, place: int) -> Text:
        amount = vp(self.amount(state, place))
        return words("Village {region}: {vp}", region=region_name(state, place), vp=amount)

    def refuse(self, state: World, pick: Value) -> Refusal:
        place = state.map.find(pick)
        if place < 0 or not state.map.villages >> place & 1:
            return forbidden("DEU-17.4", "Choose a barbarian village.")
        if not state.village_vp[place]:
            return forbidden("DEU-10.7", "That village has already been attacked.")
        return super().refuse(state, pick)


# ---------------------------------------------------------------- marches


def guards(state: World, seat: int) -> int:
    """Return a bit set of the regions with an army of the seat that cannot leave, because a temple
    would remain without another piece (DEU-9.7)."""
    where = state.where[seat]
    with_temples = where[MILITARY] & where[TEMPLE]
    return with_temples and with_temples & ~state.at_least(seat, 3)


def closed_regions(state: World, seat: int) -> int:
    """Return a bit set of the regions that the seat's armies cannot enter: sea without one of the
    seat's own ships (DEU-18.2)."""
    return state.map.sea & ~state.where[seat][MARITIME]


def stops(state: World, seat: int) -> int:
    """Return a bit set of the regions in which one of the seat's armies may stop (DEU-18.3): empty
    land, the seat's own land, and sea with one of the seat's ships. Regions with an army of the
    seat are excluded."""
    where = state.where[seat]
    land = state.map.land & ~state.held_by_others(seat)
    return (land | where[MARITIME]) & ~where[MILITARY]


def marches(state: World, seat: int, armies: int, steps: int) -> list[tuple[int, int]]:
    """Return the region of each army in the bit set `armies` that can move within `steps` steps,
    with the bit set of the regions where the army may stop. Armies that cannot leave a temple are
    left out."""
    board, closed, open_ = state.map, closed_regions(state, seat), stops(state, seat)
    return [
        (army, there)
        for army in members(armies & ~guards(state, seat))
        if (there := reach(board, army, closed, steps) & open_)
    ]


def destinations(state: World, seat: int, army: int, steps: int) -> int:
    """Return a bit set of the regions where the army in the region `army` may stop after at most
    `steps` steps. It is empty if the army cannot leave a temple."""
    return sum(there for _, there in marches(state, seat, 1 << army, steps))


def activate_march(state: World, seat: int, card: Card) -> Step | None:
    """Return the decision about which army to move and where; None if no army can move."""
    if not marches(state, seat, state.armies(seat), card.effect.steps):
        return None
    is_single = card.effect.kind == "move_one_army"
    return MoveArmy(seat, card.index) if is_single else MoveArmies(seat, card.index, ())


class Marching(CardDecision[March]):
    """Choose an army and its destination. A pick whose single part is `self.none` moves nothing."""

    rules = ("DEU-18.1", "DEU-18.2", "DEU-18.3", "DEU-9.7", "DEU-8.3")
    parts = 2
    none = SKIP
    """The single part of the pick that moves nothing."""

    def moved_army_regions(self, state: World) -> int:
        """Return a bit set of the regions of the armies that have already moved in this
        activation."""
        return 0

    def marches(self, state: World) -> list[tuple[int, int]]:
        """Return the region of each army that can still move, with the bit set of the regions where
        the army may stop."""
        armies = state.armies(self.seat) & ~self.moved_army_regions(state)
        return marches(state, self.seat, armies, self.face(state).effect.steps)

    def movable_armies(self, state: World) -> int:
        """Return the number of armies that can still move."""
        return len(self.marches(state))

    def options(self, state: World) -> Sequence[March]:
        ids = state.map.ids
        picks: list[March] = [(self.none,)]
        for army, there in self.marches(state):
            picks += [(ids[army], ids[place]) for place in members(there)]
        return picks

    def question(self, state: World) -> Text:
        return words("{card}: which army do you move, and where?", card=self.face(state))

    def in_words(self, state: World, pick: Value) -> Text | None:
        if not isinstance(pick, tuple) or len(pick) != 2:
            return None
        start, goal = (region(state, state.map.find(place)) for place in pick)
        return words("Move an army from {start} to {goal}", start=start, goal=goal)

    def label(self, state: World, chosen: tuple[str, ...]) -> Text:
        if chosen == (SKIP,):
            return skip_words()
        if chosen == (DONE,):
            return words("Stop moving armies")
        return region(state, state.map.find(chosen[-1]))

    def target(self, state: World, chosen: tuple[str, ...]) -> Place | None:
        return None if chosen[-1] == self.none else ("region", chosen[-1])

    def refuse(self, state: World, pick: Value) -> Refusal:
        parts = pick if isinstance(pick, tuple) else ()
        places = [state.map.find(part) for part in parts]
        if len(places) not in (1, 2) or places[0] < 0:
            return forbidden("DEU-18.1", "Choose an army and its destination.")
        return self.why_not(state, places[0], places[1] if len(places) == 2 else -1)

    def why_not(self, state: World, army: int, place: int) -> Refusal:
        """Return the reason why the army in the region `army` cannot move to `place`. If `place` is
        -1, return the reason why the army cannot move at all or, if it can, a request to choose a
        region."""
        seat, board = self.seat, state.map
        if not state.armies(seat) >> army & 1:
            return forbidden("DEU-18.1", "You have no army there.")
        if self.moved_army_regions(state) >> army & 1:
            return forbidden("DEU-18.1", "That army has already moved.")
        if guards(state, seat) >> army & 1:
            return forbidden("DEU-9.7", "The army cannot leave a temple alone in its region.")
        steps = self.face(state).effect.steps
        if place < 0:
            if destinations(state, seat, army, steps):
                return forbidden("DEU-18.1", "Choose where the army goes.")
            return forbidden("DEU-18.1", "That army has nowhere to go.")
        if place == army:
            return forbidden("DEU-18.1", "The army is already there.")
        bit = 1 << place
        if board.villages & bit:
            return forbidden("DEU-18.3", "An army cannot stop in a village.")
        if state.held_by_others(seat) & bit:
            return forbidden("DEU-18.3", "An army cannot stop in an enemy region.")
        if board.sea & bit and not state.where[seat][MARITIME] & bit:
            return forbidden(
                "DEU-18.2", "An army can enter a sea region only if you have a ship there."
            )
        if state.armies(seat) & bit:
            return forbidden("DEU-18.3", "You already have an army there.")
        return forbidden_plural(
            "DEU-18.1",
            "The army cannot reach that region in {n} step.",
            "The army cannot reach that region in {n} steps.",
            steps,
        )

    def refuse_place(self, state: World, chosen: tuple[str, ...], place: Place) -> Refusal | None:
        return self.refuse(state, (*chosen, place[1])) if place[0] == "region" else None


class MoveArmy(Marching):
    """D16: choose an army and its destination, or ("skip",)."""

    def apply(self, state: World, pick: March) -> None:
        """Move the army and resolve attacks (DEU-18.6), unless the pick is ("skip",)."""
        if pick == (self.none,):
            announce_skip(state, self.seat, self.card)
            return
        march(state, self.seat, self.card, *map(state.map.find, pick))

    def movable_armies(self, state: World) -> int:
        """Return 1 if any army can move, otherwise 0."""
        return min(1, super().movable_armies(state))


class MoveArmies(Marching):
    """D17: move armies one by one, in any order, until the pick is ("done",). `moved` lists the
    current regions of the armies that have moved in this activation."""

    rules = ("DEU-18.1", "DEU-18.2", "DEU-18.3", "DEU-18.7", "DEU-9.7")
    none = DONE

    moved: tuple[int, ...]

    def moved_army_regions(self, state: World) -> int:
        return mask_of(self.moved)

    def apply(self, state: World, pick: March) -> None:
        """Move one army, resolve attacks, and ask for the next army (DEU-18.7), unless the pick is
        ("done",)."""
        if pick == (DONE,):
            if not self.moved:
                announce_skip(state, self.seat, self.card)
            return
        army, place = map(state.map.find, pick)
        march(state, self.seat, self.card, army, place)
        state.push(MoveArmies(self.seat, self.card, (*self.moved, place)))

    def question(self, state: World) -> Text:
        if not self.moved:
            return super().question(state)
        return words("{card}: which army moves next?", card=self.face(state))


def march(state: World, seat: int, card: int, army: int, place: int) -> None:
    """Move the army in the region `army` to `place`, and resolve attacks (DEU-18.5, DEU-18.6)."""
    where = state.where[seat]
    where[MILITARY] ^= 1 << army | 1 << place
    state.announce(
        "DEU-18.1",
        seat,
        "{card}: {seat} moves an army from {start} to {end}.",
        card=state.box.cards[card],
        start=lambda: region(state, army),
        end=lambda: region(state, place),
    )
    resolve_attacks(state)
