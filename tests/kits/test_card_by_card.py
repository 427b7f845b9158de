"""A score sheet whose cards are played one by one: two suits, 2 to 4 each, two cards a hand, and hearts are trump."""

from __future__ import annotations

import pytest

from device.contract.keycodes import keys_for
from device.contract.refusal import Refused
from device.gallery.samples import sample_pages
from device.kits.arguments import DescriptionError
from device.kits.cards import Card, Deck
from device.kits.figures.card_play import CardPlay
from device.kits.figures.columns import Column, FiguresRound
from device.kits.figures.declarations import Plays
from device.kits.tricks import TrickPlay, after_card, winning_index
from display.words import ENGLISH
from tablekeeper.testing.registration import register_game
from tests.kits.sheets import BID, WON, Lines, points, sheet

DECK = Deck(("clubs", "hearts"), range(2, 5))
TAKEN = WON._replace(total=2, by_cards=lambda now, player, won: len(won))
HEARTS = Column(
    "hearts",
    "hearts",
    total=3,
    by_cards=lambda now, player, won: sum(card.suit == "hearts" for trick in won for card in trick.cards),
)


def game(*columns: Column, play: CardPlay | None = None, detail: str = "cards") -> Lines:
    own = CardPlay(DECK, trump="hearts") if play is None else play
    return Lines(sheet(*(columns or (TAKEN,)), cards=own, points=tricks), detail=detail)


def tricks(now: FiguresRound, player: int) -> int:
    return now.of(TAKEN, player)


def test_the_highest_trump_wins_else_the_highest_of_the_suit_that_was_led() -> None:
    cards = [Card("clubs", 3), Card("hearts", 2), Card("clubs", 4)]
    assert winning_index(cards, cards[0].suit, "hearts") == 1
    assert winning_index(cards, cards[0].suit, None) == 2
    assert winning_index(cards[1:], cards[1].suit, "spades") == 0


def test_the_winner_leads_the_next_trick_and_figures_follow_from_the_last_one() -> None:
    now = game().say("Ann plays clubs-3; Bo plays clubs-4; Cy plays hearts-2")
    assert now.question == "Cy leads a card"
    now.say("Cy plays hearts-4; Ann plays hearts-3; Bo plays clubs-2")
    assert now.game.scores(now.state).totals == (0, 0, 2)
    assert now.question == "Bo leads a card"  # of the next round


def test_several_columns_follow_from_the_same_tricks() -> None:
    now = game(TAKEN, HEARTS).say("Ann plays clubs-3; Bo plays clubs-4; Cy plays hearts-2")
    now.say("Cy plays hearts-4; Ann plays hearts-3; Bo plays clubs-2")
    assert now.state.round.done[0].cells == ((0, 0, 2), (0, 0, 3))


def test_bids_come_first_and_no_card_is_played_meanwhile() -> None:
    now = game(BID, TAKEN)
    sentence = "No card is played now: bid is said, by Ann."
    assert now.refused("Ann plays clubs-3") == ("wrong-phase", sentence)
    now.say("Ann bid 1; Bo bid 0; Cy bid 0")
    assert now.question == "Ann leads a card"
    assert now.refused("Ann won 1") == ("wrong-phase", "Trick 1 is being played: Ann plays a card.")


def test_figures_are_said_where_the_table_types_no_cards() -> None:
    now = game(detail="totals").say("Ann won 0; Bo won 0; Cy won 2")
    assert now.game.scores(now.state).totals == (0, 0, 2)
    sentence = "No card is played now: tricks won is said, by Ann."
    assert now.refused("Ann plays clubs-3") == ("wrong-phase", sentence)


@pytest.mark.parametrize(
    ("line", "code", "sentence"),
    [
        ("Cy plays clubs-4", "out-of-turn", "It is not Cy's turn: Bo is to act."),
        (
            "Bo plays clubs-5",
            "no-such-card",
            "There is no clubs 5 in this deck: there are clubs and hearts from 2 to 4.",
        ),
        ("Bo plays spades-2", "no-such-card", "There is no spades 2 in this deck"),
        ("Bo plays clubs-3", "card-already-seen", "Bo can't have clubs 3: it has been played in this round."),
    ],
)
def test_a_card_that_can_not_be_is_refused(line: str, code: str, sentence: str) -> None:
    found = game().say("Ann plays clubs-3").refused(line)
    assert (found[0], found[1][: len(sentence)]) == (code, sentence)


@pytest.mark.parametrize("word", ["clubs", "clubs-", "clubs-0", "-3", "clubs-3-4", "clubs-1000", "clubs-٣"])
def test_what_is_no_card_is_refused_by_its_word(word: str) -> None:
    with pytest.raises(Refused) as refused:
        game().read(f"Ann plays {word}")
    assert refused.value.refusal.code.value == "syntax"


def test_whoever_does_not_follow_suit_has_no_card_of_it() -> None:
    now = game().say("Ann plays clubs-3; Bo plays clubs-4; Cy plays hearts-2")
    sentence = "Revoke: Cy did not follow clubs in trick 1, and has clubs 2 in trick 2."
    assert now.refused("Cy plays clubs-2") == ("revoke", sentence)


def test_a_card_after_which_the_unseen_ones_find_no_room_shows_a_revoke() -> None:
    """Bo and Cy are out of clubs, two are left, and Ann holds one card."""
    now = game().say("Ann plays clubs-3; Bo plays hearts-2")
    code, sentence = now.refused("Cy plays hearts-3")
    assert code == "revoke"
    assert sentence.startswith("Revoke: after this card of Cy in trick 1, 2 cards of clubs are still unseen")


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ("Ann plays clubs-3; Bo plays clubs-4; Cy plays hearts-2", "Cy plays clubs-2"),
        ("Ann plays clubs-3; Bo plays hearts-2", "Cy plays hearts-3"),
    ],
)
def test_the_table_may_let_a_revoke_stand(before: str, line: str) -> None:
    now = game().say(before)
    waiver = now.game.waiver
    assert waiver is not None
    after = waiver.apply(now.state, now.read(line))
    assert after.play is not None
    assert after.play.is_revoke_accepted


def test_no_card_is_without_room_where_all_were_not_dealt() -> None:
    """One card each: three stay in the deck, clubs among them."""
    now = game(play=CardPlay(DECK, dealt=1, trump="hearts")).say("Ann plays clubs-3; Bo plays hearts-2")
    now.say("Cy plays hearts-3")
    assert now.game.scores(now.state).totals == (0, 0, 1)


def test_whoever_has_the_card_that_opens_leads_it() -> None:
    now = game(play=CardPlay(DECK, opens="clubs-2"))
    assert now.question == "Who leads clubs 2?"
    sentence = "The first trick begins with clubs 2, led by whoever has it."
    assert now.refused("Bo plays clubs-4") == ("wrong-phase", sentence)
    now.say("Bo plays clubs-2")
    assert now.question == "Cy plays a card"


def test_a_trick_that_is_complete_says_who_has_won_it() -> None:
    before = game().say("Ann plays clubs-3; Bo plays clubs-4")
    declared = before.read("Cy plays hearts-2")
    assert before.game.consequence is not None
    said = before.game.consequence(before.state, before.game.apply(before.state, declared), declared)
    assert said is not None
    assert ENGLISH.say(said) == "Cy plays hearts 2. Cy wins the trick."


def test_a_card_has_the_keys_of_its_number_then_of_its_suit() -> None:
    """As in Oh Hell, whose plain deck is the same: 12 of hearts is the cell of 12, then the third suit."""
    now = game(play=CardPlay(trump="spades"))
    prompt = now.game.prompt(now.state)
    assert prompt is not None
    assert keys_for(prompt.level, Plays(0, Card("hearts", 12))) == "CDC"


def test_the_board_has_trump_and_the_trick_and_what_was_won() -> None:
    now = game().say("Ann plays clubs-3; Bo plays clubs-4; Cy plays hearts-2; Cy plays hearts-4")
    board = now.game.board(now.state)
    assert len(board.centre) == 2  # trump, and the card that was led
    assert [row.acting for row in board.rows] == [True, False, False]


def test_galleries_and_tests_have_its_pages_of_figures_and_of_cards() -> None:
    with register_game(sheet(TAKEN, id="card-by-card", cards=CardPlay(DECK, trump="hearts"), points=tricks, rounds=1)):
        asked = {
            ENGLISH.say(one.page.question) for one in sample_pages("card-by-card") if one.page.question is not None
        }
    for question in ("tricks won?", "leads a card", "plays a card"):
        assert any(one.endswith(question) for one in asked)


def test_a_play_knows_what_each_hand_still_has() -> None:
    play = TrickPlay(0, 3)
    for card in (Card("clubs", 3), Card("clubs", 4), Card("hearts", 2), Card("hearts", 4)):
        play = after_card(play, card, "hearts")
    assert [play.hand_size(seat, 2) for seat in range(3)] == [1, 1, 0]
    assert [trick.winner for trick in play.tricks] == [2]


@pytest.mark.parametrize(
    ("columns", "more", "sentence"),
    [
        ((TAKEN,), {}, "column “won” follows from cards: say how they are played, cards=CardPlay(…)."),
        (
            (WON,),
            {"cards": CardPlay()},
            "cards are played, and no column has by_cards=lambda",
        ),
        ((TAKEN._replace(word="plays"),), {"cards": CardPlay()}, "“plays” is what records call a card that is played"),
        ((TAKEN._replace(single=True),), {"cards": CardPlay()}, "it is neither single nor by_side."),
        ((TAKEN,), {"cards": CardPlay(Deck(("swords",)))}, "no suit “swords” can be drawn: there are blue"),
        ((TAKEN,), {"cards": CardPlay(trump=3)}, "card play: trump is 3: write a suit's word"),  # type: ignore[arg-type]
        ((TAKEN,), {"cards": "spades"}, "cards is 'spades': write how cards are played: CardPlay("),
    ],
)
def test_an_author_is_told_what_does_not_fit(
    columns: tuple[Column, ...], more: dict[str, object], sentence: str
) -> None:
    with pytest.raises(DescriptionError) as wrong:
        sheet(*columns, points=points, **more)
    assert sentence in str(wrong.value)


@pytest.mark.parametrize(
    ("play", "sentence"),
    [
        (CardPlay(trump="swords"), "trump is 'swords': the deck has clubs, diamonds, hearts, spades."),
        (CardPlay(opens="clubs-1"), "opens is 'clubs-1': write a card of the deck, as clubs-2."),
        (CardPlay(dealt=20), "20 cards are dealt to each of 3: the deck has 52."),
    ],
)
def test_an_author_is_told_what_a_round_can_not_have(play: CardPlay, sentence: str) -> None:
    now = game(play=play)
    with pytest.raises(DescriptionError) as wrong:
        now.say("Ann plays clubs-2")
    assert sentence in str(wrong.value)
