"""Fields by their kinds: what is written is read again, and what can't be there is refused by the field's name."""

from __future__ import annotations

from enum import Enum
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from values.fields import (
    BOOLEAN,
    IS_TRUE,
    BadField,
    MessageKind,
    any_text,
    enum_of,
    integer,
    line,
    list_of,
    named_tuple_of,
    optional,
    pattern,
)


class Suit(Enum):
    HEARTS = "hearts"
    SPADES = "spades"


class Shown(NamedTuple):
    suit: Suit
    rank: int


class Everything(NamedTuple):
    flag: bool
    so: bool
    number: int
    word: str
    name: str
    shown: tuple[Shown, ...]
    perhaps: Shown | None
    later: str = "none"


SHOWN = named_tuple_of(Shown, enum_of(Suit), integer(13))
KIND = MessageKind(
    "everything",
    Everything,
    {
        "flag": BOOLEAN,
        "so": IS_TRUE,
        "number": integer(5),
        "word": pattern("[a-z]*", 3),
        "name": line(4, 1),
        "shown": list_of(SHOWN, 2),
        "perhaps": optional(SHOWN),
        "later": any_text(4)._replace(default="none", omits_default=True),
    },
    lambda one: "so" if one.so and not one.flag else "",
)
ONE = {"flag": True, "so": True, "number": 5, "word": "abc", "name": "a b", "shown": [["hearts", 1]], "perhaps": None}
SHOWNS = st.builds(Shown, st.sampled_from(Suit), st.integers(0, 13))


@given(
    st.builds(
        Everything, st.just(True), st.booleans(), st.integers(0, 5), st.sampled_from(("", "abc")),
        st.sampled_from(("a", "a b")), st.lists(SHOWNS, max_size=2).map(tuple), st.none() | SHOWNS,
        st.text(st.characters(codec="utf-8"), max_size=4),
    )
)  # fmt: skip
def test_what_is_written_is_read_again(message: Everything) -> None:
    assert KIND.parse(KIND.to_json(message)) == message


def test_what_may_be_left_out_is_neither_written_nor_missed() -> None:
    assert KIND.to_json(KIND.parse(ONE)) == ONE


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("flag", 1),
        ("flag", False),
        ("number", True),
        ("number", 6),
        ("number", 1.0),
        ("word", "abcd"),
        ("word", "Abc"),
        ("name", ""),
        ("name", " a"),
        ("name", ["a"]),
        ("shown", [["hearts"]]),
        ("shown", [["stars", 1]]),
        ("shown", "hearts"),
        ("shown", [["hearts", 1]] * 3),
        ("perhaps", []),
        ("later", "\ud800"),
    ],
)
def test_what_can_not_be_is_refused_by_its_name(name: str, value: Any) -> None:
    with pytest.raises(BadField) as refused:
        KIND.parse(ONE | {name: value})
    assert refused.value.name == ("so" if value is False else name)


@pytest.mark.parametrize("name", [name for name in ONE if name != "perhaps"])
def test_a_field_that_is_missing_is_refused_by_its_name(name: str) -> None:
    with pytest.raises(BadField, match=name):
        KIND.parse({other: value for other, value in ONE.items() if other != name})
