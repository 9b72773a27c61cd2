"""A match at a keyboard, in lines: who is asked, what is typed, what comes of it.

`LinesTable` takes lines and gives lines; it reads and prints nothing itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from engine.bots import offered
from engine.core.event import Value
from engine.core.parts import Bag, Marks
from engine.core.players import PERSON
from engine.core.state import State
from engine.errors import Conflict, GuildhallError, Refusal
from engine.i18n.text import Seat, Text, verbatim, words
from engine.play.asked import Asked
from engine.play.narrowing import Narrowing
from engine.play.position import Owed
from engine.search.estimate import Estimate
from engine.storage.bells import Watch
from engine.storage.session import Session
from screens.doing.acts import BotChooses
from screens.doing.advising import no_hint, quick
from screens.doing.errands import keep
from screens.doing.inputs import Kept, Refused, WasBusy
from screens.doing.taking_back import taking_back
from screens.doing.values import Cover
from screens.lines.commands import COMMANDS, key_of
from screens.lines.telling import MOST_AT_ONCE, Teller
from screens.lines.thinking import Thoughts
from screens.lines.typed import (
    NotUnderstood,
    amounts_typed,
    found_by_words,
    marks_typed,
    no_such_number,
    number_typed,
    tidied,
)

LOGGED: Final = 10
"""So many lines of the log are told unless a number says otherwise."""

SCREENFUL: Final = 60
"""So many empty lines push what stands on a screen out of it."""


class LinesTable:
    """A match, as those at one keyboard play it.

    `done` says that there is nothing more to type, `ears` what is listened to meanwhile. `lines`
    are those that are to be told; `told` up to which event each reader was told what happened.
    `begun` is what is asked, `answer` who hears the next line in place of the table, `viewer` whose
    things may be told now (None: what all may know).
    """

    def __init__(
        self,
        session: Session,
        teller: Teller,
        goes_on: Text | None = None,
        thoughts: Thoughts | None = None,
    ) -> None:
        """`goes_on` is what is told to whoever leaves: how the match goes on. Without `thoughts`
        bots think here, and hints are quick ones."""
        self.session, self.teller, self._goes_on = session, teller, goes_on
        self._thoughts = thoughts
        self.done = False
        self.ears: Sequence[Watch] = ()
        self.lines: list[str] = []
        self.told: dict[int | None, int] = {}
        self._cover = Cover(session.sight.game.cover_of(session.sight.header.options))
        self.begun: Narrowing[State] | None = None
        self._first = 0
        self._hinted: tuple[Value, ...] = ()
        self.answer: Callable[[str], None] | None = None
        self.viewer: int | None = None

    # ------------------------------------------------------------------ lines in, lines out

    def begin(self) -> list[str]:
        """What is told first."""
        sight = self.session.sight
        self.tell(words("{game}.", game=sight.game.names))
        names = ", ".join(sight.header.names)
        self.tell(words("At the table: {names}.", names=names))
        if sight.real_dice:
            self.tell(words("The dice are real: you throw them, and type what they show."))
        self.tell(words("Type a number, or words. “help” tells what else can be typed."))
        if sight.picks():
            self.told = dict.fromkeys((None, *sight.own_people), sight.length)
            self.tell(words("What happened last:"))
            self.tell_all(self.teller.log(sight, None, LOGGED))
        return self.carefully(self.go_on)

    def hear(self, typed: str) -> list[str]:
        """What comes of a line that was typed."""
        line = tidied(typed)

        def do() -> None:
            if self.answer is not None:
                answer, self.answer = self.answer, None
                answer(line)
            else:
                self._heard(line)

        return self.carefully(do)

    def look_up(self) -> list[str]:
        """What has happened meanwhile, where others play at terminals of their own."""
        if self.answer is not None or self.done:
            return []
        before = self.session.sight.length

        def look() -> None:
            self.session.catch_up()
            if self.session.sight.length != before:
                self.go_on()

        return self.carefully(look)

    def carefully(self, do: Callable[[], None]) -> list[str]:
        """Do something, and tell in a sentence what went wrong with it."""
        try:
            do()
        except Conflict as error:
            self.tell(error.text)
            self.go_on()
        except GuildhallError as error:
            self.tell(error.text)
        except NotUnderstood as error:
            self.tell(error.text)
        told, self.lines = self.lines, []
        return told

    def tell(self, text: Text) -> None:
        """Tell a message, as one line."""
        self.lines.append(self.teller.say(text))

    def tell_all(self, lines: Iterable[str]) -> None:
        """Tell lines that are in words already."""
        self.lines += lines

    # ------------------------------------------------------------------ going on

    def go_on(self) -> None:
        """Let bots choose, and ask whoever is next."""
        session = self.session
        self.begun, self._hinted = None, ()
        while True:
            sight = session.sight
            if sight.over:
                self._end()
                return
            if session.seats and (lacking := session.lacking_bot()) is not None:
                self._ask_who_plays(*lacking)
                return
            if session.seats and session.waiting_bot() is not None:
                self._let_bot_choose()
                continue
            people = set(sight.own_people)
            owed = next((one for one in sight.owed() if one.seat in people), None)
            if owed is None:
                self.tell_news()
                self._tell_who_chooses()
                return
            self._ask(owed)
            return

    def _let_bot_choose(self) -> None:
        thought = None if self._thoughts is None else self._thoughts.of_bot(self.session)
        match keep(self.session, BotChooses(thought)):
            case Kept(_, remark):
                if remark is not None:
                    self.tell(remark)
            case Refused(Conflict()):
                self.session.catch_up()
            case Refused(error) | WasBusy(error):
                raise error

    def _tell_who_chooses(self) -> None:
        sight = self.session.sight
        for owed in sight.owed():
            self.tell(words("{seat} is choosing.", seat=Seat(owed.seat)))

    def tell_news(self) -> None:
        """Tell the reader what has happened since they were told last."""
        sight, viewer = self.session.sight, self.viewer
        since = min(self.told.get(viewer, 0), sight.length)
        heard = min(self.told.get(None, 0), sight.length)
        self.tell_all(self.teller.news(sight, viewer, since, heard))
        self.told[viewer] = sight.length
        if not self._cover.covers(sight):
            self.told = dict.fromkeys(self.told, sight.length)

    def _end(self) -> None:
        sight = self.session.sight
        own = sight.own_people
        self.viewer = own[0] if len(own) == 1 else None
        self.tell_news()
        self.tell(words("The game is over."))
        self.tell_all(self.teller.end(sight, self.viewer))
        self.tell_all(self.teller.sheet(sight, self.viewer))
        self.done = True

    def _ask_who_plays(self, seat: int, bot: str) -> None:
        """Ask who plays a seat whose bot this program does not have."""
        players = {PERSON: words("a person")}
        players |= {f"bot:{name}": title for name, title in offered().items()}
        self.tell(words("The bot {bot}, who has played so far, is not here.", bot=bot))
        self.tell(words("Who plays for {seat}?", seat=Seat(seat)))
        for number, title in enumerate(players.values(), 1):
            self.lines.append(f"{number}. {self.teller.say(title)}.")

        def answered(line: str) -> None:
            number = number_typed(line) or 0
            if self.key(line) == "quit":
                self.leave()
            elif 1 <= number <= len(players):
                self.session.give_seat(seat, list(players)[number - 1])
                self.go_on()
            else:
                self.answer = answered
                raise no_such_number(number, len(players))

        self.answer = answered

    # ------------------------------------------------------------------ asking

    def _ask(self, owed: Owed) -> None:
        """Ask a seat; behind a curtain, where others at this keyboard should not hear it."""
        sight, cover = self.session.sight, self._cover
        if cover.needs_curtain(sight, owed):
            self._curtain(owed)
            return
        if cover.covers(sight):
            own = cover.shows_own(sight, owed.decision)
            self.viewer = owed.seat if own else None
            self._cover = cover.unveil(sight, owed.seat) if own else cover.veil()
        else:
            self.viewer = owed.seat
        self.tell_news()
        self.begin_asking(self.session.ask(owed.seat))

    def _curtain(self, owed: Owed) -> None:
        """Pass the keyboard on: what one may know is not told before the other is there."""
        seat, alone = Seat(owed.seat), self.viewer in (None, owed.seat)
        self._cover = self._cover.veil()
        self.viewer = None
        if not alone:
            self.lines += [""] * SCREENFUL
            self.tell(words("What was told before is above in the window: do not scroll back."))
        self.tell(
            words(
                "What comes is for {seat} alone. Pass the keyboard to {seat}, then press Enter.",
                seat=seat,
            )
        )

        def opened(line: str) -> None:
            if self.key(line) == "quit":
                self.leave()
                return
            sight = self.session.sight
            self._cover = self._cover.unveil(sight, owed.seat)
            self.viewer = owed.seat
            self._ask(owed)

        self.answer = opened

    def begin_asking(self, asked: Asked[State]) -> None:
        """Ask a question from its first part on."""
        self.begun, self._first, self._hinted = Narrowing(asked), 0, ()
        self._repeat()

    def _repeat(self) -> None:
        """Tell the question and its choices."""
        begun = self.begun
        if begun is None:
            self.go_on()
            return
        named = len(self.session.sight.own_people) > 1
        self.lines.append(self.teller.question(begun, named=named))
        scene = self.teller.scene(self.session.sight, self.viewer, begun)
        self.tell_all(self.teller.choices(scene, begun, self._first))
        self._lead_on()

    # ------------------------------------------------------------------ what is typed

    def key(self, line: str) -> str | None:
        """The command that a line is, by its first word."""
        return key_of(line, self.teller.tongue)

    def _heard(self, line: str) -> None:
        if not line:
            self._repeat()
            return
        begun = self.begun
        key = self.key(line)
        if key is not None and not (begun is not None and self._is_a_choice(begun, line)):
            self.command(key, line.partition(" ")[2])
        elif begun is None:
            self.tell(words("Nothing is asked of you now. “help” tells what can be typed."))
        else:
            self._choose(begun, line)

    def _is_a_choice(self, begun: Narrowing[State], line: str) -> bool:
        """Whether a line is the very name of something that can be chosen, as “hand” may be."""
        following = begun.following
        if isinstance(following, Bag | Marks):
            names: Sequence[str] = self.teller.kinds(begun, following).names
        else:
            names = [self.teller.label(begun.with_part(one)) for one in following]
        return line.casefold() in (one.casefold() for one in names)

    def _choose(self, begun: Narrowing[State], line: str) -> None:
        """Take a line as the next part of the pick."""
        following, teller = begun.following, self.teller
        if isinstance(following, Bag):
            part: Value | None = amounts_typed(
                line, following, teller.kinds(begun, following), teller.tongue
            )
        elif isinstance(following, Marks):
            part = marks_typed(line, following, teller.kinds(begun, following), teller.tongue)
        else:
            part = self._listed(begun, following, line)
        if part is not None:
            self._take(begun, part)

    def _listed(self, begun: Narrowing[State], values: Sequence[Value], line: str) -> Value | None:
        """The choice that a number or words mean; None if that was told of in another way."""
        number = number_typed(line)
        if number is not None:
            if not 1 <= number <= len(values):
                raise no_such_number(number, len(values))
            return values[number - 1]
        labels = [self.teller.label(begun.with_part(one)) for one in values]
        found = found_by_words(line, labels)
        if len(found) == 1:
            return values[found[0]]
        if found:
            self.tell(words("That could be:"))
            self.lines += [f"{n + 1}. {labels[n]}." for n in found[:MOST_AT_ONCE]]
            return None
        for label, refusal in begun.closed():
            if found_by_words(line, [self.teller.say(label)]):
                self._refuse(refusal)
                return None
        raise NotUnderstood(
            words("Nothing here is called {words}. Type a number, or “help”.", words=line)
        )

    def _take(self, begun: Narrowing[State], part: Value) -> None:
        further = begun.then(part)
        if isinstance(further, Refusal):
            self._refuse(further)
            return
        pick = further.pick
        if pick is None:
            self.begun, self._first = further, 0
            self._repeat()
            return
        refusal = further.asked.refuse(pick)
        if refusal is not None:
            self._refuse(refusal)
        elif isinstance(begun.following, Bag | Marks):
            self._make_sure(further, pick)
        else:
            self.carry_out(further.asked, pick)

    def _refuse(self, refusal: Refusal) -> None:
        self.tell(refusal.reason)

    def _make_sure(self, further: Narrowing[State], pick: Value) -> None:
        """Tell what a pick that was made up would do, before it counts."""
        scene = self.teller.scene(self.session.sight, self.viewer, None)
        chosen, told = self.teller.chosen(further), self.teller.foretold(scene, further)
        self.tell(words("{chosen}. {told}", chosen=verbatim(chosen), told=verbatim(told)))
        self.tell(words("Enter does it, “back” does not."))

        def answered(line: str) -> None:
            if not line or line.casefold() in ("y", "yes", self.teller.say(words("yes"))):
                self.carry_out(further.asked, pick)
            elif self.key(line) == "back":
                self._repeat()
            else:
                self._heard(line)

        self.answer = answered

    def carry_out(self, asked: Asked[State], pick: Value) -> None:
        """Carry out a pick, tell what came of it, and go on; raises GuildhallError."""
        self.session.choose(asked, pick)
        self.begun = None
        self.tell_news()
        self.go_on()

    # ------------------------------------------------------------------ commands

    def command(self, key: str, rest: str) -> None:
        """Do what a command says, `rest` being the words after it."""
        teller, sight, viewer = self.teller, self.session.sight, self.viewer
        match key:
            case "help":
                self.tell_all(self._commands())
            case "again":
                self._repeat()
            case "table":
                self.tell_all(teller.table(sight, viewer))
            case "sheet":
                self.tell_all(teller.sheet(sight, viewer))
            case "log":
                self.tell_all(teller.log(sight, viewer, number_typed(rest) or LOGGED))
            case "look":
                self._look(rest)
            case "hand":
                self._show_hand()
            case "undo" | "turn":
                self._take_back(whole_turn=key == "turn")
            case "redo":
                self._bring_back()
            case "ask":
                self._ask_the_table()
            case "quit":
                self.leave()
            case _ if self.begun is None:
                self.tell(words("Nothing is asked of you now. “help” tells what can be typed."))
            case "?":
                self.tell_all(teller.help(self.begun))
            case "more":
                self._more(self.begun)
            case "why":
                self.tell_all(
                    list(teller.closed(self.begun)) or [teller.say(words("Nothing is closed."))]
                )
            case "back":
                self._step_back(self.begun)
            case "hint":
                self._hint(self.begun)

    def _commands(self) -> Iterable[str]:
        yield self.teller.say(
            words(
                "A choice is typed by its number or its words, amounts as “2 wood 1 clay”, "
                "several things by their numbers. Further:"
            )
        )
        for one in COMMANDS:
            called = self.teller.say(one.called).split()
            yield f"{', '.join(called)}: {self.teller.say(one.does)}."

    def ended(self) -> list[str]:
        """What is told when nothing more is typed."""
        return [] if self.done else self.carefully(self.leave)

    def leave(self) -> None:
        """Leave the table, and tell how the match goes on."""
        if self._goes_on is not None:
            self.tell(self._goes_on)
        self.done = True

    def _more(self, begun: Narrowing[State]) -> None:
        following = begun.following
        if isinstance(following, Sequence) and self._first + MOST_AT_ONCE < len(following):
            self._first += MOST_AT_ONCE
        else:
            self._first = 0
        self._repeat()

    def _step_back(self, begun: Narrowing[State]) -> None:
        earlier = begun.back()
        if earlier is None:
            self.tell(words("Nothing is chosen yet; “undo” takes back what counts already."))
            return
        self.begun, self._first, self._hinted = earlier, 0, ()
        self._repeat()

    def _look(self, rest: str) -> None:
        """What stands in places that words, or the number of a choice, name."""
        begun = self.begun
        scene = self.teller.scene(self.session.sight, self.viewer, begun)
        number = number_typed(rest)
        if number is not None and begun is not None and isinstance(begun.following, Sequence):
            if not 1 <= number <= len(begun.following):
                raise no_such_number(number, len(begun.following))
            place = begun.asked.target((*begun.chosen, begun.following[number - 1]))
            text = None if place is None else self.teller.painter.inspect(scene, place)
            if text is None:
                self.tell(words("That is no place of the table."))
            else:
                self.tell(text)
            return
        said = list(dict.fromkeys(told for _, told in self.teller.places(scene)))
        parts = rest.casefold().split()
        found = [one for one in said if all(part in one.casefold() for part in parts)]
        if not found:
            raise NotUnderstood(words("Nothing on the table is called {words}.", words=rest))
        self.tell_all(found[:MOST_AT_ONCE])
        if len(found) > MOST_AT_ONCE:
            self.tell(
                words("There is more: say which, as “look {word}”.", word=found[0].split()[0])
            )

    def _show_hand(self) -> None:
        """One's own things, where the public table is asked at."""
        begun = self.begun
        if begun is None or self.viewer == begun.asked.seat:
            self.command("table", "")
            return
        seat = begun.asked.seat
        self.tell(
            words(
                "What comes is for {seat} alone. Pass the keyboard to {seat}, then press Enter.",
                seat=Seat(seat),
            )
        )

        def opened(line: str) -> None:
            self.tell_all(self.teller.table(self.session.sight, seat))
            self.tell(words("Enter hides it."))
            self.answer = hidden

        def hidden(line: str) -> None:
            self.lines += [""] * SCREENFUL
            self.tell(words("What was told before is above in the window: do not scroll back."))
            self._repeat()

        self.answer = opened

    # ------------------------------------------------------------------ taking back

    def _take_back(self, *, whole_turn: bool) -> None:
        asked = None if self.begun is None else self.begun.asked.seat
        found = taking_back(self.session, asked)
        if found.seat is None or found.why_not is not None:
            self.tell(found.why_not or words("Nothing has been chosen yet."))
            return
        self.session.take_back(found.seat, whole_turn=whole_turn)
        self.tell_news()
        self.go_on()

    def _bring_back(self) -> None:
        sight = self.session.sight
        seat = next((one for one in sight.own_people if sight.can_redo(one)), None)
        if seat is None:
            self.tell(words("There is nothing to bring back."))
            return
        self.session.redo(seat)
        self.tell_news()
        self.go_on()

    def _ask_the_table(self) -> None:
        """Take back one choice further, dice and all, if everybody at the keyboard agrees."""
        session, people = self.session, self.session.sight.own_people
        last = next((one for one in reversed(session.sight.picks()) if one[1] in people), None)
        if session.apart or last is None:
            self.tell(
                words("Others play at terminals of their own: the table is asked on its screens.")
                if session.apart
                else words("Nothing has been chosen yet.")
            )
            return
        number, seat = last
        self.tell(
            words(
                "Does everybody at the table agree to take back the last choice of {seat}, and all "
                "that came of it? Type “yes”.",
                seat=Seat(seat),
            )
        )

        def answered(line: str) -> None:
            if line.casefold() in ("yes", "y", self.teller.say(words("yes"))):
                session.rewind(seat, number - 1)
                self.tell_news()
                self.go_on()
            else:
                self.tell(words("It stays as it is."))

        self.answer = answered

    # ------------------------------------------------------------------ a hint

    def _hint(self, begun: Narrowing[State]) -> None:
        """Say what to type for what is hinted, part by part."""
        asked, sight = begun.asked, self.session.sight
        why_not = no_hint(sight, asked.decision)
        if why_not is not None:
            self.tell(why_not)
            return
        worth = self.hinted(asked)
        parts = asked.decision.parts_of(worth[0].pick)
        if parts[: len(begun.chosen)] != begun.chosen:
            self.begun, self._first = Narrowing(asked), 0
        self._hinted = parts
        self.lines.append(self.teller.hint(sight, self.viewer, asked, worth))
        self._lead_on()

    def hinted(self, asked: Asked[State]) -> Sequence[Estimate]:
        """The picks that a hint names, best first."""
        thought = () if self._thoughts is None else self._thoughts.of_hint(self.session, asked.seat)
        return thought or quick(self.session.hint(asked.seat))

    def _lead_on(self) -> None:
        """Say what to type next on the way of a hint."""
        begun = self.begun
        if begun is None or self._hinted[: len(begun.chosen)] != begun.chosen:
            return
        if len(self._hinted) > len(begun.chosen):
            typed = self.teller.typed_as(begun, self._hinted[len(begun.chosen)])
            self.tell(words("For the hint, type {typed}", typed=verbatim(typed)))
