"""What must happen next: decisions of seats (player nodes), outcomes of chance (chance nodes),
rules that run by themselves.

A step is a small frozen value on the agenda of a state, so that a state can be copied at any point.
It holds only what everybody may know. When a step is done it has left the agenda already, and what
it pushes comes next.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Final, Generic, TypeVar

from attrs import frozen

from engine.core.chance import Dice
from engine.core.dice_throw import DiceThrow, Faces
from engine.core.event import Value
from engine.core.parts import Kind, MultisetPart, SubsetPart, next_parts
from engine.core.state import Hidden, Masked, State
from engine.core.step_stack import Step
from engine.errors import Refusal
from engine.i18n.text import Text, verbatim, words

S = TypeVar("S", bound=State)
P = TypeVar("P", bound=Value)

DECISION: Final = 0
OUTCOME: Final = 1
AUTOMATIC: Final = 2
TOGETHER: Final = 3

NOT_AMONG_THE_CHOICES: Final = words("That is not one of the choices here.")

PUBLIC: Final = "public"
TILL_REVEALED: Final = "till revealed"
TILL_OVER: Final = "till over"
OWN: Final = "own"

Place = tuple[str | int, ...]
"""A place on the table that a pick stands for, such as ("display", 2, 3)."""


def by_rule(rules: Sequence[str], refusal: Text | Refusal) -> Refusal:
    """The refusal, by the first of the rules where it names none itself."""
    if isinstance(refusal, Refusal):
        return refusal
    return Refusal(rules[0] if rules else "", refusal)


@frozen
class Decision(Step, ABC, Generic[S, P]):
    """A seat must choose.

    What is the same in every state is a constant of the class: what it `asks`, and the sentence by
    which it `refuses` what is not legal, under the first of its `rules` (or a `Refusal`, by another
    rule). Where it depends on the state, `question` and `refuse` say so instead.
    A pick is a whole number, a string, or a tuple of picks. With `parts` above 1 it is a tuple of
    at most that many parts, which a person chooses one after another from `part_options`. `secrecy`
    says until when the pick is secret from others in the log: not at all (PUBLIC), until the
    `Simultaneous` it belongs to is over (TILL_REVEALED), until the game is over (TILL_OVER), or for
    good (OWN); `told` says what others read meanwhile. `reveals` is the reason why the pick cannot
    be taken back once made, where it always shows something (where it depends, `apply` calls
    `state.reveal`).
    Options that are not `listed` are too many to list: `options` gives a fair choice of them,
    `allows` and `sample` speak for all, and `suggest` names some that are worth a look. A part of a
    pick that is made up bit by bit is declared by `bag` or `marks`: a person counts or marks, and
    `thing_name`, `thing_place`, `refuse_thing` and `summary` tell of it.
    A decision with a single option that is listed is carried out without asking, unless it
    `always_asks`: it should where its options depend on secrets, or others learn from it that there
    was no choice. One that `needs_hand`, the seat's own secrets, does so unless it says otherwise.
    One that is not `advisable` is no choice: the seat says what it has seen, which nobody can know.
    One that is asked `aloud` is answered before everybody's eyes, while whoever sits at the
    keyboard stays there; `speaks` is the pick by which it is asked so, now and from then on.
    The parts `chosen` so far have the types of the parts of a pick: a decision names them there.
    """

    sort = DECISION
    asks: ClassVar[Text]
    refuses: ClassVar[Text | Refusal] = NOT_AMONG_THE_CHOICES
    parts: ClassVar[int] = 1
    secrecy: ClassVar[str] = PUBLIC
    reveals: ClassVar[Text | None] = None
    listed: ClassVar[bool] = True
    always_asks: ClassVar[bool] = False
    needs_hand: ClassVar[bool] = False
    advisable: ClassVar[bool] = True
    aloud: ClassVar[bool] = False
    speaks: ClassVar[Value | None] = None

    seat: int

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "needs_hand" in cls.__dict__ and "always_asks" not in cls.__dict__:
            cls.always_asks = cls.needs_hand

    @abstractmethod
    def options(self, state: S) -> Sequence[P]:
        """Every legal pick, or a fair choice of them if they are not `listed`."""

    @abstractmethod
    def apply(self, state: S, pick: P) -> None:
        """Change the state by a pick that is legal, and push what follows."""

    def question(self, state: S) -> Text:
        """What the seat is asked."""
        return self.asks

    @abstractmethod
    def label(self, state: S, chosen: tuple[Any, ...]) -> Text:
        """The last of the parts chosen so far, in words (the pick itself, if it has one part)."""

    def parts_of(self, pick: Value) -> tuple[Value, ...]:
        """A pick as its parts, in the order in which they are chosen."""
        return pick if self.parts > 1 and isinstance(pick, tuple) else (pick,)

    def allows(self, state: S, pick: Value) -> bool:
        """Whether the pick is legal; a log may bring anything that is a value."""
        return pick in self.options(state)

    def part_options(self, state: S, chosen: tuple[Any, ...]) -> Sequence[Any]:
        """All that the next part of a pick may be after the parts chosen so far, without listing
        whole picks where they are too many; nothing when the pick is whole."""
        if self.parts == 1:
            return () if chosen else self.options(state)
        return next_parts(self.options(state), chosen)

    def sample(self, state: S, dice: Dice) -> P:
        """A random legal pick, for decisions with too many to list."""
        return dice.pick(self.options(state))

    def refuse(self, state: S, pick: Value) -> Refusal:
        """Why a pick that is not legal is not, by the rule that forbids it."""
        return by_rule(self.rules, self.refuses)

    def refuse_place(self, state: S, chosen: tuple[Any, ...], place: Place) -> Refusal | None:
        """Why a place on the table stands for no choice after the parts chosen so far; None where
        there is nothing to say."""
        return None

    def redacted(self, pick: P, reader: int | None) -> Masked:
        """What another reader (a seat, or None for a watcher) is told of a pick while it is secret:
        nothing, all of it, or the pick with `Hidden` in some places."""
        return Hidden()

    def target(self, state: S, chosen: tuple[Any, ...]) -> Place | None:
        """The place on the table of the last of the parts chosen so far."""
        return None

    def lit(self, state: S) -> Sequence[tuple[tuple[Any, ...], Place]]:
        """Places that lead on by more than one part at once: the parts, and the place of the last
        of them. A place may stand for several beginnings of picks."""
        return ()

    def suggest(self, state: S) -> Sequence[P]:
        """Legal picks that are worth a look, where they are too many to list."""
        return ()

    def bag(self, state: S, chosen: tuple[Any, ...]) -> MultisetPart | None:
        """The amounts that the next part may be; None if it is no such part."""
        return None

    def marks(self, state: S, chosen: tuple[Any, ...]) -> SubsetPart | None:
        """The things of which the next part may be some; None if it is no such part."""
        return None

    def part_question(self, state: S, chosen: tuple[Any, ...]) -> Text | None:
        """What is asked after the parts chosen so far; None if they say it themselves."""
        return self.question(state)

    def part_rules(self, state: S, chosen: tuple[Any, ...]) -> Sequence[str]:
        """The ids of the rules that what is chosen so far comes under, the main one first."""
        return self.rules

    def part_name(self, state: S, chosen: tuple[Any, ...]) -> Text | None:
        """What the next part is called where several are made up at once: "give", "want"."""
        return None

    def thing_name(self, state: S, chosen: tuple[Any, ...], thing: Kind) -> Text:
        """What a kind or a thing of the next part is called, in a word or two."""
        return verbatim(str(thing))

    def thing_amount(self, state: S, chosen: tuple[Any, ...], thing: Kind, number: int) -> Text:
        """So many of a kind of the next part: `2 wood`. Where the name has other forms after a
        number, in some language, a game says so itself."""
        return words("{n} {kind}", n=number, kind=self.thing_name(state, chosen, thing))

    def thing_place(self, state: S, chosen: tuple[Any, ...], thing: Kind) -> Place | None:
        """The place on the table of a kind or a thing of the next part."""
        return None

    def refuse_thing(self, state: S, chosen: tuple[Any, ...], thing: Kind) -> Refusal | None:
        """Why one more of a kind, or another thing, cannot join those chosen so far, which are the
        last of the parts; None if it can, as far as the number of them allows."""
        return None

    def summary(self, state: S, chosen: tuple[Any, ...]) -> Sequence[Text]:
        """What the parts chosen so far come to (a total, a price), the last as far as it is made
        up, legal or not."""
        return ()


class ChanceStep(Step, ABC, Generic[S, P]):
    """Dice or cards decide. `secrecy` and `told` as for a decision; `reveals` is what was shown, as
    the reason why nothing before it can be taken back freely.

    The outcome of a seat's own stream is always told to that seat; what comes out at the table is
    told by `told` to everybody while it is secret. Where dice decide, `dice_throws` are those, and
    `outcome_of` is the outcome when they show this: then people may throw dice of their own.
    """

    __slots__ = ()
    sort = OUTCOME
    secrecy: ClassVar[str] = PUBLIC
    reveals: ClassVar[Text]

    @property
    def roll(self) -> ChanceStep[S, P]:
        """What logs call it, and who may read it: itself, but for a roll that has begun."""
        return self

    def dice_throws(self, state: S) -> Sequence[DiceThrow]:
        """The dice that are thrown, and by whom; none where cards, tiles or lots decide."""
        return ()

    def outcome_of(self, state: S, shown: Sequence[Faces]) -> P:
        """The outcome when each cast shows this."""
        raise NotImplementedError

    @abstractmethod
    def sample(self, state: S, dice: Dice) -> P:
        """A fair outcome."""

    @abstractmethod
    def check(self, state: S, outcome: Value) -> Text | None:
        """What is impossible about an outcome that a log brings; None if nothing is."""

    @abstractmethod
    def apply(self, state: S, outcome: P) -> None:
        """Change the state by the outcome, and push what follows."""

    def redacted(self, outcome: P, reader: int | None) -> Masked:
        """What a reader is told of the outcome while it is secret, as for a decision."""
        return Hidden()


class RuleStep(Step, ABC, Generic[S]):
    """The rules go on by themselves; not an event, since it follows from the log."""

    __slots__ = ()
    sort = AUTOMATIC

    @abstractmethod
    def run(self, state: S) -> None:
        """Change the state, and push what follows."""


Branch = tuple[int, tuple[Step, ...]]
"""A seat and its own small agenda, the last step first."""


@frozen
class Simultaneous(Step):
    """Several seats owe something at the same time, each its own agenda, in any order.

    A branch holds steps of its seat alone and no further `Simultaneous`, and what happens in one
    must not depend on the others. Chance within a branch has the seat's own stream. When all are
    done the step is over; `revealed` is then the reason why none of it can be taken back (None:
    nothing was hidden).
    """

    sort = TOGETHER
    name = "Together"

    branches: tuple[Branch, ...]
    revealed: Text | None = None


def together(*agendas: tuple[int, Sequence[Step]], revealed: Text | None = None) -> Simultaneous:
    """A `Simultaneous` of (seat, steps) pairs, the steps in the order in which they happen."""
    return Simultaneous(tuple((seat, tuple(reversed(steps))) for seat, steps in agendas), revealed)
