"""The turn summary: a line per turn of others, with everything included or said to be missing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import dropwhile, takewhile
from pathlib import Path

import pytest

from engine.core.event import PICK_EVENT, Event
from engine.core.state import Note
from engine.games import catalogue, entry
from engine.i18n.language import Translator
from engine.storage.session import Session
from screens.paint.theme import theme
from screens.preferences import CARDS_TILL_KEY, CONFIRM_NEVER, Preferences
from screens.table_view.log_view import LogPage, log_lines
from screens.table_view.news import end_summary, turn_summary
from screens.table_view.painter_registry import painter_for
from screens.table_view.scene import Scene
from screens.table_view.turn_log import brief, turn_lines
from tests.screens.playing import NAMES, new_session
from tests.screens.table.headless import HeadlessMatch, picture_text
from tests.screens.table.recording import let_bots_move
from tests.screens.tables import sampled, step

GAMES = [entry.id for entry in catalogue()]


def moments(game: str, players: int, apart: int, seed: str) -> Iterator[tuple[Session, Scene]]:
    """A random game, stopped now and then when the next player is asked."""
    session = new_session(game, players=players, seed=seed)
    choose, asked, number = sampled(seed.encode()), -1, 0
    translator = Translator("en", NAMES[:players])
    while not session.match.over:
        pending = session.match.pending()[0]
        if pending.seat != asked:
            number += 1
            if number % apart == 0:
                yield session, Scene.of(session.match_view, pending.seat, translator, theme())
        asked = pending.seat
        session.match.choose(pending.seat, choose(session.match, pending))
    yield session, Scene.of(session.match_view, 0, translator, theme())


def joined(text: str) -> str:
    """The text of a card, without its frame and line breaks."""
    return "".join(one for one in text if one.isalnum() or one in "+-()")


def is_pick(event: Event | None) -> bool:
    return event is not None and event.kind == PICK_EVENT


def notes_by_others(session: Session, scene: Scene) -> list[Note]:
    """The notes since the reader's last choice, if others have chosen since."""
    assert scene.seat is not None
    painter = painter_for(session.match.header.game)
    last = session.match_view.last_choice(scene.seat)
    rest = scene.history.events_with_notes()[1 if last is None else last + 2 :]
    if not any(is_pick(event) for event, _ in rest):
        return []
    if last is None:
        rest = [*dropwhile(lambda one: not is_pick(one[0]), rest)]
    return [
        note
        for _, notes in rest
        for note in notes
        if not painter.begins_chapter(note)
        and not (note.seat >= 0 and note.rule in painter.evident)
        and not (note.seat == scene.seat and note.rule in painter.own_known)
        and note.text.number != 0
        and note.whose != scene.seat
    ]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("game", GAMES)
def test_log_lines_are_shown_or_deliberately_omitted(game: str, players: int) -> None:
    painter = painter_for(game)
    cards = 0
    for session, scene in moments(game, players, 7, "news"):
        if session.match.over:
            continue
        notes = notes_by_others(session, scene)
        brief_notes = [note for note in notes if brief(painter, note) is not None]
        notice = turn_summary(session.match_view, scene, painter)
        assert (notice is not None) or not brief_notes
        if notice is None:
            continue
        cards += 1
        assert not [line for line in notice.lines if line.name and "You " in line.text]
        check_notes_summarised(
            scene, "\n".join(f"{line.name} {line.text}" for line in notice.lines), notes
        )
    assert cards > 3


@pytest.mark.parametrize("game", GAMES)
def test_first_summary_begins_with_the_first_move(game: str) -> None:
    """The setup is neither a move nor news: the first player sees no summary of it either."""
    first = 0
    for session, scene in moments(game, 3, 1, "news"):
        if session.match.over or session.match_view.last_choice(scene.seat or 0) is not None:
            break
        summary = turn_summary(session.match_view, scene, painter_for(game))
        if summary is None:
            continue
        first += 1
        events = scene.history.events_with_notes()
        setup = [*takewhile(lambda one: not is_pick(one[0]), events)]
        lines = "\n".join(line.text for line in summary.lines)
        for _, notes in setup:
            assert not [note for note in notes if scene.translate(note.text) in lines]
        assert summary.lines[0].name
    assert first


def check_notes_summarised(scene: Scene, expected_text: str, notes: list[Note]) -> None:
    """Check that each note is in a summary, whole or in its short form, apart from the name at its
    start."""
    rows, painter = joined(expected_text), painter_for(scene.game.id)
    names = [scene.name(seat) for seat in range(scene.view.seats)]
    for note in notes:
        text = brief(painter, note)
        if text is None:
            continue
        shown = [scene.translate(text), scene.translate(note.text)]
        shown += [one.removeprefix(f"{name}: ") for one in shown for name in names]
        shown += [one.removeprefix(f"{name} ") for one in shown for name in names]
        assert any(joined(one) in rows for one in shown), shown


@pytest.mark.parametrize("game", GAMES)
def test_end_is_one_card(game: str) -> None:
    *_, (session, scene) = moments(game, 3, 1000, "end")
    assert end_summary(session.match_view, scene, painter_for(game)).lines
    scene = Scene.of(session.match_view, 0, Translator("ru", NAMES[:3]), theme())
    lines = [line.text for line in end_summary(session.match_view, scene, painter_for(game)).lines]
    assert not any("; Побеждает" in line for line in lines)  # a sentence must not be a clause


@pytest.mark.parametrize("game", GAMES)
def test_brief_messages_exist_in_the_game(game: str) -> None:
    """The short forms of turn lines refer to existing messages."""
    own = entry(game).folder
    source_files = (path for folder in (own, own.parent) for path in folder.glob("*.py"))
    sources = [*source_files, Path("engine/core/common_wording.py")]
    code = "".join("".join(path.read_text().split('"\n')) for path in sources)
    for message in painter_for(game).brief:
        assert message in code, message


def test_every_bot_turn_is_summarised() -> None:
    """Bot moves are shown with the next question, without a key."""
    preferences = Preferences(confirm=CONFIRM_NEVER, pace="0", cards=CARDS_TILL_KEY)
    table = HeadlessMatch(new_session(players=3, bots=2, seed="4"), preferences)
    summaries = 0
    for _ in range(14):
        let_bots_move(table)
        if table.match.over or table.state.partial_pick is None:
            break
        summary = table.state.notices.summary
        picks = [seat for _, seat in table.session.match_view.picks()]
        since = set(picks[len(picks) - picks[::-1].index(0) :] if 0 in picks else picks)
        assert (summary is not None) is bool(since)
        if summary is not None:
            summaries += 1
            names_shown = {line.name.rstrip(":") for line in summary.lines}
            assert {NAMES[seat] for seat in since} <= names_shown
            assert "Enter" in picture_text(table).splitlines()[-1]
        before = table.session.match_view.length
        while table.session.match_view.length == before:
            table.press("enter")
    assert summaries


@pytest.mark.parametrize("game", GAMES)
def test_player_name_that_is_a_prefix_of_another_is_not_confused(game: str) -> None:
    """The lines for two bots called "Strong" and "Strong 2" are those for other names."""
    alike, others = ("Anna", "Strong", "Strong 2"), ("Anna", "Dmitri", "Boniface")

    def summary_lines(session: Session, seat: int | None, names: tuple[str, ...]) -> list[str]:
        scene = Scene.of(session.match_view, seat, Translator("en", names), theme())
        painter = painter_for(game)
        card = turn_summary(session.match_view, scene, painter)
        lines = [] if card is None else [f"{line.name}|{line.text}" for line in card.lines]
        page = LogPage(painter.chapter)
        page.update_lines(scene)
        return [*lines, *page.paint(scene, 100, 60, -1).text().splitlines()]

    tables = 0
    for session, scene in moments(game, 3, 7, "names"):
        lines = summary_lines(session, scene.seat, others)
        for name, other in zip(alike, others, strict=True):
            lines = [line.replace(other, name) for line in lines]
        assert summary_lines(session, scene.seat, alike) == lines
        tables += 1
    assert tables > 3


@pytest.mark.parametrize("game", GAMES)
def test_table_event_separates_lines_before_and_after(game: str) -> None:
    """No line above an event of the table reports anything that came after it, not even the line
    of a turn."""
    painter = painter_for(game)
    for session, scene in moments(game, 3, 9, "befalls"):
        notes = notes_by_others(session, scene)
        whole = turn_lines(scene, painter, notes)
        for end, note in enumerate(notes, 1):
            if note.seat < 0 and note.whose < 0:
                before = turn_lines(scene, painter, notes[:end])
                assert whole[: len(before)] == before


def test_action_that_concerns_the_reader_is_summarised_in_one_line() -> None:
    """In Troyes, a turn is one action: the purchase of the reader's dice, and what they did."""
    bought = 0
    for session, scene in moments("troyes", 3, 2, "whole"):
        card = (
            None
            if session.match.over
            else turn_summary(session.match_view, scene, painter_for("troyes"))
        )
        for line in () if card is None else card.lines:
            if f"to {NAMES[scene.seat or 0]}" in line.text and "dice" not in line.text:
                bought += 1
                assert ACTIONS & set(line.text.replace(".", " ").split()), line.text
    assert bought


ACTIONS = {"puts", "activates", "builds", "places", "gains"}
"""Verbs of the actions for which dice are bought."""


@pytest.mark.parametrize("game", ["catan", "knights"])
def test_discards_are_reported_once(game: str) -> None:
    """The note about the choice adds nothing to the discarded cards."""
    count = 0
    for session, scene in moments(game, 3, 4, "discards"):
        card = (
            None
            if session.match.over
            else turn_summary(session.match_view, scene, painter_for(game))
        )
        lines = [] if card is None else [line.text for line in card.lines]
        count += any("discards" in line for line in lines)
        assert not any("has chosen what to discard" in line for line in lines)
    assert count


@pytest.mark.parametrize("game", ["catan", "knights"])
def test_log_says_who_has_chosen_only_while_others_choose(game: str) -> None:
    session, choose = new_session(game, players=4, seed="log"), sampled(b"log")
    match, translator = session.match, Translator("en", NAMES[:4])
    while len(match.pending()) < 2:
        step(match, choose)
    said = []
    while match.pending()[0].decision.name == "SevenDiscard":
        step(match, choose)
        texts = [
            line.text for line in log_lines(Scene.of(session.match_view, 0, translator, theme()))
        ]
        said.append(sum("has chosen what to discard" in text for text in texts))
    assert said == [*range(1, len(said)), 0]


@pytest.mark.parametrize("game", ["catan", "knights"])
def test_discards_of_the_reader_are_no_news(game: str) -> None:
    for seed in range(4):
        for session, scene in moments(game, 3, 1, f"own discards {seed}"):
            card = (
                None
                if session.match.over
                else turn_summary(session.match_view, scene, painter_for(game))
            )
            for line in () if card is None else card.lines:
                own = line.name == scene.name(scene.seat or 0)
                assert not (own and line.text.startswith("discards")), line


@pytest.mark.parametrize(("game", "seed"), [("catan", "demands"), ("knights", "b")])
def test_cards_given_are_reported_after_the_demand_for_them(game: str, seed: str) -> None:
    """Even if all other players give some, so that the demand looks like a step for everybody."""
    count = 0
    for session, scene in moments(game, 3, 1, seed):
        notes = [] if session.match.over else notes_by_others(session, scene)
        given = [note for note in notes if note.text.one == "{giver} gives {taker} {cards}."]
        givers = {note.seat for note in given}
        if len(givers) == 2 and scene.seat is not None and scene.seat in givers:
            card = turn_summary(session.match_view, scene, painter_for(game))
            assert card is not None
            text = " ".join(f"{line.name} {line.text}" for line in card.lines)
            assert "demands " in text.split(f"{NAMES[scene.seat]} gives ")[0], text
            count += 1
    assert count
