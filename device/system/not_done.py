"""NotDone: the exception for a request that can't be carried out, with a sentence for people."""

from __future__ import annotations

from display.words import ENGLISH, Text


class NotDone(Exception):
    """A request can't be carried out, and nothing has changed; `sentence` says why."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(ENGLISH.say(sentence))
        self.sentence = sentence
