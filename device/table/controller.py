"""The companion at the table: keys to declarations, declarations to the journal, pages to the panel."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, NamedTuple

from device.contract.declarations import Declaration
from device.contract.keycodes import Empty, Half, Spelled
from device.contract.refusal import Refused
from device.contract.setup import Seat
from device.journal import errors
from device.journal.writer import JournalWriter
from device.pages import build as pages
from device.session.prompts import (
    AssignView,
    DetailsView,
    Do,
    Meaning,
    MenuView,
    PlayView,
    View,
    WaiverView,
    next_details,
    question,
)
from device.session.record import in_words, line_in_words
from device.session.rows import JournalRow, RowKind
from device.session.session import Stage, Step, has_secret, secret, shown_line, step, waiver_for
from device.session.setup import Roster
from device.table import podevents
from device.table.entry import CodeEntry, NotAsked
from device.table.feedback import Feedback
from device.table.gamelog import GameLog
from device.table.health import Health
from device.table.idle import Idle
from device.table.listeners import NOBODY, Listener
from device.table.podseats import PodSeats
from device.table.refresh import STILL_S, Refresher
from device.table.report import Report
from device.table.shutdown import Shutdown
from device.table.strangers import Strangers
from device.table.transcript import Tell, Weight, nobody
from display.surface import Surface
from display.vocabulary import IdleText, Ink, Notice, Page
from display.words import Label, Language, Text, text
from hal.debounce import Debouncer
from hal.keys import Armed, Edge, Gesture, Key, Outcome, Press, Stuck, Together
from hal.panel import PanelKind
from hal.pods.news import PodNews, What
from hal.signal import Cue
from hal.table import End, PanelDone, Table, Tick

if TYPE_CHECKING:
    from PIL.Image import Image

OFF = frozenset({Key.A, Key.D})
"""The keys that switch off when they are held together: the outermost two, which no one hand presses by chance."""

DATE_S = 30.0
"""How often it is looked whether the date has become known."""

Remember = Callable[[str], None]
"""Keeps the code of the language chosen at the table. Raises OSError."""


class DrawnPage(NamedTuple):
    """A page in the language that it is drawn in: the same page in another is another picture."""

    page: Page
    language: Language


def day_of(moment: float | None) -> date | None:
    """The day of a moment in seconds since 1970, where this machine stands; None where it is not known."""
    return None if moment is None else datetime.fromtimestamp(moment, UTC).astimezone().date()


def surface_of(kind: PanelKind) -> Surface:
    """What can be drawn on a panel."""
    inks = tuple(None if ink is None else Ink(ink) for ink in kind.inks)
    return Surface(kind.width, kind.height, inks)


class Controller:
    """One table, its games and its panel. `run` plays until the table has nothing more to say."""

    def __init__(
        self,
        table: Table,
        keeper: JournalWriter,
        language: Language,
        roster: Roster = (),
        tell: Tell = nobody,
        remember: Remember = lambda code: None,
        seats: PodSeats | None = None,
        onlooker: Listener = NOBODY,
    ) -> None:
        self.report = Report()
        self._table = table
        self._keeper = keeper
        self._language = language
        self._roster = roster
        self._tell = tell
        self._remember = remember
        self._seats = PodSeats() if seats is None else seats
        self._onlooker = onlooker
        self._debouncer = Debouncer()
        # A half-typed code has its page only once the table has been still: until then it would be made for nobody.
        self._refresher: Refresher[DrawnPage] = Refresher(still=0.0)
        self._still_due: float | None = None
        self._evening = GameLog(keeper)
        self._view: View = PlayView()
        self._answers = Feedback(table, self._seats, self._players)
        self._strangers = Strangers(table, self._seats, self._answers, self._players)
        self._seated_players: tuple[str, ...] = ()
        self._codes = CodeEntry(question(self._evening.session, self._view, roster), self._answers.seat)
        self._idle = Idle(table.clock.now())
        self._farewell = Shutdown()
        self._troubles = Health(keeper, table.signal, self._account)
        self._notice: Notice | None = None
        self._revision = 0
        self._drawn_revision = 0
        self._turn_of: tuple[Seat, ...] = ()
        self._refresh_until: float | None = None
        self._pressed_at = 0.0
        self._date_due: float | None = table.clock.now() + DATE_S
        self._troubles.attend()

    @property
    def off(self) -> bool:
        """Whether the table was switched off by its keys; its last page is on the panel, if that works."""
        return self._farewell.off

    def run(self) -> None:
        """Serve the table until its events end, or it is switched off."""
        if self._seats.trouble is not None:
            self._account(self._seats.trouble, Weight.WARNING)
        self._offer(settled=True)
        self._answer()
        while not self.off and not isinstance(event := self._table.next(self._deadline()), End):
            if isinstance(event, Edge):
                self._hear(self._debouncer.edge(event))
            elif isinstance(event, PanelDone):
                self._panel_done(event)
            elif isinstance(event, PodNews):
                self._pod_news(event)
            elif isinstance(event, Tick):
                # Only now is no edge waiting that is older than this: drawing on a slow machine may take longer than
                # a press, which must not become a hold by that.
                self._hear(self._debouncer.tick(event.at))
            else:
                self._hear((event,))
            self._show_half()
            if self._troubles.retry_due(self._table.clock.now()):
                self._show_again()
            self._look_for_date()
            self._fall_quiet()
            self._refresh()
            self._farewell.wait(self._table.clock.now())

    def page(self) -> Page:
        """The page of this moment."""
        session = self._evening.session
        if self._farewell.begun:
            return pages.farewell(session)
        if self._idle.place is not None:
            return pages.quiet(session, self._idle.place)
        notice = self._notice or self._troubles.notice
        played = day_of(self._evening.begun) if session.stage is Stage.FINAL else None
        return pages.page(session, self._view, self._roster, self._codes.common, notice, played)

    @property
    def surface(self) -> Surface:
        """What pages are drawn for; a panel may be found out to be another one than it was taken for."""
        return surface_of(self._table.kind)

    @property
    def shown(self) -> Page | None:
        """The page that the panel last finished; None before the first, and after a failure."""
        shown = self._refresher.shown
        return None if shown is None else shown.page

    def _deadline(self) -> float | None:
        shown = (self._refresher.deadline(), self._still_due, self._quiet_due())
        times = (
            self._debouncer.deadline(),
            *shown,
            self._farewell.deadline(),
            self._troubles.deadline(),
            self._date_due,
        )
        return min((time for time in times if time is not None), default=None)

    def _show_half(self) -> None:
        """Show a half-typed code, if nobody has gone on with it for a while."""
        if self._still_due is not None and self._table.clock.now() >= self._still_due:
            self._still_due = None
            self._show(settled=False)

    def _quiet_due(self) -> float | None:
        """When the panel falls quiet, or moves its quiet words; None while there is something to tell."""
        if self._farewell.begun or self._keeper.fault is not None:
            return None
        session = self._evening.session
        return self._idle.due(playing=session.record.table is not None and session.stage is not Stage.FINAL)

    def _fall_quiet(self) -> None:
        due = self._quiet_due()
        if due is not None and self._table.clock.now() >= due:
            self._idle.fall()
            self._show(settled=True)

    def _wake(self) -> bool:
        """Show the game again after the quiet page; whether that is all that the press does.

        It is while the quiet page is on the panel: whoever presses a key there has no key map before them. A press
        that comes earlier, or after the one that wakes, counts.
        """
        if not self._idle.wake() or self.shown is None or not isinstance(self.shown.body, IdleText):
            return False
        self._table.signal.give(Cue.HEARD)
        self._show(settled=True)
        return True

    def _look_for_date(self) -> None:
        """Games that were begun before the date was known get theirs, also when nobody plays any more."""
        now = self._table.clock.now()
        if self._date_due is not None and now >= self._date_due:
            known = self._keeper.date()
            self._date_due = None if known else now + DATE_S
            if known:
                self._show_again()

    def _hear(self, outcomes: tuple[Outcome, ...]) -> None:
        for outcome in outcomes:
            if self._farewell.begun:
                return
            self._answers.source = outcome.source
            if isinstance(outcome, Press):
                self.report.pressed()
                self._pressed_at = outcome.at
                self._idle.heard(outcome.at)
                self._still_due = self._troubles.panel = None
                if not self._wake():
                    self._press(outcome)
            elif isinstance(outcome, Armed):
                self._answers.give(Cue.ARMED)
            elif isinstance(outcome, Together):
                self._held_together(outcome)
            elif isinstance(outcome, Stuck):
                self._answers.give(Cue.TROUBLE)
                where = f"{outcome.source} {outcome.key}".strip()
                stuck = text("key {where} is stuck; it means nothing until it comes up", where=where)
                self._account(stuck, Weight.WARNING)
            else:
                self._answers.give(Cue.REFUSED)

    def _press(self, press: Press) -> None:
        if press.gesture is Gesture.PRESS:
            if isinstance(self._view, AssignView):
                self._assign(self._view.seat)
            else:
                self._spell(press.key)
            return
        match press.key:
            case Key.A:
                self._undo()
            case Key.B:
                self._turn(next_details(self._evening.session, self._view))
            case Key.C:
                self._go_on()
            case Key.D:
                self._turn(PlayView() if isinstance(self._view, MenuView) else MenuView())

    def _held_together(self, held: Together) -> None:
        """Hold A and D: switch off, once everything is safe."""
        if held.keys != OFF:
            return
        self._keeper.retry()
        self._idle.wake()
        if self._keeper.fault is not None:
            self._refused(pages.unsaved(self._keeper.fault.sentence))
            return
        self._still_due = None
        self._farewell.begin(self._table.clock.now(), self._table.kind.refresh_s)
        self._answers.give(Cue.ACCEPTED)
        self._account(text("switching off"), Weight.NOTICE)
        self._offer(settled=True)

    def _spell(self, key: Key) -> None:
        self._notice = None
        typed = self._codes.typed(self._answers.source) + key
        match self._codes.press(self._answers.source, key):
            case Half():
                self._answers.give(Cue.HEARD)
                self._answer()
                self._still_due = self._table.clock.now() + STILL_S
            case Empty():
                self._refused(pages.no_such_code(typed))
            case NotAsked(seat):
                self._not_asked(seat)
            case Spelled(means):
                if self._keeper.slow:
                    # Whoever had no answer would press again.
                    self._answers.give(Cue.HEARD)
                self._mean(means)

    def _not_asked(self, seat: Seat) -> None:
        """A pod has spoken for a seat that has nothing to say: that is its affair only."""
        self._answers.give(Cue.REFUSED)
        self.report.refuse()
        sentence = self._language.say(text("{player} is not asked now.", player=self._players()[seat]))
        self._account(text("refused: {sentence}", sentence=sentence), Weight.NOTICE)
        self._answer(sentence, everywhere=False)

    def _assign(self, seat: Seat | None) -> None:
        """The pod that was pressed gets the seat that was chosen."""
        pods = self._table.pods
        who = None if pods is None else pods.who(self._answers.source)
        if pods is None or who is None:
            self._refused(pages.no_pod())
            return
        twins = any(other.may_be(who) for other in self._answers.others(self._answers.source))
        self._seats.assign(who, seat, twins=twins)
        self._view = PlayView()
        self._answers.give(Cue.ACCEPTED)
        self._notice = None if self._seats.trouble is None else pages.trouble(self._seats.trouble)
        said = self._language.say(podevents.seated(who.identity, None if seat is None else self._players()[seat]))
        self._tell(said)
        self._offer(settled=True)
        self._answer(said)

    def _pod_news(self, news: PodNews) -> None:
        """Say what has happened to a pod; on the panel, too, if somebody should do something."""
        sentence = podevents.sentence(news, self._answers.owner(news.source))
        weight = podevents.WEIGHTS[news.what]
        self._account(sentence, weight)
        if weight is Weight.WARNING and not self._farewell.begun:
            self._answers.source = ""
            self._answers.give(Cue.TROUBLE)
            self._notice = pages.trouble(sentence)
            self._show(settled=True)
        elif news.what is What.ARRIVED:
            # It may have another seat than when it left a code half typed.
            self._codes.ask(question(self._evening.session, self._view, self._roster))
            self._answers.welcome(self._codes, self._language)
            self._ask_about_strangers()

    def _ask_about_strangers(self) -> None:
        """Ask whose boards are that have the name of a pod at a seat; until somebody says, they are everybody's."""
        for who, seat in self._strangers.unasked():
            sentence = podevents.stranger(who.identity, self._players()[seat])
            self._account(sentence, Weight.WARNING)
            if not self._farewell.begun:
                self._notice = pages.stranger(sentence)
                self._table.signal.give(Cue.TROUBLE)
                self._show(settled=True)

    def _players(self) -> tuple[str, ...]:
        table = self._evening.session.record.table
        return () if table is None else table.players

    def _mean(self, means: Meaning) -> None:
        """Do what a finished code means."""
        view, self._view = self._view, PlayView()
        if isinstance(means, JournalRow):
            self._perform(means)
        elif isinstance(means, Do):
            self._do(means, view)
        elif isinstance(means, AssignView):
            self._turn(means)
        else:
            self._declare(means)

    def _do(self, does: Do, view: View) -> None:
        match does:
            case Do.AGAIN:
                self._evening.rematch()
                self._done(text("rematch"))
            case Do.ANOTHER:
                self._evening.another()
                self._done(text("another game"))
            case Do.LET_STAND:
                assert isinstance(view, WaiverView)
                self._declare(view.declaration, stands=True)
            case Do.LANGUAGE:
                self._speak_next()
            case Do.BACK | Do.TAKE_BACK:
                self._turn(PlayView())

    def _speak_next(self) -> None:
        """The next language, at once and from now on."""
        from display.languages import following, language  # tables that never switch need no other language

        self._language = language(following(self._language.code))
        self._notice = None
        try:
            self._remember(self._language.code)
            self._answers.give(Cue.ACCEPTED)
        except OSError as error:
            self._notice = pages.trouble(
                text("The language is kept until the next start only: {reason}.", reason=errors.reason(error))
            )
            self._answers.give(Cue.TROUBLE)
        self._account(text("language: {code}", code=self._language.code))
        self._offer(settled=True)
        self._answer()

    def _declare(self, declaration: Declaration, *, stands: bool = False) -> None:
        try:
            rows = self._evening.declare(declaration, stands=stands)
        except Refused as refused:
            record = self._evening.session.record
            declared = None if has_secret(record, declaration) else in_words(record, declaration)
            waiver = waiver_for(self._evening.session, refused.fault)
            if waiver is not None:
                self._view = WaiverView(declaration, refused.fault, waiver)
            self._refused(pages.refusal(declared, refused.fault))
            return
        self._kept(rows)

    def _perform(self, row: JournalRow) -> None:
        try:
            rows = self._evening.perform(row)
        except Refused as refused:
            self._refused(pages.refusal(None, refused.fault))
            return
        self._kept(rows)

    def _kept(self, rows: tuple[JournalRow, ...]) -> None:
        session = self._evening.session
        hidden = secret(session) > 0
        self._done(*(shown_line(row, session) if hidden else row.text for row in rows), kept=rows)
        self.report.lines(sum(row.kind is not RowKind.TABLE for row in rows))

    def _in_words(self, rows: tuple[JournalRow, ...]) -> str:
        """What has just been kept, as the table says it."""
        record = self._evening.session.record
        session = self._evening.session
        if secret(session) and any(shown_line(row, session) != row.text for row in rows):
            return self._language.say(text("It is noted, and shown when the round is scored."))
        said = [row.text if row.kind is RowKind.TABLE else line_in_words(record, row.text) or row.text for row in rows]
        return " ".join(self._language.say(each) for each in said)

    def _done(self, *lines: Label, kept: tuple[JournalRow, ...] = ()) -> None:
        """What was declared is safe: say so, then show it; displays that are fast say the rows `kept` in words."""
        self._answers.give(Cue.ACCEPTED)
        self._notice = None
        said = [self._language.say(line) for line in lines]
        for line in said:
            self._tell(line)
        if not self._troubles.attend() and self._keeper.fault is not None:
            self._table.signal.give(Cue.TROUBLE)
        self._revision += 1
        rest = 0.0 if self._refresh_until is None else max(0.0, self._refresh_until - self._pressed_at)
        self.report.declared(self._revision, self._pressed_at, rest, self._table.kind.refresh_s)
        self._offer(settled=True)
        if self._answers.fast:
            self._answer(self._in_words(kept) if kept else ", ".join(said))
        self._answers.call(self._codes.asked)
        if self._players() != self._seated_players:
            self._seated_players = self._players()
            self._ask_about_strangers()

    def _refused(self, notice: Notice) -> None:
        self._answers.give(Cue.REFUSED)
        self.report.refuse()
        self._notice = notice
        self._codes.forget(self._answers.source)
        sentence = " ".join(self._language.say(line) for line in notice.lines[:-1])
        self._account(text("refused: {sentence}", sentence=sentence), Weight.NOTICE)
        self._onlooker.refused(sentence)
        self._offer(settled=True)
        self._answer(sentence, everywhere=False)

    def _undo(self) -> None:
        """Hold A: take back a half-typed code, else close what lies over the game, else undo."""
        if self._codes.typed(self._answers.source) or isinstance(
            self._view, MenuView | DetailsView | WaiverView | AssignView
        ):
            self._turn(PlayView())
        elif self._evening.undo():
            self._done(text("undo"))
        else:
            self._answers.give(Cue.REFUSED)

    def _go_on(self) -> None:
        """Hold C: accept a round's summary, close what lies over the game, or try a disk that refuses."""
        session = self._evening.session
        troubled = self._troubles.close()
        if isinstance(self._view, PlayView) and session.stage is Stage.SUMMARY:
            self._perform(step(Step.ACCEPT))
        elif isinstance(self._view, PlayView) and not (self._notice or troubled):
            self._answers.give(Cue.REFUSED)
        else:
            self._troubles.retry()
            self._turn(PlayView())

    def _turn(self, view: View) -> None:
        """Show something else; nothing of the game changes."""
        self._view, self._notice = view, None
        self._codes.forget(self._answers.source)
        self._answers.give(Cue.HEARD)
        self._offer(settled=True)
        self._answer()

    def _account(self, sentence: Text, weight: Weight = Weight.INFO) -> None:
        self._tell(self._language.say(sentence), weight)

    def _answer(self, answer: str = "", *, everywhere: bool = True) -> None:
        self._answers.say(self._codes, self._language, answer, everywhere=everywhere)

    def _offer(self, *, settled: bool) -> None:
        """A new page, and what keys mean from now on; both are worked out after the table has had its answer."""
        self._codes.ask(question(self._evening.session, self._view, self._roster))
        self._show(settled=settled)

    def _show_again(self) -> None:
        """The page, with what is new around the game; nothing of the game has changed."""
        self._show(settled=not self._codes.typing)

    def _show(self, *, settled: bool) -> None:
        page = self.page()
        self._refresher.offer(DrawnPage(page, self._language), self._table.clock.now(), settled=settled)
        self._refresh()
        self._onlooker.turned(page, self._evening, self._language)

    def _refresh(self) -> None:
        """Start the refresh that is due, if the panel is free."""
        now = self._table.clock.now()
        due = self._refresher.next(now)
        if due is None:
            return
        self._drawn_revision = self._revision
        self._refresh_until = now + self._table.kind.refresh_s
        self._refresher.started(now)
        self._table.show(self._draw(due))

    def _draw(self, due: DrawnPage) -> Image:
        from display.draw import draw  # fonts and Pillow are not needed before the first page

        return draw(due.page, self.surface, due.language)

    def _panel_done(self, done: PanelDone) -> None:
        self._refresh_until = None
        self._refresher.finished(done.at, ok=done.error is None)
        if done.error is not None:
            self._table.signal.give(Cue.TROUBLE)
            self._account(text("panel: {error}", error=done.error), Weight.WARNING)
            self._troubles.panel = done.error
            if not self._farewell.begun:
                self._show(settled=True)
        else:
            self.report.finished(self._drawn_revision, done.at)
            self._announce_turn()
        if self._farewell.begun:
            self._farewell.refreshed(ok=self.shown is not None, last=self.shown == self.page())

    def _announce_turn(self) -> None:
        """Call whoever has the turn now, once the panel shows it.

        Not at each declaration: while a table declares faster than the ink follows, it needs no calling.
        """
        session = self._evening.session
        if self._drawn_revision != self._revision or not isinstance(self._view, PlayView) or self._farewell.begun:
            return
        asked = question(session, self._view, self._roster).asked if session.stage is Stage.PLAY else ()
        before, self._turn_of = self._turn_of, asked
        busy = self._codes.typing or self._notice is not None
        if len(asked) == 1 and asked != before and not busy:
            self._table.signal.give(Cue.YOUR_TURN)
