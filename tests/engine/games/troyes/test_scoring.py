"""The end of the game, Characters, the score sheet, the description (sections 20 and 21)."""

from __future__ import annotations

import pytest

from engine.games.troyes.forecast import forecast
from engine.games.troyes.game import GAME
from engine.games.troyes.rounds import EndGame
from engine.games.troyes.scoring import character_points, score, sheets, standings
from tests.engine.games.troyes.positions import (
    A,
    F,
    Family,
    add_event,
    begin,
    lay,
    play_out,
    step,
    table,
    town,
)
from tests.untyped import view_of

CARDS = ("merchant", "innkeeper", "journeyman", "priest", "confession", "pilgrimage", "archer")


def worth(state, id, seat=A):
    return character_points(state, state.box.character(id), seat)


def steps(id, give, three, two):
    """Check the points for each number, by number of players."""
    for seats, limits in ((3, three), (2, two)):
        for number in range(limits[-1] + 2):
            state = town(*[Family(0, 0, supply=0) for _ in range(seats)])
            state.reserve = [0] * seats
            give(state, number)
            due = 0
            for limit, points in zip(limits, (1, 3, 6), strict=True):
                due = points if number >= limit else due
            assert worth(state, id) == due, (id, seats, number)


def stand(state, number):
    state.buildings[0] = tuple([A] * min(6, number) + [-1] * max(0, 6 - number))
    state.buildings[1] = tuple([A] * max(0, number - 6) + [-1] * min(6, 12 - number))
    state.lying[2] = (A,)


def take(state, number):
    state.taken[A] = tuple(range(1, number + 1))


def influence(state, number):
    state.influence[A] = number


def trade(state, number):
    for id in CARDS[:number]:
        lay(state, id)
        state.tradesmen[state.box.card(id).position] = (F, F, A) if id == "priest" else (A, -1)


def money(state, number):
    state.deniers[A] = number


def build(state, number):
    state.cathedral = [tuple([A] * max(0, min(3, number - 3 * column))) for column in range(6)]


@pytest.mark.rule("TRO-21.1", "TRO-21.2", "TRO-21.3", "TRO-21.4", "TRO-21.5", "TRO-21.6")
@pytest.mark.parametrize(
    ("id", "give", "three", "two"),
    [
        ("chretien_de_troyes", stand, (3, 5, 7), (4, 6, 8)),
        ("henry_i", take, (1, 3, 5), (1, 3, 5)),
        ("hugues_de_payns", influence, (5, 10, 15), (5, 10, 15)),
        ("le_florentin", trade, (2, 4, 6), (2, 4, 6)),
        ("thibaut_ii", money, (6, 12, 18), (6, 12, 18)),
        ("urbain_iv", build, (3, 5, 7), (4, 6, 8)),
    ],
)
def test_characters_score_their_highest_threshold(id, give, three, two):
    steps(id, give, three, two)


@pytest.mark.rule("TRO-20.1")
def test_every_line_of_the_final_scoring():
    state = town(Family(0, 0, vp=7), Family(0, 0), events="war_1 heresy")
    add_event(state, "marauding", F, A)
    add_event(state, "heresy", A, A)
    lay(state, "merchant", F, A)
    state.cathedral = [(A, F), (), (), (F, F, A), (), ()]
    one = score(state, A)
    assert (one.tokens, one.events, one.tradesmen, one.levels) == (7, 2, 1, (0, -2, 0))
    assert one.visible == 8
    assert score(state, F).levels == (0, 0, -2)


@pytest.mark.rule("TRO-20.2", "TRO-20.3", "TRO-21.7")
def test_characters_count_for_everyone_and_ties_are_shared():
    state = town(Family(18, 0), Family(18, 0), Family(0, 0))
    index = state.box.character_index
    state.characters = [(index["thibaut_ii"],), (index["henry_i"],), (index["urbain_iv"],)]
    assert [one.visible for one in (score(state, seat) for seat in range(3))] == [0, 0, -6]
    step(state, EndGame())
    assert state.over
    assert [(one.seat, one.place, one.total) for one in standings(state)] == [
        (0, 1, 0), (1, 1, 0), (2, 3, -6),
    ]  # fmt: skip
    assert state.deniers == [18, 18, 0]
    texts = [note.text.plain() for note in state.notes or [] if note.rule == "TRO-20.3"]
    assert texts == ["seat 1, seat 2 share the victory."]


@pytest.mark.rule("TRO-20.2", "TRO-22.5")
def test_sheet_keeps_secrets():
    match = play_out(begin(3), until=lambda state: state.round == 2)
    view = view_of(match, 1)
    sheet = sheets(view)[0]
    keys = [column.key for column in sheet.columns]
    own = [column for column in keys if column in view.box.character_index]
    assert len(own) == 1
    for row in sheet.rows:
        hidden = row.seat != 1
        assert (getattr(row.cells[0], "args", None) == {"text": "?"}) == hidden
        assert (row.cells[keys.index("total")] == row.cells[keys.index("hidden")]) == hidden
    play_out(match)
    final = sheets(view_of(match, None))[0]
    assert "hidden" not in [column.key for column in final.columns]
    assert all(isinstance(cell, int) for row in final.rows for cell in row.cells)
    totals = {one.seat: one.total for one in match.game.standings(view_of(match, None))}
    at = [column.key for column in final.columns].index("total")
    assert {row.seat: row.cells[at] for row in final.rows} == totals


@pytest.mark.rule("TRO-5.2", "TRO-5.6")
def test_forecast_of_the_next_round():
    state = town(Family(3, stands="palace.1 palace.2 bishopric.1.1 city_hall.1.1"), Family(0))
    state.purse[A] = 2
    found = forecast(state, A)
    assert (found.dice, found.salary, found.deniers, found.short) == ((2, 1, 1), 5, 10, False)
    state.deniers[A], state.purse[A] = -6, 0
    assert forecast(state, A).short


def test_position_can_be_described():
    match = play_out(begin(4), until=lambda state: state.round == 3 and state.step == "actions")
    for reader in (None, 0):
        description = " ".join(text.plain() for text in match.game.describe(view_of(match, reader)))
        assert "Round 3 of 6" in description
        assert "Marauding" in description
        assert "Characters are hidden" in description
    own = " ".join(text.plain() for text in match.game.describe(view_of(match, 0)))
    assert "VP: hidden" in own
    play_out(match)
    assert "The game is over" in GAME.describe(table(match))[0].plain()
