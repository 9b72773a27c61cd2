"""A hint leads to what it says: Enter alone goes through every part of the hinted pick."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from attrs import evolve

from engine.core.event import PICK, Value
from engine.games.deus.offering import god_of
from engine.match.preview import Preview
from screens.paint import buttons
from screens.paint.canvas import Canvas, Rect
from screens.table.effects import RepaintScope
from screens.table_view.painter_registry import painter_for
from screens.table_view.scene import Scene
from tests.matrix import with_each
from tests.screens.table.headless import Headless
from tests.screens.table.positions import PLAYERS, positions, press_hint, seated
from tests.screens.tables import any_option, sampled, scene_of

MOST_ENTERS: Final = 16


def covered(table: Headless) -> list[str]:
    """The options in the panel over which the hint lies."""
    hinted = table.picture.canvas
    table.table.picturing.note(RepaintScope.ALL)
    free = table.table.picturing.picture(evolve(table.state, message="", advice="")).canvas
    table.table.picturing.note(RepaintScope.ALL)
    options = [one for one in free.spots if isinstance(one, tuple) and one[0] == buttons.CHOICE]
    rects = [rect for place in options for rect in free.rects(place)]
    return [text for rect in rects if (text := cells(free, rect)) != cells(hinted, rect)]


def cells(canvas: Canvas, rect: Rect) -> str:
    """Return the text in a rectangle."""
    rows = range(rect.y, rect.bottom)
    return "".join("".join(canvas.chars[y][rect.x : rect.right]) for y in rows)


def chosen_by_hint(table: Headless) -> tuple[Value, Value]:
    """Return the hint, and the pick that it and Enter alone lead to."""
    choosing = table.state.choosing
    assert choosing is not None
    hinted = table.session.hint(choosing.asked.seat)
    before = table.session.sight.length
    press_hint(table)
    assert not covered(table)
    for _ in range(MOST_ENTERS):
        table.press("enter")
        if table.session.sight.length > before:
            break
    picks = [event.value for event in table.session.match.log[before:] if event.kind == PICK]
    return hinted, picks[0] if picks else f"nothing: {table.state.message}"


def hold(game: str, seed: int, count: int, apart: int) -> None:
    """Hold positions of matches to the law, at the smallest size and a large one."""
    for number, lots in enumerate((sampled(b"%d" % seed), any_option(seed))):
        for at, match in enumerate(positions(game, seed + number, lots, count, apart)):
            step = match.pending()[0].decision.name
            with seated(match, (80, 24) if at % 2 else (160, 50)) as table:
                hinted, chosen = chosen_by_hint(table)
            assert chosen == hinted, f"{step}, {len(match.log)} events of seed {seed + number}"


@with_each(PLAYERS)
def test_a_hint_leads_to_what_it_says(game: str) -> None:
    hold(game, 1, 12, 14)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 12, 2))
@with_each(PLAYERS)
def test_a_hint_leads_to_what_it_says_anywhere(game: str, seed: int) -> None:
    hold(game, seed, 150, 5)


def reasons(game: str, count: int) -> Iterator[tuple[Scene, Preview, str]]:
    """Return the reasons that hints give, in positions of a match."""
    for match in positions(game, 3, sampled(b"reasons"), count, 4):
        with seated(match, (80, 24)) as table:
            choosing = table.state.choosing
            assert choosing is not None
            sight = table.session.sight
            foresight = table.session.ask(choosing.seat).foresee(
                table.session.hint(choosing.seat), policy=sight.game.follow
            )
            scene = scene_of(painter_for(game), match)
            told = painter_for(game).why(scene, foresight)
            yield scene, foresight, "" if told is None else scene.say(told)


def test_a_hint_tells_its_own_points_though_others_hide_theirs() -> None:
    gained = 0
    for scene, foresight, told in reasons("troyes", 40):
        assert scene.seat is not None
        now, then = (scene.game.sheets(view)[0] for view in (scene.view, foresight.view))
        total = next(n for n, column in enumerate(now.columns) if column.total)
        before, after = (sheet.rows[scene.seat].cells[total] for sheet in (now, then))
        if before != after:
            gained += 1
            assert f"Total {after}" in told
    assert gained


GIVES: Final = {
    **{"neptune": "gold", "ceres": "resource", "minerva": "card more", "vesta": "VP"},
    **{"mars": "piece", "jupiter": "the power of another god"},
}
"""What a god of Deus gives, in a word."""


def test_a_hint_to_offer_cards_says_what_that_brings() -> None:
    gods = set()
    for _, foresight, told in reasons("deus", 60):
        if any(note.rule == "DEU-11.2" for note in foresight.notes):
            god = god_of(foresight.view, foresight.view.discard_top).id
            gods.add(god)
            assert GIVES[god] in told
            assert "new card" in told
    assert len(gods) > 2


@with_each(PLAYERS)
def test_space_never_takes_what_it_is_hinted_to(game: str) -> None:
    """It puts cards away and opens curtains; it marks, and takes nothing."""
    for lots in (sampled(b"space"), any_option(5)):
        for match in positions(game, 5, lots, 20, 7):
            step = match.pending()[0].decision.name
            with seated(match, (80, 24)) as table:
                before = table.session.sight.length
                for keys in (("space", "space"), ("H", "space"), ("enter", "space")):
                    table.press(*keys[:1])
                    if table.session.sight.length == before:
                        table.press(*keys[1:])
                        assert table.session.sight.length == before, step
                    if table.session.sight.length > before:
                        break
