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

    def lay(self, doing: TableState, notice: Notice) -> tuple[TableState, Effects]:
        """Lay a card over the table, or below the one that lies there."""
        lying = (*doing.cards.lying, notice)
        doing = evolve(doing, cards=evolve(doing.cards, lying=lying))
        return show_card(doing) if len(lying) == 1 else (doing, ())

    def tell_news(self, doing: TableState, seat: int) -> tuple[TableState, Effects]:
        """Lay the card of what has happened since the seat chose last, once for each time."""
        sight, cards = self._reading.sight, doing.cards
        if doing.wishes.cards == CARDS_OFF or cards.told_till.get(seat) == sight.count:
            return doing, ()
        told_till = {**cards.told_till, seat: sight.count}
        doing = evolve(doing, cards=evolve(cards, told_till=told_till))
        notice = news(sight, self._scenes.of(doing), self._scenes.painter)
        return (doing, ()) if notice is None else self.lay(doing, notice)

    def tell_end(self, doing: TableState) -> tuple[TableState, Effects]:
        """Show how the game has ended: by a card first, then by the score sheet."""
        effects: Effects = ()
        if doing.wishes.cards != CARDS_OFF:
            scene = self._scenes.of(doing)
            doing, effects = self.lay(
                doing, endings(self._reading.sight, scene, self._scenes.painter)
            )
        if doing.card is None:
            doing = open_page(doing, SHEET)
        return doing, (*effects, Repaint(RepaintScope.ALL))

    # ------------------------------------------------------------------ the coach

    def advise(self, doing: TableState) -> tuple[TableState, Effects]:
        """Let the coach speak by a card the first time that something is asked, where it has no
        place of its own."""
        told, choosing = self.advice(doing), doing.choosing
        if not told or choosing is None or self.coach_rows(doing):
            return doing, ()
        name = choosing.decision.name
        if name in doing.cards.advised:
            return doing, ()
        cards = evolve(doing.cards, advised=doing.cards.advised | {name})
        hint = self._scenes.say(
            doing, words("{key}: turn the coach off", key=key_to("play.coach", doing.wishes.keys))
        )
        lines = [CardLine(told), CardLine(hint, "dim")]
        places = [place for stop in choosing.chooser.stops() for place in stop]
        card = Notice(COACH, lines, waits=False, of=places)
        return self.lay(evolve(doing, cards=cards), card)

    def advice(self, doing: TableState) -> str:
        """What the coach says of what is asked; empty where it has nothing to say."""
        if not doing.cards.coached or doing.choosing is None:
            return ""
        header, decision = self._reading.sight.header, doing.choosing.decision.name
        return advice(
            header.game, decision, doing.wishes.language, header.data, self._scenes.keys(doing)
        )

    def coach_rows(self, doing: TableState) -> int:
        """How many rows above the decision the coach has, the same whatever is asked."""
        if not doing.cards.coached:
            return 0
        header = self._reading.sight.header
        keys = self._scenes.keys(doing)
        topics = coach(header.game, doing.wishes.language, header.data, keys).topics
        if not topics:
            return 0
        told = (" ".join(passage.plain for passage in topic.passages) for topic in topics)
        longest = max(len(wrap(text, coach_width(doing))) for text in told)
        spare = doing.size[1] - 2 - self.panel_height(doing) - LEAST_TABLE
        return longest if spare >= longest + 4 else 0

    def panel_height(self, doing: TableState) -> int:
        """How many rows the decision has. Once the game is over there is no more than the places to
        tell, and what may be asked."""
        rows = self._scenes.painter.decision_rows(*doing.size)
        sight = self._reading.sight
        replaying = self._scenes.around.replaying
        if replaying or not sight.over or doing.question is not None or doing.zone == LOG:
            return rows
        bests = len(doing.bests) + 1 if doing.bests else 0
        return min(rows, max(len(sight.header.seats), bests) + 2)


def coach_width(doing: TableState) -> int:
    """How wide the lines of the coach are."""
    return max(20, doing.size[0] - 6)


def show_card(doing: TableState) -> tuple[TableState, Effects]:
    """The uppermost card has come: nothing puts it away at once, perhaps a timer in a while."""
    gate = doing.cards.gate.shut(doing.now)
    doing = evolve(doing, cards=evolve(doing.cards, gate=gate))
    if doing.wishes.cards != CARDS_TIMED:
        return doing, ()
    doing, effect = start_timer(doing, CARD_TIMER, NOTICE_SECONDS)
    return doing, (effect,)


def drop_cards(doing: TableState) -> tuple[TableState, Effects]:
    """Put all cards away; nobody has read them."""
    doing, effects = cancel_timer(doing, CARD_TIMER)
    return evolve(doing, cards=evolve(doing.cards, lying=())), effects
