"""Steps 2 and 3, Collect and Feed (sections 6 and 7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.event import Value
from engine.core.step import Decision, Place, RuleStep
from engine.errors import Refusal, forbidden
from engine.games.era.component_types import Amounts, Face
from engine.games.era.components import CULTURE
from engine.games.era.state import DISASTER, Realm
from engine.games.era.wording import alternatives, amounts, dice, disasters, own_die
from engine.i18n.text import Text, plural, words


class Collect(RuleStep[Realm]):
    """Let the players collect, one after another (ERA-4.3, ERA-6.1)."""

    rules = ("ERA-4.1", "ERA-4.3", "ERA-6.1")

    def run(self, state: Realm) -> None:
        state.step = "collect"
        state.push(*(CollectTurn(seat) for seat in state.turn_order()))


class CollectTurn(RuleStep[Realm]):
    """Collect a player's certain gains, then ask for the choices at "or" faces (ERA-6.1, ERA-6.2).

    Gains are added one by one. Nothing is spent in between, so the limits have the same effect as
    if the gains were added up first (ERA-6.9).
    """

    rules = ("ERA-6.1", "ERA-6.2", "ERA-6.9")

    seat: int

    def run(self, state: Realm) -> None:
        seat = self.seat
        collect(state, seat, "ERA-6.1", certain_gains(state, seat, state.results(seat)))
        or_dice = [number for number, face in enumerate(state.results(seat)) if face.one_of]
        if or_dice:
            state.begin_turn(seat)
            state.push(*(ChooseGain(seat, die) for die in or_dice))


class ChooseGain(Decision[Realm, int]):
    """D5: choose an alternative of an "or" face by its number, from 1 (ERA-6.2)."""

    rules = ("ERA-6.2", "ERA-6.9")

    die: int

    def options(self, state: Realm) -> Sequence[int]:
        return list(range(1, len(self._alternatives(state)) + 1))

    def apply(self, state: Realm, pick: int) -> None:
        collect(state, self.seat, "ERA-6.2", self._alternatives(state)[pick - 1])

    def question(self, state: Realm) -> Text:
        kind = state.box.dice[state.dice[self.seat][self.die]]
        choice = alternatives(self._alternatives(state))
        return words("{die}: {choice}?", die=kind.names, choice=choice)

    def label(self, state: Realm, chosen: tuple[int, ...]) -> Text:
        return amounts(self._alternatives(state)[chosen[-1] - 1])

    def target(self, state: Realm, chosen: tuple[int, ...]) -> Place | None:
        tracks = list(self._alternatives(state)[chosen[-1] - 1])
        return ("track", self.seat, tracks[0]) if tracks else None

    def refuse(self, state: Realm, pick: Value) -> Refusal:
        number = len(self._alternatives(state))
        return forbidden("ERA-6.2", "Choose one of the {n} options on this die face.", n=number)

    def refuse_place(self, state: Realm, chosen: tuple[int, ...], place: Place) -> Refusal | None:
        if place[0] != "track" or place[1] != self.seat:
            return None
        die = own_die(state, self.seat, self.die)
        return forbidden("ERA-6.2", "You cannot get that from this die: {die}.", die=die)

    def _alternatives(self, state: Realm) -> Sequence[Amounts]:
        face = state.face(self.seat, self.die)
        assert face is not None
        return face.one_of


def certain_gains(state: Realm, seat: int, faces: Iterable[Face]) -> dict[str, int]:
    """Return the gains of `faces` that do not depend on a choice (ERA-6.1, ERA-6.3), together with
    those of the seat's buildings (ERA-6.5, ERA-6.6)."""
    gains: dict[str, int] = {}
    for face in faces:
        _add(gains, face.gain)
    for _, kind in state.domain(seat).built():
        _add(gains, kind.collect)
    return gains


def _add(gains: dict[str, int], more: Amounts) -> None:
    for track, number in more.items():
        gains[track] = gains.get(track, 0) + number


def collect(state: Realm, seat: int, rule: str, gains: Amounts) -> None:
    """Add `gains` to the seat's tracks, and log them under the rule with the id `rule`. Amounts
    above the limit of a resource are lost (ERA-6.7)."""
    lost = {
        resource: state.gain(seat, resource, number)
        for resource, number in gains.items()
        if resource != CULTURE
    }
    if state.notes is not None:
        _log_gains(state, seat, rule, gains, lost)
    if gains.get(CULTURE):
        _gain_culture(state, seat, gains[CULTURE])


def _gain_culture(state: Realm, seat: int, number: int) -> None:
    """Advance the culture peg, and log completed laps. The peg has no limit (ERA-6.8)."""
    laps = state.advance(seat, CULTURE, number)
    if laps:
        state.announce(
            "ERA-6.8",
            seat,
            "{seat} scores +{n} for going round the culture track.",
            n=laps * abs(state.box.tracks[CULTURE].lap_points),
        )


def suffer(state: Realm, seat: int, rule: str, number: int, why: Text | None = None) -> None:
    """Advance the seat's disaster peg by `number`. Log the points under the rule with the id
    `rule`, and completed laps under ERA-7.4. `why` is the reason given in the log; it is None if an
    earlier entry gives the reason."""
    laps = state.advance(seat, DISASTER, number)
    if state.notes is None:
        return
    points = disasters(number)
    if why is None:
        state.announce(rule, seat, "{seat}: {points}.", points=points)
    else:
        state.announce(rule, seat, "{seat}: {points}, {why}.", points=points, why=why)
    if laps:
        lap = abs(state.box.tracks[DISASTER].lap_points)
        state.announce(
            "ERA-7.4", seat, "{seat} scores −{n} for going round the disaster track.", n=laps * lap
        )


def _log_gains(state: Realm, seat: int, rule: str, gains: Amounts, lost: Amounts) -> None:
    state.announce(rule, seat, "{seat} collects {gains}.", gains=amounts(gains))
    if any(lost.values()):
        state.announce(
            "ERA-6.7", seat, "{seat} has no room left and loses {lost}.", lost=amounts(lost)
        )


class Feed(RuleStep[Realm]):
    """Make every player pay one food per die. For each missing food, the player takes a disaster
    point (ERA-7.1 to ERA-7.3)."""

    rules = ("ERA-7.1", "ERA-7.2", "ERA-7.3", "ERA-4.3")

    def run(self, state: Realm) -> None:
        state.step = "feed"
        for seat in state.turn_order():
            _feed(state, seat)


def _feed(state: Realm, seat: int) -> None:
    number = len(state.dice[seat])
    paid = min(number, state.has(seat, "food"))
    state.pay(seat, {"food": paid})
    state.announce_plural(
        "ERA-7.1",
        seat,
        "{seat} has {dice} to feed and pays {n} food.",
        "{seat} has {dice} to feed and pays {n} food.",
        paid,
        dice=dice(number),
    )
    if number > paid:
        hungry = plural("{n} die went hungry", "{n} dice went hungry", number - paid)
        suffer(state, seat, "ERA-7.2", number - paid, hungry)
