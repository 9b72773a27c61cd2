"""The lobby and the pages of players on a server."""
