"""The box's side of joining a club: requests credentials from a hub, and trusts it only if it knows the digits."""

from __future__ import annotations

import re
import socket
import ssl
from contextlib import closing
from typing import Any

from club.broker.topics import is_box_name
from club.joining.exchange import InvalidValue, KeyExchange, are_proofs_equal
from club.joining.membership import Membership
from club.joining.messages import JOIN_PORT, TIMEOUT_S, JoinProtocolError, hex_field, receive_message, send_message

_HUB_ADDRESS = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^\[\]:]+)(?::([0-9]{1,5}))?")
_PASSWORD = re.compile(r"[A-Za-z0-9_-]{20,100}")


class WrongDigits(Exception):
    """The hub does not know these digits, or the connection goes to somebody in between who does not."""


def join_club(hub: str, digits: str, timeout_s: float = TIMEOUT_S) -> Membership:
    """Join the club of the hub at HOST or HOST:PORT. `timeout_s` is the timeout in seconds.

    Raises WrongDigits; raises OSError and JoinProtocolError if there is no hub that lets a box join now.
    """
    host, port = _parse_hub_address(hub)
    with closing(socket.create_connection((host, port), timeout_s)) as connection:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        # No authority signs this certificate: the key exchange below, of which it is a part, authenticates it.
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        with closing(context.wrap_socket(connection)) as hub_socket:
            return _exchange_keys(hub_socket, host, digits)


def _parse_hub_address(hub: str) -> tuple[str, int]:
    """The host and the port of a hub. Raises JoinProtocolError if they can't be an address."""
    match = _HUB_ADDRESS.fullmatch(hub)
    host, port = ("", 0) if match is None else (match[1].strip("[]"), int(match[2] or JOIN_PORT))
    try:
        # A label that is empty or longer than 63 letters can't be encoded.
        is_host = bool(host.encode("idna"))
    except UnicodeError:
        is_host = False
    if not is_host or port > 65535:
        raise JoinProtocolError(f"“{hub}” names no hub")
    return host, port


def _exchange_keys(hub_socket: ssl.SSLSocket, host: str, digits: str) -> Membership:
    """Prove to the hub that the box knows the digits, have the hub prove it, too, and return what it then sends."""
    certificate = hub_socket.getpeercert(binary_form=True) or b""
    exchange = KeyExchange(digits, certificate)
    send_message(hub_socket, value=exchange.value.hex())
    try:
        own_proof, expected_proof = exchange.proofs(hex_field(receive_message(hub_socket), "value"), is_box=True)
    except InvalidValue:
        raise WrongDigits from None
    send_message(hub_socket, proof=own_proof.hex())
    answer = receive_message(hub_socket)
    if "proof" not in answer or not are_proofs_equal(hex_field(answer, "proof"), expected_proof):
        raise WrongDigits
    return _parse_membership(answer, host, ssl.DER_cert_to_PEM_cert(certificate))


def _parse_membership(answer: dict[str, Any], host: str, certificate: str) -> Membership:
    """Parse the credentials in a hub's answer. Raises JoinProtocolError if they are not valid."""
    box, port, password = answer.get("box"), answer.get("port"), answer.get("password")
    is_valid = isinstance(box, str) and is_box_name(box) and isinstance(password, str) and _PASSWORD.fullmatch(password)
    if not is_valid or not isinstance(port, int) or not 0 < port < 65536:
        raise JoinProtocolError("it says something else")
    return Membership(str(box), host, port, str(password), certificate)
