"""The settings of a page's reader: language, colours and keys."""

from __future__ import annotations

from attrs import frozen

from engine.i18n.language import Translator
from engine.i18n.text import Argument, Text
from screens.key_map import BY_ID, key_name_of, key_of
from screens.pages.app_context import PageContext
from screens.pages.prompt import KeyHint
from screens.paint.theme import Theme
from screens.preferences import Preferences


@frozen(eq=False)
class ReaderSettings:
    """Current language, colours and keys of the reader."""

    page_context: PageContext

    @property
    def preferences(self) -> Preferences:
        return self.page_context.preferences

    @property
    def translator(self) -> Translator:
        return Translator(self.preferences.language)

    def translate(self, text: Argument) -> str:
        """Return a message or a name in the reader's language."""
        return self.translator.argument(text)

    @property
    def theme(self) -> Theme:
        return self.page_context.theme_for(self.preferences)

    def key_of(self, command: str) -> str:
        """Return the Textual name of a command's key."""
        return key_of(command, self.preferences.keys)

    def key_name_of(self, command: str) -> Text:
        return key_name_of(command, self.preferences.keys)

    def hint_of(self, command: str) -> KeyHint:
        meaning = BY_ID[command].short
        assert meaning is not None, "a command for the line of keys says so in a word or two"
        return KeyHint(self.key_of(command), meaning)
