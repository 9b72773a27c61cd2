"""Descriptions of a table in line mode: hands, the table, the score, and what has happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import frozen

from engine.core.state import State
from engine.match.decision_request import PartialMove
from engine.storage.session import Session
from screens.line_mode.board_text import descriptions_named
from screens.line_mode.dialogue import Dialogue
from screens.line_mode.input_parser import number_typed
from screens.line_mode.line_news import LineNews
from screens.line_mode.pick_dialogue import PickDialogue
from screens.table_view.scene import Scene

DEFAULT_LOG_LINES: Final = 10
"""Number of log lines printed by default."""


@frozen
class LineDescriptions:
    """Output of descriptions to the current reader. `show_privately` prints a private text for one
    seat."""

    _session: Session
    _dialogue: Dialogue
    _news: LineNews
    _picking: PickDialogue
    _scene: Callable[[PartialMove[State] | None], Scene[State]]
    _show_privately: Callable[[int, Callable[[], None]], None]

    def describe(self, key: str, rest: str) -> None:
        """Execute the command `key`, which prints a description. `rest` are the words typed after
        the command. Raises NotUnderstood."""
        writer, match_view, viewer = (
            self._dialogue.writer,
            self._session.match_view,
            self._news.viewer,
        )
        match key:
            case "hand":
                self._write_hand()
            case "table":
                self._dialogue.write_lines(writer.table(match_view, viewer))
            case "sheet":
                self._dialogue.write_lines(writer.sheet(match_view, viewer))
            case "log":
                count = number_typed(rest) or DEFAULT_LOG_LINES
                self._dialogue.write_lines(writer.log(match_view, viewer, count))
            case "look":
                partial_move = self._picking.partial_move
                scene = self._scene(partial_move)
                self._dialogue.write_lines(descriptions_named(writer, scene, partial_move, rest))
            case "since":
                self._news.write_last_turn()

    def _write_hand(self) -> None:
        """Print the hand of the player who chooses, privately if necessary, or else of the reader.
        Without a reader, print the public table."""
        dialogue, match_view, viewer = self._dialogue, self._session.match_view, self._news.viewer
        partial_move = self._picking.partial_move
        if partial_move is not None and viewer != partial_move.request.seat:
            seat = partial_move.request.seat
            self._show_privately(
                seat, lambda: dialogue.write_lines(dialogue.writer.seat_lines(match_view, seat))
            )
        elif viewer is not None:
            dialogue.write_lines(dialogue.writer.seat_lines(match_view, viewer))
        else:
            dialogue.write_lines(dialogue.writer.table(match_view, viewer))
