"""The page about bot strength agrees with the recorded games."""

from __future__ import annotations

from docs.make_minds import FOLDER, PAGE, made


def test_the_table_is_that_of_the_files():
    page = PAGE.read_text("utf-8")
    assert list(FOLDER.glob("*.jsonl"))
    assert made(page) == page
