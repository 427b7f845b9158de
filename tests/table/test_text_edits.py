"""The record edited as text beside the panel: a correction like any other, seen before it counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.session.correction_marks import LineMark, MarkKind
from device.session.edits import EditKind
from device.session.keyscript import key_script
from device.session.line_choice import EditAt
from device.session.session import public_lines_after
from device.table.events import PageChanged, TableEvent
from display.vocabulary import Page, Paragraphs
from display.words import ENGLISH
from hal.browser.page_requests import MAX_RECORD_LENGTH
from hal.signal.signal import Cue
from hal.table.sidebar import record_version
from hal.table.table import RecordEdited
from tests.games.registered import GAMES, choices, deal, written
from tests.table.correcting_keys import answering, kept
from tests.table.tables import Mock, Pages, play

LOOP = ["game loop", "players 1 2 3 4", "set detail finish"]
OUT = ["1 out", "2 out", "3 out"]
DECLARED = [*LOOP, *OUT, "4 out"]
TURNS = ["game no-thanks", "players 1 2 3", "flip 17", "1 take", "flip 20", "1 pass"]
SECRET = ["game no-thanks", "players 1 2 3", "set detail totals", "1 holds 3-10 tokens 19", "2 holds 11-18 tokens 9"]
VEILED = [
    *SECRET[:3],
    "# 1 holds 3-10: the rest is shown when the round is scored",
    "# 2 holds 11-18: the rest is shown when the round is scored",
]


class Shown(Pages):
    """Keeps every page, and the marks of the newest."""

    marks: tuple[LineMark, ...] = ()

    def handle_event(self, event: TableEvent) -> None:
        super().handle_event(event)
        if isinstance(event, PageChanged):
            self.marks = event.marks


class Edited:
    """A table at whose record somebody beside the panel has edited the text, and then keys were pressed."""

    def __init__(self, data: Path, text: list[str] | bytes, keys: list[str] | None = None, since: str = "") -> None:
        found = kept(data)
        lines = public_lines_after(found.rows, found.session)
        record = text if isinstance(text, bytes) else "\n".join(text).encode()
        self.answers: list[str] = []
        self.shown = Shown()
        self.mock = Mock(data, keys or [], listener=self.shown)
        begun = since or record_version("".join(f"{line}\n" for line in lines))
        self.mock.eventful.first = iter([RecordEdited(record, begun, self.answers.append)])
        self.mock.run()

    @property
    def answer(self) -> str:
        (answer,) = self.answers
        return answer

    @property
    def page(self) -> Page:
        return self.mock.controller.page()

    def said(self) -> list[str]:
        """What the page says of what would change."""
        assert isinstance(self.page.body, Paragraphs)
        return [ENGLISH.say(line) for line in self.page.body.lines]

    def record(self) -> list[str]:
        return self.mock.record()


def played(data: Path, lines: list[str]) -> None:
    play(data, key_script("\n".join(lines).encode()))


def without(lines: list[str], *gone: str) -> list[str]:
    return [line for line in lines if line not in gone]


def test_a_line_that_moves_is_named_with_its_round(tmp_path: Path) -> None:
    """“New – Player 2 is out.” and “To be removed – Player 2 is out.” looked as if nothing would change."""
    rounds = [*DECLARED, "1 out", "2 out"]
    played(tmp_path, rounds)
    said = Edited(tmp_path, [*DECLARED, "2 out", "1 out"]).said()
    assert said[:2] == ["New – Round 2 – Player 2 is out.", "To be removed – Round 2 – Player 2 is out."]


def test_nothing_changes_before_the_table_wants_it_and_one_undo_takes_all_back(tmp_path: Path) -> None:
    played(tmp_path, DECLARED)
    wanted = [*LOOP, "2 out", "1 out", "3 out", "4 out"]
    seen = Edited(tmp_path, wanted)
    assert seen.answer == ""
    assert seen.said()[:2] == ["New – Round 1 – Player 2 is out.", "To be removed – Round 1 – Player 2 is out."]
    assert seen.record() == DECLARED
    assert Edited(tmp_path, wanted, ["hold A"]).record() == DECLARED
    made = Edited(tmp_path, wanted, ["hold C"])
    assert made.record() == wanted
    assert Cue.ACCEPTED in [cue for _, cue in made.mock.table.signal.played_cues]
    assert play(tmp_path, ["hold A"]).record() == DECLARED


@pytest.mark.parametrize("game_id", GAMES)
def test_a_record_taken_apart_and_put_together_is_the_same_game(game_id: str, tmp_path: Path) -> None:
    """All after the middle of a game is taken away as text, and then put in again, with what follows by itself."""
    players, chosen = choices(game_id, 4)
    names = tuple(str(n) for n in range(1, players + 1))
    lines = written(game_id, names, chosen, deal(game_id, 4, players, chosen))
    played(tmp_path, lines)
    half = lines[: (len(lines) + len(chosen)) // 2]
    cut = Edited(tmp_path, half, ["hold C"])
    assert cut.answer == ""
    assert cut.record()[: len(half)] == half
    again = Edited(tmp_path, lines, ["hold C"])
    assert again.answer == ""
    assert again.record() == lines
    assert kept(tmp_path).session.scores.finished


def test_what_followed_by_itself_and_stays_in_the_text_stays_in_the_record(tmp_path: Path) -> None:
    """A cover follows from the lead; without the lead it would be asked."""
    wins = ["Ben bid gray-8", "Cleo pass", "Dan bid gray-15", "Eve pass", "Ben pass", "Dan pass", "Ben wins lead blue"]
    declared = ["game no-loose-ends", "players Ann Ben Cleo Dan Eve", "Ann pass", *wins, "Ben loose"]
    covers = ["Dan wins lead yellow", "Dan loose", "Dan wins lead gray"]
    played(tmp_path, [*declared, *covers])
    assert play(tmp_path, ()).record() == [*declared, *covers, "Dan covers gray-15"]
    wanted = [*declared, *covers[:2], "Dan wins", "Dan covers gray-15"]
    found = Edited(tmp_path, wanted, ["hold C"])
    assert found.answer == ""
    assert found.record() == wanted


def test_a_line_that_does_not_fit_is_shown_with_the_same_choices(tmp_path: Path) -> None:
    played(tmp_path, DECLARED)
    seen = Edited(tmp_path, [*LOOP, "1 out", "3 out", "3 out", "4 out"])
    assert seen.answer == ""
    assert seen.page.notice is not None
    assert ENGLISH.say(seen.page.notice.title) == "This would not fit any more"
    assert seen.page.keymap.level is not None
    labels = [ENGLISH.say(cell.label) for cell in seen.page.keymap.level.cells]
    assert labels == ["change", "remove", "insert earlier", "cut from here"]
    assert ENGLISH.say(seen.page.remark or "") == "“Cut from here”: this line and all after it are taken out."


def test_of_an_edited_line_that_does_not_fit_no_later_one_is_said_to_do_so(tmp_path: Path) -> None:
    """“A later line no longer fits”, and “No line changes.”, where the edit itself was refused."""
    played(tmp_path, [*LOOP, "1 out", "2 out", "3 out"])
    seen = Edited(tmp_path, [*LOOP, "1 out", "1 out", "3 out"])
    assert seen.page.question is not None
    assert seen.page.notice is not None
    assert ENGLISH.say(seen.page.question) == "This line does not fit: what to do?"
    assert ENGLISH.say(seen.page.notice.title) == "This would not fit"
    assert seen.page.body is None


def test_what_is_cut_off_of_a_game_does_not_end_it(tmp_path: Path) -> None:
    """“The game ends there” was said beside the next question."""
    played(tmp_path, [*LOOP, "1 out", "2 out", "3 out"])
    cut = Edited(tmp_path, [*LOOP, "1 out", "1 out", "3 out"], ["D", "A", "hold C"])
    assert cut.record() == [*LOOP, "1 out"]
    assert cut.page.last_declaration is not None
    assert ENGLISH.say(cut.page.last_declaration) == "Correction: the end of the record was taken out."


def test_a_new_line_that_does_not_fit_is_changed_or_taken_out_again(tmp_path: Path) -> None:
    played(tmp_path, [*LOOP, "1 out", "2 out"])
    wanted = [*LOOP, "1 out", "1 out", "2 out"]
    found = kept(tmp_path)
    answer = answering(found, EditAt(EditKind.CHANGE, len(found.rows)), "4 out")
    assert Edited(tmp_path, wanted, ["B", "hold C"]).record() == [*LOOP, "1 out", "2 out"], "taken out: nothing is left"
    assert Edited(tmp_path, wanted, ["C", *answer]).page.notice is not None, "the new line does not fit after it either"
    assert Edited(tmp_path, wanted, ["A", *answer, "hold C"]).record() == [*LOOP, "1 out", "4 out", "2 out"]
    last = Edited(tmp_path, [*LOOP, "1 out", "4 out", "2 out", "9 out"])
    assert last.answer == "Line 7: 9 is not among this table's players."


def test_a_new_last_line_that_does_not_fit_is_asked_again(tmp_path: Path) -> None:
    played(tmp_path, [*LOOP, "1 out", "2 out"])
    wanted = [*LOOP, "1 out", "2 out", "2 out"]
    assert Edited(tmp_path, wanted, ["D", "D", "hold C"]).record() == [*LOOP, "1 out", "2 out"]
    asked = Edited(tmp_path, wanted, ["A"])
    assert asked.page.notice is not None
    assert ENGLISH.say(asked.page.notice.title) == "Instead of this line"


def test_lines_that_change_or_do_not_fit_are_marked(tmp_path: Path) -> None:
    played(tmp_path, DECLARED)

    def marked(text: list[str], *keys: str) -> tuple[LineMark, ...]:
        return Edited(tmp_path, text, list(keys)).shown.marks

    swapped = [*LOOP, "2 out", "4 out", "3 out"]
    assert marked(swapped) == (
        LineMark(4, MarkKind.GONE),
        LineMark(6, MarkKind.BEFORE, "4 out"),
        LineMark(7, MarkKind.GONE),
    )
    assert marked([*LOOP, "1 out", "4 out", "3 out", "4 out"]) == (LineMark(5, MarkKind.CHANGED, "4 out"),)
    assert marked(swapped, "hold A") == ()
    assert marked(swapped, "hold C", "hold A") == ()
    assert marked([*DECLARED, "1 out"]) == (LineMark(7, MarkKind.AFTER, "1 out"),)
    assert marked([*LOOP, "1 out", "3 out", "3 out", "4 out"])[-1] == LineMark(6, MarkKind.MISFIT)
    assert marked([*LOOP, "1 out", "1 out", *OUT[1:]]) == (LineMark(5, MarkKind.MISFIT, "1 out"),)


def test_marks_stay_while_a_second_line_of_a_correction_is_asked_about(tmp_path: Path) -> None:
    """The line that the correction had changed so far lost its mark."""
    played(tmp_path, DECLARED)
    twice_out = [*LOOP, "1 out", "3 out", "3 out", "4 out"]
    changed, misfit = Edited(tmp_path, twice_out).shown.marks
    assert (changed.kind, misfit) == (MarkKind.CHANGED, LineMark(6, MarkKind.MISFIT))
    assert Edited(tmp_path, twice_out, ["A"]).shown.marks == (changed, LineMark(6, MarkKind.POINTED))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (DECLARED, "No line is different: nothing is corrected."),
        ([*DECLARED, "# a remark", ""], "No line is different: nothing is corrected."),
        ([*LOOP, "1 sings"], "Line 4: "),
        ([*LOOP, "Ann out"], "Line 4: Ann is not among this table's players."),
        (["game loop", "players 1 2 3 Ann", *DECLARED[2:]], "Line 2: Game, players and options stay as they are"),
        (["game loop", *DECLARED[2:]], "Line 2: Game, players and options stay as they are"),
        (DECLARED[:2] + DECLARED[3:], "Line 1: Game, players and options stay as they are"),
        ([*DECLARED, "set detail finish"], "Line 8: Game, players and options stay as they are"),
        ([], "Line 1: Game, players and options stay as they are"),
        (b"\xff\xfe", "Line 1: This line is not UTF-8 text"),
        (b"#" * (MAX_RECORD_LENGTH + 1), "Line 1: This file has more than 256 kilobytes"),
        (b'game loop\n"1 out\n', "Line 2: A quotation mark"),
    ],
)
def test_what_can_not_be_read_is_answered_by_line_and_changes_nothing(
    text: list[str] | bytes, sentence: str, tmp_path: Path
) -> None:
    played(tmp_path, DECLARED)
    found = Edited(tmp_path, text)
    assert found.answer.startswith(sentence)
    assert found.record() == DECLARED
    assert not isinstance(found.page.body, Paragraphs)


def test_before_anything_is_declared_there_is_nothing_to_correct(tmp_path: Path) -> None:
    play(tmp_path, ())
    assert "Game, players and options stay" in Edited(tmp_path, LOOP, since="0-00000000").answer


def test_what_was_declared_while_somebody_edited_stays(tmp_path: Path) -> None:
    played(tmp_path, [*LOOP, "1 out"])
    begun = record_version("".join(f"{line}\n" for line in [*LOOP, "1 out"]))
    play(tmp_path, answering(kept(tmp_path), EditAt(EditKind.INSERT, len(kept(tmp_path).rows) + 1), "2 out"))
    found = Edited(tmp_path, [*LOOP, "3 out"], ["hold C"], since=begun)
    assert found.answer == ""
    assert found.record() == [*LOOP, "3 out", "2 out"]


@pytest.mark.parametrize("since", ["5-00000000", "4-00000000", "99999999-00000000", "", "x", "9" * 40])
def test_a_record_that_has_changed_meanwhile_is_not_corrected_by_its_old_text(since: str, tmp_path: Path) -> None:
    played(tmp_path, DECLARED)
    found = Edited(tmp_path, [*LOOP, "2 out"], since=since or "-")
    assert found.answer.startswith("The record has changed meanwhile.")
    assert found.record() == DECLARED


def test_a_secret_line_stands_for_itself_and_is_shown_nowhere(tmp_path: Path) -> None:
    played(tmp_path, SECRET)
    assert Edited(tmp_path, VEILED).answer == "No line is different: nothing is corrected."
    other = [*VEILED[:3], "1 holds 3-10 tokens 17", VEILED[4]]
    seen = Edited(tmp_path, other)
    assert seen.answer == ""
    shown = f"{seen.shown.seen} {seen.mock.told}"
    assert not any(f"tokens {n}" in shown for n in (19, 17, 9))
    made = Edited(tmp_path, other, ["hold C"])
    assert made.record() == [*SECRET[:3], "1 holds 3-10 tokens 17", SECRET[4]]


def test_a_line_of_a_scored_round_is_marked_with_the_tokens_that_would_stand_there(tmp_path: Path) -> None:
    """“# 1 holds 3-10: the rest is shown when the round is scored” stood there, beside the tokens of the round."""
    scored = [*SECRET, "3 holds 19-26 tokens 5"]
    played(tmp_path, scored)
    (first, *_) = Edited(tmp_path, [*SECRET[:3], "1 holds 3-10 tokens 17", *scored[4:]]).shown.marks
    assert first == LineMark(4, MarkKind.CHANGED, "1 holds 3-10 tokens 17")


def test_a_guess_at_a_secret_line_is_told_like_any_other(tmp_path: Path) -> None:
    played(tmp_path, SECRET)
    right, wrong = (Edited(tmp_path, [*VEILED[:3], f"1 holds 3-10 tokens {n}", VEILED[4]]) for n in (19, 17))
    assert right.answer == wrong.answer == ""
    assert right.page == wrong.page
    assert (
        right.said()[0]
        == "Declared again, with what is secret – Player 1: cards 3 to 10; tokens are shown with the scores."
    )


def test_tokens_are_not_found_out_by_letting_the_others_hold_some(tmp_path: Path) -> None:
    """Who edits the record to the end of its round learns neither what the others hold nor whether it fits."""
    played(tmp_path, SECRET)
    right, none = (Edited(tmp_path, [*VEILED, f"3 holds 19-26 tokens {n}"], ["hold C"]) for n in (5, 0))
    assert right.page == none.page
    notice = right.page.notice
    assert notice is not None
    assert "not told before it is scored" in " ".join(map(ENGLISH.say, notice.lines))
    assert right.record() == SECRET
    declared = play(tmp_path, [*answering(kept(tmp_path), EditAt(EditKind.INSERT, 9), "3 holds 19-26 tokens 5")])
    assert declared.record() == [*SECRET, "3 holds 19-26 tokens 5"]


def test_secret_lines_are_removed_and_change_places_as_text(tmp_path: Path) -> None:
    played(tmp_path, SECRET)
    assert Edited(tmp_path, VEILED[:4], ["hold C"]).record() == SECRET[:4]
    assert play(tmp_path, ["hold A"]).record() == SECRET
    swapped = Edited(tmp_path, [*VEILED[:3], VEILED[4], VEILED[3]], ["hold C"])
    assert swapped.record() == [*SECRET[:3], SECRET[4], SECRET[3]]


def test_a_finished_game_is_edited_and_its_winner_with_it(tmp_path: Path) -> None:
    rounds = [*OUT, "4 out", "1 out", "2 out", "3 out", "4 out", "1 out", "2 out", "3 out", "4 out"]
    played(tmp_path, [*LOOP, *rounds])
    before = kept(tmp_path).session.scores.winners
    found = Edited(tmp_path, [*LOOP, *rounds[:-1], "1 out"], ["hold C", "hold C"])
    assert found.record() == [*LOOP, *rounds[:-1], "1 out"]
    assert kept(tmp_path).session.scores.winners != before


def test_the_idle_page_gives_way_at_once(tmp_path: Path) -> None:
    played(tmp_path, DECLARED)
    found = kept(tmp_path)
    record = "".join(f"{line}\n" for line in public_lines_after(found.rows, found.session))
    answers: list[str] = []
    mock = Mock(tmp_path, [f"wait {7 * 3600}"])
    text = "\n".join([*LOOP, "2 out"]).encode()
    mock.eventful.last = (RecordEdited(text, record_version(record), answers.append),)
    page = mock.run().controller.page()
    assert answers == [""]
    assert isinstance(page.body, Paragraphs)
