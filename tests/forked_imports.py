"""Imports of the process from which `tests.forking` forks: what races between programs need, and
servers with their sessions."""

import sys

import tests.engine.races

if sys.platform == "linux":
    import tests.tui.ssh.start_server  # noqa: F401
    import tui.web.web_server  # noqa: F401
    from tui.server.fork_server import warm

    warm(preload=False)
