"""The declarations of No Thanks!, and how records read and write them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from device.contract.declarations import Declaration, RecordLine
from device.contract.numbers import parse_number
from device.contract.refusal import RefusalCode, refuse
from device.contract.setup import Seat
from device.games.no_thanks.runs import Run, merge_runs
from display.words import text


@dataclass(frozen=True, slots=True)
class Flip:
    """A card is turned up. It is no player's own declaration."""

    card: int

    @property
    def seat(self) -> Seat | None:
        return None


@dataclass(frozen=True, slots=True)
class Pass:
    """The player puts a token on the card that is turned up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Take:
    """The player takes the card that is turned up, with the tokens on it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Tiger:
    """The player lays a hidden tiger."""

    seat: Seat
    card: int


ALL_OTHER_TOKENS = -1
"""Stands for a number of tokens: all those that nobody else has. It is replaced by the number before it is stored."""


@dataclass(frozen=True, slots=True)
class Holds:
    """A player's cards and tokens at the end of a round.

    `runs` are as `merge_runs` returns them. `token_count` is None if it is masked, and may be `ALL_OTHER_TOKENS`.
    """

    seat: Seat
    runs: tuple[Run, ...]
    token_count: int | None


@dataclass(frozen=True, slots=True)
class Points:
    """A player's points of a round, without their causes."""

    seat: Seat
    points: int


def read(line: RecordLine) -> Declaration:
    """Parse a line. Raises Refused (`syntax`)."""
    match line.seat, line.words:
        case None, ("flip", card):
            return Flip(parse_number(card))
        case None, _:
            sentence = text("A card that is turned up is written “flip” and its number, as in “flip 17”.")
        case int(seat), ("pass",):
            return Pass(seat)
        case int(seat), ("take",):
            return Take(seat)
        case int(seat), ("tiger", card):
            return Tiger(seat, parse_number(card))
        case int(seat), ("holds", *words):
            return _parse_holds(seat, words)
        case int(seat), ("points", word):
            return Points(seat, -parse_number(word[1:]) if word[:1] == "-" else parse_number(word.removeprefix("+")))
        case _:
            sentence = text("A player can “pass”, “take”, lay a “tiger”, or say what it “holds” or its “points”.")
    refuse(RefusalCode.SYNTAX, sentence)


def _parse_holds(seat: Seat, words: Sequence[str]) -> Holds:
    match words:
        case [*cards, "tokens", tokens]:
            return Holds(seat, merge_runs([_parse_run(word) for word in cards]), parse_number(tokens))
    refuse(RefusalCode.SYNTAX, text("After “holds” come the cards, then “tokens” and their number."))


def read_masked(line: RecordLine) -> Declaration:
    """Parse a line as `read` does, or one with masked tokens: it ends with the word `tokens`.

    Raises Refused (`syntax`).
    """
    match line.seat, line.words:
        case int(seat), ("holds", *cards, "tokens"):
            return Holds(seat, merge_runs([_parse_run(word) for word in cards]), token_count=None)
    return read(line)


def without_tokens(declaration: Declaration) -> Declaration:
    """Return a declaration without the number of tokens."""
    return replace(declaration, token_count=None) if isinstance(declaration, Holds) else declaration


def write(declaration: Declaration) -> RecordLine:
    """Return the words of a declaration. `read` parses them; for one with masked tokens, `read_masked` does.

    Raises TypeError for a declaration of another game.
    """
    match declaration:
        case Flip(card):
            return RecordLine(None, ("flip", str(card)))
        case Pass(seat):
            return RecordLine(seat, ("pass",))
        case Take(seat):
            return RecordLine(seat, ("take",))
        case Tiger(seat, card):
            return RecordLine(seat, ("tiger", str(card)))
        case Holds(seat, runs, token_count):
            tokens_word = () if token_count is None else (str(token_count),)
            return RecordLine(seat, ("holds", *map(_run_word, runs), "tokens", *tokens_word))
        case Points(seat, points):
            return RecordLine(seat, ("points", str(points)))
        case _:
            raise TypeError(f"not a declaration of No Thanks!: {declaration!r}")


def _parse_run(word: str) -> Run:
    first, dash, last = word.partition("-")
    if not dash:
        card = parse_number(word)
        return card, card
    run = parse_number(first), parse_number(last)
    # Digits are compared by length first: `parse_number` returns the same value for all very long numbers.
    if (len(first), first) >= (len(last), last):
        sentence = text("“{word}” is not a run: its last card must be higher than its first.", word=word)
        refuse(RefusalCode.SYNTAX, sentence)
    return run


def _run_word(run: Run) -> str:
    low, high = run
    return str(low) if low == high else f"{low}-{high}"
