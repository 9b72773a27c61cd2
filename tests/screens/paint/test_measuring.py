"""How wide shown text is, one function says: `len` counts letters, of which some take two cells."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

SCREENS: Final = Path(__file__).parents[3] / "screens"

ROOMS: Final = ("paint", "input_modes", "table_view", "games", "table", "pages", "lobby")

LETTERS: Final = {
    "paint/cells.py": "it is what says how wide a text is",
    "paint/text_field.py": "the caret stands before a letter",
    "paint/guide_lines.py": "letters of a head that is broken into lines",
    "table/reducers/page_navigation.py": "a key that is a letter",
    "table/reducers/replay.py": "a key that is a digit",
    "games/deus/symbols.py": "letters that a word keeps",
    "games/era/piece_input.py": "a key that is a letter",
    "pages/rules.py": "where in a text something is found",
    "table_view/preview_text.py": "letters of a sentence that warn",
    "table_view/log_view.py": "a name at the beginning of a sentence",
}
"""Where letters are counted, and why."""

MANY: Final = {
    *("after", "bank", "before", "black", "broken", "built", "chosen", "concerned", "content"),
    *("cubes_of", "deck", "dice", "discard", "diseased", "display", "entry", "found", "free"),
    *(
        "gain",
        "good",
        "hand",
        "heard",
        "here",
        "hinted",
        "in_lobby",
        "known",
        "list",
        "lying",
        "marked",
    ),
    *("men", "mine", "missing", "new_of", "open", "opened", "others_of", "own_people", "pair"),
    *("people", "pick", "pieces_in", "place", "pool", "possible", "recent", "replace", "result"),
    *("same", "screen_stack", "set", "sick", "stack", "standard", "villages_left", "wrap"),
    *("who - {-1}", "written"),
}
"""What of that which has no plural can be counted, besides texts."""

OF_TEXT: Final = {"acts", "does", "means", "signs", "skulls", "tokens", "words"}
"""What is a text, for all that it sounds like several."""

HERE: Final = {
    *(
        "input_modes/partial_pick.py one",
        "input_modes/partial_pick.py other",
        "input_modes/steppers.py own",
        "table/reducers/replay.py line",
    ),
    *(
        "table/replay_position.py line",
        "table/lesson_progress.py line",
        "table/lesson_progress.py then",
    ),
    *("games/deus/player_panels.py row", "games/deus/player_panels.py wide"),
    *("games/deus/painter.py shown", "table_view/news.py own", "pages/game_form.py players_for"),
    *("games/knights/hand.py told", "games/troyes/next_round.py told", "lobby/lobby_chat.py said"),
    *("games/troyes/tooltips.py row", "games/troyes/painter.py row", "lobby/lobby.py shown"),
    *(
        "paint/card_rows.py shown",
        "paint/curves.py level",
        "table_view/final_result.py shown",
        "table_view/final_result.py told",
        "table_view/final_result.py waited",
    ),
    *(
        "table_view/log_view.py value",
        "table_view/notice_card.py tail",
        "table_view/panels.py below",
    ),
    "table_view/sheet_view.py shown",
}
"""What is several things in one place, though elsewhere it is a text."""


def called(node: ast.expr) -> str:
    """By what name the code calls something."""
    match node:
        case ast.Name(name) | ast.Attribute(_, name):
            return name
        case ast.Call(of) | ast.Subscript(of):
            return called(of)
    return ast.unparse(node)


def measured(path: str) -> Iterator[str]:
    """Of what letters are counted, or may be, in a file: by lines."""
    for node in ast.walk(ast.parse((SCREENS / path).read_text("utf-8"))):
        match node:
            case ast.Call(ast.Name("len"), [of]):
                name = called(of).removeprefix("_").lower()
                is_plural = name.endswith("s") and name not in OF_TEXT
                if not (is_plural or name in MANY or f"{path} {name}" in HERE):
                    yield f"{path}:{node.lineno} {ast.unparse(of)}"
            case ast.Call(ast.Attribute(_, "ljust" | "rjust" | "center")):
                yield f"{path}:{node.lineno} {ast.unparse(node)}"
            case ast.Call(ast.Name("map" | "max" | "min"), [ast.Name("len"), of]):
                if called(of) not in (
                    "citizen_lines",
                    "columns",
                    "line",
                    "lines",
                    "men",
                    "parts",
                    "values",
                ):
                    yield f"{path}:{node.lineno} {ast.unparse(of)}"


FILES: Final = (path for room in ROOMS for path in (SCREENS / room).rglob("*.py"))
PATHS: Final = sorted(path.relative_to(SCREENS).as_posix() for path in FILES)


def test_width_of_says_how_wide_shown_text_is() -> None:
    assert [one for path in PATHS if path not in LETTERS for one in measured(path)] == []


def test_no_exception_is_for_nothing() -> None:
    assert {path for path in LETTERS if not list(measured(path))} == set()
