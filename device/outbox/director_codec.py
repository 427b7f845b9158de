"""What a director, a courier and a table tell each other (`device.outbox.director`), as the fields of messages."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, TypeVar

from device.outbox.director import (
    LONGEST_PLACE,
    LONGEST_WORDS,
    MOST_PLACES,
    ClubDoubt,
    ClubStanding,
    DirectorPhrase,
    DirectorWords,
    JoinAnswer,
    JoinOutcome,
    JoinWish,
    NextSeating,
    SeatPlace,
    TableReport,
    TableWishes,
)
from device.outbox.fields import flag, is_whole, items, line, matches, number, refuse_field
from device.session.club_digits import DIGITS

MOST = 2**53
"""Numbers of messages, tables, games and attempts are at most that."""

LONGEST_HUB = 200
"""Characters of where a hub is."""

_BOX = re.compile(r"[a-z0-9][a-z0-9-]{0,31}|")
_DIGITS = re.compile(rf"[0-9]{{{DIGITS}}}")
_E = TypeVar("_E", bound=Enum)


def _words_written(one: DirectorWords) -> dict[str, Any]:
    phrase = "" if one.phrase is None else one.phrase.value
    return {"is": "words", "number": one.number, "phrase": phrase, "written": one.written}


def _seating_written(one: NextSeating) -> dict[str, Any]:
    places = [[place.name, place.table] for place in one.places]
    return {"is": "seating", "number": one.number, "table": one.table, "places": places}


def _report_written(one: TableReport) -> dict[str, Any]:
    return {"is": "table", "called": one.called, "words": one.words, "seating": one.seating}


def _standing_written(one: ClubStanding) -> dict[str, Any]:
    joining = None if one.joining is None else [one.joining.attempt, one.joining.outcome.value]
    return {
        "is": "standing", "box": one.box, "connected": one.connected, "lacking": one.lacking, "joining": joining,
        "doubts": [doubt.value for doubt in one.doubts],
    }  # fmt: skip


def _wishes_written(one: TableWishes) -> dict[str, Any]:
    join = None if one.join is None else [one.join.attempt, one.join.hub, one.join.digits]
    return {**_report_written(one.report), "is": "wishes", "join": join}


WRITTEN: Mapping[type, Callable[[Any], dict[str, Any]]] = {
    DirectorWords: _words_written,
    NextSeating: _seating_written,
    TableReport: _report_written,
    ClubStanding: _standing_written,
    TableWishes: _wishes_written,
}
"""What makes the fields of each kind of message."""


def _words(found: dict[str, Any]) -> DirectorWords:
    named = found.get("phrase")
    phrase = None if named == "" else _one_of(DirectorPhrase, named, "phrase")
    written = line(found.get("written"), "written", LONGEST_WORDS)
    if phrase is not None and written:
        refuse_field("written")
    return DirectorWords(number(found, "number", MOST), phrase, written)


def _seating(found: dict[str, Any]) -> NextSeating:
    places = tuple(map(_place, items(found, "places", MOST_PLACES)))
    return NextSeating(number(found, "number", MOST), number(found, "table", MOST), places)


def _place(found: object) -> SeatPlace:
    if not (isinstance(found, list) and len(found) == 2 and is_whole(found[1], MOST)):
        refuse_field("places")
    name = line(found[0], "places", LONGEST_PLACE)
    return SeatPlace(name, found[1]) if name else refuse_field("places")


def _report(found: dict[str, Any]) -> TableReport:
    return TableReport(flag(found, "called"), number(found, "words", MOST), number(found, "seating", MOST))


def _standing(found: dict[str, Any]) -> ClubStanding:
    box = found.get("box")
    if not isinstance(box, str) or not matches(_BOX, box):
        refuse_field("box")
    joining = _answer(found.get("joining"))
    return ClubStanding(box, flag(found, "connected"), number(found, "lacking", MOST), joining, _doubts(found))


def _doubts(found: dict[str, Any]) -> tuple[ClubDoubt, ...]:
    """Those that are named; couriers of earlier programs name none."""
    named = items(found, "doubts", len(ClubDoubt)) if "doubts" in found else []
    doubts = tuple(_one_of(ClubDoubt, one, "doubts") for one in named)
    return doubts if len(set(doubts)) == len(doubts) else refuse_field("doubts")


def _answer(found: object) -> JoinAnswer | None:
    if found is None:
        return None
    if not (isinstance(found, list) and len(found) == 2 and is_whole(found[0], MOST)):
        refuse_field("joining")
    return JoinAnswer(found[0], _one_of(JoinOutcome, found[1], "joining"))


def _wishes(found: dict[str, Any]) -> TableWishes:
    return TableWishes(_report(found), _wish(found.get("join")))


def _wish(found: object) -> JoinWish | None:
    if found is None:
        return None
    if not (isinstance(found, list) and len(found) == 3 and is_whole(found[0], MOST) and matches(_DIGITS, found[2])):
        refuse_field("join")
    return JoinWish(found[0], line(found[1], "join", LONGEST_HUB), found[2])


def _one_of(kind: type[_E], value: object, name: str) -> _E:
    for one in kind:
        if one.value == value:
            return one
    refuse_field(name)


READ: Mapping[
    str, Callable[[dict[str, Any]], DirectorWords | NextSeating | TableReport | ClubStanding | TableWishes]
] = {
    "words": _words,
    "seating": _seating,
    "table": _report,
    "standing": _standing,
    "wishes": _wishes,
}
"""What reads each kind of message, by what it is."""
