"""What director, courier and table tell each other: whatever can't be in it is refused in a sentence."""

from __future__ import annotations

import json

import pytest

from device.outbox.codec import VERSION, UnreadableMessage, decode, encode
from device.outbox.director import MAX_PLACES, MAX_WORDS_LENGTH, DirectorWords, NextSeating, SeatPlace

WORDS = {"is": "words", "number": 1, "phrase": "", "written": "Cake is served."}
SEATING = {"is": "seating", "number": 1, "table": 4, "places": [["Ann", 2]]}
REPORT = {"is": "table", "called": False, "words": 0, "seating": 0}
STANDING = {
    "is": "standing",
    "box": "red",
    "connected": True,
    "lacking": 0,
    "joining": [1, "joined"],
    "doubts": ["behind"],
}
WISHES = REPORT | {"is": "wishes", "join": [1, "hub.local", "12345678"]}


@pytest.mark.parametrize("whole", [WORDS, SEATING, REPORT, STANDING, WISHES])
def test_the_messages_that_are_spoilt_below_are_some(whole: dict[str, object]) -> None:
    message = decode(json.dumps({"v": VERSION} | whole).encode())
    assert json.loads(encode(message)) == {"v": VERSION} | whole


@pytest.mark.parametrize(
    ("whole", "change"),
    [
        (WORDS, {"number": -1}),
        (WORDS, {"number": True}),
        (WORDS, {"phrase": "five minutes"}),
        (WORDS, {"phrase": ["five-minutes"]}),
        (WORDS, {"phrase": "five-minutes"}),
        (WORDS, {"written": "x" * (MAX_WORDS_LENGTH + 1)}),
        (WORDS, {"written": "two\nlines"}),
        (WORDS, {"written": " "}),
        (WORDS, {"written": "\u202eback"}),
        (WORDS, {"written": "half \ud800"}),
        (WORDS, {"written": None}),
        (SEATING, {"table": 1.5}),
        (SEATING, {"places": [["Ann", 2]] * (MAX_PLACES + 1)}),
        (SEATING, {"places": [["Ann"]]}),
        (SEATING, {"places": [["", 2]]}),
        (SEATING, {"places": [["x" * 41, 2]]}),
        (SEATING, {"places": [["Ann", -2]]}),
        (SEATING, {"places": {"Ann": 2}}),
        (REPORT, {"called": 1}),
        (REPORT, {"words": 2**60}),
        (STANDING, {"box": "Red!"}),
        (STANDING, {"box": None}),
        (STANDING, {"connected": "yes"}),
        (STANDING, {"lacking": -1}),
        (STANDING, {"joining": [1, "perhaps"]}),
        (STANDING, {"joining": [1]}),
        (STANDING, {"doubts": ["behind", "behind"]}),
        (STANDING, {"doubts": ["lost"]}),
        (STANDING, {"doubts": "behind"}),
        (WISHES, {"join": [1, "hub.local", "1234567"]}),
        (WISHES, {"join": [1, "hub.local", "٣٤٥٦٧٨٩٠"]}),
        (WISHES, {"join": [1, "hub\nlocal", "12345678"]}),
        (WISHES, {"join": [1, "hub.local", 12345678]}),
    ],
)
def test_values_that_can_not_be_are_refused(whole: dict[str, object], change: dict[str, object]) -> None:
    with pytest.raises(UnreadableMessage, match=r"\.$"):
        decode(json.dumps({"v": VERSION} | whole | change).encode())


def test_the_longest_that_a_courier_tells_its_table_is_not_compressed_and_short() -> None:
    longest = 2**53
    words = encode(DirectorWords(longest, written="\U0001f0a1" * MAX_WORDS_LENGTH), compressed=False)
    places = (SeatPlace("\U0001f0a1" * 40, longest),) * MAX_PLACES
    seating = encode(NextSeating(longest, longest, places), compressed=False)
    assert words[:1] == seating[:1] == b"{"
    assert max(len(words), len(seating)) <= 4096
