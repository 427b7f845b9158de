"""No Thanks!: set-up, turns, rounds and the end of the game, by passages of its rulebook."""

from __future__ import annotations

import pytest

from device.contract.refusal import RefusalCode, Refused
from device.contract.setup import TableSetup
from device.games.no_thanks.game import GAME
from device.games.no_thanks.refusal_codes import NoThanksRefusal
from device.games.no_thanks.state import State, TurnsRound
from display.words import ENGLISH
from tests.games.no_thanks.lines import NAMES, after, code, refusal, started, sweep

LOW = range(3, 27)
HIGH = range(12, 36)


def play(state: State) -> TurnsRound:
    assert isinstance(state.round, TurnsRound)
    return state.round


def has_tokens(players: int, tokens: int, **chosen: str) -> bool:
    """Whether passes can go round the table this often, and not once more."""
    passes = [f"{NAMES[number % players]} pass" for number in range(players * tokens)]
    state = after(started(players, **chosen), ["flip 35", *passes])
    return code(state, f"{NAMES[0]} pass") == "no-tokens"


@pytest.mark.parametrize(("players", "tokens"), [(3, 11), (4, 11), (5, 11), (6, 9), (7, 7)])
def test_tokens_dealt(players: int, tokens: int) -> None:
    """Set Up: 11 tokens each, 9 with six players, 7 with seven."""
    assert has_tokens(players, tokens)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("amigo", ["10-20-30", "10-19-28"])
def test_tokens_dealt_with_amigo(players: int, amigo: str) -> None:
    """Amigo Variant: 10 tokens each."""
    assert has_tokens(players, 10, amigo=amigo)


@pytest.mark.parametrize("players", [2, 8])
def test_three_to_seven_players(players: int) -> None:
    """Title: 3 to 7 players."""
    assert GAME.players == range(3, 8)
    with pytest.raises(Refused) as refused:
        GAME.start(TableSetup(tuple(f"P{seat}" for seat in range(players))))
    assert refused.value.refusal.code is RefusalCode.PLAYER_COUNT


@pytest.mark.parametrize("players", [6, 7])
@pytest.mark.parametrize("amigo", ["10-20-30", "10-19-28"])
def test_amigo_is_for_three_to_five(players: int, amigo: str) -> None:
    """Amigo Variant: for 3 to 5 players."""
    with pytest.raises(Refused) as refused:
        started(players, amigo=amigo)
    assert refused.value.refusal.code is RefusalCode.PLAYER_COUNT
    assert "3 to 5" in ENGLISH.say(refused.value.refusal.sentence)


def test_options() -> None:
    """Set Up: any number of rounds, four recommended; and the two variants."""
    options = {option.name: option for option in GAME.options}
    assert list(options) == ["rounds", "detail", "hidden-tiger", "amigo"]
    assert [options[name].default for name in options] == ["4", "turns", "off", "off"]
    assert options["rounds"].accepts("1")
    assert options["rounds"].accepts("999")
    assert not options["rounds"].accepts("0")
    assert not options["rounds"].accepts("1000")
    for name in ("detail", "hidden-tiger", "amigo"):
        assert options[name].values[0] == options[name].default
        assert len(options[name].values) == len(options[name].labels)


def test_a_pass_costs_a_token_and_goes_left() -> None:
    """Game Progress, 1: a token on the active card, and play passes to the left."""
    state = after(started(), "flip 20; Ann pass; Ben pass")
    assert play(state).turn == 2
    assert play(state).pot_token_count == 2
    assert play(state).token_counts == (10, 10, 11)
    assert play(after(state, "Cleo pass")).turn == 0


def test_a_take_brings_card_and_tokens_and_the_turn_stays() -> None:
    """Game Progress, 2: the card to the area, its tokens to the supply, a new card, the same player's turn."""
    state = after(started(), "flip 20; Ann pass; Ben pass; Cleo take")
    assert play(state).areas == ((), (), (20,))
    assert play(state).token_counts == (10, 10, 13)
    assert play(state).open_card is None
    assert play(state).turn == 2
    assert play(after(state, "flip 21")).turn == 2


def test_without_tokens_one_must_take() -> None:
    """Game Progress, 1: no pass without a token to place."""
    state = after(started(7), "flip 35")
    for number in range(49):
        state = after(state, f"{NAMES[number % 7]} pass")
    fault = refusal(state, "Ann pass")
    assert fault.code is NoThanksRefusal.NO_TOKENS
    assert fault.seat == 0
    assert ENGLISH.say(fault.sentence) == "Ann has no token to pass with and must take the 35."
    assert play(after(state, "Ann take")).token_counts == (49, 0, 0, 0, 0, 0, 0)


def test_round_ends_with_the_last_card() -> None:
    """Game Progress: the round ends when the last active card is taken; 24 cards are in the deck (Set Up)."""
    state = after(started(), sweep(LOW[:23]))
    assert GAME.scores(state).rounds == ()
    state = after(state, "flip 35; Ann pass; Ben pass; Cleo take")
    # Ann: 3-25 count 3, less 10 tokens; Ben: 10 tokens; Cleo: 35, less 13.
    assert [round_.points for round_ in GAME.scores(state).rounds] == [(-7, -10, 22)]
    assert not GAME.scores(state).finished


def test_only_the_lowest_card_of_a_run_counts() -> None:
    """Game Progress: a card in a run counts nothing unless it is the lowest."""
    state = after(started(), "flip 7; Ann take; flip 9; Ann take; flip 8; Ann pass; Ben take")
    cards = [*range(11, 15), *range(16, 33)]
    state = after(state, sweep(cards, "Ben"))
    # Ann: 7 and 9 apart, less 10; Ben: 8, 11-14, 16-32, less 12; Cleo: 11 tokens.
    assert GAME.scores(state).totals == (7 + 9 - 10, 8 + 11 + 16 - 12, -11)


def test_causes_add_up() -> None:
    """Why a score is what it is: run by run, then the tokens."""
    state = after(started(), "flip 7; Ann take; flip 9; Ann take; flip 8; Ann pass; Ben take")
    state = after(state, sweep([*range(11, 15), *range(16, 33)], "Ben"))
    ann, ben, cleo = GAME.points_by_cause(state, 0)
    assert [cause.points for cause in ann] == [7, 9, -10]
    assert [cause.points for cause in ben] == [8, 11, 16, -12]
    assert [(ENGLISH.say(cause.why), *(card.number for card in cause.cards)) for cause in ann[:2]] == [
        ("single card", 7),
        ("single card", 9),
    ]
    assert [ENGLISH.say(cause.why) for cause in cleo] == ["11 tokens kept"]
    assert (ENGLISH.say(ben[1].why), *map(ENGLISH.say, ben[1].cards)) == ("lowest of a run", "11–14")
    gained_by_ann, gained, _ = GAME.total_changes_by_cause(state, 0)
    assert [ENGLISH.say(cause.why) for cause in gained_by_ann] == ["single cards", "single cards", "10 tokens kept"]
    told = [(ENGLISH.say(cause.why), cause.points, *map(ENGLISH.say, cause.cards)) for cause in gained]
    assert told == [
        ("single card", 8, "8"),
        ("lowest of a run", 11, "11–14"),
        ("lowest of a run", 16, "16–32"),
        ("12 tokens kept", -12),
    ]


def test_tokens_are_dealt_anew_each_round() -> None:
    """Set Up is done for every round, cards and tokens alike; scores are added up (How to Finish the Game)."""
    state = after(started(), sweep(LOW))
    assert play(state).token_counts == (11, 11, 11)
    assert play(state).areas == ((), (), ())
    state = after(state, sweep(LOW, "Ben"))
    assert GAME.scores(state).totals == (3 - 11 - 11, 3 - 11 - 11, -22)


def test_lowest_total_wins_after_the_agreed_rounds() -> None:
    """How to Finish the Game: the lowest score wins at the end of the agreed rounds."""
    state = after(started(rounds="2"), sweep(LOW))
    assert GAME.scores(state).winners == ()
    state = after(state, [*sweep(LOW[:23], "Ben"), "flip 30", "Ben pass", "Cleo take"])
    # Ann -8 - 11, Ben -11 + 3 - 10, Cleo -11 + 30 - 12.
    assert GAME.scores(state).totals == (-19, -18, 7)
    assert GAME.scores(state).winners == (0,)
    assert GAME.scores(state).finished
    assert GAME.prompt(state) is None
    assert GAME.starter(state) is None
    assert code(state, "flip 3") == "wrong-phase"
    assert code(state, "first Ann") == "wrong-phase"
    assert code(state, "Ann holds tokens 0") == "wrong-phase"


def test_equal_totals_share_the_win() -> None:
    """Ruling: equal lowest totals share the win, named in the order of players."""
    state = after(started(rounds="1"), sweep(LOW))
    assert GAME.scores(state).totals == (-8, -11, -11)
    assert GAME.scores(state).winners == (1, 2)


def test_round_one_starts_with_the_first_named() -> None:
    """Set Up names who goes first; unless the table says so, it is the first named player."""
    state = started()
    assert GAME.starter(state) == 0
    assert play(after(state, "flip 3")).turn == 0
    assert play(after(state, "first Cleo; flip 3")).turn == 2


def test_later_rounds_start_one_seat_further() -> None:
    """Ruling: the start passes one seat clockwise, from whoever started the round before."""
    state = after(started(), sweep(LOW))
    assert GAME.starter(state) == 1
    state = after(state, ["first Cleo", *sweep(LOW, "Cleo")])
    assert GAME.starter(state) == 0


def test_first_only_once_and_before_anything_else() -> None:
    """Record: `first` stands before the first declaration of a round; a second one is `wrong-phase`."""
    state = after(started(), "first Ben")
    assert GAME.starter(state) is None
    assert code(state, "first Ben") == "wrong-phase"
    state = after(started(), "flip 3")
    assert GAME.starter(state) is None
    assert code(state, "first Ben") == "wrong-phase"
    assert code(after(state, "Ann take"), "first Ben") == "wrong-phase"


def test_tiger_is_laid_on_turn_and_the_turn_goes_on() -> None:
    """Hidden Tiger Variant: play the card into your area on your turn, then continue your turn."""
    state = after(started(hidden_tiger="on"), "flip 20; Ann tiger 21")
    assert play(state).areas == ((21,), (), ())
    assert play(state).turn == 0
    assert play(state).open_card == 20
    state = after(state, "Ann pass; Ben tiger 3; Ben take; flip 4; Ben take")
    assert play(state).areas == ((21,), (3, 4, 20), ())


def test_tiger_is_no_card_of_the_draw_deck() -> None:
    """Hidden Tiger Variant: dealt from the cards set aside, so 24 cards are still to be taken; not laid, it is free."""
    state = after(started(hidden_tiger="on", rounds="1"), "flip 3; Ann tiger 27; Ann take")
    state = after(state, sweep(LOW[1:23]))
    assert not GAME.scores(state).finished
    state = after(state, "flip 26; Ann take")
    # 3-27 in one run, less 11 tokens; the other two laid nothing.
    assert GAME.scores(state).totals == (-8, -11, -11)


def test_tiger_is_one_a_player_and_round() -> None:
    """Hidden Tiger Variant: one card to each player; Set Up deals new ones each round."""
    state = after(started(hidden_tiger="on"), "flip 3; Ann tiger 30")
    assert code(state, "Ann tiger 31") == "tiger-unavailable"
    state = after(state, ["Ann take", *sweep(LOW[1:]), "first Ann", "flip 3"])
    assert play(after(state, "Ann tiger 31")).areas[0] == (31,)


def test_tiger_not_after_the_last_card() -> None:
    """Ruling: not after the 24th card is taken, and not while a card has still to be turned up."""
    state = after(started(hidden_tiger="on"), sweep(LOW[:23]))
    assert code(state, "Ann tiger 30") == "wrong-phase"
    state = after(state, "flip 26; Ann take")
    assert code(state, "Ann tiger 30") == "wrong-phase"


@pytest.mark.parametrize(("amigo", "out"), [("10-20-30", (10, 20, 30)), ("10-19-28", (10, 19, 28))])
def test_amigo_cards_are_out_of_the_deck(amigo: str, out: tuple[int, ...]) -> None:
    """Amigo Variant: 10, 20, 30 (or 10, 19, 28) are removed, for hidden tigers too (ruling: variants combine)."""
    state = started(amigo=amigo, hidden_tiger="on")
    for card in out:
        assert code(state, f"flip {card}") == "no-such-card"
        assert code(after(state, "flip 3"), f"Ann tiger {card}") == "no-such-card"
    for card in set(range(3, 36)) - set(out):
        assert play(after(state, f"flip {card}")).open_card == card


def test_amigo_plays_twenty_four_cards() -> None:
    """Amigo Variant: nine gaps, so 24 cards are played."""
    cards = [card for card in range(3, 36) if card not in {10, 20, 30}][:24]
    state = after(started(amigo="10-20-30", rounds="1"), sweep(cards))
    assert cards[-1] == 28
    # Ann: 3-9, 11-19, 21-28, less 10 tokens.
    assert GAME.scores(state).totals == (3 + 11 + 21 - 10, -10, -10)


def test_board_shows_runs_pot_and_gaps() -> None:
    """Play Area: sets of cards in sequence overlap; Set Up: the active card lies for all to see."""
    state = after(started(amigo="10-20-30"), "flip 5; Ann take; flip 6; Ann take; flip 8; Ann take; flip 35; Ann pass")
    board = GAME.board(state)
    marks = [(ENGLISH.say(mark.label), mark.joined) for mark in board.rows[0].marks]
    assert marks == [("5", False), ("6", True), ("8", False)]
    assert [ENGLISH.say(mark.label) for mark in board.centre] == ["35", "1 token", "Amigo: no 10, 20 and 30"]
    assert [row.acting for row in board.rows] == [False, True, False]
    assert [row.code for row in board.rows] == ["A", "B", "C"]
    assert board.rows[0].note is not None
    assert ENGLISH.say(board.rows[0].note) == "cards: 13 points"
    assert ENGLISH.say(GAME.heading(state)) == "Round 1 of 4: card 4 of 24"


def test_a_finished_game_shows_only_totals() -> None:
    """How to Finish the Game: only the totals are left to look at."""
    state = after(started(rounds="1", amigo="10-20-30"), sweep([*range(3, 10), *range(11, 20), *range(21, 29)]))
    assert all(not row.marks and not row.acting and row.note is None for row in GAME.board(state).rows)
    assert GAME.board(state).centre == ()
    assert [row.total for row in GAME.board(state).rows] == [25, -10, -10]
    assert ENGLISH.say(GAME.heading(state)) == "The game is over after 1 round"
