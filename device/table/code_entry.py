"""Half-typed codes. Each pod at a seat has a code of its own; the box's keys and all other pods share one.

A pod at a seat speaks for that seat. If a level asks who, any key of the pod answers with its seat. If others are
asked, its keys are refused.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import FunctionType

from device.contract.declarations import BegunAnswers
from device.contract.keycodes import (
    Choice,
    CompleteCode,
    InvalidCode,
    Level,
    Offer,
    PartialCode,
    barred_reason,
    parse_keys,
)
from device.contract.prompt import Prompt
from device.contract.setup import Seat
from device.session.prompts import Meaning
from display.words import Label, Text, text
from values.named_tuple import NamedTuple


class BarredCell(NamedTuple):
    """The chosen cell can't be chosen now. The sentence says why."""

    sentence: Text


class SeatNotAsked(NamedTuple):
    """The player in this pod's seat is not asked now."""

    seat: Seat


class _Code(NamedTuple):
    """A half-typed code of these keys, and what they mean. `previous` is the code before its last cell, if any."""

    typed: str
    partial_code: PartialCode[Meaning]
    previous: _Code | None

    @property
    def whole_cells(self) -> _Code | None:
        """The code without trailing keys that do not make a cell yet; None if nothing else is left."""
        return self.previous if self.partial_code.remaining_keys else self

    @property
    def without_last_input(self) -> _Code | None:
        """The code without the last input: keys that do not make a cell yet, else the last cell.

        A cell of a block is deleted together with the cell that opened the block: both are one number.
        """
        is_whole = not self.partial_code.remaining_keys and not self.partial_code.level.is_number_block
        return _before_block(self.previous) if is_whole else self.previous


def _before_block(code: _Code | None) -> _Code | None:
    """The code without the cell that opened a block, if its next key would choose in one."""
    while code is not None and code.partial_code.level.is_number_block:
        code = code.previous
    return code


KeyMeaning = CompleteCode[Meaning] | PartialCode[Meaning] | InvalidCode[Meaning] | BarredCell | SeatNotAsked
SeatOf = Callable[[str], Seat | None]
"""Returns the seat that a source speaks for; None if it speaks for everybody, like the box's own keys."""


class CodeEntry:
    """The codes typed so far in answer to one question."""

    def __init__(self, prompt: Prompt[Meaning], seat_of: SeatOf) -> None:
        self.prompt = prompt
        """The question."""
        self._seat_of = seat_of
        self._codes: dict[str, _Code] = {}
        self._codes_aside: dict[str, _Code] | None = None
        self._prepared_keys: dict[Seat, str] = {}
        self.reusable_part: Offer[str] | None = None
        """The part of the last refused answer that need not be typed again."""
        self._last_source = ""

    def typed_keys(self, source: str) -> str:
        """The keys that a source has typed so far."""
        code = self._codes.get(self._code_source(source))
        return "" if code is None else code.typed

    def is_common(self, source: str) -> bool:
        """Whether a source types the code that all see, as the box's own keys do."""
        return self._code_source(source) == ""

    def question(self, source: str) -> Text:
        """The question that a source answers: for a seat that may answer before it is asked, what that seat types."""
        prompt, seat, partial_code = self.prompt, self._seat_of(source), self.partial_code(source)
        if prompt.player_level is None or seat is None or seat in prompt.asked or partial_code is None:
            return prompt.question
        choice = _choice_of_seat(prompt.player_level, seat)
        assert choice is not None
        return text("{player}: {what}", player=choice.label, what=partial_code.level.title)

    def partial_code(self, source: str) -> PartialCode[Meaning] | None:
        """The level in which a source's next key chooses, and the keys typed in it so far.

        None if the source is not asked, or if any key answers: a pod at a seat that is asked who.
        """
        partial_code = self._reached_code(source)
        return None if partial_code is None or self._answers_who(source, partial_code) else partial_code

    def seat_answer(self, source: str) -> Label | None:
        """The label of the seat's own cell, if any key of this pod answers with it; else None."""
        partial_code, seat = self._reached_code(source), self._seat_of(source)
        if partial_code is None or seat is None or not self._answers_who(source, partial_code):
            return None
        seat_choice = _choice_of_seat(partial_code.level, seat)
        return None if seat_choice is None else seat_choice.label

    def _reached_code(self, source: str) -> PartialCode[Meaning] | None:
        """The level and keys of a source's next press; None if it is not asked."""
        code = self._codes.get(self._code_source(source))
        partial_code = self._initial_code(self._seat_of(source)) if code is None else code.partial_code
        return None if isinstance(partial_code, SeatNotAsked) else partial_code

    def _answers_who(self, source: str, partial_code: PartialCode[Meaning]) -> bool:
        return (
            partial_code.level.is_of_players and not partial_code.remaining_keys and self._seat_of(source) is not None
        )

    @property
    def has_code(self) -> bool:
        """Whether there is a half-typed code."""
        return bool(self._codes)

    @property
    def common_keys(self) -> str:
        """The code typed last, if its keys are those of the key map on the panel; else ""."""
        start = self._initial_code(self._seat_of(self._last_source))
        is_shown = isinstance(start, PartialCode) and start.level is self.prompt.level
        return self.typed_keys(self._last_source) if is_shown else ""

    def handle_key(self, source: str, key: str) -> KeyMeaning:
        """Handle a key. A complete code is removed.

        Keys that mean nothing are dropped, but none before them; a refused cell is dropped with its block.
        """
        seat = self._seat_of(source) if source else None
        source = self._last_source = "" if seat is None else source
        code = self._codes.get(source)
        partial_code = self._initial_code(seat) if code is None else code.partial_code
        meaning: KeyMeaning = partial_code
        if isinstance(partial_code, PartialCode):
            meaning = _barred_by_key(partial_code, key) or _meaning_of_key(partial_code, seat, key)
        if isinstance(meaning, PartialCode):
            self._store_code(source, _with_key(code, key, meaning))
        elif isinstance(meaning, InvalidCode | BarredCell):
            whole_code = None if code is None else code.whole_cells
            self._store_code(source, _before_block(whole_code) if isinstance(meaning, BarredCell) else whole_code)
        else:
            self._store_code(source, code=None)
        return meaning

    def prepare_answers(self, prepared: BegunAnswers) -> None:
        """From now on, begin these players' answers with prepared keys when they are asked."""
        self._prepared_keys = dict(prepared.keys)
        self._begin_prepared()

    def _begin_prepared(self) -> None:
        """Type the prepared keys of the player who is asked now. If another one is asked, or several, forget them.

        One hold of A deletes the typed keys.
        """
        asked_seats = self.prompt.asked
        keys = self._prepared_keys.get(asked_seats[0]) if len(asked_seats) == 1 else None
        if keys is None:
            self._prepared_keys = {}
        elif "" not in self._codes:
            self.type_keys(keys)

    def type_keys(self, keys: str) -> None:
        """Type these keys in answer to the question. One hold of A deletes them all."""
        code = self._retype("", keys)
        if code is not None:
            self._last_source = ""
            self._codes[""] = code._replace(previous=None)

    def offer(self, source: str) -> Offer[Meaning] | None:
        """What holding C declares for a source, if only one answer fits what was declared before; else None."""
        partial_code = self._reached_code(source)
        return None if partial_code is None or partial_code.remaining_keys else partial_code.level.offer

    def delete_last(self, source: str) -> None:
        """Delete the last input of a source: keys that make no cell yet, else the last cell."""
        source = self._last_source = self._code_source(source)
        code = self._codes.get(source)
        self._store_code(source, None if code is None else code.without_last_input)

    def drop_codes_aside(self) -> None:
        """Drop the codes put aside: their question was answered."""
        if self._codes_aside is not None:
            self._codes_aside.clear()

    def drop_code(self, source: str) -> None:
        """Drop everything that a source has typed."""
        self._codes.pop(self._code_source(source), None)

    def _store_code(self, source: str, code: _Code | None) -> None:
        if code is None:
            self._codes.pop(source, None)
        else:
            self._codes[source] = code

    def _code_source(self, source: str) -> str:
        """The source under which a source's code is stored; "" for the shared one."""
        return "" if self._seat_of(source) is None else source

    def set_prompt(self, prompt: Prompt[Meaning], *, covers_game: bool = False, is_new: bool = False) -> None:
        """Set another question. A code is continued only if its keys lead to the same place in it.

        If its view `covers_game`, the game's codes are put aside until it is closed. If the game has changed, the
        question `is_new`, and prepared answers are begun.
        """
        codes, self._codes, self.prompt = self._codes, {}, prompt
        if covers_game and self._codes_aside is None:
            codes, self._codes_aside = {}, codes
        elif not covers_game and self._codes_aside is not None:
            codes, self._codes_aside = self._codes_aside, None
        self._continue_codes(codes)
        if is_new and not covers_game:
            self._begin_prepared()

    def _continue_codes(self, codes: dict[str, _Code]) -> None:
        """Continue codes of the last question that lead to the same place in this one."""
        for source, code in codes.items():
            if self._code_source(source) != source:
                continue  # its pod has lost its seat
            retyped, partial_code = self._retype(source, code.typed), code.partial_code
            if retyped is None or retyped.partial_code.remaining_keys != partial_code.remaining_keys:
                continue
            if _are_equivalent(retyped.partial_code.level, partial_code.level):
                self._codes[source] = retyped

    def _retype(self, source: str, typed: str) -> _Code | None:
        """The code that these keys make now; None if they are not the beginning of one."""
        seat, code = self._seat_of(source), None
        meaning: KeyMeaning = self._initial_code(seat)
        for key in typed:
            if not isinstance(meaning, PartialCode):
                return None
            meaning = _meaning_of_key(meaning, seat, key)
            if isinstance(meaning, PartialCode):
                code = _with_key(code, key, meaning)
        return code if isinstance(meaning, PartialCode) else None

    def _initial_code(self, seat: Seat | None) -> PartialCode[Meaning] | SeatNotAsked:
        """The beginning of a code for a seat, or for a source that speaks for everybody (None)."""
        prompt = self.prompt
        if seat is None:
            return PartialCode(prompt.level, "")
        if prompt.player_level is None and prompt.asked and seat not in prompt.asked:
            return SeatNotAsked(seat)
        level = prompt.level if prompt.player_level is None else prompt.player_level
        if level.is_of_players and _choice_of_seat(level, seat) is None:
            return SeatNotAsked(seat)
        return PartialCode(_level_for_seat(level, seat), "")


def _barred_by_key(partial_code: PartialCode[Meaning], key: str) -> BarredCell | None:
    """Why the cell chosen by the next key can't be chosen now; None if it can, or if no cell is complete."""
    sentence = barred_reason(partial_code.level, partial_code.remaining_keys + key)
    return None if sentence is None else BarredCell(sentence)


def _meaning_of_key(partial_code: PartialCode[Meaning], seat: Seat | None, key: str) -> KeyMeaning:
    """The meaning of the next key for a seat, or for a source that speaks for everybody (None)."""
    if seat is not None and partial_code.level.is_of_players and not partial_code.remaining_keys:
        seat_choice = _choice_of_seat(partial_code.level, seat)
        return SeatNotAsked(seat) if seat_choice is None else CompleteCode(seat_choice.meaning)
    meaning = parse_keys(partial_code.level, partial_code.remaining_keys + key, partial_code.words)
    if isinstance(meaning, PartialCode) and not meaning.remaining_keys:
        return meaning._replace(level=_level_for_seat(meaning.level, seat))
    return meaning


def _with_key(code: _Code | None, key: str, partial_code: PartialCode[Meaning]) -> _Code:
    """The code with one more key, which has led to `partial_code`."""
    return _Code(key, partial_code, None) if code is None else _Code(code.typed + key, partial_code, code.whole_cells)


def _are_equivalent(first: object, second: object) -> bool:
    """Whether two meanings, levels or functions that make them are equivalent."""
    if first is second:
        return True
    if isinstance(first, Level) and isinstance(second, Level):
        return _are_same_levels(first, second)
    first, second = _compared_parts(first), _compared_parts(second)
    if isinstance(first, tuple) and isinstance(second, tuple):
        return type(first) is type(second) and len(first) == len(second) and all(map(_are_equivalent, first, second))
    return first == second


def _compared_parts(target: object) -> object:
    """The parts by which two functions made at the same place are compared."""
    if isinstance(target, partial):
        return target.func, target.args, target.keywords
    if isinstance(target, FunctionType):
        return target.__code__, tuple(cell.cell_contents for cell in target.__closure__ or ())
    return target


def _are_same_levels(first: Level[Meaning], second: Level[Meaning]) -> bool:
    if (first.name, first.layout, len(first.choices)) != (second.name, second.layout, len(second.choices)):
        return False
    pairs = zip(first.choices, second.choices, strict=True)
    return all(one.slot == other.slot and _are_equivalent(one.means, other.means) for one, other in pairs)


def _choice_of_seat(level: Level[Meaning], seat: Seat) -> Choice[Meaning] | None:
    return next((choice for choice in level.choices if choice.slot == seat), None)


def _level_for_seat(level: Level[Meaning], seat: Seat | None) -> Level[Meaning]:
    """The level behind those that a pod at a seat has answered already. A level whose answer ends the code stays."""
    while seat is not None and level.is_of_players:
        seat_choice = _choice_of_seat(level, seat)
        deeper = None if seat_choice is None else seat_choice.level()
        if deeper is None:
            break
        level = deeper
    return level
