"""The sentence about a result is the rarest true one, worked out here by brute force from what each kind means."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device import games
from device.history.past_game import PastGame
from device.history.remark import REMARK_KINDS, find_remark
from display.languages import language
from display.words import ENGLISH, Language
from tests.history.histories import LOWEST_WINS, history, past_game

FRENCH = language("fr")
ROUND = {10, 25, 50, 100}


def worth(game: PastGame, name: str) -> int:
    points = game.result.seats[game.people.index(name)].points
    return -points if game.result.game_id in LOWEST_WINS else points


def place(game: PastGame, name: str) -> int:
    return game.result.seats[game.people.index(name)].place


def won(game: PastGame, name: str) -> bool:
    return game.result.seats[game.people.index(name)].is_winner


def who(game: PastGame) -> list[str]:
    return [name for name in game.people if name is not None]


def margin(game: PastGame) -> int:
    first, second = sorted((worth(game, name) for name in who(game)), reverse=True)[:2]
    return first - second


About = dict[str, str | int]


def true_of(played: list[PastGame]) -> dict[str, About]:
    """What each kind that is true says of the last game, all of them of one kind: whom and which numbers it names."""
    found: dict[str, About] = {}
    for one in reversed(who(played[-1])):
        found |= true_of_one(played, one)
    if len(played) > 3 and margin(played[-1]) < min(map(margin, played[:-1])):
        found["closest"] = {}
    if len(played) in ROUND:
        found["round-number"] = {"number": len(played)}
    return found


def true_of_one(played: list[PastGame], one: str) -> dict[str, About]:
    *before, game = played
    found: dict[str, About] = {}
    had = [other for other in before if one in other.people]
    if len(before) >= 3 and won(game, one) and all(worth(game, one) > worth(g, n) for g in before for n in who(g)):
        found["all-time-best"] = {"player": one}
    if won(game, one) and len(had) >= 3 and not any(won(other, one) for other in had):
        found["first-win"] = {"player": one, "count": len(had)}
    found |= true_of_runs([*had, game], one) | true_of_pairs(had, game, one)
    if len(had) >= 3 and worth(game, one) > max(worth(other, one) for other in had):
        found["best"] = {"player": one}
    return found


def true_of_runs(played: list[PastGame], one: str) -> dict[str, About]:
    runs = "".join("x" if won(game, one) else " " for game in played).split(" ")
    if len(runs[-1]) >= 3 and len(runs[-1]) > max(map(len, [*runs[:-1], runs[-1][1:]])):
        return {"streak": {"player": one, "count": len(runs[-1])}}
    return {}


def true_of_pairs(had: list[PastGame], game: PastGame, one: str) -> dict[str, About]:
    found: dict[str, About] = {}
    for other in reversed(who(game)):
        both = [each for each in had if other in each.people]
        first = not any(place(each, one) < place(each, other) for each in both)
        if place(game, one) < place(game, other) and len(both) >= 3 and first:
            found["first-ahead"] = {"player": one, "other": other, "count": len(both) + 1}
    return found


def sentence(kind: str, about: dict[str, str | int], game: PastGame, speaks: Language) -> str:
    title, few = speaks.say(games.title(game.result.game_id)), game.result.game_id in LOWEST_WINS
    french = speaks is FRENCH
    points = (
        "" if kind != "all-time-best" else speaks.say(game.result.seats[game.people.index(str(about["player"]))].points)
    )
    forms = {
        "all-time-best": (
            f"The {'fewest' if few else 'most'} points in {title} so far: {{player}}, {points}.",
            f"{'Le moins' if few else 'Le plus'} de points à {title} jusqu’ici\u202f: {{player}}, {points}.",
        ),
        "first-win": (
            f"{{player}}’s first win in {title}, after {{count}} games without one.",
            f"Première victoire de {{player}} à {title}, après {{count}} parties sans victoire.",
        ),
        "streak": (
            f"{{player}} wins {{count}} games of {title} in a row, a personal best.",
            f"{{player}} gagne {{count}} parties de {title} de suite, un record personnel.",
        ),
        "first-ahead": (
            f"{{player}} comes before {{other}} for the first time in {{count}} games of {title}.",
            f"{{player}} devance {{other}} pour la première fois en {{count}} parties de {title}.",
        ),
        "closest": (f"It has never been closer in {title}.", f"Jamais on n’a été aussi près à {title}."),
        "best": (
            f"{{player}} has never done better in {title}.",
            f"{{player}} n’a jamais fait mieux à {title}.",
        ),
        "round-number": (
            f"Game {{number}} of {title} played to its end at this table.",
            f"Partie {{number}} de {title} jouée jusqu’au bout à cette table.",
        ),
    }
    return re.sub(r"\bde (?=[AE])", "d'", forms[kind][french].format(**about).replace("’", "'"))


@pytest.mark.parametrize("speaks", [ENGLISH, FRENCH], ids=lambda one: one.code)
@given(st.integers(0, 2**32), st.integers(1, 30))
@settings(max_examples=60)
def test_sentence_is_the_rarest_true_one(speaks: Language, seed: int, count: int) -> None:
    everything = [game for game in history(seed, count) if game.result.finished]
    for kind in sorted({game.result.game_id for game in everything}):
        check([game for game in everything if game.result.game_id == kind], speaks)


def check(played: list[PastGame], speaks: Language) -> None:
    each = [true_of(played[: end + 1]) for end in range(len(played))]
    rarest = min(each[-1], key=lambda one: (sum(one in other for other in each), REMARK_KINDS.index(one)), default=None)
    found = find_remark(played)
    if rarest is None:
        assert found is None
    else:
        assert found is not None
        assert speaks.say(found).replace("’", "'") == sentence(rarest, each[-1][rarest], played[-1], speaks)


def test_feat_of_a_game_is_dearest() -> None:
    game = past_game(1, "no-loose-ends", {"Ann": 9, "Bo": 3})
    figures = (("bids-covered", 0), ("snitches", 3), ("snitches-worked", 0))
    seats = tuple(seat._replace(figures=figures) for seat in game.result.seats)
    found = find_remark([game._replace(result=game.result._replace(seats=seats))])
    assert found is not None
    assert ENGLISH.say(found) == "Ann wins without covering a bid."


def test_nothing_is_said_of_a_first_game_or_of_nobody() -> None:
    assert find_remark([]) is None
    assert find_remark([past_game(1, "no-thanks", {"Ann": 3, "Bo": 5}, finished=False)]) is None


def remark(*played: PastGame) -> str:
    found = find_remark(played)
    return "" if found is None else ENGLISH.say(found)


def test_points_of_players_without_a_name_are_beaten_before_there_are_most_points() -> None:
    """“The most points so far: Ann, 50”, and a player without a name had had 500."""
    before = [
        past_game(number, "no-loose-ends", {"1": points, "Bo": 3}) for number, points in ((1, 500), (2, 2), (3, 2))
    ]
    assert not remark(*before, past_game(4, "no-loose-ends", {"Ann": 50, "Bo": 1})).startswith("The most points")
    assert remark(*before, past_game(4, "no-loose-ends", {"Ann": 501, "Bo": 1})).startswith("The most points")


def test_no_lead_is_smaller_than_none() -> None:
    """“It has never been closer” stood under 13 to 12 although another game had ended level."""
    points = ((5, 5), (2, 14), (14, 2), (2, 14))
    before = [past_game(number, "no-loose-ends", {"1": ann, "2": bo}) for number, (ann, bo) in enumerate(points, 1)]
    last = past_game(5, "no-loose-ends", {"1": 13, "2": 12})
    assert remark(*before, last) == ""
    assert remark(*before[1:], last) == "It has never been closer in No Loose Ends."


def test_points_of_a_last_set_are_no_record_of_the_game() -> None:
    """A game in sets has the points of its last set: “has never done better” was said of who had lost the game."""
    played = [past_game(number, "loop", {"1": number, "2": 5}) for number in (1, 2, 3)]
    last = past_game(4, "loop", {"Ann": 9, "2": 5})
    assert remark(*played, last) == "The most points in LOOP so far: Ann, 9."
    in_sets = last._replace(result=last.result._replace(sets=(2, 1)))
    assert "points" not in remark(*played, in_sets)
    assert remark(*played, in_sets, last) == "The most points in LOOP so far: Ann, 9."


def test_partners_are_no_lead_over_each_other() -> None:
    points = ((5, 9), (2, 14), (4, 7), (2, 14))
    sides = (0, 1, 0, 1)
    played = [
        past_game(number, "no-loose-ends", dict(zip("1234", 2 * pair, strict=True)))
        for number, pair in enumerate(points, 1)
    ]
    played = [game._replace(result=game.result._replace(sides=sides)) for game in played]
    assert remark(*played[:2], played[3], played[2]) == "It has never been closer in No Loose Ends."


def test_the_sentence_has_the_name_that_stands_on_the_sheet() -> None:
    """Who is renamed while a game goes on has the old name on its sheet, and had the new one in the sentence below."""
    played = [
        past_game(number, "no-loose-ends", {"Ann": 9, "Bo": 3})._replace(people=("Anna", "Bo")) for number in (1, 2, 3)
    ]
    assert remark(*played) == "Ann wins 3 games of No Loose Ends in a row, a personal best."
