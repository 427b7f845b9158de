"""The web page of settings: sound, quiet hours, the panel and its rotation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from device import __version__
from device.config import chosen_settings
from device.config.chosen_settings import NEVER, NOTHING_CHOSEN, ChosenSettings
from device.pages.web_words import panel_name
from device.reports import web_evening_log
from device.reports.html import Markup, change_form, element, history_page, join_markup, link_to, status_parts
from device.system.not_done import NotDone
from device.system.program_folder import FILE_NAME, card_state, sent_program_outcome
from device.system.program_news import outcome_sentence
from display.words import Label, Language, text
from hal.panel.orientation import ANGLES
from hal.panel.panel import PANEL_KINDS
from values.fields import BadField

PATH = "/past/settings"
CHANGE = "settings"
KEEP_PANEL = "keep-panel"
"""The values of `change` in the forms."""

SD_CARD_KEY_FILE = Path("/usr/lib/tablekeeper/updates.pub")
"""The key that verifies signed files on an SD card (tools/image/on_card/programs.py); no other box has it."""

PROGRAM_FORM = "/program"
"""Where page/program.js sends a newer program."""

FOUND_PANEL = ""
"""The value of the choice of the panel that is found at the start."""
ON, OFF, HOURS = "on", "off", "hours"
QUIET_FROM, QUIET_UNTIL = "22:00", "07:00"
"""The default times of the form if no quiet hours were chosen."""

_NO_HOURS = text(
    "Quiet hours are from one time of the day to another, as from {begins} to {ends}.",
    begins=QUIET_FROM,
    ends=QUIET_UNTIL,
)

_UNKNOWN_CHANGE = text("Nothing is known of such a change.")
_PANELS = [(kind.name, panel_name(kind)) for kind in PANEL_KINDS]
_MUTE = {ON: False, OFF: True}
_ROTATIONS = {str(angle): angle for angle in ANGLES}


def settings_page(data: Path, configured: ChosenSettings | None, language: Language) -> bytes:
    """The page with the settings that apply and a form to change them, the version, and ways to other pages.

    `configured` is what the configuration says about them; None in a simulator, which has no such settings.
    """
    say = language.say
    if configured is None:
        sentence = text(
            "There is nothing to set here, since no box is connected: the settings of this simulator are on the page of"
            " the panel, under “Settings”."
        )
        settings_parts: Iterable[Markup | None] = (element("p", say(sentence)),)
    else:
        settings_parts = _settings_parts(data, configured, language)
    return history_page(
        language,
        PATH,
        say(text("The box")),
        *status_parts(language),
        *settings_parts,
        *_version_parts(data, say),
        element("p", link_to(web_evening_log.PATH, say(web_evening_log.TITLE))),
    )


def _settings_parts(data: Path, configured: ChosenSettings, language: Language) -> Iterator[Markup | None]:
    """Yield the settings of a box: their form, and when a change counts."""
    say, chosen = language.say, NOTHING_CHOSEN
    try:
        chosen = chosen_settings.read_settings(data)
    except NotDone as unreadable:
        yield element("p", say(unreadable.sentence), role="alert")
    yield from _panel_trial(chosen, say)
    fields = _settings_fields(chosen.or_else(configured), configured, language)
    yield change_form([("change", CHANGE)], *fields, element("button", say(text("Keep"))), action=PATH)
    sentences = (
        text("Sound and quiet hours count at once. The picture is turned with the next start of the box."),
        text(
            "Another panel is tried at the next start of the box. If it shows the game, come back here and keep it. If"
            " it shows nothing, switch the box off and on: then the panel from before is back."
        ),
        text("The language is chosen in the table's menu (hold D)."),
    )
    yield from (element("p", say(line)) for line in sentences)
    yield element("p", link_to("/wifi", say(text("Wi-Fi"))))


def _version_parts(data: Path, say: Callable[[Label], str]) -> Iterator[Markup]:
    """Yield the version, and how a newer one is installed: through this page on cards that take it (docs/image.md)."""
    state = card_state()
    if state is not None:
        version_sentence = text(
            "This is Tablekeeper {version}. A newer one comes as a signed file, from this page or on a USB stick, with"
            " which the box is started.",
            version=__version__,
        )
    elif SD_CARD_KEY_FILE.exists():
        version_sentence = text(
            "This is Tablekeeper {version}. A newer one comes as a signed file on a USB stick, with which the box is"
            " started; this page takes none.",
            version=__version__,
        )
    else:
        version_sentence = text(
            "This is Tablekeeper {version}. To install a newer one, go to the computer itself: this page can't.",
            version=__version__,
        )
    yield element("p", say(version_sentence))
    if state is not None:
        yield from _sent_program_result(sent_program_outcome(data, state), say)
        yield _program_form(say)


def _sent_program_result(outcome: str | None, say: Callable[[Label], str]) -> Iterator[Markup]:
    """Yield what became of the program that was sent last."""
    if outcome == "":
        sentence = text(
            "The file is there, and is being looked at. That takes a minute or two, beside the game. If nothing more is"
            " said by then, the next start of the box looks again."
        )
        yield element("p", say(sentence), role="status", id="looking")
    elif outcome is not None:
        # A card of a later version may know more outcomes than this program.
        with suppress(KeyError):
            yield element("p", say(outcome_sentence(outcome, FILE_NAME)), role="status")


def _program_form(say: Callable[[Label], str]) -> Markup:
    """The form for a newer program: page/program.js sends its file in pieces."""
    sentence = text(
        "The file is kept if it is signed for this card and no older than what plays. No game may be in play meanwhile,"
        " and this page has to stay open."
    )
    label = element(
        "label",
        element("span", say(text("A newer program (tablekeeper-….update)"))),
        # A phone might offer no file at all by an ending that it does not know: none is asked for.
        element("input", type="file", name="file", required=True),
    )
    sending = say(text("Sending"))
    fields = element(
        "fieldset",
        label,
        element("button", say(text("Send to the box"))),
        element("progress", value="0", max="1", hidden=True, aria_label=sending),
        disabled=True,
    )
    lost = say(text("The way to the box is broken. Send the file once more."))
    form = element("form", fields, class_="program", action=PROGRAM_FORM, method="post", data_lost=lost)
    return join_markup((form, element("p", say(sentence))))


def _panel_trial(chosen: ChosenSettings, say: Callable[[Label], str]) -> Iterator[Markup]:
    """Yield the result of the trial of the chosen panel, and a form to keep it."""
    if chosen.trial == chosen_settings.TRIAL_FAILED:
        sentence = text("{panel} could not be started: the panel from before is used.", panel=chosen.panel or "")
        yield element("p", say(sentence), role="alert")
    elif chosen.trial == chosen_settings.TRIAL_STARTED:
        sentence = text(
            "{panel} is being tried, or was. Keep it if it shows the game: otherwise the next start takes the panel"
            " from before.",
            panel=chosen.panel or "",
        )
        button = element("button", say(text("Keep this panel")))
        yield change_form([("change", KEEP_PANEL)], element("p", say(sentence)), button, action=PATH)


def _settings_fields(settings: ChosenSettings, configured: ChosenSettings, language: Language) -> tuple[Markup, ...]:
    """The fields of the form, with the settings that apply."""
    say = language.say
    hours = settings.quiet_hours
    begins, ends = (f"{time:%H:%M}" for time in hours) if hours else (QUIET_FROM, QUIET_UNTIL)
    sounds = [(ON, text("on")), (OFF, text("off"))]
    degrees = [(str(angle), text("{n}°", n=angle)) for angle in ANGLES]
    quiet_choices = [(NEVER, text("never")), (HOURS, text("every day, at these times:"))]
    # No panel can be looked for again where the configuration names one.
    found = [(FOUND_PANEL, text("the one that is found"))] if configured.panel is None else []
    return (
        _choice_field("sound", text("Sound"), sounds, OFF if settings.mute else ON, say),
        _choice_field("quiet", text("Quiet hours"), quiet_choices, HOURS if hours else NEVER, say),
        _time_field("begins", say(text("Quiet from")), begins),
        _time_field("ends", say(text("Quiet until")), ends),
        _choice_field("rotation", text("The picture is turned clockwise by"), degrees, str(settings.rotation), say),
        _choice_field("panel", text("Panel"), [*found, *_PANELS], settings.panel or FOUND_PANEL, say),
    )


def _choice_field(
    name: str, label: Label, values: Iterable[tuple[str, Label]], current: str, say: Callable[[Label], str]
) -> Markup:
    """A drop-down list of a setting's values."""
    options = (
        element("option", say(value_label), value=value, selected=value == current or None)
        for value, value_label in values
    )
    return element("label", element("span", say(label)), element("select", *options, name=name))


def _time_field(name: str, label: str, value: str) -> Markup:
    return element("label", element("span", label), element("input", type="time", name=name, value=value))


def change_settings(data: Path, configured: ChosenSettings | None, fields: Mapping[str, str]) -> None:
    """Save those of the form's settings that differ from the configuration, so that this still counts for the others.

    Raises NotDone.
    """
    if configured is None:
        raise NotDone(_UNKNOWN_CHANGE)
    sound, quiet, angle, panel = (fields.get(name, "") for name in ("sound", "quiet", "rotation", "panel"))
    if quiet == HOURS:
        quiet = f"{fields.get('begins', '')}-{fields.get('ends', '')}"
    mute, rotation = _MUTE.get(sound, sound or None), _ROTATIONS.get(angle, angle or None)
    try:
        settings = chosen_settings.checked_settings(
            mute=mute, quiet=quiet or None, rotation=rotation, panel=panel or None
        )
    except BadField as error:
        raise NotDone(_NO_HOURS if error.name == "quiet" else _UNKNOWN_CHANGE) from None
    chosen = settings.without(configured)
    chosen_settings.store_settings(data, chosen._replace(trial=_trial_to_store(data, chosen.panel)))


def _trial_to_store(data: Path, panel: str | None) -> str | None:
    """The result of a panel's trial if the panel was chosen before; None for a panel that failed, which is tried
    again. Raises NotDone."""
    stored = chosen_settings.settings_to_replace(data)
    return stored.trial if stored.panel == panel and stored.trial != chosen_settings.TRIAL_FAILED else None
