"""Steps of a game: decisions of seats (player nodes), outcomes of chance (chance nodes) and rules
that run by themselves.

A step is a small frozen value on the agenda of a state, so a state can be copied at any point. A
step holds only public information. It is popped from the agenda before it is applied, and the steps
that it pushes come next.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Final, Generic, TypeVar

from engine.core.chance import Dice
from engine.core.dice_throw import DiceThrow, Faces
from engine.core.event import Value
from engine.core.hidden import Hidden, Masked
from engine.core.parts import Kind, MultisetPart, SubsetPart, next_parts
from engine.core.state import State
from engine.core.step_stack import Step
from engine.errors import Refusal
from engine.i18n.text import Text, verbatim, words

S = TypeVar("S", bound=State)
P = TypeVar("P", bound=Value)

DECISION: Final = 0
OUTCOME: Final = 1
AUTOMATIC: Final = 2
SIMULTANEOUS: Final = 3

NOT_AMONG_THE_CHOICES: Final = words("That is not one of the choices here.")

PUBLIC: Final = "public"
TILL_REVEALED: Final = "till revealed"
TILL_OVER: Final = "till over"
FOR_EVER: Final = "own"

Place = tuple[str | int, ...]
"""A place on the table that a pick refers to, such as ("display", 2, 3)."""


def by_rule(rules: Sequence[str], refusal: Text | Refusal) -> Refusal:
    """Return `refusal` as a `Refusal`. A `Text` becomes one under the first of `rules`, or under no
    rule if `rules` is empty."""
    if isinstance(refusal, Refusal):
        return refusal
    return Refusal(rules[0] if rules else "", refusal)


class Decision(Step, Generic[S, P]):
    """A decision of a seat.

    Texts that are the same in every state are constants of the class: `asks` is the question, and
    `refuses` is the reason why a pick is illegal, under the first of the `rules` (a `Refusal` can
    name another rule). If these texts depend on the state, override `question` and `refuse`.

    A pick is an integer, a string, or a tuple of picks. With `parts` above 1 it is a tuple of at
    most that many parts, which a person chooses one after another from `part_options`. `secrecy`
    says how long the log hides the pick from other seats: not at all (PUBLIC), until the end of its
    `Simultaneous` (TILL_REVEALED), until the end of the game (TILL_OVER), or for ever (FOR_EVER).
    Until then, the others see `redacted`; a pick that has been undone stays hidden. `reveals` is
    the reason why the pick cannot be undone freely, if it always reveals something; if it only
    sometimes does, `apply` calls `state.reveal`.

    Options that are not `listed` are too many to list: `options` returns a representative sample,
    `allows` and `sample` cover all of them, and `suggest` returns some that are worth considering.
    A part that is a multiset or a subset is declared by `bag` or `marks`; `thing_name`,
    `thing_place`, `refuse_thing` and `summary` describe it.

    A decision with a single listed option is applied without asking, unless it `always_asks`. It
    should always ask if its options depend on secrets, because skipping it would tell the others
    that there was no choice. By default, a decision always asks if it `needs_hand`, that is, if it
    depends on the seat's own secrets. If a decision is not `advisable`, the seat only reports facts
    that no bot can know. A decision that is `answered_openly` is answered in front of everyone,
    without handing over the keyboard; `pick_for_open_answers` is the pick by which a seat agrees to
    answer this and all later decisions of the kind openly. `situations` are the situations for
    which the coach has special advice.

    The type of `chosen`, the parts chosen so far, is left open; each decision annotates the types
    of its own parts.
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
    answered_openly: ClassVar[bool] = False
    pick_for_open_answers: ClassVar[Value | None] = None
    situations: ClassVar[Sequence[str]] = ()

    seat: int

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "needs_hand" in cls.__dict__ and "always_asks" not in cls.__dict__:
            cls.always_asks = cls.needs_hand

    @abstractmethod
    def options(self, state: S) -> Sequence[P]:
        """Return every legal pick, or a representative sample if they are not `listed`."""

    @abstractmethod
    def apply(self, state: S, pick: P) -> None:
        """Apply a legal pick to the state, and push the steps that follow."""

    def question(self, state: S) -> Text:
        return self.asks

    def situation(self, state: S) -> str:
        """Return the current situation of the seat, one of `situations`; an empty string if there
        is none."""
        return ""

    @abstractmethod
    def label(self, state: S, chosen: tuple[Any, ...]) -> Text:
        """Return the last of the `chosen` parts in words. If the decision has one part, this is the
        pick."""

    def parts_of(self, pick: Value) -> tuple[Value, ...]:
        """Return the parts of a pick, in the order in which a person chooses them."""
        return pick if self.parts > 1 and isinstance(pick, tuple) else (pick,)

    def in_words(self, state: S, pick: Value) -> Text | None:
        """Return a whole legal pick in words; None to name its parts one after another."""
        return None

    def so_far(self, state: S, chosen: tuple[Any, ...]) -> Text:
        """Return the `chosen` parts as one phrase, for the title of the next question. By default
        this is the last part."""
        return self.label(state, chosen)

    def allows(self, state: S, pick: Value) -> bool:
        """Whether `pick` is legal. It may be any value, because logs are not trusted."""
        return pick in self.options(state)

    def part_options(self, state: S, chosen: tuple[Any, ...]) -> Sequence[Any]:
        """Return all values of the next part after the `chosen` parts; none if the pick is
        complete. Override it if there are too many picks to list."""
        if self.parts == 1:
            return () if chosen else self.options(state)
        return next_parts(self.options(state), chosen)

    def numbered(self, state: S, chosen: tuple[Any, ...]) -> Sequence[Any]:
        """Return all values that the next part can have during this phase of the game, possible now
        or not. The values are numbered in this order, so a value keeps its number while others come
        and go. If this is empty, the values that are possible now are numbered from 1."""
        return ()

    def numbered_places(self, state: S) -> Sequence[Place]:
        """Return all places that `shortcuts` can have during this phase of the game, in the order
        of their keys. If this is empty, the keys follow the order of `shortcuts`."""
        return ()

    def sample(self, state: S, dice: Dice) -> P:
        """Return a random legal pick."""
        return dice.pick(self.options(state))

    def refuse(self, state: S, pick: Value) -> Refusal:
        """Return the reason why a pick is illegal, with the rule that forbids it."""
        return by_rule(self.rules, self.refuses)

    def refuse_place(self, state: S, chosen: tuple[Any, ...], place: Place) -> Refusal | None:
        """Return the reason why `place`, on the table, matches no option after the `chosen` parts;
        None if there is no reason to show."""
        return None

    def redacted(self, pick: P, reader: int | None) -> Masked:
        """Return what `reader` (a seat, or None for a spectator) may see of a secret pick: nothing,
        all of it, or the pick with some parts `Hidden`."""
        return Hidden()

    def target(self, state: S, chosen: tuple[Any, ...]) -> Place | None:
        """Return the place on the table of the last of the `chosen` parts; None if it has none."""
        return None

    def shortcuts(self, state: S) -> Sequence[tuple[tuple[Any, ...], Place]]:
        """Return pairs of parts and a place: choosing the place chooses all these parts at once.
        The place is that of the last part. The same place may occur with different parts."""
        return ()

    def suggest(self, state: S) -> Sequence[P]:
        """Return some legal picks that are worth considering. This is for decisions with too many
        picks to list."""
        return ()

    def bag(self, state: S, chosen: tuple[Any, ...]) -> MultisetPart | None:
        """Return the multiset from which the next part is chosen; None if the part is not a
        multiset."""
        return None

    def marks(self, state: S, chosen: tuple[Any, ...]) -> SubsetPart | None:
        """Return the next part, with the things that can be marked; None if the part is not a
        subset."""
        return None

    def part_question(self, state: S, chosen: tuple[Any, ...]) -> Text | None:
        """Return the question after the `chosen` parts; None if there is none."""
        return self.question(state)

    def part_rules(self, state: S, chosen: tuple[Any, ...]) -> Sequence[str]:
        """Return the ids of the rules that apply after the `chosen` parts, beginning with the main
        rule."""
        return self.rules

    def part_name(self, state: S, chosen: tuple[Any, ...]) -> Text | None:
        """Return the name of the next part, such as "give" or "want", if several parts are chosen
        together; None otherwise."""
        return None

    def thing_name(self, state: S, chosen: tuple[Any, ...], thing: Kind) -> Text:
        """Return the short name of `thing`, which is a kind or a thing of the next part."""
        return verbatim(str(thing))

    def thing_amount_text(
        self, state: S, chosen: tuple[Any, ...], thing: Kind, number: int
    ) -> Text:
        """Return `number` pieces of the kind `thing` in words, such as "2 wood". Override it if a
        language declines the name after a number."""
        return words("{n} {kind}", n=number, kind=self.thing_name(state, chosen, thing))

    def thing_place(self, state: S, chosen: tuple[Any, ...], thing: Kind) -> Place | None:
        """Return the place on the table of `thing`, which belongs to the next part; None if it has
        none."""
        return None

    def refuse_thing(self, state: S, chosen: tuple[Any, ...], thing: Kind) -> Refusal | None:
        """Return the reason why `thing` (or one more of that kind) cannot be added to the last part
        of `chosen`; None if it can. Limits on the number of things are checked elsewhere."""
        return None

    def summary(self, state: S, chosen: tuple[Any, ...]) -> Sequence[Text]:
        """Return facts that sum up the `chosen` parts, legal or not, such as a total or a price.
        The last part may be incomplete."""
        return ()


class ChanceStep(Step, Generic[S, P]):
    """An outcome of dice or cards. `secrecy` and `redacted` work as in a decision; `reveals` is the
    reason why nothing before the outcome can be undone freely.

    A seat always sees the outcomes of its own stream. While an outcome of the table's stream is
    secret, everyone sees it as `redacted`. If dice determine the outcome, `dice_throws` returns
    them and `outcome_of` maps their faces to the outcome, so that people can throw physical
    dice.
    """

    sort = OUTCOME
    secrecy: ClassVar[str] = PUBLIC
    reveals: ClassVar[Text]

    @property
    def roll(self) -> ChanceStep[S, P]:
        """The step that names the outcome in logs and determines who may read it. It is this step,
        unless this is a partial roll."""
        return self

    def dice_throws(self, state: S) -> Sequence[DiceThrow]:
        """Return the dice, with the seats that throw them. There are none if the outcome does not
        depend on dice."""
        return ()

    def outcome_of(self, state: S, faces: Sequence[Faces]) -> P:
        """Return the outcome for the faces `faces`, which are listed per throw."""
        raise NotImplementedError

    @abstractmethod
    def sample(self, state: S, dice: Dice) -> P:
        """Return a random outcome with fair probabilities."""

    @abstractmethod
    def check(self, state: S, outcome: Value) -> Text | None:
        """Return the reason why an outcome from a log is impossible; None if it is possible."""

    @abstractmethod
    def apply(self, state: S, outcome: P) -> None:
        """Apply the outcome to the state, and push the steps that follow."""

    def redacted(self, outcome: P, reader: int | None) -> Masked:
        """Return what `reader` (a seat, or None for a spectator) sees of the outcome while it is
        secret."""
        return Hidden()


class RuleStep(Step, Generic[S]):
    """Rules that run by themselves. The log has no event for them, because they follow from the
    other events."""

    sort = AUTOMATIC

    @abstractmethod
    def run(self, state: S) -> None:
        """Change the state, and push the steps that follow."""


Branch = tuple[int, tuple[Step, ...]]
"""A seat and its own agenda. The last step of the agenda comes next."""


class Simultaneous(Step):
    """Pending decisions of several seats at the same time, in any order.

    Each seat has a branch: its own agenda. A branch holds only steps of its seat, contains no other
    `Simultaneous`, and must not depend on the other branches. Chance within a branch uses the
    seat's own stream. The step ends when all branches are done. `revealed` is the reason why the
    picks cannot be undone freely after that; it is None if they reveal nothing.
    """

    sort = SIMULTANEOUS
    name = "Together"

    branches: tuple[Branch, ...]
    revealed: Text | None = None


def together(*agendas: tuple[int, Sequence[Step]], revealed: Text | None = None) -> Simultaneous:
    """Return a `Simultaneous` of the (seat, steps) pairs `agendas`. The steps of each seat are
    given in the order in which they run. `revealed` is the reason why the picks cannot be undone
    freely afterwards, if they reveal something."""
    return Simultaneous(tuple((seat, tuple(reversed(steps))) for seat, steps in agendas), revealed)
