"""Dialogue for a pick, typed part by part: question, choices, answer."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final, Protocol

from engine.core.event import Value
from engine.core.parts import MultisetPart, SubsetPart
from engine.core.state import State
from engine.errors import Refusal
from engine.i18n.text import Text, verbatim, words
from engine.match.decision_request import DecisionRequest, PartialMove
from screens.line_mode.dialogue import Dialogue
from screens.line_mode.input_parser import (
    NotUnderstood,
    amounts_typed,
    choice_numbered,
    folded,
    found_by_words,
    marks_typed,
    number_typed,
)
from screens.line_mode.sentences import MAX_AT_ONCE
from screens.table_view.scene import Scene

INFORMING_COMMANDS: Final = frozenset(
    {"help", "?", "why", "table", "look", "sheet", "log", "since", "hand", "who", "say", "note"}
)
"""Commands after which a pick can still be confirmed."""


class Table(Protocol):
    """The part of a table that the dialogue needs."""

    @property
    def is_shared(self) -> bool:
        """Whether several people share this keyboard."""

    def scene(self, partial_move: PartialMove[State] | None) -> Scene[State]:
        """Return the scene as the reader may see it, with the parts of `partial_move` chosen so
        far, if given."""

    def handle_command(self, line: str) -> None:
        """Handle a line that does not answer a prompt: a command, or a part of the pick. Raises
        NotUnderstood and GuildhallError."""

    def carry_out(self, request: DecisionRequest[State], pick: Value) -> None:
        """Make a pick, print its result, and ask the next question."""


class PickDialogue:
    """Dialogue for the pending decision. `partial_move` is the pick as typed so far, or None if
    nothing is asked. After a hint, the dialogue prints what to type next. `confirm` is the setting
    `Preferences.confirm`."""

    def __init__(self, dialogue: Dialogue, table: Table, confirm: str) -> None:
        self._dialogue, self._table, self._confirm = dialogue, table, confirm
        self.partial_move: PartialMove[State] | None = None
        self._first = 0
        self._hinted: tuple[Value, ...] = ()

    def begin(self, request: DecisionRequest[State], hinted: tuple[Value, ...] = ()) -> None:
        """Ask the first question of a decision. `hinted` are the parts of the pick that a hint
        recommends, if any."""
        self.partial_move, self._first, self._hinted = PartialMove.start(request), 0, hinted
        self.repeat()

    def end(self) -> None:
        self.partial_move, self._hinted = None, ()

    def move_to_request(self, request: DecisionRequest[State]) -> bool:
        """Move the typed parts to the same decision after the table has changed, without printing
        anything. If one of them is no longer possible, change nothing and return False."""
        partial_move, chosen = (
            PartialMove(request),
            () if self.partial_move is None else self.partial_move.chosen,
        )
        for part in chosen:
            if partial_move.request.refuse_part(partial_move.chosen, part) is not None:
                return False
            partial_move = partial_move.with_part(part)
        self.partial_move = partial_move
        return True

    def repeat(self) -> None:
        """Print the question, its choices and, after a hint, what to type next. Do nothing if
        nothing is asked."""
        partial_move, dialogue = self.partial_move, self._dialogue
        if partial_move is None:
            return
        dialogue.write_lines([dialogue.writer.question(partial_move, named=self._table.is_shared)])
        dialogue.write_lines(
            dialogue.writer.choices(self._table.scene(partial_move), partial_move, self._first)
        )
        self._write_next_hint()

    def command(self, key: str, partial_move: PartialMove[State]) -> None:
        """Execute the command `key`, which is about the choices or the parts typed so far."""
        writer = self._dialogue.writer
        match key:
            case "?":
                self._dialogue.write_lines(writer.help(partial_move))
            case "more":
                self._write_more(partial_move)
            case "why":
                everything = writer.translate(words("You can do everything right now."))
                self._dialogue.write_lines(list(writer.closed(partial_move)) or [everything])
            case "back":
                self._back(partial_move)

    def _write_more(self, partial_move: PartialMove[State]) -> None:
        """Print the next page of choices, or the first page again after the last one."""
        following = partial_move.following
        if isinstance(following, Sequence) and self._first + MAX_AT_ONCE < len(following):
            self._first += MAX_AT_ONCE
        else:
            self._first = 0
        self.repeat()

    def _back(self, partial_move: PartialMove[State]) -> None:
        """Remove the last part that was typed, with the parts added automatically after it, and ask
        for this part again. If no part has been typed, print how to undo the last move."""
        earlier = partial_move.back()
        while earlier is not None and _only_choice(earlier) is not None:
            earlier = earlier.back()
        if earlier is None:
            self._dialogue.write(
                words("You have not chosen anything yet. To undo your last move, type “undo”.")
            )
            return
        self.partial_move, self._first, self._hinted = earlier, 0, ()
        self.repeat()

    # ------------------------------------------------------------------ hints

    def show_hint(self, request: DecisionRequest[State], pick: Value) -> None:
        """Print what to type next for `pick`, now and after each further part. If the pick does not
        begin with the parts typed so far, drop these parts and ask the first question again."""
        hinted, partial_move = request.decision.parts_of(pick), self.partial_move
        if partial_move is None or not _begins_with(hinted, partial_move):
            self.begin(request, hinted)
        else:
            self._hinted = hinted
            self._write_next_hint()

    def shows_hint(self, request: DecisionRequest[State], pick: Value) -> bool:
        """Return whether the dialogue already prints what to type next for `pick`."""
        return self._hinted == request.decision.parts_of(pick)

    def write_parts_to_type(self, partial_move: PartialMove[State], pick: Value) -> None:
        """Print what to type next to complete `pick`, or all that has to be typed if `pick` does
        not begin with the parts typed so far."""
        parts, writer = partial_move.request.decision.parts_of(pick), self._dialogue.writer
        at: PartialMove[State] | Refusal = partial_move
        if not _begins_with(parts, partial_move):
            at = PartialMove.start(partial_move.request)
        while isinstance(at, PartialMove) and len(at.chosen) < len(parts):
            part = parts[len(at.chosen)]
            if _only_choice(at) is None:
                self._dialogue.write(_hint_line(writer.typed_as(at, part)))
            at = at.then(part)

    def _write_next_hint(self) -> None:
        partial_move = self.partial_move
        if partial_move is None or not _begins_with(self._hinted, partial_move):
            return
        if len(self._hinted) > len(partial_move.chosen):
            typed = self._dialogue.writer.typed_as(
                partial_move, self._hinted[len(partial_move.chosen)]
            )
            self._dialogue.write(_hint_line(typed))

    # ------------------------------------------------------------------ answers

    def is_choice_name(self, partial_move: PartialMove[State], line: str) -> bool:
        """Return whether a line is exactly the name of a choice, which may also be a command
        ("hand")."""
        following, writer = partial_move.following, self._dialogue.writer
        if isinstance(following, MultisetPart | SubsetPart):
            names: Sequence[str] = writer.kinds(partial_move, following).names
        else:
            names = [writer.label(partial_move.with_part(one)) for one in following]
        return folded(line) in map(folded, names)

    def choose(self, partial_move: PartialMove[State], line: str) -> None:
        """Use a line as the next part of the pick. Raises NotUnderstood."""
        following, writer = partial_move.following, self._dialogue.writer
        if isinstance(following, MultisetPart):
            named = writer.kinds(partial_move, following)
            part: Value | None = amounts_typed(line, following, named, writer.translator)
        elif isinstance(following, SubsetPart):
            part = marks_typed(
                line, following, writer.kinds(partial_move, following), writer.translator
            )
        else:
            part = self._listed(partial_move, following, line)
        if part is not None:
            self._add_part(partial_move, part, line)

    def _listed(
        self, partial_move: PartialMove[State], values: Sequence[Value], line: str
    ) -> Value | None:
        """Return the choice that `line` means, by its number or words; None if a message was
        printed instead. Raises NotUnderstood."""
        dialogue = self._dialogue
        number = number_typed(line)
        if number is not None:
            return choice_numbered(number, partial_move.numbers, values)
        labels = [dialogue.writer.label(partial_move.with_part(value)) for value in values]
        found = found_by_words(line, labels)
        if len(found) == 1:
            return values[found[0]]
        if found:
            dialogue.write(words("Did you mean:"))
            dialogue.write_lines(
                f"{partial_move.numbers[n]}. {labels[n]}." for n in found[:MAX_AT_ONCE]
            )
            return None
        for label, refusal in partial_move.closed():
            if found_by_words(line, [dialogue.writer.translate(label)]):
                dialogue.write(refusal.reason)
                return None
        raise NotUnderstood(
            words("There is nothing called {words} here. Type a number, or “help”.", words=line)
        )

    def _add_part(self, partial_move: PartialMove[State], part: Value, typed: str) -> None:
        """Add `part`, and also the next part if there is a single choice for it. Then make the pick
        if it is complete, or else ask the next question. If the part or the pick is illegal, print
        the reason.

        Before making the pick, ask for confirmation if the next part was added automatically, if
        `confirm` requires a confirmation, or if `part` is amounts or a selection. Typing the line
        `typed` again confirms the pick.
        """
        further, skips = partial_move.then(part), False
        again = {folded(typed)}
        if isinstance(further, PartialMove) and (only := _only_choice(further)) is not None:
            again.add(folded(self._dialogue.writer.label(further.with_part(only))))
            further, skips = further.then(only), True
        if isinstance(further, Refusal):
            self._dialogue.write(further.reason)
            return
        pick = further.pick
        if pick is None:
            self.partial_move, self._first = further, 0
            self.repeat()
            return
        refusal = further.request.refuse(pick)
        if refusal is not None:
            self._dialogue.write(refusal.reason)
            return
        lost = self._dialogue.writer.losses_to_confirm(
            self._table.scene(None), further, self._confirm
        )
        if (
            skips
            or lost is not None
            or isinstance(partial_move.following, MultisetPart | SubsetPart)
        ):
            self._ask_to_confirm(further, pick, lost or (), again)
        else:
            self._table.carry_out(further.request, pick)

    def _ask_to_confirm(
        self, further: PartialMove[State], pick: Value, lost: Sequence[str], again: Set[str]
    ) -> None:
        """Print the avoidable losses `lost` and the effects of `pick` before it is made. Enter,
        “yes” and the lines in `again` confirm the pick. The question stays open after a line that
        only asks for information or is not understood."""
        dialogue, writer = self._dialogue, self._dialogue.writer
        preview_text = writer.composed_preview(self._table.scene(None), further)
        preview = " ".join([*(one for one in lost if one not in preview_text), preview_text])
        chosen = verbatim(writer.chosen(further))
        dialogue.write(words("{chosen}. {told}", chosen=chosen, told=verbatim(preview)))

        def answered(line: str) -> None:
            if not line or dialogue.is_yes(line) or folded(line) in again:
                self._table.carry_out(further.request, pick)
            elif dialogue.key(line) == "back":
                self.repeat()
            elif self._only_informs(line):
                wait()

        def wait() -> None:
            dialogue.write(words("Press Enter to confirm, or type “back”."))
            dialogue.answer = answered

        wait()

    def _only_informs(self, line: str) -> bool:
        """Handle a line typed instead of a confirmation. Return whether the line only asked for
        information or was not understood, so that the pick is unchanged."""
        partial_move, dialogue = self.partial_move, self._dialogue
        try:
            self._table.handle_command(line)
        except NotUnderstood as error:
            dialogue.write(error.text)
            return True
        same = self.partial_move is partial_move and dialogue.answer is None
        return same and dialogue.key(line) in (None, *INFORMING_COMMANDS)


def _begins_with(parts: tuple[Value, ...], partial_move: PartialMove[State]) -> bool:
    """Return whether `parts` begin with those typed so far."""
    return parts[: len(partial_move.chosen)] == partial_move.chosen


def _only_choice(partial_move: PartialMove[State]) -> Value | None:
    """Return the next part if there is a single choice for it. None otherwise, if it is a multiset
    or a subset, or if no part has been chosen yet."""
    following = partial_move.following
    if not partial_move.chosen or isinstance(following, MultisetPart | SubsetPart):
        return None
    return following[0] if len(following) == 1 else None


def _hint_line(typed: str) -> Text:
    """Return the line that tells the player to type `typed` to follow a hint."""
    return words("To follow the hint, type {typed}", typed=verbatim(typed))
