"""LOOP's first edition: which lines are refused, by which code, and which code comes first.

Hands, seats and set-aside cards as in the rulebook, How to Play 3 to 5 and Loop Round 16; codes as in the record.
"""

from __future__ import annotations

import pytest

from device.contract.declarations import RecordLine
from device.contract.refusal import RefusalCode
from device.games.loop_2023.cards import Card, Colour, UnknownCard
from device.games.loop_2023.declarations import Plays, Sits
from device.games.loop_2023.game import GAME
from device.games.loop_2023.hands import NO_CARDS_SHOWN, ShownCards, contradicting_rounds
from device.games.loop_2023.refusal_codes import Loop2023Refusal
from device.games.loop_2023.state import State
from display.words import ENGLISH
from tests.games.loop_2023.lines import after, code, on_turn, refusal, scored, sentence, started, syntax


@pytest.mark.parametrize(
    "words",
    [
        "",
        "play 5",
        "bid red-5",
        "take",
        "plays",
        "plays getaway",
        "plays 05",
        "plays 00",
        "plays +5",
        "plays -5",
        "plays red-05",
        "plays red--5",
        "plays red-+5",
        "plays red5",
        "plays red-",
        "plays -",
        "plays 5-5",
        "plays 5-7",
        "plays ５",
        "plays red-５",
        "plays 5,6",
        "plays red-5-6",
        "plays 5 pass",
        "pass 5",
        "twist 8",
        "out 1",
        "three-eights 8",
        "sits",
        "sits 1 2",
        "sits 01",
        "sits +1",
        "sits -1",
        "sits red",
        "sits ²",
        "PASS",
    ],
)
def test_what_cannot_be_read(words: str) -> None:
    """Unknown verbs, cards in the wrong shape, leading zeros and signs, too many or too few words."""
    assert syntax(words)


def test_a_line_without_a_player() -> None:
    with pytest.raises(Exception, match="syntax"):
        GAME.read(RecordLine(None, ("flip", "5")))


@pytest.mark.parametrize(
    ("words", "cards"),
    [
        ("5", (Card(5),)),
        ("blue-15", (Card(15, Colour.BLUE),)),
        ("blue-4 yellow-3 3 red-3", (Card(3, Colour.RED), Card(3, Colour.YELLOW), Card(3), Card(4, Colour.BLUE))),
        ("16 1", (Card(1), UnknownCard("16"))),
        ("green-3", (UnknownCard("green-3"),)),
        ("0", (UnknownCard("0"),)),
        ("1" * 5000, (UnknownCard("1" * 5000),)),
    ],
)
def test_cards_are_read_in_any_order_and_kept_in_one(words: str, cards: tuple[Card | UnknownCard, ...]) -> None:
    declaration = GAME.read(RecordLine(2, ("plays", *words.split())))
    assert declaration == Plays(2, cards)
    assert GAME.read(GAME.write(declaration)) == declaration


def test_the_number_of_a_seat_may_be_long() -> None:
    declaration = GAME.read(RecordLine(0, ("sits", "9" * 6000)))
    assert isinstance(declaration, Sits)
    assert GAME.read(GAME.write(declaration)) == declaration


@pytest.mark.parametrize("card", ["16", "0", "red-16", "green-5", "Red-5", "red-0", "9" * 6000])
def test_no_such_card(card: str) -> None:
    """Components: 1 to 15 in three colours (named by ruling)."""
    assert code(started(), f"Ann plays {card}") == "no-such-card"


@pytest.mark.parametrize("line", ["Ann out", "Ann sits 1", "Ann three-eights"])
def test_lines_without_a_place_among_plays(line: str) -> None:
    """Whoever's turn it is."""
    assert code(started(), line) == "wrong-phase"
    assert code(started(), line.replace("Ann", "Ben")) == "wrong-phase"


@pytest.mark.parametrize("words", ["plays 3", "plays green-99", "pass", "twist", "sits 1", "three-eights"])
def test_lines_without_a_place_at_level_finish(words: str) -> None:
    assert code(started(detail="finish"), f"Ann {words}") == "wrong-phase"


def test_a_second_out_is_out_of_turn() -> None:
    assert code(after(started(detail="finish"), "Ben out"), "Ben out") == "out-of-turn"


@pytest.mark.parametrize("words", ["plays 3", "plays green-3", "plays 3 9", "pass", "twist"])
def test_out_of_turn_comes_before_what_is_played(words: str) -> None:
    """Point 5: turns go clockwise."""
    assert code(started(), f"Ben {words}") == "out-of-turn"


# Cards seen


def test_a_card_is_played_once_a_round() -> None:
    state = after(started(2), "Ann plays red-5; Ben pass; Ann pass")
    assert code(state, "Ann plays red-5") == "card-already-seen"
    assert "already played" in sentence(state, "Ann plays red-5")
    assert on_turn(after(state, "Ann plays yellow-5")) == "Ben"
    assert code(started(), "Ann plays red-5 red-5") == "card-already-seen"


def test_a_card_is_in_one_hand() -> None:
    state = after(started(), "Ann plays red-5")
    fault = refusal(state, "Ben plays red-5")
    assert fault.code is RefusalCode.CARD_ALREADY_SEEN
    assert [ENGLISH.say(face) for face in fault.cards] == ["red 5"]
    assert "seat 1" in ENGLISH.say(fault.sentence)


def run(colour: str, first: int, last: int) -> str:
    return " ".join(f"{colour}-{number}" for number in range(first, last + 1))


def second_round(players: int = 2) -> State:
    """Ann has played red 1 to 9 from seat 1 and is out; with two players, Ben now sits there, Ann in seat 2."""
    state = after(started(players), f"Ann plays {run('red', 1, 9)}")
    return after(state, "Ben sits 1")


def test_a_hand_belongs_to_its_seat_in_later_rounds() -> None:
    """Points 15 and 16: the same hand, used by whoever sits there now."""
    state = second_round()
    assert code(after(state, "Ben plays 1"), "Ann plays red-3") == "card-already-seen"
    state = after(state, "Ben plays red-3")
    assert on_turn(state) == "Ann"


def test_too_many_copies_of_a_number() -> None:
    """Components: each number three times; colours need not be said to be counted."""
    state = after(started(), "Ann plays 4 4; Ben pass; Cleo pass; Ann pass")
    state = after(state, "Ann plays 3; Ben plays 4; Cleo pass; Ann pass; Ben pass")
    state = after(state, "Ben plays 1; Cleo pass; Ann pass")
    assert code(after(state, "Ben pass"), "Ben plays 4") == "too-many-copies"
    assert code(after(state, "Ben plays 2"), "Cleo plays 4") == "too-many-copies"


def test_a_number_counts_once_for_a_hand_in_several_rounds() -> None:
    """Point 16: the same hand again. Seat 1 needs three 5s at most, however often it shows them."""
    state = after(started(2), f"Ann plays 5 5; Ben pass; Ann pass; Ann plays {run('blue', 9, 15)}; Ben sits 1")
    state = after(state, "Ben plays 5 5; Ann pass; Ben pass; Ben plays 1")
    assert code(after(state, "Ann pass; Ben plays 2"), "Ann plays 5 5") == "wrong-type"
    assert on_turn(after(state, "Ann plays 5")) == "Ben"


def test_colours_of_several_rounds_are_counted_together() -> None:
    """Seat 1 has shown a red 5, then a blue one: two 5s, and nobody else can have two."""
    state = after(started(2), f"Ann plays red-5; Ben pass; Ann pass; Ann plays {run('blue', 8, 15)}; Ben sits 1")
    state = after(state, "Ben plays blue-5; Ann plays red-6; Ben pass; Ann pass")
    assert code(state, "Ann plays 5 5") == "too-many-copies"
    assert on_turn(after(state, "Ann plays 5")) == "Ben"
    assert code(state, "Ann plays blue-5") == "card-already-seen"


def test_an_unsaid_colour_may_be_one_that_was_said() -> None:
    """A 5 in one round and a red 5 in another may be one card: with three hands, two 5s are left for others."""
    state = after(started(2), f"Ann plays 5; Ben pass; Ann pass; Ann plays {run('blue', 8, 15)}; Ben sits 1")
    state = after(state, "Ben plays red-5; Ann pass; Ben pass; Ben plays 1 1")
    assert on_turn(after(state, "Ann plays 5 5")) == "Ben"


# The hand of eleven


def test_nine_cards_are_in_play() -> None:
    """Points 3 and 4: 11 cards, 2 of them set aside."""
    state = after(started(2), f"Ann plays {run('red', 9, 15)}; Ben pass; Ann pass")
    fault = refusal(state, "Ann plays 3 3 3")
    assert fault.code is Loop2023Refusal.TOO_MANY_CARDS
    assert "2 cards left" in ENGLISH.say(fault.sentence)
    assert scored(after(state, "Ann plays 3 3")).rounds


def test_a_hand_has_eleven_cards_through_the_rounds() -> None:
    """Points 3 and 16: red 1 to 9 were played from seat 1, so two more cards can turn up there, not three."""
    state = after(second_round(), "Ben plays blue-12 blue-13; Ann pass; Ben pass")
    fault = refusal(state, "Ben plays 14")
    assert fault.code is Loop2023Refusal.HAND_MISMATCH
    assert "round 1" in ENGLISH.say(fault.sentence)
    assert "seat 1" in ENGLISH.say(fault.sentence)
    assert code(state, "Ben plays blue-9") == "hand-mismatch"
    assert on_turn(after(state, "Ben plays 9")) == "Ann"
    assert on_turn(after(state, "Ben plays red-9")) == "Ann"


def test_eights_shown_for_a_twist_belong_to_the_hand() -> None:
    """Points 4 and 11: two 8s set aside and nine cards played are the whole hand."""
    state = after(started(2), f"Ann twist; Ann twist; Ann plays 1; Ben pass; Ann pass; Ann plays {run('red', 8, 15)}")
    state = after(state, "Ben sits 1")
    assert code(state, "Ben plays 2") == "hand-mismatch"
    assert on_turn(after(state, "Ben plays 8 8 8")) == "Ben"
    state = after(state, "Ben plays 1")
    assert code(state, "Ann plays 8") == "too-many-copies"
    assert code(state, "Ann plays red-8") == "card-already-seen"


def test_the_sentence_names_the_rounds_that_contradict() -> None:
    """Point 16: round 1 showed two cards at seat 2, round 2 seven others; only together they leave two unknown."""
    state = after(started(2), "Ann plays red-1; Ben plays blue-2; Ann pass; Ben pass; Ben plays blue-3")
    state = after(state, f"Ann plays red-6; Ben pass; Ann pass; Ann plays {run('red', 9, 15)}; Ben sits 1")
    state = after(state, f"Ben plays red-1; Ann plays blue-4; Ben pass; Ann pass; Ann plays {run('blue', 9, 13)}")
    state = after(state, "Ben pass; Ann pass; Ann plays blue-5; Ben plays red-6; Ann pass; Ben pass")
    state = after(state, f"Ben plays {run('red', 9, 15)}; Ann sits 2; Ben plays red-1; Ann plays blue-6; Ben pass")
    state = after(state, "Ann pass; Ann plays blue-14; Ben pass; Ann pass")
    assert code(state, "Ann plays blue-15") == "hand-mismatch"
    assert "rounds 1 and 2 " in sentence(state, "Ann plays blue-15")
    assert on_turn(after(state, "Ann plays blue-3")) == "Ben"


def showing(*numbers: int) -> ShownCards:
    return NO_CARDS_SHOWN.with_cards(tuple(Card(number) for number in numbers))


@pytest.mark.parametrize(
    ("earlier", "proof"),
    [
        # Eight others in one round are too many beside four; two rounds with four others each would be, too.
        (((5, 6, 7, 8, 9, 10, 11, 12), (5, 6, 7, 8), (9, 10, 11, 12)), (0,)),
        (((5, 6, 7, 8), (9, 10, 11, 12), (5, 6, 7, 8, 9, 10, 11, 12)), (2,)),
        # Seven others are just not too many: it takes the round that showed more; one that adds nothing is left out.
        (((5, 6), (5, 6, 7, 8, 9, 10, 11), (12, 13, 14, 15)), (1, 2)),
    ],
)
def test_no_round_is_named_without_need(earlier: tuple[tuple[int, ...], ...], proof: tuple[int, ...]) -> None:
    """Points 3 and 16: a hand has 11 cards through the rounds; the fewest rounds that prove more of them are named."""
    assert contradicting_rounds(tuple(showing(*numbers) for numbers in earlier), showing(1, 2, 3, 4)) == proof


# Twists


def test_two_cards_are_set_aside() -> None:
    """Point 4: so two twists a round at most, by one player."""
    state = after(started(), "Ann twist; Ann twist")
    assert code(state, "Ann twist") == "twist-unavailable"
    assert "both" in sentence(state, "Ann twist")


def test_three_eights_exist() -> None:
    """Components: each number three times. A fourth, shown or played, is one too many, which comes before the twist."""
    state = after(started(), "Ann twist; Ann twist; Ann plays 9; Ben twist; Ben pass")
    assert code(state, "Cleo twist") == "too-many-copies"
    assert code(state, "Cleo plays 8") == "too-many-copies"
    state = after(started(), "Ann plays 8 8; Ann plays 9; Ben pass; Cleo twist; Cleo pass")
    assert code(state, "Ann twist") == "too-many-copies"


def test_a_seat_known_to_hold_all_eights_in_an_earlier_round() -> None:
    """Point 16: the 8s stay at their seat, so nobody else can twist, but that seat can."""
    state = after(started(2), f"Ann plays 8 8 8; Ann plays {run('red', 9, 14)}; Ben sits 1")
    assert code(after(state, "Ben plays 9"), "Ann twist") == "too-many-copies"
    assert on_turn(after(state, "Ben twist; Ben twist; Ben plays 8")) == "Ben"


def test_a_twist_needs_room_in_the_hand() -> None:
    """Points 4 and 16: eleven other cards are known, so no 8 is among them."""
    state = after(started(2), f"Ann plays {run('red', 9, 15)}; Ben pass; Ann pass; Ann plays 1 1; Ben sits 1")
    state = after(state, "Ben plays 2 2; Ann pass; Ben pass")
    assert code(state, "Ben twist") == "hand-mismatch"
    assert "round 1" in sentence(state, "Ben twist")
    assert code(state, "Ben plays 8") == "hand-mismatch"


# Which code comes first


@pytest.mark.parametrize(
    ("lines", "line", "expected"),
    [
        # a card that is not there before one that was seen
        ("Ann plays red-5", "Ben plays red-5 red-16", "no-such-card"),
        # seen before the shape of a combination, its type, size and strength
        ("Ann plays red-5", "Ben plays red-5 blue-9", "card-already-seen"),
        ("Ann plays red-5", "Ben plays red-5 5", "card-already-seen"),
        ("Ann plays red-9 blue-9", "Ben plays red-9", "card-already-seen"),
        # no combination before the wrong type or size
        ("Ann plays 5", "Ben plays 6 9", "not-a-combination"),
        ("Ann plays 5 5", "Ben plays 6 6 6 6", "not-a-combination"),
        # type before size, size before strength
        ("Ann plays 5 5", "Ben plays red-2 red-3 red-4", "wrong-type"),
        ("Ann plays 5 5", "Ben plays 2 2 2", "wrong-size"),
        # strength before the cards in hand and in the deck
        ("Ann plays 5 5", "Ben plays 5 5", "does-not-beat"),
        # the cards of the hand before those of the deck
        (f"Ann plays {run('red', 8, 15)}", "Ann plays 8 8 8", "too-many-cards"),
    ],
)
def test_precedence(lines: str, line: str, expected: str) -> None:
    assert code(after(started(), lines), line) == expected


def test_copies_come_before_the_hand() -> None:
    """Seat 1 is full, and the three 14s are elsewhere: both are wrong, and the deck is said first."""
    state = after(second_round(), "Ben plays 1; Ann plays 14; Ben pass; Ann pass; Ann plays 14 14; Ben pass; Ann pass")
    state = after(state, "Ann plays 2; Ben plays 10; Ann pass; Ben pass; Ben plays 11; Ann pass; Ben pass")
    assert code(state, "Ben plays 12") == "hand-mismatch"
    assert code(state, "Ben plays 14") == "too-many-copies"


def test_a_refusal_leaves_the_state_alone() -> None:
    state = after(started(), "Ann plays 5")
    kept = GAME.scores(state), GAME.board(state), GAME.prompt(state)
    code(state, "Ben plays 4")
    assert (GAME.scores(state), GAME.board(state), GAME.prompt(state)) == kept
