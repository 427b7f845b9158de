"""Sentences (`display.words.Text`) serialized to JSON for the database, and parsed again."""

from __future__ import annotations

import json
from typing import Any

from display.words import Argument, Several, Text, shorten_arguments


def to_json(sentence: Text) -> str:
    """A sentence as JSON: its message and its arguments. An argument with words of its own becomes these words."""
    return json.dumps(_to_json_value(shorten_arguments(sentence)), ensure_ascii=False)


def from_json(serialized: str) -> Text:
    """Parse a sentence that `to_json` has serialized."""
    sentence = _from_json_value(json.loads(serialized))
    assert isinstance(sentence, Text)
    return sentence


def _to_json_value(argument: Argument) -> Any:
    if isinstance(argument, str | int):
        return argument
    if isinstance(argument, Text):
        return {
            "message": argument.message,
            "plural": argument.plural,
            "with": [[name, _to_json_value(value)] for name, value in argument.arguments],
        }
    if isinstance(argument, Several):
        return [_to_json_value(item) for item in argument.items]
    return _to_json_value(argument.words)


def _from_json_value(parsed: Any) -> Argument:
    if isinstance(parsed, dict):
        arguments = tuple((str(name), _from_json_value(value)) for name, value in parsed["with"])
        return Text(str(parsed["message"]), arguments, str(parsed["plural"]))
    if isinstance(parsed, list):
        return Several(tuple(map(_from_json_value, parsed)))
    assert isinstance(parsed, str | int)
    return parsed
