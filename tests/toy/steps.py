"""The steps of the fair: one of every kind that the engine knows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, ClassVar

from attrs import frozen

from engine.chance import Dice
from engine.errors import Refusal
from engine.state import Hidden
from engine.step import (
    OWN,
    TILL_OVER,
    TILL_REVEALED,
    Automatic,
    Chance,
    Decision,
    Place,
    together,
)
from engine.text import Seat, Text, plural, words
from tests.toy.state import (
    ACTIONS,
    DICE,
    GOODS,
    HAND_AT_FIRST,
    HAND_LIMIT,
    MOST_TRADED,
    ROUNDS,
    SHED_ABOVE,
    SKULL,
    STALL_PLACES,
    THROWS,
    Fair,
    without,
)

Cards = tuple[int, ...]
Pick = Any


class Choice(Decision[Fair, Any]):
    """A decision of the fair, whose words are the same for all."""

    asks: ClassVar[str] = "What do you do?"

    def question(self, state: Fair) -> Text:
        return words(self.asks)

    def label(self, state: Fair, chosen: tuple[Any, ...]) -> Text:
        return words("{choice}", choice=str(chosen[-1]))


# ---------------------------------------------------------------- setup and rounds


@frozen
class Shuffle(Chance[Fair, Cards]):
    """The sack becomes a pile whose order nobody knows (TOY-1)."""

    rules: ClassVar[tuple[str, ...]] = ("TOY-1",)
    secrecy: ClassVar[str] = OWN

    def sample(self, state: Fair, dice: Dice) -> Cards:
        return tuple(dice.shuffle(state.sack))

    def check(self, state: Fair, outcome: Any) -> Text | None:
        if isinstance(outcome, tuple) and sorted(map(str, outcome)) == [*map(str, state.sack)]:
            return None
        return words("That is not what the sack holds.")

    def told(self, outcome: Cards, reader: int | None) -> Any:
        """Each seat knows the cards that it is dealt, the top ones in the order of the seats."""
        dealt = -1 if reader is None else reader
        return tuple(
            card if place // HAND_AT_FIRST == dealt else Hidden()
            for place, card in enumerate(outcome)
        )

    def apply(self, state: Fair, outcome: Cards) -> None:
        state.pile = list(outcome)
        state.note("TOY-1", -1, words("The sack is emptied onto a pile."))

    def barrier(self) -> Text:
        return words("The pile has been shuffled.")


@frozen
class Deal(Automatic[Fair]):
    """Every seat draws its first hand from the pile (TOY-1)."""

    def run(self, state: Fair) -> None:
        for seat in range(state.seats):
            for _ in range(HAND_AT_FIRST):
                draw(state, seat)
        state.reveal(words("Hands have been dealt."))


@frozen
class BeginRound(Automatic[Fair]):
    """A round begins with dice and bids behind screens, each seat at its own pace (TOY-2)."""

    def run(self, state: Fair) -> None:
        if state.round == ROUNDS:
            state.push(End())
            return
        state.round += 1
        state.lifted = False
        state.dice = [[] for _ in range(state.seats)]
        state.skulls = [0] * state.seats
        state.bids = [0] * state.seats
        seats = [(seat, [Throw(seat, 1, DICE), Bid(seat)]) for seat in range(state.seats)]
        state.push(together(*seats, revealed=words("The screens have been lifted.")), Lift())


@frozen
class Throw(Chance[Fair, Cards]):
    """Dice fall behind a screen; skulls are set out where all see them (TOY-3)."""

    rules: ClassVar[tuple[str, ...]] = ("TOY-3",)
    secrecy: ClassVar[str] = TILL_REVEALED

    seat: int
    throw: int
    count: int

    def sample(self, state: Fair, dice: Dice) -> Cards:
        return tuple(dice.roll() for _ in range(self.count))

    def check(self, state: Fair, outcome: Any) -> Text | None:
        faces = outcome if isinstance(outcome, tuple) else ()
        if len(faces) == self.count and all(type(face) is int and 1 <= face <= 6 for face in faces):
            return None
        return words("Dice cannot fall like that.")

    def told(self, outcome: Cards, reader: int | None) -> Any:
        return tuple(face if face == SKULL else Hidden() for face in outcome)

    def apply(self, state: Fair, outcome: Cards) -> None:
        seat = self.seat
        state.dice[seat] = sorted([*state.dice[seat], *outcome])
        state.skulls[seat] += outcome.count(SKULL)
        state.note("TOY-3", seat, words("{seat} throws.", seat=Seat(seat)))
        state.note("TOY-3", seat, words("Faces: {dice}.", dice=str(outcome)), to=(seat,))
        if self.throw < THROWS:
            state.push(Again(seat, self.throw + 1))

    def barrier(self) -> Text:
        return words("The dice have fallen.")


@frozen
class Again(Choice):
    """Which of the dice without skulls to throw again; none ends the throwing (TOY-3)."""

    rules: ClassVar[tuple[str, ...]] = ("TOY-3",)
    secrecy: ClassVar[str] = TILL_REVEALED
    asks: ClassVar[str] = "Which dice do you throw again?"

    seat: int
    throw: int

    def options(self, state: Fair) -> Sequence[Cards]:
        free = [face for face in state.dice[self.seat] if face != SKULL]
        return sorted({c for size in range(len(free) + 1) for c in combinations(free, size)})

    def told(self, pick: Cards, reader: int | None) -> Any:
        return Hidden(len(pick))

    def apply(self, state: Fair, pick: Cards) -> None:
        rest = without(state.dice[self.seat], pick)
        assert rest is not None
        state.dice[self.seat] = rest
        if pick:
            state.push(Throw(self.seat, self.throw, len(pick)))


@frozen
class Bid(Choice):
    """Coins set aside in secret: who offers most begins (TOY-4)."""

    rules: ClassVar[tuple[str, ...]] = ("TOY-4",)
    secrecy: ClassVar[str] = TILL_REVEALED
    asks: ClassVar[str] = "How much do you bid?"

    seat: int

    def options(self, state: Fair) -> Sequence[int]:
        return range(state.purses[self.seat] + 1)

    def apply(self, state: Fair, pick: int) -> None:
        state.bids[self.seat] = pick
        state.note("TOY-4", self.seat, words("You bid {coins}.", coins=pick), to=(self.seat,))


@frozen
class Lift(Automatic[Fair]):
    """Dice and bids are open: points for faces, bids are paid, turns follow (TOY-4)."""

    def run(self, state: Fair) -> None:
        state.lifted = True
        for seat in range(state.seats):
            score(state, seat, len(set(state.dice[seat]) - {SKULL}), "TOY-4")
            state.purses[seat] -= state.bids[seat]
        first = max(range(state.seats), key=lambda seat: (state.bids[seat], -seat))
        order = [(first + k) % state.seats for k in range(state.seats)]
        state.push(*(Turn(seat) for seat in order), BeginRound())


@frozen
class Turn(Automatic[Fair]):
    """A seat's turn of three actions (TOY-5)."""

    seat: int

    def run(self, state: Fair) -> None:
        state.begin_turn(self.seat)
        state.actions = ACTIONS
        state.note("TOY-5", self.seat, words("It is {seat}'s turn.", seat=Seat(self.seat)))
        state.push(Act(self.seat))


@frozen
class End(Automatic[Fair]):
    """The points are shown, and the game is over (TOY-12)."""

    def run(self, state: Fair) -> None:
        state.over = True
        state.active = -1
        state.reveal(words("The points have been shown."))
        state.note("TOY-12", -1, words("The fair is over."))


# ---------------------------------------------------------------- a turn


@frozen
class Act(Choice):
    """One of the actions of a turn (TOY-5)."""

    rules: ClassVar[tuple[str, ...]] = ("TOY-5",)

    seat: int

    def options(self, state: Fair) -> Sequence[str]:
        mine = state.hands[self.seat]
        others = [s for s in range(state.seats) if s != self.seat and state.hands[s]]
        able = {
            "rest": True,
            "draw": bool(state.pile),
            "look": bool(others),
            "rob": bool(others),
            "offer": bool(mine),
            "show": bool(mine) and len(state.stalls[self.seat]) < STALL_PLACES,
            "dare": True,
            "tax": any(s in others for s in rich(state)),
        }
        return [action for action, is_able in able.items() if is_able]

    def refuse(self, state: Fair, pick: Any) -> Refusal:
        if pick == "draw":
            return Refusal("TOY-6", words("The pile is empty."))
        return super().refuse(state, pick)

    def apply(self, state: Fair, pick: str) -> None:
        state.actions -= 1
        seat = self.seat
        if state.actions:
            state.push(Act(seat))
        match pick:
            case "rest":
                state.purses[seat] += 1
                state.note("TOY-5", seat, plural("{n} coin.", "{n} coins.", 1))
            case "draw":
                state.push(Draw(seat))
            case "look":
                state.push(Look(seat))
            case "rob":
                state.push(Rob(seat))
            case "offer":
                state.push(Offer(seat))
            case "show":
                state.push(Show(seat))
            case "dare":
                state.push(Dare(seat))
            case "tax":
                shed_together(state, [other for other in rich(state) if other != seat])


@frozen
class Draw(Automatic[Fair]):
    """The top card of the pile, by the rules alone; it shows a card to one seat (TOY-6)."""

    seat: int

    def run(self, state: Fair) -> None:
        card = draw(state, self.seat)
        state.reveal(words("A card has been drawn."))
        seat = self.seat
        state.note("TOY-6", seat, words("{seat} draws a card.", seat=Seat(seat)))
        state.note("TOY-6", seat, words("You draw {card}.", card=GOODS[card]), to=(seat,))
        keep_to_the_limit(state, seat)


@frozen
class Bury(Choice):
    """A card above the limit goes under the pile, in a turn that may be another's (TOY-6)."""

    rules: ClassVar[tuple[str, ...]] = ("TOY-6",)
    secrecy: ClassVar[str] = TILL_OVER
    always_asks: ClassVar[bool] = True

    seat: int

    def options(self, state: Fair) -> Sequence[int]:
        return sorted(set(state.hands[self.seat]))

    def apply(self, state: Fair, pick: int) -> None:
        state.hands[self.seat].remove(pick)
        state.pile.append(pick)
        state.note("TOY-6", self.seat, words("{seat} buries a card.", seat=Seat(self.seat)))
        keep_to_the_limit(state, self.seat)


@frozen
class Look(Choice):
    """Whose hand to look into; with one possible hand nobody is asked (TOY-7)."""

    rules: ClassVar[tuple[str, ...]] = ("TOY-7",)
    reveals: ClassVar[Text | None] = words("A hand has been shown.")

    seat: int

    def options(self, state: Fair) -> Sequence[int]:
        return others_with_cards(state, self.seat)

    def apply(self, state: Fair, pick: int) -> None:
        state.looking = ((pick, self.seat),)
        state.note("TOY-7", self.seat, words("A look at {seat}.", seat=Seat(pick)))
        state.push(Take(self.seat, pick))


@frozen
class Take(Choice):
    """A card of the hand that is shown: only the two know which (TOY-7)."""

    rules: ClassVar[tuple[str, ...]] = ("TOY-7",)
    secrecy: ClassVar[str] = OWN
    always_asks: ClassVar[bool] = True

    seat: int
    owner: int

    def options(self, state: Fair) -> Sequence[int]:
        return sorted(set(state.hands[self.owner]))

    def told(self, pick: int, reader: int | None) -> Any:
        return pick if reader == self.owner else Hidden()

    def apply(self, state: Fair, pick: int) -> None:
        state.looking = ()
        move(state, pick, self.owner, self.seat, "TOY-7")


@frozen
class Rob(Choice):
    """Whom to rob of a card (TOY-8)."""

    rules: ClassVar[tuple[str, ...]] = ("TOY-8",)

    seat: int

    def options(self, state: Fair) -> Sequence[int]:
        return others_with_cards(state, self.seat)

    def apply(self, state: Fair, pick: int) -> None:
        state.push(Loot(self.seat, pick))


@frozen
class Loot(Chance[Fair, int]):
    """A card at random from a hand: only the two know which (TOY-8)."""

    secrecy: ClassVar[str] = OWN

    seat: int
    owner: int

    def sample(self, state: Fair, dice: Dice) -> int:
        return dice.pick(sorted(state.hands[self.owner]))

    def check(self, state: Fair, outcome: Any) -> Text | None:
        held = outcome in state.hands[self.owner]
        return None if held else words("There is no such card to rob.")

    def told(self, outcome: int, reader: int | None) -> Any:
        return outcome if reader in (self.seat, self.owner) else Hidden()

    def apply(self, state: Fair, outcome: int) -> None:
        move(state, outcome, self.owner, self.seat, "TOY-8")

    def barrier(self) -> Text:
        return words("A card has been robbed.")


@frozen
class Offer(Choice):
    """Cards offered and cards wanted: two multisets, tested by arithmetic (TOY-9)."""

    rules: ClassVar[tuple[str, ...]] = ("TOY-9",)
    parts: ClassVar[int] = 2
    listed: ClassVar[bool] = False

    seat: int

    def options(self, state: Fair) -> Sequence[tuple[Cards, Cards]]:
        given = [(card,) for card in sorted(set(state.hands[self.seat]))]
        return [(give, (want,)) for give in given for want in range(len(GOODS)) if want not in give]

    def allows(self, state: Fair, pick: Any) -> bool:
        if not (isinstance(pick, tuple) and len(pick) == 2 and all(map(is_multiset, pick))):
            return False
        give, want = pick
        return without(state.hands[self.seat], give) is not None and not set(give) & set(want)

    def sample(self, state: Fair, dice: Dice) -> tuple[Cards, Cards]:
        cards = dice.shuffle(state.hands[self.seat])
        give = tuple(sorted(cards[: dice.roll(min(MOST_TRADED, len(cards)))]))
        kinds = [kind for kind in range(len(GOODS)) if kind not in give]
        want = tuple(sorted(dice.pick(kinds) for _ in range(dice.roll(MOST_TRADED))))
        return give, want

    def refuse(self, state: Fair, pick: Any) -> Refusal:
        return Refusal("TOY-9", words("Offer one or two cards that you hold, for other kinds."))

    def apply(self, state: Fair, pick: tuple[Cards, Cards]) -> None:
        others = [(self.seat + k) % state.seats for k in range(1, state.seats)]
        state.note("TOY-9", self.seat, words("Offered: {offer}.", offer=str(pick)))
        state.push(Ask(self.seat, tuple(others), (), pick))


@frozen
class Ask(Automatic[Fair]):
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


@frozen
class Answer(Choice):
    """Yes or no to an offer, asked even of those who can only say no (TOY-9)."""

    rules: ClassVar[tuple[str, ...]] = ("TOY-9",)
    always_asks: ClassVar[bool] = True

    seat: int
    asked: Ask

    def options(self, state: Fair) -> Sequence[str]:
        able = without(state.hands[self.seat], self.asked.offer[1]) is not None
        return ("yes", "no") if able else ("no",)

    def apply(self, state: Fair, pick: str) -> None:
        asked = self.asked
        willing = (*asked.willing, self.seat) if pick == "yes" else asked.willing
        state.push(Ask(asked.seat, asked.left[1:], willing, asked.offer))
        if pick == "yes":
            state.reveal(words("{seat} has shown cards.", seat=Seat(self.seat)))


@frozen
class Settle(Choice):
    """With whom to trade, or with nobody (TOY-9)."""

    rules: ClassVar[tuple[str, ...]] = ("TOY-9",)

    seat: int
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
        state.note("TOY-9", self.seat, words("A trade with {seat}.", seat=Seat(pick)))
        keep_to_the_limit(state, self.seat)
        keep_to_the_limit(state, pick)


@frozen
class Show(Choice):
    """A card of the hand and its place in the stall: a pick of two parts (TOY-10)."""

    rules: ClassVar[tuple[str, ...]] = ("TOY-10",)
    parts: ClassVar[int] = 2
    always_asks: ClassVar[bool] = True

    seat: int

    def options(self, state: Fair) -> Sequence[tuple[int, int]]:
        places = range(len(state.stalls[self.seat]) + 1)
        return [(card, at) for card in sorted(set(state.hands[self.seat])) for at in places]

    def target(self, state: Fair, chosen: tuple[Any, ...]) -> Place | None:
        return ("place", self.seat, chosen[1]) if len(chosen) == 2 else None

    def apply(self, state: Fair, pick: tuple[int, int]) -> None:
        card, at = pick
        stall = state.stalls[self.seat]
        state.hands[self.seat].remove(card)
        stall.insert(at, card)
        state.sold[card] = state.sold.get(card, 0) + 1
        score(state, self.seat, 2 * stall.count(card), "TOY-10")
        score(state, (self.seat + 1) % state.seats, 1, "TOY-10")


@frozen
class Dare(Chance[Fair, int]):
    """A die for all to see: coins, or a flood (TOY-11)."""

    seat: int

    def sample(self, state: Fair, dice: Dice) -> int:
        return dice.roll()

    def check(self, state: Fair, outcome: Any) -> Text | None:
        able = type(outcome) is int and 1 <= outcome <= 6
        return None if able else words("Dice cannot fall like that.")

    def apply(self, state: Fair, outcome: int) -> None:
        if outcome < 5:
            state.purses[self.seat] += outcome // 2
            return
        state.note("TOY-11", -1, words("A flood."))
        shed_together(state, rich(state))

    def barrier(self) -> Text:
        return words("The die has fallen.")


@frozen
class Shed(Choice):
    """Half the hand, chosen in secret and shown when all have chosen (TOY-11)."""

    rules: ClassVar[tuple[str, ...]] = ("TOY-11",)
    secrecy: ClassVar[str] = TILL_REVEALED
    listed: ClassVar[bool] = False

    seat: int

    def options(self, state: Fair) -> Sequence[Cards]:
        hand = sorted(state.hands[self.seat])
        return sorted(set(combinations(hand, len(hand) // 2)))[:3]

    def allows(self, state: Fair, pick: Any) -> bool:
        hand = state.hands[self.seat]
        return (
            isinstance(pick, tuple)
            and len(pick) == len(hand) // 2
            and list(pick) == sorted(pick, key=str)
            and without(hand, pick) is not None
        )

    def sample(self, state: Fair, dice: Dice) -> Cards:
        hand = state.hands[self.seat]
        return tuple(sorted(dice.draw(hand, len(hand) // 2)))

    def apply(self, state: Fair, pick: Cards) -> None:
        state.shed[self.seat] = list(pick)


@frozen
class Wash(Automatic[Fair]):
    """What was shed leaves the hands (TOY-11)."""

    def run(self, state: Fair) -> None:
        for seat, shed in enumerate(state.shed):
            rest = without(state.hands[seat], tuple(shed))
            assert rest is not None
            state.hands[seat] = rest
            if shed:
                state.note(
                    "TOY-11", seat, words("{seat} sheds {cards}.", seat=Seat(seat), cards=str(shed))
                )
        state.shed = [[] for _ in range(state.seats)]


# ---------------------------------------------------------------- what several steps do


def draw(state: Fair, seat: int) -> int:
    """The seat takes the top card of the pile."""
    card = state.pile.pop(0)
    state.hands[seat].append(card)
    state.hands[seat].sort()
    return card


def give_away(state: Fair, card: int, giver: int, taker: int) -> None:
    """A card goes from hand to hand."""
    state.hands[giver].remove(card)
    state.hands[taker].append(card)
    state.hands[taker].sort()


def move(state: Fair, card: int, owner: int, taker: int, rule: str) -> None:
    """A card goes to another hand, and only the two are told which."""
    give_away(state, card, owner, taker)
    state.note(rule, taker, words("{seat} loses a card.", seat=Seat(owner)))
    state.note(rule, taker, words("It was {card}.", card=GOODS[card]), to=(taker, owner))
    keep_to_the_limit(state, taker)


def rich(state: Fair) -> list[int]:
    """The seats that hold so many cards that they may have to shed some."""
    return [seat for seat in range(state.seats) if len(state.hands[seat]) > SHED_ABOVE]


def shed_together(state: Fair, seats: list[int]) -> None:
    """Several seats shed half their hands at the same time, in secret (TOY-11)."""
    revealed = words("What was shed has been shown.")
    state.push(together(*((seat, [Shed(seat)]) for seat in seats), revealed=revealed), Wash())


def keep_to_the_limit(state: Fair, seat: int) -> None:
    """A hand above the limit must bury a card."""
    if len(state.hands[seat]) > HAND_LIMIT:
        state.push(Bury(seat))


def score(state: Fair, seat: int, points: int, rule: str) -> None:
    """Every gain is public; the sum is its owner's secret till the end."""
    state.points[seat] += points
    state.note(rule, seat, plural("{n} point.", "{n} points.", points))


def others_with_cards(state: Fair, seat: int) -> list[int]:
    """The other seats that hold cards."""
    return [other for other in range(state.seats) if other != seat and state.hands[other]]


def is_multiset(cards: Any) -> bool:
    """Whether something is one or two kinds of goods in order."""
    return (
        isinstance(cards, tuple)
        and 0 < len(cards) <= MOST_TRADED
        and all(type(card) is int and 0 <= card < len(GOODS) for card in cards)
        and list(cards) == sorted(cards)
    )
