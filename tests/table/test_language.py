"""The language is switched at the table, at once, and stays so after a restart."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from device.cli.commands import main
from device.config import LANGUAGES, chosen_language
from device.contract.keycodes import keys_for
from device.pages.build import GO_BACK, page
from device.session.keyscript import key_script
from device.session.prompts import Action, LanguageView, menu
from device.session.session import Session
from display.draw import draw_page
from display.languages import NAMES, language, next_language_code
from display.vocabulary import Tone
from display.words import ENGLISH
from hal.signal.signal import Cue
from tests.games.registered import GOLDEN
from tests.table.evenings import HEADER, ROUND, TOTALS, script
from tests.table.tables import Mock, play

FRENCH = language("fr")


def switch(session: Session | None = None) -> list[str]:
    """The presses that switch the language."""
    keys = keys_for(menu(session or Session(), ()), Action.LANGUAGE)
    assert keys is not None
    return ["hold D", *keys]


def in_play(data: Path) -> Session:
    """A game whose first question of play is asked."""
    return play(data, script(*TOTALS, ROUND[0])).controller.session


def test_the_menu_names_the_next_language_by_its_own_name() -> None:
    entry = next(choice for choice in menu(Session(), ()).choices if choice.means is Action.LANGUAGE)
    for code in LANGUAGES:
        assert language(code).say(entry.label) == NAMES[next_language_code(code)]


def test_the_language_changes_at_once_and_nothing_else_does(tmp_path: Path) -> None:
    keys = script(*TOTALS, ROUND[0])
    session = in_play(tmp_path / "measured")
    mock = play(tmp_path, [*keys, "wait 60", *switch(session), "wait 60"])
    page = mock.controller.page()
    assert mock.controller.shown_page == page
    assert mock.table.panel.shown_image is not None
    shown = mock.table.panel.shown_image.tobytes()
    assert shown == draw_page(page, mock.controller.surface, FRENCH).tobytes()
    assert shown != draw_page(page, mock.controller.surface, ENGLISH).tobytes()
    assert mock.record() == [*HEADER, *TOTALS, ROUND[0]]
    assert mock.table.signal.played_cues[-1][1] is Cue.ACCEPTED
    assert mock.told[-1] == "langue\N{NARROW NO-BREAK SPACE}: fr"


def test_the_page_is_drawn_again_though_it_says_the_same(tmp_path: Path) -> None:
    """The page before and after is equal but for its language."""
    stay = play(tmp_path / "stay", ["wait 60"])
    there = play(tmp_path / "there", ["wait 60", *switch(), "wait 60"])
    back = play(tmp_path / "back", ["wait 60", *switch(), "wait 60", *switch(), "wait 60"])
    assert stay.table.panel.refresh_count < there.table.panel.refresh_count < back.table.panel.refresh_count
    assert stay.table.panel.shown_image is not None
    assert back.table.panel.shown_image is not None
    assert back.table.panel.shown_image.tobytes() == stay.table.panel.shown_image.tobytes()
    assert chosen_language.chosen_language_code(tmp_path / "back") == "en"


def test_refusals_come_in_the_language_of_the_moment(tmp_path: Path) -> None:
    keys = script(*TOTALS)
    session = play(tmp_path / "measured", keys).controller.session
    mock = play(tmp_path, [*keys, *switch(session), "D", "C"])
    assert mock.told[-1].startswith("refusé\N{NARROW NO-BREAK SPACE}: DC ne veut rien dire ici.")


def test_undo_takes_back_the_declaration_before_and_leaves_the_language(tmp_path: Path) -> None:
    keys = script(*TOTALS, ROUND[0])
    mock = play(tmp_path, [*keys, *switch(in_play(tmp_path / "measured")), "hold A"])
    assert mock.record() == [*HEADER, *TOTALS]
    assert mock.told[-1] == "annuler"


def test_the_choice_outlives_a_restart(tmp_path: Path) -> None:
    assert chosen_language.chosen_language_code(tmp_path) is None
    play(tmp_path, switch())
    assert chosen_language.chosen_language_code(tmp_path) == "fr"


@pytest.mark.parametrize("content", [b"", b"xx\n", b"\xff\xfe", b"fr" * 500])
def test_a_choice_that_means_nothing_counts_as_none(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / chosen_language.FILE_NAME
    path.write_bytes(content)
    code, trouble = chosen_language.read_chosen_language(tmp_path)
    assert code is None
    assert trouble is not None
    assert ENGLISH.say(trouble) == f"{path} has no language in it. Choose the language again, in the menu."


def test_a_choice_that_cannot_be_kept_holds_until_the_next_start(tmp_path: Path) -> None:
    (tmp_path / chosen_language.FILE_NAME).mkdir()
    mock = play(tmp_path, switch())
    notice = mock.controller.page().notice
    assert notice is not None
    assert notice.tone is Tone.TROUBLE
    assert FRENCH.say(notice.lines[0]).startswith("La langue n’est gardée que jusqu’au prochain démarrage")
    assert mock.table.signal.played_cues[-1][1] is Cue.TROUBLE
    assert chosen_language.chosen_language_code(tmp_path) is None


def test_a_choice_that_cannot_be_read_is_said_at_the_table_and_by_commands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(tmp_path / chosen_language.FILE_NAME)
    (tmp_path / "keys").write_text("D\n", encoding="utf-8")
    assert main(["--hal", "mock", "--keys", str(tmp_path / "keys"), "--data", str(tmp_path)]) == 0
    trouble = f"{tmp_path / chosen_language.FILE_NAME} can't be read: a pipe is where a file should be."
    assert f"{trouble} Choose the language again, in the menu.\n" in capsys.readouterr().out
    (tmp_path / "record").write_text(SCORED, encoding="utf-8")
    assert trouble in said_at_all(capsys, str(tmp_path / "record"), "--data", str(tmp_path))
    assert trouble not in said_at_all(capsys, str(tmp_path / "record"), "--data", str(tmp_path), "--lang", "en")


def test_the_keys_of_a_record_are_the_same_in_every_language(tmp_path: Path) -> None:
    """`tablekeeper keys` knows nothing of languages: the codes of a table that speaks French are the same."""
    record = (GOLDEN / "no-loose-ends.txt").read_text(encoding="utf-8")
    french = Mock(tmp_path, key_script(record.encode()), language=FRENCH).run()
    assert french.record() == [line for line in record.splitlines() if line]


SCORED = "game no-loose-ends\nplayers A B\nA bid blue-99\n"


def said_at_all(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What `score` says of a record that is not legal, and before that."""
    assert main(["score", *arguments]) == 1
    return capsys.readouterr().err


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What `score` says of a record that is not legal."""
    return said_at_all(capsys, *arguments).split(": ", 1)[1]


def test_an_option_goes_before_the_choice_and_the_choice_before_the_configuration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, data, configured = tmp_path / "game.txt", tmp_path / "data", tmp_path / "configuration.toml"
    record.write_text(SCORED, encoding="utf-8")
    configured.write_text('language = "fr"\n', encoding="utf-8")
    plain = (str(record), "--data", str(data))
    english, french = "There is no blue 99 in this deck", "Il n’y a pas de 99 bleu dans ce paquet"
    assert said(capsys, *plain).startswith(english)
    assert said(capsys, *plain, "--config", str(configured)).startswith(french)
    chosen_language.store_language(data, "en")
    assert said(capsys, *plain, "--config", str(configured)).startswith(english)
    chosen_language.store_language(data, "fr")
    assert said(capsys, *plain).startswith(french)
    assert said(capsys, *plain, "--lang", "en").startswith(english)


def test_an_evening_from_the_command_line_remembers_its_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def evening(*lines: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["--hal", "mock", "--keys", "-", "--data", str(tmp_path)]) == 0
        return capsys.readouterr().out

    assert "langue" in evening(*switch())
    assert os.listdir(tmp_path).count(chosen_language.FILE_NAME) == 1
    assert "refusé" in evening("D", "D", "D")


def first_evening(data: Path, capsys: pytest.CaptureFixture[str], keys: str, *options: str) -> str:
    """What a box says that asks for its language, where nobody has said which."""
    script_file = data / "keys"
    data.mkdir(exist_ok=True)
    script_file.write_text(keys, encoding="utf-8")
    where = ("--data", str(data / "games"), "--config", str(data / "configuration.toml"))
    (data / "configuration.toml").touch()
    assert main(["--hal", "mock", "--keys", str(script_file), *where, "--ask-language", *options]) == 0
    return capsys.readouterr().out


def test_a_box_that_asks_for_its_language_speaks_it_from_the_first_question_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "langue" in first_evening(tmp_path, capsys, "B\n")
    assert chosen_language.chosen_language_code(tmp_path / "games") == "fr"
    assert "refusé" in first_evening(tmp_path, capsys, "D\nD\nD\n"), "it is asked once only"


def test_the_question_for_the_language_is_closed_without_an_answer_and_comes_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first_evening(tmp_path, capsys, "hold A\n")
    assert chosen_language.chosen_language_code(tmp_path / "games") is None
    assert "language: en" in first_evening(tmp_path, capsys, "A\n")


def test_a_language_that_somebody_has_said_is_not_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "langue" not in first_evening(tmp_path, capsys, "B\n", "--lang", "en")
    assert chosen_language.chosen_language_code(tmp_path / "games") is None


def test_the_page_that_asks_for_the_language_has_each_by_its_own_name() -> None:
    asked = page(Session(), LanguageView(), ())
    assert asked.keymap.level is not None
    assert [cell.label for cell in asked.keymap.level.cells] == list(NAMES.values())
    assert asked.holds == (GO_BACK,)
