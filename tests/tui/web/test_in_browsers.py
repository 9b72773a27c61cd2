"""The page in real browsers, operated by keys, by mouse and on a phone. The tests are skipped
without browsers."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.lobby.users import Users
from tests.browsers.browser import Browser
from tests.browsers.chromium import Chromium
from tests.tui.ssh.server_process import (
    ServerProcess,
    new_key,
    open_session,
    running_server,
    wait_until,
    window_size,
)
from tests.tui.web.browsing import free_port
from tests.tui.web.waiting import invite, person_called, waiting_table

DESK, UPRIGHT, LYING = (1280, 800), (390, 844), (844, 390)


class TerminalPage:
    """The page of a server in a browser."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

    def wait_for_text(self, what: str) -> None:
        """Wait until a text is on the screen."""
        self.browser.wait(
            "return [...document.querySelectorAll('.xterm-rows > div')]"
            f".some((row) => row.textContent.replaceAll('\\u00a0', ' ').includes({what!r}))"
        )

    def type(self, text: str) -> None:
        """Type letters."""
        self.browser.press(*({"\r": "Enter", "\x1b": "Escape"}.get(key, key) for key in text))

    def position_of(self, what: str) -> tuple[float, float]:
        """Wait for a text on the screen. Return its position in pixels of the page, once it has
        stayed there for a while, because a new page may change its size once more."""
        found, before = self._place_of(what), None
        while found != before:
            time.sleep(0.3)
            found, before = self._place_of(what), found
        return found

    def _place_of(self, what: str) -> tuple[float, float]:
        self.wait_for_text(what)
        x, y = self.browser.run(
            f"""
            const what = {what!r}, screen = document.querySelector('.xterm-screen');
            const box = screen.getBoundingClientRect();
            const rows = [...document.querySelectorAll('.xterm-rows > div')];
            const texts = rows.map((row) => row.textContent.replaceAll('\u00a0', ' '));
            const y = texts.findIndex((text) => text.includes(what));
            const wide = Math.max(...texts.map((text) => text.length));
            const x = texts[y].indexOf(what) + what.length / 2;
            return [box.x + (x / wide) * box.width, box.y + ((y + 0.5) / rows.length) * box.height];
            """
        )
        return float(x), float(y)

    def cells(self) -> tuple[int, int]:
        """Return the columns and rows of the terminal, as the page counts them."""
        rows, columns = self.browser.run(
            "const rows = [...document.querySelectorAll('.xterm-rows > div')];"
            "return [rows.length, Math.max(...rows.map((row) => row.textContent.length))]"
        )
        return int(columns), int(rows)


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Run a server for each browser, which requires an invite code."""
    with running_server(
        tmp_path_factory.mktemp("server"), "invited", web={"port": 0}, newcomers_per_minute=10_000
    ) as server:
        yield server
        assert server.error_log() == ""


@pytest.fixture
def page(browser: Browser) -> TerminalPage:
    """Open a page of the browser for a new user."""
    browser.renew()
    browser.resize(DESK)
    return TerminalPage(browser)


def invite_code(server: ServerProcess) -> str:
    """Return the invite code of a server."""
    with server.store() as store:
        return Users(store).invite_code()


def register(page: TerminalPage, server: ServerProcess, name: str, query: str = "") -> None:
    """Open the page, and register with the invite code."""
    page.browser.open(f"{server.page}{query}")
    page.wait_for_text("Invite code")
    page.type(f"{invite_code(server)}\r")
    page.type(f"{name}\r")


def test_new_player_follows_a_link_registers_and_joins_the_table(
    server: ServerProcess, page: TerminalPage
):
    host = server.register("Hanna", new_key())
    code = waiting_table(server, host)
    register(page, server, "Wim", f"?join={code}")
    page.wait_for_text("Hanna")
    page.wait_for_text("The table is full.")
    assert page.browser.run("return location.search") == ""
    page.type("\x1b")
    page.wait_for_text("Only this browser has your key")
    page.type("\r")
    page.wait_for_text("add another key")
    assert page.browser.complaints == []


def test_reload_returns_the_same_player_to_the_same_table(
    server: ServerProcess, page: TerminalPage
):
    host = server.register("Ida", new_key())
    code = waiting_table(server, host)
    register(page, server, "Rita", f"?join={code}")
    page.wait_for_text("The table is full.")
    page.browser.reload()
    page.wait_for_text("Ida")
    page.wait_for_text("Rita")
    assert page.browser.complaints == []


def test_lost_connection_is_restored(tmp_path: Path, page: TerminalPage):
    first = ServerProcess(tmp_path, web={"port": 0})
    port = int(first.page.rstrip("/").rpartition(":")[2])
    page.browser.open(first.page)
    page.wait_for_text("Register")
    page.type("Lena\r")
    page.wait_for_text("Join by code")
    first.process.kill()
    first.close()
    page.browser.wait("return !document.getElementById('notice').hidden")
    with running_server(tmp_path, web={"port": port}) as second:
        assert second.page == first.page
        page.browser.wait("return document.getElementById('notice').hidden")
        page.wait_for_text("Lena")


@pytest.mark.parametrize("browser", ["chromium"], indirect=True)
def test_connection_that_is_lost_silently_is_noticed(tmp_path: Path, page: TerminalPage):
    with running_server(tmp_path, web={"port": 0}) as silent:
        page.browser.open(silent.page)
        page.wait_for_text("Register")
        page.type("Sina\r")
        page.wait_for_text("Join by code")
        silent.process.send_signal(signal.SIGSTOP)
        page.type("o")
        page.browser.wait("return !document.getElementById('notice').hidden")
        silent.process.send_signal(signal.SIGCONT)
        page.browser.wait("return document.getElementById('notice').hidden")
        page.wait_for_text("Sina")
        assert page.browser.complaints == []


def test_session_ends_when_its_page_is_left(server: ServerProcess, page: TerminalPage):
    server.wait_for_status(sessions=0)
    register(page, server, "Vera")
    page.wait_for_text("Join by code")
    page.browser.open("about:blank")
    server.wait_for_status(sessions=0)


def test_page_at_another_address_says_which_one_is_right(tmp_path: Path, page: TerminalPage):
    address, port = "https://games.example.org", free_port()
    with running_server(tmp_path, web={"port": port, "page": f"{address}/"}):
        page.browser.open(f"http://localhost:{port}/")
        notice = "document.getElementById('notice').textContent"
        page.browser.wait(f"return {notice}.includes({address!r})")
        assert page.browser.complaints == []


def test_link_with_signs_around_its_code_leads_to_the_table(
    server: ServerProcess, page: TerminalPage
):
    code = waiting_table(server, server.register("Xenia", new_key()))
    for typed in ("{}.", "%20{}%29", "{}%0A", "%3C{}%3E"):
        page.browser.open(f"{server.page}?join={typed.format(code)}")
        page.wait_for_text("Register to join Xenia")


async def test_browser_and_ssh_players_share_a_table(server: ServerProcess, page: TerminalPage):
    await asyncio.to_thread(register, page, server, "Bea")
    await asyncio.to_thread(page.wait_for_text, "Join by code")
    key = new_key()
    friend = server.register("Fred", key)
    code = server.start_match("middle_ages", person_called(server, "Bea"), friend)
    await asyncio.to_thread(page.browser.open, f"{server.page}?join={code}")
    async with open_session(server, key, f"join {code}", size=(120, 40)) as ssh:
        await asyncio.to_thread(page.wait_for_text, "Fred")
        await ssh.wait_for_text("Bea")
        before = server.event_counts()
        for _ in range(12):
            if server.event_counts() != before:
                break
            ssh.type(b"\r")
            await asyncio.to_thread(page.type, "\r")
            await asyncio.sleep(0.2)
        assert server.event_counts() != before
    assert page.browser.complaints == []


def test_choosing_by_mouse(server: ServerProcess, page: TerminalPage):
    register(page, server, "Mia")
    page.wait_for_text("Join by code")
    page.wait_for_text("Only this browser")
    page.type("\x1b")
    page.browser.click(*page.position_of("Your profile"))
    page.wait_for_text("add another key")
    assert page.browser.complaints == []


def test_session_follows_the_size_of_the_page(server: ServerProcess, page: TerminalPage):
    server.wait_for_status(sessions=0)
    register(page, server, "Resi")
    page.wait_for_text("Join by code")
    (pid,) = server.session_pids()
    rows = "document.querySelectorAll('.xterm-rows > div').length"
    before = int(page.browser.run(f"return {rows}"))
    page.browser.resize((900, 600))
    page.browser.wait(f"return {rows} < {before}")
    expected = int(page.browser.run(f"return {rows}"))
    asyncio.run(wait_until(lambda: window_size(pid)[1] == expected))
    page.wait_for_text("Join by code")
    assert page.browser.complaints == []


def test_colours_are_a_preference_of_the_page(server: ServerProcess, page: TerminalPage):
    register(page, server, "佐々木")
    page.wait_for_text("佐々木")
    coloured = "document.querySelectorAll('.xterm-rows [style*=color]').length"
    assert page.browser.run(f"return {coloured}") > 0
    page.browser.run(
        "const colours = document.getElementById('colours');"
        "colours.value = 'none'; colours.dispatchEvent(new Event('change'))"
    )
    page.wait_for_text("佐々木")
    page.browser.wait(f"return {coloured} === 0")
    page.browser.reload()
    page.wait_for_text("佐々木")
    page.browser.wait(f"return {coloured} === 0")
    assert page.browser.complaints == []


def middle_of(browser: Browser, selector: str) -> tuple[float, float]:
    """Return the middle of an element of the page, in pixels."""
    box = f"document.querySelector({selector!r}).getBoundingClientRect()"
    x, y = browser.run(f"const box = {box}; return [box.x + box.width / 2, box.y + box.height / 2]")
    return float(x), float(y)


@pytest.mark.parametrize("size", [UPRIGHT, LYING], ids=["upright", "lying"])
def test_phone_has_room_a_key_bar_and_tapping(
    server: ServerProcess, page: TerminalPage, size: tuple[int, int]
):
    phone = page.browser
    if not isinstance(phone, Chromium):
        pytest.skip("this browser cannot pretend to be a phone")
    register(page, server, f"Phone {size[0]}")
    page.wait_for_text("Only this browser")
    page.type("\x1b")
    phone.be_phone(size)
    phone.reload()
    page.wait_for_text("Join by code")
    columns, rows = page.cells()
    assert columns >= 80
    assert rows >= 22
    keyboard = "document.querySelector('.xterm-helper-textarea').inputMode"
    assert phone.run(f"return {keyboard}") == "none"
    phone.tap(*page.position_of("Your profile"))
    page.wait_for_text("add another key")
    phone.tap(*middle_of(phone, "[data-key=escape]"))
    page.wait_for_text("Join by code")
    phone.tap(*middle_of(phone, "#keyboard"))
    phone.wait(f"return {keyboard} === 'text'")
    assert phone.complaints == []


def test_tapping_a_text_field_on_a_phone_shows_the_keyboard(
    server: ServerProcess, page: TerminalPage
):
    phone = page.browser
    if not isinstance(phone, Chromium):
        pytest.skip("this browser cannot pretend to be a phone")
    phone.be_phone(UPRIGHT)
    phone.open(server.page)
    keyboard = "document.querySelector('.xterm-helper-textarea').inputMode"
    phone.tap(*page.position_of("Already registered"))
    assert phone.run(f"return {keyboard}") == "none"
    phone.tap(*page.position_of("ask this server"))
    phone.wait(f"return {keyboard} === 'text'")
    page.type(f"{invite_code(server)}\rTilda\r")
    page.wait_for_text("Only this browser")
    phone.tap(*page.position_of("Only this browser"))
    phone.wait(f"return {keyboard} === 'none'")
    assert phone.complaints == []


def test_line_mode_is_text_in_a_live_region(server: ServerProcess, page: TerminalPage):
    register(page, server, "Lia")
    page.wait_for_text("Join by code")
    page.browser.run("document.getElementById('to-lines').click()")
    page.browser.wait("return document.getElementById('log').textContent.includes('help')")
    assert (
        page.browser.run("return document.getElementById('log').getAttribute('aria-live')")
        == "polite"
    )
    assert page.browser.run("return document.getElementById('terminal').hidden")
    page.type("help\r")
    page.browser.wait("return document.getElementById('log').textContent.includes('> help')")
    page.browser.run("document.getElementById('use-lines').click()")
    page.wait_for_text("Join by code")
    assert page.browser.complaints == []


def test_browser_without_ed25519_gets_an_explanation(server: ServerProcess, page: TerminalPage):
    page.browser.run_first(
        "crypto.subtle.generateKey = () => Promise.reject(new DOMException('no'));",
    )
    page.browser.open(server.page)
    page.browser.wait("return document.getElementById('notice').textContent.includes('Ed25519')")


def test_browser_that_stores_nothing_gets_an_explanation(server: ServerProcess, page: TerminalPage):
    page.browser.run_first("indexedDB.open = () => { throw new DOMException('no'); };")
    page.browser.open(server.page)
    page.browser.wait("return document.getElementById('notice').textContent.includes('private')")


def test_plain_http_from_elsewhere_gets_an_explanation(server: ServerProcess, page: TerminalPage):
    page.browser.run_first(
        "Object.defineProperty(window, 'isSecureContext', { get: () => false });",
    )
    page.browser.open(server.page)
    page.browser.wait("return document.getElementById('notice').textContent.includes('https')")


def test_foreign_scripts_do_not_run(server: ServerProcess, page: TerminalPage):
    page.browser.run_first(
        "window.violated = []; addEventListener("
        "'securitypolicyviolation', (event) => violated.push(event.effectiveDirective));"
    )
    page.browser.open(server.page)
    page.wait_for_text("Invite code")
    page.browser.run(
        "const script = document.createElement('script');"
        "script.textContent = 'window.foreign = true'; document.body.append(script);"
    )
    assert page.browser.run("return window.foreign === undefined")
    assert page.browser.run("return violated") == ["script-src-elem"]


def test_turn_alert_is_a_notification_and_a_mark_in_the_title(
    server: ServerProcess, page: TerminalPage
):
    page.browser.run_first(
        "window.shown = []; document.hasFocus = () => false;"
        "window.Notification = class { constructor(title, options) { shown.push(options.body); }"
        " static permission = 'granted'; static requestPermission = async () => 'granted'; };",
    )
    register(page, server, "Nora")
    page.wait_for_text("Join by code")
    page.browser.run("document.getElementById('notify').click()")
    page.browser.wait("return document.getElementById('notify').checked")
    server.wait_for_status(at_least=True, sessions=1)
    invite(server, "Nora", server.register("Nils", new_key()))
    page.browser.wait("return shown.length > 0")
    assert page.browser.run("return document.title").startswith("● ")
