"""Panel below the table: the decision (or a prompt, a card or a rule in its place), and the line of
keys."""

from __future__ import annotations

from typing import Final

from attrs import define

from engine.core.state import State
from engine.i18n.text import words
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import clip, width_of, wrap_within
from screens.table.key_line import KeyLine
from screens.table.notice_content import NoticeContent
from screens.table.page_painting import PagePainter
from screens.table.presence import paint_presence
from screens.table.read_only_session import ReadOnlySession, SceneFactory
from screens.table.table_state import FULL_TEXT_PAGE, LOG_PAGE, Question, TableState
from screens.table_view import panels
from screens.table_view.panels import Key
from screens.table_view.preview_text import confirmation, losses
from screens.table_view.scene import Scene

_SHOWN: Final = {"enter": "Enter", "space": "Space"}


@define(eq=False)
class DecisionPanel:
    """Painter of the rows below the table."""

    _session: ReadOnlySession
    _scenes: SceneFactory
    notices: NoticeContent
    _pages: PagePainter
    _keys: KeyLine

    def height(self, state: TableState) -> int:
        """Return the number of rows of the panel, without the line of keys."""
        return self.notices.panel_height(state)

    def paint(self, state: TableState, scene: Scene[State]) -> Canvas:
        """Paint the decision, or the prompt, card or rule that replaces it."""
        width, height = state.size[0], self.height(state)
        if state.question is not None:
            return paint_question(state.question, scene, width, height)
        if state.card is not None and state.is_covered:
            return state.card.paint(scene, width, height, state.notices.page)
        if state.zone == LOG_PAGE:
            return self._pages.paint_rule(state, scene, width, height)
        message = "" if self.refusal_in_key_line(state) else state.message
        advised = state.refuses or (bool(message) and message == state.hint_text)
        advised = advised and state.partial_pick is not None
        painter = self._scenes.painter
        canvas = panels.paint_decision(
            scene,
            painter,
            width,
            height,
            message=message,
            advised=advised,
            asides=self.notices.asides(state),
            offers_full_text=state.zone != FULL_TEXT_PAGE,
        )
        if self._session.owns_only_some_seats:
            paint_presence(canvas, scene, self._session.match_view.header, state.remote_players)
        return canvas

    def paint_keys(self, state: TableState, scene: Scene[State]) -> Canvas:
        """Paint the line of keys, beginning with a confirmation, a request to repeat an early key,
        or a refusal, if there is one."""
        keys = self._keys.of(state)
        canvas = panels.paint_keys(scene, keys, state.size[0], self.press_again_text(state))
        if refusal := self.refusal_in_key_line(state):
            panels.paint_refusal(canvas, refusal, scene, keys)
        return canvas

    def refusal_in_key_line(self, state: TableState) -> str:
        """Return the reason why the last key or click has chosen nothing, if it is shown in the
        line of keys rather than in the panel, else an empty string."""
        free = state.partial_pick is not None and not state.is_covered and not state.inspecting
        if not free or not state.refuses or state.zone in (LOG_PAGE, FULL_TEXT_PAGE):
            return ""
        return state.message if width_of(state.message) <= state.size[0] - 2 else ""

    def press_again_text(self, state: TableState) -> str:
        """Return the text that asks the player to confirm a pick or to repeat an early key; empty
        if neither is needed, or if the pick to confirm has no preview."""
        if state.partial_pick is None:
            return ""
        if not state.confirming:
            too_early = words("Too early: nothing was chosen. Press the key again.")
            return self._scenes.translate(state, too_early) if state.gate.has_refused else ""
        pick_preview = state.partial_pick.preview()
        if pick_preview is None:
            return ""
        lost = losses(self._scenes.of(state), self._scenes.painter)
        return self._scenes.translate(
            state, confirmation(pick_preview, lost, names_setting=state.confirmations_asked == 1)
        )


def paint_question(question: Question, scene: Scene[State], width: int, height: int) -> Canvas:
    """Paint the prompt `question`: its title, its text, its field if it has one, and the keys that
    answer it."""
    canvas = Canvas(width, height, scene.theme.glyphs)
    canvas.rule(0, 0, width)
    canvas.put(
        2, 0, f" {clip(scene.translate(question.title), width - 6, canvas.glyphs)} ", "warn bold"
    )
    body = wrap_within(scene.translate(question.body), width - 4, height - 2, canvas.glyphs)
    for row, part in enumerate(body):
        canvas.put(2, 1 + row, part, "text")
    if question.field is not None:
        question.field.paint(canvas, Rect(2, 1, width - 4, 1), active=True)
    lines = _key_lines(question, scene, width - 1)
    for row, keys in enumerate(lines, height - len(lines)):
        canvas.blit(panels.paint_keys(scene, keys, width), 1, row)
    return canvas


def _key_lines(question: Question, scene: Scene[State], width: int) -> list[list[Key]]:
    """Return the keys that answer or cancel `question`, wrapped to lines of at most `width`
    cells."""
    keys = [(_SHOWN.get(answer.key, answer.key), answer.meaning) for answer in question.answers]
    keys += [("Escape", words("cancel"))] if question.can_cancel else []
    lines: list[list[Key]] = [[]]
    room = width
    for key, meaning in keys:
        long = width_of(panels.key_name(scene, key)) + width_of(scene.translate(meaning)) + 3
        if long > room and lines[-1]:
            lines.append([])
            room = width
        lines[-1].append((key, meaning))
        room -= long
    return lines
