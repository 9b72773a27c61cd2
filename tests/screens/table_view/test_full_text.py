"""The page of the full text says everything about the current selection."""

from __future__ import annotations

from engine.core.state import State
from screens.games.troyes.dice_marking import DiceMarking
from screens.input_modes.multi_select import MultiSelect
from screens.input_modes.steppers import Steppers
from screens.paint.theme import theme
from screens.table.read_only_session import ReadOnlySession, SceneFactory, TableContext
from screens.table_view.full_text import full_text_lines
from screens.table_view.painter_registry import painter_for
from screens.table_view.scene import Scene
from tests.matrix import with_each
from tests.screens.table.headless import HeadlessMatch
from tests.screens.table.positions import PLAYERS, positions, seated
from tests.screens.tables import sampled

MARKING = {"era", "troyes", "deus", "knights", "catan"}
"""Games in which something is marked or counted."""


def scene_of(table: HeadlessMatch) -> Scene[State]:
    """The table as it is shown."""
    session = ReadOnlySession(table.session)
    context = TableContext((), lambda preferences: theme(preferences.theme, preferences.glyphs))
    painter = painter_for(table.match.header.game)
    return SceneFactory(session, painter, context).of(table.state)


def selected(table: HeadlessMatch) -> list[str]:
    """Return everything that the panel shows about marks and counters, as it is in a sentence."""
    partial_pick = table.state.partial_pick
    assert partial_pick is not None
    request, input_mode = partial_pick.request, partial_pick.input_mode
    match input_mode:
        case DiceMarking():
            painted = input_mode.paint(scene_of(table), 400, 1).text()
            return [painted.split(maxsplit=1)[1]]
        case MultiSelect(things=things):
            names = [
                request.decision.thing_name(request.view, partial_pick.chosen, one)
                for one in things
            ]
            return [table.translate(name).partition(" (")[0] for name in names]
        case Steppers():
            return [
                table.translate(
                    request.decision.thing_amount_text(request.view, row.chosen, kind, number)
                )
                for row in input_mode.rows()
                for kind, number in row.amounts
            ]
        case _:
            return []


@with_each(PLAYERS)
def test_full_text_names_everything_that_is_marked(game: str) -> None:
    named = 0
    for match in positions(game, 3, sampled(b"look"), 60, 4):
        with seated(match, (80, 24)) as table:
            for keys in (["enter"], ["2"], ["w"], ["5", "space"], ["enter"]):
                if table.state.partial_pick is None or table.session.match_view.length != len(
                    match.log
                ):
                    break
                lines = full_text_lines(scene_of(table), painter_for(game), "")
                page = [line for line, _ in lines]
                for part in selected(table):
                    named += 1
                    assert any(part in line for line in page)
                table.press(*keys)
    assert named or game not in MARKING


@with_each(PLAYERS)
def test_hint_does_not_replace_the_preview(game: str) -> None:
    previewed = 0
    for match in positions(game, 3, sampled(b"look"), 10, 9):
        with seated(match, (80, 24)) as table:
            scene, painter = scene_of(table), painter_for(game)
            if scene.partial_pick is None:
                continue
            plain = [line for line, _ in full_text_lines(scene, painter, "")]
            lines = [line for line, _ in full_text_lines(scene, painter, "Hint: this one.")]
            assert "Hint: this one." in lines
            assert set(plain) <= set(lines)
            previewed += len(plain) > 3
    assert previewed
