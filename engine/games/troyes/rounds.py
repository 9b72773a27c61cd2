"""Rounds: new cards, income, dice, and the end of the round and of the game (sections 4, 5, 19 and
20)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import dice_throw
from engine.core.chance import Dice
from engine.core.common_wording import announce_places, series
from engine.core.dice_throw import DiceThrow
from engine.core.event import Value
from engine.core.hidden import require_visible
from engine.core.step import ChanceStep, RuleStep
from engine.games.troyes import scoring
from engine.games.troyes.component_types import BUILDINGS, CARDS_PER_COLOUR, Card
from engine.games.troyes.dice import DISTRICTS, FACE_NAMES, FACE_OF, NEUTRAL, SIDES, Faces, face_of
from engine.games.troyes.events import EventEffects, RevealEvents
from engine.games.troyes.rolls import NEUTRAL_DICE, PLAYER_DICE, VALUES
from engine.games.troyes.state import FREE, Town
from engine.games.troyes.turn import Actions
from engine.games.troyes.wording import deniers, faces_words, points
from engine.i18n.text import Seat, Text, words

Rolled = tuple[tuple[str, ...], ...]
"""The names of the faces of each district's dice. The neutral district is the last."""


class Round(RuleStep[Town]):
    """Begin a round and push its phases. Phase 0 takes place only in the first three rounds
    (TRO-4.1)."""

    rules = ("TRO-4.1", "TRO-4.2", "TRO-5.1")

    def run(self, state: Town) -> None:
        state.round += 1
        state.active = -1
        state.announce(
            "TRO-4.1",
            state.first,
            "Round {round} of {rounds} begins. Start player: {seat}.",
            round=state.round,
            rounds=state.rounds,
        )
        cards = [RevealCards(state.round)] if state.round <= CARDS_PER_COLOUR else []
        phases = (Income(), RollDice(), RevealEvents(), EventEffects(), Actions(), EndRound())
        state.push(*cards, *phases)


class RevealCards(ChanceStep[Town, tuple[str, ...]]):
    """Phase 0 of the round `number`: reveal an Activity card of each colour (TRO-2.6, 5.1).

    The card at a position is drawn only when it is revealed.
    """

    rules = ("TRO-5.1", "TRO-2.6", "TRO-23.1")
    reveals = words("Activity cards have since been revealed.")

    number: int

    def pool(self, state: Town, colour: int) -> list[Card]:
        """Return the cards that can be at the position of a colour in this round."""
        return [
            card
            for card in state.box.cards
            if card.colour == colour
            and card.round == self.number
            and (state.bonus or not card.bonus)
        ]

    def sample(self, state: Town, dice: Dice) -> tuple[str, ...]:
        return tuple(dice.pick(self.pool(state, colour)).id for colour in range(len(BUILDINGS)))

    def check(self, state: Town, outcome: Value) -> Text | None:
        ids = outcome if isinstance(outcome, tuple) else ()
        pools = [self.pool(state, colour) for colour in range(len(BUILDINGS))]
        if len(ids) == len(pools) and all(
            id in [card.id for card in pool] for id, pool in zip(ids, pools, strict=True)
        ):
            return None
        return words("These are not this round's Activity cards.")

    def apply(self, state: Town, outcome: tuple[str, ...]) -> None:
        cards = [state.box.card(id) for id in outcome]
        for card in cards:
            state.cards[card.position] = card.index
            state.tradesmen[card.position] = (FREE,) * len(card.slots)
        state.announce("TRO-5.1", -1, "New Activity cards: {cards}.", cards=series(cards))


class Income(RuleStep[Town]):
    """Phase 1: pay income, then salaries (TRO-5.2 to 5.5)."""

    rules = ("TRO-5.2", "TRO-5.3", "TRO-5.4", "TRO-5.5")

    def run(self, state: Town) -> None:
        state.step = "income"
        for seat in state.clockwise(state.first):
            state.gain_deniers(seat, state.box.income)
            salary = state.salary(seat)
            paid = state.pay_bank(seat, salary)
            if state.notes is not None:
                _log_income(state, seat, paid)
            if paid < salary:
                _penalize(state, seat, state.box.shortfall_penalty)


def _log_income(state: Town, seat: int, paid: int) -> None:
    income = deniers(state.box.income)
    if not paid:
        state.announce("TRO-5.2", seat, "{seat} gains {income}.", income=income)
        return
    state.announce(
        "TRO-5.2",
        seat,
        "{seat} gains {income} and pays {salary} in salaries.",
        income=income,
        salary=deniers(paid),
    )


def _penalize(state: Town, seat: int, penalty: int) -> None:
    state.lose_vp(seat, penalty)
    state.announce_plural(
        "TRO-5.3",
        seat,
        "{seat} cannot pay all salaries and loses {n} VP (never below 0).",
        "{seat} cannot pay all salaries and loses {n} VP (never below 0).",
        penalty,
    )


class RollDice(ChanceStep[Town, Rolled]):
    """Phase 2: roll dice for the citizens in buildings, by district. The neutral district is the
    last (TRO-5.6 to 5.8)."""

    rules = ("TRO-5.6", "TRO-5.7", "TRO-5.8")
    reveals = words("The dice have since been rolled.")

    def numbers(self, state: Town, district: int) -> list[int]:
        """Return the number of dice of each colour for a district."""
        return [cells.count(district) for cells in state.buildings]

    def _rolled_dice(self, state: Town) -> list[tuple[int, int, int]]:
        """Return the triples (district, colour, number of dice) for all dice to roll."""
        return [
            (district, colour, number)
            for district in range(DISTRICTS)
            for colour, number in enumerate(self.numbers(state, district))
            if number
        ]

    def dice_throws(self, state: Town) -> Sequence[DiceThrow]:
        """Return the throws. Everyone rolls the dice of their own district; the start player also
        rolls those of grey citizens (TRO-5.7)."""
        return [
            DiceThrow(state.first, NEUTRAL_DICE[colour], VALUES, number)
            if district == NEUTRAL
            else DiceThrow(district, PLAYER_DICE[colour], VALUES, number)
            for district, colour, number in self._rolled_dice(state)
        ]

    def outcome_of(self, state: Town, faces: Sequence[dice_throw.Faces]) -> Rolled:
        rolled: list[list[int]] = [[] for _ in range(DISTRICTS)]
        for (district, colour, _), values in zip(self._rolled_dice(state), faces, strict=True):
            rolled[district] += (face_of(colour, int(value)) for value in values)
        return tuple(
            tuple(FACE_NAMES[face] for face in sorted(of_district)) for of_district in rolled
        )

    def sample(self, state: Town, dice: Dice) -> Rolled:
        return tuple(
            tuple(
                FACE_NAMES[face]
                for face in sorted(
                    colour * SIDES + dice.below(SIDES)
                    for colour, number in enumerate(self.numbers(state, district))
                    for _ in range(number)
                )
            )
            for district in range(DISTRICTS)
        )

    def check(self, state: Town, outcome: Value) -> Text | None:
        """Return the reason why an outcome is impossible; None if each district has the right dice,
        in ascending order."""
        rolled = outcome if isinstance(outcome, tuple) else ()
        if len(rolled) == DISTRICTS and all(
            self._is_right(state, district, names) for district, names in enumerate(rolled)
        ):
            return None
        return words("These are not the dice that were rolled.")

    def _is_right(self, state: Town, district: int, names: Value) -> bool:
        faces = [FACE_OF.get(name, -1) for name in names] if isinstance(names, tuple) else [-1]
        colours = [face // SIDES for face in faces]
        counts = [colours.count(colour) for colour in range(len(BUILDINGS))]
        right = faces == sorted(faces) and -1 not in faces
        return right and counts == self.numbers(state, district)

    def apply(self, state: Town, outcome: Rolled) -> None:
        state.step = "dice"
        for district, names in enumerate(outcome):
            faces: Faces = tuple(FACE_OF[name] for name in names)
            state.dice[district] = faces
            if state.notes is not None and faces:
                dice = faces_words(faces)
                if district == NEUTRAL:
                    state.announce("TRO-5.7", -1, "Neutral district: {dice}.", dice=dice)
                else:
                    state.announce("TRO-5.6", district, "{seat} rolls {dice}.", dice=dice)


class EndRound(RuleStep[Town]):
    """Phase 5: pay out the money on the districts, return expelled citizens and all dice, and pass
    on the start player card (TRO-19.4). Then begin the next round, or end the game after the last
    one (TRO-4.2)."""

    rules = ("TRO-19.4", "TRO-4.2", "TRO-20.1")

    def run(self, state: Town) -> None:
        state.active = -1
        state.step = "end"
        for seat in range(state.seats):
            self._collect(state, seat)
        for lying in state.lying:
            for owner in lying:
                if owner == NEUTRAL:
                    state.gray_supply += 1
                else:
                    state.supply[owner] += 1
        state.lying = [()] * len(BUILDINGS)
        state.dice = [()] * DISTRICTS
        state.first = state.after(state.first)
        state.push(Round() if state.red_left else EndGame())

    def _collect(self, state: Town, seat: int) -> None:
        amount = state.purse[seat]
        state.deniers[seat] += amount
        state.purse[seat] = 0
        state.passed[seat] = False
        if amount:
            state.announce(
                "TRO-19.4",
                seat,
                "{seat} takes {deniers} from their district.",
                deniers=deniers(amount),
            )


class EndGame(RuleStep[Town]):
    """Reveal the Characters and score the game (sections 20 and 21)."""

    rules = ("TRO-20.1", "TRO-20.2", "TRO-20.3", "TRO-21.7")

    def run(self, state: Town) -> None:
        for seat in range(state.seats):
            require_visible(state.characters[seat])
            require_visible(state.vp[seat])
        state.over = True
        state.step = "over"
        state.reveal(words("The Characters have been revealed."))
        if state.notes is not None:
            _log_end(state)


def _log_end(state: Town) -> None:
    for seat in range(state.seats):
        cards = series(state.box.characters[index] for index in state.characters[seat])
        state.announce("TRO-20.2", seat, "{seat} reveals {cards}.", cards=cards)
    standings = scoring.standings(state)
    announce_places(state, "TRO-20.1", standings, points)
    winners = [standing.seat for standing in standings if standing.place == 1]
    if len(winners) > 1:
        names = series(map(Seat, winners))
        state.announce("TRO-20.3", -1, "{winners} share the victory.", winners=names)
    else:
        state.announce("TRO-20.3", winners[0], "{seat} wins.")
