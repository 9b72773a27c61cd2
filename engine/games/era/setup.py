"""Setup: placing the starting pieces behind screens, and rolling for first player (section 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.chance import Dice
from engine.core.common_wording import series
from engine.core.dice_throw import DiceThrow, Faces
from engine.core.event import Value
from engine.core.hidden import Hidden, require_visible
from engine.core.step import TILL_REVEALED, ChanceStep, Place, RuleStep, together
from engine.core.step_stack import Step
from engine.errors import Refusal, forbidden
from engine.games.era.component_types import Components
from engine.games.era.domain import Domain, Pick, Placement, geometry_of
from engine.games.era.faces import throw_of
from engine.games.era.placement import (
    PlacePiece,
    choice_of,
    legal_placement,
    next_part,
    why_not_here,
)
from engine.games.era.ready_made import ReadyMade, laid, ready_made
from engine.games.era.rounds import Round
from engine.games.era.situations import ALL_PLACED
from engine.games.era.state import NO_FACE, Parts, Realm
from engine.games.era.wording import die_words, piece_words
from engine.i18n.text import Seat, Text, plural, words

READY: Final = "ready"
LIFT: Final = "lift"
LAYOUT: Final = "layout"
READY_PICK: Final = (READY,)

KitPick = Pick | tuple[str, str] | tuple[str]
"""A placement; ("lift", cell) to pick up the piece that covers the cell; ("layout", id) for a
ready-made setup, which replaces all placements; or ("ready",)."""


def empty_table(seats: int, box: Components) -> Realm:
    """Return the initial state, with the general supply and with each player's starting dice and
    keep (ERA-3.1 to ERA-3.8)."""
    land = geometry_of(box)
    count, supply = box.player_counts[seats], box.supply_after_setup(seats)
    dice = tuple(die for die, number in box.start_kit.dice.items() for _ in range(number))
    realm = Realm(
        seats,
        box=box,
        domains=[Domain(land) for _ in range(seats)],
        ready=[False] * seats,
        domains_open=seats == 1,
        tracks=[{track.id: track.start for track in box.tracks.values()} for _ in range(seats)],
        faces=[(NO_FACE,) * len(dice)] * seats,
        in_hand=[()] * seats,
        set_dice=[()] * seats,
        shown=[(NO_FACE,) * len(dice)] * seats,
        rolls=[0] * seats,
        monasteries_used=[0] * seats,
        stopped=[False] * seats,
        gained_dice=[()] * seats,
        lost_dice=[()] * seats,
        supply={
            **supply.buildings,
            **supply.walls,
            box.scorched_area.id: supply.scorched_areas,
            **supply.dice,
        },
        boxed=_boxed(box, count.removed_buildings, count.removed_dice),
        tokens=count.tracking_tokens,
    )
    realm.dice = [realm.in_order(dice)] * seats
    for domain in realm.domains:
        domain.place(land.keep_start)
    realm.drafts = [domain.copy() for domain in realm.domains]
    realm.push(*first_steps(realm))
    return realm


def _boxed(box: Components, *removed: Mapping[str, int]) -> dict[str, int]:
    boxed = dict.fromkeys([*box.kinds, *box.dice], 0)
    for things in removed:
        boxed.update(things)
    return boxed


def first_steps(state: Realm) -> Sequence[Step]:
    """Return the steps of the setup. The players place their pieces, simultaneously unless the game
    is solo, and then all domains become public (ERA-3.9, ERA-15.5)."""
    if state.is_solo:
        return (PlaceKit(0), LiftSetupScreens())
    agendas = [(seat, (PlaceKit(seat),)) for seat in range(state.seats)]
    return (together(*agendas, revealed=words("The screens have been lifted.")), LiftSetupScreens())


class PlaceKit(PlacePiece[KitPick]):
    """D1: place a starting piece, pick one up again or use a ready-made setup, until the player is
    ready (ERA-3.9)."""

    rules = ("ERA-3.9", "ERA-3.7", "ERA-3.8", "ERA-3.10", "ERA-2.3", "ERA-2.5", "ERA-15.2")
    secrecy = TILL_REVEALED
    listed = False
    source = "kit"
    situations = (ALL_PLACED,)

    def situation(self, state: Realm) -> str:
        return "" if self.left(state) else ALL_PLACED

    def left(self, state: Realm) -> dict[str, int]:
        """Return the number of pieces of each kind that have not been placed yet. Kinds that have
        all been placed are left out."""
        draft = state.drafts[self.seat]
        kit = state.box.kit_to_place(state.seats)
        left = {kind: number - draft.count(kind) for kind, number in kit.items()}
        return {kind: number for kind, number in left.items() if number}

    def options(self, state: Realm) -> Sequence[KitPick]:
        left = self.left(state)
        if not left:
            return [READY_PICK]
        draft = state.drafts[self.seat]
        placements = [place for kind in left for place in choice_of(draft.legal(kind))]
        return [place.pick for place in placements] or self._lifts(state)

    def part_options(self, state: Realm, chosen: Parts) -> Sequence[Value]:
        match chosen:
            case ():
                ready = [] if self.left(state) else [READY]
                layouts = [LAYOUT] if self.layouts(state) else []
                lift = [LIFT] if self._lifts(state) else []
                return [*self._kinds(state), *ready, *layouts, *lift]
            case ("lift",):
                return [cell for _, cell in self._lifts(state)]
            case ("layout",):
                return [layout.id for layout in self.layouts(state)]
            case (str(kind),) | (str(kind), _) if kind in state.box.kinds:
                return next_part(state.drafts[self.seat].legal(kind), chosen)
            case _:
                return []

    def _kinds(self, state: Realm) -> list[str]:
        """Return the kinds with pieces left to place for which the domain has room."""
        draft = state.drafts[self.seat]
        return [kind for kind in self.left(state) if draft.has_room_for(kind)]

    def allows(self, state: Realm, pick: Value) -> bool:
        if pick == READY_PICK:
            return not self.left(state)
        if self._lifted(state, pick) is not None or self._layout(state, pick) is not None:
            return True
        place = legal_placement(state.drafts[self.seat], pick)
        return place is not None and place.kind.id in self.left(state)

    def sample(self, state: Realm, dice: Dice) -> KitPick:
        kinds = self._kinds(state)
        if kinds:
            return state.drafts[self.seat].random_place(dice.pick(kinds), dice).pick
        return dice.pick(self.options(state))

    def apply(self, state: Realm, pick: KitPick) -> None:
        seat, draft = self.seat, state.drafts[self.seat]
        if len(pick) == 1:
            state.ready[seat] = True
            state.announce_provisionally("ERA-3.9", seat, "{seat} is ready.")
            return
        if len(pick) == 3:
            piece = draft.geometry.at(pick)
            draft.place(piece)
            if state.notes is not None:
                name = piece_words(piece, seat)
                self._log(state, words("{seat} places a {piece}.", seat=Seat(seat), piece=name))
        elif layout := self._layout(state, pick):
            state.drafts[seat] = laid(state.box, layout)
            self._log(state, words("{seat} places the starting pieces.", seat=Seat(seat)))
        else:
            lifted = self._lifted(state, pick)
            assert lifted is not None
            draft.remove(lifted)
            name = piece_words(lifted, seat)
            self._log(state, words("{seat} picks up a {piece}.", seat=Seat(seat), piece=name))
        state.push(self)

    def _log(self, state: Realm, message: Text) -> None:
        state.note("ERA-3.9", self.seat, message, to=state.who_sees(self.seat))

    def layouts(self, state: Realm) -> Sequence[ReadyMade]:
        return ready_made(state.box, state.seats)

    def _layout(self, state: Realm, pick: Value) -> ReadyMade | None:
        """Return the ready-made setup named by `pick`; None if there is none."""
        id = _second_part(LAYOUT, pick)
        return next((layout for layout in self.layouts(state) if layout.id == id), None)

    def redacted(self, pick: KitPick, reader: int | None) -> KitPick | Hidden:
        return pick if pick == READY_PICK else Hidden()

    def _lifted(self, state: Realm, pick: Value) -> Placement | None:
        """Return the starting piece that `pick` would pick up again; None if there is none."""
        draft, name = state.drafts[self.seat], _second_part(LIFT, pick)
        cell = draft.geometry.grid.find(name) if isinstance(name, str) else None
        piece = None if cell is None else draft.at(cell)
        return None if piece == draft.geometry.keep_start else piece

    def _lifts(self, state: Realm) -> list[tuple[str, str]]:
        draft = state.drafts[self.seat]
        return [
            (LIFT, piece.cells[0]) for piece in draft.pieces if piece != draft.geometry.keep_start
        ]

    def part_rules(self, state: Realm, chosen: Parts) -> Sequence[str]:
        return state.in_force(self.rules)

    def question(self, state: Realm) -> Text:
        left = self.left(state)
        if not left:
            return words("Everything is placed. Are you ready?")
        return plural(
            "What do you place, and where? ({n} piece left)",
            "What do you place, and where? ({n} pieces left)",
            sum(left.values()),
        )

    def in_words(self, state: Realm, pick: Value) -> Text | None:
        match pick:
            case ("lift" | "layout" as kind, str(name)):
                return self.label(state, (kind, name))
        return super().in_words(state, pick)

    def label(self, state: Realm, chosen: Parts) -> Text:
        match chosen:
            case ("ready",):
                return words("Ready")
            case ("lift",):
                return words("Pick up a piece again")
            case ("layout",):
                return words("Ready-made setups")
            case ("layout", _):
                layout = self._layout(state, chosen)
                return words("nothing") if layout is None else layout.title
            case ("lift", _):
                piece = self._lifted(state, chosen)
                return words("nothing") if piece is None else piece_words(piece)
            case _:
                return super().label(state, chosen)

    def target(self, state: Realm, chosen: Parts) -> Place | None:
        if chosen in (READY_PICK, (LIFT,)) or chosen[0] == LAYOUT:
            return None
        return super().target(state, chosen)

    def refuse(self, state: Realm, pick: Value) -> Refusal:
        first = pick[0] if isinstance(pick, tuple) and pick else None
        if pick == READY_PICK:
            return forbidden("ERA-3.10", "You must place all of your starting pieces.")
        if first == LIFT:
            return forbidden("ERA-3.9", "None of your starting pieces is there.")
        if first == LAYOUT:
            return forbidden("ERA-3.9", "There is no such setup.")
        if isinstance(first, str) and first in state.box.kinds and first not in self.left(state):
            return forbidden("ERA-3.7", "You have no piece of that kind left.")
        reason = why_not_here(state.drafts[self.seat], pick)
        return reason or forbidden("ERA-3.9", "You cannot place the piece like that.")


def _second_part(word: str, pick: Value) -> Value | None:
    """Return the second part of `pick` if it has two parts and begins with `word`; None
    otherwise."""
    return pick[1] if isinstance(pick, tuple) and len(pick) == 2 and pick[0] == word else None


class LiftSetupScreens(RuleStep[Realm]):
    """Make all domains public (ERA-3.11), then determine the first player (ERA-3.12). The solo game
    begins its first round instead (ERA-15.5)."""

    rules = ("ERA-3.11", "ERA-3.12", "ERA-15.5")

    def run(self, state: Realm) -> None:
        state.domains, state.drafts = [require_visible(draft) for draft in state.drafts], []
        state.domains_open = True
        if state.is_solo:
            state.push(Round())
            return
        if state.notes is not None:
            state.announce("ERA-3.11", -1, "The screens are lifted: everyone can see all domains.")
            for seat in range(state.seats):
                pieces = series(map(piece_words, state.domains[seat].pieces))
                state.announce("ERA-3.11", seat, "{seat}'s domain: {pieces}.", pieces=pieces)
        state.push(RollForFirst(tuple(range(state.seats))))


class RollForFirst(ChanceStep[Realm, tuple[str, ...]]):
    """Let everyone who can still become first player roll a noble die (ERA-3.12, ERA-3.13)."""

    rules = ("ERA-3.12", "ERA-3.13", "ERA-3.14")
    reveals = words("The players have already rolled for first player.")

    contenders: tuple[int, ...]

    def dice_throws(self, state: Realm) -> Sequence[DiceThrow]:
        return [throw_of(state.box.first_player_die, seat) for seat in self.contenders]

    def outcome_of(self, state: Realm, faces: Sequence[Faces]) -> tuple[str, ...]:
        return tuple(str(face) for (face,) in faces)

    def sample(self, state: Realm, dice: Dice) -> tuple[str, ...]:
        faces = state.box.first_player_die.faces
        return tuple(dice.pick(faces).id for _ in self.contenders)

    def check(self, state: Realm, outcome: Value) -> Text | None:
        known = state.box.first_player_die.face_index
        if (
            isinstance(outcome, tuple)
            and len(outcome) == len(self.contenders)
            and all(isinstance(face, str) and face in known for face in outcome)
        ):
            return None
        return plural(
            "This is not a face of the die.",
            "These are not faces of the {n} dice.",
            len(self.contenders),
        )

    def apply(self, state: Realm, outcome: tuple[str, ...]) -> None:
        die = state.box.first_player_die
        faces = [die.faces[die.face_index[face]] for face in outcome]
        most = max(face.swords for face in faces)
        leaders = tuple(
            seat for seat, face in zip(self.contenders, faces, strict=True) if face.swords == most
        )
        if state.notes is not None:
            for seat, face in zip(self.contenders, faces, strict=True):
                rolled = die_words(die, face)
                state.announce(
                    "ERA-3.12", seat, "{seat} rolls for first player: {die}.", die=rolled
                )
        if len(leaders) > 1:
            state.push(RollForFirst(leaders))
            return
        (state.first,) = leaders
        state.announce_provisionally("ERA-3.12", state.first, "{seat} is the first player.")
        state.push(Round())
