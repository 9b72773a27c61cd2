"""Previews of choices in Deus."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.step import Decision
from engine.games.deus.building import WILDCARD
from engine.games.deus.offering import Offer
from engine.games.deus.placement import Payment, wildcard_payment
from engine.games.deus.state import World
from engine.i18n.text import Text, words
from engine.match.preview import Preview
from screens.games.deus import tooltips
from screens.games.deus.column_preview import activation_preview
from screens.games.deus.input_modes import (
    army_destination,
    card_being_built,
    marked_cards,
    wildcard_being_placed,
)
from screens.games.deus.side_panel import ROUND_RULE
from screens.input_modes.input_mode import Choice
from screens.input_modes.partial_pick import PartialPick
from screens.table_view.scene import Scene


def preview(
    scene: Scene[World], choice: Choice | None, pick_preview: Preview[World] | None
) -> Sequence[Text]:
    """Return texts about the effects of the current pick, as far as its parts have been chosen or
    are under the cursor; empty if the scene has no partial pick. `choice` is the choice under the
    cursor, and `pick_preview` is None if the pick is incomplete or illegal."""
    partial_pick = scene.partial_pick
    if partial_pick is None:
        return []
    view = partial_pick.request.view
    marked = marked_cards(partial_pick)
    if marked:
        text = tooltips.cards_drawn_afterwards(view, partial_pick.seat, len(marked))
        return [text]
    card, payment, place = card_being_built(partial_pick)
    _, column, wildcard_place = wildcard_being_placed(partial_pick)
    if pick_preview is None and payment is not None:
        return _of_payment(partial_pick, payment)
    if pick_preview is None and column >= 0:
        return _of_payment(partial_pick, wildcard_payment(view, partial_pick.seat, column))
    if pick_preview is None:
        return _of_card(partial_pick, card, choice)
    after = pick_preview.view
    if card >= 0 or column >= 0:
        region = place if card >= 0 else wildcard_place
        return _of_building(scene.view, after, partial_pick.seat, region, pick_preview)
    changed = tooltips.changes(scene.view, after, partial_pick.seat)
    goal = army_destination(partial_pick)
    villages = tooltips.villages_beside(after, goal) if goal >= 0 else ()
    then = _then(after, scene, pick_preview)
    scores = tooltips.final_scores(scene.view, after, partial_pick.seat)
    notes = [note.text for note in pick_preview.notes if note.rule != ROUND_RULE]
    texts = [*notes, *scores, *changed, *villages, *then]
    return texts or tooltips.known_before_drawing(view, partial_pick.decision, partial_pick.pick)


def _of_card(partial_pick: PartialPick[World], card: int, choice: Choice | None) -> Sequence[Text]:
    """Return the preview of `card` before its payment and region are chosen. If `card` is negative,
    return that of the command under the cursor, which is empty unless the command is to make an
    offering or to place a card face down."""
    view = partial_pick.request.view
    if card >= 0:
        texts = [tooltips.card_effect_text(view, card)]
        activation = activation_preview(partial_pick)
        return (
            texts
            if activation is None
            else [*texts, tooltips.activation_in_short(view, activation)]
        )
    command = choice.chosen[:1] if choice is not None else ()
    if command == (Offer.key,):
        return [tooltips.gods_of_hand(view, partial_pick.seat)]
    return [tooltips.face_down(view)] if command == (WILDCARD,) else []


def _of_payment(partial_pick: PartialPick[World], payment: Payment) -> Sequence[Text]:
    """Return the preview of a payment: the goods left, and the yields of the column that the
    building would activate."""
    view = partial_pick.request.view
    activation = activation_preview(partial_pick)
    texts = [tooltips.goods_after_payment(view, partial_pick.seat, payment)]
    return texts if activation is None else [*texts, tooltips.activation_in_short(view, activation)]


def _of_building(
    view: World,
    after: World,
    seat: int,
    place: int,
    pick_preview: Preview[World],
) -> Sequence[Text]:
    """Return the preview of a building: attacks and other events before its column is activated,
    the seat's goods and the changes in scores and in numbers of regions in the state `after`, and
    the villages beside the region `place` (-1 if there is none)."""
    texts = [
        *tooltips.before_the_activation(pick_preview),
        tooltips.goods_before_activation(view, after, seat),
    ]
    texts += tooltips.final_scores(view, after, seat)
    texts += tooltips.regions_counted(view, after, seat)
    if place >= 0:
        texts += tooltips.villages_beside(after, place)
    return texts


def _then(after: World, scene: Scene[World], pick_preview: Preview[World]) -> Sequence[Text]:
    """Return the question that the same seat would answer next; empty if the turn ends, if another
    seat is next, or if the question depends on a hand that the screen does not show."""
    step = after.agenda[-1] if after.agenda else None
    seat = scene.seat if scene.partial_pick is None else scene.partial_pick.seat
    if not isinstance(step, Decision) or step.seat != seat or pick_preview.ends_turn:
        return []
    if step.needs_hand and scene.seat != seat:
        return []
    return [words("Then: {question}", question=step.question(after))]
