"""Prints all output. Nothing else in the program writes lines to a terminal, a pipe or a log."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

from hal.system.printable import escape_unprintable, is_printable, shorten_middle

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

_ROWS_PER_WRITE = 200


def put(line: str, *, flush: bool = False) -> None:
    """Print one line on standard output. With `flush`, it is written at once."""
    write(sys.stdout, line, flush=flush)


def put_cells(cells: Iterable[str]) -> None:
    """Print the cells of a table's row on one line, separated by tabs."""
    sys.stdout.write("\t".join(map(escape_unprintable, cells)) + "\n")


def put_rows(lines: Iterable[str], tab_count: int) -> None:
    """Print the rows of a long table, each a line with `tab_count` tabs between its cells.
    Further tabs belong to the last cell."""
    remaining_lines = iter(lines)
    while block := list(islice(remaining_lines, _ROWS_PER_WRITE)):
        # The same check as in `escape_unprintable`, but once for many rows.
        joined = "".join(block)
        without_tabs = joined.replace("\t", "")
        if is_printable(without_tabs) and len(joined) - len(without_tabs) == tab_count * len(block):
            sys.stdout.write("\n".join(block) + "\n")
        else:
            for line in block:
                put_cells(line.split("\t", tab_count))


def put_csv(byte_order_mark: str, lines: Iterable[str]) -> None:
    """Print a CSV table byte for byte, after its byte order mark. Names in a journal are printable."""
    sys.stdout.write(byte_order_mark)
    sys.stdout.writelines(lines)


def show_progress(line: str, *, is_finished: bool) -> None:
    """Show progress on standard error, in place of the previous line; `is_finished` ends the line."""
    sys.stderr.write(f"\r{line}" + ("\n" if is_finished else ""))
    sys.stderr.flush()


def put_text(text: str) -> None:
    """Print a text of several lines that the program has made itself."""
    for line in text.split("\n"):
        put(line)


def complain(sentence: str) -> None:
    """Print on standard error why something can't be done."""
    warn(f"tablekeeper: {sentence}")


def warn(line: str) -> None:
    """Print a line for people on standard error, shortened to a few lines of a terminal."""
    write(sys.stderr, shorten_middle(line))


def write(stream: TextIO, line: str, *, flush: bool = False) -> None:
    """Print one line on a stream. Raises OSError and ValueError as the stream does."""
    print(escape_unprintable(line), file=stream, flush=flush)


class Parser(argparse.ArgumentParser):
    """An argument parser whose messages are made printable like all other output: they quote what the user typed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # From Python 3.14 on, help has colours unless told otherwise: their control sequences are not printable.
        self.color = False

    def error(self, message: str) -> NoReturn:
        super().error(shorten_middle(escape_unprintable(message)))

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        if message:
            stream = sys.stderr if file is None else file
            stream.write("\n".join(map(escape_unprintable, message.split("\n"))))
