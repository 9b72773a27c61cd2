"""Cache of parsed style rules, shared by all apps of a program."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation

_PARSED: Final[dict[Hashable, list[RuleSet]]] = {}


class SharedRules(Stylesheet):
    """A stylesheet that reuses the rules that any stylesheet in this program has parsed before."""

    def _parse_rules(
        self,
        css: str,
        read_from: CSSLocation,
        is_default_rules: bool = False,
        tie_breaker: int = 0,
        scope: str = "",
    ) -> list[RuleSet]:
        where = (css, read_from, is_default_rules, tie_breaker, scope)
        key = (frozenset(self._variables.items()), where)
        if key not in _PARSED:
            _PARSED[key] = super()._parse_rules(*where)
        return _PARSED[key]

    def reparse(self) -> None:
        """Parse all rules with the current variables, reusing those that are in the cache."""
        self._require_parse = True
        self.parse()
