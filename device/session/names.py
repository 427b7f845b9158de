"""Players' names: which names are allowed, which count as the same, and which are so similar that they may be."""

from __future__ import annotations

import operator
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from device import games
from device.contract.refusal import RefusalCode, refuse
from display.words import SeatName, text
from hal.system.printable import CONTROL_CHARACTERS, INVISIBLE_CHARACTERS

HEADER_WORDS = ("game", "players", "title", "set")
"""First words of the lines that come before the declarations."""

STARTER_WORD = "first"
"""First word of the line that names the player who starts."""

END_LINE = "end"
"""The line with which the table ends a game."""

MAX_NAME_LENGTH = 100
"""Maximum length of a player's name, in characters. Real names are far shorter; comparing much longer ones is slow."""

MIN_SIMILAR_LENGTH = 4
"""Minimum length of the shorter of two names that may be the same person's: Ann and Anna are two people."""

_INVISIBLE_CHARACTERS = f"[{CONTROL_CHARACTERS}{INVISIBLE_CHARACTERS}]"
"""Compiled by `re` when a name first needs it, as the patterns below. Hardly any name does, and compiling delays the
start."""
_AFTER_NON_ASCII = r"(?<=[^\x00-\x7f\u200b-\u200f])"
"""After a letter or sign that can have another form: no ASCII letter has one."""
_ALLOWED_INVISIBLE = (
    rf"{_AFTER_NON_ASCII}[\u200c\u200d](?=[^\x00-\x7f\u200b-\u200f])"  # zero-width joiner and non-joiner, within a word
    rf"|{_AFTER_NON_ASCII}[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]"  # variation selectors
    r"|(?<=[0-9#*])\ufe0f(?=\u20e3)"  # keycaps
    r"|(?<=\U0001f3f4)[\U000e0020-\U000e007e]+\U000e007f"  # flags of regions
)
"""Invisible characters that change what is displayed: in emoji, and in many scripts."""
_EMOJI_JOINER = r"(?<=[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])\u200d(?=[\u2190-\u2bff\U0001f000-\U0001faff])"
_JOINER_MARK = "\ue000"


def reserved_words() -> frozenset[str]:
    """First words of lines that are not about a player in any game. No player may have such a name."""
    return _with_header_words(games.directives())


@cache
def _with_header_words(directives: frozenset[str]) -> frozenset[str]:
    return frozenset((*HEADER_WORDS, STARTER_WORD, END_LINE)) | directives


def seat_name(name: str, seat_number: int) -> str:
    """The name of the player in seat `seat_number`, from 1. A player without a name has the number as `SeatName`."""
    return SeatName(name) if name == str(seat_number) else name


def name_key(name: str) -> str:
    """The key by which names are compared: NFC and case folding."""
    if name.isascii():
        return name.casefold()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def visible_key(name: str) -> str:
    """The key of a name's visible part: without invisible characters, and with runs of spaces as one.

    Joined emoji differ from the same emoji side by side.
    """
    is_plain = name.isascii() and name.isprintable()
    visible = name if is_plain else re.sub(_INVISIBLE_CHARACTERS, "", re.sub(_EMOJI_JOINER, _JOINER_MARK, name))
    return name_key(" ".join(visible.split()))


def unique_names(names: Iterable[str]) -> tuple[str, ...]:
    """These names without those that look the same as an earlier one."""
    first_names: dict[str, str] = {}
    for name in names:
        first_names.setdefault(visible_key(name), name)
    return tuple(first_names.values())


def check_name(name: str) -> None:
    """Check that a record can hold a name, and that it is visible. Raises Refused."""
    if len(name) > MAX_NAME_LENGTH:
        refuse(RefusalCode.SYNTAX, text("A player's name has {most} characters at the most.", most=MAX_NAME_LENGTH))
    if not name.strip() or name_key(name) in reserved_words():
        sentence = text("“{name}” can't be a player's name: it is empty, or a word that begins other lines.", name=name)
        refuse(RefusalCode.SYNTAX, sentence)
    if not (name.isascii() and name.isprintable()):
        _check_visible(name)


def check_title(title: str) -> None:
    """Check the title of a game: not empty, not too long, nothing invisible. Raises Refused."""
    if len(title) > MAX_NAME_LENGTH or not title.strip():
        refuse(RefusalCode.SYNTAX, text("What is played has a name of 1 to {most} characters.", most=MAX_NAME_LENGTH))
    if not (title.isascii() and title.isprintable()):
        _check_visible(title)


def _check_visible(name: str) -> None:
    """Refuse a name with control or invisible characters, and one without a visible letter, figure or sign."""
    if any(unicodedata.category(character) == "Cc" for character in name):
        refuse(RefusalCode.SYNTAX, text("A name can't hold control characters."))
    invisible = re.search(_INVISIBLE_CHARACTERS, re.sub(_ALLOWED_INVISIBLE, "", name))
    if invisible is not None:
        sentence = text(
            "The name “{name}” holds a character that nobody can see (U+{code}): leave it out.",
            name=re.sub(_INVISIBLE_CHARACTERS, "", name),
            code=f"{ord(invisible[0]):04X}",
        )
        refuse(RefusalCode.SYNTAX, sentence)
    if all(unicodedata.category(character)[0] in "MZC" for character in name):
        refuse(RefusalCode.SYNTAX, text("A name needs a letter, a figure or a sign that can be seen."))


def check_distinct_names(names: tuple[str, ...]) -> None:
    """Check that no two names differ only by case, Unicode normalization or invisible characters. Raises Refused."""
    keys: set[str] = set()
    for name in names:
        if visible_key(name) in keys:
            sentence = text("{name} is named twice: every player needs a name of their own.", name=name)
            refuse(RefusalCode.DUPLICATE_PLAYER, sentence)
        keys.add(visible_key(name))


def similar_name(name: str, known_names: Iterable[str]) -> str | None:
    """A known name that differs from `name` only by accents or one letter, or the only one that begins with it.

    None if there is none, or `name` is known.
    """
    names = tuple(known_names)
    if any(name_key(known_name) == name_key(name) for known_name in names):
        return None
    plain = _without_accents(name)
    plain_names = {known_name: _without_accents(known_name) for known_name in names}
    for are_alike in (operator.eq, _differ_by_a_letter):
        similar_names = [known_name for known_name, plain_name in plain_names.items() if are_alike(plain_name, plain)]
        if similar_names:
            return similar_names[0]
    return _only_longer_name(plain, plain_names)


def _only_longer_name(plain: str, plain_names: Mapping[str, str]) -> str | None:
    """The only known name that begins with these letters, if they are enough to tell."""
    longer_names = [known_name for known_name, plain_name in plain_names.items() if plain_name.startswith(plain)]
    return longer_names[0] if len(longer_names) == 1 and len(plain) >= MIN_SIMILAR_LENGTH else None


def _without_accents(name: str) -> str:
    """A name without accents, in lower case."""
    letters = unicodedata.normalize("NFKD", name_key(name))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


@lru_cache(1000)
def alphabetical_key(name: str) -> tuple[str, str]:
    """The key by which names are sorted: É stands beside E, and capitals beside small letters."""
    return _without_accents(name), name


def _digits_in(name: str) -> str:
    """The digits in a name: Player 1 and Player 2 are two people."""
    return "".join(letter for letter in name if letter.isdigit())


def _differ_by_a_letter(name: str, other_name: str) -> bool:
    """Whether the names differ by one inserted, deleted or replaced letter, or by two swapped neighbours."""
    short, long = sorted((name, other_name), key=len)
    is_close = len(short) >= MIN_SIMILAR_LENGTH and len(long) - len(short) < 2
    if name == other_name or not is_close or _digits_in(name) != _digits_in(other_name):
        return False
    position = next((index for index, letter in enumerate(short) if letter != long[index]), len(short))
    if len(short) < len(long):
        return short[position:] == long[position + 1 :]
    short_rest, long_rest = short[position:], long[position:]
    swapped = short_rest[1:2] + short_rest[:1] + short_rest[2:] == long_rest
    return short_rest[1:] == long_rest[1:] or swapped


def add_names(names: tuple[str, ...], new_names: Iterable[str]) -> tuple[str, ...]:
    """Add to `names` those of `new_names` that are not among them yet. Seat numbers are no names."""
    merged = unique_names((*names, *(name for name in new_names if not name.isdecimal())))
    return names if len(merged) == len(names) else merged
