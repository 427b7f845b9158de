"""LOOP's first edition, a round: rulebook, How to Play: Normal Round (points 1 to 14)."""

from __future__ import annotations

import pytest

from device.contract.refusal import Refused
from device.contract.setup import TableSetup
from device.games.loop_2023.cards import Card, Colour
from device.games.loop_2023.combinations import Kind, find_combination
from device.games.loop_2023.game import GAME
from tests.games.loop_2023.lines import NAMES, after, code, leads, on_turn, out, outs, playing, scored, started


def test_everyone_starts_with_two_points() -> None:
    """Point 1."""
    for players in (2, 3, 4):
        assert scored(started(players)).totals == (2,) * players


@pytest.mark.parametrize("players", [0, 1, 5])
def test_two_to_four_play(players: int) -> None:
    """Box: 2-4 players."""
    with pytest.raises(Refused) as refused:
        GAME.start(TableSetup(("A", "B", "C", "D", "E")[:players]))
    assert refused.value.refusal.code.value == "player-count"
    assert list(GAME.players) == [2, 3, 4]


def test_the_start_is_for_the_table_to_choose() -> None:
    """Point 2: deja vu, or any way; named by `first`, once and before anything else."""
    assert GAME.starter(started()) == 0
    state = after(started(), "first Cleo")
    assert on_turn(state) == "Cleo"
    assert GAME.starter(state) is None
    assert code(state, "first Ann") == "wrong-phase"
    assert code(after(started(), "Ann plays 3"), "first Ann") == "wrong-phase"


def test_turns_go_clockwise() -> None:
    """Point 5."""
    state = after(started(4), "first Cleo; Cleo plays 1")
    assert on_turn(state) == "Dan"
    assert on_turn(after(state, "Dan pass")) == "Ann"
    assert on_turn(after(state, "Dan pass; Ann plays 2")) == "Ben"


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("5", Kind.SINGLE),
        ("red-5", Kind.SINGLE),
        ("5 5", Kind.SET),
        ("5 red-5", Kind.SET),
        ("red-5 blue-5", Kind.SET),
        ("5 5 5", Kind.SET),
        ("red-5 yellow-5 blue-5", Kind.SET),
        ("red-4 red-5", Kind.SEQUENCE),
        ("red-5 red-4", Kind.SEQUENCE),
        ("blue-2 blue-3 blue-4 blue-5 blue-6 blue-7 blue-9 blue-10 blue-1", None),
        ("blue-1 blue-2 blue-3 blue-4 blue-5 blue-6 blue-7 blue-9 blue-10", None),
        ("yellow-1 yellow-2 yellow-3 yellow-4 yellow-5 yellow-6 yellow-7", Kind.SEQUENCE),
        ("4 5", None),  # a sequence needs its colours
        ("red-4 5", None),
        ("red-4 blue-5", None),
        ("red-4 red-6", None),
        ("red-4 blue-9", None),
        ("5 5 5 5", None),
        ("5 5 6", None),
    ],
)
def test_combinations(cards: str, kind: Kind | None) -> None:
    """Point 5: one card, two or three of one number, consecutive numbers of one colour, in any order."""
    if kind is None:
        assert code(started(), f"Ann plays {cards}") == "not-a-combination"
        return
    best = playing(after(started(), f"Ann plays {cards}")).to_beat
    assert best is not None
    assert best.kind is kind
    assert best.size == len(cards.split())


def test_the_longest_sequence_is_nine_cards() -> None:
    """Points 3 and 4: 11 cards less 2 set aside. A play of nine goes out at once."""
    run = " ".join(f"red-{number}" for number in range(7, 16))
    state = after(started(), f"Ann plays {run}")
    assert out(state) == ("Ann",)
    longer = " ".join(f"red-{number}" for number in range(6, 16))
    assert code(started(), f"Ann plays {longer}") == "too-many-cards"


@pytest.mark.parametrize(
    ("led", "played", "expected"),
    [
        ("5", "6", None),
        ("5", "5", "does-not-beat"),
        ("5", "4", "does-not-beat"),
        ("5", "6 6", "wrong-type"),
        ("5 5", "6", "wrong-type"),
        ("5 5", "6 6", None),
        ("5 5", "6 6 6", "wrong-size"),
        ("5 5", "4 4", "does-not-beat"),
        ("5 5 5", "6 6 6", None),
        ("5 5 5", "6 6", "wrong-size"),
        ("5 5", "red-6 red-7", "wrong-type"),
        ("red-5 red-6", "blue-6 blue-7", None),
        ("red-5 red-6", "blue-5 blue-6", "does-not-beat"),
        ("red-5 red-6", "red-7 red-9", "not-a-combination"),
        ("red-5 red-6", "blue-6 blue-7 blue-8", "wrong-size"),
        ("red-5 red-6", "7", "wrong-type"),
    ],
)
def test_follow_in_the_same_manner_and_higher(led: str, played: str, expected: str | None) -> None:
    """Point 6: the same number of cards, of higher numbers, in the same manner. Compared by the lowest card."""
    state = after(started(), f"Ann plays {led}")
    if expected is None:
        assert not leads(after(state, f"Ben plays {played}"))
    else:
        assert code(state, f"Ben plays {played}") == expected


def test_a_pass_does_not_leave_the_trick() -> None:
    """Point 8: after a pass one can play again; the last player may play on top of everybody's passes."""
    state = after(started(), "Ann plays 1; Ben pass; Cleo plays 2; Ann pass; Ben plays 3; Cleo pass; Ann pass")
    assert on_turn(state) == "Ben"
    assert not leads(state)
    assert on_turn(after(state, "Ben plays 4")) == "Cleo"


def test_when_everyone_has_passed_the_last_player_leads() -> None:
    """Point 9. The last player's own pass counts among them."""
    state = after(started(), "Ann plays 1; Ben plays 5; Cleo pass; Ann pass")
    assert not leads(state)
    state = after(state, "Ben pass")
    assert leads(state)
    assert on_turn(state) == "Ben"
    assert on_turn(after(state, "Ben plays 2 2")) == "Cleo"


def test_a_play_ends_the_row_of_passes() -> None:
    """Point 9: everyone passes in a row."""
    state = after(started(), "Ann plays 1; Ben pass; Cleo pass; Ann plays 2; Ben pass; Cleo pass")
    assert not leads(state)
    assert on_turn(state) == "Ann"


def test_who_leads_must_lead() -> None:
    """Ruling on points 5 and 8: a pass needs something to beat."""
    state = started()
    assert code(state, "Ann pass") == "must-lead"
    assert code(after(state, "Ann twist"), "Ann pass") == "must-lead"


@pytest.mark.parametrize("led", ["8", "8 8", "8 8 8", "red-7 red-8", "red-8 red-9 red-10", "red-1 red-2 red-3 red-4"])
def test_an_eight_ends_the_trick(led: str) -> None:
    """Point 10: nobody can play after an 8, in a set or a sequence, too. Ruling: the same player leads."""
    state = after(started(), f"Ann plays {led}")
    if "8" in led:
        assert leads(state)
        assert on_turn(state) == "Ann"
    else:
        assert on_turn(state) == "Ben"


def test_an_eight_must_follow_like_any_card() -> None:
    """Points 6 and 10."""
    state = after(started(), "Ann plays 9")
    assert code(state, "Ben plays 8") == "does-not-beat"
    state = after(state, "Ben pass; Cleo twist; Cleo plays 8")
    assert on_turn(state) == "Cleo"
    assert leads(state)


def test_a_twist_turns_the_strength_round() -> None:
    """Point 11: from then on, low numbers win."""
    state = after(started(), "Ann plays 5; Ben twist")
    assert code(state, "Ben plays 6") == "does-not-beat"
    assert code(state, "Ben plays 5") == "does-not-beat"
    state = after(state, "Ben plays 4; Cleo plays 3; Ann pass; Ben pass; Cleo pass")
    state = after(state, "Cleo plays red-5 red-6")
    assert code(state, "Ann plays blue-6 blue-7") == "does-not-beat"
    assert on_turn(after(state, "Ann plays blue-4 blue-5")) == "Ben"


def test_a_second_twist_turns_it_back() -> None:
    """Point 12. Ruling: both cards set aside may be shown in one turn."""
    state = after(started(), "Ann plays 5; Ben twist; Ben twist")
    assert code(state, "Ben plays 4") == "does-not-beat"
    state = after(state, "Ben plays 6; Cleo twist")
    assert on_turn(after(state, "Cleo plays 5")) == "Ann"


def test_no_play_is_owed_after_a_twist() -> None:
    """Point 11 asks for none; a twist does not interrupt passes in a row."""
    state = after(started(), "Ann plays 5; Ben pass; Cleo twist; Cleo pass; Ann pass")
    assert leads(state)
    assert on_turn(state) == "Ann"


def test_a_twist_lasts_until_the_end_of_the_round() -> None:
    """Point 11: the next round begins with high numbers winning."""
    state = after(started(2), "Ann twist")
    for number in (1, 3, 5, 7, 9):
        state = after(state, f"Ann plays {number}; Ben pass; Ann pass")
    assert playing(state).is_twisted
    state = after(state, "Ann plays red-10 red-11 red-12 red-13; Ben sits 1; Ben plays 10")
    assert code(state, "Ann plays 9") == "does-not-beat"


def ann_out() -> list[str]:
    """Ann plays her last card, a 9, on an empty trick; Ben, Cleo and Dan are in."""
    everyone_passes = "Ben pass; Cleo pass; Dan pass; Ann pass"
    return [
        f"Ann plays red-10 red-11 red-12 red-13; {everyone_passes}",
        f"Ann plays 1 1 1; {everyone_passes}",
        f"Ann plays 2; {everyone_passes}",
        "Ann plays 9",
    ]


def test_the_lead_passes_on_from_a_player_who_is_out() -> None:
    """Ruling on point 9: everyone still in has passed, so the next one clockwise leads."""
    state = after(started(4), *ann_out())
    assert out(state) == ("Ann",)
    assert on_turn(state) == "Ben"
    state = after(state, "Ben pass; Cleo pass")
    assert not leads(state)
    state = after(state, "Dan pass")
    assert leads(state)
    assert on_turn(state) == "Ben"


def test_the_lead_passes_on_after_a_last_card_that_is_an_eight() -> None:
    """Ruling on points 9 and 10."""
    lines = ann_out()
    lines[-1] = lines[-1].removesuffix("9") + "8"
    state = after(started(4), *lines)
    assert out(state) == ("Ann",)
    assert on_turn(state) == "Ben"
    assert leads(state)


def test_turns_skip_players_who_are_out() -> None:
    """Point 13: the game goes on among the others."""
    state = after(started(4), *ann_out(), "Ben pass; Cleo plays 10; Dan pass")
    assert on_turn(state) == "Ben"
    state = after(state, "Ben pass; Cleo pass")
    assert leads(state)
    assert on_turn(state) == "Cleo"


@pytest.mark.parametrize(
    ("players", "points"),
    [(4, (4, 2, 1, 0)), (3, (3, 1, 0)), (2, (2, 0))],
)
def test_basic_score(players: int, points: tuple[int, ...]) -> None:
    """Point 14, the table: 4/2/1/0, 3/1/0 and 2/0. The last player in is last without a line."""
    names = NAMES[:players]
    state = after(started(players, detail="finish"), outs(names[:-1]))
    done = scored(state).rounds[0]
    assert done.points == points
    assert dict(done.listed)["order"] == tuple(range(players))
    assert dict(done.listed)["seats"] == tuple(range(players))
    assert scored(state).totals == tuple(2 + gained for gained in points)


def test_three_eights_are_dealt_again_for_a_point() -> None:
    """Optional rules: revealed immediately, 1 point, all cards are dealt again; as often as it happens."""
    state = after(started(3, three_eights="on"), "first Ben; Cleo three-eights; Ann three-eights; Cleo three-eights")
    assert scored(state).totals == (3, 2, 4)
    assert on_turn(state) == "Ben"
    state = after(state, "Ben plays red-5")
    for name in ("Ann", "Ben"):
        assert code(state, f"{name} three-eights") == "wrong-phase"
    state = after(started(3, three_eights="on", detail="finish"), "Ann three-eights; Ben out; Cleo out")
    assert scored(state).totals == (3, 5, 3)
    assert scored(state).rounds[0].points == (0, 3, 1)  # the point for the 8s is no point of the round


def test_three_eights_need_their_option_and_their_moment() -> None:
    """Optional rules: only where they are agreed upon, and with the hand just dealt."""
    assert code(started(), "Ann three-eights") == "wrong-phase"
    state = after(started(3, three_eights="on"), "Ann three-eights")
    assert code(state, "first Ben") == "wrong-phase"
    assert code(after(state, "Ann twist"), "Ann three-eights") == "wrong-phase"
    state = after(started(3, three_eights="on", detail="finish"), "Ann out; Ben out")
    assert code(state, "Ann three-eights") == "wrong-phase"
    state = after(state, "Cleo sits 1")
    assert code(state, "Ann three-eights") == "wrong-phase"


def test_three_eights_do_not_end_a_set_by_themselves() -> None:
    """Loop Round 18 with the optional rule: a set ends when a round has been scored."""
    state = started(2, three_eights="on", detail="finish")
    for _ in range(5):
        state = after(state, "Ann three-eights")
    assert scored(state).totals == (7, 2)
    assert not scored(state).finished
    state = after(state, "Ben out")
    assert scored(state).finished
    assert scored(state).totals == (7, 4)


def test_a_combination_is_none_of_unsaid_colours_in_a_row() -> None:
    """A colour may be left unsaid, but not in a sequence (point 5: the same colour)."""
    assert find_combination((Card(5), Card(6))) is None
    assert find_combination((Card(5, Colour.RED), Card(6, Colour.RED))) is not None
