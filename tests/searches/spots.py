"""Every spot of everything painted, at any position, for any reader, in any size: it can be
inspected, and no line is wider than the window."""

from __future__ import annotations

from pathlib import Path
from random import Random

from engine.i18n.language import LANGUAGES, Translator
from engine.match.match_view import MatchView
from screens.paint.buttons import is_button
from screens.paint.theme import theme
from screens.table_view.painter_registry import painter_for
from screens.table_view.scene import Scene
from tests.screens.table_view.test_inspecting import pages
from tests.searches.searching import any_match

MOMENTS = 5


def search(rng: Random, folder: Path) -> None:
    """Inspect a match at a few moments."""
    match = any_match(rng, 200)
    painter = painter_for(match.header.game)
    for moment in (0, *rng.choices(range(len(match.line) + 1), k=MOMENTS)):
        position = match.at(moment)
        reader = rng.choice([None, *range(len(match.header.seats))])
        width, height = rng.randrange(80, 220), rng.randrange(24, 70)
        translator = Translator(rng.choice(list(LANGUAGES)), match.header.names)
        seen = painter.theme_for_game(theme(glyphs=rng.choice(["unicode", "ascii"])))
        scene = Scene.of(MatchView(position, match), reader, translator, seen)
        room = width, height - 2 - painter.decision_rows(width, height)
        for canvas in pages(scene, room):
            assert all(len(line) <= canvas.width for line in canvas.lines())
            for place in canvas.spots:
                if isinstance(place, tuple) and not is_button(place):
                    text = painter.inspect(scene, place)
                    assert text is None or scene.translate(text)
