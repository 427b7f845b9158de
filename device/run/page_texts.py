"""The texts that the web page shows in addition to those of the panel."""

from __future__ import annotations

from device.pages.web_words import RECORD_LANGUAGE
from display.languages import NAMES, available_codes
from display.words import Language, text
from hal.signal.signal import Cue

TEXTS = {
    "panel": text("The panel"),
    "picture": text("A picture of the panel; what it says follows in words."),
    "keys": text("Keys"),
    "key": text("Key {key}"),
    "hold": text("Hold {key}: {what}"),
    "hold-short": text("hold: {what}"),
    "hold-word": text("hold:"),
    "switch-off": text("hold to switch off"),
    "hold-nothing": text("Hold {key}"),
    "holds": text("Hold a key"),
    "typed": text("Keys:"),
    "pointed": text("Keys of what was chosen:"),
    "watching": text("You are watching: keys are pressed at the table."),
    "needs-token": text("You are watching. To press keys here, give the token that the table was started with."),
    "wrong-token": text("This token does not open the keys: the right one is in the address that the table printed."),
    "token-waits": text("The token is looked at within a minute: after wrong ones, the table takes its time."),
    "token": text("Token"),
    "pin": text("PIN of the table"),
    "pin-say": text("Enter"),
    "pin-asked": text("The code is right. This table has a PIN, too: type its {digits} digits to press keys here."),
    "pin-wrong": text("This is not the PIN. The next one is looked at in {seconds} s."),
    "pin-waits": text("After wrong ones, all PINs have to wait, wherever they come from: try again in {seconds} s."),
    "pin-unreadable": text("The PIN of this table can't be read: it has to be chosen again at the table's keys."),
    "pin-unanswered": text("The table did not answer. Try again."),
    "unlock": text("Unlock the keys"),
    "box": text("The box"),
    "wifi": text("Wi-Fi"),
    "wifi-watching": text("You are watching: open the keys on the table's own page, and a network can be joined here."),
    "wifi-elsewhere": text("The Wi-Fi of this computer is chosen in the computer's own settings."),
    "wifi-reach": text("Networks in reach"),
    "wifi-here": text("the box is here"),
    "wifi-open": text("open"),
    "wifi-none": text("None is seen yet."),
    "wifi-frozen": text("While the box's own Wi-Fi is open, its radio sees no others: these were there before."),
    "wifi-name": text("Name"),
    "wifi-password": text("Password"),
    "wifi-next": text("What will happen…"),
    "wifi-join": text("Join it"),
    "wifi-leave": text("Leave it"),
    "wifi-bad": text(
        "A password has 8 to 63 characters: digits, signs, and letters without accents. A name has up to 32, or fewer"
        " with accents. Nothing was changed."
    ),
    "wifi-from-own": text(
        "The box closes its own Wi-Fi, and phones in it lose this page: its radio can be in one network only. It then"
        " tries “{name}” for a minute. Take this phone there, too: hold D, then B D, and the panel shows the new code."
        " If it comes to nothing, the box opens its own Wi-Fi again, with another password, which the panel shows"
        " the same way."
    ),
    "wifi-from-network": text(
        "The box leaves “{here}” and tries “{name}” for a minute: its radio can be in one network only. Phones in"
        " “{here}” may lose this page; hold D, then B D, and the panel shows the new code. If it comes to nothing, the"
        " box goes back to “{here}”."
    ),
    "wifi-from-none": text(
        "The box tries “{name}” for a minute. Where this page is found then, the panel shows: hold D, then B D."
    ),
    "wifi-joining": text("The box tries “{name}”. This may take a minute."),
    "wifi-unanswered": text("The box does not answer. Open this page again to see whether the change was made."),
    "wifi-joined": text("The box is in “{name}”, and joins it by itself from now on."),
    "wifi-wrong-password": text(
        "“{name}” did not open like this. Type its password again, with its capitals; an open network has none."
    ),
    "wifi-not-found": text("“{name}” is not in reach of the box any more."),
    "wifi-no-address": text("“{name}” let the box in, but gave it no address. Is the router's DHCP on?"),
    "wifi-refused": text("“{name}” could not be joined. Try again, nearer to its router."),
    "wifi-timed-out": text("“{name}” did not answer within a minute. Try again, nearer to its router."),
    "wifi-lost": text("NetworkManager ended meanwhile. It joins by itself what it knows; try again in a minute."),
    "wifi-no-manager": text("NetworkManager, which joins networks, is not there: install network-manager."),
    "wifi-no-radio": text("The box has no Wi-Fi: plug in a network cable, or a Wi-Fi stick."),
    "wifi-switched-off": text("The box's Wi-Fi is switched off: type “nmcli radio wifi on” there, and try again."),
    "wifi-busy": text("The box's Wi-Fi is busy, or not ready yet: try again in a minute."),
    "wifi-not-allowed": text(
        "This machine does not let the box join a network: install Tablekeeper again, which brings the permission."
    ),
    "record": text("Record"),
    "record-of": text("Record of {game}"),
    "empty": text("Nothing has been declared yet."),
    "record-language": RECORD_LANGUAGE,
    "refused": text("refused"),
    "refused-line": text("refused: {sentence}"),
    "undo": text("Undo"),
    "correct": text("Correct this line"),
    "edit": text("Edit as text…"),
    "edit-label": text(
        "The record, a declaration a line. What is different is corrected; nothing changes before you have seen what"
        " follows from it."
    ),
    "edit-secret": text(
        "A line that begins with # is secret while its round is not scored: leave it as it is, or type what was meant."
    ),
    "edit-show": text("Show what would change"),
    "edit-leave": text("Close the text"),
    "edit-shown": text(
        "The panel shows what would change and asks what is to be done; the lines are marked. Edit as text…"
        " brings this text back."
    ),
    "edit-closed": text("The table did not answer. Try again."),
    "download": text("Download"),
    "finished": text("Keep and share the final sheet"),
    "upload": text("Play from a record…"),
    "playing": text("The game of the record is on the table, as far as the record goes."),
    "too-large": text("This is too large for a record."),
    "not-taken": text("The table did not take the record. Try again."),
    "settings": text("Settings"),
    "kind": text("E-paper panel to simulate"),
    "language": text("Language"),
    "refresh": text("The picture changes"),
    "real": text("as slowly as a real panel"),
    "instant": text("at once"),
    "pods": text("Pods"),
    "pod-for": text("Show four more keys, like those of a player's own small device (a pod). They answer for"),
    "everybody": text("everybody"),
    "pod-add": text("Show"),
    "pod-of": text("{pod}: {player}"),
    "pod-everybody": text("{pod}: for everybody"),
    "pod-key": text("{pod}, key {key}"),
    "pod-take": text("Only this pod"),
    "pod-take-this": text("Only {pod}"),
    "pod-remove": text("Unplug"),
    "pod-remove-this": text("Unplug {pod}"),
    "put-back": text("Back to the box"),
    "sound": text("Sound in this browser"),
    "letters": text("Letters A to D press keys"),
    "four-keys": text("No typing: only the four keys, as at the box"),
    "spots": text("On the panel"),
    "say": text("Type an answer: a name, a number, a word"),
    "say-short": text("name, number or word"),
    "counted-once": text("Too quickly after the one before: it did not count."),
    "enter": text("Enter: {what}"),
    "answers": text("Answers"),
    "large-answers": text("Answers as large buttons, in place of the panel"),
    "my-seat": text("On this screen, answer only questions to"),
    "not-mine": text("{player} is asked."),
    "not-ours": text("{players} are asked."),
    "take-back": text("Erase the last key"),
    "in-words": text("Show the panel in words, too"),
    "gallery": text("What the panel shows in each game"),
    "past": text("History, people, the box"),
    "lost": text("The table does not answer. Trying again…"),
    # the values of Cue: `cue_texts`
    "heard": text("heard"),
    "accepted": text("noted"),
    "armed": text("let go"),
    "trouble": text("trouble"),
    "your turn": text("your turn"),
}

SWITCHED_OFF = text(
    "Switched off, and everything is saved. Start the program again (make run, or tablekeeper), and this page goes on."
)
"""What the page says once keys of the table have ended the program."""


def page_texts(language: Language) -> dict[str, str]:
    """All texts in a language, by the names that the page's script uses. `code` is the language's code."""
    return {"code": language.code, **{name: language.say(words) for name, words in TEXTS.items()}}


def cue_texts(language: Language) -> dict[str, str]:
    """The texts that name the signals of the light, by cue."""
    return {cue.value: language.say(TEXTS[cue.value]) for cue in Cue}


def languages() -> list[tuple[str, str]]:
    """The code and name of every language that has a catalogue."""
    return [(code, NAMES[code]) for code in available_codes()]
