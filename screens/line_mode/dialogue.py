"""The output of a table in line mode, and the function that handles the next typed line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from attrs import define, field

from engine.i18n.text import Text, words
from screens.line_mode.input_parser import folded, no_such_number, number_typed
from screens.line_mode.sentences import SentenceWriter
from screens.line_mode.typed_commands import COMMANDS, TypedCommand, key_of


@define(eq=False)
class Dialogue:
    """The output of a table in line mode, as `lines`. `answer`, if not None, handles the next typed
    line, which otherwise goes to the table. `commands` are the commands that can be typed."""

    writer: SentenceWriter
    commands: Sequence[TypedCommand] = COMMANDS
    lines: list[str] = field(factory=list)
    answer: Callable[[str], None] | None = None

    def write(self, text: Text) -> None:
        """Add a message as one line."""
        self.lines.append(self.writer.translate(text))

    def write_lines(self, lines: Iterable[str]) -> None:
        self.lines += lines

    def list_commands(self) -> None:
        self.write(
            words(
                "Type the number or the words of a choice, amounts like “2 wood 1 clay”, or the "
                "numbers of several things. Other commands:"
            )
        )
        for command in self.commands:
            names = ", ".join(self.writer.translate(command.names).split())
            self.write_lines([f"{names}: {self.writer.translate(command.description)}."])

    def take_lines(self) -> list[str]:
        """Return the lines that have not been printed yet, and forget them."""
        lines, self.lines = self.lines, []
        return lines

    def key(self, line: str) -> str | None:
        """Return the key of the command that a line begins with; None if there is none."""
        return key_of(line, self.writer.translator, self.commands)

    def is_yes(self, line: str) -> bool:
        return folded(line) in ("y", "yes", folded(self.writer.translate(words("yes"))))

    def ask_yes(
        self, title: Text, agreed: Callable[[], None], cancelled: Callable[[], None]
    ) -> None:
        """Ask the yes/no question `title`. Call `agreed` if the next line means “yes” (see
        `is_yes`). For any other line, call `cancelled` and print that nothing has changed."""
        self.write(title)

        def answered(line: str) -> None:
            if self.is_yes(line):
                agreed()
            else:
                cancelled()
                self.write(words("Cancelled. Nothing has changed."))

        self.answer = answered

    def offer(
        self, answers: Sequence[tuple[Text, Callable[[], None]]], cancelled: Callable[[], None]
    ) -> None:
        """Print the texts of `answers` with numbers. When the user types one of the numbers, call
        the function of that answer. If no answer has the number, wait for another line. If the user
        types something other than a number, call `cancelled` and print that nothing has changed."""
        self.write_lines(
            f"{n}. {self.writer.translate(text)}." for n, (text, _) in enumerate(answers, 1)
        )

        def answered(line: str) -> None:
            number = number_typed(line)
            if number is None:
                cancelled()
                self.write(words("Cancelled. Nothing has changed."))
            elif 1 <= number <= len(answers):
                answers[number - 1][1]()
            else:
                self.answer = answered
                raise no_such_number(number, len(answers))

        self.answer = answered
