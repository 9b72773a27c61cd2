"""Players who connect with a browser, as the WebSocket of the page sees them."""

from __future__ import annotations

import asyncio
from pathlib import Path

from engine.lobby.users import Users
from tests.tui.ssh.server_process import (
    ServerProcess,
    new_key,
    open_session,
    running_server,
    wait_until,
    window_size,
)
from tests.tui.web.browsing import new_browser_key, open_browser, register_browser
from tui.web.web_connection import ENDED_CODE, REFUSED_CODE


async def test_new_player_registers_plays_and_leaves(web_server: ServerProcess):
    key = new_browser_key()
    async with open_browser(web_server, key) as page:
        await page.wait_for_text("Register")
        await page.type(b"Wanda\r")
        await page.wait_for_text("Only this browser has your key")
        await page.type(b"\r")
        await page.wait_for_text("add another key")
        await page.type(b"\x1b")
        await page.wait_for_text("Join by code")
        await page.type(b"q")
        assert await page.wait_for_message("exit") == 0
        assert await page.wait_closed() == ENDED_CODE
    async with open_browser(web_server, key) as page:
        await page.wait_for_text("Wanda")
        assert "Only this browser" not in page.text


async def test_browser_and_ssh_players_share_a_table(web_server: ServerProcess):
    key, wilma = register_browser(web_server, "Wilma")
    ssh = new_key()
    xaver = web_server.register("Xaver", ssh)
    code = web_server.start_match("middle_ages", wilma, xaver)
    async with (
        open_browser(web_server, key, command=f"join {code}") as page,
        open_session(web_server, ssh, f"join {code}") as friend,
    ):
        await page.wait_for_text("Xaver")
        await friend.wait_for_text("Wilma")
        assert await page.wait_for_message("place") == f"join {code}"
        await page.wait_for_response()
        await friend.wait_for_response()


async def test_reconnecting_returns_to_the_same_table(web_server: ServerProcess):
    key, yusuf = register_browser(web_server, "Yusuf")
    zoe, other = web_server.register("Zoe", new_key()), web_server.register("Zoltan", new_key())
    code = web_server.start_match("middle_ages", yusuf, zoe)
    web_server.start_match("middle_ages", yusuf, other)
    async with open_browser(web_server, key, command=f"join {code}") as page:
        place = await page.wait_for_message("place")
        page.socket.transport.abort()
    async with open_browser(web_server, key, command=place) as page:
        await page.wait_for_text("Zoe")
        await page.wait_for_response()


async def test_window_has_the_size_sent_by_the_page(web_server: ServerProcess):
    key, _ = register_browser(web_server, "Ursula")
    async with open_browser(web_server, key, columns=97, rows=31) as page:
        await page.wait_for_response()
        pid = web_server.session_pids()[-1]
        assert window_size(pid) == (97, 31)
        await page.send_message(columns=101, rows=33)
        await wait_until(lambda: window_size(pid) == (101, 33))
        await page.send_message(columns=999_999, rows=0)
        await page.wait_for_response()


async def test_page_learns_that_its_connection_is_alive(web_server: ServerProcess):
    key, _ = register_browser(web_server, "Vilma")
    async with open_browser(web_server, key) as page:
        await page.wait_for_text("Vilma")
        for _ in range(3):
            await page.send_message(alive=True)
        await wait_until(lambda: page.messages.count({"alive": True}) == 3, "three answers")
        await page.wait_for_response()


async def test_line_mode_is_sent_as_text(web_server: ServerProcess):
    key, _ = register_browser(web_server, "Tessa")
    async with open_browser(web_server, key, lines=True) as page:
        await page.wait_for_bytes(b"\n")
        assert b"\x1b" not in page.received
        await page.type(b"help\n")
        await page.wait_for_bytes(b"join")


async def test_page_is_in_the_language_of_the_reader(web_server: ServerProcess):
    async with open_browser(web_server, new_browser_key(), language="ru") as page:
        await page.wait_for_text("Язык")


async def test_wrong_command_is_answered_in_a_sentence(web_server: ServerProcess):
    key, _ = register_browser(web_server, "Silas")
    async with open_browser(web_server, key, command="rm -rf /") as page:
        await page.wait_for_text("You can use")
        assert await page.wait_for_message("exit") != 0
        assert await page.wait_closed() == ENDED_CODE


async def test_banned_player_gets_the_reason_and_is_refused(web_server: ServerProcess):
    key, _ = register_browser(web_server, "Rufus")
    with web_server.store() as store:
        Users(store).ban("Rufus")
    async with open_browser(web_server, key) as page:
        assert "banned" in await page.wait_for_message("error")
        assert await page.wait_closed() == REFUSED_CODE


async def test_unknown_key_is_refused_without_registration(tmp_path: Path):
    with running_server(tmp_path, "nobody", web={"port": 0}) as server:
        async with open_browser(server, new_browser_key()) as page:
            assert "not accepting new players" in await page.wait_for_message("error")
            assert await page.wait_closed() == REFUSED_CODE
        assert server.status()["refused"] == {"shut out": 1}


async def test_server_shutdown_restores_the_screen_and_is_announced(tmp_path: Path):
    server = ServerProcess(tmp_path, web={"port": 0})
    try:
        key, _ = register_browser(server, "Petra")
        async with open_browser(server, key) as page:
            await page.wait_for_response()
            closing = asyncio.get_running_loop().run_in_executor(None, server.close)
            assert await page.wait_for_message("restarts") is True
            await page.wait_closed()
            assert b"\x1b[?1049l" in page.received
            assert b"shutting down" in page.received
            assert await closing == 0
    finally:
        server.close()


async def test_status_counts_browsers_too(web_server: ServerProcess):
    key, _ = register_browser(web_server, "Olga")
    async with open_browser(web_server, key) as page:
        await page.wait_for_response()
        status = web_server.status()
        assert "Olga" in [one["name"] for one in status["visits"]]
        assert status["connections"] >= 1
