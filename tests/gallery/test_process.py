"""The gallery's own process: begun when it is needed, begun anew when it is gone, ended with the table."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from threading import Thread

import pytest

from device.gallery.process import GalleryProcess, make_file
from device.games import ids

PANEL, LANGUAGE = "phat-red", "en"
ASKED = (PANEL, LANGUAGE, "a.png")

# Each says for which time it answers, and to how many it does so before it is gone.
SERVER = """
import json, struct, sys
for time in range(1, {times} + 1):
    path = json.loads(sys.stdin.buffer.read(*struct.unpack("!i", sys.stdin.buffer.read(4))))[2]
    found = b"" if path == "none.png" else f"{{time}} {{path}}".encode()
    sys.stdout.buffer.write(struct.pack("!i", len(found) or -1) + found)
    sys.stdout.buffer.flush()
{then}
"""


@pytest.fixture
def process() -> Iterator[Callable[..., GalleryProcess]]:
    begun: list[GalleryProcess] = []

    def begin(times: int, then: str = "") -> GalleryProcess:
        script = SERVER.format(times=times, then=then)
        begun.append(GalleryProcess((sys.executable, "-I", "-S", "-c", script)))
        return begun[-1]

    yield begin
    for one in begun:
        one.close()
        assert one.request_file(*ASKED) is None


def test_one_process_answers_all_that_is_asked(process: Callable[..., GalleryProcess]) -> None:
    asking = process(3)
    assert asking.request_file(*ASKED) == b"1 a.png"
    assert asking.request_file(PANEL, LANGUAGE, "none.png") is None
    assert asking.request_file(*ASKED) == b"3 a.png"


def test_one_that_is_gone_is_begun_anew(process: Callable[..., GalleryProcess]) -> None:
    """It leaves when it was idle for long, or when memory ran out."""
    asking = process(1)
    assert [asking.request_file(*ASKED) for _ in range(2)] == [b"1 a.png"] * 2


def test_one_that_cannot_answer_is_given_up(process: Callable[..., GalleryProcess]) -> None:
    assert process(0).request_file(*ASKED) is None
    assert GalleryProcess(("no such program",)).request_file(*ASKED) is None


def test_whoever_waits_is_answered_when_the_table_ends(process: Callable[..., GalleryProcess]) -> None:
    asking = process(1, then="sys.stdin.buffer.read()")
    asking.request_file(*ASKED)
    found: list[bytes | None] = [b"nothing yet"]
    waiting = Thread(target=lambda: found.append(asking.request_file(*ASKED)))
    waiting.start()
    asking.close()
    waiting.join(60)
    assert found == [b"nothing yet", None]


def test_what_is_not_in_the_gallery_is_not_there() -> None:
    for path in ("../pyproject.toml", "phat-red/en/chess/question.png"):
        assert make_file(PANEL, LANGUAGE, path) is None


def test_an_index_is_that_of_one_game() -> None:
    game = ids()[-1]
    found = make_file(PANEL, "fr", "", game)
    assert found is not None
    assert f'src="phat-red/fr/{game}/question.png"'.encode() in found
    assert not any(f"/{other}/".encode() in found for other in ids() if other != game)
    assert all(f'<option value="{each}"'.encode() in found for each in ids())
