"""Physical dice on the screen: keys for the results, behind the pass screen, and corrections by
agreement."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.core.chance import Dice
from engine.core.real_dice import SecretRoll, TypedRoll
from engine.core.table_settings import DICE_OPTION, TYPED_DICE
from engine.games import catalogue, load
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.preferences import Preferences
from tests.engine.dice_games import throws_several
from tests.screens.table.headless import HeadlessMatch

SEATS = (("Anna", "person"), ("Boris", "bot:random"), ("Clara", "person"))
THROWING = [one.id for one in catalogue() if load(one.id).throws_dice]


def at_a_roll(
    game: str, kind: type[TypedRoll], *, bag: bool, language: str = "en"
) -> HeadlessMatch:
    """A table at which a person is asked what dice have shown: several of a kind, or not."""
    options = {DICE_OPTION: TYPED_DICE, "hands": "open"}
    of = Session.begin(MemoryStore(), game, SEATS, seed="5", options=options)
    dice = Dice(b"at a roll")
    while True:
        pending = of.waiting_bot() or of.match.pending()[0]
        decision = pending.decision
        if type(decision) is kind and bag == (decision.bag(of.match.state, ()) is not None):
            break
        of.match.choose(pending.seat, of.match.sample(pending.seat, dice))
    again = Session.open(of.store, of.store.new(of.match))
    table = HeadlessMatch(again, Preferences(language=language, coach="none"), paints=True)
    while table.state.is_covered:
        table.press("space")
    return table


def shown(table: HeadlessMatch) -> str:
    """The text on the screen."""
    return "\n".join("".join(row) for row in table.picture.canvas.chars)


def last_values(table: HeadlessMatch, steps: Sequence[str]) -> list[object]:
    """The saved values of the last event with these names."""
    return [event.value for event in table.match.log if event.step in steps]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game", THROWING)
def test_header_mentions_real_dice(game: str, language: str):
    label = {"en": "real dice", "ru": "настоящие кубики"}[language]
    kind = SecretRoll if game == "era" else TypedRoll
    table = at_a_roll(game, kind, bag=throws_several(game), language=language)
    assert label in shown(table).splitlines()[0]


def test_die_is_entered_by_its_digit():
    table = at_a_roll("knights", TypedRoll, bag=False)
    table.press("5", "enter", "2", "enter", "1")
    assert last_values(table, ["TypedRoll"])[-1] == (5, 2, "ship")
    assert last_values(table, ["Roll"])[-1] == (5, 2, "ship")


def test_digits_continue_with_the_next_kind_when_one_is_complete():
    table = at_a_roll("troyes", TypedRoll, bag=True)
    request = table.state.partial_pick
    assert request is not None
    roll = request.decision
    assert isinstance(roll, TypedRoll)
    casts = roll.dice_throws(table.match.state)
    for before, one in zip([None, *casts], casts, strict=False):
        if one.bag is None and before is not None and before.bag is not None:
            table.press("enter")
        table.press(*["6"] * one.number)
    table.press("enter")
    six = tuple(6 if one.bag is None else ((6, one.number),) for one in casts)
    assert last_values(table, ["TypedRoll"])[-1] == six


def test_secret_roll_is_visible_only_to_its_player():
    options = {DICE_OPTION: TYPED_DICE}
    of = Session.begin(MemoryStore(), "era", SEATS, seed="5", options=options)
    dice = Dice(b"behind")
    while not isinstance(of.match.pending()[0].decision, SecretRoll):
        pending = of.match.pending()[0]
        of.match.choose(pending.seat, of.match.sample(pending.seat, dice))
    table = HeadlessMatch(of, Preferences(coach="none"), paints=True)
    request = of.match.pending()[0]
    assert table.state.pass_to == request.seat
    assert "What did you get" not in shown(table)
    table.wait(5)
    table.press("space")
    while table.state.is_covered:
        table.press("space")
    assert "What did you get" in shown(table)


def test_mistyped_roll_is_asked_again_when_the_table_agrees():
    table = at_a_roll("knights", TypedRoll, bag=False)
    before = table.match.state.digest()
    table.press("5", "enter", "2", "enter", "1")
    table.press("u")
    assert "So the move cannot be undone" in table.state.message
    table.press("t", "enter")
    assert table.match.state.digest() == before
    assert isinstance(table.match.pending()[0].decision, TypedRoll)


@pytest.mark.parametrize("game", THROWING)
def test_dice_results_have_no_hint(game: str):
    kind = SecretRoll if game == "era" else TypedRoll
    table = at_a_roll(game, kind, bag=throws_several(game))
    table.press("H")
    assert table.state.message == "Only you know what your dice show."
