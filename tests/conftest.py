"""How properties are tested: the same few examples in every run, or more and new ones with HYPOTHESIS_PROFILE=wide."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.collecting import worker_of
from tests.shared_folder import make_shared_folder
from tests.thorough import THOROUGH
from tests.unclosed_connections import warn_of_unclosed_connections

if sys.dont_write_bytecode:
    # Where nothing may be written beside the modules, hundreds of processes that tests start would compile all anew.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parents[1] / "build" / "compiled")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix

MAX_EXAMPLES = 25
"""Of a property, where not all is tried. `make mutate` finds its faults with fewer."""

BETWEEN_SEARCHES = 10_000
"""How many more objects there are before garbage is searched for among them; Python's own 700 suit small programs."""

SETTINGS = "_hypothesis_internal_use_settings"
"""Where Hypothesis keeps a test's own."""

settings.register_profile("steady", derandomize=True, deadline=None, max_examples=MAX_EXAMPLES)
settings.register_profile("wide", deadline=None, print_blob=True)
settings.load_profile("wide" if THOROUGH else "steady")


def pytest_configure(config: pytest.Config) -> None:
    """Signals mean what they mean for a program that is begun by hand; whoever starts the tests may ignore some."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    warn_of_unclosed_connections()
    if config.getoption("numprocesses", None):
        make_shared_folder(config)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """The tests and the modules that they import stay to the end, and no search for garbage goes through them again.

    That was a tenth of the time of tests that draw or deal.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(BETWEEN_SEARCHES)
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Each worker collects in an order of its own."""
    report = yield
    worker = worker_of(collector.config)
    if worker is not None and isinstance(collector, pytest.Directory) and report.result:
        report.result = worker.in_own_order(report.result)
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """All workers have the tests in one order. Properties that ask for many examples get them where all is tried."""
    if worker_of(config) is not None:
        items.sort(key=lambda item: item.path)
    for item in [] if THOROUGH else items:
        known = vars(getattr(item, "function", item))
        own = known.get(SETTINGS)
        if own is not None and own.max_examples > MAX_EXAMPLES:
            known[SETTINGS] = settings(own, max_examples=MAX_EXAMPLES)
