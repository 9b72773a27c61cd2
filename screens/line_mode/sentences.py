"""Sentences of line mode: a question, its choices and their previews, the news, the score.

Every line can be heard by itself: it has no columns, frames or symbols in place of words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

from attrs import define

from engine.core.component_data import Data
from engine.core.event import REDO_EVENT, UNDO_EVENT, Header, Value
from engine.core.parts import MultisetPart, SubsetPart
from engine.core.score_sheet import Cell, Column, Sheet, says_nothing
from engine.core.state import Note, State
from engine.help.guide import advice, coach, guide
from engine.help.rulebook import rulebook
from engine.i18n.language import Translator
from engine.i18n.text import Seat, Text, plural, verbatim, words
from engine.match.decision_request import DecisionRequest, PartialMove
from engine.match.match_view import MatchView
from engine.match.preview import Preview
from engine.search.review import pick_text
from engine.search.root_search import Estimate
from screens.input_modes.input_mode import Choice, Parts
from screens.line_mode.input_parser import Named
from screens.line_mode.repetition import effects_in_common, without_restatements
from screens.line_mode.speech import spoken, spoken_names
from screens.line_mode.typed_commands import typed_words
from screens.paint.canvas import Spot
from screens.paint.theme import Theme, theme
from screens.table.hint_text import HintWriter
from screens.table.reducers.pick_input import needs_confirmation
from screens.table_view.final_result import early_end_text, margin_text
from screens.table_view.help_pages import rule_texts
from screens.table_view.log_view import undo_or_redo_text
from screens.table_view.painter_registry import painter_for
from screens.table_view.preview_text import losses
from screens.table_view.scene import Scene, TablePainter

MAX_AT_ONCE: Final = 20
"""Maximum number of choices or descriptions printed at a time."""

INDENT: Final = "  "
"""Indentation of a line of a description that belongs to the player named above it."""

_CUT_SHORT: Final = re.compile(r"\.|\+|-$|\b\w-\w\b")
"""Pattern of abbreviations in column titles, such as `Settl. left`, `Event-`, `T-P-S`."""

PAINTED_SIZE: Final = (160, 60)
"""Columns and rows in which the table is painted for descriptions, enough to show all of it."""


@define
class SentenceWriter:
    """Writer of sentences that describe a table in one language. `data` are the user's component
    values for the match. In its methods, `viewer` is the seat whose secrets may be told, or None if
    only public facts may be."""

    game: str
    painter: TablePainter[State]
    translator: Translator
    theme: Theme
    data: Data

    def translate(self, text: Text) -> str:
        """Return a message as one line in spoken form."""
        line = " ".join(
            self.painter.spell_out(self.translator.translate(text), self.translator).split()
        )
        return spoken(line, self.translator)

    def scene(
        self, match_view: MatchView, viewer: int | None, partial_move: PartialMove[State] | None
    ) -> Scene[State]:
        """Return the scene as `viewer` may see it, with the parts of `partial_move` chosen so far,
        if given."""
        scene = Scene.of(match_view, viewer, self.translator, self.theme)
        if partial_move is not None:
            scene.partial_pick = self.painter.partial_pick(partial_move.request)
            scene.partial_pick.go_to(partial_move.chosen)
        return scene

    # ------------------------------------------------------------------ decisions

    def question(self, partial_move: PartialMove[State], *, named: bool) -> str:
        """Return the next question, after the parts chosen so far. If several people share the
        keyboard (`named`), it begins with the name of the deciding seat."""
        question = partial_move.question
        chosen = self.chosen(partial_move)
        if question is None:
            question = words("What next?")
        if chosen:
            question = words("{chosen}. {question}", chosen=verbatim(chosen), question=question)
        if named:
            question = words(
                "{seat}: {question}", seat=Seat(partial_move.request.seat), question=question
            )
        return self.translate(question)

    def chosen(self, partial_move: PartialMove[State]) -> str:
        """Return the parts chosen so far as one phrase, or the whole pick if it is complete; empty
        if nothing has been chosen."""
        request = partial_move.request
        if not partial_move.chosen:
            return ""
        if partial_move.pick is not None:
            return self.translate(pick_text(request.decision, request.view, partial_move.pick))
        return self.translate(request.decision.so_far(request.view, partial_move.chosen))

    def choices(
        self, scene: Scene[State], partial_move: PartialMove[State], first: int
    ) -> Iterator[str]:
        """Yield lines about the choices, amounts or things for the next part. Choices are numbered,
        and have previews if they complete the pick. If there are more than `MAX_AT_ONCE`, yield one
        page of them, from index `first` on."""
        following = partial_move.following
        if isinstance(following, MultisetPart):
            yield from self._amount_lines(partial_move, following)
        elif isinstance(following, SubsetPart):
            yield from self._thing_lines(partial_move, following)
        else:
            yield from self._choice_lines(scene, partial_move, following, first)

    def _choice_lines(
        self,
        scene: Scene[State],
        partial_move: PartialMove[State],
        values: Sequence[Value],
        first: int,
    ) -> Iterator[str]:
        last = min(len(values), first + MAX_AT_ONCE)
        numbers = partial_move.numbers[first:last]
        if len(values) > MAX_AT_ONCE:
            yield self.translate(
                words(
                    "There are {all} choices. Here are {first} to {last}. Type “more” for the next "
                    "ones.",
                    all=len(values),
                    first=numbers[0],
                    last=numbers[-1],
                )
            )
        offered = [partial_move.with_part(values[number]) for number in range(first, last)]
        labels = [self.label(one) for one in offered]
        if len(values) > MAX_AT_ONCE and all(one.pick is None for one in offered):
            numbered = zip(numbers, labels, strict=True)
            yield sentence(", ".join(f"{number} {label}" for number, label in numbered))
            return
        partial_pick = scene.partial_pick
        listed = (
            [] if partial_pick is None else [choice.chosen for choice in partial_pick.choices()]
        )
        effects = [self._choice_preview(scene, one, listed) for one in offered]
        previews = without_restatements(labels, effects)
        common = effects_in_common(previews)
        for number, label, preview_lines in zip(numbers, labels, previews, strict=True):
            rest = " ".join(line for line in preview_lines if line not in common)
            yield f"{number}. {sentence(label)} {rest}".rstrip()
        if common:
            yield self.translate(words("Each of these choices: {what}", what=" ".join(common)))
        if last < len(values):
            return
        if shut := len(partial_move.closed()):
            yield self.translate(
                plural(
                    "{n} choice is not possible right now. Type “why” for the reason.",
                    "{n} choices are not possible right now. Type “why” for the reasons.",
                    shut,
                )
            )

    def label(self, further: PartialMove[State]) -> str:
        """Return the text of the part that was chosen last in `further`."""
        return self.translate(further.request.label(further.chosen))

    def _choice_preview(
        self, scene: Scene[State], further: PartialMove[State], listed: Sequence[Parts]
    ) -> Sequence[str]:
        """Return the preview of a choice in sentences; empty if the pick is not complete, or if the
        decision is answered in front of everyone at the keyboard. `listed` are the parts of each
        choice in the list."""
        pick, partial_pick = further.pick, scene.partial_pick
        if pick is None or further.request.decision.answered_openly:
            return ()
        pick_preview = further.request.preview(pick)
        if partial_pick is None or further.chosen not in listed:
            return self._preview_text(scene, None, pick_preview)
        partial_pick.input_mode.point(listed.index(further.chosen))
        return self._preview_text(scene, partial_pick.choice, pick_preview)

    def _preview_text(
        self, scene: Scene[State], choice: Choice | None, pick_preview: Preview[State]
    ) -> Sequence[str]:
        """Return the losses and effects of a pick as sentences. If `choice` is given, include the
        painter's preview of the choice and, if `TablePainter.rows_show_effects`, the reason for the
        choice. No sentence is repeated."""
        texts = [
            *self.painter.avoidable_losses(scene, pick_preview),
            *(note.text for note in pick_preview.notes),
        ]
        if choice is not None:
            texts += self.painter.preview(scene, choice, pick_preview)
        lines = [sentence(self.translate(line)) for line in texts if line.number != 0]
        if choice is not None and self.painter.rows_show_effects(scene):
            why = self.painter.why(scene, pick_preview, choice.place)
            lines[:0] = [] if why is None else [sentence(self.translate(why))]
        return list(dict.fromkeys(lines))

    def losses_to_confirm(
        self, scene: Scene[State], further: PartialMove[State], wish: str
    ) -> Sequence[str] | None:
        """Return the avoidable losses of a pick as sentences; None if the pick needs no
        confirmation. `wish` is `Preferences.confirm`."""
        partial_pick = scene.partial_pick = self.painter.partial_pick(further.request)
        assert further.pick is not None
        partial_pick.fill_in(further.pick)
        lost = losses(scene, self.painter)
        if not needs_confirmation(wish, partial_pick, lost):
            return None
        return [spoken(text, self.translator) for text in lost]

    def composed_preview(self, scene: Scene[State], further: PartialMove[State]) -> str:
        """Return the summary and the preview of the complete pick in `further`; only the summary if
        the decision is answered openly."""
        request = further.request
        summary = [
            sentence(self.translate(one))
            for one in request.decision.summary(request.view, further.chosen)
        ]
        pick = further.pick
        assert pick is not None
        if request.decision.answered_openly:
            return " ".join(summary)
        sentences = self._preview_text(scene, None, request.preview(pick))
        return " ".join(
            [*summary, *(sentence for sentence in sentences if sentence not in summary)]
        )

    def _amount_lines(self, partial_move: PartialMove[State], bag: MultisetPart) -> Iterator[str]:
        name = partial_move.request.decision.part_name(
            partial_move.request.view, partial_move.chosen
        )
        names = self.kinds(partial_move, bag)
        if bag.one_by_one and name is not None:
            numbered = enumerate(names.names, 1)
            yield from (f"{n}. {name}." for n, name in numbered if name != str(n))
            example = " ".join(str(min(number, 2)) for number in range(1, bag.largest + 1))
            yield self.translate(
                words(
                    "{dice}: type what each of the {n} shows, for example “{example}”.",
                    dice=name,
                    n=bag.largest,
                    example=example,
                )
            )
            return
        pool = ", ".join(
            f"{name} {most}" for name, (_, most) in zip(names.names, bag.pool, strict=True)
        )
        available = words("Available: {pool}.", pool=verbatim(pool))
        yield self.translate(
            available if name is None else words("{part}. {held}", part=name, held=available)
        )
        least, most = bag.least, bag.largest
        example = f"1 {names.names[0]}" if names.names else "0"
        if least == most:
            instruction = words(
                "Type what you choose, {n} in all, for example “{example}”.",
                n=most,
                example=example,
            )
        elif least:
            instruction = words(
                "Type what you choose, {least} to {n} in all, for example “{example}”.",
                least=least,
                n=most,
                example=example,
            )
        else:
            instruction = words(
                "Type what you choose, {n} at most, for example “{example}”, or 0 for nothing.",
                n=most,
                example=example,
            )
        yield self.translate(instruction)

    def _thing_lines(self, partial_move: PartialMove[State], marks: SubsetPart) -> Iterator[str]:
        for number, name in enumerate(self.kinds(partial_move, marks).names, 1):
            marked = marks.things[number - 1] in marks.preset
            label = words("{number}. {name}, marked.", number=number, name=name)
            yield self.translate(label) if marked else f"{number}. {name}."
        least, most = marks.least, marks.largest
        if least == most:
            instruction = words("Type the numbers of the things you choose, {n} in all.", n=most)
        elif least:
            instruction = words(
                "Type the numbers of the things you choose, {least} to {n} in all.",
                least=least,
                n=most,
            )
        else:
            instruction = words(
                "Type the numbers of the things you choose, {n} at most, or 0 for none.", n=most
            )
        yield self.translate(instruction)

    def kinds(self, partial_move: PartialMove[State], part: MultisetPart | SubsetPart) -> Named:
        """Return the things that can be chosen in a part, with their names."""
        decision, view = partial_move.request.decision, partial_move.request.view
        things = (
            part.things if isinstance(part, SubsetPart) else tuple(kind for kind, _ in part.pool)
        )
        names = (
            self.translate(decision.thing_name(view, partial_move.chosen, thing))
            for thing in things
        )
        return Named(things, tuple(names))

    def closed(self, partial_move: PartialMove[State]) -> Iterator[str]:
        """Yield the commands of a menu that cannot be used now, with the reasons."""
        for label, refusal in partial_move.closed():
            yield self.translate(words("{what}: {why}", what=label, why=refusal.reason))

    def typed_as(self, partial_move: PartialMove[State], part: Value) -> str:
        """Return the text to type for a part: a choice's number, amounts, or the numbers of
        things."""
        following = partial_move.following
        if isinstance(following, MultisetPart):
            named = self.kinds(partial_move, following)
            pairs: Any = part
            if following.one_by_one:
                shown = [named.kinds.index(kind) + 1 for kind, n in pairs for _ in range(n)]
                return " ".join(map(str, shown))
            counted = [f"{n} {named.names[named.kinds.index(kind)]}" for kind, n in pairs]
            return ", ".join(counted) or "0"
        if isinstance(following, SubsetPart):
            marked: Any = part
            return " ".join(str(following.things.index(thing) + 1) for thing in marked) or "0"
        return str(partial_move.numbers[list(following).index(part)])

    # ------------------------------------------------------------------ the table

    def news(
        self, match_view: MatchView, viewer: int | None, since: int, last_public: int
    ) -> Iterator[str]:
        """Yield the notes after event `since` that `viewer` may see, or from the start of the match
        if `since` is negative. Undos and redos are reported, too. Up to event `last_public`, yield
        only private notes."""
        story = match_view.history(viewer)
        notes_by_event = {
            0 if event is None else event.number: notes
            for event, notes in story.events_with_notes()
        }
        numbered_notes = [(0, notes_by_event[0])] if since < 0 else []
        for event in match_view.since(max(0, since)):
            if event.kind in (UNDO_EVENT, REDO_EVENT):
                numbered_notes.append((event.number, [Note("", -1, undo_or_redo_text(event))]))
            else:
                numbered_notes.append((event.number, notes_by_event.get(event.number, ())))
        for number, notes in numbered_notes:
            for note in notes:
                if number > last_public or note.to is not None:
                    yield self.translate(note.text)

    def table(self, match_view: MatchView, viewer: int | None) -> Iterator[str]:
        """Yield the position in sentences."""
        yield from (
            self.translate(sentence)
            for sentence in match_view.game.describe(match_view.view(viewer))
        )

    def seat_lines(self, match_view: MatchView, seat: int) -> Iterator[str]:
        """Yield the lines about `seat` in the position as this seat sees it, with its secrets: the
        line that begins with the seat's name, and those indented below that line."""
        texts = list(match_view.game.describe(match_view.view(seat)))
        lines = [*map(self.translator.translate, texts), ""]
        name, is_own = self.translator.seat(seat), False
        for text, (line, following) in zip(texts, pairwise(lines), strict=True):
            if not line.startswith(INDENT):
                is_own = line.startswith(name) and following.startswith(INDENT)
            if is_own:
                yield self.translate(text)

    def sheet(self, match_view: MatchView, viewer: int | None) -> Iterator[str]:
        """Yield the score sheets: for each of them, its title and a line per row."""
        for sheet in match_view.game.sheets(match_view.view(viewer)):
            yield from self._rows(sheet)

    def _rows(self, sheet: Sheet) -> Iterator[str]:
        yield self.translate(words("{title}:", title=sheet.title))
        for row in sheet.rows:
            cells = [
                self.translate(words("{column} {cell}", column=self._head(column), cell=cell))
                for column, cell in zip(sheet.columns, row.cells, strict=False)
                if self._is_spoken(column, cell)
            ]
            spoken_cells = ", ".join(cells) or self.translate(words("nothing"))
            yield f"{self.translate(row.title)}: {spoken_cells}."

    def _is_spoken(self, column: Column, cell: Cell) -> bool:
        """Return whether a cell is worth saying. Empty cells never are, and zeros only in columns
        of totals."""
        if cell is None:
            return False
        text = self.translator.translate(cell) if isinstance(cell, Text) else str(cell)
        return bool(text) and (column.total or not says_nothing(text))

    def _head(self, column: Column) -> Text:
        """Return the name of a column, or its meaning if the name is abbreviated."""
        name = column.name or column.title
        return column.meaning if _CUT_SHORT.search(self.translator.translate(name)) else name

    def log(self, match_view: MatchView, viewer: int | None, last: int) -> Iterator[str]:
        """Yield the last `last` lines of the log."""
        log_notes = [
            note for _, notes in match_view.history(viewer).events_with_notes() for note in notes
        ]
        yield from (self.translate(note.text) for note in log_notes[-last:])

    def places(self, scene: Scene[State]) -> Iterator[tuple[Spot, str]]:
        """Yield each place that has a description, with the description, row by row from the
        top."""
        canvas = self.painter.paint(scene, *PAINTED_SIZE)
        spots = {
            place: min((rect.y, rect.x) for rect in rects)
            for place, rects in canvas.spots.items()
            if rects and isinstance(place, tuple)
        }
        for place in sorted(spots, key=spots.__getitem__):
            text = self.painter.inspect(scene, place)
            if text is not None and (description := self.translate(text)):
                yield place, description

    def hint(
        self,
        match_view: MatchView,
        viewer: int | None,
        request: DecisionRequest[State],
        estimates: Sequence[Estimate],
    ) -> str:
        """Return a hint in words: the first of `estimates`, which is the best pick, with its reason
        and chance to win if these are known, and the alternatives."""

        def name(pick: Value) -> Text:
            chosen = self.chosen(PartialMove(request, request.decision.parts_of(pick)))
            return verbatim(chosen) if chosen else words("nothing")

        scene = self.scene(match_view, viewer, PartialMove(request))
        return self.translate(
            HintWriter(match_view, self.painter, scene, request, name).hint(estimates)
        )

    def help(self, partial_move: PartialMove[State]) -> Iterator[str]:
        """Yield the coach's advice on a question, and the rules for it."""
        request, game, language = partial_move.request, self.game, self.translator.language
        keys = typed_words(self.translator)
        decision = request.decision
        situation = decision.situation(request.view)
        topics = coach(game, language, self.data, keys)
        if advice_text := advice(topics, decision.name, situation):
            yield advice_text
        rules = request.decision.part_rules(request.view, partial_move.chosen)
        yield from rule_texts(
            rules, guide(game, language, self.data, keys), rulebook(game, language)
        )

    def end(self, match_view: MatchView, viewer: int | None) -> Iterator[str]:
        """Yield the result of the game."""
        scene = self.scene(match_view, viewer, None)
        for text in (early_end_text(scene), margin_text(scene)):
            if text is not None:
                yield self.translate(text)
        for standing in sorted(scene.standings(), key=lambda one: one.place):
            yield self.translate(
                words(
                    "Place {place}: {seat}, {total}.",
                    place=standing.place,
                    seat=Seat(standing.seat),
                    total=standing.total,
                )
            )


def sentence_writer_for(header: Header, language: str) -> SentenceWriter:
    painter = painter_for(header.game)
    translator = Translator(language, spoken_names(header.names, Translator(language)))
    return SentenceWriter(
        header.game, painter, translator, painter.theme_for_game(theme()), header.data
    )


def sentence(text: str) -> str:
    """Return words as a sentence, with a full stop if they do not end with punctuation."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
