"""Earlier games: one is chosen from the history, corrected, and left for its page or for the game in play."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from device.contract.keycodes import Layout
from device.history.results import GameResult
from device.journal.export import exported_lines
from device.journal.store import Journal
from device.journal.writer import JournalWriter
from device.reports import documents
from device.session.edits import Edit, EditKind
from device.session.prompts import MenuCell, SheetKey
from device.session.rows import JournalRow, RowKind
from device.session.session import Stage, Step, step_row
from device.table.stillness import IDLE_IN_GAME_S, IDLE_WITHOUT_GAME_S
from device.table.table_games import TableGames
from display.text_alternative import page_sections
from display.vocabulary import IdleText, Page, Sheet
from display.words import ENGLISH
from hal.signal.signal import Cue
from tests.journal.failing_disk import Disk
from tests.non_empty import non_empty
from tests.table.earlier_games import (
    CORRECT,
    CORRECTED,
    EVENING,
    HEADER,
    IN_PLAY,
    OTHER,
    ROUNDS,
    choosing,
    correcting,
    evening,
    past,
    script,
)
from tests.table.tables import Mock, play


def result(data: Path, number: int = 1) -> GameResult:
    with closing(Journal.open_to_read(data)) as journal:
        found = next(game for game in journal.results.games() if game.number == number)
    assert found.has_result
    assert found.result is not None
    return found.result


def said(page: Page) -> str:
    return "\n".join(line for title, lines in page_sections(page, ENGLISH) for line in (title, *lines))


def web_page(data: Path, path: str) -> str:
    found = documents.find_document(data, path, (), "en")
    assert found is not None
    return found.content.decode()


def winners(found: GameResult) -> list[str]:
    return [seat.name for seat in found.seats if seat.is_winner]


def sheet(mock: Mock) -> tuple[str, dict[str, int | None]]:
    """Who has won, and the totals, as the page says."""
    page = mock.controller.page()
    assert isinstance(page.body, Sheet)
    return ENGLISH.say(page.question or ""), {row.name: row.total for row in page.body.rows}


def test_a_game_that_is_finished_can_be_corrected_from_its_page_and_no_other(tmp_path: Path) -> None:
    evening(tmp_path)
    finished, in_play = ([*EVENING, *"AB"], [*EVENING, *"AA"])
    assert "correct this game" in said(play(tmp_path, finished).controller.page())
    assert "correct this game" not in said(play(tmp_path, in_play).controller.page())


def test_the_finished_game_in_play_is_corrected_as_it_is(tmp_path: Path) -> None:
    play(tmp_path, [*script([*HEADER, *ROUNDS]), "hold C"])
    final = play(tmp_path, ()).controller.page()
    mock = play(tmp_path, [*EVENING, *"AA", *CORRECT])
    assert ENGLISH.say(mock.controller.page().question or "") == "Correct which round?"
    assert play(tmp_path, [*EVENING, *"AA", *CORRECT, "hold A"]).controller.page() == final
    assert "an earlier game" not in mock.told


def test_the_unfinished_game_in_play_is_continued_from_its_page(tmp_path: Path) -> None:
    """“Continue this game” asked which line to correct."""
    play(tmp_path, script([*HEADER, *ROUNDS[:1]]))
    asked = play(tmp_path, ()).controller.page()
    page = play(tmp_path, [*EVENING, *"AA"]).controller.page()
    assert "continue this game" in said(page)
    assert play(tmp_path, [*EVENING, *"AA", *CORRECT]).controller.page().question == asked.question


def test_correcting_an_earlier_game_begins_with_its_lines(tmp_path: Path) -> None:
    """It began with its final sheet, which says nothing of correcting."""
    evening(tmp_path)
    page = play(tmp_path, choosing(sheet=False)).controller.page()
    assert ENGLISH.say(page.question or "") == "Correct which round?"
    assert [(hold.key, ENGLISH.say(hold.label)) for hold in page.holds] == [("A", "go back")]
    assert "back to the table" in said(play(tmp_path, choosing()).controller.page())


def test_an_earlier_game_is_left_for_its_page_or_for_the_game_in_play(tmp_path: Path) -> None:
    evening(tmp_path)
    in_play = play(tmp_path, ()).controller.page()
    its_page = play(tmp_path, [*EVENING, *"AB"]).controller.page()
    opened = choosing()
    mock = play(tmp_path, opened)
    assert sheet(mock)[1] == dict(zip("1234", past(tmp_path, 1).session.scores.totals, strict=True))
    hold_a, *_ = mock.controller.page().holds
    assert (hold_a.key, ENGLISH.say(hold_a.label)) == ("A", "to the game's page")
    # “Back to the table” in the history led to the earlier game, which is not at the table.
    from_history = ["hold D", *MenuCell.HISTORY.name, "hold C"]
    in_menu = ["hold D", *MenuCell.IN_PLAY.name]
    for leaving, page in non_empty(
        [(["hold A"], its_page), *((keys, in_play) for keys in (IN_PLAY, in_menu, from_history))]
    ):
        left = play(tmp_path, [*opened, *leaving])
        assert left.controller.page() == page
        assert left.told[-2:] == ["an earlier game", "back at the table"]
    assert past(tmp_path, 1).session.stage is Stage.FINAL


def test_an_earlier_game_that_was_just_opened_says_nothing_of_what_was_done_to_it_before(tmp_path: Path) -> None:
    """“Taken back: Correction: …” stood below its winner, two games after that had been done."""
    evening(tmp_path)
    undone = [*correcting(tmp_path), "hold C", "hold A"]
    assert ENGLISH.say(play(tmp_path, undone).controller.page().last_declaration or "").startswith("Taken back: ")
    play(tmp_path, IN_PLAY)
    assert play(tmp_path, choosing()).controller.page().last_declaration is None


def test_the_idle_page_is_about_the_game_in_play_whatever_is_open(tmp_path: Path) -> None:
    """Over a finished earlier game, it did not say that another one was waiting."""
    evening(tmp_path)
    page = play(tmp_path, [*choosing(), f"wait {IDLE_WITHOUT_GAME_S + 60}"]).controller.page()
    assert isinstance(page.body, IdleText)
    assert [ENGLISH.say(line) for line in page.body.lines][:2] == ["No Thanks!", "A game is waiting."]


def test_a_game_that_was_left_unfinished_is_continued_from_its_page(tmp_path: Path) -> None:
    """Only finished games had a key there: one that was left for another game could not be taken up again."""
    begun = [*script([*HEADER, *ROUNDS[:2]])]
    play(tmp_path, [*begun, "hold D", *"AB", *"DA", *script([*OTHER, "flip 17", "1 take"])])
    its_page = said(play(tmp_path, [*EVENING, *"AB"]).controller.page())
    assert "continue this game" in its_page
    mock = play(tmp_path, choosing(sheet=False))
    assert past(tmp_path, 1).session.stage is Stage.PLAY
    page = mock.controller.page()
    assert "Who goes out next?" in said(page)
    # “LOOP, an earlier game” left open whether it was played, or only looked at.
    assert ENGLISH.say(page.heading) == "LOOP, taken up again"
    assert mock.told[-1] == "the game goes on"


def test_the_way_back_from_the_history_leads_to_the_game_that_is_continued(tmp_path: Path) -> None:
    """“Back to the table” led to the question which game, with nothing declared."""
    play(tmp_path, [*script([*HEADER, *ROUNDS[:2]]), "hold D", *"AB", *"DA", *script([*OTHER, "flip 17", "1 take"])])
    page = play(tmp_path, choosing(sheet=False)).controller.page()
    assert "Who goes out next?" in said(page)
    from_history = ["hold D", *MenuCell.HISTORY.name, "hold C"]
    assert play(tmp_path, [*choosing(sheet=False), *from_history]).controller.page() == page
    left = play(tmp_path, [*choosing(sheet=False), "hold D", *MenuCell.IN_PLAY.name, *"DA"]).controller.page()
    assert ENGLISH.say(left.heading) == "No Thanks!"
    idle = play(tmp_path, [*choosing(sheet=False), f"wait {IDLE_IN_GAME_S + 60}"]).controller.page()
    assert isinstance(idle.body, IdleText)
    assert [ENGLISH.say(line) for line in idle.body.lines][:2] == ["LOOP", "A game is waiting."]


def test_the_way_back_from_the_history_leads_to_the_game_in_play_once_the_continued_one_is_over(tmp_path: Path) -> None:
    """“Back to the table” led to the final sheet of the continued game, which offers that way itself."""
    begun = [*script([*HEADER, *ROUNDS[:11]]), "hold D", *"AB", *"DA", *script([*OTHER, "flip 17", "1 take"])]
    over = [*begun, *choosing(sheet=False), *"DA", "hold C"]
    history = [*over, *Layout.KEYS.code(SheetKey.HISTORY)]
    keys = over, [*history, "hold A"], [*history, "hold C"]
    pages = [play(tmp_path / str(number), presses).controller.page() for number, presses in enumerate(keys)]
    headings = [ENGLISH.say(page.heading) for page in pages]
    assert headings == ["LOOP, an earlier game", "LOOP, an earlier game", "No Thanks!"]
    assert pages[0] == pages[1]


def test_a_game_that_is_continued_before_another_has_begun_is_in_play_again(tmp_path: Path) -> None:
    """At the next start, the box asked which game."""
    begun = script([*HEADER, *ROUNDS[:2]])
    page = play(tmp_path, begun).controller.page()
    continued = play(tmp_path, ["hold D", *"AB", *"DA", *EVENING, *CORRECT])
    assert continued.told[-1] == "the game goes on"
    assert continued.controller.page() == page
    assert play(tmp_path, ["hold D", *MenuCell.HISTORY.name, "hold C"]).controller.page() == page
    with closing(Journal.open_to_read(tmp_path)) as journal:
        assert journal.current_game() == 1


def test_an_earlier_game_that_was_left_unfinished_is_ended_from_the_menu(tmp_path: Path) -> None:
    """A browser could stop it; the panel's menu only led back to the table."""
    begun = [*script([*HEADER, *ROUNDS[:5]])]
    play(tmp_path, [*begun[:-1], "hold C", begun[-1], "hold D", *"AB", *"DA", *script([*OTHER, "flip 17", "1 take"])])
    asked = play(tmp_path, [*choosing(sheet=False), "hold D", *MenuCell.IN_PLAY.name])
    assert ENGLISH.say(asked.controller.page().question or "") == "4 players are level"
    assert "end it without this round" in said(asked.controller.page())
    left = play(tmp_path, [*choosing(sheet=False), "hold D", *MenuCell.IN_PLAY.name, *"DA"])
    assert left.controller.session.record.game is not None
    assert left.controller.session.record.game.id == "no-thanks", "the game in play"
    kept = play(tmp_path, [*choosing(sheet=False), "hold D", *MenuCell.IN_PLAY.name, "A"])
    assert kept.controller.session.stage is Stage.PLAY
    ended = play(tmp_path, [*choosing(sheet=False), "hold D", *MenuCell.IN_PLAY.name, "C"])
    assert ended.controller.session.scores.stopped
    assert result(tmp_path).stopped
    menu = play(tmp_path, [*EVENING, *"AB", *CORRECT, "hold A", "hold D"]).controller.page()
    assert "back to the table" in said(menu)
    assert "end or leave the game" not in said(menu), "it is over"


def test_an_earlier_game_is_corrected_with_its_winner_and_its_result_at_once(tmp_path: Path) -> None:
    evening(tmp_path)
    before = result(tmp_path)
    mock = play(tmp_path, [*correcting(tmp_path), "hold C"])
    assert list(exported_lines(tmp_path, 1)) == CORRECTED
    assert mock.controller.session.stage is Stage.SUMMARY, "what has changed is accepted again"
    after = result(tmp_path)
    assert winners(after) != winners(before)
    assert tuple(seat.points for seat in after.seats) == past(tmp_path, 1).session.scores.totals
    assert list(exported_lines(tmp_path, None)) == [*OTHER, "flip 17", "1 take"]


def test_lists_and_pages_say_that_a_round_of_a_corrected_game_is_to_be_accepted_again(tmp_path: Path) -> None:
    """They had the game as over, while the box still asked whether its points were right."""
    evening(tmp_path)
    play(tmp_path, [*correcting(tmp_path), "hold C"])
    reopened = past(tmp_path, 1).session.reopened_rounds
    told = "Round 2 is to be accepted again"
    for path in non_empty(("", "game/1")):
        assert told in web_page(tmp_path, path)
    assert told in said(play(tmp_path, [*EVENING, *"AB"]).controller.page())
    play(tmp_path, [*choosing(sheet=False), *["hold C"] * len(reopened)])
    for path in non_empty(("", "game/1")):
        assert "accepted again" not in web_page(tmp_path, path)


def test_the_final_sheet_of_an_earlier_game_is_corrected(tmp_path: Path) -> None:
    evening(tmp_path)
    play(tmp_path, [*correcting(tmp_path), "hold C"])
    again = len(past(tmp_path, 1).session.reopened_rounds)
    mock = play(tmp_path, [*choosing(sheet=False), *["hold C"] * again])
    won, totals = sheet(mock)
    assert won == "Player 1 and Player 2 share the win."
    assert winners(result(tmp_path)) == ["1", "2"]
    assert totals == dict(zip("1234", past(tmp_path, 1).session.scores.totals, strict=True))


def test_one_undo_takes_a_correction_of_an_earlier_game_back_and_the_next_leaves_it(tmp_path: Path) -> None:
    evening(tmp_path)
    before, page = result(tmp_path), play(tmp_path, [*EVENING, *"AB"]).controller.page()
    keys = [*correcting(tmp_path), "hold C", "hold A"]
    play(tmp_path, keys)
    assert list(exported_lines(tmp_path, 1)) == [*HEADER, *ROUNDS]
    assert result(tmp_path)._replace(seconds=0) == before._replace(seconds=0)
    play(tmp_path, [*choosing(), "hold C"])
    assert list(exported_lines(tmp_path, 1)) == [*HEADER, *ROUNDS], "what was undone an evening ago is not redone"
    assert play(tmp_path, [*correcting(tmp_path), "hold C", "hold A", "hold A"]).controller.page() == page


def test_a_table_starts_again_with_the_game_in_play(tmp_path: Path) -> None:
    evening(tmp_path)
    page = play(tmp_path, ()).controller.page()
    play(tmp_path, choosing())
    assert play(tmp_path, ()).controller.page() == page


def test_a_game_that_can_not_be_opened_is_refused_on_its_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evening(tmp_path)
    monkeypatch.setattr(Journal, "load_earlier", lambda journal, game: False)
    monkeypatch.setattr(JournalWriter, "load_earlier", lambda writer, game: False)
    mock = play(tmp_path, choosing(sheet=False))
    notice = mock.controller.page().notice
    assert notice is not None
    assert ENGLISH.say(notice.lines[0]).startswith("This game can't be opened")
    assert Cue.REFUSED in [cue for _, cue in mock.table.signal.played_cues]


def test_a_switched_off_box_shows_the_game_in_play(tmp_path: Path) -> None:
    evening(tmp_path)
    mock = play(tmp_path, [*choosing(), "hold A+D", "wait 20"])
    assert mock.controller.is_off
    assert ENGLISH.say(mock.controller.page().heading) == "No Thanks!"


@pytest.mark.parametrize(("lines", "is_unchanged"), [(("3 out", "4 out"), True), (("4 out", "3 out"), False)])
def test_an_earlier_game_is_unchanged_only_with_the_same_lines(
    tmp_path: Path, lines: tuple[str, ...], is_unchanged: bool
) -> None:
    evening(tmp_path)
    with closing(JournalWriter(Disk(tmp_path).open)) as journal_writer:
        games = TableGames(journal_writer)
        assert games.open_earlier_game(1)
        game = games.current
        assert game.is_unchanged
        for _ in (*lines, "accept"):
            assert game.undo()
            assert not game.is_unchanged
        for row in (*(JournalRow(RowKind.RECORD, line) for line in lines), step_row(Step.ACCEPT)):
            game.perform_step(row, ())
        assert game.is_unchanged == is_unchanged


def test_a_disk_that_refuses_gets_a_correction_of_an_earlier_game_later(tmp_path: Path) -> None:
    evening(tmp_path)
    disk = Disk(tmp_path)
    journal_writer = JournalWriter(disk.open)
    games = TableGames(journal_writer)
    assert games.open_earlier_game(1)
    found = past(tmp_path, 1)
    disk.fail()
    place = max(at for at, row in enumerate(found.rows, 1) if row.text == ROUNDS[-1])
    games.current.correct(games.current.judge([Edit(EditKind.CHANGE, place, JournalRow(RowKind.RECORD, "1 out"))]))
    games.leave_earlier_game()
    assert journal_writer.fault is not None
    assert journal_writer.has_unsaved_rows
    disk.mend()
    journal_writer.retry_writing()
    assert journal_writer.fault is None
    assert not journal_writer.has_unsaved_rows
    journal_writer.close()
    assert list(exported_lines(tmp_path, 1)) == CORRECTED
    assert list(exported_lines(tmp_path, None)) == [*OTHER, "flip 17", "1 take"]
