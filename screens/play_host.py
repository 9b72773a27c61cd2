"""The app around the tables: it opens them, and carries out the effects that they request."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from attrs import define, evolve

from engine.core.players import PERSON
from engine.errors import GuildhallError, showing_errors
from engine.i18n.text import Text, words
from screens.pages.app_context import PageContext
from screens.preferences import COACH_FIRST, COACH_OFF, COACH_ON
from screens.start import DEFAULT_NAMES

if TYPE_CHECKING:
    from textual.screen import Screen

    from engine.core.event import Value
    from engine.match.match import Match
    from engine.search.review import Review
    from engine.storage.session import Session
    from engine.workers.pool import Thinker
    from screens.pages.app_context import AppContext
    from screens.paint.canvas import Canvas
    from screens.play.table_screen import TableScreen
    from screens.table.effects import AppEffect


class HostApp(PageContext, Protocol):
    """Interface of the app that `TableHost` uses."""

    played: Session | None

    @property
    def context(self) -> AppContext:
        """The app's context, for a local user or a guest."""

    @property
    def screen(self) -> Screen[Any]:
        """The screen on top."""

    def push_screen(self, screen: Screen[None]) -> object:
        """Show a screen over the current one."""

    @property
    def thinker(self) -> Thinker:
        """The thinker that runs the searches of bots, hints and reviews."""

    def translate(self, text: Text) -> str:
        """Return a message in the reader's language."""

    def show_message(self, text: Text) -> None:
        """Show a message on the current screen."""


@define(eq=False)
class TableHost:
    """Part of the app that opens tables and replays, and carries out what tables request. It also
    saves for each game whether the coach is on, saves and loads reviews, and paints tables for
    pages."""

    app: HostApp

    def coaches(self, game: str) -> bool:
        """Return whether the coach is on for a game, as chosen at its table or else by the setting
        (always, never, or until a match of the game has been finished). If the database cannot be
        read, the coach is off in the last case."""
        wish = self.app.preferences.coached.get(game, self.app.preferences.coach)
        if wish != COACH_FIRST:
            return wish == COACH_ON
        try:
            return not self.app.context.has_finished(game)
        except GuildhallError:
            return False

    def save_coach_setting(self, game: str, coached: bool) -> None:
        """Save whether the coach is on for a game (`coached`), with an entry for this game only if
        the general setting says otherwise. Show an error if saving is not possible."""
        if self.coaches(game) == coached:
            return
        known = {one: wish for one, wish in self.app.preferences.coached.items() if one != game}
        self.app.preferences = evolve(self.app.preferences, coached=known)
        if self.coaches(game) != coached:
            known[game] = COACH_ON if coached else COACH_OFF
            self.app.preferences = evolve(self.app.preferences, coached=known)
        with showing_errors(self.app.show_message):
            self.app.context.save_game_settings(self.app.preferences)

    def open_table(self, session: Session, coached: bool) -> None:
        from screens.play.play_screen import PlayScreen

        self.app.played = session
        has_lobby = self.app.context.has_lobby
        screen = PlayScreen(
            session,
            self.app.preferences,
            thinker=lambda: self.app.thinker,
            coached=coached,
            has_lobby=has_lobby,
        )
        self.app.show_over_menu(screen)

    def show_replay(
        self,
        match: Match,
        at: int | None,
        *,
        message: str = "",
        above: bool = False,
        id: str | None = None,
        viewer: int | None = None,
        own: Collection[int] | None = None,
    ) -> None:
        """Show the replay of a match after `at` events, or at its end if `at` is None, with
        `message` if given.

        `above` keeps the current screen below. `id` is the match's id in the database. `viewer` is
        the seat whose view of a running match is shown, or None for the spectators' view. `own` are
        the reader's seats, or None for the seats of all people.
        """
        from screens.play.replay_screen import ReplayScreen

        has_lobby = self.app.context.has_lobby
        screen = ReplayScreen(
            match,
            self.app.preferences,
            at,
            message,
            thinker=lambda: self.app.thinker,
            has_lobby=has_lobby,
            over_table=above,
            match_id=id,
            viewer=viewer,
            own=match.header.people if own is None else own,
            review=None if id is None else self.saved_review_of(id, match),
            save=partial(self._save_review, id, match),
            person_id=self.app.context.person_id,
        )
        if above:
            self.app.push_screen(screen)
        else:
            self.app.show_over_menu(screen)

    def saved_review_of(self, id: str, match: Match) -> Review | None:
        """Return the saved review of a match; None if no valid review is saved, or if it cannot be
        read."""
        from engine.storage.saved_review import saved_review

        try:
            return saved_review(self.app.store, id, match.header)
        except GuildhallError:
            return None

    def _save_review(self, id: str | None, match: Match, body: str) -> None:
        from engine.storage.saved_review import save_review

        if id is not None and self.app.store.only_read is None:
            with showing_errors(self.app.show_message):
                save_review(self.app.store, id, match.header, body)

    # ------------------------------------------------------------------ tables on pages

    def sample_match(self, game: str) -> Match | None:
        """Return a sample match of a game, stopped while it is in progress; None if the game has
        none. Raises BadSave."""
        from screens.table_view.sample_tables import sample_of

        return sample_of(game)

    def new_match(self, game: str, players: int, options: Mapping[str, str], seed: str) -> Match:
        """Return a new match of people with default names in `players` seats. Raises
        GuildhallError."""
        from engine.match.match import Match

        seats = [(self.app.translate(name), PERSON) for name in DEFAULT_NAMES[:players]]
        return Match.begin(
            game, seats, options=options, seed=seed, data=self.app.environment.own_data(game)
        )

    def seat_role(self, game: str, seat: int) -> str:
        """Return the style role of a seat at the table of a game."""
        from screens.table_view.painter_registry import painter_for

        role = f"seat.{seat}"
        return painter_for(game).roles.get(role, role)

    def paint_for_spectators(self, match: Match, width: int, height: int) -> Canvas:
        """Paint the table of a match as spectators see it. The canvas is shared: do not change
        it."""
        from screens.table_view.sample_tables import paint_for_spectators

        look = self.app.theme_for(self.app.preferences)
        return paint_for_spectators(match, self.app.preferences.language, look, width, height)

    # ------------------------------------------------------------------ requests of tables

    def carry_out(self, screen: TableScreen, effect: AppEffect) -> None:
        """Carry out an effect that a table has requested, or show why that is not possible."""
        from screens.pages.statistics import StatisticsScreen
        from screens.play.play_screen import PlayScreen
        from screens.play.replay_screen import ReplayScreen
        from screens.table import effects

        with showing_errors(self.app.show_message):
            match screen, effect:
                case PlayScreen(session=session), effects.PlayAgain(header):
                    if self.app.screen is screen:
                        self.app.context.play_again(session, header)
                case _, effects.ShowStatistics(game):
                    self.app.push_screen(StatisticsScreen(self.app, game))
                case PlayScreen(session=session), effects.WatchAgain(at, viewer):
                    self._watch_again(session, at, viewer)
                case PlayScreen(session=session), effects.SaveCoachSetting(coached):
                    self.save_coach_setting(session.match_view.header.game, coached)
                case PlayScreen(session=session), effects.ExportHtml():
                    self.app.context.share_page(session.match, session.id)
                case ReplayScreen(recording=recording, match_id=id), effects.ExportHtml():
                    self.app.context.share_page(recording.match, id)
                case ReplayScreen(recording=recording), effects.BranchOff(count, better):
                    self._branch_off(recording.match, count, better)

    def _watch_again(self, session: Session, at: int, viewer: int | None) -> None:
        """Show the replay of a match over its table, after `at` events. All secrets are shown if
        the match is over, otherwise only those of the seat `viewer`, or none if `viewer` is
        None."""
        if session.match_view.over:
            self.app.context.replay(session.id, at, above=True)
        else:
            match = self.app.store.load(session.id)
            self.show_replay(match, at, above=True, id=session.id, viewer=viewer)

    def _branch_off(self, match: Match, count: int, better: Value | None) -> None:
        """Create and open a match that continues `match` after its first `count` events, with the
        cursor on the pick `better` if given. Raises GuildhallError."""
        from screens.play.play_screen import PlayScreen

        id = self.app.context.branch(match, count)
        self.app.context.resume(id)
        if better is not None and isinstance(self.app.screen, PlayScreen):
            self.app.screen.suggest(better)
        self.app.show_message(
            words("This is a new game, {id}. The game you were watching is unchanged.", id=id)
        )
