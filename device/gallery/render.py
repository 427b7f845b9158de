"""`tablekeeper gallery`: draws every page of every game on every panel, with an HTML index."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import Path

from device.gallery.samples import SamplePage, sample_pages
from device.games import title
from device.pages.surface import surface_of
from device.pages.web_words import panel_name
from device.system.progress import Progress
from display.draw import draw_page
from display.languages import NAMES, language
from display.words import Language, counted, text
from hal.browser.theme import shared_style
from hal.panel import picture
from hal.panel.panel import PanelKind
from values.named_tuple import NamedTuple

INDEX_FILE = "index.html"
FIRST_PANEL = "impression-7.3-spectra"
"""The panel that the index shows first, if it is in the gallery."""

PrintLine = Callable[[str], None]


class GalleryContents(NamedTuple):
    """The content of a gallery: games by their ids, panels, languages by their codes."""

    games: tuple[str, ...]
    panels: tuple[PanelKind, ...]
    languages: tuple[str, ...]


class Picture(NamedTuple):
    """A page on one panel, in one language."""

    sample: SamplePage
    panel: PanelKind
    language: str

    @property
    def path(self) -> Path:
        """The picture's path in the gallery."""
        return Path(self.panel.name, self.language, self.sample.game_id, f"{self.sample.name}.png")


def write_gallery(
    directory: Path, contents: GalleryContents, index_language: Language, print_line: PrintLine = lambda line: None
) -> int:
    """Write a gallery into a directory, which is created if necessary; existing pictures are replaced.

    `index_language` is the language of the index. Returns the number of pictures. Raises OSError.
    """
    directory.mkdir(parents=True, exist_ok=True)
    game_progress = Progress(index_language.say(text("games")), len(contents.games))
    samples: list[SamplePage] = []
    for game_id in contents.games:
        samples += sample_pages(game_id)
        game_progress.step()
    pictures_by_panel = [list(_pictures_of(kind, samples, contents)) for kind in contents.panels]
    picture_count = sum(map(len, pictures_by_panel))
    picture_progress = Progress(index_language.say(text("pictures")), picture_count)
    for kind, pictures in zip(contents.panels, pictures_by_panel, strict=True):
        for page_picture in pictures:
            _write_picture(page_picture, directory)
            picture_progress.step()
        picture_progress.clear()
        print_line(
            index_language.say(counted("{panel}: {n} picture", "{panel}: {n} pictures", len(pictures), panel=kind.name))
        )
    (directory / INDEX_FILE).write_text(index_html(contents, index_language), encoding="utf-8")
    return picture_count


def index_html(contents: GalleryContents, index_language: Language, game: str = "") -> str:
    """The HTML page that shows all pictures of a gallery, without any other files.

    With a `game`, it shows only that game's, and links to the other games at its own address: `?game=loop`.
    """
    samples = [sample for game_id in ((game,) if game else contents.games) for sample in sample_pages(game_id)]
    return "\n".join(_lines(samples, contents, index_language, game))


def picture_png(contents: GalleryContents, path: str) -> bytes | None:
    """The picture at a path of a gallery, as PNG; None if there is none."""
    for game_id in contents.games:
        if f"/{game_id}/" not in path:
            continue
        for kind in contents.panels:
            for page_picture in _pictures_of(kind, sample_pages(game_id), contents):
                if page_picture.path.as_posix() == path:
                    return picture.encode_png(
                        draw_page(page_picture.sample.page, surface_of(kind), language(page_picture.language))
                    )
    return None


def _pictures_of(kind: PanelKind, samples: Sequence[SamplePage], contents: GalleryContents) -> Iterator[Picture]:
    return (
        Picture(sample, kind, code) for code in contents.languages for sample in samples if sample.is_shown_on(kind)
    )


def _write_picture(page_picture: Picture, directory: Path) -> None:
    path = directory / page_picture.path
    path.parent.mkdir(parents=True, exist_ok=True)
    image = draw_page(page_picture.sample.page, surface_of(page_picture.panel), language(page_picture.language))
    picture.write_png(image, path)


def _lines(samples: list[SamplePage], contents: GalleryContents, index_language: Language, game: str) -> Iterator[str]:
    say = index_language.say
    heading, all_label = escape(say(text("The pages of Tablekeeper"))), say(text("all"))
    yield f'<!doctype html>\n<html lang="{index_language.code}">\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width">'
    yield f"<title>{heading}</title>\n<style>{shared_style()}{_STYLE}</style>\n<header><h1>{heading}</h1>"
    chosen_panel = FIRST_PANEL if any(kind.name == FIRST_PANEL for kind in contents.panels) else contents.panels[0].name
    games = {game_id: say(title(game_id)) for game_id in contents.games}
    yield _select("game", say(text("Game")), games, "" if game else all_label, game)
    panels = {kind.name: say(panel_name(kind)) for kind in contents.panels}
    yield _select("panel", say(text("Panel")), panels, all_label, chosen_panel)
    chosen_code = index_language.code if index_language.code in contents.languages else contents.languages[0]
    yield _select(
        "lang", say(text("Language")), {code: NAMES[code] for code in contents.languages}, all_label, chosen_code
    )
    yield "</header>\n<main>"
    for kind in contents.panels:
        yield from map(_figure_element, _pictures_of(kind, samples, contents))
    yield f"</main>\n{_SCRIPT}\n</html>"


def _select(name: str, label: str, options: dict[str, str], all_label: str, chosen: str) -> str:
    """A drop-down list of the options. If `all_label` is not empty, it is the label of an option for all."""
    offered = ({"": all_label} if all_label else {}) | options
    option_elements = (
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(option_label)}</option>'
        for value, option_label in offered.items()
    )
    return f'<label>{escape(label)} <select id="{name}">{"".join(option_elements)}</select></label>'


def _figure_element(page_picture: Picture) -> str:
    sample, kind = page_picture.sample, page_picture.panel
    source = escape(page_picture.path.as_posix())
    return (
        f'<figure data-game="{sample.game_id}" data-panel="{kind.name}" data-lang="{page_picture.language}">'
        f'<a href="{source}"><img loading="lazy" src="{source}" width="{kind.width}" height="{kind.height}" '
        f'alt="{escape(_alternative_text(page_picture))}" lang="{page_picture.language}"></a></figure>'
    )


def _alternative_text(page_picture: Picture) -> str:
    """The image's alternative text: what the page is about."""
    page, say = page_picture.sample.page, language(page_picture.language).say
    parts = (page.heading, page.status, page.notice and page.notice.title, page.question)
    return " · ".join(say(part) for part in parts if part)


_STYLE = """
body { margin: 0; }
header { position: sticky; top: 0; padding: .5rem 1.25rem; background: var(--ground);
  border-bottom: 1px solid var(--line); z-index: 1;
  display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; }
main { display: flex; flex-wrap: wrap; gap: 1.25rem; padding: 1.25rem; align-items: flex-start; }
figure { margin: 0; max-width: 100%; padding: .8rem; border-radius: 1rem; color: var(--case-ink);
  background: linear-gradient(var(--case), var(--case-edge)); }
img { display: block; max-width: 100%; height: auto; border-radius: 3px; background: var(--paper); }
"""

_SCRIPT = """<script>
const choices = ["game", "panel", "lang"].map(id => document.getElementById(id));
const figures = [...document.querySelectorAll("figure")];
function show() {
  for (const figure of figures) {
    figure.hidden = !choices.every(choice => !choice.value || figure.dataset[choice.id] === choice.value);
  }
}
for (const choice of choices) choice.addEventListener("change", show);
const game = choices[0];
game.addEventListener("change", () => {
  // The pictures of a game that is not here are at another address.
  const here = figures.some(figure => figure.dataset.game === game.value);
  if (game.value && !here) location.search = `?game=${game.value}`;
});
show();
</script>"""
