"""The man page and the shells' completion say what the command line takes. After a change there: make manual."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from device import games
from device.cli.arguments import whole_parser
from tests.non_empty import non_empty
from tools.manual import COMPLETION, MAN_PAGE, actions


def options() -> set[str]:
    """Every long option of every command."""
    found = {name for action in actions(whole_parser()) for name in action.option_strings if name.startswith("--")}
    return found - {"--help"}


def commands() -> set[str]:
    return {name for one in actions(whole_parser()) if isinstance(one.choices, dict) for name in one.choices}


@pytest.mark.parametrize("path", [MAN_PAGE, *COMPLETION.values()], ids=lambda path: path.parent.name)
def test_every_command_and_option_is_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace("\\-", "-")
    assert [name for name in non_empty(sorted(options() | commands())) if name not in text] == []


def test_no_option_is_there_that_is_gone() -> None:
    """By the lists of bash's completion, which has each option of each command in one of them."""
    lines = COMPLETION["bash"].read_text(encoding="utf-8").splitlines()
    listed = {
        word
        for line in lines
        if "_option_strings=(" in line
        for word in line.partition("(")[2].rstrip(")").split()
        if word.startswith("--")
    }
    assert listed - {"--help"} == options()


def test_the_page_is_clean_troff() -> None:
    if shutil.which("man") is None:
        pytest.skip("man is not installed")
    said = subprocess.run(
        ["man", "--warnings", "-l", "-E", "UTF-8", "-P", "cat", MAN_PAGE],
        check=True, capture_output=True, text=True, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
    )  # fmt: skip
    assert said.stderr == ""
    assert "tablekeeper - keep the score beside a card game" in said.stdout


def completed(*words: str) -> list[str]:
    """What bash offers for the last word."""
    script = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _shtab_tablekeeper; echo "${COMPREPLY[@]}"'
    command = ["bash", "-c", script, "bash", str(COMPLETION["bash"]), "tablekeeper", *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()


def test_bash_completes_commands_options_games_and_panels() -> None:
    assert completed("ga") == ["gallery"]
    assert completed("export", "--corr") == ["--corrections"]
    assert completed("hub", "rev") == ["revoke"]
    assert completed("gallery", "--panel", "what-") == ["what-black", "what-red", "what-yellow", "what-4"]
    assert set(completed("history", "--game", "")) == set(games.built_in_ids())
    assert completed("--lang", "") == ["en", "fr"]
