"""Players who connect with a browser, as the WebSocket of the page sees them."""

from __future__ import annotations

import asyncio
from pathlib import Path

from engine.lobby.users import Users
from tests.tui.ssh.server_process import (
    ServerProcess,
    new_key,
    running_server,
    until,
    visit,
    window_of,
)
from tests.tui.web.browsing import browsing, new_browser_key, registered
from tui.web.web_connection import ENDED, REFUSED


async def test_new_player_registers_plays_and_leaves(web_server: ServerProcess):
    key = new_browser_key()
    async with browsing(web_server, key) as page:
        await page.show("Register")
        await page.type(b"Wanda\r")
        await page.show("Only this browser has your key")
        await page.type(b"\r")
        await page.show("add another key")
        await page.type(b"\x1b")
        await page.show("Join by code")
        await page.type(b"q")
        assert await page.wait_for_message("exit") == 0
        assert await page.ended() == ENDED
    async with browsing(web_server, key) as page:
        await page.show("Wanda")
        assert "Only this browser" not in page.text


async def test_browser_and_ssh_players_share_a_table(web_server: ServerProcess):
    key, wilma = registered(web_server, "Wilma")
    ssh = new_key()
    xaver = web_server.register("Xaver", ssh)
    code = web_server.match("middle_ages", wilma, xaver)
    async with (
        browsing(web_server, key, command=f"join {code}") as page,
        visit(web_server, ssh, f"join {code}") as friend,
    ):
        await page.show("Xaver")
        await friend.show("Wilma")
        assert await page.wait_for_message("place") == f"join {code}"
        await page.answers()
        await friend.answers()


async def test_reconnecting_returns_to_the_same_table(web_server: ServerProcess):
    key, yusuf = registered(web_server, "Yusuf")
    zoe, other = web_server.register("Zoe", new_key()), web_server.register("Zoltan", new_key())
    code = web_server.match("middle_ages", yusuf, zoe)
    web_server.match("middle_ages", yusuf, other)
    async with browsing(web_server, key, command=f"join {code}") as page:
        place = await page.wait_for_message("place")
        page.socket.transport.abort()
    async with browsing(web_server, key, command=place) as page:
        await page.show("Zoe")
        await page.answers()


async def test_window_has_the_size_sent_by_the_page(web_server: ServerProcess):
    key, _ = registered(web_server, "Ursula")
    async with browsing(web_server, key, columns=97, rows=31) as page:
        await page.answers()
        child = web_server.children()[-1]
        assert window_of(child) == (97, 31)
        await page.send_message(columns=101, rows=33)
        await until(lambda: window_of(child) == (101, 33))
        await page.send_message(columns=999_999, rows=0)
        await page.answers()


async def test_page_learns_that_its_connection_is_alive(web_server: ServerProcess):
    key, _ = registered(web_server, "Vilma")
    async with browsing(web_server, key) as page:
        await page.show("Vilma")
        for _ in range(3):
            await page.send_message(alive=True)
        await until(lambda: page.messages.count({"alive": True}) == 3, "three answers")
        await page.answers()


async def test_line_mode_is_sent_as_text(web_server: ServerProcess):
    key, _ = registered(web_server, "Tessa")
    async with browsing(web_server, key, lines=True) as page:
        await page.see(b"\n")
        assert b"\x1b" not in page.received
        await page.type(b"help\n")
        await page.see(b"join")


async def test_page_is_in_the_language_of_the_reader(web_server: ServerProcess):
    async with browsing(web_server, new_browser_key(), language="ru") as page:
        await page.show("Язык")


async def test_wrong_command_is_answered_in_a_sentence(web_server: ServerProcess):
    key, _ = registered(web_server, "Silas")
    async with browsing(web_server, key, command="rm -rf /") as page:
        await page.show("You can use")
        assert await page.wait_for_message("exit") != 0
        assert await page.ended() == ENDED


async def test_banned_player_gets_the_reason_and_is_refused(web_server: ServerProcess):
    key, _ = registered(web_server, "Rufus")
    with web_server.store() as store:
        Users(store).ban("Rufus")
    async with browsing(web_server, key) as page:
        assert "banned" in await page.wait_for_message("error")
        assert await page.ended() == REFUSED


async def test_unknown_key_is_refused_without_registration(tmp_path: Path):
    with running_server(tmp_path, "nobody", web={"port": 0}) as opened:
        async with browsing(opened, new_browser_key()) as page:
            assert "not accepting new players" in await page.wait_for_message("error")
            assert await page.ended() == REFUSED
        assert opened.status()["refused"] == {"shut out": 1}


async def test_server_shutdown_restores_the_screen_and_is_announced(tmp_path: Path):
    opened = ServerProcess(tmp_path, web={"port": 0})
    try:
        key, _ = registered(opened, "Petra")
        async with browsing(opened, key) as page:
            await page.answers()
            closing = asyncio.get_running_loop().run_in_executor(None, opened.close)
            assert await page.wait_for_message("restarts") is True
            await page.ended()
            assert b"\x1b[?1049l" in page.received
            assert b"shutting down" in page.received
            assert await closing == 0
    finally:
        opened.close()


async def test_status_counts_browsers_too(web_server: ServerProcess):
    key, _ = registered(web_server, "Olga")
    async with browsing(web_server, key) as page:
        await page.answers()
        status = web_server.status()
        assert "Olga" in [one["name"] for one in status["visits"]]
        assert status["connections"] >= 1
