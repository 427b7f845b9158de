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
        if contents._replace(pointing=self.contents.pointing) == self.contents:
            self._point(contents)
            return
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
        self._point(contents)

    def _point(self, contents: SidebarContents) -> None:
        """What may be pointed at on the picture that is there now."""
        self.contents = contents
        self._broadcaster.publish("spots", contents.pointing._asdict())
