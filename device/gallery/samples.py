"""Finds the pages of every kind in sample games, each at the moment when it shows most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, islice
from pathlib import Path
from random import Random
from typing import TypeVar

from device import games
from device.contract.declarations import BegunAnswers, Declaration
from device.contract.keycodes import InvalidCode
from device.contract.refusal import Refusal, Refused
from device.contract.setup import TableSetup
from device.gallery.corrections import LINE_CHOICE, SHORT_LINE_CHOICE, correction_pages
from device.gallery.possible_answers import possible_answers
from device.gallery.random_games import random_record
from device.history.past_game import PastGame, person_names
from device.history.results import ResultCollector
from device.journal import uploaded_record
from device.journal.errors import disk_full_error
from device.pages import build as pages
from device.pages.surface import max_choosable_lines
from device.pages.wrong_keys import wrong_keys_notice
from device.people.people import People
from device.reports.game_pages import game_code_page_of
from device.session import session
from device.session.club_digits import JoinClub
from device.session.line_choice import LINES_ON_SMALL_PANEL, PAD_CELL_COUNT, EditAt
from device.session.places import ArchivePlace, CorrectGame, GameCodePlace
from device.session.prompts import (
    Action,
    ArchiveView,
    AssignView,
    DetailsView,
    MenuView,
    PlayView,
    RoundView,
    TableFacts,
    UseLanguage,
    View,
    WaiverView,
    next_details_view,
    question,
)
from device.session.record import declaration_sentence
from device.session.replay import replay_record
from device.session.round_so_far import round_so_far as lines_so_far
from device.session.rows import JournalRow
from device.session.session import Session, Stage, Step, step_row
from display.vocabulary import Page
from display.words import ENGLISH
from hal.panel.panel import PanelKind
from values.named_tuple import NamedTuple

Key = TypeVar("Key")

SAMPLE_FOLDER = Path("/var/lib/tablekeeper")
"""The folder named in the pages about a full disk."""

ROSTER = ("Alexandra", "Teresa", "Björn", "Kaylen", "Zoé", "Jean-Baptiste", "Taylor", "Maximilienne", "Jo", "Ødegård")
SAMPLE_BEGUN_S = 1795372200.0
"""The time when sample games begin: 22 November 2026, in the evening, in seconds since 1970."""

RANDOM_SEED = 7
"""The seed of games without samples, so that their pages are the same at each call."""

MAX_ANSWERS = 600
MAX_DEPTH = 4
"""Maximum number of answers to a question that are tried to find refused ones, and the depth of the search."""


class SamplePage(NamedTuple):
    """A page, its game, and a name that is unique within the game: `menu`, `question`, `question-2`.

    If `line_count` is given, only panels that show this number of lines at once have this page.
    """

    game_id: str
    name: str
    page: Page
    line_count: int | None = None

    def is_shown_on(self, panel_kind: PanelKind) -> bool:
        """Whether this kind of panel shows the page."""
        return self.line_count in (None, max_choosable_lines(panel_kind))


_DETAIL = "detail"
"""The name of the option for the level of detail of declarations, in games that have it."""


@cache
def sample_pages(game_id: str) -> tuple[SamplePage, ...]:
    """The pages of every kind of a game, each once: all from its longest sample, and further ones from the others."""
    records = sorted(games.samples(game_id) or _random_records(game_id), key=len, reverse=True)
    longest, *others = map(_SampleGame, records)
    kind_by_page: dict[Page, str] = {}
    for page_kind, page in chain(
        longest.set_up_pages(),
        longest.play_pages(),
        longest.covering_pages(),
        *(sample.play_pages() for sample in others),
        [("so-far", longest.round_so_far())],
        correction_pages(longest.rows, longest.sessions),
        [("to-a-phone", _phone_code_page(longest.record))],
    ):
        kind_by_page.setdefault(page, page_kind)
    line_counts = (
        {LINE_CHOICE: PAD_CELL_COUNT, SHORT_LINE_CHOICE: LINES_ON_SMALL_PANEL}
        if SHORT_LINE_CHOICE in kind_by_page.values()
        else {}
    )
    names_and_pages = zip(_name_kinds(kind_by_page.values()), kind_by_page, strict=True)
    return tuple(SamplePage(game_id, name, page, line_counts.get(name)) for name, page in names_and_pages)


def _random_records(game_id: str) -> tuple[bytes, ...]:
    """Records of random games with as many players as possible, one for each level of detail."""
    game = games.load(game_id)
    table = TableSetup(ROSTER[: game.players[-1]], title="Sample" if game.asks_for_title else "")
    details = next((option.values for option in game.options if option.name == _DETAIL), ())
    tables = [table._replace(chosen=((_DETAIL, detail),)) for detail in details] or [table]
    return tuple(random_record(game, setup, Random(RANDOM_SEED)) for setup in tables)


def _name_kinds(page_kinds: Iterable[str]) -> Iterator[str]:
    counts: Counter[str] = Counter()
    for page_kind in page_kinds:
        counts[page_kind] += 1
        yield page_kind if counts[page_kind] == 1 else f"{page_kind}-{counts[page_kind]}"


class _ShownSession(NamedTuple):
    """A session, its page, and how much the page shows, measured by the length of its `repr`."""

    session: Session
    page: Page
    content_length: int


def _content_length(shown: _ShownSession) -> int:
    return shown.content_length


class _RefusedAnswer(NamedTuple):
    session: Session
    declaration: Declaration
    refusal: Refusal


class _SampleGame:
    """One sample game, and the sessions with the fullest pages in it."""

    def __init__(self, record: bytes) -> None:
        self.record = record
        self.set_up_by_stage: dict[Stage, _ShownSession] = {}
        self.fullest_by_question: dict[tuple[str, str], _ShownSession] = {}
        self.latest_by_question: dict[tuple[str, str], Session] = {}
        self.fullest_summary: _ShownSession | None = None
        self.rows: list[JournalRow] = []
        self.sessions = [Session()]
        self.last_session = self.sessions[0]
        for replayed in replay_record(record):
            self._note_session(replayed.session_before)
            self.rows += (advance.row for advance in replayed.advances)
            self.sessions += (advance.session for advance in replayed.advances)
            self.last_session = replayed.advances[-1].session
        self._note_session(self.last_session)
        if self.last_session.stage is Stage.SUMMARY:  # a game that the table itself ends has no summary after it
            self.last_session = session.take_row(self.last_session, step_row(Step.ACCEPT))

    def _note_session(self, session_: Session) -> None:
        page, stage = pages.page(session_, PlayView(), ()), session_.stage
        shown = _ShownSession(session_, page, len(repr(page)))
        if stage is Stage.PLAY:
            question_key = _question_identity(session_)
            self.latest_by_question[question_key] = session_
            _keep_fuller(self.fullest_by_question, question_key, shown)
        elif stage is Stage.SUMMARY:
            self.fullest_summary = max(self.fullest_summary or shown, shown, key=_content_length)
        else:
            _keep_fuller(self.set_up_by_stage, stage, shown)

    def set_up_pages(self) -> Iterator[tuple[str, Page]]:
        """The pages of the set-up, each with its kind."""
        for stage, shown in self.set_up_by_stage.items():
            yield stage.value, shown.page
            if stage is Stage.SEAT:
                yield "roster", pages.page(shown.session, PlayView(), ROSTER)
            if stage is Stage.OPTIONS and shown.session.record.rules.notes:
                yield from _detail_pages(shown.session, "rulings")

    def covering_pages(self) -> Iterator[tuple[str, Page]]:
        """The pages that can cover a question: a half-typed code, the menu, trouble, and the pages after play."""
        session_ = max(self.fullest_by_question.values(), key=_content_length).session
        level = question(session_, PlayView(), ()).level
        slots = [choice.slot for choice in level.choices if choice.shown]
        yield "half-typed", pages.page(session_, PlayView(), (), max(map(level.code, slots), key=len)[:1])
        yield "menu", pages.page(session_, MenuView(), (), facts=TableFacts(has_archive=True, has_pods=True))
        disk_full = disk_full_error(SAMPLE_FOLDER).sentence
        yield "trouble", pages.page(session_, PlayView(), (), notice=pages.unwritten_notice(disk_full))
        yield "unsaved", pages.page(session_, PlayView(), (), notice=pages.unsaved_notice(disk_full))
        yield "wrong-keys", pages.page(session_, PlayView(), (), notice=wrong_keys_notice(InvalidCode(level, "DDD")))
        yield "farewell", pages.farewell_page(session_)
        yield "quiet", pages.idle_page(session_, 0)

    def round_so_far(self) -> Page:
        """The page of the round so far, at the question before which the round has the most lines."""
        # By identity: comparing sessions would compare their whole states.
        asked_ids = {id(shown.session) for shown in self.fullest_by_question.values()}
        session_by_lines = {
            lines_so_far(self.rows[:row_count], self.sessions[: row_count + 1]): session_
            for row_count, session_ in enumerate(self.sessions)
            if id(session_) in asked_ids
        }
        lines = max(session_by_lines, key=len)
        return pages.page(session_by_lines[lines], RoundView(lines), ())

    def play_pages(self) -> Iterator[tuple[str, Page]]:
        """The pages of play, from the first question to the final sheet."""
        assert self.fullest_summary is not None
        for shown in self.fullest_by_question.values():
            yield "question", shown.page
        yield from self._refusal_pages()
        yield "summary", self.fullest_summary.page
        yield "final", pages.page(self.last_session, PlayView(), ())
        yield from _detail_pages(self.last_session, "details")

    def _refusal_pages(self) -> Iterator[tuple[str, Page]]:
        """For each rule, the page with the longest sentence that refuses an answer."""
        longest_by_code: dict[str, _RefusedAnswer] = {}
        sessions = [*(shown.session for shown in self.fullest_by_question.values()), *self.latest_by_question.values()]
        for refused in chain.from_iterable(map(_refused_answers, sessions)):
            longest = longest_by_code.get(refused.refusal.code, refused)
            longest_by_code[refused.refusal.code] = max(
                longest, refused, key=lambda answer: len(ENGLISH.say(answer.refusal.sentence))
            )
        for refused in longest_by_code.values():
            yield f"refused-{refused.refusal.code}", _refusal_page(*refused)


def _phone_code_page(record: bytes) -> Page:
    """The page with the QR code of a game, as if it had been begun at `SAMPLE_BEGUN_S`."""
    collector, people = ResultCollector(), People()
    for row in uploaded_record.rows_of_upload(record):
        collector.read_row(row)
    result = collector.result
    assert result is not None
    past_game = PastGame(1, "0" * 16, SAMPLE_BEGUN_S, 1, result, person_names(result, people))
    view = ArchiveView(game_code_page_of(past_game, people, GameCodePlace(past_game.number)))
    return pages.page(Session(), view, ())


def _question_identity(session_: Session) -> tuple[str, str]:
    """The identity of a question: its sentence, and that of the game's heading."""
    game, state = session_.record.rules, session_.record.state
    return question(session_, PlayView(), ()).question.message, game.heading(state).message


def _keep_fuller(fullest: dict[Key, _ShownSession], key: Key, shown: _ShownSession) -> None:
    fullest[key] = max(fullest.get(key, shown), shown, key=_content_length)


def _detail_pages(session_: Session, page_kind: str) -> Iterator[tuple[str, Page]]:
    """The pages of details, which holding B leads to: of each kind of body, the fullest."""
    page_by_body_type: dict[object, Page] = {}
    view: View = DetailsView(0)
    while isinstance(view, DetailsView):
        page = pages.page(session_, view, ())
        previous = page_by_body_type.get(type(page.body))
        if previous is None or len(repr(page)) > len(repr(previous)):
            page_by_body_type[type(page.body)] = page
        view = next_details_view(session_, view)
    yield from ((page_kind, page) for page in page_by_body_type.values())


def _refusal_page(session_: Session, declaration: Declaration, refusal: Refusal) -> Page:
    waiver = session.waiver_for(session_, refusal)
    if waiver is not None:
        return pages.page(session_, WaiverView(declaration, refusal, waiver), ())
    notice = pages.refusal_notice(declaration_sentence(session_.record, declaration), refusal)
    return pages.page(session_, PlayView(), (), notice=notice)


_NON_DECLARATION_TYPES = (
    JournalRow | Action | AssignView | EditAt | UseLanguage | JoinClub | CorrectGame | ArchivePlace | BegunAnswers
)


def _refused_answers(session_: Session) -> Iterator[_RefusedAnswer]:
    """The answers to a question that are refused, with the reasons."""
    for view in (PlayView(), MenuView()):
        for answer in islice(possible_answers(question(session_, view, ()).level, MAX_DEPTH), MAX_ANSWERS):
            if isinstance(answer, _NON_DECLARATION_TYPES):
                continue
            try:
                session.declare(session_, answer)
            except Refused as refused:
                yield _RefusedAnswer(session_, answer, refused.refusal)
