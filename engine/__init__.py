"""The rules of the games, with no terminal in sight."""
