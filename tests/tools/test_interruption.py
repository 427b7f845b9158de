"""Commands that take long end at Ctrl-C with a sentence."""

from __future__ import annotations

import signal
import subprocess
import sys

from tools.interruption import until_interrupted

PROGRAM = """
import signal, sys
from tools.interruption import until_interrupted
{before}
def main():
    print("begun", flush=True)
    signal.pause()
sys.exit(until_interrupted(main))
"""


def interrupted(before: str = "") -> tuple[int, str]:
    """The exit status of a command that waits until Ctrl-C comes, and what it said to standard error."""
    command = [sys.executable, "-c", PROGRAM.format(before=before)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
        return process.returncode, said


def test_ctrl_c_is_answered_by_a_sentence_and_the_status_that_shells_know() -> None:
    assert interrupted() == (130, "\nStopped by Ctrl-C, before the end.\n")


def test_a_worker_ends_without_a_word() -> None:
    assert interrupted("from tools.interruption import end_worker_at_once; end_worker_at_once()") == (
        -signal.SIGINT,
        "",
    )


def test_a_command_that_comes_to_its_end_says_how() -> None:
    assert until_interrupted(lambda: 3) == 3
