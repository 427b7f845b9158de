"""What the table answers at once, while ink is slow: lights, sounds and fast displays, on the box and on its pods."""

from __future__ import annotations

from device.contract.keycodes import Level
from device.contract.setup import Seat
from device.pods.seated import SeatedPods
from device.session.name_entry import asks_letters
from device.session.prompts import Meaning
from device.table.entry import CodeEntry
from device.table.keylabels import KeyLabels, key_labels
from display.vocabulary import KEYS
from display.words import Language
from hal.signal.readout import Status
from hal.signal.signal import Cue
from hal.table.table import Pods, Table
from values.named_tuple import NamedTuple


class Answer(NamedTuple):
    """What a press of `source` led to, in `words`; said on every display, or only where the press was."""

    words: str = ""
    source: str = ""
    everywhere: bool = True


class Feedback:
    """Speaks on a table's box and pods. A `source` is whose press is answered: a pod's, or if empty the box's own."""

    def __init__(self, table: Table, seated: SeatedPods) -> None:
        self._table = table
        self._seated = seated
        self._called: tuple[Seat, ...] = ()

    def give(self, cue: Cue, source: str = "") -> None:
        """Answer a press: on the box, and on the pod that it came from, which says itself that it has heard.

        Where half a code is on the panel as soon as it is typed, no light need say that a key was heard.
        """
        if cue is not Cue.HEARD or self._table.kind.partial is None:
            self._table.signal.give(cue)
        if source and self._table.pods is not None and cue is not Cue.HEARD:
            self._table.pods.give(cue, source)

    def call(self, asked: tuple[Seat, ...], source: str = "") -> None:
        """Let the pods of those who are asked now, and were not before, say so."""
        pods, called = self._table.pods, self._called
        self._called = asked
        if pods is None or not asked:
            return
        for pod in pods.sources():
            if pod != source and (seat := self._seated.seat(pod)) in asked and seat not in called:
                pods.give(Cue.YOUR_TURN, pod)

    @property
    def fast(self) -> bool:
        """Whether there is any display that is faster than ink."""
        return self._table.readout is not None or self._table.pods is not None

    def welcome(self, entry: CodeEntry, language: Language) -> None:
        """A pod has only now come: have it say what is asked, and call it, should its seat be."""
        self._called = ()
        self.call(entry.asked)
        if self._table.pods is not None:
            self._say_on_pods(self._table.pods, _Statuses(entry, language), Answer())

    def say(self, entry: CodeEntry, language: Language, answer: Answer) -> None:
        """Say on all fast displays what is asked now, and what a press led to."""
        readout, pods = self._table.readout, self._table.pods
        if not self.fast:
            return
        statuses = _Statuses(entry, language)
        if readout is not None:
            readout.say(statuses.of(answer.source, answer.words))
        if pods is not None:
            self._say_on_pods(pods, statuses, answer)

    def _say_on_pods(self, pods: Pods, statuses: _Statuses, answer: Answer) -> None:
        said = answer.words if answer.everywhere or not answer.source else ""
        apart = {
            pod: statuses.of(pod, answer.words if pod == answer.source else said)
            for pod in {*self._seats(pods), answer.source} - {""}
        }
        pods.say(statuses.of("", said), apart)

    def _seats(self, pods: Pods) -> list[str]:
        """The pods that speak for a seat."""
        return [pod for pod in pods.sources() if self._seated.seat(pod) is not None]


class _Statuses:
    """What displays say of one question: the labels of keys are worked out once for all who are as far in it."""

    def __init__(self, entry: CodeEntry, language: Language) -> None:
        self._entry = entry
        self._language = language
        self._question = language.say(entry.question)
        self._labelled: list[tuple[Level[Meaning], str, KeyLabels]] = []

    def of(self, source: str, words: str) -> Status:
        """What the display of a source says."""
        expected = self._entry.expected(source)
        spelling = expected is not None and asks_letters(expected[0])
        return Status(self._question, self._entry.typed(source), words, self._keys(source), spelling)

    def _keys(self, source: str) -> KeyLabels:
        """What the keys of a source mean: all the same where any key answers for its seat."""
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
