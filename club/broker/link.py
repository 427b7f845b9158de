"""A client of an MQTT broker (3.1.1) that reconnects automatically, and queues incoming messages.

Messages published without a connection are lost. A sender that must be sure waits for an answer from the other side,
and sends again.
"""

from __future__ import annotations

import random
import secrets
import socket
import ssl
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue
from threading import Lock
from typing import Any

from club.broker.mqtt import CallbackAPIVersion, Client, MQTTMessage, MQTTv311, connect_when_started
from device.outbox.codec import MAX_MESSAGE_SIZE
from values.named_tuple import NamedTuple, equal_within_class

MAX_QUEUED_EVENTS = 1_000
"""Maximum number of incoming messages in the queue. Further ones are lost; their senders will send them again."""

KEEPALIVE_S = 30
"""MQTT's keep-alive interval, in seconds."""

FIRST_RETRY_RANGE_S, MAX_RETRY_RANGE_S = (1.0, 4.0), (20.0, 40.0)
"""Ranges of the seconds before the first retry to connect, and of the longest wait. Each client draws its own values
from them, and doubles its wait after each failure: a restarted broker could not serve all clients at one moment."""

MAX_DISCONNECTS, DISCONNECT_WINDOW_S = 2, 60.0
"""If the broker ends `MAX_DISCONNECTS` connections within `DISCONNECT_WINDOW_S` seconds, this is reported: a broker
ends a connection when another client connects with the same identifier (MQTT 3.1.1, 3.1.4-2)."""

TOPICS_PER_MESSAGE = 500
"""Maximum number of topics in one SUBSCRIBE or UNSUBSCRIBE message."""


@equal_within_class
class BrokerAddress(NamedTuple):
    """The address of a broker, and the credentials to connect with.

    `certificate` is a file with the broker's own certificate, the only one that is trusted. If it is None, the
    connection is not encrypted.
    """

    host: str
    port: int
    user: str | None = None
    password: str | None = None
    certificate: Path | None = None


@equal_within_class
class BrokerConnected(NamedTuple):
    """An event: a connection has been made, and the broker has acknowledged the subscriptions."""


@equal_within_class
class MessageArrived(NamedTuple):
    """An event: a message has arrived."""

    topic: str
    payload: bytes
    was_retained: bool = False
    """Whether the broker had retained the message from before the subscription."""


LinkEvent = BrokerConnected | MessageArrived


class BrokerLink:
    """One client of a broker, in a thread of its own. `on_wakeup` is called from this thread after each event."""

    def __init__(
        self,
        address: BrokerAddress,
        topics: Sequence[str],
        online_topic: str | None = None,
        on_wakeup: Callable[[], None] = lambda: None,
        on_event: Callable[[LinkEvent], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin to connect. `online_topic` is a retained topic that says whether this client is connected. `on_event`
        is called with each event in the client's thread; without it, `next_event` returns the events. `clock` is
        monotonic, in seconds.

        Raises OSError and ssl.SSLError if the certificate can't be used.
        """
        self._address = address
        self._topics = dict.fromkeys(topics)
        self._subscription_lock = Lock()
        self._unacknowledged: set[int | None] = set()
        """The identifiers of the SUBSCRIBE messages that `BrokerConnected` waits for."""
        self._online_topic = online_topic
        self._on_wakeup = on_wakeup
        self._on_event = on_event
        self._queue: Queue[LinkEvent] = Queue(MAX_QUEUED_EVENTS)
        self.trouble_sentence: str | None = None
        """Why there is no connection, or why connections do not last; None if all is well."""
        self._clock = clock
        self._disconnected_at: deque[float] = deque(maxlen=MAX_DISCONNECTS)
        """When the broker ended the last connections, by the clock."""
        self._client = _new_client(address)
        self._client.on_connect = self._on_connect
        self._client.on_disconnect = self._on_disconnect
        self._client.on_connect_fail = self._on_connect_fail
        self._client.on_message = self._on_message
        self._client.on_subscribe = self._on_subscribe
        if online_topic is not None:
            self._client.will_set(online_topic, b"0", qos=1, retain=True)
        connect_when_started(self._client, address.host, address.port, KEEPALIVE_S)
        self._client.loop_start()

    @property
    def is_connected(self) -> bool:
        """Whether there is a connection now."""
        return self._client.is_connected()

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Publish a message at QoS 1 if there is a connection; otherwise, it is lost."""
        if self._client.is_connected():
            self._client.publish(topic, payload, qos=1, retain=retain)

    def subscribe(self, topics: Iterable[str]) -> None:
        """Subscribe to these topics, too, now and at each connection."""
        with self._subscription_lock:
            new_topics = [topic for topic in topics if topic not in self._topics]
            self._topics |= dict.fromkeys(new_topics)
            if new_topics and self._client.is_connected():
                _send_subscriptions(self._client, new_topics)

    def unsubscribe(self, topics: Iterable[str]) -> None:
        """Unsubscribe from these topics."""
        with self._subscription_lock:
            removed_topics = [topic for topic in dict.fromkeys(topics) if topic in self._topics]
            for topic in removed_topics:
                del self._topics[topic]
            for start in range(0, len(removed_topics), TOPICS_PER_MESSAGE):
                if self._client.is_connected():
                    self._client.unsubscribe(removed_topics[start : start + TOPICS_PER_MESSAGE])

    def next_event(self, timeout_s: float = 0.0) -> LinkEvent | None:
        """The next event from the queue; None if there is none within `timeout_s` seconds."""
        try:
            return self._queue.get(timeout=timeout_s) if timeout_s else self._queue.get_nowait()
        except Empty:
            return None

    def close(self) -> None:
        """Publish that this client is offline, and end the connection."""
        if self._online_topic is not None and self._client.is_connected():
            with suppress(ValueError, RuntimeError):
                self._client.publish(self._online_topic, b"0", qos=1, retain=True).wait_for_publish(1.0)
        self._client.disconnect()
        with suppress(AttributeError):  # Paho may clear its thread between checking and joining it
            self._client.loop_stop()

    def _on_connect(self, client: Client, _: Any, __: Any, reason: Any, ___: Any) -> None:
        if reason.is_failure:
            self._note_failure(f"the broker refuses: {reason.getName()}")
            return
        self.trouble_sentence = self._displaced_sentence()
        sock = client.socket()
        if isinstance(sock, socket.socket):
            with suppress(OSError):
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with self._subscription_lock:
            self._unacknowledged = _send_subscriptions(client, list(self._topics))
        if self._online_topic is not None:
            client.publish(self._online_topic, b"1", qos=1, retain=True)
        if not self._unacknowledged:
            self._post_event(BrokerConnected())

    def _on_subscribe(self, _: Client, __: Any, identifier: int, ___: Any, ____: Any) -> None:
        if identifier in self._unacknowledged:
            self._unacknowledged.remove(identifier)
            if not self._unacknowledged:
                self._post_event(BrokerConnected())

    def _on_disconnect(self, _: Client, __: Any, ___: Any, reason: Any, ____: Any) -> None:
        if reason.is_failure:
            self._disconnected_at.append(self._clock())
            self.trouble_sentence = self._displaced_sentence() or self.trouble_sentence
            self._on_wakeup()

    def _displaced_sentence(self) -> str | None:
        """A sentence for the log if the broker has ended several connections lately; otherwise None."""
        if (
            len(self._disconnected_at) < MAX_DISCONNECTS
            or self._clock() - self._disconnected_at[0] > DISCONNECT_WINDOW_S
        ):
            return None
        user = self._address.user or ""
        return f"the broker ends each connection soon: does another program connect to it as “{user}”, too?"

    def _on_message(self, _: Client, __: Any, message: MQTTMessage) -> None:
        if len(message.payload) <= MAX_MESSAGE_SIZE:
            self._post_event(MessageArrived(message.topic, bytes(message.payload), bool(message.retain)))

    def _on_connect_fail(self, _: Client, __: Any) -> None:
        other_certificate = "" if self._address.certificate is None else ", or has another certificate"
        self._note_failure(f"the broker can't be reached{other_certificate}")

    def _note_failure(self, sentence: str) -> None:
        self.trouble_sentence = sentence
        self._on_wakeup()

    def _post_event(self, event: LinkEvent) -> None:
        if self._on_event is not None:
            self._on_event(event)
        else:
            with suppress(Full):
                self._queue.put_nowait(event)
        self._on_wakeup()


class TroubleLogger:
    """Logs each trouble of a link once. `log` receives sentences for the log."""

    def __init__(self, link: BrokerLink, log: Callable[[str], None]) -> None:
        self._link = link
        self._log = log
        self._logged_trouble: str | None = None

    def log_if_changed(self) -> None:
        """Log the link's trouble if it has changed."""
        trouble = self._link.trouble_sentence
        if trouble is not None and trouble != self._logged_trouble:
            self._log(trouble)
        self._logged_trouble = trouble


def draw_retry_delays(draw: Callable[[float, float], float]) -> tuple[float, float]:
    """Draw the seconds before a client's first retry to connect, and the maximum before later ones."""
    return draw(*FIRST_RETRY_RANGE_S), draw(*MAX_RETRY_RANGE_S)


def _new_client(address: BrokerAddress) -> Client:
    """A client that does not connect yet. Raises OSError and ssl.SSLError if the certificate can't be used."""
    # The identifier is random: another client with the same one would end this client's connection.
    client = Client(CallbackAPIVersion.VERSION2, secrets.token_hex(11), protocol=MQTTv311)
    first_delay_s, max_delay_s = draw_retry_delays(random.uniform)
    client.reconnect_delay_set(first_delay_s, max_delay_s)  # type: ignore[arg-type]  # fractions of seconds work, too
    if address.user is not None:
        client.username_pw_set(address.user, address.password)
    if address.certificate is not None:
        client.tls_set_context(pinned_tls_context(address.certificate))
    return client


def _send_subscriptions(client: Client, topics: Sequence[str]) -> set[int | None]:
    """Subscribe, and return the identifiers of the messages sent; None is one that the connection did not take."""
    starts = range(0, len(topics), TOPICS_PER_MESSAGE)
    batches = ([(topic, 1) for topic in topics[start : start + TOPICS_PER_MESSAGE]] for start in starts)
    return {client.subscribe(batch)[1] for batch in batches}


def pinned_tls_context(certificate: Path) -> ssl.SSLContext:
    """A TLS context that trusts only this certificate, whatever host it names. Raises OSError and ssl.SSLError."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_REQUIRED
    context.load_verify_locations(certificate)
    return context
