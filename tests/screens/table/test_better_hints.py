"""A better hint appears as a second line; cursor and marks stay until it is requested."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import evolve

from engine.core.chance import Dice
from engine.core.event import PICK_EVENT, Value
from engine.i18n.text import words
from engine.match.match import Match
from engine.search.root_search import Estimate
from engine.workers.pool import Thinker
from screens.play.search_tasks import HintTask
from screens.table.effects import StartHint
from screens.table.messages import HintReady
from tests.screens.table.headless import HeadlessMatch
from tests.screens.table.positions import PLAYERS, positions, press_hint, seated
from tests.screens.tables import any_option


def worth_of(table: HeadlessMatch) -> tuple[HintReady, Value]:
    """The result of a search: another pick than that of the quick hint is best."""
    partial_pick = table.state.partial_pick
    assert partial_pick is not None
    quick = table.session.hint(partial_pick.seat)
    options = [one for one in partial_pick.request.options if one != quick]
    best = [Estimate(pick, 0.5 - 0.1 * n, 0.01, 40) for n, pick in enumerate(options[:3])]
    return HintReady(partial_pick.request, (*best, Estimate(quick, 0.1, 0.01, 40))), best[0].pick


def chosen(table: HeadlessMatch) -> Value | None:
    """The pick that Enter alone leads to."""
    before = table.session.match_view.length
    for _ in range(16):
        table.press("enter")
        if table.session.match_view.length > before:
            break
    picks = [event.value for event in table.session.match.log[before:] if event.kind == PICK_EVENT]
    return picks[0] if picks else None


@pytest.mark.parametrize("game", PLAYERS)
def test_better_hint_is_a_second_line_and_moves_nothing(game: str) -> None:
    count = 0
    for match in positions(game, 8, any_option(8), 8, 9):
        seat, decision = match.pending()[0].seat, match.pending()[0].decision
        if len(match.options(seat)) < 2 or not decision.listed:
            continue
        with seated(match, (120, 40)) as table:
            press_hint(table)
            assert table.state.message.endswith("Still thinking ...")
            found, best = worth_of(table)
            before, quick = table.state.partial_pick, table.session.hint(seat)
            table.send(found)
            assert table.state.partial_pick is before
            first, second = table.state.message.split("\n")
            assert first.startswith("Hint: ")
            assert second.startswith("Better: ")
            assert "(50% chance to win)" in second
            assert "thinking" not in table.state.message
            if count % 2:
                assert chosen(table) == quick
            else:
                table.press("H")
                assert "(50% chance to win)" in table.state.message
                assert chosen(table) == best
            count += 1
    assert count


@pytest.mark.parametrize("game", PLAYERS)
def test_hint_marks_vanish_at_the_first_key_except_enter(game: str) -> None:
    vanished = 0
    for match in positions(game, 3, any_option(3), 30, 3):
        with seated(match, (120, 40)) as table:
            press_hint(table)
            hint_state, led = table.state.hint_state, table.state.partial_pick
            assert hint_state is not None
            before = hint_state.before
            assert before is not None
            assert led is not None
            if list(led.input_mode.marked()) == list(before.input_mode.marked()):
                continue
            table.press("f2")
            after = table.state.partial_pick
            assert after is not None
            assert list(after.input_mode.marked()) == list(before.input_mode.marked())
            assert after.chosen == before.chosen
            vanished += 1
    assert vanished or game != "troyes"


def led_away(game: str) -> Iterator[HeadlessMatch]:
    """Tables at which a hint leads from a list further on back to a list."""
    for match in positions(game, 3, any_option(3), 40, 3):
        with seated(match, (120, 40)) as table:
            partial_pick = table.state.partial_pick
            assert partial_pick is not None
            hinted = partial_pick.request.decision.parts_of(table.session.hint(partial_pick.seat))
            begun = {choice.chosen for choice in partial_pick.choices() if not choice.among}
            further = next((one for one in begun if one and one != hinted[: len(one)]), None)
            if further is None or partial_pick.request.whole(further) is not None:
                continue
            fork = partial_pick.forked()
            fork.go_to(further)
            table.state = evolve(table.state, partial_pick=fork)
            press_hint(table)
            led = table.state.partial_pick
            if led is not None and led.chosen != further and led.choices():
                yield table


@pytest.mark.parametrize("game", ["knights", "catan", "deus"])
def test_keys_choose_what_is_shown_with_a_hint(game: str) -> None:
    tried = 0
    for table in led_away(game):
        led = table.state.partial_pick
        assert led is not None
        pointed = led.input_mode.pointed
        keyed = [n for n, one in enumerate(led.choices()) if one.key and n != pointed]
        if not keyed:
            continue
        table.press(*led.choices()[keyed[0]].key)
        after = table.state.partial_pick
        assert after is not None
        assert after.chosen == led.chosen
        assert after.input_mode.pointed == keyed[0]
        tried += 1
    assert tried


@pytest.mark.parametrize("game", ["knights", "catan", "deus"])
def test_escape_goes_back_to_where_the_hint_was_asked_for(game: str) -> None:
    tried = 0
    for table in led_away(game):
        hint_state = table.state.hint_state
        assert hint_state is not None
        assert hint_state.before is not None
        table.press("escape")
        after = table.state.partial_pick
        assert after is not None
        assert after.chosen == hint_state.before.chosen
        assert not table.state.message
        tried += 1
    assert tried


def test_solo_hint_shows_points() -> None:
    match = Match.begin("era", [("Anna", "person")], seed="points")
    while not match.decision(0).listed or len(match.options(0)) < 2:
        match.choose(0, match.sample(0, Dice(b"points")))
    with seated(match, (120, 40)) as table:
        table.press("H")
        found, _ = worth_of(table)
        table.send(found)
        assert "(about 50 points)" in table.state.message
        assert "%" not in table.state.message


def test_better_hint_after_a_key_is_kept_for_the_next_request() -> None:
    for match in positions("middle_ages", 8, any_option(8), 6, 9):
        if len(match.options(match.pending()[0].seat)) < 3:
            continue
        with seated(match, (120, 40)) as table:
            table.press("H", "down")
            found, best = worth_of(table)
            before, message = table.state.partial_pick, table.state.message
            table.send(found)
            assert table.state.partial_pick is before
            assert table.state.message == message, "the text being read stays"
            table.press("H")
            assert chosen(table) == best
            return
    raise AssertionError("nothing to choose from")


def test_late_or_failed_hint_changes_nothing() -> None:
    match = next(iter(positions("middle_ages", 8, any_option(8), 1, 9)))
    with seated(match, (120, 40)) as table:
        table.press("H")
        found, _ = worth_of(table)
        before = table.state.partial_pick
        table.send(HintReady(found.request, trouble=words("SearchBudget took too long.")))
        assert table.state.partial_pick is before
        assert table.state.message.endswith("SearchBudget took too long.")
        assert "thinking" not in table.state.message
        chosen(table)
        after = table.state
        table.send(found)
        assert table.state.partial_pick is after.partial_pick
        assert table.state.message == after.message


def test_hint_is_final_at_once_if_searching_does_not_pay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("screens.play.search_tasks.ask_hint", lambda *_, **_options: None)
    match = next(iter(positions("middle_ages", 8, any_option(8), 1, 9)))
    with seated(match, (120, 40)) as table:
        press_hint(table)
        partial_pick, message = table.state.partial_pick, table.state.message
        assert partial_pick is not None
        results: list[HintReady] = []
        HintTask(table.session, no_thinker, results.append).begin(partial_pick.request)
        table.send(results[0])
        assert table.state.message == message.partition("\nStill thinking ...")[0] != message


def no_thinker() -> Thinker:
    raise AssertionError("nothing is to be searched")


def test_table_without_hints_gives_none() -> None:
    match = next(iter(positions("middle_ages", 8, any_option(8), 1, 9)))
    with seated(match, (120, 40)) as table:
        options = {**table.session.match.header.options, "hints": "off"}
        table.session.match.header = evolve(table.session.match.header, options=options)
        table.press("H")
        assert table.state.message == "Hints are off at this table."
        assert not any(isinstance(effect, StartHint) for effect in table.effects)
