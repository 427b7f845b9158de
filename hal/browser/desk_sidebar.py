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
        if contents._replace(picture_areas=earlier_contents.picture_areas) != earlier_contents:
            self._publish_contents(contents, marks_changed=contents.marks != earlier_contents.marks)
        # Published even if unchanged, because a browser drops the areas at each new picture.
        pointable = contents.picture_areas
        self._topics.publish(
            "spots",
            {
                "turn": pointable.question_number,
                "spots": pointable.areas,
                "asked": pointable.asked_seats,
                "cards": pointable.cards,
            },
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
                "game": contents.game,
            },
        )
