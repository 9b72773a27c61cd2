"""Coming in, playing and going: a whole house, and visitors over SSH."""

from __future__ import annotations

from tests.serve.houses import House, is_there, new_key, until, visit


async def test_somebody_comes_in_and_goes(open_house: House):
    key = new_key()
    open_house.know("Anna", key)
    async with visit(open_house, key) as anna:
        await anna.show("Middle Ages")
        (child,) = open_house.children()
        anna.type(b"q")
        assert await anna.ended() == 0
        await until(lambda: not is_there(child), "the end of the child")
    assert b"\x1b[?1049l" in anna.received
    open_house.wait_for(sessions=0, connections=0)
