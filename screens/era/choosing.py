"""Choices of Era that are no mere lists: a piece moved about the domain, dice marked for a roll."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from attrs import define, field

from engine.asked import Asked
from engine.errors import Refusal
from engine.games.era.disasters import PlaceScorched
from engine.games.era.domain import Domain, Pick, Way
from engine.games.era.placing import Preview, preview
from engine.games.era.roll import ChooseDice
from engine.games.era.wording import own_die
from engine.step import Place
from engine.text import Text, words
from screens.choosing import KEYS, Choice, Choosing, Response

STEPS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}

TURN: Final = "x"
NEXT: Final = "n"


def choosing_of(asked: Asked) -> Choosing:
    """The way in which what a seat is asked is chosen."""
    if isinstance(asked.decision, ChooseDice):
        return MarkingDice(asked)
    return PlacingPieces(asked)


@define
class PlacingPieces(Choosing):
    """A list as everywhere, until the kind of a piece is chosen: then the piece is moved about the
    own domain and turned, and lies there as a ghost that says whether it may."""

    column: int = 6
    row: int = 5
    turned: int = 0
    _previews: dict[Pick, Preview] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        if self.decision.parts > 1 and len(self.choices()) == 1:
            self.take()

    @property
    def on_board(self) -> bool:
        """Whether a piece is in hand."""
        return len(self.chosen) == 1 and self.chosen[0] in self._kinds()

    def _kinds(self) -> Any:
        return self.asked.view.box.kinds

    @property
    def domain(self) -> Domain:
        """The domain of the seat that chooses."""
        domain: Domain = self.asked.view.domain(self.seat)
        return domain

    @property
    def _ways(self) -> Sequence[Way]:
        return self.domain.ground.ways[self.chosen[0]]

    @property
    def _way(self) -> Way:
        return self._ways[self.turned % len(self._ways)]

    @property
    def lying(self) -> Pick:
        """The kind, the cell and the rotation as the piece lies now."""
        cell = self.domain.ground.grid.index(self.column, self.row)
        return (self.chosen[0], self.domain.ground.grid.name(cell), self._way.rotation)

    def preview(self) -> Preview:
        """What the piece would do where it lies."""
        lying = self.lying
        if lying not in self._previews:
            scorching = isinstance(self.decision, PlaceScorched)
            self._previews[lying] = preview(self.domain, lying, scorching=scorching)
        return self._previews[lying]

    @property
    def pick(self) -> Any | None:
        if not self.on_board:
            return Choosing.pick.fget(self)  # type: ignore[attr-defined]
        return None if self.refusal() else self.lying

    def refusal(self) -> Refusal | None:
        if not self.on_board:
            return None
        return self.preview().refusal or self.asked.refuse(self.lying)

    def take(self) -> Any | None:
        return self.pick if self.on_board else self._take_from_list()

    def _take_from_list(self) -> Any | None:
        """Take a choice of the list; a piece comes to lie where it may, near the last one."""
        pick = Choosing.take(self)
        if self.on_board:
            self._stay_inside()
            if self.refusal() is not None:
                self._go_to_nearest()
        return pick

    # ------------------------------------------------------------------ moving the piece

    def press(self, key: str) -> Response:
        if key in STEPS:
            right, down = STEPS[key]
            self.column, self.row = self.column + right, self.row + down
        elif key == TURN:
            self.turned += 1
        elif key == NEXT:
            self._go_to_next()
        elif key in ("enter", "space"):
            return Response.TAKEN
        else:
            return Response.NOTHING
        self._stay_inside()
        return Response.POINTED

    def touch(self, place: Place, *, picked: bool) -> Response:
        if place[:2] != ("domain", self.seat):
            return Response.NOTHING
        before = self.lying
        grid = self.domain.ground.grid
        self.column, self.row = grid.place(grid.cell(str(place[2])))
        self._stay_inside()
        if picked and self.lying == before:
            return Response.TAKEN
        return Response.POINTED if self.lying != before else Response.NOTHING

    def _stay_inside(self) -> None:
        """Keep the whole piece within the domain."""
        rules = self.domain.ground.components.domain
        shape = self._way.shape
        self.column = max(0, min(rules.columns - shape.width, self.column))
        self.row = max(0, min(rules.rows - shape.height, self.row))

    def _legal(self) -> list[Pick]:
        """The legal places of the piece in hand."""
        domain = self.domain
        if isinstance(self.decision, PlaceScorched):
            return [place.pick for place in domain.legal_scorched()]
        return [place.pick for place in domain.legal(self.chosen[0])]

    def _go_to_nearest(self) -> None:
        """To the legal place that is nearest, in the same rotation if there is one."""
        grid = self.domain.ground.grid

        def distance(pick: Pick) -> tuple[bool, int]:
            column, row = grid.place(grid.cell(pick[1]))
            return (
                pick[2] != self._way.rotation,
                abs(column - self.column) + abs(row - self.row),
            )

        if legal := self._legal():
            self._lie_as(min(legal, key=distance))

    def _go_to_next(self) -> None:
        """To the legal place after this one."""
        legal = self._legal()
        if legal:
            lying = self.lying
            self._lie_as(
                legal[(legal.index(lying) + 1) % len(legal)] if lying in legal else legal[0]
            )

    def _lie_as(self, pick: Pick) -> None:
        grid = self.domain.ground.grid
        self.column, self.row = grid.place(grid.cell(pick[1]))
        rotations = [way.rotation for way in self._ways]
        self.turned = rotations.index(pick[2])

    def board_keys(self) -> Sequence[tuple[str, Text]]:
        return [
            ("arrows", words("move")),
            (TURN, words("turn it")),
            (NEXT, words("next free place")),
            ("Enter", words("place it")),
            ("Escape", words("choose again")),
        ]


@define
class MarkingDice(Choosing):
    """Dice are marked one by one; the last choice rolls those that are marked, or none."""

    marked: frozenset[int] = frozenset()

    def _dice(self) -> list[int]:
        """The dice that may be rolled."""
        decision, view = self.decision, self.asked.view
        kinds = view.dice[self.seat]
        return [die for die in range(len(kinds)) if decision.allows(view, (die,))]

    def _list_choices(self) -> list[Choice]:
        asked = self.asked
        whole = tuple(sorted(self.marked))
        choices = []
        for number, die in enumerate(self._dice()):
            mark = "+" if die in self.marked else "-"
            label = Text(
                "{mark} {die}", args={"mark": mark, "die": own_die(asked.view, self.seat, die)}
            )
            key = KEYS[number] if number < len(KEYS) else ""
            choices.append(Choice(die, (die,), label, ("die", self.seat, die), key))
        roll = Choice(whole, (whole,), asked.label((whole,)), None, "w")
        return [roll, *choices]

    @property
    def pick(self) -> Any | None:
        return self.choice.value if self.pointed == 0 else None

    def take(self) -> Any | None:
        if self.pointed == 0:
            return self.choice.value
        self.marked ^= {self.choice.value}
        self._choices = None
        return None
