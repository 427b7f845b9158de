"""No Loose Ends: tricks at both levels of detail, covers, getaway cards, the end of rounds and of the game."""

from __future__ import annotations

import pytest

from device.games.no_loose_ends.game import GAME
from device.games.no_loose_ends.state import State
from device.session.winners import outcome
from display.words import ENGLISH
from tests.games.no_loose_ends.lines import (
    NAMES,
    accepts,
    after,
    code,
    passed,
    playing,
    read,
    refusal,
    said,
    started,
    uncovered,
)


def bidding(*cards: str, players: int = 3, **chosen: str) -> str:
    """Lines by which Teresa bids these cards, everyone else passes, and Teresa leads."""
    first, *more = cards
    lines = [f"Teresa bid {first}", *(f"{name} pass" for name in NAMES[1:players])]
    return ";".join([*lines, *(f"Teresa bid {card}" for card in more), "Teresa pass"])


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (("red-1", "red-9", "red-12"), "Taylor"),
        (("red-10", "red-9", "gray-12"), "Teresa"),
        (("red-10", "blue-1", "red-12"), "Kaylen"),
        (("red-10", "blue-3", "blue-4"), "Taylor"),
        (("blue-2", "red-12", "gray-12"), "Teresa"),
        (("gray-2", "red-12", "yellow-12"), "Teresa"),
    ],
)
def test_who_wins_a_trick(cards: tuple[str, ...], winner: str) -> None:
    """Winning Tricks: the highest trump, else the highest card of the lead suit; the winner leads the next one."""
    state = after(started(detail="cards"), "Teresa bid yellow-1; Kaylen pass; Taylor pass; Teresa pass")
    state = after(state, [f"{name} plays {card}" for name, card in zip(NAMES[:3], cards, strict=True)])
    assert NAMES[playing(state).leader] == winner


@pytest.mark.parametrize(
    ("cards", "winner", "lead"),
    [
        (("getaway", "red-2", "red-3"), "Taylor", "red"),
        (("getaway", "red-2", "blue-1"), "Taylor", "red"),
        (("getaway", "getaway", "gray-1"), "Taylor", "gray"),
        (("red-1", "getaway", "gray-9"), "Teresa", "red"),
        (("getaway", "getaway", "getaway"), "Teresa", None),
    ],
)
def test_getaway_cards_in_a_trick(cards: tuple[str, ...], winner: str, lead: str | None) -> None:
    """Getaway Cards: the lead suit is that of the first card that has one; only among getaways does the first win."""
    state = after(started(detail="cards", getaway_cards="on"), bidding("yellow-1"))
    state = after(state, [f"{name} plays {card}" for name, card in zip(NAMES[:3], cards, strict=True)])
    assert NAMES[playing(state).leader] == winner
    assert {void.suit for void in playing(state).voids} <= {lead}


def test_following_suit_after_a_getaway_lead() -> None:
    """Getaway Cards: nobody follows suit until a card with a suit is played; the one after that must."""
    state = after(started(detail="cards", getaway_cards="on"), bidding("yellow-1"))
    state = after(state, "Teresa plays getaway; Kaylen plays red-2; Taylor plays gray-3")
    assert [(void.seat, void.suit) for void in playing(state).voids] == [(2, "red")]


def test_a_getaway_card_proves_nothing() -> None:
    """Getaway Cards: it may be played even when one would otherwise have to follow suit."""
    state = after(started(detail="cards", getaway_cards="on"), bidding("yellow-1"))
    state = after(state, "Teresa plays red-2; Kaylen plays getaway; Taylor plays red-3")
    after(state, "Taylor plays red-4; Teresa plays red-5; Kaylen plays red-6")


def test_a_trick_of_getaway_cards_covers_nothing() -> None:
    """Ruling: a loose end, whatever is bid."""
    state = after(started(detail="cards", getaway_cards="on"), bidding("yellow-1", "blue-1"))
    state = after(state, "Teresa plays getaway; Kaylen plays getaway; Taylor plays getaway")
    assert playing(state).loose_tricks[0] == (1,)
    assert uncovered(state, "Teresa") == ["yellow-1", "blue-1"]


def test_a_fifth_getaway_card() -> None:
    """Components: there are four."""
    state = after(started(detail="cards", getaway_cards="on"), bidding("yellow-1"))
    state = after(state, "Teresa plays getaway; Kaylen plays getaway; Taylor plays getaway; Teresa plays getaway")
    fault = refusal(state, "Kaylen plays getaway")
    assert fault.code == "card-already-seen"
    assert "4" in said(fault)


def test_no_getaway_cards_without_the_option() -> None:
    assert code(passed(detail="cards"), "Taylor plays getaway") == "no-such-card"
    assert code(passed(), "Taylor wins getaway") == "no-such-card"
    state = after(started(), [bidding("yellow-1"), "Teresa wins"])
    assert code(state, "Teresa covers getaway") == "no-such-card"


def test_a_card_is_played_once() -> None:
    """A card is declared at most once a round, bid or played."""
    state = after(started(detail="cards"), [bidding("yellow-1"), "Teresa plays red-2; Kaylen plays red-3"])
    assert code(state, "Taylor plays red-2") == "card-already-seen"
    assert code(state, "Taylor plays yellow-1") == "card-already-seen"
    assert code(state, "Taylor plays yellow-13") == "no-such-card"
    assert code(state, "Kaylen plays yellow-13") == "out-of-turn"


def test_a_winning_card_is_played_once() -> None:
    state = after(started(), [bidding("yellow-1"), "Kaylen wins red-9"])
    assert code(state, "Taylor wins red-9") == "card-already-seen"
    assert code(state, "Taylor wins yellow-1") == "card-already-seen"
    assert code(state, "Taylor wins red-13") == "no-such-card"
    assert code(state, "Taylor wins green-1") == "no-such-card"
    assert code(state, "Taylor wins blue-1 lead green") == "no-such-card"
    assert code(state, "Taylor wins lead getaway") == "no-such-card"


@pytest.mark.parametrize(
    ("detail", "lines"),
    [
        ("tricks", ("Taylor plays red-1", "Taylor planned 0 covered 0 extra 1", "Taylor bid red-1", "Taylor pass")),
        ("cards", ("Taylor wins", "Taylor planned 0 covered 0 extra 1", "Taylor bid red-1", "Taylor double-cross")),
    ],
)
def test_lines_of_other_levels(detail: str, lines: tuple[str, ...]) -> None:
    for line in lines:
        assert code(passed(detail=detail), line) == "wrong-phase"


def test_anybody_wins() -> None:
    """A winner is declared by name: there is no turn to wait for."""
    for name in NAMES[:3]:
        assert NAMES[playing(after(passed(), f"{name} wins")).leader] == name


BIDS = ("red-3", "yellow-5", "yellow-10")


def coverable(state: State) -> list[str]:
    """The bids that the trick covered by itself, or that Teresa may now choose from."""
    if playing(state).pending_trick is None:
        return [card for card in BIDS if card not in uncovered(state, "Teresa")]
    return [card for card in BIDS if accepts(state, f"Teresa covers {card}")]


@pytest.mark.parametrize(
    ("wins", "eligible"),
    [
        ("Teresa wins red-9", ["red-3"]),
        ("Teresa wins red-5", ["red-3", "yellow-5"]),
        ("Teresa wins yellow-12", ["yellow-5", "yellow-10"]),
        ("Teresa wins yellow-3", ["red-3", "yellow-5", "yellow-10"]),
        ("Teresa wins blue-10", ["yellow-10"]),
        ("Teresa wins gray-10", ["yellow-10"]),
        ("Teresa wins blue-2", []),
        ("Kaylen wins blue-2", []),
        ("Kaylen wins red-9", []),
    ],
)
def test_eligible_bids(wins: str, eligible: list[str]) -> None:
    """Covering Bids: the winning card's number and suit. One eligible bid is covered without a line, none is loose."""
    state = after(started(), [bidding(*BIDS), wins])
    assert coverable(state) == eligible
    assert (playing(state).pending_trick is not None) == (len(eligible) > 1)


@pytest.mark.parametrize(
    ("wins", "eligible"),
    [
        ("Teresa wins blue-10 lead yellow", ["yellow-5", "yellow-10"]),
        ("Teresa wins blue-3 lead yellow", ["red-3", "yellow-5", "yellow-10"]),
        ("Teresa wins blue-9 lead red", ["red-3"]),
        ("Teresa wins blue-9 lead gray", []),
        ("Teresa wins blue-9 lead blue", []),
        ("Teresa wins blue-9", ["red-3", "yellow-5", "yellow-10"]),
        ("Teresa wins gray-9", []),
    ],
)
def test_the_lead_suit_is_a_third_option(wins: str, eligible: list[str]) -> None:
    """Covering Bids: a trump may cover a bid of the lead suit, which is open unless it is said."""
    state = after(started(), [bidding(*BIDS), "Kaylen wins", wins])
    assert coverable(state) == eligible


@pytest.mark.parametrize(
    ("bids", "wins", "asked", "loose"),
    [
        (("red-3", "yellow-5"), "blue-9", True, True),
        (("red-9", "yellow-5"), "blue-9", True, False),  # the 9 is sure to match
        (("blue-3", "yellow-5"), "blue-9", True, False),  # trump is
        (("red-3",), "blue-9", True, True),
        (("red-9",), "blue-9", False, False),  # alone and sure
        (("blue-3",), "blue-9", False, False),
    ],
)
def test_an_open_lead(bids: tuple[str, ...], wins: str, asked: bool, loose: bool) -> None:
    """Record: a trump by who did not lead, without `lead`. Any open bid may match; its number or trump does."""
    state = after(started(), [bidding(*bids), "Kaylen wins", f"Teresa wins {wins}"])
    assert (playing(state).pending_trick is not None) == asked
    if asked:
        assert accepts(state, "Teresa loose") == loose
        for card in bids:
            assert accepts(state, f"Teresa covers {card}")
        if not loose:
            assert code(state, "Teresa loose") == "must-cover"
    else:
        assert uncovered(state, "Teresa") == []
        assert code(state, f"Teresa covers {bids[0]}") == "wrong-phase"


def test_an_open_lead_proves_no_suit_followed() -> None:
    """Nobody is known to be out of a suit, and the leader not to have trumps."""
    state = after(passed(), "Teresa wins blue-10")
    for suit in ("red", "yellow", "gray"):
        assert accepts(state, f"Teresa wins {suit}-5")


def test_who_led_a_trump_led_trump() -> None:
    """The lead suit is that of the leader's card."""
    state = after(started(), [bidding("red-3", "yellow-5"), "Teresa wins blue-9"])
    assert playing(state).loose_tricks[0] == (1,)


def test_eligible_bids_card_by_card() -> None:
    """Covering Bids: the same by the cards themselves."""
    state = after(
        started(detail="cards"), [bidding(*BIDS), "Teresa plays gray-1; Kaylen plays gray-2; Taylor plays gray-3"]
    )
    state = after(state, "Taylor plays yellow-9; Teresa plays blue-3; Kaylen plays yellow-8")
    assert coverable(state) == [*BIDS]
    assert code(state, "Teresa loose") == "must-cover"
    assert code(state, "Teresa plays red-1") == "wrong-phase"
    assert code(state, "Kaylen covers red-3") == "out-of-turn"
    assert code(state, "Teresa covers red-13") == "no-such-card"
    assert code(state, "Teresa covers red-4") == "not-eligible"
    state = after(state, "Teresa covers yellow-5")
    assert code(state, "Teresa covers red-3") == "wrong-phase"
    after(state, "Teresa plays gray-5")


def test_a_covered_bid_is_not_covered_again() -> None:
    state = after(started(), [bidding(*BIDS), "Teresa wins; Teresa covers yellow-5; Teresa wins"])
    assert code(state, "Teresa covers yellow-5") == "not-eligible"
    after(state, "Teresa covers yellow-10")


def test_forced_covers_are_not_declared() -> None:
    """One eligible bid, or none: a line for it has no place."""
    state = after(started(), [bidding(*BIDS), "Teresa wins red-9"])
    for line in ("Teresa covers red-3", "Teresa covers yellow-5", "Teresa loose"):
        assert code(state, line) == "wrong-phase"


def test_the_winner_is_asked_while_a_bid_is_open() -> None:
    """With the winning card unknown the companion can't tell; with no bid left it can: a loose end."""
    state = after(started(), [bidding("red-3", "yellow-5"), "Teresa wins"])
    assert code(state, "Teresa wins") == "wrong-phase"
    assert code(state, "Kaylen loose") == "out-of-turn"
    state = after(
        state, "Teresa covers red-3; Teresa wins; Teresa loose; Teresa wins; Teresa covers yellow-5; Teresa wins"
    )
    assert code(state, "Teresa loose") == "wrong-phase"
    assert playing(state).loose_tricks[0] == (2, 4)


def test_a_lead_without_a_card() -> None:
    """The lead suit alone may be said. A bid of it must then be covered, or another one."""
    state = after(started(), [bidding(*BIDS), "Teresa wins lead yellow"])
    assert code(state, "Teresa loose") == "must-cover"
    for card in BIDS:
        assert accepts(state, f"Teresa covers {card}")
    state = after(state, "Teresa covers yellow-5; Teresa wins lead gray; Teresa loose")
    assert playing(state).loose_tricks[0] == (2,)


def test_a_cover_that_must_be_is_forced() -> None:
    """The only open bid has the lead suit: nobody needs to be asked, though the record has the line."""
    state = after(started(), [bidding("red-3", "yellow-5"), "Teresa wins; Teresa covers yellow-5"])
    assert GAME.forced(after(state, "Teresa wins")) is None
    assert GAME.forced(after(state, "Teresa wins lead gray")) is None
    state = after(state, "Teresa wins lead red")
    assert code(state, "Teresa loose") == "must-cover"
    assert code(state, "Teresa wins") == "wrong-phase"
    assert GAME.forced(state) == read(state, "Teresa covers red-3")


@pytest.mark.parametrize(
    "line",
    [
        "Teresa wins red-9 lead yellow",
        "Kaylen wins red-9 lead yellow",
        "Kaylen wins red-9 lead blue",
        "Teresa wins blue-9 lead yellow",
        "Teresa wins getaway lead red",
        "Kaylen wins getaway",
        "Kaylen wins getaway lead red",
    ],
)
def test_winning_cards_that_cannot_have_won(line: str) -> None:
    """Winning Tricks: Teresa leads. Not trump nor the lead suit; led another suit; a getaway card beside others."""
    state = after(started(getaway_cards="on"), bidding("yellow-1"))
    assert code(state, line) == "does-not-add-up"


def test_a_getaway_card_wins_for_the_leader() -> None:
    """Getaway Cards: each player showed one, so that three players can't do it twice."""
    state = after(started(getaway_cards="on"), [bidding("yellow-1"), "Teresa wins getaway"])
    assert playing(state).loose_tricks[0] == (1,)
    assert uncovered(state, "Teresa") == ["yellow-1"]
    assert code(state, "Teresa wins getaway") == "card-already-seen"
    assert code(state, "Kaylen wins getaway") == "card-already-seen"


@pytest.mark.parametrize(("players", "times"), [(2, 2), (3, 1), (4, 1), (5, 0)])
def test_how_often_getaway_cards_can_win(players: int, times: int) -> None:
    """Components: four getaway cards, one a player."""
    leader = NAMES[players - 1]
    state = after(passed(players, getaway_cards="on"), [f"{leader} wins getaway"] * times)
    assert code(state, f"{leader} wins getaway") == "card-already-seen"


def test_the_smallest_hand_ends_the_round() -> None:
    """Trick-Taking: until someone is out of cards."""
    state = after(started(), [bidding("red-1", "red-2", "red-3"), *["Kaylen wins"] * 12])
    assert len(GAME.scores(state).rounds) == 0
    state = after(state, "Kaylen wins")
    assert GAME.scores(state).rounds[0].points == (-6, -26, 10)
    assert playing(state).is_planning


def test_the_last_trick_waits_for_its_cover() -> None:
    state = after(started(), [bidding("red-1"), *["Kaylen wins"] * 14, "Teresa wins"])
    assert len(GAME.scores(state).rounds) == 0
    assert GAME.scores(after(state, "Teresa covers red-1")).rounds[0].points == (2, -28, 10)
    assert GAME.scores(after(state, "Teresa loose")).rounds[0].points == (-4, -28, 10)


def whole(*winners: str) -> State:
    """A game without bids, every trick of a round won by one player."""
    state = started()
    for number, winner in enumerate(winners):
        order = [*NAMES[number:3], *NAMES[:number]]
        state = after(state, [*(f"{name} pass" for name in order), *[f"{winner} wins"] * 16])
    return state


def test_totals_may_fall_below_zero() -> None:
    """Ruling: no floor."""
    scores = GAME.scores(whole("Teresa"))
    assert scores.totals == (5 - 32, 15, 15)
    assert not scores.finished
    assert scores.winners == ()


def test_the_most_points_win() -> None:
    """Game End: after three rounds."""
    scores = GAME.scores(whole("Teresa", "Teresa", "Kaylen"))
    assert scores.finished
    assert scores.totals == (-49, -7, 35)
    assert scores.winners == (2,)


FOR_TERESA = "Teresa planned 0 covered 0 extra 0; Kaylen planned 6 covered 6 extra 3"  # 10 and 6 points
FOR_KAYLEN = "Kaylen planned 0 covered 0 extra 0; Teresa planned 6 covered 6 extra 3"
EQUAL = "Teresa planned 5 covered 5 extra 0; Kaylen planned 5 covered 5 extra 0"  # 15 points each


@pytest.mark.parametrize(
    ("rounds", "winners", "said"),
    [
        ((FOR_TERESA, EQUAL, FOR_KAYLEN), (1,), "Kaylen wins: the better last round decides."),
        ((FOR_KAYLEN, EQUAL, FOR_TERESA), (0,), "Teresa wins: the better last round decides."),
        ((FOR_KAYLEN, FOR_TERESA, EQUAL), (0, 1), "Teresa and Kaylen share the win."),
        ((EQUAL, EQUAL, EQUAL), (0, 1), "Teresa and Kaylen share the win."),
        ((EQUAL, FOR_TERESA, EQUAL), (0,), "Teresa wins."),
    ],
)
def test_ties(rounds: tuple[str, ...], winners: tuple[int, ...], said: str) -> None:
    """Game End: of the tied players the one with most points in the final round wins; else the win is shared."""
    state = after(started(2, detail="totals"), rounds)
    scores = GAME.scores(state)
    assert ENGLISH.say(outcome(state.table, scores)) == said
    assert len({*scores.totals}) == (1 if rounds != (EQUAL, FOR_TERESA, EQUAL) else 2)
    assert scores.winners == winners


@pytest.mark.parametrize(
    "line", ["Teresa bid red-1", "Teresa wins", "Teresa pass", "first Teresa", "Teresa plays red-99"]
)
def test_nothing_after_the_end(line: str) -> None:
    state = whole("Teresa", "Teresa", "Kaylen")
    assert code(state, line) == "wrong-phase"
    assert GAME.prompt(state) is None
    assert GAME.forced(state) is None
    assert GAME.starter(state) is None
