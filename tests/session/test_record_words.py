"""Words of a record: quoted so that they come back, and no bytes whatever that trip the reader."""

from __future__ import annotations

import shlex
from contextlib import suppress

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from device import games
from device.contract.refusal import Refused
from device.session import record
from device.session.record import RecordRefused
from display.words import ENGLISH
from tests.non_empty import non_empty


@pytest.mark.parametrize(
    ("word", "written"),
    [
        ("Teresa", "Teresa"),
        ("gray-2", "gray-2"),
        ("Zoë", "Zoë"),
        ("Mary Ann", '"Mary Ann"'),
        ("O'Neill", '"O\'Neill"'),
        ("#1", '"#1"'),
        ("a#b", '"a#b"'),
        ('"Q"', '"\\"Q\\""'),
        ("back\\slash", '"back\\\\slash"'),
        ("no\u00a0break", '"no\u00a0break"'),
        ("", '""'),
    ],
)
def test_a_word_is_quoted_only_where_it_must_be(word: str, written: str) -> None:
    assert record.quote(word) == written
    assert record.split(written) == (word,)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.text(max_size=8), max_size=5).map(tuple))
@example(("a\nb", "\\", "'", '"', "#", " ", "\t", "\r"))
@example(("\x1c", "\x85", "\u2028", "\v"))
def test_split_undoes_join(words: tuple[str, ...]) -> None:
    assert record.split(record.join(words)) == words


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="ab \t'\"\\#é-", max_size=20))
def test_split_is_what_a_shell_does(line: str) -> None:
    """With and without the short way for lines that have no quotes."""
    try:
        expected = tuple(shlex.split(line, comments=True))
    except ValueError:
        with pytest.raises(Refused):
            record.split(line)
    else:
        assert record.split(line) == expected


VOCABULARY = """
    game players set first flip no-loose-ends no-thanks loop loop-2023 detail tricks cards totals turns holds on off
    Teresa Kaylen Taylor Ann bid pass double-cross plays wins lead covers loose planned covered extra red-3 blue-15
    wizard trump none won getaway green-1 red 5 07 +1 -1 take tiger tokens 3-5 9-7 5-5 twist out sits three-eights 8 8
"""
WORDS = st.one_of(
    st.sampled_from(VOCABULARY.split()),
    st.text(max_size=6),
    st.integers(-20, 10**12).map(str),
    st.sampled_from(["'", '"', "\\", "#", "\x00", "\ufeff", "'a b'"]),
)
LINES = st.lists(WORDS, max_size=7).map(" ".join)
HEADERS = st.sampled_from(
    [
        "",
        "game no-loose-ends\nplayers Teresa Kaylen Taylor\n",
        "game no-loose-ends\nplayers Teresa Kaylen\nset detail cards\nset getaway-cards on\n",
        "game no-loose-ends\nplayers Teresa Kaylen\nset detail totals\n",
        "game no-loose-ends\nplayers Teresa Kaylen\nTeresa pass\nKaylen pass\n",
        "game no-thanks\nplayers Teresa Kaylen Taylor\nset hidden-tiger on\n",
        "game no-thanks\nplayers Teresa Kaylen Taylor\nset detail totals\n",
        "game loop\nplayers Teresa Kaylen Taylor Ann\n",
        "game loop-2023\nplayers Teresa Kaylen Taylor Ann\nset three-eights on\n",
        "game loop-2023\nplayers Teresa Kaylen\nset detail finish\n",
        "game wizard\nplayers Teresa Kaylen Taylor\n",
        "game wizard\nplayers Teresa Kaylen Taylor\nset deck plain\nset detail cards\n",
    ]
)


def survives(data: bytes) -> None:
    """Any bytes are a record, or have a fault in one of their lines that can be told."""
    try:
        found = record.read(data)
    except RecordRefused as refused:
        line, sentence = refused.line_number, ENGLISH.say(refused.refusal.sentence)
    else:
        line, sentence = 1, "read"
        assert found.game is not None
        assert found.table is not None
    assert 1 <= line <= data.count(b"\n") + 1
    assert sentence


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200))
@example(b"")
@example(b"\x00")
@example(b"\xef\xbb\xbf\xef\xbb\xbfgame no-thanks")
def test_any_bytes(data: bytes) -> None:
    survives(data)


@settings(max_examples=400, deadline=None)
@given(HEADERS, st.lists(LINES, max_size=4))
def test_any_lines(header: str, lines: list[str]) -> None:
    survives((header + "\n".join(lines)).encode())


SAYINGS = {
    "no-loose-ends": "Teresa bid red-3|Teresa pass|Kaylen pass|Kaylen bid blue-1|Taylor pass|Ann pass|Teresa wins"
    "|Kaylen wins red-5 lead red|Teresa covers red-3|Teresa loose|Teresa double-cross|Kaylen wins getaway"
    "|Teresa wins blue-9 lead red|Ann wins lead red|first Kaylen",
    "no-thanks": "flip 3|flip 17|Teresa pass|Kaylen pass|Taylor take|Teresa take|Teresa tiger 9|first Kaylen",
    "loop": "Teresa plays 3|Kaylen plays 4|Teresa plays 8|Teresa twist|Kaylen pass|Taylor pass|Ann pass|Ann plays 5 6",
    "loop-2023": "Teresa plays red-3|Kaylen plays 4|Kaylen pass|Teresa plays 8|Teresa twist|Teresa sits 2|Taylor pass",
    "wizard": "trump red|trump none|Teresa bid 0|Kaylen bid 1|Taylor bid 1|Ann bid 0|Teresa won 1|Kaylen won 0"
    "|Taylor won 0|Ann won 0|Teresa wins wizard|Kaylen plays jester|Ann plays red-3|Kaylen bid 0|first Kaylen",
}


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_likely_lines(data: st.DataObject) -> None:
    """Whatever is taken out of plausible lines in any order, a line either changes the record or is refused."""
    game = data.draw(st.sampled_from(sorted(set(SAYINGS) & set(games.ids()))))
    players = ("Teresa", "Kaylen", "Taylor", "Ann")
    found = record.take_line(record.take_line(record.EMPTY, ("game", game)), ("players", *players))
    for line in non_empty(data.draw(st.lists(st.sampled_from(SAYINGS[game].split("|")), min_size=1, max_size=30))):
        with suppress(Refused):
            words = record.split(line)
            declaration = record.read_declaration(found, words)
            assert (
                record.read_declaration(found, record.split(record.write_declaration(found, declaration)))
                == declaration
            )
            found = record.take_line(found, words)
