"""Where on the table something was chosen lately, to show what has changed since one's own turn."""

from __future__ import annotations

from attrs import define, field, frozen

from screens.paint.canvas import Place


@frozen
class _Chosen:
    """A choice: how many events counted after it, in which round it was, and its place."""

    count: int
    round: int
    place: Place
    is_open: bool


@define
class Recent:
    """The places of the choices that a screen has shown, in order, the last two rounds of them."""

    _chosen: list[_Chosen] = field(factory=list)

    def add(self, place: Place, *, count: int, round: int, is_open: bool) -> None:
        """A choice in a round, after which `count` events count; `is_open`: all may know it."""
        self._chosen = [one for one in self._chosen if one.round >= round - 1]
        self._chosen.append(_Chosen(count, round, place, is_open))

    def since(self, count: int, round: int) -> list[Place]:
        """The places of what was chosen after so many events, not before the last round."""
        return [one.place for one in self._chosen if one.count > count and one.round >= round - 1]

    def forget_secrets(self) -> None:
        """Keep only what everybody may know: somebody else looks at the screen now."""
        self._chosen = [one for one in self._chosen if one.is_open]

    def forget(self) -> None:
        """Keep nothing: what was chosen counts no more."""
        self._chosen.clear()
