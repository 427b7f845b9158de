"""Immediate feedback on a key press, before the slow e-ink refresh: lights, sounds and fast displays of box and
pods."""

from __future__ import annotations

from device.contract.keycodes import Level
from device.contract.setup import Seat
from device.pods.seated import SeatedPods
from device.session.name_entry import asks_letters
from device.session.prompts import Meaning
from device.table.code_entry import CodeEntry
from device.table.key_labels import KeyLabels, key_labels
from display.vocabulary import KEYS
from display.words import Language
from hal.signal.readout import Status
from hal.signal.signal import Cue
from hal.table.table import Pods, Table
from values.named_tuple import NamedTuple


class Answer(NamedTuple):
    """The message after a press on `source` ("" is the box): shown on every display, or only on the source's."""

    words: str = ""
    source: str = ""
    everywhere: bool = True


class Feedback:
    """Gives signals and texts on a table's box and pods.

    A `source` is a pod whose press is answered, or "" for the box.
    """

    def __init__(self, table: Table, seated: SeatedPods) -> None:
        self._table = table
        self._seated = seated
        self._called: tuple[Seat, ...] = ()

    def give(self, cue: Cue, source: str = "") -> None:
        """Signal the answer to a press on the box, and on the pod that it came from. A pod confirms a press by itself.

        If the panel shows half a code as soon as it is typed, no light is needed to confirm a key.
        """
        if cue is not Cue.HEARD or self._table.kind.partial is None:
            self._table.signal.play(cue)
        if source and self._table.pods is not None and cue is not Cue.HEARD:
            self._table.pods.play_cue(cue, source)

    def call(self, asked: tuple[Seat, ...], source: str = "") -> None:
        """Signal their turn to the pods of players who are asked now, and were not before."""
        pods, called = self._table.pods, self._called
        self._called = asked
        if pods is None or not asked:
            return
        for pod in pods.sources():
            if pod != source and (seat := self._seated.seat(pod)) in asked and seat not in called:
                pods.play_cue(Cue.YOUR_TURN, pod)

    @property
    def fast(self) -> bool:
        """Whether there is a display that is faster than ink."""
        return self._table.readout is not None or self._table.pods is not None

    def welcome(self, entry: CodeEntry, language: Language) -> None:
        """Show the question on a pod that has just connected, and signal its turn if its seat is asked."""
        self._called = ()
        self.call(entry.asked)
        if self._table.pods is not None:
            self._say_on_pods(self._table.pods, _Statuses(entry, language), Answer())

    def say(self, entry: CodeEntry, language: Language, answer: Answer) -> None:
        """Show the question on all fast displays, and the result of a press."""
        readout, pods = self._table.readout, self._table.pods
        if not self.fast:
            return
        statuses = _Statuses(entry, language)
        if readout is not None:
            readout.show_status(statuses.of(answer.source, answer.words))
        if pods is not None:
            self._say_on_pods(pods, statuses, answer)

    def _say_on_pods(self, pods: Pods, statuses: _Statuses, answer: Answer) -> None:
        said = answer.words if answer.everywhere or not answer.source else ""
        apart = {
            pod: statuses.of(pod, answer.words if pod == answer.source else said)
            for pod in {*self._seats(pods), answer.source} - {""}
        }
        pods.show_status(statuses.of("", said), apart)

    def _seats(self, pods: Pods) -> list[str]:
        """The pods that are assigned to a seat."""
        return [pod for pod in pods.sources() if self._seated.seat(pod) is not None]


class _Statuses:
    """The texts of the displays for one question.

    Key labels are computed once for all sources that are equally far in it.
    """

    def __init__(self, entry: CodeEntry, language: Language) -> None:
        self._entry = entry
        self._language = language
        self._question = language.say(entry.question)
        self._labelled: list[tuple[Level[Meaning], str, KeyLabels]] = []

    def of(self, source: str, words: str) -> Status:
        """The status to show on the display of a source."""
        expected = self._entry.expected(source)
        spelling = expected is not None and asks_letters(expected[0])
        return Status(self._question, self._entry.typed(source), words, self._keys(source), spelling)

    def _keys(self, source: str) -> KeyLabels:
        """The labels of a source's keys. Where any key gives the same answer for its seat, all have that answer's
        label."""
        expected = self._entry.expected(source)
        if expected is not None:
            return self._labels(*expected)
        own = self._entry.own_answer(source)
        return () if own is None else (self._language.say(own),) * len(KEYS)

    def _labels(self, level: Level[Meaning], begun: str) -> KeyLabels:
        for known, typed, labels in self._labelled:
            if known is level and typed == begun:
                return labels
        found = key_labels(level, begun, self._language)
        self._labelled.append((level, begun, found))
        return found
