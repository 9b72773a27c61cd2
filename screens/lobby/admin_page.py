"""The page with the actions of admins."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from engine.errors import showing_errors
from engine.i18n.text import Text, words
from screens.lobby.administration import AdminDesk
from screens.lobby.guest_context import GuestContext
from screens.pages.page import Page
from screens.pages.page_frame import panel_body
from screens.pages.prompt import KeyHint, KeyQuestion
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.cells import width_of, wrap

ACTION_COLUMN: Final = 4
"""First column of the list of actions."""

OUTPUT_COLUMN: Final = 34
"""First column of a command's output."""


MAX_ARGUMENT_LENGTH: Final = 150
"""Maximum length of a message, name or code, in characters."""


class AdminAction(NamedTuple):
    """An action of an admin: the two words of its command, its title, and the question that asks
    for the argument (None if the command takes no argument)."""

    command: tuple[str, str]
    title: Text
    question: Text | None = None


ACTIONS: Final = (
    AdminAction(("server", "status"), words("Server status")),
    AdminAction(("server", "say"), words("Announcement"), words("Message to everyone:")),
    AdminAction(("tables", "list"), words("Waiting tables")),
    AdminAction(("tables", "close"), words("Close a table"), words("Table code:")),
    AdminAction(("users", "mute"), words("Mute a player"), words("Name:")),
    AdminAction(("users", "unmute"), words("Unmute a player"), words("Name:")),
    AdminAction(("users", "ban"), words("Ban a player"), words("Name:")),
    AdminAction(("users", "unban"), words("Unban a player"), words("Name:")),
    AdminAction(("users", "invite-code"), words("Show the invite code")),
    AdminAction(("users", "new-invite-code"), words("New invite code")),
)

CONFIRMED_ACTIONS: Final = frozenset(
    {("users", "ban"), ("users", "new-invite-code"), ("tables", "close")}
)
"""Commands of the actions that need a confirmation."""


class AdminScreen(Page):
    """Page with the actions of admins, and the output of the last action that succeeded."""

    def __init__(self, context: GuestContext) -> None:
        super().__init__(context.app)
        self.context, self.member = context, context.member
        self._answer: Sequence[Text] = ()

    # Painting

    def title_text(self) -> Text:
        return words("Administration")

    def stops(self) -> Sequence[Spot]:
        return [action.command for action in ACTIONS]

    def paint_body(self, width: int, height: int) -> Canvas:
        lines = [self.translate(line) for line in self._answer]
        room = width - OUTPUT_COLUMN - 2
        rows = max(len(ACTIONS), sum(len(wrap(line, room)) for line in lines))
        canvas = panel_body(width, max(height, rows + 2), self.reader.theme.glyphs)
        for y, action in enumerate(ACTIONS, 1):
            text = self.translate(action.title)
            canvas.spot(action.command, Rect(ACTION_COLUMN - 2, y, width_of(text) + 4, 1))
            canvas.put(ACTION_COLUMN, y, text, "strong")
        y = 1
        for line in lines:
            y = canvas.put_lines(OUTPUT_COLUMN, y, room, line)
        return canvas

    def hints(self) -> Sequence[KeyHint]:
        return [KeyHint("enter", words("choose")), KeyHint("escape", words("to the lobby"))]

    # Actions

    def activate(self, place: Spot) -> None:
        """Run the action at `place`, after asking for its argument if it takes one, and for
        confirmation if its command is in `CONFIRMED_ACTIONS`."""
        action = next(one for one in ACTIONS if one.command == place)
        if action.question is None:
            self._confirm(action, "")
        else:
            self.prompt.ask_text(
                action.question, "", partial(self._confirm, action), most=MAX_ARGUMENT_LENGTH
            )

    def _confirm(self, action: AdminAction, argument: str) -> None:
        argument = argument.strip()
        if action.question is not None and not argument:
            return
        run = partial(self._run, (*action.command, *([argument] if argument else [])))
        if action.command in CONFIRMED_ACTIONS:
            question = words("{action}: {name}?", action=action.title, name=argument)
            if not argument:
                question = words("The old invite code will no longer work. Make a new one?")
            self.prompt.ask_key(question, KeyQuestion({"enter": (words("yes"), run)}, words("no")))
        else:
            run()

    def _run(self, command: tuple[str, ...]) -> None:
        with showing_errors(self.show_message):
            control = self.page_context.environment.control
            desk = AdminDesk(self.member.store, self.member.person, control)
            self._answer = desk.run(command)
            self.show()
