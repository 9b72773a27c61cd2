"""Cards over the table: what has happened since one's last turn, how it ended, and the coach."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from engine.help.coach import advice, coach
from engine.i18n.text import words
from screens.key_map import key_to
from screens.paint.cells import wrap
from screens.preferences import CARDS_OFF, CARDS_TIMED
from screens.table.effects import Effects, Repaint, RepaintScope, cancel_timer, start_timer
from screens.table.read_only_session import ReadOnlySession, SceneFactory
from screens.table.table_state import LOG, SHEET, TableState, open_page
from screens.table_view.news import endings, news
from screens.table_view.notice_card import CardLine, Notice

NOTICE_SECONDS: Final = 4.0
"""How long a card stays that goes by itself."""

LEAST_TABLE: Final = 17
"""How many rows a table needs at least; the coach has a place of its own where more are left."""

COACH: Final = words("The coach")

CARD_TIMER: Final = "card"


class NoticeContent:
    """Lays cards, and knows what the coach says and how much room there is for it."""

    def __init__(self, reading: ReadOnlySession, scenes: SceneFactory) -> None:
        self._reading, self._scenes = reading, scenes

    def lay(self, state: TableState, notice: Notice) -> tuple[TableState, Effects]:
        """Lay a card over the table, or below the one that lies there."""
        lying = (*state.cards.lying, notice)
        state = evolve(state, cards=evolve(state.cards, lying=lying))
        return show_card(state) if len(lying) == 1 else (state, ())

    def tell_news(self, state: TableState, seat: int) -> tuple[TableState, Effects]:
        """Lay the card of what has happened since the seat chose last, once for each time."""
        sight, cards = self._reading.sight, state.cards
        if state.wishes.cards == CARDS_OFF or cards.told_till.get(seat) == sight.count:
            return state, ()
        told_till = {**cards.told_till, seat: sight.count}
        state = evolve(state, cards=evolve(cards, told_till=told_till))
        notice = news(sight, self._scenes.of(state), self._scenes.painter)
        return (state, ()) if notice is None else self.lay(state, notice)

    def tell_end(self, state: TableState) -> tuple[TableState, Effects]:
        """Show how the game has ended: by a card first, then by the score sheet."""
        effects: Effects = ()
        if state.wishes.cards != CARDS_OFF:
            scene = self._scenes.of(state)
            state, effects = self.lay(
                state, endings(self._reading.sight, scene, self._scenes.painter)
            )
        if state.card is None:
            state = open_page(state, SHEET)
        return state, (*effects, Repaint(RepaintScope.ALL))

    # ------------------------------------------------------------------ the coach

    def advise(self, state: TableState) -> tuple[TableState, Effects]:
        """Let the coach speak by a card the first time that something is asked, where it has no
        place of its own."""
        told, choosing = self.advice(state), state.choosing
        if not told or choosing is None or self.coach_rows(state):
            return state, ()
        name = choosing.decision.name
        if name in state.cards.advised:
            return state, ()
        cards = evolve(state.cards, advised=state.cards.advised | {name})
        hint = self._scenes.say(
            state, words("{key}: turn the coach off", key=key_to("play.coach", state.wishes.keys))
        )
        lines = [CardLine(told), CardLine(hint, "dim")]
        places = [place for stop in choosing.chooser.stops() for place in stop]
        card = Notice(COACH, lines, waits=False, of=places)
        return self.lay(evolve(state, cards=cards), card)

    def advice(self, state: TableState) -> str:
        """The coach's advice on the pending decision; empty if there is none."""
        if not state.cards.coached or state.choosing is None:
            return ""
        header, decision = self._reading.sight.header, state.choosing.decision.name
        return advice(
            header.game, decision, state.wishes.language, header.data, self._scenes.keys(state)
        )

    def coach_rows(self, state: TableState) -> int:
        """Number of rows for the coach above the decision, the same for all decisions."""
        if not state.cards.coached:
            return 0
        header = self._reading.sight.header
        keys = self._scenes.keys(state)
        topics = coach(header.game, state.wishes.language, header.data, keys).topics
        if not topics:
            return 0
        told = (" ".join(passage.plain for passage in topic.passages) for topic in topics)
        longest = max(len(wrap(text, coach_width(state))) for text in told)
        spare = state.size[1] - 2 - self.panel_height(state) - LEAST_TABLE
        return longest if spare >= longest + 4 else 0

    def panel_height(self, state: TableState) -> int:
        """Number of rows of the decision panel; after the game only those that the result and a
        question need."""
        rows = self._scenes.painter.decision_rows(*state.size)
        sight = self._reading.sight
        replaying = self._scenes.around.replaying
        if replaying or not sight.over or state.question is not None or state.zone == LOG:
            return rows
        bests = len(state.bests) + 1 if state.bests else 0
        return min(rows, max(len(sight.header.seats), bests) + 2)


def coach_width(state: TableState) -> int:
    """Width of the coach's lines, in cells."""
    return max(20, state.size[0] - 6)


def show_card(state: TableState) -> tuple[TableState, Effects]:
    """The uppermost card has come: nothing puts it away at once, perhaps a timer in a while."""
    gate = state.cards.gate.shut(state.now)
    state = evolve(state, cards=evolve(state.cards, gate=gate))
    if state.wishes.cards != CARDS_TIMED:
        return state, ()
    state, effect = start_timer(state, CARD_TIMER, NOTICE_SECONDS)
    return state, (effect,)


def drop_cards(state: TableState) -> tuple[TableState, Effects]:
    """Put all cards away; nobody has read them."""
    state, effects = cancel_timer(state, CARD_TIMER)
    return evolve(state, cards=evolve(state.cards, lying=())), effects
