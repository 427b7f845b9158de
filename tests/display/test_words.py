"""Texts become words at the edge, in the language of the table."""

from __future__ import annotations

import pickle

from display.layout.text_items import text_run
from display.vocabulary import Face
from display.words import ENGLISH, Language, Several, Text, Translated, counted, figure, signed, text
from tests.display.sample_pages import BLUE_SUIT

MESSAGES = {
    "{player} bids {card}": "{player} mise {card}",
    "blue": "bleu",
    "{suit} {number}": "{number} {suit}",
    "{others} and {last}": "{others} et {last}",
    "{n} token": "{n} jeton",
    "{n} tokens": "{n} jetons",
}
FRENCH = Language("fr", MESSAGES.__getitem__, lambda one, many, n: MESSAGES[one if n < 2 else many])


def test_a_message_takes_its_arguments() -> None:
    said = ENGLISH.say(text("{player} bids {card}", player="Teresa", card=Face(10, BLUE_SUIT)))
    assert said == "Teresa bids blue 10"


def test_arguments_are_said_in_the_same_language() -> None:
    said = FRENCH.say(text("{player} bids {card}", player="Teresa", card=Face(10, BLUE_SUIT)))
    assert said == "Teresa mise 10 bleu"


def test_names_and_figures_are_never_translated() -> None:
    assert FRENCH.say("blue") == "blue"
    assert FRENCH.say(12) == "12"


def test_braces_in_a_name_stay() -> None:
    assert ENGLISH.say(text("{player} passes", player="{x}")) == "{x} passes"


def test_a_count_chooses_the_form() -> None:
    for number, words in ((0, "0 tokens"), (1, "1 token"), (2, "2 tokens"), (11, "11 tokens")):
        assert ENGLISH.say(counted("{n} token", "{n} tokens", number)) == words
    for number, words in ((0, "0 jeton"), (1, "1 jeton"), (2, "2 jetons")):
        assert FRENCH.say(counted("{n} token", "{n} tokens", number)) == words


def test_several_things_stand_in_a_row() -> None:
    assert ENGLISH.say(Several(())) == ""
    assert ENGLISH.say(Several(("Teresa",))) == "Teresa"
    assert ENGLISH.say(Several(("Teresa", "Kaylen"))) == "Teresa and Kaylen"
    assert FRENCH.say(Several(("Teresa", "Kaylen", 3))) == "Teresa, Kaylen et 3"


def test_negative_figures_have_a_real_minus() -> None:
    assert figure(-123) == "\N{MINUS SIGN}123"
    assert [signed(n) for n in (5, 0, -2)] == ["+5", "0", "\N{MINUS SIGN}2"]
    assert ENGLISH.say(text("{n} points", n=-4)) == "\N{MINUS SIGN}4 points"


def test_faces_have_words() -> None:
    assert ENGLISH.say(Face(number=28)) == "28"
    assert ENGLISH.say(Face(suit=BLUE_SUIT)) == "blue"
    assert ENGLISH.say(Face(word=text("getaway"))) == "getaway"
    assert ENGLISH.say(Face(suit=BLUE_SUIT, word=text("trump"))) == "trump blue"
    assert ENGLISH.say(Face(11, BLUE_SUIT, rank=text("J"))) == "J of blue"


def test_a_card_without_a_number_is_shown_by_what_it_has_and_never_as_none() -> None:
    for language in (ENGLISH, FRENCH):
        assert language.say(Face()) == ""
    assert ENGLISH.say(Face(rank=text("J"))) == "J"
    assert ENGLISH.say(Face(suit=BLUE_SUIT, rank=text("J"))) == "J of blue"
    assert text_run(Face(suit=BLUE_SUIT, rank=text("J")), ENGLISH)[0] == "J"


WHO = (("AA", "Ann"), ("AC", "Leo"))


def test_a_sentence_within_another_leaves_its_full_stop_to_that() -> None:
    """“AC = Leo is out..”"""
    out = [text("{keys} = {label}", keys=keys, label=text("{player} is out.", player=who)) for keys, who in WHO]
    assert ENGLISH.say(text("Possible: {choices}.", choices=Several(tuple(out)))) == (
        "Possible: AA = Ann is out and AC = Leo is out."
    )
    assert ENGLISH.say(text("Possible: {choices}.", choices=out[1])) == "Possible: AC = Leo is out."
    assert ENGLISH.say(text("{sentence} {next}", sentence=out[0], next=out[1])) == "AA = Ann is out. AC = Leo is out."


def test_a_name_keeps_its_full_stop() -> None:
    keyed = text("{keys} = {label}", keys="AA", label="J.R.")
    assert ENGLISH.say(Several((keyed, "Ann"))) == "AA = J.R. and Ann"


def test_a_message_brings_its_translations_which_come_before_the_catalogues() -> None:
    own = {"fr": ("{n} sac", "{n} sacs"), "de": ("{n} Sack", "{n} Säcke")}
    bags = [counted(Translated("{n} bag", own), "{n} bags", n) for n in (0, 1, 2)]
    assert [FRENCH.say(one) for one in bags] == ["0 sac", "1 sac", "2 sacs"]
    assert [ENGLISH.say(one) for one in bags] == ["0 bags", "1 bag", "2 bags"]
    german = Language("de", MESSAGES.__getitem__, lambda one, many, n: MESSAGES[one])
    assert [german.say(one) for one in bags] == ["0 Säcke", "1 Sack", "2 Säcke"]
    assert FRENCH.say(Text(Translated("blue", {"fr": "azur"}))) == "azur"
    assert FRENCH.say(Text(Translated("blue", {"de": "blau"}))) == "bleu"


def test_translations_are_kept_where_a_message_goes_to_another_process() -> None:
    again = pickle.loads(pickle.dumps(Text(Translated("blue", {"fr": "azur"}))))
    assert (again, FRENCH.say(again)) == (Text(Translated("blue", {"fr": "azur"})), "azur")


def test_messages_with_other_translations_are_others() -> None:
    blue = Translated("blue", {"fr": "azur"})
    assert blue == Translated("blue", {"fr": "azur"})
    assert blue != Translated("blue", {"fr": "bleu"})
    assert blue != "blue"
    assert str(blue) == "blue"


def test_french_leaves_a_vowel_out_before_another_one() -> None:
    """“Première victoire de Élo” is no French. Before h, “de” may be right."""
    french = FRENCH._replace(
        translate={"{player}'s cards": "cartes de {player}", "{player} plays": "que {player} joue"}.__getitem__
    )
    for name, words in (
        ("Élo", "cartes d’Élo"),
        ("Bo", "cartes de Bo"),
        ("Hugo", "cartes de Hugo"),
        ("", "cartes de "),
    ):
        assert french.say(text("{player}'s cards", player=name)) == words
    assert french.say(text("{player} plays", player="Ann")) == "qu’Ann joue"
    assert ENGLISH.say(text("que {player}", player="Ann")) == "que Ann"
