"""The log page is rendered once, and again only when its text would change."""

from __future__ import annotations

from attrs import evolve

from engine.i18n.language import Translator
from screens.table_view.log_view import LogPage, log_lines, paint_log
from tests.screens.games.middle_ages.scenes import played, scene_of


def test_log_page_is_cached_and_painted_as_from_scratch() -> None:
    scene, page = scene_of(played(3, picks=30)), LogPage()
    page.update_lines(scene)
    lines = page.lines
    for selected in (0, 5, len(lines) - 1):
        page.update_lines(scene)
        assert page.lines is lines
        for width, height in ((120, 30), (80, 12), (120, 30)):
            afresh = paint_log(scene, log_lines(scene, undone=True), width, height, selected)
            assert page.paint(scene, width, height, selected).text() == afresh.text()


def test_log_page_is_rebuilt_for_another_language_reader_or_event() -> None:
    match = played(3, picks=30)
    scene, page = scene_of(match), LogPage()
    page.update_lines(scene)
    for other in (
        evolve(scene, translator=Translator("ru", match.header.names)),
        evolve(scene, seat=1),
        scene_of(played(3, picks=31)),
    ):
        before = page.lines
        page.update_lines(other)
        assert page.lines is not before
        assert page.lines == log_lines(other, undone=True)


def test_log_page_can_be_cleared() -> None:
    scene, page = scene_of(played(3, picks=30)), LogPage()
    page.update_lines(scene)
    page.paint(scene, 80, 12, 0)
    page.forget()
    assert not page.lines
    assert page == LogPage(width=80)


def test_chapter_heading_is_never_clipped() -> None:
    scene = scene_of(played(3, picks=30))
    lines = log_lines(scene)
    title = lines[0].text.rstrip(".")
    assert lines[0].note is not None
    chapter = lines[0].note.rule
    for width in (16, 24, 40, 80):
        canvas = paint_log(scene, lines[:1], width, 30, chapter=chapter)
        shown = " ".join(line.strip(" ─") for line in canvas.lines())
        assert shown.split() == title.split()


def test_empty_log_page_says_so() -> None:
    scene, page = scene_of(played(3, picks=3)), LogPage()
    assert "Nothing has happened yet." in page.paint(scene, 80, 12, -1).text()
