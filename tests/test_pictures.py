"""The program that takes the pictures of the README."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


async def test_all_pictures_of_the_readme_can_be_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    spec = spec_from_file_location("take_pictures", ROOT / "docs" / "take_pictures.py")
    assert spec is not None
    assert spec.loader is not None
    pictures = module_from_spec(spec)
    spec.loader.exec_module(pictures)
    monkeypatch.setattr(pictures, "FOLDER", tmp_path)
    await pictures.take_all()
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"docs/pictures/([\w-]+\.svg)", readme))
    assert shown
    assert shown <= {path.name for path in tmp_path.iterdir()}
