"""The news of the driver; and that somebody is there, whatever they press."""

from __future__ import annotations

from attrs import evolve

from screens.table.effects import How, Outcome, Summon, show, tell, without_timer
from screens.table.messages import Clicked, Input, KeyPressed, Rang, Sized, Told, Wished
from screens.table.table_state import Calling, Doing


class DriverSays:
    """Hears everything first."""

    def hear(self, doing: Doing, input: Input) -> Outcome | None:
        """What the driver has to say; whoever presses a key is called no more."""
        match input:
            case Sized(width, height):
                same = doing.size == (width, height)
                resized = evolve(doing, size=(width, height))
                return Outcome(doing) if same else show(resized, How.ALL)
            case Wished(wishes):
                return show(evolve(doing, wishes=wishes), How.ALL)
            case Told(said):
                return tell(doing, said)
            case KeyPressed() | Clicked():
                called = doing.calling.calls
                doing = evolve(doing, calling=Calling(doing.now, before=doing.calling.touched))
                return Outcome(doing, (Summon(None),) if called else (), goes_on=True)
            case Rang(timer, number):
                if doing.timers.due.get(timer) != number:
                    return Outcome(doing)  # it was set anew, or silenced, before it was heard
                return Outcome(without_timer(doing, timer), goes_on=True)
        return None
