"""Lines and their order: the core that board and host share. Sections are those of docs/pod-protocol.md."""

from __future__ import annotations

import itertools
import random
import zlib
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.pod.frame import (
    HEAD_LENGTH,
    MAX_LINE_LENGTH,
    TAIL_LENGTH,
    ByteLineReader,
    Checksum,
    finish_line,
    get_hex,
    put_hex,
)
from firmware.pod.link import PodLink
from firmware.pod.stream import MAX_IN_FLIGHT, RESEND_MS, Stream, distance_ahead
from hal.keys.keys import Key
from hal.pods.host import ContactMoved, Hello, HostLink
from hal.pods.line_reader import LineReader
from tests.firmware.faults import PodTrial

SUM = Checksum()
BODIES = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7D), min_size=1, max_size=82)


def line(body: str) -> bytes:
    buffer = bytearray(MAX_LINE_LENGTH)
    buffer[HEAD_LENGTH : HEAD_LENGTH + len(body)] = body.encode()
    return bytes(buffer[: finish_line(buffer, len(body), SUM)])


def read(data: bytes) -> tuple[list[str], int]:
    """The bodies of good lines, and how many bytes were in none."""
    reader = ByteLineReader(SUM)
    found = []
    for byte in data:
        if reader.feed(byte):
            found.append(reader.line[HEAD_LENGTH : HEAD_LENGTH + reader.body_length].decode())
    return found, reader.skipped_byte_count


PIECES = st.one_of(
    BODIES.map(line),
    st.tuples(BODIES, st.sampled_from((b"\r", b"\r\n"))).map(lambda both: line(both[0])[:-1] + both[1]),
    st.tuples(BODIES, st.integers(0, 95), st.binary(max_size=3)).map(
        lambda cut: line(cut[0])[: cut[1]] + cut[2] + line(cut[0])[cut[1] + 1 :]
    ),
    st.sampled_from((b"~00  " + b"%08x\n" % zlib.crc32(b"~00 "), b"~" + b"5" * 120, b"~~", b"\n", b"~01 ")),
    st.binary(max_size=20),
)


@given(st.lists(PIECES, max_size=8).map(b"".join), st.lists(st.integers(1, 60), max_size=12))
def test_the_host_finds_what_the_pod_would_find(data: bytes, cuts: list[int]) -> None:
    """Lines good, spoilt, cut short and too long, in any pieces: the two readers find and skip the same."""
    lines, found, at = LineReader(), [], 0
    for upto in [*itertools.accumulate(cuts), len(data)]:
        found += lines.feed(data[at:upto])
        at = min(upto, len(data))
    bodies, skipped = read(data)
    assert [body.decode() for body in found] == bodies
    assert lines.skipped_byte_count == skipped


def test_a_line_as_in_the_specification() -> None:
    """Section “Lines”: the example, with its checksum by zlib."""
    assert line("H 1234567 1-1") == b"~0d H 1234567 1-1 bb31540b\n"
    assert zlib.crc32(b"~0d H 1234567 1-1") == 0xBB31540B


@given(st.binary(max_size=200))
def test_checksum_by_halves_is_zlibs(data: bytes) -> None:
    found = Checksum()
    found.compute_in_python(bytearray(data), len(data))
    assert found.high_half << 16 | found.low_half == zlib.crc32(data)


@given(BODIES)
def test_what_is_written_is_read(body: str) -> None:
    assert read(line(body)) == ([body], 0)
    assert read(line(body)[:-1] + b"\r\n") == ([body], 0)


@given(BODIES, st.integers(0, 95), st.integers(0, 255))
def test_no_line_with_a_wrong_byte_is_read(body: str, at: int, byte: int) -> None:
    """CRC-32 finds every burst of up to 32 bits."""
    whole = line(body)
    at %= len(whole) - 1
    spoilt = whole[:at] + bytes((byte,)) + whole[at + 1 :]
    assert read(spoilt)[0] == ([body] if spoilt == whole else [])


@given(st.binary(max_size=300).map(lambda noise: noise.replace(b"\n", b"").replace(b"\r", b"")), BODIES)
def test_noise_before_a_line_is_skipped_and_counted(noise: bytes, body: str) -> None:
    assert read(noise + line(body)) == ([body], len(noise))


def test_thousands_of_bursts_give_nothing_that_was_not_said() -> None:
    chance = random.Random(5)
    said = [f"D {number:07x} {chance.choice('ABCD')}" for number in range(500)]
    data = bytearray()
    for body in said:
        data += line(body) + chance.randbytes(chance.choice((0, 0, 1, 7, 60))).replace(b"\n", b"~")
    for _ in range(3000):
        data[chance.randrange(len(data))] = chance.randrange(256)
    found, skipped = read(bytes(data))
    assert set(found) < set(said)
    assert found == [body for body in said if body in set(found)]
    assert skipped > 1000


def test_lines_too_long_or_cut_short_are_skipped() -> None:
    assert read(b"~" + b"5" * 200 + b"\n" + line("ok"))[0] == ["ok"]
    for cut in range(len(line("some body"))):
        assert read(line("some body")[:cut] + line("ok"))[0] == ["ok"], cut
    assert read(b"~00  %08x\n" % zlib.crc32(b"~00 "))[0] == []
    assert len(line("x" * 82)) == MAX_LINE_LENGTH == 82 + HEAD_LENGTH + TAIL_LENGTH


@given(st.integers(0, 0xFFFFFFF))
def test_hexadecimal(number: int) -> None:
    buffer = bytearray(7)
    put_hex(buffer, 0, number, 7)
    assert buffer == b"%07x" % number
    assert get_hex(buffer, 0, 7) == number
    assert get_hex(bytearray(b"00G0"), 0, 4) == get_hex(bytearray(b"00A0"), 0, 4) == -1


@given(st.integers(0, 0xFFFF), st.integers(-0x7FFF, 0x7FFF))
def test_numbers_go_round(number: int, step: int) -> None:
    assert distance_ahead((number + step) & 0xFFFF, number) == step


def numbers(stream: Stream, now: int) -> list[int]:
    """What is sent now."""
    found = []
    while (number := stream.due_number(now)) >= 0:
        stream.note_sent(now)
        found.append(number)
    return found


def test_a_window_is_sent_and_sent_again() -> None:
    """Section “Order”."""
    stream = Stream(64, 4)
    for number in range(20):
        stream.queue_payload(b"%d" % number, len(b"%d" % number))
    assert numbers(stream, 0) == list(range(MAX_IN_FLIGHT))
    stream.note_acknowledged(3)
    assert numbers(stream, 1) == [8, 9, 10]
    assert numbers(stream, RESEND_MS) == []
    assert numbers(stream, RESEND_MS + 1) == list(range(3, 11))
    stream.note_acknowledged(2)
    stream.note_acknowledged(21)
    assert stream.unacknowledged_count == 17
    stream.note_acknowledged(20)
    assert stream.unacknowledged_count == 0


def test_a_full_ring_forgets_the_oldest_and_says_so() -> None:
    sender, receiver = Stream(4, 1), Stream(4, 1)
    for _ in range(6):
        sender.queue_payload(b"x", 1)
    assert sender.oldest_unacknowledged == 2
    assert receiver.skip_to(sender.oldest_unacknowledged) == 2
    assert receiver.skip_to(sender.oldest_unacknowledged) == 0
    assert [receiver.receive_number(number) for number in (1, 3, 2, 2, 3)] == [False, False, True, False, True]


def known(positions: dict[int, int], hello: Hello) -> int | None:
    """How far a pod was heard."""
    return positions.get(hello.boot_number)


def talk(pod: PodLink, host: HostLink, now: int, carries: int = 10000) -> list[Hello | ContactMoved]:
    """Let both say what is due, until nothing is; the cable carries so many bytes of the pod's and no more."""
    heard: list[Hello | ContactMoved] = []
    while True:
        out = host.take_due_line(now)
        for byte in out:
            pod.feed(byte, now)
        length = pod.write_due_line(now)
        data = bytes(pod.line[: min(length, carries)])
        carries -= len(data)
        heard += [said for said in host.feed(data, now) if isinstance(said, Hello | ContactMoved)]
        if not out and not length:
            return heard


def test_unplugged_at_every_byte_of_all_that_a_pod_says() -> None:
    """Hello, edges, beat: wherever the cable is pulled, each edge comes once."""
    all_bytes = 52 + 45 + 52
    for cut in range(all_bytes + 5):
        positions: dict[int, int] = {}
        sessions = iter(range(100, 200))
        pod = PodLink(77, "4 0x0 pod-x", 0)
        heard: list[Hello | ContactMoved] = []
        for start, key, carries in ((0, 0, cut), (2000, 1, 10000)):
            host = HostLink(sessions.__next__, partial(known, positions), start)
            pod.queue_edge(key, True, start)
            heard += talk(pod, host, start, carries)
            if host.last_hello is not None:
                positions[77] = host.expected_edge
        moved = [said.key for said in heard if isinstance(said, ContactMoved)]
        assert moved == ["A", "B"], cut


def test_unplugged_at_every_byte_of_all_that_a_host_says() -> None:
    """Hello, acknowledgement, a cue: wherever the cable is pulled, each edge comes once, and no cue is given twice."""
    for cut in range(27 + 52 + 38 + 5):
        positions: dict[int, int] = {}
        sessions = iter(range(100, 200))
        pod = PodLink(77, "4 0x0 pod-x", 0)
        heard: list[Hello | ContactMoved] = []
        cues = 0
        for start, key, most in ((0, 0, cut), (2000, 1, 10000)):
            left = most
            host = HostLink(sessions.__next__, partial(known, positions), start)
            pod.queue_edge(key, True, start)
            host.stream.queue_payload(b"L a", 3)
            while out := host.take_due_line(start):
                carried, left = out[:left], max(0, left - len(out))
                cues += sum(pod.feed(byte, start) for byte in carried)
                while length := pod.write_due_line(start):
                    said = host.feed(bytes(pod.line[:length]), start)
                    heard += [one for one in said if isinstance(one, Hello | ContactMoved)]
            positions[77] = host.expected_edge
        assert [said.key for said in heard if isinstance(said, ContactMoved)] == ["A", "B"], cut
        assert cues in (1, 2)
        assert not pod.stream.unacknowledged_count


def test_stale_hellos_and_other_sessions_change_nothing() -> None:
    """Section “Session”: what a program that has ended left on the cable."""
    pod = PodLink(77, "4 0x0 pod-x", 0)
    host = HostLink(lambda: 1000, lambda hello: None, 0)
    talk(pod, host, 0)
    pod.queue_edge(0, True, 1)
    for stale in (line("D 0000123 0000 0000 L a"), line("B 0000123 0001 0001 0001 0000000 0000"), line("H zz 1-1")):
        for byte in stale:
            assert not pod.feed(byte, 1)
    assert [said for said in talk(pod, host, 2) if isinstance(said, ContactMoved)] == [ContactMoved(Key.A, True, 1)]
    assert pod.stream.unacknowledged_count == 0


def test_versions_are_agreed_upon_or_refused() -> None:
    """Section “Versions”: the highest that both speak."""
    for offered, answer in (("1-1", 1), ("1-9", 1), ("2-3", 0)):
        pod = PodLink(77, "4 0x0 pod-x", 0)
        for byte in line(f"H 0000001 {offered}"):
            pod.feed(byte, 0)
        said = bytes(pod.line[HEAD_LENGTH : pod.write_due_line(0)]).split(b" ")
        assert said[3] == b"%d" % answer
        pod.queue_edge(0, True, 100)
        pod.write_due_line(5000)
        assert chr(pod.line[HEAD_LENGTH]) == ("D" if answer else "W")


@pytest.mark.parametrize("seed", [0, 6, 9])
def test_no_press_is_lost_doubled_or_out_of_order(seed: int, tmp_path: Path) -> None:
    """Noise, restarts of either end, cables pulled, a host that is busy; `make podsoak` does 100,000 of these."""
    tally = PodTrial(seed, tmp_path / "marks", faults=0.04).run(150)
    assert tally.presses == 150
    assert min(tally.bursts, tally.host_restarts, tally.pod_restarts, tally.unplugged, tally.busy) > 0


def test_a_pods_start_begins_its_numbers_anew(tmp_path: Path) -> None:
    """The program ends after a pod has started again and before it has said an edge; its next edges are new."""
    trial = PodTrial(1, tmp_path / "marks", every=1 << 30, faults=0.0)
    trial.run(5)
    trial.restart_pod()
    trial.restart_host(orderly=True)
    trial.run(13)
    assert len(trial.got) == 13
