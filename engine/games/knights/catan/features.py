"""What a fitted value of a seat is made of (features): points and how near the end is, what its
buildings yield, its hand, cards, army and roads."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.knights.catan.state import CatanIsland
from engine.games.knights.features import CLOSE, of_hand, pips_by_kind
from engine.games.knights.outlook import settle_nodes


def features(state: CatanIsland, seat: int) -> Sequence[float]:
    """The features of a seat where all hands are known, of about one each."""
    points = state.points(seat)
    rivals = max(map(state.points, state.opponents(seat)))
    late = max(points, rivals) / state.win_target
    income = state.income[seat] / 10
    by_kind = pips_by_kind(state, seat)
    return (
        points,
        points * late,
        max(0, CLOSE - (state.win_target - points)),
        income,
        income * (1 - late),
        *(pips / 10 for pips in by_kind),
        sum(map(bool, by_kind)),
        *of_hand(state, seat),
        state.lengths[seat],
        state.award == seat,
        state.army_size(seat),
        state.army == seat,
        state.cards_held(seat) - state.hidden_points(seat),
        state.rates(seat).count(2),
        min(2, settle_nodes(state, seat).bit_count()),
        (seat - state.active) % state.seats / state.seats,
    )
