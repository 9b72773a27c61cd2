"""Taking back and bringing back at the table, alone or with everybody's consent."""

from __future__ import annotations

from engine.i18n.text import words
from screens.commands import key_of
from screens.play.keeping import Act, KeepingScreen
from screens.play.prompt import Answer, Prompt
from screens.play.taking_back import TakingBack, taking_back
from screens.tabletop import logs


class RewindingScreen(KeepingScreen):
    """A table at which choices of its session can be taken back and brought back."""

    def taken_back(self) -> None:
        """What is shown once something was taken back or brought back."""
        raise NotImplementedError

    def _taking_back(self) -> TakingBack:
        asked = self.viewer if self.choosing is None else self.choosing.seat
        return taking_back(self.session, asked)

    def action_undo(self) -> None:
        """Take back the last choice."""
        self._take_back(whole_turn=False)

    def action_undo_turn(self) -> None:
        """Take back all that was chosen in this turn; of another's turn in which there are secrets,
        the last choice."""
        self._take_back(whole_turn=True)

    def _take_back(self, *, whole_turn: bool) -> None:
        back = self._taking_back()
        if back.seat is None or back.why_not is not None:
            self.tell(back.why_not or words("Nothing has been chosen yet."))
            return
        seat = back.seat
        own = self.choosing is None or self.choosing.seat == seat
        whole = whole_turn and (own or not self.sight.has_secrets())
        self._try(lambda: self.session.take_back(seat, whole_turn=whole))

    def action_redo(self) -> None:
        """Bring back what was taken back last."""
        seats = [seat for seat in (self.viewer, *self.people) if seat is not None]
        able = next((seat for seat in seats if self.sight.can_redo(seat)), None)
        if able is None:
            self.tell(words("There is nothing to bring back."))
        else:
            self._try(lambda: self.session.redo(able))

    def action_rewind(self) -> None:
        """Ask the table to take back beyond a barrier."""
        self._ask_table(self.sight.length + 1)

    def _ask_table(self, before: int) -> None:
        """Ask whether to take back the last choice that a person has made before an event, and all
        after it: a bot would choose the same again."""
        people = self.sight.own_people or range(len(self.sight.header.seats))
        earlier = [n for n, seat in self.sight.picks() if n < before and seat in people]
        if not earlier:
            self.tell(words("Nothing has been chosen yet."))
            return
        number = earlier[-1]
        story = logs.log_lines(self.scene())
        gone = " ".join(line.text for line in story if line.number >= number)
        alone = len(self.sight.own_people) == 1
        yes = words("take it back") if alone else words("all agree")
        answers = [
            Answer("enter", yes, lambda: self._rewind(number - 1)),
            Answer(
                key_of("play.rewind", self.preferences.keys),
                words("one choice further back"),
                lambda: self._ask_table(number),
            ),
        ]
        self.prompt = Prompt(
            words("Take it back all the same?") if alone else words("Does the whole table agree?"),
            words("It takes back: {story}", story=gone),
            answers,
            lambda: None,
        )
        self.show_decision()

    def _rewind(self, number: int) -> None:
        seat = self.viewer if self.viewer is not None else 0
        self._try(lambda: self.session.rewind(seat, number))

    def _try(self, change: Act) -> None:
        self.keep(change, lambda _: self.taken_back())
