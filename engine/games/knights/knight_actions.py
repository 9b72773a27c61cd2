"""Actions of knights: move, displace a weaker knight, chase the robber away (CK-16)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from attrs import frozen

from engine.core.event import Value
from engine.errors import Refusal, forbidden
from engine.games.knights.board import members
from engine.games.knights.choices import NodeChoice, NodeCommand, first_of, is_number
from engine.games.knights.knights import place_knight
from engine.games.knights.robber import Rob, RobberHex
from engine.games.knights.state import Island
from engine.games.knights.victory import MeasureRoads, measure_roads
from engine.games.knights.wording import knight_name, node_label, place_with_piece
from engine.geometry.bit_sets import Mask, mask_of
from engine.i18n.text import Seat, Text, words

_INACTIVE: Final = forbidden("CK-16.1", "This knight is inactive. Only active knights can act.")
_NOT_YET: Final = forbidden(
    "CK-16.1", "This knight was activated this turn and cannot act until your next turn."
)


def why_not_ready(state: Island, node: int) -> Refusal:
    return _NOT_YET if state.active_knights >> node & 1 else _INACTIVE


def reach(state: Island, seat: int, node: int) -> Mask:
    """Return the nodes, apart from `node`, that a knight of the seat can reach from `node` along
    the seat's roads. They include occupied nodes (CK-16.3)."""
    return state.box.board.in_reach(node, state.networks[seat], state.others(seat))


def way(state: Island, seat: int, start: int, goal: int) -> tuple[int, ...]:
    """Return the nodes on a shortest path of the seat's knight from `start` to `goal`, both
    included. If there is no path, return an empty tuple."""
    return state.board.way(start, goal, state.networks[seat], state.others(seat) & ~(1 << goal))


def destinations(state: Island, seat: int, node: int) -> Mask:
    """Return the empty nodes to which a knight of the seat can move from `node` (CK-16.4,
    CK-16.6)."""
    return reach(state, seat, node) & ~state.occupied


def weaker(state: Island, seat: int, node: int) -> Mask:
    """Return the nodes of weaker knights of opponents that the knight on `node` can reach
    (CK-16.5)."""
    level = state.level_at(node)
    near = rivals_on_roads(state, seat) if level > 1 else 0
    if near:
        near &= reach(state, seat, node)
    return mask_of(n for n in members(near) if state.level_at(n) < level) if near else 0


def rivals_on_roads(state: Island, seat: int) -> Mask:
    """Return the nodes with opponents' knights that the seat's roads touch."""
    all_knights = 0
    for knights in state.knights:
        all_knights |= knights
    return all_knights & state.ends[seat] & ~state.knights[seat]


class _KnightAction(NodeCommand):
    """Base class of actions of a ready knight: choose the knight, then its goal."""

    without_goals: ClassVar[Text]
    """The message for a knight that has nowhere to go."""

    def goals(self, state: Island, seat: int, node: int) -> Mask:
        """Return the nodes to which the knight on `node` may go."""
        raise NotImplementedError

    def why_no_goal(self, state: Island, node: int, goal: int) -> Text:
        """Return the reason why `goal`, which the knight on `node` can reach, is not one of its
        `goals`."""
        raise NotImplementedError

    def meant(self, state: Island, seat: int) -> Mask:
        return state.knights[seat]

    def options(self, state: Island, seat: int) -> Sequence[tuple[int, int]]:
        return [
            (node, goal)
            for node in members(state.ready & state.knights[seat])
            for goal in members(self.goals(state, seat, node))
        ]

    def allows(self, state: Island, seat: int, rest: Value) -> bool:
        node, goal = rest if isinstance(rest, tuple) and len(rest) == 2 else (None, None)
        nodes = state.board.node_count
        if not (is_number(node, nodes) and is_number(goal, nodes)):
            return False
        is_ready = state.ready & state.knights[seat] & 1 << node
        return bool(is_ready and self.goals(state, seat, node) & 1 << goal)

    def question(self, state: Island, seat: int, chosen: tuple[int, ...]) -> Text | None:
        return words("Where does this knight go?") if chosen else self.asks

    def in_words(self, state: Island, seat: int, rest: tuple[Any, ...]) -> Text | None:
        if len(rest) != 2:
            return None
        start, goal = node_label(state, rest[0]), self.label(state, seat, rest)
        return words("Move the knight from {start} to {goal}", start=start, goal=goal)

    def why_not(self, state: Island, seat: int) -> Refusal | None:
        if not state.ready & state.knights[seat]:
            return forbidden("CK-16.1", "None of your knights can act now.")
        if not self.options(state, seat):
            return forbidden(self.rules[0], "None of your ready knights can do that.")
        return None

    def refuse(self, state: Island, seat: int, rest: Value) -> Refusal:
        node = first_of(rest)
        if not is_number(node, state.board.node_count):
            return forbidden("CK-16.1", "Choose a ready knight.")
        if not state.knights[seat] >> node & 1:
            return forbidden("CK-16.1", "Choose one of your own knights.")
        if not state.ready >> node & 1:
            return why_not_ready(state, node)
        goal = rest[1] if isinstance(rest, tuple) and len(rest) > 1 else None
        return Refusal(self.rules[0], self._why_not_to(state, seat, node, goal))

    def _why_not_to(self, state: Island, seat: int, node: int, goal: Value | None) -> Text:
        """Return the reason why the ready knight on `node` cannot go to `goal`. If `goal` is not a
        node, ask for one or, if the knight has nowhere to go, return `without_goals`."""
        if not is_number(goal, state.board.node_count):
            can_go = self.goals(state, seat, node)
            return words("Choose where this knight goes.") if can_go else self.without_goals
        if goal == node:
            return words("This knight is already there.")
        if not reach(state, seat, node) >> goal & 1:
            return words("This knight cannot reach that corner.")
        return self.why_no_goal(state, node, goal)


def _move_knight(state: Island, seat: int, start: int, goal: int, rule: str) -> None:
    """Move the seat's knight from `start` to the empty node `goal`, where it becomes inactive
    (CK-16.2), and log the move under `rule`."""
    promoted = state.promoted >> start & 1
    level = state.lift(start)
    place_knight(state, seat, goal, level)
    state.promoted |= promoted << goal
    state.announce(
        rule,
        seat,
        "{seat}'s {knight} moves from {start} to {goal} and becomes inactive.",
        knight=knight_name(level),
        start=lambda: node_label(state, start),
        goal=lambda: node_label(state, goal),
    )


class KnightMove(_KnightAction):
    """D26: move a knight to an empty node (CK-16.4)."""

    key = "move"
    letter = "m"
    rules = ("CK-16.4", "CK-16.1", "CK-16.2", "CK-16.3")
    weight = 3
    does = words("Move a knight")
    asks = words("Which knight moves?")
    without_goals = words("This knight cannot reach an empty corner.")

    goals = staticmethod(destinations)

    def why_no_goal(self, state: Island, node: int, goal: int) -> Text:
        return words("Something is already there.")

    def apply(self, state: Island, seat: int, rest: tuple[int, int]) -> None:
        start, goal = rest
        _move_knight(state, seat, start, goal, "CK-16.4")
        measure_roads(state)


class KnightDisplace(_KnightAction):
    """D27: move a knight to a node with a weaker knight of an opponent, and displace it
    (CK-16.5)."""

    key = "displace"
    letter = "x"
    rules = ("CK-16.5", "CK-16.1", "CK-16.2", "CK-16.6")
    weight = 10
    does = words("Displace a weaker knight")
    asks = words("Which knight displaces a weaker one?")
    without_goals = words("This knight cannot reach a weaker knight of an opponent.")

    goals = staticmethod(weaker)

    def why_no_goal(self, state: Island, node: int, goal: int) -> Text:
        if state.level_at(goal) > 0 and state.owners[goal] != state.owners[node]:
            return words("That knight is not weaker than this one.")
        return words("No opponent's knight stands there.")

    def apply(self, state: Island, seat: int, rest: tuple[int, int]) -> None:
        start, goal = rest
        displaced = DisplacedKnight.off(state, goal)
        _move_knight(state, seat, start, goal, "CK-16.5")
        knight = knight_name(displaced.level)
        state.announce("CK-16.5", displaced.owner, "{seat}'s {knight} is displaced.", knight=knight)
        relocate_or_remove(state, displaced)

    def label(self, state: Island, seat: int, chosen: tuple[int, ...]) -> Text:
        piece = place_with_piece(state, chosen[-1])
        if len(chosen) == 1:
            return piece
        return words("{piece} ({seat})", piece=piece, seat=Seat(state.owners[chosen[-1]]))


@frozen
class DisplacedKnight:
    """A knight that has been driven from a node."""

    __is_fixed__: ClassVar[bool] = True

    owner: int
    node: int
    level: int
    active: bool

    @classmethod
    def off(cls, state: Island, node: int) -> DisplacedKnight:
        """Take the knight off `node`, and return it."""
        owner, active = state.owners[node], bool(state.active_knights >> node & 1)
        return cls(owner, node, state.lift(node), active)


def relocate_or_remove(state: Island, knight: DisplacedKnight) -> None:
    """Let the owner of a displaced knight relocate it. If it has nowhere to go, return it to the
    supply (CK-16.6, CK-16.7). Then measure the roads."""
    if destinations(state, knight.owner, knight.node):
        state.push(Relocate(knight.owner, knight.node, knight.level, knight.active), MeasureRoads())
        return
    state.announce(
        "CK-16.7",
        knight.owner,
        "{seat}'s {knight} has nowhere to go and returns to the supply.",
        knight=knight_name(knight.level),
    )
    measure_roads(state)


class Relocate(NodeChoice[int]):
    """D28: choose where a displaced knight goes (CK-16.6)."""

    rules = ("CK-16.6", "CK-16.7", "CK-16.8")
    refuses = words("The knight must go to an empty corner that it can reach along your roads.")

    node: int
    level: int
    active: bool

    def options(self, state: Island) -> Sequence[int]:
        return members(destinations(state, self.seat, self.node))

    def apply(self, state: Island, pick: int) -> None:
        """Place the knight, which keeps its level and stays active or inactive."""
        place_knight(state, self.seat, pick, self.level)
        if self.active:
            state.active_knights |= 1 << pick
        state.announce(
            "CK-16.6",
            self.seat,
            "{seat}'s {knight} moves to {place}.",
            knight=knight_name(self.level),
            place=lambda: node_label(state, pick),
        )

    def question(self, state: Island) -> Text:
        return words(
            "Your {knight} is displaced: where does it go?", knight=knight_name(self.level)
        )


class Chase(NodeCommand):
    """D29: chase the robber away with a ready knight next to its hex (CK-16.9)."""

    key = "chase"
    letter = "z"
    rules = ("CK-16.9", "CK-16.1", "CK-16.10", "CK-16.11")
    weight = 10
    does = words("Chase the robber away")
    asks = words("Which knight chases the robber away?")

    def meant(self, state: Island, seat: int) -> Mask:
        return state.knights[seat]

    def options(self, state: Island, seat: int) -> Sequence[tuple[int]]:
        if state.robber_locked:
            return []
        near = state.ready & state.knights[seat] & state.box.board.hex_masks[state.robber]
        return [(node,) for node in members(near)]

    def apply(self, state: Island, seat: int, rest: tuple[int]) -> None:
        (node,) = rest
        state.active_knights &= ~(1 << node)
        state.ready &= ~(1 << node)
        state.announce(
            "CK-16.9",
            seat,
            "{seat}'s {knight} at {place} chases the robber away.",
            knight=knight_name(state.level_at(node)),
            place=lambda: node_label(state, node),
        )
        state.push(RobberHex(seat), Rob(seat))

    def why_not(self, state: Island, seat: int) -> Refusal | None:
        if state.robber_locked:
            return forbidden("CK-16.11", "You cannot move the robber before the first attack.")
        if not self.options(state, seat):
            return forbidden("CK-16.9", "You have no ready knight next to the robber.")
        return None

    def refuse(self, state: Island, seat: int, rest: Value) -> Refusal:
        node = first_of(rest)
        if is_number(node, state.board.node_count) and state.knights[seat] >> node & 1:
            if not state.ready >> node & 1:
                return why_not_ready(state, node)
            return forbidden("CK-16.9", "The robber is not next to this knight.")
        return forbidden("CK-16.9", "Choose a ready knight next to the robber's hex.")
