"""Where the simulated people of one table sit, as the director says by the box: they follow it between two games."""

from __future__ import annotations

from device.outbox.director import DirectorWords, NextSeating, TableReport, TableWishes
from device.table.clubpost import ClubPost


class Seats:
    """Who sits at one table, by what has come to its box."""

    def __init__(self, people: tuple[str, ...], post: ClubPost) -> None:
        self.people = people
        self._post = post
        self._report = TableReport()

    def change(self) -> None:
        """The game is over: people read what the director has said, and sit where they are to sit."""
        words, seating = self._report.words, self._report.seating
        for told in self._post.take():
            if isinstance(told, DirectorWords):
                words = told.number
            elif isinstance(told, NextSeating):
                seating = told.number
                if told.places:
                    self.people = tuple(one.name for one in told.places if one.table == told.table)
        self._report = TableReport(words=words, seating=seating)
        self._post.wish(TableWishes(self._report))
