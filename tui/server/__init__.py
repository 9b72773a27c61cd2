"""The server: connected clients, their limits, and the processes of their sessions.

There are three kinds of processes. The *front ends* speak SSH (`tui.ssh`) and WebSocket (`tui.web`)
in one process that holds the keys. The *fork server* (`zygote` in the status) has imported
everything, and forks. A *child* is one player's session on a pseudo-terminal, and knows no
protocol.
"""
