"""The end of the game, temples, majorities, totals and places, and the score sheet (sections 19 to
21, and 25)."""

from __future__ import annotations

from typing import Final

from engine.core.common_wording import player
from engine.core.hidden import is_hidden, require_visible
from engine.core.score_sheet import Cell, Column, Row, Sheet, Standing, ranked
from engine.games.deus.components import GOLD, STANDARD, TEMPLE, Card
from engine.games.deus.state import FACE_DOWN, NOT_YET, World
from engine.games.deus.wording import brief
from engine.i18n.text import Text, words

LAST_TEMPLE: Final = words("The last temple has been built. One more round follows this one.")
LAST_VILLAGE: Final = words(
    "All barbarian villages have been attacked. One more round follows this one."
)


def watch_for_the_end(state: World) -> None:
    """Make the next round the final one when the last temple has been built or the last village has
    been attacked (DEU-20.1). If the other condition is met later, nothing changes (DEU-20.3)."""
    if state.final_round != NOT_YET:
        return
    no_temples = state.temples == 0
    if not no_temples and state.villages_left():
        return
    state.final_round = state.round + 1
    state.note("DEU-20.1", -1, LAST_TEMPLE if no_temples else LAST_VILLAGE)


def finish(state: World) -> None:
    """End the game and reveal VP, hands and face-down cards (section 21)."""
    for secrets in zip(state.points, state.hands, state.wildcards, strict=True):
        for secret in secrets:
            require_visible(secret)
    state.reveal(words("The game is over. VP and hands have been revealed."))
    state.agenda.clear()
    state.points_open = True
    state.over = True
    state.active = -1
    state.announce("DEU-21.1", -1, "All VP are revealed.")


def holding(state: World, seat: int, what: str) -> int:
    """Return the amount of `what`, a resource or gold, that a seat holds."""
    if what == GOLD:
        return state.gold[seat]
    return state.resources[seat][state.box.resource_index[what]]


# ---------------------------------------------------------------- temples (section 19)


def temple_vp(state: World, seat: int, card: Card) -> int:
    """Return the VP of a temple in the current position, ignoring the limit for a temple (DEU-19.1
    to DEU-19.7)."""
    effect = card.effect
    match effect.kind:
        case "end_vp_per_region_with":
            times = state.count_at_least(seat, effect.least)
        case "end_vp_per_holding":
            times = holding(state, seat, effect.holding) // effect.per
        case "end_vp_per_temple":
            times = state.temples_played(seat)
        case "end_vp_per_color_set":
            times = min(state.height(seat, column) for column in STANDARD)
        case "end_vp_per_terrain_region":
            times = state.on_terrain(seat, effect.terrain)
        case _:
            raise AssertionError(f"{effect.kind} scores nothing at the end")
    return effect.vp * times


def temple_score(state: World, seat: int, card: Card) -> int:
    """Return the VP that a temple scores, up to the limit in the components (DEU-19.8)."""
    return min(temple_vp(state, seat, card), state.box.temple_vp_most)


def temples(state: World, seat: int) -> list[Card]:
    """Return the temple cards of a seat in the order in which they were built."""
    cards = state.box.cards
    return [cards[card] for card in state.columns[seat][TEMPLE] if card != FACE_DOWN]


def temples_score(state: World, seat: int) -> int:
    return sum(temple_score(state, seat, card) for card in temples(state, seat))


# ---------------------------------------------------------------- majorities (DEU-21.3)


def leaders(state: World, what: str) -> list[int]:
    """Return the seats with the largest amount of `what`, a resource or gold, including all tied
    seats. There are none if this amount is less than the minimum for a majority."""
    held = [holding(state, seat, what) for seat in range(state.seats)]
    most = max(held)
    if most < state.box.majority_least:
        return []
    return [seat for seat, number in enumerate(held) if number == most]


def majority_score(state: World, seat: int, what: str) -> int:
    """Return a seat's VP for the majority in `what`, a resource or gold. They are 0 if the seat is
    not among the leaders."""
    return state.box.majority_vp if seat in leaders(state, what) else 0


# ---------------------------------------------------------------- totals


def public_score(state: World, seat: int) -> int:
    """Return a seat's VP for temples and majorities, which everyone can compute."""
    majorities = sum(majority_score(state, seat, what) for what in state.box.majorities)
    return temples_score(state, seat) + majorities


def points(state: World, seat: int) -> int | None:
    """Return the seat's VP tokens (DEU-21.1); None if they are hidden."""
    held = state.points[seat]
    return None if is_hidden(held) else held


def total(state: World, seat: int) -> int | None:
    """Return the total that the seat would have if the game ended now; None if the VP tokens are
    hidden."""
    held = points(state, seat)
    return None if held is None else held + public_score(state, seat)


def standings(state: World) -> list[Standing]:
    """Return the standings, best first. Tied seats share the better place (DEU-21.5). If any VP
    tokens are hidden, all seats are compared without them."""
    totals = [total(state, seat) for seat in range(state.seats)]
    shown = [total_ for total_ in totals if total_ is not None]
    if len(shown) < state.seats:
        shown = [public_score(state, seat) for seat in range(state.seats)]
    return ranked({seat: (score,) for seat, score in enumerate(shown)})


# ---------------------------------------------------------------- the sheet (section 25)


def sheets(state: World) -> list[Sheet]:
    """Return the score sheet with the points that the seats would have if the game ended now.
    Hidden VP tokens, and totals that depend on them, are shown as "?"."""
    seats = range(state.seats)
    columns = tuple(
        Column(f"seat_{seat}", player(seat), words("Score if the game ended now"), seat=seat)
        for seat in seats
    )
    rows = [
        _row(words("VP tokens"), [_or_unknown(points(state, seat)) for seat in seats]),
        *_temple_rows(state),
        _row(words("Temple total"), [temples_score(state, seat) for seat in seats]),
        *(_majority_row(state, what) for what in state.box.majorities),
        Row(
            -1,
            words("Total"),
            tuple(_or_unknown(total(state, seat)) for seat in seats),
            total=True,
        ),
    ]
    return [Sheet("result", words("Score (amounts in brackets)"), columns, tuple(rows))]


def _row(title: Text, cells: list[Cell]) -> Row:
    return Row(-1, title, tuple(cells))


def _or_unknown(number: int | None) -> Cell:
    return words("?") if number is None else number


def _temple_rows(state: World) -> list[Row]:
    """Return a row for each temple card that has been built, with its current score."""
    seats = range(state.seats)
    return [
        _row(
            words("{card} ({text})", card=card, text=brief(state.box, card)),
            [temple_score(state, seat, card) if other == seat else None for other in seats],
        )
        for seat in seats
        for card in temples(state, seat)
    ]


MAJORITIES = {
    "wheat": words("Most wheat"),
    "clay": words("Most clay"),
    "stone": words("Most stone"),
    "wood": words("Most wood"),
    GOLD: words("Most gold"),
}


def _majority_row(state: World, what: str) -> Row:
    cells: list[Cell] = [
        words(
            "{score} ({held})",
            score=majority_score(state, seat, what),
            held=holding(state, seat, what),
        )
        for seat in range(state.seats)
    ]
    return _row(MAJORITIES[what], cells)
