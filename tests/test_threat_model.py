"""The threat model claims what is tested: what it names is there, and each row of its tables names a test."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "threat-model.md"
NAMED = re.compile(r"`((?:tests|tools)/[\w/]+(?:\.py)?)`")
LINKED = re.compile(r"\]\((?!https:)([^)#]+)")


def test_the_tests_that_it_names_are_there() -> None:
    named = NAMED.findall(PAGE.read_text(encoding="utf-8"))
    assert len(named) > 20
    for path in named:
        assert (ROOT / path).exists() or path == "tests/fuzz/found", path


def test_the_pages_that_it_names_are_there() -> None:
    linked = LINKED.findall(PAGE.read_text(encoding="utf-8"))
    assert linked
    for path in linked:
        assert (PAGE.parent / path).exists(), path


def test_each_claim_names_a_test() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    claims = [row for row in rows if not row.startswith("| against")]
    assert len(claims) > 20
    for row in claims:
        assert NAMED.search(row.split("|")[3]), row
