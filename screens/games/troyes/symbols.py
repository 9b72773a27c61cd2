"""Short symbols and names of Troyes: owners, dice, commands, buildings, effects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from engine.games.troyes import component_types
from engine.games.troyes.black_dice import faced
from engine.games.troyes.component_types import Building, Card, EventCard, Modifier
from engine.games.troyes.dice import (
    ANY,
    BLACK_FACES,
    COLOUR,
    FACES,
    NEUTRAL,
    RED,
    SIDES,
    WHITE,
)
from engine.games.troyes.state import Town
from engine.i18n.text import Text, plural, words
from screens.paint.canvas import Canvas, Spot
from screens.paint.card_rows import AT_REST, DieFace
from screens.paint.cells import clip, width_of
from screens.table_view.player_labels import PlayerLabels

_SHORT: Final = {"bishopric": words("Bishopric")}


def building_name(building: Building) -> Text:
    """Return the name of a building, shortened if it would be too long for the table in some
    language."""
    return _SHORT.get(building.id) or words("{building}", building=building.names)


_BRIEF: Final = {"city_hall": words("Hall"), "bishopric": words("Bish.")}


def brief_name(building: Building) -> Text:
    """Return the name of a building in one short word."""
    return _BRIEF.get(building.id) or words("{building}", building=building.names)


_COMMANDS: Final = {
    "activate": words("activate a card"),
    "fight": words("fight an event"),
    "build": words("cathedral"),
    "place": words("place a citizen"),
    "farm": words("agriculture"),
}


def short_name(view: Town, key: str, coin: str) -> Text:
    """Return the short name of the command that has the key `key` in picks. `coin` is the symbol of
    deniers."""
    box = view.box
    match key:
        case "pass":
            return words("pass, +{n}{coin}", n=box.pass_first, coin=coin)
        case "defeat":
            return words("discard dice against {die}", die=faced(view))
        case "yield":
            return words("give in: -{n} VP", n=box.undefeated_penalty)
        case "reroll":
            return words("reroll a die, {n}i", n=box.reroll_cost)
        case "recruit":
            return words("recruit a citizen, {n}i", n=box.recruit_cost)
        case "flip":
            return words("turn dice over, {n}i", n=box.flip_cost)
    return _COMMANDS[key]


HUES: Final = ("red", "white", "yellow", "violet")
"""Hues of the colours of dice and cards. The last one is for mixtures."""


def card_role(colour: int) -> str:
    return f"card.{HUES[colour]}"


def die_role(colour: int) -> str:
    return f"die.{HUES[colour]}"


ROLES: Final[Mapping[str, str]] = {
    **{f"card.{hue}": f"tint.{hue}" for hue in HUES},
    **{f"card.{hue}.1": f"tint.{hue}.1" for hue in HUES},
    **{f"die.{hue}": f"block.{hue}" for hue in HUES},
    "die.black": "tint.black",
    "gray": "block.grey",
    **{
        f"{kind}.{seat}": f"{kind}.{other}"
        for seat, other in enumerate((4, 0, 2, 6))
        for kind in ("seat", "piece", "mid")
        if seat != other
    },
}
"""Styles of the roles in Troyes. Districts are pink, blue, green and orange, because dice are red,
white, yellow and black."""


@frozen
class TownLabels(PlayerLabels[Town]):
    """Short labels for players, dice and effects, for one reader."""

    # ------------------------------------------------------------------ owners

    def owner(self, owner: int) -> str:
        """Return the letter of a player, or a dot for a neutral owner."""
        return self.glyphs("dot") if owner == NEUTRAL else self.letters[owner]

    def owner_role(self, owner: int) -> str:
        """Return the role of a piece of `owner`, who is a seat or `NEUTRAL`."""
        return "gray" if owner == NEUTRAL else f"piece.{owner}"

    def put_owner(self, canvas: Canvas, x: int, y: int, owner: int) -> int:
        """Paint a cube or citizen, one cell wide, as its owner's letter in the owner's colour.
        Return the column after it."""
        return canvas.put(x, y, self.owner(owner), self.owner_role(owner), ground="")

    # ------------------------------------------------------------------ dice

    def face(self, face: int) -> str:
        """Return the letter of a die's colour and its value."""
        return self.translate(FACES[face])

    def black(self, value: int) -> str:
        """Return the letter of black dice, followed by `value`."""
        return self.translate(BLACK_FACES[value - 1])

    def colour(self, colour: int) -> str:
        """Return the letter of a colour of dice, or a star for mixtures."""
        return "*" if colour == ANY else self.face(colour * SIDES)[0]

    @property
    def black_letter(self) -> str:
        return self.black(1)[0]

    def die(self, face: int, place: Spot, state: str = AT_REST) -> DieFace:
        """Return a die with its style, at its place on the table."""
        hue = HUES[COLOUR[face]]
        return DieFace(self.face(face), die_role(COLOUR[face]), state, f"card.{hue}", place)

    def black_die(self, value: int, place: Spot, state: str = AT_REST) -> DieFace:
        """Return a black die with its style, at its place on the table."""
        return DieFace(self.black(value), "die.black", state, "on.raised", place)

    # ------------------------------------------------------------------ cards

    def effect(self, card: Card) -> Text:
        """Return the effect of an activation in a text short enough for a card."""
        return self._effects(card)[0]

    def short_effect(self, card: Card) -> Text:
        """Return the effect of an activation in a text of at most 16 cells, for cards two rows
        high."""
        return self._effects(card)[1]

    def _effects(self, card: Card) -> tuple[Text, Text]:
        """Return the effect of an activation in two texts: one short enough for a card, and one of
        at most 16 cells."""
        if card.modifier is not None:
            return self._delayed_effects(card.modifier)
        n, coin, red = card.amount, self.glyphs("coin"), self.colour(RED)
        match card.ability:
            case component_types.CHOOSE_BUILDING:
                full = words("{n}{coin}/Palace or Bishopric", n=n, coin=coin)
                white = self.colour(WHITE)
                signs = {"n": n, "coin": coin, "red": red, "white": white}
                return full, words("{n}{coin}/{red}/{white} citizen", **signs)
            case component_types.CATHEDRAL_PAIRS:
                return words("{n} VP/2 cathedral cubes", n=n), words("{n} VP/2 cathedral", n=n)
            case component_types.CONTEST:
                return self._contest(card, red)
            case component_types.ROLL:
                hits = {"low": card.hits[0], "high": card.hits[-1]}
                full = words("roll: {low}-{high} places a cube", **hits)
                return full, words("roll {low}-{high}: cube", **hits)
            case component_types.CUBES_PER_RED_DIE:
                full = plural("{n} cube per red die left", "{n} cubes per red die left", n)
                return full, words("{n} cube/{red} left", n=n, red=red)
            case component_types.EVENT_CUBES:
                paid = card.pay_influence
                effect = plural("-{paid}i, {n} cube", "-{paid}i, {n} cubes", n, paid=paid)
                return effect, effect
            case component_types.LEVY:
                full = words("{n}{coin} per City Hall rival", n=n, coin=coin)
                return full, words("{n}{coin}/rival in Hall", n=n, coin=coin)
            case component_types.EVENTS_WITH_CUBE:
                return words("{n} VP per event of yours", n=n), words("{n} VP/your event", n=n)
            case component_types.YELLOW_DICE:
                effect = words("{n}{coin}/yellow die", n=n, coin=coin)
                return effect, effect
            case component_types.RED_DICE:
                full = words("{n} VP per red die (most)", n=n)
                return full, words("{n} VP/{red} (most)", n=n, red=red)
        effect = self._exchange(card)
        return effect, effect

    def _contest(self, card: Card, red: str) -> tuple[Text, Text]:
        """Return the prize of a contest in two texts: one short enough for a card, and one of at
        most 16 cells."""
        n = card.gain_vp
        if card.contest == component_types.MOST_DICE:
            return words("{n} VP for the most dice", n=n), words("{n} VP: most dice", n=n)
        return words("{n} VP for the most red pips", n=n), words("{n} VP: most {red}", n=n, red=red)

    def _exchange(self, card: Card) -> Text:
        coin, point = self.glyphs("coin"), self.translate(words("VP"))
        influence = self.translate(words("i"))
        amounts = (
            (-card.pay_deniers, coin),
            (-card.pay_influence, influence),
            (card.gain_deniers, coin),
            (card.gain_influence, influence),
            (card.gain_vp, point),
        )
        amounts_text = " ".join(f"{number:+}{sign}" for number, sign in amounts if number)
        return Text("{told}", None, 1, {"told": amounts_text})

    def _delayed_effects(self, modifier: Modifier) -> tuple[Text, Text]:
        """Return the delayed effect of a card in two texts: in full, and in at most 16 cells."""
        die, becomes, n = self.colour(modifier.die), self.colour(modifier.becomes), modifier.amount
        match modifier.kind:
            case component_types.GROUP_PLUS:
                full = words("later: {die} group +{n}", die=die, n=n)
                return full, words("later: {die} sum +{n}", die=die, n=n)
            case component_types.RECOLOUR:
                full = words("later: {die} count as {becomes}", die=die, becomes=becomes)
                return full, words("later: {die} as {becomes}", die=die, becomes=becomes)
            case component_types.FREE_DICE:
                full = words("later: first {die} free", die=die)
                return full, words("later: 1 {die} free", die=die)
            case component_types.SPLIT:
                facts = {"die": die, "n": modifier.copies, "becomes": becomes}
                full = words("later: 1{die} counts as {n}{becomes}", **facts)
                return full, words("later: 1{die} = {n}{becomes}", **facts)
            case component_types.EACH_BECOMES:
                return words("later: each die is {n}", n=n), words("later: dice = {n}", n=n)
        if modifier.die == ANY:
            return words("later: each die +{n}", n=n), words("later: dice +{n}", n=n)
        full = words("later: each {die} +{n}", die=die, n=n)
        return full, words("later: all {die} +{n}", die=die, n=n)

    # ------------------------------------------------------------------ events

    def event_effect(self, event: EventCard, *, brief: bool = False) -> Text:
        """Return the effect of an event in each round in a text short enough for a card or, if
        `brief`, short enough to fit beside a name."""
        n, coin, gray = event.amount, self.glyphs("coin"), self.glyphs("dot")
        building = self.view.box.buildings[event.building]
        match event.effect:
            case component_types.LOSE_DENIERS:
                return words("each -{n}{coin}", n=n, coin=coin)
            case component_types.LOSE_INFLUENCE:
                return words("each -{n}i", n=n)
            case component_types.PAY_PER_CITIZEN:
                building_text = brief_name(building) if brief else words("{name}", name=building)
                return words("-{n}{coin}/{building}", n=n, coin=coin, building=building_text)
            case component_types.GRAY_CITIZEN:
                building_text = brief_name(building) if brief else building_name(building)
                return words("+{gray} {building}", gray=gray, building=building_text)
            case component_types.REMOVE_CATHEDRAL_CUBE:
                if brief:
                    return words("-{n} cath.", n=n)
                return words("-{n} cathedral", n=n)
            case component_types.GRAY_CATHEDRAL_CUBE:
                if brief:
                    return words("+{gray} cath.", gray=gray)
                return words("+{gray} cathedral", gray=gray)
            case component_types.GRAY_EVENT_CUBES:
                if brief:
                    return words("+{gray} {n} to left", gray=gray, n=event.reach)
                return words("+{gray} on {n} to the left", gray=gray, n=event.reach)
            case component_types.REMOVE_EVENT_CUBES:
                if brief:
                    return words("-{n}/event", n=n)
                return words("-{n} per event", n=n)
        return plural("{n} black die", "{n} black dice", event.black)

    def fitting_event_effect(self, event: EventCard, width: int) -> str:
        """Return the effect of an event in a text of at most `width` cells. The number of black
        dice may be left out, because it is shown above. For Marauding, the text also says that the
        event acts every round, if there is room."""
        translate = self.translate
        versions = [
            translate(self.event_effect(event)),
            translate(self.event_effect(event, brief=True)),
        ]
        if event.index == component_types.MARAUDING:
            versions.insert(0, translate(words("{acts} every round", acts=versions[0])))
        if event.effect == component_types.BLACK_DICE:
            versions.append(translate(words("black dice")))
        return next(
            (version for version in versions if width_of(version) <= width),
            clip(versions[-1], width, self.glyphs),
        )
