"""A market, for tests of input modes: shared places, amounts, marks, long lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from engine.core.command import Command, Menu, PartsCommand
from engine.core.parts import Kind, MultisetPart, SubsetPart, total
from engine.core.parts_decision import PartsDecision
from engine.core.step import Place
from engine.errors import Refusal
from engine.i18n.text import Names, Text, plural, verbatim, words
from engine.match.decision_request import DecisionRequest
from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.input_modes.partial_pick import PartialPick
from screens.paint.canvas import Canvas, Rect
from screens.table_view.painter_registry import register_painter
from screens.table_view.scene import Scene, TablePainter
from tests.toy.script import Say, Trail

Chosen = tuple[Any, ...]
Begin = Callable[..., Match]

GOODS = {
    "wood": Names("wood", "дерево"),
    "clay": Names("clay", "глина"),
    "ore": Names("ore", "руда"),
}
HELD = (("wood", 2), ("clay", 1), ("ore", 0))
STALLS = ("north", "south", "west")


class RecordedCommand(Command[Trail]):
    """A command of the market, which is recorded."""

    rules: ClassVar[tuple[str, ...]] = ("MARKET-1",)

    def title(self, state: Trail, seat: int) -> Text:
        return words(self.key.capitalize())

    def apply(self, state: Trail, seat: int, rest: Chosen) -> None:
        state.said.append(f"{self.key}{rest}")
        state.note("MARKET-1", seat, words("Done: {what}.", what=f"{self.key}{rest}"))


class Visit(RecordedCommand):
    """Go to one of the stalls."""

    stalls: ClassVar[tuple[str, ...]] = STALLS

    def options(self, state: Trail, seat: int) -> Sequence[Chosen]:
        return [(stall,) for stall in self.stalls]

    def label(self, state: Trail, seat: int, chosen: Chosen) -> Text:
        return words(str(chosen[0]))

    def target(self, state: Trail, seat: int, chosen: Chosen) -> Place | None:
        return ("stall", chosen[0]) if chosen else None


class Walk(Visit):
    """Walk to a stall; the north one is shared with Ask."""

    key: ClassVar[str] = "walk"
    stalls: ClassVar[tuple[str, ...]] = ("north", "south")


class Ask(Visit):
    """Ask about a stall, some number of times."""

    key: ClassVar[str] = "ask"
    stalls: ClassVar[tuple[str, ...]] = ("north", "west")

    def options(self, state: Trail, seat: int) -> Sequence[Chosen]:
        return [(stall, times) for stall in self.stalls for times in (1, 2)]

    def label(self, state: Trail, seat: int, chosen: Chosen) -> Text:
        return words(str(chosen[-1]))

    def target(self, state: Trail, seat: int, chosen: Chosen) -> Place | None:
        return ("stall", chosen[0]) if len(chosen) == 1 else None


class Trade(PartsCommand[Trail]):
    """Exchange goods: two rows of counters."""

    key: ClassVar[str] = "trade"
    rules: ClassVar[tuple[str, ...]] = ("MARKET-2",)
    letter: ClassVar[str] = "x"

    def title(self, state: Trail, seat: int) -> Text:
        return words("Trade")

    def possible(self, state: Trail, seat: int) -> bool:
        return True

    def question(self, state: Trail, seat: int, chosen: Chosen) -> Text | None:
        return words("What do you give, and what do you want?")

    def bag(self, state: Trail, seat: int, chosen: Chosen) -> MultisetPart | None:
        if not chosen:
            return MultisetPart(HELD, 1)
        if len(chosen) == 1:
            given = dict(chosen[0])
            return MultisetPart(tuple((kind, 9) for kind in GOODS if kind not in given), 1, 12)
        return None

    def part_name(self, state: Trail, seat: int, chosen: Chosen) -> Text | None:
        return words("want") if chosen else words("give")

    def thing_name(self, state: Trail, seat: int, chosen: Chosen, thing: Kind) -> Text:
        return Text("{good}", args={"good": GOODS[str(thing)]})

    def summary(self, state: Trail, seat: int, chosen: Chosen) -> Sequence[Text]:
        return [plural("{n} good leaves you.", "{n} goods leave you.", total(chosen[0]))]

    apply = RecordedCommand.apply


class Close(RecordedCommand):
    """Close the market."""

    key: ClassVar[str] = "close"
    letter: ClassVar[str] = "c"

    def options(self, state: Trail, seat: int) -> Sequence[Chosen]:
        return []

    def why_not(self, state: Trail, seat: int) -> Refusal | None:
        return Refusal("MARKET-3", words("It is too early."))


class Market(Menu[Trail]):
    """The menu of the market."""

    rules: ClassVar[tuple[str, ...]] = ("MARKET-1",)

    seat: int = 0

    def commands(self, state: Trail) -> Sequence[Command[Trail]]:
        return (Walk(), Ask(), Trade(), Close())

    def question(self, state: Trail) -> Text:
        return words("What do you do?")


class RecordedDecision(PartsDecision[Trail]):
    """A decision whose answer is recorded."""

    rules: ClassVar[tuple[str, ...]] = ("MARKET-4",)

    def apply(self, state: Trail, pick: Any) -> None:
        state.said.append(str(pick))
        state.note("MARKET-4", self.seat, words("Done: {what}.", what=str(pick)))


class Number(RecordedDecision):
    """A number from 3 to 25."""

    seat: int = 0

    def question(self, state: Trail) -> Text:
        return words("How many?")

    def bag(self, state: Trail, chosen: Chosen) -> MultisetPart | None:
        return None if chosen else MultisetPart((("coins", 25),), 3)


class Dice(RecordedDecision):
    """Up to two of five dice of one colour, in the order of marking."""

    seat: int = 0
    colours: ClassVar[str] = "rryyr"

    def question(self, state: Trail) -> Text:
        return words("Which dice?")

    def marks(self, state: Trail, chosen: Chosen) -> SubsetPart | None:
        return None if chosen else SubsetPart(tuple(range(5)), 1, 2, ordered=True)

    def thing_name(self, state: Trail, chosen: Chosen, thing: Kind) -> Text:
        return verbatim(f"{self.colours[int(thing)]}{thing}")

    def thing_place(self, state: Trail, chosen: Chosen, thing: Kind) -> Place | None:
        return ("die", thing)

    def refuse_thing(self, state: Trail, chosen: Chosen, thing: Kind) -> Refusal | None:
        colours = {self.colours[int(one)] for one in chosen[-1]}
        if colours <= {self.colours[int(thing)]}:
            return None
        return Refusal("MARKET-5", words("All must have one colour."))

    def allows(self, state: Trail, pick: Any) -> bool:
        return super().allows(state, pick) and len({self.colours[one] for one in pick}) == 1

    def summary(self, state: Trail, chosen: Chosen) -> Sequence[Text]:
        return [plural("{n} die marked.", "{n} dice marked.", len(chosen[-1]))]


def many(count: int) -> Say:
    """Return a list of `count` choices."""
    return Say(0, tuple(f"word {number}" for number in range(1, count + 1)))


class MarketPainter(TablePainter):
    """Paints three stalls and five dice."""

    def headline(self, scene: Scene, width: int) -> Text:
        return words("Market")

    def paint(self, scene: Scene, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height, scene.theme.glyphs)
        for number, stall in enumerate(STALLS):
            canvas.put(2, 1 + 2 * number, stall)
            canvas.spot(("stall", stall), Rect(1, 1 + 2 * number, 8, 1))
        for die, colour in enumerate(Dice.colours):
            canvas.put(22 + 6 * die, 3, f"{colour}{die}")
            canvas.spot(("die", die), Rect(21 + 6 * die, 3, 4, 1))
        return canvas


PAINTER = MarketPainter()


def partial_pick(match: Match) -> PartialPick:
    """Return the partial pick of the only player."""
    return PartialPick(DecisionRequest.of(match, 0))


def session_of(match: Match) -> Session:
    """Return the match as a session of a screen."""
    register_painter("script", __name__)
    store = MemoryStore()
    return Session(store, store.new(match), match)


def recorded_texts(match: Match) -> list[str]:
    """Return everything recorded."""
    state: Any = match.state
    return [str(one) for one in state.said]
