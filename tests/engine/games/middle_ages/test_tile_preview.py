"""The preview of a tile agrees with the result of taking it by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest

from engine.core.chance import Dice
from engine.games.middle_ages.column_effects import WITHOUT_CHOICE
from engine.games.middle_ages.state import GAP, Kingdom
from engine.games.middle_ages.tile_preview import (
    Worth,
    left_in_round,
    losses,
    taken_before,
    worth,
    worth_there,
)
from engine.match.match import Match
from tests.engine.games.middle_ages.positions import Lord, table


def test_preview_separates_effect_and_income():
    state = table(Lord(10, "mill_06 village_04 field_01"), Lord(5))
    brought = worth(state, 0, state.box.tile("field_10").index)
    assert (brought.income, brought.effect, brought.total) == (4, 2, 6)


def test_preview_limits_payments_to_available_coins():
    state = table(
        Lord(5, "mill_01"), Lord(9, "mill_06"), Lord(1), Lord(6, (0, 2, 0, 0, 0, 0, 0, 0))
    )
    brought = worth(state, 0, state.box.tile("mill_07").index)
    assert (brought.payers, brought.amounts) == ((1, 2), (2, 1))
    assert (brought.income, brought.effect) == (4, 3)


def test_preview_includes_tiles_taken_before():
    state = table(Lord(0), Lord(0))
    rampart, field = (state.box.tile(name).index for name in ("rampart_03", "field_05"))
    assert worth(state, 0, rampart).total == 2
    assert worth(state, 0, rampart, after=[(0, field)]).total == 4


def test_preview_changes_nothing():
    state = table(Lord(3, "mill_01"), Lord(5))
    before = state.digest()
    worth(state, 0, state.box.tile("mill_07").index)
    assert state.digest() == before


@pytest.mark.parametrize("seed", range(12))
def test_preview_equals_a_turn_without_decisions(seed: int):
    """In random games, the coins of a turn without decisions are those of the preview."""
    names = [(name, "person") for name in ("Anna", "Boris", "Vera")]
    match = Match.begin("middle_ages", names, seed=f"worth {seed}")
    dice, count = Dice(f"{seed}".encode()), 0
    while not match.over:
        (pending, *_) = match.pending()
        state = cast(Kingdom, match.state)
        before, round_ = list(state.coins), state.round
        brought = None
        if pending.decision.name == "MoveLord":
            seat = pending.seat
            tile = state.display[state.lord_row[seat]][state.lord_at[seat]]
            assert tile != GAP
            village = state.box.types[state.box.tile_type[tile]].effect == "return_from_graveyard"
            if not (village and state.graveyards[seat]):
                brought = worth(state, seat, tile)
        match.choose(pending.seat, pending.decision.sample(state, dice))
        after = cast(Kingdom, match.state)
        if brought is not None and after.round == round_ and not match.over:
            step = match.pending()[0]
            if step.seat != pending.seat and step.decision.name == "MoveLord":
                assert after.coins[pending.seat] - before[pending.seat] == brought.total
                count += 1
    assert count > 3


def moves(players: int, seed: str) -> Iterator[tuple[Kingdom, int]]:
    """States of a random game in which a lord is about to move, with its seat."""
    names = [(f"P{n}", "person") for n in range(players)]
    match, dice = Match.begin("middle_ages", names, seed=seed), Dice(seed.encode())
    while not match.over:
        (pending, *_) = match.pending()
        if pending.decision.name == "MoveLord":
            yield cast(Kingdom, match.state.copy()), pending.seat
        match.choose(pending.seat, pending.decision.sample(match.state, dice))


def effect(state: Kingdom, tile: int) -> str:
    return state.box.types[state.box.tile_type[tile]].effect


def test_decisions_can_only_add_to_the_preview() -> None:
    """A token, or a returning tile, counts for the income of the same turn (MID-4.8)."""
    more = 0
    for seed in range(12):
        previewed: tuple[Kingdom, int, Worth] | None = None
        for state, seat in moves(3, f"more {seed}"):
            if previewed is not None and previewed[0].round == state.round:
                before, who, brought = previewed
                gained = state.coins[who] - before.coins[who]
                assert gained >= brought.total if brought.asks else gained == brought.total
                more += gained > brought.total
            tile = state.display[state.lord_row[seat]][state.lord_at[seat]]
            previewed = state, seat, worth(state, seat, tile)
    assert more


def test_scout_is_promised_while_a_row_is_left() -> None:
    """Up to round 14 (MID-6.7)."""
    promised: dict[int, set[bool]] = {}
    for seed in range(3):
        for state, seat in moves(3, f"scout {seed}"):
            for at, tile in enumerate(state.display[state.next_row]):
                if tile != GAP and effect(state, tile) == "place_scout":
                    asks = worth_there(state, seat, state.next_row, at).asks
                    promised.setdefault(state.round + 1, set()).add(asks)
    assert all(asks == {round <= 14} for round, asks in promised.items())
    assert {14, 15, 16} <= set(promised)


def test_tile_returning_now_does_not_return_again_later() -> None:
    """For a village after a village (MID-5.10)."""
    seen = 0
    for seed in range(20):
        for state, seat in moves(2, f"village {seed}"):
            coming = [effect(state, tile) for _, tile in left_in_round(state)]
            if len(state.graveyards[seat]) != 1 or "attack_players_with_fewer" in coming[1:]:
                continue
            for at, tile in enumerate(state.display[state.next_row]):
                if tile != GAP and effect(state, tile) == "return_from_graveyard":
                    asks = worth_there(state, seat, state.next_row, at).asks
                    before = [
                        effect(state, one) for _, one in taken_before(state, state.next_row, at)
                    ]
                    if "attack_players_with_fewer" not in before:
                        assert asks == (coming[0] != "return_from_graveyard")
                        seen += not asks
    assert seen


def test_losses_to_others_are_previewed() -> None:
    """In a round without other decisions, exactly the previewed coins and tiles are lost."""
    tiles = coins = 0
    for seed in range(20):
        previewed: tuple[Kingdom, int] | None = None
        for state, seat in moves(3, f"losses {seed}"):
            if previewed is not None and state.round > previewed[0].round:
                before, who = previewed
                lost, own = losses(before, who), left_in_round(before)[0][1]
                after = set(state.graveyards[who]) - set(before.graveyards[who])
                assert set(lost.tiles) == after
                assert who not in lost.causes
                assert bool(lost.causes) == bool(lost.tiles or lost.coins)
                own_worth = worth(before, who, own).total
                assert state.coins[who] == before.coins[who] + own_worth - lost.coins
                tiles, coins = tiles + len(lost.tiles), coins + lost.coins
                previewed = None
            quiet = all(effect(state, tile) in WITHOUT_CHOICE for _, tile in left_in_round(state))
            if quiet and state.order[0] == seat and state.plan.event_slot is None:
                previewed = state, seat
    assert tiles > 3
    assert coins > 10


@pytest.mark.parametrize("players", [2, 4])
def test_scout_previews_include_the_tile_under_the_own_lord(players: int) -> None:
    """A later row is resolved after the row in which the lord stands."""
    match = Match.begin("middle_ages", [(f"P{n}", "person") for n in range(players)], seed="scout")
    dice, count = Dice(b"scout"), 0
    while not match.over:
        (pending, *_) = match.pending()
        state, seat = cast(Kingdom, match.state), pending.seat
        if pending.decision.name == "PlaceScout" and state.lord_row[seat] == state.next_row >= 0:
            own = seat, state.display[state.next_row][state.lord_at[seat]]
            for row in range(state.box.rows):
                if row != state.next_row and own[1] != GAP:
                    assert own in taken_before(state, row, 0)
                    count += 1
        match.choose(seat, pending.decision.sample(state, dice))
    assert count > 3


@pytest.mark.parametrize("players", [2, 4])
def test_certain_earlier_moves_are_included(players: int) -> None:
    """The last seat to move in a round without an event knows the result of the next tile, unless
    someone makes a choice before it is taken."""
    count = better = 0
    for seed in range(12):
        match = Match.begin(
            "middle_ages", [(f"P{n}", "person") for n in range(players)], seed=f"{seed}"
        )
        dice, sure = Dice(f"{seed}".encode()), dict[int, tuple[int, int]]()
        while not match.over:
            (pending, *_) = match.pending()
            state = cast(Kingdom, match.state)
            pick, before = pending.decision.sample(state, dice), list(state.coins)
            moves = pending.decision.name == "MoveLord"
            promised = sure.pop(pending.seat, None) if moves else None
            if moves and pending.seat == state.order[-1] and state.plan.event_slot is None:
                assert isinstance(pick, int)
                row, tile = state.next_row, state.display[state.next_row][pick - 1]
                after = taken_before(state, row, pick - 1)
                types = [
                    state.box.types[state.box.tile_type[one]] for _, one in [*after, (0, tile)]
                ]
                if all(type_.effect in WITHOUT_CHOICE for type_ in types):
                    total = worth(state, pending.seat, tile, after=after).total
                    sure[pending.seat] = total, worth(state, pending.seat, tile).total
            round_ = state.round
            match.choose(pending.seat, pick)
            after_ = cast(Kingdom, match.state)
            if promised is not None and after_.round == round_ and not match.over:
                count += 1
                assert after_.coins[pending.seat] - before[pending.seat] == promised[0]
                better += promised[0] != promised[1]
    assert count > 10
    assert better > 2
