"""Positions of Troyes for tests, and ways to play on from them.

state = town(Family(12, dice="y5 y6"), Family(dice="y5"), cards="merchant")
act(state, A, ("activate", "merchant", "", ("0y5", "0y6", "1y5"), "supply", 8))
assert state.deniers == [18, 16]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from engine.core.chance import Dice
from engine.core.state import Note
from engine.core.step import ChanceStep, Decision, RuleStep
from engine.core.step_stack import Step
from engine.errors import Refusal
from engine.games.troyes.component_types import BUILDINGS, SPACES_PER_BUILDING
from engine.games.troyes.dice import DISTRICTS, FACE_NAMES, FACE_OF, NEUTRAL
from engine.games.troyes.game import GAME
from engine.games.troyes.placement import put
from engine.games.troyes.state import FREE, Town
from engine.games.troyes.turn import TakeTurn
from engine.match.match import Match

A, F, J, E = range(4)
GRAY = NEUTRAL

NAMES = ("Anna", "Fay", "Jeffrey", "Emily")


@frozen
class Family:
    """A player of a position: money, influence, dice as `y5 r2`, tokens, citizens in the supply,
    and spaces of the buildings with its other citizens."""

    deniers: int = 10
    influence: int = 4
    dice: str = ""
    vp: int = 0
    supply: int = 4
    stands: str = ""


def town(
    *families: Family,
    first: int = 0,
    round: int = 3,
    cards: str = "",
    events: str = "",
    neutral: str = "",
    gray: str = "",
    bonus: bool = False,
    data: dict[str, Any] | None = None,
) -> Town:
    """A position in the phase of actions: face-up cards by id, events right of Marauding, the
    neutral dice, grey citizens on spaces."""
    seats = len(families)
    state = GAME.setup(seats, {"bonus": "on" if bonus else "off"}, data or {})
    state.agenda.clear()
    state.notes = []
    state.round, state.first, state.step = round, first, "actions"
    state.buildings = [(FREE,) * SPACES_PER_BUILDING for _ in BUILDINGS]
    state.gray_supply = state.box.gray_citizens
    state.characters = [()] * seats
    for seat, family in enumerate(families):
        state.deniers[seat] = family.deniers
        state.influence[seat] = family.influence
        state.vp[seat] = family.vp
        state.dice[seat] = faces(family.dice)
        state.supply[seat] = family.supply
        for name in family.stands.split():
            put(state, seat, name)
        standing = len(family.stands.split())
        state.reserve[seat] = state.box.citizens - family.supply - standing
    state.dice[NEUTRAL] = faces(neutral)
    for name in gray.split():
        put(state, NEUTRAL, name)
        state.gray_supply -= 1
    for id in cards.split():
        lay(state, id)
    for id in events.split():
        add_event(state, id)
    return state


def faces(dice: str) -> tuple[int, ...]:
    """Dice by their names."""
    return tuple(sorted(FACE_OF[name] for name in dice.split()))


def dice(state: Town, district: int) -> str:
    """The names of the dice in a district."""
    return " ".join(FACE_NAMES[face] for face in state.dice[district])


def lay(state: Town, id: str, *men: int) -> int:
    """Turn a card up, with tradesmen on its first spaces; returns its position."""
    card = state.box.card(id)
    state.cards[card.position] = card.index
    slots = len(card.slots)
    state.tradesmen[card.position] = (*men, *[FREE] * (slots - len(men)))
    return card.position


def add_event(state: Town, id: str, *owners: int) -> int:
    """Put an event at the end of the row, with cubes on it; returns its position."""
    event = state.box.event(id)
    if event.index not in state.row:
        state.row.append(event.index)
        state.flags.append(())
    place = state.row.index(event.index)
    state.flags[place] = owners
    state.revealed_events += (event.index,)
    return place


def own_cubes(state: Town, id: str, seat: int, number: int) -> None:
    """Put a seat's cubes on a delayed card that is face up."""
    state.add_cubes(state.box.card(id).position, seat, number)


def lay_black(state: Town, *values: int) -> None:
    """Set the black dice, the highest first."""
    state.black = values


def rule_of(refusal: Refusal | None) -> str:
    """The rule of a refusal, which must not be None."""
    assert refusal is not None
    return refusal.rule


def act(state: Town, seat: int, pick: Any, *values: Any) -> Town:
    """Make a pick of a seat whose turn it is, then pick the other values."""
    state.active = seat
    state.push(TakeTurn(seat))
    return run_agenda(state, pick, *values)


def step(state: Town, first: Step, *values: Any) -> Town:
    """Run a step and everything that follows from it."""
    state.push(first)
    return run_agenda(state, *values)


def run_agenda(state: Town, *values: Any) -> Town:
    """Run the agenda with these picks and outcomes, up to one that is not given."""
    waiting = list(values)
    while state.agenda:
        one: Any = state.agenda[-1]
        if isinstance(one, RuleStep):
            if not waiting and values and one.name == "NextTurn":
                break
            state.agenda.pop()
            one.run(state)
        elif isinstance(one, Decision):
            options = one.options(state) if one.listed else ()
            if len(options) == 1:
                pick = options[0]
            elif waiting:
                pick = waiting.pop(0)
                assert one.allows(state, pick), one.refuse(state, pick).reason.plain()
            else:
                return state
            state.agenda.pop()
            one.apply(state, pick)
        elif isinstance(one, ChanceStep) and waiting:
            outcome = waiting.pop(0)
            assert one.check(state, outcome) is None
            state.agenda.pop()
            one.apply(state, outcome)
        else:
            break
    assert not waiting, f"nobody asked for {waiting}"
    return state


def pending_step(state: Town) -> Any:
    """The pending decision."""
    one = state.agenda[-1]
    assert isinstance(one, Decision)
    return one


def allows(state: Town, seat: int, pick: Any) -> bool:
    """Whether a seat may choose a pick in its turn."""
    return TakeTurn(seat).allows(state, pick)


def refused(state: Town, seat: int, pick: Any) -> str:
    """The rule by which a seat may not choose a pick in its turn."""
    decision = TakeTurn(seat)
    assert not decision.allows(state, pick)
    refusal: Refusal = decision.refuse(state, pick)
    assert refusal.reason.plain()
    return refusal.rule


def row(state: Town) -> str:
    """The ids of the events, from the left."""
    return " ".join(state.box.events[index].id for index in state.row)


def standing(state: Town, building: str) -> list[int]:
    """The owners on the spaces of a building."""
    return list(state.buildings[BUILDINGS.index(building)])


def lying(state: Town, building: str) -> list[int]:
    """The colours expelled in a building."""
    return list(state.lying[BUILDINGS.index(building)])


def noted(state: Town, rule: str) -> list[str]:
    """The log entries of a rule, in plain words."""
    assert state.notes is not None
    return [note.text.plain() for note in state.notes if note.rule == rule]


def story(state: Town) -> list[Note]:
    """All log entries so far."""
    assert state.notes is not None
    return state.notes


def begin(seats: int, seed: str = "1", **options: Any) -> Match:
    """A new match of human players."""
    return Match.begin("troyes", [(name, "person") for name in NAMES[:seats]], seed=seed, **options)


def table(match: Match) -> Town:
    """The state of a match."""
    assert isinstance(match.state, Town)
    return match.state


def play_out(match: Match, number: int = 1, until: Any = None) -> Match:
    """Play a match at random to its end, or until a condition holds."""
    dice = Dice(b"play %d" % number)
    while match.pending() and not (until is not None and until(table(match))):
        seat = match.pending()[0].seat
        match.choose(seat, match.sample(seat, dice))
    return match


def total_citizens(state: Town, owner: int) -> int:
    """Number of a colour's citizens, wherever they are."""
    there = state.citizens_in_buildings(owner) + sum(
        colours.count(owner) for colours in state.lying
    )
    if owner == NEUTRAL:
        return there + state.gray_supply
    return there + state.citizens_on_cards(owner) + state.supply[owner] + state.reserve[owner]


def names(*picks: str) -> Sequence[str]:
    """A group of dice in sorted order."""
    return tuple(sorted(picks))


__all__ = ["DISTRICTS", "GRAY", "A", "E", "F", "Family", "J"]
