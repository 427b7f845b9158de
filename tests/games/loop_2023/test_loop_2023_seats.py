"""LOOP's first edition, later rounds and sets: rulebook, Loop Round (points 15 to 18) and Long Game."""

from __future__ import annotations

from itertools import permutations

import pytest

from device.games.loop_2023.game import GAME
from device.games.loop_2023.seats import SeatChoice, start_choosing
from device.games.loop_2023.state import State
from tests.games.loop_2023.lines import NAMES, after, code, on_turn, outs, scored, seated, sentence, started
from tests.non_empty import non_empty


def rank_round(state: State, *names: str) -> State:
    """A round at level `finish`."""
    return after(state, outs(names[:-1]))


def chooser(state: State) -> str:
    assert isinstance(state.phase, SeatChoice)
    return state.name(state.phase.chooser)


def offered(state: State) -> tuple[int, ...]:
    assert isinstance(state.phase, SeatChoice)
    return tuple(place + 1 for place in state.phase.allowed_places())


def test_who_came_last_chooses_first() -> None:
    """Point 15: in ascending order of rank, starting with the player who came last."""
    state = rank_round(started(4, detail="finish"), "Ben", "Dan", "Ann", "Cleo")
    assert chooser(state) == "Cleo"
    assert code(state, "Ann sits 2") == "out-of-turn"
    state = after(state, "Cleo sits 1")
    assert chooser(state) == "Ann"
    assert code(state, "Cleo sits 2") == "out-of-turn"


def test_nobody_keeps_the_seat_they_had() -> None:
    """Point 15, with 3 or 4 players."""
    state = rank_round(started(4, detail="finish"), *NAMES)
    assert chooser(state) == "Dan"
    assert code(state, "Dan sits 4") == "seat-unavailable"
    assert "leave" in sentence(state, "Dan sits 4")
    assert offered(state) == (1, 2, 3)
    state = after(state, "Dan sits 2")
    assert code(state, "Cleo sits 2") == "seat-unavailable"
    assert "Dan" in sentence(state, "Cleo sits 2")
    for number in (0, 5, 10**8):
        assert code(state, f"Cleo sits {number}") == "seat-unavailable"


def test_a_choice_that_leaves_someone_their_own_seat_is_not_offered() -> None:
    """Ruling on point 15. Cleo has taken seat 2; if Ben took 3, Ann would be left with her own seat 1."""
    state = rank_round(started(3, detail="finish"), *NAMES[:3])
    state = after(state, "Cleo sits 2")
    assert seated(state) == ("Ben", "Cleo", "Ann")
    state = after(rank_round(started(4, detail="finish"), *NAMES), "Dan sits 3")
    assert offered(state) == (1, 2, 4)
    state = after(state, "Cleo sits 4")
    assert seated(state) == ("Ben", "Ann", "Dan", "Cleo")  # Ben had 1 or 2 left and 2 was his own


def test_what_is_left_to_one_seat_has_no_line() -> None:
    """Ruling on point 15: a line for it has no place any more."""
    state = after(rank_round(started(3, detail="finish"), *NAMES[:3]), "Cleo sits 1")
    assert seated(state) == ("Cleo", "Ann", "Ben")
    for name, seat in (("Ben", 3), ("Ann", 2), ("Cleo", 1), ("Ann", 1)):
        assert code(state, f"{name} sits {seat}") == "wrong-phase"


def test_two_players_sit_where_they_like() -> None:
    """Point 15 asks 3 and 4 players only to leave their seats."""
    state = rank_round(started(2, detail="finish"), "Ann", "Ben")
    assert seated(after(state, "Ben sits 1")) == ("Ben", "Ann")
    assert seated(after(state, "Ben sits 2")) == ("Ann", "Ben")
    assert code(after(state, "Ben sits 2"), "Ann sits 1") == "wrong-phase"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_choice_leads_to_seats_for_all(players: int) -> None:
    """Point 15: what is offered is what some complete change of seats allows, for every ranking."""
    before = tuple(range(players))
    ways = [way for way in permutations(range(players)) if players == 2 or all(p != way[p] for p in range(players))]

    def walk(choice: SeatChoice, left: list[tuple[int, ...]]) -> None:
        if not choice.players_to_seat:
            assert len(left) == 1
            return
        expected = {way.index(choice.chooser) for way in left}
        assert set(choice.allowed_places()) == expected
        for place in expected:
            walk(choice.after_choice(place), [way for way in left if way[place] == choice.chooser])

    for order in permutations(range(players)):
        walk(start_choosing(before, order), ways)


def test_seats_are_chosen_only_between_rounds() -> None:
    """Point 15; with nothing else to declare meanwhile."""
    assert code(started(), "Ann sits 2") == "wrong-phase"
    state = rank_round(started(3, detail="finish"), *NAMES[:3])
    for line in ("Cleo out", "Cleo plays 3", "Cleo pass", "Cleo twist", "first Cleo", "Cleo three-eights"):
        assert code(state, line) == "wrong-phase"


def test_the_start_stays_with_its_seat() -> None:
    """Point 15: who sits in the seat of the previous start player starts; turns go by seats."""
    state = started(3)
    state = after(state, "first Ben")
    hands = {"Ben": range(1, 10), "Cleo": range(7, 16)}
    for name, numbers in hands.items():
        colour = "red" if name == "Ben" else "blue"
        run = " ".join(f"{colour}-{number}" for number in numbers)
        state = after(state, f"{name} plays {run}")
    state = after(state, "Ann sits 2")
    assert seated(state) == ("Cleo", "Ann", "Ben")
    assert on_turn(state) == "Ann"
    state = after(state, "Ann plays red-1; Ben plays 3")
    assert on_turn(state) == "Cleo"


def test_loop_round_compares_with_the_rank_card_of_the_seat() -> None:
    """Point 17: +1 for a rank better than the seat's last player, +2 for two; -1 and -2 likewise."""
    state = rank_round(started(3, detail="finish"), "Ann", "Ben", "Cleo")  # Rank cards by seat: 1st, 2nd, 3rd
    state = after(state, "Cleo sits 1")  # seats: Cleo, Ann, Ben
    state = rank_round(state, "Ben", "Ann", "Cleo")
    done = scored(state).rounds[1]
    assert dict(done.listed)["seats"] == (2, 0, 1)
    assert dict(done.listed)["order"] == (1, 0, 2)
    assert done.points == (1, 3 + 2, 0 - 2)
    assert scored(state).totals == (5 + 1, 3 + 5, 0)


@pytest.mark.parametrize(
    ("players", "card"),
    # Rank cards, Loop Round side: basic score plus the ranks risen, for the rank that the seat's last player got.
    [
        (4, [[4, 1, -1, -3], [5, 2, 0, -2], [6, 3, 1, -1], [7, 4, 2, 0]]),
        (3, [[3, 0, -2], [4, 1, -1], [5, 2, 0]]),
        (2, [[2, -1], [3, 0]]),
    ],
)
def test_the_rank_cards(players: int, card: list[list[int]]) -> None:
    """Points 14 and 17 together: every rank after every rank."""
    names = list(NAMES[:players])
    seen = {}
    for order in non_empty(permutations(names)):
        state = rank_round(started(players, detail="finish"), *names)
        while isinstance(state.phase, SeatChoice):
            state = after(state, f"{chooser(state)} sits {offered(state)[0]}")
        sat = [names.index(name) for name in seated(state)]  # seat k had rank k
        state = rank_round(state, *order)
        points = scored(state).rounds[1].points
        assert points is not None
        for before, player in enumerate(sat):
            seen[before, order.index(names[player])] = points[player]
    assert seen == {(before, rank): card[before][rank] for before in range(players) for rank in range(players)}


def test_a_total_never_falls_below_zero() -> None:
    """Point 17, note; the round's own points keep what was lost."""
    state = rank_round(started(3, detail="finish"), "Ann", "Ben", "Cleo")
    state = rank_round(after(state, "Cleo sits 1"), "Ann", "Ben", "Cleo")
    assert scored(state).rounds[1].points == (3 + 1, 1 + 1, -2)
    assert scored(state).totals == (9, 5, 0)


def test_points_of_several_rounds_add_up() -> None:
    """Points 14 and 17, worked through four rounds by hand."""
    state = rank_round(started(3, detail="finish"), "Ann", "Ben", "Cleo")
    state = rank_round(after(state, "Cleo sits 2"), "Cleo", "Ben", "Ann")  # seats: Ben, Cleo, Ann
    assert scored(state).rounds[1].points == (0, 1 - 1, 3 + 1)
    state = rank_round(after(state, "Ann sits 2"), "Ben", "Cleo", "Ann")  # seats: Cleo, Ann, Ben
    assert scored(state).rounds[2].points == (0 - 2, 3 + 2, 1)
    assert scored(state).totals == (5 - 2, 3 + 5, 2 + 4 + 1)
    state = rank_round(after(state, "Ann sits 1"), "Ben", "Cleo", "Ann")  # seats: Ann, Ben, Cleo
    assert scored(state).rounds[3].points == (0 - 1, 3 + 2, 1 - 1)
    assert scored(state).totals == (2, 13, 7)


def test_a_floor_in_between_is_not_made_up_for() -> None:
    """Point 17, note: Dan's 2 − 3 count as 0, so 1 more makes 1."""
    state = rank_round(started(4, detail="finish"), *NAMES)
    state = rank_round(after(state, "Dan sits 1; Cleo sits 2; Ben sits 3"), "Cleo", "Ben", "Ann", "Dan")
    assert scored(state).rounds[1].points == (1 + 1, 2 + 1, 4 + 1, 0 - 3)
    assert scored(state).totals == (8, 7, 8, 0)
    state = after(state, "Dan sits 2; Ann sits 1")
    assert seated(state) == ("Ann", "Dan", "Cleo", "Ben")
    state = rank_round(state, "Ben", "Dan", "Ann", "Cleo")
    assert scored(state).rounds[2].points == (1 + 1, 4 + 2, 0 - 2, 2 - 1)
    assert scored(state).totals == (10, 13, 6, 1)


@pytest.mark.parametrize(("players", "goal"), [(4, 12), (3, 10), (2, 7)])
def test_the_set_ends_at_its_goal(players: int, goal: int) -> None:
    """Point 18: 12, 10 or 7 points with 4, 3 or 2 players."""
    names = list(NAMES[:players])
    state = started(players, detail="finish")
    while not scored(state).finished:
        assert max(scored(state).totals) < goal
        while isinstance(state.phase, SeatChoice):
            state = after(state, f"{chooser(state)} sits {offered(state)[0]}")
        state = rank_round(state, *names)
    scores = scored(state)
    assert max(scores.totals) >= goal
    assert scores.winners == (0,)
    assert scores.sets is None
    assert GAME.prompt(state) is None
    for line in ("Ann out", "Ann plays 3", "Ann pass", "Ann twist", "Ann sits 1", "first Ann", "Ann three-eights"):
        assert code(state, line) == "wrong-phase"


def test_equal_totals_share_the_win() -> None:
    """Ruling on point 18: 7 points each, with some help from the optional rule for 8s."""
    state = started(2, three_eights="on", detail="finish")
    state = after(state, "Ann three-eights; Ann three-eights; Ann three-eights; Ann three-eights; Ann three-eights")
    state = after(state, "Ben three-eights; Ben three-eights; Ben three-eights")
    state = rank_round(state, "Ben", "Ann")
    assert scored(state).totals == (7, 7)
    assert scored(state).winners == (0, 1)


# Long Game


def ann_wins_set(state: State) -> State:
    """Two players, seat 1 for Ann in the first round; she wins a set."""
    sets = scored(state).sets
    assert sets is not None
    while not scored(state).finished and scored(state).sets == sets:
        if isinstance(state.phase, SeatChoice):
            state = after(state, f"{chooser(state)} sits {offered(state)[0]}")
        state = rank_round(state, "Ann", "Ben")
    return state


def test_long_game_is_first_to_win_two_sets() -> None:
    """Long Game: each game counts as a set; whoever wins two wins."""
    state = ann_wins_set(started(2, sets="2", detail="finish"))
    assert scored(state).sets == (1, 0)
    assert not scored(state).finished
    assert scored(state).winners == ()
    state = ann_wins_set(state)
    assert scored(state).sets == (2, 0)
    assert scored(state).finished
    assert scored(state).winners == (0,)


def test_between_sets_the_last_totals_stand() -> None:
    """Long Game: a new set starts with 2 points each, once it has a line."""
    state = ann_wins_set(started(2, sets="2", detail="finish"))
    last = scored(state).totals
    assert max(last) >= 7
    assert scored(after(state, "first Ann")).totals == (2, 2)
    assert scored(after(state, "Ann out")).totals != last
    opened = ann_wins_set(started(2, sets="2", detail="finish", three_eights="on"))
    assert scored(after(opened, "Ben three-eights")).totals == (2, 3)


def test_a_new_set_has_first_seats_and_passes_the_start_on() -> None:
    """Ruling on Long Game: everyone is back in their first seat, the start one seat further clockwise."""
    state = after(started(3, sets="2", detail="finish"), "first Cleo")
    while scored(state).sets == (0, 0, 0):
        if isinstance(state.phase, SeatChoice):
            state = after(state, f"{chooser(state)} sits {offered(state)[0]}")
        state = rank_round(state, "Ben", "Ann", "Cleo")
    assert seated(state) == NAMES[:3]
    assert GAME.starter(state) == 0
    assert GAME.starter(after(state, "first Ben")) is None
    points = scored(rank_round(state, "Ann", "Ben", "Cleo")).rounds[-1].points
    assert points == (3, 1, 0)  # a normal round: no Rank card counts


def test_a_new_set_is_a_new_deal() -> None:
    """Long Game: cards known from the last set are forgotten."""
    state = started(2, sets="2", three_eights="on")
    state = after(state, *["Ann three-eights"] * 5)
    run = " ".join(f"red-{number}" for number in range(1, 10))
    state = after(state, f"Ann plays {run}")
    assert scored(state).sets == (1, 0)
    assert on_turn(state) == "Ben"
    state = after(state, "Ben plays red-1; Ann plays blue-2")
    assert code(state, "Ben plays blue-2") == "card-already-seen"


def test_a_shared_set_counts_for_each() -> None:
    """Ruling on Long Game; so both may reach two sets at once."""
    state = started(2, sets="2", detail="finish", three_eights="on")
    for sets in ((1, 1), (2, 2)):
        state = after(state, *["Ann three-eights"] * 5, *["Ben three-eights"] * 3, "Ben out")
        assert scored(state).sets == sets
    assert scored(state).finished
    assert scored(state).winners == (0, 1)
