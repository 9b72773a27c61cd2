"""A match at a keyboard, in lines: who is asked, what is typed, what comes of it.

`LineTable` takes lines and gives lines; it reads and prints nothing itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Final

from attrs import evolve

from engine.bots import offered
from engine.core.event import Value
from engine.core.players import PERSON
from engine.core.state import State
from engine.errors import Conflict, GuildhallError
from engine.i18n.text import Seat, Text, words
from engine.match.decision_request import DecisionRequest
from engine.match.partial_move import PartialMove
from engine.match.position import PendingDecision
from engine.match.undo import REWIND
from engine.search.root_search import Estimate
from engine.storage.pubsub import Subscription
from engine.storage.session import Session
from screens.line_mode.background_search import BackgroundSearch
from screens.line_mode.board_text import looked_at
from screens.line_mode.dialogue import Dialogue
from screens.line_mode.input_parser import NotUnderstood, no_such_number, number_typed, tidied
from screens.line_mode.pick_dialogue import PickDialogue
from screens.line_mode.sentences import SentenceWriter
from screens.line_mode.typed_commands import COMMANDS, TypedCommand, typed
from screens.preferences import CONFIRM_LOSS
from screens.table.execute import commit
from screens.table.hint_text import no_hint, quick
from screens.table.match_commands import BotChooses
from screens.table.messages import CommitRefused, Committed, StoreBusy
from screens.table.table_state import HotSeatPrivacy
from screens.table.undo_target import undo_target
from screens.table_view.scene import Scene

LOGGED: Final = 10
"""So many lines of the log are told unless a number says otherwise."""

UNTOLD: Final = -1
"""Up to which event nothing has been told yet, not even how the match begins."""

SCREENFUL: Final = 60
"""So many empty lines push what stands on a screen out of it."""


class LineTable:
    """A match, as those at one keyboard play it.

    `done` says that there is nothing more to type. `viewer` is whose things may be told now (None:
    what all may know). `told` is up to which event each seat was told what only that seat may know,
    `_heard` up to which it was told what all may know (None: who watches).
    """

    commands: ClassVar[Sequence[TypedCommand]] = COMMANDS

    def __init__(
        self,
        session: Session,
        teller: SentenceWriter,
        goes_on: Text | None = None,
        thoughts: BackgroundSearch | None = None,
        watches: Sequence[Subscription] = (),
        confirm: str = CONFIRM_LOSS,
    ) -> None:
        """`goes_on` is what is told to whoever leaves: how the match goes on. Without `thoughts`
        bots think here, and hints are quick ones. `watches` ring when others have done something,
        `confirm` says when a choice is asked once more (`Preferences.confirm`).
        """
        self.session, self.teller, self._goes_on = session, teller, goes_on
        self._thoughts = thoughts
        self.watches = watches
        self.done = False
        self.voice = Dialogue(teller, self.commands)
        self.picking = PickDialogue(self.voice, self, confirm)
        self.told: dict[int, int] = {}
        self._heard: dict[int | None, int] = {}
        self.viewer: int | None = None
        self._asked: int | None = None
        self._alone: int | None = None
        self._cover = HotSeatPrivacy(session.sight.game.cover_of(session.sight.header.options))
        self._missed = self._thinks = False
        self._waited_at: int | None = None
        self._told_thinking: tuple[int, int] | None = None

    # ------------------------------------------------------------------ lines in, lines out

    @property
    def ears(self) -> Sequence[Subscription]:
        """What is listened to."""
        thoughts = self._thoughts
        return (*self.watches, *(() if thoughts is None else thoughts.ears))

    @property
    def is_thinking(self) -> bool:
        """Whether nothing is asked before a bot has thought of something."""
        return self._thinks and self.picking.begun is None and not self.done

    def begin(self) -> list[str]:
        """What is told first."""
        sight = self.session.sight
        self.tell(words("{game}.", game=sight.game.names))
        names = ", ".join(self.teller.tongue.seats)
        self.tell(words("At the table: {names}.", names=names))
        if sight.real_dice:
            self.tell(words("The dice are real: roll them yourself and type what they show."))
        self.tell(words("Type a number or words. “help” lists the other commands."))
        if sight.picks():
            self.has_heard(sight.own_people)
            self.tell(words("What happened last:"))
            self.tell_all(self.teller.log(sight, None, LOGGED))
        return self.carefully(self.open)

    def open(self) -> None:
        """Begin, once it was said which match it is."""
        self.go_on()

    def handle_line(self, typed: str) -> list[str]:
        """What comes of a line that was typed."""
        line, voice = tidied(typed), self.voice

        def do() -> None:
            if voice.answer is not None:
                answer, voice.answer = voice.answer, None
                answer(line)
            else:
                self.handle_command(line)
            if self._missed and not self.done:
                self.refresh()

        return self.carefully(do)

    def look_up(self) -> list[str]:
        """What has happened elsewhere meanwhile, and what was thought of."""
        return [] if self.done else self.carefully(self.refresh)

    def refresh(self) -> None:
        """Take in what is new. Who is in the middle of an answer is told of it afterwards."""
        self._missed = self.voice.answer is not None
        if not self._missed:
            before = self.session.sight.length
            self.catch_up()
            self.take_in(before)

    def catch_up(self) -> None:
        """Read what others have kept; raises GuildhallError."""
        self.session.catch_up()

    def take_in(self, before: int) -> None:
        """Go on with what was thought of, and with all that is new since the log had so many
        events; what somebody is typing stays while the same is asked."""
        self._tell_better_hint()
        if self._thinks:
            self._let_bots_choose()
        sight, begun = self.session.sight, self.picking.begun
        stays = begun is None or self._still_asks(begun.asked, before)
        if sight.length == before and stays and not sight.over:
            return
        if begun is not None and stays:
            self.tell_news()
            asked = self.session.ask(begun.asked.seat, openly=begun.asked.openly)
            if self.picking.ask_anew(asked):
                return
        self.go_on()

    def _still_asks(self, asked: DecisionRequest[State], before: int) -> bool:
        """Whether the same is asked of somebody who has done nothing since, here or elsewhere."""
        sight = self.session.sight
        mine = (event.seat == asked.seat or event.step == REWIND for event in sight.since(before))
        owes = ((one.seat, one.decision) for one in sight.pending() if one.seat in sight.own_people)
        return not any(mine) and (asked.seat, asked.decision) in owes

    def carefully(self, do: Callable[[], None]) -> list[str]:
        """Do something, and tell in a sentence what went wrong with it."""
        try:
            do()
        except Conflict as error:
            self.tell(error.text)
            self.go_on()
        except (GuildhallError, NotUnderstood) as error:
            self.tell(error.text)
        return self.voice.taken()

    def tell(self, text: Text) -> None:
        """Tell a message, as one line."""
        self.voice.tell(text)

    def tell_all(self, lines: Iterable[str]) -> None:
        """Tell lines that are in words already."""
        self.voice.tell_all(lines)

    # ------------------------------------------------------------------ going on

    def go_on(self) -> None:
        """Let bots choose, and ask whoever is next."""
        session = self.session
        self.picking.end()
        if session.seats and not session.sight.over:
            if (lacking := session.lacking_bot()) is not None:
                self._ask_who_plays(*lacking)
                return
            self._let_bots_choose()
        sight = session.sight
        if sight.over:
            self.end()
            return
        people = set(sight.own_people)
        owed = next((one for one in sight.pending() if one.seat in people), None)
        if owed is None:
            self.tell_news()
            self._tell_who_chooses()
        else:
            self._ask(owed)

    def _let_bots_choose(self) -> None:
        """Let all bots choose that are due, up to one that has to think first."""
        self._thinks = False
        while not self.session.sight.over and self.session.waiting_bot() is not None:
            thought = None
            if self._thoughts is not None and self.session.bot_thinks():
                thought = self._thoughts.of_bot(self.session)
                if thought is None:
                    self._thinks = True
                    self._tell_who_thinks()
                    return
            match commit(self.session, BotChooses(thought)):
                case Committed(_, remark):
                    if remark is not None:
                        self.tell(remark)
                case CommitRefused(Conflict()):
                    self.session.catch_up()
                case CommitRefused(error) | StoreBusy(error):
                    raise error

    def _tell_who_thinks(self) -> None:
        """Tell that a bot is thinking, once a turn."""
        waiting = self.session.waiting_bot()
        assert waiting is not None
        thinking = (waiting.seat, self.session.sight.view(None).turn)
        if self._told_thinking != thinking:
            self._told_thinking = thinking
            self.tell(words("{seat} is thinking ...", seat=Seat(thinking[0])))

    def _tell_who_chooses(self) -> None:
        """Tell for whom all wait, once."""
        sight = self.session.sight
        if self._waited_at != sight.length:
            for owed in sight.pending():
                self.tell(words("{seat} is choosing.", seat=Seat(owed.seat)))
        self._waited_at = sight.length

    def tell_news(self) -> None:
        """Tell the reader, or before everyone whoever is asked, what has happened since they were
        told last."""
        sight, viewer, here = self.session.sight, self.viewer, self.session.sight.own_people
        reader = self._asked if viewer is None else viewer
        readers: Sequence[int | None] = [reader] if reader is not None else here or [None]
        heard = min(self._heard.get(one, UNTOLD) for one in readers)
        since = heard if viewer is None else self.told.get(viewer, UNTOLD)
        self.tell_all(self.teller.news(sight, viewer, since, heard))
        if viewer is not None:
            self.told[viewer] = self._heard[viewer] = sight.length
        if not self._cover.covers(sight):
            self.has_heard(self.told)
        elif viewer is None:
            here = [one for one in here if self._heard.get(one, UNTOLD) >= heard]
            self._heard |= dict.fromkeys(here, sight.length)

    def has_heard(self, seats: Iterable[int]) -> None:
        """Nobody is to be told again what has happened so far, nor these seats what is theirs."""
        sight = self.session.sight
        self.told |= dict.fromkeys(seats, sight.length)
        self._heard |= dict.fromkeys((None, *sight.own_people), sight.length)

    def _turn_to(self, viewer: int | None) -> None:
        """Tell what follows to that reader, who finds nothing in the window that was told to
        somebody else alone."""
        self._push_out(viewer)
        self.viewer = viewer
        if viewer is not None and self._cover.covers(self.session.sight):
            self._alone = viewer

    def _push_out(self, reader: int | None) -> None:
        """Push out of the window what was told to anybody alone but the reader."""
        if self._alone not in (None, reader):
            if self._cover.covers(self.session.sight):
                self._empty_window()
            self._alone = None

    def _empty_window(self) -> None:
        self.tell_all([""] * SCREENFUL)
        self.tell(
            words("Earlier messages are further up in the window: please do not scroll back.")
        )

    def end(self) -> None:
        sight = self.session.sight
        own = sight.own_people
        self._turn_to(own[0] if len(own) == 1 else None)
        self._asked = None
        self.tell_news()
        self.tell(words("The game is over."))
        self.tell_all(self.teller.end(sight, self.viewer))
        self.tell_all(self.teller.sheet(sight, self.viewer))
        self.done = True

    def _ask_who_plays(self, seat: int, bot: str) -> None:
        """Ask who plays a seat whose bot this program does not have."""
        players = {PERSON: words("a person")}
        players |= {f"bot:{name}": title for name, title in offered().items()}
        self.tell(words("The bot {bot}, which played here so far, is not available.", bot=bot))
        self.tell(words("Who should play for {seat}?", seat=Seat(seat)))
        for number, title in enumerate(players.values(), 1):
            self.tell_all([f"{number}. {self.teller.say(title)}."])

        def answered(line: str) -> None:
            number = number_typed(line) or 0
            if self.key(line) == "quit":
                self.leave()
            elif 1 <= number <= len(players):
                self.session.give_seat(seat, list(players)[number - 1])
                self.go_on()
            else:
                self.voice.answer = answered
                raise no_such_number(number, len(players))

        self.voice.answer = answered

    # ------------------------------------------------------------------ asking

    def _ask(self, owed: PendingDecision) -> None:
        """Ask a seat; behind a curtain, where others at this keyboard should not hear it."""
        sight, cover, seat = self.session.sight, self._cover, owed.seat
        if cover.needs_curtain(sight, owed):
            self._curtain(owed)
            return
        own = cover.shows_own(sight, owed.decision)
        if cover.covers(sight):
            if owed.decision.aloud:
                self._cover = cover.put_away()
            else:
                own = own or cover.still_open(sight, seat)
                self._cover = cover.unveil(sight, seat) if own else cover.veil()
        self._asked = seat
        self._turn_to(seat if own else None)
        self.tell_news()
        self.begin_asking(self.session.ask(seat, openly=not own))

    def _curtain(self, owed: PendingDecision) -> None:
        """Pass the keyboard on: what one may know is not told before the other is there."""
        self._cover = self._cover.veil()
        self._push_out(owed.seat)
        self.viewer = None
        self._pass_on(owed.seat)

        def opened(line: str) -> None:
            if self.key(line) == "quit":
                self.leave()
                return
            self._cover = self._cover.unveil(self.session.sight, owed.seat)
            self._ask(owed)

        self.voice.answer = opened

    def _pass_on(self, seat: int) -> None:
        self.tell(
            words(
                "The next part is for {seat} only. Pass the keyboard to {seat}, then press Enter.",
                seat=Seat(seat),
            )
        )

    def begin_asking(self, asked: DecisionRequest[State]) -> None:
        """Ask a question from its first part on."""
        self.picking.begin(asked)

    @property
    def is_shared(self) -> bool:
        """Whether several people are asked at this keyboard."""
        return len(self.session.sight.own_people) > 1

    def scene(self, begun: PartialMove[State] | None) -> Scene[State]:
        """What the reader may see of the table."""
        return self.teller.scene(self.session.sight, self.viewer, begun)

    def key(self, line: str) -> str | None:
        """The command that a line is, by its first word."""
        return self.voice.key(line)

    def handle_command(self, line: str) -> None:
        """Hear a line: a command, a part of the pick, or nothing, which has all told once more."""
        begun, key = self.picking.begun, self.key(line)
        if not line:
            self._repeat()
        elif key is not None and not (begun is not None and self.picking.names(begun, line)):
            self.command(key, line.partition(" ")[2])
        elif begun is None:
            self.tell(words("You have nothing to decide right now. “help” lists the commands."))
        else:
            self.picking.choose(begun, line)

    def _repeat(self) -> None:
        """Tell the question once more; where nothing is asked, for whom all wait."""
        if self.picking.begun is None:
            self._waited_at = None
            self.go_on()
        else:
            self.picking.repeat()

    def carry_out(self, asked: DecisionRequest[State], pick: Value) -> None:
        """Carry out a pick, tell what came of it, and go on; raises GuildhallError."""
        self.session.choose(asked, pick)
        self.picking.end()
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
                begun = self.picking.begun
                self.tell_all(looked_at(teller, self.scene(begun), begun, rest))
            case "hand":
                self._show_hand()
            case "since":
                self._tell_since()
            case "undo" | "turn":
                self._take_back(whole_turn=key == "turn")
            case "redo":
                self._bring_back()
            case "ask":
                self._ask_the_table()
            case "quit":
                self.leave()
            case _ if self.picking.begun is None:
                self.tell(words("You have nothing to decide right now. “help” lists the commands."))
            case _:
                self._about(key, self.picking.begun)

    def _about(self, key: str, begun: PartialMove[State]) -> None:
        """Do what a command says about what is asked."""
        teller = self.teller
        match key:
            case "?":
                self.tell_all(teller.help(begun))
            case "more":
                self.picking.more(begun)
            case "why":
                closed = list(teller.closed(begun))
                self.tell_all(closed or [teller.say(words("Everything is possible right now."))])
            case "back":
                self.picking.back(begun)
            case "hint":
                self._hint(begun)

    def _tell_since(self) -> None:
        """Tell what happened since the last turn of those at this keyboard."""
        sight = self.session.sight
        since = sight.count - sight.last_turn_of(sight.own_people)
        told = sight.story(self.viewer).told(since) if since else []
        lines = [self.teller.say(note.text) for _, notes in told for note in notes]
        self.tell_all(lines or [self.teller.say(words("Nothing has happened since then."))])

    def _commands(self) -> Iterable[str]:
        yield self.teller.say(
            words(
                "Type a choice by its number or its words, amounts as “2 wood 1 clay”, "
                "several things by their numbers. Other commands:"
            )
        )
        for command in self.commands:
            called = self.teller.say(command.called).split()
            yield f"{', '.join(called)}: {self.teller.say(command.does)}."

    def ended(self) -> list[str]:
        """What is told when nothing more is typed."""
        return [] if self.done else self.carefully(self.leave)

    def leave(self) -> None:
        """Leave the table, and tell how the match goes on."""
        if self._goes_on is not None:
            self.tell(self._goes_on)
        self.done = True

    def _show_hand(self) -> None:
        """One's own things, where the public table is asked at."""
        begun = self.picking.begun
        if begun is None or self.viewer == begun.asked.seat:
            self.command("table", "")
            return
        seat = begun.asked.seat
        self._show_alone(seat, lambda: self.tell_all(self.teller.table(self.session.sight, seat)))

    def _show_alone(self, seat: int, show: Callable[[], None]) -> None:
        """Pass the keyboard on, show something to that seat alone, and push it out again."""
        self._pass_on(seat)

        def opened(line: str) -> None:
            show()
            self.tell(words("Press Enter to hide it."))
            self.voice.answer = hidden

        def hidden(line: str) -> None:
            self._empty_window()
            self._repeat()

        self.voice.answer = opened

    # ------------------------------------------------------------------ taking back

    def _take_back(self, *, whole_turn: bool) -> None:
        asked = None if self.picking.begun is None else self.picking.begun.asked.seat
        found = undo_target(self.session, asked, typed("play.rewind"))
        if found.seat is None or found.why_not is not None:
            self.tell(found.why_not or words("There is no move to undo yet."))
            return
        self.session.take_back(found.seat, whole_turn=whole_turn)
        self.tell_news()
        self.go_on()

    def _bring_back(self) -> None:
        sight = self.session.sight
        seat = next((person for person in sight.own_people if sight.can_redo(person)), None)
        if seat is None:
            self.tell(words("There is nothing to redo."))
            return
        self.session.redo(seat)
        self.tell_news()
        self.go_on()

    def _ask_the_table(self) -> None:
        """Take back one choice further, dice and all, if everybody at the keyboard agrees."""
        session, people = self.session, self.session.sight.own_people
        last = next((pick for pick in reversed(session.sight.picks()) if pick[1] in people), None)
        if session.apart or last is None:
            self.tell(
                words(
                    "The others play at their own terminals: you can make proposals only on "
                    "the screens, not in line mode."
                )
                if session.apart
                else words("There is no move to undo yet.")
            )
            return
        number, seat = last
        self.tell(
            words(
                "Does everyone at the table agree to undo {seat}'s last move and everything "
                "that came of it? Type “yes”.",
                seat=Seat(seat),
            )
        )

        def answered(line: str) -> None:
            if self.voice.is_yes(line):
                session.rewind(seat, number - 1)
                self.tell_news()
                self.go_on()
            else:
                self.tell(words("Cancelled; nothing has changed."))

        self.voice.answer = answered

    # ------------------------------------------------------------------ a hint

    def _hint(self, begun: PartialMove[State]) -> None:
        """Tell what is best at a glance, and what to type for it; a better hint follows."""
        asked, sight = begun.asked, self.session.sight
        why_not = no_hint(sight, asked.decision)
        if why_not is not None:
            self.tell(why_not)
            return
        if asked.needs_privacy:
            self._show_alone(asked.seat, lambda: self._hint_alone(begun))
            return
        worth = self.hinted(asked)
        self.tell_all([self.teller.hint(sight, self.viewer, asked, worth)])
        self.picking.lead(asked, worth[0].pick)
        if self._thoughts is not None and not worth[0].playouts:
            self._thoughts.begin_hint(self.session, asked)

    def _hint_alone(self, begun: PartialMove[State]) -> None:
        """Tell whoever is asked before everyone a hint that depends on the hand, and all that is to
        be typed for it, since nothing of it can be told later."""
        asked = self.session.ask(begun.asked.seat)
        worth = self.hinted(asked)
        self.tell_all([self.teller.hint(self.session.sight, asked.seat, asked, worth)])
        self.picking.tell_way(evolve(begun, asked=asked), worth[0].pick)

    def hinted(self, asked: DecisionRequest[State]) -> Sequence[Estimate]:
        """The picks that a hint names at once, best first."""
        return quick(self.session.hint(asked.seat))

    def _tell_better_hint(self) -> None:
        """Tell the hint that was thought of, if the same is still asked; what to type for it, where
        it is another one and nothing has been typed of the pick."""
        found = None if self._thoughts is None else self._thoughts.hint()
        begun = self.picking.begun
        if found is None or begun is None or begun.asked.needs_privacy:
            return
        asked, best = begun.asked, found.worth[0].pick
        if (asked.seat, asked.decision) != (found.asked.seat, found.asked.decision):
            return
        hint = self.teller.hint(self.session.sight, self.viewer, asked, found.worth)
        self.tell(words("After thinking it over: {hint}", hint=hint))
        if not begun.chosen and not self.picking.leads_to(asked, best):
            self.picking.lead(asked, best)
