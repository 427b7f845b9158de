"""No Thanks!: what the keys mean, and how few presses it takes (key codes are Tablekeeper's own, no rulebook's)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from device.contract.declarations import Declaration
from device.contract.keycodes import (
    Cell,
    CompleteCode,
    InvalidCode,
    Level,
    PartialCode,
    barred_reason,
    keys_for,
    parse_keys,
)
from device.contract.number_pad import number_block_behind
from device.contract.refusal import Refused
from device.games.no_thanks.declarations import Flip, Holds, Pass, Take, Tiger
from device.games.no_thanks.game import GAME
from device.games.no_thanks.holdings_levels import TypedCards, next_card_level
from device.games.no_thanks.runs import cards_of
from device.games.no_thanks.state import HoldingsRound, State
from display.words import ENGLISH
from tests.dealers import no_thanks as dealer
from tests.games.no_thanks.lines import NAMES, after, started
from tests.games.presses import MAX_RATIO, asked, choices, fewest_of_entry

NUMBER = ("DD", "AA", "AB", "AC", "AD", "BA", "BB", "BC", "BD", "CA", "CB", "CC", "CD")


def number(count: int) -> str:
    """The keys of a number: its cell, behind DA for twelve more and DB for twenty-four."""
    if count <= 12:
        return NUMBER[count]
    return "DA" + NUMBER[count - 12] if count <= 24 else "DB" + number(count - 24)


def keys(state: State, declaration: Declaration) -> tuple[Level[Declaration], str]:
    """The level and the keys by which the prompt declares this."""
    prompt = asked(GAME, state)
    typed = keys_for(prompt.level, declaration)
    if typed is not None:
        return prompt.level, typed
    for choice in prompt.menu_choices:
        level = choice.level()
        assert level is not None
        typed = keys_for(level, declaration)
        if typed is not None:
            return level, typed
    raise AssertionError(declaration)


def test_take_is_a_and_pass_is_none() -> None:
    """The same keys on every turn; with hidden tiger DC leads to the card, once."""
    state = after(started(hidden_tiger="on"), "flip 3")
    for seat, name in enumerate(NAMES[:3]):
        level = asked(GAME, state).level
        assert keys_for(level, Take(seat)) == "A"
        assert keys_for(level, Pass(seat)) == "DD"
        assert keys_for(level, Tiger(seat, 17)) == "DCDABA"
        state = after(state, f"{name} pass")
    assert keys_for(asked(GAME, after(started(), "flip 3")).level, Tiger(0, 17)) is None
    assert keys_for(asked(GAME, after(state, "Ann tiger 17")).level, Tiger(0, 18)) is None


@pytest.mark.parametrize("card", range(3, 36))
def test_a_card_is_its_number(card: int) -> None:
    """On the pad, as everywhere."""
    level = asked(GAME, started()).level
    assert keys_for(level, Flip(card)) == number(card)
    assert parse_keys(level, number(card)) == CompleteCode(Flip(card))


def test_cards_that_all_know_to_be_out_are_not_offered() -> None:
    state = started(4, amigo="10-19-28")
    assert {card for card in range(3, 36) if keys_for(asked(GAME, state).level, Flip(card)) is None} == {10, 19, 28}
    totals = asked(GAME, started(4, amigo="10-19-28", detail="totals")).level
    assert isinstance(parse_keys(totals, number(10)), InvalidCode)


def cells_by_name(levels: list[Level[Declaration]], depth: int) -> dict[str, set[tuple[tuple[int, object], ...]]]:
    """The cells of each name, for levels and what they open, made on demand to this depth."""
    found: dict[str, set[tuple[tuple[int, object], ...]]] = {}
    for _ in range(depth):
        for level in levels:
            # A block of numbers is called by those that it shows.
            named = ((each.slot, "a block" if number_block_behind(each) else each.label) for each in level.choices)
            found.setdefault(level.name, set()).add(tuple(named))
        deeper = {id(opened): opened for level in levels for choice in level.choices if (opened := choice.level())}
        levels = list(deeper.values())
    return found


@pytest.mark.parametrize("tiger", ["on", "off"])
def test_levels_of_a_name_have_the_same_cells(tiger: str) -> None:
    """One name, one drawing: labels stand in the same slots."""
    state = started(hidden_tiger=tiger)
    turn = after(state, "flip 3")
    levels = [
        asked(GAME, state).level,
        *asked(GAME, state).later_levels,
        asked(GAME, turn).level,
        *asked(GAME, turn).later_levels,
    ]
    found = cells_by_name([*levels, asked(GAME, after(turn, "Ann pass")).level], 4)
    assert set(found) == {"card", "card 13+", "card 25+", "turn"}
    assert all(len(cells) == 1 for cells in found.values())


def test_levels_of_an_entry_have_the_same_cells() -> None:
    """The same for what is typed at the end of a round, up to the second run."""
    found = cells_by_name([asked(GAME, started(detail="totals")).level], 3)
    assert {"card held", "card held, or up to", "last card of a run", "tokens"} <= set(found)
    for name, drawn in found.items():
        labels: dict[int, object] = {}
        for slot, label in (cell for cells in drawn for cell in cells):
            assert labels.setdefault(slot, label) == label, name


def test_what_follows_is_shown_ahead() -> None:
    """The card after a take and the turn after a card may be typed before the panel shows them."""
    state = started()
    assert [level.name for level in asked(GAME, state).later_levels] == ["turn"]
    assert [level.name for level in asked(GAME, after(state, "flip 3")).later_levels] == ["card"]
    lines = [line for card in range(3, 26) for line in (f"flip {card}", "Ann take")]
    assert asked(GAME, after(started(rounds="1"), [*lines, "flip 30"])).later_levels == ()


HELD = st.sets(st.integers(3, 35), max_size=25)


@settings(max_examples=60, deadline=None)
@given(HELD, st.integers(0, 55))
@example(set(), 0)
@example({35}, 55)
@example({34, 35}, 9)
@example({33, 34, 35}, 10)
@example(set(range(3, 28)), 0)
@example(set(range(3, 36, 2)), 30)
def test_every_holding_can_be_typed(cards: set[int], tokens: int) -> None:
    """Whatever a player holds: at most four keys a card, ten a run, two for done, six for the tokens."""
    state = started(5, detail="totals", hidden_tiger="on")
    holds = Holds(0, dealer.spans(frozenset(cards)), tokens)
    level, typed = keys(state, holds)
    assert level is asked(GAME, state).level
    assert parse_keys(level, typed) == CompleteCode(holds)
    assert all(isinstance(parse_keys(level, typed[:end]), PartialCode) for end in range(len(typed)))
    assert len(typed) <= sum(4 if low == high else 8 if high == low + 1 else 10 for low, high in holds.runs) + 2 + 6


def test_typing_cards() -> None:
    """Cards in any order, a long run, done, tokens: as the keys say, and in words as they grow."""
    level = asked(GAME, started(detail="totals")).level
    typed, said = "", []
    for keys_ in (number(11), number(12), number(3), number(20), "DC", number(24), number(35), "DD", number(10)):
        typed += keys_
        half = parse_keys(level, typed)
        if isinstance(half, PartialCode):
            said.append(" ".join(ENGLISH.say(label) for label in half.words))
    assert parse_keys(level, typed) == CompleteCode(Holds(0, ((3, 3), (11, 12), (20, 24), (35, 35)), 10))
    assert said == [
        "11",
        "11 12",
        "11 12 3",
        "11 12 3 20",
        "11 12 3 20 up to",
        "11 12 3 20–24",
        "11 12 3 20–24 35",
        "11 12 3 20–24 35 tokens",
    ]


def test_an_entry_without_cards_says_so_before_its_tokens() -> None:
    half = parse_keys(asked(GAME, started(detail="totals")).level, "DD")
    assert isinstance(half, PartialCode)
    assert [ENGLISH.say(label) for label in half.words] == ["no cards", "tokens"]


def test_a_run_goes_up_and_a_lower_card_is_refused_at_once() -> None:
    """The page offers higher cards alone: who goes on with the next card, 12 after 29, has not said 12 to 29."""
    run = at(asked(GAME, started(detail="totals")).level, number(29) + "DC")
    assert why(run, number(12)) == "From the 29 a run goes up, to a higher card."
    assert why(run, number(30)) is None


def test_no_run_goes_over_a_card_that_the_variant_lacks() -> None:
    """9 up to 12 was taken without a word, and refused once all cards and tokens were typed."""
    run = at(asked(GAME, started(detail="totals", amigo="10-20-30")).level, number(7) + "DC")
    assert why(run, number(12)) == "The 10 is out of the deck in this variant, as everybody knows: look again."
    assert why(run, number(9)) is None


def test_up_to_needs_a_card_before_it() -> None:
    level = asked(GAME, started(detail="totals")).level
    for typed in ("DC", number(5) + "DC" + number(9) + "DC", number(5) + "DC" + "DD"):
        assert isinstance(parse_keys(level, typed), InvalidCode)


def shown(level: Level[Declaration]) -> set[str]:
    """The labels of the cells that pages show, those in blocks of numbers in their stead."""
    return {ENGLISH.say(choice.label) for _, choice in choices(level) if choice.shown}


def why(level: Level[Declaration], keys: str) -> str | None:
    """Why the cell of these keys can't be."""
    sentence = barred_reason(level, keys)
    return None if sentence is None else ENGLISH.say(sentence)


def at(level: Level[Declaration], typed: str) -> Level[Declaration]:
    """The level that these keys lead to."""
    half = parse_keys(level, typed)
    assert isinstance(half, PartialCode)
    return half.level


def test_what_lies_before_somebody_is_not_offered_and_refused_at_once() -> None:
    """Whoever was typed for first, and their own cards; the sentence is the rules' own."""
    state = after(started(detail="totals"), "Ann holds 4 10-12 30 tokens 2")
    level = asked(GAME, state).level
    deck = {str(card) for card in range(3, 36)}
    assert shown(level) == {*deck - {"4", "10", "11", "12", "30"}, "done"}
    assert why(level, "AD") == "Ben cannot hold the 4: it lies before Ann, and there is only one."
    level = at(level, number(5))
    assert shown(level) == {*deck - {"4", "5", "10", "11", "12", "30"}, "done", "up to …"}
    assert why(level, "BA") == "The 5 of Ben is named twice: there is only one."
    assert why(level, "BB") is None


def test_a_run_goes_up_to_higher_cards_and_not_across_cards_that_lie_elsewhere() -> None:
    state = after(started(detail="totals"), "Ann holds 9 30 tokens 2")
    level = asked(GAME, state).level
    assert shown(at(level, number(3) + number(16) + "DC")) == {str(card) for card in range(17, 30)}
    assert shown(at(level, number(5) + "DC")) == {"6", "7", "8"}
    for card in (7, 8, 28, 29, 34, 35):  # a question with one answer, or with none
        assert "up to …" not in shown(at(level, number(card)))
    removed = asked(GAME, started(4, amigo="10-19-28", detail="totals")).level
    assert shown(at(removed, number(8) + "DC")) == {"9"}


def test_cards_that_do_not_exist_have_no_keys() -> None:
    """What would be refused only at the end of a long entry can't be typed at all."""
    level = asked(GAME, started(detail="totals")).level
    for typed in ("AA", "AB", "DBCD"):
        assert isinstance(parse_keys(level, typed), InvalidCode)


def test_a_card_typed_twice_is_kept_for_the_rules_to_refuse() -> None:
    """Typing does not mend what a player said: the double is refused, with its reason."""
    state = started(detail="totals")
    spelled = parse_keys(asked(GAME, state).level, number(11) * 2 + "DD" + number(1))
    assert isinstance(spelled, CompleteCode)
    with pytest.raises(Refused, match="card-already-seen"):
        GAME.apply(state, spelled.means)


def test_players_are_asked_in_turn_and_others_by_the_menu() -> None:
    """The next who has not said is asked; whoever else has not can be chosen."""
    state = after(started(4, detail="totals"), "Ben holds 3 tokens 1")
    assert asked(GAME, state).asked == (0,)
    (others,) = asked(GAME, state).menu_choices
    assert others.slot == Cell.DA
    level = others.level()
    assert level is not None
    assert [choice.slot for choice in level.choices] == [2, 3]
    level, typed = keys(state, Holds(3, ((4, 5),), 2))
    assert typed == "DA" + number(4) + number(5) + "DD" + number(2)
    assert parse_keys(level, typed) == CompleteCode(Holds(3, ((4, 5),), 2))
    assert keys_for(asked(GAME, state).level, Holds(3, ((4, 5),), 2)) is None
    state = after(state, "Ann holds 4 tokens 1; Cleo holds 5 tokens 3")
    assert asked(GAME, state).asked == (3,)
    assert asked(GAME, state).menu_choices == ()


@pytest.mark.parametrize("players", range(3, 8))
def test_presses_are_near_the_fewest(players: int) -> None:
    """Over rounds by their totals: each card, “done” and the tokens are a choice among what can still be."""
    presses, least = 0, 0.0
    for seed in range(2):
        state = started(players, detail="totals", rounds="1")
        for holds in dealer.play(Random(seed), players, (("detail", "totals"), ("rounds", "1"))):
            if isinstance(holds, Holds):
                assert isinstance(state.round, HoldingsRound)
                level = next_card_level(TypedCards(holds.seat, state.settings))
                typed = keys_for(level, holds)
                assert typed is not None
                taken = {str(card) for held in state.round.declared_by_seat if held for card in cards_of(held.runs)}
                presses += len(typed)
                least += fewest_of_entry(level, typed, taken)
            state = GAME.apply(state, holds)
    assert presses / least <= MAX_RATIO


def shown_cards(level: Level[Declaration]) -> set[int]:
    """The cards that a page can offer; blocks without any are not there."""
    found: set[int] = set()
    for choice in level.choices:
        deeper = choice.level()
        if deeper is not None and choice.shown:
            found |= shown_cards(deeper)
        elif choice.shown and isinstance(choice.meaning, Flip | Tiger):
            found.add(choice.meaning.card)
    return found


def test_cards_that_were_turned_up_are_not_offered_again() -> None:
    """Nor as a hidden tiger; their keys are refused by the rules, which say where the card is."""
    state = after(started(hidden_tiger="on"), "flip 3; Ann take; flip 20; Ann tiger 17; Ann pass; Ben take")
    seen = {3, 17, 20}
    assert shown_cards(asked(GAME, state).level) == set(range(3, 36)) - seen
    assert keys_for(asked(GAME, state).level, Flip(20)) == number(20)
    state = after(state, "flip 30")
    (tiger,) = (choice for choice in asked(GAME, state).level.choices if choice.slot == 5)
    level = tiger.level()
    assert level is not None
    assert shown_cards(level) == set(range(3, 36)) - seen - {30}
