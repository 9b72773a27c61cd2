"""Start processes that are forked from one that has already imported everything.

Forking from the process of the tests is not safe, as it may have threads; the fork server has none.
Each process of pytest has one fork server, so all tests share its list of imported modules.
"""

from __future__ import annotations

import multiprocessing
from typing import Final

FORKED: Final = multiprocessing.get_context("forkserver")
FORKED.set_forkserver_preload(["tests.forked_imports"])
