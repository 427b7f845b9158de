"""LOOP: what was declared, as the table says it in its language."""

from __future__ import annotations

import pytest

from device.games.loop.game import GAME as LOOP
from device.games.loop.sentences import consequence, setup_instructions
from device.games.loop.state import State
from display.languages import language
from display.words import ENGLISH
from tests.games.loop.lines import ELEVEN, after, read, started, unanswered, whole_round
from tests.games.said_lines import Said, declared, kinds, says

GAME = "loop"
SAID: Said = {
    "Ann plays 7 7": ("Ann plays 7 and 7.", "Ann joue\u202f: 7 et 7."),
    "Ann pass": ("Ann passes.", "Ann passe."),
    "Ann twist": ("Ann twists.", "Ann fait un twist."),
    "Ann out": ("Ann is out.", "Ann a fini."),
    "first Bo": ("Bo starts.", "Bo commence."),
}


@pytest.mark.parametrize("line", SAID)
def test_declaration_is_said_in_the_language_of_the_table(line: str) -> None:
    assert says(GAME, line) == SAID[line]


def consequence_of(before: State, line: str) -> tuple[str | None, str | None]:
    """What a line is said to have brought about, in both languages."""
    said = consequence(before, after(before, line), read(before, line))
    return (None, None) if said is None else (ENGLISH.say(said), language("fr").say(said))


def test_every_kind_of_declaration_is_said() -> None:
    assert declared(GAME) <= kinds(GAME, SAID)


def test_a_pass_that_is_certain_is_told_with_its_reason() -> None:
    """Ann has one card left, where three are to be beaten, and then two: the box passes for her, and says why."""

    def told(state: State) -> str:
        passes = LOOP.forced(state)
        assert passes is not None
        said = consequence(state, LOOP.apply(state, passes), passes)
        assert said is not None
        return ENGLISH.say(said)

    state = after(unanswered(started(), "1 2 3 4", "5 6 7"), "Ann plays 9 10 11; Ben plays 10 11 12; Cleo pass")
    assert told(after(state, "Dan pass")) == "Ann has fewer than 3 cards and passes: Ben leads."
    state = after(state, "Dan plays 11 12 13")
    assert told(state) == "Ann has fewer than 3 cards and passes."


@pytest.mark.parametrize(
    ("cards", "english", "french"),
    [
        ("9", None, None),
        ("9 10", "Ann plays 9 and 10, and is out.", "Ann joue\u202f: 9 et 10, et n’a plus de cartes."),
        (
            "8 9",
            "Ann plays 8 and 9, and is out. The 8 clears the table: Ben leads.",
            "Ann joue\u202f: 8 et 9, et n’a plus de cartes. Le 8 vide la table\u202f: Ben entame.",
        ),
    ],
)
def test_whoever_plays_the_last_cards_is_said_to_be_out(cards: str, english: str | None, french: str | None) -> None:
    before = unanswered(started(), "1 2 3 4", "5 6 7", "11 12")
    assert consequence_of(before, f"Ann plays {cards}") == (english, french)


def test_the_play_that_ends_a_round_says_who_is_out_and_not_who_leads() -> None:
    """The last player left has no turn any more: after an 8, the round is over."""
    before = unanswered(whole_round(started(), ELEVEN, ELEVEN), *ELEVEN[:-1])
    assert consequence_of(before, "Cleo plays 8")[0] == "Cleo plays 8, and is out."


@pytest.mark.parametrize(("players", "cards"), [(4, ["Use 4 cards of each number."]), (6, [])])
def test_the_table_is_told_how_to_set_up_the_first_round(players: int, cards: list[str]) -> None:
    """Rulebook, Setup: with 6 players all 78 cards are used, 6 of each number."""
    assert list(map(ENGLISH.say, setup_instructions(started(players)))) == [
        *cards,
        "Shuffle, and deal 13 cards to each player.",
        "Each takes a board. Whoever has the golden one starts.",
        "Each sets 2 cards aside, face down.",
    ]


def test_the_table_is_told_how_to_set_up_the_next_round() -> None:
    """Rulebook, End of the round: hands and boards go to the left, and the golden board starts."""
    state = whole_round(started(), *[ELEVEN] * 3)
    assert list(map(ENGLISH.say, setup_instructions(state))) == [
        "Take up your whole hand; pass hand and board to the left.",
        "Each sets 2 cards aside, face down.",
        "Ben gets the golden board, and starts.",
    ]


def test_an_eight_clears_the_areas_and_begins_the_next_lead() -> None:
    """Rulebook, Playing an 8: the areas clear, and whoever played it leads again."""
    before = started()
    state = after(before, "Ann plays 8")
    said = LOOP.round_part and LOOP.round_part(state)
    assert ENGLISH.say(said or "") == "Lead 2"
