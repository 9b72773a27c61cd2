"""The steps of the fair: one of every kind that the engine knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.chance import Dice
from engine.core.hidden import Hidden
from engine.core.parts import Amounts, Kind, MultisetPart, SubsetPart
from engine.core.parts_decision import PartsDecision
from engine.core.step import (
    FOR_EVER,
    TILL_OVER,
    TILL_REVEALED,
    ChanceStep,
    Decision,
    Place,
    RuleStep,
    together,
)
from engine.i18n.text import Seat, Text, words
from tests.toy.state import (
    GOODS,
    HAND_AT_FIRST,
    HAND_LIMIT,
    SHED_ABOVE,
    SKULL,
    THROWS,
    Fair,
    without,
)

Cards = tuple[int, ...]
Pick = Any


class Choice(Decision[Fair, Any]):
    """A decision of the fair, whose words are the same for all."""

    asks = words("What do you do?")

    def label(self, state: Fair, chosen: tuple[Any, ...]) -> Text:
        return words("{choice}", choice=str(chosen[-1]))


# ---------------------------------------------------------------- setup and rounds


class Shuffle(ChanceStep[Fair, Cards]):
    """The sack becomes a pile whose order nobody knows (TOY-1)."""

    rules = ("TOY-1",)
    secrecy = FOR_EVER
    reveals = words("The pile has been shuffled.")

    def sample(self, state: Fair, dice: Dice) -> Cards:
        return tuple(dice.shuffle(state.sack))

    def check(self, state: Fair, outcome: Any) -> Text | None:
        if isinstance(outcome, tuple) and sorted(map(str, outcome)) == [*map(str, state.sack)]:
            return None
        return words("That is not what the sack holds.")

    def redacted(self, outcome: Cards, reader: int | None) -> Any:
        """Each seat knows the cards that it is dealt, the top ones in the order of the seats."""
        dealt = -1 if reader is None else reader
        return tuple(
            card if place // HAND_AT_FIRST == dealt else Hidden()
            for place, card in enumerate(outcome)
        )

    def apply(self, state: Fair, outcome: Cards) -> None:
        state.pile = list(outcome)
        state.announce("TOY-1", -1, "The sack is emptied onto a pile.")


class Deal(RuleStep[Fair]):
    """Every seat draws its first hand from the pile (TOY-1)."""

    def run(self, state: Fair) -> None:
        for seat in range(state.seats):
            for _ in range(HAND_AT_FIRST):
                draw(state, seat)
        state.reveal(words("Hands have been dealt."))


class Throw(ChanceStep[Fair, Cards]):
    """Dice fall behind a screen; skulls are set out where all see them (TOY-3)."""

    rules = ("TOY-3",)
    secrecy = TILL_REVEALED
    reveals = words("The dice have fallen.")

    seat: int
    throw: int
    count: int

    def sample(self, state: Fair, dice: Dice) -> Cards:
        return tuple(dice.roll() for _ in range(self.count))

    def check(self, state: Fair, outcome: Any) -> Text | None:
        faces = outcome if isinstance(outcome, tuple) else ()
        if len(faces) == self.count and all(type(face) is int and 1 <= face <= 6 for face in faces):
            return None
        return words("That is not a possible roll.")

    def redacted(self, outcome: Cards, reader: int | None) -> Any:
        return tuple(face if face == SKULL else Hidden() for face in outcome)

    def apply(self, state: Fair, outcome: Cards) -> None:
        seat = self.seat
        state.dice[seat] = sorted([*state.dice[seat], *outcome])
        state.skulls[seat] += outcome.count(SKULL)
        state.announce("TOY-3", seat, "{seat} throws.")
        state.note("TOY-3", seat, words("Faces: {dice}.", dice=str(outcome)), to=(seat,))
        if self.throw < THROWS:
            state.push(Again(seat, self.throw + 1))


class Again(Choice):
    """A decision which of the dice without skulls to throw again; none ends the throwing
    (TOY-3)."""

    rules = ("TOY-3",)
    secrecy = TILL_REVEALED
    asks = words("Which dice do you throw again?")

    throw: int

    def marks(self, state: Fair, chosen: tuple[Any, ...]) -> SubsetPart | None:
        dice = enumerate(state.dice[self.seat])
        return SubsetPart(tuple(die for die, face in dice if face != SKULL))

    def thing_name(self, state: Fair, chosen: tuple[Any, ...], thing: Kind) -> Text:
        return words("{face}", face=state.dice[self.seat][int(thing)])

    def thing_place(self, state: Fair, chosen: tuple[Any, ...], thing: Kind) -> Place | None:
        return ("die", self.seat, thing)

    def options(self, state: Fair) -> Sequence[tuple[Kind, ...]]:
        marks = self.marks(state, ())
        assert marks is not None
        return marks.some(marks.count)

    def redacted(self, pick: tuple[int, ...], reader: int | None) -> Any:
        return Hidden(len(pick))

    def apply(self, state: Fair, pick: tuple[int, ...]) -> None:
        dice = state.dice[self.seat]
        state.dice[self.seat] = [face for die, face in enumerate(dice) if die not in pick]
        if pick:
            state.push(Throw(self.seat, self.throw, len(pick)))


class Bid(Choice):
    """Coins set aside in secret: the highest bid begins (TOY-4)."""

    rules = ("TOY-4",)
    secrecy = TILL_REVEALED
    asks = words("How much do you bid?")

    def options(self, state: Fair) -> Sequence[int]:
        return range(state.purses[self.seat] + 1)

    def apply(self, state: Fair, pick: int) -> None:
        state.bids[self.seat] = pick
        state.note("TOY-4", self.seat, words("You bid {coins}.", coins=pick), to=(self.seat,))


# ---------------------------------------------------------------- a turn


class Draw(RuleStep[Fair]):
    """The top card of the pile, by the rules alone; it shows a card to one seat (TOY-6)."""

    seat: int

    def run(self, state: Fair) -> None:
        card = draw(state, self.seat)
        state.reveal(words("A card has been drawn."))
        seat = self.seat
        state.announce("TOY-6", seat, "{seat} draws a card.")
        state.note("TOY-6", seat, words("You draw {card}.", card=GOODS[card]), to=(seat,))
        keep_to_the_limit(state, seat)


class Bury(Choice):
    """A card above the limit goes under the pile, in a turn that may be another's (TOY-6)."""

    rules = ("TOY-6",)
    secrecy = TILL_OVER
    always_asks = True
    needs_hand = True

    def options(self, state: Fair) -> Sequence[int]:
        return sorted(set(state.hands[self.seat]))

    def apply(self, state: Fair, pick: int) -> None:
        state.hands[self.seat].remove(pick)
        state.pile.append(pick)
        state.announce("TOY-6", self.seat, "{seat} buries a card.")
        keep_to_the_limit(state, self.seat)


class Look(Choice):
    """A decision into which hand to look; skipped if only one is possible (TOY-7)."""

    rules = ("TOY-7",)
    reveals = words("A hand has been shown.")

    def options(self, state: Fair) -> Sequence[int]:
        return others_with_cards(state, self.seat)

    def apply(self, state: Fair, pick: int) -> None:
        state.looking = ((pick, self.seat),)
        state.announce("TOY-7", self.seat, "A look at {seat}.", seat=Seat(pick))
        state.push(Take(self.seat, pick))


class Take(Choice):
    """A card of the hand that is shown: only the two know which (TOY-7)."""

    rules = ("TOY-7",)
    secrecy = FOR_EVER
    always_asks = True
    needs_hand = True

    owner: int

    def options(self, state: Fair) -> Sequence[int]:
        return sorted(set(state.hands[self.owner]))

    def redacted(self, pick: int, reader: int | None) -> Any:
        return pick if reader == self.owner else Hidden()

    def apply(self, state: Fair, pick: int) -> None:
        state.looking = ()
        move(state, pick, self.owner, self.seat, "TOY-7")


class Loot(ChanceStep[Fair, int]):
    """A card at random from a hand: only the two know which (TOY-8)."""

    secrecy = FOR_EVER
    reveals = words("A card has been robbed.")

    seat: int
    owner: int

    def sample(self, state: Fair, dice: Dice) -> int:
        return dice.pick(sorted(state.hands[self.owner]))

    def check(self, state: Fair, outcome: Any) -> Text | None:
        held = outcome in state.hands[self.owner]
        return None if held else words("There is no such card to rob.")

    def redacted(self, outcome: int, reader: int | None) -> Any:
        return outcome if reader in (self.seat, self.owner) else Hidden()

    def apply(self, state: Fair, outcome: int) -> None:
        move(state, outcome, self.owner, self.seat, "TOY-8")


class Ask(RuleStep[Fair]):
    """The others answer one by one; then the offer may be settled (TOY-9)."""

    seat: int
    left: tuple[int, ...]
    willing: tuple[int, ...]
    offer: tuple[Cards, Cards]

    def run(self, state: Fair) -> None:
        if self.left:
            state.push(Answer(self.left[0], self))
        elif self.willing:
            state.push(Settle(self.seat, self.willing, self.offer))


class Answer(Choice):
    """Yes or no to an offer, asked even of those who can only say no (TOY-9)."""

    rules = ("TOY-9",)
    always_asks = True

    request: Ask

    def options(self, state: Fair) -> Sequence[str]:
        able = without(state.hands[self.seat], self.request.offer[1]) is not None
        return ("yes", "no") if able else ("no",)

    def apply(self, state: Fair, pick: str) -> None:
        request = self.request
        willing = (*request.willing, self.seat) if pick == "yes" else request.willing
        state.push(Ask(request.seat, request.left[1:], willing, request.offer))
        if pick == "yes":
            state.reveal(words("{seat} has shown cards.", seat=Seat(self.seat)))


class Settle(Choice):
    """A decision with which seat to trade, or with none (TOY-9)."""

    rules = ("TOY-9",)

    willing: tuple[int, ...]
    offer: tuple[Cards, Cards]

    def options(self, state: Fair) -> Sequence[int | str]:
        return [*self.willing, "nobody"]

    def apply(self, state: Fair, pick: int | str) -> None:
        if isinstance(pick, str):
            return
        give, want = self.offer
        for card in give:
            give_away(state, card, self.seat, pick)
        for card in want:
            give_away(state, card, pick, self.seat)
        state.announce("TOY-9", self.seat, "A trade with {seat}.", seat=Seat(pick))
        keep_to_the_limit(state, self.seat)
        keep_to_the_limit(state, pick)


class Dare(ChanceStep[Fair, int]):
    """A die for all to see: coins, or a flood (TOY-11)."""

    reveals = words("The die has fallen.")

    seat: int

    def sample(self, state: Fair, dice: Dice) -> int:
        return dice.roll()

    def check(self, state: Fair, outcome: Any) -> Text | None:
        able = type(outcome) is int and 1 <= outcome <= 6
        return None if able else words("That is not a possible roll.")

    def apply(self, state: Fair, outcome: int) -> None:
        if outcome < 5:
            state.purses[self.seat] += outcome // 2
            return
        state.announce("TOY-11", -1, "A flood.")
        shed_together(state, rich(state))


class Shed(PartsDecision[Fair]):
    """Half the hand, chosen in secret and shown when all have chosen (TOY-11)."""

    rules = ("TOY-11",)
    secrecy = TILL_REVEALED
    needs_hand = True
    asks = words("Which cards do you shed?")

    def bag(self, state: Fair, chosen: tuple[Any, ...]) -> MultisetPart | None:
        half = len(state.hands[self.seat]) // 2
        return MultisetPart(kinds_in(state.hands[self.seat]), half, half)

    def thing_name(self, state: Fair, chosen: tuple[Any, ...], thing: Kind) -> Text:
        return words(GOODS[int(thing)])

    def apply(self, state: Fair, pick: Amounts) -> None:
        state.shed[self.seat] = list(cards_in(pick))


class Wash(RuleStep[Fair]):
    """Remove the shed cards from the hands (TOY-11)."""

    def run(self, state: Fair) -> None:
        for seat, shed in enumerate(state.shed):
            rest = without(state.hands[seat], tuple(shed))
            assert rest is not None
            state.hands[seat] = rest
            if shed:
                state.announce("TOY-11", seat, "{seat} sheds {cards}.", cards=str(shed))
        state.shed = [[] for _ in range(state.seats)]


# ---------------------------------------------------------------- what several steps do


def draw(state: Fair, seat: int) -> int:
    """Move the top card of the pile to the seat's hand."""
    card = state.pile.pop(0)
    state.hands[seat].append(card)
    state.hands[seat].sort()
    return card


def give_away(state: Fair, card: int, giver: int, taker: int) -> None:
    """Move a card from hand to hand."""
    state.hands[giver].remove(card)
    state.hands[taker].append(card)
    state.hands[taker].sort()


def move(state: Fair, card: int, owner: int, taker: int, rule: str) -> None:
    """Move a card to another hand, with a note for the two owners only."""
    give_away(state, card, owner, taker)
    state.announce(rule, taker, "{seat} loses a card.", seat=Seat(owner))
    state.note(rule, taker, words("It was {card}.", card=GOODS[card]), to=(taker, owner))
    keep_to_the_limit(state, taker)


def kinds_in(cards: Sequence[int]) -> Amounts:
    """Return the number of each kind."""
    return tuple((kind, cards.count(kind)) for kind in sorted(set(cards)))


def cards_in(amounts: Amounts) -> Cards:
    """Return the cards for numbers of each kind."""
    return tuple(int(kind) for kind, number in amounts for _ in range(number))


def rich(state: Fair) -> list[int]:
    """Return the seats with too many cards, which may have to shed some."""
    return [seat for seat in range(state.seats) if len(state.hands[seat]) > SHED_ABOVE]


def shed_together(state: Fair, seats: list[int]) -> None:
    """Make several seats shed half their hands at the same time, in secret (TOY-11)."""
    revealed = words("What was shed has been shown.")
    state.push(together(*((seat, [Shed(seat)]) for seat in seats), revealed=revealed), Wash())


def keep_to_the_limit(state: Fair, seat: int) -> None:
    """Make a seat with a hand above the limit bury a card."""
    if len(state.hands[seat]) > HAND_LIMIT:
        state.push(Bury(seat))


def score(state: Fair, seat: int, points: int, rule: str) -> None:
    """Add points: every gain is public; the sum is its owner's secret until the end."""
    state.points[seat] += points
    state.announce_plural(rule, seat, "{n} point.", "{n} points.", points)


def others_with_cards(state: Fair, seat: int) -> list[int]:
    """Return the other seats that hold cards."""
    return [other for other in range(state.seats) if other != seat and state.hands[other]]
