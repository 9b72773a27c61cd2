"""The table in a browser equals that over SSH, to the byte; two tabs with one key share a seat."""

from __future__ import annotations

import asyncio

from engine.lobby.users import Users
from screens.table.input_debounce import BURST_INTERVAL
from tests.tui.ssh.server_process import ServerProcess, new_key, open_session, wait_until
from tests.tui.web.browsing import fingerprint, new_browser_key, open_browser, register_browser

KEYS = (b"", b"\x1b[C", b"\x1b[D")
"""Cursor keys, which change the picture."""

REDRAW = b"\x0c"
"""Key that repaints everything."""

MIN_PICTURE = 2000
"""Minimum number of bytes of a whole picture."""


async def test_browser_receives_the_same_bytes_as_ssh(web_server: ServerProcess):
    key, ssh = new_browser_key(), new_key()
    person = web_server.register("Same", ssh)
    with web_server.store() as store:
        Users(store).add_key(person, fingerprint(key))
    code = web_server.start_match("middle_ages", person, web_server.register("Other", new_key()))
    colours = {"COLORTERM": "truecolor"}
    async with (
        open_session(web_server, ssh, f"join {code}", size=(120, 40), env=colours) as friend,
        open_browser(web_server, key, command=f"join {code}") as page,
    ):
        for typed in KEYS:
            await friend.wait_for_text("Other")
            await page.wait_for_text("Other")
            await friend.wait_until_quiet()
            await page.wait_until_quiet(0.3)
            friend.clear()
            page.received.clear()
            friend.type(typed + REDRAW)
            await page.type(typed + REDRAW)
            await wait_until(
                lambda: len(page.received) > MIN_PICTURE and page.received == friend.received
            )
            assert page.screen.display == friend.screen.display
        friend.type(b"\x03")
        await friend.wait_closed()


async def test_two_tabs_at_one_seat_lose_nothing(web_server: ServerProcess):
    key, person = register_browser(web_server, "Twice")
    other, once = register_browser(web_server, "Once")
    code = web_server.start_match("middle_ages", person, once)
    before = sum(web_server.event_counts())
    async with (
        open_browser(web_server, key, command=f"join {code}") as one,
        open_browser(web_server, key, command=f"join {code}") as two,
        open_browser(web_server, other, command=f"join {code}") as third,
    ):
        for tab in (one, two):
            await tab.wait_for_text("Once")
            await tab.wait_for_response()
        for _ in range(12):
            await asyncio.sleep(
                2 * BURST_INTERVAL
            )  # a person's pace: closer keys are those of a held key
            await asyncio.gather(*(tab.type(b"\r") for tab in (one, two, third)))
            for tab in (one, two, third):
                await tab.wait_for_response()
        assert sum(web_server.event_counts()) >= before + 6
        for tab in (one, two):
            tab.received.clear()
            await tab.type(b"\x0c")
            await tab.wait_until_quiet(0.3)
        panels = ["\n".join(tab.screen.display) for tab in (one, two)]
        header = [panel.split("\n")[0] for panel in panels]
        assert header[0] == header[1]
    assert web_server.error_log() == ""
