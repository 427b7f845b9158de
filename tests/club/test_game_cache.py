"""What a hub remembers of games is bounded, and what was spoken of last stays."""

from __future__ import annotations

import tracemalloc
from dataclasses import dataclass

from club.store.game_cache import GameCache


@dataclass
class Lines:
    size_bytes: int


def remembered(*games: tuple[str, str], most: int = 30) -> GameCache[Lines]:
    """Games of ten bytes each, of which so many may stay."""
    found: GameCache[Lines] = GameCache(most, 30)
    for box, game in games:
        found.put(box, game, Lines(10))
    return found


def left(found: GameCache[Lines], *games: tuple[str, str]) -> list[tuple[str, str]]:
    return [key for key in games if found.get(*key) is not None]


def test_games_that_nobody_spoke_of_for_longest_are_forgotten_first() -> None:
    keys = [("red", "1"), ("red", "2"), ("blue", "1"), ("blue", "2")]
    found = remembered(*keys)
    found.get("red", "1")
    found.shrink()
    assert left(found, *keys) == [("red", "1"), ("blue", "1"), ("blue", "2")]


def test_a_game_that_grows_takes_the_place_of_others() -> None:
    found = remembered(("red", "1"), ("red", "2"))
    game = found.get("red", "2")
    assert game is not None
    game.size_bytes = 25
    found.update_size("red", "2")
    found.shrink()
    assert left(found, ("red", "1"), ("red", "2")) == [("red", "2")]


def test_games_of_a_box_are_forgotten_together_and_count_no_more() -> None:
    keys = [("red", "1"), ("red", "2"), ("blue", "1"), ("blue", "2"), ("blue", "3")]
    found = remembered(*keys)
    found.remove_box("red")
    found.remove("red", "1")
    found.shrink()
    assert left(found, *keys) == [("blue", "1"), ("blue", "2"), ("blue", "3")]


def test_a_box_with_too_many_games_forgets_its_own() -> None:
    keys = [("blue", "1"), ("red", "1"), ("red", "2"), ("red", "3"), ("red", "4")]
    found = remembered(*keys, most=100)
    found.get("red", "1")
    found.shrink()
    assert left(found, *keys) == [("blue", "1"), ("red", "1"), ("red", "3"), ("red", "4")]


def test_a_game_that_is_put_again_is_the_last_to_be_forgotten() -> None:
    keys = [("red", "1"), ("red", "2"), ("red", "3")]
    found = remembered(*keys, ("red", "1"), most=20)
    found.shrink()
    assert left(found, *keys) == [("red", "1"), ("red", "3")]


def test_nothing_is_left_of_boxes_whose_games_are_all_forgotten() -> None:
    found = remembered(("red", "1"), most=0)
    tracemalloc.start()
    for number in range(1000):
        found.put(f"box {number}", "1", Lines(10))
        found.shrink()
    left_bytes, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert left_bytes < 50_000
