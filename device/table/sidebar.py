"""Fills the margin of a panel: the page in words, and the record as it grows, refusals among its lines."""

from __future__ import annotations

from collections.abc import Callable

from device.session import session as sessions
from device.table.gamelog import GameLog
from display.text_alternative import page_sections
from display.vocabulary import Page
from display.words import Language
from hal.sidebar import Contents, Sidebar, SidebarEntry


class Transcript:
    """The lines of the game in play, with the refusals that came between them.

    A refusal stays where it was as long as the lines before it do.
    """

    def __init__(self) -> None:
        self._game: int | None = None
        self._lines: list[str] = []
        self._refusals: list[tuple[int, str]] = []

    def refuse(self, sentence: str) -> None:
        """A refusal after the lines so far."""
        self._refusals.append((len(self._lines), sentence))

    def update(self, game: int, lines: list[str]) -> None:
        """The record's lines are these now."""
        same = _alike(self._lines, lines) if game == self._game else -1
        self._game, self._lines = game, lines
        self._refusals = [refusal for refusal in self._refusals if refusal[0] <= same]

    def entries(self) -> tuple[SidebarEntry, ...]:
        """Lines and refusals, in the order in which they came."""
        found: list[SidebarEntry] = []
        refusals = iter((*self._refusals, (len(self._lines) + 1, "")))
        after, sentence = next(refusals)
        for count in range(len(self._lines) + 1):
            if count:
                found.append(SidebarEntry(self._lines[count - 1]))
            while after == count:
                found.append(SidebarEntry(sentence, refused=True))
                after, sentence = next(refusals)
        return tuple(found)


def _alike(one: list[str], other: list[str]) -> int:
    """How many lines are the same, from the first."""
    count = 0
    while count < min(len(one), len(other)) and one[count] == other[count]:
        count += 1
    return count


class SidebarFiller:
    """An onlooker that fills a margin, and hears when the table goes over to another language."""

    def __init__(self, margin: Sidebar, language: Language, speak: Callable[[Language], None]) -> None:
        self._margin = margin
        self._language = language
        self._speak = speak
        self._transcript = Transcript()

    def turned(self, page: Page, evening: GameLog, language: Language) -> None:
        """Put the page in words, and the record, into the margin."""
        if language is not self._language:
            self._language = language
            self._speak(language)
        lines = sessions.shown_lines(evening.rows, evening.session)
        table = evening.session.record.table
        self._transcript.update(evening.game, lines)
        self._margin.put(
            Contents(
                sections=page_sections(page, language),
                holds=tuple((hold.key, language.say(hold.label)) for hold in page.holds),
                transcript=self._transcript.entries(),
                record="".join(f"{line}\n" for line in lines),
                players=() if table is None else table.players,
            )
        )

    def refused(self, sentence: str) -> None:
        """Keep the refusal until the page that says it comes."""
        self._transcript.refuse(sentence)
