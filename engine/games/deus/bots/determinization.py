"""Determinization for a seat. Opponents have the VP that the seat could have counted, and unseen
cards are dealt at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from attrs import frozen

from engine.core.chance import Dice
from engine.core.event import PICK_EVENT, Event
from engine.core.hidden import is_hidden
from engine.core.public_replay import MemoizedByHistory, replay_public
from engine.core.step import Simultaneous
from engine.core.step_stack import Step
from engine.games.deus.building import BUILD, WILDCARD
from engine.games.deus.components import STANDARD
from engine.games.deus.drawing import Draw
from engine.games.deus.offering import COPY_SEPARATOR, OFFER, invoke
from engine.games.deus.rounds import Turn, end_of_turn, turn_of
from engine.games.deus.setup import ChooseStart
from engine.games.deus.state import FACE_DOWN, NO_CARD, World

UNSEEN: Final = NO_CARD
"""Placeholder for the index of a card that the seat has not seen."""


def guess(view: World, seat: int, past: Sequence[Event], dice: Dice) -> World:
    """Return a random full state that is consistent with `view` and with `past`, the events as the
    seat may read them.

    VP are exact, because every gain and loss of VP is public; without `past`, opponents are assumed
    to have as many VP as the seat. Cards that the seat has offered stay in the discard pile until
    it is reshuffled. All other hidden cards, and hidden starting pieces, are chosen at random. If
    the game is over, cards that are still hidden stay hidden.
    """
    world = view.copy()
    memory = remembered.of(view, past) if past else _memory_without_past(view, seat)
    if not view.points_open:
        world.points = [
            known if is_hidden(held) else held
            for held, known in zip(view.points, memory.points, strict=True)
        ]
    if not view.over:
        _deal(world, memory, dice)
    _choose_drafts(world, dice)
    return world


def _deal(world: World, memory: Memory, dice: Dice) -> None:
    """Deal all cards that the seat has not seen to the places where cards are hidden. The cards
    that the seat remembers (`memory.discard`) are put into the discard pile."""
    unseen = list((_all_cards(world) - _visible_cards(world) - Counter(memory.discard)).elements())
    unseen = dice.shuffle(unseen)

    def take(number: int) -> list[int]:
        taken = unseen[len(unseen) - number :]
        del unseen[len(unseen) - number :]
        return taken

    for owner, hand in enumerate(world.hands):
        if is_hidden(hand):
            world.hands[owner] = tuple(sorted(take(len(hand))))
    for owner, faces in enumerate(world.wildcards):
        if is_hidden(faces):
            world.wildcards[owner] = tuple(take(len(faces)))
    if is_hidden(world.discard):
        below = len(world.discard) - len(memory.discard)
        world.discard = [*memory.discard, *take(below)]
    if is_hidden(world.deck):
        world.deck = sorted(take(len(world.deck)))
    assert not unseen, "more cards than there are places for them"


def _all_cards(world: World) -> Counter[int]:
    return Counter(world.box.deck)


def _visible_cards(world: World) -> Counter[int]:
    piles = [*world.hands, *world.wildcards, *(pile for column in world.columns for pile in column)]
    seen = Counter(card for pile in piles if not is_hidden(pile) for card in pile)
    del seen[FACE_DOWN]
    if world.discard_top != NO_CARD:
        seen[world.discard_top] += 1
    return seen


def _choose_drafts(world: World, dice: Dice) -> None:
    """Choose random starting pieces for opponents who have chosen theirs secretly, and none for
    opponents who have not chosen yet (DEU-22.3)."""
    step = world.agenda[-1] if world.agenda else None
    if world.drafts_open or not isinstance(step, Simultaneous):
        return
    pending = {owner: rest[-1] for owner, rest in step.branches if rest}
    number = next(one.number for one in pending.values() if isinstance(one, ChooseStart))
    for owner, draft in enumerate(world.drafts):
        if is_hidden(draft):
            world.drafts[owner] = ()
            if owner not in pending:
                choice = ChooseStart(owner, number)
                choice.apply(world, choice.sample(world, dice))


# ---------------------------------------------------------------- public information


@frozen
class Memory:
    """A seat's knowledge of the past: the VP of all seats, and the cards that it has seen below the
    top of the discard pile."""

    points: tuple[int, ...]
    discard: tuple[int, ...]


def _memory_without_past(view: World, seat: int) -> Memory:
    return Memory((view.points[seat],) * view.seats, ())


def _remember(view: World, past: Sequence[Event]) -> Memory:
    """Return the seat's knowledge, derived from the events in `past`, as the seat may read them."""
    world = retraced(view, past)
    below = tuple(card for card in world.discard if card != UNSEEN)
    return Memory(tuple(world.points), below)


remembered: Final = MemoizedByHistory(_remember)


def retraced(view: World, past: Sequence[Event]) -> World:
    """Return the world after replaying all events in `past` since the first turn, with placeholders
    for unseen cards."""
    world = _before_the_first_turn(view, past)
    turns = next((n for n, event in enumerate(past) if event.step == Turn.name), len(past))
    replay_public(world, past[turns:], lambda step, event: _apply_redacted(world, step, event))
    return world


def _before_the_first_turn(view: World, past: Sequence[Event]) -> World:
    box, seats = view.box, range(view.seats)
    start, count = box.start, box.players[view.seats]
    drafts = {
        event.seat: dict(event.value)
        for event in past
        if event.step == ChooseStart.name and not is_hidden(event.value)
    }
    totals = [box.types[type_].pieces for type_ in STANDARD]
    default_pieces = {box.types[type_].id: start.available for type_ in STANDARD}
    ids = [box.types[type_].id for type_ in STANDARD]
    available = [[drafts.get(seat, default_pieces).get(id, 0) for id in ids] for seat in seats]
    world = World(
        view.seats,
        box=box,
        rules=view.rules,
        where=[[0] * len(box.types) for _ in seats],
        columns=[[()] * len(box.types) for _ in seats],
        wildcards=[()] * view.seats,
        available=available,
        stock=[[total - n for total, n in zip(totals, own, strict=True)] for own in available],
        resources=[list(start.resources) for _ in seats],
        gold=[start.gold] * view.seats,
        points=[start.vp] * view.seats,
        hands=[(UNSEEN,) * start.cards] * view.seats,
        supply=[count.resources - view.seats * amount for amount in start.resources],
        temples=count.temples,
        deck=[UNSEEN] * (len(box.deck) - view.seats * start.cards),
        wildcard_variant=view.wildcard_variant,
        wildcards_left=[box.wildcards if view.wildcard_variant else 0] * view.seats,
        first=view.first,
        round=1,
    )
    if view.board is not None and view.first >= 0:
        world.lay(view.slots, view.tiles)
        world.begin_turn(view.first)
        world.push(turn_of(view.first))
    return world


def _apply_redacted(world: World, step: Step, event: Event) -> bool:
    """Apply an event that concerns cards in a hand, some of which may be hidden: a draw or the pick
    of a turn. Return whether `event` was applied."""
    if isinstance(step, Draw):
        _draw(world, step.seat, step.number)
        return True
    if event.kind != PICK_EVENT or not isinstance(step, Turn):
        return False
    seat, (command, *rest) = event.seat, event.value
    index = world.box.card_index
    if command == OFFER:
        (things,) = rest
        cards = [
            UNSEEN if is_hidden(thing) else index[thing.partition(COPY_SEPARATOR)[0]]
            for thing in things
        ]
        world.hands[seat] = world.hands[seat][len(cards) :]
        world.put_on_discard(cards)
        god = world.box.types[world.box.card_type[cards[-1]]].god
        world.push(invoke(seat, god, len(cards)), end_of_turn(seat))
        return True
    if command == WILDCARD:
        rest[0] = world.box.card_ids[0]
    assert command in (BUILD, WILDCARD)
    world.hands[seat] = (index[rest[0]], *world.hands[seat][1:])
    step.apply(world, (command, *rest))
    return True


def _draw(world: World, seat: int, number: int) -> None:
    """Add placeholder cards to a hand. When the deck is empty, reshuffle at once (DEU-4.6)."""
    for _ in range(number):
        if not world.deck:
            _shuffle(world)
        world.deck.pop()
    if not world.deck and world.discard_top != NO_CARD:
        _shuffle(world)
    world.hands[seat] += (UNSEEN,) * number


def _shuffle(world: World) -> None:
    world.reshuffle()
    world.deck = [UNSEEN] * len(world.deck)
