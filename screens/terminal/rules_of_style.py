"""Rules of style, parsed once for all apps of a program."""

from __future__ import annotations

from typing import Any, Final

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

_PARSED: Final[dict[tuple[Any, ...], list[RuleSet]]] = {}


class SharedRules(Stylesheet):
    """A stylesheet that takes what another one of this program has parsed already."""

    def _parse_rules(self, css: str, *where: Any, **more: Any) -> list[RuleSet]:
        values = frozenset(self._variables.items())
        key = (values, css, where, frozenset(more.items()))
        found = _PARSED.get(key)
        if found is None:
            found = _PARSED[key] = super()._parse_rules(css, *where, **more)
        return found

    def reparse(self) -> None:
        """Parse anew, with the values as they are now."""
        self._require_parse = True
        self.parse()
