"""Finds the lines on which keys stand in a TOML text that `tomllib` has accepted."""

from __future__ import annotations

import re
from collections.abc import Iterator

_TOKEN = re.compile(
    # Up to two quotation marks may stand before the three that end a long string.
    r'''(?P<string>"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*')'''
    r"|(?P<comment>#[^\n]*)|(?P<line>\n)|(?P<punctuation>[\[\]{}=.,])|(?P<bare>[^\s\[\]{}=.,#\"']+)",
    re.DOTALL,
)

KeyPath = tuple[str, ...]


def line_of(text: str, path: KeyPath) -> int:
    """The line (from 1) on which a key begins; for a key inside a value, the line of that value's key.

    Returns 1 if no part of the path is found.
    """
    best_line, best_count = 1, 0
    for line, key in _keys(text):
        matching_count = _matching_part_count(path, key)
        if matching_count > best_count:
            best_line, best_count = line, matching_count
    return best_line


def _matching_part_count(path: KeyPath, key: KeyPath) -> int:
    """The number of parts of a key, with its section, if it is a prefix of `path`; else 0."""
    return len(key) if path[: len(key)] == key else 0


def _keys(text: str) -> Iterator[tuple[int, KeyPath]]:
    """Every section header and every key at the start of a line, with its line."""
    section: KeyPath = ()
    for line, tokens in _statements(text):
        if tokens[0] == "[":
            section = _dotted_path(token for token in tokens if token not in "[]")
            yield line, section
        else:
            yield line, section + _dotted_path(tokens[: tokens.index("=")] if "=" in tokens else tokens)


def _statements(text: str) -> Iterator[tuple[int, list[str]]]:
    """The tokens of each header, and of each key with its value, which may span several lines."""
    line, first_line, depth = 1, 1, 0
    tokens: list[str] = []
    for match in _TOKEN.finditer(text):
        token = match[0]
        if match["line"] and tokens and not depth:
            yield first_line, tokens
            tokens = []
        elif not match["line"] and not match["comment"]:
            first_line = first_line if tokens else line
            depth += 0 if match["string"] else (token in "[{") - (token in "]}")
            tokens.append(token)
        line += token.count("\n")
    if tokens:
        yield first_line, tokens


def _dotted_path(tokens: Iterator[str] | list[str]) -> KeyPath:
    return tuple(token.strip("\"'") for token in tokens if token != ".")
