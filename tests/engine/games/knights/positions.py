"""Positions of Cities & Knights for tests, and ways to play on from them.

state = island(settlements={1: [23]}, cities={0: [12]})
give(state, 0, lumber=1, brick=1)
go_on(state, ("road", 11))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.core.command import Menu
from engine.core.state import Note
from engine.core.step import ChanceStep, Decision, RuleStep, Simultaneous
from engine.core.step_stack import Step
from engine.games.knights.action_phase import Main
from engine.games.knights.game import GAME
from engine.games.knights.setup import put_building
from engine.games.knights.state import CITY, SETTLEMENT, TIPPED, Island
from engine.games.knights.victory import measure_roads
from engine.match.match import Match

NAMES = ("Anna", "Boris", "Clara", "Dmitri")
BY_SEAT = Mapping[int, Iterable[int]]


def island(
    seats: int = 4,
    *,
    settlements: BY_SEAT | None = None,
    cities: BY_SEAT | None = None,
    roads: BY_SEAT | None = None,
    knights: Mapping[int, Mapping[int, int]] | None = None,
    active: Iterable[int] = (),
    ready: Iterable[int] = (),
    walls: Iterable[int] = (),
    data: Mapping[str, Any] | None = None,
    **options: str,
) -> Island:
    """The beginners' island in seat 0's action phase, with the robber unlocked on the desert and
    the given pieces by seat; knights are levels by node. The decks are in the order of the
    components."""
    options = {"layout": "beginner", **options}
    state = GAME.setup(seats, GAME.check(seats, options), data or {})
    assert isinstance(state, Island)
    state.agenda[:] = []
    state.notes = []
    state.active, state.turn, state.round = 0, 1, 1
    state.robber_locked, state.attacks = False, 1
    fill_decks(state)
    settle(state, settlements, cities, roads)
    for seat, levels in (knights or {}).items():
        for node, level in levels.items():
            state.place(seat, node, TIPPED + level)
    state.active_knights = sum(1 << node for node in {*active, *ready})
    state.ready = sum(1 << node for node in ready)
    state.walls = sum(1 << node for node in walls)
    measure_roads(state)
    state.push(Main(0))
    return state


def settle(
    state: Island, settlements: BY_SEAT | None, cities: BY_SEAT | None, roads: BY_SEAT | None
) -> None:
    """Buildings and roads by seat."""
    for piece, pieces in ((SETTLEMENT, settlements), (CITY, cities)):
        for seat, nodes in (pieces or {}).items():
            for node in nodes:
                put_building(state, seat, node, piece)
    for seat, edges in (roads or {}).items():
        for edge in edges:
            state.lay_road(seat, edge)


def fill_decks(state: Island, *tops: str) -> None:
    """Put all cards that nobody holds into their decks, the `tops` on top, the first uppermost."""
    box = state.box
    held = [card for cards in [*state.progress, *state.open_cards] for card in cards]
    for deck in box.decks:
        cards = [
            number
            for number, card in enumerate(box.cards)
            if card.deck == deck
            for _ in range(card.count - held.count(number))
        ]
        wanted = map(box.card_numbers.__getitem__, tops)
        wanted = map(box.card_numbers.__getitem__, tops)
        above = [card for card in wanted if box.cards[card].deck == deck]
        for card in above:
            cards.remove(card)
        state.decks[deck] = (*cards, *reversed(above))
        state.deck_sizes[deck] = len(cards) + len(above)


def edges(state: Island, *pairs: str) -> list[int]:
    """The edges between nodes: `edges(state, "12-17", "17-23")`."""
    found = []
    for pair in pairs:
        one, other = map(int, pair.split("-"))
        side = state.board.hexes.side_between(one, other)
        assert side is not None, f"no edge {pair}"
        found.append(side)
    return found


def give(state: Island, seat: int, **counts: int) -> None:
    """Give cards of the bank to a hand."""
    for kind, number in counts.items():
        state.take(seat, state.box.kind_numbers[kind], number)


def hand(state: Island, seat: int) -> dict[str, int]:
    """The hand by the ids of the kinds."""
    return {kind.id: n for kind, n in zip(state.box.kinds, state.hands[seat], strict=True) if n}


def bank(state: Island, kind: str) -> int:
    """Number of cards of a kind in the bank."""
    return state.bank[state.box.kind_numbers[kind]]


def deal(state: Island, seat: int, *cards: str) -> None:
    """Move progress cards from their decks to a hand."""
    for card in cards:
        number = state.box.card_numbers[card]
        deck = state.box.cards[number].deck
        at = state.decks[deck].index(number)
        state.decks[deck] = state.decks[deck][:at] + state.decks[deck][at + 1 :]
        state.deck_sizes[deck] -= 1
        state.progress[seat] = (*state.progress[seat], number)
        backs = list(state.backs[seat])
        backs[deck] += 1
        state.backs[seat] = tuple(backs)


def held(state: Island, seat: int) -> list[str]:
    """The progress cards of a seat by id."""
    return [state.box.cards[card].id for card in state.progress[seat]]


def level(state: Island, seat: int, *levels: int) -> None:
    """Set the levels of trade, politics and science."""
    state.levels[seat] = levels


def metropolis(state: Island, track: int, seat: int, node: int) -> None:
    """Put a metropolis on a city."""
    state.metropolises[track], state.metropolis_owners[track] = node, seat


def points(state: Island, seat: int, number: int) -> None:
    """Give a seat a number of points, by Defenders."""
    state.defenders[seat] += number - state.points(seat)


def step(state: Island, first: Step, *values: Any) -> Island:
    """Run a step and everything that follows from it."""
    state.push(first)
    return run_agenda(state, *values)


def run_agenda(state: Island, *values: Any) -> Island:
    """Run the agenda with these picks and outcomes, up to one that is not given.

    Within a `Simultaneous` a value is (seat, pick).
    """
    waiting = list(values)
    while state.agenda:
        step: Any = state.agenda[-1]
        if isinstance(step, RuleStep):
            state.agenda.pop()
            step.run(state)
        elif isinstance(step, Simultaneous):
            if not _together(state, step, waiting):
                break
        elif isinstance(step, Decision):
            if not _decide(state, step, waiting):
                break
        elif waiting:
            outcome = waiting.pop(0)
            assert isinstance(step, ChanceStep)
            assert step.check(state, outcome) is None, f"{step.name} cannot be {outcome}"
            state.agenda.pop()
            step.apply(state, outcome)
        else:
            break
    assert not waiting, f"nobody asked for {waiting}"
    return state


def _decide(state: Island, step: Decision[Island, Any], waiting: list[Any]) -> bool:
    if step.listed and not step.always_asks and len(options := step.options(state)) == 1:
        pick = options[0]
    elif waiting:
        pick = waiting.pop(0)
        assert step.allows(state, pick), f"{step.name} does not allow {pick}"
    else:
        return False
    state.agenda.pop()
    step.apply(state, pick)
    return True


def _together(state: Island, step: Simultaneous, waiting: list[Any]) -> bool:
    left = {seat: steps[-1] for seat, steps in step.branches if steps}
    if not left:
        state.agenda.pop()
        return True
    if not waiting:
        return False
    seat, pick = waiting.pop(0)
    decision: Any = left[seat]
    assert decision.allows(state, pick), f"{decision.name} does not allow {pick}"
    decision.apply(state, pick)
    state.agenda[-1] = Simultaneous(
        tuple((s, () if s == seat else steps) for s, steps in step.branches), step.revealed
    )
    return True


def pending_step(state: Island) -> Any:
    """The pending step."""
    return state.agenda[-1] if state.agenda else None


def waits(state: Island) -> str:
    """The name of the pending step, and its seat: `RobberHex 0`."""
    step = pending_step(state)
    return f"{step.name} {step.seat}" if isinstance(step, Decision) else getattr(step, "name", "")


def refused(state: Island, pick: Any) -> str:
    """The rule by which the pending decision refuses a pick."""
    decision = pending_step(state)
    assert isinstance(decision, Decision)
    assert not decision.allows(state, pick), f"{pick} is allowed"
    refusal = decision.refuse(state, pick)
    assert refusal.reason.plain()
    return refusal.rule


def why(state: Island, pick: Any) -> str:
    """The rule and reason by which the pending decision refuses a pick; empty if it allows it."""
    decision = pending_step(state)
    assert isinstance(decision, Decision)
    if decision.allows(state, pick):
        return ""
    refusal = decision.refuse(state, pick)
    return f"{refusal.rule}: {refusal.reason.plain()}"


def shut(state: Island, key: str) -> str:
    """The rule and reason why a command of the action phase is closed; empty if it is not."""
    menu = pending_step(state)
    assert isinstance(menu, Menu)
    refusals = {command.key: refusal for command, refusal in menu.closed(state)}
    return f"{refusals[key].rule}: {refusals[key].reason.plain()}" if key in refusals else ""


def possible(state: Island, key: str) -> list[Any]:
    """The possible rests of picks for a key in the action phase."""
    return [pick[1:] for pick in pending_step(state).options(state) if pick[0] == key]


def notes(state: Island) -> list[str]:
    """All log entries so far."""
    return [note.text.plain() for note in state.notes or []]


def rules_noted(state: Island) -> list[str]:
    """The rules of the log entries."""
    story: list[Note] = state.notes or []
    return [note.rule for note in story]


def bag(**counts: int) -> tuple[tuple[str, int], ...]:
    """Cards as a part of a pick, in the order of the kinds."""
    return tuple((kind.id, counts[kind.id]) for kind in GAME_KINDS if counts.get(kind.id))


def begin(seats: int = 4, seed: str = "1", **options: str) -> Match:
    """A new match of human players."""
    names = [(name, "person") for name in NAMES[:seats]]
    return Match.begin("knights", names, seed=seed, options=options)


GAME_KINDS = island().box.kinds
