"""Earlier games at the table: one is chosen and looked at, and may be corrected; the game in play goes on after it."""

from __future__ import annotations

from collections.abc import Iterator

from device import games
from device.journal import validate
from device.journal.derived import KeptGame
from device.journal.writer import JournalWriter
from device.pages import build as pages
from device.session.earlier import MOST_LISTED, ListedGame, listing
from device.session.prompts import PlayView
from device.table.dates import day_of
from device.table.events import GameOpened, Opening
from device.table.responder import Responder, Told
from device.table.state import TableState
from display.dates import day
from display.words import Label, Several, text
from hal.keys.keys import Press


class EarlierGames:
    """Opens the games of the journal that are finished. Each method answers the press that it is given."""

    def __init__(self, state: TableState, responder: Responder, journal: JournalWriter) -> None:
        self._state = state
        self._responder = responder
        self._journal = journal

    def list(self, press: Press) -> None:
        """Show which there are, the latest first."""
        found, earlier = tuple(self._finished()), self._state.log.earlier
        if found or earlier:
            self._responder.turn(listing(found, back=earlier), press.source)
        else:
            self._refuse(text("There is no finished game before this one."), press)

    def open(self, number: int | None, press: Press) -> None:
        """Go over to one of them; with None, back to the game in play."""
        self._state.view = PlayView()
        if number is None:
            self.leave(press)
        elif self._state.log.open_earlier(number):
            self._opened(Opening.EARLIER, text("an earlier game"), press)
        else:
            self._refuse(
                text("This game can't be opened: the disk does not give it, or its rules are others now."), press
            )

    def leave(self, press: Press) -> None:
        """Go back to the game in play."""
        self._state.view = PlayView()
        self._state.log.leave_earlier()
        self._opened(Opening.IN_PLAY, text("the game in play"), press)

    def _finished(self) -> Iterator[ListedGame]:
        """Those before the game in play; as many as the disk gives."""
        in_play = self._state.log.in_play
        before = in_play if in_play > 0 else validate.MOST_NUMBER
        nothing: list[KeptGame] = []
        for game in self._journal.read(lambda journal: journal.kept(before, MOST_LISTED), nothing):
            if game.result is not None and game.result.finished and game.result.game in games.ids():
                yield ListedGame(game.number, _label(game))

    def _opened(self, opening: Opening, words: Label, press: Press) -> None:
        log = self._state.log
        self._responder.acknowledge(lambda: Told(GameOpened(log.game, tuple(log.rows), opening), (words,)), press)

    def _refuse(self, sentence: Label, press: Press) -> None:
        self._responder.refuse(pages.not_possible(sentence), press.source)


def _label(game: KeptGame) -> Label:
    """When it was played, what it was, and who won."""
    assert game.result is not None
    title = games.title(game.result.game)
    winners = Several(tuple(seat.name for seat in game.result.seats if seat.won))
    when = day_of(game.begun)
    if when is None:
        return text("{game}, won by {players}", game=title, players=winners)
    return text("{day}: {game}, won by {players}", day=day(when), game=title, players=winners)
