"""Makes the lines of CSV files that spreadsheets open correctly: all text is quoted, and no cell is a formula.

Whether a comma, a semicolon or a tab separates cells depends on the program that opens the file. In countries whose
decimals have commas, a semicolon in a name may end a cell although the name is quoted. So the text after each of these
characters is protected like a cell's beginning: https://owasp.org/www-community/attacks/CSV_Injection says how.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from io import StringIO

BYTE_ORDER_MARK = "\ufeff"
"""The byte order mark at the beginning of a file, by which a spreadsheet recognizes UTF-8."""

_FORMULA_STARTS = "=+\\-@\uff1d\uff0b\uff0d\uff20"
"""The characters that begin a formula; the last four are those of a Chinese or Japanese keyboard."""
_FORMULA_PATTERN = re.compile(rf"(^|[;,\t\r\n\v\f\x1c-\x1e\x85\u2028\u2029\"'|])(\s*)(?=[{_FORMULA_STARTS}])")


def csv_line(cells: Iterable[object]) -> str:
    """A line of the file, with its line end. None is an empty cell. Text is quoted, numbers are not."""
    file = StringIO()
    csv.writer(file, quoting=csv.QUOTE_NONNUMERIC).writerow(
        ["" if cell is None else _without_formula(cell) for cell in cells]
    )
    return file.getvalue()


def _without_formula(cell: object) -> object:
    """A cell's text, with an apostrophe before each part that a spreadsheet would take for a formula."""
    if not isinstance(cell, str):
        return cell
    # A spreadsheet may strip white space at the beginning of a cell.
    guarded = _FORMULA_PATTERN.sub(r"\1\2'", cell)
    return f"'{guarded}" if guarded[:1] in ("\t", "\r", "\n") else guarded
