"""Positions of Era for tests, and ways to play on from them.

state = table(Lord("1/0/7/2", "p_food2_or_stone1 n_sword2"), Lord())
step(state, Collect(), 2)
assert tracks(state, 0) == "1/1/8/3"
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from engine.core.chance import Dice
from engine.core.state import Note
from engine.core.step import ChanceStep, Decision, RuleStep
from engine.core.step_stack import Step
from engine.errors import Refusal
from engine.games.era.components import CULTURE
from engine.games.era.domain import Placement
from engine.games.era.game import GAME
from engine.games.era.roll import RollDice
from engine.games.era.setup import PlaceKit
from engine.games.era.state import DISASTER, NO_FACE, Realm
from engine.match.match import Match
from engine.match.position import Position
from tests.engine.games.era.laying import lay, piece

NAMES = ("Kolya", "Rita", "Artem", "Petya")

CLASSES = {"p": "peasant", "b": "burgher", "n": "noble", "c": "clergy"}


@frozen
class Lord:
    """A player of a position: tracks as goods/stone/wood/food, and faces of dice by id, whose first
    letter is the class; a single letter is a die that is not rolled."""

    tracks: str = "0/0/0/0"
    dice: str = ""
    culture: int = 0
    disaster: int = 0


def table(
    *lords: Lord, first: int = 0, round: int = 1, data: Mapping[str, Any] | None = None
) -> Realm:
    """A position within a round: domains with only their keeps, all dice open."""
    state = GAME.setup(len(lords), {}, data or {})
    assert isinstance(state, Realm)
    state.agenda.clear()
    state.notes = []
    state.drafts, state.domains_open = [], True
    state.round, state.first = round, first
    for seat, lord in enumerate(lords):
        set_tracks(state, seat, lord)
        set_dice(state, seat, lord.dice)
    return state


def set_tracks(state: Realm, seat: int, lord: Lord) -> None:
    """Set the pegs of a seat."""
    numbers = map(int, lord.tracks.split("/"))
    state.tracks[seat] = {
        **dict(zip(("goods", "stone", "wood", "food"), numbers, strict=True)),
        CULTURE: lord.culture,
        DISASTER: lord.disaster,
    }


def set_dice(state: Realm, seat: int, dice: str) -> None:
    """Replace a seat's dice, with these faces."""
    words = dice.split()
    state.dice[seat] = tuple(CLASSES[word[0]] for word in words)
    state.faces[seat] = state.shown[seat] = tuple(
        state.box.dice[CLASSES[word[0]]].face_index[word] if "_" in word else NO_FACE
        for word in words
    )
    state.in_hand[seat] = ()


def tracks(state: Realm, seat: int) -> str:
    """The resources of a seat as goods/stone/wood/food."""
    return "/".join(str(state.has(seat, kind)) for kind in ("goods", "stone", "wood", "food"))


def faces(state: Realm, seat: int) -> str:
    """The faces of a seat's dice by id, `-` for one that is not rolled or hidden."""
    found = [state.face(seat, die) for die in range(len(state.dice[seat]))]
    return " ".join("-" if face is None else face.id for face in found)


def seen(state: Realm, seat: int, by: int | None) -> str:
    """The faces of a seat's dice as visible to `by`."""
    return faces(state.view(by), seat)


def step(state: Realm, first: Step, *values: Any) -> Realm:
    """Run a step and everything that follows from it."""
    state.push(first)
    return run_agenda(state, *values)


def run_agenda(state: Realm, *values: Any) -> Realm:
    """Run the agenda with these picks and outcomes, up to one that is not given.

    The outcome of a roll may be given as the ids of faces.
    """
    waiting = list(values)
    while state.agenda:
        step: Any = state.agenda[-1]
        if isinstance(step, RuleStep):
            state.agenda.pop()
            step.run(state)
        elif isinstance(step, Decision):
            options = step.options(state)
            if step.listed and len(options) == 1:
                pick = options[0]
            elif waiting:
                pick = waiting.pop(0)
                assert step.allows(state, pick), f"{step.name} does not allow {pick}"
            else:
                return state
            state.agenda.pop()
            step.apply(state, pick)
        elif isinstance(step, ChanceStep) and waiting:
            outcome = _outcome(state, step, waiting.pop(0))
            assert step.check(state, outcome) is None
            state.agenda.pop()
            step.apply(state, outcome)
        else:
            break
    assert not waiting, f"nobody asked for {waiting}"
    return state


def _outcome(state: Realm, step: ChanceStep[Realm, Any], value: Any) -> Any:
    if not isinstance(value, str):
        return value
    ids = tuple(value.split())
    if isinstance(step, RollDice):
        return step.split_roll(state, state.in_hand[step.seat], ids)
    return ids


def pending_step(state: Realm) -> Any:
    """The pending decision."""
    step = state.agenda[-1]
    assert isinstance(step, Decision)
    return step


def options(state: Realm) -> Sequence[Any]:
    """The options of the pending decision."""
    found: Sequence[Any] = pending_step(state).options(state)
    return found


def every_option(state: Realm) -> list[Any]:
    """Every place of every structure that can be built now, and stopping."""
    decision = pending_step(state)
    domain = state.domains[decision.seat]
    places = [place.pick for kind in decision.kinds(state) for place in domain.legal(kind)]
    return [*places, ("done",)]


def noted(state: Realm, rule: str) -> list[str]:
    """The log entries of a rule, in plain words."""
    assert state.notes is not None
    return [note.text.plain() for note in state.notes if note.rule == rule]


def rules(state: Realm) -> list[str]:
    """The rules of all log entries so far."""
    assert state.notes is not None
    return [note.rule for note in state.notes]


def at(state: Realm, kind: str, cells: str) -> Placement:
    """The placement of a kind on these cells."""
    return piece(state.domains[0].geometry, kind, cells)


def building(state: Realm, seat: int, kind: str, *places: str) -> list[Placement]:
    """Put buildings into a domain as if built in earlier rounds."""
    state.supply[kind] -= len(places)
    return lay(state.domains[seat], kind, *places)


def begin(seats: int, seed: str = "1") -> Match:
    """A new match of human players."""
    return Match.begin("era", [(name, "person") for name in NAMES[:seats]], seed=seed)


def realm(match: Position) -> Realm:
    """The state of a match."""
    assert isinstance(match.state, Realm)
    return match.state


def place_kits(match: Match, number: int = 1) -> None:
    """Let everyone place the starting pieces anywhere and be ready."""
    dice = Dice(b"kits %d" % number)
    while realm(match).step == "setup" and match.pending():
        pending = match.pending()[0]
        if not isinstance(pending.decision, PlaceKit):
            return
        match.choose(pending.seat, match.sample(pending.seat, dice))


def play_out(match: Match, number: int = 1) -> Match:
    """Play a match to its end at random."""
    dice = Dice(b"play %d" % number)
    while pending := match.pending():
        one = dice.pick(pending)
        match.choose(one.seat, match.sample(one.seat, dice))
    return match


def story(state: Realm) -> list[Note]:
    """All log entries so far."""
    assert state.notes is not None
    return state.notes


def refused(match: Match, seat: int, pick: Any) -> Refusal:
    """The refusal of a pick."""
    refusal = match.refuse(seat, pick)
    assert refusal is not None
    return refusal


def barrier(match: Match, seat: int) -> str:
    """The reason why a seat cannot undo, in plain words."""
    reason = match.why_not_undo(seat)
    assert reason is not None
    return reason.plain()
