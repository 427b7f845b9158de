"""A diff of two sequences of lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from values.common_prefix import common_prefix_length
from values.named_tuple import NamedTuple

MAX_COMPARED = 250_000
"""The maximum number of pairs of lines that are compared one by one. With more, everything between the first and the
last difference counts as one stretch, so that a diff of any two texts takes less than a second."""


class DiffStretch(NamedTuple):
    """Lines `begin` to before `end` of the first sequence, which the other replaces by its lines from `other_begin`."""

    begin: int
    end: int
    other_begin: int
    other_end: int


def diff_lines(one: Sequence[str], other: Sequence[str]) -> Iterator[DiffStretch]:
    """Yield the stretches that differ, in order."""
    begin = common_prefix_length(one, other)
    tail = common_prefix_length(one[begin:][::-1], other[begin:][::-1])
    ours, theirs = one[begin : len(one) - tail], other[begin : len(other) - tail]
    if not ours and not theirs:
        return
    if len(ours) * len(theirs) > MAX_COMPARED:
        yield DiffStretch(begin, begin + len(ours), begin, begin + len(theirs))
        return
    from difflib import SequenceMatcher  # imported late: needed only if a record is corrected

    for tag, start, end, other_start, other_end in SequenceMatcher(None, ours, theirs).get_opcodes():
        if tag != "equal":
            yield DiffStretch(begin + start, begin + end, begin + other_start, begin + other_end)
