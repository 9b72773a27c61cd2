"""Positions of Middle Ages for tests, and ways to play on from them.

state = table(Lord(4, "barracks_01", takes="barracks_06"), Lord(8, "field_01 rampart_03"))
turn(state, 0)
assert state.coins == [10, 6]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from engine.core.chance import Dice
from engine.core.event import Event, Header
from engine.core.step import ChanceStep, Decision, RuleStep
from engine.core.step_stack import Step
from engine.games.middle_ages.components import Components
from engine.games.middle_ages.game import GAME
from engine.games.middle_ages.rounds import FillRow, RefillRow
from engine.games.middle_ages.setup import DrawEvents, DrawScout
from engine.games.middle_ages.state import (
    GAP,
    STARTING,
    Kingdom,
)
from engine.games.middle_ages.turn import MoveLord, Turn
from engine.match.match import Match

GAP_NAME = "-"

Counts = tuple[int, int, int, int, int, int, int, int]


@frozen
class Lord:
    """A player of a position.

    `fief` names the tiles from bottom to top, or gives the number of tiles of each column, which
    are then tiles without symbols as far as possible. `takes` is the tile under the lord.
    `coin_tokens` names columns, `plot_tokens` pairs such as `field>palace`. `at` and `scout` are
    spaces such as (2, 3); without `at` the lord is in the row of the round, in seat order.
    """

    coins: int = 0
    fief: str | Counts = ""
    grave: str = ""
    takes: str = ""
    coin_tokens: str = ""
    plot_tokens: str = ""
    at: tuple[int, int] | None = None
    scout: tuple[int, int] | None = None


def table(
    *lords: Lord,
    round: int = 1,
    rows: Mapping[int, str] | None = None,
    events: str = "",
    data: Mapping[str, Any] | None = None,
) -> Kingdom:
    """A position in a round, before the turns of these players.

    `rows` gives the contents of rows of the display (`-` is a gap); the others hold tiles used
    nowhere else, if they are filled in that round.
    """
    state = GAME.setup(len(lords), {}, data or {})
    state.agenda.clear()
    state.notes = []
    state.begin_round(round)
    box = state.box
    spare = _Spare(box, lords, rows or {})
    for seat, lord in enumerate(lords):
        _seat_down(state, seat, lord, spare)
    state.order = state.turn_order(state.plan.row)
    for row in range(box.rows):
        _lay_row(state, row, (rows or {}).get(row + 1), lords, spare)
    state.stacks = [spare.left("blue"), spare.left("orange"), []]
    state.events = [box.event_index[name] for name in events.split()]
    return state


def fief(state: Kingdom, seat: int) -> list[int]:
    """Number of tiles of each column."""
    return [len(column) for column in state.fiefs[seat]]


def grave(state: Kingdom, seat: int) -> set[str]:
    """The ids of the tiles in a graveyard."""
    return {state.box.tiles[tile].id for tile in state.graveyards[seat]}


def column(state: Kingdom, seat: int, type_: str) -> list[str]:
    """The ids of the tiles of a column from bottom to top."""
    return [state.box.tiles[tile].id for tile in state.fiefs[seat][state.box.type_index[type_]]]


def row(state: Kingdom, number: int) -> list[str]:
    """The ids of the tiles of a row of the display, with `-` for gaps."""
    return [
        GAP_NAME if tile == GAP else state.box.tiles[tile].id for tile in state.display[number - 1]
    ]


def sizes(state: Kingdom) -> str:
    """The stacks and the discard pile in the form of the rules' table: `B0 O30 D5`."""
    names = zip("BON", state.stacks, strict=True)
    return " ".join(f"{name}{len(pile)}" for name, pile in [*names, ("D", state.discard)])


def turn(state: Kingdom, seat: int, *picks: Any, to: int | None = None) -> Kingdom:
    """Play a turn of a seat: the lord moves to a position (default: the first free one), then the
    effect asks for these picks."""
    state.push(Turn(seat))
    run_agenda(state)
    if state.plan.next_row is not None:
        decision = MoveLord(seat)
        assert state.agenda[-1] == decision
        options = decision.options(state)
        picks = (options[0] if to is None else to, *picks)
    return run_agenda(state, *picks)


def run_agenda(state: Kingdom, *picks: Any) -> Kingdom:
    """Run the agenda with these picks, up to chance or a decision without a pick."""
    waiting = list(picks)
    while state.agenda:
        step = state.agenda[-1]
        if isinstance(step, Decision):
            options = step.options(state)
            if len(options) == 1 and not waiting:
                pick = options[0]
            elif waiting:
                pick = waiting.pop(0)
                assert pick in options, f"{step.name}: {pick} is not among {options}"
            else:
                return state
            state.agenda.pop()
            step.apply(state, pick)
        elif isinstance(step, RuleStep):
            state.agenda.pop()
            step.run(state)
        else:
            break
    assert not waiting, f"nobody asked for {waiting}"
    return state


def pending_step(state: Kingdom) -> Decision[Kingdom, Any]:
    """The pending decision."""
    step = state.agenda[-1]
    assert isinstance(step, Decision)
    return step


def noted(state: Kingdom) -> list[str]:
    """The rules of all log entries so far."""
    assert state.notes is not None
    return [note.rule for note in state.notes]


def walk(
    seats: int, seed: str, data: Mapping[str, Any] | None = None
) -> Iterator[tuple[Step, Any, Kingdom]]:
    """Play a random game step by step. Yields each step with its pick or outcome and the state
    after it; decisions are also yielded beforehand, with the pick None."""
    state = GAME.setup(seats, {}, data or {})
    dice = Dice(seed.encode())
    while state.agenda:
        step = state.agenda[-1]
        value: Any = None
        if isinstance(step, Decision):
            yield step, None, state
            value = dice.pick(step.options(state))
        elif isinstance(step, ChanceStep):
            value = step.sample(state, dice)
            assert step.check(state, value) is None
        state.agenda.pop()
        if isinstance(step, RuleStep):
            step.run(state)
        else:
            step.apply(state, value)  # type: ignore[attr-defined]
        yield step, value, state


def match_from(seats: int, *events: tuple[str, int, Any]) -> Match:
    """A match built from a list of (step, seat, value), chance included."""
    header = Header(
        GAME.id, GAME.rules, tuple((f"Player {n}", "person") for n in range(seats)), seed=None
    )
    chance = {one.__name__ for one in (FillRow, RefillRow, DrawEvents, DrawScout)}
    log = [
        Event(number, "chance" if step in chance else "pick", seat, step, value)
        for number, (step, seat, value) in enumerate(events, 1)
    ]
    return Match.load(header, log)


def kingdom(match: Match) -> Kingdom:
    """The state of a match."""
    assert isinstance(match.state, Kingdom)
    return match.state


class _Spare:
    """The tiles that a position does not name, those without symbols first."""

    def __init__(self, box: Components, lords: Sequence[Lord], rows: Mapping[int, str]) -> None:
        named = {name for tiles in rows.values() for name in tiles.split()}
        for lord in lords:
            named.update(lord.grave.split(), lord.takes.split())
            if isinstance(lord.fief, str):
                named.update(lord.fief.split())
        self._box = box
        self._tiles = sorted(
            (tile for tile in box.tiles if tile.id not in named),
            key=lambda tile: (tile.farmers + tile.chests, tile.index),
        )

    def of_type(self, type_: int) -> int:
        """A tile of a type."""
        return self._take(next(tile for tile in self._tiles if tile.type == type_))

    def last(self) -> int:
        """Any tile; those with most symbols go first, since columns need those without."""
        return self._take(self._tiles[-1])

    def left(self, colour: str) -> list[int]:
        """All remaining tiles with a back of a colour."""
        return [tile.index for tile in self._tiles if ("blue", "orange")[tile.colour] == colour]

    def _take(self, tile: Any) -> int:
        self._tiles.remove(tile)
        return int(tile.index)


def _seat_down(state: Kingdom, seat: int, lord: Lord, spare: _Spare) -> None:
    box = state.box
    state.gain(seat, lord.coins, STARTING)
    if isinstance(lord.fief, str):
        for name in lord.fief.split():
            state.lay(seat, box.tile_index[name])
    else:
        for type_, count in enumerate(lord.fief):
            for _ in range(count):
                state.lay(seat, spare.of_type(type_))
    state.graveyards[seat] = tuple(box.tile_index[name] for name in lord.grave.split())
    for name in lord.coin_tokens.split():
        state.coin_tokens[seat][box.type_index[name]] = 1
        state.coin_tokens_left -= 1
    for pair in lord.plot_tokens.split():
        token, where = (box.type_index[name] for name in pair.split(">"))
        state.plot_tokens[seat][where] = token
        state.plot_tokens_left[token] -= 1
    place = lord.at or (state.plan.row + 1, seat + 1)
    state.lord_row[seat], state.lord_at[seat] = place[0] - 1, place[1] - 1
    if lord.scout is not None:
        state.scout_row[seat], state.scout_at[seat] = lord.scout[0] - 1, lord.scout[1] - 1


def _lay_row(
    state: Kingdom, number: int, names: str | None, lords: Sequence[Lord], spare: _Spare
) -> None:
    tiles = state.display[number]
    if names is not None:
        tiles[:] = [GAP if n == GAP_NAME else state.box.tile_index[n] for n in names.split()]
    elif number == state.plan.row:
        for seat in range(state.seats):
            if state.lord_row[seat] == number:
                takes = lords[seat].takes
                tile = state.box.tile_index[takes] if takes else spare.last()
                tiles[state.lord_at[seat]] = tile
    elif state.round < 13 or number > state.plan.row:
        tiles[:] = [spare.last() for _ in tiles]
