"""The solo game: no text speaks of other players."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest

from engine.core.chance import Dice
from engine.help.guide import coach
from engine.match.match import Match
from screens.games.era.painter import PAINTER
from screens.table_view.preview_text import losses, preview_lines
from tests.screens.games.era.scenes import ROOMS, scene_of

OTHERS: Final = {
    "en": r"other player|opponents|\bothers\b|everyone|\btie\b|\bahead\b|each player|in turn order"
    r"|first player|the most\b",
    "ru": r"соперник(и|ов|ам)|друг(им|их|ой|ому|ого)\b|\bвсе бросают|все получают|ничь|впереди"
    r"|кажд(ый|ым) игрок|первый игрок|(?<!у того, )у кого|по порядку хода",
}

ALONE: Final = {
    "en": "the others (you, if you play alone)",
    "ru": "по другим (в игре для одного — по вам)",
}
"""Whom treachery hits, in advice for any number of players."""


def said(match: Match, language: str) -> Iterator[str]:
    """Everything that is said about a position: advice, previews and tooltips."""
    (pending,) = match.pending()
    topic = ".".join(filter(None, (pending.decision.name, pending.decision.situation(match.state))))
    topics = {one.title: one for one in coach("era", language).topics}
    advice = " ".join(passage.plain for passage in topics[topic].passages)
    yield advice.replace(ALONE[language], "")
    scene = scene_of(match, language=language)
    assert scene.partial_pick is not None
    for index in range(len(scene.partial_pick.input_mode.stops())):
        scene.partial_pick.input_mode.point(index)
        yield from preview_lines(scene, PAINTER)
        yield from losses(scene, PAINTER)
    for place in PAINTER.paint(scene, *ROOMS[120, 40]).spots:
        tooltip = PAINTER.inspect(scene, place) if isinstance(place, tuple) else None
        yield "" if tooltip is None else scene.translate(tooltip)


@pytest.mark.rule("ERA-15.8", "ERA-15.9", "ERA-15.16")
@pytest.mark.parametrize("language", OTHERS)
def test_no_text_of_a_solo_game_speaks_of_other_players(language: str) -> None:
    match = Match.begin("era", [("Anna", "person")], seed="2")
    dice, heard = Dice(b"solo"), set()
    while not match.over:
        (pending,) = match.pending()
        asked = pending.decision.name, pending.decision.situation(match.state)
        if asked not in heard or len(match.log) % 7 == 0:
            heard.add(asked)
            for text in said(match, language):
                assert not re.search(OTHERS[language], text, re.IGNORECASE), text
        match.choose(pending.seat, match.game.quick(match.state, pending.decision, dice))
    assert {("ChooseDice", "solo_skulls"), ("BuildStructure", "solo_last_round")} <= heard
    translate = scene_of(match, language=language).translate
    for notes in match.notes:
        for note in notes:
            assert not re.search(OTHERS[language], translate(note.text), re.IGNORECASE)
