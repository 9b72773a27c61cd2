"""The state of Era: domains, tracks, dice, supply, tracking tokens.

Seats count from 0. The dice of a seat are numbered from 0, and so are the faces of a class of dice.
Kinds of pieces and classes of dice are identified by their ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from attrs import field

from engine.core.hidden import is_hidden
from engine.core.state import State, secret, shared, table
from engine.games.era.component_types import Amounts, Components, Face
from engine.games.era.components import CULTURE, components
from engine.games.era.domain import Domain

DISASTER: Final = "disaster"

SETUP: Final = "setup"
"""Name of the setup as a step, which comes before the first step listed in the components."""

NO_FACE: Final = -1
"""Value that stands for the face of a die that has not been rolled or whose face is hidden."""

DONE: Final = "done"
DONE_PICK: Final = (DONE,)
"""Pick with which a seat stops building, or leaves monasteries or feathers unused."""

Faces = tuple[int, ...]

Parts = tuple[str | int, ...]
"""The parts of a pick chosen so far. For a placement, they are the kind, the anchor and the
rotation."""


class Arms(NamedTuple):
    """The swords and shields of a player, or of Sir Philip (ERA-10.4, ERA-15.11)."""

    swords: int
    shields: int

    @classmethod
    def on(cls, faces: Iterable[Face]) -> Arms:
        """Return the total swords and the total shields on `faces`."""
        shown = list(faces)
        return cls(sum(face.swords for face in shown), sum(face.shields for face in shown))

    def can_extort(self, other: Arms) -> bool:
        """Whether this side can extort `other`: `other` has fewer swords than this side, and fewer
        shields than this side has swords (ERA-10.2 to ERA-10.4, ERA-15.11)."""
        return other.swords < self.swords and other.shields < self.swords


_BEFORE_PHILIP: Final = frozenset({"LiftScreens", "PhilipRoll"})
"""Names of steps. While one of them is on the agenda, Sir Philip's dice have not been rolled in the
round."""


@table
class Realm(State):
    """The state of a game.

    Screens hide `drafts` (the domains during setup) and, during Roll, `faces` (those of each seat's
    dice), `in_hand` (the dice being rolled) and `set_dice` (those turned by a monastery). `shown`
    are the faces that everyone can see: at first those with skulls that have been set out, later
    all. `tracks` hold the resources, and the steps of the culture and disaster pegs, including
    completed laps. `step` is the step of the round, and `first` the first player.

    `gained_dice` and `lost_dice` belong to the buildings built and lost in this round. `built` is
    the number of structures built in this round, and `idle` the number of consecutive rounds in
    which none was built. `supply` and `boxed` are the numbers of pieces and dice, by id, in the
    general supply and in the box.
    """

    box: Components = shared(factory=components)

    step: str = SETUP
    first: int = 0

    domains: list[Domain] = field(factory=list)
    drafts: list[Domain] = secret(of="owner", until="domains_open", factory=list)
    ready: list[bool] = field(factory=list)
    domains_open: bool = False

    tracks: list[dict[str, int]] = field(factory=list)

    dice: list[tuple[str, ...]] = field(factory=list)
    faces: list[Faces] = secret(of="owner", until="dice_open", factory=list)
    in_hand: list[tuple[int, ...]] = secret(of="owner", until="dice_open", factory=list)
    set_dice: list[tuple[int, ...]] = secret(of="owner", until="dice_open", factory=list)
    shown: list[Faces] = field(factory=list)
    rolls: list[int] = field(factory=list)
    monasteries_used: list[int] = field(factory=list)
    stopped: list[bool] = field(factory=list)
    dice_open: bool = True

    gained_dice: list[tuple[str, ...]] = field(factory=list)
    lost_dice: list[tuple[str, ...]] = field(factory=list)
    built: int = 0
    idle: int = 0

    supply: dict[str, int] = field(factory=dict)
    boxed: dict[str, int] = field(factory=dict)
    tokens: int = 0
    tokens_turned: int = 0

    philip_faces: Faces = ()

    # ------------------------------------------------------------------ players

    @property
    def is_solo(self) -> bool:
        """Whether Sir Philip is the only opponent (section 15)."""
        return self.seats == 1

    def in_force(self, rules: Sequence[str]) -> Sequence[str]:
        """Return those of `rules` that apply in this game. Rules of the solo game apply only in
        solo games."""
        return [rule for rule in rules if self.is_solo or not rule.startswith("ERA-15.")]

    def turn_order(self) -> list[int]:
        """Return the seats clockwise from the first player (ERA-4.3)."""
        return self.clockwise(self.first)

    def domain(self, seat: int) -> Domain:
        """Return a seat's domain. During setup, this is the draft or, in a view that hides the
        draft behind the seat's screen, a domain with only the keep."""
        if self.drafts and not self.is_behind_screen(seat):
            return self.drafts[seat]
        return self.domains[seat]

    def is_behind_screen(self, seat: int) -> bool:
        return bool(self.drafts) and is_hidden(self.drafts[seat])

    def who_sees(self, seat: int) -> tuple[int, ...] | None:
        """Return the seats that may read about events behind the seat's screen. Return None (all)
        in the solo game, which has no screens (ERA-15.5)."""
        return None if self.is_solo else (seat,)

    # ------------------------------------------------------------------ tracks

    def has(self, seat: int, track: str) -> int:
        return self.tracks[seat][track]

    def held(self, seat: int) -> list[str]:
        tracks = self.tracks[seat]
        return [resource for resource in self.box.resources if tracks[resource]]

    def gain(self, seat: int, resource: str, amount: int) -> int:
        """Add `amount` to a resource track, and return the part above the limit of the track, which
        is lost (ERA-6.7)."""
        tracks = self.tracks[seat]
        wanted = tracks[resource] + amount
        stored = min(wanted, self.box.tracks[resource].most)
        tracks[resource] = stored
        return wanted - stored

    def advance(self, seat: int, track: str, steps: int) -> int:
        """Advance the culture or disaster peg, and return the number of laps that it completes
        (ERA-6.8, ERA-7.4)."""
        before = self.laps(seat, track)
        self.tracks[seat][track] += steps
        return self.laps(seat, track) - before

    def laps(self, seat: int, track: str) -> int:
        """Return the number of laps that the peg of a track has completed (ERA-1.11)."""
        return self.tracks[seat][track] // (self.box.tracks[track].most + 1)

    def peg(self, seat: int, track: str) -> int:
        """Return the number of the space that the peg of a track is on."""
        return self.tracks[seat][track] % (self.box.tracks[track].most + 1)

    def points(self, seat: int, track: str) -> int:
        """Return the points of a track, including completed laps (ERA-12.10, ERA-12.14)."""
        lap = abs(self.box.tracks[track].lap_points)
        return self.laps(seat, track) * lap + self.peg(seat, track)

    def culture(self, seat: int) -> int:
        return self.points(seat, CULTURE)

    def disaster(self, seat: int) -> int:
        """Return the disaster points of a seat, as a positive number (ERA-12.14)."""
        return self.points(seat, DISASTER)

    def can_pay(self, seat: int, cost: Amounts) -> bool:
        """Whether the seat can pay `cost` in full (ERA-9.4)."""
        tracks = self.tracks[seat]
        for resource, amount in cost.items():  # noqa: SIM110 - half the time of a generator
            if tracks[resource] < amount:
                return False
        return True

    def lacks(self, seat: int, cost: Amounts) -> dict[str, int]:
        """Return, by resource, the amounts that the seat lacks to pay `cost`. There are none if it
        can pay (ERA-9.4)."""
        tracks = self.tracks[seat]
        return {
            resource: number - tracks[resource]
            for resource, number in cost.items()
            if number > tracks[resource]
        }

    def pay(self, seat: int, cost: Amounts) -> None:
        for resource, amount in cost.items():
            self.tracks[seat][resource] -= amount

    # ------------------------------------------------------------------ dice

    def face(self, seat: int, die: int) -> Face | None:
        """Return the face of a die; None if the die has not been rolled or its face is hidden."""
        faces = self.visible_faces(seat)
        if faces[die] == NO_FACE:
            return None
        return self.box.dice[self.dice[seat][die]].faces[faces[die]]

    def visible_faces(self, seat: int) -> Faces:
        """Return the numbers of the faces of a seat's dice: `NO_FACE` for a die that has not been
        rolled or whose face is hidden."""
        faces = self.faces[seat]
        return self.shown[seat] if is_hidden(faces) else faces

    def results(self, seat: int) -> list[Face]:
        """Return the visible faces of a seat's dice (ERA-5.17)."""
        dice = self.box.dice
        return [
            dice[kind].faces[face]
            for kind, face in zip(self.dice[seat], self.visible_faces(seat), strict=True)
            if face != NO_FACE
        ]

    def hammers(self, seat: int) -> int:
        return sum(face.hammers for face in self.results(seat))

    def swords(self, seat: int) -> int:
        """Return the number of swords on a seat's dice (ERA-10.4)."""
        return sum(face.swords for face in self.results(seat))

    def shields(self, seat: int) -> int:
        """Return the number of shields on a seat's dice (ERA-10.4)."""
        return sum(face.shields for face in self.results(seat))

    def arms(self, seat: int) -> Arms:
        """Return the swords and shields of a seat for extortion (ERA-10.4)."""
        return Arms.on(self.results(seat))

    def skulls(self, seat: int) -> int:
        """Return the number of skulls on a seat's dice (ERA-8.1)."""
        return sum(face.skulls for face in self.results(seat))

    def shows_skull(self, seat: int, die: int) -> bool:
        """Whether a die shows a skull, which locks it (ERA-5.3)."""
        face = self.face(seat, die)
        return face is not None and face.skulls > 0

    def philip_results(self) -> list[Face]:
        """Return the faces of Sir Philip's dice. There are none until they have been rolled in this
        round (ERA-15.6)."""
        if any(step.name in _BEFORE_PHILIP for step in self.agenda):
            return []
        dice = self.box.dice
        return [
            dice[kind].faces[face]
            for kind, face in zip(self.box.philip_dice, self.philip_faces, strict=False)
        ]

    def dice_to_come(self, seat: int) -> tuple[str, ...]:
        """Return the classes of the dice that a seat will have after this round (ERA-11.1,
        ERA-11.2)."""
        dice = [*self.dice[seat], *self.gained_dice[seat]]
        for lost in self.lost_dice[seat]:
            dice.remove(lost)
        return self.in_order(dice)

    def in_order(self, dice: Iterable[str]) -> tuple[str, ...]:
        """Return the classes of dice in `dice`, in the order of the components."""
        order = list(self.box.dice)
        return tuple(sorted(dice, key=order.index))
