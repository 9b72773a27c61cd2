"""Choosing at the table: what keys, clicks and the wheel do to what is being chosen."""

from __future__ import annotations

from textual import events

from engine.core.state import State
from engine.core.step import Place as BoardPlace
from engine.core.wording import joined
from engine.errors import Refusal
from engine.i18n.text import Text, words
from engine.play.position import Owed
from screens.choose.chooser import ARROWS, KEYS, Reply, Response
from screens.choose.choosing import Choosing
from screens.paint import buttons
from screens.paint.canvas import Place
from screens.play.bot_moves import BotsScreen
from screens.play.paging import LOG, TABLE, WHOLE
from screens.preferences import CONFIRM_ALWAYS, CONFIRM_NEVER
from screens.tabletop import panels
from screens.terminal.surface import Surface


class PickingScreen(BotsScreen):
    """A table at which a person chooses part by part, and takes the whole of it.

    `confirming` says whether the choice under the pointer has been taken once, and counts when it
    is taken again.
    """

    confirming = False

    # ------------------------------------------------------------------ keys

    def key_pressed(self, event: events.Key) -> None:
        if not self.looking and self._take_key(event.key, event.character):
            event.stop()
        else:
            super().key_pressed(event)

    def _take_key(self, key: str, character: str | None) -> bool:
        """Give a key to the way of choosing; False if it does nothing there."""
        choosing = self.choosing
        if choosing is None or not self.is_drawn or self.zone == LOG or self.prompt is not None:
            return False
        if self.zone != TABLE and (key in ARROWS or choosing.chooser.needs_table):
            return False
        if key not in ARROWS and not self._fresh_guard.lets():
            return key in ("enter", "space") or (character or "-") in KEYS
        reply = choosing.chooser.press(key, character)
        own = self.own_keys.values()
        if reply is Response.NOTHING and character and character in KEYS and character not in own:
            self._say_why_not(choosing, character)
            return True
        return self._answer(reply)

    def _say_why_not(self, choosing: Choosing[State], character: str) -> None:
        """Say why a key chooses nothing, as a click on its place does."""
        place = choosing.place_of_key(character)
        if place is not None and choosing.refuse(place) is not None:
            self._refuse(place)
        else:
            self.tell(words("No choice has the key {key} now.", key=character))

    def steer(self, direction: str) -> bool:
        if self.arrow_at_notice():
            return True
        if not self.looking and self.zone == TABLE and self._take_key(direction, None):
            return True
        return super().steer(direction)

    # ------------------------------------------------------------------ mouse

    def wheel_turned(self, lines: int) -> None:
        choosing = self.choosing
        here = (
            self.zone == TABLE
            and self.is_drawn
            and not (self.looking or self.prompt or self.must_read)
        )
        if choosing is None or not here or not self._answer(choosing.chooser.wheel(lines)):
            super().wheel_turned(lines)

    def other_button_pressed(self) -> None:
        choosing = self.choosing
        here = self.zone == TABLE and self.is_drawn and not (self.looking or self.prompt)
        if choosing is not None and here:
            self._answer(choosing.chooser.turn())

    def on_surface_pointed(self, event: Surface.Pointed) -> None:
        if self.confirming:
            self.show_decision()
        else:
            super().on_surface_pointed(event)

    def place_pointed(self, place: Place) -> None:
        choosing = self.choosing
        if choosing is not None and not self.looking and isinstance(place, tuple):
            index = choosing.index_at(place)
            if index is not None:
                self._point(index)
                return
            if self._touch(place, picked=False):
                return
        if not self.confirming and self.prompt is None:
            if choosing is not None and isinstance(place, tuple) and place[0] == buttons.SHUT:
                self._refuse(place)
                return
            super().place_pointed(place)

    def place_clicked(self, place: BoardPlace) -> None:
        if place == panels.ASKED:
            self._take()
            return
        if place[0] != buttons.KEY and (self.prompt is not None or not self._fresh_guard.lets()):
            return
        if self._touch(place, picked=True):
            return
        if self.choosing is not None and self.choosing.index_at(place) is not None:
            self._pick(place)
            return
        self.confirming = False
        super().place_clicked(place)
        if self.choosing is not None:
            self._refuse(place)

    def place_picked(self, place: Place) -> None:
        if self.looking:
            super().place_picked(place)
            if self.choosing is not None and isinstance(place, tuple):
                index = self.choosing.index_at(place)
                if index is not None:
                    self._point(index)
        else:
            self._pick(place)

    def _point(self, index: int) -> None:
        assert self.choosing is not None
        if index != self.choosing.pointed or self.confirming or self.message:
            self.choosing.point(index)
            self.confirming, self.message = False, ""
            self.show_pointed()

    def _touch(self, place: BoardPlace, *, picked: bool) -> bool:
        """Let the way of choosing know where the pointer is; False if that is nothing to it."""
        choosing = self.choosing
        if choosing is None or self.looking or not self.is_drawn or self.zone == LOG:
            return False
        return self._answer(choosing.chooser.touch(place, picked=picked))

    def _pick(self, place: Place) -> None:
        choosing = self.choosing
        index = choosing.index_at(place) if choosing and isinstance(place, tuple) else None
        if choosing is None or index is None or not self._fresh_guard.lets():
            return
        if isinstance(place, tuple) and place[0] == buttons.MORE:
            self._point(index)
            return
        if index != choosing.pointed:
            self.confirming = False
        self._answer(choosing.chooser.pick(index))

    def _refuse(self, place: BoardPlace) -> None:
        """Say why what was clicked cannot be chosen."""
        choosing = self.choosing
        assert choosing is not None
        refusal = choosing.refuse(place)
        if refusal is not None:
            said = self._seen_at(self.scene(), place)
            why = f"{self.say(refusal.reason)} ({refusal.rule})"
            self.message = why if said is None else f"{why} {self.say(said)}"
            self.show_decision()

    # ------------------------------------------------------------------ what it comes to

    def _answer(self, answer: Reply) -> bool:
        """Show what a key or a click has done to the choice, or take it as it stands; False if it
        did nothing."""
        if isinstance(answer, Refusal):
            self.tell(words("{reason} ({rule})", reason=answer.reason, rule=answer.rule))
        elif answer is Response.TAKEN:
            self._take()
        elif answer is not Response.NOTHING:
            self.confirming, self.message = False, ""
            if self.zone == WHOLE:
                self.show_all()
            elif answer is Response.POINTED:
                self.show_pointed()
            else:
                self.show_decision()
        return answer is not Response.NOTHING

    def _take(self) -> None:
        """Take the choice under the pointer; ask once more where that is wanted."""
        choosing = self.choosing
        assert choosing is not None
        refusal = choosing.refusal()
        if refusal is not None:
            self.tell(words("{reason} ({rule})", reason=refusal.reason, rule=refusal.rule))
            return
        if choosing.pick is not None and not self.confirming and self._wants_confirmation():
            self.confirming = True
            self.message = ""
            self.show_decision()
            return
        pick = choosing.take()
        if pick is None:
            self.message = ""
            self.show_all()
        else:
            asked = choosing.asked
            owed = Owed(asked.seat, asked.decision)
            self._carry_out(owed, lambda: self.session.choose(asked, pick), self._refused)

    def _wants_confirmation(self) -> bool:
        """Whether the choice counts only when it is taken once more: as it is set, and by default
        where it passes the turn or shows what nobody knew."""
        choosing, wish = self.choosing, self.preferences.confirm
        assert choosing is not None
        own = choosing.chooser.confirms
        if own is False:
            return False
        if wish in (CONFIRM_ALWAYS, CONFIRM_NEVER):
            return wish == CONFIRM_ALWAYS
        if own is not None:
            return own
        if choosing.is_plain:
            return False
        foresight = choosing.foresight()
        return foresight is not None and (foresight.passes or foresight.chance is not None)

    def asked_again(self) -> str:
        if self.choosing is None or not self.confirming:
            return ""
        foresight = self.choosing.foresight()
        return "" if foresight is None else self.say(panels.confirmation(foresight))

    def action_back(self) -> None:
        if self.looking or self.zone != TABLE:
            super().action_back()
        elif not self.confirming and self.choosing is not None and self.choosing.back():
            self.message = ""
            self.show_all()
        elif self.confirming or self.message:
            self.confirming, self.message = False, ""
            self.show_decision()

    def tell_for_now(self, text: Text) -> None:
        """Tell what is true only until something happens."""
        self.tell(text)

    def action_hint(self) -> None:
        """Say what the bot that looks one pick ahead would do, and why; go to it, count it out or
        mark it, as far as the next parts go."""
        choosing = self.choosing
        if choosing is None:
            self.tell_for_now(words("Nobody is asked anything now."))
            return
        if self.must_read:
            self.tell(words("Read the card first: Space puts it away."))
            return
        asked = choosing.asked
        pick = self.session.hint(asked.seat)
        chosen = asked.decision.parts_of(pick)
        done = len(choosing.chosen)
        if chosen[:done] == choosing.chosen:
            choosing.chooser.suggest(chosen[done:])
        labels = [asked.label(chosen[: size + 1]) for size in range(len(chosen))]
        what = joined(labels, " > ") or words("nothing")
        foresight = asked.foresee(pick, policy=self.sight.game.follow)
        why = self.painter.why(self.scene(), foresight)
        hint = words("Greedy would take: {what}.", what=what)
        if why is not None:
            hint = words("Greedy would take: {what}. It brings: {why}.", what=what, why=why)
        self.confirming = False
        self.advice = self.say(hint)
        self.tell(hint)
