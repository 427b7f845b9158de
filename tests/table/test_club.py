"""A table in a club: what the director says is on the page until it is read, calls go off, and no press is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.journal import writer
from device.outbox.director import (
    ClubDoubt,
    ClubStanding,
    DirectorPhrase,
    DirectorWords,
    JoinAnswer,
    JoinOutcome,
    JoinWish,
    NextSeating,
    SeatPlace,
    TableReport,
)
from device.session.keyscript import key_script
from device.session.session import Stage
from device.table.arrival_mark import MARK_REFRESH_S, MARK_STILL_S, MISSING_S, SILENT_S
from device.table.club_mailbox import ClubMailbox
from device.table.table_club import MAX_SHOWN_S, MIN_GAP_S, MIN_SHOWN_S, TableClub
from device.table.table_settings import TableSettings
from display.languages import language
from display.text_alternative import page_sections
from display.vocabulary import Breakdown, ClubMark, KeyGrid, Page
from display.words import ENGLISH, Language, text
from hal.mock.table import MockTable
from hal.panel import panel
from tests.table.tables import KIND, Pages, controlled

GAME = list(key_script(b"game no-loose-ends\nplayers 1 2\nset detail totals"))
WHOLE = b"game no-loose-ends\nplayers 1 2\nset detail totals\n1 planned 2 covered 2 extra 0"
ROUNDS = list(key_script(WHOLE))[len(GAME) :]
ROUND = list(key_script(WHOLE + b"\n2 planned 0 covered 0 extra 11"))
"""A game up to the points of its first round, which hold C accepts."""
WELL = ClubStanding("red", connected=True, undelivered_game_count=0)
GONE = ClubStanding("red", connected=False, undelivered_game_count=2)


class ClubTable:
    """A table whose courier tells it something between presses; it ends with its script."""

    def __init__(
        self,
        data: Path,
        script: Iterator[str],
        spoken: Language = ENGLISH,
        kind: str = KIND,
        *,
        has_people_at_keys: bool = False,
    ) -> None:
        self.post = ClubMailbox()
        self.rung = 0
        self.post.wake_courier = self._ring
        self.pages = Pages()
        self.table = MockTable(panel.panel_kind(kind), script)
        self._journal = writer.journal_writer_for(data, lambda: 0.0)
        club = TableClub(self.post, "hub.local")
        settings = TableSettings(spoken, club=club, has_people_at_keys=lambda: has_people_at_keys)
        self.told: list[str] = []
        self.controller = controlled(
            self.table, self._journal, lambda line, _=None: self.told.append(line), settings, self.pages
        )

    def run(self) -> ClubTable:
        self.controller.run()
        self._journal.close()
        return self

    def _ring(self) -> None:
        self.rung += 1

    @property
    def page(self) -> Page:
        return self.controller.page()

    @property
    def said(self) -> list[str]:
        """What the notice says."""
        notice = self.page.notice
        return [] if notice is None else [self._say(notice.title), *map(self._say, notice.lines)]

    @property
    def first_lines(self) -> list[str]:
        """The first line of each notice so far."""
        notices = dict.fromkeys(page.notice for page in self.pages.seen)
        return [self._say(notice.lines[0]) for notice in notices if notice is not None]

    def _say(self, label: object) -> str:
        return ENGLISH.say(label)  # type: ignore[arg-type]

    @property
    def report(self) -> TableReport:
        return self.post.wishes.report


def wait(seconds: float) -> str:
    return f"wait {seconds}"


def test_words_are_shown_until_a_press_when_they_have_been_read(tmp_path: Path) -> None:
    def script() -> Iterator[str]:
        yield from GAME
        table.post.leave_message(DirectorWords(7, DirectorPhrase.FIVE_MINUTES))
        yield ROUNDS[0]
        yield ROUNDS[1]
        assert table.said == ["The director", "Five more minutes."]
        assert table.report.words_number == 0
        yield wait(MIN_SHOWN_S + 60)
        yield ROUNDS[2]
        yield wait(0)
        yield ROUNDS[3]
        assert table.said == []
        assert table.report.words_number == 7
        assert table.rung == 1
        table.post.leave_message(DirectorWords(7, DirectorPhrase.FIVE_MINUTES))
        yield from ROUNDS[4:]

    table = ClubTable(tmp_path, script())
    table.run()
    assert table.said == []
    assert "The director says: Five more minutes." in table.told
    assert [line for line in table.told if line == "1 planned 2 covered 2 extra 0"] != []


@pytest.mark.parametrize(("by_hand", "held"), [(True, "close"), (False, "accept")])
def test_words_over_the_points_of_a_round_are_closed_before_the_points_are_accepted(
    by_hand: bool, held: str, tmp_path: Path
) -> None:
    """The page said “accept”, and nothing was accepted. A script reads no points."""

    def script() -> Iterator[str]:
        yield from ROUND
        table.post.leave_message(DirectorWords(7, DirectorPhrase.FIVE_MINUTES))
        yield wait(60)
        yield "hold C"
        yield wait(60)

    table = ClubTable(tmp_path, script(), has_people_at_keys=by_hand)
    table.run()
    below_words = [page for page in table.pages.seen if page.notice is not None and isinstance(page.body, Breakdown)]
    assert {ENGLISH.say(hold.label) for page in below_words for hold in page.holds if hold.key == "C"} == {held}
    assert table.controller.session.stage is (Stage.SUMMARY if by_hand else Stage.PLAY)


def test_hold_c_closes_words_and_time_does(tmp_path: Path) -> None:
    def script() -> Iterator[str]:
        yield from GAME
        table.post.leave_message(DirectorWords(7, written="Cake is served."))
        yield "hold B"
        assert table.said == ["The director", "Cake is served."]
        yield "hold C"
        yield "hold B"
        assert table.said == []
        assert table.report.words_number == 7
        table.post.leave_message(DirectorWords(8, written="Tea is served."))
        yield wait(MAX_SHOWN_S + 100)
        yield "hold B"
        yield wait(1)
        yield "hold B"

    table = ClubTable(tmp_path, script())
    table.run()
    assert table.said == []
    assert table.report.words_number == 8


def test_a_director_takes_words_back(tmp_path: Path) -> None:
    def script() -> Iterator[str]:
        table.post.leave_message(DirectorWords(7, written="Cake is served."))
        yield wait(MIN_GAP_S + 1)
        yield "hold D"
        table.post.leave_message(DirectorWords(8))
        yield wait(30)
        yield "hold D"

    table = ClubTable(tmp_path, script())
    table.run()
    assert table.said == []
    assert table.report.words_number == 8


def test_phrases_come_in_the_language_of_the_table(tmp_path: Path) -> None:
    def script() -> Iterator[str]:
        yield "hold D"
        table.post.leave_message(DirectorWords(7, DirectorPhrase.PLEASE_FINISH))
        yield "hold D"

    french = language("fr")
    table = ClubTable(tmp_path, script(), french)
    table.run()
    notice = table.page.notice
    assert notice is not None
    assert french.say(notice.lines[0]) == "Veuillez terminer."


def test_the_next_seating_is_shown_between_games_only(tmp_path: Path) -> None:
    places = (SeatPlace("Ben", 2), SeatPlace("Cleo", 4), SeatPlace("Dan", 2), SeatPlace("Eve", 4))
    seated = ["Who sits where next", "Here, at table 4: Cleo and Eve", "At table 2: Ben and Dan"]

    def script() -> Iterator[str]:
        table.post.leave_message(NextSeating(9, 4, places))
        yield "hold D"
        yield "hold D"
        assert table.said == seated
        yield from GAME
        yield "hold B"
        assert table.said == []
        assert table.report.seating_number == 9
        table.post.leave_message(NextSeating(10, 4, places))
        yield "hold B"
        assert table.said == []

    table = ClubTable(tmp_path, script())
    table.run()
    assert table.report.seating_number == 9


def cells(page: Page) -> dict[str, str]:
    grid = page.keymap.level
    assert isinstance(grid, KeyGrid)
    return {cell.code: ENGLISH.say(cell.label) for cell in grid.cells}


def test_a_call_goes_on_and_off_by_the_menu_and_off_when_the_director_comes(tmp_path: Path) -> None:
    marks: list[tuple[bool, ClubMark | None]] = []

    def script() -> Iterator[str]:
        yield from GAME
        table.post.leave_message(WELL)
        for _ in range(3):
            yield from ("hold D", "C", "B", "hold D")
            marks.append((table.report.is_calling, table.page.club))
            yield "hold D"
        table.post.leave_message(DirectorWords(7, DirectorPhrase.COMING))
        yield "hold B"
        yield "hold B"
        assert not table.report.is_calling

    table = ClubTable(tmp_path, script())
    table.run()
    assert marks == [(True, ClubMark.DIRECTOR_CALLED), (False, ClubMark.ARRIVED), (True, ClubMark.DIRECTOR_CALLED)]
    menus = [cells(page).get("CB") for page in table.pages.seen if page.question == text("Menu")]
    assert [label for label, before in zip(menus, ["", *menus], strict=False) if label != before] == [
        "call the director",
        "take the call back",
        "call the director",
        "take the call back",
    ]
    assert table.said == ["The director", "The director is coming."]


@pytest.mark.parametrize(
    ("standing", "seen", "gone"),
    [
        (
            WELL,
            "The director sees at the hub that this table calls.",
            "The director is not called any more.",
        ),
        (
            GONE,
            "The hub can't be reached now: the director sees the call once it can.",
            "The hub can't be reached now: if the director sees the call already, it stays there until it can.",
        ),
    ],
)
def test_a_call_says_whether_the_director_sees_it_already_or_still(
    standing: ClubStanding, seen: str, gone: str, tmp_path: Path
) -> None:
    def script() -> Iterator[str]:
        yield from GAME
        table.post.leave_message(standing)
        for _ in range(2):
            yield from ("hold D", "C", "B")

    table = ClubTable(tmp_path, script())
    assert table.run().first_lines == [seen, gone]


def test_digits_typed_in_the_menu_go_to_the_courier_and_its_answer_onto_the_page(tmp_path: Path) -> None:
    def script() -> Iterator[str]:
        table.post.leave_message(ClubStanding("", connected=False, undelivered_game_count=0))
        yield "hold D"
        yield from "DCCBAAABACADBABBCA"
        yield wait(1)
        yield "hold B"
        assert table.post.wishes.join == JoinWish(1, "hub.local", "01234569")
        table.post.leave_message(
            ClubStanding("", connected=False, undelivered_game_count=0, joining=JoinAnswer(1, JoinOutcome.WRONG))
        )
        yield "hold B"
        yield "hold B"
        assert table.said[0] == "Not joined"
        assert table.post.wishes.join is None
        yield "hold C"
        table.post.leave_message(
            ClubStanding("red", connected=False, undelivered_game_count=0, joining=JoinAnswer(1, JoinOutcome.JOINED))
        )
        yield wait(MIN_GAP_S)
        yield "hold D"

    table = ClubTable(tmp_path, script())
    table.run()
    assert table.said == []
    assert table.first_lines[0] == "The box looks for the hub, and says in a moment whether it has joined."


def test_digits_at_a_box_without_a_courier_promise_no_answer_in_a_moment(tmp_path: Path) -> None:
    table = ClubTable(tmp_path, iter(("hold D", *"DCCBAAABACADBABBCA")))
    told = "“tablekeeper courier” has not been heard on this box yet: it looks for the hub once it runs."
    assert table.run().first_lines == [told]


def test_words_that_are_taken_back_close_no_other_notice(tmp_path: Path) -> None:
    """A doubt about the box was gone, and “The director has taken that back” was said of it."""

    def script() -> Iterator[str]:
        yield from GAME
        table.post.leave_message(WELL._replace(doubts=(ClubDoubt.BEHIND,)))
        yield "hold B"
        table.post.leave_message(DirectorWords(8))
        yield wait(MIN_GAP_S + 1)
        yield "hold B"
        assert table.report.words_number == 8
        assert table.said[0] == "The club's hub"

    table = ClubTable(tmp_path, script())
    table.run()
    assert "The director has taken that back." not in table.told


def test_what_is_in_doubt_is_told_once_and_stays_until_it_was_read(tmp_path: Path) -> None:
    behind = WELL._replace(undelivered_game_count=1, doubts=(ClubDoubt.BEHIND,))

    def script() -> Iterator[str]:
        yield from GAME
        table.post.leave_message(behind)
        yield "hold B"
        assert table.said == [
            "The club's hub",
            "The hub has more of some games than this box: what was played last may be missing here.",
            "The director knows of it.",
        ]
        yield "hold C"
        yield "hold B"
        table.post.leave_message(behind)
        yield "hold B"
        assert table.said == []
        table.post.leave_message(behind._replace(doubts=(ClubDoubt.BEHIND, ClubDoubt.TWICE)))
        yield "hold B"
        assert table.said[1:-1] == ["Another box speaks to the hub as this one. Is there a copy of its card?"]
        yield "hold C"
        yield "hold B"

    table = ClubTable(tmp_path, script())
    table.run()
    assert table.said == []


def test_a_table_without_a_club_has_nothing_of_it_in_its_menu(tmp_path: Path) -> None:
    def script() -> Iterator[str]:
        yield from GAME
        yield "hold D"

    plain = MockTable(panel.panel_kind(KIND), script())
    journal = writer.journal_writer_for(tmp_path, lambda: 0.0)
    controller = controlled(plain, journal, lambda *_: None)
    controller.run()
    journal.close()
    assert "CB" not in cells(controller.page())
    assert controller.page().club is None


def mark_after(club: TableClub, now: float) -> ClubMark | None:
    club.update(now, between_games=False)
    return club.arrival.mark


def test_the_mark_says_what_has_lasted() -> None:
    post = ClubMailbox()
    club = TableClub(post, "hub.local")
    post.leave_message(ClubStanding("", connected=False, undelivered_game_count=0))
    assert mark_after(club, 0) is None
    post.leave_message(WELL)
    assert mark_after(club, 100) is ClubMark.ARRIVED
    post.leave_message(ClubStanding("red", connected=True, undelivered_game_count=1))
    assert mark_after(club, 101) is ClubMark.ARRIVED
    post.leave_message(ClubStanding("red", connected=True, undelivered_game_count=1))
    assert mark_after(club, 100 + MISSING_S) is ClubMark.WAITING
    post.leave_message(GONE)
    assert mark_after(club, 140) is ClubMark.DISCONNECTED
    post.leave_message(WELL)
    assert mark_after(club, 141) is ClubMark.ARRIVED
    assert club.deadline() == 141 + SILENT_S
    assert mark_after(club, 141 + SILENT_S) is ClubMark.DISCONNECTED
    assert club.deadline() is None


def test_a_mark_that_nobody_knows_yet_is_none() -> None:
    post = ClubMailbox()
    club = TableClub(post, "hub.local")
    post.leave_message(GONE)
    assert mark_after(club, 1000) is None
    assert mark_after(club, 1000 + MISSING_S) is ClubMark.DISCONNECTED
    post.leave_message(ClubStanding("blue", connected=True, undelivered_game_count=1))
    assert mark_after(club, 1100) is None
    post.leave_message(ClubStanding("blue", connected=True, undelivered_game_count=0))
    assert mark_after(club, 1101) is ClubMark.ARRIVED


def test_a_table_that_calls_has_nothing_to_look_for(tmp_path: Path) -> None:
    def script() -> Iterator[str]:
        yield from GAME
        table.post.leave_message(WELL)
        yield from ("hold D", "C", "B")
        yield wait(10 * SILENT_S)
        yield "hold B"

    table = ClubTable(tmp_path, script())
    table.run()
    assert table.page.club is ClubMark.DIRECTOR_CALLED


def test_the_panel_is_refreshed_for_the_mark_alone_when_the_table_is_still_and_seldom() -> None:
    post = ClubMailbox()
    club = TableClub(post, "hub.local")
    post.leave_message(WELL)
    mark_after(club, 1000)
    assert not club.arrival.take_due_refresh(1000, 1000 - MARK_STILL_S + 1)
    assert club.arrival.take_due_refresh(1001, 1000 - MARK_STILL_S + 1)
    club.note_drawn(Page("", club=ClubMark.ARRIVED), 1010)
    assert not club.arrival.take_due_refresh(5000, 0)
    post.leave_message(GONE)
    mark_after(club, 1100)
    assert not club.arrival.take_due_refresh(1010 + MARK_REFRESH_S - 1, 0)
    assert club.arrival.take_due_refresh(1010 + MARK_REFRESH_S, 0)
    assert not club.arrival.take_due_refresh(1011 + MARK_REFRESH_S, 0)


def test_a_flood_of_words_leaves_the_last_and_shows_something_new_every_ten_seconds() -> None:
    post = ClubMailbox()
    woken = []
    post.wake_table = lambda: woken.append(1)
    club = TableClub(post, "hub.local")
    shown = 0
    for tenth in range(1000):
        for number in range(10):
            post.leave_message(DirectorWords(tenth * 10 + number + 1, written=f"word {number}"))
        shown += bool(club.update(tenth / 10, between_games=False))
    assert shown == 100 / MIN_GAP_S
    assert len(woken) == 1000


def test_a_courier_that_says_everything_between_all_presses_costs_none(tmp_path: Path) -> None:
    def script() -> Iterator[str]:
        for at, press in enumerate(key_script(WHOLE)):
            table.post.leave_message(DirectorWords(at + 1, written=f"word {at}"))
            table.post.leave_message(DirectorWords(at + 2, DirectorPhrase.COMING))
            table.post.leave_message(NextSeating(at + 1, 1, (SeatPlace("Ann", at),)))
            table.post.leave_message(ClubStanding("red", connected=bool(at % 2), undelivered_game_count=at))
            table.post.leave_message(
                ClubStanding("", connected=False, undelivered_game_count=0, joining=JoinAnswer(at, JoinOutcome.WRONG))
            )
            yield press
            yield wait(at % 4 * 5)

    lines = WHOLE.decode().splitlines()
    table = ClubTable(tmp_path, script())
    table.run()
    assert [line for line in table.told if line in lines] == lines


def test_the_mark_is_said_in_words_too() -> None:
    for mark in ClubMark:
        sections = page_sections(Page("Wizard", club=mark), ENGLISH)
        assert [line for section in sections for line in section.lines if line.endswith(".")] != []


@pytest.mark.parametrize("kind", [one.name for one in panel.PANEL_KINDS])
def test_words_are_read_on_every_panel(kind: str, tmp_path: Path) -> None:
    def script() -> Iterator[str]:
        yield from GAME
        table.post.leave_message(WELL)
        table.post.leave_message(DirectorWords(7, written="W" * 12 + " mm" * 36))
        yield "hold B"
        yield wait(60)

    table = ClubTable(tmp_path, script(), kind=kind)
    table.run()
    assert table.controller.shown_page is not None
    assert table.controller.shown_page.notice is not None
    assert table.controller.shown_page.club is ClubMark.ARRIVED
