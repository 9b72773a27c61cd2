"""Rounds, their end, and the end of the game (sections 4 and 11)."""

from __future__ import annotations

from engine.core.common_wording import announce_places, announce_winner, series
from engine.core.step import RuleStep
from engine.games.era import scoring
from engine.games.era.build import Build
from engine.games.era.collect import Collect, Feed
from engine.games.era.disasters import Disasters
from engine.games.era.extort import Extort
from engine.games.era.roll import Roll
from engine.games.era.state import NO_FACE, Realm
from engine.i18n.text import Seat, plural, words


class Round(RuleStep[Realm]):
    """Play a round of six steps. All players finish each step before the next one (ERA-4.1,
    ERA-4.2)."""

    rules = ("ERA-4.1", "ERA-4.2", "ERA-4.5", "ERA-3.14")

    def run(self, state: Realm) -> None:
        state.round += 1
        state.active = -1
        state.built = 0
        if state.is_solo:
            state.announce("ERA-4.1", state.first, "Round {round} begins.", round=state.round)
        else:
            state.announce(
                "ERA-4.1",
                state.first,
                "Round {round} begins. First player: {seat}.",
                round=state.round,
            )
        state.push(Roll(), Collect(), Feed(), Disasters(), Build(), Extort(), EndOfRound())


class EndOfRound(RuleStep[Realm]):
    """Adjust every seat's dice to the buildings gained and lost in the round. Then end the game or
    pass the black peg (section 11)."""

    rules = ("ERA-11.1", "ERA-11.2", "ERA-11.3", "ERA-11.4", "ERA-11.5", "ERA-11.6", "ERA-15.4")

    def run(self, state: Realm) -> None:
        state.active = -1
        for seat in state.turn_order():
            _match_dice(state, seat)
        state.idle = 0 if state.built else state.idle + 1
        if _is_last(state):
            state.push(EndGame())
            return
        state.first = state.after(state.first)
        state.push(Round())


def _match_dice(state: Realm, seat: int) -> None:
    gained, lost = state.gained_dice[seat], state.lost_dice[seat]
    if not (gained or lost):
        return
    state.dice[seat] = state.dice_to_come(seat)
    state.faces[seat] = state.shown[seat] = (NO_FACE,) * len(state.dice[seat])
    for die in gained:
        state.supply[die] -= 1
    for die in lost:
        state.boxed[die] += 1
    state.gained_dice[seat] = state.lost_dice[seat] = ()
    if state.notes is None:
        return
    names = state.box.dice
    if gained:
        dice = series(names[die].names for die in gained)
        if len(gained) == 1:
            state.announce("ERA-11.1", seat, "{seat} takes a die: {die}.", die=dice)
        else:
            state.announce("ERA-11.1", seat, "{seat} takes dice: {dice}.", dice=dice)
    if lost:
        dice = series(names[die].names for die in lost)
        if len(lost) == 1:
            state.announce("ERA-11.2", seat, "{seat} returns a die to the box: {die}.", die=dice)
        else:
            state.announce("ERA-11.2", seat, "{seat} returns dice to the box: {dice}.", dice=dice)


def _is_last(state: Realm) -> bool:
    """Whether the game ends with this round. If so, the reason is logged, except in the solo
    game."""
    if state.is_solo:
        return state.round == state.box.solo.rounds
    if state.tokens_turned == state.tokens:
        state.announce("ERA-11.4", -1, "All tracking tokens show X, so the game is ending.")
        return True
    builders = state.box.building_dice
    if not any(die in builders for dice in state.dice for die in dice):
        state.announce("ERA-11.6", -1, "Nobody can roll a hammer any more, so the game is ending.")
        return True
    if state.idle >= state.box.idle_rounds:
        state.announce_plural(
            "ERA-11.6",
            -1,
            "Nobody has built for {n} round, so the game is ending.",
            "Nobody has built for {n} rounds, so the game is ending.",
            state.idle,
        )
        return True
    return False


class EndGame(RuleStep[Realm]):
    """End the game and count the points (section 12)."""

    rules = ("ERA-12.15", "ERA-12.16", "ERA-15.17")

    def run(self, state: Realm) -> None:
        state.over = True
        if state.notes is None:
            return
        standings = scoring.standings(state)
        announce_places(
            state, "ERA-12.15", standings, lambda total: plural("{n} point", "{n} points", total)
        )
        if state.is_solo:
            rank = state.box.rank(standings[0].total)
            state.announce("ERA-15.17", 0, "{seat} has the rank of {rank}.", rank=rank.names)
        else:
            announce_winner(
                state,
                standings,
                won="ERA-12.15",
                tied="ERA-12.16",
                shared="ERA-12.16",
                tie=lambda winner, _: words(
                    "{seat} wins the tie-break on remaining resources.", seat=Seat(winner)
                ),
            )
