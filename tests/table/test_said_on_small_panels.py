"""The smallest panels say what happened last, where the next question alone would not tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.pages.surface import surface_of
from device.session.keyscript import key_script
from display.languages import language
from display.layout import lay_out
from display.scene import TextLine
from display.text_metrics import ELLIPSIS
from display.vocabulary import Page
from display.words import ENGLISH, Language
from hal.panel import panel
from tests.table.tables import play

FRENCH = language("fr")
PANELS = ("phat-212-black", "phat-black")
LOOP = ["game loop", "players Zoé Émile Lou Max", "first Zoé"]
FIRST_EDITION = ["game loop-2023", "players Zoé Émile Lou", "set detail finish", "first Zoé", "Lou out", "Émile out"]


def keys(*lines: str) -> list[str]:
    return list(key_script("\n".join(lines).encode()))


def shown(page: Page, kind: str, reader: Language) -> str:
    drawn = lay_out(page, surface_of(panel.panel_kind(kind)), reader)
    lines = [item.text for item in drawn.items if isinstance(item, TextLine)]
    assert not [line for line in lines if ELLIPSIS in line]
    return " ".join(lines)


@pytest.mark.parametrize("kind", PANELS)
def test_an_eight_that_clears_the_table_is_said(kind: str, tmp_path: Path) -> None:
    """The question was the same as before, for the same player: people declared the cards again."""
    page = play(tmp_path, keys(*LOOP, "Zoé plays 7 8 9 10")).controller.page()
    assert "The 8 clears the table: Zoé leads." in shown(page, kind, ENGLISH)
    assert "Le 8 vide la table\N{NARROW NO-BREAK SPACE}: Zoé entame." in shown(page, kind, FRENCH)


@pytest.mark.parametrize("kind", PANELS)
def test_what_an_undo_took_back_is_said(kind: str, tmp_path: Path) -> None:
    """On a full page nothing said it. Of several sentences, the first one says what was declared."""
    page = play(tmp_path, [*keys(*LOOP, "Zoé plays 7 8 9 10"), "hold A"]).controller.page()
    assert "Taken back: Zoé plays 7, 8, 9 and 10." in shown(page, kind, ENGLISH)
    assert "Annulé\N{NARROW NO-BREAK SPACE}: Zoé joue\N{NARROW NO-BREAK SPACE}: 7, 8, 9 et 10." in shown(
        page, kind, FRENCH
    )


@pytest.mark.parametrize("kind", PANELS)
def test_seats_that_are_left_to_others_are_said(kind: str, tmp_path: Path) -> None:
    """With three players one choice leaves the others no other: they were seated without a word."""
    page = play(tmp_path, [*keys(*FIRST_EDITION), "hold C", *"AC"]).controller.page()
    assert ENGLISH.say(page.question or "") == "Émile starts. Who goes out first?"
    assert "That leaves seat 1 for Émile and seat 2 for Lou." in shown(page, kind, ENGLISH)
    assert "Il reste la place 1 pour Émile et la place 2 pour Lou." in shown(page, kind, FRENCH)


def test_a_plain_declaration_needs_no_sentence_on_a_full_page(tmp_path: Path) -> None:
    """What holding keys does has that room then."""
    page = play(tmp_path, keys(*LOOP, "Zoé plays 7")).controller.page()
    assert not page.needs_last_declaration


LEADS = [
    *("Zoé plays 5", "Émile plays 6", "Lou pass", "Max pass", "Zoé pass"),
    *("Émile plays 1 2", "Lou plays 3 4", "Max pass", "Zoé pass", "Émile pass"),
    *("Lou plays 2", "Max plays 6", "Zoé pass", "Émile pass", "Lou pass"),
    *("Max plays 4", "Zoé plays 5", "Émile plays 7", "Lou pass", "Max pass", "Zoé pass"),
    *("Émile plays 1", "Lou plays 9", "Max pass", "Zoé pass", "Émile pass"),
    *("Lou plays 10", "Max plays 11", "Zoé pass", "Émile pass", "Lou pass", "Max plays 4"),
]


@pytest.mark.parametrize("kind", [*PANELS, "what-black"])
def test_details_have_as_many_pages_as_the_round_so_far_needs(kind: str, tmp_path: Path) -> None:
    """The first leads of a round were on no page: an ellipsis stood for them, and the next page was the standings."""
    pages: list[str] = []
    for count in range(1, 5):
        page = play(tmp_path / str(count), [*keys(*LOOP, *LEADS), *["hold B"] * count], kind=kind).controller.page()
        pages.append(shown(page, kind, ENGLISH))
        if "Who stands where" in pages[-1]:
            break
    assert "Who stands where" in pages[-1]
    assert len(pages) == (2 if kind == "what-black" else 3)
    text = " ".join(pages)
    places = [text.index(f"Lead {number} ") for number in range(7, 0, -1)]
    assert places == sorted(places)
    assert all(f"{number} of {len(pages)}" in page for number, page in enumerate(pages, 1))
    assert all("its end on top" in page for page in pages[:-1])
