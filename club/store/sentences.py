"""Sentences (`display.words.Text`) serialized to JSON for the database, and parsed again."""

from __future__ import annotations

import json
from typing import Any

from display.words import Argument, Several, Text, shortened


def written(sentence: Text) -> str:
    """A sentence as JSON: its message and its arguments. An argument with words of its own becomes these words."""
    return json.dumps(_written(shortened(sentence)), ensure_ascii=False)


def read(serialized: str) -> Text:
    """Parse a sentence from JSON. Raises ValueError if it is not a sentence."""
    sentence = _read(json.loads(serialized))
    if not isinstance(sentence, Text):
        raise ValueError(serialized)
    return sentence


def _written(what: Argument) -> Any:
    if isinstance(what, str | int):
        return what
    if isinstance(what, Text):
        return {"message": what.message, "plural": what.plural, "with": [[k, _written(v)] for k, v in what.arguments]}
    if isinstance(what, Several):
        return [_written(one) for one in what.items]
    return _written(what.words)


def _read(parsed: Any) -> Argument:
    if isinstance(parsed, dict):
        arguments = tuple((str(name), _read(value)) for name, value in parsed["with"])
        return Text(str(parsed["message"]), arguments, str(parsed["plural"]))
    if isinstance(parsed, list):
        return Several(tuple(map(_read, parsed)))
    if isinstance(parsed, str | int):
        return parsed
    raise ValueError(parsed)
