"""Steps a pod with the heap locked: a single allocation raises MemoryError.

Arguments: a file of what the host says, and how many bytes of it are the hello.
"""

import sys

import micropython
from pod.keys import Keys
from pod.lamp import Lamp
from pod.link import PodLink
from pod.loop import Pod
from pod.screen import Screen


class Pin:
    def __init__(self):
        self.open = 1

    def value(self, on=None):
        return self.open

    def play(self, hertz):
        pass


class Bus:
    def writeto(self, address, data):
        return len(data)


class Port:
    def __init__(self, said):
        self.said = said
        self.at = 0
        self.upto = 0

    def read(self):
        if self.at == self.upto:
            return -1
        self.at += 1
        return self.said[self.at - 1]

    def write(self, line, at, end, room):
        return end

    def wait_for_input(self, milliseconds):
        pass


port = Port(open(sys.argv[1], "rb").read())
pins = [Pin() for _ in range(4)]
pod = Pod(Keys(pins), Lamp(Pin(), Pin()), Screen(Bus(), 60, 64), port, PodLink(0x7654321, "4 16x8 pod-x", 0), 0)
port.upto = int(sys.argv[2])
for now in range(200):
    pod.step(now)
micropython.heap_lock()
for now in range(200, 4000):
    if now % 50 == 0:
        pins[now // 50 % 4].open ^= 1
    if now % 3 == 0 and port.upto < len(port.said):
        port.upto += 1
    pod.step(now)
micropython.heap_unlock()
print(port.at == len(port.said), pod._link.stream.expected_number, pod._link.stream.oldest_unacknowledged > 0)
