"""How wide shown text is, one function says: `len` counts letters, of which some take two cells."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

SCREENS: Final = Path(__file__).parents[3] / "screens"

ROOMS: Final = ("paint", "choose", "tabletop", "games", "doing", "pages", "guests")

LETTERS: Final = {
    "paint/cells.py": "it is what says how wide a text is",
    "paint/field.py": "the caret stands before a letter",
    "paint/topic_lines.py": "letters of a head that is broken into lines",
    "doing/layers/pages.py": "a key that is a letter",
    "doing/layers/stepping.py": "a key that is a digit",
    "games/deus/marks.py": "letters that a word keeps",
    "games/era/moving.py": "a key that is a letter",
    "pages/rules.py": "where in a text something is found",
    "tabletop/foretelling.py": "letters of a sentence that warn",
    "tabletop/logs.py": "a name at the beginning of a sentence",
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
        "choose/choosing.py one",
        "choose/choosing.py other",
        "choose/counting.py own",
        "doing/layers/stepping.py line",
    ),
    *("doing/recording.py line", "doing/studying.py line", "doing/studying.py then"),
    *("games/deus/players.py row", "games/deus/players.py wide"),
    *("games/deus/painter.py shown", "tabletop/news.py own", "pages/game_form.py players_for"),
    *("games/knights/hand.py told", "games/troyes/forecast.py told", "guests/talking.py said"),
    *("games/troyes/meanings.py row", "games/troyes/painter.py row", "guests/lobby.py shown"),
    *(
        "paint/cards.py shown",
        "paint/curves.py level",
        "tabletop/ending.py shown",
        "tabletop/ending.py told",
        "tabletop/ending.py waited",
    ),
    *("tabletop/logs.py value", "tabletop/notice.py tail", "tabletop/panels.py below"),
    "tabletop/sheets.py shown",
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
                if called(of) not in ("columns", "line", "lines", "men", "parts", "values"):
                    yield f"{path}:{node.lineno} {ast.unparse(of)}"


FILES: Final = (path for room in ROOMS for path in (SCREENS / room).rglob("*.py"))
PATHS: Final = sorted(path.relative_to(SCREENS).as_posix() for path in FILES)


def test_width_of_says_how_wide_shown_text_is() -> None:
    assert [one for path in PATHS if path not in LETTERS for one in measured(path)] == []


def test_no_exception_is_for_nothing() -> None:
    assert {path for path in LETTERS if not list(measured(path))} == set()
