"""Previews of choices in Cities & Knights: immediate effects, changes, and possible random
results."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from engine.core.command import Menu
from engine.core.common_wording import player, series
from engine.core.event import Value
from engine.core.hidden import is_hidden
from engine.core.step import Decision
from engine.games.knights.cards_science import FreeRoad
from engine.games.knights.cards_trade import MASTER_CARDS, Deal
from engine.games.knights.choices import Purchase
from engine.games.knights.component_types import SHIP
from engine.games.knights.improvements import HIGHEST_LEVEL, METROPOLIS_LEVEL
from engine.games.knights.knight_actions import Chase, KnightDisplace, KnightMove, destinations
from engine.games.knights.production import DICE_OUTCOMES, balance, loss, pays_on
from engine.games.knights.robber import counts_of
from engine.games.knights.setup import SetupBuilding, SetupRoad
from engine.games.knights.state import NOBODY, Island, owners_at
from engine.games.knights.trade import ACCEPT, TradeConfirm, TradeResponse
from engine.games.knights.turn import ROLL, SEVEN, drawers, event_name
from engine.games.knights.wording import (
    amount,
    bagged,
    cards,
    counted,
    priced,
)
from engine.i18n.text import Seat, Text, plural, words
from engine.match.preview import Preview
from screens.games.knights.card_previews import (
    describe_card,
    describe_deserter_levels,
    describe_effect,
    describe_fleet_kind,
    describe_new_knight,
    describe_number,
    describe_open_road,
    describe_swap,
)
from screens.games.knights.position_changes import Texts, changes
from screens.games.knights.tooltips import TURN_RULE, attack_outcome
from screens.table_view.scene import Scene

BARGAIN_COMMANDS: Final = ("offer", "counter")
"""Commands that need no preview, because their counters describe them."""


PLACINGS: Final = (SetupBuilding, SetupRoad, FreeRoad)
"""Decisions about the place of a piece that costs nothing."""


DISCARD_DECISIONS: Final = ("SevenDiscard", "SaboteurDiscard")
"""Decisions whose counters show which cards are left."""


def preview(scene: Scene[Island], pick_preview: Preview[Island]) -> Texts:
    """Return the notes of the pick, possible further results, then the changes that the pick makes.
    For a purchase or a piece placed for free, the first note comes last, because the list of
    choices already shows the piece, its place and its price. Empty for discards, offers and
    counter-offers, whose counters describe them."""
    partial_pick = scene.partial_pick
    assert partial_pick is not None, "only a choice has a preview"
    seat, after = partial_pick.seat, pick_preview.view
    pick = partial_pick.pick
    if partial_pick.decision.name in DISCARD_DECISIONS or (
        partial_pick.chosen and partial_pick.chosen[0] in BARGAIN_COMMANDS
    ):
        return []
    relevant = [note.text for note in pick_preview.notes if note.rule != TURN_RULE]
    texts = relevant or [note.text for note in pick_preview.notes]
    card = _card_played(partial_pick.decision.name, pick)
    if card:
        texts = [*describe_card(scene.view, seat, card), *texts[1:]]
    is_listed = _is_purchase(partial_pick.decision, scene.view, pick)
    action = texts[:1] if is_listed or isinstance(partial_pick.decision, PLACINGS) else []
    texts = texts[len(action) :]
    describe_further = FURTHER_PREVIEWS.get(partial_pick.decision.name)
    if describe_further is not None:
        texts += describe_further(scene.view, after, seat, pick)
    texts += [*changes(scene.view, after, seat), *action]
    hand = partial_pick.request.view.hands[seat]
    if (
        isinstance(partial_pick.decision, TradeResponse)
        and pick == (ACCEPT,)
        and not is_hidden(hand)
    ):
        texts.append(_after_deal(partial_pick.request.view, partial_pick.decision))
    if isinstance(partial_pick.decision, TradeConfirm):
        texts += _unaffordable_counter_offers(partial_pick.request.view, partial_pick.decision)
    return texts


def _is_purchase(decision: Decision[Island, Value], view: Island, pick: Value | None) -> bool:
    if not isinstance(decision, Menu) or not isinstance(pick, tuple):
        return False
    return isinstance(decision.command(view, pick), Purchase)


def _card_played(decision: str, pick: Value | None) -> str:
    """Return the id of the progress or development card that a pick plays; empty if the pick plays
    none."""
    match decision, pick:
        case ("Main", ("card", str(card))):
            return card
        case ("PreRoll", str(card)) if card != ROLL:
            return card
    return ""


# ---------------------------------------------------------------------- dice


def _before_roll(view: Island, after: Island, seat: int, pick: str) -> Texts:
    """Describe the possible results of the roll: cards, a seven, the barbarians, progress cards.
    Empty if `pick` is not `ROLL`."""
    if pick != ROLL:
        return []
    texts = [
        words(
            "You get cards in {n} of {all} rolls.", n=_paying_rolls(view, seat), all=DICE_OUTCOMES
        )
    ]
    if view.hand_sizes[seat] > view.discard_limit(seat):
        lost = cards(view.hand_sizes[seat] // 2)
        texts.append(
            words(
                "In {n} of {all} rolls a seven costs you {cards}.",
                n=6,
                all=DICE_OUTCOMES,
                cards=lost,
            )
        )
    if view.ship + 1 == view.box.attack_step:
        facts = {
            "n": DICE_OUTCOMES // 2,
            "all": DICE_OUTCOMES,
            "fate": attack_outcome(balance(view)),
        }
        texts.append(words("In {n} of {all} rolls the barbarians arrive: {fate}.", **facts))
    chances = [
        words("{track} {n}", track=track.names, n=level + 1)
        for track, level in zip(view.box.tracks, view.levels[seat], strict=True)
        if level
    ]
    if chances:
        text = words(
            "Progress cards in {all} rolls: {decks}.", all=DICE_OUTCOMES, decks=series(chances)
        )
        texts.append(text)
    return texts


def _paying_rolls(view: Island, seat: int) -> int:
    """Return the number of rolls out of 36 that give the seat cards."""
    return sum(view.box.pips[number] for number in view.box.pips if pays_on(view, seat, number))


def _alchemist(view: Island, after: Island, seat: int, pick: tuple[int, int]) -> Texts:
    """Describe the yield of the chosen dice, or say that they are a seven, and describe the
    possible results of the event die."""
    red, yellow = pick
    total = red + yellow
    texts = []
    if total == SEVEN:
        texts.append(words("The roll is a seven."))
    else:
        texts += describe_number(view, seat, total)
    texts += gates(view, red)
    if view.ship + 1 == view.box.attack_step:
        ship = event_name(view, SHIP)
        texts.append(
            words(
                "In 3 of 6 rolls, {event}: {fate}.", event=ship, fate=attack_outcome(balance(view))
            )
        )
    return texts


def gates(view: Island, red: int) -> Texts:
    """Name the players who would draw a progress card at each gate if the red die showed `red`."""
    texts = []
    for number, track in enumerate(view.box.tracks):
        drawing_players = [player(drawer) for drawer in drawers(view, number, red)]
        if drawing_players:
            gate = event_name(view, track.event)
            texts.append(
                words(
                    "In 1 of 6 rolls ({gate}), these players draw a progress card: {players}.",
                    gate=gate,
                    players=series(drawing_players),
                )
            )
    return texts


# ---------------------------------------------------------------------- the turn


def _main(view: Island, after: Island, seat: int, pick: Value) -> Texts:
    match pick:
        case ("end",):
            return _end_turn(view, seat)
        case ("improve", str(track), *_):
            return improvement(view, seat, view.box.track_numbers[track])
        case ("recruit", int(node)) if not after.active_knights >> node & 1:
            price = priced(view.box, view.box.costs["knight_activate"])
            return [
                words(
                    "The knight is inactive and does not fight until you activate it for {price}.",
                    price=price,
                )
            ]
        case ("card", "warlord"):
            return [words("Knights activated now can act from your next turn on.")]
        case ("buy",):
            return [
                words("You can play it from your next turn on. A victory point counts at once.")
            ]
        case ("displace", _, int(goal)):
            return _displaced(after, view.owners[goal], goal)
    return []


def _displaced(after: Island, owner: int, node: int) -> Texts:
    """Return a note on the number of places for the displaced knight; empty if there is no place
    for it, because another note then says so."""
    places = destinations(after, owner, node).bit_count()
    if not places:
        return []
    return [
        plural(
            "There is {n} place for the knight.",
            "{seat} chooses one of {n} places for the knight.",
            places,
            seat=Seat(owner),
        )
    ]


def risks_of_ending(view: Island, seat: int, possible: Collection[Value]) -> Texts:
    """Describe the risks of ending the turn while something else is possible: cards over the limit,
    and a city that a knight could save before the seat's next turn. `possible` contains the keys of
    the commands that can be used."""
    risks = []
    hand, battle = view.hand_sizes[seat], balance(view)
    if hand > view.discard_limit(seat) and len(possible) > 1:
        risks.append(
            words(
                "Hand {hand}, limit {limit}: a seven costs you {cards}.",
                hand=hand,
                limit=view.discard_limit(seat),
                cards=cards(hand // 2),
            )
        )
    attack_comes = view.ship + view.seats >= view.box.attack_step
    if attack_comes and "activate" in possible and not battle.holds and seat in battle.concerned:
        risks.append(
            words("You could lose a city to the barbarians, and one of your knights is inactive.")
        )
    return risks


def _end_turn(view: Island, seat: int) -> Texts:
    """Describe the knights that can still act, and the inactive ones."""
    texts = []
    actions = (KnightMove(), KnightDisplace(), Chase())
    ready = len({knight for action in actions for knight, *_ in action.options(view, seat)})
    idle = (view.knights[seat] & ~view.active_knights).bit_count()
    texts += [words("Knights that can still act: {n}.", n=ready)] if ready else []
    texts += [words("Inactive knights: {n}.", n=idle)] if idle else []
    return texts


def improvement(view: Island, seat: int, track: int) -> Texts:
    """Describe the red die numbers, ability and metropolis of the seat's next level on `track`."""
    kind, level = view.box.tracks[track], view.levels[seat][track] + 1
    texts = [words("You draw a card when the red die shows 1-{n}.", n=kind.red_most[level])]
    if level == kind.ability_level:
        texts.append(words("New ability: {ability}.", ability=kind.ability))
    holder = view.metropolis_owners[track]
    if holder == seat or level < METROPOLIS_LEVEL:
        return texts
    if holder == NOBODY:
        texts.append(words("You get the metropolis: 2 points."))
    elif level == HIGHEST_LEVEL and view.levels[holder][track] < level:
        texts.append(words("You take the metropolis from {seat}: 2 points.", seat=Seat(holder)))
    else:
        texts.append(words("The metropolis stays with {seat}.", seat=Seat(holder)))
    return texts


# ---------------------------------------------------------------------- robber


def _robber(view: Island, after: Island, seat: int, pick: int) -> Texts:
    """Describe the losses that the robber on the hex `pick` would cause to the other players with
    buildings there, and the sizes of their hands."""
    return [
        text
        for owner in owners_at(view, pick)
        if owner != seat and (text := _robbed(view, owner, pick)) is not None
    ]


def _robbed(view: Island, owner: int, hex: int) -> Text | None:
    """Describe the loss that the robber on `hex` causes to `owner`, and the size of the owner's
    hand; None if there is neither a loss nor a card."""
    lost, held = loss(view, owner, hex), view.hand_sizes[owner]
    if not lost:
        return words("{seat} has {cards}.", seat=Seat(owner), cards=cards(held)) if held else None
    fewer = plural(
        "{n} fewer card in {all} rolls", "{n} fewer cards in {all} rolls", lost, all=DICE_OUTCOMES
    )
    if not held:
        return words("{seat} gets {fewer}.", seat=Seat(owner), fewer=fewer)
    return words(
        "{seat} gets {fewer} and has {cards}.", seat=Seat(owner), fewer=fewer, cards=cards(held)
    )


def _victim(view: Island, after: Island, seat: int, pick: int) -> Texts:
    return _stolen(view, pick)


def _stolen(view: Island, victim: int) -> Texts:
    """Describe the size of the hand from which a random card is stolen, and its known cards if the
    game counts cards."""
    held = view.hand_sizes[victim]
    texts: Texts = [
        plural(
            "You take {seat}'s only card.",
            "You take 1 of {seat}'s {n} cards at random.",
            held,
            seat=Seat(victim),
        )
    ]
    if view.counts_cards and any(view.known[victim]):
        texts.append(
            words(
                "Cards you know of in that hand: {cards}.",
                cards=counted(view.box, view.known[victim]),
            )
        )
    return texts


def _deck(view: Island, after: Island, seat: int, pick: str) -> Texts:
    """Describe the number of cards in the deck from which a random card is drawn."""
    cards_left = view.deck_sizes[view.box.track_numbers[pick]]
    return [
        plural(
            "You get the one card that is left.", "You get 1 of {n} cards at random.", cards_left
        )
    ]


# ---------------------------------------------------------------------- cards


def _spy_target(view: Island, after: Island, seat: int, pick: int) -> Texts:
    return [
        plural(
            "You see {seat}'s only progress card and take it.",
            "You see {seat}'s {n} progress cards and take 1.",
            view.cards_held(pick),
            seat=Seat(pick),
        )
    ]


def _master_target(view: Island, after: Island, seat: int, pick: int) -> Texts:
    held = view.hand_sizes[pick]
    return [
        plural(
            "You see {seat}'s only card and take it.",
            "You see {seat}'s {n} cards and take {cards}.",
            held,
            seat=Seat(pick),
            cards=cards(min(held, MASTER_CARDS)),
        )
    ]


def _monopoly(view: Island, after: Island, seat: int, pick: str) -> Texts:
    """Describe the number of cards of the kind `pick` in all other hands, derived from the bank and
    the seat's hand; empty if that hand is hidden."""
    if is_hidden(view.hands[seat]):
        return []
    kind = view.box.kinds[view.box.kind_numbers[pick]]
    number = view.box.kind_numbers[pick]
    held_by_others = kind.bank - view.bank[number] - view.hands[seat][number]
    return [words("The others together have {cards}.", cards=amount(pick, held_by_others))]


def _harbor_deal(view: Island, after: Island, seat: int, pick: Deal) -> Texts:
    if len(pick) == 1:
        return []
    return [words("{seat} gives you a commodity if they have one.", seat=Seat(pick[0]))]


# ---------------------------------------------------------------------- offers


def _after_deal(view: Island, response: TradeResponse) -> Text:
    """Describe the responder's hand after the trade."""
    sides = counts_of(view, response.want), counts_of(view, response.give)
    columns = zip(view.hands[response.seat], *sides, strict=True)
    hand = [held - given + received for held, given, received in columns]
    return words("Your hand will be: {cards}.", cards=counted(view.box, hand))


def _unaffordable_counter_offers(view: Island, confirm: TradeConfirm) -> Texts:
    """Describe the counter-offers that the seat cannot afford, which are not among the choices."""
    texts = []
    for responder, answer, give, want in confirm.answers:
        if answer == ACCEPT:
            continue
        hand = zip(counts_of(view, want), view.hands[confirm.seat], strict=True)
        lacking = [max(0, number - held) for number, held in hand]
        if any(lacking):
            names = {"seat": Seat(responder), "give": bagged(give), "want": bagged(want)}
            lack = counted(view.box, lacking)
            texts.append(
                words("{seat} wants {want} for {give}. You lack {cards}.", cards=lack, **names)
            )
    return texts


FURTHER_PREVIEWS: Final[Mapping[str, Callable[[Island, Island, int, Any], Texts]]] = {
    "PreRoll": _before_roll,
    "AlchemistDice": _alchemist,
    "Main": _main,
    "RobberHex": _robber,
    "RobberVictim": _victim,
    "TieDeck": _deck,
    "SpyTarget": _spy_target,
    "MasterTarget": _master_target,
    "MonopolyKind": _monopoly,
    "HarborDeal": _harbor_deal,
    "DeserterTarget": describe_deserter_levels,
    "DeserterPlace": describe_new_knight,
    "DiplomatRoad": describe_open_road,
    "FleetKind": describe_fleet_kind,
    "SpyTake": describe_effect,
    "ProgressDiscardOffTurn": describe_effect,
    "ProgressDiscardEnd": describe_effect,
    "InventorPair": describe_swap,
}
"""Functions that describe further results of a pick, by the name of the decision. Their arguments
are the state before and after the pick, the seat and the pick."""
