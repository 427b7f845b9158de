"""Which program a card plays with, when newer ones are taken, when they fail, and when the power goes."""

from __future__ import annotations

import errno
import gzip
import json
import os
import random
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from io import FileIO
from pathlib import Path

import pytest

from device import __version__
from device.system.program_news import program_news
from display.languages import language
from tests.power_steps import PowerCut, PowerGone
from tools.image.on_card import programs
from tools.image.on_card.programs import (
    CardState,
    HardwareLost,
    Places,
    UpdateOutcome,
    UpdateRefused,
    choose,
    keep,
    read,
    take,
)

needs_signify = pytest.mark.skipif(shutil.which("signify-openbsd") is None, reason="signify-openbsd is not installed")
WHOLE = ("bin/python", "lib/device")


def box(place: Path) -> Places:
    for name in ("own/bin", "own/lib", "programs", "card"):
        (place / name).mkdir(parents=True)
    for name in WHOLE:
        (place / "own" / name).touch()
    return Places(
        place / "programs", place / "own", place / "used", place / "news", place / "hardware", (place / "card",)
    )


def put(places: Places, content: str, name: str = "tablekeeper-2.update") -> None:
    (places.files[0] / name).write_text(content)


def unpack(opened: FileIO, folder: Path) -> None:
    content = opened.read().decode()
    if content == "forged":
        raise UpdateRefused(UpdateOutcome.NOT_SIGNED, "it is not signed with the key of this card.")
    (folder / "bin").mkdir()
    (folder / "lib").mkdir()
    for name in WHOLE:
        (folder / name).write_text(content)


def told() -> tuple[list[str], Callable[[str], None]]:
    lines: list[str] = []
    return lines, lines.append


def quiet(_: str) -> None:
    pass


def playing(places: Places) -> str:
    """What the program in use was unpacked from; nothing for the card's own."""
    assert all((places.used / name).exists() for name in WHOLE), "what is in use is not whole"
    return (places.used / "bin/python").read_text()


def test_without_a_newer_program_the_cards_own_plays(tmp_path: Path) -> None:
    places = box(tmp_path)
    assert choose(places, quiet) == places.own
    keep(places, quiet)
    assert playing(places) == ""


def test_a_newer_program_that_lacks_the_panel_which_the_one_before_had_is_given_up(tmp_path: Path) -> None:
    places = box(tmp_path)
    places.hardware.write_text("plays\n\n")
    choose(places, quiet)
    keep(places, quiet)
    put(places, "newer")
    take(places, unpack, quiet)
    places.hardware.write_text("pins\nPins that the panel needs are in use.\n")
    for _ in range(programs.TRIES):
        choose(places, quiet)
        assert playing(places) == "newer"
        with pytest.raises(HardwareLost):
            keep(places, quiet)
    places.hardware.write_text("plays\n\n")
    choose(places, quiet)
    keep(places, quiet)
    assert playing(places) == ""
    assert read(places).kept is None


def test_a_box_without_a_panel_takes_newer_programs_too(tmp_path: Path) -> None:
    """Its card may be made ready on another desk."""
    places = box(tmp_path)
    places.hardware.write_text("panel\nNo panel answers.\n")
    choose(places, quiet)
    keep(places, quiet)
    put(places, "newer")
    take(places, unpack, quiet)
    choose(places, quiet)
    keep(places, quiet)
    assert read(places).kept is not None


def test_a_newer_program_is_kept_once_it_has_been_ready(tmp_path: Path) -> None:
    places = box(tmp_path)
    lines, tell = told()
    put(places, "newer")
    take(places, unpack, tell)
    assert lines == ["tablekeeper-2.update is taken; it is played with from the next start on, if it starts."]
    choose(places, tell)
    assert playing(places) == "newer"
    assert read(places).kept is None
    keep(places, tell)
    assert read(places).kept is not None
    take(places, unpack, tell)  # the file is still there, and is not taken again
    choose(places, tell)
    assert playing(places) == "newer"
    assert len(lines) == 2


def test_what_is_told_is_on_the_disk(tmp_path: Path) -> None:
    """Whoever reads that a file is taken may pull the plug at once."""
    places = box(tmp_path)
    put(places, "newer")

    def told(sentence: str) -> None:
        assert "is taken" in sentence
        raise PowerGone

    with pytest.raises(PowerGone):
        take(places, unpack, told)
    choose(places, quiet)
    assert playing(places) == "newer"


def test_one_that_never_starts_gives_way_to_the_one_before(tmp_path: Path) -> None:
    places = box(tmp_path)
    put(places, "good", "tablekeeper-1.update")
    take(places, unpack, quiet)
    choose(places, quiet)
    keep(places, quiet)
    put(places, "bad")
    take(places, unpack, quiet)
    seen = []
    for _ in range(programs.TRIES + 2):
        choose(places, quiet)
        seen.append(playing(places))
    assert seen == ["bad"] * programs.TRIES + ["good"] * 2
    keep(places, quiet)
    assert [folder.name for folder in places.programs.iterdir() if folder.is_dir()] == [read(places).kept]


def test_kept_program_that_is_not_ready_any_more_gives_way_to_the_cards_own(tmp_path: Path) -> None:
    """Its files may spoil long after it was ready."""
    places = box(tmp_path)
    put(places, "newer")
    take(places, unpack, quiet)
    choose(places, quiet)
    keep(places, quiet)
    seen = []
    for _ in range(programs.KEPT_TRIES + 1):
        choose(places, quiet)
        seen.append(playing(places))
    assert seen == ["newer"] * programs.KEPT_TRIES + [""]
    assert "five times running" in shown(places)[0]
    assert playing(places) == ""


def test_kept_program_that_is_ready_now_and_then_stays(tmp_path: Path) -> None:
    """Power that goes during a start is no fault of the program."""
    places = box(tmp_path)
    put(places, "newer")
    take(places, unpack, quiet)
    choose(places, quiet)
    keep(places, quiet)
    for _ in range(3):
        for _ in range(programs.KEPT_TRIES - 1):
            choose(places, quiet)
        keep(places, quiet)
    choose(places, quiet)
    assert playing(places) == "newer"


# What somebody has put on a stick


def pipe(path: Path) -> None:
    os.mkfifo(path)


def directory(path: Path) -> None:
    path.mkdir()


def loop(path: Path) -> None:
    path.symlink_to(path.name)


def link(path: Path) -> None:
    path.symlink_to("/etc/passwd")


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def nowhere(path: Path) -> None:
    path.symlink_to("/nowhere")


BAD_NAME = os.fsdecode(b"tablekeeper-0\n\x1b[2J\xff.update")


@pytest.mark.parametrize("make", [pipe, directory, loop, link, device, nowhere])
@pytest.mark.parametrize("name", ["tablekeeper-0.update", BAD_NAME], ids=["plain name", "name with commands"])
def test_bad_name_hides_no_good_one_after_it(make: Callable[[Path], None], name: str, tmp_path: Path) -> None:
    places = box(tmp_path)
    lines, tell = told()
    make(places.files[0] / name)
    put(places, "newer")
    take(places, unpack, tell)
    assert lines[0].endswith(" is not taken: it is no file.")
    assert all(line.isprintable() and line.isascii() for line in lines)
    assert "tablekeeper-0" in shown(places)[0]
    assert playing(places) == "newer"


def test_stick_that_fails_to_be_read_is_tried_again_and_hides_nothing(tmp_path: Path) -> None:
    places = box(tmp_path)
    put(places, "newer", "tablekeeper-1.update")
    put(places, "other")

    def failing(opened: FileIO, folder: Path) -> None:
        if opened.read() == b"newer":
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        opened.seek(0)
        unpack(opened, folder)

    take(places, failing, quiet)
    assert shown(places)[0] == (
        "tablekeeper-1.update was not taken: the stick or the card fails to read it. Copy it once more."
    )
    assert playing(places) == "other"
    take(places, unpack, quiet)
    choose(places, quiet)
    assert playing(places) == "newer"


def test_thousand_names_on_a_stick_are_not_all_looked_at(tmp_path: Path) -> None:
    places = box(tmp_path)
    for number in range(programs.MAX_FILES + 10):
        put(places, "forged", f"tablekeeper-{number:03}.update")
    lines, tell = told()
    take(places, unpack, tell)
    assert len(lines) == programs.MAX_FILES


def test_names_that_were_refused_once_hide_no_good_one_after_them(tmp_path: Path) -> None:
    places = box(tmp_path)
    for number in range(programs.MAX_FILES):
        put(places, "forged", f"tablekeeper-{number:03}.update")
    put(places, "newer", "tablekeeper-new.update")
    take(places, unpack, quiet)
    take(places, unpack, quiet)
    choose(places, quiet)
    assert playing(places) == "newer"


def test_folder_that_can_not_be_read_hides_no_other(tmp_path: Path) -> None:
    places = box(tmp_path)
    put(places, "newer")
    places = replace(places, files=(tmp_path / "nowhere", tmp_path / "used", *places.files))
    take(places, unpack, quiet)
    choose(places, quiet)
    assert playing(places) == "newer"


def test_a_forged_file_is_told_once_and_leaves_nothing(tmp_path: Path) -> None:
    places = box(tmp_path)
    lines, tell = told()
    put(places, "forged")
    for _ in range(2):
        take(places, unpack, tell)
    assert lines == ["tablekeeper-2.update is not taken: it is not signed with the key of this card."]
    assert choose(places, tell) == places.own
    assert not [folder for folder in places.programs.iterdir() if folder.is_dir()]


def test_a_disk_without_room_is_tried_again(tmp_path: Path) -> None:
    places = box(tmp_path)
    put(places, "newer")

    def full(opened: FileIO, folder: Path) -> None:
        raise OSError(28, "No space left on device")

    take(places, full, quiet)
    assert choose(places, quiet) == places.own
    take(places, unpack, quiet)
    choose(places, quiet)
    assert playing(places) == "newer"


def shown(places: Places) -> list[str]:
    """What the panel says at a start that gets ready."""
    choose(places, quiet)
    said = [language("en").say(sentence) for sentence in program_news(places.news)]
    keep(places, quiet)
    return said


def test_the_panel_says_once_that_a_newer_program_plays(tmp_path: Path) -> None:
    places = box(tmp_path)
    assert shown(places) == []
    put(places, "newer")
    take(places, unpack, quiet)
    assert shown(places) == [f"Tablekeeper {__version__} plays from now on."]
    assert shown(places) == []


def test_the_panel_says_once_what_was_not_taken_and_why(tmp_path: Path) -> None:
    places = box(tmp_path)
    put(places, "forged")
    for _ in range(2):
        take(places, unpack, quiet)
    choose(places, quiet)  # a start that never gets ready tells nobody
    assert shown(places) == [
        "tablekeeper-2.update was not taken: it is not signed for this card, or not whole. Copy it once more."
    ]
    assert shown(places) == []


def test_the_panel_says_that_there_is_no_room_for_a_program(tmp_path: Path) -> None:
    places = box(tmp_path)
    put(places, "newer")

    def full(opened: FileIO, folder: Path) -> None:
        raise OSError(28, "No space left on device")

    for _ in range(2):
        take(places, full, quiet)
    assert shown(places) == ["tablekeeper-2.update was not taken: there is no room for it on the card."]


def test_the_panel_says_that_a_newer_program_never_started(tmp_path: Path) -> None:
    places = box(tmp_path)
    put(places, "bad")
    take(places, unpack, quiet)
    for _ in range(programs.TRIES):
        choose(places, quiet)
    sentence = f"A newer program was begun three times and never ready: Tablekeeper {__version__} goes on."
    assert shown(places) == [sentence]
    assert shown(places) == []


@pytest.mark.parametrize("outcome", UpdateOutcome)
def test_each_outcome_has_its_sentence_on_the_panel(outcome: UpdateOutcome, tmp_path: Path) -> None:
    news = tmp_path / "news"
    news.write_text(json.dumps([[outcome.value, "tablekeeper\n2.update"]]))
    (sentence,) = program_news(news)
    assert "\n" not in language("en").say(sentence)


def test_news_that_are_nested_without_end_stop_no_program(tmp_path: Path) -> None:
    places = box(tmp_path)
    choose(places, quiet)
    places.news.write_text("[" * 100_000)
    keep(places, quiet)
    assert shown(places) == []


@pytest.mark.parametrize("content", ["", "{", "3", "[3]", '[["gone", "x"]]', '[["plays", 3]]', '[["plays"]]', "[{}]"])
def test_news_that_cant_be_read_are_none(content: str, tmp_path: Path) -> None:
    news = tmp_path / "news"
    assert program_news(news) == ()
    news.write_text(content)
    assert program_news(news) == ()


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "[" * 9_000,
        '{"kept": 3}',
        '{"kept": "gone", "trying": "lost", "tries": 0, "seen": []}',
        '{"kept": "../own", "trying": "/etc", "tries": 0, "seen": []}',
        '{"kept": null, "trying": "lost", "tries": "many", "seen": []}',
        '{"kept": null, "trying": "lost", "tries": 1e999, "seen": []}',
        '{"kept": null, "trying": null, "tries": null, "seen": 3, "news": 7, "begun": []}',
    ],
)
def test_whatever_is_decided_something_plays(content: str, tmp_path: Path) -> None:
    places = box(tmp_path)
    (places.programs / programs.STATE).write_text(content)
    assert choose(places, quiet) == places.own


def test_a_disk_that_cant_be_written_has_the_kept_program_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places = box(tmp_path)
    put(places, "newer")
    take(places, unpack, quiet)

    def refuse(places: Places, state: CardState) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(programs, "write", refuse)
    assert choose(places, quiet) == places.own


STEPS = ("fsync", "sync", "replace", "rename", "mkdir", "symlink", "unlink")


def test_whenever_the_power_goes_the_old_program_plays_or_the_new_one(tmp_path: Path) -> None:
    """Before and after each step on the disk, from taking a file to its second start."""
    seen: set[str] = set()
    for last in range(200):
        places, cut = box(tmp_path / str(last)), PowerCut(last)
        put(places, "newer")
        with cut.among(STEPS):
            take(places, unpack, quiet)
            choose(places, quiet)
            keep(places, quiet)
            choose(places, quiet)
        places.used.unlink(missing_ok=True)  # it is in memory
        choose(places, quiet)
        seen.add(playing(places))
        keep(places, quiet)
        take(places, unpack, quiet)
        for _ in range(2):
            choose(places, quiet)
            keep(places, quiet)
        assert playing(places) == "newer", f"after step {last}, it is never played with"
        shutil.rmtree(tmp_path / str(last))
        if not cut.came:
            break
    assert not cut.came
    assert last > 10
    assert seen == {"", "newer"}


@needs_signify
def test_only_what_is_signed_with_the_cards_key_is_unpacked(tmp_path: Path) -> None:
    content = tmp_path / "content/bin"
    content.mkdir(parents=True)
    (content / "python").write_text("whole" * 100_000)
    subprocess.run(["tar", "-czf", tmp_path / "in.tgz", "-C", content.parent, "."], check=True)
    for name in ("ours", "other"):
        public, secret, signed = (str(tmp_path / f"{name}.{kind}") for kind in ("pub", "sec", "update"))
        subprocess.run(["signify-openbsd", "-G", "-n", "-p", public, "-s", secret], check=True)
        plain = str(tmp_path / "in.tgz")
        subprocess.run(["signify-openbsd", "-Sz", "-s", secret, "-m", plain, "-x", signed], check=True)
    into = tmp_path / "into"
    into.mkdir()

    def unpacked(name: str) -> None:
        with (tmp_path / name).open("rb", buffering=0) as opened:
            programs.unpack_signed(opened, into, tmp_path / "ours.pub")

    unpacked("ours.update")
    assert (into / "bin/python").read_text() == "whole" * 100_000
    (tmp_path / "broken.tgz").write_bytes(gzip.compress(random.Random(1).randbytes(300_000)))
    signing = ["signify-openbsd", "-Sz", "-s", str(tmp_path / "ours.sec"), "-m", str(tmp_path / "broken.tgz")]
    subprocess.run([*signing, "-x", str(tmp_path / "broken.update")], check=True)
    with pytest.raises(UpdateRefused, match="it is signed, and can't be unpacked") as refused:
        unpacked("broken.update")
    assert refused.value.outcome is UpdateOutcome.BROKEN
    damaged = bytearray((tmp_path / "ours.update").read_bytes())
    damaged[-200] ^= 1
    (tmp_path / "damaged.update").write_bytes(damaged)
    (tmp_path / "cut.update").write_bytes(damaged[: len(damaged) // 2])
    (tmp_path / "plain.update").write_bytes((tmp_path / "in.tgz").read_bytes())
    for name in ("other", "damaged", "cut", "plain"):
        with pytest.raises(UpdateRefused, match="not signed with the key of this card, or not whole"):
            unpacked(f"{name}.update")


def test_a_decision_that_cannot_be_read_just_now_is_not_written_over_and_removes_no_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newer program was deleted by one bad moment of the card."""
    places = box(tmp_path)
    places.hardware.write_text("plays\n\n")
    put(places, "newer")
    take(places, unpack, quiet)
    choose(places, quiet)
    keep(places, quiet)
    kept = (places.programs / programs.STATE).read_bytes()
    put(places, "newest", "tablekeeper-3.update")
    lines, tell = told()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_text", failing_read(Path.read_text))
        take(places, unpack, tell)
        choose(places, tell)
        assert playing(places) == "", "the card's own"
        keep(places, tell)
    said = f"{places.programs / programs.STATE} can't be read (Input/output error): "
    consequences = ("no newer program is taken", "the card's own program plays", "no program is kept or removed")
    assert lines == [f"{said}{consequence}." for consequence in consequences]
    assert (places.programs / programs.STATE).read_bytes() == kept
    choose(places, quiet)
    assert playing(places) == "newer"


def failing_read(read_text: Callable[..., str]) -> Callable[..., str]:
    """Reading the stored decision fails; everything else is read."""

    def fail(path: Path, *arguments: object, **options: object) -> str:
        if path.name == programs.STATE:
            raise OSError(errno.EIO, "Input/output error")
        return read_text(path, *arguments, **options)

    return fail
