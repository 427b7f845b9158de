"""The table's messages about its pods, and their log levels."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from device.system.log_level import LogLevel
from display.words import Text, text
from hal.pods.events import PodEvent, PodEventKind
from hal.system import install_hint

LOG_LEVELS = {
    PodEventKind.ARRIVED: LogLevel.INFO,
    PodEventKind.LEFT: LogLevel.NOTICE,
    PodEventKind.SAME_NAME: LogLevel.NOTICE,
    PodEventKind.INCOMPATIBLE_VERSION: LogLevel.WARNING,
    PodEventKind.SILENT: LogLevel.WARNING,
    PodEventKind.CANNOT_OPEN: LogLevel.WARNING,
    PodEventKind.SENDS_NOISE: LogLevel.WARNING,
    PodEventKind.LOST_EDGES: LogLevel.WARNING,
    PodEventKind.TOO_MANY_BOARDS: LogLevel.WARNING,
    PodEventKind.NO_PYSERIAL: LogLevel.NOTICE,
}


def pyserial_missing_message() -> Text:
    """The message that pyserial is missing, with the command that installs it."""
    return text("Pods need pyserial. Type: {command}", command=install_hint.install_command("pods"))


def event_message(event: PodEvent, player: str | None = None) -> Text:
    """The message about an event, with what to do. `player` is the pod's player, if it has a seat."""
    if event.kind is not PodEventKind.ARRIVED:
        return _SENTENCES[event.kind](event)
    pod = event.identity.pod_name
    if player is None:
        return text("{pod} is there, for everybody. The menu gives it a seat.", pod=pod)
    return text("{pod} is there; it is {player}'s.", pod=pod, player=player)


_SENTENCES: Mapping[PodEventKind, Callable[[PodEvent], Text]] = {
    PodEventKind.LEFT: lambda event: text("{pod} is unplugged.", pod=event.identity.pod_name),
    PodEventKind.SAME_NAME: lambda event: text(
        "Two pods are called {pod}. Both work; their USB sockets tell them apart, so leave them there, "
        "or give one a NAME in its wiring.py.",
        pod=event.identity.pod_name,
    ),
    PodEventKind.INCOMPATIBLE_VERSION: lambda event: text(
        "{pod} speaks version {versions} of the protocol, which is not known here. "
        "Type: tablekeeper pods update {port}",
        pod=event.identity.pod_name,
        versions=event.detail,
        port=event.port_name,
    ),
    PodEventKind.SILENT: lambda event: text(
        "The board at {port} does not answer as a pod. If it is to be one, type: tablekeeper pods update {port}",
        port=event.port_name,
    ),
    PodEventKind.CANNOT_OPEN: lambda event: text(
        "{port} can't be opened: {reason}. Does another program have it, or is this user not in the group dialout?",
        port=event.port_name,
        reason=event.detail,
    ),
    PodEventKind.SENDS_NOISE: lambda event: text(
        "{pod} at {port} sends much that means nothing. Change its cable.",
        pod=event.identity.pod_name,
        port=event.port_name,
    ),
    PodEventKind.LOST_EDGES: lambda event: text(
        "{pod} was away for too long and has forgotten its first presses. Look what is declared.",
        pod=event.identity.pod_name,
    ),
    PodEventKind.TOO_MANY_BOARDS: lambda event: text(
        "More than {most} boards are plugged in: {port} and others are left alone.",
        most=event.detail,
        port=event.port_name,
    ),
    PodEventKind.NO_PYSERIAL: lambda _: pyserial_missing_message(),
}


def namesake_question(pod: str, player: str) -> Text:
    """The question whose pod a newly plugged-in board is that has the same name as a seated pod."""
    return text(
        "Another board is called {pod}, as {player}'s pod is. Whose is it? Until you say, its keys are everybody's.",
        pod=pod,
        player=player,
    )


def seated_message(pod: str, player: str | None = None) -> Text:
    """The message that a pod has been given a seat, or none."""
    if player is None:
        return text("{pod} is everybody's now.", pod=pod)
    return text("{pod} is {player}'s now.", pod=pod, player=player)
