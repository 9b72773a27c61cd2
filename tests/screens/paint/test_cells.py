"""Text as cells: visible form, width, cutting, padding and wrapping."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from wcwidth import wcswidth

from screens.paint.cells import (
    SECOND_CELL,
    centred,
    clean,
    clip,
    cut,
    in_cells,
    padded,
    widest,
    width_of,
    wrap,
    wrap_within,
)
from screens.paint.theme import ASCII

MIXED = st.text("ab 日本はЖé-한")


def test_every_character_has_the_width_that_everyone_agrees_on() -> None:
    bad = [
        hex(ord(char))
        for char in map(chr, range(sys.maxunicode + 1))
        if not len(in_cells(char)) == cell_len(shown := clean(char)) == wcswidth(shown)
    ]
    assert bad == []


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("Зодчий и рыцарь", "Зодчий и рыцарь"),
        ("и\u0306", "й"),
        ("a\tb\nc\x1b[31m", "a b?c?[31m"),
        ("Bob [/x]", "Bob [/x]"),
        ("城", "城"),
        ("は\u3099", "ば"),
        ("\u1112\u1161\u11ab", "한"),
        ("\uff21\uff22", "AB"),
        ("a\u200db\ufe0f", "ab"),
        ("👍\U0001f3fd", "👍"),
        ("\U0001f1e9\U0001f1ea", "DE"),
        ("\u202eevil", "evil"),
        ("\u00a0", " "),
    ],
)
def test_hostile_text_is_made_harmless(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("", 0),
        ("Anna", 4),
        ("Анна", 4),
        ("日本", 4),
        ("a日b", 4),
        ("マリー", 6),
        ("김철수", 6),
        ("😀", 2),
    ],
)
def test_letter_takes_one_or_two_cells(text: str, width: int) -> None:
    assert width_of(text) == len(in_cells(text)) == wcswidth(text) == width


def test_second_cell_of_a_wide_letter_is_empty() -> None:
    assert list(in_cells("a日b")) == ["a", "日", SECOND_CELL, "b"]


def test_clipping_leaves_an_ellipsis() -> None:
    assert clip("cathedral", 9) == "cathedral"
    assert clip("cathedral", 6) == "cathe…"
    assert clip("cathedral", 6, ASCII) == "cathe~"
    assert clip("cathedral", 0) == ""
    assert clip("日本語", 6) == "日本語"
    assert clip("日本語", 5) == "日本…"
    assert clip("日本語", 4) == "日…"
    assert clip("日本語", 1) == "…"


@given(MIXED, st.integers(0, 12))
def test_cut_and_padded_text_has_the_given_width(text: str, width: int) -> None:
    assert min(width_of(text), width - 1) <= width_of(cut(text, width)) <= width
    assert width_of(clip(text, width)) <= width
    assert clean(text).startswith(cut(text, width))
    wanted = max(width, width_of(text))
    assert width_of(padded(text, width)) == width_of(centred(text, width)) == wanted


@given(st.text(), st.integers(0, 12))
def test_narrow_text_is_centred_like_str_center(text: str, width: int) -> None:
    shown = clean(text)
    if width_of(shown) == len(shown):
        assert centred(shown, width) == f"{shown:^{width}}"
        assert padded(shown, width) == f"{shown:<{width}}"


def test_widest_of_several() -> None:
    assert widest(["Anna", "日本語", ""]) == 6
    assert widest([]) == 0


@given(st.one_of(st.text(), MIXED), st.integers(2, 30))
def test_wrapped_lines_fit_and_lose_no_letter(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert lines
    assert all(width_of(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(
        "".join(clean(part) for part in text.split("\n")).split()
    )


def test_lines_are_broken_between_words_if_possible() -> None:
    assert wrap("日本 takes the 城", 9) == ["日本", "takes the", "城"]
    assert wrap("日本語日本語", 5) == ["日本", "語日", "本語"]


@pytest.mark.parametrize(
    ("rows", "lines"),
    [(0, []), (1, ["one …"]), (2, ["one", "two …"]), (3, ["one", "two", "three"])],
)
def test_lines_without_room_end_in_an_ellipsis(rows: int, lines: list[str]) -> None:
    assert wrap_within("one two three", 5, rows) == lines
