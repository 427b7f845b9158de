"""Typed words: how people write answers, and what a refusal says of those on the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from device.contract.keycodes import Choice
from device.contract.number_pad import pad
from device.games.wizard.options import DECK
from device.journal.store import Journal
from device.session.rows import JournalRow, RowKind
from device.table.typed_readings import example_of_words
from display.languages import language
from display.words import ENGLISH, SeatName, text
from hal.table.table import Event, WordsTyped
from tests.table.answered_tables import after, played, typed

BIDDING = ("wizard", "3", "Ann", "Bo", "Cleo", "bids may add up to the tricks: no", "play", "Ann", "0", "0")


@pytest.mark.parametrize("words", ["1", "Cleo 1", "Cleo 1 trick", "one"])
def test_a_bid_that_would_add_up_is_refused_for_that(words: str, tmp_path: Path) -> None:
    """“Not 1”, the question said, and “Cleo 1 trick” was not understood."""
    table = typed(tmp_path, *BIDDING, words)
    assert table.status.question == "Cleo bids how many tricks? Not 1."
    reason = "Cleo bids last and can't bid 1: all bids would add up to the 1 trick of the round."
    assert table.status.answer == f"“Cleo bids 1 trick.” {reason}"


def test_points_in_the_title_of_a_game_begin_no_answer(tmp_path: Path) -> None:
    """“1” was told that several answers began so, where two games had been won with 1 point."""
    game = ("game score-pad", "players Ann Bo", "set rounds 1", "Ann points 1", "Bo points 0")
    journal = Journal.open(tmp_path)
    for _ in range(2):
        journal.begin_game([JournalRow(RowKind.RECORD, line) for line in game])
    journal.begin_game()
    journal.close()
    to_games = after("hold D", *"BB", *"AA")
    games = played(tmp_path, *to_games, WordsTyped("1"))
    assert "Score pad: Ann 1 and Bo 0" in " ".join(spot.label for spot in games.spots)
    assert games.status.answer == "That was not understood: type an answer as the panel shows it."
    several = "Several answers have that: type the one that is meant as the panel shows it."
    assert played(tmp_path, *to_games, WordsTyped("Ann")).status.answer == several


TOTALS = ("loose", "4", "Maël", "Elise", "Zoé", "4", "bids covered extra tricks", "play", "Maël", "Zoé 2 1 0")


@pytest.mark.parametrize("words", ["2", "1", "nobody"])
def test_a_number_typed_for_a_player_is_told_the_players(words: str, tmp_path: Path) -> None:
    """“Possible: 4”, the number of a seat without a name, stood for three players."""
    table = typed(tmp_path, *TOTALS, words)
    assert table.status.question == "Whose result?"
    assert table.status.answer.endswith("Possible: Maël, Elise and Player 4.")


@pytest.mark.parametrize("words", ["Player 4 2 1 0", "Player 4: 2 1 0"])
def test_a_player_without_a_name_may_be_typed_as_shown(words: str, tmp_path: Path) -> None:
    assert typed(tmp_path, *TOTALS, words).record()[-1] == "4 planned 2 covered 1 extra 0"


OH_HELL = ("wizard", "4", "Ann", "Bo", "Cleo", "4", "play", "4")


@pytest.mark.parametrize(("code", "shown"), [("en", "Player 4"), ("fr", "Joueur 4"), ("fr", "joueur 4 :")])
def test_the_number_of_a_seat_is_no_answer_of_its_player(code: str, shown: str, tmp_path: Path) -> None:
    """“Joueur 4”, as the question names who is asked, was 4 tricks."""
    lines = typed(tmp_path, *OH_HELL).record()
    french = language(code)
    alone = played(tmp_path, WordsTyped(shown), language=french)
    assert (alone.record(), alone.cues[-1]) == (lines, "refused")
    assert alone.status.answer.startswith(french.say(text("{player} is asked.", player=SeatName(4))))
    assert played(tmp_path, WordsTyped(f"{shown} 1"), language=french).record() == [*lines, "4 bid 1"]


@pytest.mark.parametrize("words", ["Player 3", "Player 3 1", "Ann 1"])
def test_the_number_of_another_seat_is_no_answer_either(words: str, tmp_path: Path) -> None:
    begun = ("wizard", "4", "Ann", "Bo", "3", "4", "play", "4")
    table = typed(tmp_path, *begun, words)
    assert table.status.answer == "Player 4 is asked."
    assert table.record()[-1] == "first 4"


TOTALS_IN_FRENCH = ("loose", "3", "Papy Jean", "Jean-Noël", "3", "enchères couvertes en trop", "jouer", "Papy Jean")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("Papy Jean : enchères 4, couvertes 1, plis en trop 3", '"Papy Jean" planned 4 covered 1 extra 3'),
        ("jean-noël : enchères 4, couvertes 1, plis en trop 0.", "Jean-Noël planned 4 covered 1 extra 0"),
        ("Joueur 3 : enchères 2, couvertes 1, plis en trop 3", "3 planned 2 covered 1 extra 3"),
    ],
)
def test_the_sentence_of_a_declaration_may_be_typed(words: str, line: str, tmp_path: Path) -> None:
    """“enchères 4, couvertes 4, plis en trop 0”, as the page had it of others, was not understood."""
    french = language("fr")
    assert typed(tmp_path, *TOTALS_IN_FRENCH, words, language=french).record()[-1] == line
    chosen = words.partition(" :")[0]
    apart = typed(tmp_path / "apart", *TOTALS_IN_FRENCH, chosen, words, language=french)
    assert apart.record()[-1] == line


@pytest.mark.parametrize(
    ("code", "words", "points"),
    [
        ("fr", "Jean-Noël deux", 2),
        ("fr", "trente", 30),
        ("fr", "vingt et un points", 21),
        ("fr", "vingt-et-un", 21),
        ("fr", "Soixante-Douze", 72),
        ("fr", "quatre vingt dix sept", 97),
        ("fr", "quatre-vingts", 80),
        ("en", "Jean-Noël thirty-five", 35),
        ("en", "ninety nine points", 99),
        ("en", "no points, yes", None),
    ],
)
def test_numbers_up_to_99_may_be_typed_in_words(code: str, words: str, points: int | None, tmp_path: Path) -> None:
    typed(tmp_path, "pad", "2", "Jean-Noël", "Bo", "Hearts", "play")
    table = played(tmp_path, WordsTyped(words), language=language(code))
    assert table.record()[-1] == ("title Hearts" if points is None else f"Jean-Noël points {points}")


NO_THANKS = ("no thanks", "3", "Ann", "Bo", "Cy", "play", "Ann")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("thirty five, thirty, no tokens", "Ann holds 30 35 tokens 0"),
        ("3 without tokens", "Ann holds 3 tokens 0"),
        ("twenty, five and seven, 2 tokens", "Ann holds 5 7 20 tokens 2"),
        ("no cards", None),
        ("3 no bananas", None),
    ],
)
def test_no_tokens_are_0_and_numbers_apart_stay_apart(words: str, line: str | None, tmp_path: Path) -> None:
    table = typed(tmp_path, *NO_THANKS, words)
    record = table.record()[-1]
    assert (record, table.status.typed_keys) == (line or "set detail totals", "")


def test_no_tokens_may_be_typed_where_tokens_are_asked(tmp_path: Path) -> None:
    french = language("fr")
    typed(tmp_path, *NO_THANKS)
    words = ("trente-deux", "fini", "aucun jeton", "trente", "fini", "Sans jetons")
    table = played(tmp_path, *map(WordsTyped, words), language=french)
    assert table.record()[-2:] == ["Ann holds 32 tokens 0", "Bo holds 30 tokens 0"]


@pytest.mark.parametrize(
    ("words", "unknown"),
    [
        ("3 bananas 4", "bananas"),
        ("three, Bananas and 4", "Bananas"),
        ("3, 4 and 5 bananas", "bananas"),
        ("bananas", None),
        ("3 apples bananas", None),
        ("36 bananas", None),
    ],
)
def test_the_only_word_that_is_not_understood_is_named(words: str, unknown: str | None, tmp_path: Path) -> None:
    answer = typed(tmp_path, *NO_THANKS, words).status.answer
    assert answer.startswith(f"“{unknown}” was" if unknown else "That was not understood")


BY_TOTALS = ("loose", "3", "Ann", "Bo", "Cy", "bids covered extra tricks", "play", "Ann")


@pytest.mark.parametrize(
    "words",
    [
        ("Ann 0 0 3",),
        ("Ann 0 3",),
        ("Ann", "0 0 3"),
        ("Ann", "0", "0 3"),
        ("Ann: bids 0, covered 0, extra tricks 3.",),
    ],
)
def test_a_figure_that_is_not_asked_after_a_bid_of_0_may_be_typed(words: tuple[str, ...], tmp_path: Path) -> None:
    """“0 0 3” was not understood: who has bid nothing is not asked for covered bids, as everybody else is."""
    assert typed(tmp_path, *BY_TOTALS, *words).record()[-1] == "Ann planned 0 covered 0 extra 3"


def test_no_other_figure_stands_for_the_one_that_is_not_asked(tmp_path: Path) -> None:
    assert typed(tmp_path, *BY_TOTALS, "Ann 0 2 3").record()[-1] == "set detail totals"


@pytest.mark.parametrize(
    ("asked", "name", "example"),
    [
        (("loose", "3", "Ann", "Bo", "Cy", "play", "Ann"), "Ann", "1 blue"),
        ((*BY_TOTALS, "Ann 2 1 0", "Bo 3 2 0"), "Cy", "1 1 9"),
        (NO_THANKS, "Ann", "3 done 1"),
        (("pad", "2", "Ann", "Bo", "Hearts", "play"), "Ann", "1"),
    ],
)
def test_the_name_of_who_is_asked_is_told_an_example(
    asked: tuple[str, ...], name: str, example: str, tmp_path: Path
) -> None:
    """“Bo is asked” said not what of, and Bo had been typed."""
    table = typed(tmp_path, *asked, name)
    assert table.status.answer == f"{name} is asked. Type an answer, such as “{example}”."
    before = table.record()
    assert typed(tmp_path, example).record() != before


def test_an_answer_that_the_rules_would_refuse_is_no_example(tmp_path: Path) -> None:
    """“1 1 1” was the example, and was refused: the others had won all tricks."""
    figures = ("Bo 2 2 4", "Ann 1 1 1", "Cleo 3 2 2")
    begun = ("loose", "4", "Ann", "Bo", "Cleo", "Dan", "bids covered extra tricks", "play", "Ann")
    assert typed(tmp_path, *begun, *figures, "Dan").status.answer == "Dan is asked."


def test_figures_of_another_player_than_the_chosen_one_are_told_who_was_chosen(tmp_path: Path) -> None:
    """“Type the answer without Zoé”, it was said: her figures would have been Elise's."""
    table = typed(tmp_path, *TOTALS, "Elise", "Zoé 2 1 0")
    assert table.status.answer == "Elise is asked."


def test_an_example_goes_on_with_what_is_half_typed(tmp_path: Path) -> None:
    """After a 3 without its colour, “1 blue” was the example, and was not understood."""
    asked = ("loose", "3", "Ann", "Bo", "Cy", "play", "Ann", "3", "Ann")
    assert typed(tmp_path, *asked).status.answer == "Ann is asked. Type an answer, such as “blue”."
    assert typed(tmp_path, "3", "blue").record()[-1] == "Ann bid blue-3"


@pytest.mark.parametrize("words", ["25+", "25\N{EN DASH}35", "DB"])
def test_a_block_of_numbers_may_be_typed_by_its_range_and_by_its_first_number(words: str, tmp_path: Path) -> None:
    """Nobody knew what comes after “25+”: No Thanks! ends with 35."""
    asked = ("no thanks", "3", "Ann", "Bo", "Cy", "Dan", "play", "Ann")
    table = typed(tmp_path, *asked, words)
    assert [ENGLISH.say(label) for label in table.controller.page().typed_words] == ["25+"]


def test_an_example_names_a_number_and_no_block_of_numbers() -> None:
    level = pad("card", "card", [Choice(number, str(number), number) for number in range(13, 30)])
    assert example_of_words(level, ENGLISH) == "13"


def test_each_answer_of_a_line_with_names_is_taken(tmp_path: Path) -> None:
    """“Ann 2 1 0, Bo 0 0 3” was not understood."""
    table = typed(tmp_path, *BY_TOTALS, "Ann 2 1 0, Bo 0 0 3; Cy 4 2 6")
    assert table.record()[-2:] == ["Bo planned 0 covered 0 extra 3", "Cy planned 4 covered 2 extra 6"]
    table = typed(tmp_path, "undo", "undo")
    assert table.record()[-1] == "Ann planned 2 covered 1 extra 0"
    table = typed(tmp_path, "Bo 0 0 3 and Cy 4 2 6")
    assert table.record()[-1] == "Cy planned 4 covered 2 extra 6"


@pytest.mark.parametrize(
    ("line", "taken", "refusal"),
    [
        ("Cleo 1, Ann 0", 0, "Ann is asked."),
        ("Cleo 1, Ann 0 and Bo 0", 0, "Ann is asked."),
        ("Ann 1, Cleo 0, Bo 0", 1, "Bo is asked."),
        ("Ann 1, Bo 0, Cleo bananas", 2, "That was not understood: type an answer as the panel shows it."),
    ],
)
def test_the_first_answer_of_a_line_that_is_refused_ends_it(
    line: str, taken: int, refusal: str, tmp_path: Path
) -> None:
    table = typed(tmp_path, *BIDDING[:-2], line)
    count = len(re.split(", | and ", line))
    assert table.status.answer.startswith(f"Answers taken: {taken} of {count}. {refusal}")
    assert sum(" bid " in row for row in table.record()) == taken
    assert typed(tmp_path, "bananas").status.answer.startswith("That was not understood"), "said once only"


def test_half_an_answer_in_a_line_is_asked_for_the_rest(tmp_path: Path) -> None:
    bidding = ("loose", "3", "Ann", "Bo", "Cy", "play", "Ann")
    table = typed(tmp_path, *bidding, "Ann 3 blue, Bo 4, Cy pass")
    assert table.record()[-1] == "Ann bid blue-3"
    rest = "The next one is not whole: type the rest of it."
    assert (table.status.answer, table.status.typed_keys) == (f"Answers taken: 1 of 3. {rest}", "AD")


def test_answers_of_a_line_without_names_are_typed_one_at_a_time(tmp_path: Path) -> None:
    table = typed(tmp_path, *BIDDING[:-2], "1, 0, 0")
    one = "Type one answer at a time, or each with the name of its player: “Ann 3, Bo 2”."
    assert (table.status.answer, table.record()[-1]) == (one, "set sum not-even")


@pytest.mark.parametrize(
    ("words", "code", "deck"),
    [
        ("oh hell", "en", ["set deck plain"]),
        ("Oh Hell", "fr", ["set deck plain"]),
        ("Wizard", "en", []),
        ("o", "en", []),
    ],
)
def test_what_is_played_by_an_option_of_a_game_is_offered_with_that_option(
    words: str, code: str, deck: list[str], tmp_path: Path
) -> None:
    """“Oh Hell” led to Wizard, with Wizard's deck."""
    spoken = language(code)
    answers = (words, "3", "Ann", "Bo", "Cy", spoken.say(text("play")))
    options = typed(tmp_path / "options", *answers[:-1], language=spoken).controller.page()
    assert options.heading == text("Wizard, Oh Hell"), "“Wizard”, while the deck of Oh Hell was offered"
    table = typed(tmp_path, *answers, language=spoken)
    assert table.record() == ["game wizard", "players Ann Bo Cy", *deck]


@pytest.mark.parametrize(("words", "deck"), [("wizard", "wizard"), ("wizard, oh hell", "plain")])
def test_a_title_that_is_typed_counts_more_than_what_was_played_last(words: str, deck: str, tmp_path: Path) -> None:
    people = ("3", "Ann", "Bo", "Cy", "play")
    typed(tmp_path, "oh hell", *people, "Ann", "0")
    another = after("hold D", *"ABDA")
    table = played(tmp_path, *another, *map(WordsTyped, (words, *people)), roster=())
    assert table.controller.session.record.setup.value_of(DECK) == deck


NAMESAKES = ("pad", "3", "Chloe", "Chloé", "Bo", "Barbu", "play")


@pytest.mark.parametrize("words", ["Chloé 9", "CHLOÉ: 9", "Chloé 9, Chloe 6"])
def test_a_name_with_other_accents_is_of_another_player(words: str, tmp_path: Path) -> None:
    """The points of Chloé were those of Chloe, whose turn it was."""
    table = typed(tmp_path, *NAMESAKES, words)
    assert table.status.answer.endswith("Chloe is asked.")
    assert "points" not in " ".join(table.record())


@pytest.mark.parametrize("words", ["Chloe 9", "chloe 9", "9"])
def test_a_name_with_its_own_accents_is_of_whoever_is_asked(words: str, tmp_path: Path) -> None:
    assert typed(tmp_path, *NAMESAKES, words).record()[-1] == "Chloe points 9"


def test_each_answer_of_a_line_is_of_the_player_it_names_though_names_differ_by_accents(tmp_path: Path) -> None:
    table = typed(tmp_path, *NAMESAKES, "Chloe 6, Chloé 9, Bo 0")
    assert table.record()[-3:] == ["Chloe points 6", "Chloé points 9", "Bo points 0"]


WINNER = ("loose", "3", "Eloise", "Chloe", "Chloé", "play", "Eloise", "2 blue", "pass", "pass", "pass")


@pytest.mark.parametrize(
    ("words", "winner"), [("Chloe", "Chloe"), ("chloé", "Chloé"), ("CHLOÉ", "Chloé"), ("eloïse", "Eloise")]
)
def test_a_whole_name_is_that_of_one_player(words: str, winner: str, tmp_path: Path) -> None:
    assert typed(tmp_path, *WINNER, words).record()[-1] == f"{winner} wins"


@pytest.mark.parametrize("words", ["Chlöe", "chloe"])
def test_a_name_that_may_be_that_of_two_players_is_typed_as_shown(words: str, tmp_path: Path) -> None:
    """“Type more of the one that is meant”, it was said, though no more could be typed."""
    table = typed(tmp_path, *WINNER, words)
    assert table.status.answer == "Several answers have that: type the one that is meant as the panel shows it."


@pytest.mark.parametrize(("words", "keys"), [("3 in sequence", "DCB"), ("a pair", "DCDA")])
def test_cards_that_are_led_are_typed_as_a_legend_has_them(words: str, keys: str, tmp_path: Path) -> None:
    """What the panel shows behind DC was not understood."""
    assert typed(tmp_path, *LOOP_LED, words).status.typed_keys == keys


LOOP_LED = ("loop", "4", "Ann", "Bo", "Cleo", "Dan", "every play", "play", "Ann")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("7 8 9 10", "Ann plays 7 8 9 10"),
        ("10, 9, 8 and 7", "Ann plays 7 8 9 10"),
        ("7-10", "Ann plays 7 8 9 10"),
        ("Ann 11 to 13", "Ann plays 11 12 13"),
        ("13 13", "Ann plays 13 13"),
        ("nine nine nine", "Ann plays 9 9 9"),
    ],
)
def test_cards_of_a_combination_may_be_typed_one_by_one(words: str, line: str, tmp_path: Path) -> None:
    assert typed(tmp_path, *LOOP_LED, words).record()[-1] == line


@pytest.mark.parametrize(("words", "line"), [("11 12", "Bo plays 11 12"), ("5 6", "Ann plays 10 11")])
def test_cards_that_follow_may_be_typed_one_by_one(words: str, line: str, tmp_path: Path) -> None:
    table = typed(tmp_path, *LOOP_LED, "10 11", words)
    assert table.record()[-1] == line
    assert all(number in table.status.answer for number in words.split())


@pytest.mark.parametrize("words", ["7 9", "7 8 9 10 11", "8 8 8 8 8"])
def test_cards_that_are_no_combination_are_not_played(words: str, tmp_path: Path) -> None:
    assert typed(tmp_path, *LOOP_LED, words).record()[-1] == "set detail plays"


TURNS = ("no thanks", "3", "Ann", "Bo", "Cy", "every turn", "play", "Ann", "24")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("no thanks", "Ann pass"),
        ("Ann: no thanks!", "Ann pass"),
        ("passes", "Ann pass"),
        ("Ann takes the card.", "Ann take"),
        ("takes", "Ann take"),
    ],
)
def test_what_a_player_does_may_be_typed_as_the_page_says_it(words: str, line: str, tmp_path: Path) -> None:
    assert typed(tmp_path, *TURNS, words).record()[-1] == line


@pytest.mark.parametrize("words", ["Cleo", "Cleo bids", "bids", "Cleo.", "Cleo bids."])
def test_the_beginning_of_the_only_answer_is_none_without_its_number(words: str, tmp_path: Path) -> None:
    """Only a bid of 0 is possible there, which nobody has said."""
    assert typed(tmp_path, *BIDDING, words).record()[-1] == "Bo bid 0"


def test_what_a_player_does_may_be_typed_in_french(tmp_path: Path) -> None:
    turns = ("non merci", "3", "Ann", "Bo", "Cy", "chaque tour", "jouer", "Ann", "24", "non merci", "Bo prend la carte")
    assert typed(tmp_path, *turns, language=language("fr")).record()[-2:] == ["Ann pass", "Bo take"]


@pytest.mark.parametrize("words", ["Ann plays 7", "plays 7", "Ann plays 7."])
def test_a_sentence_that_begins_others_is_its_own_answer(words: str, tmp_path: Path) -> None:
    assert typed(tmp_path, *LOOP_LED, words).record()[-1] == "Ann plays 7"


def test_a_sentence_of_several_cards_may_be_typed(tmp_path: Path) -> None:
    assert typed(tmp_path, *LOOP_LED, "Ann plays 3, 4, 5 and 6.").record()[-1] == "Ann plays 3 4 5 6"


def test_a_range_of_lines_is_typed_as_the_page_shows_it(tmp_path: Path) -> None:
    """“Cards 18 to 24” became a list of seven cards, and was not understood."""
    turned = [word for card in range(3, 21) for word in (str(card), "take")]
    table = typed(tmp_path, *TURNS[:-1], *turned, "details", "correct a line")
    label = next(spot.label for spot in table.spots if " to " in spot.label)
    chosen = typed(tmp_path, "details", "correct a line", label)
    assert chosen.status.typed_keys
    assert typed(tmp_path, "details", "correct a line", label.lower()).status.typed_keys == chosen.status.typed_keys


def test_the_beginning_of_several_sentences_is_no_answer(tmp_path: Path) -> None:
    assert typed(tmp_path, *LOOP_LED, "plays").record()[-1] == "set detail plays"


def test_a_code_that_is_typed_in_place_of_a_name_is_no_name(tmp_path: Path) -> None:
    """“AB”, the code of Bo on the page, sat down as a player."""
    roster = ("Ann", "Bo", "Cleo")
    table = played(tmp_path, *map(WordsTyped, ("pad", "2", "AB")), roster=roster)
    assert table.status.answer == "AB is the key of “Bo”: type the name."
    assert played(tmp_path, WordsTyped("Bo"), WordsTyped("Ann"), roster=roster).record()[-1] == "players Bo Ann"


def test_a_typed_name_that_may_be_that_of_two_people_is_none_of_them_and_nobody_new(tmp_path: Path) -> None:
    """“zoe” was asked whether it was Zoë; “no” seated a third person, and Zoé was not mentioned."""
    table = played(tmp_path, *map(WordsTyped, ("pad", "2", "zoe")), roster=("Zoë", "Zoé"))
    assert table.status.answer == "Several answers have that: type the one that is meant as the panel shows it."


@pytest.mark.parametrize(
    ("spoken", "words"), [("en", "a red 3"), ("en", "Ann bids the red 3"), ("fr", "le rouge 3"), ("fr", "un 3 rouge")]
)
def test_an_article_before_a_card_says_nothing(spoken: str, words: str, tmp_path: Path) -> None:
    """“Ann bids a red 3”: “a” was not understood."""
    seated = played(tmp_path, *map(WordsTyped, ("no loose", "3", "Ann", "Bo", "Cleo", "every card", "play", "Ann")))
    assert seated.record()[-1] == "set detail cards"
    table = played(tmp_path, WordsTyped(words), language=language(spoken))
    assert table.record()[-1] == "Ann bid red-3"


@pytest.mark.parametrize("words", ["A round's points add up to: 26", "a round's points add up to 26"])
def test_an_option_whose_title_begins_with_a_word_of_one_letter_is_typed_as_shown(words: str, tmp_path: Path) -> None:
    """The article was taken for the initial of the option: it was refused, while “rounds 3” was understood."""
    table = typed(tmp_path, "score pad", "2", "Ann", "Bo", "Hearts", words)
    assert table.record()[-1] == "set sum 26"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("two 3s", "Ann plays 3 3"),
        ("two 3", "Ann plays 3 3"),
        ("une de 5", "set detail plays"),
        ("deux 3 et un 4", "set detail plays"),
    ],
)
def test_so_many_of_a_card_are_not_taken_for_other_cards(words: str, line: str, tmp_path: Path) -> None:
    """“Deux 3 et un 4” was taken for 1, 2, 3 and 4, and “une de 5” for a 5; “two 3s” was not understood."""
    seated = ("loop", "4", "Ann", "Bo", "Cy", "Di", "every play", "play", "Ann")
    played(tmp_path, *map(WordsTyped, seated), roster=())
    spoken = language("fr" if "d" in words else "en")
    table = played(tmp_path, WordsTyped(words), roster=(), language=spoken)
    assert table.record()[-1] == line


def test_who_goes_out_is_typed_one_at_a_time_without_a_number(tmp_path: Path) -> None:
    """“Each with the name of its player: “Ann 3, Bo 2””, the box said where no number is asked."""
    seated = ("loop", "4", "Ann", "Bo", "Cy", "Di", "play", "Ann")
    assert typed(tmp_path, *seated, "Bo, Cy").status.answer == "Type one answer at a time."


def test_what_holding_c_offers_can_be_typed_after_a_refusal_too(tmp_path: Path) -> None:
    """“nobody beats it” was not understood there, since holding C closes the notice."""
    plays = ("loop", "4", "Ann", "Bo", "Cleo", "Dan", "What is typed: every play", "play", "Ann", "3")
    table = typed(tmp_path, *plays, "2", "nobody beats it")
    assert table.status.question == "Ann leads. Which cards?"
    assert table.record()[-4:] == ["Ann plays 3", "Bo pass", "Cleo pass", "Dan pass"]


def test_a_line_that_is_changed_asks_for_the_figures_of_its_player(tmp_path: Path) -> None:
    """“Whose bids?” was asked again, and “4 2 3” was not understood. One hold of A chooses another player."""
    declared = ("loose", "2", "Ann", "Bo", "bids covered extra tricks", "play", "Ann", "Bo 3 2 3")
    words: tuple[Event, ...] = (*map(WordsTyped, declared), *after("hold D", "hold B"))
    changing: tuple[Event, ...] = (*words, WordsTyped("Bo: bids 3, covered 2, extra tricks 3."), WordsTyped("change"))
    table = played(tmp_path / "own", *changing, WordsTyped("4 2 3"), *after("hold C"), roster=())
    assert table.record()[-1] == "Bo planned 4 covered 2 extra 3"
    back = played(tmp_path / "other", *changing, *after("hold A"), roster=())
    assert back.status.question == "Whose result?"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("king of clubs", "Ann plays K of clubs."),
        ("the Ace of spades", "Ann plays A of spades."),
        ("Ann: a queen of hearts", "Ann plays Q of hearts."),
        ("A queen of hearts", "Ann plays Q of hearts."),
        ("An ace of hearts", "Ann plays A of hearts."),
        ("A 10 of hearts", "Ann plays hearts 10."),
    ],
)
def test_cards_of_the_plain_deck_are_typed_by_their_names(words: str, line: str, tmp_path: Path) -> None:
    """“king of clubs” was not understood, where the page said “K of clubs” a moment later."""
    table = typed(
        tmp_path, "oh hell", "3", "Ann", "Bo", "Cy", "every card", "play", "Ann", "clubs", "1", "0", "0", words
    )
    assert table.status.answer == line


def test_cards_of_the_plain_deck_are_typed_by_their_french_names(tmp_path: Path) -> None:
    begun = ("oh hell", "3", "Ann", "Bo", "Cy", "chaque carte", "jouer", "Ann", "trèfle", "1", "0", "0")
    table = typed(tmp_path, *begun, "dame de cœur", language=language("fr"))
    assert table.status.answer.endswith("D de cœur.")


@pytest.mark.parametrize("words", ["r3", "3r", "3 red", "re 3", "red 3"])
def test_a_bid_to_cover_may_be_typed_as_it_was_bid(words: str, tmp_path: Path) -> None:
    """“r3” had been taken as a bid, and was not understood where it was to be covered."""
    bids = ("r3", "b2", "pass", "b5", "pass", "pass")
    table = typed(tmp_path, "no loose ends", "3", "Ann", "Bo", "Cy", "play", "Ann", *bids, "Ann", words)
    assert table.status.answer == "Ann covers red 3."


def test_the_value_that_an_option_has_is_an_answer_too(tmp_path: Path) -> None:
    """It opened the option, and “play” was not understood then."""
    table = typed(tmp_path, "no loose ends", "3", "Ann", "Bo", "Cy", "who wins each trick")
    assert table.status.question == "Play with these options?"
    assert table.status.answer == "What is typed: who wins each trick"
