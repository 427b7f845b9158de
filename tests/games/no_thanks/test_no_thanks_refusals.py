"""No Thanks!: which code each illegal line has, and which wins where a line breaks several rules (record)."""

from __future__ import annotations

import pytest

from device.contract.declarations import RecordLine
from device.games.no_thanks.game import GAME
from device.games.no_thanks.state import TurnsRound
from display.words import ENGLISH
from tests.games.no_thanks.lines import after, code, refusal, started, sweep, syntax

HUGE = "9" * 6000


@pytest.mark.parametrize(
    "line",
    [
        "flip",
        "flip 3 4",
        "flip red-3",
        "flip +3",
        "flip -3",
        "flip 03",
        "flip 3-4",
        "flip \N{FULLWIDTH DIGIT THREE}",
        "flip \N{ARABIC-INDIC DIGIT THREE}",
        "flip ''",
        "Ann flip 3",
        "Ann pass 3",
        "Ann take 3",
        "Ann Pass",
        "Ann tiger",
        "Ann tiger 3-4",
        "Ann tiger 03",
        "Ann bid 3",
        "Ann twist",
        "Ann",
        "Ann holds",
        "Ann holds 3 4",
        "Ann holds 3 tokens",
        "Ann holds tokens",
        "Ann holds tokens -1",
        "Ann holds tokens 05",
        "Ann holds tokens 5 6",
        "Ann holds tokens 5 tokens 6",
        "Ann holds 5-5 tokens 1",
        "Ann holds 9-7 tokens 1",
        "Ann holds 3-05 tokens 1",
        "Ann holds 3- tokens 1",
        "Ann holds -3 tokens 1",
        "Ann holds 3-4-5 tokens 1",
        "Ann holds 3\N{EN DASH}5 tokens 1",
        f"Ann holds {HUGE}2-{HUGE}1 tokens 1",
    ],
)
def test_lines_that_cannot_be_read(line: str) -> None:
    """Record, fine print: unknown verbs, wrong shapes, leading zeros, signs, `5-5` and `9-7` are `syntax`."""
    assert syntax(started(), line)


def test_a_directive_of_another_game_cannot_be_read() -> None:
    """Record: a line without a player is `flip N` and nothing else."""
    with pytest.raises(Exception, match="syntax"):
        GAME.read(RecordLine(None, ("deal", "3")))


@pytest.mark.parametrize("number", ["0", "1", "2", "36", "1000000000", HUGE])
def test_numbers_outside_the_deck(number: str) -> None:
    """Components: cards are numbered 3 to 35. Record: a number outside the deck is `no-such-card`."""
    state = started(hidden_tiger="on")
    assert code(state, f"flip {number}") == "no-such-card"
    assert code(after(state, "flip 3"), f"Ann tiger {number}") == "no-such-card"
    totals = started(detail="totals")
    assert code(totals, f"Ann holds {number} tokens 1") == "no-such-card"
    assert code(totals, f"Ann holds {number} {number} tokens 999") == "no-such-card"


@pytest.mark.parametrize("run", ["0-3", "2-9", "30-36", f"3-{HUGE}", f"{HUGE}1-{HUGE}2"])
def test_runs_outside_the_deck(run: str) -> None:
    """Record: a number outside the deck is `no-such-card`, and no run is too long to say so."""
    assert code(started(detail="totals"), f"Ann holds {run} tokens 1") == "no-such-card"


@pytest.mark.parametrize("cards", ["10", "9-11", "20 3", "29-30", "3-35"])
def test_amigo_cards_in_totals(cards: str) -> None:
    """Amigo Variant: the removed cards are not in this deck."""
    assert code(started(detail="totals", amigo="10-20-30"), f"Ann holds {cards} tokens 1") == "no-such-card"


def test_nothing_but_a_flip_before_a_card_lies_there() -> None:
    """Record, wrong-phase: pass, take and tiger have no place while a card has to be turned up, whoever says it."""
    state = started(hidden_tiger="on")
    for line in ("Ann pass", "Ann take", "Ben take", "Ann tiger 3", "Ann tiger 99", "Ann holds tokens 3"):
        assert code(state, line) == "wrong-phase"
    assert code(after(state, "flip 3; Ann take"), "Ann pass") == "wrong-phase"


def test_a_tiger_is_laid_once_the_next_card_is_turned_up() -> None:
    """Ruling: while a card is turned up. Between taking and turning up it has to wait, and nothing is lost by it."""
    taken = after(started(hidden_tiger="on"), "flip 3; Ann take")
    fault = refusal(taken, "Ann tiger 4")
    assert fault.code.value == "wrong-phase"
    assert ENGLISH.say(fault.sentence) == "Ann must first turn up a card."
    waited = after(taken, "flip 30; Ann tiger 4; Ann pass")
    before = after(started(hidden_tiger="on"), "flip 3; Ann tiger 4; Ann take; flip 30; Ann pass")
    assert isinstance(waited.round, TurnsRound)
    assert isinstance(before.round, TurnsRound)
    assert (waited.round.areas, waited.round.token_counts) == (before.round.areas, before.round.token_counts)


def test_no_flip_while_a_card_lies_there() -> None:
    """Record, wrong-phase: a second card has no place, existing or not, seen or not."""
    state = after(started(), "flip 3")
    for card in (3, 4, 99):
        assert code(state, f"flip {card}") == "wrong-phase"


def test_levels_of_detail_do_not_mix() -> None:
    """Record: a kind of line that has no place at this level of detail is `wrong-phase`."""
    assert code(after(started(), "flip 3"), "Ann holds 3 tokens 11") == "wrong-phase"
    totals = started(detail="totals", hidden_tiger="on")
    for line in ("flip 3", "Ann pass", "Ann take", "Ann tiger 4", "flip 99"):
        assert code(totals, line) == "wrong-phase"


def test_somebody_elses_turn() -> None:
    """Record, out-of-turn: comes before cards, tokens and tigers."""
    state = after(started(hidden_tiger="on"), "flip 3")
    for line in ("Ben pass", "Cleo take", "Ben tiger 4", "Ben tiger 99", "Ben tiger 3"):
        assert code(state, line) == "out-of-turn"
    assert ENGLISH.say(refusal(state, "Ben take").sentence) == "It is not Ben's turn: Ann passes or takes."
    assert code(after(started(), "flip 3"), "Ben tiger 4") == "out-of-turn"


def test_out_of_turn_before_no_tokens() -> None:
    """Record: where one line breaks several rules, the earlier row wins."""
    state = after(started(7), "flip 35")
    for number in range(49):
        state = after(state, f"{state.table.players[number % 7]} pass")
    assert code(state, "Ben pass") == "out-of-turn"
    assert code(state, "Ann pass") == "no-tokens"


def test_cards_already_seen() -> None:
    """Record, card-already-seen: taken, turned up or laid as a tiger in this round, and only in this round."""
    state = after(started(hidden_tiger="on"), "flip 3; Ann tiger 4; Ann take")
    for card, where in ((3, "Ann"), (4, "Ann")):
        assert code(state, f"flip {card}") == "card-already-seen"
        assert where in ENGLISH.say(refusal(state, f"flip {card}").sentence)
    state = after(state, "flip 5; Ann pass")
    for card in (3, 4, 5):
        fault = refusal(state, f"Ben tiger {card}")
        assert fault.code.value == "card-already-seen"
        assert [face.number for face in fault.cards] == [card]
    fresh = after(started(), sweep(range(3, 27)))
    assert code(after(fresh, "flip 3; Ben take"), "flip 3") == "card-already-seen"


def test_tiger_with_the_variant_off() -> None:
    """Record, fine print: a tiger with the option off is `tiger-unavailable`; earlier rows still win."""
    state = after(started(), "flip 3")
    assert code(state, "Ann tiger 4") == "tiger-unavailable"
    assert code(state, "Ann tiger 3") == "card-already-seen"
    assert code(state, "Ann tiger 2") == "no-such-card"


def test_second_tiger_yields_to_earlier_rows() -> None:
    """Record: no-such-card and card-already-seen stand above tiger-unavailable."""
    state = after(started(hidden_tiger="on"), "flip 3; Ann tiger 4")
    assert code(state, "Ann tiger 4") == "card-already-seen"
    assert code(state, "Ann tiger 36") == "no-such-card"
    assert code(state, "Ann tiger 5") == "tiger-unavailable"


def test_a_refused_line_changes_nothing() -> None:
    """Record: an illegal line is refused, and the game goes on from where it stood."""
    state = after(started(), "flip 3; Ann pass")
    before = (GAME.board(state), GAME.heading(state), GAME.scores(state))
    refusal(state, "Ann take")
    assert before == (GAME.board(state), GAME.heading(state), GAME.scores(state))
    after(state, "Ben take; flip 4; Ben take")
