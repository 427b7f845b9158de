"""Score pad: when a game is over, who has won, what a round must add up to, and who deals (record: score pad)."""

from __future__ import annotations

from device.contract.game import Variant
from device.contract.setup import TableSetup
from device.games.score_pad.game import GAME
from device.kits.figures.state import FiguresState
from display.vocabulary import Note
from display.words import ENGLISH
from tests.games.score_pad.lines import accepts, after, code, started

ROUND = "Ann points 5; Ben points 0; Cleo points -2"


def won(state: FiguresState) -> list[str]:
    """Who has won, once the game is over."""
    scores = GAME.scores(state)
    return [state.name(seat) for seat in scores.winners] if scores.finished else []


def test_points_are_added_up_round_by_round() -> None:
    state = after(started(), f"{ROUND}; Cleo points +10; Ann points 1; Ben points 0")
    scores = GAME.scores(state)
    assert scores.totals == (6, 0, 8)
    assert [round_.points for round_ in scores.rounds] == [(5, 0, -2), (1, 0, 10)]
    assert GAME.points_by_cause(state, 1)[2][0].points == 10


def test_a_round_that_is_not_whole_counts_for_nothing_yet() -> None:
    state = after(started(), "Ann points 5; Ben points 1")
    assert GAME.scores(state).totals == (0, 0, 0)
    assert GAME.scores(state).rounds == ()


def test_a_game_that_nothing_ends_is_over_after_999_rounds() -> None:
    state = after(started(), "; ".join([ROUND] * 998))
    assert won(state) == []
    state = after(state, ROUND)
    assert won(state) == ["Ann"]
    assert code(state, "Ann points 5") == "wrong-phase"


def test_without_rounds_and_total_the_table_ends_the_game() -> None:
    state = after(started(), f"{ROUND}; {ROUND}")
    assert won(state) == []
    assert won(after(state, "end")) == ["Ann"]


def test_a_game_ends_between_two_rounds_only() -> None:
    """Not before the first, not within one, and not twice."""
    assert code(started(), "end") == "wrong-phase"
    assert code(after(started(), "Ann points 5"), "end") == "wrong-phase"
    assert accepts(after(started(), ROUND), "end")
    assert code(after(started(), f"{ROUND}; end"), "end") == "wrong-phase"


def test_rounds_end_it_by_themselves() -> None:
    state = started(rounds="2")
    assert won(after(state, ROUND)) == []
    assert won(after(state, f"{ROUND}; {ROUND}")) == ["Ann"]
    assert code(after(state, ROUND), "end") == "wrong-phase"


def test_a_total_ends_it_after_the_round_in_which_it_is_reached() -> None:
    state = started(target="7")
    assert won(after(state, f"{ROUND}; Ann points 1; Ben points 0; Cleo points 0")) == []
    assert won(after(state, f"{ROUND}; Ann points 2; Ben points 9; Cleo points 0")) == ["Ben"]
    assert code(after(state, ROUND), "end") == "wrong-phase"


def test_where_the_fewest_win_a_total_ends_it_for_who_has_the_fewest() -> None:
    """Hearts: the game is over when somebody has 100 or more, and the lowest total wins."""
    state = started(4, wins="low", target="100", sum="26")
    state = after(state, "Ann points 100; Ben points -74; Cleo points 0; Dan points 0")
    assert won(state) == ["Ben"]


def test_of_rounds_and_total_what_comes_first_ends_it() -> None:
    state = started(rounds="2", target="7")
    assert won(after(state, f"{ROUND}; {ROUND}")) == ["Ann"]
    assert won(after(state, "Ann points 0; Ben points 7; Cleo points 0")) == ["Ben"]


def test_equal_totals_share_the_win() -> None:
    assert won(after(started(rounds="1"), "Ann points 5; Ben points 5; Cleo points 0")) == ["Ann", "Ben"]


def test_a_round_must_add_up_where_the_table_said_so() -> None:
    for total, last in (("26", 21), ("0", -5)):
        state = after(started(sum=total), "Ann points 5; Ben points 0")
        assert accepts(state, f"Cleo points {last}")
        assert code(state, f"Cleo points {last + 1}") == "does-not-add-up"
        assert code(state, f"Cleo points {last - 1}") == "does-not-add-up"


def test_the_deal_moves_on_each_round_from_the_right_of_who_starts() -> None:
    state = started(dealer="on")
    assert (state.round.first, state.round.dealer) == (0, 2)
    state = after(state, ROUND)
    assert (state.round.first, state.round.dealer) == (1, 0)
    state = after(state, "first Ann")
    assert state.round.dealer == 2
    assert after(state, ROUND).round.dealer == 0


def test_who_starts_is_said_once_and_before_the_points() -> None:
    assert code(after(started(), "first Ben"), "first Cleo") == "wrong-phase"
    assert code(after(started(), "Ann points 5"), "first Cleo") == "wrong-phase"
    assert GAME.starter(after(started(), ROUND)) == 1


def test_it_matters_who_starts_only_where_the_dealer_is_shown() -> None:
    assert GAME.asks_starter is not None
    assert GAME.asks_starter(started(dealer="on"))
    assert not GAME.asks_starter(started())


def test_the_heading_says_which_round_and_what_ends_the_game() -> None:
    def heading(state: FiguresState) -> str:
        return ENGLISH.say(GAME.heading(state))

    assert heading(started()) == "Round 1"
    assert heading(after(started(rounds="5"), ROUND)) == "Round 2 of 5"
    assert heading(started(target="100")) == "Round 1 · to 100"
    assert heading(after(started(rounds="1"), ROUND)) == "The game is over after 1 round"
    assert heading(after(started(), f"{ROUND}; {ROUND}; end")) == "The game is over after 2 rounds"


def test_the_board_says_what_is_said_of_the_round_and_who_deals() -> None:
    def notes(state: FiguresState) -> list[str]:
        return ["" if row.note is None else ENGLISH.say(row.note) for row in GAME.board(state).rows]

    state = started(dealer="on")
    assert notes(state) == ["", "", "deals"]
    assert notes(after(state, "Ben points 12; Ann points -3")) == ["−3 to be added", "+12 to be added", "deals"]
    assert [row.acting for row in GAME.board(after(state, "Ann points 12")).rows] == [False, True, False]
    assert not any(row.acting for row in GAME.board(after(started(rounds="1"), ROUND)).rows)
    assert notes(after(started(dealer="on", rounds="1"), ROUND)) == ["", "", ""]
    assert [row.total for row in GAME.board(after(state, ROUND)).rows] == [5, 0, -2]


def test_a_row_has_the_code_of_its_player() -> None:
    """A list by seat: the fourth is DA, and with ten DDA begins the last four."""
    codes = [row.code for row in GAME.board(started(10)).rows]
    assert codes == ["A", "B", "C", "DA", "DB", "DC", "DDA", "DDB", "DDC", "DDD"]


def test_who_did_best_in_a_round_counts_for_those_who_wanted_to() -> None:
    """Nothing is gained in the middle of a round."""
    assert GAME.figures is not None
    for wins, tally in (("high", ((1, 1), (1, 0), (1, 0))), ("low", ((1, 0), (1, 0), (1, 1)))):
        begun = after(started(wins=wins), "Ann points 5; Ben points 0")
        assert GAME.figures.gained(begun, after(begun, "Cleo points -2")) == tally
        assert GAME.figures.gained(started(wins=wins), begun) is None


def test_what_is_played_is_a_game_of_its_own() -> None:
    """By its title: who wins it, and its number at BoardGameGeek, if that is known."""
    assert GAME.variants is not None
    table = TableSetup(("Ann", "Ben"), (("wins", "low"), ("bgg", "1234")), "Hearts")
    assert GAME.variants(table) == Variant("Hearts", lowest_wins=True, bgg=1234)
    assert GAME.variants(TableSetup(("Ann", "Ben"))) == Variant(GAME.title, lowest_wins=False, bgg=None)


def test_the_points_of_the_round_have_words_or_none() -> None:
    for players in (6, 7):
        row = GAME.board(after(started(players), "Ann points 12")).rows[0]
        assert isinstance(row.note, Note)
        assert [*map(ENGLISH.say, (row.note, *row.note.briefs))] == ["+12 to be added", "+12"]


def test_a_table_may_be_one_player() -> None:
    state = after(started(1, rounds="2"), "Ann points 12; Ann points 3")
    assert won(state) == ["Ann"]
    assert GAME.scores(state).totals == (15,)
