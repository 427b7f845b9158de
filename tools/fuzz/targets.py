"""The fuzz targets: each accepts any bytes, and raises only if the program is at fault."""

from __future__ import annotations

from collections.abc import Callable

from device.config import ConfigError
from device.config import reading as configurations
from device.session import keyscript, score
from device.session import record as records
from device.session.record import RecordRefused
from display.words import ENGLISH
from hal.mock.script import Script
from tools.fuzz.journals import journal
from tools.fuzz.pages import page
from tools.fuzz.pods import pods

MAX_SENTENCE_LENGTH = 2000
"""Maximum length of a refusal in characters: a few lines."""


def record(data: bytes) -> None:
    """A record must be scored and converted to key presses, or refused with a sentence."""
    try:
        found = records.read(data)
    except RecordRefused as refused:
        _check_sentence(ENGLISH.say(refused.refusal.sentence))
        score.error_as_json(refused, ENGLISH)
        return
    score.as_json(found)
    score.as_text(found, ENGLISH)
    for press in keyscript.key_script(data):
        list(Script([press]))


def config(data: bytes) -> None:
    """A configuration must be read, or refused with a sentence that has its file and line."""
    try:
        configurations.read_config(data, "file")
    except ConfigError as error:
        _check_sentence(str(error))


def _check_sentence(sentence: str) -> None:
    assert sentence, "a refusal without a sentence"
    _check_length(sentence)


def _check_length(said: str) -> None:
    assert len(said) <= MAX_SENTENCE_LENGTH, f"{len(said)} characters: {said[:200]}"


TARGETS: dict[str, Callable[[bytes], None]] = {
    "record": record,
    "config": config,
    "journal": journal,
    "pods": pods,
    "page": page,
}
