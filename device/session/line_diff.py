"""A diff of two sequences of lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from values.common_prefix import common_prefix_length
from values.named_tuple import NamedTuple

MAX_COMPARED_PAIRS = 250_000
"""The maximum number of pairs of lines that are compared one by one. With more, everything between the first and the
last difference counts as one stretch, so that a diff of any two texts takes less than a second."""


class DiffStretch(NamedTuple):
    """The first sequence's lines `begin:end`, which are replaced by the second's lines `second_begin:second_end`."""

    begin: int
    end: int
    second_begin: int
    second_end: int


def diff_lines(first: Sequence[str], second: Sequence[str]) -> Iterator[DiffStretch]:
    """Yield the stretches that differ, in order."""
    begin = common_prefix_length(first, second)
    tail_length = common_prefix_length(first[begin:][::-1], second[begin:][::-1])
    first_middle, second_middle = first[begin : len(first) - tail_length], second[begin : len(second) - tail_length]
    if not first_middle and not second_middle:
        return
    if len(first_middle) * len(second_middle) > MAX_COMPARED_PAIRS:
        yield DiffStretch(begin, begin + len(first_middle), begin, begin + len(second_middle))
        return
    from difflib import SequenceMatcher  # imported late: needed only if a record is corrected

    for tag, start, end, other_start, other_end in SequenceMatcher(None, first_middle, second_middle).get_opcodes():
        if tag != "equal":
            yield DiffStretch(begin + start, begin + end, begin + other_start, begin + other_end)
