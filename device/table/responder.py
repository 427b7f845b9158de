"""What a press led to, said everywhere: signal and fast displays at once, the page as ink allows, then listeners."""

from __future__ import annotations

from collections.abc import Callable

from device.contract.keycodes import Offer
from device.session.correction_marks import marks
from device.session.prompts import PlayView, View
from device.system.log_level import LogLevel
from device.table.events import (
    DeclarationRefused,
    Declared,
    GameOpened,
    PageChanged,
    Pressed,
    Refreshed,
    Reported,
    TableEvent,
    TakenBack,
)
from device.table.feedback import Answer, Feedback
from device.table.health import Health
from device.table.listeners import Listeners
from device.table.panel import TablePanel
from device.table.state import TableState
from display.vocabulary import Notice
from display.words import Label, Text
from hal.keys.keys import Press
from hal.signal.signal import Cue
from values.named_tuple import NamedTuple


class Told(NamedTuple):
    """What is said of something that is kept: to those who look on, and in words on fast displays."""

    event: Declared | TakenBack | GameOpened
    words: tuple[Label, ...]


class Responder:
    """Answers presses on one table. A `source` is whose press it is: a pod's, or with nothing the box's own."""

    def __init__(
        self,
        state: TableState,
        feedback: Feedback,
        panel: TablePanel,
        health: Health,
        listeners: Listeners,
        question: int = 0,
    ) -> None:
        self._state = state
        self._feedback = feedback
        self._panel = panel
        self._health = health
        self._listeners = listeners
        self._press: Press | None = None
        """A press of which those who look on have not heard yet."""
        self.question = question
        """Counts how often it was said what keys mean from now on, from a number that no table before this one had."""

    @property
    def behind(self) -> bool:
        """Whether the newest page is still to come onto the panel."""
        return self._panel.behind

    def pressed(self, press: Press) -> None:
        """Somebody pressed a key: those who look on hear of it after the answer to it, before all that it led to."""
        self._press = press

    def tell_press(self) -> None:
        """Tell those who look on of a press, if nothing that it led to has had them told."""
        if self._press is not None:
            press, self._press = self._press, None
            self._listeners.publish(Pressed(press))

    def publish(self, event: TableEvent) -> None:
        """Tell those who look on."""
        self.tell_press()
        self._listeners.publish(event)

    def tell(self, sentence: Text, level: LogLevel = LogLevel.INFO) -> None:
        """Report something that no declaration need have led to."""
        self.publish(Reported(sentence, level))

    def cue(self, cue: Cue, source: str = "") -> None:
        """A light or a sound, and no more."""
        self._feedback.give(cue, source)

    def say(self, source: str = "", words: str = "", *, everywhere: bool = True) -> None:
        """Say on fast displays what is asked now, and what a press led to."""
        self._feedback.say(self._state.entry, self._state.language, Answer(words, source, everywhere))

    def welcome(self) -> None:
        """A pod has only now come: what is asked is said there, and its seat called."""
        self._state.ask()
        self._feedback.welcome(self._state.entry, self._state.language)

    def show(self) -> None:
        """The page, with what is new around the game; nothing of the game has changed."""
        page = self._panel.offer()
        state = self._state
        marked = marks(state.view, state.log.current.public.rows)
        self.publish(PageChanged(page, state.session, state.language, marked, self._panel.pointable(self.question)))

    def drawn(self, at: float, error: str | None) -> None:
        """The panel has finished a page, or failed."""
        self.publish(Refreshed(at, error, self._panel.pointable(self.question)))

    def ask(self) -> None:
        """What keys mean from now on, and the page that says so."""
        self._state.ask()
        self.question += 1
        self.show()

    def turn(self, view: View, source: str) -> None:
        """Show something else; nothing of the game changes, nor what is half typed in it."""
        if view != self._state.view and not isinstance(self._state.view, PlayView):
            self._state.entry.forget(source)
        self._state.view = view
        self._heard(source)

    def take_back(self, source: str) -> None:
        """Take back what was typed last, of what is half typed."""
        self._state.entry.take_back(source)
        self._heard(source)

    def _heard(self, source: str) -> None:
        """Nothing of the game has changed; what was said of the press before is done with."""
        self._state.notice = None
        self._feedback.give(Cue.HEARD, source)
        self.ask()
        self.say(source)

    def acknowledge(self, told: Callable[[], Told], press: Press) -> None:
        """The journal has it: whoever pressed is answered before anything else, even before it is put into words."""
        self._feedback.give(Cue.ACCEPTED, press.source)
        event, words = told()
        self._state.notice = None
        self.publish(event)
        self._health.declared()
        self._panel.declared(press.at)
        self.ask()
        if self._feedback.fast:
            self.say(press.source, " ".join(map(self._state.language.say, words)))
        self._feedback.call(self._state.entry.asked, press.source)

    def refuse(self, notice: Notice, source: str, again: Offer[str] | None = None) -> None:
        """A declaration, or a code, does not count, and the next page says why. What need not be typed `again` of it is
        offered until that is closed."""
        self._feedback.give(Cue.REFUSED, source)
        self._state.notice = notice
        self._state.entry.again = again
        # The last line says what to do next: who presses reads it on the page.
        lines = notice.lines[:-1]
        self.publish(DeclarationRefused(lines))
        self.ask()
        self.say(source, " ".join(map(self._state.language.say, lines)), everywhere=False)

    def refuse_apart(self, sentence: Text, source: str) -> None:
        """The same for what is one pod's affair only: no page says it."""
        self._feedback.give(Cue.REFUSED, source)
        self.publish(DeclarationRefused((sentence,)))
        self.say(source, self._state.language.say(sentence), everywhere=False)
