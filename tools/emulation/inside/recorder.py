"""Records the edges of the four keys with gpiod alone, with the kernel's time stamps, until it is ended.

Writes a JSON list of [pin, level, time stamp in nanoseconds], in the order of arrival. Usage:
recorder.py FILE
"""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path

import gpiod
from gpiod.line import Bias, Edge

PINS = (5, 6, 16, 24)
QUEUE = 1024


def main() -> None:
    """Record until SIGTERM."""
    ended: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, frame: ended.append(number))
    edges: list[tuple[int, int, int]] = []
    settings = gpiod.LineSettings(edge_detection=Edge.BOTH, bias=Bias.PULL_UP)
    # In one request, the kernel keeps all edges in one queue, in their order.
    with gpiod.request_lines(
        "/dev/gpiochip0", config={PINS: settings}, consumer="recorder", event_buffer_size=QUEUE
    ) as lines:
        print("recording", flush=True)
        while not ended:
            if lines.wait_edge_events(0.2):
                for edge in lines.read_edge_events():
                    level = int(edge.event_type is edge.Type.RISING_EDGE)
                    edges.append((edge.line_offset, level, edge.timestamp_ns))
    Path(sys.argv[1]).write_text(json.dumps(edges))


if __name__ == "__main__":
    main()
