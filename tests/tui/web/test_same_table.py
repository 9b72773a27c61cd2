"""The table in a browser is that of SSH, to the byte; two tabs of one key sit at one seat."""

from __future__ import annotations

import asyncio

from engine.lobby.users import Users
from tests.tui.ssh.houses import House, new_key, until, visit
from tests.tui.web.browsing import Browsing, browsing, fingerprint, new_browser_key
from tests.tui.web.waiting import store_of

KEYS = (b"", b"?", b"\x0c", b"\x1b", b"\x0c")


async def idle(page: Browsing) -> bytes:
    """Wait until something has come and nothing more comes; what has come."""
    await until(lambda: page.received, "an answer")
    length = -1
    while length != len(page.received):
        length = len(page.received)
        await asyncio.sleep(0.3)
    return bytes(page.received)


async def test_a_browser_gets_the_bytes_that_ssh_gets(web_house: House):
    key, ssh = new_browser_key(), new_key()
    person = web_house.know("Same", ssh)
    with store_of(web_house) as store:
        Users(store).add_key(person, fingerprint(key))
    code = web_house.match("middle_ages", person, web_house.know("Other", new_key()))
    async with visit(
        web_house, ssh, f"join {code}", size=(120, 40), env={"COLORTERM": "truecolor"}
    ) as friend:
        by_ssh = [await friend.quiet()]
        for typed in KEYS[1:]:
            friend.mark()
            friend.type(typed)
            by_ssh.append(await friend.quiet())
        friend.type(b"\x03")
        await friend.ended()
    async with browsing(web_house, key, command=f"join {code}") as page:
        by_browser = [await idle(page)]
        for typed in KEYS[1:]:
            page.received.clear()
            await page.type(typed)
            by_browser.append(await idle(page))
    for n, typed in enumerate(KEYS):
        print(typed, by_ssh[n][:300], by_ssh[n][-200:], by_browser[n][:300], by_browser[n][-200:], sep="\n")
    for n, typed in enumerate(KEYS):
        assert by_browser[n] == by_ssh[n], typed


async def test_two_tabs_at_one_seat_lose_nothing(web_house: House):
    key, other = new_browser_key(), new_browser_key()
    with store_of(web_house) as store:
        people = Users(store)
        person = people.register("Twice", fingerprint(key))
        once = people.register("Once", fingerprint(other))
    code = web_house.match("middle_ages", person, once)
    before = sum(web_house.events())
    async with (
        browsing(web_house, key, command=f"join {code}") as one,
        browsing(web_house, key, command=f"join {code}") as two,
        browsing(web_house, other, command=f"join {code}") as third,
    ):
        for tab in (one, two):
            await tab.show("Once")
            await tab.answers()
        for _ in range(12):
            await asyncio.gather(*(tab.type(b"\r") for tab in (one, two, third)))
            for tab in (one, two, third):
                await tab.answers()
        assert sum(web_house.events()) >= before + 6
        for tab in (one, two):
            tab.received.clear()
            await tab.type(b"\x0c")
            await idle(tab)
        panels = ["\n".join(tab.screen.display) for tab in (one, two)]
        header = [panel.split("\n")[0] for panel in panels]
        assert header[0] == header[1]
    assert web_house.mistakes() == ""
