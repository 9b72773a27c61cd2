"""The page at the end: who has won by how much, the best of each column, how the totals grew."""

from __future__ import annotations

from engine.language import Tongue
from engine.sight import Sight
from engine.text import verbatim
from screens.ending import Growth, growth, margin, paint_end, paint_growth, reason
from screens.look import look
from screens.scene import Scene
from tests.screens.middle_ages.scenes import played, scene_of
from tests.screens.playing import SMALL, play, press, session, shown


def test_the_totals_grow_round_by_round_to_the_result() -> None:
    match = played(3, picks=999)
    grown = growth(Sight(match), 0)
    assert list(grown.rounds) == list(range(grown.rounds[0], 17))
    result = {one.seat: one.total for one in match.game.standings(match.state)}
    assert grown.totals[-1] == [result[seat] for seat in range(3)]
    for count in range(len(match.line) + 1):
        past = match.at(count)
        if past.state.round == 8:
            standings = sorted(past.game.standings(past.state), key=lambda one: one.seat)
            at = list(grown.rounds).index(7)
            assert grown.totals[at] == [one.total for one in standings]
            break


def test_the_margin_is_told() -> None:
    match = played(3, picks=999)
    scene = scene_of(match)
    first, second, _ = sorted(match.game.standings(match.state), key=lambda one: one.place)
    told = margin(scene)
    assert told is not None
    ahead = first.total - second.total
    assert f"{scene.name(first.seat)} wins with {first.total}, {ahead} ahead" in scene.say(told)


def test_what_made_the_most_of_the_margin_is_told() -> None:
    match = played(3, picks=999)
    scene = scene_of(match)
    first, second, _ = sorted(match.game.standings(match.state), key=lambda one: one.place)
    mine, other = (match.game.sources(match.state, one.seat) for one in (first, second))
    told = scene.say(reason(scene) or verbatim(""))
    most = max(a - b for (_, a), (_, b) in zip(mine, other, strict=True))
    assert any(
        told == f"The greatest difference, {a} to {b}: {scene.say(part)}." and a - b == most
        for (part, a), (_, b) in zip(mine, other, strict=True)
    )


def test_the_best_of_each_column_is_marked_by_a_sign_too() -> None:
    match = played(3, picks=999)
    scene = scene_of(match)
    best = max(match.game.standings(match.state), key=lambda one: one.total)
    page = paint_end(scene, None, 120)
    name = f" {scene.name(best.seat)} "
    line = next(line for line in page.lines()[2:] if line.startswith(name))
    assert f"◎{best.total}" in line
    assert scene.sheets()[0].columns
    less = paint_end(scene, None, 120, {"total"})
    assert not any(f"◎{best.total}" in line for line in less.lines()[:8])


def test_each_round_has_a_letter_for_each_seat_at_its_height() -> None:
    kept = session(players=3)
    scene = Scene.of(kept.sight, 0, Tongue("en", ("Anna", "Boris", "Clara")), look())
    canvas = paint_growth(scene, Growth([1, 2, 3], [[0, 0, 5], [10, 4, 5], [70, 20, 5]]), 80)
    lines = canvas.lines()
    assert "70" in lines[1]
    assert "A" in lines[1]
    assert lines[8].count("A") == lines[8].count("B") == 1
    for letter in "ABC":
        assert sum(line.count(letter) for line in lines[1:9]) == 3
    assert "A Anna  B Boris  C Clara" in lines[-1]


async def test_the_page_comes_up_at_the_end() -> None:
    kept = session(players=2, picks=1000)
    app, screen = play(kept)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert screen.zone == "sheet"
        assert "ahead of" in shown(screen)
        assert "◎" in shown(screen)
        while "The totals over the rounds" not in shown(screen):
            before = shown(screen)
            await press(pilot, "down")
            assert shown(screen) != before, "the chart never came"
        assert "T statistics" in shown(screen)
