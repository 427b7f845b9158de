"""Pages on the e-ink panel that connect a phone: QR codes to join the box's own Wi-Fi and to open its web page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from device.contract.keycodes import Choice, Layout, Level
from device.reports import qr
from device.session.places import ArchivePage, InvitationPart, InvitationPlace, PinPlace, WifiEndPlace
from display.vocabulary import Body, Paragraphs, ScanCode
from display.words import Text, text
from hal.browser.key_gate import phone_url, url_with_token
from hal.browser.own_wifi import OwnWifi, WifiState, wifi_qr_text

TITLE = text("Open on a phone")
NO_PHONE_REACHES = text("No phone reaches this box now: there is no network, or no program that serves its page.")
WIFI_FAILURES = {
    WifiState.NO_MANAGER: text(
        "The box is in no network, and NetworkManager, which could open one, is not there: install network-manager."
    ),
    WifiState.NO_RADIO: text(
        "The box is in no network, and has no Wi-Fi that can open one: plug in a network cable, or a Wi-Fi stick (a"
        " ready-made card supports neither)."
    ),
    WifiState.SWITCHED_OFF: text("The box's Wi-Fi is switched off: type “nmcli radio wifi on” there, and try again."),
    WifiState.BUSY: text("The box's Wi-Fi is busy with another network, or not ready: try again in a minute."),
    WifiState.NOT_ALLOWED: text(
        "This machine does not let the box open a Wi-Fi: install Tablekeeper again, which brings the permission."
    ),
    WifiState.REFUSED: text("The box's Wi-Fi could not be opened: try again, then switch the box off and on."),
    WifiState.TIMED_OUT: text("Opening the box's Wi-Fi took too long, and was given up: try again."),
    WifiState.LOST: text("The box's Wi-Fi has ended: open it again from the menu."),
}
"""What is wrong and what to do, by the failed state of the box's own Wi-Fi."""

_NEXT_PART = {
    InvitationPart.JOIN: InvitationPart.OPEN,
    InvitationPart.OPEN: InvitationPart.WORDS,
    InvitationPart.WORDS: InvitationPart.JOIN,
}


def invitation_page(data: Path, place: InvitationPlace, _: int) -> ArchivePage:
    """The page that a phone needs next: a QR code that joins the box's Wi-Fi, or one that opens the table's page.

    Each says what to type instead. If no phone can reach the box, the page says why.
    """
    wifi = place.wifi
    if wifi is not None and wifi.state is WifiState.ACTIVE and place.address:
        return _own_wifi_page(place, wifi)
    if place.address:
        return _network_page(place)
    if wifi is not None and wifi.state in (WifiState.ACTIVATING, WifiState.ACTIVE):
        sentence = text("The box is in no network, and opens a Wi-Fi of its own: one moment.")
    else:
        sentence = NO_PHONE_REACHES if wifi is None else WIFI_FAILURES.get(wifi.state, NO_PHONE_REACHES)
    return ArchivePage(place, TITLE, text("No network"), Paragraphs((sentence,)))


def wifi_end_page(data: Path, place: WifiEndPlace, _: int) -> ArchivePage:
    """The page that says that the box's own Wi-Fi is closed."""
    return ArchivePage(place, TITLE, text("The Wi-Fi is closed"), Paragraphs((text("The box's Wi-Fi is closed."),)))


def _network_page(place: InvitationPlace) -> ArchivePage:
    """The pages for phones in the box's network: the QR code of its web page; then the address to type, and the PIN."""
    question = text("Scan in the same network.")
    if place.part is InvitationPart.WORDS:
        next_place = replace(place, part=InvitationPart.OPEN)
        level = Level("phones", text("phones"), Layout.KEYS, (_pin_choice(place),))
        return ArchivePage(place, TITLE, question, Paragraphs((_address_sentence(place),)), level, next_page=next_place)
    next_place = replace(place, part=InvitationPart.WORDS)
    return ArchivePage(place, TITLE, question, _opening_code(place), next_page=next_place)


def _pin_choice(place: InvitationPlace) -> Choice[Any]:
    return Choice(1, text("PIN for phones"), PinPlace(parent=place))


def _own_wifi_page(place: InvitationPlace, wifi: OwnWifi) -> ArchivePage:
    """The pages for the box's own Wi-Fi: one code per page, or both if there is room."""
    joining_sentence = text("Or type {name}, password {password}.", name=wifi.name, password=wifi.password)
    level: Level[Any] | None = None
    if place.part is InvitationPart.JOIN:
        question = text("1 of 2: join its Wi-Fi.")
        instruction = text(
            "2 of 2: open the page. Or type {address}, code {code}.", address=_opening_address(place), code=place.code
        )
        body: Body = ScanCode(
            qr.qr_modules(wifi_qr_text(wifi.name, wifi.password)),
            instruction=joining_sentence,
            fallback=joining_sentence,
            next_code=_opening_code(place)._replace(instruction=instruction),
        )
    elif place.part is InvitationPart.OPEN:
        question, body = text("2 of 2: open the page."), _opening_code(place)
    else:
        question = text("The box's Wi-Fi")
        body = Paragraphs(
            (joining_sentence, _address_sentence(place), text("It closes ten minutes after the last use."))
        )
        choices = (Choice(0, text("close it"), WifiEndPlace()), _pin_choice(place))
        level = Level("wifi", text("the Wi-Fi"), Layout.KEYS, choices)
    return ArchivePage(place, TITLE, question, body, level, next_page=replace(place, part=_NEXT_PART[place.part]))


def _opening_code(place: InvitationPlace) -> ScanCode:
    """The QR code that opens the table's page with its keys."""
    sentence, url = _address_sentence(place), phone_url(url_with_token(place.address, place.code))
    return ScanCode(qr.qr_modules(url), instruction=sentence, fallback=sentence)


def _address_sentence(place: InvitationPlace) -> Text:
    return text("Or type {address}, code {code}.", address=_opening_address(place), code=place.code)


def _opening_address(place: InvitationPlace) -> str:
    return place.address.removeprefix("http://").removesuffix("/")
