"""Where two sequences of lines are not the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from values.alike import alike
from values.named_tuple import NamedTuple

MOST_COMPARED = 250_000
"""Pairs of lines that are compared one by one; where there are more, everything between the first line that is not the
same and the last is taken as one stretch, so that no two texts cost more than a part of a second."""


class Stretch(NamedTuple):
    """Lines from `begin` to before `end` of the one, in whose place the other has those from `other_begin` on."""

    begin: int
    end: int
    other_begin: int
    other_end: int


def differences(one: Sequence[str], other: Sequence[str]) -> Iterator[Stretch]:
    """The stretches that are not the same, in order."""
    begin = alike(one, other)
    tail = alike(one[begin:][::-1], other[begin:][::-1])
    ours, theirs = one[begin : len(one) - tail], other[begin : len(other) - tail]
    if not ours and not theirs:
        return
    if len(ours) * len(theirs) > MOST_COMPARED:
        yield Stretch(begin, begin + len(ours), begin, begin + len(theirs))
        return
    from difflib import SequenceMatcher  # a table that corrects nothing needs none

    for tag, start, end, other_start, other_end in SequenceMatcher(None, ours, theirs).get_opcodes():
        if tag != "equal":
            yield Stretch(begin + start, begin + end, begin + other_start, begin + other_end)
