"""Positions of Deus for tests, and ways to play on from them.

state = table(Side(on="0.3:P", hand="galley"), Side(on="2.4:A"))
go_on(state, build("galley", "1 wood, 1 wheat", "0.2"), (("clay", 2),))
assert state.gold[0] == 3
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from engine.core.chance import Dice
from engine.core.state import Note
from engine.core.step import ChanceStep, Decision, RuleStep, Simultaneous
from engine.core.step_stack import Step
from engine.games.deus.board import Slots, Tiles
from engine.games.deus.components import STANDARD, TYPES, components
from engine.games.deus.drawing import Draw
from engine.games.deus.game import GAME
from engine.games.deus.rounds import Turn
from engine.games.deus.state import FACE_DOWN, World
from engine.match.match import Match

LETTERS = "BPSCAT"

M2: Tiles = (("7A", 4), ("5B", 4), ("1B", 2), ("2B", 2))
"""The tiles of the reference map of the worked examples."""

M2_SLOTS: Slots = ((0, 0), (3, -2), (2, 1), (5, -1))

M2_SIDES = {
    "7A": "village sea forest swamp sea mountain field",
    "5B": "field village mountain sea sea swamp forest",
    "1B": "forest village mountain sea swamp field sea",
    "2B": "sea village forest swamp mountain field sea",
}
"""The sides of these tiles, centre first: the components may change, but the reference map must
not."""


@frozen
class Side:
    """A player of a position.

    `on` lists regions with the letters of the pieces there: `0.3:P 2.0:AC`. `columns` names cards,
    bottom first, in any order of colours; columns that it does not mention are filled with
    arbitrary cards to the height of the pieces on the map (DEU-5.7). `has` are resources.
    `available` are the pieces of each type on the player board, `stock` the others.
    """

    on: str = ""
    columns: str = ""
    hand: str = ""
    gold: int = 0
    vp: int = 0
    has: Mapping[str, int] = {}
    available: tuple[int, ...] = (2, 2, 2, 2, 2)
    stock: tuple[int, ...] | None = None


def table(
    *sides: Side,
    round: int = 3,
    first: int = 0,
    supply: int | Mapping[str, int] = 8,
    temples: int = 4,
    villages: Mapping[str, int] | None = None,
    deck: str | None = None,
    discard: str = "",
    options: Mapping[str, str] | None = None,
    data: Mapping[str, Any] | None = None,
) -> World:
    """A position on the reference map, in the turn of the first of these players.

    `villages` gives the VP of villages that differ from the map.
    """
    state = GAME.setup(len(sides), GAME.check(len(sides), options or {}), with_m2(data or {}))
    state.agenda.clear()
    state.notes = []
    state.lay(M2_SLOTS, M2)
    state.round, state.first, state.active = round, first, first
    state.temples = temples
    for village, vp in (villages or {}).items():
        state.village_vp[state.map.find(village)] = vp
    kinds = state.box.resource_index
    left = dict.fromkeys(kinds, supply) if isinstance(supply, int) else supply
    state.supply = [left.get(kind, 0) for kind in kinds]
    named = [name for side in sides for name in (*side.columns.split(), *side.hand.split())]
    named += [*(deck or "").split(), *discard.split()]
    spare = Counter(state.box.deck) - Counter(state.box.card_index.get(n, FACE_DOWN) for n in named)
    for seat, side in enumerate(sides):
        _seat_down(state, seat, side, spare)
    index = state.box.card_index
    state.deck = sorted(spare.elements()) if deck is None else [index[n] for n in deck.split()]
    pile = [index[name] for name in discard.split()]
    if pile:
        state.put_on_discard(pile)
    state.push(Turn(first))
    return state


def with_m2(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return `data` with the sides of the reference map."""
    sides = [
        {"id": id, "center": terrains.split()[0], "ring": terrains.split()[1:]}
        for id, terrains in M2_SIDES.items()
    ]
    return {**data, "tile_side": sides}


def _seat_down(state: World, seat: int, side: Side, spare: Counter[int]) -> None:
    box = state.box
    for entry in side.on.split():
        name, letters = entry.split(":")
        for letter in letters:
            state.where[seat][LETTERS.index(letter)] |= 1 << state.map.find(name)
    for name in side.columns.split():
        state.columns[seat][box.card(name).type] += (box.card_index[name],)
    for type_ in STANDARD:
        if not state.columns[seat][type_]:
            _fill(state, seat, type_, spare)
    state.hands[seat] = tuple(sorted(box.card_index[name] for name in side.hand.split()))
    state.gold[seat], state.points[seat] = side.gold, side.vp
    state.resources[seat] = [side.has.get(kind, 0) for kind in box.resource_index]
    state.available[seat] = list(side.available)
    built = [state.where[seat][type_].bit_count() for type_ in STANDARD]
    rest = [max(0, 5 - n - m) for n, m in zip(built, side.available, strict=True)]
    state.stock[seat] = list(rest if side.stock is None else side.stock)


def _fill(state: World, seat: int, type_: int, spare: Counter[int]) -> None:
    """Fill a column with cards for the pieces on the map, preferably without choices."""
    for _ in range(state.where[seat][type_].bit_count()):
        card = next(c for c in sorted(spare, reverse=True) if state.box.card_type[c] == type_)
        spare -= Counter([card])
        state.columns[seat][type_] += (card,)


def costing(**cards: str) -> dict[str, Any]:
    """Custom data with the costs of some cards: `costing(farm="1 wood, 1 clay")`. Few costs are
    known for certain, so no test may depend on assumed ones."""
    kinds = (*components().resource_index, "gold")
    tables = []
    for id, price in cards.items():
        parts = {kind: int(number) for number, kind in map(str.split, price.split(", "))}
        tables.append({"id": id, "cost": {kind: parts.get(kind, 0) for kind in kinds}})
    return {"card": tables}


def build(card: str, payment: str, region: str | None = None) -> tuple[Any, ...]:
    """The pick that builds a card: `build("galley", "1 wood, 4 gold", "0.2")`."""
    parts = [part.split() for part in payment.split(", ")] if payment else []
    paid = tuple((kind, int(number)) for number, kind in parts)
    return ("build", card, paid, *(() if region is None else (region,)))


def offer(*cards: str) -> tuple[Any, ...]:
    """The pick that offers cards, the last one on top."""
    return ("offer", cards)


def run_agenda(state: World, *picks: Any, draws: tuple[str, ...] = ()) -> World:
    """Run the agenda with these picks, up to a decision without a pick.

    Draws take the cards named, and then random ones.
    """
    waiting, drawn, dice = list(picks), list(draws), Dice(b"positions")
    while state.agenda:
        step: Any = state.agenda[-1]
        if isinstance(step, Decision):
            if not waiting:
                if isinstance(step, Turn) or not step.listed or len(step.options(state)) != 1:
                    break
                pick = step.options(state)[0]
            else:
                pick = waiting.pop(0)
                assert step.allows(state, pick), f"{step.name}: {pick}"
            state.agenda.pop()
            step.apply(state, pick)
        elif isinstance(step, RuleStep):
            state.agenda.pop()
            step.run(state)
        else:
            assert isinstance(step, ChanceStep)
            number = step.number if isinstance(step, Draw) and drawn else 0
            outcome = tuple(drawn[:number]) if number else step.sample(state, dice)
            del drawn[:number]
            assert step.check(state, outcome) is None
            state.agenda.pop()
            step.apply(state, outcome)
    assert not waiting, f"nobody asked for {waiting}"
    return state


def pending_step(state: World) -> Any:
    """The pending decision."""
    step = state.agenda[-1]
    assert isinstance(step, Decision)
    return step


def refusal(state: World, pick: Any) -> str:
    """The rule by which the pending decision refuses a pick."""
    decision = pending_step(state)
    assert not decision.allows(state, pick)
    reason = decision.refuse(state, pick)
    assert reason.reason.plain()
    return str(reason.rule)


def regions(state: World, card: str, payment: str) -> set[str]:
    """The regions in which a card of the hand may be built with a payment."""
    chosen = build(card, payment)
    return set(pending_step(state).part_options(state, chosen))


def free(state: World, card: str, payment: str) -> set[str]:
    """Those of `regions` that cost no VP."""
    decision, chosen = pending_step(state), build(card, payment)
    found = decision.part_options(state, chosen)
    return {one for one in found if "VP" not in decision.label(state, (*chosen, one)).plain()}


def noted(state: World) -> list[str]:
    """The rules of all log entries so far."""
    assert state.notes is not None
    return [note.rule for note in state.notes]


def column(state: World, seat: int, type_: str) -> list[str]:
    """The ids of the cards of a column, bottom first; ? for a face-down one."""
    cards = state.columns[seat][TYPES.index(type_)]
    return ["?" if card == FACE_DOWN else state.box.cards[card].id for card in cards]


def hand(state: World, seat: int) -> list[str]:
    """The ids of the cards in a hand."""
    return [state.box.cards[card].id for card in state.hands[seat]]


def held(state: World, seat: int) -> dict[str, int]:
    """The resources of a seat, by id."""
    return {one.id: state.resources[seat][one.index] for one in state.box.resources}


def pieces(state: World, seat: int, region: str) -> str:
    """The letters of a seat's pieces in a region."""
    return "".join(LETTERS[type_] for type_ in state.pieces_in(seat, state.map.find(region)))


def walk(
    seats: int, seed: str, options: Mapping[str, str] | None = None
) -> Iterator[tuple[Step, Any, World, list[Note]]]:
    """Play a random game step by step. Yields each step with its pick or outcome, the state after
    it and its log entries; decisions are also yielded beforehand, with the pick None."""
    chosen = GAME.check(seats, options or {})
    state = GAME.setup(seats, chosen, {})
    dice = Dice(seed.encode())
    while state.agenda:
        step: Any = state.agenda[-1]
        state.notes = []
        if isinstance(step, Simultaneous):
            yield from _together(step, state, dice)
            continue
        value: Any = None
        if isinstance(step, Decision):
            yield step, None, state, []
            value = dice.pick(step.options(state)) if step.listed else step.sample(state, dice)
        elif isinstance(step, ChanceStep):
            value = step.sample(state, dice)
            assert step.check(state, value) is None
        state.agenda.pop()
        if isinstance(step, RuleStep):
            step.run(state)
        else:
            step.apply(state, value)
        yield step, value, state, state.notes


def _together(
    step: Simultaneous, state: World, dice: Dice
) -> Iterator[tuple[Step, Any, World, list[Note]]]:
    state.agenda.pop()
    for _, (choice,) in step.branches:
        assert isinstance(choice, Decision)
        yield choice, None, state, []
        pick = choice.sample(state, dice)
        choice.apply(state, pick)
        yield choice, pick, state, state.notes or []


def standard_slots(seats: int) -> Slots:
    """The slots of the standard layout."""
    layout = components().layout(seats, "standard")
    assert layout is not None
    return layout.slots


def match_of(seats: int, seed: str = "1", **options: Any) -> Any:
    """A new match of Deus."""
    return Match.begin("deus", [(f"P{n}", "person") for n in range(seats)], seed=seed, **options)
