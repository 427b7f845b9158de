"""`tablekeeper score` and `tablekeeper keys`: score a record from a file, or convert it into key presses."""

from __future__ import annotations

import argparse
import sys

from device import config
from device.cli.common_arguments import Misused, config_if_readable, data_folder, language_for
from device.games import game_order, use_folder
from device.session import record
from device.session.record import RecordRefused
from device.system import files
from device.system.exitcodes import FINE, ILLEGAL
from device.system.printing import put, put_all, warn
from display.words import Language, text


def print_score(given: argparse.Namespace) -> int:
    """Check a record and print its score; return the exit status. Raises Misused and ConfigError."""
    from device.session import score

    language = language_for(given, config_if_readable(given))
    data = _read_record(given.file)
    try:
        _print_remark(given.file, data, language)
        scored = record.read(data)
    except RecordRefused as refused:
        if given.json:
            put(score.error_as_json(refused, language))
        return _print_refusal(given.file, refused, language)
    put_all(score.as_json(scored) if given.json else score.as_text(scored, language))
    return FINE


def print_keys(given: argparse.Namespace) -> int:
    """Print the key presses that declare a record; return the exit status. Raises Misused and ConfigError."""
    from device.session.keyscript import commented_script  # imported late: not needed by a table in play

    configured = config.load(given.config)
    use_folder(configured.games.folder)
    data = _read_record(given.file)
    try:
        if record.respelled(data) is not None:
            _print_remark(given.file, data, language_for(given, configured))
        for line in commented_script(data, configured.roster, game_order.ids_in_order(data_folder(given))):
            put(line)
    except RecordRefused as refused:
        return _print_refusal(given.file, refused, language_for(given, configured))
    return FINE


def _read_record(name: str) -> bytes:
    try:
        # One byte more than a record may have shows that it is too large, without reading all of it.
        if name == "-":
            return sys.stdin.buffer.read(record.LARGEST + 1)
        return files.read_file(name, record.LARGEST + 1, streams=True)
    except OSError as error:
        hint = " What comes through a pipe is read as “-”, standard input." if isinstance(error, files.NotAFile) else ""
        raise Misused(f"{name} can't be read: {error.strerror}.{hint}") from None


def _print_remark(name: str, data: bytes, language: Language) -> None:
    """Print a remark if a record writes a suit in an unusual way. Raises RecordRefused."""
    respelled = record.respelled(data)
    if respelled is not None:
        number, wrote, means = respelled
        remark = text("“{wrote}” is read as “{means}”.", wrote=wrote, means=means)
        warn(f"{name}:{number}: {language.say(remark)}")


def _print_refusal(name: str, refused: RecordRefused, language: Language) -> int:
    refusal = refused.refusal
    warn(f"{name}:{refused.line}: {language.say(refusal.sentence)} [{refusal.code}]")
    return ILLEGAL
