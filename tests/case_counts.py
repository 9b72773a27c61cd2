"""Numbers of cases that laws were tried with, reported at the end of a run."""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest

COUNTED: Final = "counted"
"""Property by which a test reports its counts: `record_property(COUNTED, {kind: number})`."""


def print_counts(reporter: pytest.TerminalReporter) -> None:
    """Print the counts of all tests that report any, by file."""
    counts: dict[str, Counter[str]] = {}
    for report in reporter.stats.get("passed", []):
        for name, value in report.user_properties:
            if name == COUNTED:
                counts.setdefault(report.nodeid.partition("::")[0], Counter()).update(value)
    for file, tried in counts.items():
        reporter.section(f"{tried.total()} cases of {file}")
        for kind, count in sorted(tried.items()):
            reporter.line(f"{count:8} {kind}")
