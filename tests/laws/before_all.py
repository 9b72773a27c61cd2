"""Questions before all eyes: two tables at one keyboard that differ in secrets of any seat, that of
whoever is asked included, and all that both front ends present of a question there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, Self

from attrs import define, field

from engine.core.chance import Dice
from engine.core.event import Value
from engine.core.parts import MultisetPart, SubsetPart
from engine.core.step import PUBLIC
from engine.i18n.language import LANGUAGES, Tongue
from engine.match.match import Match
from engine.match.match_view import MatchView
from engine.match.position import PendingDecision, Position
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.line_mode.line_table import LineTable
from screens.line_mode.sentences import sentence_writer_for
from screens.paint.buttons import is_button
from screens.paint.theme import theme
from screens.preferences import Preferences
from screens.table.match_commands import Choose
from screens.table.messages import Execute
from screens.table.table_state import HotSeatPrivacy
from screens.table_view.painter_registry import painter_for
from screens.table_view.preview_text import losses, preview_lines
from screens.table_view.scene import Scene
from tests.laws.driving import holds_hidden, kept_game
from tests.laws.twins import AnyStep, Twins, copy_of, happen, new_table, open_steps
from tests.screens.table.headless import Headless

SIZES: Final = ((80, 24), (120, 40))

WINDOW: Final = 50
"""So many lines stand in the window of a large terminal."""

MOST_CHOICES: Final = 40
"""Of how many choices of a list everything is looked at."""

STEPS: Final = 2
"""Over so many choices the pointer goes where the whole screen is painted."""

HIDDEN: Final = 12
"""Among so many values one is looked for that is hidden."""

OPENING: Final = 8
"""So many keys or lines lead from a table that was just opened to what is asked at most."""

PAGES: Final = ("s", "l", "up", "escape", "question_mark", "escape", "plus", "escape")
LOOKING: Final = ("slash", "right", "down", "escape")

OPEN: Final = {"hands": "open", "open_hands": "yes"}
"""The options at which no hand is covered, so that no question has to be fit for all eyes."""

Told = list[tuple[str, object]]
"""What is presented, in its order, each part by its name."""


@define(eq=False)
class Watched(Twins):
    """Two tables that nobody can tell apart who only watches."""

    @classmethod
    def begin(cls, game: str, seats: int, number: int) -> Self:
        """A table with hands covered and other options at random, and its twin: every other time
        somewhere in the game."""
        dice = Dice(f"before all/{game}/{seats}/{number}/".encode())
        while True:
            one = new_table(game, seats, dice)
            if not any(one.header.options.get(key) == value for key, value in OPEN.items()):
                break
        kept = kept_game(game, seats)
        for _ in range(dice.below(len(kept.line)) if kept is not None and number % 2 else 0):
            if one.over:
                return cls.begin(game, seats, number - 1)
            seat, step = dice.pick(list(open_steps(one)))
            happen(one, seat, step, step.sample(one.state.copy(), dice))
        return cls(one, copy_of(one), None, dice)

    def _rare(self, step: AnyStep) -> Value:
        """Every other time something that others do not read, where there is such a thing."""
        if step.secrecy != PUBLIC and self.dice.below(2):
            for _ in range(HIDDEN):
                value: Value = step.sample(self.one.state, self.dice)
                if holds_hidden(step.told(value, None)):
                    return value
        return super()._rare(step)

    def _part(self) -> None:
        super()._part()
        self.reader = None


@define
class Compared:
    """How many questions were compared: by option and by kind, and how many of them again as a
    choice at the same keyboard had `led` to them."""

    options: Counter[str] = field(factory=Counter)
    kinds: Counter[str] = field(factory=Counter)
    led: int = 0

    def add(self, position: Position, kind: str) -> None:
        self.kinds[kind] += 1
        for key, value in position.header.options.items():
            self.options[f"{key}={value}"] += 1

    @property
    def all(self) -> int:
        return sum(self.kinds.values())

    def __str__(self) -> str:
        told = [*sorted(self.kinds.items()), *sorted(self.options.items())]
        counts = ", ".join(f"{name} {count}" for name, count in told)
        return f"{self.all} questions, {self.led} led to: {counts}"


# ---------------------------------------------------------------- tables


def before_all(position: Position) -> PendingDecision | None:
    """The question that people at one keyboard are asked before all eyes there, if any is."""
    owed = position.owed()
    cover = HotSeatPrivacy(position.game.cover_of(position.header.options))
    sight = MatchView(position)
    if not owed or not cover.covers(sight) or cover.shows_own(sight, owed[0].decision):
        return None
    return owed[0]


def match_of(position: Position) -> Match:
    """A match that stands so, where chance waits to be told."""
    match = Match(position.header)
    other = copy_of(position)
    for name in ("state", "log", "line", "notes", "opening", "barriers", "turns", "secret_steps"):
        setattr(match, name, getattr(other, name))
    match.together_since = position.together_since
    return match


def session_at(position: Position) -> Session:
    """The match at a keyboard that all share."""
    store, match = MemoryStore(), match_of(position)
    return Session(store, store.new(match), match)


def screen_at(position: Position, language: str, size: tuple[int, int]) -> Headless:
    wishes = Preferences(language=language)
    return Headless(session_at(position), wishes, size=size)


def lines_at(position: Position, language: str) -> LineTable:
    return LineTable(session_at(position), sentence_writer_for(position.header, language))


# ---------------------------------------------------------------- a question, by either front end


def presented(position: Position, turn: int) -> Told:
    """All that is presented of a question once the table is opened there: on the screen in one
    language, in lines in the other; and the same again after a hand has been shown and covered."""
    languages = in_order(turn)
    size = SIZES[turn // 2 % 2]
    told = on_screen(screen_at(position, languages[0], size))
    told += in_lines(lines_at(position, languages[1]))
    told += after_a_hand(screen_at(position, languages[1], size))
    return told + after_a_hand_in_lines(lines_at(position, languages[0]))


def in_order(turn: int) -> list[str]:
    """The languages, each time another one first."""
    known = list(LANGUAGES)
    return known[turn % len(known) :] + known[: turn % len(known)]


def on_screen(one: Headless) -> Told:
    """What the screen presents: cards of news first, then question, choices, pages, a hint."""
    told: Told = [("opened", seen(one))]
    for _ in range(OPENING):
        if one.doing.card is None:
            break
        one.press("space")
        told.append(("card", seen(one)))
    assert one.doing.viewer is None
    told += choosing_told(one)
    for number in range(STEPS):
        one.press("down")
        told.append((f"down {number}", seen(one)))
    for keys in (LOOKING, PAGES):
        for key in keys:
            one.press(key)
            told.append((key, seen(one)))
    one.press("H")
    told.append(("hint", seen(one)))
    return told


def choosing_told(one: Headless) -> Told:
    """What each choice of the list is said to do, and what every place says or refuses."""
    told: Told = []
    sight, choosing = one.session.sight, one.doing.choosing
    assert choosing is not None
    painter, fork = painter_for(sight.header.game), choosing.forked()
    tongue = Tongue(one.doing.wishes.language, sight.header.names)
    scene = Scene.of(sight, one.doing.viewer, tongue, theme().naming(painter.roles), fork)
    for number in range(min(MOST_CHOICES, len(fork.choices())) or 1):
        if fork.choices():
            fork.point(number)
        foresight = fork.foresight()
        told.append((f"refusal {number}", repr(fork.refusal())))
        told.append((f"preview {number}", (losses(scene, painter), preview_lines(scene, painter))))
        why = None if foresight is None else painter.why(scene, foresight)
        told.append((f"why {number}", None if why is None else scene.say(why)))
    for place in one.picture.canvas.spots:
        if not is_button(place) and isinstance(place, tuple):
            text, refusal = painter.inspect(scene, place), choosing.refuse(place)
            told.append((f"place {place}", (None if text is None else scene.say(text), refusal)))
    return told


def after_a_hand(one: Headless) -> Told:
    """What the screen presents after the hand of whoever is asked was shown and put away, by a key
    or by time."""
    seat = one.session.sight.owed()[0].seat
    clear(one)
    one.press("h")
    curtain = seen(one)
    one.press("space")
    clear(one)
    assert one.doing.viewer == seat
    if len(one.match.log) % 2:
        one.press("h")
    else:
        one.wait(60)
    assert one.doing.viewer != seat
    return [("curtain", curtain), ("hand away", seen(one)), *choosing_told(one)]


def clear(one: Headless) -> None:
    """Put all cards away."""
    for _ in range(OPENING):
        if one.doing.card is not None:
            one.press("space")


def seen(one: Headless) -> object:
    """The painted canvas, to the last cell."""
    picture = one.table.picturing.picture(one.doing)
    canvas = picture.canvas
    return canvas.lines(), [canvas.painted(y) for y in range(canvas.height)], one.doing.message


def in_lines(table: LineTable) -> Told:
    """What is told in lines: the question as the table is opened, further choices, help, what one
    may ask for, wrong answers, every part of what is made up, a hint."""
    told: Told = [("begun", table.begin())]
    assert table.viewer is None
    return told + asked_for(table)


def asked_for(table: LineTable) -> Told:
    """What the lines answer to whatever may be typed that changes nothing."""
    told: Told = []
    for typed in ("", "why", "?", "more", "99", "log 30", "sheet", "table", "since", "look 1"):
        told.append((f"typed {typed}", said(table, typed)))
    told += parts_told(table)
    told.append(("hint", said(table, "hint")))
    return told


def said(table: LineTable, typed: str) -> list[str]:
    """What is answered; words of commands are typed in the language of the table."""
    word, _, rest = typed.partition(" ")
    for command in table.commands:
        if command.key == word and word.isalpha():
            word = table.teller.say(command.called).split()[0]
            break
    return table.hear(f"{word} {rest}".strip())


def parts_told(table: LineTable) -> Told:
    """What is told of each part that leads on, and of amounts before they count."""
    told: Told = []
    begun = table.picking.begun
    assert begun is not None
    following = begun.following
    if isinstance(following, MultisetPart | SubsetPart):
        told += _made_up(table, following)
        told.append(("back", said(table, "back")))
        return told
    for number, value in enumerate(following[:MOST_CHOICES], 1):
        further = begun.with_part(value)
        if further.pick is None:
            told.append((f"part {number}", table.hear(str(number))))
            then = table.picking.begun
            if then is not None and isinstance(then.following, MultisetPart | SubsetPart):
                told += _made_up(table, then.following)
            told.append(("back", said(table, "back")))
    return told


def _made_up(table: LineTable, following: MultisetPart | SubsetPart) -> Told:
    """The least that may be made up, which is asked once more where the pick is whole."""
    begun = table.picking.begun
    assert begun is not None
    least = max(1, following.least)
    if isinstance(following, SubsetPart):
        typed = " ".join(map(str, range(1, least + 1)))
    else:
        name = table.teller.kinds(begun, following).names[0]
        typed = f"{least} {name}"
    told: Told = [("made up", table.hear(typed))]
    if table.voice.answer is not None:
        told.append(("not so", said(table, "back")))
    return told


def after_a_hand_in_lines(table: LineTable) -> Told:
    """What stands in the window after a hand was shown in lines and put away."""
    lines = table.begin()
    lines += said(table, "hand")
    for _ in range(OPENING):
        if table.voice.answer is None:
            break
        lines += table.hear("")
    return [("hand away", lines[-WINDOW:]), *asked_for(table)]


# ---------------------------------------------------------------- going on to a question


def led_to(position: Position, seat: int, pick: Any, turn: int) -> Told:
    """What is presented of a question that a choice at this very keyboard has brought: the screen,
    and what stands in the window in lines."""
    languages = in_order(turn)
    one = screen_at(position, languages[0], SIZES[turn // 2 % 2])
    for _ in range(OPENING):
        if one.doing.curtain is None and one.doing.card is None:
            break
        one.press("space")
    one.now += 10
    one.hear(Execute(Choose(one.session.ask(seat), pick)))
    is_open = one.doing.viewer is None and one.doing.choosing is not None
    told: Told = on_screen(one) if is_open else []
    table = lines_at(position, languages[1])
    lines = table.begin()
    for _ in range(OPENING):
        if table.picking.begun is None:
            lines += table.hear("")
    lines += [*said(table, "table"), *typed(table, seat, pick)]
    if table.viewer is None and table.picking.begun is not None:
        told += [("window", lines[-WINDOW:]), *asked_for(table)]
    return told


def typed(table: LineTable, seat: int, pick: Value) -> list[str]:
    """What is told while a pick is typed part by part, and what comes of it."""
    lines: list[str] = []
    parts = table.session.ask(seat).decision.parts_of(pick)
    before = len(table.session.match.log)
    for _ in range(OPENING):
        if len(table.session.match.log) > before:
            break
        begun = table.picking.begun
        assert begun is not None
        lines += table.hear(table.teller.typed_as(begun, parts[len(begun.chosen)]))
        if table.voice.answer is not None and len(table.session.match.log) == before:
            lines += table.hear("")
    assert len(table.session.match.log) > before, lines
    return lines


def shows_own(position: Position, seat: int) -> bool:
    """Whether the seat has its own things before its eyes when it is asked."""
    cover = HotSeatPrivacy(position.game.cover_of(position.header.options))
    sight = MatchView(position)
    owed = next(one for one in position.owed() if one.seat == seat)
    return cover.shows_own(sight, owed.decision)


def differs(one: Told, two: Told) -> list[tuple[str, object, object]]:
    """What is not presented alike."""
    pairs: Iterator[tuple[tuple[str, object], tuple[str, object]]] = zip(one, two, strict=False)
    found = [(name, first, second) for (name, first), (_, second) in pairs if first != second]
    return found or ([("length", len(one), len(two))] if len(one) != len(two) else [])
