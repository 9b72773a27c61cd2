"""Input modes of Cities & Knights: the menu of a turn, counters for cards, and the path of a moving
knight on the island."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import dist
from statistics import fmean
from typing import TYPE_CHECKING, Any, ClassVar, Final

from attrs import define, field

from engine.core.chance import Dice
from engine.core.command import Menu
from engine.core.common_wording import joined
from engine.core.event import Value
from engine.core.hidden import is_hidden
from engine.core.parts import Amounts, Kind
from engine.core.step import Place
from engine.errors import Refusal
from engine.games.knights.barbarians import PillageCity
from engine.games.knights.bots.evaluation import site_worth
from engine.games.knights.cards_trade import MerchantHex
from engine.games.knights.component_types import CountsByKind
from engine.games.knights.knight_actions import way
from engine.games.knights.production import harm, loss
from engine.games.knights.robber import counts_of, hand_pool
from engine.games.knights.setup import SetupBuilding, SetupRoad
from engine.games.knights.state import CITY, SETTLEMENT, Island
from engine.games.knights.trade import ACCEPT, TradeConfirm, TradeResponse
from engine.games.knights.wording import counted
from engine.i18n.text import Text, words
from screens.games.knights.previews import BARGAIN_COMMANDS
from screens.games.knights.trade_input import Bargaining, digits_of
from screens.input_modes.choice_list import ChoiceList
from screens.input_modes.input_mode import Choice, InputContext, InputMode, Reply, Response
from screens.input_modes.partial_pick import PartialPick
from screens.input_modes.steppers import Counter, Steppers
from screens.paint import buttons
from screens.paint.canvas import OWN_STYLE, Canvas, Rect
from screens.paint.cells import width_of
from screens.paint.shapes import paint_cap

if TYPE_CHECKING:
    from screens.table_view.scene import Scene

WALK_COMMANDS: Final = ("move", "displace")

TRADE_COMMANDS: Final = ("bank", "offer")

LIST_COMMANDS: Final = (*TRADE_COMMANDS, "improve", "card")
"""Commands that open a list or counters, without places on the island."""

PASSED_OVER: Final = (*TRADE_COMMANDS, *WALK_COMMANDS, "chase")
"""Commands on which the cursor does not start: trades and actions of knights."""

SCORING_COMMANDS: Final = ("settlement", "city")
"""Commands that score, on which the cursor starts before any other, because building a road would
spend cards that they need."""


@define
class KnightsChoosing(PartialPick[Island]):
    """Partial pick of Cities & Knights, with lists, a row of counters for each side of a trade, and
    the movement of knights."""

    def make_input_mode(self) -> InputMode[Island]:
        if len(self.chosen) == 2 and self.chosen[0] in WALK_COMMANDS:
            return Walking(self)
        if self.chosen and self.chosen[0] in BARGAIN_COMMANDS:
            return self._bargaining()
        if self.decision.name == "Main" and not self.chosen:
            return TurnMenu(self)
        input_mode = PartialPick.make_input_mode(self)
        return CountingCards(self) if type(input_mode) is Steppers else input_mode

    def start(self, choices: Sequence[Choice]) -> int:
        """Return the index of the first command in `SCORING_COMMANDS`, or else of the first command
        that is not in `PASSED_OVER`. Among answers to an offer, return the index of the first
        acceptance, or else of withdrawing, which is the last choice. For other lists, return the
        result of `PartialPick.start`."""
        if isinstance(self.decision, TradeConfirm):
            answers = [choice.value[0] for choice in choices if isinstance(choice.value, tuple)]
            return answers.index(ACCEPT) if ACCEPT in answers else len(choices) - 1
        if self.decision.name != "Main" or self.chosen:
            return super().start(choices)
        usual = [n for n, choice in enumerate(choices) if choice.value not in PASSED_OVER]
        return next((n for n in usual if choices[n].value in SCORING_COMMANDS), usual[0])

    def recommended_place(self, places: Sequence[Place]) -> Place | None:
        """Return the best of `places` by a rule of thumb; None for choices without such a rule.

        During setup and for a pillage, the quick policy chooses the place. A recruited knight goes
        to the corner nearest to the seat's latest choice, if possible not to a site for one of the
        seat's settlements. For a settlement or a city, and in other decisions about corners, the
        corner with the most valuable yield is best. The merchant goes to the hex where it helps the
        seat most. In other decisions about hexes, the best hex is the one where the robber costs
        the opponents most cards after the seat's own loss is subtracted.
        """
        view, seat = self.request.view, self.seat
        if isinstance(self.decision, SetupBuilding | SetupRoad | PillageCity):
            game: Any = self.request.moment.game
            pick: Value = game.quick(view, self.decision, Dice(b""))
            return self.request.target((pick,))
        match places[0][0]:
            case "node" if self.chosen == ("recruit",):
                near, sites = self.near or places[0], view.sites & view.ends[seat]
                return min(
                    places,
                    key=lambda place: (sites >> int(place[1]) & 1, self.distance(near, place)),
                )
            case "node" if not self.chosen or self.chosen[0] in SCORING_COMMANDS:
                piece = CITY if self.chosen == ("city",) else SETTLEMENT
                return max(places, key=lambda place: site_worth(view, seat, int(place[1]), piece))
            case "hex" if isinstance(self.decision, MerchantHex):
                return max(places, key=lambda place: _merchant_use(view, seat, int(place[1])))
            case "hex":
                return max(places, key=lambda place: harm(view, seat, int(place[1])))
        return None

    def distance(self, one: Place, other: Place) -> float:
        """Return the distance between the middles of two places on the island, in the coordinates
        of `Hexes`. For other places, return the result of `PartialPick.distance`."""
        if not {one[0], other[0]} <= {"node", "edge", "hex"}:
            return PartialPick.distance(self, one, other)
        return dist(self._point(one), self._point(other))

    def _point(self, place: Place) -> tuple[float, float]:
        board, number = self.request.view.board, int(place[1])
        if place[0] == "hex":
            return board.hexes.middle(number)
        nodes = (number,) if place[0] == "node" else board.ends[number]
        corners = [board.hexes.corners[node] for node in nodes]
        return (fmean(corner.x for corner in corners), fmean(corner.y for corner in corners))

    def key_of(self, number: int, value: Value) -> str:
        """Return the digit of the kind of card `value`, which is the same in every list; empty if
        `value` is not a kind of card."""
        kinds = self.request.view.box.kind_numbers
        return str(kinds[value] + 1) if isinstance(value, str) and value in kinds else ""

    def gives_key(self, place: Place) -> bool:
        """Return whether a place has a key. Kinds of cards in the hand have none, because their
        digits count only after the letter of a trade. Progress cards have none, because the menu
        has the letter for playing one."""
        return place[0] not in ("give", "card")

    def _bargaining(self) -> Bargaining:
        """Return the input mode for an offer, with the amounts of the last offer of the turn, if
        any, or for a counter-offer, with the amounts of the offer that it answers."""
        input_mode, decision, view = Bargaining(self), self.decision, self.request.view
        if isinstance(decision, TradeResponse):
            input_mode.begin_with(decision.want, decision.give)
        elif view.offers:
            give, want = (_amounts(view, counts) for counts in view.offers[-1])
            input_mode.repeat(give, want)
        return input_mode


def _merchant_use(view: Island, seat: int, hex: int) -> tuple[bool, int]:
    """Return whether the merchant on a hex improves one of the seat's rates at the bank, and the
    expected number of cards that the hex gives the seat in 36 rolls. The hand is not considered,
    because other players can see the cursor."""
    kind = view.box.terrains[view.terrains[hex]].resource
    better = kind is not None and view.rates(seat)[kind] > view.box.merchant_rate
    return (better, loss(view, seat, hex))


def _amounts(view: Island, counts: CountsByKind) -> Amounts:
    kinds = zip(view.box.kinds, counts, strict=True)
    return tuple((kind.id, number) for kind, number in kinds if number)


@define
class TurnMenu(ChoiceList[Island]):
    """Input mode that lists the commands of a turn. A digit typed after the letter of a trade, an
    improvement or a card opens that command and chooses the kind, track or card with this digit. If
    this would complete the pick, it only moves the cursor to the kind, track or card."""

    pressed_command: str = field(default="", init=False)
    """Key of the command in `LIST_COMMANDS` to which the cursor has just moved because its letter
    was pressed; empty after any other movement of the cursor."""

    def press(self, key: str, character: str | None) -> Reply:
        if character and self.pressed_command and character.isdecimal():
            return self._begin(key, character)
        reply = ChoiceList.press(self, key, character)
        if reply is Response.POINTED and character and self.choice.value in LIST_COMMANDS:
            self.pressed_command = str(self.choice.value)
        return reply

    def point(self, index: int) -> None:
        ChoiceList.point(self, index)
        self.pressed_command = ""

    def labels(self) -> Mapping[Place, str]:
        """Return the keys shown at places. While digits stand for the choices of a command, places
        on the island have no digits. If the command is a trade, the kinds of cards in the hand have
        digits instead."""
        labels = ChoiceList.labels(self)
        if not self.pressed_command:
            return labels
        on_island = {place: key for place, key in labels.items() if not key.isdecimal()}
        if self.pressed_command not in TRADE_COMMANDS:
            return on_island
        kinds = enumerate(self.partial_pick.request.view.box.kinds, 1)
        return {**on_island, **{("give", kind.id): str(n) for n, kind in kinds}}

    def chosen_so_far(self) -> Sequence[Text]:
        """Describe the meaning of the digits while they stand for kinds of cards; otherwise return
        the texts of `ChoiceList`."""
        if self.pressed_command not in TRADE_COMMANDS:
            return ChoiceList.chosen_so_far(self)
        kinds = self.partial_pick.request.view.box.kinds
        names = (
            words("{digit} {kind}", digit=digit, kind=kind.names)
            for digit, kind in zip(map(str, range(1, len(kinds) + 1)), kinds, strict=True)
            if self._is_open(digit)
        )
        kind_names = joined(names, ", ")
        if len(self._begun_trade().chosen) > 1:
            return [words("Now press the key of the kind you take: {kinds}.", kinds=kind_names)]
        return [words("Now press the key of the kind you give: {kinds}.", kinds=kind_names)]

    def _is_open(self, digit: str) -> bool:
        """Return whether the trade can begin with `digit`. An offer begins with cards in hand."""
        input_mode = self._begun_trade().input_mode
        if isinstance(input_mode, Bargaining):
            kind = input_mode.digits().get(digit)
            return any(
                counter.kind == kind and not counter.row for counter in input_mode.counters()
            )
        return not isinstance(input_mode, ChoiceList) or input_mode.index_of_key(digit) is not None

    def _begun_trade(self) -> PartialPick[Island]:
        """Return a copy of the partial pick in which the trade has begun. The kind to give is
        chosen if only one is possible."""
        partial_pick = self.partial_pick
        assert isinstance(partial_pick, PartialPick)
        begun = partial_pick.forked()
        begun.finish()
        return begun

    def _begin(self, key: str, character: str) -> Reply:
        """Open the command and choose its choice with the key `character`, unless that would
        complete the pick. If the kind to give has been chosen automatically, its digit has no
        further effect. If the digit is not possible, close the command again and return a refusal
        or `Response.NOTHING`."""
        partial_pick = self.partial_pick
        assert isinstance(partial_pick, PartialPick)
        partial_pick.finish()
        if partial_pick.chosen[1:] and partial_pick.key_of(0, partial_pick.chosen[1]) == character:
            return Response.MODE_CHANGED
        reply = partial_pick.input_mode.press(key, character)
        if reply is Response.NOTHING or isinstance(reply, Refusal):
            partial_pick.go_to(())
            return reply
        if isinstance(partial_pick.input_mode, ChoiceList) and partial_pick.pick is None:
            partial_pick.finish()
        return Response.MODE_CHANGED


@define
class CountingCards(Steppers[Island]):
    """Input mode with counters for kinds of cards. The kinds are named in full if the counters of
    each row still fit into one line, otherwise by two letters."""

    _in_words: bool = field(default=False, init=False)

    def digits(self) -> Mapping[str, Kind]:
        return digits_of(self)

    def chosen_so_far(self) -> Sequence[Text]:
        """Describe the number of cards chosen and, if they are chosen from the player's own hand,
        the cards kept."""
        request = self.partial_pick.request
        view, seat = request.view, request.seat
        row = self.rows()[0]
        if getattr(request.decision, "owner", seat) != seat:
            return Steppers.chosen_so_far(self)
        if is_hidden(view.hands[seat]) or row.bag.pool != hand_pool(view, seat):
            return Steppers.chosen_so_far(self)
        given = counts_of(view, row.amounts)
        remaining = [held - number for held, number in zip(view.hands[seat], given, strict=True)]
        text = counted(view.box, remaining) if sum(remaining) else words("nothing")
        return [*Steppers.chosen_so_far(self), words("You keep: {cards}.", cards=text)]

    def words_of(self, reader: InputContext, counter: Counter) -> str:
        view: Island = self.partial_pick.request.view
        number = view.box.kind_numbers[str(counter.kind)]
        kind, digit = view.box.kinds[number], number + 1
        amount = f"{counter.number}/{counter.most}"
        if self._in_words:
            return f"{digit} {reader.translator.argument(kind.names).lower()} {amount}"
        return f"{digit}{reader.translator.argument(kind.glyph)}{amount}"

    def paint(self, reader: InputContext, width: int, most: int) -> Canvas:
        """Paint the counters, with full names if these do not need additional lines."""
        self._in_words = True
        self._in_words = len(self.lines(reader, width)) == len(self.rows())
        return Steppers.paint(self, reader, width, most)

    def paint_counter(
        self, canvas: Canvas, x: int, y: int, number: int, counter: Counter, text: str
    ) -> int:
        end = Steppers.paint_counter(self, canvas, x, y, number, counter, text)
        canvas.put(x + 2, y, text[0], "key")
        return end


@define
class Walking(ChoiceList[Island]):
    """Input mode that lists the destinations of a knight. The island shows the path to the
    destination under the cursor."""

    shows_on_table: ClassVar[bool] = True

    @property
    def follows_pointer(self) -> bool:
        return True

    def path(self) -> tuple[int, ...]:
        """Return the corners on the knight's path, both ends included; empty if the cursor is not
        on a corner that the knight can reach."""
        start, choice = self.partial_pick.chosen[1], self.choice
        if not isinstance(start, int) or not isinstance(choice.value, int):
            return ()
        return way(self.partial_pick.request.view, self.partial_pick.seat, start, choice.value)


# ---------------------------------------------------------------------- turn menu

SHORT_NAMES: Final[dict[str, Text]] = {
    "bank": words("bank"),
    "offer": words("offer"),
    "road": words("road"),
    "settlement": words("settlement"),
    "city": words("city"),
    "wall": words("wall"),
    "improve": words("improve"),
    "recruit": words("recruit"),
    "activate": words("activate"),
    "promote": words("promote"),
    "move": words("move"),
    "displace": words("displace"),
    "chase": words("chase"),
    "buy": words("buy a card"),
    "card": words("play a card"),
    "end": words("end turn"),
}
"""Short names of a turn's commands, by key, for the menu that shows all of them."""


ROOMY_HEIGHT: Final = 6
"""Minimum height in rows for full names of commands."""

CAP_WIDTH: Final = 3
"""Width in columns of the key cap with a command's letter."""

MAX_SHORT_ROWS: Final = 2
"""Maximum number of rows of short names, so that there is room for previews. It is exceeded only if
the names do not fit otherwise."""


def paint_menu(scene: Scene[Island], width: int, height: int) -> Canvas | None:
    """Paint the commands of a turn in their fixed order, with full names if these fit. Unavailable
    commands are dim, or left out if the menu gives no reason for them. Return None if the player is
    not choosing among all commands of a turn, or if not even the short names fit."""
    partial_pick = scene.partial_pick
    if partial_pick is None or partial_pick.decision.name != "Main" or partial_pick.chosen:
        return None
    input_mode, menu = partial_pick.input_mode, partial_pick.decision
    if not isinstance(input_mode, ChoiceList) or input_mode.among or not isinstance(menu, Menu):
        return None
    full_names = (
        ((False, 3, height // 2), (False, 2, height // 2)) if height >= ROOMY_HEIGHT else ()
    )
    for short, gap, rows in (
        *full_names,
        (True, 3, MAX_SHORT_ROWS),
        (True, 2, MAX_SHORT_ROWS),
        (True, 1, height),
    ):
        page = _paint_commands(scene, input_mode, menu, width, min(rows, height), gap, short=short)
        if page is not None:
            return page
    return None


def _paint_commands(
    scene: Scene[Island],
    input_mode: ChoiceList[Island],
    menu: Menu[Island],
    width: int,
    height: int,
    gap: int,
    *,
    short: bool,
) -> Canvas | None:
    view = input_mode.partial_pick.request.view
    pointed = _pointed(input_mode)
    open_ = {choice.value: n for n, choice in enumerate(input_mode.choices()) if choice.listed}
    unavailable = {letter: n for n, (_, _, letter) in enumerate(input_mode.unavailable())}
    canvas = Canvas(width, height, scene.theme.glyphs)
    x, y = 2, 0
    for command in menu.commands(view):
        name = scene.translate(
            SHORT_NAMES[command.key] if short else command.title(view, menu.seat)
        )
        number = open_.get(command.key)
        if number is None and command.letter not in unavailable:
            continue
        name_offset = CAP_WIDTH + min(1, gap - 1)
        size = width_of(name) + (name_offset if number is not None else 2)
        if x > 2 and x + size > width - 1:
            x, y = 2, y + 1
        if y >= height:
            return None
        if number is None:
            place: Place = (buttons.SHUT, unavailable[command.letter])
            canvas.put(x, y, f"{command.letter} {name}", "closed")
        else:
            place = (buttons.CHOICE, number)
            is_pointed = number == pointed
            paint_cap(canvas, x, y, command.letter, pointed=is_pointed)
            canvas.put(x + name_offset, y, name, "strong" if is_pointed else "text")
        canvas.spot(place, Rect(x, y, size, 1), shade=OWN_STYLE)
        x += size + gap
    page = Canvas(width, y + 1, canvas.glyphs)
    page.blit(canvas, 0, 0, page.rect)
    return page


def _pointed(input_mode: ChoiceList[Island]) -> int:
    """Return the index of the command under the cursor, or of the command to which the place under
    the cursor belongs; -1 if there is none."""
    choice = input_mode.choice
    if choice.listed:
        return input_mode.pointed
    choices = enumerate(input_mode.choices())
    return next(
        (n for n, other in choices if other.listed and other.chosen == choice.chosen[:1]), -1
    )
