"""Collects everything that both front ends present at a decision, to the last byte: screen and line
mode when a table is opened, after a hand was shown and hidden, and after a choice that leads
there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from engine.core.event import Value
from engine.core.parts import MultisetPart, SubsetPart
from engine.core.state import State
from engine.i18n.language import LANGUAGES, Translator
from engine.match.decision_request import PartialMove
from engine.match.match import Match
from engine.match.position import Position
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.input_modes.partial_pick import PartialPick
from screens.line_mode.line_table import LineTable
from screens.line_mode.sentences import sentence_writer_for
from screens.paint.buttons import is_button
from screens.paint.theme import theme
from screens.preferences import CONFIRM_ALWAYS, CONFIRM_LOSS, Preferences
from screens.table.match_commands import Choose
from screens.table.reducers.pick_input import needs_confirmation
from screens.table_view.painter_registry import painter_for
from screens.table_view.preview_text import losses, preview_lines
from screens.table_view.scene import Scene
from tests.laws.twins import copy_of
from tests.screens.table.headless import HeadlessMatch

SIZES: Final = ((80, 24), (120, 40))

WINDOW: Final = 50
"""Number of lines in the window of a large terminal."""

MAX_CHOICES: Final = 40
"""Number of choices of a list that are examined completely."""

FURTHER: Final = 6
"""Number of choices whose next parts, or confirmations, are examined."""

STEPS: Final = 2
"""Number of choices that the cursor visits while the whole screen is painted."""

OPENING: Final = 8
"""Maximum number of keys or lines from a table that was just opened to its decision."""

PAGES: Final = (
    *("slash", "right!", "down!", "escape", "s!", "E", "up!", "escape", "question_mark!", "escape"),
    *("plus!", "escape", "tab!", "tab!", "tab!", "escape", "t", "t!", "escape"),
)
"""Keys of look mode, of the pages and of undo; the screen is compared after those with a mark."""

FEW_PAGES: Final = ("s!", "E", "up!", "escape")
"""The pages on which something of a hand could stay that was shown."""

TYPED: Final = ("", "why", "?", "more", "99", "log 30", "sheet", "table", "since", "look 1")

Presented = list[tuple[str, object]]
"""Everything presented, in order, each part with its name."""


# ---------------------------------------------------------------- tables


def match_of(position: Position) -> Match:
    """Return a match at that position, which stops at outcomes of chance."""
    match = Match(position.header)
    other = copy_of(position)
    for name in ("state", "log", "line", "notes", "opening", "barriers", "turns", "secret_steps"):
        setattr(match, name, getattr(other, name))
    match.simultaneous_since = position.simultaneous_since
    return match


def session_at(position: Position) -> Session:
    """Return the session of a shared keyboard."""
    store, match = MemoryStore(), match_of(position)
    return Session(store, store.new(match), match)


def screen_at(position: Position, language: str, size: tuple[int, int]) -> HeadlessMatch:
    """Return a screen that asks to confirm every choice."""
    preferences = Preferences(language=language, confirm=CONFIRM_ALWAYS)
    return HeadlessMatch(session_at(position), preferences, size=size)


def lines_at(position: Position, language: str, *, confirm: str = CONFIRM_ALWAYS) -> LineTable:
    return LineTable(
        session_at(position), sentence_writer_for(position.header, language), confirm=confirm
    )


# ---------------------------------------------------------------- decisions on both front ends


def presented(position: Position, turn: int) -> Presented:
    """Return everything presented at a decision after a choice at the same keyboard by a player
    whose hand was shown: the screen once the hand is hidden, and the window in line mode."""
    languages, size = in_order(turn // 2), SIZES[turn // 4 % 2]
    with screen_at(position, languages[0], size) as one:
        parts = after_a_hand(one) if turn % 2 else on_screen(one)
    table = lines_at(position, languages[1])
    return parts + (in_lines(table) if turn % 2 else after_a_hand_in_lines(table))


def in_order(turn: int) -> list[str]:
    """Return the languages in rotation."""
    known = list(LANGUAGES)
    return known[turn % len(known) :] + known[: turn % len(known)]


def differs(one: Presented, two: Presented) -> Iterator[tuple[str, object, object]]:
    """Yield the differences."""
    for first, second in zip_longest(one, two, fillvalue=("end", None)):
        if first != second:
            yield f"{first[0]} / {second[0]}", first[1], second[1]


# ---------------------------------------------------------------- the screen


def on_screen(one: HeadlessMatch) -> Presented:
    """Return everything that the screen presents: news cards first, then the decision, choices,
    pages, a hint, and undo."""
    presented: Presented = [("opened", seen(one))]
    for _ in range(OPENING):
        if one.state.card is None:
            break
        one.press("space")
        presented.append(("card", seen(one)))
    assert one.state.viewer is None
    presented += looked_through(one, PAGES)
    one.press("H")
    presented.append(("hint", seen(one)))
    one.press("escape")
    assert one.state.viewer is None
    presented.append(("no hint", seen(one)))
    one.press("u")
    if one.state.viewer is None:
        presented.append(("taken back", seen(one)))
    return presented


def looked_through(one: HeadlessMatch, keys: Sequence[str]) -> Presented:
    """Return the previews of the choices, their confirmations, and everything that can be looked up
    by keys."""
    presented = previews_presented(one)
    for number in range(STEPS):
        presented += _asked_once_more(one, number)
        one.press("down")
    presented.append(("down", seen(one)))
    for key in keys:
        one.press(key.rstrip("!"))
        if key.endswith("!"):
            presented.append((f"key {key}", seen(one)))
    return presented


def _asked_once_more(one: HeadlessMatch, number: int) -> Presented:
    """Return the effect of Enter on a choice that needs confirmation."""
    partial_pick = one.state.partial_pick
    if partial_pick is None or (
        partial_pick.pick is not None and not partial_pick.input_mode.confirms
    ):
        return []
    before = len(one.match.log)
    one.press("enter")
    presented: Presented = [(f"enter {number}", seen(one))]
    for _ in range(OPENING):
        if one.state.partial_pick is not None and not one.state.partial_pick.is_begun:
            break
        one.press("escape")
    one.press("escape")
    assert len(one.match.log) == before
    return presented


def previews_presented(one: HeadlessMatch) -> Presented:
    """Return the previews of all choices of the list, and the texts and refusals of all places."""
    presented: Presented = []
    match_view, partial_pick = one.session.match_view, one.state.partial_pick
    assert partial_pick is not None
    painter, fork = painter_for(match_view.header.game), partial_pick.forked()
    translator = Translator(one.state.preferences.language, match_view.header.names)
    scene = Scene.of(match_view, one.state.viewer, translator, theme().naming(painter.roles), fork)
    presented += _pointed_at(scene, fork)
    for number in range(min(FURTHER, len(fork.choices()))):
        further = partial_pick.forked()
        further.input_mode.point(number)
        if further.pick is None and further.refusal() is None:
            further.finish()
            scene.partial_pick = further
            presented.append((f"then {number}", _next_question(scene, further)))
            presented += _pointed_at(scene, further)
    scene.partial_pick = fork
    for place in one.picture.canvas.spots:
        if not is_button(place) and isinstance(place, tuple):
            text, refusal = painter.inspect(scene, place), partial_pick.input_mode.refuse(place)
            presented.append(
                (f"place {place}", (None if text is None else scene.translate(text), refusal))
            )
    return presented


def _next_question(scene: Scene[State], partial_pick: PartialPick[State]) -> object:
    """Return the next question, and the choices in it."""
    question = partial_pick.question
    labels = [scene.translate(one.label) for one in partial_pick.choices()]
    return None if question is None else scene.translate(question), labels


def _pointed_at(scene: Scene[State], fork: PartialPick[State]) -> Presented:
    """Return the texts of each choice of a list under the cursor."""
    presented: Presented = []
    painter = painter_for(scene.game.id)
    for number in range(min(MAX_CHOICES, len(fork.choices())) or 1):
        if fork.choices():
            fork.input_mode.point(number)
        pick_preview, lost = fork.preview(), losses(scene, painter)
        presented.append((f"refusal {number}", repr(fork.refusal())))
        presented.append((f"preview {number}", (lost, preview_lines(scene, painter))))
        presented.append((f"once more {number}", needs_confirmation(CONFIRM_LOSS, fork, lost)))
        if pick_preview is not None:
            place = fork.choices()[number].place if fork.choices() else None
            why = painter.why(scene, pick_preview, place)
            what = pick_preview.ends_turn, pick_preview.undo_barrier, pick_preview.hands_over_turn
            presented.append(
                (f"why {number}", (None if why is None else scene.translate(why), repr(what)))
            )
    return presented


def after_a_hand(one: HeadlessMatch) -> Presented:
    """Return everything that the screen presents after the deciding seat's hand was shown, perhaps
    with a hint, and hidden, by a key or by time."""
    curtain = show_hand(one)
    if len(one.match.log) // 2 % 2:
        one.press("H")
    if len(one.match.log) % 2:
        one.press("Y")
    else:
        one.wait(60)
    assert one.state.viewer is None
    return [*curtain, ("hand away", seen(one)), *looked_through(one, FEW_PAGES)]


def show_hand(one: HeadlessMatch) -> Presented:
    """Show the hand of the seat that decides in front of everybody; return the screens on the
    way."""
    seat = one.session.match_view.pending()[0].seat
    clear(one)
    one.press("Y")
    curtain = seen(one)
    one.press("space")
    clear(one)
    assert one.state.viewer == seat
    return [("curtain", curtain)]


def clear(one: HeadlessMatch) -> None:
    """Dismiss all cards."""
    for _ in range(OPENING):
        if one.state.card is not None:
            one.press("space")


def seen(one: HeadlessMatch) -> object:
    """Return the painted canvas, to the last cell, and the text for screen readers."""
    picture = one.table.renderer.picture(one.state)
    canvas = picture.canvas
    painted = [canvas.painted(y) for y in range(canvas.height)]
    return (
        canvas.lines(),
        painted,
        one.state.message,
        one.state.pass_screen_message,
        one.state.hint_text,
    )


# ---------------------------------------------------------------- lines


def in_lines(table: LineTable) -> Presented:
    """Return everything that line mode presents: the decision when the table is opened, further
    choices, help, questions, wrong answers, every part of composed picks, a hint, undo."""
    presented: Presented = [("begun", table.begin())]
    assert table.news.viewer is None
    presented += asked_for(table)
    presented.append(("hint", typed_answer(table, "hint")))
    presented.append(("hint away", put_away(table)))
    presented.append(("taken back", typed_answer(table, "undo")))
    return presented


def asked_for(table: LineTable) -> Presented:
    """Return the answers to everything that may be typed without effect."""
    presented: Presented = [(f"typed {typed}", typed_answer(table, typed)) for typed in TYPED]
    presented += parts_presented(table)
    presented.append(("all to agree", typed_answer(table, "ask")))
    return [*presented, ("not agreed", table.handle_line("0") if table.dialogue.answer else [])]


def typed_answer(table: LineTable, typed: str) -> list[str]:
    """Return the answer to a typed command; command words are typed in the language of the
    table."""
    word, _, rest = typed.partition(" ")
    for command in table.commands:
        if command.key == word and word.isalpha():
            word = table.writer.translate(command.names).split()[0]
            break
    return table.handle_line(f"{word} {rest}".strip())


def parts_presented(table: LineTable) -> Presented:
    """Return the texts of each part that leads on, of amounts before they count, and of each pick
    that needs confirmation."""
    presented: Presented = []
    partial_move = table.picking.partial_move
    assert partial_move is not None
    following = partial_move.following
    if isinstance(following, MultisetPart | SubsetPart):
        presented += _composed(table, following)
        return [*presented, ("back", typed_answer(table, "back"))]
    once_more = 0
    for number, value in enumerate(following[:MAX_CHOICES], 1):
        further = partial_move.with_part(value)
        if further.pick is not None:
            if once_more < FURTHER:
                presented += _once_more(table, further, number)
                once_more += 1
            continue
        presented.append((f"part {number}", table.handle_line(str(number))))
        then = table.picking.partial_move
        if then is not None and isinstance(then.following, MultisetPart | SubsetPart):
            presented += _composed(table, then.following)
        presented.append(("back", typed_answer(table, "back")))
    return presented


def _once_more(table: LineTable, further: PartialMove[State], number: int) -> Presented:
    """Return the texts of a typed pick that needs confirmation."""
    scene, writer = table.scene(None), table.writer
    if writer.losses_to_confirm(scene, further, CONFIRM_ALWAYS) is None:
        return []
    lost = writer.losses_to_confirm(scene, further, CONFIRM_LOSS)
    presented: Presented = [
        (f"lost {number}", lost),
        (f"pick {number}", table.handle_line(str(number))),
    ]
    if table.dialogue.answer is not None:
        presented.append(("not so", typed_answer(table, "back")))
    return presented


def _composed(table: LineTable, following: MultisetPart | SubsetPart) -> Presented:
    """Return the texts of the smallest composed part, which needs confirmation if the pick is
    complete."""
    partial_move = table.picking.partial_move
    assert partial_move is not None
    least = max(1, following.least)
    if isinstance(following, SubsetPart):
        typed = " ".join(map(str, range(1, least + 1)))
    else:
        name = table.writer.kinds(partial_move, following).names[0]
        typed = f"{least} {name}"
    presented: Presented = [("made up", table.handle_line(typed))]
    if table.dialogue.answer is not None:
        presented.append(("not so", typed_answer(table, "back")))
    return presented


def after_a_hand_in_lines(table: LineTable) -> Presented:
    """Return the content of the window after a hand was shown in lines and hidden."""
    lines = [*table.begin(), *typed_answer(table, "hand"), *put_away(table)]
    return [("hand away", lines[-WINDOW:]), *asked_for(table)]


def put_away(table: LineTable) -> list[str]:
    """Return the content of the window after private text was hidden."""
    lines: list[str] = []
    for _ in range(OPENING):
        if table.dialogue.answer is None:
            break
        lines += table.handle_line("")
    return lines[-WINDOW:]


# ---------------------------------------------------------------- decisions after a choice


def presented_after(position: Position, seat: int, pick: Value, turn: int) -> Presented:
    """Return everything presented at a decision after a choice at the same keyboard by a player
    whose hand was shown: the screen once the hand is hidden, and the window in line mode."""
    languages = in_order(turn // 2)
    presented: Presented = []
    with screen_at(position, languages[0], SIZES[turn // 4 % 2]) as one:
        presented += _presented_on_screen_after(one, seat, pick)
    table = lines_at(position, languages[1])
    lines = table.begin()
    for _ in range(OPENING):
        if table.picking.partial_move is None:
            lines += table.handle_line("")
    if table.news.viewer is None:
        lines += [*typed_answer(table, "hand"), *put_away(table)]
    lines += [*typed_answer(table, "table"), *typed(table, seat, pick)]
    if table.news.viewer is None and table.picking.partial_move is not None:
        presented += [("window", lines[-WINDOW:]), *asked_for(table)]
    return presented


def _presented_on_screen_after(one: HeadlessMatch, seat: int, pick: Value) -> Presented:
    for _ in range(OPENING):
        if one.state.pass_to is None and one.state.card is None:
            break
        one.press("space")
    if one.state.viewer is None:
        show_hand(one)
    one.now += 10
    one.do(Choose(one.session.ask(seat), pick))
    if one.state.viewer is not None and one.state.partial_pick is not None:
        clear(one)
        one.press("Y")
    if one.state.viewer is not None or one.state.partial_pick is None:
        return []
    presented: Presented = [("led to", seen(one))]
    clear(one)
    return [*presented, ("after cards", seen(one)), *looked_through(one, FEW_PAGES)]


def typed(table: LineTable, seat: int, pick: Value) -> list[str]:
    """Return the texts while a pick is typed part by part, and its result."""
    lines: list[str] = []
    parts = table.session.ask(seat).decision.parts_of(pick)
    before = len(table.session.match.log)
    for _ in range(OPENING):
        if len(table.session.match.log) > before:
            break
        partial_move = table.picking.partial_move
        assert partial_move is not None
        lines += table.handle_line(
            table.writer.typed_as(partial_move, parts[len(partial_move.chosen)])
        )
        if table.dialogue.answer is not None and len(table.session.match.log) == before:
            lines += table.handle_line("")
    assert len(table.session.match.log) > before, lines
    return lines
