"""Answers without the four keys: whole games by a finger or by words alone, and keys as everybody knows them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.contract.keycodes import Choice, Layout, Level
from device.contract.number_pad import signed_figures
from device.session.keyscript import key_script
from device.table.direct_input import AMBIGUOUS
from device.table.typed_words import codes_beginning, possible_answers
from device.table.typed_words import keys_for_words as typed_keys
from display.languages import language
from display.words import ENGLISH, text
from hal.keys.keys import Gesture, Key, Press
from hal.signal.readout import Status
from hal.table.sidebar import SidebarContents
from hal.table.table import EditingKey, EditingKeyPressed, Event, PicturePointed, WordsTyped
from tests.games.registered import GAMES, SOME_GAMES, deal, written
from tests.non_empty import non_empty
from tests.table.answered_tables import NAMES, AnsweredTable, after, by_pointing, by_typing, played

OPTIONS = {
    "no-thanks": (("rounds", "1"),),
    "loop": (("detail", "finish"),),
    "score-pad": (("rounds", "2"), ("wins", "low")),
    "wizard": (("detail", "totals"),),
}
SEEDS = {
    "loop": (4, 2),
    "loop-2023": (2, 6),
    "no-loose-ends": (2, 2),
    "no-thanks": (3, 7),
    "score-pad": (3, 1),
    "wizard": (4, 1),
}

ENTER, ESCAPE, BACKSPACE, CTRL_Z, REDO, HOLD_A = map(EditingKeyPressed, EditingKey)


def whole(game_id: str) -> list[str]:
    """The record of a dealt game."""
    players, seed = SEEDS[game_id]
    chosen = OPTIONS.get(game_id, ())
    return list(written(game_id, NAMES[:players], chosen, deal(game_id, seed, players, chosen)))


def written_out(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def keys_of(lines: list[str]) -> tuple[str, ...]:
    return tuple(key_script(written_out(lines), NAMES))


def test_every_game_is_played_so() -> None:
    assert set(SEEDS) == set(GAMES)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_whole_game_by_pointing_alone(game_id: str, tmp_path: Path) -> None:
    lines = whole(game_id)
    table = AnsweredTable(tmp_path, by_pointing(keys_of(lines)), roster=NAMES)
    assert table.record() == lines
    assert "refused" not in table.cues


@pytest.mark.parametrize("code", ["en", "fr"])
@pytest.mark.parametrize("game_id", SOME_GAMES)
def test_a_whole_game_by_typing_alone(game_id: str, code: str, tmp_path: Path) -> None:
    lines = whole(game_id)
    table = AnsweredTable(tmp_path, by_typing(written_out(lines), NAMES), roster=NAMES, language=language(code))
    assert table.record() == lines
    assert "refused" not in table.cues


SPELLING = after("C", "A", "B", "D", "C")
"""No Loose Ends with two players, and the first seat is somebody new, whose name is spelled."""


def test_enter_closes_details_and_answers_no_question_that_they_hide(tmp_path: Path) -> None:
    """“Enter: close” stood in the field, and the game began: it had ended the options, which the rulings hid."""
    options = map(WordsTyped, ("wizard", "3", "Ann", "Bo", "Cleo"))
    table = played(tmp_path, *options, *after("hold B"), ENTER)
    assert (table.status.question, table.record()[-1]) == ("Play with these options?", "players Ann Bo Cleo")


def test_enter_closes_the_page_of_the_keys_as_any_key_does(tmp_path: Path) -> None:
    """“Any key only closes this page”, and Enter did nothing there."""
    to_keys = after("hold D", "C", "C")
    assert played(tmp_path, *to_keys).status.question == "What the four keys do"
    assert played(tmp_path / "closed", *to_keys, ENTER).status.question == "Which game?"


def test_words_that_are_no_answer_are_told_of_what_the_page_shows(tmp_path: Path) -> None:
    """“Type an answer as the panel shows it” was all that was said beside pages that show none."""
    keys = played(tmp_path / "keys", *after("hold D", "C", "C"), WordsTyped("abracadabra"))
    assert keys.status.answer == "Any key, pressed or held, only closes this page."
    options = map(WordsTyped, ("wizard", "3", "Ann", "Bo", "Cleo"))
    rulings = played(tmp_path / "rulings", *options, *after("hold B"), WordsTyped("abracadabra"))
    assert str(rulings.status.answer).endswith("Possible: more, close and menu.")


def test_a_name_that_is_typed_where_one_is_spelled_is_that_name(tmp_path: Path) -> None:
    table = played(tmp_path, *SPELLING, WordsTyped("Barbara"))
    assert table.controller.session.names == ("Barbara",)
    assert table.status.typed_keys == ""
    table = played(tmp_path, *after("D", "C"), WordsTyped("Zoé-Anne O'Brien"))
    assert table.controller.session.names == ("Barbara", "Zoé-Anne O'Brien")


def test_who_sits_is_said_once_the_last_player_does(tmp_path: Path) -> None:
    """“zo” became a new person, while Zoé was offered, and the page that followed showed no names."""
    table = played(tmp_path, *map(WordsTyped, ("wizard", "3", "Ann", "Bo", "zo")))
    assert table.status.answer == "Ann, Bo and zo"


def test_a_name_that_is_typed_takes_the_place_of_letters_that_are_there(tmp_path: Path) -> None:
    """Of “Bo” who sat already, and “Zoe”, typed once the notice was closed, one player “BoZoe” was made."""
    names = map(WordsTyped, ("Bo", "Bo"))
    table = played(tmp_path, *after("C", "A", "C"), *names, *after("hold C"), WordsTyped("Zoe"))
    assert table.controller.session.names == ("Bo", "Zoe")


def test_the_letters_of_a_refused_name_are_said_to_stay(tmp_path: Path) -> None:
    """“Nothing has changed” was said, and the page asked for letters after those of the name."""
    table = played(tmp_path, *map(WordsTyped, ("no thanks", "3", "Ann", "ann")), roster=())
    page = table.controller.page()
    assert table.status.question == "Spell the name: ann_"
    assert page.notice is not None
    assert ENGLISH.say(page.notice.lines[-1]) == "What was typed before it stays: press what is right."


SEATED = ("no thanks", "3", "Xénia", "Yann", "Zoé")


def test_a_typed_name_is_undone_and_redone_as_a_whole(tmp_path: Path) -> None:
    """Undo led to the letters of “Zoé”, where the second “undo” that was typed became a player of that name."""
    typed = tuple(map(WordsTyped, SEATED))
    undone: list[tuple[Event, Event]] = [(CTRL_Z, CTRL_Z), (WordsTyped("undo"), WordsTyped("Undo"))]
    for index, twice in non_empty(enumerate(undone)):
        table = played(tmp_path / str(index), *typed, *twice)
        assert (table.controller.session.names, table.controller.session.spelled) == (("Xénia",), None)
        assert table.status.answer == "Taken back: Yann"
        table = played(tmp_path / str(index), REDO)
        assert (table.controller.session.names, table.controller.session.spelled) == (("Xénia", "Yann"), None)


@pytest.mark.parametrize("view", [("hold B",), ("hold D",), ("hold D", "A"), ("hold D", "C", "C")])
def test_undo_takes_back_what_was_declared_whatever_lies_over_the_game(view: tuple[str, ...], tmp_path: Path) -> None:
    """“Undo” beside the record only closed details, the menu, and the page of the keys."""
    begun = map(WordsTyped, ("score pad", "2", "Ann", "Bo", "without a name", "play", "5"))
    table = played(tmp_path, *begun, *after(*view), CTRL_Z)
    assert table.status.answer == "Taken back: Ann: 5 points."


@pytest.mark.parametrize("view", [("hold B",), ("hold D",)])
def test_a_click_on_holding_a_only_closes_what_lies_over_the_game(view: tuple[str, ...], tmp_path: Path) -> None:
    """In a browser, “back” in the menu took back the last declaration, too."""
    begun = tuple(map(WordsTyped, ("score pad", "2", "Ann", "Bo", "without a name", "play", "5")))
    once = played(tmp_path / "once", *begun, *after(*view), HOLD_A)
    twice = played(tmp_path / "twice", *begun, *after(*view), HOLD_A, HOLD_A)
    assert "Taken back" not in once.status.answer
    assert twice.status.answer == "Taken back: Ann: 5 points."


def test_names_with_commas_between_them_sit_down_one_after_the_other(tmp_path: Path) -> None:
    """“François, Zoé” was one player."""
    table = played(tmp_path, *map(WordsTyped, ("no thanks", "3", "Xénia, Yann and Zoé")))
    assert table.controller.session.record.setup.players == ("Xénia", "Yann", "Zoé")
    asked = played(tmp_path / "asked", *map(WordsTyped, ("no thanks", "3", "Ann, Elodi, Bo")), roster=("Élodie",))
    assert asked.status.question == "Is Elodi Élodie?"
    assert asked.controller.session.names == ("Ann",)
    names = ("no thanks", "3", "Ann", "spell a name", "Bo, Cleo")
    spelled = played(tmp_path / "spelled", *map(WordsTyped, names), roster=("Ann",))
    assert spelled.controller.session.names == ("Ann", "Bo", "Cleo")


@pytest.mark.parametrize(
    ("line", "names", "answer", "question"),
    [
        (
            "Ann, Bo, Cleo, Dan",
            ("Ann", "Bo", "Cleo"),
            "Answers taken: 3 of 4. All seats are taken.",
            "Play with these options?",
        ),
        ("Ann, Ann, Cleo", ("Ann",), "Answers taken: 1 of 3. Ann is named twice", "Spell the name: Ann_"),
        ("Ann, Elodi, Bo", ("Ann",), "Answers taken: 1 of 3.", "Is Elodi Élodie?"),
        ("Ann, Bo, Cleo", ("Ann", "Bo", "Cleo"), "Ann, Bo and Cleo", "Play with these options?"),
        ("Ann", ("Ann",), "Ann", "Who sits in seat 2?"),
    ],
)
def test_the_first_name_of_a_line_that_is_not_seated_ends_it(
    line: str, names: tuple[str, ...], answer: str, question: str, tmp_path: Path
) -> None:
    """A name too many was dropped, and after one that was refused the next one got its seat."""
    table = played(tmp_path, *map(WordsTyped, ("no thanks", "3", line)), roster=("Élodie",))
    assert table.controller.session.names == names
    assert table.status.answer.startswith(answer)
    assert table.status.question.startswith(question)


def test_an_undone_name_is_said_without_those_that_still_sit(tmp_path: Path) -> None:
    held = Press(Key.A, Gesture.HOLD, 0)
    table = played(tmp_path, *map(WordsTyped, SEATED), held)
    assert (table.status.question, table.status.answer) == ("Spell the name: Zoé_", "Taken back: the end of the name")
    assert played(tmp_path, WordsTyped("undo")).controller.session.spelled == "Zo"
    assert played(tmp_path, WordsTyped("erase")).controller.session.spelled == "Z"


def test_letters_are_asked_only_where_a_name_is_spelled(tmp_path: Path) -> None:
    told: list[bool] = []

    def answers(table: AnsweredTable) -> Iterator[Event]:
        for press in after("C", "A", "B", "D", "C", "hold A"):
            yield press
            told.append(table.status.is_spelling)

    AnsweredTable(tmp_path, answers, roster=NAMES)
    assert told == [False, False, False, False, True, False]


def test_a_name_that_is_offered_is_chosen_and_any_other_is_spelled_at_once(tmp_path: Path) -> None:
    """Ann is not Anna: only where nobody could be new do the first letters of a name do."""
    table = played(tmp_path, *after("C", "A", "B"), WordsTyped("Cleo"), WordsTyped("An"))
    assert table.controller.session.names == ("Cleo", "An")


@pytest.mark.parametrize(
    ("typed", "points"),
    [
        ("7", 7),
        ("0", 0),
        ("24", 24),
        ("35", 35),
        ("137", 137),
        ("1005", 1005),
        ("-20300", -20300),
        ("-3", -3),
        ("−40", -40),
    ],
)
def test_a_number_that_is_typed_is_that_number(typed: str, points: int, tmp_path: Path) -> None:
    lines = ["game score-pad", "players Ann Bo", "title Hearts"]
    asked = (*key_script(written_out([*lines, "Ann points 1", "Bo points 1"]), NAMES),)[:-4]
    table = played(tmp_path, *after(*asked), WordsTyped("Ann"), WordsTyped(typed))
    assert table.record() == [*lines, f"Ann points {points}"]


def test_a_number_that_is_typed_takes_the_place_of_digits_that_were_half_typed(tmp_path: Path) -> None:
    """100 of six digits stood there, and 105 was added to it: 100105 points."""
    lines = ["game score-pad", "players Ann Bo", "title Hearts"]
    script = tuple(key_script(written_out([*lines, "Ann points 100100"]), NAMES))
    half = after(*script[:-6])
    table = played(tmp_path, *half, WordsTyped("105"))
    assert table.record() == [*lines, "Ann points 105"]


def test_a_digit_that_is_typed_continues_a_number_that_was_half_typed(tmp_path: Path) -> None:
    """“4_” stood there, and 0 was the whole number, not the digit that was missing."""
    half: tuple[Event, ...] = (*map(WordsTyped, SCORE_PAD), *after("D", "C", "A", "D"))
    assert played(tmp_path, *half).status.question.endswith("4_ points")
    assert played(tmp_path / "typed", *half, WordsTyped("0")).record()[-1] == "Ann points 40"


def test_enter_ends_an_entry_and_accepts_a_round_and_is_never_a_redo(tmp_path: Path) -> None:
    table = played(tmp_path, *after("C", "hold A"), ENTER)
    assert table.cues[-1] == "refused"
    table = played(tmp_path, REDO)
    assert table.record() == ["game no-loose-ends"]
    table = played(tmp_path, *SPELLING[1:], *after("A", "A"), ENTER)
    assert table.controller.session.names == ("A",)
    lines = whole("no-loose-ends")
    done = keys_of(lines)
    assert done.index("hold C") > 0
    table = played(tmp_path / "game", *after(*done[: done.index("hold C")]), ENTER)
    assert table.controller.session.accepted_round_count == 1


def test_the_redo_key_makes_a_correction_again_where_holding_c_accepts_the_round(tmp_path: Path) -> None:
    """“This key does nothing here”, was said of Ctrl+Y, while the menu offered the redo."""
    seated = map(WordsTyped, ("score pad", "2", "Ann", "Bo", "Skat", "play", "1", "2"))
    correction = map(WordsTyped, ("Bo: 2 points", "change", "3"))
    undone = played(tmp_path, *seated, *after("hold B", "hold D"), *correction, ENTER, CTRL_Z)
    assert (undone.record()[-1], undone.status.question) == ("Bo points 2", "Is round 1 right?")
    assert played(tmp_path, REDO).record()[-1] == "Bo points 3"
    in_menu = played(tmp_path, CTRL_Z, *after("hold D"), REDO)
    assert (in_menu.record()[-1], in_menu.status.answer) == ("Bo points 3", "Again: Correction: Bo: 3 points.")
    nothing_undone = played(tmp_path, REDO)
    assert nothing_undone.status.answer == "This key does nothing here."


def test_backspace_erases_what_is_half_typed_and_takes_nothing_back_that_counts(tmp_path: Path) -> None:
    table = played(tmp_path, *SPELLING, *after("A", "A", "B", "A"), *2 * (BACKSPACE,))
    assert table.controller.session.spelled == ""
    table = played(tmp_path, *3 * (BACKSPACE,))
    assert table.controller.session.spelled == ""
    table = played(tmp_path, *after("hold A", "D"), BACKSPACE, BACKSPACE)
    assert (table.status.typed_keys, table.controller.session.seat_count) == ("", 2)
    assert table.cues[-1] == "refused"


def test_escape_forgets_a_code_and_closes_what_lies_over_the_game(tmp_path: Path) -> None:
    table = played(tmp_path, *after("C", "A"), ESCAPE, *after("hold D"))
    assert (table.status.question, table.status.typed_keys) == ("Menu", "")
    table = played(tmp_path, *after("hold D"), ESCAPE, ESCAPE)
    assert table.status.question == "How many players?"
    assert table.cues[-1] == "refused"


def test_what_is_pointed_at_late_chooses_nothing(tmp_path: Path) -> None:
    """Two fingers at once: the second meant the question before, where the same place means another answer."""

    def answers(table: AnsweredTable) -> Iterator[Event]:
        first = table.point("No Loose Ends")
        yield first
        yield first

    table = AnsweredTable(tmp_path, answers, roster=NAMES)
    assert table.record() == ["game no-loose-ends"]
    assert table.status.typed_keys == ""
    assert table.cues[-2:] == ["accepted", "refused"]


def test_nothing_can_be_pointed_at_while_the_panel_shows_an_older_page(tmp_path: Path) -> None:
    told: list[int] = []

    class Slow(AnsweredTable):
        def show_sidebar(self, contents: SidebarContents) -> None:
            super().show_sidebar(contents)
            told.append(len(contents.picture_areas.areas))

    Slow(tmp_path, lambda table: iter(after("C")), roster=NAMES)
    assert told[0] == 0 < told[1]
    assert told[2] == 0 < told[-1]


def test_a_finger_takes_the_place_of_what_is_half_typed(tmp_path: Path) -> None:
    def answers(table: AnsweredTable) -> Iterator[Event]:
        yield from after("D")
        yield table.point("LOOP")

    table = AnsweredTable(tmp_path, answers, roster=NAMES)
    assert table.record() == ["game loop"]


def test_a_touch_on_a_page_that_sleeps_only_wakes_it(tmp_path: Path) -> None:
    table = played(tmp_path, *after("C"), PicturePointed(0, "A"))
    assert table.record() == ["game no-loose-ends"]


def test_what_was_typed_for_a_secret_is_not_repeated(tmp_path: Path) -> None:
    """Tokens of No Thanks! before the round is scored: a figure that is no answer is on no page and in no refusal."""
    lines = ["game no-thanks", "players Ann Bo Cleo", "set detail totals", "set rounds 1"]
    entry = [*lines, "Ann holds 3-10 tokens 19", "Bo holds 11-18 tokens 9", "Cleo holds 19-26 tokens 5"]
    every = list(key_script(written_out(entry), NAMES))
    told: list[str] = []

    class Kept(AnsweredTable):
        def show_sidebar(self, contents: SidebarContents) -> None:
            super().show_sidebar(contents)
            told.append(repr(contents))

        def show_status(self, status: Status) -> None:
            super().show_status(status)
            told.append(repr(status))

    def answers(table: AnsweredTable) -> Iterator[Event]:
        for press in after(*every):
            if "tokens" in " ".join(spot.label for spot in table.spots) or "tokens" in table.status.question:
                break
            yield press
        yield WordsTyped("987654")

    table = Kept(tmp_path, answers, roster=NAMES)
    assert table.cues[-1] == "refused"
    assert "987654" not in "".join(told)


def test_what_holding_a_key_does_can_be_typed_in_its_words(tmp_path: Path) -> None:
    """“Valider” stood on the page and was refused as no answer; so was “fermer”, where nothing is asked."""
    lines = whole("no-loose-ends")
    done = keys_of(lines)
    first_round = after(*done[: done.index("hold C")])

    def french(*answers: Event) -> AnsweredTable:
        return AnsweredTable(tmp_path, lambda _: iter(answers), roster=NAMES, language=language("fr"))

    table = french(*first_round, WordsTyped("détails"), WordsTyped("Fermer"))
    assert table.status.question == "Le compte de la manche 1 est-il bon\N{NARROW NO-BREAK SPACE}?"
    assert table.controller.session.accepted_round_count == 0
    assert french(WordsTyped("valider")).controller.session.accepted_round_count == 1


@pytest.mark.parametrize("words", ["Yes", "ok"])
def test_yes_accepts_a_round_and_any_other_word_is_told_what_would(words: str, tmp_path: Path) -> None:
    """“Is round 1 right?”, and “yes” was no answer to the question on the panel."""
    keys = keys_of(whole("no-loose-ends"))
    first_round = after(*keys[: keys.index("hold C")])
    table = played(tmp_path, *first_round, WordsTyped("Perhaps"))
    assert (table.cues[-1], table.controller.session.accepted_round_count) == ("refused", 0)
    possible = "Possible: undo, details, accept and menu."
    assert table.status.answer == f"That was not understood: type an answer as the panel shows it. {possible}"
    assert played(tmp_path, WordsTyped("No")).status.question == "Round 1 as declared, its end on top"
    assert played(tmp_path, WordsTyped("Undo"), WordsTyped("Redo")).status.question == "Is round 1 right?"
    assert played(tmp_path, WordsTyped(words)).controller.session.accepted_round_count == 1


def test_a_name_is_spelled_even_if_a_key_that_is_held_does_something_alike(tmp_path: Path) -> None:
    table = played(tmp_path, *after("C", "A", "B"), WordsTyped("Men"), WordsTyped("menu"))
    assert (table.controller.session.names, table.status.question) == (("Men",), "Menu")


HOLDS = ["game no-thanks", "players Ann Bo Cleo", "set detail totals", "Ann holds 4 10-12 tokens 2"]


def test_an_answer_that_no_page_shows_is_refused_with_its_reason(tmp_path: Path) -> None:
    """A card that lies before somebody else was “no answer here, or several begin so”."""
    asked = after(*key_script(written_out(HOLDS), NAMES))
    table = played(tmp_path, *asked, WordsTyped("Bo"), WordsTyped("11"))
    assert table.cues[-1] == "refused"
    assert table.status.answer == "Bo cannot hold the 11: it lies before Ann, and there is only one."


@pytest.mark.parametrize(
    "typed",
    [
        "19 20 21 22 28 29 31 32 33",
        "19-22 28-29 31–33",
        "19 to 22, 28, 29, 31 to 33",
        "19 to 22, 28 and 29, 31, 32 and 33",
        "19–22, 28; 29,31-33",
        "33 32 31 29 28 22 21 20 19 done",
    ],
)
def test_all_cards_of_a_player_may_be_typed_at_once(typed: str, tmp_path: Path) -> None:
    """Eight cards were refused as “no answer here”, and so was a run, which the page itself writes as “19–22”."""
    asked = after(*key_script(written_out(HOLDS), NAMES))
    done = () if typed.endswith("done") else (WordsTyped("done"),)
    table = played(tmp_path, *asked, WordsTyped("Bo"), WordsTyped(typed), *done, WordsTyped("7"))
    assert table.record()[-1] == "Bo holds 19-22 28-29 31-33 tokens 7"


def test_cards_that_are_typed_again_after_a_refusal_replace_those_before_it(tmp_path: Path) -> None:
    """The field still has them all: put right, they were “named twice”, since those before the wrong one had stayed."""
    asked = after(*key_script(written_out(HOLDS), NAMES))
    wrong, right = "19-22 28-29 11", "19-22 28-29 31-33"
    table = played(tmp_path, *asked, *map(WordsTyped, ("Bo", wrong, right, "done", "7")))
    assert table.record()[-1] == "Bo holds 19-22 28-29 31-33 tokens 7"


def test_tokens_with_which_cards_were_refused_are_asked_again_and_the_cards_stay(tmp_path: Path) -> None:
    """“20” instead of 21 tokens was the card 20, since the cards were asked again."""
    held = (*HOLDS[:3], "Ann holds 3-10 tokens 9", "Bo holds 11-18 tokens 9")
    asked = after(*key_script(written_out([*held]), NAMES))
    refused = played(tmp_path / "refused", *asked, *map(WordsTyped, ("19-26", "done", "14")))
    assert "tokens" in str(refused.status.answer)
    assert "the same cards" not in [ENGLISH.say(hold.label) for hold in refused.controller.page().holds]
    table = played(tmp_path, *asked, *map(WordsTyped, ("19-26", "done", "14", "15")))
    assert table.cues.count("refused") == 1
    assert table.record()[-1] == "Cleo holds 19-26 tokens 15"


def test_typed_cards_that_stay_after_a_refusal_are_said_to_stay(tmp_path: Path) -> None:
    """“Nothing has changed” stood above the cards, which waited for other tokens."""
    asked = after(*key_script(written_out(HOLDS[:3]), NAMES))
    table = played(tmp_path, *asked, *map(WordsTyped, ("play", "Ann", "3-28", "done", "3")))
    page = table.controller.page()
    assert page.notice is not None
    assert ENGLISH.say(page.notice.lines[-1]) == "What was typed before it stays: press what is right."
    assert ENGLISH.say(page.typed_words[0]) == "3\N{EN DASH}28"


@pytest.mark.parametrize("keys", [("D", "B"), ("D", "B", "C")])
def test_a_card_may_be_typed_while_higher_ones_are_shown(keys: tuple[str, ...], tmp_path: Path) -> None:
    """Behind “25+”, or half a code there, 9 was “no answer to the question on the panel”."""
    asked = after(*key_script(written_out(HOLDS), NAMES))
    table = played(tmp_path, *asked, WordsTyped("Bo"), *after(*keys), *map(WordsTyped, ("19-22", "done", "7")))
    assert table.record()[-1] == "Bo holds 19-22 tokens 7"


def test_a_refused_card_leads_back_to_all_cards(tmp_path: Path) -> None:
    """The page stayed behind “25+”, without “done” and the other cards."""
    asked = after(*key_script(written_out(HOLDS), NAMES))
    table = played(tmp_path, *asked, *map(WordsTyped, ("Bo", "28-29")))
    before = table.status.typed_keys
    table = played(tmp_path / "again", *asked, *map(WordsTyped, ("Bo", "28-29", "29")))
    assert (table.cues[-1], table.status.typed_keys) == ("refused", before)


def test_other_cards_that_are_typed_after_a_refusal_follow_those_before_it(tmp_path: Path) -> None:
    """16 to 18 were dropped: 22 is behind “13+”, too, and was taken for the beginning of the same cards."""
    asked = after(*key_script(written_out(HOLDS), NAMES))
    words = ("Bo", "16-18 11", "22 28-30", "done", "7")
    table = played(tmp_path, *asked, *map(WordsTyped, words))
    assert table.record()[-1] == "Bo holds 16-18 22 28-30 tokens 7"


def test_a_card_that_is_typed_twice_is_refused(tmp_path: Path) -> None:
    asked = after(*key_script(written_out(HOLDS), NAMES))
    table = played(tmp_path, *asked, *map(WordsTyped, ("Bo", "19-22", "28-29", "28-29")))
    assert table.cues[-1] == "refused"
    assert table.status.typed_keys


@pytest.mark.parametrize("typed", ["11 blue", "blue 11", "blue-11", "11b", "B11", "11 b"])
def test_a_card_may_be_typed_as_it_is_drawn(typed: str, tmp_path: Path) -> None:
    """“7b” was no answer, though the card stands so on the panel."""
    chosen = (("detail", "cards"),)
    lines = list(written("no-loose-ends", NAMES[:3], chosen, deal("no-loose-ends", 2, 3, chosen)))[:7]
    assert lines[6] == "Cleo plays blue-11"
    assert played(tmp_path, *after(*keys_of(lines[:6])), WordsTyped(typed)).record() == lines


def test_an_apostrophe_may_be_typed_as_keyboards_have_it(tmp_path: Path) -> None:
    asked = after("C", "A", "B", "A", "A", "A", "B")

    def answers(table: AnsweredTable) -> Iterator[Event]:
        yield from asked
        yield WordsTyped("ce qu'on tape")
        yield WordsTyped("enchères")

    table = AnsweredTable(tmp_path, answers, roster=NAMES, language=language("fr"))
    assert table.record()[-1] == "set detail totals"


def test_a_code_may_be_typed_as_the_page_shows_it(tmp_path: Path) -> None:
    """“AA” before an answer was no answer, with Enter in the field."""
    lines = whole("wizard")
    table = played(tmp_path, *after(*keys_of(lines)[:-1], "hold D"), WordsTyped("b"))
    assert (table.status.typed_keys, table.cues[-1]) == ("B", "heard")
    table = played(tmp_path / "whole", *after(*keys_of(lines)[:-1], "hold D"), WordsTyped("AA"))
    assert table.status.question != "Menu"
    assert "refused" not in table.cues


def test_a_name_typed_where_cards_are_asked_is_no_code(tmp_path: Path) -> None:
    """“Ada” was the code AD of the card 4, and half of the next one's."""
    table = played(tmp_path, *map(WordsTyped, ("no thanks", "3", "Ada", "Bob", "Cleo", "play", "Ada", "Ada")))
    assert table.cues[-1] == "refused"
    assert (table.status.question, table.status.typed_keys) == ("Ada: cards, done, tokens?", "")


def test_any_word_of_an_answer_may_be_typed_if_no_other_has_it(tmp_path: Path) -> None:
    assert played(tmp_path, WordsTyped("pad")).record() == ["game score-pad"]


@pytest.mark.parametrize(("typed", "starter"), [("b", None), ("be", "Ben"), ("c", None), ("a", "Ann")])
def test_a_letter_that_is_a_key_and_begins_another_name_is_neither(
    typed: str, starter: str | None, tmp_path: Path
) -> None:
    """“b” stood for Ben, and “B Cleo” on the page."""
    table = played(tmp_path, *map(WordsTyped, ("ends", "3", "Ann; Cleo; Ben", "play", typed)))
    assert table.status.answer == (f"{starter} starts." if starter else str(ENGLISH.say(AMBIGUOUS)))


def test_a_game_that_takes_other_numbers_of_players_is_refused_for_that(tmp_path: Path) -> None:
    """“loop” began the first edition, since LOOP is for four players at least and was not in the list."""
    others = map(WordsTyped, (*NO_LOOSE_ENDS, "play", "menu", "same people, another game", "loop"))
    table = played(tmp_path, *others)
    assert (table.status.question, table.status.answer) == ("Which game for 3 players?", "LOOP is not for 3 players.")


@pytest.mark.parametrize(("typed", "seat"), [("1", None), ("3", 2), ("4", 3)])
def test_a_number_is_the_first_one_of_an_answer(typed: str, seat: int | None) -> None:
    """With seats 3 and 4 left, “1” was seat 3 with the card of the first, and “3” several answers."""
    labels = {2: "place 3, carte Rang : 1er", 3: "place 4, carte Rang : 3e"}
    choices = tuple(Choice(slot, label, slot) for slot, label in labels.items())
    level: Level[int] = Level("seat", "place", Layout.LIST, choices)
    assert codes_beginning(level, typed, language("fr")) == ([] if seat is None else [level.code(seat)])


def test_several_answers_that_begin_so_are_said_to_be_several(tmp_path: Path) -> None:
    told: list[str] = []

    def answers(table: AnsweredTable) -> Iterator[Event]:
        for words in ("LOO", "Bingo"):
            yield WordsTyped(words)
            told.append(table.status.answer)

    assert AnsweredTable(tmp_path, answers, roster=NAMES).record() == []
    assert told == [
        "Several answers have that: type the one that is meant as the panel shows it.",
        "That was not understood: type an answer as the panel shows it.",
    ]


def test_a_number_that_is_no_answer_is_refused_with_those_that_are(tmp_path: Path) -> None:
    """Six bids typed in No Loose Ends with three players, where five is the most, were refused without a reason."""
    table = played(
        tmp_path,
        *after("C", "A", "C", "A", "A", "A", "B", "A", "C", "A", "C", "D", "D", "A"),
        WordsTyped("Ann"),
        WordsTyped("6"),
    )
    assert table.status.question == "Ann: bids"
    assert table.status.answer == "That is not possible here. Possible: 0, 1, 2, 3, 4 and 5."


SCORE_PAD = ("pad", "2", "Ann", "Élodie", "Hearts", "play")
NO_LOOSE_ENDS = ("ends", "3", "Ann", "Bo", "Cleo")


@pytest.mark.parametrize("typed", ["Ann 90", "ann 90 points", "90 points", "90 point", "Ann: 90."])
def test_words_of_the_question_may_be_typed_again(typed: str, tmp_path: Path) -> None:
    """“Ann: how many points?”, and “Ann 90” was no answer."""
    assert played(tmp_path, *map(WordsTyped, (*SCORE_PAD, typed))).record()[-1] == "Ann points 90"


@pytest.mark.parametrize(
    ("code", "typed", "points"),
    [("en", "Ann twelve", 12), ("en", "zero", 0), ("fr", "douze points", 12), ("fr", "Ann Dix-Sept", 17)],
)
def test_numbers_may_be_typed_in_words(code: str, typed: str, points: int, tmp_path: Path) -> None:
    played(tmp_path, *map(WordsTyped, SCORE_PAD))
    table = AnsweredTable(tmp_path, lambda _: iter([WordsTyped(typed)]), roster=NAMES, language=language(code))
    assert table.record()[-1] == f"Ann points {points}"


def test_an_answer_that_is_a_word_of_the_question_is_not_dropped(tmp_path: Path) -> None:
    """“9 bleu, passe, passe” was the bid of a 9, since “Ann annonce ou passe” has the other word."""
    typed = map(WordsTyped, ("loose", "3", "Ann, Bo, Cleo", "jouer", "Ann", "9 bleu, passe, passe"))
    table = AnsweredTable(tmp_path, lambda _: iter(typed), roster=NAMES, language=language("fr"))
    assert (table.cues[-1], table.record()[-1]) == ("refused", "players Ann Bo Cleo")


def test_the_field_says_what_enter_does(tmp_path: Path) -> None:
    """Enter in an empty field meant “done”, without a card, and the field spoke of a name, number or word."""
    asked = after(*key_script(written_out(HOLDS), NAMES))
    assert played(tmp_path, *asked, WordsTyped("Bo")).contents.enter_meaning == "done"
    assert played(tmp_path / "options", *map(WordsTyped, SCORE_PAD[:-1])).contents.enter_meaning == "play"
    assert played(tmp_path / "figures", *map(WordsTyped, SCORE_PAD)).contents.enter_meaning == ""
    tricks = ("wizard", "3", "Ann, Bo, Cleo", "play", "Ann", "0", "0", "0", "0", "1")
    assert played(tmp_path / "offered", *map(WordsTyped, tricks)).contents.enter_meaning == "Cleo: 0 tricks"


def test_tokens_that_are_typed_among_cards_are_no_card(tmp_path: Path) -> None:
    """Cards and then tokens are asked: “3 tokens” was the card 3."""
    asked = after(*key_script(written_out(HOLDS), NAMES))
    table = played(tmp_path, *asked, *map(WordsTyped, ("Bo", "3 tokens")))
    assert (table.cues[-1], table.status.typed_keys) == ("refused", "")


@pytest.mark.parametrize("typed", ["tokens 11", "11 tokens", "Bo: tokens 11"])
def test_tokens_that_are_typed_before_cards_are_told_how_to_say_that_there_are_none(typed: str, tmp_path: Path) -> None:
    """“Type an answer as the panel shows it” was all that was said, and tokens stood in the question."""
    asked = after(*key_script(written_out(HOLDS), NAMES))
    table = played(tmp_path, *asked, *map(WordsTyped, ("Bo", typed)))
    assert table.cues[-1] == "refused"
    assert table.status.answer == "Asked first: cards. If there is none, type “done” before the number."
    done = played(tmp_path / "done", *asked, *map(WordsTyped, ("Bo", "done, 11")))
    assert done.record()[-1] == "Bo holds tokens 11"


def test_the_panel_does_not_keep_the_reason_of_an_earlier_refusal(tmp_path: Path) -> None:
    """Of two answers that were refused, the panel said of the first one why, and the field of the second."""
    table = played(tmp_path, *after("C", "C"), WordsTyped("9 9"))
    notice = table.controller.page().notice
    assert notice is not None
    first, *rest = map(ENGLISH.say, notice.lines)
    assert first == table.status.answer
    assert "C means nothing" not in first
    assert rest == ["Nothing has changed: press what is right."]


@pytest.mark.parametrize("typed", ["19-22, 3 tokens", "19 to 22 tokens 3", "Bo: 19-22, tokens 3.", "19-22 3 token"])
def test_tokens_that_are_typed_after_cards_end_them(typed: str, tmp_path: Path) -> None:
    asked = after(*key_script(written_out(HOLDS), NAMES))
    assert played(tmp_path, *asked, *map(WordsTyped, ("Bo", typed))).record()[-1] == "Bo holds 19-22 tokens 3"
    apart = map(WordsTyped, ("Bo", "19-22", "3 tokens"))
    assert played(tmp_path / "apart", *asked, *apart).record()[-1] == "Bo holds 19-22 tokens 3"


@pytest.mark.parametrize(
    ("keys", "typed"), [("DB", "-375"), ("DBD", "−375"), ("DBDC", "-375"), ("", "-375"), ("DA", "-375")]
)
def test_a_number_with_its_sign_takes_the_place_of_what_is_half_typed(keys: str, typed: str, tmp_path: Path) -> None:
    """“−3__” stood there, and “-375” was no answer."""
    table = played(tmp_path, *map(WordsTyped, SCORE_PAD), *after(*keys), WordsTyped(typed))
    assert table.record()[-1] == "Ann points -375"


@pytest.mark.parametrize(
    ("typed", "points"), [("2 105", 2105), ("2.105", 2105), ("- 12 000", -12000), ("- 7", -7), ("Ann - 7", -7)]
)
def test_a_number_may_be_typed_with_spaces(typed: str, points: int, tmp_path: Path) -> None:
    assert played(tmp_path, *map(WordsTyped, (*SCORE_PAD, typed))).record()[-1] == f"Ann points {points}"


@pytest.mark.parametrize("typed", ["bids, covered, extra tricks", "bids covered extra tricks"])
def test_an_option_may_be_typed_that_stands_behind_another_key(typed: str, tmp_path: Path) -> None:
    """“A, then: C bids, covered, too many” stood there, and was no answer."""
    table = played(tmp_path, *map(WordsTyped, (*NO_LOOSE_ENDS, typed)))
    assert table.status.question == "Play with these options?"
    assert str(table.status.answer).startswith("What is typed: bids")


@pytest.mark.parametrize("typed", ["rounds 2", "Rounds: 2"])
def test_an_option_may_be_typed_with_its_value(typed: str, tmp_path: Path) -> None:
    """“Rounds: 4” stood on the page, and “Rounds: 2” was no answer to its question."""
    table = played(tmp_path, *map(WordsTyped, ("no thanks", "3", "Ann", "Bo", "Cleo", typed, "play")))
    assert "set rounds 2" in table.record()


@pytest.mark.parametrize(("typed", "name"), [("noé", "Noé"), ("NOÉ", "Noé"), ("zoe", "Zoé")])
def test_a_known_name_may_be_typed_without_its_capital(typed: str, name: str, tmp_path: Path) -> None:
    """“Noé” was offered beside “Noe”, and “noé” sat down as somebody else."""
    table = played(tmp_path, *map(WordsTyped, ("ends", "2", typed)), roster=("Noé", "Noe", "Zoé"))
    assert table.controller.session.names == (name,)


def test_a_spelled_name_sits_down_as_the_one_that_is_offered(tmp_path: Path) -> None:
    spelled = map(WordsTyped, ("ends", "2", "spell a name", "zOÉ"))
    assert played(tmp_path, *spelled, roster=("Zoé", "Bo")).controller.session.names == ("Zoé",)


def test_a_name_that_is_typed_with_its_accent_is_that_of_two(tmp_path: Path) -> None:
    """With Élodie and Elodie at the table, either name was the first one's."""
    begun = ("wizard", "3", "Élodie", "Elodie", "Bo", "play")
    for typed, name in non_empty((("Élodie", "Élodie"), ("élodie", "Élodie"), ("Elodie", "Elodie"))):
        table = played(tmp_path / typed, *map(WordsTyped, (*begun, typed)))
        assert table.status.answer == f"{name} starts."
    table = played(tmp_path / "both", *map(WordsTyped, (*begun, "elodie")))
    assert table.cues[-1] == "refused"


def test_figures_that_are_refused_in_their_order_are_not_taken_in_another(tmp_path: Path) -> None:
    """“2 2 5”, more than the tricks of the round, was 5 bids, 2 covered and 2 extra tricks."""
    others = (*NO_LOOSE_ENDS, "bids covered extra tricks", "play", "Ann", "Ann 4 1 3", "Bo 1 1 2")
    table = played(tmp_path, *map(WordsTyped, (*others, "2 2 5")))
    assert (table.cues[-1], table.record()[-1]) == ("refused", "Bo planned 1 covered 1 extra 2")
    assert played(tmp_path, WordsTyped("5 2 2")).record()[-1] == "Cleo planned 5 covered 2 extra 2"


def test_figures_that_follow_others_are_the_next_ones_though_they_begin_alike(tmp_path: Path) -> None:
    """After 1 bid, “1 0” for one that was covered and no trick too many was 1 bid, and none covered."""
    begun = (*NO_LOOSE_ENDS, "bids covered extra tricks", "play", "Ann", "Ann", "1")
    table = played(tmp_path, *map(WordsTyped, (*begun, "1 0")))
    assert table.record()[-1] == "Ann planned 1 covered 1 extra 0"


def test_words_that_are_no_number_are_told_which_numbers_would_be(tmp_path: Path) -> None:
    table = played(
        tmp_path, *map(WordsTyped, (*NO_LOOSE_ENDS, "bids covered extra tricks", "play", "Ann", "Ann", "many"))
    )
    assert str(table.status.answer).endswith("Possible: 0, 1, 2, 3, 4 and 5.")


@pytest.mark.parametrize("typed", ["Ann cards", "ann: cards 3"])
def test_a_line_to_be_corrected_may_be_typed_without_its_marks(typed: str, tmp_path: Path) -> None:
    """“Ann: cards 3 to 10” was on the list, and “Ann cards” was not understood."""
    lines = [*HOLDS[:3], "first Bo", "Ann holds 3-10 tokens 9", "Bo holds 11-18 tokens 9"]
    asked = after(*key_script(written_out(lines), NAMES), "hold B", "hold D")
    table = played(tmp_path, *asked, WordsTyped(typed))
    assert table.cues[-1] != "refused"
    assert table.status.question != "Round 1: correct which line?"


def test_the_question_beside_the_panel_is_the_one_on_it(tmp_path: Path) -> None:
    """“Correct which round?” stayed while the panel asked for the line, and “Menu” while it asked how to end."""
    lines = whole("no-loose-ends")
    told: list[str] = []

    def answers(table: AnsweredTable) -> Iterator[Event]:
        yield from after(*keys_of(lines)[:-1], "hold D")
        for press in after("B", "hold A", "hold B", "A", "A", "A", "A"):
            yield press
            told.append(table.status.question)

    AnsweredTable(tmp_path, answers, roster=NAMES)
    assert told[1:3] == ["Menu", "Correct which round?"]
    assert told[4] == "Round 3: correct which line?"
    assert told[-1] == "Trick 13 – Ann wins the trick."


def number(meaning: object) -> int | None:
    return meaning if isinstance(meaning, int) else None


def test_a_nought_that_is_typed_is_shown_to_nobody_once_more() -> None:
    level = signed_figures("points", range(-99, 100), lambda n: n, number)
    assert typed_keys(level, "0", ENGLISH) == "DDA"
    assert typed_keys(level, "30", ENGLISH) == "DCACCB"


def test_an_answer_of_another_player_is_told_who_is_asked(tmp_path: Path) -> None:
    """“Bo 2” was not understood while it was Ann's turn."""
    lines = ["game wizard", "players Ann Bo Cleo", "first Ann"]
    table = played(tmp_path, *after(*keys_of(lines)), WordsTyped("Bo 1"))
    assert table.status.answer == "Ann is asked."


def test_a_line_of_cards_with_a_wrong_one_is_not_said_to_be_a_number(tmp_path: Path) -> None:
    """“Possible: 0 to 33” was the reason for which five cards were refused that could be typed together."""
    level: Level[object] = Level("cards", text("cards"), Layout.PAD, tuple(Choice(n, str(n), n) for n in range(12)))
    assert possible_answers(level, "3 to 5 99") is None
    assert possible_answers(level, "99") is not None
    assert possible_answers(level, "so") is not None


@pytest.mark.parametrize("words", ["plain", "Oh Hell"])
def test_an_option_is_chosen_by_the_words_before_or_in_its_brackets(words: str, tmp_path: Path) -> None:
    """“Plain (Oh Hell)” was taken, and neither of its names alone."""
    table = played(tmp_path, *map(WordsTyped, ("wizard", "3", "Ann", "Bo", "Cleo", words)))
    assert table.record()[-1] == "set deck plain"


def test_the_transcript_says_what_was_refused_of_typed_words(tmp_path: Path) -> None:
    """The log of the evening promised what was refused, and had nothing of what was typed."""
    table = played(tmp_path, WordsTyped("Bingo"))
    assert table.cues[-1] == "refused"
    assert table.transcript[-1] == "refused: That was not understood: type an answer as the panel shows it."


@pytest.mark.parametrize("words", ["yes", "Ok", "OK!"])
def test_yes_plays_with_the_options_and_chooses_none(words: str, tmp_path: Path) -> None:
    """“Yes” to “Play with these options?” chose the only option that has such a value."""
    table = played(tmp_path, *map(WordsTyped, ("no thanks", "3", "Ann", "Bo", "Cleo", words)))
    assert table.record()[1:] == ["players Ann Bo Cleo", "set detail totals"]
    assert "options" not in table.status.question


def test_a_number_with_too_many_digits_is_told_the_largest_one(tmp_path: Path) -> None:
    """“9999” was “not understood”, as if it were no number."""
    words = ("score pad", "2", "Ann", "Bo", "Hearts", "play", "99999999")
    table = AnsweredTable(tmp_path, lambda _: map(WordsTyped, words), roster=())
    assert table.status.question == "Ann: how many points?"
    assert table.status.answer == "That is not possible here. The largest number is 999999."
    assert table.cues[-1] == "refused"
    assert played(tmp_path, WordsTyped("999999")).status.question == "Bo: how many points?"


def test_a_number_that_is_too_small_is_told_the_smallest_one(tmp_path: Path) -> None:
    """“−60” was told the largest number, which nobody's cards can come to."""
    words = ("no thanks", "3", "Ann", "Bo", "Cleo", "points only", "play", "Ann", "\N{MINUS SIGN}60")
    too_small = AnsweredTable(tmp_path / "small", lambda _: map(WordsTyped, words), roster=())
    assert too_small.status.answer == "That is not possible here. The smallest number is −33."
    too_large = AnsweredTable(tmp_path / "large", lambda _: map(WordsTyped, (*words[:-1], "324")), roster=())
    assert too_large.status.answer == "That is not possible here. The largest number is 323."
    largest = AnsweredTable(tmp_path / "largest", lambda _: map(WordsTyped, (*words[:-1], "323")), roster=())
    assert largest.status.question == "Bo: how many points?"


def test_a_number_below_a_pad_without_minus_is_told_its_smallest_one(tmp_path: Path) -> None:
    words = ("score pad", "2", "Ann", "Bo", "Hearts", "Rounds", "-5")
    table = AnsweredTable(tmp_path, lambda _: map(WordsTyped, words), roster=())
    assert table.status.answer == "That is not possible here. The smallest number is 1."


def test_a_short_press_at_a_summary_leaves_its_points_on_the_panel(tmp_path: Path) -> None:
    """“Not long enough” stood in the place of all numbers that were to be checked."""
    keys = keys_of(whole("no-loose-ends"))
    table = played(tmp_path, *after(*keys[: keys.index("hold C")]), *after("C"))
    assert table.cues[-1] == "refused"
    assert table.status.answer == "A round is accepted by holding C, for a second."
    assert table.controller.page().notice is None
