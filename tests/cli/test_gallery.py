"""`tablekeeper gallery`: pictures of every page, and an index that needs nothing but a browser."""

from __future__ import annotations

import errno
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image

from device.cli.commands import main
from device.gallery import render
from display.surface import COLOURS
from display.vocabulary import Ink
from hal.panel import panel, picture
from tests.games.sample_game_pages import sample_game_pages

GAME = "no-thanks"
PANEL = "what-black"


class Index(HTMLParser):
    """The pictures of an index, by their paths, and whatever it would load."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.pictures: dict[str, dict[str, str]] = {}
        self.figure: dict[str, str] = {}
        self.options: list[str] = []
        self.outside: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "figure":
            self.figure = found
        elif tag == "img":
            self.pictures[found["src"]] = {**self.figure, **found}
        elif tag == "option":
            self.options.append(found["value"])
        self.outside += [found[name] for name in ("src", "href") if "//" in found.get(name, "")]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A gallery of one game on one panel, in every language."""
    directory = tmp_path_factory.mktemp("gallery") / "new" / "deep"
    assert main(["gallery", str(directory), "--game", GAME, "--panel", PANEL]) == 0
    return directory


def test_every_page_is_there_in_every_language(made: Path) -> None:
    there = {path.relative_to(made).as_posix() for path in made.rglob("*.png")}
    names = [sample.name for sample in sample_game_pages(GAME) if sample.is_shown_on(panel.panel_kind(PANEL))]
    assert there == {f"{PANEL}/{code}/{GAME}/{name}.png" for code in ("en", "fr") for name in names}
    for name in ("game", "count", "seat", "roster", "spell", "options", "rulings", "starter", "question", "menu"):
        assert name in names
    for name in ("half-typed", "summary", "final", "details", "trouble", "unsaved", "farewell", "wrong-keys"):
        assert name in names


def test_pictures_are_in_the_panels_own_colours(made: Path) -> None:
    kind = panel.panel_kind(PANEL)
    allowed = {COLOURS[Ink(ink)] for ink in kind.inks if ink is not None}
    with Image.open(made / PANEL / "fr" / GAME / "question.png") as image:
        assert image.size == (kind.width, kind.height)
        colours = image.convert("RGB").getcolors()
    assert colours is not None
    assert {colour for _, colour in colours} == allowed


def test_the_index_shows_them_all_and_loads_nothing_from_elsewhere(made: Path) -> None:
    html = (made / render.INDEX_FILE).read_text(encoding="utf-8")
    index = Index(html)
    assert set(index.pictures) == {path.relative_to(made).as_posix() for path in made.rglob("*.png")}
    assert index.outside == []
    for source, found in index.pictures.items():
        kind, code, game, _ = source.split("/")
        assert (found["data-panel"], found["data-lang"], found["data-game"]) == (kind, code, game)
        assert found["lang"] == code
    assert {"", GAME, PANEL, "en", "fr"} == set(index.options)


def test_every_picture_says_what_it_shows(made: Path) -> None:
    index = Index((made / render.INDEX_FILE).read_text(encoding="utf-8"))
    assert all(found["alt"] for found in index.pictures.values())
    alt = index.pictures[f"{PANEL}/fr/{GAME}/starter.png"]["alt"]
    assert "Qui commence" in alt
    assert "Non merci" in alt


def test_one_language_can_be_asked_for(tmp_path: Path) -> None:
    assert main(["gallery", str(tmp_path), "--game", GAME, "--panel", PANEL, "--lang", "fr"]) == 0
    assert [path.name for path in (tmp_path / PANEL).iterdir()] == ["fr"]
    assert "Les pages de Tablekeeper" in (tmp_path / render.INDEX_FILE).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--game", "chess"], "there is no game chess"),
        (["--panel", "cinema"], "There is no panel “cinema”"),
    ],
)
def test_what_there_is_not_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert main(["gallery", str(tmp_path / "gallery"), *arguments]) == 2
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "gallery").exists()


def test_a_directory_that_cannot_be_written_gets_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("here already", encoding="utf-8")
    assert main(["gallery", str(tmp_path / "file"), "--game", GAME, "--panel", PANEL]) == 2
    said = capsys.readouterr().err
    assert str(tmp_path / "file") in said
    assert "can't be written" in said


def test_a_full_disk_gets_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(image: object, path: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(picture, "write_png", full)
    assert main(["gallery", str(tmp_path), "--game", GAME, "--panel", PANEL]) == 2
    assert "No space left on device" in capsys.readouterr().err
