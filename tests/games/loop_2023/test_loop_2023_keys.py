"""LOOP's first edition: what the keys mean, and how few presses it takes (key codes are no rulebook's)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from device.contract.declarations import Declaration, First
from device.contract.keycodes import Cell, CompleteCode, Level, PartialCode, keys_for, meanings, parse_keys
from device.contract.number_pad import number_block_behind
from device.contract.setup import TableSetup
from device.games.loop_2023 import levels
from device.games.loop_2023.cards import Card, Colour, UnknownCard
from device.games.loop_2023.combinations import Kind
from device.games.loop_2023.declarations import Out, Pass, Plays, Sits, ThreeEights, Twist
from device.games.loop_2023.game import GAME
from device.games.loop_2023.state import State
from device.pages.keymap import key_map
from display.words import ENGLISH
from tests.dealers import loop_2023 as dealer
from tests.games.loop_2023.lines import NAMES, after, read, sentence, started
from tests.games.presses import MAX_RATIO, asked, choices, ratio
from tests.non_empty import non_empty

FOLLOWS = [(Kind.SINGLE, 1), (Kind.SET, 2), (Kind.SET, 3), *((Kind.SEQUENCE, size) for size in range(2, 10))]
LEADS = [levels.lead_level(0, left) for left in range(1, 10)]
TURNS = [*LEADS, *(levels.follow_level(0, kind, size) for kind, size in FOLLOWS)]

NUMBER = ("", "AA", "AB", "AC", "AD", "BA", "BB", "BC", "BD", "CA", "CB", "CC", "CD", "DAAA", "DAAB", "DAAC")
"""The keys of each number, the same on every turn."""


def typed(state: State, line: str) -> str | None:
    """The keys that declare a line."""
    return keys_for(asked(GAME, state).level, read(state, line))


def test_pass_is_none_and_who_leads_has_none() -> None:
    for kind, size in FOLLOWS:
        assert keys_for(levels.follow_level(2, kind, size), Pass(2)) == "DD"
    for level in LEADS:
        assert keys_for(level, Pass(0)) is None


def test_a_twist_is_a_word_of_its_own_on_every_turn() -> None:
    """DB, as in the other LOOP; not offered once both 8s are shown."""
    for level in TURNS:
        assert keys_for(level, Twist(0)) == "DB"
    state = after(started(2), "Ann twist; Ann twist")
    assert typed(state, "Ann twist") is None
    assert typed(after(state, "Ann plays 9"), "Ben twist") == "DB"


@pytest.mark.parametrize("number", range(1, 16))
def test_numbers_and_colours_have_the_same_keys_on_every_turn(number: int) -> None:
    keys = NUMBER[number]
    single, pair, three = (levels.follow_level(0, kind, size) for kind, size in FOLLOWS[:3])
    blue, red, yellow = (Card(number, colour) for colour in (Colour.BLUE, Colour.RED, Colour.YELLOW))
    unsaid = Card(number)
    assert keys_for(single, Plays(0, (red,))) == keys + "B"
    assert keys_for(single, Plays(0, (unsaid,))) == keys + "DD"
    assert keys_for(pair, Plays(0, (unsaid,) * 2)) == keys + "DD"
    assert keys_for(pair, Plays(0, (red, blue))) == keys + "AB"
    assert keys_for(pair, Plays(0, (yellow, unsaid))) == keys + "CDD"
    assert keys_for(three, Plays(0, (unsaid,) * 3)) == keys + "DD"
    assert keys_for(three, Plays(0, (red, yellow, blue))) == keys + "ABC"
    lead = levels.lead_level(0)
    assert keys_for(lead, Plays(0, (blue,))) == keys + "A"
    assert keys_for(lead, Plays(0, (unsaid,))) == keys + "DD"
    assert keys_for(lead, Plays(0, (unsaid,) * 2)) == keys + "DADD"
    assert keys_for(lead, Plays(0, (red, yellow))) == keys + "DABC"
    assert keys_for(lead, Plays(0, (unsaid,) * 3)) == keys + "DBDD"


def test_colours_may_be_typed_in_any_order() -> None:
    red, blue = Card(7, Colour.RED), Card(7, Colour.BLUE)
    assert parse_keys(levels.lead_level(0), NUMBER[7] + "DA" + "BA") == CompleteCode(Plays(0, (red, blue)))


def test_sequences_are_lowest_card_colour_and_length() -> None:
    state = started(2)
    assert typed(state, "Ann plays yellow-3 yellow-4") == NUMBER[3] + "DC" + "C" + NUMBER[2]
    assert typed(state, "Ann plays blue-1 blue-2 blue-3 blue-4") == NUMBER[1] + "DC" + "A" + NUMBER[4]
    state = after(state, "Ann plays yellow-3 yellow-4")
    assert typed(state, "Ben plays red-14 red-15") == NUMBER[14] + "B"
    assert typed(state, "Ben plays red-8 red-9") == NUMBER[8] + "B"
    assert typed(state, "Ben plays red-9 red-10 red-11") is None


def test_a_leader_is_not_offered_more_cards_than_are_left() -> None:
    """With one card in hand a lead is single; codes are the same however many are left."""
    for left in range(1, 10):
        found = (played for played in meanings(levels.lead_level(0, left)) if isinstance(played, Plays))
        assert {len(played.cards) for played in found} == set(range(1, left + 1))
    run = Plays(0, (Card(5, Colour.RED), Card(6, Colour.RED)))
    assert {keys_for(levels.lead_level(0, left), run) for left in range(2, 10)} == {NUMBER[5] + "DC" + "B" + NUMBER[2]}
    assert keys_for(levels.lead_level(0, 1), run) is None


def test_what_is_typed_is_said_in_words() -> None:
    half = parse_keys(levels.lead_level(0), NUMBER[14] + "DA" + "B")
    assert isinstance(half, PartialCode)
    assert [ENGLISH.say(label) for label in half.words] == ["14", "a pair", "red"]


def test_the_number_of_a_sequence_is_said_until_it_is_complete() -> None:
    """Beside the question was no room for it before “a sequence up from it, red …”."""
    for keys, words in (("DC", ["14"]), ("DCB", ["red 14"])):
        half = parse_keys(levels.lead_level(0), NUMBER[14] + keys)
        assert isinstance(half, PartialCode)
        assert [ENGLISH.say(label) for label in half.words] == words


def test_said_and_unsaid_colours_are_all_there() -> None:
    """Every way to say or leave unsaid the colours of one, two or three cards of a number."""
    for size, ways in ((1, 4), (2, 7), (3, 8)):
        level = levels.follow_level(0, Kind.SINGLE if size == 1 else Kind.SET, size)
        assert len([each for each in meanings(level) if isinstance(each, Plays) and each.cards[0] == Card(9)]) == 1
        nines = [each for each in meanings(level) if isinstance(each, Plays) and _number(each) == 9]
        assert len(set(nines)) == ways


def _number(played: Plays) -> int:
    card = played.cards[0]
    assert isinstance(card, Card)
    return card.number


@pytest.mark.parametrize("level", TURNS)
def test_every_meaning_can_be_written_and_read(level: Level[Declaration]) -> None:
    """Each is a line of the record."""
    for each in non_empty(set(meanings(level))):
        assert GAME.read(GAME.write(each)) == each


def shown(state: State) -> list[str]:
    """What pages show in answer to the question, numbers in blocks among the others."""
    return [ENGLISH.say(choice.label) for _, choice in choices(asked(GAME, state).level) if choice.shown]


def test_only_what_beats_is_offered() -> None:
    """Numbers that don't keep their keys: the rules say why they can't be."""
    state = after(started(2), "Ann plays 10")
    assert shown(state) == ["11", "12", "13", "14", "15", "twist", "pass"]
    assert keys_for(asked(GAME, state).level, Plays(1, (Card(3),))) == NUMBER[3] + "DD"
    assert shown(after(state, "Ben twist")) == [*map(str, range(1, 10)), "twist", "pass"]
    run = after(started(2), "Ann plays red-3 red-4 red-5")
    assert shown(run) == [*map(str, range(4, 14)), "twist", "pass"]
    assert shown(after(run, "Ben twist")) == ["1", "2", "twist", "pass"]


def test_one_card_is_not_called_the_lowest() -> None:
    titles = [asked(GAME, after(started(2), line)).level.title for line in ("Ann plays 10", "Ann plays red-5 red-6")]
    assert [ENGLISH.say(title) for title in titles] == ["One card", "Lowest card"]


def test_cards_above_15_are_not_offered() -> None:
    for level in TURNS:
        cards = [card for each in meanings(level) if isinstance(each, Plays) for card in each.cards]
        assert max(card.number for card in cards if isinstance(card, Card)) == 15
        assert not any(isinstance(card, UnknownCard) for card in cards)


def cells(level: Level[Declaration], found: dict[str, dict[int, object]]) -> None:
    """The cells of each name of level, everything that it opens included; they must not differ."""
    drawn = found.setdefault(level.name, {})
    for choice in level.choices:
        # A block of numbers is called by those that it shows.
        label = str(choice.label if number_block_behind(choice) is None else "a block")
        assert drawn.setdefault(choice.slot, label) == label, level.name
        deeper = choice.level()
        if deeper is not None:
            cells(deeper, found)


def test_levels_of_one_name_have_the_same_cells() -> None:
    """So a page draws each once, and cells stay where they are from turn to turn, whoever is asked."""
    found: dict[str, dict[int, object]] = {}
    for level in (*TURNS, levels.lead_level(3), levels.follow_level(3, Kind.SEQUENCE, 2)):
        cells(level, found)
    assert found


def test_seats_and_players_have_the_codes_of_lists() -> None:
    """Who is out already can't go out again; nobody is offered their own seat."""
    state = after(started(4, detail="finish", three_eights="on"), "Ben out")
    assert [keys_for(asked(GAME, state).level, Out(seat)) for seat in range(4)] == ["A", None, "C", "DA"]
    assert asked(GAME, state).menu_choices == ()
    state = after(state, "Ann out; Dan out")
    assert asked(GAME, state).asked == (2,)
    assert [keys_for(asked(GAME, state).level, Sits(2, number)) for number in (1, 2, 3, 4)] == ["A", "B", None, "DA"]


def test_three_eights_are_in_the_menu_while_they_can_be_shown() -> None:
    assert asked(GAME, started()).menu_choices == ()
    state = started(three_eights="on")
    (choice,) = asked(GAME, state).menu_choices
    assert choice.slot == Cell.DA
    level = choice.level()
    assert level is not None
    assert keys_for(level, ThreeEights(1)) == "B"
    assert asked(GAME, after(state, "Ann plays 3")).menu_choices == ()


def test_a_pass_is_forced_when_nothing_can_beat() -> None:
    """Nothing is above a 15, and with all 8s in sight nobody can twist; with a twist possible, it is asked."""
    assert GAME.forced(started()) is None
    state = after(started(), "Ann plays 15")
    assert GAME.forced(state) is None
    state = after(started(), "Ann plays 8 8 8; Ann plays 14")
    assert GAME.forced(state) is None
    state = after(state, "Ben plays red-15")
    assert GAME.forced(state) == Pass(2)
    state = after(state, "Cleo pass; Ann pass")
    assert GAME.forced(state) == Pass(1)
    assert GAME.forced(after(state, "Ben pass")) is None
    state = after(started(), "Ann plays 8 8 8; Ann plays red-13 red-14; Ben plays blue-14 blue-15")
    assert GAME.forced(state) == Pass(2)
    state = after(started(), "Ann plays 8 8 8; Ann plays 14 14")
    assert GAME.forced(state) is None


def test_a_pass_is_forced_by_the_copies_left() -> None:
    """Two 15s lie elsewhere, so no pair of them can come."""
    state = after(started(), "Ann plays 8 8 8; Ann plays 15; Ben pass; Cleo pass; Ann pass; Ann plays 1")
    state = after(state, "Ben plays 15; Cleo pass; Ann pass; Ben pass; Ben plays 14 14")
    assert GAME.forced(state) == Pass(2)


FINISH = (("detail", "finish"),)


def costs(count: int) -> Iterator[tuple[State, int]]:
    """States of dealt games, and the presses of what was declared in each."""
    for seed in range(count):
        players = 2 + seed % 3
        state = GAME.start(TableSetup(NAMES[:players], FINISH))
        for declaration in dealer.play(Random(seed), players, FINISH):
            if not isinstance(declaration, First) and GAME.forced(state) is None:
                keys = keys_for(asked(GAME, state).level, declaration)
                assert keys is not None
                yield state, len(keys)
            state = GAME.apply(state, declaration)


def test_presses_are_near_the_fewest_possible() -> None:
    assert ratio(GAME, costs(3)) <= MAX_RATIO


def test_questions_say_whom_and_what() -> None:
    state = started()
    assert ENGLISH.say(asked(GAME, state).question) == "Ann leads: what?"
    state = after(state, "Ann plays red-5 blue-5")
    assert ENGLISH.say(asked(GAME, state).question) == "Ben: higher than red 5 and blue 5, or pass?"
    assert ENGLISH.say(asked(GAME, after(state, "Ben twist")).question) == "Ben: lower than red 5 and blue 5, or pass?"
    assert asked(GAME, state).asked == (1,)


def shown_behind(state: State, keys: str) -> list[str]:
    """What pages show after these keys."""
    half = parse_keys(asked(GAME, state).level, keys)
    assert isinstance(half, PartialCode)
    return [ENGLISH.say(choice.label) for choice in half.level.choices if choice.shown]


def test_no_colour_is_offered_of_a_card_that_was_played_in_the_round() -> None:
    """Blue was offered for a 9 although the blue 9 lay there, and was then refused."""
    state = after(started(2), "Ann plays blue-9; Ben pass; Ann pass")
    assert shown_behind(state, NUMBER[9]) == ["red", "yellow", "colour not said", "a pair", "a sequence up from it"]
    assert shown_behind(state, NUMBER[9] + "DA") == ["red", "yellow", "not said"]
    assert shown_behind(state, NUMBER[9] + "DAB") == ["yellow", "not said"]
    assert shown_behind(state, NUMBER[8] + "DC") == ["red", "yellow"]
    assert shown_behind(state, NUMBER[6] + "DCA") == ["2", "3"]
    assert shown_behind(state, NUMBER[10])[:3] == ["blue", "red", "yellow"]
    assert shown_behind(after(state, "Ann plays 7"), NUMBER[9]) == ["red", "yellow", "not said"]
    assert shown_behind(after(state, "Ann plays red-6 red-7"), NUMBER[8]) == ["red", "yellow"]
    assert typed(state, "Ann plays blue-9") == NUMBER[9] + "A"
    assert sentence(state, "Ann plays blue-9") == "Ann has already played the blue 9 in this round."


def test_no_number_is_offered_whose_cards_were_all_played_in_the_round() -> None:
    """A sequence of two on two was offered from 9, whose blue and red were gone, as was the yellow 10."""
    state = after(started(2), "Ann plays blue-9; Ben pass; Ann pass; Ann plays red-9; Ben pass; Ann pass")
    state = after(state, "Ann plays yellow-10; Ben pass; Ann pass; Ann plays red-3 red-4")
    assert shown(state) == ["4", "5", "6", "7", "8", "10", "11", "12", "13", "14", "twist", "pass"]
    assert shown_behind(state, NUMBER[9]) == ["blue", "red", "yellow"], "the rules say what is wrong with each"
    gone = after(started(2), "Ann plays blue-9 red-9; Ben pass; Ann pass")
    assert shown_behind(gone, NUMBER[9]) == ["yellow", "colour not said", "a sequence up from it"]


def test_an_eight_is_offered_only_to_whom_a_twist_could_be() -> None:
    """It was offered, and refused in each colour, though no twist was: another seat had shown all 8s in the round
    before. Other numbers are left to memory."""
    state = after(started(2), "Ann plays 8 8 8; Ann plays 1 1 1; Ben pass; Ann pass; Ann plays 2 2 2; Ben sits 2")
    assert "8" in shown(state), "Ann has them"
    following = after(state, "Ann plays 7")
    assert shown(following) == ["9", "10", "11", "12", "13", "14", "15", "pass"]
    assert typed(following, "Ben plays 8") == NUMBER[8] + "DD"
    assert shown(after(state, "Ann plays red-5 red-6"))[:2] == ["6", "9"]
    lead = after(following, "Ben plays 9; Ann pass; Ben pass")
    assert shown(lead)[:8] == ["1", "2", "3", "4", "5", "6", "7", "9"]
    assert "a sequence up from it" not in shown_behind(lead, NUMBER[7])


def test_no_more_cards_of_a_number_are_offered_than_are_left() -> None:
    state = after(started(2), "Ann plays 9 9; Ben pass; Ann pass")
    assert shown_behind(state, NUMBER[9]) == ["blue", "red", "yellow", "colour not said", "a sequence up from it"]


def test_whoever_has_too_few_cards_is_offered_none() -> None:
    """Sequences of six were offered to a player with three cards left."""
    sequence = "Ben plays red-1 red-2 red-3 red-4 red-5 red-6; Ann pass; Ben pass"
    single = "Ben plays yellow-1; Ann plays yellow-10; Ben pass; Ann pass"
    lines = f"Ann plays blue-1; Ben plays 9; Ann pass; Ben pass; {sequence}; {single}; Ann plays red-9 red-10"
    state = after(started(2), lines)
    assert shown(state) == ["twist", "pass"]


def test_a_legend_has_all_colours_if_a_card_of_one_number_was_played() -> None:
    """The first number of the pad is not the one that is played: its blue is missing, theirs is not."""
    state = after(started(2), "Ann plays blue-1; Ben pass; Ann pass; Ann plays 5")
    (legend,) = key_map(asked(GAME, state).level).next_levels
    assert [ENGLISH.say(cell.label) for cell in legend.cells] == ["blue", "red", "yellow", "not said"]


@pytest.mark.parametrize("cards", ["15", "15 15", "red-14 red-15"])
def test_where_no_number_is_offered_no_legend_explains_colours(cards: str) -> None:
    """“then colour” stood below “twist” and “pass”: people wondered which of them needs one."""
    assert not key_map(asked(GAME, after(started(2), f"Ann plays {cards}")).level).next_levels


def offered(level: Level[Declaration]) -> Iterator[Declaration]:
    """The answers to which a player comes by cells that pages show."""
    for choice in level.choices:
        deeper = choice.level()
        if choice.shown and deeper is None:
            yield choice.meaning
        elif choice.shown and deeper is not None:
            yield from non_empty([*offered(deeper)])


def test_what_is_offered_was_not_played_in_the_round() -> None:
    """In a dealt game; and every cell that opens a level leads to an answer."""
    state, played, round_number = GAME.start(TableSetup(NAMES[:3])), set[Card](), 1
    for declaration in non_empty(dealer.play(Random(3), 3, ())):
        if isinstance(declaration, Plays):
            plays = {each for each in offered(asked(GAME, state).level) if isinstance(each, Plays)}
            assert not played & {card for each in plays for card in each.cards if isinstance(card, Card)}
            assert declaration in plays
            played |= {card for card in declaration.cards if isinstance(card, Card) and card.colour is not None}
        state = GAME.apply(state, declaration)
        if state.round_number != round_number:
            played, round_number = set(), state.round_number
