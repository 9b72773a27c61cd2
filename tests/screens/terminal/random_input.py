"""Generator of random terminal input: replies, broken reports, and keys, clicks and pastes in every
form, each with its meaning.

The forms are those of ECMA-48 (5.3, 5.4, 5.6), xterm's control sequences, kitty's keyboard protocol
and win32-input-mode. They are generated independently of the program.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from random import Random
from string import ascii_letters, digits, hexdigits, printable

from attrs import frozen
from textual import events
from textual._xterm_parser import XTermParser
from textual.message import Message

ESC, BEL, ST = "\x1b", "\x07", "\x1b\\"
LONE, WITHIN = 0.099, 0.99
"""Maximum seconds of a pause: after a single ESC, and anywhere else."""

C1 = {"[": "\x9b", "]": "\x9d", "P": "\x90", "X": "\x98", "^": "\x9e", "_": "\x9f", "\\": "\x9c"}
SIZE = (80, 24)
PIXELS = (8, 16)
"""Width and height of a cell."""

IN_PIXELS = b"\x1b[48;24;80;384;640t\x1b[?1016;1$y"
"""Report of a terminal that sends mouse positions in pixels from then on."""

Key = tuple[str, str | None]
"""Textual's name of a key, and the character it types."""


@frozen
class Sent:
    """Bytes and their meaning; `breaks_off` if they are incomplete and need silence after them."""

    family: str
    data: bytes
    keys: tuple[Key, ...] = ()
    reports: str = ""
    """Equivalent mouse reports in the form that Textual reads."""
    pasted: str | None = None
    breaks_off: bool = False

    def meant(self) -> list[Message]:
        """The messages that a program should get."""
        parser = XTermParser()
        clicks = list(parser.feed(self.reports)) if self.reports else []
        pasted = [] if self.pasted is None else [events.Paste(self.pasted)]
        return [*(events.Key(*key) for key in self.keys), *clicks, *pasted]


def in_pieces(data: bytes, rng: Random) -> Iterator[tuple[bytes, float]]:
    """Yield the bytes cut at random points, each part with the seconds until the next."""
    cuts = sorted({0, len(data), *(rng.randrange(len(data) + 1) for _ in range(rng.randrange(4)))})
    for start, end in pairwise(cuts):
        lone = data[:end].endswith(b"\x1b")
        last = end == len(data)
        yield data[start:end], 0.0 if last else rng.uniform(0, LONE if lone else WITHIN)


# ---------------------------------------------------------------------- replies

Maker = Callable[[Random], str]


def numbers(rng: Random, most: int = 9, highest: int = 99) -> str:
    return ";".join(str(rng.randrange(highest)) for _ in range(rng.randrange(1, most)))


def hexes(rng: Random, most: int = 12) -> str:
    return "".join(rng.choices(hexdigits, k=2 * rng.randrange(1, most)))


def words_of(rng: Random, most: int = 40) -> str:
    return "".join(rng.choices(ascii_letters + digits + " ()._;:-/=+ыЖ", k=rng.randrange(most)))


def colour(rng: Random) -> str:
    return "rgb:" + "/".join(f"{rng.randrange(65536):04x}" for _ in range(3))


def end(rng: Random) -> str:
    return rng.choice((BEL, ST))


REPLIES: dict[str, Maker] = {
    "DA1": lambda lot: f"{ESC}[?{numbers(lot)}c",
    "DA2": lambda lot: f"{ESC}[>{numbers(lot, 4, 500)}c",
    "DA3": lambda lot: f"{ESC}P!|{hexes(lot, 5)}{ST}",
    "XTVERSION": lambda lot: f"{ESC}P>|{words_of(lot)}{ST}",
    "OSC 4, 10, 11, 12": lambda lot: (
        f"{ESC}]{lot.choice(('4;7', '4;255', '10', '11', '12'))};{colour(lot)}{end(lot)}"
    ),
    "OSC 52": lambda lot: (
        f"{ESC}]52;c;{b64encode(lot.randbytes(lot.choice((3, 30, 300, 6000)))).decode()}{end(lot)}"
    ),
    "titles": lambda lot: f"{ESC}]{lot.choice('lL')}{words_of(lot)}{ST}",
    "DECRQM": lambda lot: (
        f"{ESC}[{lot.choice(('?', ''))}{lot.choice((1, 4, 12, 1000, 1006, 2004, 2026))}"
        f";{lot.randrange(5)}$y"
    ),
    "DECRPSS": lambda lot: f"{ESC}P{lot.randrange(2)}$r{numbers(lot)}{lot.choice('mrq')}{ST}",
    "XTGETTCAP": lambda lot: f"{ESC}P{lot.randrange(2)}+r{hexes(lot)}={hexes(lot)}{ST}",
    "kitty flags": lambda lot: f"{ESC}[?{lot.randrange(32)}u",
    "kitty graphics": lambda lot: f"{ESC}_Gi={lot.randrange(99)};{words_of(lot)}{ST}",
    "window reports": lambda lot: (
        f"{ESC}[{lot.choice('34689')};{lot.randrange(2000)};{lot.randrange(4000)}t"
    ),
    "colour scheme": lambda lot: f"{ESC}[?997;{lot.choice('12')}n",
    "cursor": lambda lot: (
        f"{ESC}[{lot.choice(('', '?'))}{lot.randrange(1, 200)};{lot.randrange(1, 200)}R"
    ),
    "status": lambda lot: f"{ESC}[{lot.choice(('0', '?13', '?10', '?21'))}n",
    "DECREPTPARM": lambda lot: f"{ESC}[{lot.choice('23')};1;1;128;128;1;0x",
    "XTSMGRAPHICS": lambda lot: f"{ESC}[?{numbers(lot, 5, 2000)}S",
    "PM and SOS": lambda lot: (
        f"{ESC}{lot.choice('^X')}{''.join(lot.choices(printable, k=lot.randrange(60)))}{ST}"
    ),
    "focus": lambda lot: f"{ESC}[O{ESC}[I",
    "unknown CSI": lambda lot: (
        f"{ESC}[{lot.choice('?>=')}{numbers(lot)}{lot.choice(('', '$', ' ', '!'))}"
        f"{lot.choice(ascii_letters.replace('y', '') + '@`{|}~')}"
    ),
    "released keys": lambda lot: lot.choice(
        (
            f"{ESC}[{lot.randrange(97, 123)};{lot.randrange(1, 9)}:3u",
            f"{ESC}[1;1:3{lot.choice('ABCD')}",
            f"{ESC}[{lot.randrange(57441, 57455)};2u",
            f"{ESC}[{lot.randrange(65, 91)};30;{lot.randrange(97, 123)};0;{lot.choice((0, 8))};1_",
            f"{ESC}[{lot.choice((16, 17, 18))};29;0;1;{lot.choice((8, 16))};1_",
        )
    ),
}


def wrong_number(rng: Random) -> str:
    return rng.choice(("NaN", "-1", "-32", "-NaN", "Infinity", "1e+21", "99999", "9" * 40, "", "0"))


def wrong_report(rng: Random) -> str:
    """Return an SGR (in cells or pixels) or urxvt report with one or two invalid numbers."""
    sgr = rng.random() < 0.6
    button = rng.choice((0, 1, 2, 32, 35, 64, 65)) + (0 if sgr else 32)
    given = [str(button), str(rng.randrange(1, 80)), str(rng.randrange(1, 24))]
    for at in rng.sample((1, 2), rng.randrange(1, 3)):
        given[at] = wrong_number(rng)
    if rng.random() < 0.2:
        given[0] = "NaN"
    if rng.random() < 0.2:
        given = [*given[: rng.randrange(3)], "NaN"]
    return f"{ESC}[{'<' if sgr else ''}{';'.join(given)}{rng.choice('Mm') if sgr else 'M'}"


def wrong_old_report(rng: Random) -> str:
    """Return an X10 or UTF-8 report with a position outside of any window."""
    wrong, right = chr(rng.randrange(33)), rng.choice("!#$%1239:;<=AQZabc")
    return f"{ESC}[M{rng.choice(' !#@')}{''.join(rng.choice(((wrong, right), (right, wrong))))}"


def in_c1(text: str) -> str:
    """Return the text with C1 control characters."""
    for letter, control in C1.items():
        text = text.replace(ESC + letter, control)
    return text


def reply(rng: Random) -> Sent:
    """Return random input that is not typed."""
    family = rng.choice((*REPLIES, *["wrong mouse reports"] * 5, "wrong old reports", "torn off"))
    if family == "wrong mouse reports":
        return Sent(family, wrong_report(rng).encode())
    if family == "wrong old reports":
        report = wrong_old_report(rng)
        cut = rng.random() < 0.3
        ends_in_escape = report.endswith(ESC)
        data = report[: rng.randrange(3, 6)] if cut else report
        return Sent(family, data.encode(), breaks_off=cut or ends_in_escape)
    if family == "torn off":
        text = rng.choice([*REPLIES.values(), wrong_report])(rng)
        cut_off = text[: rng.randrange(3, max(4, len(text)))]
        begun = cut_off.rstrip(ESC) if cut_off.endswith(ESC) else cut_off.removesuffix(f"{ESC}[")
        if len(begun) == 2:
            begun += "1"  # ESC and a letter alone are that letter with Alt
        return Sent(family, begun.encode(), breaks_off=True)
    text = REPLIES[family](rng)
    if rng.random() < 0.2:
        return Sent(f"{family} (C1)", in_c1(text).encode())
    return Sent(family, text.encode())


# ---------------------------------------------------------------------- keys

NAMED: dict[str, tuple[str, str, str, int]] = {
    # Sequence of legacy terminals, number and letter of kitty's, key code of Windows.
    **{"up": ("[A", "1", "A", 38), "down": ("[B", "1", "B", 40), "right": ("[C", "1", "C", 39)},
    **{"left": ("[D", "1", "D", 37), "home": ("[H", "1", "H", 36), "end": ("[F", "1", "F", 35)},
    **{"insert": ("[2~", "2", "~", 45), "delete": ("[3~", "3", "~", 46)},
    **{"pageup": ("[5~", "5", "~", 33), "pagedown": ("[6~", "6", "~", 34)},
    **{"f1": ("OP", "1", "P", 112), "f2": ("OQ", "1", "Q", 113), "f3": ("OR", "13", "~", 114)},
    **{"f4": ("OS", "1", "S", 115), "f5": ("[15~", "15", "~", 116), "f6": ("[17~", "17", "~", 117)},
    **{"f7": ("[18~", "18", "~", 118), "f8": ("[19~", "19", "~", 119)},
    **{"f9": ("[20~", "20", "~", 120), "f10": ("[21~", "21", "~", 121)},
    **{"f11": ("[23~", "23", "~", 122), "f12": ("[24~", "24", "~", 123)},
}
OTHER_LEGACY: tuple[tuple[str, Key], ...] = (
    *((f"O{letter}", (name, None)) for letter, name in zip("ABCDHF", [*NAMED][:6], strict=True)),
    *((f"[[{letter}", (f"f{at}", None)) for at, letter in enumerate("ABCDE", 1)),
    *(("[1~", ("home", None)), ("[4~", ("end", None)), ("[7~", ("home", None))),
    *(("[11~", ("f1", None)), ("[14~", ("f4", None)), ("[25~", ("f13", None))),
    *(("[Z", ("shift+tab", None)), ("[a", ("shift+up", None)), ("[3^", ("ctrl+delete", None))),
    *(("Op", ("0", "0")), ("Oy", ("9", "9")), ("Ok", ("plus", "+")), ("OM", ("enter", "\r"))),
    *(("[27;5;97~", ("ctrl+a", None)), ("[5~", ("pageup", None)), ("O5P", ("ctrl+f1", None))),
)
TYPED: dict[str, tuple[str, int, int]] = {
    # Keys that type a character whatever is held: character, number, key code of Windows.
    **{"enter": ("\r", 13, 13), "tab": ("\t", 9, 9), "escape": (ESC, 27, 27)},
    "backspace": ("\x7f", 127, 8),
}
SIGNS = {"slash": "/", "question_mark": "?", "full_stop": ".", "comma": ",", "space": " "}
OTHER_LETTERS = "ывлшіїσδשב猫"
HELD = {"shift": 1, "alt": 2, "ctrl": 4}
WINDOWS_HELD = {"shift": 16, "alt": 2, "ctrl": 8}


def some_held(rng: Random) -> list[str]:
    return sorted(rng.sample([*HELD], rng.choice((0, 0, 0, 1, 2))))


def with_held(held: Sequence[str], name: str) -> str:
    return "+".join((*held, name))


def kitty_held(held: Sequence[str], rng: Random) -> str:
    """Return modifiers in kitty's form, sometimes with locks, and the type of the event."""
    number = 1 + sum(HELD[one] for one in held) + rng.choice((0, 0, 128))
    return f"{number}{rng.choice(('', '', ':1', ':2'))}"


def windows(code: int, character: int, held: Sequence[str], rng: Random) -> str:
    state = sum(WINDOWS_HELD[one] for one in held) + rng.choice((0, 32, 256))
    return f"{ESC}[{code};{rng.randrange(90)};{character};1;{state};1_"


def named_key(rng: Random) -> Sent:
    """Return a named key, such as an arrow or function key."""
    name, held = rng.choice([*NAMED]), some_held(rng)
    legacy, number, final, code = NAMED[name]
    key: Key = (with_held(held, name), None)
    form = rng.choice(("legacy", "kitty", "win32"))
    if form == "win32":
        return Sent("win32 keys", windows(code, 0, held, rng).encode(), (key,))
    if form == "kitty":
        text = f"{ESC}[{number};{kitty_held(held, rng)}{final}"
    elif held and name != "f3":
        text = f"{ESC}[{number};{1 + sum(HELD[one] for one in held)}{final}"
    else:
        text, key = f"{ESC}{legacy}", (name, None)
    return Sent(f"{form} keys", text.encode(), (key,))


def typing_key(rng: Random) -> Sent:
    """Return a key that types something: Enter, Tab, Escape, Backspace."""
    name = rng.choice([*TYPED])
    typed, number, code = TYPED[name]
    form, held = rng.choice(("legacy", "kitty", "win32")), some_held(rng)
    plain: Key = (name, None if name == "escape" else typed)
    if form == "legacy":
        return Sent("legacy keys", typed.encode(), ((name, typed),), breaks_off=name == "escape")
    key = (with_held(held, name), None) if held else plain
    if form == "win32":
        return Sent("win32 keys", windows(code, ord(typed), held, rng).encode(), (key,))
    sequence = f";{kitty_held(held, rng)}" if held or rng.random() < 0.5 else ""
    return Sent("kitty keys", f"{ESC}[{number}{sequence}u".encode(), (key,))


def letter_key(rng: Random) -> Sent:
    """Return a letter, digit or symbol, with or without modifiers."""
    letter = rng.choice("1234567890abcdefghijklmnoprstuvwxyz" + OTHER_LETTERS)
    held = rng.choice(([], [], [], ["shift"], ["ctrl"], ["alt"], ["alt", "ctrl"]))
    is_latin = letter.isascii() and letter.isalpha()
    if not is_latin:
        held = []
    form = rng.choice(("legacy", "kitty", "win32"))
    code, typed = ord(letter.upper()), letter.upper() if held == ["shift"] else letter
    key: Key = (typed, typed) if held in ([], ["shift"]) else (with_held(held, letter), None)
    if form == "legacy":
        return legacy_letter(letter, held, key)
    if form == "win32":
        character = ord(typed)
        if "ctrl" in held:
            character = 0 if "alt" in held else code - 64
        windows_code = code if letter.isascii() else 0
        return Sent("win32 keys", windows(windows_code, character, held, rng).encode(), (key,))
    shifted = f":{ord(letter.upper())}" if held == ["shift"] else ""
    sequence = f"{ESC}[{ord(letter)}{shifted};{kitty_held(held, rng)}"
    if held in ([], ["shift"]):
        sequence += f";{ord(typed)}"
    return Sent("kitty keys", f"{sequence}u".encode(), (key,))


def legacy_letter(letter: str, held: Sequence[str], key: Key) -> Sent:
    """Return a letter in legacy form."""
    if (letter in "bf" and "alt" in held) or (letter in "im" and "ctrl" in held):
        held, key = [], (letter, letter)
    typed = key[1] or letter
    if "ctrl" in held:
        typed = chr(ord(letter) - 96)
        key = ("backspace" if letter == "h" else key[0], None if "alt" in held else typed)
        if "alt" in held and letter == "h":
            key = ("alt+backspace", None)
    return Sent("legacy keys", f"{ESC if 'alt' in held else ''}{typed}".encode(), (key,))


def other_layout(rng: Random) -> Sent:
    """Return Ctrl with a letter of another layout, with the Latin key reported by the terminal."""
    letter, latin = rng.choice((("с", "c"), ("ы", "s"), ("і", "s"), ("σ", "s"), ("ד", "s")))
    text = f"{ESC}[{ord(letter)}::{ord(latin)};{kitty_held(['ctrl'], rng)}u"
    return Sent("kitty keys", text.encode(), ((f"ctrl+{latin}", None),))


def sign_key(rng: Random) -> Sent:
    """Return a symbol or blank, in kitty's protocol or literal."""
    name = rng.choice([*SIGNS])
    sign = SIGNS[name]
    if rng.random() < 0.5:
        return Sent("legacy keys", sign.encode(), ((name, sign),))
    return Sent("kitty keys", f"{ESC}[{ord(sign)};1;{ord(sign)}u".encode(), ((name, sign),))


def other_key(rng: Random) -> Sent:
    """Return keys in forms of certain terminals."""
    text, key = rng.choice(OTHER_LEGACY)
    if text.startswith("[") and rng.random() < 0.2:
        return Sent("legacy keys (C1)", in_c1(ESC + text).encode(), (key,))
    return Sent("legacy keys", f"{ESC}{text}".encode(), (key,))


# ---------------------------------------------------------------------- the mouse, pastes


def click(rng: Random) -> Sent:
    """Return a click, a move or a turn of the wheel, in one of the forms for cells."""
    form = rng.choice(("X10", "UTF-8", "SGR", "urxvt"))
    x, y = rng.randrange(1, SIZE[0] + 1), rng.randrange(1, SIZE[1] + 1)
    if form in ("X10", "UTF-8") and rng.random() < 0.3:
        x += 110  # not ASCII; in a window of that width
    button = rng.choice((0, 0, 0, 2, 35, 64, 65))
    reports = f"{ESC}[<{button};{x};{y}M" + (f"{ESC}[<{button};{x};{y}m" if button < 3 else "")
    buttons = [button + 32] + ([35] if button < 3 else [])
    if form == "SGR":
        data = reports.encode()
    elif form == "urxvt":
        data = "".join(f"{ESC}[{one};{x};{y}M" for one in buttons).encode()
    elif form == "UTF-8":
        data = "".join(f"{ESC}[M{chr(one)}{chr(x + 32)}{chr(y + 32)}" for one in buttons).encode()
    else:
        data = b"".join(b"\x1b[M" + bytes((one, x + 32, y + 32)) for one in buttons)
    return Sent(f"mouse {form}", data, reports=reports)


def click_in_pixels(rng: Random) -> Sent:
    """Return a click reported in pixels."""
    x, y = rng.randrange(1, SIZE[0] + 1), rng.randrange(1, SIZE[1] + 1)
    button, (wide, tall) = rng.choice((0, 2, 35, 64)), PIXELS
    cell = f"{ESC}[<{button};{x};{y}"
    place = f"{ESC}[<{button};{(x - 1) * wide + rng.randint(1, wide)};"
    place += f"{(y - 1) * tall + rng.randint(1, tall)}"
    finals = "Mm" if button < 3 else "M"
    data, reports = ("".join(one + final for final in finals) for one in (place, cell))
    return Sent("mouse SGR-pixels", data.encode(), reports=reports)


def paste(rng: Random) -> Sent:
    """Return pasted text with sequences and lines in it."""
    parts = [
        *("word ", "11", "22\r", "\n", "猫", "ы", f"{ESC}[31mred{ESC}[0m", f"{ESC}]0;11 22{BEL}"),
        *(ESC, f"{ESC}[A", f"{ESC}[<0;3;3M", "\t", "1", "q"),
    ]
    text = "".join(rng.choices(parts, k=rng.randrange(1, 9)))
    if rng.random() < 0.2:
        text = text.rstrip(ESC)
        begun = f"{ESC}[200~{text}".encode()
        return Sent("pastes without an end", begun, pasted=text, breaks_off=True)
    return Sent("pastes", f"{ESC}[200~{text}{ESC}[201~".encode(), pasted=text)


VALID: tuple[Callable[[Random], Sent], ...] = (
    *(named_key, named_key, typing_key, letter_key, letter_key, letter_key, sign_key),
    *(other_key, other_layout, click, click, click, paste),
)


def valid(rng: Random, in_pixels: bool = False) -> Sent:
    """Return a key, a click or a paste."""
    make = rng.choice(VALID)
    return click_in_pixels(rng) if in_pixels and make is click else make(rng)
