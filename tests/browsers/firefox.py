"""Firefox in headless mode, controlled through a WebSocket (WebDriver BiDi protocol)."""

from __future__ import annotations

import json
import os
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from websockets.sync.client import connect

from tests.browsers import actions
from tests.browsers.browser import Browser

QUIET: Final = ("--headless", "--no-remote", "--remote-debugging-port=0")

PREFERENCES: Final = """\
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("toolkit.telemetry.enabled", false);
"""

READY: Final = "listening on "


class Firefox(Browser):
    """Firefox with one page."""

    def __init__(self, folder: Path, program: str) -> None:
        super().__init__()
        (folder / "user.js").write_text(PREFERENCES)
        self._process = subprocess.Popen(
            [program, *QUIET, "--profile", str(folder), "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env={**os.environ, "HOME": str(folder)},
            text=True,
        )
        assert self._process.stderr is not None
        self._number = 0
        self._page, self._user, self._is_used = "", "", False
        with ExitStack() as started:
            started.callback(self._stop)
            address = next(line for line in self._process.stderr if READY in line)
            url = f"{address.partition(READY)[2].strip()}/session"
            self._socket = started.enter_context(connect(url, max_size=None, proxy=None))
            self.call("session.new", capabilities={})
            self.call("session.subscribe", events=["log.entryAdded"])
            self.renew()
            self._end = started.pop_all()

    def call(self, method: str, **parameters: Any) -> Any:
        """Send a command, and return its result."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while (answer := json.loads(self._socket.recv(timeout=60))).get("id") != self._number:
            entry = answer.get("params", {})
            if entry.get("level") == "error" and entry["source"].get("context") == self._page:
                self.complaints.append(entry)
        assert answer["type"] == "success", answer
        return answer["result"]

    def renew(self) -> None:
        before = self._user
        self._user = self.call("browser.createUserContext")["userContext"]
        self._page = self.call("browsingContext.create", type="tab", userContext=self._user)[
            "context"
        ]
        if before:
            self.call("browser.removeUserContext", userContext=before)
        self._is_used = False
        self.complaints.clear()

    def open(self, url: str) -> None:
        if self._is_used:  # from one part of a page to another, Firefox would load nothing
            self.call(
                "browsingContext.navigate", context=self._page, url="about:blank", wait="complete"
            )
        self.call("browsingContext.navigate", context=self._page, url=url)
        self._is_used = True

    def reload(self) -> None:
        self.call("browsingContext.reload", context=self._page)

    def run(self, script: str) -> Any:
        found = self.call(
            "script.evaluate",
            expression=f"(() => {{ {script} }})()",
            target={"context": self._page},
            awaitPromise=True,
        )
        return _value(found["result"]) if found["type"] == "success" else None

    def run_first(self, script: str) -> None:
        self.call(
            "script.addPreloadScript",
            functionDeclaration=f"() => {{ {script} }}",
            contexts=[self._page],
        )

    def press(self, *keys: str) -> None:
        self._act(actions.strokes(*keys))

    def click(self, x: float, y: float) -> None:
        self._act(actions.click(x, y))

    def _act(self, source: Any) -> None:
        self.call("input.performActions", context=self._page, actions=[source])

    def resize(self, size: tuple[int, int]) -> None:
        viewport = {"width": size[0], "height": size[1]}
        self.call("browsingContext.setViewport", context=self._page, viewport=viewport)

    def close(self) -> None:
        self._end.close()

    def _stop(self) -> None:
        self._process.terminate()
        self._process.communicate()


def _value(found: Any) -> Any:
    """Return a value of a script's result."""
    if found["type"] == "array":
        return [_value(one) for one in found["value"]]
    return found.get("value")
