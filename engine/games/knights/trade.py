"""Trade with opponents: offers and answers (CK-10.10 to CK-10.12)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, ClassVar, Final

from engine.core.chance import Dice
from engine.core.command import Command, Menu, Pick, PlainCommand
from engine.core.common_wording import joined
from engine.core.event import Value
from engine.core.parts import Amounts, MultisetPart
from engine.core.step import Decision, Place, RuleStep
from engine.core.step_stack import Step
from engine.errors import Refusal, forbidden
from engine.games.knights.bargain import Bargain, BargainCommand, exchange
from engine.games.knights.choices import first_of
from engine.games.knights.robber import counts_of, hand_pool
from engine.games.knights.situations import ONE_ANSWER
from engine.games.knights.state import Island, built, turn_order
from engine.games.knights.wording import bagged
from engine.i18n.text import Seat, Text, words

TradeChoice = tuple[str, int] | tuple[str]
"""The pick of a `TradeConfirm`: (`ACCEPT`, seat), (`COUNTER`, seat) or (`WITHDRAW`,)."""

ACCEPT: Final = "accept"
DECLINE: Final = "decline"
COUNTER: Final = "counter"
_NO: Final = (DECLINE,)
_ANSWER_OPENLY: Final = ("aloud",)
WITHDRAW: Final = "withdraw"

_CACHE_SIZE: Final = 1 << 12
"""Size of the caches. It is enough for all offers of one or two cards of one kind for one or two
cards of another, with every pair of an offering and an answering seat."""

# ---------------------------------------------------------------------- offers


class TradeOffer(BargainCommand):
    """D14: make an offer to all opponents (CK-10.11)."""

    key = "offer"
    letter = "o"
    rules = ("CK-10.10", "CK-10.11", "CK-10.12", "CK-10.1")
    weight = 1
    does = words("Offer a trade")
    asks = words("What do you give, and what do you want in return?")
    unusable = forbidden("CK-10.11", "You have no cards to offer.")

    def apply(self, state: Island, seat: int, rest: Bargain) -> None:
        give, want = rest
        state.offers = (*state.offers, (counts_of(state, give), counts_of(state, want)))
        for kind, _ in want:
            state.asked_for[seat * len(state.bank) + state.box.kind_numbers[str(kind)]] = state.turn
        state.announce(
            "CK-10.11",
            seat,
            "{seat} offers {give} for {want}.",
            give=bagged(give),
            want=bagged(want),
        )
        state.agenda += _asking(seat, state.seats, give, want)


def is_offer(decision: Decision[Any, Value], pick: Value) -> bool:
    """Whether a pick offers a trade, or answers an offer with a counter-offer. A `TradeConfirm`
    carries out a counter-offer, but makes none."""
    if not isinstance(pick, tuple) or isinstance(decision, TradeConfirm):
        return False
    return pick[:1] in ((TradeOffer.key,), (COUNTER,))


Answer = tuple[int, str, Amounts, Amounts]
"""An acceptance or a counter-offer: the answering seat, `ACCEPT` or `COUNTER` and, for a
counter-offer, the cards that the seat gives and wants."""


class Ask(RuleStep[Island]):
    """Ask the opponent `other` to answer the offer of `seat`. An opponent without cards declines
    automatically (CK-4.11)."""

    rules = ("CK-10.11", "CK-4.11")

    seat: int
    other: int
    give: Amounts
    want: Amounts

    def run(self, state: Island) -> None:
        if state.hand_sizes[self.other]:
            openly = state.answers_aloud and not state.hands_open
            state.agenda.append(_response(openly, self.other, self.seat, self.give, self.want))
        else:
            state.announce("CK-4.11", self.other, "{seat} has no cards to trade.")


@cache
def _cards_shown(seat: int) -> Text:
    return words("{seat} has shown cards.", seat=Seat(seat))


class Accept(Command[Island]):
    """Accept the offer of the seat `to`, which gives `give` for `want` (CK-10.11)."""

    key = ACCEPT
    letter = "a"
    rules = ("CK-10.11",)
    weight = 3

    give: Amounts
    want: Amounts
    to: int
    openly: bool = False

    def options(self, state: Island, seat: int) -> Sequence[Pick]:
        hand, numbers = state.hands[seat], state.box.kind_numbers
        for kind, number in self.want:
            if hand[numbers[str(kind)]] < number:
                return []
        return [()]

    def part_options(self, state: Island, seat: int, chosen: Pick) -> Sequence[Value]:
        """Return an empty sequence, because the command has no parts after its key."""
        return ()

    def possible(self, state: Island, seat: int) -> bool:
        """Whether the seat has the cards in `want`. If answers are open, this is always true, so
        that nothing about the hand is revealed (CK-23.8)."""
        return self.openly or bool(self.options(state, seat))

    def apply(self, state: Island, seat: int, rest: Pick) -> None:
        """Accept the offer. This reveals that the seat has the cards."""
        state.reveal(_cards_shown(seat))
        other = Seat(state.active)
        state.announce("CK-10.11", seat, "{seat} accepts {other}'s offer.", other=other)
        record_answer(state, (seat, ACCEPT, (), ()))

    def title(self, state: Island, seat: int) -> Text:
        return words(
            "Accept: give {want} for {give}", want=bagged(self.want), give=bagged(self.give)
        )

    def why_not(self, state: Island, seat: int) -> Refusal | None:
        if self.options(state, seat):
            return None
        return forbidden("CK-10.11", "You do not have the cards asked for.")


class Decline(PlainCommand[Island]):
    """Decline the offer (CK-10.12)."""

    key = DECLINE
    letter = "d"
    rules = ("CK-10.12",)
    weight = 6
    does = words("Decline")

    def random_pick(self, state: Island, seat: int, dice: Dice) -> Pick:
        return _NO

    def apply(self, state: Island, seat: int, rest: Pick) -> None:
        """Decline the offer. This reveals nothing about the hand."""
        other = Seat(state.active)
        state.announce("CK-10.12", seat, "{seat} declines {other}'s offer.", other=other)


_DECLINE: Final = Decline()


class CounterOffer(BargainCommand):
    """Make a counter-offer to the seat `to`, which has offered `give` for `want` (CK-10.11)."""

    key = COUNTER
    letter = "c"
    rules = ("CK-10.11", "CK-10.10")
    weight = 1
    does = words("Make a counter-offer")

    give: Amounts
    want: Amounts
    to: int
    openly: bool = False

    def purse(self, state: Island, seat: int) -> Amounts:
        """Return the seat's hand. If answers are open, return every card that could be in a hand of
        the same size (CK-23.8)."""
        if not self.openly:
            return hand_pool(state, seat)
        size = state.hand_sizes[seat]
        return tuple((kind.id, min(kind.bank, size)) for kind in state.box.kinds)

    def allows(self, state: Island, seat: int, rest: Value) -> bool:
        return super().allows(state, seat, rest) and rest != (self.want, self.give)

    def options(self, state: Island, seat: int) -> Sequence[Bargain]:
        return [rest for rest in super().options(state, seat) if rest != (self.want, self.give)]

    def sample(self, state: Island, seat: int, dice: Dice) -> Bargain:
        while True:
            rest = super().sample(state, seat, dice)
            if rest != (self.want, self.give):
                return rest

    def apply(self, state: Island, seat: int, rest: Bargain) -> None:
        give, want = rest
        state.reveal(_cards_shown(seat))
        offered, asked = bagged(give), bagged(want)
        state.announce(
            "CK-10.11",
            seat,
            "{seat} counters {other}'s offer: {give} for {want}.",
            other=Seat(state.active),
            give=offered,
            want=asked,
        )
        record_answer(state, (seat, COUNTER, give, want))

    def question(self, state: Island, seat: int, chosen: tuple[Amounts, ...]) -> Text:
        """Return the question, which repeats the original offer."""
        return words(
            "{seat} offers {give} for {want}: what do you offer instead?",
            seat=Seat(self.to),
            give=bagged(self.give),
            want=bagged(self.want),
        )

    def refuse(self, state: Island, seat: int, rest: Value) -> Refusal:
        if rest == (self.want, self.give):
            return forbidden("CK-10.11", "A counter-offer must differ from the offer.")
        give = first_of(rest)
        if (
            self.openly
            and give is not None
            and not MultisetPart(hand_pool(state, seat), 1).holds(give)
        ):
            return forbidden("CK-10.10", "You do not have what you are offering.")
        return super().refuse(state, seat, rest)


class AnswerOpenly(Command[Island]):
    """Answer this offer and all further ones openly, as if the option for open answers had been
    chosen (CK-23.8).

    The command is not in the menu: players on a shared keyboard agree to it before a hand is shown.
    """

    key = _ANSWER_OPENLY[0]
    letter = "o"
    rules = ("CK-23.8",)
    does = words("Answer openly from now on")
    unusable = forbidden("CK-23.8", "Players already answer offers openly.")

    give: Amounts
    want: Amounts
    to: int

    def options(self, state: Island, seat: int) -> Sequence[Pick]:
        return [] if state.answers_aloud or state.hands_open else [()]

    def apply(self, state: Island, seat: int, rest: Pick) -> None:
        state.answers_aloud = True
        state.announce("CK-23.8", -1, "From now on, players answer offers openly.")
        state.agenda.append(_response(True, seat, self.to, self.give, self.want))


class TradeResponse(Menu[Island]):
    """D15: answer the offer of the opponent `to`, which gives `give` for `want` (CK-10.11)."""

    rules: ClassVar[tuple[str, ...]] = ("CK-10.11", "CK-10.12", "CK-4.11")
    needs_hand = True
    pick_for_open_answers: ClassVar[Value | None] = _ANSWER_OPENLY

    to: int
    give: Amounts
    want: Amounts

    def commands(self, state: Island) -> Sequence[Command[Island]]:
        return _answers(self.give, self.want, self.to, self.answered_openly)

    def command(self, state: Island, pick: Value) -> Command[Island] | None:
        """Return the command for `pick`, which can also be `AnswerOpenly`, although that is not in
        the menu; None if there is no such command. `Decline` is tested first, for speed."""
        if pick == _NO:
            return _DECLINE
        if pick == _ANSWER_OPENLY:
            return AnswerOpenly(self.give, self.want, self.to)
        return super().command(state, pick)

    def sample(self, state: Island, dice: Dice) -> Pick:
        """Return a random answer, drawn by the weights of the commands. This is faster than in
        other menus, because only accepting can be impossible."""
        seat, drawn = self.seat, dice.below(Accept.weight + Decline.weight + CounterOffer.weight)
        accept, _, counter = self.commands(state)
        if drawn < Accept.weight:
            pick = accept.random_pick(state, seat, dice)
            if pick is not None:
                return pick
            drawn = Accept.weight + dice.below(Decline.weight + CounterOffer.weight)
        if drawn < Accept.weight + Decline.weight:
            return _NO
        return (COUNTER, *counter.sample(state, seat, dice))

    def question(self, state: Island) -> Text:
        return words(
            "{seat} offers {give} for {want}: what do you say?",
            seat=Seat(self.to),
            give=bagged(self.give),
            want=bagged(self.want),
        )


@lru_cache(_CACHE_SIZE)
def _answers(give: Amounts, want: Amounts, to: int, openly: bool) -> tuple[Command[Island], ...]:
    return Accept(give, want, to, openly), _DECLINE, CounterOffer(give, want, to, openly)


class SpokenResponse(TradeResponse):
    """D15 with open answers.

    The question reveals nothing about the hand and can be asked in front of everyone. Accepting
    without the cards is refused (CK-23.8).
    """

    name = TradeResponse.name
    rules = (*TradeResponse.rules, "CK-23.8")
    needs_hand = False
    answered_openly = True
    pick_for_open_answers = None


@lru_cache(_CACHE_SIZE)
def _response(openly: bool, seat: int, to: int, give: Amounts, want: Amounts) -> TradeResponse:
    """Return the decision of `seat` about the offer that `to` has made, from a cache. With
    `openly`, the decision can be asked in front of everyone."""
    return (SpokenResponse if openly else TradeResponse)(seat, to, give, want)


class Settle(RuleStep[Island]):
    """Let the seat choose among the answers to its offer. If everyone has declined, record the
    offer as refused (CK-10.11)."""

    rules = ("CK-10.11", "CK-4.11")

    seat: int
    give: Amounts
    want: Amounts
    answers: tuple[Answer, ...] = ()

    def run(self, state: Island) -> None:
        if self.answers:
            are_exact = all(answer == ACCEPT for _, answer, _, _ in self.answers)
            confirm = AcceptedTrade if are_exact else TradeConfirm
            state.push(confirm(self.seat, self.give, self.want, self.answers))
        else:
            _remember_refusal(state, self.seat, self.give, self.want)


def _remember_refusal(state: Island, seat: int, give: Amounts, want: Amounts) -> None:
    refused = (seat, counts_of(state, give), counts_of(state, want), built(state))
    if refused not in state.refused:
        state.refused = (*state.refused, refused)


@lru_cache(_CACHE_SIZE)
def _asking(seat: int, seats: int, give: Amounts, want: Amounts) -> tuple[Step, ...]:
    """Return the steps after an offer in the order of the agenda: `Settle`, then an `Ask` for each
    opponent, from the last in turn order to the first."""
    opponents = turn_order(seats, seat)[1:]
    return Settle(seat, give, want), *(
        Ask(seat, opponent, give, want) for opponent in reversed(opponents)
    )


def record_answer(state: Island, answer: Answer) -> None:
    """Record an answer in the `Settle` step of the current offer."""
    agenda = state.agenda
    for at in range(len(agenda) - 1, -1, -1):
        step = agenda[at]
        if isinstance(step, Settle):
            agenda[at] = Settle(step.seat, step.give, step.want, (*step.answers, answer))
            return


class TradeConfirm(Decision[Island, TradeChoice]):
    """D16: choose an answer to carry out, or withdraw the offer (CK-10.11)."""

    rules = ("CK-10.11", "CK-4.11", "CK-10.10")
    always_asks = True
    needs_hand = True
    situations = (ONE_ANSWER,)

    give: Amounts
    want: Amounts
    answers: tuple[Answer, ...]

    def situation(self, state: Island) -> str:
        return ONE_ANSWER if len(self.answers) == 1 else ""

    def options(self, state: Island) -> Sequence[TradeChoice]:
        picks: list[TradeChoice] = []
        for answering, answer, _, want in self.answers:
            if answer == ACCEPT or state.holds(self.seat, counts_of(state, want)):
                picks.append((answer, answering))
        return [*picks, (WITHDRAW,)]

    def apply(self, state: Island, pick: TradeChoice) -> None:
        if len(pick) == 1:
            _remember_refusal(state, self.seat, self.give, self.want)
            state.announce("CK-10.11", self.seat, "{seat} withdraws the offer.")
            return
        other = pick[1]
        give, want = self._bargain(pick)
        exchange(state, self.seat, other, (counts_of(state, give), counts_of(state, want)))
        state.trades += 1
        state.announce(
            "CK-10.10",
            self.seat,
            "{seat} gives {give} to {other} for {want}.",
            other=Seat(other),
            give=bagged(give),
            want=bagged(want),
        )

    def _bargain(self, pick: tuple[str, int]) -> Bargain:
        """Return the cards that the active player gives and receives if `pick` is carried out."""
        if pick[0] == ACCEPT:
            return self.give, self.want
        counter = next(answer for answer in self.answers if answer[0] == pick[1])
        return counter[3], counter[2]

    def question(self, state: Island) -> Text:
        """Return the question, with the offer and everyone's answer."""
        answers = {answer[0]: self._in_words(answer) for answer in self.answers}
        opponents = turn_order(state.seats, self.seat)[1:]
        answer_texts = [answers.get(seat) or _declined(seat) for seat in opponents]
        return words(
            "{give} for {want}. {answers}. Do you agree?",
            give=bagged(self.give),
            want=bagged(self.want),
            answers=joined(answer_texts, ", "),
        )

    def _in_words(self, answer: Answer) -> Text:
        seat, kind, give, want = answer
        if kind == ACCEPT:
            return words("{seat} accepts", seat=Seat(seat))
        return words(
            "{seat} gives {give} for {want}", seat=Seat(seat), give=bagged(give), want=bagged(want)
        )

    def label(self, state: Island, chosen: tuple[TradeChoice, ...]) -> Text:
        pick = chosen[-1]
        if len(pick) == 1:
            return words("Withdraw the offer")
        seat = Seat(pick[1])
        if pick[0] == ACCEPT:
            return words("Trade with {seat}", seat=seat)
        give, want = self._bargain(pick)
        return words("{seat}: {want} for {give}", seat=seat, want=bagged(want), give=bagged(give))

    def target(self, state: Island, chosen: tuple[TradeChoice, ...]) -> Place | None:
        pick = chosen[-1]
        return ("player", pick[1]) if len(pick) == 2 else None

    def refuse(self, state: Island, pick: Value) -> Refusal:
        if isinstance(pick, tuple) and pick[:1] == (COUNTER,):
            return forbidden("CK-10.11", "You cannot pay for that counter-offer.")
        return forbidden("CK-10.11", "Choose one of the answers, or withdraw the offer.")


def _declined(seat: int) -> Text:
    return words("{seat} declines", seat=Seat(seat))


class AcceptedTrade(TradeConfirm):
    """D16 if nobody has made a counter-offer. The question reveals nothing about a hand and can be
    asked in front of everyone."""

    name = TradeConfirm.name
    needs_hand = False
