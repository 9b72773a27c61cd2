"""Terminal input over SSH: terminal replies do not count as keys."""

from __future__ import annotations

from tests.screens.terminal.known import REPLIES
from tests.tui.ssh.server_process import ServerProcess, new_key, open_session, wait_until

FEW = list(REPLIES)[:20]


async def test_terminal_replies_choose_nothing_and_the_next_key_does(
    open_server: ServerProcess,
) -> None:
    key = new_key()
    people = open_server.register("Uma", key), open_server.register("Urs", new_key())
    code = open_server.start_match("middle_ages", *people)
    async with open_session(open_server, key, f"join {code}", size=(80, 24)) as uma:
        await uma.wait_for_text("hint")
        await uma.wait_for_response()
        await uma.wait_until_quiet()
        before, picture = sum(open_server.event_counts()), list(uma.screen.display[1:])
        for name in FEW:
            data = REPLIES[name]
            for at in range(0, len(data), 7):
                uma.type(data[at : at + 7])
            await uma.wait_for_response()
            await wait_until(
                lambda: uma.screen.display[1:] == picture, f"the picture before {name}"
            )
        assert sum(open_server.event_counts()) == before
        for piece in (b"\x1b[4", b"9;1;49u\x1b", b"[13;28;13;1;", b"0;1_"):
            uma.type(piece)
        await wait_until(lambda: sum(open_server.event_counts()) > before, "a choice")
