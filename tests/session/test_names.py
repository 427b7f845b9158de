"""Names: of each, something can be seen, and of two, that they differ."""

from __future__ import annotations

import pytest

from device import config
from device.config import ConfigError
from device.contract.refusal import Refused
from device.contract.setup import TableSetup
from device.session import record
from device.session.names import (
    MAX_NAME_LENGTH,
    add_names,
    alphabetical_key,
    check_name,
    similar_name,
    unique_names,
    visible_key,
)
from device.session.record import RecordRefused
from device.session.rows import JournalRow, RowKind
from device.session.session import Step, step_row
from display.words import ENGLISH
from tests.session_rows import replay

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


@pytest.mark.parametrize(
    "name",
    [
        "Zoë", "Inès", "D’Artagnan", "Anna Maria", "7", "?",
        "\u0627\u0644\u064a\u0627\u0633", "\u05e9\u05dc\u05d5\u05dd", "李雷", "สมชาย",
        "می\u200cخواهم", "क्\u200dष", FAMILY, ENGLAND,
        "❤\ufe0f", "1\ufe0f\u20e3", "葛\U000e0100城", "\U0001f44d\U0001f3fd",
    ],
)  # fmt: skip
def test_names_of_all_scripts_and_emoji_can_be_had(name: str) -> None:
    check_name(name)
    data = f'game no-loose-ends\nplayers "{name}" Ann\n'
    assert record.read(data.encode()).table == TableSetup((name, "Ann"))
    assert record.split(record.header_players((name,))) == ("players", name)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Ann\u200b", "200B"), ("\u200bAnn", "200B"), ("An\u200dn", "200D"), ("Ann\u200d", "200D"), ("é\u200d", "200D"),
        ("é\u200d\u200dé", "200D"), ("\u202eAnn", "202E"), ("Ann\u2066", "2066"), ("A\u00adnn", "00AD"),
        ("\u2060", "2060"),         ("\u3164", "3164"), ("\u2800", "2800"), ("\u115f", "115F"),
        ("Ann\ufe0f", "FE0F"), ("Ann\U000e0041", "E0041"),
        ("Ann\ufeff", "FEFF"), ("Ann\u2028", "2028"), ("Ann\udc80", "DC80"), ("A\u034fnn", "034F"), ("1\ufe0f", "FE0F"),
    ],
)  # fmt: skip
def test_what_nobody_can_see_is_refused_and_named(name: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        check_name(name)
    assert refused.value.refusal.code == "syntax"
    assert f"U+{code}" in ENGLISH.say(refused.value.refusal.sentence)


@pytest.mark.parametrize("name", ["", " ", "\u00a0", "\u3000", "\u0301", "\u0301 \u0316", "\ue000"])
def test_a_name_needs_something_that_can_be_seen(name: str) -> None:
    with pytest.raises(Refused) as refused:
        check_name(name)
    assert refused.value.refusal.code == "syntax"


def test_a_name_of_the_limit_can_be_had_and_a_longer_one_is_told_it() -> None:
    check_name("n" * MAX_NAME_LENGTH)
    with pytest.raises(Refused) as refused:
        check_name("n" * (MAX_NAME_LENGTH + 1))
    assert refused.value.refusal.code == "syntax"
    assert ENGLISH.say(refused.value.refusal.sentence) == "A player's name has 100 characters at the most."


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("set", "“set” can't be a player's name: it is empty, or a word that begins other lines."),
        ("Ann\n", "A name can't hold control characters."),
        ("\u0301", "A name needs a letter, a figure or a sign that can be seen."),
    ],
)
def test_a_refused_name_is_told_why(name: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        check_name(name)
    assert refused.value.refusal.code == "syntax"
    assert ENGLISH.say(refused.value.refusal.sentence) == sentence


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("می\u200cخواهم", "میخواهم"), ("❤\ufe0f", "❤"), ("Anna Maria", "Anna  Maria"), ("Ann", "Ann "), ("Ann", " ann"),
        ("Anna Maria", "Anna\u00a0Maria"), ("葛\U000e0100城", "葛城"),
    ],
)  # fmt: skip
def test_names_that_differ_by_what_nobody_can_see_are_the_same(one: str, other: str) -> None:
    for first, second in ((one, other), (other, one)):
        with pytest.raises(RecordRefused) as refused:
            record.read(f'game no-loose-ends\nplayers "{first}" "{second}"\n'.encode())
        assert (refused.value.line_number, refused.value.refusal.code) == (2, "duplicate-player")
        with pytest.raises(ConfigError, match="named twice"):
            config.parse_config(f'roster = ["{first}", "{second}"]'.encode(), "box.toml")


def test_emoji_that_are_joined_are_others_than_side_by_side() -> None:
    assert visible_key(FAMILY) != visible_key(FAMILY.replace("\u200d", ""))


def test_a_roster_with_an_invisible_name_is_refused_by_its_line() -> None:
    with pytest.raises(ConfigError, match=r"box.toml:2: roster: .*U\+200B"):
        config.parse_config(b'\nroster = ["Ann", "Ann\\u200b"]', "box.toml")


def test_a_name_spelled_at_the_table_is_checked_like_any_other() -> None:
    begun = [
        JournalRow(RowKind.RECORD, "game no-loose-ends"),
        step_row(Step.SEATS, "2"),
        step_row(Step.SEAT, "A"),
        step_row(Step.SPELL),
    ]
    for letters, code in (("\u200b", "syntax"), ("A ", "duplicate-player")):
        with pytest.raises(Refused) as refused:
            replay([*begun, *(step_row(Step.LETTER, letter) for letter in letters), step_row(Step.SPELLED)])
        assert refused.value.refusal.code == code


def test_spellings_that_nobody_tells_apart_are_one() -> None:
    assert unique_names(["Hearts", "hearts", "HEARTS ", "Skat"]) == ("Hearts", "Skat")


def test_names_are_sorted_without_accents_and_capitals() -> None:
    names = ["zoe", "Émile", "Eva", "emma", "Zoë", "Adam", "Ælfric"]
    assert sorted(names, key=alphabetical_key) == ["Adam", "Émile", "emma", "Eva", "Zoë", "zoe", "Ælfric"]


def test_names_are_added_once_and_no_seat_numbers() -> None:
    known = ("Ann", "Zoë")
    assert add_names(known, ["Bo", "ANN", "2", "Bo "]) == ("Ann", "Zoë", "Bo")
    assert add_names(known, ["zoe\u0308", "1"]) is known


@pytest.mark.parametrize(
    ("name", "known", "similar"),
    [
        ("Fran", ("François", "Anna"), "François"),
        ("Fran", ("François", "Franziska"), None),  # nobody knows which
        ("Fra", ("François",), None),  # too few letters to tell
        ("Tere", ("Teres", "Terese"), "Teres"),
        ("Anna 1", ("Anna 2",), None),
        ("Anan", ("Anna",), "Anna"),
        ("Nana", ("Anna",), "Anna"),
        ("Naan", ("Anna",), None),
        ("Theresa", ("Teresa",), "Teresa"),
        ("Mrta", ("Marta",), "Marta"),
        ("Mart", ("Marta", "Kurt"), "Marta"),
        ("Xarta", ("Marta",), "Marta"),
        ("Martb", ("Marta",), "Marta"),
        ("Mxrtx", ("Marta",), None),
        ("Mar", ("Mara",), None),
    ],
)
def test_a_name_is_asked_about_if_it_is_a_letter_or_the_end_away_from_one_that_is_known(
    name: str, known: tuple[str, ...], similar: str | None
) -> None:
    assert similar_name(name, known) == similar
