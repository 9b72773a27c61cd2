"""Tokenizer: ends of sequences, maximum lengths, and silence."""

from __future__ import annotations

import pytest

from screens.terminal.tokenizer import (
    ESCAPE_SILENCE,
    MAX_PASTE_LENGTH,
    MAX_SEQUENCE_LENGTH,
    SEQUENCE_SILENCE,
    Kind,
    Tokenizer,
)
from tests.screens.terminal.random_input import ESC, ST

Tokens = list[tuple[Kind, str]]


class Line:
    """A tokenizer and its clock."""

    def __init__(self) -> None:
        self.now = 0.0
        self.tokenizer = Tokenizer(lambda: self.now)

    def send(self, *parts: str | float) -> Tokens:
        """Send texts, with pauses in seconds between them; return the tokens."""
        sent_tokens: Tokens = []
        for part in parts:
            if isinstance(part, str):
                tokens = [*self.tokenizer.feed(part)]
            else:
                self.now += part
                tokens = [*self.tokenizer.tick()]
            sent_tokens += [(token.kind, token.text) for token in tokens]
        return sent_tokens


def sent(*parts: str | float) -> Tokens:
    """The tokens of texts and pauses."""
    return Line().send(*parts)


def typed(text: str) -> Tokens:
    return [(Kind.CHARACTER, one) for one in text]


def test_lone_escape_is_a_key_after_a_tenth_of_a_second() -> None:
    assert sent(ESC, ESCAPE_SILENCE - 0.01) == []
    assert sent(ESC, ESCAPE_SILENCE) == typed(ESC)
    assert sent(ESC, ESCAPE_SILENCE - 0.01, "[A") == [(Kind.CSI, "A")]
    assert sent(ESC, ESCAPE_SILENCE, "[A") == typed(f"{ESC}[A")


def test_delayed_reading_does_not_time_out_a_sequence() -> None:
    line = Line()
    assert line.send(ESC) == []
    line.now += 60
    assert line.send("[A") == [(Kind.CSI, "A")]


@pytest.mark.parametrize(
    ("begun", "rest"),
    [
        *((f"{ESC}[", "1;5C"), (f"{ESC}[<0;8", ";33M"), (f"{ESC}O", "P"), ("\x9b1", ";5C")),
        *((f"{ESC}[[", "A"), (f"{ESC}[M ", "!!"), (f"{ESC}]11;rgb", ":1e1e\x07")),
        *((f"{ESC}P>|Wez", f"Term{ST}"), (f"{ESC}]0;x{ESC}", "\\"), (f"{ESC}_Gi=1", f";OK{ST}")),
    ],
)
def test_sequence_may_pause_for_at_most_a_second(begun: str, rest: str) -> None:
    at_once = sent(begun + rest)
    assert sent(begun, SEQUENCE_SILENCE - 0.01, rest) == at_once
    assert sent(begun, SEQUENCE_SILENCE - 0.01, rest, "x") == at_once + typed("x")
    if begun not in (f"{ESC}[", f"{ESC}O"):
        assert sent(begun, SEQUENCE_SILENCE, "x") == typed("x")


@pytest.mark.parametrize("letter", "[]PXO_^")
def test_incomplete_introducer_is_an_alt_key(letter: str) -> None:
    assert sent(ESC + letter, SEQUENCE_SILENCE - 0.01) == []
    assert sent(ESC + letter, SEQUENCE_SILENCE, "x") == [(Kind.ALT, letter), *typed("x")]


@pytest.mark.parametrize("begin", [f"{ESC}]", f"{ESC}P", f"{ESC}X", f"{ESC}^", f"{ESC}_"])
@pytest.mark.parametrize("end", [ST, "\x9c"])
@pytest.mark.parametrize("length", [0, 10, MAX_SEQUENCE_LENGTH + 1, 20 * MAX_SEQUENCE_LENGTH])
def test_control_string_is_dropped_to_its_end(begin: str, end: str, length: int) -> None:
    assert sent(begin + "7" * length + end + "x") == typed("x")
    c1 = {"]": "\x9d", "P": "\x90", "X": "\x98", "^": "\x9e", "_": "\x9f"}[begin[1]]
    assert sent(c1 + "7" * length + end + "x") == typed("x")


def test_only_osc_ends_with_a_bell() -> None:
    assert sent(f"{ESC}]0;1\x07x") == typed("x")
    assert sent(f"{ESC}P1\x07x{ST}y") == typed("y")


def test_overlong_csi_is_dropped_to_its_final_byte() -> None:
    assert sent(f"{ESC}[{'1' * (MAX_SEQUENCE_LENGTH - 1)}A") == [
        (Kind.CSI, "1" * (MAX_SEQUENCE_LENGTH - 1) + "A")
    ]
    assert sent(f"{ESC}[{'1' * (MAX_SEQUENCE_LENGTH + 1)}", "1" * 9000, "Ax") == typed("x")
    assert sent(
        f"{ESC}[{'1' * 9000}", SEQUENCE_SILENCE - 0.01, "1", SEQUENCE_SILENCE, "x"
    ) == typed("x")


def test_endless_sequence_is_dropped_until_silence() -> None:
    line = Line()
    assert line.send(f"{ESC}]52;c;") == []
    for _ in range(50):
        assert line.send("QUFB" * 1000, SEQUENCE_SILENCE - 0.01) == []
    assert line.send(0.01, "x") == typed("x")


def test_escape_starts_a_new_sequence_anywhere() -> None:
    up = [(Kind.CSI, "A")]
    for begun in ("[1;", "]0;title", "P1$r", "O", "[[", "[M ", "[M  ", "X1", "[7\x01"):
        assert sent(f"{ESC}{begun}{ESC}[A") == up, begun
        assert sent(f"{ESC}{begun}\x9bA") == up or begun.startswith("[M")


def test_invalid_mouse_numbers_do_not_end_the_report() -> None:
    for numbers in ("32;NaN;NaN", "NaN;NaN;NaN", "32;Infinity;5", "32;1e+21;5", "32;-NaN;5"):
        for begin in ("", "<"):
            text = f"{begin}{numbers}M"
            assert sent(f"{ESC}[{text}x") == [(Kind.CSI, text), *typed("x")]


def test_old_mouse_reports_have_exactly_three_characters() -> None:
    assert sent(f"{ESC}[M !!x") == [(Kind.MOUSE, " !!"), *typed("x")]
    assert sent(f"{ESC}[M\x03\r\x00x") == [(Kind.MOUSE, "\x03\r\x00"), *typed("x")]
    assert sent(f"{ESC}[M {ESC}!x") == [(Kind.MOUSE, f" {ESC}!"), *typed("x")]
    assert sent(f"{ESC}[M !{ESC}x") == typed("x")


def test_ctrl_c_works_inside_other_sequences() -> None:
    assert sent(f"{ESC}[1\x03;5C") == typed("\x03")
    assert sent(f"{ESC}O\x03x") == typed("\x03x")
    assert sent(f"{ESC}X\x03{ST}x") == typed("x")


def test_shifted_rxvt_keys_end_with_a_dollar() -> None:
    assert sent(f"{ESC}[7$x") == [(Kind.CSI, "7$"), *typed("x")]
    assert sent(f"{ESC}[4;1$yx") == [(Kind.CSI, "4;1$y"), *typed("x")]


def test_other_eight_bit_controls_are_no_keys() -> None:
    assert sent("\x85\x9c\x84x") == typed("x")


# ---------------------------------------------------------------------- pastes


def test_paste_ends_only_at_its_terminator_ctrl_c_or_silence() -> None:
    text = f"x {ESC}[31mred{ESC}[0m {ESC}]0;11 22\x07 11 22\r{ESC}[200~{ESC}"
    paste = [(Kind.PASTE, text)]
    assert sent(f"{ESC}[200~{text}{ESC}[201~x") == paste + typed("x")
    assert sent(f"\x9b200~{text}\x9b201~x") == paste + typed("x")
    assert sent(f"{ESC}[200~a\x03b{ESC}[201~") == [*typed("\x03"), (Kind.PASTE, "ab")]
    pieces = [piece for letter in f"{ESC}[200~{text}{ESC}[201~" for piece in (letter, 0.09)]
    assert sent(*pieces) == paste


def test_unfinished_paste_ends_after_a_second() -> None:
    assert sent(f"{ESC}[200~hello", SEQUENCE_SILENCE - 0.01, " you") == []
    for half in ("", ESC, f"{ESC}[", f"{ESC}[20", f"{ESC}[201"):
        assert sent(f"{ESC}[200~hello{half}", SEQUENCE_SILENCE, "x") == [
            (Kind.PASTE, "hello"),
            *typed("x"),
        ]


def test_overlong_paste_keeps_its_beginning() -> None:
    line = Line()
    assert line.send(f"{ESC}[200~", "a" * MAX_PASTE_LENGTH, "b" * 50) == []
    [(kind, text)] = line.send(f"{ESC}[201~")
    assert kind is Kind.PASTE
    assert MAX_PASTE_LENGTH - 20 < len(text) <= MAX_PASTE_LENGTH
    assert line.send("x") == typed("x")
