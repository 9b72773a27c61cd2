"""Decoder of key presses: legacy sequences, kitty's protocol, win32-input-mode.

https://invisible-island.net/xterm/ctlseqs, https://sw.kovidgoyal.net/kitty/keyboard-protocol,
https://github.com/microsoft/terminal/blob/main/doc/specs/%234999%20-%20Improved%20keyboard%20handling%20in%20Conpty.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from textual.events import Key

from screens.terminal.textual_private import FUNCTIONAL_KEYS, LEGACY_KEYS, key_of_character
from screens.terminal.tokenizer import ESC

SHIFT, ALT, CTRL = 1, 2, 4
_MODIFIERS: Final = {"alt": ALT, "ctrl": CTRL, "super": 8, "hyper": 16, "meta": 32}
_ANY_MODIFIER: Final = sum(_MODIFIERS.values())
_CAPS_LOCK: Final = 64

_TYPED: Final = {"enter": "\r", "tab": "\t", "backspace": "\x7f"}
"""Characters typed by named keys."""

_NUMBERS: Final = re.compile(r"\d{0,7}(?:[:;]\d{0,7})*")

_NO_PRESS: Final = frozenset((57358, 57359, 57360, *range(57441, 57455)))
"""Kitty's codes for modifiers and locks, which do not count as key presses."""

_KEYPAD: Final = {
    **{57399 + digit: ord(str(digit)) for digit in range(10)},
    **dict(zip(range(57409, 57414), map(ord, "./*-+"), strict=True)),
    **{57415: ord("="), 57416: ord(",")},
}
"""Code points of the characters on the keypad, by their codes in kitty's protocol."""

_SS3_ALONE: Final = {"E": "kp_begin", "I": "tab", "X": "equals_sign", "l": "comma", " ": "space"}
"""Names of keypad keys whose sequences Textual does not know, by the character after `ESC O`."""

_WINDOWS: Final = {
    **{8: "backspace", 9: "tab", 12: "kp_begin", 13: "enter", 19: "pause", 27: "escape"},
    **{33: "pageup", 34: "pagedown", 35: "end", 36: "home", 37: "left", 38: "up", 39: "right"},
    **{40: "down", 44: "print_screen", 45: "insert", 46: "delete", 93: "menu"},
    **{111 + number: f"f{number}" for number in range(1, 25)},
}
"""Names of keys, by their virtual key codes in Windows."""

_WINDOWS_SIGNS: Final = dict(zip((*range(186, 193), *range(219, 223)), ";=,-./`[\\]'", strict=True))
_WINDOWS_NO_PRESS: Final = frozenset((16, 17, 18, 20, 91, 92, 144, 145, *range(160, 166)))
_RIGHT_ALT, _LEFT_ALT, _RIGHT_CTRL, _LEFT_CTRL, _SHIFT_HELD = 1, 2, 4, 8, 16
_MENU: Final = 18
_MAX_REPEATED: Final = 8
"""Maximum number of key presses that one report may stand for."""


def typed(character: str) -> Iterator[Key]:
    """Yield the key for a single character, or all keys that a legacy control character stands
    for."""
    known = LEGACY_KEYS.get(character)
    if isinstance(known, tuple):
        yield from (Key(key.value, character) for key in known)
    else:
        yield Key(key_of_character(character), character)


def with_alt(character: str) -> Iterator[Key]:
    """Yield the key for a character after ESC."""
    yield from _legacy(ESC + character) or (_add_alt(key) for key in typed(character))


def _add_alt(key: Key) -> Key:
    name = f"shift+{key.key.lower()}" if len(key.key) == 1 and key.key.isupper() else key.key
    *modifiers, last = name.split("+")
    return Key("+".join((*sorted({"alt", *modifiers}), last)), None)


def of_ss3(text: str) -> Iterator[Key]:
    """Yield a function key or keypad key from the text after `ESC O`: `A`, or `2A` or `1;2A` with
    modifiers."""
    final, modifiers = text[-1], text[:-1].rpartition(";")[2]
    if modifiers:
        yield from _named("1", final, modifiers)
    elif final in _SS3_ALONE:
        name = _SS3_ALONE[final]
        yield Key(name, {"tab": "\t", "space": " ", "comma": ",", "equals_sign": "="}.get(name))
    else:
        yield from _legacy(f"{ESC}O{final}")


def of_console(letter: str) -> Iterator[Key]:
    """Yield the function key that the Linux console sends as `ESC [ [` and `letter`."""
    yield from _legacy(f"{ESC}[[{letter}")


def of_csi(text: str) -> Iterator[Key]:
    """Yield the keys of a control sequence, given without `ESC [`. A sequence that does not report
    keys yields none."""
    body, final = text[:-1], text[-1]
    if _NUMBERS.fullmatch(body) is None:
        yield from _legacy(f"{ESC}[{text}")
        return
    code, modifiers, texts, *more = (*body.split(";"), "", "")
    if len(more) > 2 or (final == "R" and ";" in body):
        return  # unrequested cursor position report
    if final == "~" and code == "27" and texts:
        final, code, texts = "u", texts, ""  # form used by xterm and tmux
    if final == "u":
        yield from _of_kitty(code, modifiers, texts) or _legacy(f"{ESC}[{text}")
    elif final in "ABCDEFHPQRS" and code.isdecimal() and code != "1" and not modifiers:
        yield from _named("1", final, code)
    else:
        yield from _named(code, final, modifiers, texts) or _legacy(f"{ESC}[{text}")


def _legacy(sequence: str) -> list[Key]:
    """Return the keys that Textual knows for `sequence`; empty if it knows none. If Textual reads
    `sequence` as Escape and another key, return that key with Alt."""
    known = LEGACY_KEYS.get(sequence)
    if isinstance(known, str):
        return list(typed(known))
    if not isinstance(known, tuple):
        return []
    key = Key(known[-1].value, "\r" if known[-1].value == "enter" else None)
    return [key] if len(known) == 1 else [_add_alt(key)]


def _named(code: str, final: str, modifiers: str, texts: str = "") -> list[Key]:
    """Return the named key with the number `code` and the final character `final`; empty if there
    is no such key, if it was released, or if the report is invalid."""
    name = FUNCTIONAL_KEYS.get(f"{code or '1'}{final}")
    bits = _bits(modifiers)
    if name is None or bits is None or texts:
        return []
    return [_pressed(name, bits, None)]


def _bits(modifiers_and_event: str) -> int | None:
    """Return the modifiers that are held, as bits, from `modifiers_and_event` in the form
    `MODIFIERS:EVENT`. None if the text is invalid or reports a released key."""
    modifiers, _, event = modifiers_and_event.partition(":")
    number = int(modifiers or "1")
    if event not in ("", "1", "2") or number > 256:
        return None
    return max(0, number - 1)


def _of_kitty(code: str, modifiers: str, texts: str) -> list[Key]:
    """Return the keys of a report, with `code` in the form `CODE:SHIFTED:BASE`, and the typed
    characters as code points in `texts`, separated by colons. Empty if the report is invalid, or is
    about a modifier or a released key."""
    number, shifted, base = ((int(one or "0")) for one in (*code.split(":"), "", "")[:3])
    bits, characters = (
        _bits(modifiers),
        [int(one or "0") for one in texts.split(":")] if texts else [],
    )
    if bits is None or number in _NO_PRESS or code.count(":") > 2:
        return []
    number = _KEYPAD.get(number, number)
    name = FUNCTIONAL_KEYS.get(f"{number}u")
    if not all(map(_is_printable, characters)) or not (name or _is_printable(number)):
        return []
    if name is not None:
        return [_pressed(name, bits, None)]
    if not characters and bits & _ANY_MODIFIER and not chr(number).isascii() and _is_letter(base):
        number = base
    return list(_typing(number, shifted, bits, characters))


def _is_printable(code: int) -> bool:
    return 32 <= code <= 0x10FFFF and chr(code).isprintable()


def _is_letter(code: int) -> bool:
    return code < 128 and chr(code).isalpha()


def _typing(code: int, shifted: int, bits: int, characters: Sequence[int]) -> Iterator[Key]:
    """Yield the keys that type the `characters` of a report or, if there are none, the character of
    `code` (`shifted` with Shift). `bits` are the modifiers that are held."""
    character = chr(code)
    if characters:
        for one in map(chr, characters):
            yield _pressed(key_of_character(one), bits & ~ALT, one)
    elif bits & _ANY_MODIFIER:
        yield _pressed(key_of_character(character), bits, None)
    elif bits & SHIFT and _is_printable(shifted):
        yield Key(key_of_character(chr(shifted)), chr(shifted))
    elif character.isalpha() and bool(bits & SHIFT) != bool(bits & _CAPS_LOCK):
        yield Key(character.upper(), character.upper())
    elif character.isalpha():
        yield Key(character, character)
    else:
        yield _pressed(key_of_character(character), bits, None if bits & SHIFT else character)


def _pressed(name: str, bits: int, character: str | None) -> Key:
    """Return the key with the Textual name `name` and the modifiers in `bits`, without Shift if
    `character` is given and is not white space. `character` is the text that the key types; if it
    is None, only Enter, Tab and Backspace without modifiers type one."""
    modifiers = [one for one, bit in _MODIFIERS.items() if bits & bit]
    if bits & SHIFT and (character is None or character.isspace()):
        modifiers.append("shift")
    if character is None and not modifiers:
        character = _TYPED.get(name)
    return Key("+".join((*sorted(modifiers), name)), character)


class WindowsKeyboard:
    """Decoder of win32-input-mode: `ESC [ Vk ; Sc ; Uc ; Kd ; Cs ; Rc _`."""

    def __init__(self) -> None:
        self._high = 0
        """First half of a surrogate pair whose second half has not arrived; 0 if there is none."""

    def pressed(self, body: str) -> Iterator[Key]:
        """Yield the keys of the report `body`. An invalid report, or a report of a pressed modifier
        or lock, yields none. A report of a released key yields none, unless the key is Alt and the
        report contains a character that was typed as a number while Alt was held."""
        numbers = body.split(";")
        if len(numbers) > 6 or not re.fullmatch(r"\d{0,5}(?:;\d{0,5})*", body):
            return
        fields = [int(number) if number else None for number in numbers] + [None] * (
            6 - len(numbers)
        )
        key, _, code, is_down, state = (one or 0 for one in fields[:5])
        times = 1 if fields[5] is None else fields[5]
        if not is_down and not (key == _MENU and code):
            return
        if key in _WINDOWS_NO_PRESS and is_down:
            return
        code = self._whole(code)
        decoded = self._decoded(0 if key == _MENU else key, code, state)
        if decoded is not None:
            yield from (decoded.copy() for _ in range(min(times, _MAX_REPEATED)))

    def _whole(self, code: int) -> int:
        """Return the code of a character, combined from a surrogate pair if necessary, or 0 for
        half of a pair."""
        high, self._high = self._high, 0
        if 0xD800 <= code < 0xDC00:
            self._high = code
            return 0
        if 0xDC00 <= code < 0xE000:
            return 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00) if high else 0
        return code

    def _decoded(self, key: int, code: int, state: int) -> Key | None:
        bits = SHIFT if state & _SHIFT_HELD else 0
        bits |= ALT if state & (_LEFT_ALT | _RIGHT_ALT) else 0
        bits |= CTRL if state & (_LEFT_CTRL | _RIGHT_CTRL) else 0
        if key in _WINDOWS:
            return _pressed(_WINDOWS[key], bits, None)
        types = _is_printable(code)
        if types and bits & (ALT | CTRL) in (0, ALT | CTRL):
            return _pressed(key_of_character(chr(code)), bits & SHIFT, chr(code))
        if bits & (ALT | CTRL):
            plain = _WINDOWS_SIGNS.get(key)
            if 48 <= key <= 57 or 65 <= key <= 90:
                plain = chr(key).lower()
            elif key == 32:
                plain = " "
            elif plain is None and types:
                plain = chr(code)
            return None if plain is None else _pressed(key_of_character(plain), bits, None)
        return next(typed(chr(code))) if not key and 0 < code < 32 else None
