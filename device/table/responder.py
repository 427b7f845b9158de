"""Publishes the result of each press: signals and fast displays at once, the page as ink allows, then the listeners."""

from __future__ import annotations

from collections.abc import Callable

from device.contract.keycodes import Offer
from device.pages.build import question_in_words, with_newer_reason
from device.session.correction_marks import line_marks
from device.session.prompts import HidingView, PlayView, View
from device.system.log_level import LogLevel
from device.table import events
from device.table.feedback import Feedback, Question, Reply
from device.table.health import Health
from device.table.listeners import Listeners
from device.table.table_panel import TablePanel
from device.table.table_state import TableState
from display.vocabulary import Notice, Tone
from display.words import Label, Text, text
from hal.keys.keys import Press
from hal.signal.signal import Cue
from values.named_tuple import NamedTuple

_REASONS_ON_THE_PAGE = frozenset(
    (
        events.OpeningReason.CORRECTED,
        events.OpeningReason.UNCORRECTED,
        events.OpeningReason.UNDONE,
        events.OpeningReason.REDONE,
    )
)
"""Of the reasons why a game is opened, those about which its page has a sentence of its own."""


class Acknowledgement(NamedTuple):
    """What is published about stored rows: an event for listeners, and sentences for fast displays."""

    event: events.Declared | events.TakenBack | events.GameOpened
    sentences: tuple[Label, ...]


class Responder:
    """Answers presses on one table. A `source` is the pod that was pressed, or "" for the box."""

    def __init__(
        self,
        state: TableState,
        feedback: Feedback,
        panel: TablePanel,
        health: Health,
        listeners: Listeners,
        question_number: int = 0,
    ) -> None:
        self._state = state
        self._feedback = feedback
        self._panel = panel
        self._health = health
        self._listeners = listeners
        self._press: Press | None = None
        """A press of which the listeners do not know yet."""
        self.question_number = question_number
        """The number of the current question. At a new table, it is one that no earlier table has used."""
        self.before_refusal: Text | None = None
        """A sentence for fast displays before the next refusal: how many of several typed answers were taken."""

    @property
    def has_readout(self) -> bool:
        """Whether the box itself has a display that is faster than ink, such as a browser's page."""
        return self._feedback.has_readout

    def is_unseen(self, press: Press) -> bool:
        """Whether this press can't be an answer to the newest page, because that is not on the panel yet."""
        return self._panel.refresher.is_behind and not press.answers_newest_question

    def store_press(self, press: Press) -> None:
        """Store a press. Listeners are told of it after its answer, but before its consequences."""
        self._press = press

    def publish_press(self) -> None:
        """Tell listeners of a press, unless one of its consequences has done so."""
        if self._press is not None:
            press, self._press = self._press, None
            self._listeners.publish(events.Pressed(press))

    def publish(self, event: events.TableEvent) -> None:
        """Send an event to the listeners, after the press that caused it."""
        self.publish_press()
        self._listeners.publish(event)

    def report(self, sentence: Text, level: LogLevel = LogLevel.INFO) -> None:
        """Report something that need not follow from a declaration."""
        self.publish(events.Reported(sentence, level))

    def play_cue(self, cue: Cue, source: str = "") -> None:
        """Give a light or sound only."""
        self._feedback.play_cue(cue, source)

    def show_status(self, source: str = "", words: str = "", *, is_for_all: bool = True) -> None:
        """Show the question on fast displays, and the result of a press."""
        reply = Reply(words, source, is_for_all)
        self._feedback.show_status(self._state.entry, self._question(), self._state.language, reply)

    def _question(self) -> Question:
        """The question on the page, after the keys that were typed on the box."""
        state = self._state
        words = question_in_words(state.session, state.view, state.prompt, state.entry.typed_keys(""))
        return Question(words, is_hidden=isinstance(state.view, HidingView))

    def welcome_pod(self, source: str) -> None:
        """Show the question on a pod that has just connected, and signal its turn."""
        self._state.update_question()
        self._feedback.welcome_pod(source, self._state.entry, self._question(), self._state.language)

    def offer_page(self) -> None:
        """Offer the page again with news from around the game. The game itself has not changed."""
        page = self._panel.offer_page()
        state = self._state
        marks = line_marks(state.view, state.games.current.public.rows)
        pointable = self._panel.pointable_page(self.question_number)
        self.publish(events.PageChanged(page, state.session, state.language, marks, pointable))

    def publish_refresh(self, time_s: float, error: str | None) -> None:
        """Tell listeners that the panel has finished a page, or failed."""
        self.publish(events.RefreshEnded(time_s, error, self._panel.pointable_page(self.question_number)))

    def ask_again(self) -> None:
        """Compute the question again, and offer the page that shows it."""
        self._state.update_question()
        self.question_number += 1
        self.offer_page()

    def show_view(self, view: View, source: str, notice: Notice | None = None, typed_keys: str = "") -> None:
        """Show another view, with a notice if one is given, and with keys typed in answer to its question.

        Neither the game nor its half-typed codes change.
        """
        _change_view(self._state, view, source, typed_keys)
        self._confirm(source, notice)

    def delete_last(self, source: str) -> None:
        """Delete the last part of a half-typed code."""
        self._state.entry.delete_last(source)
        self._confirm(source)

    def _confirm(self, source: str, notice: Notice | None = None) -> None:
        """Confirm a press that does not change the game, and close the notice about the press before."""
        self._state.notice = notice
        self._feedback.play_cue(Cue.HEARD, source)
        self.ask_again()
        self.show_status(source)

    def announce(
        self, sentence: Text, source: str, notice: Notice | None, cue: Cue = Cue.ACCEPTED, words: str = ""
    ) -> None:
        """Report what a press has changed around the game, with a notice if one is given, and `words` on fast
        displays."""
        self._feedback.play_cue(cue, source)
        self._state.notice = notice
        self.report(sentence)
        self.ask_again()
        self.show_status(source, words)

    def acknowledge(self, make: Callable[[], Acknowledgement], press: Press, notice: Notice | None = None) -> None:
        """Acknowledge a press whose rows are stored, with a `notice` about a question that is still open.

        The signal comes first, before the sentences are made.
        """
        self._feedback.play_cue(Cue.ACCEPTED, press.source)
        event, sentences = make()
        self._state.notice = notice
        if notice is None:
            self._state.entry.reusable_part = None
        self.publish(event)
        self._health.report_after_declaration()
        self._panel.note_declaration(press.time_s)
        self.ask_again()
        if self._feedback.has_fast_display:
            self.show_status(press.source, " ".join(map(self._state.language.say, sentences)))
        self._feedback.signal_turns(self._state.entry.prompt.asked, press.source)

    def acknowledge_game(
        self,
        reason: events.OpeningReason,
        press: Press,
        notice: Notice | None = None,
        view: View | None = None,
    ) -> None:
        """Acknowledge that another game, or another past of the game, is the current one now.

        The table shows `view`; if None is given, the game's own page.
        """
        self._state.view = PlayView() if view is None else view

        def make() -> Acknowledgement:
            event = self._state.opened_event(reason)
            sentence = self._state.facts.last_sentence if reason in _REASONS_ON_THE_PAGE else None
            return Acknowledgement(event, (events.OPENING_TEXTS[reason] if sentence is None else sentence,))

        self.acknowledge(make, press, notice)

    def refuse(self, notice: Notice, source: str, part: Offer[str] | None = None, *, declares: bool = False) -> None:
        """Refuse a press; the next page says why, and if it `declares` something, so does the record.

        `part` of its answer need not be typed again. It is offered until the notice is closed.
        """
        self._feedback.play_cue(Cue.REFUSED, source)
        self._state.notice = notice
        self._state.entry.reusable_part = part
        self.publish(events.DeclarationRefused(_reason_lines(notice), declares))
        self.ask_with_notice(source)

    def ask_with_notice(self, source: str = "") -> None:
        """Ask again, with the reason of the notice on the source's fast display."""
        self.ask_again()
        lines = () if self._state.notice is None else _reason_lines(self._state.notice)
        self._show_refusal(lines, source)

    def _show_refusal(self, lines: tuple[Label, ...], source: str) -> None:
        first_line, self.before_refusal = self.before_refusal, None
        shown_lines = lines if first_line is None else (first_line, *lines)
        self.show_status(source, " ".join(map(self._state.language.say, shown_lines)), is_for_all=False)

    def refuse_at_source(self, sentence: Text, source: str) -> None:
        """Refuse a press that concerns only one pod: no page says so."""
        self.publish(events.DeclarationRefused((sentence,)))
        self._refuse_quickly(sentence, source)

    def refuse_input(self, sentence: Text) -> None:
        """Refuse words or keys that declare nothing: only the transcript says so, and a page that has an earlier
        refusal."""
        notice = self._state.notice
        if notice is not None and notice.tone is Tone.REFUSAL and isinstance(self._state.view, PlayView):
            self._state.notice = with_newer_reason(notice, sentence)
            self.ask_again()
        self._refuse_quickly(sentence)
        self.report(text("refused: {sentence}", sentence=sentence), LogLevel.NOTICE)

    def _refuse_quickly(self, sentence: Text, source: str = "") -> None:
        """Refuse a press by its signal, and on fast displays."""
        self._feedback.play_cue(Cue.REFUSED, source)
        self._show_refusal((sentence,), source)


def _change_view(state: TableState, view: View, source: str, typed_keys: str) -> None:
    """Change the view, and type keys in answer to its question."""
    if view != state.view and not isinstance(state.view, PlayView):
        state.entry.drop_code(source)
    state.view = view
    if typed_keys:
        state.update_question()
        state.entry.type_keys(typed_keys)


def _reason_lines(notice: Notice) -> tuple[Label, ...]:
    """The lines of a refusal without the last one, which says what to do next: the player reads it on the page."""
    return notice.lines[:-1]
