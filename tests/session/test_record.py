"""The record's header and lines: what may stand where, and which fault a line has (the format is Tablekeeper's own)."""

from __future__ import annotations

import pytest

from device.contract.declarations import First
from device.contract.refusal import RefusalCode, Refused
from device.session import record
from device.session.record import EMPTY, Record, RecordRefused
from display.words import ENGLISH

HEADER = "game no-loose-ends\nplayers Teresa Kaylen Taylor\n"
NO_THANKS = "game no-thanks\nplayers Ann Ben Cleo\n"
PAD = "game score-pad\nplayers Ann Ben\n"


def refused(data: str | bytes) -> tuple[int, str]:
    """The line and code of a record that must be refused."""
    with pytest.raises(RecordRefused) as found:
        record.read(data if isinstance(data, bytes) else data.encode())
    assert "None" not in ENGLISH.say(found.value.refusal.sentence)
    return found.value.line_number, found.value.refusal.code.value


def read(data: str | bytes) -> Record:
    return record.read(data if isinstance(data, bytes) else data.encode())


def bids(found: Record) -> list[list[str]]:
    return [[str(card) for card in own] for own in found.state.round.bids]


def test_a_record() -> None:
    found = read(HEADER + "set double-cross on\nfirst Kaylen\nKaylen bid gray-2\nTaylor bid red-3\n")
    assert found.table is not None
    assert found.table.players == ("Teresa", "Kaylen", "Taylor")
    assert found.table.chosen == (("double-cross", "on"),)
    assert bids(found) == [[], ["gray-2"], ["red-3"]]
    assert found.begun


def test_a_header_alone_is_a_record() -> None:
    assert not read(HEADER).begun


@pytest.mark.parametrize("end", ["", "\n", "\n\n", "\r\n", "  \n# done"])
def test_how_a_file_ends(end: str) -> None:
    assert bids(read(HEADER + "Teresa bid gray-2" + end))[0] == ["gray-2"]


@pytest.mark.parametrize(
    "line",
    [
        "Teresa bid gray-2 # her plan",
        "Teresa bid gray-2# her plan",
        "\t Teresa \t bid   gray-2\t",
        "Teresa bid gray-2\r",
        "\rTeresa\r bid gray-2",
        "'Teresa' \"bid\" gray-2",
        "Ter'es'a bid gray\\-2",
        "TERESA bid gray-2",
        "teresa bid gray-2 #",
        "Teresa bid 'gray-2' # it's hers",
    ],
)
def test_words_are_split_as_a_shell_splits_them(line: str) -> None:
    """Comments, quotes, white space and carriage returns; names in any case."""
    assert bids(read(f"# a game\n\n{HEADER}   # so far\n{line}\n"))[0] == ["gray-2"]


@pytest.mark.parametrize("line", ["Teresa 'bid gray-2", 'Teresa "bid gray-2', "Teresa bid gray-2\\"])
def test_quotes_without_a_partner(line: str) -> None:
    assert refused(HEADER + line) == (3, "syntax")


def test_an_apostrophe_in_a_comment_needs_no_partner() -> None:
    assert read(HEADER + "Teresa bid gray-2 # Teresa's plan\n").begun


def test_a_byte_order_mark_is_ignored() -> None:
    assert read(b"\xef\xbb\xbf" + HEADER.encode()).table == read(HEADER).table


def test_a_byte_order_mark_further_down_is_not() -> None:
    assert refused(HEADER.encode() + b"\xef\xbb\xbfTeresa pass")[1] == "unknown-player"


def test_carriage_returns_are_ignored() -> None:
    lines = HEADER + "Teresa bid gray-2\nKaylen pass\n"
    assert read(lines.replace("\n", "\r\n")) == read(lines)
    assert refused(HEADER.replace("\n", "\r\n") + "\r\nTeresa bids gray-2\r\n") == (4, "syntax")


@pytest.mark.parametrize("bad", [b"Teresa b\xefd gray-2", b"# na\xefve", b"\xff", b"Teresa pass\xc3", b"\xed\xa0\x80"])
def test_a_line_that_is_not_utf_8(bad: bytes) -> None:
    assert refused(HEADER.encode() + bad + b"\nTeresa pass\n") == (3, "syntax")
    assert refused(bad) == (1, "syntax")


@pytest.mark.parametrize(
    ("data", "line"),
    [
        ("", 1),
        ("\n", 1),
        ("\n\n# nothing\n", 3),
        ("\ufeff", 1),
        ("game no-loose-ends", 1),
        ("game no-loose-ends\n", 1),
        ("game no-loose-ends\n\n", 2),
        ("game no-loose-ends\n# players are missing", 2),
    ],
)
def test_a_file_without_game_or_players(data: str, line: int) -> None:
    """A fault of its last line."""
    assert refused(data) == (line, "syntax")


@pytest.mark.parametrize(
    ("data", "line", "code"),
    [
        ("players Teresa Kaylen\ngame no-loose-ends", 1, "wrong-phase"),
        ("set detail cards\ngame no-loose-ends", 1, "wrong-phase"),
        ("game no-loose-ends\nset detail cards\nplayers Teresa Kaylen", 2, "wrong-phase"),
        ("game no-loose-ends\nTeresa pass", 2, "wrong-phase"),
        ("game no-loose-ends\nfirst Teresa", 2, "wrong-phase"),
        ("game no-thanks\nflip 3", 2, "wrong-phase"),
        ("first Teresa", 1, "wrong-phase"),
        ("Teresa pass", 1, "wrong-phase"),
        ("Teresa bid gray-2", 1, "wrong-phase"),
        ("flip 3", 1, "wrong-phase"),
        ("Teresa sits 2", 1, "wrong-phase"),
        (HEADER + "game no-loose-ends", 3, "wrong-phase"),
        (HEADER + "game no-thanks", 3, "wrong-phase"),
        (HEADER + "players Teresa Kaylen Taylor", 3, "wrong-phase"),
        (HEADER + "Teresa pass\nset detail cards", 4, "wrong-phase"),
        (HEADER + "first Teresa\nset detail cards", 4, "wrong-phase"),
        (HEADER + "Teresa pass\nplayers Ann Ben", 4, "wrong-phase"),
    ],
)
def test_header_order(data: str, line: int, code: str) -> None:
    """Game, players, set; then the rest."""
    assert refused(data) == (line, code)


def test_a_line_of_form_feeds_alone_is_refused() -> None:
    """Words are split at spaces, and a line is stripped of more: nothing was left of it, and IndexError raised."""
    assert refused("\x0c " * 60_001) == (1, "syntax")


@pytest.mark.parametrize(
    "line",
    [
        "game",
        "game no-loose-ends again",
        "players",
        "set",
        "set detail",
        "set detail cards tricks",
        "set rounds 04",
        "set rounds +4",
        "set rounds -4",
        "set detail 01",
        "first",
        "first Teresa Kaylen",
        "Teresa",
        "Nobody",
        "Teresa dances",
        "Nobody dances",
        "flip 3",
        "flip",
        "Teresa take",
        "Teresa bid 5",
        "first Nobody twice",
        "'' pass now",
    ],
)
def test_lines_that_cannot_be_read(line: str) -> None:
    """Whatever else is wrong with them."""
    assert refused(HEADER + line) == (3, "syntax")
    assert refused(HEADER + "Teresa pass\n" + line) == (4, "syntax")


@pytest.mark.parametrize("line", ["Teresa dances", "Teresa", "flip", "flip 03", "set detail", "game", "first"])
def test_lines_that_no_game_can_read(line: str) -> None:
    """Before the game is known, a line that some game can read is only out of place."""
    assert refused(line) == (1, "syntax")


@pytest.mark.parametrize(
    ("data", "line", "code"),
    [
        ("game chess", 1, "unknown-game"),
        ("game No-Loose-Ends", 1, "unknown-game"),
        ("game ''", 1, "unknown-game"),
        ("game ../no_loose_ends", 1, "unknown-game"),
        ("game no_loose_ends", 1, "unknown-game"),
        ("game cards", 1, "unknown-game"),
        (HEADER + "game chess", 3, "unknown-game"),
        (HEADER + "set hidden-tiger on", 3, "unknown-option"),
        (HEADER + "set detail turns", 3, "unknown-option"),
        (HEADER + "set detail Cards", 3, "unknown-option"),
        (HEADER + "set detail ''", 3, "unknown-option"),
        (HEADER + "Teresa pass\nset detail turns", 4, "unknown-option"),
        ("game no-loose-ends\nset detail turns", 2, "unknown-option"),
        (NO_THANKS + "set rounds 0", 3, "unknown-option"),
        (NO_THANKS + "set rounds four", 3, "unknown-option"),
        (NO_THANKS + "set rounds ٤", 3, "unknown-option"),
        (NO_THANKS + "set rounds " + "9" * 100_000, 3, "unknown-option"),
        ("game no-loose-ends\nplayers Teresa", 2, "player-count"),
        ("game no-loose-ends\nplayers A B C D E F", 2, "player-count"),
        ("game no-thanks\nplayers A B", 2, "player-count"),
        ("game no-thanks\nplayers A B C D E F G H", 2, "player-count"),
        ("game loop-2023\nplayers A", 2, "player-count"),
        ("game no-thanks\nplayers A B C D E F\nset amigo 10-20-30", 3, "player-count"),
        ("game no-thanks\nplayers A B C D E F\nflip 3\nset amigo 10-20-30", 4, "player-count"),
        (HEADER + "players Teresa", 3, "player-count"),
        (HEADER + "Nobody pass", 3, "unknown-player"),
        (HEADER + "first Nobody", 3, "unknown-player"),
        (HEADER + "Teresa pass\nfirst Nobody", 4, "unknown-player"),
        (HEADER + "Nobody plays green-99", 3, "unknown-player"),
        ("game no-loose-ends\nplayers Ann Ann", 2, "duplicate-player"),
        ("game no-loose-ends\nplayers Ann Ben ANN", 2, "duplicate-player"),
        ("game no-loose-ends\nplayers A A A A A A", 2, "player-count"),
        ("players Ann Ann", 1, "duplicate-player"),
        (HEADER + "players Ann Ann", 3, "duplicate-player"),
    ],
)
def test_names_counts_and_options(data: str, line: int, code: str) -> None:
    """And which fault is named where a line has several: syntax, then these from left to right, then its place."""
    assert refused(data) == (line, code)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("gaem loop", "“gaem loop” can't be read: a record begins with the line “game ID”."),
        ("# It's\n\nIt's\n", "“It's” can't be read: a record begins with the line “game ID”."),
        ('game "loop', "A quotation mark or backslash has no partner on this line."),
        (NO_THANKS + "set rounds 0", "The option rounds does not have the value “0”; it has 1–999."),
        (NO_THANKS + "set amigo 10", "The option amigo does not have the value “10”; it has off, 10-20-30, 10-19-28."),
        (NO_THANKS + "set tiger on", "No Thanks! has no option “tiger”; it has rounds, detail, hidden-tiger, amigo."),
        ("", "The record ends without its line “game ID”."),
        ("game loop\n", "The record ends without its line “players NAME…”."),
        ("players Ann Bo", "The line “game ID” comes first."),
        ("Ann pass", "The line “game ID” comes first."),
        ("game loop\nAnn out", "The line “players NAME…” comes before any declaration."),
        ("game no-thanks\nflip 3", "The line “players NAME…” comes before any declaration."),
        ("game", "This line can't be read; it has the form “game ID”."),
        (HEADER + "players", "This line can't be read; it has the form “players NAME…”."),
        (HEADER + "set detail", "This line can't be read; it has the form “set OPTION VALUE”."),
        (HEADER + "title", "This line can't be read; it has the form “title NAME”."),
        (HEADER + "first", "This line can't be read; it has the form “first NAME”."),
        (HEADER + "Teresa", "“Teresa” can't be read: a line begins with a player's name and says what they do."),
        (HEADER + "game loop", "The game is named already: a record holds one game."),
        (HEADER + "players Ann Bo", "The players are named already."),
        (HEADER + "Nobody pass", "Nobody is not among this table's players."),
        (HEADER + "Teresa pass\nset detail cards", "Options are set before the first declaration."),
        ("set detail cards", "Options come after the lines “game” and “players”."),
        (HEADER + "title Go", "No Loose Ends has no line “title”: its name is known, only a score pad needs one."),
        ("title Go", "What is played is named after the lines “game” and “players”."),
        (PAD + "title ''", "What is played has a name of 1 to 100 characters."),
        (PAD + "Ann points 1\ntitle Go", "What is played is named before the first declaration."),
        (HEADER + "end\nTeresa pass", "The table stopped this game before: nothing comes after that."),
        ("game no-loose-ends\nplayers Ann", "No Loose Ends is for 2 to 5 players, not 1."),
        ("game loop\nplayers Ann Bo Cy ANN", "ANN is named twice: every player needs a name of their own."),
        ("game loop\nplayers " + "x" * 101, "A player's name has 100 characters at the most."),
        (
            "game loop\nplayers first",
            "“first” can't be a player's name: it is empty, or a word that begins other lines.",
        ),
        (
            "game loop\nplayers A\u200bnn",
            "The name “Ann” holds a character that nobody can see (U+200B): leave it out.",
        ),
        ("game loop\nplayers A\x01nn", "A name can't hold control characters."),
        ("game loop\nplayers \u0301", "A name needs a letter, a figure or a sign that can be seen."),
    ],
)
def test_what_could_be_said_instead(data: str, sentence: str) -> None:
    assert said(data) == sentence


def said(data: str) -> str:
    """The sentence that refuses a record."""
    with pytest.raises(RecordRefused) as found:
        record.read(data.encode())
    return ENGLISH.say(found.value.refusal.sentence)


def test_what_is_too_large_is_said_and_little_of_it_is_quoted() -> None:
    assert said(" " * 8_000_001) == "This is no record: it is larger than any game could be."
    assert read(HEADER + "#" * (8_000_000 - len(HEADER))).table is not None
    assert said(HEADER + "x " * 60_001 + "''") == "This line has more words than any line of a record."
    quoted = said("x" * 1000).partition("”")[0].removeprefix("“")
    assert quoted == "x" * 200 + "…"


@pytest.mark.parametrize("name", ["game", "players", "set", "first", "flip", "First", "FLIP", "ﬁrst", "''", "'  '"])
def test_names_that_cannot_be(name: str) -> None:
    """Words that begin other lines, in any case, and names without a letter to show."""
    assert refused(f"game no-loose-ends\nplayers Teresa {name}") == (2, "syntax")
    assert refused(f"game no-loose-ends\nplayers Teresa {name} Teresa Ann Ben Cleo") == (2, "syntax")


@pytest.mark.parametrize(
    "name", ["pass", "bid", "tiger", "lead", "Zoë", "'Mary Ann'", "'#1'", "1", "getaway", "日本", "O\\'Neill"]
)
def test_names_that_can_be(name: str) -> None:
    found = read(f"game no-loose-ends\nplayers Teresa {name}\nfirst {name}\n{name} bid gray-2\n")
    assert bids(found) == [[], ["gray-2"]]


@pytest.mark.parametrize(
    ("name", "spelling"),
    [("Zoë", "ZOE\u0308"), ("Zoe\u0308", "zoë"), ("Strauß", "STRAUSS"), ("Ὀδυσσεύς", "ὈΔΥΣΣΕΎΣ"), ("\u212bsa", "åsa")],
)
def test_names_compare_by_nfc_and_case_folding(name: str, spelling: str) -> None:
    found = read(f"game no-loose-ends\nplayers {name} Ann\n{spelling} bid gray-2\n")
    assert found.table is not None
    assert found.table.players[0] == name
    assert bids(found)[0] == ["gray-2"]
    assert refused(f"game no-loose-ends\nplayers {name} {spelling}") == (2, "duplicate-player")


def test_a_repeated_set_counts_last() -> None:
    found = read(HEADER + "set detail cards\nset double-cross on\nset detail totals\n")
    assert found.state.settings.detail == "totals"
    assert found.state.settings.allows_double_cross


@pytest.mark.parametrize("line", ["Teresa bid red-" + "9" * 200_000, "Teresa 'bid' red-" + "9" * 50_000])
def test_absurdly_long_numbers(line: str) -> None:
    assert refused(HEADER + line) == (3, "no-such-card")


def test_absurdly_long_lines() -> None:
    """They cost no more than reading them."""
    assert refused(HEADER + "Teresa bid " + "x" * 1_000_000) == (3, "syntax")
    assert refused(HEADER + "Teresa " * 100_000) == (3, "syntax")
    assert read(HEADER + "#" * 1_000_000).table is not None
    assert refused("game no-loose-ends\nplayers " + " ".join(str(number) for number in range(50_000))) == (
        2,
        "player-count",
    )


def test_the_first_fault_counts() -> None:
    assert refused(HEADER + "Teresa pass\nTeresa pass\nNobody dances\n") == (4, "out-of-turn")


def test_a_fault_names_its_line() -> None:
    """Comments and blank lines are lines."""
    assert refused(f"# one\n\n{HEADER}\n# six\nTeresa bid green-1\n") == (7, "no-such-card")


def test_taking_a_line_leaves_the_record_before_it() -> None:
    before = read(HEADER)
    after = record.take_line(before, ("Teresa", "bid", "gray-2"))
    assert bids(before)[0] == []
    assert bids(after)[0] == ["gray-2"]
    with pytest.raises(Refused) as found:
        record.take_line(after, ("Teresa", "pass"))
    assert found.value.refusal.code is RefusalCode.OUT_OF_TURN
    assert bids(after)[0] == ["gray-2"]


def test_a_revoke_can_be_let_stand() -> None:
    lines = "Teresa pass\nKaylen pass\nTaylor pass\nTeresa wins blue-1 lead red\n"
    found = read(HEADER + lines)
    words = ("Teresa", "wins", "red-5")
    with pytest.raises(Refused):
        record.take_line(found, words)
    assert record.take_line(found, words, stands=True).state.round.finished_trick_count == 2


def test_written_header_lines() -> None:
    lines = [
        record.header_game("no-loose-ends"),
        record.header_players(("Teresa", "Mary Ann", "#3")),
        record.header_option("detail", "cards"),
    ]
    assert lines == ["game no-loose-ends", 'players Teresa "Mary Ann" "#3"', "set detail cards"]
    assert read("\n".join(lines)).table is not None


@pytest.mark.parametrize("line", ['first "Mary Ann"', '"Mary Ann" bid gray-2', '"Mary Ann" pass'])
def test_written_declarations(line: str) -> None:
    found = read('game no-loose-ends\nplayers "Mary Ann" Ben\n')
    declaration = record.read_declaration(found, record.split(line.replace("Mary Ann", "MARY ANN")))
    assert record.write_declaration(found, declaration) == line
    assert isinstance(declaration, First) == line.startswith("first")


def test_written_directives() -> None:
    found = read(NO_THANKS)
    assert record.write_declaration(found, record.read_declaration(found, ("flip", "3"))) == "flip 3"


@pytest.mark.parametrize(
    ("line", "respelled"),
    [
        ("Teresa bid grey-7", (4, "grey", "gray")),
        ("Teresa bid gray-7\ngrey bid grey-2", (5, "grey", "gray")),
        ("Teresa bid gray-7 # grey", None),
        ("first grey\ngrey bid red-3", None),
    ],
)
def test_a_suit_that_is_spelled_otherwise_is_found_and_no_player_of_that_name(
    line: str, respelled: tuple[int, str, str] | None
) -> None:
    data = f"# grey\ngame no-loose-ends\nplayers Teresa grey\n{line}\n".encode()
    assert record.first_respelled_suit(data) == respelled


def test_where_no_suit_is_spelled_otherwise_there_is_none() -> None:
    for data in (b"", b"Teresa bid grey-7\n", b"game\nTeresa bid grey-7\n", b"game loop\nplayers A B C D\nA plays 3"):
        assert record.first_respelled_suit(data) is None


def test_nothing_is_known_of_an_empty_record() -> None:
    assert EMPTY.game is None
    assert EMPTY.table is None
    assert not EMPTY.begun
