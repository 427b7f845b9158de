"""Really dealt games at tables that make mistakes, notice them later, and correct them, all by keys."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import NamedTuple

from device.contract.keycodes import keys_for
from device.session import record as records
from device.session.correction import Consequences
from device.session.edits import Edit, EditKind
from device.session.line_choice import EditAt, ask_again_view, misfit_choices
from device.session.past import Past
from device.session.prompts import MenuCell, MenuView, PlayView, question
from device.session.rows import JournalRow, RowKind
from device.session.session import Session, Step, step_row
from tests.session.mistakes import Game, Mistaken, Table, game
from tests.table.correcting_keys import again, pointing

MAX_MISTAKES = 3
PLAYED_ON = 25
"""The maximum number of declarations before a mistake is noticed."""
LOOKED_AT = "wait 60"
"""Waits until the result of a correction is on any panel: before that, nobody can answer it."""
LAST = 3
"""The number of declarations after all corrections."""


class KeyStep(NamedTuple):
    """The presses for one action of a table, and the rows that count after it."""

    presses: tuple[str, ...]
    rows: tuple[JournalRow, ...]


class CorrectedGame(NamedTuple):
    """A game whose journal begins with `begun` and continues by `steps`; `right` is the same game without mistakes.

    `declared` says that something was declared after all corrections.
    """

    begun: tuple[JournalRow, ...]
    steps: tuple[KeyStep, ...]
    right: Past
    declared: bool


class _Mistake(NamedTuple):
    """A mistake to correct: the kind of the edit, the row now at its place, and the row to put there."""

    kind: EditKind
    row: JournalRow
    right: JournalRow | None


def corrected_game(game_id: str, seed: int) -> CorrectedGame | None:
    """A dealt game with any number of players and random options.

    None if its mistakes are noticed at once, or can't be corrected one by one.
    """
    chance = random.Random(seed)
    found = game(game_id, seed)
    plan = _Plan(found, chance)
    for number in range(1 + chance.randrange(MAX_MISTAKES)):
        plan.err()
        plan.play_on(chance.randrange(PLAYED_ON))
        if number and chance.random() < 0.5:
            plan.correct()
    while plan.mistakes:
        if not plan.correct():
            return None
    if not plan.corrected:
        return None
    done = plan.mistaken.next
    plan.play_on(LAST)
    right = Table(found.header)
    for declaration in found.given[: plan.mistaken.next]:
        right.declare(declaration)
    right.accept()
    return CorrectedGame(plan.begun, tuple(plan.steps), right.past, plan.mistaken.next > done)


class _Plan:
    """Plays a game with mistakes by the rules, and records the keys."""

    def __init__(self, found: Game, chance: random.Random) -> None:
        self.mistaken = Mistaken(found, chance.randrange(len(found.given)), chance)
        self.mistakes: list[_Mistake] = []
        self.steps: list[KeyStep] = []
        self.corrected = 0
        self._chance = chance
        self._table = self.mistaken.table
        self._past = self._table.past
        self._table.accept()
        self.begun = tuple(self._past.rows)
        self._pressed = len(self.begun)

    def err(self) -> None:
        """Make a mistake, if there is one that the rules do not notice at once."""
        self.mistaken.edits.clear()
        if self.mistaken.more and self.mistaken.err():
            self._press_rows()
            rows = self._past.rows
            self.mistakes += (_Mistake(edit.kind, rows[edit.row_number - 1], edit.row) for edit in self.mistaken.edits)

    def play_on(self, most: int) -> None:
        """Make up to `most` right declarations, as long as the rules accept them."""
        self.mistaken.play_on(most)
        self._table.accept()
        self._press_rows()

    def correct(self) -> bool:
        """Correct one of the mistakes, or all of them. Returns False if neither is possible."""
        self._chance.shuffle(self.mistakes)
        if not (self.mistakes and all(map(self._place, self.mistakes))):
            return False
        in_order = sorted(self.mistakes, key=self._place)
        done = any(self._try([one]) for one in self.mistakes) or self._try(in_order)
        self._table.accept()
        self._press_rows()
        return done

    def _try(self, chosen: list[_Mistake]) -> bool:
        """Correct the first mistake, and each other one that becomes a misfit. Go back if another line does not fit."""
        edits = [self._edit(chosen[0])]
        answer = self._answer(chosen[0], None)
        if answer is None:
            return False
        presses = [*pointing(self._past, None, self._at(chosen[0])), *answer]
        judged = self._past.judge(edits)
        for other in chosen[1:]:
            at = self._at(other)
            way = next((choice for choice in misfit_choices(judged) if choice.meaning == at), None)
            answer = None if way is None else self._answer(other, judged)
            if way is None or answer is None:
                break
            presses += [LOOKED_AT, "ABC"[way.slot], *answer]
            edits.append(self._edit(other))
            judged = self._past.judge(edits)
        if judged.misfit is not None or len(edits) != len(chosen):
            # From the consequences of each line to its question, if any; then to the lines, the details and the game.
            back = 2 + sum(1 if edit.kind is EditKind.REMOVE else 2 for edit in edits)
            self._step([*presses, *["hold A"] * back])
            return False
        self._make(judged, presses)
        self.mistakes = [self._followed(one, chosen) for one in self.mistakes if one not in chosen]
        return True

    def _make(self, judged: Consequences, presses: list[str]) -> None:
        """Make a correction, and sometimes undo and redo it."""
        before = tuple(self._past.rows)
        self._past.correct(judged)
        self.corrected += 1
        self._step([*presses, "hold C", LOOKED_AT])
        if self._chance.random() < 0.3:
            self.steps.append(KeyStep(("hold A",), before))
            self._step(["hold D", *MenuCell.REDO.name])
        self._pressed = len(self._past.rows)

    def _answer(self, mistake: _Mistake, judged: Consequences | None) -> list[str] | None:
        """The presses from a chosen line to the page of consequences.

        None if they are not possible yet, because something before must be corrected first.
        """
        if mistake.right is None:
            return []
        at = self._at(mistake)
        session = self._past.sessions[at.row_number - 1] if judged is None else judged.session_after
        return again(ask_again_view(at, session, ""), mistake.right.text)

    def _followed(self, mistake: _Mistake, corrected: Iterable[_Mistake]) -> _Mistake:
        """The same mistake, updated if the row before which a line is missing was changed by a correction."""
        for one in corrected:
            if one.kind is EditKind.CHANGE and one.row is mistake.row and one.right is not None:
                return mistake._replace(row=one.right)
        return mistake

    def _place(self, mistake: _Mistake) -> int:
        """The number of its row, from 1; 0 if that is now a forced one."""
        return 1 + next((at for at, row in enumerate(self._past.rows) if row is mistake.row), -1)

    def _at(self, mistake: _Mistake) -> EditAt:
        return EditAt(mistake.kind, self._place(mistake))

    def _edit(self, mistake: _Mistake) -> Edit:
        return Edit(mistake.kind, self._place(mistake), mistake.right)

    def _press_rows(self) -> None:
        """Add the keys of the new rows."""
        past = self._past
        for at in range(self._pressed, len(past.rows)):
            row, session = past.rows[at], past.sessions[at]
            if row.kind is RowKind.FORCED:
                continue
            after = at + 1
            while after < len(past.rows) and past.rows[after].kind is RowKind.FORCED:
                after += 1
            self.steps.append(KeyStep(tuple(keys_of(session, row)), tuple(past.rows[:after])))
        self._pressed = len(past.rows)

    def _step(self, presses: Iterable[str]) -> None:
        self.steps.append(KeyStep(tuple(presses), tuple(self._past.rows)))


def keys_of(session: Session, row: JournalRow) -> list[str]:
    """The presses for a row at its own moment: by the question, or by the menu."""
    if row == step_row(Step.ACCEPT):
        return ["hold C"]
    means = row if row.kind is RowKind.TABLE else records.read_declaration(session.record, records.split(row.text))
    codes = keys_for(question(session, PlayView(), ()).level, means)
    if codes is not None:
        return list(codes)
    codes = keys_for(question(session, MenuView(), ()).level, means)
    assert codes is not None
    return ["hold D", *codes]
