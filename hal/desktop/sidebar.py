"""What stands beside the panel in a browser."""

from __future__ import annotations

from hal.desktop.broadcast import Broadcaster
from hal.table.sidebar import SidebarContents


class DeskSidebar:
    """Tells browsers what has changed of it."""

    def __init__(self, broadcaster: Broadcaster) -> None:
        self.contents = SidebarContents()
        """What stands there now."""
        self._broadcaster = broadcaster

    def put(self, contents: SidebarContents) -> None:
        """Have this stand there; any thread may call it."""
        marked = contents.marks != self.contents.marks
        self.contents = contents
        self._broadcaster.publish_transcript(contents.transcript)
        if marked:
            self._broadcaster.publish("marks", contents.marks)
        self._broadcaster.publish(
            "margin",
            {
                "sections": contents.sections,
                "holds": contents.holds,
                "players": contents.players,
                "downloadable": bool(contents.record),
            },
        )
