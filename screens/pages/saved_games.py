"""The page of saved games, on which the user continues, replays, deletes, exports and imports
matches."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import BindingType

from engine.errors import AlreadyThere, BadSave, GuildhallError, showing_errors
from engine.files import is_web_page, path_of
from engine.i18n.text import Text, words
from engine.match.match_view import hides
from engine.storage import match_file
from screens import key_map
from screens.match_summary import game_of, players_of
from screens.pages.bindings import bindings
from screens.pages.matches import MATCH_PLACE, MatchesPage
from screens.pages.prompt import KeyHint, KeyQuestion

if TYPE_CHECKING:
    from engine.storage.records import Record

EXPORT_SUFFIX: Final = "guildhall"
"""Default suffix of the file name of an exported game."""


class SavedGamesScreen(MatchesPage):
    """Page with all matches of the database."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(key_map.SAVED_GAMES_COMMANDS)

    def find_records(self) -> Sequence[Record]:
        return self.page_context.store.records()

    def empty_text(self) -> Text:
        return words("There are no saved games yet. Every game you start appears here.")

    def title_text(self) -> Text:
        return words("Saved games")

    def hints(self) -> Sequence[KeyHint]:
        taking_in = self.reader.hint_of("saved.import")
        if not self.records:
            return [taking_in, KeyHint("escape", words("back"))]
        is_over = self.record is not None and self.record.summary.over
        return [
            KeyHint("enter", words("view") if is_over else words("continue")),
            self.reader.hint_of("saved.replay"),
            self.reader.hint_of("saved.delete"),
            self.reader.hint_of("saved.export"),
            taking_in,
            KeyHint("escape", words("back")),
        ]

    # Actions

    def action_delete(self) -> None:
        """Ask for confirmation, then delete the match under the cursor."""
        record = self.record
        if record is not None:
            question = words(
                "Delete {game} with {players} for good?",
                game=game_of(record),
                players=players_of(record),
            )
            delete = (words("delete it"), partial(self._delete, record.id))
            self.prompt.ask_key(question, KeyQuestion({"enter": delete}, words("keep it")))

    def _delete(self, id: str) -> None:
        at = self.stops().index((MATCH_PLACE, id))
        with showing_errors(self.show_message):
            self.page_context.store.delete(id)
            self.prompt.message = self.translate(words("The game has been deleted."))
            self.reload()
            if self.records:
                self.pointed = self.stops()[min(at, len(self.records) - 1)]
                self.show()

    def action_export(self) -> None:
        """Ask for the file to export the match under the cursor to."""
        record = self.record
        if record is not None:
            name = f"{record.header.game}-{record.id}.{EXPORT_SUFFIX}"
            question = words("Export to the file (a web page if its name ends with .html):")
            if record.damage is None and hides(record.header, over=record.summary.over):
                question = words(
                    "Several people are still playing this game, and the file would reveal "
                    "everyone's secret choices. Export anyway to:"
                )
            self._ask_file(question, record.id, name)

    def _ask_file(self, question: Text, id: str, name: str, known: str | None = None) -> None:
        """Ask for the name of the file to export the match `id` to, with `name` as the default. The
        file `known` may be overwritten."""
        self.prompt.ask_text(
            question, name, lambda typed: self._export(id, typed, force=typed == known)
        )

    def _export(self, id: str, name: str, *, force: bool) -> None:
        if not name:
            return
        try:
            path, match = path_of(name), self.page_context.store.load(id)
            if is_web_page(name):
                self.page_context.navigation.share_page(match, id, path.absolute(), force=force)
                return
            match_file.export(match, path, force=force)
        except AlreadyThere:
            question = words("That file already exists. Press Enter to overwrite it:")
            self._ask_file(question, id, name, known=name)
        except GuildhallError as error:
            self._show_error(error)
        else:
            self.show_message(words("Exported to {file}.", file=str(path.absolute())))

    def action_import(self) -> None:
        """Ask for the file to import a game from."""
        self.prompt.ask_text(words("Import the game from this file:"), "", self._import)

    def _import(self, name: str) -> None:
        if not name:
            return
        try:
            id = self.page_context.store.adopt(match_file.load(path_of(name)))
        except GuildhallError as error:
            self._show_error(error)
            return
        self.reload()
        self.pointed = (MATCH_PLACE, id)
        self.show_message(words("Imported as {id}.", id=id))

    def _show_error(self, error: GuildhallError) -> None:
        from engine.storage.match_file import sentence

        self.show_message(sentence(error) if isinstance(error, BadSave) else error.text)
