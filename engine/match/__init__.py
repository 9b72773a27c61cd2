"""Playing a match: log, position, interpreter, undo, previews."""
