"""Picks that need confirmation on the screen need it in line mode too: for every kind of decision
of every game, with every setting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

import pytest
from attrs import evolve

from engine.core.event import Value
from engine.core.parts import MultisetPart, SubsetPart
from engine.core.state import State
from engine.match.decision_request import DecisionRequest
from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.line_mode.line_table import LineTable
from screens.preferences import CARDS_OFF, CONFIRM_ALWAYS, CONFIRM_LOSS, CONFIRM_NEVER, Preferences
from screens.table.effects import Do, Effect
from screens.table.match_commands import Choose
from screens.table.messages import Clicked, TableMessage
from screens.table_view.panels import CONFIRMATION_PLACE
from tests.engine.games.knights.positions import give
from tests.matrix import usually
from tests.screens.line_mode.line_tables import writer
from tests.screens.table.headless import HeadlessMatch
from tests.screens.table.positions import PLAYERS, positions
from tests.screens.tables import advance, any_option, sampled

MOST: Final = 3
"""Number of positions with a decision of one kind."""

OPTIONS: Final = 5
"""Number of picks at each: the first, the last and random ones."""


class UnsavedTable(HeadlessMatch):
    """A table on the screen at which nothing is saved: `picks` collects what would be. It is opened
    once for all picks of a position."""

    def __init__(self, session: Session, wish: str) -> None:
        self.picks: list[Value] = []
        super().__init__(session, Preferences(cards=CARDS_OFF, confirm=wish))
        self.now += 10
        if self.state.pass_to is not None:
            self.press("space")
        self.opened = self.state

    def carry_out(self, effect: Effect) -> TableMessage | None:
        if isinstance(effect, Do) and isinstance(effect.command, Choose):
            self.picks.append(effect.command.pick)
            return None
        return super().carry_out(effect)

    def asks(self, pick: Value) -> bool:
        """Whether the screen asks to confirm a pick."""
        self.picks.clear()
        assert self.opened.partial_pick is not None
        fork = self.opened.partial_pick.forked()
        fork.fill_in(pick)
        assert fork.pick == pick
        self.state = evolve(self.opened, partial_pick=fork)
        self.now += 10
        self.send(Clicked(CONFIRMATION_PLACE))
        assert self.picks == ([] if self.state.confirming else [pick])
        return self.state.confirming


class UnsavedLines(LineTable):
    """The same in line mode."""

    def __init__(self, session: Session, wish: str) -> None:
        self.picks: list[Value] = []
        header = session.match.header
        super().__init__(session, writer(header.game, header.names), confirm=wish)
        self.begin()
        while self.awaits_confirmation:
            self.handle_line("")
        assert self.picking.partial_move is not None
        self.request = self.picking.partial_move.request

    def carry_out(self, asked: DecisionRequest[State], pick: Value) -> None:
        self.picks.append(pick)

    @property
    def awaits_confirmation(self) -> bool:
        """Whether the next line answers a question instead of choosing a part."""
        return self.dialogue.answer is not None

    def asks(self, pick: Value) -> tuple[bool, bool]:
        """Whether line mode asks to confirm a pick, and whether its last part was composed or the
        only choice, which Enter then confirms."""
        self.picks.clear()
        self.picking.begin(self.request)
        made_up = False
        for at, part in enumerate(self.request.decision.parts_of(pick)):
            partial_move = self.picking.partial_move
            assert partial_move is not None
            if at < len(partial_move.chosen):
                continue  # it was the only one, and skipped
            if self.awaits_confirmation:
                made_up = True  # the last part is the only choice: the move is shown first
                break
            made_up = isinstance(partial_move.following, MultisetPart | SubsetPart)
            lines = self.handle_line(self.writer.typed_as(partial_move, part))
        asks = self.awaits_confirmation
        assert self.picks == ([] if asks else [pick])
        if asks:
            assert lines[-1] == "Press Enter to confirm, or type “back”."
            self.handle_line("")
        assert self.picks == [pick]
        return asks, made_up


def session_of(match: Match) -> Session:
    """Return a session of a match, in a store of its own."""
    store = MemoryStore()
    return Session(store, store.new(match), match)


def moments(game: str) -> Iterator[tuple[str, Match, Sequence[Value]]]:
    """Yield positions with decisions of each kind, and some picks there."""
    met, random = Counter[str](), Random(game)
    for seed, lots in enumerate((sampled(b"twice"), any_option(3))):
        for match in positions(game, 40 + seed, lots, 150, 3):
            pending = match.pending()[0]
            name = pending.decision.name
            if met[name] >= MOST:
                continue
            met[name] += 1
            if pending.decision.listed:
                options = list(match.options(pending.seat))
                random.shuffle(middle := options[1:-1])
                yield name, match, list(dict.fromkeys([options[0], options[-1], *middle]))[:OPTIONS]
            else:
                drawn = [lots(match, pending) for _ in range(OPTIONS)]
                yield name, match, list(dict.fromkeys(drawn))


@pytest.mark.parametrize("wish", [CONFIRM_LOSS, CONFIRM_ALWAYS, CONFIRM_NEVER])
@pytest.mark.parametrize("game", [usually(game != "catan", game) for game in PLAYERS])
def test_line_mode_confirms_the_same_picks_as_the_screen(game: str, wish: str) -> None:
    kinds, asked = set(), 0
    for name, match, picks in moments(game):
        session = session_of(match)
        lines = UnsavedLines(session, wish)
        with UnsavedTable(session, wish) as screen:
            for pick in picks:
                twice = screen.asks(pick)
                asks, made_up = lines.asks(pick)
                assert asks == (twice or made_up), (name, pick)
                kinds.add(name)
                asked += twice
    print(f"{game}, {wish}: {len(kinds)} kinds of decision, {asked} picks asked twice")
    assert len(kinds) > 1
    assert bool(asked) == (wish != CONFIRM_NEVER) or wish == CONFIRM_LOSS
    assert asked or wish != CONFIRM_LOSS or game not in ("era", "troyes")


@pytest.mark.parametrize(("wool", "twice"), [(0, False), (9, True)])
def test_ending_turn_over_card_limit_is_confirmed(wool: int, twice: bool) -> None:
    match = Match.begin("knights", [("Anna", "person"), ("Boris", "person")], seed="5")
    advance(match, sampled(b"main"), 0, until="Main")
    state: Any = match.state
    give(state, match.pending()[0].seat, wool=wool)
    session = session_of(match)
    with UnsavedTable(session, CONFIRM_LOSS) as screen:
        assert screen.asks(("end",)) == twice
    assert UnsavedLines(session, CONFIRM_LOSS).asks(("end",)) == (twice, False)
