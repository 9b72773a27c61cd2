"""A match in play: log, position, interpreter, undo, previews."""
