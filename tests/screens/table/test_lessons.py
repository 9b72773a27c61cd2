"""The lessons: every task can be opened, is solved by its hint, refuses other picks with a message,
and fits on the smallest screen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import pytest
from attrs import evolve

from engine.core.chance import Dice
from engine.core.event import PICK_EVENT, Value
from engine.games import catalogue
from engine.help.lesson import LESSON_END, Lesson, TaskWords, lesson, lesson_words
from engine.i18n.language import LANGUAGES, Translator
from engine.match.match import Match
from engine.storage import match_file
from engine.storage.memory_store import MemoryStore
from screens.key_map import keys_in_text
from screens.paint.cells import wrap
from screens.preferences import Preferences
from screens.table.lesson_progress import LessonProgress
from screens.table.match_commands import Choose
from screens.table.table_state import LOG_PAGE, SHEET_PAGE, TABLE_PAGE, TableState
from screens.table_view.notice_card import NOTICE_PLACE
from tests.screens.table.headless import HeadlessLesson, picture_text

GAMES: Final = [entry.id for entry in catalogue()]

MAX_ENTERS: Final = 16

MAX_WRONG: Final = 8


def lesson_of(game: str) -> Lesson:
    found = lesson(game)
    assert found is not None
    return found


def words_of(game: str, language: str = "en") -> dict[str, TaskWords]:
    """The words of a lesson with the usual keys."""
    return lesson_words(game, language, keys_in_text({}, Translator(language)))


def at_tasks(
    current_lesson: Lesson, size: tuple[int, int] = (80, 24), language: str = "en"
) -> Iterator[HeadlessLesson]:
    """Yield a table at the beginning of each task of a lesson, whose match is read once for all."""
    progress = LessonProgress(current_lesson)
    for number in range(len(current_lesson.tasks)):
        progress.go_to_task(number)
        yield HeadlessLesson(progress, Preferences(language=language), size=size)


def check_task(table: HeadlessLesson, number: int) -> None:
    """Check that a task has started and asks the learner; close its card."""
    progress = table.progress
    assert progress.at == number
    assert not progress.picks_made
    assert table.state.card is not None
    read(table)
    partial_pick = table.state.partial_pick
    assert partial_pick is not None
    assert partial_pick.seat == progress.lesson.seat
    assert progress.recorded_pick is not None


def read(table: HeadlessLesson) -> list[str]:
    """Turn all pages of the card of a task; return what the panel showed on each of them."""
    pages = []
    while table.state.card is not None:
        (box,) = table.picture.canvas.rects(NOTICE_PLACE)
        lines = table.picture.canvas.lines()
        pages.append("\n".join(lines[box.y : box.bottom]))
        table.press("space")
    return pages


def solve(table: HeadlessLesson) -> None:
    """Follow the hint until the task is done."""
    for _ in range(table.progress.task.picks):
        made = table.progress.picks_made
        table.press("H")
        for _ in range(MAX_ENTERS):
            if table.progress.picks_made > made:
                break
            table.press("enter")
        assert table.progress.picks_made == made + 1, (
            f"{table.progress.task.name}: {picture_text(table)}"
        )


def wrong(match: Match, progress: LessonProgress) -> list[Value]:
    """Some picks that are allowed and not wanted."""
    seat = progress.lesson.seat
    drawn = [match.sample(seat, Dice(b"%d" % number)) for number in range(3 * MAX_WRONG)]
    listed = match.options(seat) if match.decision(seat).listed else ()
    others = dict.fromkeys([*listed, *drawn])
    return [pick for pick in others if not progress.allows(pick)][:MAX_WRONG]


def test_lesson_is_solved_by_its_hints_and_left_at_its_end() -> None:
    current_lesson = lesson_of("middle_ages")
    table = HeadlessLesson(LessonProgress(current_lesson), Preferences())
    for number, task in enumerate(current_lesson.tasks):
        check_task(table, number)
        solve(table)
        assert table.progress.solved
        question = table.state.question
        assert question is not None, task.name
        assert words_of("middle_ages")[task.name].then in table.translate(question.body)
        table.press("enter")
    assert not table.left
    table.press("enter")
    assert table.left


@pytest.mark.parametrize("game", GAMES)
def test_match_of_a_lesson_loads_and_continues_identically(game: str) -> None:
    current_lesson = lesson_of(game)
    match = match_file.load(current_lesson.match)
    assert match.header.game == game
    assert match.header.rules == match.game.rules, "python -m tests.lessons"
    assert [seat for seat, (_, who) in enumerate(match.header.seats) if who == "person"] == [
        current_lesson.seat
    ]
    assert match.log == match.line
    events = match.line[: current_lesson.tasks[0].at]
    header = evolve(match.header, seed=current_lesson.seed)
    assert Match.load(header, events).line == events, "the seed differs from that of the match"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_moves_made_for_the_learner_are_explained(game: str, language: str) -> None:
    current_lesson = lesson_of(game)
    line, translated = match_file.load(current_lesson.match).line, words_of(game, language)
    for before, task in pairwise(current_lesson.tasks):
        own = [
            n
            for n, event in enumerate(line)
            if event.kind == PICK_EVENT and event.seat == current_lesson.seat
        ]
        solved = [number for number in own if number >= before.at][before.picks - 1]
        if any(solved < number < task.at for number in own):
            assert translated[task.name].meanwhile, f"unexplained moves before {task.name}?"


@pytest.mark.parametrize("game", GAMES)
def test_next_task_includes_the_picks_of_the_learner(game: str) -> None:
    """Whatever is picked for a task stays: it is what the match of the lesson has, too."""
    current_lesson = lesson_of(game)
    before_last = range(len(current_lesson.tasks) - 1)
    for number, table in zip(before_last, at_tasks(current_lesson), strict=False):
        check_task(table, number)
        solve(table)
        played = [(event.step, event.value) for event in table.progress.session.match.line]
        table.press("space")
        check_task(table, number + 1)
        position = [(event.step, event.value) for event in table.progress.session.match.line]
        assert position[: len(played)] == played, current_lesson.tasks[number].name


@pytest.mark.parametrize("size", [(80, 22), (80, 24), (120, 40)])
@pytest.mark.parametrize("game", GAMES)
def test_task_card_covers_nothing_of_the_table(game: str, size: tuple[int, int]) -> None:
    current_lesson = lesson_of(game)
    for table in at_tasks(current_lesson, size):
        boxes = set()
        while table.state.card is not None:
            (box,) = table.picture.canvas.rects(NOTICE_PLACE)
            boxes.add(box)
            shown = table.picture.canvas.lines()[: box.y]
            table.press("space")
        (box,) = boxes
        assert box.x == 0, "the text does not move"
        assert box.bottom == size[1] - 1
        assert table.picture.canvas.lines()[: box.y] == shown


@pytest.mark.parametrize("game", GAMES)
def test_places_of_a_task_are_highlighted_while_it_is_read(game: str) -> None:
    current_lesson = lesson_of(game)
    lit = 0
    for table in at_tasks(current_lesson):
        card, picture = table.state.card, table.picture
        assert card is not None
        assert set(card.places) <= set(picture.flash)
        lit += any(picture.canvas.rects(place) for place in card.places)
    assert lit


@pytest.mark.parametrize("game", GAMES)
def test_hint_key_works_while_a_task_is_read(game: str) -> None:
    current_lesson = lesson_of(game)
    both = zip(at_tasks(current_lesson), at_tasks(current_lesson), strict=True)
    for number, (read_first, at_once) in enumerate(both):
        assert at_once.state.notices.queue
        assert "H hint" in at_once.picture.canvas.lines()[-1]
        check_task(read_first, number)
        read_first.press("H")
        at_once.press("H")
        assert not at_once.state.notices.queue
        assert at_once.state.message
        assert picture_text(at_once) == picture_text(read_first)
        at_once.press("A")
        assert at_once.state.notices.queue, "the text reappears"


def test_escape_closes_a_card_of_several_pages() -> None:
    table = HeadlessLesson(LessonProgress(lesson_of("deus")), Preferences())
    table.press("escape")
    assert not table.state.notices.queue
    table.press("A", "space")
    assert table.state.notices.page == 1
    table.press("A")
    assert table.state.notices.page == 0, "it reopens at its beginning"
    assert table.state.notices.queue


def test_wrong_part_is_put_back_and_a_right_one_stays() -> None:
    table = HeadlessLesson(LessonProgress(lesson_of("middle_ages"), 8), Preferences())
    check_task(table, 8)
    for keys, chosen in (("1 enter 1 enter", ()), ("7 enter 2 2", ("church",))):
        table.press(*keys.split())
        assert table.state.message.startswith("Nothing has changed.")
        assert table.state.partial_pick is not None
        assert table.state.partial_pick.chosen == chosen


@pytest.mark.parametrize("game", GAMES)
def test_wrong_pick_is_answered_and_changes_nothing(game: str) -> None:
    current_lesson = lesson_of(game)
    for number, table in enumerate(at_tasks(current_lesson)):
        task = current_lesson.tasks[number]
        check_task(table, number)
        others = 0
        for _ in range(task.picks):
            length = len(table.match.log)
            asked = table.progress.session.ask(current_lesson.seat)
            picks = wrong(table.match, table.progress)
            others += len(picks)
            for pick in picks:
                table.do(Choose(asked, pick))
                assert len(table.match.log) == length
                assert len(table.state.message) > 20
                assert table.state.partial_pick is not None
            made = table.progress.picks_made
            table.press("H")
            while table.progress.picks_made == made:
                table.press("enter")
        assert others, f"{task.name} leaves no choice"


@pytest.mark.parametrize("game", GAMES)
def test_alternative_solution_solves_the_task(game: str) -> None:
    current_lesson = lesson_of(game)
    for number, task in enumerate(current_lesson.tasks):
        for at, picks in enumerate(task.also):
            for pick in picks:
                table = HeadlessLesson(LessonProgress(current_lesson, number), Preferences())
                check_task(table, number)
                while table.progress.picks_made < at:
                    table.press("H", "enter")
                asked = table.progress.session.ask(current_lesson.seat)
                table.do(Choose(asked, pick))
                assert table.progress.picks_made == at + 1, f"{task.name}: {pick}"
                while not table.progress.solved:
                    table.press("H", "enter")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_all_texts_of_a_lesson_fit(game: str, language: str) -> None:
    current_lesson = lesson_of(game)
    table = HeadlessLesson(LessonProgress(current_lesson), Preferences(language=language))
    for number, task in enumerate(current_lesson.tasks):
        translated = words_of(game, language)[task.name]
        assert has_room(table.state, translated.task), f"{task.name}: {translated.task}"
        pages = read(table)
        shown = "".join(page.partition("\n")[2] for page in pages)
        for text in (translated.meanwhile, translated.task, *translated.why):
            assert letters_of(text) in letters_of(shown), f"{task.name}: {text}\n{shown}"
        table.press("A")
        check_task(table, number)
        assert translated.task in picture_text(table).splitlines()[0]
        solve(table)
        assert letters_of(translated.then) in letters_of(picture_text(table)), (
            f"{task.name}:\n{picture_text(table)}"
        )
        table.press("space")
    end = words_of(game, language)[LESSON_END].then
    assert letters_of(end) in letters_of(picture_text(table)), f"end:\n{picture_text(table)}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_pages_of_a_task_end_with_a_sentence(game: str, language: str) -> None:
    for table in at_tasks(lesson_of(game), language=language):
        for page in read(table):
            assert page.rstrip().endswith((".", "!", "?", ":")), page


def has_room(state: TableState, text: str) -> bool:
    """Whether a sentence finds room in the first line."""
    return len(wrap(text, state.size[0])) == 1


def letters_of(text: str) -> str:
    """Return only the letters, because lines are broken and frames separate them."""
    return "".join(one for one in text if one.isalnum())


def test_same_cards_in_another_order_are_accepted() -> None:
    table = HeadlessLesson(LessonProgress(lesson_of("deus"), 5), Preferences())
    check_task(table, 5)
    kind, (*others, top) = table.progress.match.line[table.progress.task.at].value
    asked = table.progress.session.ask(0)
    table.do(Choose(asked, (kind, (*reversed(others), top))))
    assert table.progress.solved


def test_u_restarts_a_task_and_then_the_one_before() -> None:
    table = HeadlessLesson(LessonProgress(lesson_of("middle_ages"), 1), Preferences())
    check_task(table, 1)
    before = len(table.match.log)
    solve(table)
    table.press("u")
    assert len(table.match.log) == before
    check_task(table, 1)
    table.press("u")
    check_task(table, 0)


def test_result_of_a_task_can_be_read_in_log_and_score() -> None:
    table = HeadlessLesson(LessonProgress(lesson_of("middle_ages")), Preferences())
    check_task(table, 0)
    solve(table)
    for key, zone in (("E", LOG_PAGE), ("s", SHEET_PAGE), ("escape", TABLE_PAGE)):
        table.press(key)
        assert table.state.zone == zone
        assert table.state.question is not None
    table.press("space")
    check_task(table, 1)


def test_task_card_can_be_reopened() -> None:
    table = HeadlessLesson(LessonProgress(lesson_of("middle_ages")), Preferences())
    check_task(table, 0)
    table.press("E", "A", "A")
    check_task(table, 0)
    assert table.state.card is None


def test_lessons_use_separate_memory_stores() -> None:
    one, other = (LessonProgress(lesson_of("middle_ages")).session.store for _ in range(2))
    assert one is not other
    assert isinstance(one, MemoryStore)
