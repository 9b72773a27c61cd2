"""The server: connected clients, their limits, and the processes of their sessions.

Three kinds of processes: the *front ends* speak SSH (`tui.ssh`) and WebSocket (`tui.web`) in one
process that holds the keys; the *fork server* (`zygote` in the status) has everything imported and
forks; a *child* is one player's session on a pseudo-terminal, and knows no protocol.
"""
