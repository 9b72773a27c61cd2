"""Terminal input: known replies do nothing at any table, torn sequences are complete, mouse
positions use the unit the terminal has reported, Ctrl works in every layout."""

from __future__ import annotations

import pytest
from textual import events
from textual.message import Message

from screens.keys import latin_of, with_latin_letter
from screens.terminal.reader import PixelsOffered, TerminalReader
from screens.terminal.tokenizer import SEQUENCE_SILENCE
from tests.matrix import with_each_game
from tests.screens.patience import until_idle
from tests.screens.terminal.known import REPLIES, TORN
from tests.screens.terminal.test_random_input import Clock, Table, is_typed, signs_of, two_tables

A_MOMENT = 0.2
RESIZED = "\x1b[48;24;80;384;640t"


def read(*parts: bytes | str | float) -> list[Message]:
    """The messages for input with pauses in seconds."""
    clock = Clock()
    reader = TerminalReader(False, clock)
    messages: list[Message] = []
    for part in (*parts, SEQUENCE_SILENCE):
        if isinstance(part, float):
            clock.now += part
            messages += reader.tick()
        else:
            messages += reader.feed_bytes(part if isinstance(part, bytes) else part.encode())
    return messages


def keys(*parts: bytes | str | float) -> list[tuple[str, str | None]]:
    """The keys of some input."""
    return [(one.key, one.character) for one in read(*parts) if isinstance(one, events.Key)]


def clicks(*parts: bytes | str | float) -> list[tuple[str, int, int, int]]:
    """Mouse events of some input: type, position, button."""
    return [
        (type(one).__name__, one.x, one.y, one.button)
        for one in read(*parts)
        if isinstance(one, events.MouseEvent)
    ]


@with_each_game
async def test_terminal_replies_change_nothing(game: str) -> None:
    changed = []
    async with two_tables(game, 0, "7") as (table, _):
        for name, data in REPLIES.items():
            before = table.state
            await send_messages(table, [*read(data)])
            if table.state != before:
                changed.append(name)
    assert not changed


async def send_messages(table: Table, messages: list[Message]) -> None:
    table.process(*messages)
    await until_idle()


@pytest.mark.parametrize("name", REPLIES)
def test_terminal_replies_are_no_keys(name: str) -> None:
    assert not [one for one in read(REPLIES[name], "x") if is_typed(one)][:-1]
    assert keys(REPLIES[name], "x") == [("x", "x")]


@pytest.mark.parametrize("name", TORN)
def test_split_sequences_are_joined(name: str) -> None:
    start, rest = TORN[name]
    torn = [signs_of(one) for one in read(start, A_MOMENT, rest)]
    assert torn == [signs_of(one) for one in read(start + rest)]


# ---------------------------------------------------------------------- keys


@pytest.mark.parametrize(
    ("text", "key"),
    [
        *(("\x1b[97u", ("a", "a")), ("\x1b[97;2u", ("A", "A")), ("\x1b[97:65;2;65u", ("A", "A"))),
        *(("\x1b[97;65;65u", ("A", "A")), ("\x1b[49:33;2u", ("exclamation_mark", "!"))),
        *(("\x1b[97;3u", ("alt+a", None)), ("\x1b[97;3;229u", ("å", "å"))),
        *(("\x1b[13u", ("enter", "\r")), ("\x1b[13;129u", ("enter", "\r"))),
        *(("\x1b[13;2u", ("shift+enter", None)), ("\x1b[57414u", ("enter", "\r"))),
        *(("\x1b[57400;129;49u", ("1", "1")), ("\x1b[57410u", ("slash", "/"))),
        *(("\x1b[1;1:2A", ("up", None)), ("\x1b[5A", ("ctrl+up", None))),
        *(("\x1b[1;5u", ("ctrl+5", None)), ("\x1b[1;7p", ("alt+ctrl+0", None))),
        *(("\x1b[65;30;97;1;0;1_", ("a", "a")), ("\x1b[27;1;27;1;0;1_", ("escape", None))),
        *(("\x1b[67;46;3;1;8;1_", ("ctrl+c", None)), ("\x1b[67;46;1089;1;0;1_", ("с", "с"))),
        *(("\x1b[81;16;64;1;9;1_", ("at", "@")), ("\x1b[9;15;9;1;16;1_", ("shift+tab", None))),
        ("\x1b[0;0;55357;1;0;1_\x1b[0;0;56397;1;0;1_", ("thumbs_up_sign", "👍")),
        *(("\x1b[18;56;233;0;0;1_", ("é", "é")), ("\x1b[191;53;0;1;8;1_", ("ctrl+slash", None))),
    ],
)
def test_key_sequences_of_terminals_are_recognised(text: str, key: tuple[str, str | None]) -> None:
    assert keys(text) == [key]


@pytest.mark.parametrize(
    "text",
    [
        *("\x1b[97;1:3u", "\x1b[57441;2u", "\x1b[57358u", "\x1b[3;5u", "\x1b[u", "\x1b[0u"),
        *("\x1b[97;;27u", "\x1b[97;;1114112u", "\x1b[55296u", "\x1b[57344u", "\x1b[97;999u"),
        *("\x1b[97:1:2:3u", "\x1b[1;2;3;4A", "\x1b[;;;A", "\x1b[65;30;97;1;0;1;1_", "\x1b[_"),
        *("\x1b[65;30;97;1;0;0_", "\x1b[0;0;55357;1;0;1_", "\x1b[0;0;56397;1;0;1_", "\x1b[[Z"),
        *("\x1b[99999999999999;1u", "\x1bO\x7f", "\x1bOZ"),
    ],
)
def test_invalid_key_sequences_are_dropped(text: str) -> None:
    assert keys(text, SEQUENCE_SILENCE, "x") == [("x", "x")]


def test_repeated_key_is_pressed_several_times() -> None:
    assert keys("\x1b[65;30;97;1;0;3_") == [("a", "a")] * 3
    assert len(keys("\x1b[65;30;97;1;0;9999_")) < 20


# ---------------------------------------------------------------------- other layouts


@pytest.mark.parametrize(
    ("letter", "latin"),
    [
        *zip("сзлыі", "cpkss", strict=True),
        *zip("ψπσς", "cpsw", strict=True),
        *zip("בפד", "cps", strict=True),
    ],
)
def test_ctrl_with_a_letter_works_in_every_layout(letter: str, latin: str) -> None:
    (key,) = keys(f"\x1b[{ord(letter)}::{ord(latin)};5u")
    (untold,) = keys(f"\x1b[{ord(letter)};5u")
    assert key == (f"ctrl+{latin}", None)
    assert with_latin_letter(untold[0]) == f"ctrl+{latin}"
    assert latin_of(letter) == latin
    (typed,) = keys(f"\x1b[{ord(letter)}::{ord(latin)};;{ord(letter)}u")
    assert typed == (letter, letter)


def test_keys_of_a_latin_layout_are_unchanged() -> None:
    assert keys("\x1b[97::113;5u") == [("ctrl+a", None)], "A of a French keyboard"
    for key in ("ctrl+c", "c", "с", "enter", "shift+tab", "ctrl+х", "alt+left_square_bracket"):
        assert with_latin_letter(key) is None


# ---------------------------------------------------------------------- the mouse


def test_mouse_positions_are_in_cells_by_default() -> None:
    """A terminal that reports its size in pixels need not report the mouse in pixels."""
    click = [("MouseDown", 39, 11, 1), ("MouseUp", 39, 11, 1)]
    report = "\x1b[<0;40;12M\x1b[<0;40;12m"
    assert clicks(RESIZED, report) == click
    for answer in ("\x1b[?1016;0$y", "\x1b[?1016;2$y", "\x1b[?1016;4$y"):
        assert clicks(answer, RESIZED, report) == click
        assert clicks(RESIZED, answer, report) == click


def test_mouse_positions_are_in_pixels_once_announced() -> None:
    report = "\x1b[<0;320;192M\x1b[<0;320;192m"
    click = [("MouseDown", 39, 11, 1), ("MouseUp", 39, 11, 1)]
    assert clicks(RESIZED, "\x1b[?1016;1$y", report) == click
    assert clicks("\x1b[?1016;3$y", RESIZED, report) == click
    assert clicks(RESIZED, "\x1b[?1016;1$y", "\x1b[<0;9999;9M") == []
    assert clicks(RESIZED, "\x1b[?1016;1$y", "\x1b[?1016;2$y", "\x1b[<0;40;12M") == click[:1]
    no_pixels = "\x1b[48;24;80;0;0t"
    assert clicks(no_pixels, "\x1b[?1016;1$y", "\x1b[<0;40;12M") == click[:1]


def test_pixel_mode_is_used_if_offered_and_useful() -> None:
    def offered(*parts: str) -> bool:
        return any(isinstance(one, PixelsOffered) for one in read(*parts))

    assert offered(RESIZED, "\x1b[?1016;2$y")
    assert not offered("\x1b[?1016;2$y")
    assert not offered("\x1b[48;24;80;0;0t", "\x1b[?1016;2$y")
    assert not offered(RESIZED, "\x1b[?1016;0$y", "\x1b[?1016;1$y", "\x1b[?1016;4$y")


def test_click_is_the_same_in_every_encoding() -> None:
    click = [("MouseDown", 4, 5, 1), ("MouseUp", 4, 5, 1)]
    assert clicks("\x1b[<0;5;6M\x1b[<0;5;6m") == click
    assert clicks("\x1b[32;5;6M\x1b[35;5;6M") == click
    assert clicks("\x1b[M %&\x1b[M#%&") == click
    far = [("MouseDown", 149, 5, 3), ("MouseUp", 149, 5, 3)]
    assert clicks(b"\x1b[M\x22\xb6&\x1b[M#\xb6&") == far
    assert clicks("\x1b[M\x22\xb6&\x1b[M#\xb6&") == far
    assert clicks(b"\x1b[M %\xb0") == [("MouseDown", 4, 143, 1)]
    assert clicks(b"\x1b[M \xc3", 0.1, b"%") == [("MouseDown", 162, 4, 1)]
    assert clicks("\x1b[35;5;6M") == [], "a button released without being pressed"
    assert clicks("\x1b[<128;5;6M\x1b[<64;5;6m") == [], "a fourth button, a released wheel"
