"""The past on the panel by keys: from the menu to evenings, games and causes, to people, and to a phone."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import combinations
from pathlib import Path

import pytest

from device.cli.commands import main
from device.journal.store import Journal
from device.journal.writer import JournalWriter
from device.pages.surface import surface_of
from device.people.store import PeopleStore
from device.reports import qr
from device.reports.archive_client import ArchiveAtOnce, PageAnswer
from device.reports.panel_pages import make_page
from device.session.places import ArchivePlace, GameCodePlace
from device.session.rows import JournalRow, RowKind
from device.table.archive_visits import QUIET_WAIT_S
from device.table.phone_access import PhoneAccess
from device.table.phone_invitations import CODE_VALIDITY_S
from device.table.table_settings import TableSettings
from device.table.transcript import drop_line
from display.languages import language
from display.layout import fit_page, lay_out
from display.scene import TextLine
from display.text_alternative import page_sections
from display.vocabulary import Breakdown, Page, Paragraphs, ScanCode, Sheet, Tone
from display.words import ENGLISH
from hal.clock.wallclock import EARLIEST_TIME_S
from hal.mock.table import MockTable
from hal.panel import panel
from hal.signal.signal import Cue
from hal.table.table import Event
from tests.journal.calendars import FixedCalendar
from tests.non_empty import non_empty
from tests.table.evenings import ROUND, TOTALS, script
from tests.table.tables import KeptReadout, Mock, Pages, controlled, play

HISTORY, PEOPLE, PHONE = ["hold D", *"BB"], ["hold D", *"BC"], ["hold D", *"BD"]
FIRST = [*"AA"]
STATISTICS = [*"DC"]
NO_LOOSE_ENDS = [*"AA"]
WHOLE = [*script(*TOTALS, *3 * ROUND), "hold C"]


def rows(*names: str, first: int = 0) -> list[JournalRow]:
    """A game by totals between two; with `first`, the other one wins."""
    one, other = names if not first else reversed(names)
    totals = (f"{one} planned 2 covered 2 extra 0", f"{other} planned 1 covered 1 extra 10")
    played = (totals if not first else totals[::-1]) * 3
    lines = ("game no-loose-ends", f"players {' '.join(names)}", *TOTALS, *played)
    return [JournalRow(RowKind.RECORD, line) for line in lines]


def games(data: Path, *some: list[JournalRow]) -> None:
    """A journal with these games."""
    journal = Journal.open(data)
    for one in some:
        journal.begin_game(one)
    journal.begin_game()
    journal.close()


def shown(data: Path, *keys: str, kind: str = "what-black") -> Page:
    """The page that keys lead to."""
    return play(data, keys, kind=kind).controller.page()


def said(page: Page) -> str:
    return "\n".join(line for title, lines in page_sections(page, ENGLISH) for line in (title, *lines))


@pytest.mark.parametrize("kind", ["phat-black", "what-black", "impression-7.3"])
def test_an_evening_leads_to_its_games_their_sheets_and_each_points_cause(tmp_path: Path, kind: str) -> None:
    games(tmp_path, rows("Ann", "Bo"), rows("Cleo", "Dan"))
    assert ": Ann, Bo, Cleo and Dan" in said(shown(tmp_path, *HISTORY, kind=kind))
    evening = said(shown(tmp_path, *HISTORY, *FIRST, kind=kind))
    assert evening.index("AA — No Loose Ends: Cleo 32 and Dan −19") < evening.index("AB — No Loose Ends: Ann 32")
    sheet = shown(tmp_path, *HISTORY, *FIRST, *"AB", kind=kind)
    assert isinstance(sheet.body, Sheet)
    assert "Ann wins." in said(sheet)
    causes = shown(tmp_path, *HISTORY, *FIRST, *"AB", "hold B", kind=kind)
    assert isinstance(causes.body, Breakdown)
    assert "Points of round 3" in said(causes)


def test_an_evening_names_each_person_once(tmp_path: Path) -> None:
    """“Noé” and “noé” stood there as two people, whom every other page calls one; and after a renaming a name stood
    there that none of the games below had."""
    games(tmp_path, rows("Noé", "Bo"), rows("noé", "Bo"))
    assert ": noé and Bo" in said(shown(tmp_path, *HISTORY))
    assert main(["people", "merge", "Bo", "Noé", "--data", str(tmp_path)]) == 2, "they have played together"
    assert main(["people", "rename", "Bo", "Bob", "--data", str(tmp_path)]) == 0
    assert ": noé and Bo" in said(shown(tmp_path, *HISTORY))
    assert main(["people", "rename", "noé", "Noëlle", "--data", str(tmp_path)]) == 0
    games(tmp_path, rows("Noëlle", "Bob"))
    evenings = said(shown(tmp_path, *HISTORY))
    assert ": Noëlle and Bob" in evenings


def test_hold_a_goes_back_place_by_place_to_the_menu_and_hold_c_to_the_game(tmp_path: Path) -> None:
    games(tmp_path, rows("Ann", "Bo"), rows("Ann", "Bo"))
    deep = [*HISTORY, *FIRST, *FIRST]
    assert said(shown(tmp_path, *deep, "hold A", "hold A")) == said(shown(tmp_path, *HISTORY))
    game = said(shown(tmp_path))
    back = [*deep, "hold A", "hold A", "hold A"]
    assert said(shown(tmp_path, *back)) == said(shown(tmp_path, HISTORY[0]))
    assert said(shown(tmp_path, *back, "hold A")) == game
    assert said(shown(tmp_path, *deep, "hold C")) == game


@pytest.mark.parametrize("way_out", [["hold A"], ["hold C"], ["hold D"], [*"AA"], [*"CC", "A"]])
def test_the_menu_over_a_page_of_the_past_leads_back_to_that_page(tmp_path: Path, way_out: list[str]) -> None:
    """It led to the game in play."""
    games(tmp_path, *3 * [rows("Ann", "Bo")])
    deep = [*HISTORY, *STATISTICS]
    page, menu = said(shown(tmp_path, *deep)), said(shown(tmp_path, *deep, "hold D"))
    assert said(shown(tmp_path, *deep, "hold D", *way_out)) == page
    into_people_and_back = [*deep, *PEOPLE, *FIRST, "hold A", "hold A"]
    assert said(shown(tmp_path, *into_people_and_back)) == menu
    assert said(shown(tmp_path, *into_people_and_back, *way_out)) == page
    assert said(shown(tmp_path, *into_people_and_back, *way_out, "hold A")) == said(shown(tmp_path, *HISTORY))
    assert said(shown(tmp_path, *into_people_and_back, *way_out, "hold A", "hold A")) == menu
    game = said(shown(tmp_path))
    assert said(shown(tmp_path, *into_people_and_back, *way_out, "hold A", "hold A", "hold A")) == game


def test_play_on_leads_from_the_menu_over_a_page_of_the_past_to_the_game(tmp_path: Path) -> None:
    moves = script(*TOTALS, *ROUND)
    game = said(shown(tmp_path, *moves))
    assert said(shown(tmp_path, *HISTORY, "hold D", *"AB", "A")) == game


def test_nothing_of_the_game_in_play_changes(tmp_path: Path) -> None:
    before = play(tmp_path, script(*TOTALS, *ROUND)).record()
    keys = [*HISTORY, *FIRST, "hold B", "hold C", *HISTORY, *STATISTICS, *NO_LOOSE_ENDS, "hold C", *PEOPLE]
    assert play(tmp_path, keys).record() == before


def test_an_evening_of_one_game_leads_to_it(tmp_path: Path) -> None:
    games(tmp_path, rows("Ann", "Bo"))
    sheet = shown(tmp_path, *HISTORY, *FIRST)
    assert isinstance(sheet.body, Sheet)
    assert said(shown(tmp_path, *HISTORY, *FIRST, "hold A")) == said(shown(tmp_path, *HISTORY))


def test_a_box_without_games_says_so(tmp_path: Path) -> None:
    assert "No game has been played yet." in said(shown(tmp_path, *HISTORY))
    nobody = said(shown(tmp_path, *PEOPLE))
    assert "Nobody is listed yet" in nobody
    assert "spell a name" in nobody


def test_statistics_have_people_pairs_ratings_points_and_the_games_own_figures(tmp_path: Path) -> None:
    games(tmp_path, *[rows("Ann", "Bo", first=number == 2) for number in range(4)])
    front = said(shown(tmp_path, *HISTORY, *STATISTICS))
    assert "Ann: in a row 2; played 4; won 3" in front
    pairs = [*HISTORY, *STATISTICS, *"DD"]
    assert "Ann: Ann –; Bo 3:1" in said(shown(tmp_path, *pairs))
    assert "Ann and Bo, 4 games: 3 to 1, 0 level" in said(shown(tmp_path, *pairs, "hold B"))
    of_the_game = [*HISTORY, *STATISTICS, *NO_LOOSE_ENDS]
    pages = [shown(tmp_path, *of_the_game, *["hold B"] * number) for number in range(4)]
    questions = [
        "Games won, and points",
        "Ratings: higher is better; all begin at 25",
        "Points on average, and by game",
        "What was counted besides points",
    ]
    assert [ENGLISH.say(page.question or "") for page in pages] == questions
    holds = [ENGLISH.say(page.holds[1].label) for page in pages]
    assert holds == ["more", "more", "more", "first page"], "“more” of the last one led to the first"
    for page in non_empty(pages[1:3]):
        assert isinstance(page.body, Sheet)
        assert page.body.chart is not None
        assert {course.name for course in page.body.chart.players} == {"Ann", "Bo"}
    assert [line.rpartition("; ")[2] for line in said(pages[1]).splitlines() if line.startswith("Ann")] == ["rating 28"]
    assert "; on average 19" in said(pages[2])
    points = pages[2].body
    assert isinstance(points, Sheet)
    assert points.chart is not None
    assert points.chart.players[0].totals == (32, 32, -19, 32)
    assert isinstance(pages[3].body, Paragraphs)
    assert "bids covered 21" in said(pages[3])
    assert "trumps bid" not in said(pages[3]), "totals do not say"


def test_each_pair_has_its_place_on_the_pages_of_the_smallest_panel(tmp_path: Path) -> None:
    together = list(combinations(("Ann", "Bo", "Cleo", "Dan"), 2))
    games(tmp_path, *[rows(one, other) for one, other in together for _ in range(3)])
    pairs = [*HISTORY, *STATISTICS, *"DD"]
    pages = [said(shown(tmp_path, *pairs, *["hold B"] * number, kind="phat-black")) for number in range(4)]
    assert pages[3] == pages[0], "after the last page the first"
    for one, other in non_empty(together):
        assert sum(f"{one} and {other}, 3 games: 3 to 0" in page for page in pages[:3]) == 1


SPELLED_TO = [*"DCBC"]


def test_a_person_is_renamed_merged_and_hidden_by_keys(tmp_path: Path) -> None:
    games(tmp_path, rows("Ann", "Bo"), rows("Anna", "Cleo"))
    # Anna, Cleo, Ann, Bo: the latest game's first.
    renamed = shown(tmp_path, *PEOPLE, *"AD", "A", *"AB", *"DD")
    assert "Bo is now called E." in said(renamed)
    assert PeopleStore(tmp_path).people().find_person("Bo").name == "E"
    merged = shown(tmp_path, *PEOPLE, *"AC", "B", *"AA")
    assert "Ann and Anna are one person now, called Anna." in said(merged)
    hidden = shown(tmp_path, *PEOPLE, *"AB", "C")
    assert "Cleo is offered at no table from now on, and shown in no statistics." in said(hidden)
    assert "AC — Cleo (hidden)" in said(shown(tmp_path, *PEOPLE))
    assert not PeopleStore(tmp_path).people().find_person("Ann").hidden


def test_a_name_is_split_off_changes_are_undone_and_who_never_played_is_deleted_by_keys(tmp_path: Path) -> None:
    games(tmp_path, rows("Ann", "Bo"), rows("Anna", "Cleo"))
    assert "undo a change" not in said(shown(tmp_path, *PEOPLE))
    shown(tmp_path, *PEOPLE, *"AC", "B", *"AA")
    apart = shown(tmp_path, *PEOPLE, *"AA", *"DB")
    assert "Ann is somebody of their own now." in said(apart)
    undone = shown(tmp_path, *PEOPLE, *"DD")
    assert "Taken back: Ann is somebody of their own now." in said(undone)
    assert PeopleStore(tmp_path).people().find_person("Ann").name == "Anna"
    shown(tmp_path, *PEOPLE, *"DD")
    assert PeopleStore(tmp_path).people().find_person("Ann").name == "Ann"
    shown(tmp_path, *PEOPLE, *"DC", *"AB", *"DD")
    assert "delete" not in said(shown(tmp_path, *PEOPLE, *"AA"))
    # Anna, Cleo, Ann, Bo and E, who never played.
    assert "E, who never played, is not known any more." in said(shown(tmp_path, *PEOPLE, *"BA", *"DA"))
    assert "E" not in said(shown(tmp_path, *PEOPLE)).split()


def test_a_merge_that_would_put_one_person_twice_into_a_game_is_refused_with_the_game(tmp_path: Path) -> None:
    games(tmp_path, rows("Ann", "Bo"))
    page = shown(tmp_path, *PEOPLE, *"AA", "B", *"AA")
    assert page.notice is not None
    assert page.notice.tone is Tone.REFUSAL
    assert "In game 1, Bo would sit at two seats: these are two people." in said(page)
    assert PeopleStore(tmp_path).people().persons == ()


def test_a_name_is_spelled_and_its_last_letter_taken_back(tmp_path: Path) -> None:
    page = shown(tmp_path, *PEOPLE, *STATISTICS, *"AA", *"AD", *"AB", "hold A", "hold B", *"AD", *"DD")
    assert "Ann is known now." in said(page)
    assert [person.name for person in PeopleStore(tmp_path).people().persons] == ["Ann"]


def test_a_finished_game_goes_to_a_phone(tmp_path: Path) -> None:
    page = shown(tmp_path, *WHOLE, *PHONE)
    assert isinstance(page.body, ScanCode)
    on_the_sheet, later = shown(tmp_path, "D"), shown(tmp_path, *HISTORY, *FIRST, "D")
    assert (on_the_sheet.body, later.body) == (page.body, page.body)


def test_a_key_beside_a_code_is_refused_with_a_reason_that_is_on_the_panel(tmp_path: Path) -> None:
    """A code leaves a notice no room: there was a red light and nothing else."""
    shown(tmp_path, *WHOLE)
    page = shown(tmp_path, "D", "A")
    assert isinstance(page.body, ScanCode)
    assert (page.notice, ENGLISH.say(page.question or "")) == (None, "Hold A for a second: go back.")


@pytest.mark.parametrize("again", [(), HISTORY + FIRST + ["D"]], ids=["sheet", "history"])
def test_on_a_panel_too_small_for_the_play_a_code_leads_to_the_games_own_page(again: list[str], tmp_path: Path) -> None:
    kind = panel.panel_kind("phat-212-black")
    shown(tmp_path, *WHOLE)
    for served in non_empty(("http://192.168.178.20:8080/", "")):
        table = MockTable(kind, again or ["D"])
        journal = JournalWriter(lambda: Journal.open(tmp_path, FixedCalendar()), calendar=FixedCalendar())
        phones = PhoneAccess(partial(str, served), lambda shown: "") if served else None
        settings = TableSettings(open_archive=lambda: ArchiveAtOnce(tmp_path), phones=phones)
        controller = controlled(table, journal, drop_line, settings)
        controller.run()
        journal.close()
        body = fit_page(controller.page(), surface_of(kind)).body
        if served:
            assert isinstance(body, ScanCode)
            assert body.modules == qr.qr_modules(f"{served}past/game/1")
        else:
            assert isinstance(body, Paragraphs)


def test_a_code_for_phones_is_good_for_ten_minutes_and_then_the_panel_goes_back(tmp_path: Path) -> None:
    good: list[Callable[[], bool]] = []

    def invite(shown: Callable[[], bool]) -> str:
        good.append(shown)
        return "K7PWX4RM"

    settings = TableSettings(
        open_archive=lambda: ArchiveAtOnce(tmp_path), phones=PhoneAccess(lambda: "http://192.168.1.20:8080/", invite)
    )
    for waited, shown in non_empty(((CODE_VALIDITY_S - 60, True), (CODE_VALIDITY_S + 60, False))):
        table = MockTable(panel.panel_kind("what-black"), [*PHONE, f"wait {waited}"])
        journal = JournalWriter(lambda: Journal.open(tmp_path, FixedCalendar()), calendar=FixedCalendar())
        controller = controlled(table, journal, drop_line, settings)
        controller.run()
        journal.close()
        assert good[-1]() == shown
        assert ("K7PWX4RM" in said(controller.page())) == shown
        assert ("Which game?" in said(controller.page())) != shown


def test_the_code_of_a_game_leads_back_to_its_final_sheet(tmp_path: Path) -> None:
    """Behind a key of the sheet, it led back to a menu that nobody had opened."""
    code = said(shown(tmp_path, *WHOLE, "D"))
    assert "Code for BG Stats" in code
    assert "BG Stats is an app for phones that keeps statistics of games." in code
    assert "Ann wins." in said(shown(tmp_path / "back", *WHOLE, "D", "hold A"))


def test_a_phone_joins_at_a_final_sheet_by_the_same_keys(tmp_path: Path) -> None:
    """The Wi-Fi page says: hold D, then BD. There, that was the code for BG Stats, which D is anyway."""
    shown(tmp_path, *WHOLE)
    table = MockTable(panel.panel_kind("what-black"), PHONE)
    journal = JournalWriter(lambda: Journal.open(tmp_path, FixedCalendar()), calendar=FixedCalendar())
    phones = PhoneAccess(lambda: "http://192.168.1.20:8080/", lambda shown: "K7PWX4RM")
    settings = TableSettings(open_archive=lambda: ArchiveAtOnce(tmp_path), phones=phones)
    controller = controlled(table, journal, drop_line, settings)
    controller.run()
    journal.close()
    assert "K7PWX4RM" in said(controller.page())


def test_a_table_that_no_phone_reaches_says_so(tmp_path: Path) -> None:
    table = MockTable(panel.panel_kind("what-black"), PHONE)
    journal = JournalWriter(lambda: Journal.open(tmp_path, FixedCalendar()), calendar=FixedCalendar())
    phones = PhoneAccess(str, lambda shown: "K7PWX4RM")
    settings = TableSettings(open_archive=lambda: ArchiveAtOnce(tmp_path), phones=phones)
    controller = controlled(table, journal, drop_line, settings)
    controller.run()
    journal.close()
    assert "No phone reaches this box now" in said(controller.page())
    assert "K7PWX4RM" not in said(controller.page())


def test_the_code_comes_by_itself_as_soon_as_the_date_is_known(tmp_path: Path) -> None:
    calendar, table = FixedCalendar(), MockTable(panel.panel_kind("what-black"), [*WHOLE, *PHONE, "wait 100"])
    journal = JournalWriter(lambda: Journal.open(tmp_path, calendar), calendar=calendar, clock=table.clock.now)
    pages = Pages()
    settings = TableSettings(open_archive=lambda: ArchiveAtOnce(tmp_path))
    controller = controlled(table, journal, drop_line, settings, pages)
    next_event = table.next_event

    def watched(deadline: float | None) -> Event:
        if "as soon as it does" in said(controller.page()):
            calendar.learn(EARLIEST_TIME_S + 40)
        return next_event(deadline)

    table.next_event = watched  # type: ignore[method-assign]
    controller.run()
    journal.close()
    asked = [page for page in pages.seen if "Code for BG Stats" in said(page)]
    assert isinstance(asked[0].body, Paragraphs)
    assert isinstance(asked[-1].body, ScanCode)


class Silent:
    """A past that is never found."""

    def __init__(self) -> None:
        self.asked: list[ArchivePlace] = []

    def ask(self, place: ArchivePlace, most: int) -> None:
        self.asked.append(place)

    def take_answer(self) -> PageAnswer | None:
        return None


def waiting(data: Path, lines: list[str]) -> Mock:
    """A table whose past is never found, after these presses."""
    mock = Mock(data, lines)
    settings = TableSettings(open_archive=Silent)
    mock.controller = controlled(mock.table, mock.journal_writer, mock.tell, settings)
    return mock.run()


def test_the_table_is_played_on_while_a_page_is_looked_for(tmp_path: Path) -> None:
    lines = [*script(*TOTALS), *HISTORY, "hold C", *script(*TOTALS, *ROUND)[len(script(*TOTALS)) :]]
    mock = waiting(tmp_path, lines)
    assert mock.record()[-2:] == list(ROUND)


class Late(ArchiveAtOnce):
    """A past that is found the second time it is looked for."""

    def __init__(self, data: Path) -> None:
        super().__init__(data)
        self._looks = 0

    def ask(self, place: ArchivePlace, most: int) -> None:
        self._looks = 0
        super().ask(place, most)

    def take_answer(self) -> PageAnswer | None:
        self._looks += 1
        return super().take_answer() if self._looks > 1 else None


def test_fast_displays_hear_of_a_page_that_comes_late(tmp_path: Path) -> None:
    games(tmp_path, rows("Ann", "Bo"))
    mock, readout = Mock(tmp_path, HISTORY), KeptReadout()
    mock.table.readout = readout
    settings = TableSettings(open_archive=lambda: Late(tmp_path))
    mock.controller = controlled(mock.table, mock.journal_writer, mock.tell, settings)
    mock.run()
    assert [status.question for status in readout.said[-2:]] == ["One moment…", "Which evening?"]
    assert any(readout.said[-1].key_meanings)


def test_the_panel_says_that_it_takes_a_moment_only_after_some_seconds(tmp_path: Path) -> None:
    mock = waiting(tmp_path, HISTORY)
    asked_at = max(at for at, cue in mock.table.signal.played_cues if cue is Cue.HEARD)
    assert mock.controller.shown_page is not None
    assert "One moment…" in said(mock.controller.shown_page)
    assert mock.table.clock.now() > asked_at + QUIET_WAIT_S


def test_a_key_while_the_table_waits_is_told_what_can_be_held(tmp_path: Path) -> None:
    mock = waiting(tmp_path, [*HISTORY, "B"])
    notice = mock.controller.page().notice
    assert notice is not None
    told = ENGLISH.say(notice.lines[0]).replace("\N{NARROW NO-BREAK SPACE}", " ")
    assert told == "B means nothing here. Possible: hold A = go back, hold C = back to the table and hold D = menu."


def test_who_was_made_renamed_or_hidden_at_the_table_is_offered_so_at_once(tmp_path: Path) -> None:
    games(tmp_path, rows("Ann", "Bo"))
    made = [*PEOPLE, *STATISTICS, *"AA", *"DD", "hold C"]
    renamed = [*PEOPLE, *"AA", "A", *"AB", *"DD", "hold C"]
    hidden = [*PEOPLE, *"AB", "C", "hold C"]
    seats = said(shown(tmp_path, *made, *renamed, *hidden, *"C", *"AC"))
    assert "Who sits in seat 1?" in seats
    assert "AA — E\nAB — A\n" in seats
    assert "Bo" not in seats


def test_statistics_of_more_kinds_of_games_than_there_are_keys_have_more_pages(tmp_path: Path) -> None:
    """The program ended at the statistics of a score pad that had had seventeen titles."""
    titles = [f"{letter}-ball" for letter in "ABCDEFGHIJKLMNOPQ"]
    header = ("game score-pad", "players Ann Bo")
    points = ("Ann points 1", "Bo points 2", "end")
    records = [(*header, f"title {title}", *points) for title in titles]
    games(tmp_path, *[[JournalRow(RowKind.RECORD, line) for line in record] for record in records])
    statistics = [*HISTORY, *STATISTICS]
    pages = [said(shown(tmp_path, *statistics, *["hold B"] * number)) for number in range(2)]
    assert [[title in page for title in titles] for page in pages] == [
        [True] * 12 + [False] * 5,
        [False] * 12 + [True] * 5,
    ]
    assert "AA — A-ball" in pages[0]
    assert "AA — M-ball" in pages[1]
    assert "Bo: " in pages[1]
    assert "M-ball" in said(shown(tmp_path, *statistics, "hold B", *"AA"))


def test_hold_a_goes_back_to_the_page_before(tmp_path: Path) -> None:
    """It led from the second page of a game to the list of games. After the last page comes the first again."""
    games(tmp_path, rows("Ann", "Bo"), rows("Ann", "Bo"))
    game = [*HISTORY, *FIRST, *FIRST]
    assert said(shown(tmp_path, *game, "hold B", "hold A")) == said(shown(tmp_path, *game))
    assert said(shown(tmp_path, *game, *["hold B"] * 4, "hold A")) == said(shown(tmp_path, *game, "hold A"))


def test_the_smallest_panel_says_in_french_why_games_are_left_out(tmp_path: Path) -> None:
    """“arrêtées, inachev…” stood there, and “inachevées” though one was stopped."""
    games(tmp_path, rows("Ann", "Bo"), *[rows("Ann", "Bo")[:-1]] * 12)
    page, french = shown(tmp_path, *HISTORY, *STATISTICS, kind="phat-212-black"), language("fr")
    question = french.say(page.question or "")
    assert question == "Gagnées, sans 12 parties non jouées jusqu’au bout"
    items = lay_out(page, surface_of(panel.panel_kind("phat-212-black")), french).items
    assert question in [item.text for item in items if isinstance(item, TextLine)]


def test_no_code_is_promised_for_a_game_whose_date_nobody_will_know(tmp_path: Path) -> None:
    """“The box does not know the date yet. The code comes by itself” was said of a game of an earlier start."""
    for boot in ("one", "other"):
        with closing(Journal.open(tmp_path, FixedCalendar(boot))) as journal:
            journal.begin_game(rows("Ann", "Bo"))
    earlier, newest = (make_page(tmp_path, GameCodePlace(number), 8).body for number in (1, 2))
    assert isinstance(earlier, Paragraphs)
    assert isinstance(newest, Paragraphs)
    assert [ENGLISH.say(line) for line in earlier.lines] == [
        "The box never knew the date of this game, and BG Stats needs one."
    ]
    assert "The code comes by itself as soon as it does." in map(ENGLISH.say, newest.lines)
