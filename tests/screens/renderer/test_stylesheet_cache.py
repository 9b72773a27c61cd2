"""Style rules are parsed once per set of values, with the same effect."""

from __future__ import annotations

from typing import Any

import pytest
from textual.css.stylesheet import Stylesheet

from screens.renderer.stylesheet_cache import SharedRules

CSS = "Screen { background: $ground; }"


def sheet(**values: str) -> SharedRules:
    rules = SharedRules(variables=values)
    rules.add_source(CSS, ("here", "there"))
    rules.parse()
    return rules


def test_parsed_stylesheet_is_shared(monkeypatch: pytest.MonkeyPatch):
    parsed: list[str] = []
    parse = Stylesheet._parse_rules

    def note(self: Stylesheet, css: str, *where: Any, **more: Any) -> Any:
        parsed.append(css)
        return parse(self, css, *where, **more)

    monkeypatch.setattr(Stylesheet, "_parse_rules", note)
    one, other = sheet(ground="#123456"), sheet(ground="#123456")
    assert parsed == [CSS]
    assert one.rules == other.rules
    other.reparse()
    assert parsed == [CSS]


def test_other_variables_give_other_rules():
    rules = sheet(ground="#ff0000")
    assert "#FF0000" in rules.css
    rules.set_variables({"ground": "#00ff00"})
    rules.reparse()
    assert "#00FF00" in rules.css
    assert "#FF0000" in sheet(ground="#ff0000").css
