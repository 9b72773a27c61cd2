"""Cities & Knights on a shared keyboard: visibility of hands, and open answers."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.chance import Dice
from engine.storage.memory_store import MemoryStore
from engine.storage.session import Session
from tests.screens.games.knights.scenes import new_match, play_on
from tests.screens.playing import LARGE, ask_next, play, press, screen_text

OFFER = "offer"


def session_at(until: str, picks: int = 60, **options: str) -> Session:
    """A session of four people at a decision, with all hands hidden."""
    match = new_match(4, **options)
    play_on(match, picks, until)
    store = MemoryStore()
    return Session(store, store.new(match), match)


def hand_shown(screen: Any, seat: int) -> bool:
    """Whether a seat's hand is shown."""
    name = screen.match_view.header.seats[seat][0]
    return f"{name}'s hand" in screen_text(screen)


def hangs(screen: Any) -> bool:
    """Whether the pass screen is shown."""
    return screen.state.pass_to is not None


def may_offer(session: Session) -> tuple[Any, ...]:
    """An offer of the asked seat, of one card for another."""
    pending = session.match.pending()[0]
    for pick in pending.decision.options(session.match.state):
        if isinstance(pick, tuple) and pick[0] == OFFER:
            return pick
    raise AssertionError("nobody has a card to offer")


async def test_hand_opens_once_a_turn_and_stays_while_nobody_else_is_asked() -> None:
    session = session_at("PreRoll")
    app, screen = play(session)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        seat = session.match.pending()[0].seat
        assert hangs(screen)
        assert not hand_shown(screen, seat)
        await press(pilot, "space")
        assert hand_shown(screen, seat)
        for _ in range(12):
            pending = session.match.pending()[0]
            if pending.seat != seat:
                break
            assert not hangs(screen), pending.decision.name
            assert hand_shown(screen, seat)
            request = session.ask(seat)
            session.choose(request, pending.decision.sample(request.view, session_dice(session)))
            ask_next(screen)
            await pilot.pause()
        assert session.match.pending()[0].seat != seat
        assert not hand_shown(screen, seat)


def session_dice(session: Session) -> Dice:
    """Randomness derived from the length of the match."""
    return Dice(str(len(session.match.log)).encode())


@pytest.mark.parametrize("answers_aloud", ["no", "yes"])
async def test_open_discussion_needs_no_pass_screen_and_shows_no_hand(answers_aloud: str) -> None:
    session = session_at("Main", answers_aloud=answers_aloud)
    seat = session.match.pending()[0].seat
    request = session.ask(seat)
    session.choose(request, may_offer(session))
    other = session.match.pending()[0].seat
    assert other != seat
    app, screen = play(session)
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        assert hangs(screen) == (answers_aloud == "no")
        if hangs(screen):
            await press(pilot, "space")
        assert hand_shown(screen, other) == (answers_aloud == "no")
        assert "Decline" in screen_text(screen)


async def test_open_discussion_does_not_reveal_what_is_held() -> None:
    """The screen looks the same for players with and without the requested card."""
    pictures = []
    for lacks in (False, True):
        session = session_at("Main", answers_aloud="yes")
        seat = session.match.pending()[0].seat
        pick = may_offer(session)
        session.choose(session.ask(seat), pick)
        island: Any = session.match.state
        other = session.match.pending()[0].seat
        ((wanted, _),) = pick[2]
        kind = island.box.kind_numbers[wanted]
        hand = island.hands[other]
        size = sum(hand)
        hand[:] = [0] * len(hand)
        hand[(kind + 1) % len(hand) if lacks else kind] = size
        app, screen = play(session)
        async with app.run_test(size=LARGE) as pilot:
            await pilot.pause()
            seen = [screen_text(screen)]
            for key in ("c", "a", "c", "plus"):
                await press(pilot, key)
                seen.append(screen_text(screen))
            pictures.append(seen)
    assert pictures[0] == pictures[1]
