"""A game is deleted, left out everywhere, and taken back; set-ups that were left are listed nowhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from device.cli.commands import main
from device.journal import deleted as deletions
from device.journal.deleted import FILE_NAME, RESTORABLE_DAYS, DeletedGames
from device.journal.store import Journal
from device.reports import deletion, documents, notes
from device.reports.deletion import delete_game, restore_game
from device.reports.panel_pages import make_page
from device.session.places import (
    EveningPlace,
    EveningsPlace,
    GamePlace,
    GameStatisticsPlace,
    PeoplePlace,
    PersonPlace,
    StatisticsPlace,
)
from device.session.rows import JournalRow, RowKind
from device.system import atomicfile
from device.system.not_done import NotDone
from display.vocabulary import Paragraphs
from display.words import ENGLISH
from hal.clock.wallclock import EARLIEST_TIME_S
from tests.journal.calendars import FixedCalendar
from tests.non_empty import non_empty
from tests.system.failing_reads import unreadable
from tests.table.evenings import TOTALS

DAY_S = 86_400.0
NOW = EARLIEST_TIME_S + 100 * DAY_S
WHO = "Zelda"
DELETED = 2


def rows(one: str, other: str) -> list[JournalRow]:
    lines = ("game no-loose-ends", f"players {one} {other}", *TOTALS)
    played = (f"{one} planned 2 covered 2 extra 0", f"{other} planned 1 covered 1 extra 10")
    return [JournalRow(RowKind.RECORD, line) for line in (*lines, *3 * played)]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Three finished games, the second with Zelda, and one in play."""
    with closing(Journal.open(tmp_path, FixedCalendar(date=NOW))) as journal:
        for one, other in (("Ann", "Bo"), (WHO, "Yan"), ("Ann", "Bo")):
            journal.begin_game(rows(one, other))
        journal.begin_game()
    return tmp_path


Place = Callable[[Path, pytest.CaptureFixture[str]], str]


def page(path: str) -> Place:
    def shown(data: Path, _: pytest.CaptureFixture[str]) -> str:
        found = documents.find_document(data, path, (), "en")
        return "" if found is None else found.content.decode("utf-8", "replace")

    return shown


def file(path: str) -> Place:
    def shown(data: Path, _: pytest.CaptureFixture[str]) -> str:
        found = documents.make_file(data, path, (), "en")
        assert found is not None
        return b"".join(found.parts).decode()

    return shown


def command(*words: str) -> Place:
    def shown(data: Path, capsys: pytest.CaptureFixture[str]) -> str:
        capsys.readouterr()
        with suppress(SystemExit):
            main([*words, "--data", str(data)])
        return capsys.readouterr().out

    return shown


def panel(place: object) -> Place:
    def shown(data: Path, _: pytest.CaptureFixture[str]) -> str:
        found = make_page(data, place, 9)  # type: ignore[arg-type]
        choices = () if found.level is None else found.level.choices
        return repr((found.title, found.question, found.body, [choice.label for choice in choices]))

    return shown


def journal(read: Callable[[Journal], object]) -> Place:
    def shown(data: Path, _: pytest.CaptureFixture[str]) -> str:
        with closing(Journal.open_to_read(data)) as found:
            return repr(read(found))

    return shown


def last(found: Journal) -> object:
    """The last game of the kind before the third, and so on at any table."""
    return found.rows_of_last_played("no-loose-ends", before=3)


PLACES: dict[str, Place] = {
    "history in a browser": page(""),
    "people in a browser": page("people"),
    "statistics in a browser": page("statistics"),
    "final sheet as a page": page(f"sheet/{DELETED}.html"),
    "play of the game": page(f"game/{DELETED}.bgsplay"),
    "games.json": file("games.json"),
    "games.csv": file("games.csv"),
    "rounds.csv": file("rounds.csv"),
    "plays.bgsplay": file("plays.bgsplay"),
    "history": command("history"),
    "history --json": command("history", "--json"),
    "history --csv": command("history", "--csv"),
    "history --rounds": command("history", "--rounds"),
    "history of the game": command("history", str(DELETED)),
    "statistics": command("statistics"),
    "statistics --json": command("statistics", "--json"),
    "statistics --csv": command("statistics", "--csv"),
    "people": command("people"),
    "export --list": command("export", "--list"),
    "export --bgstats": command("export", "--bgstats"),
    "export of the game --bgstats": command("export", str(DELETED), "--bgstats"),
    "evenings on the panel": panel(EveningsPlace()),
    "evening on the panel": panel(EveningPlace(3, parent=EveningsPlace())),
    "game on the panel": panel(GamePlace(DELETED, parent=EveningsPlace())),
    "statistics on the panel": panel(StatisticsPlace()),
    "statistics of a game on the panel": panel(GameStatisticsPlace("no-loose-ends", "No Loose Ends")),
    "people on the panel": panel(PeoplePlace()),
    "names offered": journal(lambda found: found.recent_names()),
    "people of last time": journal(last),
}


@pytest.mark.parametrize("name", PLACES)
def test_a_deleted_game_is_left_out_everywhere_and_taken_back_as_it_was(
    name: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = PLACES[name]
    before = shown(data, capsys)
    assert WHO in before
    delete_game(data, DELETED, NOW)
    assert WHO not in shown(data, capsys)
    restore_game(data, DELETED, NOW)
    assert shown(data, capsys) == before


def test_every_page_and_file_of_many_games_is_among_these_places() -> None:
    named = {name for name in PLACES if name in documents.FILES}
    assert named == set(documents.FILES)
    assert set(documents.PAGES) == {"", "statistics", "people", "evening", "deleted"}


def test_others_keep_their_numbers_and_the_record_is_still_exported(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    delete_game(data, DELETED, NOW)
    assert [line.split("\t")[0] for line in command("export", "--list")(data, capsys).splitlines()] == ["1", "3", "4"]
    assert f"players {WHO} Yan" in command("export", str(DELETED))(data, capsys)


def test_a_club_is_told_of_a_deleted_game_as_before(data: Path) -> None:
    with closing(Journal.open_to_read(data)) as before:
        lengths = before.game_lengths()
    delete_game(data, DELETED, NOW)
    with closing(Journal.open_to_read(data)) as after:
        assert after.game_lengths() == lengths


def test_the_game_in_play_is_not_deleted(data: Path) -> None:
    with pytest.raises(NotDone, match="Game 4 is on the table"):
        delete_game(data, 4, NOW)
    assert not (data / FILE_NAME).exists()


@pytest.mark.parametrize("number", [0, 9, 2**70])
def test_a_game_that_is_not_there_is_neither_deleted_nor_taken_back(data: Path, number: int) -> None:
    for change in (delete_game, restore_game):
        with pytest.raises(NotDone, match="There is no game of this number"):
            change(data, number, NOW)


def test_what_is_done_already_is_said(data: Path) -> None:
    with pytest.raises(NotDone, match="Game 2 is not deleted"):
        restore_game(data, DELETED, NOW)
    delete_game(data, DELETED, NOW)
    with pytest.raises(NotDone, match="Game 2 is deleted already"):
        delete_game(data, DELETED, NOW)


def test_thirty_days_later_a_game_is_not_taken_back_and_stays_left_out(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    delete_game(data, DELETED, NOW)
    late = NOW + RESTORABLE_DAYS * DAY_S
    assert [one.game.number for one in deletion.deleted_games(data, late - 1)] == [DELETED]
    assert deletion.deleted_games(data, late) == []
    with pytest.raises(NotDone, match="more than 30 days ago"):
        restore_game(data, DELETED, late)
    assert WHO not in PLACES["history"](data, capsys)


@pytest.mark.parametrize(("then", "now"), [(None, NOW + 400 * DAY_S), (NOW, None), (NOW, NOW - 400 * DAY_S)])
def test_no_days_are_counted_where_the_date_is_not_known_or_went_back(
    data: Path, then: float | None, now: float | None
) -> None:
    delete_game(data, DELETED, then)
    restore_game(data, DELETED, now)
    assert DeletedGames(data).games() == {}


def test_who_played_in_a_deleted_game_only_is_not_forgotten_with_it(data: Path) -> None:
    delete_game(data, DELETED, NOW)
    for change, name, other, said in (
        ("delete", WHO, "", "has played: hide them instead"),
        ("merge", WHO, "Yan", "In game 2, Yan would sit at two seats"),
    ):
        fields = (("change", change), ("name", name), ("other", other))
        assert said in documents.handle_form(data, fields, "en")
    for name, offered in ((WHO, False), ("Nobody so far", True)):
        documents.handle_form(data, (("change", "add"), ("name", name)), "en")
        level = make_page(data, PersonPlace(name), 9).level
        assert level is not None
        assert ("delete" in [ENGLISH.say(choice.label) for choice in level.choices]) is offered
        page = documents.find_document(data, "people", (), "en")
        assert page is not None
        assert (f"Delete {name}, who never played" in page.content.decode()) is offered


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no json",
        b"[]",
        b'{"a": null}',
        b'{"%s": true}' % (b"0" * 32),
        b'{"%s": "x"}' % (b"0" * 32),
        b'{"%s": 1e999}' % (b"0" * 32),
        b'{"%s": NaN}' % (b"0" * 32),
        b'{"%s": %s}' % (b"0" * 32, b"9" * 5000),
        b"[" * 200_000,
        b'{"a":' * 200_000,
        b" " * (deletions.MAX_BYTES + 1),
        b"\xff\xfe",
    ],
    ids=range(13),
)
def test_a_file_that_makes_no_sense_is_told_and_set_aside_and_the_table_starts(
    data: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    (data / FILE_NAME).write_bytes(content)
    with closing(Journal.open(data)) as found:
        assert WHO in found.recent_names()
    assert f"{FILE_NAME} was damaged and is now {FILE_NAME}.damaged" in capsys.readouterr().err
    assert (data / f"{FILE_NAME}.damaged").read_bytes() == content
    delete_game(data, DELETED, NOW)
    assert WHO not in PLACES["history"](data, capsys)


def test_what_is_no_file_is_told_and_nothing_is_deleted(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (data / FILE_NAME).mkdir()
    assert WHO in PLACES["history"](data, capsys)
    with pytest.raises(NotDone, match=r"deleted.json can't be read"):
        delete_game(data, DELETED, NOW)
    with closing(Journal.open_to_read(data)) as found:
        found.deleted.games()
    assert "can't be read: a directory is where a file should be." in capsys.readouterr().err


def test_commands_delete_list_and_take_back(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "no deleted game" in (main(["history", "--deleted", "--data", str(data)]), capsys.readouterr().err)[1]
    said = command("history", "--delete", "2")(data, capsys)
    assert said.startswith("Deleted: No Loose Ends: Zelda")
    assert "“tablekeeper history --undelete 2” takes it back within 30 days." in said
    assert re.match(r" +[0-9]+  .*Zelda", command("history", "--deleted")(data, capsys))
    assert command("history", "2")(data, capsys) == ""
    assert command("history", "--undelete", "2")(data, capsys).startswith("Restored: No Loose Ends: Zelda")
    with pytest.raises(SystemExit):
        main(["history", "--delete", "two", "--data", str(data)])
    assert "“two” is no number of a game" in capsys.readouterr().err


def test_pages_ask_first_and_say_which_game_it_is(data: Path) -> None:
    def shown(path: str) -> str:
        found = documents.find_document(data, path, (), "en")
        assert found is not None
        return found.content.decode()

    asked = shown("delete/2")
    for words in non_empty(
        ("Delete game 2?", "No Loose Ends, ", "Zelda", "Yan", "Leave it as it is", "30 days", "club")
    ):
        assert words in asked
    assert DeletedGames(data).games() == {}
    assert "Game 4 is on the table" in shown("delete/4")
    with closing(Journal.open(data, FixedCalendar(date=NOW))) as journal:
        journal.begin_game(rows("Ann", "Bo"))
    assert "It can be deleted once another one has begun" in shown("game/5")
    assert "Delete this game…" in shown("game/3")
    assert documents.handle_form(data, (("change", deletion.DELETE), ("number", "2")), "en") == ""
    assert "Take game 2 back" in shown("deleted")
    assert "Game 2 was deleted" in shown("game/2")
    assert "/past/deleted" in shown("")
    assert documents.handle_form(data, (("change", deletion.RESTORE), ("number", "2")), "en") == ""
    assert "/past/deleted" not in shown("")


def test_a_history_without_games_speaks_of_no_choice_and_offers_no_files(tmp_path: Path) -> None:
    """“No game fits this choice” was said where nothing was chosen."""
    with closing(Journal.open(tmp_path)) as begun:
        begun.begin_game()
    shown = {}
    for query in ((), (("game", "loop"),)):
        found = documents.find_document(tmp_path, "", query, "en")
        assert found is not None
        shown[query] = found.content.decode()
        assert ".csv" not in shown[query]
    assert "No game has been played yet." in shown[()]
    assert "No game fits this choice." in shown[("game", "loop"),]


def test_a_history_whose_games_are_all_deleted_does_not_say_that_none_was_played(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path, FixedCalendar(date=NOW))) as journal:
        journal.begin_game(rows("Ann", "Bo"))
        journal.begin_game()
    delete_game(tmp_path, 1, NOW)
    found = documents.find_document(tmp_path, "", (), "en")
    assert found is not None
    assert "All games are deleted." in found.content.decode()
    body = make_page(tmp_path, EveningsPlace(), 8).body
    assert isinstance(body, Paragraphs)
    assert [ENGLISH.say(line) for line in body.lines] == ["All games are deleted."]


def test_a_set_up_of_which_nothing_was_declared_is_in_no_list(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(Journal.open(tmp_path)) as found:
        found.begin_game(rows("Ann", "Bo"))
        found.begin_game(rows(WHO, "Yan")[:3])
        found.begin_game(rows("Ann", "Bo")[:4])
        found.begin_game()
    for name in ("history in a browser", "history --json", "games.csv", "statistics --json", "evening on the panel"):
        assert WHO not in PLACES[name](tmp_path, capsys)
    listed = PLACES["games.csv"](tmp_path, capsys).splitlines()[1:]
    assert [line.split(",")[0] for line in listed] == ["3", "3", "1", "1"]


def test_deleted_games_that_cannot_be_read_just_now_are_not_written_over(data: Path) -> None:
    """The next deletion would have brought all others back."""
    delete_game(data, DELETED, NOW)
    before = dict(DeletedGames(data).games())
    games = DeletedGames(data)
    refused = pytest.raises(NotDone, match=r"deleted.json can't be read: the disk fails.")
    with unreadable(FILE_NAME), refused, games.change() as deleted:
        deleted["0" * 16] = NOW
    assert dict(DeletedGames(data).games()) == before
    with games.change() as deleted:
        deleted["0" * 16] = NOW
    assert dict(DeletedGames(data).games()) == {**before, "0" * 16: NOW}


def test_no_game_is_deleted_while_somebody_else_changes_the_list(data: Path) -> None:
    """Both would write all that they had read, and one game would be there again."""
    refused = pytest.raises(NotDone, match=r"changing .*deleted.json just now. Try again.")
    with atomicfile.locked_directory(data), refused:
        delete_game(data, DELETED, NOW)
    delete_game(data, DELETED, NOW)
    assert len(DeletedGames(data).games()) == 1


def test_a_list_that_is_full_to_its_last_byte_is_read_again(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with DeletedGames(data).change() as deleted:
        deleted["0" * 16] = NOW
    size = (data / FILE_NAME).stat().st_size
    monkeypatch.setattr(deletions, "MAX_BYTES", size)
    with DeletedGames(data).change() as deleted:
        deleted["0" * 16] = NOW + 1
    assert dict(DeletedGames(data).games()) == {"0" * 16: NOW + 1}
    with pytest.raises(NotDone, match="So many games are deleted"), DeletedGames(data).change() as deleted:
        deleted["1" * 16] = NOW
    assert dict(DeletedGames(data).games()) == {"0" * 16: NOW + 1}


def test_a_change_that_is_given_up_leaves_the_list_as_it_was(data: Path) -> None:
    with suppress(ValueError), DeletedGames(data).change() as deleted:
        deleted["0" * 16] = NOW
        raise ValueError("given up")
    assert dict(DeletedGames(data).games()) == {}
    delete_game(data, DELETED, NOW)


def test_deleted_games_that_could_not_be_read_are_read_again(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They were there again for the rest of the evening."""
    kept = {"0" * 16: NOW}
    with DeletedGames(data).change() as deleted:
        deleted.update(kept)
    games = DeletedGames(data)
    with unreadable(FILE_NAME):
        assert dict(games.games()) == dict(games.games()) == {}
    assert capsys.readouterr().err == f"tablekeeper: {data / FILE_NAME} can't be read: the disk fails.\n"
    assert dict(games.games()) == kept
    with DeletedGames(data).change() as deleted:
        deleted.clear()
    with unreadable(FILE_NAME):
        assert dict(games.games()) == kept
    assert "the disk fails" in capsys.readouterr().err, "the second time is told, too"
    assert dict(games.games()) == {}


def test_a_note_about_a_game_that_was_deleted_elsewhere_is_refused_for_that(data: Path) -> None:
    """“There is no game of this number” was said in a browser whose page of the game was still open."""
    delete_game(data, DELETED, None)
    note = (("change", notes.CHANGE), ("number", str(DELETED)), ("note", "rain"))
    refusal = "This game was deleted. For 30 days the history in a browser takes it back."
    assert documents.handle_form(data, note, "en") == refusal
