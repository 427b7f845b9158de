"""Immediate feedback on a key press, before the slow e-ink refresh: lights, sounds and fast displays of box and
pods."""

from __future__ import annotations

from collections.abc import Iterator

from device.contract.keycodes import Level
from device.contract.number_pad import whole_code
from device.contract.setup import Seat
from device.pods.owners import PodOwners
from device.session.name_entry import asks_letters
from device.session.prompts import Meaning
from device.table.code_entry import CodeEntry
from display.vocabulary import KEYS, keys_apart
from display.words import Label, Language
from hal.signal.readout import Status
from hal.signal.signal import Cue
from hal.table.table import Pods, Table
from values.named_tuple import NamedTuple

KeyLabels = tuple[str, ...]
"""A label for each key, A to D; "" if a key means nothing now. The tuple is empty if no key is expected."""


MAX_KEY_CHARACTERS = 48
"""The maximum length of a label in characters that a key of a browser's page shows completely on a phone."""


class Reply(NamedTuple):
    """The message after a press on `source` ("" is the box): shown on every display, or only on the source's."""

    words: str = ""
    source: str = ""
    is_for_all: bool = True


class Question(NamedTuple):
    """The question on the page, after the common keys typed so far; `is_hidden` if other contents of the page hide it.

    Pods at a seat show the whole question. The keys of a hidden one have no labels: their presses are not counted.
    """

    words: Label
    is_hidden: bool = False


class Feedback:
    """Gives signals and texts on a table's box and pods.

    A `source` is a pod whose press is answered, or "" for the box.
    """

    def __init__(self, table: Table, owners: PodOwners) -> None:
        self._table = table
        self._owners = owners
        self._asked_seats: tuple[Seat, ...] = ()
        self._last_reply = Reply()

    def play_cue(self, cue: Cue, source: str = "") -> None:
        """Signal the answer to a press on the box, and on the pod that it came from. A pod confirms a press by itself.

        If the panel shows half a code as soon as it is typed, no light is needed to confirm a key.
        """
        if cue is not Cue.HEARD or self._table.panel_kind.partial_refresh is None:
            self._table.signal.play(cue)
        if source and self._table.pods is not None and cue is not Cue.HEARD:
            self._table.pods.play_cue(cue, source)

    def signal_turns(self, asked_seats: tuple[Seat, ...], source: str = "") -> None:
        """Signal their turn to the pods of players who are asked now, and were not before."""
        pods, asked_before = self._table.pods, self._asked_seats
        self._asked_seats = asked_seats
        if pods is None or not asked_seats:
            return
        for pod in pods.sources():
            if pod != source and (seat := self._owners.seat(pod)) in asked_seats and seat not in asked_before:
                pods.play_cue(Cue.YOUR_TURN, pod)

    @property
    def has_readout(self) -> bool:
        """Whether the box itself has a display that is faster than ink."""
        return self._table.readout is not None

    @property
    def has_fast_display(self) -> bool:
        """Whether there is a display that is faster than ink."""
        return self._table.readout is not None or self._table.pods is not None

    def welcome_pod(self, source: str, entry: CodeEntry, question: Question, language: Language) -> None:
        """Show the question on a pod that has just connected, and signal its turn if its seat is asked.

        The other pods keep the message that they show; the new one shows it if it is for all.
        """
        pods = self._table.pods
        if pods is None:
            return
        if self._owners.seat(source) in entry.prompt.asked:
            pods.play_cue(Cue.YOUR_TURN, source)
        if source == self._last_reply.source and not self._last_reply.is_for_all:
            self._last_reply = Reply()
        self._show_on_pods(pods, _Statuses(entry, question, language), self._last_reply)

    def show_status(self, entry: CodeEntry, question: Question, language: Language, reply: Reply) -> None:
        """Show the question on all fast displays, and the result of a press."""
        readout, pods, self._last_reply = self._table.readout, self._table.pods, reply
        if not self.has_fast_display:
            return
        statuses = _Statuses(entry, question, language)
        if readout is not None:
            readout.show_status(statuses.status(reply.source, reply.words))
        if pods is not None:
            self._show_on_pods(pods, statuses, reply)

    def _show_on_pods(self, pods: Pods, statuses: _Statuses, reply: Reply) -> None:
        common_words = reply.words if reply.is_for_all or not reply.source else ""
        pods_at_seats = (pod for pod in pods.sources() if self._owners.seat(pod) is not None)
        status_by_pod = {
            pod: statuses.status(pod, reply.words if pod == reply.source else common_words)
            for pod in {*pods_at_seats, reply.source} - {""}
        }
        pods.show_status(statuses.status("", common_words), status_by_pod)


class _Statuses:
    """The texts of the displays for one question.

    Key labels are computed once for all sources that are equally far in it.
    """

    def __init__(self, entry: CodeEntry, question: Question, language: Language) -> None:
        self._entry = entry
        self._language = language
        self._is_hidden = question.is_hidden
        self._common_question = language.say(question.words)
        self._known_labels: list[tuple[Level[Meaning], str, KeyLabels]] = []

    def status(self, source: str, words: str) -> Status:
        """The status to show on the display of a source."""
        partial_code = self._entry.partial_code(source)
        is_spelling = partial_code is not None and asks_letters(partial_code.level)
        is_common = self._entry.is_common(source)
        question = self._common_question if is_common else self._language.say(self._entry.question(source))
        labels = () if is_common and self._is_hidden else self._key_labels(source)
        return Status(question, self._entry.typed_keys(source), words, labels, is_spelling)

    def _key_labels(self, source: str) -> KeyLabels:
        """The labels of a source's keys. Where any key gives the same answer for its seat, all have that answer's
        label."""
        partial_code = self._entry.partial_code(source)
        if partial_code is not None:
            return self._labels(partial_code.level, partial_code.remaining_keys)
        seat_answer = self._entry.seat_answer(source)
        return () if seat_answer is None else (self._language.say(seat_answer),) * len(KEYS)

    def _labels(self, level: Level[Meaning], typed_keys: str) -> KeyLabels:
        for known_level, known_keys, labels in self._known_labels:
            if known_level is level and known_keys == typed_keys:
                return labels
        new_labels = key_labels(level, typed_keys, self._language)
        self._known_labels.append((level, typed_keys, new_labels))
        return new_labels


def key_labels(level: Level[Meaning], typed_keys: str, language: Language) -> KeyLabels:
    """The meaning of each key in a level, after the keys `typed_keys`.

    A key that completes a code has the label of its choice. A key that only begins codes has the labels of all their
    choices. If there is only one, it has its keys before it: with its label alone, the key seems to choose it.
    """
    codes_by_key: dict[str, list[tuple[str, str]]] = {key: [] for key in KEYS}
    for choice in level.choices:
        code = whole_code(level, choice)
        if choice.shown and code.startswith(typed_keys):
            codes_by_key[code[len(typed_keys)]].append((code.removeprefix(typed_keys), language.say(choice.label)))
    return tuple(_key_label(sorted(codes)) for codes in codes_by_key.values())


def _key_label(codes: list[tuple[str, str]]) -> str:
    """The label of a key with these codes, each without the keys typed before and with its label."""
    if len(codes) == 1 and len(codes[0][0]) > 1:
        code, label = codes[0]
        return f"{keys_apart(code)} ".replace(" ", "\N{NO-BREAK SPACE}") + label
    return _join_labels([label for _, label in codes])


def _join_labels(labels: list[str]) -> str:
    """Join labels. If they are too long for a key, options are without their values, so that none is cut off."""
    parts = tuple(_with_runs_of_numbers(labels))
    joined = " · ".join(parts)
    if len(parts) < 2 or len(joined) <= MAX_KEY_CHARACTERS:
        return joined
    return " · ".join(part.partition(":")[0].rstrip() for part in parts)


def _with_runs_of_numbers(labels: list[str]) -> Iterator[str]:
    """Yield the labels; of numbers that follow one another, only the first and last are written."""
    runs: list[list[str]] = []
    for label in labels:
        if runs and label.isdecimal() and runs[-1][-1].isdecimal() and int(label) == int(runs[-1][-1]) + 1:
            runs[-1].append(label)
        else:
            runs.append([label])
    yield from (run[0] if len(run) == 1 else f"{run[0]}\N{EN DASH}{run[-1]}" for run in runs)
