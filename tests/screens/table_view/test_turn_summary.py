"""Turn summaries of recorded games in both languages name the player who acts exactly once, and no
other player."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

from engine.core.event import PICK_EVENT
from engine.core.state import Note, State
from engine.games import catalogue
from engine.i18n.language import Translator
from engine.match.match import Match
from engine.match.match_view import MatchView
from engine.storage.match_file import load
from screens.paint.theme import theme
from screens.table_view.news import Summary, turn_summary
from screens.table_view.painter_registry import painter_for
from screens.table_view.player_labels import name_in_front
from screens.table_view.scene import Scene
from screens.table_view.turn_log import brief, concerns_reader, subject
from tests.engine.golden import FOLDER

NAMES: Final = {
    "en": ("Anna", "Boris", "Clara", "Dora", "Emil"),
    "ru": ("Анна", "Борис", "Клара", "Дора", "Эмиль"),
}
GAMES: Final = [
    pytest.param(path, id=f"{one.id}-{path.stem}")
    for one in catalogue()
    for path in sorted((FOLDER / one.id).glob("*.jsonl"))
]
SOME: Final = [
    pytest.param(path, id=one.id)
    for one in catalogue()
    for path in sorted((FOLDER / one.id).glob("*players_3.jsonl"))[-1:]
]

CLAUSE_END: Final = re.compile("; |[.] (?![а-яё])")
"""End of a clause; a period before a small Russian letter ends an abbreviation."""


@cache
def recorded(path: Path) -> Match:
    """A golden game, which is replayed once for all tests."""
    return load(path)


def summaries(
    path: Path, language: str, apart: int = 1
) -> Iterator[tuple[Scene[State], MatchView, Summary | None]]:
    """The summaries of a recorded game, each time that another player is asked."""
    match = recorded(path)
    translator = Translator(language, NAMES[language][: len(match.header.seats)])
    painter, asked, number = painter_for(match.header.game), -1, 0
    for position in match.positions():
        pending = position.pending()
        if not pending or pending[0].seat == asked:
            continue
        asked = pending[0].seat
        number += 1
        if number % apart == 0:
            match_view = MatchView(position, match)
            scene = Scene.of(match_view, asked, translator, theme())
            yield scene, match_view, turn_summary(match_view, scene, painter)


def check_summaries(path: Path, language: str, apart: int) -> None:
    """Check names and sentences in every line of a game's summaries."""
    summary_count = 0
    for scene, match_view, summary in summaries(path, language, apart):
        if summary is None:
            continue
        last = match_view.last_choice(scene.seat or 0)
        count = scene.history.size[1]
        notes = [
            note
            for _, its in scene.history.events_with_notes(count - (-1 if last is None else last))
            for note in its
        ]
        spoken = {scene.translate(note.text).removesuffix("."): note for note in notes}
        names = [scene.name(seat) for seat in range(scene.view.seats)]
        ends = {text.replace(". ", "; ").split("; ")[-1] for text in spoken}
        nobodys = {one for one in ends if name_in_front(scene, one)[0] < 0 and one[:1].isupper()}
        for line in summary.lines:
            summary_count += 1
            name = line.name.removesuffix(":")
            assert not line.text.startswith(f"{name} " if name else "\0"), line
            assert not any(f"{one} {one} " in f"{line.name} {line.text}" for one in names), line
            if name:
                assert line.name.endswith(":") or line.text[:1].islower(), f"no verb: {line}"
                begun = [
                    note
                    for text, note in spoken.items()
                    if text.startswith(name) and subject(scene, note) == names.index(name)
                ]
                assert begun, f"no action: {line}"
            else:
                assert any(line.text.startswith(text) for text in spoken), line
            clauses = line.text.removesuffix(".").replace(". ", "; ").split("; ")
            assert not any(one[:1] in "+-0123456789" for one in line.text.split("; ")[1:]), line
            for before, after in pairwise(clauses):
                others = [one for one in names if one != name and before.startswith(f"{one} ")]
                others += [one for one in nobodys if before == one]
                is_one = any(f"{before}; {after}" in text for text in spoken)
                assert is_one or not (others and after[:1].islower()), f"whose? {line}"
    assert summary_count or "players_1" in str(path)


@pytest.mark.parametrize("language", NAMES)
@pytest.mark.parametrize("path", SOME)
def test_names_and_sentences_are_joined_correctly(path: Path, language: str) -> None:
    check_summaries(path, language, 3)


@pytest.mark.long
@pytest.mark.parametrize("language", NAMES)
@pytest.mark.parametrize("path", GAMES)
def test_names_and_sentences_are_joined_correctly_in_all_games(path: Path, language: str) -> None:
    check_summaries(path, language, 1)


@pytest.mark.parametrize("language", NAMES)
@pytest.mark.parametrize("path", SOME)
def test_a_line_of_era_names_its_player_again_only_after_another_subject(
    path: Path, language: str
) -> None:
    if "era" not in str(path):
        return
    lines = 0
    for _, _, summary in summaries(path, language, 2):
        for line in () if summary is None else summary.lines:
            name = line.name.removesuffix(":")
            if not name:
                continue
            sentences = line.text.removesuffix(".").split(". ")
            lines += 1
            clauses = line.text.replace(". ", "; ").split("; ")
            assert not any(clause.startswith(f"{name}: ") for clause in clauses), line
            assert not sentences[1:2] or not sentences[1].startswith(name), line
    assert lines


@pytest.mark.parametrize("path", SOME)
def test_lines_about_the_reader_come_first(path: Path) -> None:
    first = 0
    for _, _, summary in summaries(path, "en", 3):
        order = [] if summary is None else [line.role == "text bold" for line in summary.lines]
        assert order == sorted(order, reverse=True)
        first += any(order)
    assert first or "deus" in str(path)


@pytest.mark.parametrize("path", [one for one in SOME if one.id in ("catan", "knights")])
def test_yields_of_rolls_are_not_what_a_summary_begins_with(path: Path) -> None:
    """They would take the first lines from the cards and roads that others take from the reader."""
    first = 0
    for scene, _, summary in summaries(path, "en"):
        reader = scene.name(scene.seat or 0)
        for line in summary.lines if summary is not None else ():
            if line.role == "text bold":
                clauses = CLAUSE_END.split(f"{line.name} {line.text}")
                about = [one for one in clauses if reader in one.split(":")[0]]
                first += any(" gets " not in one for one in about)
                assert not all(one.startswith(f"{reader} gets ") for one in about), line
    assert first


@pytest.mark.parametrize("path", SOME)
def test_own_turn_is_not_summarised(path: Path) -> None:
    """Answers to an own offer are not summarised either."""
    count = 0
    for scene, match_view, summary in summaries(path, "en", 3):
        assert scene.seat is not None
        last = match_view.last_choice(scene.seat)
        rest = scene.history.events_with_notes()[1 if last is None else last + 1 :]
        others = [note for _, notes in rest for note in notes if note.whose != scene.seat]
        if summary is None:
            continue
        count += 1
        assert others
        mine = {
            scene.translate(note.text)
            for _, notes in rest
            for note in notes
            if note.whose == scene.seat
        } - {scene.translate(note.text) for note in others}
        for line in summary.lines:
            assert f"{line.name} {line.text}" not in mine
    assert count


@pytest.mark.parametrize("path", SOME)
def test_no_summary_if_nobody_else_moved(path: Path) -> None:
    match = recorded(path)
    painter = painter_for(match.header.game)
    for position in list(match.positions())[::7]:
        pending = position.pending()
        match_view = MatchView(position, match)
        if not pending or not position.line or position.line[-1].kind != PICK_EVENT:
            continue
        seat = pending[0].seat
        if position.line[-1].seat != seat or any(_is_step(n, painter) for n in position.notes[-1]):
            continue
        scene = Scene.of(match_view, seat, Translator("en", NAMES["en"]), theme())
        assert turn_summary(match_view, scene, painter) is None


def _is_step(note: Note, painter: object) -> bool:
    return painter.is_step(note) or note.seat < 0 or concerns_reader(note, -2)  # type: ignore[attr-defined]


def check_subjects(path: Path, language: str, apart: int) -> None:
    """Check that a clause without a name is about the player whom its sentence or line names, and
    that the roll of a turn precedes its consequences."""
    for scene, match_view, summary in summaries(path, language, apart):
        if summary is None:
            continue
        names = [scene.name(seat) for seat in range(scene.view.seats)]
        painter = painter_for(scene.game.id)
        last = match_view.last_choice(scene.seat or 0)
        count = scene.history.size[1]
        seats: dict[str, set[int]] = {}
        rolls, steps = set(), set()
        for _, its in scene.history.events_with_notes(count - (-1 if last is None else last)):
            for note in its:
                short = brief(painter, note)
                for text in (note.text, *([] if short is None else [short])):
                    said = scene.translate(text).removesuffix(".")
                    named, rest = name_in_front(scene, said)
                    for clause in CLAUSE_END.split(rest.lstrip(": ")):
                        seats.setdefault(clause, set()).add(note.seat if named < 0 else named)
                if note.rule in painter.rolls:
                    rolls.add(scene.translate(note.text).removesuffix("."))
                elif painter.is_step(note):
                    steps.add(CLAUSE_END.split(scene.translate(note.text).removesuffix("."))[-1])
        for line in summary.lines:
            name = line.name.removesuffix(":")
            subject_now = names.index(name) if name else -1
            clauses = CLAUSE_END.split(line.text.removesuffix("."))
            for clause in clauses:
                named, _ = name_in_front(scene, clause)
                subject_now = named if named >= 0 else subject_now
                about = seats.get(clause, {-1}) if clause[:1].islower() else {-1}
                assert about & {-1, subject_now}, f"{names[min(about)]}, not {subject_now}: {line}"
                if clause in steps:
                    assert not rolls & set(clauses), f"roll after its consequence: {line}"
                rolls.discard(clause)


@pytest.mark.parametrize("language", NAMES)
@pytest.mark.parametrize("path", SOME)
def test_clauses_are_about_the_subject_that_they_follow(path: Path, language: str) -> None:
    check_subjects(path, language, 2)


@pytest.mark.long
@pytest.mark.parametrize("language", NAMES)
@pytest.mark.parametrize("path", GAMES)
def test_clauses_are_about_the_subject_that_they_follow_in_all_games(
    path: Path, language: str
) -> None:
    check_subjects(path, language, 1)
