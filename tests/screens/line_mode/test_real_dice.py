"""Physical dice in line mode: results are typed, and impossible ones refused."""

from __future__ import annotations

import pytest

from engine.core.chance import Dice
from engine.core.parts import MultisetPart
from engine.core.real_dice import TypedRoll
from engine.core.table_settings import DICE_OPTION, TYPED_DICE
from engine.games import catalogue, load
from engine.storage.session import Session
from screens.line_mode.line_table import LineTable
from tests.engine.dice_games import throws_several
from tests.screens.line_mode.line_tables import new_session, table

SEATS = (("Anna", "person"), ("Boris", "bot:random"), ("Clara", "person"))
THROWING = [one.id for one in catalogue() if load(one.id).throws_dice]


def table_at_dice(game: str, language: str = "en") -> tuple[LineTable, list[str]]:
    """Open a table at which the first player must type the faces of several dice of a kind, or of
    any die. Return it with its last output."""
    of = new_session(game, SEATS, **{DICE_OPTION: TYPED_DICE})
    dice = Dice(b"asked")
    while not _is_a_roll(of, bag=throws_several(game)):
        pending = of.waiting_bot() or of.match.pending()[0]
        of.match.choose(pending.seat, of.match.sample(pending.seat, dice))
    lines = table(Session(of.store, of.store.new(of.match), of.match), language)
    output = lines.begin()
    if lines.picking.partial_move is None:
        output += lines.handle_line("")
    return lines, output


def _is_a_roll(of: Session, *, bag: bool) -> bool:
    first = of.match.pending()[0]
    if not isinstance(first.decision, TypedRoll) or of.waiting_bot() is not None:
        return False
    return not bag or first.decision.bag(of.match.state, ()) is not None


def test_real_dice_are_announced():
    _, output = table_at_dice("knights")
    assert "The dice are real. Roll them yourself and type what they show." in output
    assert "Anna: Roll the dice (red die, yellow die, event die). What did you get?" in output


def test_die_is_typed_by_its_value():
    of, _ = table_at_dice("knights")
    length = len(of.session.match.log)
    assert of.handle_line("7") == ["There is no number 7 here, only 1 to 6."]
    for typed in ("5", "2", "ship"):
        of.handle_line(typed)
    typed_roll, rolled = of.session.match.log[length : length + 2]
    assert (typed_roll.step, typed_roll.value) == ("TypedRoll", (5, 2, "ship"))
    assert (rolled.step, rolled.value) == ("Roll", (5, 2, "ship"))


def test_several_dice_are_typed_one_by_one():
    of, output = table_at_dice("troyes")
    assert of.picking.partial_move is not None
    bag = of.picking.partial_move.following
    assert isinstance(bag, MultisetPart)
    assert any(f"type what each of the {bag.largest} shows" in line for line in output)
    assert of.handle_line("6 " * (bag.largest - 1)) == [f"Choose exactly {bag.largest}."]
    assert of.handle_line("9 " * bag.largest) == ["There is no number 9 here, only 1 to 6."]
    lines = of.handle_line(" ".join(["3"] * (bag.largest - 1) + ["6"]))
    assert any("3, 6" in line for line in lines)


def test_faces_are_typed_by_their_words_too():
    of, output = table_at_dice("era")
    assert any(line.startswith("1. 3 food.") for line in output)
    assert of.picking.partial_move is not None
    bag = of.picking.partial_move.following
    assert isinstance(bag, MultisetPart)
    lines = of.handle_line(", ".join(["2 stone"] * bag.largest))
    assert any("2 stone, 2 stone" in line for line in lines)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game", THROWING)
def test_dice_results_have_no_hint(game: str, language: str):
    of, _ = table_at_dice(game, language)
    before = of.picking.partial_move
    (answer,) = of.handle_line("hint")
    assert answer == (
        "Only you know what your dice show."
        if language == "en"
        else "Что выпало на ваших кубиках, знаете только вы."
    )
    assert of.picking.partial_move is before


def test_mistyped_roll_is_undone_by_agreement():
    of, _ = table_at_dice("knights")
    before = of.session.match.state.digest()
    for typed in ("5", "2", "ship"):
        of.handle_line(typed)
    of.handle_line("")
    output = "The dice have been rolled. So the move cannot be undone. “ask” asks the table."
    assert of.handle_line("u") == [output]
    of.handle_line("t")
    of.handle_line("yes")
    assert of.session.match.state.digest() == before
    assert of.picking.partial_move is not None
    assert isinstance(of.picking.partial_move.request.decision, TypedRoll)


def test_secret_roll_is_hidden_from_others():
    of, _ = table_at_dice("era")
    assert of.picking.partial_move is not None
    seat = of.picking.partial_move.request.seat
    typed = of.session.match.sample(seat, Dice(b"secret"))
    of.carry_out(of.picking.partial_move.request, typed)
    for reader in (None, *(one for one in of.session.match.header.people if one != seat)):
        log = of.session.match_view.history(reader).log()
        secret = [one.value for one in log if one.step == "SecretRoll"]
        assert secret
        assert repr(typed) not in repr(secret)
