"""Every Inky variant is there, with its size and inks, and easy to name."""

from __future__ import annotations

import pytest

from hal.panel.panel import PANEL_KINDS, UnknownPanel, panel_kind

SIZES = {(212, 104), (250, 122), (264, 176), (400, 300), (600, 400), (600, 448), (640, 400), (800, 480), (1600, 1200)}


def test_every_size_is_there() -> None:
    assert {(one.width, one.height) for one in PANEL_KINDS} == SIZES


def test_names_are_unique_and_found() -> None:
    assert len({one.name for one in PANEL_KINDS}) == len(PANEL_KINDS)
    assert all(panel_kind(one.name) is one for one in PANEL_KINDS)


def test_every_panel_has_black_and_white_and_no_ink_twice() -> None:
    assert PANEL_KINDS
    for one in PANEL_KINDS:
        inks = [ink for ink in one.inks if ink is not None]
        assert len(set(inks)) == len(inks)
        assert {"black", "white"} <= set(inks)
        assert 1 < one.refresh_s < 60
        assert one.partial_refresh is None or one.partial_refresh.seconds < 0.5


# Native colour indices as the drivers of inky 2.6.0 have them.
@pytest.mark.parametrize(
    ("name", "inks"),
    [
        ("what-red", ("white", "black", "red")),
        ("phat-yellow", ("white", "black", "yellow")),
        ("what-4", ("black", "white", "yellow", "red")),
        ("impression-5.7", ("black", "white", "green", "blue", "red", "yellow", "orange")),
        ("impression-7.3-spectra", ("black", "white", "yellow", "red", None, "blue", "green")),
    ],
)
def test_inks_are_in_the_order_of_the_panel(name: str, inks: tuple[str | None, ...]) -> None:
    assert panel_kind(name).inks == inks


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("WHAT-BLACK", "what-black"),
        ("what_4", "what-4"),
        ("Impression 7.3 Spectra", "impression-7.3-spectra"),
        ("impression-7.3-spectra-6", "impression-7.3-spectra"),
        ("400x300-black", "what-black"),
        ("400×300-4", "what-4"),
        ("212x104-yellow", "phat-212-yellow"),
        ("250x122-red", "phat-red"),
        ("800x480-7", "impression-7.3"),
        ("800x480-spectra6", "impression-7.3-spectra"),
        ("800x480-spectra", "impression-7.3-spectra"),
        ("1600x1200", "impression-13.3-spectra"),
        ("600x448", "impression-5.7"),
        ("Waveshare 2.7", "waveshare-2.7"),
        ("264x176", "waveshare-2.7"),
    ],
)
def test_panels_are_easy_to_type(typed: str, name: str) -> None:
    assert panel_kind(typed).name == name


def test_unknown_panel_lists_all_names() -> None:
    with pytest.raises(UnknownPanel) as caught:
        panel_kind("what-blue")
    assert isinstance(caught.value, LookupError)
    assert "“what-blue”" in str(caught.value)
    assert all(one.name in str(caught.value) for one in PANEL_KINDS)


def test_size_that_several_panels_have_lists_those() -> None:
    with pytest.raises(UnknownPanel, match=r"what-black, what-red, what-yellow, what-4, waveshare-4\.2\.$"):
        panel_kind("400x300")


@pytest.mark.parametrize("nothing", ["", " ", "-", "x", "ssd1675", "e673"])
def test_no_name_and_a_controller_alone_are_no_panel(nothing: str) -> None:
    with pytest.raises(UnknownPanel, match=rf"^There is no panel “{nothing}”\."):
        panel_kind(nothing)
