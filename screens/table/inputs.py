"""What can happen at a table: keys, the mouse, timers, answers of the store; and what layers ask of
one another."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from engine.core.event import Event
from engine.core.step import Place as BoardPlace
from engine.errors import GuildhallError
from screens.paint.canvas import Place
from screens.preferences import Preferences
from screens.table.acts import Act

# From the driver


@frozen
class Opened:
    """The table is on the screen."""


@frozen
class Sized:
    """The picture has so many cells from now on."""

    width: int
    height: int


@frozen
class Wished:
    """The person has set something otherwise."""

    wishes: Preferences


@frozen
class Key:
    """A key, as Textual calls it, and what it types."""

    key: str
    character: str | None = None


@frozen
class Hovered:
    """The mouse has come to a place."""

    place: Place


@frozen
class Picked:
    """A place that can be chosen was clicked, or Enter pressed there."""

    place: Place


@frozen
class Clicked:
    """A place was clicked that cannot be chosen."""

    place: BoardPlace


@frozen
class Wheel:
    """The wheel was turned by so many lines over a place, downwards if more than none."""

    lines: int
    place: Place | None = None


@frozen
class OtherButton:
    """The other button of the mouse was pressed."""


@frozen
class Rang:
    """A timer has rung; `number` says which setting of it."""

    timer: str
    number: int


@frozen
class Kept:
    """What was to be changed is changed and kept; these events say how."""

    events: Sequence[Event]


@frozen
class Refused:
    """What was to be changed is not."""

    error: GuildhallError


@frozen
class WasBusy:
    """Another program kept the store busy."""

    error: GuildhallError


@frozen
class Told:
    """A sentence that comes from beyond the table."""

    said: str


# Among layers


@frozen
class Command:
    """What a key stands for that no layer wanted for itself, by the id of the command."""

    id: str


@frozen
class Pointed:
    """The cursor has come to a place."""

    place: Place


@frozen
class GoOn:
    """Ask whoever is asked next. `stays`: what was half chosen stays as far as it can."""

    stays: bool = False


@frozen
class AskTable:
    """Ask whether to take back the last choice before an event."""

    before: int


@frozen
class Do:
    """Have something changed in the match."""

    act: Act


@frozen
class LetBotsGoOn:
    """Let bots move again that have stopped."""


@frozen
class GiveUpTrying:
    """Ask a busy store no longer."""


Input = (
    Opened
    | Sized
    | Wished
    | Key
    | Hovered
    | Picked
    | Clicked
    | Wheel
    | OtherButton
    | Rang
    | Kept
    | Refused
    | WasBusy
    | Told
    | Command
    | Pointed
    | GoOn
    | AskTable
    | Do
    | LetBotsGoOn
    | GiveUpTrying
)
