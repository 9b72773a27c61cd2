"""The position in sentences, for players who cannot see the board."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.common_wording import asked, ending, joined, series
from engine.games.era.component_types import Die, Face, Kind
from engine.games.era.scoring import scores, standings
from engine.games.era.state import NO_FACE, SETUP, Realm
from engine.games.era.wording import (
    amount,
    die_words,
    disasters,
    hammers,
    piece_words,
    shields,
    skulls,
    swords,
)
from engine.i18n.text import Seat, Text, plural, words


def describe(state: Realm) -> list[Text]:
    """Return sentences about the round and step (or the result of a finished game), the pending
    decision, every player, Sir Philip's dice in the solo game, the supply and the tracking
    tokens."""
    return [
        _round(state),
        *asked(state),
        *(sentence for seat in range(state.seats) for sentence in _player(state, seat)),
        *_philip(state),
        _supply(state),
        _tokens(state),
    ]


def _round(state: Realm) -> Text:
    if state.over:
        return ending(standings(state))
    if state.step == SETUP:
        return words("The players are placing their starting pieces.")
    step = next(step for step in state.box.steps if step.id == state.step)
    if state.is_solo:
        return words(
            "Round {round} of {rounds}, {step}.",
            round=state.round,
            rounds=state.box.solo.rounds,
            step=step.names,
        )
    return words(
        "Round {round}, {step}. First player: {seat}.",
        round=state.round,
        step=step.names,
        seat=Seat(state.first),
    )


def _player(state: Realm, seat: int) -> Iterator[Text]:
    tracks = series(amount(resource, state.has(seat, resource)) for resource in state.box.resources)
    yield words("{seat} has {tracks}.", seat=Seat(seat), tracks=tracks)
    yield words(
        "  {culture}, {disaster}.",
        culture=amount("culture", state.culture(seat)),
        disaster=disasters(state.disaster(seat)),
    )
    yield _dice(state, seat)
    if any(face != NO_FACE for face in state.visible_faces(seat)):
        yield _results(state, seat)
    if state.is_behind_screen(seat):
        yield words("  The domain is behind the screen.")
        return
    domain = state.domain(seat)
    yield words("  Domain: {pieces}.", pieces=series(map(piece_words, domain.pieces)))
    yield plural("  Walled area: {n} cell.", "  Walled area: {n} cells.", domain.walled_area())
    yield words("  If the game ended now: {total}.", total=scores(state)[seat].total)


def _dice(state: Realm, seat: int) -> Text:
    kinds = state.box.dice
    shown = joined(
        (
            die_words(kinds[kind], state.face(seat, die))
            for die, kind in enumerate(state.dice[seat])
        ),
        "; ",
    )
    return words("  Dice: {dice}.", dice=shown or words("none"))


def _results(state: Realm, seat: int) -> Text:
    return words(
        "  The dice show {hammers}, {swords}, {shields}, {skulls}.",
        hammers=hammers(state.hammers(seat)),
        swords=swords(state.swords(seat)),
        shields=shields(state.shields(seat)),
        skulls=skulls(state.skulls(seat)),
    )


def _philip(state: Realm) -> Iterator[Text]:
    if not state.is_solo:
        return
    kinds = [state.box.dice[die] for die in state.box.philip_dice]
    faces: list[Face | None] = [*state.philip_results()] or [None] * len(kinds)
    dice = joined(map(die_words, kinds, faces), "; ") or words("none")
    yield words("{philip}'s dice: {dice}.", philip=state.box.solo.opponent, dice=dice)


def _supply(state: Realm) -> Text:
    things: list[Kind | Die] = [*state.box.kinds.values(), *state.box.dice.values()]
    left = series(
        words("{kind} {n}", kind=thing.names, n=state.supply[thing.id])
        for thing in things
        if state.supply[thing.id]
    )
    return words("Supply: {things}.", things=left)


def _tokens(state: Realm) -> Text:
    return words(
        "Tracking tokens that show X: {turned} of {all}.",
        turned=state.tokens_turned,
        all=state.tokens,
    )
