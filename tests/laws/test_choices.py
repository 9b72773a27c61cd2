"""Picks made part by part: people are offered exactly what the rules allow."""

from typing import Any

from hypothesis import given

from engine.core.command import Menu, PartsCommand
from engine.core.parts_decision import PartsDecision
from engine.core.step import Decision
from screens.keys import CHOICE_KEYS
from tests.laws.driving import Driver, begin, every_table, examples, seeds

AnyDecision = Decision[Any, Any]


def next_part(decision: AnyDecision, view: Any, chosen: tuple[Any, ...]) -> Any:
    """Return the next part: a bag, marks, a list; an empty list if there is none."""
    if decision.parts == 1 and chosen:
        return ()
    part = decision.bag(view, chosen) or decision.marks(view, chosen)
    return part or decision.part_options(view, chosen)


def is_list(part: Any) -> bool:
    return not hasattr(part, "holds")


def walked(decision: AnyDecision, view: Any, driver: Driver) -> tuple[Any, ...]:
    """Return the parts of a pick, each a random one of those offered after the parts before."""
    chosen: tuple[Any, ...] = ()
    while not is_list(part := next_part(decision, view, chosen)) or part:
        value = driver.dice.pick(part) if is_list(part) else part.sample(driver.dice)
        chosen = (*chosen, value)
    return chosen


def is_exact(decision: AnyDecision, view: Any, chosen: tuple[Any, ...]) -> bool:
    """Whether legality follows from the parts alone. If amounts or marks must also satisfy a total
    (a sum, a price), the decision refuses some of them."""
    command = decision.command(view, chosen) if isinstance(decision, Menu) else decision
    if isinstance(command, PartsCommand | PartsDecision):
        return True
    parts = [next_part(decision, view, chosen[:size]) for size in range(len(chosen))]
    return all(map(is_list, parts))


@every_table
@given(number=seeds)
@examples(2)
def test_every_sequence_of_parts_is_allowed(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    driver = Driver(number)
    for pending in driver.drive(match):
        decision, view = pending.decision, match.view(pending.seat)
        chosen = walked(decision, view, driver)
        refusal = match.refuse(pending.seat, chosen[0] if decision.parts == 1 else chosen)
        assert refusal is None or (not is_exact(decision, view, chosen) and refusal.rule)


@every_table
@given(number=seeds)
@examples(2)
def test_every_pick_can_be_chosen_by_parts(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    driver = Driver(number)
    for pending in driver.drive(match):
        decision, view = pending.decision, match.view(pending.seat)
        pick = decision.parts_of(driver.pick(match, pending))
        for size, value in enumerate(pick):
            part = next_part(decision, view, pick[:size])
            if decision.listed or part:
                assert value in part if is_list(part) else part.holds(value)
        if decision.listed:
            whole = next_part(decision, view, pick)
            assert is_list(whole)
            assert not whole, "nothing left to choose"


@every_table
@given(number=seeds)
@examples(2)
def test_no_two_choices_share_label_and_target(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    driver = Driver(number)
    for pending in driver.drive(match):
        decision, view = pending.decision, match.view(pending.seat)
        pick = decision.parts_of(driver.pick(match, pending))
        size = driver.dice.below(len(pick)) if pick else 0
        values = next_part(decision, view, pick[:size])
        if is_list(values):
            offered = [(*pick[:size], value) for value in values]
            shown = [
                (decision.label(view, one).plain(), decision.target(view, one)) for one in offered
            ]
            assert len(set(shown)) == len(shown)


@every_table
@given(number=seeds)
@examples(2)
def test_menu_shows_which_commands_are_possible(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    driver = Driver(number)
    for pending in driver.drive(match):
        menu, view = pending.decision, match.view(pending.seat)
        if not isinstance(menu, Menu):
            continue
        commands = menu.commands(view)
        assert len({one.key for one in commands}) == len(commands)
        letters = [one.letter for one in commands if one.letter]
        assert len(set(letters)) == len(letters)
        assert set(letters) <= set(CHOICE_KEYS), "other letters are screen commands"
        if menu.listed:
            assert all(one.listed for one in commands)
        possible = [one for one in commands if one.possible(view, pending.seat)]
        for one in commands:
            assert bool(one.options(view, pending.seat)) == (one in possible)
            assert one not in possible or one.why_not(view, pending.seat) is None
            assert menu.label(view, (one.key,)).plain()
            assert one in possible or not one.allows(view, pending.seat, ())
            drawn = one.random_pick(view, pending.seat, driver.dice)
            assert (drawn is None) == (one not in possible)
            assert drawn is None or menu.allows(view, drawn)
        assert list(menu.part_options(view, ())) == [one.key for one in possible]
        for one, refusal in menu.closed(view):
            assert one not in possible
            assert refusal.rule
            assert refusal.reason.plain()
        beginnings = [option[:2] for option in menu.options(view)]
        for chosen, place in menu.shortcuts(view):
            assert menu.target(view, chosen) == place
            assert chosen in beginnings


@every_table
@given(number=seeds)
@examples(2)
def test_suggested_picks_are_allowed(game: str, seats: int, number: int):
    match = begin(game, seats, number)
    driver = Driver(number)
    for pending in driver.drive(match):
        for pick in pending.decision.suggest(match.view(pending.seat)):
            assert match.refuse(pending.seat, pick) is None
