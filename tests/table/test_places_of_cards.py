"""Places at which people point stay where they are while an answer of several parts is chosen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from display.languages import language
from display.words import text
from hal.table.table import Event, WordsTyped
from tests.non_empty import non_empty
from tests.table.answered_tables import AnsweredTable, after

TYPED = ("3", "Ann", "Bo", "Cy", "play", "Ann")


@pytest.mark.parametrize("code", ["en", "fr"])
@pytest.mark.parametrize("kind", ["phat-black", "what-black", "impression-5.7", "impression-7.3"])
def test_cards_stay_in_their_places_once_one_is_chosen(kind: str, code: str, tmp_path: Path) -> None:
    """The 9 lay 22 pixels lower after the 5: “who has each card” had taken two lines."""
    spoken = language(code)
    seen: list[dict[str, object]] = []

    def answers(table: AnsweredTable) -> Iterator[Event]:
        yield WordsTyped(spoken.say(text("No Thanks!")))
        yield from (WordsTyped(spoken.say(text("play")) if words == "play" else words) for words in TYPED)
        for card in ("5", "9"):
            yield from after("hold D", "hold A")
            seen.append({spot.label: spot.rect_pixels for spot in table.spots if spot.label.isdecimal()})
            yield WordsTyped(card)

    AnsweredTable(tmp_path, answers, language=spoken, kind=kind)
    first, second = seen
    for label, area in non_empty(second.items()):
        assert area == first[label]
