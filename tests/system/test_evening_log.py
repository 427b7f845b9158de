"""What a table has told lately is there for whoever helps: bounded, without secrets, and at nobody's cost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from device import __version__
from device.reports import documents
from device.system.evening_log import FILE_NAME, MAX_BYTES, EveningLog, read_log
from device.system.log_level import LogLevel


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def log(tmp_path: Path, told: list[str]) -> Iterator[EveningLog]:
    with closing(EveningLog(tmp_path, lambda line, level: told.append(line), lambda: "20:15:03")) as found:
        yield found


def lines(directory: Path) -> list[str]:
    return read_log(directory).decode().splitlines()


def page(directory: Path, path: str = "evening") -> str:
    found = documents.find_document(directory, path, (), "en")
    assert found is not None
    return found.content.decode()


def taken(directory: Path, language_code: str = "en") -> str:
    made = documents.make_file(directory, "evening.txt", (), language_code)
    assert made is not None
    assert (made.media_type, made.name) == ("text/plain", "tablekeeper-evening.txt")
    return b"".join(made.parts).decode()


def test_starts_versions_refusals_and_troubles_are_kept(tmp_path: Path, log: EveningLog, told: list[str]) -> None:
    log("refused: Ann has no card left.", LogLevel.NOTICE)
    log("The panel does not answer.", LogLevel.WARNING)
    log.write_report({"presses": 12, "refused": 1})
    assert told == ["refused: Ann has no card left.", "The panel does not answer."]
    first, *others = lines(tmp_path)
    assert first.startswith(f"20:15:03 info    Tablekeeper {__version__} begins; Python 3.")
    assert others == [
        "20:15:03 notice  refused: Ann has no card left.",
        "20:15:03 warning The panel does not answer.",
        "20:15:03 info    ends: presses 12, refused 1",
    ]
    assert others[1] in page(tmp_path)
    assert taken(tmp_path) == "".join(f"{line}\n" for line in (first, *others))


def test_what_was_declared_is_told_and_not_kept(tmp_path: Path, log: EveningLog, told: list[str]) -> None:
    """A game that is deleted is left out everywhere."""
    log("players Ann Bo", LogLevel.INFO)
    assert told == ["players Ann Bo"]
    assert "Ann" not in page(tmp_path)


def test_the_next_start_goes_on_in_the_same_file(tmp_path: Path, log: EveningLog) -> None:
    log.close()
    EveningLog(tmp_path, lambda line, level: None).close()
    assert [" begins; " in line for line in lines(tmp_path)] == [True, True]


def test_a_flood_of_refusals_leaves_out_the_older_half_and_no_more(tmp_path: Path, log: EveningLog) -> None:
    for number in range(9_000):
        log(f"refused: {number:06} {'x' * 40}", LogLevel.NOTICE)
    found = lines(tmp_path)
    assert MAX_BYTES // 4 < (tmp_path / FILE_NAME).stat().st_size <= MAX_BYTES
    assert "008999" in found[-1]
    assert [line[:17] for line in found] == ["20:15:03 notice  "] * len(found)


def test_words_forge_no_line_and_command_no_terminal(tmp_path: Path, log: EveningLog) -> None:
    log("bad\n20:15:03 info    all is well\x1b[2J<b>", LogLevel.WARNING)
    assert len(lines(tmp_path)) == 2
    assert "\\u001b[2J" in lines(tmp_path)[-1]
    assert "&lt;b&gt;" in page(tmp_path)


def test_a_line_that_the_plug_has_cut_is_not_shown(tmp_path: Path, log: EveningLog) -> None:
    log.close()
    with (tmp_path / FILE_NAME).open("ab") as file:
        file.write(b"20:15:03 notice  refu")
    assert len(taken(tmp_path).splitlines()) == 1
    assert "refu" not in taken(tmp_path)


def test_a_disk_that_refuses_costs_the_file_alone(tmp_path: Path, told: list[str]) -> None:
    (tmp_path / FILE_NAME).mkdir()
    with closing(EveningLog(tmp_path, lambda line, level: told.append(line))) as log:
        log("trouble", LogLevel.WARNING)
        log.write_report({})
    assert told == ["trouble"]
    assert "can&#x27;t be read" in page(tmp_path)
    assert taken(tmp_path) == "It can't be read: a directory is where a file should be.\n"
    assert taken(tmp_path, "fr") == "C’est illisible : un dossier occupe la place d’un fichier.\n"


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("mine\n")
    (tmp_path / FILE_NAME).symlink_to(tmp_path / "other")
    EveningLog(tmp_path, lambda line, level: None).close()
    assert (tmp_path / "other").read_text() == "mine\n"


def test_before_anything_was_told_the_page_says_so_and_the_box_leads_there(tmp_path: Path) -> None:
    assert "There is nothing in it yet." in page(tmp_path)
    assert taken(tmp_path) == ""
    assert '"/past/evening"' in page(tmp_path, "settings")
