"""Menus delegate to their commands; commands and decisions defined by parts derive the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar

import pytest

from engine.core.chance import Dice
from engine.core.command import Command, Menu
from engine.core.parts import Kind, MultisetPart, SubsetPart
from engine.core.parts_decision import PartsDecision, part_label
from engine.core.step import Decision, Place
from engine.errors import Refusal
from engine.i18n.text import Seat, Text, verbatim, words
from engine.match.match import Match
from tests.toy.commands import Act, Give, Parade, Rest
from tests.toy.state import ACTIONS, STALL_PLACES, Fair
from tests.toy.steps import Shed

pytestmark = pytest.mark.usefixtures("toy")

ANNA, BORIS, CLARA = range(3)


@pytest.fixture
def fair() -> Fair:
    """Return a fair with three players, before the first of Anna's actions."""
    match = Match.begin("toy", [(name, "person") for name in ("Anna", "Boris", "Clara")], seed="1")
    state: Any = match.state
    state.hands = [[0, 0, 1], [2], []]
    state.purses = [2, 0, 5]
    state.stalls = [[], [], []]
    state.agenda.clear()
    state.actions = ACTIONS
    assert isinstance(state, Fair)
    return state


MENU = Act(ANNA)


def test_menu_lists_commands_then_their_parts(fair: Fair):
    keys = MENU.part_options(fair, ())
    assert keys == ["rest", "draw", "look", "rob", "give", "offer", "show", "parade", "dare"]
    assert list(MENU.part_options(fair, ("rob",))) == [BORIS]
    assert list(MENU.part_options(fair, ("rob", BORIS))) == []
    assert list(MENU.part_options(fair, ("show",))) == [0, 1]
    assert list(MENU.part_options(fair, ("rest",))) == []


def test_menu_labels_each_part_by_its_command(fair: Fair):
    labels = [MENU.label(fair, chosen).plain() for chosen in [("rob",), ("rob", BORIS)]]
    assert labels == ["Rob somebody", "seat 2"]
    offer = ("offer", ((0, 2),), ((2, 1), (3, 1)))
    names = [MENU.label(fair, offer[:size]).plain() for size in (1, 2, 3)]
    assert names == ["Offer a trade", "2 apples", "1 cheese, 1 dates"]
    assert MENU.label(fair, ("parade", (1, 0))).plain() == "bread, apples"


def test_targets_of_all_commands_are_highlighted_at_once(fair: Fair):
    assert list(MENU.shortcuts(fair)) == [
        (("rob", BORIS), ("purse", BORIS)),
        (("give", BORIS), ("purse", BORIS)),
        (("give", CLARA), ("purse", CLARA)),
    ]
    assert MENU.target(fair, ("draw",)) == ("pile",)
    assert MENU.target(fair, ()) is None


def test_multiset_part_highlights_no_target(fair: Fair):
    """Highlighting the place of a kind in a multiset part would lead nowhere."""

    class Pay(Give):
        def bag(self, state: Fair, seat: int, chosen: tuple[Any, ...]) -> MultisetPart | None:
            return MultisetPart((("coins", state.purses[seat]),)) if not chosen else None

    class Till(Act):
        def commands(self, state: Fair) -> Sequence[Command[Fair]]:
            return [Pay(), Rest()]

    assert Till(ANNA).part_options(fair, ()) == ["give", "rest"]
    assert Pay().target(fair, ANNA, (BORIS,)) == ("purse", BORIS)
    assert Till(ANNA).shortcuts(fair) == []


def test_useless_target_is_refused_by_the_command_that_knows_it(fair: Fair):
    refusal = MENU.refuse_place(fair, (), ("purse", ANNA))
    assert refusal is not None
    assert (refusal.rule, refusal.reason.plain()) == ("TOY-8", "That is your own.")
    assert MENU.refuse_place(fair, ("give",), ("purse", ANNA)) is None
    assert MENU.refuse_place(fair, (), ("purse", CLARA)) is None


def test_unavailable_command_gives_its_reason(fair: Fair):
    fair.pile, fair.purses[ANNA], fair.stalls[ANNA] = [], 0, [0] * STALL_PLACES
    closed = {one.key: refusal for one, refusal in MENU.closed(fair)}
    assert {key: refusal.reason.plain() for key, refusal in closed.items()} == {
        "draw": "The pile is empty.",
        "give": "You have no coins.",
        "show": "Your stall is full.",
    }
    assert closed["give"].rule == "TOY-5", "the rule of the menu if the command names none"
    assert MENU.refuse(fair, ("draw",)) == closed["draw"]
    assert MENU.refuse(fair, ("give", BORIS, (("coins", 1),))) == closed["give"]


@pytest.mark.parametrize(
    ("pick", "rule", "reason"),
    [
        (("give", CLARA, (("coins", 3),)), "TOY-13", "There are not that many available."),
        (("give", CLARA, ()), "TOY-13", "Choose at least 1."),
        (("give", ANNA, (("coins", 1),)), "TOY-13", "That is not one of the choices here."),
        (("rob", CLARA), "TOY-8", "That is not one of the choices here."),
        (("parade", (0,)), "TOY-14", "Choose exactly 2."),
        (("sing",), "TOY-5", "That is not one of the choices here."),
        ("rest", "TOY-5", "That is not one of the choices here."),
        ((), "TOY-5", "That is not one of the choices here."),
    ],
)
def test_illegal_pick_is_refused_by_its_command(fair: Fair, pick: Any, rule: str, reason: str):
    assert not MENU.allows(fair, pick)
    refusal = MENU.refuse(fair, pick)
    assert (refusal.rule, refusal.reason.plain()) == (rule, reason)


def test_multisets_depend_on_earlier_parts(fair: Fair):
    give = MENU.bag(fair, ("offer",))
    assert give == MultisetPart(((0, 2), (1, 1)), 1, 2)
    want = MENU.bag(fair, ("offer", ((0, 1),)))
    assert want == MultisetPart(((1, 2), (2, 2), (3, 2)), 1, 2)
    assert MENU.bag(fair, ("offer", ((0, 1),), ((1, 1),))) is None
    assert MENU.bag(fair, ()) is None
    assert MENU.marks(fair, ("parade",)) == SubsetPart((0, 1), 2, 4, ordered=True)
    assert MENU.allows(fair, ("offer", ((0, 2),), ((3, 2),)))
    assert not MENU.allows(fair, ("offer", ((0, 2),), ((0, 1),)))
    assert not MENU.allows(fair, ("offer", ((0, 2),)))


def test_command_summarises_its_parts(fair: Fair):
    summary = MENU.summary(fair, ("give", CLARA, (("coins", 1),)))
    assert [text.plain() for text in summary] == ["You will have 1 coin left."]
    assert list(MENU.summary(fair, ("rob",))) == []


def test_command_suggests_legal_picks(fair: Fair):
    suggested = MENU.suggest(fair)
    assert suggested == [("offer", ((0, 1),), ((kind, 1),)) for kind in (2, 3)]
    assert all(MENU.allows(fair, pick) for pick in suggested)


def test_commands_are_sampled_by_weight_and_only_if_possible(fair: Fair):
    fair.pile = []
    drawn = Counter(MENU.sample(fair, Dice(b"%d" % n))[0] for n in range(400))
    assert set(drawn) == set(MENU.part_options(fair, ()))
    fair.pile = [0]
    drawn = Counter(MENU.sample(fair, Dice(b"%d" % n))[0] for n in range(2000))
    others = [number for key, number in drawn.items() if key != "draw"]
    assert drawn["draw"] > 1.5 * max(others)


class Never(Rest):
    """A command that is tried only if nothing else is possible."""

    key: ClassVar[str] = "never"
    weight: ClassVar[int] = 0


class Few(Menu[Fair]):
    """A menu of the commands that a test gives."""

    rules = ("TOY-5",)

    seat: int
    given: tuple[Command[Fair], ...]

    def commands(self, state: Fair) -> Sequence[Command[Fair]]:
        return self.given

    def question(self, state: Fair) -> Text:
        return words("What do you do?")


def test_command_without_weight_is_sampled_if_nothing_else_is_possible(fair: Fair):
    menu = Few(BORIS, (Never(), Give()))
    assert not Give().possible(fair, BORIS)
    assert menu.sample(fair, Dice(b"1")) == ("never",)
    fair.purses[BORIS] = 1
    assert {menu.sample(fair, Dice(b"%d" % n))[0] for n in range(50)} == {"give"}


def test_decision_with_one_part(fair: Fair):
    shed = Shed(ANNA)
    assert shed.options(fair) == [((0, 1),), ((1, 1),)]
    assert shed.allows(fair, ((1, 1),))
    assert not shed.allows(fair, (((1, 1),),))
    assert shed.allows(fair, shed.sample(fair, Dice(b"1")))
    refusal = shed.refuse(fair, ((0, 2),))
    assert (refusal.rule, refusal.reason.plain()) == ("TOY-11", "Choose exactly 1.")
    assert shed.refuse(fair, "all").rule == "TOY-11"
    assert shed.label(fair, (((1, 1),),)).plain() == "1 bread"


class Spend(PartsDecision[Fair]):
    """Somebody else, and coins for them; or nobody."""

    rules = ("TOY-13",)
    asks = words("Who gets what?")
    parts = 2

    seat: int

    def part_options(self, state: Fair, chosen: tuple[Any, ...]) -> Sequence[Any]:
        return () if chosen else ["nobody", BORIS, CLARA]

    def bag(self, state: Fair, chosen: tuple[Any, ...]) -> MultisetPart | None:
        if not chosen or chosen[0] == "nobody":
            return None
        return MultisetPart((("coins", state.purses[self.seat]),), 1, chosen[0])

    def thing_name(self, state: Fair, chosen: tuple[Any, ...], thing: Kind) -> Text:
        return words("coin for {seat}", seat=Seat(chosen[0])) if chosen else verbatim(f"<{thing}>")

    def apply(self, state: Fair, pick: Any) -> None:
        """Do nothing."""


def test_decision_with_two_parts(fair: Fair):
    spend, one, two = Spend(ANNA), (("coins", 1),), (("coins", 2),)
    assert spend.options(fair) == [("nobody",), (BORIS, one), (CLARA, one), (CLARA, two)]
    for pick in spend.options(fair):
        assert spend.allows(fair, pick)
    for other in ((BORIS,), (BORIS, two), ("nobody", one), (ANNA, one), (BORIS, one, one), BORIS):
        assert not spend.allows(fair, other)
    drawn = {spend.sample(fair, Dice(b"%d" % n)) for n in range(100)}
    assert drawn == set(spend.options(fair))
    refusals = [spend.refuse(fair, pick) for pick in ((BORIS, two), (ANNA, one))]
    assert [(one.rule, one.reason.plain()) for one in refusals] == [
        ("TOY-13", "Choose exactly 1."),
        ("TOY-13", "That is not one of the choices here."),
    ]
    assert spend.label(fair, ("nobody",)).plain() == "<nobody>"
    assert spend.label(fair, (CLARA, two)).plain() == "2 coin for seat 3"


def test_impossible_command_offers_and_allows_nothing(fair: Fair):
    whole = (CLARA, (("coins", 1),))
    assert whole in Give().options(fair, ANNA)
    assert Give().allows(fair, ANNA, whole)
    fair.stalls[ANNA] = [0] * STALL_PLACES
    assert Parade().marks(fair, ANNA, ()) is not None
    assert Parade().options(fair, ANNA) == []
    assert not Parade().allows(fair, ANNA, ((),))


class Echo(Parade):
    """A parade that repeats all its arguments."""

    def question(self, state: Fair, seat: int, chosen: tuple[Any, ...]) -> Text | None:
        return verbatim(f"{state.actions} {seat} {chosen}?")

    def part_name(self, state: Fair, seat: int, chosen: tuple[Any, ...]) -> Text | None:
        return verbatim(f"{state.actions} {seat} {chosen}")

    def thing_name(self, state: Fair, seat: int, chosen: tuple[Any, ...], thing: Kind) -> Text:
        return verbatim(f"{state.actions} {seat} {chosen} {thing}")

    def thing_place(
        self, state: Fair, seat: int, chosen: tuple[Any, ...], thing: Kind
    ) -> Place | None:
        return ("echo", f"{state.actions} {seat} {chosen} {thing}")

    def summary(self, state: Fair, seat: int, chosen: tuple[Any, ...]) -> Sequence[Text]:
        return [verbatim(f"{state.actions} {seat} {chosen}")]


def test_menu_delegates_to_its_commands(fair: Fair):
    menu, chosen = Few(CLARA, (Echo(),)), ("parade", (0, 1))
    texts = [menu.part_question(fair, chosen), menu.part_name(fair, chosen)]
    texts += [menu.thing_name(fair, chosen, 3), *menu.summary(fair, chosen)]
    assert [text and text.plain() for text in texts] == [
        "3 2 ((0, 1),)?",
        "3 2 ((0, 1),)",
        "3 2 ((0, 1),) 3",
        "3 2 ((0, 1),)",
    ]
    assert menu.thing_place(fair, chosen, 3) == ("echo", "3 2 ((0, 1),) 3")
    assert menu.label(fair, ("parade",)).plain() == "Parade cards"
    for nothing in ((), ("sing",)):
        assert menu.part_question(fair, nothing) == menu.question(fair)
        assert menu.part_name(fair, nothing) is None
        assert not menu.summary(fair, nothing)


class Choosy(Parade):
    """A parade without cheese after apples."""

    def refuse_thing(
        self, state: Fair, seat: int, chosen: tuple[Any, ...], thing: Kind
    ) -> Refusal | None:
        cheese = thing == 2 and chosen == ((0,),)
        return Refusal("", words("No cheese after apples.")) if cheese else None


def test_menu_asks_the_command_about_objects_and_falls_back_to_its_own_rule(
    fair: Fair,
):
    menu = Few(ANNA, (Choosy(),))
    refusal = menu.refuse_thing(fair, ("parade", (0,)), 2)
    assert refusal is not None
    assert (refusal.rule, refusal.reason.plain()) == ("TOY-5", "No cheese after apples.")
    assert menu.refuse_thing(fair, ("parade", (1,)), 2) is None
    assert menu.refuse_thing(fair, ("parade", (0,)), 1) is None
    assert menu.thing_place(fair, ("parade",), 1) == ("card", 1)
    assert menu.part_rules(fair, ("parade",)) == ("TOY-14",)
    assert MENU.part_rules(fair, ("rest",)) == MENU.part_rules(fair, ()) == MENU.rules


def counted(thing: object, number: int) -> Text:
    return verbatim(f"{number} {thing}")


def test_empty_part_is_called_nothing():
    assert part_label(MultisetPart((("wood", 1),)), (), named, counted).plain() == "nothing"
    two = part_label(MultisetPart((("wood", 2),)), (("wood", 2),), named, counted)
    assert two.plain() == "2 wood"
    assert part_label(SubsetPart(("a", "b")), ("b", "a"), named, counted).plain() == "b, a"
    assert part_label(None, "x", named, counted).plain() == "x"


def named(kind: str | int) -> Text:
    return verbatim(str(kind))


def test_decision_has_no_multisets_or_marks_by_default(fair: Fair):
    decision: Decision[Any, Any] = Few(BORIS, (Rest(),))
    assert decision.bag(fair, ("rest",)) is None
    assert decision.marks(fair, ("rest",)) is None
    assert list(decision.suggest(fair)) == []
