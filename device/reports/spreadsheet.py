"""Tables that a spreadsheet opens as they are: marked as UTF-8, with every word quoted, and with no cell that is a
formula.

Whether a cell begins at a comma, a semicolon or a tab is up to who opens the file: a semicolon in a name ends a cell
where decimals have commas, whatever is quoted. So what follows any of them is guarded as the beginning is, as
https://owasp.org/www-community/attacks/CSV_Injection says it of a cell.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from io import StringIO

MARK = "\ufeff"
"""What a spreadsheet knows UTF-8 by, at the beginning of a file."""

_BEGINS = "=+\\-@\uff1d\uff0b\uff0d\uff20"
"""What a formula begins with; the last four are those of a Chinese or Japanese keyboard."""
_GUARDED = re.compile(rf"(^|[;,\t\r\n\v\f\x1c-\x1e\x85\u2028\u2029\"'|])(\s*)(?=[{_BEGINS}])")


def line(cells: Iterable[object]) -> str:
    """A line of a table, with its end; None is an empty cell. Words are in quotation marks, numbers are not."""
    file = StringIO()
    csv.writer(file, quoting=csv.QUOTE_NONNUMERIC).writerow(["" if cell is None else _harmless(cell) for cell in cells])
    return file.getvalue()


def _harmless(cell: object) -> object:
    """Words of which a spreadsheet would take a part for a formula, with an apostrophe before that."""
    if not isinstance(cell, str):
        return cell
    # A cell that begins with white space may be taken without it.
    guarded = _GUARDED.sub(r"\1\2'", cell)
    return f"'{guarded}" if guarded[:1] in ("\t", "\r", "\n") else guarded
