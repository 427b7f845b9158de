"""An older program must be able to go on with what a newer one has kept: a card may go back to one (docs/image.md)."""

from __future__ import annotations

from device.journal import schema

FIRST_CARD = 5
"""The version of the journal that the first card's program reads, and each one since."""


def test_the_first_cards_program_opens_what_todays_has_kept() -> None:
    """It refuses a file of a newer version. Whoever adds a step has the program carry a journal back as well, or keep
    the file as it was until the program before is the one before last; and changes this test with it."""
    assert schema.VERSION == FIRST_CARD
