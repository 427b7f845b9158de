"""Whose word on where a browser is counts."""

from __future__ import annotations

import pytest

from guard.proxies import Proxies

PROXIES = Proxies(("127.0.0.1", "10.0.0.9"))


@pytest.mark.parametrize(
    ("said", "address"),
    [
        ((b"192.0.2.7",), "192.0.2.7"),
        ((b"203.0.113.1, 192.0.2.7",), "192.0.2.7"),
        ((b"203.0.113.1", b"192.0.2.7, 10.0.0.9"), "192.0.2.7"),
        ((b"::ffff:192.0.2.7",), "192.0.2.7"),
        ((b"2001:db8::7",), "2001:db8::7"),
        ((b"192.0.2.7, unknown",), None),
        ((b"",), None),
        ((b"\xff",), None),
        ((b"10.0.0.9",), None),
        ((), None),
    ],
)
def test_the_last_address_counts_that_is_no_proxys_own(said: tuple[bytes, ...], address: str | None) -> None:
    """All before it may be the browser's invention."""
    assert PROXIES.client_address([(b"host", b"club"), *((b"x-forwarded-for", each) for each in said)]) == address


def test_a_proxy_is_one_by_its_address_however_that_is_written() -> None:
    assert PROXIES.is_trusted("127.0.0.1")
    assert PROXIES.is_trusted("::ffff:10.0.0.9")
    assert not PROXIES.is_trusted("127.0.0.2")
    assert not PROXIES.is_trusted("no address")
    assert not Proxies().is_trusted("127.0.0.1")
    with pytest.raises(ValueError, match=r"nginx\.lan"):
        Proxies(("nginx.lan",))


@pytest.mark.parametrize(
    ("said", "scheme"), [(b"https", "https"), (b"http", "http"), (b"gopher", None), (b"HTTPS", None)]
)
def test_schemes_are_those_of_the_web(said: bytes, scheme: str | None) -> None:
    assert Proxies.client_scheme([(b"x-forwarded-proto", said)]) == scheme
