"""`tablekeeper score` and `tablekeeper keys`: score a record from a file, or convert it into key presses."""

from __future__ import annotations

import argparse
import sys

from device import config
from device.cli.common_arguments import UsageError, config_if_readable, data_folder, language_for
from device.games import game_order, use_folder
from device.session import record
from device.session.record import RecordRefused
from device.system import files
from device.system.exitcodes import ILLEGAL_RECORD, SUCCESS
from device.system.printing import put, put_text, warn
from display.words import Language, text


def print_score(arguments: argparse.Namespace) -> int:
    """Check a record and print its score; return the exit status. Raises UsageError and ConfigError."""
    from device.session import score

    language = language_for(arguments, config_if_readable(arguments))
    data = _read_record(arguments.file)
    try:
        _warn_of_suit_spelling(arguments.file, data, language)
        scored_record = record.read(data)
    except RecordRefused as refused:
        if arguments.json:
            put(score.error_as_json(refused, language))
        return _print_refusal(arguments.file, refused, language)
    put_text(score.as_json(scored_record) if arguments.json else score.as_text(scored_record, language))
    return SUCCESS


def print_keys(arguments: argparse.Namespace) -> int:
    """Print the key presses that declare a record; return the exit status. Raises UsageError and ConfigError."""
    from device.session.keyscript import commented_script  # imported late: not needed by a table in play

    configuration = config.load(arguments.config)
    use_folder(configuration.games.folder)
    data = _read_record(arguments.file)
    try:
        _warn_of_suit_spelling(arguments.file, data, language_for(arguments, configuration))
        for line in commented_script(data, configuration.roster, game_order.ids_in_order(data_folder(arguments))):
            put(line)
    except RecordRefused as refused:
        return _print_refusal(arguments.file, refused, language_for(arguments, configuration))
    return SUCCESS


def _read_record(name: str) -> bytes:
    try:
        # One byte more than a record may have shows that it is too large, without reading all of it.
        if name == "-":
            return sys.stdin.buffer.read(record.MAX_SIZE + 1)
        return files.read_file(name, record.MAX_SIZE + 1, allow_streams=True)
    except OSError as error:
        hint = " To read from a pipe, write “-” instead of a file." if isinstance(error, files.NotAFile) else ""
        raise UsageError(f"{name} can't be read: {error.strerror}.{hint}") from None


def _warn_of_suit_spelling(name: str, data: bytes, language: Language) -> None:
    """Print a remark if a record spells a suit in an unusual way. Raises RecordRefused."""
    respelled = record.first_respelled_suit(data)
    if respelled is not None:
        line_number, written_word, meant_word = respelled
        remark = text("“{wrote}” is read as “{means}”.", wrote=written_word, means=meant_word)
        warn(f"{name}:{line_number}: {language.say(remark)}")


def _print_refusal(name: str, refused: RecordRefused, language: Language) -> int:
    refusal = refused.refusal
    warn(f"{name}:{refused.line_number}: {language.say(refusal.sentence)} [{refusal.code}]")
    return ILLEGAL_RECORD
