"""Everybody says a figure: who is asked, what may be said, what it must come to, and when the game is over."""

from __future__ import annotations

import pytest

from device.contract.declarations import RecordLine
from device.contract.keycodes import keys_for
from device.contract.refusal import Refused
from device.kits.figures.columns import Column, FiguresRound
from device.kits.figures.game import figures_game
from device.kits.figures.sheet import partners
from display.words import ENGLISH
from tests.kits.sheets import BID, TRICKS, Lines, sheet, total


def tricks(players: int = 3) -> Lines:
    return Lines(figures_game(TRICKS), players)


def test_columns_are_said_one_after_the_other_and_the_round_is_scored() -> None:
    game = tricks().say("Ann bid 1; Bo bid 1; Cy bid 0")
    assert game.question == "Ann: tricks won?"
    game.say("Ann won 1; Bo won 0; Cy won 2")
    assert game.state.round.totals == (11, 0, 2)
    assert game.question == "Bo: bid?"


def test_the_first_of_the_next_round_sits_one_seat_further_unless_another_is_named() -> None:
    game = tricks().say("first Cy; Cy bid 1; Ann bid 1; Bo bid 0")
    assert game.state.round.first == 2
    game.say("Ann won 3; Bo won 0; Cy won 0")
    assert game.state.round.first == 0
    assert game.refused("Bo bid 1") == ("out-of-turn", "It is not Bo's turn: Ann is to act.")


def test_figures_have_limits() -> None:
    assert tricks().refused("Ann bid 4") == ("figure-limit", "Ann can't say 4 here: bid goes from 0 to 3.")


def test_the_last_player_cannot_say_what_would_make_the_forbidden_sum() -> None:
    game = tricks().say("Ann bid 1; Bo bid 1")
    sentence = "Cy is the last and can't say 1: all of bid together must not be 3."
    assert game.refused("Cy bid 1") == ("figure-limit", sentence)
    game.say("Cy bid 0")


def test_a_sum_that_is_passed_is_refused_at_once_and_one_not_reached_at_the_last() -> None:
    game = tricks().say("Ann bid 1; Bo bid 1; Cy bid 0; Bo won 2")
    sentence = "That would be 4 of tricks won with Ann's, but there are 3. Check all figures."
    assert game.refused("Ann won 2") == ("does-not-add-up", sentence)
    game.say("Ann won 0")
    sentence = "All of tricks won together must be 3, but 2 are declared. Check all figures; Cy's came last."
    assert game.refused("Cy won 0") == ("does-not-add-up", sentence)
    assert game.refusal("Cy won 0").may_be_earlier


def test_what_was_said_is_not_said_again_and_nothing_before_its_time() -> None:
    game = tricks().say("Ann bid 1")
    assert game.refused("Ann bid 2") == ("out-of-turn", "Ann has already declared for this round: bid.")
    sentence = "tricks won is not said now: bid is, by Bo."
    assert game.refused("Ann won 1") == ("wrong-phase", sentence)


def test_who_starts_is_said_before_the_round() -> None:
    game = tricks().say("Ann bid 1")
    sentence = "Who starts is said once, before anything else of a round: Ann does."
    assert game.refused("first Bo") == ("wrong-phase", sentence)


def test_rounds_end_the_game_and_nothing_comes_after() -> None:
    game = tricks(2).say("Ann bid 1; Bo bid 1; Ann won 1; Bo won 2; Bo bid 0; Ann bid 0; Ann won 0; Bo won 3")
    scores = game.game.scores(game.state)
    assert (scores.finished, scores.totals, scores.winners) == (True, (21, 5), (0,))
    assert game.game.prompt(game.state) is None
    assert game.refused("Ann bid 1") == ("wrong-phase", "The game is over.")


def test_a_total_ends_the_game_and_the_fewest_may_win() -> None:
    game = Lines(sheet(Column("points", "points", most=50), target=60, lowest_wins=True), 2)
    game.say("Ann points 40; Bo points 5")
    assert not game.state.is_finished
    game.say("Bo points 0; Ann points 20")
    assert game.game.scores(game.state).winners == (1,)


def test_what_else_ends_it_is_asked_with_the_totals() -> None:
    game = Lines(sheet(Column("points", "points", least=-9, most=9), over=lambda now: min(now.totals) < -10), 2)
    game.say("Ann points -9; Bo points 0; Ann points -1; Bo points 0")
    assert not game.state.is_finished
    game.say("Ann points -1; Bo points 0")
    assert game.state.is_finished


def test_where_nothing_ends_it_the_table_does_between_rounds() -> None:
    game = Lines(sheet(Column("points", "points", most=9)), 2)
    sentence = "A game ends between two rounds: when everything of a round is declared."
    assert game.refused("end") == ("wrong-phase", sentence)
    game.say("Ann points 1")
    assert game.refused("end") == ("wrong-phase", sentence)
    assert game.say("Bo points 2; end").state.is_finished


def test_only_some_are_asked() -> None:
    bonus = Column("bonus", "bonus", most=9, asked=lambda now, player: now.of(BID, player) == 0)
    game = Lines(figures_game(TRICKS._replace(columns=(BID, bonus), points=total)))
    game.say("Ann bid 1; Bo bid 0; Cy bid 1")
    assert game.question == "Bo: bonus?"
    assert game.refused("Cy bonus 3") == ("out-of-turn", "Cy is not asked for this in this round: bonus.")
    game.say("Bo bonus 3")
    assert len(game.state.round.done) == 1


def test_a_column_that_is_full_is_checked() -> None:
    def odd(now: FiguresRound) -> str | None:
        return "Cards come in pairs." if sum(now.all(cards)) % 2 else None

    cards = Column("cards", "cards left", most=9, check=odd)
    game = Lines(sheet(cards), 2).say("Ann cards 1")
    assert game.refused("Bo cards 2") == ("cannot-be", "Cards come in pairs.")
    game.say("Bo cards 3")


def test_one_player_alone_says_a_column_that_is_single() -> None:
    takes = Column(
        "takes", "contract", choices=(("small", "small"), ("large", "large")), single=True, question="Who takes?"
    )
    won = Column("won", "points", most=9, asked=lambda now, player: player == now.who(takes))
    game = Lines(sheet(takes, won))
    assert game.question == "Who takes?"
    game.say("Bo takes large")
    assert game.refused("Ann takes small") == ("wrong-phase", "contract is not said now: points is, by Bo.")
    early = Lines(sheet(takes, won)).refused("Ann won 7")
    assert early == ("wrong-phase", "points is not said now: first one player says contract.")
    game.say("Bo won 7")
    assert game.state.round.totals == (0, 1 + 7, 0)


def test_where_it_is_only_asked_who_one_key_answers_and_no_figure_is_named() -> None:
    out = Column("out", "out first", single=True, question="Who is out first?")
    game = Lines(sheet(out, Column("points", "points", most=9)))
    prompt = game.game.prompt(game.state)
    assert prompt is not None
    assert keys_for(prompt.level, game.read("Bo out 1")) == "B"
    assert game.refused("Bo out 2")[0] == "figure-limit"
    assert ENGLISH.say(game.game.in_words(game.read("Bo out 1"), "Bo")) == "Bo: out first."
    game.say("Bo out 1")
    assert game.state.round.who(out) == 1


def test_a_player_can_be_chosen_and_is_called_by_name() -> None:
    partner = Column("partner", "partner", figure_is_player=True)
    game = Lines(sheet(partner), 2)
    declaration = game.read("Ann partner 2")
    assert game.game.write(declaration) == RecordLine(0, ("partner", "2"))
    assert game.game.consequence is not None
    after = game.game.apply(game.state, declaration)
    assert ENGLISH.say(game.game.consequence(game.state, after, declaration) or "") == "Ann: partner Bo."
    assert game.refused("Ann partner 3")[0] == "figure-limit"


def test_one_figure_stands_for_a_side_whose_players_have_one_total() -> None:
    column = Column("points", "points", most=99, by_side=True)
    game = Lines(sheet(column, sides=partners, players=range(4, 5), rounds=1), 4)
    assert game.question == "Ann and Cy: points?"
    assert game.refused("Cy points 1") == ("out-of-turn", "Ann says it for Ann and Cy: points.")
    game.say("Ann points 30; Bo points 20")
    scores = game.game.scores(game.state)
    assert (scores.totals, scores.winners, scores.sides) == ((30, 20, 30, 20), (0, 2), (0, 1, 0, 1))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Ann sings 3", "“sings 3” can't be read: write a player's name, then bid or won, then a figure."),
        ("Ann bid", "“bid” can't be read: write a player's name, then bid or won, then a figure."),
        ("Ann bid 03", "“03” is not a figure for bid: write digits."),
        ("Ann bid -1", "“-1” is not a figure for bid: write digits."),
        ("Ann bid 1000000", "A figure is 999999 at the most."),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(line: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        tricks().read(line)
    assert (refused.value.refusal.code.value, ENGLISH.say(refused.value.refusal.sentence)) == ("syntax", sentence)


def test_a_round_knows_those_before_it() -> None:
    seen: list[tuple[int, ...]] = []

    def points(now: FiguresRound, player: int) -> int:
        seen.extend(earlier.all(BID) for earlier in now.earlier)
        return now.number

    game = Lines(figures_game(TRICKS._replace(columns=(BID,), points=points)), 2)
    game.say("Ann bid 1; Bo bid 3; Bo bid 0; Ann bid 2")
    assert set(seen) == {(1, 3)}
    assert game.state.round.totals == (3, 3)


def test_a_round_in_which_nobody_is_asked_is_the_authors_fault() -> None:
    game = Lines(sheet(Column("points", "points", most=9, asked=lambda now, player: now.number == 1), rounds=3), 2)
    with pytest.raises(ValueError, match="nobody is asked anything in round 2"):
        game.say("Ann points 1; Bo points 2")
