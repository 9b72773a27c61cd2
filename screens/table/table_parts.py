"""Parts of a table that its reducers share, put together for play, lessons and replays."""

from __future__ import annotations

from screens.table.animation_timing import AnimationTiming
from screens.table.decision_panel import DecisionPanel
from screens.table.key_line import KeyLine
from screens.table.notice_content import NoticeContent
from screens.table.page_painting import PagePainter
from screens.table.read_only_session import ReadOnlySession, SceneFactory
from screens.table.recent_changes import RecentChanges
from screens.table.replay_panel import ReplayKeys, ReplayPanel
from screens.table.replay_position import ReplayPosition
from screens.table.table_renderer import ChangedPlaces, LowerPanel, TableRenderer
from screens.table.turn_flow import TurnFlow
from screens.table.upper_panel import HeaderPainter, KeySource, UpperPanel
from screens.table_view import panels


class TableParts:
    """Parts of a table, some of which are built from others. `header` paints the first line of the
    screen. With `recording`, they are the parts of a replay."""

    def __init__(
        self,
        session: ReadOnlySession,
        scenes: SceneFactory,
        header: HeaderPainter = panels.paint_header,
        recording: ReplayPosition | None = None,
    ) -> None:
        self.session, self.scenes = session, scenes
        self.recent = RecentChanges(session, scenes.painter)
        self.notices = NoticeContent(session, scenes)
        self.animation_timing = AnimationTiming(session, scenes)
        self.turn_flow = TurnFlow(session, scenes, self.recent, self.notices, self.animation_timing)
        self.pages = PagePainter(session, scenes, self.notices)
        keys: KeySource
        marked: ChangedPlaces
        panel: LowerPanel
        if recording is None:
            keys, marked = KeyLine(session, scenes, self.turn_flow, self.pages), self.recent
            panel = DecisionPanel(session, scenes, self.notices, self.pages, keys)
        else:
            keys = ReplayKeys(scenes, recording)
            panel = marked = ReplayPanel(recording, scenes, self.pages, keys)
        upper = UpperPanel(scenes, self.notices, self.pages, keys, header)
        self.renderer = TableRenderer(session, scenes, upper, panel, marked)
