"""The lobby and the other pages for players on a server."""
