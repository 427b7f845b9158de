"""From a record to the presses that declare it on a fresh device, from power-on."""

from __future__ import annotations

from collections.abc import Iterator

from device.contract.keycodes import find
from device.session.prompts import Memory, MenuView, PlayView, question
from device.session.replay import ReplayStep, replay_record
from device.session.rows import JournalRow, RowKind
from device.session.session import Stage, Step, step
from device.session.setup import Roster
from values.named_tuple import NamedTuple

ACCEPT = step(Step.ACCEPT)


def presses(data: bytes, roster: Roster = ()) -> Iterator[str]:
    """Lines for a key script. Raises RecordRefused before the first if the record is not legal."""
    return (press for group in key_groups(data, roster) for press in group.presses)


class KeyGroup(NamedTuple):
    """The presses of one declaration, or of one step of the table, and the rows that come of it."""

    presses: tuple[str, ...]
    rows: tuple[JournalRow, ...]


def key_groups(
    data: bytes, roster: Roster = (), *, fresh: bool = True, order: tuple[str, ...] = ()
) -> Iterator[KeyGroup]:
    """The same, step by step: each can be undone by one hold of A. A device that is not `fresh` remembers games.

    `order` has the words of all games in the order in which they came to the device; without it, the usual one counts.
    """
    memory = Memory(games=order)
    steps = replay_record(data, roster, fresh=fresh)
    return (KeyGroup(tuple(_presses(told, roster, memory)), told.rows) for told in steps)


def commented(data: bytes, roster: Roster = (), order: tuple[str, ...] = ()) -> Iterator[str]:
    """Lines for a key script: each group of presses ends with a comment, which has the line or step that they give.

    Raises RecordRefused before the first if the record is not legal.
    """
    groups = key_groups(data, roster, order=order)
    return (line for group in groups for line in _group_lines(group))


def _group_lines(group: KeyGroup) -> Iterator[str]:
    *others, last = group.presses
    yield from others
    yield f"{last:<6}  # {_given(group.rows)}"


def _given(rows: tuple[JournalRow, ...]) -> str:
    """What presses give: a line of the record or a step of the table, then what follows from it by itself."""
    first, *forced = rows
    given = f"step of the table: {first.text}" if first.kind is RowKind.TABLE else first.text
    return " / then ".join((given, *(row.text for row in forced)))


def _presses(told: ReplayStep, roster: Roster, memory: Memory) -> list[str]:
    """The presses for one step: by the question itself, else by the menu."""
    if told.session.stage is Stage.SUMMARY and told.says == ACCEPT:
        return ["hold C"]
    keys = find(question(told.session, PlayView(), roster, memory).level, told.says)
    if keys is not None:
        return list(keys)
    keys = find(question(told.session, MenuView(), roster, memory).level, told.says)
    if keys is None:
        raise LookupError(f"no code for {told.says}")
    return ["hold D", *keys]
