"""What the box says of rulings before a game, and what the docs say of them, are the same sentences."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from device import games
from display.languages import language
from display.words import ENGLISH, Language

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {"rulings.md": ENGLISH, "rulings.fr.md": language("fr")}
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
BULLET = re.compile(r"^- (.+(?:\n  .+)*)$", re.MULTILINE)


def told(page: str) -> dict[str, list[str]]:
    """The sentences of a page, by the game under whose title they stand."""
    _, *parts = HEADING.split((DOCS / page).read_text(encoding="utf-8"))
    return {
        title: [re.sub(r"\n  ", " ", ruling) for ruling in BULLET.findall(rulings)]
        for title, rulings in zip(parts[::2], parts[1::2], strict=True)
    }


@pytest.mark.parametrize(("page", "said"), PAGES.items(), ids=PAGES)
def test_docs_and_box_say_the_same(page: str, said: Language) -> None:
    loaded = [games.load(game_id) for game_id in games.built_in_ids()]
    assert told(page) == {said.say(game.title): [said.say(note) for note in game.notes] for game in loaded}


def test_every_language_has_its_page() -> None:
    assert {path.name for path in DOCS.glob("rulings*.md")} == set(PAGES)
