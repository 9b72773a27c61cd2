"""Descriptions of places of the table, found by words or by a choice's number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.event import Value
from engine.core.state import State
from engine.i18n.text import words
from engine.match.decision_request import PartialMove
from screens.line_mode.input_parser import NotUnderstood, choice_numbered, folded, number_typed
from screens.line_mode.sentences import MAX_AT_ONCE, SentenceWriter
from screens.table_view.scene import Scene


def descriptions_named(
    writer: SentenceWriter, scene: Scene[State], partial_move: PartialMove[State] | None, rest: str
) -> Iterator[str]:
    """Yield descriptions of the places that `rest` names, by words or by the number of a choice. If
    there are more than `MAX_AT_ONCE`, the last line asks the user to be more specific. Raises
    NotUnderstood."""
    number = number_typed(rest)
    if (
        number is not None
        and partial_move is not None
        and isinstance(partial_move.following, Sequence)
    ):
        yield _place_of(writer, scene, partial_move, partial_move.following, number)
        return
    descriptions = list(dict.fromkeys(text for _, text in writer.places(scene)))
    parts = folded(rest).split()
    found = [one for one in descriptions if all(part in folded(one) for part in parts)]
    if not found:
        raise NotUnderstood(words("There is nothing called {words} on the table.", words=rest))
    yield from found[:MAX_AT_ONCE]
    if len(found) > MAX_AT_ONCE:
        word = found[0].split()[0]
        yield writer.translate(
            words(
                "Several things have that name. Say which one, for example “look {word}”.",
                word=word,
            )
        )


def _place_of(
    writer: SentenceWriter,
    scene: Scene[State],
    partial_move: PartialMove[State],
    values: Sequence[Value],
    number: int,
) -> str:
    value = choice_numbered(number, partial_move.numbers, values)
    place = partial_move.request.target((*partial_move.chosen, value))
    text = None if place is None else writer.painter.inspect(scene, place)
    return writer.translate(text or words("There is no such place on the table."))
