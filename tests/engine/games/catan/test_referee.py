"""The game compared with the slow referee: after every event, position and pending decisions must
be the same."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.bots import make_bot
from engine.core.chance import Dice
from engine.core.event import Event
from engine.games.knights.state import CITY
from engine.match.match import Match
from engine.search.simulation import Observation
from tests.engine.games.catan.positions import begin
from tests.engine.games.catan.referee import EDGES, Referee, Won

MAX_PICKS = 20_000


def match_books(state: Any) -> dict[str, Any]:
    """The position of the match in the referee's form."""
    box, seats = state.box, range(state.seats)
    names = [card.id for card in box.cards]
    kinds = [kind.id for kind in box.kinds]
    return {
        "bank": +Counter(dict(zip(kinds, state.bank, strict=True))),
        "hands": [+Counter(dict(zip(kinds, hand, strict=True))) for hand in state.hands],
        "held": [[names[card] for card in state.progress[seat]] for seat in seats],
        "played": [[names[card] for card in state.open_cards[seat]] for seat in seats],
        "built": {
            node: (owner, "city" if state.pieces[node] == CITY else "settlement")
            for node, owner in enumerate(state.owners)
            if owner >= 0
        },
        "roads": {edge: owner for edge, owner in enumerate(state.roads) if owner >= 0},
        "robber": state.robber,
        "award": state.award,
        "army": state.army,
        "points": [state.points(seat) for seat in seats],
        "active": state.active,
    }


def referee_books(referee: Referee) -> dict[str, Any]:
    """The position of the referee."""
    names = ("bank", "hands", "held", "played", "built", "roads", "robber", "award", "army")
    found = {name: getattr(referee, name) for name in (*names, "active")}
    found["bank"] = +found["bank"]
    found["hands"] = [+hand for hand in found["hands"]]
    found["points"] = [referee.points(seat) for seat in range(referee.seats)]
    return found


class RefereedMatch:
    """A match with its referee."""

    def __init__(self, match: Match, options: dict[str, str]) -> None:
        self.match = match
        state: Any = match.state
        laid = options.get("layout") == "beginner"
        referee = Referee(state.seats, state.win_target, state.discard_base, laid=laid)
        self.referee, self.game = referee, referee.game()
        self.due = next(self.game)
        self.over = False
        for event in match.log:
            self.write_down(event)

    def write_down(self, event: Event) -> None:
        """Pass an event to the referee, if it is an expected one."""
        step, seats = self.due
        assert event.step == step
        value = (event.seat, event.value) if step == "SevenDiscard" else event.value
        assert not seats or event.seat in seats
        try:
            self.due = self.game.send(value)
        except Won:
            self.over = True

    def compare(self) -> None:
        """Compare position and pending decisions; for roads, settlements and cities also their
        places."""
        ours, theirs = match_books(self.match.state), referee_books(self.referee)
        assert {key: ours[key] for key in ours if ours[key] != theirs[key]} == {}, theirs
        assert self.match.over == self.over
        if self.over:
            return
        step, seats = self.due
        pending = self.match.pending()
        assert {(one.decision.name, one.seat) for one in pending} == {
            (step, seat) for seat in seats
        }
        if step == "Main":
            self.compare_places(pending[0].decision, seats[0])

    def compare_places(self, menu: Any, seat: int) -> None:
        """Compare the places where something can be built by a player who could pay for
        everything."""
        state: Any = self.match.state.copy()
        state.hands[seat] = [5] * len(state.bank)
        options = menu.options(state)
        keys = ("road", "settlement")
        found = {key: sorted(pick[1] for pick in options if pick[0] == key) for key in keys}
        one, ends = self.referee, {e: n for e, n in self.referee.roads.items() if n == seat}
        roads = one.edges_for(seat) if len(ends) < 15 else []
        assert found["road"] == sorted(roads)
        reached = {node for e in ends for node in EDGES[e]}
        free = sorted(node for node in reached if one.is_free(node))
        assert found["settlement"] == (free if one.count(seat, "settlement") < 5 else [])


@pytest.mark.rule("CK-1.11", "CK-25.15")
@pytest.mark.parametrize("bot", ["random", "easy", "medium"])
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"layout": "beginner"}),
        (3, {"layout": "random_balanced", "win_target": "12", "discard_base": "8"}),
        (4, {}),
    ],
)
def test_game_and_referee_agree_after_every_event(bot: str, seats: int, options: dict[str, str]):
    match = begin(seats, seed=f"referee {bot}", **options)
    watched = RefereedMatch(match, options)
    player, dice = make_bot(bot), Dice(b"referee")
    for _ in range(MAX_PICKS):
        watched.compare()
        if match.over:
            break
        seat = dice.pick(match.pending()).seat
        pick = player.choose(Observation.of(match, seat, dice=dice))
        for event in match.choose(seat, pick):
            watched.write_down(event)
    assert match.over
    cards = match_books(match.state)
    assert cards["bank"] + sum(cards["hands"], Counter()) == Counter(
        {kind.id: kind.bank for kind in match.state.box.kinds}  # type: ignore[attr-defined]
    )
