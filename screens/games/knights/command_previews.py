"""Previews of commands that lead to further choices, a note about an offer that nobody has
accepted, and texts about the gains from a move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile
from typing import Final

from engine.core.command import Command, Menu
from engine.core.common_wording import joined, series
from engine.games.knights.choices import Purchase
from engine.games.knights.improvements import CRANE
from engine.games.knights.production import DICE_OUTCOMES, expected_production
from engine.games.knights.state import Island
from engine.games.knights.turn import AlchemistDice
from engine.games.knights.wording import amount, cards, counted, points
from engine.i18n.text import Seat, Text, plural, words
from screens.games.knights.previews import gates, improvement
from screens.input_modes.input_mode import Choice
from screens.table_view.scene import Scene

Texts = list[Text]

DECLINE_RULES: Final = ("CK-10.12", "CK-4.11")
OFFER_RULE: Final = "CK-10.11"
UNACCEPTED_OFFER: Final = "unaccepted offer"
RECENT_EVENTS: Final = 8
"""Number of recent events searched for an offer and its answers."""


def outline(scene: Scene[Island], choice: Choice | None) -> Texts:
    """Describe `choice`, the choice under the cursor: for a command, its cost or the choices that
    it leads to; for a track to improve, its next level; for the Alchemist's red die, the players
    who would draw a card. Empty for other choices and for None."""
    partial_pick = scene.partial_pick
    assert partial_pick is not None, "only a choice is outlined"
    menu, view = partial_pick.decision, partial_pick.request.view
    if choice is not None and partial_pick.chosen == ("improve",):
        return _describe_improvement(view, partial_pick.seat, choice)
    if choice is None or partial_pick.chosen:
        return []
    if isinstance(menu, AlchemistDice):
        return gates(view, int(str(choice.value)))
    if not isinstance(menu, Menu):
        return []
    command = menu.command(view, choice.chosen)
    if command is None:
        return []
    if isinstance(command, Purchase):
        return _describe_purchase(view, partial_pick.seat, command)
    describe = PREVIEWS.get(command.key)
    return [] if describe is None else describe(view, partial_pick.seat, command)


def _describe_improvement(view: Island, seat: int, choice: Choice) -> Texts:
    """Describe the effect of the next level of the track `choice`. If the seat can afford it only
    with a Crane, begin with the price with a Crane."""
    number = view.box.track_numbers[str(choice.value)]
    track, level = view.box.tracks[number], view.levels[seat][number]
    texts = improvement(view, seat, number)
    if view.hands[seat][track.commodity] >= track.costs[level]:
        return texts
    price = track.costs[level] - 1
    crane = view.box.cards[view.box.card_numbers[CRANE]].names
    if not price:
        return [words("Possible only with {card}, for free.", card=crane), *texts]
    price_text = amount(view.box.kinds[track.commodity].id, price)
    return [words("Possible only with {card}: {price}.", card=crane, price=price_text), *texts]


def _describe_purchase(view: Island, seat: int, command: Purchase) -> Texts:
    """Describe the price of the purchase `command`, and the number of places where it is
    possible."""
    price = counted(view.box, view.box.costs[command.cost])
    places = len(command.part_options(view, seat, ()))
    return [words("Cost: {price}. Possible places: {places}.", price=price, places=places)]


def _describe_bank_trade(view: Island, seat: int, command: Command[Island]) -> Texts:
    rates = dict(zip((kind.id for kind in view.box.kinds), view.rates(seat), strict=True))
    prices = (amount(str(kind), rates[str(kind)]) for kind in command.part_options(view, seat, ()))
    return [words("The bank gives 1 card for {prices}.", prices=joined(prices, " / "))]


def _describe_offer(view: Island, seat: int, command: Command[Island]) -> Texts:
    """Name the opponents who have cards and would therefore receive an offer. If nobody has any
    cards, say so."""
    opponents = [
        words("{seat} ({cards})", seat=Seat(opponent), cards=cards(view.hand_sizes[opponent]))
        for opponent in view.opponents(seat)
        if view.hand_sizes[opponent]
    ]
    if not opponents:
        return [words("Nobody has any cards to trade.")]
    return [
        words("You offer a trade. The others answer in turn: {players}.", players=series(opponents))
    ]


def _describe_counter_offer(view: Island, seat: int, command: Command[Island]) -> Texts:
    """Name the player who would receive the counter-offer."""
    return [words("You will make {seat} a different offer.", seat=Seat(view.active))]


def _list_choices(view: Island, seat: int, command: Command[Island]) -> Texts:
    """Return a text with the labels of the choices that `command` leads to."""
    choices = command.part_options(view, seat, ())
    labels = (command.label(view, seat, (choice,)) for choice in choices)
    return [words("{choices}.", choices=joined(labels, "; "))]


def _list_playable_cards(view: Island, seat: int, command: Command[Island]) -> Texts:
    """Name the cards that can be played now."""
    playable = command.part_options(view, seat, ())
    names = (command.label(view, seat, (card,)) for card in playable)
    return [words("You can play: {cards}.", cards=joined(names, ", "))]


def _describe_knight_action(view: Island, seat: int, command: Command[Island]) -> Texts:
    """Return the labels of the knights that may act, and the consequence of acting."""
    consequence = words("A knight that has acted becomes inactive.")
    return [*_list_choices(view, seat, command), consequence]


PREVIEWS: Final[Mapping[str, Callable[[Island, int, Command[Island]], Texts]]] = {
    "bank": _describe_bank_trade,
    "offer": _describe_offer,
    "counter": _describe_counter_offer,
    "improve": _list_choices,
    "card": _list_playable_cards,
    "move": _describe_knight_action,
    "displace": _describe_knight_action,
    "chase": _describe_knight_action,
}


# ---------------------------------------------------------------------- answers to an offer


def unaccepted_offer(scene: Scene[Island]) -> Texts:
    """Return a note that nobody has accepted the active player's last offer of this turn. Empty if
    there is no such offer, if something else has happened since, if the decision is not the menu of
    a turn, or if a part of the pick has been chosen."""
    partial_pick = scene.partial_pick
    assert partial_pick is not None, "only a choice is outlined"
    if not scene.view.offers or partial_pick.chosen or partial_pick.decision.name != "Main":
        return []
    return list(partial_pick.memo.once(UNACCEPTED_OFFER, lambda: _unaccepted_offer(scene)))


def _unaccepted_offer(scene: Scene[Island]) -> Texts:
    view: Island = scene.view
    notes = [
        note
        for _, event_notes in scene.history.events_with_notes(RECENT_EVENTS)
        for note in event_notes
    ]
    declines = sum(1 for _ in takewhile(lambda note: note.rule in DECLINE_RULES, reversed(notes)))
    previous = notes[-declines - 1 : -declines] if declines else []
    if not previous or previous[0].rule != OFFER_RULE or previous[0].seat != view.active:
        return []
    give, want = (counted(view.box, side) for side in view.offers[-1])
    return [words("Nobody has accepted your offer: {give} for {want}.", want=want, give=give)]


def gains(before: Island, after: Island, seat: int) -> Iterator[Text]:
    """Yield texts about the seat's gains: points, production, new kinds of cards, strength against
    the barbarians, road length, sites for settlements, and rates at the bank."""
    if after.points(seat) > before.points(seat):
        yield points(after.points(seat) - before.points(seat))
    more = after.income[seat] - before.income[seat]
    if more > 0:
        yield plural(
            "{n} more card in {all} rolls",
            "{n} more cards in {all} rolls",
            more,
            all=DICE_OUTCOMES,
        )
    kinds = zip(
        after.box.kinds,
        expected_production(before, seat),
        expected_production(after, seat),
        strict=True,
    )
    if new := [kind.names for kind, earlier, now in kinds if now and not earlier]:
        yield words("new kinds: {kinds}", kinds=series(new))
    if after.contribution(seat) > before.contribution(seat):
        stronger = after.contribution(seat) - before.contribution(seat)
        yield words("{n} more against the barbarians", n=stronger)
    if after.lengths[seat] > before.lengths[seat]:
        yield words("longest road {n}", n=after.lengths[seat])
    if _sites(after, seat) & ~_sites(before, seat):
        yield words("a site for a settlement")
    if any(new < old for old, new in zip(before.rates(seat), after.rates(seat), strict=True)):
        yield words("a better rate at the bank")


def _sites(view: Island, seat: int) -> int:
    return view.sites & view.ends[seat] & ~view.occupied
