"""The page by which a phone joins the table."""

from __future__ import annotations

from pathlib import Path

from device.reports import qr
from device.session.archive import ArchivePage, InvitationPlace
from display.vocabulary import Paragraphs, ScanCode
from display.words import text
from hal.browser.key_gate import on_phone, opening

UNREACHED = text("No phone reaches this box now: there is no network, or no program that serves its page.")


def page(data: Path, place: InvitationPlace, _: int) -> ArchivePage:
    """A code that opens the table's page with its keys, and the same in words for those who type."""
    if not place.address:
        return ArchivePage(place, text("Open on a phone"), text("No network"), Paragraphs((UNREACHED,)))
    address = place.address.removeprefix("http://").removesuffix("/")
    typed = text("Or type {address}, code {code}.", address=address, code=place.code)
    modules = qr.modules(on_phone(opening(place.address, place.code)))
    body = ScanCode(modules, typed, typed)
    return ArchivePage(place, text("Open on a phone"), text("Scan in the same network."), body)
