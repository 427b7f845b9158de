"""As much of MicroPython's own module as a pod needs."""

from collections.abc import Callable
from typing import TypeVar

_F = TypeVar("_F", bound=Callable[..., object])

def kbd_intr(byte: int, /) -> None: ...
def viper(function: _F, /) -> _F: ...
