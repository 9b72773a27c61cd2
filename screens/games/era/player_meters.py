"""A player's meters and counts, and a forecast computed from the current dice."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from engine.games.era.build import BuildStructure
from engine.games.era.component_types import Disaster
from engine.games.era.forecast import Forecast, Harm, forecast, harm
from engine.games.era.state import Arms, Realm
from engine.games.era.wording import shields, swords
from engine.i18n.text import Text, plural, words
from screens.games.era.symbols import (
    DICE_WORD,
    HAMMER,
    RESOURCE_LETTERS,
    SHIELD,
    SKULL,
    SWORD,
    TRACK_HUES,
    put_parts,
)
from screens.paint.canvas import Canvas, Rect
from screens.paint.cells import width_of
from screens.paint.shapes import paint_meter
from screens.table_view.scene import Scene

FOOD_STEP: Final = 3
"""Amount of food for which one symbol of the food meter stands."""

Parts = list[tuple[str, str]]


def paint_tracks(scene: Scene[Realm], canvas: Canvas, rect: Rect, seat: int) -> int:
    """Paint the four resource tracks as meters, in two columns with the counts below or, if `rect`
    has at least four rows, one below another with the counts on the right. Return the row after
    them."""
    tall = rect.height >= 4
    _paint_meters(scene, canvas, rect, seat, tall=tall)
    counts = list(zip(COUNT_KEYS, count_parts(scene, seat), strict=True))
    if tall:
        left, right = rect.x + 26, rect.x + min(26 + 16, rect.width)
        for y, (key, (name, value, role)) in enumerate(counts, rect.y):
            canvas.put(left, y, name, "dim")
            canvas.put_right(right, y, value, role)
            canvas.spot(("count", seat, key), Rect(left, y, right - left, 1))
        return rect.y + 4
    x, y = rect.x, rect.y + 2
    for key, (name, value, role) in counts:
        end = put_parts(canvas, x, y, [(f"{name} ", "dim"), (value, role)])
        canvas.spot(("count", seat, key), Rect(x, y, end - x, 1))
        x = end + 2
    return y + 1


def _paint_meters(
    scene: Scene[Realm], canvas: Canvas, rect: Rect, seat: int, *, tall: bool
) -> None:
    view = scene.view
    half = (rect.width + 1) // 2
    for number, resource in enumerate(view.box.resources):
        row, column = (number, 0) if tall else divmod(number, 2)
        x, y = rect.x + column * half, rect.y + row
        track, value = view.box.tracks[resource], view.has(seat, resource)
        word = scene.translate(_NAMES[resource])
        canvas.put(x, y, word, TRACK_HUES[resource])
        step = FOOD_STEP if resource == "food" else 1
        filled, signs = -(-value // step), -(-track.most // step)
        end = paint_meter(canvas, x + 7, y, filled, signs, TRACK_HUES[resource], number=False)
        right = x + (22 if tall else half - 2)
        text = f"{value}/{track.most}"
        canvas.put_right(right, y, text, "strong" if value else "dim")
        key, place = Rect(x + 6, y, 1, 1), Rect(x, y, max(end, right) - x, 1)
        canvas.spot(("track", seat, resource), place, key=key)


_NAMES = {
    "goods": words("goods"),
    "stone": words("stone"),
    "wood": words("wood"),
    "food": words("food"),
}


COUNT_KEYS: Final = ("culture", "disaster", "walled", "dice")
"""Keys of the counts beside or below the tracks, in order."""


def count_parts(scene: Scene[Realm], seat: int) -> list[tuple[str, str, str]]:
    """Return the name, number and role of culture, disaster points, walled area and dice."""
    view = scene.view
    culture, disaster = view.culture(seat), view.disaster(seat)
    area, number = view.domain(seat).walled_area(), len(view.dice[seat])
    return [
        (scene.translate(words("culture")), str(culture), "strong" if culture else "dim"),
        (
            scene.translate(words("disaster")),
            f"-{disaster}" if disaster else "0",
            "bad bold" if disaster else "dim",
        ),
        (scene.translate(words("walled")), str(area), "good bold" if area else "dim"),
        (scene.translate(DICE_WORD), str(number), "strong"),
    ]


# ---------------------------------------------------------------------- consequences


def forecast_lines(
    scene: Scene[Realm], seat: int, width: int, rolled: Collection[int] = ()
) -> list[Parts]:
    """Return the forecast from the dice: a line for hammers and swords, one for skulls (empty once
    the disasters are over), and one for food and losses while dice are rolled. `rolled` are the
    dice that will be rolled again. There are no lines once the game is over."""
    if scene.view.over:
        return []
    dice_forecast = forecast(scene.view, seat, rolled)
    lines = [_strength(scene, seat, dice_forecast)]
    lines.append(_skulls(scene, seat, dice_forecast) if skulls_to_come(scene.view) else [])
    if scene.view.step == "roll":
        lines.append(_food(scene, seat, dice_forecast))
    return [_fit(line, width) for line in lines]


def skulls_to_come(view: Realm) -> bool:
    """Return whether disasters may still come in this round."""
    return not view.over and view.step not in ("build", "extort")


def _fit(parts: Sequence[tuple[str, str]], width: int) -> Parts:
    """Return the leading parts that fit into `width` without being cut."""
    fitting: Parts = []
    used = 0
    for text, role in parts:
        if used + width_of(text) > width:
            break
        fitting.append((text, role))
        used += width_of(text)
    return fitting


def _hammers(scene: Scene[Realm], seat: int, dice_forecast: Forecast) -> int | None:
    """Return the number of hammers that the seat's dice show or, while the seat is building, the
    number left. Return None in Extort, when hammers can no longer be used."""
    if scene.view.step == "extort":
        return None
    for pending in scene.pending:
        if pending.seat == seat and isinstance(pending.decision, BuildStructure):
            return pending.decision.left
    return dice_forecast.hammers


def _strength(scene: Scene[Realm], seat: int, dice_forecast: Forecast) -> Parts:
    glyphs = scene.theme.glyphs
    parts: Parts = []
    if (hammers_left := _hammers(scene, seat, dice_forecast)) is not None:
        text = plural("{n} {sign} hammer", "{n} {sign} hammers", hammers_left, sign=glyphs(HAMMER))
        parts.append((scene.translate(text), "strong" if hammers_left else "dim"))
    rivals = _rivals(scene, seat)
    own_arms_text = f"{glyphs(SWORD)}{dice_forecast.swords} {glyphs(SHIELD)}{dice_forecast.shields}"
    if not rivals:
        own_arms_text = (
            f"{glyphs(SWORD)} {scene.translate(swords(dice_forecast.swords))}"
            f"  {glyphs(SHIELD)} {scene.translate(shields(dice_forecast.shields))}"
        )
    parts.append((f"  {own_arms_text}" if parts else own_arms_text, "text"))
    if rivals:
        name, arms = rivals
        shown = f"{glyphs(SWORD)}{arms.swords} {glyphs(SHIELD)}{arms.shields}"
        parts.append((f"  {name} {shown}", "dim"))
        threat = threat_of(Arms(dice_forecast.swords, dice_forecast.shields), arms)
        parts += [("  " + scene.translate(text), role) for text, role in threat]
    return parts


def _rivals(scene: Scene[Realm], seat: int) -> tuple[str, Arms] | None:
    """Return the name and arms of the opponent with the most swords (of Sir Philip in a solo game);
    None if no dice are visible."""
    view = scene.view
    if view.is_solo:
        faces = view.philip_results()
        name = scene.translate(view.box.solo.opponent)
        return (name, Arms.on(faces)) if faces else None
    if not view.dice_open:
        return None
    strongest = max(view.opponents(seat), key=lambda other: (view.swords(other), -other))
    return scene.name(strongest), view.arms(strongest)


def threat_of(own_arms: Arms, opponent_arms: Arms) -> list[tuple[Text, str]]:
    """Return texts, each with its role, about whether the player with `opponent_arms` can extort
    the one with `own_arms` or be extorted; empty if neither is possible."""
    if opponent_arms.can_extort(own_arms):
        return [(words("can rob you"), "bad")]
    return [(words("you can rob them"), "good")] if own_arms.can_extort(opponent_arms) else []


def _skulls(scene: Scene[Realm], seat: int, dice_forecast: Forecast) -> Parts:
    view = scene.view
    sign = scene.theme.glyphs(SKULL)
    current_harm = harm(view, seat, dice_forecast.skulls)
    next_harm = harm(view, seat, dice_forecast.skulls + 1)
    if current_harm is None:
        parts: Parts = [(scene.translate(words("no skull")), "dim")]
    else:
        skulls = scene.translate(plural("{n} skull", "{n} skulls", dice_forecast.skulls))
        name = scene.translate(current_harm.disaster.names)
        parts = [(f"{sign} {skulls}: {name}{_price(current_harm)}", "bad bold")]
        if victims := _victims_text(scene, seat, current_harm):
            parts.append((f" {victims}", "text"))
    current = None if current_harm is None else current_harm.disaster
    if view.step == "roll" and next_harm is not None and next_harm.disaster != current:
        next_name = scene.translate(next_harm.disaster.names)
        text = words("one more: {disaster}", disaster=next_name)
        parts.append((f"; {scene.translate(text)}{_price(next_harm)}", "dim"))
        if next_harm.disaster.id != "disease" and (
            victims := _victims_text(scene, seat, next_harm)
        ):
            parts.append((f" {victims}", "dim"))
    return parts


def _price(damage: Harm) -> str:
    if damage.goods:
        return f" -{damage.goods}"
    return f" -{damage.points}" if damage.points else ""


def _victims_text(scene: Scene[Realm], seat: int, damage: Harm) -> str:
    """Return a text about the players that a disaster hits or, for Disease, about the cells of the
    buildings that count; empty if no building counts, or if the price already says that the
    disaster hits the seat itself."""
    if damage.disaster.id == "disease":
        cells = " ".join(piece.cells[0] for piece in damage.buildings)
        return f"({cells})" if cells else ""
    if damage.victims and damage.victims != (seat,):
        return f"({', '.join(scene.name(other) for other in damage.victims)})"
    if damage.victims or hits_itself(scene.view, damage.disaster):
        return "" if _price(damage) else scene.translate(words("hits you"))
    return scene.translate(words("hits nobody"))


def hits_itself(view: Realm, disaster: Disaster) -> bool:
    """Return whether a disaster hits the player whose dice show the skulls."""
    return view.is_solo or disaster.affects != "opponents"


def _food(scene: Scene[Realm], seat: int, dice_forecast: Forecast) -> Parts:
    food = dice_forecast.stores["food"]
    upper_bound = f"-{food.comes + food.perhaps}" if food.perhaps else ""
    sums = plural(
        "food {has} + {comes}, {n} die to feed",
        "food {has} + {comes}, {n} dice to feed",
        dice_forecast.meal,
        has=food.has,
        comes=f"{food.comes}{upper_bound}",
    )
    parts: Parts = [(scene.translate(sums), "text")]
    if dice_forecast.hungry:
        unfed = (
            words("disaster up to -{n}", n=dice_forecast.hungry)
            if food.perhaps
            else words("disaster -{n}", n=dice_forecast.hungry)
        )
        parts = [(scene.translate(unfed), "warn bold"), (f": {scene.translate(sums)}", "warn")]
    for resource in scene.view.box.resources:
        store = dice_forecast.stores[resource]
        if store.lost:
            lost = f"{store.lost}{scene.translate(RESOURCE_LETTERS[resource])}"
            parts.append(("  " + scene.translate(words("lost: {amount}", amount=lost)), "warn"))
    return parts


def short_forecast(scene: Scene[Realm], seat: int, width: int) -> Parts:
    """Return the forecast in one line: hammers (not in Extort), disaster, swords and shields. It is
    empty once the game is over."""
    if scene.view.over:
        return []
    dice_forecast = forecast(scene.view, seat)
    glyphs = scene.theme.glyphs
    parts: Parts = []
    if (hammers_left := _hammers(scene, seat, dice_forecast)) is not None:
        text = plural("{n} hammer", "{n} hammers", hammers_left)
        parts.append((scene.translate(text), "strong" if hammers_left else "dim"))
    current_harm = (
        harm(scene.view, seat, dice_forecast.skulls) if skulls_to_come(scene.view) else None
    )
    if current_harm is not None:
        name = scene.translate(current_harm.disaster.names)
        parts.append(
            (f"  {dice_forecast.skulls}{glyphs(SKULL)} {name}{_price(current_harm)}", "bad")
        )
    arms = f"{glyphs(SWORD)}{dice_forecast.swords} {glyphs(SHIELD)}{dice_forecast.shields}"
    return _fit([*parts, (f"  {arms}" if parts else arms, "text")], width)
