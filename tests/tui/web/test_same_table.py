"""The table in a browser equals that over SSH, to the byte; two tabs with one key share a seat."""

from __future__ import annotations

import asyncio

from engine.lobby.users import Users
from screens.table.input_debounce import BURST
from tests.tui.ssh.server_process import ServerProcess, new_key, until, visit
from tests.tui.web.browsing import browsing, fingerprint, new_browser_key, registered

KEYS = (b"", b"\x1b[C", b"\x1b[D")
"""Cursor steps, which change the picture."""

REDRAW = b"\x0c"
"""The key that paints everything anew."""

A_PICTURE = 2000
"""Bytes of a whole picture, at least."""


async def test_browser_receives_the_same_bytes_as_ssh(web_server: ServerProcess):
    key, ssh = new_browser_key(), new_key()
    person = web_server.register("Same", ssh)
    with web_server.store() as store:
        Users(store).add_key(person, fingerprint(key))
    code = web_server.match("middle_ages", person, web_server.register("Other", new_key()))
    colours = {"COLORTERM": "truecolor"}
    async with (
        visit(web_server, ssh, f"join {code}", size=(120, 40), env=colours) as friend,
        browsing(web_server, key, command=f"join {code}") as page,
    ):
        for typed in KEYS:
            await friend.show("Other")
            await page.show("Other")
            await friend.quiet()
            await page.quiet(0.3)
            friend.mark()
            page.received.clear()
            friend.type(typed + REDRAW)
            await page.type(typed + REDRAW)
            await until(lambda: len(page.received) > A_PICTURE and page.received == friend.received)
            assert page.screen.display == friend.screen.display
        friend.type(b"\x03")
        await friend.ended()


async def test_two_tabs_at_one_seat_lose_nothing(web_server: ServerProcess):
    key, person = registered(web_server, "Twice")
    other, once = registered(web_server, "Once")
    code = web_server.match("middle_ages", person, once)
    before = sum(web_server.events())
    async with (
        browsing(web_server, key, command=f"join {code}") as one,
        browsing(web_server, key, command=f"join {code}") as two,
        browsing(web_server, other, command=f"join {code}") as third,
    ):
        for tab in (one, two):
            await tab.show("Once")
            await tab.answers()
        for _ in range(12):
            await asyncio.sleep(2 * BURST)  # a person's pace: closer keys are those of a held key
            await asyncio.gather(*(tab.type(b"\r") for tab in (one, two, third)))
            for tab in (one, two, third):
                await tab.answers()
        assert sum(web_server.events()) >= before + 6
        for tab in (one, two):
            tab.received.clear()
            await tab.type(b"\x0c")
            await tab.quiet(0.3)
        panels = ["\n".join(tab.screen.display) for tab in (one, two)]
        header = [panel.split("\n")[0] for panel in panels]
        assert header[0] == header[1]
    assert web_server.mistakes() == ""
