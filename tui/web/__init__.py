"""The web front end of the server: one page with a terminal, and a WebSocket for its bytes."""
