"""Setup: events and first positions of the lords (MID-2)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.chance import Dice
from engine.core.common_wording import series
from engine.core.event import Value
from engine.core.step import ChanceStep, Decision, Place, RuleStep
from engine.errors import Refusal, forbidden
from engine.games.middle_ages.rounds import Round
from engine.games.middle_ages.state import NOWHERE, Kingdom
from engine.games.middle_ages.wording import face, index_of, no_such_position, tile_at
from engine.i18n.text import Seat, Text, words


class DrawEvents(ChanceStep[Kingdom, tuple[str, ...]]):
    """Draw the event cards of this game and place them face up, from slot 1 on (MID-2.7)."""

    rules = ("MID-2.7",)
    reveals = words("The events have since been revealed.")

    def sample(self, state: Kingdom, dice: Dice) -> tuple[str, ...]:
        drawn = dice.draw(state.box.events, state.box.events_drawn)
        return tuple(event.id for event in drawn)

    def check(self, state: Kingdom, outcome: Value) -> Text | None:
        right = (
            isinstance(outcome, tuple)
            and len(outcome) == state.box.events_drawn
            and len(set(outcome)) == len(outcome)
            and all(index_of(state.box.event_index, name) is not None for name in outcome)
        )
        return (
            None
            if right
            else words("These must be {n} different events of this game.", n=state.box.events_drawn)
        )

    def apply(self, state: Kingdom, outcome: tuple[str, ...]) -> None:
        state.events = [state.box.event_index[name] for name in outcome]
        state.announce(
            "MID-2.7",
            -1,
            "Events: {events}.",
            events=lambda: series(state.box.events[event].names for event in state.events),
        )


class Placing(RuleStep[Kingdom]):
    """Draw the scouts one by one, and let the owner of each place a lord (MID-2.9). Begin the first
    round when all lords have been placed."""

    rules = ("MID-2.9", "MID-2.11")

    def run(self, state: Kingdom) -> None:
        waiting = _not_placed(state)
        if len(waiting) > 1:
            state.push(DrawScout())
        elif waiting:
            _ask_to_place(state, waiting[0])
        else:
            state.active = -1
            state.announce("MID-2.11", -1, "All scouts go back to their owners.")
            state.push(Round())


class DrawScout(ChanceStep[Kingdom, int]):
    """Draw one of the remaining scouts, whose owner places a lord next (MID-2.9)."""

    rules = ("MID-2.9",)
    reveals = words("The next scout has since been drawn.")

    def sample(self, state: Kingdom, dice: Dice) -> int:
        return dice.pick(_not_placed(state))

    def check(self, state: Kingdom, outcome: Value) -> Text | None:
        if type(outcome) is int and outcome in _not_placed(state):
            return None
        return words("There is no such scout left to draw.")

    def apply(self, state: Kingdom, outcome: int) -> None:
        state.announce("MID-2.9", outcome, "{seat} is drawn at random to place the next lord.")
        _ask_to_place(state, outcome)


class PlaceLord(Decision[Kingdom, int]):
    """D1: choose the tile of row 1 on which the lord starts (MID-2.10)."""

    rules = ("MID-2.10", "MID-2.9", "MID-2.11", "MID-3.5", "MID-3.3")
    asks = words("Which tile of row 1 do you place your lord on?")

    def options(self, state: Kingdom) -> Sequence[int]:
        return [at + 1 for at in range(state.width) if at not in state.lord_at]

    def apply(self, state: Kingdom, pick: int) -> None:
        state.lord_row[self.seat], state.lord_at[self.seat] = 0, pick - 1
        state.announce(
            "MID-2.10",
            self.seat,
            "{seat} places the lord on {tile}.",
            tile=lambda: tile_at(state, 0, pick - 1),
        )

    def label(self, state: Kingdom, chosen: tuple[int, ...]) -> Text:
        return face(state.box.tiles[state.display[0][chosen[-1] - 1]])

    def target(self, state: Kingdom, chosen: tuple[int, ...]) -> Place:
        return ("display", 1, chosen[-1])

    def refuse(self, state: Kingdom, pick: Value) -> Refusal:
        if type(pick) is int and 1 <= pick <= state.width:
            other = state.lord_on(0, pick - 1)
            return forbidden("MID-2.10", "{seat}'s lord is there.", seat=Seat(other))
        return no_such_position(state, "MID-2.10")

    def refuse_place(self, state: Kingdom, chosen: tuple[int, ...], place: Place) -> Refusal | None:
        if place[0] != "display":
            return None
        if place[1] != 1:
            return forbidden("MID-2.10", "You must place your lord in row 1.")
        return self.refuse(state, place[2])


def _ask_to_place(state: Kingdom, seat: int) -> None:
    state.begin_turn(seat)
    state.push(PlaceLord(seat), Placing())


def _not_placed(state: Kingdom) -> list[int]:
    return [seat for seat in range(state.seats) if state.lord_row[seat] == NOWHERE]
