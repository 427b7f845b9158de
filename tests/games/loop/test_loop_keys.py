"""LOOP: what the keys mean, and how few presses it takes (key codes are Tablekeeper's own, no rulebook's)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from device.contract.declarations import Declaration, First, JointDeclaration
from device.contract.keycodes import Cell, CompleteCode, InvalidCode, Level, keys_for, meanings, parse_keys
from device.contract.setup import TableSetup
from device.games.loop.combinations import Kind, all_combinations, find_combination
from device.games.loop.declarations import Out, Pass, Plays, Twist
from device.games.loop.game import GAME
from device.games.loop.legality import fault_of_play
from device.games.loop.prompt import follow_level, lead_level
from device.games.loop.refusal_codes import LoopRefusal
from device.games.loop.state import State
from device.pages.keymap import key_map
from display.words import ENGLISH
from tests.dealers import loop as dealer
from tests.games.loop.lines import NAMES, after, code, started, whole_round
from tests.games.presses import MAX_RATIO, asked, choices, legal, ratio
from tests.non_empty import non_empty


def positions(count: int, *chosen: tuple[str, str]) -> Iterator[tuple[State, Declaration]]:
    """Each state of some dealt games, and what was declared in it."""
    for seed in range(count):
        players = 4 + seed % 3
        state = GAME.start(TableSetup(NAMES[:players], chosen))
        for declaration in dealer.play(Random(seed), players, chosen):
            if not isinstance(declaration, First):
                yield state, declaration
            state = GAME.apply(state, declaration)


@pytest.mark.parametrize(
    ("declaration", "keys"),
    [
        (Plays(0, (1,)), "AA"),
        (Plays(0, (7,)), "BC"),
        (Plays(0, (13,)), "DAAA"),
        (Twist(0), "DB"),
        (Plays(0, (5, 6)), "DCABA"),
        (Plays(0, (5, 6, 7)), "DCBBA"),
        (Plays(0, (5, 6, 7, 8)), "DCCBA"),
        (Plays(0, (5, 5)), "DCDABA"),
        (Plays(0, (5, 5, 5)), "DCDBBA"),
        (Plays(0, (5, 5, 5, 5)), "DCDCBA"),
    ],
)
def test_codes_of_a_lead(declaration: Declaration, keys: str) -> None:
    assert keys_for(asked(GAME, started()).level, declaration) == keys
    assert parse_keys(asked(GAME, started()).level, keys) == CompleteCode(declaration)


@pytest.mark.parametrize(
    ("declaration", "keys"),
    [
        (Pass(1), "DD"),
        (Plays(1, (5, 6)), "BA"),
        (Plays(1, (8, 9)), "BD"),
        (Plays(1, (12, 13)), "CD"),
        (Twist(1), "DB"),
        (Plays(1, (1, 2)), "AA"),
        (Plays(1, (4, 5)), "AD"),
        (Plays(1, (13, 14)), None),
    ],
)
def test_codes_of_an_answer(declaration: Declaration, keys: str | None) -> None:
    state = after(started(), "Ann plays 3 4")
    assert keys_for(asked(GAME, state).level, declaration) == keys


def test_who_is_out_is_a_seat() -> None:
    state = after(started(detail="finish"), "Ben out")
    level = asked(GAME, state).level
    assert [keys_for(level, Out(seat)) for seat in range(4)] == ["A", None, "C", "DA"]
    assert asked(GAME, state).asked == ()


@pytest.mark.parametrize("players", [4, 5, 6])
def test_players_keep_their_letters(players: int) -> None:
    """A player's key is the same in the question who is out, on the board, and on the markers."""
    state = after(started(players, detail="finish"), "Ben out")
    board = GAME.board(state)
    assert [row.code for row in board.rows] == ["A", "B", "C", "DA", "DB", "DC"][:players]
    for seat in range(players):
        if seat != 1:
            assert keys_for(asked(GAME, state).level, Out(seat)) == board.rows[seat].code


def test_who_leads_has_no_pass() -> None:
    assert keys_for(asked(GAME, started()).level, Pass(0)) is None


def test_who_has_twisted_has_neither_pass_nor_twist() -> None:
    """A twist is one a turn and two a round, and a play must follow."""
    state = after(started(), "Ann plays 5; Ben twist")
    assert keys_for(asked(GAME, state).level, Pass(1)) is None
    assert keys_for(asked(GAME, state).level, Twist(1)) is None
    state = after(state, "Ben plays 4; Cleo pass; Dan pass; Ann pass; Ben twist; Ben plays 9; Cleo pass; Dan pass")
    state = after(state, "Ann pass")
    assert keys_for(asked(GAME, state).level, Twist(1)) is None


def test_a_leader_is_not_offered_more_cards_than_are_left() -> None:
    for left, sizes in ((1, set()), (2, {2}), (3, {2, 3}), (4, {2, 3, 4})):
        found = (played for played in meanings(lead_level(0, left)) if isinstance(played, Plays))
        assert {len(played.numbers) for played in found} - {1} == sizes


def test_every_combination_can_be_led() -> None:
    level = lead_level(2)
    for combination in non_empty(all_combinations()):
        assert keys_for(level, Plays(2, combination.numbers)) is not None


def cells(level: Level[Declaration]) -> list[tuple[int, object]]:
    return [(choice.slot, choice.label) for choice in level.choices]


def test_cells_never_move() -> None:
    """One level of one name, whoever is asked, whatever is in play: only cells that can't be are empty."""
    answers = [follow_level(seat, kind, size) for seat in range(6) for kind in (Kind.SAME, Kind.RUN) for size in (2, 4)]
    whole = follow_level(0, Kind.SINGLE, 1)
    for level in non_empty(answers):
        assert level.name == whole.name
        assert set(cells(level)) <= set(cells(whole))
    assert cells(lead_level(5)) == cells(lead_level(0))
    several = {deeper.name for deeper in (choice.level() for choice in lead_level(0).choices) if deeper is not None}
    assert several == {"several cards", "lead 13+"}


def shown(state: State) -> list[str]:
    """What pages show in answer to the question, numbers in blocks among the others."""
    return [ENGLISH.say(choice.label) for _, choice in choices(asked(GAME, state).level) if choice.shown]


def test_only_what_beats_is_offered() -> None:
    """Numbers that don't keep their keys: the rules say why they can't be."""
    state = after(started(), "Ann plays 10")
    assert shown(state) == ["11", "12", "13", "twist", "pass"]
    assert keys_for(asked(GAME, state).level, Plays(1, (3,))) == "AC"
    assert shown(after(state, "Ben twist")) == [str(number) for number in range(1, 10)]
    runs = after(started(), "Ann plays 5 6 7")
    assert shown(runs) == ["6", "7", "8", "9", "10", "11", "twist", "pass"]
    assert shown(after(runs, "Ben twist")) == ["1", "2", "3", "4"]


def test_one_card_is_not_called_the_lowest() -> None:
    lines = ("Ann plays 10", "Ann plays 5 6", "Ann plays 5 5")
    titles = [asked(GAME, after(started(), line)).level.title for line in lines]
    assert [ENGLISH.say(title) for title in titles] == ["One card", "Lowest card", "The number"]


def test_no_card_is_named_where_none_is_offered() -> None:
    """“Lowest card” stood above “twist” and “pass”."""
    lines = ("Ann plays 11 12", "Ann plays 12 13")
    assert [asked(GAME, after(started(), line)).names_several_things for line in lines] == [True, False]


def test_the_number_of_a_pair_that_is_led_is_not_called_the_lowest_card() -> None:
    (several,) = (choice.level() for choice in asked(GAME, started()).level.choices if choice.slot == Cell.DC)
    assert several is not None
    levels = [choice.level() for choice in several.choices]
    titles = [ENGLISH.say(level.title) for level in levels if level is not None]
    assert titles == ["Lowest card"] * 3 + ["The number"] * 3


ALL_ONES = "Ann plays 1 1 1 1; Ben pass; Cleo pass; Dan pass"
ALL_TWOS = ALL_ONES.replace("1", "2")


@pytest.mark.parametrize(
    ("lines", "is_offered"),
    [
        ("Ann plays 1", False),
        ("Ann plays 1 2", False),
        ("Ann twist; Ann plays 13", False),
        ("Ann plays 1; Ben plays 2", True),
        (f"{ALL_ONES}; Ann plays 2", False),
        (f"{ALL_TWOS}; Ann plays 1 1; Ben plays 3 3", True),
        ("Ann plays 8 8 8 8; Ann plays 5; Ben pass; Cleo pass; Dan pass", False),
    ],
)
def test_a_twist_is_offered_if_an_eight_and_a_play_after_it_are_possible(lines: str, is_offered: bool) -> None:
    """It was offered, and refused at once; its keys still say why."""
    state = after(started(), lines)
    assert ("twist" in shown(state)) is is_offered
    assert keys_for(asked(GAME, state).level, Twist(state.turn)) == "DB"


def several(state: State) -> list[list[str]]:
    """What pages show for each way to lead several cards, first the ways."""
    (level,) = (choice.level() for choice in asked(GAME, state).level.choices if choice.slot == Cell.DC)
    assert level is not None
    deeper = [choice.level() for choice in level.choices]
    ways = [ENGLISH.say(choice.label) for choice in level.choices if choice.shown]
    numbers = ([str(choice.label) for choice in each.choices if choice.shown] for each in deeper if each is not None)
    return [ways, *numbers]


def test_no_number_is_offered_of_which_the_deck_has_no_more_cards() -> None:
    """A 1 was offered as the lowest card of a sequence although all 2s lay there. Its keys still say why."""
    state = after(started(), ALL_TWOS)
    assert shown(state)[:2] == ["1", "3"]
    ways, sequences_of_two, *_ = several(state)
    assert ways == ["2 in sequence", "3 in sequence", "4 in sequence", "a pair", "three alike", "four alike"]
    assert sequences_of_two[0] == "3"
    assert shown(after(state, "Ann plays 4; Ben twist")) == ["1", "3"]
    assert keys_for(asked(GAME, state).level, Plays(0, (1, 2))) == "DCAAA"


def test_no_more_cards_alike_are_offered_than_the_deck_has() -> None:
    state = after(started(), "Ann plays 2 2; Ben plays 3 3; Cleo pass; Dan pass; Ann pass")
    *_, pairs, three, _ = several(state)
    assert pairs[:3] == ["1", "2", "3"]
    assert three[:2] == ["1", "4"]
    ways, *_ = several(after(started(), "Ann plays 1 1 1; Ben plays 2 2 2; Cleo pass; Dan pass; Ann pass"))
    assert ways[-1] == "four alike"


def test_what_only_memory_could_rule_out_is_offered() -> None:
    """To remember hands is the players' part: in the round before, all 2s were in the hand that is Ben's now."""
    state = whole_round(started(), ("2 2 2 2", "3 4 5 6", "9 10 11"), *[("1", "3 4 5", "6 7", "9 10 11 12", "13")] * 2)
    state = after(state, "Ben plays 1")
    assert shown(state)[:2] == ["2", "3"]
    assert code(state, "Cleo plays 2") is LoopRefusal.TOO_MANY_COPIES


def test_what_is_offered_fits_the_deck() -> None:
    """In dealt games; and what the players did was offered."""
    asked_states = [(state, answer) for state, answer in positions(3) if GAME.forced(state) is None]
    for state, declaration in non_empty(asked_states):
        offered = [*offered_answers(asked(GAME, state).level)]
        assert declaration in offered
        for answer in offered:
            if isinstance(answer, Plays):
                combination = find_combination(answer.numbers)
                assert combination is not None
                fault = fault_of_play(state, combination)
                assert fault in ((None,) if not state.finished_rounds else (None, *MEMORY))


MEMORY = (LoopRefusal.TOO_MANY_COPIES, LoopRefusal.HAND_MISMATCH)
"""Why a play is refused that only earlier rounds rule out."""


def offered_answers(level: Level[Declaration]) -> Iterator[Declaration]:
    """The answers to which a player comes by cells that pages show."""
    for _, choice in choices(level):
        deeper = choice.level()
        if choice.shown and deeper is None:
            yield choice.meaning
        elif choice.shown and deeper is not None:
            yield from non_empty([*offered_answers(deeper)])


def test_a_block_of_one_number_has_all_keys_of_that_number() -> None:
    """“DA — AA 13” was read as AA being 13; “13+” led to a page with one choice."""
    grid = key_map(asked(GAME, started()).level).level
    assert grid is not None
    codes = {str(cell.label): cell.code for cell in grid.cells}
    assert codes["13"] == "DAAA"
    assert "13+" not in codes


def test_a_run_that_can_not_be_is_not_offered() -> None:
    state = after(started(), "Ann plays 3 4")
    assert isinstance(parse_keys(asked(GAME, state).level, "DAAA"), InvalidCode)


def test_what_may_come_next_is_shown_ahead() -> None:
    lead = asked(GAME, started())
    assert [level.name for level in lead.later_levels] == ["follow"]
    assert [level.name for level in asked(GAME, after(started(), "Ann plays 5")).later_levels] == ["lead"]


def test_presses_are_near_the_fewest_possible() -> None:
    """Over dealt games in which only who goes out is declared."""
    costs = [
        (state, len(keys_for(asked(GAME, state).level, declaration) or ""))
        for state, declaration in positions(6, ("detail", "finish"))
        if GAME.forced(state) is None
    ]
    assert all(presses for _, presses in costs)
    assert ratio(GAME, costs) <= MAX_RATIO


def test_what_is_forced_is_the_only_legal_declaration() -> None:
    found = 0
    for state, declaration in positions(6):
        forced = GAME.forced(state)
        if forced is not None:
            found += 1
            assert forced == declaration
            assert legal(GAME, state) == 1
    assert found


def test_that_nobody_beats_it_is_offered_as_the_passes_of_all_who_are_asked_yet() -> None:
    """Who is out is asked no more; who played last, if still in, leads then."""
    state = after(started(), "Ann plays 3 4")
    offer = asked(GAME, state).level.offer
    assert offer is not None
    assert ENGLISH.say(offer.label) == "nobody beats it"
    assert offer.means == JointDeclaration((Pass(1), Pass(2), Pass(3)))
    one_passed = asked(GAME, after(state, "Ben pass")).level.offer
    assert one_passed is not None
    assert one_passed.means == JointDeclaration((Pass(2), Pass(3)))


def test_who_leads_or_has_twisted_is_offered_no_pass() -> None:
    assert asked(GAME, started()).level.offer is None
    assert asked(GAME, after(started(), "Ann plays 3", "Ben twist")).level.offer is None


def test_the_passes_that_are_offered_are_those_that_clear_the_areas() -> None:
    following = [state for state, _ in positions(6) if asked(GAME, state).level.offer is not None]
    for state in non_empty(following):
        offer = asked(GAME, state).level.offer
        assert offer is not None
        assert isinstance(offer.means, JointDeclaration)
        assert all(isinstance(one, Pass) for one in offer.means.declarations)
        passed = state
        for one in offer.means.declarations:
            assert passed.in_play is not None
            passed = GAME.apply(passed, one)
        assert passed.in_play is None
