"""Keys and clicks as the WebDriver standards send them, classic and BiDi."""

from __future__ import annotations

from typing import Any, Final

VALUES: Final = {
    **{"ArrowRight": "\ue014", "ArrowLeft": "\ue012", "Home": "\ue011", "End": "\ue010"},
    **{"Enter": "\ue007", "Escape": "\ue00c"},
}
"""Characters for keys that have names."""


def strokes(*keys: str) -> Any:
    """Return the source of actions that presses keys, one after another."""
    actions = [
        {"type": kind, "value": VALUES.get(key, key)}
        for key in keys
        for kind in ("keyDown", "keyUp")
    ]
    return {"type": "key", "id": "keyboard", "actions": actions}


def click(x: float, y: float) -> Any:
    """Return the source of actions that clicks at a point of the page, in pixels."""
    actions = [
        {"type": "pointerMove", "x": round(x), "y": round(y)},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    ]
    return {"type": "pointer", "id": "mouse", "actions": actions}
