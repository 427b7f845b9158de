"""Players' names: which there can be, and which are the same."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from device import games
from device.contract.refusal import RefusalCode, refuse
from display.words import SeatName, text
from hal.system.printable import CONTROL, INVISIBLE

HEADER = ("game", "players", "title", "set")
"""First words of the lines that come before the declarations."""

FIRST = "first"
"""First word of the line that says who starts."""

END = "end"
"""The line that says that the table stops here."""

LONGEST_NAME = 100
"""Characters of a player's name. What people type is far shorter; to compare much longer ones takes too long."""

_UNSEEN = f"[{CONTROL}{INVISIBLE}]"
"""Compiled by `re` when a name first needs it, as the two below: hardly any does, and a table would start later."""
_FOREIGN = r"(?<=[^\x00-\x7f\u200b-\u200f])"
"""After a letter or sign that can have another form: no letter of ASCII has."""
_JOINED = (
    rf"{_FOREIGN}[\u200c\u200d](?=[^\x00-\x7f\u200b-\u200f])"  # zero-width joiner and non-joiner, within a word
    rf"|{_FOREIGN}[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]"  # variation selectors
    r"|(?<=[0-9#*])\ufe0f(?=\u20e3)"  # keycaps
    r"|(?<=\U0001f3f4)[\U000e0020-\U000e007e]+\U000e007f"  # flags of regions
)
"""What can't be seen itself and yet changes what is seen: in emoji, and in many scripts."""
_EMOJI_JOINER = r"(?<=[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])\u200d(?=[\u2190-\u2bff\U0001f000-\U0001faff])"
_KEPT = "\ue000"


def reserved() -> frozenset[str]:
    """First words of lines that belong to no player in any game, so that no player can have such a name."""
    return frozenset((*HEADER, FIRST, END)) | games.directives()


def seated(name: str, number: int) -> str:
    """The name of whoever sits in the seat of a number, from 1: who gave none has that number for it."""
    return SeatName(name) if name == str(number) else name


def name_key(name: str) -> str:
    """What two spellings of one name have in common: names compare by NFC and case folding."""
    if name.isascii():
        return name.casefold()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def seen_key(name: str) -> str:
    """What can be told apart of a name: neither what is invisible nor how many spaces there are.

    Emoji that are joined are others than the same side by side.
    """
    plain = name.isascii() and name.isprintable()
    seen = name if plain else re.sub(_UNSEEN, "", re.sub(_EMOJI_JOINER, _KEPT, name))
    return name_key(" ".join(seen.split()))


def each_once(names: Iterable[str]) -> tuple[str, ...]:
    """These names, each in the first of those spellings that can't be told apart."""
    found: dict[str, str] = {}
    for name in names:
        found.setdefault(seen_key(name), name)
    return tuple(found.values())


def check_name(name: str) -> None:
    """Refuse a name that no record could hold, or of which nothing can be seen."""
    if len(name) > LONGEST_NAME:
        refuse(RefusalCode.SYNTAX, text("A player's name has {most} characters at the most.", most=LONGEST_NAME))
    if not name.strip() or name_key(name) in reserved():
        refuse(
            RefusalCode.SYNTAX,
            text("“{name}” can't be a player's name: it is empty, or a word that begins other lines.", name=name),
        )
    if not (name.isascii() and name.isprintable()):
        _check_seen(name)


def check_title(title: str) -> None:
    """Refuse what a game can't be called: nothing, too much, or what can't be seen."""
    if len(title) > LONGEST_NAME or not title.strip():
        refuse(RefusalCode.SYNTAX, text("What is played has a name of 1 to {most} characters.", most=LONGEST_NAME))
    if not (title.isascii() and title.isprintable()):
        _check_seen(title)


def _check_seen(name: str) -> None:
    """Refuse a name with control characters or with what can't be seen, and one that has nothing else."""
    if any(unicodedata.category(character) == "Cc" for character in name):
        refuse(RefusalCode.SYNTAX, text("A name can't hold control characters."))
    unseen = re.search(_UNSEEN, re.sub(_JOINED, "", name))
    if unseen is not None:
        refuse(
            RefusalCode.SYNTAX,
            text(
                "The name “{name}” holds a character that nobody can see (U+{code}): leave it out.",
                name=re.sub(_UNSEEN, "", name),
                code=f"{ord(unseen[0]):04X}",
            ),
        )
    if all(unicodedata.category(character)[0] in "MZC" for character in name):
        refuse(RefusalCode.SYNTAX, text("A name needs a letter, a figure or a sign that can be seen."))


def refuse_duplicate(names: tuple[str, ...]) -> None:
    """Refuse names of which two are the same but for case, accents' encoding and what can't be seen."""
    seen: set[str] = set()
    for name in names:
        if seen_key(name) in seen:
            sentence = text("{name} is named twice: every player needs a name of their own.", name=name)
            refuse(RefusalCode.DUPLICATE_PLAYER, sentence)
        seen.add(seen_key(name))
