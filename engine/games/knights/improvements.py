"""City improvements and metropolises (CK-13, CK-14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.core.command import Command
from engine.core.common_wording import joined
from engine.core.event import Value
from engine.errors import Refusal, forbidden
from engine.games.knights.board import members
from engine.games.knights.choices import NodeChoice, cannot_pay, first_of
from engine.games.knights.progress import spend
from engine.games.knights.state import Island, available_cities
from engine.games.knights.victory import claim_victory
from engine.games.knights.wording import amount, node_label
from engine.i18n.text import Argument, Text, words

CRANE: Final = "crane"

METROPOLIS_LEVEL: Final = 4
HIGHEST_LEVEL: Final = 5


class BuyImprovement(Command[Island]):
    """D21: buy the next level of a track, with or without a Crane (CK-13, CK-20.3)."""

    key = "improve"
    letter = "i"
    rules = ("CK-13.1", "CK-13.2", "CK-13.3", "CK-13.8", "CK-13.9", "CK-20.3")
    weight = 200
    does = words("Improve your cities")

    def options(self, state: Island, seat: int) -> Sequence[tuple[str, ...]]:
        if not state.cities[seat]:
            return []
        hand, levels = state.hands[seat], state.levels[seat]
        picks: list[tuple[str, ...]] = []
        crane = self._has_crane(state, seat)
        for number, track in enumerate(state.box.tracks):
            level, have = levels[number], hand[track.commodity]
            if level == HIGHEST_LEVEL or have + crane < track.costs[level]:
                continue
            if may_improve(state, seat, number):
                if have >= track.costs[level]:
                    picks.append((track.id,))
                if crane:
                    picks.append((track.id, CRANE))
        return picks

    def numbered(self, state: Island, seat: int, chosen: tuple[str, ...]) -> Sequence[str]:
        return () if chosen else [track.id for track in state.box.tracks]

    def _has_crane(self, state: Island, seat: int) -> bool:
        held = state.progress[seat]
        return bool(held) and not state.crane_played and state.box.card_numbers[CRANE] in held

    def apply(self, state: Island, seat: int, rest: tuple[str, ...]) -> None:
        """Pay (one card less with a Crane), and raise the level by one, which may bring a
        metropolis (CK-14, CK-20.3)."""
        box = state.box
        number = box.track_numbers[rest[0]]
        track = box.tracks[number]
        levels = list(state.levels[seat])
        price = track.costs[levels[number]]
        if len(rest) == 2:
            spend(state, seat, box.card_numbers[CRANE])
            state.crane_played = True
            price -= 1
        state.bank[track.commodity] += price
        state.lose(seat, track.commodity, price)
        levels[number] += 1
        state.levels[seat] = tuple(levels)
        facts: dict[str, Argument] = {"track": track.names, "level": levels[number]}
        if price:
            state.announce(
                "CK-13.1",
                seat,
                "{seat} improves {track} to level {level} for {price}.",
                price=amount(box.kinds[track.commodity].id, price),
                **facts,
            )
        else:
            state.announce(
                "CK-13.1",
                seat,
                "{seat} improves {track} to level {level} for free with {card}.",
                card=box.cards[box.card_numbers[CRANE]].names,
                **facts,
            )
        _ask_for_metropolis_city(state, seat, number)

    def question(self, state: Island, seat: int, chosen: tuple[str, ...]) -> Text:
        return words("Do you use the Crane?") if chosen else words("What do you improve?")

    def so_far(self, state: Island, seat: int, chosen: tuple[str, ...]) -> Text:
        if not chosen:
            return self.does
        return words("Improve {track}", track=self.label(state, seat, chosen[:1]))

    def in_words(self, state: Island, seat: int, rest: tuple[Any, ...]) -> Text | None:
        if not rest:
            return None
        improve = self.so_far(state, seat, rest)
        if len(rest) == 1:
            return improve
        return words(
            "{improve}, {with_card}", improve=improve, with_card=self.label(state, seat, rest)
        )

    def label(self, state: Island, seat: int, chosen: tuple[str, ...]) -> Text:
        box = state.box
        if chosen[-1] == CRANE:
            return words("with {card}", card=box.cards[box.card_numbers[CRANE]].names)
        track = box.tracks[box.track_numbers[chosen[-1]]]
        level = state.levels[seat][box.track_numbers[chosen[-1]]]
        return words(
            "{track} to level {level} for {price}",
            track=track.names,
            level=level + 1,
            price=amount(box.kinds[track.commodity].id, track.costs[level]),
        )

    def why_not(self, state: Island, seat: int) -> Refusal | None:
        if self.options(state, seat):
            return None
        refusals = (self._lacking(state, seat, number) for number in range(len(state.box.tracks)))
        unaffordable = Refusal("CK-13.1", self._price_list(state, seat))
        return next((refusal for refusal in refusals if refusal is not None), unaffordable)

    def _price_list(self, state: Island, seat: int) -> Text:
        """Return a message with the prices of the next levels, for a seat that cannot pay for any
        of them. If all its tracks are complete, the message says so."""
        levels = zip(state.box.tracks, state.levels[seat], strict=True)
        prices = [
            amount(state.box.kinds[track.commodity].id, track.costs[level])
            for track, level in levels
            if level < HIGHEST_LEVEL
        ]
        if not prices:
            return words("All your tracks are complete.")
        return words(
            "You do not have enough commodities. You need: {prices}.", prices=joined(prices, " / ")
        )

    def refuse(self, state: Island, seat: int, rest: Value) -> Refusal:
        box = state.box
        name = first_of(rest)
        if not (isinstance(rest, tuple) and isinstance(name, str) and name in box.track_numbers):
            return forbidden("CK-13.1", "There is no such track.")
        crane = len(rest) > 1
        if crane and not (rest[1:] == (CRANE,) and self._has_crane(state, seat)):
            return forbidden(
                "CK-20.3", "You can use only one Crane per turn, and only if you have one."
            )
        number = box.track_numbers[name]
        level = state.levels[seat][number]
        if level >= HIGHEST_LEVEL:
            return forbidden("CK-13.1", "That track is complete.")
        if not state.cities[seat]:
            return _NO_CITY
        if not may_improve(state, seat, number):
            return _needs_available(level + 1)
        cost = [0] * len(box.kinds)
        cost[box.tracks[number].commodity] = box.tracks[number].costs[level] - crane
        otherwise = forbidden("CK-13.1", "That is not one of the choices here.")
        return cannot_pay(state, seat, tuple(cost), "CK-13.1") or otherwise

    def _lacking(self, state: Island, seat: int, number: int) -> Refusal | None:
        """Return a refusal if the seat has no city, or if it can pay for the next level of the
        track `number` but its cities do not allow that level; None otherwise."""
        track, level = state.box.tracks[number], state.levels[seat][number]
        if not state.cities[seat]:
            return _NO_CITY
        have = state.hands[seat][track.commodity] + self._has_crane(state, seat)
        if level >= HIGHEST_LEVEL or have < track.costs[level]:
            return None
        return None if may_improve(state, seat, number) else _needs_available(level + 1)


_NO_CITY: Final = forbidden("CK-13.2", "You can improve a track only if you have a city.")


def _needs_available(level: int) -> Refusal:
    rule = "CK-13.8" if level == METROPOLIS_LEVEL else "CK-13.9"
    return forbidden(rule, "You need a city without a metropolis for this level.")


def may_improve(state: Island, seat: int, track: int) -> bool:
    """Whether the seat's cities allow the next level of `track`. The caller must check that there
    is a next level, and that the seat has a city (CK-13.2).

    The fourth and the fifth level need a city without a metropolis, except the fifth level of a
    track whose metropolis the seat has (CK-13.8, CK-13.9).
    """
    level = state.levels[seat][track] + 1
    if level < METROPOLIS_LEVEL or available_cities(state, seat):
        return True
    return level == HIGHEST_LEVEL and state.metropolis_owners[track] == seat


def _ask_for_metropolis_city(state: Island, seat: int, track: int) -> None:
    """Let the seat choose the city for the metropolis of `track` if the seat is the first at level
    4, or if it is the first at level 5 and does not have the metropolis yet (CK-14)."""
    level, holder = state.levels[seat][track], state.metropolis_owners[track]
    if level < METROPOLIS_LEVEL or holder == seat:
        return
    if holder < 0 or (level == HIGHEST_LEVEL and state.levels[holder][track] < HIGHEST_LEVEL):
        state.push(MetropolisCity(seat, track))


def _log_loss(state: Island, holder: int, track: int) -> None:
    if holder >= 0:
        metropolis = state.box.tracks[track].metropolis
        state.announce("CK-14.4", holder, "{seat} loses the {metropolis}.", metropolis=metropolis)


class MetropolisCity(NodeChoice[int]):
    """D22: choose the city that becomes a metropolis (CK-14.1)."""

    rules = ("CK-14.1", "CK-14.3", "CK-14.4", "CK-14.7")
    asks = words("Which city becomes the metropolis?")
    refuses = words("Choose one of your own cities without a metropolis.")

    track: int

    def options(self, state: Island) -> Sequence[int]:
        return members(available_cities(state, self.seat))

    def apply(self, state: Island, pick: int) -> None:
        _log_loss(state, state.metropolis_owners[self.track], self.track)
        state.metropolises[self.track] = pick
        state.metropolis_owners[self.track] = self.seat
        state.announce(
            "CK-14.1",
            self.seat,
            "{seat} places the {metropolis} at {place}.",
            place=lambda: node_label(state, pick),
            metropolis=state.box.tracks[self.track].metropolis,
        )
        claim_victory(state)
