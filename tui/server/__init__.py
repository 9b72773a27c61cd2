"""The server: connected clients, their limits, and the processes of their sessions.

There are four kinds of processes. The *front ends* speak SSH (`tui.ssh`) and WebSocket (`tui.web`)
in one process that holds the host key. The *fork server* (`zygote` in the status) has imported
everything, and forks. A *child* is one player's session on a pseudo-terminal or a socket, and knows
no protocol. The *bot service* makes the moves of bots and sends notifications.
"""
