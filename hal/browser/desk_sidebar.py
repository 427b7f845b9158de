"""What stands beside the panel in a browser."""

from __future__ import annotations

from hal.browser.broadcaster import Topics
from hal.table.sidebar import SidebarContents


class DeskSidebar:
    """Tells browsers what has changed of it."""

    def __init__(self, topics: Topics) -> None:
        self.contents = SidebarContents()
        """What stands there now."""
        self._topics = topics

    def put(self, contents: SidebarContents) -> None:
        """Have this stand there; any thread may call it."""
        before, self.contents = self.contents, contents
        if contents._replace(pointing=before.pointing) != before:
            self._tell_contents(contents, marked=contents.marks != before.marks)
        # A browser forgets these with each new picture.
        self._topics.publish("spots", contents.pointing._asdict())

    def _tell_contents(self, contents: SidebarContents, *, marked: bool) -> None:
        """All but what may be pointed at on the picture that is there now."""
        self._topics.publish_transcript(contents.transcript)
        if marked:
            self._topics.publish("marks", contents.marks)
        self._topics.publish(
            "margin",
            {
                "sections": contents.sections,
                "standing": contents.standing,
                "holds": contents.holds,
                "players": contents.players,
                "downloadable": bool(contents.record),
            },
        )
