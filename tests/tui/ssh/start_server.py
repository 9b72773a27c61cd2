"""Run a server with short limits.

    python tests/tui/ssh/start_server.py FOLDER OPTIONS

`OPTIONS` is a JSON object with the other arguments of `run`.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Mapping
from functools import partial
from ipaddress import ip_network
from pathlib import Path
from typing import Any

from engine.i18n.text import Text
from screens.lobby.guest import Registration
from tui.server import server_state
from tui.server.limits import Limits, Meters
from tui.server.notification_dispatch import NotifierSettings
from tui.server.server import ServerSettings, run_server
from tui.user_paths import UserPaths
from tui.web.web_settings import WebSettings

MAX_DESCRIPTORS = 256
"""Maximum number of file descriptors before the server raises it, the default of many systems."""


def run(
    folder: str,
    registration: str = "anyone",
    limits: Mapping[str, Any] | None = None,
    port: int = 0,
    balancers: str = "",
    notifier_settings: str | None = None,
    web: Mapping[str, Any] | None = None,
    preload: bool = True,
) -> None:
    """Run a server until it is stopped. With the limit `no_minute_passes`, allowances per minute
    are never renewed, however long a busy machine takes."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (MAX_DESCRIPTORS, most))
    limits = dict(limits or {})
    if limits.pop("no_minute_passes", False):
        server_state.Meters = partial(Meters, clock=lambda: 0.0)  # type: ignore[assignment, attr-defined]
    run_server(
        ServerSettings(
            UserPaths.passed_on(folder, folder),
            _print,
            port,
            "127.0.0.1",
            Registration(registration),
            Limits(**limits),
            None if notifier_settings is None else NotifierSettings.load(notifier_settings),
            tuple(map(ip_network, balancers.split())),
            web=None if web is None else _web_settings(**web),
            preload=preload,
        )
    )


def _print(text: Text) -> None:
    print(text.plain(), flush=True)


def _web_settings(**settings: Any) -> WebSettings:
    for name in ("certificate", "private_key"):
        settings[name] = settings.get(name) and Path(settings[name])
    return WebSettings(**settings)


if __name__ == "__main__":
    run(sys.argv[1], **json.loads(sys.argv[2]))
