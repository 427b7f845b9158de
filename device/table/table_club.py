"""A table's part in its club: the director's messages and the next seating on its pages, calls, joining, and a mark.

The mark says whether everything has arrived at the hub. All messages come from a courier and are trusted no more than a
key press: they are words on a page, and change no game.
"""

from __future__ import annotations

from device.outbox.director import (
    ClubDoubt,
    ClubStanding,
    DirectorPhrase,
    DirectorWords,
    JoinOutcome,
    JoinWish,
    NextSeating,
    TableReport,
)
from device.table.arrival_mark import ArrivalMark
from device.table.club_mailbox import ClubMailbox
from display.vocabulary import Notice, Page, Tone
from display.words import Label, Several, Text, text
from hal.keys.keys import Gesture, Key, Press

MIN_SHOWN_S = 20.0
"""Seconds that words stay on the panel before a press removes them: a player who was just pressing has not read
them."""

MAX_SHOWN_S = 600.0
"""Seconds that words stay there if nobody presses."""

MIN_GAP_S = 10.0
"""Minimum seconds between two messages that are shown at once: ink is slow, and each refresh shortens its life."""

_PHRASE_SENTENCES = {
    DirectorPhrase.FIVE_MINUTES: text("Five more minutes."),
    DirectorPhrase.PLEASE_FINISH: text("Please finish."),
    DirectorPhrase.COMING: text("The director is coming."),
}
_OUTCOME_SENTENCES = {
    JoinOutcome.WRONG: text("The hub does not know these digits, or no longer. Have it show new ones."),
    JoinOutcome.UNREACHED: text(
        "There is no hub that lets a box join. Does it show the digits, and is the network there?"
    ),
    JoinOutcome.UNSAVED: text("What the hub gave can't be kept on this box. Is its disk full?"),
}  # fmt: skip

_DOUBT_SENTENCES = {
    ClubDoubt.BEHIND: text("The hub has more of some games than this box: what was played last may be missing here."),
    ClubDoubt.DIFFERS: text("The hub has another record of some games than this box. It keeps both."),
    ClubDoubt.ELSEWHERE: text("Some games of this box are at the hub as those of another box."),
    ClubDoubt.TWICE: text("Another box speaks to the hub as this one. Is there a copy of its card?"),
}


class TableClub:
    """One table's part in its club. Times are seconds of the table's clock.

    `hub_address`, HOST or HOST:PORT, is that of the hub that lets boxes join.
    """

    def __init__(self, mailbox: ClubMailbox, hub_address: str, attempt: int = 0) -> None:
        """`attempt` is the number before that of the first attempt to join. It must be another one at each start."""
        self._mailbox = mailbox
        self._hub_address = hub_address
        self.arrival = ArrivalMark()
        """The mark on the page that says whether everything has arrived at the hub."""
        self._incoming: dict[type, DirectorWords | NextSeating] = {}
        self._quiet_until = 0.0
        self._notice: Notice | None = None
        """The director's words, what became of joining, or doubts."""
        self._notice_number = 0
        """The number of the director's words; 0 for others."""
        self._notice_drawn_at: float | None = None
        self._seating: NextSeating | None = None
        self._is_seating_shown = False
        self._attempt = attempt

    @property
    def is_calling(self) -> bool:
        """Whether this table calls its director."""
        return self._own_report.is_calling

    def toggle_call(self) -> None:
        """Call the director, or take the call back."""
        self._set_own_report(self._own_report._replace(is_calling=not self.is_calling))

    def request_join(self, digits: str) -> None:
        """Ask the courier to join with the digits that a hub shows."""
        self._attempt += 1
        self._mailbox.set_wishes(self._mailbox.wishes._replace(join=JoinWish(self._attempt, self._hub_address, digits)))

    def notice(self, *, between_games: bool) -> Notice | None:
        """The notice to show; the next seating only `between_games` games."""
        if self._notice is not None:
            return self._notice
        return _seating_notice(self._seating) if between_games and self._seating is not None else None

    def close_notice(self, *, between_games: bool) -> bool:
        """Close the notice that is shown. Returns whether there was one."""
        if self._notice is not None:
            self._remove_notice()
            return True
        if between_games and self._seating is not None:
            self._leave_seating()
            return True
        return False

    def note_press(self, press: Press) -> None:
        """Count the director's words as read if they were on the panel for a while before this press. Holding C closes
        them by itself, and does nothing else."""
        is_closing = (press.key, press.gesture) == (Key.C, Gesture.HOLD)
        was_read = self._notice_drawn_at is not None and press.time_s >= self._notice_drawn_at + MIN_SHOWN_S
        if was_read and not is_closing:
            self._remove_notice()

    def note_drawn(self, page: Page, time_s: float) -> None:
        """Note that the panel has finished a page."""
        if self._notice is not None and page.notice == self._notice and self._notice_drawn_at is None:
            self._notice_drawn_at = time_s
        self.arrival.note_drawn(page.club, time_s)

    def deadline(self) -> float | None:
        """When to call `update` again, if nothing else happens."""
        times = (self._quiet_until if self._incoming else None, self.arrival.deadline())
        return min((time for time in times if time is not None), default=None)

    def update(self, now: float, *, between_games: bool) -> tuple[Text, ...]:
        """Handle what the courier has left. Returns the sentences that are new and to be shown at once."""
        self._take_messages(now)
        self.arrival.update(now, is_calling=self.is_calling)
        self._expire(now, between_games=between_games)
        sentences = [*self._take_outcome(), *self._take_doubts()]
        if self._incoming and now >= self._quiet_until:
            incoming = list(self._incoming.values())
            self._incoming.clear()
            sentences += [
                sentence for message in incoming for sentence in self._accept(message, between_games=between_games)
            ]
        if sentences:
            self._quiet_until = now + MIN_GAP_S
        return tuple(sentences)

    def _take_messages(self, now: float) -> None:
        for message in self._mailbox.take_messages():
            if isinstance(message, ClubStanding):
                self.arrival.receive(message, now)
            else:
                self._incoming[type(message)] = message

    def _expire(self, now: float, *, between_games: bool) -> None:
        """Remove words that were shown for long, and the seating after the next game has begun."""
        if self._notice_drawn_at is not None and now >= self._notice_drawn_at + MAX_SHOWN_S:
            self._remove_notice()
        if self._is_seating_shown and not between_games:
            self._leave_seating()
        self._is_seating_shown = self._seating is not None and between_games

    def _take_outcome(self) -> list[Text]:
        """The result of joining, returned once."""
        wish, standing = self._mailbox.wishes.join, self.arrival.standing
        answer = None if standing is None else standing.joining
        if wish is None or answer is None or answer.attempt != wish.attempt:
            return []
        self._mailbox.set_wishes(self._mailbox.wishes._replace(join=None))
        assert standing is not None
        if answer.outcome is JoinOutcome.JOINED:
            sentence = text("This box is “{box}” of the club now.", box=standing.box)
            self._show(Notice(Tone.INFORMATION, text("Joined"), (sentence,)))
        else:
            sentence = _OUTCOME_SENTENCES[answer.outcome]
            self._show(Notice(Tone.TROUBLE, text("Not joined"), (sentence,)))
        return [sentence]

    def _take_doubts(self) -> list[Text]:
        """The doubts about this box and its club, returned once, and only while no words are shown."""
        doubts = self.arrival.take_new_doubts() if self._notice is None else []
        if not doubts:
            return []
        sentences = [_DOUBT_SENTENCES[doubt] for doubt in doubts]
        self._show(Notice(Tone.TROUBLE, text("The club's hub"), (*sentences, text("The director knows of it."))))
        return sentences

    def _accept(self, message: DirectorWords | NextSeating, *, between_games: bool) -> list[Text]:
        if isinstance(message, DirectorWords):
            is_new = message.number not in (self._own_report.words_number, self._notice_number)
            return self._accept_words(message) if is_new else []
        if message.number == self._own_report.seating_number or message == self._seating:
            return []
        previous_seating, self._seating = self._seating, message if message.places else None
        if self._seating is None:
            self._set_own_report(self._own_report._replace(seating_number=message.number))
            return [_TAKEN_BACK_SENTENCE] if between_games and previous_seating is not None else []
        self._is_seating_shown = between_games
        return [text("The director has said who sits where next.")] if between_games else []

    def _accept_words(self, message: DirectorWords) -> list[Text]:
        words: Label | None = message.written or None if message.phrase is None else _PHRASE_SENTENCES[message.phrase]
        if words is None:
            were_shown = bool(self._notice_number)  # another notice, such as a doubt, is not the director's
            if were_shown:
                self._remove_notice()
            self._set_own_report(self._own_report._replace(words_number=message.number))
            return [_TAKEN_BACK_SENTENCE] if were_shown else []
        self._show(Notice(Tone.INFORMATION, text("The director"), (words,)), message.number)
        if message.phrase is DirectorPhrase.COMING:
            self._set_own_report(self._own_report._replace(is_calling=False))
        return [text("The director says: {words}", words=words)]

    def _show(self, notice: Notice, number: int = 0) -> None:
        self._remove_notice()
        self._notice, self._notice_number, self._notice_drawn_at = notice, number, None

    def _remove_notice(self) -> None:
        """Remove the notice, and report the director's words in it as read."""
        if self._notice_number:
            self._set_own_report(self._own_report._replace(words_number=self._notice_number))
        self._notice, self._notice_number, self._notice_drawn_at = None, 0, None

    def _leave_seating(self) -> None:
        if self._seating is not None:
            self._set_own_report(self._own_report._replace(seating_number=self._seating.number))
        self._seating, self._is_seating_shown = None, False

    @property
    def _own_report(self) -> TableReport:
        """What this table reports to its hub."""
        return self._mailbox.wishes.report

    def _set_own_report(self, report: TableReport) -> None:
        self._mailbox.set_wishes(self._mailbox.wishes._replace(report=report))


_TAKEN_BACK_SENTENCE = text("The director has taken that back.")


def _seating_notice(seating: NextSeating) -> Notice:
    """The notice with the next seating, this table first."""
    is_named = any(place.table == seating.table for place in seating.places)
    tables: dict[int, list[str]] = {seating.table: []} if is_named else {}
    for place in seating.places:
        tables.setdefault(place.table, []).append(place.name)
    lines = tuple(
        text("Here, at table {table}: {names}", table=table, names=Several(tuple(names)))
        if table == seating.table
        else text("At table {table}: {names}", table=table, names=Several(tuple(names)))
        for table, names in tables.items()
    )
    return Notice(Tone.INFORMATION, text("Who sits where next"), lines)
