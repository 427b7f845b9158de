"""Coroutines in tests: in a thread of their own, for the browser of other tests has a loop in this one."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def run(story: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine to its end."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, story).result()
