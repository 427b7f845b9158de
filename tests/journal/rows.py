"""Builds rows of a journal."""

from __future__ import annotations

from device.session.rows import JournalRow, RowKind


def row(text: str, kind: RowKind = RowKind.RECORD) -> JournalRow:
    return JournalRow(kind, text)


def row_list(*texts: str) -> list[JournalRow]:
    return [row(text) for text in texts]
