"""What is changed in the match: the driver carries it out, and says what came of it."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from engine.play.asked import Asked


@frozen
class Choose:
    """A seat takes a pick."""

    asked: Asked
    pick: Any


@frozen
class BotChooses:
    """The bot that is due chooses."""


@frozen
class TakeBack:
    """A seat takes back its last choice, or its whole turn."""

    seat: int
    whole_turn: bool


@frozen
class Redo:
    """A seat brings back what was taken back."""

    seat: int


@frozen
class Rewind:
    """The table takes back all after an event."""

    seat: int
    number: int


@frozen
class GiveSeat:
    """Another player plays a seat from now on."""

    seat: int
    player: str


Act = Choose | BotChooses | TakeBack | Redo | Rewind | GiveSeat
