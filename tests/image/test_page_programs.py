"""A newer program that came by the table's page: looked at as one on a stick, but never an older one.

Those against whom it stands: a guest with a forged file or an old one, and a table that somebody has taken over, which
may put anything into its folder, at any moment.
"""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from io import FileIO
from pathlib import Path

import pytest

from device.system.program_folder import CARD_STATE, FILE_NAME, FOLDER_NAME, card_state, sent_program_outcome
from device.system.program_news import outcome_sentence
from tests.non_empty import non_empty
from tests.power_steps import PowerCut
from tools.image.on_card import programs
from tools.image.on_card.programs import (
    PAGE_FILE,
    Places,
    UpdateOutcome,
    UpdateRefused,
    choose,
    keep,
    read,
    take,
)

SIGNIFY = "signify-openbsd"
needs_signify = pytest.mark.skipif(shutil.which(SIGNIFY) is None, reason="signify-openbsd is not installed")
NOW = "0.6.0"


def quiet(_: str) -> None:
    pass


def fill(program: Path, version: str, content: str = "") -> None:
    """Make the files of a program."""
    (program / "bin").mkdir()
    (program / "bin/python").write_text(content)
    if version:
        (program / f"lib/python3.13/site-packages/tablekeeper-{version}.dist-info").mkdir(parents=True)


def card(place: Path) -> Places:
    """A card that plays with its own program."""
    for name in non_empty(("own", "programs", "card", FOLDER_NAME)):
        (place / name).mkdir(parents=True)
    fill(place / "own", NOW)
    found = Places(
        place / "programs", place / "own", place / "used", place / "news", place / "hardware", (place / "card",),
        page=place / FOLDER_NAME,
    )  # fmt: skip
    choose(found, quiet)
    keep(found, quiet)
    return found


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return card(tmp_path)


def send(places: Places, content: str) -> Path:
    """Put a file into the table's folder, as the table does."""
    part = places.page / "part"
    part.write_text(content)
    part.replace(places.page / PAGE_FILE)
    return places.page / PAGE_FILE


def unpack(opened: FileIO, folder: Path) -> None:
    """Files of the tests say their version, or `forged`."""
    version = opened.read().decode()
    if version == "forged":
        raise UpdateRefused(UpdateOutcome.NOT_SIGNED, "it is not signed with the key of this card.")
    fill(folder, version, version)


def outcome(places: Places) -> str | None:
    """What the table's page finds out."""
    return sent_program_outcome(places.page.parent, places.programs / programs.STATE)


def playing(places: Places) -> str:
    choose(places, quiet)
    return (places.used / "bin/python").read_text()


def test_table_and_card_mean_the_same_file() -> None:
    assert FILE_NAME == PAGE_FILE
    unit = Path("tools/image/on_card/tablekeeper-update.service").read_text(encoding="utf-8")
    assert f"BindReadOnlyPaths=-/var/lib/tablekeeper/{FOLDER_NAME}:{Places().page}:norbind\n" in unit
    waiting = Path("tools/image/on_card/tablekeeper-update.path").read_text(encoding="utf-8")
    assert f"PathExists={programs.WISH}\n" in waiting
    service = Path("tools/image/on_card/image.conf").read_text(encoding="utf-8")
    assert f"Environment={CARD_STATE}={Places().programs / programs.STATE}\n" in service


def test_only_the_service_of_a_card_says_where_its_state_is() -> None:
    assert card_state({}) is None
    assert card_state({CARD_STATE: ""}) is None
    assert card_state({CARD_STATE: "/data/programs/state.json"}) == Path("/data/programs/state.json")


@pytest.mark.parametrize("version", ["0.6.0", "0.6.1.dev1", "0.10", "1"])
def test_one_that_is_no_older_is_ready_and_plays_from_the_next_start_on(version: str, places: Places) -> None:
    assert outcome(places) is None
    send(places, version)
    assert outcome(places) == ""
    take(places, unpack, quiet)
    assert outcome(places) == "ready"
    assert playing(places) == version
    keep(places, quiet)
    assert read(places).kept is not None


@pytest.mark.parametrize("version", ["0.5.9", "0.6.0.dev3", "0.6.dev3", "0", ""])
def test_an_older_one_or_one_of_no_version_is_not_taken(version: str, places: Places) -> None:
    send(places, version)
    take(places, unpack, quiet)
    found = outcome(places)
    assert found == "older"
    assert playing(places) == ""
    assert not [folder for folder in places.programs.iterdir() if folder.is_dir()]
    assert outcome_sentence(found, FILE_NAME) in [outcome_sentence(*each) for each in read(places).news]


def test_a_stick_brings_an_older_one_as_before(places: Places) -> None:
    send(places, "0.5.0")
    (places.files[0] / "tablekeeper-0.5.0.update").write_text("0.5.0")
    take(places, unpack, quiet)
    assert outcome(places) == "older"
    assert playing(places) == "0.5.0"


def test_an_older_one_is_not_taken_though_a_stick_has_brought_its_files(places: Places) -> None:
    """Its files lie there already, unpacked and whole."""
    for version in non_empty(("0.5.0", "0.7.0")):
        (places.files[0] / f"tablekeeper-{version}.update").write_text(version)
    take(places, unpack, quiet)
    send(places, "0.5.0")
    take(places, unpack, quiet)
    assert outcome(places) == "older"
    assert playing(places) == "0.7.0"


def test_what_plays_already_is_said_to(places: Places) -> None:
    send(places, "0.7.0")
    take(places, unpack, quiet)
    choose(places, quiet)
    keep(places, quiet)
    os.utime(places.page / PAGE_FILE)
    take(places, unpack, quiet)
    assert outcome(places) == "same"
    assert playing(places) == "0.7.0"


def test_a_forged_one_is_looked_at_once_and_leaves_nothing(places: Places) -> None:
    lines: list[str] = []
    send(places, "forged")
    for _ in range(3):
        take(places, unpack, lines.append)
    assert lines == [f"{FILE_NAME} is not taken: it is not signed with the key of this card."]
    assert outcome(places) == "not-signed"
    assert not [folder for folder in places.programs.iterdir() if folder.is_dir()]
    assert [(news, FILE_NAME) for news, _ in read(places).news] == [("not-signed", FILE_NAME)]


def test_another_file_is_another_matter(places: Places) -> None:
    send(places, "forged")
    take(places, unpack, quiet)
    send(places, "0.7.0")
    assert outcome(places) == ""
    take(places, unpack, quiet)
    assert outcome(places) == "ready"


def test_forged_ones_without_end_do_not_fill_what_the_card_keeps_of_files(places: Places) -> None:
    sizes = set()
    for number in range(20):
        file = send(places, "forged")
        os.utime(file, ns=(10**18 + number, 10**18 + number))
        take(places, unpack, quiet)
        sizes.add((places.programs / programs.STATE).stat().st_size)
    assert len(sizes) == 1


def test_a_card_without_room_says_so(places: Places) -> None:
    def full(_: FileIO, __: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    send(places, "0.7.0")
    take(places, full, quiet)
    assert outcome(places) == "no-room"
    assert playing(places) == ""


STEPS = ("fsync", "sync", "replace", "rename", "mkdir", "symlink", "unlink")


def test_whenever_the_power_goes_the_file_is_looked_at_and_its_outcome_is_known(tmp_path: Path) -> None:
    """Before and after each step on the disk, from the look to its second start."""
    seen = set()
    for last in range(200):
        places, cut = card(tmp_path / str(last)), PowerCut(last)
        send(places, "0.7.0")
        with cut.among(STEPS):
            take(places, unpack, quiet)
            choose(places, quiet)
            keep(places, quiet)
        places.used.unlink(missing_ok=True)  # it is in memory
        seen.add(playing(places))
        keep(places, quiet)
        take(places, unpack, quiet)
        assert outcome(places) in ("ready", "same")
        assert playing(places) == "0.7.0", f"after step {last}, it is never played with"
        if not cut.came:
            break
    assert not cut.came
    assert last > 8
    assert seen == {"", "0.7.0"}


def test_without_a_version_in_use_nothing_is_newer(places: Places) -> None:
    shutil.rmtree(places.own / "lib")
    send(places, "0.7.0")
    take(places, unpack, quiet)
    assert outcome(places) == "older"


# What a table that was taken over puts into its folder


def link_to_one(file: Path) -> None:
    other = file.with_name("other")
    other.write_text("0.7.0")
    file.symlink_to(other)


def link_to_nothing(file: Path) -> None:
    file.symlink_to("/nowhere")


def link_to_a_device(file: Path) -> None:
    file.symlink_to("/dev/zero")


@pytest.mark.parametrize(
    "make", [link_to_one, link_to_nothing, link_to_a_device, Path.mkdir, os.mkfifo], ids=lambda made: made.__name__
)
def test_what_is_no_file_is_not_read(make: Callable[[Path], None], places: Places) -> None:
    make(places.page / PAGE_FILE)
    take(places, unpack, quiet)
    assert outcome(places) == "no-file"
    assert playing(places) == ""


def test_a_file_that_becomes_a_link_or_a_pipe_between_two_looks_is_not_read(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening = os.open
    makers: tuple[Callable[[Path], None], ...] = (link_to_one, os.mkfifo)
    for make in non_empty(makers):
        file = send(places, "0.7.0")
        with monkeypatch.context() as patched:
            patched.setattr(os, "open", partial(swapping, opening, file, make))
            take(places, unpack, quiet)
        assert playing(places) == ""
        file.unlink()


def swapping(opening: Callable[..., int], file: Path, make: Callable[[Path], None], path: Path, flags: int) -> int:
    """Open a file; this one has become something else at that moment."""
    if path == file:
        file.unlink()
        make(file)
    return opening(path, flags)


def test_no_file_is_as_large_as_it_says(places: Places) -> None:
    with (places.page / PAGE_FILE).open("wb") as file:
        file.truncate(programs.LARGEST + 1)
    take(places, unpack, quiet)
    assert outcome(places) == "too-large"


def test_a_folder_that_is_no_folder_hides_no_stick(places: Places) -> None:
    places.page.rmdir()
    places.page.write_text("no folder")
    (places.files[0] / "tablekeeper-2.update").write_text("0.7.0")
    take(places, unpack, quiet)
    assert playing(places) == "0.7.0"


# The real signatures


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], bytes]:
    """Makes a signed file of a version, by the card's key (`ours`) or another one."""
    place = tmp_path_factory.mktemp("keys")
    for name in non_empty(("ours", "other")):
        subprocess.run([SIGNIFY, "-G", "-n", "-p", place / f"{name}.pub", "-s", place / f"{name}.sec"], check=True)

    def make(version: str, key: str) -> bytes:
        program = place / version
        if not program.exists():
            program.mkdir()
            fill(program, version, version)
        subprocess.run(["tar", "-czf", place / "in.tgz", "-C", program, "."], check=True)
        made = place / "made"
        made.unlink(missing_ok=True)
        signing = (SIGNIFY, "-Sz", "-s", f"{place}/{key}.sec", "-m", f"{place}/in.tgz", "-x", str(made))
        subprocess.run(signing, check=True)
        return made.read_bytes()

    shutil.copy(place / "ours.pub", place.parent / "updates.pub")
    return make


def by_key(tmp_path_factory: pytest.TempPathFactory) -> Callable[[FileIO, Path], None]:
    return partial(programs.unpack_signed, key=tmp_path_factory.getbasetemp() / "updates.pub")


@needs_signify
def test_the_card_takes_what_its_own_key_has_signed_and_nothing_else(
    places: Places, signed: Callable[[str, str], bytes], tmp_path_factory: pytest.TempPathFactory
) -> None:
    good = signed("0.7.0", "ours")
    for content, wanted in non_empty(
        (
            (good[: len(good) // 2], "not-signed"),
            (b"no program at all", "not-signed"),
            (signed("0.7.0", "other"), "not-signed"),
            (signed("0.5.0", "ours"), "older"),
            (good, "ready"),
        )
    ):
        (places.page / PAGE_FILE).write_bytes(content)
        take(places, by_key(tmp_path_factory), quiet)
        assert outcome(places) == wanted
    assert playing(places) == "0.7.0"


@needs_signify
def test_what_takes_the_files_place_after_the_look_is_not_unpacked(
    places: Places, signed: Callable[[str, str], bytes], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Another file, signed as well, comes by that name once the first one is open."""
    checked = by_key(tmp_path_factory)
    file = places.page / PAGE_FILE
    file.write_bytes(signed("0.7.0", "ours"))
    other = places.page / "other"
    other.write_bytes(signed("0.8.0", "ours"))

    def swapping(opened: FileIO, folder: Path) -> None:
        other.replace(file)
        checked(opened, folder)

    take(places, swapping, quiet)
    assert playing(places) == "0.7.0"
    assert outcome(places) == ""
    take(places, checked, quiet)
    assert outcome(places) == "ready"
    assert playing(places) == "0.8.0"


@needs_signify
def test_an_open_file_that_is_written_over_brings_no_unsigned_and_no_older_one(
    places: Places, signed: Callable[[str, str], bytes], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The table may keep its own descriptor: what is checked is what is unpacked, block by block."""
    checked = by_key(tmp_path_factory)
    file = places.page / PAGE_FILE
    for content, wanted in non_empty(((signed("0.7.0", "other"), "not-signed"), (signed("0.5.0", "ours"), "older"))):
        file.write_bytes(signed("0.7.0", "ours"))

        def overwriting(opened: FileIO, folder: Path, content: bytes = content) -> None:
            file.write_bytes(content)
            checked(opened, folder)

        take(places, overwriting, quiet)
        assert read(places).page[1] == wanted
        assert playing(places) == ""
