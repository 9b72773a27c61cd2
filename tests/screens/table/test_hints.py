"""A hint selects what it names: Enter alone goes through every part of the suggested pick."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from attrs import evolve

from engine.core.chance import Dice
from engine.core.event import PICK_EVENT, Value
from engine.games.deus.offering import god_of
from engine.i18n.language import Translator
from engine.i18n.text import Seat, words
from engine.match.decision_request import DecisionRequest
from engine.match.preview import Preview
from engine.search.root_search import Estimate
from screens.paint import buttons
from screens.paint.canvas import Canvas, Rect
from screens.paint.theme import theme
from screens.table.effects import RepaintScope
from screens.table.messages import HintReady
from screens.table.table_state import TABLE_PAGE
from screens.table_view.painter_registry import painter_for
from screens.table_view.scene import Scene
from tests.matrix import with_each
from tests.screens.table.headless import HeadlessMatch
from tests.screens.table.positions import PLAYERS, positions, press_hint, seated
from tests.screens.tables import any_option, sampled, scene_of

MAX_ENTERS: Final = 16


def covered(table: HeadlessMatch) -> list[str]:
    """The options in the panel over which the hint lies."""
    hinted = table.picture.canvas
    table.table.renderer.invalidate(RepaintScope.ALL)
    free = table.table.renderer.picture(evolve(table.state, message="", hint_text="")).canvas
    table.table.renderer.invalidate(RepaintScope.ALL)
    options = [one for one in free.spots if isinstance(one, tuple) and one[0] == buttons.CHOICE]
    rects = [rect for place in options for rect in free.rects(place)]
    return [text for rect in rects if (text := cells(free, rect)) != cells(hinted, rect)]


def cells(canvas: Canvas, rect: Rect) -> str:
    """The text in a rectangle."""
    rows = range(rect.y, rect.bottom)
    return "".join("".join(canvas.chars[y][rect.x : rect.right]) for y in rows)


def chosen_by_hint(table: HeadlessMatch) -> tuple[Value, Value]:
    """The text of the hint, and the pick made by it and Enter alone."""
    partial_pick = table.state.partial_pick
    assert partial_pick is not None
    hinted = table.session.hint(partial_pick.request.seat)
    before = table.session.match_view.length
    press_hint(table)
    assert not covered(table)
    for _ in range(MAX_ENTERS):
        table.press("enter")
        if table.session.match_view.length > before:
            break
    picks = [event.value for event in table.session.match.log[before:] if event.kind == PICK_EVENT]
    return hinted, picks[0] if picks else f"nothing: {table.state.message}"


def check_hints(game: str, seed: int, count: int, apart: int) -> None:
    """Check hints at positions of matches, at the smallest size and a large one."""
    for number, lots in enumerate((sampled(b"%d" % seed), any_option(seed))):
        for at, match in enumerate(positions(game, seed + number, lots, count, apart)):
            step = match.pending()[0].decision.name
            with seated(match, (80, 24) if at % 2 else (160, 50)) as table:
                hinted, chosen = chosen_by_hint(table)
            assert chosen == hinted, f"{step}, {len(match.log)} events of seed {seed + number}"


@with_each(PLAYERS)
def test_hint_selects_what_it_names(game: str) -> None:
    check_hints(game, 1, 12, 14)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 12, 2))
@with_each(PLAYERS)
def test_hint_selects_what_it_names_anywhere(game: str, seed: int) -> None:
    check_hints(game, seed, 150, 5)


@pytest.mark.parametrize("game", ["era", "troyes"])
def test_the_key_that_confirms_takes_what_the_hint_has_marked(game: str) -> None:
    """The label of this key names the dice that the hint has marked."""
    confirmed = 0
    for match in positions(game, 5, any_option(3), 40, 3):
        with seated(match, (120, 40)) as table:
            partial_pick = table.state.partial_pick
            assert partial_pick is not None
            hinted = table.session.hint(partial_pick.request.seat)
            if partial_pick.decision.name == "ChooseDice":
                table.press(*"123")
            press_hint(table)
            partial_pick = table.state.partial_pick
            assert partial_pick is not None
            key = partial_pick.input_mode.confirm_key
            marks = partial_pick.input_mode
            if key is None or not (
                getattr(marks, "marked_names", ()) or getattr(marks, "things", ())
            ):
                continue
            before = table.session.match_view.length
            table.press(key)
            if getattr(
                marks, "influence_use", ""
            ):  # the hint takes a command that asks for a die first
                table.press("enter")
            picks = [event.value for event in table.session.match.log[before:]]
            assert picks[:1] == [hinted]
            confirmed += 1
    assert confirmed > 2


def reasons(game: str, count: int) -> Iterator[tuple[Scene, Preview, str]]:
    """The reasons that hints give in positions of a match."""
    for match in positions(game, 3, sampled(b"reasons"), count, 4):
        with seated(match, (80, 24)) as table:
            partial_pick = table.state.partial_pick
            assert partial_pick is not None
            match_view = table.session.match_view
            request, pick = (
                table.session.ask(partial_pick.seat),
                table.session.hint(partial_pick.seat),
            )
            pick_preview = request.preview(pick, policy=match_view.game.follow)
            scene = scene_of(painter_for(game), match)
            place = request.target(request.decision.parts_of(pick))
            reason = painter_for(game).why(scene, pick_preview, place)
            yield scene, pick_preview, "" if reason is None else scene.translate(reason)


@with_each(PLAYERS)
def test_reason_for_a_pick_does_not_depend_on_the_cursor(game: str) -> None:
    with_reasons = 0
    painter = painter_for(game)
    for match in positions(game, 3, any_option(9), 25, 4):
        with seated(match, (80, 24)) as table:
            partial_pick = table.state.partial_pick
            assert partial_pick is not None
            match_view, request = table.session.match_view, partial_pick.request
            listed = list(request.options)[:6] if request.decision.listed else []
            picks = [table.session.hint(partial_pick.seat), *listed]
            translator = Translator("en", match.header.names)
            for pick in picks:
                pick_preview = request.preview(pick, policy=match_view.game.follow)
                place = request.target(request.decision.parts_of(pick))
                reasons = set()
                for pointed in (0, 1, -1):
                    fork = partial_pick.forked()
                    if fork.input_mode.stops():
                        fork.input_mode.point(pointed)
                    scene = Scene.of(match_view, partial_pick.seat, translator, theme(), fork)
                    why = painter.why(scene, pick_preview, place)
                    reasons.add("" if why is None else scene.translate(why))
                assert len(reasons) == 1, (request.decision.name, reasons)
                with_reasons += reasons != {""}
    assert with_reasons


@pytest.mark.parametrize(
    ("gains", "said"),
    [
        ({"vp": 4}, "+4 Total"),
        ({"vp": 4, "deniers": 2}, "+4 Total, +2 Deniers"),
    ],
)
def test_reason_does_not_give_a_part_beside_a_sum_with_the_same_change(
    gains: dict[str, int], said: str
) -> None:
    (match,) = positions("troyes", 1, sampled(b"why"), 1, 20)
    painter = painter_for("troyes")
    with seated(match, (80, 24)) as table:
        partial_pick = table.state.partial_pick
        assert partial_pick is not None
        scene, request = scene_of(painter, match), partial_pick.request
        pick_preview = request.preview(request.options[0])
        after: Any = scene.view.copy()
        for field, number in gains.items():
            getattr(after, field)[scene.seat] += number
        why = painter.why(scene, evolve(pick_preview, pick=("pass",), view=after), None)
        assert why is not None
        assert scene.translate(why) == said


@with_each(PLAYERS)
def test_reason_of_a_hint_is_said_once_and_is_not_the_name_of_the_pick(game: str) -> None:
    hints = 0
    for match in positions(game, 3, any_option(4), 30, 3):
        with seated(match, (120, 40)) as table:
            partial_pick = table.state.partial_pick
            assert partial_pick is not None
            request = partial_pick.request
            if not request.decision.listed or len(request.options) < 2:
                continue
            press_hint(table)
            estimates = [Estimate(pick, 0.5, 0.01, 40) for pick in list(request.options)[:3]]
            table.send(HintReady(request, tuple(estimates)))
            table.press("H")
            what, _, rest = table.state.message.partition(" Why: ")
            why, _, others = rest.partition(". ")
            hints += bool(why)
            assert not why or f": {why}." not in f"{what}.", table.state.message
            clauses = others.removesuffix(".").split("; ")
            assert not any(why and one.endswith(f": {why}") for one in clauses), others
    assert hints or game not in ("middle_ages", "era")


def test_alternatives_of_a_hint_have_their_own_reasons() -> None:
    """Tiles, tokens and columns of Middle Ages: each alternative has the reason in the list."""
    compared = 0
    for match in positions("middle_ages", 3, any_option(4), 30, 2):
        with seated(match, (120, 40)) as table:
            partial_pick = table.state.partial_pick
            assert partial_pick is not None
            request = partial_pick.request
            if not request.decision.listed or len(request.options) < 2:
                continue
            press_hint(table)
            one, other = list(request.options)[:2]
            estimates = (Estimate(one, 0.6, 0.01, 40), Estimate(other, 0.4, 0.01, 40))
            table.send(HintReady(request, estimates))
            table.press("H")
            scene = Scene.of(
                table.session.match_view,
                request.seat,
                Translator("en", match.header.names),
                theme(),
            )
            painter = painter_for("middle_ages")
            for pick in (one, other):
                place = request.target(request.decision.parts_of(pick))
                pick_preview = request.preview(pick, policy=scene.game.follow)
                why = painter.why(scene, pick_preview, place)
                if why is not None:
                    compared += 1
                    assert scene.translate(why) in table.state.message
    assert compared > 10


@with_each(PLAYERS)
def test_hint_never_covers_the_question(game: str) -> None:
    for match in positions(game, 4, any_option(4), 15, 5):
        with seated(match, (80, 24)) as table:
            lines = table.picture.canvas.lines()
            question = len(lines) - 1 - painter_for(game).decision_rows(80, 24)
            seat = table.translate(words("{seat}:", seat=Seat(match.pending()[0].seat)))
            assert seat in lines[question]
            press_hint(table)
            assert seat in table.picture.canvas.lines()[question]


@with_each(PLAYERS)
def test_hint_is_still_shown_after_other_pages(game: str) -> None:
    match = next(positions(game, 1, sampled(b"pages"), 1, 20))
    with seated(match, (80, 24)) as table:
        press_hint(table)
        hint, rows = table.state.message, table.picture.canvas.chars
        assert hint
        for keys in (
            ["?", "down", "escape"],
            ["s", "s"],
            ["E", "up", "escape"],
            ["/", "left", "/"],
        ):
            table.press(*keys)
            assert (table.state.zone, table.state.message) == (TABLE_PAGE, hint), keys
            assert table.picture.canvas.chars == rows, keys
        table.press("left")
        table.press("?", "escape")
        assert table.state.message != hint, "an arrow ends it"


def test_hint_shows_chances_and_points_once_the_game_is_decided() -> None:
    for match in positions("middle_ages", 8, any_option(8), 30, 3):
        options = list(match.options(match.pending()[0].seat))
        if not match.pending()[0].decision.listed or len(options) < 3:
            continue
        with seated(match, (120, 40)) as table:
            partial_pick = table.state.partial_pick
            assert partial_pick is not None
            request = partial_pick.request
            press_hint(table)

            def hint_of(
                *chances: float,
                table: HeadlessMatch = table,
                request: Any = request,
                options: list[Value] = options,
            ) -> str:
                estimates = [
                    Estimate(pick, chance, 0.02, 40)
                    for pick, chance in zip(options, chances, strict=False)
                ]
                table.send(HintReady(request, tuple(estimates)))
                table.press("H")
                return table.state.message

            apart = hint_of(0.5, 0.3, 0.4)
            assert "(50% chance to win)" in apart
            assert apart.index("(40%)") < apart.index("(30%)")
            alike = hint_of(0.29, 0.4, 0.31)
            assert "29% chance" in alike
            assert "About as good: " in alike
            assert "40%" not in alike
            for won in (0.001, 0.999):
                decided = hint_of(won, won - 0.1, won - 0.2)
                assert "%" not in decided
                assert "coin" in decided
            return
    raise AssertionError("nothing to choose from")


@with_each(PLAYERS)
def test_hint_names_one_figure_per_pick_once_the_game_is_decided(game: str) -> None:
    told = 0
    for match in positions(game, 8, sampled(b"figures"), 60, 2):
        pending = match.pending()[0]
        options = list(match.options(pending.seat)) if pending.decision.listed else []
        with seated(match, (120, 40)) as table:
            if len(options) < 2 or table.state.partial_pick is None:
                continue
            press_hint(table)
            estimates = tuple(
                Estimate(pick, 0.999 - n / 5, 0.02, 40) for n, pick in enumerate(options)
            )
            table.send(HintReady(table.state.partial_pick.request, estimates[:3]))
            table.press("H")
            for one in re.split(r"Next best: |About as good: |; ", table.state.message):
                gains = re.search(r"\([+-]\d+ (VP|points?|coins?)\)", one)
                told += gains is not None
                assert gains is None or one[gains.end() :].strip(" .") == "", one
    assert told


def test_reason_does_not_count_the_salaries_of_the_next_round() -> None:
    painter, begun = painter_for("troyes"), 0
    for match in positions("troyes", 2, sampled(b"salaries"), 100, 1):
        pending, scene = match.pending()[0], scene_of(painter_for("troyes"), match)
        request = DecisionRequest.of(match, pending.seat)
        pick = pending.decision.sample(match.state, Dice(b"salaries"))
        pick_preview = request.preview(pick, policy=scene.game.follow)
        if pick_preview.view.round > scene.view.round:
            begun += 1
            why = painter.why(scene, pick_preview, None)
            assert why is None or "Deniers" not in scene.translate(why)
    assert begun


def test_full_hint_closes_at_a_key_that_chooses() -> None:
    for game in ("middle_ages", "era"):
        for match in positions(game, 4, any_option(4), 6, 7):
            with seated(match, (80, 24)) as table:
                press_hint(table)
                length = table.session.match_view.length
                for key in ("2", "enter"):
                    table.press("+")
                    assert table.state.zone == "whole"
                    table.press(key)
                    if table.session.match_view.length > length:
                        break
                    assert table.state.zone == "table", key


def test_reason_starts_with_the_change() -> None:
    for game in ("troyes", "era"):
        parts = [part for _, _, reason in reasons(game, 40) for part in reason.split(", ")]
        changed = [part for part in parts if re.search(r"[+-]\d", part)]
        assert len(changed) > 3, game
        assert all(re.match(r"[+-]\d+ ", part) for part in changed), changed


def test_hint_shows_own_points_although_others_are_hidden() -> None:
    gained = 0
    for scene, pick_preview, reason in reasons("troyes", 40):
        assert scene.seat is not None
        now, then = (scene.game.sheets(view)[0] for view in (scene.view, pick_preview.view))
        total = next(n for n, column in enumerate(now.columns) if column.total)
        before, after = (sheet.rows[scene.seat].cells[total] for sheet in (now, then))
        if before != after and isinstance(before, int) and isinstance(after, int):
            gained += 1
            assert reason.startswith(f"{after - before:+d} Total")
    assert gained


GIVES: Final = {
    **{"neptune": "gold", "ceres": "resource", "minerva": "new card", "vesta": "VP"},
    **{"mars": "piece", "jupiter": "the power of another god"},
}
"""What a god of Deus gives, in a word."""


def test_hint_to_offer_cards_names_the_effect() -> None:
    gods = set()
    for _, pick_preview, reason in reasons("deus", 60):
        if any(note.rule == "DEU-11.2" for note in pick_preview.notes):
            god = god_of(pick_preview.view, pick_preview.view.discard_top).id
            gods.add(god)
            assert GIVES[god] in reason
            assert "new card" in reason
            assert "more card" not in reason  # more than which number?
    assert len(gods) > 2


@with_each(PLAYERS)
def test_space_never_confirms_a_hinted_choice(game: str) -> None:
    """Space closes cards, opens pass screens and marks, but confirms nothing."""
    for lots in (sampled(b"space"), any_option(5)):
        for match in positions(game, 5, lots, 20, 7):
            step = match.pending()[0].decision.name
            with seated(match, (80, 24)) as table:
                before = table.session.match_view.length
                for keys in (("space", "space"), ("H", "space"), ("enter", "space")):
                    table.press(*keys[:1])
                    if table.session.match_view.length == before:
                        table.press(*keys[1:])
                        assert table.session.match_view.length == before, step
                    if table.session.match_view.length > before:
                        break
