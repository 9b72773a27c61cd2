"""Several people on a shared keyboard: pass screens, keys typed ahead, and whose choice is
undone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve
from textual import events

from engine.core.state import OWNER, State
from engine.core.table_settings import HANDS_ON_DEMAND, PASS_SCREENS
from engine.errors import BadSetup
from engine.games import catalogue, load
from engine.match.match import Match
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from screens.paint import buttons
from screens.play import table_screen
from screens.play.play_screen import PlayScreen
from screens.play.table_screen import TableScreen
from screens.table.effects import WatchAgain
from screens.table.input_debounce import InputDebounce
from screens.table.table_state import FRESH_GATE, HotSeatPrivacy
from screens.table.turn_flow import BOT_TIMER, HAND_SECONDS, HAND_TIMER
from screens.table_view.painter_registry import register_painter
from tests.screens.play.test_pass_screen import held_by
from tests.screens.playing import (
    LARGE,
    NAMES,
    SMALL,
    Stage,
    ThinkingClock,
    ask_next,
    at_table,
    click,
    fire_timer,
    new_session,
    play,
    press,
    scene_at,
    screen_text,
)
from tests.toy.game import TheFair
from tests.toy.painter import SECRET

HAND = f"{SECRET} hand"

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture(autouse=True)
def _drawn() -> None:
    register_painter("toy", "tests.toy.painter")


@pytest.fixture
def on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TheFair, "privacy", HANDS_ON_DEMAND)


def fair(
    *players: str, seed: str = "5", clock: ThinkingClock | None = None, **options: str
) -> tuple[Stage, PlayScreen, Session]:
    """The fair among players, on a shared keyboard."""
    who = players or ("person", "person")
    seats = list(zip(NAMES, who, strict=False))
    match = Match.begin("toy", seats, seed=seed, options=options)
    store = MemoryStore()
    session = Session(store, store.new(match), match)
    app, screen = play(session, clock)
    return app, screen, session


def hangs(screen: PlayScreen) -> bool:
    """Whether a pass screen is shown."""
    return screen.state.pass_to is not None


def choose(session: Session, screen: PlayScreen) -> None:
    """Let who is asked choose the first thing that there is."""
    request = session.ask(session.match_view.pending()[0].seat)
    session.choose(request, request.options[0])
    ask_next(screen)


def advance_to(session: Session, decision: str, seat: int | None = None) -> None:
    """Continue the match until a seat is asked for a decision."""
    for _ in range(2000):
        pending = session.match_view.pending()[0]
        if pending.decision.name == decision and seat in (None, pending.seat):
            return
        request = session.ask(pending.seat)
        session.choose(request, ("draw",) if ("draw",) in request.options else request.options[0])
    raise AssertionError(f"nobody is asked for {decision}")


# ---------------------------------------------------------------------- when the pass screen falls


async def test_pass_screen_returns_when_the_same_seat_gets_new_secrets() -> None:
    """Era: the round ends in public by Boris's choice, and then it is he who rolls in secret."""
    match = Match.begin("era", [("Anna", "person"), ("Boris", "person")], seed="3")
    store = MemoryStore()
    session = Session(store, store.new(match), match)
    app, screen = play(session)
    met = 0
    last: tuple[int, bool] | None = None
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        for _ in range(400):
            secrets = session.match_view.has_secrets()
            if session.match.over or met == 2:
                break
            seat = session.match_view.pending()[0].seat
            if secrets and last == (seat, False):
                met += 1
                assert screen.state.pass_to == seat, "the same seat continues, now in secret"
            if not secrets:
                assert screen.state.pass_to is None
            if screen.state.pass_to is not None:
                await press(pilot, "space")
            last = (seat, secrets)
            request = session.ask(seat)
            session.choose(request, request.options[0])
            ask_next(screen)
    assert met == 2


async def test_pass_screen_returns_after_a_secret_step_of_everyone() -> None:
    app, screen, session = fair()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        since = session.match_view.simultaneous_since
        assert since is not None
        seats = []
        while session.match_view.simultaneous_since == since:
            if screen.state.pass_to is not None:
                await press(pilot, "space")
            seats.append(session.match_view.pending()[0].seat)
            choose(session, screen)
        assert screen.state.pass_to == session.match_view.pending()[0].seat
        seat = screen.state.pass_to
        await press(pilot, "space")
        request = session.ask(seat)
        if session.match_view.pending()[0].seat == seat:
            assert screen.state.viewer == request.seat


def test_visible_secrets_follow_the_policy() -> None:
    match = Match.begin("toy", [("Anna", "person"), ("Boris", "person")], seed="5")
    store = MemoryStore()
    session = Session(store, store.new(match), match)
    (pending, *_) = session.match_view.pending()
    for policy, needed in ((PASS_SCREENS, True), (HANDS_ON_DEMAND, False), ("open", False)):
        privacy = HotSeatPrivacy(policy)
        assert privacy.needs_pass_screen(session.match_view, pending) == needed
        assert not privacy.show_secrets(session.match_view, pending.seat).needs_pass_screen(
            session.match_view, pending
        )


@pytest.mark.parametrize("game", [entry.id for entry in catalogue(drafts=True)] + ["toy"])
def test_games_with_secrets_define_their_cover(game: str) -> None:
    rules = load(game)
    seats = rules.players[-1]
    names = [(f"P{seat}", "person") for seat in range(seats)]
    match = Match.begin(game, names, seed="1")
    has_owners = any(secrecy.of == OWNER for _, secrecy in match.state.secret_fields)
    assert (rules.privacy is not None) == has_owners
    options = {"hands": "open"}
    if rules.privacy is None:
        with pytest.raises(BadSetup):
            rules.check(seats, options)
    else:
        assert rules.check(seats, options)["hands"] == "open"
        assert "hands" not in rules.check(seats, {"hands": "covered"})


# ---------------------------------------------------------------------- keys typed ahead


def test_debounce_ends_after_a_while_without_keys() -> None:
    now, gate = 100.0, InputDebounce(0.7)
    assert gate.admit(now) == (True, gate)
    gate = gate.shut(now)
    for pause, passes in ((0.0, False), (0.69, False), (0.69, False), (0.7, True), (0.0, True)):
        now += pause
        admitted, gate = gate.admit(now)
        assert admitted == passes


def test_debounce_with_a_limit_ends_despite_repeated_keys() -> None:
    now, gate = 100.0, InputDebounce(0.5, max_seconds=2.0).shut(100.0)
    for passes in (False, False, False, False, True):
        now += 0.4
        admitted, gate = gate.admit(now)
        assert admitted == passes


async def test_keys_typed_ahead_never_open_the_pass_screen() -> None:
    clock = ThinkingClock()
    app, screen, session = fair(clock=clock)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        clock.still = True
        privacy = screen.state.privacy
        fallen = evolve(privacy, gate=privacy.gate.shut(clock.now))
        screen.state = evolve(screen.state, privacy=fallen)
        before = len(session.match.log)
        for _ in range(5):
            await pilot.press("space", "enter", "space", "q")
            clock.now += 0.6
        await click(app, pilot, (buttons.PASS_SCREEN, 0))
        await pilot.pause()
        assert hangs(screen)
        assert SECRET not in screen_text(screen)
        assert "Space" in screen_text(screen)
        clock.now += 0.75
        await press(pilot, "enter", "space")
        assert hangs(screen), "Enter does not open it, and Space came too soon after it"
        clock.now += 0.75
        await press(pilot, "space", "enter", "enter")
        assert not hangs(screen)
        assert len(session.match.log) == before, "nobody has read the question yet"


async def test_click_on_the_name_opens_the_pass_screen_and_q_leaves() -> None:
    app, screen, _ = fair()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await click(app, pilot, (buttons.PASS_SCREEN, 0))
        assert screen.state.pass_to is None
    app, screen, _ = fair()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await press(pilot, "q")
        assert app.screen is not screen


async def test_screen_can_be_redrawn_before_the_pass_screen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app, screen, _ = fair()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        drawn: list[bool] = []
        monkeypatch.setattr(app, "action_redraw", lambda: drawn.append(True))
        app.bind("ctrl+l", "redraw")
        await press(pilot, "ctrl+l", "ctrl+s")
        assert drawn == [True]
        assert screen.state.pass_to is not None


@pytest.mark.parametrize("way", ["enter", "key", "click"])
async def test_keys_typed_ahead_do_not_answer_a_question_caused_by_another_player(
    way: str,
) -> None:
    match = Match.begin("middle_ages", [("Anna", "person"), ("Boris", "person")], seed="7")
    store = MemoryStore()
    session = Session(store, store.new(match), match)
    clock = ThinkingClock()
    app, screen = play(session, clock)

    async def choose(pilot: Any) -> None:
        if way == "enter":
            await press(pilot, "enter")
        elif way == "click":
            place = screen.surface.legal[0]
            await click(app, pilot, place)
            await click(app, pilot, place)
        else:
            assert screen.state.partial_pick is not None
            key = screen.state.partial_pick.choice.key
            await press(pilot, key, key)

    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await choose(pilot)
        clock.still = True
        length = len(session.match.log)
        assert screen.state.partial_pick is not None
        assert screen.state.partial_pick.seat == 1
        screen.state = evolve(screen.state, gate=FRESH_GATE.shut(clock.now).shown(clock.now))
        await choose(pilot)
        assert len(session.match.log) == length
        clock.now += 0.1
        await choose(pilot)
        assert len(session.match.log) > length, "pressed again, it is accepted"


@pytest.mark.parametrize("game", [one.id for one in catalogue() if one.id != "era"])
async def test_keys_that_follow_a_refused_key_without_a_pause_are_refused_with_it(
    game: str,
) -> None:
    """Otherwise Enter at the end of an offer whose first key came too early would end the turn."""
    match = Match.begin(game, [("Anna", "person"), ("Boris", "bot:random")], seed="7")
    store = MemoryStore()
    session = Session(store, store.new(match), match)
    clock = ThinkingClock()
    async with at_table(session, clock) as (_, screen, pilot):
        clock.still = True
        length = len(session.match.log)
        screen.state = evolve(screen.state, gate=FRESH_GATE.shut(clock.now).shown(clock.now))
        first = screen.state.partial_pick
        assert first is not None
        keys = [choice.key for choice in first.choices()]
        assert keys
        for key in (keys[-1][:1], "enter"):
            clock.now += 0.2
            await press(pilot, key)
        assert len(session.match.log) == length
        assert screen.state.partial_pick == first
        clock.now += 0.7
        await press(pilot, "enter")
        assert len(session.match.log) > length or screen.state.partial_pick != first, "it counts"


async def test_repeated_enter_never_confirms_what_was_not_selected() -> None:
    """Keys may be typed ahead within a turn, except repeated Enter."""
    clock = ThinkingClock()
    match = Match.begin("deus", [("Anna", "person"), ("Boris", "bot:random")], seed="3")
    store = MemoryStore()
    session = Session(store, store.new(match), match)
    app, screen = play(session, clock)

    def parts() -> int:
        assert screen.state.partial_pick is not None
        return len(screen.state.partial_pick.chosen)

    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        clock.still = True
        assert screen.state.partial_pick is not None
        screen.state.partial_pick.input_mode.point(1)
        await press(pilot, *screen.state.partial_pick.choices()[0].key * 2)
        begun = parts()
        assert begun, "a key selects, and confirms when repeated"
        await press(pilot, "enter", "enter", "enter")
        assert parts() == begun, "typed before the question appeared"
        await press(pilot, "right", "enter")
        assert parts() > begun, "an arrow key has selected it"
        begun = parts()
        await press(pilot, "enter")
        clock.now += 0.26
        await press(pilot, "enter")
        assert parts() != begun


async def test_keys_are_dated_by_arrival(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys typed while the program works are not younger than what it then shows."""
    match = Match.begin("middle_ages", [("Anna", "person"), ("Boris", "person")], seed="7")
    store = MemoryStore()
    session = Session(store, store.new(match), match)
    clock = ThinkingClock()
    async with at_table(session, clock) as (_, screen, pilot):
        await press(pilot, "enter")
        length, clock.still = len(session.match.log), True
        monkeypatch.setattr(table_screen, "monotonic", clock)
        screen.state = evolve(screen.state, gate=FRESH_GATE.shut(clock.now).shown(clock.now))
        clock.now += 0.7
        late, soon = events.Key("enter", None), events.Key("enter", None)
        late.time, soon.time = clock.now - 0.6, clock.now
        screen.press_key(late)
        assert len(session.match.log) == length
        screen.press_key(soon)
        assert len(session.match.log) > length


# ---------------------------------------------------------------------- taking back


async def test_u_undoes_the_last_choice_of_any_player_and_names_them() -> None:
    match = Match.begin("middle_ages", [("Anna", "person"), ("Boris", "person")], seed="7")
    store = MemoryStore()
    session = Session(store, store.new(match), match)
    async with at_table(session, size=LARGE) as (_, screen, pilot):
        assert "undo" not in screen_text(screen)
        for name in ("Anna", "Boris"):
            await press(pilot, "enter")
            assert f"undo: {name}" in screen_text(screen)
        picks = len(session.match_view.picks())
        await press(pilot, "u")
        assert len(session.match_view.picks()) == picks - 1
        assert session.match_view.pending()[0].seat == 1, "Boris chose last"
        assert "undo: Anna" in screen_text(screen)


async def test_u_never_undoes_a_secret_choice_of_another_player() -> None:
    app, screen, session = fair()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await press(pilot, "space")
        while session.match_view.pending()[0].seat == 0:
            choose(session, screen)
        await press(pilot, "space")
        assert screen.state.viewer == 1
        log = list(session.match.log)
        assert session.match.why_not_undo(0) is None, "the rules would allow Anna to undo"
        assert "undo" not in screen_text(screen)
        for key in ("u", "U"):
            await press(pilot, key)
            assert session.match.log == log
            assert "Anna has made a secret choice." in screen_text(screen)
        await press(pilot, "t")
        assert "Does everyone at the table agree?" in screen_text(screen)
        await press(pilot, "enter")
        assert len(session.match.log) > len(log)
        assert screen.state.pass_to == 0


async def test_t_rewinds_to_a_choice_of_a_person_past_bots() -> None:
    session = new_session("middle_ages", 3, bots=2)
    app, screen = play(session)
    async with app.run_test(size=SMALL) as pilot:
        own: list[int] = []
        while (
            not own
            or session.match.why_not_undo(0) is None
            or session.match_view.picks()[-1][1] == 0
        ):
            await wait_for_question(pilot, screen)
            await press(pilot, "enter")
            await wait_for_question(pilot, screen)
            own = [number for number, seat in session.match_view.picks() if seat == 0]
        last = own[-1]
        await press(pilot, "t")
        assert "Undo it anyway?" in screen_text(screen)
        await press(pilot, "enter")
        assert max((number for number, _ in session.match_view.picks()), default=0) < last
        assert session.match_view.pending()[0].seat == 0


async def test_u_undoes_own_choice_with_only_bots_in_between() -> None:
    session = new_session("middle_ages", 3, bots=2)
    app, screen = play(session)
    async with app.run_test(size=SMALL) as pilot:
        for _ in range(60):
            await wait_for_question(pilot, screen)
            before, turn = session.match.state.digest(), len(session.match_view.picks())
            await press(pilot, "enter")
            await wait_for_question(pilot, screen)
            bots = [seat for _, seat in session.match_view.picks()[turn + 1 :]]
            if bots and session.why_not_take_back(0) is None:
                break
        assert set(bots) <= {1, 2}
        assert session.match.why_not_undo(0) is not None, "the rules alone would forbid it"
        after = session.match.state.digest()
        await press(pilot, "u")
        assert session.match.state.digest() == before
        await press(pilot, "r")
        assert session.match.state.digest() == after


async def wait_for_question(pilot: Any, screen: PlayScreen) -> None:
    """Wait until the person is asked."""
    for _ in range(6000):
        if screen.state.partial_pick is not None:
            return
        await pilot.pause(0.01)
    raise AssertionError("nobody is asked")


# ---------------------------------------------------------------------- prompts that are left


def armed(screen: PlayScreen) -> Iterator[str]:
    """The callbacks that a screen has not run yet."""
    if screen.state.question is not None:
        yield "a prompt"
    if screen.state.confirming:
        yield "a confirmation"
    if BOT_TIMER in screen.state.timers.due:
        yield "a timer"


@pytest.mark.parametrize("opening", [("t",), ("t", "t"), ("enter",)])
async def test_cancelled_prompt_leaves_nothing_pending(opening: tuple[str, ...]) -> None:
    match = Match.begin("middle_ages", [("Anna", "person"), ("Boris", "person")], seed="7")
    store = MemoryStore()
    session = Session(store, store.new(match), match)
    for _ in range(6):
        request = session.ask(session.match_view.pending()[0].seat)
        session.choose(request, request.options[0])
    async with at_table(session, confirm="always") as (_, screen, pilot):
        log = list(session.match.log)
        await press(pilot, *opening)
        assert list(armed(screen)) != []
        await press(pilot, "escape")
        assert list(armed(screen)) == []
        assert session.match.log == log
        await press(pilot, opening[0])
        assert list(armed(screen)) != [], "it asks again"
        assert session.match.log == log


async def test_ending_a_turn_and_turning_tiles_need_no_confirmation() -> None:
    """By default, Enter asks for a confirmation if something is lost. Here nothing is lost."""
    match = Match.begin("middle_ages", [("Anna", "person"), ("Boris", "person")], seed="7")
    store = MemoryStore()
    session = Session(store, store.new(match), match)
    app, screen = play(session, confirm="turn")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        for _ in range(20):
            partial_pick = screen.state.partial_pick
            assert partial_pick is not None
            pick_preview, log = partial_pick.preview(), len(session.match.log)
            await press(pilot, "enter")
            assert pick_preview is None or len(session.match.log) > log


async def test_screen_holds_no_true_state() -> None:
    app, screen, session = fair()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        for _ in range(20):
            if hangs(screen):
                await press(pilot, "space")
            else:
                choose(session, screen)
            views = {session.match_view.view(reader).digest() for reader in (None, 0, 1)}
            true = session.match.state.digest()
            assert true not in views
            roots = [value for name, value in vars(screen).items() if name != "session"]
            states = [one for one in held_by(*roots, scene_at(screen)) if isinstance(one, State)]
            assert states
            assert all(one.digest() != true for one in states)


# ---------------------------------------------------------------------- hands on demand, hands open


@pytest.mark.usefixtures("on_demand")
async def test_h_shows_the_hand_on_demand_behind_one_pass_screen() -> None:
    app, screen, session = fair()
    advance_to(session, "Act", 0)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        assert not hangs(screen)
        assert screen.state.partial_pick is not None
        assert HAND not in screen_text(screen)
        await press(pilot, "Y")
        assert hangs(screen)
        assert HAND not in screen_text(screen)
        await press(pilot, "space")
        assert HAND in screen_text(screen)
        assert screen.state.partial_pick is not None
        await press(pilot, "Y")
        assert HAND not in screen_text(screen)
        assert screen.state.partial_pick is not None


@pytest.mark.usefixtures("on_demand")
async def test_hand_hides_itself_after_a_while() -> None:
    app, screen, session = fair()
    advance_to(session, "Act", 0)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        await press(pilot, "Y", "space")
        assert HAND in screen_text(screen)
        assert screen.running_timers[HAND_TIMER]._interval == HAND_SECONDS
        fire_timer(screen, HAND_TIMER)
        await pilot.pause()
        assert HAND not in screen_text(screen)
        assert screen.state.pass_to is None


@pytest.mark.usefixtures("on_demand")
async def test_decisions_that_need_the_hand_force_the_pass_screen() -> None:
    app, screen, session = fair()
    advance_to(session, "Bury")
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        seat = session.match_view.pending()[0].seat
        assert screen.state.pass_to == seat
        assert HAND not in screen_text(screen)
        await press(pilot, "space")
        assert screen.state.viewer == seat
        assert HAND in screen_text(screen)
        request = session.ask(seat)
        session.choose(request, request.options[0])
        ask_next(screen)
        await pilot.pause()
        assert HAND not in screen_text(screen), "the public table again, or another pass screen"


async def test_h_explains_why_there_is_nothing_to_show() -> None:
    app, screen, _ = fair()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await press(pilot, "space", "Y")
        assert "already shown" in screen_text(screen)


async def test_open_hands_need_no_pass_screen() -> None:
    app, screen, session = fair(hands="open")
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        for _ in range(12):
            assert screen.state.pass_to is None
            assert screen.state.viewer == session.match_view.pending()[0].seat
            assert SECRET in screen_text(screen)
            choose(session, screen)
            await pilot.pause()


class Looking(Stage):
    """An app that notes how a match is to be looked at again."""

    def on_table_screen_requested(self, event: TableScreen.Requested) -> None:
        assert isinstance(event.effect, WatchAgain)
        self.wanted = (event.effect.at, event.effect.viewer)


@pytest.mark.parametrize(("game", "viewer"), [("era", None), ("middle_ages", 0)])
async def test_replay_with_hidden_hands_shows_the_public_view(
    game: str, viewer: int | None
) -> None:
    session = new_session(game, players=2, picks=40)
    _, screen = play(session)
    app = Looking(screen)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        await press(pilot, "space")
        partial_pick = screen.state.partial_pick
        assert partial_pick is not None
        await press(pilot, "R")
        assert app.wanted == (screen.match_view.last_turn(partial_pick.seat), viewer)
        assert partial_pick.seat == 0
