"""Whatever can wait for ever has a bound, or a name here and a reason."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.non_empty import non_empty

ROOMS = ("club", "device", "guard", "hal")
WAITING = {"join", "get", "wait", "acquire", "result", "communicate", "readline", "accept", "recv", "loop_stop"}
"""Methods that wait; without an argument, for ever."""

UNBOUNDED = {
    "club/broker/link.py: close": "Paho's thread was told to end, and each thing that it does has a bound of Paho's",
    "club/hub/watchers.py: _next_event": "within `asyncio.wait_for`",
    "club/joining/join_server.py: admit": "its socket gives up after `LOOK_S`, and looks whether it is to go on",
    "club/cli/directors.py: _ask_for_password": "somebody at a keyboard types it",
    "club/cli/rejoin_confirmation.py: confirm_rejoining": "somebody at a keyboard answers",
    "guard/connections.py: _accept_some": "the socket does not block",
    "device/run/client_door.py: _serve_next": "it is called once `select` says that somebody knocks",
    "device/cli/page.py: serve_page": "a signal ends it",
    "device/run/wifi_keeper.py: _run": "a thread of its own, which nobody waits for; `close` leaves it a word",
    "hal/system/wakeup.py: wait_until_readable": "a bell is among them, which ends it",
    "device/table/listeners.py: _next": "a thread of its own, which nobody waits for; `close` notifies it",
    "hal/browser/broadcaster.py: next_message": "what a browser is told next; it is cancelled with its connection",
    "hal/browser/broadcaster.py: wait_until_fetched": "whoever waits for it gives it a bound",
    "hal/browser/long_files.py: __call__": "within `asyncio.timeout`",
    "hal/browser/web.py: _serve_socket": "a browser's first message, which admission bounds",
    "hal/pods/call_queue.py: call_all": "the queue is not empty",
    "hal/table/threaded_table.py: _drive_panel": "the panel's thread, which `close` gives up",
    "hal/terminal/key_terminal.py: read": "a thread of its own that reads keys; `end_reading` ends it",
    "hal/terminal/newest_view.py: wait_for_change": "a thread of its own that draws; `end` ends it",
}
"""Where something waits without a bound that this test sees, and why that is none for ever."""


def waits() -> Iterator[str]:
    for room in ROOMS:
        for path in sorted(Path(room).rglob("*.py")):
            for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                    calls = (node for node in ast.walk(function) if isinstance(node, ast.Call))
                    if any(map(is_unbounded, calls)):
                        yield f"{path.as_posix()}: {function.name}"


def is_unbounded(call: ast.Call) -> bool:
    if not isinstance(call.func, ast.Attribute):
        return False
    written = ast.unparse(call.func)
    named = {keyword.arg for keyword in call.keywords}
    if written == "select.select":
        return len(call.args) < 4
    if written in ("subprocess.run", "subprocess.check_output"):
        return "timeout" not in named
    if written == "fcntl.flock":
        return "LOCK_NB" not in ast.unparse(call)
    own = ast.unparse(call.func.value).startswith(("self._waiting_for", "table.broadcaster"))
    return call.func.attr in WAITING and not call.args and not named & {"timeout", "blocking"} and not own


def test_every_wait_has_a_bound_or_a_reason() -> None:
    assert set(non_empty(waits())) == set(UNBOUNDED)
