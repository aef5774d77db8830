"""How many pages there are, and whose: each takes memory until its browser has been gone for a while."""

from __future__ import annotations

import json
import time
from base64 import b64decode
from collections.abc import Callable

from itsdangerous import BadSignature, TimestampSigner
from nicegui import Client

from .door import network_of
from .limits import Limits

YOUNG = 1.0  # seconds in which a page may still be in the making


def visitor_reader(secret: str, cookie: str, lasts: int) -> Callable[[dict[str, str]], str]:
    """A function that tells from the cookies of a request who the visitor is: the signed one says it."""
    signer = TimestampSigner(secret)

    def visitor_of(cookies: dict[str, str]) -> str:
        try:
            found = json.loads(b64decode(signer.unsign(cookies.get(cookie, ""), max_age=lasts)))
            return str(found["id"])
        except (BadSignature, ValueError, KeyError, TypeError):
            return ""

    return visitor_of


def room_in(limits: Limits) -> Callable[[str, str], str]:
    """A function that makes room for a page of a visitor at an address, or tells why there is none."""

    def room_for(visitor: str, address: str) -> str:
        left = [client for client in Client.instances.values() if not client.has_socket_connection]
        near = [client for client in left if network_of(client.ip) == address]
        old = time.time() - YOUNG
        for client in [client for client in near if client.created < old][: max(0, len(near) - limits.unopened + 1)]:
            client.delete()
        if len(Client.instances) >= limits.pages:
            return "this server has as many open pages as it can have: try again later"
        own = [client for client in Client.instances.values() if client.has_socket_connection and _is(client, visitor)]
        if visitor and len(own) >= limits.pages_per_visitor:
            return f"you have {limits.pages_per_visitor} pages open: close one first"
        return ""

    return room_for


def _is(client: Client, visitor: str) -> bool:
    return bool(client.request.scope.get("session", {}).get("id") == visitor)
