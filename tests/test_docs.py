"""What the docs point to is there, and the changelog knows the version that was released last."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import device

ROOT = Path(__file__).parents[1]
DOCS = [ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY", "CHANGELOG")]
DOCS += sorted((ROOT / "docs").glob("*.md"))
LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")
MODULE = re.compile(r"`((?:bench|device|display|firmware|guard|hal|tests|tools|values)/[\w/.-]+\.(?:py|toml))`")


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_what_a_page_links_to_is_there(path: Path) -> None:
    links = [link for link in LINK.findall(text(path)) if "://" not in link]
    assert not [link for link in links if not (path.parent / link).exists()]


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_a_module_that_a_page_names_is_there(path: Path) -> None:
    assert not [name for name in MODULE.findall(text(path)) if not (ROOT / name).exists()]


def test_every_page_is_linked_from_another() -> None:
    linked = {(path.parent / link).resolve() for path in DOCS for link in LINK.findall(text(path)) if "://" not in link}
    assert set(DOCS) - linked <= {ROOT / "README.md"}


def test_the_changelog_is_ahead_of_no_version_and_the_version_of_no_release() -> None:
    """Releases are dated, newest first; what is being worked on comes after the newest."""
    releases = re.findall(r"^## (\d+)\.(\d+)\.(\d+) – \d{4}-\d\d-\d\d$", text(ROOT / "CHANGELOG.md"), re.MULTILINE)
    numbers = [tuple(map(int, release)) for release in releases]
    assert numbers
    assert numbers == sorted(numbers, reverse=True)
    version = tuple(map(int, re.findall(r"\d+", device.__version__)[:3]))
    assert version > numbers[0] if ".dev" in device.__version__ else version == numbers[0]
