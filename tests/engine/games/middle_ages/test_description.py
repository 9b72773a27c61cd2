"""The position in sentences, and its evaluation."""

from __future__ import annotations

import pytest

from engine.core.chance import Dice
from engine.games.middle_ages.game import GAME
from engine.i18n.language import Translator
from engine.match.match import Match
from tests.engine.games.middle_ages.positions import Lord, kingdom, table, turn, walk
from tests.untyped import options_of, table_of

TRANSLATOR = Translator("en", ("Anna", "Boris", "Clara"))


def description_lines(state) -> list[str]:
    return [TRANSLATOR.translate(text) for text in GAME.describe(state)]


def test_position_in_sentences():
    state = table(
        Lord(12, "field_01 field_10", grave="mill_01", takes="rampart_04", coin_tokens="field"),
        Lord(3, at=(1, 3), scout=(3, 2), plot_tokens="palace>mill"),
        round=5,
        rows={3: "field_02 mill_06 palace_05"},
        events="alliance subsidy earthquake black_death",
    )
    state.events_resolved = 1
    turn(state, 0, to=2)
    text = description_lines(state)
    assert text[0] == (
        "Round 5 of 16: row 1 is resolved, and the lords move to row 2. Turn order: Anna, Boris."
    )
    assert text[1] == "Anna decides: Which tile does your scout reserve?"
    assert (
        "Row 3: 1) Field 1, 2) Mill 5 (1 farmer) [Boris's scout], 3) Palace 21 (1 chest)." in text
    )
    assert any(line.startswith("Row 2: ") and "[Anna's lord]" in line for line in text)
    assert "Anna has 12 coins." in text
    assert "  Field (pays 3×F = 6), from the top: Field 3 (1 chest), Field 1." in text
    assert "  Graveyard: Mill 4." in text
    assert "  Scout: row 3, position 2." in text
    assert "  Mill (pays 2×(M+P) = 0), empty." in text
    assert any(
        line.startswith("Supply: coin tokens (7) and plot tokens (Field, Mill") for line in text
    )
    assert (
        "Events: Alliance (resolved), Subsidy (after round 8), Earthquake (after round 12), "
        "Black Death (after round 16)." in text
    )
    assert text[-1].startswith("Stacks: blue ")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_position_can_be_described(seats):
    for number, (_, _, state) in enumerate(walk(seats, "said")):
        if number % 5 == 0:
            for text in GAME.describe(state):
                assert Translator("en", [f"P{n}" for n in range(seats)]).translate(text)
    assert description_lines(state)[0].startswith("The game is over: 1. ") or seats > 3


def test_all_tiles_of_the_display_are_described():
    state = next(state for _, _, state in walk(3, "tiles") if state.round == 2)
    text = "\n".join(description_lines(state))
    for line in state.display:
        for tile in line:
            if tile >= 0:
                assert state.box.tiles[tile].name_in("en") in text


# ---------------------------------------------------------------------- the value of a position


def greedy_against_random(seed: str, greedy: int) -> bool:
    """Whether a seat that compares the results of its picks beats one that picks blindly."""
    match = Match.begin("middle_ages", [("A", "bot"), ("B", "bot")], seed=seed, digests=False)
    dice = Dice(seed.encode())
    while not match.over:
        (pending,) = match.pending()
        options = options_of(match, pending.seat)
        if pending.seat == greedy:
            pick = max(
                options, key=lambda one: GAME.value(table_of(match.preview(greedy, one)), greedy)
            )
        else:
            pick = dice.pick(options)
        match.choose(pending.seat, pick)
    first = GAME.standings(kingdom(match))[0]
    return first.seat == greedy


def test_lookahead_beats_random_picks():
    wins = sum(greedy_against_random(f"value-{number}", number % 2) for number in range(20))
    assert wins >= 17


@pytest.mark.long
def test_lookahead_wins_90_of_100_games():
    wins = sum(greedy_against_random(f"hundred-{number}", number % 2) for number in range(100))
    assert wins >= 90


def test_better_positions_are_worth_more():
    def worth(lord: Lord, round_: int = 9) -> float:
        return GAME.value(table(lord, Lord(20, (1, 0, 1, 1, 0, 0, 0, 0)), round=round_), 0)

    plain = Lord(20, (2, 1, 1, 1, 0, 0, 1, 0), takes="field_01")
    assert worth(Lord(25, (2, 1, 1, 1, 0, 0, 1, 0), takes="field_01")) > worth(plain) + 4
    assert worth(Lord(20, (2, 1, 1, 1, 0, 0, 1, 0), takes="field_01", coin_tokens="field")) > worth(
        plain
    )
    assert worth(Lord(20, (2, 1, 1, 1, 0, 0, 1, 0), takes="palace_01")) > worth(plain)
