"""Generates the key presses that declare a record on a fresh device, from power-on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from device.contract.keycodes import keys_for
from device.session.prompts import MenuView, PlayView, TableFacts, question
from device.session.replay import ReplayStep, replay_record
from device.session.rows import JournalRow, RowKind
from device.session.session import Stage, Step, step_row
from device.session.setup_prompts import Roster
from values.named_tuple import NamedTuple

ACCEPT_ROW = step_row(Step.ACCEPT)


def key_script(record_bytes: bytes, roster: Roster = ()) -> Iterator[str]:
    """Yield the lines of a key script. Raises RecordRefused before the first line if the record is not legal."""
    return (press for group in key_groups(record_bytes, roster) for press in group.presses)


class KeyGroup(NamedTuple):
    """The presses of one declaration, or of one step of the table, and the rows that they produce."""

    presses: tuple[str, ...]
    rows: tuple[JournalRow, ...]


def key_groups(
    record_bytes: bytes, roster: Roster = (), *, is_new_table: bool = True, game_ids: tuple[str, ...] = ()
) -> Iterator[KeyGroup]:
    """Yield the presses step by step. Each step can be undone by one hold of A.

    Unless it is a new table, it remembers games. `game_ids` are those of all games in the order in which they were
    installed. Without them, the usual order is used.
    """
    facts = TableFacts(game_ids=game_ids)
    steps = replay_record(record_bytes, roster, is_new_table=is_new_table)
    return (KeyGroup(tuple(_step_presses(step, roster, facts)), step.rows) for step in steps)


def commented_script(record_bytes: bytes, roster: Roster = (), game_ids: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the lines of a key script. Each group of presses ends with a comment: the line or step that it gives.

    Raises RecordRefused before the first if the record is not legal.
    """
    return _commented_lines(key_groups(record_bytes, roster, game_ids=game_ids))


def _commented_lines(groups: Iterable[KeyGroup]) -> Iterator[str]:
    for (*first_presses, last_press), rows in groups:
        yield from first_presses
        first_row, *forced_rows = rows
        comment = f"step of the table: {first_row.text}" if first_row.kind is RowKind.TABLE else first_row.text
        yield f"{last_press:<6}  # {' / then '.join((comment, *(row.text for row in forced_rows)))}"


def _step_presses(step: ReplayStep, roster: Roster, facts: TableFacts) -> list[str]:
    """The presses for one step: answers to the question if possible, else by way of the menu."""
    if step.session_before.stage is Stage.SUMMARY and step.meaning == ACCEPT_ROW:
        return ["hold C"]
    keys = keys_for(question(step.session_before, PlayView(), roster, facts).level, step.meaning)
    if keys is not None:
        return list(keys)
    keys = keys_for(question(step.session_before, MenuView(), roster, facts).level, step.meaning)
    if keys is None:
        raise LookupError(f"no code for {step.meaning}")
    return ["hold D", *keys]
