"""Cards over the table: what has happened since one's last turn, how it ended, the coach."""

from __future__ import annotations

from random import Random
from statistics import median

import pytest
from attrs import evolve

from engine.core.chance import Dice
from engine.core.score_sheet import Column, Row, Sheet
from engine.help.coach import advice
from engine.i18n.language import Tongue
from engine.i18n.text import verbatim, words
from screens.paint import buttons
from screens.paint.canvas import Canvas
from screens.paint.theme import theme
from screens.play.play_screen import PlayScreen
from screens.preferences import (
    CARDS_TILL_KEY,
    CARDS_TIMED,
    CONFIRM_ALWAYS,
    CONFIRM_NEVER,
    Preferences,
)
from screens.table.messages import Wheel
from screens.table.notice_content import CARD_TIMER
from screens.table_view.notice_card import NOTICE, OTHERS, READER, CardLine, Notice
from screens.table_view.painter_registry import painter_for
from screens.table_view.panels import ASKED
from screens.table_view.scene import Scene, changed_sheet
from tests.matrix import usually
from tests.screens.playing import (
    LARGE,
    SMALL,
    Hands,
    at_table,
    click,
    go_on,
    play,
    press,
    ring,
    scene_at,
    session,
    shown,
)
from tests.screens.table.headless import Headless
from tests.wire import wired

REST = "See the log for the rest."


async def till_a_card(screen: PlayScreen, pilot: object, most: int = 40) -> None:
    """Choose what is under the pointer till a card lies on the table."""
    for _ in range(most):
        if screen.state.card is not None:
            return
        await press(pilot, "enter")  # type: ignore[arg-type]
    raise AssertionError("no card came")


async def test_what_others_did_to_me_is_told_till_space() -> None:
    kept = session(players=3, picks=12)
    async with at_table(kept, cards=CARDS_TILL_KEY) as (_, screen, pilot):
        await till_a_card(screen, pilot)
        assert screen.state.choosing is not None
        reader = scene_at(screen).tongue.seat(screen.state.choosing.seat)
        assert "Since your last turn" in shown(screen)
        assert "Space: continue" in shown(screen)
        assert screen.state.card is not None
        assert any(reader in line.text for line in screen.state.card.lines if line.concerns)
        before = len(kept.match.log)
        await press(pilot, "1", "1", "right", "2")
        assert "Space: continue" in shown(screen), "keys that choose do nothing meanwhile"
        assert len(kept.match.log) == before
        await press(pilot, "space")
        assert "Since your last turn" not in shown(screen)
        assert len(kept.match.log) == before


async def test_a_key_typed_ahead_does_not_put_a_card_away() -> None:
    kept = session(players=3, picks=12)
    hands = Hands()
    async with at_table(kept, hands, cards=CARDS_TILL_KEY) as (_, screen, pilot):
        await till_a_card(screen, pilot)
        hands.still = True
        gate = screen.state.cards.gate.shut(hands.now)
        screen.state = evolve(screen.state, cards=evolve(screen.state.cards, gate=gate))
        await press(pilot, "space", "enter", "space")
        assert "Space: continue" in shown(screen)
        hands.still = False
        await press(pilot, "space")
        assert "Space: continue" not in shown(screen)


async def test_a_card_goes_by_a_click_and_leaves_what_lies_below_alone() -> None:
    kept = session(players=3, picks=12)
    async with at_table(kept, cards=CARDS_TILL_KEY, size=LARGE) as (app, screen, pilot):
        await till_a_card(screen, pilot)
        before = len(kept.match.log)
        await click(app, pilot, NOTICE)
        assert screen.state.card is None
        assert len(kept.match.log) == before


def test_the_wheel_turns_no_choice_under_a_card_that_must_be_read() -> None:
    wishes = Preferences(confirm=CONFIRM_NEVER, pace="0", cards=CARDS_TILL_KEY)
    table = Headless(session(players=3, picks=12), wishes)
    for _ in range(40):
        if table.state.card is None:
            table.press("enter")
    turned = []
    for keys in ((), ("space",)):
        table.press(*keys)
        before = table.state.choosing
        table.hear(Wheel(1))
        assert before is not None
        assert table.state.choosing is not None
        turned.append(table.state.choosing.pointed - before.pointed)
    assert turned == [0, 1]


async def test_a_card_can_go_by_itself() -> None:
    kept = session(players=3, picks=12)
    async with at_table(kept, cards=CARDS_TIMED) as (_, screen, pilot):
        await till_a_card(screen, pilot)
        assert CARD_TIMER in screen.state.timers.due
        ring(screen, CARD_TIMER)
        await pilot.pause()
        assert screen.state.card is None
        assert CARD_TIMER not in screen.state.timers.due


async def test_no_card_where_they_are_switched_off() -> None:
    kept = session(players=3, picks=12)
    async with at_table(kept) as (_, screen, pilot):
        for _ in range(12):
            await press(pilot, "enter")
            assert screen.state.card is None


async def test_the_same_is_not_told_twice() -> None:
    kept = session(players=3, picks=12)
    async with at_table(kept, cards=CARDS_TILL_KEY) as (_, screen, pilot):
        await till_a_card(screen, pilot)
        await press(pilot, "space")
        go_on(screen)
        assert screen.state.card is None


async def test_how_it_ended_is_told_on_one_card_before_the_sheet() -> None:
    kept = session(players=3, picks=1000)
    kept.rewind(0, kept.match.line[-3].number)
    async with at_table(kept, cards=CARDS_TILL_KEY) as (_, screen, pilot):
        for _ in range(30):
            if kept.match.over:
                break
            await press(pilot, "enter")
        assert kept.match.over
        assert screen.state.zone == "table"
        assert "The end" in shown(screen)
        await press(pilot, "space")
        assert screen.state.card is None
        assert screen.state.zone == "sheet"


async def test_bots_move_one_by_one_at_a_key() -> None:
    kept = session(players=3, picks=6, bots=2)
    async with at_table(kept, pace="key") as (_, screen, pilot):
        while screen.state.choosing is not None:
            await press(pilot, "enter")
        assert "Space the next move" in shown(screen)
        before = len(kept.match.line)
        await pilot.pause(0.2)
        assert len(kept.match.line) == before, "a bot waits"
        await press(pilot, "space")
        assert len(kept.match.line) > before


async def test_the_coach_says_by_a_card_what_matters_where_there_is_no_room() -> None:
    kept = session(players=3, picks=6)
    app, screen = play(kept, coached=True)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert screen.state.choosing is not None
        told = advice("middle_ages", screen.state.choosing.decision.name)
        assert told
        assert "The coach" in shown(screen)
        assert told.split(".")[0][:30] in shown(screen)
        await press(pilot, "A")
        assert screen.state.card is None
        assert not screen.state.cards.coached
        await press(pilot, "A")
        assert screen.state.card is not None


async def test_the_coach_has_rows_of_its_own_where_there_is_room() -> None:
    kept = session(players=3, picks=6)
    app, screen = play(kept, coached=True)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        assert screen.state.choosing is not None
        told = advice("middle_ages", screen.state.choosing.decision.name)
        assert screen.state.card is None
        assert told[:60] in shown(screen)
        before = shown(screen).splitlines()
        await press(pilot, "right")
        after = shown(screen).splitlines()
        rows = [n for n, line in enumerate(after) if told[:60] in line]
        assert rows == [n for n, line in enumerate(before) if told[:60] in line]
        await press(pilot, "A")
        assert told[:60] not in shown(screen)


async def test_the_question_is_never_cut_when_it_must_be_confirmed() -> None:
    kept = session(players=3, picks=3)
    async with at_table(kept, confirm=CONFIRM_ALWAYS) as (app, screen, pilot):
        calm = shown(screen).splitlines()
        await press(pilot, "enter")
        assert screen.state.confirming
        asked = shown(screen).splitlines()
        assert asked[:-1] == calm[:-1], "no line is lost to the question"
        assert "Enter: confirm" in asked[-1]
        await press(pilot, "plus")
        assert screen.state.zone == "whole"
        whole = shown(screen)
        choosing = screen.state.choosing
        assert choosing is not None
        scene = scene_at(screen)
        for sentence in painter_for("middle_ages").preview(
            scene, choosing.choice, choosing.foresight()
        ):
            assert screen.say(sentence).split()[-1] in whole
        before = len(kept.match.log)
        await click(app, pilot, ASKED)
        assert len(kept.match.log) > before


async def test_the_coach_does_not_hold_anybody_up() -> None:
    kept = session(players=3, picks=6)
    app, screen = play(kept, coached=True)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert "The coach" in shown(screen)
        before = len(kept.match.log)
        await press(pilot, "enter")
        assert "The coach" not in shown(screen) or screen.state.card is not None
        assert len(kept.match.log) > before


@pytest.mark.parametrize("key", ["space", "escape"])
async def test_the_key_that_puts_the_coach_away_chooses_nothing(key: str) -> None:
    kept = session(players=2, picks=0)
    app, screen = play(kept, coached=True)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        before = len(kept.match.log)
        assert "The coach" in shown(screen)
        await press(pilot, key)
        assert screen.state.card is None
        assert len(kept.match.log) == before
        assert screen.state.choosing is not None
        assert not screen.state.confirming


async def test_the_terminal_rings_when_bots_have_moved_and_a_person_is_asked() -> None:
    rung = {}
    for call in ("bell", "off"):
        kept = session(players=3, picks=6, bots=2)
        app, screen = play(kept, call=call)
        times: list[int] = []
        app.bell = lambda times=times: times.append(1)  # type: ignore[method-assign, misc]
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            start = len(kept.match.line)
            while len(kept.match.line) < start + 12 and not kept.match.over:
                if screen.state.choosing is not None:
                    await press(pilot, "enter")
                await pilot.pause(0.01)
        rung[call] = len(times)
    assert rung["bell"] > 0
    assert rung["off"] == 0


@pytest.mark.parametrize("game", [usually(False, "middle_ages"), "era"])
async def test_a_monkey_among_cards_breaks_nothing(game: str) -> None:
    kept = session(game, players=2, bots=1, seed="4")
    app, screen = play(kept, cards=CARDS_TILL_KEY, coached=True)
    random = Random(5)
    keys = ["enter"] * 8 + ["space"] * 3 + ["left", "right", "up", "down", "escape", "tab"]
    keys += list("12H+KGCu?")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        for _ in range(160):
            await pilot.press("plus" if (key := random.choice(keys)) == "+" else key)
        await pilot.pause(0.05)
        assert app.screen is screen
    assert kept.store.load(kept.id).state == kept.match.state


async def test_the_next_page_is_named_in_the_line_of_keys() -> None:
    kept = session(players=3, picks=10)
    async with at_table(kept, size=LARGE) as (_, screen, pilot):
        assert "Tab All fiefs" in shown(screen).splitlines()[-1]
        await press(pilot, "tab")
        assert screen.state.zone == "fiefs"
        assert "Tab Stacks" in shown(screen).splitlines()[-1]
        await press(pilot, "tab")
        assert "Tab score" in shown(screen).splitlines()[-1]


async def test_what_the_dice_brought_is_told_to_who_plays_alone() -> None:
    kept = session("era", players=1, seed="7")
    random = Dice(b"alone")
    while kept.match.state.round < 2 and not kept.match.over:
        owed = kept.match.pending()[0]
        kept.choose(kept.ask(owed.seat), owed.decision.sample(kept.match.state, random))
    app, screen = play(kept, cards=CARDS_TILL_KEY)
    told = ""
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        for _ in range(30):
            if screen.state.card is not None:
                told = shown(screen)
                break
            owed = kept.match.pending()[0]
            kept.choose(kept.ask(owed.seat), owed.decision.sample(kept.match.state, random))
            go_on(screen)
    assert "What has happened" in told or "Since your last turn" in told
    assert "collects" in told


async def test_cards_and_the_coach_are_paid_for_once() -> None:
    """At 120 x 40 in 256 colours: a step at most 600 bytes, an action, a card and a hint at most
    8,000, idle none."""
    kept = session(players=3, picks=12)
    app, screen = play(kept, cards=CARDS_TILL_KEY, coached=True)
    steps, actions, cards = [], [], 0
    async with wired(app, size=LARGE, colours="256") as wire:
        await wire.settle()
        for _ in range(14):
            if screen.state.card is not None:
                cards += 1
                actions.append(await wire.press("space"))
            steps += [await wire.press("right"), await wire.press("left")]
            actions += [await wire.press("H"), await wire.press("enter")]
        still = await wire.idle(0.3)
    assert cards
    assert median(steps) <= 600
    assert max(actions) <= 8000
    assert still == 0


def test_what_concerns_the_reader_stays_on_a_card_where_not_all_has_room() -> None:
    scene = Scene.of(session(players=3).sight, 0, Tongue("en", ("Anna", "Boris", "Clara")), theme())
    others = [CardLine(f"others {n}", "dim", OTHERS) for n in range(3)]
    everybody = [CardLine(f"all {n}") for n in range(6)]
    own = [CardLine(f"own {n}", "text", READER) for n in range(3)]
    notice = Notice(words("News"), [own[0], *others, *everybody, *own[1:]])
    for rows in range(6, 20):
        canvas = Canvas(80, rows, scene.theme.glyphs)
        notice.paint(scene, canvas, canvas.rect)
        shown = canvas.text()
        assert all(f"own {n}" in shown for n in range(3)), rows
        for lines in (others, everybody):
            left = [line.text for line in lines if line.text in shown]
            assert left == [line.text for line in lines][len(lines) - len(left) :]
        assert (REST in shown) is not all(line.text in shown for line in notice.lines)


def test_lines_of_others_are_cut_before_any_is_left_out() -> None:
    scene = Scene.of(session(players=3).sight, 0, Tongue("en", ("Anna", "Boris", "Clara")), theme())
    long = [CardLine(f"{n} " + "takes much " * 20, "text", OTHERS, "Boris") for n in range(4)]
    notice = Notice(words("News"), [*long, CardLine("mine", "text", READER, "Anna")])
    canvas = Canvas(80, 8, scene.theme.glyphs)
    notice.paint(scene, canvas, canvas.rect)
    assert all(f"Boris {n} takes" in canvas.text() for n in range(4))
    assert "Anna  mine" in canvas.text()
    assert REST in canvas.text()


async def test_a_message_never_hides_the_choice_that_it_speaks_of() -> None:
    kept = session(players=3, seed="7")
    async with at_table(kept) as (_, screen, pilot):
        while not kept.match.over:
            owed = kept.match.pending()[0]
            if owed.decision.name == "PlaceScout":
                go_on(screen)
                await press(pilot, "H")
                assert screen.state.choosing is not None
                place = (buttons.CHOICE, screen.state.choosing.pointed)
                assert "Hint: " in shown(screen)
                assert screen.surface.canvas.rects(place)
            kept.choose(kept.ask(owed.seat), kept.match.options(owed.seat)[0])


def test_a_table_in_which_places_alone_differ_is_left_out() -> None:
    columns = tuple(Column(key, verbatim(key), verbatim(key)) for key in ("total", "place"))

    def sheet(*cells: int) -> Sheet:
        return Sheet("score", verbatim("Score"), columns, (Row(0, verbatim("A"), cells),))

    assert changed_sheet([sheet(5, 1)], [sheet(5, 2)]) is None
    both = changed_sheet([sheet(5, 1)], [sheet(7, 2)])
    assert both is not None
    assert [column.key for column in both.columns] == ["total", "place"]


def test_a_table_of_changes_tells_the_reader_what_others_hide_and_takes_every_sheet() -> None:
    def sheets(points: int, coins: int) -> list[Sheet]:
        heads = [("points", "coins")[n] for n in range(2)]
        columns = [(Column(key, verbatim(key), verbatim(key)),) for key in heads]
        hidden = (Row(0, verbatim("A"), (points,)), Row(1, verbatim("B"), (verbatim("?"),)))
        open_ = (Row(0, verbatim("A"), (coins,)), Row(1, verbatim("B"), (7,)))
        return [
            Sheet("score", verbatim("Score"), columns[0], hidden),
            Sheet("town", verbatim("Town"), columns[1], open_),
        ]

    own = changed_sheet(sheets(3, 5), sheets(7, 2), 0)
    assert own is not None
    assert [column.key for column in own.columns] == ["points", "coins"]
    assert own.rows[0].cells == (verbatim("7 (+4)"), verbatim("2 (-3)"))
    assert own.rows[1].cells == (verbatim("?"), 7)
    other = changed_sheet(sheets(3, 5), sheets(7, 2), 1)
    assert other is not None
    assert [column.key for column in other.columns] == ["coins"]


def test_columns_that_have_come_or_gone_are_compared_by_their_keys() -> None:
    def sheet(cells: dict[str, int]) -> Sheet:
        columns = tuple(Column(key, verbatim(key), verbatim(key)) for key in cells)
        return Sheet("score", verbatim("S"), columns, (Row(0, verbatim("A"), (*cells.values(),)),))

    dealt = changed_sheet([sheet({"total": -6, "coins": 5})], [sheet({"card": 0, "coins": 4})])
    assert dealt is not None
    assert [column.key for column in dealt.columns] == ["coins"]
    earned = changed_sheet([sheet({"coins": 5})], [sheet({"card": 1, "coins": 5})])
    assert earned is not None
    assert earned.rows[0].cells == (verbatim("1 (+1)"),)
