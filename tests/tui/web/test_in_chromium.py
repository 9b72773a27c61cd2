"""The page in a real browser, operated by keys, by mouse and on a phone.

Skipped without a browser, as the summary says.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.lobby.users import Users
from tests.chromium import Chromium, needs_chromium
from tests.tui.ssh.server_process import ServerProcess, new_key, running_server, visit
from tests.tui.web.waiting import invite, person_called, waiting_table

pytestmark = needs_chromium

DESK, UPRIGHT, LYING = (1280, 800), (390, 844), (844, 390)


class Page(Chromium):
    """A browser that shows the page of a server."""

    def size(self, size: tuple[int, int], *, phone: bool = False) -> None:
        """Be a window of that size, or the screen of a phone."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            **{"width": size[0], "height": size[1], "mobile": phone},
            deviceScaleFactor=2 if phone else 1,
        )
        self.call("Emulation.setTouchEmulationEnabled", enabled=phone)
        pointer = "coarse" if phone else "fine"
        media = [{"name": "pointer", "value": pointer}]
        self.call("Emulation.setEmulatedMedia", features=media)

    def text(self) -> str:
        """The text on the screen of the terminal."""
        rows = "[...document.querySelectorAll('.xterm-rows > div')].map((row) => row.textContent)"
        return str(self.run(f"return {rows}.join('\\n')"))

    def show(self, what: str) -> None:
        """Wait until that stands on the screen."""
        self.wait(
            "return [...document.querySelectorAll('.xterm-rows > div')]"
            f".some((row) => row.textContent.replaceAll('\\u00a0', ' ').includes({what!r}))"
        )

    def type(self, text: str) -> None:
        """Type letters, each with its key."""
        for letter in text:
            key = {"\r": "Enter", "\x1b": "Escape"}.get(letter, letter)
            code = {"\r": 13, "\x1b": 27}.get(letter, ord(letter.upper()))
            event = {"key": key, "windowsVirtualKeyCode": code}
            text = "" if letter == "\x1b" else letter
            self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **event)
            self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def place_of(self, what: str) -> tuple[float, float]:
        """Wait for a text on the screen and return its position, in pixels of the window."""
        self.show(what)
        found = self.run(
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
        return float(found[0]), float(found[1])

    def click(self, what: str) -> None:
        """Click at something on the screen."""
        x, y = self.place_of(what)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def tap(self, x: float, y: float) -> None:
        """Tap there with a finger."""
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def tap_at(self, selector: str) -> None:
        """Tap at an element of the page."""
        box = f"document.querySelector({selector!r}).getBoundingClientRect()"
        x, y = self.run(
            f"const box = {box}; return [box.x + box.width / 2, box.y + box.height / 2]"
        )
        self.tap(x, y)

    def cells(self) -> tuple[int, int]:
        """Columns and rows of the terminal, as its page counts them."""
        rows, columns = self.run(
            "const rows = [...document.querySelectorAll('.xterm-rows > div')];"
            "return [rows.length, Math.max(...rows.map((row) => row.textContent.length))]"
        )
        return int(columns), int(rows)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that needs an invite code."""
    with running_server(
        tmp_path_factory.mktemp("server"), "invited", web={"port": 0}, newcomers_a_minute=10_000
    ) as opened:
        yield opened
        assert opened.mistakes() == ""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A browser, which takes a second to start."""
    opened = Page(tmp_path_factory.mktemp("profile"))
    yield opened
    opened.close()


@pytest.fixture
def page(browser: Page) -> Page:
    """A page of that browser for a user who has not been here yet."""
    browser.renew()
    browser.size(DESK)
    return browser


def invite_code(server: ServerProcess) -> str:
    """The invite code of a server."""
    with server.store() as store:
        return Users(store).invitation()


def register(page: Page, server: ServerProcess, name: str, query: str = "") -> None:
    """Open the page, and register with the invite code."""
    page.open(f"{server.page}{query}")
    page.show("Invite code")
    page.type(f"{invite_code(server)}\r")
    page.type(f"{name}\r")


def test_new_player_follows_a_link_registers_and_joins_the_table(server: ServerProcess, page: Page):
    host = server.register("Hanna", new_key())
    code = waiting_table(server, host)
    register(page, server, "Wim", f"?join={code}")
    page.show("Hanna")
    page.show("The table is full.")
    assert page.run("return location.search") == ""
    page.type("\x1b")
    page.show("Only this browser has your key")
    page.type("\r")
    page.show("add another key")
    assert page.complaints == []


def test_reload_returns_the_same_player_to_the_same_table(server: ServerProcess, page: Page):
    host = server.register("Ida", new_key())
    code = waiting_table(server, host)
    register(page, server, "Rita", f"?join={code}")
    page.show("The table is full.")
    page.call("Page.reload")
    page.show("Ida")
    page.show("Rita")
    assert page.complaints == []


def test_lost_connection_is_restored(tmp_path: Path, page: Page):
    first = ServerProcess(tmp_path, web={"port": 0})
    port = int(first.page.rstrip("/").rpartition(":")[2])
    page.open(first.page)
    page.show("Register")
    page.type("Lena\r")
    page.show("Join by code")
    first.process.kill()
    first.close()
    page.wait("return !document.getElementById('notice').hidden")
    with running_server(tmp_path, web={"port": port}) as second:
        assert second.page == first.page
        page.wait("return document.getElementById('notice').hidden")
        page.show("Lena")


async def test_browser_and_ssh_players_share_a_table(server: ServerProcess, page: Page):
    await asyncio.to_thread(register, page, server, "Bea")
    await asyncio.to_thread(page.show, "Join by code")
    key = new_key()
    friend = server.register("Fred", key)
    code = server.match("middle_ages", person_called(server, "Bea"), friend)
    await asyncio.to_thread(page.open, f"{server.page}?join={code}")
    async with visit(server, key, f"join {code}", size=(120, 40)) as ssh:
        await asyncio.to_thread(page.show, "Fred")
        await ssh.show("Bea")
        before = server.events()
        for _ in range(12):
            if server.events() != before:
                break
            ssh.type(b"\r")
            await asyncio.to_thread(page.type, "\r")
            await asyncio.sleep(0.2)
        assert server.events() != before
    assert page.complaints == []


def test_choosing_by_mouse(server: ServerProcess, page: Page):
    register(page, server, "Mia")
    page.show("Join by code")
    page.show("Only this browser")
    page.type("\x1b")
    page.click("Your profile")
    page.show("add another key")
    assert page.complaints == []


@pytest.mark.parametrize("size", [UPRIGHT, LYING], ids=["upright", "lying"])
def test_phone_has_room_a_key_bar_and_tapping(
    server: ServerProcess, page: Page, size: tuple[int, int]
):
    register(page, server, f"Phone {size[0]}")
    page.show("Only this browser")
    page.type("\x1b")
    page.size(size, phone=True)
    page.call("Page.reload")
    page.show("Join by code")
    columns, rows = page.cells()
    assert columns >= 80
    assert rows >= 22
    assert page.run("return document.querySelector('.xterm-helper-textarea').inputMode") == "none"
    page.tap(*page.place_of("Your profile"))
    page.show("add another key")
    page.tap_at("[data-key=escape]")
    page.show("Join by code")
    page.tap_at("#keyboard")
    page.wait("return document.querySelector('.xterm-helper-textarea').inputMode === 'text'")
    assert page.complaints == []


def test_line_mode_is_text_in_a_live_region(server: ServerProcess, page: Page):
    register(page, server, "Lia")
    page.show("Join by code")
    page.run("document.getElementById('to-lines').click()")
    page.wait("return document.getElementById('log').textContent.includes('help')")
    assert page.run("return document.getElementById('log').getAttribute('aria-live')") == "polite"
    assert page.run("return document.getElementById('terminal').hidden")
    page.type("help\r")
    page.wait("return document.getElementById('log').textContent.includes('> help')")
    page.run("document.getElementById('use-lines').click()")
    page.show("Join by code")
    assert page.complaints == []


def test_browser_without_ed25519_gets_an_explanation(server: ServerProcess, page: Page):
    page.call(
        "Page.addScriptToEvaluateOnNewDocument",
        source="crypto.subtle.generateKey = () => Promise.reject(new DOMException('no'));",
    )
    page.open(server.page)
    page.wait("return document.getElementById('notice').textContent.includes('Ed25519')")


def test_plain_http_from_elsewhere_gets_an_explanation(server: ServerProcess, page: Page):
    page.call(
        "Page.addScriptToEvaluateOnNewDocument",
        source="Object.defineProperty(window, 'isSecureContext', { get: () => false });",
    )
    page.open(server.page)
    page.wait("return document.getElementById('notice').textContent.includes('https')")


def test_foreign_scripts_do_not_run(server: ServerProcess, page: Page):
    page.open(server.page)
    page.show("Invite code")
    page.run(
        "const script = document.createElement('script');"
        "script.textContent = 'window.foreign = true'; document.body.append(script);"
    )
    assert page.run("return window.foreign === undefined")
    assert any("Content Security Policy" in str(one) for one in page.complaints)


def test_turn_alert_is_a_notification_and_a_mark_in_the_title(server: ServerProcess, page: Page):
    page.call(
        "Page.addScriptToEvaluateOnNewDocument",
        source="window.shown = []; document.hasFocus = () => false;"
        "window.Notification = class { constructor(title, options) { shown.push(options.body); }"
        " static permission = 'granted'; static requestPermission = async () => 'granted'; };",
    )
    register(page, server, "Nora")
    page.show("Join by code")
    page.run("document.getElementById('notify').click()")
    page.wait("return document.getElementById('notify').checked")
    server.wait_for(at_least=True, sessions=1)
    invite(server, "Nora", server.register("Nils", new_key()))
    page.wait("return shown.length > 0")
    assert page.run("return document.title").startswith("● ")
