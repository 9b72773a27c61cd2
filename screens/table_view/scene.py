"""Scenes (view models), and the interface of painters. A scene is a table as one person may see it,
in that person's language and theme."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from operator import attrgetter
from typing import Final, Generic, TypeVar

from attrs import define, field, frozen

from engine.core.common_wording import joined
from engine.core.event import PICK_EVENT
from engine.core.game import Game
from engine.core.score_sheet import Column, Sheet, Standing
from engine.core.state import Note, State
from engine.core.step import Place
from engine.i18n.language import Translator
from engine.i18n.text import Argument, Named, Names, Text, plural, words
from engine.match.decision_request import DecisionRequest
from engine.match.match_view import MatchView, VisibleHistory
from engine.match.position import EarlyEnd, PendingDecision
from engine.match.preview import Preview
from screens.input_modes.input_mode import Choice
from screens.input_modes.partial_pick import PartialPick
from screens.key_map import BY_ID
from screens.keys import key_name
from screens.paint.animation import Move
from screens.paint.canvas import Canvas, Rect, Spot
from screens.paint.theme import Theme
from screens.table_view.sheet_changes import (
    MAX_CHANGED,
    RANK_COLUMNS,
    Cells,
    changed_sheet,
    changes_of_seat,
)

S = TypeVar("S", bound=State)
S_co = TypeVar("S_co", bound=State, covariant=True)
T = TypeVar("T")


@define
class Scene(Generic[S_co]):
    """A moment of a match as a person sees it.

    `seat` is the viewer, or None for a spectator. `view` is the visible state, `history` the
    visible log, and `pending` the pending decisions. `over` is true once the game is over, and
    `replaying` in a replay. `partial_pick` is the viewer's partial pick, or None if the viewer has
    nothing to choose. `earlier_cells` has earlier cells of the score sheets, such as those after
    the viewer's previous turn, to highlight changes. `own_keys` are the user's keys by the names of
    the default ones. After a solo game, `bests` has the best results with the same options and
    component data, each with its place. `log_back` is the number of lines by which the log beside
    the table is scrolled back. `waiting` is a text about the bot or the players that the viewer is
    waiting for. `presence_symbols` are the symbols for the presence of players, with their
    meanings. `ended` is set if people ended the match early, `real_dice` if they throw their own
    dice. `time_left` is the time left for the move. `reviewed` is the seat whose costly move a
    replay shows.
    """

    game: Game[S_co]
    view: S_co
    history: VisibleHistory
    pending: Sequence[PendingDecision]
    over: bool
    seat: int | None
    translator: Translator
    theme: Theme
    partial_pick: PartialPick[S_co] | None = None
    earlier_cells: Cells = field(factory=dict)
    replaying: bool = False
    bests: Sequence[tuple[int, Text]] = ()
    own_keys: Mapping[str, str] = field(factory=dict)
    log_back: int = 0
    waiting: Text | None = None
    presence_symbols: Sequence[tuple[str, Text]] = ()
    ended: EarlyEnd | None = None
    real_dice: bool = False
    time_left: Text | None = None
    reviewed: int | None = None

    @staticmethod
    def of(
        match_view: MatchView,
        seat: int | None,
        translator: Translator,
        theme: Theme,
        partial_pick: PartialPick[State] | None = None,
    ) -> Scene[State]:
        """Return the current scene of a match for a seat or, if `seat` is None, for a spectator."""
        history = match_view.history(seat)
        view, pending = match_view.view(seat), match_view.pending()
        scene = Scene(
            match_view.game,
            view,
            history,
            pending,
            match_view.over,
            seat,
            translator,
            theme,
            partial_pick,
        )
        scene.ended, scene.real_dice = match_view.ended, match_view.header.real_dice
        return scene

    def translate(self, text: Argument) -> str:
        """Return a message or a name in the reader's language."""
        return self.translator.argument(text)

    def cached(self, part: str, made_of: Hashable, make: Callable[[], T]) -> T:
        """Return the part of the table with the name `part`, which is cached during a decision of
        the viewer. `make` is called again only if `made_of` or the scene has changed since the last
        call. Callers must not paint on the part."""
        if self.partial_pick is None:
            return make()
        return self.partial_pick.memo.cached(part, (made_of, *_CACHE_KEY(self)), make)

    def key_name_of(self, command: str) -> Text:
        """Return the name of a command's key at the table: the user's own key, or else the
        default."""
        default = BY_ID[command]
        return key_name(self.own_keys.get(default.name, default.key))

    def key_in_text(self, command: str) -> str:
        """Return the name of the key of a command, in the reader's language."""
        return self.translate(self.key_name_of(command))

    def name(self, seat: int) -> str:
        return self.translator.seat(seat)

    @property
    def asked_seat(self) -> int | None:
        """The seat of the first pending decision; None if there is none."""
        return self.pending[0].seat if self.pending else None

    @property
    def emphasized_seat(self) -> int:
        """The seat that is emphasized: the viewer's or, in a replay or for spectators, the active
        one (the first seat if none is active)."""
        if self.seat is not None and not self.replaying:
            return self.seat
        return max(0, self.view.active)

    @property
    def hand_seat(self) -> int | None:
        """The seat whose hand is shown if it is open: the viewer's. In a replay without a viewer,
        it is the seat of the player who made the costly move shown, else of the player who chooses
        next, else of the player whose choice was the last event. None if there is no such seat, and
        for spectators outside of replays."""
        if self.seat is not None or not self.replaying:
            return self.seat
        if self.reviewed is not None:
            return self.reviewed
        if self.pending:
            return self.asked_seat
        event, _ = self.history.events_with_notes(1)[-1]
        return event.seat if event is not None and event.kind == PICK_EVENT else None

    def legal(self) -> dict[Spot, Choice]:
        """Return the available choices on the table, by their places."""
        if self.partial_pick is None:
            return {}
        return {
            choice.place: choice
            for choice in self.partial_pick.choices()
            if choice.place is not None
        }

    def standings(self) -> Sequence[Standing]:
        """Return every seat's current place, or the final places if people ended the match
        early."""
        return self.game.standings(self.view) if self.ended is None else self.ended.result

    def sheets(self) -> Sequence[Sheet]:
        """Return the current score sheets."""
        return self.game.sheets(self.view)


_CACHE_KEY: Final = attrgetter(
    *(
        "history.size",
        "seat",
        "translator",
        "theme",
        "earlier_cells",
        "own_keys",
        "log_back",
        "waiting",
        "ended",
    )
)
"""Function that returns the values on which every part of a table may depend."""


@frozen
class Zone:
    """A part of the table that has a page of its own, for screens without room for it."""

    key: str
    title: Text


class TablePainter(ABC, Generic[S]):
    """Interface of the painters of games, which turn a scene into a canvas."""

    roles: Mapping[str, str] = {}
    """Roles of the palette by additional names for them, such as a hue per kind of tile."""

    marks: frozenset[str] = frozenset()
    """Kinds of places that the painter itself marks, so that they are not highlighted as recent
    choices."""

    lower_is_better: frozenset[str] = frozenset()
    """Keys of columns of the score sheet in which less is better."""

    evident: frozenset[str] = frozenset()
    """Rules whose notes about players only repeat what the table shows, and so are not news."""

    own_known: frozenset[str] = frozenset()
    """Rules whose notes about the reader say only what the reader already knows."""

    own_news: frozenset[str] = frozenset()
    """Rules whose notes report results of chance, in the reader's own turn, that the table does not
    show."""

    brief: Mapping[str, Text | None] = {}
    """Short forms of messages in the turn summary, by the English message. None stands for messages
    that only repeat what the table shows."""

    groups_by_round: bool = False
    """Whether the turn summary shows a seat's turns in a round on one line."""

    keeps_turns_whole: bool = False
    """Whether a turn that concerns the reader is summarised with everything done in it, because a
    turn is a single action."""

    routine_rules: frozenset[str] = frozenset()
    """Rules whose notes report routine effects, such as the yield of a roll. Even if they have
    affected all players, their notes are not treated as steps (`is_step`)."""

    chapter: str | None = None
    """Rule whose notes begin a part of the game, such as a round, and are shown as titles."""

    rolls: frozenset[str] = frozenset()
    """Rules whose notes report the roll of a turn, which the turn summary shows before the effects
    of that turn on the reader."""

    explains: frozenset[str] = frozenset()
    """Rules whose notes about the table explain the notes after them."""

    unexplaining: frozenset[str] = frozenset()
    """Keys of columns of the score sheets whose changes are no reason for a move, because they only
    restate it."""

    no_best: frozenset[str] = frozenset()
    """Keys of columns of the score sheets in which no value is marked as the best."""

    zones: Sequence[Zone] = ()
    """The game's additional pages, apart from score sheet and log."""

    board_signs: Sequence[Text | Names] = ()
    """Names that the board shows by their initials. Players' letters avoid these initials."""

    losses: frozenset[str] = frozenset()
    """Rules whose notes report avoidable losses of a seat."""

    def theme_for_game(self, theme: Theme) -> Theme:
        """Return the theme with this game's `roles` and `board_signs`."""
        return theme.naming(self.roles, self.board_signs)

    @abstractmethod
    def headline(self, scene: Scene[S], width: int) -> Text:
        """Return the round and phase, for the header of a screen with `width` columns."""

    def paint_headline(self, scene: Scene[S], canvas: Canvas, x: int, right: int) -> int:
        """Paint further facts into the header between the columns `x` and `right`. Return the
        column at which the painted facts on the right begin, or `right` if there are none."""
        return right

    @abstractmethod
    def paint(self, scene: Scene[S], width: int, height: int) -> Canvas:
        """Paint the table in the area between header, decision panel and key hints."""

    def paint_choices(self, scene: Scene[S], width: int, height: int) -> Canvas | None:
        """Paint the choices in at most `height` rows in the game's own way, each with its place
        `(CHOICE, number)`. Return None for a plain list. If text is cut off, add a place
        `FULL_TEXT`, which leads to the full text."""
        return None

    def choice_lines(self, scene: Scene[S]) -> Sequence[tuple[str, str]]:
        """Return the texts that `paint_choices` paints about the choice under the cursor, in full
        and with their roles, for the page of the full text. If there are none, that page shows the
        label of the choice."""
        return ()

    def partial_pick(self, request: DecisionRequest[S]) -> PartialPick[S]:
        """Return the partial pick for a decision. Games may use input modes of their own."""
        return PartialPick(request)

    def repaint(self, scene: Scene[S], canvas: Canvas, room: Rect) -> None:
        """Repaint everything that depends on the cursor or on the parts chosen so far, in the
        rectangle `room` of a canvas that already shows the table. Unchanged parts come from
        `Scene.cached`."""

    def following(self, scene: Scene[S], room: Rect) -> Sequence[tuple[Rect, Canvas]] | None:
        """Return the parts that `repaint` would repaint, with their rectangles. For an unchanged
        part, the canvas is the same object as before. None if the painter does not work in parts.
        """
        return None

    def paint_zone(self, scene: Scene[S], zone: str, width: int, height: int) -> Canvas:
        """Paint the additional page with the key `zone`, which scrolls if it is higher than
        `height`. Raises KeyError for an unknown page."""
        raise KeyError(zone)

    def before_question(self, scene: Scene[S]) -> Sequence[Text]:
        """Return the result of the player's last move, which is shown before the question."""
        return ()

    def preview(
        self, scene: Scene[S], choice: Choice | None, pick_preview: Preview[S] | None
    ) -> Sequence[Text]:
        """Return the effects of the choice under the cursor, one per line. If `choice` is None,
        because the input mode is not a list, return those of the pick as it is now. `pick_preview`
        is None if the pick is incomplete or illegal, or if players answer openly."""
        return [note.text for note in pick_preview.notes] if pick_preview else []

    def rows_show_effects(self, scene: Scene[S]) -> bool:
        """Return whether the rows of the choices already describe their effects."""
        return False

    def avoidable_losses(self, scene: Scene[S], pick_preview: Preview[S]) -> Sequence[Text]:
        """Return the avoidable losses of the pick under the cursor. They are shown first,
        highlighted, and need a confirmation."""
        seat = scene.seat if scene.partial_pick is None else scene.partial_pick.seat
        notes = [note for note in pick_preview.notes if note.rule in self.losses]
        return [note.text for note in notes if note.seat == seat]

    def decision_rows(self, width: int, height: int) -> int:
        """Return the height of the decision panel for a screen size. It is the same for all
        decisions, so that the table never jumps. The line of keys is below the panel."""
        return 5 if height < 40 else 6

    def moves(self, before: S, scene: Scene[S]) -> Sequence[Move]:
        """Return the animations that lead from `before`, the table as the reader last saw it, to
        the table of `scene`."""
        return ()

    def highlighted(self, view: S, notes: Sequence[Note]) -> Sequence[Spot]:
        """Return the places to highlight until the next key because of `notes`, in addition to
        those that were chosen."""
        return ()

    def places_of(self, view: S, named: Named, seat: int) -> Sequence[Place]:
        """Return the places to highlight when a sentence about `seat` mentions `named`, such as the
        places that show a card. Places that the sentence names directly (`PlaceName`) are
        highlighted in any case."""
        return ()

    def begins_chapter(self, note: Note) -> bool:
        """Return whether a note begins a part of the game."""
        return note.rule == self.chapter

    def is_step(self, note: Note) -> bool:
        """Return whether a note is about a step in which all players gain or lose something, so
        that the turn summary shows it in the table of all players. Notes of a rule that has
        affected every player are also shown there, unless the rule is in `routine_rules`."""
        return False

    def summary_sheet(self, scene: Scene[S], before: S, notes: Sequence[Note]) -> Sheet | None:
        """Return the table of all players at the end of a turn summary; None if there is nothing to
        show. `before` is the state that the reader last saw, and `notes` are the notes since then.
        By default, the table shows the changes in the score sheet."""
        return self._changed(scene, before, scene.view)

    def tracked_sheets(self, sheets: Sequence[Sheet]) -> Sequence[Sheet]:
        """Return the score sheets whose changes turn summaries and hints show."""
        return sheets

    def _changed(self, scene: Scene[S], before: S, after: S) -> Sheet | None:
        was, now = (self.tracked_sheets(scene.game.sheets(view)) for view in (before, after))
        return changed_sheet(was, now, scene.seat)

    def gained(self, change: int) -> Text:
        """Return a change in a total, with its unit."""
        return plural("{change} point", "{change} points", abs(change), change=f"{change:+d}")

    def unexplaining_now(self, scene: Scene[S], pick_preview: Preview[S]) -> frozenset[str]:
        """Return the keys of the columns whose changes in `pick_preview` are no reason for a
        pick."""
        return self.unexplaining

    def why(self, scene: Scene[S], pick_preview: Preview[S], place: Place | None) -> Text | None:
        """Return a short reason for the pick in `pick_preview`, which chooses `place` (None if it
        has no place on the table). By default, the reason is up to `MAX_CHANGED` changes in the
        viewer's numbers on the score sheets (but not in ranks or the columns of
        `unexplaining_now`): gains before losses, and totals before other columns. None for
        spectators, and if there are no gains. The position of the cursor has no influence."""
        if scene.seat is None:
            return None
        was, now = (
            self.tracked_sheets(scene.game.sheets(view)) for view in (scene.view, pick_preview.view)
        )
        ignored = RANK_COLUMNS | {*self.unexplaining_now(scene, pick_preview)}
        changes = [*changes_of_seat(was, now, scene.seat, ignored)]
        losses = [self._is_loss(column, change) for column, change in changes]
        if all(losses):
            return None
        order = sorted(range(len(changes)), key=lambda n: (losses[n], not changes[n][0].total))
        column_changes = [
            words("{change} {column}", change=f"{change:+d}", column=column.name or column.title)
            for column, change in (changes[n] for n in order)
        ]
        return joined(column_changes[:MAX_CHANGED], ", ")

    def _is_loss(self, column: Column, change: int) -> bool:
        return (change < 0) != (column.key in self.lower_is_better)

    def inspect(self, scene: Scene[S], place: Place) -> Text | None:
        """Return the tooltip of a place on the table; None if there is nothing to say."""
        return None

    def spell_out(self, text: str, translator: Translator) -> str:
        """Return a line for speech output, with letters and symbols of the board spelled out."""
        return text

    def legend(self, scene: Scene[S]) -> Sequence[tuple[str, Text]]:
        """Return the symbols of the table and their meanings, for the help."""
        return ()
