"""Parse characters typed at a terminal into keys and commands."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from hal.keys.keys import Gesture, Key
from values.named_tuple import NamedTuple


class Command(Enum):
    """Commands that can be typed besides the four keys."""

    SWITCH_VIEW = "turn"  # from the picture to the words, and back
    UP = "up"
    DOWN = "down"
    QUIT = "quit"


class TypedKey(NamedTuple):
    """A key of the device, pressed or held."""

    key: Key
    gesture: Gesture


_COMMANDS = {"t": Command.SWITCH_VIEW, "q": Command.QUIT}
_SEQUENCES = {"A": Command.UP, "B": Command.DOWN, "5~": Command.UP, "6~": Command.DOWN}
_PASTE_START, _PASTE_END = "200~", "\x1b[201~"


class KeyboardReader:
    """Parses characters as they come, however they are split.

    A small letter is a press, a capital a hold; so is a small letter after a space. Pasted text, and keys that send
    escape sequences, never count as letters.
    """

    def __init__(self) -> None:
        self._sequence = ""
        self._is_after_space = False
        self._is_pasting = False

    def feed(self, characters: str) -> Iterator[TypedKey | Command]:
        """Yield the keys and commands in these characters, which continue those before."""
        for character in characters:
            typed = self._process_character(character)
            if typed is not None:
                yield typed

    def _process_character(self, character: str) -> TypedKey | Command | None:
        if self._is_pasting:
            self._sequence = (self._sequence + character)[-len(_PASTE_END) :]
            if self._sequence == _PASTE_END:
                self._is_pasting, self._sequence = False, ""
            return None
        if character == "\x1b":
            self._sequence = character
            return None
        if self._sequence:
            return self._process_escape(character)
        return self._process_letter(character)

    def _process_escape(self, character: str) -> Command | None:
        """Process one more character of an escape sequence.

        In ECMA-48, that is `ESC [`, parameters, and a final character from @ to ~.
        """
        if self._sequence == "\x1b" and character in "[O":
            self._sequence += character
            return None
        if len(self._sequence) > 1 and not "@" <= character <= "~":
            self._sequence += character
            return None
        sequence, self._sequence = self._sequence[2:] + character, ""
        if sequence == _PASTE_START:
            self._is_pasting = True
        return _SEQUENCES.get(sequence)

    def _process_letter(self, character: str) -> TypedKey | Command | None:
        is_after_space, self._is_after_space = self._is_after_space, character == " "
        if character.upper() in Key.__members__:
            is_hold = is_after_space or character.isupper()
            return TypedKey(Key(character.upper()), Gesture.HOLD if is_hold else Gesture.PRESS)
        return _COMMANDS.get(character)
