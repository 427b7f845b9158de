"""What a game by figures asks, shows and says: keys, boards, causes, statistics."""

from __future__ import annotations

import pytest

from device.contract.keycodes import Layout, barred_reason, keys_for
from device.contract.scores import AS_SAID
from device.kits.figures.columns import Column
from device.kits.figures.game import figures_game
from device.kits.figures.sheet import ScoreSheet
from display.languages import language
from display.vocabulary import Note
from display.words import ENGLISH, text
from tests.kits.sheets import MADE, TRICKS, Lines, sheet, total


def tricks(*lines: str) -> Lines:
    return Lines(figures_game(TRICKS)).say(*lines)


def keys(game: Lines, line: str) -> str | None:
    """The keys of a line, by the question itself."""
    prompt = game.game.prompt(game.state)
    assert prompt is not None
    return keys_for(prompt.level, game.read(line))


def test_the_same_figure_has_the_same_keys_in_every_game() -> None:
    assert [keys(tricks(), f"Ann bid {n}") for n in range(4)] == ["DD", "AA", "AB", "AC"]
    large = Lines(sheet(Column("points", "points", most=500)))
    assert [keys(large, f"Ann points {n}") for n in (0, 3, 13, 35, 120)] == ["DD", "AC", "DAAA", "DCACBA", "DCDCAAABCB"]
    signed = Lines(sheet(Column("points", "points", least=-500, most=500)))
    assert [keys(signed, f"Ann points {n}") for n in (0, 3, -3)] == ["DDA", "AC", "DBAC"]


def test_choices_have_a_key_each_and_none_the_one_of_none() -> None:
    slam = Column("slam", "slam", choices=(("none", "none"), ("made", "made"), ("failed", "failed")))
    game = Lines(sheet(slam))
    assert [keys(game, f"Ann slam {word}") for word in ("none", "made", "failed")] == ["DD", "A", "B"]


def test_the_last_figure_that_makes_the_sum_is_offered() -> None:
    game = tricks("Ann bid 1; Bo bid 1; Cy bid 0; Ann won 1")
    prompt = game.game.prompt(game.state)
    assert prompt is not None
    assert prompt.level.offer is None
    prompt = game.say("Cy won 1").game.prompt(game.state)
    assert prompt is not None
    assert prompt.level.offer is not None
    assert ENGLISH.say(prompt.level.offer.label) == "Bo: 1 trick"
    assert prompt.level.offer.means == game.read("Bo won 1")
    assert [choice.label for choice in prompt.level.choices if choice.shown] == ["1"], "0 was shown, and refused"


@pytest.mark.parametrize(("total", "is_only"), [(range(14), False), (range(5, 14), False), (range(13, 14), True)])
def test_the_last_figure_of_several_totals_is_not_said_to_be_the_only_one(total: range, is_only: bool) -> None:
    game = Lines(sheet(Column("points", "points", most=13, total=total))).say("Ann points 2; Bo points 3")
    prompt = game.game.prompt(game.state)
    assert prompt is not None
    assert prompt.level.offer is not None
    assert prompt.level.offer.means == game.read("Cy points 8")
    assert prompt.level.offer.is_only_answer is is_only


def test_a_figure_is_the_only_one_where_the_largest_total_is_reached() -> None:
    game = Lines(sheet(Column("points", "points", most=13, total=range(14)))).say("Ann points 10; Bo points 3")
    prompt = game.game.prompt(game.state)
    assert prompt is not None
    assert prompt.level.offer is not None
    assert prompt.level.offer.means == game.read("Cy points 0")
    assert prompt.level.offer.is_only_answer


def test_once_nothing_is_missing_to_the_sum_nothing_is_offered_to_everybody() -> None:
    game = tricks("Ann bid 1; Bo bid 1; Cy bid 0; Ann won 3")
    prompt = game.game.prompt(game.state)
    assert prompt is not None
    assert prompt.level.offer is not None
    assert ENGLISH.say(prompt.level.offer.label) == "Bo: 0 tricks"
    signed = Lines(sheet(Column("points", "points", least=-5, most=5, total=0))).say("Ann points 0")
    prompt = signed.game.prompt(signed.state)
    assert prompt is not None
    assert prompt.level.offer is None, "the others may have 1 and −1"


def test_the_key_of_a_figure_that_must_not_be_says_why() -> None:
    game = tricks("Ann bid 1; Bo bid 1")
    prompt = game.game.prompt(game.state)
    assert prompt is not None
    why = barred_reason(prompt.level, "AA")
    assert why is not None
    assert ENGLISH.say(why) == "Cy is the last and can't say 1: all of bid together must not be 3."
    assert barred_reason(prompt.level, "AB") is None


def test_where_any_order_will_do_pods_answer_for_their_players_and_the_menu_has_the_others() -> None:
    game = tricks("Ann bid 1; Bo bid 1; Cy bid 0")
    prompt = game.game.prompt(game.state)
    assert prompt is not None
    assert prompt.player_level is not None
    assert [keys_for(prompt.player_level, game.read(f"{name} won 1")) for name in ("Ann", "Bo", "Cy")] == [
        "AAA",
        "BAA",
        "CAA",
    ]
    (others,) = prompt.menu_choices
    assert others.level() is not None
    asked = tricks().game.prompt(tricks().state)
    assert asked is not None
    assert (asked.player_level, asked.menu_choices) == (None, ())


def test_the_board_shows_what_was_said_and_who_deals() -> None:
    rows = tricks("Ann bid 1; Bo bid 1").game.board(tricks("Ann bid 1; Bo bid 1").state).rows
    notes = [row.note for row in rows]
    assert notes[0] == Note(text("{what} {n}", what=text("bid"), n=1), ("(1)",))
    assert notes[2] == text("deals")
    game = tricks("Ann bid 1; Bo bid 1; Cy bid 0; Ann won 2")
    note = game.game.board(game.state).rows[0].note
    assert isinstance(note, Note)
    assert (ENGLISH.say(note.words), note.briefs) == ("bid 1, 2 tricks", ("(1/2)",))
    assert [row.acting for row in game.game.board(game.state).rows] == [False, True, False]


def test_points_have_their_causes_or_are_as_they_are() -> None:
    game = tricks("Ann bid 1; Bo bid 1; Cy bid 0; Ann won 1; Bo won 0; Cy won 2")
    assert [(cause.why, cause.points) for cause in game.game.points_by_cause(game.state, 0)[0]] == [
        (MADE, 10),
        (text("tricks"), 1),
    ]
    plain = Lines(sheet(Column("points", "points", most=9)), 1).say("Ann points 4")
    assert [(cause.why, cause.points) for cause in plain.game.points_by_cause(plain.state, 0)[0]] == [(AS_SAID, 4)]


def test_statistics_count_rounds_the_best_ones_and_columns_that_say_so() -> None:
    before = tricks("Ann bid 1; Bo bid 1; Cy bid 0; Ann won 1; Bo won 0")
    after = tricks("Ann bid 1; Bo bid 1; Cy bid 0; Ann won 1; Bo won 0; Cy won 2")
    figures = before.game.figures
    assert figures is not None
    assert [kind.name for kind in figures.kinds] == ["rounds", "best-rounds", "bid"]
    assert figures.gained(before.state, after.state) == ((1, 1, 1), (1, 0, 1), (1, 0, 0))
    assert figures.gained(before.state, before.state) is None


def test_headings_say_the_round_and_what_else_there_is() -> None:
    assert ENGLISH.say(tricks().game.heading(tricks().state)) == "Round 1 of 2"
    cards = figures_game(TRICKS._replace(about=lambda now: f"{now.number} card"))
    assert ENGLISH.say(cards.heading(Lines(cards).state)) == "Round 1 of 2 · 1 card"
    target = Lines(sheet(Column("points", "points", most=9), target=50))
    assert ENGLISH.say(target.game.heading(target.state)) == "Round 1 · to 50"


def test_an_authors_words_are_said_in_the_languages_that_the_author_has() -> None:
    french = {"bids": "annonces", "{n} bid": ("{n} annonce", "{n} annonces"), "Three": "Trois"}
    column = Column("bid", "bids", most=9, unit=("{n} bid", "{n} bids"))
    game = figures_game(ScoreSheet("three", "Three", range(1, 5), (column,), total, languages={"fr": french}))
    lines = Lines(game)
    prompt = game.prompt(lines.state)
    assert prompt is not None
    say = language("fr").say
    assert say(prompt.question) == "Ann\N{NARROW NO-BREAK SPACE}: annonces\N{NARROW NO-BREAK SPACE}?"
    said = [say(game.in_words(lines.read(f"Ann bid {n}"), "Ann")) for n in (0, 1, 2)]
    assert said == [f"Ann\N{NARROW NO-BREAK SPACE}: {what}." for what in ("0 annonce", "1 annonce", "2 annonces")]
    assert (say(game.title), ENGLISH.say(game.title)) == ("Trois", "Three")


def test_the_menu_has_the_others_in_a_list() -> None:
    game = tricks("Ann bid 1; Bo bid 1; Cy bid 0")
    prompt = game.game.prompt(game.state)
    assert prompt is not None
    level = prompt.menu_choices[0].level()
    assert level is not None
    assert (level.layout, [choice.slot for choice in level.choices]) == (Layout.LIST, [1, 2])


def test_every_figure_that_a_function_says_in_words_is_among_the_words_of_the_game() -> None:
    """Else a court card that nobody turned up in the tests is English on a French panel."""
    faces = {11: "jack", 12: "queen", 13: "king"}
    rank = Column(
        "rank", "a card", least=10, most=13, unit=lambda n: text(faces[n]) if n in faces else text("a {n}", n=n)
    )
    said = sheet(rank, points=lambda now, player: 0).wording
    assert said is not None
    assert {*faces.values(), "a 10"} <= {ENGLISH.say(each) for each in said.said}


def test_of_yes_and_no_only_the_title_is_said() -> None:
    jack = Column("jack", "jack of hearts", choices=(("no", "no"), ("yes", "yes")))
    game = Lines(sheet(jack, points=lambda now, player: 0), 2).say("Ann jack yes")
    note = game.game.board(game.state).rows[0].note
    assert isinstance(note, Note)
    assert ENGLISH.say(note.words) == "jack of hearts"


def test_points_in_steps_have_no_keys_between_the_steps() -> None:
    """Of a sum in fives that may be below 0, the pad has 5 and 10, and those lost as well."""
    fives = Lines(sheet(Column("points", "points", least=-25, most=125, step=5)))
    prompt = fives.game.prompt(fives.state)
    assert prompt is not None
    assert [choice.label for choice in prompt.level.choices if str(choice.label).isdecimal()] == ["0", "5", "10"]
    assert [keys(fives, f"Ann points {n}") for n in (0, 5, 60, -5, -25)] == ["DDA", "BA", "DCBBCB", "DBBA", "DBDCABBA"]


@pytest.mark.parametrize(("least", "loss", "expected"), [(-25, -5, "DBBA"), (-7, -2, "DBAB")])
def test_points_in_steps_that_can_only_be_lost_now_have_their_keys(least: int, loss: int, expected: str) -> None:
    no_gain = Column("points", "points", least=least, most=lambda now, player: loss, step=5)
    assert keys(Lines(sheet(no_gain)), f"Ann points {loss}") == expected
