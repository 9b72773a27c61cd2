"""A cursor step in the menu and in the form of a new game, compared with that of a bare widget.

Target: 1.5 times the processor time, and 600 bytes. `python -m tests.bench.page_steps` prints both.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.bench.page_steps import PAGES, STEPS, bare_costs, middle, page_costs


@pytest.mark.parametrize("name", PAGES)
def test_page_cursor_step_versus_bare_widget(benchmark: Any, name: str) -> None:
    """Extra info: milliseconds of both, their ratio, and bytes."""
    steps = 4 if benchmark.disabled else STEPS
    bare, real = middle(bare_costs(steps)), middle(page_costs(PAGES[name], steps))
    benchmark.extra_info["ms"] = round(real.ms, 2), round(bare.ms, 2)
    benchmark.extra_info["times"] = round(real.ms / bare.ms, 2)
    benchmark.extra_info["bytes"] = real.bytes
    benchmark.pedantic(lambda: None)
