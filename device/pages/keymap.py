"""The key map of a page: the codes of the current question, and of levels that may follow before ink shows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from device.contract.keycodes import Choice, Layout, Level, PartialCode, parse_keys
from device.contract.number_pad import whole_code
from display.vocabulary import KeyCell, KeyGrid, KeyMap
from display.words import Label
from values.named_tuple import NamedTuple

MAX_LEVELS = 4
"""The maximum number of levels of one code that a legend names. Longer entries repeat themselves."""


class TypedCode(NamedTuple):
    """How far a code is typed: the level reached, the words so far, and the keys typed in that level.

    `is_partial`: the code has begun, and is not complete. `player` is the player whose answer it is, if the keys have
    chosen one.
    """

    level: Level[object]
    words: tuple[Label, ...] = ()
    typed_keys: str = ""
    is_partial: bool = False
    player: Label | None = None


def typed_code(level: Level[object], keys: str) -> TypedCode:
    """How far the typed keys lead from a level."""
    parsed = parse_keys(level, keys) if keys else None
    if not isinstance(parsed, PartialCode):
        return TypedCode(level)
    return TypedCode(parsed.level, parsed.words, parsed.remaining_keys, is_partial=True, player=parsed.player)


def key_map(level: Level[object], ahead: tuple[Level[object], ...] = ()) -> KeyMap:
    """The key map of a level, and of levels that may follow before the panel shows them.

    Of levels that players know by heart, only those that directly follow in the same declaration are named: they are
    few, and on the first evening nobody knows them yet. Pads are too large for a legend, and all alike.
    """
    question_grid = _key_grid(level)
    if not question_grid.cells:
        return KeyMap()
    next_levels = [
        next_level
        for next_level in _following_levels(level, ahead)
        if next_level.layout is not Layout.PAD and next_level.name != level.name
    ]
    if not _explains_every_answer(level, next_levels):
        next_levels = []
    grids = [_key_grid(next_level)._replace(prefix=_only_keys_between(level, next_level)) for next_level in next_levels]
    number_grids = _number_grids_after(level)
    legend = sorted((*grids, *number_grids), key=lambda grid: grid.prefix) if number_grids else grids
    return KeyMap(question_grid, tuple(legend))


def _following_levels(level: Level[object], ahead: tuple[Level[object], ...]) -> Iterable[Level[object]]:
    """The levels that may follow one, as far as the legend names them."""
    direct = tuple(after for after in _levels_after((level,), 0) if not after.by_heart or _has_words(after))
    levels_by_name = {after.name: after for after in direct}
    for after in (*_levels_after(direct, MAX_LEVELS), *ahead, *_levels_after(ahead, MAX_LEVELS)):
        if not after.by_heart:
            levels_by_name.setdefault(after.name, after)
    # A level whose `shown_question` is the part of a number that is typed already has a page of its own. Where it is
    # only the level's title, nothing of the number is typed yet.
    return [
        next_level for next_level in levels_by_name.values() if next_level.shown_question in (None, next_level.title)
    ]


def _explains_every_answer(level: Level[object], next_levels: Iterable[Level[object]]) -> bool:
    """Whether a legend explains what follows each answer in words, or none: after some of several, nobody knows why.

    Numbers have blocks of others among them, which nobody takes for answers.
    """
    names = {next_level.name for next_level in next_levels}
    following = (after for choice, after in _opened((level,)) if choice.shown)
    return not _has_words(level) or all(after.name in names or _takes_a_number(after) for after in following)


def _number_grids_after(level: Level[object]) -> list[KeyGrid]:
    """The codes after which a number is typed. Only a list whose order must be read has them."""
    if level.layout is not Layout.LIST or level.by_heart:
        return []
    number_levels = filter(_takes_a_number, _levels_after((level,), 0))
    codes = ((after.title, _only_keys_between(level, after)) for after in number_levels)
    return [KeyGrid(title, (), is_known_by_heart=True, prefix=code) for title, code in codes if code]


def _takes_a_number(level: Level[object]) -> bool:
    """Whether a level is a pad of numbers."""
    return level.layout is Layout.PAD and any(str(choice.label).isdecimal() for choice in level.choices)


def drop_title(keymap: KeyMap) -> KeyMap:
    """Return a key map without the title of its question."""
    return keymap if keymap.level is None else keymap._replace(level=keymap.level._replace(title=""))


def without_legend_of_others(keymap: KeyMap, typed_keys: str) -> KeyMap:
    """Return a key map without the legend of levels to which the keys that are typed already do not lead."""
    possible = (grid for grid in keymap.next_levels if not grid.prefix or grid.prefix.startswith(typed_keys))
    return keymap._replace(next_levels=tuple(possible)) if typed_keys else keymap


def _key_grid(level: Level[object]) -> KeyGrid:
    cells = tuple(KeyCell(whole_code(level, choice), choice.label) for choice in level.choices if choice.shown)
    return KeyGrid(level.title, cells, level.layout is Layout.PAD, level.by_heart, is_of_players=level.is_of_players)


def _only_keys_between(level: Level[object], target: Level[object]) -> str:
    """The code that leads from a level to another, if it is the only one and the level has several cells."""
    codes = [level.code(choice.slot) for choice, next_level in _opened((level,)) if next_level.name == target.name]
    return codes[0] if len(codes) == 1 and len(level.choices) > 1 else ""


def _levels_after(levels: tuple[Level[object], ...], depth: int) -> Iterator[Level[object]]:
    """Yield the levels that follow what some levels show, in typing order.

    If several have one name, the fullest is yielded, even one behind a cell that is not shown: a legend is for them
    all.
    """
    shown_names: set[str] = set()
    fullest: dict[str, Level[object]] = {}
    for choice, next_level in _opened(levels):
        if choice.shown:
            shown_names.add(next_level.name)
        if _shown_count(next_level) > _shown_count(fullest.setdefault(next_level.name, next_level)):
            fullest[next_level.name] = next_level
    following = tuple(after for name, after in fullest.items() if name in shown_names)
    yield from following
    if following and depth:
        yield from _levels_after(following, depth - 1)


def _opened(levels: tuple[Level[object], ...]) -> Iterator[tuple[Choice[object], Level[object]]]:
    """Yield the cells of some levels that open others, each with the level that it opens."""
    for choice in (choice for level in levels for choice in level.choices):
        if (next_level := choice.level()) is not None:
            yield choice, next_level


def _shown_count(level: Level[object]) -> int:
    return sum(choice.shown for choice in level.choices)


def _has_words(level: Level[object]) -> bool:
    """Whether more than half of a level's labels are words: names and figures need no legend."""
    return 2 * sum(isinstance(choice.label, str) for choice in level.choices) < len(level.choices)
