"""Everything that happens in Middle Ages, in the order of the rules: setting up, the round, the
turn, the choices that effects ask for, refilling, events, the end.

Decisions are D1 to D7 of the rules' table. Picks and outcomes are ids and numbers counted from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Final

from attrs import frozen

from engine.chance import Dice
from engine.errors import Refusal
from engine.games.middle_ages import events, scoring
from engine.games.middle_ages.components import MOST_PLAYERS, ORANGE, EventCard, PlotType
from engine.games.middle_ages.effects import attack, gain_per_symbol, take_tribute
from engine.games.middle_ages.state import (
    GAP,
    INCOME,
    NO_TOKEN,
    NOWHERE,
    PENALTY_PAID,
    Kingdom,
)
from engine.games.middle_ages.wording import face, tile_at, worked_formula
from engine.step import Automatic, Chance, Decision, Place, Step
from engine.text import Seat, Text, plural, words
from engine.wording import series, tell_places, tell_winner

STAY: Final = "stay"
"""The pick of a player who leaves the scout where it is, in hand or on its tile."""

# ---------------------------------------------------------------------- setting up (MID-2)


class _LayRow(Chance[Kingdom, tuple[str, ...]]):
    """Tiles drawn one after another for a row; the outcome holds them as they were drawn."""

    __slots__ = ()

    row: int

    def sample(self, state: Kingdom, dice: Dice) -> tuple[str, ...]:
        """A fair draw: from one stack after the other, at last from the discard pile."""
        drawn: list[int] = []
        wanted = state.width
        for stack in (*state.stacks, state.discard):
            if stack:
                drawn += dice.draw(stack, min(wanted - len(drawn), len(stack)))
                if len(drawn) == wanted:
                    break
        tiles = state.box.tiles
        return tuple([tiles[tile].id for tile in drawn])

    def check(self, state: Kingdom, outcome: Any) -> Text | None:
        """Whether the tiles could be drawn in this order."""
        if not isinstance(outcome, tuple) or len(outcome) != state.width:
            return words("A row has {n} tiles.", n=state.width)
        drawn = [_index_of(state.box.tile_index, name) for name in outcome]
        if None in drawn or len(set(drawn)) != len(drawn):
            return words("These are not different tiles of this game.")
        rest = list(drawn)
        for stack in (*state.stacks, state.discard):
            first, rest = rest[: len(stack)], rest[len(stack) :]
            if not set(first) <= set(stack):
                return words("Not all of these tiles could be drawn.")
        return None

    def apply(self, state: Kingdom, outcome: tuple[str, ...]) -> None:
        """Lay the tiles from left to right in the order of their numbers (MID-2.5)."""
        box = state.box
        tiles = tuple([box.tile_index[name] for name in outcome])
        reshuffled = state.take_from_stacks(tiles)
        row = state.display[self.row] = sorted(tiles, key=box.tile_number.__getitem__)
        if state.story is not None:
            if reshuffled:
                state.note(
                    "MID-10.4" if ORANGE not in box.stacks_used[state.seats] else "MID-10.6",
                    -1,
                    words("The stacks are empty: the discard pile becomes a new stack."),
                )
            state.note(
                self.rules[0],
                -1,
                words(
                    "Row {row} is laid: {tiles}.",
                    row=self.row + 1,
                    tiles=series(face(box.tiles[tile]) for tile in row),
                ),
            )

    def barrier(self) -> Text:
        """The tiles were seen."""
        return words("New tiles have been revealed since.")


@frozen
class FillRow(_LayRow):
    """A row of the display is laid for the first time (MID-2.4 to 2.6)."""

    rules: ClassVar[tuple[str, ...]] = ("MID-2.4", "MID-2.5", "MID-2.6")

    row: int


@frozen
class DrawEvents(Chance[Kingdom, tuple[str, ...]]):
    """The event cards of this game are drawn and laid face up, slot 1 first (MID-2.7)."""

    rules: ClassVar[tuple[str, ...]] = ("MID-2.7",)

    def sample(self, state: Kingdom, dice: Dice) -> tuple[str, ...]:
        """A fair draw."""
        drawn = dice.draw(state.box.events, state.box.events_drawn)
        return tuple(event.id for event in drawn)

    def check(self, state: Kingdom, outcome: Any) -> Text | None:
        """As many different cards as there are slots."""
        right = (
            isinstance(outcome, tuple)
            and len(outcome) == state.box.events_drawn
            and len(set(outcome)) == len(outcome)
            and all(_index_of(state.box.event_index, name) is not None for name in outcome)
        )
        return None if right else words("These are not {n} events.", n=state.box.events_drawn)

    def apply(self, state: Kingdom, outcome: tuple[str, ...]) -> None:
        """Lay them out."""
        state.events = [state.box.event_index[name] for name in outcome]
        if state.story is not None:
            cards = series(state.box.events[event].names for event in state.events)
            state.note("MID-2.7", -1, words("The events of this game: {events}.", events=cards))

    def barrier(self) -> Text:
        """The cards were seen."""
        return words("The events have been revealed since.")


@frozen
class Placing(Automatic[Kingdom]):
    """The scouts are drawn one by one, and each owner places the lord (MID-2.9)."""

    rules: ClassVar[tuple[str, ...]] = ("MID-2.9", "MID-2.11")

    def run(self, state: Kingdom) -> None:
        """The next one; the first round when all lords stand."""
        waiting = _not_placed(state)
        if len(waiting) > 1:
            state.push(DrawScout())
        elif waiting:
            _ask_to_place(state, waiting[0])
        else:
            state.active = -1
            if state.story is not None:
                state.note("MID-2.11", -1, words("All scouts go back to their owners."))
            state.push(Round())


@frozen
class DrawScout(Chance[Kingdom, int]):
    """One of the scouts left is drawn: its owner is the next to place the lord (MID-2.9)."""

    rules: ClassVar[tuple[str, ...]] = ("MID-2.9",)

    def sample(self, state: Kingdom, dice: Dice) -> int:
        """A fair draw."""
        return dice.pick(_not_placed(state))

    def check(self, state: Kingdom, outcome: Any) -> Text | None:
        """A seat whose lord is not placed yet."""
        if type(outcome) is int and outcome in _not_placed(state):
            return None
        return words("No such scout is left to draw.")

    def apply(self, state: Kingdom, outcome: int) -> None:
        """Its owner places the lord."""
        if state.story is not None:
            state.note(
                "MID-2.9", outcome, words("The scout of {seat} is drawn.", seat=Seat(outcome))
            )
        _ask_to_place(state, outcome)

    def barrier(self) -> Text:
        """The name was seen."""
        return words("The next scout has been drawn since.")


@frozen
class PlaceLord(Decision[Kingdom, int]):
    """D1: on which tile of row 1 the lord starts (MID-2.10)."""

    rules: ClassVar[tuple[str, ...]] = ("MID-2.10", "MID-2.9", "MID-2.11", "MID-3.5", "MID-3.3")

    seat: int

    def options(self, state: Kingdom) -> Sequence[int]:
        """The positions of row 1 without a lord."""
        return [at + 1 for at in range(state.width) if at not in state.lord_at]

    def apply(self, state: Kingdom, pick: int) -> None:
        """Place it."""
        state.lord_row[self.seat], state.lord_at[self.seat] = 0, pick - 1
        if state.story is not None:
            state.note(
                "MID-2.10",
                self.seat,
                words(
                    "{seat} places the lord: {tile}.",
                    seat=Seat(self.seat),
                    tile=tile_at(state, 0, pick - 1),
                ),
            )

    def question(self, state: Kingdom) -> Text:
        """Where to start."""
        return words("On which tile of row 1 do you place your lord?")

    def label(self, state: Kingdom, chosen: tuple[Any, ...]) -> Text:
        """The tile; the question names the row."""
        return face(state.box.tiles[state.display[0][chosen[-1] - 1]])

    def target(self, state: Kingdom, chosen: tuple[Any, ...]) -> Place:
        """The place in the display."""
        return ("display", 1, chosen[-1])

    def refuse(self, state: Kingdom, pick: Any) -> Refusal:
        """No such position, or another lord there."""
        if type(pick) is int and 1 <= pick <= state.width:
            other = state.lord_on(0, pick - 1)
            return Refusal("MID-2.10", words("The lord of {seat} is there.", seat=Seat(other)))
        return _no_such_position(state, "MID-2.10")

    def refuse_place(self, state: Kingdom, chosen: tuple[Any, ...], place: Place) -> Refusal | None:
        """Another row, or what stands against a place of this one."""
        if place[0] != "display":
            return None
        if place[1] != 1:
            return Refusal("MID-2.10", words("The lords start in row 1."))
        return self.refuse(state, place[2])


def _ask_to_place(state: Kingdom, seat: int) -> None:
    state.begin_turn(seat)
    state.push(PlaceLord(seat), Placing())


# ---------------------------------------------------------------------- the round (MID-3)


@frozen
class Round(Automatic[Kingdom]):
    """A round begins: the tile without a lord is discarded, the turn order is set (MID-3.2)."""

    rules: ClassVar[tuple[str, ...]] = ("MID-3.2", "MID-3.3", "MID-3.5")

    def run(self, state: Kingdom) -> None:
        """Discard, and put turns, refill and event on the agenda."""
        state.begin_round(state.round + 1)
        if state.story is not None:
            state.note(
                "MID-3.1",
                -1,
                words(
                    "Round {round} of {rounds}: row {row} is resolved.",
                    round=state.round,
                    rounds=len(state.box.rounds),
                    row=state.row + 1,
                ),
            )
        state.order = sorted(range(state.seats), key=state.lord_at.__getitem__)
        _discard_unclaimed(state, state.row)
        if state.story is not None:
            order = series(Seat(seat) for seat in state.order)
            state.note("MID-3.5", -1, words("Turn order: {order}.", order=order))
        state.push(*[_TURNS[seat] for seat in state.order], _END_OF_ROUND)


@frozen
class EndOfRound(Automatic[Kingdom]):
    """After the last turn: refill, event, next round or the end of the game (MID-3.2)."""

    rules: ClassVar[tuple[str, ...]] = ("MID-3.2", "MID-3.9", "MID-11.1", "MID-12.1")

    def run(self, state: Kingdom) -> None:
        """Put on the agenda what this round brings."""
        plan = state.plan
        state.active = -1
        state.push(_ROUND if state.round < len(state.box.rounds) else EndGame())
        if plan.event_slot is not None:
            state.push(ResolveEvent(plan.event_slot))
        if plan.refill:
            state.push(RefillRow(plan.row))


@frozen
class RefillRow(_LayRow):
    """The row that was resolved is laid anew (MID-10.1)."""

    rules: ClassVar[tuple[str, ...]] = ("MID-10.1", "MID-2.5", "MID-10.7")

    row: int


# ---------------------------------------------------------------------- the turn (MID-4)


@frozen
class Turn(Automatic[Kingdom]):
    """A player's turn: move the lord, take the tile, effect, income (MID-4.1)."""

    rules: ClassVar[tuple[str, ...]] = ("MID-4.1", "MID-3.10")

    seat: int

    def run(self, state: Kingdom) -> None:
        """Ask for the move; in the last round the lord leaves the display instead."""
        seat = self.seat
        state.begin_turn(seat)
        if state.next_row != NOWHERE:
            state.push(_MOVES[seat])
            return
        row, at = state.lord_row[seat], state.lord_at[seat]
        state.lord_row[seat] = state.lord_at[seat] = NOWHERE
        if state.story is not None:
            state.note("MID-3.10", seat, words("The lord of {seat} leaves.", seat=Seat(seat)))
        _take_tile(state, seat, row, at)


@frozen
class MoveLord(Decision[Kingdom, int]):
    """D2: to which tile of the next row the lord moves (MID-4.2 to 4.4)."""

    rules: ClassVar[tuple[str, ...]] = (
        "MID-4.2",
        "MID-4.3",
        "MID-4.4",
        "MID-3.8",
        "MID-6.4",
        "MID-6.5",
    )

    seat: int

    def options(self, state: Kingdom) -> Sequence[int]:
        """The positions of the next row without a lord and without another player's scout."""
        row = state.next_row
        positions = list(range(1, state.seats + 2))
        for seat in range(state.seats):
            if state.lord_row[seat] == row:
                positions.remove(state.lord_at[seat] + 1)
            elif state.scout_row[seat] == row and seat != self.seat:
                positions.remove(state.scout_at[seat] + 1)
        return positions

    def apply(self, state: Kingdom, pick: int) -> None:
        """Move, take back the scout that stands in that row, take the tile that was left."""
        seat = self.seat
        row, at = state.lord_row[seat], state.lord_at[seat]
        new_row = state.next_row
        state.lord_row[seat], state.lord_at[seat] = new_row, pick - 1
        if state.story is not None:
            state.note(
                "MID-4.2",
                seat,
                words(
                    "{seat} moves the lord: {tile}.",
                    seat=Seat(seat),
                    tile=tile_at(state, new_row, pick - 1),
                ),
            )
        if state.scout_row[seat] == new_row:
            state.scout_row[seat] = state.scout_at[seat] = NOWHERE
            if state.story is not None:
                state.note(
                    "MID-6.5",
                    seat,
                    words("The scout of {seat} comes back to hand.", seat=Seat(seat)),
                )
        _take_tile(state, seat, row, at)

    def question(self, state: Kingdom) -> Text:
        """Where to next."""
        row = state.next_row
        tile = state.box.tiles[state.display[state.lord_row[self.seat]][state.lord_at[self.seat]]]
        return words(
            "Where in row {row} does your lord move? (You take {tile}.)",
            row=row + 1,
            tile=face(tile),
        )

    def label(self, state: Kingdom, chosen: tuple[Any, ...]) -> Text:
        """The tile; the question names the row."""
        return face(state.box.tiles[state.display[state.next_row][chosen[-1] - 1]])

    def target(self, state: Kingdom, chosen: tuple[Any, ...]) -> Place:
        """The place in the display."""
        return ("display", state.next_row + 1, chosen[-1])

    def refuse(self, state: Kingdom, pick: Any) -> Refusal:
        """No such position, a lord there, or another player's scout."""
        row = state.next_row
        if type(pick) is not int or not 1 <= pick <= state.width:
            return _no_such_position(state, "MID-4.2")
        lord = state.lord_on(row, pick - 1)
        if lord >= 0:
            return Refusal("MID-4.3", words("The lord of {seat} is there.", seat=Seat(lord)))
        scout = state.scout_on(row, pick - 1)
        return Refusal(
            "MID-6.4", words("The scout of {seat} reserves that tile.", seat=Seat(scout))
        )

    def refuse_place(self, state: Kingdom, chosen: tuple[Any, ...], place: Place) -> Refusal | None:
        """Another row, or what stands against a place of this one."""
        row = state.next_row + 1
        if place[0] != "display":
            return None
        if place[1] != row:
            return Refusal("MID-4.2", words("Your lord moves to row {row}.", row=row))
        return self.refuse(state, place[2])


@frozen
class Income(Automatic[Kingdom]):
    """The column of the new tile pays, when its effect is over (MID-4.8, MID-4.10)."""

    rules: ClassVar[tuple[str, ...]] = ("MID-4.10", "MID-1.13")

    seat: int
    column: int

    def run(self, state: Kingdom) -> None:
        """Take it."""
        _take_income(state, self.seat, self.column)


def _take_tile(state: Kingdom, seat: int, row: int, at: int) -> None:
    """The tile goes on top of its column, then comes the effect, then the income (MID-4.6)."""
    tile = state.display[row][at]
    state.display[row][at] = GAP
    column = state.lay(seat, tile)
    type_ = state.box.types[column]
    if state.story is not None:
        state.note(
            "MID-4.6",
            seat,
            words("{seat} takes {tile}.", seat=Seat(seat), tile=face(state.box.tiles[tile])),
        )
    choice = _EFFECTS[type_.effect](state, seat, type_)
    if choice is None:
        _take_income(state, seat, column)
    else:
        state.push(choice, Income(seat, column))


def _take_income(state: Kingdom, seat: int, column: int) -> None:
    income = state.income(seat, column)
    state.gain(seat, income, INCOME + column)
    if state.story is not None:
        state.note(
            "MID-4.10",
            seat,
            plural(
                "{seat} has an income of {n} coin. {column}: {formula}.",
                "{seat} has an income of {n} coins. {column}: {formula}.",
                income,
                seat=Seat(seat),
                column=state.box.types[column].names,
                formula=worked_formula(state, seat, column),
            ),
        )


def _discard_unclaimed(state: Kingdom, row: int) -> None:
    """The one tile of the row without a lord goes to the discard pile (MID-3.3)."""
    at = next(at for at in range(state.width) if at not in state.lord_at)
    tile = state.display[row][at]
    state.display[row][at] = GAP
    state.discard.append(tile)
    if state.story is not None:
        state.note(
            "MID-3.3",
            -1,
            words("Nobody claims {tile}: it is discarded.", tile=state.box.tiles[tile]),
        )


# ---------------------------------------------------------------------- village (MID-5.7)


class _FromGraveyard(Decision[Kingdom, str]):
    """Which tile of the graveyard returns to the fief."""

    __slots__ = ()

    def options(self, state: Kingdom) -> Sequence[str]:
        """The tiles of the own graveyard."""
        return [state.box.tiles[tile].id for tile in state.graveyards[self.seat]]

    def apply(self, state: Kingdom, pick: str) -> None:
        """Put it back; it brings neither effect nor income of its own."""
        tile = state.box.tile_index[pick]
        state.return_tile(self.seat, tile)
        if state.story is not None:
            state.note(
                self.rules[0],
                self.seat,
                words(
                    "{tile} returns from the graveyard of {seat}.",
                    tile=face(state.box.tiles[tile]),
                    seat=Seat(self.seat),
                ),
            )

    def question(self, state: Kingdom) -> Text:
        """Which one."""
        return words("Which tile of your graveyard returns to your fief?")

    def label(self, state: Kingdom, chosen: tuple[Any, ...]) -> Text:
        """The tile with its symbols."""
        return face(state.box.tile(chosen[-1]))

    def target(self, state: Kingdom, chosen: tuple[Any, ...]) -> Place:
        """The tile in the graveyard."""
        return ("grave", self.seat, chosen[-1])

    def refuse(self, state: Kingdom, pick: Any) -> Refusal:
        """No tile of the own graveyard, or none at all."""
        if pick in (STAY, "pass", ""):
            return Refusal(self.rules[0], words("A tile must return: you cannot decline."))
        return Refusal(self.rules[0], words("That tile is not in your graveyard."))

    def refuse_place(self, state: Kingdom, chosen: tuple[Any, ...], place: Place) -> Refusal | None:
        """Another player's graveyard."""
        return self.refuse(state, place[2]) if place[0] == "grave" else None


@frozen
class ReturnTile(_FromGraveyard):
    """D4: the village returns a tile of the graveyard (MID-5.7 to 5.10)."""

    rules: ClassVar[tuple[str, ...]] = ("MID-5.7", "MID-5.8", "MID-5.9", "MID-5.10", "MID-5.11")

    seat: int


def _return_from_graveyard(state: Kingdom, seat: int, _: PlotType) -> Step | None:
    if state.graveyards[seat]:
        return ReturnTile(seat)
    if state.story is not None:
        state.note("MID-5.10", seat, words("{seat} has no tile to return.", seat=Seat(seat)))
    return None


# ---------------------------------------------------------------------- rampart (MID-6)


@frozen
class PlaceScout(Decision[Kingdom, Any]):
    """D3: which tile the scout reserves, or `stay` (MID-6.1 to 6.9)."""

    rules: ClassVar[tuple[str, ...]] = (
        "MID-6.2",
        "MID-6.3",
        "MID-6.4",
        "MID-6.5",
        "MID-6.7",
        "MID-6.9",
    )

    seat: int

    def options(self, state: Kingdom) -> Sequence[Any]:
        """The tiles without a scout in rows where no lord stands, and `stay`."""
        scouted = set(zip(state.scout_row, state.scout_at, strict=True))
        picks: list[Any] = [
            (row + 1, at + 1)
            for row in _rows_to_scout(state)
            for at in range(state.seats + 1)
            if (row, at) not in scouted
        ]
        picks.append(STAY)
        return picks

    def apply(self, state: Kingdom, pick: Any) -> None:
        """Place it, or leave it."""
        seat = self.seat
        if pick == STAY:
            if state.story is not None:
                state.note(
                    "MID-6.9", seat, words("{seat} leaves the scout as it is.", seat=Seat(seat))
                )
            return
        row, position = pick
        state.scout_row[seat], state.scout_at[seat] = row - 1, position - 1
        if state.story is not None:
            state.note(
                "MID-6.4",
                seat,
                words(
                    "The scout of {seat} reserves {tile}.",
                    seat=Seat(seat),
                    tile=tile_at(state, row - 1, position - 1),
                ),
            )

    def question(self, state: Kingdom) -> Text:
        """Which tile."""
        return words("Which tile does your scout reserve?")

    def label(self, state: Kingdom, chosen: tuple[Any, ...]) -> Text:
        """The tile with its place, or that the scout stays."""
        pick = chosen[-1]
        if pick != STAY:
            row, position = pick
            return words(
                "row {row}, {position}: {tile}",
                row=row,
                position=position,
                tile=face(state.box.tiles[state.display[row - 1][position - 1]]),
            )
        if state.scout_row[self.seat] == NOWHERE:
            return words("Keep the scout in hand")
        return words("Leave the scout on its tile")

    def target(self, state: Kingdom, chosen: tuple[Any, ...]) -> Place | None:
        """The place in the display; staying has none."""
        pick = chosen[-1]
        return None if pick == STAY else ("display", *pick)

    def refuse(self, state: Kingdom, pick: Any) -> Refusal:
        """The first thing that stands against the place."""
        if not (isinstance(pick, tuple) and len(pick) == 2 and all(type(n) is int for n in pick)):
            return Refusal("MID-6.2", words("Choose a tile of the display, or stay."))
        row, at = pick[0] - 1, pick[1] - 1
        if not (0 <= row < state.box.rows and 0 <= at < state.width) or (
            state.display[row][at] == GAP
        ):
            return Refusal("MID-6.3", words("There is no tile."))
        if row == state.lord_row[self.seat]:
            return Refusal("MID-6.3", words("Your lord stands in that row."))
        lord, scout = state.lord_on(row, at), state.scout_on(row, at)
        if lord >= 0:
            return Refusal("MID-6.3", words("The lord of {seat} is there.", seat=Seat(lord)))
        if scout == self.seat:
            return Refusal("MID-6.9", words("Your scout stands there already."))
        return Refusal(
            "MID-6.3", words("The scout of {seat} reserves that tile.", seat=Seat(scout))
        )

    def refuse_place(self, state: Kingdom, chosen: tuple[Any, ...], place: Place) -> Refusal | None:
        """What stands against a place of the display."""
        return self.refuse(state, place[1:]) if place[0] == "display" else None


def _rows_to_scout(state: Kingdom) -> list[int]:
    """The rows still laid that are neither resolved now nor entered now (MID-6.3, MID-6.7)."""
    return [
        row
        for row in range(state.box.rows)
        if row != state.row and row != state.next_row and state.display[row][0] != GAP
    ]


def _place_scout(state: Kingdom, seat: int, _: PlotType) -> Step | None:
    """The scout is placed after the lord has moved (MID-6.1), unless no row has a target.

    A row still laid always has one: it has more tiles than there are scouts."""
    if _rows_to_scout(state):
        return PlaceScout(seat)
    if state.story is not None:
        state.note("MID-6.7", seat, words("The scout of {seat} finds no tile.", seat=Seat(seat)))
    return None


# ---------------------------------------------------------------------- church and palace (MID-7)


@frozen
class PlaceCoinToken(Decision[Kingdom, str]):
    """D5: on which column the coin token goes (MID-5.23, MID-7.1 to 7.3)."""

    rules: ClassVar[tuple[str, ...]] = ("MID-5.23", "MID-7.1", "MID-7.2", "MID-7.3", "MID-7.6")

    seat: int

    def options(self, state: Kingdom) -> Sequence[str]:
        """The own columns without a coin token."""
        tokens = state.coin_tokens[self.seat]
        return [column.id for column in state.box.types if not tokens[column.index]]

    def apply(self, state: Kingdom, pick: str) -> None:
        """Put it there."""
        column = state.box.types[state.box.type_index[pick]]
        state.coin_tokens_left -= 1
        state.coin_tokens[self.seat][column.index] = 1
        if state.story is not None:
            state.note(
                "MID-5.23",
                self.seat,
                words(
                    "{seat} places a coin token. Column: {column}.",
                    seat=Seat(self.seat),
                    column=column.names,
                ),
            )

    def question(self, state: Kingdom) -> Text:
        """Which column."""
        return words("On which of your columns do you put the coin token?")

    def label(self, state: Kingdom, chosen: tuple[Any, ...]) -> Text:
        """The column."""
        return _type_name(state, chosen[-1])

    def target(self, state: Kingdom, chosen: tuple[Any, ...]) -> Place:
        """The column of the own fief."""
        return ("column", self.seat, state.box.type_index[chosen[-1]])

    def refuse(self, state: Kingdom, pick: Any) -> Refusal:
        """No such column, or a coin token on it."""
        if _index_of(state.box.type_index, pick) is None:
            return _no_such_column("MID-7.2")
        return Refusal("MID-7.1", words("There is a coin token on that column already."))

    def refuse_place(self, state: Kingdom, chosen: tuple[Any, ...], place: Place) -> Refusal | None:
        """Another player's column, or one with a coin token."""
        if place[0] != "column":
            return None
        if place[1] != self.seat:
            return _foreign_column(place)
        return self.refuse(state, state.box.types[int(place[2])].id)


@frozen
class PlacePlotToken(Decision[Kingdom, tuple[str, str]]):
    """D6: which plot token is taken and on which column it goes (MID-5.25, MID-7.4, MID-7.5)."""

    rules: ClassVar[tuple[str, ...]] = ("MID-5.25", "MID-7.4", "MID-7.5", "MID-7.1", "MID-7.2")
    parts: ClassVar[int] = 2

    seat: int

    def options(self, state: Kingdom) -> Sequence[tuple[str, str]]:
        """The tokens in the supply, each with the own columns where it may go."""
        return list(self._pairs(state))

    def can_be_made(self, state: Kingdom) -> bool:
        """Whether any token may go anywhere (MID-7.8)."""
        return next(self._pairs(state), None) is not None

    def _pairs(self, state: Kingdom) -> Iterator[tuple[str, str]]:
        tokens, left = state.plot_tokens[self.seat], state.plot_tokens_left
        return (
            pair
            for token, column, pair in state.box.token_places
            if left[token] and tokens[column] == NO_TOKEN
        )

    def apply(self, state: Kingdom, pick: tuple[str, str]) -> None:
        """Take it and put it there."""
        token, column = (state.box.types[state.box.type_index[name]] for name in pick)
        state.plot_tokens_left[token.index] -= 1
        state.plot_tokens[self.seat][column.index] = token.index
        if state.story is not None:
            state.note(
                "MID-5.25",
                self.seat,
                words(
                    "{seat} places a plot token: {token}. Column: {column}.",
                    seat=Seat(self.seat),
                    token=token.names,
                    column=column.names,
                ),
            )

    def question(self, state: Kingdom) -> Text:
        """Which token, which column."""
        return words("Which plot token do you take, and on which of your columns do you put it?")

    def label(self, state: Kingdom, chosen: tuple[Any, ...]) -> Text:
        """The token, then the column."""
        return _type_name(state, chosen[-1])

    def target(self, state: Kingdom, chosen: tuple[Any, ...]) -> Place:
        """The token in the supply, then the column of the own fief."""
        if len(chosen) == 1:
            return ("token", chosen[0])
        return ("column", self.seat, state.box.type_index[chosen[-1]])

    def refuse(self, state: Kingdom, pick: Any) -> Refusal:
        """The first thing that stands against the token or its column."""
        parts = pick if isinstance(pick, tuple) else (pick,)
        known = [_index_of(state.box.type_index, name) for name in parts]
        token = known[0] if known else None
        if token is None:
            return Refusal("MID-5.25", words("There is no such plot token."))
        if not state.plot_tokens_left[token]:
            return Refusal("MID-7.7", words("That plot token has been taken."))
        column = known[1] if len(known) == 2 else None
        if column is None:
            return _no_such_column("MID-7.2")
        if state.plot_tokens[self.seat][column] != NO_TOKEN:
            return Refusal("MID-7.1", words("There is a plot token on that column already."))
        return Refusal("MID-7.5", words("That column counts this type already."))

    def refuse_place(self, state: Kingdom, chosen: tuple[Any, ...], place: Place) -> Refusal | None:
        """A token that is gone; then another player's column or one where it may not go."""
        if place[0] == "token" and not chosen:
            return self.refuse(state, (place[1],))
        if place[0] != "column" or not chosen:
            return None
        if place[1] != self.seat:
            return _foreign_column(place)
        return self.refuse(state, (*chosen, state.box.types[int(place[2])].id))


def _take_coin_token(state: Kingdom, seat: int, _: PlotType) -> Step | None:
    if state.coin_tokens_left and 0 in state.coin_tokens[seat]:
        return PlaceCoinToken(seat)
    return _no_token(state, seat)


def _take_plot_token(state: Kingdom, seat: int, _: PlotType) -> Step | None:
    choice = PlacePlotToken(seat)
    return choice if choice.can_be_made(state) else _no_token(state, seat)


def _no_token(state: Kingdom, seat: int) -> Step | None:
    state.note("MID-7.8", seat, words("{seat} can place no token.", seat=Seat(seat)))
    return None


_EFFECTS: Final[dict[str, Callable[[Kingdom, int, PlotType], Step | None]]] = {
    "gain_per_symbol": gain_per_symbol,
    "take_from_players_with_fewer": take_tribute,
    "return_from_graveyard": _return_from_graveyard,
    "place_scout": _place_scout,
    "attack_players_with_fewer": attack,
    "take_coin_token": _take_coin_token,
    "take_plot_token": _take_plot_token,
}
"""What each kind of effect does, and what it then asks its player: None where it asks nothing or
is skipped (MID-4.9)."""


# ---------------------------------------------------------------------- events (MID-11)


@frozen
class ResolveEvent(Automatic[Kingdom]):
    """The leftmost event card that lies face up happens to every player (MID-11.1, MID-11.2)."""

    rules: ClassVar[tuple[str, ...]] = ("MID-11.1", "MID-11.2")

    slot: int

    def run(self, state: Kingdom) -> None:
        """Carry it out at once, or ask the players one after another."""
        event = state.box.events[state.events[self.slot]]
        state.events_resolved = self.slot + 1
        if state.story is not None:
            state.note("MID-11.1", -1, words("Event: {event}.", event=event.names))
        at_once = events.AT_ONCE.get(event.kind)
        if at_once is None:
            _reconstruct(state, event)
            return
        for seat in range(state.seats):
            at_once(state, seat, event)


@frozen
class Reconstruct(_FromGraveyard):
    """D7: the event Reconstruction returns a tile of the graveyard (MID-11.17)."""

    rules: ClassVar[tuple[str, ...]] = ("MID-11.17", "MID-13.2", "MID-8.4")

    seat: int


def _reconstruct(state: Kingdom, event: EventCard) -> None:
    """Everybody with a graveyard chooses, in the turn order of the next round (MID-13.2)."""
    last = state.next_row == NOWHERE
    order = state.order if last else state.turn_order(state.next_row)
    for seat in order:
        if not state.graveyards[seat]:
            state.note(
                events.RULES[event.id],
                seat,
                words("{seat} has no tile to return.", seat=Seat(seat)),
            )
    state.push(*[Reconstruct(seat) for seat in order if state.graveyards[seat]])


# ---------------------------------------------------------------------- the end (MID-12)


@frozen
class EndGame(Automatic[Kingdom]):
    """Empty columns cost coins; the richest player wins (MID-12)."""

    rules: ClassVar[tuple[str, ...]] = ("MID-12.2", "MID-12.4", "MID-12.5")

    def run(self, state: Kingdom) -> None:
        """Take the penalties and rank the players."""
        for seat in range(state.seats):
            empty = state.empty_columns(seat)
            paid = state.pay(seat, scoring.penalty(state, seat), PENALTY_PAID)
            if state.story is not None:
                state.note(
                    "MID-12.2",
                    seat,
                    plural(
                        "{seat} pays {paid} for {n} empty column.",
                        "{seat} pays {paid} for {n} empty columns.",
                        empty,
                        seat=Seat(seat),
                        paid=plural("{n} coin", "{n} coins", paid),
                    ),
                )
        state.over = True
        if state.story is not None:
            _tell_places(state)


def _tell_places(state: Kingdom) -> None:
    standings = scoring.standings(state)
    tell_places(state, "MID-12.4", standings, lambda total: plural("{n} coin", "{n} coins", total))

    def tie(winner: int, other: int) -> Text:
        type_, more, fewer = _decided_by(state, winner, other)
        return words(
            "{seat} wins the tie by tiles. {type}: {more} to {fewer}.",
            seat=Seat(winner),
            type=type_.names,
            more=more,
            fewer=fewer,
        )

    tell_winner(state, standings, won="MID-12.4", tied="MID-12.5", shared="MID-12.6", tie=tie)


def _decided_by(state: Kingdom, winner: int, other: int) -> tuple[PlotType, int, int]:
    """The first type in the order of the tie-break in which they differ, and both counts."""
    return next(
        (state.box.types[type_], state.count(winner, type_), state.count(other, type_))
        for type_ in state.box.tie_break
        if state.count(winner, type_) != state.count(other, type_)
    )


# ---------------------------------------------------------------------- small helpers


_ROUND: Final = Round()
_END_OF_ROUND: Final = EndOfRound()
_TURNS: Final = tuple(Turn(seat) for seat in range(MOST_PLAYERS))
_MOVES: Final = tuple(MoveLord(seat) for seat in range(MOST_PLAYERS))
"""The steps of every round, made once."""


def _not_placed(state: Kingdom) -> list[int]:
    return [seat for seat in range(state.seats) if state.lord_row[seat] == NOWHERE]


def _index_of(index: Any, name: Any) -> int | None:
    found: int | None = index.get(name) if isinstance(name, str) else None
    return found


def _type_name(state: Kingdom, name: str) -> Text:
    return words("{type}", type=state.box.types[state.box.type_index[name]].names)


def _no_such_position(state: Kingdom, rule: str) -> Refusal:
    return Refusal(rule, words("The positions of a row are 1 to {n}.", n=state.width))


def _foreign_column(place: Place) -> Refusal:
    owner = Seat(int(place[1]))
    return Refusal("MID-7.2", words("That column belongs to {seat}.", seat=owner))


def _no_such_column(rule: str) -> Refusal:
    return Refusal(rule, words("There is no such column."))
