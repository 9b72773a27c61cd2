"""Cards of the politics deck that act on the island (CK-19): robber, knights and roads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from engine.core.event import Value
from engine.core.step import RuleStep
from engine.errors import Refusal, forbidden
from engine.games.knights.board import members
from engine.games.knights.building import build_road, road_edges
from engine.games.knights.choices import PASS, EdgeChoice, NodeChoice, PlayerChoice, is_number
from engine.games.knights.knight_actions import DisplacedKnight, relocate_or_remove, rivals_on_roads
from engine.games.knights.knights import knights_left, place_knight, recruit_nodes, refuse_recruit
from engine.games.knights.progress import Effect, among_players, asking, requiring_any
from engine.games.knights.robber import RobberHex, Steal, victims
from engine.games.knights.state import Island, lift_road
from engine.games.knights.victory import MeasureRoads, measure_roads
from engine.games.knights.wording import edge_label, knight_name, node_label
from engine.geometry.bit_sets import Mask
from engine.i18n.text import Seat, Text, plural, words

# ---------------------------------------------------------------------- Bishop


def _why_no_bishop(state: Island, seat: int) -> Refusal | None:
    if not state.robber_locked:
        return None
    return forbidden("CK-19.1", "You cannot move the robber before the first attack.")


class BishopTakes(RuleStep[Island]):
    """Take a random card from each opponent who has cards and a building at the robber's hex
    (CK-19.1)."""

    rules = ("CK-19.1", "CK-17.5")

    seat: int

    def run(self, state: Island) -> None:
        state.push(*(Steal(self.seat, other) for other in victims(state, self.seat)))


# ---------------------------------------------------------------------- Deserter


def _with_knights(state: Island, seat: int) -> list[int]:
    return [other for other in state.opponents(seat) if state.knights[other]]


class DeserterTarget(PlayerChoice):
    """D37: choose the opponent who loses a knight (CK-19.3)."""

    rules = ("CK-19.3",)
    asks = words("Whose knight deserts?")
    refuses = words("Choose an opponent with a knight on the board.")

    def options(self, state: Island) -> Sequence[int]:
        return _with_knights(state, self.seat)

    def label(self, state: Island, chosen: tuple[int, ...]) -> Text:
        return plural(
            "{seat}, {n} knight",
            "{seat}, {n} knights",
            state.knights[chosen[-1]].bit_count(),
            seat=Seat(chosen[-1]),
        )

    def apply(self, state: Island, pick: int) -> None:
        state.push(DeserterKnight(pick, self.seat))


class DeserterKnight(NodeChoice[int]):
    """D38: choose which of the seat's own knights deserts (CK-19.3)."""

    rules = ("CK-19.3",)
    refuses = words("Choose one of your own knights.")

    to: int

    def options(self, state: Island) -> Sequence[int]:
        return members(state.knights[self.seat])

    def apply(self, state: Island, pick: int) -> None:
        """Remove the knight. The player of the Deserter may then place a knight of the same level
        or, if that player has none left, of the highest lower level that is left."""
        active = bool(state.active_knights >> pick & 1)
        level = state.lift(pick)
        state.announce(
            "CK-19.3",
            self.seat,
            "{seat} removes the {knight} at {place}.",
            knight=knight_name(level),
            place=lambda: node_label(state, pick),
        )
        left = (lower for lower in range(level, 0, -1) if knights_left(state, self.to, lower))
        if instead := next(left, 0):
            state.push(DeserterPlace(self.to, instead, active), MeasureRoads())
        else:
            measure_roads(state)

    def question(self, state: Island) -> Text:
        return words("{seat}'s Deserter: which of your knights do you lose?", seat=Seat(self.to))


class DeserterPlace(NodeChoice[int | str]):
    """D39: choose where to place the knight that replaces the deserter, or decline (CK-19.3)."""

    rules = ("CK-19.3", "CK-15.1", "CK-15.7", "CK-16.1")
    declines: ClassVar[Text] = words("Do not place a knight")

    level: int
    active: bool

    def options(self, state: Island) -> Sequence[int | str]:
        return [*members(recruit_nodes(state, self.seat)), PASS]

    def apply(self, state: Island, pick: int | str) -> None:
        """Place the knight, unless the seat declines. It is active if the removed knight was, and
        an active knight can act immediately."""
        if isinstance(pick, str):
            return
        place_knight(state, self.seat, pick, self.level)
        if self.active:
            state.active_knights |= 1 << pick
            state.ready |= 1 << pick
        state.announce(
            "CK-19.3",
            self.seat,
            "{seat} places a {knight} at {place}.",
            knight=knight_name(self.level),
            place=lambda: node_label(state, pick),
        )

    def question(self, state: Island) -> Text:
        return words("Where do you place the {knight}?", knight=knight_name(self.level))

    def refuse(self, state: Island, pick: Value) -> Refusal:
        return refuse_recruit(state, pick)


# ---------------------------------------------------------------------- Diplomat


def is_open(state: Island, edge: int) -> bool:
    """Whether the road on `edge` is open: its owner has no other road, building or knight at one of
    its ends (CK-19.4)."""
    owner, board = state.roads[edge], state.box.board
    rest = state.networks[owner] & ~(1 << edge)
    for node in board.ends[edge]:
        if not (board.edge_masks[node] & rest or state.standing[owner] >> node & 1):
            return True
    return False


def _strands_knight(state: Island, edge: int) -> bool:
    """Whether the road on `edge` is its owner's only road next to one of the owner's knights, so
    that removing it would leave the knight without a road (CK-19.4)."""
    owner, board = state.roads[edge], state.box.board
    rest = state.networks[owner] & ~(1 << edge)
    return any(
        state.knights[owner] >> node & 1 and not board.edge_masks[node] & rest
        for node in board.ends[edge]
    )


def removable(state: Island) -> Iterator[int]:
    """Yield the edges of the open roads of all players that a Diplomat may remove (CK-19.4)."""
    for edge, owner in enumerate(state.roads):
        if owner >= 0 and is_open(state, edge) and not _strands_knight(state, edge):
            yield edge


def _why_no_diplomat(state: Island, seat: int) -> Refusal | None:
    if next(removable(state), None) is not None:
        return None
    return forbidden("CK-19.4", "There is no open road that you can remove.")


class DiplomatRoad(EdgeChoice[int]):
    """D40: choose the open road that is removed (CK-19.4)."""

    rules = ("CK-19.4",)
    asks = words("Which open road do you remove?")

    def options(self, state: Island) -> Sequence[int]:
        return list(removable(state))

    def label(self, state: Island, chosen: tuple[int, ...]) -> Text:
        edge = chosen[-1]
        return words("{place}: {seat}", place=edge_label(state, edge), seat=Seat(state.roads[edge]))

    def apply(self, state: Island, pick: int) -> None:
        """Put the road back into its owner's supply. If the seat has removed its own road, it may
        place the road on another edge."""
        owner = lift_road(state, pick)
        state.announce(
            "CK-19.4",
            self.seat,
            "{seat} removes {owner}'s road at {place}.",
            owner=Seat(owner),
            place=lambda: edge_label(state, pick),
        )
        if owner == self.seat:
            state.push(DiplomatReplace(self.seat, pick), MeasureRoads())
        else:
            measure_roads(state)

    def refuse(self, state: Island, pick: Value) -> Refusal:
        if is_number(pick, state.board.edge_count) and state.roads[pick] >= 0:
            if is_open(state, pick):
                return forbidden("CK-19.4", "That would leave a knight without a road.")
            return forbidden("CK-19.4", "That road is not open.")
        return forbidden("CK-19.4", "There is no road there.")


class DiplomatReplace(EdgeChoice[int | str]):
    """D41: choose another edge for the seat's own road, or decline (CK-19.4)."""

    rules = ("CK-19.4", "CK-11.2")
    declines: ClassVar[Text] = words("Do not rebuild the road")
    asks = words("Where do you rebuild the road?")
    refuses = words("Place the road on another edge where you could build one.")

    old: int

    def options(self, state: Island) -> Sequence[int | str]:
        return [*members(road_edges(state, self.seat) & ~(1 << self.old)), PASS]

    def apply(self, state: Island, pick: int | str) -> None:
        if not isinstance(pick, str):
            build_road(state, self.seat, pick, "CK-19.4", None)


# ---------------------------------------------------------------------- Intrigue


class IntrigueKnight(NodeChoice[int]):
    """D42: choose the knight that is displaced (CK-19.5)."""

    rules = ("CK-19.5", "CK-16.6", "CK-16.7")
    asks = words("Which knight do you drive away?")
    refuses = words("Choose an opponent's knight at the end of one of your roads.")

    def options(self, state: Island) -> Sequence[int]:
        return members(rivals_on_roads(state, self.seat))

    def apply(self, state: Island, pick: int) -> None:
        knight = DisplacedKnight.off(state, pick)
        state.announce(
            "CK-19.5",
            self.seat,
            "{seat} drives {owner}'s {knight} away from {place}.",
            knight=knight_name(knight.level),
            owner=Seat(knight.owner),
            place=lambda: node_label(state, pick),
        )
        relocate_or_remove(state, knight)


# ---------------------------------------------------------------------- Warlord


def _idle(state: Island, seat: int) -> Mask:
    return state.knights[seat] & ~state.active_knights


def _call_to_arms(state: Island, seat: int) -> None:
    state.active_knights |= state.knights[seat]
    state.announce("CK-19.8", seat, "{seat}'s knights are now all active.")


EFFECTS: Final = {
    "bishop": Effect(_why_no_bishop, asking(RobberHex, BishopTakes)),
    "deserter": among_players(
        _with_knights, forbidden("CK-19.3", "No opponent has a knight."), asking(DeserterTarget)
    ),
    "diplomat": Effect(_why_no_diplomat, asking(DiplomatRoad)),
    "intrigue": requiring_any(
        rivals_on_roads,
        forbidden("CK-19.5", "No opponent's knight is at the end of one of your roads."),
        asking(IntrigueKnight),
    ),
    "warlord": requiring_any(
        _idle, forbidden("CK-19.8", "You have no inactive knight."), _call_to_arms
    ),
}
