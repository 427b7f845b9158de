"""The key map of a page: the codes of the current question, and of levels that may follow before ink shows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from device.contract.keycodes import Layout, Level, PartialCode, parse_keys
from display.vocabulary import KeyCell, KeyGrid, KeyMap
from display.words import Label
from values.named_tuple import NamedTuple

DEEPEST = 4
"""The maximum number of levels of one code that a legend names. Longer entries repeat themselves."""


class Typing(NamedTuple):
    """A code, perhaps `half` typed: the level reached, its parts in words, and the keys typed in that level."""

    level: Level[object]
    said: tuple[Label, ...] = ()
    begun: str = ""
    half: bool = False


def typing_in(level: Level[object], typed: str) -> Typing:
    """How far the typed keys lead from a level."""
    half = parse_keys(level, typed) if typed else None
    if not isinstance(half, PartialCode):
        return Typing(level)
    return Typing(half.level, half.words, half.remaining_keys, half=True)


def key_map(level: Level[object], ahead: tuple[Level[object], ...] = ()) -> KeyMap:
    """The key map of a level, and of levels that may follow before the panel shows them.

    Of levels that players know by heart, only those that directly follow in the same declaration are named: they are
    few, and on the first evening nobody knows them yet. Pads are too large for a legend, and all alike.
    """
    asked = _key_grid(level)
    if not asked.cells:
        return KeyMap()
    grids = [
        _key_grid(each)._replace(prefix=_only_keys_between(level, each))
        for each in _following_levels(level, ahead)
        if each.layout is not Layout.PAD and each.name != level.name
    ]
    numbers = _number_grids_after(level)
    return KeyMap(asked, (*sorted((*grids, *numbers), key=lambda grid: grid.prefix),) if numbers else tuple(grids))


def _following_levels(level: Level[object], ahead: tuple[Level[object], ...]) -> Iterable[Level[object]]:
    """The levels that may follow one, as far as the legend names them."""
    then = {each.name: each for each in _levels_after((level,), 0) if not each.by_heart or _has_words(each)}
    for each in (*_levels_after(tuple(then.values()), DEEPEST), *ahead, *_levels_after(ahead, DEEPEST)):
        if not each.by_heart:
            then.setdefault(each.name, each)
    # A level for a number being typed has a page of its own.
    return [each for each in then.values() if each.making in (None, each.title)]


def _number_grids_after(level: Level[object]) -> list[KeyGrid]:
    """The codes of a list that must be read after which a number is typed."""
    if level.layout is not Layout.LIST or level.by_heart:
        return []
    ways = ((each, _only_keys_between(level, each)) for each in _levels_after((level,), 0) if _takes_a_number(each))
    return [KeyGrid(each.title, (), is_known_by_heart=True, prefix=code) for each, code in ways if code]


def _takes_a_number(level: Level[object]) -> bool:
    """Whether a level is a pad of numbers."""
    return level.layout is Layout.PAD and any(str(choice.label).isdecimal() for choice in level.choices)


def with_title(keymap: KeyMap, title: bool) -> KeyMap:
    """A key map with the title of the question, or without."""
    if title or keymap.level is None:
        return keymap
    return keymap._replace(level=keymap.level._replace(title=""))


def _key_grid(level: Level[object]) -> KeyGrid:
    cells = tuple(KeyCell(level.code(choice.slot), choice.label) for choice in level.choices if choice.shown)
    return KeyGrid(level.title, cells, level.layout is Layout.PAD, level.by_heart, is_of_players=level.who)


def _only_keys_between(level: Level[object], after: Level[object]) -> str:
    """The code that leads from a level to another, if it is the only one and the level has several cells."""
    ways = [
        level.code(choice.slot)
        for choice in level.choices
        if (deeper := choice.level()) is not None and deeper.name == after.name
    ]
    return ways[0] if len(ways) == 1 < len(level.choices) else ""


def _levels_after(levels: tuple[Level[object], ...], deep: int) -> Iterator[Level[object]]:
    """Yield the levels that follow some levels, in typing order. Of several with one name, the one with most cells."""
    fullest: dict[str, Level[object]] = {}
    for choice in (choice for level in levels for choice in level.choices):
        deeper = choice.level()
        known = None if deeper is None else fullest.get(deeper.name)
        if deeper is not None and (known is None or len(deeper.choices) > len(known.choices)):
            fullest[deeper.name] = deeper
    yield from fullest.values()
    if fullest and deep:
        yield from _levels_after(tuple(fullest.values()), deep - 1)


def _has_words(level: Level[object]) -> bool:
    """Whether at least half of a level's labels are words: names and figures need no legend."""
    return 2 * sum(isinstance(choice.label, str) for choice in level.choices) < len(level.choices)
