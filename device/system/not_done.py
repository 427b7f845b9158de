"""What can't be done, and why, in a sentence for people."""

from __future__ import annotations

from display.words import ENGLISH, Text


class NotDone(Exception):
    """What was asked for can't be done, and all is as it was; `sentence` says why."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(ENGLISH.say(sentence))
        self.sentence = sentence
