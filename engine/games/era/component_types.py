"""Types of Era's components: tracks, dice, buildings, walls, disasters, numbers used by the
rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated, Final, TypeAlias

from attrs import evolve, frozen

from engine.core.component_data import MAX_NUMBER, Limits
from engine.geometry.grid import Shape
from engine.i18n.text import Names

Amounts: TypeAlias = Mapping[str, int]
"""The number of each thing, by id. A missing id stands for 0."""

KEEP: Final = "keep"
HOSPITAL: Final = "disease_immunity"
"""The effect that protects a building and its neighbours from Disease (ERA-8.7)."""

MONASTERY: Final = "set_die"
MARKET: Final = "bonus_market"
GUILDHALL: Final = "bonus_guildhall"
UNIVERSITY: Final = "bonus_university"
CATHEDRAL: Final = "bonus_cathedral"


@frozen
class DomainRules:
    """The size of a domain, the cells where the keep starts, and the rules of the domain's geometry
    (ERA-2.1, ERA-2.3, ERA-2.4, ERA-2.10, ERA-3.6)."""

    columns: int
    rows: int
    keep_start: tuple[str, ...]
    diagonal_flood: bool
    rotation: bool
    mirroring: bool

    def turned(self, shape: Shape) -> Sequence[tuple[int, Shape]]:
        """Return a shape in every allowed rotation, each with its degrees (ERA-2.3)."""
        return shape.rotations() if self.rotation else [(0, shape)]


@frozen
class Track:
    """A track of the player board: a resource, culture or disaster.

    A track that `wraps` has no upper limit. After `most`, its peg starts again and `lap_points` are
    recorded.
    """

    id: str
    names: Names
    start: int
    least: int
    most: int
    wraps: bool
    lap_points: int


@frozen
class Part:
    """A small component, with the number of its copies."""

    id: str
    names: Names
    count: int


@frozen
class Face:
    """A face of a die. Besides `gain`, exactly one of the alternatives in `one_of`, if there are
    any, is gained (ERA-6.2)."""

    id: str
    gain: Amounts
    one_of: tuple[Amounts, ...]
    hammers: int
    swords: int
    shields: int
    feathers: Annotated[int, "feather"]
    skulls: int


@frozen
class Die:
    """A class of dice, with its six faces and the building with which such a die comes."""

    id: str
    names: Names
    colour: str
    count: int
    building: str
    faces: tuple[Face, ...]

    @cached_property
    def face_index(self) -> Mapping[str, int]:
        return {face.id: index for index, face in enumerate(self.faces)}

    @cached_property
    def distinct_faces(self) -> tuple[str, ...]:
        """The ids of the faces. A face with the same contents as an earlier face has the id of the
        earlier face."""
        contents = [evolve(face, id="") for face in self.faces]
        return tuple([self.faces[contents.index(content)].id for content in contents])


@frozen
class Kind:
    """A kind of piece in a domain: a building, a wall of a given length, or a scorched area."""

    id: str
    names: Names
    count: int
    shape: Shape

    @property
    def is_barrier(self) -> bool:
        """Whether the piece is a barrier, which encloses other cells (ERA-2.9)."""
        return False


@frozen
class Structure(Kind):
    """A piece that can be built: a building or a wall."""

    colour: str
    vp: int
    cost: Amounts


@frozen
class Building(Structure):
    """A kind of building. `effect` is a constant such as `HOSPITAL`, or `die`, or an amount to
    collect such as `collect_food_1`. `die` is the class of die that comes with the building, if
    any."""

    effect: str
    die: str | None
    collect: Amounts
    always_walled: bool
    bonus_max: int = 0

    @property
    def is_keep(self) -> bool:
        """Whether the building is a keep. A keep is a barrier and belongs to no cluster (ERA-2.9,
        ERA-2.14)."""
        return self.effect == KEEP

    @property
    def is_barrier(self) -> bool:
        """Whether the building is a barrier. Among buildings, only keeps are (ERA-2.9)."""
        return self.is_keep


@frozen
class Wall(Structure):
    """A kind of wall. `length` is in cells."""

    length: int

    @property
    def is_barrier(self) -> bool:
        """Whether the piece is a barrier. Walls always are (ERA-2.9)."""
        return True


@frozen
class ScorchedArea(Kind):
    """A piece that blocks cells and is neither a building nor a wall."""


@frozen
class StepInfo:
    """A step of a round, as on the step track (ERA-4.1)."""

    id: str
    names: Names


@frozen
class Disaster:
    """A disaster, with the minimum and maximum number of skulls that cause it (ERA-8.2). `affects`
    is `self` or `opponents`; in the solo game, the player is affected in either case."""

    id: str
    names: Names
    skulls_min: Annotated[int, Limits(least=1)]
    skulls_max: int
    affects: str


@frozen
class PlayerCount:
    """Setup values for a given number of players (ERA-3.2, ERA-3.3, ERA-3.8, ERA-15.1)."""

    players: int
    tracking_tokens: int
    removed_buildings: Amounts
    removed_dice: Amounts
    scorched_per_player: int


@frozen
class Kit:
    """The starting pieces and dice of each player (ERA-3.5 to ERA-3.7)."""

    buildings: Amounts
    walls: Amounts
    dice: Amounts


@frozen
class Solo:
    """Values used in the solo game (section 15)."""

    opponent: Names
    rounds: Annotated[int, Limits(least=1)]
    philip_dice: Amounts
    philip_take_order: tuple[str, ...]


@frozen
class Rank:
    """A rank in the solo game, with its range of totals (ERA-15.17)."""

    names: Names
    least: Annotated[int, "min", Limits(-MAX_NUMBER)]
    most: Annotated[int, "max"]


@frozen
class Scoring:
    """Values used in the final scoring (section 12)."""

    walled_multiplier: int
    most_culture_bonus: int
    most_culture_min: int
    largest_area_bonus: int
    largest_area_min: int
    tie_break: tuple[str, ...]


@frozen
class ScoreRow:
    """A row of the score sheet. `kind` is `building`, `bonus`, `track`, `majority` or `sum`. The
    row for a building has the building's names."""

    id: str
    kind: str
    names: Names


@frozen
class Supply:
    """The number of pieces and dice of each kind in the general supply."""

    buildings: Amounts
    walls: Amounts
    dice: Amounts
    scorched_areas: int


@frozen(eq=False)
class Components:
    """All components. Mappings are keyed by id (`player_counts` by the number of players), in the
    order of the data."""

    names: Annotated[Names, "meta.name"]
    players: range
    domain: DomainRules
    tracks: Mapping[str, Track]
    parts: Mapping[str, Part]
    steps: tuple[StepInfo, ...]
    dice: Mapping[str, Die]
    buildings: Mapping[str, Building]
    walls: Mapping[str, Wall]
    scorched_area: ScorchedArea
    disasters: tuple[Disaster, ...]
    player_counts: Mapping[int, PlayerCount]
    start_kit: Kit
    solo: Solo
    ranks: Annotated[tuple[Rank, ...], "solo_ranks"]
    idle_rounds: Annotated[int, "safeguard.idle_rounds", Limits(least=1)]
    scoring: Scoring
    score_rows: tuple[ScoreRow, ...]

    @cached_property
    def structures(self) -> Mapping[str, Structure]:
        return {**self.buildings, **self.walls}

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        """All kinds of pieces in a domain: the structures and the scorched area."""
        return {**self.structures, self.scorched_area.id: self.scorched_area}

    @property
    def resources(self) -> tuple[str, ...]:
        """The ids of the tracks with a limit: goods, stone, wood and food (ERA-1.9)."""
        return tuple(track.id for track in self.tracks.values() if not track.wraps)

    def disaster(self, skulls: int) -> Disaster | None:
        """Return the disaster caused by a number of skulls; None if there is none (ERA-8.1,
        ERA-8.2)."""
        for disaster in self.disasters:
            if disaster.skulls_min <= skulls <= disaster.skulls_max:
                return disaster
        return None

    def rank(self, total: int) -> Rank:
        """Return the rank for a solo total. The lowest and highest ranks are open-ended
        (ERA-15.17)."""
        return next((rank for rank in self.ranks if total <= rank.most), self.ranks[-1])

    @cached_property
    def first_player_die(self) -> Die:
        """The class of die that comes with the keep and determines the first player (ERA-3.12)."""
        return next(die for die in self.dice.values() if self.buildings[die.building].is_keep)

    @cached_property
    def building_dice(self) -> tuple[str, ...]:
        """The classes of dice that can show a hammer (ERA-11.6)."""
        return tuple(
            die.id for die in self.dice.values() if any(face.hammers for face in die.faces)
        )

    @cached_property
    def philip_dice(self) -> tuple[str, ...]:
        """The class of each of Sir Philip's dice (ERA-15.3)."""
        return tuple(die for die, number in self.solo.philip_dice.items() for _ in range(number))

    def kit_to_place(self, players: int) -> Amounts:
        """Return the pieces that each player places at the start.

        They are the starting pieces except the keep, and the scorched areas for this number of
        players (ERA-3.7, ERA-3.8).
        """
        kit, count = self.start_kit, self.player_counts[players]
        buildings = {
            id: number for id, number in kit.buildings.items() if not self.buildings[id].is_keep
        }
        scorched = {self.scorched_area.id: count.scorched_per_player}
        return {**buildings, **kit.walls, **{id: n for id, n in scorched.items() if n}}

    def supply_after_setup(self, players: int) -> Supply:
        """Return the supply after all players have taken their starting pieces (ERA-3.2 to ERA-3.8,
        ERA-15.1). In the solo game, Sir Philip's dice are set apart (ERA-15.3)."""
        count, kit = self.player_counts[players], self.start_kit
        philip = self.solo.philip_dice if players == 1 else {}
        return Supply(
            _left(self.buildings, players, kit.buildings, count.removed_buildings),
            _left(self.walls, players, kit.walls),
            _left(self.dice, players, kit.dice, count.removed_dice, philip),
            self.scorched_area.count - players * count.scorched_per_player,
        )


def _left(
    kinds: Mapping[str, Kind] | Mapping[str, Die], players: int, kit: Amounts, *removed: Amounts
) -> Amounts:
    return {
        id: kind.count - players * kit.get(id, 0) - sum(gone.get(id, 0) for gone in removed)
        for id, kind in kinds.items()
    }
