"""Entry point of the command `guildhall`, in a module whose name no other package has.

The packages of the program have generic names, and Python takes whichever comes first in its path.
None of them is imported before it is certain that they are Guildhall's own.
"""

from __future__ import annotations

import gc
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent

PACKAGES: Final = ("engine", "screens", "styles", "tui")


def main() -> int:
    """Run the command line. Return the exit code, which is 1 if another package hides one of
    Guildhall's.

    The garbage collector is off until the command runs, because imports leave no garbage.
    """
    gc.disable()
    for package in PACKAGES:
        spec = find_spec(package)
        if spec is not None and spec.origin is not None and not _ours(package, spec.origin):
            print(f"guildhall: {_hidden(package, spec.origin)}", file=sys.stderr)
            return 1
    from tui.cli.main import run

    return run(sys.argv[1:])


def _ours(package: str, file: str) -> bool:
    return Path(file).resolve().parent == HERE / package


def _hidden(package: str, file: str) -> str:
    from gettext import translation

    _ = translation("guildhall", HERE / "engine" / "locale", fallback=True).gettext
    return _(
        "another program's package “{package}” ({file}) hides the one that Guildhall needs. "
        "Remove it from PYTHONPATH, or install Guildhall in its own environment."
    ).format(package=package, file=file)


if __name__ == "__main__":
    sys.exit(main())
