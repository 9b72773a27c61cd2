"""Chat at a table: one input line, delivered at once, with muting."""

from __future__ import annotations

from engine.lobby.chat import MAX_CHARACTERS, MAX_LINES, Chat
from screens.table.messages import Pasted
from screens.table.people_view import CHAT_PAGE
from screens.table.reducers.chat import NEW_CHAT_TIMER
from screens.table.table_state import HELP_PAGE
from tests.screens.play.test_proposing import settle, table
from tests.screens.play.test_terminals import Terminal, open_terminals, panels_text
from tests.screens.playing import fire_timer, open_page


async def send_chat(one: Terminal, text: str) -> None:
    await one.press("S", *("space" if letter == " " else letter for letter in text), "enter")


def typed(one: Terminal) -> str | None:
    """Return the line that is being typed."""
    question = one.screen.state.question
    return None if question is None or question.field is None else question.field.text


async def test_chat_message_reaches_everyone_at_the_table() -> None:
    async with table("Anna", "Boris") as (anna, boris, zoe):
        await send_chat(anna, "Qquit u")
        await settle(anna, boris, zoe)
        for one in (anna, boris, zoe):
            assert "Anna: Qquit u" in one.screen_text
            fire_timer(one.screen, NEW_CHAT_TIMER)
            assert "Qquit" not in one.screen_text
        open_page(boris.screen, CHAT_PAGE)
        await boris.settle()
        assert "Anna: Qquit u" in boris.screen_text


async def test_typed_message_survives_events_at_the_table() -> None:
    async with table("Anna", "Boris") as (anna, boris, _):
        asked, other = (anna, boris) if anna.is_asked() else (boris, anna)
        for one in (other, asked):
            await one.press("S", "q", "y", "left", "1")
            assert typed(one) is not None
        log = len(asked.session.match.log)
        await asked.press("escape", "enter")
        await settle(anna, boris)
        assert len(asked.session.match.log) > log
        assert typed(other) == "q1y"
        await other.press("enter")
        await settle(anna, boris)
        assert ": q1y" in asked.screen_text


async def test_muted_player_is_hidden() -> None:
    async with table("Anna", "Boris") as (anna, boris, _):
        await send_chat(anna, "one")
        await settle(anna, boris)
        assert "Anna: one" in boris.screen_text
        await boris.press("M")
        assert "mute Anna" in boris.screen_text
        await boris.press("1")
        assert "Anna: one" not in boris.screen_text
        assert "Anna is muted." in boris.screen_text
        await send_chat(anna, "two")
        await settle(anna, boris)
        assert "Anna: two" in anna.screen_text
        assert "Anna: two" not in boris.screen_text
        await boris.press("M")
        assert "unmute Anna" in boris.screen_text
        await boris.press("1")
        assert "Anna is no longer muted." in boris.screen_text
        await send_chat(anna, "three")
        await settle(anna, boris)
        assert "Anna: three" in boris.screen_text


async def test_message_rate_and_length_are_limited() -> None:
    async with table("Anna", "Boris") as (anna, boris, _):
        await anna.press("S")
        anna.screen.dispatch(Pasted("x" * 500))
        assert typed(anna) == "x" * MAX_CHARACTERS
        await anna.press("enter")
        for _ in range(MAX_LINES):
            await send_chat(anna, "a")
        await settle(anna, boris)
        assert "wait a minute" in anna.screen_text
        assert len(Chat(boris.session.store).lines(boris.session.id, None)) == MAX_LINES


async def test_spectator_reads_but_cannot_write() -> None:
    async with table("Anna", "Boris") as (anna, _, zoe):
        await zoe.press("S")
        assert "Only players can chat here." in zoe.screen_text
        assert typed(zoe) is None
        await send_chat(anna, "one")
        await settle(anna, zoe)
        assert "Anna: one" in zoe.screen_text


async def test_local_table_has_no_chat() -> None:
    async with open_terminals("middle_ages", {0}, {1}) as (anna, boris):
        await anna.press("S")
        assert typed(anna) is None
        await boris.press("M")
        assert typed(boris) is None
        seen = set()
        for _ in range(12):
            await anna.press("tab")
            seen.add(anna.screen.state.zone)
        assert CHAT_PAGE not in seen
        open_page(anna.screen, HELP_PAGE)
        assert "mute or unmute a player at the table" not in panels_text(anna)
