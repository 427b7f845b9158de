"""No Thanks! declared by totals: one line a player for what each holds at the end of a round (record)."""

from __future__ import annotations

import pytest

from device.contract.declarations import RecordLine
from device.games.no_thanks.declarations import Holds
from device.games.no_thanks.game import GAME
from display.words import ENGLISH
from tests.games.no_thanks.lines import after, code, refusal, started


def holds(words: str) -> Holds:
    declared = GAME.read(RecordLine(0, ("holds", *words.split())))
    assert isinstance(declared, Holds)
    return declared


def written(words: str) -> str:
    return " ".join(GAME.write(holds(words)).words)


def test_a_round_is_one_line_a_player_in_any_order() -> None:
    """Record: one line a player. Game Progress: lowest of each run, less a point for each token."""
    state = after(started(detail="totals", rounds="1"), "Cleo holds tokens 11; Ann holds 5-9 11 tokens 3")
    assert GAME.scores(state).totals == (0, 0, 0)
    state = after(state, "Ben holds 12-29 tokens 19")
    assert GAME.scores(state).totals == (5 + 11 - 3, 12 - 19, -11)
    assert GAME.scores(state).winners == (2,)
    assert [cause.points for cause in GAME.points_by_cause(state, 0)[0]] == [5, 11, -3]


@pytest.mark.parametrize(
    ("said", "canonical"),
    [
        ("9 8 7 tokens 0", "holds 7-9 tokens 0"),
        ("7-8 9-11 13 tokens 0", "holds 7-11 13 tokens 0"),
        ("4 3 tokens 5", "holds 3-4 tokens 5"),
        ("35 3 tokens 55", "holds 3 35 tokens 55"),
        ("tokens 11", "holds tokens 11"),
        ("5-7 6 tokens 1", "holds 5-7 6 tokens 1"),
        ("5-7 7-9 tokens 1", "holds 5-9 7 tokens 1"),
    ],
)
def test_cards_in_any_order_and_split_anyhow(said: str, canonical: str) -> None:
    """Record: cards, runs as ranges. They are written ascending, consecutive cards joined; doubles stay visible."""
    assert written(said) == canonical
    assert holds(canonical.removeprefix("holds ")) == holds(said)


def test_each_player_once_a_round() -> None:
    """Record, fine print: a second `holds` by the same player in a round is `out-of-turn`, whatever it says."""
    state = after(started(detail="totals", rounds="2"), "Ann holds 3 tokens 1")
    for line in ("Ann holds 3 tokens 1", "Ann holds 99 tokens 1", "Ann holds tokens 999"):
        assert code(state, line) == "out-of-turn"
    state = after(state, "Ben holds 4-26 tokens 21; Cleo holds tokens 11; Ann holds 3 tokens 1")
    assert len(GAME.scores(state).rounds) == 1


def test_a_card_is_there_once() -> None:
    """Record, card-already-seen: twice in one line, or in the lines of two players; above `does-not-add-up`."""
    state = started(detail="totals")
    assert code(state, "Ann holds 5 5 tokens 1") == "card-already-seen"
    assert code(state, "Ann holds 5-9 7 tokens 999") == "card-already-seen"
    assert code(state, "Ann holds 3-35 3-35 tokens 1") == "card-already-seen"
    state = after(state, "Ann holds 5-9 tokens 1")
    fault = refusal(state, "Ben holds 9-35 tokens 99")
    assert fault.code.value == "card-already-seen"
    assert [face.number for face in fault.cards] == [9]
    assert "Ann" in ENGLISH.say(fault.sentence)
    assert "Ben" in ENGLISH.say(fault.sentence)


def test_no_such_card_before_a_double() -> None:
    """Record: no-such-card stands above card-already-seen."""
    assert code(started(detail="totals"), "Ann holds 5 5 36 tokens 1") == "no-such-card"


@pytest.mark.parametrize(("players", "dealt"), [(3, 33), (4, 44), (5, 55), (6, 54), (7, 49)])
def test_more_tokens_than_the_game_has(players: int, dealt: int) -> None:
    """Record, fine print: more tokens than the game has are wrong in themselves. Set Up: tokens dealt."""
    state = started(players, detail="totals")
    after(state, f"Ann holds 3 tokens {dealt}")
    assert code(state, f"Ann holds 3 tokens {dealt + 1}") == "does-not-add-up"
    assert code(state, f"Ann holds 3 tokens {'9' * 6000}") == "does-not-add-up"


@pytest.mark.parametrize(("players", "dealt"), [(3, 30), (4, 40), (5, 50)])
def test_more_tokens_than_amigo_has(players: int, dealt: int) -> None:
    """Amigo Variant: 10 tokens each."""
    state = started(players, detail="totals", amigo="10-19-28")
    after(state, f"Ann holds 3 tokens {dealt}")
    assert code(state, f"Ann holds 3 tokens {dealt + 1}") == "does-not-add-up"


def test_more_cards_than_a_round_has() -> None:
    """Record, fine print: more cards than 24 (25 with tiger) are wrong in themselves."""
    assert code(started(detail="totals"), "Ann holds 3-27 tokens 1") == "does-not-add-up"
    after(started(detail="totals"), "Ann holds 3-26 tokens 1")
    after(started(detail="totals", hidden_tiger="on"), "Ann holds 3-27 tokens 1")
    assert code(started(detail="totals", hidden_tiger="on"), "Ann holds 3-28 tokens 1") == "does-not-add-up"


def test_what_does_not_add_up_is_the_last_players_fault() -> None:
    """Record: what does not add up over the players is a fault of the last one's line."""
    state = after(started(detail="totals"), "Ann holds 3-20 tokens 20; Ben holds 21-35 tokens 20")
    assert code(state, "Cleo holds tokens 0") == "does-not-add-up"


@pytest.mark.parametrize("tokens", [10, 12])
def test_tokens_add_up_to_those_dealt(tokens: int) -> None:
    """Set Up: three players have 33 tokens, and none leaves the round."""
    state = after(started(detail="totals"), "Ann holds 3-14 tokens 11; Ben holds 15-26 tokens 11")
    assert code(state, f"Cleo holds tokens {tokens}") == "does-not-add-up"
    after(state, "Cleo holds tokens 11")


@pytest.mark.parametrize(
    ("lines", "line", "sentence"),
    [
        (
            "Ann holds 3 tokens 11; Ben holds tokens 11",
            "Cleo holds tokens 11",
            "All players together hold 1 card, but 24 are taken in a round: look again.",
        ),
        (
            "Ann holds 3-26 tokens 1; Ben holds tokens 1",
            "Cleo holds tokens 0",
            "Cards or tokens of all players do not add up: together they must have 33 tokens. Count again.",
        ),
    ],
)
def test_what_does_not_add_up_is_counted(lines: str, line: str, sentence: str) -> None:
    """Set Up: 24 cards are played, and three players have 33 tokens."""
    fault = refusal(after(started(detail="totals"), lines), line)
    assert ENGLISH.say(fault.sentence) == sentence


@pytest.mark.parametrize(("last", "fits"), [("29", False), ("29-30", True), ("29-31", False)])
def test_cards_add_up_to_twenty_four(last: str, fits: bool) -> None:
    """Set Up: 24 cards are played."""
    state = after(started(detail="totals"), "Ann holds 3-13 tokens 11; Ben holds 14-24 tokens 11")
    line = f"Cleo holds {last} tokens 11"
    if fits:
        after(state, line)
    else:
        assert code(state, line) == "does-not-add-up"


@pytest.mark.parametrize(("last", "fits"), [("25", False), ("25-26", True), ("25-29", True), ("25-30", False)])
def test_up_to_one_tiger_a_player_more(last: str, fits: bool) -> None:
    """Hidden Tiger Variant: one card a player may be laid beyond the 24."""
    state = after(started(detail="totals", hidden_tiger="on"), "Ann holds 3-13 tokens 11; Ben holds 14-24 tokens 11")
    line = f"Cleo holds {last} tokens 11"
    if fits:
        after(state, line)
    else:
        assert code(state, line) == "does-not-add-up"


def test_first_at_level_totals() -> None:
    """Record: `first` may stand before the first declaration of a round, at every level of detail."""
    state = started(detail="totals")
    assert GAME.starter(state) == 0
    state = after(state, "first Ben")
    assert code(state, "first Ben") == "wrong-phase"
    state = after(state, "Ann holds 3-26 tokens 11")
    assert GAME.starter(state) is None
    assert code(state, "first Cleo") == "wrong-phase"
    state = after(state, "Ben holds tokens 11; Cleo holds tokens 11")
    assert GAME.starter(state) == 2


def test_the_board_shows_cards_said_and_no_tokens() -> None:
    """Play Area: cards are public. Set Up: tokens are secret until the round is scored."""
    state = after(started(detail="totals"), "Ann holds 3-5 9 tokens 23")
    row = GAME.board(state).rows[0]
    assert [ENGLISH.say(mark.label) for mark in row.marks] == ["3", "4", "5", "9"]
    assert row.note is not None
    assert ENGLISH.say(row.note) == "cards: 12 points"
    assert [one.acting for one in GAME.board(state).rows] == [False, True, False]
    assert ENGLISH.say(GAME.heading(state)) == "Round 1 of 4: cards and tokens"


def test_nobody_gains_tokens_without_taking_a_card() -> None:
    """Game Progress: tokens come with a card that is taken."""
    state = after(started(detail="totals"), "Ann holds 3-26 tokens 0")
    assert code(state, "Ben holds tokens 12") == "does-not-add-up"
    state = after(state, "Ben holds tokens 11")
    assert code(state, "Cleo holds tokens 12") == "does-not-add-up"


def test_nobody_lays_a_tiger_without_a_card() -> None:
    """Hidden Tiger: it is laid into one's play area. With tokens gained, another card was taken, too."""
    state = after(started(detail="totals", hidden_tiger="on"), "Ann holds 3-27 tokens 11; Ben holds 29 30 tokens 11")
    assert code(state, "Cleo holds tokens 11") == "does-not-add-up"
    state = after(started(detail="totals", hidden_tiger="on"), "Ann holds 3-27 tokens 11; Ben holds 29 tokens 12")
    assert code(state, "Cleo holds tokens 10") == "does-not-add-up"
    state = after(started(detail="totals", hidden_tiger="on"), "Ann holds 3-27 tokens 11; Ben holds 29 tokens 11")
    after(state, "Cleo holds tokens 11")
