"""Hints in line mode: a quick hint at once, and a better one when its search has ended."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve, frozen

from engine.core.state import State
from engine.i18n.text import words
from engine.match.decision_request import PartialMove
from engine.storage.session import Session
from screens.line_mode.background_search import BackgroundSearch
from screens.line_mode.dialogue import Dialogue
from screens.line_mode.line_news import LineNews
from screens.line_mode.pick_dialogue import PickDialogue
from screens.table.hint_text import quick_estimates, why_no_hint
from screens.table.read_only_session import ReadOnlySession


@frozen
class LineHints:
    """Output of hints for the pending decision. `show_privately` prints a private text for one
    seat."""

    _session: Session
    _session_view: ReadOnlySession
    _dialogue: Dialogue
    _news: LineNews
    _picking: PickDialogue
    _search: BackgroundSearch | None
    _show_privately: Callable[[int, Callable[[], None]], None]

    def hint(self, partial_move: PartialMove[State]) -> None:
        """Print the quick hint and what to type for it, or the reason why there is no hint. If a
        search can find a better hint, start the search, whose result is printed later. If the seat
        is asked openly and has secrets, print the quick hint privately, without a search."""
        request, match_view = partial_move.request, self._session.match_view
        why_not = why_no_hint(match_view, request.decision)
        if why_not is not None:
            self._dialogue.write(why_not)
            return
        if request.needs_privacy:
            self._show_privately(request.seat, lambda: self._hint_alone(partial_move))
            return
        estimates = quick_estimates(self._session_view.hint(request.seat))
        self._dialogue.write_lines(
            [self._dialogue.writer.hint(match_view, self._news.viewer, request, estimates)]
        )
        self._picking.show_hint(request, estimates[0].pick)
        if self._search is not None and not estimates[0].playouts:
            self._search.begin_hint(self._session, request)

    def _hint_alone(self, partial_move: PartialMove[State]) -> None:
        """Print a private hint for a public decision, with everything to type, because the hint
        cannot be repeated later."""
        request = self._session.ask(partial_move.request.seat)
        estimates = quick_estimates(self._session_view.hint(request.seat))
        hint = self._dialogue.writer.hint(
            self._session.match_view, request.seat, request, estimates
        )
        self._dialogue.write_lines([hint])
        self._picking.write_parts_to_type(evolve(partial_move, request=request), estimates[0].pick)

    def write_better_hint(self) -> None:
        """Print the result of a hint search, if there is one and the decision is still the same. If
        no part has been chosen yet, and the new hint differs from the quick one, also print what to
        type for the new hint."""
        found = None if self._search is None else self._search.take_hint()
        partial_move = self._picking.partial_move
        if found is None or partial_move is None or partial_move.request.needs_privacy:
            return
        request, best = partial_move.request, found.estimates[0].pick
        if (request.seat, request.decision) != (found.request.seat, found.request.decision):
            return
        hint = self._dialogue.writer.hint(
            self._session.match_view, self._news.viewer, request, found.estimates
        )
        self._dialogue.write(words("The bot has thought longer. {hint}", hint=hint))
        if not partial_move.chosen and not self._picking.shows_hint(request, best):
            self._picking.show_hint(request, best)
