"""Sessions: what a browser shows to say who it is.

Comes in: a user, or the token of a cookie. Goes out: a fresh token of 256 bits, or the user whose session it
is. The desk holds only the SHA-256 of a token, so a copy of the desk opens no session. A token that a client
brings is looked up and never adopted.
"""

import hashlib
import hmac
import secrets
from datetime import datetime, timedelta

from starlette.responses import Response

from lexveil.config import Service
from lexveil.store.desk import Desk, User

TOKEN_BYTES = 32
TOUCH = timedelta(minutes=1)  # the last use is written down no more often: each time is a write to the disk


def digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf8", "surrogatepass")).hexdigest()


def csrf(token: str) -> str:
    """The second secret of a session, which the page sends in a header: drawn from the first, so that it need
    not be stored, and the first cannot be told from it."""
    return hmac.new(token.encode("utf8", "surrogatepass"), b"lexveil csrf", hashlib.sha256).hexdigest()


def start(desk: Desk, user: User, settings: Service) -> str:
    """The token of a new session."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    expires = desk.clock() + timedelta(hours=settings.session_hours)
    desk.add_session(user.id, digest(token), "", expires)
    return token


def owner(desk: Desk, token: str, settings: Service) -> User | None:
    """Whose session it is; nobody's once it has expired or has not been used for too long."""
    here = desk.logged_in(digest(token))
    if here is None:
        return None
    found, user = here
    unused = desk.clock() - datetime.fromisoformat(found.seen)
    if unused >= timedelta(minutes=settings.session_idle_minutes):
        desk.end_session(digest(token))
        return None
    if unused >= TOUCH:
        desk.touch_session(digest(token))
    return user


def end(desk: Desk, token: str) -> None:
    desk.end_session(digest(token))


def cookie_name(settings: Service, port: str) -> str:
    """Over https a browser takes a cookie named __Host-… only from this host itself, and only with Secure.

    Browsers share cookies among the ports of a host: so that two services on one machine do not end each
    other's sessions, the port is part of the name.
    """
    name = f"lexveil-{port}" if port.isdecimal() else "lexveil"
    return f"__Host-{name}" if settings.https else name


def set_cookie(response: Response, token: str, settings: Service, port: str) -> None:
    response.set_cookie(
        cookie_name(settings, port),
        token,
        max_age=settings.session_hours * 3600,
        path="/",
        secure=settings.https,
        httponly=True,
        samesite="strict",
    )


def clear_cookie(response: Response, settings: Service, port: str) -> None:
    response.delete_cookie(
        cookie_name(settings, port), path="/", secure=settings.https, httponly=True, samesite="strict"
    )
