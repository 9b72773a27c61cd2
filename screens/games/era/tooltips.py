"""Tooltips for the table of Era: pieces, dice, tracks, supply, players, disasters and steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.core.common_wording import joined
from engine.core.step import Place
from engine.games.era.component_types import Building, Disaster, Kind, Wall
from engine.games.era.domain import Placement
from engine.games.era.forecast import forecast
from engine.games.era.state import Realm
from engine.games.era.wording import (
    amounts,
    dice,
    face_words,
    hammers,
    own_die,
    piece_words,
    shields,
    skulls,
    swords,
)
from engine.i18n.text import Seat, Text, plural, words
from screens.games.era.reference import short_disaster_text

EFFECT_TEXTS = {
    "keep": words("counts as a wall; always walled in, so it scores double; gives one noble die"),
    "disease_immunity": words("this building and its neighbours are immune to Disease"),
    "set_die": words("after the first roll, you can turn one of your dice to any face"),
    "bonus_market": words("1 point for each empty cell next to it"),
    "bonus_guildhall": words("1 point for each resource left"),
    "bonus_university": words("1 point for each point of culture"),
    "bonus_cathedral": words("1 point for each die"),
}


def effect(state: Realm, kind: Kind) -> Text | None:
    """Describe the effect of a kind of piece apart from its fixed points; None if there is no such
    effect."""
    if isinstance(kind, Wall):
        return words("encloses areas; scores nothing itself")
    if not isinstance(kind, Building):
        return words("blocks its cells")
    if kind.effect in EFFECT_TEXTS:
        return EFFECT_TEXTS[kind.effect]
    if kind.collect:
        return words("{things} in each Collect step", things=amounts(kind.collect))
    if kind.die is not None:
        return words("gives a die: {die}", die=state.box.dice[kind.die].names)
    return None


def supply(state: Realm, id: str) -> Text:
    """Return the tooltip of the kind of piece `id` in the supply: number left, cost and points
    (except for scorched areas), effect."""
    kind = state.box.kinds[id]
    number_left = state.supply[id]
    effect_text = effect(state, kind) or words("no effect")
    structure = state.box.structures.get(id)
    if structure is None:
        return words(
            "{kind}: {n} left; {effect}.", kind=kind.names, n=number_left, effect=effect_text
        )
    return plural(
        "{kind}: {left} left; costs {cost}; {n} point; {effect}.",
        "{kind}: {left} left; costs {cost}; {n} points; {effect}.",
        structure.vp,
        kind=kind.names,
        left=number_left,
        cost=amounts(structure.cost),
        effect=effect_text,
    )


def starting(state: Realm, id: str) -> Text:
    """Return the tooltip of the kind of starting piece `id`: points (except for scorched areas) and
    effect. Starting pieces cost nothing."""
    kind = state.box.kinds[id]
    effect_text = effect(state, kind) or words("no effect")
    structure = state.box.structures.get(id)
    if structure is None:
        return words("{kind}: {effect}.", kind=kind.names, effect=effect_text)
    return plural(
        "{kind}: {n} point; {effect}.",
        "{kind}: {n} points; {effect}.",
        structure.vp,
        kind=kind.names,
        effect=effect_text,
    )


def cell(state: Realm, seat: int, name: str) -> Text:
    """Return the tooltip of a cell of a domain: the piece on it or, if it is empty, whether it is
    enclosed."""
    domain = state.domain(seat)
    at = domain.geometry.grid.cell(name)
    piece = domain.at(at)
    if piece is None:
        if domain.enclosed() >> at & 1:
            return words("{cell}: empty, enclosed", cell=name)
        return words("{cell}: empty", cell=name)
    return _piece(state, seat, piece)


def _piece(state: Realm, seat: int, piece: Placement) -> Text:
    effect_text = effect(state, piece.kind) or words("no effect")
    if isinstance(piece.kind, Building):
        if state.domain(seat).is_walled_in(piece):
            return words(
                "{piece}: walled in, scores double; {effect}",
                piece=piece_words(piece),
                effect=effect_text,
            )
        return words(
            "{piece}: not walled in; {effect}", piece=piece_words(piece), effect=effect_text
        )
    return words("{piece}: {effect}", piece=piece_words(piece), effect=effect_text)


def die(state: Realm, seat: int, number: int) -> Text:
    """Return the tooltip of a die: its current face, if visible, and all its faces."""
    kind = state.box.dice[state.dice[seat][number]]
    faces = {f"a{n}": face_words(face) for n, face in enumerate(kind.faces)}
    all_faces = Text("; ".join(f"{{{name}}}" for name in faces), args=faces)
    return words("{die}. Its faces: {faces}", die=own_die(state, seat, number), faces=all_faces)


def track(state: Realm, resource: str) -> Text:
    """Return the tooltip of a resource track, with its maximum."""
    track_ = state.box.tracks[resource]
    return words(
        "{track}: {most} at most; the excess is lost", track=track_.names, most=track_.most
    )


STEP_TEXTS: Final[Mapping[str, Text]] = {
    "roll": words("Roll: everyone rolls up to three times. Skulls are locked."),
    "collect": words(
        "Collect: everyone gets what their dice show, plus what farms and mills bring."
    ),
    "feed": words("Feed: each die eats 1 food. Each unfed die gives you 1 disaster point."),
    "disasters": words("Disasters: the number of skulls decides what happens to each player."),
    "build": words("Build: one building or wall per hammer, in turn order."),
    "extort": words("Extort: a player with more swords can demand a resource from one with fewer."),
}
"""Explanation of each step of a round, by the id of the step."""

SOLO_STEP_TEXTS: Final[Mapping[str, Text]] = {
    **STEP_TEXTS,
    "roll": words("Roll: you roll up to three times. Skulls are locked."),
    "collect": words("Collect: you get what your dice show, plus what farms and mills bring."),
    "disasters": words("Disasters: the number of your skulls decides what happens to you."),
    "build": words("Build: one building or wall per hammer."),
    "extort": words(
        "Extort: with more swords than your opponent, you can take a resource. With fewer, you may "
        "lose one."
    ),
}
"""Explanation of each step of a round of the solo game, by the id of the step."""


def inspect(view: Realm, place: Place) -> Text | None:
    """Return the tooltip of a place on the table; None if the place has none."""
    match place:
        case ("domain", int(seat), str(name)):
            return cell(view, seat, name)
        case ("die", int(seat), int(number)):
            return die(view, seat, number)
        case ("supply" | "kit", str(id)):
            return supply(view, id)
        case ("track", int(), str(resource)):
            return track(view, resource)
        case ("strength", int(seat)):
            return strength(view, seat)
        case ("skulls", int(seat)):
            return skull_count(view, seat)
        case ("meal", int(seat)):
            return meal(view, seat)
        case ("count", int(seat), str(key)):
            return _COUNTS[key](view, seat)
        case ("player" | "domain", int(seat)):
            return player(view, seat)
        case ("disaster", str(id)):
            return disaster(view, id)
        case ("step", str(id)):
            return (SOLO_STEP_TEXTS if view.is_solo else STEP_TEXTS)[id]
        case ("tokens",):
            return tokens(view)
        case ("philip",):
            return philip(view)
        case _:
            return None


def strength(view: Realm, seat: int) -> Text:
    """Return the tooltip of the hammers, swords and shields that the seat's dice show."""
    dice_forecast = forecast(view, seat)
    return words(
        "{hammers} (one building or wall per hammer). {swords}: you can demand a resource from "
        "anyone with fewer swords than you and fewer shields than you have swords. "
        "{shields}: defence only.",
        hammers=hammers(dice_forecast.hammers),
        swords=swords(dice_forecast.swords),
        shields=shields(dice_forecast.shields),
    )


def skull_count(view: Realm, seat: int) -> Text:
    """Return the tooltip of the seat's skulls: the disaster that they cause, if any."""
    count = forecast(view, seat).skulls
    disaster_ = view.box.disaster(count)
    return (
        words("No skulls: no disaster.")
        if disaster_ is None
        else _disaster_text(view, disaster_, count)
    )


def disaster(view: Realm, id: str) -> Text:
    """Return the tooltip of the disaster `id`, with the smallest number of skulls that causes
    it."""
    disaster_ = next(disaster_ for disaster_ in view.box.disasters if disaster_.id == id)
    return _disaster_text(view, disaster_, disaster_.skulls_min)


def _disaster_text(view: Realm, disaster_: Disaster, count: int) -> Text:
    return words(
        "{skulls}, {disaster}: {effect}.",
        skulls=skulls(count),
        disaster=disaster_.names,
        effect=short_disaster_text(view, disaster_.id),
    )


def meal(view: Realm, seat: int) -> Text:
    """Return the tooltip of the food that the seat's dice need."""
    return words(
        "{dice} to feed: each die that gets no food gives you 1 disaster point.",
        dice=dice(len(view.dice[seat])),
    )


def _culture(view: Realm, seat: int) -> Text:
    facts = {"n": view.culture(seat), "bonus": view.box.scoring.most_culture_bonus}
    if view.is_solo:
        return words("Culture {n}: 1 point each, plus {bonus} if you have any.", **facts)
    return words("Culture {n}: 1 point each, plus {bonus} for the player with the most.", **facts)


def _disaster(view: Realm, seat: int) -> Text:
    return words("Disaster points: {n}. They are subtracted from the total.", n=view.disaster(seat))


def _walled(view: Realm, seat: int) -> Text:
    rules = view.box.scoring
    return words(
        "Walled area {n}: cells inside closed rings. Buildings there count twice. The largest area "
        "is worth {bonus}.",
        n=view.domain(seat).walled_area(),
        bonus=rules.largest_area_bonus,
    )


def _dice(view: Realm, seat: int) -> Text:
    return words(
        "{dice}, one for each keep, longhouse, townhouse and church. Each die eats 1 food per "
        "round.",
        dice=dice(len(view.dice[seat])),
    )


_COUNTS: Final[Mapping[str, Callable[[Realm, int], Text]]] = {
    "culture": _culture,
    "disaster": _disaster,
    "walled": _walled,
    "dice": _dice,
}


def tokens(view: Realm) -> Text:
    """Return the tooltip of the tracking tokens: the progress towards the end of the game."""
    return words(
        "{n} of {all} tracking tokens show X. A token is turned to X when the last building of a "
        "kind is taken. Once all of them show X, the current round is the last one.",
        n=view.tokens_turned,
        all=view.tokens,
    )


def player(view: Realm, seat: int) -> Text:
    """Return the tooltip of a player: resources, swords and shields, walled area and disaster
    points."""
    resources = {resource: view.has(seat, resource) for resource in view.box.resources}
    resources_text = amounts(resources) if any(resources.values()) else words("nothing")
    return words(
        "{seat}: {has}; {swords}, {shields}; walled area {area}; disaster points {bad}.",
        seat=Seat(seat),
        has=resources_text,
        swords=swords(view.swords(seat)),
        shields=shields(view.shields(seat)),
        area=view.domain(seat).walled_area(),
        bad=view.disaster(seat),
    )


def philip(view: Realm) -> Text:
    """Return the tooltip of Sir Philip, the opponent in a solo game: the faces of his dice, if
    rolled, and when he or the player takes a resource."""
    faces = view.philip_results()
    shown = joined([face_words(face) for face in faces], "; ") if faces else words("not rolled yet")
    return words(
        "{name}: {dice}. If his swords outnumber both your swords and your shields, he takes a "
        "resource. If your swords outnumber both of his, you take one.",
        name=view.box.solo.opponent,
        dice=shown,
    )
