"""Light and sound: the patterns on a clock that the test moves, and what reaches gpiozero's mock pins."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, time
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given
from hypothesis import strategies as st

from hal.clock import wallclock
from hal.clock.clock import RealClock, VirtualClock
from hal.gpio.gpio_signal import GpioSignal, open_outputs
from hal.gpio.wiring import SignalWiring
from hal.signal.patterns import PATTERNS, SILENT_BEAT, Beat, LightColour, PatternPlayer
from hal.signal.signal import Cue, Signal

STEP_S = 0.005


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.reset()


class Lamps:
    """A signal on mock pins, played step by step on a virtual clock."""

    def __init__(self, factory: MockFactory, wiring: SignalWiring, silent: bool = False) -> None:
        self.clock = VirtualClock()
        self.silent = silent
        self.factory = factory
        self.pins = {
            name: pin for name, pin in wiring._asdict().items() if isinstance(pin, int) and name[-4:] != "high"
        }
        outputs, self.complaints = open_outputs(wiring, factory)
        self.signal = GpioSignal(outputs, self.clock, lambda: self.silent)

    def lit(self) -> set[str]:
        """What is on just now, by its setting."""
        return {name for name, pin in self.pins.items() if self.factory.pin(pin).state}

    def play(self, *cues: Cue, seconds: float = 0.01) -> set[str]:
        """Give cues, and what was on in the seconds that follow."""
        for cue in cues:
            self.signal.play(cue)
        seen: set[str] = set()
        end = self.clock.now() + seconds
        while self.clock.now() < end:
            self.signal.play_due()
            seen |= self.lit()
            self.clock.advance_to(self.clock.now() + STEP_S)
        return seen


def played(script: list[tuple[float, Cue]], until: float) -> list[tuple[float, Beat]]:
    """What a player shows: each change with its time."""
    player, changes, last = PatternPlayer(), list[tuple[float, Beat]](), SILENT_BEAT
    times = {at for at, _ in script} | {index * STEP_S for index in range(int(until / STEP_S))}
    for now in sorted(times):
        for at, cue in script:
            if at == now:
                player.add_cue(cue, now)
        beat = player.beat_at(now)
        if beat[1:] != last[1:]:
            changes.append((now, beat))
        last = beat
    return changes


def rhythm(cue: Cue, sound: bool) -> tuple[tuple[bool, float], ...]:
    """A pattern as one lamp, or a buzzer of one tone, can give it: on and off."""
    found: list[tuple[bool, float]] = []
    for beat in PATTERNS[cue]:
        on = (beat.tone_hertz if sound else beat.colour) is not None
        if found and found[-1][0] is on:
            found[-1] = (on, found[-1][1] + beat.seconds)
        else:
            found.append((on, beat.seconds))
    return tuple(found)


@pytest.mark.parametrize("sound", [True, False])
def test_the_rhythm_alone_tells_every_cue(sound: bool) -> None:
    """Apart by number of strokes, or by a stroke at least twice as long."""
    assert set(PATTERNS) == set(Cue)
    assert len(Cue) > 1
    for one, other in combinations(Cue, 2):
        first, second = rhythm(one, sound), rhythm(other, sound)
        assert first[0][0]
        assert second[0][0]
        if len(first) == len(second):
            ratios = [a[1] / b[1] for a, b in zip(first, second, strict=True)]
            assert any(not 0.5 < ratio < 2 for ratio in ratios), f"{one} and {other} are alike"


def test_answers_are_short() -> None:
    """A key is answered again within half a second, and pressing on is never waiting."""
    for cue in (Cue.HEARD, Cue.HOLD_REACHED, Cue.ACCEPTED, Cue.REFUSED, Cue.YOUR_TURN):
        assert sum(beat.seconds for beat in PATTERNS[cue]) <= 0.6
    assert sum(beat.seconds for beat in PATTERNS[Cue.HEARD]) <= 0.05


def test_a_pattern_is_played_beat_by_beat() -> None:
    accepted = PATTERNS[Cue.ACCEPTED]
    changes = played([(1.0, Cue.ACCEPTED)], 3.0)
    assert [(beat.colour, beat.tone_hertz) for _, beat in changes] == [
        *((one.colour, one.tone_hertz) for one in accepted),
        (None,) * 2,
    ]
    assert [at for at, _ in changes] == pytest.approx([1.0, 1.12, 1.3], abs=STEP_S)


def colours(script: list[tuple[float, Cue]], until: float = 12.0) -> list[LightColour]:
    return [beat.colour for _, beat in played(script, until) if beat.colour is not None]


def test_an_answer_cuts_an_answer() -> None:
    changes = played([(1.0, Cue.REFUSED), (1.05, Cue.HEARD)], 3.0)
    assert [beat.colour for _, beat in changes if beat.colour] == [LightColour.RED, LightColour.WHITE]
    assert changes[1][0] == 1.05


def test_trouble_waits_for_the_answer_and_is_told_whole() -> None:
    assert colours([(1.0, Cue.ACCEPTED), (1.0, Cue.TROUBLE)]) == [LightColour.GREEN] * 2 + [LightColour.YELLOW] * 3


def test_trouble_that_was_cut_is_told_again() -> None:
    assert (
        colours([(1.0, Cue.TROUBLE), (2.0, Cue.HEARD)])
        == [LightColour.YELLOW] * 2 + [LightColour.WHITE] + [LightColour.YELLOW] * 3
    )


def test_trouble_that_was_told_whole_is_not_told_again() -> None:
    """A key in the pause after it repeated all of it."""
    told_for_s = sum(beat.seconds for beat in PATTERNS[Cue.TROUBLE])
    assert colours([(1.0, Cue.TROUBLE), (1.0 + told_for_s + 0.1, Cue.HEARD)]) == [LightColour.YELLOW] * 3 + [
        LightColour.WHITE
    ]


def test_trouble_in_the_pause_after_trouble_is_told() -> None:
    told_for_s = sum(beat.seconds for beat in PATTERNS[Cue.TROUBLE])
    assert colours([(1.0, Cue.TROUBLE), (1.0 + told_for_s + 0.1, Cue.TROUBLE)]) == [LightColour.YELLOW] * 6


def test_a_turn_is_not_told_twice_at_once() -> None:
    assert colours([(1.0, Cue.YOUR_TURN), (1.1, Cue.YOUR_TURN)]) == [LightColour.BLUE] * 2


def test_trouble_is_not_told_twice_at_once() -> None:
    assert colours([(1.0, Cue.TROUBLE), (1.1, Cue.TROUBLE), (1.2, Cue.TROUBLE)]) == [LightColour.YELLOW] * 3


def test_a_turn_waits_for_the_answer_and_trouble_goes_first() -> None:
    script = [(1.0, Cue.ACCEPTED), (1.0, Cue.YOUR_TURN), (1.0, Cue.TROUBLE)]
    assert colours(script) == [LightColour.GREEN] * 2 + [LightColour.YELLOW] * 3 + [LightColour.BLUE] * 2


def test_a_turn_that_was_taken_is_not_announced() -> None:
    assert colours([(1.0, Cue.ACCEPTED), (1.0, Cue.YOUR_TURN), (1.1, Cue.HEARD)]) == [
        LightColour.GREEN,
        LightColour.WHITE,
    ]


@given(st.lists(st.tuples(st.floats(0, 5), st.sampled_from(Cue)), max_size=8))
def test_whatever_is_given_it_ends_in_darkness(script: list[tuple[float, Cue]]) -> None:
    player = PatternPlayer()
    for at, cue in sorted(script, key=lambda one: one[0]):
        player.add_cue(cue, at)
    now = 5.0
    for _ in range(200):
        due = player.next_change(now)
        if due is None:
            break
        assert due > now
        now = due
        player.beat_at(now)
    assert player.next_change(now) is None
    assert player.beat_at(now) == SILENT_BEAT
    assert now <= 60


def test_a_single_led_shines_for_every_cue(factory: MockFactory) -> None:
    lamps = Lamps(factory, SignalWiring(led=13))
    assert len(Cue) > 1
    for cue in Cue:
        assert lamps.play(cue, seconds=6) == {"led"}
        assert lamps.lit() == set()


@pytest.mark.parametrize(
    ("cue", "expected"),
    [
        (Cue.HEARD, {"red", "green", "blue"}),
        (Cue.ACCEPTED, {"green"}),
        (Cue.REFUSED, {"red"}),
        (Cue.TROUBLE, {"red", "green"}),
        (Cue.YOUR_TURN, {"blue"}),
    ],
)
def test_an_rgb_led_has_colours(factory: MockFactory, cue: Cue, expected: set[str]) -> None:
    assert Lamps(factory, SignalWiring(red=19, green=20, blue=21)).play(cue) == expected


def test_a_lamp_that_lacks_a_colour_shines_with_what_it_has(factory: MockFactory) -> None:
    lamps = Lamps(factory, SignalWiring(red=19, green=20))
    assert lamps.play(Cue.YOUR_TURN, seconds=2) == {"red", "green"}
    assert lamps.play(Cue.REFUSED, seconds=2) == {"red"}


def test_a_common_anode_is_dark_at_a_high_pin(factory: MockFactory) -> None:
    lamps = Lamps(factory, SignalWiring(red=19, green=20, blue=21, is_led_active_high=False))
    assert lamps.lit() == {"red", "green", "blue"}
    lamps.play(Cue.ACCEPTED)
    assert lamps.lit() == {"red", "blue"}


def test_an_active_buzzer_sounds_without_pitch(factory: MockFactory) -> None:
    lamps = Lamps(factory, SignalWiring(buzzer=23))
    assert len(Cue) > 1
    for cue in Cue:
        assert lamps.play(cue, seconds=6) == {"buzzer"}


def test_a_tonal_buzzer_can_play_every_tone(factory: MockFactory) -> None:
    lamps = Lamps(factory, SignalWiring(tone=18))
    pin = factory.pin(18)
    assert PATTERNS
    for cue, pattern in PATTERNS.items():
        heard: list[float] = []
        lamps.signal.play(cue)
        for _ in range(int(6 / STEP_S)):
            lamps.signal.play_due()
            lamps.clock.advance_to(lamps.clock.now() + STEP_S)
            if pin.frequency and pin.state and (not heard or heard[-1] != pin.frequency):
                heard.append(pin.frequency)
        wanted = [beat.tone_hertz for beat in pattern if beat.tone_hertz]
        assert heard == pytest.approx([tone for place, tone in enumerate(wanted) if tone not in wanted[:place]])
        assert pin.frequency is None


def test_no_light_and_no_sound_is_a_signal_too(factory: MockFactory) -> None:
    lamps = Lamps(factory, SignalWiring())
    assert lamps.play(*Cue) == set()
    assert not factory.pins


def test_silence_is_for_sounds_only(factory: MockFactory) -> None:
    lamps = Lamps(factory, SignalWiring(led=13, buzzer=23, tone=18), silent=True)
    assert lamps.play(*Cue, seconds=8) == {"led"}
    lamps.silent = False
    assert lamps.play(Cue.HEARD) == {"led", "buzzer", "tone"}


class Broken:
    """A lamp whose pin has died."""

    def play_beat(self, beat: Beat) -> None:
        raise OSError("dead")

    def close(self) -> None:
        raise OSError("dead")


def test_a_broken_lamp_stops_nobody(factory: MockFactory) -> None:
    outputs, _ = open_outputs(SignalWiring(led=13), factory)
    signal = GpioSignal((Broken(), *outputs), VirtualClock())
    signal.play(Cue.HEARD)
    signal.play_due()
    assert factory.pin(13).state
    signal.close()
    assert not factory.pin(13).state


def test_a_pin_in_use_is_named_and_the_others_play(factory: MockFactory) -> None:
    from gpiozero import DigitalInputDevice

    key = DigitalInputDevice(19, pin_factory=factory)
    lamps = Lamps(factory, SignalWiring(red=19, green=20))
    (complaint,) = lamps.complaints
    assert complaint.startswith("signal.red can't use pin 19 (")
    assert "[signal]" in complaint
    lamps.signal.play(Cue.ACCEPTED)
    lamps.signal.play_due()
    assert factory.pin(20).state
    key.close()


def test_the_thread_plays_and_ends(factory: MockFactory) -> None:
    """With real time, no more is said than that light comes and goes."""
    lit, dark = threading.Event(), threading.Event()

    class Watch:
        def play_beat(self, beat: Beat) -> None:
            (lit if beat.colour else dark).set()

        def close(self) -> None:
            dark.set()

    signal = GpioSignal((Watch(),), RealClock()).start()
    same: Signal = signal
    same.play(Cue.HEARD)
    assert lit.wait(60)
    assert dark.wait(60)
    signal.close()
    signal.close()
    assert "signal" not in {thread.name for thread in threading.enumerate()}
    signal.play(Cue.HEARD)


def _machine(root: Path, synchronised: bool = False, rtc: int | None = None) -> Any:
    (root / wallclock.DEVICE_TREE).mkdir(parents=True)
    if synchronised:
        (root / wallclock.SYNCHRONISED_FILE).parent.mkdir(parents=True)
        (root / wallclock.SYNCHRONISED_FILE).touch()
    if rtc is not None:
        (root / wallclock.BATTERY_CLOCK).parent.mkdir(parents=True)
        (root / wallclock.BATTERY_CLOCK).write_text(f"{rtc}\n", encoding="ascii")


def test_a_cue_just_before_the_end_keeps_no_thread() -> None:
    """The player took the end for a cue that was due, and went on; each close waited a second for it."""
    for _ in range(20):
        signal = GpioSignal((), RealClock()).start()
        signal.play(Cue.ACCEPTED)
        signal.close()
    assert "signal" not in [thread.name for thread in threading.enumerate()]


NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("synchronised", "rtc", "known"),
    [
        (False, None, False),  # no network, no clock: a Pi before the 5
        (True, None, True),
        (False, int(NOON) - 2, True),
        (False, 17, False),  # a Pi 5's clock without its battery starts in 1970
        (True, 17, True),
    ],
)
def test_the_time_is_known_from_the_network_or_a_clock_with_a_battery(
    tmp_path: Path, synchronised: bool, rtc: int | None, known: bool
) -> None:
    _machine(tmp_path, synchronised, rtc)
    assert wallclock.is_time_known(tmp_path, lambda: NOON, lambda: False) is known
    assert (wallclock.time_of_day(tmp_path, lambda: NOON, lambda: False) is not None) is known


def test_a_time_is_the_wall_clocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import time as clocks

    _machine(tmp_path, synchronised=True)
    monkeypatch.setenv("TZ", "Europe/Paris")
    clocks.tzset()
    try:
        assert wallclock.time_of_day(tmp_path, lambda: NOON) == time(13)
    finally:
        monkeypatch.undo()
        clocks.tzset()


def test_a_clock_that_says_nonsense_is_not_believed(tmp_path: Path) -> None:
    _machine(tmp_path, rtc=0)
    (tmp_path / wallclock.BATTERY_CLOCK).write_text("soon", encoding="ascii")
    assert not wallclock.is_time_known(tmp_path, lambda: NOON, lambda: False)
