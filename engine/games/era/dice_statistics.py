"""Statistics of all dice rolled in a game, for its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine.core.event import CHANCE, Event
from engine.core.score_sheet import Column, Sheet, seat_sheet
from engine.games.era.component_types import Face
from engine.games.era.faces import faces_by_die
from engine.games.era.roll import RollDice
from engine.games.era.state import Realm
from engine.i18n.text import Text, words

ROLLED: Final = "rolled"
EITHER: Final = "either"

_SIGNS: Final[Sequence[tuple[str, Text]]] = (
    ("hammers", words("Hammers")),
    ("swords", words("Swords")),
    ("shields", words("Shields")),
    ("feathers", words("Feathers")),
    ("skulls", words("Skulls")),
)


def dice_sheet(state: Realm, line: Iterable[Event]) -> Sheet:
    """The number of dice that each player has rolled, including rerolls, and their results."""
    counts = [Counter[str]() for _ in range(state.seats)]
    for seat, face in _faces(state, line):
        counts[seat].update(_content(face))
    columns = ((column, [count[column.key] for count in counts]) for column in _columns(state))
    return seat_sheet("dice", words("What the dice showed"), columns)


def _faces(state: Realm, line: Iterable[Event]) -> Iterator[tuple[int, Face]]:
    """Every face that a player has rolled."""
    faces = {face.id: face for die in state.box.dice.values() for face in die.faces}
    for event in line:
        if event.kind == CHANCE and event.step == RollDice.name:
            for _, id in faces_by_die(event.value):
                yield max(0, event.seat), faces[id]


def _content(face: Face) -> dict[str, int]:
    """Contents of a face; a choice between two things is counted as a choice."""
    signs = {key: int(getattr(face, key)) for key, _ in _SIGNS}
    return {ROLLED: 1, EITHER: int(bool(face.one_of)), **face.gain, **signs}


def _columns(state: Realm) -> Iterator[Column]:
    yield Column(ROLLED, words("Dice"), words("Dice rolled, including rerolls"), total=True)
    gained = {kind for die in state.box.dice.values() for face in die.faces for kind in face.gain}
    for track in state.box.tracks.values():
        if track.id in gained:
            name = words("{title}", title=track.names)
            yield Column(track.id, name, name)
    yield Column(EITHER, words("Either"), words("Faces with a choice between two resources"))
    for key, title in _SIGNS:
        yield Column(key, title, title)
