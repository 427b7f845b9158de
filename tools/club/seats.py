"""The seats of the simulated people of one table: between games, they change as the director tells the box."""

from __future__ import annotations

from device.outbox.director import DirectorWords, NextSeating, TableReport, TableWishes
from device.table.club_mailbox import ClubMailbox


class Seats:
    """The people at one table, according to the messages that its box has received."""

    def __init__(self, people: tuple[str, ...], post: ClubMailbox) -> None:
        self.people = people
        self._post = post
        self._report = TableReport()

    def change(self) -> None:
        """After a game: read the director's messages, and change seats if there is a next seating."""
        _, words_number, seating_number = self._report
        for told in self._post.take_messages():
            if isinstance(told, DirectorWords):
                words_number = told.number
            elif isinstance(told, NextSeating):
                seating_number = told.number
                if told.places:
                    self.people = tuple(one.name for one in told.places if one.table == told.table)
        self._report = TableReport(words_number=words_number, seating_number=seating_number)
        self._post.set_wishes(TableWishes(self._report))
