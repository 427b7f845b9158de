"""Publish the content beside the panel to browsers."""

from __future__ import annotations

from hal.browser.broadcaster import TopicPublisher
from hal.table.sidebar import SidebarContents


class DeskSidebar:
    """Publishes changes of the sidebar's content."""

    def __init__(self, topics: TopicPublisher) -> None:
        self.contents = SidebarContents()
        """The current content."""
        self._topics = topics

    def show_sidebar(self, contents: SidebarContents) -> None:
        """Set the content. Any thread may call this."""
        earlier_contents, self.contents = self.contents, contents
        if contents._replace(picture_spots=earlier_contents.picture_spots) != earlier_contents:
            self._publish_contents(contents, marks_changed=contents.marks != earlier_contents.marks)
        # A browser drops these at each new picture.
        spots = contents.picture_spots
        self._topics.publish(
            "spots",
            {"turn": spots.question_number, "spots": spots.spots, "asked": spots.asked_seats, "cards": spots.cards},
        )

    def _publish_contents(self, contents: SidebarContents, *, marks_changed: bool) -> None:
        """Publish everything except the areas to point at on the current picture."""
        self._topics.publish_transcript(contents.transcript)
        if marks_changed:
            self._topics.publish("marks", contents.marks)
        self._topics.publish(
            "margin",
            {
                "sections": contents.sections,
                "standing": contents.state_section_count,
                "holds": contents.hold_meanings,
                "enter": contents.enter_meaning,
                "players": contents.players,
                "downloadable": bool(contents.record),
                "finished": contents.finished_game_number,
            },
        )
